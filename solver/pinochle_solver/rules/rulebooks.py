"""The published rulebooks by name.

*scarne*: Scarne's "Two-Handed Pinochle (Turn-Up Trump)"; *hayes*: Chris Hayes, "Pinochle", the
two-player booklet; *macdougall*: Michael MacDougall, "MacDougall on Pinochle" (1947), and
*macdougall-bonus* with the bonus melds that he calls reasonable. RULES.md has all their numbers.
"""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver.rules.rules import (
    COMPROMISE_COUNT,
    DIX,
    OLD_COUNT,
    CallOutRule,
    GameRules,
    MeldKind,
    Penalties,
    RenegePenalty,
    Rulebook,
    Service,
    SingleHandTie,
)

_SUIT_CLASS = (Service.MARRIAGE, Service.RUN)


def _marriage(name: str, points: int, cards: str) -> MeldKind:
    return MeldKind(name, points, cards, ((Service.MARRIAGE, cards),), barred_by=_SUIT_CLASS)


def _around(name: str, points: int, rank: str) -> MeldKind:
    cards = f"{rank}*"
    return MeldKind(name, points, cards, ((Service.AROUND, cards),), barred_by=(Service.AROUND,))


_RUN = MeldKind(
    "run", 150, "At Tt Kt Qt Jt", ((Service.RUN, "At Tt Kt Qt Jt"),), barred_by=(Service.RUN,)
)
_COMMON_MELDS = (
    _marriage("marriage", 20, "Kp Qp"),
    _marriage("royal-marriage", 40, "Kt Qt"),
    _RUN,
    _around("jacks", 40, "J"),
    _around("queens", 60, "Q"),
    _around("kings", 80, "K"),
    _around("aces", 100, "A"),
    MeldKind(
        "pinochle", 40, "QS JD", ((Service.PINOCHLE, "QS JD"),), barred_by=(Service.PINOCHLE,)
    ),
    MeldKind(DIX, 10, "9t"),
)
# Of a double pinochle laid one by one, no copy is barred: while all four are held and one of them
# is new, at most one pinochle has been laid of them, and that is what it replaces.
_DOUBLE_PINOCHLE = MeldKind(
    "double-pinochle", 300, "QS QS JD JD", ((Service.PINOCHLE, "QS JD"),), replaces="pinochle"
)
_GRAND_PINOCHLE = MeldKind(
    "grand-pinochle",
    80,
    "KS QS JD",
    ((Service.MARRIAGE, "KS QS"), (Service.PINOCHLE, "QS JD")),
    all_at_once=True,
)
_ROUNDHOUSE = MeldKind(
    "roundhouse",
    240,
    "K* Q*",
    ((Service.MARRIAGE, "K* Q*"), (Service.AROUND, "K* Q*")),
    all_at_once=True,
)

SCARNE = Rulebook(
    name="scarne",
    title='Scarne, "Two-Handed Pinochle (Turn-Up Trump)"',
    count=OLD_COUNT,
    melds=(*_COMMON_MELDS, _ROUNDHOUSE),
    melds_after_last_stock_trick=True,
    dealer_dix=10,
    penalties=Penalties(
        renege=RenegePenalty.COUNT_TO_OPPONENT,
        claims_stand_after_stock=True,
        missed_draw="two are drawn next turn",
        extra_draw="the extra card is put back, shown to the opponent if seen",
    ),
    game=GameRules(
        other_targets=(1250, 1500, 2000),
        single_hand_tie=SingleHandTie.DEAL_AGAIN,
        call_out=CallOutRule.WINS,
    ),
)
HAYES = Rulebook(
    name="hayes",
    title='Chris Hayes, "Pinochle", two players',
    count=COMPROMISE_COUNT,
    melds=(
        *(kind for kind in _COMMON_MELDS if kind is not _RUN),
        replace(_RUN, replaces="royal-marriage"),
        _DOUBLE_PINOCHLE,
    ),
    must_head_plain=True,
    draws_before_melding=True,
    dix_is_a_meld=True,
    game=GameRules(tie_raises_target_by=250),
)
_MACDOUGALL_PENALTIES = Penalties(
    renege=RenegePenalty.COUNT_LOST,
    wrong_meld_to_opponent=True,
    forgotten_dix_is_lost=True,
    missed_draw="two are drawn next turn",
    extra_draw="the next draw is skipped",
)
_MACDOUGALL_GAME = GameRules(
    other_targets=(1200,),
    chips_up_from=7,
    single_hand_tie=SingleHandTie.NOBODY_WINS,
    call_out=CallOutRule.NEEDS_A_TRICK,
)
MACDOUGALL = Rulebook(
    name="macdougall",
    title='"MacDougall on Pinochle" (1947)',
    count=OLD_COUNT,
    melds=_COMMON_MELDS,
    dix_by_loser=True,
    dealer_dix=10,
    last_draw_dix=10,
    penalties=_MACDOUGALL_PENALTIES,
    game=_MACDOUGALL_GAME,
)
MACDOUGALL_BONUS = Rulebook(
    name="macdougall-bonus",
    title='"MacDougall on Pinochle" (1947), with his bonus melds',
    count=OLD_COUNT,
    melds=(
        *_COMMON_MELDS,
        replace(_DOUBLE_PINOCHLE, all_at_once=True, replaces=None),
        _GRAND_PINOCHLE,
        replace(_ROUNDHOUSE, points=250),
    ),
    dix_by_loser=True,
    dealer_dix=10,
    last_draw_dix=10,
    penalties=_MACDOUGALL_PENALTIES,
    game=_MACDOUGALL_GAME,
)
RULEBOOKS = {book.name: book for book in (SCARNE, HAYES, MACDOUGALL, MACDOUGALL_BONUS)}
DEFAULT_RULEBOOK = SCARNE

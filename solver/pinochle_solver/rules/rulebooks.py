"""The published rulebooks by name.

*scarne*: Scarne's "Two-Handed Pinochle (Turn-Up Trump)"; *hayes*: Chris Hayes, "Pinochle", the
two-player booklet; *macdougall*: Michael MacDougall, "MacDougall on Pinochle" (1947);
*macdougall-bonus*: the same with the bonus melds that he calls reasonable; *goulash*: his game of
64 cards; *glup*: "Glup Pinochle", of 96 cards. RULES.md has all their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pinochle_solver.errors import NotationError, expect_type, quoted
from pinochle_solver.rules.cards import Rank
from pinochle_solver.rules.counts import COMPROMISE_COUNT, GLUP_COUNT, OLD_COUNT
from pinochle_solver.rules.decks import PINOCHLE_DECK, Deck
from pinochle_solver.rules.meld_kinds import DIX, CopyRule, MeldKind, Service
from pinochle_solver.rules.rules import (
    CallOutRule,
    Doubles,
    ExtraCardMelds,
    ExtraDraw,
    FaceUp,
    GameRules,
    MissedDraw,
    Penalties,
    RenegePenalty,
    Rulebook,
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
_MELDS_BUT_DIX = (
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
)
_COMMON_MELDS = (*_MELDS_BUT_DIX, MeldKind(DIX, 10, "9t"))
# A double pinochle may be laid one pinochle after the other, and no copy is barred from it. While
# all four cards are held and one of them is new, at most one pinochle has been laid with them, and
# that is the one it replaces.
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
        missed_draw=MissedDraw.TWO_NEXT,
        extra_draw=ExtraDraw.PUT_BACK,
        face_up=FaceUp.TAKEN,
        short_hand_melds=False,
        extra_card_melds=ExtraCardMelds.WHEN_RIGHTED,
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
    looking_loses_count=True,
    missed_draw=MissedDraw.TWO_NEXT,
    extra_draw=ExtraDraw.SKIP,
    face_up=FaceUp.SHUFFLED,
    short_hand_melds=True,
    extra_card_melds=ExtraCardMelds.AFTER_A_TRICK,
)
_MACDOUGALL_GAME = GameRules(
    other_targets=(1200,),
    chips_up_from=7,
    single_hand_tie=SingleHandTie.NOBODY_WINS,
    call_out=CallOutRule.NEEDS_A_TRICK,
    doubles=tuple(Doubles),
)
MACDOUGALL = Rulebook(
    name="macdougall",
    title='"MacDougall on Pinochle" (1947)',
    count=OLD_COUNT,
    melds=_COMMON_MELDS,
    dix_by_loser=True,
    dealer_dix=10,
    last_draw_dix=10,
    penalties=replace(_MACDOUGALL_PENALTIES, dix_when_drawn=True),
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
    penalties=replace(_MACDOUGALL_PENALTIES, dix_when_drawn=True),
    game=_MACDOUGALL_GAME,
)
_GOULASH_DECK = Deck(
    name="goulash",
    ranks=(*PINOCHLE_DECK.ranks, Rank.EIGHT, Rank.SEVEN),
    copies=2,
    hand=16,
    stock=31,
    upcard=True,
    own_piles=True,
)
GOULASH = Rulebook(
    name="goulash",
    title='goulash, "MacDougall on Pinochle" (1947)',
    count=OLD_COUNT,
    melds=(*_MELDS_BUT_DIX, MeldKind(DIX, 10, "7t")),
    target=1500,
    dix_by_loser=True,
    dix_turns=True,
    upcard_to_winner=True,
    dealer_dix=10,
    held_dix=10,
    penalties=_MACDOUGALL_PENALTIES,
    game=replace(_MACDOUGALL_GAME, other_targets=()),
    deck=_GOULASH_DECK,
)

_GLUP_DECK = replace(PINOCHLE_DECK, name="glup", copies=4, hand=18, stock=59)
_MULTIPLES = ("", "double-", "triple-", "quadruple-")
# The kinds of glup: the cards, and the points for one, two, three and four of each kind.
_GLUP_KINDS: dict[str, tuple[str, tuple[int | None, ...]]] = {
    "marriage": ("Kp Qp", (2, 15, 45, 450)),
    "royal-marriage": ("Kt Qt", (4, 30, 90, 900)),
    "pinochle": ("QS JD", (4, 30, 90, 900)),
    "roundhouse": ("K* Q*", (50, 500)),
    "run": ("At Tt Kt Qt Jt", (15, 150, 1500)),
    "roundhouse-of-runs": ("A* K* Q* J*", (200,)),
    "nines": ("9*", (None, 20, None, 200)),
    "jacks": ("J*", (4, 40, 400, 4000)),
    "queens": ("Q*", (6, 60, 600, 6000)),
    "kings": ("K*", (8, 80, 800, 8000)),
    "aces": ("A*", (10, 100, 1000, 10000)),
    "trump-jacks": ("Jt Jt Jt Jt", (4,)),
    "trump-queens": ("Qt Qt Qt Qt", (6,)),
    "trump-kings": ("Kt Kt Kt Kt", (8,)),
    "trump-aces": ("At At At At", (10,)),
}
# Kinds that bar one another, besides a kind and its multiples.
_GLUP_BARS = {
    "marriage": ("roundhouse", "roundhouse-of-runs"),
    "royal-marriage": ("roundhouse", "roundhouse-of-runs"),
    "double-marriage": ("double-roundhouse",),
    "double-royal-marriage": ("double-roundhouse",),
    "quadruple-royal-marriage": ("trump-queens", "trump-kings"),
    "pinochle": ("roundhouse-of-runs",),
    "quadruple-pinochle": ("trump-queens", "trump-jacks"),
    "roundhouse": ("queens", "kings", "roundhouse-of-runs"),
    "double-roundhouse": ("double-queens", "double-kings"),
    "run": ("roundhouse-of-runs",),
    "roundhouse-of-runs": ("jacks", "queens", "kings", "aces"),
    "quadruple-jacks": ("trump-jacks",),
    "quadruple-queens": ("trump-queens",),
    "quadruple-kings": ("trump-kings",),
    "quadruple-aces": ("trump-aces",),
}


def _glup_melds() -> Iterator[MeldKind]:
    for name, (cards, row) in _GLUP_KINDS.items():
        rows = zip(_MULTIPLES, row, strict=False)
        kinds = {multiple + name: points for multiple, points in rows if points is not None}
        for times, multiple in enumerate(_MULTIPLES, start=1):
            points = kinds.get(multiple + name)
            if points is not None:
                bars = (*kinds, *_GLUP_BARS.get(multiple + name, ()))
                yield MeldKind(multiple + name, points, " ".join([cards] * times), bars=bars)
    yield MeldKind(DIX, 1, "9t")


GLUP = Rulebook(
    name="glup",
    title='"Glup Pinochle"',
    count=GLUP_COUNT,
    melds=tuple(_glup_melds()),
    must_head_plain=True,
    melds_after_last_stock_trick=True,
    dix_is_a_meld=True,
    dix_by_exchange=True,
    dealer_dix=1,
    dealer_lift=1,
    dealer_lift_and_dix=3,
    held_dix=1,
    played_dix=1,
    glups=True,
    copy_rule=CopyRule.KINDS,
    game=GameRules(ahead=1000),
    deck=_GLUP_DECK,
)
RULEBOOKS = {
    book.name: book for book in (SCARNE, HAYES, MACDOUGALL, MACDOUGALL_BONUS, GOULASH, GLUP)
}
PINOCHLE_BOOKS = {name: book for name, book in RULEBOOKS.items() if book.deck == PINOCHLE_DECK}
"""The published rulebooks of the 48-card deck."""
DEFAULT_RULEBOOK = SCARNE


def as_rulebook(rules: Rulebook | str) -> Rulebook:
    """A rulebook as it is, or the published one with this name, in either case.

    Raises:
        NotationError: (``rules``) for a name that no published rulebook has.
        TypeError: for anything but a `Rulebook` or a name, such as the rules of a table game.

    >>> as_rulebook("Hayes")
    <Rulebook hayes>
    """
    if not isinstance(rules, str):
        expect_type(rules, Rulebook, "one of RULEBOOKS, or its name")
        return rules
    found = RULEBOOKS.get(rules.lower()) if rules.isascii() else None  # K may be Kelvin
    if found is None:
        known = ", ".join(RULEBOOKS)
        raise NotationError("rules", f"unknown rulebook {quoted(rules)} (for two: {known})")
    return found


def resolve_rulebook(value: Any, named: Callable[[Any], object] = as_rulebook) -> None:
    """Give a frozen value that was made with the name of a published rulebook that rulebook.

    Args:
        value: the value, whose ``rules`` may be a name.
        named: the rulebook of a name, or a rulebook as it is.

    Raises:
        NotationError, TypeError: as `named` does.
    """
    object.__setattr__(value, "rules", named(value.rules))

"""The uses of each card of a hand, and the melds that wait for cards to be drawn.

`MeldTable` says whether a meld could be laid with some more cards, as if they were in the hand. The
upcard does not count as a card to be drawn. The seat that holds the dix and wins a trick is certain
to get it by the exchange (RULES.md 4, "The dix"), so it counts as held by that seat. Nobody else
gets it in time for a meld, because it is the last card of the stock (RULES.md 2). A dix that would
first have to be drawn, to be exchanged for it, is not counted either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import NamedTuple, cast

from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_table import MeldState
from pinochle_solver.rules.melds import Meld, dix_card, in_canonical_order, melds_of
from pinochle_solver.rules.moves import CopyNumber, Play, Show

MOST_MISSING = 2
"""How many cards a meld may lack and still be listed."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may still come to a seat.

    Attributes:
        unseen: the cards that it may draw, all equally likely: those of the hidden hand and of the
            face-down stock.
        melds: whether it may still have a turn to meld.
        dix: whether it may still have a turn to show a dix.
        draws: how many of these it draws before its last chance to meld; None if not known.
        dix_draws: the same before its last chance to show a dix.
        by_chance: whether chance decides what it draws; False if the stock lies open.
        keeps_dix: whether a dix scores that is still held when the stock is gone, and not when it
            is played before.
    """

    unseen: Hand
    melds: bool = True
    dix: bool = True
    draws: int | None = None
    dix_draws: int | None = None
    by_chance: bool = True
    keeps_dix: bool = False


class Use(NamedTuple):
    """A meld that a card can still serve in.

    Attributes:
        show: the meld, or a dix; also one that scores when the stock is gone.
        missing: the smallest set of cards that must be drawn for it; the first of several equally
            small sets. Empty if it can be laid now, or with the upcard that the seat can get for a
            dix.
    """

    show: Show
    missing: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Need:
    """The melds that still need one card, as its holder sees it.

    Attributes:
        play: the card, and where it is if a copy of it lies on the table. Two copies there that
            have served in the same are one, with the lower number.
        uses: the melds in which this very copy can still serve, and which lack at most two cards
            that may still come. If there are none, the card may be played without regret.
    """

    play: Play
    uses: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class Out:
    """A meld that cannot be laid now, but could be with one or two more cards.

    Attributes:
        show: the meld, or a dix.
        points: what it would score by itself.
        missing: all the cards that it waits for. Where any one of several would do, there is an
            `Out` for each.
        unseen: for each of `missing`, how many copies are unseen: in the hidden hand or the stock.
        draws: how many cards the seat draws before its last chance to show it; None if not known.
        chance: the exact probability that all of `missing` are among that many cards drawn, every
            place being equally likely for each unseen card. None if `draws` is None, or if the
            stock lies open. It does not include that a trick must be won for a meld.
    """

    show: Show
    points: int
    missing: tuple[Card, ...]
    unseen: tuple[int, ...]
    draws: int | None
    chance: Fraction | None

    @property
    def probability(self) -> float | None:
        """The nearest float to `chance`."""
        return None if self.chance is None else float(self.chance)


def draw_chance(unseen: Hand, missing: Sequence[Card], draws: int) -> Fraction:
    """The exact probability that `draws` cards drawn from `unseen` contain all of `missing`.

    Args:
        unseen: the cards to draw from; any `draws` of them are equally likely.
        missing: the cards wanted, each as often as it is needed.
        draws: how many are drawn, 0 to the number of `unseen`.

    Raises:
        ValueError: for an impossible number of draws.

    >>> draw_chance(Hand.parse("AAK.-.-.-"), [Card.parse("AS"), Card.parse("KS")], 2)
    Fraction(2, 3)
    """
    if not 0 <= draws <= len(unseen):
        raise ValueError(f"{draws} draws of {len(unseen)} cards")
    wanted = Hand.of(missing)
    cards = list(wanted.distinct())
    others = len(unseen) - sum(map(unseen.count, cards))
    ways = 0
    # Summed over how many copies of each wanted card are drawn, at least those needed.
    for drawn in product(*(range(wanted.count(c), unseen.count(c) + 1) for c in cards)):
        if sum(drawn) > draws:
            continue
        way = comb(others, draws - sum(drawn))
        for card, number in zip(cards, drawn, strict=True):
            way *= comb(unseen.count(card), number)
        ways += way
    return Fraction(ways, comb(len(unseen), draws))


def find_outs(state: MeldState, outlook: Outlook) -> tuple[Out, ...]:
    """The melds that wait for one or two cards: fewest missing first, then most points."""
    return tuple(sorted(_outs(state, outlook), key=lambda out: (len(out.missing), -out.points)))


def _outs(state: MeldState, outlook: Outlook) -> Iterator[Out]:
    rules, trump = state.table.rules, state.table.trump
    now = _scores(state, (), outlook)
    for meld in melds_of(rules, trump) if outlook.melds else ():
        if meld not in now:
            for missing, points in _fills(state, meld, outlook, meld.cards):
                yield _out(Show(meld=meld), points, missing, outlook, outlook.draws)
    dix, kind = dix_card(rules, trump), rules.meld(DIX)
    can_come = outlook.dix_draws != 0 and dix in outlook.unseen
    if outlook.dix and can_come and dix and kind and state.dix is None:
        yield _out(Show(dix=True), kind.points, (dix,), outlook, outlook.dix_draws)


def _out(
    show: Show, points: int, missing: tuple[Card, ...], outlook: Outlook, draws: int | None
) -> Out:
    unseen = outlook.unseen
    known = draws is not None and outlook.by_chance
    return Out(
        show=show,
        points=points,
        missing=missing,
        unseen=tuple(map(unseen.count, missing)),
        draws=draws,
        chance=draw_chance(unseen, missing, draws) if known and draws is not None else None,
    )


def find_needs(state: MeldState, outlook: Outlook) -> tuple[Need, ...]:
    """The melds that still need each card; canonical order, copies on the table first."""
    return tuple(Need(play, tuple(_uses(state, play, outlook))) for play in _plays(state))


def _plays(state: MeldState) -> Iterator[Play]:
    table = state.table
    on_table = in_canonical_order(copy for copy in table.copies if not copy.played)
    held = Hand.of((*state.in_hand, *(copy.card for copy in on_table)))
    for card in held.distinct():
        served = []
        for copy in on_table:
            if copy.card == card and table.served(copy) not in served:
                served.append(table.served(copy))
                yield Play(card, cast("CopyNumber", copy.number))
        if card in state.in_hand:
            yield Play(card, "hand" if served else None)


def _uses(state: MeldState, play: Play, outlook: Outlook) -> Iterator[Use]:
    rules, trump, card = state.table.rules, state.table.trump, play.card
    for meld in melds_of(rules, trump) if outlook.melds else ():
        wanted = meld.cards.count(card)
        if wanted == 0:
            continue
        # With no more copies than the meld takes, this one is among those that serve in it.
        fills = (
            missing
            for kept, number in _with_fewer_copies(state, play, wanted)
            for missing, _ in _fills(kept, meld, outlook, _without(meld.cards, card, number))
        )
        missing = min(fills, key=len, default=None)
        if missing is not None:
            yield Use(Show(meld=meld), missing)
    may_score = outlook.dix or outlook.keeps_dix
    if may_score and card == state.dix and play.source in (None, "hand"):
        yield Use(Show(dix=True), ())


def _without(cards: Sequence[Card], card: Card, number: int) -> list[Card]:
    """The cards without so many of one of them."""
    rest = list(cards)
    for _ in range(number):
        rest.remove(card)
    return rest


def _with_fewer_copies(state: MeldState, play: Play, most: int) -> Iterator[tuple[MeldState, int]]:
    """The state with this copy of a card and fewer than `most` others, and how many that makes.

    The upcard is one of the others where it is the same card.
    """
    card, from_hand = play.card, play.source in (None, "hand")
    rest = state.in_hand
    while card in rest:
        rest = rest.without(card)
    others = [
        copy
        for copy in state.table.copies
        if copy.card == card and not copy.played and copy.number != play.source
    ]
    in_hand, up = state.in_hand.count(card) - from_hand, int(state.upcard == card)
    for kept in product(*[(True, False)] * len(others), range(in_hand, -1, -1), range(up, -1, -1)):
        *on_table, held, turned_up = kept
        if sum(kept) < most:
            played = [copy for copy, stays in zip(others, on_table, strict=True) if not stays]
            hand = Hand.of((*rest, *[card] * (held + from_hand)))
            upcard = None if up and not turned_up else state.upcard
            yield MeldState(state.table.copy(played), hand, upcard), 1 + sum(kept)


def _fills(
    state: MeldState, meld: Meld, outlook: Outlook, cards: Sequence[Card]
) -> Iterator[tuple[tuple[Card, ...], int]]:
    """The fewest of these cards that make a meld possible, and what it scores then.

    There are several choices if any of several cards will do. There is none if more than two cards
    are missing, or more than can be drawn, or one that cannot come.
    """
    most = MOST_MISSING if outlook.draws is None else min(MOST_MISSING, outlook.draws)
    for number in range(most + 1):
        is_found = False
        for missing in dict.fromkeys(combinations(cards, number)):
            if any(missing.count(card) > outlook.unseen.count(card) for card in missing):
                continue
            points = _scores(state, missing, outlook).get(meld)
            if points is not None:
                is_found = True
                yield missing, points
        if is_found:
            return


def _scores(state: MeldState, drawn: Sequence[Card], outlook: Outlook) -> Mapping[Meld, int]:
    """What can be laid with these cards drawn, with or without taking the upcard in an exchange."""
    in_hand = Hand.of((*state.in_hand, *drawn))
    scores = state.table.scores(in_hand)
    if not outlook.dix or state.dix is None or state.upcard in (None, state.dix):
        return scores
    after = replace(state, in_hand=in_hand).after_dix()
    for meld, points in after.table.scores(after.in_hand).items():
        scores[meld] = max(points, scores.get(meld, 0))
    return scores

"""What a seat may come to meld (``meld_prospects.pxd``), against plain counting of cards.

The terms of the policy show it: what a card is taken from, what can be shown, what the other seat
might show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.oracle_decks import views
from pinochle_solver import RULEBOOKS, Card, Hand, Rank, Rulebook, Seat
from pinochle_solver._core.networks.policy import TERMS
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.states import stock_state
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.meld_kinds import CopyRule, MeldKind
from pinochle_solver.rules.meld_table import MeldState, MeldTable
from pinochle_solver.rules.melds import Meld, melds_of
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.stock.problem import Problem

Cards = Counter[Card]

MISSING = 4
"""Melds that lack fewer cards are counted."""
TAKEN = 3 * 2 * len(Rank)
WIN, WIN_SHOW, WIN_THREAT, WIN_LAST = TAKEN + 7, TAKEN + 9, TAKEN + 11, TAKEN + 12
LEAD_HIGHER, LEAD_BEATEN, LEAD_SHOW, LEAD_THREAT = (TAKEN + place for place in (16, 18, 20, 21))
PASSES, SHOW_POINTS, SHOW_GAINED, SHOW_LAID = (TAKEN + place for place in (22, 23, 24, 28))
SHOW_DIX = SHOW_LAID + 1
MANY_HIGHER = 4

GLUP = RULEBOOKS["glup"]


def at_once(rules: Rulebook, *places: int) -> Rulebook:
    """A rulebook in which some kinds are laid all at once."""
    melds = [
        replace(kind, all_at_once=place % 9 in places) for place, kind in enumerate(rules.melds)
    ]
    return replace(rules, name=f"{rules.name}-at-once", melds=tuple(melds))


RULES = [*RULEBOOKS.values(), at_once(GLUP, 1, 2, 4, 7)]


class Seen(NamedTuple):
    """What is known of a seat's cards: those of the hand, and the copies on the table."""

    rules: Rulebook
    hand: Cards
    table: dict[tuple[Card, int], frozenset[object]]
    """By card and number, what each has served in."""

    @classmethod
    def of(cls, view: StockPosition, seat: Seat) -> Seen:
        table = cls.with_hand(view.meld_table(seat), Counter())
        laid = Counter(card for card, _ in table.table)
        return table._replace(hand=Counter(view.hand(seat).known) - laid)

    @classmethod
    def with_hand(cls, laid: MeldTable, hand: Cards) -> Seen:
        by_kinds = laid.rules.copy_rule is CopyRule.KINDS
        table = {
            (copy.card, copy.number): frozenset[object](
                laid.kinds(copy) if by_kinds else laid.services(copy)
            )
            for copy in laid.copies
            if not copy.played
        }
        return cls(laid.rules, hand, table)

    def held_for(self, meld: Meld) -> Cards:
        """The cards that it may make a meld of."""
        if meld.kind.all_at_once:
            return self.hand
        bars = self.barred(meld.kind)
        usable = (card for (card, _), served in self.table.items() if not served & bars)
        return self.hand + Counter(usable)

    def barred(self, kind: MeldKind) -> frozenset[object]:
        if self.rules.copy_rule is not CopyRule.KINDS:
            return frozenset(kind.barred_by)
        bars = {other.name for other in self.rules.melds if kind.name in other.bars}
        return frozenset(bars.union(kind.bars))

    def without(self, play: Play) -> Seen:
        """What is left when it has played a card."""
        if not isinstance(play.source, int):
            return self._replace(hand=self.hand - Counter([play.card]))
        played = (play.card, play.source)
        table = {key: served for key, served in self.table.items() if key != played}
        return self._replace(table=table)


def by_index(cards: Cards) -> list[tuple[Card, int]]:
    return sorted(cards.items(), key=lambda item: item[0].index)


def worth_of(rules: Rulebook, meld: Meld, lacking: Cards, unseen: Cards) -> int:
    """The points of a meld in units, for each missing card the part of its copies that is left."""
    if rules.copy_rule is not CopyRule.KINDS:
        worth = meld.kind.points * 2 // rules.meld_unit
        for card in lacking:
            worth //= 1 if unseen[card] > 1 else 2
        return (worth + 1) // 2
    worth = meld.kind.points * 8 // rules.meld_unit
    for copies in range(rules.deck.copies):
        for card, number in by_index(lacking):
            if number > copies:
                worth = worth * (unseen[card] - copies) // rules.deck.copies
    return (worth + 4) // 8


def prospects(seen: Seen, view: StockPosition) -> Iterator[tuple[int, int, set[Card]]]:
    """Melds it may lay: how many cards each lacks, its worth, and the cards without a spare."""
    unseen = Counter(view.unseen)
    for meld in melds_of(view.rules, view.trump):
        held, need = seen.held_for(meld), Counter(meld.cards)
        lacking = need - held
        missing = lacking.total()
        if missing >= MISSING or lacking - unseen:
            continue
        if not missing and not need & seen.hand:
            continue
        worth = worth_of(view.rules, meld, lacking, unseen)
        yield missing, worth, {card for card in need if 0 < held[card] <= need[card]}


def totals(seen: Seen, view: StockPosition) -> list[int]:
    """The worth of all melds it may lay, by how many cards they lack."""
    total = [0] * MISSING
    for missing, worth, _ in prospects(seen, view):
        total[missing] += worth
    return total


def most_points(seen: Seen, view: StockPosition) -> int:
    """What the best meld that it can lay scores."""
    return max(
        (
            meld.kind.points
            for meld in melds_of(view.rules, view.trump)
            if not Counter(meld.cards) - seen.held_for(meld) and Counter(meld.cards) & seen.hand
        ),
        default=0,
    )


def threat(view: StockPosition) -> int:
    """What the other seat might show, in units: the points of each meld times its chance."""
    rules, unseen = view.rules, Counter(view.unseen)
    other = Seen.of(view, view.turn.other)
    hidden = view.hand(view.turn.other).hidden
    by_kinds = rules.copy_rule is CopyRule.KINDS
    sure, total = 256 if by_kinds else 16, 0
    one = sure * hidden // unseen.total()
    for meld in melds_of(rules, view.trump):
        need = Counter(meld.cards)
        lacking = need - other.held_for(meld)
        if not by_kinds:
            if any(unseen[card] < 2 for card, number in need.items() if number > 1):
                continue  # of two copies both have to be unseen,
            # and count as one.
            lacking = Counter(need.keys() - other.held_for(meld).keys())
        if lacking - unseen or lacking.total() > 6:
            continue
        chance = sure * sure
        for card, number in by_index(lacking):
            chance = chance * likely(sure, one, unseen[card], number) // sure
        total += meld.kind.points * chance
    return min(total // (sure * sure * rules.meld_unit), 10_000)


def likely(sure: int, one: int, left: int, number: int) -> int:
    """The chance, in parts of `sure`, that of so many unseen copies so many are in the hand."""
    if number == 0:
        return sure
    if left == 0:
        return 0
    with_it, without_it = (
        likely(sure, one, left - 1, number - 1),
        likely(sure, one, left - 1, number),
    )
    if sure == 16:
        return sure - (sure - one) * (sure - without_it) // sure
    with_it = likely(sure, one, left - 1, number - 1)
    return (one * with_it + (sure - one) * without_it) // sure


def terms_of(view: StockPosition) -> Iterator[tuple[Play, NDArray[np.int16]]]:
    """The plays that a view has, each with the terms of its score."""
    return ((move, row) for move, row in all_terms_of(view) if isinstance(move, Play))


def all_terms_of(view: StockPosition) -> Iterator[tuple[Move, NDArray[np.int16]]]:
    """The moves that a view has, each with the terms of its score."""
    state, pile = stock_state(view, tuple(view.unseen), viewer=view.turn)
    record = hand_rules_record(view.rules, view.count, view.trump)
    search = Playouts(record, state.pack(), bytes(card.index for card in pile))
    moves, legal = Problem(view).moves, search.legal()
    terms = np.zeros((len(legal), TERMS), np.int16)
    search.scores(terms)
    for row, number in zip(terms, legal, strict=True):
        yield moves[number], row


def some_views(rules: Rulebook, seed: int) -> list[StockPosition]:
    return [view for _, view in views(rules, 1 if rules.deck.copies > 2 else 2, seed)]


rulebook = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)


@rulebook
def test_a_play_is_taken_from_the_melds_that_have_no_spare(rules: Rulebook) -> None:
    for view in some_views(rules, 1):
        needing = [Counter[Card]() for _ in range(MISSING)]
        for missing, worth, cards in prospects(Seen.of(view, view.turn), view):
            for card in cards:
                needing[missing][card] += worth
        for play, row in terms_of(view):
            taken = [needed[play.card] for needed in needing]
            assert row[TAKEN : TAKEN + MISSING].tolist() == taken, (view.text(), play.text())


@rulebook
def test_what_can_be_shown_after_a_trick_is_the_best_meld_of_the_cards_left(
    rules: Rulebook,
) -> None:
    for view in some_views(rules, 2):
        if view.act is not Act.PLAY or view.completed_tricks + 1 > rules.last_meld_trick:
            continue
        seen = Seen.of(view, view.turn)
        shown = most_points(seen, view)
        for play, row in terms_of(view):
            few = MANY_HIGHER - row[LEAD_HIGHER]
            if view.led is not None and row[WIN]:
                left = most_points(seen.without(play), view)
                assert row[WIN_SHOW] == left // rules.meld_unit, (view.text(), play.text())
            if view.led is None and few > 0 and not row[LEAD_BEATEN]:
                share = shown * few // (MANY_HIGHER * rules.meld_unit)
                assert row[LEAD_SHOW] == share, (view.text(), play.text())


@rulebook
def test_what_the_other_seat_might_show_is_each_meld_times_its_chance(rules: Rulebook) -> None:
    for view in some_views(rules, 3):
        if view.act is not Act.PLAY:
            continue
        may_meld = view.completed_tricks + 1 <= rules.last_meld_trick
        danger = threat(view) if may_meld else 0
        for play, row in terms_of(view):
            few = MANY_HIGHER - row[LEAD_HIGHER]
            if view.led is not None and row[WIN]:
                assert row[WIN_THREAT] == danger, (view.text(), play.text())
            if view.led is None and few > 0 and not row[LEAD_BEATEN]:
                assert row[LEAD_THREAT] == danger * few // MANY_HIGHER, (view.text(), play.text())


@rulebook
def test_a_show_gains_what_it_scores_and_what_is_possible_after_it(rules: Rulebook) -> None:
    for view in some_views(rules, 4):
        if not view.act.shows:
            continue
        seen = Seen.of(view, view.turn)
        table, hand = view.meld_table(view.turn), Hand.of(seen.hand.elements())
        state = MeldState(table, hand, view.upcard)
        options = {option.show: option for option in state.options()}
        before = totals(seen, view)
        for move, row in all_terms_of(view):
            assert isinstance(move, Show)
            option = options.get(move)
            assert row[PASSES] == (option is None), (view.text(), move.text())
            if option is None:
                continue
            assert row[SHOW_DIX] == move.dix
            if not move.dix or view.act is not Act.DIX:
                assert row[SHOW_POINTS] == option.points // rules.meld_unit
            after = state.after(option)
            left = Seen.with_hand(after.table, Counter(after.in_hand))
            assert row[SHOW_LAID] == seen.hand.total() - left.hand.total()
            gained = np.array(totals(left, view)) - before
            assert row[SHOW_GAINED : SHOW_GAINED + MISSING].tolist() == gained.tolist()


@rulebook
def test_the_last_draw_is_that_of_the_last_stock_trick(rules: Rulebook) -> None:
    for view in some_views(rules, 2):
        is_last = view.completed_tricks + 1 == rules.deck.stock_tricks
        for _, row in terms_of(view):
            assert row[WIN_LAST] == (row[WIN] and is_last)

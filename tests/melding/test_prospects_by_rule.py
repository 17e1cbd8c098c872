"""What melds are worth to players by rule (``melding/prospects.py``), against plain counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import pytest

from helpers.oracle_decks import SMALL_RULEBOOKS, views
from pinochle_solver import RULEBOOKS, Card, MeldKind, Rulebook
from pinochle_solver.melding.prospects import MeldProspects
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.meld_kinds import CopyRule
from pinochle_solver.rules.melds import Meld, dix_card, melds_of
from pinochle_solver.rules.moves import Play

Cards = Counter[Card]
Copy = tuple[Card, int]

HELD_TOGETHER, TURN_WON = 0.7, 0.5

rulebook = pytest.mark.parametrize(
    "rules", [*RULEBOOKS.values(), *SMALL_RULEBOOKS.values()], ids=lambda rules: rules.name
)


class Own(NamedTuple):
    """What a seat that decides sees of its own cards."""

    view: StockPosition
    hand: Cards
    table: dict[Copy, frozenset[object]]
    """The copies on the table, by the services or the kinds that they have served in."""

    @classmethod
    def of(cls, view: StockPosition) -> Own:
        laid = view.meld_table(view.turn)
        by_kinds = view.rules.copy_rule is CopyRule.KINDS
        table = {
            (copy.card, copy.number): frozenset[object](
                laid.kinds(copy) if by_kinds else laid.services(copy)
            )
            for copy in laid.copies
            if not copy.played
        }
        held = Counter(view.hand(view.turn).known)
        return cls(view, held - Counter(card for card, _ in table), table)

    def after(self, play: Play) -> Own:
        """The same after a card is played."""
        if not isinstance(play.source, int):
            return self._replace(hand=self.hand - Counter([play.card]))
        played = (play.card, play.source)
        return self._replace(table={key: each for key, each in self.table.items() if key != played})

    def with_card(self, card: Card) -> Own:
        """The same with a card more in the hand."""
        return self._replace(hand=self.hand + Counter([card]))

    @property
    def turns(self) -> int:
        """How many tricks are left after which it might meld."""
        view = self.view
        return max(0, view.rules.last_meld_trick - view.completed_tricks + (view.act is Act.MELD))

    @property
    def dix(self) -> Card | None:
        """The card that is a dix, where one may be shown."""
        rules, upcard = self.view.rules, self.view.upcard
        dix = dix_card(rules, self.view.trump)
        is_none = upcard is None or (rules.dix_by_exchange and upcard == dix)
        return None if is_none else dix

    @property
    def dix_points(self) -> int:
        kind = self.view.rules.meld("dix")
        return kind.points if kind is not None and self.dix is not None else 0

    @property
    def keeps_dix(self) -> bool:
        """Whether a dix scores when the stock is gone, and nothing if it is played before."""
        return self.view.rules.name == "goulash"

    @property
    def upcard(self) -> Card | None:
        """What a dix brings."""
        return self.view.upcard if self.view.upcard != self.dix else None

    def usable(self, meld: Meld) -> Cards:
        """The cards of the table that may serve in a meld."""
        if meld.kind.all_at_once:
            return Counter()
        barred = self.barred(meld.kind)
        return Counter(card for (card, _), served in self.table.items() if not served & barred)

    def barred(self, kind: MeldKind) -> frozenset[object]:
        """What a copy that serves in a kind of meld must not have served in."""
        rules = self.view.rules
        if rules.copy_rule is not CopyRule.KINDS:
            return frozenset(kind.barred_by)
        return frozenset(kind.bars).union(
            other.name for other in rules.melds if kind.name in other.bars
        )

    def is_complete(self, meld: Meld) -> bool:
        need = Counter(meld.cards)
        return not need - (self.hand + self.usable(meld)) and bool(need & self.hand)

    def turn_chance(self, missing: int) -> float:
        """That a turn to meld comes, the later the more cards are missed."""
        return float(1 - (1 - TURN_WON) ** (self.turns / (1 + missing)))

    def points(self, meld: Meld) -> int:
        """What a meld scores; less where it grows out of one that lies on the table."""
        inner = self.view.rules.meld(meld.kind.replaces) if meld.kind.replaces else None
        for other in melds_of(self.view.rules, self.view.trump):
            if inner is not None and other.kind == inner and set(other.cards) <= set(meld.cards):
                service, _ = inner.serves[0]
                lying = {card for (card, _), served in self.table.items() if service in served}
                return meld.kind.points - inner.points * (lying >= set(other.cards))
        return meld.kind.points

    def worth(self, meld: Meld, points: int) -> float:
        """What a meld is worth, laid once and again."""
        unseen = Counter(self.view.unseen)
        # This one need not be drawn.
        sure = self.upcard if self.dix is not None and self.hand[self.dix] else None
        total = 0.0
        for times in range(1, self.view.rules.deck.copies + 1):
            need = Counter(meld.cards * times)
            lacking = need - (self.hand + self.usable(meld))
            if not lacking and not need & self.hand:
                break
            chance = prod(
                self.chances(card, number - (card == sure), unseen)
                for card, number in lacking.items()
            )
            if not chance:
                break
            total += points * chance * self.turn_chance(lacking.total())
        return total

    def chances(self, card: Card, number: int, unseen: Cards) -> float:
        """That so many of a card come."""
        left = [unseen[card] - drawn for drawn in range(number)]
        return prod(self.draw_chance(each, unseen.total()) if each > 0 else 0.0 for each in left)

    def draw_chance(self, left: int, pool: int) -> float:
        """That one of so many copies comes, and that the meld is held together until then."""
        return float(HELD_TOGETHER * (1 - (1 - left / pool) ** self.turns))


def melds_with(own: Own, card: Card) -> list[Meld]:
    return [meld for meld in melds_of(own.view.rules, own.view.trump) if card in meld.cards]


def some_views(rules: Rulebook, seed: int) -> Iterator[tuple[StockPosition, list[Play]]]:
    each = 2 if rules.deck.copies == 2 else 25  # a hand of glup has many melds and moves
    for number, (referee, view) in enumerate(views(rules, 2, seed)):
        if number % each and not view.completed_tricks < 6 // each:
            continue
        plays = [move for move in referee.moves() if isinstance(move, Play)]
        if plays:
            yield view, plays


@rulebook
def test_a_play_loses_what_its_melds_are_worth_less(rules: Rulebook) -> None:
    for view, plays in some_views(rules, 1):
        own, prospects = Own.of(view), MeldProspects(view, view.turn)
        points = {meld: own.points(meld) for meld in melds_of(rules, view.trump)}
        for play in plays:
            after = own.after(play)
            lost = {}
            for meld in melds_with(own, play.card):
                had = own.worth(meld, points[meld])
                lost[meld] = had - has if (has := after.worth(meld, points[meld])) != had else 0
            found = dict(prospects.losses(play))
            for meld, number in lost.items():
                assert found.get(meld, 0) == pytest.approx(number), (view.text(), play, meld)
            of_dix = 0.0
            if play.card == own.dix and not isinstance(play.source, int) and own.turns:
                of_dix = own.dix_points * own.turn_chance(0)
                if own.upcard is not None and own.hand[play.card] == 1:
                    of_dix += gained(own, own.upcard, points)
            elif play.card == own.dix and not isinstance(play.source, int) and own.keeps_dix:
                of_dix = own.dix_points
            assert prospects.lost_by(play) == pytest.approx(sum(lost.values()) + of_dix)


def gained(own: Own, card: Card, points: dict[Meld, int]) -> float:
    more = own.with_card(card)
    return sum(
        more.worth(meld, points[meld]) - own.worth(meld, points[meld])
        for meld in melds_with(own, card)
    )


@rulebook
def test_a_card_gains_what_its_melds_are_worth_more(rules: Rulebook) -> None:
    for view, _ in some_views(rules, 1):
        own, prospects = Own.of(view), MeldProspects(view, view.turn)
        points = {meld: own.points(meld) for meld in melds_of(rules, view.trump)}
        for card in set(view.unseen):
            expected = gained(own, card, points)
            assert prospects.gained_by(card.index) == pytest.approx(expected), (view.text(), card)


@rulebook
def test_what_can_be_shown_and_what_a_play_breaks(rules: Rulebook) -> None:
    for view, plays in some_views(rules, 3):
        own, prospects = Own.of(view), MeldProspects(view, view.turn)
        points = {meld: own.points(meld) for meld in melds_of(rules, view.trump)}
        whole = {meld for meld in points if own.is_complete(meld)}
        assert prospects.held_points() == sum(points[meld] for meld in whole)
        for play in plays:
            after = own.after(play)
            left = {meld for meld in points if after.is_complete(meld)}
            dix = own.dix_points if own.dix is not None and after.hand[own.dix] else 0
            shown = max([dix, *(points[meld] for meld in left)]) if own.turns else 0
            assert prospects.best_show(play) == shown, (view.text(), play)
            broken = sum(points[meld] for meld in whole - left) if own.turns else 0
            is_dix = play.card == own.dix and not isinstance(play.source, int)
            if is_dix and (own.turns or own.keeps_dix):
                broken += own.dix_points
            assert prospects.broken_by(play) == broken, (view.text(), play)

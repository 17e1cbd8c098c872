"""What a seat's melds are worth to it, complete or not: a rule of thumb for engines by rule.

A meld counts its points times a guess at the chance that it will be laid: that the missing cards
are drawn and a turn to meld comes. That melds compete for turns and cards is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import CARDS, Card, Suit
from pinochle_solver.rules.hand_packing import hand_of
from pinochle_solver.rules.meld_kinds import DIX, CopyRule, Service
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.melds import Meld, dix_card, melds_of
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rules import Rulebook, Seat

# A meld that lacks a card must be kept together until that card comes, and other cards are needed
# to play to the tricks in between.
_HELD_TOGETHER = 0.7
_TURN_WON = 0.5
_MOST_COPIES = 4
_FIRST_OF_EACH_PLANE = sum(1 << CARDS * number for number in range(_MOST_COPIES))


@dataclass(frozen=True, slots=True)
class _Needs:
    """What a meld needs: its cards by `Card.index`, and how many of each; and what bars it."""

    meld: Meld
    cards: tuple[tuple[int, int], ...]
    replaced_points: int
    replaced_cards: tuple[int, ...]
    replaced_service: int
    barred_by_kinds: frozenset[str]


class MeldProspects:
    """The melds that one seat holds or hopes for, as that seat sees them.

    Args:
        position: the position.
        seat: a seat whose hand is wholly known, or the seat whose hand is guessed at.

    Attributes:
        in_hand: how many copies of each card, by `Card.index`, are in the hand, not on the table.
        turns: how many turns to meld the seat would have from now on if it won every trick.
    """

    def __init__(self, position: StockPosition, seat: Seat) -> None:
        rules = position.rules
        record = position.laid_record(seat)
        on_table = hand_of(record.table).counts
        known = position.hand(seat).known.counts
        self.in_hand = [held - laid for held, laid in zip(known, on_table, strict=True)]
        self.turns = turns_to_meld(position)
        self._table, self._served = record.table, record.served
        self._copies = rules.deck.copies
        self._needs = _needs_of(rules, position.trump)
        self._unseen = unseen_by_seat(position)
        self._pool = sum(self._unseen)
        dix, kind = dix_card(rules, position.trump), rules.meld(DIX)
        # Where a dix is only exchanged none is shown for another dix.
        barred = (None, dix) if rules.dix_by_exchange else (None,)
        has_dix = dix is not None and kind is not None and position.upcard not in barred
        self._dix = dix.index if has_dix and dix is not None else None
        self._dix_points = kind.points if has_dix and kind is not None else 0
        # One that is still held when the stock is gone scores, and one that is played does not.
        self._keeps_dix = rules.held_dix > rules.played_dix
        upcard = position.upcard
        self._upcard = upcard.index if upcard is not None and upcard != dix else None
        by_kind = _by_kind(position.meld_table(seat)) if rules.copy_rule is CopyRule.KINDS else {}
        self._open = [
            0 if needs.meld.kind.all_at_once else record.table & ~self._barred(needs, by_kind)
            for needs in self._needs
        ]
        self._points = list(map(self._points_of, self._needs))
        self._with_card: dict[int, list[int]] = {}
        for number, needs in enumerate(self._needs):
            for card, _ in needs.cards:
                self._with_card.setdefault(card, []).append(number)

    def _barred(self, needs: _Needs, by_kind: Mapping[str, int]) -> int:
        """The copies that have served in what bars a meld; `by_kind` as `_by_kind` gives it."""
        planes = 0
        for service in needs.meld.kind.barred_by:
            planes |= self._served[service]
        for name in needs.barred_by_kinds:
            planes |= by_kind.get(name, 0)
        return planes

    def _points_of(self, needs: _Needs) -> int:
        points = needs.meld.kind.points
        if needs.replaced_points:
            served = self._served[needs.replaced_service] & self._table
            if all(_count(served, card) for card in needs.replaced_cards):
                points -= needs.replaced_points
        return points

    def lost_by(self, play: Play) -> float:
        """How much less the seat's prospects are worth once it has played this card."""
        return sum(lost for _, lost in self.losses(play)) + self._dix_lost_by(play)

    def losses(self, play: Play) -> list[tuple[Meld, float]]:
        """The melds that lose worth by a play, and how much they lose."""
        card = play.card.index
        numbers = self._with_card.get(card, ())
        before = [self._worth(number, self._open[number]) for number in numbers]
        with _Without(self.in_hand, play) as taken:
            after = [self._worth(number, self._open[number] & ~taken) for number in numbers]
        return [
            (self._needs[number].meld, had - has)
            for number, had, has in zip(numbers, before, after, strict=True)
            if had != has
        ]

    def _dix_lost_by(self, play: Play) -> float:
        card = play.card.index
        if card != self._dix or isinstance(play.source, int):
            return 0.0
        if not self.turns:
            return float(self._dix_points * self._keeps_dix)
        if self._upcard is None or self.in_hand[card] > 1:
            return self._dix_points * _turn_chance(self.turns, 0)
        return self._dix_points * _turn_chance(self.turns, 0) + self.gained_by(self._upcard)

    def gained_by(self, card: int) -> float:
        """What one more copy of a card (by `Card.index`) in the hand is worth in melds."""
        numbers = self._with_card.get(card, ())
        before = sum(self._worth(number, self._open[number]) for number in numbers)
        self.in_hand[card] += 1
        after = sum(self._worth(number, self._open[number]) for number in numbers)
        self.in_hand[card] -= 1
        return after - before

    def _worth(self, number: int, open_copies: int) -> float:
        """What a meld, laid as often as there are copies for it, is worth."""
        worth = 0.0
        for times in range(1, self._copies + 1):
            chance, missing, fresh = 1.0, 0, False
            for card, need in self._needs[number].cards:
                in_hand = self.in_hand[card]
                lacking = need * times - in_hand - _count(open_copies, card)
                fresh = fresh or in_hand > 0 or lacking > 0
                if lacking > 0:
                    missing += lacking
                    chance *= self._draw_chance(card, lacking)
            if not fresh or not chance:
                break
            worth += self._points[number] * chance * _turn_chance(self.turns, missing)
        return worth

    def _draw_chance(self, card: int, number: int) -> float:
        chance = 1.0
        if card == self._upcard and self._dix is not None and self.in_hand[self._dix]:
            number -= 1
        for drawn in range(number):
            left = self._unseen[card] - drawn
            if left <= 0:
                return 0.0
            chance *= _HELD_TOGETHER * (1 - (1 - left / self._pool) ** self.turns)
        return chance

    def best_show(self, play: Play) -> int:
        """The most points the seat could show if it won this trick with that card.

        This is from the cards it holds now: a card that it draws before it melds is not known.
        """
        if not self.turns:
            return 0
        best = 0
        with _Without(self.in_hand, play) as taken:
            for number in range(len(self._needs)):
                if self._points[number] > best and self._is_complete(number, taken):
                    best = self._points[number]
            if self._dix is not None and self.in_hand[self._dix]:
                best = max(best, self._dix_points)
        return best

    def broken_by(self, play: Play) -> int:
        """The points of the complete melds that could no longer be laid."""
        points = 0
        numbers = self._with_card.get(play.card.index, ())
        whole = [number for number in numbers if self._is_complete(number, 0)]
        with _Without(self.in_hand, play) as taken:
            for number in whole:
                if not self._is_complete(number, taken):
                    points += self._points[number]
        points = points if self.turns else 0
        if play.card.index == self._dix and not isinstance(play.source, int):
            points += self._dix_points if self.turns or self._keeps_dix else 0
        return points

    def holds(self, meld: Meld) -> bool:
        """Whether all cards of a meld are held and it could be laid."""
        numbers = self._with_card[meld.cards[0].index]
        number = next(number for number in numbers if self._needs[number].meld == meld)
        return self._is_complete(number, 0)

    def held_points(self) -> int:
        """The points of all melds that could be laid."""
        whole = (number for number in range(len(self._needs)) if self._is_complete(number, 0))
        return sum(self._points[number] for number in whole)

    def has_served(self, play: Play, service: Service) -> bool:
        """Whether a copy played from the table has served in this service."""
        assert isinstance(play.source, int)
        return bool(self._served[service] >> play.card.index + CARDS * (play.source - 1) & 1)

    def serves(self, card: int) -> bool:
        """Whether a card, by `Card.index`, is part of any meld."""
        return card in self._with_card

    def serves_in(self, card: Card, services: Iterable[Service]) -> bool:
        """Whether a card is part of a meld in which it serves in one of these ways."""
        melds = (self._needs[number].meld for number in self._with_card.get(card.index, ()))
        return any(service in services for meld in melds for service, _ in meld.kind.serves)

    def _is_complete(self, number: int, taken: int) -> bool:
        open_copies = self._open[number] & ~taken
        fresh = False
        for card, need in self._needs[number].cards:
            in_hand = self.in_hand[card]
            if in_hand + _count(open_copies, card) < need:
                return False
            fresh = fresh or in_hand > 0
        return fresh

    def chance_of_large(self, hidden: int, at_least: int) -> float:
        """The points of the large melds that a partly hidden hand may have, each times its chance.

        Args:
            hidden: how many unknown cards the hand holds, each unseen card equally likely.
            at_least: from how many points a meld is large.
        """
        if not hidden or not self._pool:
            return 0.0
        share, danger = min(1.0, hidden / self._pool), 0.0
        for number, needs in enumerate(self._needs):
            if self._points[number] >= at_least:
                chance = 1.0
                for card, need in needs.cards:
                    lacking = need - self.in_hand[card] - _count(self._open[number], card)
                    for drawn in range(lacking):
                        chance *= 1 - (1 - share) ** max(0, self._unseen[card] - drawn)
                danger += self._points[number] * chance
        return danger


class _Without:
    """A hand without a played card: gives the planes of the table copy that is gone, if any."""

    def __init__(self, in_hand: list[int], play: Play) -> None:
        self._in_hand, self._card = in_hand, play.card.index
        self._number = play.source if isinstance(play.source, int) else 0

    def __enter__(self) -> int:
        if self._number:
            return 1 << self._card + CARDS * (self._number - 1)
        self._in_hand[self._card] -= 1
        return 0

    def __exit__(self, *_: object) -> None:
        if not self._number:
            self._in_hand[self._card] += 1


def turns_to_meld(position: StockPosition) -> int:
    """After how many tricks from now on there may be melds, including the open trick."""
    last = position.rules.last_meld_trick
    return max(0, last - position.completed_tricks + (position.act is Act.MELD))


def unseen_by_seat(position: StockPosition) -> Sequence[int]:
    """How many copies of each card, by `Card.index`, may still come; an open stock is ignored."""
    unseen = position.copies_left()
    if not isinstance(position.stock, int):
        for card in position.stock:
            unseen[card.index] += 1
    return unseen


@lru_cache(maxsize=256)
def _needs_of(rules: Rulebook, trump: Suit) -> tuple[_Needs, ...]:
    return tuple(_needs(meld, rules, trump) for meld in melds_of(rules, trump))


def _needs(meld: Meld, rules: Rulebook, trump: Suit) -> _Needs:
    cards: dict[Card, int] = {}
    for card in meld.cards:
        cards[card] = cards.get(card, 0) + 1
    replaced = rules.meld(meld.kind.replaces) if meld.kind.replaces else None
    inner = next(
        (
            other
            for other in melds_of(rules, trump)
            if other.kind == replaced and set(other.cards) <= set(meld.cards)
        ),
        None,
    )
    service = inner.kind.serves[0][0] if inner is not None and inner.kind.serves else 0
    return _Needs(
        meld=meld,
        cards=tuple((card.index, number) for card, number in cards.items()),
        replaced_points=inner.kind.points if inner is not None else 0,
        replaced_cards=tuple(card.index for card in inner.cards) if inner is not None else (),
        replaced_service=service,
        barred_by_kinds=frozenset(
            other.name
            for other in rules.melds
            if other.name in meld.kind.bars or meld.kind.name in other.bars
        ),
    )


@lru_cache(maxsize=256)
def _turn_chance(turns: int, missing: int) -> float:
    """The chance of a turn to meld; the later the missing cards come, the smaller it is."""
    return 1 - float((1 - _TURN_WON) ** (turns / (1 + missing)))


def _count(planes: int, card: int) -> int:
    return (planes >> card & _FIRST_OF_EACH_PLANE).bit_count()


def _by_kind(table: MeldTable) -> dict[str, int]:
    """For each kind of meld the copies laid that have served in it."""
    planes: dict[str, int] = {}
    for copy in table.copies:
        bit = 1 << copy.card.index + CARDS * (copy.number - 1)
        for name in table.kinds(copy):
            planes[name] = planes.get(name, 0) | bit
    return planes

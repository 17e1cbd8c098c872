"""A record written by one seat, completed to a deal: the cards it never saw are dealt somehow.

Whoever wrote the record down saw every card that the other seat played or laid, and when. So the
other seat's cards are given places, dealt or drawn, early enough for that; what was never seen goes
to the places that are left. The hand then replays as any other, and the views of the seat that
wrote it are what it saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations

from pinochle_solver._core.hand_game import beats
from pinochle_solver.cards import Card, Hand, Suit
from pinochle_solver.deals import Deal
from pinochle_solver.errors import IllegalPositionError, PositionError
from pinochle_solver.meld_table import MeldOption, hand_options
from pinochle_solver.melds import Copy, LaidMeld, Meld, dix_card, parse_meld
from pinochle_solver.records import Event, HandRecord, RecordedTrick
from pinochle_solver.rules import DIX, Rulebook, Seat


@dataclass
class _Hidden:
    """What is known so far of the seat that did not write the record.

    Attributes:
        places: its cards by place, 0 for those dealt, k for the one drawn after trick k.
        free: how many places are not filled yet, by the same number.
        held: its cards with a place that it has not played.
        laid: what it has laid, with the copies.
        unseen: the cards that may still be its.
    """

    unseen: Counter[Card]
    free: Counter[int]
    places: dict[int, list[Card]] = field(default_factory=dict)
    held: Counter[Card] = field(default_factory=Counter)
    laid: list[LaidMeld] = field(default_factory=list)

    def need(self, card: Card) -> None:
        """See to it that it holds one more copy, if that is possible."""
        place = min((place for place, free in self.free.items() if free), default=None)
        if place is not None and self.unseen[card]:
            self.put(card, place)

    def put(self, card: Card, place: int) -> None:
        """Give it a card in a place of its own."""
        self.free[place] -= 1
        self.unseen[card] -= 1
        self.places.setdefault(place, []).append(card)
        self.held[card] += 1

    def play(self, card: Card, source: str) -> None:
        """Play a card from the table or the hand, as the text of the play says."""
        on_table = {copy for meld in self.laid for copy in meld.copies if copy.card == card} - {
            copy for meld in self.laid for copy in meld.copies if copy.played
        }
        number = int(source) if source.isdigit() else 0
        if source in ("", "table"):
            number = min((copy.number for copy in on_table), default=0)
        if number == 0 and self.held[card] <= len(on_table):
            self.need(card)
        self.held[card] -= self.held[card] > 0
        self.laid = [_with_played(meld, card, number) for meld in self.laid]

    def lay(self, meld: Meld, rules: Rulebook, trump: Suit) -> None:
        """Lay a meld, with as few cards more as make it possible; nothing if none do."""
        for size in range(len(meld.cards) + 1):
            for more in combinations(meld.cards, size):
                if any(more.count(card) > self.unseen[card] for card in more):
                    continue
                option = self._option(meld, more, rules, trump)
                if option is not None and size <= sum(self.free.values()):
                    for card in more:
                        self.need(card)
                    self.laid.append(self._laid(option))
                    return

    def _option(
        self, meld: Meld, more: tuple[Card, ...], rules: Rulebook, trump: Suit
    ) -> MeldOption | None:
        hand = Hand.of([*self.held.elements(), *more])
        for option in hand_options(rules, trump, hand, self.laid):
            if option.show.meld == meld and not option.show.dix:
                return option
        return None

    def _laid(self, option: MeldOption) -> LaidMeld:
        """The meld of an option, its new copies numbered on."""
        assert option.show.meld is not None
        copies = list(option.from_table)
        for card in option.from_hand:
            laid = {copy.number for meld in self.laid for copy in meld.copies if copy.card == card}
            laid |= {copy.number for copy in copies if copy.card == card}
            copies.append(Copy(card, len(laid) + 1))
        return LaidMeld(option.show.meld.kind.name, tuple(copies))


def _with_played(meld: LaidMeld, card: Card, number: int) -> LaidMeld:
    copies = (
        copy._replace(played=True) if (copy.card, copy.number) == (card, number) else copy
        for copy in meld.copies
    )
    return LaidMeld(meld.name, tuple(copies), meld.trick)


class _Reconstruction:
    """Follows a record from its writer's side, and finds the other seat places for its cards."""

    def __init__(self, record: HandRecord, viewer: Seat, own: Hand) -> None:
        self.record = record
        self.viewer = viewer
        self.deck = record.rules.deck
        self.trump = record.upcard.suit
        self.dix = dix_card(record.rules, self.trump)
        self.dix_lies_open = record.upcard == self.dix
        self.leader = record.dealer.other
        unseen = Counter(self.deck.cards())
        unseen.subtract([record.upcard, *own])
        self.hidden = _Hidden(unseen, Counter({0: self.deck.hand}))
        self.drawn: dict[int, Card] = {}
        self.winners: list[Seat] = []

    def follow(self) -> int:
        """Go through the tricks; return how many of them can be replayed."""
        for trick in self.record.tricks:
            self._play(trick)
            if len(trick.plays) < 2:
                break
            self._end_trick(trick)
            takes_upcard = trick.number == self.deck.stock_tricks and self.leader is not self.viewer
            is_known = trick.number in self.drawn or takes_upcard
            if trick.number <= self.deck.stock_tricks and not is_known:
                return trick.number
        return len(self.record.tricks)

    def _play(self, trick: RecordedTrick) -> None:
        """Give the other seat the card it plays."""
        if trick.number == self.deck.stock_tricks + 1:
            self.hidden.laid.clear()  # the table is taken up
        for play in trick.plays[self.leader is self.viewer :][:1]:
            card, _, source = play.partition("@")
            self.hidden.play(Card.parse(card), source.lower())

    def _end_trick(self, trick: RecordedTrick) -> None:
        led, reply = (Card.parse(play.partition("@")[0]) for play in trick.plays)
        if beats(led.index, reply.index, self.trump):
            self.leader = self.leader.other
        self.winners.append(self.leader)
        if trick.number > self.deck.stock_tricks:
            return
        draws_first = self.record.rules.draws_before_melding
        if draws_first:
            self._draw(trick)
        for event in trick.events:
            if event.drawn is None:
                self._shows(event)
        if not draws_first:
            self._draw(trick)

    def _by(self, event: Event) -> Seat:
        return self.leader if event.seat is None else event.seat

    def _shows(self, event: Event) -> None:
        """Give the other seat what it shows; what is no meld is for the referee to refuse."""
        rules = self.record.rules
        is_hidden = self._by(event) is not self.viewer
        for part in event.text.split("+"):
            if part.lower() == DIX:
                if is_hidden:
                    self._shows_dix()
                self.dix_lies_open = True
            elif is_hidden:
                with suppress(PositionError):
                    self.hidden.lay(parse_meld(part, rules, self.trump), rules, self.trump)

    def _shows_dix(self) -> None:
        hidden = self.hidden
        if self.dix is None:
            return
        on_table = sum(copy.card == self.dix for meld in hidden.laid for copy in meld.copies)
        if hidden.held[self.dix] <= on_table:
            hidden.need(self.dix)
        if self.dix_lies_open:
            hidden.laid.append(LaidMeld(DIX, (Copy(self.dix, on_table + 1),)))
        elif hidden.held[self.dix]:
            hidden.held[self.dix] -= 1
            hidden.held[self.record.upcard] += 1

    def _draw(self, trick: RecordedTrick) -> None:
        """Note the writer's draw, and open a place for the other's."""
        is_last = trick.number == self.deck.stock_tricks
        for seat in Seat:
            cards = [
                Card.parse(event.drawn)
                for event in trick.events
                if event.drawn is not None and self._by(event) is seat
            ]
            if is_last and seat is not self.leader:
                continue  # the upcard, or the dix it was exchanged for
            if seat is self.viewer and cards:
                self.drawn[trick.number] = cards[0]
                self.hidden.unseen[cards[0]] -= 1
            elif seat is not self.viewer:
                self.hidden.free[trick.number] += 1
                if cards and self.hidden.unseen[cards[0]]:
                    self.hidden.put(cards[0], trick.number)

    def deal(self) -> Deal:
        """The deal, its unknown places filled with the cards nobody has seen."""
        hidden = self.hidden
        if min(hidden.unseen.values()) < 0:
            card = next(card for card, left in hidden.unseen.items() if left < 0)
            raise IllegalPositionError(
                self.viewer.text(), f"more copies of {card} than the deck has {self.deck.copies}"
            )
        # A dix goes to the earliest place: drawn last it would score by itself in some rulebooks.
        left = sorted(hidden.unseen.elements(), key=lambda card: card != self.dix)
        for place in sorted(hidden.free):
            for _ in range(hidden.free[place]):
                hidden.places.setdefault(place, []).append(left.pop(0))
        stock = list(self._stock(left))
        others = Hand.of(hidden.places.get(0, []))
        own = self.record.hand(self.viewer)
        assert own is not None
        south, north = (own, others) if self.viewer is Seat.SOUTH else (others, own)
        return Deal(
            rules=self.record.rules,
            count=self.record.count,
            dealer=self.record.dealer,
            south=south,
            north=north,
            upcard=self.record.upcard,
            stock=(*stock, *left),
            trump=self.trump,
        )

    def _stock(self, left: list[Card]) -> Iterator[Card]:
        """The face-down cards drawn, in order; a draw that is not written takes one of `left`."""
        for number, winner in enumerate(self.winners[: self.deck.stock_tricks], start=1):
            for seat in (winner, winner.other):
                if number == self.deck.stock_tricks and seat is not winner:
                    continue
                if seat is not self.viewer:
                    yield self.hidden.places[number][0]
                else:
                    yield self.drawn[number] if number in self.drawn else left.pop()


def completed_deal(record: HandRecord) -> tuple[Deal, int]:
    """A deal that fits a record with `view`, and how many of its tricks can be replayed with it.

    A trick after which the writer's draw is missing is the last one, for what it held from then on
    is not known.

    Raises:
        IllegalPositionError: for cards that are more than the deck has.
    """
    own = record.hand(record.view) if record.view is not None else None
    if record.view is None or own is None:
        raise IllegalPositionError("View", "missing, or its hand is")
    reconstruction = _Reconstruction(record, record.view, own)
    usable = reconstruction.follow()
    return reconstruction.deal(), usable

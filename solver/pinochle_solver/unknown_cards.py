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
from pinochle_solver.position_fields import cards_text
from pinochle_solver.records import Event, HandRecord, RecordedTrick
from pinochle_solver.rules import DIX, Rulebook, Seat

# Of the ways to lay a record's melds: far more than any played hand has needed.
_MOST_ATTEMPTS = 100


@dataclass
class _SeatCards:
    """What is known so far of a seat's cards.

    Attributes:
        held: its cards that it has not played; of a hidden hand those with a place.
        unseen: the cards that may still be its, none for the seat that wrote the record.
        free: how many places are not filled yet: 0 for the cards dealt, k for the one drawn after
            trick k.
        places: its cards by place.
        laid: what it has laid, with the copies.
    """

    held: Counter[Card]
    unseen: Counter[Card] = field(default_factory=Counter)
    free: Counter[int] = field(default_factory=Counter)
    places: dict[int, list[Card]] = field(default_factory=dict)
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

    def on_table(self, card: Card) -> set[int]:
        """The numbers of the copies of a card that lie on its table."""
        copies = {copy for meld in self.laid for copy in meld.copies if copy.card == card}
        return {copy.number for copy in copies if not copy.played}

    def play(self, card: Card, source: str) -> bool:
        """Play a card from the table or the hand, as the text of the play says, if it can be."""
        on_table = self.on_table(card)
        number = int(source) if source in ("1", "2") else 0
        if source in ("", "table"):
            number = min(on_table, default=0)
        if number == 0 and self.held[card] <= len(on_table):
            self.need(card)
        if (number not in on_table) if number else (self.held[card] <= len(on_table)):
            return False
        self.held[card] -= 1
        self.laid = [_with_played(meld, card, number) for meld in self.laid]
        return True

    def show_dix(self, dix: Card, upcard: Card) -> bool:
        """Show a dix, or exchange it for the upcard, if it has or may have one in the hand."""
        on_table = self.on_table(dix)
        if self.held[dix] <= len(on_table):
            self.need(dix)
        if self.held[dix] <= len(on_table):
            return False
        if upcard == dix:
            laid = {copy.number for meld in self.laid for copy in meld.copies if copy.card == dix}
            self.laid.append(LaidMeld(DIX, (Copy(dix, len(laid) + 1),)))
        else:
            self.held[dix] -= 1
            self.held[upcard] += 1
        return True

    def ways(
        self, meld: Meld, rules: Rulebook, trump: Suit
    ) -> list[tuple[tuple[Card, ...], MeldOption]]:
        """How the meld can have been laid: with which cards more, as few as possible first.

        More cards than the fewest are thought of only where they would have scored more.
        """
        found: list[tuple[tuple[Card, ...], MeldOption]] = []
        for size in range(min(len(meld.cards), sum(self.free.values())) + 1):
            for more in dict.fromkeys(combinations(meld.cards, size)):
                if any(more.count(card) > self.unseen[card] for card in more):
                    continue
                option = self._option(meld, more, rules, trump)
                if option is None or Counter(more) - Counter(option.from_hand):
                    continue
                if all(len(m) == size or o.points < option.points for m, o in found):
                    found.append((more, option))
        return found

    def lay(self, more: tuple[Card, ...], option: MeldOption) -> None:
        """Lay a meld in one of its `ways`."""
        for card in more:
            self.need(card)
        self.laid.append(self._laid(option))

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
    """Follows a record from its writer's side, and finds the other seat places for its cards.

    It goes as far as what is written can be; what cannot is for the referee to refuse.

    Attributes:
        choices: the ways in which melds were laid, by number, and how many there were: which card
            of a meld was new may show only later, when another copy of it is played.
        is_doubtful: whether the other seat did what it could not have done, laid so.
        followed: how many tricks have been played.
    """

    def __init__(
        self, record: HandRecord, viewer: Seat, own: Hand, choices: tuple[int, ...] = ()
    ) -> None:
        self.record = record
        self.choices: list[tuple[int, int]] = []
        self.is_doubtful = False
        self.followed = 0
        self._choose = choices
        self.rules = record.rules
        self.viewer = viewer
        self.deck = record.rules.deck
        self.trump = record.upcard.suit
        self.dix = dix_card(record.rules, self.trump)
        self.upcard = record.upcard
        self.leader = record.dealer.other
        if len(own) != self.deck.hand:
            fact = f"{cards_text(len(own))}, expected {self.deck.hand}"
            raise IllegalPositionError(viewer.text(), fact)
        unseen = Counter(self.deck.cards())
        unseen.subtract([record.upcard, *own])
        _check_unseen(unseen, viewer.text())
        self.hidden = _SeatCards(Counter(), unseen, Counter({0: self.deck.hand}))
        self.cards = {viewer: _SeatCards(Counter(own)), viewer.other: self.hidden}
        self.drawn: dict[int, Card] = {}
        self.winners: list[Seat] = []

    def follow(self) -> None:
        """Go through the tricks, up to one that cannot be or after which a draw is missing."""
        for trick in self.record.tricks:
            if not self._play(trick) or len(trick.plays) < 2:
                return
            self._end_trick(trick)
            takes_upcard = trick.number == self.deck.stock_tricks and self.leader is not self.viewer
            is_known = trick.number in self.drawn or takes_upcard
            if trick.number <= self.deck.stock_tricks and not is_known:
                return

    def _play(self, trick: RecordedTrick) -> bool:
        """Play the cards of a trick, if both can be."""
        if trick.number == self.deck.stock_tricks + 1:
            for cards in self.cards.values():
                cards.laid.clear()  # the table is taken up
        for seat, play in zip((self.leader, self.leader.other), trick.plays, strict=False):
            card, _, source = play.partition("@")
            if not self.cards[seat].play(Card.parse(card), source.lower()):
                self.is_doubtful |= seat is not self.viewer
                return False
        self.followed += 1
        return True

    def _end_trick(self, trick: RecordedTrick) -> None:
        led, reply = (Card.parse(play.partition("@")[0]) for play in trick.plays)
        if beats(led.index, reply.index, self.trump):
            self.leader = self.leader.other
        self.winners.append(self.leader)
        if trick.number > self.deck.stock_tricks:
            return
        if self.rules.draws_before_melding:
            self._draw(trick)
        # Who has said what he shows.
        done: set[Seat] = set()
        for event in trick.events:
            if event.drawn is None and self._shows(trick.number, event, done):
                done.add(self._by(event))
        if not self.rules.draws_before_melding:
            self._draw(trick)

    def _by(self, event: Event) -> Seat:
        return self.leader if event.seat is None else event.seat

    def _shows(self, trick: int, event: Event, done: set[Seat]) -> bool:
        """Show a dix and a meld, if both can be, or pass; whether the seat's turn is over then."""
        rules, seat = self.rules, self._by(event)
        parts = event.text.split("+")
        has_dix = parts[0].lower() == DIX
        is_winner = seat is self.leader
        passes = event.text.lower() == "pass"
        if seat in done or not (is_winner or (rules.dix_by_loser and (has_dix or passes))):
            return False
        if not is_winner:
            done.add(self.leader)
        if passes:
            return True
        if has_dix and not self._shows_dix(seat):
            return False
        may_meld = trick < self.deck.stock_tricks or rules.melds_after_last_stock_trick
        takes_turn = has_dix and rules.dix_is_a_meld
        laid = False
        if len(parts) == 1 + has_dix and is_winner and may_meld and not takes_turn:
            with suppress(PositionError):
                meld = parse_meld(parts[-1], rules, self.trump)
                laid = self._lay(seat, meld, None if has_dix else event.credit)
        return has_dix or laid

    def _lay(self, seat: Seat, meld: Meld, credit: int | None) -> bool:
        ways = self.cards[seat].ways(meld, self.rules, self.trump)
        ways.sort(key=lambda way: way[1].points != credit)
        if not ways:
            self.is_doubtful |= seat is not self.viewer
            return False
        number = len(self.choices)
        chosen = self._choose[number] if number < len(self._choose) else 0
        self.choices.append((chosen, len(ways)))
        self.cards[seat].lay(*ways[chosen])
        return True

    def _shows_dix(self, seat: Seat) -> bool:
        if self.dix is None or not self.cards[seat].show_dix(self.dix, self.upcard):
            return False
        self.upcard = self.dix
        return True

    def _draw(self, trick: RecordedTrick) -> None:
        """Note the writer's draw, and open a place for the other's."""
        is_last = trick.number == self.deck.stock_tricks
        for seat in Seat:
            drawn = [
                Card.parse(event.drawn)
                for event in trick.events
                if event.drawn is not None and self._by(event) is seat
            ]
            if is_last and seat is not self.leader:
                self.cards[seat].held[self.upcard] += 1
            elif seat is self.viewer and drawn:
                self.drawn[trick.number] = drawn[0]
                self.cards[seat].held[drawn[0]] += 1
                self.hidden.unseen[drawn[0]] -= 1
                _check_unseen(self.hidden.unseen, f"trick {trick.number}")
            elif seat is not self.viewer:
                self.hidden.free[trick.number] += 1
                if drawn and self.hidden.unseen[drawn[0]]:
                    self.hidden.put(drawn[0], trick.number)

    def deal(self) -> Deal:
        """The deal, its unknown places filled with the cards nobody has seen."""
        hidden = self.hidden
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


def _check_unseen(unseen: Counter[Card], token: str) -> None:
    for card, left in unseen.items():
        if left < 0:
            raise IllegalPositionError(token, f"more copies of {card} than the deck has")


def completed_deal(record: HandRecord) -> Deal:
    """A deal that fits a record with `view`, as far as the record can be followed.

    It can be followed up to a play that cannot be, and to a draw of the writer that is missing.

    Raises:
        IllegalPositionError: for cards that are more than the deck has.
    """
    own = record.hand(record.view) if record.view is not None else None
    if record.view is None or own is None:
        raise IllegalPositionError("View", "missing, or its hand is")
    best = attempt = _Reconstruction(record, record.view, own)
    attempt.follow()
    for _ in range(_MOST_ATTEMPTS):
        choices = _next_choices(attempt.choices)
        if not best.is_doubtful or not choices:
            break
        attempt = _Reconstruction(record, record.view, own, choices)
        attempt.follow()
        if (attempt.followed, not attempt.is_doubtful) > (best.followed, not best.is_doubtful):
            best = attempt
    return best.deal()


def _next_choices(choices: list[tuple[int, int]]) -> tuple[int, ...]:
    """The choices to try after these: the last one that has another way takes it; none if none."""
    for number in reversed(range(len(choices))):
        chosen, ways = choices[number]
        if chosen + 1 < ways:
            return (*(before for before, _ in choices[:number]), chosen + 1)
    return ()

"""How the stock was really drawn, if a record says that it was not drawn as it should be.

If the loser of a trick drew first, a draw was missed, or a card lay face up in the stock, the hand
is not put right (RULES.md, section 7): it goes on with the cards as they came. The referee deals
from a fixed order. So the record is read ahead, and the referee is given the stock in an order in
which each seat gets the cards that it really drew.

A seat that has missed a draw holds a card fewer for a while, which a referee cannot represent. So
the seat is given in advance one of the cards that it will draw to make up for it. `Shows` and the
replay make sure that it does nothing with that card before then; a seat that is a card short may
not meld anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pinochle_solver._core.hand_game import beats
from pinochle_solver.game.finding_log import READ_SO_FAR
from pinochle_solver.game.rulings import Finding, Irregularity, missed_draw_ruling
from pinochle_solver.notation.records import (
    DrawingNote,
    HandRecord,
    RecordedEvent,
    RecordedTrick,
)
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rules import Seat

_STANDS = "stands as recorded, no penalty"
_COUNTS = "no penalty, the hand counts"
_SHUFFLED = "it is turned and the stock shuffled, the hand counts"
_DRAWS = 2
"""After a trick; and how many cards make up for a missed draw."""


class Slip(NamedTuple):
    """What is wrong with the draws after a trick, and whether the hand cannot be followed on."""

    finding: Finding
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Short:
    """A seat that holds a card fewer than it should.

    Attributes:
        seat: who.
        since: the number of the trick after which it drew no card.
        until: that of the trick after which it has all its cards again; None if the record ends
            before.
        filler: a card that it will draw then, and that the referee has dealt it in advance.
    """

    seat: Seat
    since: int
    until: int | None
    filler: Card


class LastDraws(NamedTuple):
    """The last draws, where they were not as the rules have them.

    Attributes:
        upcard_to: who took the upcard.
        face_down: who drew which of the cards that lay face down.
        finding: what was wrong.
    """

    upcard_to: Seat
    face_down: tuple[tuple[Seat, Card], ...]
    finding: Finding


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the stock of a hand was drawn.

    Attributes:
        stock: the face-down cards in the order in which the referee deals them; None where the
            record has no stock.
        slips: what was wrong, by the number of the trick; of the last draws `last_draws` tells.
        drawn: who drew what after the tricks before the last one of the stock, in the order in
            which it was drawn, by the number of the trick.
        shorts: the seats that were a card short, in order.
        lying: how the face-down cards lay that were left, the next one first, by their number;
            empty where that is the order of `stock`.
    """

    stock: tuple[Card, ...] | None
    slips: Mapping[int, tuple[Slip, ...]] = field(default_factory=dict)
    drawn: Mapping[int, tuple[tuple[Seat, Card], ...]] = field(default_factory=dict)
    shorts: tuple[Short, ...] = ()
    lying: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    _last: _DrawnTrick | None = None
    _face_down: tuple[Card, ...] = ()

    def last_draws(self, upcard: Card) -> LastDraws | None:
        """The last draws, where they were not as the rules have them, else None.

        Args:
            upcard: the upcard as it lies then.
        """
        last = self._last
        if last is None:
            return None
        short = next((short for short in self.shorts if short.until == last.number), None)
        if short is not None:
            return _three_left(last, short, upcard, self._face_down)
        (card,) = self._face_down
        if not last.is_out_of_turn and not last.fits_swapped(card, upcard):
            return None
        return LastDraws(last.winner, ((last.loser, card),), last.out_of_turn(card))


def drawing_of(record: HandRecord) -> Drawing:
    """How the stock of a record was drawn, as far as the record tells."""
    deck = record.rules.deck
    if record.stock is None:
        return Drawing(None, _slips_of_one_seat(record))
    if len(record.stock) != deck.stock or not deck.upcard:
        return Drawing(record.stock)
    reader = _DrawReader(record, record.stock)
    reader.read()
    return reader.drawing()


@dataclass(slots=True)
class _DrawnTrick:
    """The draws after one trick.

    Attributes:
        trick: the trick.
        winner: who took it.
        told: the cards that each seat drew, as far as they are written.
        is_out_of_turn: whether the loser drew first.
        seats: who drew the face-down cards, in order.
        begin: how many had been drawn before.
        shuffles: where the stock was shuffled: how many cards had been drawn, and the card that
            lay face up.
    """

    trick: RecordedTrick
    winner: Seat
    told: dict[Seat, tuple[Card, ...]]
    is_out_of_turn: bool
    begin: int
    seats: list[Seat] = field(default_factory=list)
    shuffles: list[tuple[int, Card]] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.trick.number

    @property
    def loser(self) -> Seat:
        return self.winner.other

    def fits_swapped(self, first: Card, second: Card) -> bool:
        """Whether what is written can only be if the loser drew the first card, not the second."""
        wins, loses = self.told[self.winner], self.told[self.loser]
        fits = wins in ((), (second,)) and loses in ((), (first,))
        return first != second and bool(wins or loses) and fits

    def out_of_turn(self, card: Card | None) -> Finding:
        """The finding that the loser drew first, and which card."""
        return Finding(
            Irregularity.DRAW_OUT_OF_TURN,
            self.number,
            self.loser,
            DrawingNote.OUT_OF_TURN.value if card is None else f"+{card}",
            f"drawn before {self.winner.text()} drew",
            _STANDS,
        )

    def wanted(self) -> Iterator[tuple[int, Card]]:
        """Which of the cards drawn, counted from the first of the hand, are written."""
        told = {seat: iter(cards) for seat, cards in self.told.items()}
        for place, seat in enumerate(self.seats, start=self.begin):
            card = next(told[seat], None)
            if card is not None:
                yield place, card


class _DrawReader:
    """Reads the draws of a record of all cards ahead of its replay."""

    def __init__(self, record: HandRecord, stock: tuple[Card, ...]) -> None:
        self._record = record
        self._rules = record.rules
        self._last = record.rules.deck.stock_tricks
        # The face-down cards in the order in which they were drawn, as far as that is known.
        self._pile = list(stock)
        self._own_piles = record.rules.deck.own_piles
        # Of each of them whose pile it comes from; None where it is nobody's.
        self._piles: list[Seat | None] = [None] * len(stock)
        self._tricks: list[_DrawnTrick] = []
        self._slips: dict[int, list[Slip]] = {}
        self._shorts: list[Short] = []
        self._lying = {len(stock): stock}

    def read(self) -> None:
        """Read the tricks of the stock phase, up to one that cannot be followed."""
        leader = self._record.dealer.other
        for trick in self._record.tricks[: self._last]:
            if len(trick.plays) < _DRAWS:
                break
            led, reply = trick.cards
            if beats(led.index, reply.index, self._record.upcard.suit):
                leader = leader.other
            shorts = [*self._shorts]
            if not self._read_trick(trick, leader):
                if len(self._tricks) < trick.number:
                    self._shorts = shorts  # nobody drew
                break
        if self._own_piles:
            self._line_up()
        for drawn in self._tricks:
            self._draw(drawn)

    def _line_up(self) -> None:
        """Put the cards of both piles in the order in which they were drawn, and then the rest."""
        south, north, dead = Piles.of_row((*self._pile,))
        piles = {Seat.SOUTH: [*south], Seat.NORTH: [*north], None: [] if dead is None else [dead]}
        order: list[Seat | None] = []
        for drawn in self._tricks:
            order += drawn.seats
            if drawn.number == self._last:
                # The one that takes none from a pile takes the dead card.
                order[len(order) - len(drawn.seats)] = None
        left = Counter({pile: len(cards) for pile, cards in piles.items()})
        left.subtract(order)
        order += [*left.elements()]
        self._pile = [piles[pile].pop(0) for pile in order]
        self._piles = order

    def drawing(self) -> Drawing:
        """What has been read."""
        last = self._tricks[-1] if self._tricks and self._tricks[-1].number == self._last else None
        if self._rules.upcard_to_winner and not any(s.until == self._last for s in self._shorts):
            last = None  # whoever is first, the winner takes the upcard
        real = {drawn.number: (*self._drawn_by(drawn),) for drawn in self._tricks}
        shorts = [self._filled(short, real) for short in self._shorts]
        stock = (*self._dealt(shorts, real),)
        return Drawing(
            stock,
            {number: (*slips,) for number, slips in self._slips.items()},
            {number: drawn for number, drawn in real.items() if number != self._last},
            (*shorts,),
            {} if stock == self._record.stock else self._lying,
            last,
            () if last is None else tuple(card for _, card in real[last.number]),
        )

    # Who drew how often

    def _read_trick(self, trick: RecordedTrick, winner: Seat) -> bool:
        """Note who drew after a trick; False if the hand cannot be followed from there on."""
        record, notes = self._record, {event.note for event in trick.events}
        told = {seat: record.drawn(trick, seat, winner) for seat in Seat}
        is_out_of_turn = DrawingNote.OUT_OF_TURN in notes
        begin = sum(len(drawn.seats) for drawn in self._tricks)
        drawn = _DrawnTrick(trick, winner, told, is_out_of_turn, begin)
        draws = dict.fromkeys(Seat, 1)
        short = self._shorts[-1] if self._shorts and self._shorts[-1].until is None else None
        if short is not None and self._makes_up(drawn, short):
            draws[short.seat] = _DRAWS
            self._shorts[-1] = replace(short, until=trick.number)
        for event in trick.events:
            if event.note is DrawingNote.NO_DRAW:
                seat = record.seat_of(event, winner)
                if not self._misses(drawn, seat):
                    return False
                draws[seat] = 0
        seats = [drawn.loser, winner] if is_out_of_turn else [winner, drawn.loser]
        if trick.number == self._last and short is not None and is_out_of_turn:
            fact = "when three cards are left, the winner takes the upcard, whoever draws first"
            finding = replace(drawn.out_of_turn(None), fact=fact, ruling=READ_SO_FAR)
            self._find(drawn, finding, stops=True)
            return False
        if trick.number == self._last and short is None:
            drawn.seats = [drawn.loser] if self._rules.upcard_to_winner else seats[:1]
        elif trick.number == self._last:
            assert short is not None
            drawn.seats = [drawn.loser, short.seat]
        else:
            drawn.seats = [seat for seat in seats for _ in range(draws[seat])]
        self._tricks.append(drawn)
        return all(
            self._is_shuffled(drawn, place)
            for place, event in enumerate(trick.events)
            if event.note is DrawingNote.FACE_UP
        )

    def _makes_up(self, drawn: _DrawnTrick, short: Short) -> bool:
        """Whether a seat draws the card that it is short of now; at the last draw it does."""
        return drawn.number == self._last or len(drawn.told[short.seat]) >= _DRAWS

    def _misses(self, drawn: _DrawnTrick, seat: Seat) -> bool:
        """Note a draw that was missed, if that can be followed."""
        told = drawn.told[seat]
        is_short = any(short.until in (None, drawn.number) for short in self._shorts)
        if drawn.number == self._last:
            return self._stop(drawn, seat, "the last draws leave nothing to be drawn later")
        if told:
            return self._stop(drawn, seat, f"+{told[0]} is written as well")
        if drawn.is_out_of_turn:
            return self._stop(drawn, seat, "a draw out of turn is written as well")
        if is_short:
            return self._stop(drawn, seat, "another missed draw has not been made up for yet")
        ruling = missed_draw_ruling(self._rules)
        self._find(drawn, _missed(drawn.number, seat, "no card is drawn", ruling))
        self._shorts.append(Short(seat, drawn.number, None, self._last_of(seat)))
        return True

    def _last_of(self, seat: Seat) -> Card:
        """The last card that a seat can draw face down."""
        if not self._own_piles:
            return self._pile[-1]
        lying = [pile for pile in zip(self._pile, self._piles, strict=True) if pile[1] is seat]
        # Before they are lined up the piles take turns.
        return lying[-1][0] if lying else Piles.of_row((*self._pile,)).of(seat)[-1]

    def _stop(self, drawn: _DrawnTrick, seat: Seat, fact: str) -> bool:
        self._find(drawn, _missed(drawn.number, seat, fact, READ_SO_FAR), stops=True)
        return False

    def _find(self, drawn: _DrawnTrick, finding: Finding, stops: bool = False) -> None:
        self._slips.setdefault(drawn.number, []).append(Slip(finding, stops))

    def _is_shuffled(self, drawn: _DrawnTrick, place: int) -> bool:
        """Note a card found face up, and from which draw on the stock was shuffled."""
        later = drawn.trick.events[place:]
        after = [self._record.seat_of(event, drawn.winner) for event in later if event.drawn]
        card = _faced(drawn.trick.events[place])
        if drawn.number == 1 and self._record.dealer.other in after:
            fact = "found before the non-dealer's first draw, when the hand is dealt anew or mended"
            self._find(drawn, _face_up(drawn.number, card, fact, READ_SO_FAR), stops=True)
            return False
        drawers = [seat in after for seat in drawn.seats]
        first = drawn.begin + (drawers.index(True) if any(drawers) else len(drawers))
        drawn.shuffles.append((first, card))
        return True

    # What they drew

    def _draw(self, drawn: _DrawnTrick) -> None:
        """Find out which cards were drawn after a trick, those before being known."""
        for first, card in drawn.shuffles:
            if card in self._pile[first:]:
                self._shuffle(first, self._piles[self._pile.index(card, first)])
                finding = _face_up(drawn.number, card, "it lay face up in the stock", _SHUFFLED)
                self._find(drawn, finding)
            else:
                fact = "it does not lie in the stock any more"
                finding = _face_up(drawn.number, card, fact, READ_SO_FAR)
                self._find(drawn, finding, stops=True)
        if drawn.number == self._last:
            if self._rules.upcard_to_winner and drawn.is_out_of_turn:
                self._find(drawn, drawn.out_of_turn(None))
            return
        both = self._pile[drawn.begin : drawn.begin + _DRAWS]
        in_turn = drawn.seats == [drawn.winner, drawn.loser]
        if in_turn and not self._own_piles and drawn.fits_swapped(*both):
            drawn.is_out_of_turn = True
            drawn.seats.reverse()
        if drawn.is_out_of_turn:
            by_loser = [card for seat, card in self._drawn_by(drawn) if seat is drawn.loser]
            self._find(drawn, drawn.out_of_turn(by_loser[0] if by_loser else None))
        left = self._row(drawn.begin + len(drawn.seats))
        if len(left) == self._rules.deck.stock - _DRAWS * drawn.number:
            self._lying[len(left)] = left

    def _row(self, first: int) -> tuple[Card, ...]:
        """The face-down cards from a place on, as they lie."""
        left = self._pile[first:]
        if not self._own_piles:
            return (*left,)
        of_pile = {
            seat: tuple(
                card for card, pile in zip(left, self._piles[first:], strict=True) if pile is seat
            )
            for seat in (*Seat, None)
        }
        south, north, dead = of_pile[Seat.SOUTH], of_pile[Seat.NORTH], of_pile[None]
        if len(south) != len(north):
            return ()  # somebody is a card short
        return Piles(south, north, dead[0] if dead else None).row()

    def _drawn_by(self, drawn: _DrawnTrick) -> Iterator[tuple[Seat, Card]]:
        return zip(drawn.seats, self._pile[drawn.begin :], strict=False)

    def _shuffle(self, first: int, pile: Seat | None) -> None:
        """Put the cards of a pile from a place on in the order in which they were drawn.

        What is written is drawn where it is written, the others come in the order of the tag.
        """
        places = [p for p in range(first, len(self._pile)) if self._piles[p] is pile]
        wanted = {
            place: card
            for drawn in self._tricks
            if drawn.number != self._last or len(drawn.seats) == 1
            for place, card in drawn.wanted()
            if place in places
        }
        left = {place: self._pile[place] for place in places}
        placed = {place: card for place, card in wanted.items() if left[place] == card}
        for place in placed:
            del left[place]
        for place, card in wanted.items():
            if place not in placed:
                # One that is not there stays unplaced: it is found to be wrong as it is drawn.
                for lay, other in left.items():
                    if other == card:
                        placed[place] = left.pop(lay)
                        break
        others = iter(left.values())
        for place in places:
            self._pile[place] = placed[place] if place in placed else next(others)

    # What the referee is given

    def _filled(self, short: Short, real: Mapping[int, tuple[tuple[Seat, Card], ...]]) -> Short:
        """A seat that is short, with one of the cards that it draws in the end in its hand."""
        if short.until is None:
            return replace(short, filler=self._last_of(short.seat))
        drawn = real[short.until]
        own = [card for seat, card in drawn if seat is short.seat]
        return replace(short, filler=own[-1])

    def _dealt(
        self, shorts: Iterable[Short], real: Mapping[int, tuple[tuple[Seat, Card], ...]]
    ) -> Iterator[Card]:
        """The face-down cards in the order in which the referee has to deal them."""
        missed = {short.since: short for short in shorts}
        made_up = {short.until: short for short in shorts}
        number_drawn = 0
        for drawn in self._tricks:
            cards: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
            for seat, card in real[drawn.number]:
                cards[seat].append(card)
            number_drawn += len(drawn.seats)
            if drawn.number in made_up:
                short = made_up[drawn.number]
                cards[short.seat].remove(short.filler)
            if drawn.number in missed:
                cards[missed[drawn.number].seat].append(missed[drawn.number].filler)
            # Piles take turns in the referee's row, south's first, whoever wins.
            for seat in Seat if self._own_piles else (drawn.winner, drawn.loser):
                yield from cards[seat]
        left, piles = self._pile[number_drawn:], self._piles[number_drawn:]
        if None in made_up:
            short = made_up[None]
            place = len(left) - 1
            if self._own_piles:
                place = max(n for n, pile in enumerate(piles) if pile is short.seat)
            del left[place], piles[place]
        if not self._own_piles:
            yield from left
            return
        own = {seat: [c for c, p in zip(left, piles, strict=True) if p is seat] for seat in Seat}
        dead = [card for card, pile in zip(left, piles, strict=True) if pile is None]
        yield from Piles((*own[Seat.SOUTH],), (*own[Seat.NORTH],), dead[0] if dead else None).row()


def _three_left(
    last: _DrawnTrick, short: Short, upcard: Card, face_down: tuple[Card, ...]
) -> LastDraws:
    """The last draws of three cards: the winner takes the upcard, who is short the extra one."""
    first, extra = face_down
    if short.seat is last.winner:
        own = Counter(last.told[last.winner]) - Counter([upcard])
        if last.told[last.loser] == (extra,) or (own and extra not in own):
            first, extra = extra, first
    who = f"{short.seat.text()}, who drew none after trick {short.since},"
    fact = f"three cards are left: {last.winner.text()} takes the upcard, {who} the extra one"
    if short.seat is last.winner:
        fact = f"three cards are left: {who} takes the upcard and the extra one"
    finding = Finding(
        Irregularity.CARD_TOO_MANY, last.number, short.seat, f"+{extra}", fact, _COUNTS
    )
    return LastDraws(last.winner, ((last.loser, first), (short.seat, extra)), finding)


def _slips_of_one_seat(record: HandRecord) -> dict[int, tuple[Slip, ...]]:
    """What the record of one seat says of wrong draws; it has no stock to tell them by."""
    last = record.rules.deck.stock_tricks
    slips: dict[int, list[Slip]] = {}
    for trick in record.tricks[:last]:
        for event in trick.events:
            if event.note is DrawingNote.FACE_UP:
                card = _faced(event)
                fact = "it lay face up in the stock"
                slip = Slip(_face_up(trick.number, card, fact, _SHUFFLED))
            elif event.note is DrawingNote.NO_DRAW:
                fact = "this is followed in records of all cards only"
                slip = Slip(_missed(trick.number, event.seat, fact, READ_SO_FAR), stops=True)
            elif event.note is DrawingNote.OUT_OF_TURN and event.seat is not None:
                slip = _out_of_turn_seen(record, trick, event.seat)
            else:
                continue
            slips.setdefault(trick.number, []).append(slip)
    return {number: (*found,) for number, found in slips.items()}


def _out_of_turn_seen(record: HandRecord, trick: RecordedTrick, loser: Seat) -> Slip:
    """What one seat writes of a loser who drew first: the cards stand, whoever drew first."""
    told = {seat: record.drawn(trick, seat, loser.other) for seat in Seat}
    card = told[loser][0] if told[loser] else None
    drawn = _DrawnTrick(trick, loser.other, told, True, 0)
    finding = drawn.out_of_turn(card)
    if trick.number < record.rules.deck.stock_tricks:
        return Slip(finding)
    # Who has the upcard then, and what the last card scored, only the other seat may know.
    fact = "at the last draw this is followed in records of all cards only"
    return Slip(replace(finding, fact=fact, ruling=READ_SO_FAR), stops=True)


def _faced(event: RecordedEvent) -> Card:
    return Card.parse(event.text.partition(":")[2])


def _face_up(trick: int, card: Card, fact: str, ruling: str) -> Finding:
    return Finding(Irregularity.CARD_FACE_UP, trick, None, card.text(), fact, ruling)


def _missed(trick: int, seat: Seat | None, fact: str, ruling: str) -> Finding:
    what = DrawingNote.NO_DRAW.value
    return Finding(Irregularity.MISSED_DRAW, trick, seat, what, fact, ruling)

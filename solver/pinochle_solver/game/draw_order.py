"""Who draws after each trick, and what else is done with the stock, as a record tells it.

If the loser of a trick drew first, a draw was missed or made twice, a card was put back or lay face
up in the stock, the hand is not put right (RULES.md, section 7): it goes on as it really went. So a
record is read ahead. Which cards are drawn in this order `drawing` finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from pinochle_solver._core.hand.game import beats
from pinochle_solver.game.findings import READ_SO_FAR, VOID, Finding
from pinochle_solver.game.rulings import (
    extra_draw_ruling,
    face_up_ruling,
    missed_draw_ruling,
    put_back_ruling,
)
from pinochle_solver.notation.hand_records import UNSEEN, HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.marks import BACK, FACE_UP, NO_DRAW, OUT_OF_TURN, Mark
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rules import ExtraCardMelds, FaceUp, MissedDraw, Seat

_STANDS = "stands as recorded, no penalty"
_NO_DRAW, _TWO_DRAWN = NO_DRAW.word, Irregularity.TWO_DRAWN
_TWO = 2
"""The draws that make up for a missed one, and those of which one is too many."""


class Slip(NamedTuple):
    """What is wrong with the draws after a trick, and whether the hand cannot be followed on."""

    finding: Finding
    stops: bool = False


class StockAct(Enum):
    """What happens to the stock: a card is drawn, put back, or found face up."""

    DRAW = "draw"
    PUT_BACK = "put back"
    FACE_UP = "face up"


class StockEvent(NamedTuple):
    """Something that happens to the stock.

    Attributes:
        act: what.
        seat: who draws or puts back; None for a card found face up.
        card: the card, as far as the record tells it: drawn, shown as it is put back, or face up.
    """

    act: StockAct
    seat: Seat | None
    card: Card | None = None


@dataclass(slots=True)
class TrickDraws:
    """What happens to the stock after one trick; trick 0 is before the first lead.

    Attributes:
        trick: the trick.
        winner: who took it.
        written: what each seat drew, as far as it is written; None for a card that was not seen.
        is_out_of_turn: whether the loser drew first.
        extra: how many cards more than it should each seat holds, before and after: -1, 0 or 1.
        back: the place, among the events of the trick, at which a seat puts a card back.
        is_extra_put_back: whether a seat has drawn two, and puts one back in this trick.
        events: what happens, in order; of the last draws only what comes before them.
        early: how many of them come before anything is shown.
    """

    trick: RecordedTrick
    winner: Seat
    written: dict[Seat, tuple[Card | None, ...]]
    is_out_of_turn: bool
    extra: tuple[dict[Seat, int], dict[Seat, int]]
    back: dict[Seat, int] = field(default_factory=dict)
    is_extra_put_back: set[Seat] = field(default_factory=set)
    events: list[StockEvent] = field(default_factory=list)
    early: int = 0

    @property
    def number(self) -> int:
        """The number of the trick."""
        return self.trick.number

    @property
    def loser(self) -> Seat:
        """Who lost the trick."""
        return self.winner.other

    @property
    def drawers(self) -> list[Seat]:
        """Who draws, in order."""
        return [e.seat for e in self.events if e.act is StockAct.DRAW and e.seat is not None]

    @property
    def only_draws(self) -> bool:
        """Whether nothing else happens."""
        return all(event.act is StockAct.DRAW for event in self.events)

    def drawn_by(self, order: list[Seat]) -> list[StockEvent]:
        """The draws of seats in this order, with the cards that are told."""
        written = {seat: iter(cards) for seat, cards in self.written.items()}
        return [StockEvent(StockAct.DRAW, seat, next(written[seat], None)) for seat in order]

    def fits_swapped(self, first: Card, second: Card) -> bool:
        """Whether what is written can only be if the loser drew the first card, not the second."""
        wins, loses = self.written[self.winner], self.written[self.loser]
        fits = wins in ((), (second,)) and loses in ((), (first,))
        return first != second and bool(wins or loses) and fits

    def out_of_turn(self, card: Card | None) -> Finding:
        """The finding that the loser drew first, and which card."""
        return Finding(
            Irregularity.DRAW_OUT_OF_TURN,
            self.number,
            self.loser,
            OUT_OF_TURN.word if card is None else f"+{card}",
            f"drawn before {self.winner.text()} drew",
            _STANDS,
        )


class _CannotBeError(Exception):
    """The record says something of the draws that cannot be, or that makes the hand void."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


class DrawOrder:
    """Who draws after each trick of a record, and what else is done with its stock.

    Attributes:
        record: the record.
        tricks: what happens after each trick of the stock phase, up to one that cannot be followed;
            first what happens before the first lead, if anything does.
        slips: what is wrong, by the number of the trick.
    """

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.tricks: list[TrickDraws] = []
        self.slips: dict[int, list[Slip]] = {}
        self._rules = record.rules
        self._last = record.rules.deck.stock_tricks
        self._extra = dict.fromkeys(Seat, 0)
        self._two_drawn: dict[Seat, tuple[int, int]] = {}
        self._face_down = record.rules.deck.stock
        self._non_dealer_has_drawn = False
        try:
            for trick, winner in self._taken():
                self._read_trick(trick, winner)
        except _CannotBeError as error:
            number, is_void = error.finding.trick, error.finding.is_void
            self.slips.setdefault(number, []).append(Slip(error.finding, stops=not is_void))

    @property
    def is_plain(self) -> bool:
        """Whether nothing is said but which cards were drawn, one by each seat after a trick."""
        return not self.slips and all(
            drawn.only_draws and not drawn.is_out_of_turn for drawn in self.tricks
        )

    def of(self, trick: int) -> TrickDraws | None:
        """What happens after a trick, if that can be followed."""
        return next((drawn for drawn in self.tricks if drawn.number == trick), None)

    def find(self, finding: Finding, stops: bool = False) -> None:
        """Note something wrong after a trick."""
        self.slips.setdefault(finding.trick, []).append(Slip(finding, stops))

    def last_drawers(self, last: TrickDraws) -> tuple[Seat, list[Seat]]:
        """Who takes the upcard, and who draws which of the cards that lie face down then, in order.

        Whoever is a card short draws one more, who has one too many draws none.
        """
        winner, loser = last.winner, last.loser
        extra = last.extra[1]
        short = [seat for seat in (winner, loser) if extra[seat] < 0]
        long = next((seat for seat in Seat if extra[seat] > 0), None)
        if long is not None:
            return long.other, [long.other] * len(short)
        if short:
            return winner, [loser, *short]
        order = [winner, loser]
        if last.is_out_of_turn:
            order.reverse()
        if self._rules.upcard_to_winner:
            return winner, [loser]
        return order[1], order[:1]

    def why_barred(self, trick: int, place: int, seat: Seat) -> str | None:
        """Why a seat may not meld at this place among what happened after a trick, or None.

        It holds a wrong number of cards, or did until this trick had been won.
        """
        drawn, rules = self.of(trick), self._rules
        if drawn is None:
            return None
        before, after = (extra[seat] for extra in drawn.extra)
        has_drawn = rules.draws_before_melding
        extra = after if has_drawn else before
        since = self.since(trick, seat, has_drawn)
        if extra < 0:
            if rules.penalties.short_hand_melds:
                return None
            return f"{seat.text()} is a card short after trick {since}"
        back = drawn.back.get(seat)
        had_extra = before > 0 or (has_drawn and (after > 0 or seat in drawn.is_extra_put_back))
        if not had_extra:
            return None
        if rules.penalties.extra_card_melds is ExtraCardMelds.AFTER_A_TRICK:
            is_barred = True
        elif back is not None:
            is_barred = back > place
        else:
            is_barred = extra > 0
        if not is_barred:
            return None
        return f"{seat.text()} has drawn a card too many after trick {since}"

    def since(self, trick: int, seat: Seat, has_drawn: bool = False) -> int:
        """After which trick a seat's number of cards became wrong, the last time.

        Args:
            trick: the number of the trick until which, or whose draws if these `has_drawn`.
            seat: the seat.
            has_drawn: see above.
        """
        since = 0
        for drawn in self.tricks:
            if drawn.number > trick or (drawn.number == trick and not has_drawn):
                break
            before, after = (extra[seat] for extra in drawn.extra)
            if (after and not before) or seat in drawn.is_extra_put_back:
                since = drawn.number
        return since

    # Reading

    def _taken(self) -> Iterator[tuple[RecordedTrick, Seat]]:
        """The tricks of the stock phase and who took them; first what was before the first lead."""
        leader = self.record.dealer.other
        if any(event.note is not None for event in self.record.opening):
            yield self.record.before_first_lead, leader
        for trick in self.record.tricks[: self._last]:
            if len(trick.plays) < len(Seat):
                return
            led, reply = trick.cards
            if beats(led.index, reply.index, self.record.upcard.suit):
                leader = leader.other
            yield trick, leader

    def _read_trick(self, trick: RecordedTrick, winner: Seat) -> None:
        """Note what happens after a trick."""
        written = {seat: self.record.draws(trick, seat, winner) for seat in Seat}
        before, self._extra = self._extra, {**self._extra}
        is_out_of_turn = any(event.note is OUT_OF_TURN for event in trick.events)
        drawn = TrickDraws(trick, winner, written, is_out_of_turn, (before, self._extra))
        for place, event in enumerate(trick.events):
            if event.note is BACK:
                seat = self.record.seat_of(event, winner)
                if seat in drawn.back:
                    raise self._slip(drawn, event.text, seat, "a card is put back already")
                drawn.back[seat] = place
        if trick.number == self._last:
            self._read_last(drawn)
            return
        drawers: list[Seat] = []
        if trick.number:
            numbers = {seat: self._draws_of(drawn, seat) for seat in (winner, winner.other)}
            order = [winner.other, winner] if is_out_of_turn else [winner, winner.other]
            drawers = [seat for seat in order for _ in range(numbers[seat])]
            if is_out_of_turn and not all(numbers.values()):
                fact = "one of the seats draws none"
                raise self._slip(drawn, OUT_OF_TURN.word, winner.other, fact)
        self._place(drawn, drawers)
        self.tricks.append(drawn)

    def _draws_of(self, drawn: TrickDraws, seat: Seat) -> int:
        """How many cards a seat draws after a trick that is not the last of the stock phase."""
        written, back = drawn.written[seat], drawn.back.get(seat)
        misses = self._says(drawn, NO_DRAW, seat)
        second = f"+{written[1] or UNSEEN}" if len(written) >= _TWO else ""
        if len(written) > _TWO:
            fact = "a third card is drawn after one trick"
            raise self._slip(drawn, f"+{written[_TWO] or UNSEEN}", seat, fact)
        if self._extra[seat] > 0 and (back is None or self._drawn_until(drawn, seat, back)):
            # It draws only what is written, and none puts it right.
            if second:
                raise self._slip(drawn, second, seat, "it has a card too many already")
            self._extra[seat] = 1 if written and back is None else 0
            if back is not None:
                self._tell_put_back(drawn, seat)
            if written and misses:
                raise self._slip(
                    drawn, _NO_DRAW, seat, f"+{written[0] or UNSEEN} is written as well"
                )
            return len(written)
        if self._extra[seat] > 0:
            self._extra[seat], back = 0, None
            self._tell_put_back(drawn, seat)
        if misses:
            if written:
                raise self._slip(
                    drawn, _NO_DRAW, seat, f"+{written[0] or UNSEEN} is written as well"
                )
            if self._extra[seat] < 0:
                fact = "the draw that it missed before has not been made up for"
                raise self._slip(drawn, _NO_DRAW, seat, fact)
            self._miss(drawn, seat)
        if second and self._extra[seat] == 0:
            fact, ruling = "drawn besides another", extra_draw_ruling(self._rules)
            self.find(Finding(_TWO_DRAWN, drawn.number, seat, second, fact, ruling))
            self._two_drawn[seat] = drawn.number, len(self.slips[drawn.number]) - 1
            if back is not None:
                drawn.is_extra_put_back.add(seat)
                self._tell_put_back(drawn, seat)
            self._extra[seat] = int(back is None)
            back = None
        elif second:
            self._extra[seat] = 0
        if back is not None:
            word = drawn.trick.events[back].text
            raise self._slip(drawn, word, seat, "it has no card too many")
        return 0 if misses else max(len(written), 1)

    def _tell_put_back(self, drawn: TrickDraws, seat: Seat) -> None:
        """Say in the finding of two cards drawn that the seat puts one back after this trick."""
        trick, place = self._two_drawn[seat]
        finding = self.slips[trick][place].finding
        is_shown = _named(drawn.trick.events[drawn.back[seat]]) is not None
        ruling = put_back_ruling(drawn.number, is_shown=is_shown)
        self.slips[trick][place] = Slip(replace(finding, ruling=ruling))

    def _miss(self, drawn: TrickDraws, seat: Seat) -> None:
        """Note that a seat has missed its draw."""
        is_void = self._rules.penalties.missed_draw is MissedDraw.VOID
        ruling = VOID if is_void else missed_draw_ruling(self._rules)
        kind, fact = Irregularity.MISSED_DRAW, "no card is drawn"
        finding = Finding(kind, drawn.number, seat, _NO_DRAW, fact, ruling, is_void)
        if is_void:
            raise _CannotBeError(finding)
        self.find(finding)
        self._extra[seat] = -1

    def _says(self, drawn: TrickDraws, note: Mark, seat: Seat) -> bool:
        """Whether the record says this of a seat's draw."""
        return any(
            event.note is note and self.record.seat_of(event, drawn.winner) is seat
            for event in drawn.trick.events
        )

    def _drawn_until(self, drawn: TrickDraws, seat: Seat, place: int) -> int:
        """How many draws of a seat are written before a place in the braces."""
        return sum(
            event.drawn is not None and self.record.seat_of(event, drawn.winner) is seat
            for event in drawn.trick.events[:place]
        )

    def _place(self, drawn: TrickDraws, drawers: list[Seat]) -> None:
        """Put what else happens to the stock between the draws.

        Draws that are written before it have been made, and all that come before those.
        """
        draws = drawn.drawn_by(drawers)
        made = 0
        for place, event in enumerate(drawn.trick.events):
            if event.note not in (BACK, FACE_UP):
                continue
            for seat in set(drawers):
                until = self._drawn_until(drawn, seat, place)
                if event.note is BACK and seat in drawn.is_extra_put_back:
                    is_own = self.record.seat_of(event, drawn.winner) is seat
                    until = drawers.count(seat) if is_own else until
                if until:
                    own = [at for at, drawer in enumerate(drawers, start=1) if drawer is seat]
                    made = max(made, own[min(until, len(own)) - 1])
            drawn.events += draws[sum(e.act is StockAct.DRAW for e in drawn.events) : made]
            drawn.events.append(self._other_event(drawn, event))
            if not made and any(later.is_shown for later in drawn.trick.events[place:]):
                drawn.early += 1
        drawn.events += draws[sum(e.act is StockAct.DRAW for e in drawn.events) :]
        self._non_dealer_has_drawn |= self.record.dealer.other in drawers

    def _other_event(self, drawn: TrickDraws, event: RecordedEvent) -> StockEvent:
        """A card put back or found face up, and what is wrong with that."""
        card = _named(event)
        if event.note is BACK:
            return StockEvent(StockAct.PUT_BACK, self.record.seat_of(event, drawn.winner), card)
        assert card is not None
        fact, ruling = "it lay face up in the stock", face_up_ruling(self._rules)
        kind, number = Irregularity.CARD_FACE_UP, drawn.number
        has_drawn = self._non_dealer_has_drawn or self.record.dealer.other in drawn.drawers
        if self._rules.penalties.face_up is FaceUp.TAKEN and not has_drawn:
            fact = "it lay face up in the stock before the non-dealer's first draw"
            finding = Finding(kind, number, None, card.text(), fact, VOID, is_void=True)
            raise _CannotBeError(finding)
        self.find(Finding(kind, number, None, card.text(), fact, ruling))
        return StockEvent(StockAct.FACE_UP, None, card)

    def _read_last(self, last: TrickDraws) -> None:
        """Note what happens before the last draws; who makes them `last_drawers` tells."""
        for seat in Seat:
            if self._extra[seat] <= 0 and self._says(last, NO_DRAW, seat):
                fact = "the last draws leave nothing to be drawn later"
                raise self._slip(last, _NO_DRAW, seat, fact)
        for place, event in enumerate(last.trick.events):
            if event.note not in (BACK, FACE_UP):
                continue
            seat = self.record.seat_of(event, last.winner)
            if any(self._drawn_until(last, each, place) for each in Seat):
                raise self._slip(last, event.text, None, "the stock is gone")
            if event.note is BACK:
                if self._extra[seat] <= 0:
                    raise self._slip(last, event.text, seat, "it has no card too many")
                self._extra[seat] = 0
                self._tell_put_back(last, seat)
            last.events.append(self._other_event(last, event))
            last.early += any(later.is_shown for later in last.trick.events[place:])
        if last.is_out_of_turn and self.record.view is not None:
            # Who has the upcard then, and what the last card scored, only the other seat may know.
            fact = "at the last draw this is followed in records of all cards only"
            finding = last.out_of_turn(next(iter(last.written[last.loser]), None))
            raise _CannotBeError(replace(finding, fact=fact, ruling=READ_SO_FAR))
        if last.is_out_of_turn and any(self._extra.values()):
            self.find(last.out_of_turn(None))
        self.tricks.append(last)

    def _slip(self, drawn: TrickDraws, what: str, seat: Seat | None, fact: str) -> _CannotBeError:
        """A draw that cannot be; the error to raise."""
        kind = Irregularity.DRAW_SLIP
        return _CannotBeError(Finding(kind, drawn.number, seat, what, fact, READ_SO_FAR))


def _named(event: RecordedEvent) -> Card | None:
    """The card that a note names, if it names one."""
    name = event.text.partition(":")[2]
    return Card.parse(name) if name else None

"""How the stock of a hand was really drawn, if a record says that it was not drawn as it should be.

`draw_order` has who draws and what else is done with the stock. Here the cards are found that this
comes to. The referee does all that differs from the rules (`Referee.draw_otherwise`), so it always
holds the cards that the seats really hold, also while a hand has a wrong number of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from pinochle_solver.game.draw_order import (
    DrawOrder,
    Slip,
    StockAct,
    StockEvent,
    TrickDraws,
)
from pinochle_solver.game.findings import READ_SO_FAR, Finding
from pinochle_solver.hand.stock_moves import AfterTrick, StockMove
from pinochle_solver.notation.hand_records import UNSEEN
from pinochle_solver.notation.marks import BACK, FACE_UP
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.piles import draw_places
from pinochle_solver.rules.rules import FaceUp, Rulebook, Seat

_COUNTS = "no penalty, the hand counts"


class LastDraws(NamedTuple):
    """The last draws, where they were not as the rules have them.

    Attributes:
        upcard_to: who took the upcard.
        face_down: who drew which of the cards that lay face down.
        findings: what was wrong with them.
        put_back: what was put back before.
    """

    upcard_to: Seat
    face_down: tuple[tuple[Seat, Card], ...]
    findings: tuple[Finding, ...]
    put_back: tuple[StockMove, ...]

    @property
    def after(self) -> AfterTrick:
        """What the seats do, as the referee does it."""
        face_down = (StockMove(seat, card) for seat, card in self.face_down)
        return AfterTrick((), (*self.put_back, *face_down, StockMove(self.upcard_to, None)))


@dataclass(slots=True, eq=False)
class Lying:
    """A face-down card as it lies in the stock.

    Attributes:
        card: the card; None where nobody has told it.
        is_known: whether both seats know that it lies there.
    """

    card: Card | None
    is_known: bool = False


class Handled(NamedTuple):
    """A card drawn, or put back.

    Attributes:
        seat: who.
        lying: the card.
        is_known: whether the other seat knows the card.
        is_put_back: whether it is put back.
    """

    seat: Seat
    lying: Lying
    is_known: bool = False
    is_put_back: bool = False

    @property
    def move(self) -> StockMove:
        """The same as the referee makes it."""
        assert self.lying.card is not None
        return StockMove(self.seat, self.lying.card, self.is_known, self.is_put_back)


class Stock:
    """The face-down cards as they lie: one row, or a pile for each seat and the dead card.

    Args:
        rules: the rulebook.
        row: the cards.
    """

    def __init__(self, rules: Rulebook, row: Iterable[Lying]) -> None:
        self._own_piles = rules.deck.own_piles
        cards = (*row,)
        self.dead: list[Lying] = []
        if not self._own_piles:
            pile = [*cards]
            self._piles = dict.fromkeys(Seat, pile)
            return
        drawn = cards[:-1] if len(cards) % 2 else cards
        self.dead = [*cards[len(drawn) :]]
        self._piles = {seat: [*drawn[seat :: len(Seat)]] for seat in Seat}

    def of(self, seat: Seat) -> list[Lying]:
        """The cards that a seat draws from, the next one first."""
        return self._piles[seat]

    def piles(self) -> list[list[Lying]]:
        """All of them."""
        return [self.of(seat) for seat in (Seat if self._own_piles else (Seat.SOUTH,))]

    def row(self) -> tuple[Lying, ...]:
        """The cards in one row; none where the piles are of different sizes."""
        if not self._own_piles:
            return (*self.of(Seat.SOUTH),)
        south, north = (self.of(seat) for seat in Seat)
        if len(south) != len(north):
            return ()  # somebody is a card short
        return (*(card for pair in zip(south, north, strict=True) for card in pair), *self.dead)

    @property
    def is_next_known(self) -> bool:
        """Whether both seats know a card that is drawn next."""
        return any(pile and pile[0].is_known for pile in self.piles())


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the stock of a hand was drawn.

    Attributes:
        order: who drew.
        slips: what was wrong, by the number of the trick; of the last draws `last_draws` tells.
        after: what the seats did with the stock, by the number of the trick, where that is not what
            the rules have them do with the cards as they were dealt; of the last draws see there.
        drawn: who drew what after the tricks before the last one of the stock, in the order in
            which it was drawn, by the number of the trick.
        next_is_known: when both seats know a card that is drawn next: the number of the trick, and
            whether after its draws or before.
        lying: how the face-down cards lay that were left, the next one first, by their number;
            empty where that is the order in which they were dealt.
    """

    order: DrawOrder
    slips: Mapping[int, tuple[Slip, ...]] = field(default_factory=dict)
    after: Mapping[int, AfterTrick] = field(default_factory=dict)
    drawn: Mapping[int, tuple[tuple[Seat, Card], ...]] = field(default_factory=dict)
    next_is_known: frozenset[tuple[int, bool]] = frozenset()
    lying: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    _last: tuple[Card, ...] | None = None
    _last_dealt: tuple[Card, ...] = ()
    _last_put_back: tuple[StockMove, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether cards are drawn as the rules have it, and none is known before it is drawn."""
        return not self.after and not self.next_is_known

    def is_next_known(self, tricks: int, has_drawn: bool) -> bool:
        """Whether both seats know a card that is drawn next.

        Args:
            tricks: how many tricks have been taken.
            has_drawn: whether the draws after the last of them have been made.
        """
        return (tricks, has_drawn) in self.next_is_known

    def last_draws(self, upcard: Card) -> LastDraws | None:
        """The last draws, where they were not as the rules have them, else None.

        Args:
            upcard: the upcard as it lies then.
        """
        last = self.order.of(self.order.record.rules.deck.stock_tricks)
        if last is None or self._last is None:
            return None
        upcard_to, seats = self.order.last_drawers(last)
        cards, findings = self._last, tuple[Finding, ...]()
        is_regular = not any(last.extra[1].values())
        if len(seats) > 1:
            cards, findings = _cards_left(self.order, last, seats, upcard, cards)
        elif (
            is_regular
            and not self.order.record.rules.upcard_to_winner
            and (last.is_out_of_turn or last.fits_swapped(cards[0], upcard))
        ):
            upcard_to, seats = last.winner, [last.loser]
            findings = (last.out_of_turn(cards[0]),)
        is_as_dealt = is_regular and self.is_plain and cards == self._last_dealt
        if is_as_dealt and not findings:
            return None
        face_down = (*zip(seats, cards, strict=False),)
        return LastDraws(upcard_to, face_down, findings, self._last_put_back)


def drawing_of(order: DrawOrder, stock: Sequence[Card] | None) -> Drawing:
    """How the stock of a record was drawn, as far as the record tells.

    Args:
        order: who drew.
        stock: the face-down cards as they were dealt; None where they are not known.
    """
    deck = order.record.rules.deck
    slips = {number: (*found,) for number, found in order.slips.items()}
    if stock is None or len(stock) != deck.stock or not deck.upcard:
        return Drawing(order, slips)
    follower = StockFollower(order, [*map(Lying, stock)])
    follower.follow()
    return follower.drawing(stock)


class StockFollower:
    """Follows what is done with a stock.

    Args:
        order: who draws, and what else happens.
        row: the face-down cards; where their cards are not known, what the record tells is put
            there.

    Attributes:
        handled: who drew and put back which of them, by the number of the trick.
        last: what is drawn face down after the last trick of the stock phase, if it comes to that.
    """

    def __init__(self, order: DrawOrder, row: Sequence[Lying]) -> None:
        self.handled: dict[int, list[Handled]] = {}
        self.last: list[Lying] | None = None
        self._order = order
        self._rules = order.record.rules
        self._is_whole = order.record.view is None
        self._stock = Stock(self._rules, row)
        self._drawn_last: dict[Seat, Lying] = {}
        self._slips: dict[int, list[Slip]] = {}
        self._lying = {len(row): self._stock.row()}
        self._known: set[tuple[int, bool]] = set()
        self._has_shuffled = False
        self._keepers: dict[int, Handled] = {}

    def follow(self) -> None:
        """Go through the tricks, up to something that cannot be."""
        for number, drawn in enumerate(self._order.tricks):
            self._slips[drawn.number] = [*self._order.slips.get(drawn.number, ())]
            if not self._follow_trick(number, drawn):
                return
        for trick, slips in self._order.slips.items():
            self._slips.setdefault(trick, slips)

    def keeper(self, lying: Lying) -> Handled | None:
        """Who drew a card and did not put it back, before the last draws."""
        return self._keepers.get(id(lying))

    def drawing(self, stock: Sequence[Card]) -> Drawing:
        """What has been followed, of cards that are all known."""
        last = self._rules.deck.stock_tricks
        moves = {n: [each.move for each in handled] for n, handled in self.handled.items()}
        after: dict[int, AfterTrick] = {}
        for drawn in self._order.tricks:
            number = drawn.number
            if not 0 < number < last or number not in moves:
                continue
            at_once = sum(e.act is StockAct.PUT_BACK for e in drawn.events[: drawn.early])
            places = draw_places(self._rules, len(Seat) * (number - 1), drawn.winner)
            dealt = [
                StockMove(seat, stock[place]) for seat, place in places.items() if place is not None
            ]
            if moves[number] != dealt:
                made = moves[number]
                after[number] = AfterTrick((*made[:at_once],), (*made[at_once:],))
        for number, slips in self._slips.items():
            if after and any(slip.stops for slip in slips):
                after[number] = AfterTrick()  # nobody drew
        return Drawing(
            self._order,
            {number: (*slips,) for number, slips in self._slips.items()},
            after,
            {
                number: tuple((m.seat, m.card) for m in made if m.card and not m.is_put_back)
                for number, made in moves.items()
                if 0 < number < last
            },
            frozenset(self._known),
            {
                left: tuple(lying.card for lying in row if lying.card)
                for left, row in self._lying.items()
                if after or self._has_shuffled
            },
            None if self.last is None else tuple(each.card for each in self.last if each.card),
            (*stock[-1:],),
            (*moves.get(last, ()),),
        )

    def _follow_trick(self, number: int, drawn: TrickDraws) -> bool:
        """Follow what happens after a trick; False if it cannot be followed."""
        is_last = drawn.number == self._rules.deck.stock_tricks
        events = drawn.events if is_last else self._as_written(drawn)
        if drawn.is_out_of_turn and is_last and self._rules.upcard_to_winner:
            self._find(drawn.out_of_turn(None))
        handled = self.handled.setdefault(drawn.number, [])
        self._note_known(drawn.number, False)
        for place, event in enumerate(events):
            if not self._do(number, place, event, handled):
                return False
            if place < drawn.early:
                self._note_known(drawn.number, False)
        if not is_last and drawn.is_out_of_turn:
            first = next(each.lying.card for each in handled if each.seat is drawn.loser)
            written = next(iter(drawn.written[drawn.loser]), None)
            self._find(drawn.out_of_turn(first if self._is_whole else written))
        if is_last:
            return self._draw_last(drawn)
        self._note_known(drawn.number, True)
        row, left = self._stock.row(), self._rules.deck.stock - len(Seat) * drawn.number
        if len(row) == left:
            self._lying[left] = row
        return True

    def _note_known(self, trick: int, has_drawn: bool) -> None:
        self._known.discard((trick, has_drawn))
        if self._stock.is_next_known:
            self._known.add((trick, has_drawn))

    def _find(self, finding: Finding, stops: bool = False) -> None:
        self._slips.setdefault(finding.trick, []).append(Slip(finding, stops))

    def _slip(self, trick: int, seat: Seat | None, what: str, fact: str) -> bool:
        kind = Irregularity.DRAW_SLIP
        self._find(Finding(kind, trick, seat, what, fact, READ_SO_FAR), stops=True)
        return False

    def _as_written(self, drawn: TrickDraws) -> list[StockEvent]:
        """What happens, the draws in the order that the cards tell, if they tell one."""
        drawers, pile = drawn.drawers, self._stock.of(drawn.winner)
        if not self._is_whole or not drawn.only_draws or self._rules.deck.own_piles:
            return drawn.events
        cards = [lying.card for lying in pile[: len(drawers)]]
        if drawers == [drawn.winner, drawn.loser]:
            if None not in cards and drawn.fits_swapped(*(card for card in cards if card)):
                drawn.is_out_of_turn = True
                return drawn.drawn_by([drawn.loser, drawn.winner])
            return drawn.events
        twice = next((seat for seat in Seat if drawers.count(seat) > 1), None)
        if twice is None or drawn.extra[0][twice] or len(drawers) <= drawers.count(twice):
            return drawn.events
        first = drawn.loser if drawn.is_out_of_turn else drawn.winner
        for order in dict.fromkeys((tuple(drawers), *permutations(drawers))):
            if order[0] is first and _fits(drawn, order, cards):
                return drawn.drawn_by([*order])
        return drawn.events

    def _do(self, number: int, place: int, event: StockEvent, handled: list[Handled]) -> bool:
        """Do something with the stock; False if that cannot be."""
        trick, seat = self._order.tricks[number].number, event.seat
        if event.act is StockAct.FACE_UP:
            assert event.card is not None
            return self._face_up(number, place, event.card)
        assert seat is not None
        pile = self._stock.of(seat)
        if event.act is StockAct.DRAW:
            if not pile:
                what = f"+{event.card or UNSEEN}"
                return self._slip(trick, seat, what, "no card that it may draw is left")
            lying = pile.pop(0)
            lying.card = lying.card or event.card
            handled.append(Handled(seat, lying, lying.is_known))
            self._keepers[id(lying)] = handled[-1]
            self._drawn_last[seat] = lying
            return True
        last = self._drawn_last.pop(seat, None)
        word = BACK.word
        if last is None:
            return self._slip(trick, seat, word, "it has put its last card drawn back already")
        last.card = last.card or event.card
        if event.card not in (None, last.card):
            fact = f"the card that it drew last is {last.card}"
            return self._slip(trick, seat, f"{word}:{event.card}", fact)
        last.is_known = last.is_known or event.card is not None
        pile.insert(0, last)
        self._keepers.pop(id(last), None)
        handled.append(Handled(seat, last, is_put_back=True))
        return True

    def _face_up(self, number: int, place: int, card: Card) -> bool:
        """Take, or shuffle, what lies there when a card is found face up."""
        is_taken = self._rules.penalties.face_up is FaceUp.TAKEN
        for pile in self._stock.piles():
            found = next((n for n, lying in enumerate(pile) if lying.card == card), None)
            if found is None:
                continue
            if is_taken:
                pile[found].is_known = True
                pile.insert(0, pile.pop(found))
            elif self._is_whole:
                self._shuffle(number, place, pile)
            return True
        if any(lying.card == card for lying in self._stock.dead):
            return True
        trick = self._order.tricks[number].number
        if self._is_whole:
            what = f"{FACE_UP.word}:{card}"
            return self._slip(trick, None, what, "it does not lie in the stock any more")
        if is_taken:
            upcoming = (event.seat for event in self._upcoming(number, place))
            pile = self._stock.of(next((s for s in upcoming if s is not None), Seat.SOUTH))
            if not pile or pile[0].card is not None:
                what = f"{FACE_UP.word}:{card}"
                return self._slip(trick, None, what, "another card is known to be next")
            pile[0].card, pile[0].is_known = card, True
        return True

    def _upcoming(self, number: int, place: int) -> Iterator[StockEvent]:
        """What happens to the stock after something that happened to it."""
        yield from self._order.tricks[number].events[place + 1 :]
        for drawn in self._order.tricks[number + 1 :]:
            yield from drawn.events
            if drawn.number == self._rules.deck.stock_tricks:
                seats = self._order.last_drawers(drawn)[1]
                if len(seats) == 1:
                    yield from drawn.drawn_by(seats)

    def _shuffle(self, number: int, place: int, pile: list[Lying]) -> None:
        """Put the cards of a pile in the order in which they are drawn from now on.

        What is written is drawn where it is written, the others come in the order of the tag.
        """
        self._has_shuffled = True
        wanted: list[Card | None] = []
        returned = 0
        for event in self._upcoming(number, place):
            if event.seat is None or self._stock.of(event.seat) is not pile:
                continue
            if event.act is StockAct.PUT_BACK:
                returned += 1
            elif returned:
                returned -= 1
            else:
                wanted.append(event.card)
        wanted = [*wanted, *[None] * len(pile)][: len(pile)]
        placed = {
            at: lying
            for at, (lying, card) in enumerate(zip(pile, wanted, strict=True))
            if lying.card == card
        }
        left = [lying for at, lying in enumerate(pile) if at not in placed]
        for at, card in enumerate(wanted):
            if at not in placed and card is not None:
                # One that is not there stays unplaced: it is found to be wrong as it is drawn.
                found = next((n for n, lying in enumerate(left) if lying.card == card), None)
                if found is not None:
                    placed[at] = left.pop(found)
        others = iter(left)
        pile[:] = [placed[at] if at in placed else next(others) for at in range(len(pile))]

    def _draw_last(self, last: TrickDraws) -> bool:
        """Draw the cards that lie face down after the last trick of the stock phase."""
        self.last = []
        for at, seat in enumerate(self._order.last_drawers(last)[1]):
            pile = self._stock.dead if at == 0 and self._stock.dead else self._stock.of(seat)
            if not pile:
                self.last = None
                return self._slip(last.number, seat, "+", "no card is left")
            self.last.append(pile.pop(0))
        return True


def _fits(drawn: TrickDraws, order: Sequence[Seat], cards: Sequence[Card | None]) -> bool:
    """Whether what is written can be if the seats draw these cards in this order."""
    return all(
        not Counter(drawn.written[seat])
        - Counter(card for drawer, card in zip(order, cards, strict=False) if drawer is seat)
        for seat in Seat
    )


def _cards_left(
    order: DrawOrder, last: TrickDraws, seats: list[Seat], upcard: Card, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Finding, ...]]:
    """The last draws where more cards are left: who is a card short takes one more.

    Returns:
        the cards that lie face down in the order of those who draw them, and what is wrong.
    """
    winner, loser = last.winner, last.loser
    if seats == [loser, winner]:
        first, extra = cards
        own = Counter(last.written[winner]) - Counter([upcard])
        if last.written[loser] == (extra,) or (own and extra not in own):
            cards = extra, first
    findings = []
    for seat, card in zip(seats[1:], cards[1:], strict=True):
        who = f"{seat.text()}, who drew none after trick {order.since(last.number, seat)},"
        takes = f"{winner.text()} takes the upcard, {who} the extra one"
        if seat is winner:
            takes = f"{who} takes the upcard and the extra one"
        number = {2: "three", 3: "four"}[len(seats)]
        kind, fact = Irregularity.CARD_TOO_MANY, f"{number} cards are left: {takes}"
        findings.append(Finding(kind, last.number, seat, f"+{card}", fact, _COUNTS))
    return cards, (*findings,)

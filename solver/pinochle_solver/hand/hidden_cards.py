"""A seat's cards that the other does not see: which cards they may be when it makes a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.meld_table import MeldState
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.rules.rules import Seat


@dataclass(frozen=True)
class Way:
    """How a seat may make a move with hidden cards.

    Attributes:
        held: what some of the hidden cards then are.
        barred: cards of which the hidden ones hold no more.
        from_hand: for a show, the cards that come from the hand.
    """

    held: tuple[Card, ...] = ()
    barred: frozenset[Card] = frozenset()
    from_hand: tuple[Card, ...] = ()


@dataclass
class NextDraws:
    """What the next cards of the stock must be.

    Attributes:
        cards: the known cards, by place from 0.
        not_there: a place, and a card that it must not be.
    """

    cards: dict[int, Card] = field(default_factory=dict)
    not_there: tuple[int, Card] | None = None


class HiddenCards:
    """The cards that the other seat does not see: hidden ones of a seat's hand, and the stock.

    Args:
        position: a position of the stock phase that does not name the order of the stock.
        seat: the seat whose hand may be hidden.

    Attributes:
        hidden: how many cards of the hand are hidden.
        unseen: the cards that make up the hidden ones and the stock.
    """

    def __init__(self, position: StockPosition, seat: Seat) -> None:
        self.position, self.seat = position, seat
        self.hidden = position.hand(seat).hidden
        self.unseen = Counter(position.unseen)

    def held_for(self, play: Play) -> tuple[Card, ...]:
        """The hidden card that a play needs, if it needs one.

        Raises:
            IllegalMoveError: when no hidden card can be that card.
        """
        if isinstance(play.source, int) or play.card in self.known_in_hand():
            return ()
        if not self.unseen[play.card]:
            raise IllegalMoveError(
                play.text(), f"{self.seat.text()} cannot hold it, no copy of it is unseen"
            )
        return (play.card,)

    def known_in_hand(self) -> Hand:
        """The cards in the seat's hand that are known, those on the table apart."""
        known = self.position.hand(self.seat).known
        for card in self.position.on_table(self.seat):
            known = known.without(card)
        return known

    def ways(self, show: Show) -> Iterator[Way]:
        """How the seat may show something, in ways with the fewest hidden cards first."""
        position = self.position
        wanted = self._cards_of(show)
        if not wanted:
            yield Way()
            return
        distinct = tuple(wanted)
        table, known = position.meld_table(self.seat), self.known_in_hand()
        on_table = position.on_table(self.seat)
        in_play = sum(self.unseen[card] for card in distinct)
        # More copies than the stock has room for must be in the hand; cards that need not be there
        # change nothing.
        fewest = in_play - position.face_down
        all_from_hand = show.meld is not None and show.meld.kind.all_at_once
        ranges = []
        for card in distinct:
            most = self.unseen[card] if fewest > 0 else min(self.unseen[card], wanted[card])
            least = wanted[card] - known.count(card)
            if not all_from_hand:
                least -= on_table.count(card)
            if show.dix and card == position.upcard:
                least -= 1
            ranges.append(range(min(max(least, 0), most), most + 1))
        for numbers in _with_fewest_first(ranges, max(fewest, 0), self.hidden):
            held = tuple(Counter(dict(zip(distinct, numbers, strict=True))).elements())
            state = MeldState(table, Hand.of((*known, *held)), position.upcard)
            for option in state.options():
                if option.show == show:
                    yield Way(held, frozenset(distinct), option.from_hand)

    def _cards_of(self, show: Show) -> Counter[Card]:
        """The cards that are relevant to what is shown."""
        dix = dix_card(self.position.rules, self.position.trump)
        cards = [*(show.meld.cards if show.meld else ())]
        if show.dix and dix is not None:
            cards.append(dix)
        return Counter(cards)

    def most_of(self, show: Show) -> Way:
        """As many of the cards as the hidden ones can be."""
        held = (self._cards_of(show) & self.unseen).elements()
        return Way(tuple(held)[: self.hidden])

    def arrange(self, way: Way, stock: NextDraws) -> tuple[Card, ...] | None:
        """The unseen cards in the order in which `Referee.of_position` takes them.

        The hidden cards of the hand come first, then the stock; None if that is impossible.
        """
        left = self.unseen.copy()
        left.subtract(way.held)
        left.subtract(stock.cards.values())
        if min(left.values(), default=0) < 0:
            return None
        # A card that must not be drawn is best put into the hand.
        unwanted = stock.not_there[1] if stock.not_there else None
        free = [card for card in left.elements() if card not in way.barred]
        free.sort(key=lambda card: card != unwanted)
        fill = free[: self.hidden - len(way.held)]
        if len(way.held) + len(fill) < self.hidden:
            return None
        left.subtract(fill)
        rest = list(left.elements())
        places = dict(stock.cards)
        if stock.not_there is not None:
            place, unwanted = stock.not_there
            others = [card for card in rest if card != unwanted]
            if not others:
                return None
            places[place] = others[0]
            rest.remove(others[0])
        face_down = (places.get(n) or rest.pop() for n in range(self.position.face_down))
        return (*way.held, *fill, *face_down)

    def arranged(self, way: Way, stock: NextDraws) -> tuple[Card, ...]:
        """The same for an arrangement that is certainly possible."""
        cards = self.arrange(way, stock)
        assert cards is not None
        return cards

    def possible_plays(self, some: Iterable[Move]) -> tuple[Play, ...]:
        """What the seat may be able to play, in canonical order of the cards.

        Args:
            some: the plays that it has with arbitrary cards in the hidden places.
        """
        plays = [play for play in some if isinstance(play, Play) and isinstance(play.source, int)]
        on_table = self.position.on_table(self.seat)
        for card in Hand.of((*self.unseen, *self.known_in_hand())).distinct():
            plays.append(Play(card, "hand" if card in on_table else None))
        return tuple(
            sorted(
                plays,
                key=lambda play: (-play.card.rank, play.card.suit, play.source != "hand"),
            )
        )

    def possible_shows(self) -> Iterator[Show]:
        """What the seat may be able to show, other than nothing."""
        return (show for show in self._thinkable_shows() if next(self.ways(show), None))

    def _thinkable_shows(self) -> Iterator[Show]:
        """What could be shown if every unseen card were in its hand."""
        position, rules = self.position, self.position.rules
        known = self.known_in_hand()
        hand = Hand.of((*known, *self.unseen.elements()))
        trick = position.completed_tricks
        for option in MeldState(position.meld_table(self.seat), hand, position.upcard).options():
            show = option.show
            at_meld = position.act is Act.MELD
            if show.dix and (trick > rules.last_dix_trick or (rules.dix_turns and at_meld)):
                continue
            if show.meld and (not at_meld or trick > rules.last_meld_trick):
                continue
            yield show


def _with_fewest_first(ranges: Sequence[range], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """A number from each range, with sums from `least` to `most`, the smallest sums first."""
    for total in range(max(least, sum(each[0] for each in ranges)), most + 1):
        yield from _with_sum(ranges, total)


def _with_sum(ranges: Sequence[range], total: int) -> Iterator[tuple[int, ...]]:
    """A number from each range, with sum `total`."""
    if not ranges:
        if total == 0:
            yield ()
        return
    first, rest = ranges[0], ranges[1:]
    least = max(first[0], total - sum(each[-1] for each in rest))
    most = min(first[-1], total - sum(each[0] for each in rest))
    for number in range(least, most + 1):
        for numbers in _with_sum(rest, total - number):
            yield (number, *numbers)

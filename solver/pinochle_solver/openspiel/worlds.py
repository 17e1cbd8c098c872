"""Hands that look the same to one seat: the cards it has not seen dealt and drawn otherwise.

What the other seat has played, laid or exchanged it held by then: each of these cards is in one of
the places that it had been dealt or had drawn. All other unseen cards are anywhere. Worlds come as
often as chance alone brings them, among those in which the other seat could do what it did: nothing
is inferred from what it chose. Equal copies are one action here. Who leads one queen of spades may
as well have led the other one if it held both. (A `uniform` belief, in `beliefs`, tells the copies
apart, and the one that was led says nothing of the other.)

No world is drawn in vain. The unseen cards are put in place by chance, each card that the other
seat has shown in a place early enough (`_Arrangement`). Then a Markov chain exchanges the cards of
two places `SWAPS` times for each place of the other seat, any two alike, if the result explains
what was seen. Each arrangement of cards, equal ones told apart, is thus equally likely in the
limit: a chain that takes a step forwards as often as backwards. What the other seat showed may also
say what it did not hold: with another card it would have laid the same meld from other copies. The
compiled hand says so (`SequentialHand.shown_from`). At last the hand is played again from the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import lt

from pinochle_solver._core.stock.inference import DRAWN, FROM_TABLE
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.openspiel.sequential import (
    ActionNumbers,
    PastShow,
    PublicEvent,
    SequentialHand,
    sorted_cards,
)
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.hand_packing import Due
from pinochle_solver.rules.melds import dix_card, melds_of
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.histories import ObservedAct, history_of

Sampler = Callable[[], float]
"""Gives random numbers from 0 to less than 1."""

SWAPS = 60
"""Steps of the chain for each place of the other seat, from the first arrangement to the world."""
_MOST_SWAPS = 200
"""Steps for each place, at most, to an arrangement that explains all that was shown."""
_SHOWS = (Due.MELD, Due.DIX, Due.SHOW)


@dataclass(frozen=True, slots=True)
class _Past:
    """What both seats saw of a hand, and where it stands now."""

    upcard: Card
    events: Sequence[PublicEvent]
    drawn: int
    turn: Seat | None
    due: Due


def resample(hand: SequentialHand, viewer: Seat, random: Sampler) -> SequentialHand:
    """Another hand of which `viewer` has seen the same, as likely as chance deals and draws it.

    Whose turn it is and what is due is the same, too, although `viewer` may not see that.

    Raises:
        ValueError: during the deal.
    """
    deck, other = hand.rules.deck, viewer.other
    if len(hand.dealt) <= 2 * deck.hand:
        raise ValueError("the cards are not dealt yet")
    past = _Past(hand.upcard, hand.events, len(hand.drawn), hand.turn, hand.due)
    own, others = _cards_of(hand, viewer), _cards_of(hand, other)
    unseen = Counter(deck.cards())
    unseen.subtract([*own, hand.upcard])
    arrangement = _Arrangement(
        _leaving(past, other, deck.hand, deck.stock_tricks), len(others), unseen, random
    )
    if not arrangement.explain(*_conditions(hand, other, others)):
        unseen.subtract(others)
        arrangement.begin([card.index for card in (*others, *unseen.elements())])
    arrangement.mix()
    begun = SequentialHand(hand.rules, hand.count, hand.dealer)
    if not _played(begun, past, _by_seat(viewer, own, arrangement.in_places)):
        raise RuntimeError(f"a world that does not look like this: {hand.information(viewer)}")
    return begun


def hand_of_view(position: StockPosition, random: Sampler) -> SequentialHand:
    """A hand in which the seat to decide sees this position; what it cannot see is made up.

    So is, where the position does not tell it, when it drew what.

    Raises:
        IllegalPositionError: when the position does not tell how it came about, and for one with
            doubles, which the game there has not.
    """
    if position.stakes is not None:
        raise IllegalPositionError("doubles", "given, but OpenSpiel's game is one without doubles")
    rules, viewer = position.rules, position.turn
    dealer, past = _past_of(position)
    deck = rules.deck
    places = deck.hand + past.drawn // 2
    cards = _own_cards(position, past)
    unseen = Counter(deck.cards())
    unseen.subtract(cards)
    unseen[past.upcard] -= 1
    own, others = (
        _Arrangement(_leaving(past, seat, deck.hand, deck.stock_tricks), places, held, random)
        for seat, held in ((viewer, cards), (viewer.other, unseen))
    )
    while True:
        hand = SequentialHand(rules, position.count, dealer)
        if _played(hand, past, _by_seat(viewer, own.in_places, others.in_places)):
            return hand
        # What a seat showed is a condition as soon as it would have been shown otherwise.
        number = len(hand.events) - 1
        if not hand.shows or hand.shows[-1].event != number:
            break
        show, shown = hand.shows[-1], past.events[number].cards
        arrangement = own if show.seat is viewer else others
        if hand.events[number].cards == shown or not arrangement.explain(
            _shown_so(hand, show, shown, arrangement.in_places)
        ):
            break
    raise IllegalPositionError("tricks", "no hand found that leads to this position")


def _by_seat(viewer: Seat, own: list[Card], others: list[Card]) -> tuple[list[Card], list[Card]]:
    return (own, others) if viewer is Seat.SOUTH else (others, own)


def _cards_of(hand: SequentialHand, seat: Seat) -> list[Card]:
    """The cards in the places of a seat: those dealt, and those drawn face down, in order."""
    return [*hand.dealt_to(seat), *hand.drawn_by(seat)]


# What was seen


def _past_of(position: StockPosition) -> tuple[Seat, _Past]:
    """Who dealt, and the past of a position."""
    drawn = position.rules.deck.stock - position.face_down
    history = history_of(position)
    if history is None and (position.gone or position.led is not None):
        raise IllegalPositionError("tricks", "missing, or the trick of a meld is")
    upcard = position.upcard if history is None else history.upcard
    if upcard is None:
        raise IllegalPositionError("upcard", "missing, or not known any more")
    dealer = position.leader.other if history is None else history.dealer
    events = () if history is None else tuple(_read_events(position, history.acts, upcard))
    return dealer, _Past(upcard, events, drawn, position.turn, Due(position.act))


def _read_events(
    position: StockPosition, acts: Iterable[ObservedAct], upcard: Card
) -> Iterator[PublicEvent]:
    numbers = ActionNumbers(position.rules)
    dix = dix_card(position.rules, position.trump)
    for act in acts:
        if act.kind == DRAWN:
            yield PublicEvent(act.seat, None)
            continue
        cards = [card for card, flags in act.cards if not flags & FROM_TABLE]
        if act.exchanged and dix is not None:
            cards.append(dix)
        taken = upcard if act.exchanged else None
        yield PublicEvent(act.seat, numbers.action(act.move), sorted_cards(cards), taken)


def _leaving(past: _Past, seat: Seat, dealt: int, stock_tricks: int) -> list[tuple[Card, int]]:
    """The cards that a seat was dealt or drew, not the upcard, and has shown in the stock phase.

    Each with how many places had a card by then, in order.
    """
    leaving: list[tuple[Card, int]] = []
    draws, has_upcard = 0, False
    for event in past.events:
        draws += event.action is None
        if draws == stock_tricks:
            break
        if event.action is None or event.seat is not seat:
            continue
        has_upcard |= event.takes is not None
        for card in event.cards:
            if has_upcard and card == past.upcard:
                has_upcard = False
            else:
                leaving.append((card, dealt + draws))
    return leaving


def _own_cards(position: StockPosition, past: _Past) -> Counter[Card]:
    """The cards that the seat to decide was dealt and drew: those it has, has played or gave."""
    cards = Counter(position.hand(position.turn).known)
    plays = ActionNumbers(position.rules).plays
    dix = dix_card(position.rules, position.trump)
    for event in past.events:
        if event.seat is not position.turn or event.action is None:
            continue
        if event.action < plays:
            cards[Card.from_index(event.action % CARDS)] += 1
        elif event.takes is not None and dix is not None:
            cards[dix] += 1
            cards[event.takes] -= 1
    return cards


# What was shown, and what it says of the cards not shown


@dataclass(slots=True)
class _Condition:
    """What something that was seen says of the cards that a seat had by then.

    Attributes:
        places: how many places had a card by then: the first ones.
        cards: the cards, by index, whose numbers in these places decide.
        holds: whether these cards in these places, in any order, explain what was seen.
        known: what it has said, by these numbers.
        is_met: whether it holds for the cards as they are.
    """

    places: int
    cards: Sequence[int]
    holds: Callable[[Sequence[int]], bool]
    known: dict[tuple[int, ...], bool] = field(default_factory=dict)
    is_met: bool = True

    def is_met_by(self, cards: Sequence[int]) -> bool:
        """Whether it would hold with these cards in all places."""
        here = cards[: self.places]
        numbers = tuple(map(here.count, self.cards))
        if numbers not in self.known:
            self.known[numbers] = self.holds(here)
        return self.known[numbers]


def _conditions(hand: SequentialHand, seat: Seat, cards: Sequence[Card]) -> Iterator[_Condition]:
    """What was seen of a seat says of the cards in its places, besides those that it showed."""
    for show in hand.shows:
        if show.seat is seat and hand.numbers.shown(show.action)[1]:
            yield _shown_so(hand, show, hand.events[show.event].cards, cards)
    deck = hand.rules.deck
    if hand.turn is seat and hand.due in _SHOWS:
        # It is asked because it has something to show.
        is_asked = _with_others(hand.held_by(seat), cards, hand.has_choice)
        yield _Condition(len(cards), range(CARDS), is_asked)
    last = deck.hand + deck.stock_tricks - 1
    if hand.in_playoff and hand.rules.last_draw_dix and len(cards) > last:
        # A dix drawn last scores, which both see.
        dix = dix_card(hand.rules, hand.trump)
        assert dix is not None
        before = list(cards[:last]).count(dix)
        yield _Condition(last, [dix.index], lambda here: list(here).count(dix.index) == before)


def _shown_so(
    hand: SequentialHand, show: PastShow, shown: tuple[Card, ...], cards: Sequence[Card]
) -> _Condition:
    """That certain cards leave the hand for a meld.

    Args:
        hand: a hand in which it was laid, from these cards or from others.
        show: when.
        shown: the cards that leave the hand.
        cards: those in the places of its seat in that hand.
    """
    places = hand.rules.deck.hand + sum(
        earlier.action is None for earlier in hand.events[: show.event]
    )
    meld = melds_of(hand.rules, hand.trump)[hand.numbers.shown(show.action)[1] - 1]

    def is_shown_so(held: Iterable[Card]) -> bool:
        return hand.shown_from(show, held) == shown

    held = hand.held_by(show.seat, show)
    return _Condition(
        places,
        sorted({card.index for card in meld.cards}),
        _with_others(held, cards[:places], is_shown_so),
    )


def _with_others(
    held: Iterable[Card], cards: Iterable[Card], holds: Callable[[Iterable[Card]], bool]
) -> Callable[[Sequence[int]], bool]:
    """What `holds` says of a hand, asked of the cards that had come to its places.

    Args:
        held: the hand when those in its places were `cards`.
        cards: these.
        holds: asked of a hand.
    """
    kept = Counter(held)
    kept.subtract(cards)

    def asked(here: Sequence[int]) -> bool:
        now = kept.copy()
        now.update(map(Card.from_index, here))
        return holds(now.elements())

    return asked


# Another past


class _Arrangement:
    """The unseen cards: some in the places of a seat, in the order in which it got them, some not.

    Args:
        leaving: the cards that it has shown, in order, each with how many places had a card by
            then.
        places: how many places there are.
        cards: all cards that may be there.
        random: gives random numbers.
    """

    def __init__(
        self,
        leaving: Iterable[tuple[Card, int]],
        places: int,
        cards: Counter[Card],
        random: Sampler,
    ) -> None:
        self._places, self._random = places, random
        # For each card shown, how many places had a card each time; and where the copies are.
        self._deadlines: dict[int, list[int]] = {}
        self._at: dict[int, list[int]] = {}
        self._conditions: list[_Condition] = []
        self._broken = 0
        row = [-1] * cards.total()
        rest = cards.copy()
        for card, by in leaving:
            self._deadlines.setdefault(card.index, []).append(by)
            free = [place for place in range(by) if row[place] < 0]
            row[free[int(random() * len(free))]] = card.index
            rest[card] -= 1
        left = [card.index for card in rest.elements()]
        for place, placed in enumerate(row):
            if placed < 0:
                number = int(random() * len(left))
                row[place] = left[number]
                left[number] = left[-1]
                left.pop()
        self.begin(row)

    @property
    def in_places(self) -> list[Card]:
        """The cards in the places."""
        return [Card.from_index(card) for card in self._cards[: self._places]]

    def begin(self, cards: Sequence[int]) -> None:
        """Begin anew with these cards, by index, those in the places first."""
        self._cards = list(cards)
        self._at = {
            card: [place for place, placed in enumerate(cards) if placed == card]
            for card in self._deadlines
        }
        for condition in self._conditions:
            condition.is_met = condition.is_met_by(self._cards)
        self._broken = sum(not condition.is_met for condition in self._conditions)

    def explain(self, *conditions: _Condition) -> bool:
        """Move cards until these conditions hold, too; False if they do not after many steps."""
        for condition in conditions:
            condition.is_met = condition.is_met_by(self._cards)
            self._broken += not condition.is_met
            self._conditions.append(condition)
        for _ in range(_MOST_SWAPS * self._places):
            if not self._broken:
                return True
            self._step()
        return not self._broken

    def mix(self) -> None:
        """Go on to an arrangement that does not depend on this one."""
        for _ in range(SWAPS * self._places):
            self._step()

    def _step(self) -> None:
        """Exchange the cards of two places, unless that explains less of what was seen."""
        cards = self._cards
        first = int(self._random() * self._places)
        second = int(self._random() * len(cards))
        if first > second:
            first, second = second, first
        later, sooner = cards[first], cards[second]
        if later == sooner:
            return
        if later in self._deadlines and not self._may_come_later(later, first, second):
            return
        cards[first], cards[second] = sooner, later
        # Most steps are about no condition: nothing is made for them.
        asked = [
            condition
            for condition in self._conditions
            if first < condition.places <= second
            and (later in condition.cards or sooner in condition.cards)
        ]
        if asked and not self._still_explained(asked):
            cards[first], cards[second] = later, sooner
            return
        for card, place, other in ((later, first, second), (sooner, second, first)):
            if card in self._at:
                at = self._at[card]
                at[at.index(place)] = other

    def _still_explained(self, asked: Sequence[_Condition]) -> bool:
        """Whether no fewer of these conditions hold now; if so that is noted."""
        met = [condition.is_met_by(self._cards) for condition in asked]
        if sum(met) < sum(condition.is_met for condition in asked):
            return False
        for condition, is_met in zip(asked, met, strict=True):
            self._broken += condition.is_met - is_met
            condition.is_met = is_met
        return True

    def _may_come_later(self, card: int, place: int, other: int) -> bool:
        """Whether a card could still be shown when it was if it came not here but there."""
        at = sorted(other if each == place else each for each in self._at[card])
        return all(map(lt, at, self._deadlines[card]))


def _played(
    hand: SequentialHand, past: _Past, places: tuple[Sequence[Card], Sequence[Card]]
) -> bool:
    """Play the past again with these cards; False as soon as it comes to something else."""
    dealt = hand.rules.deck.hand
    for seat in (hand.dealer.other, hand.dealer):
        for card in places[seat][:dealt]:
            hand.apply(card.index)
    hand.apply(past.upcard.index)
    stock = [iter(places[seat][dealt:]) for seat in Seat]
    while not (
        len(hand.events) == len(past.events)
        and len(hand.drawn) == past.drawn
        and (hand.turn, hand.due) == (past.turn, past.due)
    ):
        before = len(hand.events)
        event = past.events[before] if before < len(past.events) else None
        drawer = hand.drawer
        if drawer is not None:
            if len(hand.drawn) == past.drawn:
                return False
            hand.apply(next(stock[drawer]).index)
        else:
            action = _next_action(hand, event)
            if action not in hand.legal():
                return False
            hand.apply(action)
        if len(hand.events) > before and hand.events[-1] != event:
            return False
    return True


def _next_action(hand: SequentialHand, event: PublicEvent | None) -> int:
    """What the seat to decide does, this event coming next: that, or it passes; -1 for neither."""
    shows = hand.due in _SHOWS
    own = None if event is None or event.seat is not hand.turn else event.action
    passes = hand.numbers.plays
    if own is not None and (own >= passes) == shows and (not shows or own in hand.legal()):
        return own
    return passes if shows else -1

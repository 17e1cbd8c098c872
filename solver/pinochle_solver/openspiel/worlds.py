"""Hands that look the same to one seat: the cards it has not seen dealt and drawn otherwise.

What the other seat has played, laid or exchanged it held by then: each of these cards is given a
place among those it had been dealt or had drawn; then all other unseen cards go anywhere. What it
did is then played again, its passes where it is asked now; a world in which the same melds would
have been laid from other copies, or a dix drawn last would have scored otherwise, is given up for
another.

Worlds come as often as chance alone brings them, among those in which the other seat could do what
it did: nothing is inferred from what it chose. Equal copies are one action here. Who leads one
queen of spades may as well have led the other one if it held both, so that such a world comes by
two ways, and each of them is taken half as often. (A `uniform` belief, in `beliefs`, tells the
copies apart, and the one that was led says nothing of the other.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pinochle_solver._core.inference import DRAWN, FROM_TABLE
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.openspiel.sequential import (
    ActionNumbers,
    PublicEvent,
    SequentialHand,
    sorted_cards,
)
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.hand_packing import Due
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.histories import SeenAct, history_of

Sampler = Callable[[], float]
"""Gives random numbers from 0 to less than 1."""

_MOST_TRIES = 2000
_SHOWS = (Due.MELD, Due.DIX, Due.SHOW)


@dataclass(frozen=True, slots=True)
class _Places:
    """The cards of a seat: those dealt, and the one drawn face down after each trick."""

    dealt: Sequence[Card]
    drawn: Sequence[Card]


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

    Raises:
        ValueError: during the deal.
        RuntimeError: when none is found.
    """
    if len(hand.dealt) <= 2 * hand.rules.deck.hand:
        raise ValueError("the cards are not dealt yet")
    past = _Past(hand.upcard, hand.events, len(hand.drawn), hand.turn, hand.due)
    own = _Places(list(hand.dealt_to(viewer)), hand.drawn_by(viewer))
    leaving = _leaving(past, viewer.other, hand.rules.deck.stock_tricks)
    unseen = Counter(hand.rules.deck.cards())
    unseen.subtract([*own.dealt, *own.drawn, hand.upcard])
    draws = len(hand.drawn_by(viewer.other))
    wanted = hand.information(viewer)
    for _ in range(_MOST_TRIES):
        others = _assign_by_chance(leaving, unseen, hand.rules.deck.hand, draws, random)
        begun = SequentialHand(hand.rules, hand.count, hand.dealer)
        other = _played(begun, past, _by_seat(viewer, own, others))
        if other is not None and other.information(viewer) == wanted:
            return other
    raise RuntimeError(f"no other world found: {wanted}")


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
    draws = past.drawn // 2
    leaving = {seat: _leaving(past, seat, deck.stock_tricks) for seat in Seat}
    cards = _own_cards(position, past)
    unseen = Counter(deck.cards())
    unseen.subtract(cards)
    unseen[past.upcard] -= 1
    for _ in range(_MOST_TRIES):
        own = _assign(leaving[viewer], cards, deck.hand, draws, random)
        others = _assign(leaving[viewer.other], unseen, deck.hand, draws, random)
        begun = SequentialHand(rules, position.count, dealer)
        hand = _played(begun, past, _by_seat(viewer, own, others))
        if hand is not None:
            return hand
    raise IllegalPositionError("tricks", "no hand found that came to this position")


def _by_seat(viewer: Seat, own: _Places, others: _Places) -> tuple[_Places, _Places]:
    return (own, others) if viewer is Seat.SOUTH else (others, own)


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
    dealer = position.turn.other if history is None else history.dealer
    events = () if history is None else tuple(_read_events(position, history.acts, upcard))
    return dealer, _Past(upcard, events, drawn, position.turn, Due(position.act))


def _read_events(
    position: StockPosition, acts: Iterable[SeenAct], upcard: Card
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


def _leaving(past: _Past, seat: Seat, stock_tricks: int) -> list[tuple[Card, int]]:
    """The cards that a seat was dealt or drew, not the upcard, and has shown in the stock phase.

    Each with how many cards it had drawn by then, in order.
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
                leaving.append((card, draws))
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


# Another past


def _assign(
    leaving: Iterable[tuple[Card, int]],
    cards: Counter[Card],
    hand: int,
    draws: int,
    random: Sampler,
) -> _Places:
    """Give a seat's places cards: those that left early enough, then any of the rest.

    Of equal cards it does not matter to chance which of them left; here the same places come the
    more often, the more ways there are (`_ways`).
    """
    places: list[Card | None] = [None] * (hand + draws)
    rest = cards.copy()
    for card, drawn in leaving:
        free = [place for place in range(hand + drawn) if places[place] is None]
        places[free[int(random() * len(free))]] = card
        rest[card] -= 1
    left = list(rest.elements())
    for place, placed in enumerate(places):
        if placed is None:
            number = int(random() * len(left))
            places[place] = left[number]
            left[number] = left[-1]
            left.pop()
    filled = [card for card in places if card is not None]
    return _Places(filled[:hand], filled[hand:])


def _assign_by_chance(
    leaving: Sequence[tuple[Card, int]],
    cards: Counter[Card],
    hand: int,
    draws: int,
    random: Sampler,
) -> _Places:
    """Give a seat's places cards as `_assign` does, but as often as chance does."""
    while True:
        places = _assign(leaving, cards, hand, draws, random)
        if random() * _ways(leaving, places) < 1:
            return places


def _ways(leaving: Iterable[tuple[Card, int]], places: _Places) -> int:
    """In how many ways the cards that left can have been some of those in these places."""
    ways, left = 1, Counter[Card]()
    for card, drawn in leaving:
        # Those of before were in places that this one could have had as well.
        ways *= places.dealt.count(card) + places.drawn[:drawn].count(card) - left[card]
        left[card] += 1
    return ways


def _played(
    hand: SequentialHand, past: _Past, places: tuple[_Places, _Places]
) -> SequentialHand | None:
    """Play the past again with these cards; None if it comes to something else."""
    dealer = hand.dealer
    for card in (*places[dealer.other].dealt, *places[dealer].dealt, past.upcard):
        hand.apply(card.index)
    stock = [iter(places[seat].drawn) for seat in Seat]
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
                return None
            hand.apply(next(stock[drawer]).index)
        else:
            action = _next_action(hand, event)
            if action not in hand.legal():
                return None
            hand.apply(action)
        if len(hand.events) > before and hand.events[-1] != event:
            return None
    return hand


def _next_action(hand: SequentialHand, event: PublicEvent | None) -> int:
    """What the seat to decide does, this event coming next: that, or it passes; -1 for neither."""
    shows = hand.due in _SHOWS
    own = None if event is None or event.seat is not hand.turn else event.action
    passes = hand.numbers.plays
    if own is not None and (own >= passes) == shows and (not shows or own in hand.legal()):
        return own
    return passes if shows else -1

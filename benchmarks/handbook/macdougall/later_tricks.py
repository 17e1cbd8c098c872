"""Decisions met in the play of bought hands, with every legal card tried.

A random deal whose first hand he values at the lowest bid is bought for that bid, and played by the
learned policy. Of every decision with a choice there is kept what the seat on turn can expect of
each card with the cards hidden: the mean of what the bidder still wins in deals of the cards that
the seat does not see, everybody playing on by the policy. There are two such means, of different
deals: one to choose a card by and one to judge it by. In the last tricks there is kept, besides,
what each card is worth face up, if everybody plays perfectly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt

import numpy as np

from benchmarks.handbook.macdougall.bought_hands import AUCTION, BIDDER, open_values
from benchmarks.handbook.macdougall.claim import Found, Verdict, above
from benchmarks.handbook.macdougall.four_bids import LOWEST, valued
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import with_half
from pinochle_solver import StopFlag
from pinochle_solver.engines.table.bidding import advised_burial, call_up_to
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.playing_out import known_to_all, playouts_from
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import Lay, PlayCard
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import winner_of
from pinochle_solver.table.views import known_cards

ABOUT = """\
Later tricks are those of hands that the policy bought and played. Each card of a decision is tried
in deals of what its player does not see. Where the best of some cards is set against the best of
others, both are chosen in other deals than those in which they are compared. *Often* is taken to be
one time in ten at least."""
WORLDS, OPEN_CARDS = 16, 9
OFTEN = 10
_TRIES = 1 << 12


@dataclass(frozen=True, slots=True, kw_only=True)
class MetSettings:
    """How decisions are tried.

    Attributes:
        worlds: in how many deals for each of the two means.
        open_cards: face up if the hands have no more cards than that.
        seed: of all deals.
    """

    worlds: int
    open_cards: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MetDecision:
    """A decision with a choice. Seats are by their place: the bidder 0, left of him 1, right 2.

    Attributes:
        trick: how many tricks are over.
        place: who is on turn.
        leader: who leads the trick.
        led: the cards of the trick so far.
        hands: what the three hold.
        shown: what is known of the cards of the seat on turn.
        gone: the cards of the tricks that are over.
        cards: those that may be played.
        first, second: what the bidder still wins after each, the means of different deals.
        open: what he wins face up; empty in the first tricks.
    """

    trick: int
    place: int
    leader: int
    led: str
    hands: list[str]
    shown: str
    gone: str
    cards: list[str]
    first: list[float]
    second: list[float]
    open: list[int]


@dataclass(frozen=True, slots=True)
class MetDeal:
    """The decisions of a hand.

    Attributes:
        number: which, from 0.
        trump: the trump suit.
        leaders: who led to each trick, by place.
        leads: what was led.
        decisions: those with a choice.
    """

    number: int
    trump: int
    leaders: list[int]
    leads: list[str]
    decisions: list[MetDecision]


def meet(number: int, settings: MetSettings) -> MetDeal:
    """Play the hand of this number, and try the cards of its decisions."""
    *states, over = _played(number, settings.seed)
    assert over.trump is not None
    return MetDeal(
        number=number,
        trump=int(over.trump),
        leaders=[_place(trick.leader) for trick in over.tricks],
        leads=[trick.cards[0].text() for trick in over.tricks],
        decisions=[
            _tried(state, settings, place)
            for place, state in enumerate(states)
            if len(list(state.legal_moves())) > 1
        ],
    )


def met(measured: Measured) -> list[MetDeal]:
    """The hands of a run, a twelfth as many as hands worth a bid."""
    settings = MetSettings(worlds=WORLDS, open_cards=OPEN_CARDS, seed=measured.seed)
    return measured.pieces("met", meet, MetDeal, settings, measured.hands // 12)


def _played(number: int, seed: int) -> list[TableHand]:
    """The first hand from here that is bought and not given up: before each card, and at the end.

    South speaks first, and nobody bids against him.
    """
    for each in range(number * _TRIES, (number + 1) * _TRIES):
        deal = random_deal(each, seed, AUCTION, Seat.NORTH)
        if valued(deal.hands[BIDDER]).normal >= LOWEST:
            states = _played_out(begun(deal))
            if states:
                return states
    raise ValueError("no hand is worth a bid")


def _played_out(state: TableHand) -> list[TableHand]:
    """The same of this hand; nothing if it is given up."""
    while state.act is not Act.PLAY:
        if state.act is Act.OVER:
            return []
        if state.act is Act.BID:
            state = state.after(call_up_to(state, LOWEST if state.turn is BIDDER else 0))
        else:
            state = state.after(advised_burial(state) if state.act is Act.BURY else Lay())
    assert state.turn is not None
    playouts = playouts_from(known_to_all(position_of(state, state.turn)))
    held = np.array([list(state.hands[seat].counts) for seat in state.players], dtype=np.uint8)
    states = [state]
    for index in playouts.line(held):
        states.append(states[-1].after(PlayCard(Card.from_index(index))))
    return states


def _tried(state: TableHand, settings: MetSettings, number: int) -> MetDecision:
    turn = state.turn
    assert turn is not None
    seen = position_of(state, turn)
    cards = [move.card for move in state.legal_moves() if isinstance(move, PlayCard)]
    # Of the cards that were played nothing more is believed than what they prove.
    batch = Beliefs(seen, trust=0.0, hears_auction=False).worlds(
        2 * settings.worlds, settings.seed + number
    )
    results = np.empty((len(batch), len(cards), len(state.players), 2), np.int16)
    indexes = bytes(card.index for card in cards)
    playouts_from(known_to_all(seen)).evaluate(batch.hands(), indexes, results, StopFlag())
    won = results[:, :, state.players.index(BIDDER), 0].astype(np.float64)
    hands = {seat: state.hands[seat] for seat in state.players}
    values: dict[Card, int] = {}
    if len(hands[turn]) <= settings.open_cards:
        assert state.trump is not None
        values = open_values(hands, state.trump, turn, state.led)
    leader = state.leader
    assert leader is not None
    return MetDecision(
        trick=len(state.tricks),
        place=_place(turn),
        leader=_place(leader),
        led=_text(state.led),
        hands=[hands[seat].text() for seat in state.players],
        shown=known_cards(state, turn).text(),
        gone=Hand.of(card for trick in state.tricks for card in trick.cards).text(),
        cards=[card.text() for card in cards],
        first=won[: settings.worlds].mean(axis=0).round(3).tolist(),
        second=won[settings.worlds :].mean(axis=0).round(3).tolist(),
        open=[values[card] for card in cards] if values else [],
    )


def _place(seat: Seat) -> int:
    return AUCTION.table.index(seat)


def _text(cards: Sequence[Card]) -> str:
    return " ".join(card.text() for card in cards)


@dataclass(frozen=True)
class Moment:
    """A decision as claims look at it.

    Attributes:
        deal: its hand.
        met: the decision.
    """

    deal: MetDeal
    met: MetDecision

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return Suit(self.deal.trump)

    @property
    def is_lead(self) -> bool:
        """Whether a trick is opened."""
        return not self.met.led

    @property
    def by_bidder(self) -> bool:
        """Whether the bidder is on turn."""
        return self.met.place == 0

    @cached_property
    def hands(self) -> list[Hand]:
        """What the three hold, the bidder first."""
        return [Hand.parse(text) for text in self.met.hands]

    @property
    def own(self) -> Hand:
        """What the seat on turn holds."""
        return self.hands[self.met.place]

    @cached_property
    def cards(self) -> list[Card]:
        """What may be played."""
        return [Card.parse(text) for text in self.met.cards]

    @cached_property
    def led(self) -> tuple[Card, ...]:
        """The cards of the trick so far."""
        return tuple(Card.parse(text) for text in self.met.led.split())

    @property
    def winning(self) -> int | None:
        """Whose card is the best of the trick so far, by place; None before the lead."""
        if not self.led:
            return None
        return (self.met.leader + winner_of(self.led, self.trump)) % len(self.hands)

    def takes(self, card: Card) -> bool:
        """Whether a card would be the best of the trick so far."""
        return winner_of((*self.led, card), self.trump) == len(self.led)

    def held_in(self, place: int, suit: Suit) -> str:
        """The ranks of a suit that a seat holds."""
        return self.hands[place].ranks_text(suit)

    def best(self, cards: Sequence[int]) -> int:
        """Of some cards, by number, the one that is expected to be the best for who plays it."""
        sign = 1 if self.by_bidder else -1
        return max(cards, key=lambda each: sign * self.met.first[each])

    def gain(self, one: Sequence[int], other: Sequence[int]) -> float:
        """What the best of some cards brings more than the best of others to who plays it."""
        sign = 1 if self.by_bidder else -1
        second = self.met.second
        return sign * (second[self.best(one)] - second[self.best(other)])

    def open_gain(self, one: Sequence[int], other: Sequence[int]) -> int:
        """The same face up."""
        sign = 1 if self.by_bidder else -1
        return max(sign * self.met.open[each] for each in one) - max(
            sign * self.met.open[each] for each in other
        )


def moments(measured: Measured, chosen: Callable[[Moment], bool]) -> list[Moment]:
    """The decisions met of which something is so."""
    every = (Moment(deal, each) for deal in met(measured) for each in deal.decisions)
    return [moment for moment in every if chosen(moment)]


Groups = tuple[Sequence[int], Sequence[int]]


def clustered(pairs: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """The mean of values and its standard error; values of one deal are not independent.

    Args:
        pairs: the number of the deal, and the value.
    """
    deals: dict[int, list[float]] = {}
    for deal, value in pairs:
        deals.setdefault(deal, []).append(value)
    if not pairs:
        return 0.0, inf
    mean = sum(value for _, value in pairs) / len(pairs)
    if len(deals) < 2:
        return mean, inf
    off = sum(sum(value - mean for value in values) ** 2 for values in deals.values())
    return mean, sqrt(off * len(deals) / (len(deals) - 1)) / len(pairs)


def split(moment: Moment, is_one: Callable[[Card], bool]) -> Groups:
    """The cards of which something is so, and the others, by number."""
    one = [number for number, card in enumerate(moment.cards) if is_one(card)]
    return one, [number for number in range(len(moment.cards)) if number not in one]


def gains(found: Sequence[tuple[Moment, Groups]]) -> tuple[float, float]:
    """What the first cards bring more than the others with the cards hidden; the error."""
    return clustered([(each.deal.number, each.gain(*groups)) for each, groups in found])


def open_gains(found: Sequence[tuple[Moment, Groups]]) -> tuple[float, float] | None:
    """The same face up, where that is known; None if it nowhere is."""
    pairs = [
        (each.deal.number, float(each.open_gain(*groups)))
        for each, groups in found
        if each.met.open
    ]
    return clustered(pairs) if pairs else None


def compared(
    measured: Measured, name: str, groups: Callable[[Moment], Groups | None]
) -> tuple[tuple[float, float], str, int]:
    """Some cards against others in all decisions met where there are both.

    Args:
        measured: the measurements.
        name: of the cards that are compared.
        groups: the cards and the others by number; None where the claim says nothing.

    Returns:
        the gain and its error, the figures as a text, and in how many decisions.
    """
    found = []
    for deal in met(measured):
        for each in deal.decisions:
            moment = Moment(deal, each)
            both = groups(moment)
            if both is not None and all(both):
                found.append((moment, both))
    gain, face_up = gains(found), open_gains(found)
    text = f"{name} {with_half(*gain, '+.1f')}"
    if face_up is not None:
        number = sum(bool(each.met.open) for each, _ in found)
        of = "" if number == len(found) else f" in the {number:,} with nine cards or fewer"
        text += f", face up {with_half(*face_up, '+.1f')}{of}"
    return gain, text, len(found)


def met_settings(measured: Measured, number: int) -> str:
    """What was tried."""
    return (
        f"{number:,} decisions of {len(met(measured)):,} hands played by the policy, "
        f"{WORLDS} deals each"
    )


def compare(name: str, groups: Callable[[Moment], Groups | None]) -> Callable[[Measured], Found]:
    """A claim that some cards are better than others, with the cards hidden."""

    def find(measured: Measured) -> Found:
        gain, text, number = compared(measured, name, groups)
        return Found(above(*gain), f"{text}.", met_settings(measured, number))

    return find


def agreed(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict of a claim tried in several cases: that of all, else too close."""
    return verdicts[0] if len(set(verdicts)) == 1 else Verdict.CLOSE


def all_of(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict of a claim of several parts: it is refuted with one of them."""
    return Verdict.REFUTED if Verdict.REFUTED in verdicts else agreed(verdicts)


def counts(card: Card) -> int:
    """What a card counts."""
    return AUCTION.count.of((card,))


def is_high(card: Card) -> bool:
    """Whether it is an ace or ten."""
    return card.rank in (Rank.ACE, Rank.TEN)

"""Hands in which it is known what the seats might have believed, and what was true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import erfc, exp, nan
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.common.decisions import trick_of
from pinochle_solver import RULEBOOKS, Referee, StockPosition
from pinochle_solver._core.networks.policy import POINTS_OF_UNIT
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.engines.registry import analyze_with
from pinochle_solver.hand.deals import Deal, random_deal
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.cards import Card, Hand, Rank
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.behaviour import behaviour_in
from pinochle_solver.stock.beliefs import BELIEFS, BURN_IN, INFERRED, THINNING, Belief

DRAWS = 63
STATISTICS = ("card points", "trumps", "aces", "log likelihood")
_BINS = 16
_WORLDS = 64
"""Of each of the two samples by which a belief is scored: eight chains, as a short search has."""
_CHAIN = 8
_CARDS = len(Hand.of(()).counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefSettings:
    """How hands are played.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        engine: of ``pinochle_solver.engines.registry``, for both seats.
        worlds: the limit of each search,
        seconds: or its time.
        at_random: in what share of its decisions the engine makes any move.
        seed: of deals, searches and worlds.
    """

    rules: tuple[str, ...]
    engine: str
    worlds: int | None
    seconds: float | None
    at_random: float
    seed: int


def played(
    number: int, settings: BeliefSettings
) -> Iterator[tuple[Deal, Referee, StockPosition, Move]]:
    """The decisions of a stock phase: deal, hand, what the mover sees, and the move it makes."""
    rules = RULEBOOKS[settings.rules[number % len(settings.rules)]]
    deal = random_deal(number, settings.seed, rules)
    referee, random = Referee.of_deal(deal), Random(f"beliefs/{settings.seed}/{number}")
    while not referee.in_playoff:
        moves = referee.moves()
        move = moves[0]
        if len(moves) > 1:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            slips, seed = random.random() < settings.at_random, random.getrandbits(53)
            if slips:
                move = random.choice(moves)
            else:
                move = analyze_with(
                    settings.engine,
                    view,
                    worlds=settings.worlds,
                    seconds=settings.seconds,
                    seed=seed,
                ).choice
            yield deal, referee, view, move
        referee.push(move)


# ----------------------------------------------------------------------------------------- score


@dataclass(frozen=True, slots=True)
class ScoredBelief:
    """A decision.

    Attributes:
        tricks: how many were complete.
        scores: of each of `BELIEFS`: the squared difference from the truth.
    """

    tricks: int
    scores: dict[str, float]


@dataclass(frozen=True, slots=True)
class HandScores:
    """A hand.

    Attributes:
        number: which, from 0.
        decisions: those after the first trick, of both seats.
    """

    number: int
    decisions: list[ScoredBelief]


def scores_of_hand(number: int, settings: BeliefSettings) -> HandScores:
    """Play the hand of this number and score what is believed at each decision."""
    decisions = []
    for _, referee, view, _ in played(number, settings):
        if not view.completed_tricks:
            continue
        held = _held(referee, view)
        scores = {kind: _score(Belief(view, kind), held, number) for kind in BELIEFS}
        decisions.append(ScoredBelief(view.completed_tricks, scores))
    return HandScores(number, decisions)


def _held(referee: Referee, view: StockPosition) -> NDArray[np.float64]:
    """How many copies of each card the other seat holds that the seat to decide cannot place."""
    assert view.turn is not None
    known = view.hand(view.turn.other).known.counts
    true = referee.hand(view.turn.other).counts
    return np.array([own - seen for own, seen in zip(true, known, strict=True)], np.float64)


def _score(belief: Belief, held: NDArray[np.float64], seed: int) -> float:
    unseen = np.zeros(len(held))
    for card in belief.cards:
        unseen[card.index] += 1
    its = unseen > 0
    truth = held[its] / unseen[its]
    first, second = (_believed(belief, sample, seed)[its] / unseen[its] for sample in range(2))
    weights = unseen[its] / unseen.sum()
    return float(weights @ ((truth - first) * (truth - second)))


def _believed(belief: Belief, sample: int, seed: int) -> NDArray[np.float64]:
    """How many copies of each card the other seat is believed to hold among the unseen."""
    search = belief.playouts()
    worlds = np.concatenate(
        [
            belief.sample(search, seed, sample * _WORLDS + first, _CHAIN)
            for first in range(0, _WORLDS, _CHAIN)
        ]
    )
    counts = np.bincount(worlds[:, : belief.hidden].ravel(), minlength=_CARDS)
    return counts / _WORLDS


def mean_score(
    records: Sequence[HandScores], kind: str | None, first: int, last: int
) -> tuple[float, float]:
    """The mean score and its standard error by hand, of decisions after some of the tricks.

    Of ``kind`` None by how much the uniform belief's is above the inferred one's.
    """
    sums, counts = [], []
    for record in records:
        scores = [
            each.scores[kind] if kind else each.scores["uniform"] - each.scores["inferred"]
            for each in record.decisions
            if first <= each.tricks <= last
        ]
        sums.append(sum(scores))
        counts.append(len(scores))
    total, number = sum(counts), len(sums)
    if not total:
        return nan, nan
    mean = sum(sums) / total
    off = np.array(sums) - mean * np.array(counts)
    error = (float(off @ off) * number / max(number - 1, 1)) ** 0.5 / total
    return mean, error


# ----------------------------------------------------------------------------------------- ranks


@dataclass(frozen=True, slots=True)
class Ranks:
    """A decision.

    Attributes:
        number: of the hand it is of, from 0.
        ranks: by statistic, above how many of the `DRAWS` the truth is, equals in random order.
    """

    number: int
    ranks: dict[str, int]


def rank_decision(number: int, rules: tuple[str, ...], seed: int) -> Ranks:
    """Play a hand by the behaviour, and rank the truth among what is drawn at one decision."""
    rulebook = RULEBOOKS[rules[number % len(rules)]]
    random = Random(f"ranks/{seed}/{number}")
    deal = random_deal(number, seed, rulebook)
    referee = Referee.of_deal(deal)
    # Every decision is as likely as any to be the last one looked at.
    chosen: Belief | None = None
    seen = 0
    while not referee.in_playoff:
        moves = referee.moves()
        if len(moves) == 1:
            referee.push(moves[0])
            continue
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        belief = Belief(view, INFERRED)
        if belief.history is not None:
            seen += 1
            if random.random() < 1 / seen:
                chosen = belief
        search = Belief(view).playouts()
        referee.push_number(_behaving(view, search, random))
    assert chosen is not None
    return Ranks(number, _ranks(chosen, _in_order(deal), number * DRAWS, random))


def _ranks(belief: Belief, true: Sequence[int], first_chain: int, random: Random) -> dict[str, int]:
    search = belief.playouts()
    deals = np.zeros((DRAWS + 1, len(true)), np.uint8)
    deals[0] = true
    world = np.zeros((1, len(belief.cards)), np.uint8)
    for draw in range(DRAWS):
        made = search.sample_chain(
            1, first_chain + draw, BURN_IN, THINNING, world, deals[draw + 1 : draw + 2]
        )
        assert made >= 0
    logs = np.zeros(DRAWS + 1)
    search.log_likelihoods(deals, logs)
    values = _hand_statistics(belief, deals)
    values["log likelihood"] = np.round(logs, 9)
    ranks = {}
    for name in STATISTICS:
        its = values[name]
        below, equal = int((its[1:] < its[0]).sum()), int((its[1:] == its[0]).sum())
        ranks[name] = below + random.randrange(equal + 1)
    return ranks


def _behaving(view: StockPosition, search: Playouts, random: Random) -> int:
    """The number of the move that a seat makes which behaves as is believed."""
    is_last = trick_of(view) == view.rules.deck.stock_tricks and view.act is Act.PLAY
    numbers, scores = search.legal(), search.behaviour_scores()
    behaviour = behaviour_in(view.rules, view.count)
    if random.random() < (behaviour.last_slips if is_last else behaviour.slips):
        return random.choice(numbers)
    most = max(scores)
    # It is in points of games that count melds in tens.
    temperature = behaviour.temperature * view.rules.meld_unit / POINTS_OF_UNIT
    weights = [exp((each - most) / temperature) for each in scores]
    return random.choices(numbers, weights)[0]


def _in_order(deal: Deal) -> list[int]:
    """The cards by index, as `Playouts.past_deal` has them."""
    hands = [deal.south, deal.north] if deal.dealer is Seat.NORTH else [deal.north, deal.south]
    assert deal.upcard is not None
    return [card.index for card in (*hands[0], *hands[1], deal.upcard, *deal.stock)]


def _hand_statistics(belief: Belief, deals: NDArray[np.uint8]) -> dict[str, NDArray[np.float64]]:
    """Of the cards that the other seat was dealt or drew: what it has played is in every deal."""
    position, history = belief.position, belief.history
    assert history is not None
    size, other = position.rules.deck.hand, position.turn.other
    first = size if other is history.dealer else 0
    places = [*range(first, first + size)]
    pile = 2 * size + 1
    winners = (*position.leaders[1:], position.leader)
    drawn = (len(deals[0]) - pile - position.face_down) // 2
    places += [pile + 2 * i + (winners[i] is not other) for i in range(drawn)]
    held = deals[:, places]
    cards = [Card.from_index(index) for index in range(_CARDS)]
    of_cards = {
        "card points": [position.count.of([card]) for card in cards],
        "trumps": [card.suit is position.trump for card in cards],
        "aces": [card.rank is Rank.ACE for card in cards],
    }
    return {name: np.array(its, np.float64)[held].sum(axis=1) for name, its in of_cards.items()}


def chi_square(records: Sequence[Ranks], name: str) -> tuple[float, float]:
    """The statistic of a test that all ranks are alike, and the chance that it is so high.

    NaN of no ranks.
    """
    if not records:
        return nan, nan
    counts = np.bincount(
        [each.ranks[name] * _BINS // (DRAWS + 1) for each in records], minlength=_BINS
    )
    expected = len(records) / _BINS
    value = float(((counts - expected) ** 2 / expected).sum())
    # The cube root is nearly normal (Wilson, Hilferty 1931).
    freedom = _BINS - 1
    spread = 2 / (9 * freedom)
    z = ((value / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    return value, erfc(z / 2**0.5) / 2

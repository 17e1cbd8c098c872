"""The books' maxims put to decisions of hands that the default engine plays.

A maxim divides the moves of a decision into those that follow it and those against it. The engine
finds the best move of either kind; where one of these two is its best move of all, they are
compared in worlds in which neither was chosen. So what a choice owed to luck in the worlds that it
was made in is no part of the figures. In the playoff all values are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from benchmarks.common.decisions import kind_of, trick_of
from benchmarks.handbook.handbook_rules import PLAYOFF, PLAYOFF_RULES, STOCK_RULES, Verdict
from benchmarks.strength.regret_hands import decisions_of, stock_view
from pinochle_solver import (
    RULEBOOKS,
    Card,
    Move,
    MoveValue,
    PlayoffPosition,
    Referee,
    StockPosition,
    analyze,
    solve,
)
from pinochle_solver.engines.seat_sight import SeatSight
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.limits import Limits
from pinochle_solver.rules.cards import RANKS
from pinochle_solver.rules.moves import Play
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.comparing import compare
from pinochle_solver.stock.settings import SearchSettings

OF_A_RULE = 2
"""At most so many decisions of a hand are put to each maxim: those of one hand are much alike."""
_SEED_BITS = 53


@dataclass(frozen=True, slots=True, kw_only=True)
class HandbookSettings:
    """What is measured.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        worlds: in how many worlds the best moves are looked for, and compared.
        seed: of deals, searches and worlds.
    """

    rules: tuple[str, ...]
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class Question:
    """A decision in which some moves follow a maxim and others go against it.

    Attributes:
        rule: the maxim's name.
        trick: the trick it belongs to, from 1.
        kind: a lead, a reply or a meld, or `PLAYOFF`.
        followed: whether the engine's best move follows the maxim.
        gain: by how many points of the final difference the best move that follows it is better
            than the best one against it.
    """

    rule: str
    trick: int
    kind: str
    followed: bool
    gain: float


@dataclass(frozen=True, slots=True)
class HandQuestions:
    """A hand.

    Attributes:
        number: which, from 0.
        rules: the name of its rulebook.
        questions: what was asked of it.
        plain: the cards of plain suits with which the playoff began, by rank, the lowest first;
            of both seats.
        trumps: the same of trumps.
    """

    number: int
    rules: str
    questions: list[Question]
    plain: list[int]
    trumps: list[int]


def measure_hand(number: int, settings: HandbookSettings) -> HandQuestions:
    """Play the hand of this number and put its decisions to the maxims."""
    rules = RULEBOOKS[settings.rules[number % len(settings.rules)]]
    random = Random(f"handbook/{settings.seed}/{number}")
    referee = Referee.of_deal(random_deal(number, settings.seed, rules))
    made = decisions_of(referee, random)
    questions = _of_the_stock([stock_view(each) for each in made], settings, random)
    plain, trumps = _composition(referee)
    return HandQuestions(number, rules.name, [*questions, *_of_the_playoff(referee)], plain, trumps)


def _of_the_stock(
    views: Sequence[StockPosition], settings: HandbookSettings, random: Random
) -> list[Question]:
    asked: dict[int, list[tuple[str, dict[Move, Verdict]]]] = {}
    sights = [SeatSight(view) for view in views]
    for rule in STOCK_RULES:
        verdicts = [{move: rule.verdict(sight, move) for move in sight.moves} for sight in sights]
        places = [place for place, each in enumerate(verdicts) if {True, False} <= {*each.values()}]
        for place in random.sample(places, min(OF_A_RULE, len(places))):
            asked.setdefault(place, []).append((rule.name, verdicts[place]))
    return [
        question
        for place, rules in sorted(asked.items())
        for question in _at(views[place], rules, settings.worlds, random)
    ]


def _at(
    view: StockPosition,
    rules: Sequence[tuple[str, dict[Move, Verdict]]],
    worlds: int,
    random: Random,
) -> list[Question]:
    """What the maxims in question come to at one decision."""
    found = analyze(view, worlds=worlds, seed=_seed(random))
    measuring = SearchSettings(limits=Limits(worlds=worlds), seed=_seed(random))
    gains: dict[tuple[Move, Move], float] = {}
    questions = []
    for name, verdicts in rules:
        follows, against = (_best(found, verdicts, wanted) for wanted in (True, False))
        if found.choice not in (follows, against):
            continue
        pair = follows, against
        if pair not in gains:
            gains[pair] = (
                _exact_gain(found, *pair)
                if found.exact
                else compare(view, *pair, measuring).points.mean
            )
        followed = found.choice == follows
        questions.append(Question(name, trick_of(view), kind_of(view), followed, gains[pair]))
    return questions


def _best(found: Analysis, verdicts: dict[Move, Verdict], wanted: bool) -> Move:
    """The best move of those with a verdict; the engine's choice where it is one of them."""
    if verdicts[found.choice] is wanted:
        return found.choice
    return next(each.move for each in found.moves if verdicts[each.move] is wanted)


def _exact_gain(found: Analysis, first: Move, second: Move) -> float:
    means = {each.move: each.mean for each in found.moves}
    return means[first] - means[second]


def _of_the_playoff(referee: Referee) -> list[Question]:
    """The leads of the playoff, which both seats play as well as can be; exact."""
    questions: list[Question] = []
    dealt = len(_playoff(referee).south)
    while not referee.is_over:
        position = _playoff(referee)
        solution = solve(position)
        if position.led is None and len(solution.moves) > 1:
            trick = position.rules.deck.stock_tricks + 1 + dealt - len(position.south)
            questions.extend(_at_lead(position, solution.moves, trick))
        referee.push(_play_of(referee, solution.moves[0].card))
    return questions


def _at_lead(position: PlayoffPosition, moves: Sequence[MoveValue], trick: int) -> list[Question]:
    questions = []
    for rule in PLAYOFF_RULES:
        verdicts = {move.card: rule.verdict(position, move.card) for move in moves}
        losses = {
            wanted: min(
                (move.loss for move in moves if verdicts[move.card] is wanted), default=None
            )
            for wanted in (True, False)
        }
        follows, against = losses[True], losses[False]
        if follows is None or against is None or min(follows, against):
            continue
        # A point that one seat loses is the other's, so that the difference is twice the loss.
        gain = 2.0 * (against - follows)
        questions.append(Question(rule.name, trick, PLAYOFF, not follows, gain))
    return questions


def _play_of(referee: Referee, card: Card) -> Move:
    return next(move for move in referee.moves() if isinstance(move, Play) and move.card == card)


def _composition(referee: Referee) -> tuple[list[int], list[int]]:
    """How many cards of each rank both seats hold, of plain suits and of trumps."""
    position = _playoff(referee)
    plain, trumps = [0] * RANKS, [0] * RANKS
    for hand in (position.south, position.north):
        for card in hand:
            (trumps if card.suit == position.trump else plain)[card.rank] += 1
    return plain, trumps


def _playoff(referee: Referee) -> PlayoffPosition:
    position = referee.position()
    assert isinstance(position, PlayoffPosition)
    return position


def _seed(random: Random) -> int:
    return int(random.random() * 2**_SEED_BITS)

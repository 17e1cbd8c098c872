"""Hands with one planted blunder, reviewed: whether the review finds it, and finds no others."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pinochle_solver import RULEBOOKS, Referee, StockPosition, analyze, solve
from pinochle_solver.game.recording import record_of
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.reviews.decisions import Decision, DecisionKind
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.review import review
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.stock.comparing import Comparison, compare
from pinochle_solver.stock.settings import SearchSettings

PLAYING_WORLDS = 64
LONG_WORLDS = 8192
LEAST_LOSS, SURE_OF_IT = 30.0, 2.326  # 99%, to one side
NO_LOSS = 5.0
_MISTAKES = (Mark.MISTAKE, Mark.BLUNDER)
_SEED_BITS = 53


@dataclass(frozen=True, slots=True)
class FalseMark:
    """A mark on a move that was not planted.

    Attributes:
        moment: where.
        found: the loss that was marked.
        long: what the long search says.
    """

    moment: str
    found: float
    long: float


@dataclass(frozen=True, slots=True)
class PlantedHand:
    """A hand with a planted blunder, reviewed.

    Attributes:
        number: which, from 0.
        rules: its rulebook.
        moment: where the blunder is; empty where the hand had no place for one.
        kind: of the decision.
        long: what the long search says that it loses.
        found: what the review says that it lost,
        mark: and the mark it got, empty for none.
        is_largest: whether that is the largest significant loss of the hand.
        decisions: how many others of the stock phase were reviewed.
        false_marks: those of them marked as mistakes where the long search says hardly a loss.
        seconds: that the review took.
    """

    number: int
    rules: str
    moment: str = ""
    kind: str = ""
    long: float = 0.0
    found: float = 0.0
    mark: str = ""
    is_largest: bool = False
    decisions: int = 0
    false_marks: tuple[FalseMark, ...] = ()
    seconds: float = 0.0


def planted_hand(
    number: int, rules: tuple[str, ...], seed: int, seconds: float | None, worlds: int | None
) -> PlantedHand:
    """Play a hand of the default engine with a blunder in it, and review it.

    Args:
        number: of the hand, from 0.
        rules: the rulebooks, taken in turn.
        seed: of deals and of everything else.
        seconds: for each decision that is reviewed,
        worlds: or in how many worlds it is.
    """
    from time import perf_counter

    random = Random(f"planted/{seed}/{number}")
    name = rules[number % len(rules)]
    deal = random_deal(number, seed, RULEBOOKS[name])
    referee = Referee.of_deal(deal)
    planted = _planted(referee, random)
    if planted is None:
        return PlantedHand(number, name)
    moment, long = planted
    _play(referee, random)
    began = perf_counter()
    record = record_of(deal, tuple(referee.history))
    found = review(record, seconds=seconds, worlds=worlds, seed=_seed(random))
    took = perf_counter() - began
    blunder = next(each for each in found.decisions if each.moment == moment)
    others = [
        each
        for each in found.decisions
        if each is not blunder and each.kind is not DecisionKind.PLAYOFF
    ]
    worst = found.worst(1)
    return PlantedHand(
        number,
        name,
        blunder.moment,
        blunder.kind.value,
        long,
        blunder.loss.points.mean,
        "" if blunder.mark is None else blunder.mark.value,
        bool(worst) and worst[0] is blunder,
        len(others),
        tuple(_false_marks(others, random)),
        took,
    )


def _play(referee: Referee, random: Random) -> None:
    """Play on to the end as the default engine does."""
    while not referee.is_over:
        referee.push(_choice(referee, random))


def _choice(referee: Referee, random: Random) -> Move:
    moves = referee.moves()
    if len(moves) == 1:
        return moves[0]
    assert referee.turn is not None
    view = referee.view(referee.turn)
    if isinstance(view, PlayoffPosition):
        return Play(solve(view).moves[0].card)
    assert isinstance(view, StockPosition)
    return analyze(view, worlds=PLAYING_WORLDS, seed=_seed(random)).choice


def _planted(referee: Referee, random: Random) -> tuple[str, float] | None:
    """Play to a decision and make a blunder there.

    The decision is a random one of the hand, or the first after it that has a move bad enough.

    Returns:
        the moment of the blunder, and what it loses; None where there is no place.
    """
    start = random.randrange(40)
    number = 0
    while not referee.is_over:
        if len(referee.moves()) > 1:
            number += 1
            found = _blunder(referee, random) if number > start else None
            if found is not None:
                moment = _moment(referee)
                referee.push(found[0])
                return moment, found[1]
        referee.push(_choice(referee, random))
    return None


def _moment(referee: Referee) -> str:
    """``7r``, as records name it."""
    trick, view = referee.completed_tricks, referee.position()
    assert view is not None
    if isinstance(view, StockPosition) and view.act is not Act.PLAY:
        return f"{trick}{'m' if view.act is Act.MELD else 'd'}"
    return f"{trick + 1}{'l' if view.led is None else 'r'}"


def _blunder(referee: Referee, random: Random) -> tuple[Move, float] | None:
    """A move that surely loses `LEAST_LOSS` points or more, by a long search; None if none does."""
    assert referee.turn is not None
    view = referee.view(referee.turn)
    if isinstance(view, PlayoffPosition):
        bad = [move for move in solve(view).moves if 2 * move.loss >= LEAST_LOSS]
        return (Play(bad[0].card), 2.0 * bad[0].loss) if bad else None
    assert isinstance(view, StockPosition)
    analysis = analyze(view, worlds=PLAYING_WORLDS, seed=_seed(random))
    promising = [m.move for m in analysis.moves if m.points_behind.mean >= LEAST_LOSS]
    random.shuffle(promising)
    for move in promising[:3]:
        ahead = _long(view, analysis.choice, move, random)
        if ahead.points.mean - SURE_OF_IT * ahead.points.se >= LEAST_LOSS:
            return move, ahead.points.mean
    return None


def _false_marks(decisions: list[Decision], random: Random) -> list[FalseMark]:
    found = []
    for each in decisions:
        if each.mark not in _MISTAKES:
            continue
        assert isinstance(each.position, StockPosition)
        ahead = _long(each.position, each.best, each.played, random)
        if ahead.points.mean < NO_LOSS:
            found.append(FalseMark(each.moment, each.loss.points.mean, ahead.points.mean))
    return found


def _long(view: StockPosition, first: Move, second: Move, random: Random) -> Comparison:
    settings = SearchSettings(limits=Limits(worlds=LONG_WORLDS), seed=_seed(random))
    return compare(view, first, second, settings)


def _seed(random: Random) -> int:
    return int(random.random() * 2**_SEED_BITS)

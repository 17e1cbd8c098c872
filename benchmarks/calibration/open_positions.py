"""How far the trees of open positions err: values, choices and intervals against exact ones.

    python benchmarks/calibration/open_positions.py scarne --tricks 3 [--cards 12] [--positions 40]

Hands are played by the policy with one random move in ten, up to the first decision with so many
tricks of the stock left. All cards are then open. Those of goulash and glup are dealt ten cards
each, so that their ends can be solved. Each position is solved, and estimated by the tree as it is
for the whole game; in goulash and glup also by 4,000 iterations in which every playoff is solved.

*Error* is the root mean square over a position's moves, *loss* what the move chosen comes to less
than the best, both in points. *Values held* and *differences held* are the parts of the 95%
intervals that hold the exact value, and the difference from the best move. *Chances* are the mean
square of what chances to win are wrong by, and *expected* what it would be if they were right.
Positions not solved within `--nodes` are left out. Nothing depends on the machine. Ctrl-C ends it
with what is done.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import nan, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any
from unittest.mock import patch

import click

from benchmarks.common.decisions import policy_choice
from benchmarks.common.measurements import (
    Row,
    echo_head,
    echo_table,
    end_command,
    gathered,
    in_a_thread,
    json_option,
    json_text,
    processes_option,
    resume_option,
    with_error,
)
from benchmarks.common.starting import run
from pinochle_solver import RULEBOOKS, Referee, Rulebook, StockPosition, __version__
from pinochle_solver.equities.hands import hand_moments
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.intervals import SURE
from pinochle_solver.stock import open_estimates, problem, trees
from pinochle_solver.stock.analysis import MoveEstimate
from pinochle_solver.stock.nets import weights_of
from pinochle_solver.stock.open_estimates import ITERATIONS, Effort, estimate_open, tree_errors
from pinochle_solver.stock.open_stock import opened, solve_open

# One move in so many is random, so that not every hand goes as the policy would have it.
RANDOM_ONE_IN = 10
AS_IT_IS, ALL_SOLVED = "as it is", "every playoff solved"
# Of more cards a hand of these cannot be solved.
CARDS_OF = {"goulash": 10, "glup": 10}
# Exact values are whole points, and estimates are told to a tenth.
ROUNDING = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSettings:
    """Which positions, and how they are estimated.

    Attributes:
        rules: the name of the game.
        cards: in a hand.
        tricks: how many of the stock are left.
        nodes: the limit of solving.
        solve_every: in place of the game's own, the playoff is solved in one of so many.
        seed: of deals and random moves.
    """

    rules: str
    cards: int
    tricks: int
    nodes: int
    solve_every: int | None
    seed: int


@dataclass(frozen=True, slots=True)
class Estimated:
    """What a tree comes to.

    Attributes:
        error: the root mean square of its values' errors, over the moves.
        loss: what its choice comes to less than the best move.
        values_held: the part of the moves' intervals that hold the exact value.
        differences_held: the same of how far the others are behind the best.
        chances: the mean square of the errors of chances to win the hand.
        expected: what that would be if the chances were right.
    """

    error: float
    loss: int
    values_held: float
    differences_held: float
    chances: float
    expected: float


@dataclass(frozen=True, slots=True)
class OpenErrors:
    """A position.

    Attributes:
        number: which, from 0.
        text: the position.
        values: the exact ones, by move; empty where it was not solved.
        found: what each of the trees comes to.
    """

    number: int
    text: str
    values: dict[str, int]
    found: dict[str, Estimated]


def smaller(rules: Rulebook, cards: int) -> Rulebook:
    """The same game with so many cards in a hand, the others in the stock."""
    deck, name = rules.deck, f"{rules.name}-{cards}"
    stock = deck.stock + 2 * (deck.hand - cards)
    return replace(rules, name=name, deck=replace(deck, name=name, hand=cards, stock=stock))


def some_position(number: int, settings: OpenSettings) -> StockPosition:
    """The first decision of a hand with so many tricks left, or fewer."""
    rules = smaller(RULEBOOKS[settings.rules], settings.cards)
    referee = Referee.of_deal(random_deal(number, settings.seed, rules))
    random = Random(f"open/{settings.seed}/{number}")
    while True:
        moves, position = referee.moves(), referee.position()
        assert isinstance(position, StockPosition)
        left = rules.deck.stock_tricks - position.completed_tricks
        if left <= settings.tricks and len(moves) > 1:
            return opened(position)
        if random.randrange(RANDOM_ONE_IN) == 0:
            referee.push(random.choice(moves))
        else:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            referee.push_number(policy_choice(view))


def measure_position(number: int, settings: OpenSettings) -> OpenErrors:
    """Solve and estimate one position, with the weights that were learned for the whole game."""
    game = RULEBOOKS[settings.rules]
    weights, moments = weights_of(game, game.count), hand_moments(game, game.count)
    doubts = tree_errors(game, game.count)
    with (
        patch.object(problem, "weights_of", lambda *_: weights),
        patch.object(trees, "hand_moments", lambda *_: moments),
        patch.object(open_estimates, "tree_errors", lambda *_: doubts),
    ):
        position = some_position(number, settings)
        values = in_a_thread(solve_open, position, nodes=settings.nodes) or ()
        exact = {value.move.text(): value.difference for value in values}
        found = _errors(position, exact, settings) if exact else {}
        return OpenErrors(number, position.text(), exact, found)


def _errors(
    position: StockPosition, exact: Mapping[str, int], settings: OpenSettings
) -> dict[str, Estimated]:
    """What the trees come to."""
    effort = Effort.of(RULEBOOKS[settings.rules].deck, settings.tricks)
    if settings.solve_every is not None:
        effort = replace(effort, solve_every=settings.solve_every)
    ways = {AS_IT_IS: effort}
    if effort != Effort(ITERATIONS):
        ways[ALL_SOLVED] = Effort(ITERATIONS)
    return {name: _estimated(position, exact, way) for name, way in ways.items()}


def _estimated(position: StockPosition, exact: Mapping[str, int], effort: Effort) -> Estimated:
    return compared(in_a_thread(estimate_open, position, effort), exact)


def compared(moves: Sequence[MoveEstimate], exact: Mapping[str, int]) -> Estimated:
    """How far estimates are from the exact values of the moves, by their text."""
    best, values = moves[0], [exact[move.move.text()] for move in moves]
    behind = [values[0] - value for value in values]
    won = [(value > 0) + (value == 0) / 2 for value in values]
    chances = [move.win for move in moves]
    return Estimated(
        error=sqrt(fmean((m.mean - v) ** 2 for m, v in zip(moves, values, strict=True))),
        loss=max(values) - exact[best.move.text()],
        values_held=fmean(_holds(m.mean, m.mean_se, v) for m, v in zip(moves, values, strict=True)),
        differences_held=fmean(
            _holds(m.behind, m.behind_se, b)
            for m, b in zip(moves, behind, strict=True)
            if m is not best
        ),
        chances=fmean((c - w) ** 2 for c, w in zip(chances, won, strict=True)),
        expected=fmean(c * (1 - c) for c in chances),
    )


def _holds(value: float, error: float, exact: float) -> bool:
    return abs(value - exact) <= SURE * error + ROUNDING


def of_all(values: Sequence[float], form: str) -> str:
    """Their mean and its standard error."""
    if not values:
        return ""
    se = stdev(values) / sqrt(len(values)) if len(values) > 1 else nan
    return with_error(fmean(values), se, form)


def rows(solved: Sequence[OpenErrors]) -> list[Row]:
    """What estimates come to, in each way; with two ways the first less the second by position."""
    return [
        _row("error", [_of_ways(each, lambda e: e.error) for each in solved], ".1f"),
        _row("loss", [_of_ways(each, lambda e: e.loss) for each in solved], ".1f"),
        _row("values held", [_of_ways(each, lambda e: e.values_held) for each in solved], ".3f"),
        _row(
            "differences held",
            [_of_ways(each, lambda e: e.differences_held) for each in solved],
            ".3f",
        ),
        _row("chances", [_of_ways(each, lambda e: e.chances) for each in solved], ".3f"),
        _row("expected", [_of_ways(each, lambda e: e.expected) for each in solved], ".3f"),
    ]


def _of_ways(position: OpenErrors, value: Callable[[Estimated], float]) -> list[float]:
    return [value(found) for found in position.found.values()]


def _row(name: str, positions: Sequence[Sequence[float]], form: str) -> Row:
    ways = [of_all(way, form) for way in zip(*positions, strict=True)]
    if len(ways) < 2:
        return (name, *(ways or [""]))
    return (name, *ways, of_all([now - before for now, before in positions], f"+{form}"))


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("rules", type=click.Choice(list(RULEBOOKS)))
@click.option("--tricks", default=3, show_default=True, type=click.IntRange(1, 6), help="Left.")
@click.option(
    "--cards", type=click.IntRange(6, 20), help="A hand; 10 in goulash and glup, else all."
)
@click.option("--positions", default=40, show_default=True, type=click.IntRange(1))
@click.option("--nodes", default=1 << 25, show_default=True, type=click.IntRange(1))
@click.option("--solve-every", type=click.IntRange(2), help="In place of the game's own.")
@click.option("--seed", default=1, show_default=True)
@processes_option
@resume_option
@json_option
def main(
    positions: int,
    processes: int,
    resume: Path | None,
    as_json: bool,
    cards: int | None,
    **asked: Any,
) -> None:
    name = asked["rules"]
    whole = RULEBOOKS[name].deck.hand
    if cards is not None and cards > whole:
        raise click.BadParameter(f"{cards}, a hand of {name} has {whole}", param_hint="--cards")
    settings = OpenSettings(cards=cards or CARDS_OF.get(name, whole), **asked)
    header = {"measured": "open positions", "version": __version__, **asdict(settings)}
    work = partial(measure_position, settings=settings)
    found = gathered(work, positions, OpenErrors, header, resume, processes)
    solved, finished = [each for each in found if each.found], len(found) == positions
    if as_json:
        told = {**header, "finished": finished, "positions": [asdict(each) for each in found]}
        click.echo(json_text(told))
    else:
        echo_head(header, f"{len(found)} positions, {len(solved)} of them solved", finished)
        heads = [*solved[0].found, "the first less the second"] if solved else [AS_IT_IS]
        lines = rows(solved)
        echo_table("of a position", heads[: len(lines[0]) - 1], lines)
    end_command(finished)


if __name__ == "__main__":
    run(main)

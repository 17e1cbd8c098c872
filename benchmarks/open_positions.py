"""How far the trees of open positions err: their values and choices against exact ones.

    python benchmarks/open_positions.py goulash --tricks 3 [--cards 10] [--positions 40]

Hands of a game with fewer cards, so that their ends can be solved, are played by the policy with
one random move in ten, up to the first decision with so many tricks of the stock left. All cards
are then open. Each position is solved, and estimated twice: by the tree as it is for the whole
game, and by 4,000 iterations in which every playoff is solved. *Error* is the root mean square over
a position's moves, *loss* what the move chosen comes to less than the best, both in points.
Positions not solved within `--nodes` are left out. Nothing depends on the machine. Ctrl-C ends it
with what is done.
"""

from __future__ import annotations

from starting import end_at_ctrl_c, run

if __name__ == "__main__":
    end_at_ctrl_c()

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import nan, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any
from unittest.mock import patch

import click

from calibration_hands import policy_choice
from measurements import (
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
from pinochle_solver import RULEBOOKS, Referee, Rulebook, StockPosition, __version__
from pinochle_solver.equities.hands import hand_moments
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.stock import problem, trees
from pinochle_solver.stock.nets import weights_of
from pinochle_solver.stock.open_stock import ITERATIONS, Effort, opened, solve_open
from pinochle_solver.stock.tree_search import open_tree

# One move in so many is random, so that not every hand goes as the policy would have it.
RANDOM_ONE_IN = 10
AS_IT_IS, ALL_SOLVED = "as it is", "every playoff solved"


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
    """

    error: float
    loss: int


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
    """Solve and estimate one position, with the weights that were learnt for the whole game."""
    game = RULEBOOKS[settings.rules]
    weights, moments = weights_of(game, game.count), hand_moments(game, game.count)
    with (
        patch.object(problem, "weights_of", lambda *_: weights),
        patch.object(trees, "hand_moments", lambda *_: moments),
    ):
        position = some_position(number, settings)
        values = in_a_thread(solve_open, position, nodes=settings.nodes) or ()
        exact = {value.move.text(): value.difference for value in values}
        found = _errors(position, exact, settings) if exact else {}
        return OpenErrors(number, position.text(), exact, found)


def _errors(
    position: StockPosition, exact: Mapping[str, int], settings: OpenSettings
) -> dict[str, Estimated]:
    """What both trees come to."""
    effort = Effort.of(RULEBOOKS[settings.rules].deck, settings.tricks)
    if settings.solve_every is not None:
        effort = replace(effort, solve_every=settings.solve_every)
    ways = {AS_IT_IS: effort, ALL_SOLVED: Effort(ITERATIONS, 1, None)}
    return {name: _estimated(position, exact, way) for name, way in ways.items()}


def _estimated(position: StockPosition, exact: Mapping[str, int], effort: Effort) -> Estimated:
    moves = in_a_thread(open_tree, position, **asdict(effort))
    errors = [move.mean - exact[move.move.text()] for move in moves]
    loss = max(exact.values()) - exact[moves[0].move.text()]
    return Estimated(sqrt(fmean(error**2 for error in errors)), loss)


def of_all(values: Sequence[float], form: str) -> str:
    """Their mean and its standard error."""
    if not values:
        return ""
    se = stdev(values) / sqrt(len(values)) if len(values) > 1 else nan
    return with_error(fmean(values), se, form)


def rows(solved: Sequence[OpenErrors]) -> list[Row]:
    """Of errors and losses: both trees, and the first less the second by position."""
    errors = [(p.found[AS_IT_IS].error, p.found[ALL_SOLVED].error) for p in solved]
    losses = [(p.found[AS_IT_IS].loss, p.found[ALL_SOLVED].loss) for p in solved]
    return [_row("error", errors), _row("loss", losses)]


def _row(name: str, pairs: Sequence[tuple[float, float]]) -> Row:
    return (
        name,
        of_all([now for now, _ in pairs], ".1f"),
        of_all([before for _, before in pairs], ".1f"),
        of_all([now - before for now, before in pairs], "+.1f"),
    )


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("rules", type=click.Choice(["goulash", "glup"]))
@click.option("--tricks", default=3, show_default=True, type=click.IntRange(1, 6), help="Left.")
@click.option("--cards", default=10, show_default=True, type=click.IntRange(6, 12), help="A hand.")
@click.option("--positions", default=40, show_default=True, type=click.IntRange(1))
@click.option("--nodes", default=1 << 25, show_default=True, type=click.IntRange(1))
@click.option("--solve-every", type=click.IntRange(2), help="In place of the game's own.")
@click.option("--seed", default=1, show_default=True)
@processes_option
@resume_option
@json_option
def main(positions: int, processes: int, resume: Path | None, as_json: bool, **asked: Any) -> None:
    settings = OpenSettings(**asked)
    header = {"measured": "open positions", "version": __version__, **asdict(settings)}
    work = partial(measure_position, settings=settings)
    found = gathered(work, positions, OpenErrors, header, resume, processes)
    solved, finished = [each for each in found if each.found], len(found) == positions
    if as_json:
        told = {**header, "finished": finished, "positions": [asdict(each) for each in found]}
        click.echo(json_text(told))
    else:
        echo_head(header, f"{len(found)} positions, {len(solved)} of them solved", finished)
        heads = [AS_IT_IS, ALL_SOLVED, "the first less the second"]
        echo_table("points a position", heads, rows(solved))
    end_command(finished)


if __name__ == "__main__":
    run(main)

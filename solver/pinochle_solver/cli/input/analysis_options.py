"""What analyses of one position and of many are asked alike: by which belief, objective, engine."""

from __future__ import annotations

from collections.abc import Callable

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.input.options import Decorated
from pinochle_solver.engines.registry import DEFAULT, installed_engines
from pinochle_solver.stock.analysis import OBJECTIVES
from pinochle_solver.stock.beliefs import BELIEFS


def belief_option(command: Decorated) -> Decorated:
    """Give a command its ``belief``."""
    return click.option(
        "--belief",
        type=click.Choice(BELIEFS, case_sensitive=False),
        default=BELIEFS[0],
        show_default=True,
        help="The weights of the worlds: inferred from the play so far, or uniform.",
    )(command)


def where_option(command: Decorated) -> Decorated:
    """Give a command its ``where``: what is assumed of hidden cards."""
    return click.option(
        "--where",
        metavar="CONDITION",
        multiple=True,
        shell_complete=completion.conditions,
        help="Assume a condition on the hidden cards: 'north holds at least one AS', 'the stock "
        "holds "
        "QS'; or with a weight: '0.7: north holds a run'. May be given several times.",
    )(command)


def objective_option(
    text: str = "Order the moves by points, or by the chance to win the hand (with score= the "
    "game).",
) -> Callable[[Decorated], Decorated]:
    """``--objective``, given as `objective`, with this help."""
    return click.option(
        "--objective",
        type=click.Choice(OBJECTIVES, case_sensitive=False),
        default=OBJECTIVES[0],
        show_default=True,
        help=text,
    )


def engine_option(command: Decorated) -> Decorated:
    """Give a command its ``engine``."""
    return click.option(
        "--engine",
        type=click.Choice(installed_engines(), case_sensitive=False),
        default=DEFAULT,
        show_default=True,
        help="The engine that analyses; engines that only choose a move give no values.",
    )(command)

"""The options of every command that lets players meet."""

from __future__ import annotations

from functools import reduce

import click

from pinochle_solver.cli.input.match_settings import (
    ALL,
    DEFAULT_SECONDS,
    SLACK,
    SLACK_SECONDS,
)
from pinochle_solver.cli.input.options import Decorated, Positive, Whole, card_count_option
from pinochle_solver.cli.input.rulebooks import AnyRulebookChoice, rulebook_files
from pinochle_solver.cli.input.search_options import worlds_option
from pinochle_solver.engines.registry import engine_names, table_engine_names
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK

PLAYERS = (*dict.fromkeys((*engine_names(), *table_engine_names())), "cmd:")
"""How the players of all games are written, or begin."""

_OPTIONS = (
    click.option(
        "--seconds",
        metavar="S",
        type=Positive(),
        help="Think S seconds about each move of the stock phase, or with three and four about "
        f"each move. Default: {DEFAULT_SECONDS:g}.",
    ),
    worlds_option("Try N worlds for each move. The result then does not depend on the machine."),
    click.option(
        "--rules",
        metavar="NAME",
        type=AnyRulebookChoice(ALL),
        default=DEFAULT_RULEBOOK.name,
        show_default=True,
        help="The rulebook, of any game; with all, the two-handed rulebooks take turns.",
    ),
    click.option(
        "--options",
        "table_options",
        metavar="NAMES",
        help="In a game for three or four: its options, such as kitty,min200.",
    ),
    click.option(
        "--contract",
        is_flag=True,
        help="In a game for three or four: begin hands after the auction. The hand that "
        "MacDougall's valuation puts first gets the contract.",
    ),
    rulebook_files,
    card_count_option(),
    click.option(
        "--seed",
        metavar="N",
        type=Whole(0, 2**63 - 1),
        default=1,
        show_default=True,
        help="Another seed, other deals.",
    ),
    click.option(
        "--timeout",
        metavar="S",
        type=Positive(),
        help="An external engine loses the hand if it gives no answer for S seconds. Default: "
        f"{SLACK_SECONDS:g} plus {SLACK} times --seconds.",
    ),
)


def match_options(command: Decorated) -> Decorated:
    """Give a command the options that say what is played, and how long players may think."""
    return reduce(lambda given, option: option(given), reversed(_OPTIONS), command)

"""What ``pinochle equity`` shows of the games for three and four."""

from __future__ import annotations

import click

from pinochle_solver.cli.output.writers import Writer
from pinochle_solver.cli.streams import tell
from pinochle_solver.equities.table.equity import table_equity
from pinochle_solver.errors import GameError, NotationError, PositionError
from pinochle_solver.table.rules import TableRules


def show_table_equity(
    rules: TableRules, score: str | None, dealer: str | None, target: int | None, writer: Writer
) -> None:
    """Write the chances to win a game.

    Args:
        rules: the game.
        score: the scores of all that have one; None: all 0.
        dealer: who deals the next hand; None: anybody.
        target: the points that end the game; None: as the rules say.
        writer: writes them.

    Raises:
        click.ClickException: for what does not fit the game.
    """
    try:
        found = table_equity(score, dealer, rules, target=target)
    except NotationError as error:
        option = "" if error.token == "score" else "--dealer: "
        raise click.UsageError(f"{option}{error.fact}") from None
    except GameError as error:
        option = error.token if error.token == "score" else f"--{error.token}"
        raise click.ClickException(f"{option}: {error.fact}") from None
    except PositionError as error:
        raise click.ClickException(str(error)) from None
    if not found.is_alike:
        out = " with the dealer out" if rules.out_dealer else ""
        name = " ".join((rules.name, *rules.options)) + out
        fact = f"no hands of {name} were played for this; those of {found.played_by.name} are used"
        tell(f"rules: {fact}")
    writer.write(found)

"""The table of `pinochle openings`: hands played by the books' advice, and then exactly.

    python benchmarks/handbook/opening_table.py --rules scarne --deals 20000 --seed 1

What was counted so far is in the table itself, and the same command with more deals goes on from
there. The table is written after every few hundred deals.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from pathlib import Path

import click

from benchmarks.common.starting import run
from pinochle_solver import RULEBOOKS
from pinochle_solver.cli.whole_files import replace_file
from pinochle_solver.openings.played import by_advice
from pinochle_solver.openings.tables import TABLES, OpeningTable
from pinochle_solver.openings.tallies import ClassTally

PLAYERS = "advice, playoffs exact"
_AT_A_TIME = 250


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rules", type=click.Choice([*RULEBOOKS]), default="scarne", show_default=True)
@click.option("--deals", default=20_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@click.option("--table", type=click.Path(path_type=Path), help="Default: in the package.")
def main(rules: str, deals: int, seed: int, table: Path | None) -> None:
    """Play the deals that are missing, and write the table."""
    file = table or Path(str(TABLES)) / f"{rules}.json"
    found = OpeningTable(rules, PLAYERS, 0, seed, {})
    if file.exists():
        found = OpeningTable.parse(file.read_text("utf-8"))
    if (found.rules, found.players, found.seed) != (rules, PLAYERS, seed):
        raise click.ClickException(f"{file}: a table of other hands")
    classes = dict(found.classes)
    for first in range(found.deals, deals, _AT_A_TIME):
        until = min(first + _AT_A_TIME, deals)
        for number in range(first, until):
            for played in by_advice(number, seed, RULEBOOKS[rules]):
                classes.setdefault(played.kind.text(), ClassTally()).add(played)
        replace_file(file, OpeningTable(rules, PLAYERS, until, seed, classes).text())
        click.echo(f"{until:,} deals")


if __name__ == "__main__":
    run(main)

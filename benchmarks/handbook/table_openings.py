"""The table of `pinochle openings` for a game of three or four: hands that the engine analysed.

    python benchmarks/handbook/table_openings.py --rules auction --hands 250 --seed 1

Hands are dealt, one a deal, and those that may bid are sorted into classes. Of each class the first
are analysed, as many as `--hands` says: so a class that is dealt seldom has an interval worth
reading, too. What was counted so far is in the table itself, and the same command with more deals
goes on from there.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from dataclasses import replace
from pathlib import Path

import click

from benchmarks.common.starting import run
from pinochle_solver.cli.whole_files import replace_file
from pinochle_solver.openings.table.analyzed import add_analyzed
from pinochle_solver.openings.table.classes import class_of, sum_of
from pinochle_solver.openings.table.tables import TABLES, HandTable
from pinochle_solver.openings.table.tallies import HandTally
from pinochle_solver.table.auction import may_bid
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

PLAYERS = "engine default"
_GAMES = [name for name, rules in TABLE_RULEBOOKS.items() if rules.auction is not None]
_AT_A_TIME = 1000


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rules", type=click.Choice(_GAMES), default="auction", show_default=True)
@click.option("--deals", default=30_000, show_default=True, type=click.IntRange(1))
@click.option("--hands", default=250, show_default=True, type=click.IntRange(1))
@click.option("--worlds", default=8, show_default=True, type=click.IntRange(2))
@click.option("--seed", default=1, show_default=True)
@click.option("--table", type=click.Path(path_type=Path), help="Default: in the package.")
def main(rules: str, deals: int, hands: int, worlds: int, seed: int, table: Path | None) -> None:
    """Analyse the hands that are missing, and write the table."""
    file = table or Path(str(TABLES)) / f"{rules}.json"
    found = HandTable(rules, PLAYERS, 0, seed, worlds, hands, {})
    if file.exists():
        kept = HandTable.parse(file.read_text("utf-8"))
        if replace(kept, deals=0, classes={}) != found:
            raise click.ClickException(f"{file}: a table of other hands")
        found = kept
    game, classes = TABLE_RULEBOOKS[rules], dict(found.classes)
    for first in range(found.deals, deals, _AT_A_TIME):
        until = min(first + _AT_A_TIME, deals)
        for number in range(first, until):
            deal = random_deal(number, seed, game)
            hand = begun(deal)
            assert hand.turn is not None
            assert hand.auction is not None
            if not may_bid(hand.auction, deal.hands[hand.turn]):
                continue
            best = sum_of(game, deal.hands[hand.turn])
            tally = classes.setdefault(class_of(game, best).text(), HandTally())
            tally.dealt += 1
            if tally.hands < hands:
                add_analyzed(tally, deal, best.trump, worlds, seed + number)
        replace_file(file, replace(found, deals=until, classes=classes).text())
        click.echo(f"{until:,} deals")


if __name__ == "__main__":
    run(main)

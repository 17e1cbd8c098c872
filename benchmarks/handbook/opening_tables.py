"""The tables of `pinochle openings`: hands of each class, played or tried, by the bulk runner.

    python benchmarks/handbook/opening_tables.py FOLDER --rules auction --workers 2
    python benchmarks/handbook/opening_tables.py FOLDER --rules scarne --deals 1500

Of a game with an auction the hand that calls first in each deal is sorted into a class, and of each
class the first hands are tried by the engine, as many as `--hands` says: so a class that is dealt
seldom has an interval worth reading, too. In other games all hands of a deal are played by the
books' advice, those of two with exact playoffs.

FOLDER keeps the rows as `pinochle bulk` does: an interrupted run goes on with the shards that are
there, and `--workers` and `--scheduler` say who does the work. The deals that the table has already
are not done again: with more `--deals` it goes on from there.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pyarrow as pa

from benchmarks.common.starting import run
from benchmarks.handbook.opening_hands import shards_of
from pinochle_solver import RULEBOOKS
from pinochle_solver.bulk.openings import PlayedOpeningsJob, played_openings
from pinochle_solver.bulk.table.openings import TriedHandsJob, class_dealt, tried_hands
from pinochle_solver.cli.commands.bulk_runs import RunOptions, run_job, run_options
from pinochle_solver.cli.whole_files import replace_file
from pinochle_solver.openings import tables as tables_for_two
from pinochle_solver.openings.played import class_of_played
from pinochle_solver.openings.table import tables as table_tables
from pinochle_solver.openings.table.dealt_classes import class_of_played as class_of_dealt
from pinochle_solver.openings.table.tallies import HandTally
from pinochle_solver.openings.tables import OpeningTable
from pinochle_solver.openings.tallies import ClassTally, PlayedOpening
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules

_FOR_TWO = [name for name, rules in RULEBOOKS.items() if rules.deck.upcard]
_PLAYERS_OF_TWO, _PLAYERS, _ENGINE = "advice, playoffs exact", "advice", "engine default"
_PLAYED, _TRIED = 1500, 30_000


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--rules",
    type=click.Choice([*_FOR_TWO, *TABLE_RULEBOOKS]),
    default="auction",
    show_default=True,
)
@click.option("--deals", type=click.IntRange(1), help="Default: 30,000; 1,500 if they are played.")
@click.option("--hands", default=250, show_default=True, type=click.IntRange(1))
@click.option("--worlds", default=8, show_default=True, type=click.IntRange(2))
@click.option("--seed", default=1, show_default=True)
@click.option("--table", type=click.Path(path_type=Path), help="Default: in the package.")
@run_options
def main(
    folder: Path,
    rules: str,
    deals: int | None,
    hands: int,
    worlds: int,
    seed: int,
    table: Path | None,
    how: RunOptions,
) -> None:
    """Do the deals that are missing, and write the table."""
    game: Rulebook | TableRules = RULEBOOKS[rules] if rules in _FOR_TWO else TABLE_RULEBOOKS[rules]
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(game, TableRules) and game.auction is not None:
        file = table or Path(str(table_tables.TABLES)) / f"{rules}.json"
        _try(
            folder,
            game,
            deals or _TRIED,
            OpeningTable(rules, _ENGINE, 0, seed, {}, worlds, hands),
            file,
            how,
        )
        return
    is_for_two = isinstance(game, Rulebook)
    package = tables_for_two.TABLES if is_for_two else table_tables.TABLES
    players = _PLAYERS_OF_TWO if is_for_two else _PLAYERS
    file = table or Path(str(package)) / f"{rules}.json"
    _play(folder, game, deals or _PLAYED, OpeningTable(rules, players, 0, seed, {}), file, how)


def _play(
    folder: Path,
    game: Rulebook | TableRules,
    deals: int,
    asked: OpeningTable[ClassTally],
    file: Path,
    how: RunOptions,
) -> None:
    found = _kept(file, asked, ClassTally)
    job = PlayedOpeningsJob(rules=game, seed=asked.seed)
    classes = dict(found.classes)
    for rows in _rows(job, range(found.deals, deals), folder, how):
        for played in played_openings(rows):
            classes.setdefault(class_name(game, played), ClassTally()).add(played)
    replace_file(file, replace(found, deals=max(deals, found.deals), classes=classes).text())


def _try(
    folder: Path,
    game: TableRules,
    deals: int,
    asked: OpeningTable[HandTally],
    file: Path,
    how: RunOptions,
) -> None:
    found = _kept(file, asked, HandTally)
    classes, chosen = dict(found.classes), list[int]()
    tried = {name: tally.hands for name, tally in classes.items()}
    for number in range(found.deals, deals):
        name = class_dealt(game, number, asked.seed)
        if name is None:
            continue
        classes.setdefault(name, HandTally()).dealt += 1
        if tried.get(name, 0) < asked.most:
            tried[name] = tried.get(name, 0) + 1
            chosen.append(number)
    job = TriedHandsJob(rules=game, worlds=asked.worlds, seed=asked.seed)
    for rows in _rows(job, chosen, folder, how):
        for name, hand in tried_hands(rows):
            classes[name].add_tried(hand)
    replace_file(file, replace(found, deals=max(deals, found.deals), classes=classes).text())


def class_name(game: Rulebook | TableRules, played: PlayedOpening) -> str:
    """The name of the class of a hand that was played."""
    if isinstance(game, Rulebook):
        return class_of_played(game, played)
    return class_of_dealt(game, played).text()


def _kept(file: Path, asked: OpeningTable[Any], kind: type[Any]) -> OpeningTable[Any]:
    """The table that is there; raises `click.ClickException` for one of other hands."""
    if not file.exists():
        return asked
    found = OpeningTable.parse(file.read_text("utf-8"), kind)
    if replace(found, deals=0, classes={}) != asked:
        raise click.ClickException(f"{file}: a table of other hands")
    return found


def _rows(job: Any, deals: Any, folder: Path, how: RunOptions) -> Iterator[pa.Table]:
    """The rows of the deals, done as `pinochle bulk` does them; ends the command if it fails."""
    if not deals:
        return
    output = folder / f"{job.rules.name}-{deals[0]}-{deals[-1]}"
    status = run_job(job, deals, output, how)
    if status:
        sys.exit(status)
    yield from shards_of(output)


if __name__ == "__main__":
    run(main)

"""How fast ``pinochle bulk`` is: two workers beside one, and beside ``solve -f --threads 2``.

    python benchmarks/speed/bulk_speed.py FOLDER [--rows 200000] [--runs 5]
    python benchmarks/speed/bulk_speed.py FOLDER --rules auction [--rows 500] [--runs 3]

Whole commands by the clock, on the same playoffs, values alone, in turn: bulk with one worker, with
two, and the plain command with two threads from the same lines. Told are medians, the median of the
ratios of each turn, and of the bulk commands the processor time and the largest process. From these
follows what ten million rows take. With ``--rules`` of a game for three or four the first decisions
of hands are analyzed, with one worker and with two: a row in 64 worlds takes 0.08 seconds of a
processor, so 500 rows take 70 seconds a turn. FOLDER keeps the deals and the turns that are
done; the same command goes on with them. For a machine that does nothing else.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import click
import pyarrow.parquet as pq

from benchmarks.common.measurements import echo_head, echo_table
from benchmarks.common.starting import run
from pinochle_solver.bulk.forms import PLAYOFF_POSITIONS
from pinochle_solver.bulk.manifest import read_manifest
from pinochle_solver.cli.whole_files import replace_file

_MANY = 10_000_000
_NEEDED_GAIN, _MOST_OVERHEAD = 1.8, 0.15
_KINDS = ("one worker", "two workers", "solve -f --threads 2")
_ROWS, _RUNS = 200_000, 5
# An analysis takes far longer than a playoff.
_TABLE_ROWS, _TABLE_RUNS, _TABLE_SHARD = 500, 3, 10


class Taken(NamedTuple):
    """What a command took.

    Attributes:
        seconds: by the clock.
        processor: seconds of all its processes.
        megabytes: of the largest of them.
    """

    seconds: float
    processor: float
    megabytes: float


def timed(command: Sequence[str | Path], output: Path) -> Taken:
    """Run a command, its output to a file; `click.ClickException` where it fails."""
    started = perf_counter()
    with output.open("wb") as file:
        process = subprocess.Popen(command, stdout=file)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise click.ClickException(f"status {process.returncode}")
    seconds = perf_counter() - started
    return Taken(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--rows",
    type=click.IntRange(1),
    help=f"Default: {_ROWS:,}; with --rules {_TABLE_ROWS}.",
)
@click.option(
    "--runs",
    type=click.IntRange(1),
    help=f"The number of turns. Default: {_RUNS}; with --rules {_TABLE_RUNS}.",
)
@click.option("--seed", default=1, show_default=True)
@click.option("--rules", help="A game for three or four, such as auction.")
@click.option("--worlds", default=64, show_default=True, help="With --rules: of each analysis.")
def main(
    folder: Path, rows: int | None, runs: int | None, seed: int, rules: str | None, worlds: int
) -> None:
    """Run the commands in turn, as the head of this file says."""
    pinochle = (sys.executable, "-m", "pinochle_solver")
    folder.mkdir(parents=True, exist_ok=True)
    if rules is not None:
        _run_table(folder, rows or _TABLE_ROWS, runs or _TABLE_RUNS, seed, rules, worlds)
        return
    rows, runs = rows or _ROWS, runs or _RUNS
    deals, lines = folder / f"deals-{rows}", folder / f"deals-{rows}.pn"
    dealt = ("--number", str(rows), "--playoff", "12", "--seed", str(seed))
    timed([*pinochle, "bulk", "deal", deals, *dealt], folder / "told")
    if not lines.exists():
        _write_lines(deals, lines)
    turns = Turns(folder / f"turns-{rows}-{seed}.jsonl", _KINDS)
    for _ in range(len(turns), runs):
        _take_bulk(folder, ["solve", deals, folder / "solved", "--values"], turns)
        plain: list[str | Path] = [
            *pinochle,
            "solve",
            "--values",
            "--json",
            "--threads",
            "2",
            "-f",
            lines,
        ]
        turns.add(_KINDS[2], timed(plain, folder / "told"))
    _tell(turns.taken, rows, seed)
    turns.check()


class Turns:
    """What the commands of each turn took and wrote, kept in a file as soon as it is known.

    Args:
        path: the file; what it holds is taken over, a turn that is not whole left out.
        kinds: the commands, in order.

    Attributes:
        taken: what each command took, by its kind.
    """

    def __init__(self, path: Path, kinds: Sequence[str]) -> None:
        self._path, self._sums = path, set[str]()
        rows = [json.loads(row) for row in path.read_text().splitlines()] if path.exists() else []
        whole = rows[: len(rows) - len(rows) % len(kinds)]
        if len(whole) < len(rows):
            replace_file(path, "".join(f"{json.dumps(row)}\n" for row in whole))
        self.taken: dict[str, list[Taken]] = {kind: [] for kind in kinds}
        for kind, taken, checksum in whole:
            self._take(kind, Taken(*taken), checksum)

    def __len__(self) -> int:
        return min(map(len, self.taken.values()))

    def add(self, kind: str, taken: Taken, checksum: str = "") -> None:
        """Keep what a command took, and the checksum of what it wrote."""
        self._take(kind, taken, checksum)
        with self._path.open("a") as file:
            file.write(json.dumps((kind, taken, checksum)) + "\n")
        click.echo(f"{kind}: {taken.seconds:.1f} s", err=True)

    def _take(self, kind: str, taken: Taken, checksum: str) -> None:
        self.taken[kind].append(taken)
        if checksum:
            self._sums.add(checksum)

    def check(self) -> None:
        """Raise `click.ClickException` if the commands did not write the same."""
        if len(self._sums) > 1:
            raise click.ClickException("the checksums of one worker and of two differ")


def _take_bulk(folder: Path, command: list[str | Path], turns: Turns) -> None:
    """Run a bulk command with one worker and with two, and keep what each took and wrote."""
    output = Path(command[2])
    for workers, kind in enumerate(_KINDS[:2], start=1):
        shutil.rmtree(output, ignore_errors=True)
        bulk = [sys.executable, "-m", "pinochle_solver", "bulk", *command]
        taken = timed([*bulk, "--workers", str(workers)], folder / "told")
        turns.add(kind, taken, read_manifest(output).checksum)


def _run_table(folder: Path, rows: int, runs: int, seed: int, rules: str, worlds: int) -> None:
    """Analyze the first decisions of hands at a table."""
    deals, output = folder / f"{rules}-{rows}", folder / "analysed"
    bulk = (sys.executable, "-m", "pinochle_solver", "bulk")
    dealt = ("--rules", rules, "--number", str(rows), "--opening", "--seed", str(seed))
    timed([*bulk, "deal", deals, *dealt], folder / "told")
    turns = Turns(folder / f"turns-{rules}-{rows}-{seed}-{worlds}.jsonl", _KINDS[:2])
    options = ("--worlds", str(worlds), "--shard-rows", str(_TABLE_SHARD))
    for _ in range(len(turns), runs):
        _take_bulk(folder, ["analyze", deals, output, *options], turns)
    taken = turns.taken
    header = {"measured": "bulk analyze", "rules": rules, "rows": rows, "worlds": worlds}
    echo_head({**header, "seed": seed}, f"{runs} turns", finished=True)
    _tell_taken(taken, rows)
    _tell_gain(*([each.seconds for each in taken[kind]] for kind in _KINDS[:2]))
    turns.check()


def _write_lines(deals: Path, lines: Path) -> None:
    """Write the positions of a folder of shards as lines, all of them or no file."""
    part = lines.with_name(f"{lines.name}.part")
    with part.open("w", encoding="utf-8") as file:
        for path in sorted(deals.glob("*.parquet")):
            table = pq.read_table(path, partitioning=None)
            for position in PLAYOFF_POSITIONS.values(table, ()):
                file.write(f"{position.text()}\n")
    part.replace(lines)


def _tell(taken: dict[str, list[Taken]], rows: int, seed: int) -> None:
    one, two, plain = ([each.seconds for each in taken[kind]] for kind in _KINDS)
    header = {"measured": "bulk solve --values", "rows": rows, "seed": seed}
    echo_head(header, f"{len(one)} turns", finished=True)
    _tell_taken(taken, rows)
    overheads = [b / c - 1 for b, c in zip(two, plain, strict=True)]
    overhead = median(overheads)
    _tell_gain(one, two)
    click.echo(
        f"over two threads: {overhead:+.1%} ({min(overheads):+.1%} to {max(overheads):+.1%}), "
        f"{'under' if overhead < _MOST_OVERHEAD else 'NOT UNDER'} {_MOST_OVERHEAD:.0%}"
    )
    times = _MANY / rows
    hours = times * median(each.processor for each in taken[_KINDS[1]]) / 3600
    clock = times * median(two) / 3600
    click.echo(f"{_MANY:,} rows: {hours:.1f} core hours, {clock:.1f} h by two workers")


def _tell_taken(taken: dict[str, list[Taken]], rows: int) -> None:
    echo_table(
        "median",
        ("seconds", "rows a second", "processor seconds", "largest process, MB"),
        (
            [
                kind,
                f"{median(each.seconds for each in of_kind):.1f}",
                f"{rows / median(each.seconds for each in of_kind):,.0f}",
                f"{median(each.processor for each in of_kind):.1f}",
                f"{median(each.megabytes for each in of_kind):.0f}",
            ]
            for kind, of_kind in taken.items()
        ),
    )


def _tell_gain(one: Sequence[float], two: Sequence[float]) -> None:
    gains = [a / b for a, b in zip(one, two, strict=True)]
    gain = median(gains)
    click.echo(
        f"\ntwo workers over one: {gain:.2f} ({min(gains):.2f} to {max(gains):.2f}), "
        f"{'at least' if gain >= _NEEDED_GAIN else 'LESS THAN'} {_NEEDED_GAIN}"
    )


if __name__ == "__main__":
    run(main)

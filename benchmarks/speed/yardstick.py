"""Sets the playoff solver beside an earlier trial of it in C++, on the same deals.

    python benchmarks/speed/yardstick.py --runs 5

``yardstick/`` has the trial, which is no part of the program, and the deals: 1,000 random ones of
12 cards for scarne and for hayes each, ``RULES TRUMP LEADER_HAND FOLLOWER_HAND`` a line. The trial
is compiled with g++ (or ``$CXX``) for this very processor, an x86 with BMI2. Both solve all deals
again and again, in turn, on one thread and every deal with an empty table; the time is that of the
searches alone, and the ratios are those of the runs beside each other. Exits with 1 if any value
differs.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from benchmarks.common.starting import run
from pinochle_solver import PlayoffPosition, solve_many
from pinochle_solver.bench import TABLE_MB, machine_line

FOLDER = Path(__file__).parent / "yardstick"
RULEBOOKS = ("scarne", "hayes")


@dataclass(frozen=True)
class Run:
    """All deals solved once: means for each deal, and the leader's points in them."""

    milliseconds: float
    nodes: float
    values: list[int]


def compiled_trial(folder: Path) -> Path:
    """The trial as a program in this folder."""
    program = folder / "playoff_trial"
    compiler = os.environ.get("CXX", "g++")
    source = FOLDER / "playoff_trial.cpp"
    command = [compiler, "-O3", "-march=native", "-w", "-o", str(program), str(source)]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise click.ClickException(f"the trial was not compiled: {error}") from None
    return program


def run_trial(program: Path, deals: str) -> Run:
    """Have the trial solve all deals."""
    done = subprocess.run([program], input=deals, capture_output=True, text=True, check=True)
    found = re.search(r"mean_ms=([0-9.]+) .*mean_nodes=([0-9]+)", done.stderr)
    assert found is not None
    return Run(float(found[1]), float(found[2]), [int(line) for line in done.stdout.split()])


def run_solver(positions: list[PlayoffPosition], every_card: bool) -> Run:
    """Solve all deals: the values alone, or every card and the best line as well."""
    solutions = list(solve_many(positions, moves=every_card, table_mb=TABLE_MB))
    number = len(solutions)
    return Run(
        1000 * sum(solution.seconds for solution in solutions) / number,
        sum(solution.nodes for solution in solutions) / number,
        [solution.value.south for solution in solutions if solution.value is not None],
    )


def positions_of(deals: str) -> list[PlayoffPosition]:
    """The deals, south being the leader."""
    return [
        PlayoffPosition.parse(
            "rules={} trump={} south={} north={} turn=south".format(*line.split())
        )
        for line in deals.splitlines()
    ]


def ratios(above: list[Run], below: list[Run]) -> str:
    """The median of the ratios of their times, and the least and the most of them."""
    found = [a.milliseconds / b.milliseconds for a, b in zip(above, below, strict=True)]
    return f"{median(found):.2f} ({min(found):.2f} to {max(found):.2f})"


def time_of(runs: list[Run]) -> str:
    """The median of their times."""
    return f"{median(run.milliseconds for run in runs):.2f} ms"


@click.command()
@click.option("--runs", default=5, show_default=True, type=click.IntRange(1))
def main(runs: int) -> None:
    """Time both programs on the same deals and print a table in Markdown."""
    columns = []
    differ = 0
    with TemporaryDirectory() as folder:
        program = compiled_trial(Path(folder))
        for rulebook in RULEBOOKS:
            deals = (FOLDER / f"deals-{rulebook}.txt").read_text(encoding="utf-8")
            positions = positions_of(deals)
            trial, value, cards = [], [], []
            for _ in range(runs):
                trial.append(run_trial(program, deals))
                value.append(run_solver(positions, every_card=False))
                cards.append(run_solver(positions, every_card=True))
            pairs = zip(trial[0].values, value[0].values, cards[0].values, strict=True)
            differ += sum(len(set(pair)) > 1 for pair in pairs)
            columns.append(
                (
                    f"{value[0].nodes:,.0f}",
                    f"{trial[0].nodes:,.0f}",
                    time_of(value),
                    time_of(trial),
                    ratios(value, trial),
                    ratios(cards, value),
                    f"{cards[0].nodes / value[0].nodes:.1f}",
                )
            )
    names = (
        "mean nodes",
        "the trial's",
        "mean time",
        "the trial's",
        "time over the trial's",
        "every card and the best line, time over the value alone",
        "every card and the best line, nodes over the value alone",
    )
    click.echo(f"{runs} runs, table of {TABLE_MB:g} MiB; {machine_line()}\n")
    click.echo(f"| | {' | '.join(RULEBOOKS)} |\n|---|--:|--:|")
    for name, *figures in zip(names, *columns, strict=True):
        click.echo(f"| {name} | {' | '.join(figures)} |")
    click.echo(f"\n{differ} values differ")
    sys.exit(differ > 0)


if __name__ == "__main__":
    run(main)

"""How long a ledger of a million decisions takes to answer.

    python benchmarks/speed/ledger_queries.py LEDGER FOLDER [--decisions 1000000] [--runs 7]

The decisions of LEDGER are copied until there are as many, each copy with losses and days of its
own, into FOLDER, which keeps them. Then each question is answered several times, by the functions
that `pinochle ledger` calls; told are the fastest and the median time, and that of a whole command.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import click
import duckdb

from benchmarks.common.measurements import echo_head, echo_table
from benchmarks.common.starting import run
from pinochle_solver.ledger.answers import answer
from pinochle_solver.ledger.file import open_ledger
from pinochle_solver.ledger.queries import condition_of
from pinochle_solver.ledger.report import ALL, report_of, standings_of

_QUESTIONS = (
    "?? in the last four tricks holding three aces",
    "(leads or replies) playing a trump not trivial losing 10 points",
    "marked",
)
_SHOWN = 10


@click.command()
@click.argument("ledger", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--decisions", type=click.IntRange(1), default=1_000_000, show_default=True)
@click.option("--runs", type=click.IntRange(1), default=7, show_default=True)
def main(ledger: Path, folder: Path, decisions: int, runs: int) -> None:
    """Time the answers of a large ledger."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{decisions}.duckdb"
    if not path.exists():
        _copy(ledger, path, decisions)
    size = f"{path.stat().st_size / 2**20:.0f} MB"
    echo_head({"measured": "answers", "decisions": decisions, "runs": runs}, size, True)
    rows = []
    with open_ledger(path) as opened:
        player = opened.players()[0]

        def asked(question: str) -> Callable[[], object]:
            condition = condition_of(question)
            return lambda: answer(opened, question, condition, ALL, _SHOWN)

        for name, ask in (
            *((question, asked(question)) for question in _QUESTIONS),
            ("all players side by side", lambda: standings_of(opened)),
            (f"everything about {player}", lambda: report_of(opened, player)),
        ):
            times = [_seconds(ask) for _ in range(runs)]
            rows.append([name, f"{min(times):.3f}", f"{median(times):.3f}"])
    command = [sys.executable, "-m", "pinochle_solver", "ledger", "query", _QUESTIONS[0]]
    command += ["--ledger", str(path)]
    times = [
        _seconds(lambda: subprocess.run(command, capture_output=True, check=True))
        for _ in range(runs)
    ]
    rows.append(["the first as a whole command", f"{min(times):.3f}", f"{median(times):.3f}"])
    echo_table("answer", ("fastest, s", "median, s"), rows)


def _seconds(ask: Callable[[], object]) -> float:
    begun = perf_counter()
    ask()
    return perf_counter() - begun


def _copy(ledger: Path, path: Path, decisions: int) -> None:
    """Make a file with copies of all hands."""
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{ledger}' AS own (READ_ONLY)")
        connection.execute(f"ATTACH '{path}' AS many")
        connection.execute("COPY FROM DATABASE own TO many")
        ((most, number),) = connection.execute(
            "SELECT (SELECT max(hand) FROM own.hands), (SELECT count(*) FROM own.decisions)"
        ).fetchall()
        copies = f"range(1, {-(-decisions // number)}) AS copies(copy)"
        for table, changed in (
            ("hands", ", key || '-' || copy AS key, DATE '2020-01-01' + copy::INT AS day"),
            ("seats", ""),
            ("decisions", ", points * (0.5 + random()) AS points"),
        ):
            connection.execute(
                f"INSERT INTO many.{table} SELECT * EXCLUDE copy REPLACE "
                f"(hand + copy * {most} AS hand{changed}) FROM own.{table}, {copies}"
            )


if __name__ == "__main__":
    run(main)

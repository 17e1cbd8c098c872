r"""What a search comes to in a given time: worlds a second, and how sure its lead is.

    python benchmarks/calibration/search_errors.py --write positions.pn
    python benchmarks/calibration/search_errors.py positions.pn
    PYTHONPATH=build/releases/COMMIT/solver \
        python benchmarks/calibration/search_errors.py positions.pn

Positions between several moves, of each rulebook, kind and third of the stock as many, are analysed
in each time by one thread. *Worlds* are those that the best move was tried in, a second; *error* is
the standard error that the search tells of the second move's `behind`, in points. Both are medians.
The same file is read by any version of the program, so that versions can be compared: on a quiet
machine, one after the other.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Sequence
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter

import click

from pinochle_solver import StockPosition, analyze

# Nothing else of the program: what it calls its parts differs between versions.

KINDS = ("lead", "reply", "meld")
THIRDS = ("early", "middle", "late")


def kind_of(position: StockPosition) -> str:
    """Which of `KINDS` a decision is."""
    if position.act.text() != "play":
        return "meld"
    return "lead" if position.led is None else "reply"


def third_of(position: StockPosition) -> str:
    """Which of `THIRDS` a decision is in; a meld belongs to the trick before it."""
    played = position.completed_tricks - (kind_of(position) == "meld")
    return THIRDS[min(3 * played // position.rules.deck.stock_tricks, 2)]


def written(number: int, seed: int) -> list[str]:
    """So many positions of each rulebook, kind and third of the stock, a line each."""
    from benchmarks.calibration.calibration_regret import RegretSettings, some_position
    from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

    settings = RegretSettings(
        rules=tuple(PINOCHLE_BOOKS), worlds=64, seconds=None, times=2, belief="inferred", seed=seed
    )
    wanted = {
        (rules, kind, third): number
        for rules in PINOCHLE_BOOKS
        for kind in KINDS
        for third in THIRDS
    }
    lines, at = list[str](), 0
    while any(wanted.values()):
        position = some_position(at, settings)
        group = position.rules.name, kind_of(position), third_of(position)
        if wanted[group]:
            wanted[group] -= 1
            lines.append(position.text())
        at += 1
    return sorted(lines)


def measured(position: StockPosition, seconds: float) -> tuple[float, float]:
    """Worlds a second, and the standard error of the leading difference."""
    begun = perf_counter()
    analysis = analyze(position, seconds=seconds, seed=1)
    took = perf_counter() - begun
    # Where there is but one move nothing is unsure.
    return analysis.moves[0].visits / took, max(move.behind_se for move in analysis.moves[:2])


def table(positions: Sequence[StockPosition], seconds: Sequence[float]) -> list[str]:
    """The lines of a table: a row for each kind and third, two columns for each time."""
    heads = " | ".join(f"{each:g} s: worlds | error" for each in seconds)
    lines = [f"| | positions | {heads} |", "|---|--:|" + "--:|--:|" * len(seconds)]
    for kind in KINDS:
        for third in THIRDS:
            group = [p for p in positions if (kind_of(p), third_of(p)) == (kind, third)]
            if not group:
                continue
            cells = [f"{kind}, {third}", str(len(group))]
            for each in seconds:
                worlds, errors = zip(*(measured(p, each) for p in group), strict=True)
                cells += [f"{median(worlds):,.0f}", f"{median(errors):.2f}"]
            lines.append(f"| {' | '.join(cells)} |")
    return lines


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--write", type=click.Path(path_type=Path), help="Write positions to this file.")
@click.option("--number", default=2, show_default=True, type=click.IntRange(1), help="Of each.")
@click.option("--seed", default=1, show_default=True, help="Of the positions.")
@click.option("--seconds", default="0.1,0.2,1,2", show_default=True)
def main(file: Path | None, write: Path | None, number: int, seed: int, seconds: str) -> None:
    if (file is None) == (write is None):
        raise click.UsageError("a file of positions, or --write and the name of one")
    if write is not None:
        write.write_text("".join(f"{line}\n" for line in written(number, seed)), encoding="utf-8")
        return
    assert file is not None
    wanted = times(seconds)
    for line in table(read(file), wanted):
        click.echo(line)


def times(text: str) -> list[float]:
    """The value of ``--seconds``."""
    try:
        found = [float(each) for each in text.split(",")]
    except ValueError:
        found = []
    if not (found and all(0 < each < inf for each in found)):
        raise click.BadParameter(
            f"{text!r}, expected numbers above 0 with commas between", param_hint="--seconds"
        )
    return found


def read(file: Path) -> list[StockPosition]:
    """The positions of a file."""
    found = []
    for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), start=1):
        if line and line[0] != "#":
            try:
                found.append(StockPosition.parse(line))
            except ValueError as error:
                message = f"line {number}: {error}"
                raise click.BadParameter(message, param_hint="FILE") from None
    if not found:
        raise click.BadParameter("there is no position in it", param_hint="FILE")
    return found


if __name__ == "__main__":
    main()

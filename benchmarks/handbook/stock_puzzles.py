"""The stock-phase puzzles: what the engine finds of each claim of the books.

`puzzles/stock.pn` compares two moves in each position, as a maxim does:

    # claim 1: royal-marriage:KS.QS > run:AS.TS.KS.QS.JS
    # found: +40.1 ± 0.8 (16384 worlds, seed 1, inferred): confirmed

The difference is that of the moves' means over the same worlds, with its 95% interval. This finds
all of them again, and writes them where asked to:

    python benchmarks/handbook/stock_puzzles.py --write
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from pinochle_solver import StockPosition, analyze
from pinochle_solver.cli.input.options import usable_processors
from pinochle_solver.intervals import SURE
from pinochle_solver.stock.analysis import Analysis

FILE = Path(__file__).parents[2] / "puzzles" / "stock.pn"
CONFIRMED, REFUTED, CLOSE = "confirmed", "refuted", "too close to call"

_CLAIM = re.compile(r"# claim (\d+): (\S+) > (\S+)")
_FOUND = re.compile(
    r"# found: ([+-]\d+\.\d)"
    r"(?: ± (\d+\.\d) \((\d+) worlds, seed (\d+), inferred\)| \(exact\)): (.+)"
)


@dataclass(frozen=True, slots=True)
class Found:
    """What an analysis says of a claim, as it is written: rounded.

    Attributes:
        difference: by how many points the first move is better.
        interval: half the 95% interval of that; 0 where it is exact.
        worlds: in how many both were tried; None where it is exact.
        seed: of the worlds; None where it is exact.
    """

    difference: float
    interval: float = 0.0
    worlds: int | None = None
    seed: int | None = None

    @classmethod
    def of(cls, analysis: Analysis, claim: Claim) -> Found:
        """What an analysis of the claim's two moves says of it."""
        best, other = analysis.moves
        difference = other.behind if best.move.text() == claim.better else -other.behind
        rounded = round(difference, 1) + 0.0
        if analysis.exact:
            return cls(rounded)
        return cls(rounded, round(SURE * other.behind_se, 1), analysis.worlds, analysis.seed)

    @property
    def verdict(self) -> str:
        """Whether the claim is confirmed or refuted, and that surely."""
        if abs(self.difference) <= self.interval:
            return CLOSE
        return CONFIRMED if self.difference > 0 else REFUTED

    def text(self) -> str:
        """``+40.1 ± 0.8 (16384 worlds, seed 1, inferred): confirmed``."""
        how = " (exact)"
        if self.worlds is not None:
            how = f" ± {self.interval:.1f} ({self.worlds} worlds, seed {self.seed}, inferred)"
        return f"{self.difference:+.1f}{how}: {self.verdict}"


@dataclass(frozen=True, slots=True)
class Claim:
    """That one move of a position is better than another.

    Attributes:
        maxim: the number of the maxim it is an instance of.
        better, other: the texts of the moves.
        position: the position, from the view of the seat to decide.
        line: the index of the claim's line in the file; what was found is in the next one.
    """

    maxim: int
    better: str
    other: str
    position: StockPosition
    line: int

    def text(self) -> str:
        """``royal-marriage:KS.QS > run:AS.TS.KS.QS.JS``."""
        return f"{self.better} > {self.other}"

    def find(self, worlds: int, seed: int, threads: int) -> Found:
        """Compare the two moves."""
        analysis = analyze(
            self.position,
            worlds=worlds,
            seed=seed,
            threads=threads,
            moves=(self.better, self.other),
        )
        return Found.of(analysis, self)


def read_claims(lines: Sequence[str]) -> Iterator[Claim]:
    """The claims of a puzzle file, each with the position below it."""
    open_claims: list[tuple[int, re.Match[str]]] = []
    for index, line in enumerate(lines):
        if line.startswith("#"):
            if match := _CLAIM.fullmatch(line):
                open_claims.append((index, match))
        elif line:
            position = StockPosition.parse(line)
            for where, claim in open_claims:
                yield Claim(int(claim[1]), claim[2], claim[3], position, where)
            open_claims = []


def read_found(line: str) -> tuple[Found, str] | None:
    """What is written below a claim, and the verdict there; None if it is anything else."""
    match = _FOUND.fullmatch(line)
    if match is None:
        return None
    difference, interval, worlds, seed, verdict = match.groups()
    if worlds is None:
        return Found(float(difference)), verdict
    return Found(float(difference), float(interval), int(worlds), int(seed)), verdict


@click.command()
@click.option("--worlds", type=click.IntRange(64), default=16384, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=usable_processors())
@click.option("--write", is_flag=True, help="Write what was found into the file.")
def main(worlds: int, seed: int, threads: int, write: bool) -> None:
    """Compare the two moves of every claim in puzzles/stock.pn."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    inserted = 0
    for claim in list(read_claims(lines)):
        found = claim.find(worlds, seed, threads)
        click.echo(f"{claim.position.id}: {claim.maxim}: {claim.text()}: {found.text()}")
        place = claim.line + inserted + 1
        if lines[place].startswith("# found:"):
            lines[place] = f"# found: {found.text()}"
        else:
            lines.insert(place, f"# found: {found.text()}")
            inserted += 1
    if write:
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

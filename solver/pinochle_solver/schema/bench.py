"""What the bench measured, which is written as it is."""

from __future__ import annotations

from pinochle_solver.bench import BenchReport, BenchResult
from pinochle_solver.schema.lines import line


@line("bench")
def bench_line(report: BenchReport) -> BenchResult:
    """The line of ``bench``; a comparison is none."""
    return report.result

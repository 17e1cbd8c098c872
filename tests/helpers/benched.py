"""What a bench has measured."""

from __future__ import annotations

from pinochle_solver.bench import (
    BenchResult,
    Distribution,
    HandsResult,
    SetResult,
    bench_sets,
)
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

# A bench takes seconds, and is as wide whatever it has measured.
_FIGURES = Distribution(3_644.2, 2_871, 31_502, 123_456)

_MILLISECONDS = Distribution(0.512, 0.301, 4.514, 123.456)

BENCHED = BenchResult(
    machine="A processor with a long name @ 2.80GHz, Linux x86_64, CPython 3.11.7",
    table_mib=8.0,
    peak_mib=123.4,
    signature=12_345_678,
    sets=tuple(
        SetResult(name, 100, _FIGURES, _MILLISECONDS, 2.61, 2.52, 1_234_567)
        for name in bench_sets()
    ),
    hands=tuple(HandsResult(name, 5_000, 269_312, 10.2, 1_234_567_890) for name in PINOCHLE_BOOKS),
    hand_signature=1_234_567_890,
)

"""Where things lie, for tests in whatever room."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DATA = TESTS / "data"
BENCHMARKS = ROOT / "benchmarks"

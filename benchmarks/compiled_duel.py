"""`duel` of ``duel.pyx``, compiled when it is first wanted, against the package's own sources."""

from __future__ import annotations

from pathlib import Path

import pyximport

BUILD = Path(__file__).parents[1] / "build" / "benchmarks"

pyximport.install(build_dir=str(BUILD), language_level=3)

from duel import duel  # noqa: E402

__all__ = ["duel"]

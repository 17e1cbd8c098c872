"""How much memory commands take for each hand that they read."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.games import record
from oracle.table import deals, records
from pinochle_solver import cli
from pinochle_solver.rules.rules import Seat

# More text than is read of a file at a time, so that this makes no difference.
_BETWEEN = "\n; " + "-" * 400 + "\n"


def two_handed(number: int) -> str:
    """So many hands, each broken off after some tricks."""
    hands = [record("scarne", seed, Seat(seed % 2), moves=16).text() for seed in range(4)]
    return _BETWEEN.join(hands[hand % len(hands)] for hand in range(number))


def at_table(number: int) -> str:
    """So many hands for four, each played to its end."""
    *_, (over, _) = deals.random_hand("corners", 1)
    return _BETWEEN.join([records.written(over)] * number)


# Files of so many hands are compared.
FEW_AND_MANY: dict[Callable[[int], str], tuple[int, int]] = {
    two_handed: (4, 8),
    at_table: (10, 30),
}


def growth(arguments: list[str], text: Callable[[int], str], file: Path) -> float:
    """The bytes that Python holds, at most, for each further hand of a file."""

    def peak(number: int) -> int:
        file.write_text(text(number))
        before = gc.get_threshold()
        # Or garbage that still waits would count: the more Python holds, the seldomer it looks.
        gc.collect()
        gc.freeze()
        gc.collect()
        gc.set_threshold(200, 2, 2)
        tracemalloc.start()
        try:
            assert cli.run([*arguments, str(file)]) in (0, 1)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            gc.set_threshold(*before)

    few, many = FEW_AND_MANY[text]
    peak(few)  # what is imported and stays in caches is there from here on
    return (peak(many) - peak(few)) / (many - few)


# A replay takes 155 kB in a game for two, 30 kB in one for four. Of one that is let go the row that
# is printed of it may stay, and what reads the file: at most 10 kB.
MOST = 20_000


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["score", "--single-hand"], two_handed),
        (["score", "--single-hand", "--json"], two_handed),
        (["score"], at_table),
        (["replay", "--json"], two_handed),
        (["replay", "--json"], at_table),
    ],
)
def test_hands_are_not_kept(
    arguments: list[str], text: Callable[[int], str], tmp_path: Path
) -> None:
    assert growth(arguments, text, tmp_path / "hands.pnr") < MOST

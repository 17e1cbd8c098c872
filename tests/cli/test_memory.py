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


# Files of so many hands are compared; of the first some of what was read stays in caches, in games
# for four as much as a replay takes.
FEW_AND_MANY: dict[Callable[[int], str], tuple[int, int]] = {
    two_handed: (6, 12),
    at_table: (40, 60),
}


def growth(arguments: list[str], text: Callable[[int], str], file: Path) -> float:
    """The bytes that Python holds, at most, for each further hand of a file."""

    def peak(number: int) -> int:
        file.write_text(text(number))
        gc.collect()
        before = gc.get_threshold()
        gc.set_threshold(700, 10, 10)  # that of a command, not of the suite
        tracemalloc.start()
        try:
            assert cli.run([*arguments, str(file)]) in (0, 1)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            gc.set_threshold(*before)

    peak(1)  # what is imported and kept is there from here on
    few, many = FEW_AND_MANY[text]
    return (peak(many) - peak(few)) / (many - few)


# A replay takes 155 kB in a game for two, 30 kB in one for four. Of one that is let go some stays
# in a cache, or the row that is printed of it: as much as 15 kB of the first hands, and more beside
# other tests, whose objects make collections rarer.
MOST: dict[Callable[[int], str], int] = {two_handed: 20_000, at_table: 26_000}


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
    assert growth(arguments, text, tmp_path / "hands.pnr") < MOST[text]

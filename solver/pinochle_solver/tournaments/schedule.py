"""Which matches a tournament is made of, and with which deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from pinochle_solver.matches.contests import AnySettings
from pinochle_solver.matches.pairs import seed_of

ROUND_ROBIN, GAUNTLET = "round robin", "gauntlet"


def pairings(players: int, kind: str) -> list[tuple[int, int]]:
    """The players of each match, by their numbers from 0.

    Args:
        players: how many there are, two or more.
        kind: `ROUND_ROBIN`: everybody meets everybody; `GAUNTLET`: the first meets all others.
    """
    if kind == GAUNTLET:
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def match_settings(settings: Any, players: Sequence[str], kind: str) -> list[AnySettings]:
    """The settings of the match of each of `pairings`.

    Each match has deals of its own, so that its result is independent of all others, and the same
    whoever else plays.

    Args:
        settings: what all matches have in common.
        players: as they are written.
        kind: as of `pairings`.
    """
    return [
        replace(
            settings,
            a=players[one],
            b=players[other],
            names=(players[one], players[other]),
            seed=seed_of(settings.seed, *f"{players[one]} {players[other]}".encode()),
        )
        for one, other in pairings(len(players), kind)
    ]

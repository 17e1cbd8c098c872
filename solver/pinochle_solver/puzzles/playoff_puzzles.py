"""Puzzles of the playoff: the best card and its margin are proven by the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from pinochle_solver.engines.graded import chances, weigh
from pinochle_solver.engines.levels import NAMED, Level
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.solution import Solution, Trick
from pinochle_solver.playoff.solver import solve
from pinochle_solver.puzzles.alike import playoff_key, playoff_pattern
from pinochle_solver.puzzles.natural import NATURAL, counted_card
from pinochle_solver.puzzles.playoff_themes import PlayoffThemes
from pinochle_solver.puzzles.puzzle import Difficulty, Puzzle
from pinochle_solver.puzzles.themes import Finding, Theme
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play

LEAST_CARDS, MOST_CARDS = 4, 8
"""The fewest cards in the hand of the player to move, and the most unless asked otherwise."""
_LEAST_MOVES = 3
# So few cards need no larger table, and most of the time of such a search goes into making it.
_TABLE_MB = 1 / 16
MOST_COUNTED = 6
"""The most tricks that a player counts ahead to be tried."""
_EASY, _MEDIUM = 2, 4
# A last trick won is a puzzle of its own only if it takes that many tricks to see it.
_LAST_TRICK_COUNTED = 4


def playoff_puzzle(position: PlayoffPosition) -> Puzzle | None:
    """The puzzle that a playoff is; None if it is none.

    It is one if one card is ahead of all others by what the last trick counts (10 points) or more,
    a player who counts only this trick plays another, and there is a theme.

    Args:
        position: the position. What was scored so far, the game score and names are left out.
    """
    position = _bare(position)
    if len(position.hand(position.turn)) < LEAST_CARDS:
        return None
    solution = solve(position, table_mb=_TABLE_MB)
    moves = solution.moves
    if len(moves) < _LEAST_MOVES or moves[1].loss < position.count.last_trick:
        return None
    natural = counted_card(position)
    if natural == moves[0].card:
        return None
    return _Found(solution, natural).puzzle()


class _Found:
    """A playoff with one best card, which is not the natural one.

    Args:
        solution: the position solved.
        natural: the natural card.
    """

    def __init__(self, solution: Solution, natural: Card) -> None:
        self._solution, self._position, self._natural = solution, solution.position, natural
        self._best = solution.moves[0].card
        self._themes = PlayoffThemes(solution, natural)

    @cached_property
    def _counted(self) -> int | None:
        """How many tricks must be counted ahead; None if more than any player tried counts."""
        finds = [
            counted_card(self._position, tricks) == self._best
            for tricks in range(1, MOST_COUNTED + 1)
        ]
        # Who finds it by luck and loses it when counting one trick more does not know it.
        fails = max(number for number, found in enumerate(finds, start=1) if not found)
        return None if fails == MOST_COUNTED else fails + 1

    def puzzle(self) -> Puzzle | None:
        """The puzzle; None without a theme."""
        findings = self._themes.found()
        if not findings or self._is_dull(findings):
            return None
        return Puzzle(
            position=replace(self._position, best_moves=(self._best,), value=self._solution.value),
            move=Play(self._best),
            natural=self._natural_words(),
            best=self._best_words(findings),
            themes=tuple(finding.theme for finding in findings),
            difficulty=self._difficulty(),
            missed=self._missed(),
            key=playoff_key(self._position),
            pattern=playoff_pattern(self._position, self._best),
            line=(*_tricks(self._themes.best_line),),
        )

    def _is_dull(self, findings: Sequence[Finding]) -> bool:
        counted = self._counted
        is_last_alone = all(finding.theme is Theme.LAST_TRICK for finding in findings)
        return is_last_alone and counted is not None and counted < _LAST_TRICK_COUNTED

    def _natural_words(self) -> str:
        lost = next(each.loss for each in self._solution.moves if each.card == self._natural)
        line = _line(self._themes.natural_line)
        return f"{self._natural}, {NATURAL}, loses {lost} points: {line}."

    def _best_words(self, findings: Sequence[Finding]) -> str:
        told = " ".join(finding.words for finding in findings)
        ahead = self._solution.moves[1].loss
        line = _line(self._themes.best_line)
        return f"{self._best} is best by {ahead} points: {line}. {told}"

    def _difficulty(self) -> Difficulty:
        if self._counted is None or self._counted > _MEDIUM:
            return Difficulty.HARD
        return Difficulty.EASY if self._counted <= _EASY else Difficulty.MEDIUM

    def _missed(self) -> str:
        counted = self._counted
        found = (
            f"nobody who counts {MOST_COUNTED} tricks or fewer finds it"
            if counted is None
            else f"who counts {counted} tricks finds it, who counts {counted - 1} does not"
        )
        weighed = weigh(self._position, seed=1)
        own = next(n for n, each in enumerate(weighed) if each.move == Play(self._best))
        missed = ", ".join(
            f"{name} {100 * (1 - chances(weighed, Level(points).temperature)[own]):.0f}%"
            for name, points in NAMED.items()
        )
        return f"{found}; graded misses it: {missed}"


def _bare(position: PlayoffPosition) -> PlayoffPosition:
    """The cards, and whose turn it is."""
    return PlayoffPosition(
        rules=position.rules,
        count=position.count,
        trump=position.trump,
        south=position.south,
        north=position.north,
        turn=position.turn,
        led=position.led,
    )


def _line(tricks: Sequence[Trick]) -> str:
    """``TD-9D, QS-AS``: the tricks, the leader's card first."""
    return ", ".join(_tricks(tricks))


def _tricks(tricks: Sequence[Trick]) -> Iterator[str]:
    return (f"{trick.led}-{trick.reply}" for trick in tricks)

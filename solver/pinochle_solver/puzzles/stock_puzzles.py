"""Puzzles of the stock phase: the best move is ahead in worlds in which it was not chosen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pinochle_solver.engines.advice import advice_move
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.engines.greedy import greedy_move
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import MOST_SEED, Limits
from pinochle_solver.notation.players import NO_PLAYERS
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.puzzles.alike import stock_key
from pinochle_solver.puzzles.puzzle import Difficulty, Puzzle
from pinochle_solver.puzzles.themes import Theme
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.comparing import Comparison, compare
from pinochle_solver.stock.reason_words import sentence
from pinochle_solver.stock.reasons import Turn
from pinochle_solver.stock.search import analyze_position
from pinochle_solver.stock.settings import Request, SearchSettings

DEFAULT_WORLDS, LEAST_WORLDS = 4096, 64
"""In how many worlds moves are compared, unless asked otherwise, and in how many at least."""
ERRORS = 4.0
"""By how many standard errors the best move is ahead of each that it is compared with."""
# Why `greedy` makes a move: a play or a show.
_MOST_WON = "which wins the most now at the least cost (greedy)"
_MOST_LAID = "which scores the most at once (greedy)"
# Most positions are no puzzles. That shows in fewer worlds.
_LOOKED_AT = (64, 512)
# In how many worlds the engine has to find a move that is not hard to find.
_EFFORTS = (16, 64, 256)
_LEAST_MOVES = 3
_KEEPS = (Turn.KEEPS_FOR_MELD, Turn.KEEPS_MELD)


class StockPuzzles:
    """Makes puzzles of positions of the stock phase.

    Args:
        worlds: in how many worlds moves are compared.
        seed: the seed by which moves are chosen; they are compared by the next one.
        threads: how many threads to use.
        themes: the themes that are wanted: positions that cannot have them are not looked at;
            empty for any.
    """

    def __init__(
        self,
        worlds: int = DEFAULT_WORLDS,
        seed: int = 1,
        threads: int = 1,
        themes: Collection[Theme] = (),
    ) -> None:
        self._themes = themes
        self._compared_by = (seed + 1) % (MOST_SEED + 1)
        self._settings = SearchSettings(limits=Limits(worlds=worlds), seed=seed, threads=threads)

    def puzzle(self, position: StockPosition) -> Puzzle | None:
        """The puzzle that a position is; None if it is none.

        It is one if the best move is ahead of the second and of the natural one by 10 points or
        more and by 4 standard errors, the natural move is another, and there is a theme. The
        natural move is that of the engine ``greedy``.

        Args:
            position: the position; what is hidden from the player to move is ignored.
        """
        if position.act.doubles or position.hand(position.turn).hidden:
            return None
        if self._themes and _possible_theme(position) not in self._themes:
            return None
        position = as_mover_sees(replace(position, stakes=None))
        if len(position.legal_moves()) < _LEAST_MOVES:
            return None
        natural = greedy_move(position)
        least = float(position.rules.meld_unit)
        for worlds in _LOOKED_AT:
            analysis = analyze_position(position, self._in(worlds), Request())
            best, *others = analysis.moves
            if natural == best.move or others[0].points_behind.mean < least:
                return None
        ahead = {
            other: self._compared(position, best.move, other)
            for other in dict.fromkeys((natural, others[0].move))
        }
        if any(each.points.mean < max(least, ERRORS * each.points.se) for each in ahead.values()):
            return None
        theme = _theme(position, ahead[natural])
        if theme is None:
            return None
        key = stock_key(position)
        told = " and ".join(f"of {other.text()} by {_figure(by)}" for other, by in ahead.items())
        difficulty, missed = self._difficulty(position, best.move)
        why_natural = _MOST_WON if position.act is Act.PLAY else _MOST_LAID
        return Puzzle(
            position=replace(position, players=NO_PLAYERS),
            move=best.move,
            natural=f"{natural.text()}, {why_natural}, is not the best.",
            best=f"{best.move.text()} is ahead {told} points ({self._how(ahead[natural])})."
            + _why(position, ahead[natural]),
            themes=(theme,),
            difficulty=difficulty,
            missed=missed,
            key=key,
            pattern=key,
        )

    def _in(self, worlds: int) -> SearchSettings:
        return replace(self._settings, limits=Limits(worlds=worlds))

    def _how(self, found: Comparison) -> str:
        worlds = f"{found.worlds} worlds"
        return f"{worlds}, seed {self._compared_by}" if found.sampled else f"all {worlds}"

    def _compared(self, position: StockPosition, best: Move, other: Move) -> Comparison:
        settings = replace(self._settings, seed=self._compared_by)
        return compare(position, best, other, settings)

    def _difficulty(self, position: StockPosition, best: Move) -> tuple[Difficulty, str]:
        if advice_move(position) == best:
            return Difficulty.EASY, "greedy misses it, advice finds it"
        missed = [
            worlds
            for worlds in _EFFORTS
            if analyze_position(position, self._in(worlds), Request()).choice != best
        ]
        told = "greedy and advice miss it"
        if not missed:
            return Difficulty.MEDIUM, f"{told}, default finds it in {_EFFORTS[0]} worlds"
        return Difficulty.HARD, f"{told}, and so does default in {missed[-1]} worlds"


def _figure(found: Comparison) -> str:
    """``31.2 +- 3.0``: a lead and its 95% interval; the lead alone if it is exact."""
    mean, se = found.points
    return f"{mean:.1f}" if not se else f"{mean:.1f} +- {SURE * se:.1f}"


def _possible_theme(position: StockPosition) -> Theme:
    """The only theme that a position may have."""
    return Theme.KEEPING if position.act is Act.PLAY else Theme.TIMING


def _theme(position: StockPosition, ahead: Comparison) -> Theme | None:
    """The theme of a position in which the best move is so far ahead of the natural one."""
    theme = _possible_theme(position)
    if theme is Theme.TIMING:
        return theme
    cause = None if ahead.reason is None else ahead.reason.cause
    return theme if cause is not None and cause.turn in _KEEPS else None


def _why(position: StockPosition, ahead: Comparison) -> str:
    """What the best move does that the natural one does not, as a sentence; empty if unknown."""
    reason = ahead.reason
    if reason is None or reason.cause is None:
        return ""
    other = position.turn.other.text()
    return f" Compared with {reason.other.text()} it {sentence(reason, other)}."

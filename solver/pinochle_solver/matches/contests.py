"""What a match of any game needs to know of the game: a `Contest` for each kind of settings.

A *pair* is what is played with the same cards: two hands, two games, or in the games for three and
four a hand for every assignment of the players to the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.matches.log import MatchLog
from pinochle_solver.matches.pairs import MatchTable
from pinochle_solver.matches.report import MatchReport, share_of
from pinochle_solver.matches.results import (
    AnyPair,
    GamePairResult,
    MatchSettings,
    pair_type,
    records_text,
)
from pinochle_solver.matches.statistics import Mean

# Named as text, because it uses this module and is needed by those games alone.
_TABLES = "pinochle_solver.matches.table.contest"


class Pair(Protocol):
    """The result of a pair.

    Attributes:
        pair: its number, from 1.
    """

    @property
    def pair(self) -> int:
        """As above."""


class AnySettings(Protocol):
    """The settings of a match of any game.

    Attributes:
        sprt: the bounds of the sequential test; None without one.
    """

    @property
    def sprt(self) -> tuple[float, float] | None:
        """As above."""


class AnySide(Protocol):
    """What one player did in a match."""

    @property
    def failed_always(self) -> bool:
        """Whether it played, and lost everything by failing."""


class AnyReport(Protocol):
    """The report of a match of any game."""

    @property
    def sides(self) -> Sequence[tuple[str, AnySide]]:
        """What each player did, by its letter."""


class PairTable(Protocol):
    """Players who play one pair after the other."""

    def play(self, pair: int) -> Pair:
        """Play the pair of this number, from 1; `InterruptedError` when stopped."""

    def close(self) -> None:
        """End the players."""


class Contest(NamedTuple):
    """What the parts of a match that are the same for every game ask of the game.

    Attributes:
        settings: the class of its settings.
        pair: the class of its pairs.
        what: what a pair consists of, for people.
        sit_down: makes the table at which pairs are played.
        records_text: the records of the hands of a pair, by the settings.
        report: sums up pairs; also whether everything asked for was played.
        figure: what a pair adds to the figure that is followed, and tested.
        so_far: the mean of these figures in short, by the settings.
    """

    settings: type[Any]
    pair: type[Any]
    what: str
    sit_down: Callable[[Any, StopFlag, MatchLog | None], PairTable]
    records_text: Callable[[Any, Any], str]
    report: Callable[[Any, Iterable[Any], bool], AnyReport]
    figure: Callable[[Any], float]
    so_far: Callable[[Any, Mean], str]


def contest_of(settings: AnySettings) -> Contest:
    """The contest that a match with these settings is."""
    if not isinstance(settings, MatchSettings):
        contest: Contest = import_module(_TABLES).TABLE_CONTEST
        return contest
    return Contest(
        settings=MatchSettings,
        pair=pair_type(settings),
        what="games" if settings.game else "hands",
        sit_down=MatchTable,
        records_text=records_text,
        report=MatchReport.of,
        figure=_figure,
        so_far=_so_far,
    )


def _figure(pair: AnyPair) -> float:
    """The share of the games that A won, or its points over B without the luck of the draws."""
    return pair.share if isinstance(pair, GamePairResult) else pair.without_luck


def _so_far(settings: MatchSettings, mean: Mean) -> str:
    if settings.game:
        share = f"{mean.mean:.1%}"
        return f"{share} ({share_of(mean).interval.per_cent})" if mean.number else share
    return in_short(mean, 1 if settings.doubles is None else 2)


def in_short(mean: Mean, digits: int) -> str:
    """A mean and half its 95% interval, the latter once it is known."""
    text = f"{mean.mean:+.{digits}f}"
    return f"{text} ± {mean.half:.{digits}f}" if mean.number > 1 else text


def played_at(
    table: PairTable, pairs: Iterable[int], stop: StopFlag
) -> Generator[Pair, None, None]:
    """The pairs one after the other, until all are played or `stop` is set."""
    try:
        for pair in pairs:
            if stop.is_set:
                return
            yield table.play(pair)
    except InterruptedError:
        return

"""The record that `pinochle new` keeps: the last one of its file, or a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, Protocol, TypeVar

import click

from pinochle_solver.cli.dialogues.addressing import addressed
from pinochle_solver.cli.input.game_options import refusing_options
from pinochle_solver.cli.output.kept_records import KeptRecord, RecordKeeper
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.game import HandOutcome
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.rules.agreed import GameTerms

_Record = TypeVar("_Record", bound=KeptRecord)
_Record_co = TypeVar("_Record_co", bound=KeptRecord, covariant=True)


class KeptNotebook(Protocol[_Record_co]):
    """The notebook of a hand of any game."""

    @property
    def record(self) -> _Record_co:
        """The record as far as it goes."""


_Notebook = TypeVar("_Notebook", bound=KeptNotebook[Any])


class NotebookFile(Generic[_Notebook, _Record]):
    """The record being kept: the one that the file ends with, or a new one.

    Args:
        keeper: of the file.
        last: the last record of the file.
    """

    notebook: _Notebook

    def __init__(self, keeper: RecordKeeper[Any], last: _Record | None) -> None:
        self._keeper, self._last = keeper, last
        self.resumed: _Record | None = None
        self._is_open = False

    def open(
        self, begin: Callable[[], _Notebook], resume: Callable[[_Record], _Notebook | None]
    ) -> None:
        """Go on with the last record, or begin another one.

        Args:
            begin: begins another one.
            resume: makes the notebook of the last record; None if that hand is over. It raises
                `PositionError`, in words for the person, for one that cannot be gone on with.

        Raises:
            click.UsageError: as `resume`.
            click.ClickException: for a record that cannot be gone on with, and a file that cannot
                be written.
        """
        last = self._last
        resumed = None
        if last is not None:
            try:
                resumed = resume(last)
            except PositionError as error:
                fact = f"the last hand cannot be continued: {error}; give another file"
                raise click.ClickException(f"line {last.line}: {fact}") from None
        if resumed is not None:
            self.notebook, self.resumed = resumed, last
        else:
            self.notebook = begin()
        self._keeper.begin(self)
        self._is_open = True

    def records(self) -> Iterator[_Record]:
        """The record as far as it goes."""
        yield self.notebook.record

    @property
    def promise(self) -> str:
        """What becomes of the record, in words."""
        return self._keeper.promise

    def save(self) -> None:
        """Write the record."""
        self._keeper.save(self)

    def close(self, is_heard: bool) -> bool:
        """Write it a last time; whether it is kept, or need not be."""
        if not self._is_open:
            return True
        return self._keeper.close(self, is_heard)


def resumed_notebook(last: HandRecord, terms: GameTerms) -> Notebook | None:
    """The notebook of a two-handed record; None if that hand is over.

    Raises:
        click.UsageError: for terms of the game that are not those of the record.
        PositionError: for a record that cannot be gone on with.
    """
    if _is_whole(last):
        return None
    with refusing_options():
        terms.check_same(last.target, last.ahead, last.agreed_or_used)
    try:
        return Notebook(last)
    except PositionError as error:
        if last.view is None:
            raise
        fact = addressed(error.fact, last.view, last.players)
        raise NotationError(addressed(error.token, last.view, last.players), fact) from None


def _is_whole(record: HandRecord) -> bool:
    """Whether nothing more is played of a hand: to its end, or to what has ended it before."""
    deck = record.rules.deck
    if len(record.tricks) == deck.stock_tricks + deck.hand and len(record.tricks[-1].plays) == 2:
        return True
    replay = replay_record(record)
    (hand,) = score_game([replay]).hands
    return replay.is_finished or hand.outcome in (HandOutcome.CALLED_OUT, HandOutcome.VOID)

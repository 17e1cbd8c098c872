"""The record that `pinochle new` keeps: the last one of its file, or a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from pinochle_solver.cli.dialogues.addressing import addressed
from pinochle_solver.cli.input.game_options import refusing_options
from pinochle_solver.cli.output.kept_records import RecordKeeper
from pinochle_solver.errors import PositionError
from pinochle_solver.game.game import HandOutcome
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.rules.agreed import GameTerms


class NotebookFile:
    """The record being kept: the one that the file ends with, or a new one.

    Args:
        keeper: of the file.
        last: the last record of the file.
    """

    notebook: Notebook

    def __init__(self, keeper: RecordKeeper[HandRecord], last: HandRecord | None) -> None:
        self._keeper, self._last = keeper, last
        self.resumed: HandRecord | None = None
        self._is_open = False

    def open(self, begin: Callable[[], Notebook], terms: GameTerms) -> None:
        """Go on with the last record, or begin another one.

        Args:
            begin: begins it.
            terms: what the game is said to be played for.

        Raises:
            click.UsageError: for terms that are not those of the last record, if it is continued.
            click.ClickException: for a record that cannot be gone on with, and a file that cannot
                be written.
        """
        last = self._last
        if last is not None and not _is_whole(last):
            with refusing_options():
                terms.check_same(last.target, last.ahead, last.agreed_or_used)
            try:
                self.notebook = Notebook(last)
            except PositionError as error:
                told = (
                    str(error)
                    if last.view is None
                    else addressed(str(error), last.view, last.players)
                )
                fact = f"the last hand cannot be continued: {told}; give another file"
                raise click.ClickException(f"line {last.line}: {fact}") from None
            self.resumed = last
        else:
            self.notebook = begin()
        self._keeper.begin(self)
        self._is_open = True

    def records(self) -> Iterator[HandRecord]:
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


def _is_whole(record: HandRecord) -> bool:
    """Whether nothing more is played of a hand: to its end, or to what has ended it before."""
    deck = record.rules.deck
    if len(record.tricks) == deck.stock_tricks + deck.hand and len(record.tricks[-1].plays) == 2:
        return True
    replay = replay_record(record)
    (hand,) = score_game([replay]).hands
    return replay.is_finished or hand.outcome in (HandOutcome.CALLED_OUT, HandOutcome.VOID)

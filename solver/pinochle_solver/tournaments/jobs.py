"""A pair of a match as a row of a job, so that any process of bulk work can play it."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec
import pyarrow as pa

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.bulk.forms import Form
from pinochle_solver.bulk.jobs import Answers, Job
from pinochle_solver.matches.contests import AnySettings, contest_of
from pinochle_solver.matches.results import MatchSettings, encoded

SETTINGS, PAIR, RESULT, WORKER = "settings", "pair", "result", "worker"


@dataclass(frozen=True, kw_only=True)
class TournamentJob(Job):
    """Plays pairs: a row has the settings of a match as JSON, and the number of a pair.

    Attributes:
        at_tables: whether the matches are of a game for three or four.
    """

    command: ClassVar[str] = "tournament"
    takes: ClassVar[Form | None] = None
    shard_rows: ClassVar[int] = 1

    at_tables: bool = False

    @property
    def gives(self) -> str:
        """As `Job.gives`."""
        return "match-pairs"

    @property
    def settings(self) -> Mapping[str, Any]:
        """As `Job.settings`."""
        return {}

    def answer(self, table: pa.Table, first: int) -> Answers:
        """As `Job.answer`: the results as JSON, and by which process of which machine."""
        results: list[bytes] = []
        for row in table.to_pylist():
            settings = self._settings(row[SETTINGS])
            with closing(contest_of(settings).sit_down(settings, StopFlag(), None)) as played:
                results.append(encoded(played.play(row[PAIR])))
        columns = {
            RESULT: pa.array(results, pa.binary()),
            WORKER: pa.array([this_worker()] * len(results), pa.string()),
        }
        return Answers(pa.table(columns), [])

    def _settings(self, text: bytes) -> AnySettings:
        kind: Any = MatchSettings
        if self.at_tables:
            from pinochle_solver.matches.table.results import TableMatchSettings

            kind = TableMatchSettings
        settings: AnySettings = msgspec.json.decode(text, type=kind)
        return settings


def this_worker() -> str:
    """What this process is called among those that play: its machine and its number there."""
    return f"{socket.gethostname()}/{os.getpid()}"

"""The measurements that claims share: what there is, done once, kept in files and gone on with.

They are sized by one number: how many hands worth a bid are studied (``--deals``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.common.measurements import gathered
from benchmarks.common.resumable import Piece
from benchmarks.handbook.macdougall.four_bids import LOWEST
from benchmarks.handbook.macdougall.measured_hands import (
    DealtHand,
    HandSettings,
    OpenedHand,
    dealt_hand,
    opened_hand,
)
from pinochle_solver import __version__

Settings = TypeVar("Settings")

_DEALS, _WORLDS = 64, 32


class UnfinishedError(Exception):
    """A measurement was interrupted."""


@dataclass(frozen=True)
class Measured:
    """The measurements of one run; each is made when a claim first asks for it.

    Attributes:
        hands: how many hands worth a bid are studied.
        seed: of all deals.
        resume: the files are named after this one; None: nothing is kept.
        processes: how many to use.
    """

    hands: int
    seed: int
    resume: Path | None = None
    processes: int = 1
    _done: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])

    def dealt(self) -> list[DealtHand]:
        """Random hands, a quarter as many."""
        settings = self._settings(least=0)
        return self.pieces("dealt", dealt_hand, DealtHand, settings, self.hands // 4)

    def biddable(self) -> list[DealtHand]:
        """Random hands that he values at the lowest bid or more."""
        settings = self._settings(least=LOWEST)
        return self.pieces("biddable", dealt_hand, DealtHand, settings, self.hands)

    def opened(self) -> list[OpenedHand]:
        """One deal of the first of these, a ninth of them."""
        settings = self._settings(least=LOWEST)
        return self.pieces("opened", opened_hand, OpenedHand, settings, self.hands // 9)

    def _settings(self, least: int) -> HandSettings:
        return HandSettings(least=least, deals=_DEALS, worlds=_WORLDS, seed=self.seed)

    def pieces(
        self,
        name: str,
        work: Callable[[int, Settings], Piece],
        kind: type[Piece],
        settings: Settings,
        number: int,
    ) -> list[Piece]:
        """A measurement: its pieces from 0, done now or before.

        Args:
            name: of the measurement, and of its file.
            work: does a piece by its number.
            kind: the class of the pieces.
            settings: a dataclass of what they depend on.
            number: how many there are.

        Raises:
            UnfinishedError: after Ctrl-C.
        """
        if name not in self._done:
            header: Mapping[str, Any] = {
                "measured": f"claims, {name}",
                "version": __version__,
                **asdict(settings),  # type: ignore[call-overload]
            }
            path = self.resume and self.resume.with_stem(f"{self.resume.stem}-{name}")
            part = partial(work, settings=settings)  # type: ignore[call-arg]
            self._done[name] = gathered(part, number, kind, header, path, self.processes)
        if len(self._done[name]) < number:
            raise UnfinishedError(name)
        return self._done[name]

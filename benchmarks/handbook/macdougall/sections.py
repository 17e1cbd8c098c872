"""The parts of the book, a page each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.handbook.macdougall import distribution, melds, stakes, widow
from benchmarks.handbook.macdougall.claim import Claim
from benchmarks.handbook.macdougall.measurements import Measured


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the book.

    Attributes:
        file: the name of its page.
        title: its title.
        about: what the page begins with.
        claims: its claims.
        after: what follows the table.
        draw: draws its figures into a folder; None: there are none.
    """

    file: str
    title: str
    about: str
    claims: tuple[Claim, ...]
    after: str = ""
    draw: Callable[[Measured, Path], None] | None = None


SECTIONS = (
    Section("WIDOW", "The widow", widow.ABOUT, widow.CLAIMS),
    Section("DISTRIBUTION", "How the cards lie", distribution.ABOUT, distribution.CLAIMS),
    Section("MELDS", "Melds and limits", melds.ABOUT, melds.CLAIMS),
    Section("STAKES", "Stakes", stakes.ABOUT, stakes.CLAIMS),
)
"""In the order of the index."""

"""Positions to think about, and when to ask for each again.

What was answered well is asked for again after a longer while each time, what was not at once: the
boxes of Leitner, "So lernt man lernen", 1972. The text of a position, without its name and what is
told to be best, is what it is known by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from importlib.resources import files
from pathlib import Path
from random import Random

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import AnyRulebook, KnownRulebooks
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.sources import MARK, stripped
from pinochle_solver.notation.table.all_games import AnyPosition, parse_any_position

DAYS = (0, 1, 3, 7, 16, 35, 80)
"""After how many days what is in each box is asked for again."""
_NARROWEST = 60
"""Text of shorter lines was not broken for its width."""
_BEGINS = re.compile(r"(?:claim \d+|found|theme|difficulty):|\S+ is (?:best by|ahead of) ")
"""What has a line of its own in a file of puzzles."""
_THEMES = "theme:"
_ANSWER = re.compile(r"(?:Best is |.*; best was )(\S+?)(?:: | \(|$)")
"""How a file of puzzles, or of one's own mistakes, names the best move."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position to think about.

    Attributes:
        position: what the seat to decide sees.
        why: what the file says of it, to be told afterwards.
        place: ``FILE:LINE``.
    """

    position: AnyPosition
    why: tuple[str, ...]
    place: str

    @property
    def key(self) -> str:
        """What it is known by: the position without what is told of it."""
        position = self.position
        if isinstance(position, PlayoffPosition):
            return replace(position, id=None, best_moves=(), value=None).text()
        return replace(position, id=None).text()

    @property
    def answer(self) -> str | None:
        """The best move that the file names; None if it names none."""
        found = (_ANSWER.match(each) for each in self.paragraphs)
        return next((each[1] for each in found if each), None)

    @property
    def themes(self) -> frozenset[str]:
        """The names of its themes, as the file says (``# theme: throw-in, last-trick``)."""
        told = (line.removeprefix(_THEMES) for line in self.why if line.startswith(_THEMES))
        return frozenset(name.strip() for line in told for name in line.split(","))

    @property
    def paragraphs(self) -> list[str]:
        """What the file says, without the line breaks that are there for its width alone."""
        width = max(_NARROWEST, *map(len, self.why)) if self.why else 0
        found: list[str] = []
        before = ""
        for line in self.why:
            would_fit = len(before) + 1 + len(line.partition(" ")[0]) <= width
            if would_fit or not line or _BEGINS.match(line):
                found.append(line)
            else:
                found[-1] += f" {line}"
            before = line
        return found


def puzzle_files() -> list[Path]:
    """The files of puzzles: of an installed package inside it, of a checkout beside it."""
    package = Path(str(files("pinochle_solver")))
    folders = (package / "puzzles", package.parent.parent / "puzzles")
    return next(filter(None, (sorted(folder.glob("*.pn")) for folder in folders)), [])


def read_exercises(
    place: str, lines: Iterable[str], rulebooks: Iterable[AnyRulebook] = ()
) -> list[Exercise | PositionError]:
    """The positions of a file with the comments that stand right above them.

    Args:
        place: the file, for messages.
        lines: its lines.
        rulebooks: known by name besides the published ones.
    """
    known = KnownRulebooks.of(rulebooks)
    found: list[Exercise | PositionError] = []
    comments: list[str] = []
    for number, line in enumerate(lines, start=1):
        text = stripped(line.removeprefix(MARK))
        if text.startswith("#"):
            comments.append(text.removeprefix("#").strip())
            continue
        if text:
            where = f"{place}:{number}"
            try:
                found.append(Exercise(parse_any_position(text, known), tuple(comments), where))
            except PositionError as error:
                found.append(error.at(where))
        comments = []
    return found


@dataclass(frozen=True, slots=True)
class Progress:
    """How a position has gone so far.

    Attributes:
        box: its box, an index of `DAYS`.
        due: the day on which it is to be asked for again.
        asked: how often it was,
        right: and how often the answer was good.
    """

    box: int
    due: date
    asked: int
    right: int

    def answered(self, today: date, *, well: bool) -> Progress:
        """After one more answer."""
        box = min(self.box + 1, len(DAYS) - 1) if well else 0
        due = today + timedelta(days=DAYS[box])
        return Progress(box, due, self.asked + 1, self.right + well)


class Learnt:
    """What is known of positions, kept in a file.

    Args:
        known: by `Exercise.key`.
    """

    def __init__(self, known: dict[str, Progress] | None = None) -> None:
        self._known = dict(known or {})

    @classmethod
    def read(cls, path: Path) -> Learnt:
        """Read the file; nothing is known where there is none.

        Raises:
            OSError: when it cannot be read.
            ValueError: for what is no such file.
        """
        import msgspec

        if not path.exists():
            return cls()
        return cls(msgspec.json.decode(path.read_bytes(), type=dict[str, Progress]))

    def text(self) -> str:
        """What the file holds then."""
        import msgspec

        whole = {key: asdict(progress) for key, progress in sorted(self._known.items())}
        return msgspec.json.format(msgspec.json.encode(whole)).decode() + "\n"

    def of(self, exercise: Exercise) -> Progress | None:
        """How a position has gone; None for a new one."""
        return self._known.get(exercise.key)

    def answered(self, exercise: Exercise, today: date, *, well: bool) -> Progress:
        """Note an answer."""
        before = self.of(exercise) or Progress(0, today, 0, 0)
        self._known[exercise.key] = before.answered(today, well=well)
        return self._known[exercise.key]

    def due(self, today: date) -> list[str]:
        """The keys of what is due, the longest due first."""
        found = [
            (progress.due, progress.box, key)
            for key, progress in self._known.items()
            if progress.due <= today
        ]
        return [key for _, _, key in sorted(found)]

    def chosen(
        self, exercises: Sequence[Exercise], today: date, most: int, seed: int
    ) -> list[Exercise]:
        """What to ask for: what is due, the longest due first, then new ones in random order."""
        by_key = {exercise.key: exercise for exercise in exercises}
        due = [by_key[key] for key in self.due(today) if key in by_key]
        new = [exercise for key, exercise in by_key.items() if key not in self._known]
        Random(seed).shuffle(new)
        return [*due, *new][:most]

    def next_day(self, exercises: Sequence[Exercise]) -> date | None:
        """When one of these is due again; None where none was asked for yet."""
        days = [progress.due for each in exercises if (progress := self.of(each)) is not None]
        return min(days, default=None)

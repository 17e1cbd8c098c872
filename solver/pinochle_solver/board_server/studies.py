"""Studies: trees of moves from a position, with notes, as text that every command reads.

A study is a position or a record, followed by comments: its name, the position that it begins with,
and a line for each move, deeper by a blank for each move before it. What a move does not tell, such
as the card drawn, and a note stand behind it:

    rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south

    # study The last four cards
    # from rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south : South leads
    # KD : the only good lead
    #  KD
    # TS : the ace takes it

Comments of a record begin with ``;``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pinochle_solver.board_server.answers import move_answer, position_answer
from pinochle_solver.board_server.limits import MOST_STUDY
from pinochle_solver.board_server.requests import MoveRequest, PositionRequest, StudyRequest
from pinochle_solver.board_server.views import AskedView
from pinochle_solver.errors import NotationError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.schema.objects import JsonObject

_HEAD = re.compile(r"[;#] study(?: (.*))?")
_FROM = "from "
_NOTE = " : "
_NONE, _YES, _NO = "none", "yes", "no"


class StudyMove(JsonObject, kw_only=True):
    """A move of a study.

    ``at`` is the number of the move before it, from 0, or -1 at the beginning; ``seen`` has what
    the move does not tell. ``text`` is the position after it, null at the end of the hand.
    """

    at: int
    move: str
    seen: dict[str, Any] = msgspec.field(default_factory=dict)
    note: str = ""
    seat: str = ""
    winner: str | None = None
    scored: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    drawn: dict[str, str | None] = msgspec.field(default_factory=dict)
    text: str | None = None


class Study(JsonObject, kw_only=True):
    """A tree of moves: each comes after the move before it. ``record`` is empty without one."""

    root: str
    name: str = ""
    note: str = ""
    record: str = ""
    moves: list[StudyMove] = msgspec.field(default_factory=list)


def is_study(text: str) -> bool:
    """Whether a text holds a study."""
    return any(_HEAD.fullmatch(line.rstrip()) for line in text.splitlines())


def read_study(text: str, rulebooks: KnownRulebooks) -> Study:
    """The study of a text, its moves made.

    Raises:
        NotationError: (``study``) for a text without one, (a line) for a move out of its place.
        PositionError: for a position or a move that cannot be.
    """
    lines = text.splitlines()
    begins = next((at for at, line in enumerate(lines) if _HEAD.fullmatch(line.rstrip())), None)
    if begins is None:
        raise NotationError("study", "none in this text; one begins with a line: ; study NAME")
    name = _HEAD.fullmatch(lines[begins].rstrip())
    before = [line for line in lines[:begins] if line.strip()]
    record = "\n".join(lines[:begins]).strip() if any(map(_is_tag, before)) else ""
    comments = [line[1:] for line in lines[begins + 1 :] if line[:1] in ("#", ";")]
    first, note = _noted(comments[0].strip() if comments else "")
    if not first.startswith(_FROM):
        raise NotationError(
            "study", "its second line is no position; it begins with: ; from rules="
        )
    root = position_answer(PositionRequest(text=first.removeprefix(_FROM)), rulebooks).text
    study = Study(root=root, name=(name and name[1]) or "", note=note, record=record)
    above: list[int] = []
    for line in comments[1:]:
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip()) - 1
        if depth < 0 or depth > len(above):
            raise NotationError(line.strip(), "out of place: deeper than the move before it by 1")
        if len(study.moves) >= MOST_STUDY:
            raise NotationError("study", f"more than {MOST_STUDY:,} moves")
        del above[depth:]
        study.moves.append(_made(study, above[-1] if above else -1, line.strip(), rulebooks))
        above.append(len(study.moves) - 1)
    return study


def _is_tag(line: str) -> bool:
    return line.lstrip().startswith("[")


def _noted(text: str) -> tuple[str, str]:
    """What stands before a note, and the note."""
    said, _, note = text.partition(_NOTE)
    return said.rstrip(), note.strip()


def _made(study: Study, at: int, line: str, rulebooks: KnownRulebooks) -> StudyMove:
    """A move of a study, made in the position before it."""
    said, note = _noted(line)
    move, *told = said.split()
    known = dict(each.partition("=")[::2] for each in told)
    before = study.root if at < 0 else study.moves[at].text
    if before is None:
        raise NotationError(move, "the hand is over before it")
    seen: dict[str, Any] = {}
    while True:
        step = move_answer(MoveRequest(text=before, move=move, seen=seen), rulebooks)
        if not isinstance(step, AskedView):
            break
        if step.asked not in known or step.asked in seen:
            raise NotationError(move, f"what it does not tell is missing: {step.asked}=...")
        seen[step.asked] = _choice(known[step.asked], step.choices)
    return StudyMove(
        at=at,
        move=step.move,
        seen=seen,
        note=note,
        seat=step.seat,
        winner=step.winner,
        scored=step.scored,
        drawn=step.drawn,
        text=None if step.position is None else step.position.text,
    )


def _choice(text: str, choices: Iterable[Any]) -> Any:
    """The choice that a text is; cards of a widow, which has none, as a line of them."""
    return next((each for each in choices if _told(each) == text), text.replace(",", " "))


def _told(seen: Any) -> str:
    """What was seen, as a word of the line of a move."""
    if isinstance(seen, bool):
        return _YES if seen else _NO
    if isinstance(seen, list):
        return ",".join(seen) or _NONE
    return ",".join(str(seen).replace(",", " ").split())


def study_text(study: Study) -> str:
    """The text of a study, for a file."""
    sign = ";" if study.record else "#"
    lines = [study.record.strip() or study.root, ""]
    lines.append(f"{sign} study {_in_line(study.name)}".rstrip())
    lines.append(_with_note(f"{sign} {_FROM}{study.root}", study.note))
    lines += (f"{sign} {line}" for line in _move_lines(study))
    return "\n".join(lines) + "\n"


def _move_lines(study: Study) -> Iterator[str]:
    after: dict[int, list[int]] = {}
    for number, each in enumerate(study.moves):
        if not -1 <= each.at < number:
            raise NotationError("study", f"move {number} comes before the move {each.at} before it")
        after.setdefault(each.at, []).append(number)
    left = [(number, 0) for number in reversed(after.get(-1, []))]
    while left:
        number, depth = left.pop()
        each = study.moves[number]
        words = (each.move, *(f"{what}={_told(seen)}" for what, seen in each.seen.items()))
        yield " " * depth + _with_note(" ".join(words), each.note)
        left += ((below, depth + 1) for below in reversed(after.get(number, [])))


def _with_note(line: str, note: str) -> str:
    return f"{line}{_NOTE}{_in_line(note)}" if note.strip() else line


def _in_line(text: str) -> str:
    return " ".join(text.split())


class StudyText(JsonObject, kw_only=True):
    """A study as the text of a file."""

    text: str


def study_answer(asked: StudyRequest, rulebooks: KnownRulebooks) -> Study:
    """The study of a text; raises `PositionError`."""
    return read_study(asked.text, rulebooks)


def study_text_answer(study: Study, rulebooks: KnownRulebooks) -> StudyText:
    """A study as the text of a file; raises `PositionError` for what is none."""
    text = StudyText(text=study_text(study))
    read_study(text.text, rulebooks)
    return text

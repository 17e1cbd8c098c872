"""A folder that opens from disk: a record reviewed, or a study with its values, without a server.

The folder has the page and all that it asks for: its answers, found beforehand. A browser loads no
modules from disk, so the modules of the page become one script.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.answers import (
    encoded,
    move_answer,
    position_answer,
    rulebook_views,
    search,
)
from pinochle_solver.board_server.page_files import page_files
from pinochle_solver.board_server.requests import (
    MoveRequest,
    PositionRequest,
    ReviewRequest,
    SearchRequest,
)
from pinochle_solver.board_server.reviewing import review_hand
from pinochle_solver.board_server.studies import Study, StudyMove, is_study, read_study
from pinochle_solver.board_server.views import AskedView
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.version import __version__

WORLDS = 1000
"""In how many worlds the best moves of a position of a study are tried."""

_MOST_POSITIONS = 1000
_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{[^}]*\})) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const|class) (\w+))", re.MULTILINE)
_SCRIPT = '<script type="module" src="page/main.js"></script>'
_SCRIPTS = '<script src="answers.js"></script>\n<script src="board.js" defer></script>'

Progress = Callable[[int, int], None]
"""Is told how many positions, or decisions of a hand, are done, and of how many."""


def exported(
    text: str, rulebooks: KnownRulebooks, threads: int, stop: StopFlag, progress: Progress
) -> dict[str, bytes]:
    """The files of the folder, by name.

    Args:
        text: records, a study, or a position.
        rulebooks: the rulebooks that it may name.
        threads: how many threads search.
        stop: ends the searches early.
        progress: is told how far they are.

    Raises:
        PositionError: for a text that cannot be read.
    """
    export = _Export(rulebooks, threads, stop, progress)
    if is_study(text):
        export.study(read_study(text, rulebooks))
    elif re.search(r"^\s*\[", text, re.MULTILINE):
        export.reviews(text)
    else:
        lines = (line.strip() for line in text.splitlines())
        line = next((line for line in lines if line and line[0] not in "#;"), "")
        text = position_answer(PositionRequest(text=line), rulebooks).text
        export.study(Study(root=text))
    first = {"version": __version__, "rulebooks": rulebook_views(rulebooks), "opened": text}
    return _files({"first": first, **export.answers})


class _Export:
    """The answers of a folder, by what is asked: see ``fixed`` of the page's ``net.js``."""

    def __init__(
        self, rulebooks: KnownRulebooks, threads: int, stop: StopFlag, progress: Progress
    ) -> None:
        self.answers: dict[str, Any] = {}
        self._rulebooks, self._threads = rulebooks, threads
        self._stop, self._progress = stop, progress

    def reviews(self, text: str) -> None:
        """The reviews of the hands of some records."""
        hand = hands = 1
        while hand <= hands and not self._stop.is_set:
            found: list[bytes] = []

            def report(line: bytes, found: list[bytes] = found) -> None:
                found[:] = [line]
                told = msgspec.json.decode(line)
                self._progress(told["done"], told["of"])

            asked = ReviewRequest(record=text, hand=hand)
            review_hand(asked, self._rulebooks, self._threads, self._stop, report)
            self.answers[f"review {hand}"] = review = msgspec.json.decode(found[-1])
            for decision in review["line"]["decisions"]:
                self._position(decision["position"])
            hand, hands = hand + 1, review["hands"]

    def study(self, study: Study) -> None:
        """A study, the values in its positions, and in those of the best lines from them."""
        self.answers["study"] = study
        texts = [study.root, *(each.text for each in study.moves if each.text is not None)]
        for each in study.moves:
            before = study.root if each.at < 0 else study.moves[each.at].text
            if before is not None:
                self._move(before, each)
        left = list(dict.fromkeys(texts))
        done = 0
        while left and done < _MOST_POSITIONS and not self._stop.is_set:
            text = left.pop(0)
            view = self._position(text)
            if view["knows"]:
                line = self._searched(text)
                left += (each for each in self._best_line(text, line) if each not in left)
            done += 1
            self._progress(done, done + len(left))

    def _best_line(self, text: str, line: dict[str, Any]) -> Iterator[str]:
        """Make the moves of the best line of a playoff; the positions that are new."""
        for move in line["line"].get("line") or ():
            step = self._move(text, StudyMove(at=-1, move=move))
            if step["position"] is None:
                return
            text = step["position"]["text"]
            if f"position {text}" not in self.answers:
                yield text

    def _position(self, text: str) -> dict[str, Any]:
        view = position_answer(PositionRequest(text=text), self._rulebooks)
        return self._kept(f"position {text}", encoded(view))

    def _searched(self, text: str) -> dict[str, Any]:
        found: list[bytes] = []
        asked = SearchRequest(text=text, worlds=WORLDS)
        search(asked, self._rulebooks, self._threads, self._stop, found.append)
        return self._kept(f"search {text}", found[-1])

    def _move(self, text: str, made: StudyMove) -> dict[str, Any]:
        asked = MoveRequest(text=text, move=made.move, seen=made.seen)
        step = move_answer(asked, self._rulebooks)
        assert not isinstance(step, AskedView)
        return self._kept(f"move {text} {made.move}", encoded(step))

    def _kept(self, asked: str, answer: bytes) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(answer)
        self.answers[asked] = found
        return found


def _files(answers: dict[str, Any]) -> dict[str, bytes]:
    pages = page_files()
    index = pages[""].content.decode().replace(_SCRIPT, _SCRIPTS).replace('"page/', '"')
    sources = {
        name.removesuffix(".js"): file.content.decode()
        for name, file in pages.items()
        if name.endswith(".js")
    }
    return {
        "index.html": index.encode(),
        "board.css": pages["board.css"].content,
        "icon.svg": pages["icon.svg"].content,
        "board.js": one_script(sources, "main").encode(),
        "answers.js": b"globalThis.pinochleAnswers = " + msgspec.json.encode(answers) + b";\n",
    }


def one_script(sources: dict[str, str], last: str) -> str:
    """Modules as one script: each is a function that gives what it exports, those it needs first.

    Args:
        sources: the modules by name, each import of them in a line of its own.
        last: the module that is run for what it does.
    """
    script: dict[str, str] = {}

    def add(name: str) -> None:
        if name in script:
            return
        source = sources[name]
        for found in _IMPORT.finditer(source):
            add(found[3])
        source = _IMPORT.sub(_imported, source)
        exports = ", ".join(_EXPORT.findall(source))
        source = _EXPORT.sub("", source)
        script[name] = f"const _{name} = (() => {{\n{source}return {{ {exports} }};\n}})();\n"

    add(last)
    return '"use strict";\n' + "".join(script.values())


def _imported(found: re.Match[str]) -> str:
    names = found[1] or found[2].replace(" as ", ": ")
    return f"const {names} = _{found[3]};"


def write_folder(folder: Path, files: dict[str, bytes]) -> Path:
    """Write the files into a folder that is new or empty; return the page that opens it.

    Raises:
        OSError: where that cannot be done, `FileExistsError` where the folder has files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(folder)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / "index.html"

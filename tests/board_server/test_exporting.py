"""Folders that open from disk: their files, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from pinochle_solver.board_server.exporting import one_script

POSITION = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"


def test_modules_become_one_script_with_those_that_are_needed_first() -> None:
    sources = {
        "main": 'import { two as other } from "./two.js";\n'
        'import * as one from "./one.js";\nrun();\n',
        "one": "export const one = 1;\n",
        "two": 'import { one } from "./one.js";\nexport async function two() {}\n',
    }
    assert one_script(sources, "main").splitlines() == [
        '"use strict";',
        "const _one = (() => {",
        "const one = 1;",
        "return { one };",
        "})();",
        "const _two = (() => {",
        "const { one } = _one;",
        "async function two() {}",
        "return { two };",
        "})();",
        "const _main = (() => {",
        "const { two: other } = _two;",
        "const one = _one;",
        "run();",
        "return {  };",
        "})();",
    ]


def test_a_position_is_exported_with_its_values_and_best_line(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "position.pn"
    file.write_text(f"# four cards\n{POSITION}\n")
    folder = tmp_path / "new" / "folder"
    result = pinochle("board", str(file), "--export", str(folder))
    assert (result.status, result.out) == (0, f"{folder / 'index.html'}\n")
    names = {each.name for each in folder.iterdir()}
    assert names == {"answers.js", "board.css", "board.js", "icon.svg", "index.html"}
    script = (folder / "answers.js").read_text()
    answers = json.loads(script.removeprefix("globalThis.pinochleAnswers = ").strip().rstrip(";"))
    assert answers[f"search {POSITION}"]["line"]["value"] == {"south": 55, "north": 15}
    assert answers[f"move {POSITION} KD"]["position"]["turn"] == "north"
    assert sum(key.startswith("search ") for key in answers) == 8  # the best line to its end
    assert "http" not in (folder / "index.html").read_text().replace("http://www.w3.org", "")
    again = pinochle("board", str(file), "--export", str(folder))
    told = f"--export {folder}: not empty. Name a new folder\n"
    assert (again.status, again.out, again.err) == (2, "", told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "position: empty. Type a hand: AS AS TS KH QH ... up 9S"),
        ("x=y", "x: unknown token"),
        ('[South "A9"]', "Dealer: missing"),
        ("# study\n", "study: its second line is no position"),
    ],
)
def test_what_cannot_be_exported_is_told_in_a_line(
    pinochle: Pinochle, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "text"
    file.write_text(text)
    result = pinochle("board", str(file), "--export", str(tmp_path / "folder"))
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"{file}: ")
    assert told in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "folder").exists()


def test_a_folder_needs_a_file(pinochle: Pinochle) -> None:
    result = pinochle("board", "--export", "folder")
    assert result.status == 2
    assert "--export: needs a file" in result.err

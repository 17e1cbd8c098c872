"""What README shows is what the program does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import readme_analysis
from commandline import Pinochle
from pinochle_solver import RULEBOOKS, Points

README = Path(__file__).parents[1] / "README.md"


def indented(text: str) -> list[str]:
    return [line.removeprefix("    ") for line in text.splitlines()]


def test_the_first_solve_prints_what_is_shown(pinochle: Pinochle) -> None:
    section = README.read_text().split("    $ pinochle ", 1)[1].split("The king of diamonds", 1)[0]
    command, *shown = indented(section.rstrip())
    printed = pinochle(*command.split()).out.splitlines()
    assert printed[:-1] == shown[:-1]
    assert printed[-1].split(",")[0] == shown[-1].split(",")[0]  # the time is another each time


def test_the_melds_are_what_is_shown(pinochle: Pinochle) -> None:
    section = README.read_text().split("    $ pinochle melds ", 1)[1].split("`pinochle show`", 1)[0]
    command, *shown = indented(section.rstrip())
    assert pinochle("melds", *command.split()).out.rstrip().splitlines() == shown


def test_the_analysis_is_what_is_shown(pinochle: Pinochle) -> None:
    example = readme_analysis.read()
    printed = pinochle("analyze", *example.arguments.split()).out
    told = readme_analysis.without_position(printed)
    # The time, which is the last, is another.
    assert told.rpartition(",")[0] == example.output.rpartition(",")[0]


def test_the_record_is_one_and_stops_where_it_says(pinochle: Pinochle, tmp_path: Path) -> None:
    section = README.read_text().split("## Records\n", 1)[1].split("`pinochle replay FILE`", 1)[0]
    file = tmp_path / "hand.pnr"
    file.write_text("\n".join(indented(section.split("place):\n", 1)[1])))
    assert pinochle("replay", str(file)).status == 0
    assert " turn=south " in pinochle("replay", str(file), "--at", "4r").out


def test_the_plan_is_what_is_shown(pinochle: Pinochle) -> None:
    section = README.read_text().split("    $ pinochle melds ATKQJ", 1)[1]
    command, *shown = indented(section.split("A plan is", 1)[0].rstrip())
    assert pinochle("melds", *f"ATKQJ{command}".split()).out.rstrip().splitlines() == shown


def test_the_referee_example_runs() -> None:
    section = README.read_text().split("has seen:\n", 1)[1].split("An illegal move", 1)[0]
    names: dict[str, Any] = {}
    exec("\n".join(indented(section)), names)
    assert sum(seat.tricks for seat in names["referee"].points) < 250
    assert len(names["referee"].history) > 47


def test_the_python_example_runs() -> None:
    section = README.read_text().split("## From Python\n", 1)[1].split("`solve(position,", 1)[0]
    line = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    names: dict[str, Any] = {"lines": [line] * 3}
    exec("\n".join(indented(section)), names)
    assert names["solution"].value == Points(55, 15)
    assert len(names["packed"]) == 3


def test_the_analysis_example_runs() -> None:
    section = README.read_text().split("with `analyze_with`:\n", 1)[1].split("A whole hand", 1)[0]
    code = "\n".join(indented(section)).split("analyze_with(", 1)[0]
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["best"].behind == 0
    assert names["second"].behind_se > 0


def test_the_table_of_rulebooks_names_them_all() -> None:
    section = README.read_text().split("## Rulebooks\n", 1)[1]
    header = section.strip().splitlines()[0]
    assert [name.strip() for name in header.strip("| ").split("|")] == list(RULEBOOKS)

"""The user's own settings: read, heeded, overridden by options, shown and changed."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from pathlib import Path

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.commandline import Pinochle, bare_environment
from helpers.forked import forked_command
from helpers.paths import TESTS
from pinochle_solver.cli.input.kept_settings import (
    COLORS,
    KEYS,
    SYMBOLS,
    Settings,
    check_setting,
    parsed,
    read_settings,
    with_setting,
)
from pinochle_solver.errors import NotationError
from pinochle_solver.rules.rulebooks import RULEBOOKS

FILE = Path("/folder/settings.toml")
KITCHEN = TESTS / "rulebooks" / "kitchen.toml"
SMALL = "trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
STOCK = "rules=hayes upcard=9S south=AAT9.KQ.-.QQJJ99"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of settings; there is none yet."""
    path = tmp_path / "own" / "settings.toml"
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(path))
    path.parent.mkdir()
    return path


def rules_of(pinochle: Pinochle, *arguments: str) -> str:
    shown = pinochle("show", SMALL, *arguments)
    assert shown.status == 0
    return shown.out.split()[0].removeprefix("rules=")


def test_the_rulebook_is_taken_where_none_is_named(pinochle: Pinochle, file: Path) -> None:
    assert rules_of(pinochle) == "scarne"
    file.write_text('rulebook = "hayes"\n')
    assert rules_of(pinochle) == "hayes"
    assert (
        pinochle("show", SMALL).err == "rules: hayes is used, because the input names no rulebook\n"
    )
    assert rules_of(pinochle, "rules=glup") == "glup"
    assert rules_of(pinochle, "--rulebook", str(KITCHEN)) == "kitchen"
    assert '[Rules "hayes"]' in pinochle("deal").out
    assert '[Rules "scarne"]' in pinochle("deal", "--rules", "scarne").out


def test_a_rulebook_of_ones_own_is_known_and_taken(pinochle: Pinochle, file: Path) -> None:
    (file.parent / "beside.toml").write_text(KITCHEN.read_text())
    for named in (str(KITCHEN), "beside.toml"):
        file.write_text(f'rulebook = "{named}"')
        assert rules_of(pinochle) == "kitchen"
        assert '[Rules "kitchen"]' in pinochle("deal").out
        assert '[Rules "kitchen"]' in pinochle("deal", "--rules", "kitchen").out
    # An option's goes before one of the same name.
    other = file.parent / "other.toml"
    other.write_text(KITCHEN.read_text().replace("target = 1500", "target = 1600"))
    assert "Target" not in pinochle("deal", "--rulebook", str(other)).out
    file.write_text('\nrulebook = "gone.toml"')
    run = pinochle("show", SMALL)
    gone = file.parent / "gone.toml"
    assert (run.status, run.err) == (2, f"{gone}: no such file or directory\n")


def test_symbols_and_colours_give_way_to_options(pinochle: Pinochle, file: Path) -> None:
    file.write_text('symbols = "letters"\ncolor = "always"')
    assert "\x1b[31m" in pinochle("show", SMALL).out
    assert "♥" not in pinochle("show", SMALL).out
    assert "♥" in pinochle("show", SMALL, "--no-ascii").out
    assert "\x1b" not in pinochle("show", SMALL, "--color", "never").out


def test_seconds_are_those_to_think(pinochle: Pinochle, file: Path) -> None:
    file.write_text("seconds = 0.02")
    assert pinochle("analyze", STOCK).status == 0
    with_worlds = pinochle("analyze", STOCK, "--worlds", "20")
    assert with_worlds.status == 0
    assert ": 20 worlds" in with_worlds.out
    # So short a time is told nowhere, but two seconds would not pass unseen.
    run = pinochle("analyze", STOCK, "--json")
    assert 0 < float(run.out.partition('"seconds":')[2].partition("}")[0].split(",")[0]) < 1


@pytest.mark.parametrize("name", ["north", "North", "south", " West ", "EAST"])
def test_a_name_that_is_a_seat_is_refused_with_another(
    pinochle: Pinochle, file: Path, name: str
) -> None:
    meant = f"A. {name.strip().capitalize()}"
    for key in ("name", "opponent"):
        refused = pinochle("settings", key, name)
        fact = f"{name.strip()!r} is a seat, and would be taken for it; give an initial as well"
        assert (refused.status, refused.out) == (2, "")
        assert refused.err == f"pinochle settings: {key}: {fact}: '{meant}'\n"
        assert not file.exists()
        assert pinochle("settings", key, meant).out == f"{key}: {meant}\n"
        file.unlink()
    assert pinochle("settings", "name", "Norton North").status == 0
    refused = pinochle("new", "--opponent", name)
    assert (refused.status, refused.err) == (2, f"pinochle new: --opponent: {fact}: '{meant}'\n")


def test_names_are_written_into_records(file: Path, tmp_path: Path) -> None:
    file.write_text('name = "Ann"\nopponent = "Bob"')
    kept = tmp_path / "kept.pnr"

    def noted(command: str, said: str, *options: str) -> str:
        kept.unlink(missing_ok=True)
        subprocess.run(
            [*forked_command(), command, *options],
            input=said,
            env=bare_environment(PINOCHLE_SETTINGS=str(file)),
            capture_output=True,
            text=True,
            check=True,
        )
        return kept.read_text()

    played = noted("play", "quit\n", "--record", str(kept), "--seat", "north")
    assert '[NorthPlayer "Ann"]' in played
    assert "SouthPlayer" not in played
    start = "scarne\nyou\n9S\nAS AS TS 9S KH QH QC QC JC JC 9C 9C\nquit\n"
    assert '[NorthPlayer "Bob"]' in noted("new", start, str(kept), "--no-advice")
    table = noted("new", start, str(kept), "--no-advice", "--opponent", "Cid")
    assert '[SouthPlayer "Ann"]' in table
    assert '[NorthPlayer "Cid"]' in table


def test_the_engine_heeds_none(file: Path) -> None:
    file.write_text(f'rulebook = "{KITCHEN}"')
    run = subprocess.run(
        [*forked_command(), "engine"],
        input=f"position rules=kitchen {SMALL}\n",
        env=bare_environment(PINOCHLE_SETTINGS=str(file)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith("error rules: unknown rulebook 'kitchen'")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('\nrulebok = "hayes"', "line 2: rulebok: unknown setting, did you mean rulebook?"),
        ('"a\\nb" = 1', "line 1: a\\nb: unknown setting, expected one of "),
        ("[play]\n", f"line 1: play: unknown setting, expected one of {', '.join(KEYS)}"),
        ('rulebook = "hays"', "line 1: rulebook: 'hays' is none of "),
        ("rulebook = 3", "line 1: rulebook: '3' is no text in quotation marks"),
        ('seconds = "2"', "line 1: seconds: '2' is no number above 0"),
        ("# so long\nseconds = 0", "line 2: seconds: '0' is no number above 0"),
        ("# a\u2028b\nseconds = 0", "line 2: seconds: '0' is no number above 0"),
        ("seconds = true", "line 1: seconds: 'True' is no number"),
        ("seconds = nan", "line 1: seconds: 'nan' is no number"),
        ('symbols = "stars"', "line 1: symbols: 'stars' is none of suits, letters"),
        ('color = "\\u001b"', "line 1: color: '\\x1b' is none of auto, always, never"),
        ('name = "a=b"', "line 1: name: 'a=b': no = or quotation mark in a name"),
        ("\nsymbols = [", "TOML: invalid value"),
        ('name = "a"\nname = "b"', "TOML: cannot overwrite a value"),
        (f"seconds = {'9' * 5000}", "TOML: a number is too long"),
        (
            f"seconds = 0x{'9' * 5000}",
            "line 1: seconds: a number of thousands of digits is no number above 0",
        ),
    ],
)
def test_a_bad_file_is_told_by_every_command(
    text: str, told: str, pinochle: Pinochle, file: Path
) -> None:
    file.write_text(text)
    for command in (["solve", "--json", SMALL], ["bench"], ["settings"]):
        run = pinochle(*command)
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith(f"{file}: {told}")
        assert run.err.count("\n") == 1
    for command in (["solve", "--help"], ["help", "settings"], ["settings", "--path"]):
        assert pinochle(*command).status == 0


def test_a_file_that_does_not_read_is_told(pinochle: Pinochle, file: Path) -> None:
    file.write_bytes(b'name = "\xff"')
    assert pinochle("rules").err == f"{file}: not UTF-8 text\n"
    file.unlink()
    file.mkdir()
    assert pinochle("rules").err == f"{file}: is a directory\n"


# The command


def test_settings_are_shown_and_changed(pinochle: Pinochle, file: Path) -> None:
    file.parent.rmdir()
    assert [line.split(":")[0] for line in pinochle("settings").out.splitlines()] == [*KEYS]
    assert "set (" in pinochle("settings", "name").out
    assert pinochle("settings", "rulebook", "Hayes").out == "rulebook: Hayes\n"
    assert rules_of(pinochle) == "hayes"
    file.write_text(f"# mine\n{file.read_text()}")
    assert pinochle("settings", "seconds", "2.50").out == "seconds: 2.5\n"
    assert pinochle("settings", "rulebook", "glup").status == 0
    assert file.read_text() == '# mine\nseconds = 2.50\nrulebook = "glup"\n'
    assert "not set" in pinochle("settings", "--unset", "rulebook").out
    assert file.read_text() == "# mine\nseconds = 2.50\n"
    assert pinochle("settings", "--path").out == f"{file}\n"


@pytest.mark.parametrize("width", [40, 80])
def test_what_is_not_set_is_told_as_wide_as_the_terminal(
    pinochle: Pinochle, file: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    name = "Ann of the long table"
    pinochle("settings", "name", name)
    lines = pinochle("settings").out.splitlines()
    assert f"name: {name}" in lines
    assert max(map(len, lines)) <= width
    assert "as each command has it if not set)" in " ".join(" ".join(lines).split())


def test_a_rulebook_file_is_found_from_everywhere(
    pinochle: Pinochle, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(KITCHEN.parent)
    assert pinochle("settings", "rulebook", KITCHEN.name).status == 0
    monkeypatch.chdir("/")
    assert rules_of(pinochle) == "kitchen"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rulebok"], "pinochle settings: rulebok: unknown setting, did you mean rulebook?"),
        (["symbols", "x"], "pinochle settings: symbols: 'x' is none of suits, letters"),
        (["seconds", "-1"], "pinochle settings: No such option '-1'"),
        (["seconds", "soon"], "pinochle settings: seconds: 'soon' is no number above 0"),
        (["seconds", "9" * 5000], "pinochle settings: seconds: '99999"),
        (["rulebook", "none.toml"], ""),
        (["--unset"], "pinochle settings: --unset: give a KEY and no VALUE"),
        (["--unset", "name", "Ann"], "pinochle settings: --unset: give a KEY and no VALUE"),
    ],
)
def test_what_cannot_be_set_changes_nothing(
    arguments: list[str], told: str, pinochle: Pinochle, file: Path
) -> None:
    file.write_text('name = "Ann"\n')
    run = pinochle("settings", *arguments)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(told)
    assert run.err.count("\n") == 1
    assert file.read_text() == 'name = "Ann"\n'


def test_other_lines_stay_as_they_are(pinochle: Pinochle, file: Path) -> None:
    """U+2028 ends a line for Python, not for TOML."""
    file.write_text("# a\u2028b\nname = 'Ann'", encoding="utf-8")
    assert pinochle("settings", "symbols", "letters").status == 0
    wanted = "# a\u2028b\nname = 'Ann'\nsymbols = \"letters\"\n"
    assert file.read_text(encoding="utf-8") == wanted


def test_a_wrong_line_is_put_right_by_the_command(pinochle: Pinochle, file: Path) -> None:
    file.write_text('symbols = "stars"\ncolor = "red"\n')
    assert pinochle("settings", "symbols", "letters").err.startswith(f"{file}: line 1: color:")
    assert pinochle("settings", "--unset", "color").status == 2
    file.write_text('symbols = "stars"\n')
    assert pinochle("settings", "symbols", "letters").status == 0


def test_a_file_that_cannot_be_written_is_told(
    pinochle: Pinochle, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("")
    below = file / "settings.toml"
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(below))
    result = pinochle("settings", "name", "Ann")
    assert (result.status, result.out, result.err) == (2, "", f"{below}: not a directory\n")


def test_a_folder_that_cannot_be_made_is_told(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    kept = tmp_path / "new" / "file"
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(kept))
    monkeypatch.setattr(os, "mkdir", refuse)
    for arguments in (("settings", "name", "Ann"), ("quiz", "--state", str(kept))):
        result = pinochle(*arguments)
        assert (result.status, result.out) == (2, "")
        assert result.err == f"{kept}: permission denied\n"


def test_where_there_are_none(pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINOCHLE_SETTINGS", "")
    told = "PINOCHLE_SETTINGS: it is empty, so there are no settings\n"
    assert pinochle("settings").err == told
    assert pinochle("settings", "name", "Ann").err == told


def test_they_are_among_the_users_own_files(tmp_path: Path) -> None:
    environment = {
        name: text
        for name, text in bare_environment(HOME=str(tmp_path)).items()
        if name != "PINOCHLE_SETTINGS"
    }
    run = subprocess.run(
        [*forked_command(), "settings", "--path"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith(str(tmp_path))
    assert run.stdout.endswith(f"{os.sep}settings.toml\n")


# Their text

VALUES = {
    "rulebook": st.sampled_from([*RULEBOOKS]),
    "symbols": st.sampled_from(SYMBOLS),
    "color": st.sampled_from(COLORS),
    "seconds": st.integers(1, 10**9).map(str),
    "name": st.text(max_size=12),
    "opponent": st.text(max_size=12),
}


@settings(max_examples=15)
@given(
    st.lists(st.sampled_from(KEYS).flatmap(lambda k: st.tuples(st.just(k), VALUES[k])), max_size=6)
)
def test_what_is_set_is_read_again(changes: list[tuple[str, str]]) -> None:
    text, kept = "# a comment\n\n", dict[str, object]()
    for key, value in changes:
        try:
            check_setting(key, value, FILE)
        except NotationError as error:
            assert error.token == key
            continue
        text = with_setting(text, key, value)
        kept[key] = float(value) if key == "seconds" else " ".join(value.split())
    assert read_settings(FILE, text) == Settings(**kept)  # type: ignore[arg-type]
    assert text.startswith("# a comment\n\n")
    for key in kept:
        text = with_setting(text, key, None)
    assert parsed(text) == {}


anything = st.text(max_size=6)
written = anything | st.integers() | st.floats() | st.booleans() | st.lists(anything, max_size=2)
lines = st.tuples(st.sampled_from(KEYS) | anything, written).map(
    lambda line: f"{json.dumps(line[0])} = {json.dumps(line[1])}"
)


@given(st.text() | st.lists(lines, max_size=2).map("\n".join))
def test_any_text_is_read_or_refused_in_a_line(text: str) -> None:
    try:
        read_settings(FILE, text)
    except click.ClickException as error:
        assert error.message.startswith(f"{FILE}: ")
        assert len(error.message.splitlines()) == 1


def test_lines_that_end_as_on_windows_are_read_and_do_not_grow(
    pinochle: Pinochle, file: Path
) -> None:
    file.write_bytes(b'# mine\r\nname = "Ann"\r\ncolor = "never"\r\n')
    for name in ("Bob", "Zoe"):
        assert pinochle("settings", "name", name).out == f"name: {name}\n"
        assert file.read_bytes() == f'# mine\ncolor = "never"\nname = "{name}"\n'.encode()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('name = "Ann"'.encode("utf-32"), "UTF-32 text; save it as UTF-8"),
        ('name = "Ann"'.encode("utf-32-be"), "UTF-32 text; save it as UTF-8"),
        ('name = "Ann"'.encode("utf-16") + b"x", "not UTF-16 text"),
        (b"\xff\xfe\x00\xd8n\x00", "not UTF-16 text"),
    ],
)
def test_what_is_no_text_is_named_by_its_encoding(
    content: bytes, told: str, pinochle: Pinochle, file: Path
) -> None:
    file.write_bytes(content)
    assert pinochle("rules").err == f"{file}: {told}\n"

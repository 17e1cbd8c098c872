"""``--rulebook FILE``: rulebooks of one's own in every command."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, bare_environment, piped
from helpers.forked import forked_command
from helpers.paths import TESTS
from pinochle_solver import RULEBOOKS, Rulebook, parse_rulebook, random_deals, rulebook_text
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

FILES = TESTS / "rulebooks"
OWN = ("--rulebook", str(FILES / "kitchen.toml"))
RECORDED = ["kitchen", "two-suits"]


def option(name: str) -> tuple[str, str]:
    return "--rulebook", str(FILES / f"{name}.toml")


def rulebook(name: str) -> Rulebook:
    return parse_rulebook((FILES / f"{name}.toml").read_text("utf-8"))


@pytest.fixture(params=RECORDED)
def own(request: pytest.FixtureRequest) -> str:
    """The name of a rulebook by which records are written."""
    name: str = request.param
    return name


@pytest.fixture
def dealt(own: str, pinochle: Pinochle, tmp_path: Path) -> str:
    """A file of two hands dealt by it."""
    run = pinochle("deal", "--count", "2", *option(own))
    assert run.status == 0
    assert run.out.count(f'[Rules "{own}"]') == 2
    file = tmp_path / "hands.pnr"
    file.write_text(run.out)
    return str(file)


def test_records_and_positions_go_through_the_commands(
    own: str, dealt: str, pinochle: Pinochle
) -> None:
    assert pinochle("replay", dealt).status == 2
    assert pinochle("replay", dealt, *option(own)).status == 0
    assert pinochle("score", dealt).status == 2
    assert pinochle("score", dealt, *option(own)).out.startswith(f"{own} · ")
    at = pinochle("replay", dealt, "--at", "1", *option(own)).out.splitlines()
    assert all(line.startswith(f"rules={own} ") for line in at)
    line = at[0]
    assert pinochle("show", line).err.startswith(f"position: rules: unknown rulebook '{own}'")
    assert pinochle("show", line, *option(own)).out.splitlines()[0] == line
    analysis = pinochle("analyze", line, "--worlds", "16", "--json", *option(own))
    assert (analysis.status, analysis.err) == (0, "")
    assert json.loads(analysis.out)["position"] == line
    assert pinochle("melds", line, *option(own)).status == 0
    (playoff,) = pinochle("deal", "--playoff", "4", *option(own)).out.splitlines()
    for command in ("solve", "verify"):
        assert pinochle(command, playoff, *option(own)).status == 0


def test_a_hand_is_played_by_it(own: str, tmp_path: Path) -> None:
    file = tmp_path / "played.pnr"
    command = [*forked_command(), "play", *option(own), "--engine", "greedy", "--seed", "3"]
    for settings in ([], ["--rules", own]):
        played = subprocess.run(
            [*command, "--record", str(file), *settings],
            input="1\n" * 40,
            env=bare_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert played.returncode == 0
        assert played.stdout.startswith(f"{own}, {rulebook(own).count.name} count, seed 3;")
    assert file.read_text().count(f'[Rules "{own}"]') == 2


@pytest.mark.parametrize("name", [*RECORDED, "singles"])
def test_a_pair_is_played_by_it(name: str, pinochle: Pinochle) -> None:
    # In two suits there are few worlds, all of which the default engine would go through.
    engine = "advice" if name == "two-suits" else "default"
    run = pinochle("match", engine, "greedy", "--pairs", "1", "--worlds", "4", *option(name))
    assert (run.status, run.err) == (0, "")
    assert f"1 pair of hands, {name}, " in run.out


def test_processes_play_by_it_and_a_match_by_it_is_gone_on_with(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    results, records = tmp_path / "results", tmp_path / "records.pnr"
    run = ("match", "advice", "greedy", "--worlds", "2", "--rules", "all", "--json")
    kept = ("--resume", str(results), "--record", str(records))
    first = pinochle(*run, *OWN, *kept, "--pairs", "7")
    assert first.status == 0
    assert '[Rules "kitchen"]' in records.read_text()
    assert pinochle("replay", str(records), *OWN).status == 0
    beside = pinochle(*run, *OWN, "--pairs", "7", "--processes", "2")
    points = [json.loads(each.out)["points"] for each in (first, beside)]
    assert points[0] == points[1]
    again = pinochle(*run, *OWN, *kept, "--pairs", "8")
    assert again.status == 0
    changed = tmp_path / "kitchen.toml"
    changed.write_text((FILES / "kitchen.toml").read_text().replace("200", "210"))
    other = pinochle(*run, "--rulebook", str(changed), *kept, "--pairs", "8")
    assert other.status == 2
    assert "of a match with other settings: its own rulebooks differ" in other.err


def test_an_external_engine_is_given_its_own_option(pinochle: Pinochle) -> None:
    engine = shlex.join([*forked_command(), "engine"])
    run = ("match", "greedy", "--pairs", "1", "--worlds", "2", *OWN, "--json")
    knowing = pinochle(*run, f"cmd:{engine} {shlex.join(OWN)}")
    assert (knowing.status, json.loads(knowing.out)["failures"]) == (0, [])
    ignorant = json.loads(pinochle(*run, f"cmd:{engine}").out)
    assert "unknown rulebook 'kitchen'" in ignorant["failures"][0]["why"]


def test_the_engine_reads_positions_by_it() -> None:
    lines = "position trump=S south=AK.QJ.87.A9 north=+8 stock=16 turn=south\ngo worlds 4\n"
    run = subprocess.run(
        [*forked_command(), "engine", *option("singles")],
        input=lines,
        env=bare_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines()[-1].startswith("bestmove ")
    assert run.stderr == "rules: singles is used, because the input names no rulebook\n"


def test_it_is_the_default_where_none_is_named(pinochle: Pinochle) -> None:
    line = "trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    shown = pinochle("show", line, *OWN)
    assert shown.out.startswith(f"rules=kitchen {line}\n")
    assert shown.err == "rules: kitchen is used, because the input names no rulebook\n"
    named = pinochle("show", f"rules=hayes {line}", *OWN)
    assert (named.out.split()[0], named.err) == ("rules=hayes", "")
    melds = pinochle("melds", "9.9.9.9", "--trump", "S", *OWN)
    assert "nines" in melds.out
    scarne = pinochle("melds", "9.9.9.9", "--trump", "S", "--rules", "scarne", *OWN)
    assert "nines" not in scarne.out
    assert '[Rules "hayes"]' in pinochle("deal", "--rules", "HAYES", *OWN).out
    both = ("--rulebook", str(FILES / "two-suits.toml"), *OWN)
    assert '[Rules "two-suits"]' in pinochle("deal", *both).out
    assert '[Rules "kitchen"]' in pinochle("deal", *both, "--rules", "Kitchen").out


def test_it_is_told_once_however_many_positions(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    file.write_text("trump=S south=T.T.KQ.- north=A.-.K.TK turn=south\n" * 3)
    run = pinochle("solve", "-f", str(file), *OWN)
    assert (run.status, run.err.count("kitchen")) == (0, 1)


# Refused


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "scarne"\nbased-on = "scarne"', "name: scarne is a published rulebook, and"),
        ('name = "x"\nbased-on = "scarne"\nmust-trmp = 1', "must-trmp: unknown key, did you mean"),
        ("name = ", "TOML: invalid value"),
    ],
)
def test_a_file_that_does_not_read_is_named(
    text: str, told: str, pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    for command in (["deal"], ["show", "x"], ["rules"], ["match", "greedy", "greedy"], ["engine"]):
        run = pinochle(*command, "--rulebook", str(file))
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith(f"{file}: {told}")
        assert run.err.count("\n") == 1


def test_a_file_that_is_none_is_named(pinochle: Pinochle, tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff")
    for file, fact in (
        (tmp_path, "is a directory"),
        (tmp_path / "x", "no such file or directory"),
        (binary, "not UTF-8 text"),
    ):
        run = pinochle("deal", "--rulebook", str(file))
        assert (run.status, run.err) == (2, f"{file}: {fact}\n")


def test_two_files_of_one_name_are_refused(pinochle: Pinochle, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('name = "kitchen"\nbased-on = "hayes"')
    run = pinochle("deal", *OWN, "--rulebook", str(other))
    assert run.err == f"{other}: name: another rulebook named kitchen was given before\n"
    assert pinochle("deal", *OWN, *OWN).status == 0


def test_an_unknown_name_is_refused_with_what_is_known(pinochle: Pinochle) -> None:
    run = pinochle("deal", "--rules", "hoyle", *OWN)
    assert run.status == 2
    assert "unknown rulebook 'hoyle' (known: kitchen, scarne, " in run.err


MANY = "\n".join(f'[melds.m{number}]\npoints = 1\ncards = "Kp Qp"\n' for number in range(16))
ODD = {
    "four copies": ("deck.copies = 4\ndeck.hand = 12\n", "4 copies, at most 2"),
    "odd draws": ("deck.stock = 22\n", "not every card is dealt or drawn|do not go to two seats"),
    "cards left": ("deck.hand = 11\n", "not every card is dealt or drawn"),
    "melds": (MANY, "melds, at most 47"),
    "cards in one": (
        '[melds.long]\npoints = 1\ncards = "AS TS KS QS JS 9S AH TH KH QH JH 9H AD TD KD QD JD"\n',
        "more than 16 different cards",
    ),
}


@pytest.mark.parametrize("case", ODD)
def test_what_no_whole_hand_can_be_played_by_is_refused(
    case: str, pinochle: Pinochle, tmp_path: Path
) -> None:
    text, fact = ODD[case]
    file = tmp_path / "odd.toml"
    file.write_text(f'name = "odd"\nbased-on = "scarne"\n{text}')
    own = ("--rulebook", str(file))
    match = ["match", "greedy", "greedy", "--pairs", "1"]
    for command in (["deal"], ["play"], ["new"], match):
        run = pinochle(*command, *own)
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith("rules: no whole hand can be played by odd: ")
        assert any(each in run.err for each in fact.split("|"))
    line = "upcard=9S south=AAT9.KQ.-.QQJJ99"
    for reader in ("show", "analyze", "melds"):
        run = pinochle(reader, line, *own)
        assert (run.status, run.out) == (2, "")
        assert "position: " in run.err
    (playoff,) = pinochle("deal", "--playoff", "3", *own).out.splitlines()
    assert pinochle("solve", playoff, *own).status == 0
    if case in ("four copies", "melds", "cards in one"):
        run = pinochle("melds", "AAT9.KQ.-.QQJ9", "--trump", "S", *own)
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith("--rules: ")


def test_without_an_upcard_there_are_no_records(pinochle: Pinochle, tmp_path: Path) -> None:
    match = ("match", "greedy", "greedy", "--pairs", "1", "--record", str(tmp_path / "x.pnr"))
    for command in (["deal"], ["play"], ["new"], match):
        run = pinochle(*command, *option("singles"))
        assert run.status == 2
        fact = "hands of singles have no record, for no card is turned up in them"
        assert run.err == f"rules: {fact}\n"
    line = "trump=S south=AK.QJ.87.A9 north=+8 stock=16 turn=south"
    assert pinochle("show", line, *option("singles")).status == 0
    assert pinochle("analyze", line, "--worlds", "16", *option("singles")).status == 0
    run = pinochle("deal", "--playoff", "9", *option("singles"))
    assert (run.status, "'9', expected a whole number, from 1 to 8" in run.err) == (2, True)


# pinochle rules


@pytest.mark.parametrize("name", PINOCHLE_BOOKS)
def test_a_published_rulebook_is_written_out(name: str, pinochle: Pinochle) -> None:
    run = pinochle("rules", "--toml", name.upper())
    assert (run.status, run.err) == (0, "")
    assert parse_rulebook(run.out) == RULEBOOKS[name]


def test_one_s_own_is_written_out_whole(pinochle: Pinochle) -> None:
    written = pinochle("rules", "--toml", *OWN).out
    assert written == rulebook_text(rulebook("kitchen"))
    assert "based-on" not in written


def test_one_rulebook_is_written_out_at_a_time(pinochle: Pinochle) -> None:
    for names in ([], ["scarne", "hayes"]):
        assert "--toml: give the name of one" in pinochle("rules", "--toml", *names).err
    assert "--toml or --json" in pinochle("rules", "--toml", "scarne", "--json").err


def test_rules_shows_it_beside_the_others(pinochle: Pinochle) -> None:
    shown = pinochle("rules", "kitchen", "scarne", *OWN).out
    assert [line for line in shown.splitlines() if line.startswith(("run ", "target "))] == [
        line for line in shown.splitlines() if " 1500 " in line or " 200 " in line
    ]
    assert "meld after trick 12" in shown
    small = pinochle("rules", "two-suits", *option("two-suits")).out
    assert "20: 6 each, 1 turned up, 7 face down" in " ".join(small.split())
    assert "meld after trick 4" in small
    both = pinochle("rules", "two-suits", "scarne", *option("two-suits")).out
    assert "meld after the last draws" in " ".join(both.split())
    (line,) = pinochle("rules", "singles", "--json", *option("singles")).out.splitlines()
    assert json.loads(line)["deck"]["ranks"] == "ATKQJ987"


def test_of_a_deck_without_an_upcard_nobody_gets_the_last_one(pinochle: Pinochle) -> None:
    shown = pinochle("rules", "singles", "goulash", *option("singles")).out
    assert re.search(r"^ *last upcard goes to +– +winner$", shown, re.MULTILINE)


def test_the_shell_completes_its_name(pinochle: Pinochle) -> None:
    def completed(*words: str) -> list[str]:
        line = shlex.join(["pinochle", *words])
        run = subprocess.run(
            forked_command(),
            env=bare_environment(
                _PINOCHLE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words))
            ),
            capture_output=True,
            text=True,
            check=True,
        )
        return [each.partition(",")[2] for each in run.stdout.split()]

    assert completed("deal", *OWN, "--rules", "k") == ["kitchen"]
    assert completed("melds", *OWN, "--rules", "k") == ["kitchen"]
    assert completed("rules", *OWN, "k") == ["kitchen"]
    assert completed("show", *OWN, "rules=k") == ["rules=kitchen"]


def test_positions_are_taken_out_of_its_records(own: str, dealt: str, pinochle: Pinochle) -> None:
    for command in ("show", "melds"):
        run = pinochle(command, dealt, "--at", "1", *option(own))
        assert run.status == 0
        assert f"{dealt}:" in run.err
    assert pinochle("show", dealt, "--at", "1", *option(own)).out.startswith(f"rules={own} ")
    assert pinochle("show", dealt, "--at", "1").status == 2


def test_a_hand_at_a_table_is_noted_by_it(own: str, tmp_path: Path) -> None:
    file = tmp_path / "noted.pnr"

    def noted(words: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*forked_command(), "new", str(file), "--no-advice", *option(own), *arguments],
            input=words,
            env=bare_environment(),
            capture_output=True,
            text=True,
            check=False,
        )

    asked = noted("hoyle\nquit\n").stdout
    assert f"rules [{own}]" in asked
    assert f"glup, {own})" in asked
    rules = rulebook(own)
    (deal,) = random_deals(1, 1, rules)
    hand = " ".join(card.text() for card in deal.south)
    run = noted(f"\nyou\n{deal.upcard}\n{hand}\nquit\n")
    assert (run.returncode, run.stderr) == (0, f"the record is in {file}\n")
    assert file.read_text().startswith(f'[Rules "{own}"]\n')
    assert noted("quit\n").returncode == 0


def test_a_position_is_stepped_through_by_it() -> None:
    line = "rules=kitchen south=AAT9.KQ.-.QQJJ99 upcard=9S"
    run = piped(["explore", *OWN, "--worlds", "8", *line.split()], "position\nq\n")
    assert run.status == 0
    assert "\nsouth> position\nrules=kitchen upcard=9S " in run.out

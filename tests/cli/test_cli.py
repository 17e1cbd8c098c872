"""The command line: output, errors, exit status."""

from __future__ import annotations

import errno
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.commandline import (
    COMMAND,
    Pinochle,
    assert_a_closed_pipe_ends_it_quietly,
    read_all,
    started,
)
from helpers.forked import forked_command
from helpers.json_lines import as_json
from pinochle_solver import RULEBOOKS, PlayoffPosition, Referee, solve
from pinochle_solver.cli.streams import write_json_line
from pinochle_solver.game.recording import record_of
from pinochle_solver.hand.deals import random_deals, random_playoffs
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

EXAMPLE = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"


def test_solve_json_is_the_documented_object(pinochle: Pinochle) -> None:
    result = pinochle("solve", "--json", EXAMPLE)
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert found.pop("nodes") > 0
    assert found.pop("seconds") >= 0
    assert found == {
        "position": EXAMPLE,
        "exact": True,
        "value": {"south": 55, "north": 15},
        "moves": [
            {"card": "KD", "value": {"south": 55, "north": 15}, "loss": 0},
            {"card": "TH", "value": {"south": 40, "north": 30}, "loss": 15},
            {"card": "QD", "value": {"south": 0, "north": 70}, "loss": 55},
            {"card": "TS", "value": {"south": 0, "north": 70}, "loss": 55},
        ],
        "line": ["KD", "KD", "QD", "AS", "KC", "TS", "TH", "TC"],
    }


def test_solve_adds_id_and_final_where_the_position_has_them(pinochle: Pinochle) -> None:
    result = pinochle("solve", "--json", f"{EXAMPLE} id=first points=40+90/20+90")
    found = json.loads(result.out)
    assert found["id"] == "first"
    assert found["final"] == {"south": 185, "north": 125}


def test_a_position_may_be_several_words(pinochle: Pinochle) -> None:
    assert json.loads(pinochle("solve", "--json", *EXAMPLE.split()).out)["position"] == EXAMPLE


def test_the_output_of_solve_is_input_again() -> None:
    first = started(["solve", "--json"], EXAMPLE)
    second = started(["solve", "--json", "-"], first.out)
    assert json.loads(first.out)["moves"] == json.loads(second.out)["moves"]


def test_solve_draws_a_table(pinochle: Pinochle) -> None:
    out = pinochle("solve", EXAMPLE).out
    assert "hayes · compromise count · trump ♠ · south to lead" in out
    assert "♦ K Q" in out
    assert "still to come: south 55, north 15" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["K♦", "55", "15", "–"] in rows
    assert ["Q♦", "0", "70", "55"] in rows
    assert ["2", "south", "Q♦", "north", "A♠", "north", "15"] in rows
    assert "\x1b" not in out


def test_ascii_draws_letters_only(pinochle: Pinochle) -> None:
    for arguments in (["solve", EXAMPLE], ["show", EXAMPLE], ["rules"]):
        result = pinochle(*arguments, "--ascii")
        assert result.status == 0
        assert result.out.isascii()
    assert ["KD", "55", "15", "-"] in [
        line.split() for line in pinochle("solve", EXAMPLE, "--ascii").out.splitlines()
    ]


def test_letters_are_used_where_the_encoding_has_no_symbols() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    run = subprocess.run([*COMMAND, "solve", EXAMPLE], env=environment, capture_output=True)
    assert run.returncode == 0
    assert b" KD " in run.stdout


def test_files_give_their_positions_in_order_and_name_bad_lines(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "positions.pn"
    lines = ["# comment", "", EXAMPLE + " id=one", "nonsense", "trump=S", EXAMPLE + " id=two"]
    file.write_text("\n".join(lines))
    result = pinochle("solve", "--json", "-f", str(file))
    assert result.status == 2
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == ["one", "two"]
    assert result.err.splitlines() == [
        f"{file}:4: nonsense: not a key=value token",
        f"{file}:5: south: missing",
    ]


def test_a_stopped_search_shows_bounds(pinochle: Pinochle) -> None:
    line = "rules=hayes trump=S south=AT.AT.KQ.J9 north=K.KQ.AT.AKT turn=south"
    found = json.loads(pinochle("solve", "--json", "--nodes", "1", line).out)
    low, high = found["bounds"]["south"]
    shown = pinochle("solve", "--ascii", "--nodes", "1", line).out
    assert f"still to come: south {low}-{high}, north " in shown
    assert " (bounds: the search was stopped)\n" in shown


def test_strict_stops_at_the_first_bad_position(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    file.write_text("\n".join([EXAMPLE, "nonsense", EXAMPLE]))
    result = pinochle("solve", "--json", "--strict", "-f", str(file))
    assert result.status == 2
    assert len(result.out.splitlines()) == len(result.err.splitlines()) == 1


@pytest.mark.parametrize("command", ["solve", "show"])
@pytest.mark.parametrize(
    ("position", "token"),
    [
        ("", "trump"),
        ("  ", "trump"),
        ("hello", "hello"),
        (EXAMPLE + " act=play", "act"),
        ("x" * 5000, "hand: longer than 4,096 characters"),
        ("\n".join([EXAMPLE] * 500), "rules"),
        (EXAMPLE.replace("TK", "TK\udcff"), "north"),
        (EXAMPLE.replace("trump", "tr\udcffump"), "'tr"),
        (EXAMPLE.replace("T.T.KQ.-", "TTT.T.K.-"), "south"),
        (EXAMPLE.replace("T.T.KQ.-", "T.T.K.-+2"), "south"),
        (EXAMPLE.replace("KQ.-", "KQ"), "south"),
    ],
)
def test_a_bad_position_gets_one_line_and_status_2(
    pinochle: Pinochle, command: str, position: str, token: str
) -> None:
    result = pinochle(command, "--json", position)
    assert (result.status, result.out) == (2, "")
    assert len(result.err.splitlines()) == 1
    assert result.err.startswith(f"position: {token}")


def test_files_that_cannot_be_read_get_one_line_and_status_2(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    empty, comments = tmp_path / "empty.pn", tmp_path / "comments.pn"
    empty.touch()
    comments.write_text("# nothing\n\n")
    for file, fact in [
        (empty, "no position in it"),
        (comments, "no position in it"),
        (tmp_path / "missing.pn", "no such file or directory"),
        (tmp_path, "is a directory"),
    ]:
        result = pinochle("solve", "-f", str(file))
        assert (result.status, result.out) == (2, "")
        assert result.err == f"{file}: {fact}\n"
    missing = str(tmp_path / "missing.pn")
    assert pinochle("solve", missing).err == f"{missing}: no such file or directory\n"


def test_standard_input_may_be_empty_or_no_utf_8() -> None:
    empty = started(["solve"], "")
    assert (empty.status, empty.out, empty.err) == (2, "", "<stdin>: no position in it\n")
    broken = started(["solve", "--json", "-"], EXAMPLE.encode() + b"\n\xff\xfe\x00\n")
    assert broken.status == 2
    assert len(broken.out.splitlines()) == len(broken.err.splitlines()) == 1
    assert broken.err.startswith("<stdin>:2: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slove"], "pinochle: No such command 'slove'."),
        (
            ["match", "a", "b", "--hands", "3"],
            "pinochle match: No such option '--hands'. Did you mean '--pairs' or '--deals'?",
        ),
        (
            ["deal", "--hands", "3"],
            "pinochle deal: No such option '--hands'. Did you mean '--number'?",
        ),
        (
            ["ledger", "add"],
            "pinochle ledger add: Missing argument 'FILE...'. Example: pinochle ledger add ",
        ),
        (["solve", "--jsn"], "pinochle solve: No such option '--jsn'"),
        (["solve", "--threads", "0", EXAMPLE], "pinochle solve: Invalid value for '--threads'"),
        (["solve", "-f", "x.pn", EXAMPLE], "pinochle solve: -f: a file and a position"),
        (["solve", "--seconds", "nan", EXAMPLE], "pinochle solve: Invalid value for '--seconds'"),
        (["solve", "--table-mb", "nan", EXAMPLE], "pinochle solve: Invalid value for '--table-mb'"),
        (["solve", "--table-mb", "0", EXAMPLE], "pinochle solve: Invalid value for '--table-mb'"),
        (["solve", "--nodes", "9" * 20, EXAMPLE], "pinochle solve: Invalid value for '--nodes'"),
        (["bench", "--json", "--compare", "x"], "pinochle bench: --compare: a comparison cannot"),
        (["rules", "scorne"], "pinochle rules: unknown rulebook 'scorne'"),
        (["deal", "--playoff", "13"], "pinochle deal: Invalid value for '--playoff'"),
        (["deal", "--playoff", "5", "--seed", "-1"], "pinochle deal: Invalid value for '--seed'"),
    ],
)
def test_bad_arguments_get_one_line_and_status_2(
    pinochle: Pinochle, arguments: list[str], message: str
) -> None:
    result = pinochle(*arguments)
    assert (result.status, result.out) == (2, "")
    assert len(result.err.splitlines()) == 1
    assert result.err.startswith(message)


def test_check_compares_with_the_annotations(pinochle: Pinochle) -> None:
    right = pinochle("solve", "--check", EXAMPLE + " bm=KD value=55/15")
    assert (right.status, right.err) == (0, "1 compared with bm= or value=\n")
    assert pinochle("solve", "--check", EXAMPLE).err == "0 compared with bm= or value=\n"
    values = pinochle("solve", "--check", "--values", EXAMPLE + " bm=TH")
    assert (values.status, values.err) == (0, "0 compared with bm= or value=\n")
    for stated, told in (
        ("35/35", []),
        ("99/0", ["value: 99/0 is stated, it is 10 to 60/10 to 60"]),
    ):
        line = f"{EXAMPLE} bm=TH value={stated}"
        stopped = pinochle("solve", "--check", "--nodes", "1", line)
        assert stopped.status == len(told)
        compared = f"{len(told)} compared with bm= or value="
        assert stopped.err.splitlines() == [*(f"position: {fact}" for fact in told), compared]
    result = pinochle("solve", "--check", EXAMPLE + " bm=TH value=40/30")
    assert result.status == 1
    assert result.err.splitlines() == [
        "position: value: 40/30 is stated, it is 55/15",
        "position: bm: TH is stated, it is KD",
        "1 compared with bm= or value=",
    ]


def test_show_prints_the_canonical_line_and_a_view(pinochle: Pinochle) -> None:
    loose = "turn=north trump=s south=t.t.k. north=a..k.10k led=qd rules=HAYES points=10+90/0+90"
    result = pinochle("show", loose)
    assert result.status == 0
    canonical, *view = result.out.splitlines()
    assert canonical == PlayoffPosition.parse(loose).text()
    assert any("south has led Q♦" in line for line in view)
    assert any("south 10 melds + 90 cards" in line for line in view)
    shown = json.loads(pinochle("show", "--json", loose).out)
    assert shown == {"position": canonical, "outstanding": 70}


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        ("target=1200", ["game before this hand: 0/0, to 1200"]),
        (
            "score=980/0 called=south player.south=Ann",
            [
                "game before this hand: 980/0, to 1000",
                "Ann has called out, and must still win a trick that he leads",
            ],
        ),
    ],
)
def test_show_tells_what_the_game_is_played_for(
    pinochle: Pinochle, tokens: str, told: list[str]
) -> None:
    position = "rules=macdougall trump=S south=T.-.-.- north=A.-.-.- turn=south points=20+0/0+219"
    shown = pinochle("show", f"{position} {tokens}").out.splitlines()
    assert [line.strip() for line in shown[-len(told) :]] == told


def test_rules_shows_the_parameters_side_by_side(pinochle: Pinochle) -> None:
    out = pinochle("rules", *PINOCHLE_BOOKS).out
    header = next(line.split() for line in out.splitlines() if line.strip())
    assert header == list(PINOCHLE_BOOKS)
    assert pinochle("rules", "hayes").out.split()[0] == "hayes"
    named = pinochle("rules", "--json", "hayes", "scarne").out.splitlines()
    assert [json.loads(line)["name"] for line in named] == ["hayes", "scarne"]


def test_rules_of_one_game_tell_which_kinds_bar_which(pinochle: Pinochle) -> None:
    lines = pinochle("rules", "glup").out.splitlines()
    by_kind = {
        kind.strip(): barred for kind, _, barred in (line.partition("   ") for line in lines)
    }
    assert by_kind["trump-aces"].strip() == "quadruple-aces, trump-aces"
    assert by_kind["run"].strip() == "run, double-run, triple-run, roundhouse-of-runs"
    assert "may not serve in" not in pinochle("rules").out + pinochle("rules", "goulash").out


def test_deal_is_reproducible_and_grows(pinochle: Pinochle) -> None:
    deal = ["deal", "--playoff", "12", "--seed", "7"]
    three = pinochle(*deal, "--count", "3").out.splitlines()
    assert three == pinochle(*deal, "--count", "5").out.splitlines()[:3]
    assert three[0] == (
        "rules=scarne trump=H south=QJ.TT99.ATT.T99 north=ATQJ9.AQ.KQ.AQQ turn=north"
    )
    assert len(set(three)) == 3
    other = pinochle("deal", "--playoff", "2", "--rules", "hayes", "--card-count", "old").out
    assert other.startswith("rules=hayes count=old ")
    assert len(PlayoffPosition.parse(other).south) == 2


def test_help_and_version_exit_with_0(pinochle: Pinochle) -> None:
    for arguments in ([], ["--help"], ["-h"], ["--version"], ["solve", "-h"], ["deal", "--help"]):
        result = pinochle(*arguments)
        assert (result.status, result.err) == (0, "")
        assert result.out


@pytest.mark.parametrize(
    ("arguments", "buffered"),
    [
        (["solve", "--json", "-"], True),
        (["solve", "--json", "-"], False),
        (["solve", "-"], False),
        (["show", "-"], True),
    ],
)
def test_a_pipe_closed_early_ends_quietly_with_141(arguments: list[str], buffered: bool) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    if not buffered:
        environment["PYTHONUNBUFFERED"] = "1"
    assert_a_closed_pipe_ends_it_quietly(arguments, EXAMPLE, 501, environment)


@pytest.mark.parametrize("command", ["solve", "verify"])
def test_progress_needs_no_standard_error(command: str, tmp_path: Path) -> None:
    three = tmp_path / "three.pn"
    three.write_text("\n".join(map(str, random_playoffs(2, 3, 1, RULEBOOKS["scarne"]))))
    words = [*COMMAND, command, "--json", "-f", str(three)]
    run = subprocess.run(["sh", "-c", f"{shlex.join(words)} 2>&-"], stdout=subprocess.PIPE)
    assert run.returncode == 0
    assert len(run.stdout.splitlines()) == 3


def test_an_interrupt_leaves_whole_lines_and_130(tmp_path: Path) -> None:
    deals, found = tmp_path / "deals.pn", tmp_path / "found.jsonl"
    with deals.open("wb") as file:
        subprocess.run([*COMMAND, "deal", "--playoff", "12", "--count", "5000"], stdout=file)
    with (
        found.open("wb") as file,
        subprocess.Popen(
            [*COMMAND, "solve", "--json", "-f", str(deals)], stdout=file, stderr=subprocess.PIPE
        ) as process,
    ):
        while found.stat().st_size == 0:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == b""
    lines = found.read_bytes().splitlines(keepends=True)
    assert 0 < len(lines) < 5000
    assert all(line.endswith(b"\n") and "moves" in json.loads(line) for line in lines)


def test_an_internal_error_is_told_as_one(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("pinochle_solver.cli.commands.solve.solve_chunks", fail)
    result = pinochle("solve", EXAMPLE)
    assert result.status == 70
    assert "out of order" in result.err
    assert result.err.splitlines()[-1].startswith("pinochle: internal error")


def test_an_error_of_the_system_is_not_put_down_to_the_output(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("pinochle_solver.cli.commands.solve.solve_chunks", fail)
    result = pinochle("solve", EXAMPLE)
    assert result.status == 70
    assert "Cannot allocate memory" in result.err
    assert "standard output" not in result.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no such device")
@pytest.mark.parametrize(
    "arguments", [["rules", "--json"], ["rules"], ["deal", "--count", "500"], ["-h"]]
)
def test_output_that_cannot_be_written_is_told_as_such(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE)
    assert run.returncode == 2
    assert run.stderr == b"standard output: no space left on device\n"


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["solv"], "Did you mean solve?"),
        (["analyse", "x"], "Did you mean analyze?"),
        (["SOLVE"], "Did you mean solve?"),
        (["solve", "--chek"], "--check"),
        (["melds", "--trmp", "S", "A..."], "--trump"),
        (["deal", "--json"], "--json: deals are records; pinochle replay --json reads them"),
        (
            ["deal", "--playoff", "2", "--json"],
            "--json: deals are positions; pinochle show --json reads them",
        ),
    ],
)
def test_what_was_meant_is_suggested(pinochle: Pinochle, arguments: list[str], meant: str) -> None:
    result = pinochle(*arguments)
    assert (result.status, result.out) == (2, "")
    assert meant in result.err
    assert len(result.err.splitlines()) == 1


def test_what_is_like_nothing_gets_no_suggestion(pinochle: Pinochle) -> None:
    result = pinochle("xyzzy")
    assert (result.status, result.err) == (2, "pinochle: No such command 'xyzzy'.\n")
    assert "--json" not in pinochle("deal", "-h").out


EVIL = "a\x1b[31m\x9b\u202eb"
SHOWN = r"a\x1b[31m\x9b\u202eb"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["solve", "-f", EVIL], f"{SHOWN}: no such file or directory"),
        (["solve", EVIL], SHOWN),
        (["solve", f"rules={EVIL}"], SHOWN),
        (["show", EXAMPLE, f"id={EVIL}"], SHOWN),
        (["analyze", "-f", EVIL], SHOWN),
        (["replay", EVIL], SHOWN),
        (["replay", EVIL, "--at", EVIL], SHOWN),
        (["score", EVIL], SHOWN),
        (["score", EVIL, "--call-out", EVIL], SHOWN),
        (["melds", EVIL, "--trump", "S"], SHOWN),
        (["melds", "A...", "--trump", EVIL], SHOWN),
        (["melds", "A...", "--trump", "S", "--turns", "1", "--graph", EVIL], SHOWN),
        (["melds", "A...", "--trump", "S", "--turns", "1", "--graph", f"{EVIL}/x.dot"], SHOWN),
        (["bench", "--compare", EVIL], SHOWN),
        (["rules", EVIL], SHOWN),
        (["match", EVIL, "greedy"], SHOWN),
        (["match", "greedy", "greedy", "--resume", f"{EVIL}/x"], SHOWN),
        (["play", "--record", f"{EVIL}/x"], SHOWN),
        (["play", "--engine", EVIL], SHOWN),
        (["play", f"--{EVIL}"], SHOWN),
        ([EVIL], SHOWN),
        (["solve", "-f", "a\nb"], r"a\nb: no such file or directory"),
    ],
)
def test_arguments_are_echoed_without_control_characters(
    pinochle: Pinochle, arguments: list[str], told: str
) -> None:
    result = pinochle(*arguments)
    assert result.status == 2
    assert told in result.err
    assert len(result.err.splitlines()) == 1
    assert (result.err + result.out).replace("\n", "").isprintable()


def record_under_way() -> str:
    """The record of a hand as far as its sixth trick."""
    (deal,) = random_deals(1, 3, RULEBOOKS["scarne"])
    referee = Referee.of_deal(deal)
    while referee.completed_tricks < 6:
        referee.push(referee.moves()[-1])
    return f'[Event "a game"]\n{record_of(deal, tuple(referee.history)).text()}'


@pytest.mark.parametrize("command", ["solve", "show", "analyze", "melds", "replay", "score"])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_files_are_echoed_without_control_characters(
    pinochle: Pinochle, tmp_path: Path, command: str, options: list[str]
) -> None:
    file = tmp_path / f"{EVIL}\n"
    if command in ("replay", "score"):
        original = record_under_way()
        texts = [
            original[:place] + EVIL + original[place:]
            for place in range(0, len(original), 7)
            if not original[place:].startswith("\n")
        ]
        file.write_text("\n\n".join([original, *texts]))
        arguments = [str(file)]
    else:
        tokens = [*EXAMPLE.split(), "upcard=9S", "stock=3"]
        lines = [*(f"{token}{EVIL}" for token in tokens), f"{EXAMPLE} id={EVIL}", EXAMPLE + EVIL]
        lines.append(json.dumps({"position": EXAMPLE, EVIL: EVIL, "id": EVIL}))
        file.write_text("\n".join(lines))
        arguments = ["-f", str(file)]
    result = pinochle(command, *options, *arguments)
    assert SHOWN in result.err
    assert (result.err + result.out).replace("\n", "").isprintable()


def test_what_is_typed_is_echoed_without_control_characters() -> None:
    run = subprocess.run(
        [*forked_command(), "play", "--seed", "1", "--worlds", "1"],
        input=f"{EVIL}\nQS{EVIL}\n?{EVIL}\nquit\n".encode(),
        capture_output=True,
        check=True,
    )
    shown = run.stdout.decode()
    assert SHOWN in shown
    assert shown.replace("\n", "").isprintable()


def test_json_holds_what_it_holds_without_acting_on_a_terminal(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    value = {"a": "\x1b\x7f\x9b\u202e\u2028 \U000e0001", "b": "♠é"}
    write_json_line(value)
    line = capfdbinary.readouterr().out.decode()
    assert json.loads(line) == value
    assert line.rstrip("\n").isprintable()
    assert "♠é" in line


def test_solving_from_the_shell_imports_no_heavy_module() -> None:
    script = (
        "import sys; from pinochle_solver import cli;"
        f"status = cli.run(['solve', '--json', {EXAMPLE!r}]);"
        "print([name for name in ('numpy', 'rich', 'hypothesis') if name in sys.modules]);"
        "sys.exit(status)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[1] == "[]"


def test_progress_and_colour_need_a_terminal(tmp_path: Path) -> None:
    deals = tmp_path / "deals.pn"
    deals.write_text("\n".join(map(str, random_playoffs(12, 600, 1, RULEBOOKS["scarne"]))))
    terminal, child_end = pty.openpty()
    run = subprocess.run(
        [*forked_command(), "solve", "--json", "-f", str(deals)],
        stdout=subprocess.PIPE,
        stderr=child_end,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(child_end)
    assert len(run.stdout.splitlines()) == 600
    shown = read_all(terminal)
    assert b"600/600" in shown
    assert b"/s" in shown


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_cards_are_coloured_on_a_terminal_unless_no_color(no_color: str, coloured: bool) -> None:
    terminal, child_end = pty.openpty()
    environment = {name: text for name, text in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color"} | ({"NO_COLOR": no_color} if no_color else {})
    command = [*forked_command(), "solve", EXAMPLE]
    subprocess.run(command, stdout=child_end, env=environment, check=True)
    os.close(child_end)
    assert (b"\x1b[31m" in read_all(terminal)) is coloured


def test_json_and_python_agree(pinochle: Pinochle) -> None:
    found = json.loads(pinochle("solve", "--json", EXAMPLE).out)
    solution = as_json(solve(PlayoffPosition.parse(EXAMPLE)))
    del found["seconds"], solution["seconds"]
    assert found == solution

"""`pinochle score` as a command."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from helpers.forked import forked_command
from helpers.games import record
from pinochle_solver import GameError, Pays, Points, Seat, replay_record, score_game
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.rules.rules import Doubles

NO_RECORD = "no record in it; pinochle help records shows how one is written"

SOUTH, NORTH = Seat


def game_of(rules: str, number: int = 4) -> list[HandRecord]:
    return [record(rules, seed, Seat(seed % 2)) for seed in range(number)]


def text_of(hands: list[HandRecord]) -> str:
    return "\n".join(hand.text() for hand in hands)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A scarne game of four hands, not over: 584 to 926."""
    file = tmp_path / "game.pnr"
    file.write_text(text_of(game_of("scarne")))
    return file


def test_a_score_sheet(pinochle: Pinochle, file: Path) -> None:
    result = pinochle("score", "--ascii", str(file))
    assert (result.status, result.err) == (0, "")
    assert result.out.isascii()
    head, *rows, verdict = result.out.splitlines()
    assert head == "scarne, old count, to 1000"
    assert [row.split() for row in rows if row.strip()[:1].isdigit()] == [
        ["1", "south", "10", "72", "82", "120", "178", "298", "82", "298"],
        ["2", "north", "60", "112", "172", "20", "138", "158", "254", "456"],
        ["3", "south", "20", "127", "147", "60", "123", "183", "401", "639"],
        ["4", "north", "80", "103", "183", "140", "147", "287", "584", "926"],
    ]
    assert verdict == "not over: south 584, north 926; the target is 1000"
    won = pinochle("score", "--target", "900", str(file)).out.splitlines()
    assert won[0] == "scarne · old count · to 900"
    assert won[-1] == "north wins: south 584, north 926; the target of 900 is reached"


def test_json_is_one_object(pinochle: Pinochle, file: Path) -> None:
    result = pinochle("score", "--json", "--target", "900", str(file))
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert len(result.out.splitlines()) == 1
    first = found["hands"].pop(0)
    assert first == {
        "hand": 1,
        "dealer": "south",
        "outcome": "scored",
        "points": {
            "south": {"melds": 10, "tricks": 72, "total": 82},
            "north": {"melds": 120, "tricks": 178, "total": 298},
        },
        "score": {"south": 82, "north": 298},
        "target": 900,
        "notes": [],
        "faults": [],
        "findings": [],
    }
    del found["hands"]
    assert found == {
        "rules": "scarne",
        "count": "old",
        "chips": False,
        "single_hand": False,
        "begins_at": {"south": 0, "north": 0},
        "score": {"south": 584, "north": 926},
        "target": 900,
        "target_reached": True,
        "target_raised": False,
        "winner": "north",
        "ending": "target reached",
        "verdict": "north wins: south 584, north 926; the target of 900 is reached",
    }


def test_files_are_one_game_and_so_is_standard_input(pinochle: Pinochle, tmp_path: Path) -> None:
    hands = game_of("hayes")
    names = []
    for number, hand in enumerate(hands):
        names.append(str(tmp_path / f"{number}.pnr"))
        Path(names[-1]).write_text(hand.text())
    result = pinochle("score", *names)
    assert result.status == 0
    run = subprocess.run(
        [*forked_command(), "score", "-"],
        input=text_of(hands).encode(),
        capture_output=True,
        check=True,
    )
    assert run.stdout.decode() == result.out
    mixed = subprocess.run(
        [*forked_command(), "score", names[0], "-"],
        input=text_of(hands[1:]).encode(),
        capture_output=True,
        check=True,
    )
    assert mixed.stdout == run.stdout


def test_modes_are_options(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(text_of(game_of("macdougall")))
    chips = pinochle("score", "--chips", "--json", str(file))
    assert (chips.status, chips.err) == (0, "")
    for hand in json.loads(chips.out)["hands"]:
        assert all(points["tricks"] % 10 == 0 for points in hand["points"].values())
    assert "old count · chips · to 1000" in pinochle("score", "--chips", str(file)).out
    alone = pinochle("score", "--single-hand", str(file))
    assert alone.out.splitlines()[0] == "macdougall · old count · single-hand games"
    assert alone.out.splitlines()[-1].startswith("games won: south ")


def test_call_outs(pinochle: Pinochle, file: Path) -> None:
    wrong = pinochle("score", str(file), "--call-out", "2.17:south")
    assert wrong.out.splitlines()[-1].startswith("north wins: ")
    assert "south calls out after trick 17 with " in wrong.out
    # Hands that follow are told: the game was over.
    assert wrong.status == 1
    right = pinochle("score", str(file), "--call-out", "4.24:NORTH", "--target", "926", "--json")
    assert (right.status, right.err) == (0, "")
    assert json.loads(right.out)["ending"] == "right call-out"
    both = pinochle(
        "score", str(file), "--call-out", "4.24:north", "--call-out", "4.24:south", "--target=926"
    )
    assert both.status == 1
    assert both.err == f"{file}:{line_of(file, 4)}: hand 4: call-out 4.24:south: " + (
        "the game was over before it\n"
    )


def test_the_variant_of_the_call_out(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(text_of([record("macdougall", 1, score=Points(999, 999))]))
    call = ["--call-out", "1.24:north"]
    scored = pinochle("score", str(file), *call)
    assert "no caller has won a trick that he led" in scored.out
    assert scored.out.splitlines()[-1].startswith("south wins: south 1155, north 1153; the target")
    at_once = pinochle("score", str(file), *call, "--call-out-at-once")
    assert at_once.out.splitlines()[-1] == (
        "north wins: south 1155, north 1153; he called out rightly"
    )
    rows = [row.split() for row in at_once.out.splitlines()]
    assert ["before", "999", "999"] in rows  # where the game begins


def test_the_loser_pays_the_difference(pinochle: Pinochle, file: Path, tmp_path: Path) -> None:
    result = pinochle("score", "--pays", "difference", "--target", "900", str(file))
    assert (result.status, result.err) == (0, "")
    head, *_, verdict, paid = result.out.splitlines()
    assert head == "scarne · old count · to 900 · the loser pays the difference"
    assert verdict == "north wins: south 584, north 926; the target of 900 is reached"
    assert paid == "south pays north 342, the difference of the scores"
    found = json.loads(
        pinochle("score", "--pays=difference", "--target=900", "--json", str(file)).out
    )
    assert (found["pays"], found["payment"]) == (
        "difference",
        {"from": "south", "to": "north", "points": 342},
    )
    # Nothing is paid before the game is over.
    open_game = pinochle("score", "--pays", "Difference", str(file))
    assert "pays north" not in open_game.out
    found = json.loads(pinochle("score", "--pays", "difference", "--json", str(file)).out)
    assert (found["pays"], found["payment"]) == ("difference", None)
    # The first record decides.
    first, *others = game_of("scarne")
    tagged = tmp_path / "tagged.pnr"
    tagged.write_text(text_of([replace(first, pays=Pays.DIFFERENCE), *others]))
    assert '[Pays "difference"]' in tagged.read_text()
    assert pinochle("score", "--target", "900", str(tagged)).out == result.out
    tagged.write_text(text_of([first, replace(others[0], pays=Pays.DIFFERENCE)]))
    late = pinochle("score", str(tagged))
    assert late.status == 1
    assert late.err.endswith("hand 2: Pays: difference, the game has nothing agreed\n")
    tagged.write_text(tagged.read_text().replace("difference", "double"))
    wrong = pinochle("score", str(tagged))
    assert wrong.status == 2
    assert "Pays: unknown payment 'double' (known: difference)" in wrong.err


def test_single_hands_pay_their_differences(pinochle: Pinochle, file: Path) -> None:
    result = pinochle("score", "--single-hand", "--pays", "difference", str(file))
    assert result.status == 0
    assert "hand 1: north wins: south pays 216" in result.out.splitlines()
    assert result.out.splitlines()[-1] == "south pays north 342, all hands together"


def line_of(file: Path, number: int) -> int:
    """The line on which a record of a file begins."""
    lines = file.read_text().splitlines()
    return [i for i, line in enumerate(lines, 1) if line.startswith("[Rules")][number - 1]


def test_what_does_not_fit_is_told_with_its_line(pinochle: Pinochle, tmp_path: Path) -> None:
    first, second, third, fourth = game_of("scarne")
    hands = [
        first,
        replace(second, dealer=SOUTH, score=Points(82, 300)),
        record("hayes", 2, NORTH),
        replace(fourth, dealer=SOUTH, target=1200),
    ]
    file = tmp_path / "game.pnr"
    file.write_text(text_of(hands))
    result = pinochle("score", str(file))
    assert result.status == 1
    second_line, third_line, fourth_line = (line_of(file, number) for number in (2, 3, 4))
    complaints = result.err.splitlines()
    for complaint in (
        f"{file}:{second_line}: hand 2: Dealer: south, it is the other's turn to deal",
        f"{file}:{second_line}: hand 2: Score: 82/300, it is 82/298",
        f"{file}:{third_line}: hand 3: Rules: hayes, the game is scarne",
        f"{file}:{third_line}: hand 3: Count: compromise, the game has old",
        f"{file}:{fourth_line}: hand 4: Target: 1200, the game has 1000",
    ):
        assert complaint in complaints
    assert third.dealer is SOUTH


def test_an_error_in_a_record_is_told_and_the_hand_scored(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    hand = record("macdougall", 1)
    trick = hand.tricks[12]
    wrong = replace(trick, plays=(trick.plays[0], trick.plays[0]))
    broken = replace(hand, tricks=(*hand.tricks[:12], wrong))
    file = tmp_path / "game.pnr"
    file.write_text(text_of([broken]))
    result = pinochle("score", "--json", str(file))
    assert result.status == 1
    assert result.err.startswith(f"{file}:1: hand 1: trick 13: ")
    assert len(result.err.splitlines()) == 1
    (found,) = json.loads(result.out)["hands"]
    assert (found["outcome"], len(found["findings"])) == ("not finished", 1)


def test_a_record_that_does_not_read_is_told_and_the_others_scored(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    first, second, third, _ = game_of("scarne")
    file = tmp_path / "game.pnr"
    broken = second.text().replace('[Dealer "north"]\n', "")
    file.write_text("\n".join([first.text(), broken, third.text()]))
    result = pinochle("score", "--json", str(file))
    assert result.status == 2
    assert result.err == f"{file}:{line_of(file, 2)}: Dealer: missing\n"
    found = json.loads(result.out)
    assert [hand["outcome"] for hand in found["hands"]] == ["scored", "does not read", "scored"]
    assert found["score"] == {"south": 82 + 147, "north": 298 + 183}
    shown = pinochle("score", "--ascii", str(file)).out
    assert "2      -" in shown
    assert "does not read" in shown


def test_a_dead_hand_and_one_not_finished(pinochle: Pinochle, tmp_path: Path) -> None:
    first, second, _, _ = game_of("scarne")
    assert second.south is not None
    dead = replace(second, south=second.south.without(next(iter(second.south))))
    cut = replace(second, tricks=second.tricks[:5])
    file = tmp_path / "game.pnr"
    file.write_text(text_of([first, dead, cut]))
    result = pinochle("score", str(file))
    assert result.status == 1
    (complaint,) = result.err.splitlines()
    assert complaint.startswith(f"{file}:{line_of(file, 2)}: hand 2: deal: dead hand: south: 11")
    assert "dead hand (deal)" in result.out
    assert "not finished" in result.out
    assert result.out.splitlines()[-1] == "not over: south 82, north 298; the target is 1000"
    file.write_text(text_of([first, cut]))
    assert pinochle("score", str(file)).status == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "pinochle score: Missing argument 'FILE...'"),
        (["--taget", "1000"], "pinochle score: No such option '--taget'"),
        (["GAME", "--target", "0"], "pinochle score: Invalid value for '--target'"),
        (["GAME", "--target", "1e3"], "pinochle score: Invalid value for '--target'"),
        (["GAME", "--target", "1000000"], "pinochle score: Invalid value for '--target'"),
        (["GAME", "--chips"], "pinochle score: --chips: scarne has none"),
        (
            ["GAME", "--call-out", "3:south"],
            "pinochle score: Invalid value for '--call-out': '3:south' is not HAND.TRICK:SEAT",
        ),
        (
            ["GAME", "--call-out", "3.4:east"],
            "pinochle score: Invalid value for '--call-out': unknown seat 'east'",
        ),
        (
            ["GAME", "--call-out", "5.1:south"],
            "pinochle score: --call-out: 5.1:south: there are 4 hands",
        ),
        (
            ["GAME", "--call-out", "3.25:south"],
            "pinochle score: --call-out: 3.25:south: the hand ends after trick 24",
        ),
        (
            ["GAME", "--call-out-at-once"],
            "pinochle score: --call-out-at-once: in scarne a call-out needs no trick",
        ),
        (
            ["GAME", "--single-hand", "--target", "900"],
            "pinochle score: --target: a single-hand game has no target to reach",
        ),
        (
            ["GAME", "--single-hand", "--call-out", "1.1:north"],
            "pinochle score: --call-out: a single-hand game has no target to reach",
        ),
        (["GAME", "--pays", "double"], "pinochle score: Invalid value for '--pays'"),
        (["missing.pnr"], "missing.pnr: no such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    pinochle: Pinochle, file: Path, arguments: list[str], complaint: str
) -> None:
    arguments = [str(file) if word == "GAME" else word for word in arguments]
    result = pinochle("score", *arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(complaint)
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(("option", "value"), [("--call-out", "1.5:south"), ("--chips", None)])
def test_hayes_has_no_such_mode(
    pinochle: Pinochle, tmp_path: Path, option: str, value: str | None
) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(record("hayes").text())
    result = pinochle("score", str(file), option, *([value] if value else []))
    assert (result.status, result.out) == (2, "")
    assert result.err == f"pinochle score: {option}: hayes has none\n"


def test_files_that_hold_no_record(pinochle: Pinochle, tmp_path: Path) -> None:
    empty, comment = tmp_path / "empty.pnr", tmp_path / "comment.pnr"
    folder = tmp_path / "folder"
    empty.touch()
    folder.mkdir()
    comment.write_text("; nothing\n\n")
    for bad, fact in (
        (empty, NO_RECORD),
        (comment, NO_RECORD),
        (folder, "no file named *.pnr in it"),
    ):
        result = pinochle("score", str(bad))
        assert (result.status, result.out, result.err) == (2, "", f"{bad}: {fact}\n")
    nonsense = tmp_path / "nonsense.pnr"
    for content, fact in (
        (
            b"\xff nonsense\n",
            ":1: record: tricks without tags before them; a record begins with tags, such as "
            '[Dealer "south"]',
        ),
        # This begins as UTF-16 does, and has half a character at its end.
        (b"\xff\xfe\x00 nonsense\n", ": line 1: not UTF-16 text"),
    ):
        nonsense.write_bytes(content)
        result = pinochle("score", str(nonsense))
        assert (result.status, result.out, result.err) == (2, "", f"{nonsense}{fact}\n")
    run = subprocess.run([*forked_command(), "score", "-"], input=b"", capture_output=True)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode() == f"<stdin>: {NO_RECORD}\n"


def test_a_file_that_cannot_be_read_is_a_hand_that_is_missing(
    pinochle: Pinochle, file: Path, tmp_path: Path
) -> None:
    missing, empty = tmp_path / "missing.pnr", tmp_path / "empty.pnr"
    empty.touch()
    alone = pinochle("score", str(file)).out.splitlines()
    result = pinochle("score", str(file), str(missing), str(empty))
    assert (result.status, result.err) == (
        2,
        f"{missing}: no such file or directory\n{empty}: {NO_RECORD}\n",
    )
    told = result.out.splitlines()
    rows = [row.split() for row in told if row.strip()[:1].isdigit()]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert rows[3][-2:] == rows[5][-2:] == ["584", "926"]
    assert told[-3:] == ["hand 5: does not read", "hand 6: does not read", alone[-1]]


def test_a_lead_that_cannot_be(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "glup.pnr"
    file.write_text(text_of(game_of("glup", 1)))
    result = pinochle("score", "--ahead", "1000000", str(file))
    assert (result.status, result.out) == (2, "")
    assert "'--ahead': '1000000', expected a whole number, from 1 to 999999" in result.err
    with pytest.raises(GameError, match=r"^ahead: 0 is not within 1 to 999999$"):
        score_game([replay_record(hand) for hand in game_of("glup", 1)], ahead=0)


def test_hands_with_doubles_and_without_are_no_game(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "mixed.pnr"
    first, second = game_of("macdougall", 2)
    file.write_text(text_of([first, replace(second, doubles=Doubles.EVERY)]))
    result = pinochle("score", str(file))
    assert result.status == 1
    assert "Doubles: every, the game has none" in result.err

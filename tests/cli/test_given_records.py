"""Commands that take records go on past what cannot be read, and name it at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from helpers.games import record
from helpers.table_records import AUCTION

OPENINGS = ("openings", "AAT9.KQ.-.QQJJ99", "--upcard", "9S", "--worlds", "0")
NO_RECORD = "no record in it; pinochle help records shows how one is written"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good hands, and three files that cannot be read."""
    folder = tmp_path / "hands"
    (folder / "old").mkdir(parents=True)
    good = record(seed=1, moves=2).text()
    for name, text in {
        "a.pnr": good.replace('"scarne"', '"scarn"') + "\n" + good,
        "b.pnr": "",
        "c.pnr": "hello\n",
        "old/d.pnr": record(seed=2, moves=2).text(),
    }.items():
        (folder / name).write_text(text)
    return folder


def faults(folder: Path, missing: Path) -> list[str]:
    rulebooks = "unknown rulebook 'scarn', did you mean scarne?"
    return [
        f"{missing}: no such file or directory",
        f"{folder}/a.pnr:1: Rules: {rulebooks}",
        f"{folder}/b.pnr: {NO_RECORD}",
        f"{folder}/c.pnr:1: record: tricks without tags before them; a record begins with tags, "
        'such as [Dealer "south"]',
    ]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("replay",), "\n\n"),
        (("review", "--worlds", "16"), "in all hands"),
        (OPENINGS, "2 files, 0 hands played"),
        (("puzzles", "make", "--worlds", "64"), ""),
    ],
)
def test_bad_files_stop_nothing(
    pinochle: Pinochle, folder: Path, command: tuple[str, ...], told: str
) -> None:
    missing = folder / "none.pnr"
    run = pinochle(*command, str(missing), str(folder))
    assert run.status == 2
    assert told in run.out
    assert run.err.splitlines()[:4] == faults(folder, missing)


@pytest.mark.parametrize(
    ("words", "shown", "said"),
    [
        (("--game",), "hand 2: does not read", "not finished: what it would have scored"),
        (("--totals",), "", "not finished, adds nothing"),
    ],
)
def test_bad_files_stop_no_score(
    pinochle: Pinochle, folder: Path, words: tuple[str, ...], shown: str, said: str
) -> None:
    missing = folder / "none.pnr"
    run = pinochle("score", *words, str(missing), str(folder))
    assert run.status == 2
    assert shown in run.out
    told = run.err.splitlines()
    assert told[-4:] == faults(folder, missing)
    assert told[0].startswith(f"{folder}/a.pnr:10: hand 3: {said}")


def test_a_page_is_made_of_what_could_be_read(
    pinochle: Pinochle, folder: Path, tmp_path: Path
) -> None:
    page, kept = tmp_path / "page.html", tmp_path / "kept.pnr"
    to = ("--html", str(page), "--annotate", str(kept))
    run = pinochle("review", "--worlds", "16", str(folder), *to)
    assert (run.status, page.exists()) == (2, True)
    # What cannot be read stands in it as it was.
    assert kept.read_text().startswith((folder / "a.pnr").read_text().partition("\n\n")[0])
    assert kept.read_text().count("; review: ") == 2


def test_a_target_may_be_no_file_of_the_folder(pinochle: Pinochle, folder: Path) -> None:
    run = pinochle("review", "--worlds", "16", str(folder), "--html", str(folder / "b.pnr"))
    assert (run.status, run.out) == (2, "")
    assert f"{folder}/b.pnr: " in run.err


def test_a_hand_of_three_is_left_out_by_what_is_for_two(pinochle: Pinochle, folder: Path) -> None:
    file = folder / "three.pnr"
    file.write_text(AUCTION)
    run = pinochle("puzzles", "make", "--worlds", "64", str(file))
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"{file}:1: ")
    assert "Type pinochle review --quiz FILE to practise the mistakes of such hands" in run.err
    # Many such hands are named once.
    file.write_text(f"{AUCTION}\n" * 3)
    run = pinochle("puzzles", "make", "--worlds", "64", str(file))
    told = run.err.splitlines()
    assert (run.status, len(told)) == (2, 1)
    assert told[0].startswith(f"{file}: 3 hands: rules: auction is a game for three, and only")


def test_one_hand_of_a_file(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "two.pnr"
    first, second = (record(seed=seed, moves=2).text() for seed in (1, 2))
    file.write_text(f"; an evening\n{first}\n{second}")
    line = len(first.splitlines()) + 3
    alone = tmp_path / "alone.pnr"
    alone.write_text(second)
    wanted = pinochle("replay", str(alone)).out
    # As the ledger prints it, any line of the hand, and the number of the hand.
    for words in ((f"{file}:{line}",), (f"{file}:{line + 1}",), (str(file), "--hand", "2")):
        assert pinochle("replay", *words).out == wanted
    assert pinochle("replay", f"{file}:1").out == pinochle("replay", str(file), "--hand", "1").out
    asked = ("review", "--worlds", "16", "--json")
    review = pinochle(*asked, f"{file}:{line}").out
    assert review == pinochle(*asked, str(file), "--hand", "2").out
    assert review.count("\n") == 1
    assert pinochle("show", f"{file}:{line}").out == pinochle("show", str(alone)).out
    # A file of that name is read itself.
    (tmp_path / f"two.pnr:{line}").write_text(first)
    assert pinochle("replay", f"{file}:{line}").out != wanted


def test_a_hand_that_is_not_there(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "one.pnr"
    file.write_text(record(seed=1, moves=2).text())
    run = pinochle("replay", f"{file}:99")
    assert (run.status, run.out) == (2, "")
    assert run.err == f"{file}:99: no hand at this line; hands begin at lines 1\n"
    run = pinochle("review", "--hand", "2", str(file))
    assert (run.status, run.out) == (2, "")
    assert run.err == f"pinochle review: --hand: 2, but {file} has 1 hand\n"
    run = pinochle("show", f"{file}:1", "--hand", "1")
    assert run.err == "pinochle show: --hand: not with FILE:LINE, which names a hand\n"
    # To annotate one hand of a file in place would lose the others.
    run = pinochle("review", f"{file}:1", "--worlds", "16", "--annotate", str(file))
    assert (run.status, run.out) == (2, "")
    assert "it is read from; name another file to write to" in run.err


def test_a_fault_in_the_tags_is_named_by_its_line(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "bad.pnr"
    lines = AUCTION.splitlines()
    for text, said in (
        ('[South "AAKQ', """tag: '[South "AAKQ' is not [Name "value"]"""),
        (lines[0], "Rules: given twice"),
        ('[Pays "much"]', "Pays: unknown payment 'much'"),
    ):
        file.write_text("; an evening\n\n" + "\n".join([*lines[:5], text, *lines[5:]]))
        for command in ("replay", "show", "score"):
            run = pinochle(command, str(file))
            assert run.status == 2
            assert run.err.splitlines()[-1].startswith(f"{file}:8: {said}")

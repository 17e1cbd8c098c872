"""What is said to be kept survives a power cut: it is on the disk before anything is said.

The disk here takes a file's content, and a folder's names, only when they are synced; what it holds
at any moment is what a power cut would leave.
"""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.commandline import COMMAND, Pinochle, bare_environment, piped
from helpers.soak import some
from pinochle_solver.bulk.manifest import MANIFEST
from pinochle_solver.cli.output import kept_records
from pinochle_solver.cli.whole_files import replace_file
from pinochle_solver.matches.contests import Pair
from pinochle_solver.matches.file import MatchFile
from pinochle_solver.matches.results import AnyPair
from pinochle_solver.matches.sequencer import PairSequencer
from pinochle_solver.notation.record_reading import parse_record

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be synced there")
CHEAP = ("match", "greedy", "random", "--worlds", "1", "--pairs", "2")
SEEN = """\
[View "south"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]

1. AD 9S {dix +9C} 2. QC AD {dix +JS}
"""
TAIL = (1, 4096, 70_000)


class Disk:
    """What a power cut would leave.

    Attributes:
        synced: each sync, as ``file`` or ``folder``, in order.
        fails: whether the disk takes nothing any more.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.synced: list[str] = []
        self.fails = False
        self._contents: dict[int, bytes] = {}
        self._names: dict[int, dict[str, int]] = {}
        monkeypatch.setattr(os, "fsync", self._sync)

    def _sync(self, number: int) -> None:
        if self.fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        found = os.fstat(number)
        if stat.S_ISDIR(found.st_mode):
            self.synced.append("folder")
            folder = Path(f"/proc/self/fd/{number}")
            self._names[found.st_ino] = {
                each.name: each.stat().st_ino for each in folder.iterdir() if each.is_file()
            }
        else:
            self.synced.append("file")
            self._contents[found.st_ino] = Path(f"/proc/self/fd/{number}").read_bytes()

    def holds(self, path: Path) -> bytes | None:
        """The content of a file after a power cut; None if there would be no such file."""
        number = self._names.get(path.parent.stat().st_ino, {}).get(path.name)
        return None if number is None else self._contents.get(number, b"")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    if sys.platform != "linux":
        pytest.skip("looks into /proc")
    return Disk(monkeypatch)


def test_a_replaced_file_is_on_the_disk_with_its_name(disk: Disk, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    for text in ("one", "another"):
        replace_file(file, text)
        assert disk.holds(file) == text.encode()
    assert disk.synced == ["file", "folder"] * 2


def test_what_the_disk_does_not_take_leaves_the_old_file(disk: Disk, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    replace_file(file, "old")
    disk.fails = True
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        replace_file(file, "new")
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


def test_a_record_is_on_the_disk_before_it_is_said_to_be_kept(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(SEEN)
    told: list[str] = []

    def tell(text: str) -> None:
        if "the record is in" in text:
            held = disk.holds(file)
            assert held is not None
            assert b"3. 9H JH" in held
            told.append(text)

    monkeypatch.setattr(kept_records, "tell", tell)
    assert piped(["new", str(file), "--no-advice"], "9H\nJH\nq\n").status == 0
    assert told == [f"the record is in {file}"]
    assert disk.holds(file) == file.read_bytes()


def test_after_each_answer_the_record_is_on_the_disk(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(SEEN)
    saved: list[bool] = []
    save: Callable[..., None] = kept_records.RecordKeeper.save

    def checked(keeper: kept_records.RecordKeeper[Any], hands: kept_records.KeptRecords) -> None:
        save(keeper, hands)
        saved.append(disk.holds(file) == file.read_bytes())

    monkeypatch.setattr(kept_records.RecordKeeper, "save", checked)
    piped(["new", str(file), "--no-advice"], "9H\nJH\nq\n")
    assert saved == [True, True]


def test_a_record_that_does_not_reach_the_disk_is_shown_and_not_said_to_be_kept(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(SEEN)
    save: Callable[..., None] = kept_records.RecordKeeper.save

    def failing(keeper: kept_records.RecordKeeper[Any], hands: kept_records.KeptRecords) -> None:
        disk.fails = True
        save(keeper, hands)

    monkeypatch.setattr(kept_records.RecordKeeper, "save", failing)
    ended = piped(["new", str(file), "--no-advice"], "9H\nq\n")
    assert ended.status == 2
    assert f"{file}: input/output error" in ended.err
    assert "the record is in" not in ended.err
    assert "3. 9H" in ended.out
    assert "3. 9H" not in file.read_text()


def test_results_and_records_of_a_match_are_on_the_disk_before_they_count(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pinochle: Pinochle
) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "hands.pnr"
    add = PairSequencer.add
    lines: list[int] = []

    def counted(sequencer: PairSequencer, pair: Pair) -> list[Pair]:
        held = disk.holds(results)
        assert held is not None
        assert held == results.read_bytes()
        lines.append(held.count(b"\n"))
        return add(sequencer, pair)

    monkeypatch.setattr(PairSequencer, "add", counted)
    ended = pinochle(*CHEAP, "--resume", str(results), "--record", str(records))
    assert ended.status == 0
    assert lines == [2, 3]  # the settings, and the pairs up to this one
    assert disk.holds(records) == records.read_bytes()
    assert disk.holds(records)


def test_a_match_whose_disk_fails_says_so(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pinochle: Pinochle
) -> None:
    results = tmp_path / "results.jsonl"
    add: Callable[..., None] = MatchFile.add

    def failing(file: MatchFile, pair: AnyPair) -> None:
        disk.fails = True
        add(file, pair)

    monkeypatch.setattr(MatchFile, "add", failing)
    ended = pinochle(*CHEAP, "--resume", str(results))
    assert (ended.status, ended.err) == (2, f"{results}: input/output error\n")


@POSIX
@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_where_nothing_can_be_synced_files_are_written_all_the_same(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    replace_file(tmp_path / "file", "text")
    assert (tmp_path / "file").read_text() == "text"


@POSIX
@pytest.mark.parametrize(
    ("number", "synced"),
    [
        (0, ["full", "full"]),
        (errno.ENOTSUP, ["full", "plain", "full", "plain"]),
        (errno.ENOTTY, ["full", "plain", "full", "plain"]),
        (errno.EIO, ["full"]),
    ],
)
def test_where_a_disk_can_be_made_to_keep_all_it_is(
    number: int, synced: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    asked: list[str] = []

    def full(_: int, command: int) -> int:
        assert command == 51
        asked.append("full")
        if number:
            raise OSError(number, os.strerror(number))
        return 0

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)  # as on macOS
    monkeypatch.setattr(fcntl, "fcntl", full)
    monkeypatch.setattr(os, "fsync", lambda _: asked.append("plain"))
    if number == errno.EIO:
        with pytest.raises(OSError, match=os.strerror(number)):
            replace_file(tmp_path / "file", "text")
    else:
        replace_file(tmp_path / "file", "text")
    assert asked == synced


# After a power cut


@pytest.mark.parametrize("zeros", TAIL)
@pytest.mark.parametrize("torn", some([0, 1, 40], 2))
def test_the_end_of_results_is_cut_off_and_told(
    pinochle: Pinochle, tmp_path: Path, zeros: int, torn: int
) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "hands.pnr"
    run = (*CHEAP, "--resume", str(results), "--record", str(records), "--json")
    assert pinochle(*run).status == 0
    whole, hands = results.read_bytes(), records.read_bytes()
    *lines, last = whole.splitlines(keepends=True)
    kept = last[: len(last) - torn] if torn else last
    results.write_bytes(b"".join(lines) + kept + b"\0" * zeros)
    # A pair's hands are written once its result is on the disk.
    first = hands[: hands.index(b"; pair 2")] if torn else hands
    records.write_bytes(first[: len(first) - torn] + b"\0" * zeros)
    ended = pinochle(*run)
    assert ended.status == 0
    cut = zeros + (len(kept) if torn else 0)
    sizes = [f"{size:,} byte{'s' * (size != 1)}" for size in (cut, zeros)]
    assert ended.err.splitlines() == [
        f"{results}: cut off its torn end, {sizes[0]}, and goes on from there",
        f"{records}: cut off its torn end, {sizes[1]}, and goes on from there",
    ]
    assert results.read_bytes().count(b"\n") == whole.count(b"\n")
    assert b"\0" not in results.read_bytes()
    assert records.read_bytes() == hands


def test_results_of_zeros_alone_are_begun_anew(pinochle: Pinochle, tmp_path: Path) -> None:
    results, records = tmp_path / "results.jsonl", tmp_path / "hands.pnr"
    results.write_bytes(b"\0" * 4096)
    records.write_bytes(b"\0" * 4096)
    ended = pinochle(*CHEAP, "--resume", str(results), "--record", str(records))
    assert ended.status == 0
    assert len(ended.err.splitlines()) == 2
    assert results.read_bytes().count(b"\n") == 3
    assert records.read_bytes().startswith(b"; pair 1")


@pytest.mark.parametrize("zeros", TAIL)
def test_zeros_behind_a_record_are_told_and_passed_over(
    pinochle: Pinochle, tmp_path: Path, zeros: int
) -> None:
    file, plain = tmp_path / "hand.pnr", tmp_path / "plain.pnr"
    plain.write_text(SEEN)
    file.write_bytes(SEEN.encode() + b"\0" * zeros)
    for command in (["replay", "--json"], ["show", "--json"], ["score", "--json"]):
        expected, ended = pinochle(*command, str(plain)), pinochle(*command, str(file))
        assert (ended.status, ended.out) == (expected.status, expected.out)
        told = f"{file}: passed over {zeros:,} zero byte{'s' * (zeros != 1)} at its end"
        assert [line for line in ended.err.splitlines() if line.startswith(told)] != []
    kept = piped(["new", str(file), "--no-advice"], "9H\nq\n")
    told = f"{file}: left out its torn end, {zeros:,} zero byte{'s' * (zeros != 1)}"
    assert kept.err.splitlines()[0] == told
    assert kept.status == 0
    assert "3. 9H" in file.read_text()
    assert "\0" not in file.read_text()


@pytest.mark.parametrize(
    ("torn", "what"), [(" 3. 9H J", "'J'"), (" 3. 9H JH {marriage:KH", "'{marriage:KH'")]
)
def test_a_torn_last_word_is_left_out_and_asked_for_again(
    tmp_path: Path, torn: str, what: str
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(SEEN.rstrip() + torn)
    ended = piped(["new", str(file), "--no-advice"], "JH\nq\n" if "JH" not in torn else "q\n")
    assert ended.err.splitlines()[0] == f"{file}: left out its torn end, {what}"
    assert ended.status == 0
    assert file.read_text().count("3. 9H JH") == 1
    assert file.read_text().count("[View") == 1
    assert "marriage" not in file.read_text()


@pytest.mark.parametrize(
    ("torn", "zeros", "what"),
    [
        (" 3. 9H JH {dix +9", 1, "'{dix +9' and 1 zero byte"),
        (" 3. 9H JH {", 0, "'{'"),
        (" 3. 9H JH {dix\n+9", 0, r"'{dix\n+9'"),
        (" 3. 9H JH 4", 3, "'4' and 3 zero bytes"),
        (" 3. 9H JH 4.", 3, "3 zero bytes"),
        (" ; a {note\n3. 9H j", 0, "'j'"),
    ],
)
def test_all_that_is_cut_is_named(tmp_path: Path, torn: str, zeros: int, what: str) -> None:
    file = tmp_path / "hand.pnr"
    file.write_bytes((SEEN.rstrip() + torn).encode() + b"\0" * zeros)
    ended = piped(["new", str(file), "--no-advice"], "JH\nq\n" if "JH" not in torn else "q\n")
    assert ended.err.splitlines() == [
        f"{file}: left out its torn end, {what}",
        f"the record is in {file}",
    ]
    _, _, moves = file.read_text().partition("2. QC AD {dix +JS}")
    assert moves.partition(";")[0].strip() == "3. 9H JH"
    assert ("; a {note" in file.read_text()) == (";" in torn)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("zeros", [1, 2, 511])
def test_zero_bytes_behind_utf_16_are_counted(tmp_path: Path, encoding: str, zeros: int) -> None:
    file = tmp_path / "hand.pnr"
    file.write_bytes(f"\ufeff{SEEN.rstrip()} 3. 9H J".encode(encoding) + b"\0" * zeros)
    ended = piped(["new", str(file), "--no-advice"], "JH\nq\n")
    counted = f"{zeros} zero byte{'s' * (zeros != 1)}"
    assert ended.err.splitlines()[0] == f"{file}: left out its torn end, 'J' and {counted}"
    assert file.read_text().count("3. 9H JH") == 1


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        # A slip of the pen in the last hand, with a brace open in a comment before it.
        (
            f"{SEEN}\n; notes: {{draft\n\n{SEEN}\n{SEEN.rstrip()} 3. 9Z",
            "line 17: the last hand cannot be continued: trick 3: unknown suit 'Z'",
        ),
        (
            f"; notes: {{draft\n{SEEN.rstrip()} 3. 9Z",
            "line 2: the last hand cannot be continued: trick 3: unknown suit 'Z'",
        ),
        # Lines that have their end, and zero bytes behind one.
        (f"{SEEN.rstrip()} 3. 9H KX\n", "trick 3: unknown suit 'X'"),
        (f"{SEEN.rstrip()} 3. 9H J\n", "trick 3: 'J' is no card"),
        (f"{SEEN.rstrip()} 3. 9H J\n\0\0", "trick 3: 'J' is no card"),
        (f"{SEEN.rstrip()} 3. 9H JH {{dix\n", "trick 3: the brace is not closed"),
        # What has no end, but is whole.
        (f"{SEEN.rstrip()} 3. 9H KX", "trick 3: unknown suit 'X'"),
        (f"{SEEN.rstrip()} 3. 9H JH {{draws +9C", "trick 3: 'draws' is no meld"),
        (f"{SEEN.rstrip()} 3. 9H J ; K", "trick 3: 'J' is no card"),
        (f"{SEEN.rstrip()} 3. 9H J ; and {{a", "trick 3: 'J' is no card"),
        (f"{SEEN.rstrip()} 3. 9H JH {{dix ; a comment\n+9", "trick 3: '9' is no card"),
        (f"{SEEN.rstrip()} 3. 9H JH {{dix\n\n+9", "trick 3: '9' is no card"),
        (f"{SEEN.replace('9S', '9X').rstrip()} 3. 9H J", "trick 1: unknown suit 'X'"),
        (SEEN.replace("9S", "9X"), "trick 1: unknown suit 'X'"),
        (f'{SEEN}\n[View "sou', "not a record, so nothing is added to it"),
    ],
)
def test_what_a_user_wrote_is_never_left_out(tmp_path: Path, text: str, fact: str) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(text)
    ended = piped(["new", str(file), "--no-advice"], "TS\nquit\n")
    (told,) = ended.err.splitlines()
    assert (ended.status, ended.out) == (2, "")
    assert fact in told
    assert file.read_text() == text


def test_a_torn_hand_that_is_not_played_on_stays(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    torn = f"{SEEN.rstrip()} 3. 9H J"
    file.write_text(torn)
    ended = piped(["play", "--record", str(file), "--seed", "3", "--engine", "greedy"], "q\n")
    assert ended.status == 0
    assert ended.err == f"the record is in {file}\n"
    before, after = file.read_text().split("\n\n[Rules", 1)
    assert before == torn
    assert after.startswith(' "')


def test_an_end_that_others_have_written_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(f"{SEEN.rstrip()} 3. 9H J")
    begin: Callable[..., None] = kept_records.RecordKeeper.begin

    def late(keeper: kept_records.RecordKeeper[Any], hands: kept_records.KeptRecords) -> None:
        file.write_text(f"{SEEN}\n{SEEN.rstrip()} 4. 9H J")
        begin(keeper, hands)

    monkeypatch.setattr(kept_records.RecordKeeper, "begin", late)
    piped(["new", str(file), "--no-advice"], "q\n")
    assert file.read_text().startswith(f"{SEEN}\n{SEEN.rstrip()} 4. 9H J\n\n[")


def test_the_end_of_a_card_is_cut_once_alone(tmp_path: Path) -> None:
    """What was torn, ``9``, may end what is written next: it is not cut off there."""
    file = tmp_path / "hand.pnr"
    file.write_text(f"{SEEN.rstrip()} 3. 9H 9")
    piped(["new", str(file), "--no-advice"], "9D\nq\n")
    assert file.read_text().count("3. 9H 9D") == 1


# Line ends


def test_line_ends_do_not_grow(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_bytes(SEEN.replace("\n", "\r\n").encode())
    for _ in range(3):
        assert piped(["new", str(file), "--no-advice"], "q\n").status == 0
        assert file.read_bytes().count(b"[View") == 1
        assert b"\r" not in file.read_bytes()
        assert parse_record(file.read_text()) == parse_record(SEEN)
    assert piped(["new", str(file), "--no-advice"], "9H\nq\n").status == 0
    assert file.read_bytes().count(b"[View") == 1
    assert b"3. 9H" in file.read_bytes()


def test_a_file_is_written_byte_by_byte_as_its_text(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for text in ("a\r\nb\n\r", "\udcff\n"):
        replace_file(file, text)
        assert file.read_bytes() == text.encode("utf-8", "surrogateescape")


# A lock


@POSIX
def test_a_locked_folder_is_told_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    monkeypatch.setattr(kept_records, "_LOCK_SECONDS", 1.0)
    monkeypatch.setattr(kept_records, "_TELL_SECONDS", 0.1)
    file = tmp_path / "hand.pnr"
    file.write_text(SEEN)
    holder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    begun = time.monotonic()
    try:
        ended = piped(["new", str(file), "--no-advice"], "q\n")
    finally:
        os.close(holder)
    assert time.monotonic() - begun < 30
    waiting, given_up = ended.err.splitlines()
    assert ended.status == 2
    assert waiting == f"{file}: waiting for another process, which has locked its folder"
    assert given_up == (
        f"{file}: another process has locked its folder for 1 seconds; end that process, or name "
        "a file in another folder"
    )
    assert file.read_text() == SEEN


@POSIX
def test_a_lock_that_is_let_go_is_waited_for(tmp_path: Path) -> None:
    import fcntl

    file = tmp_path / "hand.pnr"
    file.write_text(SEEN)
    holder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    with subprocess.Popen(
        [*COMMAND, "new", str(file), "--no-advice"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=bare_environment(),
    ) as process:
        assert process.stderr is not None
        assert "waiting for another process" in process.stderr.readline()
        os.close(holder)
        assert process.communicate("q\n", 60)[1] == f"the record is in {file}\n"
        assert process.returncode == 0


# Work in bulk


@pytest.mark.parametrize("content", [b"", b"\0" * 4096])
def test_an_emptied_manifest_has_a_remedy_that_works(
    pinochle: Pinochle, tmp_path: Path, content: bytes
) -> None:
    positions, out = tmp_path / "some.pn", tmp_path / "out"
    positions.write_text(pinochle("deal", "--playoff", "3", "--number", "12", "--seed", "3").out)
    run = ("bulk", "solve", str(positions), str(out), "--shard-rows", "4", "--workers", "0")
    whole = pinochle(*run)
    assert whole.status == 0
    (out / MANIFEST).write_bytes(content)
    (out / "part-000001.parquet").unlink()
    told = f"{out / MANIFEST}: empty, as after a power cut; give the command that made {out} once"
    assert pinochle("bulk", "check", str(out)).err.startswith(told)
    again = pinochle(*run)
    assert (again.status, again.out) == (0, whole.out)
    assert again.err.splitlines()[0] == f"{out}: going on, 2 of 3 shards are there"
    assert pinochle("bulk", "check", str(out)).status == 0
    # What is of other settings is still refused.
    (out / MANIFEST).write_bytes(content)
    other = pinochle(*run[:-3], "5", "--workers", "0")
    assert other.status == 2
    assert "no shard 0 of this output" in other.err

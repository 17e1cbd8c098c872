"""`pinochle play`: under a terminal and through a pipe; records, undo, hints, bad input."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from commandline import COMMAND, Pinochle
from pinochle_solver import RULEBOOKS, Act, Points, Referee, Seat, random_deals
from pinochle_solver import play as play_module
from pinochle_solver.decisions import Decision, Effort
from pinochle_solver.moves import Move, Play
from pinochle_solver.play import HandInPlay, Sitting
from pinochle_solver.position_fields import NO_SCORE
from pinochle_solver.position_lines import Position
from pinochle_solver.records import HandRecord, parse_record, read_records
from pinochle_solver.replay import replay_record
from pinochle_solver.rulings import Irregularity
from pinochle_solver.stock_position import StockPosition

QUICK = ("--engine", "greedy", "--seconds", "0.05", "--ascii")
PROMPT = re.compile(r"(?:card|meld|dix)> $")


def piped(
    *arguments: str, words: list[str] | bytes, status: int = 0
) -> subprocess.CompletedProcess[str]:
    text = words if isinstance(words, bytes) else "".join(f"{word}\n" for word in words).encode()
    run = subprocess.run(
        [*COMMAND, "play", *QUICK, *arguments], input=text, capture_output=True, check=False
    )
    out, err = run.stdout.decode(), run.stderr.decode()
    assert run.returncode == status, err
    return subprocess.CompletedProcess(run.args, run.returncode, out, err)


def records(file: Path) -> list[HandRecord]:
    found = [record for _, record in read_records(file.read_text().splitlines())]
    assert all(isinstance(record, HandRecord) for record in found)
    return [record for record in found if isinstance(record, HandRecord)]


# -------------------------------------------------------------------------------------- by a pipe


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_a_whole_hand_through_a_pipe(rules: str, tmp_path: Path, pinochle: Pinochle) -> None:
    file = tmp_path / "hand.pnr"
    asked = ("--rules", rules, "--seed", "5", "--record", str(file))
    run = piped(*asked, words=["1"] * 60)
    assert "the hand is over: you " in run.stdout
    assert run.stderr == f"the record is in {file}\n"
    (record,) = records(file)
    replay = replay_record(record)
    assert replay.is_complete
    # Who always passes forgets a dix, which macdougall has in the books.
    assert {finding.kind for finding in replay.findings} <= {Irregularity.FORGOTTEN_DIX}
    assert record.rules.name == rules
    assert pinochle("replay", str(file)).status == bool(replay.findings)
    assert piped(*asked[:4], words=["1"] * 60).stdout == run.stdout


def test_seat_count_and_seed_are_those_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    piped("--seat", "north", "--count", "simplified", "--record", str(file), words=["quit"])
    (record,) = records(file)
    assert record.count.name == "simplified"
    out = piped("--seat", "north", "--seed", "9", words=["quit"]).stdout
    assert "seed 9" in out
    assert "south" in out
    assert "  north" not in out  # that is you


def test_moves_are_read_tolerantly_and_bad_ones_told_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    (deal,) = random_deals(1, 3, RULEBOOKS["scarne"])  # north leads KD; south holds TD
    assert deal.dealer is Seat.SOUTH
    words = ["", "fly", "AS", "marriage:KS.QS", "99", "0", "10d@2", "\udcff", "10d", "quit"]
    text = "\n".join(words).encode("utf-8", "surrogateescape")
    run = piped("--seed", "3", "--record", str(file), words=text)
    bad = [line for line in run.stdout.splitlines() if line.endswith("(? lists the moves)")]
    assert len(bad) == 7
    assert bad[1] == "AS: south does not hold it (? lists the moves)"
    (record,) = records(file)
    assert record.tricks[0].plays == ("KD", "TD")


def test_the_commands_answer() -> None:
    words = ["help", "?", "melds", "score", "table", "hint", "HINT", "undo", "quit"]
    out = piped("--seed", "3", words=words).stdout
    assert "takes back your last decision" in out
    assert "   1  AH\n" in out
    assert "marriage       20   KS QS" in out
    assert out.count("this hand so far: you 10 melds + 0 tricks, north 0 melds + 0 tricks") == 3
    assert re.search(r"hint: \w+ \([+-]\d+\.\d \+- \d+\.\d: your points less north's", out)
    assert "nothing to take back in this hand" in out


def test_in_the_playoff_hints_are_exact() -> None:
    words = ["1"] * 60
    moves = piped("--seed", "3", words=words).stdout.split("the stock is gone", 1)[0].count("> 1\n")
    out = piped("--seed", "3", words=[*["1"] * moves, "hint", "melds", "quit"]).stdout
    assert re.search(r"hint: \w\w \([+-]\d+\.0, exact: your points", out)
    assert "no melds in the playoff" in out


def test_undo_takes_back_to_the_last_decision(tmp_path: Path) -> None:
    file, other = tmp_path / "undone.pnr", tmp_path / "plain.pnr"
    piped("--seed", "3", "--record", str(file), words=["TD", "AH", "undo", "undo", "AH", "quit"])
    piped("--seed", "3", "--record", str(other), words=["AH", "quit"])
    assert file.read_text() == other.read_text()


def test_a_game_is_played_until_it_is_won(tmp_path: Path, pinochle: Pinochle) -> None:
    file = tmp_path / "game.pnr"
    run = piped("--game", "--seed", "3", "--record", str(file), words=["1"] * 999)
    assert "north wins: south " in run.stdout
    played = records(file)
    assert len(played) > 1
    assert [record.dealer for record in played[:2]] == [Seat.SOUTH, Seat.NORTH]
    scored = pinochle("score", str(file), "--ascii")
    assert scored.status == 0
    assert scored.out.splitlines()[-1] in run.stdout


def test_quit_and_the_end_of_input_keep_the_record(tmp_path: Path, pinochle: Pinochle) -> None:
    for name, words in (("quit", ["1", "1", "quit"]), ("end", ["1", "1"])):
        file = tmp_path / name
        piped("--seed", "3", "--record", str(file), words=words)
        (record,) = records(file)
        assert len(record.tricks) >= 2
        assert pinochle("replay", str(file)).status == 0


def test_a_record_is_added_to_records_and_to_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "two.pnr"
    for seed in ("3", "4"):
        piped("--seed", seed, "--record", str(file), words=["1", "quit"])
    assert len(records(file)) == 2
    other = tmp_path / "letter.txt"
    other.write_text("[Dear] reader\n")
    run = piped("--record", str(other), words=["quit"], status=2)
    assert run.stderr.startswith(f"{other}:1: no record, nothing is added to it: ")
    assert len(run.stderr.splitlines()) == 1
    assert other.read_text() == "[Dear] reader\n"
    for bad in (tmp_path, tmp_path / "no" / "where.pnr"):
        assert piped("--record", str(bad), words=["quit"], status=2).stderr.startswith(str(bad))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "two.pnr"]


@pytest.mark.parametrize("option", ["--engine=best", "--seconds=0", "--seat=east", "--rules=x"])
def test_bad_options_are_one_line_and_status_2(option: str) -> None:
    assert len(piped(option, words=[], status=2).stderr.splitlines()) == 1


# ---------------------------------------------------------------------------------- by a terminal


class Terminal:
    """A person at a terminal."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, "play", *QUICK, *arguments], stdin=slave, stdout=slave, stderr=slave
        )
        os.close(slave)
        self.text = ""

    def read_to_prompt(self, seconds: float = 30) -> str | None:
        """What is written up to the next prompt; None when it has ended."""
        written = ""
        deadline = time.monotonic() + seconds
        while not PROMPT.search(written):
            assert time.monotonic() < deadline, written
            if not select.select([self.master], [], [], 0.1)[0]:
                continue
            try:
                block = os.read(self.master, 4096)
            except OSError:
                block = b""
            self.text += block.decode()
            written += block.decode()
            if not block:
                return None
        return written

    def type(self, word: str) -> str | None:
        os.write(self.master, f"{word}\n".encode())
        return self.read_to_prompt()


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.master)


def test_a_whole_hand_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    with terminal("--seed", "5", "--record", str(file)) as person:
        assert person.read_to_prompt() is not None
        while person.type("1") is not None:
            pass
        assert person.process.wait(10) == 0
        assert "the hand is over" in person.text
    assert replay_record(parse_record(file.read_text())).is_complete


@pytest.mark.parametrize("end", ["ctrl-c", "hang up"])
def test_a_sudden_end_loses_nothing(end: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    with terminal("--seed", "3", "--record", str(file)) as person:
        person.read_to_prompt()
        person.type("1")
        kept = file.read_text()
        assert len(parse_record(kept).tricks) == 2
        if end == "ctrl-c":
            person.process.send_signal(signal.SIGINT)
            assert person.process.wait(10) == 130
        else:
            person.process.kill()
            person.process.wait(10)
    assert file.read_text() == kept


def test_ctrl_c_ends_it_while_the_engine_thinks() -> None:
    with terminal("--seed", "5", "--engine", "default", "--seconds", "60") as person:
        while "dealt" not in person.text:
            select.select([person.master], [], [], 1)
            person.text += os.read(person.master, 4096).decode()
        if "card> " not in person.text:
            time.sleep(0.3)
        else:
            os.write(person.master, b"1\n")
            time.sleep(0.3)
        person.process.send_signal(signal.SIGINT)
        assert person.process.wait(5) == 130


# -------------------------------------------------------------------------------------- the logic


def hand(rules: str = "scarne", seed: int = 3) -> HandInPlay:
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    return HandInPlay(deal, Seat.SOUTH, NO_SCORE, deal.rules.target)


def test_the_engine_is_shown_its_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Position] = []

    def first_move(position: Position, *_: object) -> Decision:
        seen.append(position)
        unseen = position.unseen if isinstance(position, StockPosition) else ()
        return Decision(Referee.of_position(position, tuple(unseen)).moves()[0])

    monkeypatch.setattr(play_module, "decide", first_move)
    played = hand()
    while not played.is_over:
        turn = played.referee.turn
        assert turn is not None
        expected = played.referee.view(turn)
        played.push(played.decision(Effort()).move)
        assert seen[-1] == expected
        if isinstance(expected, StockPosition):
            assert isinstance(expected.stock, int)
            assert expected.hand(turn).hidden == 0 < expected.hand(turn.other).hidden


@pytest.mark.parametrize("rules", RULEBOOKS)
@pytest.mark.parametrize("seed", range(6))
def test_what_happened_adds_up(rules: str, seed: int) -> None:
    played = hand(rules, seed)
    scored = [seat.melds for seat in played.referee.points]
    drawn, gone, taken = 0, 0, 0
    while not played.is_over:
        if played.is_persons_turn:
            table = played.table()
            on_table = played.referee.on_table(Seat.SOUTH)
            assert len(table.in_hand) + len(on_table) == len(played.referee.hand(Seat.SOUTH))
            assert (table.last is None) == (not played.referee.tricks)
            assert (table.act is Act.PLAY) == isinstance(played.referee.moves()[0], Play)
        turn = played.referee.turn
        happened = played.push(played.referee.moves()[-1])
        assert happened.seat is turn
        scored[happened.seat] += happened.points
        if happened.dix is not None:
            scored[happened.dix[0]] += happened.dix[1]
        drawn += happened.drawn is not None
        gone += happened.stock_is_gone
        if happened.taken is not None:
            taken += 1
            assert happened.taken.leader in Seat
    assert scored == [seat.melds for seat in played.referee.points]
    assert (drawn, gone, taken) == (12, 1, 24)


def test_take_back_goes_to_the_first_decision() -> None:
    played = hand()
    before = []
    assert not played.take_back()
    while not played.is_over:
        moves: tuple[Move, ...] = played.referee.moves()
        if played.is_persons_turn:
            before.append(moves)
        played.push(moves[0])
    while before:
        assert played.take_back()
        assert played.is_persons_turn
        assert played.referee.moves() == before.pop()
    assert not played.take_back()
    with pytest.raises(ValueError, match="the hand is over"):
        _over().view()


def _over() -> HandInPlay:
    played = hand()
    while not played.is_over:
        played.push(played.referee.moves()[0])
    return played


def test_a_sitting_alternates_the_deal_and_goes_on_at_the_score() -> None:
    rules = RULEBOOKS["hayes"]
    sitting = Sitting(rules, rules.count, 1, Seat.NORTH, whole_game=True)
    dealers = []
    while True:
        dealers.append(sitting.hand.dealer)
        while not sitting.hand.is_over:
            sitting.hand.push(sitting.hand.referee.moves()[0])
        assert len([*sitting.records()]) == len(dealers)
        game = sitting.finish_hand()
        assert len([*sitting.records()]) == len(dealers)
        assert not game.has_faults
        if sitting.is_over:
            break
        sitting.begin_hand()
        assert [*sitting.records()][-1].score == game.score
    assert game.winner is not None
    assert max(game.score) >= rules.target
    assert dealers == [dealers[number % 2] for number in range(len(dealers))]
    assert game.score != Points(0, 0)

"""`pinochle play`: under a terminal and through a pipe; records, undo, hints, bad input."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import COMMAND, Pinochle, Run, assert_it_ends_quietly_once_unheard, started
from helpers.commandline import piped as piped_into
from helpers.games import DOUBLED
from helpers.paths import TESTS
from helpers.terminals import Terminal, at_terminal
from pinochle_solver import RULEBOOKS, Act, PlayoffPosition, Points, Seat, cli, random_deals, solve
from pinochle_solver.cli.output.kept_records import RecordKeeper
from pinochle_solver.engines.by_rule import GreedyEngine
from pinochle_solver.engines.engine import Decision, Engine
from pinochle_solver.errors import GameError
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.limits import Limits
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.matches.sitting import Sitting
from pinochle_solver.notation.hand_records import HandRecord, RecordedTrick
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.record_reading import numbered_records, parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.settings import Request, SearchSettings

QUICK = ("--engine", "greedy", "--seconds", "0.05", "--ascii")


def piped(*arguments: str, words: list[str] | bytes, status: int = 0) -> Run:
    text = words if isinstance(words, bytes) else "".join(f"{word}\n" for word in words).encode()
    run = piped_into(["play", *QUICK, *arguments], text)
    assert run.status == status, run.err
    return run


def records(file: Path) -> list[HandRecord]:
    found = [record for _, record in numbered_records(file.read_text().splitlines())]
    assert all(isinstance(record, HandRecord) for record in found)
    return [record for record in found if isinstance(record, HandRecord)]


# -------------------------------------------------------------------------------------- by a pipe


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_a_whole_hand_through_a_pipe(rules: str, tmp_path: Path, pinochle: Pinochle) -> None:
    file = tmp_path / "hand.pnr"
    asked = ("--rules", rules, "--seed", "5", "--record", str(file))
    run = piped(*asked, words=["1"] * 60)
    assert "the hand is over: you " in run.out
    assert run.err == f"the record is in {file}\n"
    (record,) = records(file)
    replay = replay_record(record)
    assert replay.is_complete
    # Who always passes forgets a dix, which macdougall has in the books.
    assert {finding.kind for finding in replay.findings} <= {Irregularity.FORGOTTEN_DIX}
    assert record.rules.name == rules
    assert pinochle("replay", str(file)).status == bool(replay.findings)
    again = started(["play", *QUICK, *asked[:4]], "1\n" * 60)
    assert (again.status, again.out, again.err) == (0, run.out, "")


def test_seat_count_and_seed_are_those_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    piped("--seat", "north", "--count", "simplified", "--record", str(file), words=["quit"])
    (record,) = records(file)
    assert record.count.name == "simplified"
    out = piped("--seat", "north", "--seed", "9", words=["quit"]).out
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
    bad = [line for line in run.out.splitlines() if line.endswith("(? lists the moves)")]
    assert len(bad) == 7
    assert bad[1] == "AS: you do not hold it (? lists the moves)"
    (record,) = records(file)
    assert record.tricks[0].plays == ("KD", "TD")


def test_cards_are_shown_with_the_numbers_that_choose_them() -> None:
    out = piped("--seed", "4", words=["7", "quit"]).out
    assert "\n  1 AS  2 AH  3 AD  4 KC  5 QD  6 JC  7 9S  8 9H  9 9D  10 9C\ncard> 7\n" in out
    assert "\nyou 9S, north " in out


def test_a_meld_passed_up_is_told_and_can_be_taken_back() -> None:
    words = ["7", "3", "9D", "no meld", "1", "nothing", "undo", "dix and marriage", "quit"]
    out = piped("--seed", "4", words=words).out
    passed = "you passed up dix + marriage KD QD: 30 points (undo takes that back)\n"
    assert out.count(passed) == 1
    assert "no meld: there is no meld to be made now; play a card (? lists the moves)\n" in out
    assert "you meld dix + marriage KD QD: 30 points\n" in out


@pytest.mark.parametrize(("word", "told"), [("y", "you meld dix: 10"), ("n", "you passed up dix")])
def test_whether_a_dix_is_shown_is_answered_with_yes_or_no(word: str, told: str) -> None:
    out = piped("--rules", "goulash", "--seed", "3", words=[word, "quit"]).out
    assert f"dix> {word}\n{told}" in out


def test_a_number_is_read_whole() -> None:
    words = ["00019", "0001" + "0" * 5000, "0" * 5000, "1" * 5000, "0002", "undo", "2", "quit"]
    out = piped("--seed", "3", words=words).out
    assert out.count("(? lists the moves)") == 4
    assert all(len(line) < 200 for line in out.splitlines() if "lists the moves" in line)
    assert out.count("card> 0002\nnorth KD, you TH: north takes the trick\n") == 1
    assert out.count("card> 2\nnorth KD, you TH: north takes the trick\n") == 1


def test_the_commands_answer() -> None:
    words = ["help", "?", "melds", "score", "table", "hint", "HINT", "undo", "quit"]
    out = piped("--seed", "3", words=words).out
    assert "takes back your last move" in out
    assert "quit, q            ends; nothing is kept" in out
    assert "   1  AH\n" in out
    assert "marriage       20   KS QS" in out
    assert out.count("this hand so far: you 10 melds + 0 cards, north 0 melds + 0 cards") == 3
    assert re.search(r"^best: \w+$", out, re.MULTILINE)
    error = r"\d+\.\d \+- +(?:\d+\.\d|\?)"
    row = rf"^ \w+ +-?{error} +{error} +(?:\d+\.\d% \(\d+\.\d to \d+\.\d\)|-)? +[\d,]+$"
    assert len(re.findall(row, out, re.MULTILINE)) == 2 * 4  # the best has no distance to itself
    assert "\nand 7 more\n" in out
    assert (
        "mean: your points minus north's at the end of the hand, on average; "
        "+- and brackets are 95% intervals" in out
    )
    assert "nothing to take back in this hand" in out


def hinted(worlds: int) -> str:
    command = ["play", "--ascii", "--seed", "3", "--worlds", str(worlds)]
    return piped_into(command, "hint\nquit\n").out


def test_a_hint_from_one_world_tells_no_values() -> None:
    hint = hinted(1)
    assert re.search(r"^best: \w\w$", hint, re.MULTILINE)
    assert "%" not in hint.replace("95%", "")
    assert "+- ?" in hint
    assert "only 1 world: this is hardly more than a guess\n" in hint
    assert re.search(r"\d% \(\d+\.\d to \d+\.\d\) +64$", hinted(64), re.MULTILINE)


def test_in_the_playoff_hints_are_exact() -> None:
    words = ["1"] * 60
    moves = piped("--seed", "3", words=words).out.split("the stock is gone", 1)[0].count("> 1\n")
    out = piped("--seed", "3", words=[*["1"] * moves, "hint", "melds", "quit"]).out
    assert re.search(r"best: \w\w\n\n card +you +north +loss\n", out)
    assert re.search(r"still to come: you \d+, north \d+; the hand ends \d+/\d+", out)
    assert "no melds in the playoff" in out


def test_of_one_card_a_hint_tells_that_it_is_the_only_one() -> None:
    page = io.StringIO()
    last = PlayoffPosition.parse("trump=S south=T.-.-.- north=A.-.-.- turn=south")
    Renderer(page, ascii=True).advice(solve(last), Seat.SOUTH)
    assert page.getvalue() == "only TS can be played\n"


def test_what_scores_of_itself_is_told() -> None:
    out = piped("--rules", "glup", "--seed", "3", words=["1"] * 12).out
    assert re.search(r"^(you|north) scored \d+ for the card played$", out, re.MULTILINE)


def test_glups_are_shown_where_there_are_any() -> None:
    """The fourth card played is the ten that was led: three glups, of which the hand is told."""
    words = [*["1"] * 6, "quit"]
    out = piped("--rules", "glup", "--seed", "3", "--engine", "greedy", words=words).out
    assert "north TS, you TS: north takes the trick" in out
    assert "  glups: you 3, north 0\n" in out[out.index("trick 5,") :]
    assert "glups" not in piped("--rules", "hayes", "--seed", "3", words=["quit"]).out


def test_who_has_dealt_is_asked_for_a_dix_before_the_first_lead() -> None:
    out = piped("--rules", "goulash", "--seed", "3", words=["quit"]).out
    assert re.search(
        r"^before the first trick, trump \w, 31 face down, then the upcard \w\w, "
        r"you have dealt and may meld a dix$",
        out,
        re.MULTILINE,
    )


def test_melds_are_said_as_people_say_them(tmp_path: Path) -> None:
    """Of the deals by seed one that lets the person meld early, whatever is led."""
    file = tmp_path / "hand.pnr"
    words = ["1", "marriage", "KS QS", "1", "1", "1", "q"]
    run = piped("--seed", "3", "--record", str(file), words=words)
    (record,) = records(file)
    shown = [event.text for trick in record.tricks for event in trick.events]
    assert shown, run.out


def test_the_only_card_plays_itself() -> None:
    asked = piped("--seed", "3", "--ask-all", words=["1"] * 60).out
    out = piped("--seed", "3", words=["1"] * 60).out
    forced = re.findall(r"^you play (\w\w), your only card$", out, re.MULTILINE)
    assert forced
    assert "your only card" not in asked
    assert asked.count("card> ") == out.count("card> ") + len(forced)
    assert out.splitlines()[-2:] == asked.splitlines()[-2:]


def test_undo_passes_over_cards_that_left_no_choice() -> None:
    out = piped("--seed", "3", words=["1"] * 60).out
    moves = out.split("your only card", 1)[0].count("> 1\n")
    again = piped("--seed", "3", words=[*["1"] * moves, "undo", "undo", *["1"] * 60]).out
    assert again.splitlines()[-2:] == out.splitlines()[-2:]


def test_undo_takes_back_to_the_last_decision(tmp_path: Path) -> None:
    file, other = tmp_path / "undone.pnr", tmp_path / "plain.pnr"
    piped("--seed", "3", "--record", str(file), words=["TD", "AH", "undo", "undo", "AH", "quit"])
    piped("--seed", "3", "--record", str(other), words=["AH", "quit"])
    assert file.read_text() == other.read_text()


def test_a_game_is_played_until_it_is_won(tmp_path: Path, pinochle: Pinochle) -> None:
    file = tmp_path / "game.pnr"
    run = piped("--game", "--seed", "3", "--record", str(file), words=["1"] * 999)
    assert "north wins: south " in run.out
    played = records(file)
    assert len(played) > 1
    assert [record.dealer for record in played[:2]] == [Seat.SOUTH, Seat.NORTH]
    scored = pinochle("score", str(file), "--ascii")
    assert scored.status == 0
    assert scored.out.splitlines()[-1] in run.out


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
    assert run.err.startswith(f"{other}:1: not a record, so nothing is added to it: ")
    assert len(run.err.splitlines()) == 1
    assert other.read_text() == "[Dear] reader\n"
    for bad in (tmp_path, tmp_path / "no" / "where.pnr"):
        assert piped("--record", str(bad), words=["quit"], status=2).err.startswith(str(bad))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "two.pnr"]


def test_a_file_that_no_record_can_be_in_is_told_in_a_line(tmp_path: Path) -> None:
    loop, pipe = tmp_path / "loop", tmp_path / "pipe"
    loop.symlink_to("loop")
    os.mkfifo(pipe)
    for bad, fact in (
        (tmp_path / f"{'a' * 300}.pnr", "file name too long"),
        (loop, "too many levels of symbolic links"),
        (pipe, "no regular file"),
        (tmp_path, "no regular file"),
        (tmp_path / "no" / "where.pnr", "no such file or directory"),
    ):
        run = piped("--record", str(bad), words=["quit"], status=2)
        assert run.err.splitlines()[-1] == f"{bad}: {fact}"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["loop", "pipe"]


def test_a_record_is_kept_where_a_link_points(tmp_path: Path) -> None:
    link, folder = tmp_path / "link.pnr", tmp_path / "folder"
    folder.mkdir()
    link.symlink_to(Path("folder") / "hand.pnr")
    for kept in (1, 2):
        piped("--record", str(link), words=["quit"])
        assert link.is_symlink()
        assert len(records(folder / "hand.pnr")) == kept


def test_help_says_where_the_record_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    out = piped("--record", str(file), words=["help", "quit"]).out
    assert f"quit, q            ends; the record is kept in {file}\n" in out


def test_a_game_is_gone_on_with(tmp_path: Path, pinochle: Pinochle) -> None:
    whole, file = tmp_path / "whole.pnr", tmp_path / "parts.pnr"
    asked = ("--game", "--seed", "3", "--ask-all")
    piped(*asked, "--record", str(whole), words=["1"] * 999)
    begun = piped(*asked, "--record", str(file), words=["1"] * 20)
    assert "going on" not in begun.out
    file.write_text(f"; at home\n{file.read_text()}")
    assert len(records(file)) == 1
    # Into the second hand, whose record is played on; then to the end.
    again = piped(*asked, "--record", str(file), words=["1"] * 25)
    assert f"going on with the game in {file}: hand 1 after trick " in again.out
    assert len(records(file)) == 2
    assert pinochle("score", str(file)).status == 0
    last = piped(*asked, "--record", str(file), words=["1"] * 999)
    assert f"going on with the game in {file}: hand 2" in last.out
    assert file.read_text() == f"; at home\n{whole.read_text()}"
    scored = pinochle("score", str(file), "--ascii")
    assert scored.status == 0
    assert scored.out.splitlines()[-1] in last.out
    run = piped(*asked, "--record", str(file), words=[], status=2)
    assert run.err.startswith(f"{file}: no game to continue: the game is over (north wins: ")
    assert run.err.endswith("; give another file\n")


def test_comments_of_a_hand_that_is_played_on_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    asked = ("--game", "--seed", "3", "--ask-all", "--record", str(file))
    piped(*asked, words=["1"] * 4)
    tags, tricks = file.read_text().rstrip().split("\n\n")
    file.write_text(f"; ours\n{tags} ; in pencil\n; by Ann\n\n{tricks} ; bold\n\n; odd;\n")
    for _ in range(2):
        piped(*asked, words=["1"] * 4)
        (kept,) = records(file)
        assert kept.comments == (" in pencil", " by Ann", " bold", " odd;")
        assert file.read_text() == (f"; ours\n{kept.text()}; in pencil\n; by Ann\n; bold\n; odd;\n")
    piped(*asked, words=["1"] * 60)
    first, second, *_ = records(file)
    assert (first.comments, second.comments) == (kept.comments, ())


def test_a_game_goes_on_after_a_finished_hand(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    piped("--seed", "3", "--record", str(file), words=["1"] * 60)
    out = piped("--seed", "3", "--game", "--record", str(file), words=["quit"]).out
    first, second = records(file)
    points = replay_record(first).points
    assert points is not None
    assert second.score == Points(*map(sum, points))
    assert second.dealer is first.dealer.other
    assert f"hand 2, south {sum(points.south)}, north {sum(points.north)}\n" in out


@pytest.mark.parametrize("count", ["compromise", "old"])
@pytest.mark.parametrize(
    "options",
    [[], ["--rules", "HAYES"], ["--count", "COUNT"], ["--rules", "hayes", "--count", "COUNT"]],
)
def test_a_game_is_gone_on_with_by_its_own_rules(
    options: list[str], count: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.pnr"
    asked = ("--game", "--seed", "3", "--record", str(file))
    piped(*asked, "--rules", "hayes", "--count", count, words=["1"] * 3 + ["quit"])
    options = [count if option == "COUNT" else option for option in options]
    again = piped(*asked, *options, words=["1"] * 3 + ["quit"]).out
    assert again.startswith(f"hayes, {count} count, seed 3")
    assert "going on with the game" in again
    (record,) = records(file)
    assert (record.rules.name, record.count.name) == ("hayes", count)


def test_a_game_by_others_is_refused_where_one_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    asked = ("--game", "--record", str(file))
    piped(*asked, "--rules", "hayes", "--count", "old", words=["1", "quit"])
    kept = file.read_text()
    for options, ours in (
        (["--rules", "scarne"], "scarne, old count"),
        (["--rules", "macdougall", "--count", "compromise"], "macdougall, compromise count"),
        (["--count", "simplified"], "hayes, simplified count"),
    ):
        run = piped(*asked, *options, words=[], status=2)
        fact = f"a game by hayes, old count, not {ours}; give its settings, or another file"
        assert run.err == f"{file}: no game to continue: {fact}\n"
    assert file.read_text() == kept


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rules", "hayes"], "a game by scarne, old count, not hayes, compromise count"),
        (["--count", "compromise"], "a game by scarne, old count, not scarne, compromise count"),
        ([], "hand 1: not finished: what it would have scored is missing"),
    ],
)
def test_what_is_no_game_to_go_on_with(options: list[str], words: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.pnr"
    for seed in ("3", "4")[: 2 - bool(options)]:
        piped("--seed", seed, "--record", str(file), words=["1", "quit"])
    kept = file.read_text()
    run = piped("--game", "--record", str(file), *options, words=[], status=2)
    assert run.err.startswith(f"{file}: no game to continue: {words}; give ")
    assert len(run.err.splitlines()) == 1
    assert file.read_text() == kept


def test_hands_with_doubles_are_no_game_to_go_on_with(tmp_path: Path) -> None:
    file = tmp_path / "doubled.pnr"
    file.write_text(DOUBLED)
    run = piped("--game", "--record", str(file), words=[], status=2)
    fact = "with doubles each hand is a game of its own; give another file"
    assert run.err == f"{file}: no game to continue: {fact}\n"
    assert file.read_text() == DOUBLED


def test_with_worlds_the_play_repeats(tmp_path: Path) -> None:
    kept = []
    for name in ("one.pnr", "two.pnr"):
        file = tmp_path / name
        asked = ("--engine", "default", "--worlds", "8", "--objective", "win", "--seed", "5")
        run = piped_into(["play", *asked, "--record", str(file)], "1\n" * 6)
        assert "hand so far" in run.out
        kept.append(file.read_text())
    assert kept[0] == kept[1]


class FirstMove(GreedyEngine):
    """Makes the first legal move, and tells what it is asked."""

    def __init__(self, tell: Callable[[Position, Limits], None]) -> None:
        super().__init__()
        self._tell = tell

    def choose(self, position: Position, limits: Limits, **_: object) -> Decision:
        self._tell(position, limits)
        return Decision(position.legal_moves()[0])

    def _analyze(
        self, position: StockPosition, settings: SearchSettings, request: Request
    ) -> Analysis:
        self._tell(position, settings.limits)
        return super()._analyze(position, settings, request)


def test_the_engine_plays_for_what_it_is_asked(
    monkeypatch: pytest.MonkeyPatch, pinochle: Pinochle
) -> None:
    asked_of: list[tuple[str, str, Limits]] = []

    def made(option: str, name: str, settings: SearchSettings) -> Engine:
        return FirstMove(lambda _, limits: asked_of.append((name, settings.objective, limits)))

    def play(*asked: str) -> list[tuple[str, str, Limits]]:
        asked_of.clear()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hint\n")))
        assert pinochle("play", "--seed", "3", *asked).status == cli.DONE
        return asked_of

    monkeypatch.setattr("pinochle_solver.cli.commands.play.asked_engine", made)
    assert play("--engine", "pimc") == [
        ("pimc", "points", Limits(seconds=1.0)),
        ("default", "points", Limits(seconds=1.0)),
    ]
    expected = ("default", "win", Limits(worlds=9))
    assert play("--worlds", "9", "--objective", "win") == [expected] * 2
    run = pinochle("play", "--worlds", "9", "--seconds", "1")
    assert (run.status, run.err) == (2, "pinochle play: --seconds or --worlds, not both\n")


# ------------------------------------------------------------------------------------ the records


def sitting(seed: int) -> Sitting:
    rules = RULEBOOKS["scarne"]
    return Sitting(rules, rules.count, seed, Seat.SOUTH, whole_game=False)


def advance(played: Sitting, moves: int) -> None:
    for _ in range(moves):
        played.hand.push(played.hand.referee.moves()[0])


@pytest.mark.parametrize("seeds", [(3, 4), (3, 3)])
def test_two_keep_their_records_in_one_file(seeds: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "two.pnr"
    file.write_text("; kept\n" + next(sitting(1).records()).text() + "\n; as it is\n")
    kept = file.read_text()
    sittings = [sitting(seed) for seed in seeds]
    keepers = [RecordKeeper(str(file), numbered_records) for _ in seeds]
    for keeper, each in zip(keepers, sittings, strict=True):
        keeper.begin(each)
    for number in range(10):
        advance(sittings[number % 2], 1 + number % 2)
        keepers[number % 2].save(sittings[number % 2])
    text = file.read_text()
    assert text.startswith(kept)
    wanted = [record.text() for each in sittings for record in each.records()]
    assert sorted(record.text() for record in records(file)[1:]) == sorted(wanted)


def test_what_others_make_of_the_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "hands.pnr"
    keeper, played = RecordKeeper(str(file), numbered_records), sitting(3)
    keeper.begin(played)
    advance(played, 1)
    file.unlink()
    keeper.save(played)
    (record,) = played.records()
    assert file.read_text() == record.text()
    file.write_text("something else\n")
    advance(played, 1)
    keeper.save(played)
    (record,) = played.records()
    assert file.read_text() == f"something else\n\n{record.text()}"


def test_a_file_that_is_not_to_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hand.pnr"
    keeper, played = RecordKeeper(str(file), numbered_records), sitting(3)
    keeper.begin(played)
    kept = file.read_text()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    advance(played, 2)
    keeper.save(played)
    assert capsys.readouterr().err == f"{file}: permission denied\n"
    assert not keeper.close(played, is_heard=True)
    captured = capsys.readouterr()
    assert captured.err == f"{file}: permission denied\n"
    (record,) = played.records()
    assert captured.out.strip() == record.text().strip()
    assert file.read_text() == kept
    assert list(tmp_path.iterdir()) == [file]


def test_a_record_needs_the_name_of_a_file() -> None:
    assert piped("--record", "", words=[], status=2).err == (
        "pinochle play: --record: no file is named\n"
    )


def test_nothing_is_said_when_nobody_hears_it(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    command = [*COMMAND, "play", *QUICK, "--seed", "3", "--record", str(file)]
    assert_it_ends_quietly_once_unheard(command, "", file, "1\nquit\n")
    assert len(records(file)) == 1


@pytest.mark.parametrize("option", ["--engine=best", "--seconds=0", "--seat=east", "--rules=x"])
def test_bad_options_are_one_line_and_status_2(option: str) -> None:
    assert len(piped(option, words=[], status=2).err.splitlines()) == 1


# ---------------------------------------------------------------------------------- by a terminal


def terminal(*arguments: str, forked: bool = False) -> AbstractContextManager[Terminal]:
    return at_terminal("card|meld|dix|review", "play", *QUICK, *arguments, forked=forked)


def test_a_whole_hand_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    with terminal("--seed", "5", "--record", str(file)) as person:
        assert person.read_to_prompt() is not None
        while (said := person.type("1")) is not None and "review" not in said:
            pass
        assert "the hand is over" in person.text
        assert person.type("") is None
        assert person.process.wait(60) == 0
    assert replay_record(parse_record(file.read_text())).is_complete


def test_at_a_terminal_one_may_go_instead_of_having_the_hand_reviewed() -> None:
    book = str(TESTS / "rulebooks" / "two-suits.toml")
    with terminal("--seed", "5", "--game", "--rulebook", book, forked=True) as person:
        assert person.read_to_prompt() is not None
        while (said := person.type("1")) is not None and "review" not in said:
            pass
        assert person.type("q") is None
        assert person.process.wait(60) == 0
    assert person.text.endswith("review> q\r\n")


_SUITS_SIDE_BY_SIDE = (
    "north 7 in hand on the table S A H A D 9 C A you in hand S T K Q J H T K Q 9 D T J C J 9"
)
_NORTH_AND_YOU = {
    30: "north north 7 in hand on the table S A H A D 9 C A "
    "you in hand S T K Q J H T K Q 9 D T J C J 9",
    60: "north north you 7 in hand on the table in hand "
    "S A S T K Q J H A H T K Q 9 D 9 D T J C A C J 9",
    80: _SUITS_SIDE_BY_SIDE,
    100: _SUITS_SIDE_BY_SIDE,
}


@pytest.mark.parametrize("columns", _NORTH_AND_YOU)
def test_a_narrow_terminal_gets_whole_words(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    with terminal("--seed", "3", forked=True) as person:
        person.read_to_prompt()
        shown = (person.type("1") or "").replace("\r\n", "\n")
    last = shown[shown.rindex("trick 2") : shown.rindex("card> ")]
    assert max(map(len, last.splitlines())) <= columns
    numbered = re.findall(r"^  1?\d [AKQJT9]\w.*$", last, re.MULTILINE)
    assert re.findall(r"(\d+) [AKQJT9]\w", " ".join(numbered)) == [str(n) for n in range(1, 13)]
    assert not [line for line in numbered if line.endswith(tuple("012345678"))]
    for sentence in (
        "trick 2, trump D, 21 face down, then the upcard 9D, north has led AD",
        _NORTH_AND_YOU[columns],
        "last trick: north KD, you AH: north takes the trick",
        "this hand so far: you 10 melds + 0 cards, north 110 melds + 15 cards",
    ):
        assert sentence in " ".join(last.split())


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
            assert person.process.wait(60) == 130
        else:
            person.process.kill()
            person.process.wait(60)
    assert file.read_text() == kept


@pytest.mark.parametrize(("end", "status"), [("ctrl-c", 130), ("quit", 2)])
def test_a_record_that_cannot_be_written_is_shown(end: str, status: int, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "hand.pnr"
    with terminal("--seed", "3", "--record", str(file)) as person:
        person.read_to_prompt()
        person.type("1")
        kept = parse_record(file.read_text())
        file.unlink()
        folder.rmdir()
        if end == "quit":
            assert person.type("quit") is None
        else:
            person.process.send_signal(signal.SIGINT)
            assert person.read_to_prompt() is None
        assert person.process.wait(60) == status
    said = person.text.replace("\r\n", "\n")
    assert f"{file}: no such file or directory\n" in said
    assert parse_record(said[said.index("[Rules") :]) == kept


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
        assert person.process.wait(60) == 130


# -------------------------------------------------------------------------------------- the logic


def hand(rules: str = "scarne", seed: int = 3) -> HandInPlay:
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    return HandInPlay(deal, Seat.SOUTH, NO_SCORE, deal.rules.target)


def test_the_engine_is_shown_its_own_view() -> None:
    seen: list[Position] = []
    engine = FirstMove(lambda position, _: seen.append(position))
    played = hand()
    while not played.is_over:
        turn = played.referee.turn
        assert turn is not None
        expected = played.referee.view(turn)
        played.push(played.decision(engine, Limits()).move.text())
        assert seen[-1] == expected
        if isinstance(expected, StockPosition):
            assert isinstance(expected.stock, int)
            assert expected.hand(turn).hidden == 0 < expected.hand(turn.other).hidden


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
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
        turn, leader = played.referee.turn, played.referee.leader
        happened = played.push(played.referee.moves()[-1])
        assert happened.seat is turn
        if happened.leads:
            assert isinstance(happened.move, Play)
            led = happened.move.card
        scored[happened.seat] += happened.points
        for seat, points in happened.of_itself:
            scored[seat] += points
        drawn += happened.drawn is not None
        gone += happened.stock_is_gone
        if happened.taken is not None:
            taken += 1
            assert isinstance(happened.move, Play)
            winner = played.referee.leader
            assert happened.taken == (led, happened.move.card, leader, winner)
            assert happened.seat is leader.other
            if played.is_persons_turn:
                assert played.table().last == happened.taken
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
    with pytest.raises(ValueError, match="the hand is over"):
        _over().table()


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


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_a_sitting_goes_on_from_anywhere(rules: str) -> None:
    rulebook = RULEBOOKS[rules]
    first = Sitting(rulebook, rulebook.count, 2, Seat.SOUTH, whole_game=True)
    made = 0
    while not first.hand.is_over:
        if made % 3 == 0:
            again = Sitting(
                rulebook,
                rulebook.count,
                2,
                Seat.SOUTH,
                True,
                [parse_record(each.text()) for each in first.records()],
            )
            assert again.hand.view() == first.hand.view()
            assert again.hand.referee.history == first.hand.referee.history
            assert [*again.records()] == [*first.records()]
            assert again.hands == 1
        moves = first.hand.referee.moves()
        first.hand.push(moves[-1 if made % 3 else 0])
        made += 1
    again = Sitting(rulebook, rulebook.count, 2, Seat.SOUTH, True, [*first.records()])
    first.finish_hand()
    first.begin_hand()
    assert again.hand.view() == first.hand.view()
    assert (again.hands, [*again.records()]) == (2, [*first.records()][1:])


def test_a_hand_that_is_played_on_is_won_as_its_game_is() -> None:
    """The first record says that a lead wins the game, the hand played on need not say it again."""
    rules = RULEBOOKS["glup"]
    one, two = random_deals(2, 1, rules)
    hand = HandInPlay(one, Seat.SOUTH, NO_SCORE, 1000, ahead=500)
    while not hand.is_over:
        hand.push(hand.referee.moves()[0])
    begun = record_of(replace(two, dealer=one.dealer.other))
    assert begun.ahead is None
    sitting = Sitting(rules, rules.count, 1, Seat.SOUTH, True, [hand.record(), begun])
    assert sitting.resumed == begun
    assert sitting.hand.view().ahead == sitting.hand.record().ahead == 500


def test_what_one_seat_saw_is_not_played_on() -> None:
    rules = RULEBOOKS["scarne"]
    (deal,) = random_deals(1, 3, rules)
    seen = record_of(deal, (), Seat.SOUTH)
    with pytest.raises(GameError, match="only what one seat saw"):
        Sitting(rules, rules.count, 3, Seat.SOUTH, True, [seen])
    wrong = replace(seen, view=None, south=deal.south, north=deal.north, stock=deal.stock)
    wrong = replace(wrong, tricks=(RecordedTrick(1, ("KD", "KD")),))
    with pytest.raises(GameError, match="the last hand: trick 1"):
        Sitting(rules, rules.count, 3, Seat.SOUTH, True, [wrong])

"""Positions out of hand records: `analyze`, `solve`, `show` and `melds` take a `.pnr` file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, piped
from pinochle_solver.errors import NotationError
from pinochle_solver.notation.players import Players, parse_player
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.rules.rules import Pays, Seat

HAND = """\
[Event "kitchen; table"]
[Date "2026.11.01"]
[SouthPlayer "Ann  Marie"] [NorthPlayer "Bob"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
[North "ATTK9.KQJ9.AJ.T"]
[Stock "9C KD JS TC QC QS AC TH JC TH JH TD AC QD KS JD 9D QS QH KD JS TD KH"]

1. AD 9S {dix} 2. QC AD {dix} 3. 9H JH {marriage:KH.QH} 4. KS AH 5. QC AS 6. QH@1 JC 7. 9C@1 AS
8. JH KH@1 {marriage:KD.QD} 9. 9H AC {pinochle:QS.JD} 10. AH AC {marriage:KS.QS} 11. JD TH
12. QH KC {marriage:KD.QD} 13. TH 9C 14. KS JS 15. JC KC 16. JD TD 17. JS QS 18. QD QD 19. TD KD
20. KH TC 21. QS 9S 22. TS 9D 23. TC KD 24. TS 9D
"""
# What south wrote beside the table, up to the lead of north that he has to answer.
SEEN = """\
[View "south"] [Dealer "north"] [Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]

1. AD 9S {dix +9C} 2. QC AD {dix +JS} 3. 9H JH {marriage:KH.QH S:+QS} 4. KS
"""


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    file = tmp_path / "hand.pnr"
    file.write_text(HAND)
    return file


@pytest.fixture
def seen(tmp_path: Path) -> Path:
    file = tmp_path / "seen.pnr"
    file.write_text(SEEN)
    return file


def test_a_record_gives_its_last_decision_as_the_mover_sees_it(
    pinochle: Pinochle, hand: Path, seen: Path
) -> None:
    result = pinochle("show", "--json", str(hand))
    position = parse_position(json.loads(result.out)["position"])
    assert isinstance(position, PlayoffPosition)  # the last trick is no decision
    assert position.text().startswith("rules=scarne trump=C south=-.-.K9.- north=T.-.-.- ")
    assert f"{hand}:1: Ann Marie's reply to trick 23 (--at 23r)\n" in result.err
    own = pinochle("show", "--json", "-f", str(seen))
    whole = pinochle("show", "--json", str(hand), "--at", "4r")
    assert f"{seen}:1: south's reply to trick 4 (--at 4r)\n" == own.err
    both = [parse_position(json.loads(each.out)["position"]) for each in (own, whole)]
    assert [position.south for position in both] == [both[0].south] * 2
    assert both[0].text() == both[1].text().partition(" player.")[0]


def test_each_command_finds_the_last_decision_of_its_own_phase(
    pinochle: Pinochle, hand: Path
) -> None:
    solved = pinochle("solve", str(hand))
    assert (solved.status, "(--at 23r)" in solved.err) == (0, True)
    melds = pinochle("melds", str(hand))
    assert (melds.status, "(--at 12m)" in melds.err) == (0, True)
    analyzed = pinochle("analyze", "--worlds", "8", "--json", str(hand))
    assert (analyzed.status, "(--at 12m)" in analyzed.err) == (0, True)
    assert json.loads(analyzed.out)["mover"] == "south"


@pytest.mark.parametrize(
    ("at", "begins"),
    [
        ("1", "rules=scarne upcard=QC stock=23 turn=south south=A9.AA9.AQ9.KKJ9 north=-.-.-.-+12"),
        ("1r", "rules=scarne upcard=QC stock=23 turn=north south=-.-.-.-+11 north=ATTK9"),
        ("3m", "rules=scarne upcard=9C stock=19 act=meld turn=north south=-.-.-.9+10"),
        ("14L", "rules=scarne trump=C"),
    ],
)
def test_any_moment_may_be_asked_for(pinochle: Pinochle, hand: Path, at: str, begins: str) -> None:
    result = pinochle("show", str(hand), "--at", at)
    assert result.status == 0
    assert result.out.startswith(begins)


def test_the_end_of_a_record_is_its_last_moment(pinochle: Pinochle, seen: Path) -> None:
    at_end = pinochle("show", str(seen), "--at", "end")
    assert (at_end.status, at_end.out) == (0, pinochle("show", str(seen)).out)
    seen.write_text(SEEN.replace("4. KS", "4. KS AH {+AC}"))
    assert "act=meld" not in pinochle("show", str(seen), "--at", "end").out
    assert pinochle("replay", str(seen), "--at", "end").out.startswith("rules=scarne upcard=9C")


def test_what_the_reading_ended_at_is_told_where_no_moment_is_asked_for(
    pinochle: Pinochle, seen: Path
) -> None:
    seen.write_text(SEEN.replace("4. KS", "4. KS 9X"))
    result = pinochle("show", "-f", str(seen))
    assert result.status == 0
    unreadable, moment = result.err.splitlines()
    assert unreadable.startswith(f"{seen}:1: trick 4: unreadable: unknown suit 'X' in '9X'")
    assert moment == f"{seen}:1: south's reply to trick 4 (--at 4r)"
    assert pinochle("show", "-f", str(seen), "--at", "4r").err == f"{moment}\n"


def test_a_hand_of_several_is_chosen_by_its_number(
    pinochle: Pinochle, tmp_path: Path, hand: Path
) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(f"{HAND}\n{SEEN}")
    last = pinochle("show", str(file))
    assert last.err.endswith(f"{file}:15: hand 2 of 2, south's reply to trick 4 (--at 4r)\n")
    first = pinochle("show", str(file), "--hand", "1")
    assert first.out == pinochle("show", str(hand)).out
    result = pinochle("show", str(file), "--hand", "3")
    assert (result.status, result.out) == (2, "")
    assert result.err.endswith(f"--hand: 3, but {file} has 2 hands\n")


def test_a_record_comes_through_a_pipe_too() -> None:
    result = piped(["show", "-"], f"; beside the table\n\n{SEEN}")
    assert result.status == 0
    assert result.err == "<stdin>:3: south's reply to trick 4 (--at 4r)\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "{hand}", "--at", "25"], "at: there is no 25l (the last moment: 24r)"),
        (["show", "{hand}", "--at", "end"], "at: the hand is over at its end"),
        (["show", "{hand}", "--at", "x"], "--at: 'x' is neither end nor a trick and l, r, m, d"),
        (["show", "--at", "3", "turn=south"], "--at: goes with a hand record"),
        (["show", "--hand", "3", "turn=south"], "--hand: goes with a hand record"),
        (["show", "nothing.pnr"], "nothing.pnr: no such file or directory"),
        (["solve", "{hand}", "--at", "3"], "upcard: "),
        (["analyze", "{hand}", "--at", "14"], "upcard: missing, no stock phase"),
    ],
)
def test_what_a_record_has_not_is_told_in_a_line(
    pinochle: Pinochle, hand: Path, arguments: list[str], told: str
) -> None:
    result = pinochle(*(argument.format(hand=hand) for argument in arguments))
    assert (result.status, result.out) == (2, "")
    assert told in result.err.splitlines()[-1]


def test_what_is_wrong_before_the_moment_is_told(pinochle: Pinochle, hand: Path) -> None:
    hand.write_text(HAND.replace("{marriage:KH.QH}", "{marriage:KS.QS}"))
    assert "wrong meld" not in pinochle("show", str(hand), "--at", "3").err
    assert f"{hand}:1: trick 3: north, wrong meld: " in pinochle("show", str(hand), "--at", "4").err
    hand.write_text(HAND.replace("[Dealer", "[Dealr"))
    result = pinochle("show", str(hand))
    assert (result.status, result.out) == (2, "")
    assert f"{hand}:4: Dealr: unknown tag, did you mean Dealer?" in result.err


def test_the_names_of_the_players_stand_everywhere(pinochle: Pinochle, hand: Path) -> None:
    for command, heading in (
        (["replay"], "Ann Marie is south, Bob is north"),
        (["score"], "Ann Marie 170, Bob 220"),
        (["solve"], "  Ann Marie   ♠"),
        (["analyze", "--worlds", "8"], "Ann Marie has won the trick and may meld"),
        (["melds"], "Bob has melded"),
        (["show"], "Bob has led T♣"),
        (["score", "--call-out", "1.3:north"], "Bob calls out after trick 3 with 22: wrong"),
        (["score", "--single-hand", "--pays", "difference"], "Ann Marie pays Bob 50, all hands"),
    ):
        out = pinochle(*command, str(hand)).out
        assert heading in out
        table = [line for line in out.splitlines() if not line.startswith("rules=")]
        assert not re.search(r"(?<!is )south\b", "\n".join(table))
    replayed = json.loads(pinochle("replay", "--json", str(hand)).out)
    assert replayed["players"] == {"south": "Ann Marie", "north": "Bob"}
    assert replayed["tags"] == {"Event": "kitchen; table", "Date": "2026.11.01"}
    scored = json.loads(pinochle("score", "--json", str(hand)).out)
    assert scored["players"] == {"south": "Ann Marie", "north": "Bob"}


def test_tags_that_mean_nothing_here_are_kept() -> None:
    record = parse_record(HAND)
    assert record.players == Players("Ann Marie", "Bob")
    assert record.other_tags == (("Event", "kitchen; table"), ("Date", "2026.11.01"))
    assert parse_record(record.text()) == record


def test_players_are_kept_in_a_position() -> None:
    line = (
        "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south "
        "player.south=Ann Marie player.north=Bob"
    )
    position = parse_position(line)
    assert position.players == Players("Ann Marie", "Bob")
    assert position.text() == line
    assert eval(repr(position), {"PlayoffPosition": PlayoffPosition}) == position


@pytest.mark.parametrize("players", [Players("Ann", "Ann"), Players(south="north")])
def test_two_who_cannot_be_told_by_their_names_are_shown_by_their_seats(players: Players) -> None:
    assert [players.name(seat) for seat in Seat] == ["south", "north"]


def test_a_name_has_one_to_forty_characters_that_can_be_shown() -> None:
    assert parse_player(f" {'A' * 19}  {'B' * 20} ") == f"{'A' * 19} {'B' * 20}"
    for name, fact in (
        ("A" * 41, "is longer than 40 characters"),
        (" ", "empty"),
        ("A\x1b", "has characters that cannot be shown"),
    ):
        with pytest.raises(NotationError, match=fact):
            parse_player(name)


def test_a_game_goes_on_with_its_names_and_tags(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    played = piped(["play", "--game", "--seed", "3", "--record", str(file)], "1\nquit\n")
    assert played.status == 0
    tags = '[Event "tea"]\n[NorthPlayer "the engine"]\n[Pays "difference"]'
    file.write_text(f"{tags}\n{file.read_text()}")
    options = ["--game", "--engine", "greedy", "--record", str(file)]
    assert piped(["play", *options], "1\nquit\n").status == 0
    kept = parse_record(file.read_text())
    assert (kept.players.north, kept.other_tags) == ("the engine", (("Event", "tea"),))
    assert kept.pays is Pays.DIFFERENCE


def test_a_record_of_one_seat_has_its_own_decisions_only(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text('[View "south"] [Dealer "south"] [Upcard "QC"]\n[South "A9.AA9.AQ9.KKJ9"]\n')
    result = pinochle("show", "-f", str(file))
    assert (result.status, result.out) == (2, "")
    assert result.err == f"{file}:1: at: nobody has had a choice yet in this hand\n"


def test_a_hand_that_cannot_begin_has_no_moment(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    text = pinochle("deal", "--number", "1").out
    file.write_text(re.sub(r'\[South "[^.]*', '[South "A', text))
    result = pinochle("show", "-f", str(file), "--at", "end")
    assert (result.status, result.out) == (2, "")
    assert result.err.endswith(f"{file}:1: at: there is no moment in this hand\n")

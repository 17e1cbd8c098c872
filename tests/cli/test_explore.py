"""`pinochle explore`: positions stepped through, by a pipe and at a terminal; the line itself."""

from __future__ import annotations

import os
import re
import select
import signal
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.commandline import Pinochle, Run, started
from helpers.commandline import piped as piped_into
from helpers.paths import DATA
from helpers.strategies import playoff_positions, published_rulebooks, some_move
from helpers.terminals import Terminal, at_terminal
from pinochle_solver import (
    RULEBOOKS,
    Act,
    Card,
    IllegalMoveError,
    Move,
    Play,
    PlayoffPosition,
    Referee,
    Rulebook,
    Seat,
    StockPosition,
    analyze,
    parse_position,
    random_deals,
    solve,
)
from pinochle_solver.hand.exploration import Exploration
from pinochle_solver.hand.next_position import after
from pinochle_solver.hand.observations import MissingObservationError, Observation
from pinochle_solver.matches.person_view import MoveOutcome
from pinochle_solver.render.explorations import Values
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Show

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
STOCK = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north"
)
# North has kings and queens around on the table, and may marry either with a card of the hand.
AROUND = (
    "rules=scarne upcard=TS stock=19 act=meld turn=north south=AAJ9.J9.A9.J99 "
    "north=KQ.KQ.KQ.KQ+3 melds.north=kings:KS.KH.KD.KC@1+queens:QS.QH.QD.QC@2 "
    "tricks=9H-AH,TD-9D,AC-JC dealer=north"
)
# Every card known, before the last trick of the stock.
OPEN = (
    "rules=scarne upcard=9D stock=QS turn=south south=AAJ.A.TKQJJ9.AK north=KQ9.KQJ.AAT.QQJ "
    "melds.south=dix:9D@10+royal-marriage:KD.QD@10 "
    "melds.north=marriage:KS.QS@5+dix@8+marriage:KH*.QH@9 "
    "tricks=AC-TH,TC-TS,AH-9H,TH-QH,TC-KS,9H-9S,JH-KC,JC-9C,KD-JS,KH-QD,9C-TS "
    "points=50+17/50+93 dealer=south"
)
GOLDEN = DATA / "explore-session.txt"
GOLDEN_WORDS = ["TH", "", "2", "trail", "start", "line", "KD", "end", "q"]


def piped(*arguments: str, words: list[str] | bytes, status: int = 0, ascii: bool = True) -> Run:
    text = words if isinstance(words, bytes) else "".join(f"{word}\n" for word in words).encode()
    options = ["--ascii"] if ascii else []
    run = piped_into(["explore", *options, *arguments], text)
    assert run.status == status, run.err
    return run


def answers(out: str) -> list[str]:
    """What is written after each prompt, what was said to it first."""
    prompt = r"^(?:(?:from )?\w+(?:'s \w+| drew)?> |did \w+ draw the last dix\? )"
    return re.split(prompt, out, flags=re.MULTILINE)[1:]


# ---------------------------------------------------------------------------------- the playoff


def session() -> Run:
    """A session in a process of its own."""
    return started(["explore", PLAYOFF], "".join(f"{word}\n" for word in GOLDEN_WORDS))


def test_a_session_is_as_it_was() -> None:
    """``PYTHONPATH=tests python tests/cli/test_explore.py`` writes down a change that is meant."""
    run = session()
    assert run.err == ""
    assert run.out == GOLDEN.read_text(encoding="utf-8")
    assert piped(PLAYOFF, words=GOLDEN_WORDS, ascii=False) == run


def test_every_legal_card_has_its_exact_value_and_loss() -> None:
    out = piped(PLAYOFF, words=["TH", "back", "4", "q"]).out
    assert "still to come: south 55, north 15\n" in out
    assert re.search(r"^ 1 +KD +55 +15 +-$", out, re.MULTILINE)
    assert re.search(r"^ 2 +TH +40 +30 +15$", out, re.MULTILINE)
    assert "south leads TH\nTH loses 15 points; best is KD\n" in out
    assert "south leads TS\nTS loses 55 points; best is KD\n" in out


def test_words_at_the_end_are_answered() -> None:
    words = ["end", "moves", "values", "line", "table", "position", "KD"]
    *_, end = piped(PLAYOFF, words=[*words, "q"]).out.partition("the hand is over;")
    said = [answer.splitlines()[1] for answer in answers(end)[:-1]]
    assert said[:2] == ["the hand is over"] * 2
    assert said[2] == "no best line: the hand is over"
    assert said[3:5] == ["the hand is over"] * 2
    assert said[5].startswith("the hand is over; there are back, forward")


def test_help_the_table_and_the_line_of_the_position() -> None:
    out = piped(PLAYOFF, words=["help", "table", "position", "q"]).out
    assert "  quit            ends; q for short\n" in out
    assert out.count("\nhayes, compromise count, trump S, south to lead\n") == 2
    assert f"south> position\n{PLAYOFF}\n" in out


def test_what_was_tried_is_gone_through_before_the_best_moves() -> None:
    out = piped(PLAYOFF, words=["TH", "1", "start", "end", "q"]).out
    assert out.count("TH loses 15 points; best is KD") == 2


@pytest.mark.parametrize(
    "word", ["KD", "kd", "♦K", "dK", "king of diamonds", "1", " KD ", "", "001"]
)
def test_a_card_is_read_in_any_way(word: str) -> None:
    out = piped(PLAYOFF, words=[word, "q"]).out
    assert "south leads KD\nKD is best\n" in out


def test_back_and_forth() -> None:
    words = ["b", "f", "TH", "AS", "b", "b", "f", "start", "forward", "KD", "start", "TH", "f"]
    said = answers(piped(PLAYOFF, words=words).out)
    assert said[0] == "b\nthis is the start\n"
    assert said[1] == "f\nnothing was tried from here; Enter makes the best move\n"
    assert "north plays AS: north takes the trick, 20 points\n" in said[3]
    assert "AS is the only move" in said[3]
    assert "north to reply" in said[4]
    assert "south to lead" in said[5]
    assert "south leads TH\nTH loses 15 points" in said[6]
    assert "south to lead" in said[7]
    assert said[9] == "KD\nKD: north must play a trump (? lists the moves)\n"
    # The same move goes along the line, nothing is forgotten.
    assert "is forgotten" not in said[11]
    assert "north plays AS" in said[12]


def test_another_move_begins_a_new_line_and_says_so() -> None:
    words = ["TH", "AS", "start", "KD", "f", "start", "TH", "f", "trail"]
    said = answers(piped(PLAYOFF, words=words).out)
    assert "a new line: what was tried from here, 2 steps, is forgotten\n" in said[3]
    assert "nothing was tried from here" in said[4]
    assert "a new line: what was tried from here, 1 step, is forgotten\n" in said[6]
    assert "nothing was tried from here" in said[7]
    assert re.search(r"^ +1 +south TH +15$", said[8], re.MULTILINE)
    assert said[8].endswith("this is the position after step 1\n")


def test_the_end_is_reached_by_the_best_moves_and_told() -> None:
    out = piped(PLAYOFF, words=["end", "trail", "KD", "moves", "line", "b", "q"]).out
    assert (
        "the hand is over; since the position that was given (it has no points=): "
        "south 0 melds + 55 cards = 55, north 0 melds + 15 cards = 15\n" in out
    )
    said = answers(out)
    assert said[1].count("best") + said[1].count("only move") == 8
    assert said[2].startswith("KD\nthe hand is over; there are back, forward, start")
    assert said[3] == "moves\nthe hand is over\n"
    assert said[4] == "line\nno best line: the hand is over\n"
    assert "north to reply" in said[5]


def test_with_points_the_whole_hand_is_told() -> None:
    out = piped(f"{PLAYOFF} points=40+100/150+80", words=["end"]).out
    assert (
        "the hand is over: south 40 melds + 155 cards = 195, "
        "north 150 melds + 95 cards = 245\nnorth wins by 50\n" in out
    )


def test_a_card_led_is_replied_to() -> None:
    led = "rules=hayes trump=S south=T.T.Q.- north=A.-.K.TK turn=north led=KD"
    out = piped(led, words=["?", "Kd", "position", "q"]).out
    assert "  1:KD\nnorth> " in out
    assert "north plays KD: south takes the trick, 10 points\n" in out
    assert "\nrules=hayes trump=S south=T.T.Q.- north=A.-.-.TK turn=south\n" in out


def test_the_position_here_is_input_of_other_commands(pinochle: Pinochle) -> None:
    out = piped(PLAYOFF, words=["TH", "AS", "position", "q"]).out
    (line,) = re.findall(r"^rules=.*$", out, re.MULTILINE)
    assert "south 40, north 10" in pinochle("solve", line, "--ascii").out


def test_what_is_not_understood_is_one_line() -> None:
    words = ["fly", "dix", "AS", "5", "0", "9" * 5000, "KD@3", "\x1b[31m", "KD +AS", "x" * 300]
    said = answers(piped(PLAYOFF, words=words).out)[: len(words)]
    lines = [answer.splitlines()[1:] for answer in said]
    assert [len(each) for each in lines] == [1] * len(words)
    assert all(len(each[0]) < 350 for each in lines)
    assert lines[0][0].endswith(
        "there are moves (? lists them), back, forward, start, end, moves, values, line, trail, "
        "table, position, help and quit"
    )
    assert "south has to play a card now" in lines[1][0]
    assert lines[2][0] == "AS: south does not hold it (? lists the moves)"
    assert lines[3][0] == "there is no move 5 (? lists the 4 there are)"
    assert lines[4][0] == "there is no move 0 (? lists the 4 there are)"
    assert "\x1b" not in lines[7][0]
    assert lines[8][0] == "drawn: given, but every card is known (? lists the moves)"


@settings(max_examples=8)
@given(playoff_positions(most_cards=6))
def test_best_moves_lead_to_the_value(position: PlayoffPosition) -> None:
    value = solve(position).value
    explored = Exploration(position)
    while (here := explored.position) is not None:
        assert isinstance(here, PlayoffPosition)
        explored.make(Play(solve(here).moves[0].card))
    assert tuple(seat.tricks for seat in explored.points) == value


# ------------------------------------------------------------------------------ where it comes from


def test_a_position_of_a_file(tmp_path: Path, pinochle: Pinochle) -> None:
    file = tmp_path / "positions.pn"
    other = PLAYOFF.replace("turn=south", "turn=north")
    file.write_text(f"# two\n{PLAYOFF}\n\n{other}\nnonsense\n")
    assert "south> \n" in piped("-f", str(file), words=[]).out
    assert "north> \n" in piped("-f", str(file), "--line", "4", words=[]).out
    assert "north> \n" in piped(str(file), "--line", "4", words=[]).out
    bad = piped("-f", str(file), "--line", "5", words=[], status=2)
    assert bad.err == f"{file}:5: nonsense: not a key=value token\n"
    none = piped("-f", str(file), "--line", "3", words=[], status=2)
    assert none.err == "pinochle explore: --line: there is no position in line 3\n"


def test_a_moment_of_a_record(tmp_path: Path) -> None:
    from helpers.games import record

    file = tmp_path / "hand.pnr"
    file.write_text(record("hayes", 3).text())
    run = piped(str(file), "--at", "20l", words=["end"])
    assert "trick 20 (--at 20l)" in run.err
    assert "the hand is over: " in run.out


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        ([], "POSITION: give a position, or -f FILE; standard input is for what you say"),
        (["-"], "POSITION: give a position, or -f FILE; standard input is for what you say"),
        (["-f", "-"], "POSITION: give a position, or -f FILE; standard input is for what you say"),
        ([PLAYOFF, "--line", "2"], "--line: goes with a file of positions"),
        ([PLAYOFF, "--at", "3l"], "--at: goes with a hand record"),
    ],
)
def test_it_says_what_it_takes(arguments: list[str], fact: str) -> None:
    run = piped(*arguments, words=[], status=2)
    assert run.err == f"pinochle explore: {fact}\n"
    assert run.out == ""


def test_a_bad_position_is_one_line() -> None:
    run = piped("rules=hayes trump=S south=T north=A turn=west", words=[], status=2)
    assert run.err.startswith("position: ")
    assert len(run.err.splitlines()) == 1


# ---------------------------------------------------------------------------------- the stock phase


QUICK = ("--worlds", "2", "--threads", "1")


def test_what_the_other_seat_does_and_what_is_drawn_is_asked_for() -> None:
    words = ["marriage of hearts", "", "AC", "+9z", "?", "+AS", "values", "back", "quit"]
    run = piped(STOCK, *QUICK, words=words)
    said = answers(run.out)
    assert run.err == ""
    assert run.out.isascii()
    assert said[0] == "marriage of hearts\n"
    # What was drawn is asked for until it is told.
    say = "say the card that was drawn, such as +AS "
    say += "(? lists what is possible, back takes the move back)"
    assert said[1] == f"\n{say}\n"
    assert said[2] == "AC\nAC is not possible (? lists what is)\n"
    assert said[3] == f"+9z\nunknown suit 'z' in '9z': {say}\n"
    assert said[4].startswith("?\n  AS AH AD ")
    assert "AC" not in said[4]
    drawn = "south melds marriage KH QH: 20 points\nsouth draws AS, north draws a hidden card\n"
    assert said[5].startswith(f"+AS\n{drawn}marriage KH QH ")
    assert "stock: 15 face down" in said[5]
    # The values of a step are found once.
    for values in (said[5], run.out.partition("south> ")[0]):
        assert re.search(r"^ +1 +\S.* \+- ", values, re.MULTILINE)
    assert said[6].partition("\n")[2] == said[5][said[5].index("\n\n      move") + 1 :]
    assert run.out.partition("south> ")[0] == said[7].partition("\n")[2]


def test_a_hidden_seat_is_asked_for_its_card() -> None:
    words = ["pass +AS", "9C", "", "?", "values", "AC", "9S", "king of hearts", "pass", "b", "q"]
    said = answers(piped(STOCK, *QUICK, words=words).out)
    assert "north's card> " in piped(STOCK, *QUICK, words=words[:2]).out
    assert "south draws AS, north draws a hidden card\n" in said[0]
    told = "north's hand is hidden: say which card north plays (? lists what is possible)\n"
    assert told in said[1]
    assert said[2] == "\nthe hand is hidden: say which card is played (? lists them)\n"
    assert "AS" in said[3]
    assert "AC" not in said[3]
    assert said[5] == (
        "AC\nAC: north cannot hold it, no copy of it is unseen (? lists the moves)\n"
    )
    assert "north plays 9S: north takes the trick, 0 points\n" in said[6]
    assert "trick and may meld" in said[6]
    assert "say what north melds, or Enter for nothing (? lists what is possible)\n" in said[6]


def test_hidden_melds_are_read_by_their_kind_and_their_cards_asked_for() -> None:
    words = ["?", "marriage", "marriage of hearts", "7", "AS", "?", "2", "", "AH", "q"]
    out = piped(AROUND, *QUICK, words=words).out
    said = answers(out)
    assert re.search(r"^ +1 +pass$", said[0], re.MULTILINE)
    assert "'marriage': could be marriage:K" in said[1]
    assert said[2] == "marriage of hearts\n   1  QH\n   2  KH\n"
    assert said[3].startswith("7\nthere is no 7: say which cards came from the hand (? lists")
    assert said[4] == "AS\nAS is not possible (? lists what is)\n"
    assert said[5] == "?\n   1  QH\n   2  KH\n"
    assert said[6] == "2\n"
    assert said[7].startswith("\nsay the card that was drawn, such as +AS")
    assert "north melds marriage KH QH: 20 points\n" in said[8]
    assert "H K K Q" in said[8]


def test_a_question_can_be_left() -> None:
    words = ["pass", "back", "pass", "quit"]
    said = answers(piped(STOCK, *QUICK, words=words).out)
    assert said[1] == "back\nno move is made\n"
    assert len(said) == 4


def test_a_step_told_otherwise_begins_a_new_line() -> None:
    words = ["pass +AS", "b", "pass +AS", "b", "pass", "b", "pass +KS", "trail"]
    said = answers(piped(STOCK, *QUICK, words=words).out)
    assert "is forgotten" not in said[2] + said[4]
    assert "south draws AS" in said[4]
    assert "a new line: what was tried from here, 1 step, is forgotten" in said[6]
    assert "south draws KS" in said[6]
    assert re.search(r"^ +1 +south pass +\S", said[7], re.MULTILINE)


def test_an_open_position_is_determined_to_its_end() -> None:
    out = piped(OPEN, "--seconds", "5", words=[*[""] * 30, "trail"]).out
    assert "the hand is over: south " in out
    assert "the stock is gone: every card is known now" in out
    assert "mean: " in out
    assert "; exact\n" in out
    # Whoever plays best by exact values loses nothing.
    losses = re.findall(r"^ +\d+ +(?:south|north) \S+ +(.*)$", answers(out)[-2], re.MULTILINE)
    assert len(losses) == 26
    assert set(losses) == {"best", "only move"}
    first = re.search(r"^ +1 +\S+ +(-?\d+\.0) exact", out, re.MULTILINE)
    last = re.search(r"is over: south .* = (\d+), north .* = (\d+)\n", out)
    assert first
    assert last
    assert int(last[1]) - int(last[2]) == float(first[1])


def test_an_exact_loss_is_told_without_an_error() -> None:
    values = analyze(StockPosition.parse(OPEN))
    assert values.exact
    worst, best = values.moves[-1], values.best
    assert worst.behind > 0
    out = piped(OPEN, words=[worst.move.text(), "trail", "q"]).out
    told = f"{worst.move} loses {worst.behind:.1f} points; best is {best.move}"
    assert told in out.splitlines()
    assert re.search(rf"^ +1 +south {worst.move} +{worst.behind:.1f}$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("position", "values", "move", "told"),
    [
        (PLAYOFF, lambda position: solve(position, nodes=2), "TH", ["south leads TH"]),
        (
            STOCK,
            lambda position: analyze(position, worlds=2, moves=["pass", "marriage:KC.QC"]),
            "marriage:KH.QH",
            [
                "south melds marriage KH QH: 20 points",
                "south draws AS, north draws a hidden card",
            ],
        ),
    ],
)
def test_what_is_not_known_to_be_lost_is_not_told(
    position: str, values: Callable[[Any], Values], move: str, told: list[str]
) -> None:
    """Of a playoff whose search was stopped, and of a move that was not valued."""
    explored, page = Exploration(parse_position(position)), StringIO()
    drawn = Observation(drawn=Card.parse("AS")) if position == STOCK else Observation()
    explored.make(explored.read(move), drawn)
    renderer = Renderer(page, ascii=True)
    renderer.explored_step(explored.steps[0], values(explored.start))
    assert page.getvalue().splitlines() == told
    renderer.explored_trail([(explored.steps[0], values(explored.start))], 1)
    assert page.getvalue().splitlines()[-3].split()[-1] == "-"


def test_whether_the_last_card_was_a_dix_is_asked() -> None:
    line = _before_a_last_dix()
    said = answers(piped(line, *QUICK, words=["pass", "maybe", "?", "", "YES", "trail"]).out)
    assert said[1].startswith("maybe\n'maybe' is neither y nor n: say y if the last card drawn was")
    assert said[2] == "?\n  y n\n"
    assert said[3].startswith("\nsay y if the last card drawn was a dix, which scores, or n (?")
    assert "north scores 10 for the dix just drawn\n" in said[4]
    assert "the stock is gone: every card is known now" in said[4]
    assert "scores 10" not in "".join(answers(piped(line, *QUICK, words=["pass", "n"]).out))


def _before_a_last_dix() -> str:
    """South is to see north, who has won the last trick of the stock, pass and draw its card."""
    rules = RULEBOOKS["macdougall"]
    for seed in range(500):
        (deal,) = random_deals(1, seed, rules)
        referee, random = Referee.of_deal(deal, ask_always=True), Random(seed)
        while referee.completed_tricks < 12:
            referee.push(random.choice(referee.moves()))
        position = referee.view(Seat.SOUTH)
        if referee.turn is not Seat.NORTH or not isinstance(position, StockPosition):
            continue
        try:
            after(position, "pass")
        except MissingObservationError as error:
            if error.what == "last_dix":
                return position.text()
    pytest.fail("no such hand")


class _Person:
    """Tells what really happens in a hand, as one seat sees it."""

    def __init__(self, rules: Rulebook, seed: int, viewer: Seat, tricks: int) -> None:
        (deal,) = random_deals(1, seed, rules)
        self.viewer, self.random, self.asked = viewer, Random(seed), set[str]()
        self.referee = Referee.of_deal(deal, ask_always=True)
        while self.referee.completed_tricks < tricks or self.referee.due is not Act.PLAY:
            self.referee.push(some_move(self.referee, self.random))
        position = self.referee.view(viewer)
        assert position is not None
        self.start = position

    def words(self) -> list[str]:
        """What is to be said until the hand is over."""
        explored, words = Exploration(self.start), []
        while not self.referee.is_over:
            referee = self.referee
            draws = len(referee.draws)
            move = some_move(referee, self.random)
            option = next((o for o in referee.options() if o.show == move), None)
            seat = referee.turn
            referee.push(move)
            while (
                referee.due in (Act.MELD, Act.DIX, Act.SHOW)
                and referee.turn is self.viewer
                and len(referee.moves()) == 1
            ):
                referee.push("pass")
            words.append(move.text())
            own = [card for who, card in referee.draws[draws:] if who is self.viewer]
            dix = dix_card(referee.rules, referee.trump)
            drew_dix = [(who, card) for who, card in referee.draws[draws:] if card == dix] != []
            told = Observation()
            while True:
                try:
                    explored.make(move, told)
                    break
                except MissingObservationError as error:
                    self.asked.add(error.what)
                    if error.what == "drawn":
                        told = Observation(own[0], told.laid, told.last_dix)
                        words.append(f"+{own[0]}")
                    elif error.what == "laid":
                        assert option is not None
                        told = Observation(told.drawn, option.from_hand, told.last_dix)
                        words.append(" ".join(map(str, option.from_hand)))
                    else:
                        others = referee.draws[draws:][0][0] is not self.viewer
                        told = Observation(told.drawn, told.laid, drew_dix and others)
                        words.append("yes" if drew_dix and others else "n")
            assert explored.steps[-1].seat is seat
            assert explored.position == referee.view(self.viewer)
        return words


@pytest.mark.parametrize(
    ("rules", "seed", "viewer", "tricks", "asked"),
    [
        ("hayes", 48, Seat.NORTH, 1, {"drawn", "laid"}),
        ("macdougall", 0, Seat.SOUTH, 6, {"drawn", "last_dix"}),
        ("goulash", 0, Seat.NORTH, 12, {"drawn"}),
    ],
)
def test_a_hand_is_followed_to_its_end_as_one_seat_sees_it(
    rules: str, seed: int, viewer: Seat, tricks: int, asked: set[str]
) -> None:
    person = _Person(RULEBOOKS[rules], seed, viewer, tricks)
    words = person.words()
    assert person.asked == asked
    out = piped(person.start.text(), "--worlds", "1", "--threads", "1", words=words).out
    south, north = person.referee.points
    assert (
        f"the hand is over: south {south.melds} melds + {south.tricks} cards = {sum(south)}, "
        f"north {north.melds} melds + {north.tricks} cards = {sum(north)}\n" in out
    )
    assert "(? lists the moves)" not in out


# ------------------------------------------------------------------------------------ at a terminal


def read_until(person: Terminal, words: str, seconds: float = 60) -> None:
    """Read what is written until there are these words in it."""
    written, deadline = "", time.monotonic() + seconds
    while words not in written:
        assert time.monotonic() < deadline, written
        if select.select([person.master], [], [], 0.1)[0]:
            written += os.read(person.master, 4096).decode()


def stopped(person: Terminal) -> str:
    """What a stopped analysis shows, once it has found something."""
    read_until(person, " is best, ")
    person.process.send_signal(signal.SIGINT)
    shown = person.read_to_prompt() or ""
    assert "stopped: " in shown
    assert "loss" in shown
    return shown


def test_ctrl_c_stops_an_analysis_and_at_the_prompt_the_program() -> None:
    arguments = ("explore", "--ascii", STOCK, "--seconds", "600", "--threads", "1")
    with at_terminal("south|north's card", *arguments) as person:
        stopped(person)
        assert "nothing has been tried yet" in (person.type("trail") or "")
        # What was found stays; the next step is analysed, and stopped as well.
        os.write(person.master, b"1 +KS\n")
        stopped(person)
        assert "stopped: " in (person.type("back") or "")
        os.write(person.master, b"values\n")
        stopped(person)
        person.process.send_signal(signal.SIGINT)
        assert person.process.wait(60) == 130


def test_ctrl_d_ends_it() -> None:
    with at_terminal("south", "explore", PLAYOFF) as person:
        assert "south 55" in (person.read_to_prompt() or "")
        os.write(person.master, b"\x04")
        assert person.process.wait(60) == 0


# ----------------------------------------------------------------------------------------- the line


@given(st.integers(0, 9_999), published_rulebooks, st.lists(st.integers(0, 9), max_size=60))
def test_the_line_is_what_was_made(seed: int, rules: Rulebook, turns: list[int]) -> None:
    """However one goes back and forth: the line leads from the start to every place in it."""
    (deal,) = random_deals(1, seed, rules)
    start = Referee.of_deal(deal).position()
    assert start is not None
    explored, random = Exploration(start), Random(seed)
    made: list[Move] = []
    for turn in turns:
        before = explored.place
        if turn == 0:
            explored.to_start()
            assert explored.place == 0
        elif turn == 1:
            explored.to_end()
            assert explored.place == len(made)
        elif turn < 4:
            assert explored.back() == (before > 0)
            assert explored.place == max(before - 1, 0)
        elif turn < 6:
            assert explored.forward() == (before < len(made))
            assert explored.place == min(before + 1, len(made))
        elif explored.position is not None:
            again = turn == 9 and before < len(made)
            move = made[before] if again else random.choice(explored.moves())
            stays = before < len(made) and made[before] == move
            forgotten = explored.make(move)
            assert forgotten == (0 if stays else len(made) - before)
            made[before:] = made[before:] if stays else [move]
            assert explored.place == before + 1
        assert [step.move for step in explored.steps] == made
    here = start
    for number, step in enumerate(explored.steps):
        assert explored.position_before(number) == here
        there = after(here, step.move)
        assert there == step.position
        if there is None:
            break
        here = there
    assert start.points is not None
    position = explored.position
    if position is not None:
        assert explored.points == position.points


def test_nothing_is_made_after_the_end() -> None:
    explored = Exploration(PlayoffPosition.parse("trump=S south=T.-.-.- north=A.-.-.- turn=south"))
    explored.make(explored.read("TS"))
    explored.make(explored.read("AS"))
    assert explored.moves() == ()
    for make in (lambda: explored.make(Play(Card.parse("AS"))), lambda: explored.read("AS")):
        with pytest.raises(ValueError, match=r"^the hand is over$"):
            make()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pass", "pass"),
        ("nothing", "pass"),
        ("marriage of hearts", "marriage:KH.QH"),
        ("Marriage  in ♥", "marriage:KH.QH"),
        ("marriage h", "marriage:KH.QH"),
        ("a marriage of clubs", "marriage:KC.QC"),
        ("KC QC", "marriage:KC.QC"),
        ("marriage:qc.kc", "marriage:KC.QC"),
    ],
)
def test_melds_are_read_as_people_say_them(text: str, meant: str) -> None:
    position = StockPosition.parse(STOCK)
    assert Exploration(position).read(text).text() == meant


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("marriage", "'marriage': could be marriage:KH.QH or marriage:KC.QC"),
        ("marriage of spades", "'marriage of spades': "),
        ("run and run", "'run and run': "),
        ("", "'': "),
        ("KH", "KH: a card; say first what south melds, or pass"),
        ("my cards", "'my cards': neither a meld nor the cards of one"),
    ],
)
def test_what_is_no_meld_is_told(text: str, fact: str) -> None:
    with pytest.raises(IllegalMoveError) as raised:
        Exploration(StockPosition.parse(STOCK)).read(text)
    assert str(raised.value).startswith(fact)


def test_a_dix_goes_with_a_meld() -> None:
    line = STOCK.replace("south=Q9.AKQ", "south=QK.AKQ").replace("upcard=TS", "upcard=TH")
    line = line.replace("south=QK.AKQ.AJ.KQJ9", "south=Q.AKQ9.AJ.KQJ9").replace("T9.J9", "T.J99")
    line = line.replace("points=40+31/20+13 ", "")
    explored = Exploration(StockPosition.parse(line))
    shows = {move.text() for move in explored.moves()}
    assert "dix" in shows
    for text, meant in (
        ("dix", "dix"),
        ("royal marriage", "royal-marriage:KH.QH"),
        ("dix and royal marriage", "dix+royal-marriage:KH.QH"),
        ("royal-marriage with dix", "dix+royal-marriage:KH.QH"),
        ("DIX + marriage of clubs", "dix+marriage:KC.QC"),
    ):
        assert explored.read(text).text() == meant


if __name__ == "__main__":
    GOLDEN.write_text(session().out, encoding="utf-8")


def test_a_single_point_is_told_as_one() -> None:
    glup = "rules=glup upcard=AD stock=59 act=meld turn=south north=+17 gone=AT.-.-.-"
    hand = "south=TQ.TKJ.TKKQQQQJ9.AJJ"
    out = piped("--worlds", "16", glup, hand, words=["dix +AS", "quit"]).out
    assert "south melds dix: 1 point\n" in out
    page = StringIO()
    dix = MoveOutcome(Seat.SOUTH, Show(dix=True), points=1)
    Renderer(page, ascii=True).play_move(dix, Seat.SOUTH)
    assert page.getvalue() == "you meld dix: 1 point\n"

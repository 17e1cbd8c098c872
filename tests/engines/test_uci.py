"""The engine protocol for who knows UCI: its words, several moves, and thinking without end."""

from __future__ import annotations

import re
import time
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.strategies import playoff_positions, some_move
from pinochle_solver import (
    ENGINES,
    RULEBOOKS,
    Analysis,
    PlayoffPosition,
    Referee,
    StockPosition,
    analyze_with,
    random_deals,
    solve,
)
from pinochle_solver.engines import engine as engine_module
from pinochle_solver.engines import protocol as protocol_module
from pinochle_solver.engines import searching as searching_module
from pinochle_solver.engines.engine import Decision
from pinochle_solver.engines.protocol import Conversation
from pinochle_solver.engines.protocol_requests import MOST_LINES, Options, RequestError, read_go
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
LEAD = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
MELD = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 "
    "north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD "
    "gone=-.T9.J9.AAT9 points=40+31/20+13 dealer=north"
)
POSITIONS = {"lead": LEAD, "meld": MELD, "playoff": PLAYOFF}
INFO = re.compile(
    r"info( worlds (?P<worlds>\d+))? move (?P<move>\S+) mean (?P<mean>-?\d+\.\d+)"
    r" se (?P<se>\d+\.\d+)"
    r" multipv (?P<multipv>\d+)( win (?P<win>\d\.\d+) win_low (?P<win_low>\d\.\d+)"
    r" win_high (?P<win_high>\d\.\d+))? behind (?P<behind>\d+\.\d+)"
    r" behind_se (?P<behind_se>\d+\.\d+)( visits (?P<visits>\d+))?"
)


def talk(*lines: str) -> list[str]:
    """What the engine says to these lines, each `go` answered before the next line."""
    said: list[str] = []
    engine = Conversation(said.append)
    for line in lines:
        assert engine.handle(line)
        engine.wait()
    return said


def infos(said: list[str]) -> list[dict[str, str | None]]:
    found = []
    for line in said:
        if line.startswith("info "):
            match = INFO.fullmatch(line)
            assert match, line
            found.append(match.groupdict())
    return found


def numbers(info: dict[str, str | None], *names: str) -> list[float]:
    return [float(info[name] or "nan") for name in names]


# -------------------------------------------------------------------------------- the words of UCI


def test_uci_is_answered_in_its_words() -> None:
    first, second, *options, last = talk("uci")
    assert first == talk("pn")[0]
    assert first.startswith("id name pinochle-solver ")
    assert second == "id author The pinochle-solver authors"
    assert last == "uciok"
    ours = [line for line in talk("pn") if line.startswith("option ")]
    assert options == [line.replace("option ", "option name ", 1) for line in ours]
    for line in options:
        match = re.fullmatch(r"option name (\S+) type (combo|spin|check) default (\S+)(.*)", line)
        assert match, line
        name, kind, default, rest = match.groups()
        values = [default, *re.findall(r"(?:var|min|max) (\S+)", rest)]
        if kind == "check":
            values = [default, "false", "true"]
        assert len(values) >= 3
        for value in values:
            assert talk(f"setoption name {name} value {value}") == []
        if kind == "spin":
            assert talk(f"setoption name {name} value {int(values[-1]) + 1}") != []
        else:
            assert default == values[1]


def test_isready_and_ucinewgame() -> None:
    assert talk("isready", "ready") == ["readyok", "readyok"]
    assert talk(f"position {PLAYOFF}", "ucinewgame", "go") == ["error no position"]


@pytest.mark.parametrize(
    ("house", "uci"),
    [
        ("Engine greedy", "name Engine value greedy"),
        ("engine GREEDY", "name ENGINE value Greedy"),
        ("Seed 5", "name  seed   value\t5"),
        ("MultiPV 3", "Name multipv Value 3"),
        ("MultiPV 3", f"name MultiPV{' ' * 60_000}value 3"),
        ("Speed 3", "name Speed value 3"),
        ("Seed", "name Seed"),
        ("Seed", "name Seed value"),
        ("Seed x", "name Seed value x"),
        ("Engine value", "name Engine value value"),
        ("Engine best", "name Engine value best"),
        ("MultiPV 0", "name MultiPV value 0"),
        (f"MultiPV {MOST_LINES + 1}", f"name MultiPV value {MOST_LINES + 1}"),
    ],
)
def test_options_are_set_alike_in_either_spelling(house: str, uci: str) -> None:
    said = []
    for text in (house, uci):
        asked = (f"setoption {text}", "setoption Threads 1", f"position {MELD}", "go worlds 40")
        said.append(talk(*asked))
    assert said[0] == said[1]
    assert said[0][-1].startswith("bestmove ")
    is_error = house.split()[-1] in ("Seed", "x", "value", "best", "0", str(MOST_LINES + 1))
    assert said[0][0].startswith("error ") == (is_error or house.startswith("Speed"))


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_option_text_does_anything_but_be_set_or_refused(one: str, other: str) -> None:
    options = Options()
    for text in (one, f"name {one}", f"name {one} value {other}", f"Seed {one}"):
        try:
            options.set(text.strip())
        except RequestError as error:
            assert len(str(error).splitlines()) == 1
    assert options.number("MultiPV") >= 1
    assert options["Engine"] in ENGINES


@pytest.mark.parametrize(
    ("limits", "error"),
    [
        ("infinite movetime 5", "error infinite: has no other limit, movetime is one"),
        ("worlds 5 infinite", "error infinite: has no other limit, worlds is one"),
        ("infinite nodes 5 seed 1", "error infinite: has no other limit, nodes is one"),
        ("infinite infinite", "error infinite: given twice"),
        ("infinite 5", "error unknown limit '5' (known: movetime, worlds, nodes, seed, infinite)"),
        ("seed infinite", "error seed: 'infinite', expected 0 to "),
        ("depth 3", "error unknown limit 'depth' "),
    ],
)
def test_limits_that_do_not_go_together_are_refused(limits: str, error: str) -> None:
    said = talk(f"position {PLAYOFF}", f"go {limits}", "go")
    assert len(said) == 2
    assert said[0].startswith(error)
    assert said[1] == "bestmove KD mean 40.0 se 0.0"


def test_a_seed_goes_with_no_end() -> None:
    assert read_go("infinite seed 7", 1) == read_go("seed 7 infinite", 2)
    assert read_go("infinite", 9).seed == 9


# ---------------------------------------------------------------------------------- several moves


@cache
def analyzed(name: str, position: StockPosition, worlds: int, objective: str) -> Analysis:
    return analyze_with(name, position, worlds=worlds, seed=3, objective=objective)


@pytest.mark.parametrize(
    ("name", "number", "objective"),
    [
        ("default", 2, "win"),
        ("default", 4, "points"),
        ("default", MOST_LINES, "win"),
        ("pimc", 2, "win"),
        ("ismcts", 4, "points"),
    ],
)
def test_the_best_moves_are_those_of_the_analysis(name: str, number: int, objective: str) -> None:
    worlds = 16 if name == "pimc" else 96  # a tree for each takes its time
    asked = (f"setoption Engine {name}", f"setoption Objective {objective}", f"position {MELD}")
    go = f"go worlds {worlds} seed 3"
    *before, last = talk(*asked, f"setoption name MultiPV value {number}", go)
    position = parse_position(MELD)
    assert isinstance(position, StockPosition)
    analysis = analyzed(name, position, worlds, objective)
    wanted = analysis.moves[:number]
    found = infos(before)[-len(wanted) :]
    for place, (info, move) in enumerate(zip(found, wanted, strict=True), start=1):
        assert info["move"] == move.move.text()
        assert numbers(info, "multipv", "visits") == [place, move.visits]
        mean, se = round(move.mean, 2), round(move.mean_se, 2)
        assert numbers(info, "mean", "se") == pytest.approx([mean, se])
        digits = 4 if objective == "win" else 2
        behind = [round(move.behind, digits), round(move.behind_se, digits)]
        assert numbers(info, "behind", "behind_se") == pytest.approx(behind)
        if objective == "win":
            told = [round(each, 4) for each in (move.win, *move.win_interval)]
            assert numbers(info, "win", "win_low", "win_high") == pytest.approx(told)
            assert 0 <= told[1] < told[0] < told[2] <= 1
        else:
            assert info["win"] is None
    assert last.split()[1] == analysis.choice.text()
    # The answer is the same however many are told of.
    if number == 4:
        assert talk(*asked, go)[-1] == last


@pytest.mark.parametrize("number", [2, 3])
def test_while_it_thinks_the_lines_come_together_and_in_order(number: int) -> None:
    said = talk(f"setoption MultiPV {number}", f"position {MELD}", "go worlds 600")
    found = infos(said[:-1])
    assert [int(info["multipv"] or 0) for info in found] == [*range(1, number + 1)] * 6
    groups = [found[first : first + number] for first in range(0, len(found), number)]
    assert [group[0]["worlds"] for group in groups] == ["32", "64", "128", "256", "512", "600"]
    for group in groups:
        assert len({info["move"] for info in group}) == number
        assert len({info["worlds"] for info in group}) == 1
        behind = [numbers(info, "behind")[0] for info in group]
        assert behind == sorted(behind)
        assert behind[0] == 0


def test_one_move_is_told_as_ever() -> None:
    for position in POSITIONS.values():
        asked = (f"position {position}", "go worlds 100")
        assert talk("setoption MultiPV 3", "setoption MultiPV 1", *asked) == talk(*asked)
    assert not [line for line in talk(f"position {MELD}", "go worlds 100") if "multipv" in line]


@given(playoff_positions(6), st.integers(2, 7))
def test_of_a_playoff_every_card_is_exact(position: PlayoffPosition, number: int) -> None:
    *before, last = talk(f"setoption MultiPV {number}", f"position {position}", "go")
    solution = solve(position)
    turn = position.turn
    means = [move.value[turn] - move.value[turn.other] for move in solution.moves]
    assert len(before) == min(number, len(means))
    for place, (info, move, mean) in enumerate(
        zip(infos(before), solution.moves, means, strict=False), start=1
    ):
        assert info["move"] == move.card.text()
        assert numbers(info, "multipv", "mean", "se") == [place, mean, 0]
        assert numbers(info, "behind", "behind_se") == [means[0] - mean, 0]
        assert means[0] - mean == 2 * move.loss
        assert info["worlds"] is info["visits"] is None
    assert last == f"bestmove {solution.moves[0].card} mean {means[0]}.0 se 0.0"


def test_points_held_already_are_in_every_mean() -> None:
    said = talk("setoption MultiPV 4", f"position {PLAYOFF} points=40+90/20+90", "go")
    assert [numbers(info, "mean")[0] for info in infos(said)] == [60, 30, -50, -50]
    # Also where the engine plays for the chance to win: the playoff is played for points.
    for_chances = ("setoption Objective win", "setoption MultiPV 4")
    assert talk(*for_chances, f"position {PLAYOFF} points=40+90/20+90", "go") == said


def test_the_card_that_wins_the_race_is_the_first() -> None:
    """North is at the target with the ace, but not with the diamonds, which make more points."""
    position = (
        "rules=scarne trump=S south=-.K.A9.Q north=-.A.TQQ.- turn=north points=40+23/20+172 "
        "score=922/799"
    )
    asked = ("setoption Objective win", "setoption MultiPV 3", f"position {position}", "go")
    *before, last = talk("setoption CallOut true", *asked)
    found = infos(before)
    assert [info["move"] for info in found] == ["AH", "QD", "TD"]
    told = ("mean", "win", "win_low", "win_high", "behind")
    assert [numbers(info, *told) for info in found] == [
        [124, 1, 1, 1, 0],
        [130, 0, 0, 0, 1],
        [130, 0, 0, 0, 1],
    ]
    assert last == "bestmove AH mean 124.0 se 0.0"
    assert talk(*asked)[-1] == "bestmove QD mean 130.0 se 0.0"


def test_what_is_not_proven_is_not_told() -> None:
    referee = Referee.of_deal(next(iter(random_deals(1, 3, RULEBOOKS["scarne"]))))
    random = Random(3)
    while not referee.in_playoff:
        referee.push(some_move(referee, random))
    asked = ("setoption MultiPV 5", f"position {referee.position()}")
    (answer,) = talk(*asked, "go nodes 1")
    assert re.fullmatch(r"bestmove \S+", answer)
    assert len(talk(*asked, "go")) > 1


@pytest.mark.parametrize("name", ["advice", "greedy", "random"])
def test_who_does_not_value_tells_nothing(name: str) -> None:
    asked = (f"setoption Engine {name}", "setoption MultiPV 5")
    assert len(talk(*asked, f"position {MELD}", "go")) == 1


def test_an_engine_that_tells_of_one_move_only_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines of other packages need not know of candidates."""

    class Terse:
        def choose(self, position: Any, limits: Any, **more: Any) -> Decision:
            move = Referee.of_position(position).moves()[0]
            more["progress"](Decision(move, 1.0, 2.0, 8))
            return Decision(move, 1.5, 2.5, 16)

    monkeypatch.setattr(protocol_module, "engine_for", lambda *_, **__: Terse())
    for number in (1, 3):
        assert talk(f"setoption MultiPV {number}", f"position {PLAYOFF}", "go") == [
            "info worlds 8 move TS mean 1.0 se 2.0",
            "info worlds 16 move TS mean 1.5 se 2.5",
            "bestmove TS mean 1.5 se 2.5",
        ]


def test_an_engine_that_tells_no_value_is_told_of_by_its_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent:
        def choose(self, position: Any, limits: Any, **more: Any) -> Decision:
            move = Referee.of_position(position).moves()[0]
            more["progress"](Decision(move, worlds=8))
            return Decision(move, worlds=16)

    monkeypatch.setattr(protocol_module, "engine_for", lambda *_, **__: Silent())
    for number in (1, 3):
        asked = (f"setoption MultiPV {number}", f"position {PLAYOFF}", "go")
        assert talk(*asked) == ["bestmove TS"]


# -------------------------------------------------------------------------------------- no end


class Listener:
    """A conversation, and what it has said so far."""

    def __init__(self, *lines: str) -> None:
        self.said: list[str] = []
        self.engine = Conversation(self.said.append)
        self.say(*lines)

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.handle(line)

    def wait_for(self, start: str) -> None:
        deadline = time.monotonic() + 30
        while not any(line.startswith(start) for line in self.said):
            assert time.monotonic() < deadline
            time.sleep(0.01)

    @property
    def answers(self) -> list[str]:
        return [line for line in self.said if line.startswith("bestmove ")]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("phase", POSITIONS)
def test_without_end_it_answers_after_a_stop(phase: str, name: str) -> None:
    talking = Listener(f"setoption Engine {name}", f"position {POSITIONS[phase]}", "go infinite")
    time.sleep(0.1)
    talking.say("isready", "go", "position bad", "ucinewgame", "setoption Seed 2")
    busy = "error busy: thinking, stop first"
    others = [line for line in talking.said if not line.startswith("info ")]
    assert others == ["readyok", busy, busy, busy, busy]
    talking.say("stop")
    assert len(talking.answers) == 1
    assert talking.said[-1] == talking.answers[0]
    # Nothing is under way any more.
    talking.say("stop", f"position {PLAYOFF}", "go")
    talking.engine.wait()
    assert len(talking.answers) == 2


def test_what_is_known_is_told_at_once_and_played_after_a_stop() -> None:
    talking = Listener("setoption MultiPV 2", f"position {PLAYOFF}", "go infinite")
    talking.wait_for("info move TH ")
    time.sleep(0.05)
    assert talking.answers == []
    talking.say("stop")
    assert talking.said[2:] == ["bestmove KD mean 40.0 se 0.0"]


def test_without_end_it_goes_on_longer_than_with_a_limit() -> None:
    talking = Listener(f"position {MELD}", "go infinite")
    talking.wait_for("info worlds 1024 ")
    talking.say("stop")
    assert len(talking.answers) == 1


def test_quitting_gives_the_answer() -> None:
    talking = Listener("setoption MultiPV 2", f"position {PLAYOFF}", "go infinite")
    talking.wait_for("info move TH ")
    assert not talking.engine.handle("quit")
    assert talking.answers == ["bestmove KD mean 40.0 se 0.0"]


def test_an_engine_that_fails_says_so_at_once_and_moves_after_a_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any, **__: Any) -> Analysis:
        raise MemoryError("no memory")

    monkeypatch.setattr(searching_module, "analyze_position", fail)
    monkeypatch.setattr(engine_module, "solve", fail)
    for position in (MELD, PLAYOFF):
        talking = Listener(f"position {position}", "go infinite")
        talking.wait_for("error MemoryError: no memory")
        assert talking.answers == []
        talking.say("stop")
        assert len(talking.said) == 2
        assert len(talking.answers) == 1


@pytest.mark.parametrize("go", ["go", "go infinite"])
def test_without_a_thread_some_move_is_given_at_once(
    monkeypatch: pytest.MonkeyPatch, go: str
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("pinochle_solver.engines.protocol.Thread.start", fail)
    talking = Listener(f"position {PLAYOFF}", go)
    assert talking.said == ["error RuntimeError: can't start new thread", "bestmove TS"]


# ------------------------------------------------------------------------------- the legal moves


def test_the_legal_moves_are_listed() -> None:
    assert talk("moves", f"position {PLAYOFF}", "moves", "moves all") == [
        "error no position",
        "legal TS TH KD QD",
        "legal TS TH KD QD",
    ]
    said = talk(f"position {MELD}", "moves")
    shows = "pass marriage:KH.QH marriage:KC.QC dix dix+marriage:KH.QH dix+marriage:KC.QC"
    assert said == [f"legal {shows}"]
    talking = Listener(f"position {LEAD}", "go infinite", "moves", "stop")
    (legal,) = [line for line in talking.said if line.startswith("legal ")]
    assert talking.answers[0].split()[1] in legal.split()[1:]


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_the_legal_moves_are_those_of_the_referee(rules: str) -> None:
    """Whatever is hidden from the seat to decide."""
    said: list[str] = []
    engine = Conversation(said.append)
    for seed in range(3):
        (deal,) = random_deals(1, seed, RULEBOOKS[rules])
        referee, random = Referee.of_deal(deal), Random(seed)
        while not referee.is_over:
            assert referee.turn is not None
            moves = " ".join(move.text() for move in referee.moves())
            if moves != "pass":
                engine.handle(f"position {referee.view(referee.turn)}")
                engine.handle("moves")
                assert said[-1] == f"legal {moves}"
            referee.push(some_move(referee, random))
    assert len(said) > 3 * 48


# ------------------------------------------------------------------------- in whatever order

COMMANDS = [
    "pn",
    "uci",
    "ready",
    "isready",
    "new",
    "ucinewgame",
    "moves",
    "stop",
    *(f"position {position}" for position in POSITIONS.values()),
    "position bad",
    "go worlds 16",
    "go movetime 1",
    "go movetime 1 nodes 5 seed 3",
    "go infinite",
    "go infinite seed 2",
    "go infinite movetime 1",
    "setoption MultiPV 1",
    "setoption name MultiPV value 3",
    "setoption name multipv value 128",
    "setoption Objective win",
    "setoption Objective points",
    *(f"setoption name Engine value {name}" for name in ENGINES),
    "setoption name Engine",
]


@given(st.lists(st.sampled_from(COMMANDS), max_size=16), st.booleans())
def test_no_order_of_commands_ends_it_or_loses_an_answer(lines: list[str], quits: bool) -> None:
    """Every `go` that was not refused is answered once, before the next one can be asked."""
    said: list[str] = []
    engine = Conversation(said.append)
    begun = 0
    for line in ("position " + PLAYOFF, *lines):
        before = Counter(word.split()[0] for word in list(said))
        assert engine.handle(line)
        after = Counter(word.split()[0] for word in list(said))
        if line.startswith("go"):
            begun += after["error"] == before["error"]
        if line == "stop":
            assert after["bestmove"] == begun
        assert begun - 1 <= after["bestmove"] <= begun
        if line in ("ready", "isready"):
            assert after["readyok"] == before["readyok"] + 1
    if quits:
        assert not engine.handle("quit")
    else:
        engine.close()
    assert sum(line.startswith("bestmove ") for line in said) == begun
    known = ("id ", "option ", "pnok", "uciok", "readyok", "error ", "info ", "bestmove ", "legal ")
    assert all(line.startswith(known) for line in said)
    # It is still there.
    assert engine.handle(f"position {PLAYOFF}")
    assert engine.handle("go")
    engine.wait()
    assert said[-1].startswith("bestmove ")

"""What engines lose a decision: worlds of the true hand, sums on known data, tiny runs."""

from __future__ import annotations

import json
import sys
from copy import copy
from functools import cache
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.common.decisions import MELD, kind_of
from benchmarks.strength import regret, regret_hands
from benchmarks.strength.regret import THIRDS, LossSummary, groups, main
from benchmarks.strength.regret_hands import (
    DECISIONS_OF_A_HAND,
    DecisionLosses,
    HandLosses,
    LossSettings,
    decisions_of,
    measure_hand,
    stock_view,
    true_world,
    true_worlds,
    value,
)
from pinochle_solver import RULEBOOKS, Referee, __version__, random_deals
from pinochle_solver.rules.rules import Seat


def decision(trick: int, *losses: float) -> DecisionLosses:
    """Engines that lose so much; who loses as much chose the same."""
    return DecisionLosses(trick, "lead", [f"{loss}" for loss in losses], list(losses))


_PLAYED: dict[tuple[bytes, Any], tuple[list[Referee], Any]] = {}


@pytest.fixture(autouse=True)
def _each_hand_is_played_once(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Hand out copies of the decisions of a hand that was played before, also in processes.

    The same engine would play the same two hands in nearly every test here.
    """
    if request.function is test_who_chooses_the_same_loses_the_same:
        return  # it tells that a hand is played alike again

    def played(referee: Referee, random: Random) -> list[Referee]:
        key = referee.first_state, random.getstate()
        if key not in _PLAYED:
            _PLAYED[key] = decisions_of(referee, random), random.getstate()
        found, after = _PLAYED[key]
        random.setstate(after)
        return [copy(each) for each in found]

    monkeypatch.setattr(regret_hands, "decisions_of", played)


@cache
def settings(*engines: str) -> LossSettings:
    return LossSettings(
        engines=engines,
        names=engines,
        rules=("scarne",),
        seconds=None,
        worlds=8,
        valued_in=4,
        seed=3,
    )


@cache
def rule_players() -> HandLosses:
    return measure_hand(0, settings("advice", "random", "advice"))


# Decisions and worlds


@cache
def made() -> list[Referee]:
    """The decisions of a hand."""
    (deal,) = random_deals(1, 4, RULEBOOKS["scarne"])
    return decisions_of(Referee.of_deal(deal), Random(1))


def test_all_decisions_of_a_hand_are_there_in_order() -> None:
    lengths = [len(referee.history) for referee in made()]
    assert lengths == sorted(set(lengths))
    assert all(len(referee.moves()) > 1 and not referee.in_playoff for referee in made())
    tricks = [stock_view(referee).completed_tricks for referee in made()]
    assert (tricks[0], tricks[-1]) == (0, RULEBOOKS["scarne"].deck.stock_tricks - 1)


@pytest.mark.parametrize("place", [0, 7, -1])
def test_worlds_of_the_true_hand(place: int) -> None:
    referee = made()[place]
    view = stock_view(referee)
    hidden, stock = true_world(referee)
    worlds = true_worlds(referee, 50, seed=1)
    assert np.array_equal(worlds, true_worlds(referee, 50, seed=1))
    # In every world the other hand is the same, and the stock in another order.
    assert (worlds[:, : len(hidden)] == hidden).all()
    assert (np.sort(worlds[:, len(hidden) :], axis=1) == sorted(stock)).all()
    if len(set(stock)) > 1:
        assert len(np.unique(worlds, axis=0)) > 1
    known = view.hand(view.turn.other).known
    cards = [card.index for card in known] + hidden
    assert sorted(cards) == sorted(card.index for card in referee.hand(view.turn.other))


def test_a_move_is_valued_for_the_seat_to_decide() -> None:
    """Whoever has a meld to show gains by showing it, on the average."""
    melds = [referee for referee in made() if kind_of(stock_view(referee)) == MELD]
    assert {referee.turn for referee in melds} == set(Seat)
    gained: dict[Seat, list[float]] = {seat: [] for seat in Seat}
    for referee in melds:
        view, worlds = stock_view(referee), true_worlds(referee, 48, seed=3)
        passed, *shown = (value(view, move, worlds) for move in referee.moves())
        gained[view.turn].append(max(shown) - passed)
    assert all(sum(gains) > 0 for gains in gained.values())


# Losses


def test_who_chooses_the_same_loses_the_same() -> None:
    hand = rule_players()
    assert hand == measure_hand(0, settings("advice", "random", "advice"))
    assert (hand.rules, len(hand.decisions)) == ("scarne", DECISIONS_OF_A_HAND)
    assert hand.made > DECISIONS_OF_A_HAND
    for each in hand.decisions:
        assert min(each.losses) == 0
        assert (each.moves[0], each.losses[0]) == (each.moves[2], each.losses[2])
        assert each.is_disputed == (each.moves[0] != each.moves[1])
        assert each.is_disputed or each.losses == [0, 0, 0]
    assert any(each.is_disputed for each in hand.decisions)


def test_random_moves_lose_more_than_advice() -> None:
    asked = settings("advice", "random", "advice")
    hands = [(0, rule_players()), (1, measure_hand(1, asked))]
    summary = LossSummary.of([(number, each) for number, hand in hands for each in hand.decisions])
    to_random, to_itself = summary.gains
    assert to_random.mean > 5
    assert to_itself.mean == 0


def test_a_hand_does_not_depend_on_who_is_asked() -> None:
    others = measure_hand(0, settings("greedy", "greedy"))
    told = [(each.trick, each.kind) for each in rule_players().decisions]
    assert [(each.trick, each.kind) for each in others.decisions] == told


def test_the_summary_of_losses() -> None:
    decisions = [(0, decision(1, 0, 4)), (0, decision(2, 0, 0)), (5, decision(9, 6, 0))]
    summary = LossSummary.of(decisions)
    assert (summary.hands, summary.decisions) == (2, 3)
    assert summary.disputed == pytest.approx(2 / 3)
    assert [loss.mean for loss in summary.losses] == pytest.approx([2, 4 / 3])
    (gain,) = summary.gains
    assert gain.mean == pytest.approx(-2 / 3)
    # In the two hands together the gains are 16/3 above and 16/3 below the mean.
    assert gain.se == pytest.approx(2 * 16 / 3 / 3)


def test_groups() -> None:
    hands = [
        HandLosses(0, "scarne", 30, [decision(1, 0, 1), decision(4, 0, 2), decision(5, 0, 3)]),
        HandLosses(1, "hayes", 31, [decision(8, 0, 4), decision(9, 0, 5), decision(12, 0, 6)]),
    ]
    sums = {label: (group.decisions, group.losses[1].mean) for label, group in groups(hands)}
    first, second, last = THIRDS
    assert sums == {
        "scarne": (3, 2),
        "hayes": (3, 5),
        first: (2, 1.5),
        second: (2, 3.5),
        last: (2, 5.5),
        "all": (6, 3.5),
    }
    assert list(groups([])) == []
    glup = HandLosses(2, "glup", 30, [decision(1, 0, 1)])
    assert [label for label, _ in groups([glup])] == ["glup", first, "all"]


# The command

TINY = ("--rules", "scarne", "--worlds", "8", "--valued-in", "2", "--seed", "3")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, [*arguments, *TINY], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_figures_do_not_depend_on_processes_or_resuming(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    engines = ("advice", "greedy")
    whole = run(*engines, "--decisions", "11", "--json")
    run(*engines, "--decisions", "10", "--processes", "1", "--resume", str(file))
    first = file.read_bytes()
    file.write_bytes(first + b'{"number":1,"ru')
    resumed = ("--decisions", "20", "--processes", "1", "--resume", str(file))
    assert run(*engines, *resumed, "--json") == whole
    assert file.read_bytes().startswith(first)
    told = json.loads(whole)
    assert (told["hands"], told["finished"], told["version"]) == (2, True, __version__)
    assert told["groups"][-1]["decisions"] == 2 * DECISIONS_OF_A_HAND
    table = run(*engines, *resumed)
    assert "A: advice\nB: greedy\n" in table
    assert "| points a decision | decisions | disputed | A loses | B loses | A over B |" in table
    other = CliRunner().invoke(main, ["advice", "random", *resumed, *TINY])
    assert other.exit_code == 2
    assert "other settings" in other.output


def test_what_was_interrupted_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(number: int, settings: Any) -> HandLosses:
        if number == 1:
            raise KeyboardInterrupt
        return rule_players()

    monkeypatch.setattr(regret, "measure_hand", interrupted)
    asked = ["advice", "random", "advice", "--decisions", "20", "--processes", "1"]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 130
    assert ": 1 hands; interrupted before all were done\n" in result.stdout
    told = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    assert (told["finished"], told["hands"]) == (False, 1)


PROGRAM = """
    import sys

    for line in sys.stdin:
        word = line.split()[0]
        if word == "quit":
            break
        answers = {"pn": "id name Test\\npnok", "ready": "readyok", "go": "bestmove %s"}
        if word in answers:
            print(answers[word], flush=True)
"""


@pytest.mark.parametrize(
    ("move", "fact", "processes"),
    [("XX", "illegal move", "1"), ("", "answered bestmove without a move", "2")],
)
def test_an_engine_that_fails_is_told_in_one_line(
    move: str, fact: str, processes: str, tmp_path: Path
) -> None:
    script = tmp_path / "program.py"
    script.write_text(dedent(PROGRAM) % move)
    player = f"cmd:{sys.executable} {script}"
    asked = ["advice", player, "--decisions", "20", "--processes", processes, *TINY]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 1
    (line,) = [line for line in result.output.splitlines() if line.startswith("Error")]
    assert line.startswith(f"Error: {player}: {fact}")


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        (("advice",), "expected two engines or more"),
        (("advice", "chess"), "'chess' is no engine"),
        (("advice", "greedy", "--seconds", "1", "--worlds", "8"), "not both"),
        (("advice", "greedy", "--rules", "skat"), "skat, expected all or some of"),
    ],
)
def test_what_is_asked_wrongly_is_told(asked: tuple[str, ...], fact: str) -> None:
    result = CliRunner().invoke(main, [*asked])
    assert result.exit_code == 2
    assert fact in result.output


def test_a_program_that_is_not_there_is_told() -> None:
    result = CliRunner().invoke(main, ["advice", "cmd:/no/such/engine"])
    assert result.exit_code == 1
    assert result.output == (
        "Error: cmd:/no/such/engine: cannot be started: no such file or directory\n"
    )

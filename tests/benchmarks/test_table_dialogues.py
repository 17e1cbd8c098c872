"""Games of three and four said at a terminal: what is typed, and what it is compared with."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.correctness.check_table_dialogues import Person, refereed
from benchmarks.strength.table_levels import WeighedHand, mean_by_hand
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.table.rulebooks import with_options
from pinochle_solver.table.seats import Seat

SLIPS = ("fly", "?", "QQ", "correct 99")


def meant(lines: list[str]) -> list[str]:
    """What is left of lines once slips are gone and undone words are taken back."""
    left = list[str]()
    for line in lines:
        if line == "undo":
            left.pop()
        elif line not in SLIPS:
            left.append(line)
    return left


def test_slips_and_corrections_change_nothing() -> None:
    words = [f"w{number}" for number in range(60)]
    person = Person(Random(3))
    lines = list(person.said(words))
    assert meant(lines) == words
    assert person.lines == len(lines)
    assert person.slips == len(lines) - len(words) > 5
    tricks = [number // 4 for number in range(60)]
    lines = list(Person(Random(4)).said(words, tricks))
    place = next(place for place, line in enumerate(lines) if line.startswith("correct 1"))
    assert lines[place + 1].startswith("1 w")


def test_the_last_word_of_a_hand_is_not_taken_back() -> None:
    for seed in range(200):
        *_, last = Person(Random(seed)).said(["a", "b"])
        assert last == "b"


def test_the_referees_game_is_played_to_its_end() -> None:
    rules = with_options("partnership", target=100)
    sitting, steps = refereed(rules, 4, Seat.WEST, None)
    records = list(sitting.records())
    assert len(records) == len(steps)
    assert score_table_game(map(replay_table_record, records)).game.winner is not None


def test_losses_are_averaged_a_decision_with_errors_by_hand() -> None:
    hands = [WeighedHand(n, "check", 2, 0.0, []) for n in range(4)]
    mean, error = mean_by_hand(hands, [2.0, 4.0, 2.0, 4.0])
    assert mean == pytest.approx(1.5)
    assert error == pytest.approx((4 / 3 * 4.0) ** 0.5 / 8)

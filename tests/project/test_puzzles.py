"""The puzzle collection: every answer it states is the solver's."""

from __future__ import annotations

import re

import pytest

from helpers.paths import ROOT
from pinochle_solver import COUNTS, PlayoffPosition, TablePosition, solve, solve_open
from pinochle_solver.notation.position_lines import read_playoff_positions
from pinochle_solver.puzzles.playoff_puzzles import playoff_puzzle
from pinochle_solver.puzzles.themes import THEMES
from pinochle_solver.reviews.exercises import Exercise, read_exercises
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

FILE = ROOT / "puzzles" / "playoff.pn"
MADE = ROOT / "puzzles" / "themes.pn"
TABLE = ROOT / "puzzles" / "table.pn"
LINES = FILE.read_text(encoding="utf-8").splitlines()


def read_puzzles() -> list[tuple[int, PlayoffPosition]]:
    puzzles = []
    for number, position in read_playoff_positions(LINES):
        assert isinstance(position, PlayoffPosition), f"{FILE.name}:{number}: {position}"
        puzzles.append((number, position))
    return puzzles


PUZZLES = read_puzzles()
POSITIONS = [position for _, position in PUZZLES]


def test_there_are_enough_and_each_has_its_own_name() -> None:
    names = [position.id for position in POSITIONS]
    assert len(names) >= 24
    assert len(set(names)) == len(names)


def test_every_kind_of_position_appears() -> None:
    assert {position.rules.name for position in POSITIONS} == set(PINOCHLE_BOOKS)
    assert {position.count.name for position in POSITIONS} == set(COUNTS) - {"glup"}
    assert any(position.led is not None for position in POSITIONS)
    assert {position.turn.text() for position in POSITIONS} == {"south", "north"}


def test_most_have_a_single_best_card() -> None:
    single = sum(len(position.best_moves) == 1 for position in POSITIONS)
    assert 3 * single >= 2 * len(POSITIONS)


@pytest.mark.parametrize(
    ("number", "position"), PUZZLES, ids=[str(position.id) for position in POSITIONS]
)
def test_the_answer_is_the_solvers(number: int, position: PlayoffPosition) -> None:
    assert position.id is not None
    assert position.best_moves
    assert position.value is not None
    assert LINES[number - 2].startswith("#"), "no comment directly above"
    assert LINES[number - 1] == position.text(), "not written canonically"
    solution = solve(position)
    assert position.value == solution.value
    best = tuple(move.card for move in solution.moves if move.loss == 0)
    assert position.best_moves == best
    assert len(best) < len(solution.moves), "every card is best"


def test_made_puzzles_are_what_is_made_of_their_positions() -> None:
    exercises = [
        each
        for each in read_exercises(MADE.name, MADE.read_text("utf-8").splitlines())
        if isinstance(each, Exercise)
    ]
    assert {theme for each in exercises for theme in each.themes} == set(THEMES)
    keys = set()
    text = MADE.read_text("utf-8")
    for exercise in exercises:
        if not isinstance(exercise.position, PlayoffPosition):
            continue
        puzzle = playoff_puzzle(exercise.position)
        assert puzzle is not None
        assert puzzle.text() in text
        keys.add(puzzle.key)
    assert len(keys) >= 50


def test_every_theme_is_explained_by_a_puzzle_that_has_it() -> None:
    page = (ROOT / "puzzles" / "README.md").read_text("utf-8")
    for name in THEMES:
        _, _, section = page.partition(f"### {name}\n")
        example = [line[4:] for line in section.partition("### ")[0].splitlines() if "    " in line]
        (exercise,) = read_exercises("README.md", example)
        assert isinstance(exercise, Exercise)
        assert name in exercise.themes
        assert "\n".join(example) in MADE.read_text("utf-8")


def test_the_answers_at_tables_are_told_and_those_of_open_cards_are_the_solvers() -> None:
    exercises = read_exercises(TABLE.name, TABLE.read_text("utf-8").splitlines())
    assert len(exercises) == 40
    games = set()
    for exercise in exercises:
        assert isinstance(exercise, Exercise)
        position, why = exercise.position, " ".join(exercise.why)
        assert isinstance(position, TablePosition)
        games.add(position.rules.name)
        best = re.search(r"Best is (\S+?)[,:]", why)
        assert best is not None
        if position.is_open:
            assert solve_open(position).moves[0].card.text() == best[1]
        else:
            # Each lead over another move is at least four standard errors.
            leads = re.findall(r" by (\d+\.\d+) \+- (\d+\.\d+)", why)
            assert leads
            assert all(float(mean) >= 2 * float(error) for mean, error in leads)
    assert games == {"auction", "partnership-auction", "check"}

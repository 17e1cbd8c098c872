"""Every figure of an analysis is the same for either seat, who may sit on either side.

So whatever has a sign that depends on the seat (luck of the draws, learned values, outlooks, the
race to the target, who may double) is found wrong for north, if it is right for south.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from helpers.both_seats import WINDOWS, exchanged
from helpers.doubled import REDOUBLED, changed
from helpers.oracle_decks import views
from helpers.trees import WON
from pinochle_solver import (
    RULEBOOKS,
    Points,
    Seat,
    StockPosition,
    analyze,
    parse_rulebook,
)
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.stock.analysis import OBJECTIVES, Analysis
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.comparing import compare
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.settings import SearchSettings

WORLDS = 16


def check_alike(found: Analysis, other: Analysis) -> None:
    """Every figure of every move is the same for whoever is to move."""
    assert {found.mover, other.mover} == {*Seat}
    one, two = (figures(each) for each in (found, other))
    assert one.keys() == two.keys()
    for move, own in one.items():
        assert two[move] == pytest.approx(own, abs=1e-9), move


def figures(analysis: Analysis) -> dict[str, dict[str, float]]:
    """By move: what its row says, and how often either seat lays which melds."""
    found = {}
    for move, row in zip(analysis.moves, analysis.to_rows(), strict=True):
        numbers = {name: each for name, each in row.items() if isinstance(each, int | float)}
        for name in ("order", "seconds"):
            del numbers[name]
        for name, outlook in (("mover", move.mover), ("other", move.other)):
            shows = {} if outlook is None else outlook.shows
            numbers |= {f"{name} {kind}": often for kind, often in shows.items()}
        found[move.move.text()] = numbers
    return found


def seen(name: str, number: int) -> list[StockPosition]:
    """Some decisions of a hand, early and late, of every kind."""
    found: dict[tuple[bool, bool], StockPosition] = {}
    tricks = RULEBOOKS[name].deck.stock_tricks
    for _, view in islice(views(RULEBOOKS[name], 1, seed=3), 1, None):
        kind = (view.act is Act.PLAY, view.led is None)
        if view.completed_tricks < tricks - 2 and len(view.legal_moves()) > 1:
            found.setdefault(kind, view)
    return [*found.values()][:number]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("name", "number"), [("scarne", 2), ("goulash", 1), ("glup", 1)])
def test_of_hands(name: str, number: int, objective: str) -> None:
    for view in seen(name, number):
        found, other = (
            analyze(each, worlds=WORLDS, objective=objective) for each in (view, exchanged(view))
        )
        check_alike(found, other)


@pytest.mark.parametrize("call_out", [False, True])
@pytest.mark.parametrize("score", [Points(700, 760), Points(880, 800)])
def test_of_games(score: Points, call_out: bool) -> None:
    (view,) = seen("scarne", 1)
    view = replace(view, score=score)
    limits = Limits(worlds=WORLDS)
    settings = SearchSettings(limits=limits, objective="win", call_out=call_out)
    found, other = (PlayoutSearch(Belief(each), settings).run() for each in (view, exchanged(view)))
    assert 0 < found.best.win < 1
    check_alike(found, other)


@pytest.mark.parametrize("act", WINDOWS)
def test_of_doubles_by_the_chance_to_win(act: str) -> None:
    """Of a rulebook of which no thresholds were learned."""
    house = parse_rulebook('name = "mine"\nbased-on = "hayes"\ngame.doubles = ["every"]')
    line = changed(WINDOWS[act], f"act={act}", "rules=mine", "points=")
    position = StockPosition.parse(line, [house])
    found, other = (analyze(each, worlds=16) for each in (position, exchanged(position)))
    check_alike(found, other)
    assert found.objective == "stake"


@pytest.mark.parametrize("act", WINDOWS)
def test_of_doubles_by_playouts(act: str) -> None:
    """Each seat imagines other deals: so figures are alike only as far as their errors say."""
    position = StockPosition.parse(changed(WINDOWS[act], f"act={act}"))
    found, other = (analyze(each, worlds=64) for each in (position, exchanged(position)))
    others = {move.move: move for move in other.moves}
    for move in found.moves:
        assert others[move.move].mean == pytest.approx(move.mean, abs=max(move.mean_se, 1e-9))


def test_of_cards_in_a_hand_with_doubles() -> None:
    position = StockPosition.parse(changed(REDOUBLED, "act="))
    found, other = (analyze(each, worlds=16) for each in (position, exchanged(position)))
    check_alike(found, other)
    assert found.objective == "stake"


def test_of_two_moves_compared() -> None:
    position = StockPosition.parse(f"{WON} points=40+31/20+13 dealer=north")
    first, second, *_ = position.legal_moves()
    settings = SearchSettings(limits=Limits(worlds=WORLDS))
    south, north = (
        compare(each, first, second, settings) for each in (position, exchanged(position))
    )
    assert south.points.mean != 0
    for one, other in ((south.points, north.points), (south.win, north.win)):
        assert tuple(other) == pytest.approx(tuple(one), abs=1e-9)
    assert south.worlds == north.worlds

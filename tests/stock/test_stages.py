"""What was learned of each part of the stock phase is used in that part, trick by trick.

The tables are written down here by trick, as the parts of the stock have it; a decision is taken
for that of another trick nowhere. A show belongs to the trick that was won before it, a card to
the trick it is played to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from helpers.oracle_decks import views
from pinochle_solver import RULEBOOKS
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.reviews.accounting import gain_of
from pinochle_solver.reviews.decisions import Decision
from pinochle_solver.reviews.marks import Loss
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.optimism import (
    FOUND,
    optimism,
    optimism_of_all_worlds,
    sureness,
    sureness_of_all_worlds,
)
from pinochle_solver.stock.sampling import Rollout, Solving, expected_at

SURELY = Estimate(0.5, 1e-9)


@cache
def decisions(name: str) -> list[tuple[str, int, StockPosition]]:
    """Leads, replies and shows of some hands, and the trick that each belongs to."""
    return [
        ("show" if view.act.shows else "lead" if view.led is None else "reply", trick, view)
        for _, view in views(RULEBOOKS[name], 2, seed=1)
        for trick in [view.completed_tricks + (view.act is Act.PLAY)]
    ]


def by_trick(name: str, kind: str) -> Iterator[tuple[int, StockPosition]]:
    """The decisions of a kind, each kind at least in the first, a middle and the last part."""
    found = [(trick, view) for each, trick, view in decisions(name) if each == kind]
    assert len({trick for trick, _ in found}) > 6
    yield from found


def spread(parts: tuple[float, ...], tricks: int) -> list[float]:
    """A value for each trick from 1 on."""
    return [part for part in parts for _ in range(tricks // len(parts))]


@pytest.mark.parametrize("name", ["scarne", "goulash", "glup"])
def test_what_playouts_promise_too_much(name: str) -> None:
    rules = RULEBOOKS[name]
    found, tricks = FOUND[rules.deck], rules.deck.stock_tricks
    for kind, parts, last in (
        ("lead", found.leads, found.last_lead),
        ("reply", found.replies, found.last_reply),
        ("show", found.shows, found.last_show),
    ):
        table = spread(parts, tricks)
        assert len(table) == tricks
        for trick, view in by_trick(name, kind):
            # The sevens of goulash are shown before the first trick.
            assert optimism(view) == table[max(trick, 1) - 1], (kind, trick)
            assert optimism_of_all_worlds(view, by_estimates=False) == last
            more = found.by_estimates if kind == "lead" else 0.0
            assert optimism_of_all_worlds(view, by_estimates=True) == last + more


def test_what_the_playouts_of_most_games_promise_too_much() -> None:
    """The numbers themselves, of the hands that were measured."""
    tables = {
        "lead": [0.0] * 4 + [3.0] * 4 + [9.0] * 4,
        "reply": [0.5] * 4 + [4.0] * 4 + [6.0] * 4,
        "show": [0.0] * 4 + [4.0] * 4 + [1.5] * 4,
    }
    for kind, table in tables.items():
        for trick, view in by_trick("scarne", kind):
            assert optimism(view) == table[trick - 1], (kind, trick)


@pytest.mark.parametrize("name", ["scarne", "goulash", "glup"])
def test_how_sure_chances_are(name: str) -> None:
    """With an error of 0.1 at one half: stretch * odds / (odds + (0.4 * stretch) ** 2)."""
    rules = RULEBOOKS[name]
    stretches = {
        "scarne": [(1.13, 0.9383), (1.1, 1.0492), (1.0, 0.9825)],
        "goulash": [(1.0, 1.0)] * 3,
        "glup": [(0.85, 0.7619), (1.0, 0.9615), (1.1, 1.0768)],
    }
    all_worlds = {"scarne": 0.7, "goulash": 1.0, "glup": 1.0}
    tricks = rules.deck.stock_tricks
    for _, trick, view in decisions(name):
        third = 3 * (max(trick, 1) - 1) // tricks
        told = [sureness(view, best).stretch for best in (SURELY, Estimate(0.5, 0.1))]
        assert told == pytest.approx(stretches[name][third], abs=5e-5), trick
        assert sureness_of_all_worlds(view).stretch == all_worlds[name]


def test_in_which_worlds_playoffs_are_solved() -> None:
    """From which world on and in one of how many, while so many tricks are left."""
    by_net = [(16384, 32)] * 9 + [(512, 16)] + [(0, 8)] * 3
    linear = [(3072, 16)] * 3 + [(2048, 16)] * 2 + [(768, 16)] * 2 + [(384, 16)] * 2
    linear += [(96, 12)] + [(0, 8)] * 3
    for _, _, view in decisions("scarne"):
        won = view.completed_tricks
        assert Solving.of(view, by_net=True) == Solving(*by_net[won])
        assert Solving.of(view, by_net=False) == Solving(*linear[won])
    # Playoffs of goulash take 24 times as long; the first is that of a later world.
    goulash = next(view for _, _, view in decisions("goulash") if view.completed_tricks == 14)
    assert Solving.of(goulash, by_net=True) == Solving(2993, 195)


def test_how_playouts_go_on() -> None:
    """The third lead that follows is valued; without three the playout goes on to its end."""
    for kind, trick, view in decisions("scarne"):
        first = trick + 1
        leads_that_follow = 12 - first + 1
        rollout = Rollout.of(view)
        assert rollout.leads == (3 if leads_that_follow >= 3 else 0), (kind, trick)
        assert rollout.linear == (512 if leads_that_follow > 3 else 0), (kind, trick)
        assert rollout.less_luck
    for _, trick, view in decisions("goulash"):
        rollout = Rollout.of(view)
        assert rollout.leads == (2 if 16 - trick >= 2 else 0)
        assert not rollout.less_luck  # both draw from piles of their own


@pytest.mark.parametrize(
    ("won", "by_net", "doubts", "spreads", "blindness"),
    [
        (1, True, (400, 1000), (0.065, 0.08), (4.5, 3.7)),
        (1, False, (67, 270), (0.2, 0.22), (4.5, 3.7)),
        (3, True, (400, 1000), (0.07, 0.08), (4.5, 3.5)),
        # Between two knots: doubts geometrically, all else in a straight line.
        (2, False, ((37 * 67) ** 0.5, (200 * 270) ** 0.5), (0.215, 0.245), (4.5, 3.6)),
        (11, True, (2.4, 1.2), (0.32, 0.41), (7, 5.3)),
        (12, False, (0.3, 0.2), (0.8, 0.7), (7, 5.3)),
    ],
)
def test_what_is_expected_of_samples(
    won: int,
    by_net: bool,
    doubts: tuple[float, float],
    spreads: tuple[float, float],
    blindness: tuple[float, float],
) -> None:
    """Of moves alone and of differences."""
    view = next(view for _, _, view in decisions("scarne") if view.completed_tricks == won)
    rollout = Rollout.of(view)
    told = expected_at(view, rollout, by_net=by_net)
    assert [*told] == [*OBJECTIVES]
    valued = rollout.leads > 0
    for place in (0, 1):
        points, win = told[POINTS][place], told[WIN][place]
        assert points.doubt == win.doubt == pytest.approx(doubts[place])
        assert points.spread == pytest.approx(spreads[place])
        assert win.spread == pytest.approx(2 * spreads[place])
        assert points.blindness == win.blindness == pytest.approx(blindness[place])
        assert win.design == (1.4, 0.9)[place]
        assert points.design == ((1.3, 1.1) if valued else (3.2, 2.0))[place]
        assert points.learned_design == ((3.6, 2.0) if valued else (1.4, 0.9))[place]


def test_what_a_good_choice_gains() -> None:
    """Against the policy's, in each third of the stock; of other decks nothing is known."""
    gains = {
        "lead": [1.0] * 4 + [0.0] * 4 + [1.0] * 4,
        "reply": [1.0] * 4 + [1.5] * 4 + [2.0] * 4,
        "show": [1.0] * 4 + [3.0] * 4 + [1.5] * 4,
    }
    for name in ("scarne", "goulash"):
        for kind, trick, view in decisions(name):
            move, none = next(iter(view.legal_moves())), Estimate(0.0, 0.0)
            act = {"lead": "l", "reply": "r", "show": "m"}[kind]
            loss = Loss(none, none, exact=False, unit=10)
            decision = Decision(trick, act, view.turn, view, move, move, loss, none, none, (), 0)
            told = gains[kind][trick - 1] if name == "scarne" else 0.0
            assert gain_of(decision) == told, (kind, trick)

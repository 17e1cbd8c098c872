"""What a show costs and gains against passing (`pinochle_solver.stock.prices`)."""

from __future__ import annotations

import re
from math import hypot

import pytest

from helpers.commandline import Pinochle
from helpers.oracle_decks import views
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.analysis import OBJECTIVES, MoveEstimate, Price
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.prices import with_prices
from pinochle_solver.stock.problem import Problem


def priced(line: str, objective: str = "points") -> dict[str, Price | None]:
    """The prices of all moves, of which move i is worth 10 * i, by their text."""
    position = StockPosition.parse(line)
    moves = [
        MoveEstimate(
            move=move,
            objective=objective,
            mean=10.0 * i,
            mean_se=3.0,
            win=0.5,
            win_se=0.2,
            points_behind=Estimate(10.0 * i, 4.0),
            win_behind=Estimate(0.0, 0.1),
            visits=1,
            exact=False,
        )
        for i, move in enumerate(position.legal_moves())
    ]
    found = with_prices(Problem(position), moves)
    assert [move.move for move in found] == [move.move for move in moves]
    return {move.move.text(): move.price for move in found}


def made(line: str) -> dict[str, tuple[int, int, tuple[str, ...], tuple[str, ...]]]:
    """Of each show the points, the cards laid, what it gains and what it gives up."""
    return {
        move: (price.points, price.laid, price.gained, price.given_up)
        for move, price in priced(line).items()
        if price is not None
    }


RUN, ROYAL = "run:AS.TS.KS.QS.JS", "royal-marriage:KS.QS"
PINOCHLE = "pinochle:QS.JD"
AFTER_A_TRICK = "stock=23 act=meld turn=south north=+11 gone=-.-.-.AJ"
KINGS = f"upcard=9S {AFTER_A_TRICK} south=KQ.KQT.KQ9.KQ9"


def test_a_run_gives_up_the_royal_marriage() -> None:
    # The other order does not: the run may use the married cards with the rest from the hand.
    assert made(f"upcard=9S {AFTER_A_TRICK} south=ATKQJ.JJ99.T.9") == {
        RUN: (150, 5, (), (ROYAL,)),
        ROYAL: (40, 2, (), ()),
    }


def test_a_run_with_a_second_pair_gives_up_nothing() -> None:
    assert made(f"upcard=9S {AFTER_A_TRICK} south=ATKKQQJ.99.T.9")[RUN] == (150, 5, (), ())


def test_an_exchange_gains_the_melds_of_the_upcard() -> None:
    assert made(f"upcard=QS {AFTER_A_TRICK} south=K9.99.J9.ATTJ9") == {
        "dix": (10, 1, (PINOCHLE, ROYAL), ()),
        f"dix+{ROYAL}": (50, 3, (PINOCHLE,), ()),
        f"dix+{PINOCHLE}": (50, 3, (ROYAL,), ()),
    }


def test_a_dix_that_is_a_meld_is_laid() -> None:
    found = made(f"upcard=9S {AFTER_A_TRICK} south=AKQ9.99.J9.TT9")
    assert found["dix"] == (10, 1, (), ())
    assert found[f"dix+{ROYAL}"] == (50, 3, (), ())
    # The queen may serve in the pinochle as well; it lies on the table then.
    assert found[PINOCHLE] == (40, 2, (), ())


def test_one_meld_of_kings_leaves_those_with_cards_in_the_hand() -> None:
    found = made(KINGS)
    assert found["roundhouse:KS.KH.KD.KC.QS.QH.QD.QC"][3] == (
        "kings:KS.KH.KD.KC",
        "marriage:KC.QC",
        "marriage:KD.QD",
        "marriage:KH.QH",
        "queens:QS.QH.QD.QC",
        ROYAL,
    )
    assert found["kings:KS.KH.KD.KC"] == (80, 4, (), ("roundhouse:KS.KH.KD.KC.QS.QH.QD.QC",))


def test_after_the_last_trick_no_meld_follows() -> None:
    for rules in PINOCHLE_BOOKS.values():
        for _, view in views(rules, 4, seed=2):
            if view.completed_tricks == 12:
                for price in priced(view.text()).values():
                    assert price is None or price.gained == price.given_up == ()


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_is_later_is_in_points_whatever_orders_the_moves(objective: str) -> None:
    prices = priced(KINGS, objective)
    names = list(prices)
    assert prices["pass"] is None
    for move, price in prices.items():
        if price is not None:
            gained = 10.0 * (names.index(move) - names.index("pass"))
            assert price.later == gained - price.points
            assert price.later_se == hypot(4.0, 4.0)


def test_plays_have_no_price() -> None:
    line = "upcard=9S stock=23 turn=south south=-.AATTKK.TT.TTQQ north=+12"
    assert set(priced(line).values()) == {None}


@pytest.mark.parametrize(
    ("line", "row"),
    [
        (
            f"upcard=QS {AFTER_A_TRICK} south=K9.99.J9.ATTJ9",
            r"dix +10 +1 .* pinochle QS JD, royal-marriage KS QS +-",
        ),
        (
            f"upcard=9S {AFTER_A_TRICK} south=ATKQJ.JJ99.T.9",
            r"run AS TS KS QS JS +150 +5 .* - +royal-marriage KS QS",
        ),
    ],
)
def test_what_a_show_gains_and_gives_up_stands_beside_it(
    pinochle: Pinochle, line: str, row: str
) -> None:
    shown = pinochle("analyze", "--ascii", "--worlds", "16", line).out
    prices = shown.partition("\n meld ")[2].partition("\n\n")[0]
    assert re.search(rf"^ {row}$", prices, re.MULTILINE), prices

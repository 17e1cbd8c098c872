"""Copies and pickles of values, and of referees and tables under way; types that are not taken."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pinochle_solver import (
    RULEBOOKS,
    IllegalPositionError,
    MeldTable,
    PlayoffPosition,
    Referee,
    StockPosition,
    Suit,
    analyze,
    analyze_with,
    random_deals,
    solve,
    solve_many,
)
from pinochle_solver.rules.melds import parse_laid_melds

PLAYOFF = PlayoffPosition.parse(
    "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south id=a bm=KD value=55/15"
)
STOCK = StockPosition.parse("upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12")


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


WAYS = pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
Copied = Callable[[Any], Any]


def referee_under_way(moves: int) -> Referee:
    (deal,) = random_deals(1, seed=7, rules=RULEBOOKS["macdougall"])
    referee = Referee.of_deal(deal, ask_always=True)
    for _ in range(moves):
        referee.push(referee.moves()[-1])
    return referee


def stand(referee: Referee) -> tuple[object, ...]:
    return (
        referee.position(),
        referee.points,
        referee.moves(),
        referee.tricks,
        tuple(referee.history),
        tuple(referee.draws),
    )


@WAYS
@pytest.mark.parametrize("moves", [0, 5, 40, 55])
def test_a_copy_of_a_referee_goes_on_by_itself(copied: Copied, moves: int) -> None:
    referee = referee_under_way(moves)
    before = stand(referee)
    other = copied(referee)
    assert stand(other) == before
    other.push(other.moves()[0])
    assert stand(referee) == before
    after = stand(other)
    if moves:
        referee.pop()
    assert stand(other) == after
    for _ in range(moves + 1):
        other.pop()
    assert stand(other) == stand(referee_under_way(0))


@WAYS
def test_a_referee_of_a_position_is_copied(copied: Copied) -> None:
    referee = Referee.of_position(STOCK, STOCK.unseen)
    referee.push("9C")
    other = copied(referee)
    assert stand(other) == stand(referee)
    other.pop()
    assert other.view(STOCK.turn).hand(STOCK.turn) == STOCK.south
    assert len(referee.history) == 1


@WAYS
def test_a_copy_of_a_table_goes_on_by_itself(copied: Copied) -> None:
    laid = parse_laid_melds("pinochle:QS*.JD+royal-marriage:KS.QS2")
    table = MeldTable(RULEBOOKS["scarne"], Suit.SPADES, laid)
    other = copied(table)
    assert (other.record(), other.credits) == (table.record(), table.credits)
    assert [*other.copies] == [*table.copies]
    other.lay(parse_laid_melds("marriage:KH.QH")[0])
    assert len(other.credits) == len(table.credits) + 1
    assert other.record() != table.record()


@WAYS
def test_values_come_back_equal(copied: Copied) -> None:
    deal = next(iter(random_deals(1, 3, RULEBOOKS["hayes"])))
    values: list[object] = [PLAYOFF, STOCK, deal, RULEBOOKS["hayes"], solve(PLAYOFF_AS_ANY)]
    values.append(analyze(STOCK, worlds=32, seed=1))
    # Those that only choose have no values, and what is not known is equal as well.
    values += [analyze_with(engine, STOCK) for engine in ("advice", "greedy", "random")]
    for value in values:
        back = copied(value)
        assert back == value
        assert repr(back) == repr(value)
    moves = analyze_with("greedy", STOCK).moves
    assert hash(copied(moves)) == hash(moves)


def test_estimates_differ_where_a_value_does() -> None:
    found = analyze(STOCK, worlds=32, seed=1)
    assert found.moves[0] != found.moves[1]
    assert found.moves[0] != analyze_with("greedy", STOCK).moves[0]
    assert found.moves[0] != found.moves[0].move


STOCK_AS_ANY: Any = STOCK
PLAYOFF_AS_ANY: Any = PLAYOFF
NOTHING: Any = None
TEXT: Any = "upcard=9S stock=23"


@pytest.mark.parametrize(
    ("call", "fact"),
    [
        (lambda: solve(STOCK_AS_ANY), "PlayoffPosition, not StockPosition: analyze takes that"),
        (lambda: analyze(PLAYOFF_AS_ANY), "StockPosition, not PlayoffPosition: solve takes that"),
        (lambda: solve(TEXT), "PlayoffPosition, not str: PlayoffPosition.parse reads text"),
        (lambda: analyze(TEXT), "StockPosition, not str: StockPosition.parse reads text"),
        (lambda: list(solve_many([STOCK_AS_ANY])), "not StockPosition: analyze takes that"),
        (lambda: analyze_with("greedy", PLAYOFF_AS_ANY), "not PlayoffPosition: solve takes that"),
        (lambda: analyze_with("random", PLAYOFF_AS_ANY), "not PlayoffPosition: solve takes that"),
        (lambda: analyze_with("ismcts", PLAYOFF_AS_ANY), "not PlayoffPosition: solve takes that"),
        (lambda: solve(NOTHING), "expected PlayoffPosition, not NoneType"),
    ],
)
def test_what_belongs_to_another_function_is_told(call: Any, fact: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value).endswith(fact)


def test_cards_not_given_are_told() -> None:
    with pytest.raises(IllegalPositionError) as raised:
        Referee.of_position(STOCK)
    assert str(raised.value) == (
        "unseen: missing: give the cards that the position does not name, 12 of the hidden hand"
        " and then 23 of the stock, such as position.unseen"
    )

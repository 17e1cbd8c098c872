"""What one bad token, option or line is refused for, where no other test asks for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commandline import Pinochle
from pinochle_solver import (
    IllegalPositionError,
    NotationError,
    NotExactError,
    PlayoffPosition,
    StockPosition,
    read_records,
    solve,
)
from pinochle_solver.game.unknown_cards import completed_deal
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.table_notation.position_lines import parse_any_position

DEAL = "rules=scarne trump=S south=AK.QJ.T9.AT north=TQ.AK.AK.KQ turn=south"
GOULASH = (
    "rules=goulash upcard=7H stock=23 act=dix turn=south south=TJ87.TQ7.JJ887.QJ87"
    " north=-.-.-.-+16 melds.south=dix gone=7.JJ8.AK7.7 points=10+15/0+4"
)
WON_ONE = (
    "rules=scarne upcard=9H stock=19 turn=south south=KQ.KQ.AKQJ.AKQJ north=-.-.-.-+11 led=9C"
    " melds.south=marriage:KS.QS+marriage:KD.QD gone=9.T.9.T"
)
AUCTION = (
    "rules=auction dealer=north act=bid bids=250 turn=west south=+15 west=TK.AATK9.TQ9.AKQJ9 "
    "north=+15 widow=+3"
)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["deal", "--rules", "auction", "--south", "AS"], "--where: only for two hands"),
        (["deal", "--where", "south has at least aces"], "at least how many? a number follows"),
        (["rules", "auction", "--toml"], "--toml: only a two-handed rulebook can be a file"),
        (["match", "default:worlds", "random"], "'worlds' is not option=value"),
        (["match", "default:worlds=1,worlds=2", "random"], "option worlds is given twice"),
    ],
)
def test_options_that_cannot_be(pinochle: Pinochle, arguments: list[str], told: str) -> None:
    result = pinochle(*arguments)
    assert (result.status, result.out) == (2, "")
    assert told in result.err
    assert len(result.err.splitlines()) == 1


def test_a_quiz_needs_a_position_with_a_choice(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "forced.pn"
    file.write_text("rules=scarne trump=S south=A.-.-.- north=T.-.-.- turn=south\n")
    result = pinochle("quiz", str(file))
    assert (result.status, result.err) == (2, f"{file}: no position to decide in it\n")


def test_a_page_needs_a_name(pinochle: Pinochle, tmp_path: Path) -> None:
    records = tmp_path / "hands.pnr"
    records.write_text(pinochle("deal", "--number", "1").out)
    result = pinochle("review", str(records), "--html", "-")
    assert result.status == 2
    assert "'-': name a file to write to" in result.err


def test_results_of_a_match_with_another_line_among_them(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "results.jsonl"
    run = ("match", "greedy", "random", "--pairs", "1", "--resume", str(file))
    assert pinochle(*run).status == 0
    with file.open("a") as results:
        results.write(json.dumps({"pair": "two"}) + "\n")
    content = file.read_bytes()
    result = pinochle(*run)
    assert (result.status, result.out) == (2, "")
    assert "line 3 is no pair of " in result.err
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (GOULASH.replace("stock=23", "stock=7C"), "'7C' is not a number; of two piles the cards"),
        (WON_ONE, "2 melds, but at most 1 can be"),
        (
            GOULASH.replace("act=dix", "act=double").replace(
                "points", "doubles=first-last stake=1 points"
            ),
            "but a double is offered only after tricks 1 and ",
        ),
    ],
)
def test_positions_of_the_stock_phase(line: str, told: str) -> None:
    with pytest.raises((IllegalPositionError, NotationError)) as refused:
        StockPosition.parse(line)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (AUCTION.replace("bids=250", "bids=250,x"), "'x' is no call (a number, or p)"),
        (AUCTION + " points=12/3", "'12/3' is not melds+cards/melds+cards/..."),
    ],
)
def test_positions_of_three_and_four(line: str, told: str) -> None:
    with pytest.raises((IllegalPositionError, NotationError)) as refused:
        parse_any_position(line)
    assert told in str(refused.value)


def test_a_stopped_solution_tells_its_bounds_in_place_of_a_value() -> None:
    stopped = solve(PlayoffPosition.parse(DEAL), nodes=1)
    assert not stopped.exact
    with pytest.raises(NotExactError, match=r"stopped with south \(\d+, \d+\), north \("):
        _ = stopped.value


def test_a_deal_is_made_up_for_the_record_of_one_seat_alone(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "hands.pnr"
    file.write_text(pinochle("deal", "--number", "1").out)
    (record,) = (found for found in read_records(file) if not isinstance(found, Exception))
    with pytest.raises(IllegalPositionError, match="View: missing, or its hand is"):
        completed_deal(record)


def test_a_tag_has_its_value_in_quotes() -> None:
    with pytest.raises(NotationError, match=r'is not \[Name "value"\]'):
        parse_record("[Rules scarne]\n\n1. 9C JC\n")

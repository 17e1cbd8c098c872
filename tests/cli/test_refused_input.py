"""What one bad token, option or line is refused for, where no other test asks for it."""

from __future__ import annotations

import errno
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pinochle_solver
from helpers.commandline import Pinochle, piped
from helpers.witness import Witness
from pinochle_solver import (
    RULEBOOKS,
    Card,
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    NotExactError,
    PackedPositions,
    PlayoffPosition,
    Referee,
    StockPosition,
    Suit,
    TablePosition,
    analyze,
    playoff_dtype,
    random_deals,
    read_records,
    solve,
    solve_open,
)
from pinochle_solver.game.draw_order import DrawOrder
from pinochle_solver.game.unknown_cards import completed_deal
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.table.all_games import parse_any_position
from pinochle_solver.notation.table.move_reading import parse_move, parse_stock_move
from pinochle_solver.notation.table.position_hands import position_after
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.stock_hands import begun_with_stock

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


MACDOUGALL_3 = (
    "rules=macdougall-3 dealer=north trump=C turn=south upcard=QC stock=11"
    " south=AJJ9.AAQ9.KQ.KK west=+12 north=+12"
)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["deal", "--rules", "auction", "--south", "AS"],
            "--south: goes with the two-handed game only",
        ),
        (["deal", "--where", "south has at least aces"], "at least how many? a number follows"),
        (
            ["deal", "--rules", "scarne", "--four"],
            "--four: scarne is a two-handed game and has none",
        ),
        (
            ["deal", "--rules", "auction", "--playoff", "16"],
            "--playoff: 16, a hand of auction has 15",
        ),
        (["new", "--opponent", "Ann=1"], "--opponent: 'Ann=1': no = or quotation mark in a name"),
        (["rules", "auction", "check", "--toml"], "--toml: give the name of one rulebook"),
        (["match", "default:worlds", "random"], "'worlds' is not option=value"),
        (["match", "default:worlds=1,worlds=2", "random"], "option worlds is given twice"),
    ],
)
def test_options_that_cannot_be(pinochle: Pinochle, arguments: list[str], told: str) -> None:
    result = pinochle(*arguments)
    assert (result.status, result.out) == (2, "")
    assert told in result.err
    assert len(result.err.splitlines()) == 1


def test_a_quiz_asks_no_records(pinochle: Pinochle, tmp_path: Path) -> None:
    records = tmp_path / "hands.pnr"
    records.write_text(pinochle("deal", "--number", "1").out)
    result = pinochle("quiz", str(records))
    fact = "a record; pinochle review --quiz FILE makes positions of it"
    assert (result.status, result.out, result.err) == (2, "", f"{records}: {fact}\n")


def test_a_quiz_tells_bad_lines_and_asks_the_others(tmp_path: Path) -> None:
    file, state = tmp_path / "some.pn", tmp_path / "state"
    file.write_text(f"{DEAL}\n{DEAL.replace('south=', 'sout=')}\n")
    result = piped(["quiz", str(file), "--state", str(state)], "99\nhelp\n?\n2\nq\n")
    assert result.status == 2
    assert result.err.startswith(f"{file}:2: ")
    assert "99: no such number, there are 8 moves" in result.out
    assert "1 of 1: " in result.out
    assert state.exists()


def _full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_quiz_keeps_what_was_learnt_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "some.pn"
    file.write_text(f"{DEAL}\n")
    result = piped(["quiz", str(file), "--state", str(tmp_path)], "1\n")
    assert (result.status, result.err) == (2, f"{tmp_path}: is a directory\n")
    beyond = file / "state"
    result = piped(["quiz", str(file), "--state", str(beyond)], "1\n")
    assert (result.status, result.out) == (2, "")
    assert result.err == f"{beyond}: not a directory\n"
    full = tmp_path / "lost" / "state"
    monkeypatch.setattr(os, "fdopen", _full)
    result = piped(["quiz", str(file), "--state", str(full)], "1\n")
    assert "0 of 1 right at the first try" in result.out
    assert (result.status, result.err) == (2, f"{full}: no space left on device\n")
    assert not full.exists()


def test_stakes_are_for_games_of_more(pinochle: Pinochle, tmp_path: Path) -> None:
    records = tmp_path / "hands.pnr"
    records.write_text(pinochle("deal", "--number", "1").out)
    result = pinochle("score", "--pays", "stakes", str(records))
    assert (result.status, result.out) == (2, "")
    assert result.err.endswith("--pays: stakes is for games for three or four. Type difference\n")


def test_a_quiz_needs_a_position_with_a_choice(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "forced.pn"
    file.write_text("rules=scarne trump=S south=A.-.-.- north=T.-.-.- turn=south\n")
    result = pinochle("quiz", str(file))
    assert (result.status, result.err) == (2, f"{file}: no position with a decision in it\n")


def test_a_page_needs_a_name(pinochle: Pinochle, tmp_path: Path) -> None:
    records = tmp_path / "hands.pnr"
    records.write_text(pinochle("deal", "--number", "1").out)
    result = pinochle("review", str(records), "--html", "-")
    assert result.status == 2
    assert "'-': name a file to write to" in result.err


def test_results_that_are_none_of_a_match(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text('{"analysis": 1}\n')
    result = pinochle("match", "greedy", "random", "--pairs", "1", "--resume", str(file))
    assert (result.status, result.out) == (2, "")
    assert "no results of pinochle match" in result.err
    assert file.read_text() == '{"analysis": 1}\n'


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
        (AUCTION + " sides=south", "'south' is not SEATS/SEATS, such as south/west+north"),
    ],
)
def test_positions_of_three_and_four(line: str, told: str) -> None:
    with pytest.raises((IllegalPositionError, NotationError)) as refused:
        parse_any_position(line)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("text", "act", "told"),
    [
        ("x", Act.DIX, "'x' is neither dix nor pass"),
        ("S:", Act.BURY, "'S:' names no cards after the colon"),
    ],
)
def test_moves_of_three_and_four(text: str, act: Act, told: str) -> None:
    with pytest.raises(NotationError, match=f"^move: {told}"):
        parse_move(text, act)


def test_a_call_that_is_too_low() -> None:
    position = parse_any_position(AUCTION)
    assert isinstance(position, TablePosition)
    with pytest.raises(IllegalMoveError, match=r"^240: west cannot call that"):
        position_after(position, Call(240))


def test_rules_of_packed_positions() -> None:
    with pytest.raises(TypeError, match="rules: expected pairs of Rulebook and CardCount"):
        PackedPositions(np.zeros(0, playoff_dtype()), [("scarne", "old")])  # type: ignore[list-item]


def test_a_name_that_the_package_does_not_have() -> None:
    with pytest.raises(AttributeError, match="'pinochle_solver' has no attribute 'solv'"):
        _ = pinochle_solver.solv  # type: ignore[attr-defined]


def test_a_call_out_says_when_and_who() -> None:
    with pytest.raises(NotationError, match="'south' is not TRICK:SEAT"):
        parse_record(
            '[Rules "scarne"]\n[Dealer "north"]\n[Upcard "QC"]\n[CallOut "south"]\n\n1. 9C JC\n'
        )


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
        completed_deal(record, DrawOrder(record))


def test_a_tag_has_its_value_in_quotes() -> None:
    with pytest.raises(NotationError, match=r'is not \[Name "value"\]'):
        parse_record("[Rules scarne]\n\n1. 9C JC\n")


# From Python


ASKED = StockPosition.parse(
    "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12 dealer=north"
)


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ({"belief": "certain"}, "belief is 'certain', expected one of inferred, uniform"),
        ({"objective": "money"}, "objective is 'money', expected one of points, win"),
        ({"seconds": 0}, "seconds is 0, expected more than 0"),
        ({"moves": []}, "moves is empty, expected at least one move"),
    ],
)
def test_what_an_analysis_cannot_be_asked(asked: dict[str, Any], fact: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(fact)}$"):
        analyze(ASKED, **asked)


def test_a_review_takes_worlds_enough_to_tell_an_error() -> None:
    record = Witness("scarne", 3).record()
    with pytest.raises(ValueError, match=r"^worlds is 15, expected 16 or more$"):
        pinochle_solver.review(record, worlds=15)
    found = pinochle_solver.review(replace(record, tricks=record.tricks[:1]), worlds=16)
    assert repr(found).startswith(f"<Review of {len(found.decisions)} decisions: south lost ")


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (AUCTION, "act: bid: only positions in which a card is to be played can be solved"),
        (MACDOUGALL_3, "upcard: there is still a stock: the playoff can be solved"),
    ],
)
def test_what_open_hands_cannot_be_solved(position: str, told: str) -> None:
    with pytest.raises(IllegalPositionError) as raised:
        solve_open(TablePosition.parse(position))
    assert str(raised.value) == told


def test_where_a_card_is_played_from_is_read() -> None:
    hand = begun_with_stock(random_deal(1, 1, TABLE_RULEBOOKS["macdougall-3"]))
    assert hand.turn is not None
    laid = hand.seats[hand.turn].laid
    assert parse_stock_move("JS@hand", Act.PLAY, laid) == parse_stock_move("JS", Act.PLAY, laid)
    with pytest.raises(NotationError, match="'left' is not hand, table or a number"):
        parse_stock_move("JS@left", Act.PLAY, laid)


def test_a_deal_has_the_trumps_of_its_upcard() -> None:
    (deal,) = random_deals(1, 3, RULEBOOKS["scarne"])
    assert deal.upcard is not None
    (other, *_) = (suit for suit in Suit if suit is not deal.trump)
    with pytest.raises(IllegalPositionError) as raised:
        replace(deal, trump=other)
    assert str(raised.value) == f"trump: {other.letter}, but the upcard is {deal.upcard}"


def test_in_a_playoff_no_card_is_unseen() -> None:
    position = PlayoffPosition.parse(DEAL)
    with pytest.raises(IllegalPositionError, match=r"^unseen: in a playoff every card is named$"):
        Referee.of_position(position, [Card.parse("AS")])

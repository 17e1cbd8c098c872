"""Hands gone through decision by decision."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from commandline import Pinochle
from pinochle_solver import RULEBOOKS, Seat, StopFlag, random_deals
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replaying import replay_record
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.records import HandRecord
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.review.decisions import Kind
from pinochle_solver.review.marks import Loss, Mark
from pinochle_solver.review.review import review
from pinochle_solver.review.reviewing import choices
from pinochle_solver.rules.moves import Play
from pinochle_solver.stock.comparing import compare
from pinochle_solver.stock.estimates import Estimate
from witness import Witness

FEW = 8


def record_with(rules: str, seed: int, playoff: int) -> HandRecord:
    """A hand whose playoff is played by the cards in this place, from best (0) to worst (-1)."""
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    referee = Referee.of_deal(deal)
    while not referee.is_over:
        position = referee.position()
        if isinstance(position, PlayoffPosition):
            referee.push(Play(solve(position).moves[playoff].card))
        else:
            referee.push(referee.moves()[-1])
    return record_of(deal, tuple(referee.history))


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_the_best_cards_of_a_playoff_lose_nothing_and_others_what_they_are_worth(
    rules: str,
) -> None:
    perfect = review(record_with(rules, 3, 0), worlds=FEW)
    assert perfect.total(kind=Kind.PLAYOFF).lost == Estimate(0.0, 0.0)
    record = record_with(rules, 3, -1)
    found = review(record, worlds=FEW)
    lost = {seat: found.total(seat, Kind.PLAYOFF).lost.mean for seat in Seat}
    replay = replay_record(record)
    start = replay.at(13)
    assert isinstance(start, PlayoffPosition)
    before = solve(start)
    assert before.final is not None
    assert replay.points is not None
    south, north = (sum(seat) for seat in replay.points)
    value = before.final.south - before.final.north
    assert value - lost[Seat.SOUTH] + lost[Seat.NORTH] == south - north


def test_every_choice_that_was_made_is_reviewed_and_no_other() -> None:
    record = Witness("hayes", 8).record()
    found = review(record, worlds=FEW)
    replay = replay_record(record)
    assert found.finished
    assert [(d.trick, d.act) for d in found.decisions] == [
        (moment.trick, moment.act) for moment in choices(replay)
    ]
    for decision in found.decisions:
        position = decision.position
        assert position.turn is decision.seat
        assert decision.played in position.legal_moves()
        assert decision.best in position.legal_moves()
        if isinstance(position, StockPosition):
            assert position.hand(decision.seat.other).hidden or decision.trick == 12
        if decision.played == decision.best:
            assert decision.loss.points == (0.0, 0.0)
    assert {decision.seat for decision in found.decisions} == set(Seat)


def test_one_seat_or_the_record_of_one_seat_has_its_own_decisions_only() -> None:
    witness = Witness("scarne", 8)
    whole = review(witness.record(), seat=Seat.NORTH, worlds=FEW)
    own = review(witness.record(Seat.NORTH), worlds=FEW)
    assert {decision.seat for decision in whole.decisions} == {Seat.NORTH}
    assert [d.moment for d in own.decisions] == [d.moment for d in whole.decisions]
    assert [d.played for d in own.decisions] == [d.played for d in whole.decisions]
    assert [d.loss for d in own.decisions] == [d.loss for d in whole.decisions]
    assert not review(witness.record(Seat.NORTH), seat=Seat.SOUTH, worlds=FEW).decisions


def test_with_worlds_a_review_repeats_on_any_number_of_threads() -> None:
    record = Witness("macdougall", 4).record(Seat.SOUTH)
    first, second = (review(record, worlds=16, threads=threads) for threads in (1, 2))
    assert first.to_rows() == second.to_rows()
    assert first.to_rows() != review(record, worlds=16, seed=2).to_rows()


def test_a_review_is_stopped_with_what_there_is() -> None:
    record, stop = Witness("scarne", 8).record(), StopFlag()

    def told(number: int, wanted: int, _: object) -> None:
        assert wanted > number
        if number == 3:
            stop.set()

    found = review(record, worlds=FEW, stop=stop, progress=told)
    assert (len(found.decisions), found.finished) == (3, False)


def test_two_moves_compared_the_other_way_round_are_the_opposite() -> None:
    record = Witness("scarne", 8).record()
    position = replay_record(record).at(4, "l", replay_record(record).moments[8].seat)
    assert isinstance(position, StockPosition)
    first, second = position.legal_moves()[:2]
    one, other = (
        compare(position, *moves, worlds=32, seed=7) for moves in ((first, second), (second, first))
    )
    assert one.points.mean == pytest.approx(-other.points.mean)
    assert one.points.se == pytest.approx(other.points.se)
    assert one.worlds == 32


@pytest.mark.parametrize(
    ("points", "se", "mark"),
    [
        (4.9, 0.0, None),
        (5.0, 0.0, Mark.DUBIOUS),
        (15.0, 7.0, Mark.MISTAKE),
        (15.0, 8.0, None),
        (40.0, 1.0, Mark.BLUNDER),
        (-50.0, 1.0, None),
    ],
)
def test_marks_are_of_sure_losses(points: float, se: float, mark: Mark | None) -> None:
    assert Loss(Estimate(points, se), None, exact=False).mark is mark


def test_the_command_tells_what_was_lost(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(record_with("scarne", 3, -1).text())
    options = ["--worlds", "8", "--ascii", str(file)]
    result = pinochle("review", *options)
    assert result.status == 0
    assert "loses: points of the final difference less than by the best move" in result.out
    assert "points lost" in result.out
    line = json.loads(pinochle("review", "--json", *options).out)
    assert line["finished"]
    total = next(t for t in line["totals"] if t["seat"] == "south" and t["kind"] is None)
    losses = [d["loss"]["mean"] for d in line["decisions"] if d["seat"] == "south"]
    assert total["decisions"] == len(losses)
    assert math.isclose(total["lost"]["mean"], sum(losses))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--worlds", "8", "--seconds", "1"], "--seconds or --worlds, not both"),
        (["--seat", "east"], "'east' is not one of"),
        (["none.pnr"], "none.pnr: no such file or directory"),
    ],
)
def test_bad_input_is_one_line(pinochle: Pinochle, arguments: list[str], told: str) -> None:
    result = pinochle("review", *arguments)
    assert (result.status, result.out) == (2, "")
    assert told in result.err
    assert len(result.err.splitlines()) == 1


def test_a_hand_with_something_wrong_is_reviewed_up_to_it(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    text = record_with("scarne", 3, 0).text()
    file = tmp_path / "hand.pnr"
    file.write_text(text[: text.index("6. ")] + "6. XX\n")
    result = pinochle("review", "--worlds", "8", str(file))
    assert "trick 6" in result.out and "XX" in result.out
    assert " 5" in result.out

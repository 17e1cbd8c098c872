"""What was said to doubles, reviewed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from helpers.doubled import TEXT
from pinochle_solver import Seat, StopFlag
from pinochle_solver.board.review_page import review_page
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.reviews.annotations import comments_of
from pinochle_solver.reviews.doublings import AnyDecision
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.mistakes import mistake_lines
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.rules.moves import Doubling
from pinochle_solver.stock.estimates import Estimate

FEW = 16


@pytest.fixture(scope="module")
def found() -> Review:
    return review(parse_record(TEXT), worlds=FEW)


def test_every_window_in_which_something_could_be_said_is_reviewed(found: Review) -> None:
    assert [(each.moment, each.seat, each.played) for each in found.doublings] == [
        ("1o", Seat.NORTH, Doubling.NO_DOUBLE),
        ("2o", Seat.NORTH, Doubling.DOUBLE),
        ("2a", Seat.SOUTH, Doubling.ACCEPT),
        # The next double is south's, who wins tricks 3 and 11.
        ("3o", Seat.SOUTH, Doubling.NO_DOUBLE),
        ("11o", Seat.SOUTH, Doubling.DOUBLE),
        ("11a", Seat.NORTH, Doubling.REDOUBLE),
        ("11b", Seat.SOUTH, Doubling.ACCEPT),
    ]
    assert found.finished


def test_a_hopeless_redouble_is_a_blunder_and_the_best_choice_loses_nothing(found: Review) -> None:
    said = {each.moment: each for each in found.doublings}
    assert said["11a"].best is Doubling.REFUSE
    assert said["11a"].mark is Mark.BLUNDER
    assert said["11a"].loss.mean > 4
    for each in said.values():
        if each.played == each.best:
            assert each.loss == Estimate(0.0, 0.0)
            assert each.mark is None
    assert found.stakes_lost(Seat.SOUTH) == Estimate(0.0, 0.0)
    assert found.stakes_lost(Seat.NORTH).mean == pytest.approx(
        sum(each.loss.mean for each in said.values() if each.seat is Seat.NORTH)
    )


def test_a_mark_is_by_the_part_of_the_stake(found: Review) -> None:
    at_one, at_two = found.doublings[0], found.doublings[3]
    lost = Estimate(0.2, 0.01)
    assert replace(at_one, loss=lost).mark is Mark.BLUNDER
    assert replace(at_two, loss=lost).mark is Mark.MISTAKE
    assert replace(at_one, loss=Estimate(0.2, 0.2)).mark is None


def test_a_marked_answer_is_a_position_to_think_about_again(found: Review) -> None:
    (redouble,) = (each for each in found.doublings if each.moment == "11a")
    lines = mistake_lines([found])
    told = lines[redouble.position.text()]
    lost = r"5\.\d\d \+- \d\.\d\d stakes"
    how = r"\(by a review of 16 worlds a decision, seed 1\)"
    fact = rf"# trick 11a: north said redouble \?\? and lost {lost}; .* refuse {how}"
    assert re.fullmatch(fact, told)
    made: tuple[AnyDecision, ...] = (*found.decisions, *found.doublings)
    assert len(lines) == sum(each.mark is not None for each in made)
    assert parse_position(redouble.position.text()) == redouble.position


def test_the_last_window_is_judged_exactly() -> None:
    text = TEXT.replace(" double S:accept", "").replace(" double N:redouble accept", "")
    last = review(parse_record(text), seat=Seat.NORTH, worlds=FEW).doublings[-1]
    assert (last.moment, last.exact, last.played) == ("12o", True, Doubling.NO_DOUBLE)
    # North wins trick 12 and loses the hand; after a double he would refuse the redouble.
    assert [(each.move, each.mean) for each in last.values] == [
        (Doubling.NO_DOUBLE, Estimate(-1.0, 0.0)),
        (Doubling.DOUBLE, Estimate(-2.0, 0.0)),
    ]
    assert last.best is Doubling.NO_DOUBLE


def comments_on(found: Review) -> str:
    """All that was found, as the comments of its record."""
    made: tuple[AnyDecision, ...] = (*found.decisions, *found.doublings)
    lines = comments_of(found.replay.record, found.settings, made, found.account)
    return "".join(f"{line}\n" for line in lines)


def test_comments_hold_it_and_it_is_not_searched_again(
    found: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    comments = comments_on(found)
    assert "; 11a north redouble ?? best refuse stakes 5." in comments

    def searched(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("pinochle_solver.reviews.reviewing.analyze_position", searched)
    again = review(parse_record(TEXT + comments), worlds=FEW)
    for one, other in zip(found.doublings, again.doublings, strict=True):
        assert (one.played, one.best, one.exact) == (other.played, other.best, other.exact)
        assert other.loss == pytest.approx(one.loss, abs=5e-4)


def test_progress_goes_through_the_cards_and_then_the_doubles(found: Review) -> None:
    told: list[tuple[int, int, AnyDecision]] = []
    again = review(
        parse_record(TEXT + comments_on(found)),
        worlds=FEW,
        progress=lambda number, wanted, made: told.append((number, wanted, made)),
    )
    made = [*again.decisions, *again.doublings]
    assert told == [(number, len(made), each) for number, each in enumerate(made, start=1)]


def test_what_is_stopped_at_the_cards_says_nothing_of_doubles(found: Review) -> None:
    stop = StopFlag()
    again = review(
        parse_record(TEXT + comments_on(found)),
        worlds=FEW,
        stop=stop,
        progress=lambda *_: stop.set(),
    )
    assert (len(again.decisions), again.doublings, again.finished) == (1, (), False)


def test_a_comment_of_another_choice_is_not_believed(found: Review) -> None:
    record = found.replay.record
    lines = list(comments_of(record, found.settings, found.doublings, None))
    wrong = [line.replace("11a north redouble", "11a north accept") for line in lines]
    wrong = [line.replace("2o north double", "2o south double") for line in wrong]
    again = review(parse_record(TEXT + "\n".join(wrong)), seat=Seat.NORTH, worlds=FEW)
    expected = [each for each in found.doublings if each.seat is Seat.NORTH]
    assert [each.loss.mean for each in again.doublings] == pytest.approx(
        [each.loss.mean for each in expected], abs=5e-4
    )


def test_it_is_written_as_text_json_and_page(
    pinochle: Pinochle, found: Review, tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(TEXT)
    text = pinochle("review", "--worlds", str(FEW), str(file)).out
    assert "11a north redouble ?? refuse 5." in " ".join(text.split())
    assert "doubles: south lost 0.00 stakes in 4 decisions" in text
    file.write_text(TEXT + comments_on(found))  # it need not be searched a third time
    (line,) = pinochle("review", "--worlds", str(FEW), "--json", str(file)).out.splitlines()
    told = json.loads(line)["doublings"]
    assert [f"{each['trick']}{each['act']}" for each in told] == [
        each.moment for each in found.doublings
    ]
    assert told[5]["mark"] == "??"
    assert told[5]["loss"]["mean"] == pytest.approx(found.doublings[5].loss.mean, abs=5e-4)
    page = review_page([found])
    assert "<h2>Doubles</h2>" in page
    assert "redouble" in page

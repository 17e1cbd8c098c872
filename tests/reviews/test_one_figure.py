"""What a played move lost is one figure, in every output of a review."""

from __future__ import annotations

import re
from io import StringIO
from math import hypot
from typing import Any

import pytest

from helpers.doubled import TEXT
from helpers.json_lines import as_json
from pinochle_solver.board.review_page import review_page
from pinochle_solver.bulk.record_columns import review_table
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.reviews.annotations import comments_of
from pinochle_solver.reviews.decisions import DecisionKind, MoveWorth, worths
from pinochle_solver.reviews.mistakes import mistake_lines
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play
from pinochle_solver.stock.estimates import Estimate

WORLDS = 50


@pytest.fixture(scope="module")
def found() -> Review:
    """A whole hand with doubles, in few worlds."""
    return review(parse_record(TEXT), worlds=WORLDS)


def test_the_loss_of_a_decision_is_what_its_table_of_moves_says(found: Review) -> None:
    differing = 0
    for decision in found.decisions:
        values = {each.move: each for each in decision.values}
        own, best = values[decision.played], values[decision.best]
        assert own.behind == decision.loss.points
        assert best.behind == (0.0, 0.0)
        if decision.kind is not DecisionKind.PLAYOFF:
            assert decision.values[0] == best
            assert best.mean == decision.expected
        assert own.mean.mean == pytest.approx(best.mean.mean - decision.loss.points.mean)
        behind = [each.behind.mean for each in decision.values if each.move != decision.best]
        assert behind == sorted(behind)
        differing += decision.played != decision.best
    assert len(found.decisions) > 40
    assert differing == 15
    for said in found.doublings:
        row = next(each for each in said.values if each.move == said.played)
        assert row.behind == said.loss


def test_json_says_the_same(found: Review) -> None:
    line = as_json(found)
    for told, decision in zip(line["decisions"], found.decisions, strict=True):
        (own,) = (each for each in told["moves"] if each["move"] == told["played"])
        loss = decision.loss.points
        assert own["behind"] == told["loss"] == {"mean": loss.mean, "se": loss.se}
    for told in line["doublings"]:
        (own,) = (each for each in told["moves"] if each["move"] == told["played"])
        assert own["behind"] == told["loss"]


def test_bulk_columns_say_the_same(found: Review) -> None:
    (row,) = review_table([found]).to_pylist()
    losses = [(each["loss"], each["loss_se"]) for each in row["decisions"]]
    assert losses == [(*each.loss.points,) for each in found.decisions]


def figure(estimate: Estimate) -> str:
    mean = f"{estimate.mean:.1f}"
    mean = "0.0" if float(mean) == 0 else mean.replace("-", "−")
    return f"{mean} ± {SURE * estimate.se:.1f}" if estimate.se > 0 else mean


def test_the_page_says_the_same_in_its_headline_its_table_and_its_list(found: Review) -> None:
    page = review_page([found])
    steps = page.split('<div class="step board')[1:]
    for step, decision in zip(steps, found.decisions, strict=True):
        rows = re.findall(r'<tr class="(played|played best)"[^>]*>(.*?)</tr>', step)
        assert len(rows) == 1
        behind = re.findall(r'<td class="n">([^<]*)</td>', rows[0][1])[-1]
        if decision.played == decision.best:
            assert (rows[0][0], behind) == ("played best", "")
            continue
        loss = figure(decision.loss.points)
        assert (rows[0][0], behind) == ("played", loss)
        (headline,) = re.findall(r"<p>best: .*?; *(?:too close:|lost) (.*?)</p>", step)
        assert headline == loss
        assert ("measured in new worlds" in step) is not decision.loss.exact
    listed = re.findall(r'<tr data-to="\d+">(.*?)</tr>', page, re.DOTALL)
    cells = [re.sub(r"<[^>]*>", "", f"<td{each.rpartition('<td')[2]}").strip() for each in listed]
    assert [cell.removeprefix("too close: ") for cell in cells] == [
        "" if each.played == each.best else figure(each.loss.points) for each in found.decisions
    ]


def test_text_says_the_same(found: Review) -> None:
    stream = StringIO()
    Renderer(stream).review(found)
    table = stream.getvalue().split("loss\n")[1].split("\n\n")[0]
    rows = [row for row in table.splitlines() if re.match(r" *\d+[lrmsd] ", row)]
    for row, decision in zip(rows, found.decisions, strict=True):
        if decision.played == decision.best:
            assert row.endswith(" -")
        else:
            loss = figure(decision.loss.points).replace("−", "-").replace("±", "+-")
            assert re.search(rf"(?: |\(){re.escape(loss)}\)?$", row), row


def test_comments_say_the_same_and_read_back(found: Review) -> None:
    record = found.replay.record
    lines = list(
        comments_of(record, found.settings, (*found.decisions, *found.doublings), found.account)
    )
    text = "\n".join(lines)
    for decision in found.decisions:
        if decision.kind is DecisionKind.PLAYOFF or decision.played == decision.best:
            continue
        loss = f"{decision.loss.points.mean:.3f} {decision.loss.points.se:.3f}"
        _, _, block = text.partition(f"; {decision.moment} ")
        head, *rows = re.split(r"\n(?=; \|)", re.split(r"\n(?=; [^|])", block)[0])
        assert f" loss {loss} " in head
        moves = " ".join(rows).replace("; |", "|").split("|")
        (own,) = (each for each in moves if each.split()[:1] == [decision.played.text()])
        assert own.split()[3:] == loss.split()
    annotated = f"{record.text()}\n{text}\n"
    again = review(parse_record(annotated), worlds=WORLDS)
    for decision in again.decisions:
        values = {each.move: each for each in decision.values}
        assert values[decision.played].behind == decision.loss.points


def test_comments_with_two_figures_are_searched_again(found: Review) -> None:
    """As reviews wrote them before the move played had one figure."""
    record = found.replay.record
    decision = next(each for each in found.decisions if not each.is_close and each.loss.points.mean)
    lines = comments_of(record, found.settings, found.decisions, None)
    loss = f"{decision.loss.points.mean:.3f} {decision.loss.points.se:.3f}"
    text = "\n".join(lines)
    head, played, rest = text.partition(f"| {decision.played.text()} ")
    assert played
    old = head + played + rest.replace(loss, "77.000 1.000", 1)
    assert old != text
    again = review(parse_record(f"{record.text()}\n{old}\n"), seat=decision.seat, worlds=WORLDS)
    (same,) = (each for each in again.decisions if each.moment == decision.moment)
    assert same == decision


def test_mistakes_for_the_quiz_say_the_same_and_how_it_was_found(found: Review) -> None:
    lines: dict[str, Any] = mistake_lines([found])
    marked = [each for each in found.decisions if each.mark is not None]
    assert len(marked) > 3
    for decision in marked:
        told = lines[decision.position.text()]
        loss = figure(decision.loss.points).replace("±", "+-").replace("−", "-")
        assert f" and lost {loss}; best was {decision.best.text()}" in told
        assert told.endswith(f"(by a review of {WORLDS} worlds a decision, seed 1)") is not (
            decision.loss.exact
        )


def test_the_move_played_takes_its_place_by_its_loss() -> None:
    ace, ten, king, queen = (Play(Card.parse(text)) for text in ("AS", "TS", "KS", "QS"))
    rows = [
        MoveWorth(ace, Estimate(10.0, 3.0), Estimate(0.0, 0.0)),
        MoveWorth(ten, Estimate(10.0, 3.0), Estimate(0.0, 2.0)),
        MoveWorth(king, Estimate(6.0, 3.0), Estimate(4.0, 2.0)),
        MoveWorth(queen, Estimate(1.0, 3.0), Estimate(9.0, 2.0)),
    ]
    moved = worths(rows, ace, ten, Estimate(7.5, 1.5))
    assert [each.move for each in moved] == [ace, king, ten, queen]
    assert moved[2] == MoveWorth(ten, Estimate(2.5, hypot(3.0, 1.5)), Estimate(7.5, 1.5))
    # Whoever plays better than the search has a loss below 0; the best still stands first.
    ahead = worths(rows, ace, queen, Estimate(-2.0, 1.5))
    assert [each.move for each in ahead] == [ace, queen, ten, king]
    assert worths(rows, ace, ace, Estimate(0.0, 0.0)) == tuple(rows)

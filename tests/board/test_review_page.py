"""The page of a review: what it holds, and in which words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import unescape

import pytest

from helpers.table_records import AUCTION, over_record
from helpers.witness import Witness
from pinochle_solver import TableKind, TableReview, parse_table_record, review_table
from pinochle_solver.board.review_page import review_page
from pinochle_solver.board.round_table import round_table_picture
from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.decisions import Decision
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.rules.rules import Seat

MINUS = "−"


@pytest.fixture(scope="module")
def whole() -> Review:
    return review(Witness("scarne", 8).record(), worlds=16)


@pytest.fixture(scope="module")
def page(whole: Review) -> str:
    return review_page([whole])


def parts(page: str) -> list[str]:
    """The decisions of a page, each as it is written."""
    begins = [match.start() for match in re.finditer('<div class="step board', page)]
    ends = [*begins[1:], page.index('<table class="list">')]
    return [page[begin:end] for begin, end in zip(begins, ends, strict=True)]


def test_every_move_can_be_tried_and_says_its_loss(whole: Review, page: str) -> None:
    for part, decision in zip(parts(page), whole.decisions, strict=True):
        said = [unescape(text) for text in re.findall('data-said="([^"]*)"', part)]
        assert len(said) == len(decision.values)
        for text, worth in zip(said, decision.values, strict=True):
            number = re.search(rf"loses ({MINUS}?[0-9.]+)", text)
            if worth.move == decision.best == decision.played:
                assert text.endswith(" was played, the best move.")
                continue
            is_best = worth.move == decision.best
            loss = decision.loss.points if is_best else worth.behind
            assert number is not None
            assert float(number[1].replace(MINUS, "-")) == pytest.approx(loss.mean, abs=0.051)
            if loss.se > 0:
                assert f"± {SURE * loss.se:.1f} points" in text


def test_moves_beyond_the_first_wait_for_a_click(whole: Review, page: str) -> None:
    longer = [
        (part, len(decision.values))
        for part, decision in zip(parts(page), whole.decisions, strict=True)
        if len(decision.values) > 12
    ]
    for part, moves in longer:
        assert f">{moves - 12} more<" in part
        assert part.index('class="later" hidden') < part.rindex("data-said")


def test_a_moment_is_said_in_words(whole: Review, page: str) -> None:
    def words(decision: Decision) -> str:
        if decision.act == "l":
            return f"lead to trick {decision.trick}"
        if decision.act == "r":
            return f"reply in trick {decision.trick}"
        return f"melds after trick {decision.trick}"

    decisions = [each for each in whole.decisions if each.act in "lrm"]
    assert {each.act for each in decisions} == set("lrm")
    for decision in decisions:
        assert f'title="{words(decision)}">{decision.moment}</a>' in page
    assert "<dt>1m</dt><dd>melds after trick 1</dd>" in page


def test_the_curves_are_one_players_and_the_other_may_be_chosen(page: str) -> None:
    figures = re.findall(r'<figure data-who="(\w+)"( hidden)?>(.*?)</figure>', page, re.DOTALL)
    assert [(who, bool(hidden)) for who, hidden, _ in figures] == [
        ("south", False),
        ("south", False),
        ("north", True),
        ("north", True),
    ]
    captions = [re.findall("<figcaption>(.*?)<", picture)[0] for *_, picture in figures]
    assert [unescape(each) for each in captions] == [
        "south's points minus north's, as expected, by trick",
        "south's chance to win the hand, per cent, by trick",
        "north's points minus south's, as expected, by trick",
        "north's chance to win the hand, per cent, by trick",
    ]
    assert re.findall("<option>(.*?)<", page) == ["south", "north"]


def test_who_wrote_the_record_alone_is_asked_nothing() -> None:
    found = review(Witness("scarne", 8).record(Seat.NORTH), worlds=16)
    page = review_page([found])
    assert set(re.findall(r'<figure data-who="(\w+)"', page)) == {"north"}
    assert re.findall("<option>(.*?)<", page) == ["north"]
    assert "<label hidden>I am" in page


def test_marks_and_players_are_there_to_choose_by(whole: Review, page: str) -> None:
    marked = [each.mark is not None for each in whole.decisions]
    assert any(marked)
    assert ['class="step board worth' in part for part in parts(page)] == marked
    for part, decision in zip(parts(page), whole.decisions, strict=True):
        assert f'data-who="{decision.seat.text()}"' in part


def test_where_the_cards_were_is_there_if_asked_for(page: str) -> None:
    assert "Where the cards were" not in page
    record = Witness("scarne", 8).record()
    begun = replace(record, tricks=record.tricks[:2])
    found = review(begun, worlds=16, cards=True)
    for part, decision in zip(parts(review_page([found])), found.decisions, strict=True):
        assert decision.cards is not None
        assert decision.held is not None
        rows = re.findall(r"<tr><td>(.{2,3})</td>(.*)</tr>", part.split("Where the cards were")[1])
        assert len(rows) == len(decision.cards.cards)
        for _, cells in rows:
            one, counted, _, _, held, _ = re.findall(r"<td[^>]*>(.*?)</td>", cells)
            assert re.fullmatch(r"(&[lg]t;)?[0-9]+%( ± [0-9]+)?", one), one
            assert re.fullmatch(r"[0-9]+%", counted)
            assert held in "012"
        names = {each.card for each in decision.cards.cards}
        assert {*decision.held} <= names
    assert any(each.cards and each.cards.worlds for each in found.decisions)


def test_the_three_worst_are_printed(whole: Review, page: str) -> None:
    printed = [" printed" in part.partition(">")[0] for part in parts(page)]
    worst = whole.worst(3)
    assert len(worst) == 3
    assert printed == [any(each is one for one in worst) for each in whole.decisions]


def test_the_record_can_be_copied(whole: Review, page: str) -> None:
    (written,) = re.findall("<pre>(.*?)</pre>", page, re.DOTALL)
    assert unescape(written) == whole.replay.record.text()


@cache
def of_table() -> TableReview:
    return review_table(parse_table_record(AUCTION), worlds=16)


@cache
def table_page() -> str:
    return review_page([of_table()])


def test_a_table_is_stepped_through_as_two_hands_are() -> None:
    found, page = of_table(), table_page()
    steps = parts(page)
    assert len(steps) == len(found.decisions)
    for part, decision in zip(steps, found.decisions, strict=True):
        assert len(re.findall("data-said=", part)) == len(decision.values)
        assert ("step board worth" in part) == (decision.mark is not None)
        # The others' hands, and the widow before it is turned up, lie face down or open.
        closed = part.count('class="closed"')
        assert closed == part.count('class="opened"')
        if decision.kind is TableKind.CALL:
            assert closed == 3
    assert re.findall("<option>(.*?)<", page) == ["Ann", "Bob", "Cleo"]
    assert "all hands face up" in page
    assert "<dt>1r</dt>" not in page


def test_the_curves_of_a_table_are_each_sides_own() -> None:
    figures = re.findall(r'<figure data-who="(\w+)".*?<figcaption>(.*?)<', table_page(), re.DOTALL)
    said = [(who, unescape(text)) for who, text in figures]
    assert said[:4] == [
        ("Ann", "Ann: value of the hand, cents, by trick"),
        ("Ann", "Ann: chance to make the contract, per cent, by trick"),
        ("Bob", "Bob: value of the hand, cents, by trick"),
        ("Bob", "Bob: chance to set the contract, per cent, by trick"),
    ]


def test_a_move_at_a_table_says_its_loss() -> None:
    found = of_table()
    for part, decision in zip(parts(table_page()), found.decisions, strict=True):
        said = [unescape(text) for text in re.findall('data-said="([^"]*)"', part)]
        if decision.is_best or decision.loss is None:
            continue
        lost = f"{decision.loss.amount.mean:.1f}".replace("-", MINUS)
        assert f"which was played, loses {lost}" in said[0]


def test_the_best_move_and_the_one_played_come_first_at_a_table() -> None:
    found = of_table()
    first = next(each for each in found.decisions if each.kind is TableKind.CALL)
    assert first.values[-1].move == first.played, "the pass is behind forty bids"
    for part, decision in zip(parts(table_page()), found.decisions, strict=True):
        rows = re.findall('<tr class="([^"]*)"', part)
        moves = 1 if decision.played == decision.best else 2
        assert ["best" in each for each in rows[:moves]] == [True, False][:moves]
        assert "played" in rows[moves - 1]


def test_a_move_that_did_as_well_as_the_best_lost_nothing() -> None:
    found, told = of_table(), 0
    for part, decision in zip(parts(table_page()), found.decisions, strict=True):
        if decision.is_best and decision.played != decision.best:
            said = [unescape(text) for text in re.findall('data-said="([^"]*)"', part)]
            assert said[1].endswith(f" was played, and did as well as {said[0].split(' ')[0]}.")
            assert said[0].split(" ", 1)[1] == "is the best move."
            told += 1
    assert told > 5


def test_partners_stand_side_by_side_on_the_page() -> None:
    record = parse_table_record(over_record("check", 5))
    begun = replace(record, tricks=record.tricks[:1])
    page = review_page([review_table(begun, worlds=16)])
    heads = re.search("<h2>Lost by kind</h2>.*?</thead>", page, re.DOTALL)
    assert heads is not None
    cells = re.findall(r'<th class="n">(.*?)</th>', heads[0])
    assert cells == ["south", "north", "south+north", "west", "east", "west+east"]


def test_hands_of_two_and_of_three_share_a_page(whole: Review) -> None:
    page = review_page([whole, of_table()])
    assert page.count('<section class="hand') == 2
    assert "in all hands" in page
    assert "lost, cents" in page
    assert page.count('class="all-hands"') == 1


def test_a_table_is_drawn_with_its_seats_around_it() -> None:
    drawn = round_table_picture(of_table().decisions[-1].position)
    assert drawn.startswith("<svg")
    assert drawn.count("#back") == sum(
        hand.hidden for hand in of_table().decisions[-1].position.hands.values()
    )

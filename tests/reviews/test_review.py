"""Hands gone through decision by decision."""

from __future__ import annotations

import errno
import json
import math
import os
import re
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from helpers.commandline import Pinochle
from helpers.paths import TESTS
from helpers.strategies import play_on
from helpers.terminals import at_terminal
from helpers.witness import Witness
from pinochle_solver import (
    RULEBOOKS,
    Card,
    MeldKind,
    Seat,
    StopFlag,
    parse_rulebook,
    random_deals,
)
from pinochle_solver.board.review_page import review_page
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.referee import Referee
from pinochle_solver.intervals import chance_interval, difference_interval
from pinochle_solver.limits import Limits
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.render.page import percent
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.reviews.account import sign
from pinochle_solver.reviews.accounting import gain_of
from pinochle_solver.reviews.annotations import comments_of, without_review
from pinochle_solver.reviews.choices import choices
from pinochle_solver.reviews.decisions import DecisionKind, MoveWorth
from pinochle_solver.reviews.marks import Loss, Mark
from pinochle_solver.reviews.mistakes import mistake_lines
from pinochle_solver.reviews.review import Review, review, review_many
from pinochle_solver.reviews.true_values import LEAST_ORDERS, TrueHand
from pinochle_solver.rules.melds import Meld
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rules import Points
from pinochle_solver.schema.reviews import review_line
from pinochle_solver.stock.comparing import Comparison, compare
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.settings import SearchSettings

FEW = 16
QUICK = SearchSettings(limits=Limits(worlds=FEW))


@cache
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


@cache
def in_few(record: HandRecord, seat: Seat | None = None) -> Review:
    """A review in few worlds, made once for all tests of it."""
    return review(record, seat=seat, worlds=FEW)


@cache
def with_mistakes() -> str:
    """A hand with the worst cards of its playoff; its comments save a review in few worlds."""
    tags = '[SouthPlayer "a<b>&c"]\n[Event "<script>alert(1)</script>"]\n'
    return with_comments(in_few(parse_record(tags + record_with("scarne", 3, -1).text())))


def test_the_best_cards_of_a_playoff_lose_nothing_and_others_what_they_are_worth() -> None:
    record = record_with("hayes", 3, -1)
    found = in_few(record)
    lost = {seat: found.total(seat, DecisionKind.PLAYOFF).lost.mean for seat in Seat}
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
    found = in_few(record)
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
    whole = in_few(witness.record(), Seat.NORTH)
    own = in_few(witness.record(Seat.NORTH))
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


def test_chances_of_few_worlds_stay_within_0_and_1(start: Review) -> None:
    twenty = tuple(replace(each, worlds=20 if each.worlds else 0) for each in start.decisions)
    settings = replace(start.settings, limits=Limits(worlds=20))
    enough = replace(start, settings=settings, decisions=twenty)
    assert {each.worlds for each in start.decisions} == {FEW}
    assert [row["worlds"] for row in start.to_rows()] == [FEW] * len(start.decisions)
    assert start.is_guess
    assert start.how.startswith("16 worlds a decision (hardly more than a guess), seed 1")
    assert not enough.is_guess
    assert enough.how == "20 worlds a decision, seed 1"
    one = replace(enough, decisions=(replace(twenty[0], worlds=1), *twenty[1:]))
    assert one.is_guess
    told = "20 worlds a decision (only 1 world for some: hardly more than a guess), seed 1"
    assert one.how == told
    for decision, row in zip(start.decisions, start.to_rows(), strict=True):
        win = decision.win
        assert (row["win_low"], row["win_high"]) == chance_interval(win.mean, win.se)
        assert decision.win_interval_of(decision.seat.other) == chance_interval(
            1 - win.mean, win.se
        )
        if decision.loss.win is not None:
            lost = difference_interval(*decision.loss.win)
            assert (row["win_loss_low"], row["win_loss_high"]) == lost
    line = msgspec.to_builtins(review_line(start))
    assert line["guess"] is True
    assert "guess" not in msgspec.to_builtins(review_line(enough))
    for told in (decision["win"] for decision in line["decisions"]):
        assert 0 <= told["low"] <= told["mean"] <= told["high"] <= 1
        assert told["high"] - told["low"] > 0.2 or not told["se"]


def test_a_review_is_stopped_with_what_there_is() -> None:
    record, stop = Witness("scarne", 8).record(), StopFlag()

    def told(number: int, wanted: int, _: object) -> None:
        assert wanted > number
        if number == 3:
            stop.set()

    found = review(record, worlds=FEW, stop=stop, progress=told)
    assert (len(found.decisions), found.finished) == (3, False)


def test_copies_that_are_alike_are_one_move_where_moves_are_compared() -> None:
    position = StockPosition.parse(
        "rules=scarne upcard=TS stock=17 turn=south south=9.KKQQ.AJ.KQJ99 north=+12"
        " melds.south=marriage:KH.QH+marriage:KH2.QH2 gone=-.T9.TJ9.A"
    )
    nine, king = Play(Card.parse("9S")), Card.parse("KH")
    first, second = (compare(position, nine, Play(king, copy), QUICK) for copy in (1, 2))
    assert first == second


def test_two_moves_compared_the_other_way_round_are_the_opposite() -> None:
    record = Witness("scarne", 8).record()
    position = replay_record(record).at(4, "l", replay_record(record).moments[8].seat)
    assert isinstance(position, StockPosition)
    first, second = position.legal_moves()[:2]
    settings = SearchSettings(limits=Limits(worlds=32), seed=7)
    one, other = (
        compare(position, *moves, settings) for moves in ((first, second), (second, first))
    )
    assert one.points.mean == pytest.approx(-other.points.mean)
    assert one.points.se == pytest.approx(other.points.se)
    assert one.worlds == 32


def test_what_happened_in_no_world_is_not_impossible() -> None:
    """South leads by so much that it wins in every world, whichever card it plays."""
    position = StockPosition.parse(
        "rules=scarne upcard=TS stock=17 turn=south south=9.KKQQ.AJ.KQJ99 north=+12"
        " melds.south=marriage:KH.QH+marriage:KH2.QH2 gone=-.T9.TJ9.A score=900/100"
        " points=40+33/0+0 dealer=north"
    )
    nine, king = (Play(Card.parse(card)) for card in ("9S", "KC"))
    found = compare(position, nine, king, QUICK)
    assert not found.exact
    assert found.win.se >= 1.5 / found.worlds
    assert found.points.se >= 10 / found.worlds


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
    assert Loss(Estimate(points, se), None, exact=False, unit=10).mark is mark


def test_the_command_tells_what_was_lost(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(record_with("scarne", 3, -1).text())
    options = ["--worlds", "16", "--seat", "south", "--ascii", str(file)]
    result = pinochle("review", *options)
    assert result.status == 0
    assert "loss: margin given up against the best move" in result.out
    assert "points lost" in result.out
    file.write_text(with_mistakes())
    line = json.loads(pinochle("review", "--json", *options).out)
    assert line["finished"]
    total = next(t for t in line["totals"] if t["seat"] == "south" and t["kind"] is None)
    losses = [d["loss"]["mean"] for d in line["decisions"] if d["seat"] == "south"]
    assert total["decisions"] == len(losses)
    assert math.isclose(total["lost"]["mean"], sum(losses))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--worlds", "16", "--seconds", "1"], "--seconds or --worlds, not both"),
        (["--seat", "up"], "'up' is not one of"),
        (["--worlds", "15"], "'--worlds': '15', expected a whole number, from 16 to 16777216"),
        (["--resume"], "--resume: goes with --annotate FILE"),
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
    result = pinochle("review", "--worlds", "16", str(file))
    assert "trick 6" in result.out
    assert "XX" in result.out
    assert " 5" in result.out


def test_a_hand_that_was_only_dealt_has_no_decision(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(Witness("scarne", 8).record().text().partition("\n\n")[0] + "\n")
    result = pinochle("review", "--worlds", "16", str(file))
    assert (result.status, result.err) == (0, "")
    assert result.out.splitlines()[1:] == [
        "no decision between several moves in it",
        "16 worlds a decision, seed 1",
    ]


def test_a_review_stopped_at_once_does_not_say_that_nothing_was_decided() -> None:
    stop = StopFlag()
    stop.set()
    found = review(Witness("scarne", 8).record(), worlds=16, stop=stop)
    assert (found.decisions, found.finished) == ((), False)
    shown = Renderer(out := StringIO(), False)
    shown.review(found)
    assert out.getvalue().splitlines()[1:] == [
        "stopped before its first decision was reviewed",
        "16 worlds a decision, seed 1; stopped before the end",
    ]


def test_of_the_seconds_a_part_is_for_comparing() -> None:
    record = Witness("scarne", 8).record()
    first = replace(record, tricks=record.tricks[:1])
    found = review(first, seat=Seat.NORTH, seconds=0.02)
    enough = tuple(replace(each, worlds=20) for each in found.decisions)
    assert replace(found, decisions=enough).how == "0.02 s a decision, seed 1"
    choosing, comparing = found.settings.parts
    assert (choosing.seconds, comparing.seconds) == pytest.approx((0.012, 0.008))
    assert (choosing.worlds, comparing.worlds) == (None, None)
    assert found.decisions


def test_so_few_seconds_that_worlds_are_few_are_told_as_few_worlds_are() -> None:
    record = Witness("scarne", 8).record()
    first = replace(record, tricks=record.tricks[:2])
    hurried, few = review(first, seconds=1e-6), review(first, worlds=FEW)
    assert {each.worlds for each in hurried.decisions} == {FEW}
    assert [each.win for each in hurried.decisions] == [each.win for each in few.decisions]
    assert few.how == "16 worlds a decision (hardly more than a guess), seed 1"
    told = "1e-06 s a decision (only 16 worlds for some: hardly more than a guess), seed 1"
    assert hurried.how == told
    assert msgspec.to_builtins(review_line(hurried))["guess"] is True
    again = review(parse_record(with_comments(hurried)), seconds=1e-6)
    assert (again.how, again.fewest_worlds) == (told, FEW)


def test_what_no_worlds_were_sampled_for_is_no_guess() -> None:
    record = record_with("hayes", 3, -1)
    found = in_few(record)
    playoff = [each for each in found.decisions if each.kind is DecisionKind.PLAYOFF]
    assert {each.worlds for each in playoff} == {0}
    assert not replace(found, decisions=tuple(playoff)).is_guess
    assert found.is_guess
    assert found.to_rows()[-1]["worlds"] is None


@pytest.mark.parametrize(("sampled", "fewest"), [(True, 5), (False, FEW)])
def test_of_both_searches_of_a_decision_the_one_in_fewer_worlds_counts(
    monkeypatch: pytest.MonkeyPatch, sampled: bool, fewest: int
) -> None:
    def in_five(*_: object, **__: object) -> Comparison:
        none = Estimate(0.0, 0.0)
        return Comparison(none, none, worlds=5, exact=False, sampled=sampled)

    monkeypatch.setattr("pinochle_solver.reviews.reviewing.compare", in_five)
    record = Witness("scarne", 8).record()
    found = review(replace(record, tricks=record.tricks[:3]), worlds=FEW).decisions
    assert {each.worlds for each in found if each.played == each.best} == {FEW}
    assert {each.worlds for each in found if each.played != each.best} == {fewest}


# The account


@pytest.fixture(scope="module")
def reviewed() -> Review:
    """A hand of moves at random, reviewed in few worlds."""
    return in_few(Witness("macdougall", 5).record())


@pytest.fixture(scope="module")
def start() -> Review:
    """The first tricks of another one."""
    record = Witness("macdougall", 5).record()
    return review(replace(record, tricks=record.tricks[:4]), worlds=FEW)


def test_the_parts_of_the_account_come_to_the_result(reviewed: Review) -> None:
    """But for what choosing usually gains, of which each seat has as much as it had choices."""
    for found in (reviewed, in_few(Witness("hayes", 8).record())):
        check_parts(found)


def check_parts(found: Review) -> None:
    account, points = found.account, found.replay.points
    assert account is not None
    assert points is not None
    assert account.is_over
    assert account.result == sum(points.south) - sum(points.north)
    told = account.deal.mean
    for seat in Seat:
        for part in (account.luck_of, account.unseen_of, account.given_by):
            told += sign(seat) * part(seat).mean
    gains = sum(sign(each.decision.seat) * gain_of(each.decision) for each in account.unseen)
    assert account.result - told == pytest.approx(gains)
    assert account.rest == pytest.approx(gains)


def test_what_seats_gave_away_is_what_their_decisions_lost(reviewed: Review) -> None:
    assert reviewed.account is not None
    for seat in Seat:
        assert reviewed.account.given_by(seat).mean == pytest.approx(
            -reviewed.total(seat).lost.mean
        )


def test_what_was_unseen_is_worked_out_again_and_so_is_its_error(reviewed: Review) -> None:
    """Before draws: how much better the move played is in the true hand, and what it lost.

    The two errors are independent, and so are those of losses that are added up.
    """
    account, in_stock = reviewed.account, []
    assert account is not None
    for each in account.unseen:
        whole = reviewed.replay.at(each.decision.trick, each.decision.act)
        assert isinstance(whole, StockPosition)
        in_stock.append((each, whole))
    true = TrueHand(in_stock[0][1].face_down, LEAST_ORDERS, reviewed.settings.seed, StopFlag())
    compared = 0
    for (each, whole), (_, after) in pairwise(in_stock):
        decision, loss = each.decision, each.decision.loss.points
        is_best = decision.played == decision.best
        if whole.face_down == after.face_down or not after.face_down or is_best:
            continue
        played, best = (true.worth(whole, move) for move in (decision.played, decision.best))
        lucky = played.less(best).estimate()
        assert each.points.mean == pytest.approx(sign(decision.seat) * lucky.mean + loss.mean)
        assert each.points.se == pytest.approx(math.hypot(lucky.se, loss.se))
        compared += loss.se > 0
    assert compared > 4
    for seat in Seat:
        total = reviewed.total(seat).lost
        losses = [each.loss.points for each in reviewed.decisions if each.seat is seat]
        assert total.mean == pytest.approx(sum(loss.mean for loss in losses))
        assert total.se == pytest.approx(math.hypot(*(loss.se for loss in losses)))
        assert account.given_by(seat) == pytest.approx((-total.mean, total.se))
        for part, each_part in (
            (account.luck_of, [draw.luck for draw in account.draws if draw.seat is seat]),
            (account.unseen_of, [u.points for u in account.unseen if u.decision.seat is seat]),
        ):
            assert part(seat).mean == pytest.approx(sum(each.mean for each in each_part))
            assert part(seat).se == pytest.approx(math.hypot(*(each.se for each in each_part)))


def test_every_card_drawn_by_chance_is_in_the_account_once(reviewed: Review) -> None:
    found = reviewed
    drawn = [
        (trick.number, seat, card) for trick in found.replay.tricks for seat, card in trick.drawn
    ]
    # The winner of the last trick draws the last face-down card, its loser the upcard.
    assert [(draw.trick, draw.seat, draw.card) for draw in found.draws] == drawn[:-2]


def test_a_perfect_playoff_leaves_the_account_as_it_stood_before() -> None:
    """From the last card drawn on everything is exact."""
    found = review(record_with("macdougall-bonus", 4, 0), worlds=FEW)
    assert found.total(kind=DecisionKind.PLAYOFF).lost == Estimate(0.0, 0.0)
    assert found.account is not None
    last = [each for each in found.account.unseen if each.decision.trick == 12]
    in_playoff = next(each for each in found.decisions if each.kind is DecisionKind.PLAYOFF)
    assert found.account.result == in_playoff.expected_of(Seat.SOUTH).mean
    assert last


def test_the_luck_of_the_draws_of_one_seat_needs_its_own_cards_only() -> None:
    witness = Witness("scarne", 8)
    own = in_few(witness.record(Seat.NORTH))
    whole = in_few(witness.record(), Seat.NORTH)
    assert own.account is whole.account is None
    assert own.draws == whole.draws
    assert len(own.draws) == 11
    assert {draw.seat for draw in own.draws} == {Seat.NORTH}


def test_a_hand_that_ends_early_is_accounted_for_up_to_there(start: Review) -> None:
    account = start.account
    assert account is not None
    assert not account.is_over
    assert {draw.trick for draw in start.draws} == {1, 2, 3}
    assert [each.decision for each in account.unseen] == list(start.decisions)
    gains = sum(sign(each.decision.seat) * gain_of(each.decision) for each in account.unseen)
    assert account.rest == pytest.approx(gains)


def test_parts_that_come_to_nothing_have_no_sign(start: Review) -> None:
    account = start.account
    assert account is not None
    level = replace(account, draws=(), unseen=(), given=(), result=account.deal.mean - 0.01)
    page = StringIO()
    Renderer(page, ascii=True).review(replace(start, account=level))
    assert re.search(r"^ given away +0\.0 +0\.0 +0\.0$", page.getvalue(), re.MULTILINE)
    assert re.search(r"^ rest +0\.0$", page.getvalue(), re.MULTILINE)
    cells = re.findall(r"rest.*?([^<>\s]*0\.0)<", review_page([replace(start, account=level)]))
    assert cells == ["0.0"]


def test_what_a_choice_gains_is_known_of_the_usual_deck_alone() -> None:
    rules = parse_rulebook((TESTS / "rulebooks" / "two-suits.toml").read_text())
    (deal,) = random_deals(1, 1, rules)
    referee = play_on(Referee.of_deal(deal), 8, Random(1))
    found = review(record_of(deal, tuple(referee.history)), worlds=FEW)
    assert found.account is not None
    assert found.account.unseen
    assert found.account.rest == pytest.approx(0)


def test_a_renege_ends_what_is_reviewed() -> None:
    text = Witness("scarne", 6).record().text()
    lines = replay_record(parse_record(text))
    assert lines.referee is not None
    # The leader of trick 13 is followed by a card of another suit though one was held.
    broken = replace(parse_record(text), tricks=parse_record(text).tricks[:13])
    last = broken.tricks[12]
    position = lines.at(13, "r")
    assert isinstance(position, PlayoffPosition)
    legal = {move.text() for move in position.legal_moves()}
    held = [card.text() for card in position.hand(position.turn)]
    wrong = next((card for card in held if card not in legal), None)
    if wrong is None:
        pytest.fail("take another seed: every card may be played")
    broken = replace(
        broken, tricks=(*broken.tricks[:12], replace(last, plays=(last.plays[0], wrong)))
    )
    found = review(broken, worlds=FEW)
    assert found.replay.findings
    assert found.account is not None
    assert not found.account.is_over
    assert max(each.trick for each in found.decisions) == 13


def test_a_last_draw_out_of_turn_leaves_every_decision_with_its_own_move() -> None:
    record = Witness("scarne", 6).record()
    last = record.tricks[11]
    slip = RecordedEvent(None, "out-of-turn")
    tricks = (*record.tricks[:11], replace(last, events=(*last.events, slip)))
    found = review(replace(record, tricks=tricks), worlds=FEW)
    plays = {
        f"{trick.number}{act}": play
        for trick in record.tricks[:12]
        for act, play in zip("lr", trick.plays, strict=True)
    }
    told = {d.moment: d.played.text() for d in found.decisions if d.act in "lr" and d.trick <= 12}
    assert told == {moment: plays[moment] for moment in told}
    assert len(told) > 20
    assert found.account is None


def test_the_course_of_a_hand_is_told_from_the_side_of_who_was_reviewed(reviewed: Review) -> None:
    own = review(reviewed.replay.record, seat=Seat.NORTH, worlds=FEW)
    assert (reviewed.side, own.side) == (Seat.SOUTH, Seat.NORTH)
    for standing in own.course():
        first = next(each for each in own.decisions if each.trick == standing.trick)
        assert standing.expected == first.expected
        assert standing.win == first.win


# Comments


def with_comments(found: Review) -> str:
    """The text of a record with its review in it."""
    record = found.replay.record
    lines = comments_of(record, found.settings, found.decisions, found.account)
    return record.text() + "".join(f"{line}\n" for line in lines)


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be searched for or valued."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("it was searched again")

    monkeypatch.setattr("pinochle_solver.reviews.reviewing.analyze_position", fail)
    monkeypatch.setattr("pinochle_solver.reviews.reviewing.compare", fail)
    monkeypatch.setattr("pinochle_solver.reviews.review.account_of", fail)


@pytest.mark.usefixtures("no_search")
def test_a_review_is_read_again_from_the_comments_of_its_record(reviewed: Review) -> None:
    record = parse_record(with_comments(reviewed))
    assert record == reviewed.replay.record
    again = review(record, worlds=FEW)
    assert again.account is not None
    assert reviewed.account is not None
    for one, other in zip(again.decisions, reviewed.decisions, strict=True):
        assert (one.moment, one.played, one.best, one.mark) == (
            other.moment,
            other.played,
            other.best,
            other.mark,
        )
        assert one.loss.points.mean == pytest.approx(other.loss.points.mean, abs=0.001)
        assert one.expected.mean == pytest.approx(other.expected.mean, abs=0.001)
        assert [value.move for value in one.values] == [value.move for value in other.values]
    assert again.account.result == reviewed.account.result
    assert [draw.card for draw in again.draws] == [draw.card for draw in reviewed.draws]
    assert again.account.rest == pytest.approx(reviewed.account.rest, abs=0.1)
    assert with_comments(again) == with_comments(reviewed)
    why = [each.why("north") for each in again.decisions]
    assert why == [each.why("north") for each in reviewed.decisions]
    assert sum(each is not None for each in why) > 5
    for each in again.decisions:
        if each.why("north") is not None:
            assert each.loss.is_significant
    assert [each.worlds for each in again.decisions] == [each.worlds for each in reviewed.decisions]


@pytest.mark.parametrize(
    "spoilt",
    [
        *("best", "loss", "worlds 16", "; why", "; deal", "; draw"),
        "0.000",
    ],
)
def test_comments_that_do_not_read_are_searched_again(start: Review, spoilt: str) -> None:
    assert start.account is not None
    text = with_comments(start)
    again = review(parse_record(text.replace(spoilt, "; nonsense")), worlds=FEW)
    assert [each.mark for each in again.decisions] == [each.mark for each in start.decisions]
    assert again.account is not None
    assert again.account.result == pytest.approx(start.account.result, abs=0.01)
    assert len(again.draws) == len(start.draws)


def test_a_decision_of_which_a_value_is_missing_is_searched_again(start: Review) -> None:
    whole = with_comments(start)
    text = re.sub(r" \|( \S+){5}", "", whole, count=1)
    assert text != whole
    again = review(parse_record(text), worlds=FEW)
    first, second = start.decisions[:2]
    assert again.decisions[0] == first
    assert again.decisions[1] != second  # as it was noted
    assert again.decisions[1].loss.points.mean == pytest.approx(second.loss.points.mean, abs=0.001)


def test_comments_by_other_settings_are_not_taken(start: Review) -> None:
    record = start.replay.record
    other = review(record, seat=Seat.SOUTH, worlds=FEW, seed=5)
    again = review(parse_record(with_comments(start)), seat=Seat.SOUTH, worlds=FEW, seed=5)
    assert again.to_rows() == other.to_rows()


def test_the_value_of_a_meld_with_a_long_name_is_written_without_an_empty_line(
    start: Review,
) -> None:
    long = MeldKind("a-name-of-a-meld-" * 6 + "of-hearts", 20, "KH QH")
    meld = Show(meld=Meld(long, (Card.parse("KH"), Card.parse("QH"))))
    value = MoveWorth(meld, Estimate(20.0, 1.0), Estimate(0.0, 0.0))
    decision = replace(start.decisions[0], values=(value, value))
    lines = list(comments_of(start.replay.record, start.settings, [decision], None))
    assert ";" not in lines
    assert sum(line.startswith("; | a-name") for line in lines) == 2
    assert list(without_review(lines)) == []


def test_comments_of_another_hand_are_not_taken(start: Review) -> None:
    """A hand that was gone on with, or corrected, is another one."""
    whole = Witness("macdougall", 5).record()
    comments = parse_record(with_comments(start)).comments
    found = review(replace(whole, comments=comments), seat=Seat.SOUTH, worlds=FEW)
    assert found.to_rows() == review(whole, seat=Seat.SOUTH, worlds=FEW).to_rows()


def test_a_smaller_review_leaves_the_rest_of_a_larger_one(start: Review) -> None:
    text = with_comments(start)
    own = review(parse_record(text), seat=Seat.SOUTH, worlds=FEW)
    assert with_comments(own) == text


def test_annotated_records_are_gone_on_with(pinochle: Pinochle, tmp_path: Path) -> None:
    source, kept = tmp_path / "hands.pnr", tmp_path / "kept.pnr"
    wholes = [Witness(rules, 8).record() for rules in ("scarne", "hayes")]
    records = [replace(each, tricks=each.tricks[:2]) for each in wholes]
    source.write_text("; ours\n" + "\n".join(record.text() for record in records))
    options = ["--worlds", "16", "--annotate", str(kept)]
    first = pinochle("review", *options, str(source))
    assert (first.status, first.err) == (0, "")
    text = kept.read_text()
    assert text.startswith("; ours\n")
    assert text.count("; review: ") == 2
    refused = pinochle("review", *options, str(source))
    assert (refused.status, refused.out) == (2, "")
    assert "there is such a file already; --resume goes on with it" in refused.err
    cut = text[: text.rindex("; review:")]
    kept.write_text(cut)
    again = pinochle("review", *options, "--resume", str(source))
    assert again.status == 0
    assert kept.read_text() == text
    # In place, by other settings: the old comments are replaced.
    third = pinochle("review", "--worlds", "17", "--annotate", str(kept), str(kept))
    assert third.status == 0
    assert kept.read_text().count("; review: ") == 2
    assert "worlds 17 " in kept.read_text()
    assert "worlds 16 " not in kept.read_text()


# Mistakes, pages


def test_marked_mistakes_are_collected_as_positions(pinochle: Pinochle, tmp_path: Path) -> None:
    file, quiz = tmp_path / "hand.pnr", tmp_path / "quiz.pn"
    file.write_text(with_mistakes())
    options = ["review", "--worlds", "16", "--seat", "south", "--quiz", str(quiz), str(file)]
    assert pinochle(*options).status == 0
    text = quiz.read_text()
    again = pinochle(*options)
    assert "no new marked mistake" in again.err
    assert quiz.read_text() == text
    found = review(parse_record(with_mistakes()), worlds=FEW, seat=Seat.SOUTH)
    assert mistake_lines([found]) == mistake_lines([in_few(found.replay.record, Seat.SOUTH)])
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines == list(mistake_lines([found]))
    for line in lines:
        parse_position(line)


def test_a_page_holds_all_of_it_and_escapes_names(pinochle: Pinochle, tmp_path: Path) -> None:
    file, page = tmp_path / "hand.pnr", tmp_path / "hand.html"
    file.write_text(with_mistakes())
    assert pinochle("review", "--worlds", "16", "--html", str(page), str(file)).status == 0
    html = page.read_text("utf-8")
    assert "a&lt;b&gt;&amp;c" in html
    assert "<script>alert" not in html
    assert "a<b>" not in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert len(html) < 300_000
    made = choices(replay_record(parse_record(file.read_text())))
    assert html.count('class="step') == len(made)


def test_a_page_says_whether_chances_are_those_of_the_game(start: Review) -> None:
    record = replace(parse_record(with_comments(start)), score=Points(100, 50))
    for found, won in ((start, "hand"), (review(record, seat=Seat.NORTH, worlds=FEW), "game")):
        assert f"'s chance to win the {won}, per cent" in review_page([found])


def test_a_page_of_one_seat_has_no_account(start: Review) -> None:
    own = review(parse_record(with_comments(start)), seat=Seat.NORTH, worlds=FEW)
    for found, account in ((own, False), (start, True)):
        page = review_page([found])
        assert ("value of the deal" in page) is account
        assert ("south: decisions" in page) is account
        assert "north: decisions" in page


def test_hands_are_reviewed_one_after_the_other() -> None:
    records = [Witness("scarne", 8).record(Seat.SOUTH), Witness("hayes", 8).record(Seat.SOUTH)]
    assert [each.replay.record for each in review_many(records, worlds=FEW)] == records
    stop = StopFlag()
    stop.set()
    assert list(review_many(records, worlds=FEW, stop=stop)) == []


@pytest.mark.parametrize(
    ("wrong", "fact"),
    [
        ({"worlds": 15}, "worlds is 15, expected 16 or more"),
        ({"seconds": 0}, "seconds is 0, expected more than 0"),
        ({"threads": 0}, "threads is 0, expected 1 to 256"),
        ({"seed": -1}, "seed is -1, expected 0 to 18446744073709551615"),
        ({"belief": "none"}, "belief is 'none', expected one of inferred, uniform"),
    ],
)
def test_arguments_that_are_none_are_refused_at_once(wrong: dict[str, Any], fact: str) -> None:
    unplayed = replace(Witness("scarne", 8).record(), tricks=())
    for call in (lambda: review(unplayed, **wrong), lambda: review_many([], **wrong)):
        with pytest.raises(ValueError, match=f"^{fact}$"):
            call()


def test_several_hands_have_a_line_each(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hands.pnr"
    hands = [Witness(rules, 8).record() for rules in ("scarne", "hayes")]
    file.write_text("\n".join(replace(hand, tricks=hand.tricks[:3]).text() for hand in hands))
    result = pinochle("review", "--worlds", "16", "--ascii", str(file))
    assert result.status == 0
    table = result.out[result.out.rindex(" hand ") :].splitlines()
    assert [line.split()[0] for line in table[2:4]] == ["1", "2"]


# Files that are written


@pytest.fixture
def hand_file(tmp_path: Path) -> Path:
    """The first tricks of a hand."""
    record = Witness("scarne", 8).record()
    file = tmp_path / "hand.pnr"
    file.write_text(replace(record, tricks=record.tricks[:3]).text())
    return file


@pytest.mark.parametrize("option", ["--html", "--quiz", "--annotate"])
def test_what_cannot_be_written_is_told_before_the_search(
    pinochle: Pinochle, hand_file: Path, tmp_path: Path, option: str
) -> None:
    before = hand_file.read_text()
    for name in ("-", str(tmp_path / "none" / "x"), str(tmp_path), "/dev/null"):
        result = pinochle("review", option, name, str(hand_file))
        assert (result.status, result.out) == (2, ""), name
        assert len(result.err.splitlines()) == 1
    if option != "--annotate":
        result = pinochle("review", option, str(hand_file), str(hand_file))
        assert (result.status, result.out) == (2, "")
        assert "it is read from" in result.err
    assert hand_file.read_text() == before


def test_going_on_keeps_the_hands_that_are_not_asked_for(
    pinochle: Pinochle, hand_file: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.pnr"
    other = Witness("hayes", 3).record(Seat.SOUTH).text()
    kept.write_text(other)
    options = ["--worlds", "16", "--annotate", str(kept), "--resume", str(hand_file)]
    assert pinochle("review", *options).status == 0
    text = kept.read_text()
    assert text.startswith(other)
    assert text.count("; review: ") == 1
    assert pinochle("review", *options).status == 0
    assert kept.read_text() == text


def test_ones_own_comments_stay_where_they_are(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hands.pnr"
    record = Witness("scarne", 8).record()
    hand = replace(record, tricks=record.tricks[:2]).text()
    file.write_text(f"{hand}; a good one\n; review: later\n\n; Hand 2\n{hand}; at Bob's\n")
    for worlds in ("16", "17", "17"):
        options = ["--worlds", worlds, "--annotate", str(file), str(file)]
        assert pinochle("review", *options).status == 0
    text = file.read_text()
    bare = "\n".join(
        line
        for line in text.splitlines()
        if not line.startswith(("; |", "; 1", "; 2", "; deal", "; draw", "; unseen", "; end"))
        and not line.startswith("; review: worlds")
    )
    assert bare == f"{hand}; a good one\n; review: later\n\n; Hand 2\n{hand}; at Bob's"
    assert text.count("; review: worlds 17") == 2
    assert text.index("; end of review") < text.index("; a good one")


@pytest.mark.parametrize(
    ("encoding", "line_end"), [("utf-8-sig", "\r\n"), ("latin-1", "\n"), ("latin-1", "\r\n")]
)
def test_files_of_other_editors_are_annotated_too(
    pinochle: Pinochle, hand_file: Path, tmp_path: Path, encoding: str, line_end: str
) -> None:
    kept = tmp_path / "kept.pnr"
    record = parse_record(hand_file.read_text())
    text = replace(record, tricks=record.tricks[:1]).text()
    text = f"{text}; caf\xe9\n".replace("\n", line_end)
    hand_file.write_bytes(text.encode(encoding))
    options = ["review", "--worlds", "16", "--annotate", str(kept), str(hand_file)]
    assert pinochle(*options).status == 0
    written = kept.read_bytes()
    assert not written.startswith(b"\xef\xbb\xbf")
    assert written.count(b"\r\n") == (written.count(b"\n") if line_end == "\r\n" else 0)
    read = encoding.removesuffix("-sig")
    assert "; caf\xe9" in written.decode(read)
    assert pinochle("review", "--worlds", "16", str(kept)).status == 0


def test_players_who_change_seats_are_told_by_name(pinochle: Pinochle, hand_file: Path) -> None:
    names = (
        '[SouthPlayer "Ann"]\n[NorthPlayer "Bob"]\n',
        '[SouthPlayer "Bob"]\n[NorthPlayer "Ann"]\n',
    )
    record = parse_record(hand_file.read_text())
    text = replace(record, tricks=record.tricks[:1]).text()
    hand_file.write_text("\n".join(f"{name}{text}" for name in names))
    result = pinochle("review", "--worlds", "16", "--ascii", str(hand_file))
    assert "Ann, Bob" in result.out
    assert "south, north" not in result.out
    hand_file.write_text("\n".join(f"{names[0]}{text}" for _ in names))
    assert "Ann, Bob" in pinochle("review", "--worlds", "16", "--ascii", str(hand_file)).out


def test_the_largest_seed_will_do(hand_file: Path) -> None:
    record = parse_record(hand_file.read_text())
    assert review(record, worlds=FEW, seed=2**64 - 1).decisions


def test_with_a_game_score_chances_are_those_of_the_game(
    pinochle: Pinochle, hand_file: Path
) -> None:
    """What is best, and what points were lost, stays as it is."""
    record = parse_record(hand_file.read_text())
    plain, scored = (
        review(replace(record, score=score), worlds=FEW)
        for score in (record.score, Points(900, 840))
    )
    for one, other in zip(plain.decisions, scored.decisions, strict=True):
        assert (one.played, one.best, one.loss.points) == (
            other.played,
            other.best,
            other.loss.points,
        )
        assert one.kind is not DecisionKind.PLAYOFF or one.loss.win is None
        assert other.loss.win is not None
        assert (one.is_of_game, other.is_of_game) == (False, True)
    assert [each.win for each in plain.decisions] != [each.win for each in scored.decisions]
    for seat in Seat:
        assert plain.total(seat).of_game is None
        lost = scored.total(seat).of_game
        assert lost is not None
        own = [each.loss.win for each in scored.decisions if each.seat is seat]
        assert lost.mean == pytest.approx(sum(each.mean for each in own if each))
    file = hand_file.with_name("scored.pnr")
    file.write_text(replace(record, score=Points(900, 840)).text())
    text = pinochle("review", "--worlds", str(FEW), str(file)).out
    assert "of the game" in text
    for standing in scored.course():
        low, high = chance_interval(standing.win.mean, standing.win.se)
        told = "" if low == high else rf" \({math.floor(1e3 * low + 1e-9) / 10:.1f} to .*?\)"
        shown = rf"^ +{standing.trick} .*? {re.escape(percent(standing.win.mean))}{told}(?: |$)"
        assert re.search(shown, text, re.MULTILINE), shown
    total = scored.total(Seat.SOUTH).of_game
    assert total is not None
    assert f" {100 * total.mean:.1f}% ± {196 * total.se:.1f}" in text
    assert "; ± and brackets are 95% intervals\n" in text


def test_a_record_with_an_error_ends_with_the_status_of_one(
    pinochle: Pinochle, hand_file: Path
) -> None:
    text = hand_file.read_text()
    hand_file.write_text(text.replace("3. ", "3. QQ "))
    result = pinochle("review", "--worlds", "16", "--json", str(hand_file))
    assert result.status == 2
    line = json.loads(result.out)
    assert [finding["trick"] for finding in line["findings"]] == [3]


def test_what_holds_no_record_is_told(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "empty.pnr"
    file.touch()
    result = pinochle("review", str(file))
    told = "no record in it; pinochle help records shows how one is written"
    assert (result.status, result.out, result.err) == (2, "", f"{file}: {told}\n")


def test_a_record_that_does_not_read_stays_as_it_is(
    pinochle: Pinochle, hand_file: Path, tmp_path: Path
) -> None:
    bad = '[Dealer "north"]\n[Upcard "1S"]\n'
    hand_file.write_text(f"{bad}\n{hand_file.read_text()}")
    kept = tmp_path / "kept.pnr"
    result = pinochle("review", "--worlds", "16", "--annotate", str(kept), str(hand_file))
    assert result.status == 2
    assert result.err.startswith(f"{hand_file}:2: Upcard: ")
    assert kept.read_text().startswith(bad)
    assert kept.read_text().count("; review: ") == 1


@pytest.mark.parametrize("option", ["--annotate", "--html", "--quiz"])
def test_without_room_nothing_is_said_to_be_kept(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file, kept = tmp_path / "hand.pnr", tmp_path / "kept"
    file.write_text(with_mistakes())
    monkeypatch.setattr(os, "fdopen", full)
    result = pinochle("review", "--worlds", "16", option, str(kept), str(file))
    assert (result.status, result.err) == (2, f"{kept}: no space left on device\n")
    assert [*tmp_path.iterdir()] == [file]


def test_mistakes_are_added_to_text_only_which_is_told_before_the_search(
    pinochle: Pinochle, hand_file: Path, tmp_path: Path
) -> None:
    quiz = tmp_path / "quiz.pn"
    quiz.write_bytes(b"\xff")
    result = pinochle("review", "--worlds", "16", "--quiz", str(quiz), str(hand_file))
    assert (result.status, result.out, result.err) == (2, "", f"{quiz}: not UTF-8 text\n")
    assert quiz.read_bytes() == b"\xff"


def test_at_a_terminal_it_is_told_which_hand_is_reviewed(hand_file: Path) -> None:
    hand_file.write_text(f"{hand_file.read_text()}\n{hand_file.read_text()}")
    with at_terminal("never", "review", "--worlds", "16", str(hand_file), forked=True) as shown:
        assert shown.read_to_prompt() is None
        assert shown.process.wait(60) == 0
    assert "hand 1 of 2" in shown.text
    assert "hand 2 of 2" in shown.text
    # What is told meanwhile takes nothing from the answer: its suits are symbols.
    assert "±" in shown.text
    assert "+-" not in shown.text


def test_a_file_that_may_not_be_written_is_told_before_the_search(
    pinochle: Pinochle, hand_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    page.write_text("mine")
    monkeypatch.setattr(os, "access", lambda *_: False)  # who may do anything is refused nothing
    result = pinochle("review", "--html", str(page), str(hand_file))
    assert (result.status, result.out) == (2, "")
    assert result.err == f"{page}: permission denied\n"
    assert page.read_text() == "mine"


def test_a_page_of_a_hand_without_decisions_has_no_charts() -> None:
    record = Witness("scarne", 8).record()
    page = review_page([review(replace(record, tricks=()), worlds=FEW)])
    assert "<polyline" not in page

"""When to double: what thresholds make of the stake, the playouts behind it, and what is told."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import pairwise
from math import sqrt
from multiprocessing.pool import ThreadPool
from pathlib import Path
from threading import Timer

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.learning import learn_doubling
from benchmarks.strength import doubling_player
from helpers.commandline import Pinochle
from pinochle_solver import RULEBOOKS, Doubles, Referee, Seat, StockPosition, analyze, solve
from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.windows import WindowPlayouts
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.intervals import UNSEEN, chance_interval
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.render.page import percent
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.doubles import Doubler, has_window_after
from pinochle_solver.rules.moves import Doubling
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.doubling_playouts import LEAST_CHUNKS
from pinochle_solver.stock.doubling_policy import (
    KNOTS,
    Courses,
    DoublingPolicy,
    Thresholds,
    doubling_policy,
    paid_from,
)
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.nets import nets_of
from pinochle_solver.stock.sampling import CHUNK

MACDOUGALL = RULEBOOKS["macdougall"]
TRICKS = MACDOUGALL.deck.stock_tricks
BOOKS = pytest.mark.parametrize(
    "name", [name for name, book in RULEBOOKS.items() if book.game.doubles]
)
DOUBLES = pytest.mark.parametrize("doubles", list(Doubles), ids=lambda each: each.text())
# South has won the second trick, and may double.
OFFER = (
    "rules=macdougall doubles=every upcard=TS stock=19 act=double turn=south north=+12 "
    "south=AK9.TKJJ.ATJ.K9 tricks=9D-AD,QC-JC points=0+16/0+0 dealer=south"
)
ANSWER = (
    "rules=macdougall doubles=every upcard=TS stock=19 act=answer turn=north south=+12 "
    "north=AK9.TKJJ.ATJ.K9 tricks=9D-AD,QC-JC points=0+16/0+0 dealer=south"
)
# South is sure to win, and the next window is the last.
WON = (
    "rules=macdougall doubles=every upcard=9S stock=1 act=double turn=south north=+12 "
    "south=ATKQJ.AKQ.AK.AK dealer=south "
    "melds.south=run:AS.TS.KS.QS.JS+aces:AS.AH.AD.AC+kings:KS.KH.KD.KC "
    "gone=TKQJ.TTK9.TTQJ99.TTQQJJ99 points=340+98/0+0"
)

shares = st.sampled_from([0.0, 0.2, 0.4, 0.6, 0.8, 2.0])
thresholds = st.builds(
    Thresholds, st.tuples(shares, shares), st.tuples(shares, shares), shares, shares, shares
)


def played_by_hand(
    course: tuple[list[int], list[list[float]], float],
    policy: DoublingPolicy,
    doubles: Doubles,
    trick: int,
    stake: int,
    right: Doubler,
) -> float:
    """What south is paid from a window on, one decision after the other."""
    leaders, chances, outcome = course
    if trick == TRICKS:
        return stake * outcome
    if not has_window_after(doubles, trick, MACDOUGALL):
        return played_by_hand(course, policy, doubles, trick + 1, stake, right)
    winner = Seat(leaders[trick])
    loser, at = winner.other, policy.windows[trick]
    sign = 1 if winner is Seat.SOUTH else -1
    own, others = chances[trick][winner], chances[trick][loser]

    def goes_on(stake: int, right: Doubler) -> float:
        return played_by_hand(course, policy, doubles, trick + 1, stake, right)

    which = 0 if right is Doubler.BOTH else 1
    if not right.includes(winner) or not at.offer[which] <= own < at.too_good[which]:
        return goes_on(stake, right)
    if others >= at.redouble:
        if own >= at.accept_redouble:
            return goes_on(4 * stake, Doubler.of(winner))
        return -2 * stake * sign
    if others >= at.accept:
        return goes_on(2 * stake, Doubler.of(loser))
    return stake * sign


@DOUBLES
@given(data=st.data())
def test_what_is_paid_is_what_the_decisions_come_to_one_by_one(
    doubles: Doubles, data: st.DataObject
) -> None:
    windows = {
        trick: data.draw(thresholds)
        for trick in range(1, TRICKS)
        if has_window_after(doubles, trick, MACDOUGALL)
    }
    policy = DoublingPolicy((1.0,) * TRICKS, windows)
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    leaders = random.integers(0, 2, (20, TRICKS + 1)).astype(np.uint8)
    chances = random.random((20, TRICKS, 3)).astype(np.float32)
    outcome = random.integers(-1, 2, 20).astype(np.float64)
    after = data.draw(st.integers(0, TRICKS - 1))
    paid = paid_from(Courses(leaders, chances, outcome), policy, doubles, MACDOUGALL, after)
    for hand in range(20):
        course = leaders[hand].tolist(), chances[hand].tolist(), float(outcome[hand])
        for right in Doubler:
            expected = played_by_hand(course, policy, doubles, after + 1, 1, right)
            assert paid.of(right)[hand] == expected


@BOOKS
@DOUBLES
def test_every_window_has_its_thresholds(name: str, doubles: Doubles) -> None:
    book = RULEBOOKS[name]
    policy, last = doubling_policy(book, book.count, doubles), book.deck.stock_tricks
    assert policy is not None
    assert len(policy.scales) == last
    assert sorted(policy.windows) == [
        trick for trick in range(1, last) if has_window_after(doubles, trick, book)
    ]
    for each in policy.windows.values():
        assert 0 < each.accept < 0.7
        assert each.accept <= each.redouble
        assert all(low < high for low, high in zip(each.offer, each.too_good, strict=True))
    assert sorted(policy.worths) == list(range(1, last))
    for worths in policy.worths.values():
        for row in worths:
            assert len(row) == len(KNOTS)
            assert all(low <= high for low, high in pairwise(row))
    assert all(scale > 0 for scale in policy.scales)


def test_where_none_were_learnt_there_are_none() -> None:
    scarne = RULEBOOKS["scarne"]
    assert doubling_policy(scarne, scarne.count, Doubles.EVERY) is None


# ------------------------------------------------------------------------------------ playouts


def test_playouts_go_as_the_network_chooses() -> None:
    """In the true world the hand goes on as the policy's network plays it, card for card."""
    deal = random_deal(3, 17, MACDOUGALL)
    referee = Referee.of_deal(deal)
    view = referee.view(Seat(1 - deal.dealer))
    assert isinstance(view, StockPosition)
    belief, nets = Belief(view), nets_of(MACDOUGALL, MACDOUGALL.count)
    assert nets is not None
    windows = WindowPlayouts(
        *belief.problem.record,
        weights=belief.problem.weights,
        nets=nets,
        scales=np.full(TRICKS, 80.0),
    )
    others = referee.hand(view.turn.other)
    world = np.array([[card.index for card in (*others, *deal.stock)]], np.uint8)
    leaders, chances = np.zeros((1, TRICKS + 1), np.uint8), np.zeros((1, TRICKS, 3), np.float32)
    ahead, solved = np.zeros(1, np.int16), np.ones(1, np.uint8)
    assert windows.play(world, 1, 0, 4, solved, leaders, chances, ahead, StopFlag()) == 1
    expected = []
    while not referee.in_playoff:
        assert referee.turn is not None
        seen = referee.view(referee.turn)
        assert isinstance(seen, StockPosition)
        if seen.led is None and seen.act.value == 0:
            expected.append(int(referee.leader))
        search = Belief(seen).playouts()
        scores = search.learned_scores()
        referee.push_number(search.legal()[scores.index(max(scores))])
    assert leaders[0].tolist() == [*expected, int(referee.leader)]
    assert referee.turn is not None
    playoff = referee.view(referee.turn)
    assert isinstance(playoff, PlayoffPosition)
    final = solve(playoff).final
    assert final is not None
    assert ahead[0] == final.south - final.north
    assert ((chances >= 0) & (chances <= 1)).all()
    assert np.abs(chances[0, :, 0] + chances[0, :, 1] - 1).max() < 0.9


@pytest.mark.parametrize("processes", ["1", "3"])
def test_what_is_learnt_from_does_not_depend_on_processes(
    processes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[int, int]]()

    def played(_rules: object, seed: int, hands: int, **_: object) -> Courses:
        asked.append((seed, hands))
        leaders = np.zeros((hands, TRICKS + 1), np.uint8)
        return Courses(leaders, np.full((hands, TRICKS, 3), 0.5, np.float32), np.zeros(hands))

    monkeypatch.setattr(learn_doubling, "process_pool", lambda _: ThreadPool(1))
    monkeypatch.setattr(learn_doubling, "courses_of_policy", played)
    monkeypatch.setattr(learn_doubling, "scales_of", lambda *_, **__: np.ones(TRICKS))
    monkeypatch.setattr(learn_doubling, "_ROUNDS", 1)
    monkeypatch.setattr(learn_doubling, "WRITTEN", tmp_path)
    arguments = ["macdougall", "--hands", "1003", "--seed", "5", "--processes", processes]
    result = CliRunner().invoke(learn_doubling.main, arguments)
    assert result.exit_code == 0, result.output
    assert sorted(asked) == [(6, 250), (7, 251), (8, 251), (9, 251)]


@pytest.mark.parametrize(
    ("limits", "given"),
    [
        ("worlds 16 seed 5", {"worlds": 16, "seconds": None, "seed": 5}),
        ("movetime 20 seed 5", {"worlds": None, "seconds": 0.02, "seed": 5}),
    ],
)
def test_the_program_that_doubles_is_searched_by_the_limits_it_is_given(
    limits: str,
    given: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = list[dict[str, object]]()

    def noted(position: StockPosition, **limits: object) -> Analysis:
        asked.append(limits)
        return analyze(position, worlds=16)

    monkeypatch.setattr(doubling_player, "analyze", noted)
    monkeypatch.setattr(sys, "argv", ["doubling_player.py", "never"])
    monkeypatch.setattr(sys, "stdin", StringIO(f"position {OFFER}\ngo {limits}\nquit\n"))
    doubling_player.main()
    assert asked == [given]
    assert capsys.readouterr().out == "bestmove no-double\n"


def test_bad_arguments_are_refused() -> None:
    belief, nets = Belief(StockPosition.parse(OFFER)), nets_of(MACDOUGALL, MACDOUGALL.count)
    assert nets is not None
    for scales in (np.full(TRICKS - 1, 80.0), np.zeros(TRICKS)):
        with pytest.raises(ValueError, match="scales"):
            WindowPlayouts(*belief.problem.record, nets=nets, scales=scales)
    with pytest.raises(ValueError, match="nets"):
        WindowPlayouts(*belief.problem.record, nets=(b"", b"", None), scales=np.full(TRICKS, 80.0))


# ------------------------------------------------------------------------------------ analysis


def test_what_is_refused_pays_exactly_the_stake() -> None:
    for stake in (1, 4):
        text = ANSWER if stake == 1 else f"{ANSWER} stake=4 doubler=south"
        analysis = analyze(StockPosition.parse(text), worlds=64, seed=3)
        refuse = next(move for move in analysis.moves if move.move is Doubling.REFUSE)
        assert (refuse.mean, refuse.mean_se, refuse.win) == (-stake, 0, 0)
        assert analysis.doubling is not None
        assert analysis.doubling.accepted is None


def test_choices_that_are_asked_for_are_compared_with_one_another() -> None:
    position = StockPosition.parse(ANSWER)
    whole = analyze(position, worlds=64)
    left_out, *others = whole.moves
    some = analyze(position, worlds=64, moves=[move.move for move in others])
    assert some.selected
    assert [(move.move, move.mean) for move in some.moves] == [
        (move.move, move.mean) for move in others
    ]
    assert (some.best.behind, some.best.behind_se) == (0, 0)
    assert [move.behind for move in some.moves] == [others[0].mean - move.mean for move in others]
    alone = analyze(position, target_error=0.001, moves=[left_out.move])
    assert [(move.behind, move.win_behind.mean) for move in alone.moves] == [(0, 0)]


def test_the_same_seed_says_the_same() -> None:
    first, second = (
        analyze(StockPosition.parse(OFFER), worlds=64, seed=5, threads=threads)
        for threads in (1, 2)
    )
    assert [move.mean for move in first.moves] == [move.mean for move in second.moves]
    assert first.doubling == second.doubling


def test_the_better_the_hand_the_more_a_double_pays() -> None:
    strong, weak = (
        analyze(StockPosition.parse(OFFER.replace("AK9.TKJJ.ATJ.K9", hand)), worlds=96)
        for hand in ("AAT.AAT.ATK.AKQ", "QJ9.QJ99.QJJ.J9")
    )
    assert strong.doubling is not None
    assert weak.doubling is not None
    assert weak.doubling.chance.mean < 0.4 < 0.6 < strong.doubling.chance.mean
    doubled = [
        next(move.mean for move in each.moves if move.move is Doubling.DOUBLE)
        for each in (weak, strong)
    ]
    assert doubled[0] < 0 < doubled[1]
    assert weak.choice is Doubling.NO_DOUBLE


def test_the_command_shows_what_a_double_comes_to(pinochle: Pinochle) -> None:
    text = pinochle("analyze", OFFER, "--worlds", "64").out
    assert "north accepts" in text
    assert "south wins the hand, played out" in text
    line = json.loads(pinochle("analyze", OFFER, "--worlds", "64", "--json").out)
    assert {move["move"] for move in line["moves"]} == {"double", "no-double"}
    assert line["objective"] == "stake"
    doubling = line["doubling"]
    assert doubling["refused"] == 1
    answers = ("accepts", "refuses", "redoubles")
    assert sum(doubling[answer] for answer in answers) == pytest.approx(1, abs=2e-4)
    for answer in answers:
        often, low, high = (doubling[f"{answer}{end}"] for end in ("", "_low", "_high"))
        assert 0 <= low <= often <= high <= 1
        # Worlds that chains draw tell less than as many that are independent.
        widest, narrowest = (
            chance_interval(often, max(part * sqrt(often * (1 - often) / 64), UNSEEN / 64))
            for part in (3, 0.9)
        )
        assert widest.low <= low + 1e-4
        assert high - 1e-4 <= widest.high
        assert high - low >= narrowest.high - narrowest.low - 2e-4
        (shown,) = re.findall(rf"north {answer} .*?(\S+%) \((.*?) to (.*?)\)$", text, re.MULTILINE)
        assert shown[0] == percent(often)
        assert [float(end) for end in shown[1:]] == pytest.approx([100 * low, 100 * high], abs=0.11)
    assert "; ± and brackets are 95% intervals\n" in text


def test_who_answers_is_told_how_the_hand_stands_and_no_table_of_doubles(
    pinochle: Pinochle,
) -> None:
    text = pinochle("analyze", ANSWER, "--worlds", "64").out
    assert "north wins the hand, played out, in " in text
    assert "if doubled" not in text
    assert "is paid" in text


@cache
def offered() -> Analysis:
    return analyze(StockPosition.parse(OFFER), worlds=64)


@pytest.mark.parametrize(
    ("best", "goes_on", "accepted", "told"),
    [
        (Doubling.DOUBLE, 0.5, 1.5, "double; north should refuse"),
        (Doubling.DOUBLE, 0.5, 0.8, "double; north should accept"),
        (
            Doubling.NO_DOUBLE,
            1.2,
            1.5,
            "too good to double: to play on is worth more than the stake",
        ),
        (Doubling.NO_DOUBLE, 0.2, 0.1, "no double; north should accept one"),
        (Doubling.NO_DOUBLE, 0.9, 1.1, "no double; north should refuse one"),
    ],
)
def test_the_verdict_on_a_double(
    best: Doubling, goes_on: float, accepted: float, told: str
) -> None:
    found = offered()
    assert found.doubling is not None
    means = {Doubling.NO_DOUBLE: goes_on, Doubling.DOUBLE: min(accepted, 1.0)}
    moves = tuple(
        replace(move, mean=means[move.move])
        for move in found.moves
        if isinstance(move.move, Doubling)
    )
    found = replace(
        found,
        moves=tuple(sorted(moves, key=lambda move: move.move is not best)),
        choice=best,
        doubling=replace(found.doubling, accepted=Estimate(accepted, 0.1)),
    )
    page = StringIO()
    Renderer(page, ascii=True).analysis(found)
    assert told in page.getvalue().splitlines()


@pytest.mark.parametrize("line", [OFFER, ANSWER, WON])
def test_the_error_of_independent_worlds_is_theirs(line: str) -> None:
    """Not that of two chunks, which happen to be alike; and nothing not seen is impossible."""
    found = analyze(StockPosition.parse(line), worlds=64, belief="uniform")
    for move in found.moves:
        if move.move is Doubling.REFUSE:
            assert move.mean_se == move.win_se == 0
        else:
            error = max((move.win * (1 - move.win) / 63) ** 0.5, 1.5 / 64)
            assert move.win_se == pytest.approx(error, rel=0.1)
            assert move.mean_se >= 3 / 64


def test_a_target_error_ends_it_and_so_does_a_stop() -> None:
    position, stop = StockPosition.parse(OFFER), StopFlag()
    found = analyze(position, target_error=5.0)
    assert (found.worlds, found.finished) == (LEAST_CHUNKS * CHUNK, True)
    assert found.moves[1].behind_se <= 5
    timer = Timer(1.25 * found.seconds, stop.set)  # while the next worlds are played
    timer.start()
    stopped = analyze(position, worlds=1_000_000, stop=stop)
    timer.join()
    assert not stopped.finished
    assert found.worlds <= stopped.worlds < 1_000_000
    assert stopped.worlds % CHUNK == 0
    assert {move.visits for move in stopped.moves} == {stopped.worlds}

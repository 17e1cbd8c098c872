"""The analysis of the stock phase: all worlds of late positions, sampled ones of the others."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from math import isfinite, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from helpers.analysis_checks import check_order
from helpers.json_lines import as_json
from helpers.last_replies import FILE
from helpers.oracle_decks import SMALL_RULEBOOKS, TWELVE, oracle_deck, oracle_tokens, views
from helpers.soak import some
from oracle.beliefs import exchange_of
from oracle.stock import ALIKE, EndOfStock, oracle_playoff
from pinochle_solver import RULEBOOKS, Points, Referee, Rulebook, Seat, random_deals
from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.engines.registry import analyze_with
from pinochle_solver.equities.equity import GameSettings
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.analysis import OBJECTIVES, Analysis
from pinochle_solver.stock.beliefs import BELIEFS, UNIFORM, Belief
from pinochle_solver.stock.chances import WinChance
from pinochle_solver.stock.estimates import Expected, Samples, mean_by_difference
from pinochle_solver.stock.expectation import has_few_worlds
from pinochle_solver.stock.observed_trees import SERIOUSLY
from pinochle_solver.stock.optimism import optimism
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.sampling import (
    CHUNK,
    CHUNKS,
    IN_SMALL_CHUNKS,
    LEAST_WORLDS,
    LINEAR,
    Rollout,
    Solving,
)
from pinochle_solver.stock.search import analyze
from pinochle_solver.stock.settings import Request, SearchSettings

Floats = NDArray[np.float64]
ROWS = [json.loads(row) for row in FILE.read_text().splitlines()]
FIRST_LEAD = StockPosition.parse(
    "upcard=QS stock=23 turn=south south=KJ.AKQ9.TQJ.QJ9 north=+12 dealer=north"
)


def from_here_on(analysis: Analysis) -> dict[str, float]:
    """The means less what is held already."""
    points, mover = analysis.position.points, analysis.mover
    held = sum(points[mover]) - sum(points[mover.other]) if points else 0
    return {move.move.text(): move.mean - held for move in analysis.moves}


def check_sound(analysis: Analysis) -> None:
    """What is true of every analysis."""
    moves = [move.move for move in analysis.moves]
    assert Counter(moves) == Counter(analysis.position.legal_moves())
    assert analysis.best.visits == analysis.worlds
    for move in analysis.moves:
        assert isfinite(move.mean)
        assert 0 <= move.win <= 1
        assert 0 < move.visits <= analysis.worlds
        if move.visits > 1 or move.exact:
            assert move.mean_se >= 0
            assert move.win_se >= 0
        else:
            assert isnan(move.mean_se)
            assert isnan(move.win_se)
    check_order(analysis)


# ------------------------------------------------------------------------------ all worlds


@pytest.mark.parametrize("row", some(ROWS, 12))
def test_last_replies(row: dict[str, object]) -> None:
    analysis = analyze(StockPosition.parse(str(row["position"])), belief=UNIFORM)
    check_sound(analysis)
    assert analysis.exact
    assert {move.mean_se for move in analysis.moves} == {0}
    assert from_here_on(analysis) == pytest.approx(row["values"], abs=1e-5)


@cache
def oracle_of(rules: Rulebook) -> EndOfStock:
    deck = oracle_deck(rules)
    return EndOfStock(oracle_playoff(deck), deck, rules.deck.stock_tricks, ALIKE)


@pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)
def test_the_last_stock_trick_of_small_decks(rules: Rulebook) -> None:
    kinds: Counter[str] = Counter()
    end = oracle_of(rules)
    for _, view in views(rules, 25 if rules.deck is TWELVE else 8, seed=1):
        last = rules.deck.stock_tricks - (view.act is Act.PLAY)
        tokens = oracle_tokens(view)
        if view.completed_tricks != last or exchange_of(tokens, tokens["turn"]) is not None:
            continue
        analysis = analyze(view, belief=UNIFORM)
        check_sound(analysis)
        expected = {move: float(value) for move, value in end.expectations(tokens).items()}
        assert from_here_on(analysis) == pytest.approx(expected, abs=1e-9), view.text()
        kinds[view.act.text() if view.led is None else "reply"] += 1
        kinds["melds"] += bool(view.melds_south or view.melds_north)
    assert min(kinds[kind] for kind in ("play", "reply", "melds")) > 1
    assert rules.draws_before_melding or kinds["meld"]


def test_late_threads_make_no_difference() -> None:
    position = StockPosition.parse(ROWS[0]["position"])
    alone = analyze(position, seed=3)
    assert analyze(position, seed=3, threads=3).moves == alone.moves


def test_a_late_analysis_that_is_stopped_takes_a_short_look() -> None:
    stop = StopFlag()
    stop.set()
    found = analyze(StockPosition.parse(ROWS[0]["position"]), stop=stop)
    assert (found.finished, found.exact, found.worlds) == (False, False, LEAST_WORLDS)
    assert {move.move.text() for move in found.moves} == ROWS[0]["values"].keys()


def test_moves_that_fell_behind_keep_whole_chunks() -> None:
    worlds = 1100
    position = StockPosition.parse(
        "upcard=QS stock=23 turn=south south=KJ.AKQ9.TQJ.QJ9 north=+12 dealer=north"
    )
    found = analyze(position, worlds=worlds, belief="uniform", threads=2)
    assert found.worlds == worlds
    assert all(move.visits == worlds or move.visits % CHUNK == 0 for move in found.moves)
    assert all(0 < move.mean_se < 40 for move in found.moves)


@pytest.mark.parametrize("worlds", [None, 64], ids=["exact", "sampled"])
def test_what_seats_have_and_can_expect_is_what_a_move_comes_to(worlds: int | None) -> None:
    line = str(ROWS[0]["position"]) if worlds is None else (
        "upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
        " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
        " points=40+31/20+13 dealer=north"
    )  # fmt: skip
    position = StockPosition.parse(line)
    assert position.points is not None
    mover = position.turn
    for move in analyze(position, worlds=worlds).moves:
        assert move.mover is not None
        assert move.other is not None
        assert min(move.mover.melds, move.mover.tricks, move.other.melds, move.other.tricks) >= 0
        ends = [
            sum(position.points[seat]) + outlook.melds + outlook.tricks
            for seat, outlook in ((mover, move.mover), (mover.other, move.other))
        ]
        assert ends[0] - ends[1] == pytest.approx(move.mean, abs=1e-6)


@pytest.mark.parametrize("worlds", [4, 64])
def test_luck_of_melds_is_not_told_as_card_points(worlds: int) -> None:
    """In glup melds make hundreds of points, and all cards together 50."""
    (deal,) = random_deals(1, 5, RULEBOOKS["glup"])
    referee = Referee.of_deal(deal)
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    for move in analyze(view, worlds=worlds).moves:
        assert move.mover is not None
        assert move.other is not None
        tricks = move.mover.tricks, move.other.tricks
        assert sum(tricks) == pytest.approx(50)
        assert min(tricks) > 5
        assert move.mover.melds - move.other.melds + tricks[0] - tricks[1] == pytest.approx(
            move.mean, abs=1e-6
        )


# ------------------------------------------------------------------------------ sampled worlds


def some_views(rules: Rulebook, number: int, seed: int) -> list[StockPosition]:
    """Views of random hands that are not late, of several stages."""
    found = (view for _, view in islice(views(rules, 99, seed), 0, None, 7))
    early = (view for view in found if rules.deck is TWELVE or not has_few_worlds(Belief(view)))
    return list(islice((view for view in early if len(view.legal_moves()) > 1), number))


@pytest.mark.parametrize("rules", some(PINOCHLE_BOOKS.values(), 2), ids=lambda rules: rules.name)
def test_threads_make_no_difference(rules: Rulebook) -> None:
    for view in some_views(rules, 1, seed=1):
        # After the small chunks, one of whole size for each thread.
        worlds = IN_SMALL_CHUNKS + 3 * CHUNK
        alone = analyze(view, worlds=worlds, seed=5)
        check_sound(alone)
        assert alone.worlds == worlds
        for threads in (2, 3):
            assert analyze(view, worlds=worlds, seed=5, threads=threads).moves == alone.moves


def test_seeds_make_a_difference() -> None:
    first, second = (analyze(FIRST_LEAD, worlds=64, seed=seed) for seed in (1, 2))
    assert from_here_on(first) != from_here_on(second)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("belief", BELIEFS)
def test_limits(objective: str, belief: str) -> None:
    for worlds in (1, 33, CHUNK, 100, LEAST_WORLDS * 2 + 1):
        analysis = analyze(FIRST_LEAD, worlds=worlds, belief=belief, objective=objective)
        check_sound(analysis)
        assert analysis.worlds == worlds
        if worlds <= 2 * LEAST_WORLDS:
            assert {move.visits for move in analysis.moves} == {worlds}
        assert as_json(analysis)
    soon = analyze(FIRST_LEAD, seconds=1e-9, belief=belief, objective=objective)
    check_sound(soon)
    assert soon.worlds == LEAST_WORLDS
    assert soon.finished


@pytest.mark.parametrize("worlds", [1, 16, 300])
def test_what_stands_first_is_played(worlds: int) -> None:
    for seed in range(1, 5):
        found = analyze(FIRST_LEAD, worlds=worlds, seed=seed)
        assert found.choice == found.moves[0].move


WON = StockPosition.parse(
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9"
    " points=40+31/20+13 score=960/100 dealer=north"
)


@pytest.mark.parametrize("engine", ["default", "ismcts", "pimc"])
def test_of_moves_that_win_alike_the_one_with_more_points_is_played(engine: str) -> None:
    """The game is won whatever is shown: that is no reason to show nothing."""
    found = analyze_with(engine, WON, worlds=64 if engine == "pimc" else 256, objective="win")
    if engine != "ismcts":  # its first move need not be the one tried most
        check_order(found)
    level = [move for move in found.moves if move.win == found.best.win]
    assert len(level) > 3
    most = max(move.visits for move in found.moves)
    seriously = [move.mean for move in level if SERIOUSLY * move.visits >= most]
    assert found.best.mean == max(seriously)
    assert found.best.mean > min(seriously) + found.best.mean_se
    # What never failed in so few worlds may do so in others.
    assert all(move.behind_se > 0.005 for move in found.moves[1:])
    assert all(move.win_se > 0.005 for move in found.moves)


def test_analyses_of_shows_can_be_written_pickled_and_hashed() -> None:
    for worlds in (1, 64):
        found = analyze(WON, worlds=worlds)
        assert as_json(found)
        assert pickle.loads(pickle.dumps(found)).moves == found.moves
        assert len({*found.moves, *found.moves}) == len(found.moves)


def test_what_is_stopped_is_what_was_found() -> None:
    stop = StopFlag()
    stop.set()
    analysis = analyze(FIRST_LEAD, worlds=10_000, stop=stop)
    check_sound(analysis)
    assert analysis.worlds == LEAST_WORLDS
    assert not analysis.finished
    again = StopFlag()
    seen: list[Analysis] = []

    def stop_then(found: Analysis) -> None:
        seen.append(found)
        again.set()

    analysis = analyze(FIRST_LEAD, worlds=10_000, stop=again, progress=stop_then)
    check_sound(seen[0])
    check_sound(analysis)
    assert seen[0].worlds <= analysis.worlds < 2 * seen[0].worlds
    assert not analysis.finished


def test_a_target_error_is_reached() -> None:
    view = some_views(SMALL_RULEBOOKS["sixteen-scarne"], 1, seed=3)[0]
    worlds = []
    for target in (2.0, 1.0):
        settings = SearchSettings(limits=Limits(target_error=target))
        analysis = PlayoutSearch(Belief(view), settings).run()
        check_sound(analysis)
        assert analysis.moves[1].behind_se <= target
        worlds.append(analysis.worlds)
    assert worlds[0] < worlds[1]


def test_worlds_are_drawn_once_and_kept_ones_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = list[tuple[int, int]]()
    sample = Belief.sample

    def noting(
        self: Belief, search: Playouts, seed: int, first: int, number: int, mirrored: bool = False
    ) -> NDArray[np.uint8]:
        drawn.append((first, number))
        return sample(self, search, seed, first, number, mirrored)

    monkeypatch.setattr(Belief, "sample", noting)
    found = analyze(FIRST_LEAD, worlds=512)
    assert len(drawn) == len(set(drawn))
    once = len(drawn)
    drawn.clear()
    monkeypatch.setattr("pinochle_solver.stock.playout_search.KEPT_WORLDS", 0)
    again = analyze(FIRST_LEAD, worlds=512)
    assert len(drawn) > once, "moves that fell behind are tried in worlds of before"
    assert replace(found, seconds=0.0) == replace(again, seconds=0.0)


@pytest.mark.parametrize("rules", ["scarne", "hayes"])
def test_to_win_is_another_objective(rules: str) -> None:
    for view in some_views(RULEBOOKS[rules], 2, seed=4):
        analysis = analyze(view, worlds=256, objective="win")
        check_sound(analysis)
        most = max(move.win for move in analysis.moves if move.visits == analysis.worlds)
        assert analysis.best.win == most
        for move in analysis.moves:
            assert move.behind <= 1
            if move.visits == analysis.worlds and move.win > 0:
                assert move.behind == pytest.approx(analysis.best.win - move.win, abs=0.02)
        points = analyze(view, worlds=256)
        for move in points.moves:
            assert move.behind == pytest.approx(points.best.mean - move.mean)


def solved_everywhere(
    search: Playouts, belief: Belief, seed: int, number: int
) -> NDArray[np.float64]:
    """What the seat to decide has more at the end but for luck, playoffs estimated and exact.

    Of shape (2, worlds, moves).
    """
    position, moves = belief.position, search.legal()
    estimated = np.zeros((number, len(moves), 4), np.int32)
    exact = np.zeros((number, len(moves), 2), np.int32)
    valued = np.zeros((number, len(moves)), np.int32)
    luck = np.zeros((number, len(moves), 2))
    kinds = len(melds_of(position.rules, position.trump)) + 1
    shown = np.zeros((len(moves), 2, kinds), np.int64)
    mirrored = position.act is Act.PLAY
    rollout = Rollout.of(position) if search.has_nets else LINEAR
    for first, size in CHUNKS.between(0, number):
        some = slice(first, first + size)
        assert size == search.evaluate(
            belief.sample(search, seed, first, size, mirrored),
            moves,
            np.ones(size, np.uint8),
            estimated[some],
            exact[some],
            shown,
            StopFlag(),
            valued[some] if rollout.leads else None,
            rollout.leads,
            rollout.by_network(first),
            luck=luck[some] if rollout.less_luck else None,
        )
    sign = 1 if position.turn is Seat.SOUTH else -1
    return np.stack(
        [
            sign * (points[..., 0] - points[..., 1].astype(np.int64) - luck.sum(axis=2))
            for points in (estimated, exact)
        ]
    )


@pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)
def test_means_of_small_decks_are_of_exact_playoffs(rules: Rulebook) -> None:
    number, off_by = 256, 0.0
    for view in some_views(rules, 3, seed=2):
        belief = Belief(view)
        search = PlayoutSearch(belief, SearchSettings(limits=Limits(worlds=number), seed=6))
        search.run()
        playouts = belief.playouts()
        estimated, exact = solved_everywhere(playouts, belief, 6, number)
        for tried in search.standings.tried:
            place = playouts.legal().index(tried.number)
            mean = search.standings.samples(tried, "points").estimate().mean
            assert mean == pytest.approx(exact[: tried.worlds, place].mean())
            off_by = max(off_by, float(abs((estimated - exact)[:, place].mean())))
    assert off_by > 1  # so far off are the estimates


def is_solved_soon(view: StockPosition) -> bool:
    """Whether playoffs are solved before a thousand worlds."""
    return Solving.of(view, by_net=True).first < 1_000


def test_corrections_are_what_exact_playoffs_add() -> None:
    number = 640
    views = some_views(RULEBOOKS["scarne"], 40, seed=2)
    belief = Belief(next(view for view in views if is_solved_soon(view)))
    numbers = belief.numbers(None)[:3]
    moves = [belief.problem.moves[each] for each in numbers]
    settings = SearchSettings(limits=Limits(worlds=number), seed=6)
    search = PlayoutSearch(belief, settings, Request.of(moves))
    search.run()
    estimated, exact = solved_everywhere(belief.playouts(), belief, 6, number)
    met = 0
    for place, tried in enumerate(search.standings.tried[: len(numbers)]):
        samples, of = search.standings.samples(tried, "points"), slice(tried.worlds)
        assert list(samples.values) == list(estimated[of, place] - optimism(belief.position))
        corrections = (exact - estimated)[of, place]
        assert list(samples.corrections) == list(corrections[samples.solved])
        met += len(samples.solved)
    assert met > 2


def test_long_runs_are_within_the_intervals() -> None:
    errors = []
    for rules in SMALL_RULEBOOKS.values():
        for view in some_views(rules, 2, seed=8):
            belief = Belief(view)
            short, long = (
                PlayoutSearch(belief, SearchSettings(limits=Limits(worlds=worlds), seed=seed)).run()
                for seed, worlds in ((1, 512), (2, 4096))
            )
            true = {move.move: move for move in long.moves}
            for move in short.moves:
                other = true[move.move]
                error = float(np.hypot(move.mean_se, other.mean_se))
                errors.append((move.mean - other.mean) / error)
    assert len(errors) > 30
    assert np.mean(np.abs(errors) < 1.96) > 0.88
    assert np.max(np.abs(errors)) < 5


# ------------------------------------------------------------------------------ the estimates


def drawn(
    random: np.random.Generator, worlds: int, off_by: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What two moves come to, with estimated and exact playoffs: correlated in every way.

    The estimates are off by a normal number with that deviation in the mean, anew for each move.
    """
    luck = random.normal(0, 60, worlds)
    exact = np.array([luck + random.normal(5, 25, worlds), luck + random.exponential(20, worlds)])
    flat = exact - 0.2 * (exact - [[5.0], [20.0]])
    return flat + random.normal(random.normal(0, off_by, (2, 1)), 9, (2, worlds)), exact


def every_so_many(
    values: NDArray[np.float64], corrections: NDArray[np.float64], every: int
) -> Samples:
    """Samples of which one in so many is corrected."""
    return Samples(values, corrections[::every], np.arange(0, len(values), every))


@pytest.mark.parametrize(("every", "common"), [(4, 32), (4, 128), (4, 512), (32, 64), (32, 512)])
def test_estimates_know_their_errors(every: int, common: int) -> None:
    worlds, runs = 512, 800
    random = np.random.default_rng(common)
    true_best, true_move = 5.0, 20.0
    found = []
    for _ in range(runs):
        estimated, exact = drawn(random, worlds, off_by=2.0)
        best, move = (
            every_so_many(values, corrections, every)
            for values, corrections in zip(estimated, exact - estimated, strict=True)
        )
        move = every_so_many(move.values[:common], (exact - estimated)[1, :common], every)
        found.append(
            [
                (estimate.mean - true, estimate.se)
                for estimate, true in (
                    (best.estimate(), true_best),
                    (move.estimate(), true_move),
                    (best.less(move).estimate(), true_best - true_move),
                    (mean_by_difference(move, best), true_move),
                )
            ]
        )
    for errors, ses in np.array(found).transpose(1, 2, 0):
        spread = errors.std()
        assert abs(errors.mean()) < 4 * spread / runs**0.5
        # Of few corrections the error is known from what is expected of them, on the safe side.
        within = 0.1 if every == 4 else 0.2
        assert (ses**2).mean() ** 0.5 == pytest.approx(spread, rel=within)
        assert 0.92 < np.mean(np.abs(errors) < 1.96 * ses) < 0.98
    alone, by_difference = np.array(found)[:, [1, 3], 0].std(axis=0)
    assert by_difference < 0.8 * alone or common == worlds


def test_many_corrections_make_up_for_any_offset() -> None:
    random = np.random.default_rng(1)
    for offset in (-10.0, 3.0, 20.0):
        values = random.normal(offset, 50, 400_000)
        corrections = random.normal(-offset, 20, 400_000 // 32)
        found = Samples(values, corrections, np.arange(0, 400_000, 32)).estimate()
        assert abs(found.mean) < 4 * found.se
        assert found.se < 0.3


def test_few_corrections_are_not_taken_at_their_word() -> None:
    # Two playoffs that happen to differ by 60 points say less than 64 worlds do.
    values = np.random.default_rng(2).normal(0, 90, 64)
    values[::32] = 0.0
    solved = np.array([0, 32])
    plain = Samples(values, np.zeros(2), solved).estimate()
    found = Samples(values, np.array([90.0, 30.0]), solved).estimate()
    assert abs(found.mean - plain.mean) < plain.se
    assert found.se > plain.se


def test_one_world_tells_no_error() -> None:
    found = Samples(np.array([40.0]), np.array([2.0]), np.array([0])).estimate()
    assert found.mean == 42
    assert isnan(found.se)


@pytest.mark.parametrize("share", [-0.6, 0.6])
def test_the_error_is_that_of_the_exact_values_where_all_are_known(share: float) -> None:
    """Estimates and what they are off by go together: where one is high, the other is as well.

    Or it is low, and the errors of the two partly cancel.
    """
    random = np.random.default_rng(1)
    values = random.normal(20, 60, 40_000)
    corrections = share * values + random.normal(0, 5, len(values))
    exact = values + corrections
    mean, se = every_so_many(values, corrections, 1).estimate()
    assert abs(mean - exact.mean()) < 0.1 * se
    assert se == pytest.approx(exact.std(ddof=1) / len(exact) ** 0.5, rel=2e-3)


@pytest.mark.parametrize("share", [-0.6, 0.6])
@pytest.mark.parametrize("every", [2, 4])
def test_the_error_is_that_of_the_mean_where_some_are_known(every: int, share: float) -> None:
    random, worlds, runs = np.random.default_rng(2), 256, 2_000
    single = abs(share) * 60
    found = []
    for _ in range(runs):
        values = random.normal(20, 60, worlds)
        # Off in the mean by as much as is expected, anew each time.
        offset = random.normal(0, single / Expected().doubt ** 0.5)
        corrections = offset + share * (values - 20) + random.normal(0, 5, worlds)
        mean, se = every_so_many(values, corrections, every).estimate()
        found.append((mean - 20 - offset, se))
    errors, ses = np.array(found).T
    # The spread of so many means is known to one in sqrt(2 * runs).
    assert (ses**2).mean() ** 0.5 == pytest.approx(errors.std(), rel=5 / (2 * runs) ** 0.5)


def test_what_is_doubted_is_part_of_the_error() -> None:
    """Two playoffs say next to nothing, and the error is that of the estimates themselves."""
    random, runs, worlds = np.random.default_rng(3), 4_000, 4_096
    held = 0
    for _ in range(runs):
        offset = random.normal(0, 5)
        values = random.normal(0, 60, worlds)
        solved = np.array([0, worlds // 2])
        mean, se = Samples(values, random.normal(offset, 25, 2), solved).estimate()
        held += abs(mean - offset) < SURE * se
    # How far two lie apart says little of how far others do, so a little is missing.
    assert 0.91 < held / runs < 0.97


@pytest.mark.parametrize("size", [8, 2])
@pytest.mark.parametrize("number", [8, 40])
def test_the_error_of_worlds_in_groups_is_told_by_their_means(number: int, size: int) -> None:
    """Worlds of a chain are like one another, those of a mirrored pair unlike."""
    random, runs = np.random.default_rng(4), 2_000
    groups = np.arange(0, number * size, size)
    shared_by = np.array([[1.0, -1.0]]) if size == 2 else np.ones((1, size))
    design = 4.5 if size == 8 else 0.5
    # What is expected is wrong by a half, and counts the less the more groups are seen.
    wrong = Expected(1.5 * design, 0.0, 0.0)
    found = []
    for _ in range(runs):
        shared = random.normal(0, 30, (number, 1)) * shared_by
        values = (shared + random.normal(0, 30, (number, size))).ravel()
        samples = Samples(values, values[:0], groups[:0], groups, wrong, wrong)
        found.append(samples.estimate())
    errors, ses = np.array(found).T
    within = 0.25 if number == 8 else 0.12
    assert (ses**2).mean() ** 0.5 == pytest.approx(errors.std(), rel=within)


def learned(random: np.random.Generator, worlds: int, wrong_by: float, blindness: float) -> Samples:
    """Samples around 10 with hardly any noise in the learned values, which are wrong."""
    hand = random.normal(10, 20, worlds)
    played = hand + random.normal(0, 80, worlds)
    expected = Expected(1.0, 0.0, 0.0, blindness)
    none = np.zeros(0, np.int64)
    return Samples(played, np.zeros(0), none, None, expected, expected, learned=hand + wrong_by)


@pytest.mark.parametrize("worlds", [32, 256, 4096])
@pytest.mark.parametrize("blindness", [2.0, 8.0])
def test_learned_values_are_weighed_by_how_wrong_they_usually_are(
    worlds: int, blindness: float
) -> None:
    random, runs = np.random.default_rng(5), 1_500
    found = []
    for _ in range(runs):
        samples = learned(random, worlds, random.normal(0, blindness), blindness)
        played = samples._replace(learned=None).estimate()
        mean, se = samples.estimate()
        found.append((mean - 10, se, played.mean - 10))
    errors, ses, of_playouts = np.array(found).T
    assert (ses**2).mean() ** 0.5 == pytest.approx(errors.std(), rel=0.08)
    assert abs(errors.mean()) < 4 * errors.std() / runs**0.5
    # Better than playouts alone, and than learned values alone.
    assert errors.std() < 1.001 * of_playouts.std()
    assert errors.std() < 1.03 * (blindness**2 + 20**2 / worlds) ** 0.5


def test_of_infinitely_many_playouts_learned_values_change_nothing() -> None:
    random = np.random.default_rng(6)
    samples = learned(random, 400_000, 9.0, 9.0)
    assert samples.estimate().mean == pytest.approx(samples.values.mean(), abs=0.02)


def test_learned_values_that_nobody_doubts_are_taken() -> None:
    samples = learned(np.random.default_rng(7), 64, 5.0, 0.0)
    assert samples.learned is not None
    assert samples.estimate().mean == pytest.approx(samples.learned.mean())
    everywhere = np.full(64, True)
    assert samples.mean_among(everywhere) == pytest.approx(samples.learned.mean())


def test_differences_and_parts_keep_learned_values() -> None:
    random = np.random.default_rng(8)
    one, other = (learned(random, 64, 0.0, 3.0) for _ in range(2))
    assert one.learned is not None
    assert other.learned is not None
    difference = one.less(other._replace(values=other.values[:32], learned=other.learned[:32]))
    assert difference.learned is not None
    assert (difference.learned == (one.learned - other.learned)[:32]).all()
    assert one.less(one).estimate().mean == 0
    assert one.less(other._replace(learned=None)).learned is None
    copy = one.copy()
    assert copy.learned is not None
    copy.learned[:] = 0
    assert one.learned.any()
    # In all worlds as much is trusted as in the estimate.
    everywhere = np.full(64, True)
    assert one.mean_among(everywhere) == pytest.approx(one.estimate().mean, abs=0.05)
    move = mean_by_difference(other, one)
    assert move.mean == pytest.approx(other.estimate().mean, abs=1.0)


# --------------------------------------------------------------------------- chances to win

scores = st.none() | st.builds(Points, st.integers(0, 990), st.integers(0, 990))
hand_points = st.integers(0, 900)
_SCARNE_GAME = GameSettings(RULEBOOKS["scarne"], RULEBOOKS["scarne"].count, 1000)


@given(scores, st.lists(st.tuples(hand_points, hand_points), min_size=1), st.integers(0, 600))
def test_chances(score: Points | None, rows: list[tuple[int, int]], more: int) -> None:
    points = np.array(rows, np.int32)
    south, north = (WinChance(seat, score, _SCARNE_GAME) for seat in Seat)
    chances = south.of_points(points)
    assert chances.shape == (len(points),)
    assert np.allclose(chances + north.of_points(points), 1)
    assert (chances >= 0).all()
    assert (south.of_points(points + np.array([more, 0], np.int32)) >= chances - 1e-9).all()
    assert (south.of_points(points + np.array([0, more], np.int32)) <= chances + 1e-9).all()
    totals = points + np.array(score or (0, 0))
    ends = totals.max(axis=1) >= 1000 if score else np.full(len(points), True)
    ahead = np.sign(totals[:, 0] - totals[:, 1])
    assert (chances[ends] == (ahead[ends] + 1) / 2).all()
    assert ((chances[~ends] >= 0) & (chances[~ends] <= 1)).all()
    assert np.allclose(chances[ahead == 0], 0.5)


@pytest.mark.parametrize("target", [100, 1000, 5000, 999_999])
def test_chances_of_a_game_are_of_its_target(target: int) -> None:
    chance = WinChance(Seat.SOUTH, Points(0, 0), replace(_SCARNE_GAME, target=target))
    behind = np.array([[0, target * share // 10] for share in range(11)], np.int32)
    found = chance.of_points(behind)
    assert (np.diff(found) <= 1e-9).all()
    assert found[0] == pytest.approx(0.5)
    assert found[-1] == 0
    assert found[5] < 0.37


def test_a_score_makes_it_a_game() -> None:
    line = FIRST_LEAD.text()
    assert WinChance.of(FIRST_LEAD).score is None
    assert WinChance.of(StockPosition.parse(f"{line} score=900/100")).score == Points(900, 100)
    hopeless, sure = (
        analyze(StockPosition.parse(f"{line} score={score}"), worlds=64).best.win
        for score in ("0/990", "990/0")
    )
    assert hopeless < 0.3 < 0.7 < sure


def test_no_show_before_the_last_trick_takes_minutes() -> None:
    """1,353 worlds, each of which took some seconds where nothing limited the time."""
    position = StockPosition.parse(
        "rules=macdougall-bonus upcard=AC stock=3 act=meld turn=south south=Q.ATK.AKQ.AKJJ "
        "north=-.-.Q.-+10 melds.south=grand-pinochle:KS*.QS*.JD*@1+kings:KS*.KH*.KD.KC*@3"
        "+marriage:KH*.QH*@4 melds.north=marriage:KD*.QD@9 tricks=TS-TC,QS-AS,9S-TS,KS-JH,9H-TH,"
        "JS-KH,KS-JD,9S-QH,QC-9D,KD-9D,TD-KC points=180+50/20+46 dealer=south"
    )
    assert not has_few_worlds(Belief(position))
    assert has_few_worlds(Belief(position), 1.5)
    analysis = analyze(position, worlds=64)
    assert analysis.worlds == 64
    assert not analysis.exact
    assert analysis.choice.text() == "marriage:KD.QD"


def test_where_a_playoff_takes_long_not_all_worlds_are_gone_through_in_a_moment() -> None:
    """A goulash hand before the reply to the last trick: sixteen worlds of playoffs of 16 cards."""
    view = next(
        view
        for _, view in views(RULEBOOKS["goulash"], 1, seed=1)
        if view.completed_tricks == 15 and view.led is not None
    )
    assert has_few_worlds(Belief(view), 1000.0)
    assert not has_few_worlds(Belief(view), 0.03)
    analysis = analyze(view, belief=UNIFORM, seconds=0.04)
    assert not analysis.exact
    assert analysis.model.startswith("both play on by the learned policy")


def test_moves_that_are_asked_for_have_the_worlds_they_would_have_had() -> None:
    """In every world each of them comes to just what it does beside all others."""
    position = next(view for _, view in views(RULEBOOKS["scarne"], 1, seed=2))
    belief = Belief(position, "inferred")
    names = list(belief.problem.moves.values())[:2]

    def tried(moves: list[Move] | None) -> dict[Move, Samples]:
        settings = SearchSettings(limits=Limits(worlds=32), seed=7)
        search = PlayoutSearch(belief, settings, Request.of(moves))
        search.run()
        found = search.standings
        return {
            belief.problem.moves[each.number]: found.samples(each, "points") for each in found.tried
        }

    some, every = tried(names), tried(None)
    assert set(some) == set(names) < set(every)
    for name, samples in some.items():
        assert samples.learned is not None
        assert every[name].learned is not None
        assert (samples.values == every[name].values).all()
        assert (samples.learned == every[name].learned).all()

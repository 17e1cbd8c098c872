"""Searches that keep only sums of later worlds, held against those that keep every world."""

from __future__ import annotations

from itertools import islice
from math import sqrt

import numpy as np
import pytest

from helpers.oracle_decks import views
from pinochle_solver import RULEBOOKS
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock import later_worlds, playout_search, standings
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS, WIN, SeatOutlook
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.estimates import Blocks, Expected, Samples, mean_by_difference
from pinochle_solver.stock.later_worlds import LaterWorlds, WorldValues
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.sampling import CHUNK, KEPT_WORLDS, PARTS
from pinochle_solver.stock.settings import SearchSettings

FEW_SPANS = 32


def keep(monkeypatch: pytest.MonkeyPatch, worlds: int) -> None:
    """Let so few worlds be kept; a chunk of the first part has to begin there, as usual."""
    for module in (standings, later_worlds, playout_search):
        monkeypatch.setattr(module, "KEPT_WORLDS", worlds)
    monkeypatch.setattr(later_worlds, "MOST_SPANS", FEW_SPANS)


def position(rules: str, seed: int) -> StockPosition:
    seen = (view for _, view in views(RULEBOOKS[rules], 99, seed=seed))
    return next(islice((view for view in seen if len(view.legal_moves()) > 3), 3, None))


def searched(seen: StockPosition, objective: str, worlds: int) -> PlayoutSearch:
    settings = SearchSettings(limits=Limits(worlds=worlds), objective=objective)
    search = PlayoutSearch(Belief(seen, "inferred"), settings)
    search.run()
    return search


@pytest.mark.parametrize(
    ("rules", "seed", "objective"),
    [("scarne", 1, WIN), ("hayes", 2, POINTS), ("macdougall", 3, WIN)],
)
def test_sums_of_later_worlds_tell_the_same(
    rules: str, seed: int, objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move, and each behind the first, by points and by chances; what is kept is little."""
    seen = position(rules, seed)
    whole = searched(seen, objective, 512)
    outlooks = [outlooks_of(whole)]
    keep(monkeypatch, 128)
    summed = searched(seen, objective, 512)
    most = max(summed.standings.tried, key=lambda tried: tried.worlds)
    assert most.worlds == 512
    assert len(summed.standings.samples(most, POINTS).values) == 128
    for unit in OBJECTIVES:
        ratios = []
        moves = zip(whole.standings.tried, summed.standings.tried, strict=True)
        for right, tried in moves:
            assert right.worlds == tried.worlds
            for of, move in ((whole, right), (summed, tried)):
                assert of.standings.samples(move, unit).worlds == move.worlds
            truth = whole.standings.samples(right, unit).estimate()
            found = summed.standings.samples(tried, unit).estimate()
            # The means are of the same worlds; how far playouts are trusted is told by fewer.
            assert found.mean == pytest.approx(truth.mean, abs=0.3 * truth.se + 1e-9)
            if truth.se:
                ratios.append(found.se / truth.se)
            first, of_first = whole.standings.tried[0], summed.standings.tried[0]
            apart = whole.standings.behind(first, right, unit)
            of_sums = summed.standings.behind(of_first, tried, unit)
            assert of_sums.mean == pytest.approx(apart.mean, abs=0.4 * apart.se + 1e-9)
            assert of_sums.se == pytest.approx(apart.se, rel=0.35, abs=1e-9)
        assert 0.75 < min(ratios) <= max(ratios) < 1.3
        assert 0.9 < sum(ratios) / len(ratios) < 1.1
    outlooks.append(outlooks_of(summed))
    for made, outlook in outlooks[0].items():
        other = outlooks[1][made]
        assert outlook is not None
        assert other is not None
        assert other.shows == outlook.shows
        assert other.melds == pytest.approx(outlook.melds, abs=6)


def outlooks_of(search: PlayoutSearch) -> dict[Move, SeatOutlook | None]:
    return {move.move: move.mover for move in search.analysis(finished=True).moves}


def test_a_search_keeps_no_more_the_longer_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """All numbers that its standings hold, once every move was tried in more worlds."""
    keep(monkeypatch, 128)
    held = []
    for worlds in (2048, 4096):
        search = searched(position("scarne", 1), POINTS, worlds)
        held.append(numbers_of(search.standings))
    assert held[0] == held[1]


def numbers_of(found: standings.Standings) -> int:
    """How many numbers its arrays of worlds have, those of blocks at their most."""
    blocks = sum(len(later._worlds) for later in found._later.values())
    assert blocks == FEW_SPANS * PARTS * len(found._later)
    raw = [each for tried in found.tried for part in tried._raw for each in part]
    samples = [each for kept in found._kept.values() for each in kept]
    return sum(np.size(each) for each in (*raw, *samples) if isinstance(each, np.ndarray))


def told(values: np.ndarray, corrections: np.ndarray) -> dict[str, WorldValues]:
    return {POINTS: WorldValues(values, corrections, values / 2)}


def test_blocks_are_the_sums_of_their_chunks() -> None:
    """Of 3,000 chunks, in as many blocks as there may be, by part; corrections of every other."""
    found, chunks = LaterWorlds((POINTS,)), 3000
    random = np.random.default_rng(1)
    values = random.normal(size=(chunks, CHUNK))
    for chunk in range(chunks):
        start = KEPT_WORLDS + chunk * CHUNK
        found.add(start, told(values[chunk], values[chunk][: chunk % 2 * 5]))
    assert found.chunks_in_block == 4  # 750 spans of one chunk a block are more than 256
    blocks = found.blocks(POINTS, 4)
    assert blocks.learned is not None
    by_hand: dict[int, list[int]] = {}
    for chunk in range(chunks):
        block = chunk // PARTS // 4 * PARTS + chunk % PARTS
        by_hand.setdefault(block, []).append(chunk)
    assert len(blocks.worlds) == len(by_hand) == 752
    for block, of_it in by_hand.items():
        assert blocks.worlds[block] == CHUNK * len(of_it)
        assert blocks.values[block] == pytest.approx(values[of_it].sum())
        assert blocks.learned[block] == pytest.approx(values[of_it].sum() / 2)
        odd = [chunk for chunk in of_it if chunk % 2]
        assert blocks.solved[block] == 5 * len(odd)
        assert blocks.corrections[block] == pytest.approx(values[odd, :5].sum())
    assert found.blocks(POINTS, 8).worlds.sum() == chunks * CHUNK
    assert found.chunks_in_block == 8


def samples_of(values: np.ndarray, kept: int, block: int) -> Samples:
    """Worlds in groups of 32, every eighth of them solved, the later ones in blocks."""
    numbers = np.arange(0, len(values), 8)
    corrections = 3 + 0.2 * values[numbers]
    groups = np.arange(0, kept, 32)
    later = None
    if kept < len(values):
        shape = (-1, block)
        whole = np.zeros(len(values))
        whole[numbers] = corrections
        rest = len(values) - kept
        later = Blocks(
            np.full(rest // block, float(block)),
            values[kept:].reshape(shape).sum(axis=1),
            np.full(rest // block, block / 8),
            whole[kept:].reshape(shape).sum(axis=1),
            None,
        )
    solved = numbers[numbers < kept]
    expected = Expected(design=2.0, spread=0.3, doubt=9.0)
    return Samples(
        values[:kept], corrections[: len(solved)], solved, groups, expected, expected, None, later
    )


def test_the_estimate_of_blocks_is_nearly_that_of_all_worlds() -> None:
    random = np.random.default_rng(2)
    alike = np.repeat(random.normal(size=1024), 32)  # what worlds of a group have in common
    values = 40 * random.normal(size=32 * 1024) + 10 * alike
    other = values + 15 * random.normal(size=len(values)) - 2
    all_of_them, sums = (samples_of(values, kept, 256) for kept in (len(values), 4096))
    others, other_sums = (samples_of(other, kept, 256) for kept in (len(values), 4096))
    assert sums.worlds == all_of_them.worlds == 32 * 1024
    mean, error = all_of_them.estimate()
    assert sums.estimate().mean == pytest.approx(mean, abs=1e-9)
    assert sums.estimate().se == pytest.approx(error, rel=0.1)
    # The variance of a mean of groups: 40² within, 10² between, and what the corrections add.
    assert error == pytest.approx(sqrt(40**2 / len(values) + 10**2 / 1024) * 1.2, rel=0.1)
    behind, of_sums = all_of_them.less(others).estimate(), sums.less(other_sums).estimate()
    assert of_sums.mean == pytest.approx(behind.mean, abs=1e-9)
    assert of_sums.se == pytest.approx(behind.se, rel=0.15)
    within = np.arange(4096) // 32 % 2 == 0
    blocks = np.arange(len(sums.later.worlds)) % 2 == 0 if sums.later else None
    everywhere = np.concatenate([within, np.repeat(blocks, 256)]) if blocks is not None else within
    assert sums.mean_among(within, blocks) == pytest.approx(all_of_them.mean_among(everywhere))


def test_a_move_tried_in_fewer_worlds_is_compared_in_whole_blocks() -> None:
    random = np.random.default_rng(3)
    values = 40 * random.normal(size=16 * 1024)
    best = samples_of(values, 4096, 256)
    assert best.later is not None
    # Half of the sixth block is gone through.
    move = samples_of(values - 5, 4096, 256)
    assert move.later is not None
    part = move.later.first(6).copy()
    part.worlds[5] = 128.0
    fewer = move._replace(later=part)
    own, others = fewer.beside(best)
    assert own.worlds == others.worlds == 4096 + 5 * 256
    assert best.less(fewer).estimate().mean == pytest.approx(5 + 0.2 * 5 * 0.99, abs=0.02)
    found = mean_by_difference(fewer, best)
    assert found.mean == pytest.approx(best.estimate().mean - best.less(fewer).estimate().mean)
    kept = fewer._replace(later=None)
    assert best.beside(kept)[0].worlds == 4096
    assert best.less(kept).estimate().mean == pytest.approx(5 + 0.2 * 5 * 0.98, abs=0.02)

"""What a seat believes of the cards it cannot see, beside the oracle's count of possibilities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.believed import MOST_ARRANGEMENTS, arrangements, expected_worlds, world_of
from helpers.oracle_decks import SMALL_RULEBOOKS, true_world, views
from helpers.soak import some
from helpers.strategies import stock_positions
from oracle.beliefs import World
from pinochle_solver import RULEBOOKS, IllegalPositionError, Rulebook
from pinochle_solver.engines.engine import as_mover_sees
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.beliefs import BELIEFS, INFERRED, UNIFORM, Belief, Worlds

small_rulebook = pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)


def check_all_worlds(view: StockPosition) -> None:
    belief = Belief(view)
    expected = expected_worlds(view)
    found = {world_of(cards, belief.hidden): weight for cards, weight in belief.worlds()}
    whole = sum(found.values())
    assert {world: Fraction(weight, whole) for world, weight in found.items()} == expected
    assert len(list(belief.worlds())) == len(found)
    worlds = belief.all_worlds(belief.playouts(), seed=1)
    assert worlds.cards.shape == (len(expected), len(belief.cards))
    assert len(worlds.shares) == 1
    for row, weight in zip(worlds.cards, worlds.weights, strict=True):
        assert weight == pytest.approx(float(expected[world_of(row.tobytes(), belief.hidden)]))


@small_rulebook
def test_all_worlds_of_small_decks(rules: Rulebook) -> None:
    compared = 0
    for _, view in views(rules, 2, seed=1):
        if arrangements(view) <= MOST_ARRANGEMENTS:
            check_all_worlds(view)
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS.values(), ids=PINOCHLE_BOOKS)
def test_all_worlds_of_late_views(rules: Rulebook) -> None:
    faces = Counter[int]()
    for _, view in views(rules, 1, seed=2):
        if arrangements(view) <= MOST_ARRANGEMENTS:
            check_all_worlds(view)
            faces[view.face_down] += 1
    assert faces[1] > 1
    assert faces[3]


# -------------------------------------------------------------------------------- sampled worlds


def surprise(counted: Counter[World], expected: dict[World, Fraction]) -> tuple[float, float]:
    """Pearson's statistic less its mean, and its variance, exact for any numbers."""
    number, kinds = counted.total(), len(expected)
    statistic = sum(counted[world] ** 2 / float(p) for world, p in expected.items())
    inverse = float(sum(1 / p for p in expected.values()))
    variance = 2 * (kinds - 1) + (inverse - kinds**2 - 2 * kinds + 2) / number
    return statistic / number - number - (kinds - 1), variance


def sampled(belief: Belief, seed: int, number: int) -> Counter[World]:
    rows = belief.sample(belief.playouts(), seed, 0, number)
    counted = Counter(row.tobytes() for row in rows)
    found: Counter[World] = Counter()
    for row, often in counted.items():
        found[world_of(row, belief.hidden)] += often
    return found


@small_rulebook
def test_samples_are_as_likely_as_the_worlds(rules: Rulebook) -> None:
    excess = variance = 0.0
    kinds: Counter[str] = Counter()
    for _, view in views(rules, 5, seed=3):
        if arrangements(view) > MOST_ARRANGEMENTS:
            continue
        expected = expected_worlds(view)
        counted = sampled(Belief(view), 4, 600)
        assert not set(counted) - set(expected)
        more, its = surprise(counted, expected)
        assert more <= 6 * its**0.5 + 1e-9, view.text()
        excess, variance = excess + more, variance + its
        hand, table = view.hand(view.turn.other), view.on_table(view.turn.other)
        kinds["taken upcard known"] += len(hand.known) > len(table)
        kinds["on the table"] += len(table) > 0
        kinds["a pair unseen"] += max(view.unseen.counts) > 1
    assert abs(excess) < 4 * variance**0.5
    assert min(kinds.values()) > 1


# ---------------------------------------------------------------- what is known, and who asks


@given(stock_positions(), st.integers(0, 2**64 - 1))
def test_a_world_is_what_is_unnamed(position: StockPosition, seed: int) -> None:
    if position.hand(position.turn).hidden:
        with pytest.raises(IllegalPositionError, match=r"^turn:.* of that hand are unknown"):
            Belief(position)
        return
    for kind in BELIEFS:
        belief = Belief(position, kind)
        search = belief.playouts()
        rows = belief.sample(search, seed, 0, 5)
        assert (np.sort(rows, axis=1) == [card.index for card in belief.cards]).all()
        assert len(belief.cards) == search.hidden + position.face_down
        assert (belief.hidden, bytes(c.index for c in belief.cards)) == (
            search.hidden,
            search.unseen,
        )
        if isinstance(position.stock, tuple):
            stock = [card.index for card in position.stock]
            assert (rows[:, belief.hidden :] == stock).all()


known = stock_positions().filter(lambda position: not position.hand(position.turn).hidden)


@given(
    known | known.map(as_mover_sees),
    st.integers(0, 2**64 - 1),
    st.lists(st.integers(0, 100), min_size=1, max_size=6),
    st.sampled_from(BELIEFS),
)
def test_a_world_depends_on_seed_and_number_alone(
    position: StockPosition, seed: int, ends: list[int], kind: str
) -> None:
    belief = Belief(position, kind)
    whole = belief.sample(belief.playouts(), seed, 0, 100)
    search = belief.playouts()
    for first, end in pairwise(sorted({0, 100, *ends}, reverse=True)):
        if belief.effective_kind == UNIFORM:
            chunk = belief.sample(search, seed, end, first - end)
            assert (chunk == whole[end:first]).all()
        else:
            # One chain, from its beginning.
            assert (belief.sample(search, seed, 0, first) == whole[:first]).all()


def test_seeds_and_numbers_make_different_worlds() -> None:
    view = StockPosition.parse("upcard=9S stock=23 turn=south south=-.AATTKK.TT.TTQQ north=+12")
    belief = Belief(view)
    search = belief.playouts()
    rows = {row.tobytes() for seed in range(4) for row in belief.sample(search, seed, 0, 500)}
    assert len(rows) == 2_000


@pytest.mark.parametrize("rules", some(PINOCHLE_BOOKS.values(), 2, 1), ids=lambda rules: rules.name)
def test_the_true_world_is_among_all(rules: Rulebook) -> None:
    for referee, view in views(rules, 1, seed=5):
        if view.face_down == 1:
            belief = Belief(view, INFERRED)
            worlds = belief.all_worlds(belief.playouts(), seed=1)
            assert worlds.weights.sum() == pytest.approx(1)
            weight = {
                bytes((*sorted(row[: belief.hidden].tolist()), *row[belief.hidden :])): its
                for row, its in zip(worlds.cards, worlds.weights, strict=True)
            }
            assert weight[true_world(referee, view)] > 0
            assert min(weight.values()) > 0


def test_an_inferred_belief_draws_the_worlds_that_it_weighs() -> None:
    leaning = wanted = 0.0
    for _, view in views(RULEBOOKS["scarne"], 2, seed=6):
        if view.face_down != 1 or view.led is None:
            continue
        belief = Belief(view, INFERRED)
        search = belief.playouts()
        chains = [belief.sample(search, 1, chain, 20) for chain in range(250)]
        drawn = Counter(np.concatenate(chains)[:, -1].tolist())
        worlds = belief.all_worlds(search, seed=2)
        uniform = Belief(view, UNIFORM).all_worlds(search, seed=2)
        for card in set(belief.cards):
            its = worlds.cards[:, -1] == card.index
            before = uniform.weights[its].sum()
            more = worlds.weights[its].sum() - before
            leaning += (drawn[card.index] / 5_000 - before) * more
            wanted += more**2
    assert leaning == pytest.approx(wanted, rel=0.1)


def test_intervals_by_few_chains_hold_the_truth_as_often_as_they_say() -> None:
    random = np.random.default_rng(1)
    held = []
    for _ in range(1_000):
        first = 0.5 + random.normal(0, 0.05, 8)
        worlds = Worlds(np.zeros((2, 1), np.uint8), np.stack([first, 1 - first], axis=1))
        mean, error = worlds.estimate(np.array([10.0, 0.0]))
        held.append(abs(mean - 5) <= SURE * error)
    assert np.mean(held) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("kind", BELIEFS)
def test_a_mirrored_world_has_the_cards_of_each_draw_exchanged(kind: str) -> None:
    view = StockPosition.parse(
        "upcard=9S stock=21 turn=south south=-.AATTKK.TT.TTQQ north=+11 led=9D tricks=AC-9C"
        " dealer=south"
    )
    belief = Belief(view, kind)
    worlds = belief.sample(belief.playouts(), 1, 8, 7, mirrored=True)
    for one, mirror in zip(worlds[:-1:2], worlds[1::2], strict=True):
        assert (one[:11] == mirror[:11]).all()
        assert (one[11:31:2] == mirror[12:32:2]).all()
        assert (one[12:32:2] == mirror[11:31:2]).all()
        assert one[31] == mirror[31]
    assert len({world.tobytes() for world in worlds}) == 7
    assert (belief.sample(belief.playouts(), 1, 8, 4, mirrored=True) == worlds[:4]).all()

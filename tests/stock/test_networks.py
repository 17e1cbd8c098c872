"""The learned networks: what they see, their arithmetic, and where they are used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from itertools import permutations
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.oracle_decks import views
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Rulebook,
    StopFlag,
    Suit,
    analyze,
)
from pinochle_solver._core.networks import playoff_net, policy_net, value_net
from pinochle_solver._core.networks.policy import KNOTS, TERMS
from pinochle_solver._core.stock.learning import SIZES, Hands
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.states import stock_state
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.decks import PINOCHLE_DECK
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock import nets as learned
from pinochle_solver.stock.behaviour import FITTED, Behaviour, behaviour_in
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.nets import (
    BEHAVIOUR,
    POLICY,
    SLIPS,
    Nets,
    behaviour_weights_of,
    linear_of,
    nets_of,
    read_nets,
    slips_of,
    weights_of,
)
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.sampling import Rollout
from pinochle_solver.stock.settings import SearchSettings

FEATURES, MOST_TRICKS, CONTEXT, MOVE, HELD = (
    SIZES[name] for name in ("features", "tricks", "context", "move", "held")
)
TRICKS = PINOCHLE_DECK.stock_tricks
# Of the features of a lead: cards by zone, one copy and more; the upcard; the trick.
KINDS, COPIES, ZONES = 32, 4, 5
UPCARD, TRICK = ZONES * COPIES * KINDS, (ZONES * COPIES + 1) * KINDS
MELDS = FEATURES - SIZES["melds"]

Arrays = dict[str, NDArray[np.int64]]

rulebook = pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=RULEBOOKS)
with_estimate = pytest.mark.parametrize("rules", PINOCHLE_BOOKS.values(), ids=PINOCHLE_BOOKS)


def unpacked(record: bytes, shapes: dict[str, tuple[tuple[int, ...], str]]) -> Arrays:
    arrays, start = {}, 0
    for name, (shape, kind) in shapes.items():
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        part = np.frombuffer(record[start : start + size], kind)
        arrays[name], start = part.reshape(shape).astype(np.int64), start + size
    assert start == len(record)
    return arrays


PART_OF_TWELFTH = (0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7)


def part_after(tricks: int, rules: Rulebook) -> int:
    """Which part of a network's weights is for the stock phase after so many tricks."""
    return PART_OF_TWELFTH[min(12 * tricks // rules.deck.stock_tricks, 11)]


def towards_zero(number: int, by: int) -> int:
    return abs(number) // by * (1 if number >= 0 else -1)


def clipped(layer: NDArray[np.int64], unit: int) -> NDArray[np.int64]:
    """A hidden layer in parts of 512, cut off below 0 and above 1."""
    return np.clip(layer // (unit // 512), 0, 512)


class Leads(NamedTuple):
    rows: NDArray[np.float32]
    leaders: NDArray[np.int32]
    ahead: NDArray[np.int32]
    from_trick: NDArray[np.int32]
    finally_ahead: NDArray[np.int32]
    values: NDArray[np.int32]


def nets(rules: Rulebook) -> Nets:
    found = nets_of(rules, rules.count)
    assert found is not None
    return found


def estimate(rules: Rulebook) -> bytes:
    _, _, playoff = nets(rules)
    assert playoff is not None
    return playoff


def plain_hands(rules: Rulebook, seed: int = 5) -> Hands:
    records = [hand_rules_record(rules, rules.count, trump) for trump in Suit]
    return Hands(records, seed, 10, weights_of(rules, rules.count))


def hands_of(rules: Rulebook, seed: int = 5) -> Hands:
    hands = plain_hands(rules, seed)
    value, policy, playoff = nets(rules)
    hands.use_value(value)
    hands.use_policy(policy)
    if playoff is not None:
        hands.use_playoff(playoff)
    return hands


def leads(rules: Rulebook, first: int, number: int) -> Leads:
    hands = hands_of(rules)
    leaders, ahead, values = np.zeros((3, number, hands.tricks), np.int32)
    start, end = np.zeros((2, number), np.int32)
    rows = np.zeros((number, hands.tricks, FEATURES), np.float32)
    hands.leads(first, rows, leaders, ahead, start, end, values)
    return Leads(rows, leaders, ahead, start, end, values)


# What is seen


@rulebook
def test_every_card_of_a_lead_is_somewhere(rules: Rulebook) -> None:
    found = leads(rules, 0, 40)
    for row in found.rows:
        for trick, seen in enumerate(row):
            zones = seen[:UPCARD].reshape(ZONES, COPIES, KINDS)
            held = zones.sum(axis=(1, 2))
            assert held[0] + held[1] == held[2] + held[3] == rules.deck.hand
            # Those not drawn yet, an upcard among them.
            assert held[4] == rules.deck.draws - 2 * trick
            assert (zones.sum(axis=(0, 1)) <= rules.deck.copies).all()
            assert (zones[:, 1:] <= zones[:, :-1]).all()  # no second copy without a first
            assert seen[UPCARD:TRICK].sum() <= 1
            assert (zones[4, 0][seen[UPCARD:TRICK] > 0] == 1).all()
            assert seen[TRICK:MELDS].tolist() == [float(n == trick) for n in range(MOST_TRICKS)]
            assert (seen[MELDS:] >= 0).all()
    assert found.rows[:, :, MELDS:].any(axis=(0, 1)).all()


def test_of_one_copy_each_no_second_is_left_in_the_stock() -> None:
    one = replace(PINOCHLE_DECK, name="one", copies=1, hand=6, stock=11)
    hands = plain_hands(replace(RULEBOOKS["scarne"], name="one-of-each", deck=one))
    rows = np.zeros((1, hands.tricks, FEATURES), np.float32)
    numbers = np.zeros((1, hands.tricks), np.int32)
    hands.leads(0, rows, numbers, numbers, numbers[:, 0].copy(), numbers[:, 0].copy())
    stock = rows[0, :, :UPCARD].reshape(-1, ZONES, COPIES, KINDS)[:, 4]
    assert stock.sum(axis=(1, 2)).tolist() == [12, 10, 8, 6, 4, 2]
    assert not stock[:, 1:].any()


@rulebook
def test_a_hand_follows_from_its_number_alone(rules: Rulebook) -> None:
    together, apart = leads(rules, 3, 6), leads(rules, 7, 1)
    for all_of, one in zip(together, apart, strict=True):
        assert (all_of[4:5] == one).all()
    assert (together.rows[0] != together.rows[1]).any()


def test_a_hand_ends_with_what_was_scored() -> None:
    found = leads(RULEBOOKS["scarne"], 0, 200)
    assert (found.ahead[:, 0] <= 10).all()  # at most a dix turned up
    # What is left after the last lead is a trick and the playoff.
    assert (abs(found.finally_ahead - found.ahead[:, -1]) <= 250 + 600).all()
    assert set(found.leaders.ravel().tolist()) == {0, 1}
    assert set(found.from_trick.tolist()) == set(range(TRICKS))


@rulebook
def test_scores_depend_on_what_is_seen_alone(rules: Rulebook) -> None:
    for number, (_, view) in enumerate(views(rules, 2, seed=1)):
        if rules.name not in PINOCHLE_BOOKS and number % 4:
            continue
        random = Random(number)
        scores = searching(view).learned_scores()
        assert len(scores) == len(searching(view).legal())
        for _ in range(3):
            unseen = random.sample(tuple(view.unseen), len(view.unseen))
            state, pile = stock_state(view, tuple(unseen), viewer=view.turn)
            search = Playouts(
                hand_rules_record(view.rules, view.count, view.trump),
                state.pack(),
                bytes(card.index for card in pile),
                weights=weights_of(rules, rules.count),
                nets=nets(rules),
            )
            assert search.learned_scores() == scores, view.text()


def searching(view: StockPosition) -> Playouts:
    return Belief(view).playouts()


# Arithmetic


@rulebook
def test_values_are_those_of_plain_arithmetic(rules: Rulebook) -> None:
    net = unpacked(nets(rules)[0], value_net.SHAPES)
    found = leads(rules, 100, 20)
    for hand, row in enumerate(found.rows):
        for trick, seen in enumerate(row):
            part = part_after(trick, rules)
            melds = (16 * seen[MELDS:]).astype(np.int64)
            yes = np.flatnonzero(seen[:MELDS])
            layer = (melds @ net["inputs"][part][MELDS:]) // 16 + net["bias"][part]
            layer += net["inputs"][part][yes].sum(axis=0)
            total = int(net["start"][trick] + net["linear"][trick][yes].sum())
            for number, weight in zip(melds, net["linear"][trick][MELDS:], strict=True):
                total += towards_zero(int(number * weight), 16)
            behind = int(clipped(layer, value_net.INPUT) @ net["outputs"][trick])
            value = towards_zero(total + towards_zero(behind, 512), value_net.POINT)
            assert found.values[hand, trick] == value, (hand, trick)
    assert found.values.std() > 3 * rules.meld_unit


@rulebook
def test_scores_are_those_of_plain_arithmetic(rules: Rulebook) -> None:
    net = unpacked(nets(rules)[1], policy_net.SHAPES)
    contexts, kinds = np.zeros((300, CONTEXT), np.float32), np.zeros((300, 3), np.int32)
    moves = np.zeros((300 * 40, MOVE), np.float32)
    linear, values, learned = np.zeros((3, len(moves)), np.float32)
    _, written, rows = hands_of(rules).decisions(
        0, 40, contexts, kinds, moves, linear, values, learned
    )
    assert written == 300
    assert rows == kinds[:, 2].sum()
    assert set(kinds[:, 0].tolist()) == {0, 1, 2}
    row = 0
    for context, (kind, trick, count) in zip(contexts, kinds.tolist(), strict=True):
        # The trick, also after the last one, and apart from it what is to be decided.
        assert np.flatnonzero(context[-4:]).tolist() == [kind]
        assert np.flatnonzero(context[-4 - MOST_TRICKS - 1 : -4]).tolist() == [trick]
        part = part_after(trick, rules)
        shared = net["bias"][part] + context.astype(np.int64) @ net["context"][part]
        for place in range(row, row + count):
            terms = (policy_net.TERM * moves[place]).astype(np.int64)
            layer = clipped(
                policy_net.TERM * shared + terms @ net["move"][part],
                policy_net.TERM * policy_net.INPUT,
            )
            behind = int(layer @ net["outputs"][part][kind])
            added = int(terms @ net["linear"][part][kind]) + (behind >> 5)
            assert learned[place] == pytest.approx(linear[place] + added / 1024, abs=1e-3)
        row += count


class Playoffs(NamedTuple):
    rows: NDArray[np.uint8]
    outstanding: NDArray[np.int16]
    solved: NDArray[np.int16]
    estimated: NDArray[np.int16]


def playoffs(hands: Hands, number: int) -> Playoffs:
    rows = np.zeros((number, HELD), np.uint8)
    outstanding, solved, estimated = np.zeros((3, number), np.int16)
    hands.playoffs(100, rows, outstanding, solved, estimated)
    return Playoffs(rows, outstanding, solved, estimated)


@with_estimate
def test_estimates_of_playoffs_are_those_of_plain_arithmetic(rules: Rulebook) -> None:
    net = unpacked(estimate(rules), playoff_net.SHAPES)
    found = playoffs(hands_of(rules), 200)
    for row, outstanding, estimated in zip(
        found.rows, found.outstanding.tolist(), found.estimated.tolist(), strict=True
    ):
        held = np.flatnonzero(row)
        first = clipped(net["first_bias"] + net["inputs"][held].sum(axis=0), playoff_net.INPUT)
        between = [towards_zero(int(number), 512) for number in first @ net["between"]]
        second = clipped(np.array(between) + net["second_bias"], playoff_net.INPUT)
        half = outstanding * playoff_net.POINT // 2
        total = int(net["start"][0] + net["linear"][held].sum()) + half
        behind = towards_zero(int(second @ net["outputs"]), 512)
        points = towards_zero(total + behind, playoff_net.POINT)
        assert estimated == min(max(points, 0), outstanding)


@rulebook
def test_every_card_of_a_playoff_is_somewhere(rules: Rulebook) -> None:
    found = playoffs(hands_of(rules), 100 if rules.name in PINOCHLE_BOOKS else 10)
    zones = found.rows.reshape(-1, 2, COPIES, KINDS)
    assert (zones.sum(axis=(2, 3)) == rules.deck.hand).all()
    assert (zones.sum(axis=(1, 2)) <= rules.deck.copies).all()
    assert (zones[:, :, 1:] <= zones[:, :, :-1]).all()
    # Plain suits stand by how many of them the leader holds.
    lengths = zones[:, 0].sum(axis=1).reshape(-1, 4, 8).sum(axis=2)[:, 1:]
    assert (np.diff(lengths.astype(int), axis=1) >= 0).all()


@with_estimate
def test_playoffs_are_estimated_better_than_before(rules: Rulebook) -> None:
    """Hands of a seed that nothing was learned from."""
    linear = plain_hands(rules, 77)
    by_network = hands_of(rules, 77)
    linear.use_policy(nets(rules)[1])
    errors = []
    for hands in (linear, by_network):
        found = playoffs(hands, 120)
        errors.append((found.estimated - found.solved.astype(int)).std())
    assert errors[1] < 0.6 * errors[0]


# Where they are used


@rulebook
def test_every_rulebook_has_networks_for_its_own_count(rules: Rulebook) -> None:
    value, policy, playoff = nets(rules)
    assert (playoff is None) == (rules.name not in PINOCHLE_BOOKS)
    assert playoff is None or np.frombuffer(playoff, np.int16).any()
    assert np.frombuffer(value, np.int16).any()
    assert np.frombuffer(policy, np.int16).any()
    for count in COUNTS.values():
        assert (nets_of(rules, count) is None) == (count != rules.count)
    at_home = replace(rules, name="at-home", target=500)
    assert nets_of(at_home, rules.count) == (value, policy, playoff)


@rulebook
def test_goulash_and_glup_have_a_behaviour_for_their_own_count(rules: Rulebook) -> None:
    for count in COUNTS.values():
        learnt_of_it = rules.name not in PINOCHLE_BOOKS and count == rules.count
        assert (behaviour_weights_of(rules, count) is not None) == learnt_of_it
        assert (slips_of(rules, count) is not None) == learnt_of_it
        slips = slips_of(rules, count) or (FITTED.slips, FITTED.last_slips)
        assert behaviour_in(rules, count) == Behaviour(FITTED.temperature, *slips)
    at_home = replace(rules, name="at-home", target=500)
    assert behaviour_in(at_home, rules.count) == behaviour_in(rules, rules.count)


def test_other_rules_have_none() -> None:
    rules = RULEBOOKS["scarne"]
    assert rules.deck == PINOCHLE_DECK
    melds = tuple(replace(meld, points=meld.points + 10) for meld in rules.melds)
    assert nets_of(replace(rules, melds=melds), rules.count) is None
    assert nets_of(replace(rules, must_head_plain=True), rules.count) is None


def packed(arrays: Mapping[str, NDArray[np.generic]]) -> bytes:
    file = BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "right"),
    [
        (POLICY, np.arange(2 * TERMS, dtype=np.int16).reshape(TERMS, 2)),
        (BEHAVIOUR, np.arange(KNOTS * TERMS, dtype=np.int16).reshape(TERMS, KNOTS)),
        (SLIPS, np.array([0.1, 0.2])),
    ],
)
def test_a_file_of_other_weights_is_refused(
    name: str, right: NDArray[np.generic], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = [right, right[1:], right[..., np.newaxis], right.astype(np.int64)]
    monkeypatch.setattr(learned, "_learnt_of", lambda *_: packed({name: written[0]}))

    def read() -> dict[str, NDArray[np.generic]]:
        rules = replace(RULEBOOKS["scarne"], name=f"{name.replace('.', '-')}-{len(written)}")
        return dict(linear_of(rules, rules.count))

    assert np.array_equal(read()[name], right)
    while written[1:]:
        del written[0]
        with pytest.raises(ValueError, match=rf"{name}: expected (int16|float64) of shape"):
            read()


def test_a_file_of_other_networks_is_refused() -> None:
    with pytest.raises(ValueError, match=r"value\.bias: expected int32"):
        read_nets(packed({}))
    shapes = {f"value.{name}": of for name, of in value_net.SHAPES.items()}
    shapes |= {f"policy.{name}": of for name, of in policy_net.SHAPES.items()}
    shapes |= {f"playoff.{name}": of for name, of in playoff_net.SHAPES.items()}
    arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()}
    assert [set(record or b"1") for record in read_nets(packed(arrays))] == [{0}, {0}, {0}]
    without = {name: of for name, of in arrays.items() if not name.startswith("playoff.")}
    assert read_nets(packed(without)) == (*read_nets(packed(arrays))[:2], None)
    with pytest.raises(ValueError, match=r"policy\.move: expected int16"):
        read_nets(packed(arrays | {"policy.move": np.zeros((3, 3), np.int16)}))
    with pytest.raises(ValueError, match=r"policy\.move: expected int16"):
        read_nets(packed(arrays | {"policy.move": arrays["policy.move"].astype(np.int64)}))


def test_records_of_wrong_lengths_are_refused() -> None:
    rules = RULEBOOKS["scarne"]
    value, policy, playoff = *nets(rules)[:2], estimate(rules)
    hands = hands_of(rules)
    with pytest.raises(ValueError, match="expected"):
        hands.use_playoff(value)
    with pytest.raises(ValueError, match="expected"):
        hands.use_value(policy)
    with pytest.raises(ValueError, match="expected"):
        hands.use_policy(value)
    (_, view), *_ = views(rules, 1, seed=1)
    with pytest.raises(ValueError, match="nets"):
        Playouts(*Belief(view).problem.record, nets=(policy, value, playoff))
    with pytest.raises(ValueError, match="behaviour: 3, expected"):
        Playouts(*Belief(view).problem.record, behaviour=np.zeros(3, np.int16))


class Played(NamedTuple):
    """What the moves of a position come to in some worlds, south's points less north's.

    And by how much south was lucky up to the lead that is valued, and after it.
    """

    valued: NDArray[np.int64]
    played: NDArray[np.int64]
    luck: NDArray[np.float64]


def played(
    view: StockPosition,
    worlds: int | NDArray[np.uint8],
    leads: int = 1,
    *,
    by_network: bool = False,
    moves: int = 40,
) -> Played:
    """In these worlds, or in so many."""
    belief = Belief(view)
    search, numbers = belief.playouts(), belief.numbers(None)[:moves]
    rows = belief.sample(search, 1, 0, worlds) if isinstance(worlds, int) else worlds
    worlds = len(rows)
    luck = np.zeros((worlds, len(numbers), 2))
    points = np.zeros((worlds, len(numbers), 4), np.int32)
    shown = np.zeros((len(numbers), 2, len(belief.problem.kinds)), np.int64)
    valued = np.zeros((worlds, len(numbers)), np.int32)
    search.evaluate(
        rows,
        numbers,
        np.zeros(worlds, np.uint8),
        points,
        np.zeros((0, len(numbers), 2), np.int32),
        shown,
        StopFlag(),
        valued if leads else None,
        leads,
        by_network,
        luck=luck,
    )
    south, north = points[:, :, :2].astype(np.int64).transpose(2, 0, 1)
    return Played(valued.astype(np.int64), south - north, luck)


def test_as_many_leads_can_be_valued_as_there_are_to_come() -> None:
    left = set()
    for _, view in views(RULEBOOKS["scarne"], 3, seed=4):
        to_come = TRICKS - view.completed_tricks - (view.act is Act.PLAY)
        assert Belief(view).playouts().leads_to_come == to_come
        left.add(to_come)
        for leads in range(1, to_come + 1):
            assert abs(played(view, 2, leads).valued).max() < 1500
        with pytest.raises(ValueError, match=f"expected 1 to {to_come}"):
            played(view, 2, to_come + 1)
        assert played(view, 2, 0).valued.any() == 0
    assert left == set(range(TRICKS))


def test_only_networks_can_value_leads() -> None:
    (_, view), *_ = views(RULEBOOKS["scarne"], 1, seed=1)
    belief = Belief(view, learned=False)
    search, numbers, none = belief.playouts(), belief.numbers(None), np.zeros(1, np.uint8)
    points = np.zeros((1, len(numbers), 4), np.int32)
    exact = np.zeros((0, len(numbers), 2), np.int32)
    shown = np.zeros((len(numbers), 2, len(belief.problem.kinds)), np.int64)
    worlds = belief.sample(search, 1, 0, 1)
    stop = StopFlag()
    with pytest.raises(ValueError, match="no nets"):
        search.evaluate(worlds, numbers, none, points, exact, shown, stop, by_network=True)
    with pytest.raises(ValueError, match="no nets"):
        search.evaluate(worlds, numbers, none, points, exact, shown, stop, points[:, :, 0].copy())


@pytest.mark.parametrize(("leads", "by_network"), [(1, False), (3, False), (1, True), (3, True)])
def test_values_and_playouts_agree_on_average(leads: int, by_network: bool) -> None:
    """Over many positions neither promises more than the other."""
    more = []
    for _, view in views(RULEBOOKS["scarne"], 4, seed=9):
        if 1 <= view.completed_tricks <= TRICKS - 1 - leads:
            found = played(view, 60, leads, by_network=by_network, moves=1)
            more.append(float((found.valued - found.played).mean()))
    assert len(more) > 30
    assert abs(np.mean(more)) < 3
    assert np.std(more) < 20


@rulebook
def test_luck_comes_to_nothing_over_all_orders_of_the_stock(rules: Rulebook) -> None:
    """Whatever is moved: for two places of the stock any two cards are alike."""
    lucky, tried = 0.0, set[int]()
    for _, view in views(rules, 2, seed=6):
        if not 3 <= view.face_down <= 5 or view.completed_tricks in tried:
            continue
        tried.add(view.completed_tricks)
        belief = Belief(view)
        row = belief.sample(belief.playouts(), 1, 0, 1)[0]
        hand, stock = row[: belief.hidden], row[belief.hidden :]
        orders = np.array([[*hand, *order] for order in permutations(stock)], np.uint8)
        luck = played(view, orders).luck[:, :, 0]
        assert (luck.sum(axis=0) == 0).all()
        lucky = max(lucky, float(abs(luck).max()))
    assert tried
    # Of piles of their own the luck is not looked at.
    assert lucky == 0 if rules.deck.own_piles else lucky > rules.meld_unit


@pytest.mark.parametrize("rules", ["scarne", "macdougall", "macdougall-bonus"])
def test_luck_is_what_a_draw_brings_more_than_the_next_two_cards(rules: str) -> None:
    """As the lead after it is valued, whoever gets which of the two."""
    number = 0
    for _, view in views(RULEBOOKS[rules], 3, seed=8):
        belief = Belief(view)
        row = belief.sample(belief.playouts(), 1, 0, 1)[0]
        if view.face_down < 4:
            continue
        one, two, *rest = (int(card) for card in row[belief.hidden :])
        orders = [one, two, *rest], [*rest[:2], one, two, *rest[2:]]
        swapped = [*rest[1::-1], one, two, *rest[2:]]
        worlds = [[*row[: belief.hidden], *order] for order in (*orders, swapped)]
        found = played(view, np.array(worlds, np.uint8))
        assert (found.luck[0, :, 0] == found.valued[0] - found.valued[1:].mean(axis=0)).all()
        number += 1
    assert number > 40


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
def test_less_luck_leaves_the_mean_and_less_spread(rules: str) -> None:
    off, left, found_of = [], [], []
    for _, view in views(RULEBOOKS[rules], 3, seed=5):
        if view.completed_tricks > 6:
            continue
        found = played(view, 128, 2, moves=1)
        luck = found.luck.sum(axis=2)
        off.append(luck.mean() / (luck.std() / 128**0.5))
        found_of.append(found.played.var())
        left.append((found.played - luck).var())
    assert len(off) > 25
    # Standard errors from nothing: were it biased, they would lie to one side.
    assert abs(np.mean(off)) < 3.5 / len(off) ** 0.5
    assert np.mean(left) < 0.5 * np.mean(found_of)


def test_draws_that_are_known_are_no_luck() -> None:
    known = next(
        replace(view, stock=tuple(view.unseen)[: view.face_down])
        for _, view in views(RULEBOOKS["scarne"], 1, seed=3)
        if view.completed_tricks == 4
    )
    assert not Rollout.of(known).less_luck
    search = PlayoutSearch(Belief(known), SearchSettings(limits=Limits(worlds=16)))
    search.run()
    assert all(tried.raw().luck is None for tried in search.standings.tried)


def test_the_answer_does_not_depend_on_threads() -> None:
    (_, view), *_ = views(RULEBOOKS["hayes"], 1, seed=2)
    one, three = (analyze(view, worlds=300, threads=threads) for threads in (1, 3))
    assert replace(one, seconds=0) == replace(three, seconds=0)

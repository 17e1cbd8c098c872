"""What is assumed of hidden cards, beside all worlds counted one by one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from helpers.assumed import conditions, holding, restricted
from helpers.believed import MOST_ARRANGEMENTS, arrangements, expected_worlds, world_of
from helpers.oracle_decks import SMALL_RULEBOOKS, views
from helpers.past_deals import surprise
from helpers.paths import DATA
from oracle.beliefs import World
from pinochle_solver import (
    Card,
    Hand,
    IllegalPositionError,
    NotationError,
    Rulebook,
    analyze,
    analyze_with,
)
from pinochle_solver.hand.condition_values import meld_points
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.assumptions import AssumedWorlds, in_words
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief

LATE = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north"
)


def position() -> StockPosition:
    return StockPosition.parse(LATE)


# ---------------------------------------------------------------------- all worlds, one by one


def small_views(rules: Rulebook, hands: int, seed: int) -> Iterator[StockPosition]:
    for _, view in views(rules, hands, seed):
        if arrangements(view) <= MOST_ARRANGEMENTS and not isinstance(view.stock, tuple):
            yield view


def cases(view: StockPosition) -> Iterator[tuple[tuple[str, ...], dict[World, float]]]:
    """Conditions of a view and the chances that worlds then have, as far as these are possible."""
    worlds = expected_worlds(view)
    possible = []
    for text, holds in conditions(view):
        met = {world for world in worlds if holding(view, holds, world)}
        if met and len(met) < len(worlds):
            possible.append((text, met))
    for text, met in possible:
        yield (text,), restricted(worlds, [(1, met)])
        yield (f"0.7: {text}",), restricted(worlds, [(0.7, met)])
        yield (f"0%: {text}",), restricted(worlds, [(0, met)])
    for (text, met), (other, also) in pairwise(possible):
        rest = worlds.keys() - met
        if met & also and met - also and rest & also and rest - also:
            both = {world: chance for world, chance in worlds.items() if world in met & also}
            yield (text, other), restricted(both, [(1, set(both))])
            yield (
                (f"0.7: {text}", f"20%: {other}"),
                restricted(worlds, [(0.7, met), (0.2, also)]),
            )


SOME = dict(list(SMALL_RULEBOOKS.items())[::4])
small_rulebook = pytest.mark.parametrize("rules", SOME.values(), ids=SOME)


@small_rulebook
def test_all_worlds_have_the_chances_that_the_conditions_leave(rules: Rulebook) -> None:
    compared = 0
    for view in small_views(rules, 1, seed=5):
        for where, expected in cases(view):
            belief = Belief(view, UNIFORM, where=where)
            worlds = belief.all_worlds(belief.playouts(), seed=1)
            found = Counter[World]()
            for row, weight in zip(worlds.cards, worlds.weights, strict=True):
                found[world_of(row.tobytes(), belief.hidden)] += weight
            assert {world for world, weight in found.items() if weight} == set(expected), where
            for world, chance in expected.items():
                assert found[world] == pytest.approx(chance, abs=1e-9), (where, view.text())
            compared += 1
    assert compared > 4


def check_samples(found: Iterator[StockPosition]) -> None:
    excess = variance = 0.0
    compared = 0
    for view in found:
        for where, expected in cases(view):
            belief = Belief(view, UNIFORM, where=where)
            rows = belief.sample(belief.playouts(), compared, 0, 300)
            counted = Counter(world_of(row.tobytes(), belief.hidden) for row in rows)
            assert not set(counted) - set(expected), (where, view.text())
            more, its = surprise(counted, expected)
            assert more <= 7 * max(its, 0.0) ** 0.5 + 1e-6, (where, view.text())
            excess, variance, compared = excess + more, variance + its, compared + 1
    assert compared > 10
    assert abs(excess) < 4 * variance**0.5


@small_rulebook
def test_worlds_are_drawn_as_likely_as_they_are(rules: Rulebook) -> None:
    check_samples(small_views(rules, 1, seed=6))


def test_worlds_of_late_views_are_drawn_as_likely_as_they_are() -> None:
    check_samples(small_views(PINOCHLE_BOOKS["scarne"], 1, seed=7))


# ------------------------------------------------------------------------------------- chains


def test_a_chain_finds_hands_that_one_swap_does_not_join() -> None:
    # From a marriage of hearts to one of clubs it takes two cards, and one alone breaks both.
    view = StockPosition.parse(
        "upcard=9S stock=21 turn=south south=AATT.AATT.KKQQ.- north=+11 led=9D tricks=AC-9C "
        "dealer=south"
    )
    belief = Belief(view, INFERRED, where=("north holds exactly one marriage",))
    assert belief.effective_kind == INFERRED
    rows = belief.sample(belief.playouts(), 1, 0, 300)
    suits = Counter[str]()
    for row in rows:
        hand = Counter(Card.from_index(card).text() for card in row[: belief.hidden].tolist())
        held = [suit for suit in "HDC" if min(hand["K" + suit], hand["Q" + suit])]
        assert sum(min(hand["K" + suit], hand["Q" + suit]) for suit in "HDC") == 1
        suits.update(held)
    assert min(suits["H"], suits["C"]) > 30


# --------------------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("where", "fact"),
    [
        (["north holds AC"], "'north holds AC': north cannot, both AC are seen"),
        (["north holds 3 QS"], "'north holds 3 QS': north holds 0 to 1 of these"),
        (["north holds no KD"], "'north holds no KD': north holds 1 to 2 of these"),
        (["the stock holds AC"], "'the stock holds AC': the stock cannot, both AC are seen"),
        (["the stock holds 2 KD"], "'the stock holds 2 KD': the stock holds 0 to 1 of these"),
        (
            ["north holds aces around"],
            "'north holds aces around': with the cards that are not seen north cannot",
        ),
        (["south holds AS"], "'south holds AS': south sees its own hand, and it is not so"),
        (
            ["neither holds a marriage"],
            "'neither holds a marriage': south sees its own hand, and it is not so",
        ),
        (["upcard is a nine"], "'upcard is a nine': upcard is TS"),
        (["trump is hearts"], "'trump is hearts': trump is S"),
        (["0.7: north holds KD"], "'north holds KD': it is certain, so it takes no weight"),
        (["40%: north holds AC"], "'north holds AC': it cannot be, so it takes no weight"),
        (
            ["north holds 4 aces", "the stock holds 4 aces"],
            "no world meets all of these: 'north holds 4 aces', 'the stock holds 4 aces'",
        ),
        (
            ["0.7: north holds AS", "0.7: north holds no AS"],
            "these weights contradict one another: 'north holds AS', 'north holds no AS'",
        ),
        (["x: north holds AS"], "'x': a weight is a number from 0 to 1, such as 0.7 or 70%"),
        (["1.5: north holds AS"], "'1.5': a weight is a number from 0 to 1, such as 0.7 or 70%"),
        (["north hods AS"], "'north hods AS': 'hods', did you mean holds?"),
        (
            ["the stock holds a run"],
            "'the stock holds a run': the stock holds cards and card points, but no melds",
        ),
        (
            ["0.4: north holds AS", "0.5: north holds at least 60 meld points"],
            "'north holds at least 60 meld points': a weight of meld points goes with no other "
            "weight",
        ),
    ],
)
def test_what_cannot_be_assumed_is_refused_in_a_line(where: list[str], fact: str) -> None:
    with pytest.raises((IllegalPositionError, NotationError)) as error:
        analyze(position(), worlds=32, where=where)
    assert str(error.value) == f"where: {fact}"


def test_what_is_certain_changes_nothing() -> None:
    plain = analyze(position(), worlds=64)
    for where in ("south holds QS", "north holds KD", "trump is spades", "either holds QS"):
        assumed = analyze(position(), worlds=64, where=where)
        assert assumed.moves == plain.moves
        assert assumed.where == (where,)


def test_weights_at_their_limits_are_met() -> None:
    assumed = AssumedWorlds(position(), ("0.7: north holds AS", "0.7: north holds exactly one AS"))
    assert [(case.holds, round(case.weight, 9)) for case in assumed.cases] == [
        ((False, False), 0.3),
        ((True, True), 0.7),
    ]


def test_meld_points_are_drawn_until_a_hand_has_them() -> None:
    belief = Belief(position(), where=("0.4: north holds at least 100 meld points",))
    rows = belief.sample(belief.playouts(), 1, 0, 40)
    again = belief.sample(belief.playouts(), 1, 10, 10)
    assert (rows[10:20] == again).all()
    assert belief.assumed is not None
    assert [case.weight for case in belief.assumed.cases] == [0.6, 0.4]


def test_chains_go_on_until_their_worlds_have_the_meld_points() -> None:
    view = StockPosition.parse(
        "upcard=9S stock=21 turn=south south=-.AATTKK.TT.TTQQ north=+11 led=9D tricks=AC-9C "
        "dealer=south"
    )
    belief = Belief(view, INFERRED, where=("north holds at least 100 meld points",))
    assert belief.effective_kind == INFERRED
    rows = belief.sample(belief.playouts(), 1, 0, 16)
    for row in rows:
        hand = Hand.of(map(Card.from_index, row[: belief.hidden].tolist()))
        assert meld_points(view.rules, view.trump, hand) >= 100


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (["north holds AS"], "north holds AS"),
        (['0.7:"north holds AS"'], "north holds AS (weight 70%)"),
        (
            ["north holds a run", " 5%: the stock holds QS "],
            "north holds a run, and the stock holds QS (weight 5%)",
        ),
    ],
)
def test_assumptions_in_words(where: list[str], words: str) -> None:
    assert in_words(where) == words


def test_worlds_depend_on_seed_and_number_alone() -> None:
    for kind in (UNIFORM, INFERRED):
        belief = Belief(position(), kind, where=("0.7: north holds AS", "north holds 3 trumps"))
        search = belief.playouts()
        rows = belief.sample(search, 5, 0, 32)
        assert (belief.sample(search, 5, 0, 32) == rows).all()
        assert (belief.sample(search, 6, 0, 32) != rows).any()
        trumps = [card.index for card in position().unseen.distinct() if card.suit.letter == "S"]
        held = np.isin(rows[:, : belief.hidden], trumps).sum(axis=1)
        assert (held == 3).all()


@pytest.mark.parametrize("engine", ["default", "pimc", "ismcts"])
def test_engines_that_search_take_conditions(engine: str) -> None:
    worlds = 16 if engine == "pimc" else 64
    analysis = analyze_with(engine, position(), worlds=worlds, where="north holds at least one AS")
    assert analysis.where == ("north holds at least one AS",)
    assert analysis.best.mean != analyze_with(engine, position(), worlds=worlds).best.mean


def test_engines_that_look_at_no_hidden_cards_refuse_conditions() -> None:
    with pytest.raises(ValueError, match="greedy looks at no hidden cards"):
        analyze_with("greedy", position(), worlds=64, where="north holds AS")


def test_without_conditions_seeds_draw_what_they_drew_before_there_were_any() -> None:
    led = (
        "upcard=9S stock=21 turn=south south=-.AATTKK.TT.TTQQ north=+11 led=9D tricks=AC-9C "
        "dealer=south"
    )
    for text, kind, drawn in (
        (LATE, UNIFORM, "3c983e4f114cb5ca"),
        (led, INFERRED, "319568ebd93982c4"),
    ):
        belief = Belief(StockPosition.parse(text), INFERRED)
        assert belief.effective_kind == kind
        worlds = belief.sample(belief.playouts(), 1, 0, 64)
        assert sha256(worlds.tobytes()).hexdigest()[:16] == drawn


# ------------------------------------------------------------- analyses through all worlds

LAST_REPLIES = [json.loads(line) for line in (DATA / "last_replies.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", LAST_REPLIES[:8:4], ids=lambda row: row["position"].split()[0])
def test_the_exact_means_are_averages_over_what_may_be_assumed(row: dict[str, Any]) -> None:
    view = StockPosition.parse(row["position"])
    other = view.turn.other.text()
    text = next(
        f"{other} holds at least one {card}"
        for card in view.unseen.distinct()
        if view.unseen.count(card) == 1 and card not in view.hand(view.turn.other).known
    )
    plain = analyze(view, belief=UNIFORM)
    belief = Belief(view, where=(f"0.5: {text}",))
    assert belief.assumed is not None
    everything = Belief(view).all_worlds(belief.playouts(), seed=1)
    (_, without), (_, among) = belief.assumed.weigh(everything.cards, everything.weights)
    share = float(everything.weights[among > 0].sum())
    assert share + float(everything.weights[without > 0].sum()) == pytest.approx(1)
    values = {
        weight: {
            move.move: move.mean
            for move in analyze(view, belief=UNIFORM, where=f"{weight}: {text}").moves
        }
        for weight in (0, 1, 0.7)
    }
    assert plain.exact
    assert values[0] != values[1]
    for move in plain.moves:
        with_it, without_it = values[1][move.move], values[0][move.move]
        assert move.mean == pytest.approx(share * with_it + (1 - share) * without_it)
        assert values[0.7][move.move] == pytest.approx(0.7 * with_it + 0.3 * without_it)


def test_doubles_are_valued_under_conditions() -> None:
    view = StockPosition.parse(
        "rules=macdougall doubles=every upcard=TS stock=19 act=double turn=south north=+12 "
        "south=AK9.TKJJ.ATJ.K9 tricks=9D-AD,QC-JC points=0+16/0+0 dealer=south"
    )
    plain, worse = (analyze(view, worlds=256, where=where) for where in ((), "north holds a run"))
    assert worse.where == ("north holds a run",)
    assert plain.doubling is not None
    assert worse.doubling is not None
    assert worse.doubling.chance.mean < plain.doubling.chance.mean - 0.05
    with pytest.raises(IllegalPositionError, match="both AD are seen"):
        analyze(view, worlds=64, where="north holds AD")

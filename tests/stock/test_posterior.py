"""Worlds drawn by a Markov chain over past deals, beside all deals gone through one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import exp, log
from typing import Any

import numpy as np
import pytest

from helpers.assumed import conditions, holding, restricted
from helpers.oracle_decks import (
    SMALL_RULEBOOKS,
    TWELVE,
    oracle_deck,
    oracle_tokens,
    small_rules,
    true_world,
    views,
)
from helpers.past_deals import (
    Row,
    deal_of,
    few_histories,
    in_order,
    indifferent,
    played_again,
    surprise,
    way_of,
)
from oracle.beliefs import FACES, World, histories
from oracle.beliefs import History as Way
from oracle.hand_melds import canonical
from pinochle_solver import RULEBOOKS, Card, Rank, Rulebook
from pinochle_solver._core.stock.inference import DRAWN
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.behaviour import FITTED, Behaviour
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief
from pinochle_solver.stock.histories import history_record

# Colder than the default, so that the few moves of a small deck tell something.
COLD = Behaviour(temperature=4.0, slips=0.05, last_slips=0.2)

rulebook = pytest.mark.parametrize(
    "rules", [*PINOCHLE_BOOKS.values(), *SMALL_RULEBOOKS.values()], ids=lambda rules: rules.name
)


def inferring_views(
    rules: Rulebook, hands: int, seed: int, behaviour: Behaviour = FITTED
) -> Iterator[tuple[Referee, Belief]]:
    """What the seats to decide see in random hands, and believe, as far as they infer anything."""
    for referee, view in views(rules, hands, seed):
        belief = Belief(view, INFERRED, behaviour)
        if belief.history is not None:
            yield referee, belief


def sample_deals(
    search: Playouts, belief: Belief, seed: int, steps: tuple[int, int, int]
) -> tuple[Row, Row]:
    """Worlds and deals of chain 0; `steps` are the burn-in, the thinning and how many worlds."""
    burn_in, thinning, number = steps
    deck = belief.position.rules.deck
    worlds = np.zeros((number, len(belief.cards)), np.uint8)
    deals = np.zeros((number, deck.size), np.uint8)
    assert search.sample_chain(seed, 0, burn_in, thinning, worlds, deals) >= 0
    return worlds, deals


# ----------------------------------------------------------------- all deals, one by one


def log_chance(referee: Referee, move: int) -> float:
    """The logarithm of how likely the seat to decide is to make a move, under `COLD`."""
    numbers = referee.numbers()
    if len(numbers) == 1:
        return 0.0
    view = referee.view(referee.turn) if referee.turn is not None else None
    assert isinstance(view, StockPosition)
    search = Belief(view, UNIFORM).playouts()
    assert search.legal() == numbers
    weights = [exp(score / COLD.temperature) for score in search.behaviour_scores()]
    share = weights[numbers.index(move)] / sum(weights)
    is_last = referee.completed_tricks + 1 == view.rules.deck.stock_tricks
    slips = COLD.last_slips if is_last and referee.due is Act.PLAY else COLD.slips
    return log(slips / len(numbers) + (1 - slips) * share)


def told_apart(way: Way) -> Way:
    """A deal without the order of the stock, of which nothing tells."""
    return way._replace(stock=tuple(sorted(way.stock, key=canonical)))


@dataclass(frozen=True)
class Enumerated:
    """A belief, and all past deals with their chances, none of them drawn."""

    belief: Belief
    chances: dict[Way, float]


def enumerated(belief: Belief) -> Enumerated:
    view, history = belief.position, belief.history
    assert history is not None
    assert history.upcard is not None
    ways = histories(
        oracle_tokens(view),
        oracle_deck(view.rules),
        first_upcard=history.upcard.text(),
        counting=FACES,
    )
    search = belief.playouts()
    worlds = np.zeros((1, len(belief.cards)), np.uint8)
    search.sample(1, 0, worlds)
    template = search.past_deal(worlds[0], 1, 0)
    assert template is not None
    before: defaultdict[Way, Fraction] = defaultdict(Fraction)
    for way, chance in ways.items():
        before[told_apart(way)] += chance
    weights = {}
    for way, chance in before.items():
        deal = deal_of(view, template, history, way)
        referee, weight = played_again(view, deal, history, log_chance)
        again = referee.view(view.turn)
        # Where other copies were laid than were seen, the deal is another position's.
        if again is not None and again.text() == view.text():
            weights[way] = float(chance) * exp(weight)
    total = sum(weights.values())
    return Enumerated(belief, {way: weight / total for way, weight in weights.items()})


@cache
def enumerated_beliefs() -> list[Enumerated]:
    """Beliefs of small decks in which some deals explain better than others what was seen."""
    chosen = []
    for number, rules in enumerate(SMALL_RULEBOOKS.values()):
        of_rules: list[Enumerated] = []
        for _, belief in inferring_views(rules, 3, number, COLD):
            if few_histories(belief.position) and len(of_rules) < 2:
                each = enumerated(belief)
                chances = each.chances.values()
                if len(chances) > 2 and max(chances) > 1.5 * min(chances):
                    of_rules.append(each)
        chosen += of_rules
    assert len(chosen) > 12
    return chosen


def test_deals_are_drawn_as_likely_as_all_of_them_have_it() -> None:
    excess = variance = 0.0
    for each in enumerated_beliefs():
        belief = each.belief
        assert belief.history is not None
        search, counted = belief.playouts(), Counter[Way]()
        for seed in range(6):
            _, deals = sample_deals(search, belief, seed, (250, 1, 1))
            way = way_of(belief.position, deals[0].tobytes(), belief.history.dealer)
            counted[told_apart(way)] += 1
        assert not set(counted) - set(each.chances), belief.position.text()
        more, its = surprise(counted, each.chances)
        assert more < 6 * its**0.5 + 1e-9, belief.position.text()
        excess, variance = excess + more, variance + its
    assert abs(excess) < 4 * variance**0.5


def test_every_step_is_balanced_by_the_step_back() -> None:
    # Of two deals the first goes to the second as often as the second to the first: the chance of
    # the one deal times that of the step, each estimated apart.
    off: list[float] = []
    for each in enumerated_beliefs():
        belief, chances = each.belief, each.chances
        if len(chances) > 12 or len(off) > 100:
            continue
        assert belief.history is not None
        _, deals = sample_deals(belief.playouts(), belief, 1, (250, 1, 40_000))
        rows = [row.tobytes() for row in deals]
        ways = {
            row: told_apart(way_of(belief.position, row, belief.history.dealer))
            for row in set(rows)
        }
        visits = Counter(ways[row] for row in rows)
        steps = Counter((ways[a], ways[b]) for a, b in pairwise(rows))
        for one, another in {tuple(sorted(pair)) for pair in steps if pair[0] != pair[1]}:
            there, back = steps[one, another] / visits[one], steps[another, one] / visits[another]
            # What happened every time, or never, may be otherwise once in as many times.
            error = (
                chances[one] ** 2 * max(there * (1 - there), 1 / visits[one]) / visits[one]
                + chances[another] ** 2
                * max(back * (1 - back), 1 / visits[another])
                / visits[another]
            ) ** 0.5
            off.append((chances[one] * there - chances[another] * back) / error)
    assert len(off) > 12
    assert max(map(abs, off)) < 5
    assert np.std(off) < 1.2


# ------------------------------------------------------------------------- chains restricted


def world_by_stock(view: StockPosition, stock: tuple[str, ...]) -> World:
    """The world, whose stock lies in no order, that has these cards in the stock."""
    hidden = Counter(card.text() for card in view.unseen)
    hidden.subtract(stock)
    return World(tuple(sorted(hidden.elements())), tuple(sorted(stock)))


def test_chains_stay_in_the_condition_and_are_as_likely_there_as_all_deals_have_it() -> None:
    excess = variance = 0.0
    compared = 0
    for each in enumerated_beliefs()[::5]:
        view = each.belief.position
        chances: dict[World, Any] = defaultdict(float)
        for way, chance in each.chances.items():
            chances[world_by_stock(view, way.stock)] += chance
        for text, holds in conditions(view):
            met = {world for world in chances if holding(view, holds, world)}
            if not met or len(met) == len(chances):
                continue
            for weight in (1.0, 0.7):
                belief = replace(each.belief, where=(f"{weight}: {text}",))
                assert belief.effective_kind == INFERRED
                search, counted = belief.playouts(), Counter[World]()
                for seed in range(40):
                    row = belief.sample(search, seed, 0, 1)[0]
                    stock = (Card.from_index(card).text() for card in row[belief.hidden :].tolist())
                    counted[world_by_stock(view, tuple(stock))] += 1
                expected = restricted(chances, [(weight, met)])
                assert not set(counted) - set(expected), (text, view.text())
                more, its = surprise(counted, expected)
                assert more < 6 * max(its, 0.0) ** 0.5 + 1e-6, (text, view.text())
                excess, variance, compared = excess + more, variance + its, compared + 1
    assert compared > 15
    assert abs(excess) < 4 * variance**0.5


def test_all_worlds_of_an_inferred_belief_have_the_weights() -> None:
    (each, *_) = [
        each
        for each in enumerated_beliefs()
        if any(0 < len(met) < len(all_of) for _, met, all_of in met_by_hands(each))
    ]
    belief = each.belief
    text = next(text for text, met, all_of in met_by_hands(each) if 0 < len(met) < len(all_of))
    for weight in (0.25, 1.0):
        assumed = replace(belief, where=(f"{weight}: {text}",))
        worlds = assumed.all_worlds(assumed.playouts(), 1, 512)
        assert worlds.weights.sum() == pytest.approx(1)
        holds = dict(conditions(belief.position))[text]
        share = 0.0
        for row, of_it in zip(worlds.cards, worlds.weights, strict=True):
            stock = (Card.from_index(card).text() for card in row[belief.hidden :].tolist())
            world = world_by_stock(belief.position, tuple(stock))
            share += of_it if holding(belief.position, holds, world) else 0
        assert share == pytest.approx(weight)


def met_by_hands(each: Enumerated) -> Iterator[tuple[str, set[World], set[World]]]:
    """Conditions, and the worlds that meet them, among all."""
    view = each.belief.position
    worlds = {world_by_stock(view, way.stock) for way in each.chances}
    for text, holds in conditions(view):
        yield text, {world for world in worlds if holding(view, holds, world)}, worlds


# ------------------------------------------------------------------------- what a world is


@rulebook
def test_every_deal_played_again_is_the_position(rules: Rulebook) -> None:
    compared = 0
    for number, (_, belief) in enumerate(inferring_views(rules, 2, seed=2)):
        view, history = belief.position, belief.history
        if number % 5:
            continue
        assert history is not None
        worlds, deals = sample_deals(belief.playouts(), belief, 7, (100, 20, 2))
        for world, deal in zip(worlds, deals, strict=True):
            referee, _ = played_again(view, deal.tobytes(), history)
            again = referee.view(view.turn)
            assert again is not None
            assert again.text() == view.text()
            hidden = belief.hidden
            assert in_order(world, hidden)[:hidden] == true_world(referee, view)[:hidden]
            assert sorted(world.tolist()) == [card.index for card in belief.cards]
        compared += 1
    assert compared > 2


# Kings and queens around on the table, north has laid its other king of hearts to marry it.
MARRIED = StockPosition.parse(
    "upcard=TS stock=17 turn=south south=AAJJ.ATT.ATT.AT north=KQ.KKQ.KQ.KQ+2 led=JC"
    " melds.north=queens:QS.QH.QD.QC@1+kings:KS.KH.KD.KC@2+marriage:KH2.QH@3"
    " tricks=AH-9H,AC-9C,AD-9D dealer=south"
)


def test_a_seat_that_would_have_laid_another_card_did_not_hold_it() -> None:
    # With a second queen it would have laid her, and left the king in the hand (RULES.md 4.8).
    belief = Belief(MARRIED, INFERRED)
    assert belief.history is not None
    _, deals = sample_deals(belief.playouts(), belief, 1, (250, 20, 4_000))
    drawn_after = 0
    for deal in deals:
        way = way_of(MARRIED, deal.tobytes(), belief.history.dealer)
        assert (*way.dealt, *way.drawn[:2]).count("QH") == 1
        drawn_after += way.drawn[2] == "QH"
    assert drawn_after > 20


def test_the_same_seed_and_chain_draw_the_same_worlds() -> None:
    _, belief = next(inferring_views(RULEBOOKS["scarne"], 1, seed=3))
    worlds = belief.sample(belief.playouts(), 5, 2, 12)
    search = belief.playouts()
    others = [belief.sample(search, seed, chain, 12) for seed, chain in ((5, 3), (6, 2))]
    assert (belief.sample(search, 5, 2, 12) == worlds).all()
    assert (belief.sample(search, 5, 2, 5) == worlds[:5]).all()
    assert all((other != worlds).any() for other in others)
    assert (others[0] != others[1]).any()


# ------------------------------------------------------------------------- nothing is told

SIX_RANKS = tuple(rank for rank in reversed(Rank) if rank.letter in "ATKQJ9")
ONE_OF_EACH = replace(
    small_rules(
        "scarne",
        replace(TWELVE, name="one-of-each", ranks=SIX_RANKS, copies=1),
    ),
    melds=(),
)
"""Twelve cards, all different, and nothing to meld."""


def test_without_information_every_world_is_as_likely_as_any() -> None:
    # The other seat has always as many cards to choose from, and all are alike to it.
    excess = variance = 0.0
    compared = 0
    for _, belief in inferring_views(ONE_OF_EACH, 3, seed=4):
        view, search = belief.position, indifferent(belief)
        ways = {
            bytes(
                (*sorted(card.index for card in world[: belief.hidden]), *stock(world, belief))
            ): 1
            for world, _ in belief.worlds()
        }
        if len(ways) > 200:
            continue
        counted = Counter(
            in_order(belief.sample(search, 8, chain, 1)[0], belief.hidden) for chain in range(600)
        )
        more, its = surprise(counted, {way: 1 / len(ways) for way in ways})
        assert more < 6 * its**0.5 + 1e-9, view.text()
        excess, variance, compared = excess + more, variance + its, compared + 1
    assert abs(excess) < 4 * variance**0.5
    assert compared > 10


def stock(world: tuple[Card, ...], belief: Belief) -> list[int]:
    return [card.index for card in world[belief.hidden :]]


def test_where_nothing_was_seen_worlds_are_drawn_uniformly() -> None:
    view = StockPosition.parse("upcard=9S stock=23 turn=south south=-.AATTKK.TT.TTQQ north=+12")
    belief = Belief(view, INFERRED)
    worlds = belief.sample(belief.playouts(), 1, 2, 10)
    assert (worlds == Belief(view).sample(belief.playouts(), 1, 2, 10)).all()
    with pytest.raises(ValueError, match="nothing was seen"):
        sample_deals(belief.playouts(), belief, 1, (0, 1, 1))


# North has won a trick with the AC, showed nothing, and has led the 9D.
PASSED = StockPosition.parse(
    "upcard=9S stock=21 turn=south south=-.AATTKK.TT.TTQQ north=+11 led=9D tricks=AC-9C"
    " dealer=south"
)


def test_who_passes_is_less_likely_to_hold_a_royal_marriage() -> None:
    royal = [Card.parse(card).index for card in ("KS", "QS")]
    belief = Belief(PASSED, INFERRED)
    search = belief.playouts()
    inferred = np.concatenate([belief.sample(search, 1, chain, 50) for chain in range(30)])
    uniform = Belief(PASSED, UNIFORM).sample(search, 1, 0, 1500)
    shares = [
        float((worlds[:, : belief.hidden, None] == royal).any(axis=1).all(axis=1).mean())
        for worlds in (inferred, uniform)
    ]
    assert shares[0] < shares[1] - 0.1


# ------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("numbers", "named"),
    [
        ({"temperature": 0.0}, "temperature=0.0"),
        ({"temperature": float("nan")}, "temperature=nan"),
        ({"slips": 0.0}, "slips=0.0"),
        ({"slips": 1.5}, "slips=1.5"),
        ({"last_slips": 1.5}, "last_slips=1.5"),
    ],
)
def test_a_behaviour_out_of_range_is_refused(numbers: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named}, expected a number above 0"):
        replace(FITTED, **numbers)


def test_draws_that_the_position_does_not_have_come_to_no_deal() -> None:
    belief = Belief(PASSED, INFERRED)
    search, history = belief.playouts(), belief.history
    assert history is not None
    others = [act for act in history.acts if act.kind != DRAWN]
    draws = [act for act in history.acts if act.kind == DRAWN]
    for acts in (others, [*history.acts, *draws]):
        search.remember(*history_record(replace(history, acts=tuple(acts))), 10.0, 0.02, 0.5)
        worlds = np.zeros((1, len(belief.cards)), np.uint8)
        assert search.sample_chain(1, 0, 0, 1, worlds) == -1


def test_numbers_out_of_range_are_refused() -> None:
    belief = Belief(PASSED, INFERRED)
    search, worlds = belief.playouts(), np.zeros((1, len(belief.cards)), np.uint8)
    for burn_in, thinning in ((-1, 1), (0, 0)):
        with pytest.raises(ValueError, match=f"^burn-in {burn_in}, thinning {thinning}$"):
            search.sample_chain(1, 0, burn_in, thinning, worlds)
    assert belief.history is not None
    for numbers in ((0.0, 0.1, 0.1), (1.0, 0.0, 0.1), (1.0, 1.5, 0.1), (1.0, 0.1, 0.0)):
        named = "temperature {}, slips {}, {}".format(*numbers)
        with pytest.raises(ValueError, match=f"^{named}$"):
            search.remember(*history_record(belief.history), *numbers)

"""What was seen of a hand, and how well a world explains it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from math import inf

import numpy as np
import pytest
from numpy.typing import NDArray

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
from helpers.soak import some
from oracle.beliefs import FACES, histories
from oracle.beliefs import History as Way
from oracle.stock import ALIKE, EndOfStock, oracle_playoff
from pinochle_solver import RULEBOOKS, Hand, Rank, Rulebook, StopFlag, random_deals
from pinochle_solver._core.stock.inference import DRAWN
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.search import analyze

IMPOSSIBLE = -1e8
"""Every possible likelihood is above this."""

Floats = NDArray[np.float64]


def logs(search: Playouts, worlds: Row, seed: int = 1) -> NDArray[np.float64]:
    """The logarithms of the likelihoods of worlds, each in one past deal."""
    deals = [search.past_deal(world, seed, number) for number, world in enumerate(worlds)]
    found = np.zeros(len(worlds))
    rows = [np.frombuffer(deal, np.uint8) for deal in deals if deal is not None]
    assert len(rows) == len(deals)
    search.log_likelihoods(np.stack(rows), found)
    return found


# ------------------------------------------------------------------------------ what was seen

rulebook = pytest.mark.parametrize(
    "rules", [*PINOCHLE_BOOKS.values(), *SMALL_RULEBOOKS.values()], ids=lambda rules: rules.name
)


@rulebook
def test_what_was_seen_is_possible_in_every_world(rules: Rulebook) -> None:
    told = 0
    for referee, view in views(rules, 2, seed=1):
        belief = Belief(view, INFERRED)
        nothing = not belief.hidden or (not view.tricks and view.led is None)
        assert (belief.history is None) == nothing
        if belief.history is not None:
            search = belief.playouts()
            worlds = np.zeros((4, len(belief.cards)), np.uint8)
            search.sample(1, 0, worlds)
            worlds[0] = list(true_world(referee, view))
            assert logs(search, worlds).min() > IMPOSSIBLE, view.text()
            told += 1
    assert told > 10


@rulebook
def test_a_past_deal_played_again_is_the_position(rules: Rulebook) -> None:
    told = 0
    for _, view in views(rules, 1, seed=2):
        belief = Belief(view, INFERRED)
        if belief.history is None:
            continue
        search = indifferent(belief)
        worlds = np.zeros((2, len(belief.cards)), np.uint8)
        search.sample(3, 0, worlds)
        found = logs(search, worlds, seed=4)
        for number, world in enumerate(worlds):
            cards = search.past_deal(world, 4, number)
            assert cards is not None
            referee, choices = played_again(view, cards, belief.history)
            again = referee.view(view.turn)
            assert again is not None
            assert again.text() == view.text()
            assert true_world(referee, view) == in_order(world, belief.hidden)
            # All moves alike: the likelihood is the product of 1 / moves.
            assert found[number] == pytest.approx(-choices)
            told += choices > 0
    assert told > 10


@rulebook
def test_the_acts_add_up_to_the_likelihood(rules: Rulebook) -> None:
    told = passed = 0
    for _, view in views(rules, 4, seed=5):
        belief = Belief(view, INFERRED)
        if belief.history is None:
            continue
        search, blind = belief.playouts(), belief.playouts(ignores_passes=True)
        worlds = np.zeros((3, len(belief.cards)), np.uint8)
        search.sample(3, 0, worlds)
        deals = [search.past_deal(world, 4, number) for number, world in enumerate(worlds)]
        rows = np.stack([np.frombuffer(deal or b"", np.uint8) for deal in deals])
        whole, without = np.zeros(3), np.zeros(3)
        acts = belief.history.acts
        by_act = np.zeros((3, len(acts) + 1, 2))
        search.log_likelihoods(rows, whole, by_act)
        blind.log_likelihoods(rows, without)
        assert by_act.sum(axis=(1, 2)) == pytest.approx(whole)
        assert by_act[:, :, 1].sum(axis=1) == pytest.approx(without)
        for number, act in enumerate(acts):
            if act.kind == DRAWN or act.seat is view.turn:
                assert not by_act[:, number, 1].any()
        told += int((by_act[:, :, 1] < 0).any())
        passed += int((by_act[:, :, 0] < 0).any())
    assert told
    assert passed


# -------------------------------------------------------------------- how it may have come to it


def ways_sampled(view: StockPosition, belief: Belief, number: int) -> Counter[Way]:
    """How the other seat came by its cards, in worlds and histories that were sampled."""
    search = belief.playouts()
    worlds = np.zeros((number, len(belief.cards)), np.uint8)
    search.sample(11, 0, worlds)
    deals = Counter(search.past_deal(world, 12, at) for at, world in enumerate(worlds))
    assert belief.history is not None
    found: Counter[Way] = Counter()
    for cards, often in deals.items():
        assert cards is not None
        found[way_of(view, cards, belief.history.dealer)] += often
    return found


@pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)
def test_histories_are_as_likely_as_the_oracle_has_them(rules: Rulebook) -> None:
    excess = variance = 0.0
    exchanged = melded = 0
    for _, view in views(rules, 4, seed=3):
        belief = Belief(view, INFERRED)
        if belief.history is None or not few_histories(view):
            continue
        assert belief.history.upcard is not None
        upcard = belief.history.upcard.text()
        expected = histories(oracle_tokens(view), oracle_deck(rules), first_upcard=upcard)
        counted = ways_sampled(view, belief, 400)
        assert not set(counted) - set(expected), view.text()
        more, its = surprise(counted, expected)
        assert more < 6 * its**0.5 + 1e-9, view.text()
        excess, variance = excess + more, variance + its
        exchanged += any("dix@" in meld.text() for meld in view.melds(view.turn.other))
        melded += any(meld.copies for meld in view.melds(view.turn.other))
    assert abs(excess) < 4 * variance**0.5
    assert exchanged
    assert melded


# ------------------------------------------------------ how likely worlds are, the policy known


@dataclass(frozen=True)
class Known:
    """A view, and all ways of it where every legal move is known to be made alike.

    A way explains what was seen the better, the fewer moves the other seat had to choose from.

    Attributes:
        belief: of the view.
        search: of the view, by that policy.
        worlds: all of them.
        its: for each way, the place of its world in `worlds`.
        chances: of the ways, by the oracle.
        likelihoods: of what was seen, in each way.
    """

    belief: Belief
    search: Playouts
    worlds: list[bytes]
    its: NDArray[np.int64]
    chances: Floats
    likelihoods: Floats

    def by_world(self, values: Floats) -> Floats:
        """What values of the ways add up to in each world."""
        return np.bincount(self.its, values).astype(np.float64)

    @property
    def shares(self) -> Floats:
        """How likely each world is."""
        found = self.by_world(self.chances * self.likelihoods)
        found /= found.sum()
        return found


def known(view: StockPosition, belief: Belief) -> Known:
    """The ways of a view by the oracle, and what the other seat had to choose from in each."""
    history, search = belief.history, indifferent(belief)
    assert history is not None
    assert history.upcard is not None
    ways = histories(
        oracle_tokens(view),
        oracle_deck(view.rules),
        first_upcard=history.upcard.text(),
        counting=FACES,
    )
    sample = np.zeros((1, len(belief.cards)), np.uint8)
    search.sample(1, 0, sample)
    template = search.past_deal(sample[0], 1, 0)
    assert template is not None
    worlds: dict[bytes, int] = {}
    its, likelihoods = [], []
    for way in ways:
        referee, choices = played_again(view, deal_of(view, template, history, way), history)
        its.append(worlds.setdefault(true_world(referee, view), len(worlds)))
        likelihoods.append(-choices)
    chances = np.array([float(chance) for chance in ways.values()])
    return Known(belief, search, list(worlds), np.array(its), chances, np.exp(likelihoods))


@cache
def known_views() -> list[Known]:
    """Views of small decks in which some ways explain better than others what was seen."""
    found = []
    for number, rules in enumerate(SMALL_RULEBOOKS.values()):
        for _, view in views(rules, 4, seed=number):
            belief = Belief(view, INFERRED)
            if belief.history is not None and few_histories(view) and view.face_down > 1:
                its = known(view, belief)
                if len(its.worlds) > 2 and np.ptp(its.likelihoods) > 0:
                    found.append(its)
    assert len(found) > 15
    return found


def test_all_worlds_weigh_their_chance_times_their_likelihood() -> None:
    # Each share beside the error that the chains' spread tells of it.
    off = []
    for its in known_views():
        found = its.belief.all_worlds(its.search, 3)
        shares = {
            in_order(row, its.belief.hidden): share
            for row, share in zip(found.cards, found.shares.T, strict=True)
        }
        assert len(shares) == len(its.worlds)
        for world, expected in zip(its.worlds, its.shares, strict=True):
            error = shares[world].std(ddof=1) / len(shares[world]) ** 0.5
            off.append((shares[world].mean() - expected) / (error + 1e-3))
    assert len(off) > 200
    assert max(map(abs, off)) < 6
    assert np.std(off) < 1.1


def test_a_mean_over_all_worlds_is_as_far_off_as_its_error_says() -> None:
    random, off = np.random.default_rng(4), []
    for its in known_views():
        values = dict(zip(its.worlds, random.normal(100, 50, len(its.worlds)), strict=True))
        true = its.shares @ list(values.values())
        for seed in range(4):
            found = its.belief.all_worlds(its.search, seed, 1024)
            rows = (in_order(row, its.belief.hidden) for row in found.cards)
            estimate = found.estimate(np.array([values[row] for row in rows]))
            off.append((estimate.mean - true) / estimate.se)
    assert len(off) > 100
    # Their spread is known to one in sqrt(2 * number).
    assert np.mean(np.square(off)) ** 0.5 == pytest.approx(1, abs=5 / (2 * len(off)) ** 0.5)


# ------------------------------------------------------------------- explained by expectation

ONE_TRICK = replace(TWELVE, name="one-trick", ranks=(Rank.KING, Rank.NINE), stock=1)
"""Eight cards of which two are drawn, after the only trick of the stock phase."""


@pytest.mark.parametrize("name", some(PINOCHLE_BOOKS, 2))
def test_of_all_moves_one_is_made_and_the_best_alike(name: str) -> None:
    """Explained by expectation, moves share out one chance: the best alike, each other less."""
    rules = small_rules(name, ONE_TRICK)
    end = EndOfStock(oracle_playoff(oracle_deck(rules)), oracle_deck(rules), 1, ALIKE)
    kinds: Counter[str] = Counter()
    for deal in random_deals(14, 1, rules):
        referee = Referee.of_deal(deal)
        leader = deal.dealer.other
        before = referee.view(leader)
        assert isinstance(before, StockPosition)
        found = {}
        for move in referee.moves():
            referee.push(move)
            after = referee.view(leader.other)
            assert isinstance(after, StockPosition)
            search = Belief(after, INFERRED).playouts()
            search.choose_by_expectation(inf, True)
            world = np.frombuffer(true_world(referee, after), np.uint8)[None, :]
            found[move.text()] = float(np.exp(logs(search, world)[0]))
            referee.pop()
        assert sum(found.values()) == pytest.approx(1)
        best = end.best(oracle_tokens(before))
        highest = max(found.values())
        assert {move for move, chance in found.items() if chance == highest} == set(best)
        kinds["equals"] += len(best) > 1
        kinds["worse ones"] += len(best) < len(found)
    assert min(kinds["equals"], kinds["worse ones"]) > 1


def last_lead(referee: Referee) -> StockPosition:
    """Make the first legal moves up to the lead to the last stock trick."""
    while True:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        if view.act is Act.PLAY and view.completed_tricks + 1 == view.rules.deck.stock_tricks:
            return view
        referee.push(referee.moves()[0])


@pytest.mark.parametrize("name", PINOCHLE_BOOKS)
def test_what_comes_near_the_best_by_estimates_is_solved(name: str) -> None:
    """With a margin that holds all moves choices are as with all playoffs solved."""
    rules = small_rules(name, TWELVE)
    differ = 0
    for deal in random_deals(6, 2, rules):
        referee = Referee.of_deal(deal)
        view = last_lead(referee)
        world = np.frombuffer(true_world(referee, view), np.uint8)
        ends = {}
        for margin in (inf, 1_000.0, 0.0):
            search = Belief(view).playouts()
            search.choose_by_expectation(margin, False)
            shown = np.zeros((2, len(Belief(view).problem.kinds)))
            ends[margin] = [search.ends(world, each, shown, StopFlag()) for each in search.legal()]
        assert ends[inf] == ends[1_000.0]
        differ += ends[inf] != ends[0.0]
    assert differ


@pytest.mark.parametrize("name", some(PINOCHLE_BOOKS, 2, 1))
def test_a_small_deck_is_analysed_by_what_expectation_explains(name: str) -> None:
    rules = small_rules(name, ONE_TRICK)
    differ = 0
    for deal in random_deals(6, 4, rules):
        referee = Referee.of_deal(deal)
        referee.push(referee.moves()[0])
        view = referee.view(deal.dealer)
        assert isinstance(view, StockPosition)
        belief = Belief(view, INFERRED)
        search, by_policy = belief.playouts(), belief.playouts()
        search.choose_by_expectation(inf, True)
        worlds, others = (belief.all_worlds(each, 1) for each in (search, by_policy))
        analysis = analyze(view, worlds=4, seed=1, belief=INFERRED)
        shown = np.zeros((2, len(belief.problem.kinds)))
        seat = view.turn
        for move in analysis.moves:
            number = belief.problem.number_of(move.move)
            values = []
            for world in worlds.cards:
                ends = np.array(search.ends(world, number, shown, StopFlag()))
                values.append(ends[:, 0] @ (ends[:, 1 + seat] - ends[:, 1 + seat.other]))
            assert move.mean == pytest.approx(worlds.weights @ values)
            differ += abs(move.mean - others.weights @ values) > 0.1
    assert differ


# -------------------------------------------------------------------------------- what it tells

# North has won a trick with the AC, showed nothing, and has led the 9D.
PASSED = StockPosition.parse(
    "upcard=9S stock=21 turn=south south=-.AATTKK.TT.TTQQ north=+11 led=9D tricks=AC-9C"
    " dealer=south"
)


def explained(*hands: str) -> list[float]:
    """The mean likelihoods of such hands of north in `PASSED`, in many histories."""
    belief = Belief(PASSED, INFERRED)
    search = belief.playouts()
    found = []
    for hand in hands:
        cards = Hand.parse(hand)
        rest = list(belief.cards)
        for card in cards:
            rest.remove(card)
        row = [card.index for card in (*cards, *rest)]
        found.append(float(np.exp(logs(search, np.array([row] * 200, np.uint8))).mean()))
    return found


def test_who_passes_is_less_likely_to_hold_a_meld() -> None:
    run, marriage, nothing = explained("AATTKQJ.99J.-.9", "AATTKQ.99J.9.9", "AATTKJ.99J.9.9")
    assert run < 0.5 * nothing
    assert marriage < 0.9 * nothing


def test_a_dix_is_shown_at_its_turn_after_a_meld_that_was_passed() -> None:
    """Where both seats draw first, a meld and a dix turn follow one another."""
    goulash = RULEBOOKS["goulash"]
    view = StockPosition.parse(
        "rules=goulash upcard=7H stock=25 turn=south south=AA7.KQJ97.KQQJJ8.QQ north=-.-.-.-+16"
        " melds.south=dix@0+dix:7H@3 tricks=TS-9C,AH-KC,TH-9D dealer=north"
    )
    for rules in (goulash, replace(goulash, name="draws-first", draws_before_melding=True)):
        assert Belief(replace(view, rules=rules), INFERRED).effective_kind == INFERRED


def test_a_first_lead_tells_nothing() -> None:
    view = StockPosition.parse("upcard=9S stock=23 turn=south south=-.AATTKK.TT.TTQQ north=+12")
    assert Belief(view, INFERRED).history is None

"""The mini-games with doubles: their trees and values, and what policies for doubles come to."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import permutations
from math import inf

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.minigames import doubling, doubling_tree, minigame_tree
from benchmarks.minigames.doubling import (
    NAMED,
    SEATS,
    Behaviours,
    PlayedOn,
    Thresholds,
    behaviour_of,
    best_thresholds,
    card_play,
    card_plays,
    doubled,
    doubled_reading,
    everywhere,
    habits,
    main,
    measure,
    plans_of,
    windows,
)
from benchmarks.minigames.doubling_tree import DoublingTree, Kind
from benchmarks.minigames.equilibrium import NORTH, SOUTH, Equilibrium, Floats, Ints, solve_game
from benchmarks.minigames.minigame_tree import MINI_GAMES, GameTree, mini_rules
from oracle import minigames
from oracle.doubles import CHOICES
from oracle.minigames import StakesGame
from pinochle_solver import Rank, Rulebook

SIX_CARDS = (Rank.ACE, Rank.KING, Rank.QUEEN)
ONE_CARD = mini_rules("one-card", 1, ranks=SIX_CARDS)
"""Hands of one of six cards, two windows; fair, for of two cards the same one wins, led or not."""
TWO_CARDS = mini_rules("two-cards", 2, ranks=SIX_CARDS)
HAND2, HAND3 = MINI_GAMES["hand2"], MINI_GAMES["hand3"]
ORACLES = {"one-card": ("QKA", 1), "two-cards": ("QKA", 2), "hand3": ("QKTA", 3)}
VALUES = {"one-card": 0, "two-cards": -1 / 18, "hand3": -0.0875}  # tests/oracle/minigames.py

all_games = pytest.mark.parametrize(
    "rules", [ONE_CARD, TWO_CARDS, HAND3], ids=lambda rules: rules.name
)


@cache
def tree_of(rules: Rulebook) -> DoublingTree:
    return DoublingTree(GameTree(rules))


@cache
def solution_of(rules: Rulebook) -> Equilibrium:
    return solve_game(tree_of(rules).game, 0.0005)


@cache
def oracle_of(rules: Rulebook) -> StakesGame:
    return StakesGame(*ORACLES[rules.name])


def alike(tree: DoublingTree) -> Behaviours:
    """Every card alike, and no doubles."""
    south, north = (seat.uniform() for seat in tree.cards.game.seats)
    return card_play(tree, (south, north))


def by_doubles(tree: DoublingTree, thresholds: Thresholds) -> float:
    cards = alike(tree)
    behaviours = doubled(PlayedOn(tree, cards), cards, everywhere(tree, thresholds))
    return doubling.exploitability_by_doubles(tree, behaviours)


# The games


@all_games
def test_the_tree_is_the_oracles(rules: Rulebook) -> None:
    tree, oracle = tree_of(rules), oracle_of(rules)
    assert tree.cards.deals == oracle.deals
    for seat in SEATS:
        treeplex, sets = tree.game.seats[seat], oracle.sets[seat]
        assert treeplex.size == oracle.sizes[seat]
        acts = [key[0] for key in sets if isinstance(key, tuple)]
        kinds = tree.sets[seat].kind
        for kind, act in zip((Kind.OFFER, Kind.ANSWER, Kind.LAST), CHOICES, strict=True):
            assert np.count_nonzero(kinds == kind) == acts.count(act)
        assert len(kinds) == len(acts)
    gains = sorted(gain / oracle.deals for gain in oracle.gains.values())
    assert sorted(tree.game.payoffs) == pytest.approx(gains)


@all_games
def test_best_responses_to_random_play_are_the_oracles(rules: Rulebook) -> None:
    tree, oracle = tree_of(rules), oracle_of(rules)
    seats = tree.game.seats
    plans = tuple(seat.plan(seat.uniform()) for seat in seats)
    low, high = tree.game.bounds((plans[SOUTH], plans[NORTH]))
    assert low == pytest.approx(-oracle.best_against_random(NORTH))
    assert high == pytest.approx(oracle.best_against_random(SOUTH))


@all_games
def test_the_value_is_that_of_the_linear_program(rules: Rulebook) -> None:
    found = solution_of(rules)
    assert found.low - 1e-6 <= VALUES[rules.name] <= found.high + 1e-6
    assert found.exploitability <= 0.0005


def test_windows_come_after_each_trick_of_the_stock() -> None:
    assert windows(tree_of(ONE_CARD)) == [(1, True), (2, True), (2, False)]
    assert windows(tree_of(TWO_CARDS)) == windows(tree_of(HAND3)) == [(1, True)]


@pytest.mark.parametrize("rules", [TWO_CARDS, HAND3], ids=lambda rules: rules.name)
def test_the_last_window_is_worth_nothing(rules: Rulebook) -> None:
    tree, found = tree_of(rules), solution_of(rules)
    ((_, cards),) = card_plays(tree, found, ["stakes"], 1, 1)
    never = doubled(PlayedOn(tree, cards), cards, everywhere(tree, NAMED["never"]))
    assert measure(tree, never, found).exploitability < 0.001


@all_games
def test_what_is_expected_node_by_node_is_what_the_plans_come_to(rules: Rulebook) -> None:
    tree = tree_of(rules)
    behaviours = PlayedOn(tree, alike(tree)).behaviours
    values = tree.values(behaviours, tree.outcome.astype(float))
    expected = values[: tree.cards.deals].mean()
    assert tree.game.value(plans_of(tree, behaviours)) == pytest.approx(
        # Without doubles the stake is 1, so what south wins is what he is paid.
        expected
    )
    assert tree.game.value(plans_of(tree, everything_doubled(tree))) == pytest.approx(
        # Where only the one window is open and all is accepted, it is 2.
        2 * expected if len(windows(tree)) == 1 else 4 * expected,
        abs=1e-9,
    )


def everything_doubled(tree: DoublingTree) -> Behaviours:
    cards = alike(tree)
    return doubled(PlayedOn(tree, cards), cards, everywhere(tree, Thresholds(0, 0, inf)))


# Chances


def trick_winner(leader: int, cards: tuple[str, str]) -> int:
    """Who wins a trick to which each seat plays its card."""
    led, reply = cards[leader], cards[1 - leader]
    return 1 - leader if minigames.takes(led, reply) else leader


def test_chances_with_hands_of_one_are_those_of_going_through_the_deals() -> None:
    """After the first trick its winner knows three of the six cards."""
    deck = [rank + suit for rank in "QKA" for suit in "SH"]
    seen = defaultdict[tuple[int, tuple[str, ...]], list[float]](list)
    for deal in permutations(deck):
        leader, lead, stock = 0, 0, deal[2:]
        hands, known = (deal[0], deal[1]), None
        for trick in range(3):
            leader = trick_winner(leader, hands)
            points = sum(minigames.POINTS[card[0]] for card in hands) + 10 * (trick == 2)
            lead += -points if leader else points
            if stock:
                drawn = stock[:2] if leader == 0 else stock[1::-1]
                if known is None:
                    known = (leader, (*hands, drawn[leader]))
                hands, stock = (drawn[0], drawn[1]), stock[2:]
        assert known is not None
        seen[known].append((1 + np.sign(-lead if known[0] else lead)) / 2)
    tree = tree_of(ONE_CARD)
    chances = PlayedOn(tree, alike(tree)).chances
    found = []
    for seat in SEATS:
        sets = tree.sets[seat]
        first = (sets.kind == Kind.OFFER) & (sets.window == 1)
        found += chances[seat][first].tolist()
    assert sorted(found) == pytest.approx(sorted(np.mean(wins) for wins in seen.values()))


def test_in_the_last_window_chances_are_certain() -> None:
    tree = tree_of(HAND3)
    for chances, sets in zip(PlayedOn(tree, alike(tree)).chances, tree.sets, strict=True):
        assert set(chances[sets.window == 1].round(9)) <= {0, 0.5, 1}


def answered(played_on: PlayedOn, behaviours: Behaviours, seat: int, chances: Floats) -> Floats:
    """How often a seat is doubled; what it then expects to win; what it does win, played on."""
    tree = played_on.tree
    values = tree.values(played_on.behaviours, tree.outcome.astype(float))
    asked = asked_in(tree, seat, Kind.ANSWER)
    come = tree.reach(SOUTH, behaviours[SOUTH]) * tree.reach(NORTH, behaviours[NORTH])
    wins = (1 + (values if seat == SOUTH else -values)) / 2
    weights = come[asked]
    return (
        np.array([weights.sum(), weights @ chances[tree.set[asked]], weights @ wins[asked]])
        / tree.cards.deals
    )


def test_who_reads_offers_expects_what_comes() -> None:
    tree, cards = tree_of(ONE_CARD), alike(tree_of(ONE_CARD))
    played_on = PlayedOn(tree, cards)
    behaviours = doubled_reading(played_on, cards, everywhere(tree, Thresholds(0.6, 0.2, 0.8)))
    for seat in SEATS:
        reading = played_on.chances_if(seat, behaviours)
        often, expected, won = answered(played_on, behaviours, seat, reading)
        assert often > 0.1
        assert expected == pytest.approx(won)
        _, by_cards, _ = answered(played_on, behaviours, seat, played_on.chances[seat])
        assert by_cards > expected + 0.01  # an offer is bad news


def test_an_offer_that_is_always_made_tells_nothing_but_the_cards_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Hands of two and two windows, of all deals those of one hand of south.
    deals = [*minigame_tree.all_deals(HAND2)]
    deals = [deal for deal in deals if deal[:2] == deals[len(deals) // 2][:2]]
    monkeypatch.setattr(minigame_tree, "all_deals", lambda _: deals)
    tree = DoublingTree(GameTree(HAND2))
    points = solve_game(tree.cards.game, 0.01)
    south, north = (
        behaviour_of(seat, plan, seat.uniform())
        for seat, plan in zip(tree.cards.game.seats, points.plans, strict=True)
    )
    cards = card_play(tree, (south, north))
    played_on = PlayedOn(tree, cards)
    always = doubled(played_on, cards, everywhere(tree, Thresholds(0, 0, inf)))
    for seat in SEATS:
        often, expected, won = answered(played_on, always, seat, played_on.chances[seat])
        assert often > 0.5
        assert expected == pytest.approx(won)
        reading = played_on.chances_if(seat, always)
        assert answered(played_on, always, seat, reading)[1] == pytest.approx(won)


# Thresholds


@settings(max_examples=20)
@given(st.lists(st.floats(0, 1), min_size=8, max_size=8))
def test_choices_are_those_of_the_thresholds(numbers: list[float]) -> None:
    tree, cards = tree_of(ONE_CARD), alike(tree_of(ONE_CARD))
    played_on = PlayedOn(tree, cards)
    first, others = Thresholds(*numbers[:4]), Thresholds(*numbers[4:])
    policy = {key: first if key == (1, True) else others for key in windows(tree)}
    behaviours = doubled(played_on, cards, policy)
    for seat in SEATS:
        sets, own = tree.sets[seat], tree.game.seats[seat]
        for number in range(0, len(sets.kind), 97):
            kind, at = sets.kind[number], own.firsts[number]
            chosen = behaviours[seat][at : at + own.counts[number]]
            if kind == Kind.CARD:
                assert chosen == pytest.approx(np.full(len(chosen), 1 / len(chosen)))
                continue
            limits = policy[int(sets.window[number]), bool(sets.shared[number])]
            choice = chosen_by(limits, kind, played_on.chances[seat][number])
            assert list(chosen) == [each == choice for each in range(len(chosen))]


def chosen_by(limits: Thresholds, kind: int, chance: float) -> int:
    if kind == Kind.OFFER:
        return int(limits.offer - 1e-9 < chance < limits.too_good + 1e-9)
    if kind == Kind.ANSWER and chance > limits.redouble - 1e-9:
        return 2
    return int(chance > limits.accept - 1e-9)


def test_with_one_chance_left_a_double_is_right_from_a_half_and_taken_from_a_quarter() -> None:
    """The last window of all apart, where nobody doubles who does not win. Chances are sixths."""
    tree = tree_of(ONE_CARD)
    assert by_doubles(tree, Thresholds(0.5, 0.25, 0.85)) == pytest.approx(0, abs=1e-9)
    for worse in (
        Thresholds(0.55, 0.25, 0.85),
        Thresholds(0.5, 0.1, 0.85),
        Thresholds(0.5, 0.4, 0.85),
        NAMED["never"],
    ):
        assert by_doubles(tree, worse) > 0.005, worse


def test_who_accepts_what_he_cannot_win_is_made_to_pay() -> None:
    tree = tree_of(HAND3)
    assert by_doubles(tree, NAMED["start"]) == pytest.approx(0, abs=1e-9)
    # Doubled where he loses for certain: one stake of each hand that the trick's winner wins.
    on = PlayedOn(tree, alike(tree))
    paid = 0.0
    for seat in SEATS:
        asked = asked_in(tree, seat, Kind.OFFER)
        come = tree.reach(SOUTH, on.behaviours[SOUTH]) * tree.reach(NORTH, on.behaviours[NORTH])
        paid += come[asked] @ (on.chances[seat][tree.set[asked]] == 1)
    doubled_hands = paid / tree.cards.deals / 2
    assert by_doubles(tree, Thresholds(inf, 0, inf)) == pytest.approx(doubled_hands)


def asked_in(tree: DoublingTree, seat: int, kind: Kind) -> Ints:
    """The nodes where a seat decides this."""
    nodes = np.flatnonzero(tree.seat == seat)
    asked: Ints = nodes[tree.sets[seat].kind[tree.set[nodes]] == kind]
    return asked


@all_games
def test_doubles_alone_win_no_more_than_all(rules: Rulebook) -> None:
    tree, found = tree_of(rules), solution_of(rules)
    cards = alike(tree)
    for thresholds in NAMED.values():
        behaviours = doubled(PlayedOn(tree, cards), cards, everywhere(tree, thresholds))
        measured = measure(tree, behaviours, found)
        assert -1e-9 <= measured.by_doubles <= measured.exploitability + 1e-9
        assert -measured.result <= measured.exploitability + found.exploitability


def test_the_best_thresholds_are_better() -> None:
    tree = tree_of(ONE_CARD)
    cards = alike(tree)
    played_on = PlayedOn(tree, cards)

    def loss(policy: doubling.Policy) -> float:
        return tree.game.exploitability(plans_of(tree, doubled(played_on, cards, policy)))

    best = loss(best_thresholds(played_on, cards))
    assert all(best < loss(everywhere(tree, thresholds)) for thresholds in NAMED.values())
    assert best >= -1e-9


def test_the_cards_of_plans_are_played() -> None:
    tree, found = tree_of(HAND3), solution_of(HAND3)
    for seat in SEATS:
        own, plan = tree.game.seats[seat], found.plans[seat]
        again = own.plan(behaviour_of(own, plan, own.uniform()))
        assert again == pytest.approx(plan, abs=0.002)
    plays = dict(card_plays(tree, found, ["points", "stakes", "random"], 1, 1))
    for seat in SEATS:
        assert plays["random"][seat] == pytest.approx(alike(tree)[seat])
        is_card = np.repeat(tree.sets[seat].kind == Kind.CARD, tree.game.seats[seat].counts)
        assert not np.allclose(plays["points"][seat][1:][is_card], alike(tree)[seat][1:][is_card])
    # Played for points the cards lose a little in the game for stakes.
    losses = {
        name: tree.game.exploitability(plans_of(tree, behaviours))
        for name, behaviours in plays.items()
    }
    assert losses["stakes"] < 0.001 < losses["points"] < losses["random"]


def test_habits_are_those_of_the_thresholds() -> None:
    tree = tree_of(ONE_CARD)
    cards = alike(tree)
    played_on = PlayedOn(tree, cards)
    policy = everywhere(tree, Thresholds(0.5, 0.3, inf))
    found = habits(played_on, doubled(played_on, cards, policy))
    assert found.often[:, Kind.OFFER].sum() == pytest.approx(1)  # one window but the last
    assert not found.often[:, Kind.CARD].any()
    assert not found.often[:, Kind.LAST].any()
    offers = found.often[:, Kind.OFFER] * found.choices[:, Kind.OFFER, 1]
    assert offers.sum() == pytest.approx(found.often[:, Kind.ANSWER].sum())
    for tenth in range(10):
        for kind, least in ((Kind.OFFER, 5), (Kind.ANSWER, 3)):
            if found.often[tenth, kind]:
                expected = [float(tenth < least), float(tenth >= least), 0.0]
                assert found.choices[tenth, kind] == pytest.approx(expected)


# The command


def test_the_command_prints_a_table() -> None:
    options = ["--games", "hand3", "--cards", "points", "--doubles", "start,0.6/0.3/never,best"]
    run = CliRunner().invoke(main, options)
    assert run.exit_code == 0, run.output
    assert "hand3: value for south -0.08" in run.output
    assert "| points | start | 0.7, 0.25, 0.85 | 0.05" in run.output
    assert "| points | 0.6/0.3/never | 0.6, 0.3, never | 0.05" in run.output
    assert "| points | best | 0.7, 0.25, 0.85 | 0.05" in run.output


def test_the_command_prints_what_the_equilibrium_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(doubling_tree.DOUBLING_GAMES, "one-card", ONE_CARD)
    options = ["--games", "one-card", "--cards", "stakes", "--doubles", ""]
    run = CliRunner().invoke(main, options)
    assert run.exit_code == 0, run.output
    rows = {row.split("|")[1].strip(): row for row in run.output.splitlines() if "|" in row}
    assert "| 100% |" in rows["0.8"]
    assert "start" not in run.output


@pytest.mark.parametrize("word", ["late", "0.6", "0.6/0.3/2", "0.6/0.3/x", "nan/0.3/0.8"])
def test_the_command_refuses_doubles_that_it_does_not_know(word: str) -> None:
    run = CliRunner().invoke(main, ["--games", "hand3", "--doubles", word])
    assert run.exit_code == 2
    assert f"{word}, expected start, never, early, best, or chances" in run.output


def test_the_command_refuses_games_that_it_does_not_know() -> None:
    assert CliRunner().invoke(main, ["--games", "hand5"]).exit_code == 2

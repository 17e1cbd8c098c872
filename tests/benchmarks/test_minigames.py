"""The mini-games: their solution, and what the instrument says of policies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.minigames.equilibrium import (
    NORTH,
    SOUTH,
    Equilibrium,
    SequenceGame,
    Treeplex,
    solve_game,
)
from benchmarks.minigames.minigame_tree import MINI_GAMES, GameTree, mini_rules
from benchmarks.minigames.minigames import (
    answers,
    as_policy,
    equilibrium_of,
    main,
    measure,
    plans_of,
)
from benchmarks.minigames.reference_policies import REFERENCES, Reading, random_policy
from oracle.minigames import Game
from pinochle_solver import Card, Rank, Rulebook
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move, Play

SIX_CARDS = mini_rules("six-cards", 2, ranks=(Rank.ACE, Rank.KING, Rank.QUEEN))
HAND3 = MINI_GAMES["hand3"]
LOW_CARDS = mini_rules("low-cards", 3, ranks=(Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE))
ORACLES = {"six-cards": ("QKA", 2), "hand3": ("QKTA", 3), "low-cards": ("9JQK", 3)}
VALUES = {"six-cards": -3.933333, "hand3": -6.284903}  # tests/oracle/minigames.py says how

both_games = pytest.mark.parametrize("rules", [SIX_CARDS, HAND3], ids=lambda rules: rules.name)
all_games = pytest.mark.parametrize(
    "rules", [SIX_CARDS, HAND3, LOW_CARDS], ids=lambda rules: rules.name
)


@cache
def tree_of(rules: Rulebook) -> GameTree:
    return GameTree(rules)


@cache
def solution_of(rules: Rulebook) -> Equilibrium:
    return solve_game(tree_of(rules).game, 0.0005)


@cache
def oracle_of(rules: Rulebook) -> Game:
    return Game(*ORACLES[rules.name])


# The numeric part


def kuhn_poker() -> SequenceGame:
    """Kuhn's poker: three cards, an ante and a bet of one; worth -1/18 to who begins.

    The first seat's sequences: with card c at 4c + 1 check, bet, then after check and bet fold,
    call. The second's: after a check at 4c + 1 check, bet; after a bet fold, call.
    """
    sets = ([0, 1, 0, 5, 0, 9], [0, 0] * 3)
    ends = []
    for own, other in ((c, d) for c in range(3) for d in range(3) if c != d):
        sign = 1 if own > other else -1
        first, second = 4 * own, 4 * other
        ends += [
            (first + 1, second + 1, sign),
            (first + 3, second + 2, -1),
            (first + 4, second + 2, 2 * sign),
            (first + 2, second + 3, 1),
            (first + 2, second + 4, 2 * sign),
        ]
    own_ends, other_ends, gains = (np.array(column) for column in zip(*ends, strict=True))
    seats = (Treeplex.of(sets[0], [2] * 6), Treeplex.of(sets[1], [2] * 6))
    return SequenceGame.of(seats, own_ends, other_ends, gains / 6)


def test_kuhns_poker_is_worth_what_it_is() -> None:
    found = solve_game(kuhn_poker(), 1e-4)
    assert found.low <= -1 / 18 <= found.high
    assert found.exploitability <= 1e-4
    # The second seat has one way to play it right: a third of its bluffs and of its calls.
    folds_and_calls = found.plans[NORTH].reshape(-1)[1:].reshape(6, 2)
    third = [[2 / 3, 1 / 3], [1, 0], [1, 0], [2 / 3, 1 / 3], [0, 1], [0, 1]]
    assert folds_and_calls == pytest.approx(np.array(third), abs=0.02)


def test_a_matrix_game() -> None:
    """Two by two without a saddle: 3/5 of the first row, worth 1/5."""
    one = Treeplex.of([0], [2])
    rows, columns = np.array([1, 1, 2, 2]), np.array([1, 2, 1, 2])
    game = SequenceGame.of((one, one), rows, columns, np.array([1.0, -1.0, -1.0, 2.0]))
    found = solve_game(game, 1e-4)
    assert found.value == pytest.approx(1 / 5, abs=1e-4)
    assert found.plans[SOUTH] == pytest.approx([1, 3 / 5, 2 / 5], abs=0.01)


# The games


@all_games
def test_the_tree_is_the_oracles(rules: Rulebook) -> None:
    tree, oracle = tree_of(rules), oracle_of(rules)
    assert tree.deals == oracle.deals
    for seat in (SOUTH, NORTH):
        treeplex = tree.game.seats[seat]
        assert len(treeplex.counts) == len(oracle.sets[seat])
        assert sorted(treeplex.counts) == sorted(
            len(made) for _, made in oracle.sets[seat].values()
        )
    gains = sorted(gain / oracle.deals for gain in oracle.gains.values())
    assert sorted(tree.game.payoffs) == pytest.approx(gains)


@all_games
def test_best_responses_to_random_play_are_the_oracles(rules: Rulebook) -> None:
    tree, oracle = tree_of(rules), oracle_of(rules)
    low, high = tree.game.bounds(plans_of(tree, random_policy(tree)))
    assert low == pytest.approx(-oracle.best_against_random(NORTH))
    assert high == pytest.approx(oracle.best_against_random(SOUTH))


@both_games
def test_the_value_is_that_of_the_linear_program(rules: Rulebook) -> None:
    found = solution_of(rules)
    assert found.low - 1e-6 <= VALUES[rules.name] <= found.high + 1e-6
    assert found.exploitability <= 0.0005


@both_games
def test_nothing_gains_against_the_equilibrium(rules: Rulebook) -> None:
    tree, found = tree_of(rules), solution_of(rules)
    assert tree.game.result(found.plans, found.plans) == pytest.approx(0, abs=1e-12)
    for name, reference in REFERENCES.items():
        exploitability, result = measure(tree, reference(tree, Reading()), found)
        assert result <= found.exploitability, name
        assert exploitability >= 0, name


@both_games
def test_a_best_response_is_at_least_as_good_as_any_play(rules: Rulebook) -> None:
    tree, found = tree_of(rules), solution_of(rules)
    game = tree.game
    random = np.random.default_rng(5)
    for _ in range(20):
        shares = random.random(tree.views.slots) ** 4
        sums = np.add.reduceat(shares, tree.views.firsts)
        plans = plans_of(tree, shares / np.repeat(sums, tree.views.counts))
        low, high = game.bounds(plans)
        assert low <= game.value(plans) <= high
        assert low <= found.high
        assert high >= found.low
        assert game.exploitability(plans) >= abs(game.result(plans, found.plans)) - 0.001


def test_random_play_is_easily_beaten() -> None:
    exploitability, result = measure(
        tree_of(HAND3), random_policy(tree_of(HAND3)), solution_of(HAND3)
    )
    assert exploitability > 9
    assert result < -8


def test_the_references_come_to_what_was_found_before() -> None:
    """Figures of an earlier trial that shares nothing with this one, to two digits."""
    before = {
        "naive": (0.36, -0.30),
        "chance": (0.16, -0.09),
        "chance-weighted": (0.22, -0.05),
        "recursion": (0.13, -0.08),
        "recursion-weighted": (0.20, -0.03),
        "recursion-2-weighted": (0.14, -0.03),
    }
    tree, found = tree_of(HAND3), solution_of(HAND3)
    for name, figures in before.items():
        behaviour = REFERENCES[f"reference-{name}"](tree, Reading())
        assert measure(tree, behaviour, found) == pytest.approx(figures, abs=0.012), name


def test_melds_are_laid_only_where_a_marriage_can_be_held() -> None:
    views = [tree_of(HAND3).view(view)[0] for view in range(len(tree_of(HAND3).views.counts))]
    assert {position.act for position in views} == {Act.PLAY, Act.MELD}
    # With hands of two one card is left before the draw.
    six = tree_of(SIX_CARDS)
    assert {six.view(view)[0].act for view in range(len(six.views.counts))} == {Act.PLAY}


# Asking policies


@both_games
def test_each_view_is_one_position_and_shows_no_hidden_card(rules: Rulebook) -> None:
    tree = tree_of(rules)
    texts = set()
    for number, moves in enumerate(tree.views.counts):
        position, legal = tree.view(number)
        assert len(legal) == moves
        assert isinstance(position.stock, int)
        assert not position.hand(position.turn).hidden
        texts.add(position.text())
    assert len(texts) == len(tree.views.counts)


@both_games
def test_a_policy_asked_view_by_view_is_measured_like_its_behaviour(rules: Rulebook) -> None:
    tree, found = tree_of(rules), solution_of(rules)
    behaviour = REFERENCES["reference-chance"](tree, Reading())
    asked: list[str] = []
    policy = as_policy(tree, behaviour)

    def listening(position: StockPosition) -> Mapping[Move, float]:
        asked.append(position.text())
        return {move: chance for move, chance in policy(position).items() if chance}

    answered, views = answers(tree, listening)
    assert views == len(asked) == len(set(asked)) <= len(tree.views.counts)
    assert measure(tree, answered, found) == pytest.approx(measure(tree, behaviour, found))


def test_views_that_a_policy_never_comes_to_are_not_asked_for() -> None:
    tree = tree_of(HAND3)
    behaviour = REFERENCES["reference-naive"](tree, Reading(ties="first"))
    _, views = answers(tree, as_policy(tree, behaviour))
    _, all_views = answers(tree, as_policy(tree, random_policy(tree)))
    assert views < all_views == len(tree.views.counts)


def test_a_policy_may_play_at_random_by_a_seed() -> None:
    tree, found, random = tree_of(HAND3), solution_of(HAND3), Random(3)
    moves = {
        tree.view(view)[0].text(): tree.view(view)[1] for view in range(len(tree.views.counts))
    }
    behaviour, _ = answers(tree, lambda position: {random.choice(moves[position.text()]): 1.0})
    assert measure(tree, behaviour, found)[0] > 5


def test_answers_that_are_none_are_refused() -> None:
    tree, ten = tree_of(SIX_CARDS), Play(Card.parse("TS"))
    with pytest.raises(ValueError, match="no probabilities"):
        answers(tree, lambda position: {})
    with pytest.raises(ValueError, match="TS is not legal"):
        answers(tree, lambda position: {ten: 1.0})


# The command


def test_the_command_prints_a_table(tmp_path: Path) -> None:
    cache_file = tmp_path / "plans.npz"
    options = ["--games", "hand3", "--cache", str(cache_file)]
    for _ in range(2):
        run = CliRunner().invoke(main, [*options, "--engines", "reference-naive,reference-random"])
        assert run.exit_code == 0, run.output
        assert "hand3: value for south -6.28" in run.output
        assert "| reference-naive | 0.36" in run.output
        assert cache_file.exists()
    assert equilibrium_of(tree_of(HAND3), 0.0005, cache_file).passes == 0


def test_the_command_asks_engines_by_name() -> None:
    options = ["--games", "hand3", "--engines", "greedy,random", "--worlds", "8", "--seed", "3"]
    run = CliRunner().invoke(main, options)
    assert run.exit_code == 0, run.output
    rows = {row.split("|")[1].strip(): row for row in run.output.splitlines() if "|" in row}
    assert "9.2" in rows["random"]  # as the policy of the test above, which is made otherwise
    assert rows["greedy"] != rows["random"].replace("random", "greedy")


def test_the_command_names_the_policies_that_there_are() -> None:
    run = CliRunner().invoke(main, ["--games", "hand3", "--engines", "mine"])
    assert run.exit_code == 1
    assert "mine: no such policy (known: default, pimc, " in run.output


def test_the_command_refuses_games_that_it_does_not_know() -> None:
    assert CliRunner().invoke(main, ["--games", "hand4"]).exit_code == 2

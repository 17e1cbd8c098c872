"""Duels of policies, for which `benchmarks.learning` compiles a module of its own."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.learning import learn_policy, policy_duel
from benchmarks.learning.compiled_duel import duel
from benchmarks.learning.learn_policy import RULES, Decision, Weights, is_held_out
from benchmarks.strength import policy_player
from helpers.commandline import Pinochle
from pinochle_solver import RULEBOOKS, Suit
from pinochle_solver._core.networks.policy import TERMS, WEIGHTS, policy_weights
from pinochle_solver.rules.hand_packing import hand_rules_record

RECORDS = [hand_rules_record(RULEBOOKS["scarne"], RULEBOOKS["scarne"].count, suit) for suit in Suit]
LEARNT = np.zeros(0, np.int16)


def test_a_policy_gains_nothing_on_itself_and_much_on_none() -> None:
    gains = np.zeros((50, 2), np.int32)
    duel(RECORDS, LEARNT, LEARNT, 1, gains)
    assert gains.any()
    assert (gains[:, 0] == -gains[:, 1]).all()
    duel(RECORDS, LEARNT, np.zeros(WEIGHTS, np.int16), 1, gains)
    assert gains.mean() > 20
    with pytest.raises(ValueError, match="expected"):
        duel(RECORDS, LEARNT, np.zeros(3, np.int16), 1, gains)


def test_the_policy_plays_matches(pinochle: Pinochle) -> None:
    player = f"cmd:{sys.executable} {policy_player.__file__}"
    run = pinochle("match", player, "random", "--pairs", "2", "--worlds", "1", "--json")
    assert (run.status, run.err) == (0, "")
    found = json.loads(run.out)
    assert found["names"] == ["Policy", "random"]
    assert (found["failures"], found["won"]) == ([], 4)


def test_a_network_wins_from_the_policy_that_it_adds_to() -> None:
    run = CliRunner().invoke(policy_duel.main, ["hayes", "--pairs", "400"])
    assert run.exit_code == 0
    gained = re.match(r"hayes: ([+-][0-9.]+) \+- ([0-9.]+) points a hand, 400 pairs", run.output)
    assert gained is not None
    assert float(gained[1]) > 2 * float(gained[2])
    with pytest.raises(ValueError, match="network: 3 bytes"):
        duel(RECORDS, LEARNT, LEARNT, 1, np.zeros((1, 2), np.int32), b"abc")


def test_the_error_of_a_duel_counts_that_rulebooks_have_the_same_deals() -> None:
    book = RULEBOOKS["scarne"]
    weights = np.reshape(policy_weights(), (-1, 2)).astype(np.int16)
    other = learn_policy.changed(weights, 1)
    alone = learn_policy.duels(other, weights, 100, 1, [book])
    assert alone[1] > 0
    assert learn_policy.duels(other, weights, 100, 1, [book, book]) == pytest.approx(alone)


def test_nothing_is_learnt_from_hands_that_are_held_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_policy, "STEPS", 3)
    terms = np.random.default_rng(1).integers(-2, 3, (60, 4, TERMS)).astype(np.int16)
    behind = np.array([0, 3, 9, 20], np.float32)

    def learned(is_told_else: Callable[[int], bool]) -> Weights:
        decisions = [
            Decision(hand, terms[hand], 0.5, behind[::-1] if is_told_else(hand) else behind)
            for hand in range(60)
        ]
        return learn_policy.learn(decisions, np.zeros((TERMS, 2)), "")

    as_it_is = learned(lambda _: False)
    assert np.array_equal(learned(is_held_out), as_it_is)
    assert not np.array_equal(learned(lambda hand: hand == 20), as_it_is)
    held_out = [hand for hand in range(1_000_000, 1_000_060) if is_held_out(hand)]
    assert {hand % len(RULES) for hand in held_out} == set(range(len(RULES)))

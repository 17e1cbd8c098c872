"""How the policies for the cards of three and four are learnt and measured."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.learning import card_duel, card_ends, learn_card_play
from benchmarks.learning.card_deals import FAMILIES, deals_of, melds
from benchmarks.learning.card_duel import gains
from benchmarks.learning.card_policies import by_hand, greedy
from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands import policy
from pinochle_solver._core.hidden_hands.learning import improve
from pinochle_solver._core.hidden_hands.policy import SIDES, TABLES, WEIGHTS
from pinochle_solver.hidden_hands import policies
from pinochle_solver.hidden_hands.policies import CARDS, family_of, learnt
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.holdings import holds
from pinochle_solver.table.melds import meld_points, most_melds, shown_cards
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


def test_tables_of_weights_follow_one_another_without_a_gap() -> None:
    ends = [at + int(np.prod(shape)) for at, shape in TABLES.values()]
    assert [at for at, _ in TABLES.values()] == [0, *ends[:-1]]
    assert ends[-1] == WEIGHTS
    assert len([name for name in TABLES if name.startswith("lead.")]) == policy.LOOKUPS
    assert len(TABLES) == 2 * policy.LOOKUPS


def test_every_rulebook_has_a_family_with_weights() -> None:
    for rules in TABLE_RULEBOOKS.values():
        weights = learnt(family_of(rules))
        assert weights.shape == (SIDES * WEIGHTS,)
        assert weights.dtype == np.int16
        assert not weights.flags.writeable
        assert np.count_nonzero(weights[:WEIGHTS]) > 1_000
    assert family_of(TABLE_RULEBOOKS["check"]) == "partners"
    assert family_of(TABLE_RULEBOOKS["hayes-4x"]) == "hayes"
    assert sorted(FAMILIES) == sorted(policies.FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_deals_are_whole_and_what_is_shown_is_held(family: str) -> None:
    again = deals_of(family, 150, 1)
    sizes: Counter[str] = Counter()
    for dealt in deals_of(family, 150, 1):
        rules, gone = dealt.known.rules, len(dealt.known.gone)
        sizes[rules.name] += len(dealt.worlds)
        assert dealt.worlds.shape[1:] == dealt.shown.shape[1:] == (rules.seats, 32)
        assert (dealt.worlds.sum(axis=2) == rules.hand).all()
        assert (dealt.shown <= dealt.worlds).all()
        in_hands = dealt.worlds.sum(axis=1, dtype=np.uint8)
        assert all(holds(rules.deck, Hand(row.tobytes())) for row in in_hands)
        assert gone == (len(rules.deck) - rules.seats * rules.hand if rules.stock else 0)
        assert (next(again).worlds == dealt.worlds).all()
    assert sizes == dict.fromkeys(FAMILIES[family], 150)


def test_melds_of_many_hands_are_those_of_each() -> None:
    random = np.random.default_rng(4)
    pack = [card.index for card in TABLE_RULEBOOKS["auction"].deck]
    held = np.zeros((200, 32), np.int64)
    for row in held:
        np.add.at(row, random.permutation(pack)[:18], 1)
    trump = random.integers(4, size=200)
    points, shown = melds(held.reshape(200, 4, 8), trump)
    for row, suit, found, known in zip(held, trump, points, shown, strict=True):
        laid = most_melds(Hand(bytes(row.tolist())), Suit(suit))
        assert meld_points(laid, TABLE_RULEBOOKS["auction"].melds) == found
        assert shown_cards(laid).counts == bytes(known.ravel().tolist())


def test_a_policy_gains_nothing_on_itself_and_the_learnt_one_on_those_written_by_hand() -> None:
    for family in FAMILIES:
        assert {gain.points for gain in gains(family, by_hand(), by_hand(), 20, 3)} == {0.0}
        for other in (by_hand(), greedy()):
            found = list(gains(family, learnt(family), other, 500, 3))
            assert all(gain.points > 2 * gain.error > 0 for gain in found)


def test_weights_that_are_improved_lose_less_and_stopping_changes_nothing() -> None:
    dealt = next(iter(deals_of("auction", 1_500, 2)))
    weights = np.zeros(SIDES * WEIGHTS, np.float32)
    squares = np.full_like(weights, 30)
    played_by, stop = by_hand(), StopFlag()

    def behind() -> float:
        decisions, lost, _ = improve(
            dealt.known.pack(),
            played_by,
            dealt.worlds,
            dealt.shown,
            *(5, 7, 0, 0.5, 5.0),
            weights,
            squares,
            stop,
        )
        return lost / decisions

    first, *_, last = (behind() for _ in range(6))
    assert last < 0.8 * first
    stop.set()
    before = weights.copy()
    with pytest.raises(ZeroDivisionError):
        behind()
    assert (before == weights).all()


def test_the_commands_learn_save_and_measure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_card_play, "AT_A_TIME", 50)
    monkeypatch.setattr(learn_card_play, "MEASURED", 20)
    options = ["hayes", "--rounds", "1", "--deals", "100", "--save", str(tmp_path)]
    done = CliRunner().invoke(learn_card_play.main, options)
    assert done.exit_code == 0
    assert "hayes, round 1: " in done.stderr
    assert "hayes-4x each " in done.stderr
    saved = np.load(tmp_path / "hayes.npz")[CARDS]
    assert saved.shape == (SIDES, WEIGHTS)
    assert saved.dtype == np.int16
    assert (saved[1] == by_hand().reshape(SIDES, -1)[1]).all()  # nobody plays by them
    assert (saved[0] != by_hand().reshape(SIDES, -1)[0]).any()
    done = CliRunner().invoke(card_duel.main, ["macdougall-3", "--deals", "200", "--json"])
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["rules"], row["who"], row["against"]) for row in rows] == [
        ("macdougall-3", "each", "by-hand"),
        ("macdougall-3", "each", "greedy"),
    ]
    assert all(row["points"] > 0 for row in rows)


def test_the_last_trick_of_a_playout_is_exact_and_earlier_ones_are_nearly() -> None:
    done = CliRunner().invoke(card_ends.main, ["macdougall-3", "--deals", "30"])
    title, heads, *rows = done.stdout.splitlines()
    assert title.startswith("macdougall-3: SD ")
    assert heads.split() == ["tricks", "mean", "RMS", "equal", "time,", "µs"]
    assert rows[0].split()[:4] == ["1", "+0.00", "0.00", "100.0%"]
    errors = [float(row.split()[2]) for row in rows]
    assert errors[0] < errors[1] < errors[2] < max(errors[3:])

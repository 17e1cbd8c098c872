"""How the networks are learned: gradients, targets, rounding, going on after an interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.learning import learn_nets, network_learning
from benchmarks.learning.learn_nets import Leads, Learning, Playoffs, decisions_of
from benchmarks.learning.network_learning import (
    FEATURES,
    KINDS,
    PARTS,
    TEMPERATURE,
    Adam,
    Decisions,
    Floats,
    Weights,
    as_bytes,
    new_playoff,
    new_policy,
    new_value,
    part_of_policy,
    playoff_gradient,
    playoffs_of,
    policy_step,
    value_gradient,
    values_of,
)
from helpers.soak import some
from pinochle_solver import RULEBOOKS, Rank, Suit, __version__
from pinochle_solver._core.stock.learning import Hands
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.stock.nets import BEHAVIOUR, POLICY, SLIPS, linear_of, read_nets

SETTINGS: dict[str, int | str] = {"seed": 3, "hands": 8}


def hands(rules: str = "scarne", seed: int = 1) -> Hands:
    book = RULEBOOKS[rules]
    return Hands([hand_rules_record(book, book.count, trump) for trump in Suit], seed, 10)


def record_of(kind: str, weights: Weights) -> bytes:
    return as_bytes(KINDS[kind].record(weights))


def finely(weights: Weights) -> Weights:
    """The same weights in double precision, so that steps can be small."""
    return {name: of.astype(np.float64) for name, of in weights.items()}


def slope(loss: Callable[[], float], array: Floats, place: tuple[int, ...]) -> float:
    """By how much a loss changes with one number, from a little to either side."""
    before, little = array[place], 1e-5
    array[place] = before + little
    high = loss()
    array[place] = before - little
    low = loss()
    array[place] = before
    return (high - low) / (2 * little)


def check_gradient(weights: Weights, gradient: Weights, loss: Callable[[], float]) -> None:
    """The largest slopes of every array are those that are found by trying."""
    assert gradient.keys() == weights.keys()
    for name, of in gradient.items():
        assert of.shape == weights[name].shape
        steepest = np.unravel_index(np.argsort(-abs(of), axis=None)[:3], of.shape)
        for place in zip(*(axis.tolist() for axis in steepest), strict=True):
            found = slope(loss, weights[name], place)
            assert found == pytest.approx(float(of[place]), rel=0.01, abs=1e-4), (name, place)


def test_the_gradient_of_playoffs() -> None:
    solved = Playoffs.of(hands(), 0, 60)
    weights = finely(new_playoff(np.random.default_rng(1)))
    rows = solved.rows.astype(np.float32)

    def loss() -> float:
        found, _, _ = playoffs_of(weights, rows)
        return float(((found - solved.more) ** 2).mean(dtype=np.float64))

    check_gradient(weights, playoff_gradient(weights, rows, solved.more), loss)


@pytest.mark.parametrize("rules", ["scarne", "goulash", "glup"])
def test_the_gradient_of_values(rules: str) -> None:
    leads = Leads.of(hands(rules), 0, 20)
    weights = finely(new_value(np.random.default_rng(1)))

    def loss() -> float:
        values, _ = values_of(weights, leads.rows)
        return float(((values * leads.signs - leads.to_come) ** 2).sum(dtype=np.float64))

    values, hidden = values_of(weights, leads.rows)
    slopes = 2 * (values * leads.signs - leads.to_come) * leads.signs
    check_gradient(weights, value_gradient(weights, leads.rows, hidden, slopes), loss)


@pytest.mark.parametrize("part", some(range(PARTS), 4))
def test_the_gradient_of_choices(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_learning, "TEMPERATURE", 2.0)  # steeper
    played = hands()
    played.use_value(record_of("value", new_value(np.random.default_rng(2))))
    found, number = decisions_of(played, 0, 150, part)
    assert number > 0
    weights = finely(part_of_policy(new_policy(np.random.default_rng(3)), part))

    def loss() -> float:
        _, softly, _ = policy_step(weights, found)
        return -softly

    gradient, _, _ = policy_step(weights, found)
    check_gradient(weights, gradient, loss)


def test_what_choices_come_to() -> None:
    """Two decisions that a network of nothing leaves to the linear scores."""
    some = part_of_policy(new_policy(np.random.default_rng(1)), 1)
    weights = {name: np.zeros_like(of) for name, of in some.items()}
    low, high = 0.0, TEMPERATURE * np.log(3.0)
    found = Decisions(
        np.zeros((2, network_learning.CONTEXT), np.float32),
        np.array([0, 2], np.int32),
        np.array([0, 0, 1, 1, 1]),
        np.zeros((5, network_learning.MOVE), np.float32),
        np.array([low, high, high, low, low], np.float32),
        np.array([0, 8, 3, 6, 0], np.float32),
    )
    _, softly, highest = policy_step(weights, found)
    # Chances 1/4, 3/4 and 3/5, 1/5, 1/5; at random 4 and 3.
    assert softly == pytest.approx(((6 - 4) + (1.8 + 1.2 - 3)) / 2, abs=1e-5)
    assert highest == pytest.approx(((8 - 4) + (3 - 3)) / 2, abs=1e-5)


def test_targets_are_told_by_the_next_value_or_by_the_end() -> None:
    played = hands()
    played.use_value(record_of("value", new_value(np.random.default_rng(2))))
    leads = Leads.of(played, 0, 30)
    values = np.random.default_rng(1).normal(0, 1, (len(leads.so_far), 30)).astype(np.float32)
    assert abs(leads.luck[:-2]).max(axis=1).all(), "no luck in the draws of some trick"
    assert not leads.luck[-1].any(), "the last draw is a lead's before the playoff"
    later = leads.luck[::-1].cumsum(axis=0)[::-1]
    assert np.allclose(leads.targets(values, 1.0), leads.to_come - later, atol=1e-5)
    scored = leads.so_far[1:] - leads.so_far[:-1] - leads.luck[:-1]
    assert np.allclose(leads.targets(values, 0.0)[:-1], scored + values[1:], atol=1e-5)
    half = leads.targets(values, 0.5)
    assert np.allclose(half[-1], leads.to_come[-1])
    later = (values[-1] + leads.to_come[-1]) / 2
    assert np.allclose(half[-2], scored[-1] + later, atol=1e-5)


def test_a_part_of_the_policy_is_of_the_whole() -> None:
    weights = new_policy(np.random.default_rng(1))
    before = {name: of.copy() for name, of in weights.items()}
    part = part_of_policy(weights, 1)
    Adam(part, 0.1).step({name: np.ones_like(of) for name, of in part.items()}, 1.0)
    for name, of in weights.items():
        changed = (of != before[name]).reshape(PARTS, -1)
        assert np.flatnonzero(changed.any(axis=1)).tolist() == [1], name
        assert changed[1].all(), name


def test_rounded_values_are_nearly_those_that_were_learnt() -> None:
    random = np.random.default_rng(4)
    weights = new_value(random)
    weights["linear"] = random.normal(0, 0.1, weights["linear"].shape).astype(np.float32)
    played = hands()
    played.use_value(record_of("value", weights))
    rows = np.zeros((50, played.tricks, FEATURES), np.float32)
    leaders, ahead, values = np.zeros((3, 50, played.tricks), np.int32)
    start, end = np.zeros((2, 50), np.int32)
    played.leads(0, rows, leaders, ahead, start, end, values)
    learned, _ = values_of(weights, np.ascontiguousarray(rows.transpose(1, 0, 2)))
    assert abs(100 * learned.T - values).max() < 2


def test_rounded_estimates_of_playoffs_are_nearly_those_that_were_learnt() -> None:
    random = np.random.default_rng(5)
    weights = new_playoff(random)
    weights["linear"] = random.normal(0, 0.02, weights["linear"].shape).astype(np.float32)
    played = hands()
    played.use_playoff(record_of("playoff", weights))
    rounded = Playoffs.of(played, 0, 200)
    learned, _, _ = playoffs_of(weights, rounded.rows.astype(np.float32))
    assert abs(100 * (learned - rounded.estimated)).max() < 2


@pytest.mark.parametrize("kind", KINDS)
def test_weights_come_back_from_what_is_written(kind: str) -> None:
    weights = KINDS[kind].new(np.random.default_rng(6))
    back = KINDS[kind].weights(KINDS[kind].record(weights))
    assert back.keys() == weights.keys()
    for name, of in weights.items():
        assert back[name].shape == of.shape
        assert abs(back[name] - of).max() <= 0.6 / KINDS[kind].units[name]
    assert record_of(kind, back) == record_of(kind, weights)


def test_adam_goes_downhill() -> None:
    weights: Weights = {"one": np.array([5.0, -3.0], np.float32)}
    adam = Adam(weights, 0.1)
    for _ in range(300):
        adam.step({"one": 2 * weights["one"]}, 1.0)
    assert abs(weights["one"]).max() < 0.05
    before = weights["one"].copy()
    adam.step({"one": np.ones(2, np.float32)}, 0.0)
    assert (weights["one"] == before).all()


class BrokenOffError(Exception):
    """An interruption."""


class Interrupted(Learning):
    """Stops in the middle of a stage."""

    def _playoff_steps(self, number: int) -> Iterator[None]:
        yield from self._some(super()._playoff_steps(number))

    def _value_steps(self, steps: int) -> Iterator[None]:
        yield from self._some(super()._value_steps(steps))

    def _policy_steps(self, steps: int) -> Iterator[None]:
        yield from self._some(super()._policy_steps(steps))

    left = 3

    def _some(self, steps: Iterator[None]) -> Iterator[None]:
        for _ in steps:
            if not self.left:
                raise BrokenOffError
            self.left -= 1
            yield


STAGES: list[tuple[str, int] | tuple[str, int, int]] = [
    ("playoff", 40),
    ("value", 40),
    ("policy", 40, 2),
    ("policy", 40, 0),
    ("value", 40),
]


def learned(kind: type[Learning], folder: Path) -> tuple[bool, Learning]:
    """Learn a little; whether it went through."""
    learning = kind("scarne", SETTINGS, lambda line: None, folder)
    learning.take_up()
    try:
        for stage, learn in enumerate(STAGES):
            learning.learn(stage, *learn)
    except BrokenOffError:
        return False, learning
    return True, learning


def test_what_was_interrupted_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_nets, "HANDS_A_STEP", 8)
    monkeypatch.setattr(learn_nets, "DECISIONS_A_STEP", 8)
    monkeypatch.setattr(learn_nets, "PLAYOFFS_A_STEP", 8)
    monkeypatch.setattr(learn_nets, "STEPS_A_NETWORK", 2)
    monkeypatch.setattr(learn_nets, "EPOCHS", 1)
    monkeypatch.setattr(learn_nets, "AT_A_TIME", 10)
    monkeypatch.setattr(learn_nets, "HELD_OUT_PLAYOFFS", 10)
    monkeypatch.setattr(learn_nets, "HELD_OUT_HANDS", 60)
    monkeypatch.setattr(learn_nets, "HELD_OUT_DECISIONS", 50)
    monkeypatch.setattr(learn_nets, "KEEP_SECONDS", 0.0)
    finished, whole = learned(Learning, tmp_path / "whole")
    assert finished
    pieces = 0
    while not (told := learned(Interrupted, tmp_path / "pieces"))[0]:
        pieces += 1
        assert pieces < 20
    assert pieces > 3
    for kind, one in whole.weights.items():
        other = told[1].weights[kind]
        assert one.keys() == other.keys()
        assert all((one[name] == other[name]).all() for name in one)
    written = whole.write(tmp_path / "written")
    assert read_nets(written.read_bytes()) == tuple(
        record_of(kind, whole.weights[kind]) for kind in ("value", "policy", "playoff")
    )
    # What is written can be gone on with.
    next_one = Learning("scarne", SETTINGS, print, tmp_path / "next")
    next_one.start_from(written)
    for kind, weights in whole.weights.items():
        assert record_of(kind, next_one.weights[kind]) == record_of(kind, weights)
    # Other settings begin anew.
    other_settings = Learning("scarne", {**SETTINGS, "seed": 4}, print, tmp_path / "whole")
    assert not other_settings.take_up()


def test_what_else_is_learnt_stays_beside_new_networks(tmp_path: Path) -> None:
    rules = RULEBOOKS["goulash"]
    others = linear_of(rules, rules.count)
    assert others.keys() == {POLICY, BEHAVIOUR, SLIPS}
    with np.load(Learning("goulash", SETTINGS, print, tmp_path).write(tmp_path)) as written:
        assert all((written[name] == array).all() for name, array in others.items())


def test_a_rulebook_that_there_is_not() -> None:
    result = CliRunner().invoke(learn_nets.main, ["scarnee"])
    assert result.exit_code == 2
    assert "scarnee" in result.output


@pytest.mark.parametrize("rules", ["scarne", "goulash", "glup"])
def test_the_deals_of_hands_are_those_that_are_played(rules: str) -> None:
    book, number = RULEBOOKS[rules], 60
    cards = np.zeros((number, len(book.deck.cards())), np.uint8)
    played = hands(rules)
    played.deals(7, cards)
    deck = sorted(card.index for card in book.deck.cards())
    assert all(sorted(row) == deck for row in cards.tolist())
    assert len({row.tobytes() for row in cards}) == number
    with pytest.raises(ValueError, match="expected the deck's"):
        played.deals(0, cards[:, 1:].copy())
    if rules != "scarne":
        return
    tricks = played.tricks
    leaders, ahead = np.zeros((number, tricks + 1), np.uint8), np.zeros((number, tricks + 1), "i2")
    values, ends = np.zeros((number, tricks), np.int16), np.zeros((number, 4), np.int16)
    played.results(7, leaders, ahead, values, ends, False)
    # Before the first lead only a nine that the dealer turns up has scored.
    dealers = (7 + np.arange(number)) & 1
    nine = cards[:, 2 * book.deck.hand] % 8 == Rank.NINE
    scored = np.where(nine, book.dealer_dix, 0) * np.where(dealers == 0, 1, -1)
    assert (ahead[:, 0] == scored).all()
    assert 0 < nine.sum() < number
    assert (leaders[:, 0] == 1 - dealers).all()


def test_a_part_of_the_policy_that_there_is_not() -> None:
    result = CliRunner().invoke(learn_nets.main, ["scarne", "--part", str(PARTS)])
    assert result.exit_code == 2
    assert f"{PARTS} is not in the range" in result.output


def test_a_part_alone_has_networks_to_begin_with(tmp_path: Path) -> None:
    result = CliRunner().invoke(learn_nets.main, ["scarne", "--part", "2"])
    assert result.exit_code == 2
    assert "--start" in result.output
    other = tmp_path / "other.npz"
    other.write_text("no networks\n")
    result = CliRunner().invoke(learn_nets.main, ["scarne", "--part", "2", "--start", str(other)])
    assert result.exit_code == 2
    assert str(other) in result.output.replace("\n", "")
    one_part = KINDS["policy"].record(new_policy(np.random.default_rng(1)))
    one_part["bias"] = one_part["bias"][0]
    np.savez(other, **{f"policy.{name}": of for name, of in one_part.items()})  # type: ignore[arg-type]
    result = CliRunner().invoke(learn_nets.main, ["scarne", "--part", "2", "--start", str(other)])
    assert result.exit_code == 2


def test_what_is_learnt_so_far_is_of_one_version(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[dict[str, int | str]]()

    def learning(_name: str, settings: dict[str, int | str], _say: object) -> Learning:
        kept.append(settings)
        raise KeyboardInterrupt

    monkeypatch.setattr(learn_nets, "Learning", learning)
    CliRunner().invoke(learn_nets.main, ["scarne"])
    assert [settings["version"] for settings in kept] == [__version__]


def test_luck_is_told_as_soon_as_there_is_a_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_nets, "HANDS_A_STEP", 8)
    monkeypatch.setattr(learn_nets, "HELD_OUT_HANDS", 60)
    told, of = list[bool](), Leads.of

    def noted(hands: Hands, first: int, number: int) -> Leads:
        leads = of(hands, first, number)
        if number == 8:
            told.append(bool(leads.luck.any()))
        return leads

    monkeypatch.setattr(Leads, "of", noted)
    learning = Learning("scarne", SETTINGS, lambda line: None, tmp_path)
    for stage in range(2):
        learning.learn(stage, "value", 24)
        assert told == [bool(stage)] * len(told) != []
        told.clear()

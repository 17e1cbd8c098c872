"""The response to a player that is known: what it infers, how pairs are played, the command."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.common.decisions import POLICY
from benchmarks.strength import best_response
from benchmarks.strength.best_response import KNOWN_AS, Settings, frozen_move, main, play_pair
from pinochle_solver import RULEBOOKS, Card, Referee, StockPosition, random_deals
from pinochle_solver.engines.registry import DEFAULT
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM, Belief

SETTINGS = Settings(POLICY, 16, ("scarne", "hayes"), 3)


def test_who_is_known_plays_the_highest_score() -> None:
    (deal,) = random_deals(1, 5, RULEBOOKS["scarne"])
    referee = Referee.of_deal(deal)
    for _ in range(12):
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        search = Belief(view).playouts()
        scores = dict(zip(search.legal(), search.scores(), strict=True))
        move = frozen_move(view, SETTINGS, 1)
        assert scores[referee.number_of(move)] == max(scores.values())
        referee.push(move)


def test_the_policy_explains_its_own_moves() -> None:
    """Chains that know the policy find more of its hand than is there by chance."""
    hits = Counter[str]()
    for seed in range(6):
        (deal,) = random_deals(1, 50 + seed, RULEBOOKS["scarne"])
        referee = Referee.of_deal(deal)
        while referee.completed_tricks < 7:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            referee.push(frozen_move(view, SETTINGS, 1))
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        truth = referee.position()
        assert isinstance(truth, StockPosition)
        held = Counter(truth.hand(referee.turn.other).known)
        held.subtract(view.hand(referee.turn.other).known)
        for name, kind in (("chance", UNIFORM), ("chain", INFERRED)):
            belief = Belief(view, kind, KNOWN_AS[POLICY], learned=False)
            assert belief.effective_kind == kind
            search = belief.playouts()
            for first in range(0, 256, 32):
                for world in belief.sample(search, seed, first, 32):
                    cards = Counter(map(Card.from_index, world[: belief.hidden].tolist()))
                    hits[name] += (cards & +held).total()
    assert hits["chain"] > 1.1 * hits["chance"]


def test_networks_are_left_out() -> None:
    (deal,) = random_deals(1, 5, RULEBOOKS["hayes"])
    referee = Referee.of_deal(deal)
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    assert Belief(view).playouts().has_nets
    assert not Belief(view, learned=False).playouts().has_nets


def test_a_pair_follows_from_its_number() -> None:
    pair = play_pair(1, SETTINGS)
    assert pair == play_pair(1, SETTINGS)
    assert pair.rules == "hayes"
    assert pair.scored != play_pair(3, SETTINGS).scored
    assert len(pair.scored) == len(pair.less_luck) == 2


def test_knowing_the_policy_wins_from_it() -> None:
    settings = Settings(POLICY, 64, ("scarne", "hayes"), 1)
    pairs = [play_pair(number, settings) for number in range(2)]
    assert sum(sum(pair.less_luck) for pair in pairs) > 100


def test_against_the_default_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_response, "WORLDS_OF_DEFAULT", 16)
    pair = play_pair(0, Settings(DEFAULT, 16, ("scarne",), 3))
    assert len(pair.scored) == 2


def test_the_command_keeps_what_is_done(tmp_path: Path) -> None:
    arguments = [
        POLICY, "--pairs", "2", "--worlds", "16", "--processes", "1", "--rules", "scarne",
        "--resume", str(tmp_path / "kept"),
    ]  # fmt: skip
    first = CliRunner().invoke(main, arguments)
    assert first.exit_code == 0, first.output
    assert "| all | 2 |" in first.output
    assert CliRunner().invoke(main, arguments).stdout == first.stdout
    other = CliRunner().invoke(main, [*arguments, "--seed", "9"])
    assert other.exit_code == 2
    assert "other settings" in other.output
    assert CliRunner().invoke(main, ["nobody"]).exit_code == 2

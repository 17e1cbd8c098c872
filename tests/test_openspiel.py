"""The game in OpenSpiel, by OpenSpiel's own tests, and its player; skipped without OpenSpiel."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any

import pytest

from pinochle_solver import COUNTS, RULEBOOKS, Seat, StopFlag, solve
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.hand.deals import random_deals, random_playoffs
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.match.match import play_pairs
from pinochle_solver.match.players import EnginePlayer, PlayerSpec, make_player
from pinochle_solver.match.results import MatchSettings, PairResult
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from rivals import SETTINGS

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.python.algorithms.ismcts import ISMCTSBot  # noqa: E402

from pinochle_solver.openspiel import bot  # noqa: E402
from pinochle_solver.openspiel.bot import most_visited_move, state_of_view  # noqa: E402
from pinochle_solver.openspiel.game import NAME, PinochleGame, PinochleState  # noqa: E402

rulebook = pytest.mark.parametrize("rules", PINOCHLE_BOOKS)


def played(game: Any, seed: int, share: float = 1.0) -> list[PinochleState]:
    """States of a hand played at random after the deal, in order."""
    random, state = Random(seed), game.new_initial_state()
    states = []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        if len(state.history()) >= 25 and random.random() < share:
            states.append(state.clone())
    return states


@rulebook
def test_the_game_passes_the_tests_of_openspiel(rules: str, capfd: Any) -> None:
    game = pyspiel.load_game(f"{NAME}(rules={rules})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    capfd.readouterr()


def test_the_game_has_the_parameters_given() -> None:
    game = pyspiel.load_game(NAME, {"rules": "hayes", "count": "old", "dealer": "south"})
    assert (game.rules, game.count, game.dealer) == (RULEBOOKS["hayes"], COUNTS["old"], Seat.SOUTH)
    assert str(game) == f"{NAME}(count=old,dealer=south,rules=hayes)"
    state = played(game, 1, 0.1)[0]
    assert state.hand.count is COUNTS["old"]
    assert str(pyspiel.load_game(NAME)) == f"{NAME}(count=,dealer=north,rules=scarne)"
    for wrong in ("rules=chess", "count=none", "dealer=west"):
        name, value = wrong.split("=")
        with pytest.raises(ValueError, match=value):
            PinochleGame({name: value})


@rulebook
def test_the_returns_are_the_difference_in_points(rules: str) -> None:
    game = pyspiel.load_game(NAME, {"rules": rules})
    end = played(game, 2)[-1]
    assert end.is_terminal()
    assert end.returns() == [end.hand.difference, -end.hand.difference]
    assert end.hand.difference != 0
    south, north = end.hand.points
    assert end.hand.difference == sum(south) - sum(north)
    assert abs(end.returns()[0]) < game.max_utility() == -game.min_utility()
    assert len(end.history()) <= game.max_game_length() + game.max_chance_nodes_in_history()


@rulebook
def test_states_resampled_are_of_the_same_information_state(rules: str) -> None:
    game = pyspiel.load_game(NAME, {"rules": rules})
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in played(game, 3, 0.3):
        for player in (0, 1):
            other = state.resample_from_infostate(player, sampler)
            assert isinstance(other, PinochleState)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.current_player() == state.current_player()
            assert other.hand.actions == other.history()
        if state.current_player() >= 0:
            assert state.information_state_string() == state.information_state_string(
                state.current_player()
            )


def test_states_are_kept_by_their_history() -> None:
    game = pyspiel.load_game(NAME)
    for state in played(game, 4, 0.1):
        text = pyspiel.serialize_game_and_state(game, state)
        _, again = pyspiel.deserialize_game_and_state(text)
        assert again.history() == state.history()
        assert str(again) == str(state)
        assert pickle.loads(pickle.dumps(state.hand)).actions == state.history()


def test_actions_read_as_moves() -> None:
    game = pyspiel.load_game(NAME)
    state = game.new_initial_state()
    assert state.action_to_string(2) == "9S"
    for state in played(game, 5):
        if state.current_player() >= 0:
            texts = [state.action_to_string(action) for action in state.legal_actions()]
            assert len(set(texts)) == len(texts)
            assert texts == [str(state.hand.move(action)) for action in state.legal_actions()]


def test_an_observer_shows_what_one_seat_sees() -> None:
    game = pyspiel.load_game(NAME)
    state = played(game, 6, 0.1)[0]
    own = pyspiel.PrivateInfoType.SINGLE_PLAYER
    for recall, text in (
        (True, state.information_state_string),
        (False, state.observation_string),
    ):
        observer = game.make_py_observer(pyspiel.IIGObservationType(True, recall, own))
        assert [observer.string_from(state, seat) for seat in (0, 1)] == [text(0), text(1)]
    assert game.make_py_observer().string_from(state, 0) == state.observation_string(0)


@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize(
    ("public", "private"),
    [
        (True, "NONE"),
        (True, "ALL_PLAYERS"),
        (False, "NONE"),
        (False, "SINGLE_PLAYER"),
        (False, "ALL_PLAYERS"),
    ],
)
def test_what_an_observer_cannot_show_it_refuses(public: bool, recall: bool, private: str) -> None:
    kind = getattr(pyspiel.PrivateInfoType, private)
    with pytest.raises(ValueError, match=f"public_info={public}, private_info={private}: only"):
        pyspiel.load_game(NAME).make_py_observer(pyspiel.IIGObservationType(public, recall, kind))


# ---------------------------------------------------------------------------------- the player

OPENSPIEL = replace(
    SETTINGS,
    a="openspiel-ismcts:sims=2",
    rules=("macdougall",),
    names=("openspiel-ismcts", "random"),
)


def view(seed: int = 1) -> StockPosition:
    referee = Referee.of_deal(next(random_deals(1, seed, RULEBOOKS["scarne"])))
    assert referee.turn is not None
    position = referee.view(referee.turn)
    assert isinstance(position, StockPosition)
    return position


def test_it_plays_matches_and_repeats_them() -> None:
    def hands(settings: MatchSettings) -> list[PairResult]:
        pairs = play_pairs(settings, [1], 1, StopFlag())
        return [pair for pair in pairs if isinstance(pair, PairResult)]

    (first,), (second,) = hands(OPENSPIEL), hands(OPENSPIEL)
    for hand, again in zip(first.hands, second.hands, strict=True):
        assert hand.failed is None
        assert hand.moves == again.moves
    (fast,) = hands(replace(OPENSPIEL, a="openspiel-ismcts:seconds=0.001,uct_c=40"))
    assert not any(hand.failed for hand in fast.hands)


def test_it_plays_what_the_search_has_visited_most(monkeypatch: pytest.MonkeyPatch) -> None:
    bots: list[tuple[ISMCTSBot, Any]] = []

    class Watched(ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
        def get_policy(self, state: Any) -> Any:
            bots.append((self, state))
            return super().get_policy(state)

    monkeypatch.setattr(bot, "ISMCTSBot", Watched)
    position = view()
    choices = [
        most_visited_move(position, 100.0, Limits(worlds=60), seed, StopFlag())
        for seed in (1, 1, 2, 3, 4)
    ]
    assert choices[0] == choices[1]
    for choice, (asked, state) in zip(choices, bots, strict=True):
        children = asked.lookup_node(state).child_info
        visits = {state.hand.move(action): child.visits for action, child in children.items()}
        # The first simulation makes the root.
        assert sum(visits.values()) == 59
        assert visits[choice] == max(visits.values()) > min(visits.values())
    assert len(set(choices)) > 1


def test_it_keeps_its_time() -> None:
    engine, limits = make_engine("openspiel-ismcts"), Limits(seconds=0.3)
    engine.choose(view(), limits)
    started = perf_counter()
    engine.choose(view(), limits)
    assert 0.25 < perf_counter() - started < 1.5


def test_the_time_to_make_the_state_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0])
    simulated = []

    def make(position: StockPosition, random: Any) -> PinochleState:
        monkeypatch.setattr(bot, "perf_counter", lambda: 12.0)
        return state_of_view(position, random)

    def resampled(self: PinochleState, *arguments: Any) -> PinochleState:
        simulated.append(arguments)
        return resample_from(self, *arguments)

    resample_from = PinochleState.resample_from_infostate
    monkeypatch.setattr(bot, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(bot, "state_of_view", make)
    monkeypatch.setattr(PinochleState, "resample_from_infostate", resampled)
    assert make_engine("openspiel-ismcts").choose(view(), Limits(seconds=1.0)).move
    assert len(simulated) == 2


def test_it_stops_when_it_is_told_to() -> None:
    stop = StopFlag()
    stop.set()
    limits = Limits(worlds=10**6)
    assert make_engine("openspiel-ismcts").choose(view(), limits, stop=stop).move


def test_it_plays_the_playoff_exactly() -> None:
    engine = make_engine("openspiel-ismcts")
    for position in random_playoffs(4, 3, 1, RULEBOOKS["hayes"]):
        assert engine.choose(position, Limits(worlds=2)).move == Play(solve(position).line[0])


def test_it_is_made_with_its_options() -> None:
    player = make_player(
        PlayerSpec.parse("openspiel-ismcts:sims=3,uct_c=5"), Limits(seconds=9), 60.0, StopFlag()
    )
    assert isinstance(player, EnginePlayer)
    assert player.plays_exactly
    assert player.move(view(), 1)
    player.new_hand()
    player.close()

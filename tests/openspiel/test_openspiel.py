"""The game in OpenSpiel, by OpenSpiel's own tests, and its player; skipped without OpenSpiel."""

from __future__ import annotations

import pickle
import statistics
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from benchmarks.learning import deep_learning
from helpers.rivals import SETTINGS
from pinochle_solver import COUNTS, RULEBOOKS, Seat, StopFlag, solve
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.hand.deals import random_deals, random_playoffs
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.matches.match import play_pairs
from pinochle_solver.matches.players import EnginePlayer, PlayerSpec, make_player
from pinochle_solver.matches.results import MatchSettings, PairResult
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.openspiel.engine import MODEL
from pinochle_solver.openspiel.tensors import SeatTensor
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rules import Doubles

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from pinochle_solver.openspiel import bot  # noqa: E402
from pinochle_solver.openspiel.bot import state_of_view  # noqa: E402
from pinochle_solver.openspiel.game import NAME, PinochleGame, PinochleState  # noqa: E402


def library(name: str) -> Any:
    """A module of OpenSpiel's."""
    return import_module(f"open_spiel.python.{name}")


flags = import_module("absl.flags")
generate_playthrough = library("algorithms.generate_playthrough")
observation = library("observation")
rl_environment = library("rl_environment")
ISMCTSBot: Any = library("algorithms.ismcts").ISMCTSBot

rulebook = pytest.mark.parametrize("rules", RULEBOOKS)


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
        if state.hand.is_dealt and random.random() < share:
            states.append(state.clone())
    return states


@rulebook
def test_the_game_passes_the_tests_of_openspiel(rules: str, capfd: Any) -> None:
    """The simulations in C++ and Python that the library puts its own games through.

    Among other things they compare clones, serialized states and those made again of their history,
    rewards and returns, legal actions and their masks, and the sizes of tensors.
    """
    game = pyspiel.load_game(f"{NAME}(rules={rules})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    library("tests.games_sim_test").GamesSimTest().sim_game(game)
    capfd.readouterr()


@pytest.mark.parametrize("transform", ["misere", "zerosum", "cached_tree", "start_at(history=)"])
def test_the_transformed_game_passes_them_too(transform: str, capfd: Any) -> None:
    name, _, parameters = transform.rstrip(")").partition("(")
    given = ",".join([f"game={NAME}(rules=hayes)", *filter(None, [parameters])])
    game = pyspiel.load_game(f"{name}({given})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    capfd.readouterr()


@rulebook
def test_a_playthrough_can_be_made_and_made_again(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `open_spiel/integration_tests` does with every game of the library."""
    if rules != "scarne":
        # The library draws thousands of numbers as characters, which takes most of the time.
        monkeypatch.setattr(
            generate_playthrough, "_format_tensor", lambda tensor, name: [f"{name} {tensor.sum()}"]
        )
    flags.FLAGS.mark_as_parsed()
    game = pyspiel.load_game(NAME, {"rules": rules})
    lines = generate_playthrough.playthrough_lines(f"{NAME}(rules={rules})", seed=1)
    text = "\n".join(lines) + "\n"
    given = generate_playthrough._playthrough_params(text.splitlines())
    assert len(given["action_sequence"]) >= 2 * game.rules.deck.size
    assert generate_playthrough.playthrough(**given) == text
    for line in (
        "GameType.provides_factored_observation_string = True",
        f'InformationStateString(0) = "south {rules} ',
        f'PublicObservationString() = "{rules} ',
        'PrivateObservationString(1) = "north hand=',
        "InformationStateTensor(0).hand",
        "ObservationTensor(1).gone",
        "IsTerminal() = True",
    ):
        assert f"\n{line}" in text


@rulebook
def test_the_search_and_the_learning_of_the_library_take_the_game(rules: str) -> None:
    """A step of information-set search, of regrets, and hands by its learning environment."""
    game = pyspiel.load_game(f"{NAME}(rules={rules})")
    state = played(game, 3, 0.1)[0]
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    search = ISMCTSBot(
        game,
        library("algorithms.mcts").RandomRolloutEvaluator(1, np.random.RandomState(1)),
        100.0,
        4,
    )
    assert search.step(state) in state.legal_actions()
    solver = library("algorithms.outcome_sampling_mccfr").OutcomeSamplingSolver(game)
    solver.iteration()
    assert len(solver._infostates) > 20
    random = Random(1)
    for kind, size in (
        ("INFORMATION_STATE", game.information_state_tensor_size()),
        ("OBSERVATION", game.observation_tensor_size()),
    ):
        environment = rl_environment.Environment(
            game, observation_type=getattr(rl_environment.ObservationType, kind)
        )
        step = environment.reset()
        while not step.last():
            assert [len(seen) for seen in step.observations["info_state"]] == [size, size]
            player = step.observations["current_player"]
            step = environment.step([random.choice(step.observations["legal_actions"][player])])
        assert sum(step.rewards) == 0


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


SINGLE, ALL, NONE = (
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
    pyspiel.PrivateInfoType.NONE,
)


def of_both(text: Callable[[], str], seat: Seat) -> str:
    return text()


@rulebook
def test_an_observer_shows_what_one_seat_sees(rules: str) -> None:
    game = pyspiel.load_game(NAME, {"rules": rules})
    for state in played(game, 6, 0.1):
        hand = state.hand
        texts: dict[tuple[bool, Any, bool], Callable[[Seat], str]] = {
            (True, SINGLE, True): hand.information,
            (True, SINGLE, False): hand.observation,
            (True, NONE, True): partial(of_both, hand.public_information),
            (True, NONE, False): partial(of_both, hand.public_observation),
            (False, SINGLE, True): hand.private_information,
            (False, SINGLE, False): hand.private_observation,
        }
        for (public, private, recall), text in texts.items():
            kind = pyspiel.IIGObservationType(public, recall, private)
            observer = observation.make_observation(game, kind)
            compiled = observation._Observation(game, game.make_observer(kind, {}))
            expected = SeatTensor(
                game.rules, game.count, recall=recall, public=public, private=private == SINGLE
            )
            for seat in Seat:
                observer.set_from(state, seat)
                compiled.set_from(state, seat)
                expected.set_from(hand, seat)
                assert observer.string_from(state, seat) == text(seat)
                assert compiled.string_from(state, seat) == text(seat)
                assert np.array_equal(observer.tensor, expected.tensor)
                assert np.array_equal(compiled.tensor, expected.tensor)
                assert {name: part.shape for name, part in compiled.dict.items()} == {
                    name: part.shape for name, part in expected.dict.items()
                }
                other = observation._Observation(game, game.make_observer(kind, {}))
                other.decompress(compiled.compress())
                assert np.array_equal(other.tensor, compiled.tensor)
        default = observation.make_observation(game)
        for seat in Seat:
            default.set_from(state, seat)
            assert default.string_from(state, seat) == state.observation_string(seat)
            assert np.array_equal(default.tensor, state.observation_tensor(seat))
            whole = observation.make_observation(game, observation.INFO_STATE_OBS_TYPE)
            whole.set_from(state, seat)
            assert whole.string_from(state, seat) == state.information_state_string(seat)
            assert np.array_equal(whole.tensor, state.information_state_tensor(seat))


@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize(("public", "private"), [(True, ALL), (False, NONE), (False, ALL)])
def test_where_an_observation_is_not_offered_there_is_none(
    public: bool, private: Any, recall: bool
) -> None:
    game = pyspiel.load_game(NAME)
    assert (
        observation.make_observation(game, pyspiel.IIGObservationType(public, recall, private))
        is None
    )


def test_observations_have_no_parameters() -> None:
    with pytest.raises(ValueError, match=r"no parameters .* known, given {'a': 1}$"):
        observation.make_observation(pyspiel.load_game(NAME), params={"a": 1})


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


class Watched(ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's bot, of which the last one is known."""

    last: Watched

    def create_new_node(self, state: Any) -> Any:
        node = super().create_new_node(state)
        if len(self._node_pool) == 1:
            Watched.last, self.root = self, node
        return node


def test_it_tells_what_the_search_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "ISMCTSBot", Watched)
    position = view()
    engine = make_engine("openspiel-ismcts")
    seeds = (1, 1, 2, 3, 4)
    analyses = [engine.analyze(position, Limits(worlds=60), seed=seed) for seed in seeds]
    assert analyses[0].moves == analyses[1].moves
    assert len({analysis.choice for analysis in analyses}) > 1
    for analysis, seed in zip(analyses[1:], seeds[1:], strict=True):
        engine.analyze(position, Limits(worlds=60), seed=seed)
        state = state_of_view(position, np.random.RandomState(seed))
        children = {
            state.hand.move(action): child for action, child in Watched.last.root.child_info.items()
        }
        assert {move.move: move.visits for move in analysis.moves} == {
            move: child.visits for move, child in children.items()
        }
        # The first simulation makes the root.
        assert sum(move.visits for move in analysis.moves) == 59
        assert analysis.worlds == 60
        most = max(child.visits for child in children.values())
        assert children[analysis.choice].visits == most
        for move in analysis.moves:
            # Nothing is scored yet, so that returns are points from here on.
            mean = children[move.move].return_sum / move.visits
            if move is analysis.best or move.behind > 0:
                assert move.mean == pytest.approx(mean)
                assert move.behind == pytest.approx(analysis.best.mean - mean)
            else:
                assert mean >= analysis.best.mean
                assert 10 * move.visits < most
            assert move.mean_se > 0 or move.visits == 1
            assert move.win != move.win
        assert analysis.seconds > 0
        assert analysis.model == MODEL
        assert (analysis.engine, analysis.belief) == ("openspiel-ismcts", "uniform")


def test_its_values_count_what_is_scored_already() -> None:
    """For the seat to decide, over the whole hand if the points are given."""
    referee = Referee.of_deal(next(random_deals(1, 4, RULEBOOKS["hayes"])))
    while abs(sum(referee.points.north) - sum(referee.points.south)) < 30:
        referee.push(referee.moves()[-1])
    assert referee.turn is not None
    position = referee.view(referee.turn)
    assert isinstance(position, StockPosition)
    engine = make_engine("openspiel-ismcts")
    unscored = replace(position, points=None)
    told, untold = (engine.analyze(each, Limits(worlds=20)) for each in (position, unscored))
    south, north = map(sum, referee.points)
    ahead = (north - south) * (1 if position.turn is Seat.NORTH else -1)
    assert abs(ahead) >= 30
    assert [move.mean for move in told.moves] == pytest.approx(
        [move.mean + ahead for move in untold.moves], nan_ok=True
    )


def test_it_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    engine = make_engine("openspiel-ismcts")
    engine.analyze(
        view(), Limits(worlds=140), progress=lambda analysis: told.append(analysis.worlds)
    )
    assert told == [64, 128]


def test_with_doubles_it_tells_no_values() -> None:
    referee = Referee.of_deal(
        next(random_deals(1, 1, RULEBOOKS["macdougall"])), doubles=Doubles.EVERY
    )
    assert referee.turn is not None
    position = referee.view(referee.turn)
    assert isinstance(position, StockPosition)
    analysis = make_engine("openspiel-ismcts").analyze(position, Limits(worlds=9))
    assert (analysis.worlds, analysis.model, len(analysis.moves)) == (9, MODEL, 1)
    assert analysis.best.mean != analysis.best.mean


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
    analysis = make_engine("openspiel-ismcts").analyze(view(), limits, stop=stop)
    assert (analysis.finished, analysis.worlds) == (False, 2)
    assert sum(move.visits for move in analysis.moves) == 1


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


# ------------------------------------------------------------------------------ learning from hands


class Last:
    """An agent that makes its last legal action, and is told how hands end."""

    def __init__(self) -> None:
        self.player_id = 0
        self.told: list[float] = []

    def step(self, time_step: Any, is_evaluation: bool = False) -> Any:
        if time_step.last():
            assert not is_evaluation
            self.told.append(time_step.rewards[self.player_id])
            return None
        assert time_step.observations["current_player"] == self.player_id
        return library("rl_agent").StepOutput(
            time_step.observations["legal_actions"][self.player_id][-1], []
        )


def test_what_learns_is_told_in_hundreds_what_it_made() -> None:
    agent, hands = Last(), deep_learning.Hands("hayes", 1)
    assert (hands.observation, hands.actions) == (1002, 120)
    made = [hands.play(agent, seat, learning=True) for seat in (0, 1, 0, 1)]
    assert agent.told == [each / 100 for each in made]
    assert [hands.play(agent, 1, learning=False) for _ in range(2)]
    assert len(agent.told) == 4
    again = deep_learning.Hands("hayes", 1)
    assert [again.play(Last(), seat, learning=True) for seat in (0, 1, 0, 1)] == made


def test_the_measure_of_an_agent_is_its_mean_with_its_error() -> None:
    hands = deep_learning.Hands("hayes", 5)
    scores = [hands.play(Last(), hand % 2, learning=False) for hand in range(40)]
    mean, error = statistics.mean(scores), statistics.stdev(scores) / 40**0.5
    won = sum((score > 0) + (score == 0) / 2 for score in scores) / 40
    text = deep_learning.measured(deep_learning.Hands("hayes", 5), Last(), 40)
    assert text == f"{mean:+7.1f} ± {error:.1f} points a hand, {won:.1%} of the hands won"
    assert error > 5

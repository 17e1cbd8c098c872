"""What engines lose in decisions of whole hands, measured by the cards that were really there.

The default engine plays a hand against itself in few worlds. Some of its decisions are then put to
every engine, with the same seed. Where they choose differently, each move chosen is played on with
by the policy, in worlds of the true hand: the other seat has the cards that it really has, and the
stock lies in a random order, the same orders for all moves. So no belief of any engine has a part
in the values, and over many hands the difference of two engines is that of what their choices
come to, if both seats go on as the policy does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing
from copy import copy
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.common.decisions import final_points, kind_of, trick_of
from pinochle_solver import RULEBOOKS, Referee, StockPosition, analyze
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.errors import IllegalMoveError, NotationError
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.limits import Limits
from pinochle_solver.matches.players import Player, PlayerSpec, make_player
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.stock.beliefs import Belief

DECISIONS_OF_A_HAND = 10
"""So many are put to the engines, of the 30 or so that both seats have to make in a stock phase."""
PLAYING_WORLDS = 16
_ANSWER_SECONDS = 600.0
_SEED_BITS = 53


@dataclass(frozen=True, slots=True, kw_only=True)
class LossSettings:
    """What is compared.

    Attributes:
        engines: players, as ``pinochle match`` takes them.
        names: what they call themselves.
        rules: rulebooks, which the hands take in turn.
        seconds: for each decision of an engine whose options say nothing else,
        worlds: or in how many worlds it tries its moves.
        valued_in: in how many worlds of the true hand a move is valued.
        seed: of deals, searches and worlds.
    """

    engines: tuple[str, ...]
    names: tuple[str, ...]
    rules: tuple[str, ...]
    seconds: float | None
    worlds: int | None
    valued_in: int
    seed: int


@dataclass(frozen=True, slots=True)
class DecisionLosses:
    """A decision that was put to the engines.

    Attributes:
        trick: the stock trick it belongs to, from 1.
        kind: a lead, a reply or a meld (`decisions.KINDS`).
        moves: what each engine chose.
        losses: how many points the move of each comes to less than the best of these moves, in the
            final difference of the seat to decide.
    """

    trick: int
    kind: str
    moves: list[str]
    losses: list[float]

    @property
    def is_disputed(self) -> bool:
        """Whether the engines did not all choose the same."""
        return len(set(self.moves)) > 1


@dataclass(frozen=True, slots=True)
class HandLosses:
    """A hand.

    Attributes:
        number: which, from 0.
        rules: the name of its rulebook.
        made: how many decisions between several moves both seats had to make.
        decisions: those that were put to the engines, as they came.
    """

    number: int
    rules: str
    made: int
    decisions: list[DecisionLosses]


def measure_hand(number: int, settings: LossSettings) -> HandLosses:
    """Play the hand of this number and put some of its decisions to the engines.

    Raises:
        EngineError: when an engine gives no answer, or no legal move.
    """
    rules = RULEBOOKS[settings.rules[number % len(settings.rules)]]
    random = Random(f"losses/{settings.seed}/{number}")
    made = decisions_of(Referee.of_deal(random_deal(number, settings.seed, rules)), random)
    places = sorted(random.sample(range(len(made)), min(DECISIONS_OF_A_HAND, len(made))))
    with ExitStack() as stack:
        players = [stack.enter_context(closing(player)) for player in _players(settings)]
        for player in players:
            player.new_hand()
        losses = [_losses(made[place], players, settings, random) for place in places]
    return HandLosses(number, rules.name, len(made), losses)


def _players(settings: LossSettings) -> list[Player]:
    limits = Limits(seconds=settings.seconds, worlds=settings.worlds)
    return [
        make_player(PlayerSpec.parse(text), limits, _ANSWER_SECONDS, StopFlag())
        for text in settings.engines
    ]


def decisions_of(referee: Referee, random: Random) -> list[Referee]:
    """The decisions between several moves of a stock phase that the default engine plays.

    Args:
        referee: the hand before its first lead; afterwards it is in the playoff.
        random: the seeds of the engine's searches.
    """
    made = []
    while not referee.in_playoff:
        moves = referee.moves()
        if len(moves) == 1:
            referee.push(moves[0])
            continue
        made.append(copy(referee))
        view = stock_view(referee)
        referee.push(analyze(view, worlds=PLAYING_WORLDS, seed=_seed(random)).choice)
    return made


def stock_view(referee: Referee) -> StockPosition:
    """What the seat to decide sees in the stock phase."""
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    return view


def _seed(random: Random) -> int:
    return int(random.random() * 2**_SEED_BITS)


def _losses(
    referee: Referee, players: Sequence[Player], settings: LossSettings, random: Random
) -> DecisionLosses:
    """Put a decision to all players, and value what they choose."""
    view, seed = stock_view(referee), _seed(random)
    chosen = [
        _choice(referee, text, player, view, seed)
        for text, player in zip(settings.engines, players, strict=True)
    ]
    valued = dict.fromkeys(chosen, 0.0)
    if len(valued) > 1:
        worlds = true_worlds(referee, settings.valued_in, _seed(random))
        valued = {move: value(view, move, worlds) for move in valued}
    best = max(valued.values())
    return DecisionLosses(
        trick=trick_of(view),
        kind=kind_of(view),
        moves=[str(move) for move in chosen],
        losses=[best - valued[move] for move in chosen],
    )


def _choice(referee: Referee, text: str, player: Player, view: StockPosition, seed: int) -> Move:
    """What a player does; raises `EngineError`, which names it, for what is no legal move."""
    try:
        answer = player.move(view, seed)
        move = answer if isinstance(answer, Play | Show) else referee.parse_move(str(answer))
        referee.number_of(move)
    except EngineError as error:
        raise EngineError(f"{text}: {error}") from None
    except (IllegalMoveError, NotationError) as error:
        fact = f"illegal move {error.token}: {error.fact}"
        raise EngineError(f"{text}: {fact} ({view.text()})") from None
    return move


def true_world(referee: Referee) -> tuple[list[int], list[int]]:
    """Where the cards that the seat to decide does not see really are, each a `Card.index`.

    Returns:
        the other hand's that are not known, and the stock, the next to be drawn first.
    """
    view, whole = stock_view(referee), referee.position()
    assert isinstance(whole, StockPosition)
    assert not isinstance(whole.stock, int)
    hidden = Counter(referee.hand(view.turn.other))
    hidden.subtract(view.hand(view.turn.other).known)
    return [card.index for card in hidden.elements()], [card.index for card in whole.stock]


def true_worlds(referee: Referee, number: int, seed: int) -> NDArray[np.uint8]:
    """Worlds in which the other hand is the true one and the stock lies in a random order.

    Returns:
        rows of `Card.index`, shape (number, cards): the other hand's, then the stock.
    """
    hidden, stock = true_world(referee)
    orders = np.random.default_rng(seed).permuted(np.tile(stock, (number, 1)), axis=1)
    return np.hstack([np.tile(hidden, (number, 1)), orders]).astype(np.uint8)


def value(view: StockPosition, move: Move, worlds: NDArray[np.uint8]) -> float:
    """The mean final difference of the seat to decide if the policy plays on after a move."""
    belief = Belief(view)
    points = final_points(belief.playouts(), belief, move, worlds)
    return float((points[:, view.turn] - points[:, view.turn.other]).mean())

"""Two-handed pinochle as a game of OpenSpiel.

Importing this module registers it: ``pyspiel.load_game("python_pinochle(rules=hayes)")``. Nothing
but this and the player made of it needs OpenSpiel (``pip install 'pinochle-solver[openspiel]'``).

Source: docs/RULES.md, sections 2 to 5. The game is one whole hand, the playoff included. Left out:
the game of several hands (6), irregularities (7), doubles (8), and the lift of glup.

Parameters: ``rules`` (default scarne); ``count`` (default the rulebook's own); ``dealer``, south or
north (default north, so that player 0 leads). Player 0 is south, 1 north. The returns are the
points of the hand minus the opponent's, so they are zero-sum; all are paid at its end.

Actions and chance outcomes have the numbers of `sequential`: cards are dealt one by one, and drawn
when they are drawn. An information state is all that the seat has seen: its cards, its draws, what
both played and showed, its own passes; not whether the other seat passed or was not asked. An
observation is what it sees now, of the past only what it would keep account of: points, cards gone,
melds laid. Both are texts (`SequentialHand.information`, `.observation`) and tensors, whose parts
and shapes `tensors` describes. Observers give what is public or private alone, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from pinochle_solver.openspiel.sequential import ActionNumbers, SequentialHand
from pinochle_solver.openspiel.tensors import SeatTensor
from pinochle_solver.openspiel.worlds import Sampler, resample
from pinochle_solver.rules.cards import CARDS, Card
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS
from pinochle_solver.rules.rules import Rulebook, Seat

NAME = "python_pinochle"
_MOST_FOR_GLUPS = 10
_RULES, _COUNT, _DEALER = "rules", "count", "dealer"

_GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Two-handed pinochle",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(Seat),
    min_num_players=len(Seat),
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={
        _RULES: DEFAULT_RULEBOOK.name,
        _COUNT: "",
        _DEALER: Seat.NORTH.text(),
    },
)


class PinochleGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One hand of two-handed pinochle."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        rules = str(given.get(_RULES, DEFAULT_RULEBOOK.name))
        count = str(given.get(_COUNT, "")) or None
        if rules not in RULEBOOKS:
            raise ValueError(f"rules={rules}: no rulebook (known: {', '.join(RULEBOOKS)})")
        if count is not None and count not in COUNTS:
            raise ValueError(f"count={count}: no count (known: {', '.join(COUNTS)})")
        self.rules = RULEBOOKS[rules]
        self.count = self.rules.count if count is None else COUNTS[count]
        self.dealer = Seat.parse(str(given.get(_DEALER, Seat.NORTH.text())))
        super().__init__(_GAME_TYPE, _game_info(self.rules), given)

    def new_initial_state(self) -> PinochleState:
        """The hand before the deal."""
        return PinochleState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> PinochleObserver | None:
        """What gives the texts and tensors of a seat; without a type, the observation's.

        Returns:
            None for the private information of both seats, and for no information at all.

        Raises:
            ValueError: for parameters, of which there are none.
        """
        if params:
            raise ValueError(f"no parameters of observations are known, given {params}")
        if iig_obs_type is None:
            return PinochleObserver(self, recall=False, public=True, private=True)
        kinds = pyspiel.PrivateInfoType
        public, private = iig_obs_type.public_info, iig_obs_type.private_info
        if private == kinds.ALL_PLAYERS or not (public or private == kinds.SINGLE_PLAYER):
            return None
        return PinochleObserver(
            self,
            recall=iig_obs_type.perfect_recall,
            public=public,
            private=private == kinds.SINGLE_PLAYER,
        )


def _game_info(rules: Rulebook) -> Any:
    """The sizes of the game; the utilities' bound is one that no hand comes near."""
    deck = rules.deck
    dix = rules.meld(DIX)
    most_shown = max(kind.points for kind in rules.melds) + (dix.points if dix else 0)
    # A show after every stock trick and before the first, and what scores of itself at each card.
    most_counted = max(count.of_hand(deck) for count in (rules.count, *COUNTS.values()))
    most_at_a_card = rules.played_dix + rules.held_dix + rules.glups * _MOST_FOR_GLUPS
    most = most_counted + (1 + deck.stock_tricks) * most_shown + deck.size * most_at_a_card
    most += rules.dealer_dix + rules.last_draw_dix
    tricks = deck.stock_tricks + deck.hand
    return pyspiel.GameInfo(
        num_distinct_actions=ActionNumbers(rules).size,
        max_chance_outcomes=CARDS,
        num_players=len(Seat),
        min_utility=float(-most),
        max_utility=float(most),
        utility_sum=0.0,
        max_game_length=2 * tricks + (2 + rules.dix_turns) * (deck.stock_tricks + rules.dix_turns),
    )


class PinochleState(pyspiel.State):  # type: ignore[misc]
    """A hand under way.

    Attributes:
        hand: what it is in terms of the package.
    """

    def __init__(self, game: PinochleGame) -> None:
        """Only for `PinochleGame.new_initial_state`."""
        super().__init__(game)
        self.hand = SequentialHand(game.rules, game.count, game.dealer)

    # What OpenSpiel asks of a state

    def current_player(self) -> int:
        """Whose turn it is: 0 south, 1 north, or OpenSpiel's numbers for chance and the end."""
        if self.hand.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.hand.turn
        return int(pyspiel.PlayerId.CHANCE if turn is None else turn)

    def _legal_actions(self, player: int) -> list[int]:
        return self.hand.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that can come now, with their chances."""
        outcomes = self.hand.outcomes()
        total = sum(copies for _, copies in outcomes)
        return [(card, copies / total) for card, copies in outcomes]

    def _apply_action(self, action: int) -> None:
        self.hand.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return Card.from_index(action).text()
        return self.hand.move(action).text()

    def is_terminal(self) -> bool:
        """Whether the last trick has been played."""
        return self.hand.is_over

    def returns(self) -> list[float]:
        """At the end, each seat's points of the hand minus the opponent's; zeros before."""
        south = float(self.hand.difference) if self.hand.is_over else 0.0
        return [south, -south]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen; of the one whose turn it is if none is given."""
        return self.hand.information(self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now; of the one whose turn it is if none is given."""
        return self.hand.observation(self._seat(player))

    def _seat(self, player: int | None) -> Seat:
        return Seat(self.current_player() if player is None else player)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Sampler
    ) -> PinochleState:
        """A state of the same information state of that player, the unseen cards elsewhere.

        It is as likely as chance alone makes it among those in which the other seat could do what
        was seen of it; what it chose among its actions tells nothing.

        Raises:
            ValueError: during the deal.
        """
        other = resample(self.hand, Seat(player_id), probability_sampler)
        return state_of(self.get_game(), other)

    def __str__(self) -> str:
        south, north = (self.hand.information(seat) for seat in Seat)
        return f"{south}\n{north}"


def state_of(game: PinochleGame, hand: SequentialHand) -> PinochleState:
    """The state of a game that a hand is, with its history."""
    state = game.new_initial_state()
    for action in hand.actions:
        state.apply_action(action)
    return state


class PinochleObserver:
    """Gives what a seat sees as text and as a tensor, as OpenSpiel's observers do.

    Args:
        game: the game.
        recall: whether all that was seen, or only what is seen now.
        public: whether what both seats see.
        private: whether what only the seat sees.

    Attributes:
        tensor: shape (size,), float32.
        dict: its parts by name, views in the shapes that `tensors` describes.
    """

    def __init__(self, game: PinochleGame, *, recall: bool, public: bool, private: bool) -> None:
        self._recall, self._public, self._private = recall, public, private
        self._seen = SeatTensor(
            game.rules, game.count, recall=recall, public=public, private=private
        )
        self.tensor, self.dict = self._seen.tensor, self._seen.dict

    def set_from(self, state: PinochleState, player: int) -> None:
        """Fill the tensor with what a player sees of a state."""
        self._seen.set_from(state.hand, Seat(player))

    def string_from(self, state: PinochleState, player: int) -> str:
        """What a player sees of a state; without private information the same for both."""
        hand, seat = state.hand, Seat(player)
        if self._public and self._private:
            return hand.information(seat) if self._recall else hand.observation(seat)
        if self._public:
            return hand.public_information() if self._recall else hand.public_observation()
        text = hand.private_information if self._recall else hand.private_observation
        return text(seat)


pyspiel.register_game(_GAME_TYPE, PinochleGame)

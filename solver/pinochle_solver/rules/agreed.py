"""What players agree on about their game, besides the rulebook (RULES.md, section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag
from typing import TYPE_CHECKING, Any, Protocol, overload

from pinochle_solver.errors import GameError, NotationError, quoted
from pinochle_solver.rules.rules import (
    MOST_POINTS,
    CallOutRule,
    GameRules,
    Rulebook,
    SingleHandTie,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAVE_OUT = "leave it out, or give another file"
EACH_IS_A_GAME = "with doubles each hand is a game of its own, for its stake"


class HasGame(Protocol):
    """A rulebook of any game."""

    @property
    def name(self) -> str:
        """The name of the rulebook."""

    @property
    def game(self) -> GameRules:
        """How hands make a game."""


class Agreed(Flag):
    """Ways of playing for a game that players may agree on.

    ``CALL_OUT``: a player may claim to have reached the target; ``AT_ONCE``: he may, and a right
    claim wins without another trick; ``CHIPS``: each hand's card points are rounded to tens;
    ``SINGLE_HAND``: each hand is a game of its own; ``DROPPED``: the last digit of each hand's card
    points is dropped.
    """

    NOTHING = 0
    CALL_OUT = 1
    AT_ONCE = 3
    CHIPS = 4
    SINGLE_HAND = 8
    DROPPED = 16

    @classmethod
    def of(
        cls,
        *,
        call_out: bool = False,
        call_out_at_once: bool = False,
        chips: bool = False,
        single_hand: bool = False,
        drop_last_digit: bool = False,
    ) -> Agreed:
        """What the options of these names say."""
        agreed = cls.NOTHING
        for word, is_agreed in (
            (_CALL_OUT, call_out),
            (_AT_ONCE, call_out_at_once),
            (_CHIPS, chips),
            (_SINGLE_HAND, single_hand),
            (_DROPPED, drop_last_digit),
        ):
            if is_agreed:
                agreed |= _WORDS[word]
        return agreed

    @property
    def words(self) -> tuple[str, ...]:
        """The options that say it, such as ``call-out`` and ``chips``.

        At once there is a call-out, too, which is not said.
        """
        return tuple(
            word
            for word, agreed in _WORDS.items()
            if agreed in self and not (word == _CALL_OUT and Agreed.AT_ONCE in self)
        )

    @staticmethod
    def all_words() -> tuple[str, ...]:
        """All the words there are."""
        return tuple(_WORDS)

    @classmethod
    def parse(cls, text: str) -> Agreed:
        """Read its words, in either case, with commas or blanks between; raises `NotationError`."""
        agreed = cls.NOTHING
        for word in text.replace(",", " ").split():
            if word.lower() not in _WORDS:
                raise NotationError("agreed", f"{quoted(word)} is not {_known()}")
            agreed |= _WORDS[word.lower()]
        return agreed


_CALL_OUT, _AT_ONCE, _CHIPS, _SINGLE_HAND = "call-out", "call-out-at-once", "chips", "single-hand"
_DROPPED = "drop-last-digit"
NO_TARGET = "a single-hand game has no target to reach"
_NEVER_UP = 10
"""No last digit is rounded up."""
_WORDS = {
    _CALL_OUT: Agreed.CALL_OUT,
    _AT_ONCE: Agreed.AT_ONCE,
    _CHIPS: Agreed.CHIPS,
    _SINGLE_HAND: Agreed.SINGLE_HAND,
    _DROPPED: Agreed.DROPPED,
}


def _known() -> str:
    *words, last = Agreed.all_words()
    return f"{', '.join(words)} or {last}"


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a game is played for, and how, as far as that is agreed on besides the rulebook.

    Attributes:
        target: the points that end the game; None for the rulebook's.
        ahead: how many points ahead a seat must be to win instead; None where a target ends it.
        agreed: what else is agreed on.
    """

    target: int | None = None
    ahead: int | None = None
    agreed: Agreed = Agreed.NOTHING

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options that say it."""
        points = {"target": self.target, "ahead": self.ahead}
        given = (name for name, number in points.items() if number is not None)
        return (*given, *self.agreed.words)

    def check(self, rules: HasGame, *, has_doubles: bool = False) -> None:
        """Refuse what a rulebook does not know, and what does not go together.

        Args:
            rules: the rulebook.
            has_doubles: whether hands are played with doubles.

        Raises:
            GameError: naming the option.
        """
        agreed, ahead, has_target = self.agreed, self.ahead, self.target is not None
        for option in self.options if has_doubles else ():
            raise GameError(option, EACH_IS_A_GAME)
        game = rules.game
        claims = _AT_ONCE if Agreed.AT_ONCE in agreed else _CALL_OUT
        if Agreed.AT_ONCE in agreed and game.call_out is not CallOutRule.NEEDS_A_TRICK:
            raise GameError(_AT_ONCE, f"in {rules.name} a call-out needs no trick")
        if Agreed.CHIPS in agreed and not game.chips_up_from:
            raise GameError(_CHIPS, f"{rules.name} has none")
        if Agreed.DROPPED in agreed:
            if Agreed.CHIPS in agreed:
                raise GameError(_DROPPED, "chips are rounded up as well")
            if not isinstance(rules, Rulebook):
                raise GameError(_DROPPED, f"{rules.name} is not a game for two")
            if rules.meld_unit % 10:
                raise GameError(_DROPPED, f"{rules.name} counts single points")
        if Agreed.SINGLE_HAND in agreed:
            if game.single_hand_tie is SingleHandTie.NO_SUCH_GAME:
                raise GameError(_SINGLE_HAND, f"{rules.name} has no single-hand game")
            given = {
                "target": has_target,
                "ahead": ahead is not None,
                claims: Agreed.CALL_OUT in agreed,
            }
            for option, is_given in given.items():
                if is_given:
                    raise GameError(option, NO_TARGET)
        if ahead is not None:
            _check_ahead(rules, ahead, has_target, Agreed.CALL_OUT in agreed)
        if Agreed.CALL_OUT in agreed and game.call_out is CallOutRule.NONE:
            raise GameError(_CALL_OUT, f"{rules.name} has none")

    def check_same(self, target: int, ahead: int | None, agreed: Agreed) -> None:
        """Refuse what is not agreed on in a game that has begun.

        Args:
            target: the points that end that game.
            ahead: the lead that wins it; None where the target ends it.
            agreed: what else is agreed on there.

        Raises:
            GameError: naming the option, with what to do.
        """
        played = f"is played to {target}" if ahead is None else f"is won by {ahead} ahead"
        for option, asked, its in (
            ("target", self.target, target if ahead is None else None),
            ("ahead", self.ahead, ahead),
        ):
            if asked is not None and Agreed.SINGLE_HAND in agreed:
                raise GameError(option, f"{NO_TARGET}; {_LEAVE_OUT}")
            if asked not in (None, its):
                raise GameError(option, f"{asked}, but the game {played}; {_LEAVE_OUT}")
        for word in self.agreed.words:
            if _WORDS[word] not in agreed:
                raise GameError(word, f"the game was begun without; {_LEAVE_OUT}")


def _check_ahead(rules: HasGame, ahead: int, has_target: bool, has_calls: bool) -> None:
    if has_target:
        raise GameError("ahead", "a game is won by points ahead or by a target, not both")
    if not rules.game.ahead:
        raise GameError("ahead", f"{rules.name} is played for a target")
    if not 1 <= ahead <= MOST_POINTS:
        raise GameError("ahead", f"{ahead} is not within 1 to {MOST_POINTS}")
    if has_calls:
        raise GameError(_CALL_OUT, "a game won by points ahead has no target to reach")


def call_out_rule(rules: HasGame, agreed: Agreed) -> CallOutRule:
    """What a right call-out does, as it is agreed."""
    return CallOutRule.WINS if Agreed.AT_ONCE in agreed else rules.game.call_out


def chips_up_from(rules: HasGame, agreed: Agreed) -> int:
    """From which last digit a hand's card points are rounded up to tens.

    0 where they are not rounded, 10 where they are always rounded down.
    """
    if Agreed.DROPPED in agreed:
        return _NEVER_UP
    return rules.game.chips_up_from if Agreed.CHIPS in agreed else 0


@overload
def in_chips(points: int, up_from: int) -> int: ...


@overload
def in_chips(points: NDArray[np.float64], up_from: int) -> NDArray[np.float64]: ...


def in_chips(points: Any, up_from: int) -> Any:
    """Card points rounded to tens: up if the last digit is at least this, else down.

    With 0 they stay as they are. They may be one number or an array of any shape.
    """
    if not up_from:
        return points
    return points // 10 * 10 + 10 * (points % 10 >= up_from)


def least_in_chips(points: int, up_from: int) -> int:
    """The fewest card points that come to at least so many once they are rounded."""
    if not up_from or points <= 0:
        return points
    return (points + 9) // 10 * 10 - 10 + up_from

"""The options that say what a game of several hands is played for, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from pinochle_solver.cli.input.options import Decorated, Whole
from pinochle_solver.errors import GameError
from pinochle_solver.rules.agreed import Agreed, GameTerms, HasGame
from pinochle_solver.rules.rules import MOST_POINTS, Rulebook

_NAMES = (
    "target",
    "ahead",
    "chips",
    "drop_last_digit",
    "single_hand",
    "call_out",
    "call_out_at_once",
)
WITH_GAME = "With --game: "
"""Begins the help of these options where they go with ``--game``."""


def target_option(
    otherwise: str = "as in the rulebook", when: str = ""
) -> Callable[[Decorated], Decorated]:
    """``--target``, with these words on what holds without it."""
    return _points("--target", f"The points that end the game. Default: {otherwise}.", when)


def ahead_option(when: str = "") -> Callable[[Decorated], Decorated]:
    """``--ahead``."""
    text = "A player who is N points ahead at the end of a hand wins; in place of a target (glup)."
    return _points("--ahead", text, when)


def chips_option(when: str = "") -> Callable[[Decorated], Decorated]:
    """``--chips``."""
    return _flag("--chips", "Round each hand's card points to tens (macdougall).", when)


def drop_last_digit_option(when: str = "") -> Callable[[Decorated], Decorated]:
    """``--drop-last-digit``."""
    return _flag("--drop-last-digit", "Drop the last digit of each hand's card points.", when)


def single_hand_option(when: str = "") -> Callable[[Decorated], Decorated]:
    """``--single-hand``."""
    return _flag("--single-hand", "Make each hand a game.", when)


def call_out_option(when: str = "") -> Callable[[Decorated], Decorated]:
    """``--call-out``, as an agreement; not a claim, as ``score`` has it."""
    text = "Play with call-outs: a player who has reached the target may win during a hand."
    return _flag("--call-out", text, when)


def call_out_at_once_option(when: str = "") -> Callable[[Decorated], Decorated]:
    """``--call-out-at-once``."""
    text = "Let a right call-out win without another trick (macdougall)."
    return _flag("--call-out-at-once", text, when)


def game_options(otherwise: str, when: str = "") -> Callable[[Decorated], Decorated]:
    """All of them, for `asked_terms`.

    Args:
        otherwise: which target holds where none is given, in words.
        when: begins the help of each.
    """

    def decorated(function: Decorated) -> Decorated:
        for option in reversed(
            (
                target_option(otherwise, when),
                ahead_option(when),
                call_out_option(when),
                call_out_at_once_option(when),
                chips_option(when),
                drop_last_digit_option(when),
                single_hand_option(when),
            )
        ):
            function = option(function)
        return function

    return decorated


def asked_terms(options: dict[str, Any]) -> GameTerms:
    """What the options of `game_options` say; they are taken out of these options."""
    given = {name: options.pop(name) for name in _NAMES}
    return GameTerms(given.pop("target"), given.pop("ahead"), Agreed.of(**given))


def check_with_game(terms: GameTerms, is_game: bool) -> None:
    """Refuse terms of a game where none is played: a `click.UsageError` names the option."""
    for option in terms.options if not is_game else ():
        raise click.UsageError(f"--{option}: goes with --game")


def check_terms(rules: HasGame, terms: GameTerms, *, has_doubles: bool = False) -> None:
    """Refuse what a rulebook does not know, or what does not go together: a `click.UsageError`."""
    with refusing_options():
        terms.check(rules, has_doubles=has_doubles)


@contextmanager
def refusing_options() -> Iterator[None]:
    """Have a `GameError` about an option be a `click.UsageError` that names it."""
    try:
        yield
    except GameError as error:
        raise click.UsageError(f"--{error.token}: {error.fact}") from None


def terms_text(rules: Rulebook, target: int, ahead: int | None, agreed: Agreed) -> str:
    """What a game is played for, to be put behind other words; empty for what is usual."""
    to = f"to {target}" if ahead is None else f"won by {ahead} ahead"
    is_usual = ahead is None and target == rules.target
    return "".join(f", {word}" for word in (*([] if is_usual else [to]), *agreed.words))


def _points(option: str, text: str, when: str) -> Callable[[Decorated], Decorated]:
    return click.option(option, metavar="N", type=Whole(1, MOST_POINTS), help=_said(text, when))


def _flag(option: str, text: str, when: str) -> Callable[[Decorated], Decorated]:
    return click.option(option, is_flag=True, help=_said(text, when))


def _said(text: str, when: str) -> str:
    return f"{when}{text[0].lower()}{text[1:]}" if when else text

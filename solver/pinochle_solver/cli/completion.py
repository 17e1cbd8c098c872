"""What a shell completes: commands, options, names, files, and the tokens of positions.

The shell calls the program with ``_PINOCHLE_COMPLETE`` set; its first value, such as
``bash_source``, asks for the shell function that does so.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from pinochle_solver.cli.output import tell
from pinochle_solver.errors import quoted

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

VARIABLE = "_PINOCHLE_COMPLETE"
_SHELLS = ("bash", "zsh", "fish")
_NUMBER = re.compile("[0-9]{1,9}")


def complete(group: click.Group, instruction: str) -> bool:
    """Answer a shell; tell in a line why not, and return False, where that cannot be done.

    Args:
        group: the commands.
        instruction: what the variable holds, such as ``bash_source``.
    """
    from click.shell_completion import add_completion_class, shell_complete

    from pinochle_solver.cli.shells import Bash, Zsh

    for shell in (Bash, Zsh):
        add_completion_class(shell)
    known = [f"{shell}_{action}" for action in ("source", "complete") for shell in _SHELLS]
    if instruction not in known:
        tell(f"{VARIABLE}: {quoted(instruction)} is none of {', '.join(known)}")
        return False
    missing = [name for name in ("COMP_WORDS", "COMP_CWORD") if name not in os.environ]
    if instruction.endswith("_complete") and missing:
        tell(f"{missing[0]}: missing, the shell sets it")
        return False
    place = os.environ.get("COMP_CWORD", "")
    # In fish it is the word itself.
    if instruction in ("bash_complete", "zsh_complete") and not _NUMBER.fullmatch(place):
        tell(f"COMP_CWORD: {quoted(place)} is no number of a word")
        return False
    shell_complete(group, {}, "pinochle", VARIABLE, instruction)
    return True


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a file."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def names(known: Iterable[str]) -> Completer:
    """Complete one of these names."""
    all_names = tuple(known)

    def completed(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return beginning_with(incomplete, all_names)

    return completed


def tokens(known: Iterable[str]) -> Completer:
    """Complete the tokens of a position by name, and after the equals sign their values."""
    all_tokens = tuple(known)

    def completed(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        token, equals, _ = incomplete.partition("=")
        if equals:
            return beginning_with(incomplete, (f"{token}={value}" for value in _values(token, ctx)))
        words: tuple[str, ...] = ctx.params.get(param.name or "") or ()
        given = {word.partition("=")[0] for word in words}
        open_tokens = (f"{token}=" for token in all_tokens if token not in given)
        return beginning_with(incomplete, open_tokens)

    return completed


def beginning_with(text: str, known: Iterable[str]) -> list[CompletionItem]:
    """Those of the words that begin so."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(word) for word in known if word.startswith(text)]


def _values(token: str, ctx: click.Context) -> Iterable[str]:
    """What a token may hold, where that can be listed."""
    from pinochle_solver.cli.options import own_rulebooks
    from pinochle_solver.notation.position_fields import Act
    from pinochle_solver.rules.cards import Suit
    from pinochle_solver.rules.counts import COUNTS
    from pinochle_solver.rules.doubles import Doubler
    from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS
    from pinochle_solver.rules.rules import Doubles, Seat

    if token in ("led", "upcard"):
        return [card.text() for card in DEFAULT_RULEBOOK.deck.cards().distinct()]
    seats = [seat.text() for seat in Seat]
    return {
        "rules": [*RULEBOOKS, *(rules.name for rules in own_rulebooks(ctx))],
        "count": list(COUNTS),
        "trump": [suit.letter for suit in Suit],
        "turn": seats,
        "called": seats,
        "dealer": seats,
        "act": [act.text() for act in Act],
        "doubles": [doubles.text() for doubles in Doubles],
        "doubler": [doubler.text() for doubler in Doubler],
    }.get(token, [])

"""What a shell completes: commands, options, names, files, and the tokens of positions.

The shell calls the program with ``_PINOCHLE_COMPLETE`` set; its first value, such as
``bash_source``, asks for the shell function that does so.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from pinochle_solver.cli.streams import tell
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


def tokens(known: Iterable[str], tables: bool = False) -> Completer:
    """Complete the tokens of a position by name, and after the equals sign their values.

    Args:
        known: the tokens of the two-handed game.
        tables: whether positions of three and four are taken, too: after their rulebook come their
            tokens and values.
    """
    two_handed = tuple(known)

    def completed(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        token, equals, value = incomplete.partition("=")
        words: tuple[str, ...] = ctx.params.get(param.name or "") or ()
        given = dict(word.partition("=")[::2] for word in words)
        game = _table_game(given.get("rules"), ctx) if tables else None
        if equals:
            values = _values(token, ctx, tables) if game is None else game.values(token, value)
            return beginning_with(incomplete, (f"{token}={each}" for each in values))
        all_tokens = two_handed if game is None else game.tokens
        open_tokens = (f"{token}=" for token in all_tokens if token not in given)
        return beginning_with(incomplete, open_tokens)

    return completed


def conditions(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the next word of a condition on hidden cards, with the weight before it if any."""
    from pinochle_solver.hand.deal_conditions import next_words
    from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK

    weight, colon, condition = incomplete.rpartition(":")
    begun, blank, _word = condition.rpartition(" ")
    before = f"{weight}{colon}{begun}{blank}"
    words = next_words(begun, DEFAULT_RULEBOOK)
    return beginning_with(incomplete, (f"{before}{word}" for word in words))


def beginning_with(text: str, known: Iterable[str]) -> list[CompletionItem]:
    """Those of the words that begin so."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(word) for word in known if word.startswith(text)]


class _TableGame(NamedTuple):
    """A game for three or four, as positions of it are completed.

    Attributes:
        tokens: the tokens that they may have.
        values: gives what a token may hold, told what it holds already.
    """

    tokens: Sequence[str]
    values: Callable[[str, str], Sequence[str]]


def _table_game(name: str | None, ctx: click.Context) -> _TableGame | None:
    """The game of this name; None: it is another, or none is named."""
    from pinochle_solver.cli.input.options import rulebooks_of_files
    from pinochle_solver.notation.known_rulebooks import KnownRulebooks

    rules = None if name is None else KnownRulebooks(rulebooks_of_files(ctx)).table_rules(name)
    if rules is None:
        return None
    from pinochle_solver.cli.table.completion import table_tokens, table_values

    return _TableGame(table_tokens(rules), lambda token, text: table_values(token, text, rules))


def _values(token: str, ctx: click.Context, tables: bool) -> Iterable[str]:
    """What a token may hold, where that can be listed; rulebooks of tables too, if so."""
    from pinochle_solver.cli.input.options import own_rulebooks, rulebooks_of_files
    from pinochle_solver.notation.known_rulebooks import KnownRulebooks
    from pinochle_solver.notation.position_tokens import STOCK_ROWS
    from pinochle_solver.notation.token_table import words_of
    from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS

    if token != "rules":
        return words_of(STOCK_ROWS, token, DEFAULT_RULEBOOK)
    known = KnownRulebooks(rulebooks_of_files(ctx))
    table_names = known.table_names if tables else ()
    return [*RULEBOOKS, *(rules.name for rules in own_rulebooks(ctx)), *table_names]

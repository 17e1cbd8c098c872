"""What every command of ``pinochle`` is: `PinochleCommand`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import click
from click.core import ParameterSource

from pinochle_solver.cli.help_layout import HelpContext, write_block
from pinochle_solver.cli.output.colors import color_option

# Commands say how many they do in the words of their game. Who types the word of another command
# is told the one of this.
_HOW_MANY = ("--number", "--pairs", "--deals", "--hands")
TWO_HANDED = "Two-handed only."
"""What the help of an option says that games for three and four do not have."""


def refuse_two_handed_options() -> None:
    """Raise `click.UsageError` for an option given that only the two-handed game has."""
    context = click.get_current_context()
    assert isinstance(context.command, PinochleCommand)
    for param in context.command.params:
        name = param.name or ""
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name in context.command.two_handed and is_given:
            raise click.UsageError(f"{param.opts[0]}: goes with the two-handed game only")


class PositionWords(click.Argument):
    """The words of a position, whose tokens may be typed like options: ``--south AKQ.KQ.J.9``.

    Args:
        tokens: the names that may be typed so.
        tables: whether the tokens of the games for three and four may, too.
    """

    def __init__(
        self, *arguments: Any, tokens: Iterable[str], tables: bool = False, **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self.tokens, self.tables = frozenset(tokens), tables

    def without_dashes(self, words: Iterable[str], options: Collection[str]) -> Iterator[str]:
        """The words of a command line, with ``--south`` written ``south=``, unless an option."""
        unread = iter(words)
        for word in unread:
            option, _, text = word.partition("=")
            name = option.removeprefix("--")
            is_token = option not in options and name != option and self._is_token(name)
            yield f"{name}={text}" if is_token else word
            if word == "--":
                break
        yield from unread

    def _is_token(self, name: str) -> bool:
        if name in self.tokens or not self.tables:
            return name in self.tokens
        from pinochle_solver.notation.table.position_tokens import TABLE_TOKENS

        return name in TABLE_TOKENS


class PinochleCommand(click.Command):
    """A command of ``pinochle``: it has ``--color``, and its help ends with an example.

    Args:
        example: a command line that can be typed as it is.
        two_handed: the names of the options that only the two-handed game has, of a command that
            takes the others, too. Their help says so.
        heeds_settings: whether what the user has settled for himself is heeded.

    Attributes:
        example: as given.
        two_handed: as given.
        heeds_settings: as given.
    """

    context_class = HelpContext

    def __init__(
        self,
        *arguments: Any,
        example: str,
        two_handed: Collection[str] = (),
        heeds_settings: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self.two_handed = two_handed
        for param in self.params:
            if isinstance(param, click.Option) and param.name in two_handed:
                param.help = f"{param.help} {TWO_HANDED}"
        self.params.append(color_option())
        self.example, self.heeds_settings = example, heeds_settings

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words and the options of the command line.

        Raises:
            click.UsageError: for what is not as it must be, with what to type.
        """
        options = {name for param in self.get_params(ctx) for name in param.opts}
        for param in self.params:
            if isinstance(param, PositionWords):
                args = list(param.without_dashes(args, options))
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            meant = " or ".join(repr(name) for name in _HOW_MANY if name in options)
            if error.option_name not in _HOW_MANY or not meant:
                raise
            fact = f"No such option {error.option_name!r}. Did you mean {meant}?"
            raise click.UsageError(fact, ctx) from None
        except click.MissingParameter as error:
            fact = error.format_message()
            raise click.UsageError(f"{fact} Example: {self.example}", ctx) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        with formatter.section("Example"):
            write_block(formatter, [self.example])

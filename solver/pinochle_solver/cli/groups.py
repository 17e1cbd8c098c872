"""Groups of commands: each is a module, which is imported when the command is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from pinochle_solver.cli.help_layout import HelpContext

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The name that may have been meant by this one, if there is any so near to it."""
    from difflib import get_close_matches  # a command that is known needs none of it

    return get_close_matches(name.lower(), known, n=1)


class LazyGroup(click.Group):
    """A group that imports a command's module only when that command is called.

    Args:
        rows: what each command does, by its name.
        modules: what the names of their modules begin with.
    """

    context_class = HelpContext

    def __init__(self, *arguments: Any, rows: Mapping[str, str], modules: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._rows, self._modules = rows, modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self._rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None for none."""
        if cmd_name not in self._rows:
            return None
        command: click.Command = import_module(
            f"{self._modules}{cmd_name.replace('-', '_')}"
        ).command
        return command

    def leaves(self, ctx: click.Context) -> Iterator[tuple[str, str, click.Command]]:
        """Every command, those of groups in it by both names (``bulk solve``).

        Yields:
            its name, what it does in a line, and the command.
        """
        for name, summary in self._rows.items():
            command = self.get_command(ctx, name)
            assert command is not None
            if isinstance(command, LazyGroup):
                for inner, its, leaf in command.leaves(ctx):
                    yield f"{name} {inner}", its, leaf
            else:
                yield name, summary, command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What may come: the commands, and the options of the group."""
        # Click's own would import every command for its help.
        from click.shell_completion import CompletionItem

        completions = [
            CompletionItem(name, help=text)
            for name, text in self._rows.items()
            if name.startswith(incomplete)
        ]
        return completions + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; a usage error names the one that may have been meant."""
        name = args[0]
        if name not in self._rows and not ctx.resilient_parsing:
            near = nearest(name, self._rows)
            if near:
                ctx.fail(f"No such command {name!r}. Did you mean {near[0]}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands and what each does."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._rows.items()))

"""What every command of ``pinochle`` is: `PinochleCommand`."""

from __future__ import annotations

from typing import Any

import click

from pinochle_solver.cli.colors import color_option
from pinochle_solver.cli.help_layout import HelpContext, write_block


class PinochleCommand(click.Command):
    """A command of ``pinochle``: it has ``--color``, and its help ends with an example.

    Args:
        example: a command line that can be typed as it is.
        heeds_settings: whether what the user has settled for himself is heeded.

    Attributes:
        example: as given.
        heeds_settings: as given.
    """

    context_class = HelpContext

    def __init__(
        self, *arguments: Any, example: str, heeds_settings: bool = True, **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self.params.append(color_option())
        self.example, self.heeds_settings = example, heeds_settings

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        with formatter.section("Example"):
            write_block(formatter, [self.example])

"""``pinochle help``: short pages on what several commands share."""

from __future__ import annotations

from collections.abc import Mapping

import click
from click.shell_completion import CompletionItem

from pinochle_solver.cli import all_commands
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.completion import beginning_with
from pinochle_solver.cli.groups import nearest
from pinochle_solver.cli.help_layout import write_block
from pinochle_solver.cli.help_pages import Topic, topics
from pinochle_solver.errors import quoted


def _names(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return beginning_with(incomplete, [*_by_name(topics()), *all_commands()])


def _by_name(pages: Mapping[str, Topic]) -> dict[str, Topic]:
    """The pages by each of their names."""
    return {name: page for page in pages.values() for name in page.names}


@click.command("help", cls=PinochleCommand, heeds_settings=False, example="pinochle help positions")
@click.argument("topic", metavar="[TOPIC]", required=False, shell_complete=_names)
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Show a page on a topic, or list the topics.

    With the name of a command it shows the same as the command's --help.
    """
    pages, formatter = topics(), ctx.make_formatter()
    if topic is None:
        with formatter.section("Topics (pinochle help TOPIC)"):
            formatter.write_dl([(page.name, page.title) for page in pages.values()])
        with formatter.section("Commands (pinochle help COMMAND)"):
            formatter.write_dl(list(all_commands().items()))
        click.echo(formatter.getvalue().strip("\n"))
        return
    name, by_name = topic.lower(), _by_name(pages)
    if name in by_name:
        _write(by_name[name], formatter)
        click.echo(formatter.getvalue().rstrip("\n"))
    elif name in all_commands():
        click.echo(_help_of(ctx, name))
    else:
        near = nearest(name, [*by_name, *all_commands()])
        meant = f"did you mean {near[0]}?" if near else f"the topics are {', '.join(pages)}"
        raise click.UsageError(f"there is no page on {quoted(topic)}; {meant}")


def _write(page: Topic, formatter: click.HelpFormatter) -> None:
    formatter.write_text(page.title)
    for part in page.parts():
        formatter.write("\n")
        if isinstance(part, str):
            formatter.write_text(part)
        elif isinstance(part, dict):
            formatter.write_dl([*part.items()])
        else:
            with formatter.indentation():
                write_block(formatter, part)


def _help_of(ctx: click.Context, name: str) -> str:
    group = ctx.parent.command if ctx.parent is not None else None
    assert isinstance(group, click.Group)
    asked = group.get_command(ctx, name)
    assert asked is not None
    return asked.get_help(asked.context_class(asked, info_name=name, parent=ctx.parent))

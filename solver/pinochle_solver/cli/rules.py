"""``pinochle rules``: the rulebooks' parameters."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from pinochle_solver.cli import completion
from pinochle_solver.cli.options import ascii_only, json_lines
from pinochle_solver.cli.output import write_json_line
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook


@click.command("rules")
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=completion.names(RULEBOOKS))
@json_lines
@ascii_only
def command(names: tuple[str, ...], as_json: bool, ascii_only: bool) -> None:
    """Show the rulebooks' parameters side by side, or only those named."""
    for name in names:
        if name.lower() not in RULEBOOKS:
            known = ", ".join(RULEBOOKS)
            raise click.UsageError(f"unknown rulebook {name!r} (known: {known})")
    rulebooks = [RULEBOOKS[name.lower()] for name in names] or list(RULEBOOKS.values())
    if as_json:
        for rulebook in rulebooks:
            write_json_line(_as_json(rulebook))
        return
    from pinochle_solver.render.renderer import Renderer

    Renderer(ascii_only).rulebooks(rulebooks)


def _as_json(rulebook: Rulebook) -> dict[str, Any]:
    found: dict[str, Any] = asdict(rulebook)
    for meld in found["melds"]:
        meld["serves"] = [
            {"service": service.text(), "cards": cards} for service, cards in meld["serves"]
        ]
        meld["barred_by"] = [service.text() for service in meld["barred_by"]]
    found["penalties"]["renege"] = rulebook.penalties.renege.text()
    found["deck"]["ranks"] = "".join(rank.letter for rank in rulebook.deck.ranks)
    found["deck"]["suits"] = "".join(suit.letter for suit in rulebook.deck.suits)
    return found

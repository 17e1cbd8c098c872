"""``pinochle melds``: what a hand can meld now."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import click

from pinochle_solver.cards import Hand, Suit
from pinochle_solver.cli import BAD_INPUT, DONE
from pinochle_solver.cli.options import ascii_only, json_lines
from pinochle_solver.cli.output import write_json_line
from pinochle_solver.cli.positions import open_positions, position_input
from pinochle_solver.errors import PositionError
from pinochle_solver.hand import position_options
from pinochle_solver.meld_table import MeldOption, hand_options
from pinochle_solver.melds import parse_laid_melds
from pinochle_solver.rules import DEFAULT_RULEBOOK, RULEBOOKS
from pinochle_solver.stock_position import StockPosition
from pinochle_solver.tokens import line_tokens


# Unknown options are kept as words, since a hand without spades may begin with a hyphen.
@click.command("melds", context_settings={"ignore_unknown_options": True})
@position_input
@click.option("--trump", metavar="S", help="The trump suit, for a hand.")
@click.option(
    "--rules",
    "rulebook",
    metavar="NAME",
    help=f"The rulebook, for a hand; {DEFAULT_RULEBOOK.name} if not given.",
)
@click.option(
    "--table",
    metavar="MELDS",
    help="What the hand has laid so far: kind:cards, joined by +; its cards are in the hand, too.",
)
@json_lines
@ascii_only
def command(
    words: tuple[str, ...],
    files: tuple[str, ...],
    strict: bool,
    trump: str | None,
    rulebook: str | None,
    table: str | None,
    as_json: bool,
    ascii_only: bool,
) -> int:
    """Show every meld that can be laid now, its points and where its cards come from.

    Takes a HAND of all cards held, such as AQ.KQ.J.KQJ9 with --trump, or stock-phase positions:
    there it is the hand of the seat whose turn it is, and a dix is taken into account.
    """
    for word in words:
        if word.startswith("-") and not re.match(r"-$|-\.", word):
            raise click.NoSuchOption(word)
    if _is_hand(words):
        _show_hand(words, trump, rulebook, table, as_json, ascii_only)
        return DONE
    for option, value in (("--trump", trump), ("--rules", rulebook), ("--table", table)):
        if value is not None:
            raise click.UsageError(f"{option}: goes with a hand, a position says it itself")
    with open_positions(words, files, strict, _parse_known) as positions:
        first = True
        for position, options in positions:
            if as_json:
                write_json_line(
                    {
                        "position": position.text(),
                        "seat": position.turn.text(),
                        "act": position.act.text(),
                        "melds": _as_json(options),
                    }
                )
                continue
            from pinochle_solver.render import Renderer

            renderer = Renderer(ascii_only)
            if not first:
                renderer.line()
            first = False
            renderer.stock_position(position)
            renderer.line()
            renderer.meld_options(options)
        return BAD_INPUT if positions.failed else DONE


def _is_hand(words: tuple[str, ...]) -> bool:
    text = " ".join(words)
    return bool(text) and text != "-" and "=" not in text and "{" not in text


def _parse_known(line: str) -> tuple[StockPosition, list[MeldOption]]:
    """A stock-phase position and what may be shown in it; raises `PositionError`."""
    position = StockPosition.from_tokens(line_tokens(line))
    return position, position_options(position)


def _show_hand(
    words: tuple[str, ...],
    trump: str | None,
    rulebook: str | None,
    table: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    if len(words) > 1:
        raise click.UsageError(f"HAND: {len(words)} words, a hand is one such as AQ.KQ.J.KQJ9")
    if trump is None:
        raise click.UsageError("--trump: missing, what a hand can meld depends on it")
    rules = RULEBOOKS.get((rulebook or DEFAULT_RULEBOOK.name).lower())
    if rules is None:
        raise click.UsageError(f"--rules: unknown {rulebook!r} (known: {', '.join(RULEBOOKS)})")
    try:
        suit = Suit.parse(trump)
    except PositionError as error:
        raise click.UsageError(f"--trump: {error.fact}") from None
    try:
        laid = parse_laid_melds(table) if table else ()
        options = hand_options(rules, suit, Hand.parse(words[0]), laid)
    except PositionError as error:
        token = "hand" if error.token == "hand" else "--table"
        raise click.ClickException(f"{token}: {error.fact}") from None
    if as_json:
        write_json_line(
            {"rules": rules.name, "trump": suit.letter, "hand": Hand.parse(words[0]).text()}
            | ({"table": "+".join(meld.text() for meld in laid)} if laid else {})
            | {"melds": _as_json(options)}
        )
        return
    from pinochle_solver.render import Renderer

    Renderer(ascii_only).meld_options(options)


def _as_json(options: Iterable[MeldOption]) -> list[dict[str, Any]]:
    return [
        {
            "move": option.show.text(),
            "points": option.points,
            "from_hand": [card.text() for card in option.from_hand],
            "from_table": [copy.text() for copy in option.from_table],
        }
        for option in options
    ]

"""``pinochle melds``: what a hand can meld now, and in which order it is best laid."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from pinochle_solver.cli import BAD_INPUT, DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.groups import nearest
from pinochle_solver.cli.input.plans import plan_options, write_plan_graph
from pinochle_solver.cli.input.positions import (
    PositionSource,
    check_no_moment,
    open_positions,
    position_input,
)
from pinochle_solver.cli.input.rulebooks import default_rulebook, rulebook_names
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.errors import PositionError
from pinochle_solver.hand.position_moves import position_options
from pinochle_solver.melding.planner import plan, plan_position
from pinochle_solver.melding.report import BareHand, MeldReport
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.stock_position import STOCK_TOKENS, StockPosition
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.meld_table import hand_options
from pinochle_solver.rules.melds import parse_laid_melds
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK

_SAID_TRUMP = re.compile(r"\s(?:trumps? (?P<trump>\S+)|up(?:card)? (?P<up>.+))$", re.IGNORECASE)
"""Trumps, said behind a hand as behind that of a position: ``trump spades``, ``up 9S``."""


class _Asked(NamedTuple):
    """What the options of the command ask for; those for a hand are None for a position."""

    trump: str | None
    rules: str | None
    table: str | None
    draws: int | None
    gone: str | None
    turns: int | None
    graph: Path | None


# Unknown options are kept as words, since a hand without spades may begin with a hyphen.
@click.command(
    "melds",
    cls=PinochleCommand,
    context_settings={"ignore_unknown_options": True},
    example="pinochle melds AQ.KQ.J.KQJ9 --trump S",
)
@position_input(*STOCK_TOKENS)
@click.option(
    "--trump",
    metavar="S",
    shell_complete=completion.names(suit.letter for suit in Suit),
    help="The trump suit, for a hand.",
)
@click.option(
    "--rules",
    metavar="NAME",
    shell_complete=rulebook_names,
    help=f"The rulebook, for a hand. Default: {DEFAULT_RULEBOOK.name}, or your own.",
)
@click.option(
    "--table",
    metavar="MELDS",
    help="Melds on the table: kind:cards, joined by +. HAND includes their cards.",
)
@plan_options
@writes
def command(source: PositionSource, writer: Writer, **options: Any) -> int:
    """Show every possible meld, its points and the source of its cards.

    Type a HAND of all cards held, such as AQ.KQ.J.KQJ9 or AS QS KH QH, with --trump, or a
    stock-phase position: then the command shows the melds of the player to move, and includes a
    dix. With --turns N it also shows the best order for N turns to meld, the melds that still need
    each card, and the melds that wait for one or two cards.
    """
    asked, words, files = _Asked(**options), source.words, source.files
    for word in words:
        if word.startswith("-") and not re.match(r"-$|-\.", word):
            context = click.get_current_context()
            names = (name for each in context.command.params for name in each.opts)
            raise click.NoSuchOption(word, possibilities=nearest(word, names), ctx=context)
    for option in ("draws", "gone", "graph"):
        if getattr(asked, option) is not None and asked.turns is None:
            raise click.UsageError(f"--{option}: goes with --turns")
    if source.named_file() is None and _is_hand(words):
        if files:
            raise click.UsageError("-f: a file and a hand as argument are given; one is enough")
        check_no_moment(source.moment)
        _write(_of_hand(words, asked, source.rulebooks), asked, writer)
        return DONE
    for option in ("trump", "rules", "table", "draws", "gone"):
        if getattr(asked, option) is not None:
            raise click.UsageError(f"--{option}: goes with a hand, a position says it itself")
    if asked.graph is not None and (not words or words == ("-",)):
        raise click.UsageError("--graph: goes with one hand or position, given as argument")
    with open_positions(source, partial(_of_position, asked=asked)) as positions:
        for report in positions:
            _write(report, asked, writer)
        return BAD_INPUT if positions.failed else DONE


def _is_hand(words: tuple[str, ...]) -> bool:
    text = " ".join(words)
    names_token = any(
        word.partition("=")[0] in STOCK_TOKENS for word in text.split() if "=" in word
    )
    return bool(text) and text != "-" and not names_token and "{" not in text


def _of_position(line: str, rulebooks: KnownRulebooks, asked: _Asked) -> MeldReport:
    """What may be shown in a stock-phase position; raises `PositionError`."""
    position = StockPosition.from_tokens(line_tokens(line), rulebooks)
    order = plan_position(position, asked.turns) if asked.turns else None
    return MeldReport(position, tuple(position_options(position)), order)


def _of_hand(words: tuple[str, ...], asked: _Asked, known: KnownRulebooks) -> MeldReport:
    text, said = " ".join(words), _SAID_TRUMP.search(" ".join(words))
    if said is not None and asked.trump is None:
        text = text[: said.start()]
    elif asked.trump is None:
        raise click.UsageError("--trump: missing. Add --trump S, H, D or C")
    rules = default_rulebook()
    if asked.rules is not None:
        try:
            rules = known.read({"--rules": asked.rules}, "--rules")
        except PositionError as error:
            raise click.UsageError(str(error)) from None
    try:
        trump = _trump(said) if asked.trump is None else Suit.parse(asked.trump)
    except PositionError as error:
        raise click.UsageError(f"--trump: {error.fact}") from None
    gone = _parse_gone(asked.gone)
    try:
        laid = () if asked.table is None else parse_laid_melds(asked.table)
        hand = Hand.parse(text)
        options = hand_options(rules, trump, hand, laid)
        order = None
        if asked.turns:
            order = plan(rules, trump, hand, laid, turns=asked.turns, gone=gone, draws=asked.draws)
    except PositionError as error:
        options_of = {"hand": "hand", "gone": "--gone", "draws": "--draws", "rules": "--rules"}
        token = options_of.get(error.token, "--table")
        raise click.ClickException(f"{token}: {error.fact}") from None
    return MeldReport(BareHand(rules, trump, hand, tuple(laid)), tuple(options), order)


def _trump(said: re.Match[str] | None) -> Suit:
    """The trump suit that is named behind a hand, or the suit of the card turned up."""
    assert said is not None
    return Suit.parse(said["trump"]) if said["trump"] else Card.parse(said["up"]).suit


def _parse_gone(text: str | None) -> Hand | None:
    try:
        return None if text is None else Hand.parse(text)
    except PositionError as error:
        raise click.ClickException(f"--gone: {error.fact}") from None


def _write(report: MeldReport, asked: _Asked, writer: Writer) -> None:
    """Write the graph that is asked for, and the report."""
    if report.plan and asked.graph:
        write_plan_graph(report.plan, asked.graph)
    writer.write(report)

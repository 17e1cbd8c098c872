"""``pinochle deal``: seeded deals as records, or playoff positions; any, or such as are wanted."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from pinochle_solver.cli import CHECK_FAILED, DONE, completion
from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.input.options import Positive, Whole, card_count_option
from pinochle_solver.cli.input.rulebooks import (
    any_rulebook_option,
    check_dealt,
    refuse_table_options,
    rulebook_files,
    table_rules_options,
)
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import PositionError
from pinochle_solver.hand.deals import Deal, NoDealError, random_deals, random_playoffs
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.render.terminal import notation, notation_width
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.rules.decks import MOST_HELD
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pinochle_solver.table.rulebooks import TableRules

_Dealt = TypeVar("_Dealt")
_DEFAULT_SECONDS = 60.0


class _CountType(click.ParamType):  # type: ignore[type-arg]  # older click has none
    """What cards count, or, as it was once written here, how many deals."""

    name = "count"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | int:
        """Read a count's name or a number; anything else is a usage error."""
        text = str(value)
        if re.fullmatch("[0-9]{1,9}", text):
            return int(text)
        return str(click.Choice(list(COUNTS), case_sensitive=False).convert(value, param, ctx))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete the name of a count."""
        return click.Choice(list(COUNTS)).shell_complete(ctx, param, incomplete)


class _Asked(NamedTuple):
    """What the options of the command ask for."""

    cards: int | None
    number: int | None
    seed: int
    south: Hand
    north: Hand
    upcard: Card | None
    where: tuple[str, ...]
    seconds: float

    @property
    def is_any(self) -> bool:
        """Whether any deal will do."""
        return not (self.south or self.north or self.upcard or self.where)


def _reader(parse: Callable[[str], Any], nothing: object) -> Callable[..., Any]:
    """A callback that reads the text of an option; what does not read is named."""

    def read(_: click.Context, param: click.Parameter, text: str | None) -> object:
        try:
            return nothing if text is None else parse(text)
        except PositionError as error:
            raise click.ClickException(f"--{param.name}: {error.fact}") from None

    return read


@click.command(
    "deal",
    cls=PinochleCommand,
    example='pinochle deal --number 3 --seed 7 --where "south holds a run"',
    two_handed=("south", "north", "upcard", "where", "seconds"),
)
@click.option(
    "--playoff",
    "--cards",
    "cards",
    metavar="N",
    type=Whole(1, MOST_HELD),
    help="Deal playoff positions with N cards in each hand instead of whole deals; in games for "
    "three or four, endings with all cards face up.",
)
@click.option("--number", metavar="M", type=Whole(0), help="Deal M hands or positions. Default: 1.")
@click.option(
    "--seed",
    metavar="S",
    type=Whole(0),
    default=1,
    show_default=True,
    help="Another seed, other deals.",
)
@click.option(
    "--south",
    metavar="HAND",
    callback=_reader(Hand.parse, Hand.of(())),
    help="Cards for south, such as 'QS JD'. The other cards are random.",
)
@click.option(
    "--north",
    metavar="HAND",
    callback=_reader(Hand.parse, Hand.of(())),
    help="Cards for north.",
)
@click.option(
    "--upcard",
    metavar="CARD",
    callback=_reader(Card.parse, None),
    help="The upcard.",
)
@click.option(
    "--where",
    metavar="CONDITION",
    multiple=True,
    shell_complete=completion.conditions,
    help="Deal only hands that meet CONDITION: 'south holds a run', 'either holds at least 3 "
    "aces', "
    "'upcard is a nine'; docs/NOTATION.md lists them all. May be given several times.",
)
@click.option(
    "--seconds",
    metavar="S",
    type=Positive(),
    default=_DEFAULT_SECONDS,
    show_default=True,
    help="Stop looking for such deals after S seconds.",
)
@any_rulebook_option
@table_rules_options
@rulebook_files
@click.option(
    "--count",
    "count",
    metavar=f"[{'|'.join(COUNTS)}]",
    type=_CountType(),
    help="The points for each card. Default: as in the rulebook.",
)
@card_count_option("--card-count", hidden=True)
@click.option("--json", "as_json", is_flag=True, hidden=True)
def command(
    rulebook: Rulebook | TableRules,
    count: str | int | None,
    card_count: str | None,
    as_json: bool,
    table_options: str | None,
    four: bool,
    **options: Any,
) -> int:
    """Deal hands as records without tricks, or with --playoff playoff positions, one a line.

    The same seed gives the same deals, and a larger --number adds to them. All deals that meet the
    conditions are equally likely. Status 1 if the time is up before all deals are found.
    """
    asked = _Asked(**options)
    if as_json:
        # Asked for by those who know it from the other commands.
        kind, reader = ("records", "replay") if asked.cards is None else ("positions", "show")
        raise click.UsageError(f"--json: deals are {kind}; pinochle {reader} --json reads them")
    number = _number(asked, count)
    card_count = count if isinstance(count, str) else card_count
    if not isinstance(rulebook, Rulebook):
        refuse_two_handed_options()
        from pinochle_solver.cli.table.deals import asked_table_rules, print_table_deals

        rules = asked_table_rules(rulebook, table_options, card_count, four)
        return print_table_deals(rules, asked.cards, number, asked.seed)
    refuse_table_options(rulebook, table_options, four=four)
    counted = COUNTS[card_count] if card_count else rulebook.count
    if asked.cards is None:
        check_dealt(rulebook, recorded=True)
        return _print(_deals(asked, number, rulebook, counted), _print_record)
    if asked.cards > rulebook.deck.hand:
        fact = Whole(1, rulebook.deck.hand).refusal(asked.cards)
        raise click.BadParameter(fact, param_hint="'--playoff'")
    if asked.upcard is not None:
        raise click.UsageError("--upcard: in a playoff no card is turned up")
    return _print(_playoffs(asked, asked.cards, number, rulebook, counted), _print_position)


def _number(asked: _Asked, count: str | int | None) -> int:
    """How many are asked for; --count said it before it said what cards count."""
    if not isinstance(count, int):
        return 1 if asked.number is None else asked.number
    if asked.number is not None:
        raise click.UsageError(f"--number or --count {count}, not both")
    return count


def _deals(asked: _Asked, number: int, rules: Rulebook, count: CardCount) -> Iterator[Deal]:
    if asked.is_any:
        return random_deals(number, asked.seed, rules, count)
    from pinochle_solver.hand.found_deals import find_deals

    return find_deals(
        number,
        asked.seed,
        rules,
        count,
        where=asked.where,
        south=asked.south,
        north=asked.north,
        upcard=asked.upcard,
        seconds=asked.seconds,
    )


def _playoffs(
    asked: _Asked, cards: int, number: int, rules: Rulebook, count: CardCount
) -> Iterator[PlayoffPosition]:
    if asked.is_any:
        return random_playoffs(cards, number, asked.seed, rules, count)
    from pinochle_solver.hand.found_deals import find_playoffs

    return find_playoffs(
        cards,
        number,
        asked.seed,
        rules,
        count,
        where=asked.where,
        south=asked.south,
        north=asked.north,
        seconds=asked.seconds,
    )


def _print(dealt: Iterator[_Dealt], write: Callable[[int, _Dealt], None]) -> int:
    """Print what is dealt as it is found; return the exit status."""
    try:
        for index, each in enumerate(dealt):
            write(index, each)
    except PositionError as error:
        raise click.ClickException(f"--{error.token}: {error.fact}") from None
    except NoDealError as error:
        sys.stdout.flush()
        tell(str(error))
        return CHECK_FAILED
    return DONE


def _print_record(index: int, deal: Deal) -> None:
    from pinochle_solver.game.recording import record_of

    if index:
        click.echo()
    # A tag does not read in two lines, so that a narrow terminal has to break it.
    click.echo(record_of(deal).text(), nl=False)


def _print_position(_: int, position: PlayoffPosition) -> None:
    click.echo(notation(position.text(), notation_width(sys.stdout)))

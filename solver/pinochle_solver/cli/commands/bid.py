"""``pinochle bid``: what to bid with a hand of three or four."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinochle_solver.cli import BAD_INPUT, DONE, INTERRUPTED
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.analysis_options import objective_option
from pinochle_solver.cli.input.options import usable_processors
from pinochle_solver.cli.input.positions import PositionSource, open_positions, position_input
from pinochle_solver.cli.input.rulebooks import any_rulebook_names
from pinochle_solver.cli.input.search_options import (
    seconds_option,
    seed_option,
    threads_option,
    with_kept_seconds,
    worlds_option,
)
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.output.thinking import thinking
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import check_target, fact_of, replace_file
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.stock_position import STOCK_TOKENS
from pinochle_solver.notation.table.all_games import is_table_game
from pinochle_solver.notation.tokens import line_tokens

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.bid_advice import BidStudy
    from pinochle_solver.notation.table.positions import TablePosition

DEFAULT_SECONDS = 2.0
_GAMES = "auction, auction-score, partnership-auction, firehouse, corners, check or check-original"


# Unknown options are kept as words, since a hand without spades may begin with a hyphen.
@click.command(
    "bid",
    cls=PinochleCommand,
    context_settings={"ignore_unknown_options": True},
    example="pinochle bid AS AS TS KS QS JS TH KH QH KD QD TC KC JC 9C --rules auction",
)
@position_input(*STOCK_TOKENS, tables=True)
@click.option(
    "--rules",
    metavar="NAME",
    shell_complete=any_rulebook_names,
    help=f"The game, if you type a hand without it: {_GAMES}.",
)
@seconds_option(f"Stop after S seconds. Default: {DEFAULT_SECONDS:g} if you set no limit.")
@worlds_option("Stop after N deals.")
@seed_option
@threads_option(
    "Number of threads. Default: one for each processor. With --worlds the answer is the same."
)
@click.option(
    "--open-average",
    is_flag=True,
    help="Show also how often each bid is made if the cards lie face up.",
)
@objective_option("Bid for points, or with a score to win the game.")
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also draw the points that you make to FILE.",
)
@writes
def command(
    source: PositionSource,
    rules: str | None,
    seconds: float | None,
    worlds: int | None,
    seed: int,
    threads: int | None,
    open_average: bool,
    objective: str,
    svg: Path | None,
    writer: Writer,
) -> int:
    """Say how far to bid with a hand, in a game for three or four with an auction.

    Type your cards, and the bids before yours: bids 250 p. The answer has the chance and the value
    of each bid, what a pass is worth, the points that you make, and which cards of the widow help.
    """
    from pinochle_solver.hidden_hands.studying import study_bid

    if rules is not None and source.words and source.named_file() is None:
        source = replace(source, words=(f"rules={rules}", *source.words))
    if svg is not None:
        check_target(str(svg))
    limits = with_kept_seconds(Limits(seconds=seconds, worlds=worlds)).or_seconds(DEFAULT_SECONDS)
    refused = False
    with stopping_searches() as stop, open_positions(source, _parse) as positions:
        for number, position in enumerate(positions, start=1):
            place = positions.place_of_next()
            try:
                with thinking(number, positions.total):
                    found = study_bid(
                        position,
                        seconds=limits.seconds,
                        worlds=limits.worlds,
                        seed=seed,
                        threads=threads or usable_processors(),
                        open_average=open_average,
                        objective=objective,
                        stop=stop,
                    )
            except PositionError as error:
                tell(f"{place}: {error}")
                refused = True
                if source.strict:
                    break
                continue
            if svg is not None:
                _draw(found, svg)
            writer.write(found)
            if stop.is_set:
                return INTERRUPTED
    return BAD_INPUT if positions.failed or refused else DONE


def _parse(line: str, rulebooks: KnownRulebooks) -> TablePosition:
    """A position in an auction; raises `PositionError`."""
    tokens = line_tokens(line)
    name = tokens.get("rules")
    if not is_table_game(name, rulebooks):
        if name is None:
            raise NotationError("rules", f"missing. Add --rules {_GAMES}")
        rulebooks.expect(tokens, "rules")
        raise NotationError("rules", f"{name} is a game for two, which has no bidding: {_GAMES}")
    from pinochle_solver.notation.table.positions import TablePosition
    from pinochle_solver.table.acts import Act

    table = rulebooks.table_rules(name)
    if table is not None and table.auction is None:
        raise NotationError("rules", f"{table.name} has no bidding; these have: {_GAMES}")
    position = TablePosition.from_tokens(tokens, rulebooks)
    if position.act is not Act.BID:
        fact = f"the bidding is over, {position.turn.text()} has to {_TO_DO[position.act.value]}"
        raise NotationError("act", f"{fact}; pinochle analyze values that")
    return position


_TO_DO = {"bury": "bury", "meld": "meld", "play": "play a card", "dix": "show a dix"}


def _draw(found: BidStudy, file: Path) -> None:
    from pinochle_solver.board.bid_picture import bid_picture

    try:
        replace_file(file, bid_picture(found))
    except OSError as error:
        raise click.ClickException(f"{file}: {fact_of(error)}") from None

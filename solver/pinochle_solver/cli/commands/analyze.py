"""``pinochle analyze``: the moves of stock-phase positions, with their uncertainty."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli import BAD_INPUT, DONE, INTERRUPTED
from pinochle_solver.cli.command import PinochleCommand, refuse_two_handed_options
from pinochle_solver.cli.input.analysis_options import (
    belief_option,
    engine_option,
    objective_option,
    where_option,
)
from pinochle_solver.cli.input.call_outs import expect_call_outs
from pinochle_solver.cli.input.options import (
    Positive,
    asked_engine,
    usable_processors,
)
from pinochle_solver.cli.input.positions import PositionSource, open_positions, position_input
from pinochle_solver.cli.input.search_options import (
    seconds_option,
    seed_option,
    threads_option,
    with_kept_seconds,
    worlds_option,
)
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.output.thinking import thinking
from pinochle_solver.cli.output.writers import Writer, verbose_option, writes_tables
from pinochle_solver.cli.streams import tell
from pinochle_solver.engines.registry import DEFAULT
from pinochle_solver.errors import IllegalMoveError, NotationError, PositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.stock_position import (
    STOCK_TOKENS,
    StockPosition,
    is_of_stock_phase,
    without_upcard,
)
from pinochle_solver.notation.table.all_games import is_table_game, is_table_position
from pinochle_solver.notation.token_table import check_tokens
from pinochle_solver.notation.tokens import line_tokens
from pinochle_solver.stock.analysis import WIN, Analysis
from pinochle_solver.stock.problem import Problem
from pinochle_solver.stock.search import DEFAULT_SECONDS
from pinochle_solver.stock.settings import SearchSettings

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis
    from pinochle_solver.notation.table.positions import TablePosition

_PER_CENT = 100


class _Asked(NamedTuple):
    """What the options of the command ask for."""

    seconds: float | None
    worlds: int | None
    target_error: float | None
    seed: int
    threads: int | None
    belief: str
    objective: str
    engine: str
    call_out: bool
    moves: str | None
    open_average: bool
    where: tuple[str, ...]
    cards: bool

    @property
    def limits(self) -> Limits:
        """When an analysis ends."""
        error = self.target_error
        if error is not None and self.objective == WIN:
            error /= _PER_CENT
        limits = Limits(seconds=self.seconds, worlds=self.worlds, target_error=error)
        return with_kept_seconds(limits)

    @property
    def settings(self) -> SearchSettings:
        """How positions of the games for two are analysed."""
        return SearchSettings(
            limits=self.limits,
            seed=self.seed,
            threads=self.threads or usable_processors(),
            belief=self.belief,
            objective=self.objective,
            call_out=self.call_out,
            where=self.where,
        )


@click.command(
    "analyze",
    cls=PinochleCommand,
    example="pinochle analyze AS AS TS 9S KH QH QC QC JC JC 9C 9C up 9S --worlds 1000",
    two_handed=(
        "target_error",
        "belief",
        "call_out",
        "engine",
        "moves",
        "where",
        "verbose",
    ),
)
@position_input(*STOCK_TOKENS, tables=True)
@writes_tables
@seconds_option(
    f"Stop each analysis after S seconds. Default: {DEFAULT_SECONDS:g} if you set no limit."
)
@worlds_option("Stop each analysis after N worlds for the best moves.")
@click.option(
    "--target-error",
    metavar="P",
    type=Positive(),
    help="Stop each analysis when the loss of the second move has a standard error of at most P "
    "points; with --objective win, percentage points.",
)
@seed_option
@threads_option(
    "Number of threads. Default: one for each processor. With --worlds the answer is the same."
)
@belief_option
@objective_option()
@click.option(
    "--call-out",
    is_flag=True,
    help="Play with call-outs: the first player to reach the target wins the game.",
)
@where_option
@engine_option
@click.option(
    "--moves",
    metavar="A,B",
    help="Value only these moves, and compare them in all worlds.",
)
@click.option(
    "--open-average",
    is_flag=True,
    help="Show also the mean of each move if all cards lay face up.",
)
@click.option(
    "--cards",
    is_flag=True,
    help="Show also where the unseen cards are: the chance of each to be in another player's hand.",
)
@verbose_option
def command(
    source: PositionSource,
    writer: Writer,
    **options: Any,
) -> int:
    """Value every move of stock-phase positions, with 95% intervals.

    Type your cards and what you know: up 9S, led AD, dealer me (pinochle help positions, table). In
    games for three and four players, every bid, burial, meld and card has a value. The first Ctrl-C
    stops and shows the result so far.
    """
    asked = _Asked(**options)
    if asked.moves is not None and asked.engine != DEFAULT:
        raise click.UsageError(f"--moves: goes with --engine {DEFAULT}")
    if asked.cards and click.get_current_context().params["output"] is not None:
        raise click.UsageError("--cards: not in a table; use --json")
    refused = False
    with (
        stopping_searches() as stop,
        open_positions(source, _parse) as positions,
    ):
        chunks = takewhile(lambda _: not stop.is_set, positions.chunks(1))
        for number, position in enumerate(chain.from_iterable(chunks), start=1):
            place = positions.place_of_next()
            try:
                writer.write(_analyze(position, asked, stop, number, positions.total))
            except PositionError as error:
                option = "--moves: " if isinstance(error, IllegalMoveError) else ""
                option = "--" if error.token == "where" else option
                tell(f"{place}: {option}{error}")
                refused = True
                if source.strict:
                    break
            if stop.is_set:
                break
    if stop.is_set:
        return INTERRUPTED
    return BAD_INPUT if positions.failed or refused else DONE


def _parse(line: str, rulebooks: KnownRulebooks) -> StockPosition | TablePosition:
    """A position whose seat to decide sees its hand; raises `PositionError`."""
    tokens = line_tokens(line)
    if is_table_game(tokens.get("rules"), rulebooks):
        from pinochle_solver.notation.table.positions import TablePosition

        return TablePosition.from_tokens(tokens, rulebooks)
    rulebooks.expect(tokens, "rules")
    if not is_of_stock_phase(tokens):
        check_tokens(tokens, STOCK_TOKENS, (), "")
        fact = "missing, no stock phase; solve takes playoff positions"
        raise without_upcard(tokens) or NotationError("upcard", fact)
    position = StockPosition.from_tokens(tokens, rulebooks)
    Problem(position)
    return position


def _analyze(
    position: StockPosition | TablePosition,
    asked: _Asked,
    stop: StopFlag,
    number: int,
    total: int | None,
) -> Analysis | ChanceAnalysis:
    if is_table_position(position):
        from pinochle_solver.hidden_hands.searching import analyze_table

        refuse_two_handed_options()
        limits = asked.limits
        with thinking(number, total):
            return analyze_table(
                position,
                seconds=limits.seconds,
                worlds=limits.worlds,
                seed=asked.seed,
                threads=asked.threads or usable_processors(),
                open_average=asked.open_average,
                cards=asked.cards,
                objective=asked.objective,
                stop=stop,
            )
    if asked.call_out:
        expect_call_outs(position)
    settings = asked.settings
    engine = asked_engine("--engine", asked.engine, settings)
    moves = None if asked.moves is None else [move.strip() for move in asked.moves.split(",")]
    with thinking(number, total) as progress:
        analysis = engine.analyze(
            position,
            settings.limits,
            seed=settings.seed,
            moves=moves,
            stop=stop,
            progress=progress,
        )
        if asked.open_average and not stop.is_set:
            from pinochle_solver.stock.tree_search import open_average

            limits = with_kept_seconds(Limits(seconds=asked.seconds, worlds=asked.worlds))
            averages = open_average(position, replace(settings, limits=limits), stop=stop)
            analysis = replace(analysis, open_average=averages)
        if asked.cards and not stop.is_set:
            from pinochle_solver.stock.card_chances import card_chances

            chances = card_chances(
                position, seed=asked.seed, belief=asked.belief, where=asked.where
            )
            analysis = replace(analysis, cards=chances)
    return analysis

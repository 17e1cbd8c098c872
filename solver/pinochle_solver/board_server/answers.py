"""What is answered: the lines that the commands write with --json, and views of positions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.limits import DEFAULT_SECONDS, SOLVE_SECONDS
from pinochle_solver.board_server.requests import (
    DealRequest,
    MoveRequest,
    PositionRequest,
    SearchRequest,
    read_position,
)
from pinochle_solver.board_server.searches import Report
from pinochle_solver.board_server.views import (
    AskedView,
    PositionView,
    StepView,
    TrickView,
    deck_view,
    step_view,
    trick_views,
    two_handed_view,
)
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hand.deals import random_deals, random_playoffs
from pinochle_solver.hand.next_position import sequel
from pinochle_solver.hand.observations import NO_OBSERVATION, MissingObservationError
from pinochle_solver.hand.position_moves import position_options
from pinochle_solver.hand.referee import Referee
from pinochle_solver.melding.planner import plan_position
from pinochle_solver.melding.report import MeldReport
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.table.all_games import AnyPosition, is_table_position
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.card_chances import CardChances
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.schema.lines import line_of
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.card_chances import card_chances
from pinochle_solver.stock.search import analyze
from pinochle_solver.table.acts import Act

if TYPE_CHECKING:
    from pinochle_solver.double_dummy.analysis import ChanceAnalysis

_FIRST_LOOK = 0.25
_TURNS = 6
"""To so many turns to meld a plan looks ahead."""


class FoundLine(JsonObject, kw_only=True):
    """What a search has found: a line of ``solve`` or ``analyze``, and the tricks of the best.

    ``advice`` names the best call in an auction; null elsewhere, and if no call has a value.
    """

    line: Any
    tricks: list[TrickView] = msgspec.field(default_factory=list)
    advice: Any = None


def rulebook_views(rulebooks: KnownRulebooks) -> list[Any]:
    """The cards of all rulebooks, the default first."""
    found: dict[str, Any] = {rulebooks.default.name: rulebooks.default} | rulebooks.by_name
    for name in rulebooks.table_names:
        found.setdefault(name, rulebooks.table_rules(name))
    return [deck_view(rules, COUNTS.values()) for rules in found.values()]


def position_answer(asked: PositionRequest, rulebooks: KnownRulebooks) -> PositionView:
    """A position as the page draws it; raises `PositionError`."""
    position, line = read_position(asked.text, rulebooks)
    return view_of(position, line)


def view_of(position: AnyPosition, line: str = "") -> PositionView:
    """A position of any game as the page draws it; `line` is what it was read from."""
    if not is_table_position(position):
        return two_handed_view(position, line)
    # A two-handed hand needs nothing of this.
    from pinochle_solver.board_server.table_views import table_view

    return table_view(position, line)


def move_answer(asked: MoveRequest, rulebooks: KnownRulebooks) -> StepView | AskedView:
    """The position after a move, or what has to be told first; raises `PositionError`."""
    position, _ = read_position(asked.text, rulebooks)
    if is_table_position(position):
        from pinochle_solver.board_server.table_views import table_step

        return table_step(position, asked.move, asked.seen)
    seen = NO_OBSERVATION
    while True:
        try:
            return step_view(sequel(position, asked.move, observed=seen))
        except MissingObservationError as missing:
            choices = [_plain(choice) for choice in missing.choices]
            told = asked.seen.get(missing.what)
            if told not in choices:
                return AskedView(asked=missing.what, seat=missing.seat.text(), choices=choices)
            seen = missing.answered(seen, missing.choices[choices.index(told)])


def melds_answer(asked: PositionRequest, rulebooks: KnownRulebooks) -> object:
    """The line of ``melds`` for a position of the stock phase: a plan, and what waits for cards.

    Raises:
        PositionError: for a position of another kind.
    """
    position, _ = read_position(asked.text, rulebooks)
    if not isinstance(position, StockPosition):
        raise IllegalPositionError(
            "position", "melds are planned in the stock phase of two players"
        )
    options = tuple(position_options(position))
    return line_of(MeldReport(position, options, plan_position(position, _TURNS)))


def deal_answer(asked: DealRequest, rulebooks: KnownRulebooks) -> PositionView:
    """A hand dealt by its seed, as the first player to decide sees it, or a playoff."""
    table = rulebooks.table_rules(asked.rules)
    if table is not None:
        from pinochle_solver.notation.table.positions import position_of
        from pinochle_solver.table.deals import random_deal
        from pinochle_solver.table.seats import Seat as TableSeat
        from pinochle_solver.table.views import begun_hand

        deals = (random_deal(0, asked.seed, table, dealer) for dealer in table.table)
        hands = [begun_hand(deal) for deal in deals]
        first = next(hand for hand in hands if hand.turn is TableSeat.SOUTH)
        return view_of(position_of(first, TableSeat.SOUTH))
    rules = rulebooks.read({"rules": asked.rules}, "rules")
    if asked.phase == "playoff":
        (position,) = random_playoffs(rules.deck.hand, 1, asked.seed, rules=rules)
        return view_of(position)
    (deal,) = random_deals(1, asked.seed, rules=rules)
    referee = Referee.of_deal(deal)
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert view is not None
    return view_of(view)


def _plain(choice: object) -> object:
    if isinstance(choice, Card):
        return choice.text()
    return [card.text() for card in choice] if isinstance(choice, tuple) else choice


def search(
    asked: SearchRequest,
    rulebooks: KnownRulebooks,
    threads: int,
    stop: StopFlag,
    report: Report,
) -> None:
    """Value the moves of a position, and report the line of each better answer.

    Raises:
        PositionError: for what no search takes.
    """
    position, _ = read_position(asked.text, rulebooks)
    if is_table_position(position):
        _search_table(position, asked, threads, stop, report)
    elif isinstance(position, PlayoffPosition):
        solution = solve(position, seconds=SOLVE_SECONDS, stop=stop)
        report(encoded(FoundLine(line=line_of(solution), tricks=trick_views(solution))))
    else:
        _search_stock(position, asked, threads, stop, report)


def _search_stock(
    position: StockPosition, asked: SearchRequest, threads: int, stop: StopFlag, report: Report
) -> None:
    chances: CardChances | None = None

    def told(analysis: Analysis) -> None:
        nonlocal chances
        report(encoded(FoundLine(line=line_of(replace(analysis, cards=chances)))))
        # The first figures do not wait for it.
        if chances is None and not stop.is_set:
            chances = card_chances(position, seed=asked.seed, where=asked.where)

    found = analyze(
        position,
        seconds=_seconds(asked),
        worlds=asked.worlds,
        seed=asked.seed,
        threads=threads,
        where=asked.where,
        stop=stop,
        progress=told,
    )
    told(found)
    if chances is not None:
        told(found)


def _search_table(
    position: TablePosition, asked: SearchRequest, threads: int, stop: StopFlag, report: Report
) -> None:
    # A two-handed hand needs nothing of this.
    from pinochle_solver.board_server.sentences import bid_view
    from pinochle_solver.hidden_hands.card_chances import table_card_chances
    from pinochle_solver.hidden_hands.searching import analyze_table

    chances: tuple[CardChances, ...] | None = None

    def told(analysis: ChanceAnalysis) -> None:
        nonlocal chances
        advice = bid_view(analysis) if position.act is Act.BID else None
        line = line_of(replace(analysis, cards=chances))
        report(encoded(FoundLine(line=line, advice=advice)))
        # The first figures do not wait for it.
        if chances is None and not (analysis.is_open or position.has_stock or stop.is_set):
            chances = table_card_chances(position, seed=asked.seed, stop=stop)

    def analyzed(seconds: float | None) -> ChanceAnalysis:
        return analyze_table(
            position,
            seconds=seconds,
            worlds=asked.worlds,
            seed=asked.seed,
            threads=threads,
            stop=stop,
            progress=told,
        )

    if position.act is Act.DIX and not position.has_stock:
        # These are tried with all cards open, which reports nothing before its end.
        told(analyzed(_FIRST_LOOK))
    found = analyzed(_seconds(asked))
    told(found)
    if chances:
        told(found)


def _seconds(asked: SearchRequest) -> float | None:
    """The time limit of a search; None where worlds alone limit it."""
    return DEFAULT_SECONDS if asked.seconds is None and asked.worlds is None else asked.seconds


def encoded(value: object) -> bytes:
    """A line as JSON."""
    return msgspec.json.encode(value)

"""Hands played on the board against engines.

The moves may end with ``claim`` or ``concede``: the rest of the hand is played out at once if the
solver proves it with all cards face up.

The server keeps no hand. A page sends the seed of the deal and all moves so far; the same seed
deals the same cards, so that the hand goes on where it was, also after a restart. The page is told
only what its player sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.answers import encoded, view_of
from pinochle_solver.board_server.limits import SOLVE_SECONDS
from pinochle_solver.board_server.requests import PlayRequest
from pinochle_solver.board_server.searches import Report
from pinochle_solver.board_server.views import PositionView
from pinochle_solver.engines.engine import Engine
from pinochle_solver.engines.levels import Level
from pinochle_solver.engines.registry import DEFAULT, make_engine, make_table_engine
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.limits import Limits
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.moves import CallingOut
from pinochle_solver.rules.rules import Rulebook, Seat
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.table.rules import TableRules

if TYPE_CHECKING:
    from pinochle_solver.engines.table.engine import TableEngine
    from pinochle_solver.matches.table.hand_in_play import TableHandInPlay
    from pinochle_solver.table.scoring import HandResult
    from pinochle_solver.table.seats import Seat as TableSeat
    from pinochle_solver.table.steps import TableStep

_LIMITS = Limits(seconds=0.5)
CLAIM, CONCEDE = "claim", "concede"
"""In place of a move: every point left is the player's, or the others'."""

_NOT_PROVEN = {
    CLAIM: "Not so: with all cards face up you do not win every point that is left.",
    CONCEDE: "Not so: with all cards face up you can still win points.",
}
_TOO_EARLY = "Only in the play of the last cards, once the stock is gone."
FULL_STRENGTH = "full"
"""The level of an opponent who makes no mistake on purpose."""
RULES_OF_THUMB = "advice"
"""The level, with three and four, of opponents who go by rules of thumb."""


class PlayedMove(JsonObject, kw_only=True):
    """A move of the hand: ``is_choice`` where it was the player's own, with others to make.

    ``why`` says of a pass why it was the only call.
    """

    seat: str
    move: str
    is_choice: bool
    drawn: str | None = None
    winner: str | None = None
    points: int = 0
    why: str | None = None


class PlayLine(JsonObject, kw_only=True):
    """A hand as far as it is played, as its player sees it.

    ``position`` is null while another decides, and at the end. ``scored`` has the points of each
    seat or side, or what it is paid, when the hand is over, and ``record`` is the record of it.
    With three and four ``ended`` has what the terminal says then, and ``facts`` what it says of the
    hand before. ``notice`` says why the hand was not claimed or conceded.
    """

    moves: list[PlayedMove]
    thinks: str | None = None
    position: PositionView | None = None
    scored: dict[str, int] = msgspec.field(default_factory=dict)
    facts: list[str] = msgspec.field(default_factory=list)
    ended: list[str] = msgspec.field(default_factory=list)
    record: str | None = None
    notice: str | None = None


def play(
    asked: PlayRequest, rulebooks: KnownRulebooks, threads: int, stop: StopFlag, report: Report
) -> None:
    """Play a hand on until its player has to decide, or it is over; report each move.

    Raises:
        PositionError: for an unknown rulebook or level, and for a move that is not legal.
    """
    table = rulebooks.table_rules(asked.rules)
    if table is not None:
        lines = _table_lines(asked, table, threads, stop)
    else:
        lines = _lines(asked, rulebooks.read({"rules": asked.rules}, "rules"), threads, stop)
    for line in lines:
        report(encoded(line))
        if stop.is_set:
            return


def _lines(asked: PlayRequest, rules: Rulebook, threads: int, stop: StopFlag) -> Iterator[PlayLine]:
    (deal,) = random_deals(1, asked.seed, rules=rules)
    hand = HandInPlay(deal, Seat.SOUTH, NO_SCORE, rules.target)
    engine = _opponent(asked.level, threads)
    made: list[PlayedMove] = []
    left = iter(asked.moves)
    notice: str | None = None

    def push(move: str) -> None:
        is_choice = hand.is_persons_turn and hand.is_choice
        outcome = hand.push(move)
        made.append(
            PlayedMove(
                seat=outcome.seat.text(),
                move=outcome.move.text(),
                is_choice=is_choice,
                drawn=None if outcome.drawn is None else outcome.drawn.text(),
                winner=None if outcome.taken is None else outcome.taken.winner.text(),
                points=outcome.points,
            )
        )

    while not hand.is_over:
        told = next(left, None)
        if told in (CLAIM, CONCEDE):
            line, notice = _rest_of(hand, told, stop)
            for card in line:
                push(card)
        elif told is not None:
            push(told)
        elif not hand.is_choice:
            (forced,) = hand.referee.moves()
            push(forced.text())
        elif hand.is_persons_turn:
            yield PlayLine(moves=made, position=view_of(hand.view()), notice=notice)
            return
        else:
            assert hand.referee.turn is not None
            yield PlayLine(moves=made, thinks=hand.referee.turn.text())
            decision = hand.decision(engine, _LIMITS, stop)
            assert not isinstance(decision.move, CallingOut)
            push(decision.move.text())
    points = hand.referee.points
    scored = {seat.text(): sum(points[seat]) for seat in Seat}
    yield PlayLine(moves=made, scored=scored, record=hand.record().text())


def _rest_of(hand: HandInPlay, told: str, stop: StopFlag) -> tuple[list[str], str | None]:
    """The cards left, as the best line has them, if one side wins every point; else why not."""
    position = hand.view()
    if not isinstance(position, PlayoffPosition) or not hand.is_persons_turn:
        return [], _TOO_EARLY
    solution = solve(position, seconds=SOLVE_SECONDS, stop=stop)
    loser = hand.person.other if told == CLAIM else hand.person
    if not solution.exact or solution.value is None or solution.value[loser]:
        return [], _NOT_PROVEN[told]
    return [card.text() for card in solution.line], None


def _opponent(level: str, threads: int) -> Engine:
    """The engine of a level; raises `NotationError` for none."""
    if level == FULL_STRENGTH:
        return make_engine(DEFAULT, threads=threads)
    return make_engine("graded", level=Level.parse(level).points, threads=threads)


def _table_lines(
    asked: PlayRequest, rules: TableRules, threads: int, stop: StopFlag
) -> Iterator[PlayLine]:
    # A two-handed hand needs nothing of this.
    from pinochle_solver.board_server.sentences import end_lines, fact_lines
    from pinochle_solver.board_server.table_views import reads_move
    from pinochle_solver.game.table.replayer import replay_table_record
    from pinochle_solver.matches.table.hand_in_play import TableHandInPlay
    from pinochle_solver.table.acts import Act
    from pinochle_solver.table.deals import random_deal
    from pinochle_solver.table.hands import TableHand
    from pinochle_solver.table.seats import Seat as TableSeat

    dealers = (seat for seat in rules.table if seat is not TableSeat.SOUTH)
    deal = random_deal(0, asked.seed, rules, list(dealers)[asked.seed % (len(rules.table) - 1)])
    hand = TableHandInPlay(deal, TableSeat.SOUTH, seed=asked.seed)
    engine = _table_opponent(asked.level, threads)
    made: list[PlayedMove] = []
    left = iter(asked.moves)
    notice: str | None = None
    while not hand.is_over:
        turn = hand.hand.turn
        assert turn is not None
        is_choice = hand.is_choice
        told = next(left, None)
        if told == CLAIM or (told == CONCEDE and hand.hand.act is Act.PLAY):
            steps, notice = _table_rest(hand, told, stop)
            made += steps
            continue
        if told is not None:
            move = reads_move(hand.view(), told)
        elif not is_choice:
            (move,) = hand.hand.legal_moves()
        elif hand.is_persons_turn:
            seen = hand.view()
            yield PlayLine(
                moves=made, position=view_of(seen), facts=fact_lines(seen), notice=notice
            )
            return
        else:
            yield PlayLine(moves=made, thinks=turn.text())
            move = hand.decision(engine, _LIMITS, stop).move
        # Why another has no bid to make, only that seat knows.
        is_told = turn is hand.person and not is_choice
        at_table = hand.hand if is_told and isinstance(hand.hand, TableHand) else None
        why = None if at_table is None else at_table.why_only_pass
        made.append(_table_move(hand.push(move, is_choice=is_choice), is_choice, hand.person, why))
    result = replay_table_record(hand.record()).result
    yield PlayLine(
        moves=made,
        scored=_scored(hand, result),
        ended=[] if result is None else end_lines(hand.hand, result, hand.person),
        record=hand.record().text(),
    )


def _table_move(step: TableStep, is_choice: bool, person: TableSeat, why: str | None) -> PlayedMove:
    """A move at a table, with who took the trick that it ended, and what that counts."""
    tricks = step.after.tricks[len(step.before.tricks) :]
    rules = step.after.rules
    return PlayedMove(
        seat=step.seat.text(),
        move=str(step.move),
        is_choice=is_choice and step.seat is person,
        winner=tricks[-1].winner.text() if tricks else None,
        points=rules.count.of(tricks[-1].cards) if tricks else 0,
        why=why,
    )


def _table_opponent(level: str, threads: int) -> TableEngine:
    """The engine of a level; all but the rules of thumb are full strength."""
    if level == RULES_OF_THUMB:
        return make_table_engine(RULES_OF_THUMB)
    return make_table_engine(DEFAULT, threads=threads)


def _table_rest(
    hand: TableHandInPlay, told: str, stop: StopFlag
) -> tuple[list[PlayedMove], str | None]:
    """Play the rest of a hand at a table out, or give it up; the moves made, or why not."""
    from pinochle_solver.table.acts import Act
    from pinochle_solver.table.scoring import Outcome

    view = hand.view()
    if hand.hand.act is not Act.PLAY or view.has_stock or not hand.is_persons_turn:
        return [], _TOO_EARLY
    person, bidder = hand.person, view.bidder
    outcome = hand.end_settled()
    if outcome is not None:
        is_set = outcome is Outcome.SET
        losers = (seat for seat in hand.hand.players if (seat is bidder) is is_set)
        return [PlayedMove(seat=next(losers).text(), move=CONCEDE, is_choice=True)], None
    # Who wants to be set in a contract that may still be made plays it out.
    may_give_up = told == CONCEDE and hand.giving_up_pays is not Outcome.SET
    if may_give_up and hand.give_up(stop):
        return [PlayedMove(seat=person.text(), move=CONCEDE, is_choice=True)], None
    own = next((side for side in view.sides or () if person in side), (person,))
    others = tuple(seat for seat in hand.hand.players if seat not in own)
    steps = hand.claim(own if told == CLAIM else others, stop).steps
    if not steps:
        return [], _NOT_PROVEN[told]
    return [
        PlayedMove(seat=step.seat.text(), move=str(step.move), is_choice=not place)
        for place, step in enumerate(steps)
    ], None


def _scored(hand: TableHandInPlay, result: HandResult | None) -> dict[str, int]:
    """What each side of a table has scored, or is paid."""
    from pinochle_solver.notation.table.field_readers import side_text

    if result is None:
        return {}
    units = hand.hand.rules.units(hand.dealer)
    return dict(zip(map(side_text, units), result.scores, strict=True))

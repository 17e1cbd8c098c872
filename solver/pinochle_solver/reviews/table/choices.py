"""The decisions of a recorded hand of three or four."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.burial import laid_by
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import meld_points
from pinochle_solver.table.moves import CONCEDE, Bury, Lay, PlayCard, TableMove
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove


class Choice(NamedTuple):
    """A decision between several moves.

    Attributes:
        number: its place among the moments of the replay, from 0.
        trick: as in `TableMoment`.
        position: what the seat saw.
        played: what it did. All the melds that can be laid are told as `None`.
        calls_again: whether it is a call, and not the last one of the seat in this hand.
    """

    number: int
    trick: int
    position: TablePosition
    played: AnyMove
    calls_again: bool = False


def choices(replay: TableReplay, seat: Seat | None = None) -> Iterator[Choice]:
    """The decisions between several moves that can be judged, in order.

    What is shown after the last card of a stock was drawn is not judged: no search values it.

    Args:
        replay: the hand.
        seat: whose decisions; all seats' if None is given.
    """
    last_calls = {
        moment.seat: number
        for number, moment in enumerate(replay.moments)
        if isinstance(moment.hand, TableHand) and moment.hand.act is Act.BID
    }
    for number, moment in enumerate(replay.moments):
        hand, move = moment.hand, moment.move
        if move is None or seat not in (None, moment.seat):
            continue
        if len(list(islice(hand.legal_moves(), 2))) < 2:
            continue
        position = replay.position(moment, moment.seat)
        if isinstance(hand, TableHand):
            assert not isinstance(move, (Play, Show))
            again = hand.act is Act.BID and number < last_calls[moment.seat]
            yield Choice(number, moment.trick, position, _told(replay, hand, move), again)
        elif position.has_stock:
            yield Choice(number, moment.trick, position, move)
        elif isinstance(move, Play):
            yield Choice(number, moment.trick, position, PlayCard(move.card))


def _told(replay: TableReplay, hand: TableHand, move: TableMove) -> TableMove:
    """What was decided; a hand given up after the burial counts as given up."""
    end = replay.bidding_hand
    if isinstance(move, Bury) and end is not None and end.ending is Ending.CONCEDED:
        return CONCEDE if hand.is_asked_for(CONCEDE) else as_searched(hand, move)
    return as_searched(hand, move)


def as_searched(hand: TableHand, move: TableMove) -> TableMove:
    """A move in the words of the search: who lays all that counts has laid `None`.

    Args:
        hand: the hand before the move, whose seat on turn knows its cards.
        move: a legal move.
    """
    assert hand.turn is not None
    values, held = hand.rules.melds, hand.hands[hand.turn]
    if isinstance(move, Bury):
        whole = replace(move, melds=None)
        if meld_points(laid_by(move, held), values) == meld_points(laid_by(whole, held), values):
            return whole
    if isinstance(move, Lay) and move.melds is not None and hand.act is Act.MELD:
        most = hand.most_melds(hand.turn, held)
        if meld_points(move.melds, values) == meld_points(most, values):
            return Lay()
    return move

"""Positions out of hand records of the games for three and four."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TypeVar

from pinochle_solver.cli.input.moments import END
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.table.replayed_hand import TableFinding, TableMoment, TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.table.acts import Act
from pinochle_solver.table.irregularities import BEFORE_THE_PLAY
from pinochle_solver.table.seats import Seat

_Read = TypeVar("_Read")

_SHOWN = {"m": Act.MELD, "d": Act.DIX}
_DECISIONS = {Act.BID: "call", Act.BURY: "burial", Act.DIX: "dix", Act.MELD: "melds"}


def table_moment(replay: TableReplay, at: tuple[int, str] | str) -> TableMoment:
    """The moment that is asked for: a trick's lead, a seat's card to it, the burial, the end.

    Raises:
        NotationError: when the hand has no such moment.
    """
    if at == END:
        if replay.is_complete or not replay.moments:
            raise NotationError("at", "the hand is over at its end; give a trick, such as 3")
        return replay.moments[-1]
    if isinstance(at, str):
        found = [moment for moment in replay.moments if moment.hand.act is Act.BURY]
        asked = at
    else:
        trick, who = at
        found = [m for m in replay.moments if m.hand.act is Act.PLAY and m.trick == trick]
        asked = str(trick)
        if who in {seat.text() for seat in Seat}:
            asked = f"{trick}:{who}"
            found = [moment for moment in found if moment.seat is Seat.parse(who)]
        elif who in _SHOWN:
            asked, acts = f"{trick}{who}", (_SHOWN[who],)
            found = [m for m in replay.moments if m.hand.act in acts and m.trick == trick]
        elif who != "l":
            fact = f"{trick}{who} belongs to the two-handed game; give {trick} or {trick}:west"
            raise NotationError("at", fact)
    if not found:
        fact = "there is no such moment in this hand"
        if replay.faults.reneged:
            fact += ", or it comes after the renege, and nothing is shown from there on"
        raise NotationError("at", f"{asked}: {fact}")
    return found[0]


def read_table_recorded(
    place: str,
    record: TableRecord,
    hand: str,
    at: tuple[int, str] | str | None,
    parse: Callable[[str], _Read],
) -> tuple[str, _Read | PositionError]:
    """Read the position that is asked for out of a record; it is that of the seat to decide.

    What it is is told on standard error, and so is what is wrong in the hand before it; where no
    moment is asked for, what is wrong anywhere.

    Args:
        place: where the record is (``FILE:LINE``), for messages.
        record: the record.
        hand: which hand of the file it is, in the words before the moment's; empty if the only one.
        at: the moment; None for the last decision that `parse` takes.
        parse: reads the line of a position; raises `PositionError` for one it does not take.

    Returns:
        the place, and what was read or what is wrong.
    """
    try:
        replay = replay_table_record(record)
        moment, read = _read(replay, at, parse)
    except PositionError as error:
        return place, error
    for finding in replay.findings:
        if at is None or _is_before(finding, moment):
            tell(f"{place}: {finding}")
    tell(f"{place}: {hand}{moment_text(moment, record)}")
    return place, read


def _is_before(finding: TableFinding, moment: TableMoment) -> bool:
    """Whether something went wrong before a moment: in an earlier trick, or in the auction."""
    is_of_auction = finding.kind in BEFORE_THE_PLAY
    return finding.trick < moment.trick or (is_of_auction and moment.hand.act is not Act.BID)


def moment_text(moment: TableMoment, record: TableRecord) -> str:
    """``west's card to trick 3 (--at 3:west)``."""
    who, act = f"{record.name(moment.seat)}'s", moment.hand.act
    if act is Act.PLAY:
        card = "card to" if moment.hand.led else "lead to"
        return f"{who} {card} trick {moment.trick} (--at {moment.trick}:{moment.seat.text()})"
    if moment.trick:
        what = next(letter for letter, shown in _SHOWN.items() if shown is act)
        return f"{who} {_DECISIONS[act]} after trick {moment.trick} (--at {moment.trick}{what})"
    return f"{who} {_DECISIONS[act]}"


def _read(
    replay: TableReplay, at: tuple[int, str] | str | None, parse: Callable[[str], _Read]
) -> tuple[TableMoment, _Read]:
    if at is not None:
        moment = table_moment(replay, at)
        return moment, parse(replay.position(moment, moment.seat).text())
    wrong: PositionError | None = None
    for moment in reversed(replay.moments):
        if len([*islice(moment.hand.legal_moves(), 2)]) < 2:
            continue
        try:
            return moment, parse(replay.position(moment, moment.seat).text())
        except PositionError as error:
            wrong = wrong or error
    raise wrong or NotationError("at", "nobody has had a choice yet in this hand")

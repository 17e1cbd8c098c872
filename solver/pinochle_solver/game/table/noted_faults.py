"""What goes wrong at the table, noted: what the rules make of it (RULES-TABLE.md, section 10).

The rulings are those of a record that is replayed.
"""

from __future__ import annotations

from dataclasses import replace

from pinochle_solver.errors import IllegalMoveError, NotationError
from pinochle_solver.game.findings import StopReplayError
from pinochle_solver.game.table.noted import Wrong
from pinochle_solver.game.table.noted_hand import NotedHand
from pinochle_solver.game.table.replayer import DealtReplayer
from pinochle_solver.game.table.stock_replayer import StockReplayer
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.irregularity_words import Declared
from pinochle_solver.notation.table.record_parts import TableTrick
from pinochle_solver.notation.table.stock_items import ItemReader
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Call, PlayCard
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand

_HALF_SAID = "first say what is asked for"
_NO_WRONG = "it breaks no rule that this hand shows; type it alone"


def after_wrong(state: NotedHand, wrong: Wrong, seat: Seat, record: TableRecord) -> NotedHand:
    """The hand after something went wrong, with what follows from it among its findings.

    Args:
        state: the hand.
        wrong: what went wrong.
        seat: whose fault it was; of what `wrong.words` say they say that themselves.
        record: the record so far.

    Raises:
        NotationError: for words that cannot be read there.
        IllegalMoveError: for what cannot have happened.
    """
    if wrong.move is not None and not state.is_whole:
        raise IllegalMoveError(wrong.move.text(), _HALF_SAID)
    if isinstance(state.hand, StockHand):
        return _with_stock(state, state.hand, wrong, seat, record)
    return _without_stock(state, state.hand, wrong, record)


def is_in_bids(state: NotedHand) -> bool:
    """Whether a brace that is written now stands among the calls."""
    is_bidding = state.hand.act is Act.BID
    return is_bidding or (state.hand.act is Act.BURY and state.trump is None)


def _without_stock(
    state: NotedHand, hand: TableHand, wrong: Wrong, record: TableRecord
) -> NotedHand:
    replayer = DealtReplayer(record, hand, state.shown, state.wrong_bids)
    trick = len(hand.tricks) + bool(hand.led)
    try:
        if isinstance(wrong.move, Call):
            if hand.is_legal(wrong.move):
                raise IllegalMoveError(wrong.move.text(), _NO_WRONG)
            replayer.auction.call(wrong.move, is_last=False)
        elif isinstance(wrong.move, PlayCard):
            if hand.turn is not None and hand.held[hand.turn].hidden:
                name = hand.turn.text()
                fact = f"you do not see what {name} held; type the card, and renege {name}"
                raise IllegalMoveError(wrong.move.text(), fact)
            replayer.card(TableTrick(trick), wrong.move.text())
            raise IllegalMoveError(wrong.move.text(), _NO_WRONG)
        elif is_in_bids(state):
            replayer.auction.take(wrong.words)
        else:
            replayer.take(wrong.words, trick)
    except StopReplayError:
        *_, found = replayer.log.findings
        if replayer.stop is None:
            raise IllegalMoveError(found.what, found.fact) from None
    return replace(
        state,
        hand=replayer.hand,
        wrong_bids=replayer.auction.wrong,
        shown=replayer.shown,
        findings=(*state.findings, *replayer.log.findings),
        stop=replayer.stop,
    )


def _with_stock(
    state: NotedHand, hand: StockHand, wrong: Wrong, seat: Seat, record: TableRecord
) -> NotedHand:
    replayer, trick = StockReplayer(record, hand), hand.completed + bool(hand.led)
    replayer.faults = state.faults
    for finding in state.findings:
        replayer.log.add(finding)
    try:
        if isinstance(wrong.move, Play):
            if not hand.is_renege(wrong.move):
                raise IllegalMoveError(wrong.move.text(), _NO_WRONG)
            replayer.make_written(wrong.move, wrong.move.text())
        elif isinstance(wrong.move, Show):
            replayer.show(trick, seat, wrong.move.text())
        else:
            for item in _declared(hand, wrong.words):
                replayer.declare(item, trick)
    except StopReplayError:
        *_, found = replayer.log.findings
        if not replayer.faults.is_void:
            raise IllegalMoveError(found.what, found.fact) from None
    findings = tuple(replayer.log.findings)
    if isinstance(wrong.move, Show) and len(findings) == len(state.findings):
        raise IllegalMoveError(wrong.move.text(), _NO_WRONG)
    return replace(state, hand=replayer.hand, faults=replayer.faults, findings=findings)


def _declared(hand: StockHand, words: tuple[str, ...]) -> list[Declared]:
    items = ItemReader(hand.rules).read(words, hand.leader, in_playoff=hand.upcard is None)
    for item in items:
        if not isinstance(item, Declared):
            raise NotationError(item.text, "nothing that can go wrong")
    return [item for item in items if isinstance(item, Declared)]

"""A hand as far as it was noted, as its keeper sees it, and the answers that carry it on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError, NotationError
from pinochle_solver.game.table.auction_replayer import NONE_WRONG, WrongBids
from pinochle_solver.game.table.noted import NoteKind, Said, TableQuestion
from pinochle_solver.game.table.proven_reneges import proven_reneges
from pinochle_solver.game.table.recording import deal_of_record
from pinochle_solver.game.table.replayed_hand import Stop, TableFinding
from pinochle_solver.game.table.shown_cards import ShownCards
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.hands import TableHand, begun, begun_seen
from pinochle_solver.table.irregularities import NO_FAULTS, StockFaults
from pinochle_solver.table.moves import Bury, Call, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.stock_hands import (
    NOTHING_DRAWN,
    Drawn,
    StockHand,
    StockMove,
    UndrawnError,
    begun_with_stock_seen,
)
from pinochle_solver.table.tricks import winner_of
from pinochle_solver.table.views import AnyHand, AnyMove


@dataclass(frozen=True, slots=True)
class NotedHand:
    """What a hand has come to after some entries. `begun_noted` gives it before any.

    Attributes:
        hand: the hand as its keeper sees it.
        move: a move whose follow-up has to be said first: the widow, or draws.
        drawn: the draws said so far.
        asked: the draw to be said next; None for the widow.
        trump: what a bidder whose burial is not seen has named; his melds are said next.
        wrong_bids: the bids without a marriage.
        shown: the cards shown before their time that still bind their holders.
        findings: all that went wrong, with its rulings.
        stop: what has ended the hand before its cards did; None: nothing has.
        faults: what went wrong in a hand with a stock, and counts.
    """

    hand: AnyHand
    move: AnyMove | None = None
    drawn: Drawn = field(default_factory=dict)
    asked: UndrawnError | None = None
    trump: Suit | None = None
    wrong_bids: WrongBids = NONE_WRONG
    shown: ShownCards = field(default_factory=ShownCards)
    findings: tuple[TableFinding, ...] = ()
    stop: Stop | None = None
    faults: StockFaults = NO_FAULTS

    @property
    def is_whole(self) -> bool:
        """Whether no move is half said."""
        return self.move is None and self.trump is None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be noted."""
        return self.hand.turn is None or self.stop is not None or self.faults.is_void

    @property
    def trick(self) -> int:
        """The number of the trick in or after which something happens now; 0 before the first."""
        return self.hand.completed + (self.hand.act is Act.PLAY)

    @property
    def leader(self) -> Seat | None:
        """Who leads next, or has led; of a trick with draws still to be said who has won it."""
        hand, move = self.hand, self.move
        if isinstance(move, Play) and hand.leader is not None and hand.trump is not None:
            led = (*hand.led, move.card)
            return clockwise(hand.players, hand.leader)[winner_of(led, hand.trump)]
        return hand.leader

    @property
    def question(self) -> TableQuestion | None:
        """What has to be noted next; None when the hand is over."""
        hand = self.hand
        if hand.turn is None or self.is_over:
            return None
        if self.asked is not None:
            drawer, choices = self.asked.seat, self.asked.choices
            return TableQuestion(NoteKind.DRAW, drawer, self.trick, choices=choices)
        if self.move is not None:
            assert isinstance(hand, TableHand)
            assert hand.auction is not None
            assert isinstance(self.move, Call)
            bidder = hand.auction.after(self.move).bidder
            assert bidder is not None
            return TableQuestion(NoteKind.WIDOW, bidder)
        if self.trump is not None:
            return TableQuestion(NoteKind.MELDS, hand.turn)
        if hand.act is Act.MELD:
            kind = NoteKind.SHOW if isinstance(hand, StockHand) else NoteKind.MELDS
            return TableQuestion(kind, hand.turn, self.trick)
        leads = hand.act is Act.PLAY and not hand.led
        return TableQuestion(_KINDS[hand.act], hand.turn, self.trick, leads)

    def result(self, kitty: int) -> HandResult | None:
        """What the hand comes to for all that its keeper has seen; None: it is not over.

        The cards that nobody has played to the end of a hand are the burial.
        """
        hand = self.hand
        if self.stop is not None:
            return self.stop.result(kitty)
        if isinstance(hand, StockHand):
            return self.faults.result(hand)
        if hand.turn is not None:
            return None
        if hand.buried.hidden and hand.ending is Ending.PLAYED:
            hand = replace(hand, buried=PartialHand(hand.unseen))
        return hand.result(kitty)

    def after(self, question: TableQuestion, said: Said) -> NotedHand:
        """The hand after an answer; raises `PositionError` for what cannot be."""
        hand = self.hand
        if question.kind is NoteKind.WIDOW:
            assert isinstance(said, Hand)
            assert isinstance(hand, TableHand)
            assert self.move is not None
            for card in said:
                if hand.unseen.count(card) < said.count(card):
                    fact = f"{card}: you have seen every copy elsewhere"
                    raise IllegalPositionError("widow", fact)
            return self._moved(replace(hand, widow=PartialHand(said)), self.move)
        if question.kind is NoteKind.DRAW:
            assert said is None or isinstance(said, Card)
            assert self.move is not None
            return self._moved(hand, self.move, {**self.drawn, question.seat: said})
        if isinstance(said, Suit):
            return replace(self, trump=said)
        if isinstance(said, tuple):
            move = Lay(said) if self.trump is None else Bury(self.trump, NO_CARDS, said)
            return self._moved(hand, move)
        made = as_move(said)
        return replace(self._moved(hand, made), findings=(*self.findings, *self._proven(made)))

    def _proven(self, move: AnyMove) -> Iterator[TableFinding]:
        """What a card of a seat that is not seen proves, and nobody has found yet."""
        hand = self.hand
        if not isinstance(move, (Play, PlayCard)) or hand.turn is None or not _is_hidden(hand):
            return
        found = {(finding.seat, finding.trick) for finding in self.findings}
        for finding in proven_reneges(hand, move.card):
            if (finding.seat, finding.trick) not in found:
                yield finding

    def _moved(self, hand: AnyHand, move: AnyMove, drawn: Drawn = NOTHING_DRAWN) -> NotedHand:
        """The hand after a move, or after as much of it as is told."""
        _check_may_hold(hand, move)
        shown = self._shown_after(hand, move)
        try:
            if isinstance(hand, StockHand):
                assert isinstance(move, StockMove)
                return self._with(hand.after(move, drawn), shown)
            assert isinstance(move, TableMove)
            assert hand.turn is not None
            if move == Dix(False) and hand.held[hand.turn].hidden:
                return self._with(hand.without_nine(), shown)
            return self._with(hand.after(move), shown)
        except UndrawnError as error:
            return replace(self, hand=hand, move=move, drawn=drawn, asked=error)
        except IllegalPositionError as error:
            if error.token != "widow" or not isinstance(hand, TableHand) or not hand.widow.hidden:
                raise
            return replace(self, hand=hand, move=move)

    def _with(self, hand: AnyHand, shown: ShownCards) -> NotedHand:
        """The same with a hand in which no move is half said."""
        return replace(
            self, hand=hand, shown=shown, move=None, drawn=NOTHING_DRAWN, asked=None, trump=None
        )

    def _shown_after(self, hand: AnyHand, move: AnyMove) -> ShownCards:
        """The shown cards that bind their holders after a move.

        Raises:
            IllegalMoveError: for a card played against what was said about a shown one.
        """
        shown = ShownCards(self.shown)
        if not isinstance(hand, TableHand) or not isinstance(move, PlayCard) or hand.turn is None:
            return shown
        # What else a seat with hidden cards might have played, only the whole record tells.
        if hand.held[hand.turn].hidden or not hand.is_legal(move):
            return shown
        fact = shown.why_disobeyed(hand, move.card)
        if fact is not None:
            raise IllegalMoveError(move.text(), fact)
        return shown


_KINDS = {
    Act.BID: NoteKind.CALL,
    Act.BURY: NoteKind.TRUMP,
    Act.DIX: NoteKind.DIX,
    Act.PLAY: NoteKind.PLAY,
}


def as_move(said: Said) -> AnyMove:
    """What was said, which is a move."""
    assert isinstance(said, AnyMove)
    return said


def _is_hidden(hand: AnyHand) -> bool:
    """Whether the cards of the seat on turn are hidden, and those that it holds last to the end."""
    assert hand.turn is not None
    if isinstance(hand, StockHand):
        return hand.upcard is None and hand.seats[hand.turn].hidden > 0
    return hand.held[hand.turn].hidden > 0


def _check_may_hold(hand: AnyHand, move: AnyMove) -> None:
    """Refuse a card that a seat with hidden cards cannot hold; raises `IllegalMoveError`."""
    if not isinstance(move, (Play, PlayCard)) or hand.turn is None:
        return
    if move.card not in hand.hands[hand.turn] and move.card not in hand.unseen:
        raise IllegalMoveError(move.text(), f"{hand.turn.text()} does not hold it")


def begun_noted(record: TableRecord) -> NotedHand:
    """The hand after the deal as the seat sees it that keeps the record, or a kibitzer.

    A kibitzer sees all hands; of a stock he sees each card as it is drawn.

    Raises:
        NotationError: (``View``) for the dealer who is out.
        IllegalPositionError: for cards that cannot be.
    """
    rules, seat = record.rules, record.view
    if seat is None and rules.stock is None:
        return NotedHand(begun(deal_of_record(record)))
    if seat is not None and seat not in record.players:
        raise NotationError("View", f"{seat.text()} deals and is out, so it has no hand")
    held = tuple(
        PartialHand(record.hands[each])
        if each in record.hands
        else PartialHand(NO_CARDS, rules.hand if each in record.players else 0)
        for each in rules.table
    )
    hand: AnyHand
    if rules.stock is None:
        widow = PartialHand(NO_CARDS, rules.widow)
        hand = begun_seen(rules, record.dealer, held, widow, record.upcard)
    else:
        assert record.upcard is not None
        stock = record.stock or (None,) * (rules.stock.cards - 1)
        hand = begun_with_stock_seen(rules, record.dealer, held, record.upcard, stock)
    position_of(hand, seat)  # refuses impossible cards
    return NotedHand(hand)

"""A hand record played through the referee, trick by trick.

Anything that the referee does not allow is a `Finding`, which names its trick, its card or meld,
and the rulebook's ruling (RULES.md, section 7). A wrong meld or credit does not stop the hand,
because the cards go back and play goes on. Nor does a renege, after which the cards are taken as
they were played. A card that is not held, or any other impossible play, does stop it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakMethod

from pinochle_solver.errors import IllegalMoveError, PositionError, expect_type
from pinochle_solver.game.draw_order import DrawOrder
from pinochle_solver.game.drawing import Drawing, LastDraws, drawing_of
from pinochle_solver.game.findings import READ_SO_FAR, VOID, Finding, FindingLog, StopReplayError
from pinochle_solver.game.replay_loop import Replayer, named_trick
from pinochle_solver.game.replayed_hand import Moment, Replay, ReplayedTrick, Shown
from pinochle_solver.game.rulings import (
    looking_ruling,
    points_after_looking,
    points_after_reneges,
    points_with_claims,
    renege_ruling,
    ruled_findings,
)
from pinochle_solver.game.shows import Shows, is_credit_for
from pinochle_solver.game.turns import shown_when_drawn
from pinochle_solver.game.unknown_cards import CompletedDeal, UnknownCredit, completed_deal
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.hand.stock_moves import AfterTrick, NotHeldError
from pinochle_solver.notation.hand_records import HandRecord, RecordedTrick
from pinochle_solver.notation.marks import BACK, FACE_UP
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Doubling, Play
from pinochle_solver.rules.rules import Seat


def replay_record(record: HandRecord) -> Replay:
    """Play a hand record through the referee, as far as it goes.

    Nothing in a record makes this fail: everything wrong in it is among the findings, with its
    trick and the rulebook's ruling. If the cards do not make a hand at all, there is only the
    finding of a dead hand, with no referee and no points. A void hand has no points either.

    Args:
        record: the record, of all cards or of one seat.

    Raises:
        TypeError: for anything but a `HandRecord`.
    """
    expect_type(record, HandRecord, "parse_record reads text")
    played, misdeal = record.before_misdeal()
    replay = _replayed(played)
    if misdeal is not None:
        # Whatever has ended the reading before, the hand was agreed to be void.
        found = [f for f in replay.findings if f.kind is not Irregularity.UNREADABLE]
        unread = replay.findings[len(found) :]
        trick, fact = len(record.tricks), "the players found or agreed that the hand is void"
        kind, what = Irregularity.MISDEAL, f"trick {trick}" if trick else "deal"
        void = Finding(kind, trick, misdeal.seat, what, fact, VOID, is_void=True)
        replay = replace(replay, record=record, findings=(*found, void, *unread))
    return replace(replay, points=None, unknown=()) if replay.is_void else replay


def _replayed(record: HandRecord) -> Replay:
    """Play a record through that does not say of itself that its hand is void."""
    order = DrawOrder(record)
    try:
        completed = _completed(record, order)
    except PositionError as error:
        finding = Finding(
            Irregularity.DEAD_HAND,
            named_trick(error),
            None,
            error.token,
            error.fact,
            "a dead hand; earlier hands stand",
        )
        return Replay(record, None, (), (finding,), (), None)
    player = _Player(record, completed, drawing_of(order, completed.deal.stock))
    player.play()
    return player.result()


def deal_of(record: HandRecord) -> Deal:
    """The deal of a record, with cards made up for unknown ones; raises `PositionError`."""
    return _completed(record, DrawOrder(record)).deal


def _completed(record: HandRecord, order: DrawOrder) -> CompletedDeal:
    if record.view is not None:
        return completed_deal(record, order)
    assert record.south is not None
    assert record.north is not None
    assert record.stock is not None
    deal = Deal(
        rules=record.rules,
        count=record.count,
        dealer=record.dealer,
        south=record.south,
        north=record.north,
        upcard=record.upcard,
        stock=record.stock,
        trump=record.upcard.suit,
        cut=record.cut,
    )
    return CompletedDeal(deal, ())


_DOUBLE_MOMENTS = {Act.DOUBLE: "o", Act.ANSWER: "a", Act.ANSWER_REDOUBLE: "b"}


class _Player(Replayer[RecordedTrick, str, Finding]):
    """Plays a two-handed record; its state when it has to stop is the result."""

    illegal = Irregularity.ILLEGAL_PLAY

    def __init__(self, record: HandRecord, completed: CompletedDeal, drawing: Drawing) -> None:
        super().__init__(FindingLog(Finding, READ_SO_FAR))
        self.record = record
        self.drawing = drawing
        self.rules = record.rules
        self.referee = Referee.of_deal(
            completed.deal,
            record.score,
            record.target,
            record.ahead,
            ask_always=True,
            doubles=record.doubles,
            agreed=record.agreed,
        )
        for trick, after in drawing.after.items():
            self.referee.draw_otherwise(trick, after)
        self.referee.lay_otherwise(drawing.lying)
        for drawn in drawing.order.tricks:
            at_once = shown_when_drawn(record, drawn.trick, drawn.winner)
            if at_once:
                self.referee.show_when_drawn(drawn.number, at_once)
        self._last_draws: LastDraws | None = None
        self._drawn_before = 0
        self._shows = Shows(
            record, completed, self.referee, self.log, WeakMethod(self._dix_moment), drawing.order
        )
        self.opening: tuple[Shown, ...] = ()
        self.tricks: list[ReplayedTrick] = []
        self._leader: Seat | None = None
        self._plays: list[Play] = []
        self.moments: list[Moment] = []
        self.reneged: list[Seat] = []
        self.looked: set[Seat] = set()
        self.unwritten_draw: int | None = None

    def play(self) -> None:
        """Play trick by trick until the record ends or something stops it."""
        try:
            self.play_through(self.record.tricks, self.record.unread)
        except NotHeldError as error:
            number, what = len(self.tricks) + 1, f"{BACK.word}:{error.card}"
            kind = Irregularity.DRAW_SLIP
            self.log.find(kind, number, error.seat, what, str(error), READ_SO_FAR)

    def open(self) -> None:
        """What is shown before the first lead, and cards found face up."""
        if self._shows.is_due:
            self._dix_moment(0)
        before = self.record.before_first_lead
        self.opening = self._shown(before, self.referee.leader)

    def _shown(self, trick: RecordedTrick, winner: Seat) -> tuple[Shown, ...]:
        """Make what was shown after a trick, and the passes that are not written.

        Before the first lead a card found face up may have made the hand void: what is shown before
        that is named, and nothing after it.
        """
        made: list[Shown | None] = []
        has_told_slips = trick.number > 0
        for place, event in enumerate(trick.events):
            if event.is_shown:
                made.append(self._shows.happened(trick, place, winner))
            elif event.note is FACE_UP and not has_told_slips:
                self._tell_slips(0)
                has_told_slips = True
        if not has_told_slips:
            self._tell_slips(0)
        while self._shows.is_due and not self._shows.stays_open(trick):
            self._shows.push_pass(trick.number)
        return tuple(shown for shown in made if shown is not None)

    def close(self) -> None:
        """The moment at the end of the record, if it is known what follows."""
        is_open = bool(self.tricks) and self.tricks[-1].winner is None
        if self.referee.due is Act.PLAY and not is_open:
            self._moment(len(self.tricks) + 1, "l")

    def begin(self, trick: RecordedTrick) -> None:
        """See that there is a trick to play, and who leads to it."""
        number = trick.number
        if self.referee.is_over:
            fact = "the hand is over"
            raise self.log.stop(self.illegal, number, None, trick.text(), fact)
        self._lead_without_double(number)
        self._leader, self._plays = self.referee.turn, []
        if number == self.rules.deck.stock_tricks:
            self._prepare_last_draws(trick)
        self._moment(number, "l")

    def before_card(self, trick: RecordedTrick, place: int) -> None:
        """The moment before the reply."""
        if place:
            self._moment(trick.number, "r")

    def card(self, _trick: RecordedTrick, text: str) -> None:
        """Play a card."""
        self.make_written(text, text)
        made = self.referee.history[-1]
        assert isinstance(made, Play)
        self._plays.append(made)

    def after_cards(self, trick: RecordedTrick) -> None:
        """What happens between this trick and the next, or the moment before its next card."""
        number, leader, plays = trick.number, self._leader, (*self._plays,)
        assert leader is not None
        if len(plays) < len(Seat):
            self.tricks.append(
                ReplayedTrick(number, leader, plays, None, (), (), self.referee.points)
            )
            self._moment(number, "r")
            return
        winner = self.referee.leader
        self._look(trick, winner)
        shown, drawn = self._after(trick, winner)
        self.tricks.append(
            ReplayedTrick(number, leader, plays, winner, shown, drawn, self.referee.points)
        )
        said = tuple(self._said(trick, winner))
        if said:
            self.tricks[-1] = replace(self.tricks[-1], said=said)

    # The referee

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is."""
        return self.referee.turn

    def trick_of(self, _move: str) -> int:
        """The number of the trick under way."""
        return len(self.tricks) + 1

    def make(self, move: str) -> str | None:
        """Have the referee play a card; why it may not be played, or None."""
        try:
            self.referee.push(move)
        except IllegalMoveError as error:
            return error.fact
        return None

    def rule_on(self, move: str, fact: str) -> bool:
        """Rule on a renege, after which the cards are taken as they were played."""
        seat = self.referee.turn
        if seat is None or not self.referee.is_renege(move):
            return False
        ruling = renege_ruling(self.rules, seat, self.reneged)
        self.log.find(Irregularity.RENEGE, self.trick_of(move), seat, move, fact, ruling)
        self.reneged.append(seat)
        self.referee.push_renege(move)
        return True

    def _look(self, trick: RecordedTrick, winner: Seat) -> None:
        """Name who has looked through his tricks; the hand goes on."""
        for event in trick.events:
            if event.is_looking:
                seat = self.record.seat_of(event, winner)
                self.looked.add(seat)
                what = f"trick {trick.number}"
                fact = f"{seat.text()} has looked through tricks already taken"
                ruling = looking_ruling(self.rules)
                self.log.find(Irregularity.LOOKED, trick.number, seat, what, fact, ruling)

    def _after(
        self, trick: RecordedTrick, winner: Seat
    ) -> tuple[tuple[Shown, ...], tuple[tuple[Seat, Card], ...]]:
        """What happens between two tricks: shows, passes and draws."""
        draws_first = self.rules.draws_before_melding
        drawn = self._draws(trick, winner) if draws_first else ()
        if self._shows.is_due:
            self._moment(trick.number, "m")
        shown = self._shown(trick, winner)
        return shown, drawn if draws_first else self._draws(trick, winner)

    def _said(self, trick: RecordedTrick, winner: Seat) -> Iterator[tuple[Seat, Doubling]]:
        """Make the moves about a double after a trick."""
        self._double_moment(trick.number)
        for event in trick.events:
            said, seat = event.said, self.record.seat_of(event, winner)
            if said is None:
                continue
            turn, fact = self.referee.turn, None
            if turn is None:
                fact = "the hand is over"
            elif not self._asks_for_double:
                fact = "nobody may double now"
            elif seat is not turn:
                fact = f"{turn.text()} has to say something first"
            elif said not in self.referee.moves():
                may = ", ".join(move.text() for move in self.referee.moves())
                fact = f"{seat.text()} may say {may}"
            if fact is not None:
                kind = Irregularity.ILLEGAL_DOUBLE
                raise self.log.stop(kind, trick.number, seat, said.text(), fact)
            self.referee.push(said)
            self._double_moment(trick.number)
            yield seat, said

    @property
    def _asks_for_double(self) -> bool:
        """Whether a double may be offered, or is to be answered."""
        return self.referee.due is not None and self.referee.due.doubles

    def _double_moment(self, trick: int) -> None:
        due = self.referee.due
        if due in _DOUBLE_MOMENTS:
            self._moment(trick, _DOUBLE_MOMENTS[due])

    def _lead_without_double(self, trick: int) -> None:
        """A lead says that there was no double: make that move."""
        if self.referee.due is Act.DOUBLE:
            self.referee.push(Doubling.NO_DOUBLE)
        elif self._asks_for_double:
            seat = self.referee.turn
            assert seat is not None
            fact = f"{seat.text()} has not answered it"
            kind, what = Irregularity.ILLEGAL_DOUBLE, Doubling.DOUBLE.text()
            raise self.log.stop(kind, trick - 1, seat, what, fact)

    def _draws(self, trick: RecordedTrick, winner: Seat) -> tuple[tuple[Seat, Card], ...]:
        """What was drawn after a trick; what the record says of it must agree."""
        if trick.number > self.rules.deck.stock_tricks:
            self._no_draws(trick, winner)
            return ()
        self._tell_slips(trick.number)
        drawn = tuple(self.referee.draws[self._drawn_before :])
        self._drawn_before = len(self.referee.draws)
        if not drawn:
            return ()
        of_seat = {
            seat: tuple(card for drawer, card in drawn if drawer is seat)
            for seat in (winner, winner.other)
        }
        for seat, cards in of_seat.items():
            self._check_drawn(trick, seat, cards, self.record.drawn(trick, seat, winner))
        if self._last_draws is not None:
            for finding in self._last_draws.findings:
                self.log.add(finding)
        if self.record.view is None:
            return tuple((seat, card) for seat, cards in of_seat.items() for card in cards)
        return tuple(
            (seat, card)
            for seat, cards in of_seat.items()
            for card in self._told(trick, seat, drawn, winner)
        )

    def _tell_slips(self, trick: int) -> None:
        """Note what is wrong with the draws after a trick, or with the stock before the first."""
        for slip in self.drawing.slips.get(trick, ()):
            self.log.add(slip.finding)
            if slip.stops or slip.finding.is_void:
                raise StopReplayError

    def _check_drawn(
        self, trick: RecordedTrick, seat: Seat, cards: tuple[Card, ...], written: tuple[Card, ...]
    ) -> None:
        """Stop where what is written is not what a seat drew."""
        if len(written) > max(len(cards), 1):
            fact = "drawn besides another"
            raise self._draw_slip(trick, seat, written[len(cards)], fact)
        for card in (Counter(written) - Counter(cards)).elements():
            following = " and ".join(map(Card.text, cards))
            fact = f"drawn, but {following} {'is' if len(cards) == 1 else 'are'} next"
            if not cards:
                fact = "drawn, but it has a card too many and draws none"
            raise self._draw_slip(trick, seat, card, fact)

    def _draw_slip(
        self, trick: RecordedTrick, seat: Seat, card: Card, fact: str
    ) -> StopReplayError:
        """Note a draw that cannot be; the error to raise."""
        kind = Irregularity.DRAW_SLIP
        return self.log.stop(kind, trick.number, seat, f"+{card}", fact)

    def _told(
        self,
        trick: RecordedTrick,
        seat: Seat,
        drawn: tuple[tuple[Seat, Card], ...],
        winner: Seat,
    ) -> tuple[Card, ...]:
        """Those of the cards that a seat drew which the record of one seat tells."""
        cards = [card for drawer, card in drawn if drawer is seat]
        known = Counter(self.record.drawn(trick, seat, winner))
        after = self.drawing.after.get(trick.number, AfterTrick())
        known |= Counter(m.card for m in after.draws if m.card and m.seat is seat and m.is_known)
        if seat is self._upcard_taker(trick, winner) and known.total() < len(cards):
            # The upcard, which is drawn last, is seen, and need not be written.
            is_written = known[cards[-1]] >= cards.count(cards[-1])
            known += Counter(cards[-1:]) if not is_written else Counter()
        if len(cards) > known.total() and seat is self.record.view and self.unwritten_draw is None:
            self.unwritten_draw = trick.number
        return (*(Counter(cards) & known).elements(),)

    def _upcard_taker(self, trick: RecordedTrick, winner: Seat) -> Seat | None:
        """Who takes the upcard after a trick; None where nobody does."""
        if trick.number != self.rules.deck.stock_tricks:
            return None
        if self._last_draws is not None:
            return self._last_draws.upcard_to
        return winner if self.rules.upcard_to_winner else winner.other

    def _prepare_last_draws(self, trick: RecordedTrick) -> None:
        """Have the referee make the last draws as they were made."""
        if trick.number in self.drawing.after:
            return  # they cannot be followed
        self._last_draws = last = self.drawing.last_draws(self._upcard_at_the_draws(trick))
        if last is not None:
            self.referee.draw_otherwise(trick.number, last.after)
            self._shows.drawn_last = last.face_down

    def _upcard_at_the_draws(self, trick: RecordedTrick) -> Card:
        """The upcard after everything shown after a trick has been shown, if that is possible."""
        upcard = self.referee.upcard
        assert upcard is not None
        dix = dix_card(self.rules, self.record.upcard.suit)
        for event in trick.events:
            if event.tells_draw:
                break
            if event.text.lower().partition("+")[0] == DIX and dix is not None:
                return dix
        return upcard

    def _no_draws(self, trick: RecordedTrick, winner: Seat) -> None:
        for event in trick.events:
            if event.note is not None:
                seat = self.record.seat_of(event, winner) if event.tells_draw else None
                raise self.log.stop(
                    Irregularity.DRAW_SLIP, trick.number, seat, event.text, "the stock is gone"
                )
            if event.drawn is not None:
                seat = self.record.seat_of(event, winner)
                card = Card.parse(event.drawn)
                raise self._draw_slip(trick, seat, card, "drawn in the playoff")

    # The result

    def result(self) -> Replay:
        """The replay so far."""
        stock_is_gone = self.referee.stock_is_gone
        is_late = self.rules.penalties.claims_stand_after_stock and stock_is_gone
        points = points_with_claims(self.referee.points, self._shows.claims, self.rules, is_late)
        points = points_after_reneges(points, self.reneged, self.rules, self.record.count)
        points = points_after_looking(points, self.looked, self.rules)
        return Replay(
            record=self.record,
            referee=self.referee,
            tricks=tuple(self.tricks),
            findings=ruled_findings(self.log.findings, self._shows.claims, self.rules, is_late),
            moments=tuple(self.moments),
            points=points,
            unknown=tuple(filter(self._is_counted, self._shows.unknown)),
            unwritten_draw=self.unwritten_draw,
            opening=self.opening,
            next_is_known=self.drawing.next_is_known,
        )

    def _is_counted(self, credit: UnknownCredit) -> bool:
        """Whether the hand came far enough to be scored, or would have."""
        if credit.what == DIX:
            last = self.record.tricks[-1]
            has_drawn = any(event.drawn is not None for event in last.events)
            is_told = last.number > credit.trick or has_drawn
            return is_told and len(self.tricks) >= credit.trick
        return any(
            is_credit_for(credit, trick.number, shown.seat, shown.show)
            for trick in self.tricks
            for shown in trick.shown
        )

    def _dix_moment(self, trick: int) -> None:
        """Note that a seat may meld a dix alone, if it is known to have one."""
        view = self.record.view
        last = self.record.tricks[-1] if self.record.tricks else self.record.before_first_lead
        if view is not None and (
            view is not self.referee.turn
            # It is not known whether the winner has shown anything yet.
            or (trick == last.number > 0 and not last.events)
        ):
            return
        if len(self.referee.numbers()) > 1:
            self._moment(trick, "s" if self.referee.due is Act.SHOW else "d")

    @property
    def _has_position(self) -> bool:
        """Whether there is a position: hands of the right number, and no known card to be drawn."""
        referee, drawing = self.referee, self.drawing
        return drawing.is_plain or (
            referee.has_whole_hands
            and not drawing.is_next_known(referee.completed_tricks, not referee.awaits_draws)
        )

    def _moment(self, trick: int, act: str) -> None:
        if self.unwritten_draw is not None or not self._has_position:
            return  # the hand of the seat that wrote it is not known, or there is none to show
        seat = self.referee.turn
        assert seat is not None
        is_choice = len(self.referee.numbers()) > 1
        self.moments.append(Moment(trick, act, seat, is_choice, len(self.referee.history)))

"""A hand record played through the referee, trick by trick.

Anything that the referee does not allow is a `Finding`, which names its trick, its card or meld,
and the rulebook's ruling (RULES.md, section 7). A wrong meld or credit does not stop the hand,
because the cards go back and play goes on. A renege or any other impossible play does stop it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pinochle_solver._core.hand_game import beats
from pinochle_solver.errors import IllegalMoveError, PositionError, expect_type
from pinochle_solver.game.drawing import Drawing, LastDraws, drawing_of
from pinochle_solver.game.finding_log import (
    READ_SO_FAR,
    FindingLog,
    StopReplayError,
)
from pinochle_solver.game.replay import Moment, Replay, ReplayedTrick, Shown
from pinochle_solver.game.rulings import (
    VOID,
    Finding,
    Irregularity,
    extra_draw_ruling,
    looking_ruling,
    missed_draw_ruling,
    points_after_looking,
    points_after_renege,
    points_with_claims,
    renege_ruling,
    ruled_findings,
)
from pinochle_solver.game.shows import Shows, is_credit_for
from pinochle_solver.game.unknown_cards import CompletedDeal, UnknownCredit, completed_deal
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act, HandPoints, PartialHand, SeatPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.record_reading import named_trick
from pinochle_solver.notation.records import HandRecord, RecordedTrick
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Doubling, Play
from pinochle_solver.rules.rules import Points, Seat


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
    drawing = drawing_of(record)
    try:
        completed = _completed(record, drawing)
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
    player = _Player(record, completed, drawing)
    player.play()
    return player.result()


def deal_of(record: HandRecord) -> Deal:
    """The deal of a record, with cards made up for unknown ones; raises `PositionError`."""
    return _completed(record, drawing_of(record)).deal


def _completed(record: HandRecord, drawing: Drawing) -> CompletedDeal:
    if record.view is not None:
        return completed_deal(record)
    assert record.south is not None
    assert record.north is not None
    assert drawing.stock is not None
    deal = Deal(
        rules=record.rules,
        count=record.count,
        dealer=record.dealer,
        south=record.south,
        north=record.north,
        upcard=record.upcard,
        stock=drawing.stock,
        trump=record.upcard.suit,
        cut=record.cut,
    )
    return CompletedDeal(deal, ())


_DOUBLE_MOMENTS = {Act.DOUBLE: "o", Act.ANSWER: "a", Act.ANSWER_REDOUBLE: "b"}


class _Player:
    """Plays a record; its state when it has to stop is the result."""

    def __init__(self, record: HandRecord, completed: CompletedDeal, drawing: Drawing) -> None:
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
        self._log = FindingLog()
        self._shows = Shows(record, completed, self.referee, self._log, self._dix_moment)
        self.opening: tuple[Shown, ...] = ()
        self.tricks: list[ReplayedTrick] = []
        self.moments: list[Moment] = []
        self.reneged: Seat | None = None
        self.looked: set[Seat] = set()
        self.taken_afterwards = Points(0, 0)
        self.unwritten_draw: int | None = None
        self.stock_referee: Referee | None = None

    def play(self) -> None:
        """Play trick by trick until the record ends or something stops it."""
        try:
            self._open()
            for trick in self.record.tricks:
                self._trick(trick)
            if self.record.unread is not None:
                error = self.record.unread
                named = named_trick(error)
                self._log.find(
                    Irregularity.UNREADABLE, named, None, error.token, error.fact, READ_SO_FAR
                )
            elif self._knows_what_follows():
                self._moment(len(self.tricks) + 1, "l")
        except StopReplayError:
            return

    def _open(self) -> None:
        """What is shown before the first lead."""
        if self._shows.is_due:
            self._dix_moment(0)
        before = self.record.before_first_lead
        self.opening = self._shown(before, self.referee.leader)

    def _shown(self, trick: RecordedTrick, winner: Seat) -> tuple[Shown, ...]:
        """Make what was shown after a trick, and the passes that are not written."""
        made = [
            self._shows.happened(trick, place, winner)
            for place, event in enumerate(trick.events)
            if event.is_shown
        ]
        while self._shows.is_due and not self._shows.stays_open(trick):
            self._shows.push_pass(trick.number)
        return tuple(shown for shown in made if shown is not None)

    def _knows_what_follows(self) -> bool:
        is_open = bool(self.tricks) and self.tricks[-1].winner is None
        return self.referee.due is Act.PLAY and not is_open

    def _trick(self, trick: RecordedTrick) -> None:
        number = trick.number
        if self.referee.is_over:
            fact = "the hand is over"
            raise self._log.stop(Irregularity.ILLEGAL_PLAY, number, None, trick.text(), fact)
        self._lead_without_double(number)
        leader = self.referee.turn
        assert leader is not None
        self._moment(number, "l")
        plays: list[Play] = []
        for text in trick.plays:
            if plays:
                self._moment(number, "r")
            plays.append(self._play(trick, text))
        if len(plays) < 2:
            self.tricks.append(
                ReplayedTrick(number, leader, (*plays,), None, (), (), self.referee.points)
            )
            self._moment(number, "r")
            return
        winner = self.referee.leader
        self._look(trick, winner)
        shown, drawn = self._after(trick, winner)
        self.tricks.append(
            ReplayedTrick(number, leader, (*plays,), winner, shown, drawn, self.referee.points)
        )
        said = tuple(self._said(trick, winner))
        if said:
            self.tricks[-1] = replace(self.tricks[-1], said=said)

    def _play(self, trick: RecordedTrick, text: str) -> Play:
        seat = self.referee.turn
        if self._is_not_drawn(text):
            assert seat is not None
            fact = f"{seat.text()} does not hold it"
            raise self._log.stop(Irregularity.ILLEGAL_PLAY, trick.number, seat, text, fact)
        try:
            self.referee.push(text)
        except IllegalMoveError as error:
            if self.referee.is_renege(text):
                self.reneged = seat
                self._count_the_rest(trick)
                raise self._log.stop(
                    Irregularity.RENEGE,
                    trick.number,
                    seat,
                    text,
                    error.fact,
                    renege_ruling(self.rules),
                ) from None
            raise self._log.stop(
                Irregularity.ILLEGAL_PLAY, trick.number, seat, text, error.fact
            ) from None
        made = self.referee.history[-1]
        assert isinstance(made, Play)
        return made

    def _look(self, trick: RecordedTrick, winner: Seat) -> None:
        """Name who has looked through his tricks; the hand goes on."""
        for event in trick.events:
            if event.is_looking:
                seat = self.record.seat_of(event, winner)
                self.looked.add(seat)
                what, fact = f"trick {trick.number}", "he has looked through tricks already taken"
                ruling = looking_ruling(self.rules)
                self._log.find(Irregularity.LOOKED, trick.number, seat, what, fact, ruling)

    def _is_not_drawn(self, text: str) -> bool:
        """Whether a play is of a card that its seat, being a card short, has yet to draw."""
        if self._shows.short is None:
            return False
        try:
            move = self.referee.parse_move(text)
        except IllegalMoveError:
            return False
        if not isinstance(move, Play) or isinstance(move.source, int):
            return False
        return self._shows.is_not_drawn(self.referee.turn, move.card)

    def _after(
        self, trick: RecordedTrick, winner: Seat
    ) -> tuple[tuple[Shown, ...], tuple[tuple[Seat, Card], ...]]:
        """What happens between two tricks: shows, passes and draws."""
        draws_first = self.rules.draws_before_melding
        if trick.number == self.rules.deck.stock_tricks:
            last = self.drawing.last_draws(self._upcard_at_the_draws(trick))
            self._shows.drawn_last = None if last is None else last.face_down
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
                raise self._log.stop(kind, trick.number, seat, said.text(), fact)
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
            raise self._log.stop(kind, trick - 1, seat, what, fact)

    def _draws(self, trick: RecordedTrick, winner: Seat) -> tuple[tuple[Seat, Card], ...]:
        """What was drawn after a trick; what the record says of it must agree."""
        if trick.number > self.rules.deck.stock_tricks:
            self._no_draws(trick, winner)
            return ()
        for slip in self.drawing.slips.get(trick.number, ()):
            self._log.add(slip.finding)
            if slip.stops or slip.finding.is_void:
                raise StopReplayError
        for short in self.drawing.shorts:
            if trick.number in (short.since, short.until):
                self._shows.short = short if trick.number == short.since else None
        drawn = tuple(self.referee.draws[2 * trick.number - 2 : 2 * trick.number])
        if drawn and self.record.view is None:
            return self._all_draws(trick, winner, drawn)
        known = []
        for seat, card in drawn:
            written = self.record.drawn(trick, seat, winner)
            if written or seat is self._upcard_taker(trick, winner):
                known.append((seat, card))
            elif seat is self.record.view and self.unwritten_draw is None:
                self.unwritten_draw = trick.number
            if len(written) > 1:
                raise self._two_drawn(trick, seat, written[1])
            if written and written[0] != card:
                raise self._log.draw_slip(
                    trick, seat, written[0], f"drawn, but {card} is next", READ_SO_FAR
                )
        return tuple(known)

    def _all_draws(
        self, trick: RecordedTrick, winner: Seat, dealt: tuple[tuple[Seat, Card], ...]
    ) -> tuple[tuple[Seat, Card], ...]:
        """What was drawn after a trick in a record of all cards; `dealt` is what should be drawn.

        What the record says of it must agree.
        """
        drawn = self.drawing.drawn.get(trick.number, dealt)
        last = None
        if trick.number == self.rules.deck.stock_tricks:
            upcard = dict(dealt)[self._taker(winner)]
            last = self.drawing.last_draws(upcard)
            drawn = dealt if last is None else ((last.upcard_to, upcard), *last.face_down)
        of_seat = {
            seat: tuple(card for drawer, card in drawn if drawer is seat)
            for seat in (winner, winner.other)
        }
        for seat, cards in of_seat.items():
            written = self.record.drawn(trick, seat, winner)
            if len(written) > max(len(cards), 1):
                raise self._two_drawn(trick, seat, written[len(cards)])
            for card in (Counter(written) - Counter(cards)).elements():
                following = " and ".join(map(Card.text, cards))
                fact = f"drawn, but {following} {'is' if len(cards) == 1 else 'are'} next"
                raise self._log.draw_slip(trick, seat, card, fact, READ_SO_FAR)
        if last is not None:
            self._log.add(last.finding)
            self._go_on_with(last, dict(dealt), self._taker(winner))
        return tuple((seat, card) for seat, cards in of_seat.items() for card in cards)

    def _taker(self, winner: Seat) -> Seat:
        """Who takes the upcard by the rules, of the trick after which it is drawn."""
        return winner if self.rules.upcard_to_winner else winner.other

    def _upcard_taker(self, trick: RecordedTrick, winner: Seat) -> Seat | None:
        """Who takes the upcard after a trick; None where nobody does."""
        is_last = trick.number == self.rules.deck.stock_tricks
        return self._taker(winner) if is_last else None

    def _upcard_at_the_draws(self, trick: RecordedTrick) -> Card:
        """The upcard after everything shown after a trick has been shown, if that is possible."""
        upcard = self.referee.upcard
        if upcard is None:  # nothing could be shown, and it has been drawn
            return dict(self.referee.draws[-2:])[self._taker(self.referee.leader)]
        dix = dix_card(self.rules, self.record.upcard.suit)
        for event in trick.events:
            if event.tells_draw:
                break
            if event.text.lower().partition("+")[0] == DIX and dix is not None:
                return dix
        return upcard

    def _go_on_with(self, last: LastDraws, dealt: dict[Seat, Card], taker: Seat) -> None:
        """Begin the playoff again, with the last cards in the hands of those who drew them.

        Args:
            last: the last draws.
            dealt: what each seat drew by the referee.
            taker: who took the upcard there.
        """
        position = self.referee.position()
        assert position is not None
        upcard = dealt[taker]
        hands = {seat: Counter(self.referee.hand(seat)) for seat in Seat}
        melds = {seat: self.referee.points[seat].melds for seat in Seat}
        face_down = [(taker.other, dealt[taker.other])]
        self._score_dix(melds, hands, face_down, (taker, upcard), -1)
        for seat, card in dealt.items():
            hands[seat][card] -= 1
        for short in self.drawing.shorts:
            if short.until == self.rules.deck.stock_tricks:
                hands[short.seat][short.filler] -= 1
        for seat, card in (*last.face_down, (last.upcard_to, upcard)):
            hands[seat][card] += 1
        self._score_dix(melds, hands, last.face_down, (last.upcard_to, upcard), 1)
        self.stock_referee = self.referee
        south, north = (Hand.of(hands[seat].elements()) for seat in Seat)
        scored = (SeatPoints(melds[seat], self.referee.points[seat].tricks) for seat in Seat)
        points = HandPoints(*scored)
        changed: Position
        if isinstance(position, PlayoffPosition):
            changed = replace(position, south=south, north=north, points=points)
        else:
            held = (PartialHand(south), PartialHand(north))
            changed = replace(position, south=held[0], north=held[1], points=points)
        self.referee = self._shows.referee = Referee.of_position(changed)

    def _score_dix(
        self,
        melds: dict[Seat, int],
        hands: Mapping[Seat, Mapping[Card, int]],
        face_down: Iterable[tuple[Seat, Card]],
        upcard: tuple[Seat, Card],
        sign: int,
    ) -> None:
        """Add or subtract what the last draws score: each dix drawn face down, or then held."""
        rules, dix = self.rules, dix_card(self.rules, self.record.upcard.suit)
        if dix is None:
            return
        for seat in Seat:
            held = hands[seat][dix] - (upcard == (seat, dix))
            drawn = [*face_down].count((seat, dix))
            melds[seat] += sign * (held * rules.held_dix + drawn * rules.last_draw_dix)

    def _two_drawn(self, trick: RecordedTrick, seat: Seat, card: Card) -> StopReplayError:
        """Two cards for one seat: one too many, or one for a draw that it missed before."""
        fact, remedy = "drawn besides another", extra_draw_ruling(self.rules)
        if self.tricks:
            before = self.record.tricks[trick.number - 2]
            winner = self.tricks[-1].winner
            assert winner is not None
            if not self.record.drawn(before, seat, winner):
                fact += f", none is written after trick {before.number}"
                remedy = missed_draw_ruling(self.rules)
        return self._log.draw_slip(trick, seat, card, fact, remedy)

    def _no_draws(self, trick: RecordedTrick, winner: Seat) -> None:
        for event in trick.events:
            if event.note is not None:
                seat = self.record.seat_of(event, winner) if event.tells_draw else None
                raise self._log.stop(
                    Irregularity.DRAW_SLIP, trick.number, seat, event.text, "the stock is gone"
                )
            if event.drawn is not None:
                seat = self.record.seat_of(event, winner)
                card = Card.parse(event.drawn)
                raise self._log.draw_slip(trick, seat, card, "drawn in the playoff", READ_SO_FAR)

    def _count_the_rest(self, trick: RecordedTrick) -> None:
        """Count the tricks from a renege on, by who takes them, as long as their cards are held."""
        rest = [trick, *self.record.tricks[trick.number :]]
        leader, total = self.referee.leader, dict.fromkeys(Seat, 0)
        held = {seat: Counter(self.referee.hand(seat)) for seat in Seat}
        held[leader][trick.cards[0]] += 1  # it lies on the table
        for played in rest:
            if len(played.plays) < 2:
                break
            led, reply = played.cards
            if not held[leader][led] or not held[leader.other][reply]:
                break
            held[leader][led] -= 1
            held[leader.other][reply] -= 1
            if beats(led.index, reply.index, self.record.upcard.suit):
                leader = leader.other
            total[leader] += self.record.count.of((led, reply))
            deck = self.rules.deck
            if played.number == deck.stock_tricks + deck.hand:
                total[leader] += self.record.count.last_trick
        self.taken_afterwards = Points(total[Seat.SOUTH], total[Seat.NORTH])

    # The result

    def result(self) -> Replay:
        """The replay so far."""
        stock_is_gone = self.referee.stock_is_gone
        stand = self.rules.penalties.claims_stand_after_stock and stock_is_gone
        points = points_with_claims(self.referee.points, self._log.claims, self.rules, stand)
        if self.reneged is not None:
            points = points_after_renege(
                points, self.reneged, self.taken_afterwards, self.rules, self.record.count
            )
        points = points_after_looking(points, self.looked, self.rules)
        return Replay(
            record=self.record,
            referee=self.referee,
            tricks=tuple(self.tricks),
            findings=ruled_findings(self._log.findings, self._log.claims, self.rules, stand),
            moments=tuple(self.moments),
            points=points,
            unknown=tuple(filter(self._is_counted, self._shows.unknown)),
            unwritten_draw=self.unwritten_draw,
            stock_referee=self.stock_referee,
            lying=self.drawing.lying,
            opening=self.opening,
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
        """Note that a seat may show a dix alone, if it is known to have one."""
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

    def _moment(self, trick: int, act: str) -> None:
        if self.unwritten_draw is not None or self._shows.short is not None:
            return  # the hand of the seat that wrote it is not known, or one hand is a card short
        seat = self.referee.turn
        assert seat is not None
        is_choice = len(self.referee.numbers()) > 1
        self.moments.append(Moment(trick, act, seat, is_choice, len(self.referee.history)))

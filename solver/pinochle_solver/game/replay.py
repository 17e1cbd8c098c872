"""A hand record played through the referee: what happened, what was wrong, and what it scores.

Whatever the referee does not allow is a `Finding`, named with its trick and its card or meld, and
with what the rulebook makes of it (RULES.md, section 7). A wrong meld or credit does not stop the
hand, for the cards go back and play goes on; a renege or any other play that cannot be does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pinochle_solver._core.hand_game import beats
from pinochle_solver.errors import IllegalMoveError, NotationError, PositionError
from pinochle_solver.game.last_dix import may_tell_last_dix, tells_last_dix
from pinochle_solver.game.rulings import (
    Claim,
    Finding,
    Irregularity,
    points_after_renege,
    points_with_claims,
    renege_ruling,
    ruled_findings,
)
from pinochle_solver.game.unknown_cards import CompletedDeal, UnknownCredit, completed_deal
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act, HandPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.records import HandRecord, RecordedEvent, RecordedTrick, named_trick
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.melds import dix_card, named_kind
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rules import DIX, Points, Seat


@dataclass(frozen=True, slots=True)
class Shown:
    """What a seat showed.

    Attributes:
        seat: whose it was.
        show: what it was.
        points: its points.
        of_itself: whether it scored as it was drawn, and was no move.
    """

    seat: Seat
    show: Show
    points: int
    of_itself: bool = False


@dataclass(frozen=True, slots=True)
class ReplayedTrick:
    """A trick as it was played.

    Attributes:
        number: from 1.
        leader: who led.
        plays: one or two plays, the leader's first.
        winner: who took it, None while it is open.
        shown: what was shown after it, in order.
        drawn: what each seat drew after it, the winner first; empty in the playoff, and for a card
            that the record does not know.
        points: both seats' points after it.
    """

    number: int
    leader: Seat
    plays: tuple[Play, ...]
    winner: Seat | None
    shown: tuple[Shown, ...]
    drawn: tuple[tuple[Seat, Card], ...]
    points: HandPoints

    def as_json(self) -> dict[str, Any]:
        """The trick as ``pinochle replay --json`` has it."""
        return {
            "trick": self.number,
            "leader": self.leader.text(),
            "plays": [play.text() for play in self.plays],
            "winner": None if self.winner is None else self.winner.text(),
            "shown": [
                {"seat": shown.seat.text(), "move": shown.show.text(), "points": shown.points}
                for shown in self.shown
            ],
            "drawn": [{"seat": seat.text(), "card": card.text()} for seat, card in self.drawn],
            "points": _points_as_json(self.points),
        }


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a hand can be stopped: before the lead (``l``), the reply (``r``) or a meld (``m``)."""

    trick: int
    act: str
    moves: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through.

    Attributes:
        record: the record.
        referee: where the hand stands at the end of what can be replayed; None for a dead hand.
        tricks: what was played.
        findings: what is wrong, in order.
        moments: where the hand can be stopped.
        points: what it scores by the rulebook, with what is wrong taken into account; None for a
            dead hand.
        unknown: the points among these that the record does not tell.
        unwritten_draw: the first trick after which the seat that wrote the record drew a card that
            it does not tell, so that its hand is not known from there on; None if there is none.
    """

    record: HandRecord
    referee: Referee | None
    tricks: tuple[ReplayedTrick, ...]
    findings: tuple[Finding, ...]
    moments: tuple[Moment, ...]
    points: HandPoints | None
    unknown: tuple[UnknownCredit, ...] = ()
    unwritten_draw: int | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the hand was played to its last trick without a renege or anything worse."""
        return self.referee is not None and self.referee.is_over

    def as_json(self) -> dict[str, Any]:
        """The object that ``pinochle replay --json`` prints of this replay."""
        record = self.record
        found: dict[str, Any] = {
            "rules": record.rules.name,
            "count": record.count.name,
            "dealer": record.dealer.text(),
            "upcard": record.upcard.text(),
        }
        if record.view is not None:
            found["view"] = record.view.text()
        return found | {
            "tricks": [trick.as_json() for trick in self.tricks],
            "complete": self.is_complete,
            "findings": [finding.as_json() for finding in self.findings],
            "points": None if self.points is None else _points_as_json(self.points),
            "unknown": [credit.as_json() for credit in self.unknown],
        }

    def at(self, trick: int, act: str = "l", view: Seat | None = None) -> Position:
        """The position at a moment.

        Args:
            trick: the number of the trick.
            act: ``l`` before its lead, ``r`` before the reply, ``m`` before its winner, or in some
                rulebooks its loser, has said what it shows.
            view: the seat from which it is seen; all cards are known if None is given.

        Raises:
            NotationError: when the hand has no such moment, or the record no such view.
        """
        written_by = self.record.view
        if written_by is not None and view is not written_by:
            raise NotationError("view", f"the record knows what {written_by.text()} saw, no more")
        moment = next((m for m in self.moments if (m.trick, m.act) == (trick, act)), None)
        if moment is None or self.referee is None:
            last = f"{self.moments[-1].trick}{self.moments[-1].act}" if self.moments else "none"
            why = f"the last moment: {last}"
            if written_by is not None and self.unwritten_draw is not None:
                drawn = f"{written_by.text()}'s draw after trick {self.unwritten_draw}"
                why += f"; {drawn} is not written"
            raise NotationError("at", f"there is no {trick}{act} ({why})")
        later = [self.referee.pop() for _ in range(len(self.referee.history) - moment.moves)]
        position = self.referee.position() if view is None else self.referee.view(view)
        for move in reversed(later):
            self.referee.push(move)
        assert position is not None
        return position


def _points_as_json(points: HandPoints) -> dict[str, dict[str, int]]:
    return {seat.text(): points[seat]._asdict() for seat in Seat}


def replay_record(record: HandRecord) -> Replay:
    """Play a record through the referee."""
    try:
        completed = _completed(record)
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
    player = _Player(record, completed)
    player.play()
    return player.result()


def deal_of(record: HandRecord) -> Deal:
    """The deal of a record, what it does not know made up; raises `PositionError`."""
    return _completed(record).deal


def _completed(record: HandRecord) -> CompletedDeal:
    if record.view is not None:
        return completed_deal(record)
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
    )
    return CompletedDeal(deal, ())


def _is_for(credit: UnknownCredit, trick: int, seat: Seat, show: Show) -> bool:
    """Whether these are the points of a meld shown."""
    what = None if show.meld is None else show.meld.text()
    return (credit.trick, credit.seat, credit.what) == (trick, seat, what)


_READ_SO_FAR = "the hand is read as far as it is legal"
_NOTHING_NAMED = "the rulebook names no remedy"


class _StopReplayError(Exception):
    """The hand cannot be played on."""


class _Player:
    """Plays a record; what it holds when it has to stop is the result."""

    def __init__(self, record: HandRecord, completed: CompletedDeal) -> None:
        deal = completed.deal
        self.record = record
        self.rules = record.rules
        self.dix = dix_card(deal.rules, deal.trump)
        self.last_drawn = deal.stock[-1]
        self.unknown = completed.unknown
        self.referee = Referee.of_deal(deal, record.score, record.target, ask_always=True)
        self.tricks: list[ReplayedTrick] = []
        self.findings: list[Finding] = []
        self.moments: list[Moment] = []
        self.claims: list[Claim] = []
        self.reneged: Seat | None = None
        self.taken_afterwards = Points(0, 0)
        self.unwritten_draw: int | None = None
        self.told_last_dix = False

    def play(self) -> None:
        """Play trick by trick until the record ends or something stops it."""
        try:
            for trick in self.record.tricks:
                self._trick(trick)
            if self.record.unread is not None:
                error = self.record.unread
                named = named_trick(error)
                self._find(
                    Irregularity.UNREADABLE, named, None, error.token, error.fact, _READ_SO_FAR
                )
            elif self._knows_what_follows():
                self._moment(len(self.tricks) + 1, "l")
        except _StopReplayError:
            return

    def _knows_what_follows(self) -> bool:
        is_open = bool(self.tricks) and self.tricks[-1].winner is None
        return not (self.referee.is_over or is_open or self._asks())

    def _trick(self, trick: RecordedTrick) -> None:
        number = trick.number
        if self.referee.is_over:
            fact = "the hand is over"
            raise self._stop(Irregularity.ILLEGAL_PLAY, number, None, trick.text(), fact)
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
        shown, drawn = self._after(trick, winner)
        self.tricks.append(
            ReplayedTrick(number, leader, (*plays,), winner, shown, drawn, self.referee.points)
        )

    def _play(self, trick: RecordedTrick, text: str) -> Play:
        seat = self.referee.turn
        try:
            self.referee.push(text)
        except IllegalMoveError as error:
            if self.referee.is_renege(text):
                self.reneged = seat
                self._count_the_rest(trick)
                raise self._stop(
                    Irregularity.RENEGE,
                    trick.number,
                    seat,
                    text,
                    error.fact,
                    renege_ruling(self.rules),
                ) from None
            raise self._stop(
                Irregularity.ILLEGAL_PLAY, trick.number, seat, text, error.fact
            ) from None
        made = self.referee.history[-1]
        assert isinstance(made, Play)
        return made

    def _after(
        self, trick: RecordedTrick, winner: Seat
    ) -> tuple[tuple[Shown, ...], tuple[tuple[Seat, Card], ...]]:
        """What happens between two tricks: shows, passes and draws."""
        shown = []
        draws_first = self.rules.draws_before_melding
        drawn = self._draws(trick, winner) if draws_first else ()
        if self._asks():
            self._moment(trick.number, "m")
        for place, event in enumerate(trick.events):
            if event.drawn is None:
                made = self._happened(trick, place, winner)
                if made is not None:
                    shown.append(made)
        while self._asks() and not self._stays_open(trick):
            self._pass(trick.number)
        return tuple(shown), drawn if draws_first else self._draws(trick, winner)

    def _asks(self) -> bool:
        return self.referee.due in (Act.MELD, Act.DIX)

    def _stays_open(self, trick: RecordedTrick) -> bool:
        """Whether the record ends before what the seat whose turn it is shows here, if anything."""
        if trick is not self.record.tricks[-1] or self.record.view not in (None, self.referee.turn):
            return False
        has_drawn = any(event.drawn is not None for event in trick.events) or self.told_last_dix
        may_show = len(self.referee.moves()) > 1
        return may_show and (self.rules.draws_before_melding or not has_drawn)

    def _pass(self, trick: int) -> None:
        """Say nothing more; before the playoff that may be a dix forgotten."""
        seat = self.referee.turn
        moves = self.referee.moves()
        self.referee.push("pass")
        if (
            self.rules.penalties.forgotten_dix_is_lost
            and trick == self.rules.deck.stock_tricks
            and any(isinstance(move, Show) and move.dix for move in moves)
            and self.record.view in (None, seat)
        ):
            self._find(
                Irregularity.FORGOTTEN_DIX,
                trick,
                seat,
                DIX,
                "not claimed before the playoff",
                "its points are lost",
            )

    def _happened(self, trick: RecordedTrick, place: int, winner: Seat) -> Shown | None:
        """Make what happened after a trick, other than a draw."""
        event = trick.events[place]
        seat = self.record.seat_of(event, winner)
        if self._is_last_dix(trick, place, winner):
            return self._last_dix(trick.number, seat, event)
        return self._event(trick.number, seat, event)

    def _is_last_dix(self, trick: RecordedTrick, place: int, winner: Seat) -> bool:
        """Whether it is a dix drawn last, which scores of itself, and none held before."""
        upcard = self.referee.upcard
        if not may_tell_last_dix(self.record, trick, place, winner) or self.dix is None:
            return False
        if upcard is None or tells_last_dix(self.record, trick, place, winner, upcard, self.dix):
            return True
        is_asked = self._asks() and self.referee.turn is winner
        may_show = is_asked and any(option.show.dix for option in self.referee.options())
        return self.last_drawn == self.dix and not may_show

    def _last_dix(self, trick: int, seat: Seat, event: RecordedEvent) -> Shown | None:
        """Check what is said of a dix drawn last; its points the referee gives by himself."""
        if self.told_last_dix:
            self._wrong_meld(trick, seat, event, "it has been told before")
            return None
        self.told_last_dix = True
        points = self.rules.last_draw_dix if self.last_drawn == self.dix else 0
        if not points:
            if event.credit != 0:
                self._wrong_meld(trick, seat, event, f"{seat.text()} did not draw {self.dix} last")
            return None
        self._check_credit(trick, seat, event, points, (points,))
        return Shown(seat, Show(dix=True), points, of_itself=True)

    def _event(self, trick: int, seat: Seat, event: RecordedEvent) -> Shown | None:
        """Make what was shown, or find what is wrong with it."""
        word = event.text.lower().partition("+")[0]
        if (
            word in ("pass", DIX)
            and self.rules.dix_by_loser
            and self.referee.due is Act.MELD
            and self.referee.turn is not seat
        ):
            self._pass(trick)
        if word == "pass":
            if self._asks() and self.referee.turn is seat:
                self._pass(trick)
            return None
        if not self._asks() or self.referee.turn is not seat:
            self._wrong_meld(trick, seat, event, self._why_not_now(trick, seat))
            return None
        points = {option.show: option.points for option in self.referee.options()}
        try:
            self.referee.push(event.text)
        except IllegalMoveError as error:
            dix = Show(dix=True)
            if word == DIX and "+" in event.text and dix in points:
                self.referee.push(dix)
                credit = None if event.credit is None else max(0, event.credit - points[dix])
                meld = replace(event, text=event.text.partition("+")[2], credit=credit)
                self._wrong_meld(trick, seat, meld, error.fact)
                return Shown(seat, dix, points[dix])
            self._wrong_meld(trick, seat, event, error.fact)
            return None
        show = self.referee.history[-1]
        assert isinstance(show, Show)
        possible = self._possible(trick, seat, show, points[show])
        self._check_credit(trick, seat, event, points[show], possible)
        return Shown(seat, show, points[show])

    def _possible(self, trick: int, seat: Seat, show: Show, points: int) -> tuple[int, ...]:
        """What a show that is counted with `points` may have scored, ascending."""
        for credit in self.unknown:
            if _is_for(credit, trick, seat, show):
                # With a dix the show scores more than its meld.
                return tuple(possible - credit.counted + points for possible in credit.possible)
        return (points,)

    def _check_credit(
        self, trick: int, seat: Seat, event: RecordedEvent, points: int, possible: Iterable[int]
    ) -> None:
        """Compare what was claimed for a show, if anything is written, with what it scores."""
        if event.credit is None or event.credit == points:
            return
        claim = Claim(len(self.findings), seat, event.credit - points, is_meld=False)
        self.claims.append(claim)
        fact = f"{event.credit} claimed, it scores {' or '.join(map(str, possible))}"
        self._find(Irregularity.WRONG_CREDIT, trick, seat, event.text, fact, "")

    def _why_not_now(self, trick: int, seat: Seat) -> str:
        if trick > self.rules.deck.stock_tricks:
            return "nothing is shown in the playoff"
        if seat is not self.referee.leader:
            what = "meld" if self.rules.dix_by_loser else "show anything"
            return f"only the winner of the trick may {what}"
        return "nothing more may be shown after this trick"

    def _wrong_meld(self, trick: int, seat: Seat, event: RecordedEvent, fact: str) -> None:
        points = self._face_value(event.text) if event.credit is None else event.credit
        self.claims.append(Claim(len(self.findings), seat, points, is_meld=True))
        self._find(Irregularity.WRONG_MELD, trick, seat, event.text, fact, "")

    def _face_value(self, text: str) -> int:
        total = 0
        for part in text.split("+"):
            try:
                total += named_kind(part.partition(":")[0], self.rules).points
            except NotationError:
                continue
        return total

    def _draws(self, trick: RecordedTrick, winner: Seat) -> tuple[tuple[Seat, Card], ...]:
        """What was drawn after a trick; what the record says of it must agree."""
        if trick.number > self.rules.deck.stock_tricks:
            self._no_draws(trick, winner)
            return ()
        drawn = tuple(self.referee.draws[2 * trick.number - 2 : 2 * trick.number])
        known = []
        for seat, card in drawn:
            written = self.record.drawn(trick, seat, winner)
            upcard = trick.number == self.rules.deck.stock_tricks and seat is not winner
            if written or upcard or self.record.view is None:
                known.append((seat, card))
            elif seat is self.record.view and self.unwritten_draw is None:
                self.unwritten_draw = trick.number
            if len(written) > 1:
                raise self._two_drawn(trick, seat, written[1])
            if written and written[0] != card:
                raise self._draw_slip(
                    trick, seat, written[0], f"drawn, but {card} is next", _READ_SO_FAR
                )
        return tuple(known)

    def _two_drawn(self, trick: RecordedTrick, seat: Seat, card: Card) -> _StopReplayError:
        """Two cards of one seat: one too many, or one for a draw that it missed before."""
        fact, remedy = "drawn besides another", self.rules.penalties.extra_draw
        if self.tricks:
            before = self.record.tricks[trick.number - 2]
            winner = self.tricks[-1].winner
            assert winner is not None
            if not self.record.drawn(before, seat, winner):
                fact += f", none is written after trick {before.number}"
                remedy = self.rules.penalties.missed_draw
        return self._draw_slip(trick, seat, card, fact, remedy or _NOTHING_NAMED)

    def _no_draws(self, trick: RecordedTrick, winner: Seat) -> None:
        for event in trick.events:
            if event.drawn is not None:
                seat = self.record.seat_of(event, winner)
                card = Card.parse(event.drawn)
                raise self._draw_slip(trick, seat, card, "drawn in the playoff", _READ_SO_FAR)

    def _count_the_rest(self, trick: RecordedTrick) -> None:
        """Count the tricks from a renege on, by who takes them, as far as their cards are held."""
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

    # What it comes to

    def result(self) -> Replay:
        """What has been replayed."""
        stock_is_gone = self.referee.is_over or self.referee.in_playoff
        stand = self.rules.penalties.claims_stand_after_stock and stock_is_gone
        points = points_with_claims(self.referee.points, self.claims, self.rules, stand)
        if self.reneged is not None:
            points = points_after_renege(
                points, self.reneged, self.taken_afterwards, self.rules, self.record.count
            )
        return Replay(
            record=self.record,
            referee=self.referee,
            tricks=tuple(self.tricks),
            findings=ruled_findings(self.findings, self.claims, self.rules, stand),
            moments=tuple(self.moments),
            points=points,
            unknown=tuple(filter(self._is_counted, self.unknown)),
            unwritten_draw=self.unwritten_draw,
        )

    def _is_counted(self, credit: UnknownCredit) -> bool:
        """Whether the hand came so far that it was scored, or would have been."""
        if credit.what == DIX:
            last = self.record.tricks[-1]
            has_drawn = any(event.drawn is not None for event in last.events)
            is_told = last.number > credit.trick or has_drawn
            return is_told and len(self.tricks) >= credit.trick
        return any(
            _is_for(credit, trick.number, shown.seat, shown.show)
            for trick in self.tricks
            for shown in trick.shown
        )

    # Writing it down

    def _moment(self, trick: int, act: str) -> None:
        if self.unwritten_draw is not None:
            return  # the hand of the seat that wrote the record is not known
        self.moments.append(Moment(trick, act, len(self.referee.history)))

    def _find(
        self, kind: Irregularity, trick: int, seat: Seat | None, what: str, fact: str, ruling: str
    ) -> None:
        self.findings.append(Finding(kind, trick, seat, what, fact, ruling))

    def _stop(
        self,
        kind: Irregularity,
        trick: int,
        seat: Seat | None,
        what: str,
        fact: str,
        ruling: str = _READ_SO_FAR,
    ) -> _StopReplayError:
        self._find(kind, trick, seat, what, fact, ruling)
        return _StopReplayError()

    def _draw_slip(
        self, trick: RecordedTrick, seat: Seat, card: Card, fact: str, ruling: str
    ) -> _StopReplayError:
        return self._stop(Irregularity.DRAW_SLIP, trick.number, seat, f"+{card}", fact, ruling)

"""From hands to records: what would be written down of a whole hand, or by one seat."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.errors import expect_type
from pinochle_solver.game.last_dix import last_drawer
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Doubling, Move, Play, Show
from pinochle_solver.rules.rules import Doubles, Points, Seat


def record_of(
    deal: Deal,
    moves: Iterable[Move] = (),
    view: Seat | None = None,
    score: Points = NO_SCORE,
    target: int | None = None,
    ahead: int | None = None,
    doubles: Doubles | None = None,
    agreed: Agreed = Agreed.NOTHING,
) -> HandRecord:
    """The record of a hand.

    Args:
        deal: its cards.
        moves: what was played and shown, from the first lead on; the hand may end anywhere.
        view: the seat that writes the record; None for all cards. A seat leaves out the other hand
            and the stock. It notes its own draws, and what the opponent's melds and last draw
            score if the cards alone do not show it.
        score: the game score before the hand.
        target: the points that end the game; the rulebook's if None is given.
        ahead: how many points ahead a seat must be to win; None where the target ends the game.
        doubles: after which tricks doubles may be offered; None for a hand without doubles.
        agreed: what else is agreed on about the game.

    Raises:
        IllegalMoveError: for a move that the rules do not allow.
        ValueError: for a deck without an upcard.
        TypeError: for anything but a `Deal`.
    """
    expect_type(deal, Deal)
    if deal.upcard is None:
        raise ValueError("a hand without an upcard has no record")
    writer = _Writer(deal, view, doubles)
    for move in moves:
        writer.write(move)
    writer.end()
    return HandRecord(
        rules=deal.rules,
        count=deal.count,
        target=deal.rules.target if target is None else target,
        dealer=deal.dealer,
        view=view,
        upcard=deal.upcard,
        south=deal.south if view in (None, Seat.SOUTH) else None,
        north=deal.north if view in (None, Seat.NORTH) else None,
        stock=deal.stock if view is None else None,
        cut=deal.cut,
        score=score,
        ahead=ahead,
        agreed=agreed,
        doubles=doubles,
        opening=writer.opening,
        tricks=tuple(writer.tricks),
    )


class _Writer:
    """Follows a hand through the referee and writes its tricks down."""

    def __init__(self, deal: Deal, view: Seat | None, doubles: Doubles | None) -> None:
        self.opening: tuple[RecordedEvent, ...] = ()
        self.tricks: list[RecordedTrick] = []
        self._referee = Referee.of_deal(deal, doubles=doubles)
        self._view = view
        self._passed = False  # whether the last move was not to double

    def write(self, move: Move) -> None:
        """Make a move and write it down, and the draws that follow it."""
        seat = self._referee.turn
        drawn = len(self._referee.draws)
        points = {option.show: option.points for option in self._referee.options()}
        self._referee.push(move)
        made = self._referee.history[-1]
        if isinstance(made, Play):
            self._play(made)
        elif isinstance(made, Doubling):
            assert seat is not None
            self._say(seat, made)
        elif made.text() != "pass" or self._view in (None, seat):
            assert seat is not None
            credit = points[made] if self._is_told(seat, made) else None
            self._note(RecordedEvent(self._by(seat), made.text(), credit))
        for drawer, card in self._referee.draws[drawn:]:
            if drawer is self._view:
                self._note(RecordedEvent(self._by(drawer), f"+{card}"))
        if len(self._referee.draws) > drawn:
            self._note_last_draw()

    def _say(self, seat: Seat, said: Doubling) -> None:
        """Note what was said about a double; the next card led also says that there is none."""
        self._passed = said is Doubling.NO_DOUBLE
        if not self._passed:
            self._note(RecordedEvent(self._by(seat), said.text()))

    def end(self) -> None:
        """Note what no lead has said, because the record ends here."""
        if self._passed:
            self._note(RecordedEvent(None, Doubling.NO_DOUBLE.text()))

    def _is_told(self, seat: Seat, show: Show) -> bool:
        """Whether the cards shown do not tell what they score: it depends on hidden copies."""
        replaces = show.meld is not None and show.meld.kind.replaces is not None
        return replaces and self._view not in (None, seat)

    def _note_last_draw(self) -> None:
        """Note what the opponent's last draw scored, if it has a dix that it may have drawn last.

        Both seats see whether it scored; the viewer sees the dix only when it is played.
        """
        referee, rules = self._referee, self._referee.rules
        drawer = last_drawer(rules, referee.leader)
        dix = dix_card(rules, referee.trump)
        is_last = self.tricks[-1].number == rules.dix_draw_trick
        if not is_last or dix is None or self._view in (None, drawer):
            return
        if dix in referee.hand(drawer):
            was_drawn = (drawer, dix) in referee.draws[-2:]
            credit = rules.last_draw_dix if was_drawn else 0
            self._note(RecordedEvent(self._by(drawer), DIX, credit))

    def _play(self, play: Play) -> None:
        self._passed = False
        if not self.tricks or len(self.tricks[-1].plays) == 2:
            self.tricks.append(RecordedTrick(len(self.tricks) + 1, (play.text(),)))
        else:
            trick = self.tricks[-1]
            self.tricks[-1] = RecordedTrick(trick.number, (*trick.plays, play.text()))

    def _by(self, seat: Seat) -> Seat | None:
        return None if self.tricks and seat is self._referee.leader else seat

    def _note(self, event: RecordedEvent) -> None:
        if not self.tricks:
            self.opening = (*self.opening, event)
            return
        trick = self.tricks[-1]
        self.tricks[-1] = RecordedTrick(trick.number, trick.plays, (*trick.events, event))

"""A hand as the person sees it who plays it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.intervals import SURE
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.position_fields import NO_SCORE, Act, HandPoints
from pinochle_solver.render.holdings import Holding, HoldingViews
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.claims import Claim
from pinochle_solver.rules.doubles import Doubler
from pinochle_solver.rules.moves import Doubling, Move, Play, Show
from pinochle_solver.rules.rules import Points, Seat

if TYPE_CHECKING:
    from pinochle_solver.matches.person_view import MoveOutcome, PersonView, TakenTrick
    from pinochle_solver.notation.players import Players
    from pinochle_solver.reviews.own_level import PlayerLevel
    from pinochle_solver.rules.meld_table import MeldOption


def _points(points: float) -> str:
    return "1 point" if points == 1 else f"{points:.3g} points"


class PlayViews(HoldingViews):
    """Views of a hand being played; the person is called you, the engine by its seat."""

    def play_own_level(self, own: PlayerLevel, least: float, most: float) -> None:
        """Write how strong the person is; opponents with a level lose `least` to `most` points."""
        points, margin = own.points.mean, SURE * own.points.se
        text = f"your level: {points:.1f} {self._plus_minus} {margin:.1f} points a decision over "
        text += counted(own.decisions, "decision")
        if points > most:
            text += f", but the weakest opponent loses {most:g}"
        elif points < least:
            text += f"; for a stronger opponent than {least:g} leave --level out"
        self.line(text)

    def play_level(self, points: float, name: str | None) -> None:
        """Write how many points a decision the opponent loses, and the name of that level."""
        text = f"the opponent loses {_points(points)} a decision on average"
        self.line(text if name is None else f"{text} ({name})")

    def play_table(self, table: PersonView) -> None:
        """Write what lies before the person: cards, melds, stock, last trick, points."""
        self.line()
        self.line(self._play_headline(table))
        self._holdings([*self._known_holdings(table)])
        if table.last is not None:
            self.line(Text("  last trick: ").append(self._taken(table.last, table.seat)))
        self.play_points(table.points, table)

    def play_points(self, points: HandPoints, table: PersonView) -> None:
        """Write the points of this hand, and the game score before it."""
        texts = [
            f"{self._who(seat, table.seat)} {scored.melds} melds + {scored.tricks} cards"
            for seat, scored in ((s, points[s]) for s in (table.seat, table.seat.other))
        ]
        self.line(f"  this hand so far: {', '.join(texts)}")
        if table.glups is not None:
            own, others = table.glups[table.seat], table.glups[table.seat.other]
            self.line(f"  glups: you {own}, {self._name(table.seat.other)} {others}")
        if table.stakes is not None:
            self.line(f"  the stake is {table.stakes.stake}, {self._may_double(table)}")
        if table.score != NO_SCORE:
            own, others = table.score[table.seat], table.score[table.seat.other]
            other = self._name(table.seat.other)
            to = f"to {table.target}" if table.ahead is None else f"to {table.ahead} ahead"
            self.line(f"  game before it: you {own}, {other} {others}, {to}")

    def play_move(self, outcome: MoveOutcome, person: Seat) -> None:
        """Write what a move was and what followed; another seat's pass is not told."""
        text = self._outcome_text(outcome, person)
        if text is not None:
            self.line(text)
        if outcome.passed_up is not None:
            passed = Text("you passed up ").append(self._move(outcome.passed_up.show))
            missed = counted(outcome.passed_up.points, "point")
            self.line(passed.append(f": {missed} (undo takes that back)"))
        if outcome.taken is not None:
            self.line(self._taken(outcome.taken, person))
        for seat, points in outcome.of_itself:
            self.line(f"{self._who(seat, person)} scored {points} for {outcome.scored_for}")
        if outcome.drawn is not None:
            self.line(Text("you draw ").append(self._card(outcome.drawn)))
        if outcome.stock_is_gone:
            self.line("the stock is gone: now the obligations of the playoff hold")

    def play_moves(self, moves: Sequence[Move], options: Sequence[MeldOption]) -> None:
        """Write legal moves with their numbers, and what shows score."""
        points = {option.show: option.points for option in options}
        for number, move in enumerate(moves, start=1):
            scored = f"  {counted(points.get(move, 0), 'point')}" if isinstance(move, Show) else ""
            self.line(f"  {number:>2}  {move.text()}{scored}")

    def play_numbers(self, moves: Sequence[Move]) -> None:
        """Write the cards that may be played, side by side, with the numbers that choose them."""
        row = Text()
        for number, move in enumerate(moves, start=1):
            choice = Text(f"  {number} ").append(self._move(move))
            # No line ends between a number and its card.
            if self._width is not None and len(row) + len(choice) > self._width:
                self.line(row)
                row = Text()
            row.append(choice)
        self.line(row)

    def play_forced(self, move: Move) -> None:
        """Write a move that was made for the person, for there was no other."""
        self.line(Text("you play ").append(self._move(move)).append(", your only card"))

    def play_end(
        self,
        points: HandPoints,
        person: Seat,
        payment: Points | None = None,
        refuser: Seat | None = None,
        *,
        by_call_out: bool = False,
    ) -> None:
        """Write what a hand has come to.

        Args:
            points: of the hand.
            person: whose page it is.
            payment: with doubles what is paid for it.
            refuser: who has refused a double.
            by_call_out: whether a call-out has decided the game: then points win nothing.
        """
        own, others = points[person], points[person.other]
        other = self._name(person.other)
        self.line()
        if refuser is not None:
            self._play_paid(payment, person, refuser)
            return
        self.line(
            f"the hand is over: you {own.melds} melds + {own.tricks} cards = {sum(own)}, "
            f"{other} {others.melds} + {others.tricks} = {sum(others)}"
        )
        if by_call_out:
            return
        lead = sum(own) - sum(others)
        verdict = f"you win by {lead}" if lead > 0 else f"{other} wins by {-lead}"
        self.line(verdict if lead else "a tie")
        self._play_paid(payment, person, None)

    def _play_paid(self, payment: Points | None, person: Seat, refuser: Seat | None) -> None:
        """Write who pays how much, in initial stakes; nothing in a hand without doubles."""
        if payment is None:
            return
        if payment[person] == 0:
            self.line("nobody pays")
            return
        payer = person if payment[person] < 0 else person.other
        over = "" if refuser is None else "the hand is over: "
        refused = "" if refuser is None else f"{_verb('refuse', payer is person)} and "
        pays = f"{refused}{_verb('pay', payer is person)} {max(payment)}"
        self.line(f"{over}{self._who(payer, person)} {pays}")

    def play_may_call(self, calls: Calls, person: Seat, points: HandPoints) -> None:
        """Write whether a person, who may call out, would be right; nothing for others.

        Args:
            calls: the call-outs of the hand.
            person: whose page it is.
            points: of the hand so far.
        """
        if calls.may_call(person):
            verdict = "right" if calls.is_right(person, points) else "wrong"
            has = calls.has(person, points)
            self.line(f"{verdict} to call out: you have {has} of {calls.target}")

    def play_claim(self, seat: Seat, has: int, claim: Claim, person: Seat) -> None:
        """Write that a seat has called out, and what came of it."""
        verb = "call" if seat is person else "calls"
        self.line(f"{self._who(seat, person)} {verb} out with {has}: {_CLAIMS[claim]}")

    def play_taken(self, taken: TakenTrick, person: Seat) -> None:
        """Write a trick, and who has taken it."""
        self.line(self._taken(taken, person))

    def name_players(self, players: Players) -> None:
        """Call those who play by their names from here on."""
        self._players = players

    def _may_double(self, table: PersonView) -> str:
        assert table.stakes is not None
        if table.in_playoff:
            return "no more doubles"
        if table.stakes.doubler is Doubler.BOTH:
            return "both may double"
        is_own = table.stakes.doubler is Doubler.of(table.seat)
        return f"{'you' if is_own else self._name(table.seat.other)} may double"

    def _who(self, seat: Seat, person: Seat) -> str:
        return "you" if seat is person else self._name(seat)

    def _known_holdings(self, table: PersonView) -> Iterable[Holding]:
        """The cards that the person sees; of the other seat's hand only how many."""
        other = table.seat.other
        others = self._name(other)
        if table.others_hand is None:
            yield Holding(others, f"{table.others} in hand")
        else:
            yield Holding(others, "in hand", (*self._suits(table.others_hand),))
        for name, seat in ((others, other), ("you", table.seat)):
            if seat is table.seat:
                yield Holding(name, "in hand", (*self._suits(table.in_hand),))
            if table.on_table[seat]:
                yield Holding(name, "on the table", (*self._suits(table.on_table[seat]),))

    def _play_headline(self, table: PersonView) -> Text:
        separator = ", " if self._ascii else " · "
        when = f"trick {table.trick}" if table.trick else "before the first trick"
        headline = Text(f"{when}{separator}trump ").append(self._suit(table.trump))
        if table.upcard is not None:
            headline.append(f"{separator}{table.face_down} face down, then the upcard ")
            headline.append(self._card(table.upcard))
        return headline.append(separator).append(self._whose_decision(table))

    def _whose_decision(self, table: PersonView) -> Text:
        """Who has to decide, and what."""
        own = table.turn is table.seat
        if table.led is not None:
            has = self._has(table.turn.other, table.seat)
            return Text(f"{has} led ").append(self._card(table.led))
        who, has = self._who(table.turn, table.seat), self._has(table.turn, table.seat)
        if table.trick == 0 and table.act is Act.DIX:
            return Text(f"{has} dealt and may meld a dix")
        return Text(_DECISIONS[table.act].format(who=who, has=has, s="" if own else "s"))

    def _has(self, seat: Seat, person: Seat) -> str:
        return f"{self._who(seat, person)} {'have' if seat is person else 'has'}"

    def _outcome_text(self, outcome: MoveOutcome, person: Seat) -> Text | None:
        who, move = self._who(outcome.seat, person), outcome.move
        if isinstance(move, Play):
            if outcome.seat is person:
                return None
            return Text(f"{who} {'leads' if outcome.leads else 'plays'} ").append(
                self._card(move.card)
            )
        if isinstance(move, Doubling):
            return self._what_was_said(outcome, move, person)
        if move.text() == "pass":
            return None
        verb = "meld" if outcome.seat is person else "melds"
        text = Text(f"{who} {verb} ").append(self._move(move))
        return text.append(f": {counted(outcome.points, 'point')}")

    def _what_was_said(self, outcome: MoveOutcome, said: Doubling, person: Seat) -> Text | None:
        """What was said to a double; that none was offered, the lead tells."""
        who, own = self._who(outcome.seat, person), outcome.seat is person
        if said in (Doubling.NO_DOUBLE, Doubling.REFUSE):
            return None  # of a refusal the end of the hand tells
        text = f"{who} {_verb(said.text(), own)}"
        if said is Doubling.ACCEPT and outcome.stakes is not None:
            text += f": the stake is {outcome.stakes.stake}"
        return Text(text)

    def _taken(self, taken: TakenTrick, person: Seat) -> Text:
        leader, winner = self._who(taken.leader, person), self._who(taken.winner, person)
        other = self._who(taken.leader.other, person)
        text = Text(f"{leader} ").append(self._card(taken.led)).append(f", {other} ")
        verb = "take" if taken.winner is person else "takes"
        return text.append(self._card(taken.reply)).append(f": {winner} {verb} the trick")


def _verb(verb: str, own: bool) -> str:
    """What somebody does: the person, or another."""
    return verb if own else f"{verb}s"


_CLAIMS = {
    Claim.WRONG: "wrong, which loses the game",
    Claim.WINS: "right, which wins the game",
    Claim.WAITS: "right; a trick won by who has called and led it wins the game",
}


_DECISIONS = {
    Act.PLAY: "{who} lead{s}",
    Act.MELD: "{has} won the trick and may meld",
    Act.DIX: "{has} lost the trick and may meld a dix",
    Act.SHOW: "{who} lead{s} next and may meld a dix",
    Act.DOUBLE: "{who} lead{s} next and may double",
    Act.ANSWER: "{who} answer{s} a double",
    Act.ANSWER_REDOUBLE: "{who} answer{s} a redouble",
}

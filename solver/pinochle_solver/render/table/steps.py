"""What happens in a hand of three or four, as a person at the table is told it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.render.table.persons import TablePersonViews
from pinochle_solver.render.table.replays import (
    YOU,
    TableRecordViews,
    outcome_told,
    unit_lines,
    whose,
)
from pinochle_solver.reviews.table.unlaid import Unlaid
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import beyond
from pinochle_solver.table.melds import EXCHANGE, MeldValues, TableMelds
from pinochle_solver.table.moves import PASS, Bury, Call, Concede, Dix, Lay, PlayCard
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, AnyMove

if TYPE_CHECKING:
    from pinochle_solver.table.scoring import HandResult

_STOCK_GONE = "the stock is gone: now the obligations of the playoff hold"


class TableStepViews(TablePersonViews, TableRecordViews):
    """Views of calls, burials, melds, cards, tricks, claims and the end of a hand."""

    def play_step(self, step: TableStep, person: Seat) -> None:
        """Write a move and what followed from it; a card of the person's is not told."""
        is_own = step.seat is person
        for line in self._step_lines(step, is_own=is_own):
            self.line(line)
        if isinstance(step.after, StockHand) and isinstance(step.before, StockHand):
            for line in self._stock_lines(step.before, step.move, step.after, person):
                self.line(line)

    def play_followed(self, step: TableStep, person: Seat | None) -> None:
        """Write what followed from a move that the person has noted, but not the move.

        Args:
            step: the move.
            person: the seat of the person; None for somebody who only looks on.
        """
        after = step.after
        if isinstance(step.move, Call):
            lines: Iterator[Text] = self._after_auction(after)
        elif isinstance(step.move, (Bury, Lay, Show)):
            lines = self._step_lines(step, is_own=step.seat is person)
        elif len(after.tricks) > len(step.before.tricks):
            lines = iter((self._taken(after),))
        else:
            lines = iter(())
        for line in lines:
            self.line(line)
        if isinstance(after, StockHand) and step.before.upcard and after.upcard is None:
            self.line(_STOCK_GONE)

    def _step_lines(self, step: TableStep, *, is_own: bool) -> Iterator[Text]:
        seat, move, after = step.seat, step.move, step.after
        if isinstance(move, Call):
            if not is_own:
                said = "pass" if move == PASS else "bid"
                bid = "" if move.bid is None else f" {move.bid}"
                yield Text(f"{self._verb(seat, said)}{bid}")
            yield from self._after_auction(after)
        elif isinstance(move, Concede):
            yield Text(f"{self._verb(seat, 'give')} up the hand")
        elif isinstance(move, Bury):
            yield from self._burial_lines(seat, move, after, is_own=is_own)
        elif isinstance(move, Lay) and isinstance(after, TableHand):
            laid = tuple(meld for meld in after.laid[seat] or () if meld != EXCHANGE)
            yield self._melds_line(seat, laid, after.rules.melds)
        elif isinstance(move, Dix):
            yield from self._dix_lines(step.before, seat, move)
        elif isinstance(move, Show):
            if move != Show():
                yield self._show_line(step.before, seat, move, after)
        elif isinstance(move, (Play, PlayCard)):
            if not is_own:
                verb = self._verb(seat, "play" if step.before.led else "lead")
                yield Text(f"{verb} ").append(self._card(move.card))
            if len(after.tricks) > len(step.before.tricks):
                yield self._taken(after)

    def _after_auction(self, hand: AnyHand) -> Iterator[Text]:
        if not isinstance(hand, TableHand) or hand.act is Act.BID:
            return
        if hand.bidder is None:
            yield Text("all have passed")
            return
        line = Text(f"{self._verb(hand.bidder, 'play')} for {hand.contract}")
        if len(hand.widow):
            line.append("; the widow is ").append(self._cards(hand.widow.known))
        yield line

    def _burial_lines(
        self, seat: Seat, move: Bury, hand: AnyHand, *, is_own: bool
    ) -> Iterator[Text]:
        assert isinstance(hand, TableHand)
        line = Text(f"{self._verb(seat, 'name')} ").append(self._suit(move.trump))
        if len(hand.buried):
            line.append(" and bury " if self.who(seat) == YOU else " and buries ")
            line.append(self._cards(move.cards) if is_own else counted(len(hand.buried), "card"))
        yield line
        yield self._melds_line(seat, hand.laid[seat] or (), hand.rules.melds)
        if hand.ending is Ending.MADE_BY_MELDS:
            yield Text("the melds alone make the contract")

    def _melds_line(self, seat: Seat, melds: TableMelds, values: MeldValues) -> Text:
        return Text(f"{self._verb(seat, 'meld')} ").append(self._laid_melds(melds, values))

    def _show_line(self, before: AnyHand, seat: Seat, move: Show, after: AnyHand) -> Text:
        assert isinstance(before, StockHand)
        assert isinstance(after, StockHand)
        points = after.melds_made(seat) - before.melds_made(seat)
        line = Text(f"{self._verb(seat, 'meld')} ").append(self._move(move))
        return line.append(f": {counted(points, 'point')}")

    def _dix_lines(self, hand: AnyHand, seat: Seat, move: Dix) -> Iterator[Text]:
        if isinstance(hand, StockHand):
            if move.shown:
                yield Text(f"{self._verb(seat, 'show')} the dix")
            return
        assert hand.upcard is not None
        if move.shown:
            line = Text(f"{self._verb(seat, 'exchange')} the nine of trumps for ")
            yield line.append(self._card(hand.upcard))
        else:
            yield Text(f"{self._verb(seat, 'keep')} the nine of trumps")

    def play_unlaid(self, unlaid: Unlaid, *, with_trump: bool) -> None:
        """Write what the person could have laid besides, and how far ``undo`` goes back.

        Args:
            unlaid: the melds, with their points.
            with_trump: whether the melds were laid with the naming of trump.
        """
        line = Text("you did not lay ").append(self._named_melds(unlaid.melds))
        undo = "undo goes back to the trump" if with_trump else "undo takes that back"
        self.line(line.append(f": {counted(unlaid.points, 'point')} ({undo})"))

    def play_passed_up(self, show: Show, points: int) -> None:
        """Write the best meld that the person has passed up in a game with a stock."""
        line = Text("you passed up ").append(self._move(show))
        self.line(line.append(f": {counted(points, 'point')} (undo takes that back)"))

    def play_trick(self, hand: AnyHand) -> None:
        """Write the last trick, and who has taken it."""
        self.line(self._taken(hand))

    def _taken(self, hand: AnyHand) -> Text:
        """The last trick, and who has taken it."""
        trick = hand.tricks[-1]
        seats = clockwise(hand.players, trick.leader)
        cards = (
            Text(f"{self.who(seat)} ").append(self._card(card))
            for seat, card in zip(seats, trick.cards, strict=True)
        )
        points, last = hand.rules.count.of(trick.cards), hand.rules.count.last_trick
        is_last = hand.act is Act.OVER and last > 0
        text = Text(", ").join(cards).append(f": {self._verb(trick.winner, 'take')} the trick")
        text.append(f", {counted(points + last * is_last, 'point')}")
        return text.append(f", {last} of them for the last trick") if is_last else text

    def _stock_lines(
        self, before: StockHand, move: AnyMove, after: StockHand, person: Seat
    ) -> Iterator[Text]:
        """What the person has drawn, and that the stock is gone."""
        held = before.hands[person]
        if isinstance(move, Play) and before.turn is person:
            held = held.without(move.card)
        if len(after.stock) < len(before.stock) or (before.upcard and after.upcard is None):
            drawn = beyond(after.hands[person], held)
            yield Text("you draw ").append(self._cards(drawn))
        if before.upcard is not None and after.upcard is None:
            yield Text(_STOCK_GONE)

    def play_forced(self, move: AnyMove, why: str | None) -> None:
        """Write a move that was made for the person, for there was no other.

        Args:
            move: the move.
            why: of a pass, why it was the only call.
        """
        if isinstance(move, Call):
            self.line(f"you pass: {why}" if move == PASS else f"you must bid {move.bid}")
        else:
            self.line(Text("you play ").append(self._in_words(move)).append(", your only card"))

    def play_claimed(self, *, is_own: bool) -> None:
        """Write that a claim to all that is left is granted, or that it is given up."""
        wins = "your side wins" if is_own else "the opponents win"
        self.line(f"proven with all cards face up: {wins} every point that is left")

    def play_claim_refused(self, lost: AnyHand | None, person: Seat, *, is_own: bool) -> None:
        """Write why the rest of a hand is not claimed or given up.

        No card is named but the person's own: the others' are still hidden.

        Args:
            lost: as in `Claim`.
            person: the seat of the person.
            is_own: whether the person has claimed, and not given up, the rest.
        """
        if lost is None:
            self.line("the search was stopped before it was known")
            return
        trick = lost.tricks[-1]
        own = trick.cards[clockwise(lost.players, trick.leader).index(person)]
        winner = "the others can win" if is_own else "your side can still win"
        text = Text(
            f"not so: with all cards face up {winner} trick {len(lost.tricks)}, to which you "
        )
        self._print(
            text.append("lead " if trick.leader is person else "play ").append(self._card(own))
        )

    def play_settled(self, hand: TableHand, outcome: Outcome) -> None:
        """Write that a contract is made, or cannot be made any more, whatever is still played."""
        assert hand.bidder is not None
        is_made = outcome is Outcome.MADE
        whose_contract = f"{whose(self.who(hand.bidder))} {hand.contract}"
        self.line(f"{whose_contract} {'is made' if is_made else 'cannot be made any more'}")

    def play_called(self, seat: Seat, has: int) -> None:
        """Write that a seat calls out with so many points."""
        self.line(f"{self._verb(seat, 'call')} out with {has}")

    def play_end(self, hand: AnyHand, result: HandResult) -> None:
        """Write what a hand has come to."""
        self.line()
        table_hand = hand if isinstance(hand, TableHand) else None
        outcome = outcome_told(result, table_hand)
        if table_hand is not None and table_hand.bidder is not None:
            who = self.who(table_hand.bidder)
            outcome = f"{who} played for {table_hand.contract}: {outcome}"
        self.line(f"the hand is over: {outcome}")
        for line in unit_lines(result, self._called, hand.rules.money, table_hand):
            self.line(line)

"""Hands of three or four noted as somebody at the table would say them."""

from __future__ import annotations

from functools import cache

from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.game.table.noted import NoteKind
from pinochle_solver.limits import Limits
from pinochle_solver.matches.table.hand_in_play import TableHandInPlay
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.moves import Play
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import beyond
from pinochle_solver.table.melds import melds_text
from pinochle_solver.table.moves import Bury, Lay, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.views import AnyHand

_SHOWN = (NoteKind.MELDS, NoteKind.SHOW, NoteKind.DIX)


@cache
def played(rules: str, index: int, engine: str) -> tuple[TableStep, ...]:
    """A hand played by an engine in every seat."""
    hand = TableHandInPlay(random_deal(index, 9, TABLE_RULEBOOKS[rules]), Seat.SOUTH)
    player, steps = make_table_engine(engine), list[TableStep]()
    while not hand.is_over:
        steps.append(hand.push(hand.decision(player, Limits()).move))
    return tuple(steps)


class Noter:
    """Notes what the referee has seen, as somebody at the table would say it."""

    def __init__(self, first: TableStep, seat: Seat) -> None:
        deal = first.before.deal
        record = TableRecord(
            rules=deal.rules,
            dealer=deal.dealer,
            view=seat,
            hands={seat: deal.hands[seat]},
            upcard=deal.upcard,
        )
        self.seat, self.notebook, self._deal = seat, TableNotebook(record), deal
        self.words: list[str] = []

    def note(self, text: str) -> None:
        self.notebook.note(text)
        self.words.append(text)

    @property
    def _kind(self) -> NoteKind | None:
        return None if self.notebook.question is None else self.notebook.question.kind

    def take(self, step: TableStep) -> None:
        """Note a move, and what others have passed up before it."""
        while self._kind in _SHOWN and (
            isinstance(step.move, (Play, PlayCard)) or self.notebook.question.seat is not step.seat  # type: ignore[union-attr]
        ):
            self.note("pass" if self._kind is not NoteKind.MELDS else "none")
            self._draws(step.before, step.before)
        assert self.notebook.question is not None
        assert self.notebook.question.seat is step.seat
        is_own = step.seat is self.seat
        if isinstance(step.move, Bury) and not is_own:
            self.note(step.move.trump.name.lower())
            self.note(self._laid(step))
        elif isinstance(step.move, Lay) and not is_own:
            self.note(self._laid(step))
        else:
            self.note(step.move.text())
        if self._kind is NoteKind.WIDOW:
            self.note(self._deal.widow.text())
        self._draws(step.before, step.after)

    def _laid(self, step: TableStep) -> str:
        assert isinstance(step.after, TableHand)
        return melds_text(tuple(m for m in step.after.laid[step.seat] or () if m.cards))

    def _draws(self, before: AnyHand, after: AnyHand) -> None:
        """Note draws from the hands that the referee has now."""
        while self._kind is NoteKind.DRAW:
            question = self.notebook.question
            assert question is not None
            now: Hand = after.hands[question.seat]
            if question.seat is self.seat:
                had = self.notebook.hand.hands[self.seat]
                move = self.notebook._state.move
                if isinstance(move, Play) and self.notebook.hand.turn is self.seat:
                    had = had.without(move.card)
                drawn = [card for card in beyond(now, had) if card in question.choices]
                self.note(drawn[0].text())
            else:
                had = before.hands[question.seat]
                (nine, _) = question.choices
                assert isinstance(nine, Card)
                self.note(nine.text() if nine in beyond(now, had) else "other")

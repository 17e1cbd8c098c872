"""The compiled hand behind the interface of the oracles of the two-handed variants.

No position stands between: cards and melds are read off the record of the state.
"""

from __future__ import annotations

from oracle.goulash import GoulashHand
from oracle.variants import VariantHand
from pinochle_solver._core.hand.game import HandGame, dealt_state
from pinochle_solver.hand.legal_moves import LegalMoves
from pinochle_solver.rules.cards import CARDS, Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.hand_packing import (
    Due,
    StateRecord,
    card_of,
    copies_of,
    hand_of,
    hand_rules_record,
)
from pinochle_solver.rules.meld_kinds import CopyRule
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat


class CompiledHand:
    """A hand of the compiled core, dealt as an oracle's was."""

    def __init__(self, oracle: VariantHand, dealer: str, count: str, lifted: bool) -> None:
        self.rules = RULEBOOKS[oracle.rules]
        self.trump = Card.parse(oracle.upcard).suit
        full = oracle.full()
        first, second = ("north", "south") if dealer == "south" else ("south", "north")
        cards = [*Hand.parse(full[first]), *Hand.parse(full[second]), Card.parse(oracle.upcard)]
        if isinstance(oracle, GoulashHand):
            south, north = (full[f"pile.{seat}"].split(",") for seat in ("south", "north"))
            pairs = zip(south, north, strict=True)
            pile = [*(card for pair in pairs for card in pair), full["dead"]]
        else:
            pile = full["stock"].split(",")
        self._pile = bytes(Card.parse(card).index for card in pile)
        self._record = hand_rules_record(self.rules, COUNTS[count], self.trump)
        dealt = bytes(card.index for card in cards) + self._pile
        state = dealt_state(self._record, dealt, Seat.parse(dealer), lifted)
        self._begin(state)

    def _begin(self, state: bytes) -> None:
        self.game = HandGame(self._record, state, self._pile)
        self._legal = LegalMoves(self.game, self.rules, self.trump)
        self._steps: list[int] = []

    def begin_here(self) -> None:
        """Go on as a hand that begins with the state as it is."""
        state = self.state
        log = () if state.playoff else state.log
        self._begin(state._replace(plays=0, playoff=0, held=0, log=log).pack())

    @property
    def state(self) -> StateRecord:
        return StateRecord.unpack(self.game.state())

    def due(self) -> tuple[str, str] | None:
        if self.game.due == Due.NOTHING:
            return None
        return Seat(self.game.turn).text(), Due(self.game.due).name.lower()

    def moves(self) -> list[str]:
        return sorted(move.text() for move in self._legal.moves())

    def apply(self, move: str) -> None:
        (chosen,) = (each for each in self._legal.moves() if each.text() == move)
        self.game.apply(self._legal.number_of(chosen))
        steps = 1
        while self.game.due == Due.DRAW:
            self.game.draw()
            steps += 1
        self._steps.append(steps)

    def undo(self) -> None:
        for _ in range(self._steps.pop()):
            self.game.undo()

    def credits(self) -> dict[str, int]:
        return {option.show.text(): option.points for option in self._legal.options()}

    @property
    def points(self) -> dict[str, tuple[int, int]]:
        state = self.state
        return {
            seat.text(): (state.seat(seat).meld_points, state.seat(seat).trick_points)
            for seat in Seat
        }

    def cards(self) -> dict[str, object]:
        """All that lies anywhere, and what the copies on the tables have served in."""
        state = self.state
        upcard = card_of(state.upcard)
        found: dict[str, object] = {
            "upcard": upcard.text() if upcard else "",
            "glups": dict(zip(("south", "north"), state.glups, strict=True)),
            "gone": hand_of(state.gone).text(),
        }
        for seat in Seat:
            record = state.seat(seat)
            found[seat.text()] = [card.text() for card in hand_of(record.hand)]
            found[f"table.{seat.text()}"] = sorted(
                (
                    card.text(),
                    number,
                    sorted(self._served(seat, card, number)),
                )
                for card, number in copies_of(record.table)
            )
            unseen, hidden = self.game.unseen(seat)
            found[f"unseen.{seat.text()}"] = sorted(Card.from_index(i).text() for i in unseen)
            found[f"hidden.{seat.text()}"] = hidden
        return found

    def _served(self, seat: Seat, card: Card, number: int) -> set[str]:
        copy = 1 << card.index + CARDS * (number - 1)
        state, melds = self.state, melds_of(self.rules, self.trump)
        if self.rules.copy_rule is CopyRule.KINDS:
            return {
                melds[laid.meld].kind.name
                for laid in state.log
                if laid.seat == seat and laid.meld < len(melds) and laid.copies & copy
            }
        names = ("run", "marriage", "pinochle", "around")
        served = state.seat(seat).served
        return {name for name, planes in zip(names, served, strict=True) if planes & copy}

"""A solver of open hands for tests: the oracle's plain minimax, for small hands only."""

from __future__ import annotations

from oracle.table import minimax
from pinochle_solver.double_dummy.finishing import CARDS_TAKEN
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.tricks import legal_cards


class OracleSolver:
    """Follows `OpenSolver`."""

    def values(self, position: OpenHands) -> dict[Card, int]:
        """What the side still wins by each legal card."""
        opened = opened_as(position)
        side = [seat.text() for seat in position.side]
        if position.rules.count == CARDS_TAKEN:
            taken = {card: _taken(*minimax.after(opened, card)[:2], side) for card in legal(opened)}
            return {Card.parse(card): number for card, number in taken.items()}
        values = minimax.values_with_memo(opened, side)
        return {Card.parse(card): value for card, value in values.items()}

    def value(self, position: OpenHands) -> int:
        """What the side still wins."""
        values = self.values(position).values()
        return max(values) if position.turn in position.side else min(values)

    def reaches(self, position: OpenHands, points: int) -> bool:
        """Whether it wins so many points or more."""
        return self.value(position) >= points


def opened_as(position: OpenHands) -> minimax.Open:
    """The oracle's position; cards that are taken and not their points may be counted in it."""
    is_counting = position.rules.count == CARDS_TAKEN
    return minimax.opened(
        {seat.text(): [card.text() for card in hand] for seat, hand in position.hands.items()},
        position.turn.text(),
        position.trump.letter,
        led=[card.text() for card in position.led],
        obligation=position.rules.obligation.value,
        count="compromise" if is_counting else position.rules.count.name,
    )


def legal(opened: minimax.Open) -> list[str]:
    """The cards that may be played, each once."""
    return list(dict.fromkeys(minimax.legal(opened)))


def _taken(opened: minimax.Open, winner: str | None, side: list[str]) -> int:
    """How many cards a side takes, from the trick that has just been won on."""
    won = len(opened.seats) * (winner in side)
    if not any(opened.hands):
        return won
    numbers = [_taken(*minimax.after(opened, card)[:2], side) for card in legal(opened)]
    return won + (max(numbers) if opened.turn in side else min(numbers))


class SumSolver:
    """Lets the side win what its own cards count, and never the last trick.

    Whole hands are too large for the oracle; what is tested with this does not depend on the play.
    """

    def value(self, position: OpenHands) -> int:
        return sum(position.rules.count.of(position.hands[seat]) for seat in position.side)

    def values(self, position: OpenHands) -> dict[Card, int]:
        hand = position.hands[position.turn]
        cards = legal_cards(hand, position.led, position.trump, position.rules.obligation)
        return dict.fromkeys(cards, self.value(position))

    def reaches(self, position: OpenHands, points: int) -> bool:
        return self.value(position) >= points

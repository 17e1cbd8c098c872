"""Cards by a rule: what a player plays who counts the points of the next tricks and no others.

Who counts one trick plays the natural card, which is wrong in a puzzle: the card that brings the
most points at once. How many tricks a player must count to find the best card is how difficult a
puzzle is.
"""

from __future__ import annotations

from pinochle_solver._core.hand.game import HandGame, beats
from pinochle_solver.hand.states import playoff_state
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.rules.cards import RANKS, Card
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.moves import Play

NATURAL = "the most points in this trick"
_MORE_THAN_ALL = 10**4


def counted_card(position: PlayoffPosition, tricks: int = 1) -> Card:
    """The card that brings the most points in the next tricks, minus the opponent's.

    In these tricks both play the best; what comes later counts nothing. Among equals the card that
    counts less comes first, then one that is no trump, then the lower one.

    Args:
        position: the position.
        tricks: how many, the open trick included.
    """
    lookahead = _Lookahead(position)

    def preference(card: Card) -> tuple[int, int, bool, int, int]:
        points = lookahead.after(card.index, tricks)
        counted = position.count.of((card,))
        return points, -counted, card.suit is not position.trump, -card.rank, -card.suit

    return max(legal_cards(position), key=preference)


def legal_cards(position: PlayoffPosition) -> list[Card]:
    """The cards that may be played."""
    return [move.card for move in position.legal_moves() if isinstance(move, Play)]


class _Lookahead:
    """Searches a playoff to a depth.

    Args:
        position: the position.
    """

    def __init__(self, position: PlayoffPosition) -> None:
        rules = hand_rules_record(position.rules, position.count, position.trump)
        self._game = HandGame(rules, playoff_state(position).pack(), b"")
        self._trump, self._led = int(position.trump), position.led
        self._by_rank = position.count.by_rank()
        self._cards = len(position.south) + len(position.north)
        self._last = position.count.last_trick

    def after(self, card: int, tricks: int) -> int:
        """The mover's points minus the opponent's in this many tricks, after a card by index."""
        led = None if self._led is None else self._led.index
        return self._after(card, led, tricks, self._cards, -_MORE_THAN_ALL, _MORE_THAN_ALL)

    def _after(
        self, card: int, led: int | None, tricks: int, left: int, low: int, high: int
    ) -> int:
        """The value of a card; `left` cards are held, and only values in between matter."""
        seat = self._game.turn
        self._game.apply(card)
        won, left = 0, left - 1
        if led is None:
            found = -self._best(card, tricks, left, -high, -low)
        else:
            points = self._by_rank[led % RANKS] + self._by_rank[card % RANKS]
            points += 0 if left else self._last
            won = points if beats(led, card, self._trump) else -points
            found = won
            if left and tricks > 1:
                sign = 1 if self._game.turn == seat else -1
                bounds = (low - won, high - won) if sign == 1 else (won - high, won - low)
                found += sign * self._best(None, tricks - 1, left, *bounds)
        self._game.undo()
        return found

    def _best(self, led: int | None, tricks: int, left: int, low: int, high: int) -> int:
        best = -_MORE_THAN_ALL
        for card in self._game.legal():
            best = max(best, self._after(card, led, tricks, left, max(low, best), high))
            if best >= high:
                break
        return best

"""The themes of a playoff, found by comparing the best line with that of the natural card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pinochle_solver._core.hand.game import beats
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.lines import after_card, line_after
from pinochle_solver.playoff.solution import Solution, Trick
from pinochle_solver.playoff.solver import solve
from pinochle_solver.puzzles.natural import legal_cards
from pinochle_solver.puzzles.themes import Finding, Theme
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.rules import Seat

LEAST_COST = 10
"""What a theme must bring, in card points."""
# A throw-in that comes later than in this trick of the best line is not what the puzzle is about.
_LATEST_THROW_IN = 3


@dataclass(frozen=True)
class PlayoffThemes:
    """Looks for the themes of a playoff.

    Args:
        solution: the position solved, with one best card.
        natural: another card.
    """

    solution: Solution
    natural: Card

    @property
    def position(self) -> PlayoffPosition:
        """The position."""
        return self.solution.position

    @property
    def best(self) -> Card:
        """The best card."""
        return self.solution.moves[0].card

    @property
    def seat(self) -> Seat:
        """Whose decision it is."""
        return self.position.turn

    @property
    def other(self) -> str:
        """The opponent's name."""
        return self.seat.other.text()

    @property
    def best_line(self) -> tuple[Trick, ...]:
        """The tricks after the best card."""
        return self.solution.tricks

    @cached_property
    def natural_line(self) -> tuple[Trick, ...]:
        """The tricks after the natural card."""
        return tuple(line_after(self.position, self.natural))

    @cached_property
    def _reached(self) -> list[PlayoffPosition]:
        """The position after each trick of the best line but the last."""
        position, found = self.position, []
        for trick in self.best_line[:-1]:
            if position.led is None:
                _, position = after_card(position, trick.led)
            _, position = after_card(position, trick.reply)
            found.append(position)
        return found

    def found(self) -> list[Finding]:
        """The themes, the most special first."""
        by_rule = (self._thrown_in, self._obliged, self._ducked, self._drawn, self._last)
        return [finding for rule in by_rule for finding in rule()]

    def _thrown_in(self) -> Iterator[Finding]:
        leader = self.seat if self.position.led is None else self.seat.other
        tricks = zip(self.best_line[:_LATEST_THROW_IN], self._reached, strict=False)
        for number, (trick, after) in enumerate(tricks):
            if leader is not self.seat or len(after.hand(self.seat)) < 2:
                return
            leader = trick.winner
            if leader is self.seat:
                continue
            suit = self._stripped()
            cost = lead_cost(after)
            if cost < LEAST_COST or (number and suit is None):
                return
            if number and suit is not None:
                words = f"{self.best} takes {self.other}'s last {_singular(suit)} first."
                yield Finding(Theme.STRIPPING, words)
            words = f"{trick.led} gives {self.other} the lead, which costs him {cost} points."
            yield Finding(Theme.THROW_IN, words)
            return

    def _stripped(self) -> Suit | None:
        """The suit of which the first trick takes the opponent's last card."""
        first, suit = self.best_line[0], self.best.suit
        if first.reply.suit is not suit or first.winner is not self.seat:
            return None
        return None if self._reached[0].hand(self.seat.other).ranks_text(suit) else suit

    def _obliged(self) -> Iterator[Finding]:
        if self.position.led is not None:
            return
        _, after = after_card(self.position, self.best)
        if len(after.hand(after.turn)) < 2:
            return
        own, led = after.hand(after.turn), self.best
        legal = legal_cards(after)
        follows = bool(own.ranks_text(led.suit))
        # Following suit is no obligation worth a theme: heading and trumping are.
        freed = [
            card
            for card in own.distinct()
            if card not in legal and (not follows or card.suit is led.suit)
        ]
        if not freed:
            return
        obliged = solve(after, moves=False).value[after.turn]
        card = max(freed, key=lambda each: _worth(after, each))
        saved = _worth(after, card) - obliged
        if saved >= LEAST_COST:
            duty = "head it" if follows else "trump it"
            words = f"{led} is led, and {self.other} must {duty}: {card} would save him {saved}."
            yield Finding(Theme.OBLIGATION, words)

    def _ducked(self) -> Iterator[Finding]:
        first = self.best_line[0]
        if first.winner is self.seat:
            return
        own, trump = self.position.hand(self.seat), self.position.trump
        if self.position.led is not None:
            winners = [
                card
                for card in legal_cards(self.position)
                if beats(first.led.index, card.index, trump) and card.suit is self.best.suit
            ]
            if winners:
                words = f"{winners[-1]} would win {first.led}; {self.best} lets it go."
                yield Finding(Theme.DUCKING, words)
        elif first.reply.suit is self.best.suit:
            held = self.position.hand(self.seat.other)
            top = max((card for card in own.distinct() if card.suit is self.best.suit), key=_rank)
            others = max(card.rank for card in held.distinct() if card.suit is self.best.suit)
            if top.rank >= others and top.rank > self.best.rank:
                words = f"{top} would win; {self.best} gives {self.other} the trick."
                yield Finding(Theme.DUCKING, words)

    def _drawn(self) -> Iterator[Finding]:
        first, trump = self.best_line[0], self.position.trump
        if self.position.led is not None or self.best.suit is not trump:
            return
        if first.reply.suit is not trump or self.natural.suit is trump:
            return
        before, after = (self._ruffed(line) for line in (self.natural_line, self.best_line))
        if len(before) > len(after):
            spared = next((card for card in before if card not in after), before[0])
            words = f"{self.best} takes a trump with which {self.other} would ruff {spared}."
            yield Finding(Theme.TRUMPS, words)

    def _ruffed(self, line: Sequence[Trick]) -> list[Card]:
        """The cards of another suit that the opponent takes with a trump."""
        trump = self.position.trump
        return [
            trick.led
            for trick in line
            if trick.winner is not self.seat
            and trick.led.suit is not trump
            and trick.reply.suit is trump
        ]

    def _last(self) -> Iterator[Finding]:
        own, others = self.best_line[-1], self.natural_line[-1]
        if own.winner is self.seat and others.winner is not self.seat:
            words = f"{self.best} takes the last trick, {self.natural} does not."
            yield Finding(Theme.LAST_TRICK, words)


def lead_cost(position: PlayoffPosition) -> int:
    """How many points fewer the seat on lead takes than if the other seat had to lead."""
    seat = position.turn
    led_by_other = solve(replace(position, turn=seat.other), moves=False).value[seat]
    return led_by_other - solve(position, moves=False).value[seat]


def _worth(position: PlayoffPosition, card: Card) -> int:
    """The points still to come for the seat to decide if it plays a card, allowed or not."""
    seat = position.turn
    trick, after = after_card(position, card)
    won = trick.points if trick is not None and trick.winner is seat else 0
    return won + solve(after, moves=False).value[seat]


def _singular(suit: Suit) -> str:
    return suit.name.lower().removesuffix("s")


def _rank(card: Card) -> int:
    return card.rank

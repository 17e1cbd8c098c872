"""Why the best card of a playoff is the best: what its best line wins that another card's does not.

The reason is exact, for both lines are the best play of both seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pinochle_solver.playoff.lines import line_after
from pinochle_solver.playoff.solution import Solution, Trick
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.move_words import card_words
from pinochle_solver.rules.rules import Seat

# More cards than that are counted, not named.
_NAMED = 2


@dataclass(frozen=True, slots=True)
class PlayoffReason:
    """What a card wins that another one does not, for the seat to decide.

    The cards that only one of the lines wins are named where they count; cards of equal points make
    up for each other.

    Attributes:
        card: the better card.
        other: the card that it is compared with.
        points: how many more points the seat takes.
        takes_last: 1 if only the better card takes the last trick, -1 if only the other does.
        saves: cards of its own that it wins by the better card alone.
        wins: cards of the opponent that it wins by the better card alone.
        gives_up: cards that it wins by the other card alone.
    """

    card: Card
    other: Card
    points: int
    takes_last: int
    saves: tuple[Card, ...]
    wins: tuple[Card, ...]
    gives_up: tuple[Card, ...]

    def in_words(self, other: str) -> str:
        """The reason in words, without its subject, which is the card.

        For example ``takes the last trick: 10 points more, 10 fewer for north``.

        Args:
            other: the opponent's name.
        """
        noun = "point" if self.points == 1 else "points"
        number = self.points
        return f"{self._what_it_does()}: {number} {noun} more, {number} fewer for {other}"

    def _what_it_does(self) -> str:
        does = ["takes the last trick"] * (self.takes_last > 0)
        gains = len(self.saves) + len(self.wins)
        if gains > _NAMED:
            does.append(f"wins {gains} more cards that count")
        else:
            does += [f"saves {_cards(self.saves)}"] * bool(self.saves)
            does += [f"wins {_cards(self.wins)}"] * bool(self.wins)
        if not does:
            does.append("wins more")
        costs = ["the last trick"] * (self.takes_last < 0)
        if len(self.gives_up) > _NAMED:
            costs.append(f"{len(self.gives_up)} cards that count")
        elif self.gives_up:
            costs.append(_cards(self.gives_up))
        for_what = f" for {' and '.join(costs)}" if costs else ""
        return " and ".join(does) + for_what


def _cards(cards: Iterable[Card]) -> str:
    return " and ".join(f"the {card_words(card)}" for card in cards)


def playoff_reason(solution: Solution, other: Card | None = None) -> PlayoffReason | None:
    """Why the best card is better than another one.

    This solves the position after the other card.

    Args:
        solution: with all cards valued.
        other: the other card; the best of those that lose points if not given.

    Returns:
        None if no card loses points or `other` does not, if the search was stopped, and where the
        cards decide who wins the game, for then points do not order them.
    """
    if not solution.exact or not solution.moves or _decides_the_game(solution):
        return None
    worse = [move for move in solution.moves if move.loss and other in (None, move.card)]
    if not worse:
        return None
    best, position = solution.moves[0], solution.position
    own = solution.tricks
    others = line_after(position, worse[0].card)
    seat, count = position.turn, position.count
    gained, lost = _apart(_won(own, seat), _won(others, seat), count)
    held = Counter(position.hand(seat))
    saves = tuple(card for card in gained if held[card])
    return PlayoffReason(
        best.card,
        worse[0].card,
        worse[0].loss,
        (own[-1].winner is seat) - (others[-1].winner is seat),
        saves,
        tuple(card for card in gained if not held[card]),
        lost,
    )


def _decides_the_game(solution: Solution) -> bool:
    """Whether the cards differ in who wins the game in this hand."""
    cards = None if solution.race is None else solution.race.cards
    if solution.race is not None and cards is None:
        return True
    return cards is not None and len({outcome for _, outcome in cards}) > 1


def _won(tricks: Iterable[Trick], seat: Seat) -> Counter[Card]:
    """The cards that a seat wins."""
    won: Counter[Card] = Counter()
    for trick in tricks:
        if trick.winner is seat:
            won.update((trick.led, trick.reply))
    return won


def _apart(
    own: Counter[Card], others: Counter[Card], count: CardCount
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that count which are won in one line alone, those of equal points left out."""
    gained = sorted((own - others).elements(), key=lambda card: -count.of((card,)))
    lost = sorted((others - own).elements(), key=lambda card: -count.of((card,)))
    for card in list(gained):
        same = next((each for each in lost if count.of((each,)) == count.of((card,))), None)
        if same is not None:
            gained.remove(card)
            lost.remove(same)
    return (
        tuple(card for card in gained if count.of((card,))),
        tuple(card for card in lost if count.of((card,))),
    )

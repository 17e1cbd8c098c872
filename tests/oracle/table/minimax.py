"""Double dummy by plain minimax: open hands, two sides, card points to come (section 9).

Values are what one side, `mine`, still wins, the last trick included, the burial not; the other
side wins the rest. `values` keeps no table and prunes nothing; `values_with_memo` keeps a table of
the positions met; `values_by_questions` asks of each card whether it wins so much or more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from . import burial, melds
from .cards import LAST_TRICK, best_place, canonical, clockwise, points, without
from .play import legal_cards


@dataclass(frozen=True)
class Open:
    """A position with open cards: `seats` clockwise, `hands` in their order, `led` leader first."""

    seats: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    turn: str
    trump: str
    led: tuple[str, ...] = ()
    obligation: str = "macdougall"
    count: str = "compromise"


def opened(
    hands: Mapping[str, Sequence[str]],
    turn: str,
    trump: str,
    *,
    led: Sequence[str] = (),
    obligation: str = "macdougall",
    count: str = "compromise",
) -> Open:
    """The position; the seats are those that have a hand, in the order given."""
    cards = tuple(tuple(canonical(hand)) for hand in hands.values())
    return Open(tuple(hands), cards, turn, trump, tuple(led), obligation, count)


def legal(position: Open) -> list[str]:
    """The cards that the seat on turn may play."""
    hand = position.hands[position.seats.index(position.turn)]
    return legal_cards(hand, position.led, position.trump, position.obligation)


def after(position: Open, card: str) -> tuple[Open, str | None, int]:
    """The position after a card, who won the trick if it was its last, and what he gained."""
    place = position.seats.index(position.turn)
    hands = list(position.hands)
    hands[place] = tuple(without(hands[place], [card]))
    led = (*position.led, card)
    following = position.seats[(place + 1) % len(position.seats)]
    now = replace(position, hands=tuple(hands), led=led, turn=following)
    if len(led) < len(position.seats):
        return now, None, 0
    winner = clockwise(position.seats, following)[best_place(led, position.trump)]
    gain = points(led, position.count)
    if not any(hands):
        gain += LAST_TRICK
    return replace(now, led=(), turn=winner), winner, gain


def value(position: Open, mine: frozenset[str], memo: dict[Open, int] | None = None) -> int:
    """What the seats of `mine` win from here with best play of both sides."""
    if not any(position.hands):
        return 0
    if memo is not None and position in memo:
        return memo[position]
    results = [card_value(position, card, mine, memo) for card in legal(position)]
    best = max(results) if position.turn in mine else min(results)
    if memo is not None:
        memo[position] = best
    return best


def card_value(
    position: Open, card: str, mine: frozenset[str], memo: dict[Open, int] | None = None
) -> int:
    """What `mine` win when this card is played."""
    now, winner, gain = after(position, card)
    return value(now, mine, memo) + (gain if winner in mine else 0)


def values(position: Open, mine: Sequence[str]) -> dict[str, int]:
    """What `mine` win by each legal card: for hands of up to 5 cards."""
    return {card: card_value(position, card, frozenset(mine)) for card in legal(position)}


def values_with_memo(position: Open, mine: Sequence[str]) -> dict[str, int]:
    """The same with a dictionary of the positions met: for hands of up to 8 cards."""
    memo: dict[Open, int] = {}
    return {card: card_value(position, card, frozenset(mine), memo) for card in legal(position)}


def at_least(
    position: Open, mine: frozenset[str], wanted: int, known: dict[Open, tuple[int, int]]
) -> bool:
    """Whether `mine` can win `wanted` points or more from here.

    `known` keeps of every position met what they can win for certain, and what at most.
    """
    if wanted <= 0:
        return True
    if not any(position.hands):
        return False
    if position not in known:
        known[position] = (0, whole(position))
    certain, most = known[position]
    if wanted <= certain or wanted > most:
        return wanted <= certain
    answers = (card_at_least(position, card, mine, wanted, known) for card in legal(position))
    answer = any(answers) if position.turn in mine else all(answers)
    certain, most = known[position]
    known[position] = (max(certain, wanted), most) if answer else (certain, min(most, wanted - 1))
    return answer


def card_at_least(
    position: Open,
    card: str,
    mine: frozenset[str],
    wanted: int,
    known: dict[Open, tuple[int, int]],
) -> bool:
    """Whether `mine` can win `wanted` points or more when this card is played."""
    now, winner, gain = after(position, card)
    return at_least(now, mine, wanted - (gain if winner in mine else 0), known)


def values_by_questions(position: Open, mine: Sequence[str]) -> dict[str, int]:
    """The same, asking of each card what it wins at least: for four hands of up to 8 cards."""
    side, known = frozenset(mine), dict[Open, tuple[int, int]]()
    found = {}
    for card in legal(position):
        low, high = 0, whole(position)
        while low < high:
            middle = (low + high + 1) // 2
            if card_at_least(position, card, side, middle, known):
                low = middle
            else:
                high = middle - 1
        found[card] = low
    return found


def whole(position: Open) -> int:
    """All points to come: the cards held and led, and the last trick."""
    left = [card for hand in position.hands for card in hand] + list(position.led)
    return points(left, position.count) + LAST_TRICK


@dataclass(frozen=True)
class Choice:
    """A trump and a burial: the side's melds, what is buried, the card points, their sum."""

    move: str
    melds: int
    buried: int
    cards: int

    @property
    def total(self) -> int:
        """Melds, burial and card points together."""
        return self.melds + self.buried + self.cards


def choices(
    hands: Mapping[str, Sequence[str]],
    bidder: str,
    widow: int,
    *,
    partner: str | None = None,
    obligation: str = "macdougall",
    count: str = "compromise",
) -> list[Choice]:
    """Every trump and burial of the bidder, who leads, all melds laid (`act=bury`).

    The bidder's hand holds the `widow` cards too. Best total first, then more melds.
    """
    found = []
    side = frozenset(seat for seat in (bidder, partner) if seat)
    for choice in burial.laying_all(hands[bidder], widow):
        kept = without(hands[bidder], choice.buried)
        playing = {seat: kept if seat == bidder else hand for seat, hand in hands.items()}
        position = opened(playing, bidder, choice.trump, obligation=obligation, count=count)
        worth = melds.value(choice.laid)
        if partner:
            worth += melds.value(melds.most(hands[partner], choice.trump))
        found.append(
            Choice(
                burial.text(choice, hands[bidder]),
                worth,
                points(choice.buried, count),
                value(position, side, {}),
            )
        )
    return sorted(found, key=lambda c: (-c.total, -c.melds))

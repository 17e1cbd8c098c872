"""Where the positions of puzzles come from: hands that engines play, endings dealt, records.

Each source gives the positions of one hand after the other. Without records they depend on the seed
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from random import Random

from pinochle_solver.engines.advice import advice_move
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.hand.deals import random_deal, random_playoff
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.lines import after_card
from pinochle_solver.puzzles.natural import counted_card, legal_cards
from pinochle_solver.puzzles.playoff_puzzles import LEAST_CARDS
from pinochle_solver.reviews.choices import choices, made
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook

# How many ways each playoff is played to its end, and how often a card there is the natural one.
_LINES, _NATURAL = 12, 0.5


def played_playoffs(
    rules: Rulebook, card_count: CardCount, seed: int, most: int
) -> Iterator[Iterator[PlayoffPosition]]:
    """Endings of hands in which both seats follow the books' advice until the playoff.

    From there each playoff is played in several ways: half the cards are those of a player who
    counts one trick, the others are drawn from the legal ones.

    Args:
        rules: the rulebook.
        card_count: what cards count.
        seed: the seed.
        most: the most cards in a hand.

    Yields:
        the positions of each hand, without end.
    """
    for number in count():
        yield _endings(_played(rules, card_count, seed, number)[-1], f"{seed}/{number}", most)


def dealt_playoffs(
    rules: Rulebook, card_count: CardCount, seed: int, most: int
) -> Iterator[Iterator[PlayoffPosition]]:
    """Endings dealt at random, of every size equally often; arguments as for `played_playoffs`."""
    sizes = range(LEAST_CARDS, most + 1)
    for number in count():
        size = sizes[number % len(sizes)]
        yield iter((random_playoff(number, size, seed, rules, card_count),))


def played_stock(
    rules: Rulebook, card_count: CardCount, seed: int
) -> Iterator[Iterator[StockPosition]]:
    """The decisions of the stock phase in hands in which both seats follow the books' advice.

    They come in random order; arguments as for `played_playoffs`.
    """
    for number in count():
        positions = [
            each
            for each in _played(rules, card_count, seed, number)
            if isinstance(each, StockPosition)
        ]
        Random(f"stock/{seed}/{number}").shuffle(positions)
        yield iter(positions)


def recorded(replays: Iterable[Replay], most: int) -> Iterator[Iterator[Position]]:
    """The decisions of recorded hands; of playoffs those with at most `most` cards in a hand."""
    for replay in replays:
        seen = (made(replay, moment)[0] for moment in choices(replay))
        yield (
            each
            for each in seen
            if isinstance(each, StockPosition) or len(each.hand(each.turn)) <= most
        )


def _played(rules: Rulebook, card_count: CardCount, seed: int, number: int) -> list[Position]:
    """What the seats saw in a hand, each at its decisions, up to the first of the playoff."""
    referee = Referee.of_deal(random_deal(number, seed, rules, card_count))
    seen: list[Position] = []
    while True:
        assert referee.turn is not None
        position = referee.view(referee.turn)
        assert position is not None
        seen.append(position)
        if isinstance(position, PlayoffPosition):
            return seen
        referee.push(advice_move(position))


def _endings(position: Position, seed: str, most: int) -> Iterator[PlayoffPosition]:
    assert isinstance(position, PlayoffPosition)
    seen = set()
    for line in range(_LINES):
        random, now = Random(f"ending/{seed}/{line}"), position
        while len(now.hand(now.turn)) >= LEAST_CARDS:
            known = (now.south, now.north, now.led, now.turn)
            if len(now.hand(now.turn)) <= most and known not in seen:
                seen.add(known)
                yield now
            _, now = after_card(now, _card(now, random))


def _card(position: PlayoffPosition, random: Random) -> Card:
    if random.random() < _NATURAL:
        return counted_card(position)
    cards = legal_cards(position)
    return cards[int(random.random() * len(cards))]

"""Random hands of every rulebook, seeded, move by move, for comparisons."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from . import game, hand, stock_hand
from .cards import SEATS, deck
from .rulebooks import RULEBOOKS, Table, table

OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "auction": (
        (),
        ("kitty",),
        ("points", "kitty", "aces"),
        ("hearts", "min200", "force250"),
        ("nospades", "reenter"),
        ("min0", "topall"),
        ("reenter", "force300", "min300"),
    ),
    "auction-score": ((), ("force250",), ("min150", "topall"), ("reenter",)),
    "firehouse": ((), ("bidderfirst",), ("topall",)),
    "check": ((), ("renegelost",), ("topall",)),
}


def random_table(name: str, rng: random.Random) -> Table:
    """A table of the rulebook: options, count and an out dealer at random."""
    book = RULEBOOKS[name]
    choices = OPTIONS.get(name) or ((), *(((option,)) for option in book.options))
    options = list(rng.choice(choices))
    with_out = book.may_sit_out and rng.random() < 0.3
    if with_out and not any("force" in option for option in options) and rng.random() < 0.5:
        options.append("noforce")
    count = rng.choice((None, None, "old", "compromise", "simplified"))
    return table(name, options, count=count, with_out=with_out)


def random_deal(at: Table, rng: random.Random) -> game.Deal:
    """A deal of a shuffled pack, the dealer at random."""
    pack = deck(at.rulebook.copies)
    rng.shuffle(pack)
    return game.deal(at, rng.choice(SEATS if at.with_out else at.rulebook.seats), pack)


def random_hand(name: str, seed: int) -> Iterator[tuple[hand.Hand, str]]:
    """A random legal hand of a game without a stock: each state with the move made in it.

    The last state, which is over, comes with the move "".
    """
    rng = random.Random(f"{name} {seed}")
    at = random_table(name, rng)
    now = hand.begin(at, random_deal(at, rng))
    while now.act != "over":
        move = hand.random_move(now, rng)
        yield now, move
        now = hand.apply(now, move)
    yield now, ""


def random_stock_hand(name: str, seed: int) -> Iterator[tuple[stock_hand.StockHand, str]]:
    """The same for a game with a stock."""
    rng = random.Random(f"{name} {seed}")
    at = random_table(name, rng)
    now = stock_hand.begin(at, random_deal(at, rng))
    while now.act != "over":
        moves = stock_hand.legal_moves(now)
        better = [move for move in moves if move != "pass"]
        move = rng.choice(better if now.act != "play" and rng.random() < 0.8 else moves)
        yield now, move
        now = stock_hand.apply(now, move)
    yield now, ""


def hands_of(names: Iterable[str], number: int) -> Iterator[tuple[str, int]]:
    """Rulebooks and seeds, `number` of each."""
    for name in names:
        for seed in range(number):
            yield name, seed

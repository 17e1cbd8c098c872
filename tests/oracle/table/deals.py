"""Random hands of every rulebook, seeded, move by move, for comparisons."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from . import game, hand, melds, stock_hand
from .cards import SEATS, SUITS, deck
from .rulebooks import RULEBOOKS, Table, table

OPTIONS: dict[str, tuple[tuple[str, ...], ...]] = {
    "auction": (
        (),
        ("kitty",),
        ("kitty350",),
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
    """A deal of a shuffled pack, the dealer at random; every other time a seat gets many melds."""
    pack = deck(at.rulebook.copies)
    rng.shuffle(pack)
    dealer = rng.choice(SEATS if at.with_out else at.rulebook.seats)
    if rng.random() < 0.5:
        enrich(pack, at, dealer, rng)
    return game.deal(at, dealer, pack)


def enrich(pack: list[str], at: Table, dealer: str, rng: random.Random) -> None:
    """Move cards in the pack so that one seat, at random, is dealt those of some melds."""
    places = game.split(at, dealer, [str(i) for i in range(len(pack))]).hands
    mine = [int(place) for place in rng.choice(list(places.values()))]
    rng.shuffle(mine)
    trump = rng.choice(SUITS)
    wanted: Counter[str] = Counter()
    items = list(melds.limits(pack, trump))
    laid: list[str] = []
    for _time in range(rng.randint(2, 8)):
        laid.append(rng.choice(items))
        more = melds.shown(tuple(laid))
        if more.total() > len(mine) or max(more.values()) > at.rulebook.copies:
            laid.pop()
        else:
            wanted = more
    for place, card in zip(mine, wanted.elements(), strict=False):
        settled = mine[: mine.index(place)]
        where = next(i for i, c in enumerate(pack) if c == card and i not in settled)
        pack[place], pack[where] = pack[where], pack[place]


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

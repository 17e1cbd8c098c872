"""Melds, and the highest limits of a hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from benchmarks.handbook.macdougall.bought_hands import AUCTION, BIDDER, open_value
from benchmarks.handbook.macdougall.claim import Claim, Found, truth, untestable
from benchmarks.handbook.macdougall.measurements import Measured
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import MELD_VALUES, most_meld_points

ABOUT = """\
The most that hands can meld, and the most that they are sure to make."""

_LAYOUTS = 20


@cache
def most_in(cards: int, trump: Suit) -> int:
    """The most that so many cards can meld with this trump.

    All ways are gone through to have some of each meld; a way is possible if the cards for all of
    them together are no more than that.
    """
    twice, values = range(3), MELD_VALUES
    around = np.meshgrid(*[twice] * 4, indexing="ij", sparse=False)
    aces, kings, queens, jacks = (each.reshape(-1, 1) for each in around)
    shape = np.meshgrid(*[twice] * 7, indexing="ij")
    runs, dixes, pinochles, *marriages = (each.reshape(1, -1) for each in shape)
    points = (
        values.aces * aces
        + values.kings * kings
        + values.queens * queens
        + values.jacks * jacks
        + values.run * runs
        + values.dix * dixes
        + values.pinochle * pinochles
    )
    held = 0 * (aces + runs)
    for suit, pairs in zip(Suit, marriages, strict=True):
        in_trumps = suit == trump
        points = points + (values.royal_marriage if in_trumps else values.marriage) * pairs
        run = runs if in_trumps else 0 * runs
        # A run's king and queen are in no royal marriage.
        both = pairs + run
        held = held + (both > 2) * 99
        queen_of, jack_of = suit == Suit.SPADES, suit == Suit.DIAMONDS
        held = held + np.maximum(aces, run) + run + dixes * in_trumps
        held = held + np.maximum(kings, both)
        held = held + np.maximum.reduce(
            [queens + 0 * both, both + 0 * queens, pinochles * queen_of + 0 * queens]
        )
        held = held + np.maximum.reduce(
            [jacks + 0 * run, run + 0 * jacks, pinochles * jack_of + 0 * jacks]
        )
    return int(points[held <= cards].max())


def _points(hand: str, trump: Suit) -> int:
    return most_meld_points(Hand.parse(hand), trump, MELD_VALUES)


def _highest(_: Measured) -> Found:
    hearts = _points("AKQ.ATKQJ9.AKQ.AKQ", Suit.HEARTS)
    better = _points("AKQ.ATKQJ.AKQJ.AKQ", Suit.HEARTS)
    diamonds = _points("AKQ.AKQ.ATKQJ9.AKQ", Suit.DIAMONDS)
    most = {trump: most_in(15, trump) for trump in Suit}
    twelve = most_in(12, Suit.DIAMONDS), most_in(12, Suit.HEARTS)
    text = (
        f"The hand melds {hearts} in hearts, the like hand {diamonds} in diamonds. "
        f"{most[Suit.DIAMONDS]} is the most that fifteen cards can meld, in diamonds; "
        f"{most[Suit.HEARTS]} in every other suit, and so the printed hand is not the best in "
        f"hearts: the jack of diamonds in place of the nine makes it {better}. Twelve cards meld "
        f"{twelve[0]} at most in diamonds, {twelve[1]} in another suit."
    )
    is_right = (hearts, diamonds) == (460, 500) and max(most.values()) == 500
    return Found(truth(is_right=is_right), text, "all ways to meld gone through")


def least_won(kept: Hand, trump: Suit, seed: int) -> int:
    """The fewest points that a bidder's fifteen cards win in random layouts of the others."""
    rest = list(less(AUCTION.deck, kept))
    found = []
    for layout in range(_LAYOUTS):
        order = np.random.default_rng([seed, layout]).permutation(len(rest))
        cards = [rest[place] for place in order]
        seats = AUCTION.table[1:]
        hands = {
            seat: Hand.of(cards[15 * place : 15 * place + 15]) for place, seat in enumerate(seats)
        }
        buried = AUCTION.count.of(cards[30:])
        found.append(buried + open_value({BIDDER: kept, **hands}, trump))
    return min(found)


def _limit(kept: str, trump: Suit, said: tuple[int, int], why: str) -> Callable[[Measured], Found]:
    def find(measured: Measured) -> Found:
        hand = Hand.parse(kept)
        melds, won = _points(kept, trump), least_won(hand, trump, measured.seed)
        text = (
            f"{melds} melds and {won} points at least in {_LAYOUTS} random layouts, burial "
            f"included: {melds + won}. {why}"
        )
        return Found(truth(is_right=(melds, won) == said), text, "solved face up")

    return find


CLAIMS = (
    untestable(
        "M1",
        "Ten hands are valued as examples of melds.",
        "EXACT",
        "We have the ten sums, 390 to 60, and not the hands that are printed above them.",
    ),
    Claim(
        "M2",
        "A hand with all marriages, aces, kings, queens and a run melds 460 with hearts, 500 with "
        "diamonds; nothing melds more.",
        "EXACT",
        _highest,
    ),
    Claim(
        "M3",
        "Twelve trumps and three aces make 670.",
        "HAND",
        _limit(
            "A.AATTKKQQJJ99.A.A",
            Suit.HEARTS,
            (420, 250),
            "Nobody else has a trump, and nothing beats an ace that is led: he wins every trick.",
        ),
    ),
    Claim(
        "M4",
        "Two runs, four aces and a double pinochle make 690, the best that can be.",
        "HAND",
        _limit(
            "AATTKKQQJJ.A.AJJ.A",
            Suit.SPADES,
            (480, 210),
            "He can lose no more than the two jacks, each to an ace and a ten. That no other hand "
            "is sure of more has not been proven.",
        ),
    ),
    Claim(
        "M5",
        "More than 650 can be made, though not bid.",
        "EXACT",
        lambda _: Found(truth(is_right=True), "670 and 690 are made by the two hands above."),
    ),
    Claim(
        "M6",
        "No hand is more unbalanced than twelve trumps.",
        "EXACT",
        lambda _: Found(truth(is_right=True), "A suit has twelve cards."),
    ),
)

"""How the cards that are out lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from benchmarks.handbook.macdougall.bought_hands import AUCTION, BIDDER
from benchmarks.handbook.macdougall.card_counts import (
    all_in_one_hand,
    hands_with,
    split,
)
from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, share, truth
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.rules.cards import Card, Rank, Suit
from pinochle_solver.table.deals import random_deal

ABOUT = """\
Two opponents hold fifteen cards each of the thirty that are out, none of them buried. The splits
of a suit are exact. They are those before a card is played."""

_COUNTED = "counted, two hands of 15"
_RUN = [Card(rank, Suit.SPADES) for rank in (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)]
_DEALS = 20_000


def splits(out: int) -> list[tuple[str, Fraction]]:
    """How so many cards may lie, the most even way first."""
    return [(f"{out - one}-{one}", split(out, one)) for one in range(out // 2, -1, -1)]


def _table(out: int, said: Sequence[float]) -> Callable[[Measured], Found]:
    """The whole row of a table, against what of it can be read in the book."""

    def find(_: Measured) -> Found:
        rows = splits(out)
        text = ", ".join(f"{name} {float(100 * part):.1f}" for name, part in rows)
        is_right = all(
            abs(float(100 * part) - each) <= 0.5
            for (_, part), each in zip(rows, said, strict=False)
        )
        return Found(truth(is_right=is_right), f"{text} in 100.", _COUNTED)

    return find


def _chance(
    out: int, ones: Sequence[int], said: float, within: float = 2.5
) -> Callable[[Measured], Found]:
    """The chance that the smaller part is one of these, against what is said in a hundred."""

    def find(_: Measured) -> Found:
        part = float(100 * sum(split(out, one) for one in ones))
        odds = part / (100 - part)
        against = f"{odds:.1f} to 1 for" if odds >= 1 else f"{1 / odds:.1f} to 1 against"
        return Found(
            truth(is_right=abs(part - said) <= within), f"{part:.1f} in 100, {against}.", _COUNTED
        )

    return find


def _two_tables(_: Measured) -> Found:
    even, next_ = float(100 * split(8, 4)), float(100 * split(8, 3))
    return Found(truth(is_right=True), f"4-4 {even:.1f} in 100, 5-3 {next_:.1f}.", _COUNTED)


def _second_run(_: Measured) -> Found:
    part = float(100 * all_in_one_hand(5))
    text = (
        f"If you hold just one run of a suit, another is complete in one of their hands "
        f"{part:.1f} times in 100."
    )
    return Found(truth(is_right=part < 5), text, _COUNTED)


def _spade_run(measured: Measured) -> Found:
    """How often an opponent of a hand with three openings into spades has much of a run."""
    near_run, run, number = 0, 0, 0
    for deal in range(_DEALS):
        hands = random_deal(deal, measured.seed, AUCTION).hands
        if sum(card in hands[BIDDER] for card in _RUN) != 4:
            continue
        number += 1
        most = max(sum(card in hand for card in _RUN) for hand in hands[1:])
        near_run, run = near_run + (most >= 4), run + (most == 5)
    some, some_se = share(near_run, number)
    whole, whole_se = share(run, number)
    text = (
        f"You hold four of the five cards of a spade run: an opponent holds four or five different "
        f"ones in {with_half(some, some_se)} of 100 deals, a whole run in "
        f"{with_half(whole, whole_se)}."
    )
    return Found(above(50 - some, some_se), text, f"{number:,} of {_DEALS:,} random deals")


def _void(measured: Measured) -> Found:
    whole, four, number = 0, 0, 0
    plain, all_deals = 0, 0
    for deal in range(_DEALS * 2):
        hands = random_deal(deal, measured.seed, AUCTION).hands
        most = max(sum(card in hand for card in _RUN) for hand in hands[1:])
        all_deals, plain = all_deals + 1, plain + (most == 5)
        if not hands[BIDDER].ranks_text(Suit.SPADES):
            number += 1
            whole, four = whole + (most == 5), four + (most >= 4)
    if number < 100:
        return Found(Verdict.CLOSE, f"only {number} hands without a spade were dealt")
    run, run_se = share(whole, number)
    some, some_se = share(four, number)
    usual, _ = share(plain, all_deals)
    text = (
        f"Without a spade of your own an opponent has been dealt a spade run in "
        f"{with_half(run, run_se)} of 100 deals ({usual:.1f} in all deals), four or five different "
        f"cards of it in {with_half(some, some_se)}."
    )
    return Found(above(run, run_se, usual), text, f"{number:,} of {2 * _DEALS:,} random deals")


def _long_suit(measured: Measured) -> Found:
    hands = measured.biddable()
    mean, se = mean_and_error([100 * hand.meets_short for hand in hands])
    text = (
        f"The longest plain suit of the opponent on your left is your own shortest one in "
        f"{with_half(mean, se)} of 100 deals; one in three by chance, more if you have two equally "
        f"short."
    )
    return Found(above(mean, se, 50), text, f"{len(hands):,} hands worth a bid, 64 deals each")


def _marriage(_: Measured) -> Found:
    def part(cards: int) -> list[float]:
        return [
            float(100 * each)
            for each in (
                hands_with(cards, lambda s: bool(s["K"] and s["Q"]), in_all=False),
                hands_with(cards, lambda s: all(s[rank] for rank in "ATKQJ"), in_all=False),
                hands_with(cards, lambda s: bool(s["A"]), in_all=True),
                hands_with(cards, lambda s: bool(s["K"] and s["Q"]), in_all=True),
            )
        ]

    twelve, fifteen = part(12), part(15)
    text = (
        f"{twelve[0]:.1f} of 100 hands of twelve have a marriage, {twelve[1]:.1f} a run of any "
        f"suit, {twelve[2]:.1f} four aces, {twelve[3]:.2f} a round house. Of fifteen cards: "
        f"{fifteen[0]:.1f}, {fifteen[1]:.1f}, {fifteen[2]:.1f}, {fifteen[3]:.1f}."
    )
    return Found(truth(is_right=twelve[0] > 50), text, "counted")


def _all_seen(text: str) -> Callable[[Measured], Found]:
    return lambda _: Found(Verdict.CONFIRMED, text, "counted")


CLAIMS = (
    Claim("D1", "Four held, eight out: 32, 47, 18, 3 in 100.", "EXACT", _table(8, (32, 47, 18, 3))),
    Claim("D2", "Five held, seven out: 61, 31, 7 in 100.", "EXACT", _table(7, (61, 31, 7))),
    Claim("D3", "Six held, six out: one figure of the row can be read.", "EXACT", _table(6, ())),
    Claim("D4", "Seven held, five out: 67, 29, 4 in 100.", "EXACT", _table(5, (67, 29, 4))),
    Claim("D5", "Eight held, four out: 40, 50, 10 in 100.", "EXACT", _table(4, (40, 50, 10))),
    Claim(
        "D6",
        "Of a suit of four held, the others lie evenly one time in three, 5-3 almost every other.",
        "EXACT",
        _two_tables,
    ),
    Claim(
        "D7",
        "Seven trumps with two aces and a ten clear the suit in three leads, two to one.",
        "EXACT",
        _chance(5, (2,), 200 / 3),
    ),
    Claim(
        "D8",
        "Six trumps with two aces need them 3-3: two to one against.",
        "EXACT",
        _chance(6, (3,), 100 / 3),
    ),
    Claim(
        "D9",
        "Two aces and a ten of a suit of five run only if the rest lies 4-3: three to two for.",
        "EXACT",
        _chance(7, (3,), 60),
    ),
    Claim(
        "D10",
        "Two aces of it both win unless the rest lies worse than 5-2: nine to one for.",
        "EXACT",
        _chance(7, (3, 2), 90),
    ),
    Claim(
        "D11",
        "With six trumps held the others are not 3-3 two times out of three.",
        "EXACT",
        _chance(6, (2, 1, 0), 200 / 3),
    ),
    Claim(
        "D12",
        "Three trumps that are out mostly lie two and one.",
        "EXACT",
        _chance(3, (1,), 75, 25),
    ),
    Claim(
        "D13",
        "A defender's long suit is usually the suit in which the bidder is short.",
        "SURVEY",
        _long_suit,
    ),
    Claim(
        "D14",
        "That another hand melds a run of your suit as well is hardly worth a thought.",
        "EXACT",
        _second_run,
    ),
    Claim(
        "D15",
        "If you hold three parts or more of a spade run, nobody else is likely to look for one.",
        "SURVEY",
        _spade_run,
    ),
    Claim(
        "D16",
        "With both aces of spades you know that nobody else has four aces or a spade run.",
        "EXACT",
        _all_seen("There are two aces of spades, and each of these melds needs one."),
    ),
    Claim(
        "D17",
        "With both jacks of diamonds: nobody else a diamond run, four jacks or a pinochle.",
        "EXACT",
        _all_seen("There are two jacks of diamonds, and each of these melds needs one."),
    ),
    Claim("D18", "Most hands may bid at check: they have the marriage for it.", "EXACT", _marriage),
)

VOID = Claim(
    "B8",
    "A player without a spade bids too high, for fear of a spade run somewhere.",
    "SURVEY",
    _void,
)

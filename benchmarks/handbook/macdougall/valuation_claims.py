"""How he values a hand, part by part, beside lines fitted to what the hands make."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, near, truth
from benchmarks.handbook.macdougall.counted_hands import by_count
from benchmarks.handbook.macdougall.four_bids import foot_of, valued
from benchmarks.handbook.macdougall.measured_hands import DealtHand
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.regressions import (
    HOLDINGS,
    LONG,
    UNDER,
    Line,
    holdings_line,
    named_trump,
)
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.valuation import value_of

ABOUT = """\
He adds the melds that are held, a figure for high cards and one for long suits, and what a widow
usually brings: that is the safe bid. The normal bid has, besides, a part of the melds for which one
card is missing. The figures here are those of hands played with the cards hidden: what one more of
each holding brings in play, other things being equal."""
EXAMPLE = "AATKQ9.ATQJ9.AQQ.A"
"""His example as we read it; it is printed with a card too many or two."""
_TESTED = 5
"""So many points off his figure are right."""


def _hands(measured: Measured) -> list[DealtHand]:
    return measured.dealt() + measured.biddable()


def _settings(hands: Sequence[DealtHand]) -> str:
    return f"{len(hands):,} hands, 64 deals each, cards hidden"


def _of_line(
    tell: Callable[[Line], tuple[Verdict, str]],
) -> Callable[[Measured], Found]:
    """A verdict by the line through the holdings."""

    def find(measured: Measured) -> Found:
        hands = _hands(measured)
        return Found(*tell(holdings_line(hands)), _settings(hands))

    return find


def _worst(line: Line, said: dict[str, int]) -> Verdict:
    """Whether all of these terms are what he says."""
    verdicts = [near(*line.term(name), points, within=_TESTED) for name, points in said.items()]
    for verdict in (Verdict.REFUTED, Verdict.CLOSE):
        if verdict in verdicts:
            return verdict
    return Verdict.CONFIRMED


def _rows(line: Line, said: dict[str, int]) -> str:
    return ", ".join(f"{name} {with_half(*line.term(name))}" for name in said)


def _long(line: Line) -> tuple[Verdict, str]:
    headed = dict.fromkeys(LONG[:2], 20)
    return _worst(line, headed), (
        f"Each card after the fourth: {_rows(line, headed)}; where nothing heads the suit "
        f"{_rows(line, dict.fromkeys(LONG[2:], 0))}."
    )


def _trump_or_not(line: Line) -> tuple[Verdict, str]:
    (trump, one), (side, other) = (line.term(name) for name in LONG[:2])
    se = float(np.hypot(one, other))
    text = f"A long trump brings {with_half(trump - side, se)} more than a long card beside it."
    return near(trump - side, se, 0, within=_TESTED), text


def _ace(line: Line) -> tuple[Verdict, str]:
    return _worst(line, {"A": 10}), f"An ace alone in its suit: {with_half(*line.term('A'))}."


def _high(line: Line) -> tuple[Verdict, str]:
    return _worst(line, HOLDINGS), f"{_rows(line, HOLDINGS)}."


def _lone_ten(line: Line) -> tuple[Verdict, str]:
    return _worst(line, {"T": 0}), (
        f"A ten without its ace: {with_half(*line.term('T'))}, two of them "
        f"{with_half(*line.term('TT'))}."
    )


def _under(line: Line) -> tuple[Verdict, str]:
    said = dict(zip(UNDER, (5, 10, 0), strict=True))
    return _worst(line, said), f"{_rows(line, said)}."


def _example(_: Measured) -> Found:
    value = value_of(Hand.parse(EXAMPLE), Suit.HEARTS, has_widow=True)
    found = [value.suits, value.cards]
    spades = value_of(Hand.parse(EXAMPLE), Suit.SPADES, has_widow=True)
    text = (
        f"Suits {spades.suits}, cards {spades.cards}, melds {spades.melds}: with 20 for the widow "
        f"{spades.suits + spades.cards + spades.melds + 20}, so the safe bid is 300. A pinochle is "
        f"missing and spades are trump, so by his own rule the widow counts {spades.widow}."
    )
    is_right = found == [60, 90] and spades.melds == 150
    return Found(truth(is_right=is_right), text, "his system as a function")


def _example_normal(_: Measured) -> Found:
    value = value_of(Hand.parse(EXAMPLE), Suit.SPADES, has_widow=True)
    text = (
        f"Openings {value.openings:g}, widow {value.widow}: {value.normal:g} in all, and so the "
        f"normal bid is {foot_of(value.normal)}."
    )
    is_right = (value.openings, value.widow, value.normal) == (60, 30, 390)
    return Found(truth(is_right=is_right), text, "his system as a function")


def _shapes(measured: Measured) -> Found:
    """Playing points by shape, what the high cards explain taken out."""
    hands = _hands(measured)
    lengths = [_lengths(hand) for hand in hands]
    high = [valued(Hand.parse(hand.hand)).cards for hand in hands]
    points = np.array([hand.total - hand.melds for hand in hands])
    slope, base = np.polyfit(high, points, 1)
    rest = points - base - slope * np.array(high)
    kinds = {
        "two suits of five or more": [each[0] >= 5 and each[1] >= 5 for each in lengths],
        "one of six or more, no other of five": [each[0] >= 6 and each[1] < 5 for each in lengths],
        "no suit of six, at most one of five": [each[0] <= 5 and each[1] < 5 for each in lengths],
    }
    found = {name: mean_and_error(rest[np.array(which)].tolist()) for name, which in kinds.items()}
    text = "; ".join(f"{name} {with_half(*each, '+.1f')}" for name, each in found.items())
    (two, two_se), (one, one_se), _ = found.values()
    verdict = above(two - one, float(np.hypot(two_se, one_se)))
    return Found(verdict, f"At equal high cards, against the mean: {text}.", _settings(hands))


def _lengths(hand: DealtHand) -> list[int]:
    parsed = Hand.parse(hand.hand)
    return sorted((len(parsed.ranks_text(suit)) for suit in Suit), reverse=True)


def _three_suits(measured: Measured) -> Found:
    hands = [hand for hand in _hands(measured) if _lengths(hand)[2] == 5]
    if len(hands) < 10:
        return Found(Verdict.NOT_RUN, f"only {len(hands)} such hands were dealt")
    over = [hand.total - hand.melds - _playing(hand) for hand in hands]
    others = [
        hand.total - hand.melds - _playing(hand)
        for hand in _hands(measured)
        if _lengths(hand)[1] >= 5 > _lengths(hand)[2]
    ]
    (three, three_se), (two, two_se) = mean_and_error(over), mean_and_error(others)
    se = float(np.hypot(three_se, two_se))
    text = (
        f"Counted so, {len(hands)} hands with three suits of five make {with_half(three - two, se)}"
        f" points more in play, over his figures, than hands with two."
    )
    return Found(near(three - two, se, 0, within=10), text, _settings(hands))


def _playing(hand: DealtHand) -> int:
    value = value_of(Hand.parse(hand.hand), named_trump(hand), has_widow=True)
    return value.suits + value.cards


def _openings(measured: Measured) -> Found:
    """What the widow adds to melds beside what his openings say, hand by hand."""
    hands = _hands(measured)
    values = [valued(Hand.parse(hand.hand)) for hand in hands]
    gain = np.array([hand.melds_with_widow - hand.melds_dealt for hand in hands])
    openings = np.array([value.openings for value in values])
    without = mean_and_error(gain[openings == 0].tolist())
    with_one = mean_and_error((gain - openings)[openings > 0].tolist())
    se = float(np.hypot(without[1], with_one[1]))
    off = with_one[0] - without[0]
    text = (
        f"With openings the widow adds {with_half(*mean_and_error(gain[openings > 0].tolist()))} to"
        f" the melds, where his fractions say {openings[openings > 0].mean():.1f} besides the "
        f"{with_half(*without)} that it adds without any. They are {with_half(-off, se, '+.1f')} "
        f"off."
    )
    return Found(near(off, se, 0, within=10), text, _settings(hands))


CLAIMS = (
    Claim(
        "V2",
        "The example has 60 for suits, 90 for cards, 150 in melds, 20 for the widow: bid 300 "
        "safely.",
        "EXACT",
        _example,
    ),
    Claim(
        "V3",
        "With 60 for openings and 30 for the widow it comes to 390: a normal bid of 350.",
        "EXACT",
        _example_normal,
    ),
    Claim(
        "V9",
        "From the fifth on each card of a suit headed by ace and ten, or ace, king and queen, is "
        "worth 20.",
        "REG",
        _of_line(_long),
    ),
    Claim(
        "V10", "It is the same whether the suit is trump or not.", "REG", _of_line(_trump_or_not)
    ),
    Claim(
        "V15",
        "An ace is worth 10: the few that are trumped are made up for by what others catch.",
        "REG",
        _of_line(_ace),
    ),
    Claim(
        "V16",
        "Two aces 25, ace and ten 20, ace and two tens 30, two aces and a ten 40, all four 50.",
        "REG",
        _of_line(_high),
    ),
    Claim("V17", "A ten without its ace is worth nothing.", "REG", _of_line(_lone_ten)),
    Claim(
        "V18",
        "A king under ace and ten is worth 5, two of king and queen 10, under a lone ace nothing.",
        "REG",
        _of_line(_under),
    ),
    Claim(
        "V19",
        "All this holds whatever the count of the cards.",
        "REG",
        by_count,
    ),
    Claim(
        "V21",
        "Hands with two long suits are the strongest in play.",
        "REG",
        _shapes,
    ),
    Claim(
        "V22",
        "Of three suits of five count two: one is weakened by the burial.",
        "HAND",
        _three_suits,
    ),
    Claim(
        "V23",
        "A meld for which one card is missing is worth a sixth, two such a third of their average, "
        "three half.",
        "SURVEY",
        _openings,
    ),
)

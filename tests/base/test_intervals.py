"""The intervals of chances: against other ways to reckon them, and how often they hold."""

from __future__ import annotations

from math import comb, inf, isnan, nan, sqrt
from random import Random

import pytest

from pinochle_solver.intervals import (
    FEW,
    SURE,
    UNSEEN,
    Interval,
    chance_interval,
    difference_interval,
    is_guess,
)

NUMBERS = range(1, 31)
HOLDS = 0.944
"""In at least this part of all cases an interval holds the true chance."""


def estimated(won: int, number: int) -> tuple[float, float]:
    """The chance and its error from so many outcomes, as searches tell them."""
    chance = won / number
    error = sqrt(chance * (1 - chance) / (number - 1)) if number > 1 else 0.0
    return chance, max(error, UNSEEN / number)


def told(won: int, number: int) -> Interval:
    return chance_interval(*estimated(won, number))


def by_test(chance: float, number: float) -> Interval:
    """All true chances that the corrected score test does not refuse, found by bisection."""

    def is_refused(true: float) -> bool:
        off = max(abs(chance - true) - 1 / (2 * number), 0.0)
        return off > SURE * sqrt(true * (1 - true) / number)

    def end(refused: float) -> float:
        if not is_refused(refused):
            return refused
        held = chance
        for _ in range(80):
            middle = (refused + held) / 2
            refused, held = (middle, held) if is_refused(middle) else (refused, middle)
        return held

    return Interval(end(1e-15), end(1 - 1e-15))


@pytest.mark.parametrize("number", [1, 2, 3, 7, 20, 64, 1000])
@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_it_is_what_the_corrected_score_test_does_not_refuse(number: int, share: float) -> None:
    chance = round(share * number) / number
    # An error for which as many outcomes as these are the effective number.
    binomial = sqrt(chance * (1 - chance) / number)
    error = binomial if binomial > UNSEEN / number else UNSEEN / number
    assert chance_interval(chance, error) == pytest.approx(by_test(chance, number), abs=1e-9)


@pytest.mark.parametrize("number", [1.0, 1.7, 3.4, 26.5])
@pytest.mark.parametrize("chance", [0.03, 0.3877, 0.5, 0.71])
def test_effective_numbers_need_not_be_whole(number: float, chance: float) -> None:
    error = max(sqrt(chance * (1 - chance) / number), UNSEEN / number)
    assert chance_interval(chance, error) == pytest.approx(by_test(chance, number), abs=1e-9)


def test_published_intervals() -> None:
    """Newcombe 1998, table I, method 4: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    published = {
        (81, 263): (0.2535, 0.3682),
        (15, 148): (0.0598, 0.1644),
        (0, 20): (0.0, 0.2005),
        (1, 29): (0.0018, 0.1963),
    }
    for (won, number), interval in published.items():
        chance = won / number
        error = max(sqrt(chance * (1 - chance) / number), UNSEEN / number)
        if won == 1:  # of so few the rule of three has the larger error: it is the same number
            assert error == UNSEEN / number
        assert chance_interval(chance, error) == pytest.approx(interval, abs=6e-5)


@pytest.mark.parametrize("number", NUMBERS)
def test_it_holds_the_true_chance(number: int) -> None:
    """The exact share of cases, by the binomial distribution, for true chances all along."""
    intervals = [told(won, number) for won in range(number + 1)]
    for true in (step / 500 for step in range(1, 500)):
        holds = sum(
            comb(number, won) * true**won * (1 - true) ** (number - won)
            for won, (low, high) in enumerate(intervals)
            if low <= true <= high
        )
        assert holds >= HOLDS, true


def test_it_holds_the_mean_of_values_between_0_and_1() -> None:
    """Equities of worlds, not counts: few of them, most near 0 or 1, or all alike."""
    random, tries = Random(1), 2000
    for number in (2, 5, 12, 30):
        for a, b in ((0.2, 0.1), (0.5, 0.5), (4.0, 4.0), (1.0, 9.0)):
            held = 0
            for _ in range(tries):
                values = [random.betavariate(a, b) for _ in range(number)]
                mean = sum(values) / number
                error = sqrt(sum((v - mean) ** 2 for v in values) / (number - 1) / number)
                low, high = chance_interval(mean, max(error, UNSEEN / number))
                held += low <= a / (a + b) <= high
            assert held / tries >= HOLDS - 0.01, (number, a, b)


@pytest.mark.parametrize("number", NUMBERS)
def test_it_stays_within_0_and_1_around_the_chance(number: int) -> None:
    for won in range(number + 1):
        low, high = told(won, number)
        assert 0 <= low <= won / number <= high <= 1
        assert told(number - won, number) == pytest.approx((1 - high, 1 - low))


def test_two_deals_that_were_won_promise_no_more_than_a_fifth() -> None:
    """What was told as 100% plus or minus 150."""
    assert estimated(2, 2) == (1.0, 0.75)
    assert told(2, 2) == pytest.approx((0.1979, 1.0), abs=1e-4)
    assert told(0, 2) == pytest.approx((0.0, 0.8021), abs=1e-4)
    assert chance_interval(1.0, 0.75).per_cent == "19.7 to 100.0"


def test_with_many_outcomes_it_is_nearly_that_of_a_mean() -> None:
    for chance in (0.3, 0.5, 0.8):
        low, high = chance_interval(chance, 0.002)
        assert (low, high) == pytest.approx(
            (chance - SURE * 0.002, chance + SURE * 0.002), abs=1e-4
        )


def test_what_is_exact_and_what_is_not_known() -> None:
    assert chance_interval(0.7, 0.0) == (0.7, 0.7)
    assert chance_interval(0.7, nan) == chance_interval(0.7, inf) == (0.0, 1.0)
    assert all(map(isnan, chance_interval(nan, 0.1)))
    assert chance_interval(1.02, 0.01) == chance_interval(1.0, 0.01)
    assert chance_interval(-0.02, 0.01) == chance_interval(0.0, 0.01)


def test_differences_stay_within_what_is_possible() -> None:
    # As if four of four outcomes had been won, from -1 to 1.
    assert difference_interval(1.0, 0.75) == pytest.approx((2 * told(4, 4).low - 1, 1.0))
    assert difference_interval(1.0, 0.75) == pytest.approx((-0.2085, 1.0), abs=1e-4)
    low, high = difference_interval(0.0, 0.75)
    assert low == pytest.approx(-high)
    assert 0.8 < high < 0.85
    assert difference_interval(0.1, 0.01) == pytest.approx((0.0804, 0.1196), abs=2e-4)
    assert difference_interval(0.1, 0.0) == pytest.approx((0.1, 0.1))
    assert difference_interval(0.1, nan) == (-1.0, 1.0)


def test_ends_are_rounded_outwards() -> None:
    assert Interval(0.5191, 0.5869).per_cent == "51.9 to 58.7"
    assert Interval(0.9996, 0.99999).per_cent == "99.9 to 100.0"
    assert Interval(-0.0341, 0.00001).per_cent == "-3.5 to 0.1"
    assert Interval(0.3, 0.3).per_cent == "30.0 to 30.0"
    assert Interval(0.0, 1.0).per_cent == "0.0 to 100.0"


def test_under_twenty_it_is_a_guess() -> None:
    assert [number for number in range(40) if is_guess(number)] == list(range(1, FEW))
    assert FEW == 20

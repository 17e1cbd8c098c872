"""The games with a stock: three players, and two."""

from __future__ import annotations

import re
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, share, truth
from benchmarks.handbook.macdougall.leanings import leaning_hands
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.score_games import games_won
from benchmarks.handbook.macdougall.sold_deals import NOBODY
from benchmarks.handbook.macdougall.stock_three import RULES, hands_played, skill
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from benchmarks.handbook.macdougall.two_handed import (
    GAME,
    Course,
    courses,
    hands_by_policy,
    playoffs_by_policy,
)
from pinochle_solver.equities.table.games import game_chances
from pinochle_solver.table.melds import MELD_VALUES
from pinochle_solver.table.rulebooks import with_options
from pinochle_solver.table.seats import Seat

ABOUT = """\
Three with a stock, four tricks and twelve of playoff, and the game for two. Hands are played by the
learned policy against itself, where it says no other thing."""

_TWO_HANDED_TARGET = 1000
_GAMES, _BLOCKS = 500, 20
_NEAR_END = (450, 300, 300)


# --------------------------------------------------------------------------- three with a stock


def _lengths(scores: NDArray[np.int64], target: int) -> list[float]:
    """How many hands games to a target take, by blocks of the hands."""
    rules = with_options(RULES, target=target)
    found = []
    for block in range(_BLOCKS):
        part = scores[block::_BLOCKS]
        nobody, made = np.full(len(part), NOBODY), np.zeros(len(part), np.bool_)
        found.append(float(games_won(rules, part, nobody, made, _GAMES, block)[1].mean()))
    return found


def _target(measured: Measured) -> Found:
    three = hands_played(measured.hands, measured.seed)
    two = hands_by_policy(GAME, measured.hands, measured.seed).points
    each, each_se = mean_and_error(three.mean(axis=1))
    other, other_se = mean_and_error(two.mean(axis=1))
    short, long = _lengths(three, 500), _lengths(three, 1000)
    usual = _lengths(two, _TWO_HANDED_TARGET)
    (at_500, _), (at_1000, _), (for_two, _) = map(mean_and_error, (short, long, usual))
    text = (
        f"A seat makes {with_half(each, each_se, '.0f')} points a hand, with two players "
        f"{with_half(other, other_se, '.0f')}. A game to 500 takes {at_500:.1f} hands, to 1000 "
        f"{at_1000:.1f}; with two players to 1000 {for_two:.1f}."
    )
    is_right = abs(at_500 - for_two) < abs(at_1000 - for_two)
    return Found(truth(is_right=is_right), text, f"{len(three):,} hands each")


def _unite(measured: Measured) -> Found:
    usual = hands_played(measured.hands, measured.seed)
    united = hands_played(measured.hands, measured.seed, Seat.SOUTH)
    nobody, made = np.full(len(usual), NOBODY), np.zeros(len(usual), np.bool_)
    chances = game_chances(RULES)
    before, after = (
        100 * chances.after(scores + np.array(_NEAR_END), nobody, made)
        for scores in (usual, united)
    )
    gain, se = mean_and_error((after - before)[:, 1:].sum(axis=1))
    points, points_se = mean_and_error((usual - united)[:, 0].astype(np.float64))
    text = (
        f"Two who play together against the third in the playoff take "
        f"{with_half(points, points_se, '+.1f')} points a hand from him. At "
        f"{'/'.join(map(str, _NEAR_END))} this wins the two {with_half(gain, se, '+.1f')} more of "
        f"100 games together."
    )
    return Found(above(gain, se), text, f"{len(usual):,} hands, the leader at the dealer's left")


def _skill(measured: Measured) -> Found:
    rows, found = [], []
    for name, told in (("advice", "the book's maxims"), ("greedy", "the most points at once")):
        deals = skill(measured, name)
        ahead = [deal.ahead for deal in deals]
        found.append(mean_and_error(ahead))
        rows.append(f"{with_half(*found[-1], '+.0f')} over two who play by {told}")
    usual = hands_played(measured.hands, measured.seed).mean()
    text = (
        f"How good a game is has no measure. It has much skill: the learned policy makes "
        f"{', '.join(rows)}, in points a hand; a seat makes {usual:.0f}."
    )
    settings = f"{len(skill(measured, 'advice'))} deals, the policy in each seat in turn"
    return Found(Verdict.UNTESTABLE, text, settings)


# ------------------------------------------------------------------------------------- for two


def _turns(measured: Measured) -> Found:
    hands = hands_by_policy(GAME, measured.hands, measured.seed)
    tricks = hands.leads.shape[1] - 1
    # The seat that leads next has won the trick; after the last one nobody melds.
    won = hands.leads[:, 1:tricks].sum(axis=1)
    six, se = share(int((won >= 6).sum()), len(won))
    melds = [number for course in courses(measured) for number in course.melds]
    many, many_se = share(sum(number >= 6 for number in melds), len(melds))
    text = (
        f"{tricks} tricks are won before the stock is gone, and nobody melds after the last one: "
        f"{tricks - 1} turns at most. The dealer gets six or more in {with_half(six, se)} of 100 "
        f"hands. But players by the maxims lay only {np.mean(melds):.1f} melds a hand; six in "
        f"{with_half(many, many_se)} of 100."
    )
    settings = f"{len(won):,} hands of the policy, {len(melds) // 2} of the maxims"
    return Found(above(50 - many, many_se), text, settings)


def _parts(_: Measured) -> Found:
    values = MELD_VALUES
    whole = values.kings + values.queens + values.royal_marriage + 3 * values.marriage
    text = (
        f"Its parts are worth {whole} together. One by one the last card completes either a "
        f"marriage or queens (kings), so one marriage is lost: {whole - values.marriage}."
    )
    is_right = (whole, whole - values.marriage) == (240, 220)
    return Found(truth(is_right=is_right), text, "the rules for two hands")


def _phases(measured: Measured) -> Found:
    number = measured.hands
    hands = hands_by_policy(GAME, number, measured.seed)
    left = playoffs_by_policy(GAME, number, measured.seed).points
    whole = hands.points.sum(axis=1)
    part, se = mean_and_error(100 * (1 - left / whole))
    melds, _ = mean_and_error(100 * hands.melds.sum(axis=1) / whole)
    text = (
        f"{with_half(part, se)} of 100 points are made before the stock is gone, {melds:.0f} of "
        f"them in melds."
    )
    return Found(above(part, se, 50), text, f"{number:,} hands")


def _ten_lead(_: Measured) -> Found:
    """From the handbook of two hands, whose figures are written by its own command."""
    text = (Path(__file__).parents[3] / "docs" / "HANDBOOK.md").read_text("utf-8")
    row = re.search(r"\| lead its ten \| [^|]+ \| ([+-][\d.]+) ± ([\d.]+) .* \| ([\d,]+) \|", text)
    assert row is not None
    gain, half = float(row[1]), float(row[2])
    found = (
        f"To lead the ten of the longest suit comes to {gain:+.1f} ± {half} points against the "
        f"best other lead ([Handbook](../HANDBOOK.md))."
    )
    return Found(above(gain, half / 1.96), found, f"{row[3]} leads of the engine's hands")


_MELDING = 80
"""A hand that can meld so much as dealt is one for melds."""


def _leanings(measured: Measured) -> Found:
    """What it brings to hold melds, by what a hand could meld as dealt."""
    rows = [
        (melds, float(gain))
        for hand in leaning_hands(measured)
        for melds, gain in zip(hand.melds, hand.gains, strict=True)
    ]
    for_melds = [gain for melds, gain in rows if melds >= _MELDING]
    others = [gain for melds, gain in rows if melds < _MELDING]
    (good, good_se), (poor, poor_se) = map(mean_and_error, (for_melds, others))
    text = (
        f"Who holds cards that may meld for ten points more, against who gives them away for ten "
        f"points less, ends {with_half(good, good_se, '+.0f')} points further ahead with hands "
        f"that could meld {_MELDING} or more as dealt, {with_half(poor, poor_se, '+.0f')} with "
        f"others."
    )
    settings = f"{len(for_melds)} and {len(others)} hands, against the policy"
    return Found(above(good - poor, float(np.hypot(good_se, poor_se))), text, settings)


_RANKS = "789JQKTA"


def _left_in_playoff(measured: Measured) -> Found:
    left = playoffs_by_policy(GAME, measured.hands, measured.seed)
    rows = [
        f"{letter} {left.plain[:, place].mean():.1f}" for place, letter in enumerate(_RANKS[2:], 2)
    ]
    of_these = left.plain[:, [_RANKS.index(letter) for letter in "T9J"]].sum(axis=1)
    mean, se = mean_and_error(of_these.astype(np.float64))
    text = (
        f"Of the 18 plain tens, nines and jacks {with_half(mean, se)} are left; 9 would be by "
        f"chance. Of six plain cards of each rank are left: {', '.join(rows)}. Almost all gone "
        f"would be 4.5 left or fewer."
    )
    return Found(above(4.5 - mean, se), text, f"{len(of_these):,} hands")


def _goulash(measured: Measured) -> Found:
    small, large = (
        hands_by_policy(name, measured.hands, measured.seed) for name in (GAME, "goulash")
    )
    rows = []
    for hands in (small, large):
        melds, se = mean_and_error(hands.melds.mean(axis=1))
        part, _ = mean_and_error(100 * hands.melds.sum(axis=1) / hands.points.sum(axis=1))
        rows.append((melds, se, part))
    (few, few_se, few_part), (many, many_se, many_part) = rows
    text = (
        f"A seat melds {with_half(many, many_se, '.0f')} points a hand with 64 cards, "
        f"{with_half(few, few_se, '.0f')} with 48: {many_part:.0f} and {few_part:.0f} of 100 of "
        f"all points."
    )
    settings = f"{len(small.melds):,} hands each"
    return Found(above(many - few, float(np.hypot(few_se, many_se))), text, settings)


def _luck(measured: Measured) -> Found:
    """How far the deal decides a hand: by pairs of hands with the same deal, seats changed."""
    found = courses(measured)
    policy = hands_by_policy(GAME, measured.hands, measured.seed).points
    lead = (policy[:, 0] - policy[:, 1]).astype(np.float64)
    spread = float(lead.std(ddof=1))
    melds = [course.points[-1][0] - course.points[-1][1] for course in found]
    ends = [course.end[0] - course.end[1] for course in found]
    last = np.array(ends) - np.array(melds)
    part = float(np.corrcoef(melds, ends)[0, 1]) ** 2
    text = (
        f"Between equal players one ends {spread:.0f} points ahead of the other (standard "
        f"deviation). Who is better by {_SKILL:.0f} points a hand, as the engine is than a player "
        f"of simple rules, wins {_wins(_SKILL, spread):.0f} of 100 hands. The last twelve cards "
        f"move the lead by {float(last.std(ddof=1)):.0f} points; {100 * part:.0f} of 100 parts of "
        f"the variance are there before."
    )
    settings = f"{len(lead):,} hands of the policy, {len(found)} of the maxims"
    return Found(above(_SKILL - spread, spread / sqrt(2 * len(lead))), text, settings)


_SKILL = 50.0


def _wins(better: float, spread: float) -> float:
    return 100 * NormalDist().cdf(better / spread)


def _alert(measured: Measured) -> Found:
    """Both need a hundred points: one counts and calls, the other never does."""
    needed = 100
    won = [
        50 * (_won_by_caller(course, 0, needed) + _won_by_caller(course, 1, needed))
        for course in courses(measured)
    ]
    mean, se = mean_and_error(won)
    text = (
        f"At 900 each, of two equal players who call or do not: the one who counts, and calls as "
        f"soon as he has enough, wins {with_half(mean, se)} of 100 games."
    )
    return Found(above(mean, se, 50), text, f"{len(won)} hands by players of the maxims")


def _won_by_caller(course: Course, seat: int, needed: int) -> float:
    """What of the game a seat wins that calls; even shares if it goes on after the hand."""
    reached = course.reaches(seat, needed)
    if reached is not None and course.has_led_and_won(seat, reached):
        return 1.0
    own, other = course.end[seat], course.end[1 - seat]
    if max(own, other) < needed or own == other:
        return 0.5
    return float(own > other)


CLAIMS = (
    Claim("E1", "Three with a stock meld little: play to 500.", "GAME", _target),
    Claim("E2", "Near the end the two with the lower scores unite.", "GAME", _unite),
    Claim("E3", "Three with a stock is a very good game.", "GAME", _skill),
    Claim(
        "N1",
        "At most eleven turns to meld; an average player is lucky to get six.",
        "SURVEY",
        _turns,
    ),
    Claim("N2", "A round house laid in parts scores 220, not 240.", "EXACT", _parts),
    Claim("N3", "Most points are made before the stock is gone.", "SURVEY", _phases),
    Claim(
        "N4",
        "Hold your melds or play freely, by the cards that you are dealt.",
        "GAME",
        _leanings,
    ),
    Claim("N9", "The ten of a plain suit is the best lead.", "LEAD", _ten_lead),
    Claim(
        "N11",
        "In the playoff almost all plain tens, nines and jacks are gone.",
        "SURVEY",
        _left_in_playoff,
    ),
    Claim("N12", "With 64 cards melds come oftener and are bigger.", "SURVEY", _goulash),
    Claim(
        "N13",
        "Luck is small, and the last twelve cards are play with open cards.",
        "SURVEY",
        _luck,
    ),
    Claim("N14", "Calling out favours whoever keeps count.", "GAME", _alert),
)

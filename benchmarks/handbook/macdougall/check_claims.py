"""Check: what openings show, and what its table of checks makes right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import hypot

from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, above, truth
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver import StopFlag
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.bidding import BidSearch
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.auction import has_marriage
from pinochle_solver.table.checks_paid import contract_checks
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.melds import MELD_VALUES, most_meld_points
from pinochle_solver.table.moves import PASS, Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import CheckRules

ABOUT = """\
At check an opening bid tells the partner what the hand has. Here hands that fit an opening are
dealt at random, the other three as well, and played with the cards hidden: is the bid made, if the
opener names trump? What a fair or a strong suit is the book leaves open: here a strong suit has
both aces and a ten or king, a fair one an ace and a ten."""
_CHECK = TABLE_RULEBOOKS["check"]
_DEALER_CALLS = "dealer=south bids=p,p,p"
_FIRST, _SECOND = "dealer=east", "dealer=north bids=p"
_WORLDS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningSettings:
    """Which hands are studied: the opening's name, the worlds and the seed."""

    opening: str
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class Opening:
    """A hand that fits an opening.

    Attributes:
        number: which, from 0.
        made: how likely it makes its bid.
        worth, passing: what the bid and a pass are worth, in checks; a dealer who must bid has no
            pass.
    """

    number: int
    made: float
    worth: float
    passing: float


@dataclass(frozen=True, slots=True)
class Convention:
    """An opening: the bid, the hands for it, who makes it, and the game."""

    bid: int
    fits: Callable[[Hand], bool]
    calls: str = _FIRST
    rules: str = "check"


def suits_of(hand: Hand) -> list[str]:
    """The ranks of each suit."""
    return [hand.ranks_text(suit) for suit in Suit]


def melds_by_trump(hand: Hand) -> list[int]:
    """What a hand melds with each trump."""
    return [most_meld_points(hand, trump, MELD_VALUES) for trump in Suit]


def _strong(ranks: str) -> bool:
    return ranks.count("A") == 2 and ("T" in ranks or "K" in ranks)


def _fair(ranks: str) -> bool:
    return "A" in ranks and "T" in ranks


def _solid(hand: Hand) -> bool:
    """Six strong trumps, another ace, 60 in melds."""
    return has_marriage(hand) and any(
        len(ranks) >= 6 and _strong(ranks) and melds >= 60 and _has_ace_beside(hand, ranks)
        for ranks, melds in zip(suits_of(hand), melds_by_trump(hand), strict=True)
    )


def _has_ace_beside(hand: Hand, ranks: str) -> bool:
    """Whether a hand has an ace besides those of a suit."""
    return "".join(suits_of(hand)).count("A") > ranks.count("A")


def _fair_five(hand: Hand) -> bool:
    return has_marriage(hand) and any(
        len(ranks) == 5 and _fair(ranks) and melds >= 60
        for ranks, melds in zip(suits_of(hand), melds_by_trump(hand), strict=True)
    )


def _weaker(hand: Hand) -> bool:
    """Five cards with a marriage beside a short suit, or two good suits of four and 60."""
    suits = suits_of(hand)
    five = any(len(ranks) == 5 and "K" in ranks and "Q" in ranks for ranks in suits)
    is_uneven = min(map(len, suits)) <= 1
    fours = sum(len(ranks) >= 4 and _fair(ranks) for ranks in suits) >= 2
    return has_marriage(hand) and (
        (five and is_uneven) or (fours and max(melds_by_trump(hand)) >= 60)
    )


def _weak_hundred(hand: Hand) -> bool:
    return (
        has_marriage(hand)
        and max(melds_by_trump(hand)) >= 100
        and max(map(len, suits_of(hand))) <= 4
    )


def _hundred_for_anybody(hand: Hand) -> bool:
    return (
        has_marriage(hand) and min(melds_by_trump(hand)) >= 100 and "A" in "".join(suits_of(hand))
    )


def has_run(hand: Hand) -> bool:
    """Whether a hand has a run in any suit."""
    return any(all(rank in ranks for rank in "ATKQJ") for ranks in suits_of(hand))


def has_aces(hand: Hand) -> bool:
    """Whether a hand has a marriage and all four aces."""
    return has_marriage(hand) and all("A" in ranks for ranks in suits_of(hand))


CONVENTIONS = {
    "six solid trumps, an outside ace and 60": Convention(200, _solid),
    "five fair trumps and 60": Convention(200, _fair_five),
    "a weak suit and 100": Convention(200, _weak_hundred),
    "100 whoever names trump": Convention(210, _hundred_for_anybody),
    "a run": Convention(250, has_run),
    "aces": Convention(260, has_aces),
    "forced, with a marriage": Convention(200, has_marriage, _DEALER_CALLS),
    "forced, without a marriage": Convention(
        200, lambda hand: not has_marriage(hand), _DEALER_CALLS
    ),
    "weaker, in second seat": Convention(200, _weaker, _SECOND),
    "forced at Corners": Convention(190, lambda _: True, _DEALER_CALLS, "corners"),
}
_FORCED = ("forced, with a marriage", "forced, without a marriage")
_MARRIAGES = 0.589
"""So many hands of twelve have a marriage (`card_counts.hands_with`)."""
_TRIES = 1 << 12


def _fitting(convention: Convention, number: int, seed: int) -> Hand:
    """The hand of this number that fits an opening."""
    for each in range(number * _TRIES, (number + 1) * _TRIES):
        for hand in random_deal(each, seed, _CHECK).hands:
            if convention.fits(hand):
                return hand
    raise ValueError("no hand fits")


def open_hand(number: int, settings: OpeningSettings) -> Opening:
    """Study the hand of this number that fits an opening."""
    convention = CONVENTIONS[settings.opening]
    hand = _fitting(convention, number, settings.seed)
    position = TablePosition.parse(
        f"rules={convention.rules} {convention.calls} act=bid turn=south south={hand.text()}"
        " west=+12 north=+12 east=+12"
    )
    search = BidSearch(position, Beliefs(position), settings.seed * 1_000_003 + number)
    search.run(Limits(worlds=settings.worlds), StopFlag())
    calls = {chance.move: chance for chance in search.chances()}
    bid, passing = calls[Call(convention.bid)], calls.get(PASS)
    assert bid.chance is not None
    assert bid.mean is not None
    passed = passing.mean.mean if passing is not None and passing.mean is not None else 0.0
    return Opening(number, bid.chance.mean, bid.mean.mean, passed)


def openings(measured: Measured, opening: str, times: int = 1) -> list[Opening]:
    """Hands that fit an opening, so many times as many as of most."""
    settings = OpeningSettings(opening=opening, worlds=_WORLDS, seed=measured.seed)
    name = "opening-" + opening.replace(" ", "-").replace(",", "")
    return measured.pieces(
        name, open_hand, Opening, settings, max(times * measured.hands // 100, 3)
    )


def _made(*names: str) -> Callable[[Measured], Found]:
    """How often openings are made: said to be safe, so three times in four at least."""

    def find(measured: Measured) -> Found:
        rows, verdicts, number = [], [], 0
        for name in names:
            found = openings(measured, name)
            mean, se = mean_and_error([100 * each.made for each in found])
            rows.append(f"{name}: {CONVENTIONS[name].bid} {with_half(mean, se)}")
            verdicts.append(above(mean, se, 75))
            number = len(found)
        verdict = verdicts[0] if len(set(verdicts)) == 1 else Verdict.CLOSE
        return Found(
            verdict,
            f"Made in 100: {'; '.join(rows)}.",
            f"{number} hands each, {_WORLDS} deals each; right from 75 on",
        )

    return find


def _dealers(measured: Measured) -> tuple[tuple[float, float], tuple[float, float], Found]:
    """How often a dealer makes a forced 200, what that is worth, and a draft of what is found."""
    rows, made, worth, number = [], [], [], 0
    for name, part in zip(_FORCED, (_MARRIAGES, 1 - _MARRIAGES), strict=True):
        found = openings(measured, name)
        chance = mean_and_error([100 * each.made for each in found])
        checks = mean_and_error([each.worth for each in found])
        rows.append(f"{name} made {with_half(*chance)} in 100, {with_half(*checks, '+.1f')} checks")
        made.append((part * chance[0], part * chance[1]))
        worth.append((part * checks[0], part * checks[1]))
        number = len(found)
    text = f"A dealer after three passes plays for 200: {'; '.join(rows)}."
    draft = Found(Verdict.CLOSE, text, f"{number} hands each, {_WORLDS} deals each")
    return _sum(made), _sum(worth), draft


def _sum(parts: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(mean for mean, _ in parts), hypot(*(se for _, se in parts))


def _mostly_set(measured: Measured) -> Found:
    (made, se), _, draft = _dealers(measured)
    return replace(draft, verdict=above(50 - made, se))


def _costs(measured: Measured) -> Found:
    _, (worth, se), draft = _dealers(measured)
    return replace(draft, verdict=above(-worth, se))


def _run_or_pass(measured: Measured) -> Found:
    found = openings(measured, "a run")
    gain, se = mean_and_error([each.worth - each.passing for each in found])
    text = f"To play it for 250 is worth {with_half(gain, se, '+.1f')} checks more than a pass."
    return Found(above(gain, se), text, f"{len(found)} hands, {_WORLDS} deals each")


def _checks(name: str) -> CheckRules:
    checks = TABLE_RULEBOOKS[name].checks
    assert checks is not None
    return checks


def _against_game(_: Measured) -> Found:
    rules = _checks("check")
    made = contract_checks(rules, 400)
    text = f"400 made brings {made} checks, the game {rules.game}; 400 set costs {2 * made}."
    return Found(truth(is_right=made > rules.game), text, "the table of checks")


def _original(_: Measured) -> Found:
    rows, needed = [], []
    for name in ("check-original", "check"):
        low, high = (contract_checks(_checks(name), bid) for bid in (400, 450))
        needed.append((low + 2 * high) / (3 * high))
        rows.append(f"{name} {low} to {high}, from {100 * needed[-1]:.0f} in 100 on")
    text = f"To go on from a sure 400 to 450: {'; '.join(rows)}. Today's table favours it a little."
    return Found(truth(is_right=needed[1] < needed[0]), text, "the table of checks")


CLAIMS = (
    Claim(
        "C1",
        "An opening of 200 makes it with little help.",
        "HAND",
        _made(
            "six solid trumps, an outside ace and 60",
            "five fair trumps and 60",
            "a weak suit and 100",
        ),
    ),
    Claim(
        "C4",
        "So does 210, on 100 in melds that count with any trump.",
        "HAND",
        _made("100 whoever names trump"),
    ),
    Claim(
        "C5",
        "Higher openings make what they say: 250 on a run, 260 on aces.",
        "HAND",
        _made("a run", "aces"),
    ),
    Claim(
        "C10",
        "When they deal and may be forced to 200, it is often right to pass and see them set.",
        "HAND",
        _mostly_set,
    ),
    Claim("C15", "To be forced to 200 as dealer costs something.", "HAND", _costs),
    Claim("C12", "A run is seldom passed.", "HAND", _run_or_pass),
    Claim(
        "C13",
        "The 15 checks for a contract of 400 outweigh the 10 for the game.",
        "EXACT",
        _against_game,
    ),
    Claim(
        "C16",
        "The two tables of checks make it right to go on at different chances.",
        "EXACT",
        _original,
    ),
)

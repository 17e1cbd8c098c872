"""His four kinds of bid, and how often each is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, near, share, truth
from benchmarks.handbook.macdougall.four_bids import KINDS, LOWEST, SAID
from benchmarks.handbook.macdougall.measured_hands import DealtHand, OpenedHand
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.specimens import (
    MELDS,
    SAMPLES,
    THREE_TRUMPS,
    TWELVE,
    Specimen,
    specimens,
)
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.rules.cards import Suit

ABOUT = """\
A *safe* bid is the foot of the bracket that his safe value reaches, a *normal* bid that of the
normal value; a *risk* bid is one bracket of 50 points above it, a *wild* bid two. He tried his bids
with all cards on the table: then the opponents see them, too. *Hidden* is what a player at the
table meets."""
WAYS = ("open", "half open", "hidden")
_WITHIN = 5
"""So many in a hundred off his figure are right."""
FIGURE = "claims-bids.svg"
AFTER = f"""\
![how often each kind of bid is made](../images/{FIGURE})

The line is where a bid is made as often as he says."""


@dataclass(frozen=True, slots=True)
class Made:
    """How often bids of one kind are made.

    Attributes:
        kind: of `KINDS`.
        said: what he says, in a hundred.
        way: of `WAYS`.
        part, error: what was found, in a hundred, and its standard error.
    """

    kind: str
    said: float
    way: str
    part: float
    error: float


def made(dealt: Sequence[DealtHand], opened: Sequence[OpenedHand]) -> Iterator[Made]:
    """How often each kind of bid is made in each way, of those that may be bid.

    Args:
        dealt: hands.
        opened: a deal face up of the first of them.
    """
    for place, (kind, said) in enumerate(zip(KINDS, SAID, strict=True)):
        bid = [hand.bids[place] for hand in dealt]
        for way, totals in (
            ("open", [hand.open for hand in opened]),
            ("half open", [hand.half_open for hand in opened]),
        ):
            pairs = [(total, limit) for total, limit in zip(totals, bid, strict=False)]
            chosen = [total >= limit for total, limit in pairs if limit >= LOWEST]
            yield Made(kind, 100 * said, way, *share(sum(chosen), len(chosen)))
        parts = [100 * hand.made[place] for hand in dealt if hand.bids[place] >= LOWEST]
        yield Made(kind, 100 * said, "hidden", *mean_and_error(parts))


def _in_general(measured: Measured) -> Found:
    dealt = measured.biddable()
    found = list(made(dealt, measured.opened()))
    rows = [
        f"{kind} (he says {said:.0f}): "
        + ", ".join(
            f"{each.way} {with_half(each.part, each.error)}" for each in found if each.kind == kind
        )
        for kind, said in zip(KINDS, (100 * each for each in SAID), strict=True)
    ]
    verdicts = [
        near(each.part, each.error, each.said, within=_WITHIN)
        for each in found
        if each.way == "open"
    ]
    verdict = Verdict.REFUTED if Verdict.REFUTED in verdicts else max(verdicts, key=_doubt)
    settings = (
        f"{len(dealt):,} hands that he values at {LOWEST} or more: hidden 64 deals each; face up "
        f"one deal of each of {len(measured.opened()):,}"
    )
    return Found(verdict, f"Made in 100: {'; '.join(rows)}.", settings)


def _doubt(verdict: Verdict) -> int:
    return verdict is Verdict.CLOSE


def _shares(found: Specimen, contract: int, trump: Suit | None = None) -> str:
    hidden = found.hidden(trump)
    parts = [share(sum(each >= contract for each in hidden), len(hidden))]
    if trump is None:
        parts += [
            share(sum(each >= contract for each in totals), len(totals))
            for totals in (found.open, found.half_open)
        ]
    names = ("hidden", "open", "half open")
    return ", ".join(
        f"{name} {with_half(*part, '.0f')}" for name, part in zip(names, parts, strict=False)
    )


def _hidden_part(found: Specimen, contract: int) -> tuple[float, float]:
    return share(sum(each >= contract for each in found.hidden()), len(found.named))


def _settings(found: Specimen) -> str:
    return f"{len(found.named):,} deals hidden, {len(found.open)} face up"


def _example(contract: int, said: float) -> Callable[[Measured], Found]:
    """How often the example makes a contract, in all readings together.

    The verdict is that of cards hidden, unless his own test, face up, says the reverse.
    """

    def find(measured: Measured) -> Found:
        each = [specimens(measured)[hand] for hand in SAMPLES]
        text = "; ".join(
            f"`{hand}` {_shares(one, contract)}" for hand, one in zip(SAMPLES, each, strict=True)
        )
        hidden = [total >= contract for one in each for total in one.hidden()]
        opened = [total >= contract for one in each for total in one.open]
        verdicts = [
            near(*share(sum(found), len(found)), said, within=10) for found in (hidden, opened)
        ]
        is_clear = set(verdicts) != {Verdict.CONFIRMED, Verdict.REFUTED}
        verdict = verdicts[0] if is_clear else Verdict.CLOSE
        return Found(verdict, f"Made in 100: {text}.", _settings(each[0]))

    return find


def _play_of_example(measured: Measured) -> Found:
    each = specimens(measured)[SAMPLES[0]]
    points = [total - melds for total, melds in zip(each.hidden(), each.melds, strict=True)]
    mean, se = mean_and_error(points)
    below, below_se = share(sum(point < 90 for point in points), len(points))
    text = (
        f"It makes {with_half(mean, se)} points in play, burial included, and less than 90 in "
        f"{with_half(below, below_se)} of 100 deals. His 90 leave out its long suits, for which he "
        f"adds 60."
    )
    return Found(near(mean, se, 90, within=15), text, _settings(each))


def _twelve(measured: Measured) -> Found:
    each = [specimens(measured)[hand] for hand in TWELVE]
    rows = "; ".join(
        f"`{hand}` 500 {_shares(one, 500)}, 540 {_shares(one, 540)}"
        for hand, one in zip(TWELVE, each, strict=True)
    )
    failed = sum(total < 500 for one in each for total in (*one.hidden(), *one.open))
    often = _hidden_part(each[0], 540)
    text = f"Made in 100: {rows}. 500 failed in {failed} of all these deals."
    is_right = not failed and often[0] > 50
    return Found(truth(is_right=is_right), text, _settings(each[0]))


def _oftener(measured: Measured) -> Found:
    clubs, spades = (specimens(measured)[hand] for hand in TWELVE)
    parts = [_hidden_part(one, 540) for one in (clubs, spades)]
    gain, se = parts[1][0] - parts[0][0], float(np.hypot(parts[0][1], parts[1][1]))
    text = f"540 is made {with_half(gain, se, '+.1f')} in 100 oftener in spades, cards hidden."
    verdict = near(gain, se, 0, within=0) if abs(gain) <= 2 * se else truth(is_right=gain > 0)
    return Found(verdict, text, _settings(clubs))


def _all_marriages(measured: Measured) -> Found:
    hearts, diamonds = (specimens(measured)[hand] for hand in MELDS)
    text = (
        f"Made in 100: 550 in hearts {_shares(hearts, 550)}; 600 in diamonds "
        f"{_shares(diamonds, 600)}."
    )
    verdicts = [
        near(*_hidden_part(one, contract), 90, within=10)
        for one, contract in ((hearts, 550), (diamonds, 600))
    ]
    verdict = verdicts[0] if verdicts[0] is verdicts[1] else Verdict.CLOSE
    return Found(verdict, text, _settings(hearts))


def _its_play(measured: Measured) -> Found:
    hearts = specimens(measured)[MELDS[0]]
    points = [total - melds for total, melds in zip(hearts.hidden(), hearts.melds, strict=True)]
    mean, se = mean_and_error(points)
    text = (
        f"It makes {with_half(mean, se)} points in play, {min(points)} at least in "
        f"{len(points):,} deals with the cards hidden."
    )
    return Found(near(mean, se, 100, within=15), text, _settings(hearts))


def _by_trump(measured: Measured) -> Found:
    each = specimens(measured)[THREE_TRUMPS]
    bids = ((Suit.SPADES, 300), (Suit.HEARTS, 250), (Suit.DIAMONDS, 450))
    found = [
        (suit, bid, share(sum(total >= bid for total in each.hidden(suit)), len(each.named)))
        for suit, bid in bids
    ]
    means = ", ".join(f"{suit.name.lower()} {np.mean(each.hidden(suit)):.0f}" for suit, _ in bids)
    text = ", ".join(
        f"{bid} in {suit.name.lower()} {with_half(*part)}" for suit, bid, part in found
    )
    verdicts = [near(*part, 90, within=10) for _, _, part in found]
    verdict = Verdict.REFUTED if Verdict.REFUTED in verdicts else verdicts[0]
    return Found(
        verdict,
        f"Made in 100, cards hidden: {text}. The means are {means}.",
        f"{len(each.named):,} deals hidden",
    )


def draw(measured: Measured, folder: Path) -> None:
    """Draw what he says of the four bids beside how often they are made."""
    from benchmarks.handbook.macdougall.bid_figures import draw_reliability

    found = list(made(measured.biddable(), measured.opened()))
    draw_reliability(found, folder / FIGURE)


CLAIMS = (
    Claim("V4", "The example makes its safe 300 nine times in ten.", "HAND", _example(300, 90)),
    Claim("V5", "Its normal 350 more than 65 times in 100.", "HAND", _example(350, 65)),
    Claim("V6", "A risk of 400 less than 35 times in 100.", "HAND", _example(400, 35)),
    Claim("V7", "A wild 450 only ten times in 100.", "HAND", _example(450, 10)),
    Claim(
        "V8",
        "In general a safe bid is made 90 times in 100, a normal one 65, a risk 35, a wild one 10.",
        "HAND, HAND-b",
        _in_general,
    ),
    Claim(
        "V11",
        "Twelve trumps with three cards of no worth: 500 is certain, 540 made more often than not.",
        "HAND",
        _twelve,
    ),
    Claim("V12", "In spades or diamonds even oftener.", "HAND", _oftener),
    Claim(
        "V13",
        "All marriages and a run make their safe bid nine times in ten: 550 in hearts, 600 in "
        "diamonds.",
        "HAND",
        _all_marriages,
    ),
    Claim(
        "V14",
        "That hand makes 100 points in play on average, at worst less than 70.",
        "HAND",
        _its_play,
    ),
    Claim(
        "V20",
        "The 90 for the cards of the example are a fair average; quite often it makes less.",
        "HAND",
        _play_of_example,
    ),
    Claim(
        "V24",
        "One hand is a safe 300 in spades, 250 in hearts, 450 in diamonds.",
        "HAND",
        _by_trump,
    ),
)

"""Find when to double: thresholds on the chance to win, window by window.

    python benchmarks/learning/learn_doubling.py macdougall [--hands 300000] [--seen-in 12]

The learned policy plays hands against itself. First it is found how far hands end from what their
leads are valued at. Then at every window both seats' chances are told by what each sees
(``_core/stock/windows.pxd``), and thresholds are found backwards from the last window, where every
card is known, what comes later being paid by those that were found for it. What they are worth is
told by other hands: stakes a hand won from a seat that never doubles, and from one that doubles at
60% and refuses below 25%. They are written to ``solver/pinochle_solver/stock/doublings``.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.measurements import echo_head, echo_table, processes_option
from benchmarks.common.resumable import process_pool
from benchmarks.common.starting import run
from benchmarks.learning.equity_hands import courses_of_policy, hands_of_policy, playoffs_told
from pinochle_solver import RULEBOOKS, Doubles, Rulebook, __version__
from pinochle_solver.rules.doubles import Doubler, has_window_after
from pinochle_solver.stock.doubling_policy import (
    KNOTS,
    RIGHTS,
    Courses,
    DoublingPolicy,
    Paid,
    Thresholds,
    Window,
    before_window,
)

WRITTEN = Path(__file__).parents[2] / "solver" / "pinochle_solver" / "stock" / "doublings"
NAMES = tuple(name for name, book in RULEBOOKS.items() if book.game.doubles)
_BINS = 50
_ROUNDS = 2_000
_TREMBLE = 0.01
"""What never happens is taken to happen so often, so that every answer to it has a worth."""
_SMOOTHING = 20.0
_RARELY = 0.005
"""What is so seldom the case decides nothing."""
_REFUSE, _ACCEPT, _REDOUBLE = range(3)
_NEVER = Thresholds((2.0, 2.0), (2.0, 2.0), 0.25, 2.0, 0.25)
_SIMPLE = Thresholds((0.6, 0.6), (2.0, 2.0), 0.25, 2.0, 0.25)
_SCALING_HANDS = 40_000
_PARTS = 4
"""Of the hands, each with a seed of its own; one half is learned from, the other gives values."""

Floats = NDArray[np.float64]


def scales_of(rules: Rulebook, seed: int, *, solve: bool) -> Floats:
    """How far hands end from what leads are valued at: deviations by the tricks before them."""
    hands = hands_of_policy(rules, seed, _SCALING_HANDS, solve_playoffs=solve)
    final = hands.points[:, 0] - hands.points[:, 1]
    told = hands.ahead[:, :-1].astype(np.float64) + hands.values
    deviations: Floats = np.sqrt(((final[:, None] - told) ** 2).mean(axis=0))
    return deviations


def learnt_window(courses: Courses, trick: int, paid: Paid) -> Thresholds:
    """The thresholds of a window, `paid` being what hands pay from behind it on.

    Both seats have seen different cards: a double tells the loser something, and a seat that only
    ever doubled with the better hand would be refused. The mixed strategies, by bins of what either
    thinks of its chance, are found by fictitious play (Brown 1951); the thresholds are those that
    agree with them most.
    """
    table = _Table.of(Window.of(courses, trick, paid))
    doubles = np.full((len(RIGHTS), _BINS), 0.5)
    answers = np.full((3, _BINS), 1 / 3)
    accepts = np.full(_BINS, 0.5)
    for step in range(1, _ROUNDS + 1):
        best_doubles = table.best_doubles(answers, accepts)
        best_accepts = table.best_accepts(answers[_REDOUBLE])
        best_answers = table.best_answers(doubles, accepts)
        pace = 1 / (step + 1)
        doubles += pace * (best_doubles - doubles)
        accepts += pace * (best_accepts - accepts)
        answers += pace * (best_answers - answers)
    return table.thresholds(doubles, answers, accepts)


@dataclass(frozen=True, eq=False)
class _Table:
    """A window by what both seats think: sums over hands, bins of the winner's chance down.

    What is paid is paid to the winner of the trick, in the stake before a double.

    Attributes:
        hands: how many.
        goes_on: (rights, bins, bins): without a double,
        accepted: with one that is accepted,
        redoubled: and with a redouble that is.
    """

    hands: Floats
    goes_on: Floats
    accepted: Floats
    redoubled: Floats

    @classmethod
    def of(cls, window: Window) -> _Table:
        rows, columns = (
            np.minimum((chances * _BINS).astype(np.int64), _BINS - 1)
            for chances in (window.winner_chance, window.loser_chance)
        )
        places = rows * _BINS + columns

        def sums(values: Floats) -> Floats:
            found = np.bincount(places, values, minlength=_BINS**2).astype(np.float64)
            return found.reshape(_BINS, _BINS)

        return cls(
            sums(np.ones(len(places))),
            np.stack([sums(window.goes_on[right]) for right in range(len(RIGHTS))]),
            sums(2 * window.goes_on[2]),
            sums(4 * window.goes_on[1]),
        )

    def _redoubles_pay(self, accepts: Floats) -> Floats:
        return accepts[:, None] * self.redoubled - 2 * (1 - accepts[:, None]) * self.hands

    def best_doubles(self, answers: Floats, accepts: Floats) -> Floats:
        """Whether the winner doubles, by right and bin."""
        pays = (
            answers[_REFUSE] * self.hands
            + answers[_ACCEPT] * self.accepted
            + answers[_REDOUBLE] * self._redoubles_pay(accepts)
        )
        return np.asarray(pays.sum(axis=1) > self.goes_on.sum(axis=2), np.float64)

    def best_accepts(self, redoubles: Floats) -> Floats:
        """Whether the winner accepts a redouble, by bin."""
        more = (redoubles + _TREMBLE) * (self.redoubled + 2 * self.hands)
        return np.asarray(more.sum(axis=1) > 0, np.float64)

    def best_answers(self, doubles: Floats, accepts: Floats) -> Floats:
        """Whether the loser refuses, accepts or redoubles, by bin."""
        often = (doubles.mean(axis=0) + _TREMBLE)[:, None]
        pays = np.stack(
            [
                (often * each).sum(axis=0)
                for each in (self.hands, self.accepted, self._redoubles_pay(accepts))
            ]
        )
        return np.asarray(np.arange(3)[:, None] == pays.argmin(axis=0), np.float64)

    def thresholds(self, doubles: Floats, answers: Floats, accepts: Floats) -> Thresholds:
        """Those that agree most often with strategies."""
        winners, losers = self.hands.sum(axis=1), self.hands.sum(axis=0)
        offer, too_good = [], []
        for often in doubles:
            behind = _after(winners * (often - 0.5))
            stretch = behind[:, None] - behind[None, :]
            stretch[np.tril_indices(_BINS + 1, -1)] = -np.inf
            # Few hands are so good that it is told by them from where on one is too good.
            stretch[:, :-1] -= _RARELY * winners.sum()
            low, high = np.unravel_index(int(np.argmax(stretch)), stretch.shape)
            offer.append(_share(int(low)) if low < high else 2.0)
            too_good.append(_share(int(high)) if low < high else 2.0)
        refuses, takes, redoubles = answers * losers
        agree = _after(takes - refuses)[:, None] + _after(redoubles - takes)[None, :]
        agree[np.tril_indices(_BINS + 1, -1)] = -np.inf
        accept, redouble = np.unravel_index(int(np.argmax(agree)), agree.shape)
        takes_it = _after(winners * (accepts - 0.5))
        return Thresholds(
            (offer[0], offer[1]),
            (too_good[0], too_good[1]),
            _share(int(accept)),
            _share(int(redouble)),
            _share(int(np.argmax(takes_it))),
        )


def _after(sums: Floats) -> Floats:
    """The sums from each place to the end, and nothing behind it."""
    return np.append(np.cumsum(sums[::-1])[::-1], 0.0)


def _share(place: int) -> float:
    return place / _BINS if place < _BINS else 2.0


def learnt_policy(
    courses: Courses, rules: Rulebook, doubles: Doubles, scales: Floats
) -> DoublingPolicy:
    """The thresholds of all windows but the last, found from there backwards."""
    windows: dict[int, Thresholds] = {}
    worths: dict[int, tuple[tuple[float, ...], ...]] = {}
    policy = DoublingPolicy(tuple(round(float(scale), 1) for scale in scales), windows, worths)
    paid = Paid(np.stack([courses.outcome] * 3))
    for trick in range(rules.deck.stock_tricks - 1, 0, -1):
        if has_window_after(doubles, trick, rules):
            windows[trick] = learnt_window(courses, trick, paid)
            paid = before_window(courses, windows[trick], trick, paid)
        worths[trick] = worths_at(courses, trick, paid)
    return policy


def worths_at(courses: Courses, trick: int, paid: Paid) -> tuple[tuple[float, ...], ...]:
    """What hands pay who leads after a trick, by his chance: straight lines from knot to knot.

    Those that fit best, a little smoothed where few hands are.
    """
    leaders = courses.leaders[:, trick]
    south = courses.chances[:, trick, 2].astype(np.float64)
    chances = np.where(leaders == 0, south, 1 - south)
    knots = np.array(KNOTS)
    place = np.minimum((chances * (len(knots) - 1)).astype(np.int64), len(knots) - 2)
    share = chances * (len(knots) - 1) - place
    square = np.zeros((len(knots), len(knots)))
    for i, more in ((0, 1 - share), (1, share)):
        for j, other in ((0, 1 - share), (1, share)):
            np.add.at(square, (place + i, place + j), more * other)
    bends = np.diff(np.eye(len(knots)), 2, axis=0)
    square += _SMOOTHING * bends.T @ bends
    found = []
    own = np.where(leaders == 0, 1.0, -1.0)
    for values in (paid.of(Doubler.BOTH), paid.own(leaders), paid.own(1 - leaders)):
        sums = np.bincount(place, (1 - share) * own * values, minlength=len(knots))
        sums = sums + np.bincount(place + 1, share * own * values, minlength=len(knots))
        found.append(_rising([float(each) for each in np.linalg.solve(square, sums)]))
    return tuple(found)


def _rising(values: list[float]) -> tuple[float, ...]:
    """The nearest numbers that never fall (pool adjacent violators): a better hand pays more."""
    pools: list[list[float]] = []
    for value in values:
        pools.append([value])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    return tuple(round(fmean(pool), 3) for pool in pools for _ in pool)


def won_from(
    courses: Courses,
    rules: Rulebook,
    doubles: Doubles,
    policies: tuple[DoublingPolicy, DoublingPolicy],
) -> tuple[float, float]:
    """Stakes a hand that the first policy wins from the second, and the standard error.

    Each hand is doubled twice, either of them sitting south.
    """
    mean = np.zeros(len(courses.outcome))
    for south, north in ((0, 1), (1, 0)):
        paid = np.stack([courses.outcome] * 3)
        for trick in range(rules.deck.stock_tricks - 1, 0, -1):
            if not has_window_after(doubles, trick, rules):
                continue
            winners = courses.leaders[:, trick]
            by_south = _mixed(courses, trick, paid, policies[south], policies[north])
            by_north = _mixed(courses, trick, paid, policies[north], policies[south])
            paid = np.where(winners == 0, by_south, by_north)
        mean += paid[Doubler.BOTH] * (0.5 if south == 0 else -0.5)
    return float(mean.mean()), float(mean.std() / len(mean) ** 0.5)


def _mixed(
    courses: Courses, trick: int, paid: Floats, winner: DoublingPolicy, loser: DoublingPolicy
) -> Floats:
    """What is paid before a window whose seats go by policies of their own."""
    mixed = replace(
        winner.windows[trick],
        accept=loser.windows[trick].accept,
        redouble=loser.windows[trick].redouble,
    )
    return before_window(courses, mixed, trick, Paid(paid)).by_right


def as_json(policies: Mapping[Doubles, DoublingPolicy]) -> str:
    """The file of a rulebook."""
    scales = next(iter(policies.values())).scales
    data: dict[str, Any] = {"scales": scales}
    for doubles, policy in policies.items():
        data[doubles.text()] = {
            str(trick): {
                "offer": each.offer,
                "too_good": each.too_good,
                "accept": each.accept,
                "redouble": each.redouble,
                "accept_redouble": each.accept_redouble,
            }
            for trick, each in sorted(policy.windows.items())
        }
        data[f"{doubles.text()} worths"] = {
            str(trick): each for trick, each in sorted(policy.worths.items())
        }
    return _compact(json.dumps(data, indent=1)) + "\n"


def _compact(text: str) -> str:
    """JSON with every list of numbers on a line of its own."""
    return re.sub(r"\[[^\[\]]*\]", lambda match: re.sub(r"\s+", " ", match[0]), text)


def _echo_thresholds(policy: DoublingPolicy) -> None:
    def text(share: float) -> str:
        return f"{share:.0%}" if share <= 1 else "never"

    heads = (
        "double",
        "too good",
        "double, own right",
        "too good",
        "accept",
        "redouble",
        "accept it",
    )
    echo_table(
        "after trick",
        heads,
        (
            (
                str(trick),
                text(each.offer[0]),
                text(each.too_good[0]),
                text(each.offer[1]),
                text(each.too_good[1]),
                text(each.accept),
                text(each.redouble),
                text(each.accept_redouble),
            )
            for trick, each in sorted(policy.windows.items())
        ),
    )


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("name", metavar="RULEBOOK", type=click.Choice(NAMES))
@click.option("--hands", default=300_000, show_default=True, type=click.IntRange(1000))
@click.option("--seen-in", default=12, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=5, show_default=True)
@click.option("--estimate", is_flag=True, help="Estimate the policy's playoffs, not solve them.")
@processes_option
def main(name: str, hands: int, seen_in: int, seed: int, estimate: bool, processes: int) -> None:
    """Play, find, write and tell, as the head of this file says."""
    rules, solve = RULEBOOKS[name], not estimate
    with process_pool(processes) as pool:
        scales = pool.apply(scales_of, (rules, seed), {"solve": solve})
        play = partial(
            courses_of_policy, rules, scales=scales, seen_in=seen_in, solve_playoffs=solve
        )
        parts = pool.starmap(play, zip(*parts_of(seed, hands), strict=True))
    learning, fresh = _joined(parts[: _PARTS // 2]), _joined(parts[_PARTS // 2 :])
    header = {
        "measured": "doubling",
        "version": __version__,
        "rules": name,
        "seed": seed,
        "seen_in": seen_in,
        "playoffs": playoffs_told(estimate),
    }
    echo_head(header, f"{hands} hands of the policy", finished=True)
    policies = {}
    for doubles in rules.game.doubles:
        policy = policies[doubles] = learnt_policy(learning, rules, doubles, scales)
        click.echo(f"\ndoubles={doubles.text()}")
        _echo_thresholds(policy)
        for told, other in (("never doubles", _NEVER), ("doubles at 60%", _SIMPLE)):
            their = DoublingPolicy(policy.scales, dict.fromkeys(policy.windows, other))
            mean, se = won_from(fresh, rules, doubles, (policy, their))
            click.echo(f"\nwon from one that {told}: {mean:+.4f} ± {se:.4f} stakes a hand")
    WRITTEN.mkdir(exist_ok=True)
    (WRITTEN / f"{name}.json").write_text(as_json(policies), encoding="utf-8")


def parts_of(seed: int, hands: int) -> tuple[list[int], list[int]]:
    """Seeds and numbers of hands, the same however many processes play them."""
    numbers = [(hands + part) // _PARTS for part in range(_PARTS)]
    return [seed + 1 + part for part in range(_PARTS)], numbers


def _joined(parts: list[Courses]) -> Courses:
    return Courses(
        np.concatenate([part.leaders for part in parts]),
        np.concatenate([part.chances for part in parts]),
        np.concatenate([part.outcome for part in parts]),
    )


if __name__ == "__main__":
    run(main)

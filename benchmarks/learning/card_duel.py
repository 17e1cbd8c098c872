r"""How many points a hand the policy for the cards of three and four wins from another one.

    python benchmarks/learning/card_duel.py [FAMILY ...] [--deals 20000] [--seed 1] [--json]

The deals are those of ``card_deals.py``, after the bidding. Each is played by the other policy at
all seats, then by the policy that is measured at the bidder's side, then at the other side. Where
nobody bids, each seat, or each side, plays by it in turn. What a side wins more by it is its gain.
Prints the mean by who plays, with its standard error, points a hand, against the policy written by
hand and against the greedy one (``card_policies.py``).
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.measurements import json_option
from benchmarks.common.starting import run
from benchmarks.learning.card_deals import FAMILIES, Deals, deals_of
from benchmarks.learning.card_policies import by_hand, greedy
from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands.playouts import CardPlayouts
from pinochle_solver._core.hidden_hands.policy import SIDES
from pinochle_solver.hidden_hands.policies import learnt

Weights = NDArray[np.int16]
OTHERS: dict[str, Callable[[], Weights]] = {"by-hand": by_hand, "greedy": greedy}
# A seed from which nothing is learnt.
DUELS = 1_000_000


@dataclass(frozen=True)
class Gain:
    """What a policy wins more than another one.

    Attributes:
        rules: the rulebook.
        who: ``bidder``, ``rest`` or ``each``.
        points: the mean of a hand.
        error: its standard error.
    """

    rules: str
    who: str
    points: float
    error: float


def gains(family: str, policy: Weights, other: Weights, deals: int, seed: int) -> Iterator[Gain]:
    """What a policy gains on another one in the games of a family."""
    more: dict[tuple[str, str], list[NDArray[np.float64]]] = {}
    for dealt in deals_of(family, deals, DUELS + seed):
        for who, gained in _gained(dealt, policy.reshape(SIDES, -1), other.reshape(SIDES, -1)):
            more.setdefault((dealt.known.rules.name, who), []).append(gained)
    for (rules, who), parts in more.items():
        gained = np.concatenate(parts)
        error = gained.std(ddof=1) / len(gained) ** 0.5
        yield Gain(rules, who, float(gained.mean()), float(error))


def _gained(
    dealt: Deals, mine: Weights, theirs: Weights
) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Who plays by the policy, and what that gains in each deal."""
    units = np.array(dealt.known.units())
    before = points_of(dealt, theirs[0], theirs[1])
    if dealt.known.bidder is not None:
        for who, unit, pair in (
            ("bidder", 0, (mine[0], theirs[1])),
            ("rest", 1, (theirs[0], mine[1])),
        ):
            yield who, (points_of(dealt, *pair) - before)[:, units == unit].sum(axis=1)
    else:
        more = []
        for unit in set(units.tolist()):
            after = points_of(dealt, theirs[0], mine[0], tuple((units == unit).tolist()))
            more.append((after - before)[:, units == unit].sum(axis=1))
        yield "each", np.mean(more, axis=0)


def points_of(
    dealt: Deals, first: Weights, second: Weights, plays_by: tuple[int, ...] | None = None
) -> NDArray[np.int64]:
    """(deals, seats): card points by seat.

    Args:
        dealt: the deals.
        first: weights of one side.
        second: the same.
        plays_by: by which of them each seat plays; the side that bid by the first if None.
    """
    known = replace(dealt.known, plays_by=plays_by)
    results = np.zeros((*dealt.worlds.shape[:2], 2), np.int16)
    playouts = CardPlayouts(known.pack(), np.concatenate([first, second]))
    playouts.play_out(dealt.worlds, results, StopFlag(), dealt.shown)
    return results[:, :, 0].astype(np.int64)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("families", nargs=-1, type=click.Choice(list(FAMILIES)))
@click.option("--deals", default=20_000, show_default=True, type=click.IntRange(2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@json_option
def main(families: tuple[str, ...], deals: int, seed: int, as_json: bool) -> None:
    for family in families or tuple(FAMILIES):
        for against, other in OTHERS.items():
            for gain in gains(family, learnt(family), other(), deals, seed):
                if as_json:
                    click.echo(json.dumps({"against": against, **gain.__dict__}))
                else:
                    text = f"{gain.points:+.2f} ± {gain.error:.2f}"
                    click.echo(f"{gain.rules:20} {gain.who:7} against {against:8} {text}")


if __name__ == "__main__":
    run(main)

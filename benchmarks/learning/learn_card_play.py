r"""Learn the policies for the cards of three and four by playing.

    python benchmarks/learning/learn_card_play.py [FAMILY ...] [--rounds 10] [--deals 40000] \
        [--rate 1.0] [--temperature 5.0] [--seed 1] [--start by-hand|kept] [--save FOLDER]

Deals after the bidding (``card_deals.py``) are played by the policy, some cards at random. At one
decision of each, every card is played out, and the weights are changed so that cards which won more
score higher (``ext/pinochle_solver/_core/hidden_hands/learning.pyx``). After each round the policy
plays by the new weights. It begins with the policy written by hand (``card_policies.py``).

Says on standard error after each round by how many points a hand the policy beats the one written
by hand, in deals from which nothing is learnt, and saves each family's as the package has it:

    python benchmarks/learning/learn_card_play.py --save solver/pinochle_solver/hidden_hands/weights

Weights depend on the arguments, and on the machine only as far as its floating point does.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from itertools import product
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.starting import run
from benchmarks.learning.card_deals import FAMILIES, deals_of
from benchmarks.learning.card_duel import gains
from benchmarks.learning.card_policies import by_hand
from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands.learning import improve
from pinochle_solver._core.hidden_hands.policy import SIDES, WEIGHT_UNIT
from pinochle_solver.hidden_hands.policies import CARDS, learnt

AT_A_TIME = 4_000  # deals of each rulebook
MEASURED = 10_000  # deals of each rulebook that tell how good a policy is
# By whom each side is played, the policy that is learnt or the one written by hand, so that with a
# bidder it does not learn to beat itself alone: of each deal as many decisions.
OPPONENTS = ((True, True), (True, True), (True, False), (False, True))
WILD = 6  # cards in a hundred that are played at random before the decision
# Squared gradients that each weight is taken to have seen: what is seldom looked up moves slowly.
SEEN = 30.0

Points = NDArray[np.float32]


def integers(weights: Points) -> NDArray[np.int16]:
    return np.clip(np.rint(weights * WEIGHT_UNIT), -32768, 32767).astype(np.int16)


def learn_round(
    family: str, weights: Points, deals: int, seed: int, rate: float, temperature: float
) -> tuple[Points, str]:
    """Go through so many deals of each rulebook; the mean of the later half of the weights."""
    learning, hand = integers(weights).reshape(SIDES, -1), by_hand().reshape(SIDES, -1)
    now, squares = weights.copy(), np.full_like(weights, SEEN)
    mean, times, sums = np.zeros(now.shape), 0, np.zeros(3)
    batches = max(deals // AT_A_TIME, 1)
    for batch in range(batches):
        number = seed * batches + batch
        dealt = list(deals_of(family, AT_A_TIME, number))
        for each, (again, opponents) in product(dealt, enumerate(OPPONENTS)):
            learns = opponents if each.known.bidder is not None else (True, True)
            sums += improve(
                each.known.pack(),
                np.where(np.array(learns)[:, None], learning, hand).ravel(),
                each.worlds,
                each.shown,
                WILD,
                seed,
                (number * len(OPPONENTS) + again) * AT_A_TIME,
                rate,
                temperature,
                now,
                squares,
                StopFlag(),
                -1 if all(learns) else learns.index(True),
            )
        if batch >= batches // 2:
            mean += now
            times += 1
    count, behind, softmax = sums
    told = f"{count:.0f} decisions, {behind / count:.3f} behind, softmax {softmax / count:.3f}"
    return (mean / times).astype(np.float32), told


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("families", nargs=-1, type=click.Choice(list(FAMILIES)))
@click.option("--rounds", default=10, show_default=True, type=click.IntRange(1))
@click.option(
    "--deals",
    default=40_000,
    show_default=True,
    type=click.IntRange(1),
    help="Of each rulebook in each round.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--rate", default=1.0, show_default=True, help="Points that a weight moves at first.")
@click.option("--temperature", default=5.0, show_default=True, help="Of the softmax, in points.")
@click.option("--start", default="by-hand", type=click.Choice(["by-hand", "kept"]))
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="A folder.")
def main(
    families: tuple[str, ...],
    rounds: int,
    deals: int,
    seed: int,
    rate: float,
    temperature: float,
    start: str,
    save: Path | None,
) -> None:
    for family in families or tuple(FAMILIES):
        begin = by_hand() if start == "by-hand" else learnt(family)
        weights = (begin / WEIGHT_UNIT).astype(np.float32)
        for number in range(rounds):
            now = rate * (1 - number / rounds)
            weights, told = learn_round(
                family, weights, deals, seed * 1000 + number, now, temperature
            )
            say(f"{family}, round {number + 1}: {told}")
            for gain in gains(family, integers(weights), by_hand(), MEASURED, 0):
                say(f"    {gain.rules} {gain.who} {gain.points:+.2f} ± {gain.error:.2f}")
            if save is not None:
                arrays: dict[str, Any] = {CARDS: integers(weights).reshape(2, -1)}
                np.savez_compressed(save / f"{family}.npz", **arrays)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    run(main)

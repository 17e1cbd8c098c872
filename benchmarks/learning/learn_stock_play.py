r"""Learn the policies for the stock phase of three and four by playing.

    python benchmarks/learning/learn_stock_play.py [FAMILY ...] [--rounds 8] [--deals 40000] \
        [--rate 1.0] [--temperature 8.0] [--seed 1] [--start by-hand|kept] [--save FOLDER]

As `learn_card_play.py` does for the cards that follow: deals are played by the policy, some moves
at random. At one decision of each, every move is played out, and the weights are changed so that
moves which brought more score higher
(``ext/pinochle_solver/_core/hidden_hands/stock_learning.pyx``). After each round the policy plays
by the new weights. It begins with the policy written by hand (``stock_policies.py``).

Says on standard error after each round by how many points a hand a seat that plays by the policy
beats those that play by the one written by hand, in deals from which nothing is learnt, and saves
each family's as the package has it (`--save solver/pinochle_solver/hidden_hands/weights`).

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
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.starting import run
from benchmarks.learning.stock_policies import stock_by_hand
from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands.stock_learning import duel, improve_stock
from pinochle_solver._core.hidden_hands.stock_policy import STOCK_WEIGHT_UNIT
from pinochle_solver.hidden_hands.policies import (
    HAYES,
    MACDOUGALL,
    STOCK,
    learnt,
    learnt_for_stock,
)
from pinochle_solver.hidden_hands.stock_playing_out import StockTable, playoff_record
from pinochle_solver.rules.cards import CARDS
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.stock_hands import begun_with_stock
from pinochle_solver.table.views import stock_view_of

FAMILIES = {MACDOUGALL: ("macdougall-3",), HAYES: ("hayes-3", "hayes-4", "hayes-3x", "hayes-4x")}
ALIKE = 100  # deals with the same upcard and the same dealer
MEASURED = 3_000  # deals of each rulebook that tell how good a policy is
MEASURED_SEED = 987_654_321
WILD = 8  # moves in a hundred that are made at random before the decision
# Squared gradients that each weight is taken to have seen: what is seldom met moves slowly.
SEEN = 30.0

Points = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals that differ in the hands and the stock only.

    Attributes:
        record, playoff: as the compiled playouts take them.
        hands, stock: of each deal.
    """

    record: bytes
    playoff: bytes
    hands: NDArray[np.uint8]
    stock: NDArray[np.uint8]


def deals_of(rules: TableRules, number: int, seed: int) -> Iterator[Deals]:
    """So many deals, `ALIKE` at a time, from the first lead on."""
    for batch in range(-(-number // ALIKE)):
        hand = begun_with_stock(random_deal(batch, seed, rules))
        assert hand.leader is not None
        hand = replace(hand, act=Act.PLAY, turn=hand.leader, waiting=())
        pack = [card.index for seat in hand.seats for card in seat.hand]
        pack += [card.index for card in hand.stock if card is not None]
        random = np.random.default_rng((seed, batch))
        cards = random.permuted(np.tile(np.array(pack, np.uint8), (ALIKE, 1)), axis=1)
        hands = np.zeros((ALIKE, rules.seats, CARDS), np.uint8)
        rows = np.arange(ALIKE)[:, None]
        for seat in range(rules.seats):
            held = cards[:, seat * rules.hand : (seat + 1) * rules.hand]
            np.add.at(hands[:, seat], (rows, held), 1)
        stock = np.ascontiguousarray(cards[:, rules.seats * rules.hand :])
        record = StockTable(stock_view_of(hand, None)).record
        yield Deals(record, playoff_record(hand), hands, stock)


def integers(weights: Points) -> NDArray[np.int16]:
    return np.clip(np.rint(weights * STOCK_WEIGHT_UNIT), -32768, 32767).astype(np.int16)


def learn_round(
    family: str, weights: Points, deals: int, seed: int, rate: float, temperature: float
) -> tuple[Points, str]:
    """Go through so many deals of the family; the mean of the later half of the weights."""
    playing, cards = integers(weights), learnt(family)
    now, squares = weights.copy(), np.full_like(weights, SEEN)
    mean, times, sums = np.zeros(now.shape), 0, np.zeros(3)
    names = FAMILIES[family]
    sources = [deals_of(TABLE_RULEBOOKS[name], deals // len(names), seed) for name in names]
    batches = deals // len(names) // ALIKE
    for batch, several in enumerate(zip(*sources, strict=True)):
        for place, each in enumerate(several):
            sums += improve_stock(
                each.record,
                each.playoff,
                playing,
                cards,
                each.hands,
                each.stock,
                WILD,
                seed,
                (batch * len(names) + place) * ALIKE,
                rate,
                temperature,
                now,
                squares,
                StopFlag(),
            )
        if batch >= batches // 2:
            mean += now
            times += 1
    count, behind, softmax = sums
    told = f"{count:.0f} decisions, {behind / count:.2f} behind, softmax {softmax / count:.2f}"
    return (mean / times).astype(np.float32), told


def gain(name: str, weights: NDArray[np.int16], family: str) -> tuple[float, float]:
    """How far a seat with these weights is ahead of those with the ones by hand, and its error."""
    rules, found = TABLE_RULEBOOKS[name], []
    for each in deals_of(rules, MEASURED, MEASURED_SEED):
        scores = np.zeros((ALIKE, rules.seats, rules.seats), np.int16)
        duel(
            each.record,
            each.playoff,
            weights,
            stock_by_hand(),
            learnt(family),
            each.hands,
            each.stock,
            scores,
        )
        own = np.diagonal(scores, axis1=1, axis2=2).astype(np.float64)
        others = (scores.sum(axis=2) - own) / (rules.seats - 1)
        found.append((own - others).mean(axis=1))
    ahead = np.concatenate(found)
    return float(ahead.mean()), float(ahead.std(ddof=1) / len(ahead) ** 0.5)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("families", nargs=-1, type=click.Choice(list(FAMILIES)))
@click.option("--rounds", default=8, show_default=True, type=click.IntRange(1))
@click.option(
    "--deals",
    default=40_000,
    show_default=True,
    type=click.IntRange(4 * ALIKE),
    help="Of each family in each round.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--rate", default=1.0, show_default=True, help="Points that a weight moves at first.")
@click.option("--temperature", default=8.0, show_default=True, help="Of the softmax, in points.")
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
        begin = stock_by_hand() if start == "by-hand" else learnt_for_stock(family)
        weights = (begin / STOCK_WEIGHT_UNIT).astype(np.float32)
        for number in range(rounds):
            now = rate * (1 - number / rounds)
            weights, told = learn_round(
                family, weights, deals, seed * 1000 + number, now, temperature
            )
            say(f"{family}, round {number + 1}: {told}")
            for name in FAMILIES[family]:
                points, error = gain(name, integers(weights), family)
                say(f"    {name} {points:+.2f} ± {error:.2f}")
            if save is not None:
                arrays: dict[str, Any] = {STOCK: integers(weights)}
                np.savez_compressed(save / f"{family}-stock.npz", **arrays)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    run(main)

r"""Learn the weights of the stock phase's policy from its own searches.

    python benchmarks/learning/learn_policy.py [--rounds 2] [--decisions 5000] [--worlds 192] \
        [--steps 600] [--rules NAME --save FILE]

The policy (``ext/pinochle_solver/_core/networks/policy.pxd`` says what its terms mean) scores moves
by what a seat sees; playouts by it value the moves far better than its scores do. So hands are
played by it, some of the moves at random; at some of the decisions every move is valued by playouts
over sampled worlds; and the weights are changed so that a softmax of the scores loses as little as
can be against the best move, a step of policy improvement. The next round begins with the new
weights.

At last they are polished by duels: one to four weights are changed at random, the new policy plays
the old one over duplicate deals of all rulebooks, and takes its place if it wins clearly, on other
deals again. Near relatives differ in few hands, so that small gains are seen.

Prints the header ``policy_weights.h``, progress on standard error:

    python benchmarks/learning/learn_policy.py > policy_weights.h
    mv policy_weights.h ext/pinochle_solver/_core/networks/

takes some forty minutes on two cores. With `--rules` the weights are those of one rulebook alone,
beginning with the ones that serve where there are no others, and are saved as the package has them:

    python benchmarks/learning/learn_policy.py --rules glup --worlds 64 --save weights/glup.npz

Results depend on the arguments, not on the machine, as far
as its floating point does not differ.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.measurements import processes_option
from benchmarks.common.resumable import process_pool
from benchmarks.common.starting import run
from benchmarks.learning.compiled_duel import duel
from benchmarks.learning.policy_terms import with_lower_ranks
from pinochle_solver import (
    RULEBOOKS,
    Referee,
    Rulebook,
    StockPosition,
    StopFlag,
    Suit,
    random_deals,
)
from pinochle_solver._core.networks.policy import TERMS, WEIGHT_UNIT, policy_weights
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.hand.states import stock_state
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.nets import POLICY

RULES = ("scarne", "hayes", "macdougall", "scarne", "macdougall-bonus", "hayes")
USUAL_UNIT = 10  # of points for melds; losses are counted as if it were that everywhere
RANDOM_MOVES = 0.08
ASKED = 0.25  # of the decisions
TEMPERATURE = 4.0  # points
STEPS = 3_000
HELD_OUT = 10
AT_A_TIME = 2  # changes tried, the better one first

Weights = NDArray[np.float64]  # (terms, 2), in points


@dataclass(frozen=True)
class Decision:
    """The moves of one position: their terms, how early it was, and how far each is behind.

    `hand` is the seed of the hand that it is of.
    """

    hand: int
    terms: NDArray[np.int16]
    stage: float
    behind: NDArray[np.float32]


def by_hand() -> Weights:
    """Where learning starts: rough worths of cards, of melds and of tricks, in points."""
    cards = {"plain": (0, 0, 0, 1, 2, 3, 9, 14), "trumps": (4, 5, 6, 7, 9, 11, 16, 20)}
    roles = ("lead", "win", "lose")
    missing = ((5.0, 1.0), (0.8, 1.7), (0.1, 0.7), (0.0, 0.3))
    rows: list[tuple[float, float]] = []
    rows += [(-worth, 0.0) for _ in roles for suit in ("plain", "trumps") for worth in cards[suit]]
    rows += [(-end, -more) for end, more in missing]
    rows += [
        (1.0, 0.0),  # spare
        (2.0, 0.0),  # from the table, one of two
        (-1.0, 0.0),  # from the hand, one of two
        (6.0, -2.0),  # win
        (1.0, 0.0),  # its points
        (9.0, -2.0),  # what can be shown
        (1.0, 0.0),  # a dix to be exchanged
        (4.0, -2.0),  # what the other seat might show
        (0.0, 0.0),  # the last trick
        (-1.0, 0.0),  # its upcard
        (-1.0, 0.0),  # points lost
        (0.5, 0.0),  # lead: length
        (-0.5, 0.0),  # higher cards
        (0.0, 0.0),  # trumps
        (0.0, 0.0),  # beaten for sure
        (-0.1, 0.0),  # risk
        (4.0, -1.0),  # show
        (2.0, -1.0),  # threat
        (0.0, 0.0),  # pass
        (10.0, 0.0),  # points shown
        *missing,  # melds gained
        (-0.3, 0.0),  # cards laid
        (0.0, 0.0),  # dix
        (1.5, 0.0),  # the upcard's rank
    ]
    return np.array(rows)


def playouts(position: StockPosition, weights: Weights) -> Playouts:
    state, pile = stock_state(position, tuple(position.unseen))
    return Playouts(
        hand_rules_record(position.rules, position.count, position.trump),
        state.pack(),
        bytes(card.index for card in pile),
        weights=integers(weights).ravel(),
    )


def ask(position: StockPosition, weights: Weights, worlds: int, seed: int) -> Decision:
    """Value every move of a position by playouts."""
    search = playouts(position, weights)
    moves = search.legal()
    terms = np.zeros((len(moves), TERMS), np.int16)
    search.scores(terms)
    points = np.zeros((worlds, len(moves), 4), np.int32)
    shown = np.zeros((len(moves), 2, len(melds_of(position.rules, position.trump)) + 1), np.int64)
    rows = np.zeros((worlds, len(search.unseen)), np.uint8)
    search.sample(seed, 0, rows)
    never, exact = np.zeros(worlds, np.uint8), np.zeros((0, len(moves), 2), np.int32)
    search.evaluate(rows, moves, never, points, exact, shown, StopFlag())
    seat = position.turn
    mean = (points[:, :, seat] - points[:, :, seat.other]).mean(axis=0, dtype=np.float64)
    tricks = position.rules.deck.stock_tricks
    stage = 16 * max(tricks - position.completed_tricks, 0) // tricks / 16
    behind = (mean.max() - mean) * USUAL_UNIT / position.rules.meld_unit
    return Decision(seed, terms, stage, behind.astype(np.float32))


def play_hand(seed: int, weights: Weights, worlds: int, names: Sequence[str]) -> list[Decision]:
    """Play one stock phase by the policy, with a few random moves; value some of its decisions."""
    random = Random(seed)
    (deal,) = random_deals(1, seed, RULEBOOKS[names[seed % len(names)]])
    referee = Referee.of_deal(deal)
    found = []
    while not referee.in_playoff:
        assert referee.turn is not None
        position = referee.view(referee.turn)
        assert isinstance(position, StockPosition)
        moves = referee.moves()
        if random.random() < ASKED and len(moves) > 1:
            found.append(ask(position, weights, worlds, seed))
        if random.random() < RANDOM_MOVES:
            referee.push(random.choice(moves))
        else:
            search = playouts(position, weights)
            referee.push_number(search.legal()[int(np.argmax(search.scores()))])
    return found


def is_held_out(hand: int) -> bool:
    """Whether nothing is learned from a hand: from one round of `RULES` in ten."""
    return hand // len(RULES) % HELD_OUT == 0


def learn(decisions: list[Decision], weights: Weights, log: str) -> Weights:
    """Lower the expected loss of a softmax of the scores, by Adam."""
    most = max(len(decision.behind) for decision in decisions)
    size = weights.size
    terms = np.zeros((len(decisions), most, size), np.float32)
    loss = np.full((len(decisions), most), np.inf, np.float32)
    for row, decision in enumerate(decisions):
        count = len(decision.behind)
        terms[row, :count, 0::2] = decision.terms
        terms[row, :count, 1::2] = decision.terms * np.float32(decision.stage)
        loss[row, :count] = decision.behind
    legal = np.isfinite(loss)
    loss[~legal] = 0
    held_out = np.array([is_held_out(decision.hand) for decision in decisions])
    start = weights.ravel().astype(np.float32)
    now, first, second = start.copy(), np.zeros(size, np.float32), np.zeros(size, np.float32)
    random = np.random.default_rng(1)
    train = np.flatnonzero(~held_out)

    def expected_loss(rows: NDArray[np.intp]) -> tuple[float, float, NDArray[np.float32]]:
        scores = terms[rows] @ now / TEMPERATURE
        scores[~legal[rows]] = -np.inf
        best = loss[rows, scores.argmax(axis=1)].mean()
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        expected = (chances * loss[rows]).sum(axis=1, keepdims=True)
        slope = chances * (loss[rows] - expected) / TEMPERATURE
        gradient = np.einsum("rm,rmt->t", slope, terms[rows]) / len(rows)
        return float(expected.mean()), float(best), gradient

    for step in range(1, STEPS + 1):
        rows = random.choice(train, 256)
        _, _, gradient = expected_loss(rows)
        gradient += 2e-4 * (now - start)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        rate = 0.05 * (1 - step / STEPS)
        now -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-6)
        if step in (1, STEPS):
            soft, hard, _ = expected_loss(np.flatnonzero(held_out))
            say(f"{log}, step {step}: held out, softmax loses {soft:.2f}, first {hard:.2f} points")
    return np.array(now.reshape(weights.shape), np.float64)


def integers(weights: Weights) -> NDArray[np.int16]:
    return np.clip(np.rint(weights * WEIGHT_UNIT), -32768, 32767).astype(np.int16)


def duels(
    challenger: NDArray[np.int16],
    champion: NDArray[np.int16],
    pairs: int,
    seed: int,
    books: Sequence[Rulebook],
) -> tuple[float, float]:
    """What a policy gains a hand on another, in some rulebooks, and the standard error of that.

    The rulebooks have the same deals, so that their hands of a deal are not independent.
    """
    gains = []
    for rules in books:
        records = [hand_rules_record(rules, rules.count, trump) for trump in Suit]
        by_seat = np.zeros((pairs, 2), np.int32)
        duel(records, challenger.ravel(), champion.ravel(), seed, by_seat)
        gains.append(by_seat.mean(axis=1))
    by_deal = np.mean(gains, axis=0)
    return float(by_deal.mean()), float(by_deal.std(ddof=1) / pairs**0.5)


def changed(weights: NDArray[np.int16], seed: int) -> NDArray[np.int16]:
    """The same weights, one to four of them changed at random by some part or some points."""
    random = np.random.default_rng(seed)
    new = weights.astype(np.float64).ravel()
    for place in random.choice(new.size, random.integers(1, 5), replace=False):
        new[place] += random.normal() * (0.3 * abs(new[place]) + random.choice([4, 16, 64, 160]))
    return np.clip(np.rint(new), -32768, 32767).astype(np.int16).reshape(weights.shape)


def polish(
    weights: NDArray[np.int16],
    steps: int,
    seed: int,
    pool: Pool,
    books: Sequence[Rulebook],
) -> NDArray[np.int16]:
    """Change weights as long as duels are won by it."""
    for step in range(0, steps, AT_A_TIME):
        numbers = range(seed + step, seed + step + AT_A_TIME)
        tried = [changed(weights, number) for number in numbers]
        jobs = [pool.apply_async(duels, (new, weights, 750, seed + step, books)) for new in tried]
        gain, error, place = max((*job.get(), place) for place, job in enumerate(jobs))
        if gain < 1.5 * error:
            continue
        gain, error = duels(tried[place], weights, 5000, seed + step + 500_000, books)
        if gain > 1.5 * error:
            weights = tried[place]
            say(f"step {step}: {gain:.2f} points more")
    return weights


def header(weights: NDArray[np.int16]) -> str:
    rows = "".join(f"    {end}, {more},\n" for end, more in with_lower_ranks(weights).tolist())
    return (
        "/* Weights of the stock phase's policy (policy.pxd), from learn_policy.py. */\n"
        "#include <stdint.h>\n"
        f"static const int16_t LEARNT_WEIGHTS[] = {{\n{rows}}};\n"
    )


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rounds", default=2, show_default=True, type=click.IntRange(0))
@click.option(
    "--decisions",
    "wanted",
    default=5000,
    show_default=True,
    type=click.IntRange(1),
    help="Valued in each round.",
)
@click.option("--worlds", default=192, show_default=True, type=click.IntRange(1))
@click.option(
    "--steps", default=600, show_default=True, type=click.IntRange(0), help="Of polishing."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@processes_option
@click.option("--rules", type=click.Choice(list(RULEBOOKS)), help="Of this rulebook alone.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to save the weights of a rulebook.",
)
def main(
    rounds: int,
    wanted: int,
    worlds: int,
    steps: int,
    seed: int,
    processes: int,
    rules: str | None,
    save: Path | None,
) -> None:
    if (rules is None) != (save is None):
        raise click.UsageError("--rules and --save go together")
    weights, names = by_hand(), list(RULES)
    books = list(PINOCHLE_BOOKS.values())
    if rules is not None:
        weights = np.array(policy_weights(), np.float64).reshape(-1, 2) / WEIGHT_UNIT
        names, books = [rules], [RULEBOOKS[rules]]
    first = seed * 1_000_000
    with process_pool(processes) as pool:
        for number in range(rounds):
            decisions: list[Decision] = []
            play = partial(play_hand, weights=weights, worlds=worlds, names=names)
            while len(decisions) < wanted:
                for found in pool.imap(play, range(first, first + 60)):
                    decisions += found
                first += 60
                say(f"round {number + 1}: {len(decisions)} decisions")
            weights = learn(decisions, weights, f"round {number + 1}")
        polished = polish(integers(weights), steps, (seed + 1) * 1_000_000, pool, books)
    if save is not None:
        arrays: dict[str, Any] = {POLICY: polished}
        np.savez(save, **arrays)
    else:
        print(header(polished), end="")


if __name__ == "__main__":
    run(main)

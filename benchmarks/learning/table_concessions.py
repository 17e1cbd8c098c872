"""How much worse than its contract is a hand guessed to be before an engine concedes it?

    python benchmarks/learning/table_concessions.py --hands 600 --engine default --seed 77

A rule of thumb (``double_dummy/choices.py``) guesses what a hand makes with its best trump and
burial. Of each deal the first hand to call is made to play for a bid near that guess: up to `FAR`
points below it or above it, each as likely. Then the engine buries or concedes.

How often it plays on is fitted by a logistic curve in the guess less the contract: the *middle* is
where it plays on in half of the hands, the *spread* the scale of the curve, in points. From them
come the figures of ``hidden_hands/auctions.py``, by which worlds are judged in which a bidder plays
on.

Ctrl-C prints what there is, and the status is 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

import click
import numpy as np

from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    processes_option,
    resume_option,
)
from benchmarks.common.starting import run
from pinochle_solver import __version__
from pinochle_solver.double_dummy.choices import likely_choices
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.moves import CONCEDE, PASS, Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

RULES = ("auction",)
ENGINES = ("advice", "default")
FAR = 90
_STEPS = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcessionSettings:
    """How concessions are found.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        engine: one of `ENGINES`.
        worlds: of a search.
        seed: of deals, contracts and worlds.
    """

    rules: tuple[str, ...]
    engine: str
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class ConcessionRecord:
    """A hand with a contract.

    Attributes:
        number: which, from 0.
        over: the best guess less the contract.
        plays: whether the engine plays on; None if the melds reach the contract.
    """

    number: int
    over: float
    plays: bool | None


def find_concession(number: int, settings: ConcessionSettings) -> ConcessionRecord:
    """What the engine does with the hand of this number."""
    rules = TABLE_RULEBOOKS[settings.rules[number % len(settings.rules)]]
    hand = begun(random_deal(number, settings.seed, rules))
    assert hand.turn is not None
    bidder, random = hand.turn, Random(f"{settings.seed} {number}")
    cards = joined(hand.hands[bidder], hand.widow.known)
    best = likely_choices(cards, rules, 1)[0]
    hand = _with_contract(hand, best.guess + random.uniform(-FAR, FAR))
    assert hand.act is Act.BURY
    assert hand.contract is not None
    position = position_of(hand, bidder)
    limits = Limits(worlds=settings.worlds)
    player = make_table_engine(settings.engine)
    move = player.choose(position, limits, seed=settings.seed + number).move
    plays = None if best.melds >= hand.contract else move != CONCEDE
    return ConcessionRecord(number, best.guess - hand.contract, plays)


def _with_contract(hand: TableHand, near: float) -> TableHand:
    """The hand after an auction that the first seat to call wins with the bid nearest to this."""
    bidder = hand.turn
    while hand.act is Act.BID:
        calls = [call for call in hand.legal_moves() if isinstance(call, Call)]
        bids = [call for call in calls if call.bid is not None]
        if hand.turn is bidder and hand.contract is None and bids:
            hand = hand.after(min(bids, key=lambda call: abs((call.bid or 0) - near)))
        else:
            hand = hand.after(PASS if PASS in calls else bids[0])
    return hand


def fitted(over: Sequence[float], plays: Sequence[bool]) -> tuple[float, float]:
    """The middle and the spread of the likeliest logistic curve, in points, by Newton's method."""
    terms = np.column_stack((np.ones(len(over)), np.asarray(over, np.float64)))
    wanted, weights = np.asarray(plays, np.float64), np.array([0.0, 0.01])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-terms @ weights))
        slopes = terms * (chances * (1 - chances))[:, None]
        weights += np.linalg.solve(terms.T @ slopes, terms.T @ (wanted - chances))
    return float(-weights[0] / weights[1]), float(1 / weights[1])


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=600, show_default=True, type=click.IntRange(1))
@click.option("--engine", default="default", show_default=True, type=click.Choice(ENGINES))
@click.option("--worlds", default=64, show_default=True, type=click.IntRange(16))
@click.option("--seed", default=77, show_default=True)
@resume_option
@processes_option
def main(
    hands: int, engine: str, worlds: int, seed: int, resume: Path | None, processes: int
) -> None:
    """See the docstring of the module."""
    settings = ConcessionSettings(rules=RULES, engine=engine, worlds=worlds, seed=seed)
    header = {"measured": "concessions", "version": __version__, **asdict(settings)}
    task = partial(find_concession, settings=settings)
    records = gathered(task, hands, ConcessionRecord, header, resume, processes)
    echo_head(header, f"{len(records)} hands", len(records) == hands)
    rows = []
    for place, name in enumerate(RULES):
        of = [
            (record.over, record.plays)
            for record in records
            if record.number % len(RULES) == place and record.plays is not None
        ]
        played = sum(plays for _, plays in of)
        if 0 < played < len(of):
            middle, spread = fitted(*zip(*of, strict=True))
            rows.append((name, f"{len(of)}", f"{played}", f"{middle:+.0f}", f"{spread:.0f}"))
    heads = "game", "hands", "played", "middle", "spread"
    echo_table("the guess less the contract of hands played on", heads, rows)
    end_command(len(records) == hands)


if __name__ == "__main__":
    run(main)

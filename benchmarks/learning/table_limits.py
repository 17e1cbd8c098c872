"""How far do engines for three and four bid above the guess of a hand, and how do they bury?

    python benchmarks/learning/table_limits.py --hands 100 --engine default --seed 77

A rule of thumb (``double_dummy/choices.py``) guesses what a hand makes with each suit as trump. Of
each deal the first hand to call is taken. An engine's *limit* is the highest bid that it would make
with it: for `advice` by its rules, for `default` the highest that is made in half of the worlds of
an analysis. Hands whose limit is below the lowest bid tell only that, and are left out.

The table says how far limits lie above the best guess (mean and standard deviation). From it come
the figures of ``hidden_hands/auctions.py``: half the seats are taken to bid like the one engine,
half like the other.

Ctrl-C prints what there is, and the status is 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

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
from pinochle_solver.double_dummy.choices import choice_of
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import NO_CARDS, Suit
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.moves import Bury, Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.valuation import advised_limit

RULES = ("auction", "auction-score", "partnership-auction", "corners")
ENGINES = ("advice", "default")
_OFTEN = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSettings:
    """How limits are found.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        engine: one of `ENGINES`.
        worlds: of an analysis.
        seed: of deals and worlds.
    """

    rules: tuple[str, ...]
    engine: str
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class LimitRecord:
    """A hand.

    Attributes:
        number: which, from 0.
        guess: the best guess.
        limit: the highest bid; 0 for none.
    """

    number: int
    guess: float
    limit: int


def find_limit(number: int, settings: LimitSettings) -> LimitRecord:
    """The limit of the hand of this number."""
    rules = TABLE_RULEBOOKS[settings.rules[number % len(settings.rules)]]
    hand = begun(random_deal(number, settings.seed, rules))
    assert hand.turn is not None
    cards = hand.hands[hand.turn]
    guess = max(choice_of(cards, Bury(trump, NO_CARDS), rules).guess for trump in Suit)
    if settings.engine == "advice":
        limit = advised_limit(cards, rules)
    else:
        position = position_of(hand, hand.turn)
        found = analyze_hidden(position, Limits(worlds=settings.worlds), settings.seed + number)
        made = [
            move.move.bid
            for move in found.moves
            if isinstance(move.move, Call) and move.move.bid is not None
            if move.chance is not None and move.chance.mean >= _OFTEN
        ]
        limit = max(made, default=0)
    assert rules.auction is not None
    return LimitRecord(number, guess, limit if limit >= rules.auction.lowest else 0)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=400, show_default=True, type=click.IntRange(1))
@click.option("--engine", default="advice", show_default=True, type=click.Choice(ENGINES))
@click.option("--worlds", default=64, show_default=True, type=click.IntRange(16))
@click.option("--seed", default=77, show_default=True)
@resume_option
@processes_option
def main(
    hands: int, engine: str, worlds: int, seed: int, resume: Path | None, processes: int
) -> None:
    """See the docstring of the module."""
    settings = LimitSettings(rules=RULES, engine=engine, worlds=worlds, seed=seed)
    header = {"measured": "limits", "version": __version__, **asdict(settings)}
    task = partial(find_limit, settings=settings)
    records = gathered(task, hands, LimitRecord, header, resume, processes)
    echo_head(header, f"{len(records)} hands", len(records) == hands)
    rows = []
    for place, name in enumerate(RULES):
        above = [
            record.limit - record.guess
            for record in records
            if record.number % len(RULES) == place and record.limit
        ]
        if above:
            row = f"{np.mean(above):.0f}", f"{np.std(above):.0f}"
            rows.append((name, f"{len(above)}", *row))
    echo_table("limit above the guess", ("game", "hands", "mean", "deviation"), rows)
    end_command(len(records) == hands)


if __name__ == "__main__":
    run(main)

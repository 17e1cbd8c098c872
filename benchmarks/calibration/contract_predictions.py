"""Contracts said to be made with some chance, played out by the engine on fresh deals.

    python benchmarks/calibration/contract_predictions.py --rules all --hands 3000 --resume FILE

A seat with a random hand is asked for its first call, and its bids are studied. Of these a contract
is taken by chance, so that contracts of every chance come up as often as the hand has them: a
chance is drawn, and the bid nearest to it in what is said of it is made. All others pass, the cards
are those of the deal, of which the study saw only the hand, and engines play it. A bidder who would
give the contract up has to play it, as the chance is that of a hand that is played. In ten bins of
what was said the table gives how often contracts were made.

What is done is kept in a file (``--resume``), and a run with the same settings goes on with it.
Ctrl-C prints what there is, and the status is 130. The figures depend on the settings alone, not on
the number of processes.
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

from benchmarks.calibration.table_predictions import (
    BIDDER,
    BIN_HEADS,
    CALL,
    Predicted,
    PredictedHand,
    bin_rows,
    worth_of_result,
)
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
from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.bid_advice import bids_of
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.matches.pairs import seed_of
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.auction import has_marriage
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import PASS, Bury
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import Outcome

RULES = ("auction", "partnership-auction", "corners", "check")
_LEAST, _MOST = 0.005, 0.995
"""Chances nearer to 0 or 1 than that come up too often to be worth playing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractSettings:
    """How contracts are studied and played.

    Attributes:
        rules: rulebooks, which the hands take in turn.
        study: in how many worlds the bids are tried.
        worlds: in how many worlds the engine tries its moves.
        seed: of deals, studies and searches.
    """

    rules: tuple[str, ...]
    study: int
    worlds: int
    seed: int


def play_contract(number: int, settings: ContractSettings) -> PredictedHand:
    """Study and play the hand of this number; without a decision if no bid is in doubt."""
    rules = TABLE_RULEBOOKS[settings.rules[number % len(settings.rules)]]
    hand = begun(random_deal(number, settings.seed, rules))
    seat, seed = hand.turn, seed_of(settings.seed, number, 0, 0)
    assert seat is not None
    assert rules.auction is not None
    if rules.auction.needs_marriage and not has_marriage(hand.hands[seat]):
        return PredictedHand(number, [])
    study = analyze_hidden(position_of(hand, seat), Limits(worlds=settings.study), seed)
    bid = _drawn(bids_of(study), Random(seed))
    if bid is None or bid.chance is None or bid.mean is None:
        return PredictedHand(number, [])
    hand = hand.after(bid.move)  # type: ignore[arg-type]
    while hand.act is Act.BID:
        hand = hand.after(PASS)
    hand = _played(hand, settings, number)
    result = hand.result()
    unit = next(unit for unit in rules.units(hand.dealer) if seat in unit)
    predicted = Predicted(
        kind=CALL,
        side=BIDDER,
        trick=0,
        mean=bid.mean.mean,
        win=bid.chance.mean,
        fresh=None,
        fresh_win=None,
        fresh_cards=None,
        cards=sum(hand.cards_won(each) for each in unit),
        to_come=rules.whole_count,
        actual=worth_of_result(hand, seat, result),
        won=float(result.outcome is Outcome.MADE),
    )
    return PredictedHand(number, [predicted])


def _drawn(bids: Sequence[MoveChance], random: Random) -> MoveChance | None:
    """The bid whose chance is nearest to one drawn; None if no bid is in doubt."""
    doubtful = [bid for bid in bids if bid.chance and _LEAST <= bid.chance.mean <= _MOST]
    drawn = random.random()
    return min(
        doubtful,
        key=lambda bid: abs(bid.chance.mean - drawn) if bid.chance else 1.0,
        default=None,
    )


def _played(hand: TableHand, settings: ContractSettings, number: int) -> TableHand:
    """The hand played out by the engine; its bidder does not give it up."""
    engine, limits, made = make_table_engine("default"), Limits(worlds=settings.worlds), 0
    while hand.turn is not None:
        made += 1
        seat, seed = hand.turn, seed_of(settings.seed, number, hand.turn, made)
        seen = position_of(hand, seat)
        moves = hand.legal_moves()
        first, second = next(moves), next(moves, None)
        if second is None:
            hand = hand.after(first)
        elif hand.act is Act.BURY:
            tried = analyze_hidden(seen, limits, seed).moves
            hand = hand.after(next(each.move for each in tried if isinstance(each.move, Bury)))
        else:
            hand = hand.after(engine.choose(seen, limits, seed=seed).move)  # type: ignore[arg-type]
    return hand


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=400, show_default=True, type=click.IntRange(1))
@click.option("--rules", default="all", show_default=True)
@click.option("--study", default=256, show_default=True, type=click.IntRange(2))
@click.option("--worlds", default=64, show_default=True, type=click.IntRange(32))
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    hands: int,
    rules: str,
    study: int,
    worlds: int,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    """See the docstring of the module."""
    names = RULES if rules == "all" else tuple(rules.split(","))
    if unknown := [name for name in names if name not in RULES]:
        raise click.BadParameter(
            f"{unknown[0]!r} is none of {', '.join(RULES)}", param_hint="--rules"
        )
    settings = ContractSettings(rules=names, study=study, worlds=worlds, seed=seed)
    header = {"measured": "contract predictions", "version": __version__, **asdict(settings)}
    work = partial(play_contract, settings=settings)
    records = gathered(work, hands, PredictedHand, header, resume, processes)
    finished = len(records) == hands
    number = sum(len(record.decisions) for record in records)
    echo_head(header, f"{len(records)} hands, {number} contracts played", finished)
    for place, name in enumerate(names):
        told = [record for record in records if record.number % len(names) == place]
        if any(record.decisions for record in told):
            echo_table(f"{name}: said to be made", BIN_HEADS, bin_rows(told, lambda each: each.win))
    if len(names) > 1 and number:
        echo_table("all", BIN_HEADS, bin_rows(records, lambda each: each.win))
    end_command(finished)


if __name__ == "__main__":
    run(main)

"""What a search of three or four gains by open last tricks in its playouts.

    python benchmarks/strength/table_ends.py --rules partnership --cards 5 --tricks 3 --against 0

Hands begin after the auction (`match --contract`) and are played in few worlds until so many cards
are left to each seat. From there two searches play the same cards with every assignment of the two
to the seats. Their playouts end with `--tricks` and with `--against` tricks that are played as with
all cards face up. The table says how many card points a seat of the first wins more than one of the
second.

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

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean

import click
import numpy as np

from benchmarks.common.hand_means import mean_by_hand
from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    processes_option,
    resume_option,
    with_error,
)
from benchmarks.common.starting import run
from pinochle_solver import StopFlag, __version__
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.decisions import CardDecision
from pinochle_solver.hidden_hands.search import TableSearch
from pinochle_solver.limits import Limits
from pinochle_solver.matches.pairs import seed_of
from pinochle_solver.matches.table.contracts import calls_for_contract
from pinochle_solver.matches.table.results import margin_of, seatings
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

_FEW = 32  # worlds


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSettings:
    """How ends are played.

    Attributes:
        rules: the rulebook.
        cards: how many cards are left to each seat.
        tricks: how many open tricks the first search has,
        against: and the second.
        worlds: the worlds of each decision.
        seed: of deals and searches.
    """

    rules: str
    cards: int
    tricks: int
    against: int
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class EndRecord:
    """An end.

    Attributes:
        number: which, from 0.
        margin: the card points of a seat of the first search minus those of one of the second, on
            average over the assignments; None if the hand was not played.
    """

    number: int
    margin: float | None


def play_end(number: int, settings: EndSettings) -> EndRecord:
    """Play the end of this number."""
    before = _before(number, settings)
    if before is None:
        return EndRecord(number, None)
    margins = []
    for seating in seatings(before.rules):
        sides = dict(zip(before.rules.table, seating, strict=True))
        tricks = {
            seat: settings.tricks if sides[seat] == "A" else settings.against for seat in sides
        }
        if len({sides[seat] for seat in before.players}) > 1:
            hand = before
            while hand.turn is not None:
                hand = hand.after(_move(hand, tricks, settings, number))  # type: ignore[arg-type]
            playing = "".join(sides[seat] for seat in hand.players)
            margins.append(margin_of(_card_points(hand), playing))
    return EndRecord(number, fmean(margins))


def _before(number: int, settings: EndSettings) -> TableHand | None:
    """The hand where the end begins; None if it was given up before."""
    rules, engine = TABLE_RULEBOOKS[settings.rules], make_table_engine("default")
    advice = make_table_engine("advice")
    hand = begun(random_deal(number, settings.seed, rules, rules.table[number % len(rules.table)]))
    if hand.auction is not None:
        for call in calls_for_contract(hand):
            hand = hand.after(call)
    while hand.turn is not None and not _is_end(hand, settings.cards):
        player = engine if hand.act is Act.PLAY else advice
        position = position_of(hand, hand.turn)
        move = player.choose(position, Limits(worlds=_FEW), seed=number).move
        hand = hand.after(move)  # type: ignore[arg-type]
    return None if hand.turn is None else hand


def _is_end(hand: TableHand, cards: int) -> bool:
    assert hand.turn is not None
    return hand.act is Act.PLAY and not hand.led and len(hand.hands[hand.turn]) <= cards


def _move(
    hand: TableHand, tricks: Mapping[Seat, int], settings: EndSettings, number: int
) -> AnyMove:
    """The card that the seat on turn plays."""
    assert hand.turn is not None
    moves = tuple(islice(hand.legal_moves(), 2))
    if len(moves) == 1:
        return moves[0]
    position = position_of(hand, hand.turn)
    seed = seed_of(settings.seed, number, hand.turn, len(hand.tricks), len(hand.led))
    decision = CardDecision(position, tricks[hand.turn])
    limits = Limits(worlds=settings.worlds)
    search = TableSearch(decision, Beliefs(position), limits, seed, 1, StopFlag())
    search.run()
    return search.standings.chances()[0].move


def _card_points(hand: TableHand) -> list[int]:
    """The points of the bidding side, and less than nothing for each seat that plays against it."""
    result = hand.result()
    bidding = result.bidding_side or result.units[0]
    total = dict(zip(result.units, result.totals, strict=True))[bidding]
    return [total if seat in bidding else -total for seat in hand.players]


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--deals", default=300, show_default=True, type=click.IntRange(1))
@click.option("--rules", default="partnership", show_default=True)
@click.option("--cards", default=5, show_default=True, type=click.IntRange(2))
@click.option("--tricks", default=3, show_default=True, type=click.IntRange(0))
@click.option("--against", default=0, show_default=True, type=click.IntRange(0))
@click.option("--worlds", default=200, show_default=True, type=click.IntRange(32))
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    deals: int,
    rules: str,
    cards: int,
    tricks: int,
    against: int,
    worlds: int,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    """See the docstring of the module."""
    if rules not in TABLE_RULEBOOKS or TABLE_RULEBOOKS[rules].stock is not None:
        raise click.BadParameter(f"{rules!r} is no game without a stock", param_hint="rules")
    settings = EndSettings(
        rules=rules, cards=cards, tricks=tricks, against=against, worlds=worlds, seed=seed
    )
    header = {"measured": "table ends", "version": __version__, **asdict(settings)}
    work = partial(play_end, settings=settings)
    records = gathered(work, deals, EndRecord, header, resume, processes)
    finished = len(records) == deals
    played = [record for record in records if record.margin is not None]
    echo_head(header, f"{len(records)} deals, {len(played)} ends", finished)
    if played:
        margins = np.array([record.margin for record in played], np.float64)
        mean = mean_by_hand(margins, np.arange(len(margins)))
        row = (f"{tricks} over {against}", f"{len(played):,}", with_error(*mean, "+.2f"))
        echo_table("open tricks", ("ends", "card points"), [row])
    end_command(finished)


if __name__ == "__main__":
    run(main)

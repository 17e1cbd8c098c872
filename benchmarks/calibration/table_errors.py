"""How sure a search of three and four is in a given time: calls, burials, cards.

    python benchmarks/calibration/table_errors.py --rules auction,check --hands 40 --seconds 0.5

Random deals are played by the engine ``advice``, after the auction by ``greedy``, and of each deal
one decision of every kind that it has is analysed: a call of the first seat, a burial, a card led
and a card that follows, by the bidder's side and by the other. Of a call the table gives the
widest 95% interval of a bid's chance; of the others the standard error of the second move's
``behind`` and ``win_behind``. The table has the median, and the figure that nine in ten keep
within.

What is done is kept in a file (``--resume``), and a run with the same settings goes on with it.
Run it alone on a machine: what a search comes to depends on its clock.
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
from itertools import islice
from pathlib import Path
from random import Random

import click
import numpy as np

from benchmarks.calibration.table_predictions import (
    AGAINST,
    BURIAL,
    CALL,
    FOLLOW,
    LEAD,
    kind_of,
    side_of,
)
from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    number_text,
    resume_option,
)
from benchmarks.common.starting import run
from pinochle_solver import __version__, analyze_table
from pinochle_solver.cli.input.options import Positive
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import Limits
from pinochle_solver.matches.pairs import seed_of
from pinochle_solver.matches.table.contracts import calls_for_contract
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

KINDS = (CALL, BURIAL, LEAD, FOLLOW)

_ONE_WORLD = Limits(worlds=1)


@dataclass(frozen=True)
class ErrorSettings:
    """What decides which decisions there are, and how sure the search is of each."""

    rules: str
    kinds: tuple[str, ...]
    seconds: float
    threads: int
    seed: int


@dataclass(frozen=True, slots=True)
class Sureness:
    """How sure the search of one decision was.

    Attributes:
        kind: as `kind_of` says; a card of those who did not bid has `AGAINST` behind it.
        worlds: in how many deals the best move was tried.
        value: the standard error of the second move's `behind`, in the currency of the game; for
            a call 0.
        chance: in percentage points, the standard error of its `win_behind`; for a call half of
            the widest 95% interval of a bid's chance.
    """

    kind: str
    worlds: int
    value: float
    chance: float


@dataclass(frozen=True, slots=True)
class SureHand:
    """A hand.

    Attributes:
        number: which, from 0.
        decisions: those that were analysed.
    """

    number: int
    decisions: list[Sureness]


def decisions_of(number: int, rules: str, seed: int) -> dict[str, TablePosition]:
    """One decision of each kind between several moves, as its seat sees it."""
    hand = begun(random_deal(number, seed, TABLE_RULEBOOKS[rules]))
    before, after = make_table_engine("advice"), make_table_engine("greedy")
    found: dict[str, list[TablePosition]] = {}
    if hand.auction is not None:
        assert hand.turn is not None
        if len(list(islice(hand.legal_moves(), 2))) > 1:
            found[CALL] = [position_of(hand, hand.turn)]
        for call in calls_for_contract(hand):
            hand = hand.after(call)
    while (seat := hand.turn) is not None:
        moves, seen = hand.legal_moves(), position_of(hand, seat)
        first, second = next(moves), next(moves, None)
        if second is None:
            hand = hand.after(first)
            continue
        kind = kind_of(hand)
        if hand.act is Act.PLAY and side_of(hand, seat) == AGAINST:
            kind = f"{kind}, {AGAINST}"
        if hand.act in {Act.BURY, Act.PLAY}:
            found.setdefault(kind, []).append(seen)
        player = after if hand.act is Act.PLAY else before
        hand = hand.after(player.choose(seen, _ONE_WORLD, seed=number).move)  # type: ignore[arg-type]
    random = Random(f"{seed} {number}")
    return {kind: random.choice(seen) for kind, seen in sorted(found.items())}


def sureness(kind: str, analysis: ChanceAnalysis) -> Sureness:
    """What an analysis says of its own errors."""
    moves = analysis.moves
    if kind == CALL:
        errors = [move.chance.se for move in moves if move.chance is not None]
        return Sureness(kind, analysis.worlds, 0.0, 100 * SURE * max(errors, default=0.0))
    second = moves[1] if len(moves) > 1 else None
    behind = second.behind.se if second and second.behind else 0.0
    win_behind = second.win_behind.se if second and second.win_behind else 0.0
    return Sureness(kind, moves[0].worlds, behind, 100 * win_behind)


def analysed_hand(number: int, settings: ErrorSettings) -> SureHand:
    """Analyse the decisions of the hand of this number."""
    decisions = []
    for kind, position in decisions_of(number, settings.rules, settings.seed).items():
        if not kind.startswith(settings.kinds):
            continue
        analysis = analyze_table(
            position,
            seconds=settings.seconds,
            seed=seed_of(settings.seed, number),
            threads=settings.threads,
        )
        decisions.append(sureness(kind, analysis))
    return SureHand(number, decisions)


def rows_of(hands: Sequence[SureHand], rules: str) -> list[tuple[str, ...]]:
    """A row for each kind."""
    kinds: dict[str, list[Sureness]] = {}
    for hand in hands:
        for each in hand.decisions:
            kinds.setdefault(each.kind, []).append(each)
    return [(f"{rules}, {kind}", *_cells(kinds[kind])) for kind in sorted(kinds)]


def _cells(found: Sequence[Sureness]) -> list[str]:
    values, chances = [[each.value for each in found], [each.chance for each in found]]
    return [
        str(len(found)),
        f"{np.median([each.worlds for each in found]):,.0f}",
        *(
            number_text(float(np.quantile(errors, part)), ".2f")
            for errors in (values, chances)
            for part in (0.5, 0.9)
        ),
    ]


HEADS = ("decisions", "worlds", "value: half", "nine in ten", "chance, %: half", "nine in ten")


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rules", default="auction", show_default=True, help="Names with commas between.")
@click.option("--hands", default=40, show_default=True, type=click.IntRange(1), help="Of each.")
@click.option("--kinds", default=",".join(KINDS), show_default=True, help="What is analysed.")
@click.option("--seconds", default=0.5, show_default=True, type=Positive())
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
@resume_option
def main(
    rules: str, kinds: str, hands: int, seconds: float, threads: int, seed: int, resume: Path | None
) -> None:
    names = tuple(rules.split(","))
    playable = [name for name, book in TABLE_RULEBOOKS.items() if book.stock is None]
    if not set(names) <= set(playable):
        expected = ", ".join(playable)
        raise click.BadParameter(f"{rules!r}, expected some of {expected}", param_hint="--rules")
    wanted = tuple(kinds.split(","))
    if not set(wanted) <= set(KINDS):
        raise click.BadParameter(
            f"{kinds!r}, expected some of {', '.join(KINDS)}", param_hint="--kinds"
        )
    rows, finished = [], True
    for name in names:
        settings = ErrorSettings(name, wanted, seconds, threads, seed)
        header = {"measured": "errors", "version": __version__, **asdict(settings)}
        file = None if resume is None else resume.with_name(f"{resume.name}.{name}")
        done = gathered(partial(analysed_hand, settings=settings), hands, SureHand, header, file, 1)
        finished &= len(done) == hands
        rows += rows_of(done, name)
        if len(done) < hands:
            break
    header = {"measured": "errors", "rules": names, "seconds": seconds, "threads": threads}
    echo_head({**header, "seed": seed}, f"{hands} hands of each", finished)
    echo_table("", HEADS, rows)
    end_command(finished)


if __name__ == "__main__":
    run(main)

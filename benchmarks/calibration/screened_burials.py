"""What a search of trump and burial loses by the choices that it never tries.

    python benchmarks/calibration/screened_burials.py --rules auction --deals 40 --worlds 512

A search of hidden hands tries the choices that look best by a rule of thumb, not all thousands.
Here all others are tried, too, as many at a time, each lot in the same number of worlds; the best
of every lot and of those tried at once then meet in a last search. Its choice and that of the
search as it is are compared in other worlds, in which neither was chosen. The mean is what a
decision loses by the list, in the currency of the game.

What is done is kept in a file (``--resume``), and a run with the same settings goes on with it.
The figures depend on the settings alone.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import click

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
from pinochle_solver.double_dummy.choices import likely_choices
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.comparing import compare
from pinochle_solver.hidden_hands.decisions import MOST_MOVES, BurialDecision
from pinochle_solver.hidden_hands.search import TableSearch
from pinochle_solver.limits import Limits
from pinochle_solver.matches.table.contracts import calls_for_contract
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import begun
from pinochle_solver.table.moves import Bury, Concede
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

ALL = 1 << 20
"""More choices than any hand has."""


@dataclass(frozen=True)
class ScreenSettings:
    """What decides the figures of one rulebook."""

    rules: str
    worlds: int
    fresh: int
    seed: int


@dataclass(frozen=True, slots=True)
class Screened:
    """A burial.

    Attributes:
        number: which deal, from 0.
        choices: how many choices of trump and burial there are; 0 if there is nothing to choose.
        place: that of the best by the rule of thumb, from 0; those from `MOST_MOVES` - 1 on are
            never tried.
        loss: how much less the choice of the search as it is brings, in the currency of the game.
    """

    number: int
    choices: int
    place: int
    loss: float


def screened_deal(number: int, settings: ScreenSettings) -> Screened:
    """Search the burial of a deal by the list as it is, and by all lists."""
    hand = begun(random_deal(number, settings.seed, TABLE_RULEBOOKS[settings.rules]))
    for call in calls_for_contract(hand):
        hand = hand.after(call)
    if hand.act is not Act.BURY or hand.turn is None:
        return Screened(number, 0, 0, 0.0)
    position = position_of(hand, hand.turn)
    choices = likely_choices(position.hands[hand.turn].known, position.rules, ALL)
    moves = [choice.move for choice in choices]
    size = MOST_MOVES - 1
    seed = settings.seed
    own = best_of(position, None, settings.worlds, seed)
    lots = [moves[start : start + size] for start in range(size, len(moves), size)]
    winners = [best_of(position, lot, settings.worlds, seed) for lot in lots]
    best = best_of(position, [own, *winners], settings.worlds, seed) if winners else own
    place = moves.index(best) if isinstance(best, Bury) else 0
    if best == own:
        return Screened(number, len(moves), place, 0.0)
    found = compare(position, best, own, Limits(worlds=settings.fresh), seed + 1)
    assert found is not None
    return Screened(number, len(moves), place, found.ahead.mean)


def best_of(
    position: TablePosition, given: Sequence[Bury | Concede] | None, worlds: int, seed: int
) -> Bury | Concede:
    """The best of some moves, or of those that a search tries, each in up to so many worlds."""
    decision = BurialDecision(position, given)
    search = TableSearch(decision, Beliefs(position), Limits(worlds=worlds), seed, 1, StopFlag())
    search.run()
    move = search.standings.best().move
    assert isinstance(move, (Bury, Concede))
    return move


HEADS = ("burials", "choices", "best not tried", "loss")


def row(name: str, deals: Iterable[Screened]) -> tuple[str, ...]:
    """How many burials, of how many choices, how often the best is not tried, what that loses."""
    found = [deal for deal in deals if deal.choices]
    if not found:
        return name, "0", "", "", ""
    losses = [deal.loss for deal in found]
    error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else float("nan")
    missed = sum(deal.place >= MOST_MOVES - 1 for deal in found)
    number = mean(deal.choices for deal in found)
    cells = (
        str(len(found)),
        f"{number:,.0f}",
        str(missed),
        with_error(mean(losses), error, "+.2f"),
    )
    return (name, *cells)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rules", default="auction", show_default=True, help="Names with commas between.")
@click.option("--deals", default=40, show_default=True, type=click.IntRange(1), help="Of each.")
@click.option(
    "--worlds", default=512, show_default=True, type=click.IntRange(32), help="Of a search."
)
@click.option(
    "--fresh", default=4096, show_default=True, type=click.IntRange(32), help="To compare."
)
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    rules: str,
    deals: int,
    worlds: int,
    fresh: int,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    names = tuple(rules.split(","))
    with_widow = [name for name, book in TABLE_RULEBOOKS.items() if book.widow and book.auction]
    if not set(names) <= set(with_widow):
        expected = ", ".join(with_widow)
        raise click.BadParameter(f"{rules!r}, expected some of {expected}", param_hint="--rules")
    rows, finished = [], True
    for name in names:
        settings = ScreenSettings(name, worlds, fresh, seed)
        header = {"measured": "screened burials", "version": __version__, **asdict(settings)}
        file = None if resume is None else resume.with_name(f"{resume.name}.{name}")
        work = partial(screened_deal, settings=settings)
        done = gathered(work, deals, Screened, header, file, processes)
        rows.append(row(name, done))
        finished = len(done) == deals
        if not finished:
            break
    told = {"measured": "screened burials", "worlds": worlds, "fresh": fresh, "seed": seed}
    echo_head(told, f"{deals} deals of each", finished)
    echo_table("", HEADS, rows)
    end_command(finished)


if __name__ == "__main__":
    run(main)

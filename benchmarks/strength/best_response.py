"""How much a player wins from one that he knows: a lower bound of how far that is from perfect.

    python benchmarks/strength/best_response.py policy [--pairs 200] [--worlds 1000] [--resume FILE]
    python benchmarks/strength/best_response.py default

Who is played against, the linear policy or the default engine in 64 worlds, is frozen: it does not
know that it is known. Who responds to it draws the other hand by Markov chains as the default
engine does, but explains what was played by the policy itself, and values a move by both playing on
by the policy. So he makes the best move there is if he then played as the policy does, and does
better again at the next decision: a local best response (Lisy, Bowling 2017). The policy stands for
the default engine, too, whose choices nobody can tell so well: the bound is weaker there.

Hands are played in pairs, the same cards from both seats; points are without the luck of the draws.
Errors are standard errors by pair. ``--resume FILE`` keeps what is done and goes on with it; Ctrl-C
prints what there is, and the status is 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import hashlib
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click
import numpy as np

from benchmarks.common.decisions import POLICY, policy_choice
from benchmarks.common.measurements import (
    echo_head,
    echo_table,
    end_command,
    gathered,
    processes_option,
    resume_option,
    rulebook_names,
    with_error,
)
from benchmarks.common.starting import run
from pinochle_solver import RULEBOOKS, Referee, StockPosition, __version__
from pinochle_solver.engines.registry import DEFAULT, analyze_with
from pinochle_solver.hand.deals import Deal, random_deals
from pinochle_solver.limits import Limits
from pinochle_solver.matches.luck import draw_luck
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.playoff.solver import solve
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.behaviour import Behaviour
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.settings import SearchSettings

WORLDS_OF_DEFAULT = 64
# The policy takes the highest score; of what is a little lower, and of slips, the chains need some
# to come from one deal to another. The default engine plays less like it.
_AS_POLICY = Behaviour(temperature=1.0, slips=1e-3, last_slips=1e-3, by_policy=True)
_AS_DEFAULT = Behaviour(temperature=10.0, slips=0.02, last_slips=0.1, by_policy=True)
KNOWN_AS = {POLICY: _AS_POLICY, DEFAULT: _AS_DEFAULT}
_SEED_BITS = 48


@dataclass(frozen=True, slots=True)
class Settings:
    """How pairs are played.

    Attributes:
        against: who is frozen, one of `KNOWN_AS`.
        worlds: in how many each move of the response is tried.
        rules: rulebooks, which the pairs take in turn.
        seed: of deals and searches.
    """

    against: str
    worlds: int
    rules: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Pair:
    """The same cards played from both seats.

    Attributes:
        number: which pair, from 0.
        rules: the name of the rulebook.
        scored: what the response made more in each hand, it being south in the first,
        less_luck: and without the luck of the draws.
    """

    number: int
    rules: str
    scored: list[float]
    less_luck: list[float]


def play_pair(number: int, settings: Settings) -> Pair:
    """Play the pair of this number."""
    rules = settings.rules[number % len(settings.rules)]
    (deal,) = random_deals(1, _seed(settings, number), RULEBOOKS[rules])
    scored, less_luck = [], []
    for seat in Seat:
        moves, lead = play_hand(deal, seat, settings, number)
        sign = 1 if seat is Seat.SOUTH else -1
        scored.append(float(sign * lead))
        less_luck.append(sign * (lead - draw_luck(deal, moves)))
    return Pair(number, rules, scored, less_luck)


def play_hand(
    deal: Deal, responding: Seat, settings: Settings, number: int
) -> tuple[list[Move], int]:
    """Play a hand; its moves, and south's points less north's at the end."""
    referee, moves = Referee.of_deal(deal), list[Move]()
    while (seat := referee.turn) is not None and not referee.in_playoff:
        legal = referee.moves()
        move = legal[0]
        if len(legal) > 1:
            view = referee.view(seat)
            assert isinstance(view, StockPosition)
            choose = response if seat is responding else frozen_move
            move = choose(view, settings, _seed(settings, number, len(moves), seat))
        moves.append(move)
        referee.push(move)
    position = referee.position()
    assert isinstance(position, PlayoffPosition)
    final = solve(position).final
    assert final is not None
    return moves, final.south - final.north


def frozen_move(view: StockPosition, settings: Settings, seed: int) -> Move:
    """What the player that is known plays."""
    if settings.against == POLICY:
        return Belief(view).problem.moves[policy_choice(view)]
    return analyze_with(DEFAULT, view, worlds=WORLDS_OF_DEFAULT, seed=seed).choice


def response(view: StockPosition, settings: Settings, seed: int) -> Move:
    """What gains most by who knows it."""
    belief = Belief(view, INFERRED, KNOWN_AS[settings.against], learned=False)
    limits = Limits(worlds=settings.worlds)
    return PlayoutSearch(belief, SearchSettings(limits=limits, seed=seed)).run().best.move


def _seed(settings: Settings, *places: int) -> int:
    text = repr((settings.seed, settings.against, *map(int, places)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "little") % (1 << _SEED_BITS)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("against", type=click.Choice(list(KNOWN_AS)))
@click.option("--pairs", default=200, show_default=True, type=click.IntRange(1))
@click.option("--worlds", default=1000, show_default=True, type=click.IntRange(16))
@click.option("--rules", default="all", show_default=True, callback=rulebook_names)
@click.option("--seed", default=1, show_default=True)
@processes_option
@resume_option
def main(
    against: str,
    pairs: int,
    worlds: int,
    rules: tuple[str, ...],
    seed: int,
    processes: int,
    resume: Path | None,
) -> None:
    """Play and show."""
    settings = Settings(against, worlds, rules, seed)
    header = {"measured": "best response", "version": __version__, **asdict(settings)}
    work = partial(play_pair, settings=settings)
    played = gathered(work, pairs, Pair, header, resume, processes)
    echo_head(header, f"{len(played)} pairs of hands", len(played) == pairs)
    rows = [("all", *_cells(played))]
    rows += [(name, *_cells([p for p in played if p.rules == name])) for name in rules]
    echo_table("points a hand that the response wins", ["pairs", "less luck", "as scored"], rows)
    end_command(len(played) == pairs)


def _cells(played: list[Pair]) -> tuple[str, str, str]:
    """How many pairs, and the two means with their standard errors."""
    if not played:
        return "0", "", ""
    cells = []
    for values in ([pair.less_luck for pair in played], [pair.scored for pair in played]):
        means = np.array(values).mean(axis=1)
        error = float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else float("nan")
        cells.append(with_error(float(means.mean()), error, "+.1f"))
    return f"{len(played)}", cells[0], cells[1]


if __name__ == "__main__":
    run(main)

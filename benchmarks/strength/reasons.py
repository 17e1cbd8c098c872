"""Is a reason given where a move is clearly best, and do its figures hold in other worlds?

    python benchmarks/strength/reasons.py [--hands 48] [--worlds 512] [--resume FILE] [--show 30]

The default engine plays hands of all rulebooks against itself. Some decisions of each are analysed.
Those in which the best move is surely better than every other one count. A *reason* is the line
that ``analyze`` writes below the verdict. Every part that it tells (as points by melds) is measured
again in other worlds, unless all were gone through: *same sign* says in how many the part
lies on the same side of 0 there. *apart* is the root mean square of the difference of both figures
in their common standard errors: 1 if the errors are right.

``--show N`` prints so many decisions, spread over all, with the position, the sentence and all
figures, for a reader to check. ``--resume FILE`` keeps what is done and goes on with it; Ctrl-C
prints what there is, and the status is 130. The figures depend on the settings alone.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random

import click
import numpy as np

from benchmarks.common.decisions import kind_of
from benchmarks.common.measurements import (
    Row,
    echo_head,
    echo_table,
    end_command,
    gathered,
    json_option,
    json_text,
    processes_option,
    resume_option,
)
from benchmarks.common.starting import run
from benchmarks.strength.regret_hands import decisions_of, stock_view
from pinochle_solver import RULEBOOKS, Referee, StockPosition, __version__, analyze
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import Limits
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.stock.analysis import POINTS, MoveEstimate
from pinochle_solver.stock.beliefs import Belief
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.playout_search import PlayoutSearch
from pinochle_solver.stock.reason_words import sentence
from pinochle_solver.stock.reasoning import rival
from pinochle_solver.stock.reasons import Reason
from pinochle_solver.stock.settings import Request, SearchSettings

# In so many times the worlds the two moves are compared again.
_AGAIN = 2
_SEEDS = 2**53
_PARTS = ("own_melds", "other_melds", "trick", "later", "melds", "cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is measured.

    Attributes:
        worlds: in which a decision is analysed.
        decisions: of each hand.
        seed: of deals, searches and worlds.
    """

    worlds: int
    decisions: int
    seed: int


@dataclass(frozen=True, slots=True)
class Clear:
    """A decision with a clear best move.

    Attributes:
        position: what the seat sees.
        kind: a lead, a reply or a meld.
        best, other: the best move, and the one it is compared with.
        ahead: by how many points, and the standard error.
        text: the sentence; empty without a reason.
        turn: what it turns on.
        now: points shown at once.
        parts: by name, each with its standard error,
        again: and in other worlds; empty without a reason, and if all worlds were gone through.
        shows: for the best move and the other one, how often the seat and the opponent lay each
            kind of meld from there on.
    """

    position: str
    kind: str
    best: str
    other: str
    ahead: Estimate
    text: str
    turn: str
    now: float
    parts: dict[str, Estimate]
    again: dict[str, Estimate]
    shows: list[dict[str, float]]


@dataclass(frozen=True, slots=True)
class HandReasons:
    """A hand: its number from 0, rulebook, how many decisions were analysed, and the clear ones."""

    number: int
    rules: str
    analysed: int
    clear: list[Clear]


def measure_hand(number: int, settings: Settings) -> HandReasons:
    """Play the hand of this number, and analyse some of its decisions."""
    name = list(RULEBOOKS)[number % len(RULEBOOKS)]
    random = Random(f"reasons/{settings.seed}/{number}")
    deal = random_deal(number, settings.seed, RULEBOOKS[name])
    made = decisions_of(Referee.of_deal(deal), random)
    chosen = random.sample(made, min(settings.decisions, len(made)))
    clear = []
    for referee in chosen:
        found = _decision(stock_view(referee), settings.worlds, random)
        if found is not None:
            clear.append(found)
    return HandReasons(number, name, len(chosen), clear)


def _decision(view: StockPosition, worlds: int, random: Random) -> Clear | None:
    """A decision analysed; None if the best move is not clear."""
    analysis = analyze(view, worlds=worlds, seed=random.randrange(_SEEDS))
    seed, other = random.randrange(_SEEDS), rival(analysis)
    if other is None or analysis.close:
        return None
    reason = analysis.reason
    return Clear(
        position=view.text(),
        kind=kind_of(view),
        best=analysis.best.move.text(),
        other=other.move.text(),
        ahead=other.points_behind,
        text="" if reason is None else sentence(reason, view.turn.other.text()),
        turn="" if reason is None or reason.cause is None else reason.cause.turn.value,
        now=0.0 if reason is None else reason.now,
        parts=_parts(reason),
        again=_parts(_again(view, reason, _AGAIN * worlds, seed)) if analysis.sampled else {},
        shows=[*_shows(analysis.best), *_shows(other)],
    )


def _parts(reason: Reason | None) -> dict[str, Estimate]:
    return {} if reason is None else {name: getattr(reason, name) for name in _PARTS}


def _again(view: StockPosition, reason: Reason | None, worlds: int, seed: int) -> Reason | None:
    """The same two moves in other worlds; None without a reason, and where there is none then."""
    if reason is None:
        return None
    settings = SearchSettings(limits=Limits(worlds=worlds), seed=seed)
    belief = Belief(view, settings.belief)
    search = PlayoutSearch(belief, settings, Request.of((reason.move, reason.other)))
    search.run()
    moves = belief.problem.moves
    tried = {moves[each.number]: each for each in search.standings.tried}
    ahead = search.standings.behind(tried[reason.move], tried[reason.other], POINTS)
    return search.reason(reason.move, reason.other, ahead, ahead)


def _shows(move: MoveEstimate) -> Iterator[dict[str, float]]:
    for outlook in (move.mover, move.other):
        often = {} if outlook is None else outlook.shows
        yield {kind: round(times, 3) for kind, times in often.items()}


@dataclass(frozen=True, slots=True)
class Summary:
    """Some clear decisions summed up.

    Attributes:
        decisions: how many they are,
        given: and in how many a reason is given.
        told: the parts told that were measured again,
        same_sign: and how many have the same sign then.
        apart: root mean square of how far apart both figures are, in standard errors.
    """

    decisions: int
    given: int
    told: int
    same_sign: int
    apart: float

    @classmethod
    def of(cls, clear: Sequence[Clear]) -> Summary:
        """Sum up decisions."""
        pairs = [
            (each.parts[name], each.again[name])
            for each in clear
            if each.again
            for name in _PARTS
            if abs(each.parts[name][0]) > SURE * each.parts[name][1] > 0
        ]
        apart = [(one[0] - two[0]) / np.hypot(one[1], two[1]) for one, two in pairs]
        return cls(
            decisions=len(clear),
            given=sum(bool(each.text) for each in clear),
            told=len(pairs),
            same_sign=sum(one[0] * two[0] > 0 for one, two in pairs),
            apart=float(np.sqrt(np.mean(np.square(apart)))) if apart else 0.0,
        )


def groups(hands: Sequence[HandReasons]) -> Iterator[tuple[str, Summary]]:
    """Summaries by rulebook, by kind of decision, and of all; none of empty ones."""
    clear = [(hand.rules, each) for hand in hands for each in hand.clear]
    parts = [
        *((name, [each for rules, each in clear if rules == name]) for name in RULEBOOKS),
        *(
            (f"{kind}s", [each for _, each in clear if each.kind == kind])
            for kind in ("lead", "meld")
        ),
        ("replies", [each for _, each in clear if each.kind == "reply"]),
        ("all", [each for _, each in clear]),
    ]
    for label, part in parts:
        if part:
            yield label, Summary.of(part)


def shown(clear: Clear) -> str:
    """A decision in full: the position, the sentence and all figures."""
    view = StockPosition.parse(clear.position)
    page = StringIO()
    Renderer(page, ascii=True).stock_position(view)
    mean, error = clear.ahead
    figures = {"points shown now": Estimate(clear.now, 0.0)} | clear.parts
    names = {
        "own_melds": "own melds later",
        "other_melds": "opponent's melds (+ if fewer)",
        "trick": "cards, this trick",
        "later": "cards, later tricks",
        "melds": "melds of both",
        "cards": "cards, all tricks",
    }
    lines = [
        page.getvalue().rstrip(),
        f"best {clear.best}, {mean:.1f} +- {SURE * error:.1f} points better than {clear.other}",
        f"REASON: it {clear.text}" if clear.text else "no reason",
        *(
            f"    {names.get(name, name)}: {part:+.1f} +- {SURE * se:.1f}"
            for name, (part, se) in figures.items()
        ),
    ]
    own, others, own_else, others_else = clear.shows
    for who, after, instead in (("mover", own, own_else), ("opponent", others, others_else)):
        kinds = sorted({*after, *instead})
        often = ", ".join(f"{k} {after.get(k, 0):.2f}/{instead.get(k, 0):.2f}" for k in kinds)
        lines.append(f"    {who} lays, after {clear.best} / after {clear.other}: {often}")
    return "\n".join(lines)


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--hands", default=48, show_default=True, type=click.IntRange(1))
@click.option("--worlds", default=512, show_default=True, type=click.IntRange(64))
@click.option("--decisions", default=16, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=601, show_default=True, type=click.IntRange(0))
@click.option("--show", default=0, type=click.IntRange(0), help="Print so many decisions in full.")
@resume_option
@processes_option
@json_option
def main(
    hands: int,
    worlds: int,
    decisions: int,
    seed: int,
    show: int,
    resume: Path | None,
    processes: int,
    as_json: bool,
) -> None:
    settings = Settings(worlds=worlds, decisions=decisions, seed=seed)
    header = {"measured": "reasons", "version": __version__, **asdict(settings)}
    work = partial(measure_hand, settings=settings)
    done = gathered(work, hands, HandReasons, header, resume, processes)
    finished = len(done) == hands
    summaries = dict(groups(done))
    if as_json:
        click.echo(
            json_text(
                {
                    **header,
                    "hands": len(done),
                    "groups": {label: asdict(summary) for label, summary in summaries.items()},
                }
            )
        )
    else:
        echo_head(header, f"{len(done)} hands", finished)
        heads = ("number", "with a reason", "parts told", "same sign", "apart")
        echo_table("clear decisions", heads, map(_row, summaries.items()))
        for clear in _spread([each for hand in done for each in hand.clear], show):
            click.echo(f"\n{shown(clear)}")
    end_command(finished)


def _row(entry: tuple[str, Summary]) -> Row:
    label, summary = entry
    share = f"{summary.given / summary.decisions:.0%}"
    sign = f"{summary.same_sign / summary.told:.1%}" if summary.told else "-"
    return (
        label,
        str(summary.decisions),
        f"{summary.given} ({share})",
        str(summary.told),
        sign,
        f"{summary.apart:.2f}",
    )


def _spread(clear: Sequence[Clear], number: int) -> Iterator[Clear]:
    """So many of them, evenly spread."""
    number = min(number, len(clear))
    for place in range(number):
        yield clear[place * len(clear) // number]


if __name__ == "__main__":
    run(main)

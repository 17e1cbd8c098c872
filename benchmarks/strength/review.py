"""What reviews say of hands that engines played: what they lost, and what results were made of.

    python benchmarks/strength/review.py default --pairs 200 --seed 1
    python benchmarks/strength/review.py default greedy --pairs 100 --seed 2

Pairs of the same cards are played, and every decision of both seats is reviewed. Shown are the
points lost a decision, by player and kind; the parts of the account, whose draws and unseen points
are to be 0 on average; what draws and unseen points came to before decisions of each kind, which is
to be 0, too (`_GAINS` of `reviews.accounting`); and whether A's points given away less than B's
explain the result of the match less its luck. One engine plays against itself, one hand a pair.
Errors are standard errors by pair.

``--resume FILE`` keeps what is done and goes on with it; Ctrl-C prints what there is, and the
status is 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

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
    rulebook_names,
    with_error,
)
from benchmarks.common.starting import run
from benchmarks.strength.review_hands import THIRDS, ReviewedHand, ReviewedPair, reviewed_pair
from pinochle_solver import __version__
from pinochle_solver.matches.results import MatchSettings
from pinochle_solver.reviews.decisions import DecisionKind
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.stock.estimates import Estimate

_TIMEOUT = 600.0


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("a")
@click.argument("b", required=False)
@click.option("--pairs", default=100, show_default=True, type=click.IntRange(1))
@click.option("--rules", default="all", show_default=True, callback=rulebook_names)
@click.option(
    "--play-worlds",
    default=64,
    show_default=True,
    type=click.IntRange(1),
    help="For each decision of the players.",
)
@click.option(
    "--worlds",
    default=512,
    show_default=True,
    type=click.IntRange(1),
    help="For each decision that is reviewed.",
)
@click.option("--seed", default=1, show_default=True)
@resume_option
@processes_option
def main(
    a: str,
    b: str | None,
    pairs: int,
    rules: tuple[str, ...],
    play_worlds: int,
    worlds: int,
    seed: int,
    resume: Path | None,
    processes: int,
) -> None:
    settings = MatchSettings(
        a=a,
        b=b or a,
        rules=rules,
        count=None,
        seed=seed,
        seconds=None,
        worlds=play_worlds,
        timeout=_TIMEOUT,
        version=__version__,
        names=(a, b or a),
    )
    header = {
        "measured": "review",
        "version": __version__,
        "a": a,
        "b": b or a,
        "rules": rules,
        "play_worlds": play_worlds,
        "worlds": worlds,
        "seed": seed,
    }
    work = partial(reviewed_pair, settings=settings, worlds=worlds)
    done = gathered(work, pairs, ReviewedPair, header, resume, processes)
    echo_head(header, f"{len(done)} pairs of hands", len(done) == pairs)
    if done:
        _echo_lost(done, (a, b or a))
        _echo_account(done)
        _echo_arrivals(done)
        _echo_match(done)
    end_command(len(done) == pairs)


def _mean(pairs: Sequence[ReviewedPair], of: Callable[[ReviewedHand], float]) -> Estimate:
    """A mean over hands, and its error by pair."""
    values = np.array([of(hand) for pair in pairs for hand in pair.hands])
    return mean_by_hand(values, np.repeat(np.arange(len(pairs)), [len(p.hands) for p in pairs]))


def _echo_lost(pairs: Sequence[ReviewedPair], names: Sequence[str]) -> None:
    heads = [
        *(kind.plural for kind in DecisionKind),
        "all",
        "a hand",
        *(mark.value for mark in Mark),
    ]
    rows = []
    for place, name in enumerate(names):
        whole = [[hand.lost[place] for hand in pair.hands] for pair in pairs]
        cells = []
        for kinds in (
            *((kind.value,) for kind in DecisionKind),
            tuple(kind.value for kind in DecisionKind),
        ):
            lost = [sum(hand[k].points for hand in both for k in kinds) for both in whole]
            made = [sum(hand[k].decisions for hand in both for k in kinds) for both in whole]
            mean, number = sum(lost) / max(1, sum(made)), len(pairs)
            spread = np.array(lost) - mean * np.array(made)
            error = float(np.sqrt((spread**2).sum() * number / max(1, number - 1)))
            cells.append(with_error(mean, error / max(1, sum(made)), ".2f"))
        a_hand = _mean(pairs, lambda hand, place=place: -hand.given[place])  # type: ignore[misc]
        cells.append(with_error(*a_hand, ".1f"))
        for mark in range(len(Mark)):
            marked = sum(
                each.marks[mark] for both in whole for hand in both for each in hand.values()
            )
            cells.append(f"{marked / sum(len(both) for both in whole):.2f}")
        rows.append((name, *cells))
    echo_table("points lost a decision", heads, rows)


def _echo_account(pairs: Sequence[ReviewedPair]) -> None:
    parts: list[tuple[str, Callable[[ReviewedHand], float]]] = [
        ("deal", lambda hand: hand.deal),
        ("luck of the draws, A", lambda hand: hand.draws[0]),
        ("luck of the draws, B", lambda hand: hand.draws[1]),
        ("given away, A", lambda hand: hand.given[0]),
        ("given away, B", lambda hand: hand.given[1]),
        ("unseen, A", lambda hand: hand.unseen[0]),
        ("unseen, B", lambda hand: hand.unseen[1]),
        ("rest", lambda hand: hand.rest),
        ("result", lambda hand: hand.result),
    ]
    rows = []
    for name, part in parts:
        values = [part(hand) for pair in pairs for hand in pair.hands]
        spread = f"{np.std(values, ddof=1):.1f}" if len(values) > 1 else ""
        rows.append((name, with_error(*_mean(pairs, part), "+.1f"), spread))
    echo_table("points of a hand", ["mean", "standard deviation"], rows)


def _echo_arrivals(pairs: Sequence[ReviewedPair]) -> None:
    """What the hand is better at a decision than expected before; is to be 0."""
    rows = []
    for kind in (DecisionKind.LEAD, DecisionKind.REPLY, DecisionKind.MELD):
        cells = []
        for third in range(THIRDS):
            found = [
                (pair.number, each.points)
                for pair in pairs
                for hand in pair.hands
                for each in hand.arrivals
                if each.kind == kind.value and each.third == third
            ]
            if not found:
                cells.append("")
                continue
            numbers, points = (np.array(column) for column in zip(*found, strict=True))
            cells.append(with_error(*mean_by_hand(points, numbers), "+.1f"))
        rows.append((kind.plural, *cells))
    heads = ["first third", "second third", "last third"]
    echo_table("draws and unseen before a decision, for its seat", heads, rows)


def _echo_match(pairs: Sequence[ReviewedPair]) -> None:
    rows = [
        ("A's result less deal and draws", lambda hand: _less_luck(hand)),
        ("given away by B less by A", lambda hand: hand.given[0] - hand.given[1]),
        (
            "difference of these",
            lambda hand: _less_luck(hand) - (hand.given[0] - hand.given[1]),
        ),
    ]
    echo_table(
        "A over B, points a hand",
        ["mean"],
        ((n, with_error(*_mean(pairs, f), "+.1f")) for n, f in rows),
    )


def _less_luck(hand: ReviewedHand) -> float:
    return hand.result - hand.deal - (hand.draws[0] - hand.draws[1])


if __name__ == "__main__":
    run(main)

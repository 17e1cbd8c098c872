"""The puzzles at tables of three and four: a first set, made anew from a seed.

    python benchmarks/handbook/table_puzzles.py --seed 1 --write

Some are endings with all cards face up, whose values are proven. The others are burials, leads,
later cards and calls of hands that engines play, as the player to move sees them: there the best
move is ahead of the next by at least 4 standard errors in worlds in which neither was chosen, and
by 3% of what is at stake. A call is a question of bidding or passing: several bids may be worth the
same. In all of them `greedy`, which plays by simple rules, makes another move. They are written to
`puzzles/table.pn`.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from textwrap import wrap

import click

from benchmarks.common.starting import run
from pinochle_solver import TablePosition, solve_open
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.hidden_hands.comparing import compare
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.reviews.table.choices import as_searched
from pinochle_solver.reviews.table.decisions import TableKind
from pinochle_solver.reviews.table.reviewing import best_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import PASS, TableMove
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

FILE = Path(__file__).parents[2] / "puzzles" / "table.pn"
RULES = ("auction", "partnership-auction", "check")
KINDS = {
    kind.value.replace(" ", "-"): kind
    for kind in (TableKind.BURIAL, TableKind.LEAD, TableKind.FOLLOW, TableKind.CALL)
}
ERRORS = 4.0
SHARE = 0.03
LEAST_LOSS = 10
WORLDS, LOOKED_AT = 2048, 256
_WIDTH = 98


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--endings", default=24, show_default=True, type=click.IntRange(0))
@click.option("--each", default=4, show_default=True, type=click.IntRange(0), help="Of a kind.")
@click.option("--kind", type=click.Choice([*KINDS]), multiple=True, help="Default: all.")
@click.option("--seed", default=1, show_default=True)
@click.option("--write", is_flag=True, help="Write them to puzzles/table.pn.")
def main(endings: int, each: int, kind: tuple[str, ...], seed: int, write: bool) -> None:
    hidden = (islice(_hidden(name, seed), each) for name in kind or KINDS)
    found = []
    for puzzle in chain(islice(_endings(seed), endings), *hidden):
        click.echo(puzzle)
        found.append(puzzle)
    if write:
        FILE.write_text("\n".join(found), "utf-8")


def _written(name: str, why: str, position: TablePosition) -> str:
    lines = (f"# {line}" for line in wrap(why, _WIDTH, break_on_hyphens=False))
    return "\n".join((*lines, replace(position, id=name).text(), ""))


def _endings(seed: int) -> Iterator[str]:
    """Endings with all cards face up in which the rules of thumb go wrong."""
    greedy, made = make_table_engine("greedy"), 0
    endings = [random_endings(6, 4000, seed, TABLE_RULEBOOKS[name]) for name in RULES]
    for of_rules in zip(*endings, strict=True):
        position = of_rules[made % len(RULES)]
        first, *others = (solution := solve_open(position)).moves
        if len(others) < 2 or not others[0].loss or others[0].loss < LEAST_LOSS:
            continue
        natural = greedy.choose(position, Limits()).move.text()
        lost = next(m.loss for m in solution.moves if m.card.text() == natural)
        if not lost:
            continue
        made += 1
        line = ", ".join(
            f"{trick.cards[0][0].text()} {'-'.join(card.text() for _, card in trick.cards)}"
            for trick in solution.tricks
        )
        why = (
            f"Best is {first.card}: it wins {lost} card points more than the natural {natural}, "
            f"and at least {others[0].loss} more than any other card. "
            f"The best line, with the leader of each trick: {line}."
        )
        yield _written(f"ending-{made}", why, position)


def _hidden(name: str, seed: int) -> Iterator[str]:
    """Decisions of played hands that are surely better made than by the rules of thumb."""
    made = 0
    for number in range(10**6):
        rules = TABLE_RULEBOOKS[RULES[made % len(RULES)]]
        hand = begun(random_deal(number, seed, rules))
        found = _puzzle(hand, KINDS[name], seed + number)
        if found is not None:
            made += 1
            yield _written(f"{name}-{made}", found[0], found[1])


def _puzzle(hand: TableHand, kind: TableKind, seed: int) -> tuple[str, TablePosition] | None:
    """The first decision of a kind in a hand that is a puzzle: what to say of it, and it."""
    advice, player = make_table_engine("advice"), make_table_engine("default")
    greedy = make_table_engine("greedy")
    while hand.turn is not None:
        position = position_of(hand, hand.turn)
        least = 2 if kind is TableKind.CALL else 3
        has_choice = len([*islice(hand.legal_moves(), least)]) == least
        if has_choice and TableKind.of(position) is kind:
            move = greedy.choose(position, Limits()).move
            assert isinstance(move, TableMove)
            why = _why(position, as_searched(hand, move), seed)
            if why is not None:
                return why, position
        engine = advice if hand.act is Act.BID else player
        move = engine.choose(position, Limits(worlds=64), seed=seed).move
        assert isinstance(move, TableMove)
        hand = hand.after(move)
    return None


def _why(position: TablePosition, natural: TableMove, seed: int) -> str | None:
    """Why a position is a puzzle, in words; None if it is none."""
    analysis = analyze_hidden(position, Limits(worlds=LOOKED_AT), seed)
    if analysis.is_open:
        return None
    best, second = best_of(analysis).move, analysis.moves[1].move
    if natural == best:
        return None
    others = {natural: None, second: None}
    if position.act is Act.BID:
        if PASS not in (natural, best):
            return None
        others = {natural: None}
    told = []
    for other in others:
        stake = stake_of(position, best, other)
        found = compare(position, best, other, Limits(worlds=WORLDS), seed + 1)
        if found is None or found.ahead.mean < max(ERRORS * found.ahead.se, SHARE * stake):
            return None
        said = "passing" if other == PASS else other
        told.append(f"{said} by {found.ahead.mean:.2f} +- {SURE * found.ahead.se:.2f}")
    named = "passing" if best == PASS else best
    return (
        f"Best is {named}: in {WORLDS} other deals (seed {seed + 1}) it is ahead of "
        f"{' and of '.join(told)} {analysis.objective}."
    )


if __name__ == "__main__":
    run(main)

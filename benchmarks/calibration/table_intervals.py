"""Do the 95% intervals of short analyses hold in the games for three and four?

    python benchmarks/calibration/table_intervals.py --positions 200 --cards 7

Hands are played at random until so many cards are left to the seat on turn, who has bid and melded
as the program guesses best. What that seat sees is analysed in few deals, and in many others. An
interval of the short one holds if it reaches what the long one finds, whose own error is counted
in. Standard errors of the shares are not told: what one position comes to goes into several.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import random
import sys
from collections.abc import Iterator
from math import hypot

import click

from pinochle_solver.bench import machine_line
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.choices import likely_choices
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.searching import analyze_with_open_cards
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.moves import Call, TableMove
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

GAMES = ("auction", "auction-score", "partnership", "firehouse", "corners", "check")
FEW = (2, 3, 5, 10, 20, 40)
_HIGHEST_BID = 300
_WHAT = ("mean", "behind", "win", "cards")


def late_position(game: str, number: int, seed: int, cards: int) -> TablePosition:
    """What a seat sees that has a choice of cards, and so many left or one more."""
    rng = random.Random(f"{seed}/{number}")
    while True:
        deal = random_deal(rng.randrange(1 << 32), seed, TABLE_RULEBOOKS[game])
        for hand in _played(begun(deal), rng):
            assert hand.turn is not None
            held = hand.hands[hand.turn]
            if hand.act is Act.PLAY and len(held) <= cards and _has_choice(hand):
                return position_of(hand, hand.turn)


def _played(hand: TableHand, rng: random.Random) -> Iterator[TableHand]:
    """The moments of a hand in which anything is decided."""
    while hand.act is not Act.OVER:
        yield hand
        hand = hand.after(_move(hand, rng))


def _has_choice(hand: TableHand) -> bool:
    moves = hand.legal_moves()
    next(moves)
    return next(moves, None) is not None


def _move(hand: TableHand, rng: random.Random) -> TableMove:
    assert hand.turn is not None
    if hand.act is Act.BURY:
        (choice,) = likely_choices(hand.hands[hand.turn], hand.rules, 1)
        return choice.move
    moves = list(hand.legal_moves())
    if hand.act is Act.MELD:
        return moves[0]
    modest = [
        move
        for move in moves
        if not isinstance(move, Call) or move.bid is None or move.bid <= _HIGHEST_BID
    ]
    return rng.choice(modest or moves[:1])


def held(short: ChanceAnalysis, long: ChanceAnalysis) -> Iterator[tuple[str, bool]]:
    """Of every interval of a short analysis whether it holds."""
    found, best = {move.move: move for move in long.moves}, short.moves[0].move
    for move in short.moves:
        right = found[move.move]
        for what in _WHAT:
            told: Estimate | None = getattr(move, what)
            truth: Estimate | None = getattr(right, what)
            if told is None or truth is None or (what == "behind" and move.move == best):
                continue
            if what == "win":
                interval, reach = short.interval_of(move, told), SURE * truth.se
                yield what, interval.low - reach <= truth.mean <= interval.high + reach
                continue
            if what == "behind":
                # By the long one either move may be its best, behind which nothing is unsure.
                first, second, other = found[best].mean, right.mean, found[best].behind
                assert first is not None
                assert second is not None
                assert other is not None
                truth = Estimate(first.mean - second.mean, max(truth.se, other.se))
            reach = SURE * hypot(told.se, truth.se)
            yield what, abs(told.mean - truth.mean) <= reach


@click.command()
@click.option("--positions", default=200, show_default=True, type=click.IntRange(1))
@click.option("--cards", default=7, show_default=True, type=click.IntRange(2, 15))
@click.option("--worlds", default=300, show_default=True, type=click.IntRange(50))
@click.option("--seed", default=1, show_default=True)
def main(positions: int, cards: int, worlds: int, seed: int) -> None:
    """Count the intervals that hold, by the number of deals."""
    counts = {(what, few): [0, 0] for what in _WHAT for few in FEW}
    for number in range(positions):
        position = late_position(GAMES[number % len(GAMES)], number, seed, cards)
        long = analyze_with_open_cards(position, worlds=worlds, seed=seed)
        for few in FEW:
            # Other deals than those of the long one.
            for what, holds in held(
                analyze_with_open_cards(position, worlds=few, seed=seed + few), long
            ):
                counts[what, few][0] += holds
                counts[what, few][1] += 1
        if sys.stderr.isatty():
            click.echo(f"\r{number + 1} of {positions}", nl=False, err=True)
    click.echo(f"{positions} positions of {cards} cards at most, seed {seed}; {machine_line()}\n")
    click.echo("| deals | " + " | ".join(map(str, FEW)) + " | intervals |")
    click.echo("|---|" + "--:|" * (len(FEW) + 1))
    for what in _WHAT:
        shares = [counts[what, few] for few in FEW]
        cells = [f"{100 * holds / of:.1f}%" if of else "-" for holds, of in shares]
        click.echo(f"| {what} | " + " | ".join(cells) + f" | {sum(of for _, of in shares)} |")


if __name__ == "__main__":
    main()

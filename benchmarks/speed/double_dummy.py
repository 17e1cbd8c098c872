"""The solver of open hands for three and four: against an oracle, its speed, what helps it.

    python benchmarks/speed/double_dummy.py compare --endings 5000 --cards 5
    python benchmarks/speed/double_dummy.py compare --endings 200 --cards 8 --only-longest
    python benchmarks/speed/double_dummy.py proofs --endings 20000 --cards 7
    python benchmarks/speed/double_dummy.py speed --deals 1000
    python benchmarks/speed/double_dummy.py burials --deals 12
    python benchmarks/speed/double_dummy.py leave-out --deals 40

`compare` values all cards of random endings, of all obligations, three and four seats, two to four
copies, with and without an open trick, and compares with the oracle of ``tests/oracle/table``:
plain minimax with a memory up to five cards, questions of each card beyond. It exits with 1 if one
differs.

`proofs` compares longer endings with the search itself where all but its table is left out: every
rank matters, every card is tried, and only the very same cards are found again.

`speed` deals whole hands at random: three of 15 cards (`auction`, one seat against two, three cards
buried at random) and four of 12 (`check`). The trump is drawn, or with `--longest` it is the first
side's longest suit. Each deal is solved with an empty table for its value, then for the one
question whether the side makes it, and with `--moves` for all cards; `--seconds` ends one that
takes too long. Beside the time that passes stands the processor's, which other programs on the
machine disturb less.

`burials` looks for the best trump and burial of random deals, south the bidder.

`leave-out` solves shorter deals without one technique at a time: nodes against those of the whole.
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
from math import exp, log
from pathlib import Path
from statistics import mean
from time import perf_counter, process_time
from typing import Any

import click

from helpers.open_tables import as_oracle, oracle_values, random_table
from oracle.table import minimax
from pinochle_solver import StopFlag
from pinochle_solver._core.double_dummy import techniques
from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver.bench import Distribution, machine_line
from pinochle_solver.double_dummy.burials import BurialSearch, BuryingHands
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat

_SLOW_FROM = 6
_SHORTER = {"auction": 11, "check": 9}
_ALL_BUT_THE_TABLE = sum(
    getattr(techniques, name)
    for name in dir(techniques)
    if name.startswith("NO_") and name != "NO_TABLE"
)


@click.group()
def command() -> None:
    """Measure the solver of open hands."""


@command.command()
@click.option("--endings", default=5000, show_default=True)
@click.option("--cards", default=5, show_default=True, help="At most so many in each hand.")
@click.option("--only-longest", is_flag=True, help="None with fewer.")
@click.option("--seed", default=1, show_default=True)
def compare(endings: int, cards: int, only_longest: bool, seed: int) -> None:
    """Compare the values of all cards with the oracle's."""
    solver, differing = CompiledSolver(), 0
    for number in range(endings):
        rng = random.Random(f"{seed}/{number}")
        table = random_table(rng, cards)
        while only_longest and max(map(len, table.hands.values())) < cards:
            table = random_table(rng, cards)
        found = {card.text(): value for card, value in solver.values(table).items()}
        if max(map(len, table.hands.values())) >= _SLOW_FROM:
            side = [seat.text() for seat in table.side]
            right = minimax.values_by_questions(as_oracle(table), side)
        else:
            right = oracle_values(table)
        if found != right:
            differing += 1
            click.echo(f"{table}: {found}, by the oracle {right}")
    click.echo(f"{endings} endings of up to {cards} cards, seed {seed}: {differing} differ")
    sys.exit(1 if differing else 0)


@command.command()
@click.option("--endings", default=20_000, show_default=True)
@click.option("--cards", default=7, show_default=True, help="At most so many in each hand.")
@click.option("--seed", default=1, show_default=True)
def proofs(endings: int, cards: int, seed: int) -> None:
    """Compare the values of all cards with those of a search without its means."""
    solver, plain, differing = DoubleDummySolver(), DoubleDummySolver(), 0
    plain.leave_out(_ALL_BUT_THE_TABLE)
    for number in range(endings):
        table = random_table(random.Random(f"{seed}/{number}"), cards)
        found, right = (
            each.solve(packed(table), True, 0, 0, 0, StopFlag())[0][3] for each in (solver, plain)
        )
        if sorted(found) != sorted(right):
            differing += 1
            click.echo(f"{table}: {found}, without its means {right}")
    click.echo(f"{endings} endings of up to {cards} cards, seed {seed}: {differing} differ")
    sys.exit(1 if differing else 0)


def random_deals(
    game: str, cards: int, deals: int, seed: int, longest: bool
) -> Iterator[OpenHands]:
    """Deals of so many cards to each seat; south leads, and its side is asked for."""
    rules = TABLE_RULEBOOKS[game]
    players = rules.players(None)
    rng = random.Random(seed)
    for _ in range(deals):
        deck = list(rules.deck)
        rng.shuffle(deck)
        hands = [Hand.of(deck[i * cards : (i + 1) * cards]) for i in range(len(players))]
        trump = Suit(rng.randrange(len(Suit)))
        if longest:
            trump = max(Suit, key=lambda suit: len(hands[0].ranks_text(suit)))
        yield OpenHands(
            rules=rules,
            trump=trump,
            turn=Seat.SOUTH,
            hands=dict(zip(players, hands, strict=True)),
            side=(Seat.SOUTH, Seat.NORTH) if rules.partners else (Seat.SOUTH,),
        )


@command.command()
@click.option("--deals", default=1000, show_default=True)
@click.option("--cards", type=int, help="To each seat; all there are if not given.")
@click.option("--seed", default=77, show_default=True)
@click.option("--longest", is_flag=True, help="Trump is south's longest suit.")
@click.option("--moves", is_flag=True, help="Value all cards, too.")
@click.option("--seconds", default=60.0, show_default=True, help="At most for a deal.")
@click.option("--game", "games", multiple=True, default=("auction", "check"))
def speed(
    deals: int,
    cards: int | None,
    seed: int,
    longest: bool,
    moves: bool,
    seconds: float,
    games: tuple[str, ...],
) -> None:
    """Time values, and the question whether a contract is made."""
    click.echo(machine_line())
    solver = DoubleDummySolver()
    for game in games:
        size = cards or TABLE_RULEBOOKS[game].hand
        values, asked, all_cards = _Times(), _Times(), _Times()
        nodes, unsolved = list[float](), 0
        for table in random_deals(game, size, deals, seed, longest):
            record = packed(table)
            found = values.solve(solver, record, False, 0, seconds)
            unsolved += found[0] != found[1]
            nodes.append(float(found[6]))
            asked.solve(solver, record, False, max(found[0], 1), seconds)
            if moves:
                all_cards.solve(solver, record, True, 0, 4 * seconds)
        click.echo(f"{game}, {deals} deals of {size}, seed {seed}, trump "
                   f"{'longest' if longest else 'drawn'}: {unsolved} not solved")  # fmt: skip
        click.echo(f"  value, nodes   {_told(nodes)}")
        values.tell("value")
        asked.tell("make it")
        if moves:
            all_cards.tell("all cards")
            ratio = mean(all_cards.processor) / mean(values.processor)
            click.echo(f"  all cards take {ratio:.2f} times the value's processor time")


class _Times:
    """Milliseconds that answers of a kind took: those that passed, and those of the processor."""

    def __init__(self) -> None:
        self.passed: list[float] = []
        self.processor: list[float] = []

    def solve(
        self, solver: DoubleDummySolver, record: bytes, moves: bool, asked: int, seconds: float
    ) -> tuple[Any, ...]:
        began = process_time()
        [found] = solver.solve(record, moves, asked, 0, seconds, StopFlag())
        self.processor.append(1000 * (process_time() - began))
        self.passed.append(1000 * found[7])
        return found

    def tell(self, what: str) -> None:
        click.echo(f"  {what + ', ms':14} {_told(self.passed)}")
        click.echo(f"  {'processor, ms':14} {_told(self.processor)}")


def _told(figures: list[float]) -> str:
    of = Distribution.of(figures)
    return f"mean {of.mean:,.1f}, median {of.median:,.1f}, p99 {of.p99:,.1f}, most {of.max:,.1f}"


@command.command()
@click.option("--deals", default=12, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--seconds", default=120.0, show_default=True, help="At most for a deal.")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1))
@click.option("--game", "games", multiple=True, default=("auction", "partnership-auction", "check"))
def burials(deals: int, seed: int, seconds: float, threads: int, games: tuple[str, ...]) -> None:
    """Time the search of the best trump and burial."""
    click.echo(machine_line())
    for game in games:
        rules, took, unsolved = TABLE_RULEBOOKS[game], list[float](), 0
        for index in range(1, deals + 1):
            deal = random_deal(index, seed, rules, Seat.SOUTH)
            hands = dict(deal.seated)
            hands[Seat.SOUTH] = joined(hands[Seat.SOUTH], deal.widow)
            side = rules.units(None)[0]
            given = BuryingHands(rules, Seat.SOUTH, hands, side, rules.widow)
            began = perf_counter()
            search = BurialSearch(given, every=not rules.widow, seconds=seconds, threads=threads)
            for _ in search.run():
                pass
            took.append(perf_counter() - began)
            low, high = search.total
            unsolved += low != high
            click.echo(
                f"  {game} {index}: {search.groups} plays, {search.best.move} {low} to {high}, "
                f"{search.nodes:,} nodes, {took[-1]:.1f} s",
                err=True,
            )
        told = ", ".join(f"{each:.1f}" for each in sorted(took))
        click.echo(f"{game}, {deals} deals, seed {seed}: {unsolved} not solved; seconds: {told}")


@command.command("leave-out")
@click.option("--deals", default=40, show_default=True, help="Of each game.")
@click.option("--seed", default=5, show_default=True)
@click.option("--seconds", default=60.0, show_default=True, help="At most for a deal.")
def leave_out(deals: int, seed: int, seconds: float) -> None:
    """Solve without one technique at a time."""
    click.echo(machine_line())
    records = [
        packed(table)
        for game, cards in _SHORTER.items()
        for table in random_deals(game, cards, deals, seed, longest=False)
    ]
    whole = _solve_all(records, 0, seconds)
    for name in [name for name in dir(techniques) if name.startswith("NO_")]:
        found = _solve_all(records, getattr(techniques, name), seconds)
        ratios = [log(one[1] / other[1]) for one, other in zip(found, whole, strict=True)]
        total = sum(nodes for _, nodes, _ in found) / sum(nodes for _, nodes, _ in whole)
        time = sum(taken for _, _, taken in found) / sum(taken for _, _, taken in whole)
        wrong = sum(_differ(one[0], other[0]) for one, other in zip(found, whole, strict=True))
        click.echo(f"{name.lower():18} nodes {total:6.2f} times in all, {exp(mean(ratios)):5.2f} "
                   f"in the geometric mean, time {time:6.2f}; {wrong} values differ")  # fmt: skip


def _differ(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether no value lies within both bounds: a search that was stopped leaves them apart."""
    return max(one[0], other[0]) > min(one[1], other[1])


def _solve_all(
    records: list[bytes], left_out: int, seconds: float
) -> list[tuple[tuple[int, int], int, float]]:
    solver = DoubleDummySolver()
    solver.leave_out(left_out)
    found = []
    for record in records:
        [answer] = solver.solve(record, False, 0, 0, seconds, StopFlag())
        found.append(((answer[0], answer[1]), answer[6], answer[7]))
    return found


if __name__ == "__main__":
    command()

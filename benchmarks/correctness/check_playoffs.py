"""The search of two-handed playoffs and their race: beside plain minimax, on random endings.

    python benchmarks/correctness/check_playoffs.py values --endings 100000 --cards 7
    python benchmarks/correctness/check_playoffs.py race --endings 20000 --cards 4

Each ending has made-up rules: one to four suits of one to eight ranks, one to four copies, any
obligations and counts. In half of them a card is led.

`values` takes the values of all states of the ending (``retrograde.pyx``, without a cut), and from
these the value of every card by the oracle's rules of play; in every fiftieth ending, if it has up
to five cards, these are compared with minimax by the oracle alone. With them it compares every
bound that the search proves on its way, each card's value, their order, what the best line comes
to, and the bounds that a search of a few nodes leaves. The search is the usual one; one with a
table of one bucket; one whose table knows only the very same cards; one that looks ahead in short
hands, too; and one with random weights.

`race` compares the outcome of every card with the oracle's rules of play and a search of all lines,
for both kinds of call-outs.

Exits with 1 if one differs.
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
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click

from helpers.oracle_playoffs import oracle_state
from oracle import playoff as oracle
from pinochle_solver import COUNTS, CardCount, Deck, Hand, PlayoffPosition, Rulebook, StopFlag
from pinochle_solver._core.playoff.ordering import tuned_weights
from pinochle_solver._core.playoff.race import GOES_ON, LOSES, WINS, PlayoffRace
from pinochle_solver._core.playoff.retrograde import RetrogradeDeal
from pinochle_solver._core.playoff.solver import PlayoffSolver
from pinochle_solver.playoff.packing import pack
from pinochle_solver.rules.cards import Card, Rank, Suit
from pinochle_solver.rules.rules import Seat
from pinochle_solver.rules.rules_table import rules_table

_BY_THE_ORACLE = 50
_MOST_BY_THE_ORACLE = 5
_SMALLEST_TABLE = 1e-9

Values = dict[str, int]
"""Points still to come for the seat to decide, by card."""


def random_count(rng: random.Random) -> CardCount:
    """A published count, or one of which the ranks count anything, often the same."""
    if rng.random() < 0.2:
        return rng.choice(list(COUNTS.values()))
    most = rng.choice((1, 3, 12, 255))
    known = [rng.randint(0, most) for _ in range(rng.randint(1, len(Rank)))]
    points = {rank.name.lower(): rng.choice(known) for rank in Rank}
    return CardCount("house", last_trick=rng.choice((0, 1, 10, 999)), **points)


def random_ending(rng: random.Random, most: int) -> PlayoffPosition:
    """An ending of up to so many cards a hand, by rules of its own."""
    size = rng.randint(1, most)
    copies = rng.randint(1, 4)
    suits = sorted(rng.sample(list(Suit), rng.choice((1, 2, 3, 4, 4))))
    fewest = -(-2 * size // (copies * len(suits)))
    ranks = sorted(rng.sample(list(Rank), rng.randint(min(fewest, 8), 8)), reverse=True)
    cards = [Card(rank, suit) for suit in suits for rank in ranks] * copies
    size = min(size, len(cards) // 2)
    rng.shuffle(cards)
    is_led, turn = rng.random() < 0.5, rng.choice(list(Seat))
    mover, other = Hand.of(cards[:size]), Hand.of(cards[size : 2 * size - is_led])
    plain, trumps, void = (rng.random() < 0.5 for _ in range(3))
    return PlayoffPosition(
        rules=Rulebook(
            name="house",
            title="",
            count=random_count(rng),
            must_head_plain=plain,
            must_head_trumps=trumps,
            must_trump=void,
            deck=Deck("house", tuple(ranks), copies, size, 0, tuple(suits)),
        ),
        trump=rng.choice(suits),
        south=mover if turn is Seat.SOUTH else other,
        north=other if turn is Seat.SOUTH else mover,
        turn=turn,
        led=cards[2 * size - 1] if is_led else None,
    )


# Values


@dataclass(frozen=True, slots=True)
class Ending:
    """An ending as the solvers read it and as the oracle does, with all its states valued."""

    record: bytes
    table: bytes
    rules: oracle.Rules
    state: oracle.State
    deal: RetrogradeDeal

    @classmethod
    def of(cls, position: PlayoffPosition) -> Ending:
        """Value all states of a position."""
        record, rules = pack([position])
        table = rules_table(rules)
        return cls(record, table, *oracle_state(position), RetrogradeDeal(record, table))

    def cards(self) -> Values:
        """What every card is worth to the seat to decide, by the values of all states."""
        by_south = {}
        for card in oracle.legal_cards(self.rules, self.state):
            after, south, _ = oracle.play(self.rules, self.state, card)
            by_south[card] = south + self._south(after)
        if self.state.turn == "south":
            return by_south
        whole = oracle.points_left(self.rules, self.state)
        return {card: whole - points for card, points in by_south.items()}

    def _south(self, state: oracle.State) -> int:
        """South's points still to come."""
        if state.led is None:
            south, north = (_subset(self._dealt(seat), state.hand(seat)) for seat in oracle.SEATS)
            if not south:
                return 0
            leader = oracle.SEATS.index(state.turn)
            points = self.deal.leader_points(south, north, leader)
            return oracle.points_left(self.rules, state) - points if leader else points
        replies = []
        for reply in oracle.legal_cards(self.rules, state):
            after, south, _ = oracle.play(self.rules, state, reply)
            replies.append(south + self._south(after))
        return max(replies) if state.turn == "south" else min(replies)

    def _dealt(self, seat: oracle.Seat) -> list[str]:
        """A seat's cards, as the bits of a state stand for them."""
        cards = list(self.state.hand(seat))
        if self.state.led is not None and seat != self.state.turn:
            cards.append(self.state.led)
        return sorted(cards, key=lambda card: Card.parse(card).index)

    def in_order(self, values: Values) -> list[str]:
        """The cards, best first."""
        ranks, suits, points = self.rules.ranks, self.rules.suits, self.rules.points
        return sorted(values, key=lambda card: (
            -values[card], points[card[0]], -ranks.index(card[0]), suits.index(card[1])
        ))  # fmt: skip

    def line_comes_to(self, line: bytes) -> int:
        """The points that a whole line brings the seat to decide."""
        state, total = self.state, 0
        for index in line:
            state, *points = oracle.play(self.rules, state, Card.from_index(index).text())
            total += points[oracle.SEATS.index(self.state.turn)]
        return total


def _subset(dealt: list[str], held: tuple[str, ...]) -> int:
    """The cards held as bits; of identical ones the first are held."""
    left, bits = list(held), 0
    for place, card in enumerate(dealt):
        if card in left:
            left.remove(card)
            bits |= 1 << place
    return bits


def solvers(rng: random.Random) -> dict[str, PlayoffSolver]:
    """Searches that must come to the same values."""
    made = {name: PlayoffSolver() for name in ("usual", "same cards", "looks ahead", "ordered")}
    made["small table"] = PlayoffSolver(_SMALLEST_TABLE)
    made["same cards"].use_plain_table()
    made["looks ahead"].look_ahead_always()
    number = len(tuned_weights()) // 2
    made["ordered"].order_by(array("h", [rng.randrange(-100, 100) for _ in range(number)]))
    return made


def faults(ending: Ending, right: Values, solver: PlayoffSolver, nodes: int) -> list[str]:
    """What a search says that is not so; `nodes` are those that it is given a second time."""
    found = []
    record, table = ending.record, ending.table
    _, wrong = solver.compare(record, table, ending.deal)
    if wrong:
        found.append(f"{wrong} bounds")
    best = max(right.values())
    [answer] = solver.solve(record, table, True, 0, 0.0, StopFlag())
    low, high, whole, moves, line, *_ = answer
    told = [(Card.from_index(card).text(), least, most) for card, least, most in moves]
    if (low, high, whole) != (best, best, oracle.points_left(ending.rules, ending.state)):
        found.append(f"the value {low} to {high} of {whole}")
    if told != [(card, right[card], right[card]) for card in ending.in_order(right)]:
        found.append(f"the cards {told}")
    if ending.line_comes_to(line) != best:
        found.append(f"the line {line.hex()}")
    [answer] = solver.solve(record, table, True, nodes, 0.0, StopFlag())
    low, high, _, moves, *_ = answer
    if not low <= best <= high or any(
        not least <= right[Card.from_index(card).text()] <= most for card, least, most in moves
    ):
        found.append(f"after {nodes} nodes {low} to {high}, {moves}")
    return found


def wrong_values(endings: int, cards: int, seed: int) -> int:
    """How many endings a search values wrongly; each is printed."""
    searches = solvers(random.Random(seed))
    wrong = 0
    for number in range(endings):
        rng = random.Random(f"{seed}/{number}")
        position = random_ending(rng, cards)
        ending = Ending.of(position)
        right = ending.cards()
        found = {
            name: faults(ending, right, solver, rng.randint(1, 40))
            for name, solver in searches.items()
        }
        size = len(position.hand(position.turn))
        if number % _BY_THE_ORACLE == 0 and size <= _MOST_BY_THE_ORACLE:
            mover = oracle.SEATS.index(ending.state.turn)
            plain = oracle.values(ending.rules, ending.state)
            if right != {card: value[mover] for card, value in plain.items()}:
                found["retrograde"] = [f"{right}, by the oracle {plain}"]
        told = "; ".join(f"{name}: {', '.join(of)}" for name, of in found.items() if of)
        if told:
            wrong += 1
            click.echo(f"{number}: {position} {position.rules}: {told}; right is {right}")
    return wrong


# The race


def outcomes_by_all_lines(
    rules: oracle.Rules,
    state: oracle.State,
    points: tuple[int, int],
    needs: tuple[int, int],
    needs_a_trick: bool,
    called: frozenset[int],
) -> dict[str, int]:
    """South's outcome after every card, if the seat to decide does not call out before it."""

    def won_by(seat: int) -> int:
        return LOSES if seat else WINS

    @cache
    def outcome(state: oracle.State, points: tuple[int, int], called: frozenset[int]) -> int:
        turn = oracle.SEATS.index(state.turn)
        if not state.hand(state.turn):
            over = [points[seat] - needs[seat] for seat in (0, 1)]
            return GOES_ON if max(over) < 0 or over[0] == over[1] else won_by(over[0] < over[1])
        if points[turn] >= needs[turn]:
            if not needs_a_trick:
                return won_by(turn)
            called |= {turn}
        found = [after(state, points, called, card) for card in oracle.legal_cards(rules, state)]
        return min(found) if turn else max(found)

    def after(
        state: oracle.State, points: tuple[int, int], called: frozenset[int], card: str
    ) -> int:
        there, *gained = oracle.play(rules, state, card)
        leader = None if state.led is None else oracle.other(state.turn)
        if there.turn == leader and oracle.SEATS.index(leader) in called:
            return won_by(oracle.SEATS.index(leader))
        return outcome(there, (points[0] + gained[0], points[1] + gained[1]), called)

    return {card: after(state, points, called, card) for card in oracle.legal_cards(rules, state)}


def wrong_races(endings: int, cards: int, seed: int) -> int:
    """How many endings have a card of another outcome; each is printed."""
    wrong = 0
    for number in range(endings):
        rng = random.Random(f"{seed}/race/{number}")
        position = random_ending(rng, cards)
        rules, state = oracle_state(position)
        record, rows = pack([position])
        points = rng.randint(0, 50), rng.randint(0, 50)
        reach = max(position.outstanding, 2)
        needs = points[0] + rng.randint(-5, reach), points[1] + rng.randint(-5, reach)
        needs_a_trick = rng.random() < 0.5
        called = frozenset(
            seat
            for seat in (0, 1)
            if needs_a_trick and points[seat] >= needs[seat] and rng.random() < 0.5
        )
        right = outcomes_by_all_lines(rules, state, points, needs, needs_a_trick, called)
        race = PlayoffRace(
            record, rules_table(rows), points, needs, needs_a_trick, sum(1 << s for s in called)
        )
        answer = race.outcomes(0, 0.0, StopFlag())
        assert all(worst == best for _, worst, best in answer)
        found = {Card.from_index(card).text(): best for card, _, best in answer}
        if found != right:
            wrong += 1
            click.echo(
                f"{number}: {position} {position.rules}, points {points}, needs {needs}, "
                f"{needs_a_trick=}, called {set(called)}: {found}, by all lines {right}"
            )
    return wrong


@click.group()
def main() -> None:
    """Compare the playoff's compiled searches with plain minimax."""


def _compare(count: Callable[[int, int, int], int], endings: int, cards: int, seed: int) -> None:
    wrong = count(endings, cards, seed)
    click.echo(f"{endings:,} endings of up to {cards} cards, seed {seed}: {wrong} differ")
    sys.exit(1 if wrong else 0)


@main.command()
@click.option("--endings", default=20_000, show_default=True, type=click.IntRange(1))
@click.option("--cards", default=7, show_default=True, type=click.IntRange(1, 12))
@click.option("--seed", default=1, show_default=True)
def values(endings: int, cards: int, seed: int) -> None:
    """Compare bounds, cards and lines with the values of all states."""
    _compare(wrong_values, endings, cards, seed)


@main.command()
@click.option("--endings", default=5000, show_default=True, type=click.IntRange(1))
@click.option("--cards", default=4, show_default=True, type=click.IntRange(1, 6))
@click.option("--seed", default=1, show_default=True)
def race(endings: int, cards: int, seed: int) -> None:
    """Compare the outcome of every card with that of all lines together."""
    _compare(wrong_races, endings, cards, seed)


if __name__ == "__main__":
    main()

"""Small tables of three: a table worked out by hand, all defences tried, and the command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.minigames.equilibrium import Floats
from benchmarks.minigames.small_table_tree import (
    BIDDER,
    NORTH,
    SMALL_TABLES,
    WEST,
    Cards,
    SmallTable,
    SmallTree,
    cards_of,
)
from benchmarks.minigames.small_tables import answers, best_bidder, main
from benchmarks.minigames.team_response import BestDefence
from pinochle_solver.notation.table.positions import TablePosition


class Guess(SmallTable):
    """South has the king of spades, trumps, and a queen: west has to guess of which suit.

    West has both kings and north the jack of spades and the other queen. South leads the king of
    spades: he takes it with the jack and a king, 4 + 2 + 4 points. If west has kept the king of
    the suit that comes next, he takes no more; if not, the queen takes the other queen, the other
    king and the last trick, 3 + 3 + 4 + 10. South leads the queen: west plays its king, north
    trumps, and leads the other queen; south trumps that and takes 4 + 3 + 4 + 10.
    """

    def deals(self) -> Iterator[tuple[Cards, Cards, Cards]]:
        """One deal with either queen."""
        for own, other in (("QH", "QD"), ("QD", "QH")):
            yield cards_of(f"KS {own}"), cards_of("KH KD"), cards_of(f"JS {other}")


GUESS = Guess("guess", cards_of("KS JS KH QH KD QD"), cards_of("9S 9H 9D"))


@cache
def tree_of(name: str) -> SmallTree:
    return SmallTree(GUESS if name == "guess" else SMALL_TABLES[name])


def leads(card: str) -> Mapping[str, float]:
    return {card: 1.0}


def of_guess(view: TablePosition) -> Mapping[str, float]:
    """South leads the king of spades; west throws the king of hearts."""
    return leads("KS" if "turn=south" in view.text() else "KH")


def test_west_has_to_guess() -> None:
    tree = tree_of("guess")
    assert (tree.deals, [len(each) for each in tree.decisions]) == (2, [2, 1, 0])
    plans, asked = answers(tree, of_guess)
    assert asked == 3
    assert tree.value(plans) == pytest.approx((10 + 30) / 2)
    # With the queen of hearts the best bidder leads the king, as west keeps the other one.
    assert best_bidder(tree, plans) == pytest.approx((30 + 21) / 2)
    found = BestDefence(tree, plans[BIDDER]).find(100)
    assert (found.points, found.least) == pytest.approx((20, 20))  # west guesses
    # Who sees his partner's cards need not guess: that is the first bound.
    assert BestDefence(tree, plans[BIDDER]).find(0).least == pytest.approx(10)
    at_random = [treeplex.plan(treeplex.uniform()) for treeplex in tree.seats]
    assert BestDefence(tree, at_random[BIDDER]).find(100).points == pytest.approx((20 + 21) / 2)
    # Of one who throws either king as often the king of spades takes 20: a queen is better.
    assert best_bidder(tree, at_random) == pytest.approx(21)


def test_one_card_each_is_played_as_it_must_be() -> None:
    tree = SmallTree(SmallTable("one", cards_of("KS QS KH"), ()))
    assert (tree.deals, [len(each) for each in tree.decisions]) == (6, [0, 0, 0])
    # With the king of spades south takes 4 + 3 + 4 + 10, with another card nothing.
    assert tree.points.sum() == pytest.approx(2 / 6 * 21)


@pytest.mark.parametrize("name", ["two", "two-trumps"])
def test_the_view_of_a_decision_has_its_legal_cards(name: str) -> None:
    tree = tree_of(name)
    for seat, decisions in enumerate(tree.decisions):
        for decision, view in zip(decisions, tree.views(seat), strict=True):
            assert [move.text() for move in view.legal_moves()] == [*map(str, decision.moves)]
            assert TablePosition.parse(view.text()) == view


@pytest.mark.parametrize("name", ["two", "two-trumps"])
@pytest.mark.parametrize("seed", range(2))
def test_the_best_defence_is_the_best_of_all(name: str, seed: int) -> None:
    """Beside every plan of west, each with the best answer of north."""
    tree, random = tree_of(name), np.random.default_rng(seed)
    bidder = tree.seats[BIDDER]
    plan = bidder.pure(random.integers(0, bidder.counts))
    west = tree.seats[WEST]
    met = tree.gains(WEST, [plan, west.plan(np.ones(west.size)), np.ones(tree.seats[NORTH].size)])
    matter = [
        number
        for number, (first, moves) in enumerate(zip(west.firsts, west.counts, strict=True))
        if met[first : first + moves].any()
    ]
    assert 3 < len(matter) < 16
    best = np.inf
    for choices in product(*(range(west.counts[number]) for number in matter)):
        made = np.zeros(len(west.counts), np.intp)
        made[matter] = choices
        plans: list[Floats] = [plan, west.pure(made), np.ones(1)]
        best = min(best, -tree.seats[NORTH].best_response(tree.gains(NORTH, plans)))
    found = BestDefence(tree, plan).find(10_000)
    assert found.points == pytest.approx(best)
    assert found.least == pytest.approx(best)
    assert tree.value([plan, *found.plans]) == pytest.approx(best)


def test_answers_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="are no probabilities"):
        answers(tree_of("guess"), lambda view: leads("AS"))


def test_the_command_tells_the_worth_and_goes_on_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.jsonl"
    options = ["--tables", "two", "--engines", "greedy,random", "--passes", "300"]
    first = CliRunner().invoke(main, [*options, "--resume", str(file)], catch_exceptions=False)
    assert "| two: worth 12.956 | takes as bidder | loss |" in first.stdout
    assert "\n| greedy | 10.244 | 2.711 | 12.956 | 0.000 | 10.244 |" in first.stdout
    assert "\n| random | 10.489 | 2.467 | 13.000 | 0.044 | 10.767 |" in first.stdout
    kept = file.read_text()
    again = CliRunner().invoke(main, [*options, "--resume", str(file)], catch_exceptions=False)
    assert (again.stdout, file.read_text()) == (first.stdout, kept)
    wrong = CliRunner().invoke(main, ["--tables", "four"])
    assert wrong.exit_code == 2
    assert "four, expected some of two, two-trumps, three" in wrong.output
    wrong = CliRunner().invoke(main, ["--engines", "mine"])
    assert wrong.exit_code == 2
    assert "'mine' is no engine" in wrong.output

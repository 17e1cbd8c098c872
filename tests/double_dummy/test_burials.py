"""The bidder's decision with open hands: beside all burials tried one by one, and limits."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from helpers.burials import CHECK, WIDOW, all_tried, random_burying
from helpers.commandline import Pinochle
from oracle.table.cards import deck
from pinochle_solver import StopFlag
from pinochle_solver.double_dummy import burials
from pinochle_solver.double_dummy.burial_solutions import solve_burial
from pinochle_solver.double_dummy.burials import Aim, BurialSearch, BuryingHands
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.holdings import holds, less
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.seats import Seat


def first_of(tried: dict[Bury, tuple[int, int, int]]) -> Bury:
    """The best total, of equals more melds, then the first."""
    return max(tried, key=lambda move: (sum(tried[move]), tried[move][0]))


@pytest.mark.parametrize("seed", range(60))
def test_the_best_is_that_of_all_tried(seed: int) -> None:
    deal = random_burying(random.Random(seed))
    tried = all_tried(deal)
    search = BurialSearch(deal, table_mb=8)
    steps = sum(1 for _ in search.run())
    assert steps == search.steps
    assert search.groups <= len(tried)
    best = first_of(tried)
    assert search.best.move == best
    assert search.total == (sum(tried[best]),) * 2
    values = search.values()
    reached = [value.move for value in values if value.exact and value.total == search.total]
    assert reached[:1] == [best]
    assert {value.move for value in values} == tried.keys()
    for value in values:
        melds, buried, cards = tried[value.move]
        assert (value.melds, value.buried) == (melds, buried)
        assert value.cards[0] <= cards <= value.cards[1]
    highest = [value.total[1] for value in values]
    assert highest == sorted(highest, reverse=True)


@pytest.mark.parametrize(("more_is_better", "buried"), [(True, "KS"), (False, "QS")])
def test_other_melds_than_the_most_may_be_wanted(more_is_better: bool, buried: str) -> None:
    # As in a house that buries and plays for checks, which are not paid by points of melds. King
    # and queen play alike, for nobody else has any; only the queen is in a pinochle.
    hands = {"south": "KQ.A.J.-", "west": "-.9.-.T9", "north": "-.J.-.J9"}
    deal = BuryingHands(
        TABLE_RULEBOOKS["auction"],
        Seat.SOUTH,
        {Seat.parse(seat): Hand.parse(hand) for seat, hand in hands.items()},
        (Seat.SOUTH,),
        1,
    )

    def worth(move: Bury, melds: int, points: int, won: int) -> tuple[float, ...]:
        return move.cards.ranks_text(Suit.SPADES) != "", points + won, -melds

    search = BurialSearch(deal, aim=Aim(worth, more_is_better=more_is_better), table_mb=8)
    for _ in search.run():
        pass
    assert list(search.best.move.cards) == [Card.parse(buried)]


@pytest.mark.parametrize("seed", range(4))
def test_a_roundhouse_of_250_is_kept_for_its_ten_points(seed: int) -> None:
    rng = random.Random(seed)
    rules = with_options(TABLE_RULEBOOKS["auction"], ["roundhouse250"])
    held = [rank + suit for suit in "SHDC" for rank in "KQ"]
    rest = deck(2)
    for card in held:
        rest.remove(card)
    dealt = rng.sample(rest, 2 * len(held) + 1)
    hands = {
        Seat.SOUTH: Hand.of(map(Card.parse, [*held, dealt.pop()])),
        Seat.WEST: Hand.of(map(Card.parse, dealt[::2])),
        Seat.NORTH: Hand.of(map(Card.parse, dealt[1::2])),
    }
    deal = BuryingHands(rules, Seat.SOUTH, hands, (Seat.SOUTH,), 1)
    tried = all_tried(deal)
    search = BurialSearch(deal, table_mb=8)
    for _ in search.run():
        pass
    assert search.best.move == first_of(tried)
    assert search.total == (sum(tried[search.best.move]),) * 2
    usual = BuryingHands(TABLE_RULEBOOKS["auction"], Seat.SOUTH, hands, (Seat.SOUTH,), 1)
    plain, parts = all_tried(usual), Hand.of(map(Card.parse, held))
    for move, (melds, buried, cards) in tried.items():
        more = 10 * holds(less(hands[Seat.SOUTH], move.cards), parts)
        assert (melds, buried, cards) == (plain[move][0] + more, *plain[move][1:])


@pytest.mark.parametrize("seed", range(100, 120))
def test_burials_of_a_group_are_played_alike(seed: int) -> None:
    """With every value asked for, one play stands for all of a group: it must be theirs."""
    deal = random_burying(random.Random(seed))
    search = BurialSearch(deal, every=True, table_mb=8)
    for _ in search.run():
        pass
    found = {value.move: (value.melds, value.buried, *value.cards) for value in search.values()}
    assert found == {move: (*tried, tried[-1]) for move, tried in all_tried(deal).items()}


def test_neighbours_of_one_hand_make_one_group() -> None:
    """Of K Q nobody else has a card between; of K and 9 the others have."""
    hands = {
        Seat.SOUTH: Hand.parse("KQ9.A.-.-"),
        Seat.WEST: Hand.parse("AJ.9.-.-"),
        Seat.NORTH: Hand.parse("T.KK.-.-"),
    }
    deal = BuryingHands(TABLE_RULEBOOKS["auction"], Seat.SOUTH, hands, (Seat.SOUTH,), 1)
    search = BurialSearch(deal)
    # Four burials in four suits; hearts as trump or spades, clubs and diamonds are alike, and the
    # king and the queen: of each trump three are left.
    assert len(search.values()) == 16
    assert search.groups == 9


@pytest.mark.parametrize("seed", range(200, 230))
def test_what_a_stopped_search_says_holds(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_burying(rng)
    tried = all_tried(deal)
    search = BurialSearch(deal, nodes=rng.choice((1, 3, 10, 40)), table_mb=8)
    for _ in search.run():
        pass
    low, high = search.total
    assert low <= sum(tried[first_of(tried)]) <= high
    assert search.best.total[0] == low <= sum(tried[search.best.move])
    # The decision that secures what is proven stands first.
    assert search.values()[0].move == search.best.move
    for value in search.values():
        assert value.cards[0] <= tried[value.move][2] <= value.cards[1]


def test_a_whole_deal_with_a_widow() -> None:
    solution = solve_burial(TablePosition.parse(WIDOW))
    assert solution.exact
    assert solution.best.move.text() == "H:KD.KD.QC.9C"
    assert solution.total == (415, 415)
    assert solution.loss_of(solution.moves[0]) == 0
    assert solution.side == (Seat.SOUTH, Seat.NORTH)


@pytest.mark.parametrize("seed", range(300, 312))
def test_threads_change_nothing(seed: int) -> None:
    deal, every = random_burying(random.Random(seed)), seed % 3 == 0
    found = []
    for threads in (1, 3):
        search = BurialSearch(deal, every=every, table_mb=8, threads=threads)
        steps = sum(1 for _ in search.run())
        values = [(value.move, value.cards) for value in search.values()]
        found.append((search.best.move, search.total, values, search.nodes, steps))
    assert found[0] == found[1]


def test_a_thread_that_fails_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    search = BurialSearch(random_burying(random.Random(101)), table_mb=8, threads=2)

    def packed_once(hands: OpenHands) -> bytes:
        if asked:
            raise MemoryError("no memory")
        asked.append(hands)
        return packed(hands)

    asked = list[OpenHands]()
    monkeypatch.setattr(burials, "packed", packed_once)
    with pytest.raises(MemoryError, match=r"^no memory$"):
        for _ in search.run():
            pass


def test_of_four_trumps_all_are_exact() -> None:
    solution = solve_burial(TablePosition.parse(CHECK))
    found = {move.move.text(): (move.total, solution.loss_of(move)) for move in solution.moves}
    assert found == {
        "S": ((350, 350), 0),
        "D": ((330, 330), 20),
        "C": ((195, 195), 155),
        "H": ((185, 185), 165),
    }


def test_a_flag_that_is_set_stops_it_at_once() -> None:
    stop = StopFlag()
    stop.set()
    solution = solve_burial(TablePosition.parse(CHECK), stop=stop)
    assert (solution.nodes, solution.exact) == (0, False)
    assert [move.move.trump for move in solution.moves] != []
    assert solution.total[1] == 170 + 250


@pytest.mark.parametrize(
    ("line", "options", "error", "fact"),
    [
        (
            "rules=auction bidder=south trump=S turn=south south=A... west=K... north=Q...",
            {},
            IllegalPositionError,
            "act: play, expected bury",
        ),
        (CHECK, {"nodes": 0}, ValueError, "nodes is 0, expected more than 0"),
    ],
)
def test_what_is_no_such_position_or_limit_is_refused(
    line: str, options: dict[str, Any], error: type[Exception], fact: str
) -> None:
    with pytest.raises(error) as raised:
        solve_burial(TablePosition.parse(line), **options)
    assert str(raised.value) == fact


# The command line


def test_the_command_solves_burials(pinochle: Pinochle) -> None:
    run = pinochle("solve", "--ascii", *WIDOW.split())
    assert (run.status, run.err) == (0, "")
    assert (
        "\nTrump hearts, bury KD KD QC 9C.\nsouth+north scores 415: melds 210, buried 15" in run.out
    )
    assert "more come to 415 at the most" in run.out
    assert max(map(len, run.out.splitlines())) <= 80
    line = json.loads(pinochle("solve", "--json", *WIDOW.split()).out)
    assert (line["side"], line["exact"], line["total"]) == ("south+north", True, 415)
    assert line["best"] == line["moves"][0]
    assert all(move["bounds"][1] <= 415 for move in line["moves"][1:] if "bounds" in move)
    values = json.loads(pinochle("solve", "--json", "--values", *WIDOW.split()).out)
    assert (values["moves"], values["total"]) == ([], 415)


def test_the_command_says_that_a_search_was_stopped(pinochle: Pinochle) -> None:
    run = pinochle("solve", "--nodes", "1", *CHECK.split())
    assert run.status == 0
    assert "(bounds: the search was stopped)" in run.out
    line = json.loads(pinochle("solve", "--json", "--nodes", "1", *CHECK.split()).out)
    assert line["exact"] is False
    assert line["bounds"][0] <= 350 <= line["bounds"][1]
    assert all("loss" not in move for move in line["moves"])
    checked = pinochle("solve", "--json", "--nodes", "1", "--check", *CHECK.split())
    assert (checked.status, checked.err) == (0, "0 compared with bm= or value=\n")


def test_burials_and_cards_are_solved_in_order(pinochle: Pinochle, tmp_path: Path) -> None:
    ending = "rules=check bidder=west trump=H turn=west south=A... west=-.9.. north=Q... east=T..."
    file = tmp_path / "mixed.pn"
    file.write_text(f"{ending}\n{WIDOW}\n{ending}\n")
    for threads in ("1", "2"):
        run = pinochle("solve", "--json", "--values", "--threads", threads, "-f", str(file))
        lines = [json.loads(line) for line in run.out.splitlines()]
        assert ["total" in line for line in lines] == [False, True, False]


def test_a_hidden_hand_is_refused(pinochle: Pinochle) -> None:
    run = pinochle("solve", *CHECK.replace("east=K.TT.AKQ.AATTKK", "east=+12").split())
    assert run.status == 2
    assert run.err == "position: east: 12 hidden: only hands that are wholly known can be solved\n"

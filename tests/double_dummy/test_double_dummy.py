"""The solver of open hands for three and four, beside plain minimax and beside itself."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.open_tables import as_oracle, oracle_values, random_table
from oracle.table import cards, minimax
from pinochle_solver import StopFlag
from pinochle_solver._core.double_dummy import techniques
from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.double_dummy.solver import (
    CompiledSolver,
    open_hands_of,
    solve_open,
    solve_open_many,
)
from pinochle_solver.errors import IllegalPositionError, NotExactError
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS, CardCount
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.rules import RANKS
from pinochle_solver.table.seats import Seat

ENDING = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
TABLE_SIZES = "expected more than 0, at most 65536"
SOLVER = CompiledSolver(table_mb=8)
TECHNIQUES = [name for name in dir(techniques) if name.startswith("NO_") and name != "NO_ORDER"]


UPSIDE_DOWN = CardCount("upside-down", ace=0, ten=3, king=1, queen=11, jack=2, nine=7)


@pytest.fixture
def upside_down(monkeypatch: pytest.MonkeyPatch) -> CardCount:
    """A count by which higher cards count less, known to the oracle, too."""
    points = {rank.letter: UPSIDE_DOWN.by_rank()[rank] for rank in RANKS}
    monkeypatch.setitem(cards.COUNTS, UPSIDE_DOWN.name, points)
    return UPSIDE_DOWN


def test_cards_may_count_in_any_order(upside_down: CardCount) -> None:
    """Not only more the higher they are, as in all published counts."""
    for seed in range(40):
        table = random_table(random.Random(6000 + seed), most=4)
        rules = with_options(table.rules, table.rules.options, count=upside_down)
        table = replace(table, rules=rules)
        values = {card.text(): value for card, value in SOLVER.values(table).items()}
        assert values == oracle_values(table)


def test_the_highest_winners_need_not_be_the_richest(upside_down: CardCount) -> None:
    """North takes the queen led with its king, which counts less than its other winner."""
    table = OpenHands(
        rules=with_options(TABLE_RULEBOOKS["auction"], count=upside_down),
        trump=Suit.HEARTS,
        turn=Seat.SOUTH,
        hands={
            Seat.SOUTH: Hand.parse("-.-.Q9.-"),
            Seat.WEST: Hand.parse("-.J.J.-"),
            Seat.NORTH: Hand.parse("-.-.KQ.-"),
        },
        side=(Seat.SOUTH, Seat.WEST),
    )
    values = {card.text(): value for card, value in SOLVER.values(table).items()}
    assert values == oracle_values(table) == {"QD": 30, "9D": 24}


@pytest.mark.parametrize("last_trick", [255, 256, 999])
def test_the_last_trick_may_count_as_much_as_a_count_allows(last_trick: int) -> None:
    count = replace(COUNTS["compromise"], name="own", last_trick=last_trick)
    position = TablePosition.parse(ENDING)
    rules = with_options(position.rules, count=count)
    solution = solve_open(replace(position, rules=rules))
    assert sum(solution.value) == 45 + last_trick
    assert solution.value[0] >= last_trick


def test_the_example_of_the_notation_page() -> None:
    solution = solve_open(TablePosition.parse(ENDING))
    assert solution.value == (40, 15)
    assert [(move.card.text(), move.bounds.value, move.loss) for move in solution.moves] == [
        ("JS", (40, 15), 0),
        ("QS", (35, 20), 5),
        ("AS", (35, 20), 5),
    ]
    line = ["JS", "AS", "QS", "9H", "TH", "QS", "AS", "JS", "KD"]
    assert [card.text() for card in solution.line] == line
    assert [trick.winner for trick in solution.tricks] == [Seat.WEST, Seat.SOUTH, Seat.SOUTH]


@pytest.mark.parametrize("seed", range(120))
def test_values_of_all_cards_are_those_of_plain_minimax(seed: int) -> None:
    table = random_table(random.Random(seed), most=4)
    values = {card.text(): value for card, value in SOLVER.values(table).items()}
    assert values == oracle_values(table)


@pytest.mark.parametrize("seed", range(3))
def test_longer_endings_are_valued_as_by_questions(seed: int) -> None:
    rng = random.Random(1000 + seed)
    table = random_table(rng, most=7)
    while len(table.hands[table.turn]) < 6:
        table = random_table(rng, most=7)
    position, side = as_oracle(table), [seat.text() for seat in table.side]
    values = {card.text(): value for card, value in SOLVER.values(table).items()}
    assert values == minimax.values_by_questions(position, side)


@pytest.mark.parametrize("seed", range(25))
def test_a_side_reaches_its_value_and_no_more(seed: int) -> None:
    table = random_table(random.Random(2000 + seed), most=6)
    value = SOLVER.value(table)
    for points in range(0, table.to_come + 2, 3):
        assert SOLVER.reaches(table, points) == (points <= value)
    assert SOLVER.reaches(table, value)
    assert not SOLVER.reaches(table, value + 1)


@pytest.mark.parametrize("seed", range(20))
def test_the_other_side_wins_the_rest(seed: int) -> None:
    table = random_table(random.Random(3000 + seed), most=6)
    others = OpenHands(
        rules=table.rules,
        trump=table.trump,
        turn=table.turn,
        hands=table.hands,
        side=tuple(seat for seat in table.hands if seat not in table.side),
        led=table.led,
    )
    assert SOLVER.value(table) + SOLVER.value(others) == table.to_come


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_no_technique_changes_a_value(technique: str) -> None:
    solver = DoubleDummySolver(4)
    plain = DoubleDummySolver(4)
    plain.leave_out(getattr(techniques, technique))
    for seed in range(12):
        record = packed(random_table(random.Random(4000 + seed), most=6))
        [found] = solver.solve(record, True, 0, 0, 0.0, StopFlag())
        [other] = plain.solve(record, True, 0, 0, 0.0, StopFlag())
        assert found[:6] == other[:6]


def against_two(rules: str, south: str, west: str, north: str, turn: Seat) -> OpenHands:
    """Spades are trumps."""
    hands = {seat: Hand.parse(hand) for seat, hand in zip(Seat, (south, west, north), strict=False)}
    return OpenHands(
        rules=TABLE_RULEBOOKS[rules],
        trump=Suit.SPADES,
        turn=turn,
        hands=hands,
        side=(Seat.SOUTH,),
        led=(),
    )


@pytest.mark.parametrize(
    ("south", "west", "north", "points"),
    [
        # West's ace wins one trick from three lower trumps, the ten in the worst case.
        ("TKQ.-.-.-", "A.KQ.-.-", "-.-.KQJ.-", 10),
        # When south has won with its ace of trumps, west must still follow to both hearts.
        ("A.AT.-.-", "9.KQ.-.-", "-.-.KQJ.-", 60),
    ],
)
def test_sure_trumps_answer_whoever_leads(south: str, west: str, north: str, points: int) -> None:
    record = packed(against_two("auction", south, west, north, turn=Seat.WEST))
    [found] = DoubleDummySolver(1).solve(record, False, points, 0, 0.0, StopFlag())
    assert (found[0] >= points, found[6]) == (True, 1)


@pytest.mark.parametrize(("rules", "wins_all"), [("auction", True), ("hayes-3", False)])
def test_a_card_that_may_be_discarded_is_not_sure_to_follow(rules: str, wins_all: bool) -> None:
    """West has to waste its trump on south's, or may throw its heart and trump the next one."""
    table = against_two(rules, "A.A.-.-", "9.K.-.-", "-.-.KQ.-", turn=Seat.NORTH)
    assert (SOLVER.value(table) == table.to_come) == wins_all


@pytest.mark.parametrize(("rules", "size"), [("auction", 9), ("check", 8)])
def test_what_was_solved_before_changes_nothing(rules: str, size: int) -> None:
    used = DoubleDummySolver(4)
    for position in random_endings(size, 5, 2, TABLE_RULEBOOKS[rules]):
        record = packed(open_hands_of(position))
        [again] = used.solve(record, True, 0, 0, 0.0, StopFlag())
        [afresh] = DoubleDummySolver(4).solve(record, True, 0, 0, 0.0, StopFlag())
        assert again[:7] == afresh[:7]


@pytest.mark.parametrize(("rules", "size"), [("auction", 12), ("check", 10)])
def test_killers_save_nodes(rules: str, size: int) -> None:
    solver, plain = DoubleDummySolver(4), DoubleDummySolver(4)
    plain.leave_out(techniques.NO_KILLERS)
    nodes = np.zeros(2, np.int64)
    for position in random_endings(size, 10, 1, TABLE_RULEBOOKS[rules]):
        record = packed(open_hands_of(position))
        nodes += [
            each.solve(record, False, 0, 0, 0.0, StopFlag())[0][6] for each in (solver, plain)
        ]
    assert nodes[0] < 0.9 * nodes[1]


def test_a_search_without_its_means_finds_the_same_values() -> None:
    solver, plain = DoubleDummySolver(4), DoubleDummySolver(4)
    plain.leave_out(sum(getattr(techniques, name) for name in TECHNIQUES if name != "NO_TABLE"))
    for seed in range(1000):
        record = packed(random_table(random.Random(f"plain/{seed}"), most=6))
        [found], [other] = (
            each.solve(record, True, 0, 0, 0.0, StopFlag()) for each in (solver, plain)
        )
        assert sorted(found[3]) == sorted(other[3])


@pytest.mark.parametrize(("found", "differing"), [((120, 120), 0), ((90, 130), 0), ((0, 119), 1)])
def test_what_was_stopped_differs_only_where_its_bounds_leave_the_value_out(
    found: tuple[int, int], differing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks.speed import double_dummy

    def solve_all(records: list[bytes], left_out: int, seconds: float) -> list[tuple[object, ...]]:
        return [(found if left_out else (120, 120), 1, 1.0)] * len(records)

    monkeypatch.setattr(double_dummy, "_solve_all", solve_all)
    result = CliRunner().invoke(double_dummy.command, ["leave-out", "--deals", "1"])
    assert result.exit_code == 0, result.output
    rows = [line for line in result.output.splitlines() if line.startswith("no_")]
    assert rows
    assert all(row.endswith(f"; {2 * differing} values differ") for row in rows)


@pytest.mark.parametrize(("table_mb", "most"), [(0.000001, 6), (0.001, 7), (0.02, 9)])
def test_a_table_without_room_finds_the_same(table_mb: float, most: int) -> None:
    small = CompiledSolver(table_mb=table_mb)
    for seed in range(8):
        table = random_table(random.Random(5000 + seed), most=most)
        assert small.values(table) == SOLVER.values(table)


def test_a_bound_of_sure_tricks_says_no_more_than_the_ranks_it_tells() -> None:
    """A cash of which a part was enough was remembered as a whole, with the ranks of that part."""
    table = OpenHands(
        rules=with_options(TABLE_RULEBOOKS["auction"], count=COUNTS["old"]),
        trump=Suit.DIAMONDS,
        turn=Seat.WEST,
        hands={
            Seat.SOUTH: Hand.parse("-.K.K.AJ"),
            Seat.WEST: Hand.parse("A.-.TJ.Q9"),
            Seat.NORTH: Hand.parse("-.AK99.9.-"),
        },
        side=(Seat.WEST, Seat.NORTH),
        led=(Card.parse("TH"),),
    )
    values = {card.text(): value for card, value in SOLVER.values(table).items()}
    assert values == oracle_values(table) == {"JD": 66, "TD": 65}


def test_a_tie_of_three_is_none_of_two() -> None:
    """What was proven with kings in two hands was believed with kings in three."""
    table = OpenHands(
        rules=TABLE_RULEBOOKS["hayes-4x"],
        trump=Suit.DIAMONDS,
        turn=Seat.WEST,
        hands={
            Seat.SOUTH: Hand.parse("TQQ.-.Q.-"),
            Seat.WEST: Hand.parse("J9.K.K.-"),
            Seat.NORTH: Hand.parse("J.TK.J.-"),
            Seat.EAST: Hand.parse("A.K99.-.-"),
        },
        side=(Seat.WEST, Seat.EAST),
    )
    values = {card.text(): value for card, value in SOLVER.values(table).items()}
    assert values == oracle_values(table) == {"JS": 45, "9S": 45, "KH": 35, "KD": 35}


def test_a_dominated_card_of_a_run_may_be_worth_more_where_the_run_is_parted() -> None:
    """To part the run king and jack of hearts took the lead of the ace ten points."""
    table = OpenHands(
        rules=TABLE_RULEBOOKS["auction"],
        trump=Suit.DIAMONDS,
        turn=Seat.NORTH,
        hands={
            Seat.SOUTH: Hand.parse("-.TJ9.-.-"),
            Seat.WEST: Hand.parse("-.KKJ.-.-"),
            Seat.NORTH: Hand.parse("-.AT9.-.-"),
        },
        side=(Seat.SOUTH, Seat.WEST),
    )
    values = {card.text(): value for card, value in SOLVER.values(table).items()}
    assert values == oracle_values(table) == {"9H": 15, "TH": 15, "AH": 25}


def test_what_obliges_a_hand_may_be_any_card_of_a_run() -> None:
    """The queen led was valued as the jack, by a proof that told of one card of a run only."""
    table = OpenHands(
        rules=TABLE_RULEBOOKS["hayes-3"],
        trump=Suit.SPADES,
        turn=Seat.WEST,
        hands={
            Seat.SOUTH: Hand.parse("-.-.AK99.-"),
            Seat.WEST: Hand.parse("-.-.TKQJ.-"),
            Seat.NORTH: Hand.parse("-.-.ATQJ.-"),
        },
        side=(Seat.SOUTH,),
    )
    values = {card.text(): value for card, value in SOLVER.values(table).items()}
    assert values == oracle_values(table) == {"QD": 15, "KD": 15, "JD": 20, "TD": 30}


def test_the_line_is_legal_and_worth_the_value() -> None:
    for position in random_endings(6, 10, 7, TABLE_RULEBOOKS["check"]):
        solution = solve_open(position)
        assert position.sides is not None
        table = minimax.opened(
            {s.text(): [c.text() for c in h.known] for s, h in position.hands.items()},
            position.turn.text(),
            position.trump.letter if position.trump is not None else "",
        )
        won, first = 0, [seat.text() for seat in position.sides[0]]
        for card in solution.line:
            assert card.text() in minimax.legal(table)
            table, winner, gain = minimax.after(table, card.text())
            won += gain if winner in first else 0
        assert not any(table.hands)
        assert won == solution.value[0]


def test_threads_change_nothing() -> None:
    positions = list(random_endings(7, 12, 3, TABLE_RULEBOOKS["auction"]))
    alone = list(solve_open_many(positions))
    for one, other in zip(alone, solve_open_many(positions, threads=3), strict=True):
        assert (one.bounds, one.moves, one.line) == (other.bounds, other.moves, other.line)
        assert one.nodes == other.nodes


def test_a_stopped_search_gives_bounds() -> None:
    [position] = random_endings(10, 1, 5, TABLE_RULEBOOKS["check"])
    exact, stopped = solve_open(position), solve_open(position, nodes=50)
    assert not stopped.exact
    assert stopped.nodes <= 60
    for (low, high), value in zip(stopped.bounds, exact.value, strict=True):
        assert low <= value <= high
    with pytest.raises(NotExactError, match="stopped with"):
        _ = stopped.value


def test_nothing_is_begun_after_a_stop() -> None:
    stop = StopFlag()
    stop.set()
    assert list(solve_open_many([TablePosition.parse(ENDING)], stop=stop)) == []


def test_time_that_is_over_at_once_leaves_no_position_out() -> None:
    positions = list(random_endings(4, 3, 5, TABLE_RULEBOOKS["check"]))
    solutions = list(solve_open_many(positions, seconds=1e-9))
    assert [solution.position for solution in solutions] == positions
    assert all(solution.moves and not solution.exact for solution in solutions)


@pytest.mark.parametrize("is_stopped", [True, False])
def test_one_position_has_bounds_however_early_it_is_stopped(is_stopped: bool) -> None:
    stop = StopFlag()
    if is_stopped:
        stop.set()
    solution = solve_open(TablePosition.parse(ENDING), stop=stop, seconds=1e-9)
    assert not solution.exact
    assert [str(move.card) for move in solution.moves] == ["JS", "AS", "QS"]


@pytest.mark.parametrize(
    ("line", "token", "fact"),
    [
        (ENDING.replace("west=AJ.9.-.-", "west=+3"), "west",
         "3 hidden: only hands that are wholly known can be solved"),
        ("rules=macdougall-3 trump=S turn=south south=A.-.-.- west=J.-.-.- north=Q.-.-.-",
         "sides", "missing, as in sides=south/west+north"),
        ("rules=auction dealer=north act=bid bids=250 turn=west south=+15 "
         "west=TK.AATK9.TQ9.AKQJ9 north=+15 widow=+3", "act",
         "bid: only positions in which a card is to be played can be solved"),
    ],
)  # fmt: skip
def test_what_cannot_be_solved_is_refused(line: str, token: str, fact: str) -> None:
    with pytest.raises(IllegalPositionError) as raised:
        solve_open(TablePosition.parse(line))
    assert (raised.value.token, raised.value.fact) == (token, fact)


@pytest.mark.parametrize(
    ("call", "fact"),
    [
        (lambda ending: solve_open_many(ending, nodes=0), "nodes is 0, expected more than 0"),
        (
            lambda ending: solve_open_many(ending, nodes=2**62 + 1),
            f"nodes is {2**62 + 1}, expected 1 to {2**62}",
        ),
        (
            lambda ending: solve_open_many(ending, seconds=-1.0),
            "seconds is -1.0, expected more than 0",
        ),
        (lambda ending: solve_open_many(ending, threads=0), "threads is 0, expected 1 to 256"),
        (lambda _: DoubleDummySolver(0), f"table_mb is 0.0, {TABLE_SIZES}"),
        (lambda _: DoubleDummySolver(-1), f"table_mb is -1.0, {TABLE_SIZES}"),
        (lambda _: DoubleDummySolver(1e9), f"table_mb is 1000000000.0, {TABLE_SIZES}"),
    ],
)
def test_limits_that_are_none_are_refused(
    call: Callable[[list[TablePosition]], object], fact: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(fact)}$"):
        call([TablePosition.parse(ENDING)])


def test_records_that_are_not_sound_are_refused() -> None:
    solver = DoubleDummySolver(1)
    record = bytearray(packed(random_table(random.Random(1), most=3)))
    with pytest.raises(ValueError, match="whole records"):
        solver.solve(bytes(record[:-1]), False, 0, 0, 0.0, StopFlag())
    record[0] += 1
    with pytest.raises(ValueError, match="no sound record"):
        solver.solve(bytes(record), False, 0, 0, 0.0, StopFlag())


def test_a_record_of_more_than_24_cards_of_a_suit_is_refused() -> None:
    """There was no room for more: what followed in memory was overwritten."""
    solver, rest = DoubleDummySolver(1), packed(open_hands_of(TablePosition.parse(ENDING)))[128:]
    room, more = (3 * (bytes([copies] * 8) + bytes(24)) + bytes(32) for copies in (1, 2))
    [(low, high, *_)] = solver.solve(room + rest, False, 0, 0, 0.0, StopFlag())
    assert low == high
    with pytest.raises(ValueError, match="no sound record"):
        solver.solve(more + rest, False, 0, 0, 0.0, StopFlag())


def test_all_sorts_of_tables_are_tried() -> None:
    seen = set()
    for seed in range(120):
        table = random_table(random.Random(seed), most=4)
        seen.add((len(table.hands), table.rules.obligation.value, bool(table.led)))
    obligations = ("macdougall", "topall", "hayes")
    assert seen == set(product((3, 4), obligations, (False, True)))


def test_the_best_weights_are_found_again_whatever_their_file_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks.speed import tune_double_dummy

    costs = iter([[3.0], [2.0], [2.0]])
    clock = iter([0.0, 0.0, 1.0, 0.0, 1.0])  # one step, and none
    monkeypatch.setattr(tune_double_dummy, "_questions", lambda *_: [])
    monkeypatch.setattr(tune_double_dummy, "_costs", lambda *_: next(costs))
    monkeypatch.setattr(tune_double_dummy, "monotonic", lambda: next(clock))
    file = tmp_path / "best"
    printed = [
        CliRunner().invoke(tune_double_dummy.command, ["--resume", str(file), "--seconds", "1"])
        for _ in range(2)
    ]
    assert [each.exit_code for each in printed] == [0, 0]
    assert [*tmp_path.iterdir()] == [file]
    assert printed[0].stdout == printed[1].stdout


def test_nodes_that_no_deal_takes_are_refused(tmp_path: Path) -> None:
    from benchmarks.speed import tune_double_dummy

    arguments = ["--nodes", "2", "1", "--resume", str(tmp_path / "best")]
    result = CliRunner().invoke(tune_double_dummy.command, arguments)
    assert result.exit_code == 2
    assert "--nodes: no deal takes 2 to 1 nodes" in result.stderr


@pytest.mark.parametrize("fact", ["holds no weights", "has 3 numbers of float64, expected 534"])
def test_a_file_that_holds_no_weights_is_refused(fact: str, tmp_path: Path) -> None:
    from benchmarks.speed import tune_double_dummy

    file = tmp_path / "best"
    if fact.startswith("has"):
        with file.open("wb") as written:
            np.save(written, np.zeros(3))
    else:
        file.write_bytes(b"")
    result = CliRunner().invoke(tune_double_dummy.command, ["--resume", str(file)])
    assert (result.exit_code, f"--resume: {file} {fact}" in result.stderr) == (2, True)

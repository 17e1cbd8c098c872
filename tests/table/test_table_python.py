"""The public names for three and four: what they read, refuse and look like."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pinochle_solver
from helpers.burials import CHECK
from helpers.table_positions import BID, ENDING, HIDDEN
from helpers.table_records import SEEN, SPECIMEN, TWO_HANDED
from pinochle_solver import (
    GameError,
    NotationError,
    PlayoffPosition,
    PositionError,
    TablePosition,
    TableSeat,
    analyze_table,
    parse_table_record,
    read_table_records,
    replay_table_record,
    score_table_game,
    solve_burial,
    solve_open,
    solve_open_many,
)
from pinochle_solver.limits import Limits
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.stock_hands import begun_with_stock

LONGEST = 600
PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
FOUR = "rules=auction bidder=south trump=S turn=south south=AQJ.-.K.- west=AJ.9.9.- north=Q.T.K.T"


def test_records_of_a_file_are_read_and_what_is_wrong_keeps_its_place(tmp_path: Path) -> None:
    file = tmp_path / "hands.pnr"
    wrong = SPECIMEN.replace('[Dealer "north"]\n', "")
    file.write_text(f"{SPECIMEN}\n{TWO_HANDED}\n{wrong}\n{SPECIMEN}")
    found = list(read_table_records(file, errors="yield"))
    assert [isinstance(each, PositionError) for each in found] == [False, True, True, False]
    lines = SPECIMEN.count("\n") + 2
    assert str(found[1]).startswith(f"{file}:{lines}: Rules: scarne is the two-handed game, which")
    assert str(found[2]).endswith("Dealer: missing")
    assert len(list(read_table_records(file, errors="skip"))) == 2
    with pytest.raises(NotationError, match="two-handed"):
        list(read_table_records(file))
    with pytest.raises(ValueError, match=r"^errors is 'no', expected one of "):
        read_table_records(file, errors="no")  # type: ignore[call-overload]


def test_an_analysis_of_so_many_deals_is_the_same_again() -> None:
    position = TablePosition.parse(HIDDEN)
    first, second = (analyze_table(position, worlds=20, seed=3) for _ in range(2))
    assert first.moves == second.moves
    assert first.worlds == 20
    with pytest.raises(ValueError, match=r"^worlds is 1.5, expected a whole number$"):
        Limits(worlds=1.5)  # type: ignore[arg-type]  # what no checker sees
    with pytest.raises(ValueError, match=r"^worlds is 0, expected more than 0$"):
        analyze_table(TablePosition.parse(BID), worlds=0)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(
    ("given", "fact"),
    [
        (None, "expected TablePosition, not NoneType"),
        (ENDING, "expected TablePosition, not str: TablePosition.parse reads text"),
        (PlayoffPosition.parse(PLAYOFF), "expected TablePosition, not Playoff.*: solve takes that"),
    ],
)
def test_what_is_no_position_of_a_table_is_refused(given: Any, fact: str, many: bool) -> None:
    calls = (solve_open, solve_burial, analyze_table)
    for call in [lambda each: list(solve_open_many([each]))] if many else calls:
        with pytest.raises(TypeError, match=f"^{fact}$"):
            call(given)


def test_a_game_is_scored_of_any_hands_that_read() -> None:
    replay = replay_table_record(parse_table_record(SPECIMEN))
    game = score_table_game(each for each in (replay, None))
    assert [hand.dealer for hand in game.hands] == [replay.record.dealer, None]
    assert [hand.findings for hand in game.hands] == [replay.findings, ()]
    for none in ([], [None]):
        with pytest.raises(GameError, match=r"^game: no hand in it$"):
            score_table_game(none)


def test_values_are_one_line_each() -> None:
    ending, replay = TablePosition.parse(ENDING), replay_table_record(parse_table_record(SPECIMEN))
    burial = solve_burial(TablePosition.parse(CHECK))
    game = score_table_game([replay])
    with_stock = begun_with_stock(random_deal(1, 1, TABLE_RULEBOOKS["macdougall-3"]))
    assert with_stock.turn is not None
    shown = [
        ("<TableSolution 40/15; rules=auction ", solve_open(ending)),
        ("<BurialSolution S 350; rules=check ", burial),
        ("<BurialValue S 350>", burial.best),
        ("<ChanceAnalysis JS 32.5, QS 25.0, AS 25.0; 1 deal; ", analyze_table(ending, worlds=1)),
        ("<TableReplay auction: 1 trick, unfinished>", replay),
        ("<ScoredTableGame auction, 1 hand: each hand is paid", game),
        ("<ScoredHand 1: 0/0/0 after it, 1 fault>", game.hands[0]),
        ("TablePosition.parse('rules=auction ", ending),
        ("<TableRules auction>", replay.record.rules),
        ("<TableRecord auction, line 1: 1 trick>", replay.record),
        ("<TableRecord corners, line 1 seen by west: 0 tricks>", parse_table_record(SEEN)),
        ("<TableTrick 1. AD 9D 9D>", replay.record.tricks[0]),
        ("<TableHand auction play south>", replay.hand),
        ("<StockHand macdougall-3 dix ", with_stock),
        ("<MeldBook macdougall, trump ", with_stock.seats[with_stock.turn].laid.book),
    ]
    for begins, value in shown:
        assert repr(value).startswith(begins)
        assert len(repr(value)) < LONGEST
        assert repr(value).isprintable()
    four = TablePosition.parse(FOUR)
    assert ", and 1 more; 1 deal; rules=auction " in repr(analyze_table(four, worlds=1))


def test_what_a_seat_saw_is_asked_by_its_seat() -> None:
    replay = replay_table_record(parse_table_record(SPECIMEN))
    seen = replay.position(replay.moments[-1], TableSeat.WEST)
    assert seen.hands[TableSeat.WEST].hidden == 0
    assert seen.hands[TableSeat.NORTH].hidden > 0


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    script = (
        "import sys, pinochle_solver as p;"
        "print([n for n in sys.modules if n.startswith('pinochle_solver.')]);"
        "p.solve; print('pinochle_solver.notation.table.positions' in sys.modules);"
        "p.TablePosition; print('pinochle_solver.notation.table.positions' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["['pinochle_solver.version']", "False", "True"]


def test_every_public_name_is_what_it_is_called() -> None:
    for name in pinochle_solver.__all__:
        value = getattr(pinochle_solver, name)
        if isinstance(value, type) and name != "TableSeat":
            assert value.__name__ == name

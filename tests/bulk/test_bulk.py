"""Positions, answers and hands in Parquet: what goes in comes out, whoever reads it."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.games import record
from helpers.strategies import playoff_positions, stock_positions
from helpers.told_figures import ANALYSIS, reviewed
from pinochle_solver import (
    RULEBOOKS,
    Card,
    PackedPositions,
    PlayoffPosition,
    PositionError,
    Seat,
    StockPosition,
    analyze,
    parse_rulebook,
    solve,
    solve_many,
)
from pinochle_solver.bulk.analyses import analysis_table
from pinochle_solver.bulk.columns import LOSSES, PLAYOFF, held_of
from pinochle_solver.bulk.forms import (
    PLAYOFF_POSITIONS,
    RECORDS,
    STOCK_POSITIONS,
    TEXT,
    Form,
)
from pinochle_solver.bulk.jobs import AnalyzeJob, ReviewJob, SolveJob, seed_of_row
from pinochle_solver.bulk.parquet import KEY, FileFacts, ParquetInput, parquet_writer, write_table
from pinochle_solver.bulk.playoffs import pack_table, playoff_table, read_playoffs
from pinochle_solver.bulk.record_columns import review_table
from pinochle_solver.bulk.solutions import solution_table
from pinochle_solver.bulk.stock_positions import stock_table
from pinochle_solver.errors import BulkError
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.notation.known_rulebooks import KnownRulebooks

HOUSE = 'name = "house"\nbased-on = "scarne"\nmelds.run.points = 200'
ALL_BOOKS = st.sampled_from(list(RULEBOOKS.values()))
SAID = "rules=macdougall trump=S south=A.-.-.- north=T.-.-.- turn=south"
ANNOTATED = [
    f"{SAID} id=deal-7 bm=AS value=31/0",
    f"{SAID} score=120/340 target=1200",
    f"{SAID} player.south=Ann player.north=Bob",
    f"{SAID} points=40+102/20+117 score=10/0",
    SAID.replace("south=A.-.-.- ", "south=-.-.-.- ").replace("turn=south", "turn=north led=AS"),
]


def through_a_file(table: pa.Table, form: Form, folder: Path) -> pa.Table:
    """The same rows, written and read."""
    path = folder / "rows.parquet"
    write_table(path, table, FileFacts(form.name))
    return pa.concat_tables(ParquetInput(path, form).tables())


@given(st.lists(playoff_positions(rulebooks=ALL_BOOKS), max_size=6))
def test_playoffs_come_back(positions: list[PlayoffPosition]) -> None:
    table = playoff_table(positions)
    assert list(read_playoffs(table)) == positions
    rows = pack_table(table)
    assert not rows.errors
    assert rows.packed.records.tobytes() == PackedPositions.of(positions).records.tobytes() or (
        # The rulebooks may be numbered in another order.
        [each.nodes for each in solve_many(positions, moves=False)]
        == solve_many(rows.packed, moves=False).nodes.tolist()
    )


@pytest.mark.parametrize("line", ANNOTATED)
def test_all_that_a_line_says_comes_back(line: str, tmp_path: Path) -> None:
    position = PlayoffPosition.parse(line)
    table = through_a_file(playoff_table([position]), PLAYOFF_POSITIONS, tmp_path)
    (back,) = read_playoffs(table)
    assert isinstance(back, PlayoffPosition)
    assert back == position
    assert back.text() == position.text()


@given(st.lists(stock_positions(rulebooks=ALL_BOOKS), max_size=3))
def test_stock_positions_come_back(positions: list[StockPosition]) -> None:
    table = stock_table(positions)
    assert STOCK_POSITIONS.values(table, ()) == positions
    for seat in Seat:
        held = [each.hand(seat) for each in positions]
        assert [row.tobytes() for row in held_of(table, seat)] == [h.known.counts for h in held]
        assert table[f"{seat.text()}_hidden"].to_pylist() == [each.hidden for each in held]


def test_hands_come_back(tmp_path: Path) -> None:
    hands = [record(), record("hayes", 2), record("glup", 3, view=Seat.NORTH)]
    table = through_a_file(RECORDS.table(hands), RECORDS, tmp_path)
    assert RECORDS.values(table, ()) == hands
    assert table["north_spades"].null_count == 0
    assert table["south_spades"].to_pylist()[2] is None


@given(st.lists(playoff_positions(most_cards=5, rulebooks=ALL_BOOKS), min_size=1, max_size=6))
def test_solutions_are_those_of_solve(positions: list[PlayoffPosition]) -> None:
    answers = SolveJob().answer(playoff_table(positions), 0)
    assert answers.failed == []
    for row, position in zip(answers.table.to_pylist(), positions, strict=True):
        found = solve(position)
        assert (row["south_value"], row["north_value"]) == found.value
        assert row["best"] == found.moves[0].card.text()
        losses = {f"loss_{move.card}": move.loss for move in found.moves}
        assert {name: row[name] for name in LOSSES if row[name] is not None} == losses
        assert row["exact"]
        assert row["nodes"] == found.nodes


def test_a_stopped_search_gives_its_bounds() -> None:
    positions = list(random_playoffs(12, 8, 1, RULEBOOKS["scarne"]))
    table = SolveJob(nodes=40).answer(playoff_table(positions), 0).table
    for row, position in zip(table.to_pylist(), positions, strict=True):
        found = solve(position, nodes=40)
        assert (row["south_low"], row["south_high"]) == found.bounds.south
        assert (row["north_low"], row["north_high"]) == found.bounds.north
        assert row["exact"] is found.exact
        assert (row["south_value"] is None) is not found.bounds.exact
    assert not all(table["exact"].to_pylist())


def test_values_alone_have_no_losses() -> None:
    positions = list(random_playoffs(4, 5, 1, RULEBOOKS["hayes"]))
    table = SolveJob(moves=False).answer(playoff_table(positions), 0).table
    assert table["south_value"].to_pylist() == [solve(each).value.south for each in positions]
    assert all(table[name].null_count == 5 for name in (*LOSSES, "best"))


def changed(column: str, value: object) -> pa.Table:
    """Three good rows, the one in the middle with this in a column."""
    row = playoff_table(list(random_playoffs(3, 3, 1, RULEBOOKS["scarne"]))).to_pylist()
    row[1][column] = value
    return pa.Table.from_pylist(row, schema=PLAYOFF)


@pytest.mark.parametrize(
    ("column", "value", "wrong"),
    [
        ("south_spades", 0x30000000, "south:"),
        ("south_spades", None, "south_spades: missing"),
        ("turn", None, "turn: missing"),
        ("turn", "west", "turn:"),
        ("trump", "X", "trump:"),
        ("led", "AA", "led:"),
        ("led", "-", "led:"),
        ("rules", "none", "rules:"),
        ("rules", "", "rules: empty"),
        ("count", "none", "count:"),
        ("count", "", "count: empty"),
        ("more", "rules=hayes", "more: rules= has a column of its own"),
        ("more", "nothing=1", "nothing:"),
        ("south_meld_points", 20, "south_trick_points: missing"),
    ],
)
def test_a_wrong_row_says_why(column: str, value: object, wrong: str) -> None:
    answers = SolveJob().answer(changed(column, value), 0)
    assert answers.failed == [1]
    rows = answers.table.to_pylist()
    assert rows[1]["error"].startswith(wrong)
    assert rows[1]["south_value"] is None
    assert rows[1]["nodes"] is None
    assert [rows[0]["error"], rows[2]["error"]] == [None, None]
    assert rows[2]["south_value"] is not None


def test_lines_are_read_as_everywhere() -> None:
    lines = [SAID, "trump=S", f'{{"position": "{SAID}", "more": 1}}']
    answers = SolveJob().answer(pa.table({TEXT: lines}), 0)
    assert answers.failed == [1]
    with pytest.raises(PositionError) as wrong:
        PlayoffPosition.parse_line(lines[1])
    assert answers.table["error"].to_pylist() == [None, str(wrong.value), None]
    assert answers.table["south_value"].to_pylist() == [31, None, 31]


# Rows and seeds


def test_the_worlds_of_a_row_come_from_its_number() -> None:
    seeds = {seed_of_row(seed, row) for seed in range(50) for row in range(200)}
    assert len(seeds) == 10_000
    assert max(seeds) < 2**64
    lines = [
        "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12",
        "upcard=QC stock=23 turn=south south=A9.AA9.AQ9.KKJ9 north=+12",
    ]
    positions = [StockPosition.parse(line) for line in lines]
    job = AnalyzeJob(worlds=16, seed=5)
    whole = job.answer(stock_table(positions), 70).table
    apart = [job.answer(stock_table([each]), 70 + row).table for row, each in enumerate(positions)]
    assert whole == pa.concat_tables(apart)
    for row, (position, found) in enumerate(zip(positions, whole.to_pylist(), strict=True)):
        seed = seed_of_row(5, 70 + row)
        plain = analyze(position, worlds=16, seed=seed)
        assert found["seed"] == seed
        assert found["choice"] == plain.choice.text()
        assert [each["mean"] for each in found["moves"]] == [each.mean for each in plain.moves]


def test_what_cannot_be_analyzed_is_a_wrong_row() -> None:
    hidden = "upcard=9S stock=23 turn=north south=AAT9.KQ.-.QQJJ99 north=+12"
    answers = AnalyzeJob(worlds=16).answer(pa.table({TEXT: [hidden, SAID]}), 0)
    assert answers.failed == [0, 1]
    assert [text[:6] for text in answers.table["error"].to_pylist()] == ["turn: ", "upcard"]


def test_each_column_of_an_analysis_has_its_own_value() -> None:
    found, none = analysis_table([ANALYSIS, None]).to_pylist()
    assert {*none.values()} == {None}
    # The one that is played is not the first.
    chosen = {
        "mean": 37.1234,
        "mean_se": 4.5678,
        "win": 0.64321,
        "win_se": 0.03456,
        "win_low": pytest.approx(0.5706, abs=5e-5),
        "win_high": pytest.approx(0.71, abs=5e-5),
    }
    assert found == {
        "choice": "pass",
        **chosen,
        "exact": False,
        "worlds": 641,
        "guess": False,
        "seed": 17,
        "moves": [
            {
                "move": "marriage:KH.QH",
                "mean": 41.2345,
                "mean_se": 2.3456,
                "win": 0.71234,
                "win_se": 0.02345,
                "win_low": pytest.approx(0.663, abs=5e-5),
                "win_high": pytest.approx(0.7572, abs=5e-5),
                "behind": 0.0,
                "behind_se": 0.0,
                "visits": 640,
                "exact": False,
            },
            {
                "move": "pass",
                **chosen,
                "behind": 4.11111,
                "behind_se": 1.98765,
                "visits": 512,
                "exact": True,
            },
        ],
    }


def test_each_column_of_a_review_has_its_own_value() -> None:
    found, none = review_table([reviewed(), None]).to_pylist()
    assert {*none.values()} == {None}
    meld, card = found.pop("decisions")
    assert found == {
        "findings": 0,
        "seed": 5,
        "south_lost": 21.25,
        "south_lost_se": 3.5,
        "north_lost": 1.0,
        "north_lost_se": 0.0,
    }
    del meld["position"], card["position"]
    assert meld == {
        "trick": 4,
        "moment": "4m",
        "seat": "south",
        "kind": "meld",
        "played": "pass",
        "best": "marriage:KH.QH",
        "loss": 21.25,
        "loss_se": 3.5,
        "exact": False,
        "significant": True,
        "mark": "?",
        "expected": 41.5,
        "expected_se": 2.25,
        "win": 0.71,
        "win_se": 0.0425,
        "win_low": pytest.approx(0.6163, abs=5e-5),
        "win_high": pytest.approx(0.7893, abs=5e-5),
    }
    assert (card["moment"], card["seat"], card["kind"]) == ("21l", "north", "playoff")
    assert (card["expected"], card["expected_se"], card["win"]) == (-40.0, 0.0, 0.25)
    assert (card["loss"], card["exact"], card["mark"]) == (1.0, True, None)


def test_hands_are_reviewed() -> None:
    hand = record("hayes", 4, moves=6)
    answers = ReviewJob(worlds=16).answer(RECORDS.table([hand]), 3)
    (row,) = answers.table.to_pylist()
    assert row["record"] == hand.text()
    assert row["seed"] == seed_of_row(1, 3)
    assert row["decisions"]
    lost = sum(each["loss"] for each in row["decisions"] if each["seat"] == "south")
    assert row["south_lost"] == pytest.approx(lost)
    assert ReviewJob(worlds=16).answer(pa.table({TEXT: ["[Dealer]"]}), 0).failed == [0]


# Files


@pytest.fixture
def solved(tmp_path: Path) -> tuple[Path, list[PlayoffPosition]]:
    """A file of solved positions with names."""
    deals = random_playoffs(4, 30, 1, RULEBOOKS["scarne"])
    positions = [replace(each, id=f"deal-{row}") for row, each in enumerate(deals)]
    table = SolveJob().answer(playoff_table(positions), 0).table
    write_table(tmp_path / "solved.parquet", table, FileFacts("playoff-solutions"))
    return tmp_path / "solved.parquet", positions


def test_pandas_polars_and_duckdb_read_it(solved: tuple[Path, list[PlayoffPosition]]) -> None:
    path, positions = solved
    ace = Card.parse("AS").index
    wanted = [
        (each.id, each.south.counts[ace], solve(each).value.south, solve(each).nodes)
        for each in positions
    ]
    by_pandas = pd.read_parquet(path)
    aces = by_pandas.south_spades // 2**28 % 16
    columns = (by_pandas.id, aces, by_pandas.south_value, by_pandas.nodes)
    assert [*zip(*columns, strict=True)] == wanted
    by_polars = pl.read_parquet(path).select(
        "id", pl.col("south_spades") // 2**28, "south_value", "nodes"
    )
    assert by_polars.rows() == wanted
    asked = "select id, (south_spades >> 28) & 15, south_value, nodes from"
    assert duckdb.sql(f"{asked} '{path}'").fetchall() == wanted


def test_moves_of_analyses_are_read_by_all_three(tmp_path: Path) -> None:
    line = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
    table = AnalyzeJob(worlds=16).answer(pa.table({TEXT: [line]}), 0).table
    path = tmp_path / "analyzed.parquet"
    write_table(path, table, FileFacts("stock-analyses"))
    moves = [(each["move"], each["mean"]) for each in table["moves"].to_pylist()[0]]
    by_pandas = pd.read_parquet(path).moves[0]
    assert [(each["move"], each["mean"]) for each in by_pandas] == moves
    by_polars = pl.read_parquet(path).explode("moves")
    fields = [pl.col("moves").struct.field(name) for name in ("move", "mean")]
    assert by_polars.select(fields).rows() == moves
    asked = f"select unnest(moves, recursive := true) from '{path}'"
    assert [row[:2] for row in duckdb.sql(asked).fetchall()] == moves


def test_what_other_programs_write_is_read(tmp_path: Path) -> None:
    positions = list(random_playoffs(5, 6, 1, RULEBOOKS["scarne"]))
    needed = list(PLAYOFF_POSITIONS.needed)
    path = tmp_path / "other.parquet"
    pd.DataFrame(playoff_table(positions).to_pylist())[needed].assign(mine=1).to_parquet(path)
    file = ParquetInput(path, PLAYOFF_POSITIONS)
    assert file.facts is None
    assert list(read_playoffs(pa.concat_tables(file.tables()))) == positions
    pl.DataFrame(playoff_table(positions)).write_parquet(path)
    file = ParquetInput(path, PLAYOFF_POSITIONS)
    assert list(read_playoffs(pa.concat_tables(file.tables()))) == positions


def test_texts_may_be_numbered_and_what_nobody_knows_may_have_no_type(tmp_path: Path) -> None:
    positions = list(random_playoffs(5, 6, 1, RULEBOOKS["scarne"]))
    table, path = playoff_table(positions), tmp_path / "other.parquet"
    for name, column in (("rules", table["rules"].dictionary_encode()), ("id", pa.nulls(6))):
        table = table.set_column(table.column_names.index(name), name, column)
    pq.write_table(table, path)
    file = ParquetInput(path, PLAYOFF_POSITIONS)
    assert list(read_playoffs(pa.concat_tables(file.tables()))) == positions


@pytest.mark.parametrize(("form", "token"), [(STOCK_POSITIONS, "position"), (RECORDS, "record")])
def test_rows_without_their_text_are_wrong(form: Form, token: str) -> None:
    texts = pa.table({token: pa.array([None, "nonsense"], pa.string())})
    missing, nonsense = form.values(texts, KnownRulebooks())
    assert isinstance(missing, PositionError)
    assert str(missing) == f"{token}: missing"
    assert isinstance(nonsense, PositionError)


def test_a_rulebook_of_ones_own_comes_along(tmp_path: Path) -> None:
    house = parse_rulebook(HOUSE)
    positions = list(random_playoffs(3, 2, 1, house))
    path = tmp_path / "house.parquet"
    facts = FileFacts("playoff-positions", settings={"seed": 1}, rulebooks=(house,))
    write_table(path, playoff_table(positions), facts)
    file = ParquetInput(path, PLAYOFF_POSITIONS)
    assert file.facts == facts
    (table,) = file.tables()
    assert list(read_playoffs(table, (house,))) == positions
    assert all(isinstance(each, PositionError) for each in read_playoffs(table))


def test_the_same_rows_are_the_same_bytes() -> None:
    def written() -> bytes:
        sink = io.BytesIO()
        table = playoff_table(list(random_playoffs(6, 50, 1, RULEBOOKS["glup"])))
        write_table(sink, table, FileFacts("playoff-positions"))
        return sink.getvalue()

    assert written() == written()


def refused(path: Path, form: Form = PLAYOFF_POSITIONS) -> str:
    with pytest.raises(BulkError) as refusal:
        list(ParquetInput(path, form).tables())
    text = str(refusal.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text.removeprefix(f"{path}: ")


def test_what_is_no_such_file_is_refused_in_a_line(
    solved: tuple[Path, list[PlayoffPosition]], tmp_path: Path
) -> None:
    path, positions = solved
    whole = path.read_bytes()
    assert refused(path, STOCK_POSITIONS) == (
        "holds playoff-solutions, expected positions of the stock phase;"
        " bulk deal --opening deals them"
    )
    path.write_bytes(b"")
    assert refused(path) == "empty, no Parquet file"
    for cut in (whole[:-20], whole[: len(whole) // 2], b"south=A.-.-.-\n"):
        path.write_bytes(cut)
        assert refused(path).startswith("no Parquet file, or one cut short")
    table = playoff_table(positions)
    for other, fact in (
        (table.drop_columns("north_clubs"), "no column north_clubs, which positions of the"),
        (table.set_column(4, "turn", pa.array([1] * 30)), "turn is of type int64, expected string"),
        (
            table.set_column(6, "south_spades", pa.array(["x"] * 30)),
            "south_spades is of type string, expected uint32",
        ),
    ):
        pq.write_table(other, path)
        assert refused(path).startswith(fact)
    with parquet_writer(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({KEY: b'{"version": 2, "schema": "x"}'})
    assert refused(path) == "version 2 of the columns, this reads 1"
    with parquet_writer(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({KEY: b"[]"})
    assert refused(path) == "what it says of itself does not read"


def test_a_file_damaged_within_is_refused_when_that_is_read(
    solved: tuple[Path, list[PlayoffPosition]],
) -> None:
    path, _ = solved
    data = bytearray(path.read_bytes())
    data[4:400] = bytes(396)
    path.write_bytes(bytes(data))
    assert refused(path).startswith("cannot be read to its end")


def test_rows_of_no_position_are_null() -> None:
    positions = list(random_playoffs(2, 2, 1, RULEBOOKS["scarne"]))
    table = playoff_table([positions[0], None])
    assert all(value is None for value in table.to_pylist()[1].values())
    packed = PackedPositions.of(positions)
    rows = np.array([0, 2])
    found = solution_table(packed, solve_many(packed), rows, 3).to_pylist()
    assert set(found[1].values()) == {None}
    assert found[2]["south_value"] == solve(positions[1]).value.south

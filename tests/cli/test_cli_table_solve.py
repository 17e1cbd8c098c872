"""``pinochle solve`` with positions of the games for three and four."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from helpers.commandline import Pinochle, assert_a_closed_pipe_ends_it_quietly, piped
from oracle.table import deals, records
from pinochle_solver.bulk.manifest import shard_name

ENDING = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
CHECK = (
    "rules=check bidder=west trump=H turn=west south=A.-.-.- west=-.9.-.- north=Q.-.-.- "
    "east=T.-.-.-"
)
TWO = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"


def test_values_and_the_line_are_shown(pinochle: Pinochle) -> None:
    run = pinochle("solve", "--ascii", *ENDING.split())
    assert (run.status, run.err) == (0, "")
    assert "still to come: south 40, west+north 15" in run.out
    assert "south JS, west AS, north QS" in run.out
    assert max(map(len, run.out.splitlines())) <= 80


def test_a_moment_of_a_record_is_solved_with_all_cards_open(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    """As TABLE.md says; without `replay` it is what the seat to decide saw."""
    file = tmp_path / "hand.pnr"
    *_, (over, _) = deals.random_hand("corners", 1)
    file.write_text(records.written(over))
    shown = pinochle("replay", str(file), "--at", "8", "--view", "all")
    assert shown.status == 0
    assert "still to come: " in piped(["solve"], shown.out).out
    assert "only hands that are wholly known" in pinochle("solve", str(file), "--at", "8").err


def test_json_is_keyed_by_sides(pinochle: Pinochle) -> None:
    run = pinochle("solve", "--json", *ENDING.split())
    line = json.loads(run.out)
    assert run.status == 0
    assert line["position"] == ENDING
    assert line["exact"] is True
    assert line["value"] == {"south": 40, "west+north": 15}
    assert line["moves"][2] == {"card": "AS", "value": {"south": 35, "west+north": 20}, "loss": 5}
    assert line["line"] == ["JS", "AS", "QS", "9H", "TH", "QS", "AS", "JS", "KD"]


@pytest.mark.parametrize("threads", ["1", "2"])
def test_many_are_solved_in_order(threads: str) -> None:
    given = f"{ENDING}\n# a comment\n\n{CHECK}\n{ENDING}\n"
    run = piped(["solve", "--json", "--values", "--threads", threads], given)
    values = [json.loads(line)["value"] for line in run.out.splitlines()]
    assert run.status == 0
    assert values[0] == values[2] == {"south": 40, "west+north": 15}
    assert values[1] == {"west+east": 35, "south+north": 0}


@pytest.mark.parametrize(
    ("first", "second", "kept"), [(ENDING, TWO, "south=AQJ"), (TWO, ENDING, "south=T.T")]
)
def test_games_for_two_are_solved_apart(
    pinochle: Pinochle, tmp_path: Path, first: str, second: str, kept: str
) -> None:
    file = tmp_path / "mixed.pn"
    file.write_text(f"{first}\n{second}\n")
    run = pinochle("solve", "--json", "-f", str(file))
    assert run.status == 2
    assert kept in run.out
    assert len(run.out.splitlines()) == 1
    assert f"{file}:2: rules: a game for" in run.err
    assert "solve them apart" in run.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            ENDING.replace("west=AJ.9.-.-", "west=+3"),
            "west: 3 hidden: only hands that are wholly known can be solved",
        ),
        (ENDING.replace("trump=S", "trump=X"), "trump: unknown suit 'X'"),
        (
            "rules=hayes-4x trump=S turn=south sides=south+north/west+east "
            "south=AAAATTTTKKKKQQQQJ.-.-.- west=-.AAAATTTTKKKKQQQQJ.-.- "
            "north=-.-.AAAATTTTKKKKQQQQJ.- east=-.-.-.AAAATTTTKKKKQQQQJ",
            "south: 17 cards, at most 12",
        ),
    ],
)
def test_bad_positions_are_told_with_token_and_fact(
    pinochle: Pinochle, line: str, told: str
) -> None:
    run = pinochle("solve", *line.split())
    assert (run.status, run.out) == (2, "")
    assert told in run.err
    assert len(run.err.splitlines()) == 1


def test_stated_values_are_compared(pinochle: Pinochle) -> None:
    assert pinochle("solve", "--check", *f"{ENDING} value=40/15 bm=JS".split()).status == 0
    run = pinochle("solve", "--check", *f"{ENDING} value=35/20 bm=AS".split())
    assert run.status == 1
    assert "value: 35/20 is stated, it is 40/15" in run.err
    assert "bm: AS is stated, it is JS" in run.err


def test_of_a_stopped_search_is_compared_what_its_bounds_exclude(pinochle: Pinochle) -> None:
    hands = "south=AK.AT.KQ.J9 west=TQ.KJ.AT.AK north=AJ.TQ.JQ.TQ"
    line = f"rules=auction bidder=south trump=S turn=south {hands} bm=AH"
    for value, told in (
        ("90/65", []),
        ("999/0", ["position: value: 999/0 is stated, it is 55 to 155/0 to 100"]),
    ):
        run = pinochle("solve", "--check", "--nodes", "1", *f"{line} value={value}".split())
        assert run.status == len(told)
        assert run.err.splitlines() == [*told, f"{len(told)} compared with bm= or value="]


def test_best_cards_are_not_compared_where_only_values_are_asked_for(pinochle: Pinochle) -> None:
    run = pinochle("solve", "--check", "--values", *f"{ENDING} bm=AS".split())
    assert (run.status, run.err) == (0, "0 compared with bm= or value=\n")


def test_a_stopped_search_shows_bounds(pinochle: Pinochle) -> None:
    hands = "south=AK.AT.KQ.J9 west=TQ.KJ.AT.AK north=AJ.TQ.JQ.TQ"
    line = f"rules=auction bidder=south trump=S turn=south {hands}"
    run = pinochle("solve", "--json", "--nodes", "1", *line.split())
    found = json.loads(run.out)
    assert run.status == 0
    assert found["exact"] is False
    assert set(found["bounds"]) == {"south", "west+north"}
    assert "value" not in found
    run = pinochle("solve", "--nodes", "1", *line.split())
    assert "(bounds: the search was stopped)" in run.out


def test_solutions_become_parquet_and_are_read_from_it(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("endings.pn").write_text(f"{ENDING}\n")
    assert pinochle("solve", "-f", "endings.pn", "--output", "a.parquet").status == 0
    run = pinochle("bulk", "solve", "endings.pn", "out", "--workers", "0")
    assert run.status == 0
    by_bulk = pq.read_table(Path("out", shard_name(0)))
    assert pq.read_table("a.parquet").equals(by_bulk.drop_columns(["error"]))
    for file in ("a.parquet", f"out/{shard_name(0)}"):
        solved = json.loads(pinochle("solve", "--json", "-f", file).out)
        assert solved["position"] == ENDING
        assert solved["value"] == {"south": 40, "west+north": 15}
    assert pinochle("show", "-f", "a.parquet", "--output", "shown.parquet").status == 0
    assert pinochle("bulk", "solve", "shown.parquet", "again", "--workers", "0").status == 0
    Path("both.pn").write_text(
        f"{ENDING}\nrules=hayes trump=S south=T.-.-.- north=A.-.-.- turn=south"
    )
    mixed = pinochle("show", "-f", "both.pn", "--output", "b.parquet")
    assert (mixed.status, mixed.out) == (2, "")
    assert mixed.err == "--output: positions of several kinds; give them apart\n"


def test_call_outs_are_for_two(pinochle: Pinochle) -> None:
    run = pinochle("solve", "--call-out", *ENDING.split())
    assert (run.status, run.out) == (2, "")
    assert run.err.endswith("--call-out: goes with the two-handed game only\n")


def test_a_pipe_closed_early_ends_it_quietly() -> None:
    assert_a_closed_pipe_ends_it_quietly(["solve"], ENDING, 300)

"""The table of engines: what stands in it, what others add, what is said of what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import click
import pytest

from helpers.commandline import Pinochle
from helpers.paths import ROOT
from pinochle_solver import ENGINES, Referee, StockPosition, analyze, analyze_with
from pinochle_solver.cli.input.options import asked_engine
from pinochle_solver.engines import registry
from pinochle_solver.engines.by_rule import GreedyEngine
from pinochle_solver.engines.engine import EngineError, Number
from pinochle_solver.engines.protocol_requests import Options
from pinochle_solver.engines.registry import engine_class, engine_names, make_engine
from pinochle_solver.limits import Limits
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.settings import SearchSettings

POSITION = StockPosition.parse(
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north"
)


class LastMove(GreedyEngine):
    """An engine of another package: makes the last legal move."""

    name = "last"
    summary = "the last legal move"

    def _move(self, position: StockPosition, seed: int) -> Move:
        return position.legal_moves()[-1]


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if another package had added engines, one of them under a name of ours."""
    group = registry.GROUP
    points = EntryPoints(
        [
            EntryPoint("last", f"{__name__}:LastMove", group),
            EntryPoint("gone", "no_such_module:Engine", group),
            EntryPoint("Last", f"{__name__}:LastMove", group),
            EntryPoint("greedy", f"{__name__}:LastMove", group),
        ]
    )
    registry._added.cache_clear()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: points)
    yield
    registry._added.cache_clear()


def test_every_engine_tells_what_it_is() -> None:
    for name in engine_names():
        engine = engine_class(name)
        assert engine.name == name
        assert 0 < len(engine.summary) < 60
        assert set(engine.limits.values()) <= set(Limits.__slots__)


def test_the_pages_name_every_engine() -> None:
    for page in ("docs/MATCHES.md", "docs/NOTATION.md"):
        text = (ROOT / page).read_text()
        assert [name for name in engine_names() if name not in text] == []


@pytest.mark.usefixtures("added")
def test_an_engine_that_was_added_analyses_plays_and_is_named(pinochle: Pinochle) -> None:
    last = POSITION.legal_moves()[-1]
    assert "last" not in ENGINES
    assert analyze_with("last", POSITION).choice == last
    assert make_engine("last").choose(POSITION, Limits()).move == last
    assert PlayerSpec.parse("last").text() == "last"
    result = pinochle("match", "last", "random", "--pairs", "1", "--json")
    assert result.status == 0
    # What stands in our own table cannot be replaced.
    assert engine_class("greedy") is GreedyEngine


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize(
    ("asked", "set_to"),
    [("Last", "Last"), ("last", "last"), ("LAST", "Last"), ("GREEDY", "greedy")],
)
def test_an_engine_with_capitals_in_its_name_is_found_by_the_protocol_and_matches(
    asked: str, set_to: str
) -> None:
    options = Options()
    options.set(f"Engine {asked}")
    assert options["Engine"] == set_to
    assert PlayerSpec.parse(asked).engine == set_to


@pytest.mark.usefixtures("added")
def test_an_engine_that_cannot_be_imported_is_one_line(pinochle: Pinochle) -> None:
    with pytest.raises(EngineError, match="cannot be imported: No module named"):
        make_engine("gone")
    result = pinochle("match", "gone", "random", "--pairs", "1")
    assert result.status == 2
    assert result.err == "gone: cannot be imported: No module named 'no_such_module'\n"


def test_an_engine_that_is_not_usable_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda _: None)
    with pytest.raises(click.UsageError, match="--engine openspiel-ismcts: OpenSpiel is not in"):
        asked_engine("--engine", "openspiel-ismcts", SearchSettings())


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_says_it_infers_only_where_it_does(engine: str) -> None:
    told = StockPosition.parse(
        "upcard=9S stock=23 turn=south south=AAT9.Q9.-.KQJJ99 north=+11 led=TD"
    )
    searches = engine in ("default", "ismcts", "pimc")
    assert analyze_with(engine, told, worlds=2).belief == ("inferred" if searches else "uniform")
    assert analyze_with(engine, POSITION, worlds=2).belief == "uniform"
    assert analyze_with(engine, told, worlds=2, belief="uniform").belief == "uniform"


def test_limits_are_above_nothing() -> None:
    for name in Limits.__slots__:
        with pytest.raises(ValueError, match=f"{name} is 0, expected more than 0"):
            Limits(**{name: 0})
    assert Limits(nodes=5).or_seconds(2.0) == Limits(nodes=5, seconds=2.0)
    assert Limits(worlds=5).or_seconds(2.0) == Limits(worlds=5)


@pytest.mark.parametrize(
    ("wrong", "fact"),
    [
        ({"threads": 0}, "threads is 0, expected 1 to 256"),
        ({"threads": 257}, "threads is 257, expected 1 to 256"),
        ({"seed": -1}, "seed is -1, expected 0 to 18446744073709551615"),
        ({"seed": 1.5}, "seed is 1.5, expected 0 to 18446744073709551615"),
        ({"seed": 2**64}, "seed is 18446744073709551616, expected 0 to 18446744073709551615"),
    ],
)
@pytest.mark.parametrize("engine", ["", *ENGINES])
def test_threads_and_seeds_that_are_none_are_refused(
    engine: str, wrong: dict[str, Any], fact: str
) -> None:
    position = StockPosition.parse("south=AAT9.KQ.-.QQJJ99 upcard=9S")
    ask = partial(analyze_with, engine) if engine else analyze
    with pytest.raises(ValueError, match=f"^{fact}$"):
        ask(position, worlds=1, **wrong)


@pytest.mark.parametrize(("text", "value"), [("5", 5.0), ("0", None), ("nan", None), ("x", None)])
def test_a_number_is_read_or_refused(text: str, value: float | None) -> None:
    assert Number(default=1.0).read(text) == value


def test_a_position_is_taken_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often an analysis tells how it stands: the problem is built and then handed on."""
    made: Counter[str] = Counter()

    def counted(kind: Any) -> None:
        begin = kind.__init__

        def init(self: Any, *arguments: Any, **more: Any) -> None:
            made[kind.__name__] += 1
            begin(self, *arguments, **more)

        monkeypatch.setattr(kind, "__init__", init)

    # What each seat has laid is followed as the position is read, and kept.
    position = StockPosition.parse(POSITION.text())
    counted(Referee)
    counted(MeldTable)
    told: list[object] = []
    analysis = analyze(position, worlds=8192, progress=told.append)
    assert len(told) > 3
    # A table for what could be laid after each show.
    assert made == {"Referee": 1, "MeldTable": len(analysis.moves)}

"""What is written as JSON is what the schema says: every command, every field, none besides.

``docs/schema.json`` is the schema for other programs. This writes it anew:

    PYTHONPATH=tests python tests/schema/test_schema.py
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import msgspec
import pytest

from golden.playthroughs import GOULASH
from helpers.benched import BENCHED
from helpers.burials import CHECK, WIDOW
from helpers.commandline import Pinochle
from helpers.games import DOUBLED
from helpers.one_seat import run_of_the_other
from helpers.paths import DATA, ROOT
from helpers.rivals import SETTINGS
from helpers.table_positions import BID
from helpers.table_records import AUCTION_BY_WEST, CONCEDED, SPECIMEN, WITHOUT_KINGS
from pinochle_solver import RULEBOOKS, cli, random_deals, record_of
from pinochle_solver.hand.deals import Deal
from pinochle_solver.matches.report import Failure, MatchReport
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.render.page import views_of
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.moves import Show
from pinochle_solver.schema import lines
from pinochle_solver.schema.ledger import ChangeObject, PeriodObject, RatingObject
from pinochle_solver.schema.lines import json_schema, line_of, lines_of_commands
from pinochle_solver.schema.objects import JsonObject

SCHEMA = ROOT / "docs" / "schema.json"
LINES = lines_of_commands()

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south points=40+100/20+80 id=a"
AT_THE_TARGET = (
    "rules=scarne trump=S south=T.T.KQ.- north=A.-.K.TK turn=south points=40+100/20+84 score=870/0"
)
STOCK = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north id=b"
)
TABLE = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
TABLE_BURY = (
    "rules=auction dealer=north act=bury bids=250,260,p,270,p bidder=south contract=270 "
    "turn=south south=AAKQJ9.KQJ.AATKQJ.TK9 west=+15 north=+15 widow=-.J.-.T9"
)
TABLE_BID = (
    "rules=corners dealer=east act=bid turn=south south=AAKQ.KQJ.AAT.TK west=+12 north=+12 east=+12"
)
FEW = ("--worlds", "64", "--threads", "1")

COMMANDS = [
    ("solve", PLAYOFF),
    ("solve", "--nodes", "1", PLAYOFF),
    ("solve", f"{TABLE} id=ending"),
    ("solve", "--nodes", "1", TABLE),
    ("solve", "--values", PLAYOFF),
    ("solve", "--call-out", AT_THE_TARGET),
    ("solve", "--call-out", "--nodes", "1", AT_THE_TARGET.replace("870/0", "830/870")),
    ("verify", PLAYOFF),
    ("show", PLAYOFF),
    ("show", STOCK),
    ("analyze", *FEW, STOCK),
    ("analyze", *FEW, "--open-average", "--cards", "--objective", "win", STOCK),
    ("analyze", "--engine", "random", STOCK),
    ("analyze", *FEW, "--call-out", STOCK),
    ("analyze", "--worlds", "2", STOCK),
    ("analyze", "--worlds", "2", "--where", "north holds AS", STOCK),
    ("melds", STOCK),
    ("melds", "--turns", "2", STOCK),
    ("melds", "ATKQJ.-.J.-", "--trump", "S", "--turns", "3", "--draws", "4"),
    ("melds", "KQ.-.-.-", "--trump", "S", "--table", "royal-marriage:KS.QS"),
    ("rules",),
    ("equity", "620/840", "--dealer", "north"),
    ("equity", "620/840", "--rules", "check"),
    (
        "analyze",
        "--worlds",
        "64",
        "rules=macdougall doubles=every upcard=TS stock=19 act=double turn=south north=+12 "
        "south=AK9.TKJJ.ATJ.K9 tricks=9D-AD,QC-JC points=0+16/0+0 dealer=south",
    ),
    ("equity", "--rules", "glup", "--ahead", "1000"),
    ("openings", "AAT9.KQ.-.QQJJ99", "--upcard", "9S", "--worlds", "16"),
    ("openings", "AATKQJ.TK.KQ9.TKJ9", "--rules", "auction", "--worlds", "16"),
    ("openings", "AT9.AK9.AJ.QJ99", "--rules", "hayes-3x", "--upcard", "9S", "--worlds", "2"),
    ("openings", "TKQ.TQ.K99.ATKQ", "--rules", "partnership", "--upcard", "AH", "--worlds", "2"),
    ("match", "greedy", "random", "--pairs", "2", "--rules", "all"),
    ("match", "greedy", "random", "--pairs", "1", "--sprt", "0", "5"),
    ("match", "greedy", "random", "--pairs", "1", "--rules", "corners", "--sprt", "0", "5"),
    ("bench",),
    ("show", TABLE),
    ("rules", "auction", "check", "hayes-3"),
    ("solve", WIDOW + " id=d"),
    ("solve", "--nodes", "1", WIDOW),
    ("analyze", TABLE + " id=c"),
    ("analyze", "--worlds", "2", TABLE_BURY),
    ("analyze", "--worlds", "2", TABLE_BID),
    ("analyze", CHECK),
    ("bid", "--worlds", "8", BID),
    ("bid", "--worlds", "2", "--open-average", BID),
]
RENEGE = """\
[Event "tea"]
[NorthPlayer "Bob"]
[Rules "scarne"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
[North "ATTK9.KQJ9.AJ.T"]
[Stock "9C KD JS TC QC QS AC TH JC TH JH TD AC QD KS JD 9D QS QH KD JS TD KH"]

1. AD 9S {dix KS:QS}
"""
VOID = RENEGE.replace("KS:QS", "misdeal")


def schema_text() -> str:
    return json.dumps(json_schema(), indent=1) + "\n"


@pytest.fixture
def record(pinochle: Pinochle, tmp_path: Path) -> str:
    """A file of two hands that were played."""
    file = tmp_path / "hands.pnr"
    played = pinochle("match", "greedy", "random", "--pairs", "1", "--record", str(file))
    assert played.status == 0
    return str(file)


OF_RECORDS = [
    ("replay",),
    ("replay", "--at", "7m"),
    ("score",),
    ("score", "--each-hand"),
    ("score", "--game"),
    ("score", "--drop-last-digit"),
    ("score", "--single-hand"),
    ("score", "--player", "A"),
    ("score", "--pays", "difference"),
    ("score", "--pays", "difference", "--target", "1"),
]


def test_every_line_is_of_the_schema_and_every_field_is_written_somewhere(
    pinochle: Pinochle, record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that no test passes over a field: wrong records, failures and unknown points as well."""
    # A bench takes seconds, and its result has the same fields whatever it has measured.
    monkeypatch.setattr("pinochle_solver.cli.commands.bench.run_bench", lambda *_: BENCHED)
    commands = [*COMMANDS, *((*each, record) for each in OF_RECORDS)]
    begun = parse_record(Path(record).read_text().partition("; pair 1, hand 2")[0])
    file = tmp_path / "begun.pnr"
    file.write_text(replace(begun, tricks=begun.tricks[:4]).text())
    commands.append(("review", "--worlds", "16", "--cards", str(file)))
    for number, text in enumerate((RENEGE, VOID, run_of_the_other().replace("=150", ""))):
        file = tmp_path / f"{number}.pnr"
        file.write_text(text)
        commands += [("replay", str(file)), ("score", str(file))]
        commands.append(("review", "--worlds", "16", str(file)))
    for name, deal, moves in (
        ("goulash", GOULASH[0].start, [Show(dix=True)]),
        ("glup", next(random_deals(1, 1, RULEBOOKS["glup"])), []),
    ):
        assert isinstance(deal, Deal)
        file = tmp_path / f"{name}.pnr"
        file.write_text(record_of(deal, moves).text())
        commands.append(("replay", str(file)))
    commands.append(("score", "--ahead", "1000", str(file)))
    file = tmp_path / "doubles.pnr"
    file.write_text(DOUBLED)
    commands += [("replay", str(file)), ("score", str(file))]
    commands.append(("review", "--worlds", "16", str(file)))
    file = tmp_path / "table.pnr"
    file.write_text(SPECIMEN.replace("9D 9D", "9D 9H"))
    commands += [("replay", str(file)), ("score", str(file))]
    for number, text in enumerate((WITHOUT_KINGS, AUCTION_BY_WEST, f"{CONCEDED}\n1. 9D\n")):
        file = tmp_path / f"auction-{number}.pnr"
        file.write_text(text)
        commands.append(("review", "--worlds", "16", str(file)))
    file = tmp_path / "seats.pnr"
    names = ('[SouthPlayer "Ann"]\n[WestPlayer "Bob"]\n', '[SouthPlayer "Bob"]\n')
    file.write_text("\n".join(each + SPECIMEN for each in names))
    commands.append(("score", "--game", str(file)))
    settlement = DATA / "settlement.pnr"
    commands.append(("score", "--pays", "difference", str(settlement)))
    three = DATA / "macdougall-3.pnr"
    commands.append(("score", "--call-out", "1.0:south", str(three)))
    doubles = ("--rules", "macdougall", "--doubles", "every", "--pairs", "1")
    commands.append(("match", "greedy", "random", *doubles))
    commands.append(("analyze", "--worlds", "2", "--open-average", "--cards", TABLE_BID))
    commands.append(("analyze", "--worlds", "2", BID))
    ledger = tmp_path / "ledger.duckdb"
    ledger.write_bytes(gzip.decompress((DATA / "ledger-1.duckdb.gz").read_bytes()))
    own = ("--ledger", str(ledger))
    commands += [("ledger show", *own), ("ledger show", "--player", "B", *own)]
    commands.append(("ledger show", "--player", "B", "--where", "marked", *own))
    commands.append(("ledger query", "marked", *own))
    rivals = ("greedy", "random", "--pairs", "1", "--worlds", "1", "--workers", "0")
    commands.append(("tournament", *rivals, "--sprt", "0", "1"))
    written: dict[type, set[str]] = {}
    for command, *rest in commands:
        lines = pinochle(*command.split(), "--json", *rest).out.splitlines()
        assert lines, (command, *rest)
        for line in lines:
            note_fields(read(command, line), written)
    note_fields(line_of(with_a_failure()), written)
    note_fields(line_of(of_games()), written)
    note_fields(ChangeObject(mean=0.0, se=1.0), written)
    rating = RatingObject(hands=20, mean=1.0, low=0.8, high=1.2)
    note_fields(PeriodObject(since="2026-11-01", first=1, last=20, rating=rating), written)
    assert written == {
        kind: {*kind.__struct_fields__}
        for kind in subclasses(JsonObject)
        if kind.__module__.startswith("pinochle_solver.schema.")
    }


def subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def note_fields(value: object, written: dict[type, set[str]]) -> None:
    """Note of every object in a value the fields that are set."""
    if isinstance(value, msgspec.Struct):
        named = {name: getattr(value, name) for name in value.__struct_fields__}
        told = {name for name, each in named.items() if each is not msgspec.UNSET}
        written.setdefault(type(value), set()).update(told)
        value = [*named.values()]
    elif isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for each in value:
            note_fields(each, written)


def with_a_failure() -> MatchReport:
    report = MatchReport.of(SETTINGS, [], finished=False)
    return replace(report, failures=(Failure(1, 2, "A", "gave no answer"),))


def of_games() -> MatchReport:
    report = MatchReport.of(replace(SETTINGS, game=True), [], finished=False)
    return replace(report, failures=(Failure(1, 2, "A", "gave no answer", game=1),))


def read(command: str, line: str) -> object:
    """A line as one of the command's; it is written again as it was."""
    kinds = [kind for kind in LINES[command] if reads_as(line, kind)]
    assert kinds, (command, line)
    value: object = msgspec.json.decode(line, type=kinds[0])
    return value


def reads_as(line: str, kind: type) -> bool:
    try:
        value: object = msgspec.json.decode(line, type=kind, strict=True)
    except msgspec.ValidationError:
        return False
    again = msgspec.json.encode(value)
    # Lists of pairs: the order of the fields counts.
    return bool(
        json.loads(again, object_pairs_hook=list) == json.loads(line, object_pairs_hook=list)
    )


def test_a_line_with_another_field_is_none_of_the_schema(pinochle: Pinochle) -> None:
    (line,) = pinochle("show", "--json", PLAYOFF).out.splitlines()
    changed = json.dumps({**json.loads(line), "more": 1}, separators=(",", ":"))
    assert not any(reads_as(changed, kind) for kind in LINES["show"])


def test_every_command_that_writes_json_is_in_the_schema(pinochle: Pinochle) -> None:
    leaves = cli.pinochle.leaves(click.Context(cli.pinochle))
    writing = {
        name for name, *_ in leaves if "\n  --json " in pinochle(*name.split(), "--help").out
    }
    assert writing == LINES.keys()


def test_every_value_that_is_shown_is_written_and_the_other_way_round() -> None:
    shown = {*views_of(Renderer), *views_of(TableRenderer)}
    classes = {name.removeprefix("Sequence[").removesuffix("]") for name in shown}
    assert classes == {name for _, name in lines._LINES}


def test_the_page_of_the_schema_is_of_today() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")

"""Records read from Python: from paths and lines, with what is wrong raised, skipped or given."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.games import record
from pinochle_solver import (
    RULEBOOKS,
    HandRecord,
    IllegalPositionError,
    NotationError,
    PlayoffPosition,
    PositionError,
    Referee,
    parse_position,
    parse_record,
    read_playoff_positions,
    read_positions,
    read_records,
    record_of,
    replay_record,
    replay_table_record,
    review,
    score_game,
    score_table_game,
)

GOOD = [record("scarne", 1), record("hayes", 2), record("macdougall", 3)]
WRONG = '[Rules "scarne"]\n[Upcard "TS"]\n'
TEXT = "\n".join([GOOD[0].text(), WRONG, GOOD[1].text()])
WRONG_LINE = GOOD[0].text().count("\n") + 2
FACT = "Dealer: missing"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hands.pnr"
    path.write_text(TEXT)
    return path


def test_records_are_read_from_paths_files_and_lines(file: Path) -> None:
    whole = "\n".join(each.text() for each in GOOD)
    file.write_text(whole)
    assert list(read_records(file)) == GOOD
    assert list(read_records(str(file))) == GOOD
    assert list(read_records(whole.splitlines())) == GOOD
    assert list(read_records(iter(whole.splitlines(keepends=True)))) == GOOD
    with file.open() as lines:
        assert list(read_records(lines)) == GOOD
    assert list(read_records([])) == []


def test_a_record_that_is_wrong_is_raised_with_its_line(file: Path) -> None:
    records = read_records(file)
    assert next(records) == GOOD[0]
    with pytest.raises(NotationError) as raised:
        next(records)
    assert str(raised.value) == f"{file}:{WRONG_LINE}: {FACT}"
    assert (raised.value.token, raised.value.place) == ("Dealer", f"{file}:{WRONG_LINE}")
    assert list(records) == []
    with pytest.raises(NotationError, match=f"^line {WRONG_LINE}: {FACT}$"):
        list(read_records(TEXT.splitlines()))


def test_a_record_that_is_wrong_is_left_out_or_given(file: Path) -> None:
    assert list(read_records(file, errors="skip")) == GOOD[:2]
    first, error, last = read_records(file, errors="yield")
    assert [first, last] == GOOD[:2]
    assert str(error) == f"{file}:{WRONG_LINE}: {FACT}"
    assert isinstance(last, HandRecord)
    assert last.line == WRONG_LINE + 3


def test_records_are_read_lazily_and_the_file_is_closed(file: Path) -> None:
    read = 0

    def lines() -> Iterator[str]:
        nonlocal read
        for _ in range(100):
            for line in GOOD[0].text().splitlines():
                read += 1
                yield line
            yield ""

    records = read_records(lines())
    assert (read, next(records)) == (0, GOOD[0])
    assert read < 40
    # A file that is left open is a warning, which is an error here.
    del records
    opened = read_records(file)
    next(opened)
    del opened


def test_tricks_that_do_not_read_are_a_finding_and_no_error() -> None:
    text = GOOD[0].text().replace("\n2. ", "\n2. XX ").replace(" 2. ", " 2. XX ")
    (found,) = read_records(text.splitlines())
    assert found.unread is not None
    replay = replay_record(found)
    assert [finding.kind.value for finding in replay.findings] == ["unreadable"]
    assert len(found.tricks) == 2


def test_what_cannot_be_read_is_told(tmp_path: Path, file: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(read_records(tmp_path / "none.pnr"))
    with pytest.raises(ValueError, match="errors is 'ignore', expected one of raise, skip, yield"):
        read_records(file, errors="ignore")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"is no path: give its lines, as text\.splitlines\(\)"):
        next(read_records(TEXT))
    twice = [replace(RULEBOOKS["hayes"], name="house", target=t) for t in (1, 2)]
    with pytest.raises(IllegalPositionError, match="two different rulebooks named house"):
        read_records(file, twice)


def test_bytes_that_are_no_text_are_the_error_of_their_record(file: Path) -> None:
    file.write_bytes(TEXT.encode().replace(b'"TS"', b'"T\xff"'))
    first, error, last = read_records(file, errors="yield")
    assert isinstance(error, NotationError)
    assert "is not [Name" in error.fact
    assert [first, last] == GOOD[:2]


def test_a_rulebook_of_ones_own_is_known_by_its_name() -> None:
    house = replace(RULEBOOKS["hayes"], name="house", must_head_plain=False)
    text = GOOD[1].text().replace('"hayes"', '"house"')
    (found,) = read_records(text.splitlines(), [house])
    assert found.rules == house
    assert parse_record(text, [house]) == found


def test_records_make_games_from_python(file: Path) -> None:
    file.write_text("".join(record("scarne", seed).text() + "\n" for seed in (1, 2)))
    replays = [replay_record(each) for each in read_records(file)]
    assert [replay.is_complete for replay in replays] == [True, True]
    assert score_game(replays).score.south > 0
    referee = replays[0].referee
    assert referee is not None
    moments = [replays[0].at(moment.trick, moment.act) for moment in replays[0].moments]
    assert len(moments) > 48
    assert isinstance(moments[-1], PlayoffPosition)


@pytest.mark.parametrize(
    ("call", "given", "fact"),
    [
        (replay_record, TEXT, "expected HandRecord, not str: parse_record reads text"),
        (review, TEXT, "expected HandRecord, not str: parse_record reads text"),
        (replay_table_record, GOOD[0], "expected TableRecord, not HandRecord: parse_table_record"),
        (score_game, [GOOD[0]], "expected Replay, not HandRecord: replay_record makes one"),
        (score_game, TEXT, "expected Replay, not str: replay_record makes one"),
        (score_table_game, [None, replay_record(GOOD[0])], "expected TableReplay, not Replay"),
        (record_of, GOOD[0], "expected Deal, not HandRecord"),
        (Referee.of_deal, GOOD[0], "expected Deal, not HandRecord"),
        (Referee.of_position, "south=A", "expected PositionText, not str: parse_position reads"),
        (parse_record, GOOD[0], "HandRecord"),
        (parse_position, GOOD[0], "expected str, not HandRecord"),
        (PlayoffPosition.parse, 7, "expected str, not int"),
    ],
)
def test_a_value_of_another_kind_is_a_type_error(
    call: Callable[[Any], object], given: object, fact: str
) -> None:
    with pytest.raises(TypeError, match=fact):
        call(given)


def test_a_record_is_made_of_what_a_referee_saw() -> None:
    from pinochle_solver import Referee, random_deals

    (deal,) = random_deals(1, 7, RULEBOOKS["hayes"])
    referee = Referee.of_deal(deal)
    while not referee.is_over:
        referee.push(referee.moves()[0])
    made = record_of(deal, tuple(referee.history))
    assert replay_record(made).points == referee.points
    assert parse_record(made.text()) == made


@pytest.mark.parametrize("kind", [PositionError, NotationError, IllegalPositionError])
def test_the_place_of_an_error_is_kept(kind: type[PositionError]) -> None:
    error = kind("Dealer", "missing")
    assert str(error) == FACT
    placed: Any = pickle.loads(pickle.dumps(error.at("hands.pnr:3")))
    assert (type(placed), str(placed)) == (kind, f"hands.pnr:3: {FACT}")
    assert error.place is None


def test_positions_are_read_from_paths_too(tmp_path: Path) -> None:
    line = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    path = tmp_path / "positions.pn"
    path.write_text(f"# one\n{line}\nbad\n")
    for source in (path, str(path), ["# one", line, "bad"]):
        for read in (read_positions, read_playoff_positions):
            (first, position), (second, error) = read(source)
            assert (first, position) == (2, PlayoffPosition.parse(line))
            assert (second, str(error)) == (3, "bad: not a key=value token")

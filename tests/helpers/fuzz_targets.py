"""What takes text from outside, and what must hold whatever it is given: the targets of fuzzing.

A target takes any bytes. It reads them as the command line would, and fails by an exception that
is none of those announced, by a message of more than one line, or where what was read and written
again reads otherwise. `benchmarks/correctness/fuzz.py` gives them what it makes up,
`test_corpus.py` what is kept in ``tests/corpus``: a folder for each target, with what once failed
among it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from pinochle_solver.engines.protocol import Conversation
from pinochle_solver.engines.protocol_requests import RequestError, read_go
from pinochle_solver.errors import GameError, IllegalMoveError, PositionError
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.matches.file import MatchFile, MatchFileError
from pinochle_solver.matches.results import MatchSettings, encoded
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.rulebook_files import any_rulebook_text, parse_any_rulebook
from pinochle_solver.notation.table.all_games import (
    is_table_position,
    is_table_record,
    numbered_records_of_all,
    parse_any_position,
)
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.position_hands import position_after
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.table.stock_hands import UndrawnError

# A conversation is told no more lines than this at a time.
_LINES = 20
# Of the moves of a table position, burials by the thousand among them, so many are made.
_MOVES = 5


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _is_one_line(text: str) -> None:
    assert text.strip(), "a message that says nothing"
    assert len(text.splitlines()) == 1, f"a message of several lines: {text!r}"
    text.encode("utf-8")


def position(data: bytes) -> None:
    """A position of any game, as a line or as an object of JSON."""
    try:
        found = parse_any_position(_text(data))
    except PositionError as error:
        _is_one_line(str(error))
        return
    again = parse_any_position(found.text())
    assert again == found, found.text()
    assert again.text() == found.text()
    if is_table_position(found):
        _table_moves(found)
        return
    try:
        found.legal_moves()
    except PositionError as error:
        assert not isinstance(found, PlayoffPosition)
        _is_one_line(str(error))


def _table_moves(found: TablePosition) -> None:
    """The first legal moves of a table position, and what comes after each."""
    try:
        moves = [*islice(found.legal_moves(), _MOVES)]
    except PositionError as error:
        _is_one_line(str(error))
        return
    assert moves, found.text()
    for move in moves:
        try:
            after = position_after(found, move)
        except UndrawnError as error:
            assert error.choices, found.text()
            continue
        except PositionError as error:
            assert not isinstance(error, IllegalMoveError), f"{found.text()}: {error}"
            _is_one_line(str(error))
            continue
        assert after is None or TablePosition.parse(after.text()) == after, after.text()


def records(data: bytes) -> None:
    """A file of hand records of all games: read, replayed, scored and written."""
    two_handed: list[HandRecord] = []
    table_replays: list[TableReplay] = []
    for _, record in numbered_records_of_all(_text(data).splitlines(keepends=True)):
        if isinstance(record, PositionError):
            _is_one_line(str(record))
        elif is_table_record(record):
            table_replays += _table_replay(record)
        else:
            _replay(record)
            two_handed += [record] if record.unread is None else []
    try:
        score_game([replay_record(record) for record in two_handed])
    except GameError as error:
        _is_one_line(str(error))
    if table_replays:
        game = score_table_game(table_replays, None)
        _is_one_line(game.verdict)
        for hand in game.hands:
            for fault in hand.faults:
                _is_one_line(fault)


def _replay(record: HandRecord) -> None:
    replay = replay_record(record)
    for finding in replay.findings:
        _is_one_line(str(finding))
    for moment in replay.moments[-2:]:
        replay.at(moment.trick, moment.act, record.view)
    if record.unread is None:
        assert parse_record(record.text()) == record, record.text()


def _table_replay(record: TableRecord) -> list[TableReplay]:
    """The record played through; empty where it cannot be."""
    if record.unread is None:
        assert parse_table_record(record.text()) == record, record.text()
    try:
        replay = replay_table_record(record)
    except PositionError as error:
        _is_one_line(str(error))
        return []
    for finding in replay.findings:
        _is_one_line(str(finding))
    for moment in replay.moments[-2:]:
        for view in (None, moment.seat):
            seen = replay.position(moment, view)
            assert TablePosition.parse(seen.text()) == seen, seen.text()
    return [replay]


def rulebook(data: bytes) -> None:
    """A rulebook file."""
    try:
        found = parse_any_rulebook(_text(data))
    except PositionError as error:
        _is_one_line(str(error))
        return
    assert parse_any_rulebook(any_rulebook_text(found)) == found


def protocol(data: bytes) -> None:
    """Lines of the engine protocol; what is to be thought about is read and not thought about."""
    talk = Conversation(_is_one_line)
    for line in _text(data).splitlines()[:_LINES]:
        word, _, rest = line.strip().partition(" ")
        if word == "go":
            try:
                read_go(rest, 1)
            except RequestError as error:
                _is_one_line(str(error))
        elif not talk.handle(line):
            return


SETTINGS = MatchSettings(
    a="greedy",
    b="random",
    rules=("scarne",),
    count=None,
    seed=1,
    seconds=None,
    worlds=16,
    timeout=60.0,
    version="0",
    names=("greedy", "random"),
)
_HEADER = encoded(SETTINGS) + b"\n"


def results(data: bytes) -> None:
    """The results file of a match, of these settings unless it has settings of its own."""
    content = data if data.startswith(b'{"a"') else _HEADER + data
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"
        path.write_bytes(content)
        try:
            first = MatchFile(path, SETTINGS)
        except MatchFileError as error:
            _is_one_line(str(error))
            assert path.read_bytes() == content, "a file that was refused was changed"
            return
        first.close()
        again = MatchFile(path, SETTINGS)
        again.close()
        assert again.pairs == first.pairs
        for line in path.read_bytes().splitlines():
            assert line in content or line + b"\n" == _HEADER


TARGETS: dict[str, Callable[[bytes], None]] = {
    each.__name__: each for each in (position, records, rulebook, protocol, results)
}

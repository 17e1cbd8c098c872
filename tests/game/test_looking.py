"""A player looks through tricks already taken: named, ruled, scored and noted (RULES.md, 7)."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from helpers.commandline import Pinochle, piped
from helpers.strategies import play_on
from pinochle_solver import HandRecord, Points, Seat
from pinochle_solver.errors import NotationError
from pinochle_solver.game.game import totals
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import RecordedEvent
from pinochle_solver.notation.marks import LOOKED
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.reviews.review import review
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.irregularities import Irregularity as AtTable
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS, RULEBOOKS
from pinochle_solver.rules.rules import Rulebook

LOSES = ("macdougall", "macdougall-bonus", "goulash")


def whole(rules: Rulebook, seed: int = 1, view: Seat | None = None) -> HandRecord:
    """A hand played at random to its end."""
    deal = random_deal(seed, 1, rules)
    moves = play_on(Referee.of_deal(deal), 10**4, Random(seed)).history
    return record_of(deal, moves, view)


def looked(record: HandRecord, *after: tuple[int, Seat]) -> HandRecord:
    """The same hand, in which seats have looked through tricks after some tricks."""
    tricks = list(record.tricks)
    for trick, seat in after:
        old = tricks[trick - 1]
        tricks[trick - 1] = replace(old, events=(*old.events, RecordedEvent(seat, LOOKED.word)))
    return parse_record(replace(record, tricks=tuple(tricks)).text())


@pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("trick", [1, 12, 24])
@pytest.mark.parametrize("seat", Seat)
def test_who_looks_loses_his_count_and_no_more(rules: Rulebook, trick: int, seat: Seat) -> None:
    record = whole(rules)
    before = replay_record(record).points
    replay = replay_record(looked(record, (trick, seat)))
    after = replay.points
    assert before is not None
    assert after is not None
    assert replay.is_complete
    assert before[seat].tricks > 0
    assert after[seat.other] == before[seat.other]
    assert after[seat].melds == before[seat].melds
    loses = rules.name in LOSES
    assert after[seat].tricks == (0 if loses else before[seat].tricks)
    (finding,) = (f for f in replay.findings if f.kind is Irregularity.LOOKED)
    cost = (
        "the offender's card points become 0, the opponent keeps his"
        if loses
        else "no penalty is named"
    )
    told = f"{seat.text()}, looked: {seat.text()} has looked through tricks already taken"
    assert str(finding) == f"trick {trick}: {told} ({cost})"


def test_both_may_look_and_twice_costs_no_more() -> None:
    record = looked(whole(RULEBOOKS["macdougall"]), (3, Seat.SOUTH), (9, Seat.SOUTH))
    both = looked(record, (20, Seat.NORTH))
    (once, twice) = (replay_record(each).points for each in (record, both))
    assert once is not None
    assert twice is not None
    assert (once.south.tricks, once.north.tricks > 0) == (0, True)
    assert (twice.south.tricks, twice.north.tricks) == (0, 0)
    assert [f.kind.value for f in replay_record(both).findings] == ["looked"] * 3


def test_the_word_is_that_of_the_table_games() -> None:
    assert AtTable.LOOKED.value == LOOKED.word == Irregularity.LOOKED.value


def test_without_a_letter_it_is_the_winner_of_the_trick() -> None:
    record = whole(RULEBOOKS["macdougall"])
    winner = replay_record(record).tricks[6].winner
    first = record.tricks[6]
    tricks = [*record.tricks]
    tricks[6] = replace(first, events=(*first.events, RecordedEvent(None, "Looked")))
    replay = replay_record(parse_record(replace(record, tricks=tuple(tricks)).text()))
    assert [f.seat for f in replay.findings] == [winner]


@pytest.mark.parametrize(
    ("old", "new", "fact"),
    [
        (LOOKED.word, f"{LOOKED.word}=10", "scores nothing"),
        (f"S:{LOOKED.word}", "S:lookd", "'lookd' is no meld"),
        ("1. ", f"{{S:{LOOKED.word}}} 1. ", "no trick has been taken before the first lead"),
    ],
)
def test_what_is_written_wrongly_is_named(old: str, new: str, fact: str) -> None:
    text = looked(whole(RULEBOOKS["macdougall"]), (3, Seat.SOUTH)).text()
    unread = parse_record(text.replace(old, new, 1)).unread
    assert unread is not None
    assert fact in str(unread)


def test_before_the_first_lead_there_is_nothing_to_look_through() -> None:
    text = whole(RULEBOOKS["goulash"]).text()
    unread = parse_record(text.replace("\n1. ", f"\n{{S:{LOOKED.word}}} 1. ", 1)).unread
    assert str(unread).endswith("no trick has been taken before the first lead")


def test_a_game_counts_it(pinochle: Pinochle, tmp_path: Path) -> None:
    record = whole(RULEBOOKS["macdougall"])
    points = replay_record(record).points
    assert points is not None
    file = tmp_path / "hand.pnr"
    file.write_text(looked(record, (14, Seat.NORTH)).text())
    (hand,) = score_game([replay_record(looked(record, (14, Seat.NORTH)))]).hands
    assert hand.points is not None
    assert totals(hand.points) == Points(sum(points.south), points.north.melds)
    run = pinochle("score", str(file))
    assert (run.status, run.err.count("\n")) == (1, 1)
    assert "hand 1: trick 14: north, looked: north has looked through tricks" in run.err


def test_a_hand_is_reviewed_all_the_same_but_has_no_account() -> None:
    record = whole(RULEBOOKS["macdougall"])
    found = review(looked(record, (14, Seat.NORTH)), worlds=16, threads=2)
    plain = review(record, worlds=16, threads=2)
    assert len(found.decisions) == len(plain.decisions) > 20
    assert plain.account is not None
    assert found.account is None


@pytest.mark.parametrize(
    ("rules", "trick"), [*zip(PINOCHLE_BOOKS.values(), cycle([2, 12, 18]), strict=False)]
)
def test_a_notebook_keeps_it(rules: Rulebook, trick: int) -> None:
    record = whole(rules, view=Seat.SOUTH)
    begun = replace(record, tricks=record.tricks[: trick + 2])
    record = looked(begun, (trick, Seat.SOUTH), (trick, Seat.NORTH))
    notebook = Notebook(record)
    assert replay_record(notebook.record).points == replay_record(record).points
    found = [(f.trick, f.seat) for f in notebook.replay.findings if f.kind is Irregularity.LOOKED]
    assert found == [(trick, Seat.SOUTH), (trick, Seat.NORTH)]


def test_it_is_noted_taken_back_and_corrected() -> None:
    record = whole(RULEBOOKS["macdougall"], view=Seat.SOUTH)
    notebook = Notebook(replace(record, tricks=record.tricks[:3]))
    finding = notebook.note_looking(Seat.NORTH)
    assert (finding.trick, finding.seat) == (3, Seat.NORTH)
    asked = notebook.question
    assert "N:looked" in notebook.record.text()
    undone = notebook.undo()
    assert undone is not None
    assert undone.text == LOOKED.word
    assert notebook.question == asked
    notebook.note_looking(Seat.SOUTH)
    (place,) = (
        place for place in notebook.of_trick(3) if notebook.entries[place].text == LOOKED.word
    )
    with pytest.raises(NotationError, match="write nothing to take it back"):
        notebook.corrected(place, "QS")
    assert LOOKED.word not in notebook.corrected(place, "nothing").notebook.record.text()
    first = notebook.corrected(notebook.of_trick(1)[0], record.tricks[0].plays[0])
    assert first.left_over == ()
    assert LOOKED.word in first.notebook.record.text()
    with pytest.raises(NotationError, match="no trick has been taken yet"):
        Notebook(replace(record, tricks=())).note_looking(Seat.SOUTH)


def test_new_takes_the_word(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    setup = ["macdougall", "me", "QC", "A9.AA9.AQ9.KKJ9"]
    lines = ["looked", "AD 9D", "", "+9C", "bob looked", "ann looked", "looked", "undo", "q"]
    text = "".join(f"{line}\n" for line in [*setup, *lines])
    run = piped(["new", "--ascii", "--no-advice", "--opponent", "Bob", str(file)], text)
    assert run.status == 0
    assert "looked: no trick has been taken yet" in run.out
    assert "trick 1: Bob, looked: Bob has looked through tricks already taken" in run.out
    assert "ann: does not play; write Bob, or nothing for yourself" in run.out
    assert "taken back: you looked" in run.out
    kept = parse_record(file.read_text())
    written = kept.tricks[0].events
    assert [event.written() for event in written if event.is_looking] == ["N:looked"]

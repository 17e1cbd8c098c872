"""The notebook of one seat of three or four: every game noted beside the referee."""

from __future__ import annotations

from itertools import cycle

import pytest

from helpers.table_noting import Noter, played
from pinochle_solver.errors import PositionError
from pinochle_solver.game.table.notebook import NoteKind, TableNotebook
from pinochle_solver.game.table.recording import record_of_deal
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Dix
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.steps import TableStep


def knows_a_nine(step: TableStep) -> bool:
    """Whether the referee knows more of nines than somebody who sees no pass."""
    return step.after.act is Act.DIX or step.move == Dix(False)


@pytest.mark.parametrize(
    ("rules", "seat"), [*zip(TABLE_RULEBOOKS, cycle([Seat.SOUTH, Seat.NORTH]), strict=False)]
)
def test_every_position_is_the_referees_and_the_record_goes_on(rules: str, seat: Seat) -> None:
    steps = played(rules, seat, "greedy" if seat else "advice")
    noter = Noter(steps[0], seat)
    for step in steps:
        noter.take(step)
        notebook, after = noter.notebook, step.after
        is_there = (notebook.hand.turn, notebook.hand.act) == (after.turn, after.act)
        if after.turn is not None and is_there and not knows_a_nine(step):
            assert notebook.position.text() == position_of(after, seat).text()
        if after.turn is not None and len(noter.words) % 7 == 0 and after.led:
            text = notebook.record.text()
            again = TableNotebook(parse_table_record(text))
            assert again.question == notebook.question
            assert again.record.text() == text
    assert noter.notebook.question is None
    last = steps[-1].after
    assert noter.notebook.result == last.result()
    record = noter.notebook.record
    if isinstance(last, TableHand) and len(last.tricks) == last.rules.hand:
        assert replay_table_record(record).result == last.result()
    assert noter.notebook.game_after() is not None


def auction() -> tuple[TableNotebook, tuple[TableStep, ...]]:
    """A hand of auction that south has bought and played."""
    for index in range(20):
        steps = played("auction", index, "advice")
        last = steps[-1].after
        if isinstance(last, TableHand) and last.bidder is Seat.SOUTH and len(last.tricks) == 15:
            noter = Noter(steps[0], Seat.SOUTH)
            for step in steps:
                noter.take(step)
            return noter.notebook, steps
    raise AssertionError("south has bought no hand")


def test_undo_goes_back_to_the_deal() -> None:
    notebook, _ = auction()
    number = len(notebook.entries)
    for left in range(number - 1, -1, -1):
        entry = notebook.undo()
        assert entry is not None
        assert notebook.question == entry.question
        assert len(notebook.entries) == left
    assert notebook.undo() is None
    assert notebook.record.text().count("[") == 4


def test_a_correction_keeps_what_still_fits() -> None:
    notebook, _ = auction()
    of_west = [
        place
        for place, entry in enumerate(notebook.entries)
        if entry.question.kind is NoteKind.PLAY and entry.question.seat is Seat.WEST
    ]
    place = of_west[0]
    texts = [notebook.entries[each].text for each in of_west]
    other = next(text for text in texts if text != texts[0])
    correction = notebook.corrected(place, other)
    assert correction.notebook.entries[place].text == other
    assert len(correction.notebook.entries) + len(correction.left_over) == len(notebook.entries)
    same = notebook.corrected(place, notebook.entries[place].text)
    assert not same.left_over
    assert same.notebook.record == notebook.record
    with pytest.raises(PositionError):
        notebook.corrected(place, "fly")
    assert place in notebook.of_trick(1)


def test_a_card_and_the_dealer_are_changed_from_the_start() -> None:
    notebook, steps = auction()
    dealt = steps[0].before.deal
    card = next(iter(dealt.hands[Seat.SOUTH]))
    missing = next(c for c in dealt.hands[Seat.WEST] if c not in dealt.hands[Seat.SOUTH])
    correction = notebook.with_card_changed(card, missing)
    assert missing in correction.notebook.record.hands[Seat.SOUTH]
    other = next(seat for seat in dealt.rules.table if seat is not dealt.dealer)
    changed = notebook.with_dealer(other)
    assert changed.notebook.record.dealer is other
    assert changed.left_over
    assert "not asked for there any more" in changed.why or changed.why
    notebook.take_over(changed.notebook)
    assert notebook.record.dealer is other


def test_a_contract_is_given_up() -> None:
    notebook, _ = auction()
    while notebook.hand.act is not Act.PLAY or notebook.hand.led:
        notebook.undo()
    notebook.note_given_up(Seat.WEST)
    assert notebook.question is None
    assert '[Result "made"]' in notebook.record.text()
    again = TableNotebook(parse_table_record(notebook.record.text()))
    assert again.record.text() == notebook.record.text()
    notebook.undo()
    if notebook.hand.tricks:
        with pytest.raises(PositionError, match="only before the first lead"):
            notebook.note_given_up(Seat.SOUTH)


def test_what_cannot_be_is_refused_and_nothing_is_noted() -> None:
    notebook, steps = auction()
    while notebook.question is None or notebook.question.kind is not NoteKind.WIDOW:
        notebook.undo()
    number = len(notebook.entries)
    widow = steps[0].before.deal.widow
    for words, fact in (
        ("", "say the cards that were turned up"),
        ("AS", "1 card, expected 3"),
        ("QS QS QS", "you have seen every copy elsewhere"),
    ):
        with pytest.raises(PositionError, match=fact):
            notebook.note(words)
    assert len(notebook.entries) == number
    notebook.note(" ".join(map(str, widow)))
    assert notebook.record.widow == widow
    assert Show().text() == "pass"


@pytest.mark.parametrize("rules", ["auction", "partnership", "check"])
def test_a_kibitzer_notes_the_record_of_the_referee(rules: str) -> None:
    steps = played(rules, 1, "greedy")
    notebook = TableNotebook(record_of_deal(steps[0].before.deal))
    for step in steps:
        assert notebook.is_seen_choice
        assert notebook.position.text() == position_of(step.before, step.seat).text()
        assert notebook.whole_position.text() == position_of(step.before).text()
        notebook.note(step.move.text())
    last = steps[-1].after
    assert isinstance(last, TableHand)
    assert notebook.question is None
    assert notebook.result == last.result()
    replay = replay_table_record(notebook.record)
    assert not replay.findings
    assert replay.result == last.result()
    while len(notebook.entries) > 9:
        notebook.undo()
    again = TableNotebook(parse_table_record(notebook.record.text()))
    assert again.question == notebook.question
    assert again.record.text() == notebook.record.text()


def test_two_cards_of_a_kibitzers_deal_change_places() -> None:
    deal = played("auction", 1, "greedy")[0].before.deal
    notebook = TableNotebook(record_of_deal(deal))
    nine, ace = Card.parse("9S"), Card.parse("AS")
    changed = notebook.with_exchanged(Seat.NORTH, nine, None, ace).notebook.record
    assert changed.hands[Seat.NORTH].text() == "A.9.TKQ9.AATKQQJ99"
    assert changed.widow is not None
    assert changed.widow.text() == "9.-.AK.-"
    with pytest.raises(PositionError, match="south was not dealt it"):
        notebook.with_exchanged(Seat.SOUTH, nine, None, ace)
    with pytest.raises(PositionError, match="whose cards change places"):
        notebook.with_card_changed(nine, ace)


def test_a_stock_is_noted_from_one_seat_only() -> None:
    deal = played("macdougall-3", 1, "greedy")[0].before.deal
    with pytest.raises(PositionError, match="only one seat's hand can be noted"):
        TableNotebook(record_of_deal(deal))

"""The notebook of one seat of three or four: every game noted beside the referee."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest

from helpers.soak import some
from helpers.table_noting import Noter, played
from helpers.table_records import AUCTION
from pinochle_solver.errors import PositionError
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.game.table.noted import NoteKind, Wrong
from pinochle_solver.game.table.recording import record_of_deal
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.move_reading import parse_stock_move
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.moves import Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Dix, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.stock_melds import LaidMelds


def knows_a_nine(step: TableStep) -> bool:
    """Whether the referee knows more of nines than somebody who sees no pass."""
    return step.after.act is Act.DIX or step.move == Dix(False)


@pytest.mark.parametrize(
    ("rules", "seat"),
    [*zip(some(TABLE_RULEBOOKS, 6), cycle([Seat.SOUTH, Seat.NORTH]), strict=False)],
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
    with pytest.raises(PositionError, match="the contract is made; the others may"):
        notebook.note_given_up(Seat.SOUTH)


@pytest.mark.parametrize("bid", ["250", "400"])
def test_a_hand_ends_once_its_contract_is_settled_or_is_given_up_in_the_play(bid: str) -> None:
    lines = [line for line in AUCTION.splitlines() if not line.startswith(("[West ", "[North "))]
    text = "\n".join(['[View "south"]', *lines]).replace("p p 250", f"p p {bid}")
    whole = text.partition("\n\n")[2].replace("\n", " ").split()
    head, ended = text.partition("\n\n")[0], []
    for tricks in range(1, 14):
        notebook = TableNotebook(parse_table_record(f"{head}\n\n{' '.join(whole[: 4 * tricks])}\n"))
        if not notebook.note_settled():
            notebook.note_given_up(Seat.SOUTH)
        assert notebook.question is None
        result = notebook.record.result
        assert result is not None
        ended.append(result.value)
        assert TableNotebook(parse_table_record(notebook.record.text())).record == notebook.record
    # Who gives up a contract that may still be made is set; once it is made the others give up.
    assert ended == sorted(ended, reverse=True)
    assert (ended[0], ended[-1]) == ("set", "made" if bid == "250" else "set")


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


@pytest.mark.parametrize("rules", ["macdougall-3", "hayes-4", "hayes-3x"])
def test_a_kibitzer_sees_every_card_that_is_drawn(rules: str) -> None:
    steps = played(rules, 1, "advice")
    deal = steps[0].before.deal
    notebook, stock = TableNotebook(replace(record_of_deal(deal), stock=None)), [*deal.stock]
    for step in steps:
        assert notebook.is_seen_choice
        assert notebook.position.text() == position_of(step.before, step.seat).text()
        notebook.note(step.move.text())
        while notebook.question is not None and notebook.question.kind is NoteKind.DRAW:
            notebook.note(stock.pop(0).text())
    assert not stock
    assert notebook.result == steps[-1].after.result()
    text = notebook.record.text()
    replay = replay_table_record(parse_table_record(text))
    assert replay.record.stock == deal.stock
    assert [moment.move for moment in replay.moments] == [step.move for step in steps]
    assert "[Stock" not in text
    while len(notebook.entries) > 20:
        notebook.undo()
    half = parse_table_record(notebook.record.text())
    again = TableNotebook(half)
    assert again.question == notebook.question
    assert again.record.text() == notebook.record.text()
    with pytest.raises(PositionError, match="Stock: missing, and "):
        replay_table_record(half)


# What goes wrong


def noted(rules: str, seat: Seat | None, until: Act) -> tuple[TableNotebook, TableStep]:
    """A hand noted by a seat or a kibitzer up to the first move of this kind."""
    steps = played(rules, 1, "greedy")
    deal = steps[0].before.deal
    if seat is None:
        notebook = TableNotebook(record_of_deal(deal))
        for step in steps:
            if step.before.act is until:
                return notebook, step
            notebook.note(step.move.text())
    assert seat is not None
    noter = Noter(steps[0], seat)
    for step in steps:
        if step.before.act is until:
            return noter.notebook, step
        noter.take(step)
    raise AssertionError(f"no {until.value} in this hand")


def resumed(notebook: TableNotebook) -> TableNotebook:
    """The notebook of its record, which says the same."""
    again = TableNotebook(parse_table_record(notebook.record.text()))
    assert again.record.text() == notebook.record.text()
    assert again.question == notebook.question
    return again


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        ("renege {bidder}", Outcome.SET),
        ("renege {other}", Outcome.MADE),
        ("looked {bidder}", Outcome.SET),
        ("lead {other}", Outcome.MADE),
        ("number {bidder}", Outcome.CONCEDED),
        ("widow {other}", Outcome.VOID),
        ("misdeal", Outcome.VOID),
    ],
)
@pytest.mark.parametrize("seat", [Seat.SOUTH, None])
def test_what_ends_a_hand_ends_it_as_in_its_record(
    seat: Seat | None, words: str, outcome: Outcome
) -> None:
    notebook, step = noted("auction", seat, Act.PLAY)
    assert isinstance(step.before, TableHand)
    bidder = step.before.bidder
    assert bidder is not None
    other = next(each for each in notebook.rules.table if each is not bidder)
    said = words.format(bidder=bidder.text(), other=other.text())
    (finding,) = notebook.note_wrong(Wrong(tuple(said.split())))
    assert finding.kind == said.split()[0]
    assert notebook.question is None
    assert notebook.result is not None
    assert notebook.result.outcome is outcome
    assert f"{{{said}}}" in notebook.record.text()
    assert resumed(notebook).result == notebook.result
    if seat is None:
        assert replay_table_record(notebook.record).result == notebook.result
    assert notebook.game_after() is not None
    undone = notebook.undo()
    assert undone is not None
    assert undone.text == said
    assert notebook.question is not None


def test_a_card_against_the_rules_is_noted_as_a_renege() -> None:
    notebook, _ = noted("auction", None, Act.PLAY)
    hand = notebook.hand
    assert isinstance(hand, TableHand)
    while True:  # until a seat holds a card that it may not play
        legal = [move.text() for move in notebook.hand.legal_moves()]
        turn = notebook.hand.turn
        assert turn is not None
        wrong = [card for card in notebook.hand.hands[turn] if card.text() not in legal]
        if wrong:
            break
        notebook.note(legal[0])
    with pytest.raises(PositionError, match="may play only"):
        notebook.note(wrong[0].text())
    with pytest.raises(PositionError, match="it breaks no rule"):
        notebook.note_wrong(Wrong(move=PlayCard(Card.parse(legal[0]))))
    (finding,) = notebook.note_wrong(Wrong(move=PlayCard(wrong[0])))
    assert finding.kind == "renege"
    assert resumed(notebook).result == notebook.result
    replay = replay_table_record(notebook.record)
    assert [each.kind for each in replay.findings] == ["renege"]
    assert replay.result == notebook.result


def test_calls_that_went_wrong_are_noted() -> None:
    notebook, step = noted("check", None, Act.BID)
    turn = step.seat
    others = [seat for seat in notebook.rules.table if seat is not turn]
    notebook.note_wrong(Wrong(("190",)))
    (out_of_turn,) = notebook.note_wrong(Wrong((others[0].text(), "250")))
    assert out_of_turn.ruling.endswith("is barred from bidding")
    with pytest.raises(PositionError, match="write it without braces"):
        notebook.note_wrong(Wrong(("p",)))
    assert notebook.question is not None
    assert notebook.question.seat is turn
    notebook.note("p")
    assert notebook.record.call_notes[0].words == ("190",)
    again = resumed(notebook)
    assert again.findings == notebook.findings
    assert [each.kind for each in notebook.findings] == ["bid", "bid"]


def test_the_choice_after_a_bid_without_a_marriage() -> None:
    notebook, step = noted("check", Seat.SOUTH, Act.BID)
    dealer = step.before.dealer
    assert dealer is not None
    while (question := notebook.question) is not None and question.kind is NoteKind.CALL:
        legal = {each.text() for each in notebook.hand.auction.legal_calls()}  # type: ignore[union-attr]
        is_first = question.seat is not Seat.SOUTH and not any(
            entry.text == "200" for entry in notebook.entries
        )
        notebook.note("200" if is_first else "p" if "p" in legal else "200")
    hand = notebook.hand
    assert isinstance(hand, TableHand)
    bidder = hand.bidder
    assert bidder is not None
    assert bidder is not Seat.SOUTH
    player = next(s for s in notebook.rules.table if s not in (bidder, bidder.partner))
    notebook.note_wrong(Wrong(("marriage", bidder.text(), player.text(), "lowest")))
    assert notebook.question is not None
    assert notebook.question.seat is player
    assert [each.kind for each in notebook.findings] == ["marriage", "marriage"]
    assert resumed(notebook).findings == notebook.findings


def test_a_shown_card_binds_a_hand_that_is_seen() -> None:
    notebook, step = noted("check", None, Act.PLAY)
    seat = step.seat
    held = [move.text() for move in notebook.hand.legal_moves()]
    (finding,) = notebook.note_wrong(Wrong(("shown", seat.text(), held[0])))
    assert "to be played when its holder first may" in finding.ruling
    with pytest.raises(PositionError, match="had to be played"):
        notebook.note(held[1])
    notebook.note(held[0])
    assert resumed(notebook).findings == notebook.findings


def test_with_a_stock_reneges_looks_and_wrong_melds_cost_what_they_do_in_a_record() -> None:
    steps = played("macdougall-3", 1, "greedy")
    deal = steps[0].before.deal
    notebook, stock = TableNotebook(replace(record_of_deal(deal), stock=None)), [*deal.stock]
    has_melded = has_looked = False
    for step in steps:
        hand, seat = notebook.hand, step.seat
        assert isinstance(hand, StockHand)
        if hand.act is Act.MELD and not has_melded:
            book = hand.seats[seat].laid.book
            wrong = parse_stock_move("run:" + run_of(hand.trump), Act.MELD, LaidMelds(book))
            (finding,) = notebook.note_wrong(Wrong(move=wrong))
            assert finding.kind == "wrong meld"
            assert finding.ruling == "150 to each of the others"
            has_melded = True
        if hand.upcard is None and not has_looked:
            (finding,) = notebook.note_wrong(Wrong(("looked", seat.text())))
            has_looked = True
        notebook.note(step.move.text())
        while notebook.question is not None and notebook.question.kind is NoteKind.DRAW:
            notebook.note(stock.pop(0).text())
    assert has_looked
    assert has_melded
    replay = replay_table_record(notebook.record)
    assert notebook.result == replay.result
    kinds = [finding.kind for finding in replay.findings]
    assert {"wrong meld", "looked"} <= set(kinds)
    assert resumed(notebook).result == replay.result


def run_of(trump: Suit) -> str:
    return ".".join(f"{rank}{trump.letter}" for rank in "ATKQJ")


def test_call_outs_are_noted_and_judged() -> None:
    steps = played("macdougall-3", 1, "greedy")
    noter = Noter(steps[0], Seat.SOUTH)
    record = replace(noter.notebook.record, agreed=Agreed.CALL_OUT, score=(600, 0, 0))
    noter.notebook = TableNotebook(record)
    for step in steps:
        if len(step.before.tricks) == 5 and not step.before.led:
            break
        noter.take(step)
    notebook = noter.notebook
    (ruling,) = notebook.note_call_out(Seat.NORTH)
    assert ruling.endswith(": wrong")
    decided = notebook.called_out
    assert decided is not None
    assert decided.winner is not Seat.NORTH
    assert notebook.question is None
    game = notebook.game_after()
    assert game is not None
    assert game.caller is Seat.NORTH
    again = resumed(notebook)
    assert again.game_after() == game
    notebook.undo()
    (ruling,) = notebook.note_call_out(Seat.SOUTH)
    assert ruling.endswith("right, he must still win a trick that he leads")
    assert notebook.question is not None
    assert '[CallOut "5:south"]' in notebook.record.text()
    resumed(notebook)


def test_the_dealer_who_is_out_is_another_seat() -> None:
    rules = with_options("auction", out_dealer=True)
    deal = random_deal(1, 5, rules, Seat.NORTH)
    notebook = TableNotebook(record_of_deal(deal))
    changed = notebook.with_dealer(Seat.WEST).notebook
    assert changed.record.dealer is Seat.WEST
    assert changed.record.hands == {
        Seat.SOUTH: deal.hands[Seat.SOUTH],
        Seat.NORTH: deal.hands[Seat.WEST],
        Seat.EAST: deal.hands[Seat.EAST],
    }
    assert changed.question is not None
    assert changed.question.seat is Seat.NORTH

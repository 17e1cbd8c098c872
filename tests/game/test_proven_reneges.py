"""Reneges of seats that are not seen, which later cards prove: found beside the oracle."""

from __future__ import annotations

import random

import pytest

from helpers.soak import some
from helpers.table_noting import Noter, played
from oracle.table.play import legal_cards
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import winner_of
from pinochle_solver.table.views import AnyHand

RENEGES = 0.2
"""How often somebody plays any card."""


NORTH_REVOKES = """[Rules "check"]
[Dealer "south"]
[View "south"]
[South "TT.QJ9.AT9.AKQ9"]
[Bids "p 200 210 p p"]
[Trump "S"]
[MeldsSouth "all"]
[MeldsEast "royal-marriage:KS.QS"]

1. AS TS 9S 9C 2. 9D AD KD 9S
"""


def noted_to_the_play(rules: str, seed: int) -> tuple[TableNotebook, AnyHand]:
    """South's notes up to the obligations of the play, and the hand with all its cards."""
    steps = played(rules, seed, "greedy")
    noter = Noter(steps[0], Seat.SOUTH)
    for step in steps:
        has_stock = getattr(step.before, "upcard", None) is not None and step.before.rules.stock
        noter.take(step)
        if step.before.act is Act.PLAY and not has_stock:
            noter.notebook.undo()
            return noter.notebook, step.before
    return noted_to_the_play(rules, seed + 100)  # it was given up, or made by its melds


def with_reneges(rules: str, seed: int, share: float) -> tuple[TableNotebook, set[tuple[str, int]]]:
    """A hand in which others play any card at times: the notes, and who reneged in which trick."""
    notebook, hand = noted_to_the_play(rules, seed)
    rng, reneges = random.Random(seed), set[tuple[str, int]]()
    assert hand.trump is not None
    assert hand.turn is not None
    held = {seat: [card.text() for card in hand.hands[seat]] for seat in hand.players}
    leader, number = hand.turn, len(hand.tricks)
    while held[leader]:
        led, number = list[str](), number + 1
        for seat in clockwise(hand.players, leader):
            legal = legal_cards(held[seat], led, hand.trump.letter, hand.rules.obligation.value)
            is_any = seat is not Seat.SOUTH and rng.random() < share
            card = rng.choice(held[seat] if is_any else legal)
            try:
                notebook.note(card)
            except IllegalMoveError:  # with a stock a card that was shown forbids it at once
                assert card not in legal
                card = rng.choice(legal)
                notebook.note(card)
            if card not in legal:
                reneges.add((seat.text(), number))
            held[seat].remove(card)
            led.append(card)
        place = winner_of([*map(Card.parse, led)], hand.trump)
        leader = clockwise(hand.players, leader)[place]
    return notebook, reneges


@pytest.mark.parametrize("rules", some(TABLE_RULEBOOKS, 5))
def test_once_all_cards_are_played_just_the_reneges_are_found(rules: str) -> None:
    for seed in range(3):
        notebook, reneges = with_reneges(rules, seed, RENEGES)
        findings = notebook.found_since(0)
        assert {finding.kind for finding in findings} <= {Irregularity.RENEGE.value}
        assert all(finding.seat is not None for finding in findings)
        found = [(finding.seat.text(), finding.trick) for finding in findings if finding.seat]
        assert sorted(found) == sorted(reneges)
        honest, none = with_reneges(rules, seed, 0.0)
        assert not none
        assert not honest.found_since(0)


def test_a_renege_is_found_at_the_card_that_proves_it_and_again_in_the_record() -> None:
    """North discards a club on a trump, and trumps in the next trick."""
    notebook = TableNotebook(parse_table_record(NORTH_REVOKES))
    (finding,) = notebook.findings
    assert str(finding) == (
        "trick 1: north, 9C: must follow suit, and 9S came in trick 2; a renege or a slip"
    )
    assert notebook.replay.findings == (finding,)
    notebook.undo()
    assert notebook.findings == ()
    notebook.note("KH")
    assert notebook.findings == ()


def test_a_correction_takes_the_finding_away() -> None:
    notebook = TableNotebook(parse_table_record(NORTH_REVOKES))
    (place,) = (
        place
        for place, entry in enumerate(notebook.entries)
        if entry.question.trick == 1 and entry.question.seat is Seat.NORTH
    )
    correction = notebook.corrected(place, "JS")
    assert not correction.left_over
    assert correction.notebook.findings == ()


@pytest.mark.parametrize(
    ("tricks", "fact"),
    [
        ("1. 9C AC 9H KC 2. QH 9S", "west, 9H: must play a trump, and 9S came in trick 2"),
        ("1. QS TS 9S 9S 2. AD AS", "west, 9S: must play a higher card of the suit led, and AS"),
        ("1. 9C AC KS QS 2. 9H AS", "north, QS: must play a higher trump, and AS came in"),
        ("1. 9C AC TC AS", "north, AS: must follow suit, and KC was shown"),
    ],
)
def test_every_broken_duty_is_told(tricks: str, fact: str) -> None:
    record, _, _ = NORTH_REVOKES.partition("\n1. ")
    record = record.replace('[Trump "S"]', '[Options "topall"]\n[Trump "S"]')
    record += '[MeldsNorth "marriage:KC.QC"]\n' if "shown" in fact else ""
    notebook = TableNotebook(parse_table_record(f"{record}\n{tricks}\n"))
    assert [str(finding).partition(": ")[2][: len(fact)] for finding in notebook.findings] == [fact]

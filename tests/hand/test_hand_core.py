"""The compiled hand refuses whatever it could not play: raw records, copies, numbers of moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pinochle_solver._core import layout
from pinochle_solver._core.hand.game import HandGame, dealt_state
from pinochle_solver._core.hand.melds import pack_meld
from pinochle_solver._core.hand.packing import pack_rules, pack_state, unpack_state
from pinochle_solver._core.hand.random_play import play_at_random
from pinochle_solver._core.hand.seat_melds import SeatMelds
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver._core.stock.inference import DRAWN, MOST_NEW, pack_act
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.hand_packing import (
    StateRecord,
    hand_rules_record,
    meld_records,
    rules_fields,
)
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat

SCARNE = RULEBOOKS["scarne"]
RECORD = hand_rules_record(SCARNE, COUNTS["old"], Suit.SPADES)
FIELDS = rules_fields(SCARNE, COUNTS["old"], Suit.SPADES)
DECK = bytes(card.index for card in SCARNE.deck.cards())
MELD: dict[str, Any] = {
    "one": 1,
    "two": 0,
    "three": 0,
    "four": 0,
    "marks": (0, 0, 0, 0),
    "points": 40,
    "all_at_once": False,
    "barred_by": 0,
    "replaced": 0,
    "replaced_service": 0,
    "replaced_points": 0,
    "kind": 0,
    "bars": (0, 0),
}
POSITION: dict[str, Any] = {
    "south": bytes(32),
    "north": bytes(32),
    "trump": 0,
    "turn": 0,
    "led": NO_CARD,
    "rules": 0,
}
ACT: dict[str, Any] = {
    "kind": DRAWN,
    "seat": 1,
    "move": 0,
    "exchanged": False,
    "cards": 0,
    "card": bytes(MOST_NEW),
    "flags": bytes(MOST_NEW),
}


def _pack_state(fields: dict[str, Any]) -> bytes:
    return pack_state(fields, [])


@pytest.mark.parametrize(
    ("field", "number"),
    [
        ("trump", 4),
        ("trump", -1),
        ("dix_card", 32),
        ("last_meld_trick", 13),
        ("last_dix_trick", 13),
        ("hand", 0),
        ("hand", 0x7FFFFFFF),
        ("hand", 0x40000000),
        ("stock", -1),
        ("stock", 100_000_024),
        ("copies", 3),
        ("melds", 95),
        ("melds", 48),
        ("melds", -1),
    ],
)
def test_rules_that_no_game_can_be_played_by_are_refused(field: str, number: int) -> None:
    assert FIELDS[field] != number
    record = pack_rules(FIELDS | {field: number}) + meld_records(SCARNE, Suit.SPADES)
    with pytest.raises(ValueError, match="no sound record"):
        dealt_state(record, DECK, 0)
    with pytest.raises(ValueError, match=r"no sound record|different decks"):
        play_at_random([record] * 4, 1, 1)


@pytest.mark.parametrize(
    ("pack", "fields"),
    [
        (pack_rules, FIELDS),
        (_pack_state, unpack_state(dealt_state(RECORD, DECK, 1))[0]),
        (layout.pack_rules, FIELDS["playoff"]),
        (pack_meld, MELD),
        (layout.pack_position, POSITION),
        (pack_act, ACT),
    ],
    ids=["rules", "state", "playoff", "meld", "position", "act"],
)
def test_a_record_has_all_its_fields_and_no_others(
    pack: Callable[[dict[str, Any]], bytes], fields: dict[str, Any]
) -> None:
    assert pack(fields)
    for missing in fields:
        with pytest.raises(ValueError, match=f"'{missing}'"):
            pack({field: fields[field] for field in fields if field != missing})
    with pytest.raises(TypeError, match="no field more"):
        pack(fields | {"more": 0})


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": 1},
        {"leader": 1},
        {"due": 1},
        {"due": 2},
        {"due": 4},
        {"tricks": 1},
        {"tricks": 1, "gone": 0, "drawn": 2},
        {"drawn": 2},
        {"upcard": 255},
        {"led": 40},
        {"plays": 3},
    ],
)
def test_states_that_cannot_be_are_refused(changes: dict[str, Any]) -> None:
    state = StateRecord.unpack(dealt_state(RECORD, DECK, 1))
    pile = DECK[25:]
    HandGame(RECORD, state.pack(), pile)
    with pytest.raises(ValueError, match="no sound record"):
        HandGame(RECORD, state._replace(**changes).pack(), pile)


def test_a_second_copy_without_a_first_is_refused() -> None:
    state = StateRecord.unpack(dealt_state(RECORD, DECK, 1))
    card = 1 << Card.parse("AS").index
    assert state.south.hand & card
    lifted = state.south._replace(hand=(state.south.hand & ~card) | card << 32)
    with pytest.raises(ValueError, match="no sound record"):
        HandGame(RECORD, state._replace(south=lifted).pack(), DECK[25:])


@pytest.mark.parametrize("copies", [0, 1 << 7, 2**64 - 1, 3 << 4])
def test_copies_that_do_not_make_a_meld_are_refused(copies: int) -> None:
    seat = SeatMelds(meld_records(SCARNE, Suit.SPADES))
    with pytest.raises(ValueError, match="these are not its copies"):
        seat.lay_copies(0, copies)


@pytest.mark.parametrize("source", ["table", 0, -9, 4, 3])
def test_a_play_from_nowhere_is_an_illegal_move(source: object) -> None:
    (deal,) = random_deals(1, 1, SCARNE)
    referee = Referee.of_deal(deal)
    card = referee.moves()[0]
    assert isinstance(card, Play)
    with pytest.raises(IllegalMoveError, match="copy 1 or 2"):
        referee.push(replace(card, source=source))  # type: ignore[arg-type]
    assert not referee.history


def test_a_dix_of_the_loser_is_no_meld_of_a_turn() -> None:
    rules = replace(RULEBOOKS["macdougall"], name="house", dix_is_a_meld=True)
    shown = 0
    for deal in random_deals(30, 1, rules):
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            shows = [move for move in referee.moves() if isinstance(move, Show) and move.dix]
            shown += bool(shows) and referee.turn is not referee.leader
            referee.push(shows[0] if shows else referee.moves()[0])
            assert referee.position() is not None
    assert shown


def test_positions_of_a_deck_without_an_upcard_read_back() -> None:
    deck = replace(SCARNE.deck, stock=24, upcard=False)
    rules = replace(SCARNE, name="house", deck=deck, dealer_dix=0)
    (deal,) = random_deals(1, 1, rules)
    view = Referee.of_deal(deal).view(Seat.SOUTH)
    assert view is not None
    assert parse_position(view.text(), [rules]) == view

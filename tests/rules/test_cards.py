"""Cards and hands: values and their text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver import Card, Hand, IllegalPositionError, NotationError, Rank, Suit

ACE = Card.parse("AS")
CARDS = [Card(rank, suit) for rank in Rank for suit in Suit]
LONG_S, KELVIN = "\N{LATIN SMALL LETTER LONG S}", "\N{KELVIN SIGN}"
WAYS = "(AS KS, S:AK, or four suits AK.TQ.-.9)"  # to write a hand
hands = st.lists(st.sampled_from(CARDS), max_size=40).map(Hand.of)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("QS", "QS"),
        ("qs", "QS"),
        ("10d", "TD"),
        ("Xd", "TD"),
        ("nh", "9H"),
        ("T♦", "TD"),
        ("a♠\N{VARIATION SELECTOR-16}", "AS"),
        ("9♡", "9H"),
        ("SQ", "QS"),
        ("♦10", "TD"),
        ("Q S", "QS"),
        ("queen of spades", "QS"),
        ("Ten Diamonds", "TD"),
    ],
)
def test_cards_are_read_tolerantly(text: str, canonical: str) -> None:
    assert Card.parse(text).text() == canonical


@given(st.characters())
def test_only_ascii_letters_have_cases(character: str) -> None:
    known = "AaTtXxKkQqJjNn987SsHhDdCc♠♥♦♣♤♡♢♧"
    for parse in (Suit.parse, Rank.parse):
        try:
            parse(character)
        except NotationError:
            continue
        assert character in known


def test_every_card_has_its_index() -> None:
    assert sorted(card.index for card in CARDS) == list(range(32))
    assert all(Card.from_index(card.index) == card for card in CARDS)
    assert all(eval(repr(card), {"Card": Card}) == card for card in CARDS)


def test_a_card_of_numbers_is_the_card() -> None:
    card = Card(7, 0)  # type: ignore[arg-type]
    assert card == Card.parse("AS")
    assert (card.text(), type(card.rank), type(card.suit)) == ("AS", Rank, Suit)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AAT9.KQ.-.QJ9", "AAT9.KQ.-.QJ9"),
        ("...", "-.-.-.-"),
        ("9atA.qk..jq9", "AAT9.KQ.-.QJ9"),
        ("10X.1010.N.-", "TT.TT.9.-"),
        ("87.-.-.-", "87.-.-.-"),
    ],
)
def test_hands_are_read_tolerantly(text: str, canonical: str) -> None:
    assert Hand.parse(text).text() == canonical


def test_a_hand_holds_255_copies_of_a_card() -> None:
    assert Hand.of([ACE] * 255).count(ACE) == 255


@given(hands)
def test_a_hand_written_and_read_is_the_same(hand: Hand) -> None:
    assert Hand.parse(hand.text()) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert Hand.of(hand) == hand
    assert len(list(hand)) == len(hand)


@given(hands, st.sampled_from(CARDS))
def test_a_card_added_and_taken_away_leaves_the_hand(hand: Hand, card: Card) -> None:
    more = hand.with_card(card)
    assert card in more
    assert more.count(card) == hand.count(card) + 1
    assert more.without(card) == hand


@pytest.mark.parametrize(
    ("call", "given", "error", "fact"),
    [
        # Text that is no card
        (Card.parse, "", NotationError, "card: '' is no card (rank, then suit)"),
        (Card.parse, "Q", NotationError, "card: 'Q' is no card (rank, then suit)"),
        (Card.parse, "Q S H", NotationError, "card: 'Q S H' is no card (rank, then suit)"),
        (Card.parse, "SS", NotationError, "card: unknown rank 'S' in 'SS'"),
        (Card.parse, "1S", NotationError, "card: unknown rank '1' in '1S'"),
        (Card.parse, "QSS", NotationError, "card: 'QSS' is no card (rank, then suit)"),
        (Card.parse, "aces", NotationError, "card: 'aces' is no card (rank, then suit)"),
        (Card.parse, "100D", NotationError, "card: unknown rank '100' in '100D'"),
        (Card.parse, "queen of", NotationError, "card: unknown rank 'queen o' in 'queen of'"),
        (Card.parse, "of spades", NotationError, "card: unknown rank 'of spade' in 'of spades'"),
        (Card.parse, "Q\udcff", NotationError, "card: unknown suit '\\xff' in 'Q\\xff'"),
        # Letters that only Unicode folds into those of ranks and suits
        (Card.parse, f"{LONG_S}S", NotationError, f"card: unknown rank '{LONG_S}' in '{LONG_S}S'"),
        (Card.parse, f"Q{LONG_S}", NotationError, f"card: unknown suit '{LONG_S}' in 'Q{LONG_S}'"),
        (Card.parse, f"{KELVIN}S", NotationError, f"card: unknown rank '{KELVIN}' in '{KELVIN}S'"),
        (Suit.parse, LONG_S, NotationError, f"suit: unknown suit '{LONG_S}'"),
        # Text that is no hand
        (Hand.parse, "", NotationError, f"hand: '' names no suit {WAYS}"),
        (Hand.parse, "A", NotationError, f"hand: 'A' names no suit {WAYS}"),
        (Hand.parse, "A.K.Q", NotationError, "hand: 3 suits in 'A.K.Q', expected 4 (S.H.D.C)"),
        (
            Hand.parse,
            "A.K.Q.J.9",
            NotationError,
            "hand: 5 suits in 'A.K.Q.J.9', expected 4 (S.H.D.C)",
        ),
        (Hand.parse, "1.-.-.-", NotationError, "hand: unknown rank '1' in '1'"),
        (Hand.parse, "A-.-.-.-", NotationError, "hand: unknown rank '-' in 'A-'"),
        (
            Hand.parse,
            "A" * 300 + ".-.-.-",
            NotationError,
            f"hand: too many cards in '{'A' * 37}...'",
        ),
        # Values that are none
        (Card.from_index, -1, ValueError, "Card: index is -1, expected 0 to 31"),
        (Card.from_index, 32, ValueError, "Card: index is 32, expected 0 to 31"),
        (lambda rank: Card(rank, 0), 8, ValueError, "8 is not a valid Rank"),  # type: ignore[arg-type]
        (Hand, bytes(3), ValueError, "Hand: 3 counts, expected 32"),
        (Hand, [0] * 32, TypeError, "Hand: counts are list, expected bytes"),
        (Hand.of, [ACE] * 256, IllegalPositionError, "hand: more than 255 copies of AS"),
        (
            Hand.of([ACE] * 255).with_card,
            ACE,
            IllegalPositionError,
            "hand: more than 255 copies of AS",
        ),
        (Hand.parse("K.-.-.-").without, ACE, IllegalPositionError, "hand: AS is not in K.-.-.-"),
    ],
)
def test_what_is_no_card_or_hand_is_refused(
    call: Callable[[Any], object], given: object, error: type[Exception], fact: str
) -> None:
    with pytest.raises(error) as caught:
        call(given)
    assert str(caught.value) == fact


def test_cards_come_in_canonical_order() -> None:
    hand = Hand.parse("9K.AK.-.AA")
    assert [card.text() for card in hand] == ["AH", "AC", "AC", "KS", "KH", "9S"]
    assert [card.text() for card in hand.distinct()] == ["AH", "AC", "KS", "KH", "9S"]

"""Cards and hands: values and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver import Card, Hand, IllegalPositionError, NotationError, Rank, Suit

CARDS = [Card(rank, suit) for rank in Rank for suit in Suit]
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


@pytest.mark.parametrize(
    "text", ["", "Q", "SS", "1S", "QSS", "Q S H", "100D", "ſS", "Q\udcff", "queen of", "of spades"]
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Card.parse(text)


@given(st.characters())
def test_only_ascii_letters_have_cases(character: str) -> None:
    known = "AaTtXxKkQqJjNn987SsHhDdCc♠♥♦♣♤♡♢♧"
    for parse in (Suit.parse, Rank.parse):
        try:
            parse(character)
        except NotationError:
            continue
        assert character in known


def test_letters_that_only_unicode_folds_are_refused() -> None:
    for text in ("Q\N{LATIN SMALL LETTER LONG S}", "\N{KELVIN SIGN}S"):
        with pytest.raises(NotationError, match="unknown"):
            Card.parse(text)
    with pytest.raises(NotationError, match="unknown suit"):
        Suit.parse("\N{LATIN SMALL LETTER LONG S}")


def test_every_card_has_its_index() -> None:
    assert sorted(card.index for card in CARDS) == list(range(32))
    assert all(Card.from_index(card.index) == card for card in CARDS)
    assert all(eval(repr(card), {"Card": Card}) == card for card in CARDS)


@pytest.mark.parametrize("index", [-1, 32])
def test_an_index_out_of_range_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match=f"index is {index}, expected 0 to 31"):
        Card.from_index(index)


def test_a_card_of_numbers_is_the_card() -> None:
    card = Card(7, 0)  # type: ignore[arg-type]
    assert card == Card.parse("AS")
    assert (card.text(), type(card.rank), type(card.suit)) == ("AS", Rank, Suit)
    with pytest.raises(ValueError, match="8 is not a valid Rank"):
        Card(8, 0)  # type: ignore[arg-type]


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


@pytest.mark.parametrize("text", ["", "A", "A.K.Q", "A.K.Q.J.9", "1.-.-.-", "A-.-.-.-"])
def test_what_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="hand"):
        Hand.parse(text)


def test_more_than_255_copies_are_refused_by_name() -> None:
    with pytest.raises(NotationError, match="too many cards"):
        Hand.parse("A" * 300 + ".-.-.-")
    ace = Card.parse("AS")
    assert Hand.of([ace] * 255).count(ace) == 255
    with pytest.raises(IllegalPositionError, match="hand: more than 255 copies of AS"):
        Hand.of([ace] * 256)
    with pytest.raises(IllegalPositionError, match="hand: more than 255 copies of AS"):
        Hand.of([ace] * 255).with_card(ace)


def test_a_hand_is_made_of_32_counts() -> None:
    with pytest.raises(ValueError, match="Hand: 3 counts, expected 32"):
        Hand(bytes(3))
    with pytest.raises(TypeError, match="Hand: counts are list, expected bytes"):
        Hand([0] * 32)  # type: ignore[arg-type]


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


def test_a_card_that_is_not_held_cannot_be_taken_away() -> None:
    with pytest.raises(IllegalPositionError, match="AS is not in"):
        Hand.parse("K.-.-.-").without(Card.parse("AS"))


def test_cards_come_in_canonical_order() -> None:
    hand = Hand.parse("9K.AK.-.AA")
    assert [card.text() for card in hand] == ["AH", "AC", "AC", "KS", "KH", "9S"]
    assert [card.text() for card in hand.distinct()] == ["AH", "AC", "KS", "KH", "9S"]

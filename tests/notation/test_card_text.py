"""Hands in the ways in which people write them, and what could be two hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver import Card, Hand, NotationError, Rank, Suit
from pinochle_solver.rules.card_text import read_cards

HAND = "AKJ.TKQ.-.Q99"

WAYS = (
    "AKJ.TKQ.-.Q99",
    "AKJ.TKQ..Q99",
    "akj.tkq.-.q99",
    "AKJ . 10KQ . - . Q99",
    "A K J. 10 K Q. -. Q 9 9",
    "A,K,J.T,K,Q.-.Q,9,9",
    "AKJ/TKQ/-/Q99",
    "AKJ / TKQ / void / Q99",
    "AKJ TKQ - Q99",
    "akj 10kq none q99",
    "AS KS JS TH KH QH QC 9C 9C",
    "as ks js th kh qh qc 9c 9c",
    "AS,KS,JS,TH,KH,QH,QC,9C,9C",
    "AS, KS, JS, 10H, KH, QH, QC, 9C, 9C",
    "AS; KS; JS; XH; KH; QH; QC; NC; NC",
    "AS.KS.JS.TH.KH.QH.QC.9C.9C",
    "9C QC AS TH KS QH 9C JS KH",
    "SA SK SJ HT HK HQ CQ C9 C9",
    "sa sk sj h10 hk hq cq c9 c9",
    "A♠ K♠ J♠ 10♥ K♥ Q♥ Q♣ 9♣ 9♣",
    "♠A ♠K ♠J ♥10 ♥K ♥Q ♣Q ♣9 ♣9",
    "A♠️ K♠️ J♠️ T♥️ K♥️ Q♥️ Q♣️ 9♣️ 9♣️",
    "A♤ K♤ J♤ T♡ K♡ Q♡ Q♧ 9♧ 9♧",
    "ASKSJS THKHQH QC9C9C",
    "ASKSJSTHKHQHQC9C9C",
    "AS KS JS TH KH QH QC 9C x2",
    "AS KS JS TH KH QH QC 2x 9C",
    "AS KS JS TH KH QH QC two 9C",
    "AS KS JS TH KH QH QC both 9C",
    "S:AKJ H:TKQ C:Q99",
    "S: AKJ H: TKQ C: Q99",
    "S: A K J, H: 10 K Q, C: Q 9 9",
    "S:A,K,J H:T,K,Q C:Q,9,9",
    "S: AKJ; H: TKQ; D: -; C: Q99",
    "s:akj h:10kq d:void c:q99",
    "C:Q99 S:JKA H:QKT",
    "SAKJ HTKQ CQ99",
    "S AKJ H TKQ C Q99",
    "S-AKJ H-TKQ C-Q99",
    "S=AKJ H=TKQ C=Q99",
    "♠AKJ ♥TKQ ♣Q99",
    "♠ AKJ ♥ TKQ ♦ – ♣ Q99",
    "♠AKJ ♥TKQ ♦- ♣Q99",
    "♠AKJ♥TKQ♣Q99",
    "♠ A K J ♥ 10 K Q ♣ Q 9 9",
    "♠: AKJ ♥: TKQ ♣: Q99",
    "AKJS TKQH Q99C",
    "AKJ♠ TKQ♥ Q99♣",
    "AKJ ♠ TKQ ♥ Q99 ♣",
    "A K J S 10 K Q H Q 9 9 C",
    "spades AKJ hearts TKQ clubs Q99",
    "Spades: AKJ. Hearts: TKQ. Clubs: Q99.",
    "Spades: A K J; Hearts: 10 K Q; Diamonds: none; Clubs: Q 9 9",
    "AKJ of spades, TKQ of hearts, Q99 of clubs",
    "AKJ of spades, TKQ of hearts, queen of clubs, nine of clubs x2",
    "AS KS JS TH KH QH QC 9C twice",
    "A, K and J of spades, TKQ of hearts, queen of clubs, 9 of clubs (2)",
    "A K J of spades and 10 K Q of hearts and Q 9 9 of clubs",
    "ace, king, jack of spades; ten, king, queen of hearts; queen and two nines of clubs",
    "spades: ace, king, jack; hearts: ten, king, queen; clubs: queen, nine, nine",
    "ace of spades, king of spades, jack of spades, ten of hearts, king of hearts,"
    " queen of hearts, queen of clubs, nine of clubs, nine of clubs",
    "Ace of Spades, King of Spades, Jack of Spades, 10 of Hearts, King of Hearts,"
    " Queen of Hearts, Queen of Clubs, 9 of Clubs, 9 of Clubs",
    "the ace of spades, the king and jack of spades, TH KH QH, Q99 of clubs",
    "AS KS JS, TKQ of hearts, C: Q99",
    "AS KS JS and ♥TKQ and QC and both nines of clubs",
    "AKJ♠, 10H, KH, QH, queen of clubs, two nines of clubs",
    "I have AKJ of spades, TKQ of hearts, no diamonds, queen of clubs and 2 nines of clubs",
    "ace king jack of spades, void in diamonds, TH KH QH, queen of clubs, a pair of nines of clubs",
    "spades: A K J, hearts: 10 K Q, without diamonds, clubs: Q, 2 nines",
    "I hold AKJ of spades, TKQ of hearts, QC and double nine of clubs",
)


@pytest.mark.parametrize("text", WAYS)
def test_it_is_this_hand(text: str) -> None:
    assert Hand.parse(text).text() == HAND


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("ASK", "'ASK' could be AS K, or A SK"),
        ("SAKH", "'SAKH' could be S AKH, or SAK H"),
        ("S AKJ H", "could have each suit before its ranks, or behind them"),
        ("A K Q J", "'A K Q J' names no suit"),
        ("AKQJ", "'AKQJ' names no suit"),
        ("AS KS Q", "'Q' has no suit"),
        ("S", "'S' has no rank"),
        ("AS KS 5H", "unknown rank '5' in '5H'"),
        ("AZ", "unknown suit 'Z' in 'AZ'"),
        ("AS joker", "no card in 'joker'"),
        ("ace of", "names no suit"),
        ("of spades", "'of' is not between a rank and a suit"),
        ("x2 AS", "'x2' follows no card"),
        ("two spades", "'two' stands before 'spades', no card"),
        ("two", "'two' is a number, and no card follows it"),
        ("AS KS 2", "'2' is a number, and no card follows it"),
        ("AS KS 9X", "unknown suit 'X' in '9X'"),
        ("ASKSS", "no rank between two suits in 'ASKSS'"),
        ("jack of diamnds", "'diamnds' is no suit, did you mean diamonds?"),
        ("nine of clbs", "'clbs' is no suit, did you mean clubs?"),
        ("ace kng of spades", "'kng' is no rank, did you mean king?"),
        ("two acs of spades", "'acs' is no rank, did you mean aces?"),
        ("quen of harts", "'quen' is no rank, did you mean queen?"),
        ("AKJ.TKQ.Q99", "3 suits in 'AKJ.TKQ.Q99', expected 4 (S.H.D.C)"),
        ("AZ.T.KQ.-", "unknown rank 'Z' in 'AZ'"),
        ("AK.-.-.S", "unknown rank 'S' in 'S'"),
        ("A.-.K.TK.S", "5 suits in 'A.-.K.TK.S', expected 4 (S.H.D.C)"),
        ("A/K/-/S", "unknown rank 'S' in 'S'"),
    ],
)
def test_what_is_none_or_two_hands_is_told(text: str, fact: str) -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert caught.value.token == "hand"
    assert fact in caught.value.fact


def test_cards_come_in_the_order_in_which_they_are_written() -> None:
    for text in ("QH KH AS", "QKH AS", "Q K H A S", "H: Q K S: A", "QK of hearts, A of spades"):
        assert [Card(*pair).text() for pair in read_cards(text)] == ["QH", "KH", "AS"]


def by_card(show: Callable[[Card], str], between: str) -> Callable[[Hand], str]:
    return lambda hand: between.join(map(show, hand))


def by_suit(show: Callable[[Suit, str], str], between: str) -> Callable[[Hand], str]:
    """A writer of a hand suit by suit, those without cards left out."""
    return lambda hand: between.join(
        show(suit, ranks) for suit in Suit if (ranks := hand.ranks_text(suit))
    )


WRITERS: tuple[Callable[[Hand], str], ...] = (
    Hand.text,
    by_card(Card.text, " "),
    by_card(Card.text, ", "),
    by_card(lambda card: card.suit.letter + card.rank.letter, " "),
    by_card(lambda card: card.rank.letter + card.suit.symbol, ""),
    by_card(lambda card: f"{card.rank.name} of {card.suit.name}".title(), ", "),
    by_suit(lambda suit, ranks: f"{suit.letter}:{ranks}", " "),
    by_suit(lambda suit, ranks: f"{suit.symbol} {' '.join(ranks)}", " "),
    by_suit(lambda suit, ranks: f"{suit.symbol}{ranks}".replace("T", "10"), ""),
    by_suit(lambda suit, ranks: f"{' '.join(ranks)} of {suit.name.lower()}", ", "),
)

CARDS = [Card(rank, suit) for rank in Rank for suit in Suit]
hands = st.lists(st.sampled_from(CARDS), min_size=1, max_size=20).map(Hand.of)


@given(hands, st.sampled_from(range(len(WRITERS))))
def test_what_is_written_in_any_way_is_read(hand: Hand, way: int) -> None:
    assert Hand.parse(WRITERS[way](hand)) == hand


anything = st.text(alphabet="AKQJT9SHDC♠♥10 ,.:/-x2of\n\u2028", max_size=12)


@given(hands, st.sampled_from(WRITERS), st.integers(0), st.integers(0, 2), anything)
def test_whatever_is_written_is_a_hand_or_refused(
    hand: Hand, write: Callable[[Hand], str], place: int, gone: int, more: str
) -> None:
    written = write(hand)
    place %= len(written)
    for text in (more, f"{written[:place]}{more[:2]}{written[place + gone :]}"):
        try:
            read = Hand.parse(text)
        except NotationError as error:
            assert error.token == "hand"
            assert len(str(error).splitlines()) == 1
        else:
            assert Hand.parse(read.text()) == read

"""What is shown, as people say it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.melds import dix_card, melds_of
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS, RULEBOOKS
from pinochle_solver.rules.show_text import check_says_meld, read_show

SCARNE = RULEBOOKS["scarne"]
ALL = [
    Show(),
    Show(dix=True),
    *(Show(dix, meld) for dix in (False, True) for meld in melds_of(SCARNE, Suit.SPADES)),
]
DIX = Card.parse("9S")


def read(text: str, shows: list[Show] = ALL) -> str | None:
    show = read_show(text, shows, DIX)
    return None if show is None else show.text()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pass", "pass"),
        ("nothing", "pass"),
        ("dix", "dix"),
        ("the dix", "dix"),
        ("9S", "dix"),
        ("nine of spades", "dix"),
        ("run", "run:AS.TS.KS.QS.JS"),
        ("a run in spades", "run:AS.TS.KS.QS.JS"),
        ("Royal Marriage", "royal-marriage:KS.QS"),
        ("royal-marriage:QS.KS", "royal-marriage:KS.QS"),
        ("marriage hearts", "marriage:KH.QH"),
        ("marriage of ♣", "marriage:KC.QC"),
        ("KH QH", "marriage:KH.QH"),
        ("queen of hearts, king of hearts", "marriage:KH.QH"),
        ("♥KQ", "marriage:KH.QH"),
        ("QS JD", "pinochle:QS.JD"),
        ("JD.QS", "pinochle:QS.JD"),
        ("kings around", "kings:KS.KH.KD.KC"),
        ("AS 10S KS QS JS", "run:AS.TS.KS.QS.JS"),
        ("dix + pinochle", "dix+pinochle:QS.JD"),
        ("four jacks", "jacks:JS.JH.JD.JC"),
        ("40 jacks", "jacks:JS.JH.JD.JC"),
        ("a hundred aces", "aces:AS.AH.AD.AC"),
        ("sixty queens", "queens:QS.QH.QD.QC"),
        ("flush", "run:AS.TS.KS.QS.JS"),
        ("spade marriage", "royal-marriage:KS.QS"),
        ("heart marriage", "marriage:KH.QH"),
        ("dix and marriage in diamonds", "dix+marriage:KD.QD"),
        ("9S KH QH", "dix+marriage:KH.QH"),
        ("dix KH QH", "dix+marriage:KH.QH"),
        ("dix+marriage:KH.QH", "dix+marriage:KH.QH"),
    ],
)
def test_what_is_meant(text: str, meant: str) -> None:
    assert read(text) == meant


@pytest.mark.parametrize(
    "text", ["", "KH", "KH QD", "kings queens", "hearts", "marriage KS QH", "run x", "x"]
)
def test_what_means_nothing(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("text", ["double pinochle", "two pinochles", "pinochle twice"])
def test_a_meld_named_twice_is_the_double_one_if_the_rulebook_has_it(text: str) -> None:
    book = next(
        book
        for book in RULEBOOKS.values()
        if any(kind.name == "double-pinochle" for kind in book.melds)
    )
    shows = [Show(False, meld) for meld in melds_of(book, Suit.SPADES)]
    assert read(text, shows) == "double-pinochle:QS.QS.JD.JD"
    assert read(text) is None  # scarne has none


def test_a_kind_alone_is_enough_where_only_one_can_be_meant() -> None:
    hearts = [
        show for show in ALL if show.text() in ("pass", "marriage:KH.QH", "run:AS.TS.KS.QS.JS")
    ]
    assert read("marriage", hearts) == "marriage:KH.QH"
    with pytest.raises(IllegalMoveError, match=r"could be marriage:KH\.QH or marriage:KD\.QD or"):
        read("marriage")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        # The queen of spades is turned up: the dix fetches it.
        ("KS QS", "dix+royal-marriage:KS.QS"),
        ("royal marriage", "dix+royal-marriage:KS.QS"),
        ("marriage", "dix+royal-marriage:KS.QS"),
        ("marriage of spades", "dix+royal-marriage:KS.QS"),
        ("dix and marriage", "dix+royal-marriage:KS.QS"),
        ("dix", "dix"),
        ("pinochle", "pinochle:QS.JD"),
        # Records mean what they write.
        ("marriage:KS.QS", None),
        ("royal-marriage:KS.QS", None),
        ("the", None),
    ],
)
def test_a_meld_may_take_its_dix_and_the_longer_name_along(text: str, meant: str | None) -> None:
    possible = ("pass", "dix", "dix+royal-marriage:KS.QS", "pinochle:QS.JD")
    assert read(text, [show for show in ALL if show.text() in possible]) == meant


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("QS", "QS: a card; say first what you meld, or pass"),
        ("KS KD", "'KS KD': these cards are no meld now"),
        ("marriage of hearts", "'marriage of hearts': no such meld is possible now"),
        ("marriage of haerts", "'haerts': neither a suit nor the cards of a meld"),
        ("two dixes", "'two dixes': no such meld is possible now"),
        ("11", "'11': neither a meld nor the cards of one"),
        ("what now", "'what now': neither a meld nor the cards of one"),
    ],
)
def test_what_is_no_meld_is_told_in_words(text: str, fact: str) -> None:
    with pytest.raises(IllegalMoveError) as raised:
        check_says_meld(text, [kind.name for kind in SCARNE.melds], "what you meld")
    assert str(raised.value) == fact


@given(st.sampled_from(list(PINOCHLE_BOOKS.values())), st.sampled_from(list(Suit)), st.data())
def test_every_show_is_read_by_its_cards_and_by_its_text(rules, trump, data) -> None:  # type: ignore[no-untyped-def]
    shows = [Show(dix, meld) for dix in (False, True) for meld in melds_of(rules, trump)]
    show = data.draw(st.sampled_from(shows))
    dix = dix_card(rules, trump)
    assert read_show(show.text(), shows, dix) == show
    cards = " ".join(card.text() for card in (show.meld.cards if show.meld else ()))
    assert read_show(("dix " if show.dix else "") + cards, shows, dix) == show

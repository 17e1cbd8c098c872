"""Melds: their text, what a seat may lay on its table, and rules that are data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver import (
    RULEBOOKS,
    Card,
    IllegalPositionError,
    MeldKind,
    NotationError,
    PositionError,
    Suit,
)
from pinochle_solver.melds import Copy, LaidMeld, melds_of, parse_meld

SCARNE, HAYES, BONUS = (RULEBOOKS[name] for name in ("scarne", "hayes", "macdougall-bonus"))
QS, JD = Card.parse("QS"), Card.parse("JD")


# The text of melds


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pinochle:QS.JD", "pinochle:QS.JD"),
        ("PinOchle:jd.q♠", "pinochle:QS.JD"),
        ("marriage:Q♥.kh", "marriage:KH.QH"),
        ("royal-marriage:QS.KS", "royal-marriage:KS.QS"),
        ("run:js.qs.ks.10s.as", "run:AS.TS.KS.QS.JS"),
        ("jacks:JC.JD.JH.JS", "jacks:JS.JH.JD.JC"),
        (
            "roundhouse:QC.QD.QH.QS.KC.KD.KH.KS",
            "roundhouse:KS.KH.KD.KC.QS.QH.QD.QC",
        ),
    ],
)
def test_a_meld_is_read_tolerantly_and_written_canonically(text: str, canonical: str) -> None:
    meld = parse_meld(text, SCARNE, Suit.SPADES)
    assert meld.text() == str(meld) == canonical
    assert parse_meld(meld.text(), SCARNE, Suit.SPADES) == meld


def test_identical_cards_of_a_meld_are_each_named() -> None:
    meld = parse_meld("double-pinochle:JD.QS.JD.QS", HAYES, Suit.CLUBS)
    assert meld.text() == "double-pinochle:QS.QS.JD.JD"
    with pytest.raises(NotationError, match=r"'double-pinochle:QS.JD' is no double-pinochle with"):
        parse_meld("double-pinochle:QS.JD", HAYES, Suit.CLUBS)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "meld: '' is no meld of scarne (its melds: marriage, royal-marriage, run, "),
        ("pass", "meld: 'pass' is no meld of scarne (its melds: "),
        ("double-pinochle:QS.QS.JD.JD", "meld: 'double-pinochle' is no meld of scarne "),
        ("\N{KELVIN SIGN}ings:KS.KH.KD.KC", "meld: '\N{KELVIN SIGN}ings' is no meld of scarne"),
        ("marriage", "meld: 'marriage' is not kind:cards"),
        ("marriage:", "card: '' is no card"),
        ("marriage:KH.QX", "card: unknown suit 'X' in 'QX'"),
        ("marriage:KH.QD", "meld: 'marriage:KH.QD' is no marriage with spades as trump"),
        ("marriage:KS.QS", "meld: 'marriage:KS.QS' is no marriage with spades as trump"),
        ("royal-marriage:KH.QH", "meld: 'royal-marriage:KH.QH' is no royal-marriage with spades"),
        ("run:AH.TH.KH.QH.JH", "meld: 'run:AH.TH.KH.QH.JH' is no run with spades as trump"),
        ("pinochle:QS.JD.JD", "meld: 'pinochle:QS.JD.JD' is no pinochle with spades as trump"),
        ("marriage:KH.QH@3", "card: unknown rank 'QH@' in 'QH@3'"),
    ],
)
def test_what_is_no_meld_is_named(text: str, error: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_meld(text, SCARNE, Suit.SPADES)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("QS", "QS"),
        ("QS1", "QS"),
        ("qs2", "QS2"),
        ("10h*", "TH*"),
        ("10h2*", "TH2*"),
        ("N♠\ufe0f2*", "9S2*"),
    ],
)
def test_a_copy_is_read_tolerantly_and_written_canonically(text: str, canonical: str) -> None:
    copy = Copy.parse(text)
    assert copy.text() == canonical
    assert Copy.parse(copy.text()) == copy


@pytest.mark.parametrize(
    "text", ["", "Q", "S2", "QS0", "QS10", "QS22", "QS**", "*QS", "QS*2", "Q2"]
)
def test_what_is_no_copy_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Copy.parse(text)


copies = st.builds(
    Copy, st.sampled_from(list(SCARNE.deck.cards())), st.integers(1, 9), st.booleans()
)


@given(
    st.builds(
        LaidMeld,
        st.sampled_from([kind.name for kind in SCARNE.melds]) | st.just("4-aces"),
        st.lists(copies, max_size=8).map(tuple),
        st.none() | st.integers(0, 99),
    )
)
def test_a_laid_meld_goes_round(meld: LaidMeld) -> None:
    assert LaidMeld.parse(meld.text()) == meld
    assert LaidMeld.parse(meld.text().swapcase()) == meld
    mixed = replace(meld, copies=meld.copies[::-1])
    assert mixed == meld


@pytest.mark.parametrize(
    "given",
    [
        {"name": "Pinochle"},
        {"name": ""},
        {"name": "two words"},
        {"name": 5},
        {"copies": None},
        {"copies": ("QS", "JD")},
        {"copies": (QS, JD)},
        {"copies": (Copy(QS, 0),)},
        {"copies": (Copy(QS, -1),)},
        {"copies": ((QS, "1", False),)},
        {"copies": ((QS, 1.0, False),)},
        {"copies": (("QS", 1, False),)},
        {"trick": "3"},
        {"trick": 3.0},
    ],
)
def test_what_is_no_laid_meld_is_refused(given: dict[str, Any]) -> None:
    meld = LaidMeld("pinochle", (Copy(QS, 1), Copy(JD, 1)), 3)
    with pytest.raises(IllegalPositionError, match="meld: expected the name of a kind, copies by"):
        replace(meld, **given)


def test_a_laid_meld_takes_numbers_of_any_type() -> None:
    loose: Any = [(QS, True, 0), Copy(JD, 1)]
    meld = LaidMeld("pinochle", loose, True)
    assert meld.text() == "pinochle:QS.JD@1"
    assert repr(meld) == repr(LaidMeld.parse("pinochle:QS.JD@1"))


@pytest.mark.parametrize("text", ["", "pinochle:", ":QS", "a b:QS", "pinochle:QS@", "run:QS@123"])
def test_what_is_no_laid_meld_is_not_read(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        LaidMeld.parse(text)
    assert isinstance(caught.value, NotationError)


def test_the_name_of_a_kind_may_have_digits() -> None:
    kind = MeldKind("4-aces", 100, "A*")
    rules = replace(SCARNE, name="house", melds=(kind,))
    laid = LaidMeld.parse("4-aces:AS.AH.AD.AC@12")
    assert laid.meld(rules, Suit.SPADES) == parse_meld("4-aces:AS.AH.AD.AC", rules, Suit.SPADES)


def test_a_meld_takes_no_more_copies_than_the_deck_has() -> None:
    kinds = (MeldKind("pair", 10, "KS KS"), MeldKind("triplet", 20, "KS KS KS"))
    rules = replace(SCARNE, name="house", melds=kinds)
    assert [meld.text() for meld in melds_of(rules, Suit.SPADES)] == ["pair:KS.KS"]
    single = replace(rules, deck=replace(SCARNE.deck, copies=1, hand=6, stock=11))
    assert melds_of(single, Suit.SPADES) == ()

"""Melds as friends say them, at a table."""

from __future__ import annotations

import pytest

from pinochle_solver.errors import PositionError
from pinochle_solver.notation.table.said_moves import said_melds
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.rules.meld_words import in_rulebook_words
from pinochle_solver.table.melds import melds_text, most_melds

POSSIBLE = most_melds(Hand.parse("AATKKQQJ99.AKKQQJ.AAKQJJ.AAKKQJ"), Suit.SPADES)
JACKS, HEARTS = "jacks:JS.JH.JD.JC", "marriage:KH.QH"


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("four jacks", JACKS),
        ("4 jacks", JACKS),
        ("40 jacks", JACKS),
        ("jacks around", JACKS),
        ("two dixes", "dix:9S+dix:9S"),
        ("dix twice", "dix:9S+dix:9S"),
        ("double pinochle", "pinochle:QS.JD+pinochle:QS.JD"),
        ("two marriages in hearts", f"{HEARTS}+{HEARTS}"),
        ("a run", "run:AS.TS.KS.QS.JS"),
        ("flush", "run:AS.TS.KS.QS.JS"),
        ("100 aces", "aces:AS.AH.AD.AC"),
        ("hundred aces", "aces:AS.AH.AD.AC"),
        ("80 kings and sixty queens", "kings:KS.KH.KD.KC+queens:QS.QH.QD.QC"),
        ("royal marriage", "royal-marriage:KS.QS"),
        ("marriage in spades", "royal-marriage:KS.QS"),
        ("spade marriage, one dix", "royal-marriage:KS.QS+dix:9S"),
    ],
)
def test_melds_of_friends_are_read_at_a_table(text: str, melds: str) -> None:
    said = said_melds(text, POSSIBLE, Suit.SPADES)
    assert said is not None
    assert melds_text(said) == melds


@pytest.mark.parametrize("text", ["two kings", "three jacks", "5 aces", "jacks and such"])
def test_too_few_cards_for_a_meld_are_none(text: str) -> None:
    with pytest.raises(PositionError, match=r": no meld\. Type all"):
        said_melds(text, POSSIBLE, Suit.SPADES)


def test_what_stands_in_the_rulebook_or_a_record_stays() -> None:
    for text in ("run and pinochle", "10s ks", "ten of hearts", "1 3", "jacks:JS.JH.JD.JC".lower()):
        assert in_rulebook_words(text) == text
    assert in_rulebook_words("dix and run, queens twice") == "dix and run, double queens"

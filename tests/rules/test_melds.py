"""Melds: their text, what a seat may lay on its table, and rules that are data."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver import (
    RULEBOOKS,
    Card,
    Deck,
    Hand,
    IllegalPositionError,
    MeldKind,
    NotationError,
    PositionError,
    Rank,
    Rulebook,
    Suit,
)
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.rules.meld_kinds import Service
from pinochle_solver.rules.meld_table import MeldTable, hand_options
from pinochle_solver.rules.melds import Copy, LaidMeld, melds_of, parse_laid_melds, parse_meld
from pinochle_solver.rules.moves import Show

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


@pytest.mark.parametrize(
    ("read", "text", "fact"),
    [
        (Copy.parse, "", "copy: '' is no laid card"),
        (Copy.parse, "Q", "copy: 'Q' is no laid card"),
        (Copy.parse, "Q2", "copy: 'Q2' is no laid card"),
        (Copy.parse, "S2", "copy: 'S2' is no laid card"),
        (Copy.parse, "QS0", "copy: 'QS0' is no laid card"),
        (Copy.parse, "QS10", "copy: 'QS10' is no laid card"),
        (Copy.parse, "QS22", "copy: 'QS22' is no laid card"),
        (Copy.parse, "QS**", "copy: 'QS**' is no laid card"),
        (Copy.parse, "QS*2", "copy: 'QS*2' is no laid card"),
        (Copy.parse, "*QS", "card: unknown rank '*Q' in '*QS'"),
        (LaidMeld.parse, "", "meld: '' is not kind:cards"),
        (LaidMeld.parse, ":QS", "meld: ':QS' is not kind:cards"),
        (LaidMeld.parse, "a b:QS", "meld: 'a b:QS' is not kind:cards"),
        (LaidMeld.parse, "pinochle:", "copy: '' is no laid card"),
        (LaidMeld.parse, "pinochle:QS@", "meld: 'pinochle:QS@' is not kind:cards"),
        (LaidMeld.parse, "run:QS@123", "meld: 'run:QS@123' is not kind:cards"),
    ],
)
def test_what_is_no_copy_or_laid_meld_is_not_read(
    read: Callable[[str], object], text: str, fact: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value) == fact


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


# What a seat has laid, and may lay


def table(rules: Rulebook, melds: str, trump: Suit = Suit.SPADES) -> MeldTable:
    return MeldTable(rules, trump, parse_laid_melds(melds) if melds else ())


@pytest.mark.parametrize(
    ("rules", "melds", "credits"),
    [
        (SCARNE, "", []),
        (SCARNE, "dix+dix:9S", [10, 10]),
        (SCARNE, "royal-marriage:KS.QS+run:AS.TS.KS.QS.JS", [40, 150]),
        (SCARNE, "run:AS.TS.KS.QS.JS+royal-marriage:KS2.QS2", [150, 40]),
        (SCARNE, "pinochle:QS.JD+pinochle:QS2.JD2", [40, 40]),
        (SCARNE, "jacks:JS.JH.JD.JC+pinochle:QS.JD", [40, 40]),
        (SCARNE, "kings:KS.KH.KD.KC+royal-marriage:KS.QS+marriage:KH.QH", [80, 40, 20]),
        (
            SCARNE,
            "kings:KS.KH.KD.KC+royal-marriage:KS.QS+marriage:KH.QH+marriage:KD.QD"
            "+queens:QS.QH.QD.QC+marriage:KC.QC2",
            [80, 40, 20, 20, 60, 20],
        ),
        (
            SCARNE,
            "roundhouse:KS.KH.KD.KC.QS.QH.QD.QC+run:AS.TS.KS.QS.JS",
            [240, 150],
        ),
        (HAYES, "royal-marriage:KS.QS+run:AS.TS.KS.QS.JS", [40, 110]),
        (HAYES, "royal-marriage:KS.QS+run:AS.TS.KS.QS2.JS", [40, 150]),
        (HAYES, "pinochle:QS.JD+double-pinochle:QS.QS2.JD.JD2", [40, 260]),
        (HAYES, "double-pinochle:QS.QS2.JD.JD2", [300]),
        (HAYES, "pinochle:QS.JD*+pinochle:QS2.JD2", [40, 40]),
        (HAYES, "queens:QS.QH.QD.QC+double-pinochle:QS.QS2.JD.JD2", [60, 300]),
        (BONUS, "double-pinochle:QS.QS2.JD.JD2", [300]),
        (BONUS, "grand-pinochle:KS.QS.JD", [80]),
        (BONUS, "grand-pinochle:KS.QS.JD+run:AS.TS.KS.QS.JS", [80, 150]),
    ],
)
def test_what_melds_score(rules: Rulebook, melds: str, credits: list[int]) -> None:
    assert table(rules, melds).credits == credits


@pytest.mark.parametrize(
    ("rules", "melds", "error"),
    [
        (
            SCARNE,
            "run:AS.TS.KS.QS.JS+royal-marriage:KS2.QS",
            "melds: royal-marriage:KS2.QS: QS has served in a meld of its class before"
            " (marriage or run)",
        ),
        (
            SCARNE,
            "marriage:KH.QH+marriage:KH.QH2",
            "melds: marriage:KH.QH2: KH has served in a meld of its class before (marriage or run)",
        ),
        (
            SCARNE,
            "jacks:JS.JH.JD.JC+jacks:JS2.JH2.JD2.JC",
            "melds: jacks:JS2.JH2.JD2.JC: JC has served in a meld of its class before (around)",
        ),
        (
            SCARNE,
            "royal-marriage:KS.QS+marriage:KH.QH+marriage:KD.QD+marriage:KC.QC+kings:KS.KH.KD.KC",
            "melds: kings:KS.KH.KD.KC: it would put no new card on the table",
        ),
        (
            SCARNE,
            "royal-marriage:KS.QS+roundhouse:KS.KH.KD.KC.QS2.QH.QD.QC",
            "melds: roundhouse:KS.KH.KD.KC.QS2.QH.QD.QC: KS does not come from the hand, and this"
            " is laid all at once",
        ),
        (
            BONUS,
            "pinochle:QS.JD+double-pinochle:QS.QS2.JD.JD2",
            "melds: double-pinochle:QS.QS2.JD.JD2: QS does not come from the hand, and this is"
            " laid all at once",
        ),
        (
            BONUS,
            "grand-pinochle:KS.QS.JD+royal-marriage:KS.QS2",
            "melds: royal-marriage:KS.QS2: KS has served in a meld of its class before"
            " (marriage or run)",
        ),
        (
            HAYES,
            "pinochle:QS.JD+pinochle:QS2.JD2+double-pinochle:QS.QS2.JD.JD2",
            "melds: double-pinochle:QS.QS2.JD.JD2: it would put no new card on the table",
        ),
        (SCARNE, "dix:9S+dix:9S", "melds: dix:9S: 9S has been melded before"),
        (SCARNE, "dix:9S2", "melds: dix:9S2: 9S2 stands before a first 9S"),
        (SCARNE, "dix:9S.9S2", "meld: 'dix:9S.9S2' is no dix with spades as trump"),
        (SCARNE, "pinochle:QS3.JD", "melds: pinochle:QS3.JD: QS3: the deck has 2 of QS"),
        (SCARNE, "run:AH.TH.KH.QH.JH", "meld: 'run:AH.TH.KH.QH.JH' is no run with spades as"),
    ],
)
def test_what_melds_break_is_named(rules: Rulebook, melds: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        table(rules, melds)
    assert str(caught.value).startswith(error)


def options(rules: Rulebook, melds: str, in_hand: str) -> dict[str, tuple[int, str, str]]:
    """What may be laid: its points, the copies from the table and the cards from the hand."""
    return {
        option.show.text(): (
            option.points,
            " ".join(copy.text() for copy in option.from_table),
            " ".join(card.text() for card in option.from_hand),
        )
        for option in table(rules, melds).options(Hand.parse(in_hand))
    }


@pytest.mark.parametrize(
    ("rules", "melds", "in_hand", "expected"),
    [
        (SCARNE, "", "...", {}),
        (SCARNE, "", "9.KJ..QA", {}),
        (
            SCARNE,
            "",
            "KQ.KQ.J.",
            {
                "royal-marriage:KS.QS": (40, "", "KS QS"),
                "marriage:KH.QH": (20, "", "KH QH"),
                "pinochle:QS.JD": (40, "", "QS JD"),
            },
        ),
        # Nothing new to lay, or one card of a worked case: then a pinochle or a marriage
        (SCARNE, "pinochle:QS.JD", "...", {}),
        (
            SCARNE,
            "kings:KS.KH.KD.KC+jacks:JS.JH.JD.JC",
            "Q...",
            {
                "royal-marriage:KS.QS": (40, "KS", "QS"),
                "pinochle:QS.JD": (40, "JD", "QS"),
            },
        ),
        (SCARNE, "run:AS.TS.KS.QS.JS", "K...", {}),
        (
            SCARNE,
            "run:AS.TS.KS.QS.JS",
            "KQ...",
            {"royal-marriage:KS.QS": (40, "", "KS QS")},
        ),
        # Rule 7: what was played serves no more
        (SCARNE, "kings:KS.KH*.KD.KC", ".Q..", {}),
        (SCARNE, "kings:KS.KH.KD.KC", ".Q..", {"marriage:KH.QH": (20, "KH", "QH")}),
        # Rule 8: the fewest new cards, of equals the last named from the hand
        (
            SCARNE,
            "kings:KS.KH.KD.KC+queens:QS.QH.QD.QC",
            ".KQ..",
            {"marriage:KH.QH": (20, "KH", "QH")},
        ),
        (
            SCARNE,
            "kings:KS.KH.KD.KC+queens:QS.QH.QD.QC",
            ".K..",
            {"marriage:KH.QH": (20, "QH", "KH")},
        ),
        # Rule 8: the table copy that has served in more
        (
            SCARNE,
            "kings:KS.KH.KD.KC+royal-marriage:KS2.QS+run:AS.TS.KS2.QS.JS",
            "Q...",
            {"royal-marriage:KS.QS": (40, "KS", "QS")},
        ),
        (
            SCARNE,
            "pinochle:QS.JD+royal-marriage:KS.QS2+queens:QS2.QH.QD.QC",
            "ATJ...",
            {"run:AS.TS.KS.QS.JS": (150, "KS QS2", "AS TS JS")},
        ),
        # Rule 8, of as many services: run, marriage, pinochle, around, the lower number
        (
            SCARNE,
            "pinochle:QS.JD+royal-marriage:KS.QS2",
            "ATJ...",
            {"run:AS.TS.KS.QS.JS": (150, "KS QS2", "AS TS JS")},
        ),
        (
            SCARNE,
            "queens:QS.QH.QD.QC+pinochle:QS2.JD",
            "K...",
            {"royal-marriage:KS.QS": (40, "QS2", "KS")},
        ),
        (
            SCARNE,
            "marriage:KD.QD+marriage:KD2.QD2",
            "KQ.KQ..KQ",
            {
                "royal-marriage:KS.QS": (40, "", "KS QS"),
                "marriage:KH.QH": (20, "", "KH QH"),
                "marriage:KC.QC": (20, "", "KC QC"),
                "queens:QS.QH.QD.QC": (60, "QD", "QS QH QC"),
                "kings:KS.KH.KD.KC": (80, "KD", "KS KH KC"),
            },
        ),
        # Rules 5 and 6 in hayes
        (
            HAYES,
            "royal-marriage:KS.QS",
            "ATJ...",
            {"run:AS.TS.KS.QS.JS": (110, "KS QS", "AS TS JS")},
        ),
        (
            HAYES,
            "royal-marriage:KS.QS",
            "ATQJ...",
            {"run:AS.TS.KS.QS.JS": (150, "KS", "AS TS QS JS")},
        ),
        (
            HAYES,
            "pinochle:QS.JD",
            "Q..J.",
            {
                "pinochle:QS.JD": (40, "", "QS JD"),
                "double-pinochle:QS.QS.JD.JD": (260, "QS JD", "QS JD"),
            },
        ),
        (HAYES, "pinochle:QS.JD*", "Q..J.", {"pinochle:QS.JD": (40, "", "QS JD")}),
        # Rule 4: all at once
        (
            BONUS,
            "",
            "KQQ..JJ.",
            {
                "royal-marriage:KS.QS": (40, "", "KS QS"),
                "pinochle:QS.JD": (40, "", "QS JD"),
                "double-pinochle:QS.QS.JD.JD": (300, "", "QS QS JD JD"),
                "grand-pinochle:KS.QS.JD": (80, "", "KS QS JD"),
            },
        ),
        (
            BONUS,
            "royal-marriage:KS.QS",
            "Q..JJ.",
            {"pinochle:QS.JD": (40, "QS", "JD")},
        ),
    ],
)
def test_what_may_be_laid_and_with_which_copies(
    rules: Rulebook, melds: str, in_hand: str, expected: dict[str, tuple[int, str, str]]
) -> None:
    assert options(rules, melds, in_hand) == expected


def test_services_of_what_lies_on_the_table() -> None:
    laid = table(SCARNE, "queens:QS.QH*.QD.QC+pinochle:QS.JD+royal-marriage:KS.QS2")
    served = {copy.text(): laid.services(copy) for copy in laid.copies}
    assert served["QS"] == {Service.AROUND, Service.PINOCHLE}
    assert served["QS2"] == served["KS"] == {Service.MARRIAGE}
    assert served["QD"] == {Service.AROUND}
    assert served["JD"] == {Service.PINOCHLE}
    assert served["QH*"] == frozenset()


# Rules are data


RED_AND_BLACK = Deck(
    "two-suits",
    (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE),
    copies=1,
    hand=4,
    stock=4,
    suits=(Suit.SPADES, Suit.HEARTS),
)
PAIR = MeldKind("pair", 10, "K*", ((Service.AROUND, "K*"),), barred_by=(Service.AROUND,))
QUARTET = MeldKind("quartet", 70, "At Jt Ap Jp", ((Service.RUN, "At Jt"),))
COUPLE = MeldKind("couple", 30, "Kt Qt", ((Service.MARRIAGE, "Kt Qt"),))
TRIO = MeldKind("trio", 100, "At Kt Qt", replaces="couple")


@pytest.fixture
def house() -> Rulebook:
    return Rulebook(
        "house",
        "ours",
        SCARNE.count,
        (PAIR, QUARTET, COUPLE, TRIO),
        deck=RED_AND_BLACK,
        melds_after_last_stock_trick=True,
    )


def test_melds_made_up_are_those_of_their_patterns(house: Rulebook) -> None:
    assert [meld.text() for meld in melds_of(house, Suit.HEARTS)] == [
        "pair:KS.KH",
        "quartet:AS.AH.JS.JH",
        "couple:KH.QH",
        "trio:AH.KH.QH",
    ]
    with pytest.raises(NotationError, match="'run' is no meld of house"):
        parse_meld("run:AS", house, Suit.HEARTS)


def test_melds_made_up_are_laid(house: Rulebook) -> None:
    assert options(house, "", "AKQJ.AKJ..") == {
        "pair:KS.KH": (10, "", "KS KH"),
        "quartet:AS.AH.JS.JH": (70, "", "AS AH JS JH"),
        "couple:KS.QS": (30, "", "KS QS"),
        "trio:AS.KS.QS": (100, "", "AS KS QS"),
    }
    assert options(house, "couple:KS.QS", "A.K..") == {
        "pair:KS.KH": (10, "KS", "KH"),
        "trio:AS.KS.QS": (70, "KS QS", "AS"),
    }
    assert options(house, "pair:KS.KH", "Q...") == {"couple:KS.QS": (30, "KS", "QS")}
    assert table(house, "couple:KS.QS+trio:AS.KS.QS").credits == [30, 70]
    with pytest.raises(IllegalPositionError, match=r"couple:KS.QS: it would put no new card"):
        table(house, "trio:AS.KS.QS+couple:KS.QS")


@pytest.mark.parametrize(
    ("changes", "fact"),
    [
        (
            {"melds": (COUPLE, replace(TRIO, cards="At Kt Jt"))},
            "'trio': it cannot grow out of couple",
        ),
        ({"deck": RULEBOOKS["glup"].deck}, "rules: the glup deck has too many copies"),
    ],
)
def test_rules_by_which_no_meld_is_laid(
    house: Rulebook, changes: dict[str, Any], fact: str
) -> None:
    with pytest.raises(IllegalPositionError, match=fact):
        hand_options(replace(house, **changes), Suit.SPADES, Hand.parse("AKQ..."))


def test_a_hand_is_played_by_rules_made_up(house: Rulebook) -> None:
    shown: set[str] = set()
    for number, deal in enumerate(random_deals(200, 1, house)):
        referee, random = Referee.of_deal(deal), Random(number)
        while not referee.is_over:
            moves = referee.moves()
            move = moves[-1] if random.random() < 0.8 else random.choice(moves)
            if isinstance(move, Show) and move.meld is not None:
                shown.add(move.meld.kind.name)
            if number < 20:
                position = referee.position()
                assert position is not None
                assert type(position).parse(position.text(), [house]) == position
            referee.push(move.text())
        assert sum(seat.tricks for seat in referee.points) == 2 * (11 + 10 + 4 + 3 + 2) + 10
    assert shown >= {"pair", "couple", "trio"}


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"name": "Pair"}, "MeldKind 'Pair': a name is lower-case letters, digits and hyphens"),
        ({"name": ""}, "MeldKind '': a name is lower-case"),
        ({"name": "two words"}, "MeldKind 'two words': a name is"),
        ({"points": -1}, "MeldKind 'pair': points is -1, expected an int from 0 to 10000"),
        ({"points": 1.5}, "MeldKind 'pair': points is 1.5, expected an int"),
        ({"points": "10"}, "MeldKind 'pair': points is '10', expected an int"),
        ({"cards": ""}, "MeldKind 'pair': '' is no pattern of cards"),
        ({"cards": "K"}, "MeldKind 'pair': 'K' is no pattern of cards"),
        ({"cards": "KX"}, "MeldKind 'pair': 'KX' is no pattern of cards"),
        ({"cards": "10S"}, "MeldKind 'pair': '10S' is no pattern of cards"),
        ({"cards": "K* "}, "MeldKind 'pair': 'K* ' is no pattern of cards"),
        ({"cards": "KS,QS"}, "MeldKind 'pair': 'KS,QS' is no pattern of cards"),
        ({"serves": ((Service.RUN, "K"),)}, "MeldKind 'pair': 'K' is no pattern of cards"),
        ({"serves": ((9, "KS"),)}, "9 is not a valid Service"),
        ({"barred_by": (4,)}, "4 is not a valid Service"),
    ],
)
def test_what_is_no_kind_of_meld_is_refused(given: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=re.escape(error)):
        replace(PAIR, **given)


def test_services_of_a_kind_take_their_numbers() -> None:
    loose: Any = {"serves": [(3, "K*")], "barred_by": [3]}
    assert replace(PAIR, **loose) == PAIR


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"name": "Ours"}, "Rulebook 'Ours': a name is lower-case letters, digits and hyphens"),
        ({"melds": (PAIR, PAIR)}, "Rulebook 'house': two kinds of meld named pair"),
        ({"melds": (TRIO,)}, "Rulebook 'house': trio replaces 'couple', which is no meld of it"),
        ({"melds": ("pair",)}, "Rulebook 'house': 'pair' is no MeldKind"),
        ({"count": "old"}, "Rulebook 'house': 'old' is no CardCount"),
        ({"deck": None}, "Rulebook 'house': None is no Deck"),
        ({"target": 0}, "Rulebook 'house': target is 0, expected an int from 1 to 999999"),
    ],
)
def test_what_is_no_rulebook_is_refused(house: Rulebook, given: dict[str, Any], error: str) -> None:
    with pytest.raises((TypeError, ValueError), match=re.escape(error)):
        replace(house, **given)

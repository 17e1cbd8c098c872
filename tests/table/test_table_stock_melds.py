"""Melds of the games with a stock: copies on the table, and what they may serve in (T8, R4)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.table import stock_melds as oracle
from pinochle_solver.errors import PositionError
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.melds import Copy, LaidMeld, parse_meld
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.stock_kinds import MeldBook
from pinochle_solver.table.stock_melds import FROM_HAND, LaidMelds
from pinochle_solver.table.stock_past import laid_melds


def reread(table: LaidMelds) -> tuple[LaidMelds, list[int]]:
    """The table as its text has it, and what each meld scored."""
    texts = filter(None, table.text().split("+"))
    return laid_melds(table.book, map(LaidMeld.parse, texts))


@pytest.mark.parametrize("name", ["hayes-3", "macdougall-3"])
@given(st.integers(0, 2**32))
def test_with_two_copies_melds_are_those_of_the_two_handed_games(name: str, seed: int) -> None:
    # Cards come and go at random; both tables are asked the same at every step.
    rng = random.Random(seed)
    trump = rng.choice(list(Suit))
    book = MeldBook.of(TABLE_RULEBOOKS[name], trump)
    pool = list(book.rules.deck.cards())
    rng.shuffle(pool)
    hand, pool = Hand.of(pool[:14]), pool[14:]
    ours, theirs = LaidMelds(book), MeldTable(book.rules, trump)
    while pool:
        expected = {
            option.show.meld: (option.points, set(option.from_table), Hand.of(option.from_hand))
            for option in theirs.options(hand)
        }
        found = ours.options(hand)
        assert expected == {
            laying.meld: (
                laying.points,
                {copy for copy in laying.copies if copy.number != FROM_HAND},
                Hand.of(laying.from_hand),
            )
            for laying in found
        }
        if found:
            laying = rng.choice(found)
            ours = ours.after(laying, None)
            theirs.lay(ours.melds[-1])
            for card in laying.from_hand:
                hand = hand.without(card)
        past = ours.past()
        assert past == {copy: theirs.services(copy) for copy in past}
        if past and rng.random() < 0.3:
            copy = rng.choice(list(past))
            ours = ours.after_playing(copy)
            theirs = theirs.copy(played=[copy._replace(played=True)])
        elif len(hand):
            hand = hand.without(rng.choice(list(hand)))
        hand = hand.with_card(pool.pop())
    assert reread(ours) == (ours, theirs.credits)


@pytest.mark.parametrize("rules", ["hayes-3", "hayes-3x", "hayes-4x"])
@given(st.integers(0, 2**32))
def test_melds_are_those_of_the_oracle(rules: str, seed: int) -> None:
    # Few different cards, so that many copies of each come to lie on the table.
    rng = random.Random(seed)
    trump = rng.choice(list(Suit))
    book = MeldBook.of(TABLE_RULEBOOKS[rules], trump)
    cards = {"QS", "JD"} | {rank + trump.letter for rank in "ATKQJ"}
    cards |= {rank + suit for rank in rng.sample("AKQJ", 2) for suit in "SHDC"}
    pool = [card for card in sorted(cards) for _ in range(book.copies)]
    rng.shuffle(pool)
    hand, pool = pool[:10], pool[10:]
    ours, scored = LaidMelds(book), list[int]()
    theirs, numbers = dict[oracle.Copy, oracle.Laid](), Counter[str]()
    patterns = oracle.patterns(trump.letter, hayes=True)
    for trick in range(20):
        ways = {
            text: oracle.best_way(kind, named, hand, theirs, hayes=True)
            for text, (kind, named) in patterns.items()
        }
        expected = {
            text: (way.score, Counter(way.copies)) for text, way in ways.items() if way is not None
        }
        found = {
            laying.meld.text(): laying for laying in ours.options(Hand.of(map(Card.parse, hand)))
        }
        assert expected == {
            text: (
                laying.points,
                Counter((copy.card.text(), copy.number) for copy in laying.copies),
            )
            for text, laying in found.items()
        }
        if found:
            text = rng.choice(sorted(found, key=lambda text: len(text) * rng.random()))
            ours = ours.after(found[text], trick)
            scored.append(found[text].points)
            way = ways[text]
            assert way is not None
            theirs, _ = oracle.lay(way, patterns[text][0], theirs, numbers, trick)
            for card in found[text].from_hand:
                hand.remove(card.text())
                numbers[card.text()] += 1
        assert {(copy.card.text(), copy.number) for copy in ours.copies} == set(theirs)
        if theirs and rng.random() < 0.2:
            name, number = rng.choice(sorted(theirs))
            ours = ours.after_playing(Copy(Card.parse(name), number))
            del theirs[name, number]
        if pool:
            hand.append(pool.pop())
    assert reread(ours) == (ours, scored)


@pytest.mark.parametrize(
    ("melds", "fact"),
    [
        ("marriage:KH.QH+marriage:KH.QH", "marriage:KH.QH: KH has served in a meld of its class"),
        ("marriage:KH.QH2", "marriage:KH.QH2: QH2 stands before a first QH"),
        ("kings:KS.KH.KD.KC+marriage:KH2.QH+marriage:KH4.QH2", "KH4 stands before a first KH"),
        ("marriage:KH.QH5", "QH5: the deck has 4 of QH"),
        ("double-pinochle:QS.QS.JD.JD2", "QS is named twice"),
        ("marriage:KH.QH+queens:QS.QH*.QD.QC", "QH has a star in one meld and none in another"),
        ("kings:KS.KH.KD.KC+queens:QS.QH.QD.QC+marriage:KH.QH", "it would put no new card"),
        ("dix:9S+dix:9S", "dix:9S: 9S has been melded before"),
        ("dix:9H", "'dix:9H' is no dix with spades as trump"),
        ("roundhouse:KS.QS", "'roundhouse' is no meld of hayes"),
        # Two pinochles: a double takes the place of one of them, not of a half of each.
        (
            "pinochle:QS.JD+pinochle:QS2.JD2+double-pinochle:QS.QS3.JD2.JD3",
            "QS has served in a meld of its class before (pinochle)",
        ),
    ],
)
def test_melds_that_cannot_have_been_laid_are_refused_with_the_fact(melds: str, fact: str) -> None:
    book = MeldBook.of(TABLE_RULEBOOKS["hayes-4x"], Suit.SPADES)
    with pytest.raises(PositionError) as error:
        laid_melds(book, map(LaidMeld.parse, melds.split("+")))
    assert fact in error.value.fact


@pytest.mark.parametrize(
    ("melds", "credits"),
    [
        ("royal-marriage:KS.QS+run:AS.TS.KS.QS.JS", [40, 110]),
        ("royal-marriage:KS.QS+run:AS.TS.KS.QS2.JS", [40, 150]),
        ("royal-marriage:KS.QS+royal-marriage:KS2.QS2+run:AS.TS.KS.QS2.JS", [40, 40, 110]),
        ("pinochle:QS.JD+double-pinochle:QS.QS2.JD.JD2", [40, 260]),
        ("pinochle:QS.JD+double-pinochle:QS2.QS3.JD2.JD3", [40, 300]),
        ("pinochle:QS.JD+pinochle:QS2.JD2+double-pinochle:QS.QS3.JD.JD3", [40, 40, 260]),
        # The same pinochle is replaced once; the new pair beside it is no pinochle laid.
        (
            "pinochle:QS.JD+double-pinochle:QS.QS2.JD.JD2+pinochle:QS3.JD3"
            "+double-pinochle:QS3.QS4.JD3.JD4",
            [40, 260, 40, 260],
        ),
    ],
)
def test_what_melds_score_that_grow_out_of_others(melds: str, credits: list[int]) -> None:
    book = MeldBook.of(TABLE_RULEBOOKS["hayes-4x"], Suit.SPADES)
    assert laid_melds(book, map(LaidMeld.parse, melds.split("+")))[1] == credits


def test_why_a_meld_cannot_be_laid_is_told() -> None:
    book, nothing = MeldBook.of(TABLE_RULEBOOKS["hayes-4x"], Suit.SPADES), Hand.of(())
    melds = map(LaidMeld.parse, ("kings:KS.KH.KD.KC", "queens:QS.QH.QD.QC"))
    table, _ = laid_melds(book, melds)
    for text, trump, fact in (
        ("marriage:KH.QH", Suit.SPADES, "it would put no new card on the table"),
        ("marriage:KS.QS", Suit.HEARTS, "no meld of hayes with spades as trump"),
        ("aces:AS.AH.AD.AC", Suit.SPADES, "AS is not held"),
    ):
        meld = parse_meld(text, book.rules, trump)
        assert table.best(meld, nothing) is None
        assert table.why_barred(meld, nothing) == fact


def test_a_meld_takes_the_place_of_none_whose_cards_it_has_not() -> None:
    rules = TABLE_RULEBOOKS["hayes-3"]
    assert rules.stock is not None
    melds = tuple(
        replace(kind, replaces="pinochle") if kind.name == "queens" else kind
        for kind in rules.stock.book.melds
    )
    stock = replace(rules.stock, book=replace(rules.stock.book, name="other", melds=melds))
    book = MeldBook.of(replace(rules, stock=stock), Suit.HEARTS)
    laid = map(LaidMeld.parse, ("pinochle:QS.JD", "queens:QS.QH.QD.QC"))
    (queens,) = (each for each in book.melds.values() if each.meld.kind.name == "queens")
    assert queens.replaced is None
    assert laid_melds(book, laid)[1] == [40, 60]

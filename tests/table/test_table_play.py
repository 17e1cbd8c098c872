"""Melds, burials and tricks of the games for three and four (RULES-TABLE.md, sections 2, 4, 5)."""

from __future__ import annotations

from itertools import islice
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.table import melds as oracle_melds
from oracle.table.burial import burials as oracle_burials
from oracle.table.play import legal_cards as oracle_legal_cards
from pinochle_solver.errors import NotationError
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.burial import burials, every_choice, laid_by, laying_all, why_not
from pinochle_solver.table.holdings import holds, joined, less
from pinochle_solver.table.melds import (
    EXCHANGE,
    MELD_VALUES,
    TableMeld,
    TableMelds,
    is_lawful,
    layings,
    meld_points,
    melds_text,
    melds_with,
    most_meld_points,
    most_melds,
    parse_melds,
    roundhouses,
    shown_cards,
)
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call, Dix, Lay, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, Obligation, with_options
from pinochle_solver.table.tricks import duty, legal_cards, winner_of

DECK = list(TABLE_RULEBOOKS["auction"].deck)


def hands(least: int, most: int) -> st.SearchStrategy[Hand]:
    places = st.lists(st.integers(0, 47), min_size=least, max_size=most, unique=True)
    return places.map(lambda places: Hand.of(DECK[place] for place in places))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def texts(hand: Hand) -> list[str]:
    return [card.text() for card in hand]


trumps = st.sampled_from(Suit)


# Melds

SPECIMENS = [
    ("ATKQJ.AK.AKJJ.AKKQ", "S", 390),
    ("AKQJ.ATKQJ.KQ9.KQ9", "H", 350),
    ("AKQJ.ATKQJ.KQ9.KQ9", "S", 240),
    ("ATKQQJ.QQ.KQQJJ.QQ", "S", 370),
    ("AKQ.AKQ.ATKQJ9.AKQ", "D", 500),
    ("AATTKKQQJJ.A.AJJ.A", "S", 480),
    ("KQ.KQ.KQ.KQ", "S", 240),
    ("ATKQJ.KQ.KQ.KQ", "S", 350),
    ("QQ.QQ.QQ.QQ", "S", 120),
    ("AATTKKQQJJ.-.-.-", "S", 300),
    ("QQ.-.JJ.-", "H", 80),
    ("99.9.9.9", "S", 20),
]


@pytest.mark.parametrize(("hand", "trump", "points"), SPECIMENS)
def test_the_melds_of_the_page(hand: str, trump: str, points: int) -> None:
    assert most_meld_points(Hand.parse(hand), Suit.parse(trump), MELD_VALUES) == points


@pytest.mark.parametrize(
    ("hand", "trump", "usual", "points"),
    [
        ("KQ.KQ.KQ.KQ", "S", 240, 250),
        ("ATKQJ.KQ.KQ.KQ", "S", 350, 360),
        ("KKQQ.KKQQ.KKQQ.KKQQ", "H", 480, 500),
        ("KKQQ.KKQQ.KQ.KKQQ", "H", 320, 330),
        ("ATKKQQJ.KKQQ.KQ.KQ", "S", 410, 420),
        ("KQ.KQ.KQ.K", "S", 160, 160),
        ("KQ.KQ.KQ.KJ", "S", 160, 160),
        ("AKQ.AKQ.ATKQJ9.AKQ", "D", 500, 510),
    ],
)
def test_a_roundhouse_of_250(hand: str, trump: str, usual: int, points: int) -> None:
    rules = with_options(TABLE_RULEBOOKS["corners"], ["roundhouse250"])
    cards, suit = Hand.parse(hand), Suit.parse(trump)
    assert most_meld_points(cards, suit, MELD_VALUES) == usual
    assert most_meld_points(cards, suit, rules.melds) == points
    assert roundhouses(most_melds(cards, suit)) == (points - usual) // 10


def test_without_one_of_its_parts_there_is_no_roundhouse() -> None:
    values = with_options(TABLE_RULEBOOKS["corners"], ["roundhouse250"]).melds
    for hand in ("KQ.KQ.KQ.KQ", "ATKQJ.KQ.KQ.KQ"):
        most = most_melds(Hand.parse(hand), Suit.SPADES)
        assert len(most) == 6
        for meld in most:
            fewer = [other for other in most if other != meld]
            assert meld_points(fewer, values) == meld_points(fewer, MELD_VALUES)


@given(hands(0, 16), trumps)
def test_no_laying_is_worth_more_than_the_most_with_a_roundhouse(hand: Hand, trump: Suit) -> None:
    values = with_options(TABLE_RULEBOOKS["corners"], ["roundhouse250"]).melds
    most = most_meld_points(hand, trump, values)
    assert all(meld_points(laid, values) <= most for laid in islice(layings(hand, trump), 200))


def test_what_the_first_specimen_lays() -> None:
    melds = most_melds(Hand.parse("ATKQJ.AK.AKJJ.AKKQ"), Suit.SPADES)
    assert melds_text(melds) == (
        "run:AS.TS.KS.QS.JS+marriage:KC.QC+aces:AS.AH.AD.AC+kings:KS.KH.KD.KC+pinochle:QS.JD"
    )


def test_a_card_is_shown_as_often_as_its_busiest_class_uses_it() -> None:
    melds = parse_melds("marriage:KH.QH+kings:KS.KH.KD.KC+queens:QS.QH.QD.QC", Suit.SPADES)
    assert shown_cards(melds) == Hand.parse("KQ.KQ.KQ.KQ")
    twice = parse_melds("marriage:KH.QH+marriage:KH.QH+kings:KS.KH.KD.KC", Suit.SPADES)
    assert shown_cards(twice) == Hand.parse("K.KKQQ.K.K")
    assert shown_cards(()) == shown_cards((EXCHANGE,)) == Hand.of(())


def test_fewer_runs_leave_their_marriages() -> None:
    hand = Hand.parse("AATTKKQQJJ.-.-.-")
    laid = list(map(melds_text, layings(hand, Suit.SPADES)))
    run, royal = "run:AS.TS.KS.QS.JS", "royal-marriage:KS.QS"
    expected = ["+".join(each) for each in ([run, run], [run, royal], [run], [royal] * 2, [royal])]
    assert laid == [*expected, "none"]
    assert not is_lawful(parse_melds(f"{run}+{run}+{royal}", Suit.SPADES), hand, Suit.SPADES)


def test_what_is_no_meld_with_this_trump_cannot_be_laid() -> None:
    hand = Hand.parse("KQ9.KQ.-.-")
    plain = parse_melds("marriage:KH.QH+dix:9S", Suit.SPADES)
    assert is_lawful(plain, hand, Suit.SPADES)
    assert not is_lawful(plain, hand, Suit.HEARTS)
    assert not is_lawful((*plain, EXCHANGE), hand, Suit.SPADES)


@given(hands(0, 16), trumps)
def test_the_most_is_what_the_oracle_lays(hand: Hand, trump: Suit) -> None:
    theirs = oracle_melds.most(texts(hand), trump.letter)
    assert melds_text(most_melds(hand, trump)) == oracle_melds.laying_text(theirs)
    assert most_meld_points(hand, trump, MELD_VALUES) == oracle_melds.value(theirs)


@given(hands(8, 15), trumps, st.none() | st.integers(0, 2), st.data())
def test_layings_are_those_of_the_oracle(
    hand: Hand, trump: Suit, dixes: int | None, data: st.DataObject
) -> None:
    laid = list(layings(hand, trump, dixes))
    if dixes is None or dixes <= hand.counts[Card.parse(f"9{trump.letter}").index]:
        theirs = oracle_melds.layings(texts(hand), trump.letter, dixes)
        assert set(map(melds_text, laid)) == set(map(oracle_melds.laying_text, theirs))
    assert laid[0] == most_melds(hand, trump, dixes)
    assert laid[-1] == ()
    assert len(set(laid)) == len(laid)
    one = data.draw(st.sampled_from(laid))
    assert is_lawful(one, hand, trump, dixes)
    assert parse_melds(melds_text(one), trump) == one
    assert holds(hand, shown_cards(one))
    assert meld_points(one, MELD_VALUES) <= meld_points(laid[0], MELD_VALUES)
    more = (*one, data.draw(st.sampled_from(melds_with(trump))))
    assert is_lawful(more, hand, trump, dixes) == (sorted(more, key=repr) in _sorted(laid))


def _sorted(laid: list[TableMelds]) -> list[list[TableMeld]]:
    return [sorted(melds, key=repr) for melds in laid]


def test_melds_are_read_in_any_order() -> None:
    text = "dix:9D+dix+pinochle:JD.QS+marriage:QH.KH+RUN:JD.QD.KD.TD.AD"
    melds = parse_melds(text, Suit.DIAMONDS)
    assert melds_text(melds) == "run:AD.TD.KD.QD.JD+marriage:KH.QH+pinochle:QS.JD+dix+dix:9D"
    assert parse_melds("None", Suit.CLUBS) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("marriage:KD.QD", "meld: 'marriage:KD.QD' is no marriage with diamonds as trump"),
        ("run:AS.TS.KS.QS.JS", "meld: 'run:AS.TS.KS.QS.JS' is no run with diamonds as trump"),
        ("kings:KS.KS.KD.KC", "meld: 'kings:KS.KS.KD.KC' is no kings with diamonds as trump"),
        ("roundhouse:KS", "meld: 'roundhouse' is no meld (run, royal-marriage, marriage, aces"),
        ("kings", "meld: 'kings' is not kind:cards"),
        ("dix:", "meld: 'dix:' is not kind:cards"),
        ("dix:9X", "card: "),
    ],
)
def test_text_that_is_no_meld(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_melds(text, Suit.DIAMONDS)
    assert str(caught.value).startswith(message)


# Burials


def test_the_burial_of_the_page() -> None:
    hand = Hand.parse("AAKQJ9.KQJ.AATKQJ.TK9")
    widow = Bury(Suit.DIAMONDS, Hand.of(cards("JH TC 9C")))
    hearts = Bury(Suit.DIAMONDS, Hand.of(cards("KH QH 9C")))
    assert [why_not(choice, hand, 3) for choice in (widow, hearts)] == [None, None]
    assert [meld_points(laid_by(choice, hand), MELD_VALUES) for choice in (widow, hearts)] == [
        310,
        210,
    ]
    count = TABLE_RULEBOOKS["auction"].count
    assert [count.of(choice.cards) for choice in (widow, hearts)] == [10, 10]
    assert widow.text() == "D:TC.JH.9C"


@pytest.mark.parametrize(
    ("buried", "melds", "fact"),
    [
        ("JH TC", None, "2 cards are buried, expected 3"),
        ("JH TC AC", None, "not all of -.J.-.AT are held"),
        ("KH QH 9C", "marriage:KH.QH", "a melded card is buried"),
        ("JH TC 9C", "aces:AS.AH.AD.AC", "the hand has not these melds"),
        ("AS AD 9C", "none", None),
        ("AS AD 9C", "run:AD.TD.KD.QD.JD+kings:KS.KH.KD.KC", None),
    ],
)
def test_what_may_be_buried(buried: str, melds: str | None, fact: str | None) -> None:
    hand = Hand.parse("AAKQJ9.KQJ.AATKQJ.TK9")
    laid = None if melds is None else parse_melds(melds, Suit.DIAMONDS)
    assert why_not(Bury(Suit.DIAMONDS, Hand.of(cards(buried)), laid), hand, 3) == fact


@given(hands(5, 9), st.integers(0, 3))
def test_burials_are_those_of_the_oracle(hand: Hand, number: int) -> None:
    mine = [tuple(texts(buried)) for buried in burials(hand, number)]
    assert mine == oracle_burials(texts(hand), number)
    if len(set(texts(hand))) == len(hand):
        assert len(mine) == comb(len(hand), number)


@given(hands(6, 8), st.integers(0, 2))
def test_every_choice_is_legal_and_stands_once(hand: Hand, number: int) -> None:
    choices = list(every_choice(hand, number))
    assert len(set(choices)) == len(choices)
    assert [each for each in choices if each.melds is None] == list(laying_all(hand, number))
    for choice in choices[:: len(choices) // 20 + 1]:
        assert why_not(choice, hand, number) is None
        assert joined(less(hand, choice.cards), choice.cards) == hand


# Tricks

TABLE = [
    # led so far, hand, what macdougall, topall and hayes allow; spades are trump
    ("KS", "A9.A.-.-", "AS", "AS", "AS"),
    ("KS AS", "T9.A.-.-", "TS 9S", "TS 9S", "TS 9S"),
    ("KS QS", "T9.A.-.-", "TS", "TS", "TS"),
    ("AS AS", "TQ.A.-.-", "TS QS", "TS QS", "TS QS"),
    ("AH TS", "K9.-.A.-", "KS 9S", "KS 9S", "AD KS 9S"),
    ("AH TS", "K9.9.A.-", "9H", "9H", "9H"),
    ("AH QS", "K9.-.A.-", "KS 9S", "KS", "KS"),
    ("KH", "A.A9.A.-", "AH 9H", "AH", "AH"),
    ("AH", "A.A9.A.-", "AH 9H", "AH 9H", "AH 9H"),
    ("KH 9S", "A.A9.A.-", "AH 9H", "AH 9H", "AH 9H"),
    ("KH", "J9.-.A.-", "JS 9S", "JS 9S", "JS 9S"),
    ("KH", "-.-.A.T9", "AD TC 9C", "AD TC 9C", "AD TC 9C"),
    ("KS", "-.-.A.T9", "AD TC 9C", "AD TC 9C", "AD TC 9C"),
    ("", "A.A9.-.-", "AS AH 9H", "AS AH 9H", "AS AH 9H"),
]


@pytest.mark.parametrize(("led", "hand", "macdougall", "topall", "hayes"), TABLE)
def test_what_may_be_played(led: str, hand: str, macdougall: str, topall: str, hayes: str) -> None:
    for obligation, allowed in zip(Obligation, (macdougall, topall, hayes), strict=True):
        played = legal_cards(Hand.parse(hand), cards(led), Suit.SPADES, obligation)
        assert played == cards(allowed), obligation


@given(hands(1, 12), hands(0, 3), trumps, st.sampled_from(Obligation), st.randoms())
def test_what_may_be_played_is_what_the_oracle_allows(
    hand: Hand, on_table: Hand, trump: Suit, obligation: Obligation, random: Random
) -> None:
    led = list(on_table)
    random.shuffle(led)
    mine = legal_cards(hand, led, trump, obligation)
    theirs = oracle_legal_cards(
        texts(hand), [card.text() for card in led], trump.letter, obligation.value
    )
    assert [card.text() for card in mine] == theirs
    assert mine


@pytest.mark.parametrize(
    ("led", "winner"),
    [("KH AH AH", 1), ("KH AD TD", 0), ("KH 9S TS", 2), ("KH 9S AH", 1), ("TH TH TH AH", 3)],
)
def test_who_wins_a_trick(led: str, winner: int) -> None:
    assert winner_of(cards(led), Suit.SPADES) == winner


# Moves


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Call(250), "250"),
        (PASS, "p"),
        (Bury(Suit.DIAMONDS), "D"),
        (Bury(Suit.DIAMONDS, melds=()), "D/none"),
        (Bury(Suit.SPADES, Hand.of(cards("9C TC JH"))), "S:TC.JH.9C"),
        (
            Bury(
                Suit.SPADES,
                Hand.of(cards("9C TC JH")),
                parse_melds("marriage:KH.QH+dix:9S", Suit.SPADES),
            ),
            "S:TC.JH.9C/marriage:KH.QH+dix:9S",
        ),
        (CONCEDE, "concede"),
        (Lay(), "all"),
        (Lay(()), "none"),
        (Lay(parse_melds("dix:9S", Suit.SPADES)), "dix:9S"),
        (Dix(True), "dix"),
        (Dix(False), "pass"),
        (PlayCard(Card.parse("QS")), "QS"),
    ],
)
def test_how_moves_are_written(move: Call, text: str) -> None:
    assert move.text() == str(move) == text


@pytest.mark.parametrize(
    ("hand", "led", "card", "told"),
    [
        ("AS 9S TH", ["KS"], "TH", "must follow suit"),
        ("AS 9S TH", ["KS"], "9S", "must play a higher card of the suit led"),
        ("AH 9H TD", ["KS"], "TD", "must play a trump"),
        ("AH 9H TD", ["KS", "KH"], "9H", "must play a higher trump"),
    ],
)
def test_a_card_that_may_not_be_played_has_its_duty(
    hand: str, led: list[str], card: str, told: str
) -> None:
    cards, trick = Hand.of(map(Card.parse, hand.split())), tuple(map(Card.parse, led))
    legal = legal_cards(cards, trick, Suit.HEARTS, Obligation.TOPALL)
    assert Card.parse(card) not in legal
    assert duty(Card.parse(card), legal, trick, Suit.HEARTS) == told

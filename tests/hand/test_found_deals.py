"""Deals that meet conditions: they do, each is equally likely, and what cannot be is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import Pinochle
from helpers.oracle_decks import SIXTEEN, SMALL_RULEBOOKS
from helpers.soak import tried
from pinochle_solver import (
    RULEBOOKS,
    Card,
    Deal,
    Hand,
    IllegalPositionError,
    MeldKind,
    NoDealError,
    NotationError,
    Points,
    PositionError,
    Rank,
    Rulebook,
    Seat,
    Suit,
    find_deals,
    find_playoffs,
    hand_options,
    plan,
    random_deals,
)
from pinochle_solver.hand.condition_values import Values, meld_points
from pinochle_solver.hand.deal_conditions import parse_condition
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

SCARNE = RULEBOOKS["scarne"]


def number_of(hand: Hand, *cards: str) -> int:
    return sum(hand.count(Card.parse(card)) for card in cards)


def of_rank(hand: Hand, rank: Rank) -> int:
    return sum(card.rank is rank for card in hand)


def of_suit(hand: Hand, suit: Suit) -> int:
    return sum(card.suit is suit for card in hand)


def has_run(deal: Deal, hand: Hand, times: int = 1) -> bool:
    return all(number_of(hand, f"{rank}{deal.trump.letter}") >= times for rank in "ATKQJ")


def marriages(deal: Deal, hand: Hand) -> int:
    return sum(
        min(number_of(hand, f"K{suit.letter}"), number_of(hand, f"Q{suit.letter}"))
        for suit in Suit
        if suit is not deal.trump
    )


def pinochles(hand: Hand) -> int:
    return min(number_of(hand, "QS"), number_of(hand, "JD"))


# What a condition says, told in another way.
MEANT: dict[str, Callable[[Deal], bool]] = {
    "south holds a run": lambda deal: has_run(deal, deal.south),
    "North has a double run": lambda deal: has_run(deal, deal.north, 2),
    "either holds 2 runs": lambda deal: any(has_run(deal, hand, 2) for hand in both(deal)),
    "both hold a run": lambda deal: all(has_run(deal, hand) for hand in both(deal)),
    "north holds pinochle": lambda deal: pinochles(deal.north) > 0,
    "either holds double pinochle": lambda deal: max(map(pinochles, both(deal))) == 2,
    "neither holds a pinochle": lambda deal: max(map(pinochles, both(deal))) == 0,
    "south holds exactly 1 pinochle": lambda deal: pinochles(deal.south) == 1,
    "south holds at least 3 aces": lambda deal: of_rank(deal.south, Rank.ACE) >= 3,
    "south holds aces around": lambda deal: number_of_suits(deal.south, "A") == 4,
    "south holds double aces around": lambda deal: of_rank(deal.south, Rank.ACE) == 8,
    "south holds no nines": lambda deal: of_rank(deal.south, Rank.NINE) == 0,
    "south holds 0 nines": lambda deal: of_rank(deal.south, Rank.NINE) == 0,
    "south holds at most one ten": lambda deal: of_rank(deal.south, Rank.TEN) <= 1,
    "north holds more than 5 spades": lambda deal: of_suit(deal.north, Suit.SPADES) > 5,
    "north holds fewer than 2 hearts": lambda deal: of_suit(deal.north, Suit.HEARTS) < 2,
    "south holds 6 trumps": lambda deal: of_suit(deal.south, deal.trump) == 6,
    "south holds 11 trumps": lambda deal: of_suit(deal.south, deal.trump) == 11,
    "south holds the queen of spades": lambda deal: number_of(deal.south, "QS") > 0,
    "south holds 2 QS": lambda deal: number_of(deal.south, "QS") == 2,
    "south holds two aces of trumps": lambda deal: (
        number_of(deal.south, f"A{deal.trump.letter}") == 2
    ),
    "both hold a dix": lambda deal: all(
        number_of(hand, f"9{deal.trump.letter}") for hand in both(deal)
    ),
    "south holds at least 2 marriages": lambda deal: marriages(deal, deal.south) >= 2,
    "south holds no marriage": lambda deal: marriages(deal, deal.south) == 0,
    "south holds at least 70 card points": lambda deal: deal.count.of(deal.south) >= 70,
    "south holds 40 meld points": lambda deal: (
        plan(deal.rules, deal.trump, deal.south, turns=12).points == 40
    ),
    "either holds at least 200 meld points": lambda deal: (
        max(plan(deal.rules, deal.trump, hand, turns=12).points for hand in both(deal)) >= 200
    ),
    "upcard is a nine": lambda deal: deal.upcard is not None and deal.upcard.rank is Rank.NINE,
    "the upcard is not a heart": lambda deal: deal.trump is not Suit.HEARTS,
    "upcard is QS": lambda deal: deal.upcard == Card.parse("QS"),
    "trump is clubs": lambda deal: deal.trump is Suit.CLUBS,
}
# Of these there are too few to be found by drawing.
_RARE = {"south holds 11 trumps"}


def both(deal: Deal) -> tuple[Hand, Hand]:
    return deal.south, deal.north


def number_of_suits(hand: Hand, rank: str) -> int:
    return sum(number_of(hand, f"{rank}{suit.letter}") > 0 for suit in Suit)


@pytest.mark.parametrize("text", [text for text in MEANT if text not in _RARE])
def test_deals_are_as_the_condition_says(text: str) -> None:
    found = list(find_deals(8, 1, SCARNE, where=[text]))
    assert len(found) == 8
    assert all(map(MEANT[text], found))


@given(st.lists(st.sampled_from(sorted(MEANT)), min_size=1, max_size=3), st.integers(0, 99))
def test_conditions_tell_the_deals_that_meet_them(texts: list[str], seed: int) -> None:
    """Of any deals those are told that meet all of them; not only of those that were found."""
    conditions = [parse_condition(text, SCARNE) for text in texts]
    for deal in random_deals(20, seed, SCARNE):
        hands = {
            Seat.SOUTH: np.frombuffer(deal.south.counts, np.uint8)[None],
            Seat.NORTH: np.frombuffer(deal.north.counts, np.uint8)[None],
        }
        values = Values(SCARNE, deal.count, deal.trump)
        for text, condition in zip(texts, conditions, strict=True):
            if condition.subject not in ("upcard", "trump"):
                assert values.meets(condition, hands)[0] == MEANT[text](deal)


def test_all_conditions_hold_and_all_cards_are_dealt() -> None:
    texts = ["south holds a run", "north holds pinochle", "upcard is not a nine"]
    south, north = Hand.parse("9S 9H"), Hand.parse("TC")
    for deal in find_deals(50, 3, SCARNE, where=texts, south=south, north=north):
        assert all(MEANT[text](deal) for text in texts[:2])
        assert deal.upcard is not None
        assert deal.upcard.rank is not Rank.NINE
        assert number_of(deal.south, "9S") >= 1 <= number_of(deal.south, "9H")
        assert number_of(deal.north, "TC") >= 1
        everything = Hand.of([*deal.south, *deal.north, deal.upcard, *deal.stock])
        assert everything == SCARNE.deck.cards()


def test_whole_hands_and_the_upcard_may_be_fixed() -> None:
    south, north = Hand.parse("AATTKKQQJJ99.-.-.-"), Hand.parse("-.AATTKKQQJJ99.-.-")
    deals = list(find_deals(3, 1, SCARNE, south=south, north=north, upcard=Card.parse("9D")))
    assert {(deal.south, deal.north, deal.upcard) for deal in deals} == {
        (south, north, Card.parse("9D"))
    }
    assert len({deal.stock for deal in deals}) == 3
    assert {deal.dealer for deal in find_deals(20, 1, SCARNE, south=south)} == set(Seat)


# Each is equally likely

TWELVE = SMALL_RULEBOOKS["twelve-scarne"]
CASES: list[tuple[dict[str, object], Callable[[Hand, Hand, Card], bool]]] = [
    (
        {"where": ["south holds a marriage"]},
        lambda south, north, upcard: has_marriage(south, upcard, False),
    ),
    (
        {"where": ["either holds a marriage"]},
        lambda south, north, upcard: any(
            has_marriage(hand, upcard, False) for hand in (south, north)
        ),
    ),
    (
        {"where": ["either holds a royal marriage", "either holds a dix"]},
        lambda south, north, upcard: (
            any(has_marriage(hand, upcard, True) for hand in (south, north))
            and any(number_of(hand, f"9{upcard.suit.letter}") for hand in (south, north))
        ),
    ),
    (
        {"where": ["both hold a king of trump", "upcard is not a queen"]},
        lambda south, north, upcard: (
            upcard.rank is not Rank.QUEEN
            and all(number_of(hand, f"K{upcard.suit.letter}") for hand in (south, north))
        ),
    ),
    (
        {"where": ["south holds at most 1 king", "north holds KS"], "upcard": Card.parse("9H")},
        lambda south, north, upcard: (
            upcard == Card.parse("9H")
            and of_rank(south, Rank.KING) <= 1
            and number_of(north, "KS") > 0
        ),
    ),
    (
        {"where": ["upcard is not KS", "south holds a royal marriage"]},
        lambda south, north, upcard: (
            upcard != Card.parse("KS") and has_marriage(south, upcard, True)
        ),
    ),
    (
        {"where": ["south holds a dix"], "north": Hand.parse("9S")},
        lambda south, north, upcard: (
            number_of(north, "9S") > 0 < number_of(south, f"9{upcard.suit.letter}")
        ),
    ),
]


def has_marriage(hand: Hand, upcard: Card, royal: bool) -> bool:
    return any(
        number_of(hand, f"K{suit.letter}") and number_of(hand, f"Q{suit.letter}")
        for suit in (Suit.SPADES, Suit.HEARTS)
        if (suit is upcard.suit) == royal
    )


Dealt = tuple[bytes, bytes, Card]


def all_deals() -> Counter[Dealt]:
    """Every deal of the small deck, copies told apart, by what lies where."""
    cards = list(TWELVE.deck.cards())
    deals: Counter[Dealt] = Counter()
    for south in combinations(range(12), 3):
        left = [place for place in range(12) if place not in south]
        for north in combinations(left, 3):
            hands = [Hand.of(cards[place] for place in hand).counts for hand in (south, north)]
            for place in left:
                if place not in north:
                    deals[hands[0], hands[1], cards[place]] += 1
    return deals


@pytest.fixture(scope="module")
def every_deal() -> Counter[Dealt]:
    return all_deals()


@pytest.mark.parametrize("case", range(len(CASES)))
def test_every_deal_that_meets_it_is_equally_likely(case: int, every_deal: Counter[Dealt]) -> None:
    asked, is_met = CASES[case]
    fixed = asked.get("north", Hand.of(()))
    assert isinstance(fixed, Hand)
    # A fixed card is one of the copies: where both are in the hand, either may be it.
    wanted = {
        dealt: number * (sum(map(Hand(dealt[1]).count, fixed)) or 1)
        for dealt, number in every_deal.items()
        if is_met(Hand(dealt[0]), Hand(dealt[1]), dealt[2])
    }
    found: Counter[Dealt] = Counter()
    for deal in find_deals(4_000, 1, TWELVE, **asked):  # type: ignore[arg-type]
        assert deal.upcard is not None
        found[deal.south.counts, deal.north.counts, deal.upcard] += 1
    assert set(found) <= set(wanted)
    total = sum(wanted.values())
    expected = {dealt: 4_000 * number / total for dealt, number in wanted.items()}
    squares = sum((found[dealt] - mean) ** 2 / mean for dealt, mean in expected.items())
    freedom = len(wanted) - 1
    # Rare deals make it wider than by chi-square alone.
    spread = sqrt(2 * freedom + sum(1 / mean for mean in expected.values()))
    assert abs(squares - freedom) < 5 * spread


def test_the_stock_is_shuffled() -> None:
    firsts = Counter(
        deal.stock[0] for deal in find_deals(4_000, 1, TWELVE, where=["south holds no king"])
    )
    assert len(firsts) == 6
    kings = firsts[Card.parse("KS")] + firsts[Card.parse("KH")]
    # Four kings are in nine cards.
    assert kings == pytest.approx(4_000 * 4 / 9, abs=160)


# Seeds


def test_deals_depend_on_the_seed_and_the_conditions_alone() -> None:
    def deals(number: int, seed: int = 5, text: str = "south holds a run") -> list[Deal]:
        return list(find_deals(number, seed, SCARNE, where=[text]))

    assert deals(300)[:20] == deals(20)
    assert deals(20) != deals(20, seed=6)
    assert deals(1)[0].south.text() == "TK.ATKQJ.ATQ.AT"  # on every machine and version


def test_without_conditions_they_are_the_random_ones() -> None:
    assert list(find_deals(5, 7, SCARNE)) == list(random_deals(5, 7, SCARNE))
    playoffs = list(random_playoffs(4, 5, 7, SCARNE))
    assert list(find_playoffs(4, 5, 7, SCARNE)) == playoffs


# Playoffs and other decks


def test_playoffs_meet_conditions() -> None:
    texts = ["south holds at least 2 trumps", "north holds no ace", "trump is hearts"]
    fixed = Hand.parse("TS TS")
    found = list(find_playoffs(5, 30, 1, SCARNE, where=texts, north=fixed))
    assert len(found) == 30
    for position in found:
        assert len(position.south) == len(position.north) == 5
        assert position.trump is Suit.HEARTS
        assert of_suit(position.south, Suit.HEARTS) >= 2
        assert of_rank(position.north, Rank.ACE) == 0
        assert number_of(position.north, "TS") == 2
    assert {position.turn for position in found} == set(Seat)
    suits = {position.trump for position in find_playoffs(3, 30, 1, SCARNE, south=fixed)}
    assert suits == set(Suit)


def test_melds_are_those_of_the_rulebook() -> None:
    nines = MeldKind("nines", 20, "9*")
    house = replace(SCARNE, name="house", melds=(*SCARNE.melds, nines))
    for deal in find_deals(20, 1, house, where=["south holds nines around"]):
        assert number_of_suits(deal.south, "9") == 4
    with pytest.raises(NotationError, match="nines may be cards, or the meld"):
        parse_condition("south holds nines", house)
    assert parse_condition("south holds nines", SCARNE).least == 1
    small = replace(
        SCARNE, name="small", deck=SIXTEEN, melds=SMALL_RULEBOOKS["sixteen-hayes"].melds
    )
    for deal in find_deals(20, 1, small, where=["either holds a double pinochle"]):
        assert any(number_of(hand, "QS") == number_of(hand, "JD") == 2 for hand in both(deal))


def test_a_hand_may_be_asked_to_hold_all_cards_of_a_rank() -> None:
    for deal in find_deals(3, 1, SCARNE, where=["south holds 8 aces", "north holds no king"]):
        assert (of_rank(deal.south, Rank.ACE), of_rank(deal.north, Rank.KING)) == (8, 0)


def test_melds_that_their_own_cards_may_make_again_come_to_more() -> None:
    """Of two kings and two queens three pairs, each with one card more than before."""
    house = replace(SCARNE, name="house", melds=(MeldKind("pair", 20, "KH QH"),), dealer_dix=0)
    south = Hand.parse("AATT99.KKQQJJ.-.-")
    assert meld_points(house, Suit.SPADES, south) == 60
    where = ["south holds exactly 60 meld points"]
    (deal,) = find_deals(1, 1, house, south=south, where=where, seconds=5)
    assert deal.south == south
    with pytest.raises(NoDealError):
        list(
            find_deals(1, 1, house, south=south, where=["south holds 80 meld points"], seconds=0.01)
        )


@given(
    st.integers(0, 10**6), st.sampled_from([*PINOCHLE_BOOKS.values(), *SMALL_RULEBOOKS.values()])
)
def test_meld_points_are_those_of_the_best_order(seed: int, rules: Rulebook) -> None:
    (deal,) = random_deals(1, seed, rules)
    for hand in both(deal):
        points = meld_points(rules, deal.trump, hand)
        assert points == plan(rules, deal.trump, hand, turns=12).points
        counts = np.frombuffer(hand.counts, np.uint8)[None]
        assert Values(rules, deal.count, deal.trump)._most_meld_points(counts)[0] >= points
        assert (points > 0) == bool(hand_options(rules, deal.trump, hand))


# What is wrong

UNREAD = {
    "": "there should follow south, north, either, both, neither, stock, upcard, trump",
    "soth holds a run": "'soth', did you mean south?",
    "east holds a run": "'east', expected south, north, either",
    "south hods a run": "'hods', did you mean holds?",
    "south": "there should follow holds",
    "south holds": "there should follow a card",
    "south holds a pinocle": "'pinocle', did you mean pinochle?",
    "south holds a xyzzy": r"'xyzzy', expected a card \(QS\), a rank .* a meld \(marriage, royal m",
    "south holds atleast 3 aces": "'atleast', did you mean at least?",
    "south holds at least aces": "at least how many",
    "south holds 3 s": "'s', expected",
    "south holds 3 q": "'q', expected",
    "south holds fewer than 0 aces": "fewer than how many",
    "south holds 7S": "7S is not in the pinochle deck",
    "south holds aces": "aces may be cards, or the meld: say how many aces, or aces around",
    "upcard is a run": "'run', expected a card",
    "upcard holds a run": "'holds', expected is",
    "trump is a nine": "'nine', expected a suit",
}


@pytest.mark.parametrize("text", UNREAD)
def test_the_word_that_is_wrong_is_named(text: str) -> None:
    with pytest.raises(NotationError, match=f"^where: {text!r}: {UNREAD[text]}") as error:
        parse_condition(text, SCARNE)
    assert len(str(error.value)) < 300


@given(st.text(max_size=60), st.sampled_from(["south holds ", "upcard is ", "trump is ", ""]))
def test_no_text_is_more_than_refused(text: str, before: str) -> None:
    try:
        parse_condition(before + text, SCARNE)
    except NotationError as error:
        assert error.token == "where"
        assert "\n" not in str(error)


IMPOSSIBLE: list[tuple[dict[str, object], str]] = [
    ({"south": Hand.parse("QS QS QS")}, "south: 3 copies of QS, the deck has 2"),
    ({"south": Hand.parse("QS QS"), "north": Hand.parse("QS")}, "north: 3 copies of QS"),
    (
        {"south": Hand.parse("QS"), "north": Hand.parse("QS"), "upcard": Card.parse("QS")},
        "upcard: 3 copies of QS, the deck has 2",
    ),
    ({"north": Hand.parse("AATTKKQQJJ99.A.-.-")}, "north: 13 cards, a hand has 12"),
    ({"south": Hand.parse("8S")}, "south: 8S is not in the pinochle deck"),
    ({"where": ["both hold a double run"]}, "where: 'both hold a double run': no deal meets this"),
    ({"where": ["south holds 9 aces"]}, "where: 'south holds 9 aces': no deal meets this"),
    ({"where": ["south holds 3 runs"]}, "where: 'south holds 3 runs': no deal meets this"),
    (
        {"where": ["upcard is a nine"], "upcard": Card.parse("QS")},
        "where: 'upcard is a nine': no deal meets this, with the cards that are fixed",
    ),
    (
        {"where": ["south holds a run"], "north": Hand.parse("AA.AA.AA.AA")},
        "where: 'south holds a run': no deal meets this",
    ),
    (
        {"where": ["south holds 8 aces", "south holds 8 kings"]},
        "where: no deal meets all of these conditions",
    ),
    (
        {"where": ["south holds 2 QS", "north holds a pinochle"]},
        "where: no deal meets all of these conditions",
    ),
]
IMPOSSIBLE += [
    ({"where": texts}, "where: no deal meets all of these conditions")
    for texts in (
        ["south holds at least 2 tens", "south holds at most 1 ten"],
        ["south holds no ace", "south holds 2 aces"],
        ["both hold at least 2 aces", "north holds 1 ace"],
        ["north holds 3 trumps", "both hold fewer than 2 trumps"],
        ["south holds 2 tens of spades", "south holds at most 1 ten"],
        [f"south holds at least 5 {suit}" for suit in ("spades", "hearts", "clubs")],
        ["south holds 5 aces", "north holds at least 4 aces"],
        ["either holds 7 spades", "south holds 6 hearts", "north holds 6 hearts"],
        ["neither holds more than 3 aces", "both hold 4 aces"],
        ["trump is hearts", "south holds a run", "south holds 5 clubs", "south holds 5 spades"],
        ["north holds 8 aces", "upcard is an ace"],
    )
]
IMPOSSIBLE.append(
    (
        {"where": ["south holds at most 3 aces"], "south": Hand.parse("AA.AA.-.-")},
        "where: 'south holds at most 3 aces': no deal meets this, with the cards that are fixed",
    )
)
IMPOSSIBLE += [
    ({"where": [text]}, f"where: '{text}': no deal meets this")
    for text in (
        "neither holds at least 0 aces",
        "neither holds at least 0 runs",
        "neither holds at least 0 meld points",
        "south holds at least 129 card points",
        "both hold at most 7 card points",
        "either holds more than 128 card points",
        "neither holds at most 128 card points",
    )
]
IMPOSSIBLE += [
    (
        {"where": [text], "south": Hand.parse("99.99.-.JJ")},
        f"where: '{text}': no deal meets this, with the cards that are fixed",
    )
    for text in ("south holds at least 71 card points", "north holds fewer than 18 card points")
]
# More than any hand comes to, which nobody knows before it has been looked for.
TOO_MANY = ["south holds at least 2000 meld points"]


@pytest.mark.parametrize("case", range(len(IMPOSSIBLE)))
def test_what_cannot_be_dealt_is_refused(case: int) -> None:
    asked, told = IMPOSSIBLE[case]
    with pytest.raises(IllegalPositionError, match=f"^{told}"):
        next(find_deals(1, 1, SCARNE, **asked))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "texts",
    [
        ("south holds at least 2 tens", "north holds at most 1 ten"),
        ("either holds 3 aces", "south holds no ace"),
        ("neither holds 3 aces", "south holds at least 2 aces"),
        ("south holds at least 3 spades", "south holds at most 1 ten"),
        ("south holds at least 2 tens", "south holds at most 2 tens"),
    ],
)
def test_what_only_seems_to_exclude_one_another_is_dealt(texts: tuple[str, ...]) -> None:
    (deal,) = find_deals(1, 1, SCARNE, where=texts)
    assert deal.south


@pytest.mark.parametrize("seed", range(tried(20, 400)))
def test_what_some_deal_meets_is_not_refused(seed: int) -> None:
    random = Random(seed)
    rules = RULEBOOKS[random.choice(["scarne", "goulash", "glup"])]
    (deal,) = random_deals(1, seed, rules)
    held = {
        Seat.SOUTH: np.frombuffer(deal.south.counts, np.uint8)[None],
        Seat.NORTH: np.frombuffer(deal.north.counts, np.uint8)[None],
    }
    values, met = Values(rules, rules.count, deal.trump), [f"upcard is {deal.upcard}"]
    for _ in range(60):
        subject = random.choice(["south", "north", "either", "both", "neither"])
        bound = random.choice(["at least", "at most", "exactly"])
        things = random.choice(["aces", "trumps", "clubs", "QS", "dixes", "marriages", "runs"])
        number = random.randrange(8)
        if random.random() < 0.2:
            things, number = "card points", random.randrange(130)
        text = f"{subject} holds {bound} {number} {things}"
        if len(met) < 7 and values.meets(parse_condition(text, rules), held)[0]:
            met.append(text)
    # Nothing is looked for before all that is known to be impossible is refused.
    with pytest.raises(NoDealError):
        list(find_deals(10**9, 1, rules, where=met, seconds=1e-9))


def test_without_an_upcard_none_can_be_asked_for() -> None:
    with pytest.raises(PositionError, match="'upcard is QS': no card is turned up"):
        next(find_playoffs(4, 1, 1, SCARNE, where=["upcard is QS"]))
    deck = replace(SCARNE.deck, stock=24, upcard=False)
    bare = replace(SCARNE, name="bare", deck=deck)
    with pytest.raises(PositionError, match="upcard: QS, but no card is turned up"):
        next(find_deals(1, 1, bare, upcard=Card.parse("QS")))
    deals = list(find_deals(40, 1, bare, where=["south holds a run"]))
    assert {deal.trump for deal in deals} == set(Suit)
    assert all(has_run(deal, deal.south) for deal in deals)


def test_what_is_not_found_in_time_is_given_up() -> None:
    with pytest.raises(NoDealError, match=r"gave up after 0\.2 s: 0 of [0-9,]+ deals") as error:
        list(find_deals(1, 1, SCARNE, where=TOO_MANY, seconds=0.2))
    assert (error.value.found, error.value.seconds) == (0, 0.2)
    assert error.value.tried > 1_000


# pinochle deal


def test_deal_prints_what_is_wanted(pinochle: Pinochle) -> None:
    asked = ("deal", "--where", "south holds a run", "--south", "queen of spades, JD")
    run = pinochle(*asked, "--upcard", "9H", "--number", "3", "--seed", "4")
    assert (run.status, run.err) == (0, "")
    records = [record for _, record in numbered_records(run.out.splitlines())]
    assert len(records) == 3
    for record in records:
        assert not isinstance(record, PositionError)
        assert record.south is not None
        assert set(map(Card.parse, ["AH", "TH", "KH", "QH", "JH", "QS", "JD"])) <= set(record.south)
        assert record.upcard == Card.parse("9H")
        assert record.score == Points(0, 0)
    more = pinochle(*asked, "--upcard", "9H", "--count", "4", "--seed", "4").out
    assert more.startswith(run.out)
    lines = pinochle("deal", "--playoff", "4", "--north", "AS AS", "--number", "2").out
    for line in lines.splitlines():
        assert number_of(PlayoffPosition.parse(line).north, "AS") == 2


def test_count_is_what_cards_count_and_once_was_a_number(pinochle: Pinochle) -> None:
    one = pinochle("deal", "--count", "Simplified").out
    assert '[Count "simplified"]' in one
    assert one == pinochle("deal", "--card-count", "simplified").out
    assert pinochle("deal", "--count", "3").out == pinochle("deal", "--number", "3").out
    assert "--number or --count 3, not both" in pinochle("deal", "--count=3", "--number=2").err
    wrong = pinochle("deal", "--count", "olds")
    assert (wrong.status, "'olds' is not one of 'old', " in wrong.err) == (2, True)
    assert "--card-count" not in pinochle("deal", "--help").out


def test_deal_refuses_in_one_line(pinochle: Pinochle) -> None:
    for arguments, told in (
        (["--where", "south hods a run"], "--where: 'south hods a run': 'hods', did you mean"),
        (["--south", "QS QS QS"], "--south: 3 copies of QS, the deck has 2"),
        (["--south", "ZS"], "--south: "),
        (["--upcard", "Q"], "--upcard: "),
        (["--playoff", "2", "--upcard", "QS"], "--upcard: in a playoff no card is turned up"),
        (["--playoff", "2", "--south", "AS KS QS"], "--south: 3 cards, a hand has 2"),
    ):
        run = pinochle("deal", *arguments)
        assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
        assert told in run.err


def test_deal_tells_how_far_it_came(pinochle: Pinochle) -> None:
    texts = [word for text in TOO_MANY for word in ("--where", text)]
    run = pinochle("deal", *texts, "--seconds", "0.1")
    assert (run.status, run.out) == (1, "")
    assert run.err.startswith("gave up after 0.1 s: 0 of ")
    rare = ("--where", "south holds at least 9 trumps", "--number", "1000000")
    run = pinochle("deal", *rare, "--seconds", "1")
    assert run.status == 1
    found = run.out.count("[Rules ")
    assert run.err.startswith(f"gave up after 1 s: {found:,} of ")
    assert found > 0


def test_the_stock_holds_what_is_asked_for() -> None:
    where = ["the stock holds 2 AS", "the stock holds at least 90 card points"]
    for deal in find_deals(20, 1, SCARNE, where=where):
        assert deal.stock.count(Card.parse("AS")) == 2
        assert SCARNE.count.of(deal.stock) >= 90
    for text, fact in (
        ("the stock holds 3 AS", "no deal meets this"),
        ("stock holds a run", "the stock holds cards and card points, but no melds"),
    ):
        with pytest.raises(PositionError, match=fact):
            next(find_deals(1, 1, SCARNE, where=[text]))
    with pytest.raises(IllegalPositionError, match="in a playoff there is no stock"):
        next(find_playoffs(5, 1, 1, SCARNE, where=["the stock holds AS"]))

"""Points, money, checks, ends of games, irregularities (RULES-TABLE.md, sections 6, 7, 9, 10)."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import chain, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.paths import ROOT
from helpers.table_comparison import WITHOUT_STOCK, deal_of, move_of
from helpers.table_comparison import rules_of as rules_of_oracle
from oracle.table import deals as oracle_deals
from oracle.table import game as oracle_game
from oracle.table import hand as oracle_hand
from oracle.table import irregularities
from oracle.table import scoring as oracle_scoring
from oracle.table.melds import laying_text
from oracle.table.rulebooks import table as oracle_table
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.checks_paid import contract_checks, meld_checks
from pinochle_solver.table.game import (
    TableGame,
    game_begun,
    next_dealer,
    payments,
    standing,
    why_not_settled,
)
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.irregularities import exposed_widow, outcome_after, result_after
from pinochle_solver.table.melds import TableMelds, parse_melds
from pinochle_solver.table.money import base_of, least_chance, stakes_of
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, TableRules, with_options
from pinochle_solver.table.rules import CheckRules, MoneyRules
from pinochle_solver.table.scoring import HandFacts, Outcome, Unit, scored
from pinochle_solver.table.seats import Seat

SOUTH, WEST, NORTH, EAST = Seat
NAMES = {
    "run": "run:AS.TS.KS.QS.JS",
    "royal": "royal-marriage:KS.QS",
    "H": "marriage:KH.QH",
    "D": "marriage:KD.QD",
    "C": "marriage:KC.QC",
    "aces": "aces:AS.AH.AD.AC",
    "kings": "kings:KS.KH.KD.KC",
    "queens": "queens:QS.QH.QD.QC",
    "jacks": "jacks:JS.JH.JD.JC",
    "pinochle": "pinochle:QS.JD",
    "dix": "dix:9S",
}


def laid(text: str) -> TableMelds:
    """Melds with spades as trump: ``run aces H`` with the marriage of hearts."""
    return parse_melds("+".join(NAMES[word] for word in text.split()) or "none", Suit.SPADES)


def rules_of(text: str, *, out_dealer: bool = False) -> TableRules:
    name, *options = text.split()
    return with_options(TABLE_RULEBOOKS[name], options, out_dealer=out_dealer)


def played(
    text: str,
    contract: int | None,
    cards: tuple[int, ...],
    *melds: str,
    won: tuple[int, ...] | None = None,
    buried: int = 0,
    trump: str = "S",
    out_dealer: bool = False,
) -> HandFacts:
    """A hand that south has bid for and all have played; without `won` each has won a trick."""
    rules = rules_of(text, out_dealer=out_dealer)
    nothing = ("",) * (len(rules.table) - len(melds))
    return HandFacts(
        rules=rules,
        dealer=rules.table[-1],
        bidder=None if contract is None else SOUTH,
        contract=contract,
        trump=Suit.parse(trump),
        melds=tuple(map(laid, (*melds, *nothing))),
        cards=cards,
        won=won or (1,) * len(rules.table),
        buried=buried,
        ending=Ending.PLAYED,
    )


def money_of(text: str) -> MoneyRules:
    money = rules_of(text).money
    assert money is not None
    return money


# Money


@pytest.mark.parametrize(
    ("contracts", "base"),
    [
        ((10,), 1),
        ((240,), 24),
        ((250, 290), 25),
        ((300, 340), 30),
        ((350, 390), 50),
        ((400, 440), 100),
        ((450, 490), 200),
        ((500, 540), 400),
        ((550, 590), 800),
        ((600, 640), 1600),
        ((650,), 3200),
    ],
)
def test_the_base(contracts: tuple[int, ...], base: int) -> None:
    for contract in contracts:
        assert base_of(money_of("auction"), contract) == base
        assert base_of(money_of("auction points"), contract) == contract


@pytest.mark.parametrize(
    ("contracts", "base"),
    [
        ((10, 20), 1),
        ((30,), 2),
        ((200,), 10),
        ((210, 220), 11),
        ((230, 240), 12),
        ((250, 290, 300, 340), 15),
        ((350, 390), 25),
        ((400, 440), 50),
        ((450, 490), 100),
        ((500, 540), 200),
        ((550, 590), 400),
        ((600, 640), 800),
        ((650,), 1600),
    ],
)
def test_the_base_of_a_nickel(contracts: tuple[int, ...], base: int) -> None:
    for contract in contracts:
        assert base_of(money_of("auction nickel"), contract) == base
    halves = Fraction(base_of(money_of("auction"), contracts[0]), 2)
    assert base == (15 if contracts[0] == 250 else math.ceil(halves))


def test_300_in_spades_for_a_nickel_a_hundred() -> None:
    lost = scored(played("auction nickel kitty", 300, (190, 40, 20), "aces"), 100)
    assert (lost.outcome, lost.scores, lost.kitty) == (Outcome.SET, (-150, 60, 60), 130)


@pytest.mark.parametrize(
    ("text", "factors"),
    [
        ("auction", (2, 1, 1, 1)),
        ("auction nospades", (1, 1, 1, 1)),
        ("auction hearts", (2, 3, 1, 1)),
    ],
)
def test_what_the_suit_multiplies(text: str, factors: tuple[int, ...]) -> None:
    for suit, factor in zip(Suit, factors, strict=True):
        stakes = stakes_of(money_of(text), 300, suit)
        assert (stakes.made, stakes.conceded, stakes.lost) == (30 * factor, 30, 60 * factor)


@pytest.mark.parametrize(("text", "unit"), [("auction", 1), ("auction points", 10)])
def test_300_in_spades(text: str, unit: int) -> None:
    made = scored(played(text, 300, (200, 30, 20), "aces"))
    assert (made.outcome, made.scores) == (Outcome.MADE, (120 * unit, -60 * unit, -60 * unit))
    lost = scored(played(text, 300, (190, 40, 20), "aces"))
    assert (lost.outcome, lost.scores) == (Outcome.SET, (-240 * unit, 120 * unit, 120 * unit))
    facts = replace(played(text, 300, (0, 0, 0)), ending=Ending.CONCEDED, trump=None)
    assert scored(facts).scores == (-60 * unit, 30 * unit, 30 * unit)


def test_295_does_not_make_300() -> None:
    assert scored(played("auction", 300, (195, 35, 20), "aces")).outcome is Outcome.SET
    assert scored(played("auction", 300, (195, 30, 20), "aces", buried=5)).outcome is Outcome.MADE


def test_an_out_dealer_is_one_more_opponent() -> None:
    facts = played("auction", 300, (0, 0, 0, 0), out_dealer=True, trump="C")
    assert scored(facts).scores == (-180, 60, 60, 60)


@pytest.mark.parametrize(
    ("text", "contract", "kitty", "made", "conceded", "lost"),
    [
        ("auction kitty", 300, 1000, 0, 30, 60),
        ("auction kitty", 350, 75, 0, 50, 100),
        ("auction kitty", 390, 1000, 0, 50, 100),
        ("auction kitty350", 340, 1000, 0, 30, 60),
        ("auction kitty350", 350, 75, 37, 38, 75),
        ("auction kitty350", 400, 75, 75, 75, 150),
        ("auction kitty", 400, 75, 75, 75, 150),
        ("auction kitty points", 300, 1000, 0, 300, 600),
        ("auction kitty points", 360, 1000, 0, 360, 720),
        ("auction kitty350 points", 360, 1000, 500, 500, 1000),
        ("auction kitty points", 420, 1000, 1000, 1000, 2000),
        ("auction", 420, 1000, 0, 0, 0),
    ],
)
def test_the_kitty(
    text: str, contract: int, kitty: int, made: int, conceded: int, lost: int
) -> None:
    stakes = stakes_of(money_of(text), contract, Suit.SPADES, kitty)
    assert (stakes.kitty_made, stakes.kitty_conceded, stakes.kitty_lost) == (made, conceded, lost)
    result = scored(played(text, contract, (0, 150, 100)), kitty)
    assert result.kitty == kitty + lost
    assert sum(result.scores) == -lost


def test_four_aces_are_paid_for_made_or_not() -> None:
    facts = replace(played("auction aces min200", 300, (0, 150, 100), trump="C"), four_aces=True)
    assert scored(facts).scores == (-80, 40, 40)
    assert scored(replace(facts, rules=rules_of("auction"))).scores == (-120, 60, 60)
    conceded = replace(facts, ending=Ending.CONCEDED, trump=None)
    assert scored(conceded).scores == (-20, 10, 10)


@pytest.mark.parametrize(
    ("text", "suit", "chance"),
    [
        ("auction", Suit.CLUBS, Fraction(1, 3)),
        ("auction", Suit.SPADES, Fraction(1, 2)),
        ("auction hearts", Suit.HEARTS, Fraction(5, 9)),
        ("auction nospades", Suit.SPADES, Fraction(1, 3)),
    ],
)
@pytest.mark.parametrize("opponents", [2, 3])
def test_when_to_play_and_not_to_concede(
    text: str, suit: Suit, chance: Fraction, opponents: int
) -> None:
    assert least_chance(stakes_of(money_of(text), 300, suit), opponents) == chance


@given(
    st.sampled_from(["auction kitty", "auction kitty350"]),
    st.sampled_from([300, 360, 420]),
    st.integers(0, 2000),
    st.sampled_from(Suit),
)
def test_at_the_least_chance_playing_and_conceding_are_worth_the_same(
    text: str, contract: int, kitty: int, suit: Suit
) -> None:
    stakes = stakes_of(money_of(text), contract, suit, kitty)
    p = least_chance(stakes, 2)
    made, lost = 2 * stakes.made + stakes.kitty_made, 2 * stakes.lost + stakes.kitty_lost
    assert p * made - (1 - p) * lost == -(2 * stakes.conceded + stakes.kitty_conceded)


# Points


def test_the_scoring_game() -> None:
    result = scored(played("auction-score", 300, (210, 20, 20), "run", "H", "D", won=(9, 6, 0)))
    assert (result.outcome, result.scores) == (Outcome.MADE, (360, 40, 20))
    result = scored(played("auction-score", 300, (145, 85, 20), "run"))
    assert (result.outcome, result.scores) == (Outcome.SET, (-300, 85, 20))
    assert result.totals[SOUTH] == 295


def test_a_bidder_with_a_widow_needs_no_trick() -> None:
    result = scored(
        played("auction-score", 250, (0, 150, 70), "run aces", won=(0, 9, 6), buried=30)
    )
    assert result.scores == (280, 150, 70)


def test_the_example_of_corners() -> None:
    facts = played("corners", 250, (60, 80, 55, 55), "H H D run", "queens")
    facts = replace(facts, melds=(laid("royal H D dix"), laid("queens"), laid("jacks"), ()))
    assert [facts.total(unit) for unit in facts.units] == [245, 195]
    result = scored(facts)
    assert (result.outcome, result.scores) == (Outcome.SET, (-250, 195))


@pytest.mark.parametrize("name", ["firehouse", "corners", "check", "check-original"])
def test_with_twelve_cards_the_bidding_sides_melds_need_a_trick(name: str) -> None:
    facts = played(name, 200, (0, 250, 0, 0), "run aces", won=(0, 12, 0, 0))
    assert scored(facts).scores == (-200, 250)
    facts = played(name, 200, (0, 240, 10, 0), "run aces", won=(0, 11, 1, 0))
    assert scored(facts).scores == (260, 240)


def test_partnership_is_scored_without_a_contract() -> None:
    facts = played("partnership", None, (100, 0, 150, 0), "run", "aces", won=(6, 0, 6, 0))
    result = scored(facts)
    assert (result.outcome, result.scores) == (Outcome.PLAYED, (400, 0))


def test_a_hand_that_goes_on_has_no_result() -> None:
    with pytest.raises(ValueError, match="the hand is not over"):
        scored(replace(played("corners", 200, (0, 0, 0, 0)), ending=None))


# Checks


def checks_of(name: str) -> CheckRules:
    checks = TABLE_RULEBOOKS[name].checks
    assert checks is not None
    return checks


@pytest.mark.parametrize(
    ("contract", "check", "original"),
    [
        (200, 2, 2),
        (240, 2, 2),
        (250, 4, 4),
        (300, 7, 7),
        (390, 10, 10),
        (400, 15, 13),
        (490, 20, 16),
        (500, 25, 19),
        (590, 30, 19),
        (600, 35, 19),
        (650, 40, 19),
    ],
)
def test_checks_for_the_contract(contract: int, check: int, original: int) -> None:
    for name, checks in (("check", check), ("check-original", original)):
        assert contract_checks(checks_of(name), contract) == checks


@pytest.mark.parametrize(
    ("melds", "check", "original"),
    [
        ("", 0, 0),
        ("H royal dix", 0, 0),
        ("run", 2, 2),
        ("run run", 10, 4),
        ("aces", 2, 1),
        ("aces aces", 8, 2),
        ("run aces", 5, 3),
        ("run aces aces", 10, 4),
        ("run run aces", 12, 5),
        ("kings", 1, 1),
        ("queens jacks", 2, 2),
        ("pinochle", 0, 1),
        ("pinochle pinochle", 2, 2),
        ("kings queens royal H D C", 5, 4),
        ("kings queens run H D C", 7, 6),
        ("kings queens H D C", 2, 2),
        ("kings royal H D C", 1, 1),
        ("kings queens royal H H D", 2, 2),
    ],
)
def test_checks_for_melds(melds: str, check: int, original: int) -> None:
    for name, checks in (("check", check), ("check-original", original)):
        assert meld_checks(checks_of(name), laid(melds)) == checks


def test_checks_of_a_hand() -> None:
    made = played("check", 340, (110, 100, 40, 0), "run", "kings", "aces")
    assert scored(made).checks == (7 + 2 + 2, 1)
    lost = replace(made, cards=(10, 200, 40, 0), contract=400)
    assert scored(lost).checks == (0, 30 + 1)
    lost = played("check", 340, (0, 250, 0, 0), "run", "", "aces")
    assert scored(replace(lost, melds=(laid("run"), (), laid("H"), ()))).checks == (0, 14)


def test_each_part_of_the_checks_says_what_it_is_for() -> None:
    made = played(
        "check", 340, (110, 100, 40, 0), "run run aces", "kings", "queens royal H D C kings"
    )
    assert scored(made).check_parts == (
        (
            ("the contract", 7, None),
            ("double run", 10, SOUTH),
            ("aces", 2, SOUTH),
            ("roundhouse", 5, NORTH),
        ),
        (("kings", 1, WEST),),
    )
    beaten = played("check", 340, (0, 250, 0, 0), "run", "jacks", "", "pinochle", won=(0, 12, 0, 0))
    assert scored(beaten).check_parts == (
        (),
        (("setting the contract", 14, None), ("jacks", 1, WEST), ("all tricks", 5, None)),
    )
    twice = replace(made, rules=rules_of("check-original"))
    assert scored(
        replace(twice, melds=(laid("kings kings jacks pinochle pinochle"), *made.melds[1:]))
    ).check_parts[0][1:4] == (
        ("eight kings", 2, SOUTH),
        ("jacks", 1, SOUTH),
        ("double pinochle", 2, SOUTH),
    )


def test_checks_for_all_tricks() -> None:
    swept = played("check", 200, (250, 0, 0, 0), "", "aces", won=(5, 0, 7, 0))
    assert scored(swept).checks == (2 + 5, 0)  # west's aces have no trick
    assert scored(replace(swept, contract=300)).checks == (0, 14)


# Games


def ends(
    text: str, scores: tuple[int, ...], bidding: Seat | None, target: int | None = None
) -> tuple[Seat | None, int]:
    """The winner's first seat, and the target."""
    rules = rules_of(text, out_dealer=len(scores) == 4 and "corners" not in text)
    units = rules.score_units
    side = next((unit for unit in units if bidding in unit), None)
    now = standing(rules, dict(zip(units, scores, strict=True)), side, target)
    return None if now.winner is None else now.winner[0], now.target


@pytest.mark.parametrize(
    ("scores", "bidder", "winner", "target"),
    [
        ((1020, 1100, 1170), SOUTH, SOUTH, 1000),
        ((990, 1100, 1170), SOUTH, NORTH, 1000),
        ((990, 990, 980), SOUTH, None, 1000),
        ((1000, 900, 900), WEST, SOUTH, 1000),
        ((990, 1100, 1100), SOUTH, None, 1250),
        ((990, 1300, 1300), SOUTH, None, 1500),
        ((990, 1250, 1250), SOUTH, None, 1500),
        ((990, -1000, 500), WEST, SOUTH, 1000),
        ((500, -1000, 500), WEST, None, 1000),
        ((990, -990, 500), WEST, None, 1000),
        ((1010, -1000, 500), WEST, SOUTH, 1000),
        ((1020, 1100, 1170, 1180), SOUTH, SOUTH, 1000),
    ],
)
def test_the_end_of_the_scoring_game(
    scores: tuple[int, ...], bidder: Seat, winner: Seat | None, target: int
) -> None:
    assert ends("auction-score", scores, bidder) == (winner, target)


def test_after_the_target_has_risen() -> None:
    assert ends("auction-score", (1100, 1200, 1240), SOUTH, 1250) == (None, 1250)
    assert ends("auction-score", (1100, 1260, 1240), SOUTH, 1250) == (WEST, 1250)
    assert ends("auction-score", (1100, 1200, -1000), NORTH, 1250) == (WEST, 1250)


@pytest.mark.parametrize(
    ("text", "bidding_less", "bidding_equal"),
    [
        ("partnership-auction", WEST, WEST),
        ("firehouse", SOUTH, WEST),
        ("firehouse bidderfirst", WEST, WEST),
        ("corners", SOUTH, None),
        ("check", SOUTH, None),
        ("check-original", SOUTH, None),
        ("partnership", SOUTH, None),
    ],
)
def test_both_sides_reach_the_target(
    text: str, bidding_less: Seat, bidding_equal: Seat | None
) -> None:
    bidding = None if text == "partnership" else WEST
    assert ends(text, (1100, 1050), bidding) == (bidding_less, 1000)
    assert ends(text, (1050, 1050), bidding) == (bidding_equal, 1000)
    assert ends(text, (1050, 990), bidding) == (SOUTH, 1000)
    assert ends(text, (990, -1100), bidding) == (None, 1000)


@pytest.mark.parametrize(
    ("text", "scores", "bidding", "is_made", "winner"),
    [
        ("corners", (1100, 1050), WEST, True, WEST),
        ("corners", (1100, 1050), WEST, False, None),
        ("corners", (1100, 1050), SOUTH, True, SOUTH),
        ("corners", (1100, 990), WEST, True, None),
        ("corners", (1050, 1050), WEST, True, WEST),
        ("firehouse", (1100, 990), WEST, True, None),
        ("firehouse", (1050, 1050), WEST, False, None),
        ("partnership-auction", (1100, 1050), WEST, False, None),
        ("partnership-auction", (1100, 1050), None, False, None),
        ("check", (1000, -20), SOUTH, True, SOUTH),
        ("check", (1000, -1000), SOUTH, False, None),
        ("check-original", (900, 1000), WEST, True, WEST),
        ("auction-score", (1020, 1100, 1170), SOUTH, True, SOUTH),
        ("auction-score", (1020, 1100, 1170), SOUTH, False, None),
        ("auction-score", (990, 1100, 1100), SOUTH, True, None),
        # The floor: the highest wins, over the target or not.
        ("auction-score", (1020, -1000, 500), WEST, False, SOUTH),
        ("auction-score", (-1000, 990, 500), SOUTH, False, WEST),
        ("auction-score", (1020, -1000, 1010), NORTH, True, NORTH),
    ],
)
def test_who_must_bid_to_go_out(
    text: str, scores: tuple[int, ...], bidding: Seat | None, is_made: bool, winner: Seat | None
) -> None:
    rules = rules_of(f"{text} mustbid")
    by_unit = dict(zip(rules.score_units, scores, strict=True))
    side = next((unit for unit in rules.score_units if bidding in unit), None)
    now = standing(rules, by_unit, side, is_made=is_made)
    assert (None if now.winner is None else now.winner[0], now.target) == (winner, 1000)


def test_a_game_goes_on_until_somebody_bids_to_go_out() -> None:
    ours = played("corners mustbid", 250, (150, 20, 60, 20), "run", won=(8, 1, 2, 1))
    theirs = replace(ours, bidder=WEST, contract=40)
    assert (scored(theirs).outcome, scored(theirs).scores) == (Outcome.MADE, (360, 40))
    lost = replace(ours, contract=400)
    game = replace(game_begun(ours.rules, SOUTH), scores=(900, 100))
    for facts, scores, winner in (
        (theirs, (1260, 140), None),
        (lost, (860, 180), None),
        (theirs, (1220, 220), None),
        (ours, (1580, 260), (SOUTH, NORTH)),
    ):
        game = game.after(scored(facts))
        assert (game.scores, game.winner, game.target) == (scores, winner, 1000)
    plain = replace(game_begun(rules_of("corners"), SOUTH), scores=(900, 100))
    assert plain.after(scored(replace(theirs, rules=plain.rules))).winner == (SOUTH, NORTH)


@pytest.mark.parametrize(
    ("scores", "now", "winner", "target"),
    [
        ((1010, 1010, 900), 1000, None, 1250),
        ((1240, 1200, 900), 1250, None, 1250),
        ((1300, 1260, 900), 1250, SOUTH, 1250),
        ((1250, 1250, 1005), 1250, None, 1500),
        ((1010, 1020, 1005), 1000, WEST, 1000),
    ],
)
def test_the_end_of_hayes(
    scores: tuple[int, ...], now: int, winner: Seat | None, target: int
) -> None:
    assert ends("hayes-3", scores, None, now) == (winner, target)


@given(
    st.sampled_from(sorted(set(TABLE_RULEBOOKS) - {"auction"})),
    st.lists(st.integers(-110, 160), min_size=4, max_size=4),
    st.none() | st.integers(0, 3),
    st.sampled_from([1000, 1250, 1500]),
    st.booleans(),
)
def test_games_end_as_with_the_oracle(
    name: str, tens: list[int], bidding: int | None, target: int, same: bool
) -> None:
    rules = TABLE_RULEBOOKS[name]
    units = rules.score_units
    scores = [10 * ten for ten in tens]
    if same:
        scores[1] = scores[0]
    by_unit = dict(zip(units, scores, strict=False))
    side: Unit | None = None
    if rules.auction is not None and bidding is not None:
        side = units[bidding % len(units)]
    names = {unit: "+".join(seat.text() for seat in unit) for unit in units}
    told = oracle_game.standing(
        oracle_table(name),
        {names[unit]: score for unit, score in by_unit.items()},
        None if side is None else names[side],
        target,
    )
    now = standing(rules, by_unit, side, target)
    assert (None if now.winner is None else names[now.winner], now.target) == (
        told.winner,
        told.target,
    )


@pytest.mark.parametrize(
    ("text", "out_dealer", "outcome", "following"),
    [
        ("auction", False, Outcome.MADE, SOUTH),
        ("auction", False, Outcome.PASSED_OUT, SOUTH),
        ("auction", False, Outcome.VOID, NORTH),
        ("auction", True, Outcome.SET, EAST),
        ("auction noforce", True, Outcome.PASSED_OUT, NORTH),
        ("auction noforce", True, Outcome.MADE, EAST),
        ("corners", False, Outcome.MADE, EAST),
    ],
)
def test_who_deals_next(text: str, out_dealer: bool, outcome: Outcome, following: Seat) -> None:
    assert next_dealer(rules_of(text, out_dealer=out_dealer), NORTH, outcome) == following


def test_a_game_of_checks() -> None:
    game = game_begun(TABLE_RULEBOOKS["check"], EAST)
    hand = played("check", 500, (200, 50, 0, 0), "run run")
    game = game.after(scored(hand))
    assert (game.dealer, game.scores, game.checks) == (SOUTH, (500, 50), (35, 0))
    game = game.after(result := scored(replace(hand, cards=(0, 250, 0, 0), bidder=WEST)))
    assert result.scores == (300, -500)
    assert (game.scores, game.checks, game.winner) == ((800, -450), (35 + 10 + 50, 0), None)
    game = game.after(scored(hand))
    assert (game.scores, game.winner) == ((1300, -400), (SOUTH, NORTH))
    assert game.checks == (95 + 35 + 10 + 5, 0)
    with pytest.raises(ValueError, match="the game is over"):
        game.after(result)


@pytest.mark.parametrize(
    ("name", "losers", "checks"),
    [("check", 10, 10), ("check", 0, 15), ("check", -10, 15), ("check-original", -10, 7)],
)
def test_checks_for_the_game(name: str, losers: int, checks: int) -> None:
    game = replace(game_begun(TABLE_RULEBOOKS[name], EAST), scores=(990, losers))
    hand = played(name, 200, (250, 0, 0, 0), won=(11, 1, 0, 0))
    assert game.after(scored(hand)).checks == (2 + checks, 0)


def test_a_game_for_money_has_a_kitty_and_no_end() -> None:
    game = game_begun(rules_of("auction kitty"), SOUTH)
    lost = played("auction kitty", 300, (0, 150, 100), trump="C")
    game = game.after(scored(lost, game.kitty))
    assert game == TableGame(
        rules=lost.rules, dealer=WEST, scores=(-180, 60, 60), kitty=60, target=None
    )
    won = played("auction kitty", 400, (250, 0, 0), "run", trump="C")
    game = game.after(scored(won, game.kitty))
    assert (game.scores, game.kitty, game.winner) == ((-180 + 260, -40, -40), 0, None)


def game_won(name: str, scores: tuple[int, ...], winner: Unit | None) -> TableGame:
    game = game_begun(TABLE_RULEBOOKS[name], SOUTH)
    return replace(game, scores=scores, winner=winner)


def test_money_by_the_difference() -> None:
    game = game_won("auction-score", (1020, 900, -100), (SOUTH,))
    paid = payments(TablePays.DIFFERENCE, game, [])
    assert paid == {(SOUTH,): 620 + 1620, (WEST,): -620, (NORTH,): -1620}
    for pays in TablePays:
        assert not any(payments(pays, replace(game, winner=None), []).values())


@pytest.mark.parametrize(
    ("text", "pays", "scores", "winner", "paid"),
    [
        # The finals of the book, and a fourth player, who is out in the last hand.
        ("auction-score", "difference", (960, 1620, 720), 1, (-1160, 2560, -1400)),
        ("auction-score", "difference-alone", (960, 1620, 720), 1, (-660, 1560, -900)),
        ("auction-score", "all-differences", (960, 1620, 720), 1, (-420, 1560, -1140)),
        ("auction-score", "difference", (960, 1620, 720, 100), 1, (-1160, 4580, -1400, -2020)),
        ("auction-score", "difference-alone", (960, 1620, 720, 100), 1, (-660, 3080, -900, -1520)),
        ("auction-score", "all-differences", (960, 1620, 720, 100), 1, (440, 3080, -520, -3000)),
        ("auction-score", "stakes", (960, 1620, 720, 100), 1, (-1, 3, -1, -1)),
        # A bidder wins with the lowest score: the differences are below 0.
        ("auction-score", "difference", (1020, 1100, 1170), 0, (770, -420, -350)),
        ("auction-score", "difference-alone", (1020, 1100, 1170), 0, (-230, 80, 150)),
        ("auction-score", "all-differences", (1020, 1100, 1170), 0, (-230, 10, 220)),
        # The book names the bonus of the scoring game alone.
        ("corners", "difference", (1010, 700), 0, (310, -310)),
        ("partnership-auction", "difference", (-100, 1010), 1, (-1110, 1110)),
        ("check", "difference", (1010, 700), 0, (310, -310)),
        ("macdougall-3", "difference", (400, 510, 90), 1, (-110, 530, -420)),
        ("macdougall-3", "all-differences", (400, 510, 90), 1, (200, 530, -730)),
        ("hayes-4", "difference", (1010, 900, 10, 0), 0, (2120, -110, -1000, -1010)),
    ],
)
def test_how_a_game_is_settled(
    text: str, pays: str, scores: tuple[int, ...], winner: int, paid: tuple[int, ...]
) -> None:
    with_out = text == "auction-score" and len(scores) == 4
    rules = rules_of(text, out_dealer=with_out)
    unit = rules.score_units[winner]
    game = replace(game_begun(rules, SOUTH), scores=scores, winner=unit)
    way = TablePays(pays)
    assert why_not_settled(rules, way) is None
    assert tuple(payments(way, game, []).values()) == paid
    assert sum(paid) == 0


@pytest.mark.parametrize(
    ("text", "pays", "why"),
    [
        ("auction", "stakes", "auction is paid hand by hand"),
        ("corners", "difference-alone", "corners has no bonus to leave off. Type difference"),
        ("hayes-3", "difference-alone", "hayes-3 has no bonus to leave off. Type difference"),
        ("check", "all-differences", "check has two sides. Type difference"),
    ],
)
def test_a_game_is_not_settled_so(text: str, pays: str, why: str) -> None:
    assert why_not_settled(rules_of(text), TablePays(pays)) == why


def test_the_pages_list_the_ways_to_settle_a_game() -> None:
    docs = ROOT / "docs"
    table = (docs / "RULES-TABLE.md").read_text().partition("**Money by agreement**")[2]
    rows = re.findall(r"^\| `([a-z-]+)` \| .* \| (.*) \|$", table, re.MULTILINE)
    assert [word for word, _ in rows] == [pays.value for pays in TablePays]
    without = [name for name in TABLE_RULEBOOKS if name != "auction"]
    games = {"all but auction": without, "hayes-n": [name for name in without if "hayes" in name]}
    for word, where in rows:
        named = re.split("[;,] ", where.removesuffix(" (ruling)"))
        assert [*chain.from_iterable(games.get(each, [each]) for each in named)] == [
            name
            for name, rules in TABLE_RULEBOOKS.items()
            if why_not_settled(rules, TablePays(word)) is None
        ]
    words = ", ".join(f"`{pays.value}`" for pays in TablePays)
    assert f"`--pays` with a word of T7 ({words})" in (docs / "NOTATION-TABLE.md").read_text()


def test_only_the_scoring_game_has_a_bonus() -> None:
    bonuses = {name: rules.stakes.bonus for name, rules in TABLE_RULEBOOKS.items()}
    assert {name: bonus for name, bonus in bonuses.items() if bonus} == {"auction-score": 500}


def test_money_by_stakes() -> None:
    game = game_won("hayes-4", (1020, 900, -100, 20), (WEST,))
    assert [*payments(TablePays.STAKES, game, []).values()] == [-1, 3, -1, -1]
    # In corners a game is 1.00, and a hand 0.25, from who loses it.
    ours, theirs = TABLE_RULEBOOKS["corners"].score_units
    made = scored(played("corners", 250, (150, 20, 60, 20), "run", won=(8, 1, 2, 1)))
    lost = scored(played("corners", 250, (50, 120, 60, 20), won=(2, 6, 3, 1)))
    assert (made.outcome, lost.outcome) == (Outcome.MADE, Outcome.SET)
    game = game_won("corners", (700, 690), None)
    assert payments(TablePays.STAKES, game, [made, made, lost]) == {ours: 25, theirs: -25}
    assert payments(TablePays.STAKES, replace(game, winner=theirs), [made]) == {
        ours: -75,
        theirs: 75,
    }
    assert not any(payments(TablePays.DIFFERENCE, game, [made]).values())


# Irregularities


@pytest.mark.parametrize(
    ("irregularity", "bidder", "other"),
    [
        (Irregularity.RENEGE, Outcome.SET, Outcome.MADE),
        (Irregularity.BURIAL, Outcome.SET, None),
        (Irregularity.LEAD, None, Outcome.MADE),
        (Irregularity.LOOKED, Outcome.SET, Outcome.MADE),
        (Irregularity.SHOWN, None, None),
        (Irregularity.WIDOW, Outcome.VOID, Outcome.VOID),
        (Irregularity.NUMBER, Outcome.SET, Outcome.MADE),
        (Irregularity.MISDEAL, Outcome.VOID, Outcome.VOID),
    ],
)
@pytest.mark.parametrize("name", ["auction", "auction-score", "corners"])
def test_what_an_irregularity_makes_of_the_contract(
    irregularity: Irregularity, bidder: Outcome | None, other: Outcome | None, name: str
) -> None:
    cards = (0,) * len(TABLE_RULEBOOKS[name].table)
    facts = replace(played(name, 300, cards), ending=None)
    assert outcome_after(facts, irregularity, SOUTH) is bidder
    assert outcome_after(facts, irregularity, WEST) is other
    assert (result_after(facts, irregularity, WEST) is None) == (other is None)


def test_a_wrong_number_before_the_first_lead_is_paid_as_conceded() -> None:
    facts = played("auction", 300, (0, 0, 0), won=(0, 0, 0))
    result = result_after(replace(facts, ending=None), Irregularity.NUMBER, SOUTH)
    assert result is not None
    assert result.scores == (-60, 30, 30)
    facts = played("auction-score", 300, (0, 0, 0), "run", "H", won=(0, 0, 0))
    result = result_after(replace(facts, ending=None), Irregularity.NUMBER, SOUTH)
    assert result is not None
    assert (result.outcome, result.scores) == (Outcome.SET, (-300, 20, 0))


@pytest.mark.parametrize(
    ("offender", "scores"), [(WEST, (300, 0, 40)), (NORTH, (300, 50, 0)), (SOUTH, (-300, 50, 40))]
)
def test_a_renege_where_points_are_scored(offender: Seat, scores: tuple[int, ...]) -> None:
    facts = played("auction-score", 300, (100, 30, 20), "run", "H", "D", won=(3, 1, 0))
    result = result_after(replace(facts, ending=None), Irregularity.RENEGE, offender)
    assert result is not None
    assert result.scores == scores


def test_a_renege_for_money_and_with_sides() -> None:
    for text, cards, offender, scores, checks in [
        ("auction", (100, 30, 20), NORTH, (120, -60, -60), ()),
        ("auction", (100, 30, 20), SOUTH, (-240, 120, 120), ()),
        ("corners", (100, 30, 20, 0), NORTH, (-300, 30), ()),
        ("corners", (100, 30, 20, 0), EAST, (300, 0), ()),
        ("check renegelost", (100, 30, 20, 0), NORTH, (-300, 30), (0, 14)),
        ("check renegelost", (100, 30, 20, 0), EAST, (300, 0), (7, 0)),
    ]:
        facts = replace(played(text, 300, cards), ending=None)
        result = result_after(facts, Irregularity.RENEGE, offender)
        assert result is not None
        assert (result.scores, result.checks) == (scores, checks)


def test_a_renege_in_check_gives_the_other_side_this_trick_and_the_later_ones() -> None:
    facts = played("check", 200, (100, 40, 0, 10), "run", won=(5, 2, 0, 1))
    facts = replace(facts, ending=None)
    result = result_after(facts, Irregularity.RENEGE, WEST)
    assert result is not None
    assert (result.outcome, result.scores) == (Outcome.MADE, (350, 50))
    result = result_after(facts, Irregularity.LEAD, NORTH)
    assert result is None
    result = result_after(facts, Irregularity.RENEGE, NORTH)
    assert result is not None
    assert result.scores == (250, 150)
    begun = replace(facts, cards=(0, 0, 0, 0), won=(0, 0, 0, 0))
    result = result_after(begun, Irregularity.RENEGE, WEST)
    assert result is not None
    assert (result.scores, result.checks) == ((400, 0), (2 + 2 + 5, 0))


@pytest.mark.parametrize("name", [name for name in WITHOUT_STOCK if name != "partnership"])
@pytest.mark.parametrize("seed", range(3))
def test_a_hand_that_is_stopped_comes_to_what_the_oracle_says(name: str, seed: int) -> None:
    steps = (step for number in count(seed, 3) for step in oracle_deals.random_hand(name, number))
    leads = (now for now, _ in steps if now.act == "play" and len(now.tricks) == 2 * seed)
    now = next(now for now in leads if not now.led)
    kitty = 75 if oracle_scoring.has_kitty(now.table) else 0
    told = oracle_hand.played(now, kitty)
    facts = hand_until(now).facts()
    for kind in (Irregularity.RENEGE, Irregularity.BURIAL, Irregularity.LOOKED, Irregularity.LEAD):
        for offender in now.seats:
            mine = offender in oracle_scoring.bidding_unit(now.table.rulebook, told)
            result = result_after(facts, kind, Seat.parse(offender), kitty)
            if not irregularities.ruling(kind.value, by_bidding_side=mine):
                assert result is None
                continue
            goes_on = now.table.rulebook.checks and "renegelost" not in now.table.options
            if goes_on and kind in (Irregularity.RENEGE, Irregularity.LEAD):
                units = oracle_scoring.units(now.table.rulebook, now.seats)
                (others,) = (unit for unit in units if offender not in unit)
                given = irregularities.check_renege(now.table, told, others)
                expected = oracle_scoring.result(now.table, given)
            else:
                expected = irregularities.stopped(now.table, told, kind.value, offender)
            assert result is not None
            named = ["+".join(seat.text() for seat in unit) for unit in result.units]
            assert dict(zip(named, result.scores, strict=True)) == expected.score, kind
            assert dict(zip(named, result.checks, strict=False)) == expected.checks, kind
            assert not now.table.rulebook.money or result.kitty == expected.kitty


def hand_until(now: oracle_hand.Hand) -> TableHand:
    """The hand as the oracle has it at a lead."""
    hand = begun(deal_of(rules_of_oracle(now.table), now.deal))
    for call in now.calls:
        hand = hand.after(move_of(hand, call))
    assert now.trump is not None
    assert now.bidder is not None
    named = ":".join(filter(None, (now.trump, ".".join(now.buried or ()))))
    hand = hand.after(move_of(hand, f"{named}/{laying_text(now.laid[now.bidder])}"))
    while hand.act is Act.MELD:
        assert hand.turn is not None
        hand = hand.after(move_of(hand, laying_text(now.laid[hand.turn.text()])))
    for card in (card for _, trick in now.tricks for card in trick):
        hand = hand.after(move_of(hand, card))
    return hand


def test_a_renege_without_a_contract() -> None:
    facts = played("partnership", None, (100, 40, 0, 10), "run", "aces", won=(5, 0, 0, 0))
    result = result_after(replace(facts, ending=None), Irregularity.RENEGE, SOUTH)
    assert result is not None
    assert (result.outcome, result.scores) == (Outcome.PLAYED, (0, 150))


def test_a_card_of_the_widow_exposed() -> None:
    result = exposed_widow(rules_of("auction kitty"), WEST, 300, 50)
    assert (result.outcome, result.scores, result.kitty) == (Outcome.VOID, (30, -90, 30), 80)
    assert exposed_widow(rules_of("auction-score"), WEST, 300).scores == (0, 0, 0)
    facts = replace(played("auction", None, (0, 0, 0)), highest_bid=350, ending=None)
    found = result_after(facts, Irregularity.WIDOW, NORTH)
    assert found is not None
    assert found.scores == (50, 50, -100)

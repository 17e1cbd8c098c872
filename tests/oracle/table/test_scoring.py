"""The table oracle against sections 6, 7, 9 (thresholds) and 10: results, money, checks, games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from oracle.table import game, irregularities, melds, scoring
from oracle.table.cards import SEATS, hand_cards
from oracle.table.rulebooks import RULEBOOKS, Table, table

THREE = SEATS[:3]
ALL_MELDS = {
    "run": "run:AS.TS.KS.QS.JS",
    "aces": "aces:AS.AH.AD.AC",
    "kings": "kings:KS.KH.KD.KC",
    "queens": "queens:QS.QH.QD.QC",
    "jacks": "jacks:JS.JH.JD.JC",
    "pinochle": "pinochle:QS.JD",
    "royal": "royal-marriage:KS.QS",
    "H": "marriage:KH.QH",
    "D": "marriage:KD.QD",
    "C": "marriage:KC.QC",
}


def laid(text: str) -> melds.Laying:
    return tuple(ALL_MELDS[name] for name in text.split())


def hand_of_three(contract: int, cards: Mapping[str, int], **more: object) -> scoring.Played:
    base = scoring.Played(
        seats=THREE,
        out=None,
        bidder="south",
        contract=contract,
        trump="C",
        laid={},
        cards=cards,
        buried=0,
        won={seat: 1 if points else 0 for seat, points in cards.items()},
        ending="played",
    )
    return replace(base, **more)  # type: ignore[arg-type]


def at_auction(
    *options: str, contract: int, trump: str, how: str, kitty: int = 0, out: bool = False
) -> tuple[int, int, int]:
    """South bidder: what he gets, what one opponent gets, the kitty afterwards."""
    tricks = {"made": contract, "set": contract - 10, "conceded": 0}[how]
    played = hand_of_three(
        contract,
        {"south": tricks, "west": 0, "north": 0},
        trump=None if how == "conceded" else trump,
        ending="conceded" if how == "conceded" else "played",
        kitty=kitty,
        out="east" if out else None,
    )
    result = scoring.result(table("auction", options, with_out=out), played)
    assert result.how == how
    assert sum(result.score.values()) == kitty - result.kitty
    others = {points for seat, points in result.score.items() if seat != "south"}
    assert len(others) == 1
    return result.score["south"], others.pop(), result.kitty


# Section 6, auction


@pytest.mark.parametrize(
    ("contract", "base"),
    [
        (10, 1),
        (150, 15),
        (240, 24),
        (250, 25),
        (290, 25),
        (300, 30),
        (340, 30),
        (350, 50),
        (390, 50),
        (400, 100),
        (440, 100),
        (450, 200),
        (490, 200),
        (500, 400),
        (540, 400),
        (550, 800),
        (590, 800),
        (600, 1600),
        (640, 1600),
        (650, 3200),
    ],
)
def test_section_6_the_base(contract: int, base: int) -> None:
    assert at_auction("min0", contract=contract, trump="D", how="made")[1] == -base
    points = at_auction("min0", "points", contract=contract, trump="D", how="made")[1]
    assert points == -contract


@pytest.mark.parametrize(
    ("options", "trump", "made", "conceded", "lost"),
    [
        ((), "C", 1, 1, 2),
        ((), "D", 1, 1, 2),
        ((), "H", 1, 1, 2),
        ((), "S", 2, 1, 4),
        (("hearts",), "H", 3, 1, 6),
        (("hearts",), "S", 2, 1, 4),
        (("nospades",), "S", 1, 1, 2),
        (("nospades",), "H", 1, 1, 2),
    ],
)
def test_section_6_what_the_suit_multiplies(
    options: tuple[str, ...], trump: str, made: int, conceded: int, lost: int
) -> None:
    for out, opponents in ((False, 2), (True, 3)):

        def gets(how: str, out: bool = out) -> tuple[int, int, int]:
            return at_auction(*options, contract=400, trump=trump, how=how, out=out)

        assert gets("made") == (100 * made * opponents, -100 * made, 0)
        assert gets("conceded") == (-100 * conceded * opponents, 100 * conceded, 0)
        assert gets("set") == (-100 * lost * opponents, 100 * lost, 0)


def test_section_6_300_in_spades() -> None:
    for options, factor in (((), 1), (("points",), 10)):
        for how, cents in (("made", 60), ("conceded", -30), ("set", -120)):
            assert at_auction(*options, contract=300, trump="S", how=how)[1] == -cents * factor


def test_section_6_295_does_not_make_300() -> None:
    cards = {"south": 200, "west": 40, "north": 0}
    played = hand_of_three(300, cards, laid={"south": laid("pinochle royal")}, buried=10)
    assert scoring.outcome(table("auction"), replace(played, buried=15)) == "set"
    assert scoring.outcome(table("auction"), replace(played, buried=20)) == "made"


@pytest.mark.parametrize(
    ("contract", "how", "paid"),
    [
        (300, "conceded", 300),
        (300, "set", 600),
        (340, "conceded", 340),
        (340, "set", 680),
        (350, "conceded", 500),
        (350, "set", 1000),
        (390, "conceded", 500),
        (390, "set", 1000),
        (400, "conceded", 1000),
        (400, "set", 2000),
        (360, "conceded", 500),
        (360, "set", 1000),
        (420, "conceded", 1000),
        (420, "set", 2000),
        (340, "made", 0),
        (350, "made", -500),
        (390, "made", -500),
        (400, "made", -1000),
        (650, "made", -1000),
    ],
)
def test_section_6_the_kitty(contract: int, how: str, paid: int) -> None:
    with_kitty = at_auction("points", "kitty350", contract=contract, trump="S", how=how, kitty=1000)
    without = at_auction("points", contract=contract, trump="S", how=how)
    assert with_kitty[2] == 1000 + paid
    assert with_kitty[0] == without[0] - paid
    assert with_kitty[1] == without[1]


@pytest.mark.parametrize(
    ("contract", "how", "paid"),
    [
        (340, "made", 0),
        (350, "made", 0),
        (390, "made", 0),
        (400, "made", -1000),
        (350, "conceded", 350),
        (390, "set", 780),
        (400, "conceded", 1000),
        (400, "set", 2000),
    ],
)
def test_section_6_the_usual_kitty(contract: int, how: str, paid: int) -> None:
    with_kitty = at_auction("points", "kitty", contract=contract, trump="S", how=how, kitty=1000)
    without = at_auction("points", contract=contract, trump="S", how=how)
    assert with_kitty == (without[0] - paid, without[1], 1000 + paid)


def test_section_6_half_of_an_odd_kitty() -> None:
    assert at_auction("kitty350", contract=350, trump="C", how="made", kitty=75)[2] == 38
    assert at_auction("kitty350", contract=350, trump="C", how="conceded", kitty=75)[2] == 75 + 38
    assert at_auction("kitty350", contract=350, trump="C", how="set", kitty=75)[2] == 150
    # In spades too the kitty gets the base only (ruling).
    assert at_auction("kitty", contract=300, trump="S", how="set", kitty=0)[2] == 60


@pytest.mark.parametrize(
    ("options", "each"), [((), 25), (("min300",), 30), (("points",), 250), (("min0",), 1)]
)
@pytest.mark.parametrize("how", ["made", "set", "conceded"])
def test_section_6_four_aces(options: tuple[str, ...], each: int, how: str) -> None:
    ending = "conceded" if how == "conceded" else "played"
    cards = {"south": 400 if how == "made" else 0, "west": 0, "north": 0}
    played = hand_of_three(400, cards, ending=ending)
    plain = scoring.result(table("auction", (*options, "aces")), played).score["south"]
    four = replace(played, aces=True)
    assert scoring.result(table("auction", (*options, "aces")), four).score["south"] == (
        plain + 2 * each
    )
    assert scoring.result(table("auction", options), four).score["south"] == plain


# Section 6, points


def test_section_6_auction_score() -> None:
    cards = {"south": 180, "west": 60, "north": 0}
    shown = {"south": laid("run H"), "west": laid("H"), "north": laid("aces")}
    played = hand_of_three(300, cards, laid=shown, buried=10)
    at = table("auction-score")
    assert scoring.result(at, played).score == {"south": 360, "west": 80, "north": 0}
    short = replace(played, buried=5, laid={**shown, "south": laid("aces H")})
    assert scoring.result(at, replace(short, cards={**cards, "south": 170})).score == {
        "south": -300,
        "west": 80,
        "north": 0,
    }
    with_out = table("auction-score", with_out=True)
    assert scoring.result(with_out, replace(played, out="east")).score["east"] == 0
    passed = replace(played, bidder=None, ending="passed out", cards=dict.fromkeys(THREE, 0))
    assert set(scoring.result(at, replace(passed, laid={})).score.values()) == {0}


def test_section_6_a_bidder_with_a_widow_needs_no_trick() -> None:
    played = hand_of_three(
        150, {"south": 0, "west": 240, "north": 0}, laid={"south": laid("run")}, buried=0
    )
    at = table("auction-score", ("min150",))
    assert scoring.result(at, played).score == {"south": 150, "west": 240, "north": 0}


def hand_of_four(contract: int, cards: Mapping[str, int], **more: object) -> scoring.Played:
    return replace(
        hand_of_three(contract, cards, seats=SEATS),
        **more,  # type: ignore[arg-type]
    )


def sides(result: scoring.Result) -> tuple[int, int]:
    return result.score["south+north"], result.score["west+east"]


def test_section_6_the_example_of_corners() -> None:
    shown = {
        "south": (*laid("H royal C"), "dix:9S"),
        "north": laid("pinochle"),
        "west": laid("queens"),
    }
    cards = {"south": 100, "west": 35, "north": 15, "east": 100}
    assert melds.value(shown["south"]) == 90
    played = hand_of_four(250, cards, laid=shown)
    result = scoring.result(table("corners"), played)
    assert (result.how, result.total) == ("set", 245)
    assert sides(result) == (-250, 195)


@pytest.mark.parametrize("name", ["firehouse", "corners", "check", "check-original"])
def test_section_6_twelve_cards_melds_need_a_trick(name: str) -> None:
    shown = {"south": laid("run aces"), "north": laid("H"), "west": laid("aces")}
    cards = {"south": 0, "west": 250, "north": 0, "east": 0}
    at = table(name)
    result = scoring.result(at, hand_of_four(250, cards, laid=shown))
    assert sides(result) == (-250, 350)
    # A trick of the partner's, without a point, is enough.
    won = {"south": 0, "west": 5, "north": 1, "east": 0}
    result = scoring.result(at, hand_of_four(250, cards, laid=shown, won=won))
    assert sides(result) == (270, 350)
    swept = {"south": 250, "west": 0, "north": 0, "east": 0}
    assert sides(scoring.result(at, hand_of_four(250, swept, laid=shown))) == (520, 0)


def test_section_6_partnership_auction() -> None:
    shown = {"south": laid("run"), "north": laid("aces"), "east": laid("kings")}
    cards = {"south": 0, "west": 0, "north": 0, "east": 240}
    at = table("partnership-auction")
    played = hand_of_four(250, cards, laid=shown, buried=10)
    assert sides(scoring.result(at, played)) == (260, 320)
    assert sides(scoring.result(at, replace(played, contract=270))) == (-270, 320)


def test_section_6_partnership() -> None:
    shown = {"south": laid("run"), "north": laid("aces"), "east": laid("kings")}
    cards = {"south": 0, "west": 0, "north": 0, "east": 250}
    played = hand_of_four(0, cards, laid=shown, bidder=None)
    at = table("partnership")
    assert sides(scoring.result(at, played)) == (0, 330)
    won = {"south": 1, "west": 0, "north": 0, "east": 11}
    assert sides(scoring.result(at, replace(played, won=won))) == (250, 330)


# Section 6, checks


@pytest.mark.parametrize(
    ("contract", "check", "original"),
    [
        (200, 2, 2),
        (240, 2, 2),
        (250, 4, 4),
        (300, 7, 7),
        (350, 10, 10),
        (400, 15, 13),
        (450, 20, 16),
        (500, 25, 19),
        (550, 30, 19),
        (590, 30, 19),
        (600, 35, 19),
        (650, 40, 19),
        (1000, 75, 19),
    ],
)
def test_section_6_checks_for_the_contract(contract: int, check: int, original: int) -> None:
    for name, worth in (("check", check), ("check-original", original)):
        scale = RULEBOOKS[name].checks
        assert scale
        assert scoring.contract_checks(scale, contract) == worth


@pytest.mark.parametrize(
    ("shown", "check", "original"),
    [
        ("", 0, 0),
        ("H royal", 0, 0),
        ("run", 2, 2),
        ("run run", 10, 4),
        ("aces", 2, 1),
        ("aces aces", 8, 2),
        ("run aces", 5, 3),
        ("run aces aces", 10, 4),
        ("run run aces", 12, 5),
        ("kings", 1, 1),
        ("queens jacks", 2, 2),
        ("kings kings", 2, 2),
        ("pinochle", 0, 1),
        ("pinochle pinochle", 2, 2),
        ("kings queens royal H D C", 5, 4),
        ("kings queens run H D C", 7, 6),
        ("kings queens H D C", 2, 2),
        ("kings royal H D C", 1, 1),
        ("kings queens royal H D C pinochle", 5, 5),
        ("kings kings queens royal H D C", 6, 5),
    ],
)
def test_section_6_checks_for_melds(shown: str, check: int, original: int) -> None:
    for name, worth in (("check", check), ("check-original", original)):
        scale = RULEBOOKS[name].checks
        assert scale
        assert scoring.meld_checks(scale, laid(shown)) == worth


def test_section_6_checks_of_a_hand() -> None:
    shown = {"south": laid("run"), "north": laid("aces"), "west": laid("kings")}
    cards = {"south": 110, "west": 100, "north": 40, "east": 0}
    at = table("check")
    made = hand_of_four(340, cards, laid=shown)
    assert scoring.result(at, made).checks == {"south+north": 7 + 2 + 2, "west+east": 1}
    lost = replace(made, cards={"south": 50, "west": 200, "north": 0, "east": 0})
    assert scoring.result(at, lost).checks == {"south+north": 0, "west+east": 14 + 1}
    lost = replace(lost, laid={**shown, "west": ()})
    assert scoring.result(at, lost).checks == {"south+north": 0, "west+east": 14}
    # Seat by seat: a run and aces in one hand are a line of their own.
    one_hand = replace(made, laid={"south": laid("run aces")})
    assert scoring.result(at, one_hand).checks["south+north"] == 7 + 5
    assert scoring.result(table("check-original"), one_hand).checks["south+north"] == 7 + 3


def test_section_6_checks_for_all_twelve_tricks() -> None:
    cards = {"south": 250, "west": 0, "north": 0, "east": 0}
    won = {"south": 5, "west": 0, "north": 7, "east": 0}
    shown = {"west": laid("aces")}
    played = hand_of_four(200, cards, won=won, laid=shown)
    assert scoring.result(table("check"), played).checks == {"south+north": 7, "west+east": 0}
    assert scoring.result(table("check-original"), played).checks["south+north"] == 2 + 4
    # All tricks and set all the same: no checks; the others' melds had no trick.
    lost = replace(played, contract=300)
    assert scoring.result(table("check"), lost).checks == {"south+north": 0, "west+east": 14}
    # The others win all.
    theirs = {"south": 0, "west": 12, "north": 0, "east": 0}
    swept = hand_of_four(200, {**cards, "south": 0, "west": 250}, won=theirs, laid=shown)
    assert scoring.result(table("check"), swept).checks["west+east"] == 4 + 2 + 5


@pytest.mark.parametrize(
    ("losers", "check", "original"), [(500, 10, 7), (10, 10, 7), (0, 15, 7), (-200, 15, 7)]
)
def test_section_6_checks_for_the_game(losers: int, check: int, original: int) -> None:
    for name, worth in (("check", check), ("check-original", original)):
        scale = RULEBOOKS[name].checks
        assert scale
        assert scoring.game_checks(scale, losers) == worth


# Section 7

SIDES = ("south+north", "west+east")


def ends(
    at: Table, scores: tuple[int, ...], bidding: str | None, target: int | None = None
) -> tuple[str | None, int]:
    names = SIDES if at.rulebook.partners else at.rulebook.seats
    if len(scores) != len(names):
        names = SEATS
    found = game.standing(at, dict(zip(names, scores, strict=True)), bidding, target)
    return found.winner, found.target


@pytest.mark.parametrize(
    ("scores", "bidder", "winner", "target"),
    [
        ((1020, 1100, 1170), "south", "south", 1000),
        ((990, 1100, 1170), "south", "north", 1000),
        ((990, 990, 980), "south", None, 1000),
        ((1000, 900, 900), "west", "south", 1000),
        ((990, 1100, 1100), "south", None, 1250),
        ((990, 1300, 1300), "south", None, 1500),
        ((990, 1250, 1250), "south", None, 1500),
        ((990, -1000, 500), "west", "south", 1000),
        ((500, -1000, 500), "west", None, 1000),
        ((990, -990, 500), "west", None, 1000),
        ((1010, -1000, 500), "west", "south", 1000),
    ],
)
def test_section_7_auction_score(
    scores: tuple[int, ...], bidder: str, winner: str | None, target: int | None
) -> None:
    assert ends(table("auction-score"), scores, bidder) == (winner, target)


def test_section_7_after_the_target_has_risen() -> None:
    at = table("auction-score")
    assert ends(at, (1100, 1200, 1240), "south", 1250) == (None, 1250)
    assert ends(at, (1100, 1260, 1240), "south", 1250) == ("west", 1250)
    # The floor is minus the original target.
    assert ends(at, (1100, 1200, -1000), "north", 1250) == ("west", 1250)
    assert ends(table("auction-score", target=1500), (1100, 1200, 0), "south") == (None, 1500)
    assert ends(at, (1020, 1100, 1170, 1180), "south") == ("south", 1000)


@pytest.mark.parametrize(
    ("name", "options", "bidding_short_of_it", "bidding_equal"),
    [
        ("partnership-auction", (), "west+east", "west+east"),
        ("firehouse", (), "south+north", "west+east"),
        ("firehouse", ("bidderfirst",), "west+east", "west+east"),
        ("corners", (), "south+north", None),
        ("check", (), "south+north", None),
        ("check-original", (), "south+north", None),
        ("partnership", (), "south+north", None),
    ],
)
def test_section_7_both_reach_it(
    name: str, options: tuple[str, ...], bidding_short_of_it: str, bidding_equal: str | None
) -> None:
    at = table(name, options)
    bidding = None if name == "partnership" else "west+east"
    assert ends(at, (1100, 1050), bidding) == (bidding_short_of_it, 1000)
    assert ends(at, (1050, 1050), bidding) == (bidding_equal, 1000)
    assert ends(at, (1050, 990), bidding) == ("south+north", 1000)
    assert ends(at, (990, -1100), bidding) == (None, 1000)


@pytest.mark.parametrize(
    ("scores", "now", "winner", "target"),
    [
        ((1010, 1010, 900), 1000, None, 1250),
        ((1240, 1200, 900), 1250, None, 1250),
        ((1300, 1260, 900), 1250, "south", 1250),
        ((1010, 1010, 1005), 1000, None, 1250),
        ((1250, 1250, 1005), 1250, None, 1500),
        ((1010, 1020, 1005), 1000, "west", 1000),
    ],
)
def test_section_7_hayes(
    scores: tuple[int, ...], now: int, winner: str | None, target: int | None
) -> None:
    assert ends(table("hayes-3"), scores, None, now) == (winner, target)


def test_section_7_macdougall_3() -> None:
    at = table("macdougall-3")
    assert ends(at, (510, 520, 400), None) == ("west", 500)
    assert ends(at, (520, 520, 400), None) == (None, 500)
    assert ends(at, (490, 480, 400), None) == (None, 500)


def test_section_7_money_by_the_difference() -> None:
    assert game.difference_money({"south": 1020, "west": 900, "north": -100}, "south") == {
        "west": 620,
        "north": 1620,
    }


# Section 9


@pytest.mark.parametrize(
    ("trump", "options", "chance"),
    [
        ("C", (), Fraction(1, 3)),
        ("S", (), Fraction(1, 2)),
        ("H", ("hearts",), Fraction(5, 9)),
        ("S", ("nospades",), Fraction(1, 3)),
    ],
)
def test_section_9_when_to_play_and_not_concede(
    trump: str, options: tuple[str, ...], chance: Fraction
) -> None:
    for opponents in (2, 3):
        assert scoring.worth_playing(
            table("auction", options), 300, trump, opponents=opponents
        ) == (chance)


@pytest.mark.parametrize("contract", [300, 360, 420])
@pytest.mark.parametrize("kitty", [0, 25, 1000])
@pytest.mark.parametrize("option", ["kitty", "kitty350"])
def test_section_9_with_a_kitty(option: str, contract: int, kitty: int) -> None:
    n, m = 2, 2
    b = scoring.base(table("auction"), contract)
    if contract < (350 if option == "kitty350" else 400):
        w, c, s = 0, b, 2 * b
    elif contract < 400:
        w, c, s = kitty // 2, (kitty + 1) // 2, kitty
    else:
        w, c, s = kitty, kitty, 2 * kitty
    expected = Fraction(2 * n * m * b + s - n * b - c, 3 * n * m * b + s + w)
    at = table("auction", (option,))
    assert scoring.worth_playing(at, contract, "S", kitty=kitty) == expected


# Section 10


@pytest.mark.parametrize(
    ("kind", "bidder", "other"),
    [
        ("renege", "set", "made"),
        ("burial", "set", ""),
        ("lead", "", "made"),
        ("looked", "set", "made"),
        ("shown", "", ""),
        ("widow", "void", "void"),
        ("misdeal", "void", "void"),
    ],
)
def test_section_10_what_it_makes_of_the_contract(kind: str, bidder: str, other: str) -> None:
    assert irregularities.ruling(kind, by_bidding_side=True) == bidder
    assert irregularities.ruling(kind, by_bidding_side=False) == other


def test_section_10_a_renege_where_points_are_scored() -> None:
    cards = {"south": 100, "west": 30, "north": 20}
    shown = {"south": laid("run"), "west": laid("H"), "north": laid("D")}
    played = hand_of_three(300, cards, laid=shown)
    at = table("auction-score")

    def scores(offender: str) -> dict[str, int]:
        return irregularities.stopped(at, played, "renege", offender).score

    assert scores("west") == {"south": 300, "west": 0, "north": 40}
    assert scores("south") == {"south": -300, "west": 50, "north": 40}


def test_section_10_a_renege_for_money_and_with_sides() -> None:
    played = hand_of_three(300, {"south": 100, "west": 30, "north": 20}, trump="S")
    at = table("auction")
    made = irregularities.stopped(at, played, "renege", "north").score
    assert made == {"south": 120, "west": -60, "north": -60}
    lost = irregularities.stopped(at, played, "burial", "south").score
    assert lost == {"south": -240, "west": 120, "north": 120}
    four = hand_of_four(300, {"south": 100, "west": 30, "north": 20, "east": 0})
    result = irregularities.stopped(table("corners"), four, "renege", "north")
    assert sides(result) == (-300, 30)
    result = irregularities.stopped(table("corners"), four, "renege", "east")
    assert sides(result) == (300, 0)
    at_check = table("check", ("renegelost",))
    result = irregularities.stopped(at_check, four, "renege", "north")
    assert (sides(result), result.checks) == ((-300, 30), {"south+north": 0, "west+east": 14})
    result = irregularities.stopped(at_check, four, "renege", "east")
    assert (sides(result), result.checks) == ((300, 0), {"south+north": 7, "west+east": 0})
    with pytest.raises(ValueError, match="goes on"):
        irregularities.stopped(at, played, "lead", "south")


def test_section_10_an_exposed_widow_card() -> None:
    played = hand_of_three(300, dict.fromkeys(THREE, 0), kitty=50)
    result = irregularities.exposed_widow(table("auction", ("kitty",)), "west", played)
    assert result.score == {"south": 30, "west": -90, "north": 30}
    assert result.kitty == 80
    result = irregularities.exposed_widow(table("auction-score"), "west", played)
    assert (result.how, set(result.score.values())) == ("void", {0})


@pytest.mark.parametrize(
    ("widow_open", "bidder_right", "led", "result"),
    [
        (False, False, False, "mended"),
        (True, True, False, "made"),
        (True, True, True, "made"),
        (True, False, False, "conceded"),
        (True, False, True, "set"),
    ],
)
def test_section_10_a_wrong_number_of_cards(
    widow_open: bool, bidder_right: bool, led: bool, result: str
) -> None:
    found = irregularities.wrong_number(widow_open=widow_open, bidder_right=bidder_right, led=led)
    assert found == result


def test_section_10_a_renege_in_check() -> None:
    cards = {"south": 100, "west": 40, "north": 0, "east": 10}
    played = hand_of_four(200, cards, laid={"south": laid("run")})
    at = table("check")
    after = irregularities.check_renege(at, played, ("south", "north"))
    assert scoring.result(at, after).score == {"south+north": 350, "west+east": 50}


def test_section_10_tricks_given_to_the_other_side_in_check_are_tricks_it_has_won() -> None:
    at, nothing = table("check"), dict.fromkeys(SEATS, 0)
    begun = hand_of_four(200, nothing, laid={"south": laid("run")}, won=nothing)
    result = scoring.result(at, irregularities.check_renege(at, begun, ("south", "north")))
    assert result.checks == {"south+north": 2 + 2 + 5, "west+east": 0}


def test_section_10_a_renege_in_macdougall_3() -> None:
    counts = {"south": 100, "west": 90, "north": 60}
    after = irregularities.stock_renege("macdougall-3", counts, "west")
    assert after == {"south": 100, "west": 0, "north": 60}
    assert irregularities.stock_renege("hayes-3", counts, "west") == counts


def test_section_10_a_renege_is_found() -> None:
    hands = {
        "south": hand_cards("A9.-.-.-"),
        "west": hand_cards("K.T.-.-"),
        "north": hand_cards("-.A9.-.-"),
    }
    good = [("AS", "KS", "9H"), ("9S", "TH", "AH")]
    assert irregularities.first_renege(hands, "south", good, "S", "macdougall") is None
    bad = [("AS", "TH", "9H"), ("9S", "KS", "AH")]
    assert irregularities.first_renege(hands, "south", bad, "S", "macdougall") == (1, "west", "TH")


def test_section_8_a_wrong_meld() -> None:
    melds_now = {"south": 100, "west": 40, "north": 0}
    after = irregularities.wrong_meld(melds_now, "south", 40)
    assert after == {"south": 60, "west": 80, "north": 40}

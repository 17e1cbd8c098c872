"""The oracle of beliefs and of the end of the stock phase, held against pencil and paper."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

import pytest

from helpers.last_replies import FILE, expected, solved
from pinochle_solver.notation.tokens import line_tokens

from .beliefs import (
    DISTINCT,
    FACES,
    History,
    Shown,
    View,
    World,
    histories,
    known_and_hidden,
    played_tricks,
    shown_cards,
    table_of,
    view_of,
    without,
    worlds,
)
from .hand import SEATS, OracleHand, hand_cards, hand_text, other
from .hand_melds import COUNTS, DEFAULT_COUNT, RULEBOOKS, canonical, wins
from .stock import EndOfStock, Playoff, oracle_playoff

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


# ----------------------------------------------------------------------------------- the worlds


def test_identical_cards_are_distinct_when_worlds_are_counted() -> None:
    view = View(own=("AS",), known=(), hidden=2, upcard="9S", out=("AH", "TH"), face_down=1)
    # The stock is one of the copies TS, TS, KH.
    assert worlds(view, ["AS", "9S", "AH", "TH", "TS", "TS", "KH"]) == {
        World(("TS", "KH"), ("TS",)): Fraction(2, 3),
        World(("TS", "TS"), ("KH",)): Fraction(1, 3),
    }


def test_the_stock_has_an_order_and_no_upcard_is_needed() -> None:
    view = View(own=("AS",), known=("KH",), hidden=0, upcard=None, out=(), face_down=2)
    assert worlds(view, ["AS", "KH", "TS", "QH"]) == {
        World((), ("TS", "QH")): HALF,
        World((), ("QH", "TS")): HALF,
    }


def test_a_view_whose_numbers_do_not_agree_is_refused() -> None:
    view = View(own=("AS",), known=(), hidden=1, upcard="9S", out=(), face_down=1)
    with pytest.raises(ValueError, match="1 unseen"):
        worlds(view, ["AS", "9S", "TS"])
    with pytest.raises(ValueError, match="too many copies of 9S"):
        worlds(view, ["AS", "TS", "KS"])


def test_the_real_deck_before_the_last_reply() -> None:
    row = json.loads(FILE.read_text().splitlines()[0])
    view = view_of(line_tokens(row["position"]))
    found = worlds(view)
    assert sum(found.values()) == 1
    assert {len(world.hidden) for world in found} == {view.hidden}
    assert min(found.values()) >= Fraction(1, view.hidden + 1)


# -------------------------------------------------------------------------------- the histories

# Hands of two cards and no upcard; north led the TH to the first trick, so that it was dealt, and
# the AS to the second one, so that it was dealt or drawn after the first.
TWO_TRICKS = {
    "trump": "S",
    "dealer": "south",
    "turn": "south",
    "south": "J.J.-.-",
    "north": "+2",
    "stock": "0",
    "tricks": "TH-9H,AS-9S",
}


def test_draw_times_of_different_cards() -> None:
    deck = ["TH", "AS", "KH", "QH", "JS", "JH", "9H", "9S"]
    # Dealt with the TH: the AS, and the others come in either order; or one of the others, and
    # then the AS is the first card drawn.
    assert histories(TWO_TRICKS, deck) == {
        History(("AS", "TH"), ("KH", "QH"), ()): QUARTER,
        History(("AS", "TH"), ("QH", "KH"), ()): QUARTER,
        History(("TH", "KH"), ("AS", "QH"), ()): QUARTER,
        History(("TH", "QH"), ("AS", "KH"), ()): QUARTER,
    }


def test_draw_times_of_two_copies_one_of_them_shown() -> None:
    deck = ["TH", "AS", "AS", "KH", "JS", "JH", "9H", "9S"]
    first = History(("AS", "TH"), ("AS", "KH"), ())
    second = History(("AS", "TH"), ("KH", "AS"), ())
    third = History(("TH", "KH"), ("AS", "AS"), ())
    # Orders of the two copies in the first: both. In the second and third: the one shown came
    # first. By faces each has both orders.
    assert histories(TWO_TRICKS, deck, counting=DISTINCT) == {
        first: HALF,
        second: QUARTER,
        third: QUARTER,
    }
    third_part = Fraction(1, 3)
    assert histories(TWO_TRICKS, deck, counting=FACES) == {
        first: third_part,
        second: third_part,
        third: third_part,
    }


def test_counting_by_faces_makes_a_second_copy_less_likely_than_a_world_has_it() -> None:
    tokens = TWO_TRICKS | {"upcard": "9S", "stock": "1", "tricks": "AS-9H"}
    deck = ["AS", "AS", "KH", "QH", "JS", "JH", "9S", "9H"]
    # In places: two dealt, one drawn, one face down. By faces the second AS is the stock in
    # 2 copies x 2 dealt places x 2 orders = 8 ways, the KH in 3! = 6, the QH in 6.
    by_faces = dict.fromkeys(("AS", "KH", "QH"), Fraction())
    for history, probability in histories(tokens, deck, counting=FACES).items():
        by_faces[history.stock[0]] += probability
    assert by_faces == {"AS": Fraction(8, 20), "KH": Fraction(6, 20), "QH": Fraction(6, 20)}
    assert now(histories(tokens, deck), tokens, "9S") == worlds(view_of(tokens), deck)
    assert set(worlds(view_of(tokens), deck).values()) == {Fraction(1, 3)}


def test_an_exchange_shows_a_nine_and_hides_no_draw() -> None:
    deck = ["9S", "TH", "KH", "QH", "JS", "AH", "JH", "9H"]
    tokens = {
        "rules": "scarne",
        "upcard": "9S",
        "dealer": "south",
        "turn": "south",
        "south": "-.AJ.-.-",
        "north": "J.-.-.-+1",
        "stock": "1",
        "melds.north": "dix@1",
        "tricks": "TH-9H",
    }
    # The JS was the upcard. scarne: TH and 9S were dealt, then one card was drawn.
    assert histories(tokens, deck) == {
        History(("TH", "9S"), ("KH",), ("QH",)): HALF,
        History(("TH", "9S"), ("QH",), ("KH",)): HALF,
    }
    # hayes: both draw before the exchange.
    assert histories(tokens | {"rules": "hayes"}, deck) == {
        History(("TH", "9S"), ("KH",), ("QH",)): QUARTER,
        History(("TH", "9S"), ("QH",), ("KH",)): QUARTER,
        History(("TH", "KH"), ("9S",), ("QH",)): QUARTER,
        History(("TH", "QH"), ("9S",), ("KH",)): QUARTER,
    }


def test_which_copy_was_played_and_which_was_laid() -> None:
    tokens = {
        "rules": "scarne",
        "upcard": "9S",
        "dealer": "south",
        "turn": "south",
        "south": "-",
        "north": "-",
        "melds.north": "marriage:KH*.QH@3+dix@4+royal-marriage:KS.QS@4",
        "tricks": "AS-9D,KH-9C,AD-9C,AC-9H,KH-AH,JD-KS",
    }
    # North won the first four tricks with AS, KH (from the hand), AD, AC and led the KH of the
    # table to the fifth; south won that and led the JD, north's KS is a second one. The taken
    # upcard is the KS that was laid.
    assert shown_cards(tokens, "south", "KS") == [
        Shown("9S", 3),
        Shown("AS", 0),
        Shown("KH", 1),
        Shown("AD", 2),
        Shown("KH", 2),
        Shown("QH", 2),
        Shown("AC", 3),
        Shown("QS", 3),
        Shown("KS", 5),
    ]
    # In hayes the draw after the trick comes before the meld: one later for all but the plays.
    assert shown_cards(tokens | {"rules": "hayes"}, "south", "KS") == [
        Shown("9S", 4),
        Shown("AS", 0),
        Shown("KH", 1),
        Shown("AD", 2),
        Shown("KH", 3),
        Shown("QH", 3),
        Shown("AC", 3),
        Shown("QS", 4),
        Shown("KS", 5),
    ]


def now(
    found: Mapping[History, Fraction], tokens: Mapping[str, str], first_upcard: str
) -> dict[World, Fraction]:
    """The worlds of now that the histories lead to."""
    shown = [copy.card for copy in shown_cards(tokens, tokens["turn"], first_upcard)]
    result: dict[World, Fraction] = {}
    for history, probability in found.items():
        hidden = without([*history.dealt, *history.drawn], shown)
        world = World(tuple(sorted(hidden, key=canonical)), history.stock)
        result[world] = result.get(world, Fraction()) + probability
    return result


# The small hands: twelve cards, three in a hand, three stock tricks.
SMALL = [rank + suit for rank in "KQ9" for suit in "SH" for _copy in range(2)]
SMALL_TRICKS = 3


def small_hands(
    rules: str, deals: int
) -> Iterator[tuple[OracleHand, dict[str, list[str]], str, list[str]]]:
    """Hands of the small deck, at every decision of a random stock phase, and their deals."""
    for seed in range(deals):
        random = Random(f"{rules}/{seed}")
        deck = random.sample(SMALL, len(SMALL))
        dealt = {"south": deck[:3], "north": deck[3:6]}
        upcard, stock = deck[6], deck[7:]
        hand = OracleHand.from_tokens(
            {
                "rules": rules,
                "upcard": upcard,
                "stock": ",".join(stock),
                "south": hand_text(dealt["south"]),
                "north": hand_text(dealt["north"]),
                "turn": "south",
                "dealer": "north",
            },
            SMALL_TRICKS,
        )
        while "upcard" in hand.full():
            yield hand, dealt, upcard, stock
            hand.apply(random.choice(hand.moves()))


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_histories_of_small_hands(rules: str) -> None:
    for hand, dealt, upcard, stock in small_hands(rules, 2):
        seat = hand.full()["turn"]
        tokens = hand.view(seat)
        if not played_tricks(tokens):
            continue
        draws = (len(stock) - int(tokens["stock"])) // 2
        drawn = []
        leader = "south"
        for number, (led, reply) in enumerate(played_tricks(tokens)[:draws]):
            leader = other(leader) if wins(led, reply, upcard[1]) else leader
            drawn.append(stock[2 * number + (leader == seat)])
        truth = History(
            tuple(sorted(dealt[other(seat)], key=canonical)),
            tuple(drawn),
            tuple(stock[2 * draws :]),
        )
        for counting in (DISTINCT, FACES):
            found = histories(tokens, SMALL, first_upcard=upcard, counting=counting)
            assert sum(found.values()) == 1
            assert truth in found, tokens
        found = histories(tokens, SMALL, first_upcard=upcard)
        assert now(found, tokens, upcard) == worlds(view_of(tokens), SMALL)


# ------------------------------------------------------------------------- the last trick by hand

# Six cards, two in a hand, one stock trick: spades are trumps, the TS is the upcard.
SIX = [rank + suit for rank in "AT9" for suit in "SH"]
REPLY = {
    "upcard": "TS",
    "stock": "1",
    "turn": "south",
    "south": "A.A.-.-",
    "north": "+1",
    "led": "9H",
    "dealer": "south",
}


def six() -> EndOfStock:
    return EndOfStock(oracle_playoff(SIX), SIX, stock_tricks=1)


def test_a_reply_in_hayes() -> None:
    # North has the TH and the stock is the 9S (1), or the other way round (2). South then leads.
    # AH takes 10. 1: AS 9S against TH TS: AS takes the TS (20), 9S trumps the TH (10 + 10): 50.
    #   2: AS TH against 9S TS: TH is led; 9S takes it (10), TS falls to the AS (20 + 10): +20; so
    #   north trumps with the TS (20) and leads the 9S to the AS (10 + 10): 0. In all 10.
    # AS takes 10. 1: AH 9S against TH TS: 9S is led to the TS (10), AH takes the TH (20 + 10): 30.
    #   2: AH TH against 9S TS: north takes all 40: -30.
    tokens = REPLY | {"rules": "hayes"}
    end = six()
    assert end.expectations(tokens) == {"AH": 30, "AS": 0}
    assert end.in_world(tokens, World(("TH",), ("9S",))) == {"AH": 50, "AS": 30}
    assert end.in_world(tokens, World(("9S",), ("TH",))) == {"AH": 10, "AS": -30}
    assert end.choice(tokens) == "AH"


@pytest.mark.parametrize(("rules", "nine"), [("scarne", 0), ("macdougall", 10)])
def test_a_reply_with_old_counts(rules: str, nine: int) -> None:
    # AH takes 11. 1: 11 + 10 + 10 + 10 = 41, and the 9S drawn scores in macdougall. 2: TH is led
    #   and trumped by the TS (20), the 9S goes to the AS (11 + 10): +1; and in macdougall north
    #   exchanges the 9S for the upcard, which he then draws back.
    # AS takes 11. 1: TS takes the 9S (10), AH the TH (21 + 10): +21. 2: north takes 41.
    tokens = REPLY | {"rules": rules}
    end = six()
    assert end.in_world(tokens, World(("TH",), ("9S",))) == {"AH": 52 + nine, "AS": 32 + nine}
    assert end.in_world(tokens, World(("9S",), ("TH",))) == {"AH": 12 - nine, "AS": -30 - nine}
    assert end.expectations(tokens) == {"AH": 32, "AS": 1}


def test_when_all_is_known_the_value_is_that_of_the_one_world() -> None:
    # North's 9S lies on the table, so that the stock is the TH. 2 of the case above, in which the
    # second nine would have been shown already.
    tokens = REPLY | {"rules": "hayes", "north": "9.-.-.-", "melds.north": "dix:9S@1"}
    assert six().expectations(tokens) == {"AH": 10, "AS": -30}


def test_the_lead_and_the_reply_to_it_by_the_replier_s_beliefs() -> None:
    # South holds AH 9S; north two of AS TH 9H, the stock is the third. hayes.
    # AH, stock AS: TH or 9H is -50 to north wherever the AS is; the 9H costs less: 50.
    #   Stock TH: the AS wins 20, then south's trumps take 30: -10; the 9H gives 10, then AS and TS
    #   take 40: +30. So the 9H: -30.
    #   Stock 9H: north does not know whether south has the 9S or the 9H. The AS wins 20 and then
    #   loses 30 to 9S TS, or gains 10 against 9H TS: +10 on average. The TH gives 20, AS and TS
    #   take 30: +10. Equal, both of ten points: the TH is the lower rank: -10.
    # 9S, stock AS: 9H again rather than TH: 50. Stock TH: the AS wins 10 and then loses 40 or 0:
    #   -10; the 9H wins 50 later: -50. Stock 9H: the AS wins 10, then loses 40 or 20; the TH gives
    #   10, then AS and TS take 40: -30.
    tokens = {
        "rules": "hayes",
        "upcard": "TS",
        "stock": "1",
        "turn": "south",
        "south": "9.A.-.-",
        "north": "+2",
        "dealer": "north",
    }
    end = six()
    assert end.in_world(tokens, World(("TH", "9H"), ("AS",))) == {"AH": 50, "9S": 50}
    assert end.in_world(tokens, World(("AS", "9H"), ("TH",))) == {"AH": -30, "9S": -50}
    assert end.in_world(tokens, World(("AS", "TH"), ("9H",))) == {"AH": -10, "9S": -30}
    assert end.expectations(tokens) == {"AH": Fraction(10, 3), "9S": -10}
    reply = REPLY | {"rules": "hayes", "south": "A.T.-.-", "led": "AH"}
    assert end.expectations(reply) == {"AS": 10, "TH": 10}
    assert end.choice(reply) == "TH"


def test_a_meld_with_the_exchanged_upcard_after_the_last_trick() -> None:
    # Eight cards; south has won AH-KH and holds QS 9S; the KS is the upcard. Unseen AS TH 9H.
    # With the exchange KS QS and the stock against the 9S and two cards, south to lead:
    #   AS: 38 of 38. TH: TH wins 10, QS falls to the AS (14), KS wins 14: +10. 9H: 4 against 34.
    #   Mean 6, and 10 for the dix, 40 for the marriage.
    # Without it 9S QS and the stock against the KS and two: 38, 10 - 28, -38. Mean -6.
    deck = ["AS", "KS", "QS", "9S", "AH", "TH", "KH", "9H"]
    tokens = {
        "rules": "scarne",
        "upcard": "KS",
        "stock": "1",
        "act": "meld",
        "turn": "south",
        "south": "Q9.-.-.-",
        "north": "+2",
        "tricks": "AH-KH",
        "dealer": "north",
    }
    end = EndOfStock(oracle_playoff(deck), deck, stock_tricks=1)
    assert end.expectations(tokens) == {"pass": -6, "dix": 16, "dix+royal-marriage:KS.QS": 56}
    assert end.choice(tokens) == "dix+royal-marriage:KS.QS"


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
def test_what_the_other_seat_or_the_loser_shows(rules: str) -> None:
    # Eight cards; north led the AH from three, south holds 9S TH 9H, the AS is the upcard. Unseen
    # KS QS KH. If north wins he draws the third of them and south the AS, wherever they were:
    #   TH: 21 to north; KS QS KH, leading the KH, take 18 of AS 9S 9H, which take 14: -25.
    #   9H: 11 to north; KS QS KH take 4 of AS 9S TH, which take 38: +23.
    # In scarne north has laid the royal marriage before that when the stock is the KH. In
    # macdougall the loser shows the nine, takes the AS and draws the nine again.
    #   9S: 11 to south; he then takes 14 of 42, nothing when he draws the KH. Mean 11 - 70 / 3.
    deck = ["AS", "KS", "QS", "9S", "AH", "TH", "KH", "9H"]
    tokens = {
        "rules": rules,
        "upcard": "AS",
        "stock": "1",
        "turn": "south",
        "south": "9.T9.-.-",
        "north": "+2",
        "led": "AH",
        "dealer": "south",
    }
    shown = Fraction(-40, 3) if rules == "scarne" else 10
    end = EndOfStock(oracle_playoff(deck), deck, stock_tricks=1)
    assert end.expectations(tokens) == {
        "9S": Fraction(-37, 3),
        "TH": -25 + shown,
        "9H": 23 + shown,
    }


def test_only_the_last_trick_is_answered() -> None:
    deck = [*SIX, "QS", "QH"]
    tokens = REPLY | {"rules": "hayes", "stock": "3"}
    with pytest.raises(ValueError, match="not the last trick"):
        EndOfStock(oracle_playoff(deck), deck, stock_tricks=2).expectations(tokens)


# -------------------------------------------------------------- the last trick, said another way


def straight(tokens: Mapping[str, str], move: str, world: World, playoff: Playoff) -> int:
    """A reply's value in a world of hayes or macdougall when every nine that can be shown is.

    Nothing else is shown after the last trick there, and a nine is never better kept.
    """
    seat = tokens["turn"]
    away = other(seat)
    rules = tokens["rules"]
    upcard = tokens["upcard"]
    trump = upcard[1]
    nine = "9" + trump
    led, card = tokens["led"], move[:2]
    known, _hidden = known_and_hidden(tokens[away])
    hands = {seat: hand_cards(tokens[seat]), away: [*known, *world.hidden]}
    tables = {seat: table_of(tokens, seat), away: table_of(tokens, away)}
    hands[seat].remove(card)
    if move.partition("@")[2] not in ("", "hand"):
        tables[seat].remove(card)
    winner = seat if wins(led, card, trump) else away
    values = COUNTS[tokens.get("count", DEFAULT_COUNT[rules])]
    points = dict.fromkeys(SEATS, 0)
    points[winner] += values[led[0]] + values[card[0]]
    for shower in (winner, other(winner)):
        if rules != "hayes" and hands[shower].count(nine) > tables[shower].count(nine):
            points[shower] += 10
            if upcard != nine:
                hands[shower].remove(nine)
                hands[shower].append(upcard)
                upcard = nine
    hands[winner].append(world.stock[0])
    hands[other(winner)].append(upcard)
    if rules != "hayes" and world.stock[0] == nine:
        points[winner] += 10
    south, north = playoff(
        {
            "rules": rules,
            "count": tokens.get("count", DEFAULT_COUNT[rules]),
            "trump": trump,
            "turn": winner,
            "south": hand_text(hands["south"]),
            "north": hand_text(hands["north"]),
        }
    )
    difference = points["south"] + south - points["north"] - north
    return difference if seat == "south" else -difference


@pytest.mark.parametrize("rules", ["hayes", "macdougall"])
def test_replies_of_small_hands(rules: str) -> None:
    playoff = oracle_playoff(SMALL)
    end = EndOfStock(playoff, SMALL, SMALL_TRICKS)
    compared = 0
    for hand, _dealt, _upcard, _stock in small_hands(rules, 12):
        seat = hand.full()["turn"]
        tokens = hand.view(seat)
        if tokens["stock"] != "1" or "led" not in tokens:
            continue
        possible = worlds(view_of(tokens), SMALL)
        for move, value in end.expectations(tokens, hand.taken[seat]).items():
            assert value == sum(
                probability * straight(tokens, move, world, playoff)
                for world, probability in possible.items()
            )
            compared += 1
    assert compared > 25


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_decisions_of_small_hands(rules: str) -> None:
    end = EndOfStock(oracle_playoff(SMALL), SMALL, SMALL_TRICKS)
    seen: Counter[str] = Counter()
    for hand, _dealt, _upcard, _stock in small_hands(rules, 8):
        seat = hand.full()["turn"]
        tokens = hand.view(seat)
        if tokens["stock"] != "1" or (
            rules == "hayes" and tokens["act"] == "meld"  # the last trick is still to be led
        ):
            continue
        own_taken = hand.taken[seat]
        found = end.expectations(tokens, own_taken)
        assert sorted(found) == hand.moves()
        assert found[end.choice(tokens, own_taken)] == max(found.values())
        for world, probability in worlds(view_of(tokens), SMALL).items():
            for move, value in end.in_world(tokens, world, own_taken).items():
                found[move] -= probability * value
        assert not any(found.values())
        seen[tokens["act"] + (" led" if "led" in tokens else "")] += 1
    assert seen["play"] == seen["play led"] == 8
    assert ("meld" in seen) == (rules != "hayes")
    assert ("dix" in seen) == rules.startswith("macdougall")


# --------------------------------------------------------------------------- the kept positions

ROWS = [json.loads(row) for row in FILE.read_text().splitlines()]


def test_the_kept_positions_are_six_of_each_rulebook() -> None:
    rules = Counter(line_tokens(row["position"])["rules"] for row in ROWS)
    assert rules == dict.fromkeys(RULEBOOKS, 6)
    acts = Counter(line_tokens(row["position"]).get("act", "play") for row in ROWS)
    assert acts == {"play": 18, "meld": 4, "dix": 2}


@pytest.mark.parametrize("number", [1, 4, 6, 12, 16, 23])
def test_kept_values_are_the_oracle_s(number: int) -> None:
    assert expected(line_tokens(ROWS[number]["position"])) == ROWS[number]["values"]


@pytest.mark.parametrize("row", ROWS[::2], ids=[str(n) for n in range(0, len(ROWS), 2)])
def test_kept_replies_said_another_way(row: dict[str, object]) -> None:
    tokens = line_tokens(str(row["position"]))
    values = row["values"]
    assert isinstance(values, dict)
    if tokens["rules"] != "scarne" and "led" in tokens:
        for move, value in values.items():
            mean = sum(
                probability * straight(tokens, move, world, solved)
                for world, probability in worlds(view_of(tokens)).items()
            )
            assert float(mean) == pytest.approx(value, abs=1e-6)

"""Checks of the oracle itself: tricks worked out by hand, and its two halves on each other."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from .playoff import (
    COUNTS,
    RULEBOOKS,
    SEATS,
    Rules,
    State,
    best_line,
    best_moves_in_order,
    full_deck,
    legal_cards,
    line,
    make_state,
    parse_state,
    play,
    points_left,
    random_state,
    rules_for,
    values,
)
from .retrograde import WholeDeal

EXAMPLE = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"

MADE_UP = [
    # copies 1 to 4, longer ranks, fewer suits, odd points; both kinds of obligation
    Rules("ATKQJ987", "SHDC", {**COUNTS["old"], "8": 0, "7": 0}, 10, False, 2),
    Rules("ATKQJ9", "SHDC", {"A": 1, "T": 1, "K": 1, "Q": 0, "J": 0, "9": 0}, 2, True, 4),
    Rules("AKQ", "SH", {"A": 5, "K": 3, "Q": 0}, 7, True, 4),
    Rules("XYZ", "SHD", {"X": 0, "Y": 9, "Z": 1}, 0, False, 3),
    Rules("ATKQJ9", "C", COUNTS["old"], 10, False, 2),
    Rules("A2345678", "SHDC", dict(zip("A2345678", range(8), strict=True)), 1, True, 1),
    # every combination of obligations that no published game has
    *(
        Rules("AKQ", "SH", {"A": 5, "K": 3, "Q": 0}, 7, head_plain, 3, head_trumps, trump)
        for head_plain, head_trumps, trump in product((False, True), repeat=3)
        if not (head_trumps and trump)
    ),
]
PUBLISHED = [rules_for(rulebook, count) for rulebook in RULEBOOKS for count in (None, *COUNTS)]


def after_lead(
    rulebook: str,
    follower: str,
    led: str,
    must_trump: bool = True,
    must_head_trumps: bool = True,
) -> list[str]:
    """What north may answer, its cards given with blanks, spades trump; south's do not matter."""
    rules = replace(rules_for(rulebook), must_trump=must_trump, must_head_trumps=must_head_trumps)
    north = follower.split()
    spare = [card for card in full_deck(rules) if card not in {*north, led}]
    south = spare[: len(north) - 1]
    state = make_state(rules, south, north, "S", "north", led)
    found = legal_cards(rules, state)
    assert list(WholeDeal(rules, [*south, led], north, "S").values(state)) == found
    return found


def trick(rulebook: str, led: str, reply: str, trump: str = "S") -> tuple[str, int, int]:
    """Who wins south's lead of two, and the points for south and north; each has one card more."""
    rules = rules_for(rulebook)
    state = make_state(rules, [led, "9C"], [reply, "9C"], trump, "south")
    state, *nothing = play(rules, state, led)
    assert nothing == [0, 0]
    state, south, north = play(rules, state, reply)
    return state.turn, south, north


# ----------------------------------------------------------------------------------- obligations


def test_the_leader_may_lead_anything_and_copies_are_one_card() -> None:
    rules = rules_for("hayes")
    state = make_state(rules, ["QS", "AS", "QS"], ["9H", "9D", "9C"], "S", "south")
    assert legal_cards(rules, state) == ["AS", "QS"]


@pytest.mark.parametrize("rulebook", ["scarne", "macdougall", "macdougall-bonus"])
def test_a_plain_suit_is_followed_with_any_card(rulebook: str) -> None:
    assert after_lead(rulebook, "AH QH 9H AS KC", "KH") == ["AH", "QH", "9H"]


def test_hayes_heads_a_plain_suit() -> None:
    assert after_lead("hayes", "AH TH QH 9H AS", "KH") == ["AH", "TH"]
    assert after_lead("hayes", "QH 9H AS", "KH") == ["QH", "9H"]
    assert after_lead("hayes", "TH KH", "AH") == ["TH", "KH"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_trump_is_headed_in_every_rulebook(rulebook: str) -> None:
    assert after_lead(rulebook, "AS TS QS 9S AH", "KS") == ["AS", "TS"]
    assert after_lead(rulebook, "QS 9S AH", "KS") == ["QS", "9S"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_equal_card_is_not_higher(rulebook: str) -> None:
    assert after_lead(rulebook, "KS QS", "KS") == ["KS", "QS"]
    assert after_lead(rulebook, "KH QH", "KH") == ["KH", "QH"]
    assert after_lead(rulebook, "TS KS QS", "KS") == ["TS"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_who_can_follow_may_not_trump(rulebook: str) -> None:
    assert after_lead(rulebook, "9H AS 9S", "AH") == ["9H"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_who_is_void_must_trump_with_any_trump(rulebook: str) -> None:
    assert after_lead(rulebook, "AS 9S AD AC", "AH") == ["AS", "9S"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_who_has_neither_may_play_anything(rulebook: str) -> None:
    assert after_lead(rulebook, "AD 9C", "AH") == ["AD", "9C"]
    assert after_lead(rulebook, "AD 9C", "9S") == ["AD", "9C"]


def test_without_must_trump_a_void_hand_plays_any_card() -> None:
    assert after_lead("scarne", "AS 9S AD AC", "AH", must_trump=False) == ["AS", "AD", "AC", "9S"]
    assert after_lead("scarne", "9H AS 9S", "AH", must_trump=False) == ["9H"]
    assert after_lead("hayes", "AS 9S AD", "KS", must_trump=False) == ["AS"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_without_must_head_trumps_any_trump_follows(rulebook: str) -> None:
    assert after_lead(rulebook, "AS QS AH", "KS", must_head_trumps=False) == ["AS", "QS"]
    assert after_lead(rulebook, "AS QS AD", "KH", must_head_trumps=False) == ["AS", "QS"]


def test_heading_plain_suits_and_heading_trumps_are_two_obligations() -> None:
    assert after_lead("hayes", "AH QH AS", "KH", must_head_trumps=False) == ["AH"]
    assert after_lead("scarne", "AH QH AS", "KH", must_head_trumps=False) == ["AH", "QH"]


def test_an_illegal_card_is_refused() -> None:
    rules = rules_for("scarne")
    state = make_state(rules, ["9C"], ["9H", "AS"], "S", "north", "AH")
    for card in ("AS", "KD"):
        with pytest.raises(ValueError, match="may not be played"):
            play(rules, state, card)


# ------------------------------------------------------------------------------------ tricks


@pytest.mark.parametrize(
    ("led", "reply", "expected"),
    [
        ("KH", "AH", ("north", 0, 15)),
        ("KH", "TH", ("north", 0, 14)),  # the ten is second
        ("TH", "KH", ("south", 14, 0)),
        ("QH", "QH", ("south", 6, 0)),  # of identical cards the first played
        ("QS", "QS", ("south", 6, 0)),
        ("AH", "9S", ("north", 0, 11)),  # a trump beats a non-trump
        ("9S", "AH", ("south", 11, 0)),
        ("9S", "JS", ("north", 0, 2)),
        ("9H", "AD", ("south", 11, 0)),  # a third suit never wins
    ],
)
def test_who_takes_a_trick(led: str, reply: str, expected: tuple[str, int, int]) -> None:
    assert trick("scarne", led, reply) == expected


def test_the_last_trick_and_only_it_has_a_bonus() -> None:
    rules = rules_for("hayes")
    state = make_state(rules, ["KH", "9D"], ["QH", "AS"], "S", "south")
    state, *_ = play(rules, state, "KH")
    state, *points = play(rules, state, "QH")
    assert points == [10, 0]
    state, *_ = play(rules, state, "9D")
    state, *points = play(rules, state, "AS")
    assert points == [0, 20]
    assert state == State((), (), "S", "north")
    assert values(rules, state) == {}
    assert points_left(rules, state) == 0


# -------------------------------------------------------------------------- values and notation


def test_the_counts_add_up_to_250() -> None:
    for count in COUNTS:
        rules = rules_for("scarne", count)
        assert sum(rules.points[card[0]] for card in full_deck(rules)) + rules.last_trick == 250


def test_a_value_worked_out_by_hand() -> None:
    # Old count, spades trump. South leads KH: north must trump with 9S (4), then leads AD, which
    # takes 9D and the last trick (11 + 10). South leads 9D: AD takes it (11), then north's 9S
    # takes KH (4 + 10). Either way north has all 25; QH led makes no difference to who wins.
    rules, state = parse_state("trump=S south=-.K.9.- north=9.-.A.- turn=south")
    assert values(rules, state) == {"KH": (0, 25), "9D": (0, 25)}
    # North on lead: AD first draws 9D (11), then 9S takes KH (14). 9S first: south throws 9D or
    # KH, best 9D (0), then AD takes KH (25); the same 25.
    rules, state = parse_state("trump=S south=-.K.9.- north=9.-.A.- turn=north")
    assert values(rules, state) == {"AD": (0, 25), "9S": (0, 25)}
    # Heading is all the difference. South leads KH: AH takes it (15), and 9H the last trick (10).
    # South leads 9H: in hayes AH has to take it (11), and KH then heads 9H (4 + 10). In scarne
    # north keeps the ace: the first 9H wins nothing, and AH takes KH (15 + 10).
    text = "rules=hayes count=old trump=S south=-.K9.-.- north=-.A9.-.- turn=south"
    assert values(*parse_state(text)) == {"KH": (0, 25), "9H": (14, 11)}
    assert values(*parse_state(text.replace("hayes", "scarne"))) == {"KH": (0, 25), "9H": (0, 25)}
    # An equal trump does not beat: the first KS takes the second, and the last trick.
    rules, state = parse_state("trump=S south=K.-.-.- north=K.-.-.- turn=north")
    assert values(rules, state) == {"KS": (0, 18)}


def test_the_notation_s_example() -> None:
    rules, state = parse_state(EXAMPLE)
    assert values(rules, state) == {
        "KD": (55, 15),
        "TH": (40, 30),
        "QD": (0, 70),
        "TS": (0, 70),
    }
    assert best_moves_in_order(rules, state) == ["KD", "TH", "QD", "TS"]
    assert best_line(rules, state) == ["KD", "KD", "QD", "AS", "KC", "TS", "TH", "TC"]
    assert line("hayes", None, state) == EXAMPLE


def test_ties_go_to_few_points_then_the_lower_rank_then_the_suit() -> None:
    # North trumps everything: all of south's leads are worth nothing.
    rules = rules_for("hayes")
    hand = ["AH", "AD", "AC", "TC", "JC", "9H", "9D"]
    north = ["AS", "AS", "TS", "TS", "KS", "KS", "QS"]
    state = make_state(rules, hand, north, "S", "south")
    assert best_moves_in_order(rules, state) == ["9H", "9D", "JC", "TC", "AH", "AD", "AC"]
    # Card points come before rank where the two disagree.
    odd = MADE_UP[3]
    state = make_state(odd, ["XH", "YH", "ZH", "XD"], ["XS", "XS", "YS", "YS"], "S", "south")
    assert best_moves_in_order(odd, state) == ["XH", "XD", "ZH", "YH"]


@pytest.mark.parametrize(
    "text",
    [
        "rules=scarne trump=S south=JJ.-.-.T north=T9.-.T.- turn=north",
        "rules=scarne count=old trump=H south=9.9.-.J north=-.AJ.Q.J turn=north led=JD",
        "rules=macdougall-bonus count=old trump=H south=-.TK.-.- north=-.J.9.- turn=north",
    ],
)
def test_canonical_lines_are_kept(text: str) -> None:
    _, state = parse_state(text)
    rulebook = text.split()[0].removeprefix("rules=")
    assert line(rulebook, "old" if "count=" in text else None, state) == text


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (EXAMPLE + " upcard=TS", "unknown token"),
        (EXAMPLE + " trump=S", "given twice"),
        (EXAMPLE.replace("hayes", "hoyle"), "unknown rulebook"),
        (EXAMPLE + " count=new", "unknown count"),
        (EXAMPLE.replace("turn=south", ""), "missing"),
        (EXAMPLE.replace("turn=south", "turn=west"), "unknown seat"),
        (EXAMPLE.replace("trump=S", "trump=X"), "unknown suit"),
        (EXAMPLE.replace("KQ.-", "QK.-"), "high to low"),
        (EXAMPLE.replace("KQ.-", "K8.-"), "bad suit"),
        (EXAMPLE.replace("KQ.-", "KQ"), "3 suits"),
        (EXAMPLE.replace("T.T.KQ.-", "T.T.KK.-"), "3 copies"),
        (EXAMPLE.replace("KQ.-", "K.-"), "sizes"),
        (EXAMPLE + " led=AH", "sizes"),
        ("trump=S south=-.-.-.- north=-.-.-.- turn=south", "0 cards"),
    ],
)
def test_bad_lines_are_errors(text: str, fact: str) -> None:
    with pytest.raises(ValueError, match=fact):
        parse_state(text)


# --------------------------------------------------------------- the two oracles on each other


@pytest.mark.parametrize("rules", PUBLISHED + MADE_UP)
def test_the_whole_deal_agrees_with_the_minimax(rules: Rules) -> None:
    rng = random.Random(20240229)
    most = min(5, len(full_deck(rules)) // 2)
    for number in range(8):
        led = number % 2 == 1
        trump, state = random_state(rng, rules, rng.randint(1, most), led)
        assert state.trump == trump
        south, north = list(state.south), list(state.north)
        if state.led is not None:
            (north if state.turn == "south" else south).append(state.led)
        deal = WholeDeal(rules, south, north, trump)
        found = values(rules, state)
        assert deal.values(state) == found
        assert {sum(value) for value in found.values()} == {points_left(rules, state)}
        assert best_line(rules, state, deal.values) == best_line(rules, state)
        if state.led is None:
            mine = [value[SEATS.index(state.turn)] for value in found.values()]
            assert deal.value(range(deal.size), range(deal.size), state.turn) == max(mine)


@pytest.mark.parametrize("rules", [rules_for("hayes"), rules_for("scarne", "simplified")])
def test_every_state_of_a_small_deal(rules: Rules) -> None:
    trump, whole = random_state(random.Random(7), rules, 4, led=False)
    deal = WholeDeal(rules, whole.south, whole.north, trump)
    assert deal.states() == 2 * math.comb(8, 4)
    for k in range(5):
        layer = deal.layer(k)
        held = [tuple(at for at in range(4) if mask >> at & 1) for mask in layer.masks.tolist()]
        assert sorted(held) == sorted(combinations(range(4), k))
        for i, south in enumerate(held):
            for j, north in enumerate(held):
                for place, leader in enumerate(SEATS):
                    state = make_state(
                        rules,
                        [deal.south[at] for at in south],
                        [deal.north[at] for at in north],
                        trump,
                        leader,
                    )
                    found = values(rules, state)
                    best = max((value[place] for value in found.values()), default=0)
                    assert layer.values[place, i, j] == deal.value(south, north, leader) == best
                    assert layer.totals[i, j] == points_left(rules, state)


def test_a_deal_of_twelve_cards() -> None:
    rules = rules_for("hayes")
    trump, state = random_state(random.Random(12), rules, 12, led=True)
    south, north = list(state.south), list(state.north)
    (north if state.turn == "south" else south).append(str(state.led))
    deal = WholeDeal(rules, south, north, trump)
    assert deal.states() == 2 * math.comb(24, 12)
    moves = best_line(rules, state, deal.values)
    found = deal.values(state)[moves[0]]
    points = [0, 0]
    for card in moves:
        state, *won = play(rules, state, card)
        points = [points[0] + won[0], points[1] + won[1]]
    assert len(moves) == 23
    assert tuple(points) == found
    # Six tricks on, the minimax can follow.
    six = make_state(rules, deal.south[3:9], deal.north[6:], trump, "north")
    assert deal.values(six) == values(rules, six)

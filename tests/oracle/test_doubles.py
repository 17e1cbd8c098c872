"""The sentences of the rules page on doubles (section 5), put to their referee."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from . import playoff
from .doubles import (
    CHOICES,
    EVERY,
    FIRST_LAST,
    RULES_WITH_DOUBLES,
    DoublesHand,
    Said,
    best_choice,
    final_difference,
    last_window_values,
    next_dealer,
    payment_for,
    playoff_rules,
    step,
)
from .glup import GlupHand
from .goulash import GoulashHand
from .hand import SEATS, Dealt, OracleHand, hand_text, other
from .retrograde import WholeDeal
from .test_variants import deal_goulash

ALL = RULES_WITH_DOUBLES
DECK = [rank + suit for suit in "SHDC" for rank in "ATKQJ9" for _copy in range(2)]
LAST = {"macdougall": 12, "macdougall-bonus": 12, "goulash": 16}
WINDOWS = tuple(CHOICES)

every_rulebook = pytest.mark.parametrize("rules", ALL)


# Situations: a shuffled deal, in which a trick goes to whom the test wants to have it.


def dealt(rules: str, seed: int = 1, doubles: str = EVERY, dealer: str = "north") -> DoublesHand:
    rng = random.Random(f"doubles/{rules}/{seed}")
    if rules == "goulash":
        deck = GoulashHand.deck()
        rng.shuffle(deck)
        return DoublesHand(GoulashHand(deck, dealer), doubles)
    deck = list(DECK)
    rng.shuffle(deck)
    deal = Dealt(rules, deck[:12], deck[12:24], deck[24], deck[25:], dealer)
    return DoublesHand(OracleHand(deal), doubles)


def trick(hand: DoublesHand, winner: str) -> None:
    """The first two cards of those to be played with which the trick is the winner's."""
    pass_by(hand)
    leads = hand.moves()
    for lead in leads:
        hand.apply(lead)
        for reply in hand.moves():
            hand.apply(reply)
            if hand.hand.winner_of_last_trick == winner:
                return
            hand.undo()
        hand.undo()
    raise AssertionError(f"{winner} cannot win here")


def pass_by(hand: DoublesHand) -> None:
    """Show nothing and offer nothing until a card is due."""
    while (due := hand.due()) is not None and due[1] != "play":
        hand.apply("no-double" if due[1] == "double" else "pass")


def show_nothing(hand: DoublesHand) -> None:
    """Pass what comes between a trick and its window."""
    while (due := hand.due()) is not None and due[1] in ("meld", "dix", "show"):
        hand.apply("pass")


def window(hand: DoublesHand, winner: str, *choices: str) -> None:
    """A trick of the winner's, and what is said in the window behind it."""
    trick(hand, winner)
    show_nothing(hand)
    for choice in choices:
        hand.apply(choice)


def play_out(hand: DoublesHand, rng: random.Random) -> list[tuple[tuple[str, str], str]]:
    """Random moves to the end, none of them a refusal; what was due, and what was chosen."""
    moves = []
    while (due := hand.due()) is not None:
        move = rng.choice([move for move in hand.moves() if move != "refuse"])
        hand.apply(move)
        moves.append((due, move))
    return moves


def to_last_window(hand: DoublesHand, winner: str) -> None:
    last = LAST[hand.full()["rules"]]
    while hand.hand.completed < last - 1:
        trick(hand, next(seat for seat in SEATS if can_win(hand, seat)))
    trick(hand, winner)
    show_nothing(hand)


def can_win(hand: DoublesHand, winner: str) -> bool:
    pass_by(hand)
    before = hand.hand.completed
    try:
        trick(hand, winner)
    except AssertionError:
        return False
    while hand.hand.completed > before or "led" in hand.full():
        hand.undo()
    return True


# The state


@every_rulebook
def test_at_the_deal_the_stake_is_one_and_both_may_offer(rules: str) -> None:
    hand = dealt(rules)
    assert (hand.stake, hand.right) == (1, "both")
    assert {name: hand.full()[name] for name in ("doubles", "stake", "doubler")} == {
        "doubles": "every",
        "stake": "1",
        "doubler": "both",
    }


@pytest.mark.parametrize("rules", ["scarne", "hayes"])
def test_no_other_rulebook_has_doubles(rules: str) -> None:
    with pytest.raises(ValueError, match="no such doubles"):
        dealt(rules)


def test_glup_has_no_doubles() -> None:
    hand = GlupHand(GlupHand.deck(), "north")
    with pytest.raises(ValueError, match="no such doubles"):
        DoublesHand(hand, EVERY)  # type: ignore[arg-type]


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="no such doubles"):
        dealt("macdougall", doubles="last")


# The window


@every_rulebook
def test_no_window_before_the_first_lead(rules: str) -> None:
    hand = dealt(rules)
    show_nothing(hand)
    assert hand.due() == ("south", "play")


@every_rulebook
@pytest.mark.parametrize("winner", SEATS)
def test_the_winner_of_the_trick_is_asked(rules: str, winner: str) -> None:
    hand = dealt(rules)
    window(hand, winner)
    assert hand.due() == (winner, "double")
    assert hand.moves() == ["no-double", "double"]


@every_rulebook
def test_the_window_comes_when_both_have_drawn(rules: str) -> None:
    hand = dealt(rules)
    size = len(cards(hand, "south"))
    window(hand, "north")
    assert hand.due() == ("north", "double")
    assert len(cards(hand, "south")) == len(cards(hand, "north")) == size


def cards(hand: DoublesHand, seat: str) -> list[str]:
    return [rank for rank in hand.full()[seat] if rank not in ".-"]


@pytest.mark.parametrize("rules", ["macdougall", "macdougall-bonus"])
def test_dix_and_meld_before_the_draws_come_first(rules: str) -> None:
    south = ["KC", "QC", "9H", "AD", "AD", "TD", "TD", "9D", "9D", "KD", "KD", "JC"]
    rest = [card for card in DECK if card not in ("TH",)]
    for card in south:
        rest.remove(card)
    rest.append("TH")
    north = ["9H", *[card for card in rest if card[1] in "SC" and card[0] in "9TA"][:11]]
    for card in north:
        rest.remove(card)
    hand = DoublesHand(OracleHand(Dealt(rules, south, north, "TH", rest, "north")), EVERY)
    hand.apply("AD")
    hand.apply("9S")
    assert hand.due() == ("south", "meld")
    hand.apply("marriage:KC.QC")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert hand.due() == ("south", "double")
    assert hand.points == {"south": (20, 11), "north": (10, 0)}


def test_in_goulash_the_dix_turns_after_the_draws_come_first() -> None:
    hand = DoublesHand(
        deal_goulash("TH", "AC TC KC QC", "9S", south_pile="7H", north_pile="7H"), EVERY
    )
    hand.apply("AC")
    hand.apply("9S")
    assert hand.due() == ("south", "meld")
    hand.apply("pass")
    assert hand.due() == ("south", "show")
    hand.apply("dix")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert hand.due() == ("south", "double")
    assert hand.points == {"south": (10, 11), "north": (10, 0)}


@pytest.mark.parametrize("rules", ["macdougall", "macdougall-bonus"])
def test_a_nine_drawn_last_scores_before_the_last_window(rules: str) -> None:
    rest = [card for card in DECK if card not in ("9H", "TH")] + ["9H"]
    rest.remove("AD")
    tokens = {
        "rules": rules,
        "doubles": EVERY,
        "upcard": "TH",
        "stock": "9H",
        "act": "play",
        "turn": "south",
        "south": hand_text(["AD", *rest[:11]]),
        "north": hand_text(rest[11:23]),
        "gone": hand_text([*rest[23:], "TH"]),
    }
    hand = DoublesHand.from_tokens(tokens)
    trick(hand, "south")
    show_nothing(hand)
    assert hand.due() == ("south", "double")
    assert hand.points is not None
    assert hand.points["south"][0] == 10


def test_in_goulash_a_seven_held_scores_before_the_last_window() -> None:
    deck = GoulashHand.deck()
    deck.remove("TH")
    seven = [card for card in deck if card == "7H"]
    plain = [card for card in deck if card != "7H"]
    tokens = {
        "rules": "goulash",
        "doubles": EVERY,
        "upcard": "TH",
        "pile.south": "-",
        "pile.north": "-",
        "dead": plain[0],
        "turn": "south",
        "south": hand_text_of(plain[1:17]),
        "north": hand_text_of([seven[0], *plain[17:32]]),
        "gone": hand_text_of([seven[1], *plain[32:]]),
    }
    hand = DoublesHand.from_tokens(tokens)
    trick(hand, "south")
    show_nothing(hand)
    assert hand.due() == ("south", "double")
    assert hand.points is not None
    assert hand.points["north"][0] == 10


def hand_text_of(held: list[str]) -> str:
    suits = (sorted((c[0] for c in held if c[1] == s), key="ATKQJ987".index) for s in "SHDC")
    return ".".join("".join(ranks) or "-" for ranks in suits)


@every_rulebook
def test_the_winner_leads_after_the_window(rules: str) -> None:
    for choices in (["no-double"], ["double", "accept"], ["double", "redouble", "accept"]):
        hand = dealt(rules)
        window(hand, "north", *choices)
        assert hand.due() == ("north", "play")


@every_rulebook
@pytest.mark.parametrize(
    ("doubles", "wanted"),
    [(EVERY, lambda last: range(1, last + 1)), (FIRST_LAST, lambda last: (1, last))],
    ids=[EVERY, FIRST_LAST],
)
def test_windows_of_the_option(
    rules: str, doubles: str, wanted: Callable[[int], list[int]]
) -> None:
    hand = dealt(rules, doubles=doubles)
    seen = []
    while (due := hand.due()) is not None:
        if due[1] == "double":
            seen.append(hand.hand.completed)
            hand.apply("no-double")
        else:
            hand.apply(hand.moves()[0])
    assert seen == list(wanted(LAST[rules]))


@every_rulebook
@pytest.mark.parametrize("doubles", [EVERY, FIRST_LAST])
def test_the_last_window_follows_the_last_draws_and_none_is_in_the_playoff(
    rules: str, doubles: str
) -> None:
    hand = dealt(rules, doubles=doubles)
    to_last_window(hand, "south")
    assert hand.due() == ("south", "double")
    assert "upcard" not in hand.full()
    assert len(cards(hand, "south")) == len(cards(hand, "north")) == LAST[rules]
    hand.apply("no-double")
    while (due := hand.due()) is not None:
        assert due[1] == "play"
        hand.apply(hand.moves()[0])


# The right


@every_rulebook
def test_who_accepted_has_the_right_and_the_stake_is_doubled(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    assert (hand.stake, hand.right) == (2, "north")


@every_rulebook
def test_who_accepted_a_redouble_has_the_right_and_the_stake_is_four_times(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "redouble", "accept")
    assert (hand.stake, hand.right) == (4, "south")


@every_rulebook
def test_no_double_leaves_stake_and_right(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "no-double")
    assert (hand.stake, hand.right) == (1, "both")
    window(hand, "north", "double", "accept")
    window(hand, "south", "no-double")
    assert (hand.stake, hand.right) == (2, "south")


@every_rulebook
def test_the_window_is_closed_for_who_has_no_right(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    window(hand, "south")
    assert hand.due() == ("south", "play")
    window(hand, "north")
    assert hand.due() == ("north", "double")


@every_rulebook
def test_who_gains_the_right_uses_it_after_a_later_trick_won(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    assert hand.due() == ("south", "play")  # not now
    window(hand, "north", "double", "redouble", "accept")
    assert hand.due() == ("north", "play")  # one offer a window
    assert (hand.stake, hand.right) == (8, "north")
    window(hand, "north")
    assert hand.due() == ("north", "double")


@every_rulebook
def test_a_redouble_needs_no_trick(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double")
    assert hand.due() == ("north", "answer")
    assert hand.moves() == ["refuse", "accept", "redouble"]
    hand.apply("redouble")
    assert hand.due() == ("south", "answer-redouble")


@every_rulebook
def test_no_third_raise(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "redouble")
    assert hand.moves() == ["refuse", "accept"]


@every_rulebook
def test_a_redouble_in_the_last_window(rules: str) -> None:
    hand = dealt(rules)
    to_last_window(hand, "south")
    for choice in ("double", "redouble", "accept"):
        hand.apply(choice)
    assert (hand.stake, hand.right, hand.due()) == (4, "south", ("south", "play"))


@every_rulebook
def test_no_limit_to_the_stake(rules: str) -> None:
    hand = dealt(rules)
    while hand.hand.completed < LAST[rules]:
        winner = hand.right if hand.right != "both" and can_win(hand, hand.right) else None
        trick(hand, winner or next(seat for seat in SEATS if can_win(hand, seat)))
        show_nothing(hand)
        if hand.due() == (winner, "double") or hand.stake == 1:
            for choice in ("double", "redouble", "accept"):
                hand.apply(choice)
    assert hand.stake >= 4**6


@pytest.mark.parametrize(
    ("tricks", "stake", "right"),
    [
        pytest.param([("south", "double", "accept")], 2, "north", id="S doubles, N accepts"),
        pytest.param(
            [("south", "double", "accept"), ("south",)], 2, "north", id="S wins trick 2: closed"
        ),
        pytest.param(
            [
                ("south", "double", "accept"),
                ("south",),
                ("north", "double", "redouble", "accept"),
            ],
            8,
            "north",
            id="N accepts the redouble",
        ),
    ],
)
@every_rulebook
def test_example(rules: str, tricks: list[tuple[str, ...]], stake: int, right: str) -> None:
    hand = dealt(rules)
    for winner, *choices in tricks:
        window(hand, winner, *choices)
        if not choices:
            assert hand.due() == (winner, "play")
    assert (hand.stake, hand.right) == (stake, right)


@every_rulebook
def test_example_n_refuses_the_redouble_and_pays_four(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    window(hand, "south")
    window(hand, "north", "double", "redouble", "refuse")
    assert hand.payment == (4, -4)


@every_rulebook
def test_example_s_refuses_after_trick_four_and_pays_eight(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    window(hand, "south")
    window(hand, "north", "double", "redouble", "accept")
    window(hand, "north", "double", "refuse")
    assert hand.payment == (-8, 8)


# Payment


@every_rulebook
@pytest.mark.parametrize("winner", SEATS)
def test_refusing_a_double_pays_the_stake_before_it(rules: str, winner: str) -> None:
    hand = dealt(rules)
    window(hand, winner, "double", "refuse")
    assert hand.payment == ((1, -1) if winner == "south" else (-1, 1))
    assert (hand.due(), hand.moves(), hand.outcome) == (None, [], "refused")


@every_rulebook
@pytest.mark.parametrize("winner", SEATS)
def test_refusing_a_redouble_pays_the_doubled_stake(rules: str, winner: str) -> None:
    hand = dealt(rules)
    window(hand, winner, "double", "redouble", "refuse")
    assert hand.payment == ((-2, 2) if winner == "south" else (2, -2))


@every_rulebook
def test_a_refused_hand_has_no_points(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double")
    assert hand.points is not None
    hand.apply("refuse")
    assert hand.points is None
    assert hand.totals is None


@every_rulebook
def test_in_a_refused_hand_no_hand_is_shown(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double")
    before = {seat: hand.view(seat) for seat in SEATS}
    hand.apply("refuse")
    for seat in SEATS:
        hidden = other(seat)
        assert hand.view(seat)[hidden] == before[seat][hidden]
        assert "+" in hand.view(seat)[hidden]
        assert hand.view(seat)["stock"].isdigit()


@every_rulebook
@pytest.mark.parametrize("seed", range(3))
def test_more_points_win_the_stake(rules: str, seed: int) -> None:
    rng = random.Random(f"paid/{rules}/{seed}")
    hand = dealt(rules, seed)
    assert hand.payment is None
    play_out(hand, rng)
    points = hand.hand.points
    south, north = (sum(points[seat]) for seat in SEATS)
    sign = (south > north) - (south < north)
    assert hand.payment == (sign * hand.stake, -sign * hand.stake)
    assert hand.outcome == ("scored" if sign else "tied")


def test_a_tie_pays_nobody() -> None:
    assert payment_for({"south": 120, "north": 120}, 8) == (0, 0)
    hand = tie()
    assert hand.totals == {"south": 110, "north": 110}
    assert (hand.outcome, hand.payment) == ("tied", (0, 0))


def tie() -> DoublesHand:
    """A last trick that makes both alike, at a stake of four."""
    hand = DoublesHand.from_tokens(
        {
            "rules": "macdougall",
            "doubles": EVERY,
            "stake": "4",
            "trump": "S",
            "turn": "south",
            "south": "A.-.-.-",
            "north": "9.-.-.-",
            "points": "0+89/60+50",
        }
    )
    hand.apply("AS")
    hand.apply("9S")
    return hand


def test_a_renege_takes_the_offenders_card_points() -> None:
    hand = tie()
    hand.claim_renege("south")
    assert hand.totals == {"south": 0, "north": 110}
    assert hand.payment == (-4, 4)
    other_way = tie()
    other_way.claim_renege("north")
    assert other_way.totals == {"south": 110, "north": 60}  # melds stay
    assert other_way.payment == (4, -4)


@every_rulebook
def test_a_void_hand_pays_nobody_and_its_stake_is_forgotten(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    hand.make_void()
    assert (hand.outcome, hand.payment, hand.due(), hand.points) == ("void", (0, 0), None, None)
    assert dealt(rules).stake == 1


def test_the_deal_alternates_also_after_a_refused_hand() -> None:
    for outcome in ("scored", "tied", "refused"):
        assert next_dealer("south", outcome) == "north"
    assert next_dealer("south", "void") == "south"  # docs/RULES.md section 2


@every_rulebook
@pytest.mark.parametrize("seed", range(2))
def test_melding_and_play_go_on_as_ever(rules: str, seed: int) -> None:
    hand = dealt(rules, seed)
    moves = play_out(hand, random.Random(seed))
    bare = dealt(rules, seed).hand
    for due, move in moves:
        if due[1] not in WINDOWS:
            assert bare.due() == due
            bare.apply(move)
    assert bare.due() is None
    assert bare.points == hand.points


def test_a_meld_may_be_kept_back() -> None:
    hand = DoublesHand(deal_goulash("TH", "AC KC QC", "9S"), EVERY)
    hand.apply("AC")
    hand.apply("9S")
    assert "marriage:KC.QC" in hand.moves()
    hand.apply("pass")
    assert hand.due() == ("south", "double")


# As information


@every_rulebook
def test_stake_right_and_what_was_said_are_public(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "no-double")
    window(hand, "north", "double", "accept")
    window(hand, "north")
    window(hand, "south", "double", "redouble", "accept")
    assert hand.said == (
        Said(1, "south", "no-double"),
        Said(2, "north", "double"),
        Said(2, "south", "accept"),
        Said(4, "south", "double"),
        Said(4, "north", "redouble"),
        Said(4, "south", "accept"),
    )
    for seat in SEATS:
        view = hand.view(seat)
        assert (view["doubles"], view["stake"], view["doubler"]) == ("every", "8", "south")


@every_rulebook
def test_a_window_tells_nothing_of_the_cards(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south")
    bare = {seat: hand.hand.view(seat) for seat in SEATS}
    for choice, asked in (
        ("double", ("south", "double")),
        ("redouble", ("north", "answer")),
        ("accept", ("south", "answer-redouble")),
    ):
        for seat in SEATS:
            told = {"doubles": "every", "stake": "1", "doubler": "both"}
            asking = {"turn": asked[0], "act": asked[1]}
            assert hand.view(seat) == bare[seat] | told | asking
        hand.apply(choice)


@every_rulebook
def test_while_an_answer_is_due_the_stake_is_still_the_one_before(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    window(hand, "north", "double")
    assert (hand.full()["stake"], hand.full()["doubler"]) == ("2", "north")
    hand.apply("redouble")
    assert (hand.full()["stake"], hand.full()["doubler"]) == ("2", "north")


@every_rulebook
def test_a_closed_window_is_no_decision(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south", "double", "accept")
    said = hand.said
    window(hand, "south")
    assert hand.said == said
    assert hand.due() == ("south", "play")


@every_rulebook
def test_in_the_last_window_all_cards_are_known(rules: str) -> None:
    hand = dealt(rules)
    to_last_window(hand, "south")
    assert hand.view("south") == hand.view("north") == hand.full()
    assert "upcard" not in hand.full()
    assert hand.full()["doubler"] == "both"
    hand.apply("no-double")
    assert "doubler" not in hand.full()


# Values in the last window


def sign_of(difference: int) -> int:
    return (difference > 0) - (difference < 0)


@pytest.mark.parametrize("winner", SEATS)
@pytest.mark.parametrize("difference", [50, 0, -50])
@pytest.mark.parametrize("stake", [1, 8])
def test_values_of_the_offer_are_those_of_the_page(
    winner: str, difference: int, stake: int
) -> None:
    mine = difference if winner == "south" else -difference
    wanted = {"no-double": stake * sign_of(mine), "double": -2 * stake}
    if mine >= 0:
        wanted["double"] = stake * sign_of(mine)
    assert last_window_values(winner, difference, stake, "double") == wanted


@pytest.mark.parametrize("winner", SEATS)
def test_ties_go_to_the_choice_listed_first(winner: str) -> None:
    for difference in (50, 0, -50):
        mine = difference if winner == "south" else -difference
        offer = best_choice(last_window_values(winner, difference, 2, "double"))
        answer = best_choice(last_window_values(winner, difference, 2, "answer"))
        last = best_choice(last_window_values(winner, difference, 2, "answer-redouble"))
        assert offer == "no-double"  # never worth more: L refuses when W wins
        assert answer == ("refuse" if mine > 0 else "accept")
        assert last == ("refuse" if mine < 0 else "accept")


def test_values_of_the_answers_by_hand() -> None:
    # Of north, who lost the trick, at 4: south wins, ties, loses the hand.
    assert last_window_values("south", 10, 4, "answer") == {
        "refuse": -4,
        "accept": -8,
        "redouble": -16,
    }
    assert last_window_values("south", 0, 4, "answer") == {
        "refuse": -4,
        "accept": 0,
        "redouble": 0,
    }
    assert last_window_values("south", -10, 4, "answer") == {
        "refuse": -4,
        "accept": 8,
        "redouble": 8,
    }
    assert last_window_values("south", 10, 4, "answer-redouble") == {"refuse": -8, "accept": 16}
    assert last_window_values("south", -10, 4, "answer-redouble") == {"refuse": -8, "accept": -16}


def value_of_playing(hand: DoublesHand, choice: str) -> int:
    """What a move brings the mover when all that follows is tried, by the referee alone."""
    due = hand.due()
    assert due is not None
    hand.apply(choice)
    payment = hand.payment
    if payment is None:
        following = hand.due()
        assert following is not None
        best = max(value_of_playing(hand, move) for move in hand.moves())
        worth = best if following[0] == due[0] else -best
    else:
        worth = payment[0] if due[0] == "south" else payment[1]
    hand.undo()
    return worth


@every_rulebook
@pytest.mark.parametrize("seed", range(4))
def test_values_are_those_of_playing_every_way_out(rules: str, seed: int) -> None:
    # Three cards each are left: the referee plays every playoff for stakes, the oracle of the
    # playoff for points.
    rng = random.Random(f"last/{rules}/{seed}")
    book = playoff_rules(rules)
    trump, state = playoff.random_state(rng, book, 3, led=False)
    points = {"south": rng.randrange(0, 30), "north": rng.randrange(0, 30)}
    difference = final_difference(book, state, points)
    for act in WINDOWS:
        hand = DoublesHand.from_tokens(
            {
                "rules": rules,
                "doubles": EVERY,
                "stake": "2",
                "doubler": state.turn,
                "trump": trump,
                "act": act,
                "turn": other(state.turn) if act == "answer" else state.turn,
                "south": hand_text_of(list(state.south)),
                "north": hand_text_of(list(state.north)),
                "points": "/".join(f"0+{points[seat]}" for seat in SEATS),
            }
        )
        values = last_window_values(state.turn, difference, 2, act)
        assert list(values) == hand.moves()
        for choice, worth in values.items():
            assert value_of_playing(hand, choice) == worth


def test_values_of_a_whole_last_window() -> None:
    hand = dealt("macdougall", 3)
    to_last_window(hand, "south")
    tokens = hand.full()
    book = playoff_rules("macdougall")
    held = {seat: text_cards(tokens[seat]) for seat in SEATS}
    state = playoff.make_state(book, held["south"], held["north"], tokens["trump"], "south")
    deal = WholeDeal(book, held["south"], held["north"], tokens["trump"])
    totals = hand.totals
    assert totals is not None
    difference = final_difference(book, state, totals, deal.values)
    worth = last_window_values("south", difference, 1, "double")
    assert worth["no-double"] == sign_of(difference)
    # Both play the best cards there are: the difference comes out.
    hand.apply("no-double")
    for card in playoff.best_line(book, state, deal.values):
        hand.apply(card)
    assert hand.payment == (sign_of(difference), -sign_of(difference))


def text_cards(text: str) -> list[str]:
    suits = zip(text.split("."), "SHDC", strict=True)
    return [rank + suit for ranks, suit in suits for rank in ranks if rank != "-"]


# Positions


@every_rulebook
@pytest.mark.parametrize("doubles", [EVERY, FIRST_LAST])
def test_a_position_written_and_read_goes_on_alike(rules: str, doubles: str) -> None:
    rng = random.Random(f"again/{rules}/{doubles}")
    hand = dealt(rules, 5, doubles)
    while (due := hand.due()) is not None:
        if due[1] in WINDOWS or rng.random() < 0.2:
            again = DoublesHand.from_tokens(hand.full())
            assert (again.due(), again.moves()) == (hand.due(), hand.moves())
            assert (again.stake, again.points) == (hand.stake, hand.points)
            if "doubler" in hand.full():
                assert again.right == hand.right
            assert again.full().items() <= hand.full().items()
        hand.apply(rng.choice([move for move in hand.moves() if move != "refuse"]))


@every_rulebook
def test_a_position_read_between_trick_and_window_comes_to_it(rules: str) -> None:
    rng = random.Random(f"between/{rules}")
    hand = dealt(rules, 3)
    asked = []
    while (due := hand.due()) is not None:
        if due[1] in ("meld", "dix", "show"):
            asked.append(hand.hand.completed)
            again = DoublesHand.from_tokens(hand.full())
            show_nothing(again)
            show_nothing(hand)
            assert again.due() == hand.due()
            assert hand.due() != due
        else:
            hand.apply(rng.choice([move for move in hand.moves() if move != "refuse"]))
    assert (asked[0] == 0) == (rules == "goulash")
    assert len(asked) > 1


def test_example_of_the_notation() -> None:
    # South doubled at 4, north redoubled: refuse pays 8, accept makes it 16.
    line = (
        "rules=macdougall doubles=every stake=4 doubler=south upcard=TS act=answer-redouble"
        " turn=south south=K9.TKJJ.ATJ9.T9 gone=T.9.K.J points=0+16/0+0"
    )
    tokens = dict(word.split("=") for word in line.split())
    known = ["TS", *text_cards(tokens["south"]), *text_cards(tokens["gone"])]
    rest = list(DECK)
    for card in known:
        rest.remove(card)
    tokens |= {"north": hand_text(rest[:12]), "stock": ",".join(rest[12:])}
    assert len(rest) - 12 == 19
    for choice, payment, stake in (("refuse", (-8, 8), 4), ("accept", None, 16)):
        hand = DoublesHand.from_tokens(tokens)
        assert hand.due() == ("south", "answer-redouble")
        assert hand.moves() == ["refuse", "accept"]
        assert hand.view("south")["north"] == "-.-.-.-+12"
        assert hand.view("south")["stock"] == "19"
        hand.apply(choice)
        assert (hand.payment, hand.stake) == (payment, stake)


def test_example_of_the_last_window() -> None:
    line = (
        "rules=macdougall doubles=every stake=2 doubler=north trump=C act=double turn=north"
        " north=QJ9.AAKJ.QQ9.AK gone=ATQJ.TKQJ9.AATTKKJ9.ATKJJ99"
    )
    tokens = dict(word.split("=") for word in line.split())
    rest = list(DECK)
    for card in [*text_cards(tokens["north"]), *text_cards(tokens["gone"])]:
        rest.remove(card)
    assert len(rest) == 12
    hand = DoublesHand.from_tokens(tokens | {"south": hand_text(rest)})
    assert hand.due() == ("north", "double")
    hand.apply("double")
    assert hand.due() == ("south", "answer")
    hand.apply("redouble")
    hand.apply("refuse")
    assert hand.payment == (4, -4)


@every_rulebook
def test_undo_to_the_deal(rules: str) -> None:
    hand = dealt(rules, 3)
    start = hand.full()
    moves = play_out(hand, random.Random(3))
    assert {due[1] for due, _move in moves} >= {"double", "answer", "answer-redouble"}
    end = hand.full()
    for _move in moves:
        hand.undo()
    assert (hand.full(), hand.said) == (start, ())
    with pytest.raises(ValueError, match="no move to take back"):
        hand.undo()
    for _due, move in moves:
        hand.apply(move)
    assert hand.full() == end


@every_rulebook
def test_what_is_no_choice_is_refused(rules: str) -> None:
    hand = dealt(rules)
    window(hand, "south")
    for move in ("pass", "accept", "AS", "redouble"):
        with pytest.raises(ValueError, match="not a legal move"):
            hand.apply(move)
    for act, choice in product(CHOICES, {c for choices in CHOICES.values() for c in choices}):
        if choice not in CHOICES[act]:
            with pytest.raises(ValueError, match="not a choice here"):
                step(act, choice, 1, "both", "south")

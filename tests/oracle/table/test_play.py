"""The table oracle against section 5 (what may be played) and section 9 (double dummy)."""

from __future__ import annotations

import random

import pytest

from oracle.table import minimax
from oracle.table.cards import LAST_TRICK, SUITS, beats, best_place, deck, hand_cards, points
from oracle.table.play import OBLIGATIONS, legal_cards
from oracle.table.rulebooks import table

ROWS = [
    # held, led so far, macdougall, topall, hayes. Spades are trump.
    # Cards of the plain suit led, not trumped yet.
    ("AH 9H TS", "KH", "AH 9H", "AH", "AH"),
    ("TH 9H TS", "KH AH", "TH 9H", "TH 9H", "TH 9H"),
    ("KH 9H TS", "KH", "KH 9H", "KH 9H", "KH 9H"),
    ("AH TH 9H", "KH 9H", "AH TH 9H", "AH TH", "AH TH"),
    ("AH 9H", "KH AC", "AH 9H", "AH", "AH"),
    # Trumped already.
    ("AH 9H TS", "KH 9S", "AH 9H", "AH 9H", "AH 9H"),
    # A trump led.
    ("TS 9S AH", "KS AS", "TS 9S", "TS 9S", "TS 9S"),
    ("TS 9S AH", "KS QS", "TS", "TS", "TS"),
    ("AS TS 9S", "KS", "AS TS", "AS TS", "AS TS"),
    ("KS 9S AH", "KS", "KS 9S", "KS 9S", "KS 9S"),
    # None of the suit led, but trumps.
    ("KS 9S AC", "AH TS", "KS 9S", "KS 9S", "KS 9S AC"),
    ("AS 9S AC", "AH TS", "AS 9S", "AS", "AS"),
    ("KS 9S AC", "AH TH", "KS 9S", "KS 9S", "KS 9S"),
    ("KS 9S AC", "AH KS", "KS 9S", "KS 9S", "KS 9S AC"),
    # Neither.
    ("AC TD", "AH TS", "AC TD", "AC TD", "AC TD"),
    ("AC TD", "KS AS", "AC TD", "AC TD", "AC TD"),
    # The leader.
    ("AC 9S 9H", "", "AC 9S 9H", "AC 9S 9H", "AC 9S 9H"),
]


@pytest.mark.parametrize(("held", "led", "macdougall", "topall", "hayes"), ROWS)
def test_section_5_the_table(held: str, led: str, macdougall: str, topall: str, hayes: str) -> None:
    allowed = {"macdougall": macdougall, "topall": topall, "hayes": hayes}
    for obligation, cards in allowed.items():
        assert set(legal_cards(held.split(), led.split(), "S", obligation)) == set(cards.split())


@pytest.mark.parametrize(
    ("held", "led", "allowed"),
    [
        ("TS 9S", "KS AS", "TS 9S"),
        ("TS 9S", "KS QS", "TS"),
        ("KS QS TS", "AS AS", "KS QS TS"),
        ("KS 9S AC", "AH TS", "KS 9S"),
        ("KS 9S 9H", "AH TS", "9H"),
    ],
)
def test_section_5_the_examples(held: str, led: str, allowed: str) -> None:
    assert set(legal_cards(held.split(), led.split(), "S", "macdougall")) == set(allowed.split())


@pytest.mark.parametrize(
    ("name", "options", "obligation"),
    [
        ("auction", (), "macdougall"),
        ("auction", ("topall",), "topall"),
        ("check", ("topall",), "topall"),
        ("macdougall-3", (), "macdougall"),
        ("macdougall-3", ("topall",), "topall"),
        ("hayes-3", (), "hayes"),
        ("hayes-4x", (), "hayes"),
    ],
)
def test_section_5_which_row_a_rulebook_has(
    name: str, options: tuple[str, ...], obligation: str
) -> None:
    assert table(name, options).obligation == obligation


@pytest.mark.parametrize("obligation", OBLIGATIONS)
def test_section_5_random_tricks(obligation: str) -> None:
    """What is said in other words: what a refused card breaks."""
    rng = random.Random(obligation)
    for _time in range(1500):
        trump = rng.choice(SUITS)
        cards = rng.sample(deck(2), rng.randint(4, 9))
        led, held = cards[: rng.randint(1, 3)], cards[3:]
        allowed = legal_cards(held, led, trump, obligation)
        best = led[best_place(led, trump)]
        assert allowed
        assert set(allowed) <= set(held)
        suit = led[0][1]
        follows = any(card[1] == suit for card in held)
        ruffs = not follows and any(card[1] == trump for card in held)
        heads = {card for card in held if beats(card, best, trump)}
        if follows:
            assert {card[1] for card in allowed} == {suit}
        if ruffs and (obligation != "hayes" or heads):
            assert {card[1] for card in allowed} == {trump}
        must_head = suit == trump or obligation != "macdougall"
        if follows and must_head and any(card[1] == suit for card in heads):
            assert set(allowed) <= heads
        if ruffs and obligation != "macdougall" and heads:
            assert set(allowed) == heads
        # A refused card would break one of these.
        for card in set(held) - set(allowed):
            off_suit = follows and card[1] != suit
            no_ruff = ruffs and card[1] != trump
            under = bool(set(allowed) & heads) and card not in heads
            assert off_suit or no_ruff or under


# Section 9


def ending(text: str, **named: str) -> minimax.Open:
    hands = {seat: hand_cards(cards) for seat, cards in named.items()}
    turn, trump = text.split()
    return minimax.opened(hands, turn, trump)


def test_notation_the_answer_of_the_example() -> None:
    position = ending("south S", south="AQJ.-.-.-", west="AJ.9.-.-", north="Q.T.K.-")
    assert minimax.values(position, ["south"]) == {"JS": 40, "QS": 35, "AS": 35}
    theirs = minimax.values(position, ["west", "north"])
    assert theirs == {"JS": 15, "QS": 20, "AS": 20}


def test_notation_the_line_of_the_example() -> None:
    position = ending("south S", south="AQJ.-.-.-", west="AJ.9.-.-", north="Q.T.K.-")
    south, others = 0, 0
    for card in ["JS", "AS", "QS", "9H", "TH", "QS", "AS", "JS", "KD"]:
        before = minimax.values(position, ["south"])
        wanted = max if position.turn == "south" else min
        assert before[card] == wanted(before.values())
        position, winner, gain = minimax.after(position, card)
        south += gain if winner == "south" else 0
        others += gain if winner not in (None, "south") else 0
    assert (south, others) == (40, 15)


def random_ending(rng: random.Random, seats: tuple[str, ...], cards: int) -> minimax.Open:
    pack = rng.sample(deck(2), cards * len(seats))
    hands = {seat: pack[i :: len(seats)] for i, seat in enumerate(seats)}
    return minimax.opened(
        hands,
        rng.choice(seats),
        rng.choice(SUITS),
        obligation=rng.choice(OBLIGATIONS),
        count=rng.choice(("old", "compromise", "simplified")),
    )


THREE = ("south", "west", "north")
FOUR = (*THREE, "east")


@pytest.mark.parametrize(
    ("seats", "mine", "cards"),
    [(THREE, ["south"], 4), (FOUR, ["south", "north"], 3), (THREE, ["west", "north"], 3)],
)
def test_section_9_with_and_without_a_memo(
    seats: tuple[str, ...], mine: list[str], cards: int
) -> None:
    rng = random.Random(cards)
    for _time in range(4):
        position = random_ending(rng, seats, cards)
        plain = minimax.values(position, mine)
        assert minimax.values_with_memo(position, mine) == plain
        assert minimax.values_by_questions(position, mine) == plain
        whole = points([card for hand in position.hands for card in hand], position.count)
        theirs = minimax.values(position, [seat for seat in seats if seat not in mine])
        assert {card: whole + LAST_TRICK - value for card, value in theirs.items()} == plain
        # In the middle of a trick too: the value of a card is the best of what follows it.
        card = max(plain)
        after, _winner, _gain = minimax.after(position, card)
        following = minimax.values(after, mine).values()
        assert (max if after.turn in mine else min)(following) == plain[card]


@pytest.mark.parametrize(("seats", "mine"), [(THREE, ["south"]), (FOUR, ["west", "east"])])
def test_section_9_longer_hands_by_two_ways(seats: tuple[str, ...], mine: list[str]) -> None:
    position = random_ending(random.Random(2), seats, 5)
    assert minimax.values_with_memo(position, mine) == minimax.values_by_questions(position, mine)


def test_section_9_a_lone_hand_of_trumps_wins_all() -> None:
    position = ending("south S", south="AAT.-.-.-", west="-.KQJ.-.-", north="-.-.KQJ.-")
    assert set(minimax.values(position, ["south"]).values()) == {30 + 20 + LAST_TRICK}


def test_section_9_every_trump_and_burial() -> None:
    """The best choice is the best of all, tried one by one in other words."""
    rng = random.Random(9)
    pack = rng.sample(deck(2), 9)
    hands = {"south": pack[:5], "west": pack[5:7], "north": pack[7:]}
    choices = minimax.choices(hands, "south", 3)
    assert len({choice.move for choice in choices}) == len(choices)
    assert [choice.total for choice in choices] == sorted(
        (choice.total for choice in choices), reverse=True
    )
    for choice in choices:
        trump, buried = choice.move.split(":")
        kept = list(hands["south"])
        for card in buried.split("."):
            kept.remove(card)
        position = minimax.opened({**hands, "south": kept}, "south", trump)
        assert choice.cards == max(minimax.values(position, ["south"]).values())
        assert choice.buried == points(buried.split("."), "compromise")


def test_section_9_a_partners_melds_are_counted() -> None:
    hands = {
        "south": ["AS", "9H"],
        "west": ["9C", "9D"],
        "north": ["KS", "QS"],
        "east": ["JC", "JD"],
    }
    choices = {
        choice.move: choice for choice in minimax.choices(hands, "south", 0, partner="north")
    }
    assert {move: choice.melds for move, choice in choices.items()} == {
        "S": 40,
        "H": 30,
        "D": 20,
        "C": 20,
    }
    assert choices["S"].cards == 10 + 5 + 5 + LAST_TRICK

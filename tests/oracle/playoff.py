"""The playoff of two-handed pinochle, by the letter of RULES.md: plain memoised minimax.

This is an oracle: it is written from RULES.md and NOTATION.md alone, shares nothing with the
solver, and prefers the obvious to the fast. No pruning, no dominance, no equivalence of cards
except that identical copies are one card to play (RULES.md 1). It is meant for up to six or
seven cards a hand; `retrograde.WholeDeal` does whole deals and does not use this module's rules.

Cards are two letters, rank then suit: "TS" is the ten of spades. The canonical order of cards is
rank high to low, then the suits as listed in the rules (NOTATION.md, Positions: S H D C). Values
are pairs (south, north) of card points still to come, the last-trick bonus and the cards of an
open trick included (NOTATION.md, `solve --json`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "COUNTS",
    "LAST_TRICK",
    "RULEBOOKS",
    "SEATS",
    "Evaluate",
    "Rulebook",
    "Rules",
    "Seat",
    "State",
    "Value",
    "best_line",
    "best_moves_in_order",
    "canonical",
    "full_deck",
    "legal_cards",
    "line",
    "make_state",
    "other",
    "parse_state",
    "play",
    "points_left",
    "random_state",
    "rules_for",
    "values",
]

Seat = Literal["south", "north"]
Value = tuple[int, int]

SEATS: tuple[Seat, Seat] = ("south", "north")


# ---------------------------------------------------------------------------------------- rules


@dataclass(frozen=True)
class Rules:
    """What the playoff depends on, as plain data; any deck can be made up.

    `ranks` runs from high to low (RULES.md 1: "ATKQJ9"); `suits` is "SHDC" or fewer, in the order
    in which ties between suits are broken; `points` gives every rank's card points and
    `last_trick` the bonus for the last trick (RULES.md 5); `must_head_plain` says whether a plain
    suit has to be headed as well (RULES.md 3: hayes, glup); `copies` is how often each card is in
    the deck (RULES.md 1: two). Every game of RULES.md has the last two obligations, which can be
    switched off: without `must_head_trumps` a trump led is followed by any trump, without
    `must_trump` a hand void in the suit led plays any card.
    """

    ranks: str
    suits: str
    points: Mapping[str, int] = field(hash=False)
    last_trick: int
    must_head_plain: bool
    copies: int = 2
    must_head_trumps: bool = True
    must_trump: bool = True

    def __post_init__(self) -> None:
        if len(set(self.ranks)) != len(self.ranks) or len(set(self.suits)) != len(self.suits):
            raise ValueError("a rank or a suit is listed twice")
        if set(self.points) != set(self.ranks):
            raise ValueError("points must be given for exactly the ranks of the deck")


@dataclass(frozen=True)
class Rulebook:
    """A published set of rules, as far as the playoff is concerned."""

    must_head_plain: bool
    """RULES.md 3."""
    count: str
    """The rulebook's own count, a key of `COUNTS` (RULES.md 5)."""


RULEBOOKS: dict[str, Rulebook] = {
    "scarne": Rulebook(must_head_plain=False, count="old"),
    "hayes": Rulebook(must_head_plain=True, count="compromise"),
    "macdougall": Rulebook(must_head_plain=False, count="old"),
    "macdougall-bonus": Rulebook(must_head_plain=False, count="old"),
}
"""RULES.md 3 (obligations) and 5 (which count is whose)."""

COUNTS: dict[str, dict[str, int]] = {
    "old": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0},
    "compromise": {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 0, "9": 0},
    "simplified": {"A": 10, "T": 10, "K": 10, "Q": 0, "J": 0, "9": 0},
}
"""Card points (RULES.md 5)."""

LAST_TRICK = 10
"""The last trick's bonus, the same in every count (RULES.md 2.6 and 5)."""


def rules_for(rulebook: str, count: str | None = None) -> Rules:
    """The 48-card game of a rulebook, with its own count or any other (RULES.md 1, 3, 5)."""
    if rulebook not in RULEBOOKS:
        raise ValueError(f"rules: unknown rulebook {rulebook!r}")
    book = RULEBOOKS[rulebook]
    name = book.count if count is None else count
    if name not in COUNTS:
        raise ValueError(f"count: unknown count {name!r}")
    return Rules(
        ranks="ATKQJ9",
        suits="SHDC",
        points=COUNTS[name],
        last_trick=LAST_TRICK,
        must_head_plain=book.must_head_plain,
        copies=2,
    )


# --------------------------------------------------------------------------------------- states


@dataclass(frozen=True)
class State:
    """A decision in the playoff: `turn` leads, or answers the card `led` by the other seat.

    The hands are in canonical order, copies repeated. `led` is in neither hand (NOTATION.md), so
    that with `led` the leader holds one card fewer than `turn`. `make_state` sorts and checks.
    """

    south: tuple[str, ...]
    north: tuple[str, ...]
    trump: str
    turn: Seat
    led: str | None = None

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """The cards of a seat."""
        return self.south if seat == "south" else self.north


def other(seat: Seat) -> Seat:
    """The opponent."""
    return "north" if seat == "south" else "south"


def canonical(rules: Rules, cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in canonical order: rank high to low, then S H D C (NOTATION.md, Positions)."""
    return tuple(sorted(cards, key=lambda c: (rules.ranks.index(c[0]), rules.suits.index(c[1]))))


def full_deck(rules: Rules) -> list[str]:
    """Every card of the deck, copies repeated, in canonical order (RULES.md 1)."""
    return [r + s for r in rules.ranks for s in rules.suits for _ in range(rules.copies)]


def make_state(
    rules: Rules,
    south: Iterable[str],
    north: Iterable[str],
    trump: str,
    turn: Seat,
    led: str | None = None,
) -> State:
    """A checked state with sorted hands: cards of the deck, no copy too many, sizes that agree."""
    hands: dict[Seat, tuple[str, ...]] = {"south": tuple(south), "north": tuple(north)}
    if turn not in SEATS:
        raise ValueError(f"turn: unknown seat {turn!r}")
    if len(trump) != 1 or trump not in rules.suits:
        raise ValueError(f"trump: unknown suit {trump!r}")
    held = [*hands["south"], *hands["north"]] + ([] if led is None else [led])
    deck = Counter(full_deck(rules))
    for card, number in Counter(held).items():
        if card not in deck:
            raise ValueError(f"unknown card {card!r}")
        if number > deck[card]:
            raise ValueError(f"{number} copies of {card}, the deck has {deck[card]}")
    leader_has = len(hands[other(turn)]) if led is not None else len(hands[turn])
    follower_has = len(hands[turn]) if led is not None else len(hands[other(turn)])
    if leader_has + (led is not None) != follower_has:
        raise ValueError(f"sizes: leader {leader_has}, follower {follower_has}, led {led}")
    return State(
        canonical(rules, hands["south"]), canonical(rules, hands["north"]), trump, turn, led
    )


def points_left(rules: Rules, state: State) -> int:
    """All points still to come: cards held, an open trick's card, the last trick (RULES.md 5)."""
    cards = [*state.south, *state.north] + ([] if state.led is None else [state.led])
    if not cards:
        return 0
    return sum(rules.points[card[0]] for card in cards) + rules.last_trick


# ------------------------------------------------------------------------------- the game itself


def _higher(rules: Rules, card: str, than: str) -> bool:
    """Whether `card` is a strictly higher card of the same suit (RULES.md 1 and 3)."""
    return card[1] == than[1] and rules.ranks.index(card[0]) < rules.ranks.index(than[0])


def _beats(rules: Rules, trump: str, reply: str, led: str) -> bool:
    """Whether the second card takes the trick (RULES.md 2.2 and 3).

    A higher card of the suit led wins, a trump beats a non-trump, of identical cards the first
    wins, and a card of a third suit never wins.
    """
    if reply[1] == led[1]:
        return _higher(rules, reply, led)
    return reply[1] == trump


def legal_cards(rules: Rules, state: State) -> list[str]:
    """The cards `turn` may play, identical copies once, in canonical order (RULES.md 3)."""
    hand = list(dict.fromkeys(state.hand(state.turn)))
    if state.led is None:
        return hand  # the leader may always lead any card
    led = state.led
    follow = [card for card in hand if card[1] == led[1]]
    if follow:
        # Whoever can follow suit must, and so may not trump. A trump led has to be headed if it
        # can be; a plain card only in hayes (and glup).
        if rules.must_head_trumps if led[1] == state.trump else rules.must_head_plain:
            higher = [card for card in follow if _higher(rules, card, led)]
            if higher:
                return higher
        return follow
    trumps = [card for card in hand if card[1] == state.trump]
    if trumps and rules.must_trump:
        return trumps
    return hand


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand with one copy of the card taken out."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def play(rules: Rules, state: State, card: str) -> tuple[State, int, int]:
    """The state after a legal card, and the points south and north get for it.

    Points are awarded when the card completes a trick, to its winner, who leads next (RULES.md
    2.5); the last-trick bonus is included when it was the last (RULES.md 2.6, 5).
    """
    if card not in legal_cards(rules, state):
        raise ValueError(f"{card} may not be played here")
    south, north = state.south, state.north
    if state.turn == "south":
        south = _without(south, card)
    else:
        north = _without(north, card)
    if state.led is None:
        return State(south, north, state.trump, other(state.turn), card), 0, 0
    points = rules.points[state.led[0]] + rules.points[card[0]]
    if not south and not north:
        points += rules.last_trick
    follower_wins = _beats(rules, state.trump, card, state.led)
    winner = state.turn if follower_wins else other(state.turn)
    after = State(south, north, state.trump, winner, None)
    return (after, points, 0) if winner == "south" else (after, 0, points)


# -------------------------------------------------------------------------------------- minimax


def _for(seat: Seat, value: Value) -> int:
    """A seat's part of a value."""
    return value[0] if seat == "south" else value[1]


class _Minimax:
    """Every state once: the mover takes what leaves most points to the mover."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.memo: dict[State, Value] = {}

    def moves(self, state: State) -> dict[str, Value]:
        """Every legal card's value, in canonical order."""
        result: dict[str, Value] = {}
        for card in legal_cards(self.rules, state):
            after, south, north = play(self.rules, state, card)
            rest = self.value(after)
            result[card] = (south + rest[0], north + rest[1])
        return result

    def value(self, state: State) -> Value:
        """The state's value under best play by both."""
        if not state.hand(state.turn):
            return (0, 0)  # nothing is left to play
        if state not in self.memo:
            # The points to come are the same whoever takes them, so that one's most is the
            # other's least and equally good moves have equal pairs.
            self.memo[state] = max(
                self.moves(state).values(), key=lambda value: _for(state.turn, value)
            )
        return self.memo[state]


def values(rules: Rules, state: State) -> dict[str, Value]:
    """For every legal card the exact (south, north) points still to come under best play."""
    return _Minimax(rules).moves(state)


Evaluate = Callable[[State], dict[str, Value]]
"""Something that gives the value of every legal card, as `values` does for given rules."""


def best_moves_in_order(rules: Rules, state: State, evaluate: Evaluate | None = None) -> list[str]:
    """Every legal card, best for the mover first (NOTATION.md, `solve --json`).

    Ties: fewer card points first, then the lower rank, then S H D C. `evaluate` may replace the
    minimax as the source of the values (`WholeDeal.values` for big positions).
    """
    found = (evaluate or _Minimax(rules).moves)(state)

    def key(card: str) -> tuple[int, int, int, int]:
        return (
            -_for(state.turn, found[card]),
            rules.points[card[0]],
            -rules.ranks.index(card[0]),
            rules.suits.index(card[1]),
        )

    return sorted(found, key=key)


def best_line(rules: Rules, state: State, evaluate: Evaluate | None = None) -> list[str]:
    """The first of the best moves in order, again and again, to the last card (NOTATION.md)."""
    source = evaluate or _Minimax(rules).moves
    cards: list[str] = []
    while state.hand(state.turn):
        card = best_moves_in_order(rules, state, source)[0]
        cards.append(card)
        state, _, _ = play(rules, state, card)
    return cards


# ----------------------------------------------------------------------------------- pn1 notation

_NEEDED = ("trump", "south", "north", "turn")
_ANNOTATIONS = ("points", "score", "target", "id", "bm", "value")


def _parse_hand(rules: Rules, token: str, text: str) -> list[str]:
    """A hand as four dot-separated suits, in the canonical writing only."""
    parts = text.split(".")
    if len(parts) != len(rules.suits):
        raise ValueError(f"{token}: {len(parts)} suits in {text!r}")
    cards: list[str] = []
    for suit, part in zip(rules.suits, parts, strict=True):
        ranks = "" if part == "-" else part
        if part == "" or any(rank not in rules.ranks for rank in ranks):
            raise ValueError(f"{token}: bad suit {part!r} in {text!r}")
        if ranks != "".join(sorted(ranks, key=rules.ranks.index)):
            raise ValueError(f"{token}: ranks of {part!r} are not high to low")
        cards += [rank + suit for rank in ranks]
    return cards


def parse_state(line: str) -> tuple[Rules, State]:
    """Reads a canonical `pn1` playoff line (NOTATION.md, Positions), strictly and minimally.

    Tokens may come in any order. `rules=` defaults to scarne and `count=` to the rulebook's.
    What cannot change the points still to come (`points= score= target= id= bm= value=`) is
    skipped unread; anything else unknown, stock-phase tokens included, is an error.
    """
    tokens: dict[str, str] = {}
    for word in line.split():
        name, equals, text = word.partition("=")
        if not equals or name not in ("rules", "count", "led", *_NEEDED, *_ANNOTATIONS):
            raise ValueError(f"unknown token {word!r}")
        if name in tokens:
            raise ValueError(f"{name}: given twice")
        tokens[name] = text
    for name in _NEEDED:
        if name not in tokens:
            raise ValueError(f"{name}: missing")
    rules = rules_for(tokens.get("rules", "scarne"), tokens.get("count"))
    turn: Seat
    if tokens["turn"] == "south":
        turn = "south"
    elif tokens["turn"] == "north":
        turn = "north"
    else:
        raise ValueError(f"turn: unknown seat {tokens['turn']!r}")
    state = make_state(
        rules,
        _parse_hand(rules, "south", tokens["south"]),
        _parse_hand(rules, "north", tokens["north"]),
        tokens["trump"],
        turn,
        tokens.get("led"),
    )
    if not 1 <= len(state.hand(turn)) <= 12:
        raise ValueError(f"{turn}: {len(state.hand(turn))} cards, a playoff hand has 1 to 12")
    return rules, state


def line(rulebook: str, count: str | None, state: State) -> str:
    """The state as a canonical `pn1` line; `count=` is left out when `count` is None."""
    rules = rules_for(rulebook, count)

    def hand(cards: tuple[str, ...]) -> str:
        return ".".join(
            "".join(card[0] for card in canonical(rules, cards) if card[1] == suit) or "-"
            for suit in rules.suits
        )

    words = [f"rules={rulebook}"]
    if count is not None:
        words.append(f"count={count}")
    words += [
        f"trump={state.trump}",
        f"south={hand(state.south)}",
        f"north={hand(state.north)}",
        f"turn={state.turn}",
    ]
    if state.led is not None:
        words.append(f"led={state.led}")
    return " ".join(words)


def random_state(
    rng: random.Random, rules: Rules, cards_per_hand: int, led: bool
) -> tuple[str, State]:
    """A random trump and a random state of it, for tests.

    Both seats get `cards_per_hand` cards from the shuffled deck; with `led`, one of the leader's
    is then the card led, so that the leader holds one card fewer.
    """
    deck = full_deck(rules)
    if not 1 <= cards_per_hand <= len(deck) // 2:
        raise ValueError(f"{cards_per_hand} cards a hand from a deck of {len(deck)}")
    rng.shuffle(deck)
    hands: dict[Seat, list[str]] = {
        "south": deck[:cards_per_hand],
        "north": deck[cards_per_hand : 2 * cards_per_hand],
    }
    trump = rng.choice(rules.suits)
    leader = rng.choice(SEATS)
    card = hands[leader].pop() if led else None
    turn = other(leader) if led else leader
    return trump, make_state(rules, hands["south"], hands["north"], trump, turn, card)

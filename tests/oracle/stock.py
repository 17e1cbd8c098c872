"""The end of the stock phase, exactly: the last trick of it and what may be shown after it.

Written from docs/RULES.md and docs/NOTATION.md alone. The value of a move is the expected final
difference from here on, the mover's points less the other's: the points of the trick, melds and dix
after it, the nine that scores when drawn, and the playoff, over all worlds that the mover considers
possible (`beliefs.worlds`).

The model of both seats: whoever decides, mover or not, now or later, takes the move of the highest
expectation over the worlds that he himself considers possible then, all arrangements of the cards
he cannot see being equally likely. Nobody infers anything from how the other one played. Each knows
that later decisions, the other's and his own, are made in the same way. The playoff after it is
played exactly.

Decisions:

- With `ALIKE` moves of equal expectations are made equally often. With `FIRST` (the default) one of
  them is made, as the next two say; they never decide a value that `expectations` gives but for the
  lead, where it can matter which of its equal cards the other seat is left with.
- Of shows with equal expectations the one that scores most now is taken, then the first of: pass,
  dix, melds in the order of their text, dix and a meld in the order of their text. This order never
  decides a value: equal credits come with or without an exchange of the same card.
- Of plays with equal expectations the card of fewest points is taken, then the lower rank, then
  S H D C, then the table copy of the lower number before the one of the hand.
- An upcard that was taken in an exchange before the position began is known to the other seat only
  if `own_taken` says so for the mover; for the other hand the position itself tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from . import playoff
from .beliefs import World, known_and_hidden, table_of, view_of, without, worlds
from .hand import STOCK_TRICKS, OracleHand, hand_text, other
from .hand_melds import COUNTS, DECK, DEFAULT_COUNT, RANKS, SUITS

FIRST = "first"
ALIKE = "alike"

Playoff = Callable[[Mapping[str, str]], tuple[int, int]]
"""The points that south and north still take from the first lead of a playoff on, by its tokens."""


def oracle_playoff(deck: Sequence[str]) -> Playoff:
    """The oracle's own playoff for a small deck; whole hands of the real one are too big for it."""

    def points_to_come(tokens: Mapping[str, str]) -> tuple[int, int]:
        ranks = "".join(rank for rank in RANKS if any(card[0] == rank for card in deck))
        points = COUNTS[tokens.get("count", DEFAULT_COUNT[tokens["rules"]])]
        rules = playoff.Rules(
            ranks=ranks,
            suits="".join(suit for suit in SUITS if any(card[1] == suit for card in deck)),
            points={rank: points[rank] for rank in ranks},
            last_trick=playoff.LAST_TRICK,
            must_head_plain=playoff.RULEBOOKS[tokens["rules"]].must_head_plain,
            copies=max(map(deck.count, deck)),
        )
        turn: Literal["south", "north"] = "south" if tokens["turn"] == "south" else "north"
        south, north = (known_and_hidden(tokens[seat])[0] for seat in playoff.SEATS)
        state = playoff.make_state(rules, south, north, tokens["trump"], turn)
        values = playoff.values(rules, state).values()
        return max(values, key=lambda value: value[playoff.SEATS.index(turn)])

    return points_to_come


class EndOfStock:
    """The expectations at the end of the stock phase, for one deck and one source of playoffs."""

    def __init__(
        self,
        playoff: Playoff,
        deck: Sequence[str] = DECK,
        stock_tricks: int = STOCK_TRICKS,
        equals: str = FIRST,
    ) -> None:
        """An analysis that keeps what it has found.

        Args:
            playoff: The exact value of a playoff.
            deck: The deck, the real one or a part of it.
            stock_tricks: How many tricks its stock phase has.
            equals: Which of equally good moves are made, `FIRST` or `ALIKE`.
        """
        self._equals = equals
        self._playoff = playoff
        self._deck = list(deck)
        self._stock_tricks = stock_tricks
        self._playoffs: dict[tuple[str, ...], int] = {}
        self._choices: dict[tuple[object, ...], list[str]] = {}

    def expectations(
        self, tokens: Mapping[str, str], own_taken: str | None = None
    ) -> dict[str, Fraction]:
        """The expected final difference of each legal move, from here on.

        The position is the mover's view of the last stock trick: the lead to it, the reply to it,
        or a show after it.

        Args:
            tokens: The position: the other hand with `+n`, the stock a number.
            own_taken: The upcard that the mover got in an exchange, if he still holds it.
        """
        seat = tokens["turn"]
        found: dict[str, Fraction] = {}
        for world, probability in worlds(view_of(tokens), self._deck).items():
            hand = self._hand(tokens, world, own_taken)
            if hand.due() != (seat, tokens.get("act", "play")):
                raise ValueError("no decision of the seat to move")
            for move in hand.moves():
                found[move] = found.get(move, Fraction()) + probability * self._after(
                    hand, move, seat
                )
        return found

    def in_world(
        self, tokens: Mapping[str, str], world: World, own_taken: str | None = None
    ) -> dict[str, Fraction]:
        """The final difference of each legal move in one world, from here on.

        The seats decide afterwards as always: they do not know that it is this world.
        """
        hand = self._hand(tokens, world, own_taken)
        return {move: self._after(hand, move, tokens["turn"]) for move in hand.moves()}

    def choice(self, tokens: Mapping[str, str], own_taken: str | None = None) -> str:
        """The move that the seat to move makes, by the model; the first of equals."""
        return self.best(tokens, own_taken)[0]

    def best(self, tokens: Mapping[str, str], own_taken: str | None = None) -> list[str]:
        """The moves of the highest expectation, in the order in which `FIRST` takes them."""
        key = (tuple(sorted(tokens.items())), own_taken)
        if key not in self._choices:
            found = self.expectations(tokens, own_taken)
            highest = max(found.values())
            best = [move for move in found if found[move] == highest]
            if tokens.get("act", "play") == "play":
                best.sort(key=lambda move: play_order(tokens, move))
            else:
                # Which world it is does not matter for what a show scores.
                hand = self._hand(tokens, next(iter(worlds(view_of(tokens), self._deck))), None)
                best.sort(key=lambda move: (-hand.credit(move), show_order(move)))
            self._choices[key] = best
        return self._choices[key]

    def _hand(self, tokens: Mapping[str, str], world: World, own_taken: str | None) -> OracleHand:
        """The position in one world, both seats knowing what they know."""
        seat = tokens["turn"]
        away = other(seat)
        known, _hidden = known_and_hidden(tokens[away])
        taken = without(known, table_of(tokens, away))
        hand = OracleHand.from_tokens(
            {
                **tokens,
                away: hand_text([*known, *world.hidden]),
                "stock": ",".join(world.stock),
            },
            self._stock_tricks,
            {seat: own_taken, away: taken[0] if taken else None},
        )
        last = self._stock_tricks - 1 if tokens.get("act", "play") == "play" else self._stock_tricks
        if len(world.stock) != 1 or hand.completed != last:
            raise ValueError("not the last trick of the stock phase")
        return hand

    def _after(self, hand: OracleHand, move: str, seat: str) -> Fraction:
        """What a move and all that follows it make for a seat; the hand is left as it was."""
        before = _difference(hand, seat)
        hand.apply(move)
        value = _difference(hand, seat) - before + self._rest(hand, seat)
        hand.undo()
        return value

    def _rest(self, hand: OracleHand, seat: str) -> Fraction:
        """What all that follows makes for a seat, the seats deciding by the model."""
        tokens = hand.full()
        if "upcard" not in tokens:
            return Fraction(self._exact(tokens) if seat == "south" else -self._exact(tokens))
        due = hand.due()
        assert due is not None
        decider = due[0]
        moves = self.best(hand.view(decider), hand.taken[decider])
        if self._equals == FIRST:
            moves = moves[:1]
        return sum((self._after(hand, move, seat) for move in moves), Fraction()) / len(moves)

    def _exact(self, tokens: Mapping[str, str]) -> int:
        """South's points less north's in the playoff."""
        names = ("rules", "count", "trump", "turn", "south", "north")
        key = tuple(tokens[name] for name in names)
        if key not in self._playoffs:
            south, north = self._playoff(tokens)
            self._playoffs[key] = south - north
        return self._playoffs[key]


def _difference(hand: OracleHand, seat: str) -> int:
    """A seat's points so far less the other's."""
    return sum(hand.points[seat]) - sum(hand.points[other(seat)])


def play_order(tokens: Mapping[str, str], move: str) -> tuple[int, int, int, int]:
    """Smaller is taken first of plays with equal expectations."""
    card, _at, where = move.partition("@")
    points = COUNTS[tokens.get("count", DEFAULT_COUNT[tokens.get("rules", "scarne")])]
    copy = int(where) if where.isdigit() else 9
    return points[card[0]], -RANKS.index(card[0]), SUITS.index(card[1]), copy


def show_order(move: str) -> tuple[int, str]:
    """Smaller is taken first of shows with equal expectations and equal credit."""
    if move in ("pass", "dix"):
        return ("pass", "dix").index(move), ""
    return (3 if move.startswith("dix+") else 2), move

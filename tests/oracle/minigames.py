"""Small games of the stock phase in sequence form, from RULES.md alone, by plain recursion.

It is an oracle for ``benchmarks/minigames/`` and shares nothing with it: some ranks of spades and
hearts, one copy each; spades are trump, there is no upcard, south leads. Scarne's obligations and
count; the only melds are the marriages. As a command it prints the values of the mini-games from
their linear programs (Koller, Megiddo and von Stengel), for which scipy is needed:

    cd tests && python -m oracle.minigames

Found by it on 2026-11-21 (scipy 1.17.1, HiGHS's interior points): hand2 -2.590498,
hand2-draw-first -3.918501, hand3 -6.284903, and -3.933333 of `Game("QKA", 2)`.

A `StakesGame` is played for a stake, with doubles by the table of `doubles`. Found on 2026-11-23,
in stakes, without doubles and with: hand2 -0.032341 and -0.050978, hand2-draw-first -0.041071 and
-0.066629 (both without the last window), hand3 -0.087500 and the same, `StakesGame("QKA", 2)`
-0.055556 and the same, `StakesGame("QKA", 1)` 0 and 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations

from .doubles import BOTH, CHOICES, payment_for, step
from .hand import SEATS

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
MARRIAGES = {"S": 40, "H": 20}
LAST_TRICK = 10
RANKS = "9JQKTA"

Cards = frozenset[str]
Own = tuple[str, ...]
Public = tuple[str, ...]
Last = tuple[int, int]


def takes(led: str, reply: str) -> bool:
    """Whether the reply wins the trick (RULES.md 2)."""
    if led[1] == reply[1]:
        return RANKS.index(reply[0]) > RANKS.index(led[0])
    return reply[1] == "S"


def replies(hand: Cards, led: str) -> Cards:
    """What a follower may play in the playoff (RULES.md 3)."""
    same = frozenset(card for card in hand if card[1] == led[1])
    higher = frozenset(card for card in same if takes(led, card))
    if same:
        return higher if led[1] == "S" and higher else same
    return frozenset(card for card in hand if card[1] == "S") or hand


@cache
def playoff(leader: Cards, follower: Cards) -> int:
    """The leader's points less the follower's, both playing as well as can be."""
    if not leader:
        return 0
    return max(
        min(trick(leader, follower, led, reply) for reply in replies(follower, led))
        for led in leader
    )


def trick(leader: Cards, follower: Cards, led: str, reply: str) -> int:
    """The same after the first trick has been played so."""
    points = POINTS[led[0]] + POINTS[reply[0]] + LAST_TRICK * (len(leader) == 1)
    leader, follower = leader - {led}, follower - {reply}
    if takes(led, reply):
        return -points - playoff(follower, leader)
    return points + playoff(leader, follower)


@dataclass
class Game:
    """A game in sequence form.

    Attributes:
        ranks: the ranks it is played with.
        hand: cards dealt to each seat.
        draws_first: whether both draw before the winner of a trick melds.
        sets: for each seat, south first, its information sets: for what it knows the sequence
            before it and those that its moves make. Sequence 0 is empty.
        gains: for pairs of last sequences what south gains, summed over the deals.
        deals: how many deals there are.
    """

    ranks: str
    hand: int
    draws_first: bool = False
    sets: tuple[dict[object, tuple[int, list[int]]], ...] = field(init=False)
    sizes: list[int] = field(init=False)
    gains: dict[Last, int] = field(init=False)
    deals: int = 0

    def __post_init__(self) -> None:
        self.sets, self.sizes, self.gains = ({}, {}), [1, 1], defaultdict(int)
        deck = {rank + suit for rank in self.ranks for suit in "SH"}
        for south in combinations(sorted(deck), self.hand):
            for north in combinations(sorted(deck - {*south}), self.hand):
                for stock in permutations(sorted(deck - {*south, *north})):
                    self.deals += 1
                    self.lead(
                        [*map(frozenset, (south, north))], [south, north], (), 0, stock, 0, (0, 0)
                    )

    def decide(
        self,
        seat: int,
        known: object,
        moves: list[str],
        last: Last,
        go_on: Callable[[str, Last], None],
    ) -> None:
        """Go on with every move of a seat that knows so much."""
        if known not in self.sets[seat]:
            made = range(self.sizes[seat], self.sizes[seat] + len(moves))
            self.sets[seat][known] = (last[seat], [*made])
            self.sizes[seat] += len(moves)
        before, sequences = self.sets[seat][known]
        assert before == last[seat]
        for move, sequence in zip(moves, sequences, strict=True):
            go_on(move, (sequence, last[1]) if seat == 0 else (last[0], sequence))

    def lead(
        self,
        hands: list[Cards],
        own: list[Own],
        public: Public,
        leader: int,
        stock: tuple[str, ...],
        points: int,
        last: Last,
    ) -> None:
        """Play a trick of the stock phase and all that follows; `points` are south's advantage."""
        if not stock:
            value = playoff(hands[leader], hands[1 - leader])
            self.gains[last] += points + (-value if leader else value)
            return
        other = 1 - leader

        def led(card: str, last: Last) -> None:
            def replied(reply: str, last: Last) -> None:
                winner = other if takes(card, reply) else leader
                taken = POINTS[card[0]] + POINTS[reply[0]]
                left = [hand - {card, reply} for hand in hands]
                seen = (*public, card, reply)
                self.after_trick(
                    left, own, seen, winner, stock, points + (-taken if winner else taken), last
                )

            self.decide(
                other, ("reply", own[other], public, card), sorted(hands[other]), last, replied
            )

        self.decide(leader, ("lead", own[leader], public), sorted(hands[leader]), last, led)

    def after_trick(
        self,
        hands: list[Cards],
        own: list[Own],
        public: Public,
        winner: int,
        stock: tuple[str, ...],
        points: int,
        last: Last,
    ) -> None:
        """Draw and meld, in the order of the rules."""
        drawn = [stock[winner], stock[1 - winner]]
        new_hands = [hand | {card} for hand, card in zip(hands, drawn, strict=True)]
        new_own = [(*cards, card) for cards, card in zip(own, drawn, strict=True)]

        def go_on(meld: str, last: Last) -> None:
            gain = MARRIAGES[meld] if meld else 0
            seen = (*public, meld) if meld else public
            self.lead(
                new_hands,
                new_own,
                seen,
                winner,
                stock[2:],
                points + (-gain if winner else gain),
                last,
            )

        held, cards = (new_hands, new_own) if self.draws_first else (hands, own)
        melds = [
            suit
            for suit in MARRIAGES
            if {"K" + suit, "Q" + suit} <= held[winner] and suit not in public
        ]
        if melds and not (self.draws_first and len(stock) == 2):
            self.decide(winner, ("meld", cards[winner], public), ["", *melds], last, go_on)
        else:
            go_on("", last)

    def best_against_random(self, seat: int) -> float:
        """The most that a seat can gain against one that plays every move alike."""
        chance = [1.0] * self.sizes[1 - seat]
        for before, sequences in self.sets[1 - seat].values():
            for sequence in sequences:
                chance[sequence] = chance[before] / len(sequences)
        worth = [0.0] * self.sizes[seat]
        for last, gain in self.gains.items():
            worth[last[seat]] += (-gain if seat else gain) * chance[last[1 - seat]] / self.deals
        for before, sequences in reversed(self.sets[seat].values()):
            worth[before] += max(worth[sequence] for sequence in sequences)
        return worth[0]


@dataclass
class StakesGame(Game):
    """The same for a stake that is 1 at the deal.

    Attributes:
        doubles: whether it may be doubled, after tricks of the stock phase.
        last_window: whether also after the last one, when all cards are known.
        stake: what is played for in the history that is being added.
        right: who may offer in it.
    """

    doubles: bool = True
    last_window: bool = True
    stake: int = 1
    right: str = BOTH

    def lead(
        self,
        hands: list[Cards],
        own: list[Own],
        public: Public,
        leader: int,
        stock: tuple[str, ...],
        points: int,
        last: Last,
    ) -> None:
        """Ask the winner of a trick whether he doubles, if he may, before he leads."""

        def go_on(said: Public, last: Last) -> None:
            if stock:
                super(StakesGame, self).lead(hands, own, said, leader, stock, points, last)
                return
            value = playoff(hands[leader], hands[1 - leader])
            total = points + (-value if leader else value)
            self.gains[last] += payment_for({"south": total, "north": 0}, self.stake)[0]

        is_one = self.doubles and bool(public) and (bool(stock) or self.last_window)
        if is_one and self.right in (BOTH, SEATS[leader]):
            self.ask("double", own, public, leader, last, go_on)
        else:
            go_on(public, last)

    def ask(
        self,
        act: str,
        own: list[Own],
        public: Public,
        leader: int,
        last: Last,
        go_on: Callable[[Public, Last], None],
    ) -> None:
        """Go on with every choice of a window, and after it."""
        seat = 1 - leader if act == "answer" else leader

        def chosen(choice: str, last: Last) -> None:
            after = step(act, choice, self.stake, self.right, SEATS[leader])
            said = (*public, choice)
            if after.pays is not None:
                self.gains[last] += after.stake if after.pays == "north" else -after.stake
            elif after.act is not None:
                self.ask(after.act, own, said, leader, last, go_on)
            else:
                before = self.stake, self.right
                self.stake, self.right = after.stake, after.right
                go_on(said, last)
                self.stake, self.right = before

        self.decide(seat, (act, own[seat], public), list(CHOICES[act]), last, chosen)


def linear_program_value(game: Game) -> float:
    """What south gains when both play as well as can be."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix, hstack

    def matrix(entries: list[tuple[int, int, float]], rows: int, columns: int) -> object:
        at_rows, at_columns, numbers = zip(*entries, strict=True)
        return coo_matrix((numbers, (at_rows, at_columns)), shape=(rows, columns)).tocsr()

    def flow(seat: int) -> object:
        """One for the empty sequence; for each set its moves less what is before it."""
        entries = [(0, 0, 1.0)]
        for row, (before, sequences) in enumerate(game.sets[seat].values(), 1):
            entries += [(row, before, -1.0), *((row, sequence, 1.0) for sequence in sequences)]
        return matrix(entries, 1 + len(game.sets[seat]), game.sizes[seat])

    # North's multipliers q: maximise q[0] where (north's flow)' q <= gains' x, x south's plan.
    gains = [(north, south, -gain / game.deals) for (south, north), gain in game.gains.items()]
    south, north = game.sizes
    multipliers = 1 + len(game.sets[1])
    sets = 1 + len(game.sets[0])
    aim = np.zeros(south + multipliers)
    aim[south] = -1
    found = linprog(
        aim,
        A_ub=hstack([matrix(gains, north, south), flow(1).T]),  # type: ignore[attr-defined]
        b_ub=np.zeros(north),
        A_eq=hstack([flow(0), coo_matrix((sets, multipliers))]),
        b_eq=np.eye(1, sets)[0],
        bounds=[(0, None)] * south + [(None, None)] * multipliers,
        method="highs-ipm",
    )
    return -float(found.fun)


if __name__ == "__main__":
    for name, game in (
        ("QKA, hand 2", Game("QKA", 2)),
        ("hand3", Game("QKTA", 3)),
        ("hand2", Game("QKTA", 2)),
        ("hand2-draw-first", Game("QKTA", 2, draws_first=True)),
        ("hand5", Game("9JQKTA", 5)),
        ("QKA, hand 1, doubles", StakesGame("QKA", 1)),
        ("QKA, hand 2, doubles", StakesGame("QKA", 2)),
        ("hand3, for a stake", StakesGame("QKTA", 3, doubles=False)),
        ("hand3, doubles", StakesGame("QKTA", 3)),
        ("hand2, for a stake", StakesGame("QKTA", 2, doubles=False)),
        ("hand2, doubles", StakesGame("QKTA", 2, last_window=False)),
        ("hand2-draw-first, for a stake", StakesGame("QKTA", 2, True, doubles=False)),
        ("hand2-draw-first, doubles", StakesGame("QKTA", 2, True, last_window=False)),
    ):
        print(f"{name}: {linear_program_value(game):.6f}")

"""An independent writer of whole hand records in which cards were not drawn as they should be.

Written from docs/NOTATION.md ("Hand records") and docs/RULES.md section 7 alone, on top of the
oracle's referee: here hands may be a card short, and cards are drawn as the slips have it. A random
hand is played to its end and written down with the stock as it was dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from .hand import STOCK_TRICKS, other
from .hand_melds import DIX
from .records import Deal, Event, Moment, RecordedHand, random_deal


@dataclass(frozen=True)
class Slips:
    """What goes wrong with the draws of a hand.

    Attributes:
        out_of_turn: the tricks after which the loser draws first.
        missed: the trick after which a draw is missed, and whether it is the winner's.
        made_up: the trick after which that seat draws two; at the last draw if None.
        shuffled: the trick after whose draws a card is found face up, and the stock shuffled.
    """

    out_of_turn: frozenset[int] = frozenset()
    missed: tuple[int, bool] | None = None
    made_up: int | None = None
    shuffled: int | None = None


class Named(NamedTuple):
    """An irregularity: its name, the trick, the seat and the card or note it lies with."""

    name: str
    trick: int
    seat: str | None
    what: str


@dataclass(frozen=True)
class SlippedRecord:
    """A record, and what a reader of it has to find.

    Attributes:
        text: the record.
        named: the irregularities of its draws.
        points: what each seat scores, as melds and tricks.
        drawn: who drew which cards after each trick of the stock.
        moments: what there is to see, by trick and act, where no hand is a card short.
        forgotten: the seats that forgot a dix, one mention for each.
    """

    text: str
    named: list[Named]
    points: dict[str, tuple[int, int]]
    drawn: dict[int, dict[str, list[str]]]
    moments: dict[tuple[int, str], Moment]
    forgotten: list[str]


class SlippingHand(RecordedHand):
    """The oracle's referee, for whom cards are drawn as the slips have it."""

    def __init__(self, deal: Deal, slips: Slips, chance: Random) -> None:
        """Begin a hand."""
        super().__init__(deal)
        self.slips = slips
        self.chance = chance
        self.short: str | None = None
        self.named: list[Named] = []
        self.drawn: dict[int, dict[str, list[str]]] = {}
        self.faced = ""

    def note_moment(self, trick: int, act: str) -> None:
        """Note what can be seen now, unless a hand is a card short."""
        if self.short is None:
            super().note_moment(trick, act)

    def _draw(self) -> None:
        state, slips = self._now, self.slips
        trick, winner = state.completed, state.leader
        loser, nine = other(winner), "9" + self._trump
        if trick == STOCK_TRICKS and self.macdougall:
            self.forgotten = [s for s in ("south", "north") for c in state.hands[s] if c == nine]
        order = [winner, loser]
        if trick in slips.out_of_turn:
            order.reverse()
        if slips.missed and slips.missed[0] == trick:
            self.short = winner if slips.missed[1] else loser
            order.remove(self.short)
            self.named.append(Named("missed draw", trick, self.short, "no-draw"))
        elif slips.made_up == trick:
            assert self.short is not None
            order.insert(order.index(self.short), self.short)
            self.short = None
        drawn: dict[str, list[str]] = {"south": [], "north": []}
        scored = []
        if trick < STOCK_TRICKS:
            for seat in order:
                drawn[seat].append(state.stock.pop(0))
        else:
            upcard_to, face_down = order[-1], order[:1]
            if self.short is not None:
                upcard_to, face_down = winner, [loser, self.short]
            drawn[upcard_to].append(state.upcard)
            for seat in face_down:
                card = state.stock.pop(0)
                drawn[seat].append(card)
                scored += [seat] * (card == nine and self.macdougall)
            if self.short is not None:
                what = "+" + drawn[self.short][-1]
                self.named.append(Named("card too many", trick, self.short, what))
                self.short = None
        if trick in slips.out_of_turn:
            what = "+" + drawn[loser][0]
            self.named.append(Named("draw out of turn", trick, loser, what))
        for seat, cards in drawn.items():
            state.hands[seat] += cards
        self.drawn[trick] = drawn
        for seat in (winner, loser):
            for card in drawn[seat]:
                self.log.append(Event(trick, seat, "draw", "+" + card))
        if trick == slips.shuffled:
            self.faced = self.chance.choice(state.stock)
            self.chance.shuffle(state.stock)
            self.named.append(Named("card face up", trick, None, self.faced))
        if state.stock:
            return
        for seat in scored:
            state.melds[seat] += DIX
        for seat in ("south", "north"):
            state.hands[seat] += self._on_table(seat)
            state.laid[seat] = {}
            state.items[seat] = []
            state.taken[seat] = None


def slipped_record(rules: str, seed: int, slips: Slips, notes: bool) -> SlippedRecord:
    """Play a random hand with these slips and write it down.

    Args:
        rules: the rulebook.
        seed: the hand's seed.
        slips: what goes wrong.
        notes: whether a draw out of turn is written as such, and not only by its cards.
    """
    random = Random(f"slips/{rules}/{seed}")
    deal = random_deal(rules, random)
    hand = SlippingHand(deal, slips, Random(f"chance/{rules}/{seed}"))
    hand.notes_moments = True
    _note(hand)
    while hand.due() is not None:
        moves = hand.moves()
        if "pass" in moves and hand.short == hand.turn and rules == "scarne":
            # No meld with a wrong number of cards.
            moves = [move for move in moves if ":" not in move]
        if moves != ["pass"] and "pass" in moves and random.random() < 0.85:
            moves = [move for move in moves if move != "pass"]
        weights = {"A": 3, "T": 12, "K": 1, "Q": 1, "J": 2, "9": 6}
        hand.apply(random.choices(moves, [weights.get(move[0], 1) for move in moves])[0])
        _note(hand)
    return SlippedRecord(
        _text(hand, deal, notes), hand.named, hand.points, hand.drawn, hand.moments, hand.forgotten
    )


def _note(hand: SlippingHand) -> None:
    if hand.due() is not None and hand.due() == (hand.turn, "play"):
        hand.note_moment(hand.completed + 1, "l" if hand.led is None else "r")


def _text(hand: SlippingHand, deal: Deal, notes: bool) -> str:
    """The tags, then the tricks; of the draws those that tell what went wrong, and some others."""
    slips, chance = hand.slips, hand.chance
    missing = slips.missed[0] if slips.missed else 0
    lines = [*deal.tags(), ""]
    for trick in range(1, hand.completed + 1):
        events = [event for event in hand.log if event.trick == trick]
        plays = [event.text for event in events if event.kind == "play"]
        items = []
        draws = [event for event in events if event.kind == "draw"]
        winner = hand.winners[trick]
        must = trick == slips.made_up or (slips.shuffled and trick >= slips.shuffled)
        if trick in slips.out_of_turn and not notes:
            # One of the two draws is enough.
            must = must or chance.random() < 0.5
            kept = draws if must else [chance.choice(draws)]
        else:
            kept = [event for event in draws if must or chance.random() < 0.4]
        for event in events:
            prefix = "" if event.seat == winner else f"{event.seat[0].upper()}:"
            if event.kind == "show" or (event.kind == "draw" and event in kept):
                items.append(prefix + event.text)
        if trick in slips.out_of_turn and notes:
            items.append(f"{other(winner)[0].upper()}:out-of-turn")
        if trick == missing:
            seat = next(named.seat for named in hand.named if named.name == "missed draw")
            assert seat is not None
            items.append(("" if seat == winner else f"{seat[0].upper()}:") + "no-draw")
        if trick == slips.shuffled:
            items.append(f"face-up:{hand.faced}")
        lines.append(f"{trick}. {' '.join(plays)}" + (f" {{{' '.join(items)}}}" if items else ""))
    return "\n".join(lines) + "\n"

"""An independent writer of two-handed records with one to three irregularities, and their judge.

Written from docs/RULES.md (section 7 above all), the rules page of goulash and glup and the
notation pages alone, on top of the oracle's referees. A random hand of any of the six rulebooks is
played; players renege, lay what they may not lay, draw wrongly, look at old tricks; cards lie face
up; deals are void. The hand is written down, whole or as one seat sees it, to its end or broken
off, with what a reader has to find: every irregularity with its trick and seat, and what the hand
is worth.

Decisions, where the pages are silent or can be read in two ways:

- What is laid at a forbidden time, or by a seat that may not lay it, is forbidden whether or not
  the cards make it; in scarne it never scores, though a wrong meld of the stock phase may stand.
- "Until the mistake has been righted and a trick won": a trick that is won after the draws in which
  the mistake was righted. So who rights it after a trick of hayes may not meld after that trick,
  though he has drawn before.
- A second dix after one trick, by who still holds a nine, is forbidden, not wrong.
- Whether a `dix` of goulash, or a meld of hayes, that is written before its seat's draw was made
  too soon is not said; none such is planted.
- The worth of a forbidden or wrong meld is what its record claims, else the table's.
- In scarne what a renege settles stays settled when what follows cannot be played.
- A record that ends with the trick of a seat's second renege ends with the trick of a renege.
- Who is a card short at the last draws of goulash has one more card in his pile, and takes that.
- In glup one nine of whoever took a nine as upcard does not score.
- Who forgot both of his dixes is named once.
- A hand that is open has no points that could be compared.
- Findings are compared trick by trick; the page has no order for those of one trick.
- Of a card found face up that has a twin in the stock it is not said which of the two lay there;
  none such is planted. No record here ends with the last trick of the stock phase.
- In the record of one seat the other seat's draws are not written: that it drew two, or made up for
  a draw that it missed, is not told there, and in macdougall not who drew a nine of three cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from .glup import GlupHand, melds
from .goulash import GoulashHand
from .hand import SEATS, Dealt, OracleHand, State, hand_text, other
from .hand_melds import COUNTS, DECK, patterns
from .records import Moment, face_value
from .variants import COUNTS as VARIANT_COUNTS
from .variants import State as VariantState
from .variants import VariantHand, obliged
from .variants import hand_text as variant_hand_text

RULES = ("scarne", "hayes", "macdougall", "macdougall-bonus", "goulash", "glup")
SCARNE, MACDOUGALL, HAYES = "scarne", "macdougall", "hayes"
REMEDIES = {
    "scarne": SCARNE,
    "hayes": HAYES,
    "macdougall": MACDOUGALL,
    "macdougall-bonus": MACDOUGALL,
    "goulash": MACDOUGALL,
    "glup": HAYES,
}
"""Whose column of section 7 holds for a rulebook."""

STOCK_TRICKS = {"goulash": 16, "glup": 30}
LAST_MELD = {"scarne": 12, "goulash": 15, "glup": 30}
ALL_TRICKS = {"goulash": 32, "glup": 48}
WHOLE_COUNT = 250

PLANTS = (
    "renege",
    "after draw",
    "in playoff",
    "by loser",
    "second",
    "wrong meld",
    "wrong dix",
    "wrong credit",
    "missed draw",
    "two drawn",
    "out of turn",
    "face up",
    "looked",
    "misdeal",
    "before lead",
    "late",
    "forgotten",
)
BARRED = "barred"
MOST = 3


class Found(NamedTuple):
    """An irregularity as a reader names it; no seat where it is nobody's."""

    trick: int
    kind: str
    seat: str | None


class Event(NamedTuple):
    """An item of a record: the trick, who did it (None: no letter), what kind, and as which text.

    A draw that is not `must` may be left out of a whole record.
    """

    trick: int
    seat: str | None
    kind: str
    text: str
    must: bool = True


@dataclass
class Claim:
    """Points claimed that are not in the referee's: of a wrong or forbidden meld, or a credit."""

    seat: str
    kind: str
    points: int


@dataclass(frozen=True)
class FaultyRecord:
    """A record with irregularities, and what a reader of it has to find.

    Attributes:
        text: the record.
        rules: its rulebook.
        count: what cards count.
        dealer: who dealt it.
        viewer: the seat whose record it is; whole if None.
        planted: what was planted, in order.
        found: what has to be named, by trick.
        outcome: "scored", "open" (not scored, or not finished) or "void".
        points: melds and tricks of each seat; None where there are none to compare.
        moments: by trick and `l` or `r`, what a whole record of 48 cards shows before a card of the
            stock phase, or None where there is no meld; those that the page leaves open
            are not here.
        is_shuffled: whether the stock was shuffled, and lay in another order before.
        is_claimed: whether points were claimed that are not in those positions.
    """

    text: str
    rules: str
    count: str
    dealer: str
    viewer: str | None
    planted: list[str]
    found: list[Found]
    outcome: str
    points: dict[str, tuple[int, int]] | None
    moments: dict[tuple[int, str], Moment | None]
    is_shuffled: bool
    is_claimed: bool


class _Forced(ABC):
    """What hands have in common whose plays may be forced, over the referee of either kind."""

    _now: Any
    _past: Any
    asked: Any
    """The state when the winner of the last trick could have melded."""

    @abstractmethod
    def _play(self, move: str) -> None: ...

    @abstractmethod
    def _settle(self) -> None: ...

    @abstractmethod
    def _ways(self, seat: str) -> list[Any]: ...

    @abstractmethod
    def _held(self, seat: str) -> list[str]: ...

    def force(self, card: str, trick_ended: Callable[[], None]) -> None:
        """Play a card, legal or not; say so when the trick is over and nothing is drawn yet."""
        self._past.append(self._now.copy())
        self._played_out = trick_ended
        self._play(card)
        self._settle()

    def ways_now(self, seat: str) -> list[str]:
        """The melds that a seat's cards make."""
        return [way.pattern.text for way in self._ways(seat)]

    def ways_asked(self, seat: str) -> list[str]:
        """The same when the winner of the last trick could have melded."""
        now, self._now = self._now, self.asked
        texts = self.ways_now(seat)
        self._now = now
        return texts

    def held(self, seat: str) -> list[str]:
        """All cards of a seat."""
        return self._held(seat)


class _Loose(OracleHand, _Forced):
    """A hand of 48 cards whose draws are made by who plays it, and whose plays may be forced."""

    def __init__(self, dealt: Dealt, draws: Callable[[], None]) -> None:
        self._draws = draws
        self.playoff = False
        self.known: dict[str, list[str]] = {seat: [] for seat in SEATS}
        super().__init__(dealt)
        self.asked: State = self._now.copy()

    def view(self, seat: str) -> dict[str, str]:
        """The position as a seat knows it, cards that it has seen on their way among them."""
        tokens = super().view(seat)
        away = other(seat)
        if self.known[away] and not self.playoff:
            known = [*self._on_table(away), *self.known[away]]
            taken = self._now.taken[away]
            if taken is not None:
                known.append(taken)
            tokens[away] = hand_text(known, len(self._held(away)) - len(known))
        return tokens

    def leaves(self, seat: str, card: str) -> None:
        """A card comes out of a hand: if one like it was known to be there, it may be this one."""
        if card in self.known[seat] and self._now.taken[seat] != card:
            self.known[seat].remove(card)

    def _play(self, move: str) -> None:
        card, _at, where = move.partition("@")
        if where in ("", "hand"):
            self.leaves(self._now.turn, card)
        super()._play(move)

    def _lay(self, seat: str, card: str) -> tuple[str, int]:
        self.leaves(seat, card)
        return super()._lay(seat, card)

    def _in_playoff(self) -> bool:
        return self.playoff

    def _draw(self) -> None:
        self._draws()

    def begin_playoff(self) -> None:
        """The melds go back to the hands."""
        state = self._now
        for seat in SEATS:
            state.hands[seat] += self._on_table(seat)
            state.laid[seat] = {}
            state.items[seat] = []
            state.taken[seat] = None
        self.playoff = True

    def _end_trick(self, led: str, card: str) -> None:
        state = self._now
        completed, stock_tricks = state.completed, self._stock_tricks
        draws_first, self._draws_first = self._draws_first, False
        super()._end_trick(led, card)
        self._draws_first = draws_first
        self.asked = state.copy()
        self._played_out()
        if completed < stock_tricks and draws_first:
            # As in hayes: both draw, and then the winner may meld, but not after the last draws.
            state.act = "play"
            self._draw()
            self.asked = state.copy()
            if state.completed < stock_tricks:
                state.act = "meld"

    def pile(self, seat: str) -> list[str]:
        """The face-down cards that a seat draws from, the next one first."""
        return self._now.stock


class _LooseVariant(VariantHand, _Forced):
    """A hand of goulash or glup whose draws are made by who plays it."""

    def __init__(self, deck: list[str], dealer: str, count: str, draws: Callable[[], None]) -> None:
        self._draws = draws
        super().__init__(deck, dealer, count)
        self.asked: VariantState = self._now.copy()

    @property
    def playoff(self) -> bool:
        return self.in_playoff

    def _note_trick(self) -> None:
        """A trick of the stock phase is over, and nothing shown or drawn yet."""
        self.asked = self._now.copy()
        self._played_out()

    def _end_trick(self, led: str, card: str) -> None:
        was_playoff = self.in_playoff
        super()._end_trick(led, card)
        if was_playoff:
            self._played_out()

    def begin_playoff(self) -> None:
        """The melds go back to the hands."""
        self._begin_playoff()

    def score(self, seat: str, what: str, points: int) -> None:
        """Give a seat points that are no tricks."""
        self._score(seat, what, points)


class _LooseGoulash(_LooseVariant, GoulashHand):
    """A hand of goulash whose draws are made by who plays it."""

    def _after_stock_trick(self) -> None:
        self._note_trick()
        super()._after_stock_trick()

    def _draw(self) -> None:
        self._draws()

    def _last_draws(self) -> None:
        self._draws()

    def pile(self, seat: str) -> list[str]:
        """The face-down cards that a seat draws from, the next one first."""
        return self._now.piles[seat]


class _LooseGlup(_LooseVariant, GlupHand):
    """A hand of glup whose draws are made by who plays it."""

    def _after_stock_trick(self) -> None:
        self._note_trick()
        super()._after_stock_trick()

    def _answered(self) -> None:
        self._draws()
        if not self.in_playoff:
            self._now.act = "play"
            self._now.turn = self._now.leader

    def pile(self, seat: str) -> list[str]:
        """The face-down cards that a seat draws from, the next one first."""
        return self._now.stock


@dataclass
class _Righting:
    """How a card too many is put right: "skip", "back" or never; from which trick on."""

    seat: str
    how: str
    trick: int
    shown: bool = False
    after_draw: bool = False


@dataclass
class _Playing:
    """The playing and writing of one hand."""

    rules: str
    seed: int
    viewer: str | None
    random: Random = field(init=False)
    log: list[Event] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    planted: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    winners: dict[int, str] = field(default_factory=dict)
    reneged: list[tuple[int, str]] = field(default_factory=list)
    lookers: set[str] = field(default_factory=set)
    short: dict[str, int | None] = field(default_factory=dict)
    """Who is a card short, and the trick after which he draws two; None: never."""
    too_many: dict[str, _Righting] = field(default_factory=dict)
    """Who has a card too many."""
    righted: dict[str, int] = field(default_factory=dict)
    last_drawn: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(SEATS))
    shuffled_unknown: bool = False
    """Whether what is drawn from now on is not told by the tags."""
    void: bool = False
    end: int | None = None
    """Where in the log the record ends, if before the end of the hand."""
    cannot_be_played: bool = False
    seen: dict[str, str] = field(default_factory=dict)
    """By pile: the next card of it, if both have seen it."""
    moments: dict[tuple[int, str], Moment | None] = field(default_factory=dict)
    """By trick and `l` or `r`: what can be shown before a card of the stock; None: nothing."""
    shuffled: bool = False
    barred_before_draws: dict[str, bool] = field(default_factory=dict)
    untold: bool = False
    """Whether a card was put back unseen: who knows where it is the page does not say."""

    def __post_init__(self) -> None:
        self.random = Random(f"faulty/{self.rules}/{self.seed}/{self.viewer}")
        random = self.random
        self.column = REMEDIES[self.rules]
        self.stock_tricks = STOCK_TRICKS.get(self.rules, 12)
        self.all_tricks = ALL_TRICKS.get(self.rules, 24)
        self.last_meld = LAST_MELD.get(self.rules, 11)
        self.dealer = random.choice(SEATS)
        self.count = random.choice(list(VARIANT_COUNTS if self.rules == "glup" else COUNTS))
        deck = self._deck()
        upcard = deck.pop()
        if random.random() < 0.7:
            deck.sort(
                key=lambda card: (
                    random.random() - 0.6 * (card[1] == upcard[1] or card[0] in "KQJ"),
                    card,
                )
            )
        self.hand: _Loose | _LooseGoulash | _LooseGlup
        if self.rules == "goulash":
            goulash = _LooseGoulash(
                [*deck[:32], upcard, *deck[32:]], self.dealer, self.count, self.draw
            )
            self.hand = goulash
            self.piles, self.dead = goulash.piles, goulash.dead
        elif self.rules == "glup":
            glup = _LooseGlup([*deck[:36], upcard, *deck[36:]], self.dealer, self.count, self.draw)
            self.hand = glup
            self.piles = {"": glup.stock}
        else:
            dealt = Dealt(
                self.rules, deck[0:24:2], deck[1:24:2], upcard, deck[24:], self.dealer, self.count
            )
            self.hand = _Loose(dealt, self.draw)
            self.piles = {"": list(dealt.stock)}
        self.dix = ("7" if self.rules == "goulash" else "9") + upcard[1]
        self.upcard = upcard
        self.dealt = {seat: list(self.state.hands[seat]) for seat in SEATS}
        self.was_asked: set[int] = set()
        plants = [plant for plant in PLANTS if self._goes_with(plant)]
        weights = [2 if plant in ("renege", "two drawn", "missed draw") else 1 for plant in plants]
        self.wanted = random.choices(plants, weights, k=random.choice((1, 2, 2, 3, MOST)))
        if "misdeal" in self.wanted and random.random() < 0.6:
            self.wanted.remove("misdeal")
            self.wanted.append("renege")
        self.number = len(self.wanted)
        self.since = {plant: self._earliest(plant) for plant in self.wanted}
        self.cut = None
        if random.random() < 0.25:
            self.cut = random.randint(2, self.all_tricks - 1)
        self.after_renege = random.choice(["full", "full", "full", "trick", "off", "illegal"])

    def _deck(self) -> list[str]:
        deck = list(DECK)
        if self.rules == "goulash":
            deck = GoulashHand.deck()
        elif self.rules == "glup":
            deck = GlupHand.deck()
        self.random.shuffle(deck)
        return deck

    def _goes_with(self, plant: str) -> bool:
        """Whether a rulebook knows this irregularity."""
        if plant == "after draw":
            return self.rules != "hayes"
        if plant == "late":
            return self.last_meld < self.stock_tricks
        return plant != "forgotten" or self.rules.startswith("macdougall")

    def _earliest(self, plant: str) -> int:
        """The trick from which on something is to happen."""
        if plant in ("before lead", "late", "forgotten"):
            return 0
        if plant in ("renege", "in playoff"):
            return self.random.randint(self.stock_tricks + 1, self.all_tricks - 4)
        if plant in ("face up", "misdeal"):
            return self.random.choice([0, 1, 1, self.random.randint(1, self.stock_tricks - 1)])
        if plant == "looked":
            return self.random.randint(1, self.all_tricks - 1)
        return self.random.randint(1, max(1, self.stock_tricks - 4))

    # What the referees have in common.

    @property
    def state(self) -> State | VariantState:
        return self.hand._now

    @property
    def in_playoff(self) -> bool:
        return self.hand.playoff

    @property
    def asked(self) -> State | VariantState:
        """How things were when the winner of the last trick could have melded."""
        return self.hand.asked

    def hidden(self, seat: str) -> bool:
        """Whether the record is of the other seat."""
        return self.viewer not in (None, seat)

    def all_melds(self) -> list[str]:
        """Every meld of the rulebook."""
        if self.rules == "glup":
            return [pattern.text for pattern, _points in melds(self.upcard[1])]
        rules = "macdougall" if self.rules == "goulash" else self.rules
        return [pattern.text for pattern in patterns(rules, self.upcard[1])]

    def value(self, text: str) -> int:
        """What a meld or dix is worth by the table."""
        if self.rules == "glup":
            if text == "dix":
                return 1
            return next(p for pattern, p in melds(self.upcard[1]) if pattern.text == text)
        worth = face_value("macdougall" if self.rules == "goulash" else self.rules, text)
        assert worth is not None
        return worth

    def holds_dix(self, seat: str) -> bool:
        return self.dix in self.state.hands[seat]

    @property
    def dix_is_a_meld(self) -> bool:
        return self.column == HAYES

    # Playing.

    def play(self) -> bool:
        """Play the hand; whether anything was planted."""
        hand, random = self.hand, self.random
        keen = random.random() < 0.8
        self._before_first_lead()
        while self.end is None:
            due = hand.due()
            if due is None:
                break
            seat, act = due
            if act == "play":
                if self._ends_here():
                    self.end = len(self.log)
                    break
                self._play_card(keen)
            else:
                self._answer(seat, act, keen)
            if (hand.due() or ("", "play"))[1] == "play" and self.state.led is None:
                self._between_tricks()
        return bool(self.planted)

    def _ends_here(self) -> bool:
        """Whether the record breaks off before the next card."""
        completed, led = self.state.completed, self.state.led
        if completed in (0, self.stock_tricks) or not self.planted:
            return False
        if self.reneged:
            first = self.reneged[0][0]
            if self.after_renege == "trick":
                return led is None and self.reneged[-1][0] == completed
            if self.after_renege == "off":
                return completed > first or (led is not None and self.random.random() < 0.3)
            return False
        return self.cut is not None and completed >= self.cut and self.random.random() < 0.7

    def _wants(self, plant: str) -> bool:
        """Whether something is still to be planted, and may be from here on."""
        return plant in self.wanted and self.state.completed >= self.since[plant]

    def _plant(self, plant: str, *found: Found) -> None:
        if plant in self.wanted:
            self.wanted.remove(plant)
        self.planted.append(plant)
        self.found += found

    def _play_card(self, keen: bool) -> None:
        hand, random, state = self.hand, self.random, self.state
        seat, trick = state.turn, state.completed + 1
        self._note_moment(trick)
        if self.reneged and self.after_renege == "illegal" and trick > self.reneged[0][0]:
            held = hand.held(seat)
            card = random.choice([card for card in sorted(set(self._deck())) if card not in held])
            self.log.append(Event(trick, seat, "play", card))
            self.found.append(Found(trick, "illegal play", seat))
            self.cannot_be_played = True
            self.end = len(self.log)
            return
        moves = hand.moves()
        if self.in_playoff and state.led is not None and self._wants("renege"):
            held = hand.held(seat)
            heads = self.column == HAYES
            allowed = obliged(state.led, held, hand._trump, heads)
            wrong = sorted(set(held) - set(allowed))
            if wrong:
                card = random.choice(wrong)
                self._plant("renege", Found(trick, "renege", seat))
                self.reneged.append((trick, seat))
                self.log.append(Event(trick, seat, "play", card))
                hand.force(card, self._trick_ended)
                return
        weights = {"A": 3, "T": 12, "K": 1, "Q": 1, "J": 2} if keen else {}
        move = random.choices(moves, [weights.get(each[0], 6) for each in moves])[0]
        if self.last_drawn[seat] == move[:2]:
            self.last_drawn[seat] = None
        self.log.append(Event(trick, seat, "play", move))
        hand.force(move, self._trick_ended)

    def _note_moment(self, trick: int) -> None:
        """Note what can be seen before this card."""
        hand = self.hand
        if not isinstance(hand, _Loose) or self.in_playoff or self.untold:
            return
        act = "l" if self.state.led is None else "r"
        moment = None
        if not (self.short or self.too_many or self.seen):
            moment = Moment(hand.full(), {seat: hand.view(seat) for seat in SEATS})
        self.moments[trick, act] = moment

    def _trick_ended(self) -> None:
        self.winners[self.state.completed] = self.state.leader
        self.barred_before_draws = {seat: self.barred(seat) for seat in SEATS}

    def barred(self, seat: str) -> bool:
        """Whether a seat may not meld now (section 7)."""
        if seat in self.too_many:
            return True
        if self.column == SCARNE:
            return seat in self.short
        return self.righted.get(seat) == self.state.completed

    def was_barred(self, seat: str) -> bool:
        """The same when the winner of the last trick could have melded."""
        return self.barred(seat) if self.rules == "hayes" else self.barred_before_draws[seat]

    def _answer(self, seat: str, act: str, keen: bool) -> None:
        """Answer what a seat is asked after a trick, rightly or wrongly."""
        hand, random, trick = self.hand, self.random, self.state.completed
        moves = hand.moves()
        self.was_asked.add(trick)
        if act == "meld" and self.barred(seat):
            meld = [move for move in moves if ":" in move and not move.startswith("dix+")]
            if self.dix_is_a_meld and "dix" in moves:
                meld.append("dix")
            if meld and len(self.planted) + len(self.wanted) < MOST and random.random() < 0.6:
                self._forbidden(BARRED, len(self.log), trick, seat, random.choice(meld))
                hand.apply("pass")
                return
            moves = [move for move in moves if move in ("pass", "dix")]
            if self.dix_is_a_meld:
                moves = ["pass"]
        elif act == "meld" and not self.hidden(seat) and trick <= self.last_meld:
            if self._wants("wrong meld"):
                ways = self.hand.ways_now(seat)
                wrong = [text for text in self.all_melds() if text not in ways]
                self._wrong(len(self.log), trick, seat, random.choice(wrong), "wrong meld")
                hand.apply("pass")
                return
            if self._wants("wrong dix") and not self.holds_dix(seat) and self.rules != "goulash":
                self._wrong(len(self.log), trick, seat, "dix", "wrong dix")
                hand.apply("pass")
                return
        if "pass" in moves and len(moves) > 1 and (not keen or random.random() < 0.85):
            moves = [move for move in moves if move != "pass"]
        if "forgotten" in self.wanted:
            moves = [move for move in moves if not move.startswith("dix")] or ["pass"]
        if seat in self.short and self.column == SCARNE:
            moves = [move for move in moves if ":" not in move]
        move = random.choice(moves)
        if move == "pass":
            hand.apply(move)
            return
        written, kind = move, "show"
        if ":" in move and not move.startswith("dix+"):
            credit = hand.credit(move)
            if self._wants("wrong credit") and not self.hidden(seat):
                unit, most = (1, 60) if self.rules == "glup" else (10, 310)
                claimed = random.choice([n for n in range(unit, most, unit) if n != credit])
                written = f"{move}={claimed}"
                self._plant("wrong credit", Found(trick, "wrong credit", seat))
                self.claims.append(Claim(seat, "wrong credit", claimed - credit))
            elif self.hidden(seat) and move.startswith(("run:", "double-pinochle:")):
                written += f"={credit}" if self.rules == "hayes" else ""
        if self.last_drawn[seat] is not None and (self.last_drawn[seat] or "") in move:
            self.last_drawn[seat] = None
        if move.startswith("dix") and self.last_drawn[seat] == self.dix:
            self.last_drawn[seat] = None
        self.log.append(Event(trick, seat, kind, written))
        hand.apply(move)

    # Melds that are none.

    def _wrong(self, place: int, trick: int, seat: str, text: str, plant: str) -> None:
        """Write a meld that the cards do not make."""
        claimed, written = self._claimed(text)
        self.log.insert(place, Event(trick, seat, "show", written))
        self._plant(plant, Found(trick, "wrong meld", seat))
        self.claims.append(Claim(seat, "wrong meld", claimed))

    def _forbidden(self, plant: str, place: int, trick: int, seat: str, text: str) -> None:
        """Write a meld or dix that may not be laid there or by this seat."""
        claimed, written = self._claimed(text)
        self.log.insert(place, Event(trick, seat, "show", written))
        self._plant(plant, Found(trick, "forbidden meld", seat))
        self.claims.append(Claim(seat, "forbidden meld", claimed))

    def _claimed(self, text: str) -> tuple[int, str]:
        if text != "dix" and self.random.random() < 0.2:
            claimed = 10 * self.random.randint(1, 30) if self.rules != "glup" else 5
            return claimed, f"{text}={claimed}"
        return self.value(text), text

    def _between_tricks(self) -> None:
        """Plant what may come behind a trick, before the next lead."""
        trick = self.state.completed
        if trick == 0 or self.end is not None or trick == self.all_tricks:
            return
        winner = self.winners[trick]
        loser = other(winner)
        stock = trick <= self.stock_tricks
        place = self._last_play() + 1
        shown = [
            index
            for index, event in enumerate(self.log)
            if event.trick == trick and event.kind == "show"
        ]
        drawn_last = self.rules.startswith("macdougall") and trick == self.stock_tricks
        is_wrong = any(found.trick == trick and found.kind == "wrong meld" for found in self.found)
        if stock and self._wants("second") and not (is_wrong or self.was_barred(winner)):
            self._second(trick, winner, shown)
        if stock and not shown and trick not in self.was_asked and trick <= self.last_meld:
            self._unasked(trick, winner, place)
        if stock and self._wants("wrong dix") and self.rules == "goulash":
            seat = self.random.choice(SEATS)
            turned = any(self.log[index].text == "dix" for index in shown)
            if not (turned or self.holds_dix(seat) or self.hidden(seat)) and (
                trick < self.stock_tricks
            ):
                self._wrong(len(self.log), trick, seat, "dix", "wrong dix")
        if trick == self.stock_tricks and self._wants("late"):
            texts = self.hand.ways_asked(winner)
            place = self.random.choice([place, len(self.log)])
            if self.rules == "hayes":
                place = len(self.log)
            if self.log[-1].kind == "show" and place == len(self.log):
                # A meld behind a dix is one with it.
                place = self._last_play() + 1
            self._forbidden(
                "late", place, trick, winner, self.random.choice(texts or self.all_melds())
            )
        if stock and self._wants("by loser"):
            self._by_loser(trick, loser, place)
        if stock and self._wants("after draw"):
            self._after_draw(trick, self.random.choice([winner, winner, loser]), drawn_last)
        if not stock and self._wants("in playoff"):
            seat = self.random.choice(SEATS)
            texts = [*self.all_melds(), "dix", "dix"]
            held = Counter(self.hand.held(seat))
            made = [
                text
                for text in texts
                if not Counter(text.partition(":")[2].split(".")) - held and text != "dix"
            ]
            text = self.random.choice(made if made and self.random.random() < 0.7 else texts)
            self._forbidden("in playoff", len(self.log), trick, seat, text)
        if self._wants("looked"):
            seat = self.random.choice(SEATS)
            self.log.append(Event(trick, seat, "note", "looked"))
            self._plant("looked", Found(trick, "looked", seat))
            self.lookers.add(seat)
        if self._wants("misdeal") and (self.planted or self.number == 1):
            self._misdeal(trick)

    def _second(self, trick: int, winner: str, shown: list[int]) -> None:
        """Another meld, or another dix, after the winner's."""
        mine = [index for index in shown if self.log[index].seat == winner]
        if not mine:
            return
        index = mine[-1]
        text = self.log[index].text
        if self.rules == "goulash" and ":" not in text:
            return
        if ":" not in text and not self.dix_is_a_meld:
            # A second dix, where he has another nine.
            may = trick < self.stock_tricks or self.rules == "scarne"
            if text == "dix" and may and self.asked.hands[winner].count(self.dix) > 1:
                self._forbidden("second", index + 1, trick, winner, "dix")
            return
        texts = self.all_melds()
        made = [each for each in self.hand.ways_asked(winner) if each != text.partition("=")[0]]
        chosen = self.random.choice(made if made and self.random.random() < 0.7 else texts)
        self._forbidden("second", index + 1, trick, winner, chosen)

    def _unasked(self, trick: int, winner: str, place: int) -> None:
        """What the winner lays who has nothing to lay."""
        if self.hidden(winner) or self.was_barred(winner):
            return
        place = len(self.log) if self.rules == "hayes" else place
        if self._wants("wrong meld"):
            ways = self.hand.ways_asked(winner)
            wrong = [text for text in self.all_melds() if text not in ways]
            self._wrong(place, trick, winner, self.random.choice(wrong), "wrong meld")
        elif self._wants("wrong dix") and self.rules != "goulash":
            state = self.state if self.rules == "hayes" else self.asked
            if self.dix not in state.hands[winner]:
                self._wrong(place, trick, winner, "dix", "wrong dix")

    def _by_loser(self, trick: int, loser: str, place: int) -> None:
        """A meld by who lost the trick, or a dix where only its winner may."""
        has_dix = self.dix in self.asked.hands[loser]
        if has_dix and self.column != MACDOUGALL and self.random.random() < 0.5:
            text = "dix"
        else:
            texts = self.hand.ways_asked(loser)
            text = self.random.choice(
                texts if texts and self.random.random() < 0.8 else self.all_melds()
            )
        place = self.random.choice([place, len(self.log)])
        if self.rules == "hayes":
            place = len(self.log)
        self._forbidden("by loser", place, trick, loser, text)

    def _after_draw(self, trick: int, seat: str, drawn_last: bool) -> None:
        """A meld or dix laid after its seat's own draw."""
        at = self._draw_of(trick, seat)
        if at is None or self.hidden(seat):
            return
        texts = self.hand.ways_now(seat) if not self.in_playoff else []
        drawn = [e.text[1:] for e in self.log if e.trick == trick and e.kind == "draw"]
        # Of a nine just drawn macdougall has more to say.
        may_be_right = self.dix in drawn and self.rules not in ("scarne", "glup")
        if self.holds_dix(seat) and not (drawn_last or may_be_right or self.rules == "goulash"):
            texts += ["dix", "dix"]
        if not texts:
            return
        for index, event in enumerate(self.log):
            if event.trick == trick and event.kind == "draw" and event.seat == seat:
                self.log[index] = event._replace(must=True)
        self._forbidden("after draw", len(self.log), trick, seat, self.random.choice(texts))

    def _draw_of(self, trick: int, seat: str) -> int | None:
        """The last draw of a seat after a trick, if it drew."""
        places = [
            index
            for index, event in enumerate(self.log)
            if event.trick == trick and event.kind == "draw" and event.seat == seat
        ]
        return places[-1] if places else None

    def _last_play(self) -> int:
        return max(index for index, event in enumerate(self.log) if event.kind == "play")

    # Void deals.

    def _before_first_lead(self) -> None:
        """A dix turn of goulash, then what was found before the first lead."""
        due = self.hand.due()
        while due is not None and due[1] in ("dix", "show"):
            self._answer(*due, keen=True)
            due = self.hand.due()
        if self._wants("before lead"):
            seat = self.random.choice(SEATS)
            texts = self.hand.ways_now(seat)
            if self.rules != "goulash" and self.holds_dix(seat):
                texts += ["dix"]
            chosen = self.random.choice(texts or self.all_melds())
            self._forbidden("before lead", len(self.log), 0, seat, chosen)
        if "misdeal" in self.wanted and self.since["misdeal"] == 0 and self.number == 1:
            self._misdeal(0)
        elif "face up" in self.wanted and self.since["face up"] == 0:
            self._face_up(0)

    def _misdeal(self, trick: int) -> None:
        seat = self.random.choice([*SEATS, None])
        if seat is not None and trick and seat == self.winners[trick]:
            # Without a letter it is nobody's.
            seat = None
        self.log.append(Event(trick, seat, "note", "misdeal"))
        self._plant("misdeal", Found(trick, "misdeal", seat))
        self._is_void()

    def _is_void(self) -> None:
        self.void = True
        self.end = len(self.log)

    def _face_up(self, trick: int) -> None:
        """A card is found face up in the stock."""
        seat = self.random.choice(SEATS)
        lying, whose, elsewhere = self.hand.pile(seat), "", list[str]()
        if self.rules == "goulash":
            whose, elsewhere = seat, self.hand.pile(other(seat))
        single = [card for card in lying if lying.count(card) == 1 and card not in elsewhere]
        if not single:
            return
        card = self.random.choice(single)
        self.log.append(Event(trick, None, "note", f"face-up:{card}"))
        self._plant("face up", Found(trick, "card face up", None))
        if self.column == SCARNE:
            drawn = [e for e in self.log if e.kind == "draw" and e.seat == other(self.dealer)]
            if not drawn:
                self._is_void()
                return
            lying.remove(card)
            lying.insert(0, card)
            self.seen[whose] = card
            return
        tag = self.piles[whose]
        told = len(lying) > 0 and tag[-len(lying) :] == lying and not self.shuffled_unknown
        self.random.shuffle(lying)
        self.shuffled = True
        self.seen.pop(whose, "")
        if told and self.random.random() < 0.5:
            tag[-len(lying) :] = lying
        else:
            self.shuffled_unknown = True

    # Draws.

    def draw(self) -> None:
        """The draws after a trick, as they are really made."""
        state = self.state
        trick, winner = state.completed, state.leader
        if trick == self.stock_tricks:
            self._last_draws(trick, winner)
            return
        fault = self._draw_fault()
        place = self.random.choice(["before", "between", "after"])
        faces = fault == "face up"
        order = [winner, other(winner)]
        begins = len(self.log)
        if self.viewer is not None:
            # What is not written before it comes later, and the other's draw is not.
            place = "before" if self.hidden(winner) or place == "after" else place
        if fault == "out of turn":
            order.reverse()
        right = [seat for seat in order if seat not in self.short and seat not in self.too_many]
        target = self.random.choice(right or order)
        if fault == "two drawn" and self.viewer is not None:
            target = self.viewer
        if fault in ("two drawn", "missed draw") and target not in right:
            fault = ""
        if fault == "missed draw" and self.hidden(target):
            # That it was made up for could not be written, so that it never is.
            fault = "" if self.rules.startswith("macdougall") or len(right) < 2 else fault
        for seat in order:
            self._put_back_before(trick, seat)
        if fault == "two drawn" and len(self.hand.pile(target)) < 2:
            fault = ""
        if fault == "missed draw" and self._face_down() < 2:
            fault = ""
        if faces and place == "before":
            self._face_up(trick)
        for number, seat in enumerate(order):
            if faces and place == "between" and number == 1:
                self._must(begins)
                self._face_up(trick)
            if fault == "missed draw" and seat == target:
                self._miss(trick, seat)
                continue
            self._draw_of_seat(trick, seat, fault == "two drawn" and seat == target)
        if faces and place == "after":
            self._must(begins)
            self._face_up(trick)
        if fault == "out of turn":
            self._out_of_turn(trick, winner, begins)

    def _face_down(self) -> int:
        return len(self.state.stock)

    def _draw_fault(self) -> str:
        """What goes wrong with the draws after this trick; one thing at a time."""
        trick = self.state.completed
        for plant in ("two drawn", "missed draw", "out of turn", "face up"):
            if not self._wants(plant):
                continue
            settled = not (self.short or self.too_many)
            if plant in ("two drawn", "missed draw") and not (settled or self._may_be_both()):
                continue
            if plant == "out of turn" and not settled:
                continue
            if plant == "face up" and trick < 1:
                continue
            return plant
        return ""

    def _may_be_both(self) -> bool:
        """Whether one seat may have a wrong number of cards besides the other's."""
        last = self.stock_tricks - 1
        ends = [*self.short.values(), *(righting.trick for righting in self.too_many.values())]
        return (
            len(ends) == 1
            and ends[0] is not None
            and ends[0] <= last
            and self.state.completed < last - 4
        )

    def _must(self, begins: int) -> None:
        """What was drawn since has to be written."""
        for index in range(begins, len(self.log)):
            self.log[index] = self.log[index]._replace(must=True)

    def _take(self, trick: int, seat: str, must: bool) -> str:
        card = self.hand.pile(seat).pop(0)
        self.state.hands[seat].append(card)
        if self.seen.pop(self._whose(seat), "") and isinstance(self.hand, _Loose):
            self.hand.known[seat].append(card)
        self.last_drawn[seat] = card
        self._write_draw(trick, seat, card, must)
        return card

    def _whose(self, seat: str) -> str:
        """The name of the pile that a seat draws from."""
        return seat if self.rules == "goulash" else ""

    def _write_draw(self, trick: int, seat: str, card: str, must: bool) -> None:
        must = must or self.shuffled_unknown or self.viewer == seat
        self.log.append(Event(trick, seat, "draw", "+" + card, must))

    def _miss(self, trick: int, seat: str) -> None:
        self.log.append(Event(trick, seat, "note", "no-draw"))
        self._plant("missed draw", Found(trick, "missed draw", seat))
        self.short[seat] = None
        last = self.stock_tricks - 1
        always = self.rules.startswith("macdougall") and self.viewer is not None
        if trick < last and not self.hidden(seat) and (always or self.random.random() < 0.6):
            self.short[seat] = self.random.randint(trick + 1, min(last, trick + 4))

    def _draw_of_seat(self, trick: int, seat: str, two: bool) -> None:
        """One seat draws: one card, two, or none."""
        righting = self.too_many.get(seat)
        if righting is not None:
            self._right(trick, righting)
            return
        if self.short.get(seat) == trick:
            self._take(trick, seat, True)
            self._take(trick, seat, True)
            del self.short[seat]
            return
        self._take(trick, seat, two)
        if two:
            self._two_drawn(trick, seat)

    def _two_drawn(self, trick: int, seat: str) -> None:
        self._take(trick, seat, True)
        self._plant("two drawn", Found(trick, "two drawn", seat))
        how = self.random.choice(["skip", "skip", "back", "back", "now", "never"])
        if how == "now":
            self._put_back(trick, seat, self.random.random() < 0.5)
            return
        later = self.random.randint(trick + 1, trick + 3)
        if how == "never":
            later = 99
        self.too_many[seat] = _Righting(
            seat, how, later, self.random.random() < 0.5, self.random.random() < 0.5
        )

    def _right(self, trick: int, righting: _Righting) -> None:
        """The draw of a seat that has a card too many."""
        seat = righting.seat
        if trick >= righting.trick and righting.how == "back" and self.hand.pile(seat):
            self._take(trick, seat, True)
            self._put_back(trick, seat, righting.shown)
            return
        if (trick >= righting.trick and righting.how == "skip") or not self.hand.pile(seat):
            if self.random.random() < 0.5:
                self.log.append(Event(trick, seat, "note", "no-draw"))
            self._is_right(seat)
            return
        self._take(trick, seat, True)

    def _put_back_before(self, trick: int, seat: str) -> None:
        """Put a card too many back before anybody draws after this trick, if that is the way."""
        righting = self.too_many.get(seat)
        if righting is None or righting.how != "back" or trick < righting.trick:
            return
        if not righting.after_draw and self.last_drawn[seat] in self.state.hands[seat]:
            self._put_back(trick, seat, righting.shown)

    def _put_back(self, trick: int, seat: str, shown: bool) -> None:
        """The last card drawn goes back on the stock, the next to be drawn."""
        card = self.last_drawn[seat]
        assert card is not None
        self.state.hands[seat].remove(card)
        if isinstance(self.hand, _Loose) and card in self.hand.known[seat]:
            self.hand.known[seat].remove(card)
        self.hand.pile(seat).insert(0, card)
        if shown:
            self.seen[self._whose(seat)] = card
        else:
            self.untold = True
        self.last_drawn[seat] = None
        self.log.append(Event(trick, seat, "note", f"back:{card}" if shown else "back"))
        self._is_right(seat)

    def _is_right(self, seat: str) -> None:
        self.too_many.pop(seat, None)
        self.righted[seat] = self.state.completed

    def _out_of_turn(self, trick: int, winner: str, begins: int) -> None:
        """Say that the loser drew first, or have the cards tell it."""
        loser = other(winner)
        draws = {e.seat: i for i, e in enumerate(self.log) if i >= begins and e.kind == "draw"}
        first, second = self.log[draws[loser]], self.log[draws[winner]]
        told = (
            self.viewer is None
            and not self.shuffled
            and first.text != second.text
            and self.rules != "goulash"
        )
        self._plant("out of turn", Found(trick, "draw out of turn", loser))
        if told and self.random.random() < 0.6:
            written = self.random.choice([[loser], [winner], [loser, winner]])
            for seat in written:
                self.log[draws[seat]] = self.log[draws[seat]]._replace(must=True)
            if self.random.random() < 0.5:
                self.log[begins:] = [self.log[draws[winner]], self.log[draws[loser]]]
            return
        place = self.random.choice([begins, len(self.log)])
        self.log.insert(place, Event(trick, loser, "note", "out-of-turn"))

    def _last_draws(self, trick: int, winner: str) -> None:
        """The draws after the last trick of the stock phase."""
        state, hand = self.state, self.hand
        loser = other(winner)
        nine = self.dix
        if self.rules.startswith("macdougall"):
            for seat in SEATS:
                if not self.hidden(seat):
                    forgotten = nine in state.hands[seat]
                    self.found += [Found(trick, "forgotten dix", seat)] * forgotten
                    if forgotten and self._wants("forgotten"):
                        self._plant("forgotten")
        begins = len(self.log)
        if self.rules == "goulash":
            self._last_of_goulash(trick, winner)
            return
        face_down, upcard_to = [winner], loser
        fault = ""
        short = next(iter(self.short), None)
        if self.too_many:
            (with_too_many,) = self.too_many
            face_down, upcard_to = [], other(with_too_many)
        elif short is not None:
            face_down, upcard_to = [loser, short], winner
        elif self._wants("out of turn") and self.viewer is None:
            fault = "out of turn"
            face_down, upcard_to = [loser], winner
        if upcard_to == winner:
            self._write_draw(trick, winner, state.upcard, False)
        drawn = []
        for seat in face_down:
            drawn.append((seat, self._take(trick, seat, len(face_down) > 1)))
        if upcard_to == loser:
            self._write_draw(trick, loser, state.upcard, False)
        if len(face_down) > 1:
            self._must(begins)
            self.found.append(Found(trick, "card too many", short))
        if fault:
            self._out_of_turn(trick, winner, begins)
        self.short.clear()
        self.too_many.clear()
        if isinstance(hand, _LooseGlup):
            for seat in SEATS:
                hand.score(seat, "nines", hand.held(seat).count(nine))
            state.hands[upcard_to].append(state.upcard)
            hand.begin_playoff()
            return
        assert isinstance(hand, _Loose)
        if self.rules.startswith("macdougall"):
            for seat, card in drawn:
                hand._now.melds[seat] += 10 * (card == nine)
            if self.hidden(winner) and winner in face_down and nine in hand.held(winner):
                credit = 10 * ((winner, nine) in drawn)
                self.log.append(Event(trick, winner, "show", f"dix={credit}"))
        state.hands[upcard_to].append(state.upcard)
        hand.begin_playoff()

    def _last_of_goulash(self, trick: int, winner: str) -> None:
        state, hand, loser = self.state, self.hand, other(winner)
        assert isinstance(hand, _LooseGoulash)
        assert isinstance(state, VariantState)
        begins = len(self.log)
        self._write_draw(trick, winner, state.upcard, False)
        self._write_draw(trick, loser, state.dead, False)
        state.hands[loser].append(state.dead)
        for short in self.short:
            self._take(trick, short, True)
            self._must(begins)
            self.found.append(Found(trick, "card too many", short))
        self.short.clear()
        for seat in SEATS:
            hand.score(seat, "sevens held", 10 * state.hands[seat].count(self.dix))
        state.hands[winner].append(state.upcard)
        state.dead = ""
        hand.begin_playoff()

    # The record and what it is worth.

    def outcome(self) -> str:
        """Whether the hand is scored, open, or void."""
        if self.void:
            return "void"
        if self.reneged:
            if self.column == HAYES:
                return "open"
            ends_with = self.reneged[-1][0] == self.state.completed and self.state.led is None
            settled = self.column == SCARNE or ends_with or self.hand.due() is None
            return (
                "open"
                if self.cannot_be_played and self.column != SCARNE
                else ("scored" if settled else "open")
            )
        return "scored" if self.hand.due() is None else "open"

    def points(self) -> dict[str, tuple[int, int]] | None:
        """What the hand is worth by section 7."""
        if self.void or (self.reneged and self.outcome() == "open"):
            return None
        melds_of = {seat: self.hand.points[seat][0] for seat in SEATS}
        tricks = {seat: self.hand.points[seat][1] for seat in SEATS}
        for claim in self.claims:
            if self.column == MACDOUGALL and claim.kind != "wrong credit":
                melds_of[other(claim.seat)] += claim.points
            elif self.column == SCARNE and claim.kind != "forbidden meld" and self.in_playoff:
                melds_of[claim.seat] += claim.points
        if self.reneged and self.column == SCARNE:
            offender = self.reneged[0][1]
            tricks[offender], tricks[other(offender)] = 0, WHOLE_COUNT
        elif self.reneged:
            for _trick, seat in self.reneged:
                tricks[seat] = 0
        if self.column == MACDOUGALL:
            for seat in self.lookers:
                tricks[seat] = 0
        return {seat: (melds_of[seat], tricks[seat]) for seat in SEATS}

    def tags(self) -> list[str]:
        """The tags of the record."""
        text = variant_hand_text if self.rules in ("goulash", "glup") else hand_text
        tags = {"Rules": self.rules, "Count": self.count, "Dealer": self.dealer}
        if self.viewer is not None:
            tags["View"] = self.viewer
        tags["Upcard"] = self.upcard
        for seat in SEATS:
            if not self.hidden(seat):
                tags[seat.title()] = text(self.dealt[seat])
        if self.viewer is None and self.rules == "goulash":
            for seat in SEATS:
                tags[f"Pile{seat.title()}"] = " ".join(self.piles[seat])
            tags["Dead"] = self.dead
        elif self.viewer is None:
            tags["Stock"] = " ".join(self.piles[""])
        return [f'[{name} "{value}"]' for name, value in tags.items()]

    def text(self) -> str:
        """The record."""
        lines = ["\n".join(self.tags()) + "\n"]
        events = self.log[: self.end]
        everything = self.random.random() < 0.3
        for trick in range(self.state.completed + 2):
            words = [f"{trick}."] if trick else []
            items: list[str] = []
            for event in events:
                if event.trick != trick:
                    continue
                if event.kind == "play":
                    if items:
                        words.append("{" + " ".join(items) + "}")
                        items = []
                    words.append(event.text)
                elif self._is_written(event, everything):
                    items.append(self._letter(event) + event.text)
            if items:
                words.append("{" + " ".join(items) + "}")
            if len(words) > (1 if trick else 0):
                lines.append(" ".join(words))
        return "\n".join(lines) + "\n"

    def _is_written(self, event: Event, everything: bool) -> bool:
        if event.kind != "draw" or event.seat is None:
            return True
        if self.hidden(event.seat):
            return False
        return event.must or everything or self.random.random() < 0.2

    def _letter(self, event: Event) -> str:
        if event.seat is None:
            return ""
        letter = event.seat[0].upper() + ":"
        if self.viewer is not None and event.kind == "draw":
            return self.random.choice(["", letter])
        if self.viewer is not None and event.text.startswith(("no-draw", "back")):
            # Without a letter it could be the viewer's own, as a draw is.
            return letter
        return "" if event.trick and event.seat == self.winners.get(event.trick) else letter


def next_deal(record: FaultyRecord, seed: int) -> str:
    """The tags of the hand after this one: who has to deal it, and the score before it."""
    playing = _Playing(record.rules, seed, None)
    points = record.points or dict.fromkeys(SEATS, (0, 0))
    tags = [tag for tag in playing.tags() if not tag.startswith(("[Dealer", "[Count"))]
    dealer = record.dealer if record.outcome == "void" else other(record.dealer)
    score = "/".join(str(sum(points[seat])) for seat in SEATS)
    more = [f'[Count "{record.count}"]', f'[Dealer "{dealer}"]', f'[Score "{score}"]']
    return "\n".join([*tags, *more]) + "\n"


def faulty_record(rules: str, seed: int, viewer: str | None = None) -> FaultyRecord:
    """Play a random hand with one to three irregularities, or one more that follows, and write it.

    Args:
        rules: the rulebook.
        seed: the hand's seed.
        viewer: the seat whose record it is; whole if None.
    """
    for again in range(100):
        playing = _Playing(rules, 100 * seed + again, viewer)
        if not playing.play():
            continue
        return FaultyRecord(
            text=playing.text(),
            rules=rules,
            count=playing.count,
            dealer=playing.dealer,
            viewer=viewer,
            planted=playing.planted,
            found=sorted(playing.found, key=lambda found: found.trick),
            outcome=playing.outcome(),
            points=playing.points(),
            moments=playing.moments if viewer is None and not playing.void else {},
            is_shuffled=playing.shuffled,
            is_claimed=bool(playing.claims),
        )
    raise ValueError(f"{rules} {seed}: no hand gave an occasion")

"""An independent writer of hand records, right ones and ones with one error planted.

Written from docs/NOTATION.md ("Moves", "Hand records") and docs/RULES.md (sections 1 to 5 and 7)
alone, on top of the oracle's referee. A random hand is played and written down as `.pnr` text,
whole or as one seat sees it, ending anywhere. An error is planted in the text, in place of a right
item or beside it; `Planted` tells what it is, and `Written.points` what the hand is worth then.

Decisions, where the pages are silent:

- A wrong meld lays nothing and answers the question whether its seat melds; the hand goes on from
  there. A wrong credit changes nothing but the points.
- In the record of one seat, what hangs on cards that it does not name has its credit written: in
  hayes a run or a double pinochle of the other seat, and in macdougall, where the other seat wins
  trick 12 and has a nine of trumps then, `dix=10` or `dix=0` after the draws. Instead of `dix=10`
  or before it the nine may be written as its draw. Without credits the points may stay unknown.
- Where the nine drawn last scores of itself, a `dix` after the draws may say so in any record.
- A draw may be left out. What a seat cannot see of its own hand then, a record of it does not tell.
- Before a draw of the seat that wrote the record its letter may stand or not, whoever won.
- A forgotten dix is a nine of trumps that its holder, in macdougall, has in the hand at the draws
  after trick 12 and has not shown.
- The credit of a meld that the rulebook does not know, or knows at several values, is written.
- What comes after an error that ends the reading is the hand as it would have gone on without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from .hand import ALL_TRICKS, SEATS, STOCK_TRICKS, Dealt, OracleHand, State, hand_text, other
from .hand_melds import AROUND, COUNTS, DECK, DIX, RULEBOOKS, Pattern, patterns

RENEGES = ("renege-follow", "renege-head", "renege-trump")
WRONG_MELDS = (
    "meld-not-held",
    "meld-not-new",
    "meld-served",
    "meld-rulebook",
    "meld-second",
    "meld-loser",
    "meld-late",
)
WRONG_DIXES = ("dix-not-held", "dix-twice", "dix-loser")
# Laid when, or by whom, nothing may be laid.
FORBIDDEN = ("meld-second", "meld-loser", "meld-late", "dix-twice", "dix-loser")
DRAW_SLIPS = ("draw-wrong", "draw-playoff")
KINDS = (*RENEGES, *WRONG_MELDS, *WRONG_DIXES, "credit", *DRAW_SLIPS, "deck", "card-not-held")

HAND = 12
_MOVES = ("play", "show", "pass")
COPIES = 2


class Event(NamedTuple):
    """One item of a record: who did it, in or after which trick, what, and as which text."""

    trick: int
    seat: str
    kind: str
    text: str


class Planted(NamedTuple):
    """An error: its kind, the trick it belongs to (0: the deal), whose it is, and its text."""

    kind: str
    trick: int
    seat: str | None
    text: str


class Moment(NamedTuple):
    """Where a hand can be stopped: the whole position there, and what each seat sees of it."""

    full: dict[str, str]
    views: dict[str, dict[str, str]]


@dataclass(frozen=True)
class Deal(Dealt):
    """What the tags of a whole record say."""

    count: str

    def begin(self) -> RecordedHand:
        """The hand before its first lead."""
        return RecordedHand(self)

    def tags(self, viewer: str | None = None) -> list[str]:
        """The tags of a record (NOTATION.md, "Hand records")."""
        tags = {"Rules": self.rules, "Count": self.count, "Dealer": self.dealer}
        if viewer is not None:
            tags["View"] = viewer
        tags["Upcard"] = self.upcard
        if viewer != "north":
            tags["South"] = hand_text(self.south)
        if viewer != "south":
            tags["North"] = hand_text(self.north)
        if viewer is None:
            tags["Stock"] = " ".join(self.stock)
        return [f'[{name} "{value}"]' for name, value in tags.items()]


@dataclass(frozen=True)
class Written:
    """A record, and what a reader of it has to find."""

    text: str
    deal: Deal
    viewer: str | None
    moves: list[str]
    """The moves in order, of a hand without an error."""
    moments: dict[tuple[int, str], Moment]
    """By trick, and `l` before its lead, `r` before the reply, `m` before its winner melds."""
    due: tuple[str, str] | None
    """What has to be decided where the record ends, None when the hand is over."""
    points: dict[str, tuple[int, int]]
    planted: Planted | None
    forgotten: list[str]
    """The seats that forgot a dix, one mention for each."""
    unwritten: int | None
    """The first trick after which the viewer's own draw is left out, and is no card he knows."""


class RecordedHand(OracleHand):
    """The oracle's referee, with a log of all that happens, and forced to let wrong cards pass."""

    def __init__(self, dealt: Dealt) -> None:
        """Begin a hand."""
        super().__init__(dealt)
        self.log: list[Event] = []
        self.winners: dict[int, str] = {}
        self.credits: dict[Event, int] = {}
        """What was scored in hayes, where one meld may replace another."""
        self.forgotten: list[str] = []
        self.before_draws: dict[int, dict[str, tuple[int, int]]] = {}
        self.after_tricks: dict[int, dict[str, tuple[int, int]]] = {}
        """The points after each trick, before anything is shown or drawn."""
        self.asked: State = self._now
        """How things stood when the winner of the last trick could have melded."""
        self.moments: dict[tuple[int, str], Moment] = {}
        self.notes_moments = False

    @property
    def turn(self) -> str:
        """Whose decision it is."""
        return self._now.turn

    @property
    def led(self) -> str | None:
        """The card led to the open trick."""
        return self._now.led

    @property
    def macdougall(self) -> bool:
        """Whether the rulebook is one of MacDougall's."""
        return self._rules.startswith("macdougall")

    def held(self, seat: str) -> list[str]:
        """All cards of a seat."""
        return self._held(seat)

    def apply(self, move: str) -> None:
        """Make a legal move and log it."""
        if move in self.moves():
            trick = self.completed + (self._now.act == "play")
            kind = {"play": "play"}.get(self._now.act, "pass" if move == "pass" else "show")
            event = Event(trick, self._now.turn, kind, move)
            self.log.append(event)
            if kind == "show" and self._rules == "hayes":
                self.credits[event] = self.credit(move)
        super().apply(move)

    def pass_silently(self) -> None:
        """Answer a question with a pass that is not written."""
        super().apply("pass")

    def renege(self, card: str) -> None:
        """Play a card that is held and may not be played."""
        self.log.append(Event(self.completed + 1, self._now.turn, "play", card))
        self._past.append(self._now.copy())
        self._play(card)
        self._settle()

    def ways_in(self, state: State, seat: str) -> list[Pattern]:
        """The melds that a seat could lay as things stand there."""
        now, self._now = self._now, state
        found = [way.pattern for way in self._ways(seat)]
        self._now = now
        return found

    def held_in(self, state: State, seat: str) -> list[str]:
        """All cards of a seat as things stand there."""
        now, self._now = self._now, state
        held = self._held(seat)
        self._now = now
        return held

    def after(self, state: State, move: str) -> State:
        """How things stand once a dix or meld has been made there, before any draw."""
        now, self._now = self._now, state.copy()
        self._claim(move)
        made, self._now = self._now, now
        return made

    def _end_trick(self, led: str, card: str) -> None:
        super()._end_trick(led, card)
        self.winners[self._now.completed] = self._now.leader
        self.after_tricks[self._now.completed] = self.points
        self.asked = self._now.copy()
        if self._now.act == "meld":
            self.note_moment(self._now.completed, "m")

    def _settle(self) -> None:
        super()._settle()
        if self._now.act == "dix" and (self._now.completed, "d") not in self.moments:
            self.note_moment(self._now.completed, "d")

    def note_moment(self, trick: int, act: str) -> None:
        """Note what can be seen now."""
        if self.notes_moments:
            views = {seat: self.view(seat) for seat in SEATS}
            self.moments[trick, act] = Moment(self.full(), views)

    def _draw(self) -> None:
        state = self._now
        trick, winner, loser = state.completed, state.leader, other(state.leader)
        self.before_draws[trick] = self.points
        last = len(state.stock) == 1
        if last and self.macdougall:
            nine = "9" + self._trump
            self.forgotten = [seat for seat in SEATS for card in state.hands[seat] if card == nine]
        cards = (state.stock[0], state.upcard if last else state.stock[1])
        super()._draw()
        for seat, card in zip((winner, loser), cards, strict=True):
            self.log.append(Event(trick, seat, "draw", "+" + card))
        if last and self.macdougall and "9" + self._trump in self._held(winner):
            credit = DIX if cards[0] == "9" + self._trump else 0
            self.log.append(Event(trick, winner, "last", f"dix={credit}"))


def random_deal(rules: str, random: Random) -> Deal:
    """A deal; in half of them pictures and trumps come first, which makes for melds."""
    deck = list(DECK)
    random.shuffle(deck)
    upcard = deck.pop()
    if random.random() < 0.5:
        deck.sort(
            key=lambda card: (
                random.random() - 0.6 * (card[1] == upcard[1] or card[0] in "KQJ"),
                card,
            )
        )
    both = 2 * HAND
    return Deal(
        rules=rules,
        count=random.choice(list(COUNTS)),
        dealer=random.choice(SEATS),
        south=deck[0:both:2],
        north=deck[1:both:2],
        upcard=upcard,
        stock=deck[both:],
    )


def write_record(
    rules: str,
    seed: int,
    *,
    plant: str | None = None,
    viewer: str | None = None,
    draws: bool = False,
    passes: bool = True,
    moves: int | None = None,
    gaps: bool = False,
    credits: bool = True,
) -> Written | None:
    """Play a random hand and write it down.

    Args:
        rules: The rulebook.
        seed: The hand's seed.
        plant: The kind of an error to plant, one of `KINDS`.
        viewer: The seat whose record it is; whole if None.
        draws: Whether a whole record names the cards drawn.
        passes: Whether passes are written; the very last item always is.
        moves: How many moves to make, all if None.
        gaps: Whether some of the draws are left out.
        credits: Whether a record of one seat has the credits that its cards do not tell.

    Returns:
        The record; None when the hand gave no occasion for the error.
    """
    draws = draws or viewer is not None
    return _Writing(rules, seed, plant, viewer, draws, gaps, credits).write(passes, moves)


def face_value(rules: str, text: str) -> int | None:
    """What a meld is worth by the table of section 4; None when rulebooks differ about it."""
    kind = text.partition(":")[0]
    fixed = {"dix": DIX, "marriage": 20, "royal-marriage": 40, "run": 150, "pinochle": 40}
    fixed |= dict(AROUND.values())
    if kind == "roundhouse":
        return {"scarne": 240, "macdougall-bonus": 250}.get(rules)
    if kind == "grand-pinochle":
        return 80 if rules == "macdougall-bonus" else None
    if kind == "double-pinochle":
        return 300 if rules in ("hayes", "macdougall-bonus") else None
    return fixed[kind]


@dataclass
class _Error:
    """An error that has been planted, and what follows from it."""

    planted: Planted
    stops: dict[str, tuple[int, int]] | None = None
    """The points at which the reading ends."""
    claimed: int = 0
    """What was claimed for a wrong meld, or beyond the right credit."""


@dataclass
class _Writing:
    """The writing of one record."""

    rules: str
    seed: int
    plant: str | None
    viewer: str | None
    draws: bool
    gaps: bool
    credits: bool
    error: _Error | None = None
    unwritten: int | None = None
    nine_is_drawn: bool = False
    """Whether the nine that the other seat drew last is written as its draw."""

    def __post_init__(self) -> None:
        # The hand is the same whatever is planted in it.
        self.random = Random(f"{self.rules}/{self.seed}")
        self.chance = Random(f"{self.rules}/{self.seed}/{self.plant}/{self.viewer}")
        self.deal = random_deal(self.rules, self.random)
        self.hand = self.deal.begin()
        self.hand.notes_moments = self.plant is None
        self.keen = self.random.random() < 0.6
        first, last = 1, STOCK_TRICKS
        if self.plant in RENEGES:
            first, last = STOCK_TRICKS + 1, ALL_TRICKS - 3
        elif self.plant == "card-not-held":
            last = ALL_TRICKS - 1
        self.start = self.chance.randint(first, last - 2)

    def write(self, passes: bool, moves: int | None) -> Written | None:
        """Play and write."""
        hand = self.hand
        self._note()
        made = 0
        while hand.due() is not None and (moves is None or made < moves):
            if not self._plant_play():
                before = hand.completed
                hand.apply(self._choose())
                self._plant_after(before)
            made += 1
            self._note()
        if self.plant in DRAW_SLIPS:
            self._slip()
        deal = self.deal
        if self.plant == "deck":
            deal = self._third_copy()
        if self.plant is not None and self.error is None:
            return None
        return Written(
            text=self._text(deal, passes),
            deal=self.deal,
            viewer=self.viewer,
            moves=[event.text for event in hand.log if event.kind in ("play", "show", "pass")],
            moments=hand.moments,
            due=hand.due(),
            points=self._points(),
            planted=None if self.error is None else self.error.planted,
            forgotten=hand.forgotten,
            unwritten=self.unwritten,
        )

    def _note(self) -> None:
        hand = self.hand
        if hand.due() is not None and hand.due() == (hand.turn, "play"):
            hand.note_moment(hand.completed + 1, "l" if hand.led is None else "r")

    def _choose(self) -> str:
        """Any move, or one that keeps what melds are made of and seldom passes."""
        moves = self.hand.moves()
        if not self.keen:
            return self.random.choice(moves)
        if "pass" in moves and self.random.random() < 0.85:
            moves = [move for move in moves if move != "pass"]
        weights = {"A": 3, "T": 12, "K": 1, "Q": 1, "J": 2, "9": 6}
        return self.random.choices(moves, [weights.get(move[0], 1) for move in moves])[0]

    # Errors in play.

    def _plant_play(self) -> bool:
        """Play a wrong card, if that is what is wanted and this is the place."""
        hand = self.hand
        due = hand.due()
        if self.error is not None or due is None or due[1] != "play":
            return False
        seat, trick = due[0], hand.completed + 1
        if trick < self.start:
            return False
        if self.plant in RENEGES:
            rule = self.plant.removeprefix("renege-")
            wrong = sorted(card for card in set(hand.held(seat)) if hand.renege_rule(card) == rule)
            if not wrong:
                return False
            card = self.chance.choice(wrong)
            self.error = _Error(Planted(self.plant, trick, seat, card))
            hand.renege(card)
            return True
        if self.plant == "card-not-held":
            # Of a hand that he cannot see nobody can say that a card is not in it.
            if self.viewer not in (None, seat) and trick <= STOCK_TRICKS:
                return False
            card = self.chance.choice([card for card in DECK if card not in hand.held(seat)])
            self.error = _Error(Planted(self.plant, trick, seat, card), hand.points)
            hand.apply(self._choose())
            index = self._last_play()
            hand.log[index] = hand.log[index]._replace(text=card)
            return True
        return False

    def _last_play(self) -> int:
        log = self.hand.log
        return max(index for index, event in enumerate(log) if event.kind == "play")

    def _last_said(self) -> int:
        log = self.hand.log
        return max(index for index, event in enumerate(log) if event.kind in _MOVES)

    # Errors after a trick.

    def _plant_after(self, before: int) -> None:
        """Show something wrong after this move, if that is wanted and this is the place."""
        hand = self.hand
        if self.error is not None or not self.start <= hand.completed <= STOCK_TRICKS:
            return
        trick_ended = hand.completed > before
        decided = hand.log[-1].kind != "play" or trick_ended
        plants: dict[str, Callable[[], None]] = {}
        if trick_ended:
            plants |= dict.fromkeys(
                ("meld-not-held", "meld-not-new", "meld-served", "meld-rulebook"),
                self._wrong_meld,
            )
            plants |= {"meld-late": self._late_meld, "dix-not-held": self._dix_not_held}
        if decided and hand.completed > 0 and (hand.due() or ("", "play"))[1] == "play":
            plants |= {"meld-loser": self._loser_shows, "dix-loser": self._loser_shows}
        if not trick_ended:
            plants |= {
                "meld-second": self._second_meld,
                "dix-twice": self._second_dix,
                "credit": self._wrong_credit,
            }
        if self.plant in plants:
            plants[self.plant]()

    def _hidden(self, seat: str) -> bool:
        return self.viewer not in (None, seat)

    def _wrong_meld(self) -> None:
        """The winner lays a meld that is none."""
        hand = self.hand
        trick, seat = hand.completed, hand.winners[hand.completed]
        if self.rules != "scarne" and trick == STOCK_TRICKS:
            return
        # A hidden hand might hold whatever the meld needs.
        if self._hidden(seat) and self.plant != "meld-rulebook":
            return
        state, dix = hand.asked, False
        asks = (seat, "meld") == hand.due() and self.rules != "hayes"
        if asks and "dix" in hand.moves() and self.chance.random() < 0.5:
            state, dix = hand.after(state, "dix"), True
        wrong = [
            pattern.text for pattern in _all_patterns(self.deal) if self._flaw(state, seat, pattern)
        ]
        if wrong:
            if dix:
                hand.apply("dix")
            self._show_wrong(seat, self.chance.choice(wrong), after_dix=dix)

    def _flaw(self, state: State, seat: str, pattern: Pattern) -> bool:
        """Whether this is no meld, and for the reason wanted."""
        hand = self.hand
        if pattern in hand.ways_in(state, seat):
            return False
        if pattern not in patterns(self.rules, self.deal.upcard[1]):
            known = [known.text for known in patterns(self.rules, self.deal.upcard[1])]
            return self.plant == "meld-rulebook" and pattern.text not in known
        if Counter(pattern.cards) - Counter(hand.held_in(state, seat)):
            return self.plant == "meld-not-held"
        if not any(card in state.hands[seat] for card in pattern.cards):
            return self.plant == "meld-not-new"
        return self.plant == "meld-served"

    def _late_meld(self) -> None:
        """A right meld, but after the last trick that allows one."""
        hand = self.hand
        if self.rules == "scarne" or hand.completed < STOCK_TRICKS:
            return
        seat = hand.winners[STOCK_TRICKS]
        texts = [pattern.text for pattern in hand.ways_in(hand.asked, seat)]
        if texts:
            self._show_wrong(seat, self.chance.choice(texts))

    def _dix_not_held(self) -> None:
        hand = self.hand
        seat = hand.winners[hand.completed]
        if self.rules == "hayes" and hand.completed == STOCK_TRICKS:
            return
        if self._may_have_drawn_last(seat):
            return
        if "9" + self.deal.upcard[1] not in hand.asked.hands[seat] and not self._hidden(seat):
            self._show_wrong(seat, "dix")

    def _show_wrong(self, seat: str, text: str, after_dix: bool = False) -> None:
        """Put a wrong meld of the trick's winner in its place; he makes no other."""
        hand = self.hand
        trick = hand.completed
        if not after_dix and (seat, "meld") == hand.due():
            hand.pass_silently()
        index = self._last_play() + 1 + after_dix
        if self.rules == "hayes":
            # Both have drawn before.
            index += 2
        self._insert(index, trick, seat, text)

    def _insert(self, index: int, trick: int, seat: str, text: str) -> None:
        value = face_value(self.rules, text)
        written = text
        if value is None or (text != "dix" and self.chance.random() < 0.3):
            value = self.chance.choice([20, 40, 80, 150, 300])
            written += f"={value}"
        assert self.plant is not None
        self.error = _Error(Planted(self.plant, trick, seat, text), claimed=value)
        self.hand.log.insert(index, Event(trick, seat, "show", written))

    def _loser_shows(self) -> None:
        """The loser lays a meld, or shows a dix where only a winner may."""
        hand = self.hand
        trick = hand.completed
        seat = other(hand.winners[trick])
        if trick == STOCK_TRICKS and self.rules == "hayes":
            return
        if self.plant == "dix-loser":
            if hand.macdougall:
                return
            text = "dix"
        else:
            texts = [pattern.text for pattern in hand.ways_in(hand.asked, seat)]
            if not texts:
                return
            text = self.chance.choice(texts)
        index = len(hand.log)
        if self.rules != "hayes":
            index = self._last_said() + 1
        if self.chance.random() < 0.3:
            index = self._last_play() + 1
        self._insert(index, trick, seat, text)

    def _second_meld(self) -> None:
        """Another meld after the winner's one."""
        hand = self.hand
        index = self._last_said()
        event = hand.log[index]
        if event.kind != "show" or (":" not in event.text and self.rules != "hayes"):
            return
        state = hand.after(hand.asked, event.text)
        texts = [pattern.text for pattern in hand.ways_in(state, event.seat)]
        if self.chance.random() < 0.2:
            texts = [pattern.text for pattern in patterns(self.rules, self.deal.upcard[1])]
        if texts:
            self._insert(index + 1, event.trick, event.seat, self.chance.choice(texts))

    def _second_dix(self) -> None:
        """Another dix at the same turn."""
        hand = self.hand
        index = self._last_said()
        event = hand.log[index]
        if self._may_have_drawn_last(event.seat):
            return
        if event.kind == "show" and event.text.startswith("dix"):
            self._insert(index + 1, event.trick, event.seat, "dix")

    def _may_have_drawn_last(self, seat: str) -> bool:
        """Whether a dix of this seat may be told that it drew last: no error then."""
        hand = self.hand
        if not hand.macdougall or hand.completed < STOCK_TRICKS:
            return False
        is_nine = self.deal.stock[-1] == "9" + self.deal.upcard[1]
        return seat == hand.winners[STOCK_TRICKS] and (is_nine or self._hidden(seat))

    def _wrong_credit(self) -> None:
        """A right meld with a wrong credit."""
        hand = self.hand
        index = self._last_said()
        event = hand.log[index]
        if event.kind != "show" or event.text.startswith("dix"):
            return
        before = hand._past[-1].melds[event.seat]
        right = hand.points[event.seat][0] - before
        # The ten of a nine drawn after trick 12 is none of the meld.
        if event.trick == STOCK_TRICKS and hand.macdougall:
            return
        claimed = self.chance.choice([points for points in range(10, 310, 10) if points != right])
        hand.log[index] = event._replace(text=f"{event.text}={claimed}")
        self.error = _Error(
            Planted("credit", event.trick, event.seat, event.text), claimed=claimed - right
        )

    # Errors in the cards.

    def _slip(self) -> None:
        """Make a draw wrong."""
        if self.plant == "draw-playoff":
            self._playoff_draw()
            return
        hand = self.hand
        played = hand.log[self._last_play()].trick if hand.completed else 0
        places = [
            index
            for index, event in enumerate(hand.log)
            if event.kind == "draw"
            and event.trick < min(played, STOCK_TRICKS)
            and not self._hidden(event.seat)
        ]
        if not places or not self.draws:
            return
        # From one seat's view any unseen card may have been drawn.
        if self.viewer is not None:
            return
        index = self.chance.choice(places)
        event = hand.log[index]
        text = "+" + self.chance.choice([card for card in DECK if "+" + card != event.text])
        hand.log[index] = event._replace(text=text)
        assert self.plant is not None
        self.error = _Error(
            Planted(self.plant, event.trick, event.seat, text), hand.before_draws[event.trick]
        )

    def _playoff_draw(self) -> None:
        """Draw a card after a trick of the playoff, whether or not other draws are written."""
        hand = self.hand
        if hand.completed <= STOCK_TRICKS:
            return
        trick = self.chance.randint(STOCK_TRICKS + 1, hand.completed)
        seat = self.chance.choice(SEATS) if self.viewer is None else self.viewer
        text = "+" + self.chance.choice(DECK)
        index = 1 + max(
            index
            for index, event in enumerate(hand.log)
            if event.kind == "play" and event.trick == trick
        )
        hand.log.insert(index, Event(trick, seat, "slip", text))
        self.error = _Error(Planted("draw-playoff", trick, seat, text), hand.after_tricks[trick])

    def _third_copy(self) -> Deal:
        """The deal with a card too many; from one seat's view he draws or sees it."""
        hand = self.hand
        nobody = dict.fromkeys(SEATS, (0, 0))
        if self.viewer is None:
            stock = list(self.deal.stock)
            index = self.chance.randrange(len(stock))
            card = self.chance.choice([card for card in DECK if card != stock[index]])
            stock[index] = card
            self.error = _Error(Planted("deck", 0, None, card), nobody)
            return Deal(**{**self.deal.__dict__, "stock": stock})
        seen = Counter(self.deal.south if self.viewer == "south" else self.deal.north)
        for index, event in enumerate(hand.log):
            card = event.text.lstrip("+")[:2]
            own = event.seat == self.viewer
            if event.trick >= self.start and (
                (event.kind == "draw" and own and event.trick < STOCK_TRICKS)
                or (event.kind == "play" and not own and event.trick <= STOCK_TRICKS)
            ):
                thirds = sorted(name for name, copies in seen.items() if copies == COPIES)
                if thirds:
                    third = self.chance.choice(thirds)
                    plus = "+" if event.kind == "draw" else ""
                    hand.log[index] = event._replace(text=plus + third)
                    self.error = _Error(Planted("deck", event.trick, event.seat, third), nobody)
                    break
            if own:
                seen[card] += event.kind == "draw"
            elif event.kind == "play":
                seen[card] += card != self.deal.upcard
        return self.deal

    # What the hand is worth, and its text.

    def _points(self) -> dict[str, tuple[int, int]]:
        """The points by section 7."""
        points = dict(self.hand.points)
        if self.error is None:
            return points
        if self.error.stops is not None:
            return self.error.stops
        planted = self.error.planted
        assert planted.seat is not None
        seat, away = planted.seat, other(planted.seat)
        if planted.kind in RENEGES and self.rules == "hayes":
            return points  # no price is named, and the hand goes on
        if planted.kind in RENEGES:
            points[seat] = (points[seat][0], 0)
            if self.rules == "scarne":
                points[away] = (points[away][0], 250)
        elif self.rules == "scarne" and planted.kind in FORBIDDEN:
            pass
        elif self.rules == "scarne" and self.hand._in_playoff():
            points[seat] = (points[seat][0] + self.error.claimed, points[seat][1])
        elif self.hand.macdougall and planted.kind != "credit":
            points[away] = (points[away][0] + self.error.claimed, points[away][1])
        return points

    def _text(self, deal: Deal, passes: bool) -> str:
        """The tags, then the tricks, in lines of some words."""
        hand = self.hand
        words: list[str] = []
        shown: list[str] = []
        trick, plays = 0, 0

        def close() -> None:
            if shown:
                words.append("{" + " ".join(shown) + "}")
                shown.clear()

        written = [event for event in hand.log if self._is_written(event)]
        for event in written:
            last = event is written[-1]
            if event.kind == "play":
                if event.trick != trick:
                    close()
                    trick, plays = event.trick, plays + 1
                    words.append(f"{trick}.")
                words.append(event.text)
                continue
            if event.kind == "pass" and not passes and not last:
                continue
            shown.append(self._prefix(event) + event.text + self._told_credit(event))
        close()
        lines = deal.tags(self.viewer)
        lines.append("")
        while words:
            lines.append(" ".join(words[:16]))
            del words[:16]
        return "\n".join(lines) + "\n"

    def _told_credit(self, event: Event) -> str:
        """The credit of another seat's meld that may replace one; hidden copies decide about it."""
        replacing = event.text.startswith(("run:", "double-pinochle:")) and "=" not in event.text
        replacing = replacing and self.credits
        if not (replacing and self._hidden(event.seat) and event in self.hand.credits):
            return ""
        return f"={self.hand.credits[event]}"

    def _prefix(self, event: Event) -> str:
        """The letter of the seat, where it has to stand; before a viewer's draw it may."""
        letter = event.seat[0].upper() + ":"
        if self.viewer is not None and event.text.startswith("+"):
            if event.seat != self.viewer:
                return letter
            return self.chance.choice(["", letter])
        return "" if event.seat == self.hand.winners[event.trick] else letter

    def _is_written(self, event: Event) -> bool:
        """Whether something is written."""
        if event.kind == "last":
            return self._is_last_written(event)
        if event.kind != "draw":
            return True
        if self._hidden(event.seat):
            return self._tells_nine(event)
        is_written = self.draws and not (self.gaps and self.chance.random() < 0.3)
        is_upcard = event.trick == STOCK_TRICKS and event.seat != self.hand.winners[STOCK_TRICKS]
        if self.viewer and not is_written and not is_upcard and self.unwritten is None:
            self.unwritten = event.trick
        return is_written

    def _is_last_written(self, event: Event) -> bool:
        """Whether what the last draw scored is said of itself."""
        if self._hidden(event.seat):
            return self.credits and not self.nine_is_drawn
        return event.text != "dix=0" and self.chance.random() < 0.5

    def _tells_nine(self, draw: Event) -> bool:
        """Whether the other seat's draw is written: a nine that it scores for at once."""
        is_nine = (
            self.credits
            and self.hand.macdougall
            and draw.trick == STOCK_TRICKS
            and draw.seat == self.hand.winners[STOCK_TRICKS]
            and draw.text == "+9" + self.deal.upcard[1]
            and self.chance.random() < 0.5
        )
        self.nine_is_drawn |= is_nine
        return is_nine


def _all_patterns(deal: Deal) -> list[Pattern]:
    """The melds of all rulebooks, each once."""
    found = {
        pattern.text: pattern for rules in RULEBOOKS for pattern in patterns(rules, deal.upcard[1])
    }
    # The rulebook's own word on whether a meld is laid all at once.
    found |= {pattern.text: pattern for pattern in patterns(deal.rules, deal.upcard[1])}
    return list(found.values())

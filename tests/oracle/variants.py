"""What the referees of goulash and glup share: one whole hand, slow and obvious.

Written from the rules page of the two-handed variants (sections 1 to 4, 6 and 7), its notation
page, docs/RULES.md sections 1 to 6 and docs/NOTATION.md ("Positions", "Moves") alone. What is
peculiar to one of the games is in `goulash` and `glup`.

Decisions, where the pages are silent or can be read in two ways, as in `hand` unless said here:

- `winner` is who has more points in the hand; of equal points it is None. In glup it means no more
  than that, since no game of a single hand is played. `game_winner` and `ahead_winner` are asked
  after each hand, with the scores of the game.
- "Over the target" means at the target or over it, as in RULES.md section 6.
- What a dix turn or a meld turn leaves open is told by `due`: a seat that is asked has something to
  show. The view of the seat that is not asked shows who decides all the same, as in `hand`.
- A seat that took the upcard in an exchange is known to hold it until it plays or lays a copy of
  that card from the hand.
- The points before a position that was given stand as one sum, "before", in `account`.
- A count other than the game's own has its own last trick: 10 for the three of RULES.md, 2 for that
  of glup, whatever the deck.
- A meld from the deal on is written with the trick it followed, `@0` before the first lead too,
  though there are no `tricks=` yet.
- Of a position that was given the cards played are those that are nowhere else; `gone=` is not
  read. Nothing of a position is checked.
- The program's own options are not here: doubles, call-out, chips, slips, records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, TypeVar

from .hand import SEATS, Item, Laid, hand_cards, item_cards, other
from .hand_melds import Copy, Way

RANKS = "ATKQJ987"
SUITS = "SHDC"


class Count(NamedTuple):
    """What the cards are worth in tricks, and what the last trick is."""

    cards: Mapping[str, int]
    last_trick: int


COUNTS = {
    "old": Count({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, 10),
    "compromise": Count({"A": 10, "T": 10, "K": 5, "Q": 5}, 10),
    "simplified": Count({"A": 10, "T": 10, "K": 10}, 10),
    "glup": Count({"A": 1, "T": 1, "K": 1}, 2),
}


@dataclass
class State:
    """All that changes in a hand.

    `hands` are the cards not on the table, `laid` every copy that a seat has laid, by card and
    number, `taken` the upcard that a seat is known to have got in an exchange, `scored` the points
    other than tricks, by what they are for. Glup draws from `stock`, goulash from `piles`, its last
    card is `dead`. Without an upcard it is the playoff.
    """

    hands: dict[str, list[str]]
    upcard: str
    leader: str
    turn: str
    stock: list[str] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    dead: str = ""
    act: str = "play"
    led: str | None = None
    laid: dict[str, dict[tuple[str, int], Laid]] = field(
        default_factory=lambda: {seat: {} for seat in SEATS}
    )
    items: dict[str, list[Item]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    taken: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(SEATS))
    scored: dict[str, dict[str, int]] = field(default_factory=lambda: {seat: {} for seat in SEATS})
    tricks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    glups: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    history: list[tuple[str, str]] = field(default_factory=list)
    gone: list[str] | None = None
    completed: int = 0

    def copy(self) -> State:
        """A state of its own with the same contents."""
        return replace(
            self,
            hands={seat: list(self.hands[seat]) for seat in SEATS},
            stock=list(self.stock),
            piles={seat: list(self.piles[seat]) for seat in SEATS},
            laid={seat: dict(self.laid[seat]) for seat in SEATS},
            items={seat: list(self.items[seat]) for seat in SEATS},
            taken=dict(self.taken),
            scored={seat: dict(self.scored[seat]) for seat in SEATS},
            tricks=dict(self.tricks),
            glups=dict(self.glups),
            history=list(self.history),
            gone=None if self.gone is None else list(self.gone),
        )


def canonical(card: str) -> tuple[int, int]:
    """Sort key: rank high to low, then S H D C (NOTATION.md)."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def wins(led: str, card: str, trump: str) -> bool:
    """Whether `card`, played second, takes the trick from `led` (section 1; RULES.md 2, 2)."""
    if card[1] == led[1]:
        return RANKS.index(card[0]) < RANKS.index(led[0])
    return card[1] == trump


def hand_text(cards: Iterable[str], unknown: int = 0) -> str:
    """A hand as in NOTATION.md: suits S.H.D.C, ranks high to low, `-` for none, `+n` unknown."""
    held = sorted(cards, key=canonical)
    suits = ["".join(card[0] for card in held if card[1] == suit) or "-" for suit in SUITS]
    return ".".join(suits) + (f"+{unknown}" if unknown else "")


def obliged(led: str | None, held: list[str], trump: str, heads_plain_suits: bool) -> list[str]:
    """The cards that may be played in the playoff (RULES.md section 3)."""
    if led is None:
        return held
    follow = [card for card in held if card[1] == led[1]]
    if follow:
        higher = [card for card in follow if wins(led, card, trump)]
        must_head = led[1] == trump or heads_plain_suits
        return higher if must_head and higher else follow
    trumps = [card for card in held if card[1] == trump]
    return trumps or held


def game_winner(score: Mapping[str, int], target: int) -> str | None:
    """Who has won the game at the end of a hand, None if more hands are played (section 1)."""
    if score["south"] == score["north"] or max(score.values()) < target:
        return None
    return max(SEATS, key=lambda seat: score[seat])


def ahead_winner(score: Mapping[str, int], ahead: int) -> str | None:
    """The same where one has to be so far ahead (section 3, glup's option `ahead`)."""
    if abs(score["south"] - score["north"]) < ahead:
        return None
    return max(SEATS, key=lambda seat: score[seat])


Hand = TypeVar("Hand", bound="VariantHand")


class VariantHand(ABC):
    """One hand, from the deal or from a position, referee of every move in it."""

    rules: ClassVar[str]
    ranks: ClassVar[str]
    copies: ClassVar[int]
    hand_size: ClassVar[int]
    stock_tricks: ClassVar[int]
    heads_plain_suits: ClassVar[bool]
    own_count: ClassVar[str]
    target: ClassVar[int]

    def __init__(self, deck: Sequence[str], dealer: str, count: str | None = None) -> None:
        """Deal the cards in the order given, and begin.

        Raises:
            ValueError: These are not the cards of the deck, or there is no such seat.
        """
        if dealer not in SEATS or sorted(deck) != sorted(self.deck()):
            raise ValueError("not an order of the deck and a dealer")
        self._dealer: str | None = dealer
        self._lifted = False
        self._count = count or self.own_count
        self._past: list[State] = []
        self._now = self._dealt(list(deck), dealer)
        self._trump = self._now.upcard[1]
        self._begin(dealer)
        self._settle()

    @classmethod
    def deck(cls) -> list[str]:
        """Every card of the deck, in canonical order."""
        return [rank + suit for rank in cls.ranks for suit in SUITS for _copy in range(cls.copies)]

    @classmethod
    def from_tokens(cls: type[Hand], tokens: Mapping[str, str]) -> Hand:
        """A position with both hands and all face-down cards known (both notation pages)."""
        hand = cls.__new__(cls)
        hand._dealer = tokens.get("dealer")
        hand._lifted = tokens.get("cut") == "37"
        hand._count = tokens.get("count", cls.own_count)
        hand._trump = tokens["upcard"][1] if "upcard" in tokens else tokens["trump"]
        hand._past = []
        turn = tokens["turn"]
        act = tokens.get("act", "play")
        led = tokens.get("led")
        hand._now = state = State(
            hands={seat: hand_cards(tokens[seat]) for seat in SEATS},
            upcard=tokens.get("upcard", ""),
            leader=other(turn) if led or act == "dix" else turn,
            turn=turn,
            stock=card_list(tokens.get("stock", "")),
            piles={seat: card_list(tokens.get("pile." + seat, "")) for seat in SEATS},
            dead=tokens.get("dead", "").replace("-", ""),
            act=act,
            led=led,
        )
        for seat, points in zip(SEATS, tokens.get("points", "0+0/0+0").split("/"), strict=True):
            melds, tricks = points.split("+")
            state.scored[seat]["before"], state.tricks[seat] = int(melds), int(tricks)
        hand._read_gone(tokens)
        for seat in SEATS:
            hand._read_melds(seat, tokens.get("melds." + seat, ""))
        if "glups" in tokens:
            state.glups = dict(zip(SEATS, map(int, tokens["glups"].split("/")), strict=True))
        hand._settle()
        return hand

    def _read_gone(self, tokens: Mapping[str, str]) -> None:
        """The completed tricks, or where their order is not told the cards that are not left."""
        state = self._now
        played = self.deck()
        for card in self._cards_left():
            played.remove(card)
        state.completed = len(played) // 2
        for trick in filter(None, tokens.get("tricks", "").split(",")):
            first, second = trick.split("-")
            state.history.append((first, second))
        if state.history:
            state.glups = self._glups_of(state.history)
        elif played:
            state.gone = played

    def _read_melds(self, seat: str, melds: str) -> None:
        """The melds laid so far, and what each copy has served in."""
        state = self._now
        for text in filter(None, melds.split("+")):
            kind, cards, after = item_cards(text)
            for card, number, played in cards:
                before = state.laid[seat].get((card, number), Laid(frozenset(), False))
                served = before.served | self._services(kind, card)
                state.laid[seat][card, number] = Laid(served, before.played or played)
            copies = tuple((card, number) for card, number, _played in cards)
            state.items[seat].append(Item(kind, copies, after))
        for card, _number in self._on_table(seat):
            state.hands[seat].remove(card)

    @property
    def trump(self) -> str:
        """The trump suit, that of the card turned up."""
        return self._trump

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played."""
        state = self._now
        return not state.upcard and state.led is None and not any(state.hands.values())

    @property
    def in_playoff(self) -> bool:
        """Whether the last draws have been made."""
        return not self._now.upcard

    @property
    def completed(self) -> int:
        """The number of completed tricks."""
        return self._now.completed

    @property
    def points(self) -> dict[str, tuple[int, int]]:
        """Melds, with all else that is no trick, and tricks of each seat so far."""
        return {
            seat: (sum(self._now.scored[seat].values()), self._now.tricks[seat]) for seat in SEATS
        }

    @property
    def account(self) -> dict[str, dict[str, int]]:
        """The points of each seat other than tricks, by what they are for."""
        return {seat: dict(self._now.scored[seat]) for seat in SEATS}

    @property
    def winner(self) -> str | None:
        """Who has more points in a hand that is over, None if it is not over or tied."""
        if not self.is_over:
            return None
        totals = {seat: sum(self.points[seat]) for seat in SEATS}
        return game_winner(totals, 0)

    @property
    def winner_of_last_trick(self) -> str | None:
        """Who took the last completed trick, None before the first one."""
        return self._now.leader if self._now.completed else None

    @property
    def upcard(self) -> str:
        """The card that lies face up, an empty text in the playoff."""
        return self._now.upcard

    @property
    def face_down(self) -> int:
        """The number of cards that lie face down."""
        state = self._now
        return len(state.stock) + sum(map(len, state.piles.values())) + bool(state.dead)

    def hand(self, seat: str) -> list[str]:
        """The cards of a seat that are not on the table, in canonical order."""
        return sorted(self._now.hands[seat], key=canonical)

    def table(self, seat: str) -> list[Copy]:
        """The copies that a seat has on the table, with what each has served in."""
        return [
            Copy(card, number, self._now.laid[seat][card, number].served)
            for card, number in self._on_table(seat)
        ]

    def due(self) -> tuple[str, str] | None:
        """The seat and the kind of decision it has to make, None when the hand is over."""
        return None if self.is_over else (self._now.turn, self._now.act)

    def moves(self) -> list[str]:
        """Every legal move, sorted (both notation pages, "Moves")."""
        if self.is_over:
            return []
        state = self._now
        if state.act != "play":
            return sorted(["pass", *self._claims()])
        if self.in_playoff:
            held = state.hands[state.turn]
            return sorted(set(obliged(state.led, held, self._trump, self.heads_plain_suits)))
        return sorted(self._stock_plays())

    def credit(self, move: str) -> int:
        """What a legal meld or dix scores, 0 for `pass`.

        Raises:
            ValueError: The move is not legal, or a play.
        """
        if self._now.act == "play" or move not in self.moves():
            raise ValueError(f"not a legal meld: {move!r}")
        return 0 if move == "pass" else self._claims()[move]

    def apply(self, move: str) -> None:
        """Make a move, with all that follows from it without a decision.

        Raises:
            ValueError: The move is not legal.
        """
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move!r}")
        self._past.append(self._now.copy())
        if self._now.act == "play":
            self._play(move)
        else:
            if move == "dix":
                self._show_dix()
            elif move != "pass":
                self._meld(move)
            self._answered()
        self._settle()

    def undo(self) -> None:
        """Take the last applied move back.

        Raises:
            ValueError: No move has been applied.
        """
        if not self._past:
            raise ValueError("no move to take back")
        self._now = self._past.pop()

    def full(self) -> dict[str, str]:
        """The position with everything known (both notation pages)."""
        state = self._now
        tokens = {"rules": self.rules, "count": self._count, "trump": self._trump}
        tokens["turn"] = state.turn
        for seat in SEATS:
            tokens[seat] = hand_text(self._held(seat))
        if state.led is not None:
            tokens["led"] = state.led
        tokens["points"] = "/".join(f"{melds}+{tricks}" for melds, tricks in self.points.values())
        if self.in_playoff:
            return tokens
        tokens["act"] = state.act
        tokens["upcard"] = state.upcard
        tokens |= self._face_down_tokens()
        for seat in SEATS:
            if state.items[seat]:
                items = [self._item_text(seat, item) for item in state.items[seat]]
                tokens["melds." + seat] = "+".join(items)
        if state.gone is not None:
            tokens["gone"] = hand_text(state.gone)
        elif state.history:
            tokens["tricks"] = ",".join(f"{first}-{second}" for first, second in state.history)
        if self._dealer is not None:
            tokens["dealer"] = self._dealer
        return tokens

    def view(self, seat: str) -> dict[str, str]:
        """The position as a seat knows it (section 4)."""
        tokens = self.full()
        if self.in_playoff:
            return tokens
        for hidden in ("pile.south", "pile.north", "dead"):
            tokens.pop(hidden, None)
        away = other(seat)
        known = [card for card, _number in self._on_table(away)]
        taken = self._now.taken[away]
        if taken is not None:
            known.append(taken)
        tokens[away] = hand_text(known, len(self._held(away)) - len(known))
        tokens["stock"] = str(self.face_down)
        return tokens

    @abstractmethod
    def _dealt(self, deck: list[str], dealer: str) -> State:
        """The state after the deal."""

    @abstractmethod
    def _begin(self, dealer: str) -> None:
        """Score what the dealer gets, and ask the first question."""

    @abstractmethod
    def _services(self, kind: str, card: str) -> frozenset[str]:
        """What a card has served in once it lay in a meld of this kind."""

    @abstractmethod
    def _ways(self, seat: str) -> list[Way]:
        """Every meld that a seat can make, with the copies that serve."""

    @abstractmethod
    def _claims(self) -> dict[str, int]:
        """Every dix and meld that the seat to move may claim now, and its score."""

    @abstractmethod
    def _show_dix(self) -> None:
        """Exchange or show the dix of the seat to move."""

    @abstractmethod
    def _after_stock_trick(self) -> None:
        """Ask or do what comes after a trick of the stock phase."""

    @abstractmethod
    def _answered(self) -> None:
        """Go on from an answered meld or dix."""

    @abstractmethod
    def _face_down_tokens(self) -> dict[str, str]:
        """The cards that lie face down, in full, and the tokens of this game alone."""

    @abstractmethod
    def _after_card(self, seat: str, card: str) -> None:
        """Score what a card brings as it is played in the stock phase."""

    @abstractmethod
    def _after_reply(self, led: str, card: str) -> None:
        """Score what the follower gets in the stock phase, before the trick is given away."""

    @abstractmethod
    def _glups_of(self, history: list[tuple[str, str]]) -> dict[str, int]:
        """The glup counts after these tricks."""

    def _cards_left(self) -> list[str]:
        """Every card that is not in a completed trick."""
        state = self._now
        cards = state.stock + [card for seat in SEATS for card in state.piles[seat]]
        cards += [card for seat in SEATS for card in self._held(seat)]
        return cards + [card for card in (state.upcard, state.dead, state.led) if card]

    def _on_table(self, seat: str) -> list[tuple[str, int]]:
        """The copies that a seat has on the table."""
        return [copy for copy, laid in self._now.laid[seat].items() if not laid.played]

    def _held(self, seat: str) -> list[str]:
        """All cards that a seat holds, those on the table included."""
        return self._now.hands[seat] + [card for card, _number in self._on_table(seat)]

    def _score(self, seat: str, what: str, points: int) -> None:
        """Give a seat points that are no tricks."""
        if points:
            scored = self._now.scored[seat]
            scored[what] = scored.get(what, 0) + points

    def _item_text(self, seat: str, item: Item) -> str:
        """A meld in a position (NOTATION.md, "Melds in a position")."""
        names = []
        for card, number in sorted(item.copies, key=lambda copy: (canonical(copy[0]), copy[1])):
            played = self._now.laid[seat][card, number].played
            names.append(card + ("" if number == 1 else str(number)) + ("*" if played else ""))
        text = item.kind + (":" + ".".join(names) if names else "")
        return text if item.after is None else f"{text}@{item.after}"

    def _stock_plays(self) -> list[str]:
        """Any card of the hand or the table, alike copies once (NOTATION.md, "Moves")."""
        seat = self._now.turn
        plays = []
        for card in set(self._held(seat)):
            copies = sorted(copy for copy in self.table(seat) if copy.card == card)
            seen: list[frozenset[str]] = []
            for copy in copies:
                if copy.served not in seen:
                    seen.append(copy.served)
                    plays.append(f"{card}@{copy.number}")
            if card in self._now.hands[seat]:
                plays.append(f"{card}@hand" if copies else card)
        return plays

    def _play(self, move: str) -> None:
        """Put a card on the trick; the second one ends it."""
        state = self._now
        seat = state.turn
        card, _at, where = move.partition("@")
        if where in ("", "hand"):
            self._leave_hand(seat, card)
        else:
            copy = state.laid[seat][card, int(where)]
            state.laid[seat][card, int(where)] = copy._replace(played=True)
        if not self.in_playoff:
            self._after_card(seat, card)
        if state.led is None:
            state.led = card
            state.turn = other(seat)
        else:
            self._end_trick(state.led, card)

    def _leave_hand(self, seat: str, card: str) -> None:
        """Take a card out of the hand; if it was seen to come there, it is not known there now."""
        state = self._now
        state.hands[seat].remove(card)
        if state.taken[seat] == card:
            state.taken[seat] = None

    def _end_trick(self, led: str, card: str) -> None:
        """Give the trick to its winner, with what it counts."""
        state = self._now
        if not self.in_playoff:
            self._after_reply(led, card)
        if wins(led, card, self._trump):
            state.leader = other(state.leader)
        state.turn = state.leader
        state.led = None
        state.completed += 1
        if state.gone is None:
            state.history.append((led, card))
        else:
            state.gone += [led, card]
        count = COUNTS[self._count]
        state.tricks[state.leader] += count.cards.get(led[0], 0) + count.cards.get(card[0], 0)
        if self.is_over:
            state.tricks[state.leader] += count.last_trick
        if not self.in_playoff:
            self._after_stock_trick()

    def _begin_playoff(self) -> None:
        """The melded cards go back to the hand (section 1); the winner of the trick leads."""
        state = self._now
        for seat in SEATS:
            state.hands[seat] = self._held(seat)
            state.laid[seat] = {}
            state.items[seat] = []
            state.taken[seat] = None
            state.glups[seat] = 0
        state.upcard = ""
        state.act = "play"
        state.turn = state.leader

    def _settle(self) -> None:
        """Skip the questions that have only one answer (NOTATION.md, "Moves")."""
        while self._now.act != "play" and self.moves() == ["pass"]:
            self._answered()

    def _exchange(self, seat: str, dix: str) -> None:
        """The dix becomes the upcard, the upcard goes to the hand."""
        state = self._now
        state.hands[seat].remove(dix)
        state.hands[seat].append(state.upcard)
        state.taken[seat] = state.upcard
        state.upcard = dix
        state.items[seat].append(Item("dix", (), state.completed))

    def _lay(self, seat: str, card: str) -> tuple[str, int]:
        """Lay a card from the hand on the table; it gets the next number of that card."""
        state = self._now
        self._leave_hand(seat, card)
        number = 1 + sum(name == card for name, _number in state.laid[seat])
        state.laid[seat][card, number] = Laid(frozenset(), False)
        return card, number

    def _meld(self, move: str) -> None:
        """Make a meld: lay what comes from the hand, note what all of it has served in."""
        state = self._now
        seat = state.turn
        way = next(way for way in self._ways(seat) if way.pattern.text == move)
        copies = []
        for copy in way.copies:
            place = (copy.card, copy.number) if copy.number else self._lay(seat, copy.card)
            laid = state.laid[seat][place]
            served = laid.served | self._services(way.pattern.kind, copy.card)
            state.laid[seat][place] = Laid(served, False)
            copies.append(place)
        self._score(seat, "melds", way.credit)
        state.items[seat].append(Item(way.pattern.kind, tuple(copies), state.completed))


def card_list(text: str) -> list[str]:
    """Cards in a row, next to be drawn first; `-` or nothing for none."""
    return [card for card in text.split(",") if card not in ("", "-")]

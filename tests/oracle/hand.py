"""An independent, slow, obvious referee of one hand of two-handed pinochle.

Written from docs/RULES.md sections 1 to 5 and docs/NOTATION.md ("Positions", "Moves") alone, for
scarne, hayes, macdougall and macdougall-bonus. The choice of copies is in `hand_melds`.

Decisions, where the pages are silent or can be read in two ways:

- The winner of a trick is asked "meld" in macdougall after trick 12 too, where only `dix` and
  `pass` are open to him; "dix" is the loser's question only.
- Rule 8's preference between table copies goes card by card in canonical order. It matters in
  hayes only: two trump kings and two trump queens on the table, one of each married, and 150
  wants one unmarried card; the king is chosen first, the queen follows.
- Of the grand pinochle's cards the king has served in a marriage, the jack in a pinochle, the
  queen in both. A double pinochle is a service in a pinochle, for both of its pairs.
- Two table copies "have served alike" when they have served in the same ones of run, marriage,
  pinochle and around.
- A seat that took the upcard and later plays or lays a copy of that card from the hand is no
  longer known to hold one, even if it held two.
- The 10 for a nine drawn after trick 12 (macdougall) is no item of `melds`, it is only scored.
- A position given with `gone=` keeps `gone` in place of `tricks` in its views; a meld given without
  `@k` is written without. Without `points=` both seats start from 0+0, without `dealer=` none is
  written. A card taken in an exchange before the position began is not known to the other seat.
- After the last trick `full()` shows empty hands, and its winner as `turn`.
- The moves are exact: `apply` takes what `moves()` lists and no other spelling of it.
- A smaller deck has its own number of stock tricks; the playoff's are as many as cards are left. It
  may have no upcard, and a rulebook be played with it as hayes is drawn: before the meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from .hand_melds import (
    COUNTS,
    DECK,
    DEFAULT_COUNT,
    DIX,
    LAST_TRICK,
    RANKS,
    RULEBOOKS,
    SUITS,
    Copy,
    Way,
    best_way,
    canonical,
    patterns,
    services,
    wins,
)

SEATS = ("south", "north")
STOCK_TRICKS = 12
ALL_TRICKS = 24


class Laid(NamedTuple):
    """A copy that was laid on the table: what it served in, and whether it was played since."""

    served: frozenset[str]
    played: bool


class Item(NamedTuple):
    """One meld as it was made: its table copies, and the trick it followed (None: not told)."""

    kind: str
    copies: tuple[tuple[str, int], ...]
    after: int | None


@dataclass
class State:
    """All that changes in a hand.

    `hands` are the cards not on the table, `laid` every copy that a seat has laid, by card and
    number, `taken` the upcard that a seat is known to have got in an exchange, `gone` the cards
    of the completed tricks when their order is not known.
    """

    hands: dict[str, list[str]]
    laid: dict[str, dict[tuple[str, int], Laid]]
    items: dict[str, list[Item]]
    taken: dict[str, str | None]
    melds: dict[str, int]
    tricks: dict[str, int]
    upcard: str
    stock: list[str]
    history: list[tuple[str, str]]
    gone: list[str] | None
    completed: int
    leader: str
    turn: str
    act: str
    led: str | None

    def copy(self) -> State:
        """A state of its own with the same contents; what is never changed in place is shared."""
        return replace(
            self,
            hands={seat: list(self.hands[seat]) for seat in SEATS},
            laid={seat: dict(self.laid[seat]) for seat in SEATS},
            items={seat: list(self.items[seat]) for seat in SEATS},
            taken=dict(self.taken),
            melds=dict(self.melds),
            tricks=dict(self.tricks),
            stock=list(self.stock),
            history=list(self.history),
            gone=None if self.gone is None else list(self.gone),
        )


def other(seat: str) -> str:
    """The seat across the table."""
    return "north" if seat == "south" else "south"


def hand_text(cards: Iterable[str], unknown: int = 0) -> str:
    """A hand as in NOTATION.md: suits S.H.D.C, ranks high to low, `-` for none, `+n` unknown."""
    suits = []
    held = list(cards)
    for suit in SUITS:
        ranks = sorted((card[0] for card in held if card[1] == suit), key=RANKS.index)
        suits.append("".join(ranks) or "-")
    return ".".join(suits) + (f"+{unknown}" if unknown else "")


def hand_cards(text: str) -> list[str]:
    """The cards of a fully known hand (NOTATION.md)."""
    return [
        rank + suit
        for ranks, suit in zip(text.split("."), SUITS, strict=True)
        for rank in ranks
        if rank != "-"
    ]


def item_cards(item: str) -> tuple[str, list[tuple[str, int, bool]], int | None]:
    """A meld of a position as kind, (card, number, played) of each card, trick (NOTATION.md)."""
    body, _at, after = item.partition("@")
    kind, _colon, names = body.partition(":")
    cards = []
    for name in names.split(".") if names else []:
        plain = name.removesuffix("*")
        cards.append((plain[:2], int(plain[2:] or "1"), name.endswith("*")))
    return kind, cards, int(after) if after else None


@dataclass(frozen=True)
class Dealt:
    """A deal: who has which cards, in the order in which the stock is drawn; what is played."""

    rules: str
    south: list[str]
    north: list[str]
    upcard: str
    stock: list[str]
    dealer: str
    count: str | None = None


class OracleHand:
    """One hand, from the deal or from a stock-phase position, referee of every move in it."""

    def __init__(self, dealt: Dealt) -> None:
        """Begin a hand (section 2, 1 and 2); a turned-up nine scores (section 4, the dix)."""
        rules, dealer, upcard = dealt.rules, dealt.dealer, dealt.upcard
        south, north, stock = dealt.south, dealt.north, dealt.stock
        if rules not in RULEBOOKS or dealer not in SEATS:
            raise ValueError(f"no such rulebook or seat: {rules!r}, {dealer!r}")
        sizes = (len(south), len(north), len(stock))
        if sizes != (12, 12, 23) or sorted([*south, *north, upcard, *stock]) != sorted(DECK):
            raise ValueError("not a deal of the deck")
        self._rules = rules
        self._count = dealt.count or DEFAULT_COUNT[rules]
        self._trump = upcard[1]
        self._dealer: str | None = dealer
        self._stock_tricks = STOCK_TRICKS
        self._tricks = ALL_TRICKS
        self._draws_first = rules == "hayes"
        self._past: list[State] = []
        self._now = State(
            hands={"south": list(south), "north": list(north)},
            laid={seat: {} for seat in SEATS},
            items={seat: [] for seat in SEATS},
            taken=dict.fromkeys(SEATS),
            melds=dict.fromkeys(SEATS, 0),
            tricks=dict.fromkeys(SEATS, 0),
            upcard=upcard,
            stock=list(stock),
            history=[],
            gone=None,
            completed=0,
            leader=other(dealer),
            turn=other(dealer),
            act="play",
            led=None,
        )
        if upcard[0] == "9" and rules != "hayes":
            self._now.melds[dealer] += DIX

    @classmethod
    def from_tokens(
        cls,
        tokens: Mapping[str, str],
        stock_tricks: int = STOCK_TRICKS,
        taken: Mapping[str, str | None] | None = None,
        draws_first: bool | None = None,
    ) -> OracleHand:
        """A stock-phase position with both hands and the stock known (NOTATION.md).

        Args:
            tokens: The tokens of the position.
            stock_tricks: How many tricks the stock phase has, for a smaller deck.
            taken: The upcard that a seat is known to have got in an exchange and still holds.
            draws_first: Whether both draw before the winner melds, if not as the rulebook has it.
        """
        hand = cls.__new__(cls)
        hand._rules = tokens.get("rules", "scarne")
        hand._count = tokens.get("count", DEFAULT_COUNT[hand._rules])
        hand._trump = tokens["upcard"][1] if "upcard" in tokens else tokens["trump"]
        hand._dealer = tokens.get("dealer")
        hand._stock_tricks = stock_tricks
        hand._draws_first = hand._rules == "hayes" if draws_first is None else draws_first
        hand._past = []
        history: list[tuple[str, str]] = []
        for trick in filter(None, tokens.get("tricks", "").split(",")):
            first, second = trick.split("-")
            history.append((first, second))
        gone = None
        if not history and "gone" in tokens:
            gone = hand_cards(tokens["gone"])
        turn = tokens["turn"]
        act = tokens.get("act", "play")
        led = tokens.get("led")
        state = State(
            hands={seat: hand_cards(tokens[seat]) for seat in SEATS},
            laid={seat: {} for seat in SEATS},
            items={seat: [] for seat in SEATS},
            taken=dict.fromkeys(SEATS),
            melds=dict.fromkeys(SEATS, 0),
            tricks=dict.fromkeys(SEATS, 0),
            upcard=tokens.get("upcard", ""),
            stock=[card for card in tokens["stock"].split(",") if card],
            history=history,
            gone=gone,
            completed=len(history) if gone is None else len(gone) // 2,
            leader=other(turn) if led or act == "dix" else turn,
            turn=turn,
            act=act,
            led=led,
        )
        held = sum(len(state.hands[seat]) for seat in SEATS)
        left = held + len(state.stock) + bool(state.upcard) + bool(led)
        hand._tricks = state.completed + left // 2
        state.taken.update(taken or {})
        for seat, points in zip(SEATS, tokens.get("points", "0+0/0+0").split("/"), strict=True):
            melds, tricks = points.split("+")
            state.melds[seat], state.tricks[seat] = int(melds), int(tricks)
        for seat in SEATS:
            for text in filter(None, tokens.get("melds." + seat, "").split("+")):
                kind, cards, after = item_cards(text)
                for card, number, played in cards:
                    before = state.laid[seat].get((card, number), Laid(frozenset(), False))
                    state.laid[seat][card, number] = Laid(
                        before.served | services(kind, card), before.played or played
                    )
                copies = tuple((card, number) for card, number, _played in cards)
                state.items[seat].append(Item(kind, copies, after))
            for (card, _number), laid in state.laid[seat].items():
                if not laid.played:
                    state.hands[seat].remove(card)
        hand._now = state
        hand._settle()
        return hand

    @property
    def points(self) -> dict[str, tuple[int, int]]:
        """Melds and tricks of each seat so far (section 2, 6)."""
        return {seat: (self._now.melds[seat], self._now.tricks[seat]) for seat in SEATS}

    @property
    def winner_of_last_trick(self) -> str | None:
        """Who took the last completed trick, None before the first one (section 2, 2)."""
        return self._now.leader if self._now.completed else None

    @property
    def completed(self) -> int:
        """The number of completed tricks."""
        return self._now.completed

    @property
    def taken(self) -> dict[str, str | None]:
        """The upcard that each seat is known to have got in an exchange and to hold still."""
        return dict(self._now.taken)

    def due(self) -> tuple[str, str] | None:
        """The seat and the kind of decision it has to make, None when the hand is over."""
        if self._now.completed == self._tricks:
            return None
        return self._now.turn, self._now.act

    def moves(self) -> list[str]:
        """Every legal move, sorted (NOTATION.md, "Moves")."""
        if self.due() is None:
            return []
        if self._now.act != "play":
            return sorted(["pass", *self._claims()])
        if self._in_playoff():
            return sorted(set(self._obliged()))
        return sorted(self._stock_plays())

    def apply(self, move: str) -> None:
        """Make a move, with the draws that it makes due (section 2, 2 to 5; section 4).

        Raises:
            ValueError: The move is not legal.
        """
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move!r}")
        self._past.append(self._now.copy())
        if self._now.act == "play":
            self._play(move)
        else:
            if move != "pass":
                self._claim(move)
            self._next_question()
        self._settle()

    def undo(self) -> None:
        """Take the last applied move back.

        Raises:
            ValueError: No move has been applied.
        """
        if not self._past:
            raise ValueError("no move to take back")
        self._now = self._past.pop()

    def credit(self, move: str) -> int:
        """What a legal meld or dix move scores in all (section 4, the tables).

        Raises:
            ValueError: The move is not legal, or a play.
        """
        if self._now.act == "play" or move not in self.moves():
            raise ValueError(f"not a legal meld: {move!r}")
        return 0 if move == "pass" else self._claims()[move]

    def renege_rule(self, card: str) -> str | None:
        """Which obligation of section 3 a card of the seat to move would break, None if none.

        Raises:
            ValueError: The seat to move does not hold the card.
        """
        state = self._now
        held = self._held(state.turn)
        if card not in held:
            raise ValueError(f"{state.turn} does not hold {card}")
        if not self._in_playoff() or state.led is None or card in self._obliged():
            return None
        if card[1] == state.led[1]:
            return "head"
        if any(mine[1] == state.led[1] for mine in held):
            return "follow"
        return "trump"

    def view(self, seat: str) -> dict[str, str]:
        """The position as a seat knows it (NOTATION.md; section 2, 5 for the playoff)."""
        tokens = self.full()
        if self._in_playoff():
            return tokens
        away = other(seat)
        known = self._on_table(away)
        taken = self._now.taken[away]
        if taken is not None:
            known.append(taken)
        tokens[away] = hand_text(known, len(self._held(away)) - len(known))
        tokens["stock"] = str(len(self._now.stock))
        return tokens

    def full(self) -> dict[str, str]:
        """The position with everything known (NOTATION.md)."""
        state = self._now
        tokens = {"rules": self._rules, "count": self._count}
        if not self._in_playoff() and state.upcard:
            tokens["upcard"] = state.upcard
        tokens["trump"] = self._trump
        if not self._in_playoff():
            tokens["stock"] = ",".join(state.stock)
            tokens["act"] = state.act
        tokens["turn"] = state.turn
        for seat in SEATS:
            tokens[seat] = hand_text(self._held(seat))
        if state.led is not None:
            tokens["led"] = state.led
        if not self._in_playoff():
            for seat in SEATS:
                if state.items[seat]:
                    tokens["melds." + seat] = "+".join(
                        self._item_text(seat, item) for item in state.items[seat]
                    )
            if state.gone is not None:
                tokens["gone"] = hand_text(state.gone)
            elif state.history:
                tokens["tricks"] = ",".join(f"{first}-{second}" for first, second in state.history)
        tokens["points"] = "/".join(f"{melds}+{tricks}" for melds, tricks in self.points.values())
        if not self._in_playoff() and self._dealer is not None:
            tokens["dealer"] = self._dealer
        return tokens

    def _in_playoff(self) -> bool:
        """Whether the stock is gone, the draws after trick 12 included (section 2, 3 to 5)."""
        return not self._now.stock

    def _on_table(self, seat: str) -> list[str]:
        """The cards a seat has on the table (section 2, 4)."""
        laid = self._now.laid[seat]
        return [card for (card, _number), copy in laid.items() if not copy.played]

    def _held(self, seat: str) -> list[str]:
        """All cards a seat holds, those on the table included."""
        return self._now.hands[seat] + self._on_table(seat)

    def _copies(self, seat: str) -> list[Copy]:
        """The copies a seat has on the table, with their services (section 4, rule 7)."""
        return [
            Copy(card, number, copy.served)
            for (card, number), copy in self._now.laid[seat].items()
            if not copy.played
        ]

    def _item_text(self, seat: str, item: Item) -> str:
        """A meld in a position (NOTATION.md, "Melds in a position")."""
        names = []
        for card, number in sorted(item.copies, key=lambda copy: (canonical(copy[0]), copy[1])):
            played = self._now.laid[seat][card, number].played
            names.append(card + ("" if number == 1 else str(number)) + ("*" if played else ""))
        text = item.kind + (":" + ".".join(names) if names else "")
        return text if item.after is None else f"{text}@{item.after}"

    def _stock_plays(self) -> list[str]:
        """Any card of the hand or the table, alike copies once (section 2, 2; NOTATION.md)."""
        seat = self._now.turn
        plays = []
        for card in set(self._held(seat)):
            copies = sorted(copy for copy in self._copies(seat) if copy.card == card)
            seen: list[frozenset[str]] = []
            for copy in copies:
                if copy.served not in seen:
                    seen.append(copy.served)
                    plays.append(f"{card}@{copy.number}")
            if card in self._now.hands[seat]:
                plays.append(f"{card}@hand" if copies else card)
        return plays

    def _obliged(self) -> list[str]:
        """The cards that may be played in the playoff (section 3)."""
        held = self._held(self._now.turn)
        led = self._now.led
        if led is None:
            return held
        follow = [card for card in held if card[1] == led[1]]
        if follow:
            higher = [card for card in follow if wins(led, card, self._trump)]
            must_head = led[1] == self._trump or self._rules == "hayes"
            return higher if must_head and higher else follow
        trumps = [card for card in held if card[1] == self._trump]
        return trumps or held

    def _play(self, move: str) -> None:
        """Put a card on the trick; the second one ends it (section 2, 2; rule 7)."""
        state = self._now
        seat = state.turn
        card, _at, where = move.partition("@")
        if where in ("", "hand"):
            state.hands[seat].remove(card)
            if state.taken[seat] == card:
                state.taken[seat] = None
        else:
            copy = state.laid[seat][card, int(where)]
            state.laid[seat][card, int(where)] = copy._replace(played=True)
        if state.led is None:
            state.led = card
            state.turn = other(seat)
        else:
            self._end_trick(state.led, card)

    def _end_trick(self, led: str, card: str) -> None:
        """Give the trick to its winner (section 2, 2, 3 and 6; section 5)."""
        state = self._now
        if wins(led, card, self._trump):
            state.leader = other(state.leader)
        state.led = None
        state.completed += 1
        state.turn = state.leader
        if state.gone is None:
            state.history.append((led, card))
        else:
            state.gone += [led, card]
        values = COUNTS[self._count]
        state.tricks[state.leader] += values[led[0]] + values[card[0]]
        if state.completed == self._tricks:
            state.tricks[state.leader] += LAST_TRICK
        if state.completed > self._stock_tricks:
            return
        if not self._draws_first:
            state.act = "meld"
            return
        self._draw()
        # No meld after the 12th trick (section 4, "Who and when").
        if state.completed < self._stock_tricks:
            state.act = "meld"

    def _draw(self) -> None:
        """Winner, then loser; the upcard, where there is one, is the last card.

        Section 2, 3 and 4; section 4 for the nine that scores of itself in macdougall.
        """
        state = self._now
        winner, loser = state.leader, other(state.leader)
        drawn = state.stock.pop(0)
        state.hands[winner].append(drawn)
        state.hands[loser].append(state.stock.pop(0) if state.stock else state.upcard)
        if state.stock:
            return
        if drawn == "9" + self._trump and self._rules.startswith("macdougall"):
            state.melds[winner] += DIX
        for seat in SEATS:
            state.hands[seat] += self._on_table(seat)
            state.laid[seat] = {}
            state.items[seat] = []
            state.taken[seat] = None

    def _next_question(self) -> None:
        """Go on from an answered meld or dix (section 4, the dix: turn order in macdougall)."""
        state = self._now
        if self._rules.startswith("macdougall") and state.act == "meld":
            state.act = "dix"
            state.turn = other(state.leader)
            return
        if not self._draws_first:
            self._draw()
        state.act = "play"
        state.turn = state.leader

    def _settle(self) -> None:
        """Skip the questions that have only one answer (NOTATION.md, "Moves")."""
        while self._now.act != "play" and self.moves() == ["pass"]:
            self._next_question()

    def _claims(self) -> dict[str, int]:
        """Every dix and meld that the seat to move may claim now, and its score (section 4)."""
        state = self._now
        seat = state.turn
        has_dix = "9" + self._trump in state.hands[seat]
        may_meld = state.act == "meld" and not (
            self._rules.startswith("macdougall") and state.completed == self._stock_tricks
        )
        claims = {"dix": DIX} if has_dix else {}
        if may_meld:
            for way in self._ways(seat):
                claims[way.pattern.text] = way.credit
            # In hayes the dix is the one meld of the trick.
            if has_dix and self._rules != "hayes":
                before = state
                self._now = before.copy()
                self._show_dix(seat)
                for way in self._ways(seat):
                    claims["dix+" + way.pattern.text] = DIX + way.credit
                self._now = before
        return claims

    def _ways(self, seat: str) -> list[Way]:
        """Every meld that a seat can make, with the copies that serve (rules 1 to 8)."""
        state = self._now
        pinochles = [
            frozenset(item.copies) for item in state.items[seat] if item.kind == "pinochle"
        ]
        ways = []
        for pattern in patterns(self._rules, self._trump):
            way = best_way(self._rules, pattern, state.hands[seat], self._copies(seat), pinochles)
            if way is not None:
                ways.append(way)
        return ways

    def _show_dix(self, seat: str) -> None:
        """Exchange the nine for the upcard, or show it when the upcard is a nine (the dix)."""
        state = self._now
        nine = "9" + self._trump
        state.melds[seat] += DIX
        if state.upcard == nine:
            copies: tuple[tuple[str, int], ...] = (self._lay(seat, nine),)
        else:
            copies = ()
            state.hands[seat].remove(nine)
            state.hands[seat].append(state.upcard)
            state.taken[seat] = state.upcard
            state.upcard = nine
        state.items[seat].append(Item("dix", copies, state.completed))

    def _lay(self, seat: str, card: str) -> tuple[str, int]:
        """Lay a card from the hand on the table; it gets the next number of that card."""
        state = self._now
        state.hands[seat].remove(card)
        if state.taken[seat] == card:
            state.taken[seat] = None
        number = 1 + sum(name == card for name, _number in state.laid[seat])
        state.laid[seat][card, number] = Laid(frozenset(), False)
        return card, number

    def _claim(self, move: str) -> None:
        """Make a dix, a meld, or both, the dix first (section 4)."""
        state = self._now
        seat = state.turn
        meld = move
        if move == "dix" or move.startswith("dix+"):
            self._show_dix(seat)
            meld = move.removeprefix("dix").removeprefix("+")
        if not meld:
            return
        way = next(way for way in self._ways(seat) if way.pattern.text == meld)
        copies = []
        for copy in way.copies:
            card, number = (
                self._lay(seat, copy.card) if copy.number == 0 else (copy.card, copy.number)
            )
            laid = state.laid[seat][card, number]
            served = laid.served | services(way.pattern.kind, card)
            state.laid[seat][card, number] = Laid(served, False)
            copies.append((card, number))
        state.melds[seat] += way.credit
        state.items[seat].append(Item(way.pattern.kind, tuple(copies), state.completed))

"""The same for the games with a stock: records of macdougall-3 and hayes-n with irregularities.

Written from the pages of the rules of the table games (sections 8 and 10, and R7) and of their
notation alone. Decisions: as in `faulty_hands`; and

- A meld that is no meld leaves its seat's turn answered: the hand goes on as if it had passed.
- A dix laid by a seat that holds no nine, or a second one, is a wrong meld worth 10.
- A renege seen in the cards is not said besides: in one trick that is one renege of its seat.
- A void hand has no score.
- A hand of hayes-n with a renege is not scored, and has no outcome to compare.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from . import deals, records, stock_hand, stock_melds
from .copying import apart
from .faulty_hands import MOST, FaultyHand, FaultyTable, Found, deal_after
from .melds import VALUES
from .play import legal_cards

PLANTS = (
    "renege",
    "renege",
    "wrong meld",
    "wrong dix",
    "by another",
    "in playoff",
    "said",
    "misdeal",
)


@dataclass
class _Playing(FaultyHand):
    """The playing and writing of one hand with a stock."""

    words: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    claims: list[tuple[str, int]] = field(default_factory=list)
    reneged: list[tuple[int, str]] = field(default_factory=list)
    void: bool = False
    ended: bool = False
    cannot_be_played: bool = False

    def __post_init__(self) -> None:
        self.rng = random.Random(f"faulty stock {self.name} {self.seed}")
        rng = self.rng
        self.at = deals.random_table(self.name, rng)
        self.deal = deals.random_deal(self.at, rng)
        self.now = stock_hand.begin(self.at, self.deal)
        self.first = self.now
        self.hayes = stock_hand.is_hayes(self.now)
        self.stock_tricks = stock_hand.stock_tricks(self.now)
        self.tricks = self.stock_tricks + self.at.rulebook.hand
        self.wanted = rng.choices(PLANTS, k=rng.choice((1, 2, 2, 3, MOST)))
        self.when = {plant: self._earliest(plant) for plant in PLANTS}
        self.after_renege = rng.choice(["full", "full", "full", "trick", "off", "illegal"])

    def _earliest(self, plant: str) -> int:
        rng = self.rng
        if plant in ("renege", "in playoff", "said"):
            return rng.randint(self.stock_tricks, self.tricks - 2)
        if plant == "misdeal":
            return rng.randint(1, self.tricks - 1)
        return rng.randint(1, max(1, self.stock_tricks - 2))

    def wants(self, plant: str) -> bool:
        return plant in self.wanted and len(self.now.tricks) >= self.when[plant]

    def plant(self, plant: str, found: Found) -> None:
        self.wanted.remove(plant)
        self.planted.append(plant)
        self.found.append(found)

    def play(self) -> bool:
        """Play the hand; whether anything went wrong in it."""
        while self.now.act != "over" and not self.ended:
            if self.now.act == "play":
                if not self.now.led:
                    self._between_tricks()
                if self.ended or self._ends_here():
                    break
                self._card()
            else:
                self._answer()
        self._close()
        return bool(self.planted)

    def _ends_here(self) -> bool:
        if not self.reneged or self.now.led:
            return False
        last, done = self.reneged[-1][0], len(self.now.tricks)
        if self.after_renege == "trick":
            return last == done
        return self.after_renege == "off" and done > last

    def _close(self) -> None:
        if self.items:
            self.words.append("{" + " ".join(self.items) + "}")
            self.items = []

    def _item(self, seat: str, text: str) -> None:
        """An item of a brace; whose it is stands before it, but for the winner of the trick."""
        letter = not self.now.tricks or seat != self.now.winner
        self.items.append(f"{seat[0].upper()}:{text}" if letter else text)

    def _wrong(self, plant: str, seat: str, text: str) -> None:
        self._item(seat, text)
        forbidden = plant in ("by another", "in playoff")
        kind = "forbidden meld" if forbidden else "wrong meld"
        self.plant(plant, Found(len(self.now.tricks), kind, seat))
        self.claims.append((seat, 10 if text == "dix" else self._worth(text)))

    def _worth(self, text: str) -> int:
        kind = text.partition(":")[0]
        return 300 if kind == stock_melds.DOUBLE_PINOCHLE else VALUES[kind]

    def _patterns(self) -> list[str]:
        return list(stock_melds.patterns(self.now.trump, hayes=self.hayes))

    def _answer(self) -> None:
        now, rng, seat = self.now, self.rng, self.now.turn
        moves = stock_hand.legal_moves(now)
        if now.act == "meld" and len(now.tricks) < self.stock_tricks:
            if self.wants("wrong meld"):
                made = {move.removeprefix("dix+") for move in moves}
                wrong = [text for text in self._patterns() if text not in made]
                self._wrong("wrong meld", seat, rng.choice(wrong))
                self.now = stock_hand.apply(now, "pass")
                return
            if self.wants("wrong dix") and "dix" not in moves:
                self._wrong("wrong dix", seat, "dix")
                self.now = stock_hand.apply(now, "pass")
                return
        better = [move for move in moves if move != "pass"]
        move = rng.choice(better if rng.random() < 0.8 else moves)
        if move != "pass" or now.act == "dix":
            self._item(seat, move)
        self._settle(move)

    def _settle(self, move: str) -> None:
        """Make a move; name the nines that can be claimed no more once all have been asked."""
        before = self.now
        self.now = stock_hand.apply(before, move)
        if self.hayes or before.upcard is None or self.now.upcard is not None:
            return
        nine = "9" + before.trump
        for seat in self.now.seats:
            held = before.hands[seat].count(nine)
            shown = move.startswith("dix") and seat == before.turn
            if before.act == "play" and seat == before.turn and move.partition("@")[0] == nine:
                held -= not move.endswith(tuple("12"))
            forgotten = held - shown
            self.found += [Found(self.stock_tricks, "forgotten dix", seat)] * forgotten

    def _between_tricks(self) -> None:
        now, rng = self.now, self.rng
        done = len(now.tricks)
        if not done:
            self._close()
            return
        others = [seat for seat in now.seats if seat != now.winner]
        if self.wants("by another") and done < self.stock_tricks:
            self._wrong("by another", rng.choice(others), rng.choice(self._patterns()))
        if self.wants("in playoff") and self.stock_tricks < done < self.tricks:
            self._wrong("in playoff", rng.choice(now.seats), rng.choice([*self._patterns(), "dix"]))
        if self.wants("said") and self.stock_tricks < done < self.tricks:
            seat = rng.choice(now.seats)
            if (done, seat) not in self.reneged:
                self._close()
                self.words.append("{renege " + seat + "}")
                self.plant("said", Found(done, "renege", seat))
                self.reneged.append((done, seat))
        if self.wants("misdeal"):
            self._close()
            self.words.append("{misdeal}")
            self.plant("misdeal", Found(done, "misdeal", None))
            self.void = self.ended = True
        self._close()

    def _card(self) -> None:
        now, rng, seat = self.now, self.rng, self.now.turn
        trick = len(now.tricks) + 1
        if not now.led:
            self.words.append(f"{trick}.")
        if self.reneged and self.after_renege == "illegal" and trick > self.reneged[0][0]:
            deck = [rank + suit for rank in "ATKQJ9" for suit in "SHDC"]
            card = rng.choice([card for card in deck if card not in now.hands[seat]])
            self.words.append(card)
            self.found.append(Found(trick, "illegal", seat))
            self.cannot_be_played = self.ended = True
            return
        moves = stock_hand.legal_moves(now)
        if now.upcard is None and self.wants("renege") and now.led:
            legal = legal_cards(now.hands[seat], now.led, now.trump, self.at.obligation)
            wrong = sorted(set(now.hands[seat]) - set(legal))
            if wrong:
                card = rng.choice(wrong)
                self.words.append(card)
                self.plant("renege", Found(trick, "renege", seat))
                self.reneged.append((trick, seat))
                self.now = apart(now)
                stock_hand._play(self.now, card)
                return
        weights = {"A": 3, "T": 12, "K": 1, "Q": 1, "J": 2}
        move = rng.choices(moves, [weights.get(each[0], 6) for each in moves])[0]
        self.words.append(move)
        self._settle(move)

    def result(self) -> tuple[str | None, list[int] | None]:
        """The outcome and what each seat scores."""
        seats = self.now.seats
        if self.void:
            return "void", [0] * len(seats)
        if self.reneged and (self.hayes or self.cannot_be_played):
            return None, None
        ends = self.reneged and self.reneged[-1][0] == len(self.now.tricks) and not self.now.led
        if self.now.act != "over" and not ends:
            return None, None
        scored = Counter(self.now.melds)
        for seat, worth in self.claims:
            if not self.hayes:
                for other in seats:
                    scored[other] += worth * (other != seat)
        offenders = {seat for _, seat in self.reneged}
        cards = [self.now.cards[seat] * (seat not in offenders) for seat in seats]
        return "played", [scored[s] + points for s, points in zip(seats, cards, strict=True)]

    def text(self) -> str:
        """The record."""
        tags, _blank, _rest = records.stock_written([(self.first, "")]).partition("\n\n")
        return f"{tags}\n\n{' '.join(self.words)}\n"


def faulty_stock(name: str, seed: int) -> FaultyTable:
    """Play a random hand of a game with a stock with irregularities, and write it down."""
    playing = _Playing.gone_wrong(name, seed)
    how, score = playing.result()
    after = deal_after(playing.at, playing.now.dealer, how, score or ()) if how else ""
    return playing.written_down(how, score, after)

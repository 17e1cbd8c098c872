"""An independent writer of table records with one to three irregularities, and their judge.

Written from the pages of the rules of the table games (section 10, "T10") and of their notation
alone, on top of the oracle's referees. A random hand is played in which calls go wrong, cards are
shown, exposed or miscounted, players renege, lead out of turn or look where they may not; it is
written down with what a reader has to find, and what the hand is worth.

Decisions, where the pages are silent or can be read in two ways:

- "The bidder: nothing; others: renege" of a lead out of turn holds for the sides: nothing for the
  bidder's partner either.
- A choice after a bid without a marriage is found besides that bid. "The highest bid", if one who
  bid without a marriage plays, is the highest made by anybody.
- A seat that bid without a marriage and did not win the auction is named, and nothing follows.
- A barred seat's own calls are passes; forced as dealer it bids the lowest forced bid.
- A hand stopped by an irregularity ends there, whatever is written behind it.
- A renege stands with the trick in which it came, a disobeyed demand with the trick of the card
  played instead.
- "Before the first lead": no card of the first trick is played yet, whether or not its number is
  written.
- In the games with a stock a meld laid at a wrong time or by a seat that may not is a
  `forbidden meld`, as in two-handed hands.
- Every renege of a game with a stock is named, also in hayes-n, and also after the first.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from . import auction, deals, game, hand, irregularities, melds, records, scoring, stock_hand
from .cards import SEATS, SUITS, canonical, deck, whole_count
from .copying import apart
from .play import legal_cards
from .rulebooks import Table

CALLS = ("void bid", "out of turn", "too low", "too low stands", "seen", "marriage", "forced pass")
STOPS = (
    "renege",
    "lead",
    "looked",
    "number",
    "burial",
    "melded buried",
    "misdeal",
    "widow",
)
OF_THE_WIDOW = ("seen", "widow", "burial", "melded buried")
MOST = 3

Hand = TypeVar("Hand", bound="FaultyHand")


class Found(NamedTuple):
    """An irregularity as a reader names it; no seat where it is nobody's."""

    trick: int
    kind: str
    seat: str | None


@dataclass(frozen=True)
class FaultyTable:
    """A record with irregularities, and what a reader of it has to find.

    Attributes:
        text: the record.
        name: its rulebook.
        planted: what was planted, in order.
        found: what has to be named.
        how: the outcome; None if the hand is not over, or not scored.
        score: what each unit adds to its score, in order; None if `how` is.
        checks: the checks of each side, if they are paid.
        kitty: the kitty after the hand, if there is one.
        after: the record of the deal that follows, with the dealer and the score that it has to
            have; empty if the hand is not over.
    """

    text: str
    name: str
    planted: list[str]
    found: list[Found]
    how: str | None
    score: list[int] | None
    checks: list[int]
    kitty: int | None
    after: str


@dataclass
class _Shown:
    """A card that was shown, and what is asked of its holder: demand, forbid, or a suit to lead."""

    seat: str
    card: str
    asked: str


@dataclass
class FaultyHand(ABC):
    """The playing and writing of one hand in which something may go wrong."""

    name: str
    seed: int
    rng: random.Random = field(init=False)
    found: list[Found] = field(default_factory=list)
    planted: list[str] = field(default_factory=list)

    @abstractmethod
    def play(self) -> bool:
        """Play the hand; whether anything went wrong in it."""

    @abstractmethod
    def text(self) -> str:
        """The record."""

    @classmethod
    def gone_wrong(cls: type[Hand], name: str, seed: int) -> Hand:
        """A random hand in which something went wrong."""
        for again in range(100):
            playing = cls(name, 100 * seed + again)
            if playing.play():
                return playing
        raise ValueError(f"{name} {seed}: no hand gave an occasion")

    def written_down(
        self,
        how: str | None,
        score: list[int] | None,
        after: str,
        checks: Sequence[int] = (),
        kitty: int | None = None,
    ) -> FaultyTable:
        """The record and what has to be found in it."""
        return FaultyTable(
            text=self.text(),
            name=self.name,
            planted=self.planted,
            found=sorted(self.found, key=lambda found: found.trick),
            how=how,
            score=score,
            checks=[*checks],
            kitty=kitty,
            after=after,
        )


@dataclass
class _Playing(FaultyHand):
    """The playing and writing of one hand without a stock."""

    bids: list[str] = field(default_factory=list)
    notes: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    """By trick and the number of cards before it in that trick: words in braces."""
    barred: set[str] = field(default_factory=set)
    unmarried: list[str] = field(default_factory=list)
    made: list[int] = field(default_factory=list)
    """The bids that stand."""
    shown: _Shown | None = None
    result: scoring.Result | None = None
    over: bool = False
    noted: int = 0
    given_up: bool = False

    def __post_init__(self) -> None:
        self.rng = random.Random(f"faulty table {self.name} {self.seed}")
        rng = self.rng
        self.at = deals.random_table(self.name, rng)
        self.now = hand.begin(self.at, deals.random_deal(self.at, rng))
        self.kitty = rng.choice((0, 75, 400)) if scoring.has_kitty(self.at) else 0
        book = self.at.rulebook
        plants = [*CALLS, *STOPS, "shown", "lead by bidder", "renege"]
        if not book.auction:
            plants = ["renege", "misdeal", "looked", "lead"]
        if not book.widow:
            plants = [plant for plant in plants if plant not in OF_THE_WIDOW]
        if not book.checks:
            plants = [plant for plant in plants if plant != "marriage"]
        self.wanted = rng.choices(plants, k=rng.choice((1, 2, 2, 3, MOST)))
        last_trick = book.hand - 1
        self.when = rng.randint(1, last_trick)
        self.going_on = rng.choice(["", "", "trick", "full"])

    # The auction.

    def wants(self, plant: str) -> bool:
        return plant in self.wanted and not self.over

    def plant(self, plant: str, *found: Found) -> None:
        if plant in self.wanted:
            self.wanted.remove(plant)
        self.planted.append(plant)
        self.found += found

    def call(self, text: str) -> None:
        """A call that stands, legal or not."""
        self.bids.append(text)
        if text != auction.PASS:
            self.made.append(int(text))
        self.now = apart(self.now)
        hand._bid(self.now, text)

    def brace(self, *items: str) -> None:
        self.bids.append("{" + " ".join(items) + "}")

    def auctioned(self) -> None:
        """The auction, with what goes wrong in it."""
        rng = self.rng
        while self.now.act == "bid" and not self.over:
            auctioned = self.now.auction
            assert auctioned
            seat = self.now.turn
            self._call_faults(seat, auctioned)
            if self.over:
                return
            legal = auction.legal_calls(auctioned, self.now.hands[seat])
            if seat in self.barred:
                self.call(legal[0] if auction.is_forced(auctioned) else auction.PASS)
                continue
            may_bid = legal != [auction.PASS]
            if (
                self.wants("too low stands")
                and may_bid
                and self._low(auctioned)
                and rng.random() < 0.5
            ):
                low = rng.choice(self._low(auctioned))
                if not auction.is_forced(auctioned) and self._another_follows(seat):
                    self.plant("too low stands", Found(0, "bid", seat))
                    self.call(str(low))
                    continue
            if self.wants("marriage") and legal == [auction.PASS] and rng.random() < 0.5:
                least = max(self.at.lowest, auctioned.contract + 10)
                if least <= 400 and not auction.is_forced(auctioned):
                    self.plant("marriage", Found(0, "marriage", seat))
                    self.unmarried.append(seat)
                    self.call(str(least + 10 * rng.choice((0, 0, 1, 5))))
                    continue
            move = hand.random_move(self.now, rng)
            self.call(move)
        if self.now.act == "bury" and self.unmarried:
            self._married()

    def _another_follows(self, seat: str) -> bool:
        """Whether another seat calls after this one, if this one bids."""
        auctioned = self.now.auction
        assert auctioned
        after = auction.after(auctioned, str(auctioned.contract + 10))
        return after.turn is not None and after.turn != seat

    def _low(self, auctioned: auction.Auction) -> list[int]:
        """Bids that are too low, but not below the minimum."""
        least = auctioned.contract + 10
        forced = self.at.forced
        if auction.is_forced(auctioned) and forced is not None:
            least = forced
        return list(range(self.at.lowest, least, 10))

    def _call_faults(self, seat: str, auctioned: auction.Auction) -> None:
        """What goes wrong before the call of the seat on turn."""
        rng = self.rng
        highest = self.at.rulebook.auction
        assert highest
        if rng.random() < 0.4:
            return
        if self.wants("void bid"):
            bad = [self.at.lowest + 5, highest.highest + 10 * rng.randint(1, 5)]
            if self.at.lowest > 10:
                bad.append(10 * rng.randint(1, self.at.lowest // 10 - 1))
            if auctioned.contract:
                bad.append(auctioned.contract + rng.choice((3, 15)))
            text = str(rng.choice(bad))
            if rng.random() < 0.3:
                text = f"{seat} {text}"
            self.brace(text)
            self.plant("void bid", Found(0, "bid", seat))
        elif self.wants("too low") and self._low(auctioned) and seat not in self.barred:
            self.brace(str(rng.choice(self._low(auctioned))))
            self.plant("too low", Found(0, "bid", seat))
        elif self.wants("forced pass") and auction.is_forced(auctioned):
            self.brace(auction.PASS)
            self.plant("forced pass", Found(0, "bid", seat))
        elif self.wants("out of turn"):
            self._out_of_turn(seat, auctioned)
        elif self.wants("seen"):
            others = [each for each in self.now.seats if each != auctioned.holder]
            seen = rng.choice(others)
            self.brace(f"seen {seen}")
            self.plant("seen", Found(0, "seen", seen))
            self.barred.add(seen)
        elif self.wants("widow"):
            seen = rng.choice(self.now.seats)
            self.brace(f"widow {seen}")
            self.plant("widow", Found(0, "widow", seen))
            told = replace(hand.played(self.now, self.kitty), contract=auctioned.contract)
            self._void()
            if self.at.rulebook.money:
                self._stop(irregularities.exposed_widow(self.at, seen, told))
        elif self.wants("misdeal") and rng.random() < 0.3:
            by = rng.choice(["", *self.now.seats])
            self.brace(f"misdeal {by}".strip())
            self.plant("misdeal", Found(0, "misdeal", by or None))
            self._void()

    def _out_of_turn(self, seat: str, auctioned: auction.Auction) -> None:
        """A call of a seat that is not on turn, or has passed."""
        rng = self.rng
        seats = [each for each in self.now.seats if each != seat]
        if self.now.deal.out and rng.random() < 0.2:
            seats.append(self.now.deal.out)
        other = rng.choice(seats)
        bid = max(self.at.lowest, auctioned.contract + 10) + 10 * rng.randint(0, 5)
        call = auction.PASS if rng.random() < 0.4 else str(bid)
        self.brace(f"{other} {call}")
        self.plant("out of turn", Found(0, "bid", other))
        done = other in auctioned.passed or other == self.now.deal.out
        if self.at.rulebook.checks and not done:
            partner = self.now.seats[(self.now.seats.index(other) + 2) % 4]
            self.barred.add(other if call == auction.PASS else partner)

    def _married(self) -> None:
        """What the opponents choose, if the bidder has no marriage."""
        rng, bidder = self.rng, self.now.bidder
        if bidder not in self.unmarried:
            return
        assert bidder
        choice = rng.choice(["", "", "plays", "redeal", "highest", "lowest"])
        if not choice:
            return
        self.found.append(Found(0, "marriage", bidder))
        if choice == "redeal":
            self.brace(f"marriage {bidder} redeal")
            self._void()
            return
        if choice == "plays":
            self.brace(f"marriage {bidder} plays")
            self.now.contract = max(self.made)
            return
        place = self.now.seats.index(bidder)
        other = self.now.seats[(place + rng.choice((1, 3))) % 4]
        self.brace(f"marriage {bidder} {other} {choice}")
        self.now.bidder = self.now.turn = other
        self.now.contract = max(self.made) if choice == "highest" else min(self.made)

    # How a hand ends.

    def _stop(self, result: scoring.Result) -> None:
        self.result, self.over = result, True

    def _void(self) -> None:
        units = [scoring.name(unit) for unit in scoring.units(self.at.rulebook, self.now.seats)]
        score = dict.fromkeys(units, 0)
        if self.now.deal.out:
            score[self.now.deal.out] = 0
        checks = dict.fromkeys(units, 0) if self.at.rulebook.checks else {}
        self._stop(scoring.Result("void", score, checks, kitty=self.kitty))

    def _stopped(self, kind: str, seat: str) -> None:
        """What an irregularity of a seat makes of the hand, by the rows of section 10."""
        told = hand.played(self.now, self.kitty)
        book = self.at.rulebook
        if self.now.bidder is None:
            # partnership: the offending side 0, the other its cards so far and its melds
            score = {}
            for unit in scoring.units(book, self.now.seats):
                laid = sum(melds.value(told.laid.get(each, ())) for each in unit)
                cards = sum(told.cards[each] for each in unit)
                score[scoring.name(unit)] = 0 if seat in unit else laid + cards
            self._stop(scoring.Result("played", score))
            return
        if not irregularities.ruling(kind, by_bidding_side=seat in self._bidding()):
            return
        goes_on = book.checks and "renegelost" not in self.at.options
        if goes_on and kind in ("renege", "lead"):
            units = scoring.units(book, self.now.seats)
            (others,) = (unit for unit in units if seat not in unit)
            given = irregularities.check_renege(self.at, told, others)
            self._stop(scoring.result(self.at, given))
            return
        self._stop(irregularities.stopped(self.at, told, kind, seat))

    def _bidding(self) -> tuple[str, ...]:
        return scoring.bidding_unit(self.at.rulebook, hand.played(self.now, self.kitty))

    def _number(self, seat: str) -> None:
        """A wrong number of cards, found after the widow was opened."""
        told = hand.played(self.now, self.kitty)
        led = bool(self.now.tricks or self.now.led)
        right = seat != self.now.bidder
        how = irregularities.wrong_number(widow_open=True, bidder_right=right, led=led)
        if how == "conceded" and not self.at.rulebook.money:
            how = "set"
        if self.at.rulebook.money:
            self._stop(scoring.money(self.at, told, how))
            return
        offender = seat if how == "made" else self.now.bidder
        assert offender
        self._stop(irregularities.stopped(self.at, told, "renege", offender))

    # Cards.

    def laid(self) -> None:
        """Trump, burial and melds."""
        rng = self.rng
        while self.now.act in ("bury", "meld", "dix"):
            move = hand.random_move(self.now, rng)
            if move == "concede":
                continue
            before = self.now
            self.now = hand.apply(before, move)
            if before.act == "bury" and self.wants("melded buried"):
                self._bury_a_melded_card()
                if self.over:
                    return

    def _bury_a_melded_card(self) -> None:
        """Have the bidder bury a card that he lays, in place of another."""
        now, bidder = self.now, self.now.bidder
        if now.act == "over" or not bidder or not now.buried:
            return
        laid, held = melds.shown(now.laid[bidder]), now.hands[bidder]
        needed = sorted(card for card in laid if held.count(card) == laid[card])
        spared = [card for card in now.buried if card not in needed]
        if not needed or not spared:
            return
        card, other = self.rng.choice(needed), self.rng.choice(spared)
        held.remove(card)
        held.append(other)
        buried = list(now.buried)
        buried[buried.index(other)] = card
        now.buried = tuple(canonical(buried))
        self.plant("melded buried", Found(0, "burial", bidder))
        self._stopped("burial", bidder)
        self.going_on = ""

    def note(self, text: str) -> None:
        """Words in braces at this place."""
        trick = len(self.now.tricks) + 1
        if not self.now.tricks and not self.now.led:
            trick = max(self.noted, self.rng.choice((0, 1)))
        self.notes.setdefault((trick, len(self.now.led)), []).append(text)
        self.noted = trick

    def before_card(self) -> None:
        """What goes wrong before the next card is played."""
        rng, now = self.rng, self.now
        trick = len(now.tricks) + 1
        first = trick == 1 and not now.led
        if self.wants("shown") and first and rng.random() < 0.8:
            self._show()
        if self.wants("number") and (rng.random() < 0.2 or trick >= self.when):
            seats = list(now.seats)
            if now.bidder and self.at.rulebook.partners:
                # Of the bidder's partner the page says nothing about the score.
                seats = [
                    each for each in seats if each == now.bidder or each not in self._bidding()
                ]
            seat = rng.choice(seats)
            self.note(f"number {seat}")
            self.plant("number", Found(self.noted, "number", seat))
            self._number(seat)
            return
        if self.wants("burial") and first:
            assert now.bidder
            self.note(f"burial {now.bidder}")
            self.plant("burial", Found(self.noted, "burial", now.bidder))
            self._stopped("burial", now.bidder)
            return
        if self.wants("lead by bidder") and now.bidder and rng.random() < 0.2:
            self.note(f"lead {now.bidder}")
            self.plant("lead by bidder", Found(self.noted, "lead", now.bidder))
        if trick < self.when:
            return
        for kind in ("looked", "lead", "misdeal"):
            if self.wants(kind) and rng.random() < 0.3:
                seat = rng.choice(now.seats)
                if kind == "misdeal":
                    by = rng.choice(("", seat))
                    self.note(f"misdeal {by}".strip())
                    self.plant(kind, Found(self.noted, kind, by or None))
                    self._void()
                    return
                if kind == "looked" and trick < 3:
                    continue
                self.note(f"{kind} {seat}")
                self.plant(kind, Found(self.noted, kind, seat))
                self._stopped(kind, seat)
                if self.over:
                    return
        if self.wants("renege") and trick > self.when + 2 and rng.random() < 0.2:
            # Nobody's cards tell it: it is only said.
            seat = rng.choice(now.seats)
            self.note(f"renege {seat}")
            self.plant("renege", Found(self.noted, "renege", seat))
            self._stopped("renege", seat)

    def _show(self) -> None:
        """A card was shown: before the auction ended, or in check at any time."""
        rng, now = self.rng, self.now
        if now.bidder is None:
            return
        check = bool(self.at.rulebook.checks)
        seats = [s for s in now.seats if check or s not in self._bidding()]
        seat = rng.choice(seats)
        card = rng.choice(now.hands[seat])
        asked = rng.choice(["", "demand", "forbid"])
        if check:
            asked = rng.choice(["", "", *(f"lead {suit}" for suit in SUITS)])
        self.note(f"shown {seat} {card} {asked}".strip())
        self.plant("shown", Found(self.noted, "shown", seat))
        if check:
            asked = asked or "demand"
        if asked:
            self.shown = _Shown(seat, card, asked)

    def disobeys(self, card: str) -> bool:
        """Whether a card, which might be played, is not what was asked for; settles what was."""
        shown, now = self.shown, self.now
        if shown is None or now.turn != shown.seat:
            return False
        held = now.hands[now.turn]
        legal = legal_cards(held, now.led, hand._trump(now), self.at.obligation)
        if shown.asked.startswith("lead"):
            if now.led:
                return False
            self.shown = None
            suit = shown.asked[-1]
            return any(each[1] == suit for each in held) and card[1] != suit
        if shown.card not in legal:
            return False
        self.shown = None
        if shown.asked == "demand":
            return card != shown.card
        return card == shown.card and set(legal) != {card}

    def played(self) -> None:
        """The tricks, until an irregularity ends the hand or the last card is played."""
        rng = self.rng
        while self.now.act == "play" and not self.over:
            self.before_card()
            if self.over or (self.planted and rng.random() < 0.03 and self._is_given_up()):
                return
            now = self.now
            seat, trick = now.turn, len(now.tricks) + 1
            held, trump = now.hands[seat], hand._trump(now)
            legal = legal_cards(held, now.led, trump, self.at.obligation)
            wrong = sorted(set(held) - set(legal))
            if self.wants("renege") and wrong and trick >= self.when:
                card = rng.choice(wrong)
                self.plant("renege", Found(trick, "renege", seat))
                self._stopped("renege", seat)
                self._put(card)
                return
            card = rng.choice(legal)
            if self.disobeys(card):
                self.planted.append("disobeyed")
                self.found.append(Found(trick, "renege", seat))
                self._stopped("renege", seat)
                self._put(card)
                return
            self._put(card)

    def _is_given_up(self) -> bool:
        """Whether the defenders can give the hand up here; then they do."""
        told = hand.played(self.now, self.kitty)
        if told.bidder is None:
            return False
        book = self.at.rulebook
        cards, won = dict(told.cards), dict(told.won)
        cards[told.bidder] += whole_count(2, self.at.count) - told.buried - sum(cards.values())
        won[told.bidder] += book.hand - sum(won.values())
        result = scoring.result(self.at, replace(told, cards=cards, won=won, ending="played"))
        if result.how != "made":
            return False
        self._stop(result)
        self.given_up, self.going_on = True, ""
        return True

    def _put(self, card: str) -> None:
        self.now = apart(self.now)
        hand._play(self.now, card)

    def play_on(self) -> None:
        """What was played all the same once the hand had been stopped."""
        if not self.over or self.now.act != "play" or not self.going_on:
            return
        if not self.now.tricks and not self.now.led:
            return
        trick = len(self.now.tricks)
        while self.now.act == "play":
            if self.going_on == "trick" and (not self.now.led or len(self.now.tricks) > trick):
                return
            held = self.now.hands[self.now.turn]
            trump = hand._trump(self.now)
            self._put(self.rng.choice(legal_cards(held, self.now.led, trump, self.at.obligation)))

    def play(self) -> bool:
        """Play the hand; whether anything went wrong in it."""
        if self.at.rulebook.auction:
            self.auctioned()
        if not self.over and self.now.act != "over":
            self.laid()
            self.played()
        self.play_on()
        if self.result is None and self.now.act == "over":
            self.result = hand.result(self.now, self.kitty)
        return bool(self.planted)

    def text(self) -> str:
        """The record."""
        whole = records.written(self.now)
        tags, _blank, _cards = whole.partition("\n\n")
        lines = []
        for line in tags.rstrip("\n").split("\n"):
            if line.startswith("[Bids"):
                continue
            if line.startswith(("[Trump", "[Exchange")) and self.bids:
                lines.append(f'[Bids "{" ".join(self.bids)}"]')
            lines.append(line)
        if self.bids and not any(line.startswith("[Bids") for line in lines):
            lines.append(f'[Bids "{" ".join(self.bids)}"]')
        if self.given_up:
            lines.append('[Result "made"]')
        if scoring.has_kitty(self.at):
            lines.insert(1, f'[Kitty "{self.kitty}"]')
        words = self._brace(0, 0)
        rows = [list(trick) for _leader, trick in self.now.tricks]
        if self.now.led or self.now.act == "play":
            rows.append(list(self.now.led))
        for number, row in enumerate(rows, 1):
            found = [f"{number}.", *self._brace(number, 0)]
            for place, card in enumerate(row, 1):
                found += [card, *self._brace(number, place)]
            if len(found) > 1:
                words += found
        return "\n".join([*lines, "", " ".join(words), ""]) if words else "\n".join([*lines, ""])

    def _brace(self, trick: int, place: int) -> list[str]:
        noted = self.notes.get((trick, place), [])
        return ["{" + text + "}" for text in noted]


def deal_after(
    at: Table,
    dealer: str,
    how: str,
    score: Sequence[int],
    checks: Sequence[int] = (),
    kitty: int | None = None,
) -> str:
    """The record of a deal that follows a hand, before anything is done in it."""
    pack = deck(at.rulebook.copies)
    random.Random(dealer).shuffle(pack)
    dealt = game.deal(at, game.next_dealer(at, dealer, how), pack)
    if at.rulebook.stock:
        text = records.stock_written([(stock_hand.begin(at, dealt), "")])
    else:
        text = records.written(hand.begin(at, dealt))
    tags = {"Score": "/".join(map(str, score))}
    if checks:
        tags["Checks"] = "/".join(map(str, checks))
    if kitty is not None:
        tags["Kitty"] = str(kitty)
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + text


def _in_order(score: Mapping[str, int]) -> list[int]:
    """Scores in the order of the seats, one that is out among them."""
    return [score[unit] for unit in sorted(score, key=lambda unit: SEATS.index(unit.split("+")[0]))]


def faulty_table(name: str, seed: int) -> FaultyTable:
    """Play a random hand of a game without a stock with irregularities, and write it down."""
    playing = _Playing.gone_wrong(name, seed)
    result, at = playing.result, playing.at
    if result is None:
        return playing.written_down(None, None, "")
    score, checks = _in_order(result.score), list(result.checks.values())
    kitty = result.kitty if scoring.has_kitty(at) else None
    after = deal_after(at, playing.now.deal.dealer, result.how, score, checks, kitty)
    return playing.written_down(result.how, score, after, checks, kitty)

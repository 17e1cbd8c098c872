"""Hands with wrong draws, whole and as one seat wrote them, against a simulation that is simple.

`_Table` plays random cards and hands the stock out as its slips have it, with lists of cards and
nothing else. What it writes down has to replay to the same draws, hands and known cards, with its
slips named and no others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.soak import tried
from pinochle_solver import RULEBOOKS, Deal, Seat, random_deals
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.hand_records import RecordedEvent
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

TRICKS = 12
RANKS = "9JQKTA"
SLIPS = ("missed", "two, skipped", "two, put back", "two, put back later", "face up", "turn")


@dataclass
class _Table:
    """A hand played at a table.

    Attributes:
        deal: the deal.
        chance: chooses the cards and the slips.
        view: who writes; None for everything.
        plan: the slips by the number of the trick.
    """

    deal: Deal
    chance: Random
    view: str | None
    plan: dict[int, str]
    named: list[tuple[str, int, str | None]] = field(default_factory=list)
    drawn: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    leads: dict[int, dict[str, Counter[str]]] = field(default_factory=dict)
    known: dict[int, dict[str, Counter[str]]] = field(default_factory=dict)
    tricks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        deal = self.deal
        self.hands = {"S": [*map(str, deal.south)], "N": [*map(str, deal.north)]}
        self.stock = [*map(str, deal.stock)]
        self.leader = "N" if deal.dealer is Seat.SOUTH else "S"
        # Of each seat's cards those that the other knows, and of the next card whether both do.
        self.seen: dict[str, Counter[str]] = {"S": Counter(), "N": Counter()}
        self.top_is_known = False
        self.wrong: dict[str, int] = {"S": 0, "N": 0}
        self.right_at: dict[str, tuple[int, str]] = {}
        self.last: dict[str, str] = {}

    def play(self) -> None:
        for number in range(1, TRICKS + 1):
            self._note(number)
            self._trick(number)
        self._note(TRICKS + 1)
        # A lead says that nothing more was shown before the last draws.
        self.tricks.append(f"{TRICKS + 1}. {self.hands[self.leader][0]}")

    def _note(self, number: int) -> None:
        if not any(self.wrong.values()) and not self.top_is_known:
            self.leads[number] = {seat: Counter(cards) for seat, cards in self.hands.items()}
            self.known[number] = {seat: +seen for seat, seen in self.seen.items()}

    def _trick(self, number: int) -> None:
        led, reply = self.leader, _other(self.leader)
        cards = [self._played(seat, number) for seat in (led, reply)]
        trump = self.deal.trump.letter
        first, second = cards
        wins = RANKS.index(second[0]) > RANKS.index(first[0]) and second[1] == first[1]
        self.leader = reply if wins or (second[1] == trump != first[1]) else led
        items = self._draws(number, self.plan.get(number, ""))
        braces = f" {{{' '.join(items)}}}" if items else ""
        self.tricks.append(f"{number}. {first} {second}{braces}")

    def _played(self, seat: str, number: int) -> str:
        keep = self.last.get(seat) if self.right_at.get(seat, (0, ""))[1] == "back" else None
        able = [card for card in self.hands[seat] if card != keep] or self.hands[seat]
        card = self.chance.choice(able)
        self.hands[seat].remove(card)
        if self.seen[seat][card]:
            self.seen[seat][card] -= 1
        return card

    # The draws

    def _take(self, number: int, seat: str, items: list[str], must: bool = False) -> None:
        card = self.stock.pop(0)
        self.hands[seat].append(card)
        self.seen[seat][card] += self.top_is_known
        self.top_is_known = False
        self.last[seat] = card
        self.drawn[number][seat].append(card)
        if self.view is None:
            if must or self.chance.random() < 0.5:
                items.append(f"{seat}:+{card}")
        elif seat == self.view:
            items.append(f"+{card}" if self.chance.random() < 0.5 else f"{seat}:+{card}")
        elif must:
            items.append(f"{seat}:+?")

    def _put_back(self, seat: str, items: list[str], shown: bool) -> None:
        card = self.last.pop(seat)
        self.hands[seat].remove(card)
        self.stock.insert(0, card)
        self.top_is_known = shown
        items.append(f"{seat}:back:{card}" if shown else f"{seat}:back")
        self.wrong[seat] = 0
        del self.right_at[seat]

    def _draws(self, number: int, slip: str) -> list[str]:
        self.drawn[number] = {"S": [], "N": []}
        items: list[str] = []
        order = [self.leader, _other(self.leader)]
        who = self.chance.choice(order)
        shuffled = any(kind == "face up" and before < number for before, kind in self.plan.items())
        must_all = self.view is None and shuffled and self.deal.rules.name != "scarne"
        if number == TRICKS:
            self._last_draws(items, order)
            return items
        if slip == "turn":
            order.reverse()
            items.append(f"{order[0]}:out-of-turn")
            self.named.append(("draw out of turn", number, order[0]))
        for place, seat in enumerate(order):
            if slip == "face up" and place == (number + self.deal.stock[0].index) % 2:
                self._face_up(number, items, order[:place])
            must = must_all or slip == "face up"
            if self.right_at.get(seat) == (number, "back"):
                self._write_made(order[:place], items)
            if self._goes_right(number, seat, items):
                continue
            if slip == "missed" and seat == who:
                self.named.append(("missed draw", number, seat))
                items.append(f"{seat}:no-draw")
                self.wrong[seat] = -1
                self._plan_right(number, seat, "two")
                continue
            self._take(number, seat, items, must or self.wrong[seat] > 0)
            if slip.startswith("two") and seat == who and self.stock:
                if self.view is None and items[-1:] != [f"{seat}:+{self.last[seat]}"]:
                    items.append(f"{seat}:+{self.last[seat]}")
                elif self.view not in (None, seat):
                    items.append(f"{seat}:+?")
                self._take(number, seat, items, must=True)
                self.named.append(("two drawn", number, seat))
                self.wrong[seat] = 1
                if slip == "two, put back":
                    self.right_at[seat] = (0, "")
                    self._put_back(seat, items, self.chance.random() < 0.5)
                else:
                    self._plan_right(number, seat, "back" if "back" in slip else "skip")
        return items

    def _plan_right(self, number: int, seat: str, how: str) -> None:
        later = self.chance.randint(number + 1, TRICKS - 1) if number < TRICKS - 1 else TRICKS
        never = self.chance.random() < 0.25 and how != "back"
        self.right_at[seat] = (TRICKS if never else later, how)

    def _goes_right(self, number: int, seat: str, items: list[str]) -> bool:
        """Put a seat's number of cards right if it is time; whether that was its whole draw."""
        when, how = self.right_at.get(seat, (0, ""))
        if when != number:
            return False
        if how == "back":
            before = self.chance.random() < 0.5
            if not before:
                self._take(number, seat, items, must=True)
            self._put_back(seat, items, self.chance.random() < 0.5)
            if before:
                self._take(number, seat, items)
            return True
        del self.right_at[seat]
        self.wrong[seat] = 0
        if how == "skip":
            items += [f"{seat}:no-draw"] * (self.chance.random() < 0.5)
            return True
        self._take(number, seat, items, must=True)
        self._take(number, seat, items, must=True)
        return True

    def _face_up(self, number: int, items: list[str], made: list[str]) -> None:
        if self.deal.rules.name == "scarne":
            card = self.chance.choice(self.stock)
            self.stock.remove(card)
            self.stock.insert(0, card)
            self.top_is_known = True
        else:
            card = self.chance.choice(self.stock)
            if self.view is None:
                self.chance.shuffle(self.stock)
        self._write_made(made, items)
        items.append(f"face-up:{card}")
        self.named.append(("card face up", number, None))

    def _write_made(self, made: list[str], items: list[str]) -> None:
        """Write a draw that has been made: what is not written before a note comes after it."""
        if not made or any(item.startswith(f"{made[0]}:+") for item in items):
            return
        if self.view is None:
            items.append(f"{made[0]}:+{self.last[made[0]]}")
        elif self.view != made[0]:
            items.append(f"{made[0]}:+?")

    def _last_draws(self, items: list[str], order: list[str]) -> None:
        winner, loser = order
        short = [seat for seat in order if self.wrong[seat] < 0]
        long = [seat for seat in order if self.wrong[seat] > 0]
        upcard_to, drawers = loser, [winner]
        if short:
            upcard_to, drawers = winner, [loser, *short]
            self.named.append(("card too many", TRICKS, short[0]))
        elif long:
            upcard_to, drawers = _other(long[0]), []
        for seat in drawers:
            self._take(TRICKS, seat, items, must=bool(short) and self.view is None)
        self.hands[upcard_to].append(str(self.deal.upcard))
        self.drawn[TRICKS][upcard_to].append(str(self.deal.upcard))
        self.wrong = {"S": 0, "N": 0}
        self.top_is_known = False

    def text(self) -> str:
        """The record."""
        deal = self.deal
        tags = {
            "Rules": deal.rules.name,
            "Dealer": deal.dealer.text(),
            "View": {"S": "south", "N": "north"}.get(self.view or ""),
            "Upcard": str(deal.upcard),
            "South": deal.south.text() if self.view != "N" else None,
            "North": deal.north.text() if self.view != "S" else None,
            "Stock": " ".join(map(str, deal.stock)) if self.view is None else None,
        }
        lines = [f'[{tag} "{value}"]' for tag, value in tags.items() if value]
        return "\n".join([*lines, "", *self.tricks, ""])


def _other(seat: str) -> str:
    return "N" if seat == "S" else "S"


def _plan(chance: Random) -> dict[int, str]:
    """One slip, or one and a harmless one before it."""
    trick = chance.randint(2, TRICKS - 1)
    plan = {trick: chance.choice(SLIPS)}
    if trick > 3 and chance.random() < 0.5:
        plan[chance.randint(2, trick - 1)] = "turn"
    return plan


def _table(rules: str, seed: int, view: str | None) -> _Table:
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    chance = Random(f"{rules}/{seed}/{view}")
    table = _Table(deal, chance, view, _plan(chance))
    table.play()
    return table


def _compare(table: _Table, replay: Replay) -> None:
    text = table.text()
    letters = {Seat.SOUTH: "S", Seat.NORTH: "N", None: None}
    found = [
        (f.kind.value, f.trick, letters[f.seat])
        for f in replay.findings
        if f.kind.value != "forgotten dix"
    ]
    assert sorted(found, key=str) == sorted(table.named, key=str), text
    assert len(replay.tricks) == TRICKS + 1, text
    for trick in replay.tricks[:TRICKS]:
        for seat in Seat:
            told = [str(card) for drawer, card in trick.drawn if drawer is seat]
            real = table.drawn[trick.number][letters[seat] or ""]
            if table.view in (None, letters[seat]):
                assert sorted(told) == sorted(real), (trick.number, seat, text)
            else:
                assert not Counter(told) - Counter(real), (trick.number, seat, text)
    leads = {moment.trick for moment in replay.moments if moment.act == "l"}
    assert leads == set(table.leads), text
    for number, hands in table.leads.items():
        for view in [None, *Seat] if table.view is None else [replay.record.view]:
            position = replay.at(number, "l", view)
            for seat in Seat:
                held = hands[letters[seat] or ""]
                if isinstance(position, PlayoffPosition):
                    assert Counter(map(str, position.hand(seat))) == held, (number, seat, text)
                    continue
                assert isinstance(position, StockPosition)
                known = Counter(map(str, position.hand(seat).known))
                seen = table.known[number][letters[seat] or ""]
                assert known == (held if view in (None, seat) else seen), (number, view, seat, text)


@given(
    st.sampled_from(list(PINOCHLE_BOOKS)),
    st.integers(0, 10**6),
    st.sampled_from([None, "S", "N"]),
)
def test_a_hand_with_wrong_draws_replays_as_it_went(
    rules: str, seed: int, view: str | None
) -> None:
    table = _table(rules, seed, view)
    record = parse_record(table.text())
    assert record.unread is None
    assert parse_record(record.text()) == record
    _compare(table, replay_record(record))


def test_every_slip_is_tried() -> None:
    kinds = Counter[str]()
    for seed in range(60):
        for name, _, _ in _table("macdougall", seed, None).named:
            kinds[name] += 1
    assert set(kinds) == {
        "missed draw",
        "two drawn",
        "card face up",
        "draw out of turn",
        "card too many",
    }


@settings(max_examples=tried(3, 1_000))
@given(st.sampled_from(list(PINOCHLE_BOOKS)), st.integers(0, 10**6), st.sampled_from("SN"))
def test_a_hand_with_wrong_draws_is_noted_as_it_went(rules: str, seed: int, view: str) -> None:
    table = _table(rules, seed, view)
    _compare(table, replay_record(Notebook(parse_record(table.text())).record))


def test_what_went_wrong_is_said_at_the_table() -> None:
    notebook = Notebook(
        parse_record(
            '[Rules "macdougall"] [Dealer "north"] [View "south"] [Upcard "QH"]\n'
            '[South "KJ99.TK9.TQ.KK9"]\n'
        )
    )
    for text in ("9S", "9H", "pass", "pass"):
        notebook.note(text)
    with pytest.raises(IllegalMoveError, match="south has seen its own cards"):
        notebook.note("+?")
    # South draws KD and 9D, and then neither draws.
    for text in ("KD", "+9d", "9C", "9S", "pass", "pass", "no-draw", "N:no-draw"):
        notebook.note(text)
    assert not notebook.has_position
    with pytest.raises(ValueError, match="not known"):
        notebook.view()
    assert [(f.kind.value, f.trick, f.seat) for f in notebook.replay.findings] == [
        ("two drawn", 1, Seat.SOUTH),
        ("missed draw", 2, Seat.NORTH),
    ]
    assert notebook.record.tricks[1].events[-2:] == (
        RecordedEvent(Seat.SOUTH, "no-draw"),
        RecordedEvent(None, "no-draw"),
    )
    text = notebook.record.text()
    assert Notebook(parse_record(text)).record.text() == text

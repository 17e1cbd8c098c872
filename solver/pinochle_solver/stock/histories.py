"""What was seen of a hand so far, in order, as the compiled inference reads it.

A position tells it where it has `tricks=`, and with each meld the trick that it followed. Of what
it does not tell something possible is taken: a copy that was on the table and is marked as played
went at the first play of its card after the last meld that it served in; the upcard taken in an
exchange is the one still known in that hand, or else the first trump that came out of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pinochle_solver._core.hand.hand import PASS, SOURCE
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver._core.stock.inference import (
    DRAWN,
    FROM_TABLE,
    MOST_NEW,
    PLAYED,
    SHOWED,
    WAS_UPCARD,
    pack_act,
)
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import LaidMeld, dix_card, melds_of
from pinochle_solver.rules.rules import Seat


class ObservedAct(NamedTuple):
    """Something that was seen to happen.

    Attributes:
        kind: `PLAYED`, `SHOWED` or `DRAWN`.
        seat: who did it; of the draws of both, the winner of the trick.
        move: as the compiled hand numbers it; 0 of draws.
        exchanged: whether a dix was exchanged by it.
        cards: the cards that left the hand, each with what is known of it: 0, `FROM_TABLE` for one
            that lay on the table, `WAS_UPCARD` for the one that was taken in exchange.
    """

    kind: int
    seat: Seat
    move: int = 0
    exchanged: bool = False
    cards: tuple[tuple[Card, int], ...] = ()

    def pack(self) -> bytes:
        """The record, as in ``inference.pxd``."""
        unused = [0] * (MOST_NEW - len(self.cards))
        return pack_act(
            {
                "kind": self.kind,
                "seat": self.seat,
                "move": self.move,
                "exchanged": self.exchanged,
                "cards": len(self.cards),
                "card": [card.index for card, _ in self.cards] + unused,
                "flags": [flags for _, flags in self.cards] + unused,
            }
        )


@dataclass(frozen=True, slots=True)
class History:
    """What was seen.

    Attributes:
        dealer: who dealt.
        upcard: the first face-up card, before any exchange; None for a deck without.
        holder: the seat that took it in exchange and has it in the hand; None if none has.
        acts: plays, shows and draws, in order.
    """

    dealer: Seat
    upcard: Card | None
    holder: Seat | None
    acts: tuple[ObservedAct, ...]


def history_of(position: StockPosition) -> History | None:
    """The history of a position; None where it does not tell enough, or nothing has happened."""
    if (position.tricks is None and position.gone) or any(
        meld.trick is None for seat in Seat for meld in position.melds(seat)
    ):
        return None
    is_begun = position.tricks or position.led is not None
    # Before the first lead a dix may have been shown.
    if not is_begun and not any(position.melds(seat) for seat in Seat):
        return None
    return _Writer(position).history()


@dataclass
class _SeatSoFar:
    """What was seen of one seat up to some moment: the copies it had laid."""

    laid: set[tuple[Card, int]] = field(default_factory=set)
    has_upcard: bool = False


class _Writer:
    """Goes through a position's tricks and melds in order."""

    def __init__(self, position: StockPosition) -> None:
        self._position = position
        self._melds = melds_of(position.rules, position.trump)
        self._dix = dix_card(position.rules, position.trump)
        self._so_far = {seat: _SeatSoFar() for seat in Seat}
        self._from_table = {seat: _plays_from_table(position, seat) for seat in Seat}
        self._upcard: Card | None = None
        self._acts: list[ObservedAct] = []

    def history(self) -> History | None:
        position = self._position
        tricks = position.tricks or ()
        exchanger = self._exchanger()
        self._upcard = position.upcard
        if exchanger is not None:
            self._upcard = self._first_upcard(exchanger)
            if self._upcard is None:
                return None
        winner = position.leaders[0] if position.leaders else position.leader
        dealer = winner.other
        if position.rules.dix_turns:
            self._take_dix_turns(dealer, 0)
        for number, (leader, trick) in enumerate(
            zip(position.leaders, tricks, strict=True), start=1
        ):
            self._play(leader, trick[0], number)
            self._play(leader.other, trick[1], number)
            last = number == len(tricks)
            winner = position.leader if last else position.leaders[number]
            self._end_trick(winner, number, is_drawn=not last or self._has_drawn)
        if position.led is not None:
            self._play(position.leader, position.led, len(tricks) + 1)
        holder = next((seat for seat in Seat if self._so_far[seat].has_upcard), None)
        return History(dealer, self._upcard, holder, tuple(self._acts))

    @property
    def _has_drawn(self) -> bool:
        """Whether the draws of the last trick have been made."""
        rules, act = self._position.rules, self._position.act
        if rules.draws_before_melding or not act.shows:
            return True
        return rules.dix_turns and act is not Act.MELD

    def _end_trick(self, winner: Seat, trick: int, *, is_drawn: bool) -> None:
        """What follows a trick: shows and draws, in the rulebook's order."""
        rules = self._position.rules
        if rules.draws_before_melding:
            self._draw(winner)
        if rules.dix_turns:
            self._show(winner, [laid for laid in self._laid(winner, trick) if laid.name != DIX])
        else:
            for seat in (winner, winner.other):
                self._show(seat, self._laid(seat, trick))
        if is_drawn and not rules.draws_before_melding:
            self._draw(winner)
        if rules.dix_turns:
            self._take_dix_turns(winner, trick)

    def _take_dix_turns(self, first: Seat, trick: int) -> None:
        for seat in (first, first.other):
            self._show(seat, [laid for laid in self._laid(seat, trick) if laid.name == DIX])

    def _laid(self, seat: Seat, trick: int) -> list[LaidMeld]:
        """What a seat laid or exchanged after a trick."""
        return [laid for laid in self._position.melds(seat) if laid.trick == trick]

    def _exchanger(self) -> Seat | None:
        for seat in Seat:
            for meld in self._position.melds(seat):
                if meld.name == DIX and not meld.copies:
                    return seat
        return None

    def _first_upcard(self, seat: Seat) -> Card | None:
        """The card that was taken in exchange: a guess where the position does not tell."""
        position = self._position
        trump = position.trump
        known = Counter(position.hand(seat).known) - Counter(position.on_table(seat))
        if seat is position.turn.other:
            for card in known:
                if card.suit is trump:
                    return card
        return self._first_trump_out(seat) or max(
            (card for card in known if card.suit is trump), default=None, key=lambda c: c.rank
        )

    def _first_trump_out(self, seat: Seat) -> Card | None:
        """The first trump but a dix that the seat laid or played from its hand after an exchange.

        Laid in one meld with it, it is the highest.
        """
        position = self._position
        # A meld after the trick of an exchange came before it where there are dix turns.
        since = 0
        out: list[tuple[int, Card]] = [
            (2 * trick, card)
            for trick, card in _plays(position, seat)
            if trick not in self._from_table[seat]
        ]
        laid: set[tuple[Card, int]] = set()
        for meld in position.melds(seat):
            trick = meld.trick or 0
            if meld.name == DIX and not meld.copies:
                since = 2 * trick + position.rules.dix_turns
            for copy in meld.copies:
                if (copy.card, copy.number) not in laid:
                    laid.add((copy.card, copy.number))
                    out.append((2 * trick + 1, copy.card))
        after = (
            (when, card)
            for when, card in out
            if when > since and card.suit is position.trump and card != self._dix
        )
        return min(after, default=(0, None), key=lambda entry: entry[0])[1]

    def _draw(self, winner: Seat) -> None:
        self._acts.append(ObservedAct(DRAWN, winner))

    def _flags(self, so_far: _SeatSoFar, card: Card) -> int:
        """What is known of a card that leaves the hand."""
        if so_far.has_upcard and card == self._upcard:
            so_far.has_upcard = False
            return WAS_UPCARD
        return 0

    def _play(self, seat: Seat, card: Card, trick: int) -> None:
        number = self._from_table[seat].get(trick, 0)
        flags = FROM_TABLE if number else self._flags(self._so_far[seat], card)
        self._acts.append(
            ObservedAct(PLAYED, seat, card.index + SOURCE * number, cards=((card, flags),))
        )

    def _show(self, seat: Seat, shown: Iterable[LaidMeld]) -> None:
        """Write down what a seat showed at once, if anything."""
        so_far = self._so_far[seat]
        move, exchanged = PASS, False
        cards: list[tuple[Card, int]] = []
        for laid in shown:
            if laid.name == DIX:
                move += 1 + len(self._melds)
                if not laid.copies:
                    exchanged = so_far.has_upcard = True
            else:
                move += 1 + self._number(laid)
            for copy in laid.copies:
                key = (copy.card, copy.number)
                if key not in so_far.laid:
                    so_far.laid.add(key)
                    cards.append((copy.card, self._flags(so_far, copy.card)))
        if move != PASS:
            self._acts.append(ObservedAct(SHOWED, seat, move, exchanged, tuple(cards)))

    def _number(self, laid: LaidMeld) -> int:
        """The meld's number among the rulebook's."""
        cards = sorted(copy.card.index for copy in laid.copies)
        return next(
            number
            for number, meld in enumerate(self._melds)
            if meld.kind.name == laid.name and sorted(card.index for card in meld.cards) == cards
        )


def _plays(position: StockPosition, seat: Seat) -> list[tuple[int, Card]]:
    """What a seat has played, with the number of the trick."""
    tricks = zip(position.leaders, position.tricks or (), strict=True)
    plays = [
        (number, trick[leader is not seat]) for number, (leader, trick) in enumerate(tricks, 1)
    ]
    if position.led is not None and seat is position.leader:
        plays.append((len(plays) + 1, position.led))
    return plays


def _plays_from_table(position: StockPosition, seat: Seat) -> dict[int, int]:
    """The tricks to which a seat has played a copy from its table, and the copy's number."""
    last_served = {
        (copy.card, copy.number): meld.trick or 0
        for meld in position.melds(seat)
        for copy in meld.copies
        if copy.played
    }
    by_trick: dict[int, int] = {}
    for (card, number), served in sorted(last_served.items(), key=lambda entry: entry[0][1]):
        for trick, played in _plays(position, seat):
            if played == card and trick > served and trick not in by_trick:
                by_trick[trick] = number
                break
    return by_trick


def history_record(history: History) -> tuple[int, int, int, bytes]:
    """Dealer, first upcard, its holder and the acts, as `Playouts.remember` takes them."""
    upcard = NO_CARD if history.upcard is None else history.upcard.index
    holder = -1 if history.holder is None else int(history.holder)
    acts = b"".join(act.pack() for act in history.acts)
    return int(history.dealer), upcard, holder, acts

"""The melds of one seat on the table, and its possible melds (RULES.md, section 4).

One place decides which melds are allowed, with which copies and for how many points: the compiled
``_core.hand.melds``. A `MeldTable` passes melds through it in the order in which they were laid.
"""

from __future__ import annotations

import copy as copying
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from pinochle_solver._core.hand.seat_melds import SeatMelds
from pinochle_solver.errors import IllegalPositionError, expect_type
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.checks import cards_text, check_copies, check_trump, in_short
from pinochle_solver.rules.hand_packing import (
    LaidRecord,
    Obstacle,
    SeatRecord,
    copies_of,
    hand_of,
    meld_records,
    most_copies,
    planes_of,
)
from pinochle_solver.rules.meld_kinds import DIX, CopyRule, Service
from pinochle_solver.rules.melds import (
    Copy,
    LaidMeld,
    Meld,
    dix_card,
    in_canonical_order,
    melds_of,
)
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.rulebooks import as_rulebook
from pinochle_solver.rules.rules import Rulebook, Seat

# Steps of a table that lay no meld: a single card laid, copies played.
_SINGLE, _PLAY = -1, -2


@dataclass(frozen=True, slots=True)
class MeldOption:
    """Something that may be shown now, and what it scores.

    Attributes:
        show: the move.
        points: what it scores now, in all.
        from_table: the copies in its meld that already lie on the table.
        from_hand: the cards that come from the hand, a dix first. An upcard gained by exchanging
            the dix counts as a card of the hand.
    """

    show: Show
    points: int
    from_table: tuple[Copy, ...] = ()
    from_hand: tuple[Card, ...] = ()

    @classmethod
    def of_planes(cls, show: Show, points: int, table: int, hand: int) -> MeldOption:
        """An option as the compiled modules give it."""
        from_table = in_canonical_order(Copy(card, number) for card, number in copies_of(table))
        return cls(show, points, from_table, tuple(hand_of(hand)))


def best_option(options: Iterable[MeldOption]) -> MeldOption | None:
    """The option that scores most, the first one of several; None for none that scores."""
    scoring = (option for option in options if option.points)
    return max(scoring, key=lambda option: option.points, default=None)


class MeldTable:
    """The melds of one seat, laid in their order.

    While melds are laid, copies that have been played since still count as lying on the table,
    because it is not known when they were played.

    Args:
        rules: the rulebook, or the name of a published one.
        trump: the trump suit.
        melds: what has been laid so far.

    Raises:
        PositionError: naming the meld and the rule that it breaks.

    Attributes:
        credits: what each of the melds scored.
    """

    def __init__(self, rules: Rulebook | str, trump: Suit, melds: Iterable[LaidMeld] = ()) -> None:
        self._rules = rules = as_rulebook(rules)
        self._trump = trump
        self._melds = melds_of(rules, trump)
        self._seat = SeatMelds(meld_records(rules, trump), rules.copy_rule is CopyRule.KINDS)
        self._steps: list[tuple[int, int]] = []
        self._played: dict[tuple[Card, int], bool] = {}
        self.credits: list[int] = []
        for meld in melds:
            self.lay(meld)
        self._do(_PLAY, _copy_planes(key for key, played in self._played.items() if played))

    @property
    def rules(self) -> Rulebook:
        """The rulebook."""
        return self._rules

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self._trump

    def copy(self, played: Iterable[Copy] = ()) -> MeldTable:
        """A separate table with the same melds laid, on which these copies have been played."""
        other = copying.copy(self)
        keys = [(copy.card, copy.number) for copy in played]
        other._do(_PLAY, _copy_planes(keys))
        other._played |= dict.fromkeys(keys, True)
        return other

    def __reduce__(self) -> tuple[Callable[..., MeldTable], tuple[object, ...]]:
        """A copy or a pickle is a separate table with the same melds laid."""
        steps, played = tuple(self._steps), tuple(self._played.items())
        return _relaid, (self._rules, self._trump, steps, played, tuple(self.credits))

    def __repr__(self) -> str:
        copies = ".".join(copy.text() for copy in in_canonical_order(self.copies)) or "nothing laid"
        return f"<MeldTable {self._rules.name}, trump {self._trump.letter}: {copies}>"

    def _do(self, step: int, planes: int) -> tuple[int, int, int]:
        """Take a step (a meld's number, or one below 0) with these copies; keep it for `copy`."""
        self._steps.append((step, planes))
        if step >= 0:
            return self._seat.lay_copies(step, planes)
        if step == _PLAY:
            self._seat.take_from_table(planes)
        else:
            self._seat.lay_card((planes.bit_length() - 1) % CARDS)
        return Obstacle.NONE, -1, 0

    def lay(self, laid: LaidMeld) -> None:
        """Lay one more meld, or a dix; raises `PositionError` as the table itself does."""
        meld = laid.meld(self._rules, self._trump)
        self._check_copies(laid)
        if meld is None:
            kind = self._rules.meld(DIX)
            assert kind is not None
            for copy in laid.copies:
                self._do(_SINGLE, _copy_planes([(copy.card, copy.number)]))
            self.credits.append(kind.points)
            return
        planes = _copy_planes((copy.card, copy.number) for copy in laid.copies)
        reason, card, points = self._do(self._melds.index(meld), planes)
        if reason:
            barred = None if card < 0 else Card.from_index(card)
            raise IllegalPositionError(
                "melds", f"{laid.text()}: {why_barred(meld, reason, barred)}"
            )
        self.credits.append(points)

    def _check_copies(self, laid: LaidMeld) -> None:
        """Check the numbers and stars of the copies against those named before."""
        named = [(copy.card, copy.number) for copy in laid.copies]
        deck = self._rules.deck
        for copy, key in zip(laid.copies, named, strict=True):
            if named.count(key) > 1:
                raise _refused(laid, f"{copy.text()} is named twice")
            if copy.number > deck.copies:
                raise _refused(laid, f"{copy.text()}: the deck has {deck.copies} of {copy.card}")
            before = (copy.card, copy.number - 1)
            if copy.number > 1 and before not in self._played and before not in named:
                raise _refused(laid, f"{copy.text()} stands before a first {copy.card}")
            if laid.name == DIX and key in self._played:
                raise _refused(laid, f"{copy.text()} has been melded before")
            if self._played.setdefault(key, copy.played) != copy.played:
                raise _refused(laid, f"{copy.card} has a star in one meld and none in another")

    @property
    def copies(self) -> Iterator[Copy]:
        """All copies laid; those played since are marked as played."""
        return (Copy(card, number, played) for (card, number), played in self._played.items())

    def services(self, copy: Copy) -> frozenset[Service]:
        """The classes that a copy on the table has served in."""
        planes = _copy_planes([(copy.card, copy.number)])
        served = self.record().served
        return frozenset(service for service in Service if served[service] & planes)

    def kinds(self, copy: Copy) -> frozenset[str]:
        """The kinds of meld that a copy laid has served in."""
        kinds = self._seat.kinds(copy.card.index, copy.number)
        names = (kind.name for kind in self._rules.melds)
        return frozenset(name for number, name in enumerate(names) if kinds >> number & 1)

    def served(self, copy: Copy) -> tuple[str, ...]:
        """The uses of a copy on the table, in words: its kinds if these bar melds, else services.

        Copies of a card that have served in the same are alike.
        """
        if self._rules.copy_rule is CopyRule.KINDS:
            kinds = self.kinds(copy)
            return tuple(kind.name for kind in self._rules.melds if kind.name in kinds)
        return tuple(service.text() for service in sorted(self.services(copy)))

    def numbered(self, from_hand: Iterable[Card]) -> tuple[Copy, ...]:
        """The copies that cards of the hand become when they are laid next."""
        copies: list[Copy] = []
        for card in from_hand:
            laid = sum(key[0] == card for key in self._played)
            copies.append(Copy(card, 1 + laid + sum(copy.card == card for copy in copies)))
        return tuple(copies)

    def record(self) -> SeatRecord:
        """The melds, as a part of a state record; the hand is empty in it."""
        return SeatRecord.of_fields(self._seat.record())._replace(hand=0, meld_points=0)

    def log(self, seat: Seat) -> tuple[LaidRecord, ...]:
        """The melds laid, as a part of a state's record, as melds of `seat`."""
        return tuple(LaidRecord.of_fields(entry)._replace(seat=seat) for entry in self._seat.log())

    def scores(self, in_hand: Hand) -> dict[Meld, int]:
        """The points of each of the melds that are possible now.

        Args:
            in_hand: the cards of the hand, those on the table apart.
        """
        self._seat.hold(planes_of(in_hand))
        return {self._melds[meld]: points for meld, points, _, _ in self._seat.legal()}

    def options(self, in_hand: Hand) -> list[MeldOption]:
        """The melds that may be laid now.

        Args:
            in_hand: the cards of the hand, those on the table apart.
        """
        self._seat.hold(planes_of(in_hand))
        return [
            MeldOption.of_planes(Show(meld=self._melds[meld]), points, table, hand)
            for meld, points, table, hand in self._seat.legal()
        ]


@lru_cache(maxsize=1024)
def followed(rules: Rulebook, trump: Suit, melds: tuple[LaidMeld, ...]) -> MeldTable:
    """The table of these melds, to be read only: the same melds give the same shared table.

    Raises:
        PositionError: as `MeldTable` does.
    """
    # Cached, because the same melds lie there in position after position.
    return MeldTable(rules, trump, melds)


def _relaid(
    rules: Rulebook,
    trump: Suit,
    steps: Iterable[tuple[int, int]],
    played: Iterable[tuple[tuple[Card, int], bool]],
    credits: Iterable[int],
) -> MeldTable:
    """The table on which these steps were taken."""
    table = MeldTable(rules, trump)
    for step in steps:
        table._do(*step)
    table._played.update(played)
    table.credits += credits
    return table


@dataclass(frozen=True, slots=True)
class MeldState:
    """The melds of one seat, and the cards for its next ones.

    Attributes:
        table: what the seat has laid. Nothing is ever laid on it, because states share it.
        in_hand: its cards that are not on the table.
        upcard: the face-up card, None where it is not known or there is none.
    """

    table: MeldTable
    in_hand: Hand
    upcard: Card | None

    @property
    def key(self) -> tuple[SeatRecord, Hand, Card | None]:
        """All that decides what may still be shown: states with the same key are the same."""
        return self.table.record(), self.in_hand, self.upcard

    @property
    def dix(self) -> Card | None:
        """The dix that may be shown, None if none is in the hand.

        Without a card turned up there is nothing to exchange it for, and no dix lies there. Under
        rules in which a dix is only exchanged, none is shown once a dix lies there.
        """
        rules = self.table.rules
        card = dix_card(rules, self.table.trump)
        if card is None or (rules.dix_by_exchange and card == self.upcard):
            return None
        return card if rules.deck.upcard and card in self.in_hand else None

    def after_dix(self) -> MeldState:
        """The state after a dix is shown; an unknown upcard gained by it is left out."""
        dix = self.dix
        assert dix is not None
        in_hand = self.in_hand.without(dix)
        if self.upcard == dix:
            table = self.table.copy()
            table.lay(LaidMeld(DIX, table.numbered([dix])))
            return MeldState(table, in_hand, dix)
        if self.upcard is not None:
            in_hand = in_hand.with_card(self.upcard)
        return MeldState(self.table, in_hand, dix)

    def options(self) -> Iterator[MeldOption]:
        """All that the winner of a trick may show (RULES.md 4): a meld, a dix, or both.

        A meld may be shown together with a dix unless a dix stands alone. Where the upcard is not
        known, the meld is laid from the other cards of the hand.
        """
        yield from self.table.options(self.in_hand)
        dix, kind = self.dix, self.table.rules.meld(DIX)
        if dix is None or kind is None:
            return
        yield MeldOption(Show(dix=True), kind.points, (), (dix,))
        if self.table.rules.shows_dix_alone:
            return
        after = self.after_dix()
        for option in after.table.options(after.in_hand):
            yield replace(
                option,
                show=Show(dix=True, meld=option.show.meld),
                points=kind.points + option.points,
                from_hand=(dix, *option.from_hand),
            )

    def after(self, option: MeldOption) -> MeldState:
        """The state after an option of this one is shown."""
        show = option.show
        before = self.after_dix() if show.dix else self
        if show.meld is None:
            return before
        table, in_hand = before.table.copy(), before.in_hand
        from_hand = option.from_hand[1:] if show.dix else option.from_hand
        copies = (*option.from_table, *table.numbered(from_hand))
        table.lay(LaidMeld(show.meld.kind.name, copies))
        for card in from_hand:
            in_hand = in_hand.without(card)
        return MeldState(table, in_hand, before.upcard)


def hand_options(
    rules: Rulebook | str,
    trump: Suit,
    hand: Hand,
    laid: Iterable[LaidMeld] = (),
    upcard: Card | None = None,
) -> list[MeldOption]:
    """The possible melds of a hand, the most points first: every meld, and a dix.

    Args:
        rules: the rulebook, or the name of a published one.
        trump: the trump suit.
        hand: all cards held, those on the table included.
        laid: what has been laid so far.
        upcard: the face-up card. If it is not given, a dix is listed only by itself.

    Raises:
        PositionError: for cards that the deck does not have, more cards than a hand has, melds that
            are not allowed, cards on the table that are not in the hand, and an unknown rulebook.
    """
    start = MeldState(*table_and_hand(rules, trump, hand, laid), upcard)
    options = (
        option
        for option in start.options()
        if upcard is not None or not option.show.dix or option.show.meld is None
    )
    return sorted(options, key=lambda option: -option.points)


def table_and_hand(
    rules: Rulebook | str, trump: Suit, held: Hand, laid: Iterable[LaidMeld]
) -> tuple[MeldTable, Hand]:
    """What a seat has laid, and which of its cards are in the hand.

    Raises:
        PositionError: as `hand_options` does.
        TypeError: for anything but a suit and a hand.
    """
    rules = as_rulebook(rules)
    expect_type(trump, Suit, "Suit.parse reads text")
    expect_type(held, Hand, "Hand.parse reads text")
    check_trump(rules.deck, trump)
    check_copies(rules.deck, [("hand", held)])
    if len(held) > rules.deck.hand:
        raise IllegalPositionError(
            "hand", f"{cards_text(len(held))}, a hand has at most {rules.deck.hand}"
        )
    if rules.deck.copies > most_copies(rules):
        raise IllegalPositionError("rules", f"the {rules.deck.name} deck has too many copies")
    try:
        meld_records(rules, trump)
    except ValueError as error:
        raise IllegalPositionError("rules", str(error)) from None
    table = MeldTable(rules, trump, laid)
    in_hand = held
    for copy in table.copies:
        if not copy.played:
            if copy.card not in in_hand:
                raise IllegalPositionError(
                    "melds", f"{copy.text()} is on the table, but not among the cards held"
                )
            in_hand = in_hand.without(copy.card)
    return table, in_hand


def why_barred(meld: Meld, reason: int, card: Card | None) -> str:
    """Why a meld cannot be laid (an `Obstacle`), in words for people."""
    if reason == Obstacle.NOT_HELD:
        return f"{card} is not held" if meld.cards.count(card) == 1 else f"too few {card} are held"
    if reason == Obstacle.HAS_SERVED:
        if meld.kind.barred_by:
            served = " or ".join(service.text() for service in meld.kind.barred_by)
            return f"{card} has served in a meld of its class before ({served})"
        return f"{card} has served in a kind of meld that bars {meld.kind.name}"
    if reason == Obstacle.NOT_ALL_FROM_HAND:
        return f"{card} does not come from the hand, and this is laid all at once"
    return "it would put no new card on the table"


def _refused(laid: LaidMeld, fact: str) -> IllegalPositionError:
    return IllegalPositionError("melds", f"{in_short(laid.text())}: {fact}")


def _copy_planes(copies: Iterable[tuple[Card, int]]) -> int:
    planes = 0
    for card, number in copies:
        planes |= 1 << (card.index + CARDS * (number - 1))
    return planes

"""What a seat of a game with a stock has laid on the table, and what it may lay.

This is section 4 of RULES.md for any number of copies of a card (RULES-TABLE.md, section 8). The
compiled melds of the two-handed games tell two copies apart; here there may be four, and every copy
is a card of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.meld_kinds import DIX, Service
from pinochle_solver.rules.melds import (
    Copy,
    LaidMeld,
    Meld,
    in_canonical_order,
    laid_melds_text,
)
from pinochle_solver.table.stock_kinds import NOTHING, KnownMeld, MeldBook

FROM_HAND = 0
"""The number of a copy that does not lie on the table yet."""

# What each copy on the table has served in.
_Past = Mapping[Copy, frozenset[Service]]


@dataclass(frozen=True, slots=True)
class Laying:
    """A meld with the copies that it takes.

    Attributes:
        meld: the meld.
        copies: its copies; those that come from the hand have the number `FROM_HAND`.
        points: what it scores.
    """

    meld: Meld
    copies: tuple[Copy, ...]
    points: int

    @property
    def from_hand(self) -> tuple[Card, ...]:
        """The cards that it puts on the table."""
        return tuple(copy.card for copy in self.copies if copy.number == FROM_HAND)


@dataclass(frozen=True, slots=True)
class LaidMelds:
    """The melds that a seat has laid in a hand, copy by copy.

    Attributes:
        book: the melds of the game.
        melds: what was laid, in order, including exchanges of a dix; without stars.
        played: the laid copies that have been played since.
        taken_back: whether the stock is gone, so that what lay on the table is in the hand again.
    """

    book: MeldBook
    melds: tuple[LaidMeld, ...] = ()
    played: frozenset[Copy] = frozenset()
    taken_back: bool = False

    @property
    def copies(self) -> tuple[Copy, ...]:
        """The copies on the table, in canonical order."""
        if self.taken_back:
            return ()
        laid = {copy for meld in self.melds for copy in meld.copies}
        return in_canonical_order(laid - self.played)

    def cards(self) -> Hand:
        """The cards on the table."""
        return Hand.of(copy.card for copy in self.copies)

    def past(self) -> dict[Copy, frozenset[Service]]:
        """The copies on the table, in canonical order, and what each has served in."""
        past = dict.fromkeys(self.copies, NOTHING)
        for laid in self.melds:
            for copy in laid.copies:
                if copy in past:
                    past[copy] |= self.book.serves(laid, copy.card)
        return past

    def text(self) -> str:
        """The melds as they stand in positions, with stars: ``kings:KS*.KH.KD.KC@1+dix@2``."""
        return laid_melds_text(
            replace(
                laid,
                copies=tuple(copy._replace(played=copy in self.played) for copy in laid.copies),
            )
            for laid in self.melds
        )

    def best(self, meld: Meld, in_hand: Hand) -> Laying | None:
        """The meld with the copies that it takes (RULES.md 4, rule 8); None: it cannot be laid.

        Args:
            meld: any meld; one that the game does not have cannot be laid.
            in_hand: the cards of the hand, those on the table apart.
        """
        known = self.book.known(meld)
        return None if known is None else self._best(known, in_hand, self.past())

    def options(self, in_hand: Hand) -> list[Laying]:
        """The melds that may be laid now, in the order of the rulebook.

        Args:
            in_hand: the cards of the hand, those on the table apart.
        """
        past = self.past()
        found = (self._best(known, in_hand, past) for known in self.book.melds.values())
        return [laying for laying in found if laying is not None]

    def _best(self, known: KnownMeld, in_hand: Hand, past: _Past) -> Laying | None:
        """Among the ways to lay a meld, the one that rule 8 takes."""
        if not any(card in in_hand for card in known.times):
            return None
        return min(
            self.layings(known, in_hand, past),
            key=lambda laying: (
                -laying.points,
                len(laying.from_hand),
                [_standing(copy, past) for copy in laying.copies],
            ),
            default=None,
        )

    def layings(self, known: KnownMeld, in_hand: Hand, past: _Past) -> Iterator[Laying]:
        """Every way to lay a meld (RULES.md 4, rules 1 to 7); copies to be used sooner come first.

        Args:
            known: one of the book's melds.
            in_hand: the cards of the hand, those on the table apart.
            past: the past of this table.
        """
        usable = [] if known.meld.kind.all_at_once else [c for c in past if c.card in known.times]
        free = [copy for copy in usable if not known.bars & past[copy]]
        for whole in [(), *self._replaceable(known, past)]:
            choices: list[list[tuple[Copy, ...]]] = []
            for card, times in known.times.items():
                taken = [copy for copy in whole if copy.card == card]
                others = [copy for copy in free if copy.card == card]
                others += [Copy(card, FROM_HAND)] * min(times, in_hand.count(card))
                groups = dict.fromkeys(combinations(others, times - len(taken)))
                choices.append(
                    [
                        tuple(sorted([*taken, *group], key=lambda copy: _standing(copy, past)))
                        for group in groups
                    ]
                )
            for chosen in product(*choices):
                copies = tuple(copy for group in chosen for copy in group)
                if any(copy.number == FROM_HAND for copy in copies):
                    yield Laying(known.meld, copies, points_of(known, copies, past))

    def _replaceable(self, known: KnownMeld, past: _Past) -> Iterator[tuple[Copy, ...]]:
        """Melds on the table that this one may replace although their cards are barred.

        A double pinochle takes the whole of the one pinochle that it replaces. The king and queen
        of a royal marriage are not barred from a run: the run takes both, one or neither of them.
        """
        if known.replaced is None or known.replaced.service not in known.bars:
            return
        name = known.meld.kind.name
        for laid in self.melds:
            if laid.name == known.replaced.name and all(copy in past for copy in laid.copies):
                later = (other.copies for other in self.melds if other.name == name)
                if not any(set(laid.copies) <= set(copies) for copies in later):
                    yield laid.copies

    def after(self, laying: Laying, trick: int | None) -> LaidMelds:
        """The table with this laid as well, after the trick with this number."""
        copies: list[Copy] = []
        for copy in laying.copies:
            number = copy.number or self.next_number(copy.card, copies)
            copies.append(Copy(copy.card, number))
        laid = LaidMeld(laying.meld.kind.name, tuple(copies), trick)
        return replace(self, melds=(*self.melds, laid))

    def after_dix(self, trick: int | None, *, exchanged: bool) -> LaidMelds:
        """The table after a dix was exchanged for the upcard, or shown, after this trick."""
        dix = self.book.dix
        copies = () if exchanged else (Copy(dix, self.next_number(dix)),)
        return replace(self, melds=(*self.melds, LaidMeld(DIX, copies, trick)))

    def after_playing(self, copy: Copy) -> LaidMelds:
        """The table from which this copy was played."""
        return replace(self, played=self.played | {copy})

    def next_number(self, card: Card, others: Sequence[Copy] = ()) -> int:
        """The number that the next copy of a card will have; `others` are laid just before it."""
        laid = {copy.number for meld in self.melds for copy in meld.copies if copy.card == card}
        laid.update(copy.number for copy in others if copy.card == card)
        return 1 + len(laid)

    def why_barred(self, meld: Meld, in_hand: Hand) -> str:
        """Why a meld cannot be laid now, in words for people.

        Args:
            meld: one that `best` has no way to lay.
            in_hand: the cards of the hand, those on the table apart.
        """
        known, past = self.book.known(meld), self.past()
        if known is None:
            trump = self.book.trump.name.lower()
            return f"no meld of {self.book.rules.name} with {trump} as trump"
        for card, times in known.times.items():
            on_table = [copy for copy in past if copy.card == card]
            held = in_hand.count(card) + len(on_table)
            if held < times:
                return f"{card} is not held" if times == 1 else f"too few {card} are held"
            if held - sum(1 for copy in on_table if known.bars & past[copy]) < times:
                return has_served(str(card), known)
        return NO_NEW_CARD


NO_NEW_CARD = "it would put no new card on the table"


def has_served(name: str, known: KnownMeld) -> str:
    """The fact that the past of a card with this name bars it from a meld."""
    served = " or ".join(service.text() for service in Service if service in known.bars)
    return f"{name} has served in a meld of its class before ({served})"


def points_of(known: KnownMeld, copies: Sequence[Copy], past: _Past) -> int:
    """What a meld scores with these copies (RULES.md 4, rules 5 and 6)."""
    replaced, points = known.replaced, known.meld.kind.points
    if replaced is None:
        return points
    served = {copy.card for copy in copies if replaced.service in past.get(copy, NOTHING)}
    return points - replaced.points if replaced.cards <= served else points


def _standing(copy: Copy, past: _Past) -> tuple[int, ...]:
    """Copies with lower values are used sooner (RULES.md 4, rule 8); the hand's come last."""
    if copy.number == FROM_HAND:
        return (1,)
    served = past[copy]
    return (0, -len(served), *(service not in served for service in Service), copy.number)

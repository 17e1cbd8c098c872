"""Melds on the table of a position, checked in the order they were laid (RULES.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.melds import Copy, LaidMeld
from pinochle_solver.table.stock_kinds import KnownMeld, MeldBook
from pinochle_solver.table.stock_melds import (
    FROM_HAND,
    NO_NEW_CARD,
    LaidMelds,
    has_served,
    points_of,
)


def laid_melds(book: MeldBook, melds: Iterable[LaidMeld]) -> tuple[LaidMelds, list[int]]:
    """Melds laid one after the other, and what each of them scored.

    While melds are laid, copies that were played since (`Copy.played`) still count as lying on the
    table, because it is not known when they were played.

    Raises:
        NotationError: for anything that is not a meld of the game.
        IllegalPositionError: (``melds``) naming the meld and the rule of RULES.md 4 that it breaks.
    """
    table, credits = LaidMelds(book), []
    stars: dict[Copy, bool] = {}
    for laid in melds:
        plain = replace(laid, copies=tuple(copy._replace(played=False) for copy in laid.copies))
        meld = plain.meld(book.rules, book.trump)
        known = None if meld is None else book.known(meld)
        copies = _from_where(table, plain)
        for copy, named in zip(plain.copies, laid.copies, strict=True):
            if stars.setdefault(copy, named.played) != named.played:
                raise _refused(laid, f"{copy.card} has a star in one meld and none in another")
        if known is None:
            if any(copy.number != FROM_HAND for copy in copies):
                raise _refused(plain, f"{plain.copies[0].text()} has been melded before")
            credits.append(book.dix_points)
        else:
            credits.append(_points(table, plain, known, copies))
        table = replace(table, melds=(*table.melds, plain))
    return replace(table, played=frozenset(copy for copy, star in stars.items() if star)), credits


def _from_where(table: LaidMelds, laid: LaidMeld) -> tuple[Copy, ...]:
    """The copies of a meld, `FROM_HAND` for those that it puts on the table; checks numbers."""
    chosen: list[Copy] = []
    on_table = set(table.copies)
    for place, copy in enumerate(laid.copies):
        if copy in laid.copies[:place]:
            raise _refused(laid, f"{copy.text()} is named twice")
        if copy.number > table.book.copies:
            fact = f"{copy.text()}: the deck has {table.book.copies} of {copy.card}"
            raise _refused(laid, fact)
        if copy in on_table:
            chosen.append(copy)
            continue
        if copy.number != table.next_number(copy.card, laid.copies[:place]):
            raise _refused(laid, f"{copy.text()} stands before a first {copy.card}")
        chosen.append(Copy(copy.card, FROM_HAND))
    return tuple(chosen)


def _points(table: LaidMelds, laid: LaidMeld, known: KnownMeld, copies: tuple[Copy, ...]) -> int:
    """What a meld scores with exactly these copies; raises `IllegalPositionError`."""
    past = table.past()
    in_hand = Hand.of(copy.card for copy in copies if copy.number == FROM_HAND)
    wanted = Counter(copies)
    if not any(Counter(way.copies) == wanted for way in table.layings(known, in_hand, past)):
        for copy in copies:
            if copy.number != FROM_HAND and known.bars & past[copy]:
                raise _refused(laid, has_served(copy.text(), known))
        raise _refused(laid, NO_NEW_CARD)
    return points_of(known, copies, past)


def _refused(laid: LaidMeld, fact: str) -> IllegalPositionError:
    return IllegalPositionError("melds", f"{laid.text()}: {fact}")

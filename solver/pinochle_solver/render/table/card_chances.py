"""Where the cards are that a seat at a table of three or four has not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from rich.text import Text

from pinochle_solver.double_dummy.unseen import GONE
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import PER_CENT, whole_percent
from pinochle_solver.render.table.positions import TablePositionViews
from pinochle_solver.rules.card_chances import CardChance, CardChances
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.seats import Seat

_BOTH = 2
_WIDTH = 5
"""That of a chance, with its mark."""
_CHANCES = "the chance that at least one copy of a card lies there, and several"
_MARKED = 0.1
"""A chance is marked that is so much above or below the chance by counting."""


class TableCardChanceViews(TablePositionViews):
    """Views of where the cards are."""

    def table_card_chances(self, position: TablePosition, chances: Sequence[CardChances]) -> None:
        """Write how long each suit is in each place, and how likely each card is to lie there.

        They are part of an analysis, so it is no view of its own.
        """
        if not chances:
            self.line("every card is known")
            return
        self._print(self._lengths_table(position, chances))
        self.line(_CHANCES)
        self._print(self._places_table(position, chances))
        for note in self._how_told(chances):
            self._print(Text(note, style="dim"))

    def _lengths_table(self, position: TablePosition, chances: Sequence[CardChances]) -> Table:
        table = self._table()
        table.add_column("length\nof suits", no_wrap=True)
        for suit in Suit:
            name = self._suit(suit).append(" trump" if suit is position.trump else "")
            table.add_column(name.append("\nmean  none"), justify="right", no_wrap=True)
        for each in chances:
            cells = (
                f"{suit.average:.1f} {whole_percent(suit.void):>{_WIDTH}}" for suit in each.suits
            )
            table.add_row(self._place(position, each.holder), *cells)
        table.may_fold(*table.names[:0:-1])
        return table

    def _places_table(self, position: TablePosition, chances: Sequence[CardChances]) -> Table:
        table = self._table()
        table.add_column("\ncard", no_wrap=True)
        for each in chances:
            most = max(card.copies for card in each.cards)
            several = ["both" if most == _BOTH else f"{number}" for number in range(2, most + 1)]
            names = ("one", *several) if several else ()
            heading = "".join(f"{name:>{_WIDTH - 1}} " for name in names)
            place = self._place(position, each.holder)
            table.add_column(f"{place:^{len(heading)}}\n{heading}", no_wrap=True)
        nowhere = f"{self._dash:>{_WIDTH - 1}}"
        for card in _cards_of(chances):
            found = (each.of(card) for each in chances)
            cells = (nowhere if each is None else _chances_of(each) for each in found)
            table.add_row(self._card(card), *cells)
        return table

    def _place(self, position: TablePosition, holder: str) -> str:
        if holder == GONE:
            return "played"
        if holder in (seat.text() for seat in position.players):
            return self._seat(position, Seat.parse(holder))
        return holder

    def _how_told(self, chances: Sequence[CardChances]) -> Iterator[str]:
        alike = "every way to deal the unseen cards is equally likely"
        worlds = chances[0].worlds
        if not worlds:
            yield f"chances by counting alone: {alike}; exact"
            return
        errors = (error for each in chances for card in each.cards for error in card.at_least_se)
        reach = ceil(SURE * PER_CENT * max(errors))
        marked = round(PER_CENT * _MARKED)
        yield f"+ and -: {marked} points or more above or below the chance by counting"
        yield f"by counting: the chance if {alike}"
        yield (
            f"chances from {counted(worlds, 'world')}, seed {chances[0].seed}, "
            f"within {reach} percentage points (95%)"
        )


def _cards_of(chances: Sequence[CardChances]) -> list[Card]:
    """The cards that may lie in one of the places, suit by suit, each from the ace down."""
    cards = {card.card for each in chances for card in each.cards}
    return sorted(cards, key=lambda card: (card.suit, -card.rank))


def _chances_of(card: CardChance) -> str:
    """The chances of one copy, of two and so on, side by side."""
    both = zip(card.at_least, card.by_counting, strict=True)
    return "".join(f"{whole_percent(own):>{_WIDTH - 1}}{_mark(own, alone)}" for own, alone in both)


def _mark(chance: float, by_counting: float) -> str:
    if abs(chance - by_counting) < _MARKED:
        return " "
    return "+" if chance > by_counting else "-"

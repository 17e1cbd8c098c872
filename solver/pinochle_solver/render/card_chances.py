"""Where the cards are that the player to move has not seen."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, isnan
from typing import TYPE_CHECKING

from rich.text import Text

from pinochle_solver.intervals import SURE
from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import PER_CENT, Page, whole_percent
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rules import Seat

if TYPE_CHECKING:
    from pinochle_solver.rules.card_chances import CardChance, CardChances
    from pinochle_solver.rules.cards import Hand

_BOTH = 2


class CardChanceViews(Page):
    """Views of where the cards are."""

    def card_chances(self, chances: CardChances) -> None:
        """Write for each unseen card how likely the opponent is to hold it, and how that was found.

        They are part of an analysis or a review, so it is no view of its own.
        """
        self._tell_cards(chances)
        self._tell_how_found(chances)

    def _tell_cards(self, chances: CardChances, held: Hand | None = None) -> None:
        """The table alone; with what the opponent held, if that is known."""
        if chances.cards:
            self._print(self._holdings_table(chances, held))
        else:
            self.line(f"{self._holder(chances)} can hold no card")

    def _tell_how_found(self, chances: CardChances) -> None:
        """What the figures of such a table are."""
        for note in self._how_found(chances):
            self._print(Text(note, style="dim"))

    def _holder(self, chances: CardChances) -> str:
        return self._name(Seat.parse(chances.holder))

    def _holdings_table(self, chances: CardChances, held: Hand | None) -> Table:
        table, is_sampled = self._table(), bool(chances.worlds)
        has_reasons = any(each.shift for each in chances.cards)
        most = max(each.copies for each in chances.cards)
        table.add_column(f"{self._holder(chances)}\nholds", no_wrap=True)
        several = ["both" if most == _BOTH else f"{number}" for number in range(2, most + 1)]
        for name in ("one" if several else "", *several):
            table.add_column(name and f"\n{name}", justify="right", no_wrap=True)
            if is_sampled:
                heading = "by\ncounting" if name in ("one", "") else f"{name} by\ncounting"
                table.add_column(heading, justify="right", no_wrap=True)
        if held is not None:
            table.add_column("really\nheld", justify="right", no_wrap=True)
        if has_reasons:
            table.add_column("\nmoved most by")
        for each in _by_suit(chances):
            cells: list[Text | str] = [self._card(each.card)]
            for place in range(most):
                cells += self._chance_cells(each, place, is_sampled=is_sampled)
            if held is not None:
                cells.append(str(held.count(each.card)))
            if has_reasons:
                cells.append(self._moved_by(each))
            table.add_row(*cells)
        if is_sampled:
            table.may_lose(*(f"{name} by counting" for name in reversed(several)))
            table.may_lose(*reversed(several), "by counting")
        return table

    def _chance_cells(self, card: CardChance, place: int, *, is_sampled: bool) -> Iterator[str]:
        """A chance and its error, and what it is by counting if that is another column."""
        if place >= card.copies:
            yield from [""] * (1 + is_sampled)
            return
        chance, error = card.at_least[place], card.at_least_se[place]
        text = whole_percent(chance)
        reach = ceil(SURE * PER_CENT * error)
        yield f"{text} {self._plus_minus} {reach:>2}" if error else text
        if is_sampled:
            yield whole_percent(card.by_counting[place])

    def _moved_by(self, card: CardChance) -> Text:
        text = Text()
        for part in card.shift.seen.parts() if card.shift else ():
            text.append(self._card(part) if isinstance(part, Card) else part)
        return text

    def _how_found(self, chances: CardChances) -> Iterator[str]:
        alike = "every way to deal the unseen cards is equally likely"
        if not chances.worlds:
            yield f"chances by counting alone: {alike}; exact"
            return
        worlds = counted(chances.worlds, "world")
        yield f"by counting: the chance if {alike}"
        if any(each.shift and not isnan(each.shift.without) for each in chances.cards):
            yield "moved most by: the opponent's act that explains most of the change from counting"
        yield f"chances from {worlds}, seed {chances.seed}; {self._plus_minus} is a 95% interval"


def _by_suit(chances: CardChances) -> list[CardChance]:
    """The cards suit by suit, each from the ace down."""
    return sorted(chances.cards, key=lambda each: (each.card.suit, -each.card.rank))

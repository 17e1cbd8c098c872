"""What all views share: lines, tables and cards on standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from pinochle_solver.cards import Card, Hand, Suit
from pinochle_solver.errors import visible
from pinochle_solver.rules import DIX

if TYPE_CHECKING:
    from pinochle_solver.melds import Copy
    from pinochle_solver.moves import Show

_ASCII_BOX = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
PER_CENT = 100
NO_CHANCE_TOLD = 0.5
"""An interval of a chance that reaches so far to either side tells nothing."""

_PIPE_WIDTH = 100
_WIDEST = 1000


class _Console(Console):
    """A console that leaves a closed pipe to its caller; rich's own would exit with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Page:
    """Writes lines and tables to standard output.

    Args:
        ascii: whether to write letters instead of suit symbols; always so where the encoding of
            standard output has no such symbols.
    """

    def __init__(self, ascii: bool = False) -> None:
        self._ascii = ascii or not _can_encode_symbols()
        self._console = _Console(highlight=False, markup=False, emoji=False)
        if not self._console.is_terminal:
            self._console.width = max(self._console.width, _PIPE_WIDTH)

    def line(self, text: str = "") -> None:
        """Write one line of text, never wrapped; what is unprintable in it is escaped."""
        self._write(visible(text))

    def _write(self, text: str) -> None:
        if self._ascii:
            text = text.encode("ascii", "backslashreplace").decode()
        sys.stdout.write(f"{text}\n")

    def _print(self, view: RenderableType, wrap: bool = False) -> None:
        """Write a view without the blanks that rich pads lines with.

        It is as wide as it wants to be, for a cut number is worse than a long line; with `wrap`
        it is fitted to the terminal.
        """
        terminal = self._console.width
        self._console.width = terminal if wrap else max(terminal, self._wanted(view))
        with self._console.capture() as captured:
            self._console.print(view)
        self._console.width = terminal
        for line in captured.get().splitlines():
            self._write(line.rstrip())

    def _fits(self, view: RenderableType) -> bool:
        """Whether a view is no wider than the terminal."""
        return self._wanted(view) <= self._console.width

    def _wanted(self, view: RenderableType) -> int:
        options = self._console.options.update(max_width=_WIDEST)
        return Measurement.get(self._console, options, view).maximum

    @property
    def _plus_minus(self) -> str:
        return "+-" if self._ascii else "±"

    @property
    def _dash(self) -> str:
        return "-" if self._ascii else "–"

    def _table(self) -> Table:
        return Table(box=_ASCII_BOX if self._ascii else box.SIMPLE_HEAD, pad_edge=False)

    def _card(self, card: Card) -> Text:
        return Text(card.rank.letter).append(self._suit(card.suit))

    def _suit(self, suit: Suit) -> Text:
        red = suit in (Suit.HEARTS, Suit.DIAMONDS)
        return Text(suit.letter if self._ascii else suit.symbol, style="red" if red else "")

    def _suits(self, hand: Hand) -> Iterable[Text]:
        for suit in Suit:
            yield self._suit(suit).append(" " + (" ".join(hand.ranks_text(suit)) or self._dash))

    def _cards(self, cards: Iterable[Card]) -> Text:
        return Text(" ").join(map(self._card, cards))

    def _copies(self, copies: Iterable[Copy]) -> Text:
        """Laid copies: a second one numbered, those played since in brackets."""
        return Text(" ").join(map(self._copy, copies))

    def _copy(self, copy: Copy) -> Text:
        text = self._card(copy.card)
        if copy.number > 1:
            text.append(str(copy.number))
        return Text("(").append(text).append(")") if copy.played else text


def shown_kinds(show: Show) -> str:
    """The kinds of what is shown, without its cards."""
    return " + ".join([DIX] * show.dix + ([show.meld.kind.name] if show.meld else []))


def percent(chance: Fraction | float) -> str:
    """A chance rounded to tenths of a per cent; what is not certain never looks so."""
    text = f"{float(chance):.1%}"
    if text == "100.0%" and chance < 1:
        return ">99.9%"
    return "<0.1%" if text == "0.0%" and chance > 0 else text


def _can_encode_symbols() -> bool:
    try:
        "♠♥♦♣·–".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True

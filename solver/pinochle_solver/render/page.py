"""What all views share: lines, tables and cards, written where the page is told to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TextIO, TypeVar

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from pinochle_solver.errors import visible
from pinochle_solver.intervals import GUESS, SURE, Interval
from pinochle_solver.notation.players import NO_PLAYERS
from pinochle_solver.render.grids import WIDE, Cell, Table
from pinochle_solver.render.terminal import folded, notation, notation_width, output_width
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.moves import Doubling, Move, Play
from pinochle_solver.rules.rules import Seat

if TYPE_CHECKING:
    from pinochle_solver.rules.melds import Copy
    from pinochle_solver.rules.moves import Show


_ASCII_BOX = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
# More than anything that is shown is wide.
_ANY_WIDTH = 10_000
# Standard ones do for suits, and every terminal has them.
_COLOR_SYSTEMS: dict[bool | None, Literal["auto", "standard"] | None] = {
    None: "auto",
    True: "standard",
    False: None,
}
PER_CENT = 100
_EXAMPLE = re.compile(r"\b(?:as in|such as|change) ")
"""What goes before cards as they are typed."""
_CARD_TEXT = re.compile(r"(?<!['\"\w])([ATKQJ987])([SHDC])\b(?!['\"])")


class _Console(Console):
    """A console that leaves a closed pipe to its caller; rich's own would exit with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Page:
    """Writes lines and tables, fitted to a terminal where they go to one.

    Args:
        output: where they go.
        ascii: whether to write letters instead of suit symbols; always so where the encoding of
            `output` has no such symbols.
        color: whether to colour; None for colours on a terminal only, and not with ``NO_COLOR``.
        verbose: whether to tell also how values were found, in full.
    """

    def __init__(
        self,
        output: TextIO,
        ascii: bool = False,
        color: bool | None = None,
        *,
        verbose: bool = False,
    ) -> None:
        self._output = output
        self._verbose = verbose
        self._players = NO_PLAYERS
        self._ascii = ascii or not _can_encode_symbols(output)
        # What comes to rich fits: it is to fold and to cut nothing.
        self._console = _Console(
            file=output,
            highlight=False,
            markup=False,
            emoji=False,
            width=_ANY_WIDTH,
            height=25,
            color_system=_COLOR_SYSTEMS[color],
            no_color=False if color else None,
        )

    def line(self, text: Text | str = "") -> None:
        """Write a sentence, folded between words where the terminal is too narrow.

        What is unprintable in plain text is escaped.
        """
        text = self._written(visible(text) if isinstance(text, str) else text)
        plain, end = str(text), 0
        for part in folded(plain, self._width):
            if isinstance(text, str):
                self._write(part)
                continue
            words = part.strip()
            begin = plain.index(words, end)
            end = begin + len(words)
            lead = Text(part[: len(part) - len(part.lstrip())])
            self._write_lines(lead.append(text[begin:end]))

    def notation(self, position: str) -> None:
        """Write a position's line, so that it can be copied from a narrow terminal, too."""
        written = str(self._written(visible(position)))
        self._write(notation(written, notation_width(self._output)))

    def _write(self, line: str) -> None:
        self._output.write(f"{line}\n")

    def _written(self, text: Cell) -> Cell:
        """A text as it is written; escaped before it is fitted, for that makes it longer."""
        return _escaped(text) if self._ascii else text

    def _print(self, view: Text | Table) -> None:
        """Write a sentence or a table, fitted to the terminal."""
        if isinstance(view, Table):
            self._print_table(view, self._width)
        else:
            self.line(view)

    def _print_tables(self, tables: Iterable[Table]) -> None:
        """Write tables one below another, with one empty line around each."""
        for table in tables:
            self._write("")
            self._write_table(table, self._width)
        self._write("")

    def _print_table(self, table: Table, width: int | None) -> None:
        self._write("")
        self._write_table(table, width)
        self._write("")

    def _write_table(self, table: Table, width: int | None) -> None:
        fitted = table.fitted(width, self._written)
        # A blank of every gap is the box's own.
        padding = (0, 1) if fitted.spacing is WIDE else (0, 1, 0, 0)
        style = _ASCII_BOX if self._ascii else box.SIMPLE_HEAD
        view = RichTable(box=style, pad_edge=False, padding=padding, show_edge=False)
        for column, share in fitted.columns:
            view.add_column(column.heading, justify=column.justify, width=share)
        rows = zip(*(column.cells for column, _ in fitted.columns), strict=True)
        for cells, row_style in zip(rows, table.styles, strict=True):
            view.add_row(*cells, style=row_style)
        self._write_lines(view, " " * fitted.spacing.edge)
        if fitted.lost:
            left_out = f"left out at this width: {', '.join(fitted.lost)}"
            self.line(Text(left_out, style="dim"))

    def _write_lines(self, view: RenderableType, lead: str = "") -> None:
        """Write a view without the blanks that rich pads lines with."""
        with self._console.capture() as captured:
            self._console.print(view)
        for line in captured.get().splitlines():
            self._write(f"{lead}{line}".rstrip())

    @property
    def _width(self) -> int | None:
        """The columns for sentences and tables; None for no limit."""
        return output_width(self._output)

    @property
    def _plus_minus(self) -> str:
        return "+-" if self._ascii else "±"

    @property
    def _intervals(self) -> str:
        """What means and chances are followed by, in words."""
        return f"{self._plus_minus} and brackets are 95% intervals"

    @property
    def _dash(self) -> str:
        return "-" if self._ascii else "–"

    def _figure(
        self,
        estimate: tuple[float, float],
        *,
        is_exact: bool = False,
        signed: bool = False,
        places: int = 1,
    ) -> str:
        """A mean and, unless it is exact, its 95% interval, of a mean and its standard error."""
        mean, error = estimate
        figure = f"{mean:{'+' if signed else ''}.{places}f}"
        if float(figure) == 0:
            figure = f"{0:.{places}f}"
        if is_exact or not error > 0:
            return figure
        return f"{figure} {self._plus_minus} {SURE * error:.{places}f}"

    def _plain(self, mean: float, places: int = 1) -> str:
        return self._figure((mean, 0.0), places=places)

    def _signed(self, mean: float, places: int = 1) -> str:
        return self._figure((mean, 0.0), signed=True, places=places)

    def _name(self, seat: Seat) -> str:
        """The name of the player whose hand or position is shown, or the seat's."""
        return self._players.name(seat)

    def in_symbols(self, text: str) -> str:
        """A sentence with its cards as they are shown elsewhere; what is quoted or typed stays."""
        if self._ascii:
            return text
        example = _EXAMPLE.search(text)
        end = len(text) if example is None else example.start()
        return _CARD_TEXT.sub(_with_symbol, text[:end]) + text[end:]

    def _table(self) -> Table:
        return Table()

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

    def _move(self, move: Move) -> Text:
        """A card, or what is shown with its cards."""
        if isinstance(move, Play):
            source = "" if move.source is None else f"@{move.source}"
            return self._card(move.card).append(source)
        if isinstance(move, Doubling):
            return Text(move.text())
        text = Text(shown_kinds(move) or move.text())
        return text.append(" ").append(self._cards(move.meld.cards)) if move.meld else text

    def _copies(self, copies: Iterable[Copy]) -> Text:
        """Laid copies: a second one numbered, those played since in brackets."""
        return Text(" ").join(map(self._copy, copies))

    def _copy(self, copy: Copy) -> Text:
        text = self._card(copy.card)
        if copy.number > 1:
            text.append(str(copy.number))
        return Text("(").append(text).append(")") if copy.played else text


def _escaped(text: Cell) -> Cell:
    """A text with all that is not ASCII escaped."""
    if isinstance(text, str):
        return _in_ascii(text)
    if text.plain.isascii():
        return text
    letters = (
        text[place] if letter.isascii() else Text(_in_ascii(letter))
        for place, letter in enumerate(text.plain)
    )
    return Text(style=text.style).join(letters)


def _with_symbol(card: re.Match[str]) -> str:
    return f"{card[1]}{Suit.parse(card[2]).symbol}"


def _in_ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


def shown_kinds(show: Show) -> str:
    """The kinds of what is shown, without its cards."""
    return " + ".join([DIX] * show.dix + ([show.meld.kind.name] if show.meld else []))


def whole_percent(chance: float) -> str:
    """A chance in whole per cent; what is not certain never looks so."""
    text = f"{chance:.0%}"
    if text == "100%" and chance < 1:
        return ">99%"
    return "<1%" if text == "0%" and chance > 0 else text


def percent_within(chance: float, interval: Interval) -> str:
    """A chance and its 95% interval in per cent: ``55.3% (51.9 to 58.7)``, ``50.0%`` if exact."""
    if interval.low == interval.high:
        return percent(chance)
    return f"{percent(chance)} ({interval.per_cent})"


def guess_from(samples: str) -> str:
    """The warning that an answer is hardly more than a guess.

    Args:
        samples: how few worlds, deals or pairs it comes from, in words.
    """
    return f"only {samples}: this is {GUESS}"


def percent(chance: Fraction | float) -> str:
    """A chance rounded to tenths of a per cent; what is not certain never looks so."""
    text = f"{float(chance):.1%}"
    if text == "100.0%" and chance < 1:
        return ">99.9%"
    return "<0.1%" if text == "0.0%" and chance > 0 else text


def _can_encode_symbols(output: TextIO) -> bool:
    # While rich shows progress it takes the place of an output, and tells no encoding.
    output = getattr(output, "rich_proxied_file", output)
    try:
        "♠♥♦♣·–".encode(output.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


_Show = TypeVar("_Show", bound=Callable[..., None])


class View(NamedTuple):
    """How values are shown.

    Attributes:
        name: the method of the renderer that shows them.
        shown: what that takes: the name of a class, or ``Sequence[...]`` of it for values that are
            shown side by side.
        apart: whether there is an empty line between two.
    """

    name: str
    shown: str
    apart: bool


Views = Mapping[str, View]
"""Views by what they show."""


def view(*, apart: bool = False) -> Callable[[_Show], _Show]:
    """Mark a method as the view of what it takes.

    Args:
        apart: whether there is an empty line between two values.
    """

    def marked(show: _Show) -> _Show:
        shown, *_ = show.__annotations__.values()
        show.__dict__["view"] = View(show.__name__, shown, apart)
        return show

    return marked


def views_of(renderer: type) -> Views:
    """The views of a renderer."""
    methods: list[Any] = [getattr(renderer, name) for name in dir(renderer)]
    views: list[View] = [method.view for method in methods if hasattr(method, "view")]
    return {view.shown: view for view in views}

"""``pinochle explore`` for the games for three and four: a position step by step."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from itertools import filterfalse, islice

from pinochle_solver.cli.dialogues.reading import QuitError, is_number, numbered, read_line
from pinochle_solver.cli.table.values import KnownTableValues, best_first, best_of, loss_of
from pinochle_solver.errors import IllegalPositionError, NotationError, PositionError
from pinochle_solver.notation.players import shown_name
from pinochle_solver.notation.table.move_reading import parse_move, parse_stock_move
from pinochle_solver.notation.table.next_position import points_at_end, position_after
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.stock_checks import laid_by
from pinochle_solver.notation.table.stock_next import UndrawnError
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Bury, Dix, PlayCard, TableMove
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockMove

AnyMove = TableMove | StockMove

_HELP = """\
  a card          KD, 10s, queen of spades, or its number in the list
  a call          250, or p for a pass
  a burial        D:TC.JH.9C, then a stroke and what is laid if not all that can be;
                  D where nothing is buried
  concede         gives the contract up in place of a burial, where that is allowed
  melds           all, none, or a list; with a stock a meld, dix, both with a plus, or pass
  dix pass        whether the nine of trumps is exchanged
  Enter           makes the best move; passes where something may be shown
  back forward    a step, through what was tried; b and f for short
  start end       to the start; to the end by the best moves
  moves           the moves by number, ? for short
  values          what each is worth; a search that was stopped runs again, until Ctrl-C
  line            the best line from here
  trail           the moves tried, and what each lost
  table position  what lies on the table; its line, for other commands
  quit            ends; q for short
"""
_WORDS = "back, forward, start, end, moves, values, line, trail, table, position, help and quit"
_PROMPTS = {Act.BID: "call", Act.BURY: "burial", Act.MELD: "melds", Act.PLAY: "card"}
_PASSES: dict[Act, StockMove] = {Act.MELD: Show(), Act.DIX: Dix(False)}
_MOST_LISTED = 60
_SAY_MOVE = "the hand is hidden: say what that player does"
_OTHER = "other"
"""What is said where a card is drawn that does not matter."""


class TableDialogue:
    """What is said and asked while a position of a table game is stepped through.

    Args:
        position: where it begins.
        values: finds what moves are worth.
        renderer: shows it.
    """

    def __init__(
        self, position: TablePosition, values: KnownTableValues, renderer: TableRenderer
    ) -> None:
        # The positions of the line that is tried, and the moves between them.
        self._line: list[TablePosition | None] = [position]
        self._moves: list[AnyMove] = []
        self._place = 0
        self._values, self._renderer = values, renderer
        commands: dict[str, Callable[[], None]] = {
            "back": self._back,
            "forward": self._forward,
            "start": self._start,
            "end": self._end,
            "moves": self._tell_moves,
            "values": self._value_again,
            "line": self._tell_line,
            "trail": self._tell_trail,
            "table": self._tell_table,
            "position": self._tell_position,
            "help": self._help,
            "quit": self._quit,
        }
        short = {"b": "back", "f": "forward", "q": "quit", "?": "moves", "exit": "quit"}
        self._commands = commands | {word: commands[meant] for word, meant in short.items()}

    def run(self) -> None:
        """Show the position, and do what is asked for until the person quits."""
        with contextlib.suppress(QuitError):
            self._show()
            while True:
                self._take_word(read_line(self._prompt()).strip())

    @property
    def _position(self) -> TablePosition | None:
        return self._line[self._place]

    def _prompt(self) -> str:
        position = self._position
        if position is None:
            return "over> "
        what = _PROMPTS.get(position.act, position.act.value)
        return f"{_name(position, position.turn)}'s {what}> "

    def _take_word(self, word: str) -> None:
        asked = self._commands.get(word.lower())
        if asked is not None:
            asked()
        elif self._position is None:
            self._renderer.line(f"the hand is over; there are {_WORDS}")
        elif word:
            self._try(self._position, word)
        else:
            self._best_move(self._position)

    # Moves

    def _try(self, position: TablePosition, word: str) -> None:
        """Make the move that is said; what is not one is told."""
        move: AnyMove | None
        try:
            if is_number(word) and position.act is not Act.BID:
                move = numbered(word, self._listed(position))
                if move is None:
                    self._renderer.line(f"there is no move {word[:9]} (? lists those there are)")
                    return
            else:
                move = _read(position, word)
            self._make(position, move)
        except PositionError as error:
            self._renderer.line(f"{error} (? lists the moves)")

    def _best_move(self, position: TablePosition) -> None:
        values = self._values.of(position)
        best = None if values is None else best_of(values)
        if best is not None:
            self._make(position, best)
        elif position.has_stock and position.act in _PASSES:
            self._make(position, _PASSES[position.act])
        elif position.hands[position.turn].hidden:
            self._renderer.line(_SAY_MOVE)
        else:
            self._renderer.line("no move is known to be the best: say which (? lists them)")

    def _make(self, position: TablePosition, move: AnyMove) -> None:
        """Make a move, and ask for what is drawn or turned up; raises `PositionError`."""
        drawn: dict[Seat, Card | None] = {}
        while True:
            try:
                after = position_after(position, move, drawn)
                break
            except UndrawnError as error:
                drawn[error.seat] = self._asked(position, error)
            except IllegalPositionError as error:
                if error.token != "widow":
                    raise
                position = self._with_widow(position)
        del self._line[self._place + 1 :], self._moves[self._place :]
        self._line.append(after)
        self._moves.append(move)
        self._place += 1
        self._tell_step(self._place - 1)
        self._show()

    def _with_widow(self, position: TablePosition) -> TablePosition:
        """The position with the widow as it is told; back takes the move back."""
        while True:
            word = _answer("the widow", "widow")
            try:
                told = replace(position, widow=PartialHand.parse(word))
            except PositionError as error:
                self._renderer.line(f"{error}; back takes the move back")
                continue
            if told.widow is not None and not told.widow.hidden:
                return told
            self._renderer.line("say all cards that were turned up; back takes the move back")

    def _asked(self, position: TablePosition, asked: UndrawnError) -> Card | None:
        """The card that a seat has drawn, as it is told; back takes the move back."""
        name, cards = _name(position, asked.seat), [card for card in asked.choices if card]
        told = " ".join(map(str, cards)) + (f" or {_OTHER}" if None in asked.choices else "")
        while True:
            word = _answer(f"{name} drew", "drawn")
            if word == _OTHER and None in asked.choices:
                return None
            with contextlib.suppress(PositionError):
                card = Card.parse(word.removeprefix("+").strip())
                if card in cards:
                    return card
            self._renderer.line(f"say what {name} drew: {told}; back takes the move back")

    def _listed(self, position: TablePosition, most: int = _MOST_LISTED) -> list[AnyMove]:
        """The first of the moves by number, the best first where that is known; none of hidden."""
        if position.hands[position.turn].hidden:
            return []
        values = self._values.of(position)
        if values is not None:
            return [*best_first(values)[:most]]
        return [*islice(filterfalse(_keeps_melds_back, position.legal_moves()), most)]

    # Back and forth

    def _back(self) -> None:
        if self._place:
            self._place -= 1
            self._show()
        else:
            self._renderer.line("this is the start")

    def _forward(self) -> None:
        if self._place < len(self._moves):
            self._place += 1
            self._tell_step(self._place - 1)
            self._show()
        else:
            self._renderer.line("nothing was tried from here")

    def _start(self) -> None:
        self._place = 0
        self._show()

    def _end(self) -> None:
        """To the end of what was tried, and on by the best moves as far as they are known."""
        self._place = len(self._moves)
        while (position := self._position) is not None:
            values = self._values.of(position)
            best = None if values is None else best_of(values)
            if best is None:
                break
            self._line.append(position_after(position, best))
            self._moves.append(best)
            self._place += 1
            self._tell_step(self._place - 1)
        self._show()

    # Commands that tell

    def _show(self) -> None:
        if self._position is None:
            self._tell_end()
            return
        self._renderer.line()
        self._renderer.table_position(self._position)
        self._tell_values(self._position)

    def _tell_end(self) -> None:
        self._renderer.line("the hand is over")
        before, move = self._line[self._place - 1], self._moves[self._place - 1]
        if before is None or not isinstance(move, (PlayCard, Play)):
            return
        points = points_at_end(before, move.card)
        if points is not None:
            self._renderer.table_end(before, points)

    def _tell_values(self, position: TablePosition) -> None:
        values = self._values.of(position)
        if values is not None:
            self._renderer.line()
            self._renderer.table_values(values)

    def _value_again(self) -> None:
        position = self._position
        if position is None:
            self._renderer.line("the hand is over")
        elif self._values.of(position, again=True) is None:
            fact = "moves have values where all hands are open and the stock is gone"
            self._renderer.line(f"no values: {fact}")
        else:
            self._tell_values(position)

    def _tell_line(self) -> None:
        values = None if self._position is None else self._values.of(self._position)
        if values is None or not self._renderer.table_line(values):
            self._renderer.line("no best line is known from here")

    def _tell_step(self, place: int) -> None:
        """Tell what a move has lost, where that is known."""
        loss, best = self._lost(place)
        if loss is not None:
            self._renderer.table_step(self._moves[place], loss, best)

    def _lost(self, place: int) -> tuple[int | None, AnyMove | None]:
        """What a move has lost, and the best one in its place."""
        before = self._line[place]
        values = None if before is None else self._values.known(before)
        if values is None:
            return None, None
        return loss_of(values, self._moves[place]), best_of(values)

    def _tell_moves(self) -> None:
        position = self._position
        listed = [] if position is None else self._listed(position, _MOST_LISTED + 1)
        if position is None:
            self._renderer.line("the hand is over")
        elif not listed:
            self._renderer.line(_SAY_MOVE)
        self._renderer.table_moves(listed[:_MOST_LISTED])
        if len(listed) > _MOST_LISTED:
            self._renderer.line("  and more")

    def _tell_trail(self) -> None:
        for place, move in enumerate(self._moves):
            before = self._line[place]
            assert before is not None
            loss, _ = self._lost(place)
            who, is_here = _name(before, before.turn), place + 1 == self._place
            self._renderer.table_tried(who, move, loss, is_here=is_here)
        if not self._moves:
            self._renderer.line("nothing was tried yet")

    def _tell_table(self) -> None:
        if self._position is None:
            self._renderer.line("the hand is over")
        else:
            self._renderer.table_position(self._position)

    def _tell_position(self) -> None:
        if self._position is None:
            self._renderer.line("the hand is over")
        else:
            self._renderer.notation(self._position.text())

    def _help(self) -> None:
        for line in _HELP.splitlines():
            self._renderer.line(line)

    def _quit(self) -> None:
        raise QuitError


def _keeps_melds_back(move: AnyMove) -> bool:
    """Whether it is a burial without all melds: these are said, a list would have little else."""
    return isinstance(move, Bury) and move.melds is not None


def _name(position: TablePosition, seat: Seat) -> str:
    return shown_name(position.names.get(seat), seat.text())


def _answer(asked: str, token: str) -> str:
    """What is said to a question in the midst of a move; raises `NotationError` for back."""
    word = read_line(f"{asked}> ").strip().lower()
    if word in ("q", "quit", "exit"):
        raise QuitError
    if word in ("b", "back"):
        raise NotationError(token, "no move is made")
    return word


def _read(position: TablePosition, word: str) -> AnyMove:
    """The move that a word is; raises `PositionError`."""
    if not position.has_stock:
        return parse_move(word, position.act, position.trump)
    return parse_stock_move(word, position.act, laid_by(position, position.turn)[0])

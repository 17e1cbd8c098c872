"""``pinochle explore`` for the games for three and four: a position step by step."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from itertools import filterfalse, islice

from pinochle_solver.cli.dialogues.explorer import Explorer, TriedMoves
from pinochle_solver.cli.dialogues.reading import QuitError, read_line, told
from pinochle_solver.cli.table.values import (
    KnownTableValues,
    Lost,
    best_first,
    best_of,
    loss_of,
)
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.errors import IllegalPositionError, NotationError, PositionError
from pinochle_solver.notation.numbers import is_number, numbered
from pinochle_solver.notation.players import shown_name
from pinochle_solver.notation.table.position_hands import hand_of, points_at_end, position_after
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.said_moves import said_move
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Bury, Dix, PlayCard, TableMove
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockMove, UndrawnError

AnyMove = TableMove | StockMove

_HELP = """\
  a card          KD, 10s, queen of spades, or its number in the list
  a call          250, or pass
  a burial        spades tc jh 9c; spades, if the game has no burial. To lay fewer melds
                  than you can, add a stroke and the melds: spades tc jh 9c / run
  concede         gives up the contract instead of a burial, if the rules allow it
  melds           all, none, run and pinochle; with a stock a meld, dix, both with a
                  plus, or pass
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
_PROMPTS = {Act.BID: "call", Act.BURY: "burial", Act.MELD: "melds", Act.PLAY: "card"}
_PASSES: dict[Act, StockMove] = {Act.MELD: Show(), Act.DIX: Dix(False)}
_MOST_LISTED = 60
_SAY_MOVE = "the hand is hidden: say what that player does"
_OTHER = "other"
"""What is said where a card is drawn that does not matter."""


class _TableMoves(TriedMoves[TablePosition]):
    """The moves that are tried, the positions between them, and the place in their line."""

    def __init__(self, start: TablePosition) -> None:
        self._positions: list[TablePosition | None] = [start]
        self.moves: list[AnyMove] = []
        self.place = 0

    @property
    def position(self) -> TablePosition | None:
        return self._positions[self.place]

    def position_before(self, step: int) -> TablePosition:
        """The position in which the move with this number, from 0, was made."""
        position = self._positions[step]
        assert position is not None
        return position

    def make(self, move: AnyMove, after: TablePosition | None) -> None:
        """Go on by a move; what was tried from here is forgotten."""
        del self._positions[self.place + 1 :], self.moves[self.place :]
        self._positions.append(after)
        self.moves.append(move)
        self.place += 1

    def back(self) -> bool:
        if not self.place:
            return False
        self.place -= 1
        return True

    def forward(self) -> bool:
        if self.place == len(self.moves):
            return False
        self.place += 1
        return True

    def to_start(self) -> None:
        self.place = 0


class TableExplorer(Explorer[TablePosition, TableRenderer]):
    """Steps through positions of the games for three and four.

    Args:
        position: where it begins.
        values: finds what moves are worth.
        renderer: shows it.
    """

    help_text = _HELP
    no_step_ahead = "nothing was tried from here"

    def __init__(
        self, position: TablePosition, values: KnownTableValues, renderer: TableRenderer
    ) -> None:
        self._moves = _TableMoves(position)
        super().__init__(self._moves, renderer)
        self._values = values

    def _prompt(self, position: TablePosition) -> str:
        what = _PROMPTS.get(position.act, position.act.value)
        return f"{_name(position, position.turn)}'s {what}"

    # Moves

    def _move(self, position: TablePosition, word: str) -> None:
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
            self._renderer.line(f"{told(error)} (? lists the moves)")

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
        self._moves.make(move, after)
        self._tell_step(self._moves.place - 1)
        self._show()

    def _with_widow(self, position: TablePosition) -> TablePosition:
        """The position with the widow that the user says; back takes the move back."""
        while True:
            word = _answer("the widow", "widow")
            try:
                turned_up = replace(position, widow=PartialHand.parse(word))
            except PositionError as error:
                self._renderer.line(f"{error}; back takes the move back")
                continue
            if turned_up.widow is not None and not turned_up.widow.hidden:
                return turned_up
            self._renderer.line("say all cards that were turned up; back takes the move back")

    def _asked(self, position: TablePosition, asked: UndrawnError) -> Card | None:
        """The card that a seat has drawn, as the user says; back takes the move back."""
        name, cards = _name(position, asked.seat), [card for card in asked.choices if card]
        choices = " ".join(map(str, cards)) + (f" or {_OTHER}" if None in asked.choices else "")
        while True:
            word = _answer(f"{name} drew", "drawn")
            if word == _OTHER and None in asked.choices:
                return None
            with contextlib.suppress(PositionError):
                card = Card.parse(word.removeprefix("+").strip())
                if card in cards:
                    return card
            self._renderer.line(f"say what {name} drew: {choices}; back takes the move back")

    def _listed(self, position: TablePosition, most: int = _MOST_LISTED) -> list[AnyMove]:
        """The first of the moves by number, the best first where that is known; none of hidden."""
        if position.hands[position.turn].hidden:
            return []
        values = self._values.of(position)
        if values is not None:
            return [*best_first(values)[:most]]
        return [*islice(filterfalse(_keeps_melds_back, position.legal_moves()), most)]

    def _end(self) -> None:
        while self._moves.forward():
            pass
        while (position := self._moves.position) is not None:
            values = self._values.of(position)
            is_solved = values is not None and not isinstance(values, ChanceAnalysis)
            best = best_of(values) if values is not None and is_solved else None
            if best is None:
                break
            self._moves.make(best, position_after(position, best))
            self._tell_step(self._moves.place - 1)
        self._show()

    # What is told

    def _tell_end(self) -> None:
        self._renderer.line("the hand is over")
        last = self._moves.place - 1
        before, move = self._moves.position_before(last), self._moves.moves[last]
        if isinstance(move, (PlayCard, Play)):
            points = points_at_end(before, move.card)
            if points is not None:
                self._renderer.table_end(before, points)

    def _tell_table(self, position: TablePosition) -> None:
        self._renderer.table_position(position)

    def _tell_values(self, position: TablePosition) -> None:
        values = self._values.of(position)
        if values is not None:
            self._renderer.line()
            if isinstance(values, ChanceAnalysis):
                self._renderer.table_chance_values(values)
            else:
                self._renderer.table_values(values)

    def _value_again(self, position: TablePosition) -> None:
        if self._values.of(position, again=True) is None:
            fact = "moves have values if the hand to move is known and the stock is gone"
            self._renderer.line(f"no values: {fact}")
        else:
            self._tell_values(position)

    def _tell_moves(self, position: TablePosition) -> None:
        listed = self._listed(position, _MOST_LISTED + 1)
        if not listed:
            self._renderer.line(_SAY_MOVE)
        self._renderer.table_moves(listed[:_MOST_LISTED])
        if len(listed) > _MOST_LISTED:
            self._renderer.line("  and more")

    def _tell_line(self) -> None:
        position = self._moves.position
        values = None if position is None else self._values.of(position)
        if values is None or not self._renderer.table_line(values):
            self._renderer.line("no best line is known from here")

    def _tell_step(self, number: int) -> None:
        loss, best = self._lost(number)
        if loss is not None:
            self._renderer.table_step(self._moves.moves[number], loss.amount, loss.unit, best)

    def _lost(self, number: int) -> tuple[Lost | None, AnyMove | None]:
        """What a move has lost, and the best one in its place."""
        values = self._values.known(self._moves.position_before(number))
        if values is None:
            return None, None
        return loss_of(values, self._moves.moves[number]), best_of(values)

    def _tell_trail(self) -> None:
        for number, move in enumerate(self._moves.moves):
            before = self._moves.position_before(number)
            loss, _ = self._lost(number)
            who, is_here = _name(before, before.turn), number + 1 == self._moves.place
            amount = None if loss is None else loss.amount
            self._renderer.table_tried(who, move, amount, is_here=is_here)
        if not self._moves.moves:
            self._renderer.line("nothing was tried yet")


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
    return said_move(hand_of(position), word)

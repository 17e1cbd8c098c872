"""What `pinochle new` asks for before a hand of three or four: who dealt, the upcard, the cards."""

from __future__ import annotations

from contextlib import suppress

from pinochle_solver.cli.dialogues.addressing import said_to
from pinochle_solver.cli.dialogues.setup import SetupDialogue
from pinochle_solver.errors import NotationError, PositionError, quoted
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.matches.table.hand_in_play import NO_STANDING, HandStanding
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.game import TableGame
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat, clockwise

_OWN = frozenset(("you", "me", "i", "myself"))
_ROUND_THE_TABLE = ("left", "across", "right")


class TableSetup(SetupDialogue[TableNotebook]):
    """Asks for what is known before the first call or lead.

    Args:
        rules: the game.
        seat: the seat that keeps the record.
        names: the names of those who have one.
        last: the notebook of the hand before; None: there is none, or it was of another game.
        renderer: shows what is said.
    """

    def __init__(
        self,
        rules: TableRules,
        seat: Seat,
        names: dict[Seat, str],
        last: TableNotebook | None,
        renderer: TableRenderer,
    ) -> None:
        super().__init__(renderer)
        self._rules, self._seat, self._names = rules, seat, names
        self._views = renderer
        self._game: TableGame | None = None if last is None else last.game_after()
        if self._game is not None and self._game.winner is not None:
            self._game = None
        self._dealer: Seat | None = None
        self._upcard: Card | None = None

    def record(self, promise: str) -> TableNotebook:
        """Ask until there is a hand; raises `QuitError`."""
        say = self._renderer.line
        rules = ", ".join([self._rules.name, *self._rules.options])
        say(f"a new hand of {rules}, in which you are {self._seat.text()}; {promise}")
        say("undo goes back, quit ends, ? helps")
        if self._game is not None:
            units = zip(self._rules.score_units, self._game.scores, strict=True)
            scores = (f"{'+'.join(map(self._views.who, unit))} {score}" for unit, score in units)
            say(f"the score before it: {', '.join(scores)}")
        has_upcard = self._rules.turned_trump or self._rules.stock is not None
        questions = [self._ask_dealer, *[self._ask_upcard] * has_upcard]
        return self._ask_all(questions, self._begun)

    def _told(self, error: PositionError) -> str:
        return said_to(error.fact, self._own_seat, self._views.name_of_seat)

    @property
    def _own_seat(self) -> str:
        return self._seat.text()

    def _ask_dealer(self) -> None:
        default = None if self._game is None else self._game.dealer
        seats = [self._views.who(seat) for seat in clockwise(self._rules.table, self._seat)]
        brackets = "" if default is None else f" [{self._views.who(default)}]"
        *first, last = seats
        what = f"{', '.join(first)} or {last}; left, right or across of you will do"
        text = self._asked(f"who dealt{brackets}", what)
        dealer = default if not text else self.seat_said(text)
        if dealer is None:
            raise NotationError("dealer", f"say who dealt: {', '.join(first)} or {last}")
        if self._rules.out_dealer and dealer is self._seat:
            raise NotationError("dealer", "you deal and are out: there is nothing to note")
        self._dealer = dealer

    def seat_said(self, text: str) -> Seat:
        """The seat that a word means; raises `NotationError`."""
        return seat_said(text, self._rules, self._seat, self._names)

    def _ask_upcard(self) -> None:
        what = "the card turned up after the deal, which makes its suit trumps, such as 9S"
        self._upcard = Card.parse(self._asked("upcard", what))

    def _begun(self, text: str) -> TableNotebook:
        assert self._dealer is not None
        standing = NO_STANDING if self._game is None else HandStanding.of(self._game)
        return TableNotebook(
            TableRecord(
                rules=self._rules,
                dealer=self._dealer,
                view=self._seat,
                hands={self._seat: self._whole_hand(text, self._rules.hand)},
                upcard=self._upcard,
                score=standing.score,
                checks=standing.checks,
                kitty=standing.kitty,
                names=self._names,
            )
        )


def seat_said(text: str, rules: TableRules, own: Seat, names: dict[Seat, str]) -> Seat:
    """The seat that a word means: a seat, a name, you, or where it is from the person.

    Raises:
        NotationError: for a word that means none at this table.
    """
    word = text.lower().removesuffix(" dealt").removesuffix(" deals").strip()
    if word in _OWN:
        return own
    for seat, name in names.items():
        if name.lower() == word and seat is not own:
            return seat
    order = clockwise(rules.table, own)[1:]
    if word in _ROUND_THE_TABLE:
        if len(order) == len(_ROUND_THE_TABLE):
            return order[_ROUND_THE_TABLE.index(word)]
        if word != "across":
            return order[0] if word == "left" else order[-1]
    if word == "partner" and rules.partners:
        return own.partner
    with suppress(NotationError):
        seat = Seat.parse(word)
        if seat in rules.table:
            return seat
    raise NotationError("seat", f"{quoted(text)} does not sit at this table")

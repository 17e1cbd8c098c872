"""What goes wrong at a table, as a person says it to `pinochle new`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.table.noted import NoteKind, TableQuestion, Wrong
from pinochle_solver.notation.marks import Mark, Named, Whose, table_mark, table_words
from pinochle_solver.notation.table.said_moves import said_meld, said_move
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand

_WORDS = {
    "reneges": "renege",
    "reneged": "renege",
    "revoke": "renege",
    "revokes": "renege",
    "revoked": "renege",
    "looks": "looked",
    "look": "looked",
    "shows": "shown",
    "showed": "shown",
    "exposed": "shown",
    "exposes": "shown",
    "saw": "seen",
    "sees": "seen",
}
"""Other words for those of a record."""
_IN_AUCTION = (NoteKind.CALL, NoteKind.WIDOW, NoteKind.TRUMP)
_VOID, _STANDS, _WRONG = "void", "stands", "wrong"
_MEANS = {
    Irregularity.RENEGE: ("renege west", "west has played against the rules"),
    Irregularity.BURIAL: ("burial west", "west has buried a melded card, or a wrong number"),
    Irregularity.LEAD: ("lead west", "west has led out of turn"),
    Irregularity.LOOKED: ("looked west", "west has looked at the burial, or at an old trick"),
    Irregularity.SHOWN: ("shown west KS", "west has shown this card before its time"),
    Irregularity.WIDOW: ("widow west", "west has exposed a card of the widow"),
    Irregularity.NUMBER: ("number west", "west has a wrong number of cards"),
    Irregularity.MISDEAL: ("misdeal", "the hand is void; misdeal west: by west's fault"),
    Irregularity.MARRIAGE: ("marriage west", "west has bid without a marriage"),
    Irregularity.SEEN: ("seen west", "west has seen a card of the widow"),
}
_CHOICES = (
    ("marriage west plays", "and plays all the same; also: redeal,"),
    ("", "north highest or north lowest (north plays instead)"),
)
_DEMANDS = ("shown west KS demand", "and the bidder demands it; or forbid")
_LEADS = ("shown west KS lead H", "and the opponents name a lead of hearts")


class SaidWrong(NamedTuple):
    """What a person says that went wrong.

    Attributes:
        wrong: it.
        seat: whose wrong meld it is; None: of the seat that is asked.
    """

    wrong: Wrong
    seat: Seat | None = None


class MistakeReader:
    """Reads what a person says that went wrong.

    Args:
        rules: the game.
        own: the person's seat; None for a kibitzer.
        seat_said: the seat that a word means; raises `NotationError` for one that means none.
    """

    def __init__(
        self, rules: TableRules, own: Seat | None, seat_said: Callable[[str], Seat]
    ) -> None:
        self._rules, self._own, self._seat_said = rules, own, seat_said
        self._known = set(table_words(rules, in_bids=True))

    def read(self, line: str, question: TableQuestion, hand: AnyHand) -> SaidWrong | None:
        """What a line says that went wrong; None: it says something else.

        Args:
            line: the line.
            question: what was asked.
            hand: the hand.

        Raises:
            NotationError: for what cannot be read.
        """
        words = line.strip(" {}").split()
        if not words:
            return None
        first, rest = words[0].lower(), words[1:]
        if first in (_VOID, _STANDS) and question.kind is NoteKind.CALL:
            return self._call(first, rest, hand)
        of_seat = self._seat(words[0]) if len(words) > 1 else None
        if of_seat is not None:  # west reneges
            first, rest = words[1].lower(), [of_seat.text(), *words[2:]]
        if first == _WRONG and isinstance(hand, StockHand):
            return self._meld(rest, question, hand)
        word = _WORDS.get(first, first)
        mark = table_mark(word) if word in self._known else None
        if mark is None:
            return None
        return self._marked(mark, rest, question, hand)

    def _marked(
        self, mark: Mark, rest: list[str], question: TableQuestion, hand: AnyHand
    ) -> SaidWrong | None:
        seat = self._seat(rest[0]) if rest else None
        if mark.says is Irregularity.MARRIAGE and (
            seat is None or question.kind not in _IN_AUCTION
        ):
            return None  # a meld
        if mark.says is Irregularity.LEAD and seat is None:
            return None  # a card that is led
        if seat is None and mark.says is Irregularity.RENEGE and rest:
            return SaidWrong(Wrong(move=said_move(hand, " ".join(rest))))
        if seat is None and rest and mark.card is Named.NONE:
            return None  # an answer that begins with this word
        if seat is not None:
            rest = rest[1:]
        elif mark.whose is Whose.SEAT:
            if self._own is None:
                example = f"{mark.word} {self._rules.table[0].text()}"
                raise NotationError(mark.word, f"say whose it was: {example}")
            seat = self._own
        whose = () if seat is None else (seat.text(),)
        return SaidWrong(Wrong((mark.word, *whose, *map(self._as_recorded, rest))))

    def _as_recorded(self, word: str) -> str:
        """A word as a record has it: a seat by its own name."""
        seat = self._seat(word)
        return word if seat is None else seat.text()

    def _call(self, first: str, rest: list[str], hand: AnyHand) -> SaidWrong:
        """A call that did not count, or one against the rules that stands."""
        seat = self._seat(rest[0]) if len(rest) > 1 else None
        call = said_move(hand, " ".join(rest if seat is None else rest[1:])) if rest else None
        if call is None:
            raise NotationError(first, f"say which call: {first} 240")
        if first == _STANDS:
            return SaidWrong(Wrong(move=call))
        whose = () if seat is None else (seat.text(),)
        return SaidWrong(Wrong((*whose, call.text())))

    def _meld(self, rest: list[str], question: TableQuestion, hand: StockHand) -> SaidWrong:
        """A meld that was wrong and has gone back."""
        seat = self._seat(rest[0]) if rest else None
        text = " ".join(rest if seat is None else rest[1:])
        seat = seat or question.seat
        if not text:
            raise NotationError(_WRONG, f"say which meld: {_WRONG} KH QH")
        if hand.upcard is None:
            raise NotationError(_WRONG, "nothing is melded once the stock is gone")
        return SaidWrong(Wrong(move=said_meld(hand, seat, text)), seat)

    def _seat(self, word: str) -> Seat | None:
        try:
            return self._seat_said(word)
        except PositionError:
            return None


def mistake_lines(rules: TableRules) -> Iterator[tuple[str, str]]:
    """What can be said that went wrong in a game, with what it means."""
    if rules.auction is not None:
        yield f"{_VOID} 240", "a call of the seat on turn that did not count"
        yield f"{_VOID} west 260", "the same of west, also out of turn"
        yield f"{_STANDS} 240", "a call against the rules that stands"
    for word in table_words(rules, in_bids=True):
        mark = table_mark(word)
        assert mark is not None
        assert isinstance(mark.says, Irregularity)
        yield _MEANS[mark.says]
        if mark.says is Irregularity.MARRIAGE:
            yield from _CHOICES
        elif mark.says is Irregularity.SHOWN:
            yield _LEADS if rules.exposed_is_played else _DEMANDS
    yield "renege 9S", "9S was played against the rules by a hand that you see"
    if rules.stock is not None:
        yield f"{_WRONG} KH QH", "a meld of a hand that you see was wrong, and went back"

"""What a stock-phase position may leave out, because it follows from the rest.

Whose turn it is follows from the dealer and the tricks; otherwise it is the seat whose hand is
given. The number of face-down cards follows from the tricks. The number of unseen cards in the
other hand follows from the size of a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pinochle_solver._core.hand.game import beats
from pinochle_solver.errors import IncompleteError, NotationError
from pinochle_solver.notation.position_fields import Act, awaits_draw
from pinochle_solver.notation.position_kinds import MELDS
from pinochle_solver.notation.position_tokens import FACE_DOWN, STOCK_ROWS
from pinochle_solver.notation.stock_fields import PlayedTrick, face_down_after
from pinochle_solver.notation.token_table import Token
from pinochle_solver.notation.tokens import PositionText, line_tokens, read_optional
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Suit
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rules import Rulebook, Seat

_ROWS = {row.name: row for row in STOCK_ROWS if isinstance(row, Token)}


def left_out(tokens: Mapping[str, str], rules: Rulebook) -> dict[str, str]:
    """The texts of tokens that are missing or incomplete, where they follow from the others.

    Raises:
        NotationError: for text that cannot be read, where it could be either seat's turn, and where
            the hand of the seat to decide is missing.
    """
    return _Given(tokens, rules).rest()


def assumed(position: PositionText, line: str) -> str:
    """The tokens of a position that its line left out; empty where it left out none."""
    given, texts = line_tokens(line), position.tokens()
    return " ".join(
        f"{token}={texts[token]}"
        for token in ("turn", "stock", "south", "north")
        if token in texts and _says_less(token, given.get(token), texts[token])
    )


def _says_less(token: str, given: str | None, text: str) -> bool:
    """Whether the text given for a token says less than its full text."""
    if given is None or token in ("turn", "stock"):
        return given is None
    return PartialHand.parse(given).hidden != PartialHand.parse(text).hidden


class _Given:
    """What is given of a position."""

    def __init__(self, tokens: Mapping[str, str], rules: Rulebook) -> None:
        self.tokens, self.rules = tokens, rules
        self.tricks: tuple[PlayedTrick, ...] | None = self._read("tricks")
        gone: Hand = self._read("gone", NO_CARDS)
        self.completed = len(gone) // 2 if self.tricks is None else len(self.tricks)
        self.act: Act = self._read("act", Act.PLAY)
        self.hands: dict[Seat, PartialHand] = {
            seat: self._read(seat.text()) for seat in Seat if seat.text() in tokens
        }
        upcard: Card | None = self._read("upcard")
        trump: Suit | None = self._read("trump")
        self.trump = trump if upcard is None else upcard.suit

    def _read(self, token: str, default: Any = None) -> Any:
        return _ROWS[token].of(self.tokens, default)

    def rest(self) -> dict[str, str]:
        """The tokens that follow."""
        deck, found = self.rules.deck, dict[str, str]()
        turn = self._turn()
        if turn is None:
            return {}
        if self.hands and turn not in self.hands:
            raise self._without_hand(turn)
        if "turn" not in self.tokens:
            found["turn"] = turn.text()
        before_draw = awaits_draw(self.act, self.rules)
        if not any(token in self.tokens for token in FACE_DOWN):
            found["stock"] = str(face_down_after(self.completed - before_draw, deck))
        other = turn.other
        size = deck.hand - before_draw - ("led" in self.tokens)
        hand = self.hands.get(other) or PartialHand(self._on_table(other))
        if "+" not in self.tokens.get(other.text(), "") and len(hand) < size:
            found[other.text()] = PartialHand(hand.known, size - len(hand)).text()
        return found

    def _turn(self) -> Seat | None:
        turn: Seat | None = self._read("turn")
        if turn is not None:
            return turn
        dealer: Seat | None = self._read("dealer")
        if dealer is not None and (self.tricks is not None or not self.completed):
            leader = dealer.other
            for led, reply in self.tricks or ():
                if self.trump is not None and beats(led.index, reply.index, self.trump):
                    leader = leader.other
            is_others = self.act in (Act.DIX, Act.ANSWER) or "led" in self.tokens
            return leader.other if is_others else leader
        # The seat to decide is the one whose cards are all known, and who holds the most of them.
        known = {seat: len(hand) for seat, hand in self.hands.items() if not hand.hidden}
        most = max(known.values(), default=0)
        able = [seat for seat, cards in known.items() if cards == most]
        if len(able) > 1:
            raise NotationError("turn", "missing, and it could be south's or north's")
        return able[0] if able else None

    def _without_hand(self, turn: Seat) -> NotationError:
        """The error for a seat to decide whose hand is not given: it may have led."""
        is_known = all(not hand.hidden for hand in self.hands.values())
        if not is_known or self.act is not Act.PLAY or {"led", "turn"} & self.tokens.keys():
            return NotationError(turn.text(), "missing. Type the cards of the player to move")
        fact = f"missing, and {turn.text()} is to lead. Add led=, the card that {turn.text()} led"
        return IncompleteError("led", fact, ("led", "AD"))

    def _on_table(self, seat: Seat) -> Hand:
        """The cards of a seat that lie on the table."""
        if self.trump is None:
            return NO_CARDS
        return read_optional(self.tokens, f"melds.{seat.text()}", self._left_of, NO_CARDS)

    def _left_of(self, melds: str) -> Hand:
        """The cards of melds that have not been played."""
        assert self.trump is not None
        copies = MeldTable(self.rules, self.trump, MELDS.read(melds)).copies
        return Hand.of(copy.card for copy in copies if not copy.played)

"""The product's referee behind the interface of the oracle's, so that one test can ask both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from oracle.hand import Dealt
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.moves import Show
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat


class ProductHand:
    """A `Referee` that speaks as `oracle.hand.OracleHand` does."""

    def __init__(self, dealt: Dealt) -> None:
        rulebook = RULEBOOKS[dealt.rules]
        upcard = Card.parse(dealt.upcard)
        deal = Deal(
            rules=rulebook,
            count=COUNTS[dealt.count] if dealt.count else rulebook.count,
            dealer=Seat.parse(dealt.dealer),
            south=Hand.of(map(Card.parse, dealt.south)),
            north=Hand.of(map(Card.parse, dealt.north)),
            upcard=upcard,
            stock=tuple(map(Card.parse, dealt.stock)),
            trump=upcard.suit,
        )
        self.referee = Referee.of_deal(deal)

    @classmethod
    def from_tokens(cls, tokens: Mapping[str, str]) -> ProductHand:
        hand = cls.__new__(cls)
        hand.referee = Referee.of_position(StockPosition.from_tokens(tokens))
        # A position may be given in which there is no meld; the oracle goes on from there.
        while hand.referee.moves() == (Show(),):
            hand.referee.push(Show())
        return hand

    def due(self) -> tuple[str, str] | None:
        turn, act = self.referee.turn, self.referee.due
        return None if turn is None or act is None else (turn.text(), act.text())

    def moves(self) -> list[str]:
        return sorted(move.text() for move in self.referee.moves())

    def apply(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"{move!r} is not legal")
        self.referee.push(move)

    def undo(self) -> None:
        try:
            self.referee.pop()
        except IndexError:
            raise ValueError("nothing to undo") from None

    def credit(self, move: str) -> int:
        credits = {"pass": 0} if self.referee.due is not Act.PLAY else {}
        credits |= {option.show.text(): option.points for option in self.referee.options()}
        if move not in credits:
            raise ValueError(f"{move!r} shows nothing")
        return credits[move]

    @property
    def points(self) -> dict[str, tuple[int, int]]:
        south, north = self.referee.points
        return {"south": (south.melds, south.tricks), "north": (north.melds, north.tricks)}

    def record(self) -> bytes:
        """All of the compiled state."""
        return self.referee._game.state()

    @property
    def winner_of_last_trick(self) -> str | None:
        return self.referee.leader.text() if self.completed else None

    @property
    def completed(self) -> int:
        return self.referee.completed_tricks

    def renege_rule(self, card: str) -> str | None:
        if Card.parse(card) not in self.referee.hand(self.referee.turn or Seat.SOUTH):
            raise ValueError(f"{card} is not held")
        try:
            self.referee.push(card)
        except IllegalMoveError as error:
            rules = {"follow suit": "follow", "higher card": "head", "play a trump": "trump"}
            (rule,) = (name for words, name in rules.items() if words in error.fact)
            return rule
        self.referee.pop()
        return None

    def view(self, seat: str) -> dict[str, str]:
        return self._tokens(self.referee.view(Seat.parse(seat)))

    def full(self) -> dict[str, str]:
        return self._tokens(self.referee.position())

    def _tokens(self, position: StockPosition | PlayoffPosition | None) -> dict[str, str]:
        """The tokens of a position with those that the oracle never leaves out."""
        if position is None:
            return {"points": self.referee.points.text()} | {
                seat.text(): self.referee.hand(seat).text() for seat in Seat
            }
        always = {
            "count": position.count.name,
            "trump": position.trump.letter,
            "points": self.referee.points.text(),
        }
        if isinstance(position, StockPosition):
            # The referee makes it without the checks by which any other position is made.
            assert replace(position) == position
            always["act"] = position.act.text()
        return position.tokens() | always

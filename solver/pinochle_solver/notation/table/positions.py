"""A position of a game for three or four: one line of ``key=value`` tokens (`TablePosition`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.position_text import expect_position
from pinochle_solver.notation.table.checks import check_position
from pinochle_solver.notation.table.field_readers import (
    Sides,
    calls_text,
    numbers_text,
    sides_text,
    stock_text,
    tricks_text,
)
from pinochle_solver.notation.table.legal_moves import AnyMove, legal_moves
from pinochle_solver.notation.table.order import laid_before
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.notation.table.position_reading import fields_of
from pinochle_solver.notation.table.turned_up import with_upcard
from pinochle_solver.notation.tokens import line_tokens, split_tokens
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.melds import laid_melds_text
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.melds import EXCHANGE, EXCHANGE_ALONE, melds_text
from pinochle_solver.table.rulebooks import TableRules, usual_rules
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TablePosition(TableFields):
    """A position of a game for three or four, as known to the one who wrote it.

    >>> TablePosition.parse(
    ...     "rules=auction bidder=south trump=s turn=south "
    ...     "south=JS.QS.AS west=AJ.9.-.- north=Q.T.K.-"
    ... ).text()
    'rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-'

    Its fields are those of `TableFields` and are described there.

    Raises:
        IllegalPositionError: naming the token and the fact, if such a position is impossible.
    """

    def __post_init__(self) -> None:
        players = self.rules.players(self.dealer)
        object.__setattr__(self, "players", players)
        hands = {seat: self.hands[seat] for seat in players if seat in self.hands}
        object.__setattr__(self, "hands", hands | dict(self.hands))
        if self.laid:
            laid = {seat: melds for seat, melds in self.laid.items() if melds}
            object.__setattr__(self, "laid", laid)
        if self.sides is None:
            object.__setattr__(self, "sides", _usual_sides(self.rules, players, self.bidder))
        elif self.bidder in self.sides[1]:
            object.__setattr__(self, "sides", self.sides[::-1])  # the bidding side comes first
        object.__setattr__(self, "hands", with_upcard(self))
        check_position(self)

    def legal_moves(self) -> Iterator[AnyMove]:
        """The legal moves of the seat to decide, in the referee's order, lazily; at least one.

        Calls come lowest first, then the pass; cards come in canonical order. There are thousands
        of burials, each with every laying.

        Raises:
            IllegalPositionError: when the hand of the seat to decide is not wholly known.
        """
        return legal_moves(self)

    def tokens(self) -> dict[str, str]:
        """The position as token texts in canonical order; usual values are left out."""
        rules, usual = self.rules, usual_rules(self.rules)
        texts: dict[str, str | None] = {
            "rules": rules.name,
            "options": ",".join(rules.options) or None,
            "count": rules.count.name if rules.count != usual.count else None,
            "target": str(rules.target) if rules.target != usual.target else None,
            "out": _seat(self.out),
            "dealer": _seat(self.dealer),
            "act": self.act.value if self.act is not Act.PLAY else None,
            "bids": calls_text(self.bids) if self.bids else None,
            "bidder": _seat(self.bidder),
            "contract": None if self.contract is None else str(self.contract),
            "trump": None if self.trump is None else self.trump.letter,
            "turn": self.turn.text(),
            "led": ",".join(map(Card.text, self.led)) or None,
            "upcard": None if self.upcard is None else self.upcard.text(),
            "stock": stock_text(self.stock),
        }
        texts |= {seat.text(): _partial(hand) for seat, hand in self.hands.items()}
        texts |= {
            "widow": None if self.widow is None else _partial(self.widow),
            "buried": None if self.buried is None else _partial(self.buried),
        }
        texts |= {
            f"melds.{seat.text()}": self._melds_text(seat)
            for seat in self.players
            if seat in self.melds
        }
        texts |= {
            f"melds.{seat.text()}": laid_melds_text(laid) or None
            for seat, laid in self.laid.items()
        }
        texts |= {
            "gone": self.gone.text() if self.gone is not None and self.tricks is None else None,
            "tricks": tricks_text(self.tricks) if self.tricks else None,
            "won": _numbers(self.won),
            "points": "/".join(unit.text() for unit in self.points) if self.points else None,
            "score": _numbers(self.score),
            "checks": _numbers(self.checks),
            "kitty": None if self.kitty is None else str(self.kitty),
            "sides": self._sides_text(),
            "id": self.id,
            "bm": ",".join(map(Card.text, self.best_moves)) or None,
            "value": _numbers(self.value),
        }
        texts |= {f"player.{seat.text()}": name for seat, name in self.names.items()}
        return {token: text for token, text in texts.items() if text is not None}

    def _melds_text(self, seat: Seat) -> str:
        laid = self.melds[seat]
        is_all = self.act is not Act.MELD or seat in laid_before(self)
        return EXCHANGE_ALONE if laid == (EXCHANGE,) and is_all else melds_text(laid)

    def _sides_text(self) -> str | None:
        usual = _usual_sides(self.rules, self.players, self.bidder)
        return sides_text(self.sides) if self.sides and self.sides != usual else None

    def text(self) -> str:
        """The canonical line."""
        return " ".join(f"{token}={text}" for token, text in self.tokens().items())

    @classmethod
    def from_tokens(
        cls, tokens: Mapping[str, str], rulebooks: Iterable[AnyRulebook] = ()
    ) -> TablePosition:
        """Make a position from token texts, as `parse` does from a line; raises the same errors."""
        fields: dict[str, Any] = fields_of(tokens, rulebooks)
        return cls(**fields)

    @classmethod
    def parse(cls, text: str, rulebooks: Iterable[AnyRulebook] = ()) -> TablePosition:
        """Read a line of ``key=value`` tokens in any order.

        Args:
            text: the line.
            rulebooks: rulebooks known by name besides the published ones.

        Raises:
            NotationError: for text that cannot be read.
            IllegalPositionError: for an impossible position.
        """
        return cls.from_tokens(split_tokens(text), rulebooks)

    @classmethod
    def parse_line(cls, line: str, rulebooks: Iterable[AnyRulebook] = ()) -> TablePosition:
        """Read a line of a position file: token text, or a JSON object; raises as `parse` does."""
        return cls.from_tokens(line_tokens(line), rulebooks)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"TablePosition.parse({self.text()!r})"


def _usual_sides(rules: TableRules, players: tuple[Seat, ...], bidder: Seat | None) -> Sides | None:
    """The bidding side and the rest; partners stay together, south's first if nobody bid."""
    if rules.partners:
        south, west = rules.units(None)
        return (west, south) if bidder in west else (south, west)
    if bidder is None:
        return None
    return (bidder,), tuple(seat for seat in players if seat is not bidder)


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else seat.text()


def _partial(hand: PartialHand) -> str:
    """A hand; ``+3`` alone if none of its cards are known."""
    return hand.text() if len(hand.known) else f"+{hand.hidden}" if hand.hidden else hand.text()


def _numbers(numbers: tuple[int, ...] | None) -> str | None:
    return None if numbers is None else numbers_text(numbers)


def expect_table_position(given: object) -> None:
    """Raise `TypeError` for anything but a `TablePosition`, saying where it belongs."""
    expect_position(given, TablePosition)

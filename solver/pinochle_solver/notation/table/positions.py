"""A position of a game for three or four: one line of ``key=value`` tokens (`TablePosition`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pinochle_solver.notation.known_rulebooks import AnyRulebook
from pinochle_solver.notation.table.checks import check_position
from pinochle_solver.notation.table.position_fields import TableFields, usual_sides
from pinochle_solver.notation.table.position_hands import hand_fields, hand_of
from pinochle_solver.notation.table.position_reading import fields_of
from pinochle_solver.notation.table.position_tokens import TABLE
from pinochle_solver.notation.table.turned_up import with_upcard
from pinochle_solver.notation.tokens import expect_position, line_tokens, split_tokens
from pinochle_solver.rules.rulebooks import resolve_rulebook
from pinochle_solver.shown import ShownAsText
from pinochle_solver.table.rulebooks import as_table_rulebook
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyHand, AnyMove


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TablePosition(TableFields, ShownAsText):
    """A position of a game for three or four, as known to the one who wrote it.

    >>> TablePosition.parse(
    ...     "rules=auction bidder=south trump=s turn=south "
    ...     "south=JS.QS.AS west=AJ.9.-.- north=Q.T.K.-"
    ... ).text()
    'rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-'

    Its fields are those of `TableFields` and are described there.

    Raises:
        IllegalPositionError: naming the token and the fact, if such a position is impossible.
        NotationError: (``rules``) for the name of no published rulebook.
    """

    def __post_init__(self) -> None:
        resolve_rulebook(self, as_table_rulebook)
        players = self.rules.players(self.dealer)
        object.__setattr__(self, "players", players)
        hands = {seat: self.hands[seat] for seat in players if seat in self.hands}
        object.__setattr__(self, "hands", hands | dict(self.hands))
        if self.laid:
            laid = {seat: melds for seat, melds in self.laid.items() if melds}
            object.__setattr__(self, "laid", laid)
        if self.sides is None:
            object.__setattr__(self, "sides", usual_sides(self.rules, players, self.bidder))
        elif self.bidder in self.sides[1]:
            object.__setattr__(self, "sides", self.sides[::-1])  # the bidding side comes first
        object.__setattr__(self, "hands", with_upcard(self))
        check_position(self)

    def legal_moves(self) -> Iterator[AnyMove]:
        """The legal moves of the player to move, in the referee's order, lazily; at least one.

        Calls come lowest first, then the pass; cards come in canonical order. There are thousands
        of burials, each with every laying.

        Raises:
            IllegalPositionError: when the hand of the player to move is not wholly known.
        """
        return hand_of(self).legal_moves()

    def tokens(self) -> dict[str, str]:
        """The position as token texts in canonical order; usual values are left out."""
        return TABLE.texts(self)

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


def position_of(
    hand: AnyHand,
    seat: Seat | None = None,
    *,
    score: tuple[int, ...] | None = None,
    checks: tuple[int, ...] | None = None,
    kitty: int | None = None,
) -> TablePosition:
    """The position of a hand that is not over.

    Args:
        hand: the hand.
        seat: who sees the position; None for all cards.
        score: the score before the hand.
        checks: the checks before the hand.
        kitty: what was in the kitty before the hand.

    Raises:
        ValueError: the hand is over.
        IllegalPositionError: (``bids``) during an auction with a seat that is barred, or a call
            that might not be made.
    """
    return TablePosition(**hand_fields(hand, seat), score=score, checks=checks, kitty=kitty)


def expect_table_position(given: object) -> None:
    """Raise `TypeError` for anything but a `TablePosition`, saying where it belongs."""
    expect_position(given, TablePosition)

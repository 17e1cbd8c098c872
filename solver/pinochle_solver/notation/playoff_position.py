"""Positions and their text: one line of ``key=value`` tokens, or a JSON object of the same (pn1).

A `PlayoffPosition` is always a possible one: its constructor makes every check, so that code which
holds one need not check again. Text is read tolerantly and written canonically;
``PlayoffPosition.parse(position.text()) == position``. For a user's own rulebook, `parse` must be
given that rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import add, le, mul
from typing import ClassVar

from pinochle_solver.errors import IllegalPositionError, NotationError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.players import NO_PLAYERS, Players
from pinochle_solver.notation.position_fields import (
    NO_SCORE,
    HandPoints,
    check_annotations,
    check_called,
    check_game,
    check_hand_points,
    check_stakes,
)
from pinochle_solver.notation.position_tokens import PLAYOFF_ROWS, STOCK_ONLY_TOKENS
from pinochle_solver.notation.token_table import TokenTable, check_tokens, names_of
from pinochle_solver.notation.tokens import (
    PositionText,
    line_tokens,
)
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import (
    cards_text,
    check_copies,
    check_count,
    check_rules,
    check_trump,
)
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.doubles import Stakes
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, as_rulebook, resolve_rulebook
from pinochle_solver.rules.rules import Points, Rulebook, Seat


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlayoffPosition(PositionText):
    """A position of the playoff, all cards known.

    A position keeps the count and the target it was made with: ``replace(position, rules=HAYES)``
    is played by Hayes's rules with the former count and target. `with_rules` takes the count and
    the target from the new rulebook as well.

    >>> PlayoffPosition.parse("turn=south trump=s south=10.X.qk. north=A..K.TK").text()
    'rules=scarne trump=S south=T.T.KQ.- north=A.-.K.TK turn=south'

    Attributes:
        rules: the rulebook; to make a position, the name of a published one will do. Only that
            rulebook may have a published name.
        count: what cards count; the rulebook's own if None is given.
        trump: the trump suit.
        south, north: the cards each seat holds.
        turn: whose decision it is.
        led: the card that the opponent has led to the open trick, which is in neither hand; None
            when `turn` is on lead.
        points: what has been scored in this hand so far, or None when that is not known.
        score: the game score before this hand, 0 to 999999 each.
        target: the points that end the game, 1 to 999999; the rulebook's if None is given.
        ahead: how many points ahead a seat must be to win, 1 to 999999; None where the target ends
            the game.
        agreed: what else is agreed on about the game.
        called: the seats that have called out rightly and must still win a trick that they lead.
        stakes: how doubles stand; None if the hand is played without doubles.
        id, best_moves, value: annotations: a name (one printable word), the best cards, and the
            points still to come as somebody knows them. They are kept but not relied on.
        players: the names of the players.

    Raises:
        IllegalPositionError: naming the token and the fact, if such a position is impossible.
    """

    taken_by: ClassVar[str] = "solve"

    rules: Rulebook = DEFAULT_RULEBOOK
    count: CardCount = field(default=None)  # type: ignore[assignment]  # filled in below
    trump: Suit
    south: Hand
    north: Hand
    turn: Seat
    led: Card | None = None
    points: HandPoints | None = None
    score: Points = NO_SCORE
    target: int = field(default=None)  # type: ignore[assignment]  # filled in below
    ahead: int | None = None
    agreed: Agreed = Agreed.NOTHING
    called: tuple[Seat, ...] = ()
    stakes: Stakes | None = None
    id: str | None = None
    best_moves: tuple[Card, ...] = ()
    value: Points | None = None
    players: Players = NO_PLAYERS

    def __post_init__(self) -> None:
        resolve_rulebook(self)
        _TABLE.check_types(self)
        if self.count is None:
            object.__setattr__(self, "count", self.rules.count)
        if self.target is None:
            object.__setattr__(self, "target", self.rules.target)
        _TABLE.make_exact(self)
        check_rules(self.rules)
        check_count(self.rules, self.count)
        if self.stakes is not None:
            game = (self.target, self.ahead, self.called, self.agreed)
            check_stakes(self.rules, self.stakes, self.score, *game)
        _check_cards(self)
        _check_sizes(self)
        _check_points(self)
        check_called(self)
        check_annotations(self.id, self.value)

    def hand(self, seat: Seat) -> Hand:
        """The cards `seat` holds."""
        return self.south if seat is Seat.SOUTH else self.north

    @property
    def outstanding(self) -> int:
        """The points still to come, of both seats: cards held or led, and the last trick."""
        points = self.count.by_rank() * len(Suit)
        total: int = sum(map(mul, _copies_in_play(self), points))
        return total + self.count.last_trick

    def with_rules(self, rules: Rulebook | str, count: CardCount | None = None) -> PlayoffPosition:
        """The same cards, points and game score under another rulebook.

        The target is the new rulebook's, and so is the count if `count` is None. The new position
        is not played for a lead, and has doubles only if the new rulebook offers them too.
        `best_moves` and `value` are left out, because they were answers under the former rules.

        Args:
            rules: the rulebook, or the name of a published one.
            count: what cards count.

        Raises:
            NotationError: (``rules``) for an unknown name.
            IllegalPositionError: for `points` that are impossible with the new count.
        """
        rules = as_rulebook(rules)
        is_offered = self.stakes is not None and self.stakes.doubles in rules.game.doubles
        return replace(
            self,
            rules=rules,
            count=rules.count if count is None else count,
            target=rules.target,
            ahead=None,
            agreed=Agreed.NOTHING,
            called=(),
            stakes=self.stakes if is_offered else None,
            best_moves=(),
            value=None,
        )

    def tokens(self) -> dict[str, str]:
        """The position as token texts in canonical order; defaults are left out."""
        return _TABLE.texts(self)

    @classmethod
    def from_tokens(
        cls, tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()
    ) -> PlayoffPosition:
        """Make a position from token texts, as `parse` does from a line; raises the same errors."""
        known = KnownRulebooks.of(rulebooks)
        known.expect(tokens, "rules")
        check_tokens(
            tokens,
            PLAYOFF_TOKENS,
            STOCK_ONLY_TOKENS,
            "belongs to a stock-phase position, not to a playoff (analyze takes those)",
        )
        given = [seat for seat in Seat if seat.text() in tokens]
        if len(given) == 1 and "trump" not in tokens:
            fact = "missing, a playoff has both hands and trump. analyze takes one hand"
            raise NotationError(given[0].other.text(), fact)
        return cls(**_TABLE.read(tokens, known.read(tokens, "rules")))

    @classmethod
    def parse_line(cls, line: str, rulebooks: Iterable[Rulebook] = ()) -> PlayoffPosition:
        """Read a line of a position file: token text, or a JSON object.

        Either the keys of the object are the token names and its values their texts, or it has a
        key ``position`` with token text, and its other keys are ignored. Raises the errors of
        `parse`.
        """
        return cls.from_tokens(line_tokens(line), rulebooks)


_TABLE = TokenTable(PLAYOFF_ROWS, PlayoffPosition)
PLAYOFF_TOKENS = names_of(_TABLE.in_field_order)
"""The tokens of a playoff, in the order of the fields."""


# Checks: what no position may state


def _check_cards(position: PlayoffPosition) -> None:
    deck = position.rules.deck
    check_trump(deck, position.trump)
    if all(map(le, _copies_in_play(position), deck.cards().counts)):
        return
    led = () if position.led is None else (position.led,)
    check_copies(deck, (("south", position.south), ("north", position.north), ("led", led)))


def _copies_in_play(position: PlayoffPosition) -> list[int]:
    """How many copies of each card, by `Card.index`, are held or led."""
    copies = list(map(add, position.south.counts, position.north.counts))
    if position.led is not None:
        copies[position.led.index] += 1
    return copies


def _check_sizes(position: PlayoffPosition) -> None:
    mover, other = position.turn, position.turn.other
    held, held_by_other = len(position.hand(mover)), len(position.hand(other))
    for seat in Seat:
        size = len(position.hand(seat))
        if size > position.rules.deck.hand:
            raise IllegalPositionError(
                seat.text(),
                f"{cards_text(size)}, a playoff hand has at most {position.rules.deck.hand}",
            )
    if held == 0:
        raise IllegalPositionError(mover.text(), "no cards, but this seat has to move")
    if position.led is None and held != held_by_other:
        raise IllegalPositionError(
            Seat.NORTH.text(),
            f"{cards_text(len(position.north))}, south has {len(position.south)}: "
            "expected equal hands",
        )
    if position.led is not None and held != held_by_other + 1:
        raise IllegalPositionError(
            other.text(),
            f"{cards_text(held_by_other)}, with a card led {held - 1} go with "
            f"{mover.text()}'s {held}",
        )


def _check_points(position: PlayoffPosition) -> None:
    check_game(position.rules, position.target, position.ahead, position.score, position.agreed)
    if position.points is None:
        return
    check_hand_points(position.points, position.rules)
    taken = sum(seat.tricks for seat in position.points)
    expected = position.count.of_hand(position.rules.deck) - position.outstanding
    if taken != expected:
        raise IllegalPositionError(
            "points", f"card points sum to {taken}, the cards played count {expected}"
        )

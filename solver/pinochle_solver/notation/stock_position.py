"""Positions of the stock phase and their text (pn1): one hand may be partly unknown.

Like a `PlayoffPosition`, a `StockPosition` is always a possible one: sizes, cards, melds, tricks
and points fit together, and an error names the token and the fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from pinochle_solver._core.hand.game import beats
from pinochle_solver.errors import IllegalPositionError, IncompleteError, NotationError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.left_out import left_out
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS
from pinochle_solver.notation.position_fields import ABOUT_DOUBLES, Act, check_game, suit_alone
from pinochle_solver.notation.position_tokens import FEATURES, STOCK_ONLY_TOKENS, STOCK_ROWS
from pinochle_solver.notation.stock_checks import check_gone, check_possible, check_rulebook
from pinochle_solver.notation.stock_fields import StockFields
from pinochle_solver.notation.token_table import TokenTable, check_tokens
from pinochle_solver.notation.tokens import PositionText
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.checks import cards_text
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rulebooks import DEFAULT_RULEBOOK, RULEBOOKS, resolve_rulebook
from pinochle_solver.rules.rules import Rulebook, Seat

_TABLE = TokenTable(STOCK_ROWS, StockFields, FEATURES)
STOCK_TOKENS = (*PLAYOFF_TOKENS, *STOCK_ONLY_TOKENS)
"""The tokens of the stock phase, those of a playoff first."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StockPosition(StockFields, PositionText):
    """A position of the stock phase.

    >>> line = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
    >>> StockPosition.parse(line).text()
    'rules=scarne upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=-.-.-.-+12'

    Attributes:
        rules: the rulebook; to make a position, the name of a published one will do. Only that
            rulebook may have a published name.
        count: what cards count; the rulebook's own if None is given.
        trump: the trump suit; the upcard's if None is given.
        south, north: what is known of the cards each seat holds, those on its table included; a
            `Hand` for a wholly known one. At most one of them has hidden cards.
        turn: whose decision it is.
        act: what it decides.
        led: the card that the opponent has led to the open trick, which is in neither hand; None
            if there is none.
        upcard: the face-up card, after an exchange the nine of trumps; None for a deck without one.
        stock: how many cards lie face down, or the cards themselves, the next to be drawn first.
            Where each seat has a pile of its own, they are the row of `Piles`.
        melds_south, melds_north: what each seat has laid so far, in order.
        gone: the cards of completed tricks; taken from `tricks` if None is given.
        tricks: the completed tricks in order, the leader's card first; None if the order is not
            known.
        glups: how many glups each seat has. If None is given, they are found from `tricks`, or else
            there are none.
        dealer: who dealt, or None if that is not known.
        cut: how many cards the dealer lifted to deal, where that scores; else None.
        points: what has been scored in this hand so far, or None when that is not known.
        score: the game score before this hand, 0 to 999999 each.
        target: the points that end the game, 1 to 999999; the rulebook's if None is given.
        ahead: how many points ahead a seat must be to win, 1 to 999999; None where the target ends
            the game.
        agreed: what else is agreed on about the game.
        called: the seats that have called out rightly and must still win a trick that they lead.
        stakes: how doubles stand; None if the hand is played without doubles. In the last window
            for a double, after the last draws, there is no upcard and the stock is 0.
        leaders: who led to each of `tricks`; empty when their order is not known.
        id, best_moves, value: annotations: a name (one printable word), the texts of the best
            moves, and the points still to come. They are kept but not relied on.
        players: the names of the players.

    Raises:
        IllegalPositionError: naming the token and the fact, if such a position is impossible.
    """

    taken_by: ClassVar[str] = "analyze"

    def __post_init__(self) -> None:
        resolve_rulebook(self)
        _TABLE.check_types(self)
        if self.trump is None:
            if self.upcard is None:
                is_told = self.rules.deck.upcard and self.act not in ABOUT_DOUBLES
                token = "upcard" if is_told else "trump"
                raise IllegalPositionError(token, "missing")
            object.__setattr__(self, "trump", self.upcard.suit)
        if self.count is None:
            object.__setattr__(self, "count", self.rules.count)
        if self.target is None:
            object.__setattr__(self, "target", self.rules.target)
        for seat in Seat:
            hand = self.hand(seat)
            if isinstance(hand, Hand):
                object.__setattr__(self, seat.text(), PartialHand(hand))
        _TABLE.make_exact(self)
        check_gone(self)
        if self.gone is None:
            cards = (card for trick in self.tricks or () for card in trick)
            object.__setattr__(self, "gone", Hand.of(cards))
        if self.is_last_window and self.stock == ():
            object.__setattr__(self, "stock", 0)
        object.__setattr__(self, "leaders", _find_leaders(self))
        check_rulebook(self)
        if self.glups is None:
            object.__setattr__(self, "glups", self.scored_in_play.glups)
        check_possible(self)

    @classmethod
    def of_hand(cls, **fields: Any) -> StockPosition:
        """The position that a referee has: it is a possible one, and the cards are not checked.

        Checking them would take most of the time in which a hand is played.

        Args:
            fields: the fields of a position, but for its annotations and players; each as it is
                kept, of its exact type.

        Raises:
            IllegalPositionError: for a target, score, lead or agreement that the game cannot have.
        """
        position = object.__new__(cls)
        for name, value in (_AS_OF_A_HAND | fields).items():
            object.__setattr__(position, name, value)
        object.__setattr__(position, "leaders", _find_leaders(position))
        check_game(position.rules, position.target, position.ahead, position.score, position.agreed)
        return position

    def tokens(self) -> dict[str, str]:
        """The position as token texts in canonical order; defaults are left out."""
        return _TABLE.texts(self)

    @classmethod
    def from_tokens(
        cls, tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()
    ) -> StockPosition:
        """Make a position from token texts, as `parse` does from a line; raises the same errors."""
        known = KnownRulebooks.of(rulebooks)
        known.expect(tokens, "rules")
        check_tokens(tokens, STOCK_TOKENS, (), "")
        rules = known.read(tokens, "rules")
        for token, fact in _TABLE.lacking(rules):
            if token.name in tokens:
                raise NotationError(token.name, f"in {rules.name} {fact}")
        if rules.deck.upcard and "upcard" not in tokens and not is_of_stock_phase(tokens):
            raise NotationError("upcard", "missing. A position of the stock phase needs it")
        return cls(**_TABLE.read({**tokens, **left_out(tokens, rules)}, rules))


_AS_OF_A_HAND = {
    name: default
    for name, default in ((each.name, each.default) for each in fields(StockPosition))
    if name in ("id", "best_moves", "value", "players")
}


def is_of_stock_phase(tokens: Mapping[str, str]) -> bool:
    """Whether tokens describe a stock-phase position: by what lies there, or by ``act=``."""
    if "upcard" in tokens or "stock" in tokens:
        return True
    return any(tokens.get("act", "").lower() == act.text() for act in Act if act.doubles)


def without_upcard(tokens: Mapping[str, str]) -> NotationError | None:
    """The error for one hand alone, which lacks the upcard; None if both or no hand is given.

    Raises:
        NotationError: for a hand that cannot be read.
    """
    given = [seat.text() for seat in Seat if seat.text() in tokens]
    if len(given) != 1:
        return None
    rules = RULEBOOKS.get(tokens.get("rules", DEFAULT_RULEBOOK.name).lower())
    if rules is not None:
        cards = len(PartialHand.parse(tokens[given[0]]))
        if cards == rules.deck.hand + 1:
            remedy = "If one of them was turned up, write it behind up: up 9S"
            fact = f"{cards_text(cards)}, expected {rules.deck.hand}. {remedy}"
            return NotationError(given[0], fact)
    trump = suit_alone(tokens.get("trump", ""))
    example = f"9{'S' if trump is None else trump.letter}"
    return IncompleteError(
        "upcard", "missing. Add the card that was turned up", ("upcard", example)
    )


def _find_leaders(position: StockPosition) -> tuple[Seat, ...]:
    """Who led to each trick, worked out backwards from who won the last one."""
    leaders: list[Seat] = []
    winner = position.leader
    for led, reply in reversed(position.tricks or ()):
        if beats(led.index, reply.index, position.trump):
            winner = winner.other
        leaders.append(winner)
    return tuple(reversed(leaders))

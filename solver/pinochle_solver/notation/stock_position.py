"""Positions of the stock phase and their text (pn1): one hand may be partly unknown.

As a `PlayoffPosition`, a `StockPosition` is always a possible one: sizes, cards, melds, tricks and
points go together, and an error names the token and the fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from pinochle_solver._core.hand_game import beats
from pinochle_solver.errors import IllegalPositionError, NotationError, quoted
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.left_out import left_out
from pinochle_solver.notation.players import read_players
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS, STOCK_ONLY_TOKENS
from pinochle_solver.notation.position_fields import (
    NO_SCORE,
    Act,
    HandPoints,
    PartialHand,
    check_tokens,
    convert_fields,
    parse_cards,
    parse_points,
    parse_target,
)
from pinochle_solver.notation.position_text import PositionText
from pinochle_solver.notation.stock_checks import check_gone, check_possible
from pinochle_solver.notation.stock_conversions import CONVERSIONS, check_field_types
from pinochle_solver.notation.stock_fields import PlayedTrick, StockFields
from pinochle_solver.notation.tokens import name_parser, read_optional, read_required
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.melds import laid_melds_text, parse_laid_melds
from pinochle_solver.rules.rules import COUNTS, Rulebook, Seat

STOCK_TOKENS = (*PLAYOFF_TOKENS, *STOCK_ONLY_TOKENS)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StockPosition(StockFields, PositionText):
    """A position of the stock phase.

    >>> line = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
    >>> StockPosition.parse(line).text()
    'rules=scarne upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=-.-.-.-+12'

    Attributes:
        rules: the rulebook; one that has a published name must be the published one.
        count: what cards count; the rulebook's own if None is given.
        trump: the trump suit; the upcard's if None is given.
        south, north: what is known of the cards each seat holds, those on its table included; a
            `Hand` for one wholly known. At most one of them has hidden cards.
        turn: whose decision it is.
        act: what it decides.
        led: the card the other seat has led to the open trick, in neither hand; None when there
            is none.
        upcard: the face-up card, after an exchange the nine of trumps; None for a deck without.
        stock: how many cards lie face down, or the cards themselves, the next to be drawn first.
        melds_south, melds_north: what each has laid so far, in order.
        gone: the cards of completed tricks; found from `tricks` if None is given.
        tricks: the same in their order, the leader's card first; None if it is not known.
        dealer: who dealt, or None if that is not known.
        points: what has been scored in this hand so far, or None when that is not known.
        score: the game score before this hand, 0 to 999999 each.
        target: the points that end the game, 1 to 999999; the rulebook's if None is given.
        leaders: who led to each of `tricks`; empty when their order is not known.
        id, best_moves, value: annotations: a name (one printable word), the texts of the best
            moves and the points still to come. They are kept, not believed.
        players: the names of those who play.

    Raises:
        IllegalPositionError: naming the token and the fact, when there cannot be such a position.
    """

    taken_by: ClassVar[str] = "analyze"

    def __post_init__(self) -> None:
        check_field_types(self)
        if self.trump is None:
            if self.upcard is None:
                token = "upcard" if self.rules.deck.upcard else "trump"
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
        convert_fields(self, CONVERSIONS, or_none=("points", "value", "dealer", "tricks"))
        check_gone(self)
        if self.gone is None:
            cards = (card for trick in self.tricks or () for card in trick)
            object.__setattr__(self, "gone", Hand.of(cards))
        object.__setattr__(self, "leaders", _find_leaders(self))
        check_possible(self)

    def tokens(self) -> dict[str, str]:
        """The position as token texts in canonical order; what equals its default is left out."""
        stock = self.stock
        texts = {
            "rules": self.rules.name,
            "count": self.count.name if self.count != self.rules.count else None,
            "trump": None if self.upcard else self.trump.letter,
            "upcard": self.upcard.text() if self.upcard else None,
            "stock": str(stock) if isinstance(stock, int) else ",".join(map(Card.text, stock)),
            "act": self.act.text() if self.act is not Act.PLAY else None,
            "turn": self.turn.text(),
            "south": self.south.text(),
            "north": self.north.text(),
            "led": self.led.text() if self.led else None,
            "melds.south": laid_melds_text(self.melds_south) or None,
            "melds.north": laid_melds_text(self.melds_north) or None,
            "gone": self.gone.text() if self.gone and self.tricks is None else None,
            "tricks": ",".join(f"{led}-{reply}" for led, reply in self.tricks or ()) or None,
            "points": self.points.text() if self.points else None,
            "score": self.score.text() if self.score != NO_SCORE else None,
            "target": str(self.target) if self.target != self.rules.target else None,
            "dealer": self.dealer.text() if self.dealer is not None else None,
            "id": self.id,
            "bm": ",".join(self.best_moves) or None,
            "value": self.value.text() if self.value else None,
            "player.south": self.players.south,
            "player.north": self.players.north,
        }
        return {token: text for token, text in texts.items() if text is not None}

    @classmethod
    def from_tokens(
        cls, tokens: Mapping[str, str], rulebooks: Iterable[Rulebook] = ()
    ) -> StockPosition:
        """Make a position of token texts, as `parse` does of a line; raises the same errors."""
        check_tokens(tokens, STOCK_TOKENS, (), "")
        rules = KnownRulebooks.of(rulebooks).read(tokens, "rules")
        known_counts = {rules.count.name: rules.count} | COUNTS
        tokens = {**tokens, **left_out(tokens, rules, _parse_tricks)}
        if rules.deck.upcard and "upcard" not in tokens:
            raise NotationError("upcard", "missing, without it no position is of the stock phase")
        return cls(
            rules=rules,
            count=read_optional(tokens, "count", name_parser("count", known_counts), rules.count),
            trump=read_optional(tokens, "trump", Suit.parse, None),  # type: ignore[arg-type]
            south=read_required(tokens, "south", PartialHand.parse),
            north=read_required(tokens, "north", PartialHand.parse),
            turn=read_required(tokens, "turn", Seat.parse),
            act=read_optional(tokens, "act", Act.parse, Act.PLAY),
            led=read_optional(tokens, "led", Card.parse, None),
            upcard=read_optional(tokens, "upcard", Card.parse, None),
            stock=read_required(tokens, "stock", _parse_stock),
            melds_south=read_optional(tokens, "melds.south", parse_laid_melds, ()),
            melds_north=read_optional(tokens, "melds.north", parse_laid_melds, ()),
            gone=read_optional(tokens, "gone", Hand.parse, None),  # type: ignore[arg-type]
            tricks=read_optional(tokens, "tricks", _parse_tricks, None),
            dealer=read_optional(tokens, "dealer", Seat.parse, None),
            points=read_optional(tokens, "points", HandPoints.parse, None),
            score=read_optional(tokens, "score", parse_points, NO_SCORE),
            target=read_optional(tokens, "target", parse_target, rules.target),
            id=read_optional(tokens, "id", str, None),
            best_moves=read_optional(tokens, "bm", _parse_best_moves, ()),
            value=read_optional(tokens, "value", parse_points, None),
            players=read_players(tokens),
        )


def _find_leaders(position: StockPosition) -> tuple[Seat, ...]:
    """Who led to each trick, found backwards from who won the last one."""
    leaders: list[Seat] = []
    winner = position.leader
    for led, reply in reversed(position.tricks or ()):
        if beats(led.index, reply.index, position.trump):
            winner = winner.other
        leaders.append(winner)
    return tuple(reversed(leaders))


# Reading: text to values


def _parse_stock(text: str) -> int | tuple[Card, ...]:
    if re.fullmatch(r"[0-9]{1,3}", text):
        return int(text)
    return () if text == "-" else parse_cards(text)


def _parse_tricks(text: str) -> tuple[PlayedTrick, ...]:
    """Read tricks, ``9D-AD,TS-QH``: a blank may stand for a comma, or for the hyphens."""
    if len(text.split()) > 1 and "-" not in text:
        words = re.sub(r"(?<![^\s,])[0-9]{1,2}[.)]", " ", text).replace(",", " ").split()
        if len(words) % 2:
            raise NotationError("tricks", f"{len(words)} cards, expected two a trick")
        cards = [Card.parse(word) for word in words]
        return tuple(zip(cards[::2], cards[1::2], strict=True))
    tricks = []
    for trick in re.split(r"\s*,\s*|(?<![\s-])\s+(?![\s-])", text):
        led, dash, reply = trick.partition("-")
        if not dash:
            raise NotationError("tricks", f"{quoted(trick)} is not two cards joined by a hyphen")
        tricks.append((Card.parse(led.strip()), Card.parse(reply.strip())))
    return tuple(tricks)


def _parse_best_moves(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))

"""Positions of the stock phase and their text (pn1): one hand may be partly unknown.

Like a `PlayoffPosition`, a `StockPosition` is always a possible one: sizes, cards, melds, tricks
and points fit together, and an error names the token and the fact.
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
from pinochle_solver.notation.playoff_position import (
    PILE_TOKENS,
    PLAYOFF_TOKENS,
    STOCK_ONLY_TOKENS,
)
from pinochle_solver.notation.position_fields import (
    ABOUT_DOUBLES,
    NO_SCORE,
    Act,
    HandPoints,
    called_text,
    check_tokens,
    convert_fields,
    game_text,
    parse_called,
    parse_cards,
    parse_glups,
    parse_number,
    parse_points,
    parse_target,
    read_stakes,
    stakes_text,
)
from pinochle_solver.notation.position_text import PositionText
from pinochle_solver.notation.stock_checks import check_gone, check_possible, check_rulebook
from pinochle_solver.notation.stock_conversions import CONVERSIONS, check_field_types
from pinochle_solver.notation.stock_fields import PlayedTrick, StockFields
from pinochle_solver.notation.tokens import name_parser, read_optional, read_required
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.melds import laid_melds_text, parse_laid_melds
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rules import Rulebook, Seat

STOCK_TOKENS = (*PLAYOFF_TOKENS, *STOCK_ONLY_TOKENS)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StockPosition(StockFields, PositionText):
    """A position of the stock phase.

    >>> line = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
    >>> StockPosition.parse(line).text()
    'rules=scarne upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=-.-.-.-+12'

    Attributes:
        rules: the rulebook; a published name may only stand for the published rulebook.
        count: what cards count; the rulebook's own if None is given.
        trump: the trump suit; the upcard's if None is given.
        south, north: what is known of the cards each seat holds, those on its table included; a
            `Hand` for a wholly known one. At most one of them has hidden cards.
        turn: whose decision it is.
        act: what it decides.
        led: the card that the other seat has led to the open trick, which is in neither hand; None
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
        check_field_types(self)
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
        convert_fields(self, CONVERSIONS, or_none=_OR_NONE)
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

    def tokens(self) -> dict[str, str]:
        """The position as token texts in canonical order; defaults are left out."""
        texts = {
            "rules": self.rules.name,
            "count": self.count.name if self.count != self.rules.count else None,
            **stakes_text(self.stakes),
            "trump": None if self.upcard else self.trump.letter,
            "upcard": self.upcard.text() if self.upcard else None,
            **({} if self.is_last_window else _stock_texts(self.stock, self.rules)),
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
            "glups": _glups_text(self),
            "score": self.score.text() if self.score != NO_SCORE else None,
            **game_text(self.rules, self.target, self.ahead, self.agreed),
            "called": called_text(self.called) or None,
            "dealer": self.dealer.text() if self.dealer is not None else None,
            "cut": None if self.cut is None else str(self.cut),
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
        """Make a position from token texts, as `parse` does from a line; raises the same errors."""
        known = KnownRulebooks.of(rulebooks)
        known.expect(tokens, "rules")
        check_tokens(tokens, STOCK_TOKENS, (), "")
        rules = known.read(tokens, "rules")
        known_counts = {rules.count.name: rules.count} | COUNTS
        _check_tokens_of(rules, tokens)
        if rules.deck.upcard and "upcard" not in tokens and not is_of_stock_phase(tokens):
            raise NotationError("upcard", "missing, without it no position is of the stock phase")
        tokens = {**tokens, **left_out(tokens, rules, _parse_tricks)}
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
            stock=_read_stock(tokens, rules),
            melds_south=read_optional(tokens, "melds.south", parse_laid_melds, ()),
            melds_north=read_optional(tokens, "melds.north", parse_laid_melds, ()),
            gone=read_optional(tokens, "gone", Hand.parse, None),  # type: ignore[arg-type]
            tricks=read_optional(tokens, "tricks", _parse_tricks, None),
            glups=read_optional(tokens, "glups", parse_glups, None),  # type: ignore[arg-type]
            dealer=read_optional(tokens, "dealer", Seat.parse, None),
            cut=read_optional(tokens, "cut", parse_number, None),
            points=read_optional(tokens, "points", HandPoints.parse, None),
            score=read_optional(tokens, "score", parse_points, NO_SCORE),
            target=read_optional(tokens, "target", parse_target, rules.target),
            ahead=read_optional(tokens, "ahead", parse_target, None),
            agreed=read_optional(tokens, "agreed", Agreed.parse, Agreed.NOTHING),
            called=read_optional(tokens, "called", parse_called, ()),
            stakes=read_stakes(tokens),
            id=read_optional(tokens, "id", str, None),
            best_moves=read_optional(tokens, "bm", _parse_best_moves, ()),
            value=read_optional(tokens, "value", parse_points, None),
            players=read_players(tokens),
        )


_OR_NONE = ("points", "value", "dealer", "tricks", "glups", "cut", "ahead")


def is_of_stock_phase(tokens: Mapping[str, str]) -> bool:
    """Whether tokens describe a stock-phase position: by what lies there, or by ``act=``."""
    if "upcard" in tokens or "stock" in tokens:
        return True
    return any(tokens.get("act", "").lower() == act.text() for act in Act if act.doubles)


def _find_leaders(position: StockPosition) -> tuple[Seat, ...]:
    """Who led to each trick, worked out backwards from who won the last one."""
    leaders: list[Seat] = []
    winner = position.leader
    for led, reply in reversed(position.tricks or ()):
        if beats(led.index, reply.index, position.trump):
            winner = winner.other
        leaders.append(winner)
    return tuple(reversed(leaders))


def _glups_text(position: StockPosition) -> str | None:
    """The text of the glups, if there are any and they do not follow from the tricks."""
    return position.glups.text() if any(position.glups) and position.tricks is None else None


def _stock_texts(stock: int | tuple[Card, ...], rules: Rulebook) -> dict[str, str]:
    if isinstance(stock, int):
        return {"stock": str(stock)}
    if not rules.deck.own_piles:
        return {"stock": ",".join(map(Card.text, stock))}
    south, north, dead = Piles.of_row(stock)
    texts = [",".join(map(Card.text, pile)) or "-" for pile in (south, north)]
    return dict(zip(PILE_TOKENS, [*texts, *([] if dead is None else [dead.text()])], strict=False))


# Reading: text to values


def _check_tokens_of(rules: Rulebook, tokens: Mapping[str, str]) -> None:
    """Refuse tokens for things that these rules do not have."""
    deck = rules.deck
    for known, names, fact in (
        (rules.glups, ("glups",), "there are no glups"),
        (deck.own_piles, PILE_TOKENS[:2], "both draw from one stock"),
        (deck.own_piles and deck.upcard, PILE_TOKENS[2:], "there is no dead card"),
    ):
        for name in names:
            if name in tokens and not known:
                raise NotationError(name, f"in {rules.name} {fact}")


def _read_stock(tokens: Mapping[str, str], rules: Rulebook) -> int | tuple[Card, ...]:
    """How many cards lie face down, or which, in one stock or in piles."""
    deck, given = rules.deck, [name for name in PILE_TOKENS if name in tokens]
    if not given:
        return read_required(tokens, "stock", _parse_number if deck.own_piles else _parse_stock)
    if "stock" in tokens:
        raise NotationError("stock", f"given, and {given[0]} as well")
    south, north = (read_required(tokens, name, _parse_pile) for name in PILE_TOKENS[:2])
    dead = read_required(tokens, PILE_TOKENS[2], Card.parse) if deck.upcard else None
    return Piles(south, north, dead).row()


def _parse_number(text: str) -> int:
    try:
        return parse_number(text)
    except NotationError:
        fact = f"{quoted(text)} is not a number; of two piles the cards are pile.south="
        raise NotationError("stock", f"{fact}, pile.north= and dead=") from None


def _parse_stock(text: str) -> int | tuple[Card, ...]:
    return parse_number(text) if re.fullmatch(r"[0-9]{1,3}", text) else _parse_pile(text)


def _parse_pile(text: str) -> tuple[Card, ...]:
    return () if text == "-" else parse_cards(text)


def _parse_tricks(text: str) -> tuple[PlayedTrick, ...]:
    """Read tricks, ``9D-AD,TS-QH``: a blank may stand for a comma, or for the hyphens.

    Numbers before the tricks are skipped.
    """
    text = re.sub(r"(?<![^\s,])[0-9]{1,2}[.)]\s*", "", text).strip()
    if len(text.split()) > 1 and "-" not in text:
        words = text.replace(",", " ").split()
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

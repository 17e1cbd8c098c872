"""Rulebooks, with all their parameters."""

from __future__ import annotations

from functools import partial

from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.meld_kinds import MeldKind
from pinochle_solver.rules.rules import GameRules, Rulebook
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject


class CardCountObject(JsonObject, kw_only=True):
    """What cards count, and the last trick."""

    name: str
    ace: int
    ten: int
    king: int
    queen: int
    jack: int
    nine: int
    eight: int
    seven: int
    last_trick: int


class ServiceObject(JsonObject, kw_only=True):
    """Cards of a meld that have then served in a class."""

    service: str
    cards: str


class MeldKindObject(JsonObject, kw_only=True):
    """A kind of meld; in its cards t is trump, p a plain suit, * every suit."""

    name: str
    points: int
    cards: str
    serves: list[ServiceObject]
    barred_by: list[str]
    all_at_once: bool
    replaces: str | None
    bars: list[str]


class PenaltiesObject(JsonObject, kw_only=True):
    """What is made of irregularities."""

    renege: str
    wrong_meld_to_opponent: bool
    claims_stand_after_stock: bool
    forgotten_dix_is_lost: bool
    dix_when_drawn: bool
    looking_loses_count: bool
    missed_draw: str
    extra_draw: str
    face_up: str
    short_hand_melds: bool
    extra_card_melds: str


class GameRulesObject(JsonObject, kw_only=True):
    """How hands make a game."""

    other_targets: list[int]
    tie_raises_target_by: int
    chips_up_from: int
    single_hand_tie: int
    call_out: int
    ahead: int
    doubles: list[str]


class DeckObject(JsonObject, kw_only=True):
    """The deck, and how it is dealt."""

    name: str
    ranks: str
    copies: int
    hand: int
    stock: int
    suits: str
    upcard: bool
    own_piles: bool


class RulebookLine(JsonObject, kw_only=True):
    """One set of rules."""

    name: str
    title: str
    count: CardCountObject
    melds: list[MeldKindObject]
    target: int
    must_head_plain: bool
    must_head_trumps: bool
    must_trump: bool
    draws_before_melding: bool
    melds_after_last_stock_trick: bool
    dix_is_a_meld: bool
    dix_by_loser: bool
    dix_turns: bool
    dix_by_exchange: bool
    upcard_to_winner: bool
    dealer_dix: int
    dealer_lift: int
    dealer_lift_and_dix: int
    last_draw_dix: int
    held_dix: int
    played_dix: int
    glups: bool
    copy_rule: str
    penalties: PenaltiesObject
    game: GameRulesObject
    deck: DeckObject


@line("rules")
def rulebook_line(rules: Rulebook) -> RulebookLine:
    """The line of ``rules``."""
    return filled(RulebookLine, rules)


@makes(MeldKindObject)
def _kind(kind: MeldKind) -> MeldKindObject:
    serves = [ServiceObject(service=service.text(), cards=cards) for service, cards in kind.serves]
    return filled(partial(MeldKindObject, serves=serves), kind)


@makes(GameRulesObject)
def _game(game: GameRules) -> GameRulesObject:
    return filled(
        partial(
            GameRulesObject,
            single_hand_tie=int(game.single_hand_tie),
            call_out=int(game.call_out),
        ),
        game,
    )


@makes(DeckObject)
def _deck(deck: Deck) -> DeckObject:
    return filled(
        partial(
            DeckObject,
            ranks="".join(rank.letter for rank in deck.ranks),
            suits="".join(suit.letter for suit in deck.suits),
        ),
        deck,
    )

"""Where the cards are, for games of any number of players."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.objects import JsonObject, rounded

if TYPE_CHECKING:
    from pinochle_solver.rules.card_chances import CardChance, CardChances, CardShift, SuitChances


class ShiftObject(JsonObject, kw_only=True):
    """What moved the chance of a card most: ``text`` says it in words.

    ``kind`` is ``led``, ``took`` or ``gave`` for a card that replied to ``led``, ``melded``,
    ``did not meld``, ``on the table`` or ``exchanged``. ``without`` is the chance without it, of
    the first copy that the opponent is not known to hold; null if it made the card certain.
    """

    kind: str
    text: str
    trick: int | UnsetType = UNSET
    card: str | UnsetType = UNSET
    led: str | UnsetType = UNSET
    melds: list[str] | UnsetType = UNSET
    without: float | None
    without_se: float


class CardChanceObject(JsonObject, kw_only=True):
    """A card of which the opponent may hold copies.

    ``copies`` is how many copies of it he may hold, ``known`` how many he is known to hold.
    ``at_least`` has the chances that he holds one copy, two and so on, ``at_least_se`` their
    standard errors, 0 for exact ones, and ``by_counting`` the chances if every way to deal the
    unseen cards is equally likely. ``number`` is how many copies he holds on average.
    """

    card: str
    copies: int
    known: int
    at_least: list[float]
    at_least_se: list[float]
    by_counting: list[float]
    number: float
    number_se: float
    shift: ShiftObject | UnsetType = UNSET


class SuitChancesObject(JsonObject, kw_only=True):
    """How many cards of a suit may be there.

    ``lengths`` has the chances that there is none, exactly one and so on, ``by_counting`` the same
    if every way to deal the unseen cards is equally likely. ``average`` is their number on average.
    """

    suit: str
    lengths: list[float]
    by_counting: list[float]
    average: float


class CardChancesObject(JsonObject, kw_only=True):
    """Where the cards are that the player to move has not seen, in the hand of ``holder``.

    The chances come from ``worlds`` worlds; 0 if they are exact, by counting alone. In games for
    three and four ``holder`` is a seat, ``widow``, ``buried`` or ``gone``, the cards played that
    the position does not name, and ``suits`` are there.
    """

    holder: str
    belief: str
    worlds: int
    seed: int
    cards: list[CardChanceObject]
    suits: list[SuitChancesObject] | UnsetType = UNSET


@makes(CardChanceObject)
def _card(card: CardChance) -> CardChanceObject:
    return filled(
        partial(
            CardChanceObject,
            at_least=_digits(card.at_least),
            at_least_se=_digits(card.at_least_se),
            by_counting=_digits(card.by_counting),
            number=round(card.number, 4),
            number_se=round(card.number_se, 4),
        ),
        card,
    )


@makes(ShiftObject)
def _shift(shift: CardShift) -> ShiftObject:
    seen = shift.seen
    return filled(
        partial(
            ShiftObject,
            text=seen.text(),
            melds=list(seen.melds) or UNSET,
            without=rounded(shift.without, 4),
            without_se=round(shift.without_se, 4),
        ),
        seen,
    )


@makes(SuitChancesObject)
def _suit(suit: SuitChances) -> SuitChancesObject:
    return SuitChancesObject(
        suit=suit.suit.letter,
        lengths=_digits(suit.lengths),
        by_counting=_digits(suit.by_counting),
        average=round(suit.average, 4),
    )


@makes(CardChancesObject)
def _chances(chances: CardChances) -> CardChancesObject:
    suits = [_suit(suit) for suit in chances.suits]
    return filled(partial(CardChancesObject, suits=suits or UNSET), chances)


def _digits(chances: Iterable[float]) -> list[float]:
    return [round(chance, 4) for chance in chances]

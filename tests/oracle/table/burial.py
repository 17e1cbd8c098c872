"""The bidder's one decision: trump, burial, melds (sections 2 and 3; NOTATION, Moves)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from . import melds
from .cards import SUITS, canonical, without

CONCEDE = "concede"


@dataclass(frozen=True)
class Burial:
    """Trump, the cards buried in canonical order, and what is laid."""

    trump: str
    buried: tuple[str, ...]
    laid: melds.Laying


def burials(hand: Iterable[str], number: int) -> list[tuple[str, ...]]:
    """Every choice of cards to bury: any, of identical ones no matter which."""
    chosen = itertools.combinations(canonical(hand), number)
    return list(dict.fromkeys(chosen))


def every(hand: Iterable[str], widow: int) -> Iterator[Burial]:
    """Every trump, burial and laying of the kept cards; of a burial that of all melds first."""
    cards = list(hand)
    for trump in SUITS:
        for buried in burials(cards, widow):
            for laid in melds.layings(without(cards, buried), trump):
                yield Burial(trump, buried, laid)


def laying_all(hand: Iterable[str], widow: int) -> Iterator[Burial]:
    """Every trump and burial, all melds of the kept cards laid."""
    cards = list(hand)
    for trump in SUITS:
        for buried in burials(cards, widow):
            yield Burial(trump, buried, melds.most(without(cards, buried), trump))


def is_legal(burial: Burial, hand: Iterable[str], widow: int) -> bool:
    """Whether the bidder may do this with his enlarged hand."""
    if len(burial.buried) != widow:
        return False
    try:
        kept = without(hand, burial.buried)
    except ValueError:
        return False
    return melds.lawful(burial.laid, kept, burial.trump)


def moves(hand: Iterable[str], widow: int) -> list[str]:
    """Every choice of `every` as written."""
    cards = list(hand)
    written = []
    for trump in SUITS:
        for buried in burials(cards, widow):
            choice = ":".join([trump, *([".".join(buried)] if buried else [])])
            first, *others = melds.layings(without(cards, buried), trump)
            assert first == melds.most(without(cards, buried), trump)
            written += [choice, *(f"{choice}/{melds.laying_text(laid)}" for laid in others)]
    return written


def text(burial: Burial, hand: Iterable[str]) -> str:
    """The move as written: the melds only when they are not all."""
    kept = without(hand, burial.buried)
    move = burial.trump
    if burial.buried:
        move += ":" + ".".join(canonical(burial.buried))
    if burial.laid != melds.most(kept, burial.trump):
        move += "/" + melds.laying_text(burial.laid)
    return move


def read(move: str, hand: Iterable[str]) -> Burial:
    """The move from its text, cards in any order; ValueError if it makes no sense."""
    choice, _stroke, laid = move.partition("/")
    trump, _colon, cards = choice.partition(":")
    if trump not in tuple(SUITS):
        raise ValueError(f"{trump}: no suit")
    buried = tuple(canonical(cards.split("."))) if cards else ()
    kept = without(hand, buried)
    laying = melds.read_laying(laid) if laid else melds.most(kept, trump)
    return Burial(trump, buried, laying)

"""Joining and splitting hands."""

from __future__ import annotations

from operator import add, ge, sub

from pinochle_solver.rules.cards import Hand


def holds(hand: Hand, cards: Hand) -> bool:
    """Whether all of `cards` are in the hand, copy by copy."""
    return all(map(ge, hand.counts, cards.counts))


def joined(hand: Hand, cards: Hand) -> Hand:
    """Both hands together."""
    return Hand(bytes(map(add, hand.counts, cards.counts)))


def less(hand: Hand, cards: Hand) -> Hand:
    """The hand without these cards, which it must hold."""
    return Hand(bytes(map(sub, hand.counts, cards.counts)))

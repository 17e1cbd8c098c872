"""What may be played to a trick (section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import beats, best_place, canonical

OBLIGATIONS = ("macdougall", "topall", "hayes")


def legal_cards(hand: Iterable[str], led: Sequence[str], trump: str, obligation: str) -> list[str]:
    """The cards a seat may play, each once; `led` are the trick's cards, the leader's first."""
    held = canonical(set(hand))
    if not led:
        return held
    suit = led[0][1]
    best = led[best_place(led, trump)]
    following = [card for card in held if card[1] == suit]
    trumps = [card for card in held if card[1] == trump]
    higher = [card for card in held if beats(card, best, trump)]
    if following and suit == trump:
        return [card for card in following if card in higher] or following
    if following and best[1] == trump:  # trumped already
        return following
    if following:
        if obligation == "macdougall":
            return following
        return [card for card in following if card in higher] or following
    if trumps:
        if obligation == "macdougall":
            return trumps
        if obligation == "topall":
            return [card for card in trumps if card in higher] or trumps
        return [card for card in trumps if card in higher] or held
    return held

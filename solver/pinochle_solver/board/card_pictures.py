"""One card: its rank in the reader's own font, its suit drawn as a path."""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_solver.board.svg import element, moved, words
from pinochle_solver.rules.cards import Card, Rank, Suit

WIDTH, HEIGHT = 44.0, 62.0
_CORNER = 5.0
# Within a square of 20.
_SUITS = {
    Suit.SPADES: "M10 1C7 6 2 8 2 12.5A3.9 3.9 0 0 0 8.9 15C8.7 17 8 18.4 6.8 19.4H13.2C12 18.4 "
    "11.3 17 11.1 15A3.9 3.9 0 0 0 18 12.5C18 8 13 6 10 1Z",
    Suit.HEARTS: "M10 18.6C6 14.6 1.6 11.4 1.6 7A4.4 4.4 0 0 1 10 5A4.4 4.4 0 0 1 18.4 7C18.4 11.4 "
    "14 14.6 10 18.6Z",
    Suit.DIAMONDS: "M10 0.8L16.8 10L10 19.2L3.2 10Z",
    Suit.CLUBS: "M10 1.2A3.9 3.9 0 0 1 13 7.6A3.9 3.9 0 1 1 11.1 13.6C11.3 16.4 12 18.2 13.2 19.4H"
    "6.8C8 18.2 8.7 16.4 8.9 13.6A3.9 3.9 0 1 1 7 7.6A3.9 3.9 0 0 1 10 1.2Z",
}
_RED = (Suit.HEARTS, Suit.DIAMONDS)

STYLE = """
.face{fill:#fffdf7;stroke:#8a8578}
.back{fill:#4a6a8a;stroke:#30465c}
.weave{fill:none;stroke:#7f9cba}
.black{fill:#1d1d1f}
.red{fill:#b3202a}
.rank{font:600 19px system-ui,sans-serif;text-anchor:middle}
.frame{fill:none;stroke:#d08700;stroke-width:3}
"""


def suit_path(suit: Suit, x: float, y: float, size: float) -> str:
    """A suit in a square of this size."""
    scale = size / 20
    return element(
        "path",
        d=_SUITS[suit],
        class_="red" if suit in _RED else "black",
        transform=f"translate({x:g} {y:g}) scale({scale:g})",
    )


def face_up(card: Card, *, is_marked: bool = False) -> str:
    """A card, its upper left corner at the origin; a marked one has a frame.

    It is drawn in the definitions of its picture or page.
    """
    drawn = element("use", href=f"#{_name(card)}")
    return drawn + _body("frame") if is_marked else drawn


def face_down() -> str:
    """A card that is not known, its upper left corner at the origin."""
    return element("use", href="#back")


def definitions(cards: Iterable[Card]) -> str:
    """What the cards of a picture or page are drawn by: these, face up, and the back."""
    return element("defs", _back(), *map(_drawn, dict.fromkeys(cards)))


def _name(card: Card) -> str:
    return f"card-{card.text()}"


def _drawn(card: Card) -> str:
    colour = "red" if card.suit in _RED else "black"
    rank = "10" if card.rank is Rank.TEN else card.rank.letter
    name = f"{rank} of {card.suit.name.lower()}"
    return element(
        "g",
        element("title", words(name)),
        _body("face"),
        element("text", words(rank), x=WIDTH / 2, y=25.0, class_=f"rank {colour}"),
        suit_path(card.suit, WIDTH / 2 - 11, 32.0, 22.0),
        id=_name(card),
    )


def _back() -> str:
    inner = element(
        "rect", x=4.0, y=4.0, width=WIDTH - 8, height=HEIGHT - 8, rx=3.0, class_="weave"
    )
    lines = element("path", d="M4 20L40 50M4 42L40 12", class_="weave")
    return element("g", _body("back"), inner, lines, id="back")


def row(cards: list[str], step: float) -> str:
    """Cards beside one another, each a step further right."""
    return "".join(moved(step * place, 0.0, card) for place, card in enumerate(cards))


def _body(kind: str) -> str:
    return element(
        "rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, rx=_CORNER, class_=kind
    )

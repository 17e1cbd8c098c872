"""The cards of a page as symbols, each drawn once and shown at any size.

``face-KS`` is a whole card, ``mini-KS`` one that is readable at 25 pixels: one rank, one suit.
``back`` is a card face down, ``suit-S`` a suit alone. The page's stylesheet gives them their
colours, and chooses between the English letters of queen and jack and the German ones, whose
classes are ``en`` and ``de``.
"""

from __future__ import annotations

from collections.abc import Iterator

from pinochle_solver.board.card_pictures import suit_path
from pinochle_solver.board.svg import Attribute, element, words
from pinochle_solver.rules.cards import Card, Rank, Suit

_WIDTH, _HEIGHT = 63.0, 88.0
_RED = (Suit.HEARTS, Suit.DIAMONDS)
_TEN = "10"
_LETTERS = {Rank.TEN: (_TEN, _TEN), Rank.QUEEN: ("Q", "D"), Rank.JACK: ("J", "B")}
_COURT = (Rank.KING, Rank.QUEEN, Rank.JACK)
# The middles of the suits on a card, the lower half upside down.
_PIPS = {
    Rank.ACE: ((31.5, 44.0),),
    Rank.TEN: (
        *((x, y) for x in (22.5, 40.5) for y in (18.0, 35.0, 53.0, 70.0)),
        (31.5, 26.5),
        (31.5, 61.5),
    ),
    Rank.NINE: (
        *((x, y) for x in (22.5, 40.5) for y in (18.0, 35.0, 53.0, 70.0)),
        (31.5, 44.0),
    ),
    Rank.EIGHT: (
        *((x, y) for x in (22.5, 40.5) for y in (18.0, 44.0, 70.0)),
        (31.5, 31.0),
        (31.5, 57.0),
    ),
    Rank.SEVEN: (
        *((x, y) for x in (22.5, 40.5) for y in (18.0, 44.0, 70.0)),
        (31.5, 31.0),
    ),
}
# What a court card wears, above a line of 24 at its foot.
_HEADS = {
    Rank.KING: "M-12 0L-14-15-7-8 0-18 7-8 14-15 12 0ZM-12 2H12V6H-12Z",
    Rank.QUEEN: "M-11 0L-14-11-8-5-6-14 0-6 6-14 8-5 14-11 11 0ZM-11 2H11V6H-11Z",
    Rank.JACK: "M-12 0C-12-10-6-13 0-13 3-19 9-20 14-20 13-15 11-12 8-10 11-8 12-4 12 0ZM-13 2H13V6"
    "H-13Z",
}


def sprite() -> str:
    """An SVG element without size that holds the symbols."""
    symbols = (*_cards(), *map(_suit, Suit), _back())
    return element("svg", *symbols, class_="sprite", aria_hidden="true", width=0.0, height=0.0)


def _cards() -> Iterator[str]:
    for suit in Suit:
        for rank in Rank:
            card = Card(rank, suit)
            yield _symbol(f"face-{card.text()}", _paper(), _ink(suit, *_face(card)))
            yield _symbol(f"mini-{card.text()}", _paper(), _ink(suit, *_mini(card)))


def _symbol(name: str, *content: str) -> str:
    return element("symbol", *content, id=name, viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}")


def _paper() -> str:
    return element("rect", x=0.75, y=0.75, width=61.5, height=86.5, rx=6.0, class_="paper")


def _ink(suit: Suit, *content: str) -> str:
    kind = "red" if suit in _RED else "black"
    return element("g", *content, class_=f"ink {kind}")


def _face(card: Card) -> Iterator[str]:
    index = _letter(card.rank, 10.0, 20.0, 17.0) + _suit_at(card.suit, 10.0, 29.0, 11.0)
    yield index
    yield _upside_down(index)
    if card.rank not in _COURT:
        size = 30.0 if card.rank is Rank.ACE else 11.0
        for x, y in _PIPS[card.rank]:
            pip = _suit_at(card.suit, x, y, size)
            yield _upside_down(_suit_at(card.suit, 63 - x, 88 - y, size)) if y > 50 else pip
        return
    yield element("rect", x=18.0, y=14.0, width=27.0, height=60.0, rx=3.0, class_="court")
    head = element("path", d=_HEADS[card.rank], transform="translate(31.5 34) scale(.72)")
    yield head
    yield _upside_down(head)
    yield _suit_at(card.suit, 31.5, 44.0, 9.0)


def _mini(card: Card) -> Iterator[str]:
    yield _letter(card.rank, 31.5, 41.0, 38.0)
    yield _suit_at(card.suit, 31.5, 65.0, 32.0)


def _letter(rank: Rank, x: float, y: float, size: float) -> str:
    english, german = _LETTERS.get(rank, (rank.letter, rank.letter))
    narrow: dict[str, Attribute] = {}
    if english == _TEN:
        narrow = {"textLength": size * 0.95, "lengthAdjust": "spacingAndGlyphs"}

    def text(letter: str, kind: str) -> str:
        classes = f"rank {kind}".rstrip()
        return element("text", words(letter), x=x, y=y, font_size=size, class_=classes, **narrow)

    return text(english, "") if english == german else text(english, "en") + text(german, "de")


def _suit_at(suit: Suit, x: float, y: float, size: float) -> str:
    return suit_path(suit, x - size / 2, y - size / 2, size)


def _upside_down(*content: str) -> str:
    return element("g", *content, transform="rotate(180 31.5 44)")


def _suit(suit: Suit) -> str:
    drawn = suit_path(suit, 0.0, 0.0, 20.0)
    kind = "red" if suit in _RED else "black"
    inner = element("g", drawn, class_=f"pip {kind}")
    return element("symbol", inner, id=f"suit-{suit.letter}", viewBox="0 0 20 20")


def _back() -> str:
    lines = "".join(f"M5 {y}L58 {y + 30}M58 {y}L5 {y + 30}" for y in (5, 29, 53))
    return _symbol(
        "back",
        element("rect", x=0.75, y=0.75, width=61.5, height=86.5, rx=6.0, class_="rear"),
        element("rect", x=5.0, y=5.0, width=53.0, height=78.0, rx=4.0, class_="weave"),
        element("path", d=lines, class_="weave"),
    )

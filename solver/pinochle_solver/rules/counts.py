"""The points for cards and the last trick (RULES.md, section 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import mul

from pinochle_solver.errors import RulesError
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.field_checks import check_name, check_number

COUNTS: dict[str, CardCount] = {}
"""The published counts by name."""


@dataclass(frozen=True, slots=True)
class CardCount:
    """The points for cards and the last trick (RULES.md, section 5).

    Attributes:
        name: the word for it in a position's text; the names of `COUNTS` are reserved.
        ace, ten, king, queen, jack, nine, eight, seven: points for taking such a card, 0 to 255.
        last_trick: points for winning the last trick, 0 to 999.

    Raises:
        ValueError: for points out of range, and for a name that is reserved.
    """

    name: str
    ace: int = 0
    ten: int = 0
    king: int = 0
    queen: int = 0
    jack: int = 0
    nine: int = 0
    eight: int = 0
    seven: int = 0
    last_trick: int = 10

    def __post_init__(self) -> None:
        check_name("CardCount", self.name)
        for rank, points in zip(Rank, self.by_rank(), strict=True):
            check_number("CardCount", self.name, rank.name.lower(), points, 0, 255)
        check_number("CardCount", self.name, "last_trick", self.last_trick, 0, 999)
        if COUNTS.get(self.name, self) != self:
            fact = "this is the name of a published count"
            raise RulesError("CardCount", self.name, "name", fact)

    def by_rank(self) -> tuple[int, ...]:
        """The points of each rank, indexed by `Rank`: seven first, ace last."""
        return (
            self.seven,
            self.eight,
            self.nine,
            self.jack,
            self.queen,
            self.king,
            self.ten,
            self.ace,
        )

    def of(self, cards: Iterable[Card]) -> int:
        """The card points of `cards` together, the last trick not counted."""
        by_rank = self.by_rank()
        if isinstance(cards, Hand):
            return sum(map(mul, cards.counts, by_rank * len(Suit)))
        return sum(by_rank[card.rank] for card in cards)

    def of_hand(self, deck: Deck) -> int:
        """The points of all tricks of a hand: every card of the deck, and the last trick."""
        return self.of(deck.cards()) + self.last_trick


OLD_COUNT = CardCount("old", ace=11, ten=10, king=4, queen=3, jack=2)
COMPROMISE_COUNT = CardCount("compromise", ace=10, ten=10, king=5, queen=5)
SIMPLIFIED_COUNT = CardCount("simplified", ace=10, ten=10, king=10)
GLUP_COUNT = CardCount("glup", ace=1, ten=1, king=1, last_trick=2)
COUNTS.update(
    (count.name, count) for count in (OLD_COUNT, COMPROMISE_COUNT, SIMPLIFIED_COUNT, GLUP_COUNT)
)

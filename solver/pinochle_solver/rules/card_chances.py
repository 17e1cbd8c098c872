"""Where the cards are: how likely another player is to hold each card, and what tells it.

Plain values of any game: the room that knows the worlds of a game makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pinochle_solver.rules.cards import Card, Suit


class SeenKind(Enum):
    """The kind of act that was seen of a player, or was not."""

    LED = "led"
    TOOK = "took"
    GAVE = "gave"
    MELDED = "melded"
    DID_NOT_MELD = "did not meld"
    ON_TABLE = "on the table"
    EXCHANGED = "exchanged"


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that was seen of a player.

    Attributes:
        kind: what it is. A card that was led was taken or not: ``TOOK``, ``GAVE``.
        trick: the trick in which, or after which, it happened, 0 before the first lead; None for
            all that happened so far.
        card: the card that he led or replied with; None for melds.
        led: the card that his reply went to; None for anything else.
        melds: the names of the melds that he laid, or that he did not lay.
    """

    kind: SeenKind
    trick: int | None = None
    card: Card | None = None
    led: Card | None = None
    melds: tuple[str, ...] = ()

    def parts(self) -> tuple[str | Card, ...]:
        """The words for it and the cards in it, in order.

        >>> from pinochle_solver.rules.cards import Card, Suit
        >>> led, card = Card.parse("AS"), Card.parse("9S")
        >>> "".join(map(str, Seen(SeenKind.GAVE, 3, card, led).parts()))
        'did not take AS (trick 3)'
        """
        when = "" if self.trick is None else f" (trick {self.trick})" if self.trick else " at first"
        melds = " and ".join(self.melds)
        if self.kind is SeenKind.LED and self.card is not None:
            return "led ", self.card, when
        if self.kind is SeenKind.TOOK and self.card is not None and self.led is not None:
            return "took ", self.led, " with ", self.card, when
        if self.kind is SeenKind.GAVE and self.led is not None:
            return "did not take ", self.led, when
        if self.kind is SeenKind.MELDED:
            return (f"melded {melds}{when}",)
        if self.kind is SeenKind.DID_NOT_MELD:
            return (f"did not meld {melds}".rstrip(),)
        return (self.kind.value,)

    def text(self) -> str:
        """`parts` as one text, cards as in a position."""
        return "".join(map(str, self.parts()))


@dataclass(frozen=True, slots=True)
class CardShift:
    """The act that moved the chance of a card most.

    Attributes:
        seen: what was seen.
        without: the chance of the card without it: of the first copy that the player is not known
            to hold. NaN if it made the card certain.
        without_se: the standard error of that.
    """

    seen: Seen
    without: float
    without_se: float


@dataclass(frozen=True, slots=True)
class CardChance:
    """A card of which a player may hold copies.

    Attributes:
        card: the card.
        copies: the number of copies that may be in the player's hand: those that the player to move
            has not seen, and those that the other is known to hold.
        known: how many of these he is known to hold.
        at_least: the chances that he holds at least one copy, at least two and so on, one for each
            of `copies`.
        at_least_se: their standard errors; 0 if exact.
        by_counting: the same chances if every way to deal the unseen cards is equally likely.
        number: the number of copies that he holds on average.
        number_se: the standard error of that.
        shift: what moved the chance most, of the first copy that he is not known to hold, or what
            makes the card certain; None if nothing moved it for sure.
    """

    card: Card
    copies: int
    known: int
    at_least: tuple[float, ...]
    at_least_se: tuple[float, ...]
    by_counting: tuple[float, ...]
    number: float
    number_se: float
    shift: CardShift | None = None

    @property
    def number_by_counting(self) -> float:
        """`number` if every way to deal the unseen cards is equally likely."""
        return sum(self.by_counting)


@dataclass(frozen=True, slots=True)
class SuitChances:
    """How many cards of a suit a player may hold.

    Attributes:
        suit: the suit.
        lengths: the chances that he holds exactly none, one, two and so on.
        by_counting: the same if every way to deal the unseen cards is equally likely.
    """

    suit: Suit
    lengths: tuple[float, ...]
    by_counting: tuple[float, ...]

    @property
    def average(self) -> float:
        """The number of cards that he holds on average."""
        return sum(number * chance for number, chance in enumerate(self.lengths))

    @property
    def void(self) -> float:
        """The chance that he holds none."""
        return self.lengths[0]


@dataclass(frozen=True, slots=True)
class CardChances:
    """The chances of the cards that the player to move has not seen.

    Attributes:
        holder: the name of the seat whose hand it is about; in games for three and four also
            ``widow``, ``buried`` or ``gone``, the cards played that a position does not name.
        cards: the cards of which it may hold copies, in canonical order.
        belief: what was assumed of the unseen cards, ``inferred`` or ``uniform``.
        worlds: the number of worlds that the chances come from; 0 if they are counted exactly.
        seed: the seed of the worlds.
        suits: how many cards of each suit it may hold; only for three and four.
    """

    holder: str
    cards: tuple[CardChance, ...]
    belief: str
    worlds: int
    seed: int
    suits: tuple[SuitChances, ...] = ()

    def of(self, card: Card) -> CardChance | None:
        """The chances of a card; None if he can hold no copy of it."""
        return next((each for each in self.cards if each.card == card), None)

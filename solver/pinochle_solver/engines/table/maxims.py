"""MacDougall's advice on the play of the cards as rules: how far a card agrees with each maxim.

The maxims are those of "MacDougall on Pinochle" (1947), chapters on the play of the bidder and of
his opponents, put in our own words. The book does not weigh them against each other; the weights,
in points, were set by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pinochle_solver.engines.table.sight import TableSight
from pinochle_solver.rules.cards import Card, Rank
from pinochle_solver.table.seats import left_of

_SURE = 0.9
_RICH_IN_TRUMPS = 6
_LONG = 4
_SHORT = 2
_TELLING = 2.0
"""A maxim that is worth fewer points explains no choice."""


@dataclass(frozen=True)
class TableMaxim:
    """A piece of advice.

    Attributes:
        name: its name among the terms.
        advice: what it says, for people.
        weight: the points that full agreement with it is worth.
        agreement: how far a card agrees with it; below 0 if the card goes against it.
        is_kept: whether a card follows it that does not agree but does not go against it either.
    """

    name: str
    advice: str
    weight: float
    agreement: Callable[[TableSight, Card], float]
    is_kept: bool = False

    def is_followed(self, sight: TableSight, card: Card) -> bool:
        """Whether a card does what the maxim says."""
        points = self.weight * self.agreement(sight, card)
        return points > 0 or (self.is_kept and not points)


def _counters(sight: TableSight, card: Card) -> float:
    """The points of the trick that the side wins or loses, the open trick's alone."""
    return (2 * sight.side_wins(card) - 1) * (sight.led_points + sight.points(card))


def _cheaply(sight: TableSight, card: Card) -> float:
    return -float(card.rank) - (card.suit == sight.trump)


def _smear(sight: TableSight, card: Card) -> float:
    """For counters on a trick that a mate has and keeps; never for the card that takes it."""
    if not sight.led or sight.takes(card) or sight.side_wins(card) < _SURE:
        return 0.0
    return float(sight.points(card))


def _bare_ace(sight: TableSight, card: Card) -> float:
    is_bare = card.rank is Rank.ACE and sight.length(card.suit) == 1
    return float(not sight.led and card.suit != sight.trump and is_bare)


def _short_suit(sight: TableSight, card: Card) -> float:
    is_poor = sight.length(sight.trump) < _RICH_IN_TRUMPS
    is_short = card.suit != sight.trump and sight.length(card.suit) <= _SHORT
    return float(_bidder_leads(sight) and is_poor and is_short and card.rank is not Rank.ACE)


def _draw_trumps(sight: TableSight, card: Card) -> float:
    has_more = 2 * sight.length(sight.trump) > sight.unseen_trumps > 0
    return float(_bidder_leads(sight) and card.suit == sight.trump and has_more)


def _low_trump_first(sight: TableSight, card: Card) -> float:
    """For a low trump of a long suit: the top ones are met by smears."""
    if not _bidder_leads(sight) or card.suit != sight.trump:
        return 0.0
    return float(sight.length(card.suit) > _LONG) * (Rank.QUEEN - card.rank)


def _last_trump(sight: TableSight, card: Card) -> float:
    """Against leading one of the last two trumps before the end."""
    is_late = len(sight.held) <= _SHORT
    few = sight.length(sight.trump) <= _SHORT
    return float(_bidder_leads(sight) and card.suit == sight.trump and few and not is_late)


def _long_suit_low(sight: TableSight, card: Card) -> float:
    """For the low cards of a long side suit, led before its aces."""
    if sight.led or card.suit == sight.trump or sight.length(card.suit) <= _LONG:
        return 0.0
    return float(card.rank < Rank.QUEEN)


def _ace_from_ace_ten(sight: TableSight, card: Card) -> float:
    has_both = sight.has(Rank.ACE, card.suit) and sight.has(Rank.TEN, card.suit)
    return float(_defender_leads(sight) and has_both and card.rank is Rank.ACE)


def _low_without_ace_ten(sight: TableSight, card: Card) -> float:
    has_both = sight.has(Rank.ACE, card.suit) and sight.has(Rank.TEN, card.suit)
    is_plain = card.suit != sight.trump
    return float(_defender_leads(sight) and is_plain and not has_both and card.rank < Rank.QUEEN)


def _king_of_trumps(sight: TableSight, card: Card) -> float:
    """For the king of trumps from the seat that plays just before the bidder."""
    bidder = sight.position.bidder
    is_before = bidder is left_of(sight.hand.players, sight.seat)
    is_king = card.suit == sight.trump and card.rank is Rank.KING
    return float(_defender_leads(sight) and is_before and is_king)


def _bidder_leads(sight: TableSight) -> bool:
    return not sight.led and sight.is_bidding_side


def _defender_leads(sight: TableSight) -> bool:
    return not sight.led and sight.position.bidder is not None and not sight.is_bidding_side


MAXIMS = (
    TableMaxim(
        "counters",
        "win tricks with counters, and lose tricks without",
        1.0,
        _counters,
        is_kept=True,
    ),
    TableMaxim("cheaply", "of cards that do the same play the lowest", 0.2, _cheaply),
    TableMaxim("smear", "smear as heavily as possible where the side wins", 0.5, _smear),
    TableMaxim("bare ace", "lead a bare ace at once", 6.0, _bare_ace),
    TableMaxim(
        "short suit", "do not open a side suit of one or two cards", -8.0, _short_suit, is_kept=True
    ),
    TableMaxim("draw trumps", "exhaust the opponents' trumps", 8.0, _draw_trumps),
    TableMaxim("low trump first", "lead low trumps before the top ones", 5.0, _low_trump_first),
    TableMaxim(
        "last trump", "keep one or two trumps for the last trick", -12.0, _last_trump, is_kept=True
    ),
    TableMaxim("long suit low", "lead a long side suit from its low cards", 5.0, _long_suit_low),
    TableMaxim("ace from ace-ten", "from ace and ten lead the ace", 8.0, _ace_from_ace_ten),
    TableMaxim("low lead", "without ace and ten lead low", 5.0, _low_without_ace_ten),
    TableMaxim(
        "king of trumps", "before the bidder lead the king of trumps", 10.0, _king_of_trumps
    ),
)
"""The maxims of play."""


def terms_of(sight: TableSight, card: Card) -> dict[str, float]:
    """What the advice says about a card: the terms that are not 0, by name; their sum decides."""
    terms = {maxim.name: maxim.weight * maxim.agreement(sight, card) for maxim in MAXIMS}
    return {name: points for name, points in terms.items() if points}


def maxim_for(sight: TableSight, card: Card, other: Card) -> TableMaxim | None:
    """The maxim by which a card is furthest ahead of another.

    None if the maxims do not prefer the card, or if it does not itself do what that maxim says: an
    ace of trumps that stays in the hand does not make a side suit a low trump.
    """
    ahead = {
        maxim: maxim.weight * (maxim.agreement(sight, card) - maxim.agreement(sight, other))
        for maxim in MAXIMS
    }
    best = max(ahead, key=ahead.__getitem__)
    if sum(ahead.values()) <= 0 or ahead[best] < _TELLING or not best.is_followed(sight, card):
        return None
    return best

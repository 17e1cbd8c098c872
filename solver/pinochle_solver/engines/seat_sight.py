"""What the seat to decide sees, in the terms by which rule-based engines judge its moves.

Nothing here knows more than the seat does: the stock of an open position is not read.
"""

from __future__ import annotations

from functools import cached_property

from pinochle_solver._core.hand.game import beats
from pinochle_solver.hand.position_moves import expect_own_hand
from pinochle_solver.hand.referee import Referee
from pinochle_solver.melding.prospects import MeldProspects, unseen_by_seat
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import RANKS, SUITS, Card, Rank
from pinochle_solver.rules.meld_table import MeldOption
from pinochle_solver.rules.moves import Move, Play, Show

# How gladly the other seat takes a card led: the more points the card has, the more gladly. If it
# must spend a trump, it thinks twice.
_TAKES, _TAKES_A_POINT = 0.5, 0.05
_RUFFS, _RUFFS_A_POINT = 0.2, 0.05
# Kings and aces around, the run, and anything that scores more.
_LARGE_MELD = 80


class SeatSight:
    """One decision of the stock phase, as the seat that makes it sees it.

    Args:
        position: the position; the hand of `position.turn` is wholly known.

    Raises:
        IllegalPositionError: when it is not wholly known.

    Attributes:
        position: the position.
        moves: the legal moves, in the referee's order.
        held: the seat's cards, those on its table included: copies by `Card.index`.
        unseen: the cards that the seat has not seen.
        tricks_left: how many tricks of the stock phase are left, including the open one.
        lateness: how far the stock phase has gone, from 0 at its beginning to 1.
    """

    def __init__(self, position: StockPosition) -> None:
        seat = position.turn
        expect_own_hand(position)
        # Hidden cards make no difference to what is legal.
        self._referee = Referee.of_position(position, tuple(position.unseen))
        self._by_rank = position.count.by_rank()
        self._chances: dict[Card, float] = {}
        self._lost: dict[Play, float] = {}
        self._shows: dict[Play, int] = {}
        self.position = position
        self.trump = position.trump
        self.moves = self._referee.moves()
        self.held = position.hand(seat).known.counts
        self.unseen = unseen_by_seat(position)
        tricks = position.rules.deck.stock_tricks
        self.tricks_left = tricks - position.completed_tricks + position.act.shows
        self.lateness = 1 - (self.tricks_left - 1) / max(1, tricks - 1)

    @cached_property
    def options(self) -> dict[Move, MeldOption]:
        """For each legal move that shows something: what it shows and scores."""
        return {option.show: option for option in self._referee.options()}

    @cached_property
    def prospects(self) -> MeldProspects:
        """The seat's own melds."""
        return MeldProspects(self.position, self.position.turn)

    @cached_property
    def danger(self) -> float:
        """The points of large melds that the other seat may hold, each times its chance."""
        other = self.position.turn.other
        prospects = MeldProspects(self.position, other)
        return prospects.chance_of_large(self.position.hand(other).hidden, at_least=_LARGE_MELD)

    def points(self, card: Card) -> int:
        """What a card counts."""
        return self._by_rank[card.rank]

    @property
    def led_points(self) -> int:
        """What the card led to this trick counts; 0 on lead."""
        led = self.position.led
        return 0 if led is None else self.points(led)

    def is_trump(self, card: Card) -> bool:
        """Whether it is a trump."""
        return card.suit == self.trump

    def in_hand(self, card: Card) -> int:
        """How many copies of a card the seat holds that do not lie on its table."""
        return self.prospects.in_hand[card.index]

    def length(self, suit: int) -> int:
        """How many cards of a suit the seat holds."""
        return sum(self.held[suit * RANKS : (suit + 1) * RANKS])

    @cached_property
    def longest_plain(self) -> int:
        """The number of cards in the longest plain suit held."""
        return max((self.length(suit) for suit in range(SUITS) if suit != self.trump), default=0)

    def win_chance(self, card: Card) -> float:
        """The chance that a card wins this trick: known for the second card, guessed on lead."""
        if card not in self._chances:
            self._chances[card] = self._win_chance(card)
        return self._chances[card]

    def _win_chance(self, card: Card) -> float:
        led = self.position.led
        if led is not None:
            return float(beats(led.index, card.index, self.trump))
        points = self.points(card)
        takes = min(1.0, _TAKES + _TAKES_A_POINT * points)
        ruffs = min(1.0, _RUFFS + _RUFFS_A_POINT * points)
        chance = 1 - takes * self._held_by_other(card.suit, card.rank + 1)
        if not self.is_trump(card):
            chance *= 1 - ruffs * self._held_by_other(self.trump, 0)
        return chance

    def _held_by_other(self, suit: int, lowest: int) -> float:
        """The chance that the other seat holds a card of a suit from this rank up."""
        cards = slice(suit * RANKS + lowest, (suit + 1) * RANKS)
        other = self.position.hand(self.position.turn.other)
        if any(other.known.counts[cards]):
            return 1.0
        pool = sum(self.unseen)
        missed = 1 - sum(self.unseen[cards]) / pool if pool else 1.0
        return 1 - missed**other.hidden

    def swing(self, card: Card) -> float:
        """The card points that a play wins or gives away, the open trick's alone."""
        return (2 * self.win_chance(card) - 1) * (self.points(card) + self.led_points)

    def prospects_lost(self, play: Play) -> float:
        """What the seat's melds, complete or not, are worth less after a play."""
        if play not in self._lost:
            self._lost[play] = self.prospects.lost_by(play)
        return self._lost[play]

    def best_show(self, play: Play) -> int:
        """The most points the seat could show if it won this trick with that card."""
        if play not in self._shows:
            self._shows[play] = self.prospects.best_show(play)
        return self._shows[play]

    @cached_property
    def urgency(self) -> float:
        """How much of a meld is lost by a turn missed: little early on, all of it at the end."""
        return float(1 / max(1, self.prospects.turns) ** 0.5)

    @cached_property
    def lean(self) -> int:
        """1 for a melding hand, -1 for a playing hand, 0 for one that is neither.

        Many pictures, few aces and weak trumps make the one, many aces and tens the other.
        """
        pictures = strong = honours = 0
        for index, copies in enumerate(self.held):
            rank, suit = Rank(index % RANKS), index // RANKS
            is_honour = rank in (Rank.ACE, Rank.TEN)
            honours += copies * is_honour
            strong += copies * (is_honour or suit == self.trump)
            pictures += copies * (suit != self.trump and Rank.JACK <= rank <= Rank.KING)
        return (pictures > strong + 1) - (honours > pictures + 1)

    def melding_share_above(self, card: Card) -> float:
        """Of the unseen cards of its suit that beat a card, the share that serve in melds."""
        above = range(card.index + 1, (card.suit + 1) * RANKS)
        unseen = sum(self.unseen[index] for index in above)
        if not unseen:
            return 1.0
        melding = sum(self.unseen[index] for index in above if self.prospects.serves(index))
        return melding / unseen


def plays_of(sight: SeatSight) -> list[Play]:
    """The legal cards; none when something is to be shown."""
    return [move for move in sight.moves if isinstance(move, Play)]


def shown_points(sight: SeatSight, show: Show) -> int:
    """What a legal show scores, 0 for a pass."""
    option = sight.options.get(show)
    return 0 if option is None else option.points

"""The engines that choose without searching, and give no values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from random import Random

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.choices import likely_choices
from pinochle_solver.engines.table.bidding import advised_burial, advised_call, call_up_to
from pinochle_solver.engines.table.engine import TableDecision, TableEngine
from pinochle_solver.engines.table.maxims import terms_of
from pinochle_solver.engines.table.sight import TableSight
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.acts import Act
from pinochle_solver.table.burial import laid_by
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import layings, most_meld_points
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call, Concede, Dix, Lay, PlayCard
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.stock_options import with_dix_shown
from pinochle_solver.table.views import AnyMove

_CHOICES = 24
# Of cards that win the same the greedy engine plays the weaker one.
_CHEAPER = 0.01
# How often the random engine passes, and concedes.
_PASSES, _CONCEDES = 0.5, 0.1
_ANNOTATIONS = ("id", "bm", "value")


class TableRuleEngine(TableEngine):
    """Chooses a move by a rule: it melds all that it can, and shows every dix."""

    def choose(
        self,
        position: TablePosition,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
        progress: Callable[[TableDecision], None] | None = None,
    ) -> TableDecision:
        """As `TableEngine.choose`."""
        return TableDecision(self._move(position, seed))

    def _move(self, position: TablePosition, seed: int) -> AnyMove:
        hand = hand_of(position)
        if hand.act is Act.DIX:
            return Dix(any(move == Dix(True) for move in hand.legal_moves()))
        if isinstance(hand, StockHand):
            return _most_shown(hand) if hand.act is Act.MELD else self._stock_card(position, hand)
        if hand.act is Act.BID:
            return self._call(hand)
        if hand.act is Act.BURY:
            return self._burial(hand)
        return Lay() if hand.act is Act.MELD else PlayCard(self._card(position, hand))

    def _stock_card(self, position: TablePosition, hand: StockHand) -> Play:
        """A card by the same rule; of copies in the hand and on the table the hand's."""
        plays = {
            move.card: move for move in reversed([*hand.legal_moves()]) if isinstance(move, Play)
        }
        return plays[self._card(position, hand)]

    def _card(self, position: TablePosition, hand: TableHand | StockHand) -> Card:
        """The legal card with the highest worth, of equals the first in canonical order."""
        sight = TableSight(position)
        moves = (move for move in hand.legal_moves() if isinstance(move, (Play, PlayCard)))
        cards = dict.fromkeys(move.card for move in moves)
        return max(cards, key=lambda card: self._worth(sight, card))

    @abstractmethod
    def _call(self, hand: TableHand) -> Call:
        """The call that it makes."""

    @abstractmethod
    def _burial(self, hand: TableHand) -> Bury | Concede:
        """The trump and burial that it chooses."""

    @abstractmethod
    def _worth(self, sight: TableSight, card: Card) -> float:
        """How good a card is."""


class TableAdviceEngine(TableRuleEngine):
    """Follows MacDougall: his valuation of hands, and his maxims of play."""

    name = "advice"
    summary = "MacDougall's valuation of hands and maxims of play"

    def _call(self, hand: TableHand) -> Call:
        return advised_call(hand)

    def _burial(self, hand: TableHand) -> Bury | Concede:
        return advised_burial(hand)

    def _worth(self, sight: TableSight, card: Card) -> float:
        return sum(terms_of(sight, card).values())


class TableGreedyEngine(TableRuleEngine):
    """Takes the most points now.

    It bids as long as its melds and half of all that cards count reach the bid, and gives up only
    a contract that cannot be made. The burial is the one with the most melds and points.
    """

    name = "greedy"
    summary = "the most points now"

    def _call(self, hand: TableHand) -> Call:
        assert hand.turn is not None
        cards, rules = hand.hands[hand.turn], hand.rules
        melds = max(most_meld_points(cards, trump, rules.melds) for trump in Suit)
        return call_up_to(hand, melds + rules.whole_count // 2)

    def _burial(self, hand: TableHand) -> Bury | Concede:
        assert hand.turn is not None
        choices = likely_choices(hand.hands[hand.turn], hand.rules, _CHOICES)
        best = max(choices, key=lambda choice: choice.melds + choice.buried)
        whole = best.melds + hand.rules.whole_count
        is_lost = hand.contract is not None and whole < hand.contract
        return CONCEDE if is_lost and hand.rules.melds_win else best.move

    def _worth(self, sight: TableSight, card: Card) -> float:
        won = (2 * sight.side_wins(card) - 1) * (sight.led_points + sight.points(card))
        return won - _CHEAPER * (card.rank + (card.suit == sight.trump))


class TableRandomEngine(TableEngine):
    """Makes any legal move.

    It passes in half of its calls. A trump, the cards of a burial, the melds laid and a card
    played are each equally likely.
    """

    name = "random"
    summary = "any legal move"

    def choose(
        self,
        position: TablePosition,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
        progress: Callable[[TableDecision], None] | None = None,
    ) -> TableDecision:
        """As `TableEngine.choose`; it depends only on the position and the seed."""
        tokens = [entry for entry in position.tokens().items() if entry[0] not in _ANNOTATIONS]
        return TableDecision(_random_move(position, Random(f"{seed} {tokens}")))


def _random_move(position: TablePosition, random: Random) -> AnyMove:
    hand = hand_of(position)
    if isinstance(hand, TableHand) and hand.act is Act.BURY:
        return _random_burial(hand, random)
    moves = list(hand.legal_moves())
    if hand.act is Act.BID and moves[-1] == PASS and random.random() < _PASSES:
        return PASS
    return random.choice(moves)


def _random_burial(hand: TableHand, random: Random) -> Bury | Concede:
    assert hand.turn is not None
    if hand.rules.melds_win and random.random() < _CONCEDES:
        return CONCEDE
    cards = hand.hands[hand.turn]
    choice = Bury(random.choice(list(Suit)), Hand.of(random.sample(list(cards), hand.rules.widow)))
    laid = random.choice(list(layings(less(cards, choice.cards), choice.trump)))
    is_all = laid == laid_by(choice, cards)
    return choice if is_all else Bury(choice.trump, choice.cards, laid)


def _most_shown(hand: StockHand) -> Show:
    """What scores most at once; of equals the first in the referee's order."""
    shows = (move for move in hand.legal_moves() if isinstance(move, Show))
    return max(shows, key=lambda show: _shown_points(hand, show))


def _shown_points(hand: StockHand, show: Show) -> int:
    """What a seat scores by a show."""
    assert hand.turn is not None
    assert hand.upcard is not None
    before = seat = hand.seats[hand.turn]
    if show.dix:
        seat = with_dix_shown(seat, hand.upcard, None)
    if show.meld is not None:
        seat = seat.after_meld(show.meld, hand.completed)
    return seat.melds - before.melds

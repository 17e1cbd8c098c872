"""Worlds of a table of three or four that a seat holds possible (RULES-TABLE.md, section 9).

The cards played prove which cards a seat cannot hold (``double_dummy/absent.py``). Four things more
are taken into account. A seat that needed a marriage to bid was dealt one. A seat that has laid its
melds hardly ever kept one back: `KEPT_BACK` is the chance of that. A seat bids, names trump and
buries about as its hand is guessed to be worth (``auctions``). And it plays about as the policy
does, so that worlds in which it would have played otherwise are less likely
(``_core.hidden_hands.likelihood``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pinochle_solver._core.hidden_hands.likelihood import PlayLikelihood, choose
from pinochle_solver._core.hidden_hands.worlds import DealSampler
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.bidders import Bidders
from pinochle_solver.double_dummy.unseen import BURIED, GONE, WIDOW, Place, Unseen
from pinochle_solver.double_dummy.worlds import World
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.auctions import auction_likelihood
from pinochle_solver.hidden_hands.playing_out import KnownToAll
from pinochle_solver.hidden_hands.policies import family_of, learnt
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS, NO_CARDS, Hand
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import TableMelds, melds_with
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, known_cards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEPT_BACK = 0.02
"""The chance that a seat does not lay a meld that it has, of each meld."""
TEMPERATURE = 12.0
"""A seat plays a card e times as often as one that the policy likes so many points less."""
TRUST = 0.5
"""How far the cards played are believed to tell of the others: the power of their likelihood."""
CHOSEN_FROM = 24
"""Every world is chosen from so many by all this."""


@dataclass(frozen=True, slots=True)
class WorldBatch:
    """Worlds that follow one another.

    Attributes:
        places: the places: the seats that play, then the widow, the burial and the cards gone.
        counts: (worlds, places, CARDS) the copies of each card in each place.
    """

    places: tuple[Place, ...]
    counts: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.counts)

    def hands(self) -> NDArray[np.uint8]:
        """(worlds, seats, CARDS) the copies of each card that each playing seat holds."""
        return self.counts[:, : len(self.places) - 3]

    def at(self, place: Place) -> NDArray[np.uint8]:
        """(worlds, CARDS) the copies of each card in a place."""
        return self.counts[:, self.places.index(place)]

    def world(self, number: int) -> World:
        """One of these worlds, by its number in the batch."""
        cards = [Hand(place.tobytes()) for place in self.counts[number]]
        of = dict(zip(self.places, cards, strict=True))
        hands = {place: hand for place, hand in of.items() if isinstance(place, Seat)}
        return World(hands, of[WIDOW], of[BURIED])


class Beliefs:
    """The worlds that a seat holds possible.

    Args:
        position: the position as its seat to decide sees it.
        kept_back: the chance that a seat does not lay a meld that it has.
        temperature: how much worse cards are played how often, in points.
        trust: the power of the likelihood of the cards played, 0 to 1.
        hears_auction: whether calls, trump and burial are taken to tell of the hands.
        chosen_from: from how many worlds each is chosen by these likelihoods.

    Attributes:
        position: as given.
        unseen: the unseen cards, and where they may be.
        places: the places of its worlds: the seats that play, the widow, the burial, cards gone.

    Raises:
        IllegalPositionError: (``tricks``) if no deal of the unseen cards explains the cards played.
    """

    def __init__(
        self,
        position: TablePosition,
        *,
        kept_back: float = KEPT_BACK,
        temperature: float = TEMPERATURE,
        trust: float = TRUST,
        hears_auction: bool = True,
        chosen_from: int = CHOSEN_FROM,
    ) -> None:
        self.position, self.unseen = position, Unseen(position)
        self.places: tuple[Place, ...] = (*position.players, WIDOW, BURIED, GONE)
        self._kept_back, self._temperature, self._trust = kept_back, temperature, trust
        self._play = self._likelihood_of_play() if trust else None
        self._auction = auction_likelihood(position, self.places) if hears_auction else None
        is_chosen = self._play is not None or self._auction is not None
        self._chosen_from = chosen_from if is_chosen else 1

    @property
    def number(self) -> int:
        """How many deals of the unseen cards explain the cards played, identical cards told apart.

        Some of them may be unlikely, or impossible, by the bids and the melds.
        """
        return self.unseen.number

    @property
    def infers(self) -> bool:
        """Whether some of these deals are likelier than others."""
        return self._chosen_from > 1 or self._sampler.judges

    def worlds(
        self, number: int, seed: int = 1, first: int = 0, stop: StopFlag | None = None
    ) -> WorldBatch:
        """Worlds drawn independently, each as likely as what was seen makes it.

        Args:
            number: how many.
            seed: the seed of the worlds.
            first: the number of the first of them; world i depends only on the seed and i.
            stop: ends it early, with fewer worlds.

        Raises:
            IllegalPositionError: (``bids``) if no deal was found that gives everybody who bid the
                marriage that the bid needs.
        """
        import numpy as np

        each, stop = self._chosen_from, stop or StopFlag()
        counts = np.empty((number * each, len(self.places), CARDS), dtype=np.uint8)
        drawn = self._sampler.draw(counts, seed, first * each, stop)
        if drawn < number * each and not stop.is_set:
            raise IllegalPositionError("bids", "no deal was found that gives who bid a marriage")
        if each == 1:
            return WorldBatch(self.places, counts[:drawn])
        counts = counts[: drawn // each * each]
        logarithms = self._logarithms(counts, stop)
        done = len(logarithms) // each
        chosen = np.empty(done, dtype=np.int64)
        choose(logarithms[: done * each].reshape(done, each), seed, first, chosen)
        return WorldBatch(self.places, counts[np.arange(done) * each + chosen])

    def _logarithms(self, counts: NDArray[np.uint8], stop: StopFlag) -> NDArray[np.float64]:
        """(worlds,) how likely what was seen makes worlds; fewer of them if it was stopped."""
        import numpy as np

        played, called, done = np.zeros(len(counts)), np.zeros(len(counts)), len(counts)
        if self._play is not None:
            hands = counts[:, : len(self.position.players)]
            done = self._play.of(hands, played, stop)
        if self._auction is not None:
            done = min(done, self._auction.add(counts, called, stop))
        both: NDArray[np.float64] = self._trust * played + called
        return both[:done]

    @cached_property
    def _sampler(self) -> DealSampler:
        import numpy as np

        graph = self.unseen.graph()
        sizes = np.zeros((len(graph.sizes), len(self.places)), dtype=np.uint8)
        for column, place in enumerate(graph.places):
            sizes[:, self.places.index(place)] = [split[column] for split in graph.sizes]
        sampler = DealSampler(
            graph.cards,
            np.array(graph.starts, dtype=np.int32),
            np.array(graph.splits, dtype=np.int32),
            np.array(graph.before, dtype=np.float64),
            np.array(graph.following, dtype=np.int32),
            sizes,
            np.array([list(self.known(place).counts) for place in self.places], dtype=np.uint8),
        )
        self._tell(sampler)
        return sampler

    def _likelihood_of_play(self) -> PlayLikelihood | None:
        """The likelihood of the cards that the others have played; None if it tells nothing."""
        import numpy as np

        position, hand = self.position, hand_of(self.position)
        is_past_known = position.tricks is not None or position.completed_tricks == 0
        plays = list(hand.plays())
        if isinstance(hand, StockHand) or position.trump is None or not is_past_known:
            return None
        if all(seat == position.turn for seat, _, _ in plays):
            return None
        before = replace(hand, tricks=(), led=(), leader=hand.order[0])
        known = KnownToAll(
            rules=position.rules,
            trump=position.trump,
            players=position.players,
            leader=hand.order[0],
            bidder=position.bidder,
            shown={seat: known_cards(before, seat) for seat in position.players},
        )
        played = [list(hand.played_by(seat).counts) for seat in position.players]
        return PlayLikelihood(
            known.pack(),
            learnt(family_of(position.rules)),
            bytes(card.index for _, _, card in plays),
            np.array(played, dtype=np.uint8),
            bytes(seat != position.turn for seat in position.players),
            self._temperature,
        )

    def known(self, place: Place) -> Hand:
        """The cards that are known to lie in a place."""
        position = self.position
        if isinstance(place, Seat):
            return position.hands[place].known
        pile: PartialHand | None = None
        if place is WIDOW and position.act is Act.BID:
            pile = position.widow
        elif place is BURIED:
            pile = position.buried
        return NO_CARDS if pile is None else pile.known

    def _tell(self, sampler: DealSampler) -> None:
        """Tell of what the other seats have bid and laid."""
        position, hand = self.position, hand_of(self.position)
        bidders = Bidders(position).seats
        laid = _laid(position, hand)
        if laid and position.trump is not None:
            melds = melds_with(position.trump)
            sampler.see_melds(
                [[card.index for card in meld.cards] for meld in melds], self._kept_back
            )
        for place, seat in enumerate(position.players):
            if seat == position.turn or not (seat in bidders or seat in laid):
                continue
            times = _times(position, hand, seat, laid[seat]) if seat in laid else None
            played = hand.played_by(seat).counts
            sampler.see(place, played, times, had_marriage=seat in bidders)


def _laid(position: TablePosition, hand: AnyHand) -> dict[Seat, TableMelds]:
    """What each seat has laid that has had its turn, as far as everything it had is known."""
    is_past_known = position.tricks is not None or position.completed_tricks == 0
    if isinstance(hand, StockHand) or position.trump is None or not is_past_known:
        return {}
    if position.act is Act.PLAY:
        if not position.melds:
            return {}
        seats = (position.bidder,) if position.rules.only_bidder_melds else position.players
        return {seat: position.melds.get(seat, ()) for seat in seats if seat is not None}
    return {
        seat: melds
        for seat in position.players
        if (melds := hand.laid[seat]) is not None and seat not in hand.waiting
    }


def _times(position: TablePosition, hand: AnyHand, seat: Seat, laid: TableMelds) -> bytes:
    """How often a seat has laid each meld; a nine got by the exchange counts as laid."""
    assert position.trump is not None
    times = [laid.count(meld) for meld in melds_with(position.trump)]
    if isinstance(hand, TableHand) and hand.exchanger is not None:
        times[-1] += seat == hand.dealer
    return bytes(times)

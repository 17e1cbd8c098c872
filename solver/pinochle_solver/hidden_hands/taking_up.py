"""A bidder takes up the widow, names trump and buries by what he sees: in many worlds at once.

For each trump the burials that a rule of thumb likes best (``_core.hidden_hands.burials``) are
played out in a few deals of the cards that he does not see then, and the one with the highest mean
is his. They are deals of other worlds, so he knows nothing of the one that he plays in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver._core.hidden_hands.burials import BurialFinder, swap_widows
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.choices import (
    CARD_IN_PLAY,
    LENGTH_IN_PLAY,
    REST_IN_PLAY,
    TO_SPARE,
    TRUMP_IN_PLAY,
)
from pinochle_solver.double_dummy.unseen import WIDOW
from pinochle_solver.hidden_hands.beliefs import Beliefs, WorldBatch
from pinochle_solver.hidden_hands.corrections import VARYING
from pinochle_solver.hidden_hands.laying import most_laid, shown_by_laying
from pinochle_solver.hidden_hands.playing_out import known_at_first_lead, playouts_from
from pinochle_solver.limits import MOST_WORLDS
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS, Rank, Suit
from pinochle_solver.table.melds import melds_with, values_by_meld
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CANDIDATES = 8
"""How many choices of trump and burial are played out, the best of each trump among them.

In 127 random hands of auction the first by the rule of thumb is 5.7 points worse than the best of
sixteen. Chosen by `SAMPLES` deals each, with `TRUST`, the one of 8 is 0.9 worse.
"""
SAMPLES = 16
"""In how many deals each of them is tried."""
TRUST = 4.0
"""For how many deals the rule of thumb stands, in comparing them."""
WITHOUT_WIDOW = 256
"""In how many deals the trumps are tried if there is no widow: there is one choice for all."""


class TakenUp(NamedTuple):
    """What a bidder has done in worlds, for each trump S H D C that he may name.

    Attributes:
        kept: (worlds, 4, CARDS) the cards that he keeps.
        brought: (worlds, 4, 2) the points of his melds and of the burial.
        expected: (worlds, 4) what his side makes in all by his estimate.
        spread: (worlds,) the standard deviation of that: of the playouts, and of a hand that is
            played about its playout.
    """

    kept: NDArray[np.uint8]
    brought: NDArray[np.int32]
    expected: NDArray[np.float64]
    spread: NDArray[np.float64]


class TakingUp:
    """What the seat on turn does in worlds if it buys the hand.

    Args:
        position: a position in the auction, as its seat sees it.
        beliefs: the worlds.
        seed: their seed.
    """

    def __init__(self, position: TablePosition, beliefs: Beliefs, seed: int) -> None:
        self._position, self._beliefs, self._seed = position, beliefs, seed
        self._finder = finder_of(position.rules)
        self._always = None if position.rules.widow else self._without_widow()

    def worlds(self, number: int, first: int, stop: StopFlag) -> tuple[WorldBatch, TakenUp] | None:
        """Worlds and what it does in them; None if it was stopped.

        Args:
            number: how many.
            first: the number of the first of them.
            stop: ends it early.
        """
        import numpy as np

        more = 0 if self._always is not None else SAMPLES
        batch = self._beliefs.worlds(number + more, self._seed, first, stop)
        if len(batch) < number + more:
            return None
        worlds = WorldBatch(batch.places, batch.counts[:number])
        if self._always is not None:
            kept, brought, expected, spread = self._always
            return worlds, TakenUp(
                np.repeat(kept, number, axis=0),
                np.repeat(brought, number, axis=0),
                np.repeat(expected, number, axis=0),
                np.repeat(spread, number, axis=0),
            )
        taken = self._taken_up(batch, number, stop)
        return None if taken is None else (worlds, taken)

    def _taken_up(self, batch: WorldBatch, number: int, stop: StopFlag) -> TakenUp | None:
        import numpy as np

        own, widows = self._position.turn, batch.at(WIDOW)
        found = found_burials(
            self._finder, batch.at(own)[:number] + widows[:number], CANDIDATES, stop
        )
        # The deals of the worlds that follow, with this widow in place of theirs.
        other = np.arange(number)[:, None] + np.arange(1, SAMPLES + 1)
        deals = np.ascontiguousarray(batch.hands()[other.reshape(-1)])
        wanted = np.repeat(widows[:number], SAMPLES, axis=0)
        had = np.ascontiguousarray(widows[other.reshape(-1)])
        swap_widows(deals, had, wanted, self._position.players.index(own))
        return self._chosen(found, deals.reshape(number, SAMPLES, *deals.shape[1:]), stop)

    def _without_widow(self) -> TakenUp:
        """What it does in every world, as no card comes to its hand."""
        stop, own = StopFlag(), self._position.turn
        # These worlds have numbers that no search comes to.
        batch = self._beliefs.worlds(WITHOUT_WIDOW, self._seed, MOST_WORLDS)
        found = found_burials(self._finder, batch.at(own)[:1], 1, stop)
        taken = self._chosen(found, batch.hands()[None], stop)
        assert taken is not None
        return taken

    def _chosen(self, found: Burials, deals: NDArray[np.uint8], stop: StopFlag) -> TakenUp | None:
        """For each trump the burial that does best in deals.

        Args:
            found: the burials of every hand.
            deals: (hands, deals, seats, CARDS) the deals in which those of a hand are tried.
            stop: ends it early.
        """
        import numpy as np

        hands, tried, seats = deals.shape[:3]
        number, trumps = found.likeliest(CANDIDATES)
        totals = np.empty((len(number), tried))
        for trump in Suit:
            chosen = np.flatnonzero(trumps[:, 0] == trump)
            if not len(chosen):
                continue
            kept = found.kept[number[chosen], trump, trumps[chosen, 1]]
            rows = deals[number[chosen]].reshape(-1, seats, CARDS)
            won = self._won(trump, rows, np.repeat(kept, tried, axis=0), stop)
            if won is None:
                return None
            brought = found.brought[number[chosen], trump, trumps[chosen, 1]].sum(axis=1)
            totals[chosen] = won.reshape(-1, tried) + brought[:, None]
        guesses = found.guesses[number, trumps[:, 0], trumps[:, 1]]
        means = totals.mean(axis=1)
        in_hand = np.bincount(number, minlength=hands)
        above = np.bincount(number, means - guesses, hands) / in_hand
        means = (tried * means + TRUST * (guesses + above[number])) / (tried + TRUST)
        spread = np.sqrt(np.bincount(number, totals.var(axis=1, ddof=1), hands) / in_hand)
        # Of every hand and trump the first with the highest mean.
        order = np.lexsort((np.arange(len(number)), -means, trumps[:, 0], number))
        key = (number * len(Suit) + trumps[:, 0])[order]
        best = order[np.flatnonzero(np.diff(key, prepend=-1))]
        at = number[best], trumps[best, 0], trumps[best, 1]
        shape = hands, len(Suit)
        return TakenUp(
            found.kept[at].reshape(*shape, CARDS),
            found.brought[at].reshape(*shape, 2),
            means[best].reshape(shape),
            np.hypot(spread, VARYING * self._position.rules.whole_count),
        )

    def _won(
        self, trump: Suit, deals: NDArray[np.uint8], kept: NDArray[np.uint8], stop: StopFlag
    ) -> NDArray[np.int64] | None:
        """(deals,) what its side wins, with what a partner melds; None if it was stopped."""
        position, seat = self._position, self._position.turn
        deals[:, position.players.index(seat)] = kept
        results = played_out(position, seat, trump, deals, stop)
        if results is None:
            return None
        side = next(unit for unit in position.units if seat in unit)
        seats = [position.players.index(each) for each in side]
        won: NDArray[np.int64] = results[:, seats, 0].sum(axis=1, dtype="int64")
        for partner in side:
            if partner != seat:
                of_partner = deals[:, position.players.index(partner)]
                won += most_laid(position.rules, trump, of_partner)[:, 0]
        return won


class Burials(NamedTuple):
    """Burials found for hands, by trump S H D C, the best first.

    Attributes:
        kept: (hands, 4, burials, CARDS) what is kept.
        brought: (hands, 4, burials, 2) the points of melds and burial.
        guesses: (hands, 4, burials) what all is guessed to bring; minus infinity for none.
    """

    kept: NDArray[np.uint8]
    brought: NDArray[np.int32]
    guesses: NDArray[np.float64]

    def likeliest(self, most: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The best burial of each trump in every hand, and others up to `most` in all.

        Returns:
            (choices,) the hand of each, and (choices, 2) its trump and place; in order of hands.
        """
        import numpy as np

        hands, _, each = self.guesses.shape
        ranked = self.guesses.copy()
        ranked[:, :, 0] = np.inf
        order = np.argsort(-ranked.reshape(hands, -1), axis=1, kind="stable")[:, :most]
        number = np.repeat(np.arange(hands), order.shape[1])
        trumps = np.stack([order.reshape(-1) // each, order.reshape(-1) % each], axis=1)
        there = self.guesses[number, trumps[:, 0], trumps[:, 1]] > -np.inf
        return number[there], trumps[there]


def finder_of(rules: TableRules) -> BurialFinder:
    """What finds burials by the rule of thumb of ``double_dummy/choices.py``."""
    melds = [melds_with(trump) for trump in Suit]
    return BurialFinder(
        [[[card.index for card in meld.cards] for meld in each] for each in melds],
        [values_by_meld(rules.melds)[meld.kind] for meld in melds[0]],
        rules.melds.roundhouse,
        bytes(rules.count.by_rank()),
        [TRUMP_IN_PLAY.get(rank, 0.0) for rank in Rank],
        [CARD_IN_PLAY.get(rank, 0.0) for rank in Rank],
        list(LENGTH_IN_PLAY),
        REST_IN_PLAY,
        rules.widow,
        TO_SPARE,
    )


def found_burials(
    finder: BurialFinder, hands: NDArray[np.uint8], most: int, stop: StopFlag
) -> Burials:
    """The burials of hands, (hands, CARDS), at most so many for each trump."""
    import numpy as np

    shape = len(hands), len(Suit), most
    found = Burials(
        np.empty((*shape, CARDS), dtype=np.uint8),
        np.empty((*shape, 2), dtype=np.int32),
        np.empty(shape),
    )
    finder.find(np.ascontiguousarray(hands), *found, stop)
    return found


def played_out(
    position: TablePosition,
    bidder: Seat,
    trump: Suit,
    deals: NDArray[np.uint8],
    stop: StopFlag,
    leader: Seat | None = None,
) -> NDArray[np.int16] | None:
    """Deals played out from the first lead, every seat having laid all its melds.

    Args:
        position: for the game and its seats.
        bidder: who has named trump.
        trump: the trump.
        deals: (deals, seats, CARDS) the cards that each seat plays.
        stop: ends it early.
        leader: who leads; None: whom the rules say.

    Returns:
        (deals, seats, 2) the card points and the tricks of each seat; None if it was stopped.
    """
    import numpy as np

    shown = np.zeros_like(deals)
    for place, seat in enumerate(position.players):
        if seat == bidder or not position.rules.only_bidder_melds:
            shown[:, place] = shown_by_laying(trump, deals[:, place])
    known = known_at_first_lead(position, trump, bidder)
    if leader is not None:
        known = replace(known, leader=leader)
    playouts = playouts_from(known)
    results = np.empty((*deals.shape[:2], 2), dtype=np.int16)
    return results if playouts.play_out(deals, results, stop, shown) == len(deals) else None

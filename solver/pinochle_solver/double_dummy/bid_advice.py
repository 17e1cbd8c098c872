"""How far to bid, by the values of the calls.

A seat bids as long as to buy the hand is worth no less than to pass. Bids that come to the same are
put together: with a strong hand forty low bids do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.intervals import SURE
from pinochle_solver.rules.cards import Card
from pinochle_solver.table.moves import PASS, Call

_LIKELY = 0.10
"""Bids that are made more seldom interest nobody."""


@dataclass(frozen=True, slots=True)
class BidGroup:
    """Bids that follow each other and come to the same.

    Attributes:
        lowest, highest: the bids.
        chance: the lowest of them with its values.
    """

    lowest: int
    highest: int
    chance: MoveChance

    def text(self) -> str:
        """``300``, or ``310-340``."""
        return str(self.lowest) if self.lowest == self.highest else f"{self.lowest}-{self.highest}"

    def has(self, move: MoveChance | None) -> bool:
        """Whether a bid is one of these."""
        bid = move.move.bid if move is not None and isinstance(move.move, Call) else None
        return bid is not None and self.lowest <= bid <= self.highest


@dataclass(frozen=True, slots=True)
class BidAdvice:
    """What to call.

    Attributes:
        limit: the highest bid that is worth no less than a pass and is made in some deal, with its
            values; if there is no pass, the bid with the highest mean. None: pass.
        lowest: the lowest bid that may be made.
        best: of the bids that are made in some deal that with the highest mean, the lowest of
            equals; if none is, of all.
        passing: the pass; None: the seat must bid.
        is_close: whether, of the lowest bid and the pass, either may be the better.
        pays_to_jump: whether that bid is surely worth more than the lowest.
    """

    limit: MoveChance | None
    lowest: MoveChance
    best: MoveChance
    passing: MoveChance | None
    is_close: bool
    pays_to_jump: bool

    @property
    def call(self) -> MoveChance:
        """The call that is worth most."""
        if self.limit is None:
            assert self.passing is not None
            return self.passing
        return self.best

    def leads(self) -> list[tuple[MoveChance, Estimate]]:
        """How much more that call is worth than the others that make sense.

        These are the lowest bid, the bid up to which it pays to go, and a pass.
        """
        rivals = {
            each.move: each
            for each in (self.lowest, self.limit, self.passing)
            if each is not None and each.move != self.call.move
        }
        return [(each, _lead(self.call, each)) for each in rivals.values()]


class WidowCard(NamedTuple):
    """What a card in the widow does for a contract.

    Attributes:
        card: the card.
        chance: how likely it lies in the widow.
        made: how likely the contract is made then.
        without: how likely it is made if the card does not lie there.
    """

    card: Card
    chance: float
    made: Estimate
    without: Estimate


class OpenChance(NamedTuple):
    """How often a bid is made if the cards lie face up.

    Attributes:
        in_play: if the bidder has named trump and buried by his own cards, and all see all cards
            from the first lead on.
        in_all: if he also names trump and buries by the cards of the others; it is an upper bound
            of what can be made.
        worlds: in how many deals both were tried.
    """

    in_play: Estimate
    in_all: Estimate
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidStudy:
    """A hand in the auction.

    Attributes:
        analysis: what each call comes to.
        advice: what to call.
        bid: the bid that the rest is about: the highest that is advised, or the lowest there is.
        totals: in what part of the deals the side makes how many points, from tens to tens, with
            the trump that is named for this bid.
        widow: what the cards of the widow do for this bid, the most helpful first; empty without a
            widow.
        open_chances: by bid, how often it is made if the cards lie face up, in deals of the
            analysis; None: it was not asked for.
    """

    analysis: ChanceAnalysis
    advice: BidAdvice
    bid: int
    totals: Mapping[int, float]
    widow: tuple[WidowCard, ...]
    open_chances: Mapping[int, OpenChance] | None = None


def bids_of(analysis: ChanceAnalysis) -> list[MoveChance]:
    """The bids among the moves of an analysis in the auction, rising."""
    return _bids(analysis.moves)


def _bids(moves: Iterable[MoveChance]) -> list[MoveChance]:
    return [move for move in moves if isinstance(move.move, Call) and move.move.bid is not None]


def bid_advice(analysis: ChanceAnalysis) -> BidAdvice | None:
    """What to call; None where an analysis does not say what a pass is worth, or no bid.

    Args:
        analysis: of a position in the auction.
    """
    bids = [move for move in bids_of(analysis) if move.mean is not None]
    passing = next((move for move in analysis.moves if move.move == PASS), None)
    if not bids or (passing is not None and passing.mean is None):
        return None
    best, lowest = max([*filter(_may_be_made, bids)] or bids, key=_mean), bids[0]
    jumps = _mean(best) - _mean(lowest) > _reach(best, lowest)
    if passing is None:
        return BidAdvice(best, lowest, best, None, is_close=False, pays_to_jump=jumps)
    good = [move for move in bids if _mean(move) >= _mean(passing) and _may_be_made(move)]
    return BidAdvice(
        good[-1] if good else None,
        lowest,
        best,
        passing,
        is_close=abs(_mean(best) - _mean(passing)) <= _reach(best, passing),
        pays_to_jump=jumps,
    )


def bid_groups(moves: Iterable[MoveChance]) -> list[BidGroup]:
    """The bids, those put together that come to the same to the tenth.

    Of those that are made in less than 10% of the deals only the first is given.

    Args:
        moves: what was tried in the auction, the bids rising.
    """
    groups = list[BidGroup]()
    for move in _bids(moves):
        assert isinstance(move.move, Call)
        assert move.move.bid is not None
        bid, last = move.move.bid, groups[-1] if groups else None
        if last is not None and _is_hopeless(last.chance):
            break
        if last is not None and _come_to(last.chance) == _come_to(move):
            groups[-1] = BidGroup(last.lowest, bid, last.chance)
        else:
            groups.append(BidGroup(bid, bid, move))
    return groups


def _may_be_made(move: MoveChance) -> bool:
    """Whether a bid was made in any deal: others only keep somebody else from the hand."""
    return move.chance is None or move.chance.mean > 0


def _is_hopeless(move: MoveChance) -> bool:
    return move.chance is not None and move.chance.mean < _LIKELY


def _come_to(move: MoveChance) -> Sequence[object]:
    """What bids have in common that are put together."""
    chance = None if move.chance is None else round(move.chance.mean, 3)
    return chance, None if move.mean is None else round(move.mean.mean, 1), move.trump


def _mean(move: MoveChance) -> float:
    assert move.mean is not None
    return move.mean.mean


def _lead(one: MoveChance, other: MoveChance) -> Estimate:
    """How much more the first of two moves is worth, with its standard error."""
    assert one.mean is not None
    assert other.mean is not None
    return Estimate(one.mean.mean - other.mean.mean, hypot(one.mean.se, other.mean.se))


def _reach(one: MoveChance, other: MoveChance) -> float:
    """How far apart the means of two moves may be by chance."""
    return SURE * _lead(one, other).se

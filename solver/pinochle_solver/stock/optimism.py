"""What analyses promise too much, found in hands that the engine played against itself.

After a lead the other seat replies, and after that both choose again: by the policy in a playout,
better than that at the table. Whoever has just to choose gains less by it than the other. What the
other seat holds is inferred only roughly. Where hands showed that a kind of decision promises too
much in a part of the stock, so many points are taken off the mover's lead in every world, before
the chance to win is told from it. All moves of a decision lose the same: which is best, and by how
much, does not change.

Chances to win were found to be surer than playouts say, for who plays better than the policy throws
less away of what he has. So they are stretched, as log odds, and the less the wider their error is:
part of what stands out is the luck of the worlds. Where all worlds are gone through it is the other
way round, for what is taken there for the best reply is not always found.

The figures are of the default engine, a set for every deck whose hands were played to find them
(``benchmarks/calibration/``). Of other decks nothing is known, and nothing is taken off.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from pinochle_solver.notation.position_fields import NO_SCORE
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.decks import PINOCHLE_DECK
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.stock.estimates import Estimate

_Thirds = tuple[float, float, float]
_Parts = tuple[float, ...]
# How far apart the log odds of chances lie in the thirds of the stock: their variance.
_ODDS = (1.0, 4.0, 9.0)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in the hands of a deck.

    Attributes:
        leads: what means of playouts promise too much before a lead, in so many equal parts of the
            stock one after the other,
        replies: before a reply,
        shows: and before a show.
        last_lead: the same where all worlds are gone through,
        last_reply: of a reply,
        last_show: and of a show.
        by_estimates: what is to be added to a lead there if replies are chosen by estimates.
        stretches: how much surer chances are than playouts say, in the thirds of the stock; None
            where they come true as they look,
        stretch_of_all_worlds: and where all worlds are gone through.
    """

    leads: _Parts
    replies: _Parts
    shows: _Parts
    last_lead: float
    last_reply: float
    last_show: float
    by_estimates: float = 0.0
    stretches: _Thirds | None = None
    stretch_of_all_worlds: float = 1.0


FOUND = {
    PINOCHLE_DECK: Found(
        leads=(0.0, 3.0, 9.0),
        replies=(0.5, 4.0, 6.0),
        shows=(0.0, 4.0, 1.5),
        last_lead=2.5,
        last_reply=3.5,
        last_show=4.0,
        by_estimates=7.0,
        stretches=(1.13, 1.1, 1.0),
        stretch_of_all_worlds=0.7,
    ),
    RULEBOOKS["goulash"].deck: Found(
        leads=(10.0, 0.0, 5.0, 3.5),
        replies=(3.0, 6.0, 6.0, 3.0),
        shows=(11.0, 3.0, 6.5, 1.5),
        last_lead=6.0,
        last_reply=0.0,
        last_show=3.0,
    ),
    RULEBOOKS["glup"].deck: Found(
        leads=(2.0, 2.0, 3.0, 5.0, 8.0, 9.0, 12.0, 18.0, 20.0, 21.0, 21.5, 19.5, 15.0, 8.0, 2.0),
        replies=(0.0, 0.0, 0.0, 3.0, 5.0, 9.0, 13.0, 14.0, 16.0, 12.0, 9.0, 8.0, 8.0, 8.0, 3.0),
        shows=(0.0, 0.0, 0.0, 5.0, 7.0, 12.0, 15.0, 20.0, 22.0, 23.0, 22.0, 14.0, 8.0, 1.0, 0.0),
        last_lead=5.5,
        last_reply=0.5,
        last_show=0.5,
        stretches=(0.85, 1.0, 1.1),
    ),
}


def optimism(position: StockPosition) -> float:
    """How many points more the mean of playouts promises the seat to decide than will come."""
    found = FOUND.get(position.rules.deck)
    if found is None:
        return 0.0
    kinds = (found.leads, found.replies, found.shows)
    return _of_kind(position, *(_now(position, parts) for parts in kinds))


def optimism_of_all_worlds(position: StockPosition, by_estimates: bool) -> float:
    """The same where all worlds are gone through, weighed by what the other seat played.

    Args:
        position: at the end of the stock phase.
        by_estimates: whether choices that follow are made by estimated playoffs.
    """
    found = FOUND.get(position.rules.deck)
    if found is None:
        return 0.0
    lead = found.last_lead + (found.by_estimates if by_estimates else 0.0)
    return _of_kind(position, lead, found.last_reply, found.last_show)


@dataclass(frozen=True, slots=True)
class Sureness:
    """How much surer the chances to win in a position are than they look.

    Attributes:
        stretch: what their log odds are to be multiplied with.
    """

    stretch: float = 1.0

    def of(self, chance: Estimate) -> Estimate:
        """A chance as it comes true, and its error."""
        return Estimate(self._stretched(chance.mean), chance.se * self._slope(chance))

    def behind(self, best: Estimate, behind: Estimate) -> Estimate:
        """By how much the best chance is above another one.

        Args:
            best: the best chance, as it looks.
            behind: how far the other is below it, as both look.
        """
        other = best.mean - behind.mean
        between = Estimate((best.mean + other) / 2, max(abs(behind.mean) / 2, behind.se))
        return Estimate(
            self._stretched(best.mean) - self._stretched(other), behind.se * self._slope(between)
        )

    def _stretched(self, chance: float) -> float:
        if self.stretch == 1 or not 0 < chance < 1:
            return chance
        odds: float = (chance / (1 - chance)) ** self.stretch
        return odds / (1 + odds)

    def _slope(self, chance: Estimate) -> float:
        """How many times wider an error becomes around a chance."""
        low, high = max(chance.mean - chance.se, 0.0), min(chance.mean + chance.se, 1.0)
        if self.stretch == 1 or not high > low:  # an error may be unknown, too
            return 1.0
        return (self._stretched(high) - self._stretched(low)) / (high - low)


def sureness(position: StockPosition, best: Estimate) -> Sureness:
    """How sure the chances are that playouts tell.

    Args:
        position: the position; where a game has a score they are left as they are.
        best: the best move's chance, as it looks.
    """
    found, spread = _found_of_hands(position), best.mean * (1 - best.mean)
    if found is None or found.stretches is None or not spread > 0 or isnan(best.se):
        return Sureness()
    stretch, odds = _now(position, found.stretches), _now(position, _ODDS)
    return Sureness(stretch * odds / (odds + (stretch * best.se / spread) ** 2))


def sureness_of_all_worlds(position: StockPosition) -> Sureness:
    """The same where all worlds are gone through, weighed by what the other seat played."""
    found = _found_of_hands(position)
    return Sureness() if found is None else Sureness(found.stretch_of_all_worlds)


def _found_of_hands(position: StockPosition) -> Found | None:
    """What was found; None of games with a score, in which chances are others."""
    return FOUND.get(position.rules.deck) if position.score == NO_SCORE else None


def _now(position: StockPosition, parts: _Parts) -> float:
    """Of equal parts of the stock phase the one it is in."""
    trick = position.completed_tricks + (not position.act.shows)
    part = len(parts) * max(trick - 1, 0) // position.rules.deck.stock_tricks
    return parts[min(part, len(parts) - 1)]


def _of_kind(position: StockPosition, lead: float, reply: float, show: float) -> float:
    if position.act.shows:
        return show
    return lead if position.led is None else reply

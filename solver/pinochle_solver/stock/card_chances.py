"""Where the cards are that the player to move has not seen, in a position of the stock phase.

Without anything to infer from, the chances are counted. Otherwise they come from the worlds that
Markov chains draw (`beliefs`), and their errors from the differences between the chains. So that
they come true, the opponent is taken to choose less sharply than the behaviour learned for the game
has it, and a part of each chance is that by counting alone.

**What moved a card** is found by leaving out one thing at a time. A lead, a reply or a meld is left
out of the worlds at hand: each world is weighted by one over the probability of that move in it,
which is never below the share of random moves. What the opponent did *not* meld is left out by
chains of their own, for worlds in which he passed over large melds are too rare to be weighted up.
Of all that moves the chance the way it went, what moves its log odds most is named, if this is
surer than its error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, nan
from typing import TYPE_CHECKING

from pinochle_solver._core.hand.game import beats
from pinochle_solver._core.hand.hand import PASS
from pinochle_solver._core.stock.inference import PLAYED, SHOWED
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.intervals import SURE, UNSEEN
from pinochle_solver.limits import check_seed
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.card_chances import CardChance, CardChances, CardShift, Seen, SeenKind
from pinochle_solver.rules.cards import CARDS, Card, Hand
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import Meld, melds_of
from pinochle_solver.stock.behaviour import behaviour_in
from pinochle_solver.stock.beliefs import INFERRED, Belief, check_belief
from pinochle_solver.stock.estimates import student
from pinochle_solver.stock.histories import ObservedAct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHAINS, CHAIN = 24, 64
"""How many chains draw worlds, and how many each."""
# The opponent's choices are taken to be half as sharp: by the behaviour as learned, what he did
# moves the chances too far (``benchmarks/calibration/card_chances.py``).
_DOUBT = 2.0
# And so much of a chance is that by counting alone: by worlds alone, high chances came true up to
# 2.5 points less often, low ones up to 1.5 points more often.
_BY_COUNTING = 0.1
# With fewer no error can be told, nor what was left out by chains of half the number.
_FEWEST_CHAINS = 4
# The seeds of chains that ignore what was not melded; any other than those of the first.
_OTHER_SEED = 0x5EED
# A chance that is moved by less is not worth a word, nor is what moves its log odds by less,
_LEAST_SHIFT, _LEAST_MOVED = 0.03, 0.2
# nor a meld that is by less than this less likely to be held.
_LEAST_FALLEN = 0.002
# Of fewer independent worlds what was left out by weights is not told.
_LEAST_WORLDS = 50


def card_chances(
    position: StockPosition,
    *,
    seed: int = 1,
    belief: str = INFERRED,
    where: Iterable[str] = (),
    chains: int = CHAINS,
    reasons: bool = True,
) -> CardChances:
    """How likely the opponent is to hold each card that the player to move has not seen.

    Args:
        position: the position, as the player to move sees it.
        seed: the seed of the worlds.
        belief: ``inferred`` or ``uniform``.
        where: conditions that the hidden cards are assumed to meet, as for `analyze`. What moved
            the chances is not told then, for the conditions moved them, too.
        chains: the number of Markov chains, each of `CHAIN` worlds; at least 4.
        reasons: whether to find what moved each chance.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when the hand of the player to move is not known, and for conditions
            that cannot be met.
        NotationError: for words that are no condition.
        ValueError: for an invalid seed or belief, and for fewer than four chains.
    """
    hidden = Belief(position, belief, where=tuple(where))
    return chances_of(hidden, seed=seed, chains=chains, reasons=reasons)


def chances_of(
    belief: Belief, *, seed: int = 1, chains: int = CHAINS, reasons: bool = True
) -> CardChances:
    """As `card_chances`, for a belief; how the opponent behaves is as it says, if it does."""
    check_belief(belief.kind)
    check_seed(seed)
    if chains < _FEWEST_CHAINS:
        raise ValueError(f"chains is {chains}, expected at least {_FEWEST_CHAINS}")
    position = belief.position
    if belief.behaviour is None:
        learnt = behaviour_in(position.rules, position.count)
        softer = replace(learnt, temperature=_DOUBT * learnt.temperature)
        belief = replace(belief, behaviour=softer)
    counted, worlds = _Counted.of(position), 0
    is_counted = belief.history is None and belief.assumed is None
    if is_counted or not counted.may_vary:
        cards = tuple(counted.cards())
    else:
        sampled = _Sampled(belief, counted, seed, chains)
        cards, worlds = tuple(sampled.cards(reasons=reasons)), chains * CHAIN
    holder = position.turn.other.text()
    return CardChances(holder, cards, belief.effective_kind, worlds, seed)


@dataclass(frozen=True, slots=True)
class _Counted:
    """What counting alone says.

    Attributes:
        position: the position.
        unseen: by card, how many copies the player to move has not seen.
        known: by card, how many the opponent is known to hold.
        hidden: how many of the unseen ones the opponent holds.
    """

    position: StockPosition
    unseen: bytes
    known: bytes
    hidden: int

    @classmethod
    def of(cls, position: StockPosition) -> _Counted:
        other = position.hand(position.turn.other)
        unseen = bytes(position.unseen.counts)
        return cls(position, unseen, bytes(other.known.counts), other.hidden)

    @property
    def may_vary(self) -> bool:
        """Whether the opponent may hold some of the unseen cards or others."""
        return 0 < self.hidden < sum(self.unseen)

    @property
    def possible(self) -> tuple[Card, ...]:
        """The cards of which the opponent may hold copies, in canonical order."""
        return tuple(
            Hand.of(
                Card.from_index(index)
                for index in range(CARDS)
                if self.known[index] or (self.unseen[index] and self.hidden)
            )
        )

    def chance(self, card: Card, copies: int) -> float:
        """The chance that so many of the unseen copies of a card are in the opponent's hand."""
        unseen, cards = self.unseen[card.index], sum(self.unseen)
        ways = sum(
            comb(unseen, number) * comb(cards - unseen, self.hidden - number)
            for number in range(copies, min(unseen, self.hidden) + 1)
        )
        return ways / comb(cards, self.hidden)

    def chances(self, card: Card) -> tuple[float, ...]:
        """`CardChance.by_counting`."""
        unseen = (self.chance(card, copies) for copies in range(1, self.unseen[card.index] + 1))
        return (*(1.0 for _ in range(self.known[card.index])), *unseen)

    def known_by(self, card: Card) -> CardShift | None:
        """Why the opponent is known to hold all copies that he may hold; None if he is not."""
        position, index = self.position, card.index
        if self.unseen[index] or not self.known[index]:
            return None
        on_table = card in position.on_table(position.turn.other)
        kind = SeenKind.ON_TABLE if on_table else SeenKind.EXCHANGED
        return CardShift(Seen(kind), nan, 0.0)

    def cards(self) -> Iterator[CardChance]:
        """The chances by counting alone, which are exact."""
        for card in self.possible:
            chances = self.chances(card)
            yield CardChance(
                card=card,
                copies=len(chances),
                known=self.known[card.index],
                at_least=chances,
                at_least_se=(0.0,) * len(chances),
                by_counting=chances,
                number=sum(chances),
                number_se=0.0,
                shift=self.known_by(card),
            )


class _Sampled:
    """What the worlds of chains say.

    Args:
        belief: what is hidden.
        counted: what counting alone says.
        seed: of the chains.
        chains: how many.

    Attributes:
        belief, seed: see above.
        position: the position.
        search: a search of it.
    """

    def __init__(self, belief: Belief, counted: _Counted, seed: int, chains: int) -> None:
        self.belief, self.position = belief, belief.position
        self.seed, self.search = seed, belief.playouts()
        self._counted, self._chains = counted, chains

    def cards(self, *, reasons: bool) -> Iterator[CardChance]:
        """The chances of each card."""
        held, deals = self.drawn(self.search, self.seed, self._chains)
        reasons_of = None
        if reasons and deals is not None and self.belief.assumed is None:
            reasons_of = _Reasons(self, held, deals)
        for card in self._counted.possible:
            known, unseen = self._counted.known[card.index], self._counted.unseen[card.index]
            by_counting = self._counted.chances(card)
            sampled = held[:, :, card.index]
            found = [
                self._estimate(sampled >= copies, by_counting[known + copies - 1])
                for copies in range(1, unseen + 1)
            ]
            number, number_se = self._estimate(sampled, sum(by_counting) - known)
            shift = self._counted.known_by(card)
            if found and reasons_of is not None and known < len(by_counting):
                shift = reasons_of.shift(card, *found[0], by_counting[known])
            yield CardChance(
                card=card,
                copies=len(by_counting),
                known=known,
                at_least=(*(1.0,) * known, *(chance for chance, _ in found)),
                at_least_se=(*(0.0,) * known, *(error for _, error in found)),
                by_counting=by_counting,
                number=known + number,
                number_se=number_se,
                shift=shift,
            )

    def drawn(
        self, search: Playouts, seed: int, chains: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
        """What the opponent holds unseen in the worlds of some chains, and the deals of these.

        Returns:
            the number of copies, shape (chains, worlds, CARDS); and rows of deals, None if nothing
                is inferred: then the worlds are independent.
        """
        import numpy as np

        hidden = self.belief.hidden
        held = np.zeros((chains, CHAIN, CARDS), np.uint8)
        deals = []
        for chain in range(chains):
            if self.belief.history is None:
                worlds = self.belief.sample(search, seed, chain * CHAIN, CHAIN)
            else:
                worlds, its_deals = self.belief.sample_deals(search, seed, chain, CHAIN)
                deals.append(its_deals)
            for place in range(hidden):
                held[chain, np.arange(CHAIN), worlds[:, place]] += 1
        return held, np.concatenate(deals) if deals else None

    def _estimate(self, values: NDArray[np.generic], by_counting: float) -> tuple[float, float]:
        """The mean of what was found in each world, shape (chains, worlds), and its error.

        A part is what counting alone says, except under conditions, which counting does not know.
        """
        means = values.mean(axis=1, dtype=float)
        number, worlds = len(means), values.size
        error = student(number - 1) / SURE * float(means.std(ddof=1)) / number**0.5
        error = max(error, UNSEEN / worlds)
        if self.belief.assumed is not None:
            return float(means.mean()), error
        return _with_counting(float(means.mean()), by_counting), (1 - _BY_COUNTING) * error


def _with_counting(by_worlds: float, by_counting: float) -> float:
    """A chance of which a part is that by counting alone."""
    return (1 - _BY_COUNTING) * by_worlds + _BY_COUNTING * by_counting


@dataclass(frozen=True)
class _Left:
    """What the chances would be without something that was seen.

    Attributes:
        seen: what; the melds of what was not melded are found for each card.
        without: by card, the chance of the first copy that the opponent is not known to hold.
        without_se: the standard errors of these.
        moved: by how much the log odds are higher with what was seen.
        moved_se: the standard errors of that.
    """

    seen: Seen
    without: NDArray[np.float64]
    without_se: NDArray[np.float64]
    moved: NDArray[np.float64]
    moved_se: NDArray[np.float64]


class _Reasons:
    """What moved the chances.

    Args:
        sampled: the worlds' source.
        held: what the opponent holds unseen in each world, shape (chains, worlds, CARDS).
        deals: the past deals of the worlds, chain by chain.
    """

    def __init__(
        self, sampled: _Sampled, held: NDArray[np.uint8], deals: NDArray[np.uint8]
    ) -> None:
        self._sampled, self._held, self._deals = sampled, held, deals

    def shift(
        self, card: Card, chance: float, error: float, by_counting: float
    ) -> CardShift | None:
        """What moved the chance of a card most; None if it is not surely moved.

        Args:
            card: the card.
            chance: the chance of the first copy that the opponent is not known to hold.
            error: its standard error.
            by_counting: the chance by counting alone.
        """
        off = chance - by_counting
        if abs(off) < max(_LEAST_SHIFT, SURE * error):
            return None
        way, place = (1 if off > 0 else -1), card.index
        sure = [
            left
            for left in self._lefts
            if way * left.moved[place] > max(_LEAST_MOVED, SURE * left.moved_se[place])
        ]
        most = max(sure, key=lambda left: way * left.moved[place], default=None)
        if most is None:
            return None
        seen = most.seen
        if seen.kind is SeenKind.DID_NOT_MELD:
            seen = replace(seen, melds=self._not_melded(card, way))
        return CardShift(
            seen,
            _with_counting(float(most.without[place]), by_counting),
            (1 - _BY_COUNTING) * float(most.without_se[place]),
        )

    @cached_property
    def _lefts(self) -> list[_Left]:
        """All that was seen, left out one at a time."""
        return [*self._without_acts(), self._without_passes()]

    def _without_acts(self) -> Iterator[_Left]:
        """Leads, replies and melds left out by weights."""
        import numpy as np

        history = self._sampled.belief.history
        acts = () if history is None else history.acts
        chains, each, _ = self._held.shape
        added = np.zeros((len(self._deals), len(acts) + 1, 2))
        self._sampled.search.log_likelihoods(self._deals, np.zeros(len(added)), added)
        has = (self._held > 0).astype(float)
        for number, seen in _seen_of(self._sampled.position, acts):
            weights = np.exp(-added[:, number, 1]).reshape(chains, each)
            if weights.sum() ** 2 < _LEAST_WORLDS * (weights**2).sum():
                continue
            sums, totals = np.einsum("cw,cwi->ci", weights, has), weights.sum(axis=1)
            without = _left_out(sums) / _left_out(totals)[:, None]
            its = self._smooth(_left_out(has.sum(axis=1)) / ((chains - 1) * each))
            mean, error = _jackknifed(without)
            moved, moved_se = _jackknifed(_log_odds(its) - _log_odds(self._smooth(without)))
            yield _Left(seen, mean, error, moved, moved_se)

    def _without_passes(self) -> _Left:
        """What was not melded left out, in worlds of chains that ignore it."""
        with_passes = (self._held > 0).mean(axis=1)
        without = (self._ignoring > 0).mean(axis=1)
        both = [_jackknifed(_left_out(part) / (len(part) - 1)) for part in (with_passes, without)]
        odds = [
            _jackknifed(_log_odds(self._smooth(_left_out(part) / (len(part) - 1))))
            for part in (with_passes, without)
        ]
        return _Left(
            Seen(SeenKind.DID_NOT_MELD),
            *both[1],
            odds[0][0] - odds[1][0],
            (odds[0][1] ** 2 + odds[1][1] ** 2) ** 0.5,
        )

    @cached_property
    def _ignoring(self) -> NDArray[np.uint8]:
        """What the opponent holds unseen in worlds that ignore what was not melded."""
        search = self._sampled.belief.playouts(ignores_passes=True)
        chains = len(self._held) // 2
        held, _ = self._sampled.drawn(search, self._sampled.seed ^ _OTHER_SEED, chains)
        return held

    def _smooth(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chances kept from 0 and 1 as far as the worlds tell."""
        worlds = self._held.shape[0] * self._held.shape[1]
        kept: NDArray[np.float64] = (worlds * chances + 0.5) / (worlds + 1)
        return kept

    def _not_melded(self, card: Card, way: int) -> tuple[str, ...]:
        """The name of the meld with a card that is now less likely to be held.

        Args:
            card: the card.
            way: whether its chance has fallen, -1; else no meld of it can be the reason.

        Returns:
            one name, or none.
        """
        position = self._sampled.position
        known = position.hand(position.turn.other).known.counts
        fallen: dict[str, float] = {}
        for meld, name in _named_melds(position):
            if card not in meld.cards or way > 0:
                continue
            needs = [(each, Hand.of(meld.cards).count(each)) for each in set(meld.cards)]
            shares = []
            for held in (self._ignoring, self._held):
                holds = held[:, :, 0] >= 0
                for each, copies in needs:
                    holds &= held[:, :, each.index] + known[each.index] >= copies
                shares.append(float(holds.mean()))
            fallen[name] = shares[0] - shares[1]
        most = max(fallen, key=lambda name: fallen[name], default="")
        return (most,) if most and fallen[most] > _LEAST_FALLEN else ()


def _seen_of(position: StockPosition, acts: Sequence[ObservedAct]) -> Iterator[tuple[int, Seen]]:
    """What the opponent did by his cards and melds, with the number of the act."""
    other, plays = position.turn.other, 0
    names = [name for _, name in _named_melds(position)]
    led: Card | None = None
    for number, act in enumerate(acts):
        card = act.cards[0][0] if act.cards else None
        if act.kind == PLAYED:
            plays += 1
            trick = (plays + 1) // 2
            if act.seat is other and plays % 2:
                yield number, Seen(SeenKind.LED, trick, card)
            elif act.seat is other and led is not None and card is not None:
                takes = beats(led.index, card.index, position.trump)
                yield number, Seen(SeenKind.TOOK if takes else SeenKind.GAVE, trick, card, led)
            led = card
        elif act.kind == SHOWED and act.seat is other:
            shown = act.move - PASS
            melds = []
            if shown > len(names):
                shown -= 1 + len(names)
                melds.append(DIX)
            if shown:
                melds.insert(0, names[shown - 1])
            yield number, Seen(SeenKind.MELDED, plays // 2, melds=tuple(melds))


def _named_melds(position: StockPosition) -> list[tuple[Meld, str]]:
    """The melds of the game with names that tell them apart: ``marriage in hearts``."""
    melds = melds_of(position.rules, position.trump)
    kinds = Counter(meld.kind.name for meld in melds)
    return [
        (
            meld,
            meld.kind.name
            if kinds[meld.kind.name] == 1
            else f"{meld.kind.name} in {meld.cards[0].suit.name.lower()}",
        )
        for meld in melds
    ]


def _left_out(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each chain, the sum over all others; the first axis has the chains."""
    others: NDArray[np.float64] = sums.sum(axis=0) - sums
    return others


def _jackknifed(
    without: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean of a figure without each of the chains, and the figure's standard error.

    The error is as much larger as makes its 1.96 times reach as far as Student's distribution says.
    """
    number = len(without)
    error = without.std(axis=0) * (number - 1) ** 0.5
    return without.mean(axis=0), error * student(number - 1) / SURE


def _log_odds(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    odds: NDArray[np.float64] = np.log(chances / (1 - chances))
    return odds

"""Means and standard errors of moves that were tried in the same worlds, some in fewer of them.

Every move has *samples*: the results of its playouts with an estimated playoff, and, in some of the
worlds, by how much the exact playoff differs. The mean of the first plus the mean of the second is
unbiased, but while the second are few it is mostly their noise. So the correction is trusted as far
as its error allows, and in the end wholly (a best linear prediction: Robinson, "That BLUP is a good
thing", 1991). What remains unsure is part of the error; if no playoff is solved, that is the whole
expected size of the correction. Two moves are compared in the worlds that both were tried in.

The first worlds are kept one by one. Of later ones only sums over *blocks* of them are kept, so a
search needs no more memory however long it takes. Means are still those of all worlds, and so are
the errors that groups tell: a block counts as a group. Only how far single worlds lie apart comes
from the first worlds alone; the error of a long search hardly depends on it.

Worlds come in *groups*: those of one Markov chain are alike, those of a mirrored pair unlike. So
the error of a mean comes from the means of the groups. While the groups are few it leans on what is
expected: a certain multiple of the error that independent worlds would have.
"""

from __future__ import annotations

from math import isnan, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.intervals import SURE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# What is expected of a single correction, until as many have been seen as this is worth.
EXPECTED = 3
# The error from n groups has weight n - 1, the expected error EXPECTED_GROUPS.
EXPECTED_GROUPS = 8


# Of so few degrees of freedom the expansion below does not serve.
_STUDENT_OF_FEW = {1: 12.706, 2: 4.303}


def student(freedom: int) -> float:
    """The 97.5% point of Student's distribution, good to 1%.

    From three degrees of freedom on by its expansion (Abramowitz and Stegun, 26.7.5).
    """
    if freedom in _STUDENT_OF_FEW:
        return _STUDENT_OF_FEW[freedom]
    first = (SURE**3 + SURE) / 4
    second = (5 * SURE**5 + 16 * SURE**3 + 3 * SURE) / 96
    third = (3 * SURE**7 + 19 * SURE**5 + 17 * SURE**3 - 15 * SURE) / 384
    return SURE + first / freedom + second / freedom**2 + third / freedom**3


class Estimate(NamedTuple):
    """A mean and its standard error, NaN where one sample is all there is."""

    mean: float
    se: float


class Expected(NamedTuple):
    """What is expected of samples before they are seen.

    Attributes:
        design: how many times the variance of a mean over worlds is what it would be if these were
            independent.
        spread: which part of the values' standard deviation that of the corrections is.
        doubt: how many corrections that came to nothing those seen have to make up for: the
            variance of a single one, over the square of what their mean is expected to be. 0 where
            the values are those of exact playoffs.
        blindness: by how much the mean of learned values is usually wrong, root mean square.
        learned_design: the design of learned values; that of what playouts come to more, where
            there are such, is `design`.
    """

    design: float = 1.0
    spread: float = 0.4
    doubt: float = 25.0
    blindness: float = 0.0
    learned_design: float = 1.0


INDEPENDENT = Expected()
"""Of independent worlds of which nothing else is known."""


class Blocks(NamedTuple):
    """What one move came to in the worlds after those kept one by one: a row for each block.

    Attributes:
        worlds: how many worlds a block has.
        values: the sum of their values.
        solved: in how many of them the playoff was solved.
        corrections: the sum of what that adds.
        learned: the sum of learned values; None if there are none.
    """

    worlds: NDArray[np.float64]
    values: NDArray[np.float64]
    solved: NDArray[np.float64]
    corrections: NDArray[np.float64]
    learned: NDArray[np.float64] | None

    def copy(self) -> Blocks:
        """The same, to be changed."""
        return self._replace(
            worlds=self.worlds.copy(),
            values=self.values.copy(),
            solved=self.solved.copy(),
            corrections=self.corrections.copy(),
            learned=None if self.learned is None else self.learned.copy(),
        )

    def first(self, blocks: int) -> Blocks:
        """The first blocks."""
        worlds, values, solved, corrections, learned = self
        return Blocks(
            worlds[:blocks],
            values[:blocks],
            solved[:blocks],
            corrections[:blocks],
            None if learned is None else learned[:blocks],
        )

    def plus(self, other: Blocks, share: float) -> Blocks:
        """Block by block, the same and a share of what another move came to in the same worlds."""
        learned = None
        if self.learned is not None and other.learned is not None:
            learned = self.learned + share * other.learned
        return self._replace(
            values=self.values + share * other.values,
            corrections=self.corrections + share * other.corrections,
            learned=learned,
        )


class Samples(NamedTuple):
    """What one move came to.

    Attributes:
        values: with the playoff estimated, for each world from the first on.
        corrections: in the worlds `solved` what the exact playoff adds.
        solved: the numbers of these worlds, rising.
        groups: the number of the first world of each group, rising from 0; None where worlds are
            independent.
        expected: of these samples,
        of_differences: and of what one move comes to more than another.
        learned: what a learned value says in each world; None where there is none.
        later: what it came to in the worlds after those; None if there are none.
    """

    values: NDArray[np.float64]
    corrections: NDArray[np.float64]
    solved: NDArray[np.int64]
    groups: NDArray[np.int64] | None = None
    expected: Expected = INDEPENDENT
    of_differences: Expected = INDEPENDENT
    learned: NDArray[np.float64] | None = None
    later: Blocks | None = None

    @property
    def worlds(self) -> int:
        """How many worlds there are, those in blocks among them."""
        return len(self.values) + (0 if self.later is None else int(self.later.worlds.sum()))

    def copy(self) -> Samples:
        """The same, to be changed."""
        return self._replace(
            values=self.values.copy(),
            corrections=self.corrections.copy(),
            learned=None if self.learned is None else self.learned.copy(),
            later=None if self.later is None else self.later.copy(),
        )

    def take(
        self, other: Samples, worlds: NDArray[np.bool_], blocks: NDArray[np.bool_] | None
    ) -> None:
        """Take over what another move came to in some worlds; of a `copy` alone.

        Args:
            other: of a move that was tried in the same worlds.
            worlds: which of those kept one by one.
            blocks: which blocks of later ones; None if there are none.
        """
        self.values[worlds] = other.values[worlds]
        if self.learned is not None and other.learned is not None:
            self.learned[worlds] = other.learned[worlds]
        solved = worlds[self.solved]
        self.corrections[solved] = other.corrections[solved]
        if blocks is None or self.later is None or other.later is None:
            return
        for own, others in zip(self.later, other.later, strict=True):
            if own is not None and others is not None:
                own[blocks] = others[blocks]

    def beside(self, other: Samples) -> tuple[Samples, Samples]:
        """The samples of both in the worlds that both were tried in.

        A block that one of them has not gone through yet is left out.
        """
        if self.later is not None and other.later is not None:
            blocks = min(len(self.later.worlds), len(other.later.worlds))
            one, two = self.later.first(blocks), other.later.first(blocks)
            apart = (one.worlds != two.worlds).nonzero()[0]
            if len(apart):
                one, two = (each.first(int(apart[0])) for each in (one, two))
            return self._replace(later=one), other._replace(later=two)
        worlds = min(len(self.values), len(other.values))
        return self._first(worlds), other._first(worlds)

    def _first(self, worlds: int) -> Samples:
        """The samples of the first worlds, which are whole groups or all that are kept."""
        if worlds >= len(self.values):
            return self._replace(later=None)
        solved = self.solved[self.solved < worlds]
        return self._replace(
            values=self.values[:worlds],
            corrections=self.corrections[: len(solved)],
            solved=solved,
            groups=None if self.groups is None else self.groups[self.groups < worlds],
            learned=None if self.learned is None else self.learned[:worlds],
            later=None,
        )

    def less(self, other: Samples) -> Samples:
        """World by world, what it comes to more than another move in the worlds of both."""
        own, others = self.beside(other)
        return own.plus(others, -1.0)._replace(expected=self.of_differences)

    def plus(self, other: Samples, share: float) -> Samples:
        """World by world, the same and a share of what another move came to in the same worlds."""
        learned = None
        if self.learned is not None and other.learned is not None:
            learned = self.learned + share * other.learned
        later = None
        if self.later is not None and other.later is not None:
            later = self.later.plus(other.later, share)
        return self._replace(
            values=self.values + share * other.values,
            corrections=self.corrections + share * other.corrections,
            learned=learned,
            later=later,
        )

    def estimate(self) -> Estimate:
        """The mean of learned values and of playouts, each as far as it can be trusted."""
        if self.learned is None:
            return self._of_playouts()
        unplayed = Expected(self.expected.learned_design, doubt=0.0)
        learned = self._learned_alone()._replace(expected=unplayed)._of_playouts()
        more = self._without_learned()._of_playouts()
        if isnan(more.se):
            return learned
        trust = self._trust_in_playouts(more.se)
        unsure = (trust * more.se) ** 2 + ((1 - trust) * self.expected.blindness) ** 2
        return Estimate(learned.mean + trust * more.mean, sqrt(learned.se**2 + unsure))

    def _learned_alone(self) -> Samples:
        """The learned values as if playouts had come to them."""
        assert self.learned is not None
        later = self.later
        if later is not None and later.learned is not None:
            later = later._replace(values=later.learned, learned=None)
        return self._replace(values=self.learned, learned=None, later=later)

    def _without_learned(self) -> Samples:
        """What playouts come to more than learned values."""
        assert self.learned is not None
        later = self.later
        if later is not None and later.learned is not None:
            later = later._replace(values=later.values - later.learned, learned=None)
        return self._replace(values=self.values - self.learned, learned=None, later=later)

    def _trust_in_playouts(self, error: float) -> float:
        """How much of what playouts come to more than learned values is to be believed."""
        blindness = self.expected.blindness
        return blindness**2 / (blindness**2 + error**2) if blindness else 0.0

    def _of_playouts(self) -> Estimate:
        """The mean of the values, corrected as far as the corrections can be trusted."""
        kept, worlds, solved = len(self.values), len(self.values), len(self.corrections)
        total, added = float(self.values.sum()), float(self.corrections.sum())
        if self.later is not None:
            worlds += int(self.later.worlds.sum())
            solved += int(self.later.solved.sum())
            total += float(self.later.values.sum())
            added += float(self.later.corrections.sum())
        value = total / worlds
        if worlds < 2:
            return Estimate(value + added, nan)
        around = self.values - value
        variance = float(around @ around) / (kept - 1)
        error = variance / worlds * self._design_of(around, value, worlds, variance / worlds)
        spread, doubt = self.expected.spread, self.expected.doubt
        if not doubt:
            return Estimate(value, sqrt(error))
        if not solved:
            return Estimate(value, sqrt(error + spread**2 * variance / doubt))
        correction = added / solved
        correcting = self.corrections - correction
        expected = EXPECTED * spread**2 * variance
        squares, number = float(correcting @ correcting), len(correcting)
        # The corrections are centred: the mean of what they are multiplied with takes no part.
        both = float(around[self.solved] @ correcting)
        if self.later is not None:
            later = self.later
            some = later.solved > 0
            apart = later.corrections[some] - correction * later.solved[some]
            squares, number = (
                squares + float(apart @ (apart / later.solved[some])),
                number + len(apart),
            )
            both += float(apart @ (later.values[some] - value * later.worlds[some]))
        single = (expected + squares) / (EXPECTED + number - 1)
        trust = solved / (solved + doubt)
        # Noise, trust**2 * single / solved, and what is doubted, (1 - trust)**2 * single / doubt.
        unsure = single / (solved + doubt)
        error += unsure + 2 * trust * (both / max(1, solved - 1)) / worlds
        return Estimate(value + trust * correction, sqrt(max(error, 0.0)))

    def mean_among(
        self, worlds: NDArray[np.bool_], blocks: NDArray[np.bool_] | None = None
    ) -> float:
        """The mean in some worlds, as far as can be trusted by what is known of these.

        Args:
            worlds: which of those kept one by one.
            blocks: which blocks of later ones; None if there are none.
        """
        later = self.later if blocks is not None else None
        number = int(worlds.sum())
        if later is not None:
            number += int(later.worlds[blocks].sum())
        if self.learned is not None:
            more, learned = self._without_learned(), self._learned_alone()
            error = float(more.values.std()) / max(1, number) ** 0.5
            trust = self._trust_in_playouts(error)
            plain = learned._replace(corrections=learned.corrections[:0], solved=learned.solved[:0])
            if later is not None and plain.later is not None:
                none = 0 * plain.later.solved
                plain = plain._replace(later=plain.later._replace(solved=none, corrections=none))
            return plain.mean_among(worlds, blocks) + trust * more.mean_among(worlds, blocks)
        corrections = self.corrections[worlds[self.solved]]
        total, solved = float(self.values[worlds].sum()), len(corrections)
        added = float(corrections.sum())
        if later is not None:
            total += float(later.values[blocks].sum())
            solved += int(later.solved[blocks].sum())
            added += float(later.corrections[blocks].sum())
        return total / number + (added / (solved + self.expected.doubt) if solved else 0.0)

    def _design_of(
        self, around: NDArray[np.float64], mean: float, worlds: int, independent: float
    ) -> float:
        """How many times the variance of the mean is what it would be of independent worlds."""
        import numpy as np

        if self.groups is None or not independent:
            return 1.0
        number = len(self.groups)
        if number < 2:
            return self.expected.design
        sums = np.add.reduceat(around, self.groups)
        squares = float(sums @ sums)
        if self.later is not None:
            apart = self.later.values - mean * self.later.worlds
            squares, number = squares + float(apart @ apart), number + len(apart)
        measured = number * squares / worlds**2 / independent
        return (EXPECTED_GROUPS * self.expected.design + measured) / (EXPECTED_GROUPS + number - 1)


def mean_by_difference(move: Samples, best: Samples) -> Estimate:
    """The mean of a move tried in no more worlds than the best: the best's less how far behind.

    What the best came to in the other worlds tells how lucky the worlds of both were.
    """
    whole = best.estimate()
    # Corrections are believed more of one move than of a difference: so not even in the same
    # worlds is it the mean of the move alone.
    mean = whole.mean - best.less(move).estimate().mean
    if move.worlds >= best.worlds:
        return Estimate(mean, move.estimate().se)
    own, first = move.beside(best)
    worlds, common = best.worlds, own.worlds
    # In the common worlds: move / common + best * (1 / worlds - 1 / common); best / worlds after.
    share = common / worlds
    mixed = own.plus(first, share - 1).estimate()
    # By the spread in all worlds, for those after may be few.
    rest_se = whole.se * sqrt(worlds / (worlds - common)) * (1 - share)
    return Estimate(mean, sqrt(mixed.se**2 + rest_se**2))

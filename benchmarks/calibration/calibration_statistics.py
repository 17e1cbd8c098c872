"""How good predictions are: bias, spread, coverage, and the scores of chances to win.

Standard errors are by hand (`hand_means`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.common.hand_means import Floats, Ints, mean_by_hand
from pinochle_solver.stock.estimates import Estimate

HALF, MOST = 0.5, 0.9
"""The central intervals whose coverage is counted."""
BINS = 10
# A chance nearer to 0 or 1 is taken for this one in the log loss: playouts say 0 of what is rare.
LEAST_CHANCE = 0.005


@dataclass(frozen=True)
class Predictions:
    """What was predicted of final differences, and what they were; arrays of one length.

    Attributes:
        hands: the number of each decision's hand.
        mean: the final difference predicted.
        win: the predicted chance to win the hand.
        actual: the final difference.
        sd: the predicted standard deviation; NaN where none is known.
        place: where the actual difference lies in the predicted distribution, from 0 to 1; NaN
            where that is not known.
        worlds: how many independent worlds the mean and the chance are means over; NaN where that
            is not known.
    """

    hands: Ints
    mean: Floats
    win: Floats
    actual: Floats
    sd: Floats
    place: Floats
    worlds: Floats

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def won(self) -> Floats:
        """1 for a hand won, a tie counting half."""
        return (np.sign(self.actual) + 1) / 2

    def where(self, chosen: NDArray[np.bool_]) -> Predictions:
        """Some of them."""
        return replace(self, **{name: array[chosen] for name, array in vars(self).items()})


@dataclass(frozen=True, slots=True)
class Summary:
    """How good some predictions are; NaN for what is not known.

    Means over a few worlds differ by chance from what the model says. Where it is known over how
    many, that is taken out of `slope` and `brier_expected`, which are those of the model then.

    Attributes:
        number: how many decisions,
        hands: of how many hands.
        bias: the mean of predicted less actual: positive where predictions are too high.
        bias_se: its standard error.
        slope: of the regression of what came on what the model predicts; below 1 where predictions
            differ more than what comes of them.
        error_sd: the standard deviation of the errors.
        predicted_sd: what it would be by the predicted spreads (their quadratic mean).
        in_half, in_most: the share within the predicted central 50% and 90% intervals.
        brier: the Brier score of the chances to win,
        brier_se: its standard error,
        brier_expected: what it would be on average if the model's were true,
        brier_above: how far it is above that,
        brier_above_se: and the standard error of the difference.
        log_loss: the mean logarithmic loss, natural logarithms.
    """

    number: int
    hands: int
    bias: float
    bias_se: float
    slope: float
    error_sd: float
    predicted_sd: float
    in_half: float
    in_most: float
    brier: float
    brier_se: float
    brier_expected: float
    brier_above: float
    brier_above_se: float
    log_loss: float

    @classmethod
    def of(cls, predictions: Predictions) -> Summary:
        """Sum up predictions; at least one."""
        mean, actual, hands = predictions.mean, predictions.actual, predictions.hands
        bias = mean_by_hand(mean - actual, hands)
        scores, expected = (predictions.win - predictions.won) ** 2, _expected_scores(predictions)
        brier, above = mean_by_hand(scores, hands), mean_by_hand(scores - expected, hands)
        return cls(
            number=len(predictions),
            hands=len(np.unique(hands)),
            bias=bias.mean,
            bias_se=bias.se,
            slope=_slope(predictions),
            error_sd=float((mean - actual).std(ddof=1)) if len(predictions) > 1 else nan,
            predicted_sd=sqrt(float((predictions.sd**2).mean())),
            in_half=coverage(predictions.place, HALF),
            in_most=coverage(predictions.place, MOST),
            brier=brier.mean,
            brier_se=brier.se,
            brier_expected=float(expected.mean()),
            brier_above=above.mean,
            brier_above_se=above.se,
            log_loss=log_loss(predictions.win, predictions.won),
        )


def _slope(predictions: Predictions) -> float:
    """The slope; the noise of means over worlds, which makes it flatter, taken out."""
    centred = predictions.mean - predictions.mean.mean()
    noise = np.where(np.isnan(predictions.worlds), 0, predictions.sd**2 / predictions.worlds)
    square = float((centred**2 - noise).sum())
    return float((centred * predictions.actual).sum()) / square if square > 0 else nan


def _expected_scores(predictions: Predictions) -> Floats:
    """What each Brier score would be on average if the model's chance q were true.

    The share w of n worlds that are won is off by q (1 - q) / n, squared, which adds to the score;
    and w (1 - w), on average, is less than q (1 - q) by as much.
    """
    worlds, win = predictions.worlds, predictions.win
    # Of one world there is no telling.
    others = np.where(worlds > 1, worlds - 1, nan)
    factor = np.where(np.isnan(worlds), 1, (others + 2) / others)
    return np.asarray(win * (1 - win) * factor, np.float64)


def place_of(actual: float, predicted: NDArray[Any]) -> float:
    """Where a value lies among a sample of what was predicted, from 0 to 1.

    Of a value drawn as the sample is, the places are uniformly distributed.
    """
    below, equal = int((predicted < actual).sum()), int((predicted == actual).sum())
    return (below + equal / 2 + 0.5) / (len(predicted) + 1)


def coverage(places: Floats, width: float) -> float:
    """The share of places in the central interval of this width; NaN where one is not known."""
    if np.isnan(places).any():
        return nan
    return float((np.abs(places - 0.5) <= width / 2).mean())


def log_loss(chances: Floats, won: Floats) -> float:
    """The mean logarithmic loss of chances to win, kept off 0 and 1 by `LEAST_CHANCE`."""
    kept = np.clip(chances, LEAST_CHANCE, 1 - LEAST_CHANCE)
    return float(-(won * np.log(kept) + (1 - won) * np.log(1 - kept)).mean())


@dataclass(frozen=True, slots=True)
class Bin:
    """Decisions of about the same predicted chance to win.

    Attributes:
        low, high: from where to where; the last bin has its high end.
        number: how many.
        predicted: the mean chance predicted; NaN of none.
        won: the share of hands won.
        won_se: the standard error of that.
    """

    low: float
    high: float
    number: int
    predicted: float
    won: float
    won_se: float


def win_bins(predictions: Predictions, bins: int = BINS) -> list[Bin]:
    """What was predicted and what came in bins of equal width."""
    which = np.minimum((predictions.win * bins).astype(np.int64), bins - 1)
    found = []
    for index in range(bins):
        part = predictions.where(which == index)
        won = mean_by_hand(part.won, part.hands) if len(part) else Estimate(nan, nan)
        predicted = float(part.win.mean()) if len(part) else nan
        found.append(Bin(index / bins, (index + 1) / bins, len(part), predicted, *won))
    return found

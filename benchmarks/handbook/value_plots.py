"""The figures of ``playoff_values.py`` and ``opening_values.py``, drawn (``matplotlib``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from benchmarks.handbook.opening_hands import BASE, SEATS, Openings

if TYPE_CHECKING:
    from benchmarks.handbook.playoff_values import Values

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_BIN = 10
_LEAST = 1000


def _figure(width: float, height: float, columns: int) -> tuple[Figure, list[Any]]:
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(np.atleast_1d(figure.subplots(1, columns)))


def _write(figure: Figure, path: Path) -> None:
    """Write it, the same figure always as the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none"}):
        figure.savefig(path, format="svg", metadata={"Date": None})


def draw_playoffs(found: Mapping[str, Values], path: Path) -> None:
    """Draw how leads are spread, and what trumps are worth.

    Args:
        found: by rulebook what playoffs come to.
        path: the file to write.
    """
    figure, (spread, trumps) = _figure(8, 3.2, 2)
    for colour, (name, values) in zip(_COLOURS, found.items(), strict=False):
        leads = np.array(sorted(values.leads))
        times = np.array([values.leads[lead] for lead in leads])
        edges = np.arange(-260, 261, _BIN)
        shares, _ = np.histogram(leads, edges, weights=100 * times / values.number)
        spread.stairs(shares, edges, color=colour, label=name)
        rows = list(values.trumps(values.number // _LEAST))
        more, means, _ = (np.array(column) for column in zip(*rows, strict=True))
        trumps.plot(more, means, "o-", color=colour, markersize=3, label=name)
    spread.set(xlabel="points of the seat on lead less the other's", ylabel="% of playoffs")
    trumps.set(xlabel="trumps more than the other seat", ylabel="mean of that difference")
    trumps.grid(alpha=0.3)
    spread.legend(frameon=False)
    _write(figure, path)


def draw_openings(found: Openings, rules: str, path: Path) -> None:
    """Draw what cards are worth to either seat, and what the upcard is to the dealer.

    Args:
        found: what hands come to.
        rules: the name of the rulebook.
        path: the file to write.
    """
    figure, (cards, upcards) = _figure(8, 3.6, 2)
    kinds = list(found.cards[SEATS[0]])
    places = np.arange(len(kinds))[::-1]
    for colour, offset, seat in zip(_COLOURS, (0.2, -0.2), SEATS, strict=False):
        means = [found.cards[seat][kind].mean for kind in kinds]
        cards.barh(places + offset, means, 0.4, color=colour, label=seat)
    cards.set_yticks(places, kinds)
    cards.set(xlabel=f"points more than a {BASE}", title=rules)
    cards.legend(frameon=False)
    ranks = [rank for rank in "ATKQJ987" if f"{rank}S" in found.upcards]
    for colour, offset, suit in zip(_COLOURS, (-0.3, -0.1, 0.1, 0.3), "SHDC", strict=True):
        worths = [found.upcards[rank + suit] for rank in ranks]
        upcards.errorbar(
            np.arange(len(ranks)) + offset,
            [each.mean for each in worths],
            [1.96 * each.se for each in worths],
            fmt="o",
            markersize=3,
            color=colour,
            label=suit,
        )
    upcards.set_xticks(np.arange(len(ranks)), ranks)
    upcards.axhline(0, color="#999", linewidth=0.8)
    upcards.set(xlabel="upcard", ylabel="for the dealer, less the mean")
    upcards.legend(frameon=False, ncols=2, loc="upper left")
    _write(figure, path)

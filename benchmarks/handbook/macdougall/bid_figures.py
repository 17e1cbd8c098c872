"""The figure of his four bids, by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib import pyplot as plt

if TYPE_CHECKING:
    from benchmarks.handbook.macdougall.bid_claims import Made

_COLOURS = {"open": "#b3412e", "half open": "#c9a227", "hidden": "#1b7f5c"}
_LABELS = {
    "open": "all cards face up (his test)",
    "half open": "burial hidden, play face up",
    "hidden": "cards hidden",
}
_SURE = 1.96


def draw_reliability(found: Sequence[Made], file: Path) -> None:
    """Draw how often bids are made over how often they are said to be."""
    style: dict[Any, Any] = {
        "svg.hashsalt": "claims",
        "svg.fonttype": "path",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with mpl.rc_context(style):
        figure, axes = plt.subplots(figsize=(5.6, 4.6))
        axes.plot([0, 100], [0, 100], color="#777777", linewidth=1)
        for shift, (way, colour) in enumerate(_COLOURS.items(), start=-1):
            each = [one for one in found if one.way == way]
            axes.errorbar(
                [one.said + shift for one in each],
                [one.part for one in each],
                yerr=[_SURE * one.error for one in each],
                fmt="o-",
                capsize=3,
                color=colour,
                label=_LABELS[way],
            )
        for one in found[:: len(_COLOURS)]:
            axes.annotate(one.kind, (one.said, 2), ha="center", color="#444444")
        axes.set_xlabel("made in 100 bids, as he says")
        axes.set_ylabel("made in 100 bids, as found")
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.legend(frameon=False, loc="upper left")
        figure.savefig(file, metadata={"Date": None}, bbox_inches="tight")
        plt.close(figure)

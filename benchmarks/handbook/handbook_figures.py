"""The figures of the handbook: docs/images/handbook-*.svg, by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt

from benchmarks.common.hand_means import mean_by_hand
from benchmarks.handbook.handbook_hands import HandQuestions
from benchmarks.handbook.handbook_rules import PLAYOFF
from pinochle_solver import RULEBOOKS, Rank

if TYPE_CHECKING:
    from benchmarks.handbook.handbook import RuleSummary

_RIGHT, _WRONG, _OPEN = "#1b7f5c", "#b3412e", "#777777"
_COLOURS = {"mostly right": _RIGHT, "mostly wrong": _WRONG, "open": _OPEN}
_SURE = 2.0
_PARTS_OF_THE_STOCK = 4
_OVER_TIME = (
    "win when you have a meld",
    "take a ten",
    "spend no trumps",
    "lead no trumps",
    "lead its ten",
    "most points first",
)


def draw(hands: Sequence[HandQuestions], found: Sequence[RuleSummary], folder: Path) -> None:
    """Draw all figures anew.

    Args:
        hands: what was measured; at least one hand.
        found: what the maxims came to.
        folder: where the files go.
    """
    style: dict[Any, Any] = {
        "svg.hashsalt": "handbook",
        "svg.fonttype": "path",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with mpl.rc_context(style):
        for name, figure in (
            ("maxims", _maxims([each for each in found if each.part != PLAYOFF])),
            ("stock", _over_time(hands)),
            ("playoff", _composition(hands)),
        ):
            figure.savefig(
                folder / f"handbook-{name}.svg", metadata={"Date": None}, bbox_inches="tight"
            )
            plt.close(figure)


def _maxims(found: Sequence[RuleSummary]) -> Any:
    """The gain of every maxim of the stock phase, the best above."""
    known = sorted(
        (each for each in found if each.verdict in _COLOURS), key=lambda each: each.gain.mean
    )
    figure, axes = plt.subplots(figsize=(7, 0.29 * len(known) + 0.9))
    for place, each in enumerate(known):
        colour = _COLOURS[each.verdict]
        width = _SURE * each.gain.se
        axes.errorbar(each.gain.mean, place, xerr=width, fmt="o", color=colour, capsize=2)
    axes.axvline(0, color="#444444", linewidth=0.8)
    axes.set_yticks(range(len(known)), [each.rule for each in known])
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("points by which following is better than not, with twice the standard error")
    return figure


def _over_time(hands: Sequence[HandQuestions]) -> Any:
    """The gain of some maxims by quarters of the stock phase."""
    figure, panels = plt.subplots(2, 3, figsize=(7.6, 4.2), sharex=True)
    for axes, rule in zip(panels.flat, _OVER_TIME, strict=True):
        for quarter in range(_PARTS_OF_THE_STOCK):
            gains, numbers = _gains_of(hands, rule, quarter)
            if len(set(numbers)) > 1:
                mean, se = mean_by_hand(np.array(gains), np.array(numbers, np.int64))
                axes.errorbar(quarter, mean, yerr=_SURE * se, fmt="o", color=_RIGHT, capsize=2)
        axes.axhline(0, color="#444444", linewidth=0.8)
        axes.set_title(rule, fontsize=10)
        axes.set_xlim(-0.5, _PARTS_OF_THE_STOCK - 0.5)
        axes.set_xticks(range(_PARTS_OF_THE_STOCK), ["1-3", "4-6", "7-9", "10-12"])
    figure.supxlabel("trick of the stock", fontsize=10)
    figure.supylabel("gain in points", fontsize=10)
    figure.tight_layout()
    return figure


def _gains_of(
    hands: Sequence[HandQuestions], rule: str, quarter: int
) -> tuple[list[float], list[int]]:
    """The gains of a maxim in a quarter of the stock phase, and the numbers of their hands."""
    gains, numbers = [], []
    for hand in hands:
        tricks = RULEBOOKS[hand.rules].deck.stock_tricks
        for question in hand.questions:
            part = (question.trick - 1) * _PARTS_OF_THE_STOCK // tricks
            if question.rule == rule and part == quarter:
                gains.append(question.gain)
                numbers.append(hand.number)
    return gains, numbers


def _composition(hands: Sequence[HandQuestions]) -> Any:
    """How many cards of each rank are left when the playoff begins, of those that there were."""
    figure, axes = plt.subplots(figsize=(6.4, 3.2))
    ranks = [rank for rank in sorted(Rank, reverse=True) if rank >= Rank.NINE]
    for shift, name, held, full in (
        (-0.2, "plain suits", [hand.plain for hand in hands], 6),
        (0.2, "trumps", [hand.trumps for hand in hands], 2),
    ):
        shares = 100 * np.array(held, np.float64).mean(axis=0) / full
        axes.bar(
            [place + shift for place in range(len(ranks))],
            [shares[rank] for rank in ranks],
            0.38,
            label=name,
            color=_RIGHT if full > 2 else "#c9a227",
        )
    axes.axhline(50, color="#444444", linewidth=0.8, linestyle="--")
    axes.set_xticks(range(len(ranks)), ["ace", "ten", "king", "queen", "jack", "nine"])
    axes.set_ylabel("still held, per cent")
    axes.legend(frameon=False, ncols=2, loc="lower left", bbox_to_anchor=(0, 1))
    return figure

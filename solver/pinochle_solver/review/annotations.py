"""What a review found, written into a record as comments, and read again from there.

A block of comments follows the tricks. Its first line says how the hand was reviewed, and each line
after it is a decision: the moment and the seat, what was played and its mark, what was best, what
was lost in points and in chances, each with its standard error, and ``exact`` where it is.

    ; review: seconds 1 seed 1 belief inferred version 0.1.0
    ; 2r north AD ?? best 9H loss 84.6 25.5 win 0.21 0.06
    ; 15l north JC ?! best QS loss 12.0 0.0 exact

A reader of records passes over comments, so that it is the same hand. A review by the same settings
takes what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pinochle_solver.review.decisions import Decision
from pinochle_solver.review.marks import Loss
from pinochle_solver.review.reviewing import ReviewSettings
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.version import __version__

_HEAD = "; review: "
_DECISION = re.compile(
    r"; (?P<moment>[0-9]+[lrmd]) (?P<seat>south|north) (?P<played>\S+)(?: (?P<mark>\?\?|\?!|\?))?"
    r" best (?P<best>\S+) loss (?P<loss>-?[0-9.]+) (?P<loss_se>[0-9.]+)"
    r"(?: win (?P<win>-?[0-9.]+) (?P<win_se>[0-9.]+))?(?P<exact> exact)?"
)


@dataclass(frozen=True, slots=True)
class NotedDecision:
    """A decision as a comment tells it.

    Attributes:
        moment: ``7r``.
        seat: whose it was, by name.
        played: the text of what was done.
        best: the text of what was best.
        loss: what was lost.
    """

    moment: str
    seat: str
    played: str
    best: str
    loss: Loss


def settings_text(settings: ReviewSettings) -> str:
    """How a hand was reviewed, as the first comment says it."""
    limits = settings.limits
    limit = f"seconds {limits.seconds:g}" if limits.seconds else f"worlds {limits.worlds}"
    return f"{limit} seed {settings.seed} belief {settings.belief} version {__version__}"


def annotations(settings: ReviewSettings, decisions: Iterable[Decision]) -> Iterator[str]:
    """The comments, a line each."""
    yield f"{_HEAD}{settings_text(settings)}"
    for decision in decisions:
        loss = decision.loss
        mark = "" if decision.mark is None else f" {decision.mark.value}"
        win = "" if loss.win is None else f" win {loss.win.mean:.4f} {loss.win.se:.4f}"
        exact = " exact" if loss.exact else ""
        yield (
            f"; {decision.moment} {decision.seat.text()} {decision.played.text()}{mark} best "
            f"{decision.best.text()} loss {loss.points.mean:.2f} {loss.points.se:.2f}{win}{exact}"
        )


def read_annotations(lines: Iterable[str], settings: ReviewSettings) -> dict[str, NotedDecision]:
    """What the comments of a record say by these settings, by moment; nothing by others.

    Args:
        lines: of the file, from where the record begins to where the next one does.
        settings: how the hand is to be reviewed.
    """
    found: dict[str, NotedDecision] = {}
    is_ours = False
    for line in lines:
        text = line.strip()
        if text.startswith(_HEAD):
            is_ours = text == f"{_HEAD}{settings_text(settings)}"
            continue
        match = _DECISION.fullmatch(text) if is_ours else None
        if match is not None:
            noted = _noted(match)
            found[noted.moment] = noted
    return found


def _noted(match: re.Match[str]) -> NotedDecision:
    win = None
    if match["win"] is not None:
        win = Estimate(float(match["win"]), float(match["win_se"]))
    loss = Loss(Estimate(float(match["loss"]), float(match["loss_se"])), win, bool(match["exact"]))
    return NotedDecision(match["moment"], match["seat"], match["played"], match["best"], loss)

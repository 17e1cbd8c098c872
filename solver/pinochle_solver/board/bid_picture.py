"""The points that a bidder makes, as a histogram."""

from __future__ import annotations

from pinochle_solver.board.svg import element, picture, words
from pinochle_solver.double_dummy.bid_advice import BidStudy

_BAR, _GAP, _LEFT, _TOP, _HEIGHT, _FOOT = 14.0, 2.0, 16.0, 20.0, 180.0, 44.0
_EVERY = 50
STYLE = """
.axis{font:13px system-ui,sans-serif;fill:#4a5a46}
.made{fill:#5ea870}
.set{fill:#d67064}
@media (prefers-color-scheme:dark){.axis{fill:#b7c6b1}}
"""


def bid_picture(study: BidStudy) -> str:
    """An SVG histogram of the points that the bidding side makes; green makes the bid, red not.

    Args:
        study: the hand in the auction.
    """
    most = max(study.totals.values())
    drawn = []
    for place, (points, share) in enumerate(study.totals.items()):
        x, height = _LEFT + (_BAR + _GAP) * place, _HEIGHT * share / most
        y = _TOP + _HEIGHT - height
        at = {"x": x, "y": y, "width": _BAR, "height": height}
        tooltip = element("title", words(f"{points} to {points + 9}: {share:.1%}"))
        drawn.append(
            element("rect", tooltip, class_="made" if points >= study.bid else "set", **at)
        )
        if points % _EVERY == 0:
            drawn.append(_said(x, _TOP + _HEIGHT + 18, f"{points}"))
    width = 2 * _LEFT + (_BAR + _GAP) * len(study.totals)
    rules = study.analysis.position.rules
    made = sum(share for points, share in study.totals.items() if points >= study.bid)
    title = f"{rules.name}: points made, {study.bid} in {made:.0%} of the deals"
    drawn.append(element("text", words(title), x=_LEFT, y=_TOP + _HEIGHT + 38, class_="axis"))
    return picture(max(width, 420.0), _TOP + _HEIGHT + _FOOT, STYLE, drawn, title)


def _said(x: float, y: float, text: str) -> str:
    return element("text", words(text), x=x, y=y, class_="axis")

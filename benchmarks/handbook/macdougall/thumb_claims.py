"""Which rule of thumb serves a bidder best, and a table to learn by heart."""

from __future__ import annotations

from benchmarks.handbook.macdougall.claim import Claim, Found, above
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from benchmarks.handbook.macdougall.thumb_rules import (
    Rated,
    ThumbStudy,
    study_rules,
)
from pinochle_solver.table.thumb_rule import TERMS, ThumbRule

ABOUT = """\
A rule of thumb tells what a hand is good for, and one bids up to that. Here rules are compared by
what they win in the game for stakes: the others bid up to a price, each from 250 to 450 as often,
and a hand is bought at prices within the limit of the rule and passed at others. What the table
adds was fitted to some hands by least squares, in fives; all rules are judged by others."""
_HIS, _TABLE = "his normal value, as he bids", "the table to learn"


def _best(measured: Measured) -> Found:
    study = study_rules(measured)
    his = next(each for each in study.rated if each.name == _HIS)
    table = next(each for each in study.rated if each.name.startswith(_TABLE))
    gain, se = mean_and_error(
        [one - other for one, other in zip(his.losses, table.losses, strict=True)]
    )
    text = (
        f"Bidding up to his normal value loses {with_half(*his.loss)} cents a hand against the full"
        f" analysis, the table to learn {with_half(*table.loss)}: "
        f"{with_half(gain, se)} less."
    )
    settings = f"fitted to {study.many:,} hands, judged by {study.few:,}, 32 deals each"
    return Found(above(-gain, se), text, settings, _page(study))


def _page(study: ThumbStudy) -> str:
    """The table to learn, and how the rules compare."""
    rows = "\n".join(_row(each) for each in study.rated)
    return f"""## By heart

Add these to your melds, for each trump in turn. The highest sum counts:

{_to_learn(study.table)}

Bid up to {_margin_text(study)}. A long suit counts with no ace in it, too.

## How the rules compare

*Off* is the standard deviation of what a rule says from the mean that hands make. *Loss* is in
cents a hand against the full analysis, which tries every bid in 64 deals.

| bid up to | off | loss |
|---|--:|--:|
{rows}"""


def _to_learn(table: ThumbRule) -> str:
    rows = [f"| to begin with | {table.start:+} |"]
    rows += [f"| {term} | {points:+} |" for term, points in zip(TERMS, table.points, strict=True)]
    return "\n".join(("| | points |", "|---|--:|", *rows))


def _margin_text(study: ThumbStudy) -> str:
    margin = next(each.margin for each in study.rated if each.name.startswith(_TABLE))
    if not margin:
        return "the sum"
    return f"{abs(margin)} points {'below' if margin > 0 else 'above'} the sum"


def _row(rated: Rated) -> str:
    off = "" if rated.off is None else f"{rated.off:.0f}"
    return f"| {rated.name} | {off} | {with_half(*rated.loss)} |"


CLAIMS = (Claim("T1", "His valuation is the rule to bid by.", "REG", _best),)

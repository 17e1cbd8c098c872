"""Positions of the games for three and four, and what is printed of them."""

from __future__ import annotations

import io

from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.cards import Hand
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS

_NAMED = joined(Hand.parse("AJ.-.K.-"), joined(Hand.parse("-.-.AKQ.-"), Hand.parse("TQ.A.T.TK")))

HIDDEN = (
    "rules=auction bidder=south trump=S turn=south south=AJ.-.K.- west=+3 north=+3 "
    f"buried=-.-.AKQ.- gone={less(TABLE_RULEBOOKS['auction'].deck, _NAMED).text()}"
)


def shown(analysis: object) -> str:
    page = io.StringIO()
    TableRenderer(page, ascii=True).table_chances(analysis)  # type: ignore[arg-type]
    return page.getvalue()


ENDING = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"

BID = (
    "rules=auction dealer=north act=bid bids=250 turn=west south=+15 west=TK.AATK9.TQ9.AKQJ9 "
    "north=+15 widow=+3"
)

BURY = (
    "rules=auction dealer=north act=bury bids=250,260,p,450,p bidder=south contract=450 "
    "turn=south south=AAKQJ9.KQJ.AATKQJ.TK9 west=+15 north=+15 widow=-.J.-.T9"
)

NOTHING_LAID = (
    "rules=macdougall-3 dealer=north upcard=QC turn=south south=AJJ9.AAQ9.KQ.KK west=+12 north=+12"
)

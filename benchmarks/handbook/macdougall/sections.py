"""The parts of the book, a page each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.handbook.macdougall import (
    bid_claims,
    bidding_claims,
    burial_trials,
    check_claims,
    distribution,
    later_defence,
    later_play,
    later_tricks,
    melds,
    open_claims,
    other_claims,
    partner_claims,
    play_claims,
    scoring_claims,
    stakes,
    thumb_claims,
    valuation_claims,
    widow,
)
from benchmarks.handbook.macdougall.claim import Claim
from benchmarks.handbook.macdougall.measurements import Measured


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the book.

    Attributes:
        file: the name of its page.
        title: its title.
        about: what the page begins with.
        claims: its claims.
        after: what follows the table.
        draw: draws its figures into a folder; None: there are none.
    """

    file: str
    title: str
    about: str
    claims: tuple[Claim, ...]
    after: str = ""
    draw: Callable[[Measured, Path], None] | None = None


SECTIONS = (
    Section("WIDOW", "The widow", widow.ABOUT, widow.CLAIMS),
    Section("DISTRIBUTION", "How the cards lie", distribution.ABOUT, distribution.CLAIMS),
    Section("MELDS", "Melds and limits", melds.ABOUT, melds.CLAIMS),
    Section(
        "VALUATION",
        "What a hand is worth",
        valuation_claims.ABOUT,
        (open_claims.V1, *valuation_claims.CLAIMS),
    ),
    Section(
        "BIDS",
        "The four kinds of bid",
        bid_claims.ABOUT,
        bid_claims.CLAIMS,
        bid_claims.AFTER,
        bid_claims.draw,
    ),
    Section("BY-HEART", "A table to learn by heart", thumb_claims.ABOUT, thumb_claims.CLAIMS),
    Section("STAKES", "Stakes", stakes.ABOUT, stakes.CLAIMS),
    Section(
        "PLAY",
        "Play",
        f"{play_claims.ABOUT}\n\n{later_tricks.ABOUT}",
        (*play_claims.CLAIMS, *later_play.CLAIMS, *burial_trials.CLAIMS),
    ),
    Section(
        "DEFENCE",
        "Defence",
        f"{play_claims.ABOUT}\n\n{later_tricks.ABOUT}",
        (*play_claims.DEFENCE, *later_defence.CLAIMS),
    ),
    Section(
        "BIDDING",
        "Bidding against others",
        bidding_claims.ABOUT,
        (distribution.VOID, *bidding_claims.CLAIMS),
    ),
    Section(
        "SCORING",
        "The game with scores",
        "A hand scores for everybody, and a contract that is set is taken off.",
        (*scoring_claims.CLAIMS, *stakes.SCORING),
    ),
    Section(
        "CHECK",
        "Check and partners",
        check_claims.ABOUT,
        (*check_claims.CLAIMS, *partner_claims.CLAIMS),
    ),
    Section(
        "OTHERS",
        "The games with a stock",
        other_claims.ABOUT,
        other_claims.CLAIMS,
    ),
)
"""In the order of the index."""

"""What may have to be decided in a hand, and how a hand ends."""

from __future__ import annotations

from enum import Enum


class Act(Enum):
    """What the seat on turn decides; the value is the word in a position."""

    BID = "bid"
    BURY = "bury"
    DIX = "dix"
    MELD = "meld"
    PLAY = "play"
    OVER = "over"


class Ending(Enum):
    """Why a hand is over."""

    PASSED_OUT = "passed out"
    CONCEDED = "conceded"
    DEFENDERS_CONCEDED = "conceded by the defenders"
    GIVEN_UP = "given up by the bidder in the play"
    MADE_BY_MELDS = "made by melds alone"
    PLAYED = "played"

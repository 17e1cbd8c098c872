"""Why the best move is better than another: what the difference is made of.

A `Reason` has the difference in parts that add up to it, and its `Cause`: what the largest part in
favour of the move comes from. All of it is from the worlds in which the moves were tried. What is
not surer than its 95% interval is not told. ``reasoning`` finds it, ``reason_words`` makes a
sentence of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from pinochle_solver.intervals import SURE
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move
from pinochle_solver.stock.estimates import Estimate

# Parts that were added up in different orders may lie this far apart.
_ROUNDING = 1e-6


class Turn(Enum):
    """What a difference comes from."""

    KEEPS_FOR_MELD = "keeps-for-meld"
    KEEPS_MELD = "keeps-meld"
    MELDS = "melds"
    MELDS_MORE = "melds-more"
    GAINS_BY_MELDS = "gains-by-melds"
    HOLDS_OFF = "holds-off"
    TAKES = "takes"
    TAKES_MORE = "takes-more"
    GIVES_LESS = "gives-less"
    RISKS_LESS = "risks-less"
    KEEPS = "keeps"
    KEEPS_TRUMP = "keeps-trump"
    FROM_TABLE = "from-table"
    FROM_HAND = "from-hand"
    DRAWS_UPCARD = "draws-upcard"
    LEAVES_UPCARD = "leaves-upcard"
    EXCHANGES = "exchanges"
    LAYS_NOW = "lays-now"
    SHOWS_LESS = "shows-less"
    WINS_CARDS = "wins-cards"


class Part(Enum):
    """Where the points of a difference are made."""

    NOW = "now"
    OWN_MELDS = "own-melds"
    OTHER_MELDS = "other-melds"
    MELDS = "melds"
    CARDS = "cards"


class Takes(Enum):
    """Whether the better move takes the trick under way where the other does not."""

    NO = "no"
    OFTENER = "oftener"
    YES = "yes"


class Cause(NamedTuple):
    """What the largest part of a difference comes from.

    Attributes:
        part: that part.
        turn: what it comes from.
        card: the card that it is about, if any.
        meld: the meld that it is about, in words; empty for none.
        takes: whether the trick under way has to do with it.
    """

    part: Part
    turn: Turn
    card: Card | None = None
    meld: str = ""
    takes: Takes = Takes.NO


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one move is better than another, for the seat to decide.

    `now`, `own_melds`, `other_melds`, `trick` and `later` add up to `points`.

    Attributes:
        move: the better move.
        other: the move that it is compared with.
        objective: what the moves are ordered by, ``points`` or ``win``.
        ahead: by how much it is better, in points or chances.
        points: by how many points of the expected final difference it is better; with the
            objective ``win`` it may be worse.
        now: how many more points it shows at once; exact.
        own_melds: how many more meld points the seat makes later.
        other_melds: how many fewer meld points the opponent makes.
        trick: by how much the difference in card points of the trick under way is better. If
            `knows_trick` is false, it is 0 and in `later`.
        later: the same of later tricks.
        melds: all melds: `now`, `own_melds` and `other_melds`, with an error of its own.
        cards: the same of all tricks: `trick` and `later`.
        knows_trick: whether the trick under way is told apart from later ones.
        cause: what its largest sure part in favour of the move comes from; None if no part alone is
            sure.
        meld_unit: of the rulebook.
    """

    move: Move
    other: Move
    objective: str
    ahead: Estimate
    points: Estimate
    now: float
    own_melds: Estimate
    other_melds: Estimate
    trick: Estimate
    later: Estimate
    melds: Estimate
    cards: Estimate
    knows_trick: bool
    cause: Cause | None
    meld_unit: int


def is_sure(part: Estimate) -> bool:
    """Whether the sign of a part is surer than its 95% interval."""
    return abs(part.mean) > SURE * part.se and abs(part.mean) > _ROUNDING

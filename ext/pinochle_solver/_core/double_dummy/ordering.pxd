"""Weights by which the search of open hands orders cards.

A score is a sum of features times weights, by the kind of move. Points are the card's own; counts
are of cards still in the hands. A seat alone, those who play against one, and two partners against
two need different weights, so there are three sets. They are found by
``benchmarks/speed/tune_double_dummy.py``.
"""

from libc.stdint cimport int16_t

cpdef enum:
    # Sets of weights: of the smaller side, of the larger one, of either if they are alike.
    ALONE = 0
    AGAINST_ONE = 1
    PARTNERS = 2
    SIDINGS = 3

    # Kinds of leads in a plain suit; the same of trumps stand PLAIN_LEADS higher.
    SURELY_WON = 0          # by the leader's side
    SURELY_LOST = 1
    OPEN_LEAD = 2
    PLAIN_LEADS = 3
    LEAD_KINDS = 6

    # Features of a lead.
    LEAD_BASE = 0
    LEAD_POINTS = 1
    LEAD_ENEMIES_HIGHER = 2
    LEAD_LENGTH = 3             # the leader's cards of the suit
    LEAD_ENEMIES_LENGTH = 4
    LEAD_HIGHER = 5             # the leader's own
    LEAD_FRIENDS_HIGHER = 6
    LEAD_FRIENDS_LENGTH = 7
    LEAD_ENEMIES_RUFFING = 8    # seats that are void and have trumps
    LEAD_FRIENDS_RUFFING = 9
    LEAD_TRUMPS = 10            # the leader's
    LEAD_SINGLETON = 11
    LEAD_RANK = 12
    LEAD_ENEMIES_TRUMPS = 13
    LEAD_MASTER = 14            # no enemy has a higher one
    LEAD_FRIENDS_MASTER = 15    # no enemy has one higher than a friend's highest
    LEAD_ENEMIES_SHORTEST = 16  # the fewest that an enemy has of the suit
    LEAD_TRICKS = 17            # left
    LEAD_FEATURES = 18

    # Kinds of cards played to a trick.
    WINS_FOR_CERTAIN = 0        # one's own side does
    LOSES_FOR_CERTAIN = 1
    BEST_SO_FAR = 2             # else it depends: this card is the best,
    ENEMY_BEST = 3              # or an enemy's,
    FRIEND_BEST = 4             # or a friend's
    FOLLOW_KINDS = 5

    # Features of a card played to a trick; "suit" is its own.
    FOLLOW_POINTS = 0
    FOLLOW_OTHERS_HIGHER = 1
    FOLLOW_LENGTH = 2
    FOLLOW_TRUMP = 3
    FOLLOW_ENEMIES_HIGHER = 4
    FOLLOW_MASTER = 5           # no enemy has a higher one
    FOLLOW_HIGHER = 6
    FOLLOW_RANK = 7
    FOLLOW_SUIT_LED = 8
    FOLLOW_SINGLETON = 9
    FOLLOW_FRIENDS_HIGHER = 10
    FOLLOW_ENEMIES_LENGTH = 11
    FOLLOW_BASE = 12
    FOLLOW_TRICK_POINTS = 13    # of the cards played to it so far
    FOLLOW_FEATURES = 14


cdef extern from "pinochle_solver/_core/double_dummy/ordering_weights.h" nogil:
    ctypedef struct OpenWeights:
        int16_t lead[LEAD_KINDS][LEAD_FEATURES]
        int16_t follow[FOLLOW_KINDS][FOLLOW_FEATURES]

    const OpenWeights TUNED_OPEN_WEIGHTS[SIDINGS]

"""Which leads and replies to try first: small linear scores, summed when a suit is described.

A lead falls into one of `LEAD_KINDS` by who can win the trick, a reply into one of `REPLY_KINDS`;
each kind has a weight for each of the features below. All but two of a lead's features belong to
its own suit, so the scores are made once for a suit's remaining cards (``suits.pyx``) and not in
every position. The numbers of trumps are added in the search.

The weights (``ordering_weights.h``) were found by hill-climbing on node counts, separately for
deals with and without the duty to head plain suits, and for long hands:
``benchmarks/speed/tune_ordering.py``. They see card points scaled so that the richest card counts
`RICHEST`, so that counts of every size are ordered alike.
"""

from libc.stdint cimport int16_t

cpdef enum:
    RICHEST = 11
    # Sets of weights.
    NEED_NOT_HEAD = 0       # plain suits
    MUST_HEAD = 1
    LONG_HANDS = 2          # nor need they here
    SETS = 3
    MANY_CARDS = 14         # of a hand: from here on it is a long one

    # Kinds of leads in a plain suit; the same of trumps stand PLAIN_KINDS higher.
    SURE_WINNER = 0         # the follower has cards of the suit and cannot beat this one
    SURE_LOSER = 1          # he has, and must beat it
    CONTESTED = 2           # he has, and may do either
    RUFFED = 3              # he has none of the suit, but trumps
    MASTER = 4              # he has neither
    PLAIN_KINDS = 5
    LEAD_KINDS = 10

    # Features of a lead.
    LEAD_BASE = 0
    LEAD_POINTS = 1
    LEAD_CHEAPEST_WIN = 2       # points of the follower's cheapest winning reply
    LEAD_CHEAPEST_LOSS = 3      # ... and of his cheapest losing one
    LEAD_LENGTH = 4             # the leader's cards of the suit
    LEAD_THEIR_LENGTH = 5
    LEAD_HIGHER = 6             # the leader's higher cards of the suit
    LEAD_THEIR_HIGHER = 7
    LEAD_WINNERS = 8            # the leader's cards of the suit that none can beat
    LEAD_UNDER_WINNER = 9       # can be beaten, though the leader has one that cannot
    LEAD_SINGLETON = 10
    LEAD_THEIR_POINTS = 11      # the follower's points in the suit
    LEAD_TRUMPS = 12            # the leader's trumps; this and the next for plain suits only
    LEAD_THEIR_TRUMPS = 13
    LEAD_FEATURES = 14

    # Kinds of replies.
    WINS_PLAIN = 0
    WINS_TRUMPS = 1
    LOSES_PLAIN = 2
    LOSES_TRUMPS = 3
    DISCARDS = 4
    RUFFS = 5
    REPLY_KINDS = 6

    # Features of a reply; "suit" is the suit of the reply.
    REPLY_BASE = 0
    REPLY_LED_POINTS = 1
    REPLY_POINTS = 2
    REPLY_LENGTH = 3            # the follower's cards of the suit
    REPLY_LED_LENGTH = 4        # the leader's
    REPLY_LED_HIGHER = 5        # the leader's cards above the reply
    REPLY_LED_LOWER = 6         # ... and below it
    REPLY_HIGHER = 7            # the follower's cards above the reply
    REPLY_SINGLETON = 8
    REPLY_FEATURES = 9


cdef extern from "pinochle_solver/_core/playoff/ordering_weights.h" nogil:
    ctypedef struct Weights:
        int16_t lead[LEAD_KINDS][LEAD_FEATURES]
        int16_t reply[REPLY_KINDS][REPLY_FEATURES]

    const Weights TUNED_WEIGHTS[SETS]

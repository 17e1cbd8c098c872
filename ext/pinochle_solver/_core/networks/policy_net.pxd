"""A learned policy: what a small network adds to the linear score of a move (``policy.pxd``).

Design
------
The network sees what the seat to decide sees, card by card: its hand, both tables, what it knows of
the other hand, what is gone, the upcard, the card led, the trick and what is due. These make up the
*context*, which all moves share. A move adds its terms and its card or meld. There is one hidden
layer, clipped between 0 and 1, and a linear part beside it. The weights after the layer are
separate for leads, replies and shows. All weights are separate for each of `PARTS`, by how far the
stock is gone, because other things count towards its end. Integers are used throughout, so that
every machine makes the same moves.

The weights are learnt from hands of the policy itself (``benchmarks/learning/learn_nets.py``).
"""

from libc.stdint cimport int16_t, int32_t, uint8_t

from pinochle_solver._core.hand.hand cimport MOST_SHOWS, HandInPlay, HandRules
from pinochle_solver._core.hand.melds cimport MOST_COPIES
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.networks.features cimport MOST_TRICKS, PARTS
from pinochle_solver._core.networks.policy cimport TERMS, Policy

cdef enum:
    HIDDEN = 64
    KINDS = 3               # of decisions: leads, replies, shows
    # The context: whether there is one copy, whether there are two or more, by zone; then the rest.
    ZONES_SEEN = 5               # own hand, own table, the other's table, known in its hand, gone
    UPCARD_SEEN = ZONES_SEEN * MOST_COPIES * CARDS
    LED = UPCARD_SEEN + CARDS
    TRICKS_SEEN = LED + CARDS
    DUE = TRICKS_SEEN + MOST_TRICKS + 1     # shows may follow the last trick, too
    CONTEXT = DUE + KINDS + 1
    MOST_ACTIVE = 144
    # A move: its terms, its card as a lead, as a reply that wins and as one that loses, its meld.
    CARD_MOVED = TERMS
    MELD_SHOWN = CARD_MOVED + 3 * CARDS
    MOVE = MELD_SHOWN + MOST_SHOWS + 1      # the last: no meld, or a dix alone
    # Weights are kept in parts: of 1 before the hidden layer, of a point after it.
    INPUT_UNIT = 4096
    POINT_UNIT = 64
    TERM_UNIT = 16          # of a term that counts as one
    ACTIVE_UNIT = 512       # the hidden layer itself


# As Python writes it: no padding.
cdef struct PolicyNet:
    int32_t bias[PARTS][HIDDEN]
    int16_t context[PARTS][CONTEXT][HIDDEN]
    int16_t move[PARTS][MOVE][HIDDEN]
    int16_t outputs[PARTS][KINDS][HIDDEN]
    int16_t linear[PARTS][KINDS][MOVE]


cdef int see_context(const HandRules* rules, const HandInPlay* hand, int16_t* active) noexcept nogil
cdef int kind_of_decision(const HandInPlay* hand) noexcept nogil
cdef int feature_of_move(const HandRules* rules, const HandInPlay* hand, int move) noexcept nogil
cdef void score_by_net(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy, const PolicyNet* net,
    const uint8_t* moves, int count, int32_t* scores,
) noexcept nogil
cdef int choose_by_net(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy, const PolicyNet* net
) noexcept nogil

"""A learned estimate of a playoff: how many of its points the seat that leads makes.

Design
------
A small network over the cards that both seats hold: for each card whether there is one copy,
whether there are two, three, four. It has two hidden layers, clipped between 0 and 1, and a linear
part beside them. Trumps come first. Which plain suit is which makes no difference to a playoff, so
the plain suits are in an order that follows from their cards. Integers are used throughout, so that
every machine finds the same estimates.

The weights are learnt from solved playoffs of the policy's hands
(``benchmarks/learning/learn_nets.py``).
"""

from libc.stdint cimport int16_t, int32_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.hand.melds cimport MOST_COPIES
from pinochle_solver._core.layout cimport CARDS

cdef enum:
    CARDS_HELD = 2 * MOST_COPIES * CARDS    # by seat, the leader's first; by copies; by card
    FIRST_HIDDEN = 64
    SECOND_HIDDEN = 32
    # Weights are kept in parts: of 1 before each hidden layer, of a point after them.
    INPUT_UNIT = 4096
    POINT_UNIT = 64
    ACTIVE_UNIT = 512       # and the hidden layers themselves
    MOST_HELD = 64


# As Python writes it: no padding.
cdef struct PlayoffNet:
    int32_t first_bias[FIRST_HIDDEN]
    int32_t second_bias[SECOND_HIDDEN]
    int32_t start
    int16_t inputs[CARDS_HELD][FIRST_HIDDEN]
    int16_t between[FIRST_HIDDEN][SECOND_HIDDEN]
    int16_t outputs[SECOND_HIDDEN]
    int16_t linear[CARDS_HELD]


cdef int see_playoff(const HandRules* rules, const HandInPlay* hand, int16_t* active) noexcept nogil
cdef int playoff_by_net(
    const HandRules* rules, const HandInPlay* hand, const PlayoffNet* net
) noexcept nogil

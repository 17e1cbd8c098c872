"""A learned value of a hand: what the seat that leads will score from here on.

Design
------
A small network over the features of a hand as it lies (``features.pxd``), the order of the stock
unknown: one hidden layer, clipped between 0 and 1, and a linear part beside it. The hidden layer is
one of `PARTS`, by how far the stock is gone; the weights after it are separate for every trick. The
scheme is that of NNUE (Nasu 2018), with integers throughout, so that every machine finds the same
values.

The weights are learnt from hands of the policy (``benchmarks/learning/learn_nets.py``).
"""

from libc.stdint cimport int16_t, int32_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.networks.features cimport FEATURES, MOST_TRICKS, PARTS, Features

cdef enum:
    HIDDEN = 64
    # Weights are kept in parts: of 1 before the hidden layer, of a point after it.
    INPUT_UNIT = 4096
    POINT_UNIT = 64
    ACTIVE_UNIT = 512       # and the hidden layer itself
    ACTIVE_SHIFT = 3        # INPUT_UNIT over ACTIVE_UNIT
    MELD_SHIFT = 4


# As Python writes it: no padding.
cdef struct ValueNet:
    int32_t bias[PARTS][HIDDEN]
    int32_t start[MOST_TRICKS]
    int16_t inputs[PARTS][FEATURES][HIDDEN]
    int16_t outputs[MOST_TRICKS][HIDDEN]
    int16_t linear[MOST_TRICKS][FEATURES]


# What the features that are yes add up to.
cdef struct Sums:
    int32_t hidden[HIDDEN]
    int32_t total
    int part
    int trick


cdef void sum_cards(
    const HandRules* rules, const Features* features, int trick, const ValueNet* net, Sums* sums
) noexcept nogil
cdef int value_of_sums(
    const Features* features, const Sums* sums, const ValueNet* net
) noexcept nogil
cdef int value_of_lead(
    const HandRules* rules, const HandInPlay* hand, const ValueNet* net
) noexcept nogil
cdef int south_ahead_by_value(
    const HandRules* rules, const HandInPlay* hand, const ValueNet* net
) noexcept nogil


cdef inline void add_feature(int feature, const ValueNet* net, Sums* sums) noexcept nogil:
    """Add one that has become a yes."""
    cdef const int16_t* row = net.inputs[sums.part][feature]
    cdef int j
    sums.total += net.linear[sums.trick][feature]
    for j in range(HIDDEN):
        sums.hidden[j] += row[j]


cdef inline void take_feature(int feature, const ValueNet* net, Sums* sums) noexcept nogil:
    """Take off one that is no more."""
    cdef const int16_t* row = net.inputs[sums.part][feature]
    cdef int j
    sums.total -= net.linear[sums.trick][feature]
    for j in range(HIDDEN):
        sums.hidden[j] -= row[j]

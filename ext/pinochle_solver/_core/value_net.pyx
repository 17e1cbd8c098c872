"""What a hand is worth at a lead; ``value_net.pxd`` describes the network."""

from libc.stdint cimport int16_t, int32_t

from pinochle_solver._core.features cimport (
    FEATURES, MELDS, MELD_NUMBERS, MELD_UNIT, MOST_TRICKS, Features, see_features,
)
from pinochle_solver._core.hand cimport HandInPlay, HandRules
from pinochle_solver._core.scores cimport lead_of_south


cdef int value_of_lead(
    const HandRules* rules, const HandInPlay* hand, const ValueNet* net
) noexcept nogil:
    """How many points more the seat that leads makes from here on than the other."""
    cdef Features features
    cdef int32_t hidden[HIDDEN]
    cdef const int16_t* row
    cdef int trick = hand.state.tricks, part = trick * PARTS // rules.stock_tricks
    cdef int i, j, number
    cdef int32_t total = net.start[trick], sum_ = 0
    see_features(rules, hand, &features)
    for j in range(HIDDEN):
        hidden[j] = 0
    for i in range(MELD_NUMBERS):
        number = features.melds[i]
        if number:
            total += number * net.linear[trick][MELDS + i] // MELD_UNIT
            row = net.inputs[part][MELDS + i]
            for j in range(HIDDEN):
                hidden[j] += number * row[j]
    for j in range(HIDDEN):
        hidden[j] = (hidden[j] >> MELD_SHIFT) + net.bias[part][j]
    for i in range(features.count):
        row = net.inputs[part][features.active[i]]
        total += net.linear[trick][features.active[i]]
        for j in range(HIDDEN):
            hidden[j] += row[j]
    row = net.outputs[trick]
    for j in range(HIDDEN):
        sum_ += _clipped(hidden[j]) * row[j]
    return (total + sum_ // ACTIVE_UNIT) // POINT_UNIT


cdef int south_ahead_by_value(
    const HandRules* rules, const HandInPlay* hand, const ValueNet* net
) noexcept nogil:
    """How many points south has more than north at the end, as a lead is valued."""
    cdef int rest = value_of_lead(rules, hand, net)
    return lead_of_south(&hand.state) + (-rest if hand.state.leader else rest)


cdef inline int32_t _clipped(int32_t value) noexcept nogil:
    """In parts of `ACTIVE_UNIT`, no less than none of them and no more than all."""
    value >>= ACTIVE_SHIFT
    return 0 if value < 0 else ACTIVE_UNIT if value > ACTIVE_UNIT else value


# For Python: what a record of weights holds, in its order.

INPUT, POINT, ACTIVE = INPUT_UNIT, POINT_UNIT, ACTIVE_UNIT
SHAPES = {
    "bias": ((PARTS, HIDDEN), "int32"),
    "start": ((MOST_TRICKS,), "int32"),
    "inputs": ((PARTS, FEATURES, HIDDEN), "int16"),
    "outputs": ((MOST_TRICKS, HIDDEN), "int16"),
    "linear": ((MOST_TRICKS, FEATURES), "int16"),
}

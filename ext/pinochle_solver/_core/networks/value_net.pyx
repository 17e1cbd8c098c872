"""What a hand is worth at a lead; ``value_net.pxd`` describes the network."""

from libc.stdint cimport int16_t, int32_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.hand.scores cimport lead_of_south
from pinochle_solver._core.networks.features cimport (
    FEATURES, MELDS, MELD_NUMBERS, MELD_UNIT, MOST_TRICKS, PARTS, Features, part_of_stock,
    see_features,
)


cdef void sum_cards(
    const HandRules* rules, const Features* features, int trick, const ValueNet* net, Sums* sums
) noexcept nogil:
    """Add up what is yes at the lead to a trick."""
    cdef int i, j
    sums.trick, sums.part = trick, part_of_stock(trick, rules.stock_tricks)
    sums.total = net.start[trick]
    for j in range(HIDDEN):
        sums.hidden[j] = net.bias[sums.part][j]
    for i in range(features.count):
        add_feature(features.active[i], net, sums)


cdef int value_of_sums(
    const Features* features, const Sums* sums, const ValueNet* net
) noexcept nogil:
    """What these sums and the numbers of the features say that the leader makes more."""
    cdef int32_t of_melds[HIDDEN]
    cdef int16_t layer[HIDDEN]  # products of short numbers are quick
    cdef const int16_t* row
    cdef const int16_t* linear = &net.linear[sums.trick][MELDS]
    cdef int16_t number
    cdef int i, j
    cdef int32_t total = sums.total, sum_ = 0
    for j in range(HIDDEN):
        of_melds[j] = 0
    for i in range(MELD_NUMBERS):
        number = features.melds[i]
        if number:
            total += <int32_t> number * linear[i] // MELD_UNIT
            row = net.inputs[sums.part][MELDS + i]
            for j in range(HIDDEN):
                of_melds[j] += <int32_t> number * row[j]
    row = net.outputs[sums.trick]
    for j in range(HIDDEN):
        layer[j] = <int16_t> _clipped((of_melds[j] >> MELD_SHIFT) + sums.hidden[j])
    for j in range(HIDDEN):
        sum_ += <int32_t> layer[j] * row[j]
    return (total + sum_ // ACTIVE_UNIT) // POINT_UNIT


cdef int value_of_lead(
    const HandRules* rules, const HandInPlay* hand, const ValueNet* net
) noexcept nogil:
    """How many points more the seat that leads makes from here on than the other."""
    cdef Features features
    cdef Sums sums
    see_features(rules, hand, &features)
    sum_cards(rules, &features, hand.state.tricks, net, &sums)
    return value_of_sums(&features, &sums, net)


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

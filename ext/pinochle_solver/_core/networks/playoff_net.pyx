"""Playoffs estimated by a network; ``playoff_net.pxd`` describes it."""

from libc.stdint cimport int16_t, int32_t, uint64_t

from pinochle_solver._core.bits cimport bit_count, lowest_bit
from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.hand.melds cimport MOST_COPIES, Planes
from pinochle_solver._core.hand.scores cimport outstanding_points
from pinochle_solver._core.hashing cimport spread
from pinochle_solver._core.layout cimport CARDS, RANKS, SEATS, SUITS
from pinochle_solver._core.networks.features cimport hand_of

cdef enum:
    ACTIVE_SHIFT = 3        # INPUT_UNIT over ACTIVE_UNIT
    ONE_SUIT = (1 << RANKS) - 1
    BITS_OF_CARDS = 4 * RANKS       # two copies, two seats


cdef int see_playoff(
    const HandRules* rules, const HandInPlay* hand, int16_t* active
) noexcept nogil:
    """Write the features that are yes, at a playoff's first lead; how many."""
    cdef int[SUITS] order
    cdef uint64_t[SUITS] keys
    cdef int suit, place, side, copy, count = 0
    cdef uint64_t key
    cdef Planes planes
    for suit in range(SUITS):
        key = 0 if suit == rules.trump else _key_of_suit(hand, suit)
        place = suit
        while place and (keys[place - 1] > key or suit == rules.trump):
            keys[place], order[place] = keys[place - 1], order[place - 1]
            place -= 1
        keys[place], order[place] = key, suit
    for side in range(SEATS):
        planes = hand_of(&hand.state.seats[hand.state.leader ^ side])
        for place in range(SUITS):
            for copy in range(rules.copies):
                key = _cards_of_suit(&planes, order[place], copy)
                while key:
                    active[count] = ((MOST_COPIES * side + copy) * CARDS
                                     + RANKS * place + lowest_bit(key))
                    key &= key - 1
                    count += 1
    return count


cdef inline uint64_t _cards_of_suit(const Planes* planes, int suit, int copy) noexcept nogil:
    cdef uint64_t word = planes.low if copy < 2 else planes.high
    return word >> (CARDS * (copy & 1) + RANKS * suit) & ONE_SUIT


cdef uint64_t _key_of_suit(const HandInPlay* hand, int suit) noexcept nogil:
    """What plain suits are ordered by: lengths, the leader's first, then the very cards.

    Third and fourth copies count as a hash of them. It is never 0: that stands for trumps.
    """
    cdef uint64_t cards = 0, lengths = 1, more = 0, low, high
    cdef int side
    cdef Planes planes
    for side in range(SEATS):
        planes = hand_of(&hand.state.seats[hand.state.leader ^ side])
        low = _cards_of_suit(&planes, suit, 0) << RANKS | _cards_of_suit(&planes, suit, 1)
        high = _cards_of_suit(&planes, suit, 2) << RANKS | _cards_of_suit(&planes, suit, 3)
        lengths = lengths << 6 | <uint64_t> (bit_count(low) + bit_count(high))
        cards = cards << 2 * RANKS | low
        more = more << 2 * RANKS | high
    if more:
        cards = (cards ^ spread(more)) & ((<uint64_t> 1 << BITS_OF_CARDS) - 1)
    return lengths << BITS_OF_CARDS | cards


cdef int playoff_by_net(
    const HandRules* rules, const HandInPlay* hand, const PlayoffNet* net
) noexcept nogil:
    """A guess of the leader's points in a playoff that has just begun."""
    cdef int16_t active[MOST_HELD]
    cdef int32_t first[FIRST_HIDDEN]
    cdef int32_t second[SECOND_HIDDEN]
    cdef const int16_t* row
    cdef int i, j, count = see_playoff(rules, hand, active)
    cdef int outstanding = outstanding_points(hand)
    cdef int32_t value, sum_ = 0, total = net.start + outstanding * POINT_UNIT // 2
    for j in range(FIRST_HIDDEN):
        first[j] = net.first_bias[j]
    for i in range(count):
        total += net.linear[active[i]]
        row = net.inputs[active[i]]
        for j in range(FIRST_HIDDEN):
            first[j] += row[j]
    for j in range(SECOND_HIDDEN):
        second[j] = 0
    for i in range(FIRST_HIDDEN):
        value = _clipped(first[i])
        if value:
            row = net.between[i]
            for j in range(SECOND_HIDDEN):
                second[j] += value * row[j]
    for j in range(SECOND_HIDDEN):
        # In parts of ACTIVE_UNIT times INPUT_UNIT so far.
        value = (second[j] // ACTIVE_UNIT) + net.second_bias[j]
        sum_ += _clipped(value) * net.outputs[j]
    total = (total + sum_ // ACTIVE_UNIT) // POINT_UNIT
    return min(max(total, 0), outstanding)


cdef inline int32_t _clipped(int32_t value) noexcept nogil:
    """In parts of `ACTIVE_UNIT`, no less than none of them and no more than all."""
    value >>= ACTIVE_SHIFT
    return 0 if value < 0 else ACTIVE_UNIT if value > ACTIVE_UNIT else value


# For Python: what a record of weights holds, in its order.

INPUT, POINT, ACTIVE = INPUT_UNIT, POINT_UNIT, ACTIVE_UNIT
SHAPES = {
    "first_bias": ((FIRST_HIDDEN,), "int32"),
    "second_bias": ((SECOND_HIDDEN,), "int32"),
    "start": ((1,), "int32"),
    "inputs": ((CARDS_HELD, FIRST_HIDDEN), "int16"),
    "between": ((FIRST_HIDDEN, SECOND_HIDDEN), "int16"),
    "outputs": ((SECOND_HIDDEN,), "int16"),
    "linear": ((CARDS_HELD,), "int16"),
}

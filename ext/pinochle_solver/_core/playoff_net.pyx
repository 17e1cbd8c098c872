"""Playoffs estimated by a network; ``playoff_net.pxd`` describes it."""

from libc.stdint cimport int16_t, int32_t, uint64_t

from pinochle_solver._core.bits cimport bit_count, lowest_bit
from pinochle_solver._core.features cimport CARD_KINDS, LOWEST_RANK, RANKS_HELD
from pinochle_solver._core.hand cimport HandInPlay, HandRules
from pinochle_solver._core.layout cimport CARDS, RANKS, SEATS, SUITS
from pinochle_solver._core.scores cimport outstanding_points

cdef enum:
    COPIES = 2
    ACTIVE_SHIFT = 3        # INPUT_UNIT over ACTIVE_UNIT
    RANKS_SEEN = (1 << RANKS_HELD) - 1


cdef int see_playoff(
    const HandRules* rules, const HandInPlay* hand, int16_t* active
) noexcept nogil:
    """Write the features that are yes, at a playoff's first lead; how many."""
    cdef int[SUITS] order
    cdef uint64_t[SUITS] keys
    cdef int suit, place, side, copy, count = 0
    cdef uint64_t key, planes
    for suit in range(SUITS):
        key = 0 if suit == rules.trump else _key_of_suit(hand, suit)
        place = suit
        while place and (keys[place - 1] > key or suit == rules.trump):
            keys[place], order[place] = keys[place - 1], order[place - 1]
            place -= 1
        keys[place], order[place] = key, suit
    for side in range(SEATS):
        planes = hand.state.seats[hand.state.leader ^ side].hand
        for place in range(SUITS):
            for copy in range(COPIES):
                key = _cards_of_suit(planes, order[place], copy)
                while key:
                    active[count] = ((COPIES * side + copy) * CARD_KINDS
                                     + RANKS_HELD * place + lowest_bit(key))
                    key &= key - 1
                    count += 1
    return count


cdef inline uint64_t _cards_of_suit(uint64_t planes, int suit, int copy) noexcept nogil:
    return planes >> (CARDS * copy + RANKS * suit + LOWEST_RANK) & RANKS_SEEN


cdef uint64_t _key_of_suit(const HandInPlay* hand, int suit) noexcept nogil:
    """What plain suits are ordered by: lengths, the leader's first, then the very cards.

    It is never 0: that stands for trumps.
    """
    cdef uint64_t cards = 0, lengths = 1, of_seat
    cdef int side
    for side in range(SEATS):
        of_seat = hand.state.seats[hand.state.leader ^ side].hand
        of_seat = (_cards_of_suit(of_seat, suit, 0) << RANKS_HELD
                   | _cards_of_suit(of_seat, suit, 1))
        lengths = lengths << 4 | <uint64_t> bit_count(of_seat)
        cards = cards << (COPIES * RANKS_HELD) | of_seat
    return lengths << (SEATS * COPIES * RANKS_HELD) | cards


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

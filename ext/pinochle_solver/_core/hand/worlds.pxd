"""What one seat cannot see, and the worlds that are possible for it.

A *world* is an assignment of the unseen cards to the other seat's hidden places and to the
face-down stock in its order. All assignments of the cards, identical ones told apart, are equally
likely as long as nothing is inferred from how the other seat played.
"""

from libc.stdint cimport uint8_t, uint64_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules, HandState
from pinochle_solver._core.hand.kinds cimport Counts
from pinochle_solver._core.random cimport Random

cdef enum:
    MOST_UNSEEN = 128


cdef struct Unseen:
    int seat                        # who looks
    int cards
    int hidden                      # the first of them go to the other hand, the rest to the stock
    uint64_t seen                   # cards known in the other hand, as planes,
    uint64_t seen_high              # and their third and fourth copies
    uint8_t card[MOST_UNSEEN]       # in the order of the cards


cdef Counts unseen_cards(const HandRules* rules, const HandState* state, int seat) noexcept nogil
cdef void look_for_unseen(
    const HandRules* rules, const HandState* state, int seat, Unseen* unseen
) noexcept nogil
cdef bint is_world(const Unseen* unseen, const uint8_t* cards) noexcept nogil
cdef void place_unseen(const Unseen* unseen, const uint8_t* cards, HandInPlay* hand) noexcept nogil
cdef void shuffle_unseen(const Unseen* unseen, Random* random, uint8_t* cards) noexcept nogil

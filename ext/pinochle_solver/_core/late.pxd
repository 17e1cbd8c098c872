"""The end of the stock phase, decided by expectation.

A seat's choice here is the move of the highest expected final difference over all worlds it
considers possible, every assignment of the cards it cannot see being equally likely; what follows
is chosen by the same principle, each seat by what it sees then. That is well defined because the
stock ends: the last choice is followed by the playoff, whose value is exact. Nothing is inferred
from how the other seat played.

The cost is the product of the worlds and moves of all choices that follow one another, less what
the memory of choices made before saves; so this is for the last stock trick of a full deck, and
for small decks.
"""

from libc.stdint cimport int32_t, uint64_t

from pinochle_solver._core.hand cimport Game, HandRules
from pinochle_solver._core.search cimport Search


cdef struct Choice:
    uint64_t key
    uint64_t check
    int32_t value               # of a playoff: the leader's points; of a choice: the move


cdef struct Late:
    const HandRules* rules
    Search* search
    bint exact                  # solve playoffs; otherwise estimate them
    bint stopped
    Choice* choices             # a hash table, half empty at least
    uint64_t mask
    uint64_t used


cdef bint allocate_late(Late* late) noexcept nogil
cdef void free_late(Late* late) noexcept nogil
cdef int choose_by_expectation(Late* late, const Game* game) noexcept nogil
cdef int playoff_value(Late* late, const Game* game) noexcept nogil

"""Sure tricks of three or four open hands; ``open_bounds.pyx`` says what is sure."""

from libc.stdint cimport uint32_t, uint64_t

from pinochle_solver._core.layout cimport SUITS
from pinochle_solver._core.open_deal cimport OpenDeal
from pinochle_solver._core.open_suits cimport OpenSuit
from pinochle_solver._core.open_table cimport OpenBlock


cdef struct Lead:
    # A position between tricks, and the question asked of it.
    uint64_t held
    int leader
    int tricks
    int outstanding
    int bound
    const OpenSuit* suit[SUITS]
    uint64_t key
    uint32_t tops           # owners of the two highest cards of each plain suit
    OpenBlock* same[2]      # where these very cards are, lower and upper bound, or NULL
    int same_place[2]
    uint32_t generation     # of the table, when they were found
    int low                 # proven bounds
    int high
    int remembered          # by the table, or -1


cdef bint bound_by_sure_tricks(
    const OpenDeal* deal, Lead* at, bint with_discards, uint64_t* matter
) noexcept nogil

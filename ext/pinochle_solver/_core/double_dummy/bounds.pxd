"""Sure tricks of three or four open hands; ``bounds.pyx`` says what is sure."""

from libc.stdint cimport uint32_t, uint64_t

from pinochle_solver._core.double_dummy.deal cimport OpenDeal
from pinochle_solver._core.double_dummy.suits cimport OpenSuit
from pinochle_solver._core.layout cimport SUITS


cdef struct Cash:
    # What a seat would cash if it were to lead (``suits.pxd``).
    uint32_t suit[SUITS]
    uint32_t best[SUITS]        # the same, or what is better:
    bint drawing                # after drawing all trumps;
    bint sure                   # sure trumps at any time instead of cashing trumps
    uint32_t sum                # of `best`


cdef struct Lead:
    # A position between tricks, and the question asked of it.
    uint64_t held
    int leader
    int tricks
    int outstanding
    int bound
    const OpenSuit* suit[SUITS]
    uint64_t key
    uint64_t tops           # owners of the highest cards of each plain suit
    int low                 # proven bounds
    int high
    Cash cash               # of the leader, after `bound_by_cash`


cdef bint bound_by_cash(const OpenDeal* deal, Lead* at, uint64_t* matter) noexcept nogil
cdef bint bound_by_sure_tricks(
    const OpenDeal* deal, Lead* at, bint with_discards, uint64_t* matter
) noexcept nogil

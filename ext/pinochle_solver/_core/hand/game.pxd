"""States from Python, for the compiled modules that begin with one, and hands that were played."""

from libc.stdint cimport uint8_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules, HandState
from pinochle_solver._core.hand.melds cimport SeatState

cdef enum:
    MOST_UNDONE = 512           # more than a hand has moves and draws


cdef class HandGame:
    cdef HandRules rules
    cdef HandInPlay hand
    cdef HandState before[MOST_UNDONE]  # each of its moves and draws
    cdef int moves
    cdef int earlier                # entries of the log before it

    cdef void _remember(self) noexcept
    cdef SeatState _seat_to_meld(self, bint with_dix)


cdef int read_state(HandInPlay* hand, const uint8_t[::1] record) except -1

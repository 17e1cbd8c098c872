"""What every search of a stock-phase position has: the position, the policy, a playoff search."""

from libc.stdint cimport int32_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.networks.policy cimport Policy
from pinochle_solver._core.playoff.search cimport Search


cdef class StockSearch:
    cdef HandRules rules
    cdef HandInPlay root                  # the position
    cdef HandInPlay hand                  # what is being played from it
    cdef Policy policy              # the learnt one
    cdef Search search              # of playoffs
    cdef int halted

    cdef void draw_what_is_due(self) noexcept nogil
    cdef void play_to_playoff(self) noexcept nogil
    cdef int guess_playoff(self) noexcept nogil
    cdef bint score_playoff(self, int32_t* estimated, int32_t* exact) noexcept nogil
    cdef int raise_what_is_set(self) except -1

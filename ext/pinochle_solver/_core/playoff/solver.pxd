"""The value of a playoff, for the compiled modules that need one."""

from pinochle_solver._core.hand.hand cimport HandInPlay
from pinochle_solver._core.playoff.search cimport Search

cdef bint take_up_playoff(Search* search, const HandInPlay* hand) noexcept nogil
cdef int estimated_playoff(Search* search, const HandInPlay* hand) noexcept nogil
cdef int exact_playoff(Search* search, const HandInPlay* hand) noexcept nogil

"""States from Python, for the compiled modules that begin with one."""

from libc.stdint cimport uint8_t

from pinochle_solver._core.hand cimport HandInPlay

cdef int read_state(HandInPlay* hand, const uint8_t[::1] record) except -1

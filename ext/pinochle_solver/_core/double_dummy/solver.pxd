"""Exact values and best cards of open hands, as seen by compiled callers."""

from pinochle_solver._core.double_dummy.search cimport OpenSearch
from pinochle_solver._core.double_dummy.tricks cimport Trick


cdef class DoubleDummySolver:
    cdef OpenSearch search
    cdef int halted


cdef int value_of(OpenSearch* search, const Trick* trick) noexcept nogil
cdef int raise_what_is_set() except -1
cdef int first_best(OpenSearch* search, const Trick* trick, int value) noexcept nogil

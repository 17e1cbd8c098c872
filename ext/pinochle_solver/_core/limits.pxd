"""When a search must stop: after some nodes, at some time, when a flag is set, at a signal.

A search counts its nodes and calls `must_stop` when the count passes `next_poll`; between two polls
a limit costs it one comparison.
"""

from libc.stdint cimport int64_t


cdef struct Limits:
    int64_t nodes           # the last node allowed
    double deadline         # on the monotonic clock
    const int* flag         # the caller's
    const int* halt         # the solver's own
    double next_signals     # when to let Python look for signals again
    bint interrupted        # a signal handler raised: the exception is set in this thread
    int64_t next_poll


cdef class StopFlag:
    cdef int raised

cdef void begin_limits(
    Limits* limits, int64_t nodes, double seconds, const int* flag, const int* halt
) noexcept nogil
cdef bint must_stop(Limits* limits, int64_t nodes) noexcept nogil

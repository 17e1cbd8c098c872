"""Limits of a search; ``limits.pxd`` describes them."""

from libc.stdint cimport int64_t

from pinochle_solver._core.bits cimport monotonic_seconds, read_flag, write_flag

cdef extern from "Python.h":
    # Declared in this way so that an exception from a handler stays set until the search has
    # unwound.
    int PyErr_CheckSignals() noexcept

cdef enum:
    POLL_NODES = 1024

cdef int64_t NO_LIMIT = <int64_t> 1 << 62
cdef double NEVER = 1e300
cdef double SIGNAL_SECONDS = 0.05


cdef void begin_limits(
    Limits* limits, int64_t nodes, double seconds, const int* flag, const int* halt
) noexcept nogil:
    """Set limits for a search that begins now; 0 `nodes` or `seconds` mean no limit."""
    cdef double now = monotonic_seconds()
    limits.nodes = nodes if nodes else NO_LIMIT
    limits.deadline = now + seconds if seconds else NEVER
    limits.flag = flag
    limits.halt = halt
    limits.next_signals = now + SIGNAL_SECONDS
    limits.interrupted = False
    limits.next_poll = min(<int64_t> POLL_NODES, limits.nodes)


cdef bint must_stop(Limits* limits, int64_t nodes) noexcept nogil:
    """Whether the search must stop at this node; if not, set when to ask again."""
    cdef double now
    if nodes > limits.nodes or read_flag(limits.flag) or read_flag(limits.halt):
        return True
    now = monotonic_seconds()
    if now >= limits.deadline:
        return True
    if now >= limits.next_signals:
        limits.next_signals = now + SIGNAL_SECONDS
        with gil:
            limits.interrupted = PyErr_CheckSignals() != 0
        if limits.interrupted:
            return True
    limits.next_poll = min(nodes + POLL_NODES, limits.nodes)
    return False


cdef class StopFlag:
    """A flag that stops searches; any thread or signal handler may set it. It stays set."""

    def set(self) -> None:
        """Stop the searches that watch this flag, now and later."""
        write_flag(&self.raised, True)

    @property
    def is_set(self) -> bool:
        """Whether it was set."""
        return bool(read_flag(&self.raised))

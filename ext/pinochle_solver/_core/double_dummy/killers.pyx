"""Memory for killers; what they are is told in ``killers.pxd``."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef bint allocate_open_killers(OpenKillers* killers) noexcept nogil:
    """Make room for them; return whether there was memory."""
    killers.stamps = <uint32_t*> calloc(1 << PLACE_BITS, sizeof(uint32_t))
    killers.generation = 1 << CARD_BITS
    return killers.stamps is not NULL


cdef void free_open_killers(OpenKillers* killers) noexcept nogil:
    free(killers.stamps)
    killers.stamps = NULL


cdef void forget_killers(OpenKillers* killers) noexcept nogil:
    """Turn to another deal."""
    killers.generation += 1 << CARD_BITS
    if killers.generation == 1 << UNHASHED_BITS:    # all stamps have been used
        memset(killers.stamps, 0, sizeof(uint32_t) << PLACE_BITS)
        killers.generation = 1 << CARD_BITS

"""Memory for killers; what they are is told in ``open_killers.pxd``."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef bint allocate_open_killers(OpenKillers* killers) noexcept nogil:
    """Make room for them; return whether there was memory."""
    killers.places = <OpenKiller*> calloc(1 << PLACE_BITS, sizeof(OpenKiller))
    killers.generation = 1 << CARD_BITS
    return killers.places is not NULL


cdef void free_open_killers(OpenKillers* killers) noexcept nogil:
    free(killers.places)
    killers.places = NULL


cdef void forget_killers(OpenKillers* killers) noexcept nogil:
    """Turn to another deal."""
    killers.generation += 1 << CARD_BITS
    if killers.generation == 0:     # all stamps have been used
        memset(killers.places, 0, sizeof(OpenKiller) << PLACE_BITS)
        killers.generation = 1 << CARD_BITS

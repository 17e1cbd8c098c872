"""Memory for the table of open hands; the table itself is described in ``open_table.pxd``."""

from libc.stdint cimport uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil:
    """Make a table of at most so many bytes, or of one bucket; return whether there was memory."""
    cdef size_t buckets = 1, line = sizeof(OpenBucket)
    while 2 * buckets * line <= bytes:
        buckets *= 2
    table.memory = calloc(buckets + 1, line)
    if table.memory is NULL:
        return False
    table.buckets = <OpenBucket*> ((<uintptr_t> table.memory + line - 1) // line * line)
    table.mask = buckets - 1
    table.generation = 0
    return True


cdef void free_open_table(OpenTable* table) noexcept nogil:
    free(table.memory)
    table.memory = NULL


cdef void forget_all(OpenTable* table) noexcept nogil:
    """Turn to another deal."""
    table.generation += 1
    if table.generation == 0:
        memset(table.buckets, 0, (table.mask + 1) * sizeof(OpenBucket))
        table.generation = 1

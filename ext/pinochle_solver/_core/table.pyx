"""Memory for the transposition table; the table itself is described in ``table.pxd``."""

from libc.stdint cimport uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef bint allocate_table(Table* table, size_t bytes) noexcept nogil:
    """Make a table of at most so many bytes, or of one bucket; return whether there was memory."""
    cdef size_t buckets = 1, line = sizeof(Bucket)
    while 2 * buckets * line <= bytes:
        buckets *= 2
    table.memory = calloc(buckets + 1, sizeof(Bucket))
    if table.memory is NULL:
        return False
    # A bucket is to lie on one cache line.
    table.buckets = <Bucket*> (((<uintptr_t> table.memory) + line - 1) // line * line)
    table.mask = buckets - 1
    table.generation = 0
    table.plain = False
    return True


cdef void free_table(Table* table) noexcept nogil:
    free(table.memory)
    table.memory = NULL


cdef void next_generation(Table* table) noexcept nogil:
    """Forget everything."""
    table.generation += 1
    if table.generation == 0:
        memset(table.buckets, 0, (table.mask + 1) * sizeof(Bucket))
        table.generation = 1

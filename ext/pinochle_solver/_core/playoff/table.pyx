"""Memory for the transposition table; the table itself is described in ``table.pxd``."""

from libc.stdint cimport uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    SHORT_HANDS = 12            # cards in each
    SHORT_BYTES = 2 << 20       # that they are given; each card more doubles it,
    MOST_DOUBLED = 3            # so many times
    # The C library takes smaller blocks from a heap, which it clears (glibc: of up to 32 MiB, once
    # such a block was given back).
    UNTOUCHED_BYTES = 33 << 20


cdef bint allocate_table(Table* table, size_t bytes) noexcept nogil:
    """Make a table of at most this many bytes, or of one bucket; return whether there was memory.

    `BY_THE_HAND` makes a table of which only as much is used as the hands of a deal need.
    """
    cdef size_t buckets = 1, line = sizeof(Bucket), blocks
    table.by_the_hand = bytes == BY_THE_HAND
    if table.by_the_hand:
        bytes = SHORT_BYTES << MOST_DOUBLED
    while 2 * buckets * line <= bytes:
        buckets *= 2
    # Unused parts of a large block cost nothing, because their pages are never touched.
    blocks = buckets + 1
    if table.by_the_hand:
        blocks = max(blocks, <size_t> UNTOUCHED_BYTES // line)
    table.memory = calloc(blocks, line)
    if table.memory is NULL:
        return False
    # A bucket must lie on one cache line.
    table.buckets = <Bucket*> (((<uintptr_t> table.memory) + line - 1) // line * line)
    table.mask = table.whole = buckets - 1
    table.generation = 0
    table.plain = False
    return True


cdef void free_table(Table* table) noexcept nogil:
    free(table.memory)
    table.memory = NULL


cdef void next_generation(Table* table, int tricks) noexcept nogil:
    """Forget everything, and prepare for hands of this many cards each."""
    table.generation += 1
    if table.generation == 0:
        memset(table.buckets, 0, (table.whole + 1) * sizeof(Bucket))
        table.generation = 1
    if table.by_the_hand:
        tricks = max(SHORT_HANDS, min(tricks, SHORT_HANDS + MOST_DOUBLED))
        table.mask = (<uint64_t> (SHORT_BYTES // sizeof(Bucket)) << tricks - SHORT_HANDS) - 1

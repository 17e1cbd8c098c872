"""The transposition table of open hands: bounds of positions, found again where low cards differ.

A proof of a bound rests on the ranks of few cards: those that won a trick over others of their suit.
In a plain suit in which no obligation asks for a higher card, all below the lowest of these play
alike (partition search: Ginsberg 1996). So an entry keeps the cards it was proven for, and how many
from the top of each suit matter; it holds for every position in which these have the same owners,
with the same ties, and each seat holds as many cards of each suit. Card for card, those that differ
shift the bound by their points: down by the sum of the negative differences, an upper bound up by
that of the positive ("payoff-similar", as in ``table.pxd``).

    a bucket, 128 bytes

    0    +-------------------+-----+-----+-----+------+
         | key             8 | gen | use | nxt |  -   |
    16   +-------------------+-----+-----+-----+------+
         | held 8 | matter 4 | value 2 | upper 1 | lead 1 |   seven of these
    128  +---------------------------------------------+

The key is of who leads, how many cards of each suit each seat holds, and the structure of the suits
in which every rank matters. Values are side 0's points still to come. A table is not cleared between
deals: buckets of another generation are empty.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from pinochle_solver._core.layout cimport SUITS

cdef enum:
    ENTRIES = 31
    ALL_MATTER = 255


cdef struct OpenEntry:
    uint64_t held
    uint8_t matter[SUITS]       # cards from the top of each suit; ALL_MATTER where the key has it
    int16_t value
    uint8_t upper               # an upper bound, else a lower one
    uint8_t lead                # the best lead, as a place among the cards held


cdef struct OpenBucket:
    uint64_t key
    uint16_t generation
    uint8_t used
    uint8_t next
    OpenEntry entry[ENTRIES]


cdef struct OpenTable:
    OpenBucket* buckets
    void* memory
    uint64_t mask
    uint16_t generation


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil
cdef void free_open_table(OpenTable* table) noexcept nogil
cdef void forget_all(OpenTable* table) noexcept nogil


cdef inline OpenBucket* open_bucket_of(OpenTable* table, uint64_t key) noexcept nogil:
    return &table.buckets[key & table.mask]


cdef inline OpenEntry* entry_to_fill(
    OpenTable* table, OpenBucket* bucket, uint64_t key, uint64_t held, bint upper
) noexcept nogil:
    """The entry of the bucket for a bound of these cards, one of its own if there is one."""
    cdef int i
    if bucket.key != key or bucket.generation != table.generation:
        bucket.key, bucket.generation = key, table.generation
        bucket.used = bucket.next = 0
    for i in range(bucket.used):
        if bucket.entry[i].held == held and bucket.entry[i].upper == upper:
            return &bucket.entry[i]
    if bucket.used < ENTRIES:
        bucket.used += 1
        return &bucket.entry[bucket.used - 1]
    i = bucket.next
    bucket.next = (bucket.next + 1) % ENTRIES
    return &bucket.entry[i]

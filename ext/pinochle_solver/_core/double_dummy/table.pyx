"""Memory for the table of open hands; the table itself is described in ``table.pxd``."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit

cdef enum:
    FIRST_A_SET = 16            # of depths
    SHARE_OF_FIRST = 8          # first buckets take at most this part of the memory
    FEWEST_FURTHER = 4
    LINE_BYTES = 64


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil:
    """Make a table of about so many bytes; return whether there was memory."""
    cdef size_t first = FIRST_A_SET, sets, spent
    cdef int depth
    while first * 2 * SHARE_OF_FIRST * sizeof(OpenBucket) <= bytes:
        first *= 2
    sets = first // FIRST_A_SET
    spent = first * sizeof(OpenBucket) + sets * sizeof(OpenDepths)
    table.whole = FEWEST_FURTHER
    if bytes > spent + FEWEST_FURTHER * sizeof(OpenBucket):
        table.whole = (bytes - spent) // sizeof(OpenBucket)
    # What is not used of it costs nothing: these pages are never touched.
    table.depths_memory = calloc(sets + 1, sizeof(OpenDepths))
    table.first_memory = calloc(first + 1, sizeof(OpenBucket))
    table.further_memory = calloc(table.whole + 1, sizeof(OpenBucket))
    table.depths = <OpenDepths*> _next_line(table.depths_memory)
    table.first = <OpenBucket*> _next_line(table.first_memory)
    table.further = <OpenBucket*> _next_line(table.further_memory)
    table.depths_mask, table.first_mask = sets - 1, first - 1
    for depth in range(DEPTHS):
        table.tops_to[depth] = _tops_to(depth)
    table.used = table.generation = 1
    if (table.depths_memory is NULL or table.first_memory is NULL
            or table.further_memory is NULL):
        free_open_table(table)
        return False
    return True


cdef inline size_t _next_line(void* memory) noexcept nogil:
    return (<size_t> memory + LINE_BYTES - 1) // LINE_BYTES * LINE_BYTES


cdef uint64_t _tops_to(int depth) noexcept nogil:
    """The bits of the highest cards that count at a depth, the last suit in the lowest."""
    cdef uint64_t counting = 0
    cdef int i, count
    for i in range(SUITS - 1):
        count = depth >> i * DEPTH_BITS & MOST_TOPS
        counting |= (bit(TOP_BITS) - bit(TOP_BITS - count * OWNER_BITS)) << i * TOP_BITS
    return counting


cdef void free_open_table(OpenTable* table) noexcept nogil:
    free(table.depths_memory)
    free(table.first_memory)
    free(table.further_memory)
    table.depths_memory = table.first_memory = table.further_memory = NULL
    table.depths = NULL
    table.first = table.further = NULL


cdef void forget_all(OpenTable* table) noexcept nogil:
    """Turn to another deal."""
    table.used = 1
    table.generation += 1
    if table.generation == 0:
        memset(table.depths, 0, (table.depths_mask + 1) * sizeof(OpenDepths))
        memset(table.first, 0, (table.first_mask + 1) * sizeof(OpenBucket))
        table.generation = 1


cdef void _add_bucket(OpenTable* table, OpenBucket* first) noexcept nogil:
    """Empty the first bucket of a list into a new one, which comes next."""
    table.further[table.used] = first[0]
    memset(first, 0, sizeof(OpenBucket))
    first.generation, first.next = table.generation, table.used
    table.used += 1


cdef OpenBucket* _give_way(OpenTable* table, OpenBucket* bucket, int* entry) noexcept nogil:
    """The first entry of a list that has answered nothing of late; else the last one."""
    while True:
        for entry[0] in range(ENTRIES):
            if not bucket.matter & mark_of_wanted(entry[0]):
                return bucket
            bucket.matter &= ~mark_of_wanted(entry[0])
        if bucket.next == NO_BUCKET:
            entry[0] = ENTRIES - 1
            return bucket
        bucket = &table.further[bucket.next]


cdef OpenBucket* _make_room(OpenTable* table, OpenBucket* first, int* entry) noexcept nogil:
    """The bucket and the number in it of an entry to fill, in the list that begins here."""
    if first.held[ENTRIES - 1]:
        if table.used >= table.whole:
            return _give_way(table, first, entry)
        _add_bucket(table, first)
    entry[0] = 0
    while first.held[entry[0]]:
        entry[0] += 1
    return first


cdef void add_entry(
    OpenTable* table, uint64_t key, uint64_t tops, int depth, uint64_t held, uint64_t counts,
    int bound
) noexcept nogil:
    """Keep a bound for the cards held; a lookup finds it in front of those with its key.

    `key` and `tops` are the position's, `counts` and `bound` as entries hold them.
    """
    cdef OpenDepths* depths = &table.depths[key & table.depths_mask]
    cdef OpenBucket* first
    cdef OpenBucket* bucket
    cdef int entry = 0
    if depths.generation != table.generation:
        memset(depths, 0, sizeof(OpenDepths))
        depths.generation = table.generation
    key = key_at_depth(table, key, tops, depth)
    depths.there |= bit(depth)
    see(depths, key)
    first = &table.first[key & table.first_mask]
    if first.generation != table.generation:
        memset(first, 0, sizeof(OpenBucket))
        first.generation = table.generation
    bucket = _make_room(table, first, &entry)
    bucket.held[entry], bucket.bound[entry] = held, <uint16_t> bound
    bucket.high_key[entry], bucket.low_key[entry] = <uint32_t> (key >> 32), <uint16_t> (key >> 16)
    bucket.matter &= ~((bit(ENTRY_BITS) - 1) << entry * ENTRY_BITS)
    bucket.matter |= counts << entry * ENTRY_BITS
    if bucket is not first or entry:
        put_in_front(first, bucket, entry)

"""Memory for the table of open hands; the table itself is described in ``open_table.pxd``."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit

cdef enum:
    HEADS_A_SET = 16            # of depths
    FEWEST_ENTRIES = 4
    LINE_BYTES = 64


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil:
    """Make a table of about so many bytes; return whether there was memory."""
    cdef size_t heads = HEADS_A_SET, sets, spent
    cdef int depth
    while heads * 2 * sizeof(OpenEntry) <= bytes:
        heads *= 2
    sets = heads // HEADS_A_SET
    spent = heads * sizeof(OpenHead) + sets * sizeof(OpenDepths)
    table.whole = FEWEST_ENTRIES
    if bytes > spent + FEWEST_ENTRIES * sizeof(OpenEntry):
        table.whole = (bytes - spent) // sizeof(OpenEntry)
    # What is not used of it costs nothing: these pages are never touched.
    table.depths_memory = calloc(sets + 1, sizeof(OpenDepths))
    table.heads = <OpenHead*> calloc(heads, sizeof(OpenHead))
    table.entries_memory = calloc(table.whole + 1, sizeof(OpenEntry))
    table.depths = <OpenDepths*> _next_line(table.depths_memory)
    table.entries = <OpenEntry*> _next_line(table.entries_memory)
    table.depths_mask, table.heads_mask = sets - 1, heads - 1
    for depth in range(DEPTHS):
        table.tops_to[depth] = _tops_to(depth)
    table.used = table.clock = table.generation = 1
    if table.depths_memory is NULL or table.heads is NULL or table.entries_memory is NULL:
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
    free(table.heads)
    free(table.entries_memory)
    table.depths_memory = table.entries_memory = NULL
    table.depths = NULL
    table.heads = NULL
    table.entries = NULL


cdef void forget_all(OpenTable* table) noexcept nogil:
    """Turn to another deal."""
    table.used = table.clock = 1
    table.generation += 1
    if table.generation == 0:
        memset(table.depths, 0, (table.depths_mask + 1) * sizeof(OpenDepths))
        memset(table.heads, 0, (table.heads_mask + 1) * sizeof(OpenHead))
        table.generation = 1


cdef void _take_out(OpenTable* table, uint32_t place) noexcept nogil:
    cdef uint32_t* link = &table.heads[table.entries[place].key & table.heads_mask].first
    while link[0] != place:
        link = &table.entries[link[0]].next
    link[0] = table.entries[place].next


cdef uint32_t _free_place(OpenTable* table) noexcept nogil:
    """A place that was never used, or that of an entry which has answered nothing of late."""
    cdef uint32_t place
    if table.used < table.whole:
        table.used += 1
        return table.used - 1
    while True:
        place = table.clock
        table.clock = place + 1 if place + 1 < table.whole else 1
        if not table.entries[place].wanted:
            _take_out(table, place)
            return place
        table.entries[place].wanted = 0


cdef OpenEntry* new_entry(
    OpenTable* table, uint64_t key, uint64_t tops, int depth
) noexcept nogil:
    """An entry to fill, in front of those with its key; a lookup finds it from now on."""
    cdef uint32_t place = _free_place(table)
    cdef OpenEntry* entry = &table.entries[place]
    cdef OpenDepths* depths = &table.depths[key & table.depths_mask]
    cdef OpenHead* head
    if depths.generation != table.generation:
        memset(depths, 0, sizeof(OpenDepths))
        depths.generation = table.generation
    entry.key = key_at_depth(table, key, tops, depth)
    depths.there |= bit(depth)
    see(depths, entry.key)
    head = &table.heads[entry.key & table.heads_mask]
    if head.generation != table.generation:
        head.generation, head.first = table.generation, NO_ENTRY
    entry.wanted, entry.next = 0, head.first
    head.first = place
    return entry

"""Memory for a table of keyed entries; ``keyed_table.pxd`` describes it."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from pinochle_solver._core.hashing cimport Key


cdef bint allocate_keyed_table(
    KeyedTable* table, size_t entry_bytes, uint64_t places, uint64_t most_places
) noexcept nogil:
    """Make an empty table of so many places, a power of two; return whether there was memory."""
    table.entries = <char*> calloc(places, entry_bytes)
    table.entry_bytes, table.mask, table.used = entry_bytes, places - 1, 0
    table.most_places = most_places
    return table.entries is not NULL


cdef void free_keyed_table(KeyedTable* table) noexcept nogil:
    free(table.entries)
    table.entries = NULL


cdef void clear_keyed_table(KeyedTable* table) noexcept nogil:
    """Forget every entry."""
    memset(table.entries, 0, (table.mask + 1) * table.entry_bytes)
    table.used = 0


cdef inline bint _is_full(const KeyedTable* table) noexcept nogil:
    return 4 * table.used >= 3 * (table.mask + 1)


cdef bint make_room(KeyedTable* table) noexcept nogil:
    """Grow if need be; return whether there is room for one entry more.

    Where it grows, places looked up before are no longer the right ones.
    """
    if _is_full(table):
        _grow(table)
    return not _is_full(table)


cdef void _grow(KeyedTable* table) noexcept nogil:
    """Double the places, where that is allowed and there is memory."""
    cdef KeyedTable bigger
    cdef uint64_t _
    cdef char* entry = table.entries
    cdef uint64_t places = 2 * (table.mask + 1)
    if places > table.most_places or not allocate_keyed_table(
            &bigger, table.entry_bytes, places, table.most_places):
        return
    for _ in range(table.mask + 1):
        if not is_empty(entry):
            memcpy(look_up(&bigger, <const Key*> entry), entry, table.entry_bytes)
        entry += table.entry_bytes
    bigger.used = table.used
    free(table.entries)
    table[0] = bigger

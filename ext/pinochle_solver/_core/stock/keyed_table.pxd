"""A hash table of entries of one size, each of which begins with its `Key`.

It uses open addressing: an entry lies in the place that its key names, or in one of the next places
if that is taken. A table doubles when it is three quarters full, as long as it is allowed to grow.
Entries then move; in a table that may not grow they stay where they are.
"""

from libc.stdint cimport uint64_t

from pinochle_solver._core.hashing cimport Key


cdef struct KeyedTable:
    char* entries
    size_t entry_bytes
    uint64_t mask           # of the places, whose number is a power of two
    uint64_t used
    uint64_t most_places    # how far it may grow


cdef bint allocate_keyed_table(
    KeyedTable* table, size_t entry_bytes, uint64_t places, uint64_t most_places
) noexcept nogil
cdef void free_keyed_table(KeyedTable* table) noexcept nogil
cdef void clear_keyed_table(KeyedTable* table) noexcept nogil
cdef bint make_room(KeyedTable* table) noexcept nogil


cdef inline bint is_empty(const void* entry) noexcept nogil:
    """Whether this is a place without an entry."""
    return (<const Key*> entry).check == 0


cdef inline void* look_up(const KeyedTable* table, const Key* key) noexcept nogil:
    """The entry of this key, or the empty place to put it."""
    cdef uint64_t place = (key.place ^ key.place >> 32) & table.mask
    cdef char* entry = table.entries + place * table.entry_bytes
    while not is_empty(entry) and ((<Key*> entry).place != key.place
                                   or (<Key*> entry).check != key.check):
        place = (place + 1) & table.mask
        entry = table.entries + place * table.entry_bytes
    return entry

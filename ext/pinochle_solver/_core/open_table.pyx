"""Memory for the table of open hands; the table itself is described in ``open_table.pxd``."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    BLOCKS_A_SLOT = 4
    MOST_ENTRIES = 1024
    LINE_BYTES = 64


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil:
    """Make a table of about so many bytes; return whether there was memory."""
    cdef size_t slots = 2
    while slots * 2 * (sizeof(OpenSlot) + BLOCKS_A_SLOT * sizeof(OpenBlock)) <= bytes:
        slots *= 2
    table.whole = max(bytes // sizeof(OpenBlock), 4)
    # What is not used of it costs nothing: these pages are never touched.
    table.slots = <OpenSlot*> calloc(slots, sizeof(OpenSlot))
    table.memory = calloc(table.whole + 1, sizeof(OpenBlock))
    table.blocks = <OpenBlock*> (
        (<size_t> table.memory + LINE_BYTES - 1) // LINE_BYTES * LINE_BYTES)
    table.mask = slots - 1
    table.used = table.generation = 1
    table.most_entries = MOST_ENTRIES
    if table.slots is NULL or table.memory is NULL:
        free_open_table(table)
        return False
    return True


cdef void free_open_table(OpenTable* table) noexcept nogil:
    free(table.slots)
    free(table.memory)
    table.slots = NULL
    table.memory = NULL
    table.blocks = NULL


cdef void forget_all(OpenTable* table) noexcept nogil:
    """Turn to another deal, or start over if there is no room left."""
    table.used = 1
    table.generation += 1
    if table.generation == 0:
        memset(table.slots, 0, (table.mask + 1) * sizeof(OpenSlot))
        table.generation = 1


cdef OpenBlock* new_entry(OpenTable* table, uint64_t key, int* place) noexcept nogil:
    """A block and a place in it to fill; an older entry's place if the key already has the most."""
    cdef OpenSlot* slot
    if table.used == table.whole:
        forget_all(table)
    slot = slot_of(table, key)
    if slot.key != key or slot.generation != table.generation:
        slot.key, slot.generation = key, table.generation
        slot.entries = 0
        slot.first = slot.last = NO_BLOCK
    place[0] = slot.entries % BLOCK
    if place[0] == 0:
        if slot.entries and slot.entries % table.most_entries == 0:
            slot.last = slot.first
        elif slot.entries < table.most_entries:
            table.blocks[table.used].next = NO_BLOCK
            if slot.entries:
                table.blocks[slot.last].next = table.used
            else:
                slot.first = table.used
            slot.last = table.used
            table.used += 1
        else:
            slot.last = table.blocks[slot.last].next
    slot.entries += 1
    return &table.blocks[slot.last]

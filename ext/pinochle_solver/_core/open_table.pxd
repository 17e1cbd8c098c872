"""The transposition table of open hands: bounds of positions, found again where low cards differ.

A proof of a bound rests on the ranks of few cards: those that won a trick over others of their
suit, and those that somebody had to play higher than. All cards of a suit below the lowest of these
play alike (partition search: Ginsberg 1996). So an entry keeps the cards it was proven for, and how
many from the top of each suit matter; it holds for every position in which these have the same
owners, with the same ties, and each seat holds as many cards of each suit. Card for card, those
that differ shift the bound by their points: down by the sum of the negative differences, an upper
bound up by that of the positive ("payoff-similar", as in ``table.pxd``).

The key is of who leads, the structure of the trumps, of which most ranks matter, and how many cards
of each plain suit each seat holds. Few keys have many entries, hundreds in long hands, and which
are kept matters more than anything else here: 7 a key instead of 255 cost fifteen times the nodes.
So each key has a chain of blocks:

    slot    key: 8 | generation: 4 | first block: 4 | entries: 4 | last block: 4
    block   of eight entries, two lines of memory that tell which can be of use:
            top owners: 8 x 4 | which of them matter: 8 x 4 | value: 8 x 2 | upper: 8 x 1 |
            mark of the cards held: 8 x 1 | next block: 4; then the entries
    entry   owners of each plain suit: 3 x 8 | held: 8 | matter: 4 x 1 | lead: 1

Some fifty entries are passed over for one that holds, and what they cost is the memory that is
read: so it is by the first two lines of a block that most are, without a look at the entries.

Values are side 0's points still to come. When the blocks have been used up, all is forgotten; so it
is between deals, by a new generation. The same deal and table size always give the same search.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from pinochle_solver._core.layout cimport SUITS

cdef enum:
    BLOCK = 8
    NO_BLOCK = 0            # the first block is never used
    SLOTS_A_GROUP = 2       # where a key may be


cdef struct OpenEntry:
    uint64_t owners[SUITS - 1]  # of the plain suits, as in ``open_suits.pxd``
    uint64_t held
    uint8_t matter[SUITS]       # cards from the top of each suit
    uint8_t lead                # the best lead, as a place among the cards held


cdef struct OpenBlock:
    # What tells that an entry is of no use comes first: most are passed over by it.
    uint32_t tops[BLOCK]        # owners of the top cards of the plain suits, as `Lead.tops`,
    uint32_t counted[BLOCK]     # and which of these bits matter
    int16_t value[BLOCK]
    uint8_t upper[BLOCK]        # an upper bound, else a lower one
    uint8_t mark[BLOCK]         # of the cards held, to tell the very same ones
    uint32_t next
    uint8_t unused[28]          # entries begin on a line of their own
    OpenEntry entry[BLOCK]


cdef struct OpenSlot:
    uint64_t key
    uint32_t generation
    uint32_t first
    uint32_t last
    uint32_t entries


cdef struct OpenTable:
    OpenSlot* slots
    OpenBlock* blocks
    void* memory                # of the blocks, which begin on a line
    uint64_t mask               # of the slots, a power of two less one
    uint32_t used               # blocks
    uint32_t whole
    uint32_t generation
    uint32_t most_entries       # of a key


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil
cdef void free_open_table(OpenTable* table) noexcept nogil
cdef void forget_all(OpenTable* table) noexcept nogil
cdef OpenBlock* new_entry(OpenTable* table, uint64_t key, int* place) noexcept nogil


cdef inline OpenSlot* slot_of(OpenTable* table, uint64_t key) noexcept nogil:
    """Where a key is, or would be."""
    cdef OpenSlot* slot = &table.slots[key & table.mask & ~<uint64_t> 1]
    if slot.key == key and slot.generation == table.generation:
        return slot
    if slot[1].key == key and slot[1].generation == table.generation:
        return slot + 1
    return slot if slot.generation != table.generation else slot + 1

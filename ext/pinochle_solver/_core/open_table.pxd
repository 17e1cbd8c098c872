"""The transposition table of open hands: bounds of positions, found again where low cards differ.

A proof of a bound rests on the ranks of few cards: those that won a trick over others of their
suit, and those that somebody had to play higher than. All cards of a suit below the lowest of these
play alike (partition search: Ginsberg 1996). So an entry keeps the cards it was proven for, and how
many from the top of each suit matter; it holds for every position in which these have the same
owners, with the same ties, and each seat holds as many cards of each suit. Card for card, those
that differ shift the bound by their points: down by the sum of the negative differences, an upper
bound up by that of the positive ("payoff-similar", as in ``table.pxd``).

A position's key is of who leads, the structure of the trumps, of which most ranks matter, and how
many cards of each plain suit each seat holds. Few keys have many entries, thousands in long hands,
so an entry's key is of the owners of the highest cards, too. Which of them count is its *depth*:
how many cards matter in each plain suit, of the three highest. A position is looked up for each
depth that entries of its key have, four to seven as a rule (a tuple space: Srinivasan, Suri and
Varghese 1999). Most of these have no entry with its highest cards; a few bits beside the depths
tell so of nearly all of them, without a look elsewhere (a filter: Bloom 1970).

    depths  by the position's key: a set of 64 depths: 8 | bits of the entries' keys: 48 |
            generation: 4 | unused: 4
    heads   by the entry's key: generation: 4 | first entry: 4
    entry   key: 8 | held: 8 | owners of each plain suit: 3 x 8 | matter: 4 x 1 | value: 2 |
            upper: 1 | unused: 1 | next: 4 | wanted: 4 | unused: 8

Keys that meet in one set of depths share it: that costs a look and no more. The entries of a head
are a list, the one that answered last in front. When all entries are used, the next one is taken
that has answered nothing since the last time round (the clock of paging systems).

Values are side 0's points still to come. All is forgotten between deals, by a new generation. The
same deal and table size always give the same search.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit
from pinochle_solver._core.hashing cimport mix, spread
from pinochle_solver._core.layout cimport SUITS
from pinochle_solver._core.open_suits cimport OWNER_BITS

cdef enum:
    NO_ENTRY = 0                # the first entry is never used
    MOST_TOPS = 3               # of a suit that are part of a key,
    DEPTH_BITS = 2              # which so many bits count
    DEPTHS = 1 << (SUITS - 1) * DEPTH_BITS
    SEEN_WORDS = 6
    TOP_BITS = MOST_TOPS * OWNER_BITS
    ALL_TOP_BITS = (SUITS - 1) * TOP_BITS


cdef struct OpenEntry:
    uint64_t key
    uint64_t held
    uint64_t owners[SUITS - 1]  # of the plain suits, as in ``open_suits.pxd``
    uint8_t matter[SUITS]       # cards from the top of each suit
    int16_t value
    uint8_t upper               # an upper bound, else a lower one
    uint32_t next
    uint32_t wanted             # it has answered since the clock came by
    uint8_t unused[8]           # each entry has a line of its own


cdef struct OpenDepths:
    uint64_t there              # a bit for each
    uint64_t seen[SEEN_WORDS]   # a bit for the keys of entries, many keys to a bit
    uint32_t generation
    uint8_t unused[4]           # each has a line of its own


cdef struct OpenHead:
    uint32_t generation
    uint32_t first


cdef struct OpenTable:
    OpenDepths* depths
    OpenHead* heads
    OpenEntry* entries
    void* depths_memory         # that of the depths and of the entries, which begin on a line
    void* entries_memory
    uint64_t depths_mask        # powers of two less one
    uint64_t heads_mask
    uint64_t tops_to[DEPTHS]    # the bits of a position's tops that count at a depth
    uint32_t used               # entries
    uint32_t whole
    uint32_t clock
    uint32_t generation


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil
cdef void free_open_table(OpenTable* table) noexcept nogil
cdef void forget_all(OpenTable* table) noexcept nogil
cdef OpenEntry* new_entry(
    OpenTable* table, uint64_t key, uint64_t tops, int depth
) noexcept nogil


cdef inline uint64_t key_at_depth(
    const OpenTable* table, uint64_t key, uint64_t tops, int depth
) noexcept nogil:
    """The key of entries of a depth, for a position's key and owners of its highest cards.

    For one key of a position, no two depths or owners that count give the same.
    """
    return spread(mix(key, tops & table.tops_to[depth] | <uint64_t> depth << ALL_TOP_BITS))


cdef inline int bit_of_key(uint64_t key) noexcept nogil:
    """The bit in `seen` that stands for an entry's key."""
    return <int> ((key >> 32) * (64 * SEEN_WORDS) >> 32)


cdef inline void see(OpenDepths* depths, uint64_t key) noexcept nogil:
    depths.seen[bit_of_key(key) >> 6] |= bit(bit_of_key(key) & 63)


cdef inline int was_seen(const OpenDepths* depths, uint64_t key) noexcept nogil:
    """0 if there is no entry with this key; else 1, mostly with reason."""
    return depths.seen[bit_of_key(key) >> 6] >> (bit_of_key(key) & 63) & 1

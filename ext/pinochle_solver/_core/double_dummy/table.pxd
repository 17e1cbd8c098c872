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
    bucket  three entries: cards held: 3 x 8 | cards that matter and whether wanted: 3 x 21 bits,
            unused: 1 bit | key: 3 x (4 + 2) | bound: 3 x 2 | next: 4 | generation: 4

Keys that meet in one set of depths share it: that costs a look and no more. Memory is what a look
waits for, so entries stand by threes in *buckets* of a line each. The first bucket of a list is
found by the entry's key; when it is full, a new one takes what is in it and comes next. The entry
that answered last stands in front. When all buckets are used, the first entry of a full list
gives way that has answered nothing since the list was last gone through.

Values are side 0's points still to come. All is forgotten between deals, by a new generation. The
same deal and table size always give the same search.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit
from pinochle_solver._core.double_dummy.suits cimport OWNER_BITS
from pinochle_solver._core.hashing cimport mix, spread
from pinochle_solver._core.layout cimport SUITS

cdef enum:
    NO_BUCKET = 0               # the first of the further ones is never used
    ENTRIES = 3                 # in a bucket
    COUNT_BITS = 5              # of how many cards of a suit matter
    WANTED_BIT = SUITS * COUNT_BITS
    ENTRY_BITS = WANTED_BIT + 1
    MOST_TOPS = 3               # of a suit that are part of a key,
    DEPTH_BITS = 2              # which so many bits count
    DEPTHS = 1 << (SUITS - 1) * DEPTH_BITS
    SEEN_WORDS = 6
    TOP_BITS = MOST_TOPS * OWNER_BITS
    ALL_TOP_BITS = (SUITS - 1) * TOP_BITS


cdef struct OpenBucket:
    # Of each entry; the first that holds no cards, and those behind it, are free.
    uint64_t held[ENTRIES]
    # ENTRY_BITS each: how many cards from the top of each suit matter, and whether the entry has
    # answered since its list was last gone through.
    uint64_t matter
    uint32_t high_key[ENTRIES]  # of its key, all but 16 bits that the place of the list tells
    uint16_t low_key[ENTRIES]
    uint16_t bound[ENTRIES]     # twice the value, and one more if it is an upper bound
    uint32_t next               # among the further buckets, or NO_BUCKET
    uint32_t generation         # of a first bucket


cdef struct OpenDepths:
    uint64_t there              # a bit for each
    uint64_t seen[SEEN_WORDS]   # a bit for the keys of entries, many keys to a bit
    uint32_t generation
    uint8_t unused[4]           # each has a line of its own


cdef struct OpenTable:
    OpenDepths* depths
    OpenBucket* first           # buckets of lists, by the entries' key
    OpenBucket* further         # buckets of these lists
    void* depths_memory         # that of all these, which begin on a line
    void* first_memory
    void* further_memory
    uint64_t depths_mask        # powers of two less one
    uint64_t first_mask
    uint64_t tops_to[DEPTHS]    # the bits of a position's tops that count at a depth
    uint32_t used               # further buckets
    uint32_t whole
    uint32_t generation


cdef bint allocate_open_table(OpenTable* table, size_t bytes) noexcept nogil
cdef void free_open_table(OpenTable* table) noexcept nogil
cdef void forget_all(OpenTable* table) noexcept nogil
cdef void add_entry(
    OpenTable* table, uint64_t key, uint64_t tops, int depth, uint64_t held, uint64_t counts,
    int bound
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


cdef inline bint has_key(const OpenBucket* bucket, int entry, uint64_t key) noexcept nogil:
    return bucket.high_key[entry] == key >> 32 and bucket.low_key[entry] == (key >> 16 & 0xFFFF)


cdef inline uint64_t counts_of(const OpenBucket* bucket, int entry) noexcept nogil:
    """How many cards of each suit matter to an entry, COUNT_BITS each."""
    return bucket.matter >> entry * ENTRY_BITS & bit(WANTED_BIT) - 1


cdef inline int count_in(uint64_t counts, int suit) noexcept nogil:
    return <int> (counts >> suit * COUNT_BITS & bit(COUNT_BITS) - 1)


cdef inline uint64_t mark_of_wanted(int entry) noexcept nogil:
    return bit(entry * ENTRY_BITS + WANTED_BIT)


cdef inline void put_in_front(OpenBucket* first, OpenBucket* bucket, int entry) noexcept nogil:
    """Let an entry and the first one of its list change places."""
    cdef uint64_t held = bucket.held[entry]
    cdef uint32_t high_key = bucket.high_key[entry]
    cdef uint16_t low_key = bucket.low_key[entry], bound = bucket.bound[entry]
    cdef uint64_t differing = (
        (bucket.matter >> entry * ENTRY_BITS ^ first.matter) & bit(ENTRY_BITS) - 1)
    bucket.held[entry], first.held[0] = first.held[0], held
    bucket.high_key[entry], first.high_key[0] = first.high_key[0], high_key
    bucket.low_key[entry], first.low_key[0] = first.low_key[0], low_key
    bucket.bound[entry], first.bound[0] = first.bound[0], bound
    bucket.matter ^= differing << entry * ENTRY_BITS
    first.matter ^= differing

"""The transposition table: bounds of positions, found again by structure.

The key tells structures apart, not cards (``suits.pyx``). A bucket holds up to four positions of
one structure with their own cards and bounds. The bounds also hold for any other position of that
structure if they are shifted by the points that the cards differ by, card for card: a lower bound
by the sum of the negative differences, an upper bound by the sum of the positive ones (Furtak and
Buro: "payoff-similar"). The bounds of the four combine.

    a bucket, 64 bytes, one cache line

    0   +---------------+---------------+---------------+---------------+
        | held[0]       | held[1]       | held[2]       | held[3]       |
    32  +---+---+---+---+---+---+---+---+---------------+---+-+-+-+-+---+
        | low[0..3]     | high[0..3]    | key           |gen|l|r|u|n| - |
    64  +---------------+---------------+---------------+---+-+-+-+-+---+

        held, key: 8 bytes each; low, high, generation: 2 each; lead, reply, used, next: 1 each

Values are points still to come for the seat to lead. Lead and reply, the best of the last search,
are kept as places among the cards held, so that they can be carried over to other cards, too.
A table is not cleared between deals: buckets of another generation count as empty. If no size is
given, the table is made for the longest hands, but only as much of it is used as the hands of a
deal need. So it takes only that much system memory, and the nodes of a deal do not depend on
earlier deals.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.layout cimport SUITS, Layout

cdef enum:
    BUCKET_SIZE = 4
    BY_THE_HAND = 0         # bytes, where no size is given


cdef struct Bucket:
    uint64_t held[BUCKET_SIZE]
    uint16_t low[BUCKET_SIZE]
    uint16_t high[BUCKET_SIZE]
    uint64_t key
    uint16_t generation
    uint8_t lead
    uint8_t reply
    uint8_t used
    uint8_t next


cdef struct Table:
    Bucket* buckets
    void* memory
    uint64_t mask           # of the buckets in use, a power of two less one,
    uint64_t whole          # and of all there are
    bint by_the_hand        # whether how many are in use goes by the length of the hands
    uint16_t generation
    bint plain              # use bounds of the very same cards only, for checking


cdef struct Bounds:
    int low
    int high


cdef bint allocate_table(Table* table, size_t bytes) noexcept nogil
cdef void free_table(Table* table) noexcept nogil
cdef void next_generation(Table* table, int tricks) noexcept nogil


cdef inline Bucket* bucket_of(Table* table, uint64_t key) noexcept nogil:
    return &table.buckets[key & table.mask]


cdef inline bint is_of(const Table* table, const Bucket* bucket, uint64_t key) noexcept nogil:
    return bucket.key == key and bucket.generation == table.generation


cdef inline int place_of(uint64_t held, int card) noexcept nogil:
    """How many cards of `held` lie below `card`."""
    return bit_count(held & (bit(card) - 1))


cdef inline int card_at(uint64_t held, int place) noexcept nogil:
    while place:
        held &= held - 1
        place -= 1
    return lowest_bit(held)


cdef inline void shift_bounds(
    const Layout* layout, uint64_t held, uint64_t other, Bounds* bounds
) noexcept nogil:
    """Turn bounds of `other` into bounds of `held`, which has the same structure."""
    cdef uint64_t differing = held ^ other, ours, theirs
    cdef int suit, difference
    for suit in range(SUITS):
        if differing & layout.suit[suit]:
            ours, theirs = held & layout.suit[suit], other & layout.suit[suit]
            while ours:
                difference = layout.points[lowest_bit(ours)] - layout.points[lowest_bit(theirs)]
                if difference < 0:
                    bounds.low += difference
                else:
                    bounds.high += difference
                ours &= ours - 1
                theirs &= theirs - 1


cdef inline bint narrow(
    const Table* table, const Layout* layout, const Bucket* bucket, uint64_t held, int bound,
    Bounds* bounds,
) noexcept nogil:
    """Narrow `bounds` by the bucket's; return whether they now lie on one side of `bound`."""
    cdef Bounds known
    cdef int i
    for i in range(bucket.used):
        known.low, known.high = bucket.low[i], bucket.high[i]
        if bucket.held[i] != held:
            if table.plain:
                continue
            shift_bounds(layout, held, bucket.held[i], &known)
        if known.low > bounds.low:
            bounds.low = known.low
        if known.high < bounds.high:
            bounds.high = known.high
        if bounds.low >= bound or bounds.high < bound:
            return True
    return False


cdef inline void narrow_fully(
    const Table* table, const Layout* layout, const Bucket* bucket, uint64_t held, Bounds* bounds,
) noexcept nogil:
    """Narrow `bounds` by all of the bucket's."""
    # `narrow` ends early when the upper bound falls: then it is asked again about the new one.
    while bounds.low < bounds.high and narrow(
            table, layout, bucket, held, bounds.high, bounds):
        pass


cdef inline void remember(
    const Table* table, Bucket* bucket, uint64_t key, uint64_t held, const Bounds* bounds,
    int lead, int reply,
) noexcept nogil:
    """Put the bounds of `held` and its best cards into the bucket."""
    cdef int i = 0
    if not is_of(table, bucket, key):
        bucket.key, bucket.generation = key, table.generation
        bucket.used = bucket.next = 0
    while i < bucket.used and bucket.held[i] != held:
        i += 1
    if i == BUCKET_SIZE:
        i = bucket.next
        bucket.next = (bucket.next + 1) % BUCKET_SIZE
    elif i == bucket.used:
        bucket.used += 1
    bucket.held[i] = held
    bucket.low[i], bucket.high[i] = bounds.low, bounds.high
    bucket.lead, bucket.reply = place_of(held, lead), place_of(held, reply)

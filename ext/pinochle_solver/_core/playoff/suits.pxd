"""All that a search needs to know about the cards left in one suit, worked out once.

A suit has few cards in play, so a whole search sees it in only a few dozen states: the word of its
cards still held, shifted down to bit 0. `SuitFacts` describes one such state for both seats:
structure, lengths, leads and replies in the order to try them, sure tricks. The cache is
direct-mapped by the word itself (hashed, if the suit has more than `DIRECT_BITS` cards) and filled
when first asked; a position is then four look-ups and some additions.

    SuitFacts   stamp: word, generation | side of south | side of north
    Side        structure: 8 | cashable: 8 | stoppers: 8 | points: 2 | length, leads, spares,
                draws: 1 each | spare[8]: 4 each | lead[8]: 16 each

In a suit of more than `DIRECT_BITS` cards one description may displace another, so what is needed
across a recursive search must be copied or looked up again.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from pinochle_solver._core.layout cimport MAX_CARDS, RANKS, SEATS, SUITS, Layout
from pinochle_solver._core.playoff.ordering cimport Weights

cdef enum:
    DIRECT_BITS = 10

    # Sure tricks of one seat in one suit, packed so that those of four suits are added at once:
    # tricks and points, and the same if the other seat has no trumps (see suits.pyx).
    TRICKS = 0              # 8 bits
    TRICKS_NO_RUFF = 8      # 8 bits
    POINTS = 16             # 16 bits
    POINTS_NO_RUFF = 32     # 16 bits
    EXPOSED = 48            # 8 bits, stoppers only: the leader's cards where there is no stopper


cdef struct Lead:
    # One lead worth trying; it stands for its equals.
    uint8_t card
    uint8_t kind            # of ordering.pxd; RUFFED where the follower has none of the suit
    uint8_t replies         # following suit; 0 where he has none
    uint8_t winning         # bit i: reply i wins the trick
    uint8_t reply[RANKS]    # in the order to try them
    int16_t score


cdef struct Spare:
    # A card worth playing to the lead of another suit.
    uint8_t card
    int16_t score


cdef struct Side:
    uint64_t structure      # hash of the suit's structure as this seat sees it when leading
    uint64_t cashable       # sure tricks when this seat is to lead
    uint64_t stoppers       # sure tricks when the other seat is
    uint16_t points
    uint8_t length
    uint8_t leads
    uint8_t spares
    uint8_t draws           # all of the other seat's cards fall under this seat's winners
    Spare spare[RANKS]      # best first
    Lead lead[RANKS]        # cheapest first where the follower has none of the suit


cdef struct SuitFacts:
    uint64_t stamp
    Side side[SEATS]


cdef struct SuitCache:
    SuitFacts* facts[SUITS]
    uint64_t generation     # in the upper half, as in the stamps
    uint64_t suit[SUITS]
    int shift[SUITS]
    uint32_t multiplier[SUITS]
    int fold[SUITS]
    const Layout* layout
    const Weights* weights
    int16_t scaled[MAX_CARDS]     # the cards' points as the ordering sees them


cdef bint allocate_suit_cache(SuitCache* cache) noexcept nogil
cdef void free_suit_cache(SuitCache* cache) noexcept nogil
cdef void prepare_suit_cache(
    SuitCache* cache, const Layout* layout, const Weights* weights
) noexcept nogil
cdef void describe_suit(
    SuitCache* cache, int suit, uint64_t stamp, SuitFacts* facts
) noexcept nogil
cdef uint64_t run_representatives(
    const Layout* layout, uint64_t cards, uint64_t opposing, bint richest
) noexcept nogil


cdef inline const SuitFacts* look_up_suit(
    SuitCache* cache, uint64_t held, int suit
) noexcept nogil:
    cdef uint32_t word = <uint32_t> ((held & cache.suit[suit]) >> cache.shift[suit])
    cdef SuitFacts* facts = &cache.facts[suit][(word * cache.multiplier[suit]) >> cache.fold[suit]]
    cdef uint64_t stamp = cache.generation | word
    if facts.stamp != stamp:
        describe_suit(cache, suit, stamp, facts)
    return facts

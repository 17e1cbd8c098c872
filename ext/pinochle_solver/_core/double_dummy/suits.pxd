"""What a search of open hands needs to know about the cards left in one suit, worked out once.

As in ``suits.pxd``: a suit is seen in few states, each the word of its cards still held, shifted
down to bit 0. `OpenSuit` describes one state for all seats; the cache is direct-mapped by the word
itself, or hashed if the suit has more cards in play than `DIRECT_BITS`.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from pinochle_solver._core.double_dummy.deal cimport MOST_IN_SUIT, MOST_SEATS, OpenDeal
from pinochle_solver._core.layout cimport SUITS

cdef enum:
    DIRECT_BITS = 12
    NO_RANK = 255
    NO_SEAT = 255
    OTHERS = 8              # sets of the other seats
    OWNER_BITS = 5          # of a card's owner and ties in a sequence, so that it takes
    OWNERS_A_WORD = 12      # two words

    # Sure tricks packed so that those of four suits are added at once.
    TRICKS = 0              # 8 bits
    POINTS = 8              # 24 bits


cdef struct OpenSuit:
    uint64_t stamp              # word, generation
    uint64_t structure          # hash of what plays alike but for points
    uint64_t lengths            # hash of how many each seat holds
    uint64_t owners[2]          # of each card from the top, with ties; from the top bits down
    uint64_t ranks[MOST_SEATS]  # how many of each rank, eight bits each
    uint8_t from_top[MOST_IN_SUIT]      # the cards, highest first
    uint8_t count
    uint8_t length[MOST_SEATS]
    uint8_t longest_of_others[MOST_SEATS]
    uint8_t top_seat            # whose card stands above all others'; NO_SEAT if there is none
    # Of trumps alone: what they are sure to win for a side, the lowest on whose rank that rests,
    int16_t sure_points[2]
    uint8_t lowest_sure[2]
    uint32_t sure_trumps[MOST_SEATS]    # and how many win for a seat's side, with their points
    uint8_t draws[MOST_SEATS]   # every other card of the suit falls under this seat's winners
    # What a seat cashes when it leads, by which of the others, bit i the i-th to its left, have
    # trumps: those must follow suit all the while.
    uint32_t cashable[MOST_SEATS][OTHERS]


cdef struct OpenSuits:
    OpenSuit* facts[SUITS]
    uint64_t generation         # in the upper half, as in the stamps
    int shift[SUITS]
    uint32_t multiplier[SUITS]
    int fold[SUITS]
    const OpenDeal* deal


cdef bint allocate_open_suits(OpenSuits* cache) noexcept nogil
cdef void free_open_suits(OpenSuits* cache) noexcept nogil
cdef void prepare_open_suits(OpenSuits* cache, const OpenDeal* deal) noexcept nogil
cdef void describe_open_suit(
    OpenSuits* cache, int suit, uint64_t stamp, OpenSuit* facts
) noexcept nogil


cdef inline const OpenSuit* look_up_open_suit(
    OpenSuits* cache, uint64_t held, int suit
) noexcept nogil:
    cdef uint32_t word = <uint32_t> ((held & cache.deal.suit[suit]) >> cache.shift[suit])
    cdef OpenSuit* facts = &cache.facts[suit][(word * cache.multiplier[suit]) >> cache.fold[suit]]
    cdef uint64_t stamp = cache.generation | word
    if facts.stamp != stamp:
        describe_open_suit(cache, suit, stamp, facts)
    return facts

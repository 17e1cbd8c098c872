"""A deal of three or four open hands laid out on one 64-bit word, and what may be played.

The cards in play are numbered as in ``layout.pxd``: suits together, ranks ascending, identical
cards side by side. A set of cards is a word with a bit for each; what a search changes is only *the
word of cards still held* and who leads. Two sides play against each other: side 0 and side 1.
The obligations are those of section 5 of the rules of the table games; ``tricks.pxd`` has tricks
played by them.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from pinochle_solver._core.layout cimport CARDS, MAX_CARDS, RANKS, SUITS

cdef enum:
    MOST_SEATS = 4
    MOST_IN_SUIT = 24       # cards
    MOST_LED = 3            # cards of a trick that is open

cpdef enum:
    # What a seat that is void in the suit led does with its trumps.
    ANY_TRUMP = 0
    HIGHER_ELSE_TRUMP = 1   # a higher trump than the best if he has one, else any trump
    HIGHER_ELSE_ANY = 2     # ... else any card


# A deal as Python writes it: no padding.
cdef struct OpenPosition:
    uint8_t hands[MOST_SEATS][CARDS]    # copies of each card; those led are in no hand
    uint8_t side[MOST_SEATS]            # 0 or 1
    uint8_t rank_points[RANKS]          # lowest rank first
    uint16_t last_trick
    uint16_t must_head                  # a plain suit led, not trumped: whether a higher card
    uint8_t led[MOST_LED]               # the open trick by card index, leader's first
    uint8_t seats                       # 3 or 4, clockwise
    uint8_t leader                      # of the open trick, or who is to lead
    uint8_t leds                        # how many cards of it have been played
    uint8_t trump
    uint8_t ruff                        # what who is void does with trumps, above


cdef struct OpenDeal:
    int seats
    int cards
    uint64_t owned[MOST_SEATS]
    uint64_t of_side[2]
    int side[MOST_SEATS]
    uint64_t suit[SUITS]
    uint64_t trumps
    int trump
    uint64_t above[MAX_CARDS]       # strictly higher cards of the same suit
    uint64_t identical[MAX_CARDS]   # all copies of this card, itself included
    int16_t points[MAX_CARDS]
    uint8_t suit_of[MAX_CARDS]
    uint8_t card_index[MAX_CARDS]
    int rank_points[RANKS]
    int ranks_by_points[RANKS]      # cheapest first
    bint must_head
    int ruff
    int last_trick
    int leader
    int leds
    int led[MOST_LED]


cdef bint is_sound_deal(const OpenPosition* position) noexcept nogil
cdef void lay_out(OpenDeal* deal, const OpenPosition* position) noexcept nogil


cdef inline uint64_t beating(const OpenDeal* deal, int card) noexcept nogil:
    """The cards that win a trick from `card`, when it is the best so far."""
    if deal.suit_of[card] == deal.trump:
        return deal.above[card]
    return deal.above[card] | deal.trumps


cdef inline uint64_t may_play(
    const OpenDeal* deal, uint64_t hand, int suit_led, int best
) noexcept nogil:
    """The cards of `hand` that may follow in a trick that `best` is winning so far."""
    cdef uint64_t following = hand & deal.suit[suit_led]
    cdef uint64_t higher
    if following:
        if (suit_led == deal.trump
                or deal.must_head and deal.suit_of[best] == suit_led):
            higher = following & deal.above[best]
            return higher if higher else following
        return following
    following = hand & deal.trumps
    if not following:
        return hand
    if deal.ruff == ANY_TRUMP:
        return following
    higher = following & beating(deal, best)
    if higher:
        return higher
    return following if deal.ruff == HIGHER_ELSE_TRUMP else hand


cdef inline uint64_t ruled_out(
    const OpenDeal* deal, int suit_led, int best, int card
) noexcept nogil:
    """The cards that who plays `card` cannot have: `may_play` would have had one of them played."""
    cdef uint64_t absent
    if deal.suit_of[card] == suit_led:
        if (suit_led == deal.trump
                or deal.must_head and deal.suit_of[best] == suit_led):
            return 0 if deal.above[best] & _one(card) else deal.above[best]
        return 0
    absent = deal.suit[suit_led]
    if deal.suit_of[card] != deal.trump and deal.ruff != HIGHER_ELSE_ANY:
        return absent | deal.trumps
    if deal.ruff != ANY_TRUMP and not beating(deal, best) & _one(card):
        absent |= deal.trumps & beating(deal, best)
    return absent


cdef inline uint64_t _one(int card) noexcept nogil:
    return <uint64_t> 1 << card


cdef inline int points_of_cards(const OpenDeal* deal, uint64_t cards) noexcept nogil:
    cdef int total = 0
    while cards:
        total += deal.points[_lowest(cards)]
        cards &= cards - 1
    return total


cdef extern from "pinochle_solver/_core/bits.h" nogil:
    int _lowest "lowest_bit"(uint64_t word)

"""A deal of at most 64 cards laid out on one 64-bit word, and the playoff's obligations.

The cards in play are numbered from 0: suits together, ranks ascending within a suit, identical
cards side by side (south's before north's). A set of cards is a word with a bit for each; what a
search changes from position to position is only *the word of cards still held* and who leads.
Everything else here is fixed for the deal.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit, lowest_bit

cdef enum:
    MAX_CARDS = 64
    SUITS = 4
    RANKS = 8
    CARDS = 32              # distinct cards: a card's index is suit * RANKS + rank
    SEATS = 2

cpdef enum:
    NO_CARD = 255           # in a record, where a card's index could be


# A playoff position as Python writes it: bytes only, no padding.
cdef struct Position:
    uint8_t south[CARDS]    # copies of each card south holds
    uint8_t north[CARDS]
    uint8_t trump           # the trump suit
    uint8_t turn            # the seat to decide: 0 south, 1 north
    uint8_t led             # the card led to the open trick, or NO_CARD
    uint8_t rules           # which of the rules given with it holds


# What the rules say of the playoff, as Python writes it: no padding.
cdef struct PlayoffRules:
    int16_t rank_points[RANKS]      # lowest rank first
    int16_t last_trick
    int16_t must_head_plain
    int16_t must_head_trumps
    int16_t must_trump


cdef struct Layout:
    int cards
    uint64_t owned[SEATS]           # the cards each seat holds at the start
    uint64_t suit[SUITS]
    uint64_t trumps
    int trump                       # the trump suit
    uint64_t above[MAX_CARDS]       # strictly higher cards of the same suit
    uint64_t beating[MAX_CARDS]     # replies that win against this card when it is led
    uint64_t identical[MAX_CARDS]   # all copies of this card, itself included
    int16_t points[MAX_CARDS]
    uint8_t suit_of[MAX_CARDS]
    uint8_t card_index[MAX_CARDS]
    bint must_head[SUITS]
    bint must_trump
    int last_trick
    int led                         # the card led to the open trick, or -1
    int turn                        # the seat to decide


cdef bint is_sound(const Position* position, Py_ssize_t rules_rows) noexcept nogil
cdef void build_layout(
    Layout* layout, const Position* position, const PlayoffRules* rules
) noexcept nogil
cdef int check_fields(dict given, dict known) except -1


cdef inline uint64_t legal_replies(const Layout* layout, uint64_t held, int led) noexcept nogil:
    """The cards of `held` that may be played to the card `led` (RULES.md, section 3)."""
    cdef int suit = layout.suit_of[led]
    cdef uint64_t following = held & layout.suit[suit]
    cdef uint64_t choice
    if following:
        if layout.must_head[suit]:
            choice = following & layout.above[led]
            if choice:
                return choice
        return following
    if layout.must_trump:
        choice = held & layout.trumps
        if choice:
            return choice
    return held


cdef inline uint64_t one_of_each(const Layout* layout, uint64_t cards) noexcept nogil:
    """Keep only the lowest bit of identical cards."""
    cdef uint64_t kept = 0
    cdef int card
    while cards:
        card = lowest_bit(cards)
        kept |= bit(card)
        cards &= ~layout.identical[card]
    return kept


cdef inline int points_of(const Layout* layout, uint64_t cards) noexcept nogil:
    """The card points of a set of cards."""
    cdef int total = 0
    while cards:
        total += layout.points[lowest_bit(cards)]
        cards &= cards - 1
    return total


cdef inline int points_left(const Layout* layout, uint64_t held) noexcept nogil:
    """The points still to come when these cards are held, of both seats."""
    return points_of(layout, held) + layout.last_trick

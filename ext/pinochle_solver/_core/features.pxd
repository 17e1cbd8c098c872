"""What a learned value of a hand looks at: both hands and what is left in the stock.

The value is of the hand as it lies, the order of the stock unknown, at a lead of the stock phase.
Seats are the one to lead and the other; suits come with trumps first. Features are numbered:

*Cards*, apart for the hand and the table of each seat and for the stock: whether there is one
copy, whether there are two.

*The upcard*, and *how many tricks* are played.

*Melds* that each seat might still lay, by how many cards they miss, as far as these are in the
stock, and the most points that it could show now; numbers, not a yes or no.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from pinochle_solver._core.hand cimport HandInPlay, HandRules
from pinochle_solver._core.layout cimport CARDS, RANKS
from pinochle_solver._core.melds cimport SeatState, cards_in

cdef enum:
    LOWEST_RANK = 2         # of the pinochle deck: a nine
    RANKS_HELD = 6
    CARD_KINDS = 24         # of each of which there are two
    ZONES = 5               # hand and table of who leads, those of the other, the stock
    UPCARD = ZONES * 2 * CARD_KINDS
    TRICKS = UPCARD + CARD_KINDS
    MOST_TRICKS = 12
    MELDS = TRICKS + MOST_TRICKS    # by seat: by missing cards, then the best
    MELD_NUMBERS = 2 * 5
    MELD_UNIT = 16          # a number of which counts as one
    FEATURES = MELDS + MELD_NUMBERS
    MOST_ACTIVE = 80


cdef struct Features:
    int count                       # features that are yes
    int16_t active[MOST_ACTIVE]
    int16_t melds[MELD_NUMBERS]     # the numbers


cdef inline bint fits_networks(const HandRules* rules) noexcept nogil:
    """Whether hands have the tricks and cards that networks take."""
    cdef uint32_t held = (<uint32_t> 1 << RANKS_HELD) - 1 << LOWEST_RANK
    return (rules.stock_tricks == MOST_TRICKS and rules.copies == 2 and not rules.by_kinds
            and rules.deck == (held | held << RANKS | held << 2 * RANKS | held << 3 * RANKS))


cdef inline int card_kind(const HandRules* rules, int card) noexcept nogil:
    """A card's number among those of the pinochle deck, trumps first."""
    cdef int suit = card // RANKS
    suit = 0 if suit == rules.trump else suit + 1 if suit < rules.trump else suit
    return RANKS_HELD * suit + card % RANKS - LOWEST_RANK


cdef inline uint64_t on_table(const SeatState* seat) noexcept nogil:
    """The cards of a table as planes: one copy, two."""
    return cards_in(seat.table) | (seat.table & seat.table >> CARDS) << CARDS


cdef int see_zone(
    const HandRules* rules, int zone, uint64_t planes, int16_t* active, int count
) noexcept nogil
cdef void see_features(
    const HandRules* rules, const HandInPlay* hand, Features* features
) noexcept nogil

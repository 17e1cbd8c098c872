"""What a learned value of a hand looks at: both hands and the rest of the stock.

The value is of the hand as it lies, the order of the stock unknown, at a lead of the stock phase.
Seats are the one to lead and the other; suits come with trumps first. Features are numbered:

*Cards*, separately for the hand and the table of each seat and for the stock: whether there is one
copy, whether there are two, three, four.

*The upcard*, and *how many tricks* are played.

*Melds* that each seat might still lay, by how many cards they lack, as far as these are in the
stock, and the most points that the seat could show now. These are numbers, not a yes or no.

Networks have weights of their own for each of `PARTS` parts of the stock phase.

There is room for every deck and stock that a rulebook can have. What a rulebook does not use is
never looked at, and costs only zeros.
"""

from libc.stdint cimport int16_t, uint64_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules, HandState
from pinochle_solver._core.hand.kinds cimport Counts
from pinochle_solver._core.hand.melds cimport MOST_COPIES, Planes, SeatState, cards_in
from pinochle_solver._core.layout cimport CARDS, RANKS

cdef enum:
    ZONES = 5               # hand and table of who leads, those of the other, the stock
    LEADERS_HAND = 0
    OTHERS_HAND = 2
    STOCK = 4
    UPCARD = ZONES * MOST_COPIES * CARDS
    TRICKS = UPCARD + CARDS
    MOST_TRICKS = 30        # of the stock phase
    MELDS = TRICKS + MOST_TRICKS    # by seat: by missing cards, then the best
    MELD_NUMBERS = 2 * 5
    MELD_UNIT = 16          # a number of which counts as one
    FEATURES = MELDS + MELD_NUMBERS
    MOST_ACTIVE = 144
    PARTS = 8               # of the stock phase


cdef struct Features:
    int count                       # features that are yes
    int16_t active[MOST_ACTIVE]
    int16_t melds[MELD_NUMBERS]     # the numbers


cdef inline bint fits_networks(const HandRules* rules) noexcept nogil:
    """Whether hands have the tricks that networks take."""
    return 0 < rules.stock_tricks <= MOST_TRICKS


cdef inline int part_of_stock(int tricks, int stock_tricks) noexcept nogil:
    """Which of `PARTS` parts of the stock phase follows this many tricks.

    The parts are four sixths and then four twelfths, because towards the end one more trick makes
    more of a difference. What follows the last trick belongs to the last part.
    """
    cdef int twelfth = min(12 * tricks // stock_tricks, 11)
    return twelfth // 2 if twelfth < 8 else twelfth - 4


cdef inline int card_kind(const HandRules* rules, int card) noexcept nogil:
    """A card's number, from 0, when trumps come first."""
    cdef int suit = card // RANKS
    suit = 0 if suit == rules.trump else suit + 1 if suit < rules.trump else suit
    return RANKS * suit + card % RANKS


cdef inline int feature_of_copy(
    const HandRules* rules, int zone, int copy, int card
) noexcept nogil:
    """The feature that a zone has this many copies of a card; a `copy` of 0 means one."""
    return (MOST_COPIES * zone + copy) * CARDS + card_kind(rules, card)


cdef inline Planes hand_of(const SeatState* seat) noexcept nogil:
    """The cards of a hand."""
    return Planes(seat.hand, seat.hand_high)


cdef inline Planes table_of(const SeatState* seat) noexcept nogil:
    """The cards of a table, whichever copies they are."""
    if seat.table_high:
        return table_of_four(seat)
    return Planes(cards_in(seat.table) | (seat.table & seat.table >> CARDS) << CARDS, 0)


cdef Planes table_of_four(const SeatState* seat) noexcept nogil
cdef int see_zone(
    const HandRules* rules, int zone, Planes planes, int16_t* active, int count
) noexcept nogil
cdef Counts left_in_stock(const HandRules* rules, const HandState* state) noexcept nogil
cdef void see_cards(
    const HandRules* rules, const HandInPlay* hand, const Counts* left, Features* features
) noexcept nogil
cdef void see_melds(
    const HandRules* rules, const HandInPlay* hand, const Counts* left, Features* features
) noexcept nogil
cdef void see_features(
    const HandRules* rules, const HandInPlay* hand, Features* features
) noexcept nogil

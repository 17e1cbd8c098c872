"""A hand of three or four with a stock, from the stock phase on (RULES-TABLE.md, section 8).

A card's index is suit * 8 + rank (``layout.pxd``); a deck may have four copies of it. Cards of a
hand are counted in levels (`Counts`: cards of one copy or more, of two or more, ...). Cards that a
seat has laid are told apart: each has a *slot* with a number of its own, kept when it is played,
and the services it has served in. What melds a seat may lay, and which copies they take, follows
from the slots by section 4 of RULES.md; melds are data, as in ``_core/hand/melds.pxd``, and no code
here knows one by name.

What a seat has not seen is kept beside its hand: `StockSeat.unseen`. A seat that decides must look
at nothing but its own hand, what is unseen by it, the tables, and what all know of the others.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from pinochle_solver._core.double_dummy.deal cimport MOST_SEATS
from pinochle_solver._core.hand.kinds cimport Counts
from pinochle_solver._core.layout cimport CARDS, RANKS

cpdef enum:
    MOST_MELDS = 96         # different melds with one suit as trump
    MOST_MELD_CARDS = 16    # cards of a meld, every copy counted
    MOST_SLOTS = 64         # cards that a seat lays in a hand
    MOST_ENTRIES = 40       # melds that it lays
    SERVICES = 4
    NOTHING = 255           # no meld, no slot, no seat

    # What is to be decided.
    PLAY = 0
    MELD = 1
    DIX = 2
    STOCK_IS_GONE = 3


# A meld, as Python writes it.
cdef struct StockMeld:
    uint32_t of[4]                      # cards it needs, those it needs two of, three, four
    uint32_t marks[SERVICES]            # for each service the cards it marks
    uint32_t replaced_cards             # of the meld that it may grow out of
    int16_t points
    int16_t replaced_points
    uint8_t card[MOST_MELD_CARDS]       # its different cards, in canonical order
    uint8_t times[MOST_MELD_CARDS]      # and how many of each
    uint8_t kinds                       # how many different cards
    uint8_t bars                        # services that keep a copy from it, a bit each
    uint8_t replaced                    # the meld that it may grow out of, or NOTHING
    uint8_t replaced_service            # what its cards served in
    uint8_t all_at_once                 # whether all of it must come from the hand


# What a seat has laid and what all know of its hand, as Python writes it.
cdef struct SeatRecord:
    uint64_t on_table                   # slots of which the card has not been played
    uint64_t entry_slots[MOST_ENTRIES]  # of each meld laid
    uint8_t entry_meld[MOST_ENTRIES]    # which it is
    uint8_t slot_card[MOST_SLOTS]
    uint8_t slot_services[MOST_SLOTS]
    uint8_t known[CARDS]
    uint16_t slots
    uint16_t entries


# A position in the stock phase, without the hidden cards, as Python writes it.
cdef struct StockRecord:
    SeatRecord seats[MOST_SEATS]
    StockMeld melds[MOST_MELDS]
    uint16_t number_of_melds
    int16_t dix_points
    int16_t last_draw_dix
    uint8_t nine                        # the card that is the dix
    uint8_t draws_first                 # whether all draw before the winner of a trick melds
    uint8_t is_begun                    # whether a trick has been completed
    uint8_t upcard
    uint8_t face_down                   # cards of the stock
    uint8_t act
    uint8_t turn
    uint8_t leader
    uint8_t led[MOST_SEATS]             # the open trick, leader's first
    uint8_t leds
    uint8_t seats_playing
    uint8_t trump
    uint8_t dix_is_a_meld
    uint8_t rank_points[RANKS]          # lowest rank first


cdef struct StockSeat:
    Counts hand                         # without what lies on the table
    Counts known                        # of it, what all know
    Counts unseen                       # in the stock or hidden in other hands, for this seat
    uint64_t on_table
    uint64_t entry_slots[MOST_ENTRIES]
    uint8_t entry_meld[MOST_ENTRIES]
    uint8_t slot_card[MOST_SLOTS]
    uint8_t slot_services[MOST_SLOTS]
    int slots
    int entries
    int melds                           # points from here on
    int cards


# A world, and the play so far.
cdef struct StockHand:
    StockSeat seats[MOST_SEATS]
    const uint8_t* stock                # the next to be drawn first
    int face_down
    int upcard
    int act
    int turn
    int leader
    int to_ask                          # seats that are still to be asked for a dix after this one
    bint is_begun
    int count                           # cards of the open trick
    int best                            # the card that wins it so far, and whose it is
    int best_seat
    int suit_led
    int trick_points


# A meld with the copies it takes.
cdef struct Laying:
    int points
    int from_hand                       # how many cards; 0: it cannot be laid
    uint64_t slots                      # from the table
    uint8_t card[MOST_MELD_CARDS]       # of those from the hand


cdef bint is_sound_stock(const StockRecord* record) noexcept nogil
cdef void deal_public(const StockRecord* record, StockHand* hand) noexcept nogil
cdef bint deal_hidden(
    const StockRecord* record, const uint8_t* hands, const uint8_t* stock, StockHand* hand
) noexcept nogil
cdef void best_laying(
    const StockRecord* record, const StockSeat* seat, int meld, Laying* laying
) noexcept nogil
cdef void play_card(
    const StockRecord* record, StockHand* hand, int card, int slot
) noexcept nogil
cdef void lay(
    const StockRecord* record, StockHand* hand, int seat, int meld, const Laying* laying
) noexcept nogil
cdef void show_dix(const StockRecord* record, StockHand* hand) noexcept nogil
cdef void after_melds(const StockRecord* record, StockHand* hand) noexcept nogil
cdef void after_dix(const StockRecord* record, StockHand* hand) noexcept nogil


cdef inline int copies_of(const Counts* counts, int card) noexcept nogil:
    """How many copies there are of a card."""
    return ((counts.of[0] >> card & 1) + (counts.of[1] >> card & 1)
            + (counts.of[2] >> card & 1) + (counts.of[3] >> card & 1))


cdef inline bint has_nine(const StockRecord* record, const StockSeat* seat) noexcept nogil:
    """Whether a seat has a dix to show."""
    return seat.hand.of[0] >> record.nine & 1


cdef inline uint64_t whole_to_replace(
    const StockRecord* record, const StockSeat* seat, int meld
) noexcept nogil:
    """The slots of a meld on the table that another may replace as a whole; 0 if there is none.

    It is the first one laid. The cards of it have served in what bars them from the other meld.
    """
    cdef const StockMeld* known = &record.melds[meld]
    cdef int i
    if known.replaced == NOTHING or not known.bars >> known.replaced_service & 1:
        return 0
    for i in range(seat.entries):
        if may_be_replaced(seat, i, known.replaced, meld):
            return seat.entry_slots[i]
    return 0


cdef inline bint may_be_replaced(
    const StockSeat* seat, int entry, int replaced, int meld
) noexcept nogil:
    """Whether an entry is a meld `replaced`, wholly on the table, that no `meld` has replaced."""
    cdef int i
    if seat.entry_meld[entry] != replaced or seat.entry_slots[entry] & ~seat.on_table:
        return False
    for i in range(seat.entries):
        if seat.entry_meld[i] == meld and not seat.entry_slots[entry] & ~seat.entry_slots[i]:
            return False
    return True


cdef inline bint beats(const StockRecord* record, int card, int best) noexcept nogil:
    """Whether a card wins a trick from the best one so far."""
    if card // RANKS == best // RANKS:
        return card > best
    return card // RANKS == record.trump

"""A hand of three or four as it is played by seats that do not see each other's cards.

Every card that may be in play has a number (`OpenDeal`, laid out as for the open solver), also
those that may lie in the burial. A *world* says who holds which of them. What is known to all is
kept beside the hands and follows the play: the cards that are gone, those that a seat has shown and
not yet played, and those that it cannot have by what it played (`ruled_out`). The obligations are
those of the open solver, ``double_dummy/deal.pxd``.

A seat that sees such a hand must look at nothing but its own hand and these (`unseen_by`). Which of
several identical cards it sees where depends on the world: it may count them, no more.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit, lowest_bit
from pinochle_solver._core.double_dummy.deal cimport (
    MOST_LED, MOST_SEATS, OpenDeal, beating, may_play, ruled_out,
)
from pinochle_solver._core.layout cimport CARDS, RANKS

cpdef enum:
    NOBODY = 255


# What is known to all, as Python writes it: no padding.
cdef struct TableRecord:
    uint32_t absent[MOST_SEATS]         # a bit for each card index that the seat cannot have
    uint8_t shown[MOST_SEATS][CARDS]    # copies that the seat is known to hold
    uint8_t copies[CARDS]               # in the hands, in the open trick, and perhaps buried
    uint8_t unit[MOST_SEATS]            # a number; seats with the same one play together
    uint8_t side[MOST_SEATS]            # whose weights a seat plays by: 0 or 1
    uint8_t rank_points[RANKS]          # lowest rank first
    uint16_t last_trick
    uint16_t must_head                  # these and the rest as in `OpenPosition`
    uint8_t led[MOST_LED]
    uint8_t seats
    uint8_t leader
    uint8_t leds
    uint8_t trump
    uint8_t ruff
    uint32_t bidder                     # he knows the burial; or NOBODY


cdef struct Table:
    # What does not change from world to world.
    OpenDeal deal                   # all cards that may be in play are its
    uint64_t all_cards
    uint64_t of_index[CARDS]        # the copies of each card that are in no open trick
    uint64_t absent[MOST_SEATS]
    uint8_t shown[MOST_SEATS][CARDS]
    uint64_t seats_of_unit[MOST_SEATS]  # by seat: a bit for each seat of its unit
    int unit[MOST_SEATS]
    int side[MOST_SEATS]
    int bidder                      # or -1


cdef struct HiddenHand:
    # A world, and the play so far. Points and tricks are those won from here on.
    uint64_t held[MOST_SEATS]
    uint64_t shown[MOST_SEATS]
    uint64_t absent[MOST_SEATS]
    uint64_t gone                   # played, the open trick included
    uint64_t buried                 # in this world
    int leader
    int count                       # cards of the open trick
    int suit_led
    int best                        # the card that wins it so far, and whose it is
    int best_seat
    uint64_t on_table               # the cards of the open trick
    int trick_points
    int tricks                      # left, with this one
    int16_t points[MOST_SEATS]
    int16_t won[MOST_SEATS]         # tricks


cdef bint is_sound_table(const TableRecord* record) noexcept nogil
cdef void lay_out_table(Table* table, const TableRecord* record) noexcept nogil
cdef bint deal_world(
    const Table* table, const uint8_t* copies, const uint8_t* shown, HiddenHand* hand
) noexcept nogil


cdef inline int seat_to_play(const Table* table, const HiddenHand* hand) noexcept nogil:
    cdef int seat = hand.leader + hand.count
    return seat - table.deal.seats if seat >= table.deal.seats else seat


cdef inline uint64_t may_be_played(const Table* table, const HiddenHand* hand) noexcept nogil:
    """The cards that the seat on turn may play, all copies of each."""
    cdef uint64_t held = hand.held[seat_to_play(table, hand)]
    return may_play(&table.deal, held, hand.suit_led, hand.best) if hand.count else held


cdef inline uint64_t unseen_by(
    const Table* table, const HiddenHand* hand, int seat
) noexcept nogil:
    """The cards that may be in other hands, as far as a seat sees."""
    cdef uint64_t seen = hand.held[seat] | hand.gone
    if seat == table.bidder:
        seen |= hand.buried
    return table.all_cards & ~seen


cdef inline void play(const Table* table, HiddenHand* hand, int card) noexcept nogil:
    """Play a card of the seat on turn; if it was the last of its trick, go on to the next one."""
    cdef const OpenDeal* deal = &table.deal
    cdef int seat = seat_to_play(table, hand)
    cdef uint64_t alike = deal.identical[card] & hand.shown[seat]
    if alike:       # nobody can tell it from the card that was shown
        card = lowest_bit(alike)
        hand.shown[seat] &= ~bit(card)
    if hand.count:
        hand.absent[seat] |= ruled_out(deal, hand.suit_led, hand.best, card)
        if beating(deal, hand.best) & bit(card):
            hand.best, hand.best_seat = card, seat
    else:
        hand.best, hand.best_seat, hand.suit_led = card, seat, deal.suit_of[card]
    hand.held[seat] &= ~bit(card)
    hand.gone |= bit(card)
    hand.on_table |= bit(card)
    hand.trick_points += deal.points[card]
    hand.count += 1
    if hand.count == deal.seats:
        hand.tricks -= 1
        if hand.tricks == 0:
            hand.trick_points += deal.last_trick
        hand.points[hand.best_seat] += <int16_t> hand.trick_points
        hand.won[hand.best_seat] += 1
        hand.leader, hand.count, hand.trick_points = hand.best_seat, 0, 0
        hand.on_table = 0

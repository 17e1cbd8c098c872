"""Lays three or four hands out on a 64-bit word; the layout is described in ``deal.pxd``."""

from libc.stdint cimport uint64_t

from pinochle_solver._core.bits cimport bit
from pinochle_solver._core.layout cimport check_fields


cdef bint is_sound_deal(const OpenPosition* position) noexcept nogil:
    """Whether a record states a deal that can be laid out and searched."""
    cdef int held[MOST_SEATS]
    cdef int in_suit[SUITS]
    cdef int seat, index, suit, all_cards = position.leds
    if not 3 <= position.seats <= MOST_SEATS or position.leader >= position.seats:
        return False
    if position.trump >= SUITS or position.ruff > HIGHER_ELSE_ANY:
        return False
    if position.leds >= position.seats:
        return False
    for suit in range(SUITS):
        in_suit[suit] = 0
    for index in range(position.leds):
        if position.led[index] >= CARDS:
            return False
        in_suit[position.led[index] // RANKS] += 1
    for seat in range(position.seats):
        if position.side[seat] > 1:
            return False
        held[seat] = 0
        for index in range(CARDS):
            held[seat] += position.hands[seat][index]
            in_suit[index // RANKS] += position.hands[seat][index]
        all_cards += held[seat]
    for suit in range(SUITS):
        if in_suit[suit] > MOST_IN_SUIT:
            return False
    for index in range(position.leds):
        held[(position.leader + index) % position.seats] += 1
    for seat in range(position.seats):
        if held[seat] != held[0]:
            return False
    return 0 < all_cards <= MAX_CARDS


cdef void lay_out(OpenDeal* deal, const OpenPosition* position) noexcept nogil:
    """Fill `deal` from a sound position."""
    cdef int suit, rank, seat, card, i
    cdef uint64_t up_to_this
    deal.seats = position.seats
    deal.cards = 0
    deal.trump = position.trump
    deal.must_head, deal.ruff = position.must_head, position.ruff
    deal.last_trick = position.last_trick
    deal.leader, deal.leds = position.leader, position.leds
    for i in range(MOST_LED):
        deal.led[i] = -1
    for seat in range(MOST_SEATS):
        deal.owned[seat] = 0
        deal.side[seat] = position.side[seat]
    for suit in range(SUITS):
        deal.suit[suit] = 0
        for rank in range(RANKS):
            _place_copies(deal, position, suit, rank)
    deal.trumps = deal.suit[deal.trump]
    deal.of_side[0] = deal.of_side[1] = 0
    for seat in range(deal.seats):
        deal.of_side[deal.side[seat]] |= deal.owned[seat]
    for rank in range(RANKS):
        deal.rank_points[rank] = position.rank_points[rank]
        i = rank
        while i and deal.rank_points[deal.ranks_by_points[i - 1]] > deal.rank_points[rank]:
            deal.ranks_by_points[i] = deal.ranks_by_points[i - 1]
            i -= 1
        deal.ranks_by_points[i] = rank
    for card in range(deal.cards):
        up_to_this = (bit(card) - 1) | deal.identical[card]
        deal.above[card] = deal.suit[deal.suit_of[card]] & ~up_to_this


cdef void _place_copies(
    OpenDeal* deal, const OpenPosition* position, int suit, int rank
) noexcept nogil:
    """Append all copies of one card; those in the open trick are owned by their players."""
    cdef int index = suit * RANKS + rank
    cdef int first = deal.cards
    cdef int seat, i, card, _
    cdef uint64_t all_copies = 0
    for seat in range(deal.seats):
        for _ in range(position.hands[seat][index]):
            _append(deal, seat)
        i = (seat - deal.leader + deal.seats) % deal.seats
        if i < deal.leds and position.led[i] == index:
            deal.led[i] = deal.cards
            _append(deal, seat)
    for card in range(first, deal.cards):
        all_copies |= bit(card)
    for card in range(first, deal.cards):
        deal.identical[card] = all_copies
        deal.points[card] = position.rank_points[rank]
        deal.suit_of[card] = suit
        deal.card_index[card] = index
    deal.suit[suit] |= all_copies


cdef inline void _append(OpenDeal* deal, int seat) noexcept nogil:
    deal.owned[seat] |= bit(deal.cards)
    deal.cards += 1


# From Python


def pack_open_position(fields: dict) -> bytes:
    """The record of an open deal; its fields are those of `OpenPosition` (``deal.pxd``)."""
    cdef OpenPosition position = fields
    check_fields(fields, position)
    return (<const char*> &position)[:sizeof(OpenPosition)]

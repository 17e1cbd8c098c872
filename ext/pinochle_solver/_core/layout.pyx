"""Lays a position out on a 64-bit word; the layout itself is described in ``layout.pxd``."""

from libc.stdint cimport int16_t, uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit


cdef bint is_sound(const uint8_t* position, Py_ssize_t rules_rows) noexcept nogil:
    """Whether a record states a position that can be laid out and searched."""
    cdef int size[SEATS]
    cdef int index, seat
    if position[TRUMP] >= SUITS or position[TURN] >= SEATS or position[RULES] >= rules_rows:
        return False
    if position[LED] >= CARDS and position[LED] != NO_CARD:
        return False
    for seat in range(SEATS):
        size[seat] = 0
        for index in range(CARDS):
            size[seat] += position[SOUTH_COUNTS + CARDS * seat + index]
    if position[LED] != NO_CARD:
        size[1 - position[TURN]] += 1
    return 0 < size[0] == size[1] <= MAX_CARDS // 2


cdef void build_layout(
    Layout* layout, const uint8_t* position, const int16_t* rules
) noexcept nogil:
    """Fill `layout` from one sound position record and its row of the rules table."""
    cdef int suit, rank
    cdef int trump = position[TRUMP]
    layout.cards = 0
    layout.led = -1
    layout.turn = position[TURN]
    layout.owned[0] = layout.owned[1] = 0
    layout.last_trick = rules[LAST_TRICK]
    layout.must_trump = rules[MUST_TRUMP]
    for suit in range(SUITS):
        layout.must_head[suit] = rules[MUST_HEAD_TRUMPS if suit == trump else MUST_HEAD_PLAIN]
        layout.suit[suit] = 0
        for rank in range(RANKS):
            _place_card(layout, position, rules, suit, rank)
    layout.trump = trump
    layout.trumps = layout.suit[trump]
    _relate_cards(layout, trump)


cdef void _place_card(
    Layout* layout, const uint8_t* position, const int16_t* rules, int suit, int rank
) noexcept nogil:
    """Append all copies of one card to the layout."""
    cdef int index = suit * RANKS + rank
    cdef int first = layout.cards
    cdef int seat, copies, card, _
    cdef uint64_t all_copies = 0
    for seat in range(SEATS):
        copies = position[SOUTH_COUNTS + CARDS * seat + index]
        # The card led is the leader's, on the table; here it is one more of his cards.
        if index == position[LED] and seat != layout.turn:
            copies += 1
        for _ in range(copies):
            layout.owned[seat] |= bit(layout.cards)
            all_copies |= bit(layout.cards)
            layout.cards += 1
        if index == position[LED] and seat != layout.turn:
            layout.led = layout.cards - 1
    for card in range(first, layout.cards):
        layout.identical[card] = all_copies
        layout.points[card] = rules[RANK_POINTS + rank]
        layout.suit_of[card] = suit
        layout.card_index[card] = index
    layout.suit[suit] |= all_copies


cdef void _relate_cards(Layout* layout, int trump) noexcept nogil:
    """Fill in which cards stand above and which beat each one."""
    cdef int card
    cdef uint64_t up_to_this
    for card in range(layout.cards):
        up_to_this = (bit(card) - 1) | layout.identical[card]
        layout.above[card] = layout.suit[layout.suit_of[card]] & ~up_to_this
        layout.beating[card] = layout.above[card]
        if layout.suit_of[card] != trump:
            layout.beating[card] |= layout.trumps

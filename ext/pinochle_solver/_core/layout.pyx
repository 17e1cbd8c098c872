"""Lays a position out on a 64-bit word; the layout itself is described in ``layout.pxd``."""

from libc.stdint cimport uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit

cdef enum:
    MOST_IN_SUIT = 32           # cards: the search keeps those of a suit in a word of so many bits


cdef inline const uint8_t* _counts_of(const Position* position, int seat) noexcept nogil:
    if seat == 0:
        return &position.south[0]
    return &position.north[0]


cdef bint is_sound(const Position* position, Py_ssize_t rules_rows) noexcept nogil:
    """Whether a record states a position that can be laid out and searched."""
    cdef int size[SEATS]
    cdef int in_suit[SUITS]
    cdef int index, seat, suit
    if position.trump >= SUITS or position.turn >= SEATS or position.rules >= rules_rows:
        return False
    if position.led >= CARDS and position.led != NO_CARD:
        return False
    for suit in range(SUITS):
        in_suit[suit] = 0
    for seat in range(SEATS):
        size[seat] = 0
        for index in range(CARDS):
            size[seat] += _counts_of(position, seat)[index]
            in_suit[index // RANKS] += _counts_of(position, seat)[index]
    if position.led != NO_CARD:
        size[1 - position.turn] += 1
        in_suit[position.led // RANKS] += 1
    for suit in range(SUITS):
        if in_suit[suit] > MOST_IN_SUIT:
            return False
    return 0 < size[0] == size[1] <= MAX_CARDS // 2


cdef void build_layout(
    Layout* layout, const Position* position, const PlayoffRules* rules
) noexcept nogil:
    """Fill `layout` from a sound position and the rules it is played by."""
    cdef int suit, rank
    cdef int trump = position.trump
    layout.cards = 0
    layout.led = -1
    layout.turn = position.turn
    layout.owned[0] = layout.owned[1] = 0
    layout.last_trick = rules.last_trick
    layout.must_trump = rules.must_trump
    for suit in range(SUITS):
        layout.must_head[suit] = (
            rules.must_head_trumps if suit == trump else rules.must_head_plain)
        layout.suit[suit] = 0
        for rank in range(RANKS):
            _place_card(layout, position, rules, suit, rank)
    layout.trump = trump
    layout.trumps = layout.suit[trump]
    _relate_cards(layout, trump)


cdef void _place_card(
    Layout* layout, const Position* position, const PlayoffRules* rules, int suit, int rank
) noexcept nogil:
    """Append all copies of one card to the layout."""
    cdef int index = suit * RANKS + rank
    cdef int first = layout.cards
    cdef int seat, copies, card, _
    cdef uint64_t all_copies = 0
    for seat in range(SEATS):
        copies = _counts_of(position, seat)[index]
        # The card led is the leader's, on the table; here it is one more of his cards.
        if index == position.led and seat != layout.turn:
            copies += 1
        for _ in range(copies):
            layout.owned[seat] |= bit(layout.cards)
            all_copies |= bit(layout.cards)
            layout.cards += 1
        if index == position.led and seat != layout.turn:
            layout.led = layout.cards - 1
    for card in range(first, layout.cards):
        layout.identical[card] = all_copies
        layout.points[card] = rules.rank_points[rank]
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


# From Python


cdef int check_fields(dict given, dict known) except -1:
    """Raise TypeError for a field that a record does not have; one it lacks has been missed."""
    if len(given) != len(known):
        raise TypeError(f"the record has no field {', '.join(sorted(set(given) - set(known)))}")
    return 0


cdef Position _EMPTY


def pack_position(fields: dict) -> bytes:
    """The record of a playoff position; its fields are those of `Position` (``layout.pxd``)."""
    cdef Position position = fields
    check_fields(fields, _EMPTY)
    return (<const char*> &position)[:sizeof(Position)]


def pack_rules(fields: dict) -> bytes:
    """The record of the playoff's rules; its fields are those of `PlayoffRules`."""
    cdef PlayoffRules rules = fields
    check_fields(fields, rules)
    return (<const char*> &rules)[:sizeof(PlayoffRules)]


def empty_position():
    """An array of one empty position: numpy reads the dtype of position records off it."""
    return <Position[:1]> &_EMPTY

"""Lays tables and worlds out on words; what they are is described in ``hands.pxd``."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.bits cimport bit_count
from pinochle_solver._core.double_dummy.deal cimport (
    HIGHER_ELSE_ANY, MOST_IN_SUIT, OpenPosition, lay_out,
)
from pinochle_solver._core.layout cimport MAX_CARDS, SUITS, check_fields


cdef bint is_sound_table(const TableRecord* record) noexcept nogil:
    """Whether a record states a table that worlds can be dealt for."""
    cdef int led[CARDS]
    cdef int in_suit[SUITS]
    cdef int i, seat, shown, total = 0
    if not 3 <= record.seats <= MOST_SEATS or record.leader >= record.seats:
        return False
    if record.leds >= record.seats or record.trump >= SUITS or record.ruff > HIGHER_ELSE_ANY:
        return False
    if record.bidder != NOBODY and record.bidder >= record.seats:
        return False
    memset(led, 0, sizeof(led))
    memset(in_suit, 0, sizeof(in_suit))
    for i in range(record.leds):
        if record.led[i] >= CARDS:
            return False
        led[record.led[i]] += 1
    for i in range(CARDS):
        shown = led[i]
        for seat in range(record.seats):
            shown += record.shown[seat][i]
        if shown > record.copies[i]:
            return False
        total += record.copies[i]
        in_suit[i // RANKS] += record.copies[i]
    for i in range(SUITS):
        if in_suit[i] > MOST_IN_SUIT:
            return False
    for seat in range(record.seats):
        if record.unit[seat] >= MOST_SEATS or record.side[seat] > 1:
            return False
    return record.leds < total <= MAX_CARDS


cdef void lay_out_table(Table* table, const TableRecord* record) noexcept nogil:
    """Fill `table` from a sound record."""
    cdef OpenPosition position
    cdef OpenDeal* deal = &table.deal
    cdef int card, i, seat, other, first
    memset(&position, 0, sizeof(position))
    # It does not matter to the layout whose the cards are.
    memcpy(position.hands[0], record.copies, CARDS)
    memcpy(position.rank_points, record.rank_points, RANKS)
    position.last_trick, position.must_head = record.last_trick, record.must_head
    position.seats, position.trump, position.ruff = record.seats, record.trump, record.ruff
    lay_out(deal, &position)
    deal.leader, deal.leds = record.leader, record.leds
    table.all_cards = deal.owned[0]
    memset(table.of_index, 0, sizeof(table.of_index))
    for card in range(deal.cards):
        table.of_index[deal.card_index[card]] |= bit(card)
    for i in range(record.leds):
        card = lowest_bit(table.of_index[record.led[i]])
        deal.led[i] = card
        table.of_index[record.led[i]] &= ~bit(card)
    memcpy(table.shown, record.shown, sizeof(table.shown))
    table.bidder = -1 if record.bidder == NOBODY else record.bidder
    for seat in range(deal.seats):
        table.absent[seat] = table.seats_of_unit[seat] = 0
        table.unit[seat], table.side[seat] = record.unit[seat], record.side[seat]
        for card in range(deal.cards):
            if record.absent[seat] >> deal.card_index[card] & 1:
                table.absent[seat] |= bit(card)
        for other in range(deal.seats):
            if record.unit[other] == record.unit[seat]:
                table.seats_of_unit[seat] |= bit(other)
    first = (deal.leader + deal.leds) % deal.seats if table.bidder < 0 else table.bidder
    for seat in range(deal.seats):
        deal.side[seat] = record.unit[seat] != record.unit[first]


cdef bint deal_world(
    const Table* table, const uint8_t* copies, const uint8_t* shown, HiddenHand* hand
) noexcept nogil:
    """Fill `hand` with a world, rows of `CARDS` copies by seat; whether these are such cards.

    What is in no hand is buried. `shown` are rows of copies that are known to be in the hands; NULL
    if those of the table are.
    """
    cdef const OpenDeal* deal = &table.deal
    cdef uint64_t left, card
    cdef int seat, index, i, most = 0, size
    if shown is NULL:
        shown = &table.shown[0][0]
    memset(hand, 0, sizeof(HiddenHand))
    for index in range(CARDS):
        left = table.of_index[index]
        for seat in range(deal.seats):
            for i in range(copies[seat * CARDS + index]):
                if not left:
                    return False
                card = left & -left
                left ^= card
                hand.held[seat] |= card
                if i < shown[seat * CARDS + index]:
                    hand.shown[seat] |= card
            if copies[seat * CARDS + index] < shown[seat * CARDS + index]:
                return False
        hand.buried |= left
    for seat in range(deal.seats):
        hand.absent[seat] = table.absent[seat]
        if hand.held[seat] & hand.absent[seat]:
            return False
        size = bit_count(hand.held[seat]) + ((seat - deal.leader + deal.seats) % deal.seats
                                             < deal.leds)
        if seat and size != most:
            return False
        most = size
    hand.leader, hand.tricks = deal.leader, most
    for i in range(deal.leds):
        _put_led(table, hand, deal.led[i])
    return most > 0


cdef void _put_led(const Table* table, HiddenHand* hand, int card) noexcept nogil:
    """Put a card of the open trick on the table, from no hand; what it rules out is known."""
    if not hand.count:
        hand.suit_led = table.deal.suit_of[card]
    if not hand.count or beating(&table.deal, hand.best) & bit(card):
        hand.best, hand.best_seat = card, seat_to_play(table, hand)
    hand.gone |= bit(card)
    hand.on_table |= bit(card)
    hand.trick_points += table.deal.points[card]
    hand.count += 1


# From Python


def pack_table(fields: dict) -> bytes:
    """The record of what is known to all; its fields are those of `TableRecord`."""
    cdef TableRecord record = fields
    check_fields(fields, record)
    return (<const char*> &record)[:sizeof(TableRecord)]

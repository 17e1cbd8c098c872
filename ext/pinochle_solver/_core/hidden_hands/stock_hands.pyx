"""Plays the stock phase of three or four hands; ``stock_hands.pxd`` describes them."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand.kinds cimport count_in, count_out
from pinochle_solver._core.layout cimport RANKS, SUITS, check_fields

cdef enum:
    FROM_HAND = 1 << 30     # the standing of a copy that does not lie on the table


# Worlds


cdef bint is_sound_stock(const StockRecord* record) noexcept nogil:
    """Whether a record states a position that worlds can be dealt for."""
    cdef int seats = record.seats_playing, i, k
    if not 3 <= seats <= MOST_SEATS or record.turn >= seats or record.leader >= seats:
        return False
    if record.leds >= seats or record.trump >= SUITS or record.act > DIX:
        return False
    if record.number_of_melds > MOST_MELDS or record.nine >= CARDS or record.upcard >= CARDS:
        return False
    for i in range(record.leds):
        if record.led[i] >= CARDS:
            return False
    for i in range(record.number_of_melds):
        if record.melds[i].kinds > MOST_MELD_CARDS:
            return False
        for k in range(record.melds[i].kinds):
            if record.melds[i].card[k] >= CARDS:
                return False
    for i in range(seats):
        if record.seats[i].slots > MOST_SLOTS or record.seats[i].entries > MOST_ENTRIES:
            return False
        for k in range(record.seats[i].slots):
            if record.seats[i].slot_card[k] >= CARDS:
                return False
    return True


cdef void deal_public(const StockRecord* record, StockHand* hand) noexcept nogil:
    """Fill `hand` with what is the same in all worlds, from a sound record."""
    cdef const SeatRecord* of
    cdef StockSeat* seat
    cdef int i, card
    memset(hand, 0, sizeof(StockHand))
    for i in range(record.seats_playing):
        of = &record.seats[i]
        seat = &hand.seats[i]
        seat.on_table, seat.slots, seat.entries = of.on_table, of.slots, of.entries
        memcpy(seat.entry_slots, of.entry_slots, sizeof(of.entry_slots))
        memcpy(seat.entry_meld, of.entry_meld, sizeof(of.entry_meld))
        memcpy(seat.slot_card, of.slot_card, sizeof(of.slot_card))
        memcpy(seat.slot_services, of.slot_services, sizeof(of.slot_services))
        for card in range(CARDS):
            _add(&seat.known, card, of.known[card])
    hand.face_down, hand.upcard = record.face_down, record.upcard
    hand.act, hand.leader = record.act, record.leader
    hand.is_begun = record.is_begun
    for i in range(record.leds):
        hand.turn = (record.leader + i) % record.seats_playing
        _put(record, hand, record.led[i])
    hand.turn = record.turn
    hand.to_ask = 0
    if record.act == DIX:
        # All are asked that come before the leader again.
        hand.to_ask = (record.leader - record.turn - 1 + record.seats_playing) % (
            record.seats_playing)


cdef bint deal_hidden(
    const StockRecord* record, const uint8_t* hands, const uint8_t* stock, StockHand* hand
) noexcept nogil:
    """Deal a world into a hand with what is public; whether these are such cards.

    `hands` are rows of `CARDS` copies by seat, without what lies on the tables. `stock` are the
    face-down cards by index, the next to be drawn first; it must stay where it is.
    """
    cdef uint8_t[CARDS] hidden
    cdef uint8_t[CARDS] own
    cdef int seat, card, copies
    memset(hidden, 0, sizeof(hidden))
    for card in range(hand.face_down):
        if stock[card] >= CARDS:
            return False
        hidden[stock[card]] += 1
    for seat in range(record.seats_playing):
        for card in range(CARDS):
            copies = hands[seat * CARDS + card]
            if copies < record.seats[seat].known[card]:
                return False
            hidden[card] += copies - record.seats[seat].known[card]
    for seat in range(record.seats_playing):
        memset(&hand.seats[seat].hand, 0, sizeof(Counts))
        memset(&hand.seats[seat].unseen, 0, sizeof(Counts))
        for card in range(CARDS):
            copies = hands[seat * CARDS + card]
            own[card] = copies - record.seats[seat].known[card]
            if copies > 4 or hidden[card] - own[card] > 4:
                return False
            _add(&hand.seats[seat].hand, card, copies)
            _add(&hand.seats[seat].unseen, card, hidden[card] - own[card])
    hand.stock = stock
    return True


cdef inline void _add(Counts* counts, int card, int copies) noexcept nogil:
    cdef int _
    for _ in range(copies):
        count_in(counts, <uint32_t> 1 << card)


# What happens to a card


cdef inline void _leaves_hand(
    const StockRecord* record, StockHand* hand, int seat, int card
) noexcept nogil:
    """A card goes from a hand to where all see it."""
    cdef StockSeat* of = &hand.seats[seat]
    cdef uint32_t one = <uint32_t> 1 << card
    cdef int other
    count_out(&of.hand, one)
    if of.known.of[0] & one:    # nobody can tell it from the card that was seen
        count_out(&of.known, one)
        return
    for other in range(record.seats_playing):
        if other != seat:
            count_out(&hand.seats[other].unseen, one)


cdef inline void _put(const StockRecord* record, StockHand* hand, int card) noexcept nogil:
    """A card of the seat on turn joins the open trick."""
    if not hand.count:
        hand.suit_led = card // RANKS
    if not hand.count or beats(record, card, hand.best):
        hand.best, hand.best_seat = card, hand.turn
    hand.trick_points += record.rank_points[card % RANKS]
    hand.count += 1


cdef void play_card(
    const StockRecord* record, StockHand* hand, int card, int slot
) noexcept nogil:
    """Play a card of the seat on turn, from its hand, or from a slot of its table."""
    if slot == NOTHING:
        _leaves_hand(record, hand, hand.turn, card)
    else:
        hand.seats[hand.turn].on_table &= ~bit(slot)
    _put(record, hand, card)
    hand.turn += 1
    if hand.turn == record.seats_playing:
        hand.turn = 0
    if hand.count == record.seats_playing:
        hand.seats[hand.best_seat].cards += hand.trick_points
        hand.leader = hand.turn = hand.best_seat
        hand.count = hand.trick_points = 0
        hand.is_begun = True
        _after_trick(record, hand)


cdef void _after_trick(const StockRecord* record, StockHand* hand) noexcept nogil:
    if record.draws_first:
        _draw(record, hand)
        if hand.act != STOCK_IS_GONE:
            _ask_meld(record, hand)
    elif hand.face_down < record.seats_playing:
        _ask_dix(record, hand, hand.leader, record.seats_playing)
    else:
        _ask_meld(record, hand)


cdef void _ask_meld(const StockRecord* record, StockHand* hand) noexcept nogil:
    """Let the winner of a trick show something; whether it can is seen when it chooses."""
    hand.act, hand.turn = MELD, hand.leader


cdef void after_melds(const StockRecord* record, StockHand* hand) noexcept nogil:
    """Go on once the winner of a trick has shown what it wants to."""
    if record.draws_first:
        _lead(hand)
    else:
        _ask_dix(record, hand, (hand.leader + 1) % record.seats_playing, record.seats_playing - 1)


cdef void after_dix(const StockRecord* record, StockHand* hand) noexcept nogil:
    """Go on once a seat has shown its dix, or has not."""
    _ask_dix(record, hand, (hand.turn + 1) % record.seats_playing, hand.to_ask)


cdef void _ask_dix(
    const StockRecord* record, StockHand* hand, int first, int number
) noexcept nogil:
    """Ask the first of so many seats that has a nine; if none has, all draw, and the next lead."""
    while number:
        number -= 1
        if has_nine(record, &hand.seats[first]):
            hand.act, hand.turn, hand.to_ask = DIX, first, number
            return
        first = (first + 1) % record.seats_playing
    if hand.is_begun:
        _draw(record, hand)
    if hand.act != STOCK_IS_GONE:
        _lead(hand)


cdef void _draw(const StockRecord* record, StockHand* hand) noexcept nogil:
    """All draw, the winner of the trick first; in the last draw the last takes the upcard."""
    cdef bint last = hand.face_down < record.seats_playing
    cdef int seat = hand.leader, card, _
    cdef uint32_t one
    for _ in range(record.seats_playing - last):
        card = hand.stock[0]
        hand.stock += 1
        hand.face_down -= 1
        one = <uint32_t> 1 << card
        count_in(&hand.seats[seat].hand, one)
        count_out(&hand.seats[seat].unseen, one)
        if last and card == record.nine:
            hand.seats[seat].melds += record.last_draw_dix
        seat = (seat + 1) % record.seats_playing
    if last:
        one = <uint32_t> 1 << hand.upcard
        count_in(&hand.seats[seat].hand, one)
        count_in(&hand.seats[seat].known, one)
        hand.act, hand.turn = STOCK_IS_GONE, hand.leader


cdef inline void _lead(StockHand* hand) noexcept nogil:
    hand.act, hand.turn = PLAY, hand.leader


# Melds


cdef void show_dix(const StockRecord* record, StockHand* hand) noexcept nogil:
    """The seat on turn exchanges a nine for the upcard, or lays it if the upcard is a nine."""
    cdef StockSeat* seat = &hand.seats[hand.turn]
    cdef uint32_t one = <uint32_t> 1 << hand.upcard
    _leaves_hand(record, hand, hand.turn, record.nine)
    seat.melds += record.dix_points
    if hand.upcard == record.nine:
        _new_slot(seat, record.nine)
    else:
        count_in(&seat.hand, one)
        count_in(&seat.known, one)
        hand.upcard = record.nine


cdef inline int _new_slot(StockSeat* seat, int card) noexcept nogil:
    cdef int slot = seat.slots
    seat.slot_card[slot], seat.slot_services[slot] = card, 0
    seat.on_table |= bit(slot)
    seat.slots += 1
    return slot


cdef void lay(
    const StockRecord* record, StockHand* hand, int seat, int meld, const Laying* laying
) noexcept nogil:
    """Lay a meld with the copies that `best_laying` found."""
    cdef const StockMeld* known = &record.melds[meld]
    cdef StockSeat* of = &hand.seats[seat]
    cdef uint64_t slots = laying.slots, left
    cdef int i, service, slot
    for i in range(laying.from_hand):
        _leaves_hand(record, hand, seat, laying.card[i])
        slots |= bit(_new_slot(of, laying.card[i]))
    left = slots
    while left:
        slot = lowest_bit(left)
        left &= left - 1
        for service in range(SERVICES):
            if known.marks[service] >> of.slot_card[slot] & 1:
                of.slot_services[slot] |= 1 << service
    of.entry_meld[of.entries], of.entry_slots[of.entries] = meld, slots
    of.entries += 1
    of.melds += laying.points


cdef inline int32_t _standing(const StockSeat* seat, int slot) noexcept nogil:
    """Copies of a lower standing are used sooner (RULES.md 4, rule 8)."""
    cdef int served = seat.slot_services[slot], service
    cdef int32_t standing = SERVICES - bit_count(served)
    for service in range(SERVICES):
        standing = standing << 1 | (not served >> service & 1)
    return standing << 8 | slot


cdef bint _gather(
    const StockMeld* meld, const StockSeat* seat, uint64_t usable, uint64_t whole,
    Laying* laying, int32_t* standings,
) noexcept nogil:
    """Take the copies of a meld, all of `whole` and as few as possible of the hand, at least one.

    False if there are not enough. Writes their standings, card by card.
    """
    cdef uint64_t[MOST_MELD_CARDS] taken
    cdef int[MOST_MELD_CARDS] lacking
    cdef uint64_t mine, free, left
    cdef int k, card, slot, best, number = 0, _
    cdef int32_t standing, least
    laying.slots, laying.from_hand = 0, 0
    for k in range(meld.kinds):
        card, mine = meld.card[k], 0
        left = seat.on_table & (usable | whole)
        while left:
            slot = lowest_bit(left)
            left &= left - 1
            if seat.slot_card[slot] == card:
                mine |= bit(slot)
        taken[k] = mine & whole
        lacking[k] = meld.times[k] - bit_count(taken[k])
        free = mine & ~whole
        while lacking[k] > 0 and free:
            left, best, least = free, NOTHING, 0
            while left:
                slot = lowest_bit(left)
                left &= left - 1
                standing = _standing(seat, slot)
                if best == NOTHING or standing < least:
                    best, least = slot, standing
            taken[k] |= bit(best)
            free &= ~bit(best)
            lacking[k] -= 1
        if copies_of(&seat.hand, card) < lacking[k]:
            return False
        laying.from_hand += lacking[k]
    if laying.from_hand == 0:
        # One has to come from the hand: of the last card that may, the copy that is used last.
        k = meld.kinds - 1
        while k >= 0 and not (taken[k] & ~whole and seat.hand.of[0] >> meld.card[k] & 1):
            k -= 1
        if k < 0:
            return False
        left, best, least = taken[k] & ~whole, NOTHING, 0
        while left:
            slot = lowest_bit(left)
            left &= left - 1
            standing = _standing(seat, slot)
            if best == NOTHING or standing > least:
                best, least = slot, standing
        taken[k] &= ~bit(best)
        lacking[k], laying.from_hand = 1, 1
    number = best = 0
    for k in range(meld.kinds):
        laying.slots |= taken[k]
        _write_standings(seat, taken[k], &standings[number])
        number += bit_count(taken[k])
        for _ in range(lacking[k]):
            standings[number] = FROM_HAND
            number += 1
            laying.card[best] = meld.card[k]
            best += 1
    return True


cdef inline void _write_standings(
    const StockSeat* seat, uint64_t slots, int32_t* standings
) noexcept nogil:
    """Write the standings of some slots, the least first."""
    cdef int number = 0, i
    cdef int32_t standing
    while slots:
        standing = _standing(seat, lowest_bit(slots))
        slots &= slots - 1
        i = number
        while i and standings[i - 1] > standing:
            standings[i] = standings[i - 1]
            i -= 1
        standings[i] = standing
        number += 1


cdef inline int _points(
    const StockMeld* meld, const StockSeat* seat, uint64_t slots
) noexcept nogil:
    """What a meld scores with these slots (RULES.md 4, rules 5 and 6)."""
    cdef uint32_t served = 0
    cdef int slot
    if meld.replaced == NOTHING:
        return meld.points
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        if seat.slot_services[slot] >> meld.replaced_service & 1:
            served |= <uint32_t> 1 << seat.slot_card[slot]
    if meld.replaced_cards & ~served:
        return meld.points
    return meld.points - meld.replaced_points


cdef void _try(
    const StockMeld* meld, const StockSeat* seat, uint64_t usable, uint64_t whole,
    Laying* best, int32_t* standings,
) noexcept nogil:
    """Take a way to lay a meld if there is one, and if it is better than the best so far."""
    cdef Laying laying
    cdef int32_t[MOST_MELD_CARDS * 4] found
    cdef int i
    if not _gather(meld, seat, usable, whole, &laying, found):
        return
    laying.points = _points(meld, seat, laying.slots)
    if best.from_hand:
        if laying.points != best.points:
            if laying.points < best.points:
                return
        elif laying.from_hand != best.from_hand:
            if laying.from_hand > best.from_hand:
                return
        else:
            for i in range(laying.from_hand + bit_count(laying.slots)):
                if found[i] != standings[i]:
                    if found[i] > standings[i]:
                        return
                    break
            else:
                return
    best[0] = laying
    memcpy(standings, found, sizeof(found))


cdef void best_laying(
    const StockRecord* record, const StockSeat* seat, int meld, Laying* laying
) noexcept nogil:
    """The copies that a meld takes (RULES.md 4, rule 8); `from_hand` is 0 if it cannot be laid."""
    cdef const StockMeld* known = &record.melds[meld]
    cdef int32_t[MOST_MELD_CARDS * 4] standings
    cdef uint64_t usable = 0, left = seat.on_table, served
    cdef int slot, i, k
    laying.from_hand = 0
    if not known.of[0] & seat.hand.of[0]:
        return
    if known.all_at_once:
        _try(known, seat, 0, 0, laying, standings)
        return
    while left:
        slot = lowest_bit(left)
        left &= left - 1
        if not seat.slot_services[slot] & known.bars:
            usable |= bit(slot)
    _try(known, seat, usable, 0, laying, standings)
    if known.replaced == NOTHING:
        return
    if laying.from_hand and laying.points < known.points:
        # It scores all if one of the cards of the meld it replaces has not served in that.
        for k in range(known.kinds):
            if not known.replaced_cards >> known.card[k] & 1:
                continue
            served, left = 0, usable
            while left:
                slot = lowest_bit(left)
                left &= left - 1
                if (seat.slot_card[slot] == known.card[k]
                        and seat.slot_services[slot] >> known.replaced_service & 1):
                    served |= bit(slot)
            _try(known, seat, usable & ~served, 0, laying, standings)
    if not known.bars >> known.replaced_service & 1:
        return
    for i in range(seat.entries):
        if may_be_replaced(seat, i, known.replaced, meld):
            _try(known, seat, usable, seat.entry_slots[i], laying, standings)


# From Python


def pack_stock(fields: dict) -> bytes:
    """The record of a position in the stock phase; its fields are those of `StockRecord`."""
    cdef StockRecord record = fields
    check_fields(fields, record)
    return (<const char*> &record)[:sizeof(StockRecord)]

"""Melds in games where kinds bar kinds; ``kinds.pxd`` describes them."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand.melds cimport (
    HAS_SERVED, MOST_COPIES, MOST_MELDS, NONE_FROM_HAND, NOTHING_BARS, NOT_ALL_FROM_HAND, NOT_HELD,
    Laid, Meld, Obstacle, Planes, SeatState,
    add_card, cards_in, copies_in,
)


cdef Planes usable_among(const Meld* meld, const SeatState* seat, const Past* past) noexcept nogil:
    """The copies on the table that nothing they served in bars from `meld`."""
    cdef Planes usable = Planes(seat.table, seat.table_high)
    cdef const Laid* entry
    cdef int i
    for i in range(past.laid):
        entry = &past.log[i]
        if (entry.seat == past.seat and entry.meld < MOST_MELDS
                and meld.bars >> past.melds[entry.meld].kind & 1):
            usable.low &= ~entry.copies
            usable.high &= ~entry.copies_high
    return usable


cdef bint may_lay_among(const Meld* meld, const SeatState* seat, const Past* past) noexcept nogil:
    """Whether the seat can lay `meld` now."""
    cdef Counts held, missing
    cdef uint32_t in_hand = <uint32_t> seat.hand
    cdef Planes usable = Planes(0, 0)
    cdef int place, card
    # Most melds are out of reach at the first look.
    if meld.one & ~(in_hand | cards_in(seat.table | seat.table_high)) or not meld.one & in_hand:
        return False
    if meld.two:
        held = counts_of(seat.hand, seat.hand_high)
        count_all_in(&held, seat.table, seat.table_high)
        missing = missing_of(meld, &held)
        if missing.of[1] | missing.of[2] | missing.of[3]:
            return False
    if not meld.all_at_once:
        usable = usable_among(meld, seat, past)
    for place in range(meld.kinds_of_card):
        card = meld.named[place]
        if (copies_in(seat.hand, seat.hand_high, card) + copies_in(usable.low, usable.high, card)
                < meld.times[place]):
            return False
    return True


cdef bint may_lay_any(int melds, const SeatState* seat, const Past* past) noexcept nogil:
    """Whether the seat can now lay any of this number of melds."""
    cdef int meld
    for meld in range(melds):
        if may_lay_among(&past.melds[meld], seat, past):
            return True
    return False


cdef int melds_among(
    int melds, const SeatState* seat, const Past* past, int first, uint8_t* moves
) noexcept nogil:
    """Write those of `melds` melds that the seat can lay now, as moves from `first` on."""
    cdef int meld, count = 0
    for meld in range(melds):
        if may_lay_among(&past.melds[meld], seat, past):
            moves[count] = first + meld
            count += 1
    return count


cdef int plays_among(
    const SeatState* seat, const Past* past, int source, uint8_t* moves
) noexcept nogil:
    """Write any card; copies on the table that have served alike are one move.

    A move is the card's index, and `source` times the copy's number where it lies on the table.
    """
    cdef uint64_t kinds[MOST_COPIES]
    cdef uint64_t cards = <uint32_t> seat.hand
    cdef Planes table = Planes(seat.table, seat.table_high)
    cdef int card, number, one, unlike, count = 0
    while cards:
        moves[count] = lowest_bit(cards)
        count += 1
        cards &= cards - 1
    cards = cards_in(seat.table | seat.table_high)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        unlike = 0
        for number in range(1, MOST_COPIES + 1):
            if not is_among(&table, card, number):
                continue
            kinds[unlike] = kinds_of_copy(past, card, number)
            for one in range(unlike):
                if kinds[one] == kinds[unlike]:
                    break
            else:
                moves[count] = card + source * number
                count += 1
                unlike += 1
    return count


cdef Obstacle obstacle_among(
    const Meld* meld, const SeatState* seat, const Past* past
) noexcept nogil:
    """The first thing that keeps the seat from laying `meld`."""
    cdef Planes usable = usable_among(meld, seat, past)
    cdef int place, card, wanted, in_hand
    if may_lay_among(meld, seat, past):
        return Obstacle(NOTHING_BARS, -1)
    for place in range(meld.kinds_of_card):
        card, wanted = meld.named[place], meld.times[place]
        in_hand = copies_in(seat.hand, seat.hand_high, card)
        if in_hand + copies_in(seat.table, seat.table_high, card) < wanted:
            return Obstacle(NOT_HELD, card)
        if meld.all_at_once:
            if in_hand < wanted:
                return Obstacle(NOT_ALL_FROM_HAND, card)
        elif in_hand + copies_in(usable.low, usable.high, card) < wanted:
            return Obstacle(HAS_SERVED, card)
    return Obstacle(NONE_FROM_HAND, -1)


cdef uint64_t kinds_of_copy(const Past* past, int card, int number) noexcept nogil:
    """The kinds that a copy on the table has served in, a bit each."""
    cdef const Laid* entry
    cdef Planes copy = copy_of(card, number)
    cdef uint64_t kinds = 0
    cdef int i
    for i in range(past.laid):
        entry = &past.log[i]
        if (entry.seat == past.seat and entry.meld < MOST_MELDS
                and (entry.copies & copy.low or entry.copies_high & copy.high)):
            kinds |= bit(past.melds[entry.meld].kind)
    return kinds


cdef int _best_copy(const Planes* usable, int card, const Past* past) noexcept nogil:
    """The number of the copy of `card` to use next, 0 if there is none."""
    cdef int number, worth, best = 0, most = -1
    for number in range(1, MOST_COPIES + 1):
        if is_among(usable, card, number):
            worth = bit_count(kinds_of_copy(past, card, number))
            if worth > most:
                best, most = number, worth
    return best


cdef CopiesOfFour choose_among(
    const Meld* meld, const SeatState* seat, const Past* past
) noexcept nogil:
    """The copies that a meld that may be laid takes: as few new ones as possible.

    At least one copy is new. If need be, the last named card that the hand has comes from the hand,
    in place of its last chosen table copy.
    """
    cdef CopiesOfFour chosen = CopiesOfFour(Planes(0, 0), Planes(0, 0))
    cdef Planes usable = Planes(0, 0), copy
    cdef Planes last = Planes(0, 0)
    cdef int place, card, number, last_card = -1, taken
    if not meld.all_at_once:
        usable = usable_among(meld, seat, past)
    for place in range(meld.kinds_of_card):
        card = meld.named[place]
        for taken in range(meld.times[place]):
            number = _best_copy(&usable, card, past)
            if number == 0:
                _add(&chosen.hand, card, meld.times[place] - taken)
                break
            copy = copy_of(card, number)
            _take(&usable, &chosen.table, &copy)
            if seat.hand >> card & 1:
                last, last_card = copy, card
    if chosen.hand.low == 0:
        _take(&chosen.table, &usable, &last)
        _add(&chosen.hand, last_card, 1)
    return chosen


cdef inline void _take(Planes* source, Planes* target, const Planes* copy) noexcept nogil:
    """Move a copy from one set to another."""
    source.low &= ~copy.low
    source.high &= ~copy.high
    target.low |= copy.low
    target.high |= copy.high


cdef inline void _add(Planes* cards, int card, int times) noexcept nogil:
    """Add this many copies of a card to a set of cards."""
    cdef int _
    for _ in range(times):
        add_of_four(&cards.low, &cards.high, card)


cdef void leave_of_four(SeatState* seat, int card, int source) noexcept nogil:
    """Take a card out of the hand or, if `source` is not 0, that copy off the table."""
    cdef Planes copy
    if source == 0:
        drop_of_four(seat, card)
    else:
        copy = copy_of(card, source)
        take_from_table(seat, &copy)


cdef void add_of_four(uint64_t* low, uint64_t* high, int card) noexcept nogil:
    """Put one more copy of `card` to these."""
    if low[0] >> (card + CARDS) & 1:
        high[0] = add_card(high[0], card)
    else:
        low[0] = add_card(low[0], card)


cdef Planes lay_card_of_four(SeatState* seat, int card) noexcept nogil:
    """Put a card of the hand on the table; return the copy it is there."""
    cdef Planes copy = copy_of(card, 1 + copies_in(seat.laid, seat.laid_high, card))
    drop_of_four(seat, card)
    seat.laid |= copy.low
    seat.table |= copy.low
    seat.laid_high |= copy.high
    seat.table_high |= copy.high
    return copy


cdef Planes lay_among(
    const Meld* meld, const CopiesOfFour* copies, SeatState* seat
) noexcept nogil:
    """Lay a meld with these copies and score it; return all its copies by number."""
    cdef Planes used = copies.table, copy
    cdef int place, card, _
    for place in range(meld.kinds_of_card):
        card = meld.named[place]
        for _ in range(copies_in(copies.hand.low, copies.hand.high, card)):
            copy = lay_card_of_four(seat, card)
            used.low |= copy.low
            used.high |= copy.high
    seat.meld_points += meld.points
    return used

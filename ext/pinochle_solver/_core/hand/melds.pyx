"""Which copies a meld takes, and how it is laid; ``melds.pxd`` describes the parts."""

from libc.stdint cimport uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count
from pinochle_solver._core.layout cimport CARDS, RANKS, SUITS, check_fields


cdef bint read_meld(Meld* meld, const MeldRecord* record) noexcept nogil:
    """Fill `meld` from its record; False where the record makes no sense."""
    cdef int service, rank, suit, card
    meld.one, meld.two, meld.three, meld.four = record.one, record.two, record.three, record.four
    for service in range(SERVICES):
        meld.marks[service] = record.marks[service]
    meld.points = record.points
    meld.all_at_once = record.all_at_once
    meld.barred_by = record.barred_by
    meld.replaced = record.replaced
    meld.replaced_service = record.replaced_service
    meld.replaced_points = record.replaced_points
    meld.kind = record.kind
    meld.bars = record.bars[0] | <uint64_t> record.bars[1] << 32
    if not 0 < bit_count(meld.one) <= MOST_KINDS_OF_CARD or (meld.two | meld.replaced) & ~meld.one:
        return False
    if record.three & ~meld.two or record.four & ~record.three:
        return False
    if not (0 <= meld.replaced_service < SERVICES and 0 <= meld.kind < MOST_KINDS):
        return False
    meld.kinds_of_card = 0
    for rank in range(RANKS - 1, -1, -1):
        for suit in range(SUITS):
            card = suit * RANKS + rank
            if meld.one >> card & 1:
                meld.named[meld.kinds_of_card] = card
                meld.times[meld.kinds_of_card] = (
                    1 + (meld.two >> card & 1) + (meld.three >> card & 1)
                    + (meld.four >> card & 1))
                meld.kinds_of_card += 1
    return True


cdef Obstacle obstacle_to(const Meld* meld, const SeatState* seat) noexcept nogil:
    """The first thing that keeps the seat from laying `meld`."""
    cdef uint64_t usable = usable_on_table(meld, seat)
    cdef int place, card, wanted, in_hand
    if may_lay(meld, seat):
        return Obstacle(NOTHING_BARS, -1)
    for place in range(meld.kinds_of_card):
        card = meld.named[place]
        wanted = 1 + (meld.two >> card & 1)
        in_hand = _copies(seat.hand, card)
        if in_hand + _copies(seat.table, card) < wanted:
            return Obstacle(NOT_HELD, card)
        if meld.all_at_once:
            if in_hand < wanted:
                return Obstacle(NOT_ALL_FROM_HAND, card)
        elif in_hand + _copies(usable, card) < wanted:
            return Obstacle(HAS_SERVED, card)
    return Obstacle(NONE_FROM_HAND, -1)


cdef inline int _copies(uint64_t planes, int card) noexcept nogil:
    return (planes >> card & 1) + (planes >> (card + CARDS) & 1)


cdef inline int _worth_using(const SeatState* seat, uint64_t copy) noexcept nogil:
    """Copies on the table with higher values are used again sooner (RULES.md 4, rule 8)."""
    cdef int services = 0, first = 0, service
    for service in range(SERVICES):
        if seat.served[service] & copy:
            services += 1
            first |= 1 << (SERVICES - 1 - service)
    return services << SERVICES | first


cdef inline uint64_t _best_copy(
    const SeatState* seat, uint64_t usable, int card
) noexcept nogil:
    """The copy of `card` on the table to use, 0 if there is none."""
    cdef uint64_t one = usable & bit(card), two = usable & bit(card + CARDS)
    if one and two:
        return two if _worth_using(seat, two) > _worth_using(seat, one) else one
    return one | two


cdef Copies _fewest_new(const Meld* meld, const SeatState* seat, uint64_t usable) noexcept nogil:
    """The copies to take if only `usable` ones may come from the table; the points are not yet set.

    As few as possible are new, but at least one; among equals the last named comes from the hand.
    `hand` is 0 if there is no such choice.
    """
    cdef Copies chosen = Copies(0, 0, 0)
    cdef uint64_t copies
    cdef int place, card, wanted, last = -1
    for place in range(meld.kinds_of_card):
        card = meld.named[place]
        copies = bit(card) | bit(card + CARDS)
        wanted = 1 + (meld.two >> card & 1)
        if wanted > _copies(usable, card) + _copies(seat.hand, card):
            return Copies(0, 0, 0)
        if wanted == 2:
            chosen.table |= usable & copies
            if not usable & copies:
                chosen.hand |= copies
            elif not (usable & usable >> CARDS) & bit(card):
                chosen.hand |= bit(card)
        elif usable & copies:
            chosen.table |= _best_copy(seat, usable, card)
            if seat.hand & bit(card):
                last = card
        else:
            chosen.hand |= bit(card)
    if chosen.hand == 0 and last >= 0:
        chosen.table &= ~(bit(last) | bit(last + CARDS))
        chosen.hand = bit(last)
    return chosen


cdef int points_of_meld(
    const Meld* meld, const SeatState* seat, const Copies* copies
) noexcept nogil:
    """What the meld scores with these copies (RULES.md 4, rules 5 and 6)."""
    cdef uint32_t served
    if meld.replaced == 0:
        return meld.points
    served = cards_in(copies.table & seat.served[meld.replaced_service])
    return meld.points - (0 if meld.replaced & ~served else meld.replaced_points)


cdef Copies choose_copies(const Meld* meld, const SeatState* seat) noexcept nogil:
    """The copies that a meld that may be laid takes (RULES.md 4, rule 8).

    They score the most, then lay the fewest new cards. If the usual copies would only complete the
    meld that this one grows out of, one card of that meld is taken fresh if that scores more.
    """
    cdef uint64_t usable = 0 if meld.all_at_once else usable_on_table(meld, seat)
    cdef Copies best = _fewest_new(meld, seat, usable), other
    cdef int place, card
    best.points = points_of_meld(meld, seat, &best)
    if best.points == meld.points:
        return best
    for place in range(meld.kinds_of_card - 1, -1, -1):
        card = meld.named[place]
        if not meld.replaced >> card & 1:
            continue
        other = _fewest_new(
            meld, seat,
            usable & ~(seat.served[meld.replaced_service] & (bit(card) | bit(card + CARDS))),
        )
        if other.hand == 0:
            continue
        other.points = points_of_meld(meld, seat, &other)
        if other.points > best.points or (
                other.points == best.points and bit_count(other.hand) < bit_count(best.hand)):
            best = other
    return best


cdef uint64_t lay_card(SeatState* seat, int card) noexcept nogil:
    """Put a card of the hand on the table; return the copy it is there."""
    cdef uint64_t copy = bit(card + CARDS) if seat.laid & bit(card) else bit(card)
    seat.hand = remove_card(seat.hand, card)
    seat.known = remove_card(seat.known, card)
    seat.laid |= copy
    seat.table |= copy
    return copy


cdef uint64_t lay_meld(const Meld* meld, const Copies* copies, SeatState* seat) noexcept nogil:
    """Lay a meld with these copies and score it; return all its copies by number."""
    cdef uint64_t used = copies.table, marked
    cdef int place, card, service
    for place in range(meld.kinds_of_card):
        card = meld.named[place]
        if copies.hand & bit(card):
            used |= lay_card(seat, card)
        if copies.hand & bit(card + CARDS):
            used |= lay_card(seat, card)
    for service in range(SERVICES):
        marked = meld.marks[service]
        seat.served[service] |= used & (marked | marked << CARDS)
    seat.meld_points += copies.points
    return used


# From Python


def pack_meld(fields: dict) -> bytes:
    """The record of a meld; its fields are those of `MeldRecord` (``melds.pxd``)."""
    cdef MeldRecord record = fields
    check_fields(fields, record)
    return (<const char*> &record)[:sizeof(MeldRecord)]

"""Melds in games where kinds bar kinds, with up to four copies of each card.

A copy on the table that has served in one kind may not serve in some others. A meld first takes
copies that have served in more kinds, then those with the lower number. What a copy has served in
is read from the log of what its holder has laid, so a state needs no room for it. A hand has no
more than a few dozen melds, and few of them are asked about, because most melds lack a card at the
first look.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand.melds cimport (
    MOST_COPIES, MOST_MELDS, Laid, Meld, Obstacle, Planes, SeatState, add_card, remove_card,
)
from pinochle_solver._core.layout cimport CARDS


cdef enum:
    MOST_ENTRIES = 81       # of a log, and one more to try


# What a seat has laid: the log, and the melds that it numbers.
cdef struct Past:
    const Meld* melds
    const Laid* log
    int laid                        # entries of the log
    int seat


# The copies of a meld: some from the table by number, the rest from the hand.
cdef struct CopiesOfFour:
    Planes table
    Planes hand


# What still lies on a seat's table of what it has laid, and the kinds it has served in.
cdef struct OnTable:
    int count
    uint64_t kinds                  # all of them, a bit each
    uint64_t kind[MOST_ENTRIES]     # of each entry,
    Planes copies[MOST_ENTRIES]     # and its copies that are on the table


# Cards by how many copies of them there are: those of one or more, of two or more, and so on.
cdef struct Counts:
    uint32_t of[MOST_COPIES]


cdef bint may_lay_among(const Meld* meld, const SeatState* seat, const Past* past) noexcept nogil
cdef bint may_lay_any(int melds, const SeatState* seat, const Past* past) noexcept nogil
cdef int melds_among(
    int melds, const SeatState* seat, const Past* past, int first, uint8_t* moves
) noexcept nogil
cdef int plays_among(
    const SeatState* seat, const Past* past, int source, uint8_t* moves
) noexcept nogil
cdef CopiesOfFour choose_among(
    const Meld* meld, const SeatState* seat, const Past* past
) noexcept nogil
cdef Planes usable_among(const Meld* meld, const SeatState* seat, const Past* past) noexcept nogil
cdef void leave_of_four(SeatState* seat, int card, int source) noexcept nogil
cdef void add_of_four(uint64_t* low, uint64_t* high, int card) noexcept nogil
cdef Planes lay_card_of_four(SeatState* seat, int card) noexcept nogil
cdef Planes lay_among(
    const Meld* meld, const CopiesOfFour* copies, SeatState* seat
) noexcept nogil
cdef Obstacle obstacle_among(
    const Meld* meld, const SeatState* seat, const Past* past
) noexcept nogil
cdef uint64_t kinds_of_copy(const Past* past, int card, int number) noexcept nogil


cdef inline void see_table(const SeatState* seat, const Past* past, OnTable* table) noexcept nogil:
    """Find what lies on a seat's table, in order to ask many melds what they may use of it."""
    cdef const Laid* entry
    cdef uint64_t low, high
    cdef int i
    table.count, table.kinds = 0, 0
    if not (seat.table or seat.table_high):
        return
    for i in range(past.laid):
        entry = &past.log[i]
        low, high = entry.copies & seat.table, entry.copies_high & seat.table_high
        if entry.seat == past.seat and entry.meld < MOST_MELDS and (low or high):
            table.kind[table.count] = bit(past.melds[entry.meld].kind)
            table.copies[table.count] = Planes(low, high)
            table.kinds |= table.kind[table.count]
            table.count += 1


cdef inline Planes usable_of(
    const Meld* meld, const SeatState* seat, const OnTable* table
) noexcept nogil:
    """The copies on the table that nothing they served in bars from `meld`."""
    cdef Planes usable = Planes(seat.table, seat.table_high)
    cdef int i
    for i in range(table.count):
        if meld.bars & table.kind[i]:
            usable.low &= ~table.copies[i].low
            usable.high &= ~table.copies[i].high
    return usable


cdef inline Counts missing_of(const Meld* meld, const Counts* held) noexcept nogil:
    """The cards that a meld lacks; a card that it lacks twice is in both levels."""
    cdef Counts missing
    missing.of[0], missing.of[1] = meld.one & ~held.of[0], meld.two & ~held.of[1]
    missing.of[2], missing.of[3] = meld.three & ~held.of[2], meld.four & ~held.of[3]
    return missing


cdef inline int how_many_of(const Counts* counts) noexcept nogil:
    """How many cards there are in all levels together."""
    return how_many_among(counts, 0xFFFFFFFFu)


cdef inline int how_many_among(const Counts* counts, uint32_t cards) noexcept nogil:
    """How many of these cards there are, every copy counted."""
    cdef uint64_t twice = cards | <uint64_t> cards << CARDS
    cdef uint64_t low = counts.of[0] | <uint64_t> counts.of[1] << CARDS
    cdef uint64_t high = counts.of[2] | <uint64_t> counts.of[3] << CARDS
    return bit_count(low & twice) + (bit_count(high & twice) if high else 0)


cdef inline bint is_among(const Planes* planes, int card, int number) noexcept nogil:
    """Whether the copy of `card` with this number, from 1, is one of these."""
    cdef uint64_t word = planes.low if number < 3 else planes.high
    return word >> (card + CARDS * (number - 1 & 1)) & 1


cdef inline Planes copy_of(int card, int number) noexcept nogil:
    """The copy of `card` with this number, from 1, by itself."""
    cdef uint64_t copy = bit(card + CARDS * (number - 1 & 1))
    return Planes(copy, 0) if number < 3 else Planes(0, copy)


cdef inline void put_card(Planes* cards, int card) noexcept nogil:
    """One more copy of `card`."""
    add_of_four(&cards.low, &cards.high, card)


cdef inline void take_card(Planes* cards, int card) noexcept nogil:
    """One copy of `card` less; nothing where there is none."""
    if cards.high >> card & 1:
        cards.high = remove_card(cards.high, card)
    else:
        cards.low = remove_card(cards.low, card)


cdef inline int take_first_card(Planes* cards) noexcept nogil:
    """The card of the first bit, which is taken out."""
    cdef int card
    if cards.low:
        card = lowest_bit(cards.low) % CARDS
        cards.low &= cards.low - 1
    else:
        card = lowest_bit(cards.high) % CARDS
        cards.high &= cards.high - 1
    return card


cdef inline Counts counts_of(uint64_t low, uint64_t high) noexcept nogil:
    """The cards of two words of planes."""
    cdef Counts counts
    counts.of[0], counts.of[1] = <uint32_t> low, low >> CARDS
    counts.of[2], counts.of[3] = <uint32_t> high, high >> CARDS
    return counts


cdef inline Planes planes_of(const Counts* counts) noexcept nogil:
    """The same cards as two words of planes."""
    return Planes(counts.of[0] | <uint64_t> counts.of[1] << CARDS,
                  counts.of[2] | <uint64_t> counts.of[3] << CARDS)


cdef inline void count_in(Counts* counts, uint32_t cards) noexcept nogil:
    """One more copy of each of these cards."""
    counts.of[3] |= counts.of[2] & cards
    counts.of[2] |= counts.of[1] & cards
    counts.of[1] |= counts.of[0] & cards
    counts.of[0] |= cards


cdef inline void count_out(Counts* counts, uint32_t cards) noexcept nogil:
    """One copy less of each of these cards."""
    counts.of[0] = (counts.of[0] & ~cards) | (counts.of[1] & cards)
    counts.of[1] = (counts.of[1] & ~cards) | (counts.of[2] & cards)
    counts.of[2] = (counts.of[2] & ~cards) | (counts.of[3] & cards)
    counts.of[3] &= ~cards


cdef inline void count_all_in(Counts* counts, uint64_t low, uint64_t high) noexcept nogil:
    """One more copy of a card for each bit of two words."""
    count_in(counts, <uint32_t> low)
    count_in(counts, low >> CARDS)
    count_in(counts, <uint32_t> high)
    count_in(counts, high >> CARDS)


cdef inline void count_all_out(Counts* counts, uint64_t low, uint64_t high) noexcept nogil:
    """One copy of a card less for each bit of two words."""
    count_out(counts, <uint32_t> low)
    count_out(counts, low >> CARDS)
    count_out(counts, <uint32_t> high)
    count_out(counts, high >> CARDS)


cdef inline void hold_of_four(SeatState* seat, int card) noexcept nogil:
    """Put one more copy of `card` in the hand."""
    if seat.hand >> card + CARDS & 1:
        seat.hand_high = add_card(seat.hand_high, card)
    else:
        seat.hand = add_card(seat.hand, card)


cdef inline void drop_of_four(SeatState* seat, int card) noexcept nogil:
    """Take one copy of `card` out of the hand, the one that the other seat knows of, if any."""
    if seat.hand_high >> card & 1:
        seat.hand_high = remove_card(seat.hand_high, card)
    else:
        seat.hand = remove_card(seat.hand, card)
    if seat.known_high >> card & 1:
        seat.known_high = remove_card(seat.known_high, card)
    else:
        seat.known = remove_card(seat.known, card)


cdef inline void know_of_four(SeatState* seat, int card) noexcept nogil:
    """The other seat sees one more copy of `card` go to the hand."""
    if seat.known >> card + CARDS & 1:
        seat.known_high = add_card(seat.known_high, card)
    else:
        seat.known = add_card(seat.known, card)


cdef inline void take_from_table(SeatState* seat, const Planes* copies) noexcept nogil:
    """Copies on the table are played."""
    seat.table &= ~copies.low
    seat.table_high &= ~copies.high

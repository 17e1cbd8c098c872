"""Melds in games where kinds bar kinds, with up to four copies of each card.

A copy on the table that has served in one kind may not serve in some others, and a meld takes first
those that have served in more kinds, then those of the lower number. What a copy has served in is
read off the log of what its holder has laid, so that a state needs no room for it: a hand has no
more than a few dozen melds, and few are asked of, since most melds lack a card at the first look.
"""

from libc.stdint cimport uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.melds cimport (
    Laid, Meld, Obstacle, Planes, SeatState, add_card, remove_card,
)


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


cdef inline bint is_among(const Planes* planes, int card, int number) noexcept nogil:
    """Whether the copy of `card` with this number, from 1, is one of these."""
    cdef uint64_t word = planes.low if number < 3 else planes.high
    return word >> (card + CARDS * (number - 1 & 1)) & 1


cdef inline Planes copy_of(int card, int number) noexcept nogil:
    """The copy of `card` with this number, from 1, by itself."""
    cdef uint64_t copy = bit(card + CARDS * (number - 1 & 1))
    return Planes(copy, 0) if number < 3 else Planes(0, copy)


cdef inline void hold_of_four(SeatState* seat, int card) noexcept nogil:
    """Put one more copy of `card` in the hand."""
    if seat.hand >> card + CARDS & 1:
        seat.hand_high = add_card(seat.hand_high, card)
    else:
        seat.hand = add_card(seat.hand, card)


cdef inline void drop_of_four(SeatState* seat, int card) noexcept nogil:
    """Take one copy of `card` out of the hand, the one the other seat knows of if there is such."""
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

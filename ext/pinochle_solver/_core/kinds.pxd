"""Melds in games where kinds bar kinds, with up to four copies of each card.

A copy on the table that has served in one kind may not serve in some others, and a meld takes first
those that have served in more kinds, then those of the lower number. What a copy has served in is
read off the log of what its holder has laid, so that a state needs no room for it: a hand has no
more than a few dozen melds, and few are asked of, since most melds lack a card at the first look.
"""

from libc.stdint cimport uint64_t

from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.melds cimport Laid, Meld, Obstacle, Planes, SeatState


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
cdef CopiesOfFour choose_among(
    const Meld* meld, const SeatState* seat, const Past* past
) noexcept nogil
cdef Planes usable_among(const Meld* meld, const SeatState* seat, const Past* past) noexcept nogil
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

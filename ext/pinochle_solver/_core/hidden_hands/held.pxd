"""What a hand of the games for three and four holds, from the copies of each card in it."""

from libc.stdint cimport uint8_t

from pinochle_solver._core.layout cimport RANKS, SUITS

cdef enum:
    # Ranks of a suit.
    NINE = 2
    JACK = 3
    QUEEN = 4
    KING = 5
    TEN = 6
    ACE = 7


cdef inline bint has_marriage(const uint8_t* had) noexcept nogil:
    """Whether these cards have a king and queen of one suit."""
    cdef int suit
    for suit in range(SUITS):
        if had[suit * RANKS + QUEEN] and had[suit * RANKS + KING]:
            return True
    return False

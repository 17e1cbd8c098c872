"""What a seat may yet meld, as far as another seat can see.

`best_show` is what a seat can show now. `assess` sums up what it might lay with up to three more
cards. `threat_of` is what the other seat might show with cards that nobody has seen: for each meld
its points times the chance that these cards are there. A missing card counts for the share of its
copies that is left.
"""

from libc.stdint cimport uint32_t

from pinochle_solver._core.hand.hand cimport HandRules
from pinochle_solver._core.hand.kinds cimport Counts, Past
from pinochle_solver._core.hand.melds cimport SeatState
from pinochle_solver._core.layout cimport CARDS

cdef enum:
    MISSING = 4             # melds that miss up to 3 cards


cdef struct Standing:
    # The melds a seat might still lay, by how many cards they miss; first is 0 where none can be
    # laid now.
    int total[MISSING]
    # Those that lose a card of which there is no spare, where asked for and the total is not 0.
    int needing[MISSING][CARDS]


cdef int best_show(
    const HandRules* rules, const SeatState* seat, const Past* past, uint32_t* cards
) noexcept nogil
cdef int threat_of(
    const HandRules* rules, const SeatState* other, const Past* past, const Counts* unseen
) noexcept nogil
cdef void assess(
    const HandRules* rules, const SeatState* seat, const Past* past, const Counts* unseen,
    Standing* standing, bint by_card,
) noexcept nogil

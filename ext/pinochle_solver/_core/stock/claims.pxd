"""When a seat would win a playout by calling out: in the stock phase, decision by decision.

A time is twice the number of completed tricks, plus one for the seat that does not lead next,
because the leader has the next decision. A seat calls as soon as it has what it needs and is to
decide. The game decides whether it wins at once, or must first win a trick that it leads.
"""

from libc.stdint cimport int32_t

from pinochle_solver._core.hand.hand cimport HandState
from pinochle_solver._core.layout cimport SEATS

cdef enum:
    NOT_WON = -1


cdef struct Claims:
    int32_t needs[SEATS]    # points of this hand with which a seat has reached the target
    bint needs_a_trick      # whether who has called must still win a trick that he leads
    bint called[SEATS]
    int32_t won[SEATS]      # when each seat would have won by its claim, or NOT_WON


cdef void begin_claims(Claims* claims, const HandState* state, int called) noexcept nogil
cdef void note_counts(Claims* claims, const HandState* state) noexcept nogil
cdef void take_led_trick(Claims* claims, const HandState* state, int leader) noexcept nogil
cdef void write_claims(
    const Claims* claims, const HandState* state, int32_t* claimed
) noexcept nogil

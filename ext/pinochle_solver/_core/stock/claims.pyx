"""Call-outs of a playout; ``claims.pxd`` describes them."""

from libc.stdint cimport int32_t

from pinochle_solver._core.hand.hand cimport HandState
from pinochle_solver._core.hand.scores cimport points_of_seat
from pinochle_solver._core.layout cimport NO_CARD, SEATS


cdef void begin_claims(Claims* claims, const HandState* state, int called) noexcept nogil:
    """Begin to follow the claims: the seat to decide has not called before this move.

    `called` has a bit for each seat that has called already.
    """
    cdef int seat
    for seat in range(SEATS):
        claims.called[seat] = (called >> seat) & 1
        claims.won[seat] = NOT_WON
    # The other's next decision comes before the next trick is done, unless it has led.
    if state.led == NO_CARD:
        _note_count(claims, state, 1 - state.turn)


cdef void take_led_trick(Claims* claims, const HandState* state, int leader) noexcept nogil:
    """Note that the leader has won the trick that he led."""
    if claims.needs_a_trick and claims.won[leader] == NOT_WON and claims.called[leader]:
        claims.won[leader] = 2 * state.tricks


cdef void note_counts(Claims* claims, const HandState* state) noexcept nogil:
    """Note what both have, unless a trick is open: the leader has then made his decision."""
    cdef int seat
    if state.led == NO_CARD:
        for seat in range(SEATS):
            _note_count(claims, state, seat)


cdef void _note_count(Claims* claims, const HandState* state, int seat) noexcept nogil:
    """Note that a seat has what it needs: it calls before its next move."""
    if claims.called[seat] or points_of_seat(state, seat) < claims.needs[seat]:
        return
    claims.called[seat] = True
    if not claims.needs_a_trick:
        claims.won[seat] = 2 * state.tricks + (seat != state.leader)


cdef void write_claims(
    const Claims* claims, const HandState* state, int32_t* claimed
) noexcept nogil:
    """Write when south and north would have won, and what they have now."""
    cdef int seat
    for seat in range(SEATS):
        claimed[seat] = claims.won[seat]
        claimed[SEATS + seat] = points_of_seat(state, seat)

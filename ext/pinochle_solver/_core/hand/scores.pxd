"""The seats' points: so far, and at the end by what the leader takes in the playoff."""

from libc.stdint cimport int32_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandState
from pinochle_solver._core.layout cimport points_left


cdef inline int points_of_seat(const HandState* state, int seat) noexcept nogil:
    """A seat's points so far."""
    return state.seats[seat].meld_points + state.seats[seat].trick_points


cdef inline int lead_of_south(const HandState* state) noexcept nogil:
    """South's points so far less north's."""
    return points_of_seat(state, 0) - points_of_seat(state, 1)


cdef inline int outstanding_points(const HandInPlay* hand) noexcept nogil:
    """The points of a playoff that has just begun, both seats' together."""
    return points_left(&hand.layout, hand.state.held)


cdef inline int final_lead_of_south(const HandInPlay* hand, int leaders) noexcept nogil:
    """South's points less north's at the end, the leader of the playoff taking so many in it."""
    cdef int gain = 2 * leaders - outstanding_points(hand)
    return lead_of_south(&hand.state) + (gain if hand.state.leader == 0 else -gain)


cdef inline void final_points(const HandInPlay* hand, int leaders, int32_t* points) noexcept nogil:
    """Write what each seat has at the end, the leader of the playoff taking so many in it."""
    cdef int seat, others = outstanding_points(hand) - leaders
    for seat in range(2):
        points[seat] = points_of_seat(&hand.state, seat) + (
            leaders if seat == hand.state.leader else others)

"""The seats' points: so far, and at the end by what the leader takes in the playoff."""

from libc.stdint cimport int16_t

from pinochle_solver._core.hand cimport Game, HandState
from pinochle_solver._core.layout cimport points_of


cdef inline int points_of_seat(const HandState* state, int seat) noexcept nogil:
    """A seat's points so far."""
    return state.seats[seat].meld_points + state.seats[seat].trick_points


cdef inline int lead_of_south(const HandState* state) noexcept nogil:
    """South's points so far less north's."""
    return points_of_seat(state, 0) - points_of_seat(state, 1)


cdef inline int outstanding_points(const Game* game) noexcept nogil:
    """The points of a playoff that has just begun, both seats' together."""
    return points_of(&game.layout, game.state.held) + game.layout.last_trick


cdef inline int final_lead_of_south(const Game* game, int leaders) noexcept nogil:
    """South's points less north's at the end, the leader of the playoff taking so many in it."""
    cdef int gain = 2 * leaders - outstanding_points(game)
    return lead_of_south(&game.state) + (gain if game.state.leader == 0 else -gain)


cdef inline void final_points(const Game* game, int leaders, int16_t* points) noexcept nogil:
    """Write what each seat has at the end, the leader of the playoff taking so many in it."""
    cdef int seat, others = outstanding_points(game) - leaders
    for seat in range(2):
        points[seat] = points_of_seat(&game.state, seat) + (
            leaders if seat == game.state.leader else others)

"""Keys of states and of what a seat observes."""

from libc.stdint cimport uint64_t

from pinochle_solver._core.hand cimport HandState
from pinochle_solver._core.hashing cimport Key, finish_key, mix_both
from pinochle_solver._core.melds cimport SERVICES, SeatState


cdef inline uint64_t trick_word(const HandState* state) noexcept nogil:
    """The upcard, the trick and what is due, as one word."""
    return (state.upcard | <uint64_t> state.led << 8 | <uint64_t> state.leader << 16
            | <uint64_t> state.turn << 24 | <uint64_t> state.due << 32
            | <uint64_t> state.tricks << 40)


cdef inline Key key_of_open_state(const HandState* state) noexcept nogil:
    """The key of all that lies open when both hands do, but for points and the order of the stock.

    Two states of one key go on alike: they differ in the past, and in the numbers that copies laid
    from now on will have.
    """
    cdef const SeatState* seat
    cdef Key key = Key(1, 2)
    cdef int i, service
    for i in range(2):
        seat = &state.seats[i]
        mix_both(&key, seat.hand)
        mix_both(&key, seat.table)
        if seat.table:
            for service in range(SERVICES):
                mix_both(&key, seat.served[service])
    mix_both(&key, state.gone)
    mix_both(&key, trick_word(state))
    finish_key(&key)
    return key


cdef inline Key key_of_view(const HandState* state) noexcept nogil:
    """The key of what the seat to decide sees, as far as what follows depends on it."""
    cdef const SeatState* seat
    cdef Key key = Key(1, 2)
    cdef int i, service
    for i in range(2):
        seat = &state.seats[i]
        mix_both(&key, seat.hand if i == state.turn else 0)
        mix_both(&key, seat.table)
        mix_both(&key, seat.known)
        for service in range(SERVICES):
            mix_both(&key, seat.served[service])
    mix_both(&key, state.gone)
    mix_both(&key, trick_word(state))
    finish_key(&key)
    return key

"""64-bit keys of states and of what a seat observes, for tables that are searched by them."""

from libc.stdint cimport uint64_t

from pinochle_solver._core.hand cimport HandState
from pinochle_solver._core.melds cimport SERVICES, SeatState


cdef struct Key:
    # Two hashes of the same words, made apart: together they are taken for the words.
    uint64_t place
    uint64_t check


cdef inline uint64_t mix(uint64_t hashed, uint64_t word) noexcept nogil:
    """The hash of one word more."""
    hashed = (hashed ^ word) * <uint64_t> 0x9E3779B97F4A7C15u
    return hashed ^ hashed >> 29


cdef inline void mix_both(Key* key, uint64_t word) noexcept nogil:
    key.place = mix(key.place, word)
    key.check = mix(key.check + 0x51ED2701, word)


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
    key.check |= 1
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
    key.check |= 1
    return key

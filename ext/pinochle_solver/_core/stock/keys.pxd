"""Keys of states and of what a seat observes."""

from libc.stdint cimport uint64_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules, HandState
from pinochle_solver._core.hand.melds cimport SERVICES, Laid, SeatState
from pinochle_solver._core.hashing cimport Key, finish_key, mix_both
from pinochle_solver._core.layout cimport SEATS


cdef inline uint64_t trick_word(const HandState* state) noexcept nogil:
    """The upcard, the trick and what is due, as one word."""
    return (state.upcard | <uint64_t> state.led << 8 | <uint64_t> state.leader << 16
            | <uint64_t> state.turn << 24 | <uint64_t> state.due << 32
            | <uint64_t> state.tricks << 40 | <uint64_t> state.glups[0] << 48
            | <uint64_t> state.glups[1] << 56)


cdef inline void mix_hands(Key* key, const HandState* state) noexcept nogil:
    """Mix in the cards of both hands."""
    mix_both(key, state.seats[0].hand)
    mix_both(key, state.seats[1].hand)
    if state.seats[0].hand_high | state.seats[1].hand_high:
        mix_both(key, state.seats[0].hand_high)
        mix_both(key, state.seats[1].hand_high)


cdef inline void _mix_kinds(Key* key, const HandInPlay* hand) noexcept nogil:
    """Mix in third and fourth copies, and what copies on the tables have served in.

    States that differ only in the order of their logs have different keys.
    """
    cdef const SeatState* seat
    cdef const Laid* entry
    cdef uint64_t low, high
    cdef int i
    mix_both(key, hand.state.gone_high)
    for i in range(SEATS):
        mix_both(key, hand.state.seats[i].table_high)
    for i in range(hand.state.laid):
        entry = &hand.laid[i]
        seat = &hand.state.seats[entry.seat]
        low, high = entry.copies & seat.table, entry.copies_high & seat.table_high
        if low or high:
            mix_both(key, <uint64_t> entry.seat << 8 | entry.meld)
            mix_both(key, low)
            mix_both(key, high)


cdef inline Key key_of_open_state(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    """The key of everything open when both hands are, except points and the order of the stock.

    Two states with one key continue alike; they differ only in the past, and in the numbers that
    copies laid from now on will have.
    """
    cdef const HandState* state = &hand.state
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
    if rules.by_kinds:
        mix_both(&key, state.seats[0].hand_high)
        mix_both(&key, state.seats[1].hand_high)
        _mix_kinds(&key, hand)
    finish_key(&key)
    return key


cdef inline Key key_of_view(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    """The key of what the seat to decide sees, as far as what follows depends on it."""
    cdef const HandState* state = &hand.state
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
    if rules.by_kinds:
        mix_both(&key, state.seats[state.turn].hand_high)
        mix_both(&key, state.seats[0].known_high)
        mix_both(&key, state.seats[1].known_high)
        _mix_kinds(&key, hand)
    finish_key(&key)
    return key

"""How lucky a draw is; ``luck.pxd`` describes it."""

from libc.stdint cimport uint8_t

from pinochle_solver._core.hand cimport HandInPlay, HandRules, HandState, draw
from pinochle_solver._core.value_net cimport ValueNet, south_ahead_by_value


cdef double luck_of_draw(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net
) noexcept nogil:
    """How many points further south is ahead after the draw that is due than after another.

    0 where nothing else can be drawn, or where no trick of the stock phase follows that could be
    valued. The hand is as before.
    """
    cdef HandState state = hand.state
    cdef int first = state.drawn, left = rules.draws - rules.upcard - first
    cdef int one, two, ahead
    if left < 2 or first + 2 == rules.draws or not rules.in_draw_order:
        return 0
    ahead = 2 * _ahead_after_draw(rules, hand, net, &state)
    one, two = first + 2 % left, first + 3 % left
    _exchange(hand, first, one)
    if two == first:
        two = one       # that card lies there now
    _exchange(hand, first + 1, two)
    ahead -= _ahead_after_draw(rules, hand, net, &state)
    _exchange(hand, first, first + 1)
    ahead -= _ahead_after_draw(rules, hand, net, &state)
    _exchange(hand, first, first + 1)
    _exchange(hand, first + 1, two)
    _exchange(hand, first, one)
    return ahead / 2.0


cdef int _ahead_after_draw(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net, const HandState* before
) noexcept nogil:
    """South's points less north's at the end, as valued after the draw; the hand is as before."""
    cdef int ahead
    draw(rules, hand)
    ahead = south_ahead_by_value(rules, hand, net)
    hand.state = before[0]
    return ahead


cdef inline void _exchange(HandInPlay* hand, int one, int two) noexcept nogil:
    cdef uint8_t card = hand.pile[one]
    hand.pile[one] = hand.pile[two]
    hand.pile[two] = card

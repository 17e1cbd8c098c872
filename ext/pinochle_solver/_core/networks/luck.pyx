"""How lucky draws are; ``luck.pxd`` describes it."""

from libc.stdint cimport uint8_t, uint32_t

from pinochle_solver._core.hand.game cimport HandGame
from pinochle_solver._core.hand.hand cimport DUE_DRAW, HandInPlay, HandRules, HandState, draw
from pinochle_solver._core.hand.kinds cimport Counts
from pinochle_solver._core.hand.melds cimport MOST_COPIES, SeatState, copies_in
from pinochle_solver._core.hand.scores cimport lead_of_south
from pinochle_solver._core.layout cimport SEATS
from pinochle_solver._core.networks.features cimport (
    LEADERS_HAND, OTHERS_HAND, STOCK, Features, feature_of_copy, fits_networks, left_in_stock,
    see_cards, see_melds,
)
from pinochle_solver._core.networks.value_net cimport (
    Sums, ValueNet, add_feature, sum_cards, take_feature, value_of_sums,
)


# A hand with a draw due, as the network sees it.
cdef struct Before:
    HandState state
    Counts left
    Sums sums


cdef double luck_of_draw(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net
) noexcept nogil:
    """How many points further ahead south is after the draw that is due than after another draw.

    0 if nothing else can be drawn, or if no further trick of the stock phase can be valued. The
    hand is left as before.
    """
    cdef Before before
    cdef int first = hand.state.drawn, left = _face_down(rules, hand)
    cdef int one, two, ahead
    if not _is_told(rules, hand):
        return 0
    _look_before(rules, hand, net, &before)
    ahead = 2 * _ahead_after_draw(rules, hand, net, &before)
    one, two = first + 2 % left, first + 3 % left
    _exchange(hand, first, one)
    if two == first:
        two = one       # that card lies there now
    _exchange(hand, first + 1, two)
    ahead -= _ahead_after_draw(rules, hand, net, &before)
    _exchange(hand, first, first + 1)
    ahead -= _ahead_after_draw(rules, hand, net, &before)
    _exchange(hand, first, first + 1)
    _exchange(hand, first + 1, two)
    _exchange(hand, first, one)
    return ahead / 2.0


cdef double luck_among_all_draws(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net
) noexcept nogil:
    """The same, compared with the mean over all possible draws."""
    cdef Before before
    cdef int first = hand.state.drawn, left = _face_down(rules, hand)
    cdef int one, two, ahead
    cdef double sum_ = 0
    if not _is_told(rules, hand):
        return 0
    _look_before(rules, hand, net, &before)
    ahead = _ahead_after_draw(rules, hand, net, &before)
    for one in range(first, first + left):
        _exchange(hand, first, one)
        for two in range(first + 1, first + left):
            _exchange(hand, first + 1, two)
            sum_ += _ahead_after_draw(rules, hand, net, &before)
            _exchange(hand, first + 1, two)
        _exchange(hand, first, one)
    return ahead - sum_ / (left * (left - 1))


cdef inline int _face_down(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    return rules.draws - rules.upcard - hand.state.drawn


cdef inline bint _is_told(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    """Whether something else can be drawn, and a trick of the stock phase follows."""
    return (rules.in_draw_order and _face_down(rules, hand) >= 2
            and hand.state.drawn + 2 != rules.draws)


cdef void _look_before(
    const HandRules* rules, const HandInPlay* hand, const ValueNet* net, Before* before
) noexcept nogil:
    cdef Features features
    before.state, before.left = hand.state, left_in_stock(rules, &hand.state)
    see_cards(rules, hand, &before.left, &features)
    sum_cards(rules, &features, hand.state.tricks, net, &before.sums)


cdef int _ahead_after_draw(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net, const Before* before
) noexcept nogil:
    """South's points less north's at the end, as valued after the draw; the hand is as before."""
    cdef Sums sums = before.sums
    cdef Counts left = before.left
    cdef Features features
    cdef const SeatState* seat
    cdef int order, card, ahead
    for order in range(SEATS):
        card = hand.pile[before.state.drawn + order]
        seat = &before.state.seats[before.state.leader ^ order]
        add_feature(feature_of_copy(
            rules, OTHERS_HAND if order else LEADERS_HAND,
            copies_in(seat.hand, seat.hand_high, card), card,
        ), net, &sums)
        take_feature(feature_of_copy(rules, STOCK, _take_card(&left, card), card), net, &sums)
    draw(rules, hand)
    see_melds(rules, hand, &left, &features)
    ahead = value_of_sums(&features, &sums, net)
    ahead = lead_of_south(&hand.state) + (-ahead if hand.state.leader else ahead)
    hand.state = before.state
    return ahead


cdef inline int _take_card(Counts* counts, int card) noexcept nogil:
    """Take a copy of a card out; return how many are left of it."""
    cdef int copies = 0
    while copies + 1 < MOST_COPIES and counts.of[copies + 1] >> card & 1:
        copies += 1
    counts.of[copies] &= ~(<uint32_t> 1 << card)
    return copies


cdef inline void _exchange(HandInPlay* hand, int one, int two) noexcept nogil:
    cdef uint8_t card = hand.pile[one]
    hand.pile[one] = hand.pile[two]
    hand.pile[two] = card


# From Python


def luck_of_hand(HandGame game not None, const uint8_t[::1] net) -> float | None:
    """By how many points the draws of a hand so far were luckier for south than all others.

    Each draw is compared with all draws that were possible at that point. The hand stays as it is.

    Args:
        game: the hand, from its deal on.
        net: the record of the rulebook's learned value.

    Returns:
        None if the cards are not drawn in the order of the stock, because then it is not known.

    Raises:
        ValueError: for a record of another size, and for more tricks than networks take.
    """
    cdef HandInPlay hand = game.hand
    cdef double luck = 0
    cdef int i
    if net.shape[0] != sizeof(ValueNet):
        raise ValueError(f"net: {net.shape[0]} bytes, expected {sizeof(ValueNet)}")
    if not fits_networks(&game.rules):
        raise ValueError("net: the stock phase has more tricks than networks take")
    if not game.rules.in_draw_order:
        return None
    for i in range(game.moves):
        if game.before[i].due == DUE_DRAW:
            hand.state = game.before[i]
            luck += luck_among_all_draws(&game.rules, &hand, <const ValueNet*> &net[0])
    return luck

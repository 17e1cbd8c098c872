"""Features of a hand; ``features.pxd`` describes them."""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport lowest_bit
from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules, HandState, past_of
from pinochle_solver._core.hand.kinds cimport (
    Counts, Past, count_all_in, count_all_out, counts_of, planes_of,
)
from pinochle_solver._core.hand.melds cimport Planes, SeatState, without_cards
from pinochle_solver._core.layout cimport CARDS, NO_CARD, SEATS
from pinochle_solver._core.networks.meld_prospects cimport MISSING, Standing, assess, best_show

cdef enum:
    NUMBERS_OF_UNIT = 2     # of a meld that can be laid
    MOST_NUMBER = 127


cdef Planes table_of_four(const SeatState* seat) noexcept nogil:
    """The same where there may be third and fourth copies."""
    cdef Counts counts = counts_of(0, 0)
    count_all_in(&counts, seat.table, seat.table_high)
    return planes_of(&counts)


cdef int see_zone(
    const HandRules* rules, int zone, Planes planes, int16_t* active, int count
) noexcept nogil:
    """Add the cards of a zone, given as planes, to the features that are yes; return their number.

    Each card has a feature for one copy; after these of all cards comes one for two copies, and so
    on.
    """
    cdef int index
    while planes.low:
        index = lowest_bit(planes.low)
        planes.low &= planes.low - 1
        active[count] = feature_of_copy(rules, zone, index // CARDS, index % CARDS)
        count += 1
    while planes.high:
        index = lowest_bit(planes.high)
        planes.high &= planes.high - 1
        active[count] = feature_of_copy(rules, zone, 2 + index // CARDS, index % CARDS)
        count += 1
    return count


cdef Counts left_in_stock(const HandRules* rules, const HandState* state) noexcept nogil:
    """What is left in the stock, including the upcard, while no card is in play."""
    cdef const SeatState* seat
    cdef Counts left
    cdef uint64_t low = rules.deck
    cdef int copies, side
    if not rules.by_kinds:
        if rules.copies > 1:
            low |= low << CARDS
        low = without_cards(low, state.gone)
        for side in range(SEATS):
            seat = &state.seats[side]
            low = without_cards(without_cards(low, seat.hand), seat.table)
        return counts_of(low, 0)
    left = counts_of(0, 0)
    for copies in range(rules.copies):
        left.of[copies] = rules.deck
    count_all_out(&left, state.gone, state.gone_high)
    for side in range(SEATS):
        seat = &state.seats[side]
        count_all_out(&left, seat.hand, seat.hand_high)
        count_all_out(&left, seat.table, seat.table_high)
    return left


cdef void see_features(
    const HandRules* rules, const HandInPlay* hand, Features* features
) noexcept nogil:
    """See what there is at a lead."""
    cdef Counts left = left_in_stock(rules, &hand.state)
    see_cards(rules, hand, &left, features)
    see_melds(rules, hand, &left, features)


cdef void see_cards(
    const HandRules* rules, const HandInPlay* hand, const Counts* left, Features* features
) noexcept nogil:
    """See all features that are a yes or a no, including those of the stock."""
    cdef const HandState* state = &hand.state
    cdef const SeatState* seat
    cdef int side, count = 0
    for side in range(SEATS):
        seat = &state.seats[state.leader ^ side]
        count = see_zone(rules, 2 * side, hand_of(seat), features.active, count)
        count = see_zone(rules, 2 * side + 1, table_of(seat), features.active, count)
    count = see_zone(rules, STOCK, planes_of(left), features.active, count)
    if state.upcard != NO_CARD:
        features.active[count] = UPCARD + card_kind(rules, state.upcard)
        count += 1
    features.active[count] = TRICKS + state.tricks
    features.count = count + 1


cdef void see_melds(
    const HandRules* rules, const HandInPlay* hand, const Counts* left, Features* features
) noexcept nogil:
    """See the numbers: what might be laid, and what could be shown now."""
    cdef const HandState* state = &hand.state
    cdef const SeatState* seat
    cdef Standing standing
    cdef Past past
    cdef uint32_t cards
    cdef int side, missing, best
    for side in range(SEATS):
        seat = &state.seats[state.leader ^ side]
        past = past_of(rules, hand, state.leader ^ side)
        assess(rules, seat, &past, left, &standing, False)
        for missing in range(MISSING):
            features.melds[(MISSING + 1) * side + missing] = min(
                standing.total[missing], MOST_NUMBER)
        # Most seats have nothing to show, and that is known by now.
        best = best_show(rules, seat, &past, &cards) if standing.total[0] else 0
        features.melds[(MISSING + 1) * side + MISSING] = min(
            NUMBERS_OF_UNIT * best // rules.meld_unit, MOST_NUMBER)

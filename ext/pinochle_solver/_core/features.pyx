"""Features of a hand; ``features.pxd`` describes them."""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport lowest_bit
from pinochle_solver._core.hand cimport HandInPlay, HandRules, HandState, past_of
from pinochle_solver._core.kinds cimport Counts, Past, counts_of
from pinochle_solver._core.layout cimport CARDS, NO_CARD
from pinochle_solver._core.meld_prospects cimport MISSING, Standing, assess, best_show
from pinochle_solver._core.melds cimport SeatState, without_cards

cdef enum:
    POINTS_OF_ONE = 5       # of a meld that can be laid, for a number of 1
    MOST_NUMBER = 127


cdef int see_zone(
    const HandRules* rules, int zone, uint64_t planes, int16_t* active, int count
) noexcept nogil:
    """Add the cards of a zone, given as planes, to the features that are yes; how many these are.

    Of each card there is a feature for one copy, after those of all cards one for two.
    """
    cdef int index
    while planes:
        index = lowest_bit(planes)
        planes &= planes - 1
        active[count] = (2 * zone + index // CARDS) * CARD_KINDS + card_kind(rules, index % CARDS)
        count += 1
    return count


cdef void see_features(
    const HandRules* rules, const HandInPlay* hand, Features* features
) noexcept nogil:
    """See what there is at a lead."""
    cdef const HandState* state = &hand.state
    cdef const SeatState* seat
    cdef Standing standing
    cdef uint64_t stock = rules.deck | <uint64_t> rules.deck << CARDS
    cdef Counts left
    cdef Past past
    cdef uint32_t cards
    cdef int side, missing, count = 0
    stock = without_cards(stock, state.gone)
    for side in range(2):
        seat = &state.seats[state.leader ^ side]
        stock = without_cards(without_cards(stock, seat.hand), seat.table)
        count = see_zone(rules, 2 * side, seat.hand, features.active, count)
        count = see_zone(rules, 2 * side + 1, on_table(seat), features.active, count)
    count = see_zone(rules, ZONES - 1, stock, features.active, count)
    if state.upcard != NO_CARD:
        features.active[count] = UPCARD + card_kind(rules, state.upcard)
        count += 1
    features.active[count] = TRICKS + state.tricks
    features.count = count + 1
    left = counts_of(stock, 0)
    for side in range(2):
        seat = &state.seats[state.leader ^ side]
        past = past_of(rules, hand, state.leader ^ side)
        assess(rules, seat, &past, &left, &standing)
        for missing in range(MISSING):
            features.melds[(MISSING + 1) * side + missing] = min(
                standing.total[missing], MOST_NUMBER)
        features.melds[(MISSING + 1) * side + MISSING] = min(
            best_show(rules, seat, &past, &cards) // POINTS_OF_ONE, MOST_NUMBER)

"""Worlds that a seat considers possible; ``worlds.pxd`` describes them."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport bit_count
from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules, HandState
from pinochle_solver._core.hand.kinds cimport (
    Counts, count_all_out, count_out, counts_of, hold_of_four,
)
from pinochle_solver._core.hand.melds cimport MOST_COPIES, SeatState, remove_card, without_cards
from pinochle_solver._core.layout cimport CARDS, NO_CARD
from pinochle_solver._core.random cimport Random, shuffle


cdef Counts unseen_cards(const HandRules* rules, const HandState* state, int seat) noexcept nogil:
    """The cards that `seat` cannot see."""
    cdef const SeatState* own = &state.seats[seat]
    cdef const SeatState* other = &state.seats[1 - seat]
    cdef uint64_t deck = rules.deck
    cdef uint64_t unseen = deck | deck << CARDS if rules.copies > 1 else deck
    if rules.copies > 2:
        return _unseen_of_four(rules, state, own, other)
    unseen = without_cards(unseen, own.hand)
    unseen = without_cards(unseen, own.table)
    unseen = without_cards(unseen, other.table)
    unseen = without_cards(unseen, other.known)
    unseen = without_cards(unseen, state.gone)
    if state.upcard != NO_CARD:
        unseen = remove_card(unseen, state.upcard)
    if state.led != NO_CARD:
        unseen = remove_card(unseen, state.led)
    return counts_of(unseen, 0)


cdef Counts _unseen_of_four(
    const HandRules* rules, const HandState* state, const SeatState* own, const SeatState* other
) noexcept nogil:
    cdef Counts unseen
    cdef int copies
    for copies in range(MOST_COPIES):
        unseen.of[copies] = rules.deck if copies < rules.copies else 0
    count_all_out(&unseen, own.hand, own.hand_high)
    count_all_out(&unseen, own.table, own.table_high)
    count_all_out(&unseen, other.table, other.table_high)
    count_all_out(&unseen, other.known, other.known_high)
    count_all_out(&unseen, state.gone, state.gone_high)
    if state.upcard != NO_CARD:
        count_out(&unseen, <uint32_t> 1 << state.upcard)
    if state.led != NO_CARD:
        count_out(&unseen, <uint32_t> 1 << state.led)
    return unseen


cdef void look_for_unseen(
    const HandRules* rules, const HandState* state, int seat, Unseen* unseen
) noexcept nogil:
    """Find what `seat` cannot see."""
    cdef const SeatState* other = &state.seats[1 - seat]
    cdef Counts counts = unseen_cards(rules, state, seat)
    cdef int card, copies
    unseen.seat = seat
    unseen.seen, unseen.seen_high = other.known, other.known_high
    unseen.hidden = (bit_count(other.hand) - bit_count(other.known)
                     + bit_count(other.hand_high) - bit_count(other.known_high))
    unseen.cards = 0
    for card in range(CARDS):
        for copies in range(rules.copies):
            if counts.of[copies] >> card & 1:
                unseen.card[unseen.cards] = card
                unseen.cards += 1


cdef bint is_world(const Unseen* unseen, const uint8_t* cards) noexcept nogil:
    """Whether these are the unseen cards in some order."""
    cdef int8_t left[CARDS]
    cdef int i
    for i in range(CARDS):
        left[i] = 0
    for i in range(unseen.cards):
        left[unseen.card[i]] += 1
    for i in range(unseen.cards):
        if cards[i] >= CARDS or left[cards[i]] == 0:
            return False
        left[cards[i]] -= 1
    return True


cdef void place_unseen(const Unseen* unseen, const uint8_t* cards, HandInPlay* hand) noexcept nogil:
    """Make a hand the world in which the unseen cards lie in this order: hidden hand, then stock.
    """
    cdef SeatState* other = &hand.state.seats[1 - unseen.seat]
    cdef int i, place = hand.state.drawn
    other.hand, other.hand_high = unseen.seen, unseen.seen_high
    for i in range(unseen.hidden):
        hold_of_four(other, cards[i])
    for i in range(unseen.hidden, unseen.cards):
        hand.pile[place] = cards[i]
        place += 1


cdef void shuffle_unseen(const Unseen* unseen, Random* random, uint8_t* cards) noexcept nogil:
    """Write the unseen cards in random order, every one equally likely."""
    memcpy(cards, unseen.card, unseen.cards)
    shuffle(cards, unseen.cards, random)

"""The last tricks of a world, played as both sides would with all cards face up.

Two sides play against each other (`OpenDeal.side`): the unit of the bidder, or if nobody bid that
of the seat to decide, and the others. The line is the open solver's first best one, so each seat's
points and tricks are those of one way to play.
"""

from libc.stdint cimport int16_t

from pinochle_solver._core.double_dummy.deal cimport points_of_cards
from pinochle_solver._core.double_dummy.search cimport begin_open_search
from pinochle_solver._core.double_dummy.solver cimport first_best, value_of
from pinochle_solver._core.double_dummy.tricks cimport Trick, make_move


cdef bint play_open(OpenSearch* search, const Table* table, HiddenHand* hand) noexcept nogil:
    """Play a hand to its end within the limits of the search; return whether it was finished."""
    cdef Trick trick
    cdef int card, seat, value, tricks, outstanding
    search.deal = table.deal
    search.deal.of_side[0] = search.deal.of_side[1] = trick.held = 0
    for seat in range(table.deal.seats):
        search.deal.owned[seat] = hand.held[seat]
        search.deal.of_side[table.deal.side[seat]] |= hand.held[seat]
        trick.held |= hand.held[seat]
    begin_open_search(search)
    trick.leader, trick.count, trick.tricks = hand.leader, hand.count, hand.tricks
    trick.suit_led, trick.best, trick.best_seat = hand.suit_led, hand.best, hand.best_seat
    trick.lowest_of_best, trick.played, trick.bound = hand.best, hand.on_table, 0
    trick.points = hand.trick_points
    trick.outstanding = (
        points_of_cards(&table.deal, trick.held) + trick.points + table.deal.last_trick)
    if not search.stopped:
        value = value_of(search, &trick)
    if search.stopped:
        return False
    while trick.tricks:
        tricks, outstanding = trick.tricks, trick.outstanding
        card = first_best(search, &trick, value)
        if search.stopped:
            return False
        value -= make_move(&search.deal, &trick, card)
        if trick.tricks < tricks:
            hand.points[trick.leader] += <int16_t> (outstanding - trick.outstanding)
            hand.won[trick.leader] += 1
    hand.tricks = 0
    return True

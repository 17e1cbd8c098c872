"""The cards worth trying to a trick of open hands, as moves of the search."""

from libc.stdint cimport uint64_t

from pinochle_solver._core.bits cimport bit, lowest_bit
from pinochle_solver._core.double_dummy.deal cimport OpenDeal
from pinochle_solver._core.double_dummy.ordering cimport OpenWeights
from pinochle_solver._core.double_dummy.tricks cimport Trick

cdef enum:
    MOST_MOVES = 32
    FIRST_MOVE = 1 << 20        # more than any score: a card to try before all others
    GIVEN_UP = -FIRST_MOVE      # the score of a move that another's failure has refuted


cdef struct Move:
    int card
    int lowest              # of its run
    int highest
    int kind                # of lead or follow, as ``ordering.pxd`` tells them
    int score


cdef int list_cards(
    const OpenDeal* deal, const OpenWeights* weights, int left_out, const Trick* trick, int seat,
    uint64_t legal, Move* moves, uint64_t* matter,
) noexcept nogil


cdef void fill_in_move(
    const OpenDeal* deal, int left_out, const Trick* trick, int seat, uint64_t legal, Move* move
) noexcept nogil


cdef inline void put_first(Move* moves, int count, int card) noexcept nogil:
    """Have a card that is among them tried before the other moves."""
    cdef int i
    for i in range(count):
        if moves[i].card == card:
            moves[i].score += FIRST_MOVE


cdef inline void pick_best_first(Move* moves, int first, int count) noexcept nogil:
    cdef int i, best = first
    cdef Move swapped
    for i in range(first + 1, count):
        if moves[i].score > moves[best].score:
            best = i
    if best != first:
        swapped = moves[first]
        moves[first] = moves[best]
        moves[best] = swapped


cdef inline uint64_t rank_of_run(
    const OpenDeal* deal, const Move* move, uint64_t matter
) noexcept nogil:
    """The card of a move that failed, if its rank matters to what it says of its run.

    It does where a higher card of the run stays in the hand and `matter` reaches down to it: if the
    run were parted between the two, to play that one would leave a lower card in its place.
    """
    if deal.above[move.card] & bit(move.highest):
        if matter & deal.suit[deal.suit_of[move.card]] & ~deal.above[move.highest]:
            return bit(move.card)
    return 0


cdef inline int skip_alike(
    const OpenDeal* deal, Move* moves, int tried, int count, int value, int bound, uint64_t matter,
    uint64_t* of_all,
) noexcept nogil:
    """Give up the moves that must fail because one failed; return a bound on them all.

    If no rank at or below two cards of a plain suit matters to the proof, it holds for both of
    them, except for their points, which side 0 may win or lose. To `of_all` are added the ranks
    that matter to the moves given up.
    """
    cdef int card = moves[tried].card, suit = deal.suit_of[card], extreme = value
    cdef int i, other, difference
    cdef uint64_t low = deal.suit[suit], lowest = matter & low
    if lowest:
        lowest = deal.identical[lowest_bit(lowest)]
        low &= (lowest & -lowest) - 1
    if not low & bit(card):
        return value
    for i in range(tried + 1, count):
        other = moves[i].card
        if low & bit(other):
            difference = deal.points[card] - deal.points[other]
            difference = difference if difference > 0 else -difference
            if value < bound and value + difference < bound:
                moves[i].score = GIVEN_UP
                extreme = value + difference if value + difference > extreme else extreme
            elif value >= bound and value - difference >= bound:
                moves[i].score = GIVEN_UP
                extreme = value - difference if value - difference < extreme else extreme
            else:
                continue
            of_all[0] |= rank_of_run(deal, &moves[i], matter)
    return extreme

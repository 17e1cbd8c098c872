"""Moves scored by a network; ``policy_net.pxd`` describes it."""

from libc.stdint cimport int16_t, int32_t, uint64_t, uint8_t

from libc.string cimport memcpy

from pinochle_solver._core.bits cimport lowest_bit
from pinochle_solver._core.hand.hand cimport (
    DUE_PLAY, MOST_MOVES, MOST_SHOWS, PASS, SOURCE, HandInPlay, HandRules, HandState, legal_moves,
    meld_shown,
)
from pinochle_solver._core.hand.melds cimport Planes, SeatState
from pinochle_solver._core.layout cimport CARDS, NO_CARD
from pinochle_solver._core.networks.features cimport (
    PARTS, card_kind, hand_of, part_of_stock, see_zone, table_of,
)
from pinochle_solver._core.networks.policy cimport TERMS, Policy, place_of_highest, score_moves

cdef enum:
    NONE = -1               # no feature
    TERM_SHIFT = 4          # TERM_UNIT
    ACTIVE_SHIFT = 3 + TERM_SHIFT       # what is summed up, over ACTIVE_UNIT
    SCORE_SHIFT = 5         # what comes out, over a policy's SCORE_UNIT


cdef int see_context(
    const HandRules* rules, const HandInPlay* hand, int16_t* active
) noexcept nogil:
    """Write the features of a context that are yes; how many."""
    cdef const HandState* state = &hand.state
    cdef const SeatState* own = &state.seats[state.turn]
    cdef const SeatState* other = &state.seats[1 - state.turn]
    cdef int count = 0
    count = see_zone(rules, 0, hand_of(own), active, count)
    count = see_zone(rules, 1, table_of(own), active, count)
    count = see_zone(rules, 2, table_of(other), active, count)
    count = see_zone(rules, 3, Planes(other.known, other.known_high), active, count)
    count = see_zone(rules, 4, Planes(state.gone, state.gone_high), active, count)
    if state.upcard != NO_CARD:
        active[count] = UPCARD_SEEN + card_kind(rules, state.upcard)
        count += 1
    if state.led != NO_CARD:
        active[count] = LED + card_kind(rules, state.led)
        count += 1
    active[count] = TRICKS_SEEN + state.tricks
    active[count + 1] = DUE + kind_of_decision(hand)
    return count + 2


cdef int kind_of_decision(const HandInPlay* hand) noexcept nogil:
    """0 for a lead, 1 for a reply, 2 for a show."""
    if hand.state.due == DUE_PLAY:
        return 0 if hand.state.led == NO_CARD else 1
    return 2


cdef int feature_of_move(const HandRules* rules, const HandInPlay* hand, int move) noexcept nogil:
    """Which card is played in which part, or which meld is shown."""
    cdef int card, meld, role = 0
    if move < PASS:
        card = move % SOURCE
        if hand.state.led != NO_CARD:
            role = 1 if rules.beating[hand.state.led] >> card & 1 else 2
        return CARD_MOVED + role * CARDS + card_kind(rules, card)
    meld = meld_shown(rules, move)
    if meld >= 0:
        return MELD_SHOWN + meld
    return MELD_SHOWN + MOST_SHOWS


cdef void score_by_net(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy, const PolicyNet* net,
    const uint8_t* moves, int count, int32_t* scores,
) noexcept nogil:
    """Write the score of each move, in parts of SCORE_UNIT."""
    cdef int16_t terms[MOST_MOVES * TERMS + 4]
    cdef uint64_t four
    cdef int lane, term
    cdef int16_t active[MOST_ACTIVE + 1]
    cdef int32_t context[HIDDEN]
    cdef int32_t hidden[HIDDEN]
    cdef int16_t layer[HIDDEN]  # products of short numbers are quick
    cdef int16_t times
    cdef int kind = kind_of_decision(hand), i, j, k
    cdef int part = part_of_stock(hand.state.tricks, rules.stock_tricks)
    cdef const int16_t* row
    cdef const int16_t* linear = net.linear[part][kind]
    cdef const int16_t* outputs = net.outputs[part][kind]
    cdef int32_t total, score
    score_moves(rules, hand, policy, moves, count, scores, terms)
    for j in range(HIDDEN):
        context[j] = net.bias[part][j]
    # Up to a last one that is none: a compiler that knew how many there are would go through the
    # layer first and through the rows within it, at a third of the speed.
    active[see_context(rules, hand, active)] = NONE
    i = 0
    while active[i] != NONE:
        row = net.context[part][active[i]]
        for j in range(HIDDEN):
            context[j] += row[j]
        i += 1
    for i in range(count):
        k = feature_of_move(rules, hand, moves[i])
        row = net.move[part][k]
        score = TERM_UNIT * linear[k]
        for j in range(HIDDEN):
            hidden[j] = TERM_UNIT * (context[j] + row[j])
        # Most terms are 0: they are looked at by fours.
        for k in range(0, TERMS, 4):
            memcpy(&four, &terms[i * TERMS + k], sizeof(uint64_t))
            while four:
                lane = lowest_bit(four) // 16
                four &= ~(<uint64_t> 0xFFFF << (16 * lane))
                term = k + lane
                if term >= TERMS:
                    break
                times = terms[i * TERMS + term]
                score += <int32_t> times * linear[term]
                row = net.move[part][term]
                for j in range(HIDDEN):
                    hidden[j] += <int32_t> times * row[j]
        total = 0
        for j in range(HIDDEN):
            layer[j] = <int16_t> _clipped(hidden[j])
        for j in range(HIDDEN):
            total += <int32_t> layer[j] * outputs[j]
        scores[i] += score + (total >> SCORE_SHIFT)


cdef inline int32_t _clipped(int32_t value) noexcept nogil:
    """In parts of `ACTIVE_UNIT`, no less than none of them and no more than all."""
    value >>= ACTIVE_SHIFT
    return 0 if value < 0 else ACTIVE_UNIT if value > ACTIVE_UNIT else value


cdef int choose_by_net(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy, const PolicyNet* net
) noexcept nogil:
    """The move of the highest score, the first of equals."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int32_t scores[MOST_MOVES]
    cdef int count = legal_moves(rules, hand, moves)
    if count == 1:
        return moves[0]
    score_by_net(rules, hand, policy, net, moves, count, scores)
    return moves[place_of_highest(scores, count)]


# For Python: what a record of weights holds, in its order.

INPUT, POINT, TERM, ACTIVE = INPUT_UNIT, POINT_UNIT, TERM_UNIT, ACTIVE_UNIT
SHAPES = {
    "bias": ((PARTS, HIDDEN), "int32"),
    "context": ((PARTS, CONTEXT, HIDDEN), "int16"),
    "move": ((PARTS, MOVE, HIDDEN), "int16"),
    "outputs": ((PARTS, KINDS, HIDDEN), "int16"),
    "linear": ((PARTS, KINDS, MOVE), "int16"),
}

"""Scores of moves in the stock phase; ``policy.pxd`` describes their terms."""

from libc.math cimport exp
from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.bits cimport bit, bit_count
from pinochle_solver._core.hand.hand cimport (
    DUE_PLAY, MOST_LAID, MOST_MOVES, PASS, SOURCE, HandInPlay, HandRules, HandState,
    count_glups, legal_moves, may_meld_after, meld_shown, past_of, show_dix, shows_dix,
)
from pinochle_solver._core.hand.kinds cimport (
    CopiesOfFour, Past, choose_among, how_many_among, lay_among, leave_of_four,
)
from pinochle_solver._core.hand.melds cimport (
    Copies, Laid, Meld, Planes, SeatState, cards_in, choose_copies, lay_meld, remove_card,
)
from pinochle_solver._core.hand.worlds cimport unseen_cards
from pinochle_solver._core.layout cimport CARDS, NO_CARD, RANKS
from pinochle_solver._core.networks.meld_prospects cimport assess, best_show, threat_of

cdef enum:
    MOST_TERM = 32_767
    MANY_HIGHER = 4         # unseen cards above a lead: it is assumed to lose

cdef int64_t HIGHEST = 1_000_000_000    # score

# Of the weights of a behaviour, by stage.
cdef int[KNOTS] KNOT_STAGES = [0, 2, 5, STAGES]


cdef void set_policy(Policy* policy, const int16_t* weights) noexcept nogil:
    """Work out the weights of all stages."""
    cdef int stage, term
    for stage in range(STAGES + 1):
        for term in range(TERMS):
            policy.weights[stage][term] = weights[2 * term] * STAGES + weights[2 * term + 1] * stage


cdef void set_behaviour(Policy* policy, const int16_t* learnt) noexcept nogil:
    """Work out the weights by which the other seat is assumed to choose."""
    cdef const int16_t* weights
    cdef int stage, term, knot = 0, first, last
    for stage in range(STAGES + 1):
        while stage > KNOT_STAGES[knot + 1]:
            knot += 1
        first, last = KNOT_STAGES[knot], KNOT_STAGES[knot + 1]
        for term in range(TERMS):
            weights = &learnt[KNOTS * term + knot]
            policy.weights[stage][term] = STAGES * (
                weights[0] * (last - stage) + weights[1] * (stage - first)) // (last - first)


# What a seat sees


cdef void _look(
    const HandRules* rules, const HandInPlay* hand, Sight* sight
) noexcept nogil:
    """See what the seat to decide sees."""
    cdef const HandState* state = &hand.state
    cdef const SeatState* seat = &state.seats[state.turn]
    cdef const SeatState* other = &state.seats[1 - state.turn]
    cdef Past past = past_of(rules, hand, state.turn)
    cdef int left = rules.stock_tricks - state.tricks
    sight.stage = STAGES * max(left, 0) // max(rules.stock_tricks, 1)
    sight.unseen = unseen_cards(rules, state, state.turn)
    if state.led == NO_CARD:
        sight.unseen_trumps = how_many_among(&sight.unseen, cards_of_suit(rules.trump))
    assess(rules, seat, &past, &sight.unseen, &sight.standing, True)
    sight.threat = sight.show = 0
    sight.shown = 0
    if state.due == DUE_PLAY and may_meld_after(rules, state.tricks + 1):
        past.seat = 1 - state.turn
        sight.threat = threat_of(rules, other, &past, &sight.unseen)
        past.seat = state.turn
        if sight.standing.total[0]:
            sight.show = best_show(rules, seat, &past, &sight.shown)


# Scores


cdef struct Tally:
    int64_t score
    const int32_t* weights
    int16_t* terms          # NULL where nobody asks for them


cdef inline void _add(Tally* tally, int term, int value) noexcept nogil:
    tally.score += <int64_t> value * tally.weights[term]
    if tally.terms is not NULL:
        tally.terms[term] = max(-MOST_TERM, min(tally.terms[term] + value, MOST_TERM))


cdef void score_moves(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy,
    const uint8_t* moves, int count, int32_t* scores, int16_t* terms,
) noexcept nogil:
    """Write the score of each move, in parts of SCORE_UNIT, and its terms if they are asked for.

    The terms are rows of `TERMS`.
    """
    cdef Sight sight
    cdef Tally tally
    cdef int i
    _look(rules, hand, &sight)
    for i in range(count):
        tally.score, tally.terms = 0, terms
        tally.weights = <const int32_t*> &policy.weights[sight.stage][0]
        if terms is not NULL:
            tally.terms = terms + i * TERMS
            memset(tally.terms, 0, TERMS * sizeof(int16_t))
        if moves[i] >= PASS:
            _score_show(rules, hand, &sight, moves[i], &tally)
        elif hand.state.led == NO_CARD:
            _score_lead(rules, hand, &sight, moves[i] % SOURCE, moves[i] // SOURCE, &tally)
        else:
            _score_reply(rules, hand, &sight, moves[i] % SOURCE, moves[i] // SOURCE, &tally)
        scores[i] = <int32_t> max(-HIGHEST, min(tally.score, HIGHEST))


cdef void _score_card(
    const HandRules* rules, const SeatState* seat, const Sight* sight, int role, int card,
    int source, Tally* tally,
) noexcept nogil:
    """The cost of playing a card."""
    cdef int missing
    cdef bint is_trump = card // RANKS == rules.trump
    cdef uint32_t one = <uint32_t> 1 << card
    _add(tally, CARD + (role * 2 + is_trump) * RANKS + card % RANKS, 1)
    for missing in range(MISSING):
        if sight.standing.total[missing] and sight.standing.needing[missing][card]:
            _add(tally, TAKEN + missing, sight.standing.needing[missing][card])
    if source:
        if <uint32_t> seat.hand & one:
            _add(tally, TABLE_OF_TWO, 1)
    elif cards_in(seat.table | seat.table_high) & one:
        _add(tally, HAND_OF_TWO, 1)
    elif seat.hand >> CARDS & one:
        _add(tally, SPARE, 1)


cdef void _score_lead(
    const HandRules* rules, const HandInPlay* hand, const Sight* sight, int card, int source,
    Tally* tally,
) noexcept nogil:
    cdef const SeatState* seat = &hand.state.seats[hand.state.turn]
    cdef const SeatState* other = &hand.state.seats[1 - hand.state.turn]
    cdef uint32_t suit = cards_of_suit(card // RANKS)
    cdef uint64_t twice = suit | <uint64_t> suit << CARDS
    cdef uint32_t above = rules.beating[card] & suit
    cdef uint32_t known = cards_in(other.table | other.known)
    cdef int higher, length
    _score_card(rules, seat, sight, LEADS, card, source, tally)
    higher = how_many_among(&sight.unseen, above)
    length = bit_count(seat.hand & twice) + bit_count(cards_in(seat.table | seat.table_high) & suit)
    if rules.copies > 2:
        known |= cards_in(other.table_high)
        length += bit_count(seat.hand_high & twice)
    _add(tally, LEAD_LENGTH, length)
    _add(tally, LEAD_HIGHER, higher)
    _add(tally, LEAD_TRUMPS, 0 if card // RANKS == rules.trump else sight.unseen_trumps)
    if known & above:
        _add(tally, LEAD_BEATEN, 1)
    _add(tally, LEAD_RISK, higher * rules.rank_worth[card % RANKS])
    if higher < MANY_HIGHER and not known & above:
        _add(tally, LEAD_SHOW,
             sight.show * (MANY_HIGHER - higher) // (MANY_HIGHER * rules.meld_unit))
        _add(tally, LEAD_THREAT, sight.threat * (MANY_HIGHER - higher) // MANY_HIGHER)


cdef void _score_reply(
    const HandRules* rules, const HandInPlay* hand, const Sight* sight, int card, int source,
    Tally* tally,
) noexcept nogil:
    cdef const HandState* state = &hand.state
    cdef const SeatState* seat = &state.seats[state.turn]
    cdef SeatState after
    cdef Past past
    cdef uint32_t shown
    cdef bint wins = rules.beating[state.led] >> card & 1
    cdef int points = (
        rules.rank_worth[card % RANKS] + rules.rank_worth[state.led % RANKS])
    cdef bint is_last = state.tricks + 1 == rules.stock_tricks
    cdef int rank
    _score_card(rules, seat, sight, WINS if wins else LOSES, card, source, tally)
    if not wins:
        if rules.glup_ranks:
            points -= (POINTS_OF_UNIT * _points_for_glups(rules, state, card)
                       // rules.meld_unit)
        _add(tally, LOSE_POINTS, points)
        return
    _add(tally, WIN, 1)
    _add(tally, WIN_POINTS, points)
    _add(tally, WIN_THREAT, sight.threat)
    if sight.shown >> card & 1:
        after = seat[0]
        if rules.by_kinds:
            leave_of_four(&after, card, source)
        else:
            _remove(&after, card, source)
        past = past_of(rules, hand, state.turn)
        _add(tally, WIN_SHOW, best_show(rules, &after, &past, &shown) // rules.meld_unit)
    elif sight.show:
        _add(tally, WIN_SHOW, sight.show // rules.meld_unit)
    if state.upcard != NO_CARD:
        if rules.dix_card >= 0 and seat.hand >> rules.dix_card & 1 and card != rules.dix_card:
            _add(tally, WIN_DIX, 1 + rules.rank_worth[state.upcard % RANKS])
        if is_last:
            rank = state.upcard % RANKS
            _add(tally, WIN_LAST_UPCARD,
                 rank if rules.upcard_draw == rules.draws - 1 else -rank)
    if is_last:
        _add(tally, WIN_LAST, 1)


cdef void _remove(SeatState* seat, int card, int source) noexcept nogil:
    if source == 0:
        seat.hand = remove_card(seat.hand, card)
    else:
        seat.table &= ~bit(card + CARDS * (source - 1))


cdef int _points_for_glups(
    const HandRules* rules, const HandState* state, int card
) noexcept nogil:
    """The score of a reply that loses the trick, for glups."""
    cdef HandState after = state[0]
    count_glups(rules, &after, card)
    return after.seats[state.turn].meld_points - state.seats[state.turn].meld_points


cdef void _score_show(
    const HandRules* rules, const HandInPlay* hand, const Sight* sight, int move, Tally* tally
) noexcept nogil:
    cdef const HandState* state = &hand.state
    cdef SeatState seat = state.seats[state.turn]
    cdef Standing standing
    cdef Past past = past_of(rules, hand, state.turn)
    cdef Laid laid[MOST_LAID + 1]
    cdef int missing, points = 0, meld = meld_shown(rules, move)
    if move == PASS:
        _add(tally, PASSES, 1)
        return
    if shows_dix(rules, move):
        _add(tally, SHOW_DIX, 1)
        points += rules.dix_points
        show_dix(rules, &seat, state.upcard)
        if state.upcard != rules.dix_card:
            _add(tally, SHOW_UPCARD, state.upcard % RANKS)
    if meld >= 0 and rules.by_kinds:
        points += rules.meld[meld].points
        memcpy(laid, hand.laid, state.laid * sizeof(Laid))
        _lay_among(&rules.meld[meld], meld, &seat, &past, laid)
    elif meld >= 0:
        points += _lay(&rules.meld[meld], &seat)
    _add(tally, SHOW_POINTS, points // rules.meld_unit)
    assess(rules, &seat, &past, &sight.unseen, &standing, False)
    for missing in range(MISSING):
        _add(tally, SHOW_GAINED + missing, standing.total[missing] - sight.standing.total[missing])
    _add(tally, SHOW_LAID,
         bit_count(state.seats[state.turn].hand) - bit_count(seat.hand)
         + bit_count(state.seats[state.turn].hand_high) - bit_count(seat.hand_high))


cdef int _lay(const Meld* meld, SeatState* seat) noexcept nogil:
    """Lay a meld; what it scores."""
    cdef Copies copies = choose_copies(meld, seat)
    lay_meld(meld, &copies, seat)
    return copies.points


cdef void _lay_among(
    const Meld* meld, int number, SeatState* seat, Past* past, Laid* laid
) noexcept nogil:
    """Lay a meld in a game where kinds bar kinds, and append it to the log in `laid`, its past."""
    cdef CopiesOfFour copies = choose_among(meld, seat, past)
    cdef Planes all_ = lay_among(meld, &copies, seat)
    laid[past.laid] = Laid(all_.low, all_.high, meld.points, past.seat, number, 0, 0)
    past.log, past.laid = laid, past.laid + 1


# Moves


cdef int choose_move(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy
) noexcept nogil:
    """The move with the highest score, the first among equals."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int32_t scores[MOST_MOVES]
    cdef int count = legal_moves(rules, hand, moves)
    if count == 1:
        return moves[0]
    score_moves(rules, hand, policy, moves, count, scores, NULL)
    return moves[place_of_highest(scores, count)]


cdef double softmax_of(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy, double temperature,
    const uint8_t* moves, int count, int move,
) noexcept nogil:
    """The share of one of the legal moves in the softmax of their scores; 0 if it is not legal.

    The temperature is in points.
    """
    cdef int32_t scores[MOST_MOVES]
    cdef int i
    cdef int32_t highest
    cdef double scale, total = 0, its = 0, weight
    score_moves(rules, hand, policy, moves, count, scores, NULL)
    highest = scores[place_of_highest(scores, count)]
    scale = 1.0 / (SCORE_UNIT * temperature)
    for i in range(count):
        weight = exp((scores[i] - highest) * scale)
        total += weight
        if moves[i] == move:
            its = weight
    return its / total


# From Python


def policy_weights() -> list:
    """Two for each term, in parts of WEIGHT_UNIT: at the end, and what the beginning adds."""
    cdef int i
    return [LEARNT_WEIGHTS[i] for i in range(WEIGHTS)]


def behaviour_weights() -> list:
    """The weights by which the other seat is assumed to choose: for each term one at each knot."""
    cdef int i
    return [LEARNT_BEHAVIOUR[i] for i in range(BEHAVIOUR_WEIGHTS)]


def knots() -> list:
    """The stages of the knots of a behaviour's weights."""
    cdef int i
    return [KNOT_STAGES[i] for i in range(KNOTS)]

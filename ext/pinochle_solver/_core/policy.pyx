"""Scores of moves in the stock phase; ``policy.pxd`` describes their terms."""

from libc.math cimport exp
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand cimport (
    DUE_PLAY, MOST_MOVES, PASS, SOURCE, HandInPlay, HandRules, HandState,
    legal_moves, may_meld_after, meld_shown, show_dix, shows_dix,
)
from pinochle_solver._core.layout cimport CARDS, NO_CARD, RANKS
from pinochle_solver._core.melds cimport (
    Copies, Meld, SeatState, cards_in,
    choose_copies, lay_meld, may_lay, remove_card, usable_on_table,
)

from pinochle_solver._core.worlds cimport unseen_planes

cdef enum:
    UNIT = 10               # points that count as one
    SURE = 16               # a chance of 1
    MANY_HIGHER = 4         # unseen cards above a lead: it is taken to lose

# Of the weights of a behaviour, by stage.
cdef int[KNOTS] KNOT_STAGES = [0, 2, 5, STAGES]


cdef void set_policy(Policy* policy, const int16_t* weights) noexcept nogil:
    """Work out the weights of all stages."""
    cdef int stage, term
    for stage in range(STAGES + 1):
        for term in range(TERMS):
            policy.weights[stage][term] = weights[2 * term] * STAGES + weights[2 * term + 1] * stage


cdef void set_behaviour(Policy* policy) noexcept nogil:
    """Work out the weights by which the other seat is taken to choose."""
    cdef const int16_t* weights
    cdef int stage, term, knot = 0, first, last
    for stage in range(STAGES + 1):
        while stage > KNOT_STAGES[knot + 1]:
            knot += 1
        first, last = KNOT_STAGES[knot], KNOT_STAGES[knot + 1]
        for term in range(TERMS):
            weights = &BEHAVIOUR_WEIGHTS[KNOTS * term + knot]
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
    cdef uint64_t unseen = unseen_planes(rules, state, state.turn)
    cdef int left = rules.stock_tricks - state.tricks
    sight.stage = STAGES * max(left, 0) // max(rules.stock_tricks, 1)
    sight.unseen = cards_in(unseen)
    sight.both_unseen = unseen >> CARDS
    sight.unseen_cards = bit_count(unseen)
    sight.hidden = bit_count(other.hand) - bit_count(other.known)
    assess(rules, seat, sight.unseen, sight.both_unseen, &sight.standing)
    sight.threat = sight.show = 0
    sight.shown = 0
    if state.due == DUE_PLAY and may_meld_after(rules, state.tricks + 1):
        sight.threat = _threat(rules, other, sight)
        sight.show = best_show(rules, seat, &sight.shown)


cdef int best_show(
    const HandRules* rules, const SeatState* seat, uint32_t* cards
) noexcept nogil:
    """The most points a seat can show, and the cards of that meld."""
    cdef int meld, best = 0
    for meld in range(rules.melds):
        if rules.meld[meld].points > best and may_lay(&rules.meld[meld], seat):
            best = rules.meld[meld].points
            cards[0] = rules.meld[meld].one
    return best


cdef int _threat(const HandRules* rules, const SeatState* other, const Sight* sight) noexcept nogil:
    """What the other seat might show: points times their chance, the likeliest as independent."""
    cdef const Meld* meld
    cdef uint32_t wanted, absent = ~(sight.unseen | cards_in(other.known | other.table))
    cdef int one, two, i, chance, total = 0
    if sight.unseen_cards == 0:
        return 0
    # Chances, in parts of SURE, that of one or of two unseen copies one is in the other hand.
    one = SURE * sight.hidden // sight.unseen_cards
    two = SURE - (SURE - one) * (SURE - one) // SURE
    for i in range(rules.melds):
        meld = &rules.meld[i]
        if meld.one & absent or meld.two & ~sight.both_unseen:
            continue
        wanted = meld.one & ~cards_in(other.known | (
            0 if meld.all_at_once else usable_on_table(meld, other)))
        if wanted & ~sight.unseen:
            continue
        chance = SURE * SURE
        while wanted and chance:
            chance = chance * (two if sight.both_unseen & wanted & -wanted else one) // SURE
            wanted &= wanted - 1
        total += meld.points * chance
    return total // (SURE * SURE * UNIT)


cdef void assess(
    const HandRules* rules, const SeatState* seat, uint32_t unseen, uint32_t both_unseen,
    Standing* standing,
) noexcept nogil:
    """Sum up the melds the seat might still lay, and which of them need each card."""
    cdef const Meld* meld
    cdef uint32_t in_hand = <uint32_t> seat.hand, both_in_hand = seat.hand >> CARDS
    cdef uint32_t held, twice, missing, second, single
    cdef uint32_t own = in_hand | cards_in(seat.table), absent = ~(own | unseen)
    cdef uint64_t usable
    cdef int i, number, worth
    memset(standing, 0, sizeof(Standing))
    for i in range(rules.melds):
        meld = &rules.meld[i]
        # Most melds are out of reach at the first look.
        if meld.one & absent or bit_count(meld.one & ~own) >= MISSING:
            continue
        if meld.all_at_once:
            held, twice = in_hand, both_in_hand
        else:
            usable = usable_on_table(meld, seat)
            held = in_hand | cards_in(usable)
            twice = (both_in_hand | (in_hand & cards_in(usable))
                     | <uint32_t> (usable & usable >> CARDS))
        missing, second = meld.one & ~held, meld.two & ~twice
        number = bit_count(missing) + bit_count(second)
        if (number >= MISSING or (missing | second) & ~unseen or missing & second & ~both_unseen
                or (number == 0 and not meld.one & in_hand)):
            continue
        worth = meld.points * 2 // UNIT
        single = missing | second
        while single:
            if not both_unseen & single & -single:
                worth //= 2
            single &= single - 1
        worth = (worth + 1) // 2
        standing.total[number] += worth
        single = (meld.one & held & ~twice) | (meld.two & held)
        while single:
            standing.needing[number][lowest_bit(single)] += worth
            single &= single - 1


# Scores


cdef struct Tally:
    int32_t score
    const int32_t* weights
    int16_t* terms          # NULL where nobody asks for them


cdef inline void _add(Tally* tally, int term, int value) noexcept nogil:
    tally.score += value * tally.weights[term]
    if tally.terms is not NULL:
        tally.terms[term] += value


cdef void score_moves(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy,
    const uint8_t* moves, int count, int32_t* scores, int16_t* terms,
) noexcept nogil:
    """Write the score of each move, in parts of SCORE_UNIT, and its terms where they are asked for.

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
        scores[i] = tally.score


cdef void _score_card(
    const HandRules* rules, const SeatState* seat, const Sight* sight, int role, int card,
    int source, Tally* tally,
) noexcept nogil:
    """What a card costs that is played."""
    cdef int missing
    cdef bint is_trump = card // RANKS == rules.trump
    cdef uint32_t one = <uint32_t> 1 << card
    _add(tally, CARD + (role * 2 + is_trump) * RANKS + card % RANKS, 1)
    for missing in range(MISSING):
        if sight.standing.needing[missing][card]:
            _add(tally, TAKEN + missing, sight.standing.needing[missing][card])
    if source:
        if <uint32_t> seat.hand & one:
            _add(tally, TABLE_OF_TWO, 1)
    elif cards_in(seat.table) & one:
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
    cdef uint32_t above = rules.beating[card] & suit
    cdef uint32_t known = cards_in(other.table | other.known)
    cdef int higher, trumps = 0
    _score_card(rules, seat, sight, LEADS, card, source, tally)
    higher = bit_count(sight.unseen & above) + bit_count(sight.both_unseen & above)
    if card // RANKS != rules.trump:
        suit = cards_of_suit(rules.trump)
        trumps = bit_count(sight.unseen & suit) + bit_count(sight.both_unseen & suit)
        suit = cards_of_suit(card // RANKS)
    _add(tally, LEAD_LENGTH, bit_count(<uint32_t> seat.hand & suit)
         + bit_count(seat.hand >> CARDS & suit) + bit_count(cards_in(seat.table) & suit))
    _add(tally, LEAD_HIGHER, higher)
    _add(tally, LEAD_TRUMPS, trumps)
    if known & above:
        _add(tally, LEAD_BEATEN, 1)
    _add(tally, LEAD_RISK, higher * rules.playoff.rank_points[card % RANKS])
    if higher < MANY_HIGHER and not known & above:
        _add(tally, LEAD_SHOW, sight.show * (MANY_HIGHER - higher) // (MANY_HIGHER * UNIT))
        _add(tally, LEAD_THREAT, sight.threat * (MANY_HIGHER - higher) // MANY_HIGHER)


cdef void _score_reply(
    const HandRules* rules, const HandInPlay* hand, const Sight* sight, int card, int source,
    Tally* tally,
) noexcept nogil:
    cdef const HandState* state = &hand.state
    cdef const SeatState* seat = &state.seats[state.turn]
    cdef SeatState after
    cdef uint32_t shown
    cdef bint wins = rules.beating[state.led] >> card & 1
    cdef int points = (rules.playoff.rank_points[card % RANKS]
                       + rules.playoff.rank_points[state.led % RANKS])
    cdef bint is_last = state.tricks + 1 == rules.stock_tricks
    _score_card(rules, seat, sight, WINS if wins else LOSES, card, source, tally)
    if not wins:
        _add(tally, LOSE_POINTS, points)
        return
    _add(tally, WIN, 1)
    _add(tally, WIN_POINTS, points)
    _add(tally, WIN_THREAT, sight.threat)
    if sight.shown >> card & 1:
        after = seat[0]
        _remove(&after, card, source)
        _add(tally, WIN_SHOW, best_show(rules, &after, &shown) // UNIT)
    elif sight.show:
        _add(tally, WIN_SHOW, sight.show // UNIT)
    if state.upcard != NO_CARD:
        if rules.dix_card >= 0 and seat.hand >> rules.dix_card & 1 and card != rules.dix_card:
            _add(tally, WIN_DIX, 1 + rules.playoff.rank_points[state.upcard % RANKS])
        if is_last:
            _add(tally, WIN_LAST_UPCARD, state.upcard % RANKS)
    if is_last:
        _add(tally, WIN_LAST, 1)


cdef void _remove(SeatState* seat, int card, int source) noexcept nogil:
    if source == 0:
        seat.hand = remove_card(seat.hand, card)
    else:
        seat.table &= ~bit(card + CARDS * (source - 1))


cdef void _score_show(
    const HandRules* rules, const HandInPlay* hand, const Sight* sight, int move, Tally* tally
) noexcept nogil:
    cdef const HandState* state = &hand.state
    cdef SeatState seat = state.seats[state.turn]
    cdef Standing standing
    cdef Copies copies
    cdef int missing, points = 0, meld = meld_shown(rules, move)
    if move == PASS:
        _add(tally, PASSES, 1)
        return
    if shows_dix(rules, move):
        _add(tally, SHOW_DIX, 1)
        points += rules.dix_points
        if not show_dix(rules, &seat, state.upcard).low:
            _add(tally, SHOW_UPCARD, state.upcard % RANKS)
    if meld >= 0:
        copies = choose_copies(&rules.meld[meld], &seat)
        lay_meld(&rules.meld[meld], &copies, &seat)
        points += copies.points
    _add(tally, SHOW_POINTS, points // UNIT)
    assess(rules, &seat, sight.unseen, sight.both_unseen, &standing)
    for missing in range(MISSING):
        _add(tally, SHOW_GAINED + missing, standing.total[missing] - sight.standing.total[missing])
    _add(tally, SHOW_LAID,
         bit_count(state.seats[state.turn].hand) - bit_count(seat.hand))


# Moves


cdef int choose_move(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy
) noexcept nogil:
    """The move of the highest score, the first of equals."""
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
    highest = scores[0]
    for i in range(1, count):
        if scores[i] > highest:
            highest = scores[i]
    scale = 1.0 / (SCORE_UNIT * temperature)
    for i in range(count):
        weight = exp((scores[i] - highest) * scale)
        total += weight
        if moves[i] == move:
            its = weight
    return its / total if count else 0.0


# From Python


def policy_weights() -> list:
    """Two for each term, in parts of WEIGHT_UNIT: at the end, and what the beginning adds."""
    cdef int i
    return [LEARNT_WEIGHTS[i] for i in range(WEIGHTS)]


def behaviour_weights() -> list:
    """By which the other seat is taken to choose: for each term one at each of the `knots`."""
    cdef int i
    return [BEHAVIOUR_WEIGHTS[i] for i in range(TERMS * KNOTS)]


def knots() -> list:
    """The stages of the knots of a behaviour's weights."""
    cdef int i
    return [KNOT_STAGES[i] for i in range(KNOTS)]

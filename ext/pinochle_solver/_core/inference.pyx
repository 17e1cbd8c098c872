"""The likelihood of what was seen; ``inference.pxd`` says of what."""

from libc.math cimport log
from libc.stdint cimport uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand cimport (
    DUE_DRAW, DUE_PLAY, MOST_MOVES, PASS, Game, HandRules,
    apply_move, deal_hand, draw, legal_moves,
)
from pinochle_solver._core.late cimport Late, probability_by_expectation
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.melds cimport add_card, remove_card
from pinochle_solver._core.policy cimport Policy, probability_of
from pinochle_solver._core.random cimport Random, random_below

# Nobody plays quite by the policy: a move that it would never make is made now and then, and what
# follows from one move tells less of the next.
cdef double SLIPS = 0.03
cdef double TRUST = 0.4
# The same where moves are explained by expectation: among equals nothing is told.
cdef double LAPSES = 0.3
cdef double IMPOSSIBLE = -1e9


cdef struct Past:
    uint64_t hand               # as planes, what lies on the table apart
    uint64_t upcards            # those of it that were taken in exchange


cdef bint is_sound_event(const Event* event) noexcept nogil:
    """Whether it can be read; whether it can have been is for the hand to see."""
    cdef int i
    if event.kind > DRAWN or event.seat > 1 or event.cards > MOST_NEW:
        return False
    for i in range(event.cards):
        if event.card[i] >= CARDS:
            return False
    return True


cdef double log_likelihood(
    const HandRules* rules, const History* history, const Policy* policy, Late* late,
    const Game* now, Game* game, Random* random,
) noexcept nogil:
    """Draw a history of the world `now` and return the logarithm of its likelihood.

    The other seat's moves are explained by expectation if `late` is given, else by the policy.
    """
    cdef uint8_t cards[64]
    if not deal_backwards(rules, history, now, cards, random):
        return IMPOSSIBLE
    deal_hand(rules, game, cards, history.dealer)
    return _play_forwards(rules, history, policy, late, now.state.due, game)


cdef bint deal_backwards(
    const HandRules* rules, const History* history, const Game* now, uint8_t* cards,
    Random* random,
) noexcept nogil:
    """Find a deal, in the order of `deal_hand`, that comes to the world `now`."""
    cdef Past pasts[2]
    cdef const Event* event
    cdef int place = now.state.drawn, pile = 2 * rules.hand + rules.upcard, i, seat
    for seat in range(2):
        pasts[seat].hand = now.state.seats[seat].hand
        pasts[seat].upcards = bit(history.upcard) if seat == history.holder else 0
    for i in range(place, rules.draws - rules.upcard):
        cards[pile + i] = now.pile[i]
    for i in range(history.events - 1, -1, -1):
        event = &history.event[i]
        if event.kind == DRAWN:
            place -= 2
            if not (place >= 0
                    and _return_drawn(&pasts[event.seat], &cards[pile + place], random)
                    and _return_drawn(
                        &pasts[1 - event.seat], &cards[pile + place + 1], random)):
                return False
        else:
            _take_back(history, event, &pasts[event.seat])
    if rules.upcard:
        cards[2 * rules.hand] = history.upcard
    return place == 0 and _write_hand(pasts[1 - history.dealer].hand, rules.hand, cards) and (
        _write_hand(pasts[history.dealer].hand, rules.hand, cards + rules.hand))


cdef bint _return_drawn(Past* past, uint8_t* card, Random* random) noexcept nogil:
    """Take a card out of the hand that may have been drawn last."""
    cdef uint64_t left = past.hand
    cdef uint64_t fixed = past.upcards
    cdef int number
    while fixed:
        left = remove_card(left, lowest_bit(fixed) % 32)
        fixed &= fixed - 1
    if left == 0:
        return False
    number = random_below(random, bit_count(left))
    while number:
        left &= left - 1
        number -= 1
    card[0] = lowest_bit(left) % 32
    past.hand = remove_card(past.hand, card[0])
    return True


cdef void _take_back(const History* history, const Event* event, Past* past) noexcept nogil:
    """Take back what was played or laid, then an exchange."""
    cdef int i
    for i in range(event.cards):
        if event.flags[i] & FROM_TABLE:
            continue
        past.hand = add_card(past.hand, event.card[i])
        if event.flags[i] & WAS_UPCARD:
            past.upcards = add_card(past.upcards, event.card[i])
    if event.exchange:
        past.hand = add_card(remove_card(past.hand, history.upcard), history.dix_card)
        past.upcards = remove_card(past.upcards, history.upcard)


cdef bint _write_hand(uint64_t planes, int size, uint8_t* cards) noexcept nogil:
    if bit_count(planes) != size:
        return False
    while planes:
        cards[0] = lowest_bit(planes) % 32
        cards += 1
        planes &= planes - 1
    return True


cdef double _play_forwards(
    const HandRules* rules, const History* history, const Policy* policy, Late* late, int due,
    Game* game,
) noexcept nogil:
    """Make the moves that were seen, until what is due now is due."""
    cdef double total = 0
    cdef const Event* event
    cdef int i = 0
    while True:
        while i < history.events and history.event[i].kind == DRAWN:
            i += 1
        event = &history.event[i]
        if game.state.due == DUE_DRAW:
            draw(rules, game)
        elif game.state.due != DUE_PLAY and not (
                i < history.events and event.kind == SHOWN_THEN
                and event.seat == game.state.turn):
            if (i == history.events and game.state.turn == history.seat
                    and game.state.due == due):
                return total
            total += _made(rules, history, policy, late, game, PASS)
        elif i == history.events:
            return total
        elif (game.state.due == DUE_PLAY) != (event.kind == PLAYED) or (
                event.seat != game.state.turn):
            return IMPOSSIBLE
        else:
            total += _made(rules, history, policy, late, game, event.move)
            i += 1
        if total <= IMPOSSIBLE:
            return IMPOSSIBLE


cdef double _made(
    const HandRules* rules, const History* history, const Policy* policy, Late* late, Game* game,
    int move,
) noexcept nogil:
    """Make a move; the logarithm of its probability if it is the other seat's."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int count = legal_moves(rules, game, moves), i
    cdef double found = 0
    for i in range(count):
        if moves[i] == move:
            break
    else:
        return IMPOSSIBLE
    if game.state.turn != history.seat and count > 1:
        if late is not NULL:
            found = log(probability_by_expectation(late, game, move, LAPSES))
        else:
            found = TRUST * log(
                SLIPS / count + (1 - SLIPS) * probability_of(rules, game, policy, move))
    apply_move(rules, game, move)
    return found

"""The likelihood of what was seen; ``inference.pxd`` says of what."""

from libc.math cimport log
from libc.stdint cimport uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand cimport (
    DUE_DRAW, DUE_PLAY, MOST_MOVES, MOST_PLAYS, PASS, HandInPlay, HandRules,
    apply_move, deal_hand, draw, legal_moves,
)
from pinochle_solver._core.expectation cimport Chooser, probability_by_expectation
from pinochle_solver._core.layout cimport CARDS, check_fields
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


cdef bint is_sound_act(const ObservedAct* act) noexcept nogil:
    """Whether it can be read; whether it can have been is for the hand to see."""
    cdef int i
    if act.kind > DRAWN or act.seat > 1 or act.cards > MOST_NEW:
        return False
    for i in range(act.cards):
        if act.card[i] >= CARDS:
            return False
    return True


cdef double log_likelihood(
    const HandRules* rules, const History* history, const Policy* policy, Chooser* chooser,
    const HandInPlay* now, HandInPlay* hand, Random* random,
) noexcept nogil:
    """Draw a history of the world `now` and return the logarithm of its likelihood.

    The other seat's moves are explained by expectation if `chooser` is given, else by the policy.
    """
    cdef uint8_t cards[MOST_PLAYS]
    if not deal_backwards(rules, history, now, cards, random):
        return IMPOSSIBLE
    deal_hand(rules, hand, cards, history.dealer)
    return _play_forwards(rules, history, policy, chooser, now.state.due, hand)


cdef bint deal_backwards(
    const HandRules* rules, const History* history, const HandInPlay* now, uint8_t* cards,
    Random* random,
) noexcept nogil:
    """Find a deal, in the order of `deal_hand`, that comes to the world `now`."""
    cdef Past pasts[2]
    cdef const ObservedAct* act
    cdef int place = now.state.drawn, pile = 2 * rules.hand + rules.upcard, i, seat
    for seat in range(2):
        pasts[seat].hand = now.state.seats[seat].hand
        pasts[seat].upcards = bit(history.upcard) if seat == history.holder else 0
    for i in range(place, rules.draws - rules.upcard):
        cards[pile + i] = now.pile[i]
    for i in range(history.acts - 1, -1, -1):
        act = &history.act[i]
        if act.kind == DRAWN:
            place -= 2
            if not (place >= 0
                    and _return_drawn(&pasts[act.seat], &cards[pile + place], random)
                    and _return_drawn(
                        &pasts[1 - act.seat], &cards[pile + place + 1], random)):
                return False
        else:
            _take_back(history, act, &pasts[act.seat])
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
        left = remove_card(left, lowest_bit(fixed) % CARDS)
        fixed &= fixed - 1
    if left == 0:
        return False
    number = random_below(random, bit_count(left))
    while number:
        left &= left - 1
        number -= 1
    card[0] = lowest_bit(left) % CARDS
    past.hand = remove_card(past.hand, card[0])
    return True


cdef void _take_back(const History* history, const ObservedAct* act, Past* past) noexcept nogil:
    """Take back what was played or laid, then an exchange."""
    cdef int i
    for i in range(act.cards):
        if act.flags[i] & FROM_TABLE:
            continue
        past.hand = add_card(past.hand, act.card[i])
        if act.flags[i] & WAS_UPCARD:
            past.upcards = add_card(past.upcards, act.card[i])
    if act.exchanged:
        past.hand = add_card(remove_card(past.hand, history.upcard), history.dix_card)
        past.upcards = remove_card(past.upcards, history.upcard)


cdef bint _write_hand(uint64_t planes, int size, uint8_t* cards) noexcept nogil:
    if bit_count(planes) != size:
        return False
    while planes:
        cards[0] = lowest_bit(planes) % CARDS
        cards += 1
        planes &= planes - 1
    return True


cdef double _play_forwards(
    const HandRules* rules, const History* history, const Policy* policy, Chooser* chooser, int due,
    HandInPlay* hand,
) noexcept nogil:
    """Make the moves that were seen, until what is due now is due."""
    cdef double total = 0
    cdef const ObservedAct* act
    cdef int i = 0
    while True:
        while i < history.acts and history.act[i].kind == DRAWN:
            i += 1
        act = &history.act[i]
        if hand.state.due == DUE_DRAW:
            draw(rules, hand)
        elif hand.state.due != DUE_PLAY and not (
                i < history.acts and act.kind == SHOWED
                and act.seat == hand.state.turn):
            if (i == history.acts and hand.state.turn == history.seat
                    and hand.state.due == due):
                return total
            total += _made(rules, history, policy, chooser, hand, PASS)
        elif i == history.acts:
            return total
        elif (hand.state.due == DUE_PLAY) != (act.kind == PLAYED) or (
                act.seat != hand.state.turn):
            return IMPOSSIBLE
        else:
            total += _made(rules, history, policy, chooser, hand, act.move)
            i += 1
        if total <= IMPOSSIBLE:
            return IMPOSSIBLE


cdef double _made(
    const HandRules* rules, const History* history, const Policy* policy, Chooser* chooser,
    HandInPlay* hand, int move,
) noexcept nogil:
    """Make a move; the logarithm of its probability if it is the other seat's."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int count = legal_moves(rules, hand, moves), i
    cdef double likelihood = 0
    for i in range(count):
        if moves[i] == move:
            break
    else:
        return IMPOSSIBLE
    if hand.state.turn != history.seat and count > 1:
        if chooser is not NULL:
            likelihood = log(probability_by_expectation(chooser, hand, move, LAPSES))
        else:
            likelihood = TRUST * log(
                SLIPS / count + (1 - SLIPS) * probability_of(rules, hand, policy, move))
    apply_move(rules, hand, move)
    return likelihood


# From Python


cdef ObservedAct _EMPTY


def pack_act(fields: dict) -> bytes:
    """The record of an observed act; its fields are those of `ObservedAct` (``inference.pxd``)."""
    cdef ObservedAct act = fields
    check_fields(fields, _EMPTY)
    return (<const char*> &act)[:sizeof(ObservedAct)]

"""The likelihood of what was seen; ``inference.pxd`` describes it."""

from libc.stdint cimport uint8_t

from pinochle_solver._core.bits cimport bit_count
from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, DUE_MELD, DUE_PLAY, MOST_MOVES, PASS, HandInPlay, HandRules,
    apply_move, deal_hand, draw, legal_moves, shows_dix,
)
from pinochle_solver._core.hand.kinds cimport put_card, take_card, take_first_card
from pinochle_solver._core.hand.melds cimport Planes
from pinochle_solver._core.layout cimport CARDS, check_fields
from pinochle_solver._core.random cimport Random, random_below
from pinochle_solver._core.stock.expectation cimport Chooser

# Slips where moves are explained by expectation.
cdef double LAPSES = 0.3
IMPOSSIBLE = -1e9


# What a seat held at some time, except what lay on the table.
cdef struct Held:
    Planes hand
    Planes upcards              # those of it that were taken in exchange


cdef bint is_sound_act(const ObservedAct* act) noexcept nogil:
    """Whether it can be read; the hand shows whether it is possible."""
    cdef int i
    if act.kind > DRAWN or act.seat > 1 or act.cards > MOST_NEW:
        return False
    for i in range(act.cards):
        if act.card[i] >= CARDS:
            return False
    return True


cdef Behaviour behaviour_by_expectation(Chooser* chooser) noexcept nogil:
    """A seat that chooses by expectation; equals are not told apart."""
    return Behaviour(NULL, chooser, 0, LAPSES, LAPSES, False)


cdef double log_likelihood(
    const HandRules* rules, const History* history, const Behaviour* behaviour,
    const uint8_t* cards, HandInPlay* hand, double* by_act,
) noexcept nogil:
    """The logarithm of the likelihood of a deal in the order of `deal_hand`; plays the hand.

    What each act adds to it is added to `by_act`, if that is given: two numbers for each act, that
    of the passes before the act and that of the act, then two for what follows the last act.
    """
    cdef Replay replay = Replay(hand, 0, 0)
    cdef double before
    cdef int act
    deal_hand(rules, hand, cards, history.dealer)
    while True:
        act, before = replay.acts, replay.log_likelihood
        if not make_next_act(rules, history, behaviour, &replay):
            break
        if by_act is not NULL:
            by_act[2 * act + (replay.acts > act)] += replay.log_likelihood - before
    return replay.log_likelihood


cdef bint deal_backwards(
    const HandRules* rules, const History* history, const HandInPlay* now, uint8_t* cards,
    Random* random,
) noexcept nogil:
    """Find a deal, in the order of `deal_hand`, that comes to the world `now`."""
    cdef Held held[2]
    cdef const ObservedAct* act
    cdef int place = now.state.drawn, pile = 2 * rules.hand + rules.upcard, i, seat
    for seat in range(2):
        held[seat].hand = Planes(now.state.seats[seat].hand, now.state.seats[seat].hand_high)
        held[seat].upcards = Planes(0, 0)
        if seat == history.holder:
            put_card(&held[seat].upcards, history.upcard)
    for i in range(place, rules.draws - rules.upcard):
        cards[pile + i] = now.pile[i]
    for i in range(history.acts - 1, -1, -1):
        act = &history.act[i]
        if act.kind == DRAWN:
            place -= 2
            # With piles of their own south's cards come first, else the winner's.
            seat = 0 if rules.own_piles else act.seat
            if not (place >= 0
                    and _return_drawn(&held[seat], &cards[pile + place], random)
                    and _return_drawn(&held[1 - seat], &cards[pile + place + 1], random)):
                return False
        else:
            _take_back(history, act, &held[act.seat])
    if rules.upcard:
        cards[2 * rules.hand] = history.upcard
    return place == 0 and _write_hand(held[1 - history.dealer].hand, rules.hand, cards) and (
        _write_hand(held[history.dealer].hand, rules.hand, cards + rules.hand))


cdef bint _return_drawn(Held* held, uint8_t* card, Random* random) noexcept nogil:
    """Take a card out of the hand that may have been drawn last."""
    cdef Planes left = held.hand, upcards = held.upcards
    cdef int cards, number
    while _how_many(&upcards):
        take_card(&left, take_first_card(&upcards))
    cards = _how_many(&left)
    if cards == 0:
        return False
    number = random_below(random, cards)
    while number:
        take_first_card(&left)
        number -= 1
    card[0] = take_first_card(&left)
    take_card(&held.hand, card[0])
    return True


cdef inline int _how_many(const Planes* cards) noexcept nogil:
    return bit_count(cards.low) + bit_count(cards.high)


cdef void _take_back(const History* history, const ObservedAct* act, Held* held) noexcept nogil:
    """Take back what was played or laid, then an exchange."""
    cdef int i
    for i in range(act.cards):
        if act.flags[i] & FROM_TABLE:
            continue
        put_card(&held.hand, act.card[i])
        if act.flags[i] & WAS_UPCARD:
            put_card(&held.upcards, act.card[i])
    if act.exchanged:
        take_card(&held.hand, history.upcard)
        put_card(&held.hand, history.dix_card)
        take_card(&held.upcards, history.upcard)


cdef bint _write_hand(Planes hand, int size, uint8_t* cards) noexcept nogil:
    cdef int i
    if _how_many(&hand) != size:
        return False
    for i in range(size):
        cards[i] = take_first_card(&hand)
    return True


cdef bint make_next_act(
    const HandRules* rules, const History* history, const Behaviour* behaviour, Replay* replay
) noexcept nogil:
    """Make the next move that was seen, a pass or the draws that come before it.

    False once the state is the one due now, and also if the hand is impossible; then the likelihood
    is `IMPOSSIBLE`.
    """
    cdef HandInPlay* hand = replay.hand
    cdef bint is_last = replay.acts == history.acts
    cdef int kind = PLAYED if is_last else history.act[replay.acts].kind
    cdef const ObservedAct* act = &history.act[replay.acts]
    if hand.state.due == DUE_DRAW:
        replay.acts += not is_last and kind == DRAWN
        draw(rules, hand)
        return True
    if hand.state.due != DUE_PLAY and (
            is_last or kind != SHOWED or act.seat != hand.state.turn
            or _is_of_a_dix_turn_to_come(rules, hand, act)):
        if is_last and hand.state.turn == history.seat and hand.state.due == history.due:
            return False
        return _make(rules, history, behaviour, replay, PASS)
    if is_last:
        return False
    if (hand.state.due == DUE_PLAY) != (kind == PLAYED) or act.seat != hand.state.turn:
        replay.log_likelihood = IMPOSSIBLE
        return False
    replay.acts += 1
    return _make(rules, history, behaviour, replay, act.move)


cdef inline bint _is_of_a_dix_turn_to_come(
    const HandRules* rules, const HandInPlay* hand, const ObservedAct* act
) noexcept nogil:
    """Whether the seat that may meld now passed, and showed this at its dix turn after that."""
    return rules.dix_turns and hand.state.due == DUE_MELD and shows_dix(rules, act.move)


cdef bint _make(
    const HandRules* rules, const History* history, const Behaviour* behaviour, Replay* replay,
    int move,
) noexcept nogil:
    """Make a move; False if it is not legal. The other seat's moves count."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int count = legal_moves(rules, replay.hand, moves), i
    for i in range(count):
        if moves[i] == move:
            break
    else:
        replay.log_likelihood = IMPOSSIBLE
        return False
    if replay.hand.state.turn != history.seat and count > 1 and not (
            move == PASS and behaviour.ignores_passes):
        replay.log_likelihood += log_probability(
            rules, replay.hand, behaviour, moves, count, move)
    apply_move(rules, replay.hand, move)
    return True


# From Python


cdef ObservedAct _EMPTY


def pack_act(fields: dict) -> bytes:
    """The record of an observed act; its fields are those of `ObservedAct` (``inference.pxd``)."""
    cdef ObservedAct act = fields
    check_fields(fields, _EMPTY)
    return (<const char*> &act)[:sizeof(ObservedAct)]

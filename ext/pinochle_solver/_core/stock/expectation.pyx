"""Choices by expectation at the end of the stock phase; ``expectation.pxd`` describes them."""

from libc.math cimport fabs
from libc.stdint cimport uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, MOST_MOVES, HandInPlay, HandRules, HandState,
    apply_move, draw, legal_moves, number_shown,
)
from pinochle_solver._core.hand.kinds cimport hold_of_four
from pinochle_solver._core.hand.melds cimport SeatState
from pinochle_solver._core.hand.scores cimport final_lead_of_south, final_points
from pinochle_solver._core.hand.worlds cimport Unseen, look_for_unseen
from pinochle_solver._core.hashing cimport Key, finish_key, mix_both
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.networks.playoff_net cimport playoff_by_net
from pinochle_solver._core.playoff.solver cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.stock.keyed_table cimport (
    allocate_keyed_table, free_keyed_table, is_empty, look_up, make_room,
)
from pinochle_solver._core.stock.keys cimport key_of_view, mix_hands

cdef enum:
    FIRST_PLACES = 1 << 12
    WORD = 64

cdef Places NONE_OF_THEM

cdef uint64_t UNLIMITED = <uint64_t> 1 << 62

cdef double LIKE = 1e-9         # values that differ by less are equal


cdef struct Sums:
    # What is being added up over the worlds of one choice.
    int count
    uint8_t move[MOST_MOVES]
    double value[MOST_MOVES]
    double weight               # of all worlds


cdef bint allocate_chooser(Chooser* chooser) noexcept nogil:
    """Make room for choices; return whether there was memory."""
    chooser.stopped = False
    return allocate_keyed_table(&chooser.choices, sizeof(Choice), FIRST_PLACES, UNLIMITED)


cdef void free_chooser(Chooser* chooser) noexcept nogil:
    free_keyed_table(&chooser.choices)


# Some of the legal moves


cdef inline int _how_many(const Places* places) noexcept nogil:
    return bit_count(places.word[0]) + bit_count(places.word[1])


cdef inline bint _is_among(const Places* places, int place) noexcept nogil:
    return places.word[place // WORD] >> place % WORD & 1


cdef inline void _put(Places* places, int place) noexcept nogil:
    places.word[place // WORD] |= bit(place % WORD)


cdef inline int _take_first(Places* places) noexcept nogil:
    """The first of them, of which there is one; it is taken out."""
    cdef int number = places.word[0] == 0
    cdef int place = number * WORD + lowest_bit(places.word[number])
    places.word[number] &= places.word[number] - 1
    return place


# The memory


cdef void _remember(Chooser* chooser, const Key* key, int value, Places equals) noexcept nogil:
    """Keep a choice; if there is no memory for it, do without."""
    cdef Choice* choice
    if make_room(&chooser.choices):
        choice = <Choice*> look_up(&chooser.choices, key)
        chooser.choices.used += is_empty(choice)
        choice.key, choice.value, choice.equals = key[0], value, equals


# Values


cdef int _playoff_value(Chooser* chooser, const HandInPlay* hand, bint exact) noexcept nogil:
    """The leader's points in a playoff that has just begun, solved or estimated."""
    cdef Key key = Key(1, 2)
    cdef const Choice* known
    cdef int value
    mix_hands(&key, &hand.state)
    mix_both(&key, 1 << 20 | <uint64_t> hand.state.leader << 1 | exact)
    finish_key(&key)
    known = <const Choice*> look_up(&chooser.choices, &key)
    if not is_empty(known):
        return known.value
    if not take_up_playoff(chooser.search, hand):
        chooser.stopped = True
        return 0
    if exact:
        value = exact_playoff(chooser.search, hand)
    elif chooser.estimate is not NULL:
        value = playoff_by_net(chooser.rules, hand, chooser.estimate)
    else:
        value = estimated_playoff(chooser.search, hand)
    if chooser.search.stopped:
        chooser.stopped = True
        return 0
    _remember(chooser, &key, value, NONE_OF_THEM)
    return value


cdef double _final_difference(Chooser* chooser, HandInPlay* hand) noexcept nogil:
    """South's average lead over north at the end; changes the hand."""
    cdef const HandRules* rules = chooser.rules
    cdef const HandState* state = &hand.state
    cdef uint8_t moves[MOST_MOVES]
    cdef Places best
    cdef int count
    while not state.playoff:
        if state.due == DUE_DRAW:
            draw(rules, hand)
            continue
        count = legal_moves(rules, hand, moves)
        best = _best_moves(chooser, hand, moves, count)
        if chooser.stopped:
            return 0
        if _how_many(&best) > 1:
            return _mean_difference(chooser, hand, moves, best)
        apply_move(rules, hand, moves[_take_first(&best)])
    return final_lead_of_south(hand, _playoff_value(chooser, hand, chooser.exact))


cdef double _mean_difference(
    Chooser* chooser, const HandInPlay* hand, const uint8_t* moves, Places best
) noexcept nogil:
    """The mean of the final differences after equally good moves."""
    cdef HandInPlay after
    cdef double total = 0
    cdef int number = _how_many(&best), _
    for _ in range(number):
        after = hand[0]
        apply_move(chooser.rules, &after, moves[_take_first(&best)])
        total += _final_difference(chooser, &after)
    return total / number


cdef void find_ends(Chooser* chooser, const HandInPlay* hand, Ends* ends) noexcept nogil:
    """Find all ends of a hand, with every choice made by expectation and the playoff solved.

    The caller has set `first_laid` and `shown`.
    """
    ends.count = 0
    _find_ends(chooser, hand, 1.0, ends)


cdef void _find_ends(
    Chooser* chooser, const HandInPlay* hand, double chance, Ends* ends
) noexcept nogil:
    cdef HandInPlay after = hand[0]
    cdef uint8_t moves[MOST_MOVES]
    cdef Places best
    cdef int count, number, _
    if chooser.stopped:
        return
    if hand.state.playoff:
        _add_end(chooser, hand, chance, ends)
    elif hand.state.due == DUE_DRAW:
        draw(chooser.rules, &after)
        _find_ends(chooser, &after, chance, ends)
    else:
        count = legal_moves(chooser.rules, hand, moves)
        best = _best_moves(chooser, hand, moves, count)
        number = _how_many(&best)
        for _ in range(number):
            after = hand[0]
            apply_move(chooser.rules, &after, moves[_take_first(&best)])
            _find_ends(chooser, &after, chance / number, ends)


cdef void _add_end(
    Chooser* chooser, const HandInPlay* hand, double chance, Ends* ends
) noexcept nogil:
    cdef const HandState* state = &hand.state
    cdef int value = _playoff_value(chooser, hand, True), seat, i, meld
    cdef End* end = &ends.end[ends.count]
    if chooser.stopped or ends.count == MOST_ENDS:
        chooser.stopped = True
        return
    ends.count += 1
    end.chance = chance
    for seat in range(2):
        end.melds[seat] = state.seats[seat].meld_points
    final_points(hand, value, end.points)
    for i in range(ends.first_laid, state.laid):
        meld = number_shown(chooser.rules, &hand.laid[i])
        ends.shown[hand.laid[i].seat * (chooser.rules.melds + 1) + meld] += chance


cdef void _try_moves(Chooser* chooser, HandInPlay* hand, double weight, Sums* sums) noexcept nogil:
    """Add this world's values, each move's as the mover sees it."""
    cdef HandState state = hand.state
    cdef int i, sign = 1 if state.turn == 0 else -1
    sums.weight += weight
    for i in range(sums.count):
        hand.state = state
        apply_move(chooser.rules, hand, sums.move[i])
        sums.value[i] += weight * sign * _final_difference(chooser, hand)
        if chooser.stopped:
            break
    hand.state = state


cdef void _each_world(
    Chooser* chooser, HandInPlay* hand, const Unseen* unseen, uint8_t* left, int place,
    double weight, Sums* sums,
) noexcept nogil:
    """Put each unseen card in this place of the stock, and go on; the rest are hidden."""
    cdef SeatState* other = &hand.state.seats[1 - unseen.seat]
    cdef int card, end = hand.state.drawn + unseen.cards - unseen.hidden
    cdef int _
    if chooser.stopped:
        return
    if place == end:
        other.hand, other.hand_high = unseen.seen, unseen.seen_high
        for card in range(CARDS):
            for _ in range(left[card]):
                hold_of_four(other, card)
        _try_moves(chooser, hand, weight, sums)
        return
    for card in range(CARDS):
        if left[card]:
            hand.pile[place] = card
            left[card] -= 1
            _each_world(chooser, hand, unseen, left, place + 1, weight * (left[card] + 1), sums)
            left[card] += 1


cdef Places _best_moves(
    Chooser* chooser, const HandInPlay* hand, const uint8_t* moves, int count
) noexcept nogil:
    """The moves that the seat to decide may make; none if stopped."""
    cdef Key key
    cdef const Choice* known
    cdef Unseen unseen
    cdef HandInPlay world
    cdef Places best = NONE_OF_THEM
    cdef int i
    for i in range(count):
        _put(&best, i)
    if count == 1:
        return best
    key = key_of_view(chooser.rules, hand)
    # Choices by solved and by estimated playoffs are kept separately.
    key.place ^= chooser.exact
    known = <const Choice*> look_up(&chooser.choices, &key)
    if not is_empty(known):
        return known.equals
    world = hand[0]
    look_for_unseen(chooser.rules, &hand.state, hand.state.turn, &unseen)
    _narrow(chooser, &world, &unseen, moves, &best, 0 if chooser.exact else chooser.margin)
    if not chooser.exact and chooser.margin > 0 and _how_many(&best) > 1:
        chooser.exact = True
        _narrow(chooser, &world, &unseen, moves, &best, 0)
        chooser.exact = False
    if chooser.stopped:
        return NONE_OF_THEM
    _remember(chooser, &key, 0, best)
    return best


cdef void _narrow(
    Chooser* chooser, HandInPlay* world, const Unseen* unseen, const uint8_t* moves,
    Places* among, double within,
) noexcept nogil:
    """Keep those of these moves that come within this many points of the best."""
    cdef Sums sums
    cdef Places rest = among[0]
    cdef uint8_t left[CARDS]
    cdef int place[MOST_MOVES]
    cdef double highest
    cdef int i
    sums.count, sums.weight = 0, 0
    while _how_many(&rest):
        place[sums.count] = _take_first(&rest)
        sums.move[sums.count] = moves[place[sums.count]]
        sums.value[sums.count] = 0
        sums.count += 1
    for i in range(CARDS):
        left[i] = 0
    for i in range(unseen.cards):
        left[unseen.card[i]] += 1
    _each_world(chooser, world, unseen, left, world.state.drawn, 1.0, &sums)
    if chooser.stopped:
        return
    highest = sums.value[0]
    for i in range(1, sums.count):
        if sums.value[i] > highest:
            highest = sums.value[i]
    among[0] = NONE_OF_THEM
    for i in range(sums.count):
        if highest - sums.value[i] <= within * sums.weight + LIKE * (1 + fabs(highest)):
            _put(among, place[i])


cdef double probability_by_expectation(
    Chooser* chooser, const HandInPlay* hand, int move, double lapses
) noexcept nogil:
    """How likely a seat is to make a legal move; in a share `lapses` it makes a random one."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int count = legal_moves(chooser.rules, hand, moves), i
    cdef Places best = _best_moves(chooser, hand, moves, count)
    for i in range(count):
        if moves[i] == move and _is_among(&best, i):
            return (1 - lapses) / _how_many(&best) + lapses / count
    return lapses / count

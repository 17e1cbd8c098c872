"""Choices by expectation at the end of the stock phase; ``late.pxd`` says what they are."""

from libc.math cimport fabs
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand cimport (
    DUE_DRAW, EXCHANGED, MOST_MOVES, SHOWN, Game, HandRules, HandState,
    apply_move, draw, legal_moves,
)
from pinochle_solver._core.keys cimport Key, key_of_view, mix_both
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.melds cimport SeatState, add_card
from pinochle_solver._core.playoff cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.scores cimport final_lead_of_south, final_points
from pinochle_solver._core.worlds cimport Unseen, look_for_unseen

cdef enum:
    FIRST_SIZE = 1 << 12

cdef double LIKE = 1e-9         # values that differ by less are equal


cdef struct Sums:
    # What is being added up over the worlds of one choice.
    int count
    const uint8_t* moves
    double value[MOST_MOVES]


cdef bint allocate_late(Late* late) noexcept nogil:
    """Make room for choices; return whether there was memory."""
    late.choices = <Choice*> calloc(FIRST_SIZE, sizeof(Choice))
    late.mask, late.used = FIRST_SIZE - 1, 0
    late.stopped = False
    return late.choices is not NULL


cdef void free_late(Late* late) noexcept nogil:
    free(late.choices)


# Some of the legal moves


cdef inline int _how_many(const Places* places) noexcept nogil:
    return bit_count(places.first) + bit_count(places.more)


cdef inline bint _is_among(const Places* places, int place) noexcept nogil:
    return (places.first >> place if place < 64 else places.more >> (place - 64)) & 1


cdef inline void _put(Places* places, int place) noexcept nogil:
    if place < 64:
        places.first |= bit(place)
    else:
        places.more |= bit(place - 64)


cdef inline int _take_first(Places* places) noexcept nogil:
    """The first of them, of which there is one; it is taken out."""
    cdef int place
    if places.first:
        place = lowest_bit(places.first)
        places.first &= places.first - 1
    else:
        place = 64 + lowest_bit(places.more)
        places.more &= places.more - 1
    return place


# The memory


cdef Choice* _place_of(Late* late, const Key* key) noexcept nogil:
    """Where this choice is, or is to be put."""
    cdef uint64_t i = key.place & late.mask
    while late.choices[i].key.check and (
            late.choices[i].key.place != key.place or late.choices[i].key.check != key.check):
        i = (i + 1) & late.mask
    return &late.choices[i]


cdef void _remember(Late* late, const Key* key, int value, Places equals) noexcept nogil:
    cdef Choice* old = late.choices
    cdef Choice* place
    cdef uint64_t i, size = late.mask + 1
    if 2 * late.used >= size:
        late.choices = <Choice*> calloc(2 * size, sizeof(Choice))
        if late.choices is NULL:        # do without what cannot be kept
            late.choices = old
            return
        late.mask = 2 * size - 1
        for i in range(size):
            if old[i].key.check:
                place = _place_of(late, &old[i].key)
                place[0] = old[i]
        free(old)
    place = _place_of(late, key)
    if not place.key.check:
        late.used += 1
    place.key, place.value, place.equals = key[0], value, equals


# Values


cdef int _playoff_value(Late* late, const Game* game, bint exact) noexcept nogil:
    """The leader's points in a playoff that has just begun, solved or estimated."""
    cdef Key key = Key(1, 2)
    cdef const Choice* place
    cdef int value
    mix_both(&key, game.state.seats[0].hand)
    mix_both(&key, game.state.seats[1].hand)
    mix_both(&key, 1 << 20 | <uint64_t> game.state.leader << 1 | exact)
    key.check |= 1
    place = _place_of(late, &key)
    if place.key.check:
        return place.value
    if not take_up_playoff(late.search, game):
        late.stopped = True
        return 0
    value = (exact_playoff(late.search, game) if exact
             else estimated_playoff(late.search, game))
    if late.search.stopped:
        late.stopped = True
        return 0
    _remember(late, &key, value, Places(0, 0))
    return value


cdef double _final_difference(Late* late, Game* game) noexcept nogil:
    """What south has more than north at the end, on the average; changes the game."""
    cdef const HandRules* rules = late.rules
    cdef const HandState* state = &game.state
    cdef uint8_t moves[MOST_MOVES]
    cdef Places best
    cdef int count
    while not state.playoff:
        if state.due == DUE_DRAW:
            draw(rules, game)
            continue
        count = legal_moves(rules, game, moves)
        best = _best_moves(late, game, moves, count)
        if late.stopped:
            return 0
        if _how_many(&best) > 1:
            return _mean_difference(late, game, moves, best)
        apply_move(rules, game, moves[_take_first(&best)])
    return final_lead_of_south(game, _playoff_value(late, game, late.exact))


cdef double _mean_difference(
    Late* late, const Game* game, const uint8_t* moves, Places best
) noexcept nogil:
    """The mean of the final differences after equally good moves."""
    cdef Game after
    cdef double total = 0
    cdef int number = _how_many(&best), _
    for _ in range(number):
        after = game[0]
        apply_move(late.rules, &after, moves[_take_first(&best)])
        total += _final_difference(late, &after)
    return total / number


cdef void find_ends(Late* late, const Game* game, Ends* ends) noexcept nogil:
    """Find all ends of a hand, every choice made by expectation, the playoff solved.

    The caller has set `first_laid` and `shown`.
    """
    ends.count = 0
    _find_ends(late, game, 1.0, ends)


cdef void _find_ends(Late* late, const Game* game, double chance, Ends* ends) noexcept nogil:
    cdef Game after = game[0]
    cdef uint8_t moves[MOST_MOVES]
    cdef Places best
    cdef int count, number, _
    if late.stopped:
        return
    if game.state.playoff:
        _add_end(late, game, chance, ends)
    elif game.state.due == DUE_DRAW:
        draw(late.rules, &after)
        _find_ends(late, &after, chance, ends)
    else:
        count = legal_moves(late.rules, game, moves)
        best = _best_moves(late, game, moves, count)
        number = _how_many(&best)
        for _ in range(number):
            after = game[0]
            apply_move(late.rules, &after, moves[_take_first(&best)])
            _find_ends(late, &after, chance / number, ends)


cdef void _add_end(Late* late, const Game* game, double chance, Ends* ends) noexcept nogil:
    cdef const HandState* state = &game.state
    cdef int value = _playoff_value(late, game, True), seat, i, meld
    cdef End* end = &ends.end[ends.count]
    if late.stopped or ends.count == MOST_ENDS:
        late.stopped = True
        return
    ends.count += 1
    end.chance = chance
    for seat in range(2):
        end.melds[seat] = state.seats[seat].meld_points
    final_points(game, value, end.points)
    for i in range(ends.first_laid, state.laid):
        meld = game.laid[i].meld
        if meld == EXCHANGED or meld == SHOWN:
            meld = late.rules.melds
        ends.shown[game.laid[i].seat * (late.rules.melds + 1) + meld] += chance


cdef void _try_moves(Late* late, Game* game, double weight, Sums* sums) noexcept nogil:
    """Add this world's values, each move's as the mover sees it."""
    cdef HandState state = game.state
    cdef int i, sign = 1 if state.turn == 0 else -1
    for i in range(sums.count):
        game.state = state
        apply_move(late.rules, game, sums.moves[i])
        sums.value[i] += weight * sign * _final_difference(late, game)
        if late.stopped:
            break
    game.state = state


cdef void _each_world(
    Late* late, Game* game, const Unseen* unseen, uint8_t* left, int place, double weight,
    Sums* sums,
) noexcept nogil:
    """Put each unseen card in this place of the stock, and so on; the rest is the hidden hand."""
    cdef SeatState* other = &game.state.seats[1 - unseen.seat]
    cdef int card, end = game.state.drawn + unseen.cards - unseen.hidden
    cdef int _
    if late.stopped:
        return
    if place == end:
        other.hand = unseen.seen
        for card in range(CARDS):
            for _ in range(left[card]):
                other.hand = add_card(other.hand, card)
        _try_moves(late, game, weight, sums)
        return
    for card in range(CARDS):
        if left[card]:
            game.pile[place] = card
            left[card] -= 1
            _each_world(late, game, unseen, left, place + 1, weight * (left[card] + 1), sums)
            left[card] += 1


cdef Places _best_moves(
    Late* late, const Game* game, const uint8_t* moves, int count
) noexcept nogil:
    """The moves that the seat to decide may make; none if stopped."""
    cdef Key key
    cdef const Choice* place
    cdef Sums sums
    cdef Unseen unseen
    cdef Game world
    cdef uint8_t left[CARDS]
    cdef Places best = Places(0, 0)
    cdef double highest
    cdef int i
    if count == 1:
        return Places(1, 0)
    key = key_of_view(&game.state)
    place = _place_of(late, &key)
    if place.key.check:
        return place.equals
    world = game[0]
    look_for_unseen(late.rules, &game.state, game.state.turn, &unseen)
    for i in range(CARDS):
        left[i] = 0
    for i in range(unseen.cards):
        left[unseen.card[i]] += 1
    sums.moves, sums.count = moves, count
    for i in range(sums.count):
        sums.value[i] = 0
    _each_world(late, &world, &unseen, left, world.state.drawn, 1.0, &sums)
    if late.stopped:
        return best
    highest = sums.value[0]
    for i in range(1, sums.count):
        if sums.value[i] > highest:
            highest = sums.value[i]
    for i in range(sums.count):
        if highest - sums.value[i] <= LIKE * (1 + fabs(highest)):
            _put(&best, i)
    _remember(late, &key, 0, best)
    return best


cdef double probability_by_expectation(
    Late* late, const Game* game, int move, double lapses
) noexcept nogil:
    """How likely a seat is to make a legal move; in a share of `lapses` it makes any."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int count = legal_moves(late.rules, game, moves), i
    cdef Places best = _best_moves(late, game, moves, count)
    for i in range(count):
        if moves[i] == move and _is_among(&best, i):
            return (1 - lapses) / _how_many(&best) + lapses / count
    return lapses / count

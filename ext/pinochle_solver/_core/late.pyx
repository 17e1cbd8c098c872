"""Choices by expectation at the end of the stock phase; ``late.pxd`` says what they are."""

from libc.math cimport fabs
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from pinochle_solver._core.bits cimport bit_count, lowest_bit
from pinochle_solver._core.hand cimport (
    DUE_DRAW, EXCHANGED, MOST_MOVES, SHOWN, Game, HandRules, HandState,
    apply_move, draw, legal_moves,
)
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.melds cimport SERVICES, SeatState, add_card
from pinochle_solver._core.playoff cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.worlds cimport Unseen, look_for_unseen

cdef enum:
    FIRST_SIZE = 1 << 12

cdef double LIKE = 1e-9         # values that differ by less are equal


cdef struct Sums:
    # What is being added up over the worlds of one choice.
    int count
    const uint8_t* moves
    double value[MOST_EQUALS]


cdef bint allocate_late(Late* late) noexcept nogil:
    """Make room for choices; return whether there was memory."""
    late.choices = <Choice*> calloc(FIRST_SIZE, sizeof(Choice))
    late.mask, late.used = FIRST_SIZE - 1, 0
    late.stopped = False
    return late.choices is not NULL


cdef void free_late(Late* late) noexcept nogil:
    free(late.choices)


# The memory


cdef inline uint64_t _mix(uint64_t hashed, uint64_t word) noexcept nogil:
    hashed = (hashed ^ word) * <uint64_t> 0x9E3779B97F4A7C15u
    return hashed ^ hashed >> 29


cdef Choice* _place(Late* late, uint64_t key, uint64_t check) noexcept nogil:
    """Where this choice is, or is to be put."""
    cdef uint64_t i = key & late.mask
    while late.choices[i].check and (
            late.choices[i].key != key or late.choices[i].check != check):
        i = (i + 1) & late.mask
    return &late.choices[i]


cdef void _remember(
    Late* late, uint64_t key, uint64_t check, int value, uint32_t equals
) noexcept nogil:
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
            if old[i].check:
                place = _place(late, old[i].key, old[i].check)
                place[0] = old[i]
        free(old)
    place = _place(late, key, check)
    if not place.check:
        late.used += 1
    place.key, place.check, place.value, place.equals = key, check, value, equals


cdef void _hash_view(const Game* game, uint64_t* key, uint64_t* check) noexcept nogil:
    """Two hashes of what the seat to decide sees, as far as what follows depends on it."""
    cdef const HandState* state = &game.state
    cdef const SeatState* seat
    cdef uint64_t words[2 * (3 + SERVICES) + 4]
    cdef int i, service, count = 0
    for i in range(2):
        seat = &state.seats[i]
        words[count] = seat.hand if i == state.turn else 0
        words[count + 1] = seat.table
        words[count + 2] = seat.known
        count += 3
        for service in range(SERVICES):
            words[count] = seat.served[service]
            count += 1
    words[count] = state.gone
    words[count + 1] = (state.upcard | <uint64_t> state.led << 8 | <uint64_t> state.leader << 16
                        | <uint64_t> state.turn << 24 | <uint64_t> state.due << 32
                        | <uint64_t> state.tricks << 40)
    count += 2
    _hash_words(words, count, key, check)


cdef void _hash_words(
    const uint64_t* words, int count, uint64_t* key, uint64_t* check
) noexcept nogil:
    cdef int i
    key[0], check[0] = 1, 2
    for i in range(count):
        key[0] = _mix(key[0], words[i])
        check[0] = _mix(check[0] + 0x51ED2701, words[i])
    check[0] |= 1


# Values


cdef int _playoff_value(Late* late, const Game* game, bint exact) noexcept nogil:
    """The leader's points in a playoff that has just begun, solved or estimated."""
    cdef uint64_t words[3]
    cdef uint64_t key, check
    cdef Choice* place
    cdef int value
    words[0], words[1] = game.state.seats[0].hand, game.state.seats[1].hand
    words[2] = 1 << 20 | <uint64_t> game.state.leader << 1 | exact
    _hash_words(words, 3, &key, &check)
    place = _place(late, key, check)
    if place.check:
        return place.value
    if not take_up_playoff(late.search, game):
        late.stopped = True
        return 0
    value = (exact_playoff(late.search, game) if exact
             else estimated_playoff(late.search, game))
    if late.search.stopped:
        late.stopped = True
        return 0
    _remember(late, key, check, value, 0)
    return value


cdef double _final_difference(Late* late, Game* game) noexcept nogil:
    """What south has more than north at the end, on the average; changes the game."""
    cdef const HandRules* rules = late.rules
    cdef const HandState* state = &game.state
    cdef uint8_t moves[MOST_MOVES]
    cdef uint32_t best
    cdef int count, value
    while not state.playoff:
        if state.due == DUE_DRAW:
            draw(rules, game)
            continue
        count = legal_moves(rules, game, moves)
        best = _best_moves(late, game, moves, count)
        if late.stopped:
            return 0
        if best & (best - 1):
            return _mean_difference(late, game, moves, best)
        apply_move(rules, game, moves[lowest_bit(best)])
    value = 2 * _playoff_value(late, game, late.exact) - _points_left(rules, game)
    return (state.seats[0].meld_points + state.seats[0].trick_points
            - state.seats[1].meld_points - state.seats[1].trick_points
            + (value if state.leader == 0 else -value))


cdef double _mean_difference(
    Late* late, const Game* game, const uint8_t* moves, uint32_t best
) noexcept nogil:
    """The mean of the final differences after equally good moves."""
    cdef Game after
    cdef double total = 0
    cdef int number = bit_count(best)
    while best:
        after = game[0]
        apply_move(late.rules, &after, moves[lowest_bit(best)])
        best &= best - 1
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
    cdef uint32_t best
    cdef int count, number
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
        number = bit_count(best)
        while best:
            after = game[0]
            apply_move(late.rules, &after, moves[lowest_bit(best)])
            best &= best - 1
            _find_ends(late, &after, chance / number, ends)


cdef void _add_end(Late* late, const Game* game, double chance, Ends* ends) noexcept nogil:
    cdef const HandState* state = &game.state
    cdef int value = _playoff_value(late, game, True), seat, i, meld
    cdef int left = _points_left(late.rules, game)
    cdef End* end = &ends.end[ends.count]
    if late.stopped or ends.count == MOST_ENDS:
        late.stopped = True
        return
    ends.count += 1
    end.chance = chance
    for seat in range(2):
        end.melds[seat] = state.seats[seat].meld_points
        end.points[seat] = (state.seats[seat].meld_points + state.seats[seat].trick_points
                            + (value if seat == state.leader else left - value))
    for i in range(ends.first_laid, state.laid):
        meld = game.laid[i].meld
        if meld == EXCHANGED or meld == SHOWN:
            meld = late.rules.melds
        ends.shown[game.laid[i].seat * (late.rules.melds + 1) + meld] += chance


cdef int _points_left(const HandRules* rules, const Game* game) noexcept nogil:
    cdef int card, points = game.layout.last_trick
    for card in range(game.layout.cards):
        points += game.layout.points[card]
    return points


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
    cdef int copy
    if late.stopped:
        return
    if place == end:
        other.hand = unseen.seen
        for card in range(CARDS):
            for copy in range(left[card]):
                other.hand = add_card(other.hand, card)
        _try_moves(late, game, weight, sums)
        return
    for card in range(CARDS):
        if left[card]:
            game.pile[place] = card
            left[card] -= 1
            _each_world(late, game, unseen, left, place + 1, weight * (left[card] + 1), sums)
            left[card] += 1


cdef uint32_t _best_moves(
    Late* late, const Game* game, const uint8_t* moves, int count
) noexcept nogil:
    """The places of the moves that the seat to decide may make; nothing if stopped."""
    cdef uint64_t key, check
    cdef Choice* place
    cdef Sums sums
    cdef Unseen unseen
    cdef Game world
    cdef uint8_t left[CARDS]
    cdef uint32_t best = 0
    cdef double highest
    cdef int i
    if count == 1:
        return 1
    _hash_view(game, &key, &check)
    place = _place(late, key, check)
    if place.check:
        return place.equals
    world = game[0]
    look_for_unseen(late.rules, &game.state, game.state.turn, &unseen)
    for i in range(CARDS):
        left[i] = 0
    for i in range(unseen.cards):
        left[unseen.card[i]] += 1
    sums.moves, sums.count = moves, min(count, MOST_EQUALS)
    for i in range(sums.count):
        sums.value[i] = 0
    _each_world(late, &world, &unseen, left, world.state.drawn, 1.0, &sums)
    if late.stopped:
        return 0
    highest = sums.value[0]
    for i in range(1, sums.count):
        if sums.value[i] > highest:
            highest = sums.value[i]
    for i in range(sums.count):
        if highest - sums.value[i] <= LIKE * (1 + fabs(highest)):
            best |= <uint32_t> 1 << i
    _remember(late, key, check, 0, best)
    return best


cdef double probability_by_expectation(
    Late* late, const Game* game, int move, double lapses
) noexcept nogil:
    """How likely a seat is to make a legal move; in a share of `lapses` it makes any."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int count = legal_moves(late.rules, game, moves), i
    cdef uint32_t best = _best_moves(late, game, moves, count)
    for i in range(min(count, MOST_EQUALS)):
        if moves[i] == move and best >> i & 1:
            return (1 - lapses) / bit_count(best) + lapses / count
    return lapses / count

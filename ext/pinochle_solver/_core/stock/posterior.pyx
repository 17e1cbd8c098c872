"""The Markov chain over past deals; ``posterior.pxd`` describes it."""

from libc.limits cimport INT_MAX
from libc.math cimport log
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy

from pinochle_solver._core.hand.hand cimport (
    DUE_DOUBLE, DUE_DRAW, DUE_PLAY, MOST_PLAYS, HandState, deal_hand,
)
from pinochle_solver._core.hand.kinds cimport take_card, take_first_card
from pinochle_solver._core.hand.melds cimport Laid, Planes, SeatState, without_cards
from pinochle_solver._core.hand.worlds cimport MOST_UNSEEN, place_unseen, shuffle_unseen
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.random cimport Random, random_below, random_share, shuffle
from pinochle_solver._core.stock.inference cimport (
    DRAWN, IMPOSSIBLE, Replay, deal_backwards, make_next_act,
)

cdef enum:
    # A chain begins at the likeliest of this many deals; to find them, this many are looked at.
    FIRST_DEALS = 24
    MOST_FIRST_DEALS = 2_400
    CLIMBING_STEPS = 100    # from there only to likelier deals
    MOST_SWAPS = 2          # in one step


# Two places whose cards change places.
cdef struct Swap:
    int first
    int second


# Beginning


cdef bint begin_chain(Chain* chain, Random* random) noexcept nogil:
    """Put the chain at the likeliest of some random deals; False if none of many is possible.

    The caller has set what it points to.
    """
    cdef uint8_t likeliest[MOST_PLAYS]
    cdef double highest = IMPOSSIBLE
    cdef int possible = 0, tried, _
    if not _find_places(chain):
        return False
    chain.accepted = 0
    for tried in range(MOST_FIRST_DEALS):
        if possible == FIRST_DEALS:
            break
        if not (_draw_deal(chain, tried, random) and _replay(chain, 0, IMPOSSIBLE)):
            continue
        possible += 1
        if chain.tried[chain.draws // 2].log_likelihood > highest:
            highest = chain.tried[chain.draws // 2].log_likelihood
            memcpy(likeliest, chain.cards, sizeof(likeliest))
    if possible == 0:
        return False
    memcpy(chain.cards, likeliest, sizeof(likeliest))
    _replay(chain, 0, IMPOSSIBLE)
    _keep_tried(chain, 0)
    for _ in range(CLIMBING_STEPS):
        _make_step(chain, random, True)
    return True


cdef bint _find_places(Chain* chain) noexcept nogil:
    """Find the places of the cards that the seat to decide cannot or could not see.

    False if the draws seen differ from those of the position.
    """
    cdef int other = 1 - chain.history.seat, size = chain.rules.hand
    cdef int first_dealt = size if other == chain.history.dealer else 0
    cdef int pile = 2 * size + chain.rules.upcard, draw = 0, order, i
    chain.places = 0
    for i in range(size):
        _add_place(chain, first_dealt + i, 0)
    chain.draws = chain.root.state.drawn
    for i in range(chain.history.acts):
        if chain.history.act[i].kind == DRAWN:
            if 2 * draw == chain.draws:
                return False
            # With piles of their own south's cards come first, else the winner's.
            order = other if chain.rules.own_piles else chain.history.act[i].seat != other
            _add_place(chain, pile + 2 * draw + order, draw + 1)
            draw += 1
    chain.others = chain.places
    for i in range(chain.draws, chain.rules.draws - chain.rules.upcard):
        _add_place(chain, pile + i, draw + 1)
    return 2 * draw == chain.draws


cdef void _add_place(Chain* chain, int index, int stage) noexcept nogil:
    chain.place[chain.places] = Place(index, stage)
    chain.places += 1


cdef bint _draw_deal(Chain* chain, int number, Random* random) noexcept nogil:
    """Draw a deal that leads to a random world; False if that world is not possible."""
    cdef uint8_t world[MOST_UNSEEN]
    cdef int size = chain.unseen.cards
    if chain.restriction == NULL:
        shuffle_unseen(chain.unseen, random, world)
    else:
        memcpy(world, chain.restriction.start + number % chain.restriction.starts * size, size)
    chain.hand.state = chain.root.state
    place_unseen(chain.unseen, world, &chain.hand)
    return deal_backwards(chain.rules, chain.history, &chain.hand, chain.cards, random)


# Playing again


cdef bint _replay(Chain* chain, int stage, double least) noexcept nogil:
    """Play the hand again from a stage on; False if its likelihood falls below the least.

    That also happens if the deal does not lead to the position. The result is in `tried`.
    """
    cdef Replay replay = Replay(&chain.hand, 0, 0)
    _take_up(chain, stage, &replay)
    while True:
        if chain.hand.state.due == DUE_DRAW:
            _note(&replay, &chain.tried[chain.hand.state.drawn // 2])
        if not make_next_act(chain.rules, chain.history, chain.behaviour, &replay):
            break
        if replay.log_likelihood < least:
            return False
    _note(&replay, &chain.tried[chain.draws // 2])
    return replay.log_likelihood > IMPOSSIBLE and replay.log_likelihood >= least and (
        _comes_to_the_position(chain))


cdef void _take_up(Chain* chain, int stage, Replay* replay) noexcept nogil:
    """Begin where what happens at this stage has not yet happened."""
    cdef int pile = 2 * chain.rules.hand + chain.rules.upcard
    if stage == 0:
        deal_hand(chain.rules, &chain.hand, chain.cards, chain.history.dealer)
        return
    chain.hand.state = chain.kept[stage - 1].state
    memcpy(chain.hand.pile, chain.cards + pile, chain.draws)
    if chain.rules.by_kinds:
        memcpy(chain.hand.laid, chain.laid, chain.hand.state.laid * sizeof(Laid))
    replay.acts = chain.kept[stage - 1].acts
    replay.log_likelihood = chain.kept[stage - 1].log_likelihood


cdef inline void _note(const Replay* replay, Checkpoint* checkpoint) noexcept nogil:
    checkpoint.state = replay.hand.state
    checkpoint.acts = replay.acts
    checkpoint.log_likelihood = replay.log_likelihood


cdef bint _comes_to_the_position(const Chain* chain) noexcept nogil:
    """Whether the seat to decide would see what it now sees: what is due, laid and known."""
    cdef const HandState* state = &chain.hand.state
    cdef const HandState* root = &chain.root.state
    cdef int other = 1 - chain.history.seat, seat
    for seat in range(2):
        if (state.seats[seat].table != root.seats[seat].table
                or state.seats[seat].laid != root.seats[seat].laid
                or state.seats[seat].table_high != root.seats[seat].table_high
                or state.seats[seat].laid_high != root.seats[seat].laid_high
                or chain.rules.by_kinds and not _has_same_log(chain, seat)):
            return False
    # What is said about doubles comes just before the next lead, and is not replayed.
    return (state.due == (root.due if root.due < DUE_DOUBLE else DUE_PLAY)
            and state.drawn == root.drawn
            and state.seats[other].known == root.seats[other].known
            and state.seats[other].known_high == root.seats[other].known_high)


cdef bint _has_same_log(const Chain* chain, int seat) noexcept nogil:
    """Whether a seat has laid the same copies in the same melds."""
    cdef const Laid* entry
    cdef const Laid* same
    cdef int i, place = 0
    for i in range(chain.hand.state.laid):
        entry = &chain.hand.laid[i]
        if entry.seat != seat or entry.meld >= chain.rules.melds:
            continue
        while place < chain.root.state.laid and chain.root.laid[place].seat != seat:
            place += 1
        if place == chain.root.state.laid:
            return False
        same = &chain.root.laid[place]
        if (same.meld != entry.meld or same.copies != entry.copies
                or same.copies_high != entry.copies_high):
            return False
        place += 1
    return True


# Steps


cdef void make_steps(Chain* chain, int64_t steps, Random* random) noexcept nogil:
    cdef int64_t _
    for _ in range(steps):
        _make_step(chain, random, False)


cdef void _make_step(Chain* chain, Random* random, bint climbs) noexcept nogil:
    """Try to swap the cards of two places; a climbing chain accepts nothing less likely."""
    cdef Swap swaps[MOST_SWAPS]
    cdef int number = 1, i
    if chain.restriction != NULL:
        number += random_below(random, MOST_SWAPS)
    for i in range(number):
        if not _choose_swap(chain, random, &swaps[i], number == 1):
            return
    _try_swaps(chain, swaps, number, 1 if climbs else 1 - random_share(random))


cdef bint _choose_swap(Chain* chain, Random* random, Swap* swap, bint is_only) noexcept nogil:
    """Choose two places at random; False if it is known that the swap cannot be made."""
    cdef int stock = chain.places - chain.others
    swap.first = random_below(random, chain.others)
    if stock and random_below(random, 2):
        # Cards that the other seat was seen to have cannot be in the stock. With another swap
        # before it, the card may be another one.
        if is_only and not chain.hidden >> _card_in(chain, swap.first)[0] & 1:
            return False
        swap.second = chain.others + random_below(random, stock)
    else:
        swap.second = random_below(random, chain.others)
    return True


cdef void _try_swaps(
    Chain* chain, const Swap* swaps, int number, double share
) noexcept nogil:
    """Make swaps if the likelihood is then more than this share (not 0) of what it was."""
    cdef int stage = MOST_STAGES, i
    cdef double least
    if number == 1 and (
            chain.place[swaps[0].first].stage == chain.place[swaps[0].second].stage
            or _card_in(chain, swaps[0].first)[0] == _card_in(chain, swaps[0].second)[0]):
        return
    least = chain.kept[chain.draws // 2].log_likelihood + log(share)
    for i in range(number):
        stage = min(stage, min(chain.place[swaps[i].first].stage,
                               chain.place[swaps[i].second].stage))
        _swap(_card_in(chain, swaps[i].first), _card_in(chain, swaps[i].second))
    if _is_allowed(chain) and _replay(chain, stage, least):
        _keep_tried(chain, stage)
        chain.accepted += 1
        return
    for i in range(number - 1, -1, -1):
        _swap(_card_in(chain, swaps[i].first), _card_in(chain, swaps[i].second))


cdef bint _is_allowed(const Chain* chain) noexcept nogil:
    """Whether the hand that the other seat then has meets all conditions."""
    cdef const Restriction* restriction = chain.restriction
    cdef const int32_t* condition
    cdef uint8_t held[CARDS]
    cdef int place, i, term, value
    if restriction == NULL:
        return True
    memcpy(held, restriction.held, CARDS)
    for place in range(chain.others, chain.places):
        held[chain.cards[chain.place[place].index]] -= 1
    for i in range(restriction.conditions):
        condition = restriction.condition + i * CONDITION_FIELDS
        value = 0
        for term in range(condition[FIRST_TERM], condition[END_TERM]):
            value += _value_of_term(
                held, restriction.term + term * CARDS, condition[COUNTS_SETS])
        if (condition[LEAST_VALUE] <= value <= condition[MOST_VALUE]) != condition[IS_WANTED]:
            return False
    return True


cdef int _value_of_term(const uint8_t* held, const int16_t* term, bint counts_sets) noexcept nogil:
    """What a hand comes to in one term of a condition."""
    cdef int value = INT_MAX if counts_sets else 0, card
    for card in range(CARDS):
        if not term[card]:
            continue
        if counts_sets:
            value = min(value, held[card] // term[card])
        else:
            value += held[card] * term[card]
    return value


cdef inline uint8_t* _card_in(Chain* chain, int place) noexcept nogil:
    return &chain.cards[chain.place[place].index]


cdef inline void _swap(uint8_t* one, uint8_t* another) noexcept nogil:
    one[0], another[0] = another[0], one[0]


cdef void _keep_tried(Chain* chain, int stage) noexcept nogil:
    """Keep the result from this stage on."""
    memcpy(&chain.kept[stage], &chain.tried[stage],
           (chain.draws // 2 + 1 - stage) * sizeof(Checkpoint))
    chain.hidden = <uint32_t> _hidden_hand(chain).low
    if chain.rules.by_kinds:
        memcpy(chain.laid, chain.hand.laid, chain.hand.state.laid * sizeof(Laid))


# Worlds


cdef inline Planes _hidden_hand(const Chain* chain) noexcept nogil:
    """The cards of the other hand that the seat to decide does not see."""
    cdef const SeatState* other = &(
        chain.kept[chain.draws // 2].state.seats[1 - chain.history.seat])
    cdef Planes hidden = Planes(other.hand, other.hand_high)
    cdef Planes known = Planes(other.known, other.known_high)
    if not other.hand_high:
        return Planes(without_cards(other.hand, other.known), 0)
    while known.low or known.high:
        take_card(&hidden, take_first_card(&known))
    return hidden


cdef void write_world(const Chain* chain, Random* random, uint8_t* world) noexcept nogil:
    """Write the world that the deal leads to: the hidden hand, then the stock in random order."""
    cdef Planes hidden = _hidden_hand(chain)
    cdef int place
    while hidden.low or hidden.high:
        world[0] = take_first_card(&hidden)
        world += 1
    for place in range(chain.others, chain.places):
        world[place - chain.others] = chain.cards[chain.place[place].index]
    shuffle(world, chain.places - chain.others, random)

"""Alpha-beta over three or four open hands and two sides, one question at a time.

Design
------
A position between tricks is the word of cards held and who leads (``deal.pxd``). Its value is
what *side 0* still wins; side 1 wins the rest. `_search` answers whether the value reaches `bound`,
fail-soft: a number at or above `bound` is a lower bound of the value, one below it an upper bound.
Exact values come from a few such questions (``solver.pyx``).

Between tricks, in this order: nothing to ask; the suits are looked up (``suits.pxd``); what
the leader cashes bounds the value (``bounds.pyx``); the table (``table.pxd``) bounds it
by positions that differ only in cards that do not matter; the other sure tricks do, which take
longer to count; the leads are tried, and in each trick the cards of the others: first the one that
answered last where there was the same choice (``killers.pxd``), then the others, those first
that look best (``moves.pyx``). Within a trick nothing is stored: what its cards come to is a
position between tricks. With each answer comes on which ranks it rests; moves that differ only
below these are refuted together.
"""

from libc.stdint cimport uint64_t

from pinochle_solver._core.bits cimport (
    bit, bit_count, c_assert, fetch_ahead, lowest_bit,
)
from pinochle_solver._core.double_dummy.bounds cimport Lead, bound_by_cash, bound_by_sure_tricks
from pinochle_solver._core.double_dummy.deal cimport ANY_TRUMP, beating, may_play, points_of_cards
from pinochle_solver._core.double_dummy.killers cimport (
    NO_KILLER, allocate_open_killers, choice_of_follow, choice_of_lead, forget_killers,
    free_open_killers, killer_of, remember_killer,
)
from pinochle_solver._core.double_dummy.moves cimport (
    GIVEN_UP, MOST_MOVES, Move, fill_in_move, list_cards, pick_best_first, put_first, rank_of_run,
    skip_alike,
)
from pinochle_solver._core.double_dummy.ordering cimport (
    AGAINST_ONE, ALONE, PARTNERS, SIDINGS, TUNED_OPEN_WEIGHTS,
)
from pinochle_solver._core.double_dummy.suits cimport (
    OWNER_BITS, OWNERS_A_WORD, OpenSuit, allocate_open_suits, free_open_suits, look_up_open_suit,
    prepare_open_suits,
)
from pinochle_solver._core.double_dummy.table cimport (
    COUNT_BITS, DEPTH_BITS, DEPTHS, ENTRIES, MOST_TOPS, NO_BUCKET, TOP_BITS, OpenBucket, OpenDepths,
    OpenTable, add_entry, allocate_open_table, count_in, counts_of, forget_all, free_open_table,
    has_key, key_at_depth, mark_of_wanted, put_in_front, was_seen,
)
from pinochle_solver._core.double_dummy.techniques cimport (
    NO_ALIKE, NO_DISCARDS, NO_KILLERS, NO_PARTITIONS, NO_SHIFTED_BOUNDS, NO_SURE_TRICKS, NO_TABLE,
)
from pinochle_solver._core.double_dummy.tricks cimport Trick, play_card
from pinochle_solver._core.hashing cimport mix, spread
from pinochle_solver._core.layout cimport SUITS
from pinochle_solver._core.limits cimport must_stop


cdef bint allocate_open_search(OpenSearch* search, size_t table_bytes) noexcept nogil:
    """Make room for the tables; return whether there was memory."""
    cdef int siding
    if not allocate_open_suits(&search.suits):
        return False
    if not allocate_open_table(&search.table, table_bytes):
        free_open_suits(&search.suits)
        return False
    if not allocate_open_killers(&search.killers):
        free_open_suits(&search.suits)
        free_open_table(&search.table)
        return False
    search.left_out = 0
    for siding in range(SIDINGS):
        search.weights[siding] = TUNED_OPEN_WEIGHTS[siding]
    return True


cdef void free_open_search(OpenSearch* search) noexcept nogil:
    free_open_suits(&search.suits)
    free_open_table(&search.table)
    free_open_killers(&search.killers)


cdef void begin_open_search(OpenSearch* search) noexcept nogil:
    """Turn to the deal in `search.deal`; the tables are empty again."""
    cdef int seat, side, larger = 0     # by how much side 1 is
    for seat in range(search.deal.seats):
        larger += 1 if search.deal.side[seat] else -1
    for side in range(2):
        search.order[side] = &search.weights[
            PARTNERS if larger == 0 else AGAINST_ONE if (larger > 0) == side else ALONE]
    prepare_open_suits(&search.suits, &search.deal)
    forget_all(&search.table)
    forget_killers(&search.killers)
    search.nodes = 0
    search.stopped = must_stop(&search.limits, 0)


# What is known of a lead without searching on


cdef inline void _look_up(OpenSearch* search, Lead* at) noexcept nogil:
    cdef int suit
    at.key = mix(at.leader, 0x2545F491)
    at.tops = 0
    for suit in range(SUITS):
        at.suit[suit] = look_up_open_suit(&search.suits, at.held, suit)
        if search.left_out & NO_PARTITIONS or suit == search.deal.trump:
            at.key += at.suit[suit].structure
        else:
            at.key += at.suit[suit].lengths
        if suit != search.deal.trump:
            at.tops = at.tops << TOP_BITS | at.suit[suit].owners[0] >> 64 - TOP_BITS
    at.key = spread(at.key)
    fetch_ahead(&search.table.depths[at.key & search.table.depths_mask])


# The search


cdef int value_of_trick(
    OpenSearch* search, const Trick* trick, uint64_t* matter
) noexcept nogil:
    """Side 0's points from the beginning of a trick on, as `_search` bounds them."""
    cdef const OpenDeal* deal = &search.deal
    cdef Move only
    cdef int seat, value
    cdef uint64_t hand, legal
    if trick.count == deal.seats:
        return _value_after_trick(search, trick, matter)
    seat = (trick.leader + trick.count) % deal.seats
    hand = trick.held & deal.owned[seat]
    legal = may_play(deal, hand, trick.suit_led, trick.best)
    if legal & (legal - 1) == 0:
        only.card = only.lowest = lowest_bit(legal)
        value = _value_of_move(search, trick, &only, matter)
    else:
        value = _value_of_choice(
            search, trick, seat, legal,
            choice_of_follow(legal, seat, trick.leader, trick.suit_led, trick.best), matter)
    matter[0] |= _rank_that_obliges(deal, trick, hand, value)
    return value


cdef inline int _value_of_move(
    OpenSearch* search, const Trick* trick, const Move* move, uint64_t* matter
) noexcept nogil:
    cdef Trick next_trick = trick[0]
    play_card(&search.deal, &next_trick, move.card, move.lowest)
    return value_of_trick(search, &next_trick, matter)


cdef int _value_of_choice(
    OpenSearch* search, const Trick* trick, int seat, uint64_t legal, uint64_t choice,
    uint64_t* matter,
) noexcept nogil:
    """The value with the best of a seat's legal cards, or the first that answers: the killer first.

    `choice` is the key of these cards among the killers.
    """
    cdef const OpenDeal* deal = &search.deal
    cdef Move moves[MOST_MOVES]
    cdef Move killer
    cdef int i, count, value, value_of_killer = 0, best
    cdef bint maximizes = deal.side[seat] == 0
    cdef bint has_killer = _find_killer(search, trick, seat, legal, choice, &killer)
    cdef uint64_t of_one, of_killer = 0, of_all = 0
    if has_killer:
        value_of_killer = _value_of_move(search, trick, &killer, &of_killer)
        if search.stopped:
            return 0
        if maximizes == (value_of_killer >= trick.bound):
            search.answered_by = killer.card
            matter[0] = of_killer
            return value_of_killer
    count = list_cards(
        deal, search.order[deal.side[seat]], search.left_out, trick, seat, legal, moves, &of_all)
    if has_killer:
        put_first(moves, count, killer.card)
    best = -1 if maximizes else trick.outstanding + 1
    for i in range(count):
        pick_best_first(moves, i, count)
        if moves[i].score == GIVEN_UP:
            break
        if has_killer and i == 0:
            c_assert(moves[i].card == killer.card)
            value, of_one = value_of_killer, of_killer
        else:
            value = _value_of_move(search, trick, &moves[i], &of_one)
        if search.stopped:
            return 0
        if maximizes:
            best = value if value > best else best
        else:
            best = value if value < best else best
        if maximizes == (best >= trick.bound):
            remember_killer(&search.killers, choice, moves[i].card)
            search.answered_by = moves[i].card
            matter[0] = of_one
            return best
        of_all |= of_one | rank_of_run(deal, &moves[i], of_one)
        if not search.left_out & (NO_ALIKE | NO_PARTITIONS):
            value = skip_alike(
                deal, moves, i, count, value, trick.bound, of_one, &of_all)
            if maximizes == (value > best):
                best = value
    matter[0] = of_all
    return best


cdef inline bint _find_killer(
    OpenSearch* search, const Trick* trick, int seat, uint64_t legal, uint64_t choice, Move* killer
) noexcept nogil:
    """Fill in the move that stands for the killer of a choice; return whether there is one."""
    cdef int card = killer_of(&search.killers, choice)
    if card == NO_KILLER or search.left_out & NO_KILLERS:
        return False
    if not legal & bit(card):       # of another choice with the same key
        return False
    killer.card = card
    fill_in_move(&search.deal, search.left_out, trick, seat, legal, killer)
    return True


cdef inline uint64_t _rank_of_best(
    const OpenDeal* deal, const Trick* trick, int value
) noexcept nogil:
    """The rank of a trick's best card, if it matters to the proof of a value.

    Whose proof it is needs the card itself; of the other side any of the run is met.
    """
    cdef int prover = 0 if value >= trick.bound else 1
    return bit(trick.best if deal.side[trick.best_seat] == prover else trick.lowest_of_best)


cdef inline uint64_t _rank_that_obliges(
    const OpenDeal* deal, const Trick* trick, uint64_t hand, int value
) noexcept nogil:
    """The rank of a trick's best card, if what may be played from `hand` depends on it."""
    cdef int suit = deal.suit_of[trick.best]
    if hand & deal.suit[trick.suit_led]:
        if suit == trick.suit_led and (suit == deal.trump or deal.must_head):
            return _rank_of_best(deal, trick, value)
    elif deal.ruff != ANY_TRUMP and suit == deal.trump and hand & deal.trumps:
        return _rank_of_best(deal, trick, value)
    return 0


cdef inline int _value_after_trick(
    OpenSearch* search, const Trick* trick, uint64_t* matter
) noexcept nogil:
    cdef const OpenDeal* deal = &search.deal
    cdef int points = trick.points if trick.tricks > 1 else trick.outstanding
    cdef int suit = deal.suit_of[trick.best], value
    if deal.side[trick.best_seat]:
        value = _search(search, trick.held, trick.best_seat, trick.tricks - 1, trick.bound,
                        trick.outstanding - points, matter)
    else:
        value = points + _search(search, trick.held, trick.best_seat, trick.tricks - 1,
                                 trick.bound - points, trick.outstanding - points, matter)
    if trick.played & deal.suit[suit] & ~bit(trick.best):
        matter[0] |= _rank_of_best(deal, trick, value)
    return value


cdef int value_of_lead(
    OpenSearch* search, uint64_t held, int leader, int tricks, int bound, int outstanding,
    uint64_t* matter,
) noexcept nogil:
    """Side 0's points from a lead on, as `_search` bounds them."""
    return _search(search, held, leader, tricks, bound, outstanding, matter)


cdef int _search(
    OpenSearch* search, uint64_t held, int leader, int tricks, int bound, int outstanding,
    uint64_t* matter,
) noexcept nogil:
    """Side 0's points still to come: at least `bound`, or at most the number returned.

    `matter` is given the cards of plain suits on whose ranks that rests; all above them count in.
    """
    cdef Lead at
    cdef int value
    matter[0] = 0
    search.nodes += 1
    if search.nodes > search.limits.next_poll and not search.stopped:
        search.stopped = must_stop(&search.limits, search.nodes)
    if search.stopped or bound <= 0:
        return 0
    if bound > outstanding:
        return outstanding
    if tricks == 0:
        return 0
    c_assert(points_of_cards(&search.deal, held) + search.deal.last_trick == outstanding)
    if tricks == 1:
        return _last_trick(search, held, leader, outstanding, matter)
    _set_out(search, &at, held, leader, tricks, outstanding)
    at.bound = bound
    value = _known_value(search, &at, matter)
    return value if value >= 0 else _try_leads(search, &at, matter)


cdef inline void _set_out(
    OpenSearch* search, Lead* at, uint64_t held, int leader, int tricks, int outstanding
) noexcept nogil:
    at.held, at.leader, at.tricks, at.outstanding = held, leader, tricks, outstanding
    _look_up(search, at)


cdef inline int _known_value(OpenSearch* search, Lead* at, uint64_t* matter) noexcept nogil:
    """A bound that answers the question without trying a lead, or -1."""
    cdef int value
    at.low, at.high = 0, at.outstanding
    if not search.left_out & NO_SURE_TRICKS and bound_by_cash(&search.deal, at, matter):
        return at.low if at.low >= at.bound else at.high
    if not search.left_out & NO_TABLE:
        value = _known_bound(search, at, matter)
        if value >= 0:
            return value
    if not search.left_out & NO_SURE_TRICKS and bound_by_sure_tricks(
            &search.deal, at, search.left_out & NO_DISCARDS == 0, matter):
        return at.low if at.low >= at.bound else at.high
    return -1


cdef void bound_without_search(
    OpenSearch* search, uint64_t held, int leader, int tricks, int outstanding, int* low, int* high
) noexcept nogil:
    """Set `low` and `high` to what is known of side 0's points from a lead on, after a stop."""
    cdef Lead at
    cdef uint64_t matter = 0
    cdef int value
    cdef bint from_below
    low[0], high[0] = 0, outstanding
    if tricks == 0:
        return
    if tricks == 1:
        low[0] = high[0] = _last_trick(search, held, leader, outstanding, &matter)
        return
    _set_out(search, &at, held, leader, tricks, outstanding)
    for from_below in range(2):
        while low[0] < high[0]:
            at.bound = low[0] + 1 if from_below else high[0]
            value = _known_value(search, &at, &matter)
            if value < 0:
                break
            if value >= at.bound:
                low[0] = value
            else:
                high[0] = value


# The table


cdef inline void _shift(
    const OpenDeal* deal, uint64_t held, uint64_t other, int suit, int* less, int* more
) noexcept nogil:
    """Add up by how much the cards of `held` count less and more than those of `other`."""
    cdef uint64_t ours, theirs
    cdef int seat, difference
    for seat in range(deal.seats):
        ours = held & deal.suit[suit] & deal.owned[seat]
        theirs = other & deal.suit[suit] & deal.owned[seat]
        if ours == theirs:
            continue
        while ours:
            difference = deal.points[lowest_bit(ours)] - deal.points[lowest_bit(theirs)]
            if difference < 0:
                less[0] += difference
            else:
                more[0] += difference
            ours &= ours - 1
            theirs &= theirs - 1


cdef inline bint _is_like(
    OpenSearch* search, Lead* at, uint64_t held, uint64_t counts
) noexcept nogil:
    """Whether the cards that matter to an entry have the same owners here, with the same ties."""
    cdef const OpenSuit* theirs
    cdef const OpenSuit* ours
    cdef uint64_t differing, further
    cdef int suit, count
    for suit in range(SUITS):
        count = count_in(counts, suit)
        if suit == search.deal.trump or count <= MOST_TOPS:     # the key tells that they are
            continue
        theirs = look_up_open_suit(&search.suits, held, suit)
        differing, further = theirs.owners[0], theirs.owners[1]
        # Suits of many cards share places: that may have been this one's.
        ours = at.suit[suit] = look_up_open_suit(&search.suits, at.held, suit)
        differing, further = differing ^ ours.owners[0], further ^ ours.owners[1]
        if count <= OWNERS_A_WORD:
            differing, further = differing >> 64 - OWNER_BITS * count, 0
        else:
            further >>= 64 - OWNER_BITS * (count - OWNERS_A_WORD)
        if differing or further:
            return False
    return True


cdef inline uint64_t _last_that_matter(const Lead* at, uint64_t counts) noexcept nogil:
    """The lowest card of each suit that matters to an entry, as they are here."""
    cdef uint64_t cards = 0
    cdef int suit
    for suit in range(SUITS):
        if count_in(counts, suit):
            cards |= bit(at.suit[suit].from_top[count_in(counts, suit) - 1])
    return cards


cdef int _known_bound(OpenSearch* search, Lead* at, uint64_t* matter) noexcept nogil:
    """A bound from the table that answers, or -1."""
    cdef OpenTable* table = &search.table
    cdef uint64_t keys[DEPTHS]
    cdef int i, value, count = _list_keys(table, at, keys)
    for i in range(count):
        fetch_ahead(&table.first[keys[i] & table.first_mask])
    for i in range(count):
        value = _bound_in_list(search, at, keys[i], matter)
        if value >= 0:
            return value
    return -1


cdef inline int _bound_in_list(
    OpenSearch* search, Lead* at, uint64_t key, uint64_t* matter
) noexcept nogil:
    """A bound of an entry with this key that answers, or -1."""
    cdef OpenTable* table = &search.table
    cdef OpenBucket* first = &table.first[key & table.first_mask]
    cdef OpenBucket* bucket = first
    cdef int entry, value
    if first.generation != table.generation:
        return -1
    while True:
        fetch_ahead(&table.further[bucket.next])
        for entry in range(ENTRIES):
            if not has_key(bucket, entry, key) or not bucket.held[entry]:
                continue
            value = _bound_by_entry(
                search, at, bucket.held[entry], counts_of(bucket, entry), bucket.bound[entry])
            if value >= 0:
                matter[0] = _last_that_matter(at, counts_of(bucket, entry))
                bucket.matter |= mark_of_wanted(entry)
                if bucket is not first or entry:
                    put_in_front(first, bucket, entry)
                return value
        if bucket.next == NO_BUCKET:
            return -1
        bucket = &table.further[bucket.next]


cdef inline int _list_keys(OpenTable* table, const Lead* at, uint64_t* keys) noexcept nogil:
    """The keys that entries for a position may have."""
    cdef const OpenDepths* depths = &table.depths[at.key & table.depths_mask]
    cdef uint64_t there = depths.there
    cdef int count = 0
    if depths.generation != table.generation:
        return 0
    while there:
        keys[count] = key_at_depth(table, at.key, at.tops, lowest_bit(there))
        there &= there - 1
        count += was_seen(depths, keys[count])
    return count


cdef inline int _bound_by_entry(
    OpenSearch* search, Lead* at, uint64_t held, uint64_t counts, int bound
) noexcept nogil:
    """What an entry with the right key says of a position if that answers, or -1."""
    cdef const OpenDeal* deal = &search.deal
    cdef uint64_t differing = held ^ at.held
    cdef int suit, less = 0, more = 0, value = bound >> 1
    cdef bint upper = bound & 1
    if upper == (value >= at.bound):        # shifted it says even less
        return -1
    if differing:
        if search.left_out & NO_SHIFTED_BOUNDS or not _is_like(search, at, held, counts):
            return -1
        for suit in range(SUITS):
            if differing & deal.suit[suit]:
                _shift(deal, at.held, held, suit, &less, &more)
        value += more if upper else less
    return value if upper != (value >= at.bound) else -1


cdef inline void _remember(
    OpenSearch* search, const Lead* at, int value, bint upper, uint64_t matter
) noexcept nogil:
    cdef const OpenDeal* deal = &search.deal
    cdef uint64_t marked, in_suit, counts = 0
    cdef int suit, count, depth = 0
    for suit in range(SUITS):
        in_suit = at.held & deal.suit[suit]
        marked = matter & deal.suit[suit]
        count = 0
        if search.left_out & NO_PARTITIONS:
            count = bit_count(in_suit)
        elif marked:
            marked = deal.identical[lowest_bit(marked)]
            count = bit_count(in_suit & ~((marked & -marked) - 1))
        counts |= <uint64_t> count << suit * COUNT_BITS
        if suit != deal.trump:
            depth = depth << DEPTH_BITS | min(count, <int> MOST_TOPS)
    add_entry(&search.table, at.key, at.tops, depth, at.held, counts, value << 1 | upper)


cdef inline int _last_trick(
    OpenSearch* search, uint64_t held, int leader, int outstanding, uint64_t* matter
) noexcept nogil:
    cdef const OpenDeal* deal = &search.deal
    cdef int best = lowest_bit(held & deal.owned[leader]), winner = leader, i, seat
    cdef uint64_t card
    for i in range(1, deal.seats):
        seat = (leader + i) % deal.seats
        card = held & deal.owned[seat]
        if beating(deal, best) & card:
            best, winner = lowest_bit(card), seat
    i = deal.suit_of[best]
    if held & deal.suit[i] & ~bit(best):
        matter[0] = bit(best)
    return 0 if deal.side[winner] else outstanding


cdef int _try_leads(OpenSearch* search, Lead* at, uint64_t* matter) noexcept nogil:
    """Search on below a lead that nothing known decides, and remember the result."""
    cdef uint64_t hand = at.held & search.deal.owned[at.leader]
    cdef Trick trick
    cdef int value
    trick.held, trick.leader, trick.count = at.held, at.leader, 0
    trick.suit_led = trick.best = trick.best_seat = trick.points = trick.lowest_of_best = 0
    trick.played = 0
    trick.tricks, trick.outstanding, trick.bound = at.tricks, at.outstanding, at.bound
    value = _value_of_choice(search, &trick, at.leader, hand, choice_of_lead(hand), matter)
    if not search.stopped:
        _remember(search, at, value, value < at.bound, matter[0])
    return value

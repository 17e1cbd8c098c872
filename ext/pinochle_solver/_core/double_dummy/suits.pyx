"""Describes the cards left in one suit of three or four open hands (``suits.pxd``).

Structure
---------
Two holdings of a suit play alike, but for points, when reading the cards from the top gives the
same owners, with the same ties between hands. Equal cards within one hand are no tie.

Sure tricks
-----------
*Cashable*, by a seat that leads: its cards that no other card of the suit beats, as long as all who
have trumps must follow suit. (Its partner's cards count as beating them too, because they would
take the lead away.) Once all others have run out of the suit, the rest of its cards are cashable,
too. The points are those of its highest such cards, of the cheapest that the other side must follow
with, and of the richest that its own side may follow with, if no obligation to head is in the way.
It takes the highest and not the richest, which need not be the same: whoever wins the first of
these tricks from a lead of another needs the top card, and the proof rests on as few ranks.

*Sure* trumps: each of a seat's trumps falls to another trick, and nothing but a trump of an enemy
that is as high or higher wins this trick from its side. So those that lose can be paired with such
trumps, each with another one. How many these are at most, and what they cost at most, is found at
once: one after the other, richest first, each joins those that can be paired if it still can (as
these sets are a matroid: Edmonds and Fulkerson 1965).
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit, bit_count, highest_bit, lowest_bit
from pinochle_solver._core.hashing cimport mix
from pinochle_solver._core.layout cimport MAX_CARDS, RANKS


cdef enum:
    # Added to the number of a seat.
    LAST_TIED = 8
    FIRST_TIED = 16
    TIED = 24


cdef bint allocate_open_suits(OpenSuits* cache) noexcept nogil:
    cdef int suit
    memset(cache, 0, sizeof(OpenSuits))
    for suit in range(SUITS):
        cache.facts[suit] = <OpenSuit*> calloc(1 << DIRECT_BITS, sizeof(OpenSuit))
        if cache.facts[suit] is NULL:
            free_open_suits(cache)
            return False
    return True


cdef void free_open_suits(OpenSuits* cache) noexcept nogil:
    cdef int suit
    for suit in range(SUITS):
        free(cache.facts[suit])
        cache.facts[suit] = NULL


cdef void prepare_open_suits(OpenSuits* cache, const OpenDeal* deal) noexcept nogil:
    """Turn to another deal and forget what is known of the last one."""
    cdef int suit
    cdef uint64_t cards
    cache.deal = deal
    cache.generation += <uint64_t> 1 << 32
    if cache.generation == 0:       # all stamps have been used: the first one again, cleared
        for suit in range(SUITS):
            memset(cache.facts[suit], 0, sizeof(OpenSuit) << DIRECT_BITS)
        cache.generation = <uint64_t> 1 << 32
    for suit in range(SUITS):
        cards = deal.suit[suit]
        cache.shift[suit] = lowest_bit(cards) if cards else 0
        cache.multiplier[suit], cache.fold[suit] = 1, 0
        if bit_count(cards) > DIRECT_BITS:
            cache.multiplier[suit], cache.fold[suit] = <uint32_t> 0x9E3779B1u, 32 - DIRECT_BITS


cdef void describe_open_suit(
    OpenSuits* cache, int suit, uint64_t stamp, OpenSuit* facts
) noexcept nogil:
    cdef const OpenDeal* deal = cache.deal
    cdef uint64_t held = <uint64_t> <uint32_t> stamp << cache.shift[suit]
    cdef uint64_t theirs, mine
    cdef int seat
    facts.stamp = stamp
    facts.structure = _structure(deal, suit, held)
    _list_owners(deal, held, facts)
    if suit == deal.trump:
        _count_sure_trumps(deal, held, facts)
    facts.lengths = mix(suit + 1, 0x5B)
    for seat in range(deal.seats):
        facts.length[seat] = bit_count(held & deal.owned[seat])
        facts.lengths = mix(facts.lengths, facts.length[seat])
    facts.top_seat = NO_SEAT
    for seat in range(deal.seats):
        mine, theirs = held & deal.owned[seat], held & ~deal.owned[seat]
        if theirs:
            mine &= deal.above[highest_bit(theirs)]
        if mine:
            facts.top_seat = seat
        facts.ranks[seat] = 0
        mine = held & deal.owned[seat]
        while mine:
            facts.ranks[seat] += <uint64_t> 1 << 8 * (deal.card_index[lowest_bit(mine)] % RANKS)
            mine &= mine - 1
        _count_cashable(deal, suit, held, seat, facts)


cdef uint64_t _structure(const OpenDeal* deal, int suit, uint64_t held) noexcept nogil:
    cdef uint64_t equal, hash = mix(suit + 1, 0)
    cdef int seat, owners, owner, counts, copies, _
    while held:
        equal = deal.identical[highest_bit(held)] & held
        held &= ~equal
        owners = counts = owner = 0
        for seat in range(deal.seats):
            copies = bit_count(equal & deal.owned[seat])
            counts = counts << 4 | copies
            if copies:
                owners += 1
                owner = seat
        if owners > 1:
            hash = mix(hash, 64 + counts)
        else:
            for _ in range(bit_count(equal)):
                hash = mix(hash, owner + 1)
    return mix(hash, 5)


cdef void _list_owners(const OpenDeal* deal, uint64_t held, OpenSuit* facts) noexcept nogil:
    """Fill in the cards from the top, with their owners: equal ones by seats, marked as tied.

    The first, the last and those between have different marks, so that a tie with one more seat is
    told apart from this one wherever the comparison ends.
    """
    cdef uint64_t equal, mine, code
    cdef int seat, first, last
    facts.count = 0
    facts.owners[0] = facts.owners[1] = 0
    while held:
        equal = deal.identical[highest_bit(held)] & held
        held &= ~equal
        first, last = facts.count, facts.count + bit_count(equal) - 1
        for seat in range(deal.seats):
            mine = equal & deal.owned[seat]
            while mine:
                code = seat + 1
                if equal & ~deal.owned[seat]:
                    code += (FIRST_TIED if facts.count == first
                             else LAST_TIED if facts.count == last else TIED)
                facts.owners[facts.count // OWNERS_A_WORD] |= (
                    code << 64 - OWNER_BITS * (facts.count % OWNERS_A_WORD + 1))
                facts.from_top[facts.count] = lowest_bit(mine)
                facts.count += 1
                mine &= mine - 1


cdef int _points(const OpenDeal* deal, uint64_t cards) noexcept nogil:
    cdef int total = 0
    while cards:
        total += deal.points[lowest_bit(cards)]
        cards &= cards - 1
    return total


cdef bint _can_be_paired(const OpenDeal* deal, uint64_t mine, uint64_t theirs) noexcept nogil:
    """Whether each card can be paired with another one of theirs that is as high or higher."""
    cdef int card, count = 0
    while mine:
        card = highest_bit(mine)
        mine &= ~bit(card)
        count += 1
        if bit_count(theirs & (deal.above[card] | deal.identical[card])) < count:
            return False
    return True


cdef inline int _richest(const OpenDeal* deal, uint64_t cards) noexcept nogil:
    cdef int best = lowest_bit(cards), card
    while cards:
        card = lowest_bit(cards)
        if deal.points[card] > deal.points[best]:
            best = card
        cards &= cards - 1
    return best


cdef void _count_sure_trumps(const OpenDeal* deal, uint64_t held, OpenSuit* facts) noexcept nogil:
    cdef uint64_t rest, losing, theirs, winning
    cdef int seat, side, card
    for side in range(2):
        facts.sure_points[side], facts.lowest_sure[side] = 0, NO_RANK
    for seat in range(deal.seats):
        side = deal.side[seat]
        winning = rest = held & deal.owned[seat]
        theirs = held & deal.of_side[1 - side]
        losing = 0
        while rest:
            card = _richest(deal, rest)
            rest &= ~bit(card)
            if _can_be_paired(deal, losing | bit(card), theirs):
                losing |= bit(card)
        winning &= ~losing
        facts.sure_trumps[seat] = (
            <uint32_t> bit_count(winning) << TRICKS | <uint32_t> _points(deal, winning) << POINTS)
        facts.sure_points[side] += _points(deal, winning)
        if winning and theirs:
            card = lowest_bit(held & deal.owned[seat] if losing else winning)
            facts.lowest_sure[side] = min(<int> facts.lowest_sure[side], card)


cdef struct Sums:
    # Points of the first 0, 1, 2 ... of some cards.
    int count
    int of_first[MAX_CARDS + 1]


cdef void _sum_up(
    const OpenDeal* deal, uint64_t cards, bint richest_first, Sums* sums
) noexcept nogil:
    cdef int point[MAX_CARDS]
    cdef int i, value
    sums.count = 0
    while cards:
        value = deal.points[lowest_bit(cards)]
        cards &= cards - 1
        i = sums.count
        while i and (point[i - 1] < value if richest_first else point[i - 1] > value):
            point[i] = point[i - 1]
            i -= 1
        point[i] = value
        sums.count += 1
    sums.of_first[0] = 0
    for i in range(sums.count):
        sums.of_first[i + 1] = sums.of_first[i] + point[i]


cdef inline int _of_first(const Sums* sums, int count) noexcept nogil:
    return sums.of_first[count if count < sums.count else sums.count]


cdef void _count_cashable(
    const OpenDeal* deal, int suit, uint64_t held, int seat, OpenSuit* facts
) noexcept nogil:
    cdef Sums follow[MOST_SEATS]
    cdef Sums own
    cdef uint64_t mine = held & deal.owned[seat], others = held & ~mine, winners = mine
    cdef int i, other, most = 0, count, length = bit_count(mine), limit, tricks, points
    cdef int trumpers
    if others:
        winners = mine & (deal.above[highest_bit(others)] | deal.identical[highest_bit(others)])
    count = bit_count(winners)
    for i in range(1, deal.seats):
        other = (seat + i) % deal.seats
        most = facts.length[other] if facts.length[other] > most else most
        _sum_up(deal, held & deal.owned[other],
                deal.side[other] == deal.side[seat] and not deal.must_head
                and suit != deal.trump, &follow[i])
    facts.draws[seat] = count >= most
    facts.longest_of_others[seat] = most
    own.count, own.of_first[0] = length, 0
    for i in range(length):
        own.of_first[i + 1] = own.of_first[i] + deal.points[highest_bit(mine)]
        mine &= ~bit(highest_bit(mine))
    for trumpers in range(1 << (deal.seats - 1)):
        limit = length if count >= most else count
        if suit != deal.trump:
            for i in range(1, deal.seats):
                if trumpers >> (i - 1) & 1 and facts.length[(seat + i) % deal.seats] < limit:
                    limit = facts.length[(seat + i) % deal.seats]
        tricks = limit
        points = _of_first(&own, tricks)
        for i in range(1, deal.seats):
            points += _of_first(&follow[i], tricks)
        facts.cashable[seat][trumpers] = (
            <uint32_t> tricks << TRICKS | <uint32_t> points << POINTS)

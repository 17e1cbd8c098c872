"""The exact value of every trick-boundary state of a deal, from the last card backwards.

Design
------
A state is a subset of south's hand, a subset of north's hand of the same size, and who leads. The
subsets are numbers of at most 12 bits, so that all states fit an array indexed by

    leader : 1 | south's subset : hand bits | north's subset : hand bits

A trick leads to smaller subsets, which are smaller numbers. So when the array is filled upwards,
every successor is known when it is needed. Nothing is pruned, no cards are treated as equivalent,
and each state is computed once. The rules are those of the search, `legal_replies`; the search is
not used.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.layout cimport (
    SEATS, Layout, PlayoffRules, Position, build_layout, is_sound, legal_replies,
)


cdef inline size_t _state_index(int hand, int leader, size_t south, size_t north) noexcept nogil:
    return (<size_t> leader << (2 * hand)) | (south << hand) | north


cdef inline size_t _subset(const Layout* layout, int seat, uint64_t held) noexcept nogil:
    """Which of a seat's cards are in `held`, as a number: its lowest card is bit 0."""
    cdef uint64_t hand = layout.owned[seat]
    cdef size_t subset = 0, place = 1
    while hand:
        if held & hand & (~hand + 1):
            subset |= place
        hand &= hand - 1
        place <<= 1
    return subset


cdef void _tabulate_subsets(WholeDeal* deal, int seat) noexcept nogil:
    cdef int cards[MOST_CARDS]
    cdef uint64_t hand = deal.layout.owned[seat]
    cdef size_t subset, rest
    cdef int i = 0
    while hand:
        cards[i] = lowest_bit(hand)
        hand &= hand - 1
        i += 1
    for subset in range(1, <size_t> 1 << deal.hand):
        rest = subset & (subset - 1)
        i = cards[lowest_bit(subset)]
        deal.words[seat][subset] = deal.words[seat][rest] | bit(i)
        deal.points[seat][subset] = deal.points[seat][rest] + deal.layout.points[i]


cdef int _after_trick(
    WholeDeal* deal, uint64_t held, int leader, int lead, int reply, int outstanding
) noexcept nogil:
    """The leader's points from a trick on; `held` is without both of its cards."""
    cdef const Layout* layout = &deal.layout
    cdef bint beaten = (layout.beating[lead] & bit(reply)) != 0
    cdef int trick = layout.points[lead] + layout.points[reply]
    cdef int winner = 1 - leader if beaten else leader
    cdef int rest
    if not held:
        return 0 if beaten else outstanding
    rest = deal_value(deal, held, winner)
    return outstanding - trick - rest if beaten else trick + rest


cdef int _leader_value(
    WholeDeal* deal, uint64_t mine, uint64_t theirs, int leader, int outstanding
) noexcept nogil:
    cdef uint64_t leads = mine, replies
    cdef int lead, reply, value, worst, best = -1
    while leads:
        lead = lowest_bit(leads)
        leads &= leads - 1
        replies = legal_replies(&deal.layout, theirs, lead)
        worst = outstanding
        while replies:
            reply = lowest_bit(replies)
            replies &= replies - 1
            value = _after_trick(deal, (mine | theirs) & ~bit(lead) & ~bit(reply),
                                 leader, lead, reply, outstanding)
            if value < worst:
                worst = value
        if worst > best:
            best = worst
    return best


cdef void _solve_all(WholeDeal* deal) noexcept nogil:
    cdef size_t south, north, subsets = <size_t> 1 << deal.hand
    cdef uint64_t south_word, north_word
    cdef int outstanding
    for south in range(1, subsets):
        for north in range(1, subsets):
            if bit_count(south) != bit_count(north):
                continue
            south_word, north_word = deal.words[0][south], deal.words[1][north]
            outstanding = (deal.points[0][south] + deal.points[1][north]
                           + deal.layout.last_trick)
            deal.values[_state_index(deal.hand, 0, south, north)] = _leader_value(
                deal, south_word, north_word, 0, outstanding)
            deal.values[_state_index(deal.hand, 1, south, north)] = _leader_value(
                deal, north_word, south_word, 1, outstanding)


cdef int deal_value(const WholeDeal* deal, uint64_t held, int leader) noexcept nogil:
    """The leader's points still to come when `held` is left of the deal."""
    return deal.values[_state_index(
        deal.hand, leader, _subset(&deal.layout, 0, held), _subset(&deal.layout, 1, held))]


cdef class RetrogradeDeal:
    """Every trick-boundary state of one deal, solved when it is made."""

    def __cinit__(self, const uint8_t[::1] position, const uint8_t[::1] rules):
        cdef WholeDeal* deal = &self.deal
        cdef int seat
        cdef size_t subsets
        if (<size_t> position.shape[0] != sizeof(Position)
                or <size_t> rules.shape[0] != sizeof(PlayoffRules)):
            raise ValueError("expected one position record and one row of rules")
        if not is_sound(<const Position*> &position[0], 1):
            raise ValueError("no sound position record")
        build_layout(
            &deal.layout, <const Position*> &position[0], <const PlayoffRules*> &rules[0])
        deal.hand = bit_count(deal.layout.owned[0])
        if deal.hand > MOST_CARDS:
            raise ValueError(f"retrograde analysis takes hands of at most {MOST_CARDS} cards")
        subsets = <size_t> 1 << deal.hand
        deal.values = <int16_t*> calloc(2 * subsets * subsets, sizeof(int16_t))
        for seat in range(SEATS):
            deal.words[seat] = <uint64_t*> calloc(subsets, sizeof(uint64_t))
            deal.points[seat] = <int16_t*> calloc(subsets, sizeof(int16_t))
            if (deal.values is NULL or deal.words[seat] is NULL or deal.points[seat] is NULL):
                raise MemoryError(f"no memory for all states of {deal.hand} cards a hand")
        with nogil:
            for seat in range(SEATS):
                _tabulate_subsets(deal, seat)
            _solve_all(deal)

    def __dealloc__(self):
        cdef int seat
        free(self.deal.values)
        for seat in range(SEATS):
            free(self.deal.words[seat])
            free(self.deal.points[seat])

    def leader_points(self, south: int, north: int, leader: int) -> int:
        """The leader's points still to come; subsets of the hands as numbers, lowest card bit 0.

        Raises ValueError for anything that is not a state of the deal.
        """
        cdef size_t subsets = <size_t> 1 << self.deal.hand
        if not (0 <= south < subsets and 0 <= north < subsets and leader in (0, 1)):
            raise ValueError("no such state")
        if bit_count(south) != bit_count(north):
            raise ValueError("the subsets differ in size")
        return self.deal.values[_state_index(self.deal.hand, leader, south, north)]

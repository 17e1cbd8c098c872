"""What both sides win for certain, worked out without searching on.

A seat *cashes* its winners (``suits.pyx``): at once if it leads, or as soon as it wins a trick
that it cannot fail to win. So a side is sure of

- those of its trumps that the other side has too few trumps to win;
- what the leader cashes, also after drawing all trumps if it can, or in plain suits with its sure
  trumps besides, and what all others at least discard meanwhile;
- what the leader cashes in some suits and its partner in others, if the partner's top card of a
  suit takes over the lead;
- what a seat with a sure trump cashes once it has won a trick, whoever leads now;
- if an enemy of the leader has the top card of whichever suit is led: what that enemy cashes.
"""

from libc.stdint cimport uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit, highest_bit, lowest_bit
from pinochle_solver._core.double_dummy.deal cimport HIGHER_ELSE_ANY, MOST_SEATS, OpenDeal
from pinochle_solver._core.double_dummy.suits cimport NO_RANK, NO_SEAT, POINTS, OpenSuit
from pinochle_solver._core.layout cimport RANKS, SUITS

cdef enum:
    UNCOUNTED = 0xFFFFFFFF
    EVERYTHING = 1 << 20    # more than all points


cdef inline void _count_cash(
    const OpenDeal* deal, const Lead* at, int seat, Cash* cash
) noexcept nogil:
    """What a seat would cash in each suit if it were to lead now."""
    cdef const OpenSuit* trumps = at.suit[deal.trump]
    cdef int i, suit, trumpers = 0
    cdef uint32_t drawing = 0, sure
    for i in range(1, deal.seats):
        if trumps.length[(seat + i) % deal.seats]:
            trumpers |= 1 << (i - 1)
    cash.sum = 0
    cash.drawing = cash.sure = False
    for suit in range(SUITS):
        cash.suit[suit] = cash.best[suit] = at.suit[suit].cashable[seat][trumpers]
        cash.sum += cash.suit[suit]
    sure = cash.sum - cash.suit[deal.trump] + trumps.sure_trumps[seat]
    if _points_of(sure, at) > _points_of(cash.sum, at):
        cash.sum = sure
        cash.sure = True
        cash.best[deal.trump] = trumps.sure_trumps[seat]
    if trumpers and trumps.draws[seat]:
        for suit in range(SUITS):
            drawing += at.suit[suit].cashable[seat][0]
        if _points_of(drawing, at) > _points_of(cash.sum, at):
            cash.sum = drawing
            cash.drawing, cash.sure = True, False
            for suit in range(SUITS):
                cash.best[suit] = at.suit[suit].cashable[seat][0]


cdef inline int _points_of(uint32_t cashed, const Lead* at) noexcept nogil:
    return at.outstanding if <int> (cashed & 0xFF) >= at.tricks else <int> (cashed >> POINTS)


cdef inline bint _wins_led(
    const OpenDeal* deal, const Lead* at, int suit, int seat
) noexcept nogil:
    """Whether the seat with the top card of a suit wins when it is led by another."""
    cdef const OpenSuit* facts = at.suit[suit]
    cdef int other
    if suit != deal.trump:
        for other in range(deal.seats):
            if not facts.length[other] and at.suit[deal.trump].length[other]:
                return False
    return True


cdef inline uint64_t _tops_of_suit(
    const OpenDeal* deal, const Lead* at, int suit, int seat, int count
) noexcept nogil:
    """The lowest of a seat's `count` highest cards of a suit."""
    cdef uint64_t cards = at.held & deal.suit[suit] & deal.owned[seat]
    cdef int _
    for _ in range(1, count):
        cards &= ~bit(highest_bit(cards))
    return bit(highest_bit(cards))


cdef inline uint64_t _ranks_of_cash(
    const OpenDeal* deal, const Lead* at, int seat, Cash* cash, int needed
) noexcept nogil:
    """The lowest winners of a seat's cash; what is not needed for so many points is taken off it.

    So the proof rests on no rank that is not reported.
    """
    cdef uint64_t matter = 0
    cdef int suit, rounds
    for suit in range(SUITS):
        rounds = cash.best[suit] & 0xFF
        rounds = min(rounds, <int> at.suit[suit].longest_of_others[seat])
        if not rounds:
            continue
        if (_points_of(cash.sum - cash.best[suit], at) >= needed
                and not (cash.drawing and suit == deal.trump)):
            cash.sum -= cash.best[suit]
            continue
        if cash.sure and suit == deal.trump:
            rounds = at.suit[suit].length[seat]
        matter |= _tops_of_suit(deal, at, suit, seat, rounds)
    return matter


cdef inline int _points_of_some(
    const OpenDeal* deal, uint64_t ranks, int count, bint richest
) noexcept nogil:
    """The points of the `count` richest or cheapest of some cards, given by their ranks."""
    cdef int i, rank, there, points = 0
    for i in range(RANKS):
        rank = deal.ranks_by_points[RANKS - 1 - i if richest else i]
        there = ranks >> 8 * rank & 0xFF
        if there >= count:
            return points + count * deal.rank_points[rank]
        points += there * deal.rank_points[rank]
        count -= there
    return points


cdef inline uint64_t _without_some(
    const OpenDeal* deal, uint64_t ranks, int count, bint richest
) noexcept nogil:
    """The ranks of cards less the `count` richest or cheapest of them."""
    cdef int i, rank, there
    for i in range(RANKS):
        rank = deal.ranks_by_points[RANKS - 1 - i if richest else i]
        there = ranks >> 8 * rank & 0xFF
        if there >= count:
            return ranks - (<uint64_t> count << 8 * rank)
        ranks -= <uint64_t> there << 8 * rank
        count -= there
    return ranks


cdef int _discarded_points(
    const OpenDeal* deal, const Lead* at, int seat, const Cash* cash
) noexcept nogil:
    """The least that the others discard on a seat's cash, besides the cards they follow with.

    What they play on sure trumps is not counted.

    The other side plays its cheapest remaining cards, the seat's own side its richest.
    """
    cdef int i, other, suit, rounds, follows, discards, points = 0
    cdef uint64_t left
    cdef bint friend
    for i in range(1, deal.seats):
        other = (seat + i) % deal.seats
        friend = deal.side[other] == deal.side[seat]
        discards, left = 0, 0
        for suit in range(SUITS):
            rounds = 0 if cash.sure and suit == deal.trump else cash.best[suit] & 0xFF
            follows = min(rounds, <int> at.suit[suit].length[other])
            discards += rounds - follows
            left += _without_some(deal, at.suit[suit].ranks[other], follows,
                                  friend and not deal.must_head and suit != deal.trump)
        if discards:
            points += _points_of_some(deal, left, discards, friend)
    return points


cdef inline int _points_of_highest(
    const OpenDeal* deal, uint64_t cards, int count
) noexcept nogil:
    cdef int points = 0
    while count:
        points += deal.points[highest_bit(cards)]
        cards &= ~bit(highest_bit(cards))
        count -= 1
    return points


cdef int _points_whoever_leads(
    const OpenDeal* deal, const Lead* at, int seat, uint64_t* matter
) noexcept nogil:
    """What a seat wins if it has a sure trump: these, and what it cashes in plain suits.

    Until it wins a trick, its plain cards only follow: where it does not have the suit led it has a
    trump to play. Those with trumps must play them, too, where they do not have it, so they keep
    what they have of the suits that the seat cashes, or one of these is led and its top card wins.
    Once the seat has won a trick it leads, and cashes. A partner with trumps could take this trick;
    where a player who cannot win may discard instead of playing a trump, he could run out of a
    suit: there only the trumps count. To each of the tricks all others play a card.
    """
    cdef const OpenSuit* trumps = at.suit[deal.trump]
    cdef int suit, i, other, rounds, trumpers = 0, tricks = trumps.sure_trumps[seat] & 0xFF
    cdef int points = trumps.sure_trumps[seat] >> POINTS
    cdef uint64_t mine = at.held & deal.owned[seat], ranks
    cdef bint cashes = True
    if not tricks:
        return 0
    matter[0] = 0
    for i in range(1, deal.seats):
        other = (seat + i) % deal.seats
        if trumps.length[other]:
            trumpers |= 1 << (i - 1)
            matter[0] = bit(lowest_bit(mine & deal.trumps))
            if deal.side[other] == deal.side[seat] or deal.ruff == HIGHER_ELSE_ANY:
                cashes = False
    for suit in range(SUITS):
        if suit == deal.trump or not cashes or at.suit[suit].top_seat != seat:
            continue
        rounds = at.suit[suit].cashable[seat][trumpers] & 0xFF
        if not rounds:
            continue
        tricks += rounds
        points += _points_of_highest(deal, mine & deal.suit[suit], rounds)
        rounds = min(rounds, <int> at.suit[suit].longest_of_others[seat])
        if rounds:
            matter[0] |= _tops_of_suit(deal, at, suit, seat, rounds)
    if tricks >= at.tricks:
        return at.outstanding
    for i in range(1, deal.seats):
        ranks = 0
        for suit in range(SUITS):
            ranks += at.suit[suit].ranks[(seat + i) % deal.seats]
        points += _points_of_some(deal, ranks, tricks, False)
    return points


cdef inline int _needed(const Lead* at, int side) noexcept nogil:
    """The points with which a side answers the question."""
    return at.outstanding - at.bound + 1 if side else at.bound


cdef inline bint _answers(Lead* at, int side, int points) noexcept nogil:
    """Whether this many sure points of a side answer the question; if so, they become the bound."""
    if side == 0:
        at.low = points
        return points >= at.bound
    at.high = at.outstanding - points
    return at.high < at.bound


cdef inline int _points_with_discards(
    const OpenDeal* deal, const Lead* at, int seat, const Cash* cash
) noexcept nogil:
    """What a seat cashes and what is discarded on that, or 0 if this cannot answer the question."""
    cdef int points = _points_of(cash.sum, at), tricks = cash.sum & 0xFF
    cdef int most = deal.rank_points[deal.ranks_by_points[RANKS - 1]]
    if points + tricks * (deal.seats - 1) * most < _needed(at, deal.side[seat]):
        return 0
    return points + _discarded_points(deal, at, seat, cash)


cdef bint bound_by_cash(const OpenDeal* deal, Lead* at, uint64_t* matter) noexcept nogil:
    """Bound the value by sure trumps and by what the leader cashes; return whether that answers.

    If so, `matter` is set to the cards on whose ranks the answer rests. This is what takes the
    least time of all that is sure.
    """
    cdef const OpenSuit* trumps = at.suit[deal.trump]
    cdef int side
    for side in range(2):
        if _answers(at, side, trumps.sure_points[side]):
            matter[0] = 0
            if trumps.lowest_sure[side] != NO_RANK:
                matter[0] = bit(trumps.lowest_sure[side])
            return True
    side = deal.side[at.leader]
    _count_cash(deal, at, at.leader, &at.cash)
    if _answers(at, side, _points_of(at.cash.sum, at)):
        matter[0] = _ranks_of_cash(deal, at, at.leader, &at.cash, _needed(at, side))
        return _answers(at, side, _points_of(at.cash.sum, at))
    return False


cdef bint bound_by_sure_tricks(
    const OpenDeal* deal, Lead* at, bint with_discards, uint64_t* matter
) noexcept nogil:
    """Bound the value by all else that both sides are certain to win; return whether that answers.

    To be asked after `bound_by_cash`, where that has not answered. If this does, `matter` is set to
    the cards on whose ranks the answer rests. Without `with_discards`, the discards of the others
    are not counted.
    """
    cdef int leader = at.leader, side = deal.side[leader]
    cdef int suit, other, seat, points
    cdef uint32_t sum
    cdef uint32_t mixed[SUITS]
    cdef Cash cash[MOST_SEATS]
    for seat in range(deal.seats):
        cash[seat].sum = UNCOUNTED
    cash[leader] = at.cash
    if with_discards:
        points = _points_with_discards(deal, at, leader, &cash[leader])
        if _answers(at, side, points):
            matter[0] = _ranks_of_cash(deal, at, leader, &cash[leader], EVERYTHING)
            return True
        for seat in range(deal.seats):
            if _answers(at, deal.side[seat], _points_whoever_leads(deal, at, seat, matter)):
                return True

    points = at.outstanding
    for suit in range(SUITS):
        if not at.suit[suit].length[leader]:
            continue
        seat = at.suit[suit].top_seat
        if seat == NO_SEAT or seat == leader or not _wins_led(deal, at, suit, seat):
            points = 0
            continue
        if cash[seat].sum == UNCOUNTED:
            _count_cash(deal, at, seat, &cash[seat])
        if deal.side[seat] == side:
            points = 0
            sum = 0
            for other in range(SUITS):
                if other == suit or (cash[seat].suit[other] >> POINTS
                                     > cash[leader].suit[other] >> POINTS):
                    mixed[other] = cash[seat].suit[other]
                else:
                    mixed[other] = cash[leader].suit[other]
                sum += mixed[other]
            if _answers(at, side, _points_of(sum, at)):
                matter[0] = (_ranks_of_cash(deal, at, leader, &cash[leader], EVERYTHING)
                             | _ranks_of_cash(deal, at, seat, &cash[seat], EVERYTHING))
                return True
        elif points:
            points = min(points, _points_with_discards(deal, at, seat, &cash[seat]))
    if points and _answers(at, 1 - side, points):
        matter[0] = 0
        for suit in range(SUITS):
            if at.suit[suit].length[leader]:
                seat = at.suit[suit].top_seat
                matter[0] |= bit(at.suit[suit].from_top[0])
                matter[0] |= _ranks_of_cash(deal, at, seat, &cash[seat], EVERYTHING)
        return True
    at.low, at.high = 0, at.outstanding
    return False

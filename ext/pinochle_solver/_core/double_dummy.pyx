"""Exact values, all legal cards and best lines of three or four open hands.

`_search` (``open_search.pyx``) answers whether side 0 reaches a bound; a few such questions close in
on a value, as in ``playoff.pyx``.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit, monotonic_seconds, write_flag
from pinochle_solver._core.layout cimport CARDS, MAX_CARDS, RANKS
from pinochle_solver._core.limits cimport StopFlag, begin_limits
from pinochle_solver._core.open_deal cimport (
    MOST_SEATS, OpenDeal, OpenPosition, is_sound_deal, lay_out, may_play, points_of_cards,
)
from pinochle_solver._core.open_search cimport (
    OpenSearch, Trick, allocate_open_search, begin_open_search, free_open_search, play_card,
    value_of_lead, value_of_trick,
)

cdef enum:
    BYTES_PER_MIB = 1048576
    FIRST_STEP = 25         # between questions: this part of the points outstanding
    NINE = 2                # its rank

    # Shares of one side that tell of its points.
    CARD_POINTS = 0
    TRUMPS = 1
    HIGH_TRUMPS = 2
    ACES = 3
    LONGEST = 4
    THEIR_LONGEST = 5
    SHARES = 6

# One seat against the others; two against two.
cdef double[2] CONSTANT = [-0.104, -0.193]
cdef double[2] LEADING = [0.042, 0.121]
cdef double[2][6] SHARE_WEIGHTS = [
    [0.250, -0.314, 0.378, 0.355, 0.715, -0.273],
    [0.242, -0.153, 0.572, 0.521, 0.650, -0.486],
]


cdef Trick _open_trick(const OpenDeal* deal) noexcept nogil:
    """The trick under way in a deal as laid out."""
    cdef Trick trick
    cdef int seat, i
    cdef uint64_t all_cards = 0
    for seat in range(deal.seats):
        all_cards |= deal.owned[seat]
    trick.held, trick.leader, trick.count = all_cards, deal.leader, 0
    trick.suit_led = trick.best = trick.best_seat = trick.points = trick.bound = 0
    trick.lowest_of_best, trick.played = 0, 0
    trick.tricks = bit_count(deal.owned[deal.leader])
    trick.outstanding = points_of_cards(deal, all_cards) + deal.last_trick
    for i in range(deal.leds):
        play_card(deal, &trick, deal.led[i], deal.led[i])
    return trick


cdef int _reaches(OpenSearch* search, const Trick* trick, int bound) noexcept nogil:
    cdef Trick asked = trick[0]
    cdef uint64_t matter
    if not trick.count:
        return value_of_lead(search, trick.held, trick.leader, trick.tricks, bound,
                             trick.outstanding, &matter)
    if bound <= 0:
        return 0
    if bound > trick.outstanding:
        return trick.outstanding
    asked.bound = bound
    return value_of_trick(search, &asked, &matter)


cdef int _guess(const OpenDeal* deal, const Trick* trick) noexcept nogil:
    """An estimate of side 0's points: shares of points, trumps and aces, and the longest trumps.

    Fitted to random deals of 11 cards each (one seat against the others) and 9 (two against two);
    the SD of the error is some 17 and 28 points.
    """
    cdef double of_side[2][SHARES]
    cdef double share[SHARES]
    cdef double estimate
    cdef int card, seat, side, rank, i, size[2]
    cdef bint paired
    size[0] = size[1] = 0
    for side in range(2):
        for i in range(SHARES):
            of_side[side][i] = 0
    for seat in range(deal.seats):
        side = deal.side[seat]
        size[side] += 1
        of_side[side][LONGEST] = max(
            of_side[side][LONGEST], <double> bit_count(trick.held & deal.owned[seat] & deal.trumps))
    for card in range(deal.cards):
        if not trick.held & bit(card):
            continue
        side = 0 if deal.of_side[0] & bit(card) else 1
        rank = deal.card_index[card] % RANKS
        of_side[side][CARD_POINTS] += deal.points[card]
        if deal.suit_of[card] == deal.trump:
            of_side[side][TRUMPS] += 1
            of_side[side][HIGH_TRUMPS] += max(rank - NINE, 0)
        elif rank == RANKS - 1:
            of_side[side][ACES] += 1
    paired = size[0] == size[1]
    side = 0 if size[0] <= size[1] else 1
    for i in range(SHARES):
        estimate = of_side[0][i] + of_side[1][i]
        share[i] = of_side[side][i] / estimate if estimate else 0.5
    estimate = max(trick.tricks, 1)
    share[LONGEST] = of_side[side][LONGEST] / estimate
    share[THEIR_LONGEST] = of_side[1 - side][LONGEST] / estimate
    estimate = CONSTANT[paired] + (LEADING[paired] if deal.side[trick.leader] == side else 0)
    for i in range(SHARES):
        estimate += SHARE_WEIGHTS[paired][i] * share[i]
    estimate = min(max(estimate, 0), 1) * trick.outstanding
    return <int> (estimate if side == 0 else trick.outstanding - estimate)


cdef void _close_in(
    OpenSearch* search, const Trick* trick, int guess, int* low, int* high
) noexcept nogil:
    """Raise `low` and lower `high` to side 0's points: away from a guess in growing steps."""
    cdef int step = max(1, trick.outstanding // FIRST_STEP), went = 0, value
    cdef int bound = max(low[0] + 1, min(guess, high[0]))
    while low[0] < high[0]:
        value = _reaches(search, trick, bound)
        if search.stopped:
            return
        if value >= bound:
            low[0] = value
            step = step * 2 if went > 0 else step if went == 0 else step // 2
            went = 1
            bound = low[0] + max(1, min(step, (high[0] - low[0] + 1) // 2))
        else:
            high[0] = value
            step = step * 2 if went < 0 else step if went == 0 else step // 2
            went = -1
            bound = high[0] + 1 - max(1, min(step, (high[0] - low[0] + 1) // 2))


cdef class DoubleDummySolver:
    """A search with its own transposition table; one thread at a time may use it."""

    cdef OpenSearch search
    cdef int halted

    def __cinit__(self, double table_mb=32):
        if not allocate_open_search(&self.search, <size_t> (table_mb * BYTES_PER_MIB)):
            raise MemoryError(f"no memory for a table of {table_mb} MiB")

    def __dealloc__(self):
        free_open_search(&self.search)

    def leave_out(self, int what) -> None:
        self.search.left_out = what

    def order_by(self, const int16_t[::1] weights) -> None:
        if weights.nbytes != sizeof(self.search.weights):
            raise ValueError(f"{weights.nbytes} bytes, expected {sizeof(self.search.weights)}")
        memcpy(&self.search.weights, &weights[0], sizeof(self.search.weights))

    def value(self, const uint8_t[::1] record, int guess, int64_t nodes, StopFlag stop not None):
        cdef const OpenPosition* position = <const OpenPosition*> &record[0]
        cdef Trick trick
        cdef int low = 0, high
        cdef double started = monotonic_seconds()
        if not is_sound_deal(position):
            raise ValueError("no sound record")
        lay_out(&self.search.deal, position)
        with nogil:
            begin_limits(&self.search.limits, nodes, 0.0, &stop.raised, &self.halted)
            begin_open_search(&self.search)
            trick = _open_trick(&self.search.deal)
            high = trick.outstanding
            if guess < 0:
                guess = _guess(&self.search.deal, &trick)
            _close_in(&self.search, &trick, guess, &low, &high)
        return low, high, self.search.nodes, monotonic_seconds() - started

    def reaches(self, const uint8_t[::1] record, int bound, StopFlag stop not None):
        cdef const OpenPosition* position = <const OpenPosition*> &record[0]
        cdef Trick trick
        cdef int value
        cdef double started = monotonic_seconds()
        if not is_sound_deal(position):
            raise ValueError("no sound record")
        lay_out(&self.search.deal, position)
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &stop.raised, &self.halted)
            begin_open_search(&self.search)
            trick = _open_trick(&self.search.deal)
            value = _reaches(&self.search, &trick, bound)
        return value, self.search.nodes, monotonic_seconds() - started

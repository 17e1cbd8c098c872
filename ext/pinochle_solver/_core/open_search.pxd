"""Zero-window search of three or four open hands, as those who ask for values see it."""

from libc.stdint cimport int64_t, uint64_t

from pinochle_solver._core.bits cimport bit
from pinochle_solver._core.limits cimport Limits
from pinochle_solver._core.open_deal cimport OpenDeal, beating
from pinochle_solver._core.open_ordering cimport OpenWeights
from pinochle_solver._core.open_suits cimport OpenSuits
from pinochle_solver._core.open_table cimport OpenTable

cpdef enum:
    # What can be left out, to measure what it is worth.
    NO_TABLE = 1
    NO_SURE_TRICKS = 2
    NO_RUNS = 4             # identical cards are taken together all the same
    NO_DOMINANCE = 8        # of a run every number of points is tried
    NO_ORDER = 16
    NO_SHIFTED_BOUNDS = 32  # the table knows positions by their very cards only
    NO_PARTITIONS = 64      # every rank matters
    NO_ALIKE = 128          # moves are tried that the failure of another refutes
    NO_DISCARDS = 256       # nothing is counted of what is discarded on sure tricks


cdef struct OpenSearch:
    OpenDeal deal
    OpenSuits suits
    OpenTable table
    OpenWeights weights
    int left_out
    int64_t nodes
    Limits limits
    bint stopped            # a limit was met: what the last call returned means nothing


cdef struct Trick:
    # A trick under way. Values are points of side 0, from the lead to this trick on.
    uint64_t held           # the cards still in the hands
    int leader
    int count               # cards played to it
    int suit_led
    int best                # the card that wins it so far, and who played it
    int best_seat
    int lowest_of_best      # the lowest card that was as good when it was played
    uint64_t played
    int points
    int tricks              # left, with this one
    int outstanding         # before it
    int bound


cdef bint allocate_open_search(OpenSearch* search, size_t table_bytes) noexcept nogil
cdef void free_open_search(OpenSearch* search) noexcept nogil
cdef void begin_open_search(OpenSearch* search) noexcept nogil
cdef int value_of_lead(
    OpenSearch* search, uint64_t held, int leader, int tricks, int bound, int outstanding,
    uint64_t* matter,
) noexcept nogil
cdef int value_of_trick(
    OpenSearch* search, const Trick* trick, uint64_t* matter
) noexcept nogil


cdef inline void play_card(
    const OpenDeal* deal, Trick* trick, int card, int lowest
) noexcept nogil:
    """Play a card of the seat on turn to the trick; `lowest` of its run would do as well."""
    cdef int seat = (trick.leader + trick.count) % deal.seats
    trick.held &= ~bit(card)
    trick.points += deal.points[card]
    if not trick.count or beating(deal, trick.best) & bit(card):
        trick.best, trick.best_seat, trick.lowest_of_best = card, seat, lowest
    if not trick.count:
        trick.suit_led = deal.suit_of[card]
        trick.played = 0
    trick.played |= bit(card)
    trick.count += 1

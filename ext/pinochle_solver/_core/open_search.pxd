"""Zero-window search of three or four open hands: what the modules that ask for values see of it."""

from libc.stdint cimport int16_t, int64_t, uint64_t

from pinochle_solver._core.limits cimport Limits
from pinochle_solver._core.open_deal cimport MOST_SEATS, OpenDeal
from pinochle_solver._core.open_suits cimport OpenSuits
from pinochle_solver._core.open_table cimport OpenTable

cdef enum:
    # What can be left out, to measure what it is worth.
    NO_TABLE = 1
    NO_SURE_TRICKS = 2
    NO_RUNS = 4             # identical cards are taken together all the same
    NO_DOMINANCE = 8        # of a run every number of points is tried
    NO_ORDER = 16
    NO_SHIFTED_BOUNDS = 32  # the table knows positions by their very cards only
    NO_PARTITIONS = 64      # every rank matters
    NO_DISCARDS = 256
    NO_ALIKE = 128          # moves are tried that the failure of another refutes

    LEAD_KINDS = 6
    LEAD_FEATURES = 14
    FOLLOW_KINDS = 5
    FOLLOW_FEATURES = 12


cdef struct OpenWeights:
    int16_t lead[LEAD_KINDS][LEAD_FEATURES]
    int16_t follow[FOLLOW_KINDS][FOLLOW_FEATURES]


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
cdef void play_card(const OpenDeal* deal, Trick* trick, int card, int lowest) noexcept nogil
cdef int value_of_lead(
    OpenSearch* search, uint64_t held, int leader, int tricks, int bound, int outstanding,
    uint64_t* matter,
) noexcept nogil
cdef int value_of_trick(
    OpenSearch* search, const Trick* trick, uint64_t* matter
) noexcept nogil

"""The end of the stock phase, decided by expectation.

A seat's choice here is the move with the highest expected final difference over all worlds that it
considers possible. Every assignment of the cards that it cannot see is equally likely. Later
choices follow the same principle, each seat going by what it then sees. Equally good moves are
equally likely. This is well defined because the stock ends: after the last choice comes the
playoff, whose value is exact. Nothing is inferred from how the other seat played.

With a full deck, solving all playoffs takes too long. If they are estimated, a choice is made in
two steps: every move is valued with estimates, and moves within a *margin* of the best are valued
again with solved playoffs. Without that, both seats would choose worse than they do at the table.

The cost is the product of the worlds and moves of all successive choices, less what the memory of
earlier choices saves. So this is for the last stock trick of a full deck, and for small decks.
"""

from libc.stdint cimport int32_t, uint64_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.hashing cimport Key
from pinochle_solver._core.networks.playoff_net cimport PlayoffNet
from pinochle_solver._core.playoff.search cimport Search
from pinochle_solver._core.stock.keyed_table cimport KeyedTable


cdef enum:
    MOST_ENDS = 4096


# Some of the legal moves, of which there are at most MOST_MOVES: a bit each, by their places in the
# order of `legal_moves`.
cdef struct Places:
    uint64_t word[2]


cdef struct Choice:
    Key key
    int32_t value               # of a playoff: the leader's points
    Places equals               # of a choice: the best of the legal moves


cdef struct Chooser:
    const HandRules* rules
    Search* search
    const PlayoffNet* estimate  # of playoffs; NULL for the linear one
    bint exact                  # solve playoffs; otherwise estimate them, but for those
    double margin               # of moves that come within so many points of the best
    bint stopped
    KeyedTable choices          # of `Choice`


# How a hand may end, each with its chance.
cdef struct End:
    double chance
    int32_t points[2]           # south's and north's, with the playoff solved
    int32_t melds[2]


cdef struct Ends:
    int count
    End end[MOST_ENDS]
    double* shown               # (2, melds + 1): how often each seat lays each meld, a dix last
    int first_laid              # where the log of what is laid begins


cdef bint allocate_chooser(Chooser* chooser) noexcept nogil
cdef void free_chooser(Chooser* chooser) noexcept nogil
cdef void find_ends(Chooser* chooser, const HandInPlay* hand, Ends* ends) noexcept nogil
cdef double probability_by_expectation(
    Chooser* chooser, const HandInPlay* hand, int move, double lapses
) noexcept nogil

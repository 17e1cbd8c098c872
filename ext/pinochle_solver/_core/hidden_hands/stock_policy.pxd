"""What a seat does while there is a stock, by its own cards and what everybody knows.

Each move has a score, a sum of terms: a weight times an amount. Most terms are weights looked up,
as in ``policy.pxd``, in *tables* indexed by a few numbers of a few steps each. The others are what
melds are still worth, a share of their points. So a score is linear in what is learnt, and the same
on every machine (``benchmarks/learning/learn_stock_play.py``).

*Melds.* A meld that a seat may still lay is worth a share of its points: by how many cards it has
(two, up to four, more), by how many it lacks (0 to 3), by how rare these are (copies unseen of the
rarest: 1, 2, more), and by the tricks that are left. A card played costs what the melds of the hand
are worth less without it. A meld laid scores its points, and also what the melds of the hand are
worth then, more or less. A dix in a turn of its own scores its points and a weight for the upcard.

*Cards.* *Kind* is trump or not, and the rank, nine lowest. *Left*: tricks to come before the stock
is gone: 0, 1, to 3, to 6, more. *Want*: the most points that the seat can lay if it wins: 0, to 20,
to 40, to 80, more. *Higher*: cards above it in its suit that may be in other hands: 0, to 2, to 4,
more. *Length*: cards of its suit in the hand: 1 to 5. *Stake*: as in ``policy.pxd``. *Outlook*:
loses, wins for good, wins so far with no card above it, with up to three, with more. *Source*: the
hand, with no copy on the table, with one, or the table, with no copy in the hand, with one.
"""

from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t, uint8_t

from pinochle_solver._core.hidden_hands.stock_hands cimport (
    MOST_MELDS, StockHand, StockRecord,
)

cpdef enum:
    # Numbers of steps.
    STOCK_KINDS = 12
    SIZES = 3
    LACKS = 4
    RARES = 3
    STOCK_LEFTS = 5
    WANTS = 5
    STOCK_HIGHERS = 4
    STOCK_LENGTHS = 5
    STOCK_STAKES = 5
    STOCK_OUTLOOKS = 5
    SOURCES = 4
    TO_PLAY = 4
    STOCK_RANKS = 6
    UPCARDS = STOCK_KINDS + 1

    # Where the tables begin.
    MELD_SHARES = 0
    LEAD_KIND = MELD_SHARES + SIZES * LACKS * RARES * STOCK_LEFTS
    LEAD_WANT = LEAD_KIND + STOCK_KINDS * STOCK_HIGHERS * STOCK_LEFTS
    LEAD_LONG = LEAD_WANT + WANTS * 2 * STOCK_HIGHERS * STOCK_LEFTS
    LEAD_FROM = LEAD_LONG + STOCK_KINDS * STOCK_LENGTHS * STOCK_LEFTS
    FOLLOW_STAKES = LEAD_FROM + STOCK_KINDS * SOURCES
    FOLLOW_WANT = FOLLOW_STAKES + STOCK_OUTLOOKS * STOCK_KINDS * STOCK_STAKES
    FOLLOW_LONG = FOLLOW_WANT + STOCK_OUTLOOKS * WANTS * STOCK_LEFTS * TO_PLAY
    FOLLOW_FROM = FOLLOW_LONG + STOCK_KINDS * STOCK_LENGTHS * STOCK_LEFTS
    FOLLOW_UPCARD = FOLLOW_FROM + STOCK_KINDS * SOURCES
    FOLLOW_LEFT = FOLLOW_UPCARD + STOCK_OUTLOOKS * TO_PLAY * UPCARDS
    DIX_UPCARD = FOLLOW_LEFT + STOCK_OUTLOOKS * STOCK_KINDS * STOCK_LEFTS
    STOCK_WEIGHTS = DIX_UPCARD + STOCK_RANKS * STOCK_LEFTS

    STOCK_WEIGHT_UNIT = 64      # parts of a point, of a weight that is looked up
    LOOKED_UP = 16              # the amount of such a term
    MOST_OPTIONS = 96
    MOST_TERMS = 96


cdef struct StockPolicy:
    int16_t weights[STOCK_WEIGHTS]


# A move of the seat on turn. Which fields say what it is depends on what is to be decided.
cdef struct StockOption:
    uint8_t card
    uint8_t slot                    # of the table; NOTHING: from the hand
    uint8_t meld                    # laid, or NOTHING
    uint8_t dix                     # whether a dix is shown
    int32_t score


# The terms of a score, for those who learn.
cdef struct Terms:
    int number
    int32_t place[MOST_TERMS]
    int32_t amount[MOST_TERMS]


cdef int stock_options(
    const StockRecord* record, const StockHand* hand, const StockPolicy* policy,
    StockOption* options, Terms* terms,
) noexcept nogil
cdef void take_option(
    const StockRecord* record, StockHand* hand, const StockOption* option
) noexcept nogil
cdef int best_option(const StockOption* options, int number) noexcept nogil

"""Worlds drawn in proportion to how likely they are, by a Markov chain over past deals.

Design
------
A world alone does not say how likely it is, because that also depends on when the other seat got
each of its cards. So the chain moves over whole deals. **A place** is where a card unseen by the
seat to decide was: dealt to the other seat, drawn by it at one of its draws, or still in the stock.
A deal puts a card in each place; all orders of the deck, identical cards told apart, are equally
likely before anything was seen.

**A step** swaps the card in a random place of the other seat with that in another of its places,
or every other time in the stock. Which two places are tried does not depend on where the cards are,
so a swap and its reverse are tried equally often. A swap of identical cards, or of two cards that
were both dealt, changes nothing. A card that the other seat was seen to have does not go to the
stock.

**The hand is then played forwards again** as it was seen (``inference.pxd``). A deal is rejected if
it does not lead to the position, because the other seat would have had to play, lay or exchange a
card that it did not then hold, or would have laid other copies. Any other deal is accepted with the
ratio of its likelihood to that of the deal before (Metropolis et al. 1953). The likelihood goes by
a *behaviour*: the other seat's moves are a softmax over their scores, except that in a small share
of cases it makes a random legal move. In the long run the chain is then at each deal in proportion
to the deal's likelihood.

The random number that decides is drawn first: it says which likelihood is enough. No move makes a
hand likelier, so the replay ends as soon as the likelihood falls below that. The state before each
draw is kept; a swap of cards drawn later is replayed from there.

**A restricted chain** stays where conditions on the other seat's hand are met: a swap after which
they are not is not made. That hand is the unseen cards without those in the places of the stock.
Because one swap may not lead from some such hands to others, every other step makes two swaps
at once, which are accepted or rejected together. The chain begins in worlds that the caller gives.

**A chain begins** at the likeliest of some random deals, climbs from there only to likelier ones,
and then makes some steps that do not count. Successive deals are alike, so one is taken every so
many steps. Its stock is shuffled, since nothing is known of its order. A chain depends only on a
seed and its number. Errors must be found from the means of independent chains.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t

from pinochle_solver._core.hand.hand cimport (
    MOST_DRAWS, MOST_LAID, MOST_PLAYS, HandInPlay, HandRules, HandState,
)
from pinochle_solver._core.hand.melds cimport Laid
from pinochle_solver._core.hand.worlds cimport Unseen
from pinochle_solver._core.random cimport Random
from pinochle_solver._core.stock.inference cimport Behaviour, History

cdef enum:
    MOST_STAGES = MOST_DRAWS // 2 + 1


# A replayed hand, before a draw or at its end.
cdef struct Checkpoint:
    HandState state
    int acts
    double log_likelihood


# Where a card may have been.
cdef struct Place:
    int index                       # in the order of `deal_hand`
    int stage                       # of draw k, counted from 0, k + 1; 0 of what was dealt


# Conditions on what the other seat holds, all of which must come out as wanted.
cdef struct Restriction:
    int starts
    const uint8_t* start            # so many worlds, in which the chain may begin
    const uint8_t* held             # by card, what the hand has if the stock has nothing
    int conditions
    const int32_t* condition        # CONDITION_FIELDS of each
    const int16_t* term             # CARDS of each term


# The columns of a condition. Its terms add up to a value, and what is asked is whether that lies
# between two numbers. A term is the sum of the cards' weights, or, if it counts sets, how many
# times the hand has as many of each card as the weight says.
cdef enum:
    FIRST_TERM, END_TERM, COUNTS_SETS, LEAST_VALUE, MOST_VALUE, IS_WANTED, CONDITION_FIELDS


cdef struct Chain:
    const HandRules* rules
    const History* history
    const Behaviour* behaviour
    const HandInPlay* root          # the position
    const Unseen* unseen
    const Restriction* restriction  # NULL if none
    int places                      # first those of the other seat, then those of the stock
    int others                      # how many are the other seat's
    Place place[MOST_PLAYS]
    uint8_t cards[MOST_PLAYS]       # the deal, in the order of `deal_hand`
    int draws                       # made so far, by both seats together
    # By stage: entry k is before draw k, the last one is the end; and the same of the deal tried.
    Checkpoint kept[MOST_STAGES]
    Checkpoint tried[MOST_STAGES]
    Laid laid[MOST_LAID]            # the log of the hand that is kept, where kinds bar kinds
    uint32_t hidden                 # the cards of the other hand that are not seen
    HandInPlay hand                 # is played again
    int64_t accepted                # steps that changed the deal


cdef bint begin_chain(Chain* chain, Random* random) noexcept nogil
cdef void make_steps(Chain* chain, int64_t steps, Random* random) noexcept nogil
cdef void write_world(const Chain* chain, Random* random, uint8_t* world) noexcept nogil

"""Worlds drawn in proportion to how likely they are, by a Markov chain over past deals.

Design
------
A world alone does not say how likely it is: that depends also on when the other seat got each of
its cards. So the chain goes over whole deals. **A place** is where a card unseen by the seat to
decide was: dealt to the other seat, drawn by it at one of its draws, or still in the stock. A deal
puts a card in each place; all orders of the deck, identical cards told apart, are equally likely
before anything was seen.

**A step** swaps the card in a random place of the other seat with that in another of its places,
or every other time in the stock. Which two places are tried does not depend on where the cards are,
so a swap and the one that takes it back are tried equally often. A swap of identical cards, or of
two that were both dealt, changes nothing; a card that the other seat was seen to have does not go
to the stock.

**The hand is then played forwards again** as it was seen (``inference.pxd``). A deal that does not
come to the position, because the other seat would have had to play, lay or exchange a card that it
did not hold then, or would have laid other copies, is rejected. Any other is taken with the ratio
of its likelihood to that of the deal before (Metropolis et al. 1953), under a *behaviour*: the
other seat's moves are a softmax over scores of them, but in a small share of them it makes any
legal move. In the long run the chain is then at each deal in proportion to its likelihood.

The random number that decides is drawn first: it says which likelihood is enough. No move makes a
hand likelier, so the replay ends as soon as it falls below. Before each draw the state is kept; a
swap of what was drawn later is replayed from there.

**A chain begins** at the likeliest of some random deals, climbs from there to likelier ones only,
and then makes some steps that do not count. Deals that follow one another are alike: every so many
steps one is taken, and its stock shuffled, since nothing tells of its order. A chain is drawn from
a seed and its number alone. Errors have to be found from the means of independent chains.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t

from pinochle_solver._core.hand cimport (
    MOST_DRAWS, MOST_LAID, MOST_PLAYS, HandInPlay, HandRules, HandState,
)
from pinochle_solver._core.inference cimport Behaviour, History
from pinochle_solver._core.melds cimport Laid
from pinochle_solver._core.random cimport Random
from pinochle_solver._core.worlds cimport Unseen

cdef enum:
    MOST_STAGES = MOST_DRAWS // 2 + 1


# A hand that is played again, before a draw or at its end.
cdef struct Checkpoint:
    HandState state
    int acts
    double log_likelihood


# Where a card may have been.
cdef struct Place:
    int index                       # in the order of `deal_hand`
    int stage                       # of draw k, counted from 0, k + 1; 0 of what was dealt


cdef struct Chain:
    const HandRules* rules
    const History* history
    const Behaviour* behaviour
    const HandInPlay* root          # the position
    const Unseen* unseen
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

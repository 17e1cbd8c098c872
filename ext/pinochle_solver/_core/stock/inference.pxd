"""How well a past deal explains what the other seat has played, shown and not shown.

A *deal* says who was dealt which cards, and in which order the rest was drawn. It is played
forwards again as the hand was seen. Its likelihood is the product of the probabilities of the other
seat's moves, passes included: a seat that did not meld is less likely to have held the meld. A
*behaviour* says how likely a seat is to make a move: it chooses by scores of the policy's terms
(``policy.pxd``), or in small decks by expectation (``expectation.pxd``), and now and then makes a
random move.

A world only says which cards the other seat now holds and what is left of the stock. A deal that
leads to it is found by going backwards through the hand: what was played or laid returns to the
hand, and what was drawn is any of the cards then held that need not have been there before.
"""

from libc.math cimport log
from libc.stdint cimport uint8_t, uint64_t

from pinochle_solver._core.hand.hand cimport DUE_PLAY, HandInPlay, HandRules
from pinochle_solver._core.networks.policy cimport Policy, softmax_of
from pinochle_solver._core.random cimport Random
from pinochle_solver._core.stock.expectation cimport Chooser, probability_by_expectation

cdef enum:
    MOST_ACTS = 320

cpdef enum:
    MOST_NEW = 33           # a meld's cards, as many as a hand may have, and a dix

    # Kinds of acts.
    PLAYED = 0
    SHOWED = 1
    DRAWN = 2

    # What is known of a card that leaves the hand.
    FROM_TABLE = 1
    WAS_UPCARD = 2          # the one that was taken in exchange


# What a seat was seen to do, as Python writes it: bytes only, no padding.
cdef struct ObservedAct:
    uint8_t kind
    uint8_t seat            # of a draw, the winner
    uint8_t move            # as in hand.pxd
    uint8_t exchanged       # whether a dix was exchanged
    uint8_t cards           # of a play 1, of a show as many as it laid
    uint8_t card[MOST_NEW]
    uint8_t flags[MOST_NEW]


cdef struct History:
    int acts
    int dealer
    int seat                # who wonders
    int due                 # what is due now
    int dix_card
    int upcard              # the first one, NO_CARD if there is none
    int holder              # who took it in exchange and still has it in the hand, or -1
    ObservedAct act[MOST_ACTS]


# How a seat is assumed to choose its moves.
cdef struct Behaviour:
    const Policy* policy    # whose scores it chooses by
    Chooser* chooser        # chooses in place of these; NULL where it does not
    double temperature      # points; of the softmax over the scores
    double slips            # in what share of its choices it makes any legal move,
    double last_slips       # and of its plays to the last stock trick
    bint ignores_passes     # whether what it has not shown says nothing of its cards


# A hand replayed as it was seen.
cdef struct Replay:
    HandInPlay* hand
    int acts                # of the history, those that have been made
    double log_likelihood   # of the other seat's moves so far


cdef double IMPOSSIBLE

cdef Behaviour behaviour_by_expectation(Chooser* chooser) noexcept nogil
cdef bint is_sound_act(const ObservedAct* act) noexcept nogil
cdef double log_likelihood(
    const HandRules* rules, const History* history, const Behaviour* behaviour,
    const uint8_t* cards, HandInPlay* hand, double* by_act,
) noexcept nogil
cdef bint make_next_act(
    const HandRules* rules, const History* history, const Behaviour* behaviour, Replay* replay
) noexcept nogil
cdef bint deal_backwards(
    const HandRules* rules, const History* history, const HandInPlay* now, uint8_t* cards,
    Random* random,
) noexcept nogil


cdef inline double log_probability(
    const HandRules* rules, const HandInPlay* hand, const Behaviour* behaviour,
    const uint8_t* moves, int count, int move,
) noexcept nogil:
    """The logarithm of how likely the seat to decide is to make one of its legal moves."""
    if behaviour.chooser is not NULL:
        return log(probability_by_expectation(behaviour.chooser, hand, move, behaviour.slips))
    cdef bint is_last = hand.state.due == DUE_PLAY and hand.state.tricks + 1 == rules.stock_tricks
    cdef double slips = behaviour.last_slips if is_last else behaviour.slips
    return log(slips / count + (1 - slips) * softmax_of(
        rules, hand, behaviour.policy, behaviour.temperature, moves, count, move))

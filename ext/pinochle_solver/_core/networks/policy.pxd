"""A policy for the stock phase: a score for every move, from what the seat to decide can see.

The score of a move is a sum of terms; each term is a number that a reader of the position could
count (what melds lose a card, what the trick is worth, ...) times a weight that changes evenly
from the end of the stock phase to its beginning. The weights are learnt (``policy_weights.h``);
the terms are these:

*Cards*: 1 for the card played, separately for a lead, a winning reply and a losing reply, for
trumps and plain suits, and by rank.

*Melds*: the points of the melds that lose the card played or shown, separately by how many cards
they still lack. Each missing card counts for the share of its copies that is left. A card with a
spare is taken from no meld.

*Tricks*: what the trick holds, what could be shown after it, what the other seat might show, the
upcard and the last face-down card at the last trick, how a lead can be beaten.

*Shows*: points, what becomes possible or impossible, cards laid open, the upcard gained.

Other weights for the same terms say how the other seat is assumed to choose
(``behaviour_weights.h``; a rulebook may have its own). They are fitted to moves that were made, not
to the best moves, and change evenly between *knots*: towards the end of the stock a seat that
searches sees things that these terms do not.

Points are counted in units, the rulebook's `meld_unit`: ten in the games of 48 cards, for which the
weights were learnt. Card points are counted in proportion to melds, as if the unit were ten. The
cost of a card that scores glups is reduced by their points. A seat sees its own cards, what lies on
the table, what was played, the upcard, and cards that it knows are in the other hand. Nothing else
enters any term.
"""

from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t, uint8_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.hand.kinds cimport Counts
from pinochle_solver._core.layout cimport RANKS
from pinochle_solver._core.networks.meld_prospects cimport MISSING, Standing

cdef enum:
    LEADS = 0
    WINS = 1
    LOSES = 2
    ROLES = 3

    # The terms.
    CARD = 0                # by role, trump or not, rank
    TAKEN = CARD + ROLES * 2 * RANKS    # by missing cards
    SPARE = TAKEN + MISSING     # the card has an equal in the same hand
    TABLE_OF_TWO = SPARE + 1    # it comes from the table, an equal is in the hand
    HAND_OF_TWO = TABLE_OF_TWO + 1
    WIN = HAND_OF_TWO + 1
    WIN_POINTS = WIN + 1        # card points of the trick
    WIN_SHOW = WIN_POINTS + 1   # the most points that can be shown then
    WIN_DIX = WIN_SHOW + 1      # a dix can be exchanged then: the upcard's card points
    WIN_THREAT = WIN_DIX + 1    # what the other seat might show if it won
    WIN_LAST = WIN_THREAT + 1   # the last draws: the upcard goes to the loser
    WIN_LAST_UPCARD = WIN_LAST + 1      # and its rank
    LOSE_POINTS = WIN_LAST_UPCARD + 1
    LEAD_LENGTH = LOSE_POINTS + 1       # other cards of the suit in the hand
    LEAD_HIGHER = LEAD_LENGTH + 1       # unseen cards of the suit that beat it
    LEAD_TRUMPS = LEAD_HIGHER + 1       # unseen trumps, for a plain card
    LEAD_BEATEN = LEAD_TRUMPS + 1       # a card known in the other hand beats it
    LEAD_RISK = LEAD_BEATEN + 1         # LEAD_HIGHER times its points
    LEAD_SHOW = LEAD_RISK + 1           # what can be shown if it wins, with few cards that beat it
    LEAD_THREAT = LEAD_SHOW + 1         # what the other seat might show if it loses
    PASSES = LEAD_THREAT + 1
    SHOW_POINTS = PASSES + 1
    SHOW_GAINED = SHOW_POINTS + 1       # melds possible, by missing cards: after less before
    SHOW_LAID = SHOW_GAINED + MISSING   # cards that leave the hand
    SHOW_DIX = SHOW_LAID + 1
    SHOW_UPCARD = SHOW_DIX + 1          # rank of the upcard gained

cpdef enum:
    TERMS = SHOW_UPCARD + 1
    STAGES = 16             # of a hand: this at the beginning, 0 at the end
    # Two weights a term, in 64ths of a point: at the end, and how much more at the beginning.
    WEIGHTS = 2 * TERMS
    WEIGHT_UNIT = 64        # parts of a point
    SCORE_UNIT = WEIGHT_UNIT * STAGES
    KNOTS = 4               # of the weights of a behaviour
    BEHAVIOUR_WEIGHTS = KNOTS * TERMS   # so many: for each term one at each of the knots
    POINTS_OF_UNIT = 10     # of melds, in the games for which the weights were learnt


cdef struct Policy:
    int32_t weights[STAGES + 1][TERMS]  # in parts of SCORE_UNIT


cdef inline uint32_t cards_of_suit(int suit) noexcept nogil:
    """All cards of a suit, a bit each."""
    return ((<uint32_t> 1 << RANKS) - 1) << (suit * RANKS)


cdef struct Sight:
    # What the seat to decide sees, worked out once for all its moves.
    int stage
    Counts unseen                   # in the other hand or the stock
    int unseen_trumps               # known at a lead only
    int threat                      # what the other seat might show
    int show                        # the most points this seat can show now,
    uint32_t shown                  # and the cards of that meld
    Standing standing


cdef extern from "pinochle_solver/_core/networks/policy_weights.h":
    const int16_t LEARNT_WEIGHTS[]

cdef extern from "pinochle_solver/_core/networks/behaviour_weights.h":
    const int16_t LEARNT_BEHAVIOUR[]

cdef inline int place_of_highest(const int32_t* scores, int count) noexcept nogil:
    """The place of the highest score, the first among equals."""
    cdef int best = 0, i
    for i in range(1, count):
        if scores[i] > scores[best]:
            best = i
    return best


cdef inline double points_of_score(const HandRules* rules, int32_t score) noexcept nogil:
    """A score in points of the game."""
    return <double> score * rules.meld_unit / (SCORE_UNIT * POINTS_OF_UNIT)


cdef void set_policy(Policy* policy, const int16_t* weights) noexcept nogil
cdef void set_behaviour(Policy* policy, const int16_t* learnt) noexcept nogil
cdef void score_moves(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy,
    const uint8_t* moves, int count, int32_t* scores, int16_t* terms,
) noexcept nogil
cdef int choose_move(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy
) noexcept nogil
cdef double softmax_of(
    const HandRules* rules, const HandInPlay* hand, const Policy* policy, double temperature,
    const uint8_t* moves, int count, int move,
) noexcept nogil

"""Which card a seat plays, by its own cards and what everybody knows: weights looked up and added.

Design
------
What a strong player looks at before he plays a card is put into a few numbers of a few steps each
(`Sight` for the decision, the rest for each card). Every *table* of weights is indexed by some of
them together, so that what matters only in company (an ace, while trumps are out) has weights of
its own. A card's score is the sum of one weight of each of `LOOKUPS` tables, the highest score is
played. So a score costs some lookups, it is the same on every machine, and it is linear in what is
learnt (``benchmarks/learning/learn_card_play.py``).

The steps. *Kind* is trump or not, and the rank, nine lowest. *Higher*: cards above it that an enemy
may have, 0 to 3. *Length*: cards of its suit in the hand, 1 to 5. *Above*, *below*: own cards
that are higher and lower in its suit, 0 to 2. *Outstanding*: trumps that enemies may have: 0, to 2,
to 5, more. *Trumps*: own: 0, to 2, to 4, more. *Left*: tricks: 1, 2, to 4, to 8, more.
*Unseen*: cards of the suit: 0, to 2, to 4, to 6, more. *Ruffing*: seats that are known to have no
card of the suit, and may have trumps. *Stake*: points in the trick so far: 0, below 10, to 14, to
24, more. *Place* of the bidder: at a lead one of one's own side, next, last, between; to a trick
one's own side, still to play, winning, beaten. *Outlook*: what will become of the trick, see below.
*Shown*: whether an enemy is known to have a higher card: none, the next one, another. *Twin*: the
other copy is in the hand, too. *Role*: follows a plain suit, follows in trumps, ruffs, discards.
*Party*: whose the trick is so far, with this card: one's own card's, a friend's, an enemy's.

Each side of a hand has weights of its own: the bidder's, and the others'. The record of a table
says which of the two a seat plays by.
"""

from libc.stdint cimport int16_t, int32_t, uint64_t

from pinochle_solver._core.hidden_hands.hands cimport HiddenHand, Table
from pinochle_solver._core.layout cimport SUITS

cpdef enum:
    # Numbers of steps.
    KINDS = 12
    HIGHERS = 4
    LENGTHS = 5
    OWN = 3             # above, below
    OUTSTANDINGS = 4
    TRUMPS = 4
    LEFTS = 5
    UNSEENS = 5
    STAKES = 5
    PLACES = 4
    ROLES = 4
    PARTIES = 3
    OUTLOOKS = 9

    # Outlooks of a card that is the best so far,
    WON = 0             # and is so for good;
    SAFE = 1            # none that may follow has a higher one, as far as can be told;
    RUFFABLE = 2        # but somebody may ruff;
    EXPOSED = 3         # one or two higher cards may follow;
    HOPELESS = 4        # more may.
    # Of one that is not: the trick is
    FRIENDS = 5         # a friend's for good,
    FRIENDS_YET = 6     # or so far;
    ENEMYS_YET = 7      # an enemy's, but a friend is still to play,
    ENEMYS = 8          # or for good.

    LOOKUPS = 9         # of each card
    # Where the tables for leads begin,
    LEAD_LENGTH = 0
    LEAD_DRAWING = LEAD_LENGTH + KINDS * HIGHERS * LENGTHS
    LEAD_RUFFS = LEAD_DRAWING + 2 * OUTSTANDINGS * TRUMPS * HIGHERS * LEFTS
    LEAD_SUIT = LEAD_RUFFS + 2 * HIGHERS * 3 * 3 * 2 * 2
    LEAD_TIME = LEAD_SUIT + 2 * UNSEENS * LENGTHS * HIGHERS * OWN
    LEAD_PLACE = LEAD_TIME + KINDS * PLACES * LEFTS
    LEAD_CONTROL = LEAD_PLACE + 2 * PLACES * HIGHERS * LENGTHS * OUTSTANDINGS
    LEAD_SHOWN = LEAD_CONTROL + KINDS * TRUMPS * OUTSTANDINGS
    LEAD_TWIN = LEAD_SHOWN + KINDS * 3 * 3 * PLACES
    # and those for cards that follow.
    FOLLOW_STAKE = LEAD_TWIN + KINDS * 2 * LENGTHS * UNSEENS
    FOLLOW_ROLE = FOLLOW_STAKE + OUTLOOKS * KINDS * STAKES
    FOLLOW_LENGTH = FOLLOW_ROLE + OUTLOOKS * ROLES * LENGTHS * HIGHERS
    FOLLOW_TIME = FOLLOW_LENGTH + PARTIES * KINDS * HIGHERS * LENGTHS
    FOLLOW_SEATS = FOLLOW_TIME + OUTLOOKS * ROLES * LEFTS * TRUMPS
    FOLLOW_OWN = FOLLOW_SEATS + OUTLOOKS * 4 * 2 * ROLES * STAKES
    FOLLOW_PLACE = FOLLOW_OWN + PARTIES * KINDS * OWN * OWN * LEFTS
    FOLLOW_TWIN = FOLLOW_PLACE + OUTLOOKS * KINDS * PLACES
    FOLLOW_SHOWN = FOLLOW_TWIN + PARTIES * KINDS * 2 * UNSEENS * OUTSTANDINGS
    WEIGHTS = FOLLOW_SHOWN + OUTLOOKS * 2 * 2 * ROLES * STAKES
    SIDES = 2
    WEIGHT_UNIT = 64    # parts of a point


cdef struct CardPolicy:
    int16_t weights[SIDES][WEIGHTS]


cdef struct Sight:
    # What the seat on turn sees, worked out once for all its cards.
    int seat
    int side                        # whose weights it has
    uint64_t held
    uint64_t enemies                # cards that an enemy may have
    uint64_t friends                # cards that a friend may have
    uint64_t friends_shown          # and surely has
    uint64_t next_shown             # cards that the next seat surely has, if it is an enemy
    uint64_t enemies_shown          # cards that an enemy surely has
    uint64_t unseen
    int length[SUITS]               # the steps of the suits
    int unseen_step[SUITS]
    int ruffing[SUITS]              # at a lead: enemies, and friends
    int friends_ruffing[SUITS]
    int outstanding
    int trumps
    int left
    int place
    # In a trick.
    uint64_t following              # cards of enemies that are still to play
    uint64_t following_shown        # and that they surely have
    bint friends_higher             # whether a friend still to play surely beats the best card
    int stake
    int enemies_to_play
    int friends_to_play             # 0 or 1
    int outlook                     # of a card that does not win
    int party
    int risk                        # that somebody ruffs: 0 none, 1 little, 2 there is


cdef void look(const Table* table, const HiddenHand* hand, Sight* sight) noexcept nogil
cdef void look_up(
    const Table* table, const HiddenHand* hand, const Sight* sight, int card, int32_t* places
) noexcept nogil


cdef inline int32_t score_of(
    const CardPolicy* policy, int side, const int32_t* places
) noexcept nogil:
    cdef const int16_t* weights = &policy.weights[side][0]
    return (weights[places[0]] + weights[places[1]] + weights[places[2]] + weights[places[3]]
            + weights[places[4]] + weights[places[5]] + weights[places[6]] + weights[places[7]]
            + weights[places[8]])


cdef int choose_card(
    const Table* table, const HiddenHand* hand, const CardPolicy* policy
) noexcept nogil

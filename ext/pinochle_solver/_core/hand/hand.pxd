"""The state of one hand, from the deal to the last trick, and every move of it.

**The state** is two seats (``melds.pxd``: planes of cards, laid copies and what they have served
in) and a few bytes about the trick and the stock. **Rules** are the numbers of `HandRules`, filled
from a record (``packing.pxd``): no code here knows a rulebook.

**A hand** is the state, what fixes its future (the draw pile) and the logs of its past. Moves
change the state and append to the logs, whose lengths are part of the state. So restoring a copy of
the state from before a move takes the move back, as long as states are restored in reverse order.
None of this allocates memory or needs the GIL.

**What is due** runs in a circle: two plays, then the winner's meld, the loser's dix and the draws,
or the draws first, as the rules say. In games with dix turns, a dix is shown at no other time.
After the draws the seat that leads next has its dix turn, then the other seat; before the first
lead the dealer has it, then the seat that leads. If passing is the only choice, the decision does
not come up, unless the record of the rules asks for it. In games with doubles the winner of the
trick may offer one before the next lead, and the other seat answers; a refusal ends the hand. The
draws are a step of their own, so that a search can treat them as chance. Once the stock is gone,
the cards are laid out as the solver's word, and `legal_replies` serves both.

**The pile** is in the order of the draws. If each seat has a pile of its own, the two piles
alternate in it, south's first, whoever won the tricks; the card under the upcard is the last.

**Melds** depend on what copies have served in. `SeatState` holds that; in games where kinds bar
kinds, the log does (``kinds.pxd``). The log must then hold everything that was laid, so the record
of such a state is followed by the entries of what was laid before.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from pinochle_solver._core.hand.kinds cimport Past
from pinochle_solver._core.hand.melds cimport MOST_MELDS, Laid, Meld, Planes, SeatState
from pinochle_solver._core.layout cimport CARDS, RANKS, SEATS, Layout, PlayoffRules

cdef enum:
    MOST_DRAWS = 126
    MOST_PLAYS = 128
    MOST_LAID = 80              # each puts a card on the table that was not there, or exchanges
    MOST_MOVES = 128            # legal at a time: shows are at most MOST_SHOWS, plays fewer

cpdef enum:
    # What is due.
    DUE_PLAY = 0
    DUE_MELD = 1                # the trick's winner: a dix, a meld, both or neither
    DUE_DIX = 2                 # the trick's loser: a dix or not
    DUE_DRAW = 3
    DUE_NOTHING = 4             # the hand is over
    DUE_SHOW = 5                # at dix turns, who leads next: a dix or not
    DUE_DOUBLE = 6              # who leads next: a double or not
    DUE_ANSWER = 7              # the other seat, to a double
    DUE_ANSWER_REDOUBLE = 8     # who has doubled, to a redouble

    # A move is a byte. Below PASS it is a play: the card's index plus SOURCE times its source,
    # which is 0 for the hand and 1 to 4 for the copy with that number on the table. From PASS on it
    # is a show: PASS, plus 1 and the meld's number if a meld is shown, plus `shows` of the rules if
    # a dix is shown.
    SOURCE = 32
    PASS = 160
    MOST_SHOWS = 96

    # In games with doubles the last numbers are reserved for what is said about them.
    NO_DOUBLE = 251
    DOUBLE = 252
    REFUSE = 253
    ACCEPT = 254
    REDOUBLE = 255
    SHOWS_WITH_DOUBLES = 91     # NO_DOUBLE - PASS

    # The log's numbers for a dix, in the place of a meld's number.
    EXCHANGED = 254
    SHOWN = 255

    # Which obligation of the playoff a card breaks.
    BREAKS_NONE = 0
    BREAKS_FOLLOW = 1
    BREAKS_HEAD = 2
    BREAKS_TRUMP = 3

    # After which tricks of the stock phase a double may be offered.
    NEVER = 0
    AFTER_EVERY = 1
    AFTER_FIRST_AND_LAST = 2
    NO_MORE = 3                 # an offered double is answered, and no other is offered

    MOST_STAKE = 32             # as a power of two


cdef struct HandRules:
    int trump
    int dix_card
    int dix_points
    int dealer_dix
    int dealer_lift
    int dealer_lift_and_dix
    int last_draw_dix
    int held_dix
    int played_dix
    int glup_ranks
    bint draws_first
    int last_meld_trick
    int last_dix_trick
    bint dix_is_a_meld
    bint dix_by_loser
    bint dix_turns
    bint dix_by_exchange
    bint by_kinds
    bint asks_always
    int doubles
    bint scores_plays               # whether there are points for cards played, or glups
    bint upcard
    bint own_piles
    bint in_draw_order              # whether the pile's places are those of the draws
    int hand
    int draws                       # cards to be drawn, the upcard included,
    int upcard_draw                 # and which of them it is, from 0; -1 if there is none
    int copies
    uint32_t deck
    int stock_tricks
    int tricks
    int meld_unit
    PlayoffRules playoff
    int32_t rank_worth[RANKS]       # card points, where melds are in units of ten
    uint32_t beating[CARDS]         # replies that beat this card when it is led
    int melds
    int shows                       # what may be shown with a dix or without: a meld or none
    Meld meld[MOST_MELDS]


# The record of a state is this struct's bytes, without padding. Where kinds bar kinds, as many
# entries of the log follow as the state says.
cdef struct HandState:
    SeatState seats[SEATS]
    uint64_t gone                   # cards of completed tricks, as planes,
    uint64_t gone_high              # and their third and fourth copies
    uint64_t held                   # in the playoff: the cards still held, as the layout's word
    uint8_t upcard                  # NO_CARD where there is none (any more)
    uint8_t led                     # NO_CARD when nobody has led
    uint8_t leader                  # of this trick, or the winner of the last one
    uint8_t turn                    # whose decision it is
    uint8_t due
    uint8_t tricks                  # completed
    uint8_t drawn                   # cards drawn
    uint8_t playoff                 # whether the stock is gone and the table taken up
    uint8_t plays                   # lengths of the hand's logs
    uint8_t laid
    uint8_t stake                   # what the hand is played for, as a power of two,
    uint8_t right                   # and who may double: 0 both, else the seat and 1
    uint16_t glups[SEATS]


cdef struct HandInPlay:
    HandState state
    uint8_t pile[MOST_DRAWS]        # face-down cards
    uint8_t played[MOST_PLAYS]      # cards in the order they were played since the hand began
    Laid laid[MOST_LAID]
    uint64_t layout_copies[CARDS]   # of the playoff's layout, once it has begun:
    Layout layout                   # for each card its copies there


cdef void begin_hand(const HandRules* rules, HandInPlay* hand) noexcept nogil
cdef void score_play(const HandRules* rules, HandState* state, int card) noexcept nogil
cdef void deal_hand(
    const HandRules* rules, HandInPlay* hand, const uint8_t* cards, int dealer
) noexcept nogil
cdef int legal_moves(const HandRules* rules, const HandInPlay* hand, uint8_t* moves) noexcept nogil
cdef void apply_move(const HandRules* rules, HandInPlay* hand, int move) noexcept nogil
cdef void show_drawn_dix(const HandRules* rules, HandInPlay* hand, int seat) noexcept nogil
cdef void draw(const HandRules* rules, HandInPlay* hand) noexcept nogil
cdef void count_glups(const HandRules* rules, HandState* state, int reply) noexcept nogil
cdef int broken_obligation(const HandInPlay* hand, int card) noexcept nogil
cdef Planes show_dix(const HandRules* rules, SeatState* seat, int upcard) noexcept nogil


cdef inline bint beats_card(int led, int reply, int trump) noexcept nogil:
    """Whether a reply takes the trick (RULES.md 2); of identical cards the first played wins."""
    if led // RANKS == reply // RANKS:
        return reply > led
    return reply // RANKS == trump


cdef inline int number_shown(const HandRules* rules, const Laid* entry) noexcept nogil:
    """The number of the meld that was laid; for a dix the number after the last meld's."""
    return rules.melds if entry.meld in (EXCHANGED, SHOWN) else entry.meld


cdef inline bint is_window_open(const HandRules* rules, const HandState* state) noexcept nogil:
    """Whether the winner of the last trick may offer a double before he leads."""
    return (1 <= state.tricks <= rules.stock_tricks
            and (rules.doubles == AFTER_EVERY or (
                rules.doubles == AFTER_FIRST_AND_LAST
                and state.tricks in (1, rules.stock_tricks)))
            and state.right in (0, 1 + state.leader)
            and state.stake + 2 <= MOST_STAKE)


cdef inline bint may_meld_after(const HandRules* rules, int trick) noexcept nogil:
    """Whether a meld may follow this trick, counted from 1."""
    return trick <= rules.last_meld_trick


cdef inline bint may_show_dix_after(const HandRules* rules, int trick) noexcept nogil:
    """Whether a dix may be shown after this trick, counted from 1."""
    return rules.dix_card >= 0 and trick <= rules.last_dix_trick


cdef inline bint shows_dix(const HandRules* rules, int move) noexcept nogil:
    """Whether a dix is shown by a move that shows something or nothing."""
    return move - PASS >= rules.shows


cdef inline int meld_shown(const HandRules* rules, int move) noexcept nogil:
    """The number of the meld that such a move shows, -1 if none."""
    return (move - PASS if move - PASS < rules.shows else move - PASS - rules.shows) - 1


cdef inline Past past_of(const HandRules* rules, const HandInPlay* hand, int seat) noexcept nogil:
    """What a seat has laid, where kinds bar kinds."""
    return Past(&rules.meld[0], &hand.laid[0], hand.state.laid, seat)

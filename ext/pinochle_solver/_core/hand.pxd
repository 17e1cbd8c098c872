"""The state of one hand, from the deal to the last trick, and every move of it.

**The state** is two seats (``melds.pxd``: planes of cards, laid copies and what they have served
in) and a few bytes about the trick and the stock. **Rules** are the numbers of `HandRules`, filled
from a record: no code here knows a rulebook.

**A game** is the state, what fixes its future (the draw pile) and what is written down of its
past. Moves change the state and append to the logs, whose lengths are part of the state; so a
copy of the state taken before a move takes the move back, as long as states are restored in the
reverse of their order. There is no allocation and no GIL in any of it.

**What is due** runs in a circle: two plays; then the winner's meld, the loser's dix and the draws,
or the draws first, as the rules have it. A decision of which passing is the only choice does not
come up, unless the record of the rules wants it to. The draws are a step of their own, so that a
search can treat them as chance. With the stock gone the cards are laid out as the solver's word,
and `legal_replies` serves both.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

from pinochle_solver._core.layout cimport CARDS, RULES_WIDTH, SEATS, Layout
from pinochle_solver._core.melds cimport MOST_MELDS, Meld, SeatState

cdef enum:
    MOST_DRAWS = 64
    MOST_PLAYS = 64
    MOST_LAID = 80              # each puts a card on the table that was not there, or exchanges
    MOST_MOVES = 128            # legal at a time: shows are at most 2 + 2 * MOST_MELDS, plays fewer

    # What is due.
    DUE_PLAY = 0
    DUE_MELD = 1                # the trick's winner: a dix, a meld, both or neither
    DUE_DIX = 2                 # the trick's loser: a dix or not
    DUE_DRAW = 3
    DUE_NOTHING = 4             # the hand is over

    # A move is a byte. Below PASS a play: the card's index and, in bits 5 and 6, where it comes
    # from: 0 the hand, 1 or 2 the copy of that number on the table. From PASS on what is shown:
    # PASS, + DIX if a dix is, + 1 and the meld's number if a meld is.
    SOURCE = 32
    DIX = 64
    PASS = 128

    # The log's numbers for a dix, where else stands a meld's.
    EXCHANGED = 254
    SHOWN = 255

    # Which obligation of the playoff a card breaks.
    BREAKS_NONE = 0
    BREAKS_FOLLOW = 1
    BREAKS_HEAD = 2
    BREAKS_TRUMP = 3

    # A record of rules: 32-bit integers in this order, then MELD_WIDTH of them for each meld.
    RULES_TRUMP = 0
    RULES_DIX_CARD = 1          # its index, -1 where there is none
    RULES_DIX_POINTS = 2
    RULES_DEALER_DIX = 3
    RULES_LAST_DRAW_DIX = 4
    RULES_DRAWS_FIRST = 5
    RULES_MELDS_AFTER_LAST = 6
    RULES_DIX_IS_A_MELD = 7
    RULES_DIX_BY_LOSER = 8
    RULES_HAND = 9
    RULES_STOCK = 10            # face-down cards
    RULES_UPCARD = 11           # whether there is a face-up one
    RULES_COPIES = 12
    RULES_DECK = 13             # the cards in the deck, a bit each
    RULES_PLAYOFF = 14          # RULES_WIDTH numbers: a row of the playoff's table (layout.pxd)
    RULES_ASKS_ALWAYS = 26      # also where passing is the only choice
    RULES_MELDS = 27            # how many follow
    RULES_HEADER = 28


cdef struct HandRules:
    int trump
    int dix_card
    int dix_points
    int dealer_dix
    int last_draw_dix
    bint draws_first
    bint melds_after_last
    bint dix_is_a_meld
    bint dix_by_loser
    bint asks_always
    bint upcard
    int hand
    int draws                       # cards to be drawn, the upcard included
    int copies
    uint32_t deck
    int stock_tricks
    int tricks
    int16_t playoff[RULES_WIDTH]
    uint32_t beating[CARDS]         # replies that win against this card when it is led
    int melds
    Meld meld[MOST_MELDS]


# The record of a state is this struct's bytes: there is no padding in it.
cdef struct HandState:
    SeatState seats[SEATS]
    uint64_t gone                   # cards of completed tricks, as planes
    uint64_t held                   # in the playoff: the cards still held, as the layout's word
    uint8_t upcard                  # NO_CARD where there is none (any more)
    uint8_t led                     # NO_CARD when nobody has led
    uint8_t leader                  # of this trick, or the winner of the last one
    uint8_t turn                    # whose decision it is
    uint8_t due
    uint8_t tricks                  # completed
    uint8_t drawn                   # cards drawn
    uint8_t playoff                 # whether the stock is gone and the table taken up
    uint8_t plays                   # lengths of the game's logs
    uint8_t laid
    uint8_t unused[6]


cdef struct Laid:
    uint64_t copies                 # by number
    int credit
    uint8_t seat
    uint8_t meld                    # its number in the rules, or EXCHANGED or SHOWN
    uint8_t trick                   # the completed tricks before it


cdef struct Game:
    HandState state
    uint8_t pile[MOST_DRAWS]        # cards in the order they are drawn; not the upcard
    uint8_t played[MOST_PLAYS]      # cards in the order they were played since the game began
    Laid laid[MOST_LAID]
    uint64_t layout_copies[CARDS]   # of the playoff's layout, once it has begun:
    Layout layout                   # for each card its copies there


cdef bint read_rules(HandRules* rules, const int32_t* record, Py_ssize_t length) noexcept nogil
cdef bint is_sound_game(const HandRules* rules, const Game* game) noexcept nogil
cdef void begin_game(const HandRules* rules, Game* game) noexcept nogil
cdef void deal_hand(
    const HandRules* rules, Game* game, const uint8_t* cards, int dealer
) noexcept nogil
cdef int legal_moves(const HandRules* rules, const Game* game, uint8_t* moves) noexcept nogil
cdef void apply_move(const HandRules* rules, Game* game, int move) noexcept nogil
cdef void draw(const HandRules* rules, Game* game) noexcept nogil
cdef int broken_obligation(const Game* game, int card) noexcept nogil
cdef bint beats_card(int led, int reply, int trump) noexcept nogil
cdef void exchange_dix(const HandRules* rules, SeatState* seat, int upcard) noexcept nogil

"""The records that Python writes for the rules of a hand and for its state.

The numbers of a record are checked when it is read, so that play can never leave the arrays that
hold it: the cards of a state are the deck's, its sizes and what is due fit the completed tricks,
and its log fits what lies on the table.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.layout cimport PlayoffRules


# The rules of a hand as Python writes them, without padding. As many `MeldRecord` as it says
# follow.
cdef struct RulesRecord:
    int32_t trump
    int32_t dix_card                # its index, -1 where there is none
    int32_t dix_points
    int32_t dealer_dix
    int32_t dealer_lift             # for lifting just the cards to deal and the upcard,
    int32_t dealer_lift_and_dix     # and for both
    int32_t last_draw_dix
    int32_t held_dix                # for each held, and not shown, when the stock is gone
    int32_t played_dix
    int32_t glup_ranks              # those that count one more, a bit each; 0: there are no glups
    int32_t draws_first
    int32_t last_meld_trick         # the last trick that a meld may follow, counted from 1,
    int32_t last_dix_trick          # and the last one that a dix may be shown after
    int32_t dix_is_a_meld
    int32_t dix_by_loser
    int32_t dix_turns
    int32_t dix_by_exchange         # and in no other way
    int32_t by_kinds                # whether kinds bar kinds
    int32_t upcard_to_winner
    int32_t asks_always             # also where passing is the only choice
    int32_t doubles                 # after which tricks they may be offered, as in ``hand.pxd``
    int32_t hand                    # cards dealt to each seat
    int32_t stock                   # face-down cards
    int32_t upcard                  # whether there is a face-up one
    int32_t own_piles               # whether each seat draws from one
    int32_t copies
    uint32_t deck                   # the cards in the deck, a bit each
    int32_t meld_unit               # what all points for melds are multiples of
    PlayoffRules playoff
    int32_t melds


cdef bint read_rules(HandRules* rules, const uint8_t* record, size_t length) noexcept nogil
cdef bint is_sound_hand(const HandRules* rules, const HandInPlay* hand) noexcept nogil

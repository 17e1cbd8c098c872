"""Points that come of themselves in some games.

They stand apart from the moves (``hand.pyx``) so that games without them are not slowed by them.
"""

from pinochle_solver._core.hand cimport HandRules, HandState
from pinochle_solver._core.layout cimport NO_CARD, RANKS, SEATS
from pinochle_solver._core.melds cimport SeatState, copies_in

cdef enum:
    GLUP_STEP = 3
    GLUPS_POINTS = 1
    MANY_GLUPS_POINTS = 10          # at this many glups, and from so many on
    MANY_GLUPS = 9
    MOST_GLUPS = 15


cdef void score_play(const HandRules* rules, HandState* state, int card) noexcept nogil:
    """Score a card played in the stock phase: a dix by itself, and the glups of who follows."""
    if card == rules.dix_card:
        state.seats[state.turn].meld_points += rules.played_dix
    if state.led != NO_CARD and rules.glup_ranks:
        count_glups(rules, state, card)
    else:
        state.glups[state.turn] = 0


cdef void count_glups(const HandRules* rules, HandState* state, int reply) noexcept nogil:
    """Count what the follower gains who follows suit and loses; any other reply ends his glups.

    At each multiple of GLUP_STEP there are points, and what goes beyond it is lost.
    """
    cdef int led = state.led, glups = state.glups[state.turn], gain
    cdef int reached = glups - glups % GLUP_STEP + GLUP_STEP
    if led // RANKS != reply // RANKS or rules.beating[led] >> reply & 1:
        state.glups[state.turn] = 0
        return
    gain = 1 + (rules.glup_ranks >> reply % RANKS & 1) + (led == reply)
    if glups + gain < reached:
        state.glups[state.turn] = glups + gain
        return
    state.glups[state.turn] = reached
    state.seats[state.turn].meld_points += (
        MANY_GLUPS_POINTS if reached == MANY_GLUPS or reached >= MOST_GLUPS else GLUPS_POINTS)


cdef void score_held(const HandRules* rules, HandState* state) noexcept nogil:
    """Score each dix held when the stock is gone, but one that was the upcard.

    One on the table has been shown, unless it is shown in exchange only: then a meld laid it there.
    """
    cdef const SeatState* cards
    cdef int seat, held
    for seat in range(SEATS):
        cards = &state.seats[seat]
        held = copies_in(cards.hand, cards.hand_high, rules.dix_card)
        if rules.dix_by_exchange:
            held += copies_in(cards.table, cards.table_high, rules.dix_card)
        if state.upcard == rules.dix_card and seat == (
                state.leader ^ (rules.upcard_draw == rules.draws - 1)):
            held -= 1
        state.seats[seat].meld_points += held * rules.held_dix

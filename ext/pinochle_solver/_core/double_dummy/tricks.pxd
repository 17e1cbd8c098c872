"""A trick of three or four hands under way: whose turn it is, what may be played, who wins it.

A module that plays cards of these games asks here, whether it searches open hands or plays out a
world that a seat holds possible: what a seat may play depends on its own hand and on the trick, not
on what the others hold. It lays a deal out (``deal.pxd``) and plays it to its end so::

    lay_out(&deal, &position)                       # if is_sound_deal(&position)
    trick = open_trick(&deal)
    while trick.tricks:
        legal = legal_cards(&deal, &trick)          # of seat_on_turn(&deal, &trick), a bit for each
        card = ...                                  # a bit of them
        points += make_move(&deal, &trick, card)    # of side 0

`may_play` states the obligations; that these are the referee's (``table/tricks.py``) is tested at
random positions.
"""

from libc.stdint cimport uint64_t

from pinochle_solver._core.bits cimport bit, bit_count
from pinochle_solver._core.double_dummy.deal cimport OpenDeal, beating, may_play, points_of_cards


cdef struct Trick:
    # A trick under way. Values are points of side 0, from the lead to this trick on.
    uint64_t held           # the cards still in the hands
    int leader
    int count               # cards played to it
    int suit_led
    int best                # the card that wins it so far, and who played it
    int best_seat
    int lowest_of_best      # the lowest card that was as good when it was played
    uint64_t played
    int points
    int tricks              # left, with this one
    int outstanding         # before it
    int bound


cdef inline int seat_on_turn(const OpenDeal* deal, const Trick* trick) noexcept nogil:
    return (trick.leader + trick.count) % deal.seats


cdef inline uint64_t legal_cards(const OpenDeal* deal, const Trick* trick) noexcept nogil:
    """The cards that the seat on turn may play, all copies of each."""
    cdef uint64_t hand = trick.held & deal.owned[seat_on_turn(deal, trick)]
    return may_play(deal, hand, trick.suit_led, trick.best) if trick.count else hand


cdef inline void play_card(
    const OpenDeal* deal, Trick* trick, int card, int lowest
) noexcept nogil:
    """Play a card of the seat on turn to the trick; `lowest` of its run would do as well."""
    cdef int seat = seat_on_turn(deal, trick)
    trick.held &= ~bit(card)
    trick.points += deal.points[card]
    if not trick.count or beating(deal, trick.best) & bit(card):
        trick.best, trick.best_seat, trick.lowest_of_best = card, seat, lowest
    if not trick.count:
        trick.suit_led = deal.suit_of[card]
        trick.played = 0
    trick.played |= bit(card)
    trick.count += 1


cdef inline int make_move(const OpenDeal* deal, Trick* trick, int card) noexcept nogil:
    """Play a card; if it was the last of its trick, go on to the next one.

    Gives the points that side 0 wins by it: those of the trick, and of the last one all that is
    outstanding.
    """
    cdef int points
    play_card(deal, trick, card, card)
    if trick.count < deal.seats:
        return 0
    points = trick.points if trick.tricks > 1 else trick.outstanding
    trick.leader, trick.count, trick.points = trick.best_seat, 0, 0
    trick.tricks -= 1
    trick.outstanding -= points
    return points if deal.side[trick.leader] == 0 else 0


cdef inline Trick open_trick(const OpenDeal* deal) noexcept nogil:
    """The trick under way in a deal as laid out."""
    cdef Trick trick
    cdef int seat, i
    cdef uint64_t all_cards = 0
    for seat in range(deal.seats):
        all_cards |= deal.owned[seat]
    trick.held, trick.leader, trick.count = all_cards, deal.leader, 0
    trick.suit_led = trick.best = trick.best_seat = trick.points = trick.bound = 0
    trick.lowest_of_best, trick.played = 0, 0
    trick.tricks = bit_count(deal.owned[deal.leader])
    trick.outstanding = points_of_cards(deal, all_cards) + deal.last_trick
    for i in range(deal.leds):
        play_card(deal, &trick, deal.led[i], deal.led[i])
    return trick

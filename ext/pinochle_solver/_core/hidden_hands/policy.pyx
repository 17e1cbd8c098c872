"""Scores of cards in three or four hidden hands; ``policy.pxd`` describes them."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.double_dummy.deal cimport OpenDeal, beating
from pinochle_solver._core.hidden_hands.hands cimport may_be_played, seat_to_play, unseen_by
from pinochle_solver._core.layout cimport RANKS

cdef enum:
    NINE = 2            # its rank
    KINDS_OF_SUIT = KINDS // 2
    MOST_COUNTED = 25   # of cards, and of points in steps of one

# By number: how many cards, or points, make which step.
cdef uint8_t[9] LENGTH_STEPS = [0, 0, 1, 2, 3, 4, 4, 4, 4]
cdef uint8_t[9] OUTSTANDING_STEPS = [0, 1, 1, 2, 2, 2, 3, 3, 3]
cdef uint8_t[9] TRUMP_STEPS = [0, 1, 1, 2, 2, 3, 3, 3, 3]
cdef uint8_t[9] UNSEEN_STEPS = [0, 1, 1, 2, 2, 3, 3, 4, 4]
cdef uint8_t[10] LEFT_STEPS = [0, 0, 1, 2, 2, 3, 3, 3, 3, 4]


cdef inline int _step(const uint8_t* steps, int number) noexcept nogil:
    return steps[number if number < 8 else 8]


cdef inline int _at_most(int number, int most) noexcept nogil:
    return number if number < most else most


cdef void look(const Table* table, const HiddenHand* hand, Sight* sight) noexcept nogil:
    """See what the seat on turn sees."""
    cdef const OpenDeal* deal = &table.deal
    cdef int seat = seat_to_play(table, hand), other, place, suit
    cdef uint64_t may_have, elsewhere = 0
    cdef uint64_t of_seat[4]
    sight.seat = seat
    sight.side = table.side[seat]
    sight.held = hand.held[seat]
    sight.unseen = unseen_by(table, hand, seat)
    sight.enemies = sight.friends = sight.friends_shown = sight.following = 0
    sight.next_shown = sight.enemies_shown = sight.following_shown = 0
    sight.friends_higher = False
    sight.enemies_to_play = sight.friends_to_play = 0
    for other in range(deal.seats):
        elsewhere |= hand.shown[other]
    for place in range(1, deal.seats):
        other = (seat + place) % deal.seats
        may_have = sight.unseen & ~hand.absent[other] & (~elsewhere | hand.shown[other])
        of_seat[other] = may_have
        if table.seats_of_unit[seat] & bit(other):
            sight.friends |= may_have
            sight.friends_shown |= hand.shown[other]
            if hand.count and place < deal.seats - hand.count:
                sight.friends_to_play = 1
                if hand.shown[other] & beating(deal, hand.best):
                    sight.friends_higher = True
        else:
            sight.enemies |= may_have
            sight.enemies_shown |= hand.shown[other]
            if place == 1:
                sight.next_shown = hand.shown[other]
            if hand.count and place < deal.seats - hand.count:
                sight.enemies_to_play += 1
                sight.following |= may_have
                sight.following_shown |= hand.shown[other]
    sight.outstanding = _step(OUTSTANDING_STEPS, bit_count(sight.enemies & deal.trumps))
    sight.trumps = _step(TRUMP_STEPS, bit_count(sight.held & deal.trumps))
    sight.left = LEFT_STEPS[_at_most(hand.tricks, 9)]
    for suit in range(SUITS):
        sight.length[suit] = _step(LENGTH_STEPS, bit_count(sight.held & deal.suit[suit]))
        sight.unseen_step[suit] = _step(UNSEEN_STEPS, bit_count(sight.unseen & deal.suit[suit]))
    sight.place = 0
    if hand.count == 0:
        _look_around(table, hand, sight, of_seat)
    else:
        _look_at_trick(table, hand, sight, of_seat)


cdef inline void _look_around(
    const Table* table, const HiddenHand* hand, Sight* sight, const uint64_t* of_seat
) noexcept nogil:
    """See what matters to a lead."""
    cdef const OpenDeal* deal = &table.deal
    cdef int suit, other, distance
    for suit in range(SUITS):
        sight.ruffing[suit] = sight.friends_ruffing[suit] = 0
    for other in range(deal.seats):
        if other == sight.seat or not of_seat[other] & deal.trumps:
            continue
        for suit in range(SUITS):
            if suit == deal.trump or of_seat[other] & deal.suit[suit]:
                continue
            if table.seats_of_unit[sight.seat] & bit(other):
                sight.friends_ruffing[suit] = 1
            elif sight.ruffing[suit] < 2:
                sight.ruffing[suit] += 1
    if table.bidder >= 0 and table.unit[sight.seat] != table.unit[table.bidder]:
        distance = (table.bidder - sight.seat + deal.seats) % deal.seats
        sight.place = 1 if distance == 1 else 2 if distance == deal.seats - 1 else 3


cdef inline void _look_at_trick(
    const Table* table, const HiddenHand* hand, Sight* sight, const uint64_t* of_seat
) noexcept nogil:
    """See what matters to a card that follows."""
    cdef const OpenDeal* deal = &table.deal
    cdef int place, other, outlook, points = hand.trick_points
    cdef uint64_t suit = deal.suit[hand.suit_led]
    sight.stake = (0 if points == 0 else 1 if points < 10 else 2 if points < 15
                   else 3 if points < 25 else 4)
    sight.risk = 0
    if hand.suit_led != deal.trump and sight.following & deal.trumps:
        place = bit_count(sight.unseen & suit)
        sight.risk = 2 if place < 3 else 1 if place < 5 else 0
        for place in range(1, deal.seats - hand.count):
            other = (sight.seat + place) % deal.seats
            if (not table.seats_of_unit[sight.seat] & bit(other)
                    and not of_seat[other] & suit and of_seat[other] & deal.trumps):
                sight.risk = 2
    if table.seats_of_unit[sight.seat] & bit(hand.best_seat):
        outlook = _outlook_of_best(table, hand, sight, hand.best)
        sight.party, sight.outlook = 1, FRIENDS if outlook <= SAFE else FRIENDS_YET
    else:
        sight.party, sight.outlook = 2, ENEMYS
        if sight.friends_to_play and sight.friends & beating(deal, hand.best):
            sight.outlook = ENEMYS_YET
    if table.bidder >= 0 and table.unit[sight.seat] != table.unit[table.bidder]:
        place = (table.bidder - hand.leader + deal.seats) % deal.seats
        sight.place = 1 if place > hand.count else 2 if hand.best_seat == table.bidder else 3


cdef inline int _outlook_of_best(
    const Table* table, const HiddenHand* hand, const Sight* sight, int card
) noexcept nogil:
    """What will become of the trick if this card is the best so far, of one's own side."""
    cdef const OpenDeal* deal = &table.deal
    cdef int higher
    cdef bint ruffs = deal.suit_of[card] != hand.suit_led
    if not sight.following & beating(deal, card):
        return WON
    higher = bit_count(sight.following & deal.above[card])
    if ruffs and sight.risk < 2:
        return SAFE if sight.risk == 0 else RUFFABLE
    if higher == 0:
        return SAFE if sight.risk == 0 else RUFFABLE
    return EXPOSED if higher < 3 else HOPELESS


cdef void look_up(
    const Table* table, const HiddenHand* hand, const Sight* sight, int card, int32_t* places
) noexcept nogil:
    """The place of the weight in each table for a card of the seat on turn."""
    if hand.count:
        _look_up_follow(table, hand, sight, card, places)
    else:
        _look_up_lead(table, sight, card, places)


cdef inline void _look_up_lead(
    const Table* table, const Sight* sight, int card, int32_t* places
) noexcept nogil:
    cdef const OpenDeal* deal = &table.deal
    cdef int suit = deal.suit_of[card], trump = suit == deal.trump
    cdef int kind = trump * KINDS_OF_SUIT + deal.card_index[card] % RANKS - NINE
    cdef uint64_t above = deal.above[card]
    cdef int higher = _at_most(bit_count(above & sight.enemies), HIGHERS - 1)
    cdef int over = _at_most(bit_count(above & sight.held), OWN - 1)
    cdef int length = sight.length[suit]
    cdef int friends = 2 if above & sight.friends_shown else 1 if above & sight.friends else 0
    cdef int twin = (sight.held & deal.identical[card]) != bit(card)
    cdef int shown = (1 if above & sight.next_shown else 2 if above & sight.enemies_shown else 0)
    cdef bint counts = deal.points[card] > 0
    places[0] = LEAD_LENGTH + (kind * HIGHERS + higher) * LENGTHS + length
    places[1] = LEAD_DRAWING + (
        ((trump * OUTSTANDINGS + sight.outstanding) * TRUMPS + sight.trumps) * HIGHERS
        + higher) * LEFTS + sight.left
    places[2] = LEAD_RUFFS + (
        (((trump * HIGHERS + higher) * 3 + friends) * 3 + sight.ruffing[suit]) * 2
        + sight.friends_ruffing[suit]) * 2 + counts
    places[3] = LEAD_SUIT + (
        ((trump * UNSEENS + sight.unseen_step[suit]) * LENGTHS + length) * HIGHERS
        + higher) * OWN + over
    places[4] = LEAD_TIME + (kind * PLACES + sight.place) * LEFTS + sight.left
    places[5] = LEAD_PLACE + (
        ((trump * PLACES + sight.place) * HIGHERS + higher) * LENGTHS
        + length) * OUTSTANDINGS + sight.outstanding
    places[6] = LEAD_CONTROL + (kind * TRUMPS + sight.trumps) * OUTSTANDINGS + sight.outstanding
    places[7] = LEAD_SHOWN + ((kind * 3 + shown) * 3 + friends) * PLACES + sight.place
    places[8] = LEAD_TWIN + (
        (kind * 2 + twin) * LENGTHS + length) * UNSEENS + sight.unseen_step[suit]


cdef inline void _look_up_follow(
    const Table* table, const HiddenHand* hand, const Sight* sight, int card, int32_t* places
) noexcept nogil:
    cdef const OpenDeal* deal = &table.deal
    cdef int suit = deal.suit_of[card], trump = suit == deal.trump
    cdef int kind = trump * KINDS_OF_SUIT + deal.card_index[card] % RANKS - NINE
    cdef uint64_t above = deal.above[card]
    cdef uint64_t lower = deal.suit[suit] & ~above & ~deal.identical[card]
    cdef int higher = _at_most(bit_count(above & sight.enemies), HIGHERS - 1)
    cdef int over = _at_most(bit_count(above & sight.held), OWN - 1)
    cdef int below = _at_most(bit_count(lower & sight.held), OWN - 1)
    cdef int length = sight.length[suit]
    cdef int role = trump if suit == hand.suit_led else 2 if trump else 3
    cdef int twin = (sight.held & deal.identical[card]) != bit(card)
    cdef int outlook = sight.outlook, party = sight.party, best = hand.best
    cdef bint beaten
    if beating(deal, hand.best) & bit(card):
        outlook, party, best = _outlook_of_best(table, hand, sight, card), 0, card
    beaten = (sight.following_shown & deal.above[best]) != 0
    places[0] = FOLLOW_STAKE + (outlook * KINDS + kind) * STAKES + sight.stake
    places[1] = FOLLOW_ROLE + ((outlook * ROLES + role) * LENGTHS + length) * HIGHERS + higher
    places[2] = FOLLOW_LENGTH + ((party * KINDS + kind) * HIGHERS + higher) * LENGTHS + length
    places[3] = FOLLOW_TIME + (
        (outlook * ROLES + role) * LEFTS + sight.left) * TRUMPS + sight.trumps
    places[4] = FOLLOW_SEATS + (
        ((outlook * 4 + sight.enemies_to_play) * 2 + sight.friends_to_play) * ROLES
        + role) * STAKES + sight.stake
    places[5] = FOLLOW_OWN + (
        ((party * KINDS + kind) * OWN + over) * OWN + below) * LEFTS + sight.left
    places[6] = FOLLOW_PLACE + (outlook * KINDS + kind) * PLACES + sight.place
    places[7] = FOLLOW_TWIN + (
        ((party * KINDS + kind) * 2 + twin) * UNSEENS
        + sight.unseen_step[suit]) * OUTSTANDINGS + sight.outstanding
    places[8] = FOLLOW_SHOWN + (
        ((outlook * 2 + beaten) * 2 + sight.friends_higher) * ROLES + role) * STAKES + sight.stake


cdef int choose_card(
    const Table* table, const HiddenHand* hand, const CardPolicy* policy
) noexcept nogil:
    """The card with the highest score, the lowest among equals."""
    cdef const OpenDeal* deal = &table.deal
    cdef uint64_t cards = may_be_played(table, hand)
    cdef int card = lowest_bit(cards), best = card
    cdef int32_t score, highest = 0
    cdef int32_t[LOOKUPS] places
    cdef Sight sight
    if not cards & ~deal.identical[card]:
        return card
    look(table, hand, &sight)
    while cards:
        card = lowest_bit(cards)
        cards &= ~deal.identical[card]
        look_up(table, hand, &sight, card, places)
        score = score_of(policy, sight.side, places)
        if card == best or score > highest:
            best, highest = card, score
    return best


# From Python

TABLES = {
    "lead.length": (LEAD_LENGTH, (KINDS, HIGHERS, LENGTHS)),
    "lead.drawing": (LEAD_DRAWING, (2, OUTSTANDINGS, TRUMPS, HIGHERS, LEFTS)),
    "lead.ruffs": (LEAD_RUFFS, (2, HIGHERS, 3, 3, 2, 2)),
    "lead.suit": (LEAD_SUIT, (2, UNSEENS, LENGTHS, HIGHERS, OWN)),
    "lead.time": (LEAD_TIME, (KINDS, PLACES, LEFTS)),
    "lead.place": (LEAD_PLACE, (2, PLACES, HIGHERS, LENGTHS, OUTSTANDINGS)),
    "lead.control": (LEAD_CONTROL, (KINDS, TRUMPS, OUTSTANDINGS)),
    "lead.shown": (LEAD_SHOWN, (KINDS, 3, 3, PLACES)),
    "lead.twin": (LEAD_TWIN, (KINDS, 2, LENGTHS, UNSEENS)),
    "follow.stake": (FOLLOW_STAKE, (OUTLOOKS, KINDS, STAKES)),
    "follow.role": (FOLLOW_ROLE, (OUTLOOKS, ROLES, LENGTHS, HIGHERS)),
    "follow.length": (FOLLOW_LENGTH, (PARTIES, KINDS, HIGHERS, LENGTHS)),
    "follow.time": (FOLLOW_TIME, (OUTLOOKS, ROLES, LEFTS, TRUMPS)),
    "follow.seats": (FOLLOW_SEATS, (OUTLOOKS, 4, 2, ROLES, STAKES)),
    "follow.own": (FOLLOW_OWN, (PARTIES, KINDS, OWN, OWN, LEFTS)),
    "follow.place": (FOLLOW_PLACE, (OUTLOOKS, KINDS, PLACES)),
    "follow.twin": (FOLLOW_TWIN, (PARTIES, KINDS, 2, UNSEENS, OUTSTANDINGS)),
    "follow.shown": (FOLLOW_SHOWN, (OUTLOOKS, 2, 2, ROLES, STAKES)),
}

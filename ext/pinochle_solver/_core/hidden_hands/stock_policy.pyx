"""Scores of moves in the stock phase of three and four; ``stock_policy.pxd`` describes them."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.hand.kinds cimport Counts, count_in
from pinochle_solver._core.hidden_hands.stock_hands cimport (
    MELD, NOTHING, PLAY, Laying, StockMeld, StockSeat, after_dix, after_melds, beats,
    best_laying, copies_of, has_nine, lay, play_card, show_dix, whole_to_replace,
)
from pinochle_solver._core.layout cimport RANKS, SUITS

cdef enum:
    NINE = 2                # its rank
    KINDS_OF_SUIT = STOCK_KINDS // 2

cdef uint8_t[8] LEFT_STEPS = [0, 1, 2, 2, 3, 3, 3, 4]
cdef uint8_t[6] HIGHER_STEPS = [0, 1, 1, 2, 2, 3]


# What a meld may still bring a seat.
cdef struct Prospect:
    int worth               # points
    int place               # of its share among the weights
    int place_without       # and of the share if a card that it needs goes; -1: it is lost then
    uint32_t needed         # cards of which it has no copy to spare
    uint32_t last           # of these, those of which no other copy is unseen
    uint64_t usable         # slots that may serve in it


cdef struct Sight:
    int left                # a step
    int number
    Prospect prospects[MOST_MELDS]
    int want
    Counts elsewhere        # cards that may be in other hands, or are seen there
    int length[SUITS]


cdef inline int _left(const StockRecord* record, const StockHand* hand) noexcept nogil:
    """The step of the tricks that are to come before the stock is gone, after the next or open."""
    cdef int tricks = (hand.face_down + 1) // record.seats_playing - 1
    if hand.act == MELD and not record.draws_first:
        tricks -= 1         # that of the trick just won is still to be drawn for
    return LEFT_STEPS[tricks if tricks < 7 else 7] if tricks > 0 else 0


cdef void _assess(
    const StockRecord* record, const StockSeat* seat, int left, Sight* sight
) noexcept nogil:
    """See what melds a seat may still lay."""
    cdef const StockMeld* meld
    cdef Prospect* found
    cdef Counts have
    cdef uint64_t slots
    cdef int number, k, slot, lacks, rare, times, held, copies
    sight.number, sight.left = 0, left
    for number in range(record.number_of_melds):
        meld = &record.melds[number]
        found = &sight.prospects[sight.number]
        have = seat.hand
        found.usable = 0
        slots = 0 if meld.all_at_once else seat.on_table
        while slots:
            slot = lowest_bit(slots)
            slots &= slots - 1
            if (not seat.slot_services[slot] & meld.bars
                    and meld.of[0] >> seat.slot_card[slot] & 1):
                found.usable |= bit(slot)
                count_in(&have, <uint32_t> 1 << seat.slot_card[slot])
        found.worth = meld.points
        slots = whole_to_replace(record, seat, number)
        if slots:
            found.worth -= meld.replaced_points
            found.usable |= slots
            while slots:
                count_in(&have, <uint32_t> 1 << seat.slot_card[lowest_bit(slots)])
                slots &= slots - 1
        if not found.usable and not have.of[0] & meld.of[0]:
            continue
        lacks, rare = 0, RARES
        found.needed = found.last = 0
        for k in range(meld.kinds):
            times, held = meld.times[k], copies_of(&have, meld.card[k])
            copies = copies_of(&seat.unseen, meld.card[k])
            if held < times:
                lacks += times - held
                copies -= times - held - 1
                rare = copies if copies < rare else rare
            if held and held <= times:
                found.needed |= <uint32_t> 1 << meld.card[k]
                if copies <= 0 or held < times and copies <= 1:
                    found.last |= <uint32_t> 1 << meld.card[k]
        if rare <= 0 or lacks >= LACKS:
            continue
        if lacks == 0 and not meld.of[0] & seat.hand.of[0]:
            continue        # it would put no new card on the table
        found.place = MELD_SHARES + (
            (_size(meld) * LACKS + lacks) * RARES + rare - 1) * STOCK_LEFTS + left
        found.place_without = -1
        if lacks + 1 < LACKS:
            found.place_without = found.place + RARES * STOCK_LEFTS
        sight.number += 1


cdef inline int _size(const StockMeld* meld) noexcept nogil:
    """The step of how many cards a meld has."""
    cdef int k, cards = 0
    for k in range(meld.kinds):
        cards += meld.times[k]
    return 0 if cards <= 2 else 1 if cards <= 4 else 2


cdef inline int32_t _term(
    const StockPolicy* policy, int32_t place, int32_t amount, Terms* terms
) noexcept nogil:
    """One term of a score; kept if somebody learns from it."""
    if terms is not NULL and terms.number < MOST_TERMS:
        terms.place[terms.number], terms.amount[terms.number] = place, amount
        terms.number += 1
    return policy.weights[place] * amount


cdef inline int32_t _worth_of_melds(
    const StockPolicy* policy, const Sight* sight, int sign, Terms* terms
) noexcept nogil:
    """What all melds of a hand are worth."""
    cdef int i
    cdef int32_t score = 0
    for i in range(sight.number):
        score += _term(
            policy, sight.prospects[i].place, sign * sight.prospects[i].worth, terms)
    return score


cdef inline int32_t _cost_in_melds(
    const StockPolicy* policy, const Sight* sight, int card, int slot, Terms* terms
) noexcept nogil:
    """What the melds of a hand are worth more without a card: 0 or less, if all is well."""
    cdef const Prospect* each
    cdef int32_t score = 0
    cdef int i
    for i in range(sight.number):
        each = &sight.prospects[i]
        if not each.needed >> card & 1 or slot != NOTHING and not each.usable >> slot & 1:
            continue
        score += _term(policy, each.place, -each.worth, terms)
        if each.place_without >= 0 and not each.last >> card & 1:
            score += _term(policy, each.place_without, each.worth, terms)
    return score


# Cards


cdef void _look(const StockRecord* record, const StockHand* hand, Sight* sight) noexcept nogil:
    """See what matters to a card."""
    cdef const StockSeat* seat = &hand.seats[hand.turn]
    cdef uint64_t slots
    cdef int other, slot, suit, points = 0, i, k
    cdef Counts own = seat.hand
    _assess(record, seat, _left(record, hand), sight)
    for i in range(sight.number):
        # Lacks nothing.
        if (sight.prospects[i].place - MELD_SHARES) // (RARES * STOCK_LEFTS) % LACKS == 0:
            points = max(points, sight.prospects[i].worth)
    if record.dix_is_a_meld and has_nine(record, seat):
        points = max(points, record.dix_points)
    if hand.face_down < record.seats_playing:
        points = 0          # no meld follows
    sight.want = (0 if points == 0 else 1 if points <= 20 else 2 if points <= 40
                  else 3 if points <= 80 else 4)
    sight.elsewhere = seat.unseen
    for other in range(record.seats_playing):
        slots = hand.seats[other].on_table
        while slots:
            slot = lowest_bit(slots)
            slots &= slots - 1
            count_in(
                &own if other == hand.turn else &sight.elsewhere,
                <uint32_t> 1 << hand.seats[other].slot_card[slot])
        if other != hand.turn:
            for k in range(4):
                count_in(&sight.elsewhere, hand.seats[other].known.of[k])
    for suit in range(SUITS):
        i = _how_many(&own, <uint32_t> 0xFF << (suit * RANKS))
        sight.length[suit] = i - 1 if i < STOCK_LENGTHS else STOCK_LENGTHS - 1


cdef inline int _how_many(const Counts* counts, uint32_t cards) noexcept nogil:
    return (bit_count(counts.of[0] & cards) + bit_count(counts.of[1] & cards)
            + bit_count(counts.of[2] & cards) + bit_count(counts.of[3] & cards))


cdef int32_t _score_card(
    const StockRecord* record, const StockHand* hand, const StockPolicy* policy,
    const Sight* sight, int card, int slot, int source, Terms* terms,
) noexcept nogil:
    cdef int suit = card // RANKS, trump = suit == record.trump
    cdef int kind = trump * KINDS_OF_SUIT + card % RANKS - NINE
    cdef uint32_t above = (<uint32_t> 0xFF << (suit * RANKS)) & ~((<uint32_t> 2 << card) - 1)
    cdef int higher = _how_many(&sight.elsewhere, above), left = sight.left
    cdef int length = sight.length[suit], outlook, stake, to_play, upcard
    cdef int32_t score = _cost_in_melds(policy, sight, card, slot, terms)
    if not hand.count:
        higher = HIGHER_STEPS[higher if higher < 5 else 5]
        score += _term(
            policy, LEAD_KIND + (kind * STOCK_HIGHERS + higher) * STOCK_LEFTS + left,
            LOOKED_UP, terms)
        score += _term(
            policy, LEAD_WANT + (
                (sight.want * 2 + trump) * STOCK_HIGHERS + higher) * STOCK_LEFTS + left,
            LOOKED_UP, terms)
        score += _term(
            policy, LEAD_LONG + (kind * STOCK_LENGTHS + length) * STOCK_LEFTS + left,
            LOOKED_UP, terms)
        return score + _term(policy, LEAD_FROM + kind * SOURCES + source, LOOKED_UP, terms)
    to_play = record.seats_playing - hand.count - 1
    if not beats(record, card, hand.best):
        outlook = 0
    elif to_play == 0:
        outlook = 1
    else:
        outlook = 2 if higher == 0 else 3 if higher < 4 else 4
    stake = (0 if hand.trick_points == 0 else 1 if hand.trick_points < 10
             else 2 if hand.trick_points < 15 else 3 if hand.trick_points < 25 else 4)
    upcard = STOCK_KINDS
    if hand.face_down < record.seats_playing:
        upcard = ((hand.upcard // RANKS == record.trump) * KINDS_OF_SUIT
                  + hand.upcard % RANKS - NINE)
    score += _term(
        policy, FOLLOW_STAKES + (outlook * STOCK_KINDS + kind) * STOCK_STAKES + stake,
        LOOKED_UP, terms)
    score += _term(
        policy, FOLLOW_WANT + (
            (outlook * WANTS + sight.want) * STOCK_LEFTS + left) * TO_PLAY + to_play,
        LOOKED_UP, terms)
    score += _term(
        policy, FOLLOW_LONG + (kind * STOCK_LENGTHS + length) * STOCK_LEFTS + left,
        LOOKED_UP, terms)
    score += _term(policy, FOLLOW_FROM + kind * SOURCES + source, LOOKED_UP, terms)
    score += _term(
        policy, FOLLOW_UPCARD + (outlook * TO_PLAY + to_play) * UPCARDS + upcard,
        LOOKED_UP, terms)
    return score + _term(
        policy, FOLLOW_LEFT + (outlook * STOCK_KINDS + kind) * STOCK_LEFTS + left,
        LOOKED_UP, terms)


cdef int _card_options(
    const StockRecord* record, const StockHand* hand, const StockPolicy* policy,
    StockOption* options, Terms* terms,
) noexcept nogil:
    """Each card of the hand, and of copies on the table the first of those that served alike."""
    cdef const StockSeat* seat = &hand.seats[hand.turn]
    cdef uint32_t cards = seat.hand.of[0], on_table = 0
    cdef uint64_t slots = seat.on_table
    cdef int number = 0, card, slot, i
    cdef Sight sight
    _look(record, hand, &sight)
    while slots:
        on_table |= <uint32_t> 1 << seat.slot_card[lowest_bit(slots)]
        slots &= slots - 1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        options[number].card, options[number].slot = card, NOTHING
        number += 1
    slots = seat.on_table
    while slots and number < MOST_OPTIONS:
        slot = lowest_bit(slots)
        slots &= slots - 1
        card = seat.slot_card[slot]
        for i in range(number):
            if (options[i].card == card and options[i].slot != NOTHING
                    and seat.slot_services[options[i].slot] == seat.slot_services[slot]):
                break
        else:
            options[number].card, options[number].slot = card, slot
            number += 1
    for i in range(number):
        card, slot = options[i].card, options[i].slot
        options[i].meld, options[i].dix = NOTHING, False
        if terms is not NULL:
            terms[i].number = 0
        options[i].score = _score_card(
            record, hand, policy, &sight, card, slot,
            on_table >> card & 1 if slot == NOTHING else 2 + (seat.hand.of[0] >> card & 1),
            NULL if terms is NULL else &terms[i])
    return number


# Melds


cdef int _meld_options(
    const StockRecord* record, const StockHand* hand, const StockPolicy* policy,
    StockOption* options, Terms* terms,
) noexcept nogil:
    """A pass, then melds, a dix, and both where a dix is no meld."""
    cdef const StockSeat* seat = &hand.seats[hand.turn]
    cdef Laying laying
    cdef StockHand after
    cdef int number = 1, meld, i, dix
    options[0].meld, options[0].dix = NOTHING, False
    for dix in range(1 + has_nine(record, seat)):
        if dix:
            after = hand[0]
            show_dix(record, &after)
            seat = &after.seats[hand.turn]
            options[number].meld, options[number].dix = NOTHING, True
            number += 1
            if record.dix_is_a_meld:
                break
        for meld in range(record.number_of_melds):
            best_laying(record, seat, meld, &laying)
            if laying.from_hand and number < MOST_OPTIONS:
                options[number].meld, options[number].dix = meld, dix
                number += 1
    for i in range(number):
        options[i].card, options[i].slot = 0, NOTHING
        options[i].score = 0
        if terms is not NULL:
            terms[i].number = 0
    if number > 1:
        _score_shows(record, hand, policy, options, number, terms)
    return number


cdef void _score_shows(
    const StockRecord* record, const StockHand* hand, const StockPolicy* policy,
    StockOption* options, int number, Terms* terms,
) noexcept nogil:
    cdef StockHand after
    cdef const StockSeat* seat
    cdef Sight sight
    cdef Terms* own
    cdef int i, left = _left(record, hand)
    for i in range(number):
        after = hand[0]
        _show(record, &after, &options[i])
        seat = &after.seats[hand.turn]
        own = NULL if terms is NULL else &terms[i]
        _assess(record, seat, left, &sight)
        options[i].score = (seat.melds - hand.seats[hand.turn].melds) * (
            STOCK_WEIGHT_UNIT * LOOKED_UP) + _worth_of_melds(policy, &sight, 1, own)
        if options[i].dix:
            options[i].score += _term(
                policy, DIX_UPCARD + (hand.upcard % RANKS - NINE) * STOCK_LEFTS + left,
                LOOKED_UP, own)


cdef void _show(
    const StockRecord* record, StockHand* hand, const StockOption* option
) noexcept nogil:
    """Show what an option shows; the turn stays."""
    cdef Laying laying
    if option.dix:
        show_dix(record, hand)
    if option.meld != NOTHING:
        best_laying(record, &hand.seats[hand.turn], option.meld, &laying)
        lay(record, hand, hand.turn, option.meld, &laying)


# All of them


cdef int stock_options(
    const StockRecord* record, const StockHand* hand, const StockPolicy* policy,
    StockOption* options, Terms* terms,
) noexcept nogil:
    """The moves of the seat on turn with their scores; how many.

    `terms`, if not NULL, has room for those of each option. A dix is asked for by itself only where
    the seat has one; to show it is scored above not to.
    """
    cdef int i
    if hand.act == PLAY:
        return _card_options(record, hand, policy, options, terms)
    if hand.act == MELD:
        return _meld_options(record, hand, policy, options, terms)
    for i in range(2):
        options[i].card, options[i].slot, options[i].meld = 0, NOTHING, NOTHING
        options[i].dix, options[i].score = i, i
        if terms is not NULL:
            terms[i].number = 0
    return 2


cdef void take_option(
    const StockRecord* record, StockHand* hand, const StockOption* option
) noexcept nogil:
    """Make a move of the seat on turn, and go on to the next decision."""
    if hand.act == PLAY:
        play_card(record, hand, option.card, option.slot)
    elif hand.act == MELD:
        _show(record, hand, option)
        after_melds(record, hand)
    else:
        if option.dix:
            show_dix(record, hand)
        after_dix(record, hand)


cdef int best_option(const StockOption* options, int number) noexcept nogil:
    """The move with the highest score, the first among equals."""
    cdef int best = 0, i
    for i in range(1, number):
        if options[i].score > options[best].score:
            best = i
    return best


# From Python

STOCK_TABLES = {
    "meld.shares": (MELD_SHARES, (SIZES, LACKS, RARES, STOCK_LEFTS)),
    "lead.kind": (LEAD_KIND, (STOCK_KINDS, STOCK_HIGHERS, STOCK_LEFTS)),
    "lead.want": (LEAD_WANT, (WANTS, 2, STOCK_HIGHERS, STOCK_LEFTS)),
    "lead.long": (LEAD_LONG, (STOCK_KINDS, STOCK_LENGTHS, STOCK_LEFTS)),
    "lead.from": (LEAD_FROM, (STOCK_KINDS, SOURCES)),
    "follow.stakes": (FOLLOW_STAKES, (STOCK_OUTLOOKS, STOCK_KINDS, STOCK_STAKES)),
    "follow.want": (FOLLOW_WANT, (STOCK_OUTLOOKS, WANTS, STOCK_LEFTS, TO_PLAY)),
    "follow.long": (FOLLOW_LONG, (STOCK_KINDS, STOCK_LENGTHS, STOCK_LEFTS)),
    "follow.from": (FOLLOW_FROM, (STOCK_KINDS, SOURCES)),
    "follow.upcard": (FOLLOW_UPCARD, (STOCK_OUTLOOKS, TO_PLAY, UPCARDS)),
    "follow.left": (FOLLOW_LEFT, (STOCK_OUTLOOKS, STOCK_KINDS, STOCK_LEFTS)),
    "dix.upcard": (DIX_UPCARD, (STOCK_RANKS, STOCK_LEFTS)),
}

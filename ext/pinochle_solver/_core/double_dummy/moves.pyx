"""The cards worth trying to a trick of open hands, and how good each looks.

Design
------
A run is cards of one hand that have no other hand's card, and not the trick's best card, between
them. One card of a run stands for all that count the same. If it is certain which side wins the
trick, the richest stands for all if that is one's own side, else the cheapest. The others leave the
same structure, with at most that many points more or less in it.

The score of a card is linear in what it shows of its suit, with weights by what is certain of the
trick (``ordering.pxd``). The search takes them best first; when one fails, those that differ
only below the ranks its proof rests on are given up with it (`skip_alike`).
"""

from libc.stdint cimport int16_t, uint64_t

from pinochle_solver._core.bits cimport bit, bit_count, highest_bit, lowest_bit
from pinochle_solver._core.double_dummy.deal cimport OpenDeal, beating
from pinochle_solver._core.double_dummy.ordering cimport (
    BEST_SO_FAR, ENEMY_BEST, FOLLOW_POINTS, FOLLOW_OTHERS_HIGHER, FOLLOW_LENGTH,
    FOLLOW_TRUMP, FOLLOW_ENEMIES_HIGHER, FOLLOW_MASTER, FOLLOW_HIGHER,
    FOLLOW_RANK, FOLLOW_SUIT_LED, FOLLOW_SINGLETON,
    FOLLOW_BASE, FOLLOW_FRIENDS_HIGHER, FOLLOW_ENEMIES_LENGTH, FOLLOW_TRICK_POINTS, FRIEND_BEST,
    LEAD_BASE, LEAD_POINTS, LEAD_ENEMIES_HIGHER, LEAD_LENGTH, LEAD_ENEMIES_LENGTH,
    LEAD_HIGHER, LEAD_FRIENDS_HIGHER, LEAD_FRIENDS_LENGTH,
    LEAD_ENEMIES_RUFFING, LEAD_FRIENDS_RUFFING, LEAD_TRUMPS,
    LEAD_ENEMIES_SHORTEST, LEAD_FRIENDS_MASTER, LEAD_MASTER, LEAD_TRICKS,
    LEAD_SINGLETON, LEAD_RANK, LEAD_ENEMIES_TRUMPS, LOSES_FOR_CERTAIN,
    OPEN_LEAD, PLAIN_LEADS, SURELY_LOST, SURELY_WON, OpenWeights, WINS_FOR_CERTAIN,
)
from pinochle_solver._core.double_dummy.techniques cimport NO_DOMINANCE, NO_ORDER, NO_RUNS
from pinochle_solver._core.layout cimport RANKS, SUITS


cdef uint64_t _lowest_run(
    const OpenDeal* deal, uint64_t cards, uint64_t opposing
) noexcept nogil:
    """The lowest run of `cards`, all of one suit."""
    cdef int card = lowest_bit(cards)
    cdef uint64_t run = 0, equal
    opposing &= ~(bit(lowest_bit(deal.identical[card])) - 1)
    while cards:
        card = lowest_bit(cards)
        equal = deal.identical[card]
        if run and opposing & (equal | (bit(card) - 1)):
            break
        run |= equal & cards
        cards &= ~equal
    return run


cdef inline int _extreme(const OpenDeal* deal, uint64_t run, bint richest) noexcept nogil:
    """The richest or the cheapest card of a run; among equals the highest."""
    cdef int best = highest_bit(run), card
    run &= ~bit(best)
    while run:
        card = highest_bit(run)
        run &= ~bit(card)
        if (deal.points[card] > deal.points[best] if richest
                else deal.points[card] < deal.points[best]):
            best = card
    return best


cdef inline uint64_t _one_for_each_value(const OpenDeal* deal, uint64_t run) noexcept nogil:
    """Keep the highest of the cards of a run that count the same."""
    cdef uint64_t kept = 0, others
    cdef int card
    cdef bint known
    while run:
        card = highest_bit(run)
        run &= ~bit(card)
        others, known = kept, False
        while others:
            if deal.points[lowest_bit(others)] == deal.points[card]:
                known = True
            others &= others - 1
        if not known:
            kept |= bit(card)
    return kept


cdef inline int _highest_like(const OpenDeal* deal, uint64_t run, int like) noexcept nogil:
    """The highest of the cards of a run that count as much as one of them."""
    cdef int card = highest_bit(run)
    while deal.points[card] != deal.points[like]:
        run &= ~bit(card)
        card = highest_bit(run)
    return card


cdef inline uint64_t _next_run(
    const OpenDeal* deal, int left_out, uint64_t cards, uint64_t opposing
) noexcept nogil:
    if left_out & NO_RUNS:
        return deal.identical[lowest_bit(cards)] & cards
    return _lowest_run(deal, cards, opposing)


cdef inline uint64_t _opposing(
    const OpenDeal* deal, const Trick* trick, int seat, int suit
) noexcept nogil:
    """The cards of a suit that part runs of a seat's."""
    cdef uint64_t others = trick.held & ~deal.owned[seat]
    if trick.count:
        others |= bit(trick.best)
    return others & deal.suit[suit]


cdef inline bint _wins_so_far(const OpenDeal* deal, const Trick* trick, int card) noexcept nogil:
    return not trick.count or beating(deal, trick.best) & bit(card) != 0


cdef inline int _certain_side(
    const OpenDeal* deal, const Trick* trick, int seat, int card, bint wins
) noexcept nogil:
    """The side that wins the trick for certain with a seat's card played to it, or -1."""
    cdef int best = card if wins else trick.best, best_seat = seat if wins else trick.best_seat
    cdef int suit_led = trick.suit_led if trick.count else deal.suit_of[card]
    cdef int side = deal.side[best_seat], other, i
    cdef uint64_t hand, higher = beating(deal, best), following
    for i in range(trick.count + 1, deal.seats):
        other = (trick.leader + i) % deal.seats
        if deal.side[other] == side:
            continue
        hand = trick.held & deal.owned[other]
        following = hand & deal.suit[suit_led]
        if (following if following else hand) & higher:
            return -1
    return side


cdef int list_cards(
    const OpenDeal* deal, const OpenWeights* weights, int left_out, const Trick* trick, int seat,
    uint64_t legal, Move* moves, uint64_t* matter,
) noexcept nogil:
    """Cards worth trying of those that are legal, with scores.

    `matter` is given the cards whose ranks the others were left out for.
    """
    cdef uint64_t cards, run, opposing, chosen
    cdef int suit, count = 0, card, certain, lowest, highest
    cdef bint wins
    for suit in range(SUITS):
        cards = legal & deal.suit[suit]
        opposing = _opposing(deal, trick, seat, suit)
        while cards:
            run = _next_run(deal, left_out, cards, opposing)
            cards &= ~run
            card = lowest_bit(run)
            wins = _wins_so_far(deal, trick, card)
            certain = _certain_side(deal, trick, seat, card, wins)
            if certain < 0 or left_out & NO_DOMINANCE:
                chosen = _one_for_each_value(deal, run)
            else:
                chosen = bit(_extreme(deal, run, certain == deal.side[seat]))
                if run & ~deal.identical[card]:
                    matter[0] |= bit(card if wins else trick.lowest_of_best)
            lowest, highest = lowest_bit(run), highest_bit(run)
            while chosen:
                card = lowest_bit(chosen)
                chosen &= chosen - 1
                moves[count].card, moves[count].lowest = card, lowest
                moves[count].highest, moves[count].score = highest, 0
                moves[count].kind = (
                    _kind_of_follow(deal, trick, seat, wins, certain) if trick.count
                    else _kind_of_lead(deal, seat, suit, certain))
                count += 1
    _score_all(deal, weights, trick, seat, moves, 0 if left_out & NO_ORDER else count)
    return count


cdef void fill_in_move(
    const OpenDeal* deal, int left_out, const Trick* trick, int seat, uint64_t legal, Move* move
) noexcept nogil:
    """Fill in the move that stands for a legal card, `move.card`, in what `list_cards` lists.

    Its kind and its score are not filled in.
    """
    cdef int suit = deal.suit_of[move.card], certain
    cdef uint64_t cards = legal & deal.suit[suit], run = 0
    cdef uint64_t opposing = _opposing(deal, trick, seat, suit)
    while not run & bit(move.card):
        cards &= ~run
        run = _next_run(deal, left_out, cards, opposing)
    move.lowest, move.highest = lowest_bit(run), highest_bit(run)
    certain = _certain_side(
        deal, trick, seat, move.lowest, _wins_so_far(deal, trick, move.lowest))
    if certain < 0 or left_out & NO_DOMINANCE:
        move.card = _highest_like(deal, run, move.card)
    else:
        move.card = _extreme(deal, run, certain == deal.side[seat])


cdef inline int _kind_of_follow(
    const OpenDeal* deal, const Trick* trick, int seat, bint wins, int certain
) noexcept nogil:
    if certain >= 0:
        return WINS_FOR_CERTAIN if certain == deal.side[seat] else LOSES_FOR_CERTAIN
    if wins:
        return BEST_SO_FAR
    return FRIEND_BEST if deal.side[trick.best_seat] == deal.side[seat] else ENEMY_BEST


cdef inline int _kind_of_lead(
    const OpenDeal* deal, int seat, int suit, int certain
) noexcept nogil:
    cdef int kind = OPEN_LEAD
    if certain >= 0:
        kind = SURELY_WON if certain == deal.side[seat] else SURELY_LOST
    return kind + PLAIN_LEADS if suit == deal.trump else kind


cdef inline void _score_all(
    const OpenDeal* deal, const OpenWeights* weights, const Trick* trick, int seat, Move* moves,
    int count,
) noexcept nogil:
    """Give the first moves their scores; a single one needs none."""
    cdef int i
    if count < 2:
        return
    for i in range(count):
        if trick.count:
            moves[i].score = _score_of_follow(
                deal, weights.follow[moves[i].kind], trick, seat, moves[i].card)
        else:
            moves[i].score = _score_of_lead(
                deal, weights.lead[moves[i].kind], trick, seat, moves[i].card)


cdef inline int _score_of_follow(
    const OpenDeal* deal, const int16_t* weight, const Trick* trick, int seat, int card
) noexcept nogil:
    cdef uint64_t in_suit = trick.held & deal.suit[deal.suit_of[card]]
    cdef uint64_t mine = in_suit & deal.owned[seat]
    cdef uint64_t enemies = in_suit & deal.of_side[1 - deal.side[seat]]
    return (
        weight[FOLLOW_POINTS] * deal.points[card]
        + weight[FOLLOW_OTHERS_HIGHER] * bit_count(in_suit & ~deal.owned[seat] & deal.above[card])
        + weight[FOLLOW_LENGTH] * bit_count(mine)
        + weight[FOLLOW_TRUMP] * (deal.suit_of[card] == deal.trump)
        + weight[FOLLOW_ENEMIES_HIGHER] * bit_count(enemies & deal.above[card])
        + weight[FOLLOW_MASTER] * (not enemies & deal.above[card])
        + weight[FOLLOW_HIGHER] * bit_count(mine & deal.above[card])
        + weight[FOLLOW_RANK] * (deal.card_index[card] % RANKS)
        + weight[FOLLOW_SUIT_LED] * (deal.suit_of[card] == trick.suit_led)
        + weight[FOLLOW_SINGLETON] * (bit_count(mine) == 1)
        + weight[FOLLOW_FRIENDS_HIGHER] * bit_count(
            in_suit & deal.of_side[deal.side[seat]] & ~mine & deal.above[card])
        + weight[FOLLOW_ENEMIES_LENGTH] * bit_count(enemies)
        + weight[FOLLOW_BASE]
        + weight[FOLLOW_TRICK_POINTS] * trick.points)


cdef inline int _score_of_lead(
    const OpenDeal* deal, const int16_t* weight, const Trick* trick, int seat, int card
) noexcept nogil:
    cdef uint64_t in_suit = trick.held & deal.suit[deal.suit_of[card]]
    cdef uint64_t mine = in_suit & deal.owned[seat]
    cdef uint64_t all_enemies = deal.of_side[1 - deal.side[seat]], enemies = in_suit & all_enemies
    cdef uint64_t friends = in_suit & deal.of_side[deal.side[seat]] & ~mine
    cdef int i, other, voids = 0, friendly_voids = 0, shortest = MOST_MOVES
    for i in range(1, deal.seats):
        other = (seat + i) % deal.seats
        if deal.side[other] != deal.side[seat]:
            shortest = min(shortest, bit_count(in_suit & deal.owned[other]))
        if (not in_suit & deal.owned[other]) and trick.held & deal.trumps & deal.owned[other]:
            if deal.side[other] == deal.side[seat]:
                friendly_voids += 1
            else:
                voids += 1
    return (
        weight[LEAD_BASE]
        + weight[LEAD_POINTS] * deal.points[card]
        + weight[LEAD_ENEMIES_HIGHER] * bit_count(enemies & deal.above[card])
        + weight[LEAD_LENGTH] * bit_count(mine)
        + weight[LEAD_ENEMIES_LENGTH] * bit_count(enemies)
        + weight[LEAD_HIGHER] * bit_count(mine & deal.above[card])
        + weight[LEAD_FRIENDS_HIGHER] * bit_count(friends & deal.above[card])
        + weight[LEAD_FRIENDS_LENGTH] * bit_count(friends)
        + weight[LEAD_ENEMIES_RUFFING] * voids
        + weight[LEAD_FRIENDS_RUFFING] * friendly_voids
        + weight[LEAD_TRUMPS] * bit_count(trick.held & deal.trumps & deal.owned[seat])
        + weight[LEAD_SINGLETON] * (bit_count(mine) == 1)
        + weight[LEAD_RANK] * (deal.card_index[card] % RANKS)
        + weight[LEAD_ENEMIES_TRUMPS] * bit_count(trick.held & deal.trumps & all_enemies)
        + weight[LEAD_MASTER] * (not enemies & deal.above[card])
        + weight[LEAD_FRIENDS_MASTER] * (
            friends != 0 and not enemies & deal.above[highest_bit(friends)])
        + weight[LEAD_ENEMIES_SHORTEST] * shortest
        + weight[LEAD_TRICKS] * trick.tricks)

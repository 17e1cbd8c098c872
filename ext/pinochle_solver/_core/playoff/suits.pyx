"""Describes the cards left in one suit; the descriptions and their cache are in ``suits.pxd``.

Structure
---------
Two holdings of a suit play alike, but for points, when reading the cards from the top gives the
same owners, with the same ties between the hands (an equal card never beats the one led, so that
a tie is neither above nor below). Equal cards within one hand are no tie: nothing tells them from
neighbours. The structure hash reads the suit in this way, with "mine" and "theirs" instead of south
and north.

Runs
----
Cards of one hand with no opposing card in the closed range of ranks between them take the same
tricks from then on. Once it is known who wins a trick, only the richest card of a run is worth
winning with and only the cheapest worth losing with. A lead whose winner is open is tried once for
each number of points in a run.

Sure tricks
-----------
*Cashable*, by the seat to lead: his cards that no card of the other seat beats, as long as the
other must follow suit. The points are those of his richest such cards and of the other's cheapest.
If the other seat has no trumps (left), all winners count, and all cards once the other's cards of
the suit are gone. In trumps, match each card of a seat with a different opposing card that is not
lower: the seat also wins with as many cards as cannot be matched. A perfect matching, from the top,
tells how many.

*Stoppers*, of the seat not to lead: his cards strictly above all of the leader's. He can keep them
all. As long as he has not won a trick, the leader has led only suits without stoppers, and there
are enough other cards to follow and discard with: both hold n cards, and at least as many of the
leader's are in stopped suits as there are stoppers counted. As soon as he wins a trick, he cashes
them, and the leader must follow. A leader without trumps can be shut out of whole suits in the same
way, if the cards he has in suits without stoppers (`EXPOSED`) are few enough; the search compares.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit, bit_count, highest_bit, lowest_bit
from pinochle_solver._core.hashing cimport mix
from pinochle_solver._core.layout cimport RANKS, SEATS, SUITS, Layout
from pinochle_solver._core.playoff.ordering cimport (
    CONTESTED, DISCARDS, LEAD_BASE, LEAD_CHEAPEST_LOSS, LEAD_CHEAPEST_WIN, LEAD_HIGHER,
    LEAD_LENGTH, LEAD_POINTS, LEAD_SINGLETON, LEAD_THEIR_HIGHER, LEAD_THEIR_LENGTH,
    LEAD_THEIR_POINTS, LEAD_UNDER_WINNER, LEAD_WINNERS, LOSES_PLAIN, LOSES_TRUMPS, PLAIN_KINDS,
    REPLY_BASE, REPLY_HIGHER, REPLY_LED_HIGHER, REPLY_LED_LENGTH, REPLY_LED_LOWER,
    REPLY_LED_POINTS, REPLY_LENGTH, REPLY_POINTS, REPLY_SINGLETON, RICHEST, RUFFED, RUFFS,
    SURE_LOSER, SURE_WINNER, WINS_PLAIN, WINS_TRUMPS, Weights,
)


cdef enum:
    MOST_SCORE = 30000      # so that the search can add to it


cdef bint allocate_suit_cache(SuitCache* cache) noexcept nogil:
    cdef int suit
    memset(cache, 0, sizeof(SuitCache))
    for suit in range(SUITS):
        cache.facts[suit] = <SuitFacts*> calloc(1 << DIRECT_BITS, sizeof(SuitFacts))
        if cache.facts[suit] is NULL:
            free_suit_cache(cache)
            return False
    return True


cdef void free_suit_cache(SuitCache* cache) noexcept nogil:
    cdef int suit
    for suit in range(SUITS):
        free(cache.facts[suit])
        cache.facts[suit] = NULL


cdef void prepare_suit_cache(
    SuitCache* cache, const Layout* layout, const Weights* weights
) noexcept nogil:
    """Turn to another deal and forget what is known of the last one."""
    cdef int suit, card, richest = 1
    cdef uint64_t cards
    cache.layout = layout
    cache.weights = weights
    cache.generation += <uint64_t> 1 << 32
    if cache.generation == 0:       # all stamps have been used: the first one again, cleared
        for suit in range(SUITS):
            memset(cache.facts[suit], 0, sizeof(SuitFacts) << DIRECT_BITS)
        cache.generation = <uint64_t> 1 << 32
    for suit in range(SUITS):
        cards = layout.suit[suit]
        cache.suit[suit] = cards
        cache.shift[suit] = lowest_bit(cards) if cards else 0
        cache.multiplier[suit], cache.fold[suit] = 1, 0
        if bit_count(cards) > DIRECT_BITS:
            cache.multiplier[suit], cache.fold[suit] = <uint32_t> 0x9E3779B1u, 32 - DIRECT_BITS
    for card in range(layout.cards):
        if layout.points[card] > richest:
            richest = layout.points[card]
    for card in range(layout.cards):
        cache.scaled[card] = (layout.points[card] * RICHEST + richest // 2) // richest


cdef void describe_suit(
    SuitCache* cache, int suit, uint64_t stamp, SuitFacts* facts
) noexcept nogil:
    cdef const Layout* layout = cache.layout
    cdef uint64_t held = <uint64_t> <uint32_t> stamp << cache.shift[suit]
    cdef uint64_t mine, theirs
    cdef int seat
    cdef Side* side
    facts.stamp = stamp
    for seat in range(SEATS):
        mine, theirs = held & layout.owned[seat], held & layout.owned[1 - seat]
        side = &facts.side[seat]
        side.length = bit_count(mine)
        side.structure = _structure(layout, suit, mine, theirs)
        _count_tricks(layout, suit, mine, theirs, side)
        _list_spares(cache, suit, mine, theirs, side)
        _list_leads(cache, suit, mine, theirs, side)


# Structure and runs


cdef uint64_t _structure(
    const Layout* layout, int suit, uint64_t mine, uint64_t theirs
) noexcept nogil:
    cdef uint64_t left = mine | theirs, equal, hash = mix(suit + 1, 0)
    cdef int _
    while left:
        equal = layout.identical[highest_bit(left)] & left
        left &= ~equal
        if equal & mine and equal & theirs:
            hash = mix(hash, 64 + 16 * bit_count(equal & mine) + bit_count(equal & theirs))
        else:
            for _ in range(bit_count(equal)):
                hash = mix(hash, 1 if equal & mine else 2)
    return mix(hash, 3)


cdef uint64_t _lowest_run(const Layout* layout, uint64_t cards, uint64_t opposing) noexcept nogil:
    """The lowest run of a hand's `cards` of one suit."""
    cdef int card = lowest_bit(cards)
    cdef uint64_t run = 0, equal
    opposing &= ~(bit(lowest_bit(layout.identical[card])) - 1)
    while cards:
        card = lowest_bit(cards)
        equal = layout.identical[card]
        if run and opposing & (equal | (bit(card) - 1)):
            break
        run |= equal & cards
        cards &= ~equal
    return run


cdef int _extreme(const Layout* layout, uint64_t run, bint richest) noexcept nogil:
    """The richest or the cheapest card of a run; of identical cards the lowest bit."""
    cdef int best = lowest_bit(run), card
    run &= run - 1
    while run:
        card = lowest_bit(run)
        run &= run - 1
        if (layout.points[card] > layout.points[best] if richest
                else layout.points[card] < layout.points[best]):
            best = card
    return best


cdef uint64_t run_representatives(
    const Layout* layout, uint64_t cards, uint64_t opposing, bint richest
) noexcept nogil:
    """The richest, or the cheapest, card of each run of a hand's `cards` of one suit."""
    cdef uint64_t kept = 0, run
    while cards:
        run = _lowest_run(layout, cards, opposing)
        kept |= bit(_extreme(layout, run, richest))
        cards &= ~run
    return kept


cdef uint64_t _one_for_each_value(const Layout* layout, uint64_t run) noexcept nogil:
    """Keep the lowest of the cards of a run that count the same."""
    cdef uint64_t kept = 0, others
    cdef int card
    cdef bint known
    while run:
        card = lowest_bit(run)
        run &= run - 1
        others, known = kept, False
        while others:
            if layout.points[lowest_bit(others)] == layout.points[card]:
                known = True
            others &= others - 1
        if not known:
            kept |= bit(card)
    return kept


# Leads and replies


cdef int _reply_score(
    SuitCache* cache, int kind, int led_points, int card, uint64_t led, uint64_t mine
) noexcept nogil:
    """How early to play `card`; `led` and `mine` are the leader's and own cards of its suit."""
    cdef const int16_t* weight = cache.weights.reply[kind]
    cdef const Layout* layout = cache.layout
    cdef uint64_t above = layout.above[card]
    cdef int score = (
        weight[REPLY_BASE]
        + weight[REPLY_LED_POINTS] * led_points
        + weight[REPLY_POINTS] * cache.scaled[card]
        + weight[REPLY_LENGTH] * bit_count(mine)
        + weight[REPLY_LED_LENGTH] * bit_count(led)
        + weight[REPLY_LED_HIGHER] * bit_count(led & above)
        + weight[REPLY_LED_LOWER] * bit_count(led & ~above & ~layout.identical[card])
        + weight[REPLY_HIGHER] * bit_count(mine & above))
    if mine & (mine - 1) == 0:
        score += weight[REPLY_SINGLETON]
    return score


cdef inline int16_t _clipped(int score) noexcept nogil:
    return <int16_t> max(-MOST_SCORE, min(score, MOST_SCORE))


cdef void _list_spares(
    SuitCache* cache, int suit, uint64_t mine, uint64_t theirs, Side* side
) noexcept nogil:
    """The cards worth playing if the suit led cannot be followed: ruffs win, discards lose."""
    cdef const Layout* layout = cache.layout
    cdef bint trumps = layout.suit[suit] == layout.trumps
    cdef uint64_t cards = run_representatives(layout, mine, theirs, trumps)
    cdef Spare spare
    cdef int i
    side.spares = 0
    while cards:
        spare.card = lowest_bit(cards)
        cards &= cards - 1
        spare.score = _clipped(_reply_score(
            cache, RUFFS if trumps else DISCARDS, 0, spare.card, theirs, mine))
        i = side.spares
        while i and side.spare[i - 1].score < spare.score:
            side.spare[i] = side.spare[i - 1]
            i -= 1
        side.spare[i] = spare
        side.spares += 1


cdef void _list_leads(
    SuitCache* cache, int suit, uint64_t mine, uint64_t theirs, Side* side
) noexcept nogil:
    cdef const Layout* layout = cache.layout
    cdef uint64_t left = mine, run, higher, lower, cards, winners = 0
    cdef int card, i, winner_count, their_points = 0
    cdef Lead lead
    cards = theirs
    while cards:
        their_points += cache.scaled[lowest_bit(cards)]
        cards &= cards - 1
    winners = mine & ~(bit(highest_bit(theirs)) - 1) if theirs else mine
    if theirs:
        winners |= mine & layout.identical[highest_bit(theirs)]
    winner_count = bit_count(winners)
    side.leads = 0
    while left:
        run = _lowest_run(layout, left, theirs)
        left &= ~run
        card = lowest_bit(run)
        higher = theirs & layout.above[card]
        lower = theirs & ~layout.above[card]
        if layout.must_head[suit] and higher:
            lower = 0
        if higher and lower or not theirs:
            cards = _one_for_each_value(layout, run)
        else:
            cards = bit(_extreme(layout, run, not higher))
        while cards:
            lead.card = lowest_bit(cards)
            cards &= cards - 1
            _describe_lead(cache, suit, mine, theirs, higher, lower, winner_count, their_points,
                           &lead)
            i = side.leads
            # If the follower has none of the suit, the search takes the first or the last.
            while not theirs and i and (
                    layout.points[side.lead[i - 1].card] > layout.points[lead.card]):
                side.lead[i] = side.lead[i - 1]
                i -= 1
            side.lead[i] = lead
            side.leads += 1


cdef void _describe_lead(
    SuitCache* cache, int suit, uint64_t mine, uint64_t theirs, uint64_t higher, uint64_t lower,
    int winners, int their_points, Lead* lead,
) noexcept nogil:
    """Kind, replies and score of the lead of `lead.card`."""
    cdef const Layout* layout = cache.layout
    cdef const int16_t* weight
    cdef int score, card = lead.card
    cdef uint64_t rest = mine & ~bit(card)
    cdef uint64_t winning = run_representatives(layout, higher, rest, True)
    cdef uint64_t losing = run_representatives(layout, lower, rest, False)
    lead.kind = (RUFFED if not theirs else SURE_WINNER if not higher
                 else SURE_LOSER if not lower else CONTESTED)
    if layout.suit[suit] == layout.trumps:
        lead.kind += PLAIN_KINDS
    _list_replies(cache, suit, lead, rest, theirs, winning, losing)
    weight = cache.weights.lead[lead.kind]
    score = (
        weight[LEAD_BASE]
        + weight[LEAD_POINTS] * cache.scaled[card]
        + weight[LEAD_CHEAPEST_WIN] * _cheapest(cache, winning)
        + weight[LEAD_CHEAPEST_LOSS] * _cheapest(cache, losing)
        + weight[LEAD_LENGTH] * bit_count(mine)
        + weight[LEAD_THEIR_LENGTH] * bit_count(theirs)
        + weight[LEAD_HIGHER] * bit_count(mine & layout.above[card])
        + weight[LEAD_THEIR_HIGHER] * bit_count(higher)
        + weight[LEAD_WINNERS] * winners
        + weight[LEAD_THEIR_POINTS] * their_points)
    if rest == 0:
        score += weight[LEAD_SINGLETON]
    if winners and higher:
        score += weight[LEAD_UNDER_WINNER]
    lead.score = _clipped(score)


cdef int _cheapest(SuitCache* cache, uint64_t cards) noexcept nogil:
    """The scaled points of the cheapest of `cards`; 0 if there are none."""
    cdef int cheapest = RICHEST if cards else 0
    while cards:
        if cache.scaled[lowest_bit(cards)] < cheapest:
            cheapest = cache.scaled[lowest_bit(cards)]
        cards &= cards - 1
    return cheapest


cdef void _list_replies(
    SuitCache* cache, int suit, Lead* lead, uint64_t rest, uint64_t theirs,
    uint64_t winning, uint64_t losing,
) noexcept nogil:
    """The replies in suit, best first; at most one for each rank, since equals are represented."""
    cdef bint trumps = cache.layout.suit[suit] == cache.layout.trumps
    cdef uint64_t cards = winning | losing
    cdef int led_points = cache.scaled[lead.card]
    cdef int score[RANKS]
    cdef int card, new_score, i, kind
    lead.replies = lead.winning = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if winning & bit(card):
            kind = WINS_TRUMPS if trumps else WINS_PLAIN
        else:
            kind = LOSES_TRUMPS if trumps else LOSES_PLAIN
        new_score = _reply_score(cache, kind, led_points, card, rest, theirs)
        i = lead.replies
        while i and score[i - 1] < new_score:
            score[i] = score[i - 1]
            lead.reply[i] = lead.reply[i - 1]
            i -= 1
        score[i] = new_score
        lead.reply[i] = card
        lead.replies += 1
    for i in range(lead.replies):
        if winning & bit(lead.reply[i]):
            lead.winning |= 1 << i


# Sure tricks


cdef struct Points:
    # Card points of some cards, sorted.
    int count
    int card[32]


cdef void _sort_points(
    const Layout* layout, uint64_t cards, bint richest_first, Points* points
) noexcept nogil:
    cdef int i, value
    points.count = 0
    while cards:
        value = layout.points[lowest_bit(cards)]
        cards &= cards - 1
        i = points.count
        while i and (points.card[i - 1] < value if richest_first else points.card[i - 1] > value):
            points.card[i] = points.card[i - 1]
            i -= 1
        points.card[i] = value
        points.count += 1


cdef int _sum_of_first(const Points* points, int count) noexcept nogil:
    cdef int i, total = 0
    for i in range(count):
        total += points.card[i]
    return total


cdef inline uint64_t _packed(
    int tricks, int points, int tricks_no_ruff, int points_no_ruff
) noexcept nogil:
    return (<uint64_t> tricks << TRICKS | <uint64_t> tricks_no_ruff << TRICKS_NO_RUFF
            | <uint64_t> points << POINTS | <uint64_t> points_no_ruff << POINTS_NO_RUFF)


cdef void _count_tricks(
    const Layout* layout, int suit, uint64_t mine, uint64_t theirs, Side* side
) noexcept nogil:
    """Fill in `points`, `draws`, `cashable` and `stoppers`."""
    cdef Points their_cheapest, own
    cdef uint64_t highest = layout.identical[highest_bit(theirs)] if theirs else 0
    cdef uint64_t strict = mine & layout.above[highest_bit(theirs)] if theirs else mine
    cdef uint64_t winners = strict | (mine & highest)
    cdef uint64_t cashable, stoppers
    cdef int tricks, points
    cdef int length = bit_count(mine), their_length = bit_count(theirs)
    _sort_points(layout, theirs, False, &their_cheapest)
    _sort_points(layout, mine, False, &own)
    side.points = _sum_of_first(&own, length)
    side.draws = bit_count(winners) >= their_length
    cashable = _following_tricks(layout, winners, side, length, &their_cheapest)
    stoppers = _following_tricks(layout, strict, side, length, &their_cheapest)
    if layout.suit[suit] == layout.trumps:
        _match_trumps(layout, mine, theirs, strict, &tricks, &points)
        stoppers = _packed(tricks, points, tricks, points)
        cashable = _at_least(cashable, tricks, points)
    elif not stoppers & 0xFF:
        stoppers |= <uint64_t> their_length << EXPOSED
    side.cashable, side.stoppers = cashable, stoppers


cdef uint64_t _following_tricks(
    const Layout* layout, uint64_t winners, const Side* side, int length, const Points* theirs
) noexcept nogil:
    """Tricks with `winners` while the other seat follows with `theirs`, its cheapest first."""
    cdef Points richest
    cdef int tricks, points
    _sort_points(layout, winners, True, &richest)
    tricks = min(richest.count, theirs.count)
    points = _sum_of_first(&richest, tricks) + _sum_of_first(theirs, tricks)
    if richest.count < theirs.count:
        return _packed(tricks, points, tricks, points)
    return _packed(tricks, points, length,
                   side.points + _sum_of_first(theirs, min(length, theirs.count)))


cdef inline uint64_t _at_least(uint64_t cashable, int tricks, int points) noexcept nogil:
    """`cashable` with its tricks and points (not those without ruffs) raised to these."""
    if <int> (cashable & 0xFF) < tricks:
        cashable = (cashable & ~<uint64_t> 0xFF) | <uint64_t> tricks
    if <int> (cashable >> POINTS & 0xFFFF) < points:
        cashable = (cashable & ~(<uint64_t> 0xFFFF << POINTS)) | <uint64_t> points << POINTS
    return cashable


cdef void _match_trumps(
    const Layout* layout, uint64_t mine, uint64_t theirs, uint64_t strict,
    int* tricks, int* points,
) noexcept nogil:
    """The tricks that `mine` are certain to take whoever leads, and the points of those cards.

    From the top, each card is matched with an opposing card that is not lower and still unmatched;
    the unmatched cards win. Cards without an equal certainly win; of the others, it may be the
    cheapest.
    """
    cdef uint64_t left = mine, unmatched = theirs, matching
    cdef Points others
    cdef int card
    tricks[0] = points[0] = 0
    while left:
        card = highest_bit(left)
        left &= ~bit(card)
        matching = unmatched & (layout.above[card] | layout.identical[card])
        if matching:
            unmatched &= ~(matching & -matching)
        else:
            tricks[0] += 1
    _sort_points(layout, mine & ~strict, False, &others)
    left = strict
    while left:
        points[0] += layout.points[lowest_bit(left)]
        left &= left - 1
    points[0] += _sum_of_first(&others, tricks[0] - bit_count(strict))

"""What a seat may yet meld; ``meld_prospects.pxd`` describes the questions.

Each question goes through the melds one after the other, and most are out of reach at the first
look. For games where kinds bar kinds, with up to four copies of a card, there are separate
functions.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit_count, lowest_bit
from pinochle_solver._core.hand.hand cimport HandRules
from pinochle_solver._core.hand.kinds cimport (
    Counts, OnTable, Past, count_all_in, count_in, counts_of, how_many_of, may_lay_among,
    missing_of, see_table, usable_of,
)
from pinochle_solver._core.hand.melds cimport (
    MOST_COPIES, Meld, Planes, SeatState, cards_in, may_lay, usable_on_table,
)
from pinochle_solver._core.layout cimport CARDS

cdef enum:
    SURE = 16               # a chance of 1,
    CERTAIN = 256           # and in finer parts
    MOST_UNITS = 10_000
    MOST_THREATENED = 6     # cards that a meld may miss for it to be a threat


# What can be shown


cdef int best_show(
    const HandRules* rules, const SeatState* seat, const Past* past, uint32_t* cards
) noexcept nogil:
    """The most points a seat can show, and the cards of that meld."""
    cdef int meld, best = 0
    if rules.by_kinds:
        return _best_show_among(rules, seat, past, cards)
    for meld in range(rules.melds):
        if rules.meld[meld].points > best and may_lay(&rules.meld[meld], seat):
            best = rules.meld[meld].points
            cards[0] = rules.meld[meld].one
    return best


cdef int _best_show_among(
    const HandRules* rules, const SeatState* seat, const Past* past, uint32_t* cards
) noexcept nogil:
    cdef Counts own = counts_of(seat.hand, seat.hand_high), missing
    cdef const Meld* meld
    cdef int i, best = 0
    count_all_in(&own, seat.table, seat.table_high)
    for i in range(rules.melds):
        meld = &rules.meld[i]
        if meld.points <= best:
            continue
        missing = missing_of(meld, &own)
        if not (missing.of[0] | missing.of[1] | missing.of[2] | missing.of[3]) and (
                may_lay_among(meld, seat, past)):
            best = meld.points
            cards[0] = meld.one
    return best


# What the other seat might show


cdef int threat_of(
    const HandRules* rules, const SeatState* other, const Past* past, const Counts* unseen
) noexcept nogil:
    """The points of every meld that the other seat might show, each times its chance.

    The chance is that of holding each card it lacks, as if these were independent of each other.
    """
    cdef const Meld* meld
    cdef uint32_t wanted, absent = ~(unseen.of[0] | cards_in(other.known | other.table))
    cdef int one, two, i, chance, total = 0, cards = how_many_of(unseen)
    if cards == 0:
        return 0
    if rules.by_kinds:
        return _threat_among(rules, other, past, unseen, cards)
    # Chances, in parts of SURE, that of one or of two unseen copies one is in the other hand.
    one = SURE * (bit_count(other.hand) - bit_count(other.known)) // cards
    two = SURE - (SURE - one) * (SURE - one) // SURE
    for i in range(rules.melds):
        meld = &rules.meld[i]
        if meld.one & absent or meld.two & ~unseen.of[1]:
            continue
        wanted = meld.one & ~cards_in(other.known | (
            0 if meld.all_at_once else usable_on_table(meld, other)))
        if wanted & ~unseen.of[0]:
            continue
        chance = SURE * SURE
        while wanted and chance:
            chance = chance * (two if unseen.of[1] & wanted & -wanted else one) // SURE
            wanted &= wanted - 1
        total += meld.points * chance
    return total // (SURE * SURE * rules.meld_unit)


cdef int _threat_among(
    const HandRules* rules, const SeatState* other, const Past* past, const Counts* unseen,
    int cards,
) noexcept nogil:
    """The same where kinds bar kinds, with up to four copies of a card."""
    cdef int[MOST_COPIES + 1][MOST_COPIES + 1] likely    # by unseen copies, by how many are wanted
    cdef const Meld* meld
    cdef Counts known = counts_of(other.known, other.known_high), held, missing
    cdef Counts shown = known
    cdef OnTable table
    cdef Planes usable
    cdef uint32_t wanted
    cdef int one, left, number, card, i, chance
    cdef int64_t total = 0
    see_table(other, past, &table)
    count_all_in(&shown, other.table, other.table_high)
    one = CERTAIN * (bit_count(other.hand) + bit_count(other.hand_high) - bit_count(other.known)
                     - bit_count(other.known_high)) // cards
    for left in range(MOST_COPIES + 1):
        likely[left][0] = CERTAIN
        for number in range(1, MOST_COPIES + 1):
            likely[left][number] = 0 if left == 0 else (
                one * likely[left - 1][number - 1]
                + (CERTAIN - one) * likely[left - 1][number]) // CERTAIN
    for i in range(rules.melds):
        meld = &rules.meld[i]
        held = known if meld.all_at_once else shown
        if not meld.all_at_once and meld.bars & table.kinds:
            usable = usable_of(meld, other, &table)
            held = known
            count_all_in(&held, usable.low, usable.high)
        missing = missing_of(meld, &held)
        if how_many_of(&missing) > MOST_THREATENED:
            continue
        missing = _counted(&missing)
        if _are_more(&missing, unseen):
            continue
        chance = CERTAIN * CERTAIN
        wanted = missing.of[0]
        while wanted and chance:
            card = lowest_bit(wanted)
            wanted &= wanted - 1
            chance = chance * likely[
                _copies_of(unseen, card)][_copies_of(&missing, card)] // CERTAIN
        total += <int64_t> meld.points * chance
    return <int> min(total // (CERTAIN * CERTAIN * rules.meld_unit), MOST_UNITS)


cdef inline int _copies_of(const Counts* counts, int card) noexcept nogil:
    return ((counts.of[0] >> card & 1) + (counts.of[1] >> card & 1)
            + (counts.of[2] >> card & 1) + (counts.of[3] >> card & 1))


cdef inline bint _are_more(const Counts* counts, const Counts* others) noexcept nogil:
    """Whether there are more copies of any card here than there."""
    return (counts.of[0] & ~others.of[0] or counts.of[1] & ~others.of[1]
            or counts.of[2] & ~others.of[2] or counts.of[3] & ~others.of[3])


cdef inline Counts _counted(const Counts* levels) noexcept nogil:
    """The same cards, with as many copies of each as it has levels."""
    cdef Counts counts = levels[0]
    if levels.of[1] | levels.of[2] | levels.of[3]:
        counts.of[1] = counts.of[2] = counts.of[3] = 0
        count_in(&counts, levels.of[1])
        count_in(&counts, levels.of[2])
        count_in(&counts, levels.of[3])
    return counts


# What may still come


cdef void assess(
    const HandRules* rules, const SeatState* seat, const Past* past, const Counts* unseen_copies,
    Standing* standing, bint by_card,
) noexcept nogil:
    """Sum up the melds the seat might still lay; if `by_card` also which of them need each card."""
    cdef uint32_t unseen = unseen_copies.of[0], both_unseen = unseen_copies.of[1]
    cdef const Meld* meld
    cdef uint32_t in_hand = <uint32_t> seat.hand, both_in_hand = seat.hand >> CARDS
    cdef uint32_t held, twice, missing, second, single
    cdef uint32_t own = in_hand | cards_in(seat.table), absent = ~(own | unseen)
    cdef uint64_t usable
    cdef int i, number, worth
    memset(standing.total, 0, sizeof(standing.total))
    if rules.by_kinds:
        _assess_among(rules, seat, past, unseen_copies, standing)
        return
    for i in range(rules.melds):
        meld = &rules.meld[i]
        # Most melds are out of reach at the first look.
        if meld.one & absent or _are_too_many(meld.one & ~own):
            continue
        if meld.all_at_once:
            held, twice = in_hand, both_in_hand
        else:
            usable = usable_on_table(meld, seat)
            held = in_hand | cards_in(usable)
            twice = (both_in_hand | (in_hand & cards_in(usable))
                     | <uint32_t> (usable & usable >> CARDS))
        missing, second = meld.one & ~held, meld.two & ~twice
        number = bit_count(missing | <uint64_t> second << CARDS)
        if (number >= MISSING or (missing | second) & ~unseen or missing & second & ~both_unseen
                or (number == 0 and not meld.one & in_hand)):
            continue
        worth = meld.eighths >> 2       # in halves, and not below 0
        single = missing | second
        while single:
            if not both_unseen & single & -single:
                worth >>= 1
            single &= single - 1
        worth = (worth + 1) >> 1
        if by_card:
            _need(standing, number, (meld.one & held & ~twice) | (meld.two & held), worth)
        standing.total[number] += worth


cdef inline void _need(Standing* standing, int number, uint32_t cards, int worth) noexcept nogil:
    """Note cards as needed for melds that lack this many, before the total counts them."""
    if not standing.total[number]:
        memset(standing.needing[number], 0, sizeof(standing.needing[number]))
    while cards:
        standing.needing[number][lowest_bit(cards)] += worth
        cards &= cards - 1


cdef inline bint _are_too_many(uint32_t cards) noexcept nogil:
    """Whether they are `MISSING` or more."""
    cdef int _
    for _ in range(MISSING - 1):
        cards &= cards - 1
    return cards != 0


cdef void _assess_among(
    const HandRules* rules, const SeatState* seat, const Past* past, const Counts* unseen,
    Standing* standing,
) noexcept nogil:
    """The same where kinds bar kinds, with up to four copies of a card."""
    cdef const Meld* meld
    cdef Counts hand = counts_of(seat.hand, seat.hand_high)
    cdef Counts own = hand, held, missing
    cdef OnTable table
    cdef Planes usable
    cdef uint32_t needed
    cdef int i, number, worth
    see_table(seat, past, &table)
    if seat.table or seat.table_high:
        count_all_in(&own, seat.table, seat.table_high)
    for i in range(rules.melds):
        meld = &rules.meld[i]
        # Most melds are out of reach at the first look.
        missing = missing_of(meld, &own)
        number = _few_of(&missing)
        if number >= MISSING:
            continue
        held = own
        if meld.all_at_once or meld.bars & table.kinds:
            held = hand
            if not meld.all_at_once:
                usable = usable_of(meld, seat, &table)
                count_all_in(&held, usable.low, usable.high)
            missing = missing_of(meld, &held)
            number = _few_of(&missing)
        if number >= MISSING or (number == 0 and not meld.one & hand.of[0]):
            continue
        missing = _counted(&missing)
        if _are_more(&missing, unseen):
            continue
        worth = _worth_of_meld(rules, meld, &missing, unseen)
        needed = meld.one & held.of[0] & (
            meld.four | (meld.three & ~held.of[3]) | (meld.two & ~meld.three & ~held.of[2])
            | ~(meld.two | held.of[1]))
        _need(standing, number, needed, worth)
        standing.total[number] += worth


cdef inline int _few_of(const Counts* counts) noexcept nogil:
    """How many cards all levels have together; `MISSING` or more if there are that many."""
    cdef uint64_t low = counts.of[0] | <uint64_t> counts.of[1] << CARDS
    cdef uint64_t high = counts.of[2] | <uint64_t> counts.of[3] << CARDS
    cdef int number = 0
    while low and number < MISSING:
        low &= low - 1
        number += 1
    return number + bit_count(high) if high and number < MISSING else number


cdef int _worth_of_meld(
    const HandRules* rules, const Meld* meld, const Counts* missing, const Counts* unseen
) noexcept nogil:
    """The points of a meld, times the share of copies that is left for each missing card."""
    cdef int worth = meld.eighths, copies, left
    cdef uint32_t wanted, card
    for copies in range(rules.copies):
        wanted = missing.of[copies]
        if not wanted:
            break       # nor are there cards of which it misses more
        while wanted:
            card = wanted & -wanted
            wanted &= wanted - 1
            left = rules.copies - copies
            while not unseen.of[left + copies - 1] & card:
                left -= 1
            worth = worth * left // rules.copies
    return min((worth + 4) // 8, MOST_UNITS)

"""What one seat holds and has laid, and the melds it may lay (RULES.md, section 4).

**Cards.** A card's index is suit * 8 + rank (``layout.pxd``). A seat's cards are *planes*: a 64-bit
word. Its low half has a bit for each card with at least one copy, its high half a bit for each card
with two. For laid cards the halves are the copies by number, in the order in which their holder
laid them, because there identical cards differ by what they have served in.

Third and fourth copies are in a second such word, ``..._high``. Only games where kinds bar kinds
have them, and only ``kinds.pxd`` touches them: what is here is for decks of at most two copies.
That keeps these as fast as they were (random hands within 0.5% and playouts 0.2% fewer
instructions); checking for each card added or taken whether it is a third copy cost 7.7%.

**Melds are data**: the cards one needs, the services it marks them with, the services that bar a
copy from it, whether all of it must come from the hand, and the meld it may grow out of. No code
here knows one by name. In games where kinds bar kinds, what a copy has served in is not stored but
read from the log (``kinds.pxd``).
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from pinochle_solver._core.bits cimport bit
from pinochle_solver._core.layout cimport CARDS

cdef enum:
    # The ways in which a laid copy may serve. If two copies have served in equally many, the one
    # that served in the first of these is used first (RULES.md 4, rule 8).
    SERVICES = 4

cpdef enum:
    MOST_COPIES = 4             # of each card in the deck,
    MOST_COPIES_OF_CLASSES = 2  # and where melds go by services
    MOST_MELDS = 94             # different melds with one suit as trump
    MOST_KINDS = 64             # of melds, where kinds bar kinds
    MOST_KINDS_OF_CARD = 16     # different cards in one meld

    # Why a meld cannot be laid.
    NOTHING_BARS = 0
    NOT_HELD = 1
    HAS_SERVED = 2
    NOT_ALL_FROM_HAND = 3
    NONE_FROM_HAND = 4


# A meld as Python writes it: no padding.
cdef struct MeldRecord:
    uint32_t one                    # the cards it needs, a bit each
    uint32_t two                    # those it needs two copies of, or more,
    uint32_t three                  # three,
    uint32_t four                   # and four
    uint32_t marks[SERVICES]        # for each service the cards it marks
    int32_t points
    int32_t all_at_once             # whether all of it must come from the hand
    int32_t barred_by               # services, a bit each
    uint32_t replaced               # the cards of the meld it may grow out of,
    int32_t replaced_service        # what they served in there,
    int32_t replaced_points         # and what they scored
    int32_t kind                    # its number among the kinds
    uint32_t bars[2]                # the kinds that it may share no copy with, a bit each


cdef struct Meld:
    uint32_t one
    uint32_t two
    uint32_t three
    uint32_t four
    uint32_t marks[SERVICES]
    uint32_t replaced
    int replaced_service
    int replaced_points
    int points
    int eighths                     # of a unit of melds, where there is one: its points in these
    int barred_by
    bint all_at_once
    int kinds_of_card
    uint8_t named[MOST_KINDS_OF_CARD]       # its different cards in canonical order,
    uint8_t times[MOST_KINDS_OF_CARD]       # and how many copies of each
    int kind
    uint64_t bars                   # kinds, a bit each


# Part of a state's record, without padding.
cdef struct SeatState:
    uint64_t hand                   # cards not on the table, as planes
    uint64_t table                  # copies on the table, by number
    uint64_t laid                   # copies ever laid, including those played since
    uint64_t served[SERVICES]       # by service: the copies on the table that served in it
    uint64_t known                  # cards in the hand that the other seat has seen go there
    int32_t meld_points
    int32_t trick_points
    uint64_t hand_high              # third and fourth copies
    uint64_t table_high
    uint64_t laid_high
    uint64_t known_high


# Up to four copies of each card: the first two and the other two.
cdef struct Planes:
    uint64_t low
    uint64_t high


# An entry of the log of what was shown; it is also a record, without padding.
cdef struct Laid:
    uint64_t copies                 # by number
    uint64_t copies_high
    int32_t credit
    uint8_t seat
    uint8_t meld                    # its number in the rules, or EXCHANGED or SHOWN (``hand.pxd``)
    uint8_t trick                   # the completed tricks before it
    uint8_t spare                   # always 0


# The copies of a meld: some from the table, the rest from the hand.
cdef struct Copies:
    uint64_t table                  # by number
    uint64_t hand                   # as planes
    int points


cdef struct Obstacle:
    int reason
    int card                        # the card it is about, -1 if about none


cdef bint read_meld(Meld* meld, const MeldRecord* record) noexcept nogil
cdef Obstacle obstacle_to(const Meld* meld, const SeatState* seat) noexcept nogil
cdef Copies choose_copies(const Meld* meld, const SeatState* seat) noexcept nogil
cdef int points_of_meld(
    const Meld* meld, const SeatState* seat, const Copies* copies
) noexcept nogil
cdef uint64_t lay_meld(const Meld* meld, const Copies* copies, SeatState* seat) noexcept nogil
cdef uint64_t lay_card(SeatState* seat, int card) noexcept nogil


cdef inline uint64_t add_card(uint64_t planes, int card) noexcept nogil:
    """One more copy of `card`."""
    cdef uint64_t first = bit(card)
    return planes | (first << CARDS if planes & first else first)


cdef inline uint64_t remove_card(uint64_t planes, int card) noexcept nogil:
    """One copy of `card` fewer; unchanged if there is none."""
    cdef uint64_t second = bit(card + CARDS)
    return planes & ~(second if planes & second else second >> CARDS)


cdef inline uint64_t without_cards(uint64_t planes, uint64_t cards) noexcept nogil:
    """`planes` without `cards`, where each bit is one card; also for copies by number."""
    cdef uint64_t once = (cards ^ cards >> CARDS) & 0xFFFFFFFFu
    cdef uint64_t twice = cards & cards >> CARDS
    cdef uint64_t second = planes >> CARDS
    planes &= ~((once & second) << CARDS)
    planes &= ~(once & ~second)
    return planes & ~(twice | twice << CARDS)


cdef inline int copies_in(uint64_t low, uint64_t high, int card) noexcept nogil:
    """How many copies of `card` there are in the two words."""
    return ((low >> card & 1) + (low >> (card + CARDS) & 1)
            + (high >> card & 1) + (high >> (card + CARDS) & 1))


cdef inline uint32_t cards_in(uint64_t planes) noexcept nogil:
    """The cards with at least one copy, whatever its number."""
    return <uint32_t> (planes | planes >> CARDS)


cdef inline uint64_t usable_on_table(const Meld* meld, const SeatState* seat) noexcept nogil:
    """The copies on the table that no service bars from `meld`."""
    cdef uint64_t barred = 0
    cdef int service
    for service in range(SERVICES):
        if meld.barred_by >> service & 1:
            barred |= seat.served[service]
    return seat.table & ~barred


cdef inline bint may_lay(const Meld* meld, const SeatState* seat) noexcept nogil:
    """Whether the seat can lay `meld` now (RULES.md 4, rules 1 to 7)."""
    cdef uint32_t in_hand = <uint32_t> seat.hand
    cdef uint32_t both_in_hand = seat.hand >> CARDS
    cdef uint64_t usable
    cdef uint32_t on_table, both_on_table
    if meld.all_at_once:
        return not (meld.one & ~in_hand or meld.two & ~both_in_hand)
    # Most melds are out of reach at the first look.
    if not meld.one & in_hand or meld.one & ~(in_hand | cards_in(seat.table)):
        return False
    usable = usable_on_table(meld, seat)
    on_table = cards_in(usable)
    if meld.one & ~(in_hand | on_table):
        return False
    both_on_table = <uint32_t> (usable & usable >> CARDS)
    return not meld.two & ~(both_in_hand | (in_hand & on_table) | both_on_table)


# For Python: two words of planes are one number, a plane of 32 bits for each copy.


cdef inline Planes planes_of(object copies):
    """A number of up to 128 bits as two words; OverflowError for a larger one."""
    return Planes(<uint64_t> (copies & 0xFFFFFFFFFFFFFFFF), <uint64_t> (copies >> 64))


cdef inline object number_of(uint64_t low, uint64_t high):
    """Two words as one number."""
    return low | <object> high << 64 if high else low

"""One seat's melds by themselves, for Python: what it has laid, and what it may lay.

Copies of cards are numbers of up to 128 bits here: a plane of 32 bits for each copy.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport bit, lowest_bit
from pinochle_solver._core.hand.hand cimport MOST_LAID
from pinochle_solver._core.hand.kinds cimport (
    CopiesOfFour, Past, choose_among, hold_of_four, kinds_of_copy, lay_among, lay_card_of_four,
    may_lay_among, take_from_table, usable_among,
)
from pinochle_solver._core.hand.melds cimport (
    HAS_SERVED, MOST_COPIES, MOST_MELDS, NONE_FROM_HAND, NOTHING_BARS, NOT_ALL_FROM_HAND, SERVICES,
    Copies, Laid, Meld, MeldRecord, Planes, SeatState,
    cards_in, choose_copies, copies_in, lay_meld, may_lay, number_of, planes_of, points_of_meld,
    read_meld, usable_on_table,
)
from pinochle_solver._core.layout cimport CARDS


cdef inline int _lowest_card(uint64_t low, uint64_t high) noexcept nogil:
    """The card of the first copy in two words that are not both empty."""
    return lowest_bit(low if low else high) % CARDS


cdef class SeatMelds:
    """The melds of one seat by themselves: what it has laid, and what it may lay.

    Args:
        melds: their records.
        by_kinds: whether kinds bar kinds.
    """

    cdef Meld melds[MOST_MELDS]
    cdef int count
    cdef SeatState seat
    cdef bint by_kinds
    cdef Laid melds_laid[MOST_LAID]
    cdef int laid

    def __cinit__(self, const uint8_t[::1] melds, bint by_kinds=False):
        cdef int i
        cdef MeldRecord record
        self.by_kinds = by_kinds
        self.count = melds.shape[0] // <Py_ssize_t> sizeof(MeldRecord)
        if self.count > MOST_MELDS or <size_t> melds.shape[0] != self.count * sizeof(MeldRecord):
            raise ValueError(f"melds: {melds.shape[0]} bytes, not whole records")
        for i in range(self.count):
            memcpy(&record, &melds[i * <Py_ssize_t> sizeof(MeldRecord)], sizeof(MeldRecord))
            if not read_meld(&self.melds[i], &record):
                raise ValueError(f"meld {i}: no sound record")

    cdef Meld* _meld(self, int meld) except NULL:
        if not 0 <= meld < self.count:
            raise ValueError(f"there is no meld {meld}")
        return &self.melds[meld]

    cdef Past _past(self) noexcept:
        return Past(&self.melds[0], &self.melds_laid[0], self.laid, 0)

    def lay_copies(self, int meld, copies) -> tuple:
        """Lay a meld of exactly these copies; those not laid before come from the hand.

        Returns (reason, card, points): what bars the meld and the card it is about, or what it
        scores. Raises ValueError for copies that do not make the meld, and for more melds than a
        hand can have.
        """
        cdef const Meld* rules = self._meld(meld)
        cdef Planes all_ = planes_of(copies), usable
        cdef Planes on_table = Planes(all_.low & self.seat.table, all_.high & self.seat.table_high)
        cdef Planes fresh = Planes(all_.low & ~on_table.low, all_.high & ~on_table.high)
        cdef Past past = self._past()
        cdef int place, card, points
        for place in range(rules.kinds_of_card):
            card = rules.named[place]
            if copies_in(all_.low, all_.high, card) != rules.times[place]:
                raise ValueError(f"meld {meld}: these are not its copies")
        if cards_in(all_.low | all_.high) & ~rules.one:
            raise ValueError(f"meld {meld}: these are not its copies")
        if self.laid == MOST_LAID:
            raise ValueError(f"more than {MOST_LAID} melds")
        usable = Planes(usable_on_table(rules, &self.seat), 0)
        if self.by_kinds:
            usable = usable_among(rules, &self.seat, &past)
        if on_table.low & ~usable.low or on_table.high & ~usable.high:
            return HAS_SERVED, _lowest_card(
                on_table.low & ~usable.low, on_table.high & ~usable.high), 0
        if rules.all_at_once and (on_table.low or on_table.high):
            return NOT_ALL_FROM_HAND, _lowest_card(on_table.low, on_table.high), 0
        if not (fresh.low or fresh.high):
            return NONE_FROM_HAND, -1, 0
        points = self._lay(meld, &on_table, &fresh)
        return NOTHING_BARS, -1, points

    cdef int _lay(self, int meld, const Planes* on_table, const Planes* fresh):
        """Lay a meld of these copies; what it scores."""
        cdef const Meld* rules = &self.melds[meld]
        cdef Laid* entry = &self.melds_laid[self.laid]
        cdef CopiesOfFour chosen = CopiesOfFour(on_table[0], Planes(0, 0))
        cdef Copies of_two = Copies(on_table.low, 0, rules.points)
        cdef Planes laid
        cdef int card, _
        self.seat.hand = self.seat.hand_high = 0
        for card in range(CARDS):
            for _ in range(copies_in(fresh.low, fresh.high, card)):
                hold_of_four(&self.seat, card)
        chosen.hand = Planes(self.seat.hand, self.seat.hand_high)
        if self.by_kinds:
            laid = lay_among(rules, &chosen, &self.seat)
        else:
            of_two.hand = chosen.hand.low
            of_two.points = points_of_meld(rules, &self.seat, &of_two)
            laid = Planes(lay_meld(rules, &of_two, &self.seat), 0)
        entry.copies, entry.copies_high = laid.low, laid.high
        entry.credit, entry.seat, entry.meld = of_two.points, 0, meld
        self.laid += 1
        return of_two.points

    def lay_card(self, int card) -> None:
        """Lay a single card that serves in nothing."""
        if not 0 <= card < CARDS:
            raise ValueError(f"there is no card {card}")
        self.seat.hand, self.seat.hand_high = bit(card), 0
        lay_card_of_four(&self.seat, card)

    def take_from_table(self, copies) -> None:
        """Copies that have been played."""
        cdef Planes played = planes_of(copies)
        cdef int service
        take_from_table(&self.seat, &played)
        for service in range(SERVICES):
            self.seat.served[service] &= ~played.low

    def hold(self, planes) -> None:
        """The cards of the hand, those on the table apart."""
        cdef Planes held = planes_of(planes)
        self.seat.hand, self.seat.hand_high = held.low, held.high

    def legal(self) -> list:
        """What may be laid: (meld, points, copies from the table, cards of the hand as planes)."""
        cdef Copies copies
        cdef CopiesOfFour of_four
        cdef Past past = self._past()
        cdef int meld
        options = []
        for meld in range(self.count):
            if self.by_kinds:
                if may_lay_among(&self.melds[meld], &self.seat, &past):
                    of_four = choose_among(&self.melds[meld], &self.seat, &past)
                    options.append((
                        meld, self.melds[meld].points,
                        number_of(of_four.table.low, of_four.table.high),
                        number_of(of_four.hand.low, of_four.hand.high)))
            elif may_lay(&self.melds[meld], &self.seat):
                copies = choose_copies(&self.melds[meld], &self.seat)
                options.append((meld, copies.points, copies.table, copies.hand))
        return options

    def kinds(self, int card, int number) -> int:
        """The kinds that a copy laid has served in, a bit each."""
        cdef Past past = self._past()
        if not (0 <= card < CARDS and 1 <= number <= MOST_COPIES):
            raise ValueError(f"there is no copy {number} of card {card}")
        return kinds_of_copy(&past, card, number)

    def record(self) -> dict:
        """The seat's part of a state: the fields of `SeatState` (``melds.pxd``)."""
        return self.seat

    def log(self) -> list:
        """What was laid: the fields of `Laid` of each meld."""
        return [self.melds_laid[i] for i in range(self.laid)]

"""Worlds of a game for three or four with a stock: deals of the cards that a seat does not see.

While there is a stock any card may be played, so nothing played rules a card out. Every deal of the
unseen cards to the hidden parts of the hands and to the stock, in order, is possible.

How likely one is follows from the melds. A seat that has won tricks and has a meld in its hand had
it at its last turn already if it has not drawn one of these cards since. It would hardly have kept
it back. So a deal is accepted with the chance that no such meld was there: for each, as if the
cards drawn since were any of the hand, `kept_back` if it has it and drew none of its cards.

World number i depends only on a seed and i. So it makes no difference which thread draws it.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport read_flag
from pinochle_solver._core.double_dummy.deal cimport MOST_SEATS
from pinochle_solver._core.hidden_hands.stock_hands cimport (
    Laying, StockHand, StockRecord, best_laying, deal_hidden, deal_public, is_sound_stock,
)
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.limits cimport StopFlag
from pinochle_solver._core.random cimport Random, numbered_random, random_share, shuffle

cdef enum:
    MOST_UNSEEN = 128
    TRIES = 64              # deals drawn for one world at most; the last is taken


cdef class StockSampler:
    """Draws deals of the unseen cards.

    Args:
        record: of the position (``stock_hands.pxd``).
        unseen: the unseen cards by index.
        hands: (seats, `CARDS`): copies of each card known to be in each hand, without those on its
            table.
        hidden: how many more each hand has.
        drawn: for each seat, how many cards it has drawn since it last could have laid a meld, if
            it laid none then; a number above its cards if nothing is told.
        kept_back: the chance that a seat does not lay a meld that it has.

    Raises:
        ValueError: for a record that states no position, and for numbers that do not go together.
    """

    cdef StockRecord record
    cdef StockHand begun
    cdef int unseen
    cdef uint8_t[MOST_UNSEEN] cards
    cdef uint8_t[MOST_SEATS * CARDS] known
    cdef int[MOST_SEATS] hidden
    cdef int[MOST_SEATS] drawn
    cdef bint judges
    cdef double kept_back

    def __cinit__(
        self, const uint8_t[::1] record, bytes unseen, const uint8_t[:, ::1] hands, hidden, drawn,
        double kept_back,
    ):
        cdef int seat, total
        if record.shape[0] != sizeof(StockRecord):
            raise ValueError(f"record: {record.shape[0]}, expected {sizeof(StockRecord)}")
        memcpy(&self.record, &record[0], sizeof(StockRecord))
        if not is_sound_stock(&self.record):
            raise ValueError("record: no sound record")
        self.unseen, total = len(unseen), self.record.face_down
        if self.unseen > MOST_UNSEEN or hands.shape[0] != self.record.seats_playing:
            raise ValueError(f"{self.unseen} cards, {hands.shape[0]} hands")
        for seat in range(self.unseen):
            self.cards[seat] = unseen[seat]
        self.judges, self.kept_back = False, kept_back
        for seat in range(self.record.seats_playing):
            memcpy(&self.known[seat * CARDS], &hands[seat, 0], CARDS)
            self.hidden[seat], self.drawn[seat] = hidden[seat], drawn[seat]
            total += self.hidden[seat]
            self.judges |= self.drawn[seat] < self.hidden[seat]
        if total != self.unseen:
            raise ValueError(f"{self.unseen} unseen cards for {total} places")
        deal_public(&self.record, &self.begun)

    def draw(
        self, uint8_t[:, :, ::1] hands, uint8_t[:, ::1] stock, uint64_t seed, int64_t first,
        StopFlag stop not None,
    ) -> int:
        """Draw worlds.

        Args:
            hands: is filled, (worlds, seats, `CARDS`), as playouts take them.
            stock: is filled, (worlds, cards).
            seed: the seed of the worlds.
            first: the number of the first of them.
            stop: ends it early.

        Returns:
            How many worlds were drawn.
        """
        cdef Py_ssize_t world = 0
        cdef uint8_t* cards
        cdef uint8_t nothing = 0
        if (hands.shape[1] != self.record.seats_playing or hands.shape[2] != CARDS
                or stock.shape[0] != hands.shape[0]
                or stock.shape[1] != self.record.face_down):
            raise ValueError("hands or stock: an array of another shape")
        with nogil:
            while world < hands.shape[0] and not read_flag(&stop.raised):
                cards = &stock[world, 0] if stock.shape[1] else &nothing
                self._draw(&hands[world, 0, 0], cards, seed, first + world)
                world += 1
        return world

    cdef void _draw(
        self, uint8_t* hands, uint8_t* stock, uint64_t seed, int64_t number
    ) noexcept nogil:
        cdef Random random = numbered_random(seed, number)
        cdef uint8_t[MOST_UNSEEN] cards
        cdef StockHand world = self.begun
        cdef int seat, at, _card, _tries
        for _tries in range(TRIES):
            memcpy(cards, self.cards, sizeof(cards))
            shuffle(cards, self.unseen, &random)
            memcpy(hands, self.known, self.record.seats_playing * CARDS)
            at = 0
            for seat in range(self.record.seats_playing):
                for _card in range(self.hidden[seat]):
                    hands[seat * CARDS + cards[at]] += 1
                    at += 1
            memcpy(stock, &cards[at], self.record.face_down)
            if not self.judges or not deal_hidden(&self.record, hands, stock, &world):
                return
            if random_share(&random) < self._chance(&world):
                return

    cdef double _chance(self, const StockHand* world) noexcept nogil:
        """How likely the seats had nothing to lay at their last turns, by what they hold now."""
        cdef double chance = 1, there
        cdef Laying laying
        cdef int seat, meld, i, size
        for seat in range(self.record.seats_playing):
            size = self.hidden[seat]
            if self.drawn[seat] >= size:
                continue
            for meld in range(self.record.number_of_melds):
                best_laying(&self.record, &world.seats[seat], meld, &laying)
                if not laying.from_hand:
                    continue
                there = 1
                for i in range(laying.from_hand):
                    there *= <double> max(size - self.drawn[seat] - i, 0) / max(size - i, 1)
                chance *= 1 - there * (1 - self.kept_back)
        return chance

"""Cards of three or four hidden hands valued by playing worlds out.

A playout plays the candidate, and then every seat's card by the policy (``policy.pxd``), which sees
that seat's own cards and what everybody knows. It gives what each seat wins from this decision on.
Nothing in it is random: the result is the world's and the candidate's. So the threads among which
worlds are divided make no difference, and candidates are compared in the same worlds.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport lowest_bit, read_flag
from pinochle_solver._core.double_dummy.search cimport OpenSearch
from pinochle_solver._core.double_dummy.solver cimport DoubleDummySolver, raise_what_is_set
from pinochle_solver._core.hidden_hands.hands cimport (
    HiddenHand, Table, TableRecord, deal_world, is_sound_table, lay_out_table, may_be_played, play,
)
from pinochle_solver._core.hidden_hands.policy cimport SIDES, WEIGHTS, CardPolicy, choose_card
from pinochle_solver._core.hidden_hands.open_ends cimport play_open
from pinochle_solver._core.layout cimport CARDS, MAX_CARDS
from pinochle_solver._core.limits cimport StopFlag, begin_limits

cdef enum:
    RESULTS = 2         # of a seat: points and tricks
    FINE = -1           # no world is wrong


cdef class CardPlayouts:
    """Playouts from one decision, or from a first lead; any number of threads may use it at a time.

    Args:
        table: a record of what is known to all (``hands.pxd``).
        weights: of the policy, `SIDES` times `WEIGHTS`.

    Raises:
        ValueError: for a record that states no table, and for another number of weights.
    """

    cdef Table table
    cdef CardPolicy policy

    def __cinit__(self, const uint8_t[::1] table, const int16_t[::1] weights):
        if table.shape[0] != sizeof(TableRecord):
            raise ValueError(f"table: {table.shape[0]} bytes, expected {sizeof(TableRecord)}")
        if weights.shape[0] != SIDES * WEIGHTS:
            raise ValueError(f"weights: {weights.shape[0]}, expected {SIDES * WEIGHTS}")
        cdef const TableRecord* record = <const TableRecord*> &table[0]
        if not is_sound_table(record):
            raise ValueError("table: no sound record")
        lay_out_table(&self.table, record)
        memcpy(&self.policy, &weights[0], sizeof(CardPolicy))

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.table.deal.seats

    def evaluate(
        self, const uint8_t[:, :, :] worlds, const uint8_t[::1] cards,
        int16_t[:, :, :, ::1] results, StopFlag stop not None,
        const uint8_t[:, :, :] shown=None, DoubleDummySolver solver=None, int open_tricks=0,
    ) -> int:
        """Play candidates out in worlds.

        Args:
            worlds: (worlds, seats, `CARDS`): copies of each card that each seat holds; worlds may
                be apart, seats and cards must lie side by side.
            cards: the candidates by card index, which the seat on turn may play in every world.
            results: is filled, (worlds, cards, seats, 2): card points, with the last trick, and
                the number of tricks that each seat wins from this card on.
            stop: no further world is begun once it is set.
            shown: copies that each seat is known to hold in each world, shaped as `worlds`; if not
                given, those of the table. Before melds are laid these differ from world to world.
            solver: plays the last tricks, as with all cards face up; one thread at a time may use
                it.
            open_tricks: how many these are; 0 without a solver.

        Returns:
            How many worlds were finished, from the first on.

        Raises:
            ValueError: for arrays of other shapes, and for a world that is none of this table.
        """
        cdef Py_ssize_t done, seats = self.table.deal.seats
        cdef Py_ssize_t wrong = FINE
        cdef OpenSearch* search = NULL
        if solver is not None and open_tricks > 0:
            search = &solver.search
            begin_limits(&search.limits, 0, 0, &stop.raised, &solver.halted)
        self._check(worlds, shown)
        if (results.shape[0] != worlds.shape[0] or results.shape[1] != cards.shape[0]
                or results.shape[2] != seats or results.shape[3] != RESULTS):
            raise ValueError("results: an array of another shape")
        with nogil:
            done = self._evaluate(
                worlds, cards, results, stop, shown, search, open_tricks, &wrong)
        if search is not NULL and search.limits.interrupted:
            raise_what_is_set()
        if wrong != FINE:
            raise ValueError(f"world {wrong}: no world of this table in which they may be played")
        return done

    def play_out(
        self, const uint8_t[:, :, :] worlds, int16_t[:, :, ::1] results, StopFlag stop not None,
        const uint8_t[:, :, :] shown=None,
    ) -> int:
        """Play worlds out with all cards chosen by the policy: from a first lead, say.

        Args: as of `evaluate`, without candidates: results are (worlds, seats, 2).
        """
        cdef Py_ssize_t done = 0, wrong = FINE
        cdef const uint8_t* known
        cdef HiddenHand hand
        self._check(worlds, shown)
        if (results.shape[0] != worlds.shape[0] or results.shape[1] != self.table.deal.seats
                or results.shape[2] != RESULTS):
            raise ValueError("results: an array of another shape")
        with nogil:
            while done < worlds.shape[0] and wrong == FINE and not read_flag(&stop.raised):
                known = NULL
                if shown is not None:
                    known = &shown[done, 0, 0]
                if deal_world(&self.table, &worlds[done, 0, 0], known, &hand):
                    self._play_on(&hand, NULL, 0, &results[done, 0, 0])
                    done += 1
                else:
                    wrong = done
        if wrong != FINE:
            raise ValueError(f"world {wrong}: no world of this table")
        return done

    def line(self, const uint8_t[:, ::1] world) -> bytes:
        """The cards of one playout by index, in the order in which they are played.

        Args:
            world: (seats, `CARDS`): copies of each card that each seat holds.
        """
        cdef HiddenHand hand
        cdef uint8_t[MAX_CARDS] played
        cdef int count = 0, card
        if (world.shape[0] != self.table.deal.seats or world.shape[1] != CARDS
                or not deal_world(&self.table, &world[0, 0], NULL, &hand)):
            raise ValueError("world: no world of this table")
        while hand.tricks:
            card = choose_card(&self.table, &hand, &self.policy)
            played[count] = self.table.deal.card_index[card]
            count += 1
            play(&self.table, &hand, card)
        return (<const char*> played)[:count]

    def _check(self, const uint8_t[:, :, :] worlds, const uint8_t[:, :, :] shown):
        cdef const uint8_t[:, :, :] rows
        for name, rows in (("worlds", worlds), ("shown", worlds if shown is None else shown)):
            if (rows.shape[0] != worlds.shape[0] or rows.shape[1] != self.table.deal.seats
                    or rows.shape[2] != CARDS or rows.strides[1] != CARDS or rows.strides[2] != 1):
                raise ValueError(f"{name}: expected rows of {self.table.deal.seats} times {CARDS}")

    cdef Py_ssize_t _evaluate(
        self, const uint8_t[:, :, :] worlds, const uint8_t[::1] cards,
        int16_t[:, :, :, ::1] results, StopFlag stop, const uint8_t[:, :, :] shown,
        OpenSearch* search, int open_tricks, Py_ssize_t* wrong,
    ) noexcept nogil:
        cdef HiddenHand before, hand
        cdef const uint8_t* known
        cdef Py_ssize_t world, place
        cdef uint64_t playable
        for world in range(worlds.shape[0]):
            if read_flag(&stop.raised):
                return world
            known = NULL
            if shown is not None:
                known = &shown[world, 0, 0]
            if not deal_world(&self.table, &worlds[world, 0, 0], known, &before):
                wrong[0] = world
                return world
            for place in range(cards.shape[0]):
                playable = may_be_played(&self.table, &before)
                if cards[place] < CARDS:
                    playable &= self.table.of_index[cards[place]]
                if cards[place] >= CARDS or not playable:
                    wrong[0] = world
                    return world
                hand = before
                play(&self.table, &hand, lowest_bit(playable))
                if not self._play_on(&hand, search, open_tricks, &results[world, place, 0, 0]):
                    return world
        return worlds.shape[0]

    cdef bint _play_on(
        self, HiddenHand* hand, OpenSearch* search, int open_tricks, int16_t* results
    ) noexcept nogil:
        """Play a hand to its end; write points and tricks by seat. False if it was stopped."""
        cdef int seat
        while hand.tricks > (0 if search is NULL else open_tricks):
            play(&self.table, hand, choose_card(&self.table, hand, &self.policy))
        if hand.tricks and not play_open(search, &self.table, hand):
            return False
        for seat in range(self.table.deal.seats):
            results[RESULTS * seat] = hand.points[seat]
            results[RESULTS * seat + 1] = hand.won[seat]
        return True

"""How likely the cards played so far make a world, if the seats choose about as the policy does.

Design
------
The policy (``policy.pxd``) gives every card of a decision a score in points. A seat is taken to
play a card with a chance in proportion to the exponential of its score over a *temperature*, in
points: the better card more often, but no card never. What a seat sees follows from its own hand in
the world and from the play, so the play is gone through once in every world. The likelihood is the
product of the chances of the cards that the other seats have played. The seat that looks knows its
own cards, and its choices say nothing of the others'.

Scores are whole parts of a point. So the exponentials come from a table, as deep as any matters,
and in a world only the sums of each decision are multiplied; the logarithm is taken in the end.

From several worlds one is then chosen in proportion to its likelihood (`choose`). With m worlds to
choose from, the worlds chosen tend to the distribution that the likelihood asks for as m grows. The
choice of number i depends only on the seed and i.
"""

from libc.math cimport INFINITY, exp, log
from libc.stdint cimport INT32_MIN, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport bit, lowest_bit
from pinochle_solver._core.hidden_hands.hands cimport (
    MOST_SEATS, HiddenHand, Table, TableRecord, deal_world, is_sound_table, lay_out_table,
    may_be_played, play, seat_to_play,
)
from pinochle_solver._core.hidden_hands.policy cimport (
    LOOKUPS, SIDES, WEIGHT_UNIT, WEIGHTS, CardPolicy, Sight, look, look_up, score_of,
)
from pinochle_solver._core.layout cimport CARDS, MAX_CARDS
from pinochle_solver._core.limits cimport StopFlag
from pinochle_solver._core.random cimport Random, numbered_random, random_share

cdef enum:
    DEEPEST = 1 << 14   # how much worse a card may be, in parts of a point, to be thought of
    MOST_SUM = 1 << 30  # so far the product of sums stays within what a double holds


cdef class PlayLikelihood:
    """The likelihood of the cards played from a first lead on.

    Args:
        table: a record of what was known to all at the first lead (``hands.pxd``).
        weights: of the policy, `SIDES` times `WEIGHTS`.
        plays: the cards played since, by index, in their order.
        played: (seats, CARDS) how many copies of each card each seat has played.
        judged: a byte for each seat: whether its choices are looked at.
        temperature: in points, above 0.

    Raises:
        ValueError: for a record that states no table, and for arrays of other sizes.
    """

    cdef Table table
    cdef CardPolicy policy
    cdef uint8_t[MAX_CARDS] plays
    cdef int number
    cdef uint8_t[MOST_SEATS][CARDS] played
    cdef bint[MOST_SEATS] judged
    cdef double scale
    cdef double[DEEPEST] likely     # exponentials of 0, -1, -2 ... parts of a point

    def __cinit__(
        self, const uint8_t[::1] table, const int16_t[::1] weights, const uint8_t[::1] plays,
        const uint8_t[:, ::1] played, const uint8_t[::1] judged, double temperature,
    ):
        cdef int seat, i
        if table.shape[0] != sizeof(TableRecord):
            raise ValueError(f"table: {table.shape[0]} bytes, expected {sizeof(TableRecord)}")
        if weights.shape[0] != SIDES * WEIGHTS:
            raise ValueError(f"weights: {weights.shape[0]}, expected {SIDES * WEIGHTS}")
        cdef const TableRecord* record = <const TableRecord*> &table[0]
        if not is_sound_table(record):
            raise ValueError("table: no sound record")
        lay_out_table(&self.table, record)
        memcpy(&self.policy, &weights[0], sizeof(CardPolicy))
        if (plays.shape[0] > MAX_CARDS or played.shape[0] != self.table.deal.seats
                or played.shape[1] != CARDS or judged.shape[0] != self.table.deal.seats
                or temperature <= 0):
            raise ValueError(f"plays: {plays.shape[0]} of {played.shape[0]} seats")
        self.number = plays.shape[0]
        for i in range(self.number):
            self.plays[i] = plays[i]
        for seat in range(self.table.deal.seats):
            memcpy(self.played[seat], &played[seat, 0], CARDS)
            self.judged[seat] = judged[seat]
        self.scale = 1 / (temperature * WEIGHT_UNIT)
        for i in range(DEEPEST):
            self.likely[i] = exp(-i * self.scale)

    def of(
        self, const uint8_t[:, :, :] worlds, double[::1] logarithms, StopFlag stop not None
    ) -> int:
        """The logarithms of the likelihoods of worlds.

        Args:
            worlds: (worlds, seats, `CARDS`) the copies of each card that each seat holds now;
                worlds may be apart, seats and cards must lie side by side.
            logarithms: is filled, (worlds,); minus infinity for a world in which the cards could
                not be played.
            stop: no further world is begun once it is set.

        Returns:
            how many worlds were finished, from the first on.
        """
        cdef Py_ssize_t world
        if (worlds.shape[1] != self.table.deal.seats or worlds.shape[2] != CARDS
                or worlds.strides[1] != CARDS or worlds.strides[2] != 1
                or logarithms.shape[0] != worlds.shape[0]):
            raise ValueError(f"worlds: expected rows of {self.table.deal.seats} times {CARDS}")
        with nogil:
            for world in range(worlds.shape[0]):
                if stop.raised:
                    break
                logarithms[world] = self._of(&worlds[world, 0, 0])
            else:
                world = worlds.shape[0]
        return world

    cdef double _of(self, const uint8_t* world) noexcept nogil:
        cdef HiddenHand hand
        cdef uint8_t[MOST_SEATS * CARDS] dealt
        cdef uint64_t legal
        cdef double total = 0, sums = 1
        cdef int64_t behind = 0
        cdef int seat, card, i
        for seat in range(self.table.deal.seats):
            for card in range(CARDS):
                dealt[seat * CARDS + card] = world[seat * CARDS + card] + self.played[seat][card]
        if not deal_world(&self.table, dealt, NULL, &hand):
            return -INFINITY
        for i in range(self.number):
            seat = seat_to_play(&self.table, &hand)
            legal = may_be_played(&self.table, &hand)
            card = self._copy_of(legal, self.plays[i])
            if card < 0:
                return -INFINITY
            if self.judged[seat]:
                behind += self._weigh(&hand, legal, card, &sums)
                if sums > MOST_SUM:
                    total -= log(sums)
                    sums = 1
            play(&self.table, &hand, card)
        return total - log(sums) - behind * self.scale

    cdef int _copy_of(self, uint64_t legal, int index) noexcept nogil:
        """A legal card of this index; -1 if there is none."""
        cdef uint64_t copies = legal & self.table.of_index[index]
        return lowest_bit(copies) if copies else -1

    cdef int32_t _weigh(
        self, const HiddenHand* hand, uint64_t legal, int chosen, double* sums
    ) noexcept nogil:
        """How far a card is behind the best of the legal ones, in parts of a point.

        `sums` is multiplied by the sum of the exponentials of all: the best of them has 1.
        """
        cdef Sight sight
        cdef int32_t[LOOKUPS] places
        cdef int32_t[MAX_CARDS] scores
        cdef int32_t best = INT32_MIN, own = 0, behind
        cdef double sum_of_all = 0
        cdef int card, number = 0, i
        cdef uint64_t alike = self.table.deal.identical[chosen]
        if not legal & ~alike:
            return 0
        look(&self.table, hand, &sight)
        while legal:
            card = lowest_bit(legal)
            look_up(&self.table, hand, &sight, card, places)
            scores[number] = score_of(&self.policy, sight.side, places)
            if alike & bit(card):
                own = scores[number]
            best = max(best, scores[number])
            number += 1
            legal &= ~self.table.deal.identical[card]
        for i in range(number):
            behind = best - scores[i]
            if behind < DEEPEST:
                sum_of_all += self.likely[behind]
        sums[0] *= sum_of_all
        return best - own


def choose(
    const double[:, ::1] logarithms, uint64_t seed, int64_t first, int64_t[::1] chosen,
) -> None:
    """Choose one of several worlds, in proportion to their likelihoods.

    Args:
        logarithms: (choices, worlds to choose from) of the likelihoods.
        seed: of what is random.
        first: the number of the first choice.
        chosen: is filled, (choices,): the place of the world chosen; of worlds none of which is
            possible the first.
    """
    cdef Py_ssize_t choice, place
    cdef double best, total, share
    cdef Random random
    if chosen.shape[0] != logarithms.shape[0]:
        raise ValueError(f"chosen: {chosen.shape[0]}, expected {logarithms.shape[0]}")
    for choice in range(logarithms.shape[0]):
        best, total = -INFINITY, 0
        for place in range(logarithms.shape[1]):
            best = max(best, logarithms[choice, place])
        chosen[choice] = 0
        if best == -INFINITY:
            continue
        random = numbered_random(seed, first + choice)
        for place in range(logarithms.shape[1]):
            share = exp(logarithms[choice, place] - best)
            total += share
            if random_share(&random) * total < share:
                chosen[choice] = place

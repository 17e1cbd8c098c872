"""Worlds of a table of three or four: deals of the cards that a seat does not see.

Design
------
The unseen cards lie in *places* of known sizes: the hidden parts of the hands, the widow, the
burial, and in an ending the cards already played. Cards that may lie in the same places make a
*group*. Python counts how many deals there are after any split of the groups before
(``double_dummy/unseen.py``), and hands the count over as a graph: a *state* is a group with the
room that is left in each place, and each *split* of the group leads to another state. To draw a
deal, walk from the first state to the last. Choose each split in proportion to its deals, and
shuffle the cards of the group over it. So every deal is exactly equally likely, and none is thrown
away.

Two kinds of evidence are then judged in a deal as a whole. A seat that needed a marriage to bid
must have been dealt one: deals without it are thrown away. And a seat that laid its melds hardly
ever keeps one back: a deal in which it has kept k of them is accepted with the chance ``kept_back``
to the power k. Accepting deals with these chances makes the distribution exact, as no chance is
above 1. Somebody may have kept a meld back for certain, so that all chances are small. So if
`TRIES` deals were not accepted, one of them is taken in proportion to these chances, which is
nearly exact. The worlds are independent, so the standard error of a mean over them is the usual
one.

World number i depends only on a seed and i. So it makes no difference which thread draws it.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.hidden_hands.held cimport has_marriage
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.limits cimport StopFlag
from pinochle_solver._core.random cimport Random, numbered_random, random_share, shuffle

cdef enum:
    MOST_UNSEEN = 96
    MOST_PLACES = 7         # four seats, the widow, the burial, the cards gone
    TRIES = 1_024           # deals drawn for one world, as long as one of them has a chance
    MOST_TRIES = 20_000     # and else
    # In list order: run, royal marriage, marriages, aces, kings, queens, jacks, pinochle, dix.
    MELDS = 11
    RUN = 0
    ROYAL_MARRIAGE = 1
    MOST_CARDS = 5          # of a meld

cdef struct Seen:
    # What is known of the seat whose cards lie in a place.
    bint has_laid           # whether it has had its turn to lay
    bint had_marriage       # whether it must have been dealt one
    uint8_t laid[MELDS]     # how often each meld was laid
    uint8_t played[CARDS]   # what it has played since


cdef class DealSampler:
    """Draws deals of the unseen cards.

    Args:
        cards: the cards of the groups, one group after the other, by index.
        starts: where each group starts in it, and its end at last.
        splits: (number of states + 1) where the splits of each state begin; the state of number 0
            is the first. The last group's splits lead to no state.
        before: (splits,) how many deals the splits of the state have up to this one, this included.
        following: (splits,) the state that follows.
        sizes: (splits, places) how many cards of the group go to each place.
        known: (places, CARDS) the copies of each card known to lie there.

    Attributes:
        judges: whether what was seen makes some deals likelier than others.
    """

    cdef int places, groups
    cdef uint8_t[MOST_UNSEEN] cards
    cdef int[MOST_UNSEEN + 1] starts
    cdef uint8_t[MOST_PLACES][CARDS] known
    cdef const int32_t[::1] splits, following
    cdef const double[::1] before
    cdef const uint8_t[:, ::1] sizes
    cdef Seen[MOST_PLACES] seen
    cdef readonly bint judges
    cdef double kept_back
    cdef int meld_cards[MELDS]          # how many cards each meld has, and which
    cdef uint8_t[MELDS][MOST_CARDS] meld_card

    def __cinit__(
        self, bytes cards, const int32_t[::1] starts, const int32_t[::1] splits,
        const double[::1] before, const int32_t[::1] following, const uint8_t[:, ::1] sizes,
        const uint8_t[:, ::1] known,
    ):
        cdef int i
        cdef const uint8_t[::1] given = cards
        if len(cards) > MOST_UNSEEN or known.shape[0] > MOST_PLACES or known.shape[1] != CARDS:
            raise ValueError(
                f"{len(cards)} cards in {known.shape[0]} places, expected at most {MOST_UNSEEN} in"
                f" {MOST_PLACES}")
        if sizes.shape[1] != known.shape[0] or sizes.shape[0] != before.shape[0]:
            raise ValueError(f"sizes: {sizes.shape[0]} by {sizes.shape[1]}")
        self.places, self.groups = known.shape[0], starts.shape[0] - 1
        for i in range(len(cards)):
            self.cards[i] = given[i]
        for i in range(self.groups + 1):
            self.starts[i] = starts[i]
        for i in range(self.places):
            memcpy(self.known[i], &known[i, 0], CARDS)
        self.splits, self.before, self.following = splits, before, following
        self.sizes = sizes
        memset(self.seen, 0, sizeof(self.seen))
        self.judges, self.kept_back = False, 1.0

    def see_melds(self, list melds, double kept_back) -> None:
        """Say which melds there are with the trump, and how likely a seat keeps one back.

        Args:
            melds: for each meld in list order, once, the indexes of its cards.
            kept_back: the chance, above 0 and at most 1.
        """
        cdef int meld, i
        if len(melds) != MELDS or not 0 < kept_back <= 1:
            raise ValueError(f"{len(melds)} melds, of which {kept_back} are kept back")
        for meld in range(MELDS):
            self.meld_cards[meld] = len(melds[meld])
            for i in range(self.meld_cards[meld]):
                self.meld_card[meld][i] = melds[meld][i]
        self.kept_back = kept_back

    def see(
        self, int place, bytes played, bytes laid=None, *, bint had_marriage=False
    ) -> None:
        """Say what is known of the seat whose cards lie in a place.

        Args:
            place: the place of its hand.
            played: (CARDS,) the copies of each card that it has played since it bid and laid.
            laid: how often it has laid each meld, in list order; None: it has not had its turn.
            had_marriage: whether it must have been dealt a king and queen of one suit.
        """
        cdef Seen* seen = &self.seen[place]
        cdef int i
        cdef const uint8_t[::1] cards = played
        cdef const uint8_t[::1] melds = laid if laid is not None else bytes(MELDS)
        if len(played) != CARDS or melds.shape[0] != MELDS or not 0 <= place < self.places:
            raise ValueError(f"place {place}: {len(played)} cards, {melds.shape[0]} melds")
        for i in range(CARDS):
            seen.played[i] = cards[i]
        for i in range(MELDS):
            seen.laid[i] = melds[i]
        seen.has_laid, seen.had_marriage = laid is not None, had_marriage
        self.judges = self.judges or seen.has_laid or seen.had_marriage

    def draw(
        self, uint8_t[:, :, ::1] worlds, uint64_t seed, int64_t first, StopFlag stop=None
    ) -> int:
        """Draw worlds from number `first` on.

        Args:
            worlds: (worlds, places, CARDS) filled with the copies of each card in each place.
            seed: the seed of the worlds.
            first: the number of the first.
            stop: ends it before the next world.

        Returns:
            how many were drawn: all, unless it was stopped or no deal of `MOST_TRIES` had a chance.
        """
        cdef Py_ssize_t world, number = worlds.shape[0]
        cdef const int* flag = NULL if stop is None else &stop.raised
        if worlds.shape[1] != self.places or worlds.shape[2] != CARDS:
            raise ValueError(f"worlds: {worlds.shape[1]} places of {worlds.shape[2]} cards")
        with nogil:
            for world in range(number):
                if flag is not NULL and flag[0]:
                    break
                if not self._draw(&worlds[world, 0, 0], seed, first + world):
                    break
            else:
                world = number
        return world

    cdef bint _draw(self, uint8_t* world, uint64_t seed, int64_t number) noexcept nogil:
        """Draw the world of this number; whether a deal was accepted for it."""
        cdef Random random = numbered_random(seed, number)
        cdef uint8_t[MOST_PLACES * CARDS] taken
        cdef double chance, total = 0
        cdef int tried
        for tried in range(MOST_TRIES):
            self._deal(world, &random)
            if not self.judges:
                return True
            chance = self._chance(world)
            if chance >= 1 or chance > 0 and random_share(&random) < chance:
                return True
            total += chance
            if chance > 0 and random_share(&random) * total < chance:
                memcpy(taken, world, self.places * CARDS)
            if tried >= TRIES and total > 0:
                memcpy(world, taken, self.places * CARDS)
                return True
        return False

    cdef void _deal(self, uint8_t* world, Random* random) noexcept nogil:
        """Deal the unseen cards, every deal equally likely."""
        cdef uint8_t[MOST_UNSEEN] cards
        cdef int32_t state = 0, split, low, high
        cdef int group, place, size, start, _
        cdef double below
        memcpy(world, self.known, self.places * CARDS)
        for group in range(self.groups):
            low, high = self.splits[state], self.splits[state + 1] - 1
            below = random_share(random) * self.before[high]
            while low < high:
                split = (low + high) >> 1
                if self.before[split] > below:
                    high = split
                else:
                    low = split + 1
            start = self.starts[group]
            size = self.starts[group + 1] - start
            memcpy(cards, &self.cards[start], size)
            shuffle(cards, size, random)
            start = 0
            for place in range(self.places):
                for _ in range(self.sizes[low, place]):
                    world[place * CARDS + cards[start]] += 1
                    start += 1
            state = self.following[low]

    cdef double _chance(self, const uint8_t* world) noexcept nogil:
        """With which chance a deal is accepted."""
        cdef uint8_t[CARDS] had
        cdef const Seen* seen
        cdef double chance = 1
        cdef int place, card, _
        for place in range(self.places):
            seen = &self.seen[place]
            if not (seen.has_laid or seen.had_marriage):
                continue
            for card in range(CARDS):
                had[card] = world[place * CARDS + card] + seen.played[card]
            if seen.had_marriage and not has_marriage(had):
                return 0
            if seen.has_laid:
                for _ in range(self._kept_back(had, seen.laid)):
                    chance *= self.kept_back
        return chance

    cdef int _kept_back(self, const uint8_t* had, const uint8_t* laid) noexcept nogil:
        """How many melds a seat had and has not laid."""
        cdef int meld, i, most, runs = 0, kept = 0
        for meld in range(MELDS):
            most = had[self.meld_card[meld][0]]
            for i in range(1, self.meld_cards[meld]):
                most = min(most, <int> had[self.meld_card[meld][i]])
            if meld == RUN:
                runs = max(most, <int> laid[RUN])
            elif meld == ROYAL_MARRIAGE:
                # A run's king and queen are in no royal marriage.
                most -= runs
            if most > laid[meld]:
                kept += most - laid[meld]
        return kept

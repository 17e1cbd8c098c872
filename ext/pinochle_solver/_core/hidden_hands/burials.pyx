"""The burials that a rule of thumb likes best, for many hands at once.

What is kept is guessed to bring its melds, what the burial counts, and for every card and for every
short suit what such a one is worth in play. Burials are sought among the cards that can best be
spared (``double_dummy/choices.py``, whose numbers these are); each of them is guessed exactly.

A bidder sees his own cards and no others, so here, too, nothing else is looked at.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memmove, memset

from pinochle_solver._core.layout cimport CARDS, RANKS, SUITS
from pinochle_solver._core.limits cimport StopFlag

cdef enum:
    MELDS = 11              # in list order: run, royal marriage, three marriages, aces, kings, ...
    RUN = 0
    ROYAL_MARRIAGE = 1
    MARRIAGES = 2
    PLAIN_SUITS = 3
    KINGS = 6
    QUEENS = 7
    MOST_CARDS = 5          # of a meld
    MOST_KEPT = 64          # burials of one trump
    LENGTHS = 2             # of a plain suit: none of it, one card of it


cdef struct Guess:
    double value
    int melds
    int buried
    uint8_t[CARDS] kept


cdef struct Search:
    # The burials of one hand with one trump, as they are gone through.
    uint8_t[CARDS] kept
    int[SUITS] lengths      # of what is kept
    double play             # what its cards are worth in play
    uint8_t[CARDS] spared   # the cards of which some are buried
    int spares
    int whole               # the melds of all cards
    int suit
    Guess* found            # the best so far, the best first
    int count
    int most


cdef class BurialFinder:
    """Finds burials for hands.

    Args:
        melds: for each trump S H D C the melds in list order, each as the indexes of its cards.
        points: (MELDS,) what each of them scores.
        roundhouse: what a roundhouse scores besides its parts.
        rank_points: (RANKS,) what cards count, lowest rank first.
        trump, plain: (RANKS,) what a card is worth in play.
        length: (LENGTHS,) what it is worth to have so few cards of a plain suit.
        rest: what is added to every hand.
        buried: how many cards are buried.
        to_spare: from so many different cards more than are buried they are chosen.
    """

    cdef int[SUITS][MELDS] sizes
    cdef uint8_t[SUITS][MELDS][MOST_CARDS] melds
    cdef int[MELDS] points
    cdef int[RANKS] rank_points
    cdef double[RANKS] trump, plain
    cdef double[LENGTHS] length
    cdef double rest
    cdef int roundhouse, buried, to_spare

    def __cinit__(
        self, list melds, list points, int roundhouse, bytes rank_points, list trump, list plain,
        list length, double rest, int buried, int to_spare,
    ):
        cdef int suit, meld, i
        if len(melds) != SUITS or len(points) != MELDS or len(rank_points) != RANKS:
            raise ValueError(f"{len(melds)} suits, {len(points)} melds, {len(rank_points)} ranks")
        if len(trump) != RANKS or len(plain) != RANKS or len(length) != LENGTHS:
            raise ValueError(f"{len(trump)}, {len(plain)} and {len(length)} worths of cards")
        for suit in range(SUITS):
            if len(melds[suit]) != MELDS:
                raise ValueError(f"{len(melds[suit])} melds")
            for meld in range(MELDS):
                self.sizes[suit][meld] = len(melds[suit][meld])
                for i in range(self.sizes[suit][meld]):
                    self.melds[suit][meld][i] = melds[suit][meld][i]
        for meld in range(MELDS):
            self.points[meld] = points[meld]
        for i in range(RANKS):
            self.rank_points[i], self.trump[i], self.plain[i] = rank_points[i], trump[i], plain[i]
        for i in range(LENGTHS):
            self.length[i] = length[i]
        self.roundhouse, self.rest, self.buried = roundhouse, rest, buried
        self.to_spare = to_spare

    def find(
        self, const uint8_t[:, ::1] hands, uint8_t[:, :, :, ::1] kept,
        int32_t[:, :, :, ::1] brought, double[:, :, ::1] guesses, StopFlag stop not None,
    ) -> int:
        """Find the burials with the highest guesses, the best first.

        Args:
            hands: (hands, CARDS): copies of each card, of those that are buried, too.
            kept: is filled, (hands, 4, burials, CARDS): by trump S H D C, what is kept.
            brought: is filled, (hands, 4, burials, 2): the points of the melds and of the burial.
            guesses: is filled, (hands, 4, burials): what all brings; minus infinity where there
                are not so many burials.
            stop: no further hand is begun once it is set.

        Returns:
            How many hands were finished, from the first on.
        """
        cdef Py_ssize_t hand, number = hands.shape[0], most = kept.shape[2]
        cdef Guess[MOST_KEPT] found
        cdef int suit, place, count
        if (hands.shape[1] != CARDS or kept.shape[0] != number or kept.shape[1] != SUITS
                or kept.shape[3] != CARDS or brought.shape[0] != number
                or brought.shape[1] != SUITS or brought.shape[2] != most or brought.shape[3] != 2
                or guesses.shape[0] != number or guesses.shape[1] != SUITS
                or guesses.shape[2] != most or not 0 < most <= MOST_KEPT):
            raise ValueError("arrays of other shapes")
        with nogil:
            for hand in range(number):
                if stop.raised:
                    break
                for suit in range(SUITS):
                    count = self._find(&hands[hand, 0], suit, <int> most, found)
                    for place in range(<int> most):
                        if place < count:
                            memcpy(&kept[hand, suit, place, 0], found[place].kept, CARDS)
                            brought[hand, suit, place, 0] = found[place].melds
                            brought[hand, suit, place, 1] = found[place].buried
                            guesses[hand, suit, place] = found[place].value
                        else:
                            memset(&kept[hand, suit, place, 0], 0, CARDS)
                            brought[hand, suit, place, 0] = brought[hand, suit, place, 1] = 0
                            guesses[hand, suit, place] = -INFINITY
            else:
                hand = number
        return hand

    cdef int _find(
        self, const uint8_t* hand, int suit, int most, Guess* found
    ) noexcept nogil:
        """The best burials with a trump; how many there are."""
        cdef Search search
        cdef int card
        memcpy(search.kept, hand, CARDS)
        memset(search.lengths, 0, sizeof(search.lengths))
        search.play = self.rest
        for card in range(CARDS):
            search.lengths[card // RANKS] += hand[card]
            search.play += hand[card] * self._card(card, suit)
        search.suit, search.most, search.count, search.found = suit, most, 0, found
        search.whole = self._melds(hand, suit)
        search.spares = self._spared(hand, suit, search.spared)
        self._bury(&search, 0, self.buried, 0)
        return search.count

    cdef void _bury(self, Search* search, int first, int left, int points) noexcept nogil:
        """Bury so many more of the cards from the first on, in every way."""
        cdef int place, card, number, suit
        cdef double play
        if left == 0:
            self._judge(search, points)
            return
        play = search.play
        for place in range(first, search.spares):
            card = search.spared[place]
            suit = card // RANKS
            number = 0
            while number < left and search.kept[card]:
                search.kept[card] -= 1
                search.lengths[suit] -= 1
                search.play -= self._card(card, search.suit)
                number += 1
                self._bury(
                    search, place + 1, left - number,
                    points + number * self.rank_points[card % RANKS])
            search.kept[card] += number
            search.lengths[suit] += number
            search.play = play

    cdef void _judge(self, Search* search, int points) noexcept nogil:
        """Keep a burial if it is one of the best."""
        cdef Guess* found = search.found
        cdef double value = points + search.play
        cdef int suit, melds, place, most = search.most
        for suit in range(SUITS):
            if suit != search.suit and search.lengths[suit] < LENGTHS:
                value += self.length[search.lengths[suit]]
        # No burial melds more than the whole hand.
        if search.count == most and value + search.whole <= found[most - 1].value:
            return
        melds = self._melds(search.kept, search.suit)
        value += melds
        if search.count == most and value <= found[most - 1].value:
            return
        place = min(search.count, most - 1)
        while place and found[place - 1].value < value:
            place -= 1
        if search.count < most:
            search.count += 1
        memmove(&found[place + 1], &found[place], (search.count - 1 - place) * sizeof(Guess))
        found[place].value, found[place].melds, found[place].buried = value, melds, points
        memcpy(found[place].kept, search.kept, CARDS)

    cdef int _spared(self, const uint8_t* hand, int suit, uint8_t* spared) noexcept nogil:
        """The cards that can best be spared, the best first; how many different ones."""
        cdef uint8_t[CARDS] rest
        cdef double[CARDS] costs
        cdef int[SUITS] lengths
        cdef double cost
        cdef int card, place, number = 0, whole = self._melds(hand, suit)
        memcpy(rest, hand, CARDS)
        for card in range(SUITS):
            lengths[card] = 0
        for card in range(CARDS):
            if card // RANKS != suit:
                lengths[card // RANKS] += hand[card]
        for card in range(CARDS):
            if not hand[card]:
                continue
            rest[card] -= 1
            cost = whole - self._melds(rest, suit) - self.rank_points[card % RANKS]
            cost += self._card(card, suit) + lengths[card // RANKS]
            rest[card] += 1
            place = number
            while place and costs[place - 1] > cost:
                costs[place], spared[place] = costs[place - 1], spared[place - 1]
                place -= 1
            costs[place], spared[place] = cost, card
            number += 1
        return min(number, self.buried + self.to_spare)

    cdef int _melds(self, const uint8_t* kept, int suit) noexcept nogil:
        """What can be melded."""
        cdef int[MELDS] times
        cdef int meld, i, most, points = 0, houses
        for meld in range(MELDS):
            most = kept[self.melds[suit][meld][0]]
            for i in range(1, self.sizes[suit][meld]):
                most = min(most, <int> kept[self.melds[suit][meld][i]])
            times[meld] = most
        houses = min(times[ROYAL_MARRIAGE], min(times[KINGS], times[QUEENS]))
        # A run's king and queen are in no royal marriage.
        times[ROYAL_MARRIAGE] -= times[RUN]
        for meld in range(MELDS):
            points += times[meld] * self.points[meld]
        if self.roundhouse:
            for meld in range(MARRIAGES, MARRIAGES + PLAIN_SUITS):
                houses = min(houses, times[meld])
            points += houses * self.roundhouse
        return points

    cdef inline double _card(self, int card, int suit) noexcept nogil:
        return self.trump[card % RANKS] if card // RANKS == suit else self.plain[card % RANKS]


def swap_widows(
    uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] had, const uint8_t[:, ::1] wanted, int own
) -> None:
    """Turn deals into deals in which other cards lie in the widow.

    A card that is wanted is taken out of the hand in which it lies, which gets one of those that
    lay in the widow before. If it lies in several hands each of them is as likely.

    Args:
        hands: (deals, seats, CARDS) the copies in each hand; changed.
        had: (deals, CARDS) what lies in the widow.
        wanted: (deals, CARDS) what is to lie there, as many cards, none of them of the own seat.
        own: the place of the seat whose hand does not change.
    """
    cdef Py_ssize_t deal
    cdef int card, other, seat, _step, seats = hands.shape[1]
    cdef int[CARDS] more
    with nogil:
        for deal in range(hands.shape[0]):
            for card in range(CARDS):
                more[card] = <int> wanted[deal, card] - <int> had[deal, card]
            other = 0
            for card in range(CARDS):
                while more[card] > 0:
                    while other < CARDS and more[other] >= 0:
                        other += 1
                    if other == CARDS:
                        break
                    seat = <int> ((deal + card) % seats)
                    for _step in range(seats):
                        if seat != own and hands[deal, seat, card]:
                            break
                        seat = (seat + 1) % seats
                    else:
                        break
                    hands[deal, seat, card] -= 1
                    hands[deal, seat, other] += 1
                    more[card] -= 1
                    more[other] += 1

"""How likely the calls, the trump and the burial make a world, if bidders judge by a rule of thumb.

Design
------
A rule of thumb (``double_dummy/choices.py``) guesses what a hand makes with each suit as trump: its
melds, and what each of its cards and its short suits are worth in play. Four things are judged by
it, each with a chance that is never 0:

- *Calls.* A seat is taken to have a limit, the highest guess for the cards it was dealt plus some
  points, give or take. The calls tell between which bids the limit lies. Who bids may be cautious
  or bold: each is as likely, and adds so many points of his own.
- *Trump.* The bidder is taken to name a suit with a chance in proportion to the exponential of its
  guess over a temperature, in points.
- *Burial.* In the same way, among all burials of as many cards. The guess of what a burial spares
  is a sum over the cards and over the suits, so the sum over all burials is a product of
  polynomials, one for each suit, and exact.
- *Playing on.* A bidder who may concede plays on with a chance that is a logistic curve in the
  guess for the cards that he keeps, with his burial.
"""

from libc.math cimport INFINITY, exp, fmax, log
from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.hidden_hands.held cimport (
    ACE, JACK, KING, NINE, QUEEN, TEN, has_marriage,
)
from pinochle_solver._core.layout cimport CARDS, RANKS, SUITS
from pinochle_solver._core.limits cimport StopFlag

cdef enum:
    MOST_SEATS = 4
    MOST_BURIED = 8
    SHORT = 2               # lengths of a plain suit that are worth something
    KINDS = 2               # of bidders
    DIAMOND_JACK = 2 * RANKS + JACK
    # The points for melds, in the order of `MeldValues`.
    RUN = 0
    ROYAL_MARRIAGE = 1
    MARRIAGE = 2
    ACES = 3
    KINGS = 4
    QUEENS = 5
    JACKS = 6
    PINOCHLE = 7
    DIX = 8
    MELDS = 9

cdef struct Seen:
    # What is known of the seat whose cards lie in a place.
    bint has_called
    bint needs_marriage     # whether it could bid only with a marriage
    double low, high        # its limit is at least this, and below that
    int8_t[CARDS] dealt     # what it was dealt besides what it holds and has buried


cdef class AuctionLikelihood:
    """The likelihood of the calls, of the trump named and of the burial.

    Args:
        melds: (9,) the points for each meld: run, royal marriage, marriage, aces, kings, queens,
            jacks, pinochle, dix.
        trumps: (RANKS,) what a trump of each rank is worth in play, in points.
        plain: (RANKS,) the same of a plain card.
        short: (2,) what it is worth to have no card of a plain suit, and to have one.
        counts: (RANKS,) what a card of each rank counts if it is buried.
        added: (2,) what a cautious seat adds to its guess, and a bold one, in points.
        spread: how far limits are from what is expected, in points: the scale of a logistic
            distribution.
        temperature: of the choice of trump and burial, in points.
        slips: the share of calls and burials that follow no rule.

    Raises:
        ValueError: for arrays of other sizes, and for numbers that are not positive.
    """

    cdef double[MELDS] melds
    cdef double[RANKS] trumps, plain, counts
    cdef double[SHORT] short
    cdef double[KINDS] added
    cdef double spread, temperature, slips
    cdef Seen[MOST_SEATS] seen
    cdef int bidder, buried, trump, number
    cdef double middle, doubt
    cdef uint8_t[CARDS] played

    def __cinit__(
        self, const double[::1] melds, const double[::1] trumps, const double[::1] plain,
        const double[::1] short, const double[::1] counts, const double[::1] added, double spread,
        double temperature, double slips,
    ):
        if (melds.shape[0] != MELDS or trumps.shape[0] != RANKS or plain.shape[0] != RANKS
                or short.shape[0] != SHORT or counts.shape[0] != RANKS
                or added.shape[0] != KINDS):
            raise ValueError(f"{melds.shape[0]} melds, {trumps.shape[0]} ranks")
        if spread <= 0 or temperature <= 0 or not 0 < slips < 1:
            raise ValueError(f"spread {spread}, temperature {temperature}, slips {slips}")
        memcpy(self.melds, &melds[0], sizeof(self.melds))
        memcpy(self.trumps, &trumps[0], sizeof(self.trumps))
        memcpy(self.plain, &plain[0], sizeof(self.plain))
        memcpy(self.short, &short[0], sizeof(self.short))
        memcpy(self.added, &added[0], sizeof(self.added))
        memcpy(self.counts, &counts[0], sizeof(self.counts))
        self.spread, self.temperature, self.slips = spread, temperature, slips
        memset(self.seen, 0, sizeof(self.seen))
        self.bidder = self.buried = self.trump = -1
        self.number = 0
        self.middle, self.doubt = -INFINITY, 1

    def see_calls(
        self, int place, bytes dealt, double low, double high, *, bint needs_marriage
    ) -> None:
        """Say between which bids the limit of a seat lies.

        Args:
            place: the place of its hand.
            dealt: (CARDS,) signed: the copies that it was dealt besides those it holds and has
                buried: those played, less those it took up.
            low: its limit is at least this; minus infinity: not known.
            high: and below this; infinity: not known.
            needs_marriage: whether it could bid only with a marriage; without one its pass tells
                nothing more.
        """
        cdef Seen* seen = self._seat(place, dealt)
        cdef const uint8_t[::1] cards = dealt
        memcpy(seen.dealt, &cards[0], CARDS)
        seen.has_called, seen.needs_marriage = True, needs_marriage
        seen.low, seen.high = low, high

    def see_trump(self, int place, bytes played, int trump, int buried, int number) -> None:
        """Say what the bidder has named and buried.

        Args:
            place: the place of his hand.
            played: (CARDS,) the copies of each card that he has played since.
            trump: the suit.
            buried: the place of the burial.
            number: how many cards he has buried, at most 8; with 0 only the trump is judged.
        """
        cdef const uint8_t[::1] cards = played
        self._seat(place, played)
        if not 0 <= trump < SUITS or not 0 <= number <= MOST_BURIED or buried < 0:
            raise ValueError(f"trump {trump}, {number} cards buried in place {buried}")
        memcpy(self.played, &cards[0], CARDS)
        self.bidder, self.trump, self.buried, self.number = place, trump, buried, number

    def see_playing_on(self, double middle, double spread) -> None:
        """Say that the bidder has not conceded (after `see_trump`, with what he buried).

        Args:
            middle: with this guess, burial included, half the bidders play on.
            spread: the scale of a logistic distribution around it, in points.
        """
        if spread <= 0 or self.bidder < 0:
            raise ValueError(f"spread {spread}, bidder {self.bidder}")
        self.middle, self.doubt = middle, spread

    cdef Seen* _seat(self, int place, bytes cards) except NULL:
        if not 0 <= place < MOST_SEATS or len(cards) != CARDS:
            raise ValueError(f"place {place}: {len(cards)} cards")
        return &self.seen[place]

    def add(self, const uint8_t[:, :, ::1] worlds, double[::1] logarithms, StopFlag stop) -> int:
        """Add the logarithms of the likelihoods of worlds.

        Args:
            worlds: (worlds, places, `CARDS`) the copies of each card in each place, the seats
                first.
            logarithms: (worlds,) to which they are added.
            stop: no further world is begun once it is set.

        Returns:
            how many worlds were finished, from the first on.
        """
        cdef Py_ssize_t world
        if worlds.shape[2] != CARDS or logarithms.shape[0] != worlds.shape[0]:
            raise ValueError(f"worlds: {worlds.shape[0]} of {worlds.shape[2]} cards")
        if max(self.bidder, self.buried) >= worlds.shape[1]:
            raise ValueError(f"worlds: {worlds.shape[1]} places")
        with nogil:
            for world in range(worlds.shape[0]):
                if stop.raised:
                    break
                logarithms[world] += self._of(&worlds[world, 0, 0])
            else:
                world = worlds.shape[0]
        return world

    cdef double _of(self, const uint8_t* world) noexcept nogil:
        cdef uint8_t[CARDS] had
        cdef double[SUITS] guesses
        cdef const uint8_t* cards
        cdef const uint8_t* buried = NULL
        cdef double total = 0
        cdef int place, card
        if self.bidder >= 0:
            buried = world + self.buried * CARDS
        for place in range(MOST_SEATS):
            if not self.seen[place].has_called:
                continue
            cards = world + place * CARDS
            for card in range(CARDS):
                had[card] = <uint8_t> (cards[card] + self.seen[place].dealt[card])
                if place == self.bidder:
                    had[card] += buried[card]
            if not self.seen[place].needs_marriage or has_marriage(had):
                self._guess(had, guesses)
                total += self._called(&self.seen[place], guesses)
        if self.bidder >= 0:
            cards = world + self.bidder * CARDS
            for card in range(CARDS):
                had[card] = cards[card] + self.played[card] + buried[card]
            self._guess(had, guesses)
            total += self._named(guesses)
            if self.number:
                total += self._spared(had, buried)
            if self.middle > -INFINITY:
                total += self._played_on(had, buried)
        return total

    cdef void _guess(self, const uint8_t* had, double* guesses) noexcept nogil:
        """What a hand makes with each suit as trump, but for a constant."""
        cdef double all_of_them = 0
        cdef double as_plain, as_trump
        cdef int suit, rank, length
        cdef const uint8_t* of
        for suit in range(SUITS):
            of = had + suit * RANKS
            as_plain = self._melded(of, False)
            as_trump = self._melded(of, True)
            length = 0
            for rank in range(RANKS):
                length += of[rank]
                as_plain += self.plain[rank] * of[rank]
                as_trump += self.trumps[rank] * of[rank]
            if length < SHORT:
                as_plain += self.short[length]
            all_of_them += as_plain
            guesses[suit] = as_trump - as_plain
        all_of_them += (
            self.melds[ACES] * _around(had, ACE) + self.melds[KINGS] * _around(had, KING)
            + self.melds[QUEENS] * _around(had, QUEEN) + self.melds[JACKS] * _around(had, JACK)
            + self.melds[PINOCHLE] * min(had[QUEEN], had[DIAMOND_JACK]))
        for suit in range(SUITS):
            guesses[suit] += all_of_them

    cdef double _melded(self, const uint8_t* of, bint is_trump) noexcept nogil:
        """The points for the melds within a suit."""
        cdef int marriages = min(of[KING], of[QUEEN])
        cdef int runs
        if not is_trump:
            return self.melds[MARRIAGE] * marriages
        runs = min(marriages, min(min(of[ACE], of[TEN]), of[JACK]))
        return (self.melds[RUN] * runs + self.melds[ROYAL_MARRIAGE] * (marriages - runs)
                + self.melds[DIX] * of[NINE])

    cdef double _spoiled(self, const uint8_t* had, int card) noexcept nogil:
        """The points for melds of several suits that a hand loses without a copy of a card."""
        cdef int rank = card % RANKS
        cdef double points = 0
        if rank >= JACK and rank != TEN and had[card] == _around(had, rank):
            points = self.melds[ACES if rank == ACE else KINGS + KING - rank]
        if (card == QUEEN and had[QUEEN] <= had[DIAMOND_JACK]
                or card == DIAMOND_JACK and had[DIAMOND_JACK] <= had[QUEEN]):
            points += self.melds[PINOCHLE]
        return points

    cdef double _called(self, const Seen* seen, const double* guesses) noexcept nogil:
        """The logarithm of the chance of a seat's calls."""
        cdef double best = guesses[0], chance = 0, limit
        cdef int suit, kind
        for suit in range(1, SUITS):
            best = fmax(best, guesses[suit])
        for kind in range(KINDS):
            limit = best + self.added[kind]
            chance += (_logistic((limit - seen.low) / self.spread)
                       - _logistic((limit - seen.high) / self.spread))
        return log(self.slips + (1 - self.slips) * chance / KINDS)

    cdef double _named(self, const double* guesses) noexcept nogil:
        """The logarithm of the chance that the trump is named."""
        cdef double total = 0
        cdef int suit
        for suit in range(SUITS):
            total += exp((guesses[suit] - guesses[self.trump]) / self.temperature)
        return log(self.slips / SUITS + (1 - self.slips) / total)

    cdef double _played_on(self, const uint8_t* had, const uint8_t* buried) noexcept nogil:
        """The logarithm of the chance that the bidder does not concede with these cards."""
        cdef uint8_t[CARDS] kept
        cdef double[SUITS] guesses
        cdef double guess = 0
        cdef int card
        for card in range(CARDS):
            kept[card] = had[card] - buried[card]
            guess += self.counts[card % RANKS] * buried[card]
        self._guess(kept, guesses)
        guess += guesses[self.trump]
        return log(self.slips + (1 - self.slips)
                   * _logistic((guess - self.middle) / self.doubt))

    cdef double _spared(self, const uint8_t* had, const uint8_t* buried) noexcept nogil:
        """The logarithm of the chance of the burial, out of these cards, with the trump named."""
        cdef double[MOST_BURIED + 1] all_of_them, of_suit, joined
        cdef double share = 0, ways = 1, gain, weight, before, melded
        cdef uint8_t[CARDS] without
        cdef int suit, rank, card, _, length, left, number, other, most, cards = 0
        cdef bint is_trump
        memcpy(without, had, CARDS)
        memset(all_of_them, 0, sizeof(all_of_them))
        all_of_them[0] = 1
        for suit in range(SUITS):
            memset(of_suit, 0, sizeof(of_suit))
            of_suit[0] = 1
            length, left, is_trump = 0, 0, suit == self.trump
            melded = self._melded(had + suit * RANKS, is_trump)
            for rank in range(RANKS):
                card = suit * RANKS + rank
                length += had[card]
                left += had[card] - buried[card]
            cards += length
            before = self._short(suit, length)
            for rank in range(RANKS):
                card = suit * RANKS + rank
                if not had[card]:
                    continue
                without[card] -= 1
                gain = (self._melded(without + suit * RANKS, is_trump) - melded
                        - self._spoiled(had, card) + self.counts[rank]
                        - (self.trumps[rank] if is_trump else self.plain[rank]))
                without[card] += 1
                share += buried[card] * gain
                weight = exp(gain / self.temperature)
                for _ in range(had[card]):
                    for number in range(self.number, 0, -1):
                        of_suit[number] += of_suit[number - 1] * weight
            share += self._short(suit, left) - before
            most = min(length, self.number)
            for number in range(most + 1):
                of_suit[number] *= exp(
                    (self._short(suit, length - number) - before) / self.temperature)
            memset(joined, 0, sizeof(joined))
            for number in range(most + 1):
                for other in range(self.number + 1 - number):
                    joined[number + other] += of_suit[number] * all_of_them[other]
            memcpy(all_of_them, joined, sizeof(joined))
        for number in range(self.number):
            ways = ways * (cards - number) / (number + 1)
        return log(self.slips / ways + (1 - self.slips)
                   * exp(share / self.temperature) / all_of_them[self.number])

    cdef double _short(self, int suit, int length) noexcept nogil:
        """What it is worth to have so few cards of a suit."""
        return self.short[length] if suit != self.trump and length < SHORT else 0


cdef int _around(const uint8_t* had, int rank) noexcept nogil:
    return min(min(had[rank], had[RANKS + rank]), min(had[2 * RANKS + rank], had[3 * RANKS + rank]))


cdef double _logistic(double number) noexcept nogil:
    return 1 / (1 + exp(-number))

"""Moves of the stock phase of three and four valued by playing worlds out.

A playout makes the move, and then every seat's moves by the policy of the stock phase
(``stock_policy.pxd``). Once the stock is gone the cards are played as in ``playouts.pyx``. No seat
looks at more than it sees, and nothing is random: the result is the world's and the move's.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.bits cimport bit, lowest_bit, read_flag
from pinochle_solver._core.hidden_hands.hands cimport (
    HiddenHand, Table, deal_world, lay_out_table, play,
)
from pinochle_solver._core.hidden_hands.policy cimport SIDES, WEIGHTS, choose_card
from pinochle_solver._core.hidden_hands.stock_hands cimport (
    MELD, MOST_SEATS, NOTHING, PLAY, STOCK_IS_GONE, Laying, StockSeat, best_laying, copies_of,
    deal_hidden, deal_public, has_nine, is_sound_stock, show_dix,
)
from pinochle_solver._core.hidden_hands.stock_policy cimport (
    MOST_OPTIONS, STOCK_WEIGHTS, StockOption, best_option, stock_options, take_option,
)
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.limits cimport StopFlag

cdef enum:
    RESULTS = 2             # of a seat: points for melds, and for cards
    MOVE = 4                # numbers of a move: card, slot, meld, dix
    FINE = -1               # no world is wrong


cdef int lay_out_game(
    StockGame* game, const unsigned char[::1] record, const unsigned char[::1] playoff,
    const int16_t[::1] weights, const int16_t[::1] card_weights,
) except -1:
    """Fill `game`; raises ValueError for what is not sound."""
    for name, given, expected in (
        ("record", record.shape[0], sizeof(StockRecord)),
        ("playoff", playoff.shape[0], sizeof(TableRecord)),
        ("weights", weights.shape[0], STOCK_WEIGHTS),
        ("card weights", card_weights.shape[0], SIDES * WEIGHTS),
    ):
        if given != expected:
            raise ValueError(f"{name}: {given}, expected {expected}")
    memcpy(&game.record, &record[0], sizeof(StockRecord))
    memcpy(&game.playoff, &playoff[0], sizeof(TableRecord))
    memcpy(&game.policy, &weights[0], sizeof(game.policy))
    memcpy(&game.cards, &card_weights[0], sizeof(game.cards))
    if not is_sound_stock(&game.record) or game.playoff.seats != game.record.seats_playing:
        raise ValueError("record: no sound record")
    return 0


cdef void play_to_end(const StockGame* game, StockHand* hand) noexcept nogil:
    """Play a hand to its end; melds and cards of the seats are added up in it."""
    cdef StockOption[MOST_OPTIONS] options
    cdef int number
    while hand.act != STOCK_IS_GONE:
        number = stock_options(&game.record, hand, &game.policy, options, NULL)
        take_option(&game.record, hand, &options[best_option(options, number)])
    play_off(game, hand)


cdef void play_off(const StockGame* game, StockHand* hand) noexcept nogil:
    """Play the cards that are left once the stock is gone."""
    cdef TableRecord record = game.playoff
    cdef Table table
    cdef HiddenHand cards
    cdef StockSeat* seat
    cdef uint8_t[MOST_SEATS * CARDS] held
    cdef uint64_t slots
    cdef int i, card, copies
    memset(record.copies, 0, sizeof(record.copies))
    for i in range(record.seats):
        seat = &hand.seats[i]
        for card in range(CARDS):
            copies = copies_of(&seat.hand, card)
            held[i * CARDS + card] = copies
            record.copies[card] += copies
            record.shown[i][card] = copies_of(&seat.known, card)
        slots = seat.on_table
        while slots:
            card = seat.slot_card[lowest_bit(slots)]
            slots &= slots - 1
            held[i * CARDS + card] += 1
            record.copies[card] += 1
            record.shown[i][card] += 1
    record.leader, record.leds = hand.leader, 0
    lay_out_table(&table, &record)
    if not deal_world(&table, held, NULL, &cards):
        return
    while cards.tricks:
        play(&table, &cards, choose_card(&table, &cards, &game.cards))
    for i in range(record.seats):
        hand.seats[i].cards += cards.points[i]


cdef class StockPlayouts:
    """Playouts from one decision; any number of threads may use it at a time.

    Args:
        record: of the position (``stock_hands.pxd``).
        playoff: of the table once the stock is gone (``hands.pxd``), without cards.
        weights: of the policy of the stock phase, `STOCK_WEIGHTS`.
        card_weights: of the policy after it, `SIDES` times `WEIGHTS`.

    Raises:
        ValueError: for records that state no position, and for another number of weights.
    """

    cdef StockGame game
    cdef StockHand begun

    def __cinit__(
        self, const uint8_t[::1] record, const uint8_t[::1] playoff, const int16_t[::1] weights,
        const int16_t[::1] card_weights,
    ):
        lay_out_game(&self.game, record, playoff, weights, card_weights)
        deal_public(&self.game.record, &self.begun)

    def evaluate(
        self, const uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] stock,
        const uint8_t[:, ::1] moves, int16_t[:, :, :, ::1] results, StopFlag stop not None,
    ) -> int:
        """Play moves out in worlds.

        Args:
            hands: (worlds, seats, `CARDS`): copies of each card in each hand, without what lies
                on the tables.
            stock: (worlds, cards): the face-down cards by index, the next to be drawn first.
            moves: (moves, 4) of the seat on turn: card, slot, meld, whether a dix is shown; the
                numbers that do not say anything are `NOTHING`, or 0 for the card.
            results: is filled, (worlds, moves, seats, 2): what each seat scores from here on by
                melds and by cards, with the last trick.
            stop: no further world is begun once it is set.

        Returns:
            How many worlds were finished, from the first on.

        Raises:
            ValueError: for arrays of other shapes, and for a world that is none of this position.
        """
        cdef Py_ssize_t done = 0, wrong = FINE
        cdef Py_ssize_t seats = self.game.record.seats_playing
        if (hands.shape[1] != seats or hands.shape[2] != CARDS or hands.shape[0] != stock.shape[0]
                or stock.shape[1] != self.game.record.face_down):
            raise ValueError(f"hands and stock: expected {seats} times {CARDS} copies, and "
                             f"{self.game.record.face_down} cards")
        if moves.shape[1] != MOVE:
            raise ValueError(f"moves: expected rows of {MOVE}")
        if (results.shape[0] != hands.shape[0] or results.shape[1] != moves.shape[0]
                or results.shape[2] != seats or results.shape[3] != RESULTS):
            raise ValueError("results: an array of another shape")
        with nogil:
            done = self._evaluate(hands, stock, moves, results, stop, &wrong)
        if wrong != FINE:
            raise ValueError(f"world {wrong}: no world of this position in which it may be done")
        return done

    cdef Py_ssize_t _evaluate(
        self, const uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] stock,
        const uint8_t[:, ::1] moves, int16_t[:, :, :, ::1] results, StopFlag stop,
        Py_ssize_t* wrong,
    ) noexcept nogil:
        cdef StockHand before = self.begun, hand
        cdef StockOption option
        cdef Py_ssize_t world, place
        cdef int seat
        option.score = 0
        for world in range(hands.shape[0]):
            if read_flag(&stop.raised):
                return world
            if not deal_hidden(
                &self.game.record, &hands[world, 0, 0],
                &stock[world, 0] if stock.shape[1] else NULL, &before,
            ):
                wrong[0] = world
                return world
            for place in range(moves.shape[0]):
                option.card, option.slot = moves[place, 0], moves[place, 1]
                option.meld, option.dix = moves[place, 2], moves[place, 3]
                if not self._may_take(&before, &option):
                    wrong[0] = world
                    return world
                hand = before
                take_option(&self.game.record, &hand, &option)
                play_to_end(&self.game, &hand)
                for seat in range(self.game.record.seats_playing):
                    results[world, place, seat, 0] = hand.seats[seat].melds
                    results[world, place, seat, 1] = hand.seats[seat].cards
        return hands.shape[0]

    cdef bint _may_take(self, const StockHand* hand, const StockOption* option) noexcept nogil:
        cdef const StockSeat* seat = &hand.seats[hand.turn]
        cdef StockHand after
        cdef Laying laying
        if hand.act == PLAY:
            if option.slot == NOTHING:
                return option.card < CARDS and seat.hand.of[0] >> option.card & 1
            return (option.slot < seat.slots and seat.on_table & bit(option.slot)
                    and seat.slot_card[option.slot] == option.card)
        if option.dix and not has_nine(&self.game.record, seat):
            return False
        if option.meld == NOTHING:
            return True
        if hand.act != MELD or option.meld >= self.game.record.number_of_melds:
            return False
        after = hand[0]
        if option.dix:
            show_dix(&self.game.record, &after)
        best_laying(&self.game.record, &after.seats[hand.turn], option.meld, &laying)
        return laying.from_hand > 0

    def line(self, const uint8_t[:, ::1] hands, const uint8_t[::1] stock) -> list:
        """The moves of one playout while there is a stock, and what each seat scores in all.

        Args:
            hands, stock: of one world, as in `evaluate`.

        Returns:
            Rows (decision, seat, card, slot, meld, dix), then a row of melds and cards by seat.
        """
        cdef StockHand hand = self.begun
        cdef StockOption[MOST_OPTIONS] options
        cdef StockOption* best
        cdef int seat
        if (hands.shape[0] != self.game.record.seats_playing or hands.shape[1] != CARDS
                or stock.shape[0] != self.game.record.face_down
                or not deal_hidden(&self.game.record, &hands[0, 0],
                                   &stock[0] if stock.shape[0] else NULL, &hand)):
            raise ValueError("hands: no world of this position")
        rows = []
        while hand.act != STOCK_IS_GONE:
            best = &options[best_option(options, stock_options(
                &self.game.record, &hand, &self.game.policy, options, NULL))]
            rows.append((hand.act, hand.turn, best.card, best.slot, best.meld, best.dix))
            take_option(&self.game.record, &hand, best)
        play_off(&self.game, &hand)
        ends = [(hand.seats[seat].melds, hand.seats[seat].cards)
                for seat in range(self.game.record.seats_playing)]
        return [*rows, ends]

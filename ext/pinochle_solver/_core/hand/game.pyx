"""A hand as Python plays it: positions in, moves made and taken back, records out.

`HandGame` holds a hand of ``hand.pxd`` and the states before each of its moves. Everything that a
caller could get wrong is checked here, so that the compiled code below need not check it.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.hand.hand cimport (
    DUE_DIX, DUE_DRAW, DUE_MELD, DUE_SHOW, MOST_DRAWS, MOST_LAID, MOST_MOVES, PASS, HandInPlay,
    HandRules, HandState, apply_move, beats_card, begin_hand, broken_obligation, deal_hand, draw,
    legal_moves, meld_shown, past_of, score_play, show_dix, show_drawn_dix, shows_dix,
)
from pinochle_solver._core.hand.kinds cimport CopiesOfFour, Past, choose_among, obstacle_among
from pinochle_solver._core.hand.melds cimport (
    Copies, Laid, Obstacle, SeatState, choose_copies, number_of, obstacle_to,
)
from pinochle_solver._core.hand.packing cimport is_sound_hand, read_rules
from pinochle_solver._core.hand.worlds cimport Unseen, look_for_unseen
from pinochle_solver._core.layout cimport CARDS, NO_CARD, SEATS


def beats(int led, int reply, int trump) -> bool:
    """Whether the reply takes the trick; both cards are given by index."""
    return bool(beats_card(led, reply, trump))


def score_plays(const uint8_t[::1] rules, const uint8_t[::1] plays, int leader) -> tuple:
    """What cards score in the stock phase as they are played, and the glups after them.

    The cards are given by index in the order of play; `leader` leads the first. Returns (glups of
    south and north, points of both). ValueError for input that makes no sense.
    """
    cdef HandRules hand_rules
    cdef HandState state
    cdef int card
    if not read_rules(&hand_rules, &rules[0], rules.shape[0]):
        raise ValueError("rules: no sound record")
    if not 0 <= leader < SEATS or any(card >= CARDS for card in plays):
        raise ValueError(f"leader {leader}, or a number that is no card's")
    memset(&state, 0, sizeof(state))
    state.led, state.turn = NO_CARD, leader
    for card in plays:
        score_play(&hand_rules, &state, card)
        if state.led == NO_CARD:
            state.led = card
            state.turn = 1 - state.turn
        else:
            if not beats_card(state.led, card, hand_rules.trump):
                state.turn = 1 - state.turn
            state.led = NO_CARD
    return (state.glups[0], state.glups[1]), (
        state.seats[0].meld_points, state.seats[1].meld_points)


def dealt_state(
    const uint8_t[::1] rules, const uint8_t[::1] cards, int dealer, bint lifted=False
) -> bytes:
    """The record of a state just dealt; ValueError for wrong rules or a wrong number of cards.

    The cards are in the order of `deal_hand`; `HandGame` checks whether they make a deck. `lifted`
    says whether the dealer lifted exactly the cards to be dealt and the upcard.
    """
    cdef HandRules hand_rules
    cdef HandInPlay hand
    if not read_rules(&hand_rules, &rules[0], rules.shape[0]):
        raise ValueError("rules: no sound record")
    if cards.shape[0] != 2 * hand_rules.hand + hand_rules.draws or not 0 <= dealer < SEATS:
        raise ValueError(f"{cards.shape[0]} cards, dealer {dealer}")
    if max(cards) >= CARDS:
        raise ValueError("a number that is no card's")
    deal_hand(&hand_rules, &hand, &cards[0], dealer)
    if lifted:
        hand.state.seats[dealer].meld_points = (
            hand_rules.dealer_lift_and_dix if hand.state.upcard == hand_rules.dix_card
            else hand_rules.dealer_lift)
    return record_of(&hand_rules, &hand)


cdef int read_state(HandInPlay* hand, const uint8_t[::1] record) except -1:
    """Read the record of a state with the entries of the log after it; ValueError for its size."""
    cdef Py_ssize_t log = record.shape[0] - <Py_ssize_t> sizeof(HandState)
    if log >= 0:
        memcpy(&hand.state, &record[0], sizeof(HandState))
    if log < 0 or hand.state.laid > MOST_LAID or (
            log != hand.state.laid * <Py_ssize_t> sizeof(Laid)):
        raise ValueError(f"state: {record.shape[0]} bytes, expected {sizeof(HandState)}")
    if log:
        memcpy(&hand.laid[0], &record[sizeof(HandState)], log)
    return 0


cdef bytes record_of(const HandRules* rules, const HandInPlay* hand):
    """The record of a state, with the entries of the log where kinds bar kinds."""
    cdef bytes state = (<const char*> &hand.state)[:sizeof(HandState)]
    if not rules.by_kinds:
        return state
    return state + (<const char*> &hand.laid[0])[:hand.state.laid * sizeof(Laid)]


cdef class HandGame:
    """A hand from some state on, whose moves can be taken back to that state."""

    def __cinit__(
        self, const uint8_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile
    ):
        if not read_rules(&self.rules, &rules[0], rules.shape[0]):
            raise ValueError("rules: no sound record")
        read_state(&self.hand, state)
        self.earlier = self.hand.state.laid
        if pile.shape[0] > MOST_DRAWS or (
                pile.shape[0] < self.rules.draws - self.rules.upcard
                and self.hand.state.drawn < self.rules.draws):
            raise ValueError(f"pile: {pile.shape[0]} cards")
        if pile.shape[0]:
            memcpy(self.hand.pile, &pile[0], pile.shape[0])
        if not is_sound_hand(&self.rules, &self.hand):
            raise ValueError("state: no sound record")
        begin_hand(&self.rules, &self.hand)

    def legal(self) -> bytes:
        """The legal moves, a byte each."""
        cdef uint8_t moves[MOST_MOVES]
        cdef int count = legal_moves(&self.rules, &self.hand, moves)
        return (<const char*> moves)[:count]

    def apply(self, int move) -> None:
        """Make a move; ValueError if it is not legal."""
        if move not in self.legal():
            raise ValueError(f"move {move} is not legal")
        self._remember()
        apply_move(&self.rules, &self.hand, move)

    def renege(self, int card) -> None:
        """Play a card that is held against an obligation of the playoff; ValueError for others."""
        cdef HandState* state = &self.hand.state
        if not self.broken_obligation(card) or not (
                state.held & self.hand.layout.owned[state.turn] & self.hand.layout_copies[card]):
            raise ValueError(f"card {card} is no renege")
        self._remember()
        apply_move(&self.rules, &self.hand, card)

    def draw(self) -> None:
        """Make the draws that are due; ValueError if none are."""
        if self.hand.state.due != DUE_DRAW:
            raise ValueError("no draw is due")
        self._remember()
        draw(&self.rules, &self.hand)

    def show_drawn_dix(self, int seat) -> None:
        """Show a dix from a seat's hand, whatever is due; ValueError if it has none."""
        if not 0 <= seat < SEATS or self.hand.state.upcard >= CARDS or self.rules.dix_card < 0 or (
                not self.hand.state.seats[seat].hand >> self.rules.dix_card & 1):
            raise ValueError(f"seat {seat} has no dix to show")
        self._remember()
        show_drawn_dix(&self.rules, &self.hand, seat)

    def correct(self, const uint8_t[::1] state) -> None:
        """Go on from the record of another state: what was really done differs from the rules.

        Only the cards that the seats hold, those of them that are known, and the points for melds
        may differ from the present state; how many cards there are is not checked. ValueError for a
        record of another size.
        """
        cdef uint8_t laid = self.hand.state.laid
        self._remember()
        try:
            read_state(&self.hand, state)
            self.hand.state.laid = laid  # the log stays, of which a record need not have anything
        except ValueError:
            self.undo()
            raise
        if self.hand.state.playoff:
            begin_hand(&self.rules, &self.hand)

    cdef void _remember(self) noexcept:
        self.before[self.moves] = self.hand.state
        self.moves += 1

    def undo(self) -> None:
        """Take back the last move or draw; ValueError if there is none."""
        if self.moves == 0:
            raise ValueError("no move to take back")
        self.moves -= 1
        self.hand.state = self.before[self.moves]

    @property
    def due(self) -> int:
        return self.hand.state.due

    @property
    def turn(self) -> int:
        return self.hand.state.turn

    def state(self) -> bytes:
        """The record of the state."""
        return record_of(&self.rules, &self.hand)

    def played(self) -> bytes:
        """The cards played since the hand began, in order."""
        return (<const char*> self.hand.played)[:self.hand.state.plays]

    def laid(self) -> list:
        """What was shown since: (seat, meld or dix, copies, trick, credit)."""
        cdef int i
        cdef Laid* entry
        entries = []
        for i in range(self.earlier, self.hand.state.laid):
            entry = &self.hand.laid[i]
            entries.append((
                entry.seat, entry.meld, number_of(entry.copies, entry.copies_high), entry.trick,
                entry.credit))
        return entries

    def unseen(self, int seat) -> tuple:
        """The cards that a seat cannot see, by index, and how many of them the other hand hides."""
        cdef Unseen unseen
        if not 0 <= seat < SEATS:
            raise ValueError(f"there is no seat {seat}")
        look_for_unseen(&self.rules, &self.hand.state, seat, &unseen)
        return (<const char*> unseen.card)[:unseen.cards], unseen.hidden

    def shown(self, int move) -> tuple:
        """What a legal move that shows something scores, and the copies its meld takes.

        (points, copies from the table by number, cards from the hand as planes).
        """
        cdef SeatState seat
        cdef Copies copies = Copies(0, 0, 0)
        cdef CopiesOfFour of_four
        cdef Past past = past_of(&self.rules, &self.hand, self.hand.state.turn)
        cdef int points = 0, meld = meld_shown(&self.rules, move)
        if move <= PASS or move not in self.legal() or (
                self.hand.state.due not in (DUE_MELD, DUE_DIX, DUE_SHOW)):
            raise ValueError(f"move {move} shows nothing that can be shown")
        seat = self._seat_to_meld(shows_dix(&self.rules, move))
        if shows_dix(&self.rules, move):
            points = self.rules.dix_points
        if meld >= 0 and self.rules.by_kinds:
            of_four = choose_among(&self.rules.meld[meld], &seat, &past)
            return (
                points + self.rules.meld[meld].points,
                number_of(of_four.table.low, of_four.table.high),
                number_of(of_four.hand.low, of_four.hand.high))
        if meld >= 0:
            copies = choose_copies(&self.rules.meld[meld], &seat)
        return points + copies.points, copies.table, copies.hand

    cdef SeatState _seat_to_meld(self, bint with_dix):
        cdef SeatState seat = self.hand.state.seats[self.hand.state.turn]
        if with_dix and self.hand.state.upcard < CARDS:
            show_dix(&self.rules, &seat, self.hand.state.upcard)
        return seat

    def obstacle(self, int meld, bint with_dix) -> tuple:
        """Why the seat to decide cannot lay a meld, after a dix or without one: (reason, card)."""
        if not 0 <= meld < self.rules.melds:
            raise ValueError(f"there is no meld {meld}")
        cdef SeatState seat = self._seat_to_meld(with_dix)
        cdef Past past = past_of(&self.rules, &self.hand, self.hand.state.turn)
        cdef Obstacle obstacle
        if self.rules.by_kinds:
            obstacle = obstacle_among(&self.rules.meld[meld], &seat, &past)
        else:
            obstacle = obstacle_to(&self.rules.meld[meld], &seat)
        return obstacle.reason, obstacle.card

    def broken_obligation(self, int card) -> int:
        """Which obligation of the playoff a card of the hand would break."""
        if not 0 <= card < CARDS:
            raise ValueError(f"there is no card {card}")
        return broken_obligation(&self.hand, card)

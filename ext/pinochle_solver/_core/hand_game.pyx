"""A hand as Python plays it: positions in, moves made and taken back, records out.

`HandGame` holds a hand of ``hand.pxd`` and the states before each of its moves. Everything that a
caller could get wrong is checked here, so that what is compiled below need not.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from pinochle_solver._core.hand cimport (
    DIX_SHOWN, DUE_DRAW, MOST_DRAWS, MOST_MOVES, PASS, HandInPlay, HandRules, HandState, Laid,
    apply_move, beats_card, begin_hand, broken_obligation, deal_hand, draw, is_sound_hand,
    legal_moves, read_rules, show_dix,
)
from pinochle_solver._core.layout cimport CARDS, SEATS
from pinochle_solver._core.melds cimport (
    Copies, Obstacle, SeatState, choose_copies, obstacle_to,
)


def beats(int led, int reply, int trump) -> bool:
    """Whether a reply takes the trick, of two cards by index."""
    return bool(beats_card(led, reply, trump))


cdef enum:
    MOST_UNDONE = 256           # more than a hand has moves and draws


def dealt_state(const uint8_t[::1] rules, const uint8_t[::1] cards, int dealer) -> bytes:
    """The record of a state just dealt; ValueError for rules or a number of cards that are wrong.

    The cards come in the order of `deal_hand`; whether they make a deck is for `HandGame` to see.
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
    return (<const char*> &hand.state)[:sizeof(HandState)]


cdef class HandGame:
    """A hand from some state on, its moves taken back as far as that."""

    cdef HandRules rules
    cdef HandInPlay hand
    cdef HandState before[MOST_UNDONE]
    cdef int moves

    def __cinit__(
        self, const uint8_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile
    ):
        if not read_rules(&self.rules, &rules[0], rules.shape[0]):
            raise ValueError("rules: no sound record")
        if state.shape[0] != sizeof(HandState):
            raise ValueError(f"state: {state.shape[0]} bytes, expected {sizeof(HandState)}")
        memcpy(&self.hand.state, &state[0], sizeof(HandState))
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

    def draw(self) -> None:
        """Make the draws that are due; ValueError if none are."""
        if self.hand.state.due != DUE_DRAW:
            raise ValueError("no draw is due")
        self._remember()
        draw(&self.rules, &self.hand)

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
        return (<const char*> &self.hand.state)[:sizeof(HandState)]

    def played(self) -> bytes:
        """The cards played since the hand began, in order."""
        return (<const char*> self.hand.played)[:self.hand.state.plays]

    def laid(self) -> list:
        """What was shown since: (seat, meld or dix, copies, trick, credit)."""
        cdef int i
        cdef Laid* entry
        entries = []
        for i in range(self.hand.state.laid):
            entry = &self.hand.laid[i]
            entries.append((entry.seat, entry.meld, entry.copies, entry.trick, entry.credit))
        return entries

    def shown(self, int move) -> tuple:
        """What a legal move that shows something scores, and the copies its meld takes.

        (points, copies from the table by number, cards from the hand as planes).
        """
        cdef SeatState seat
        cdef Copies copies = Copies(0, 0, 0)
        cdef int points = 0
        if move <= PASS or move not in self.legal():
            raise ValueError(f"move {move} shows nothing that can be shown")
        seat = self._seat_to_meld(move & DIX_SHOWN)
        if move & DIX_SHOWN:
            points = self.rules.dix_points
        if (move & ~DIX_SHOWN) > PASS:
            copies = choose_copies(&self.rules.meld[(move & ~DIX_SHOWN) - PASS - 1], &seat)
        return points + copies.points, copies.table, copies.hand

    cdef SeatState _seat_to_meld(self, bint with_dix):
        cdef SeatState seat = self.hand.state.seats[self.hand.state.turn]
        if with_dix and self.hand.state.upcard < CARDS:
            show_dix(&self.rules, &seat, self.hand.state.upcard)
        return seat

    def obstacle(self, int meld, bint with_dix) -> tuple:
        """Why the seat to decide cannot lay a meld, after a dix or without: (reason, card)."""
        if not 0 <= meld < self.rules.melds:
            raise ValueError(f"there is no meld {meld}")
        cdef SeatState seat = self._seat_to_meld(with_dix)
        cdef Obstacle obstacle = obstacle_to(&self.rules.meld[meld], &seat)
        return obstacle.reason, obstacle.card

    def broken_obligation(self, int card) -> int:
        """Which obligation of the playoff a card of the hand would break."""
        if not 0 <= card < CARDS:
            raise ValueError(f"there is no card {card}")
        return broken_obligation(&self.hand, card)

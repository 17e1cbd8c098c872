"""The race of a playoff with call-outs: whether a seat can win the game in it, or need not lose.

A seat that has counted to what it needs calls out before its next play. That wins, or wins as soon
as it has won a trick that it led (RULES.md, section 6). Both seats call out as soon as they may. At
the end of the hand the seat that has reached the target with more points wins; if neither has
reached it, or both have equally many points, the game goes on.

A question is whether south reaches at least `GOES_ON`, or `WINS`. More points for south and fewer
for north never hurt south, and for given cards held their points have a fixed sum. So an entry of
the table holds the least that is known to be enough, and the most that is known not to be enough.
Every question is an alpha-beta search with two values.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from pinochle_solver._core.bits cimport bit, lowest_bit
from pinochle_solver._core.hashing cimport mix, spread
from pinochle_solver._core.layout cimport (
    MAX_CARDS, SEATS, Layout, PlayoffRules, Position,
    build_layout, is_sound, legal_replies, one_of_each, points_left, points_of,
)
from pinochle_solver._core.limits cimport Limits, StopFlag, begin_limits, must_stop

cpdef enum:
    # The outcome of the hand, for south.
    LOSES = 0
    GOES_ON = 1
    WINS = 2

cdef enum:
    ENTRIES = 1 << 18
    MOST_POINTS = 1 << 24
    RICHEST = 64                    # no card counts more when leads are ordered


cdef struct Entry:
    uint64_t held
    int32_t enough[2]               # by what is asked, `GOES_ON` or `WINS`
    int32_t too_few[2]
    uint8_t leader
    uint8_t is_used


# A trick's beginning: what is held, who leads, and what both have and can still get in this hand.
cdef struct Boundary:
    uint64_t held
    int leader
    int points[SEATS]
    int left


cdef class PlayoffRace:
    """The race from one playoff position on; one thread at a time may ask.

    Args:
        position: its record, with the rules in row 0.
        rules: their record.
        points: south's and north's points of this hand.
        needs: how many points each needs to reach the target.
        needs_a_trick: whether a caller must still win a trick that he leads.
        called: who has called out already: south 1, north 2.
    """

    cdef Layout layout
    cdef Limits limits
    cdef Entry* table
    cdef Boundary root
    cdef int needs[SEATS]
    cdef int called
    cdef bint needs_a_trick, stopped
    cdef int halted
    cdef int64_t nodes

    def __cinit__(
        self, const uint8_t[::1] position, const uint8_t[::1] rules, tuple points, tuple needs,
        bint needs_a_trick, int called,
    ):
        cdef int seat
        if (<size_t> position.shape[0] != sizeof(Position)
                or <size_t> rules.shape[0] != sizeof(PlayoffRules)
                or not is_sound(<const Position*> &position[0], 1)):
            raise ValueError("no sound position record")
        build_layout(
            &self.layout, <const Position*> &position[0], <const PlayoffRules*> &rules[0])
        for seat in range(SEATS):
            if not 0 <= points[seat] < MOST_POINTS or not -MOST_POINTS < needs[seat] < MOST_POINTS:
                raise ValueError(f"points {points}, needs {needs}")
            self.root.points[seat], self.needs[seat] = points[seat], needs[seat]
        self.needs_a_trick, self.called = needs_a_trick, called
        self.root.held = self.layout.owned[0] | self.layout.owned[1]
        self.root.leader = (
            self.layout.turn if self.layout.led < 0 else 1 - self.layout.turn)
        self.root.left = points_left(&self.layout, self.root.held)
        self.table = <Entry*> calloc(ENTRIES, sizeof(Entry))
        if self.table is NULL:
            raise MemoryError("no memory for a table")

    def __dealloc__(self):
        free(self.table)

    def outcomes(self, int64_t nodes, double seconds, StopFlag stop not None) -> list:
        """The outcome for south after each legal card, identical cards once.

        Gives (card index, worst, best) of each: what is proven of the outcome. The two are equal
        unless the search was stopped, or took more than `nodes` or `seconds` (if not 0). Every card
        is asked first whether it wins the game for its player, so such a card is found early.
        """
        cdef int worst[MAX_CARDS]
        cdef int best[MAX_CARDS]
        cdef uint64_t cards, left
        cdef int card, asked
        begin_limits(&self.limits, nodes, seconds, &stop.raised, &self.halted)
        self.stopped, self.nodes = False, 0
        cards = one_of_each(&self.layout, self._legal())
        for card in range(MAX_CARDS):
            worst[card], best[card] = LOSES, WINS
        for asked in (WINS, GOES_ON) if self.layout.turn == 0 else (GOES_ON, WINS):
            left = cards
            while left:
                card = lowest_bit(left)
                left &= left - 1
                if worst[card] < asked <= best[card]:
                    with nogil:
                        self._ask(card, asked, &worst[card], &best[card])
                    if self.limits.interrupted:
                        # An exception from a signal handler is set; Cython raises it on return.
                        self._raise()
        found = []
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            found.append((self.layout.card_index[card], worst[card], best[card]))
        return found

    cdef int _raise(self) except -1:
        return -1

    cdef uint64_t _legal(self) noexcept nogil:
        cdef uint64_t mine = self.root.held & self.layout.owned[self.layout.turn]
        if self.layout.led < 0:
            return mine
        return legal_replies(&self.layout, mine, self.layout.led)

    cdef void _ask(self, int card, int asked, int* worst, int* best) noexcept nogil:
        """Ask whether south reaches `asked` after a card, and narrow what is proven of it."""
        cdef int other = 1 - self.layout.turn
        cdef bint reaches
        # The other seat calls before its reply.
        if (not self.needs_a_trick and self.layout.led < 0
                and self.root.points[other] >= self.needs[other]):
            worst[0] = best[0] = _won_by(other)
            return
        if self.stopped:
            return
        reaches = self._after_card(card, asked)
        if self.stopped:
            return
        if reaches:
            worst[0] = asked
        else:
            best[0] = asked - 1

    cdef bint _after_card(self, int card, int asked) noexcept nogil:
        cdef bint has_called = (self.called >> self.root.leader) & 1
        if self.layout.led < 0:
            return self._after_lead(&self.root, card, has_called, asked)
        return self._after_reply(&self.root, self.layout.led, card, has_called, asked)

    cdef bint _gets(self, const Boundary* here, int asked) noexcept nogil:
        """Whether south reaches what is asked."""
        cdef Entry* entry
        cdef bint found
        cdef int south = here.points[0]
        if asked == WINS and south + here.left < self.needs[0]:
            return False
        if asked == GOES_ON and here.points[1] + here.left < self.needs[1]:
            return True
        entry = &self.table[spread(mix(here.held, here.leader + 1)) % ENTRIES]
        if entry.is_used and entry.held == here.held and entry.leader == here.leader:
            if south >= entry.enough[asked - 1]:
                return True
            if south <= entry.too_few[asked - 1]:
                return False
        found = self._leads(here, asked)
        if self.stopped:
            return False
        self._note(entry, here, asked, found)
        return found

    cdef void _note(
        self, Entry* entry, const Boundary* here, int asked, bint found
    ) noexcept nogil:
        cdef int i
        if not (entry.is_used and entry.held == here.held and entry.leader == here.leader):
            entry.held, entry.leader, entry.is_used = here.held, here.leader, True
            for i in range(2):
                entry.enough[i], entry.too_few[i] = 2 * MOST_POINTS, -2 * MOST_POINTS
        if found:
            entry.enough[asked - 1] = min(entry.enough[asked - 1], here.points[0])
        else:
            entry.too_few[asked - 1] = max(entry.too_few[asked - 1], here.points[0])

    cdef bint _leads(self, const Boundary* here, int asked) noexcept nogil:
        cdef int order[MAX_CARDS]
        cdef int count, i
        cdef bint by_south = here.leader == 0
        cdef bint has_called = here.points[here.leader] >= self.needs[here.leader]
        self.nodes += 1
        if self.nodes >= self.limits.next_poll and must_stop(&self.limits, self.nodes):
            self.stopped = True
            return False
        count = self._in_order(
            here.held & self.layout.owned[here.leader],
            here.held & self.layout.owned[1 - here.leader], order)
        for i in range(count):
            if self._after_lead(here, order[i], has_called, asked) == by_south:
                return by_south
            if self.stopped:
                return False
        return not by_south

    cdef int _in_order(self, uint64_t mine, uint64_t theirs, int* order) noexcept nogil:
        """One of each card to lead: unbeatable cards first, then the richest."""
        cdef int scores[MAX_CARDS]
        cdef uint64_t left = one_of_each(&self.layout, mine)
        cdef int count = 0, card, place, score
        while left:
            card = lowest_bit(left)
            left &= left - 1
            score = self.layout.points[card]
            if theirs & self.layout.beating[card]:
                score = -score
            else:
                score += RICHEST
            place = count
            while place and scores[place - 1] < score:
                scores[place], order[place] = scores[place - 1], order[place - 1]
                place -= 1
            scores[place], order[place] = score, card
            count += 1
        return count

    cdef bint _after_lead(
        self, const Boundary* here, int lead, bint has_called, int asked
    ) noexcept nogil:
        """The same after a lead, by a leader who has or has not called."""
        cdef uint64_t theirs = here.held & self.layout.owned[1 - here.leader]
        cdef uint64_t replies = one_of_each(&self.layout, legal_replies(&self.layout, theirs, lead))
        cdef uint64_t winning = replies & self.layout.beating[lead]
        cdef uint64_t each
        cdef bint by_south = here.leader == 1
        cdef int card, half
        for half in range(2):
            each = replies & ~winning if half else winning
            while each:
                card = lowest_bit(each)
                each &= each - 1
                if self._after_reply(here, lead, card, has_called, asked) == by_south:
                    return by_south
                if self.stopped:
                    return False
        return not by_south

    cdef bint _after_reply(
        self, const Boundary* here, int lead, int reply, bint has_called, int asked
    ) noexcept nogil:
        """The same after a trick."""
        cdef Boundary there
        cdef bint beaten = (self.layout.beating[lead] & bit(reply)) != 0
        cdef int winner = 1 - here.leader if beaten else here.leader
        cdef int trick = points_of(&self.layout, bit(lead) | bit(reply))
        there.held = here.held & ~bit(lead) & ~bit(reply)
        if not there.held:
            trick = here.left
        there.leader, there.left = winner, here.left - trick
        there.points[0], there.points[1] = here.points[0], here.points[1]
        there.points[winner] += trick
        if self.needs_a_trick and has_called and not beaten:
            return _won_by(winner) >= asked
        if not there.held:
            return self._end(&there) >= asked
        if not self.needs_a_trick:
            # The seat that leads next has the next decision.
            if there.points[winner] >= self.needs[winner]:
                return _won_by(winner) >= asked
            if there.points[1 - winner] >= self.needs[1 - winner]:
                return _won_by(1 - winner) >= asked
        return self._gets(&there, asked)

    cdef int _end(self, const Boundary* there) noexcept nogil:
        """The outcome if nobody has won before the end of the hand."""
        cdef int south = there.points[0] - self.needs[0], north = there.points[1] - self.needs[1]
        if max(south, north) < 0 or south == north:
            return GOES_ON
        return WINS if south > north else LOSES


cdef inline int _won_by(int seat) noexcept nogil:
    return WINS if seat == 0 else LOSES

"""Playouts with what both seats think at every window; ``windows.pxd`` describes it."""

from libc.math cimport M_SQRT1_2, erfc
from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.hand.hand cimport (
    ACCEPT, DUE_ANSWER, DUE_ANSWER_REDOUBLE, DUE_DOUBLE, DUE_DRAW, DUE_PLAY, MOST_DRAWS, NO_DOUBLE,
    HandInPlay, HandRules, HandState, apply_move, draw,
)
from pinochle_solver._core.hand.scores cimport final_lead_of_south
from pinochle_solver._core.hand.worlds cimport (
    MOST_UNSEEN, Unseen, is_world, look_for_unseen, place_unseen, shuffle_unseen,
)
from pinochle_solver._core.layout cimport NO_CARD
from pinochle_solver._core.limits cimport StopFlag, begin_limits, must_stop
from pinochle_solver._core.networks.features cimport fits_networks
from pinochle_solver._core.networks.playoff_net cimport PlayoffNet, playoff_by_net
from pinochle_solver._core.networks.policy_net cimport PolicyNet, choose_by_net
from pinochle_solver._core.networks.value_net cimport ValueNet, south_ahead_by_value
from pinochle_solver._core.playoff.solver cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.random cimport Random, numbered_random
from pinochle_solver._core.stock.search cimport StockSearch


cdef void chances_of_seats(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net, double scale, int worlds,
    Random* random, float* chances,
) noexcept nogil:
    """Write what south and north think of their chances at a lead; the hand is as before.

    As a third number what south's chance is by both hands as they lie.
    """
    cdef HandState state = hand.state
    cdef uint8_t pile[MOST_DRAWS]
    cdef uint8_t cards[MOST_UNSEEN]
    cdef Unseen unseen
    cdef int seat, _i, lead
    cdef double sum
    memcpy(pile, hand.pile, MOST_DRAWS)
    lead = south_ahead_by_value(rules, hand, net)
    chances[BY_BOTH_HANDS] = <float> (erfc(-lead / scale * M_SQRT1_2) / 2)
    for seat in range(2):
        look_for_unseen(rules, &state, seat, &unseen)
        sum = 0
        for _i in range(worlds):
            shuffle_unseen(&unseen, random, cards)
            place_unseen(&unseen, cards, hand)
            lead = south_ahead_by_value(rules, hand, net)
            sum += erfc((lead if seat else -lead) / scale * M_SQRT1_2) / 2
        chances[seat] = <float> (sum / worlds)
        hand.state = state
    memcpy(hand.pile, pile, MOST_DRAWS)


cdef class WindowPlayouts(StockSearch):
    """Playouts from one position, as the seat to decide sees it; one thread at a time may use it.

    What the record of the state says of hidden cards is not looked at.

    Args:
        rules: a record of the rules,
        state: and of the state: a lead, or a decision whether to double.
        pile: the cards of the stock, in any order.
        weights: of the linear policy; those that serve most games if not given.
        nets: records of the learned value, of the policy's network and of that for playoffs, None
            in its place where these are estimated without.
        scales: of the leads after each number of tricks, in points.
    """

    cdef Unseen unseen_cards
    cdef ValueNet value
    cdef PolicyNet net
    cdef PlayoffNet playoff
    cdef bint has_playoff_net
    cdef double scales[MOST_DRAWS]

    def __cinit__(
        self, const uint8_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile,
        *, const int16_t[::1] weights=None, tuple nets, const double[::1] scales,
    ):
        cdef const uint8_t[::1] value, net, playoff
        cdef int i
        value, net, playoff = nets
        if (value.shape[0] != sizeof(ValueNet) or net.shape[0] != sizeof(PolicyNet)
                or (playoff is not None and playoff.shape[0] != sizeof(PlayoffNet))):
            raise ValueError("nets: of other sizes than expected")
        if not fits_networks(&self.rules):
            raise ValueError("nets: the stock phase has more tricks than networks take")
        if scales.shape[0] != self.rules.stock_tricks:
            raise ValueError(f"scales: {scales.shape[0]}, expected {self.rules.stock_tricks}")
        for i in range(scales.shape[0]):
            if not scales[i] > 0:
                raise ValueError(f"scales: {scales[i]} is not above 0")
            self.scales[i] = scales[i]
        memcpy(&self.value, &value[0], sizeof(ValueNet))
        memcpy(&self.net, &net[0], sizeof(PolicyNet))
        if playoff is not None:
            memcpy(&self.playoff, &playoff[0], sizeof(PlayoffNet))
            self.has_playoff_net = True
        look_for_unseen(
            &self.rules, &self.root.state, self.root.state.turn, &self.unseen_cards)

    def play(
        self, const uint8_t[:, ::1] worlds, uint64_t seed, int64_t first, int seen_in,
        const uint8_t[::1] solved, uint8_t[:, ::1] leaders, float[:, :, ::1] chances,
        int16_t[::1] south_ahead, StopFlag stop not None,
    ) -> int:
        """Play the hand on in some worlds; return in how many.

        Args:
            worlds: rows of unseen cards, hidden hand then stock.
            seed: of what the seats imagine,
            first: and the number of the first world.
            seen_in: in how many deals each seat imagines the rest.
            solved: for each world, whether its playoff is solved; else it is estimated.
            leaders: (worlds, tricks + 1): filled with who leads each trick of the stock phase from
                here on, and the playoff.
            chances: (worlds, tricks, 3): what south and north think of their chances then, and
                south's by both hands as they lie.
            south_ahead: (worlds,): south's points less north's at the end.
            stop: ends it after a whole world.
        """
        cdef int64_t done
        cdef int tricks = self.rules.stock_tricks
        cdef Py_ssize_t i, count = worlds.shape[0]
        if (worlds.shape[1] != self.unseen_cards.cards or solved.shape[0] != count
                or leaders.shape[0] != count or leaders.shape[1] != tricks + 1
                or chances.shape[0] != count or chances.shape[1] != tricks
                or chances.shape[2] != CHANCES or south_ahead.shape[0] != count):
            raise ValueError("arrays of wrong shapes")
        if seen_in < 1:
            raise ValueError(f"seen_in: {seen_in}, expected 1 or more")
        for i in range(count if worlds.shape[1] else 0):
            if not is_world(&self.unseen_cards, &worlds[i, 0]):
                raise ValueError(f"world {i}: these are not the unseen cards")
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &stop.raised, &self.halted)
            done = self._play(
                worlds, seed, first, seen_in, solved, leaders, chances, south_ahead)
        self.raise_what_is_set()
        return done

    cdef int64_t _play(
        self, const uint8_t[:, ::1] worlds, uint64_t seed, int64_t first, int seen_in,
        const uint8_t[::1] solved, uint8_t[:, ::1] leaders, float[:, :, ::1] chances,
        int16_t[::1] south_ahead,
    ) noexcept nogil:
        cdef HandState* state = &self.hand.state
        cdef Random random
        cdef Py_ssize_t world
        cdef int taken
        for world in range(worlds.shape[0]):
            if must_stop(&self.search.limits, 0):
                return world
            random = numbered_random(seed, first + world)
            self.hand.state = self.root.state
            place_unseen(
                &self.unseen_cards, &worlds[world, 0] if worlds.shape[1] else NULL, &self.hand)
            while not state.playoff:
                if state.due == DUE_PLAY and state.led == NO_CARD:
                    leaders[world, state.tricks] = state.leader
                    chances_of_seats(
                        &self.rules, &self.hand, &self.value, self.scales[state.tricks], seen_in,
                        &random, &chances[world, state.tricks, 0])
                self._step()
            leaders[world, state.tricks] = state.leader
            if not take_up_playoff(&self.search, &self.hand):
                return world
            if solved[world]:
                taken = exact_playoff(&self.search, &self.hand)
            elif self.has_playoff_net:
                taken = playoff_by_net(&self.rules, &self.hand, &self.playoff)
            else:
                taken = estimated_playoff(&self.search, &self.hand)
            if self.search.stopped:
                return world
            south_ahead[world] = final_lead_of_south(&self.hand, taken)
        return worlds.shape[0]

    cdef void _step(self) noexcept nogil:
        """Whatever is due; nobody doubles."""
        cdef int due = self.hand.state.due
        if due == DUE_DRAW:
            draw(&self.rules, &self.hand)
        elif due == DUE_DOUBLE:
            apply_move(&self.rules, &self.hand, NO_DOUBLE)
        elif due in (DUE_ANSWER, DUE_ANSWER_REDOUBLE):
            apply_move(&self.rules, &self.hand, ACCEPT)
        else:
            apply_move(&self.rules, &self.hand, choose_by_net(
                &self.rules, &self.hand, &self.policy, &self.net))

"""Hands of the policy as examples, for the commands that learn the networks.

Design
------
Hands are dealt, and played by the linear policy or the one with a network, some of the moves at
random. What a network is to see is written as rows of numbers, so that learning itself is a matter
of matrices. Hand number i is drawn from a seed and i alone.

What a hand came to tells more of how it was played when the luck of the draws is taken off
(``luck.pxd``): that is right in the mean, and varies less.

*Playoffs*: what `playoff_by_net` sees of each hand's, and its exact value. *Leads*: of every trick
of a hand what `value_of_lead` sees, who leads, south's points less north's so far and the luck of
the draw; and how the hand ended. *Results*: who leads, how far south is ahead and what the lead is
valued at, trick by trick, perhaps what both seats think of it, and what they have at the end.
*Decisions*: of some moments of a hand what `score_by_net` sees of every legal move, and what each
comes to in the hand as it lies, less the luck of the draws: the tricks up to a lead that follows
are played by the policy, and that lead is valued, or the hand is played to its end.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, DUE_PLAY, MOST_MOVES, MOST_PLAYS, HandInPlay, HandRules, HandState, apply_move,
    deal_hand, draw, legal_moves,
)
from pinochle_solver._core.hand.packing cimport read_rules
from pinochle_solver._core.hand.random_play cimport fill_deck
from pinochle_solver._core.hand.scores cimport (
    final_lead_of_south, lead_of_south, outstanding_points,
)
from pinochle_solver._core.layout cimport NO_CARD, RANKS, SUITS
from pinochle_solver._core.limits cimport StopFlag, begin_limits
from pinochle_solver._core.networks.features cimport (
    FEATURES, MELDS, MELD_NUMBERS, MELD_UNIT, MOST_TRICKS, PARTS, Features, fits_networks,
    part_of_stock, see_features,
)
from pinochle_solver._core.networks.luck cimport luck_of_draw
from pinochle_solver._core.networks.playoff_net cimport (
    CARDS_HELD, MOST_HELD, PlayoffNet, playoff_by_net, see_playoff,
)
from pinochle_solver._core.networks.policy cimport (
    LEARNT_WEIGHTS, POINTS_OF_UNIT, SCORE_UNIT, TERMS, WEIGHTS, Policy, choose_move, score_moves,
    set_policy,
)
from pinochle_solver._core.networks.policy_net cimport (
    CONTEXT, MOST_ACTIVE, MOVE, TERM_UNIT, PolicyNet, choose_by_net, feature_of_move,
    kind_of_decision, score_by_net, see_context,
)
from pinochle_solver._core.networks.value_net cimport ValueNet, south_ahead_by_value, value_of_lead
from pinochle_solver._core.playoff.search cimport Search, allocate_search, free_search
from pinochle_solver._core.playoff.solver cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.playoff.table cimport BY_THE_HAND
from pinochle_solver._core.random cimport Random, numbered_random, random_below, shuffle
from pinochle_solver._core.stock.windows cimport CHANCES, chances_of_seats


cdef class Hands:
    """Hands of one rulebook, numbered; one thread at a time may use it.

    Args:
        rules: records of the rulebook with each suit as trump.
        seed: of the hands.
        wild: how many moves in a hundred are made at random.
        weights: of the linear policy; those that serve most games if not given.

    Attributes:
        tricks: of the stock phase.
    """

    cdef HandRules by_trump[SUITS]
    cdef Policy policy
    cdef PolicyNet net
    cdef ValueNet value
    cdef PlayoffNet playoff
    cdef bint with_net, with_playoff_net
    cdef readonly int tricks
    cdef uint64_t seed
    cdef int wild
    cdef Search search
    cdef StopFlag stop
    cdef Random random
    cdef HandInPlay hand

    def __cinit__(
        self, list rules, uint64_t seed, int wild, const int16_t[::1] weights=None,
    ):
        cdef const uint8_t[::1] record
        cdef int suit
        for suit in range(SUITS):
            record = rules[suit]
            if not read_rules(&self.by_trump[suit], &record[0], record.shape[0]):
                raise ValueError("rules: no sound record")
            if not fits_networks(&self.by_trump[suit]):
                raise ValueError("rules: of other cards than networks take")
        self.seed, self.wild = seed, wild
        self.stop = StopFlag()
        self.tricks = self.by_trump[0].stock_tricks
        if weights is not None and weights.shape[0] != WEIGHTS:
            raise ValueError(f"weights: {weights.shape[0]}, expected {WEIGHTS}")
        if weights is None:
            set_policy(&self.policy, LEARNT_WEIGHTS)
        else:
            set_policy(&self.policy, &weights[0])
        if not allocate_search(&self.search, BY_THE_HAND):
            raise MemoryError("no memory for a table")
        begin_limits(&self.search.limits, 0, 0.0, &self.stop.raised, &self.stop.raised)

    def __dealloc__(self):
        free_search(&self.search)

    def use_policy(self, const uint8_t[::1] record) -> None:
        """Play by this network from now on."""
        if record.shape[0] != sizeof(PolicyNet):
            raise ValueError(f"record: {record.shape[0]} bytes, expected {sizeof(PolicyNet)}")
        memcpy(&self.net, &record[0], sizeof(PolicyNet))
        self.with_net = True

    def use_value(self, const uint8_t[::1] record) -> None:
        """Value leads by this network from now on."""
        if record.shape[0] != sizeof(ValueNet):
            raise ValueError(f"record: {record.shape[0]} bytes, expected {sizeof(ValueNet)}")
        memcpy(&self.value, &record[0], sizeof(ValueNet))

    def use_playoff(self, const uint8_t[::1] record) -> None:
        """Estimate playoffs by this network from now on."""
        if record.shape[0] != sizeof(PlayoffNet):
            raise ValueError(f"record: {record.shape[0]} bytes, expected {sizeof(PlayoffNet)}")
        memcpy(&self.playoff, &record[0], sizeof(PlayoffNet))
        self.with_playoff_net = True

    cdef int _shuffle(self, int64_t number, uint8_t* deck) noexcept nogil:
        """Shuffle the deck of the hand of this number; return how many cards it has."""
        cdef int size = fill_deck(&self.by_trump[0], deck)
        self.random = numbered_random(self.seed, number)
        shuffle(deck, size, &self.random)
        return size

    cdef const HandRules* _deal(self, int64_t number) noexcept nogil:
        cdef uint8_t deck[MOST_PLAYS]
        cdef const HandRules* rules = &self.by_trump[0]
        self._shuffle(number, deck)
        if rules.upcard:
            rules = &self.by_trump[deck[2 * rules.hand] // RANKS]
        deal_hand(rules, &self.hand, deck, number & 1)
        return rules

    cdef int _choose(self, const HandRules* rules) noexcept nogil:
        if self.with_net:
            return choose_by_net(rules, &self.hand, &self.policy, &self.net)
        return choose_move(rules, &self.hand, &self.policy)

    cdef void _step(self, const HandRules* rules, int wild) noexcept nogil:
        cdef uint8_t moves[MOST_MOVES]
        if self.hand.state.due == DUE_DRAW:
            draw(rules, &self.hand)
        elif wild and random_below(&self.random, 100) < wild:
            apply_move(rules, &self.hand, moves[random_below(
                &self.random, legal_moves(rules, &self.hand, moves))])
        else:
            apply_move(rules, &self.hand, self._choose(rules))

    cdef inline bint _is_lead(self) noexcept nogil:
        return self.hand.state.due == DUE_PLAY and self.hand.state.led == NO_CARD

    cdef int _final_lead(self, const HandRules* rules) noexcept nogil:
        """South's points less north's at the end, the playoff estimated, where it begins."""
        return final_lead_of_south(&self.hand, self._estimated_playoff(rules))

    cdef int _estimated_playoff(self, const HandRules* rules) noexcept nogil:
        """The leader's points in the playoff."""
        if self.with_playoff_net:
            return playoff_by_net(rules, &self.hand, &self.playoff)
        take_up_playoff(&self.search, &self.hand)
        return estimated_playoff(&self.search, &self.hand)

    def playoffs(
        self, int64_t first, uint8_t[:, ::1] rows, int16_t[::1] outstanding, int16_t[::1] solved,
        int16_t[::1] estimated,
    ) -> None:
        """Play hands number `first` and on as far as the playoff, and solve it.

        Args:
            first: the number of the first hand.
            rows: (hands, features): what `playoff_by_net` sees.
            outstanding: the points of each playoff.
            solved: how many of them the leader makes,
            estimated: and as estimated.
        """
        cdef const HandRules* rules
        cdef int16_t active[MOST_HELD]
        cdef Py_ssize_t number
        cdef int i
        if (rows.shape[1] != CARDS_HELD or outstanding.shape[0] != rows.shape[0]
                or solved.shape[0] != rows.shape[0] or estimated.shape[0] != rows.shape[0]):
            raise ValueError("arrays of wrong shapes")
        with nogil:
            for number in range(rows.shape[0]):
                rules = self._deal(first + number)
                while not self.hand.state.playoff:
                    self._step(rules, self.wild)
                memset(&rows[number, 0], 0, CARDS_HELD)
                for i in range(see_playoff(rules, &self.hand, active)):
                    rows[number, active[i]] = 1
                outstanding[number] = outstanding_points(&self.hand)
                estimated[number] = self._estimated_playoff(rules)
                take_up_playoff(&self.search, &self.hand)
                solved[number] = exact_playoff(&self.search, &self.hand)

    def leads(
        self, int64_t first, float[:, :, ::1] rows, int32_t[:, ::1] leaders,
        int32_t[:, ::1] south_ahead, int32_t[::1] from_trick, int32_t[::1] finally_ahead,
        int32_t[:, ::1] values=None, float[:, ::1] luck=None,
    ) -> None:
        """Play hands number `first` and on, and write down every lead.

        Moves are random only before a trick that is drawn for each hand.

        Args:
            first: the number of the first hand.
            rows: (hands, tricks, features): what is seen at each lead.
            leaders: (hands, tricks): who leads, 0 for south.
            south_ahead: (hands, tricks): south's points less north's so far.
            from_trick: the trick from which on no move was random.
            finally_ahead: south's points less north's at the end.
            values: (hands, tricks): what the network says of each lead, for who leads.
            luck: (hands, tricks): the points that south was lucky by in the draw after each trick,
                as the network values leads.
        """
        cdef const HandRules* rules
        cdef Features features
        cdef Py_ssize_t number
        cdef int i, trick
        if (rows.shape[1] != self.tricks or rows.shape[2] != FEATURES
                or leaders.shape[0] != rows.shape[0] or leaders.shape[1] != self.tricks
                or south_ahead.shape[0] != rows.shape[0]
                or south_ahead.shape[1] != self.tricks
                or from_trick.shape[0] != rows.shape[0] or finally_ahead.shape[0] != rows.shape[0]):
            raise ValueError("arrays of wrong shapes")
        if values is not None and (
                values.shape[0] != rows.shape[0] or values.shape[1] != self.tricks):
            raise ValueError("values: wrong shape")
        if luck is not None and (
                luck.shape[0] != rows.shape[0] or luck.shape[1] != self.tricks):
            raise ValueError("luck: wrong shape")
        with nogil:
            for number in range(rows.shape[0]):
                rules = self._deal(first + number)
                from_trick[number] = max(0, random_below(&self.random, self.tricks + 2) - 2)
                memset(&rows[number, 0, 0], 0, self.tricks * FEATURES * sizeof(float))
                while not self.hand.state.playoff:
                    trick = self.hand.state.tricks
                    if self._is_lead():
                        see_features(rules, &self.hand, &features)
                        for i in range(features.count):
                            rows[number, trick, features.active[i]] = 1
                        for i in range(MELD_NUMBERS):
                            rows[number, trick, MELDS + i] = (
                                <float> features.melds[i] / <float> MELD_UNIT)
                        leaders[number, trick] = self.hand.state.leader
                        south_ahead[number, trick] = lead_of_south(&self.hand.state)
                        if values is not None:
                            values[number, trick] = value_of_lead(rules, &self.hand, &self.value)
                    elif luck is not None and self.hand.state.due == DUE_DRAW:
                        luck[number, trick - 1] = <float> luck_of_draw(
                            rules, &self.hand, &self.value)
                    self._step(rules, self.wild if trick < from_trick[number] else 0)
                finally_ahead[number] = self._final_lead(rules)

    def deals(self, int64_t first, uint8_t[:, ::1] cards) -> None:
        """Write the deals of hands number `first` and on, as they are played.

        Args:
            first: the number of the first hand.
            cards: (hands, cards of the deck): by their indices the hand of the seat on lead, the
                dealer's, the upcard if there is one, and the stock, the next to be drawn first.
        """
        cdef uint8_t deck[MOST_PLAYS]
        cdef Py_ssize_t number
        if cards.shape[1] != fill_deck(&self.by_trump[0], deck):
            raise ValueError(f"cards: {cards.shape[1]} a hand, expected the deck's")
        with nogil:
            for number in range(cards.shape[0]):
                self._shuffle(first + number, &cards[number, 0])

    def results(
        self, int64_t first, uint8_t[:, ::1] leaders, int16_t[:, ::1] south_ahead,
        int16_t[:, ::1] values, int16_t[:, ::1] ends, bint solve, float[:, :, ::1] chances=None,
        const double[::1] scales=None, int seen_in=0,
    ) -> None:
        """Play hands number `first` and on to their end; hand i is dealt by seat i & 1.

        Args:
            first: the number of the first hand.
            leaders: (hands, tricks + 1): who leads each trick of the stock phase, and the playoff.
            south_ahead: (hands, tricks + 1): south's points less north's then.
            values: (hands, tricks): what the network says that who leads will make from there on.
            ends: (hands, 4): south's melds and tricks at the end, and north's.
            solve: whether playoffs are solved; they are estimated otherwise.
            chances: (hands, tricks, 3): what south and north think of their chances at each lead,
                and south's by both hands as they lie,
            scales: (tricks,), in points,
            seen_in: and in how many deals they imagine the rest (``windows.pxd``).
        """
        cdef const HandRules* rules
        cdef HandState* state = &self.hand.state
        cdef Py_ssize_t number, hands = ends.shape[0]
        cdef int seat, taken, outstanding
        cdef Random imagined
        if (leaders.shape[0] != hands or leaders.shape[1] != self.tricks + 1
                or south_ahead.shape[0] != hands or south_ahead.shape[1] != self.tricks + 1
                or values.shape[0] != hands or values.shape[1] != self.tricks
                or ends.shape[1] != 4):
            raise ValueError("arrays of wrong shapes")
        if chances is not None and (
                chances.shape[0] != hands or chances.shape[1] != self.tricks
                or chances.shape[2] != CHANCES or scales is None or scales.shape[0] != self.tricks
                or seen_in < 1):
            raise ValueError("chances: wrong shape, or no scales")
        with nogil:
            for number in range(hands):
                rules = self._deal(first + number)
                imagined = numbered_random(~self.seed, first + number)
                while not state.playoff:
                    if self._is_lead():
                        leaders[number, state.tricks] = state.leader
                        south_ahead[number, state.tricks] = lead_of_south(state)
                        values[number, state.tricks] = value_of_lead(
                            rules, &self.hand, &self.value)
                        if chances is not None:
                            chances_of_seats(
                                rules, &self.hand, &self.value, scales[state.tricks], seen_in,
                                &imagined, &chances[number, state.tricks, 0])
                    self._step(rules, self.wild)
                leaders[number, self.tricks] = state.leader
                south_ahead[number, self.tricks] = lead_of_south(state)
                outstanding = outstanding_points(&self.hand)
                if solve:
                    take_up_playoff(&self.search, &self.hand)
                    taken = exact_playoff(&self.search, &self.hand)
                else:
                    taken = self._estimated_playoff(rules)
                for seat in range(2):
                    ends[number, 2 * seat] = state.seats[seat].meld_points
                    ends[number, 2 * seat + 1] = state.seats[seat].trick_points + (
                        taken if seat == state.leader else outstanding - taken)

    def decisions(
        self, int64_t first, int asked, float[:, ::1] contexts, int32_t[:, ::1] kinds,
        float[:, ::1] moves, float[::1] scores, float[::1] values,
        float[::1] learned_scores=None, int part=-1, int leads=1,
    ) -> tuple:
        """Play hands number `first` and on, and value the moves of some decisions.

        Args:
            first: the number of the first hand.
            asked: how many decisions in a hundred are valued.
            contexts: (decisions, context): what all moves of a decision share.
            kinds: (decisions, 3): lead, reply or show, the trick from 0, how many moves.
            moves: (all moves, features of a move): rows of one decision after another.
            scores: of each move the linear policy's, in points,
            values: and what it comes to, for the mover, in points as the policy counts them.
            learned_scores: of each move the network's, in points.
            part: of the network whose decisions are wanted; all of them for -1.
            leads: which lead that follows is valued, 1 for that to the next trick; 0 to play all
                hands to their end.

        Returns:
            how many hands were played, how many decisions and how many moves were written: as many
            as there was room for.
        """
        cdef int64_t number = first
        cdef Py_ssize_t decision = 0, row = 0
        if (contexts.shape[1] != CONTEXT or kinds.shape[0] != contexts.shape[0]
                or kinds.shape[1] != 3 or moves.shape[1] != MOVE
                or scores.shape[0] != moves.shape[0] or values.shape[0] != moves.shape[0]):
            raise ValueError("arrays of wrong shapes")
        if not -1 <= part < PARTS or leads < 0:
            raise ValueError(f"part {part}, leads {leads}")
        if learned_scores is not None and (
                not self.with_net or learned_scores.shape[0] != moves.shape[0]):
            raise ValueError("learned_scores: wrong shape, or no network")
        with nogil:
            while decision < contexts.shape[0] and row + MOST_MOVES <= moves.shape[0]:
                self._decisions_of_hand(
                    number, asked, contexts, kinds, moves, scores, values, learned_scores,
                    part, leads, &decision, &row)
                number += 1
        return number - first, decision, row

    cdef void _decisions_of_hand(
        self, int64_t number, int asked, float[:, ::1] contexts, int32_t[:, ::1] kinds,
        float[:, ::1] moves, float[::1] scores, float[::1] values, float[::1] learned_scores,
        int wanted, int leads, Py_ssize_t* decision, Py_ssize_t* row,
    ) noexcept nogil:
        cdef const HandRules* rules = self._deal(number)
        cdef uint8_t legal[MOST_MOVES]
        cdef int32_t points[MOST_MOVES]
        cdef int count, i, part
        while not self.hand.state.playoff:
            part = part_of_stock(self.hand.state.tricks, rules.stock_tricks)
            if 0 <= wanted < part:
                return
            if (self.hand.state.due != DUE_DRAW and (wanted < 0 or wanted == part)
                    and random_below(&self.random, 100) < asked
                    and decision[0] < contexts.shape[0] and row[0] + MOST_MOVES <= moves.shape[0]):
                count = legal_moves(rules, &self.hand, legal)
                if count > 1:
                    kinds[decision[0], 0] = kind_of_decision(&self.hand)
                    kinds[decision[0], 1] = self.hand.state.tricks
                    kinds[decision[0], 2] = count
                    self._see(rules, legal, count, &contexts[decision[0], 0], &moves[row[0], 0],
                              &scores[row[0]])
                    self._value(rules, legal, count, leads, &values[row[0]])
                    if learned_scores is not None:
                        score_by_net(rules, &self.hand, &self.policy, &self.net, legal, count,
                                     points)
                        for i in range(count):
                            learned_scores[row[0] + i] = <float> points[i] / <float> SCORE_UNIT
                    decision[0] += 1
                    row[0] += count
            self._step(rules, self.wild)

    cdef void _see(
        self, const HandRules* rules, const uint8_t* legal, int count, float* context,
        float* moves, float* scores,
    ) noexcept nogil:
        """Write what the network sees of the moves of a decision, and their linear scores."""
        cdef int16_t active[MOST_ACTIVE]
        cdef int16_t terms[MOST_MOVES * TERMS]
        cdef int32_t points[MOST_MOVES]
        cdef int i, term, number = see_context(rules, &self.hand, active)
        memset(context, 0, CONTEXT * sizeof(float))
        memset(moves, 0, count * MOVE * sizeof(float))
        for i in range(number):
            context[active[i]] = 1
        score_moves(rules, &self.hand, &self.policy, legal, count, points, terms)
        for i in range(count):
            scores[i] = <float> points[i] / <float> SCORE_UNIT
            for term in range(TERMS):
                moves[i * MOVE + term] = <float> terms[i * TERMS + term] / <float> TERM_UNIT
            moves[i * MOVE + feature_of_move(rules, &self.hand, legal[i])] = 1

    cdef void _value(
        self, const HandRules* rules, const uint8_t* legal, int count, int leads, float* values
    ) noexcept nogil:
        """Write what each move comes to for the mover, less luck; the hand is as before.

        In points as the policy counts them (``policy.pxd``).
        """
        cdef HandState state = self.hand.state
        # A show comes after its trick: the next lead is that to the trick that is counted then.
        cdef int until = state.tricks + leads - (state.due != DUE_PLAY), i
        cdef double lead
        for i in range(count):
            self.hand.state = state
            lead = 0
            apply_move(rules, &self.hand, legal[i])
            while not self.hand.state.playoff and not (
                    leads and self._is_lead() and self.hand.state.tricks >= until):
                if self.hand.state.due == DUE_DRAW:
                    lead -= luck_of_draw(rules, &self.hand, &self.value)
                self._step(rules, 0)
            if self.hand.state.playoff:
                lead += self._final_lead(rules)
            else:
                lead += south_ahead_by_value(rules, &self.hand, &self.value)
            values[i] = <float> (
                POINTS_OF_UNIT * (-lead if state.turn else lead) / rules.meld_unit)
        self.hand.state = state


SIZES = {
    "features": FEATURES, "melds": MELD_NUMBERS, "tricks": MOST_TRICKS, "context": CONTEXT,
    "move": MOVE, "held": CARDS_HELD, "parts": PARTS,
}


def stock_parts(int stock_tricks) -> list[int]:
    """The part of the stock phase that each of its tricks is in, as networks have them."""
    return [part_of_stock(trick, stock_tricks) for trick in range(stock_tricks)]

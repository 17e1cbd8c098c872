"""Moves of the stock phase valued by playouts over sampled worlds.

Design
------
The seat to decide cannot see the other hand and the stock. A *world* (``worlds.pxd``) fills them
in. Every move is then made in the same world, and the hand is played on by a policy
(``policy.pxd``). In that policy each seat's moves depend on what the seat sees, not on the world.
So the moves are compared with equal luck, draws are chance, and laying a meld costs what it
reveals.

The hand is played as far as the playoff. The playoff's exact value takes about a millisecond, all
the rest of a playout some ten microseconds. So every playout estimates it, by a network if there is
one (``playoff_net.pxd``), else linearly, and some worlds are given the exact value as well. The
mean difference between the two corrects the mean of the estimates, which makes it unbiased, however
good or bad the estimates are.

Most of the noise is the luck of later draws and of the play. So at a lead some tricks later the
hand is also *valued* by a network (``value_net.pxd``), which looks at both hands and knows no more
of the order of the stock than the seats do. Playouts show how far that value can be trusted. Up to
that lead moves are chosen by another network (``policy_net.pxd``), after it by the same or by the
linear policy, which is faster.

What the draws brought beyond what other draws would have brought is kept separate from the rest
(``luck.pxd``).

In a game with call-outs it matters *when* a seat has what it needs to win. In the stock phase that
is followed decision by decision (``claims.pxd``), if asked for.

World number i depends only on a seed and i, the worlds of a Markov chain (``posterior.pxd``) only
on a seed and the chain's number. So it makes no difference which thread evaluates them. If there
are few worlds, all of them are given instead; then the later choices can be made by expectation
(``expectation.pxd``) instead of by the policy.
"""

from libc.math cimport isinf
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, DUE_PLAY, MOST_MOVES, MOST_PLAYS, HandInPlay, HandState,
    apply_move, draw, legal_moves, number_shown,
)
from pinochle_solver._core.hand.worlds cimport (
    Unseen, is_world, look_for_unseen, place_unseen, shuffle_unseen,
)
from pinochle_solver._core.layout cimport CARDS, NO_CARD
from pinochle_solver._core.limits cimport StopFlag, begin_limits, must_stop
from pinochle_solver._core.networks.features cimport fits_networks
from pinochle_solver._core.networks.luck cimport luck_of_draw
from pinochle_solver._core.networks.playoff_net cimport PlayoffNet, playoff_by_net
from pinochle_solver._core.networks.policy cimport (
    BEHAVIOUR_WEIGHTS, LEARNT_BEHAVIOUR, TERMS, Policy, choose_move, points_of_score, score_moves,
    set_behaviour,
)
from pinochle_solver._core.networks.policy_net cimport PolicyNet, choose_by_net, score_by_net
from pinochle_solver._core.networks.value_net cimport ValueNet, south_ahead_by_value
from pinochle_solver._core.random cimport Random, numbered_random
from pinochle_solver._core.stock.claims cimport (
    Claims, begin_claims, note_counts, take_led_trick, write_claims,
)
from pinochle_solver._core.stock.expectation cimport (
    Ends, Chooser, allocate_chooser, find_ends, free_chooser,
)
from pinochle_solver._core.stock.inference cimport (
    Behaviour, History, ObservedAct, behaviour_by_expectation, deal_backwards, is_sound_act,
    log_likelihood,
)
from pinochle_solver._core.stock.posterior cimport (
    CONDITION_FIELDS, FIRST_TERM, END_TERM, Chain, Restriction, begin_chain, make_steps,
    write_world,
)
from pinochle_solver._core.stock.search cimport StockSearch

cdef enum:
    TO_THE_END = 127        # more leads than there are


cdef class Playouts(StockSearch):
    """Playouts from one position, as the seat to decide sees it; one thread at a time may use it.

    What the record of the state says about hidden cards is ignored.

    Args:
        rules: a record of the rules.
        state: a record of the state.
        pile: the cards of the stock, in any order.
        weights: the weights of the linear policy; if not given, those that serve most games.
        behaviour: the weights by which the other seat is assumed to choose, likewise.
        nets: records of the learned value, of the policy's network and of the network for playoffs;
            None for the last if playoffs are estimated without it.
    """

    cdef Unseen unseen_cards
    cdef Chooser chooser
    cdef Ends all_ends
    cdef History history
    cdef Behaviour behaviour        # of the other seat, so far,
    cdef Policy others_policy       # and the weights it has then
    cdef HandInPlay past
    cdef tuple nets                 # records, kept for what points into them:
    cdef const ValueNet* value
    cdef const PolicyNet* net
    cdef const PlayoffNet* playoff
    cdef readonly bint has_nets, has_playoff_net
    cdef Claims claims
    cdef bint follows_claims        # whether these are followed
    cdef bint follows_luck
    cdef double luck                # south's, in this playout since it was last asked

    def __cinit__(
        self, const uint8_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile,
        *, const int16_t[::1] weights=None, const int16_t[::1] behaviour=None, tuple nets=None,
    ):
        cdef const uint8_t[::1] value, net, playoff
        look_for_unseen(&self.rules, &self.root.state, self.root.state.turn, &self.unseen_cards)
        if nets is not None:
            value, net, playoff = nets
            if (value.shape[0] != sizeof(ValueNet) or net.shape[0] != sizeof(PolicyNet)
                    or (playoff is not None and playoff.shape[0] != sizeof(PlayoffNet))):
                sizes = [0 if each is None else len(each) for each in nets]
                raise ValueError(
                    f"nets: {sizes[0]}, {sizes[1]} and {sizes[2]} bytes, expected"
                    f" {sizeof(ValueNet)}, {sizeof(PolicyNet)} and {sizeof(PlayoffNet)}")
            if not fits_networks(&self.rules):
                raise ValueError("nets: the stock phase has more tricks than networks take")
            # They are nearly a megabyte and do not change, so the records themselves are read, not
            # copies.
            self.nets = nets
            self.value = <const ValueNet*> &value[0]
            self.net = <const PolicyNet*> &net[0]
            self.has_nets = True
            if playoff is not None:
                self.playoff = <const PlayoffNet*> &playoff[0]
                self.has_playoff_net = True
                self.chooser.estimate = self.playoff
        if behaviour is not None and behaviour.shape[0] != BEHAVIOUR_WEIGHTS:
            raise ValueError(f"behaviour: {behaviour.shape[0]}, expected {BEHAVIOUR_WEIGHTS}")
        if behaviour is None:
            set_behaviour(&self.others_policy, LEARNT_BEHAVIOUR)
        else:
            set_behaviour(&self.others_policy, &behaviour[0])
        self.chooser.rules, self.chooser.search = &self.rules, &self.search
        self.chooser.exact, self.chooser.margin = True, 0
        if not allocate_chooser(&self.chooser):
            raise MemoryError("no memory for choices")

    def __dealloc__(self):
        free_chooser(&self.chooser)

    def choose_by_expectation(self, double margin, bint explain) -> None:
        """Say how choices are made by expectation.

        Playoffs are estimated, but solved for moves that come within `margin` points of the best;
        if it is infinite, all are solved. With `explain`, what the other seat did before is also
        explained by such choices.
        """
        self.chooser.exact, self.chooser.margin = isinf(margin), margin
        if explain:
            self.behaviour = behaviour_by_expectation(&self.chooser)

    def scores(self, int16_t[:, ::1] terms=None) -> list:
        """The policy's score of each legal move, in points; fills the rows of `terms` if given."""
        cdef uint8_t moves[MOST_MOVES]
        cdef int32_t scores[MOST_MOVES]
        cdef int count = legal_moves(&self.rules, &self.root, moves)
        if terms is not None and (terms.shape[0] < count or terms.shape[1] != TERMS):
            raise ValueError(f"terms: expected {count} rows of {TERMS}")
        if terms is None:
            score_moves(&self.rules, &self.root, &self.policy, moves, count, scores, NULL)
        else:
            score_moves(
                &self.rules, &self.root, &self.policy, moves, count, scores, &terms[0, 0])
        return [points_of_score(&self.rules, scores[i]) for i in range(count)]

    def learned_scores(self) -> list:
        """The score of each legal move, in points, by the policy's network where there is one."""
        cdef uint8_t moves[MOST_MOVES]
        cdef int32_t scores[MOST_MOVES]
        cdef int count = legal_moves(&self.rules, &self.root, moves)
        if not self.has_nets:
            return self.scores()
        score_by_net(&self.rules, &self.root, &self.policy, self.net, moves, count, scores)
        return [points_of_score(&self.rules, scores[i]) for i in range(count)]

    def behaviour_scores(self) -> list:
        """The score of each legal move, in points, by which the other seat is assumed to choose."""
        cdef uint8_t moves[MOST_MOVES]
        cdef int32_t scores[MOST_MOVES]
        cdef int count = legal_moves(&self.rules, &self.root, moves)
        score_moves(&self.rules, &self.root, &self.others_policy, moves, count, scores, NULL)
        return [points_of_score(&self.rules, scores[i]) for i in range(count)]

    @property
    def leads_to_come(self) -> int:
        """How many tricks of the stock phase begin after this decision."""
        return (self.rules.stock_tricks - self.root.state.tricks
                - (self.root.state.due == DUE_PLAY))

    @property
    def unseen(self) -> bytes:
        """The cards the seat to decide cannot see, by index."""
        return (<const char*> self.unseen_cards.card)[:self.unseen_cards.cards]

    @property
    def hidden(self) -> int:
        """How many of them are in the other hand; the rest lies face down in the stock."""
        return self.unseen_cards.hidden

    def sample(self, uint64_t seed, int64_t first, uint8_t[:, ::1] worlds) -> None:
        """Fill in worlds number `first` and on: rows of `unseen` cards, hidden hand then stock."""
        cdef Py_ssize_t i
        cdef Random random
        if worlds.shape[1] != self.unseen_cards.cards:
            raise ValueError(f"worlds: expected rows of {self.unseen_cards.cards}")
        with nogil:
            for i in range(worlds.shape[0]):
                random = numbered_random(seed, first + i)
                if worlds.shape[1]:
                    shuffle_unseen(&self.unseen_cards, &random, &worlds[i, 0])

    def ends(
        self, const uint8_t[::1] world, int move, double[:, ::1] shown, StopFlag stop not None,
        double seconds=0.0
    ) -> list:
        """How the hand may end after a move in a world, with later choices made by expectation.

        Adds to `shown`, (seats, melds + 1), how often each meld is laid, a dix as the last. Gives
        tuples of chance, south's and north's points, and how many of these are from melds. There
        are none if it was stopped, or took longer than `seconds` (if not 0).
        """
        cdef int i
        cdef Ends* ends = &self.all_ends
        if (world.shape[0] != self.unseen_cards.cards or shown.shape[0] != 2
                or shown.shape[1] != self.rules.melds + 1):
            raise ValueError("arrays of wrong shapes")
        if move not in self.legal():
            raise ValueError(f"move {move} is not legal")
        if world.shape[0] and not is_world(&self.unseen_cards, &world[0]):
            raise ValueError("world: these are not the unseen cards")
        with nogil:
            begin_limits(&self.search.limits, 0, seconds, &stop.raised, &self.halted)
            self.chooser.stopped = False
            self.hand.state = self.root.state
            place_unseen(&self.unseen_cards, &world[0] if world.shape[0] else NULL, &self.hand)
            ends.shown = &shown[0, 0]
            ends.first_laid = self.hand.state.laid
            apply_move(&self.rules, &self.hand, move)
            find_ends(&self.chooser, &self.hand, ends)
        self.raise_what_is_set()
        if self.chooser.stopped:
            return []
        return [
            (ends.end[i].chance, ends.end[i].points[0], ends.end[i].points[1],
             ends.end[i].melds[0], ends.end[i].melds[1])
            for i in range(ends.count)
        ]

    def remember(
        self, int dealer, int upcard, int holder, const uint8_t[::1] acts, double temperature,
        double slips, double last_slips, bint by_policy=False, bint ignores_passes=False,
    ) -> None:
        """Take in what was seen of the hand so far, and how the other seat is assumed to choose.

        Args:
            dealer: the seat that dealt.
            upcard: the first one, by index.
            holder: the seat that took it in exchange and still has it in the hand, or -1.
            acts: records of what was seen (``inference.pxd``).
            temperature: of the other seat's choices by `behaviour_scores`, in points.
            slips: the share of its choices in which it makes a random move, above 0 and up to 1.
            last_slips: the same for its plays to the last stock trick.
            by_policy: whether it chooses by the scores of the policy, not by `behaviour_scores`.
            ignores_passes: whether what it has not shown says nothing of its cards.
        """
        cdef History* history = &self.history
        cdef int i
        if (acts.shape[0] % <Py_ssize_t> sizeof(ObservedAct)
                or acts.shape[0] > <Py_ssize_t> sizeof(history.act)
                or not 0 <= dealer < 2 or not -1 <= holder < 2
                or not (0 <= upcard < CARDS or (upcard == NO_CARD and holder < 0))):
            raise ValueError(f"acts: {acts.shape[0]} bytes, dealer {dealer}")
        if not (temperature > 0 and 0 < slips <= 1 and 0 < last_slips <= 1):
            raise ValueError(f"temperature {temperature}, slips {slips}, {last_slips}")
        if by_policy:
            self.others_policy = self.policy
        self.behaviour = Behaviour(
            &self.others_policy, NULL, temperature, slips, last_slips, ignores_passes)
        history.acts = acts.shape[0] // sizeof(ObservedAct)
        history.dealer, history.upcard, history.holder = dealer, upcard, holder
        history.seat, history.due = self.root.state.turn, self.root.state.due
        history.dix_card = self.rules.dix_card
        if acts.shape[0]:
            memcpy(history.act, &acts[0], acts.shape[0])
        for i in range(history.acts):
            if not is_sound_act(&history.act[i]):
                history.acts = 0
                raise ValueError(f"act {i}: no sound record")
        if self.rules.upcard and upcard == NO_CARD:
            history.acts = 0
            raise ValueError("upcard: missing")

    def log_likelihoods(
        self, const uint8_t[:, ::1] deals, double[::1] logarithms, double[:, :, ::1] by_act=None,
    ) -> None:
        """Fill in the logarithms of the likelihoods of deals, which are as `past_deal` has them.

        If `by_act` is given, (deals, acts + 1, 2), what each act adds to them is added there: the
        passes of the other seat before the act, then the act; the last row has what follows it.
        """
        cdef Py_ssize_t i
        if deals.shape[1] != self._cards() or logarithms.shape[0] != deals.shape[0] or (
                by_act is not None and (
                    by_act.shape[0] != deals.shape[0] or by_act.shape[2] != 2
                    or by_act.shape[1] != self.history.acts + 1)):
            raise ValueError("arrays of wrong shapes")
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &self.halted, &self.halted)
            self.chooser.stopped = False
            for i in range(deals.shape[0]):
                logarithms[i] = log_likelihood(
                    &self.rules, &self.history, &self.behaviour, &deals[i, 0], &self.past,
                    NULL if by_act is None else &by_act[i, 0, 0])
                if self.search.limits.interrupted:
                    break
        self.raise_what_is_set()

    cdef inline int _cards(self) noexcept nogil:
        """How many a deal has."""
        return 2 * self.rules.hand + self.rules.draws

    def past_deal(self, const uint8_t[::1] world, uint64_t seed, int64_t number) -> bytes | None:
        """A deal that led to a world: the one in whose history the world's likelihood is found.

        The cards by index: the non-dealer's hand, the dealer's, the upcard, the stock in its order.
        None if the world does not fit what was seen of the hand.
        """
        cdef uint8_t cards[MOST_PLAYS]
        cdef Random random = numbered_random(seed, number)
        if world.shape[0] != self.unseen_cards.cards:
            raise ValueError(f"world: expected {self.unseen_cards.cards} cards")
        self.hand.state = self.root.state
        place_unseen(&self.unseen_cards, &world[0] if world.shape[0] else NULL, &self.hand)
        if not deal_backwards(&self.rules, &self.history, &self.hand, cards, &random):
            return None
        return (<const char*> cards)[:self._cards()]

    def sample_chain(
        self, uint64_t seed, int64_t number, int64_t burn_in, int64_t thinning,
        uint8_t[:, ::1] worlds, uint8_t[:, ::1] deals=None, tuple restriction=None,
    ) -> int:
        """Fill in worlds by a Markov chain over past deals (``posterior.pxd``).

        Args:
            seed: of all chains.
            number: of this one.
            burn_in: steps before the first that count.
            thinning: steps for each world.
            worlds: rows of `unseen` cards, hidden hand then stock.
            deals: rows of all cards, filled with the deals as `past_deal` has them.
            restriction: conditions on what the other seat holds, as arrays: worlds in which to
                begin; what the hand has, by card, if the stock has nothing; the conditions, and
                their terms, as the columns and rows in ``posterior.pxd``. None for no conditions.

        Returns:
            How many steps changed the deal; -1, with nothing filled in, if no deal was found that
            leads to the position.
        """
        cdef Random random = numbered_random(seed, number)
        cdef Chain chain
        cdef Restriction restricted
        cdef bint possible
        cdef Py_ssize_t i
        if self.history.acts == 0:
            raise ValueError("nothing was seen")
        if burn_in < 0 or thinning < 1:
            raise ValueError(f"burn-in {burn_in}, thinning {thinning}")
        if worlds.shape[1] != self.unseen_cards.cards or (deals is not None and (
                deals.shape[0] != worlds.shape[0] or deals.shape[1] != self._cards())):
            raise ValueError("arrays of wrong shapes")
        chain.rules, chain.history, chain.behaviour = &self.rules, &self.history, &self.behaviour
        chain.root, chain.unseen = &self.root, &self.unseen_cards
        chain.restriction = NULL
        if restriction is not None:
            starts, held, conditions, terms = restriction
            self._restrict(&restricted, starts, held, conditions, terms)
            chain.restriction = &restricted
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &self.halted, &self.halted)
            self.chooser.stopped = False
            possible = begin_chain(&chain, &random)
            if possible:
                make_steps(&chain, burn_in, &random)
                for i in range(worlds.shape[0]):
                    make_steps(&chain, thinning, &random)
                    write_world(&chain, &random, &worlds[i, 0])
                    if deals is not None:
                        memcpy(&deals[i, 0], chain.cards, self._cards())
        self.raise_what_is_set()
        return chain.accepted if possible else -1

    cdef int _restrict(
        self, Restriction* restriction, const uint8_t[:, ::1] starts, const uint8_t[::1] held,
        const int32_t[:, ::1] conditions, const int16_t[:, ::1] terms,
    ) except -1:
        """Point to the arrays of a restriction, which the caller keeps."""
        cdef Py_ssize_t i, j
        if (starts.shape[0] == 0 or starts.shape[1] != self.unseen_cards.cards
                or starts.shape[1] == 0 or held.shape[0] != CARDS or terms.shape[1] != CARDS
                or conditions.shape[0] == 0 or conditions.shape[1] != CONDITION_FIELDS):
            raise ValueError("restriction: arrays of wrong shapes")
        for i in range(starts.shape[0]):
            if not is_world(&self.unseen_cards, &starts[i, 0]):
                raise ValueError(f"restriction: start {i} is no world")
        for i in range(conditions.shape[0]):
            if not 0 <= conditions[i, FIRST_TERM] <= conditions[i, END_TERM] <= terms.shape[0]:
                raise ValueError(f"restriction: condition {i} has no such terms")
        for i in range(terms.shape[0]):
            for j in range(CARDS):
                if terms[i, j] < 0:
                    raise ValueError(f"restriction: term {i} has a negative weight")
        restriction.starts, restriction.start = starts.shape[0], &starts[0, 0]
        restriction.held = &held[0]
        restriction.conditions, restriction.condition = conditions.shape[0], &conditions[0, 0]
        restriction.term = &terms[0, 0] if terms.shape[0] else NULL
        return 0

    def evaluate(
        self, const uint8_t[:, ::1] worlds, const uint8_t[::1] moves, const uint8_t[::1] solved,
        int32_t[:, :, ::1] estimated, int32_t[:, :, ::1] exact, int64_t[:, :, ::1] shown,
        StopFlag stop not None, int32_t[:, ::1] valued=None, int leads=0, bint by_network=False,
        int32_t[:, :, ::1] claimed=None, tuple needs=(0, 0), bint needs_a_trick=False,
        int called=0, double[:, :, ::1] luck=None, int64_t[:, ::1] taken=None,
    ) -> int:
        """Play these moves out in some worlds; return in how many.

        Args:
            worlds: rows of `unseen` cards, hidden hand then stock.
            moves: legal moves.
            solved: for each world, whether its playoffs are solved.
            estimated: (worlds, moves, 4): filled with what south and north have at the end, and
                how much of it from melds.
            exact: (worlds solved, moves, 2): what they have with the exact value of the playoff.
            shown: (moves, seats, melds + 1): each meld laid is added here, a dix as the last.
            stop: ends it after a whole world.
            valued: (worlds, moves): filled with south's points less north's at the end as a lead is
                valued; only with nets.
            leads: the number of that lead, from 1 for the next one, at most `leads_to_come`.
            by_network: whether the policy's network chooses to the end, not only up to that lead.
            claimed: (worlds, moves, 4): filled with when south and north would win by calling out
                before the playoff, -1 for never, and with what they have when that begins.
            needs: the points of this hand with which south and north have reached the target.
            needs_a_trick: whether a caller must still win a trick that he leads.
            called: who has called already, south 1 and north 2. This and the two before are for
                `claimed`.
            luck: (worlds, moves, 2): filled with south's luck in points in the draws up to the lead
                that is valued, and in those after it; only with nets.
            taken: (moves, 3): of the trick under way it is added here how often south takes it, and
                the card points of it that south and north take; only if the moves are cards.
        """
        cdef int64_t done
        cdef Py_ssize_t i, count = moves.shape[0], exactly = 0
        if solved.shape[0] != worlds.shape[0]:
            raise ValueError("arrays of wrong shapes")
        for i in range(solved.shape[0]):
            exactly += solved[i] != 0
        if (estimated.shape[1] != count or exact.shape[1] != count or shown.shape[0] != count
                or estimated.shape[2] != 4 or exact.shape[2] != 2 or shown.shape[1] != 2
                or shown.shape[2] != self.rules.melds + 1
                or estimated.shape[0] != worlds.shape[0]
                or worlds.shape[1] != self.unseen_cards.cards
                or exact.shape[0] != exactly):
            raise ValueError("arrays of wrong shapes")
        if (valued is not None or by_network) and not self.has_nets:
            raise ValueError("valued: there are no nets")
        if valued is not None and (valued.shape[0] != worlds.shape[0] or valued.shape[1] != count):
            raise ValueError("valued: wrong shape")
        if valued is not None and not 1 <= leads <= self.leads_to_come:
            raise ValueError(f"leads is {leads}, expected 1 to {self.leads_to_come}")
        if claimed is not None and (
                claimed.shape[0] != worlds.shape[0] or claimed.shape[1] != count
                or claimed.shape[2] != 4):
            raise ValueError("claimed: wrong shape")
        if luck is not None and not self.has_nets:
            raise ValueError("luck: there are no nets")
        if luck is not None and (
                luck.shape[0] != worlds.shape[0] or luck.shape[1] != count or luck.shape[2] != 2):
            raise ValueError("luck: wrong shape")
        if taken is not None and (taken.shape[0] != count or taken.shape[1] != 3):
            raise ValueError("taken: wrong shape")
        if taken is not None and self.root.state.due != DUE_PLAY:
            raise ValueError("taken: no card is due")
        self.follows_luck = luck is not None
        self.follows_claims = claimed is not None
        self.claims.needs_a_trick = needs_a_trick
        self.claims.needs[0], self.claims.needs[1] = needs
        legal = self.legal()
        for i in range(count):
            if moves[i] not in legal:
                raise ValueError(f"move {moves[i]} is not legal")
        self._check_worlds(worlds)
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &stop.raised, &self.halted)
            done = self._evaluate(
                worlds, moves, solved, estimated, exact, shown, valued, leads, by_network,
                claimed, called, luck, taken)
        self.follows_claims = self.follows_luck = False
        self.raise_what_is_set()
        return done

    cdef int _check_worlds(self, const uint8_t[:, ::1] worlds) except -1:
        cdef Py_ssize_t i
        for i in range(worlds.shape[0] if worlds.shape[1] else 0):
            if not is_world(&self.unseen_cards, &worlds[i, 0]):
                raise ValueError(f"world {i}: these are not the unseen cards")
        return 0

    cdef int64_t _evaluate(
        self, const uint8_t[:, ::1] worlds, const uint8_t[::1] moves, const uint8_t[::1] solved,
        int32_t[:, :, ::1] estimated, int32_t[:, :, ::1] exact, int64_t[:, :, ::1] shown,
        int32_t[:, ::1] valued, int leads, bint by_network, int32_t[:, :, ::1] claimed, int called,
        double[:, :, ::1] luck, int64_t[:, ::1] taken,
    ) noexcept nogil:
        cdef HandState state
        cdef Py_ssize_t world, i, exactly = 0
        cdef int seat
        for world in range(estimated.shape[0]):
            if must_stop(&self.search.limits, 0):
                return world
            self.hand.state = self.root.state
            place_unseen(
                &self.unseen_cards, &worlds[world, 0] if worlds.shape[1] else NULL, &self.hand)
            state = self.hand.state
            for i in range(moves.shape[0]):
                self.hand.state = state
                if self.follows_claims:
                    begin_claims(&self.claims, &self.hand.state, called)
                self.luck = 0
                self._apply(moves[i])
                if taken is not None:
                    self._finish_trick(&state, valued is not None or by_network, &taken[i, 0])
                if valued is not None:
                    self._play_by_network(leads)
                    if luck is not None:
                        luck[world, i, 0] = self._take_luck()
                    valued[world, i] = south_ahead_by_value(&self.rules, &self.hand, self.value)
                if by_network:
                    self._play_by_network(TO_THE_END)
                self.play_to_playoff()
                if luck is not None:
                    luck[world, i, 1] = self._take_luck()
                self._count_shows(state.laid, &shown[i, 0, 0])
                if self.follows_claims:
                    write_claims(&self.claims, &self.hand.state, &claimed[world, i, 0])
                if not self.score_playoff(
                        &estimated[world, i, 0], &exact[exactly, i, 0] if solved[world] else NULL):
                    return world
                for seat in range(2):
                    estimated[world, i, 2 + seat] = self.hand.state.seats[seat].meld_points
            exactly += solved[world] != 0
        return estimated.shape[0]

    cdef int guess_playoff(self) noexcept nogil:
        """By the network where there is one."""
        if self.has_playoff_net:
            return playoff_by_net(&self.rules, &self.hand, self.playoff)
        return StockSearch.guess_playoff(self)

    cdef void _play_by_network(self, int leads) noexcept nogil:
        """Play on for this many leads, or as far as the playoff."""
        while not self.hand.state.playoff:
            if self.hand.state.due == DUE_DRAW:
                self._draw()
                continue
            if self.hand.state.due == DUE_PLAY and self.hand.state.led == NO_CARD:
                leads -= 1
                if leads == 0:
                    return
            self._apply(choose_by_net(&self.rules, &self.hand, &self.policy, self.net))

    cdef void _finish_trick(
        self, const HandState* before, bint by_network, int64_t* taken
    ) noexcept nogil:
        """Play the trick under way to its end, and count who takes it, and its points.

        The cards are those that would be chosen anyway.
        """
        cdef const HandState* state = &self.hand.state
        cdef int seat
        while state.tricks == before.tricks:
            if by_network:
                self._apply(choose_by_net(&self.rules, &self.hand, &self.policy, self.net))
            else:
                self._apply(choose_move(&self.rules, &self.hand, &self.policy))
        taken[0] += state.leader == 0
        for seat in range(2):
            taken[1 + seat] += state.seats[seat].trick_points - before.seats[seat].trick_points

    cdef void play_to_playoff(self) noexcept nogil:
        """Play on by the policy, step by step where claims or luck are followed."""
        if not self.follows_claims and not self.follows_luck:
            StockSearch.play_to_playoff(self)
            return
        while not self.hand.state.playoff:
            if self.hand.state.due == DUE_DRAW:
                self._draw()
            else:
                self._apply(choose_move(&self.rules, &self.hand, &self.policy))

    cdef inline void _draw(self) noexcept nogil:
        """Draw, and follow its luck and the claims if wanted."""
        if self.follows_luck:
            self.luck += luck_of_draw(&self.rules, &self.hand, self.value)
        draw(&self.rules, &self.hand)
        if self.follows_claims:
            note_counts(&self.claims, &self.hand.state)

    cdef inline double _take_luck(self) noexcept nogil:
        """South's luck since it was last asked."""
        cdef double luck = self.luck
        self.luck = 0
        return luck

    cdef inline void _apply(self, int move) noexcept nogil:
        """Make a move, and follow the claims if wanted."""
        cdef int tricks = self.hand.state.tricks, leader = self.hand.state.leader
        apply_move(&self.rules, &self.hand, move)
        if not self.follows_claims:
            return
        if self.hand.state.tricks != tricks and self.hand.state.leader == leader:
            take_led_trick(&self.claims, &self.hand.state, leader)
        note_counts(&self.claims, &self.hand.state)

    cdef void _count_shows(self, int first, int64_t* shown) noexcept nogil:
        """Count what was laid from entry `first` of the log on."""
        cdef int i, meld
        for i in range(first, self.hand.state.laid):
            meld = number_shown(&self.rules, &self.hand.laid[i])
            shown[self.hand.laid[i].seat * (self.rules.melds + 1) + meld] += 1

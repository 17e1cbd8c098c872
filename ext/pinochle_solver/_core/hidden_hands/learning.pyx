"""The weights of the policy for hidden hands, improved by what its own playouts show.

A deal is played by the policy, some of its cards at random, up to a decision drawn at random. There
every card that may be played is played out in that deal, by the policy, and the weights are changed
so that a softmax of the scores expects more points for the side of the seat: a step of policy
improvement. The cards lie open to the playout, but no seat looks at more than it sees, so over many
deals what is learnt is right for what a seat sees. No worlds have to be drawn for it.

Weights here are in points, and of floating point. The step of each is smaller the more it has been
moved (AdaGrad: Duchi, Hazan and Singer 2011).
"""

from libc.math cimport exp, sqrt
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport bit_count, lowest_bit, read_flag
from pinochle_solver._core.hidden_hands.hands cimport (
    HiddenHand, Table, TableRecord, deal_world, is_sound_table, lay_out_table,
    may_be_played, play, seat_to_play,
)
from pinochle_solver._core.hidden_hands.policy cimport (
    LOOKUPS, SIDES, WEIGHTS, CardPolicy, Sight, choose_card, look, look_up,
)
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.limits cimport StopFlag
from pinochle_solver._core.random cimport Random, numbered_random, random_below

cdef enum:
    MOST_CARDS = 24         # that may be chosen from


cdef struct Choice:
    # A decision: what was looked up for each card, and the points of the side after it.
    int side
    int cards
    int32_t[LOOKUPS] places[MOST_CARDS]
    double points[MOST_CARDS]


cdef uint64_t _one_of_each(const Table* table, uint64_t cards) noexcept nogil:
    cdef uint64_t kept = 0
    cdef int card
    while cards:
        card = lowest_bit(cards)
        kept |= cards & -cards
        cards &= ~table.deal.identical[card]
    return kept


cdef int _any_of(uint64_t cards, int number) noexcept nogil:
    cdef int _
    for _ in range(number):
        cards &= cards - 1
    return lowest_bit(cards)


cdef bint _come_to_choice(
    const Table* table, const CardPolicy* policy, Random* random, int wild, int only,
    HiddenHand* hand,
) noexcept nogil:
    """Play on to a decision drawn at random, or to the first after it that can be learnt from."""
    cdef int before = random_below(random, hand.tricks * table.deal.seats), count
    cdef uint64_t cards
    cdef bint is_learnt
    while hand.tricks:
        cards = _one_of_each(table, may_be_played(table, hand))
        count = bit_count(cards)
        is_learnt = only < 0 or table.side[seat_to_play(table, hand)] == only
        if before <= 0 and count > 1 and is_learnt:
            return True
        if count > 1 and random_below(random, 100) < wild:
            play(table, hand, _any_of(cards, random_below(random, count)))
        else:
            play(table, hand, choose_card(table, hand, policy))
        before -= 1
    return False


cdef void _try_all(
    const Table* table, const CardPolicy* policy, const HiddenHand* hand, Choice* choice
) noexcept nogil:
    cdef uint64_t cards = _one_of_each(table, may_be_played(table, hand))
    cdef int seat = seat_to_play(table, hand), other, card
    cdef HiddenHand after
    cdef Sight sight
    look(table, hand, &sight)
    choice.side, choice.cards = sight.side, 0
    while cards and choice.cards < MOST_CARDS:
        card = lowest_bit(cards)
        cards &= cards - 1
        look_up(table, hand, &sight, card, choice.places[choice.cards])
        after = hand[0]
        play(table, &after, card)
        while after.tricks:
            play(table, &after, choose_card(table, &after, policy))
        choice.points[choice.cards] = 0
        for other in range(table.deal.seats):
            if table.unit[other] == table.unit[seat]:
                choice.points[choice.cards] += after.points[other]
        choice.cards += 1


cdef void _improve(
    const Choice* choice, float* weights, float* squares, double rate, double temperature,
    double* lost, double* expected,
) noexcept nogil:
    """Change the weights by one decision; add what the best score loses, and what softmax does."""
    cdef double chances[MOST_CARDS]
    cdef double highest = -1e30, total = 0, mean = 0, most = -1e30, slope
    cdef float gradient
    cdef int i, k, best = 0
    cdef Py_ssize_t place
    weights += choice.side * WEIGHTS
    squares += choice.side * WEIGHTS
    for i in range(choice.cards):
        chances[i] = 0
        for k in range(LOOKUPS):
            chances[i] += weights[choice.places[i][k]]
        if chances[i] > highest:
            highest, best = chances[i], i
        most = max(most, choice.points[i])
    for i in range(choice.cards):
        chances[i] = exp((chances[i] - highest) / temperature)
        total += chances[i]
    for i in range(choice.cards):
        chances[i] /= total
        mean += chances[i] * choice.points[i]
    lost[0] += most - choice.points[best]
    expected[0] += most - mean
    for i in range(choice.cards):
        slope = chances[i] * (choice.points[i] - mean) / temperature
        for k in range(LOOKUPS):
            place, gradient = choice.places[i][k], <float> slope
            squares[place] += gradient * gradient
            weights[place] += <float> (rate * gradient / sqrt(squares[place]))


def improve(
    const uint8_t[::1] record, const int16_t[::1] played_by, const uint8_t[:, :, ::1] worlds,
    const uint8_t[:, :, ::1] shown, int wild, uint64_t seed, int64_t first, double rate,
    double temperature, float[::1] weights, float[::1] squares, StopFlag stop not None,
    int only=-1,
) -> tuple:
    """Improve weights by a decision of each deal.

    Args:
        record: of the table, at a first lead (``hands.pxd``).
        played_by: the weights of the policy that plays, `SIDES` times `WEIGHTS`.
        worlds: (deals, seats, `CARDS`): copies of each card that each seat holds.
        shown: of these, the copies that all know of.
        wild: how many cards in a hundred are played at random before the decision.
        seed: with the number of a deal it decides which cards these are, and the decision.
        first: the number of the first deal.
        rate: points that a weight moves at first.
        temperature: of the softmax, in points.
        weights: the weights to be improved, in points.
        squares: for each weight the sum of its squared gradients, to begin with above 0.
        stop: ends it early.
        only: the set of weights that is improved, 0 or 1; both if -1.

    Returns:
        The number of decisions, by how many points their highest scores were behind the best card
        in the deal, and by how many the softmax was: sums, each decision taken before it is learnt
        from.
    """
    cdef Table table
    cdef CardPolicy policy
    cdef HiddenHand hand
    cdef Choice choice
    cdef Random random
    cdef Py_ssize_t i
    cdef int64_t decisions = 0
    cdef double lost = 0, expected = 0
    cdef bint sound = True
    if (record.shape[0] != sizeof(TableRecord)
            or not is_sound_table(<const TableRecord*> &record[0])):
        raise ValueError("record: no sound record")
    if not (played_by.shape[0] == weights.shape[0] == squares.shape[0] == SIDES * WEIGHTS):
        raise ValueError(f"weights: expected {SIDES * WEIGHTS}")
    lay_out_table(&table, <const TableRecord*> &record[0])
    if not (worlds.shape[0] == shown.shape[0] and worlds.shape[2] == shown.shape[2] == CARDS
            and worlds.shape[1] == shown.shape[1] == table.deal.seats):
        raise ValueError("worlds: an array of another shape")
    memcpy(&policy, &played_by[0], sizeof(CardPolicy))
    with nogil:
        for i in range(worlds.shape[0]):
            if read_flag(&stop.raised):
                break
            sound = deal_world(&table, &worlds[i, 0, 0], &shown[i, 0, 0], &hand)
            if not sound:
                break
            random = numbered_random(seed, first + i)
            if not _come_to_choice(&table, &policy, &random, wild, only, &hand):
                continue
            _try_all(&table, &policy, &hand, &choice)
            _improve(&choice, &weights[0], &squares[0], rate, temperature, &lost, &expected)
            decisions += 1
    if not sound:
        raise ValueError(f"world {i}: no world of this table")
    return decisions, lost, expected

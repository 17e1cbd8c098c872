"""The policy of the stock phase of three and four, improved by what its own playouts show.

As in ``learning.pyx``: a deal is played by the policy, some moves at random, up to a decision drawn
at random. There every move is played out in that deal, and the weights are changed so that a
softmax of the scores expects more points: those of the seat less the others' on average.
"""

from libc.math cimport exp, sqrt
from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t

from pinochle_solver._core.bits cimport read_flag
from pinochle_solver._core.hidden_hands.stock_hands cimport (
    DIX, STOCK_IS_GONE, StockHand, deal_hidden, deal_public,
)
from pinochle_solver._core.hidden_hands.stock_playouts cimport (
    StockGame, lay_out_game, play_off, play_to_end,
)
from pinochle_solver._core.hidden_hands.stock_policy cimport (
    LOOKED_UP, MOST_OPTIONS, STOCK_WEIGHTS, StockOption, Terms, best_option, stock_options,
    take_option,
)
from pinochle_solver._core.layout cimport CARDS
from pinochle_solver._core.limits cimport StopFlag
from pinochle_solver._core.random cimport Random, numbered_random, random_below


cdef struct Choice:
    # A decision: the terms of each move's score, its known part in points, and what came of it.
    int moves
    Terms terms[MOST_OPTIONS]
    double known[MOST_OPTIONS]
    double points[MOST_OPTIONS]


cdef int _decisions(const StockGame* game, const StockHand* begun, Random* random) noexcept nogil:
    """How many cards will be played and melds laid, or a few less."""
    cdef int tricks = (begun.face_down + 1) // game.record.seats_playing
    return random_below(random, tricks * (game.record.seats_playing + 1))


cdef bint _come_to_choice(
    const StockGame* game, Random* random, int wild, StockHand* hand, StockOption* options,
    Terms* terms, int* number,
) noexcept nogil:
    """Play on to a decision drawn at random, or to the first after it with a choice."""
    cdef int before = _decisions(game, hand, random), chosen
    while hand.act != STOCK_IS_GONE:
        number[0] = stock_options(&game.record, hand, &game.policy, options, terms)
        if hand.act != DIX and number[0] > 1:
            if before <= 0:
                return True
            before -= 1
        chosen = best_option(options, number[0])
        if random_below(random, 100) < wild:
            chosen = random_below(random, number[0])
        take_option(&game.record, hand, &options[chosen])
    return False


cdef void _try_all(
    const StockGame* game, const StockHand* hand, const StockOption* options, Choice* choice
) noexcept nogil:
    cdef StockHand after
    cdef int i, k, seat, seats = game.record.seats_playing
    cdef double own, others
    cdef int64_t looked_up
    for i in range(choice.moves):
        # What is in the score and in no term: the points of a meld.
        looked_up = 0
        for k in range(choice.terms[i].number):
            looked_up += (<int64_t> game.policy.weights[choice.terms[i].place[k]]
                          * choice.terms[i].amount[k])
        choice.known[i] = (options[i].score - looked_up) / <double> (64 * LOOKED_UP)
        after = hand[0]
        take_option(&game.record, &after, &options[i])
        play_to_end(game, &after)
        own = others = 0
        for seat in range(seats):
            if seat == hand.turn:
                own = after.seats[seat].melds + after.seats[seat].cards
            else:
                others += after.seats[seat].melds + after.seats[seat].cards
        choice.points[i] = own - others / (seats - 1)


cdef void _improve(
    const Choice* choice, float* weights, float* squares, double rate, double temperature,
    double* lost, double* expected,
) noexcept nogil:
    """Change the weights by one decision; add what the best score loses, and what softmax does."""
    cdef double[MOST_OPTIONS] chances
    cdef double highest = -1e30, total = 0, mean = 0, most = -1e30, slope
    cdef float gradient
    cdef int i, k, best = 0
    cdef Py_ssize_t place
    for i in range(choice.moves):
        chances[i] = choice.known[i]
        for k in range(choice.terms[i].number):
            chances[i] += (weights[choice.terms[i].place[k]] * choice.terms[i].amount[k]
                           / <double> LOOKED_UP)
        if chances[i] > highest:
            highest, best = chances[i], i
        most = max(most, choice.points[i])
    for i in range(choice.moves):
        chances[i] = exp((chances[i] - highest) / temperature)
        total += chances[i]
    for i in range(choice.moves):
        chances[i] /= total
        mean += chances[i] * choice.points[i]
    lost[0] += most - choice.points[best]
    expected[0] += most - mean
    for i in range(choice.moves):
        slope = chances[i] * (choice.points[i] - mean) / temperature
        for k in range(choice.terms[i].number):
            place = choice.terms[i].place[k]
            gradient = <float> (slope * choice.terms[i].amount[k] / LOOKED_UP)
            squares[place] += gradient * gradient
            weights[place] += <float> (rate * gradient / sqrt(squares[place]))


def improve_stock(
    const uint8_t[::1] record, const uint8_t[::1] playoff, const int16_t[::1] played_by,
    const int16_t[::1] card_weights, const uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] stock,
    int wild, uint64_t seed, int64_t first, double rate, double temperature, float[::1] weights,
    float[::1] squares, StopFlag stop not None,
) -> tuple:
    """Improve weights by a decision of each deal.

    Args:
        record: of a position at the first lead, or before it (``stock_hands.pxd``).
        playoff: of the table once the stock is gone (``hands.pxd``).
        played_by: the weights of the policy that plays, `STOCK_WEIGHTS`.
        card_weights: of the policy that plays once the stock is gone.
        hands: (deals, seats, `CARDS`): copies of each card in each hand.
        stock: (deals, cards): the face-down cards by index, the next to be drawn first.
        wild: how many moves in a hundred are made at random before the decision.
        seed: with the number of a deal it decides which moves these are, and the decision.
        first: the number of the first deal.
        rate: points that a weight moves at first.
        temperature: of the softmax, in points.
        weights: the weights to be improved, in points.
        squares: for each weight the sum of its squared gradients, to begin with above 0.
        stop: ends it early.

    Returns:
        The number of decisions, by how many points their highest scores were behind the best move
        in the deal, and by how many the softmax was: sums, each decision taken before it is learnt
        from.
    """
    cdef StockGame game
    cdef StockHand hand, begun
    cdef Choice choice
    cdef StockOption[MOST_OPTIONS] options
    cdef Random random
    cdef Py_ssize_t i
    cdef int64_t decisions = 0
    cdef double lost = 0, expected = 0
    cdef bint sound = True
    lay_out_game(&game, record, playoff, played_by, card_weights)
    if not weights.shape[0] == squares.shape[0] == STOCK_WEIGHTS:
        raise ValueError(f"weights: expected {STOCK_WEIGHTS}")
    if (hands.shape[0] != stock.shape[0] or hands.shape[1] != game.record.seats_playing
            or hands.shape[2] != CARDS or stock.shape[1] != game.record.face_down):
        raise ValueError("hands or stock: an array of another shape")
    deal_public(&game.record, &begun)
    with nogil:
        for i in range(hands.shape[0]):
            if read_flag(&stop.raised):
                break
            hand = begun
            sound = deal_hidden(&game.record, &hands[i, 0, 0], &stock[i, 0], &hand)
            if not sound:
                break
            random = numbered_random(seed, first + i)
            if not _come_to_choice(
                &game, &random, wild, &hand, options, choice.terms, &choice.moves
            ):
                continue
            _try_all(&game, &hand, options, &choice)
            _improve(&choice, &weights[0], &squares[0], rate, temperature, &lost, &expected)
            decisions += 1
    if not sound:
        raise ValueError(f"world {i}: no world of this position")
    return decisions, lost, expected


def duel(
    const uint8_t[::1] record, const uint8_t[::1] playoff, const int16_t[::1] weights,
    const int16_t[::1] others, const int16_t[::1] card_weights,
    const uint8_t[:, :, ::1] hands, const uint8_t[:, ::1] stock, int16_t[:, :, ::1] results,
) -> None:
    """Play deals once for each seat, which plays by one policy and the others by another.

    Args: as of `improve_stock`, and
        weights: those of the one seat.
        others: those of the others.
        results: is filled, (deals, seats, seats): what each seat scores, for each seat that plays
            by `weights`.
    """
    cdef StockGame game, against
    cdef StockHand hand, begun
    cdef StockOption[MOST_OPTIONS] options
    cdef Py_ssize_t i
    cdef int seat, one, seats
    cdef const StockGame* turns
    lay_out_game(&game, record, playoff, weights, card_weights)
    lay_out_game(&against, record, playoff, others, card_weights)
    seats = game.record.seats_playing
    if (hands.shape[0] != stock.shape[0] or hands.shape[1] != seats or hands.shape[2] != CARDS
            or stock.shape[1] != game.record.face_down or results.shape[0] != hands.shape[0]
            or results.shape[1] != seats or results.shape[2] != seats):
        raise ValueError("hands, stock or results: an array of another shape")
    deal_public(&game.record, &begun)
    for i in range(hands.shape[0]):
        for one in range(seats):
            hand = begun
            if not deal_hidden(&game.record, &hands[i, 0, 0], &stock[i, 0], &hand):
                raise ValueError(f"world {i}: no world of this position")
            while hand.act != STOCK_IS_GONE:
                turns = &game if hand.turn == one else &against
                take_option(&game.record, &hand, &options[best_option(options, stock_options(
                    &game.record, &hand, &turns.policy, options, NULL))])
            play_off(&game, &hand)
            for seat in range(seats):
                results[i, one, seat] = hand.seats[seat].melds + hand.seats[seat].cards

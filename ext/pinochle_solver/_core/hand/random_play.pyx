"""Whole hands played at random, to measure and monitor the speed of the hand itself."""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from pinochle_solver._core.bits cimport monotonic_seconds
from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, DUE_NOTHING, MOST_MOVES, MOST_PLAYS, HandInPlay, HandRules, apply_move, deal_hand,
    draw, legal_moves,
)
from pinochle_solver._core.hand.packing cimport read_rules
from pinochle_solver._core.layout cimport CARDS, RANKS, SUITS
from pinochle_solver._core.random cimport Random, random_below, shuffle


cdef int fill_deck(const HandRules* rules, uint8_t* deck) noexcept nogil:
    """Write every card of the deck; return how many."""
    cdef int card, _, size = 0
    for card in range(CARDS):
        for _ in range(rules.copies if rules.deck >> card & 1 else 0):
            deck[size] = card
            size += 1
    return size


cdef int64_t _play_at_random(
    const HandRules* rules, HandInPlay* hand, Random* random, uint64_t* signature
) noexcept nogil:
    """Play a hand to its end; count its moves, and mix them and the points into `signature`."""
    cdef uint8_t moves[MOST_MOVES]
    cdef int64_t made = 0
    cdef int count, move, seat
    while hand.state.due != DUE_NOTHING:
        if hand.state.due == DUE_DRAW:
            draw(rules, hand)
            continue
        count = legal_moves(rules, hand, moves)
        move = moves[random_below(random, count)]
        apply_move(rules, hand, move)
        signature[0] = signature[0] * 31 + <uint64_t> (count << 8 | move)
        made += 1
    for seat in range(2):
        signature[0] = signature[0] * 31 + <uint64_t> (
            hand.state.seats[seat].meld_points << 10 | hand.state.seats[seat].trick_points
        )
    return made


def play_at_random(list rules, int hands, uint64_t seed) -> tuple:
    """Deal and play hands at random: (moves, seconds, signature of all moves and points).

    `rules` are the records with each suit as trump. The upcard's suit is trump; without an upcard
    the first suit is. Raises ValueError for unsound records, or for records of different decks.
    """
    cdef HandRules by_trump[SUITS]
    cdef HandRules* hand_rules = &by_trump[0]
    cdef const uint8_t[::1] record
    cdef HandInPlay hand
    cdef Random random = Random(seed)
    cdef uint8_t deck[MOST_PLAYS]
    cdef uint64_t signature = 0
    cdef int64_t moves = 0
    cdef int number, size, suit
    cdef double seconds
    if len(rules) != SUITS:
        raise ValueError(f"rules: {len(rules)} records, expected {SUITS}")
    for suit in range(SUITS):
        record = rules[suit]
        if not read_rules(&by_trump[suit], &record[0], record.shape[0]):
            raise ValueError("rules: no sound record")
        if (by_trump[suit].deck != hand_rules.deck or by_trump[suit].hand != hand_rules.hand
                or by_trump[suit].copies != hand_rules.copies):
            raise ValueError("rules: records of different decks")
    with nogil:
        seconds = -monotonic_seconds()
        size = fill_deck(hand_rules, deck)
        for number in range(hands):
            shuffle(deck, size, &random)
            if by_trump[0].upcard:
                hand_rules = &by_trump[deck[2 * by_trump[0].hand] // RANKS]
            deal_hand(hand_rules, &hand, deck, number & 1)
            moves += _play_at_random(hand_rules, &hand, &random, &signature)
        seconds += monotonic_seconds()
    return moves, seconds, signature

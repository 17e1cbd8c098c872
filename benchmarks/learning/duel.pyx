"""Two policies against each other over duplicate deals, to choose the better one.

Each deal is played twice, the seats changed; the playoff is estimated, for both alike. A hand takes
some fifty microseconds, so that tens of thousands of pairs tell weights apart that no search could.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, MOST_PLAYS, HandInPlay, HandRules, apply_move, deal_hand, draw,
)
from pinochle_solver._core.hand.packing cimport read_rules
from pinochle_solver._core.hand.random_play cimport fill_deck
from pinochle_solver._core.hand.scores cimport final_lead_of_south
from pinochle_solver._core.layout cimport RANKS, SUITS
from pinochle_solver._core.limits cimport StopFlag, begin_limits
from pinochle_solver._core.networks.policy cimport (
    LEARNT_WEIGHTS, WEIGHTS, Policy, choose_move, set_policy,
)
from pinochle_solver._core.networks.policy_net cimport PolicyNet, choose_by_net
from pinochle_solver._core.playoff.search cimport Search, allocate_search, free_search
from pinochle_solver._core.playoff.solver cimport estimated_playoff, take_up_playoff
from pinochle_solver._core.random cimport Random, shuffle

cdef enum:
    TABLE_BYTES = 1 << 16       # estimates look nothing up


cdef struct Player:
    Policy policy
    bint has_net
    PolicyNet net


cdef int _play(
    const HandRules* rules, const uint8_t* deck, int dealer, const Player* south,
    const Player* north, Search* search,
) noexcept nogil:
    """Play a hand; south's points less north's."""
    cdef HandInPlay hand
    cdef const Player* player
    deal_hand(rules, &hand, deck, dealer)
    while not hand.state.playoff:
        if hand.state.due == DUE_DRAW:
            draw(rules, &hand)
        else:
            player = north if hand.state.turn else south
            apply_move(rules, &hand, choose_by_net(rules, &hand, &player.policy, &player.net)
                       if player.has_net else choose_move(rules, &hand, &player.policy))
    take_up_playoff(search, &hand)
    return final_lead_of_south(&hand, estimated_playoff(search, &hand))


def duel(
    list rules, const int16_t[::1] first, const int16_t[::1] second, uint64_t seed,
    int32_t[:, ::1] gains, const uint8_t[::1] first_net=None,
) -> None:
    """Fill in what the first policy has more than the second in pairs of hands.

    `rules` are the records with each suit as trump; `first` and `second` weights (``policy.pxd``),
    empty for the learnt ones; `first_net` a network that the first one goes by as well. `gains` has
    a row a deal: as south, and as north. The dealer changes from deal to deal. Raises ValueError
    for records, weights or a network that are not sound, MemoryError.
    """
    cdef HandRules by_trump[SUITS]
    cdef const uint8_t[::1] record
    cdef Player players[2]
    cdef Search search
    cdef StopFlag stop = StopFlag()
    cdef Random random = Random(seed)
    cdef uint8_t deck[MOST_PLAYS]
    cdef Py_ssize_t pair
    cdef int size, suit = 0
    if len(rules) != SUITS or gains.shape[1] != 2:
        raise ValueError(f"rules: {len(rules)} records, gains: {gains.shape[1]} columns")
    for suit in range(SUITS):
        record = rules[suit]
        if not read_rules(&by_trump[suit], &record[0], record.shape[0]):
            raise ValueError("rules: no sound record")
    _read_policy(&players[0].policy, first)
    _read_policy(&players[1].policy, second)
    players[0].has_net, players[1].has_net = first_net is not None, False
    if first_net is not None:
        if first_net.shape[0] != sizeof(PolicyNet):
            raise ValueError(f"network: {first_net.shape[0]} bytes, expected {sizeof(PolicyNet)}")
        memcpy(&players[0].net, &first_net[0], sizeof(PolicyNet))
    if not allocate_search(&search, TABLE_BYTES):
        raise MemoryError("no memory for a table")
    with nogil:
        begin_limits(&search.limits, 0, 0.0, &stop.raised, &stop.raised)
        size = fill_deck(&by_trump[0], deck)
        for pair in range(gains.shape[0]):
            shuffle(deck, size, &random)
            suit = deck[2 * by_trump[0].hand] // RANKS if by_trump[0].upcard else 0
            gains[pair, 0] = _play(
                &by_trump[suit], deck, pair & 1, &players[0], &players[1], &search)
            gains[pair, 1] = -_play(
                &by_trump[suit], deck, pair & 1, &players[1], &players[0], &search)
    free_search(&search)


cdef int _read_policy(Policy* policy, const int16_t[::1] weights) except -1:
    if weights.shape[0] == 0:
        set_policy(policy, LEARNT_WEIGHTS)
    elif weights.shape[0] == WEIGHTS:
        set_policy(policy, &weights[0])
    else:
        raise ValueError(f"weights: {weights.shape[0]}, expected {WEIGHTS}")
    return 0

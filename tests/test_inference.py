"""What was seen of a hand, and how well a world explains it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import log, perm

import numpy as np
import pytest
from numpy.typing import NDArray

from oracle.beliefs import History as Way
from oracle.beliefs import histories
from oracle.hand_melds import canonical
from oracle_decks import SMALL_RULEBOOKS, oracle_deck, oracle_tokens, true_world, views
from pinochle_solver import RULEBOOKS, Card, Hand, Rulebook, Seat
from pinochle_solver._core.playouts import Playouts, number_of_terms
from pinochle_solver.beliefs import BELIEFS, INFERRED, Belief
from pinochle_solver.deals import Deal
from pinochle_solver.hand import Referee
from pinochle_solver.hand_packing import hand_rules_record
from pinochle_solver.hand_states import stock_state
from pinochle_solver.histories import EVENT, history_record
from pinochle_solver.histories import History as Seen
from pinochle_solver.position_fields import Act
from pinochle_solver.stock_position import StockPosition

IMPOSSIBLE = -1e8
"""Every possible likelihood is above this."""
PLAYED, SHOWN, DRAWN = 0, 1, 2
PASS = 128
"""As in inference.pxd and hand.pxd."""

Row = NDArray[np.uint8]


def indifferent(belief: Belief) -> Playouts:
    """A search of a position whose policy makes every legal move alike."""
    position = belief.position
    assert belief.history is not None
    state, pile = stock_state(position, belief.some_world(), viewer=position.turn)
    search = Playouts(
        hand_rules_record(position.rules, position.count, position.trump),
        state.pack(),
        bytes(card.index for card in pile),
        np.zeros(2 * number_of_terms(), np.int16),
    )
    search.remember(*history_record(belief.history))
    return search


def logs(search: Playouts, worlds: Row, seed: int = 1) -> NDArray[np.float64]:
    found = np.zeros(len(worlds))
    search.log_likelihoods(worlds, seed, 0, found)
    return found


# ------------------------------------------------------------------------------ what was seen

rulebook = pytest.mark.parametrize(
    "rules", [*RULEBOOKS.values(), *SMALL_RULEBOOKS.values()], ids=lambda rules: rules.name
)


@rulebook
def test_what_was_seen_is_possible_in_every_world(rules: Rulebook) -> None:
    told = 0
    for referee, view in views(rules, 6, seed=1):
        belief = Belief(view, INFERRED)
        nothing = not belief.hidden or (not view.tricks and view.led is None)
        assert (belief.history is None) == nothing
        if belief.history is not None:
            search = belief.playouts()
            worlds = np.zeros((4, len(belief.cards)), np.uint8)
            search.sample(1, 0, worlds)
            worlds[0] = list(true_world(referee, view))
            assert logs(search, worlds).min() > IMPOSSIBLE, view.text()
            told += 1
    assert told > 30


@rulebook
def test_a_past_deal_played_again_is_the_position(rules: Rulebook) -> None:
    factors = []
    for _, view in views(rules, 3, seed=2):
        belief = Belief(view, INFERRED)
        if belief.history is None:
            continue
        search = indifferent(belief)
        worlds = np.zeros((2, len(belief.cards)), np.uint8)
        search.sample(3, 0, worlds)
        found = logs(search, worlds, seed=4)
        for number, world in enumerate(worlds):
            cards = search.past_deal(world, 4, number)
            assert cards is not None
            referee, choices = played_again(view, cards, belief.history)
            again = referee.view(view.turn)
            assert again is not None
            assert again.text() == view.text()
            assert true_world(referee, view) == in_order(world, belief.hidden)
            # All moves alike: the likelihood is a power of the product of 1 / moves.
            assert (choices == 0) == (found[number] == 0)
            if choices:
                factors.append(found[number] / choices)
    assert len(factors) > 10
    assert np.allclose(factors, factors[0])
    assert factors[0] < 0


def in_order(world: Row, hidden: int) -> bytes:
    """A world with the cards of the hand in their order."""
    return bytes(sorted(world[:hidden].tolist())) + world[hidden:].tobytes()


def played_again(view: StockPosition, cards: bytes, history: Seen) -> tuple[Referee, float]:
    """The hand of a past deal as it was seen; the logarithm of how many ways the other seat had."""
    size, rules = view.rules.deck.hand, view.rules
    first, second, rest = cards[:size], cards[size : 2 * size], cards[2 * size :]
    hands = [Hand.of(map(Card.from_index, hand)) for hand in (first, second)]
    deal = Deal(
        rules=rules,
        count=view.count,
        dealer=history.dealer,
        south=hands[history.dealer is Seat.SOUTH],
        north=hands[history.dealer is Seat.NORTH],
        upcard=Card.from_index(rest[0]),
        stock=tuple(map(Card.from_index, rest[1:])),
        trump=view.trump,
    )
    referee, choices = Referee.of_deal(deal), 0.0
    events = [event for event in unpacked(history.events) if event[0] != DRAWN]
    while events or (referee.turn, referee.due) != (view.turn, view.act):
        kind, seat, move = events[0] if events else (SHOWN, None, PASS)
        if (kind == PLAYED) == (referee.due is Act.PLAY) and seat == referee.turn:
            events.pop(0)
        else:
            assert referee.due is not Act.PLAY
            move = PASS
        if referee.turn is not view.turn:
            choices += log(len(referee.moves()))
        referee.push_number(move)
    return referee, choices


def unpacked(events: bytes) -> list[tuple[int, int, int]]:
    """The kinds, seats and moves of the events of a history (inference.pxd)."""
    return [(*events[at : at + 3],) for at in range(0, len(events), EVENT.size)]


# -------------------------------------------------------------------- how it may have come to it


def surprise(counted: Counter[Way], expected: dict[Way, Fraction]) -> tuple[float, float]:
    """Pearson's statistic less its mean, and its variance, exact for any numbers."""
    number, kinds = counted.total(), len(expected)
    statistic = sum(counted[way] ** 2 / float(p) for way, p in expected.items()) / number - number
    inverse = float(sum(1 / p for p in expected.values()))
    variance = 2 * (kinds - 1) + (inverse - kinds**2 - 2 * kinds + 2) / number
    return statistic - (kinds - 1), variance


def ways_sampled(view: StockPosition, belief: Belief, number: int) -> Counter[Way]:
    """How the other seat came by its cards, in worlds and histories that were sampled."""
    search = belief.playouts()
    worlds = np.zeros((number, len(belief.cards)), np.uint8)
    search.sample(11, 0, worlds)
    deals = Counter(search.past_deal(world, 12, at) for at, world in enumerate(worlds))
    assert belief.history is not None
    found: Counter[Way] = Counter()
    for cards, often in deals.items():
        assert cards is not None
        found[way_of(view, cards, belief.history.dealer)] += often
    return found


def way_of(view: StockPosition, cards: bytes, dealer: Seat) -> Way:
    other, size = view.turn.other, view.rules.deck.hand
    names = [Card.from_index(card).text() for card in cards]
    dealt = names[size : 2 * size] if other is dealer else names[:size]
    pile = names[2 * size + 1 :]
    drawn = len(pile) - view.face_down
    winners = (*view.leaders[1:], view.leader)
    return Way(
        tuple(sorted(dealt, key=canonical)),
        tuple(pile[2 * draw + (winners[draw] is not other)] for draw in range(drawn // 2)),
        tuple(pile[drawn:]),
    )


@pytest.mark.parametrize("rules", SMALL_RULEBOOKS.values(), ids=SMALL_RULEBOOKS)
def test_histories_are_as_likely_as_the_oracle_has_them(rules: Rulebook) -> None:
    excess = variance = 0.0
    exchanged = melded = 0
    for _, view in views(rules, 6, seed=3):
        belief = Belief(view, INFERRED)
        if belief.history is None or not few_histories(view):
            continue
        assert belief.history.upcard is not None
        upcard = belief.history.upcard.text()
        expected = histories(oracle_tokens(view), oracle_deck(rules), first_upcard=upcard)
        counted = ways_sampled(view, belief, 400)
        assert not set(counted) - set(expected), view.text()
        more, its = surprise(counted, expected)
        assert more < 6 * its**0.5 + 1e-9, view.text()
        excess, variance = excess + more, variance + its
        exchanged += any("dix@" in meld.text() for meld in view.melds(view.turn.other))
        melded += any(meld.copies for meld in view.melds(view.turn.other))
    assert abs(excess) < 4 * variance**0.5
    assert exchanged
    assert melded


def few_histories(view: StockPosition) -> bool:
    """Whether the oracle can go through them."""
    tricks, deck = view.completed_tricks, view.rules.deck
    pool = deck.size - deck.hand - tricks - 1
    return perm(pool, min(pool, tricks + view.face_down)) <= 4_000


# -------------------------------------------------------------------------------- what it tells

# North has won a trick with the AC, showed nothing, and has led the 9D.
PASSED = StockPosition.parse(
    "upcard=9S stock=21 turn=south south=-.AATTKK.TT.TTQQ north=+11 led=9D tricks=AC-9C"
    " dealer=south"
)


def explained(*hands: str) -> list[float]:
    """The mean likelihoods of such hands of north in `PASSED`, in many histories."""
    belief = Belief(PASSED, INFERRED)
    search = belief.playouts()
    found = []
    for hand in hands:
        cards = Hand.parse(hand)
        rest = list(belief.cards)
        for card in cards:
            rest.remove(card)
        row = [card.index for card in (*cards, *rest)]
        found.append(float(np.exp(logs(search, np.array([row] * 200, np.uint8))).mean()))
    return found


def test_who_passes_is_less_likely_to_hold_a_meld() -> None:
    run, marriage, nothing = explained("AATTKQJ.99J.-.9", "AATTKQ.99J.9.9", "AATTKJ.Q99J.-.9")
    assert run < 0.5 * nothing
    assert marriage < 0.9 * nothing


def test_likely_worlds_are_drawn_more_often() -> None:
    royal = [Card.parse(card).index for card in ("KS", "QS")]
    shares = []
    for kind in BELIEFS:
        belief = Belief(PASSED, kind)
        worlds = belief.sample(belief.playouts(), 1, 0, 1500)[:, : belief.hidden]
        shares.append(float((worlds[:, :, None] == royal).any(axis=1).all(axis=1).mean()))
    inferred, uniform = shares
    assert inferred < uniform - 0.1


def test_a_first_lead_tells_nothing() -> None:
    view = StockPosition.parse("upcard=9S stock=23 turn=south south=-.AATTKK.TT.TTQQ north=+12")
    assert Belief(view, INFERRED).history is None

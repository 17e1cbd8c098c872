"""What searches and beliefs make of goulash, glup and decks of other sizes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from math import exp, factorial, isfinite, log
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from helpers.soak import some
from pinochle_solver import (
    ENGINES,
    RULEBOOKS,
    Card,
    Deck,
    Hand,
    Points,
    Rank,
    Rulebook,
    Seat,
    StockPosition,
    Suit,
    analyze,
    random_deals,
)
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.equities.equity import GameSettings
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.hand.states import stock_state
from pinochle_solver.limits import Limits
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.rules.hand_packing import hand_rules_record
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.stock.behaviour import Behaviour, behaviour_in
from pinochle_solver.stock.beliefs import BELIEFS, INFERRED, UNIFORM, Belief
from pinochle_solver.stock.chances import WinChance

RANKS = RULEBOOKS["scarne"].deck.ranks
ONE = replace(
    RULEBOOKS["scarne"],
    name="one-of-each",
    deck=Deck("one", RANKS, copies=1, hand=6, stock=11, upcard=True),
)
THREE = replace(
    RULEBOOKS["glup"],
    name="three-of-each",
    deck=Deck(
        "three",
        (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE),
        copies=3,
        hand=8,
        stock=43,
        upcard=True,
    ),
)
TWO_SUITS = replace(
    RULEBOOKS["goulash"],
    name="two-suits",
    deck=Deck(
        "two-suits",
        RULEBOOKS["goulash"].deck.ranks,
        copies=2,
        hand=8,
        stock=15,
        suits=(Suit.SPADES, Suit.DIAMONDS),
        upcard=True,
        own_piles=True,
    ),
)
MADE_UP = (ONE, THREE, TWO_SUITS)
NEW = (RULEBOOKS["goulash"], RULEBOOKS["glup"])
EVERY = (*RULEBOOKS.values(), *MADE_UP)

every = pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
new = pytest.mark.parametrize("rules", [*NEW, *MADE_UP], ids=lambda rules: rules.name)


def by_policy(view: StockPosition) -> int:
    """The number of the move that the policy likes best."""
    search = Belief(view, UNIFORM).playouts()
    return search.legal()[int(np.argmax(search.scores()))]


def hands(rules: Rulebook, number: int, seed: int) -> Iterator[tuple[Referee, StockPosition]]:
    """Stock phases that the policy plays: before each move the referee, and what the mover sees."""
    for deal in random_deals(number, seed, rules):
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            yield referee, view
            referee.push_number(by_policy(view))


@cache
def some_of_each_act(rules: Rulebook, each: int) -> list[StockPosition]:
    """So many positions of every act that comes up, early and late ones; of one, midway."""
    found = defaultdict(list)
    for _, view in hands(rules, 2, seed=11):
        found[view.act, view.led is None].append(view)
    return [
        views[round(place * (len(views) - 1) / (each - 1)) if each > 1 else len(views) // 2]
        for views in found.values()
        for place in range(min(each, len(views)))
    ]


# --------------------------------------------------------------------------------- playthroughs


@every
def test_every_act_is_analysed(rules: Rulebook) -> None:
    acts = set()
    for number, view in enumerate(some_of_each_act(rules, 1)):
        acts.add(view.act)
        objective = ("points", "win")[number % 2]
        found = analyze(view, worlds=16, belief=BELIEFS[number % 2], objective=objective)
        assert {move.move for move in found.moves} == set(view.legal_moves())
        assert found.choice in view.legal_moves()
        assert all(0 <= move.win <= 1 and isfinite(move.mean) for move in found.moves)
        assert all(move.behind >= 0 for move in found.moves)
    assert Act.PLAY in acts
    assert Act.MELD in acts
    assert not rules.dix_turns or acts == {act for act in Act if not act.doubles}


@pytest.mark.parametrize(
    ("rules", "name"),
    some(product(EVERY, ENGINES), 16),  # each engine by two rulebooks or more
    ids=str,
)
def test_every_engine_plays_every_rulebook(rules: Rulebook, name: str) -> None:
    engine = make_engine(name)
    # Those that search trees solve many playoffs for each move: one decision is enough.
    few = 1 if name in ("pimc", "ismcts") else None
    for view in some_of_each_act(rules, 1)[:few]:
        decision = engine.choose(view, Limits(worlds=2), seed=3)
        assert decision.move in view.legal_moves()


@new
def test_histories_explain_the_true_hand(rules: Rulebook) -> None:
    """What is remembered of a hand goes together with it: chains begin, and keep what is seen."""
    inferred = 0
    for number, (_, view) in enumerate(hands(rules, 2, seed=3)):
        if number % 5:
            continue
        belief = Belief(view, INFERRED)
        if view.completed_tricks and belief.hidden:
            assert belief.effective_kind == INFERRED, view.text()
            rows = belief.sample(belief.playouts(), 1, 0, 8)
            assert (np.sort(rows, axis=1) == [card.index for card in belief.cards]).all()
            inferred += 1
    assert inferred > 3


@new
def test_scores_depend_on_what_is_seen_alone(rules: Rulebook) -> None:
    for number, (_, view) in enumerate(hands(rules, 2, seed=5)):
        if number % 4:
            continue
        record = hand_rules_record(rules, view.count, view.trump)
        found = set[tuple[float, ...]]()
        for shuffled in range(3):
            unseen = list(view.unseen)
            Random(shuffled).shuffle(unseen)
            state, pile = stock_state(view, tuple(unseen), viewer=view.turn)
            numbers = bytes(card.index for card in pile)
            found.add(tuple(Playouts(record, state.pack(), numbers).scores()))
        assert len(found) == 1


# --------------------------------------------------------------------------- beliefs, enumerated


SMALL_PILES = replace(
    RULEBOOKS["goulash"],
    name="small-piles",
    melds=tuple(kind for kind in RULEBOOKS["goulash"].melds if "*" not in kind.cards),
    deck=Deck(
        "small-piles",
        (Rank.KING, Rank.QUEEN, Rank.SEVEN),
        copies=2,
        hand=3,
        stock=5,
        suits=(Suit.SPADES, Suit.HEARTS),
        upcard=True,
        own_piles=True,
    ),
)
SMALL_FOUR = replace(
    RULEBOOKS["glup"],
    name="small-four",
    deck=Deck(
        "small-four",
        (Rank.KING, Rank.QUEEN, Rank.NINE),
        copies=4,
        hand=3,
        stock=5,
        suits=(Suit.SPADES,),
        upcard=True,
    ),
)
COLD = Behaviour(temperature=4.0, slips=0.05, last_slips=0.2)


class Seen(NamedTuple):
    """Something that both seats saw: who did it after how many tricks."""

    seat: Seat
    tricks: int
    move: Move


def log_chance(referee: Referee, behaviour: Behaviour = COLD) -> dict[Move, float]:
    """The logarithms of how likely the seat to decide is to make each move."""
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    scores = Belief(view, UNIFORM).playouts().behaviour_scores()
    scale = 10 / view.rules.meld_unit / behaviour.temperature
    weights = [exp((score - max(scores)) * scale) for score in scores]
    is_last = referee.completed_tricks + 1 == view.rules.deck.stock_tricks
    is_last = is_last and referee.due is Act.PLAY
    slips = behaviour.last_slips if is_last else behaviour.slips
    moves = {referee.number_of(move): move for move in referee.moves()}
    shares = zip(referee.numbers(), weights, strict=True)
    return {
        moves[number]: log(slips / len(weights) + (1 - slips) * weight / sum(weights))
        for number, weight in shares
    }


def replayed(deal: Deal, seen: list[Seen], view: StockPosition) -> float | None:
    """The likelihood of what was seen if these were the cards; None if it could not have been."""
    referee, left, total = Referee.of_deal(deal), list(seen), 0.0
    while left or referee.due is not view.act or referee.turn is not view.turn:
        if referee.in_playoff or referee.turn is None:
            return None
        at, made = (referee.turn, referee.completed_tricks), None
        if left and left[0][:2] == at and left[0].move in referee.moves():
            made = left.pop(0).move
        elif referee.due is Act.PLAY:
            return None
        made = made or Show()
        if referee.turn is not view.turn and len(referee.moves()) > 1:
            total += log_chance(referee)[made]
        referee.push(made)
    again = referee.view(view.turn)
    return exp(total) if again is not None and again.text() == view.text() else None


@pytest.mark.parametrize("name", ["goulash", "glup"])
def test_what_was_seen_is_explained_by_the_behaviour_of_the_game(name: str) -> None:
    deal = next(random_deals(1, 9, RULEBOOKS[name]))
    behaviour = behaviour_in(deal.rules, deal.rules.count)
    referee, logs = Referee.of_deal(deal), dict.fromkeys(Seat, 0.0)
    while referee.completed_tricks < 5 or referee.due is not Act.PLAY:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        number = by_policy(view)
        moves = {referee.number_of(move): move for move in referee.moves()}
        logs[referee.turn] += log_chance(referee, behaviour)[moves[number]]
        referee.push_number(number)
    assert referee.turn is not None
    view = referee.view(referee.turn)
    assert isinstance(view, StockPosition)
    first, second = deal.north, deal.south
    if deal.dealer is Seat.NORTH:
        first, second = second, first
    assert deal.upcard is not None
    cards = [card.index for card in (*first, *second, deal.upcard, *deal.stock)]
    found = np.zeros(1)
    search = Belief(view, INFERRED).playouts()
    search.log_likelihoods(np.array([cards], np.uint8), found)
    assert found[0] == pytest.approx(logs[view.turn.other])


def drawn_from(cards: tuple[Card, ...], number: int) -> set[tuple[tuple[Card, ...], Hand]]:
    """The ways in which so many of these cards were drawn one by one, and the others dealt."""
    return {
        (order, Hand.of(card for place, card in enumerate(cards) if place not in chosen))
        for chosen in combinations(range(len(cards)), number)
        for order in permutations([cards[place] for place in chosen])
    }


def beliefs_enumerated(deal: Deal, referee: Referee, seen: list[Seen]) -> dict[Hand, float]:
    """The chances of what the other seat holds hidden, all past deals gone through."""
    assert referee.turn is not None
    seat, deck = referee.turn, deal.rules.deck
    view = referee.view(seat)
    assert isinstance(view, StockPosition)
    assert deal.upcard is not None
    own_draws = [card for drawer, card in referee.draws if drawer is seat]
    winners = [drawer for drawer, _ in referee.draws][::2]
    own = tuple(deal.south if seat is Seat.SOUTH else deal.north)
    others = Counter(deck.cards()) - Counter((*own, *own_draws, deal.upcard))
    number, chances = len(winners), defaultdict[Hand, float](float)
    for own_order, own_hand in drawn_from((*own, *own_draws), number):
        for pool in {
            tuple(sorted(p, key=str)) for p in combinations(others.elements(), deck.hand + number)
        }:
            rest = tuple((others - Counter(pool)).elements())
            for order, hand in drawn_from(pool, number):
                stock = [
                    card
                    for winner, mine, its in zip(winners, own_order, order, strict=True)
                    for card in pair_in_pile(deck, winner, seat, mine, its)
                ]
                south, north = (own_hand, hand) if seat is Seat.SOUTH else (hand, own_hand)
                tried = replace(deal, south=south, north=north, stock=(*stock, *rest))
                likelihood = replayed(tried, seen, view)
                if likelihood is not None:
                    hidden = Counter((*hand, *order))
                    hidden -= Counter(
                        item.move.card
                        for item in seen
                        if item.seat is not seat and isinstance(item.move, Play)
                    )
                    ways = 1.0
                    for card in set(deck.cards()):
                        dealt = [list(each).count(card) for each in (own_hand, hand, rest)]
                        for copies in dealt:
                            ways /= factorial(copies)
                    chances[Hand.of(hidden.elements())] += ways * likelihood
    total = sum(chances.values())
    return {hand: chance / total for hand, chance in chances.items()}


def pair_in_pile(
    deck: Deck, winner: Seat, seat: Seat, own: Card, others: Card
) -> tuple[Card, Card]:
    """The cards drawn after a trick as they lie in the stock."""
    first = Seat.SOUTH if deck.own_piles else winner
    return (own, others) if first is seat else (others, own)


@pytest.mark.parametrize("rules", [SMALL_PILES, SMALL_FOUR], ids=lambda rules: rules.name)
def test_chains_find_what_enumeration_finds(rules: Rulebook) -> None:
    """Without shows: then what the other seat holds is what it was dealt, drew and not played."""
    compared = 0
    for deal in random_deals(400, 9, rules):
        referee, seen = Referee.of_deal(deal), list[Seen]()
        while referee.completed_tricks < 2 or referee.due is not Act.PLAY:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            seat, tricks = referee.turn, referee.completed_tricks
            referee.push_number(by_policy(view))
            move = referee.history[-1]
            if move != Show():
                seen.append(Seen(seat, tricks, move))
        if any(isinstance(item.move, Show) for item in seen):
            continue
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        exact = beliefs_enumerated(deal, referee, seen)
        belief = Belief(view, INFERRED, COLD)
        rows = np.zeros((20_000, len(belief.cards)), np.uint8)
        assert belief.playouts().sample_chain(1, 0, 1000, 10, rows) >= 0
        found = Counter(
            Hand.of(map(Card.from_index, row))
            for row in np.sort(rows[:, : belief.hidden], axis=1).tolist()
        )
        away = sum(abs(found[hand] / len(rows) - exact.get(hand, 0.0)) for hand in {*found, *exact})
        assert away / 2 < 0.03, (view.text(), exact, found)
        compared += 1
        if compared == 1:
            break
    assert compared == 1


# ------------------------------------------------------------------------------------- chances


def test_a_lead_decides_where_one_has_to_be_ahead() -> None:
    glup = RULEBOOKS["glup"]
    chance = WinChance(Seat.SOUTH, Points(900, 0), GameSettings(glup, glup.count, 1000, ahead=1000))
    points = np.array([[99, 0], [100, 0], [0, 0], [0, 900], [0, 1901]])
    south = chance.of_points(points)
    assert south[1] == 1
    assert south[4] == 0
    assert 0.5 == south[3] < south[2] < south[0] < 1

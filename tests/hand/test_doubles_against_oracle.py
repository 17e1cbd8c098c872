"""Whole hands with doubles, the product's referee and the oracle's side by side, move by move.

Half of the players offer and accept whatever they can, so that stakes grow; the others say
anything, and refuse now and then.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from helpers.hand_comparison import as_dealt
from oracle.doubles import (
    BOTH,
    CHOICES,
    EVERY,
    FIRST_LAST,
    RULES_WITH_DOUBLES,
    DoublesHand,
    best_choice,
    last_window_values,
)
from oracle.goulash import GoulashHand
from oracle.hand import SEATS, OracleHand
from pinochle_solver import analyze, solve
from pinochle_solver.hand.deals import Deal, random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.piles import Piles
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Doubles, Seat

HANDS = 8
OPTIONS = (EVERY, FIRST_LAST)


def oracle_of(deal: Deal, doubles: str) -> DoublesHand:
    if deal.rules.name != "goulash":
        return DoublesHand(OracleHand(as_dealt(deal)), doubles)
    hands = [deal.north, deal.south] if deal.dealer is Seat.SOUTH else [deal.south, deal.north]
    south, north, dead = Piles.of_row(deal.stock)
    own = {Seat.SOUTH: south, Seat.NORTH: north}
    dealt = [card for start in range(0, 16, 4) for hand in hands for card in [*hand][start:][:4]]
    assert deal.upcard is not None
    assert dead is not None
    piles = [*own[deal.dealer.other], *own[deal.dealer]]
    cards = [card.text() for card in (*dealt, deal.upcard, *piles, dead)]
    return DoublesHand(GoulashHand(cards, deal.dealer.text(), deal.count.name), doubles)


def due(referee: Referee) -> tuple[str, str] | None:
    if referee.turn is None or referee.due is None:
        return None
    return referee.turn.text(), referee.due.text()


def compare(referee: Referee, oracle: DoublesHand) -> None:
    place = oracle.full()
    assert due(referee) == oracle.due(), place
    moves = [move.text() for move in referee.moves()]
    asks = referee.due is not None and referee.due.doubles
    # What is said to doubles is in the order of the page.
    assert (moves if asks else sorted(moves)) == oracle.moves(), place
    stakes = referee.stakes
    assert stakes is not None
    assert stakes.doubler is not None
    refused = referee.refuser is not None
    assert refused == (oracle.outcome == "refused"), place
    # Of a redouble refused the product tells the stake that is paid.
    assert stakes.stake == (
        abs(referee.payment[0]) if refused and referee.payment else oracle.stake
    )
    assert stakes.doubler.text() == oracle.right, place
    if not refused:
        assert oracle.points is not None
        assert {seat.text(): tuple(referee.points[seat]) for seat in Seat} == oracle.points, place
    assert referee.payment == oracle.payment, place
    # What is seen of the cards is compared elsewhere for every move (test_hands_against_oracle).
    if referee.turn is not None and (asks or len(referee.history) % 8 == 0):
        for seat in Seat:
            compare_view(referee, oracle, seat)


def compare_view(referee: Referee, oracle: DoublesHand, seat: Seat) -> None:
    """What a seat sees: of the oracle's tokens those that the product tells as well."""
    view, seen = referee.view(seat), oracle.view(seat.text())
    assert view is not None
    tokens = view.tokens()
    for token in ("doubles", "turn", "upcard", "led"):
        assert tokens.get(token, "") == seen.get(token, ""), token
    assert tokens.get("act", "play") == seen.get("act", "play")
    assert tokens.get("stake", "1") == seen["stake"]
    if "doubler" in seen:
        assert tokens.get("doubler", BOTH) == seen["doubler"]
    for name in SEATS:
        assert tokens[name] == seen[name], name


def play(rules: str, option: str, seed: int) -> Counter[str]:
    """Play one hand both ways; count what was said."""
    random = Random(f"{rules}/{option}/{seed}")
    deal = random_deal(seed, 1, RULEBOOKS[rules])
    referee = Referee.of_deal(deal, doubles=Doubles.parse(option))
    oracle = oracle_of(deal, option)
    willing = seed % 2 == 0
    said: Counter[str] = Counter()
    while referee.turn is not None:
        compare(referee, oracle)
        move = random.choice(referee.moves()).text()
        if referee.due is not None and referee.due.doubles:
            if willing:
                choices = [each.text() for each in referee.moves()]
                move = (
                    choices[-1] if "refuse" not in choices or random.random() < 0.5 else choices[1]
                )
            said[move] += 1
            said["last window"] += bool(referee.stock_is_gone)
        for hand in (referee, oracle):
            if isinstance(hand, Referee):
                hand.push(move)
                hand.pop()
                hand.push(move)
            else:
                hand.apply(move)
                hand.undo()
                hand.apply(move)
    compare(referee, oracle)
    said[str(oracle.outcome)] += 1
    return said


@pytest.mark.parametrize("rules", RULES_WITH_DOUBLES)
def test_hands_with_doubles_agree_with_the_oracle_at_every_step(rules: str) -> None:
    said: Counter[str] = Counter()
    for option in OPTIONS:
        for seed in range(HANDS):
            said += play(rules, option, seed)
    assert {"no-double", "double", "refuse", "accept", "redouble"} <= said.keys()
    assert {"refused", "scored", "last window"} <= said.keys()


def test_the_rulebooks_with_doubles_are_those_of_the_oracle() -> None:
    with_doubles = {name for name, rules in RULEBOOKS.items() if rules.game.doubles}
    assert with_doubles == {*RULES_WITH_DOUBLES}


def last_window(rules: str, seed: int) -> StockPosition:
    """The last window of a random hand without an offer before it."""
    random = Random(seed)
    referee = Referee.of_deal(random_deal(seed, 5, RULEBOOKS[rules]), doubles=Doubles.FIRST_LAST)
    while not referee.stock_is_gone:
        moves = [move for move in referee.moves() if move.text() != "double"]
        referee.push(random.choice(moves))
    assert referee.turn is not None
    position = referee.view(referee.turn)
    assert isinstance(position, StockPosition)
    return position


@pytest.mark.parametrize("rules", RULES_WITH_DOUBLES)
def test_the_last_window_is_worth_what_the_oracle_says(rules: str) -> None:
    for seed in range(3):
        window = last_window(rules, seed)
        winner, stake = window.turn, 1
        playing = Referee.of_position(window)
        playing.push("no-double")
        lead = playing.position()
        assert isinstance(lead, PlayoffPosition)
        to_come = solve(lead).value
        assert window.points is not None
        south, north = map(sum, window.points)
        ahead = south + to_come.south - north - to_come.north
        place = Referee.of_position(window)
        for act, path in {
            "double": [],
            "answer": ["double"],
            "answer-redouble": ["redouble"],
        }.items():
            for move in path:
                place.push(move)
            position = place.position()
            assert isinstance(position, StockPosition)
            found = analyze(position)
            assert (found.objective, found.exact) == ("stake", True)
            values = last_window_values(winner.text(), ahead, stake, act)
            assert {m.move.text(): m.mean for m in found.moves} == values
            assert found.choice.text() == best_choice(values)
            assert [*values] == [*CHOICES[act]]

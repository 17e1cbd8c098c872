"""What can be expected of hidden hands: averages of open ones, by plain sums and the oracle."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, count
from random import Random
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.table_open_solver import OracleSolver, SumSolver
from pinochle_solver.double_dummy import worlds as worlds_module
from pinochle_solver.double_dummy.bidding import MOST_CHOICES, best_choices
from pinochle_solver.double_dummy.burying import MOST_CHOICES as MOST_BURIALS
from pinochle_solver.double_dummy.burying import burial_chances
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.choices import choice_of, likely_choices
from pinochle_solver.double_dummy.open_hands import OpenHands
from pinochle_solver.double_dummy.outcomes import (
    CENTS,
    POINTS,
    Contract,
    Laid,
    Sums,
    Unit,
    Worth,
    conceded,
    laid_by_units,
    shared,
    worth_of,
)
from pinochle_solver.double_dummy.searching import analyze_with_open_cards
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.double_dummy.worlds import Worlds
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.intervals import chance_interval
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.burial import laying_all
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.game import game_begun
from pinochle_solver.table.hands import begun
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.melds import MELD_VALUES, melds_with, most_meld_points
from pinochle_solver.table.moves import CONCEDE, Bury, Call, Dix, Lay
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.scoring import HandFacts, scored
from pinochle_solver.table.seats import Seat

SOUTH, WEST, NORTH, EAST = Seat


# Cards


OPEN = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"


def test_with_open_hands_every_card_has_the_value_of_the_solver() -> None:
    found = analyze_chances(TablePosition.parse(OPEN), OracleSolver())
    assert found.exact
    assert found.worlds == 1
    # 55 points are to come: 40 and 15, by the page; the others share what they win.
    expected = {"JS": (40, 40 - 7.5), "QS": (35, 25), "AS": (35, 25)}
    assert {
        chance.move.text(): (chance.cards.mean, chance.mean.mean)
        for chance in found.moves
        if chance.cards and chance.mean
    } == expected
    assert found.moves[0].move.text() == "JS"
    assert {chance.mean.se for chance in found.moves if chance.mean} == {0}


HIDDEN = (
    "rules=auction bidder=south trump=S turn=south south=AJ.-.K.- west=+3 north=+3 "
    "buried=-.-.AKQ.- gone={gone}"
)


def last_cards(unseen: str) -> TablePosition:
    """Three cards each, these six unseen."""
    named = joined(Hand.parse("AJ.-.K.-"), joined(Hand.parse("-.-.AKQ.-"), Hand.parse(unseen)))
    gone = less(TABLE_RULEBOOKS["auction"].deck, named)
    return TablePosition.parse(HIDDEN.format(gone=gone.text()))


def test_means_are_those_of_all_deals_within_their_errors() -> None:
    position = last_cards("TQ.A.T.TK")
    pool = list(Hand.parse("TQ.A.T.TK"))
    values: dict[Card, list[int]] = {}
    for chosen in combinations(range(6), 3):
        west = Hand.of(pool[i] for i in chosen)
        north = Hand.of(pool[i] for i in range(6) if i not in chosen)
        hands = {SOUTH: position.hands[SOUTH].known, WEST: west, NORTH: north}
        table = OpenHands(position.rules, Suit.SPADES, SOUTH, hands, (SOUTH,))
        for card, value in OracleSolver().values(table).items():
            values.setdefault(card, []).append(value)
    found = analyze_chances(position, OracleSolver(), Limits(worlds=120), seed=2)
    assert (found.worlds, found.exact, found.objective) == (120, False, POINTS)
    assert len(found.moves) == len(values) == 3
    for chance in found.moves:
        of_card = values[Card.parse(chance.move.text())]
        assert chance.cards is not None
        assert chance.cards.se > 0
        assert abs(chance.cards.mean - sum(of_card) / 20) < 4 * chance.cards.se
        assert chance.behind is not None
        assert chance.behind.mean >= 0
    assert found.moves == analyze_chances(position, OracleSolver(), Limits(worlds=120), 2).moves
    assert found.moves != analyze_chances(position, OracleSolver(), Limits(worlds=120), 3).moves


@pytest.mark.parametrize(
    ("contract", "money"),
    [
        (250, {"JS": 100, "AS": 100, "QS": 100}),
        (260, {"JS": 100, "AS": -200, "QS": -200}),
        (270, {"JS": -200, "AS": -200, "QS": -200}),
    ],
)
def test_a_contract_is_made_by_melds_burial_and_all_cards(
    contract: int, money: dict[str, int]
) -> None:
    # Melds 100, 105 won, 15 buried, of 55 to come 40 or 35: 260 or 255.
    line = f"{OPEN} contract={contract} buried=-.-.AK.9 points=100+105/0+40/0+35"
    found = analyze_chances(TablePosition.parse(line), OracleSolver())
    assert found.objective == CENTS
    assert {chance.move.text(): chance.mean for chance in found.moves} == {
        card: (mean, 0.0) for card, mean in money.items()
    }
    for chance in found.moves:
        assert chance.win == (float(money[chance.move.text()] > 0), 0.0)


def test_of_cards_that_come_to_the_same_the_one_that_wins_more_is_first() -> None:
    # 250 is made in any case, and 280 never; south's jack wins 40 of 55, its other cards 35.
    for contract in (250, 280):
        told = f"contract={contract} buried=-.-.AK.9 points=100+105/0+40/0+35"
        found = analyze_chances(TablePosition.parse(f"{OPEN} {told}"), OracleSolver())
        assert [chance.move.text() for chance in found.moves] == ["JS", "AS", "QS"]
        line = f"{OPEN.replace('turn=south', 'turn=west')} {told}"
        found = analyze_chances(TablePosition.parse(line), OracleSolver())
        # Of the defenders' 55 points, not of the bidder's.
        assert [chance.cards.mean for chance in found.moves if chance.cards] == [20, 15, 15]


def test_for_a_defender_the_chance_is_that_the_contract_is_set() -> None:
    line = (
        "rules=auction bidder=south trump=S turn=west led=JS south=AQ.-.-.- west=AJ.9.-.- "
        "north=Q.T.K.- contract=270 buried=-.-.AK.9 points=100+110/0+40/0+30"
    )
    best = analyze_chances(TablePosition.parse(line), OracleSolver()).moves[0]
    assert (best.win, best.mean) == ((1.0, 0.0), (100.0, 0.0))


def test_what_is_not_told_leaves_the_contract_out() -> None:
    # Without the burial nobody can tell whether 260 is made; what is still to come is counted.
    line = f"{OPEN} contract=260 points=100+110/0+40/0+30"
    found = analyze_chances(TablePosition.parse(line), OracleSolver())
    assert found.objective == POINTS
    assert found.moves[0].mean == (100 + 110 + 40 - (70 + 15) / 2, 0.0)


# Outcomes, by the scoring of the table


@given(
    st.sampled_from([name for name, rules in TABLE_RULEBOOKS.items() if rules.auction]),
    st.integers(0, 2**32),
)
def test_what_a_hand_is_worth_is_what_it_scores(name: str, seed: int) -> None:
    rng = Random(seed)
    money = [[], ["kitty"], ["kitty350"], ["aces"], ["kitty", "aces"]]
    options = rng.choice(money) if name == "auction" else []
    rules = with_options(TABLE_RULEBOOKS[name], options)
    players, trump = rules.players(None), rng.choice(list(Suit))
    bidder, kitty = (
        rng.choice(players),
        0 if rules.money is None or not rules.money.kitty else rng.randrange(0, 1000, 5),
    )
    score = tuple(rng.choice([-200, 0, 10, 700, 990]) for _ in rules.score_units)
    contract = Contract(
        bidder,
        rng.randrange(25, 60) * 10,
        kitty,
        rng.random() < 0.5,
        rng.choice([None, score]),
    )
    melds = [
        tuple(rng.choice(melds_with(trump)) for _ in range(rng.randrange(4)))
        if seat == bidder or not rules.only_bidder_melds
        else ()
        for seat in rules.table
    ]
    cards = [rng.randrange(100) for _ in rules.table]
    tricks = [rng.randrange(3) for _ in rules.table]
    if rng.random() < 0.3:
        only = rng.choice(players)
        tricks = [rules.hand if seat is only else 0 for seat in rules.table]
    facts = HandFacts(
        rules=rules,
        dealer=players[0],
        bidder=bidder,
        contract=contract.points,
        trump=trump,
        melds=tuple(melds),
        cards=tuple(cards),
        won=tuple(tricks),
        buried=rng.randrange(30) if rules.widow else 0,
        four_aces=contract.four_aces,
        ending=Ending.PLAYED,
    )
    result = scored(facts, kitty)
    units = rules.units(None)
    sums = Sums(
        laid_by_units(rules, units, dict(zip(rules.table, melds, strict=True))),
        {
            unit: sum(cards[seat] for seat in unit) + facts.buried * (bidder in unit)
            for unit in units
        },
        frozenset(unit for unit in units if not facts.melds_count(unit)),
        next((u for u in units if sum(facts.won[seat] for seat in u) == rules.hand), None),
    )
    paid = dict(zip(result.units, result.checks or result.scores, strict=True))
    if contract.score is not None and rules.checks is not None:
        game = replace(game_begun(rules, players[0]), scores=contract.score).after(result)
        paid = dict(zip(result.units, game.checks, strict=True))
    for seat in players:
        worth = worth_of(rules, seat, sums, trump, contract)
        scores = {unit: paid[unit] for unit in units}
        own = next(unit for unit in units if seat in unit)
        others = [score for unit, score in scores.items() if unit != own]
        if rules.money is not None:
            assert worth.mean == scores[own]
        else:
            assert worth.mean == pytest.approx(scores[own] - sum(others) / len(others))
        made = result.outcome.value == "made"
        assert worth.win == float(made == (bidder in own))
    if rules.money is not None:
        given_up = scored(replace(facts, ending=Ending.CONCEDED), kitty)
        assert conceded(rules, contract).mean == given_up.score_of(bidder)


def test_without_a_contract_the_most_points_win_and_ties_are_shared() -> None:
    rules = TABLE_RULEBOOKS["auction-score"]
    melds: dict[Unit, Laid] = dict.fromkeys([(SOUTH,), (WEST,), (NORTH,)], Laid())
    sums = Sums(melds, {(SOUTH,): 100, (WEST,): 100, (NORTH,): 50})
    assert worth_of(rules, SOUTH, sums, Suit.CLUBS, None) == Worth(25.0, 0.5)
    assert worth_of(rules, NORTH, sums, Suit.CLUBS, None) == Worth(-50.0, 0.0)


def test_who_plays_together_shares_what_they_win() -> None:
    units = [(SOUTH,), (WEST,), (NORTH,)]
    assert shared(units, (SOUTH,), 40, 55) == {(SOUTH,): 40, (WEST,): 7.5, (NORTH,): 7.5}
    partners = [(SOUTH, NORTH), (WEST, EAST)]
    assert shared(partners, (WEST, EAST), 40, 55) == {(SOUTH, NORTH): 15, (WEST, EAST): 40}


# Burials


BURY = (
    "rules=auction dealer=north act=bury bids=250,260,p,{bid},p bidder=south contract={bid} "
    "turn=south south=AAKQJ9.KQJ.AATKQJ.TK9 west=+15 north=+15 widow=-.J.-.T9 {more}"
)


@pytest.mark.parametrize("game", ["auction-score", "auction"])
def test_the_bidder_plays_on_the_side_that_a_position_gives(game: str) -> None:
    line = BURY.format(bid=370, more="sides=north/south+west").replace(
        "rules=auction", f"rules={game}"
    )
    position = TablePosition.parse(line)
    sides = []

    class Asked(SumSolver):
        def value(self, position: OpenHands) -> int:
            sides.append(position.side)
            return super().value(position)

    found = burial_chances(position, Worlds(position, 1, Limits(worlds=2)), Asked(), most=1)
    best = found.moves[0]
    assert set(sides) == {(SOUTH, WEST)}
    assert isinstance(best.move, Bury)
    choice = choice_of(position.hands[SOUTH].known, best.move, position.rules)
    worlds = list(Worlds(position, 1, Limits(worlds=2)))
    count = position.rules.count
    laid = sum(
        most_meld_points(world.hands[WEST], best.move.trump, MELD_VALUES) for world in worlds
    )
    won = [count.of(choice.kept) + count.of(world.hands[WEST]) for world in worlds]
    assert best.win is not None
    made = [choice.melds + choice.buried + each / 2 >= 370 for each in won]
    assert best.win.mean == sum(made) / 2
    if game == "auction-score":
        assert best.melds == choice.melds + laid / 2
        assert best.cards is not None
        assert best.cards.mean == sum(won) / 2


def test_burials_are_ranked_by_what_they_come_to() -> None:
    position = TablePosition.parse(BURY.format(bid=450, more=""))
    found = analyze_chances(position, SumSolver(), Limits(worlds=10))
    hand, rules = position.hands[SOUTH].known, position.rules
    assert found.objective == CENTS
    means = [chance.mean.mean for chance in found.moves if chance.mean and chance.worlds == 10]
    assert means == sorted(means, reverse=True)
    for chance in found.moves:
        if chance.move == CONCEDE:
            assert chance.mean == (-400.0, 0.0)
            continue
        assert isinstance(chance.move, Bury)
        choice = choice_of(hand, chance.move, rules)
        table = OpenHands(rules, chance.move.trump, SOUTH, {SOUTH: choice.kept}, (SOUTH,))
        value = SumSolver().value(table)
        total = choice.melds + choice.buried + value
        assert (chance.melds, chance.buried) == (choice.melds, choice.buried)
        assert chance.cards is None
        assert chance.win is not None
        # What ten deals do not show may happen, but where all cards are too few.
        assert chance.win.mean == float(total >= 450)
        assert chance.win.se == (1.5 / chance.worlds if choice.melds >= 200 else 0.0)
    assert any(chance.move == CONCEDE for chance in found.moves)


def test_a_contract_made_by_melds_alone_is_not_played() -> None:
    solver = SumSolver()
    position = TablePosition.parse(BURY.format(bid=270, more=""))
    found = analyze_chances(position, solver, Limits(worlds=2))
    by_melds = [move for move in found.moves if move.melds is not None and move.melds >= 270]
    assert len(by_melds) > 20
    assert all(move.win == (1.0, 0.0) for move in by_melds)
    # Only one choice is in spades, for which twice as much is paid, and it needs some tricks.
    assert (found.moves[0].move, found.moves[0].melds) == (
        Bury(Suit.SPADES, Hand.parse("-.-.T.T9")),
        210,
    )


@pytest.mark.parametrize(
    ("kitty", "lost"), [(" kitty=300", 700.0), (" kitty=0", 400.0), ("", 400.0)]
)
def test_the_kitty_is_among_the_stakes(kitty: str, lost: float) -> None:
    line = BURY.format(bid=450, more=f"options=kitty{kitty}")
    found = analyze_chances(TablePosition.parse(line), SumSolver(), Limits(worlds=2))
    concession = next(chance for chance in found.moves if chance.move == CONCEDE)
    assert concession.mean == (-lost, 0.0)


ACES = "rules=auction options=aces dealer=north "
BURY_ACES = (
    ACES + "act=bury bids=600,p,p bidder=south contract=600 turn=south"
    " south=AQJ9.AKQ9.ATTJ9.AQJJ9 west=+15 north=+15 widow="
)


@pytest.mark.parametrize(("widow", "pays"), [("-.9.9.J", 3150), ("A.9.9.-", 3200)])
def test_what_four_aces_are_paid_is_among_what_the_bidder_gets(widow: str, pays: int) -> None:
    position = TablePosition.parse(BURY_ACES + widow)
    best, second, *_ = analyze_chances(position, SumSolver(), Limits(worlds=2)).moves
    assert best.move == CONCEDE
    assert best.mean == (-pays, 0)
    assert second.behind == (3200, 0)


def test_a_bid_with_four_aces_is_worth_what_they_are_paid_besides() -> None:
    line = ACES + "act=bid bids=p south=+15 west=AQJ9.AKQ9.ATJ9.AQJ north=+15"
    with_aces, without = (
        analyze_chances(TablePosition.parse(each), SumSolver(), Limits(worlds=2)).moves
        for each in (line, line.replace(" options=aces", ""))
    )
    for one, other in zip(with_aces, without, strict=True):
        if one.mean is not None:
            assert other.mean is not None
            assert one.mean.mean == other.mean.mean + 50


@given(st.integers(0, 2**32))
def test_the_likely_burials_are_lawful_and_each_is_there_once(seed: int) -> None:
    rng, rules = Random(seed), TABLE_RULEBOOKS["auction"]
    hand = Hand.of(rng.sample(list(rules.deck), 18))
    found = likely_choices(hand, rules, 40)
    assert len({choice.move for choice in found}) == len(found) == 40
    for choice in found:
        assert len(choice.move.cards) == 3
        assert joined(choice.kept, choice.move.cards) == hand
        assert choice.melds == most_meld_points(choice.kept, choice.move.trump, MELD_VALUES)
    assert found == sorted(found, key=lambda choice: -choice.guess)


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.sampled_from([MOST_CHOICES, MOST_BURIALS]))
def test_the_best_burial_of_every_trump_is_among_the_likely_ones(seed: int, most: int) -> None:
    rules = TABLE_RULEBOOKS["auction"]
    hand = Hand.of(Random(seed).sample(list(rules.deck), 18))
    ranked = sorted(
        (choice_of(hand, move, rules) for move in laying_all(hand, 3)),
        key=lambda choice: -choice.guess,
    )
    found = likely_choices(hand, rules, most)
    assert len(found) == most
    for trump in Suit:
        best, of_trump = (
            next(choice.guess for choice in choices if choice.move.trump == trump)
            for choices in (ranked, found)
        )
        assert of_trump == pytest.approx(best, abs=2)


def test_a_hand_with_one_long_suit_is_tried_in_the_others_too() -> None:
    # All the best guesses name spades; the last three make way for the best of each other suit.
    hand, rules = Hand.parse("AATTKKQQJJ99.A9.K9.Q9"), TABLE_RULEBOOKS["auction"]
    by_guess = sorted(
        (choice_of(hand, move, rules) for move in laying_all(hand, 3)),
        key=lambda choice: -choice.guess,
    )
    assert {choice.move.trump for choice in by_guess[:48]} == {Suit.SPADES}
    found = likely_choices(hand, rules, 48)
    others = [choice for choice in found if choice.move.trump != Suit.SPADES]
    assert [choice.guess for choice in found[:45]] == [choice.guess for choice in by_guess[:45]]
    assert found[45:] == others
    for choice in others:
        of_trump = [each for each in by_guess if each.move.trump == choice.move.trump]
        assert choice.guess == of_trump[0].guess
    assert len({choice.move.trump for choice in others}) == 3


def test_where_points_are_scored_it_is_told_what_each_burial_wins() -> None:
    line = BURY.format(bid=400, more="").replace("auction", "auction-score")
    position = TablePosition.parse(line)
    found = analyze_chances(position, SumSolver(), Limits(worlds=2))
    assert found.objective == POINTS
    rules, made = position.rules, set[bool]()
    for chance in found.moves:
        assert isinstance(chance.move, Bury)
        choice = choice_of(position.hands[SOUTH].known, chance.move, rules)
        table = OpenHands(rules, chance.move.trump, SOUTH, {SOUTH: choice.kept}, (SOUTH,))
        won = SumSolver().value(table)
        assert chance.cards is not None
        assert chance.win is not None
        assert (chance.melds, chance.buried) == (choice.melds, choice.buried)
        assert chance.cards.mean == won
        assert chance.win.mean == float(choice.melds + choice.buried + won >= 400)
        made.add(chance.win.mean > 0)
    assert made == {False, True}


def test_the_example_of_the_page_buries_nothing_that_it_melds() -> None:
    hand = Hand.parse("AAKQJ9.KQJ.AATKQJ.TK9")
    best = likely_choices(hand, TABLE_RULEBOOKS["auction"], 1)[0]
    assert (best.move.trump, best.melds) == (Suit.DIAMONDS, 310)


# The auction


BID = (
    "rules=auction dealer=north act=bid bids=250 turn=west south=+15 "
    "west=TK.AATK9.TQ9.AKQJ9 north=+15 widow=+3"
)


def test_the_chance_of_a_contract_is_the_share_of_deals_that_make_it() -> None:
    position, solver = TablePosition.parse(BID), SumSolver()
    found = analyze_chances(position, solver, Limits(worlds=40))
    totals = []
    for world in Worlds(position, 1, Limits(worlds=40)):
        hand = joined(world.hands[WEST], world.widow)
        totals.append(
            max(
                choice.melds
                + choice.buried
                + solver.value(
                    OpenHands(
                        position.rules,
                        choice.move.trump,
                        WEST,
                        world.hands | {WEST: choice.kept},
                        (WEST,),
                    )
                )
                for choice in likely_choices(hand, position.rules, MOST_CHOICES)
            )
        )
    bids = [chance for chance in found.moves if chance.move != Call(None)]
    assert [chance.move.text() for chance in bids] == [str(bid) for bid in range(260, 660, 10)]
    for chance in bids:
        assert isinstance(chance.move, Call)
        assert chance.move.bid is not None
        share = sum(total >= chance.move.bid for total in totals) / 40
        assert chance.chance is not None
        assert chance.chance.mean == pytest.approx(share)
        # That of the deals, at least that of the rule of three.
        error = max(math.sqrt(share * (1 - share) / 39), 1.5 / 40)
        assert chance.chance.se == pytest.approx(error)
        interval = found.interval_of(chance, chance.chance)
        assert interval == pytest.approx(chance_interval(share, error))
        assert 0 <= interval.low <= share <= interval.high <= 1
    assert not found.is_guess
    for chance in bids:
        assert chance.mean is not None
    assert found.moves[-1].move == Call(None)
    assert found.moves[-1].mean is None


def test_a_bid_is_worth_what_the_suit_that_pays_most_brings() -> None:
    # With hearts west makes more, with spades enough for twice the base.
    hands = (
        "rules=auction dealer=west south=K.TKQQ99.TK.AKQQJ9 north=AAQJ99.AT.AATQJ9.9 "
        "widow=TK.-.9.- "
    )
    bid = f"{hands} act=bid bids=p,p turn=west west=TQJ.AKJJ.KQJ.ATTKJ"
    bought = f"{hands} act=bury bids=p,p,250 bidder=west turn=west west=TTKQJ.AKJJ.KQJ9.ATTKJ"
    call, best = (
        analyze_chances(TablePosition.parse(line), SumSolver(), Limits(worlds=1)).moves[0]
        for line in (bid, bought)
    )
    assert call.move == Call(250)
    assert call.mean == best.mean == (100, 0)


def test_with_partners_their_melds_count_and_only_trump_is_chosen() -> None:
    line = (
        "rules=corners dealer=east act=bid turn=south south=AAKQ.KQJ.AAT.TK "
        "west=+12 north=+12 east=+12"
    )
    position, solver = TablePosition.parse(line), SumSolver()
    world = Worlds(position, 1, Limits()).number(0)
    found = best_choices(position, world.hands, world.hands[SOUTH], solver, 8)
    [(total, choice, table, won)] = found
    assert table.side == (SOUTH, NORTH)
    totals = {
        bury.trump: most_meld_points(world.hands[SOUTH], bury.trump, MELD_VALUES)
        + most_meld_points(world.hands[NORTH], bury.trump, MELD_VALUES)
        + solver.value(OpenHands(position.rules, bury.trump, SOUTH, world.hands, (SOUTH, NORTH)))
        for bury in laying_all(world.hands[SOUTH], 0)
    }
    assert len(totals) == 4
    assert total == max(totals.values()) == totals[choice.move.trump]
    assert won.points == solver.value(table)


# Melds


def test_laying_all_is_best_by_just_what_it_lays() -> None:
    line = (
        "rules=auction-score dealer=north act=meld bids=250,p,p bidder=south contract=250 trump=S "
        "turn=west south=KQ.-.-.-+13 west=TKQ.AATK9.TQ9.AKJ9 north=+15 widow=-.J.-.T9 buried=+3 "
        "melds.south=royal-marriage:KS.QS"
    )
    found = analyze_chances(TablePosition.parse(line), SumSolver(), Limits(worlds=4))
    means = {chance.move.text(): chance.mean.mean for chance in found.moves if chance.mean}
    assert next(iter(means)) == "all"
    assert means["all"] - means["none"] == 40
    assert all(isinstance(chance.move, Lay) for chance in found.moves)


def test_an_exchange_is_worth_what_the_card_brings() -> None:
    # With both nines nobody else exchanges.
    line = (
        "rules=partnership dealer=east act=dix turn=south upcard=AS south=99KQ.KQJ.AAT.TK "
        "west=+12 north=+12 east=A.-.-.-+11"
    )
    found = analyze_chances(TablePosition.parse(line), SumSolver(), Limits(worlds=20))
    exchange, stay = found.moves
    assert (exchange.move, stay.move) == (Dix(True), Dix(False))
    # Ten points go from the dealer's side to south's, and perhaps aces around; the nine that the
    # dealer gets is no dix of his.
    assert stay.behind is not None
    assert stay.behind.mean >= 20


def test_in_a_playoff_the_seat_on_turn_plays_against_the_others() -> None:
    line = (
        "rules=macdougall-3 trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.- "
        "points=100+94/0+50/50+50"
    )
    best = analyze_chances(TablePosition.parse(line), OracleSolver()).moves[0]
    assert best.cards is not None
    # Old-style 56 are still to come, with the last trick.
    others = (50 + 50 + 50 + 56 - best.cards.mean) / 2
    assert best.mean is not None
    assert best.mean.mean == pytest.approx(194 + best.cards.mean - others)


# What is refused


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        (
            "rules=auction bidder=south trump=S turn=south south=+3 west=AJ.9.-.- north=Q.T.K.-",
            "south: 3 hidden cards, but the player to move must see his hand",
        ),
        (
            "rules=partnership dealer=east act=dix trump=S turn=south south=9KQ.KQJ.AAT.TKK "
            "west=+12 north=+12 east=+12",
            "upcard: missing, and it is what a nine is exchanged for",
        ),
        (
            "rules=hayes-3 dealer=north upcard=AS turn=south south=KQ.KQJ.AA.T west=+8 north=+8 "
            "stock=23",
            "upcard: with all cards face up, moves have values only when the stock is gone",
        ),
        (
            "rules=partnership trump=S turn=south south=A.A.-.- west=T.T.-.- north=K.K.-.- "
            "east=Q.Q.-.- sides=south+west/north+east",
            "sides: they part partners, whose points are one",
        ),
    ],
)
def test_what_cannot_be_worked_out_is_refused_with_the_fact(line: str, fact: str) -> None:
    with pytest.raises(IllegalPositionError) as error:
        analyze_chances(TablePosition.parse(line), SumSolver())
    assert str(error.value) == fact


class CountingSolver(SumSolver):
    """Counts what it is asked."""

    asked = 0

    def reaches(self, position: OpenHands, points: int) -> bool:
        self.asked += 1
        return super().reaches(position, points)


class SlowSolver(CountingSolver):
    """Takes its time."""

    def reaches(self, position: OpenHands, points: int) -> bool:
        sleep(0.005)
        return super().reaches(position, points)


def test_a_slow_solver_is_asked_of_fewer_burials() -> None:
    solver = SlowSolver()
    position = TablePosition.parse(BURY.format(bid=450, more=""))
    found = analyze_chances(position, solver, Limits(seconds=0.02))
    assert solver.asked < 12
    assert found.worlds >= 2
    assert 2 <= len(found.moves) <= 7
    # Conceding is the other move; three of these cards can be chosen in 590 ways.
    assert (found.tried, found.burials) == (len(found.moves) - 1, 2360)
    assert (found.exact, found.finished) == (False, False)


def test_in_an_auction_without_time_fewer_burials_are_tried() -> None:
    hurried, calm = CountingSolver(), CountingSolver()
    position = TablePosition.parse(BID)
    found = analyze_chances(position, hurried, Limits(seconds=1e-9))
    whole = analyze_chances(position, calm, Limits(worlds=2))
    assert found.worlds == whole.worlds == 2
    assert hurried.asked < calm.asked
    assert (found.tried, found.finished) == (8, False)
    assert (whole.tried, whole.finished) == (MOST_CHOICES, True)


@pytest.mark.parametrize("line", ["BURY", "BID"])
def test_a_limit_in_deals_never_depends_on_the_clock(line: str) -> None:
    position = TablePosition.parse({"BURY": BURY.format(bid=450, more=""), "BID": BID}[line])
    slow, quick = (
        analyze_chances(position, solver, Limits(worlds=2))
        for solver in (SlowSolver(), SumSolver())
    )
    assert slow.seconds > 0.1 + quick.seconds
    assert replace(slow, seconds=0.0) == replace(quick, seconds=0.0)
    assert quick.finished


def test_deals_that_were_asked_for_and_not_tried_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    # A clock that goes on by 4 ms whenever it is read: some 200 deals take a second.
    clock = count()
    monkeypatch.setattr(worlds_module, "monotonic", lambda: next(clock) * 0.004)
    position = TablePosition.parse(BURY.format(bid=450, more=""))
    cut = analyze_chances(position, SumSolver(), Limits(worlds=10**6, seconds=1.0))
    assert 100 < cut.worlds < 300
    assert (cut.tried, cut.finished) == (48, False)
    # Without such a number time alone ends it, as it should.
    timed = analyze_chances(position, SumSolver(), Limits(seconds=1.0))
    assert (timed.worlds, timed.tried, timed.finished) == (cut.worlds, 48, True)


def test_at_least_two_deals_are_tried() -> None:
    position = TablePosition.parse(BURY.format(bid=450, more=""))
    short = analyze_chances(position, SumSolver(), Limits(seconds=1e-9))
    assert short.worlds == 2


@pytest.mark.parametrize("seed", range(8))
def test_an_exchange_changes_what_can_be_laid(seed: int) -> None:
    """Who has exchanged still lays his melds, and the nine that the dealer got is none of his."""
    hand = begun(random_deal(seed, 4, TABLE_RULEBOOKS["partnership"]))
    while hand.act is Act.DIX:
        hand = hand.after(Dix(True))
    while hand.act is Act.MELD:
        position = position_of(hand)
        found = analyze_chances(position, SumSolver(), Limits(worlds=1))
        (everything,) = [move for move in found.moves if move.move == Lay()]
        later = hand
        while later.act is Act.MELD:
            later = later.after(Lay())
        facts = later.facts()
        own, other = position.units
        if position.turn in other:
            own, other = other, own
        assert everything.cards is not None
        assert everything.mean is not None
        won = everything.cards.mean
        expected = facts.meld_points(own) - facts.meld_points(other) + 2 * won - 250
        assert everything.mean.mean == expected
        hand = hand.after(Lay())


def test_what_is_certain_is_told_without_a_doubt() -> None:
    """South lays more than 250 with spades, and with hearts: neither needs a trick."""
    position = TablePosition.parse(
        "rules=auction dealer=north act=bury bids=250,p,p bidder=south contract=250 turn=south"
        " south=ATKQJ.ATKQJ.AKQJ.AKQ9 west=+15 north=+15 widow=-.-.-.KQ9"
    )
    found = analyze_chances(position, SumSolver(), Limits(worlds=4))
    best = found.moves[0].mean
    assert best is not None
    for move in found.moves:
        assert move.mean is not None
        assert (move.mean.se, move.behind) == (0, (best.mean - move.mean.mean, 0))
    assert found.moves[-1].move == CONCEDE


def test_what_cannot_be_made_is_best_conceded() -> None:
    position = TablePosition.parse(
        "rules=auction dealer=north act=bury bids=600,p,p bidder=south contract=600 turn=south"
        " south=AQJ9.KQ9.TTJJ9.KQJJ99 west=+15 north=+15 widow=-.-.9.J9"
    )
    best, second, *_ = analyze_chances(position, SumSolver(), Limits(worlds=4)).moves
    assert best.move == CONCEDE
    assert best.behind == (0, 0)
    assert second.behind == (3200, 0)


class LuckySolver(SumSolver):
    """Of three choices two win in six deals, one in five of them; after that none does."""

    asked = 0

    def reaches(self, position: OpenHands, points: int) -> bool:
        deal, choice = divmod(self.asked, 3)
        self.asked += 1
        return deal < 6 and (deal > 0 or choice < 2)


def test_a_choice_that_was_dropped_early_does_not_come_before_conceding() -> None:
    position = TablePosition.parse(BURY.format(bid=450, more=""))
    worlds = Worlds(position, 1, Limits(worlds=40))
    found = burial_chances(position, worlds, LuckySolver(), most=4).moves
    assert [move.worlds for move in found] == [40, 40, 24, 6, 6]
    assert found[0].move == CONCEDE
    assert found[0].behind == (0, 0)
    # With clubs as trump there are too few points for the contract: the solver is not asked.
    assert isinstance(found[-1].move, Bury)
    assert found[-1].move.trump == Suit.CLUBS
    assert found[-2].mean is not None
    assert found[-2].mean.mean > -400


MADE_ALREADY = (
    "rules=auction-score dealer=south bids=p,250,260,300,p bidder=north contract=300 trump=H"
    " turn=south south=AJ9.T.J.A west=KQ.-.-.-+4 north=Q.TK9.-.Q+1 widow=-.TJ.-.9 buried=+3"
    " melds.south=royal-marriage:KH.QH+aces:AS.AH.AD.AC"
    " melds.west=marriage:KS.QS+marriage:KD.QD+dix:9H melds.north=run:AH.TH.KH.QH.JH"
    "+marriage:KD.QD+queens:QS.QH.QD.QC+pinochle:QS.JD+dix:9H tricks=JD-9D-KD,QD-KD-AD,"
    "KH-JH-AH,JH-QH-9H,KC-JC-9C,KC-QC-AC,QD-9D-TD,JS-AS-KS,QH-AH-9S won=4/2/3"
    " points=140+45/50+20/280+50"
)


def test_a_contract_that_is_made_already_is_in_no_doubt() -> None:
    found = analyze_chances(TablePosition.parse(MADE_ALREADY), CompiledSolver(), Limits(worlds=20))
    for move in found.moves:
        assert move.win == (0, 0)
        assert move.mean is not None
        assert move.mean.se < 20


def test_aces_that_the_bidder_may_have_been_dealt_are_in_doubt() -> None:
    """Where he was dealt four different ones, each of the others pays him 25 for them."""
    line = (
        "rules=auction options=aces dealer=north bidder=south contract=300 trump=D turn=west"
        " led=AD south=+14 west=TK.TTKK9.TQ9.KKQJ9 north=+15 widow=-.J.-.T9 buried=+3"
        " melds.south=none"
    )
    limits, led = Limits(worlds=40), Hand.of([Card.parse("AD")])
    position, plain = (
        TablePosition.parse(each) for each in (line, line.replace(" options=aces", ""))
    )
    dealt = [joined(each.hands[SOUTH], each.buried) for each in Worlds(position, 1, limits)]
    paid = sum(
        all(Card.parse(f"A{suit.letter}") in joined(hand, led) for suit in Suit) for hand in dealt
    )
    assert 0 < paid < 40
    for one, other in zip(
        analyze_chances(position, SumSolver(), limits).moves,
        analyze_chances(plain, SumSolver(), limits).moves,
        strict=True,
    ):
        assert one.mean is not None
        assert other.mean is not None
        assert one.mean.mean == pytest.approx(other.mean.mean - 25 * paid / 40)
        assert one.mean.se > other.mean.se
        assert one.behind == other.behind


def test_points_that_follow_from_the_tricks_need_not_be_told() -> None:
    told, short = MADE_ALREADY, MADE_ALREADY.partition(" points=")[0]
    found, again = (
        analyze_chances(TablePosition.parse(line), CompiledSolver(), Limits(worlds=2)).moves
        for line in (told, short)
    )
    assert found == again


def test_what_others_may_still_lay_is_in_doubt() -> None:
    # Of the 12 hidden cards of each partner hangs whether the contract is made.
    line = (
        "rules=corners dealer=east bids=550,p,p,p act=meld bidder=south contract=550 trump=S"
        " turn=west south=AATTKKQJ9.A.A.A west=9.KJ99.TQJ9.KJ9 north=+12 east=+12"
        " melds.south=run:AS.TS.KS.QS.JS+aces:AS.AH.AD.AC+dix:9S"
    )
    found = analyze_chances(TablePosition.parse(line), CompiledSolver(), Limits(worlds=3), seed=6)
    for move in found.moves:
        assert move.win is not None
        assert move.win.se > 0.2


def test_what_the_burial_counts_is_in_doubt() -> None:
    # North has 330 for 340: a ten that he has buried, or not, makes the contract.
    line = MADE_ALREADY.replace("300", "340")
    for seed in range(1, 9):
        limits, position = Limits(worlds=2), TablePosition.parse(line)
        for move in analyze_chances(position, CompiledSolver(), limits, seed=seed).moves:
            assert move.win is not None
            assert move.win.se > 0.2


def test_what_is_gone_is_in_doubt_where_it_is_not_told() -> None:
    """With much in the hidden hands the contract is made, but two deals with little are alike."""
    position = TablePosition.parse(
        "rules=auction bidder=south contract=300 trump=S turn=south south=AA.-.-.- west=+2 "
        "north=+2 buried=-.-.AKQ.- points=100+120/0+20/0+20"
    )
    few = analyze_chances(position, CompiledSolver(), Limits(worlds=2), seed=3).moves[0].win
    many = analyze_chances(position, CompiledSolver(), Limits(worlds=100), seed=3).moves[0].win
    assert few is not None
    assert many is not None
    assert few.mean == 0 < many.mean
    assert few.se > 0.5


@pytest.mark.parametrize("worlds", [1, 2, 3])
def test_as_many_deals_are_tried_as_are_asked_for(worlds: int) -> None:
    hidden = OPEN.replace("west=AJ.9.-.-", "west=+3").replace("north=Q.T.K.-", "north=+3")
    found = analyze_with_open_cards(TablePosition.parse(hidden), worlds=worlds, seconds=2)
    assert found.worlds == worlds


def test_time_that_is_left_is_used() -> None:
    hidden = OPEN.replace("west=AJ.9.-.-", "west=+3").replace("north=Q.T.K.-", "north=+3")
    found = analyze_with_open_cards(TablePosition.parse(hidden), seconds=300, worlds=3)
    assert found.finished
    assert found.worlds == 3

"""Tree search: what it says of every move, what its nodes depend on, and what it plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import isfinite, log, sqrt
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.both_seats import exchanged
from helpers.small_decks import minimax, small_position, small_rules, values_of_moves
from helpers.trees import EXPLORATION, WON, grow, grown, small_view, tree_of
from pinochle_solver import RULEBOOKS, Card, Referee, Seat, random_deals
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.limits import Limits
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.stock.analysis import Analysis
from pinochle_solver.stock.beliefs import UNIFORM, Belief
from pinochle_solver.stock.open_estimates import Effort, estimate_open
from pinochle_solver.stock.settings import Request, SearchSettings
from pinochle_solver.stock.tree_search import (
    ISMCTS,
    KINDS,
    PIMC,
    analyze_tree,
    open_average,
)

# The last trick of the stock: with the nine of trumps south wins it and keeps the run, which he can
# lay then and never after.
REPLY = (
    "upcard=9S stock=1 turn=south south=ATKQJ9.A9.9.QJ9 north=+11 led=AC"
    " gone=-.ATTKKQQJJ9.AATTKKQQ.TTKK"
)
# The same after it.
RUN = (
    "upcard=9S stock=1 act=meld turn=south south=AATKQJ.A9.9.QJ north=+11"
    " gone=-.ATTKKQQJJ9.AATTKKQQ.AATTKK"
)


def analyze(line: str, kind: str, worlds: int, threads: int = 1, seed: int = 1) -> Analysis:
    return analyze_tree(
        StockPosition.parse(line),
        SearchSettings(limits=Limits(worlds=worlds), threads=threads, seed=seed, belief=UNIFORM),
        kind=kind,
    )


def without_time(analysis: Analysis) -> Analysis:
    return replace(analysis, seconds=0.0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("line", [WON, REPLY])
def test_every_legal_move_is_there_and_no_other(kind: str, line: str) -> None:
    analysis = analyze(line, kind, 4)  # too few to try every move, if they were not stretched
    position = StockPosition.parse(line)
    legal = Referee.of_position(position, tuple(position.unseen)).moves()
    assert sorted(move.move.text() for move in analysis.moves) == sorted(
        move.text() for move in legal
    )
    assert analysis.engine == kind
    assert all(move.visits > 0 and isfinite(move.mean) for move in analysis.moves)
    assert all(0 <= move.win <= 1 for move in analysis.moves)
    assert not analysis.exact
    assert analysis.moves[0].behind == 0


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_rulebooks(kind: str, rules: str) -> None:
    (deal,) = random_deals(1, 7, RULEBOOKS[rules])
    view = Referee.of_deal(deal).view(deal.dealer.other)
    assert isinstance(view, StockPosition)
    analysis = analyze_tree(
        view, SearchSettings(limits=Limits(worlds=2), belief=UNIFORM), kind=kind
    )
    assert sum(move.visits for move in analysis.moves) >= 2 * len(analysis.moves)


@pytest.mark.parametrize(("kind", "worlds"), [(ISMCTS, 1500), (PIMC, 5)])
def test_the_answer_does_not_depend_on_the_threads(kind: str, worlds: int) -> None:
    first = without_time(analyze(WON, kind, worlds))
    for threads in (2, 3):
        assert without_time(analyze(WON, kind, worlds, threads)) == first
    assert without_time(analyze(WON, kind, worlds, seed=2)) != first


@pytest.mark.parametrize(("kind", "worlds"), [(ISMCTS, 1000), (PIMC, 4)])
def test_a_run_is_kept_and_laid(kind: str, worlds: int) -> None:
    assert analyze(REPLY, kind, worlds).best.move.text() == "9S"
    analysis = analyze(RUN, kind, worlds)
    assert analysis.best.move.text() == "run:AS.TS.KS.QS.JS"
    assert analysis.best.price is not None
    passing = next(move for move in analysis.moves if move.move == Show())
    assert passing.behind > 140


# ------------------------------------------------------------------------------- both seats


@pytest.mark.parametrize(("kind", "worlds"), [(ISMCTS, 200), (PIMC, 2)])
@pytest.mark.parametrize("line", [f"{WON} points=40+31/20+13 dealer=north", REPLY, RUN])
def test_the_seats_change_places_and_nothing_else_changes(
    kind: str, worlds: int, line: str
) -> None:
    south = analyze(line, kind, worlds)
    north = analyze(exchanged(south.position).text(), kind, worlds)
    assert (south.mover, north.mover) == (Seat.SOUTH, Seat.NORTH)
    assert north.moves == south.moves


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ranks", ["ATKQ", "AKQ"])
def test_with_every_card_open_either_seat_finds_the_value(ranks: str, seed: int) -> None:
    """Each seat chooses what is best for itself: a long tree comes near to minimax."""
    position = small_position(small_rules(ranks, copies=5 - len(ranks), hand=2), seed)
    value = minimax(Referee.of_position(position))
    for each in (position, exchanged(position)):
        assert estimate_open(each, Effort(8_000))[0].mean == pytest.approx(value, abs=5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_in_small_decks_every_playoff_is_solved(kind: str, seed: int) -> None:
    """With every card open the reply to the last trick of the stock has exact values."""
    rules = small_rules("ATKQ", copies=2, hand=3, draws_first=True)
    referee, random = Referee.of_position(small_position(rules, seed)), Random(seed)
    while referee.completed_tricks < 4 or referee.leader is referee.turn:
        referee.push(random.choice(referee.moves()))
    position = referee.position()
    assert isinstance(position, StockPosition)
    sign = 1 if position.turn is Seat.SOUTH else -1
    found = analyze_tree(
        position, SearchSettings(limits=Limits(worlds=12), belief=UNIFORM), kind=kind
    )
    values = values_of_moves(Referee.of_position(position), minimax)
    expected = {move: sign * value for move, value in values.items()}
    assert {each.move.text(): each.mean for each in found.moves} == pytest.approx(expected)


def test_visits_are_iterations() -> None:
    analysis = analyze(WON, ISMCTS, 1000)
    assert analysis.worlds == sum(move.visits for move in analysis.moves) == 1000
    assert analysis.best.visits == max(move.visits for move in analysis.moves)
    assert analyze(WON, PIMC, 3).worlds == 3


def test_visits_are_worlds_where_each_has_a_tree() -> None:
    analysis = analyze(WON, PIMC, 3)
    assert {move.visits for move in analysis.moves} == {3}
    decision = make_engine(PIMC).choose(StockPosition.parse(WON), Limits(worlds=3))
    assert decision.worlds == 3


def test_by_the_chance_to_win() -> None:
    for kind, worlds in ((ISMCTS, 1000), (PIMC, 4)):
        analysis = analyze_tree(
            StockPosition.parse(WON),
            SearchSettings(limits=Limits(worlds=worlds), objective="win", belief=UNIFORM),
            kind=kind,
        )
        often = [move for move in analysis.moves if 10 * move.visits >= analysis.best.visits]
        assert analysis.best.win == max(move.win for move in often)
        assert all(move.behind <= 1 for move in analysis.moves)


def test_open_averages_are_those_of_open_worlds() -> None:
    averages = open_average(StockPosition.parse(WON), SearchSettings(limits=Limits(worlds=3)))
    assert averages == {move.move.text(): move.mean for move in analyze(WON, PIMC, 3).moves}


def test_progress_and_stop() -> None:
    position = StockPosition.parse(WON)
    stop = StopFlag()
    seen: list[Analysis] = []

    def progress(analysis: Analysis) -> None:
        seen.append(analysis)
        stop.set()

    for kind in KINDS:
        stop, seen = StopFlag(), []
        found = analyze_tree(
            position,
            SearchSettings(limits=Limits(seconds=20.0)),
            Request(stop=stop, progress=progress),
            kind=kind,
        )
        assert len(seen) == 1
        assert not found.finished
        assert found.seconds < 10
        assert len(found.moves) == len(seen[0].moves)


def test_a_target_error_ends_it() -> None:
    limits = Limits(target_error=20.0, seconds=20.0)
    found = analyze_tree(StockPosition.parse(WON), SearchSettings(limits=limits))
    assert found.moves[1].behind_se <= 20
    assert found.seconds < 10


@pytest.mark.parametrize("kind", KINDS)
def test_the_time_ends_it(kind: str) -> None:
    found = analyze_tree(
        StockPosition.parse(WON), SearchSettings(limits=Limits(seconds=0.02)), kind=kind
    )
    assert found.finished
    assert found.seconds < 5  # the machine may be busy
    assert all(move.visits > 0 for move in found.moves)


def test_what_is_no_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind is 'mcts', expected one of ismcts, pimc"):
        analyze_tree(StockPosition.parse(WON), kind="mcts")
    with pytest.raises(ValueError, match="worlds is 0"):
        analyze_tree(StockPosition.parse(WON), SearchSettings(limits=Limits(worlds=0)))


# Nodes


def played_at_random(
    position: StockPosition, world: NDArray[np.uint8], random: Random
) -> tuple[bytes, list[tuple[object, ...]]]:
    """Some moves by number, before the playoff, and what south and north saw."""
    referee = Referee.of_position(position, map(Card.from_index, world.tolist()))
    numbers = []
    seen: list[list[object]] = [[], []]
    for _ in range(random.randrange(1, 6)):
        seat = referee.turn
        assert seat is not None
        laid, drawn = len(referee.melds(seat)), len(referee.draws)
        move = random.choice(referee.moves())
        numbers.append(referee.number_of(move))
        referee.push(move)
        assert not referee.in_playoff
        seen[seat].append(numbers[-1])
        if isinstance(move, Play):
            seen[seat.other].append(numbers[-1])
        for meld in referee.melds(seat)[laid:]:
            seen[seat.other].append((meld.name, meld.copies))
        for drawer, card in referee.draws[drawn:]:
            seen[drawer].append(card.text())
    return bytes(numbers), [tuple(events) for events in seen]


@pytest.mark.parametrize("turn", Seat)
def test_a_node_is_what_its_seat_has_seen(turn: Seat) -> None:
    """The same in worlds that look alike to a seat, different where they do not."""
    view = small_view()
    belief, tree, random = Belief(view), tree_of(view), Random(1)
    nodes: dict[object, set[int]] = {}
    seen_alike = 0
    for world in belief.sample(belief.playouts(), 3, 0, 1500):
        moves, seen = played_at_random(view, world, random)
        found = nodes.setdefault(seen[turn], set())
        seen_alike += bool(found)
        found.add(tree.observations(world, moves)[turn])
    assert seen_alike > 200
    assert all(len(found) == 1 for found in nodes.values())
    assert len({node for found in nodes.values() for node in found}) == len(nodes)


def test_a_tree_of_open_cards_tells_hands_apart_and_not_stocks() -> None:
    view = small_view()
    belief, tree = Belief(view), tree_of(view, is_open=True)
    nodes: dict[tuple[int, ...], set[int]] = {}
    for world in belief.sample(belief.playouts(), 3, 0, 300):
        hand = tuple(sorted(world[: belief.hidden].tolist()))
        nodes.setdefault(hand, set()).update(tree.observations(world, b""))
    assert len(nodes) > 10
    assert all(len(found) == 1 for found in nodes.values())
    assert len({node for found in nodes.values() for node in found}) == len(nodes)


def test_each_iteration_adds_an_edge_to_either_tree_at_most() -> None:
    view = small_view()
    belief, tree = Belief(view), tree_of(view)
    for iterations in range(1, 20):
        grow(tree, belief, 1)
        assert iterations <= tree.edges <= 2 * iterations


def test_a_full_tree_grows_no_more() -> None:
    view = small_view()
    belief, tree = Belief(view), tree_of(view, edges=500)
    chosen = grow(tree, belief, 3000)
    assert tree.edges == 768  # three quarters of the least table
    assert set(chosen.tolist()) == set(tree.legal())
    tree.clear(1, 0)
    assert tree.edges == 0


@dataclass
class Tried:
    """A move of a node: what it came to, how often it was made, how often it could have been."""

    total: float = 0.0
    made: int = 0
    possible: int = 0

    @property
    def promise(self) -> float:
        """By UCB1 with availability counts (Cowling, Powley, Whitehouse 2012)."""
        return self.total / self.made + EXPLORATION * sqrt(log(self.possible) / self.made)


def test_what_one_seat_observes_is_no_node_of_the_other() -> None:
    """The keys of nodes began with 1 and 2: what north saw of 9S led undid one of these."""
    position = StockPosition.parse(
        "rules=scarne upcard=9D stock=1 turn=south south=AKK9.AAT.TKQJ.A north=-.KQJ.J.-+8 "
        "melds.south=dix@9+royal-marriage:KD.QD@9 melds.north=jacks:JS*.JH.JD.JC*@5+"
        "pinochle:QS*.JD@6+marriage:KH.QH@10 tricks=9H-9D,QH-TH,JC-9H,JH-QD,TS-AD,JC-JS,QC-TD,"
        "KC-TC,9C-KC,9S-QS,JS-TS points=50+34/100+57 dealer=south"
    )
    for seed in range(1, 9):
        analysis = analyze_tree(position, SearchSettings(limits=Limits(worlds=30), seed=seed))
        assert min(move.visits for move in analysis.moves) >= 4  # once in each tree


@pytest.mark.parametrize("turn", Seat)
def test_the_root_tries_every_move_and_then_what_promises_most(turn: Seat) -> None:
    view = small_view() if turn is Seat.SOUTH else exchanged(small_view())
    tree, belief = tree_of(view), Belief(view)
    chosen, points, worlds = grown(tree, belief, 600)
    tried = {move: Tried() for move in tree.legal()}
    for move, ends in zip(chosen.tolist(), points.tolist(), strict=True):
        before = [its for its in tried.values() if its.made]
        for its in before:
            its.possible += 1
        if len(before) < len(tried):
            assert tried[move].made == 0
            tried[move].possible = 1
        else:
            assert tried[move].promise == pytest.approx(max(its.promise for its in before))
        tried[move].made += 1
        tried[move].total += ends[turn] - ends[turn.other]
    # Long after it was found to be the worst, a move is tried now and then.
    assert len(tried) > 2
    assert min(its.made for its in tried.values()) > 5
    assert tree.counts(worlds[0], b"") == {
        move: (its.made, its.possible) for move, its in tried.items()
    }


def test_a_reply_could_be_made_in_the_worlds_in_which_it_is_legal() -> None:
    """What the other seat seldom holds it can seldom play: that is no reason to try it more."""
    view = small_view()
    tree, belief = tree_of(view), Belief(view)
    nodes: dict[int, dict[int, Tried]] = {}
    reached: Counter[int] = Counter()
    for iteration in range(800):
        (lead,), _, (world,) = grown(tree, belief, 1, first=iteration)
        referee = Referee.of_position(view, map(Card.from_index, world.tolist()))
        referee.push_number(int(lead))
        legal = [referee.number_of(move) for move in referee.moves()]
        reached[lead] += 1
        node, found = nodes.setdefault(lead, {}), tree.counts(world, bytes([lead]))
        before = {move: node[move] for move in legal if move in node}
        for its in before.values():
            its.possible += 1
        (made,) = (move for move in found if move not in node or found[move][0] > node[move].made)
        node.setdefault(made, Tried(possible=1)).made += 1
        assert found == {
            move: (node[move].made, node[move].possible) for move in legal if move in node
        }
    often = [its.possible / reached[lead] for lead in nodes for its in nodes[lead].values()]
    assert 2 * min(often) < max(often)


@pytest.mark.parametrize("number", [0, 3])
def test_playoffs_are_solved_as_often_after_every_move(number: int) -> None:
    """Of a move that is seldom tried it is known as well how far off the estimates are."""
    tree, belief, iterations, first, every = tree_of(small_view()), Belief(small_view()), 600, 2, 5
    tree.clear(1, number)
    chosen, solved = np.zeros((2, iterations), np.uint8)
    points = np.zeros((2, iterations, 2), np.int32)
    worlds = belief.sample(belief.playouts(), 1, 0, iterations)
    tree.iterate(worlds, first, every, chosen, points[0], points[1], solved, StopFlag())
    for move in tree.legal():
        its = solved[chosen == move].tolist()
        assert len(its) > every
        assert its == [i < first or (i + number) % every == 0 for i in range(len(its))]


def test_arrays_of_wrong_shapes_and_moves_that_are_none_are_refused() -> None:
    belief, tree = Belief(small_view()), tree_of(small_view())
    world = belief.sample(belief.playouts(), 1, 0, 1)
    chosen, points = np.zeros(2, np.uint8), np.zeros((2, 2), np.int32)
    with pytest.raises(ValueError, match="arrays of wrong shapes"):
        tree.iterate(world, 0, 1, chosen, points, points[:1], chosen, StopFlag())
    with pytest.raises(ValueError, match="move 200 is not legal"):
        tree.observations(world[0], b"\xc8")

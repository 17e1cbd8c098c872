"""Compiled searches refuse arrays, numbers and records that do not fit, before they touch them."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from subprocess import run
from typing import Any

import numpy as np
import pytest

from pinochle_solver._core.hand.game import HandGame, dealt_state, score_plays
from pinochle_solver._core.hand.random_play import play_at_random
from pinochle_solver._core.hand.seat_melds import SeatMelds
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver._core.limits import StopFlag
from pinochle_solver._core.networks.luck import luck_of_hand
from pinochle_solver._core.playoff.race import PlayoffRace
from pinochle_solver._core.playoff.retrograde import RetrogradeDeal
from pinochle_solver._core.playoff.solver import PlayoffSolver
from pinochle_solver._core.processor import has_avx2, suits
from pinochle_solver._core.stock.learning import SIZES, Hands
from pinochle_solver._core.stock.open_stock import OpenStock
from pinochle_solver._core.stock.playouts import Playouts
from pinochle_solver._core.stock.windows import WindowPlayouts
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.packing import position_record
from pinochle_solver.rules.cards import Rank, Suit
from pinochle_solver.rules.hand_packing import hand_rules_record, meld_records
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules_table import rules_table
from pinochle_solver.stock.beliefs import INFERRED, Belief
from pinochle_solver.stock.nets import Nets, nets_of
from pinochle_solver.stock.trees import new_tree

SCARNE = RULEBOOKS["scarne"]
TRICKS = SCARNE.deck.stock_tricks
RECORD = hand_rules_record(SCARNE, SCARNE.count, Suit.SPADES)
RECORDS = [hand_rules_record(SCARNE, SCARNE.count, trump) for trump in Suit]
DECK = bytes(card.index for card in SCARNE.deck.cards())
STATE = dealt_state(RECORD, DECK, 1)
PILE = DECK[25:]
POSITION = StockPosition.parse(
    "upcard=QS stock=23 turn=south south=KJ.AKQ9.TQJ.QJ9 north=+12 dealer=north"
)


def refuses(error: str) -> Any:
    return pytest.raises(ValueError, match=error)


def networks() -> Nets:
    found = nets_of(SCARNE, SCARNE.count)
    assert found is not None
    return found


# --------------------------------------------------------------------------------------- hands


@pytest.mark.parametrize(
    ("plays", "leader", "error"),
    [
        (DECK[:4], 2, "leader 2"),
        (DECK[:4], -1, "leader -1"),
        (bytes([NO_CARD]), 0, "a number that is no card's"),
    ],
)
def test_plays_that_cannot_score(plays: bytes, leader: int, error: str) -> None:
    with refuses(error):
        score_plays(RECORD, plays, leader)


def test_rules_cut_short() -> None:
    short = RECORD[:-1]
    for use in (
        lambda: score_plays(short, DECK[:2], 0),
        lambda: HandGame(short, STATE, PILE),
        lambda: Playouts(short, STATE, PILE),
        lambda: Hands([short] * 4, 1, 0),
        lambda: play_at_random([short] * 4, 1, 1),
    ):
        with refuses("rules: no sound record"):
            use()
    with refuses("rules: 3 records, expected 4"):
        play_at_random([RECORD] * 3, 1, 1)


def test_deals_that_cannot_be() -> None:
    for cards, dealer in ((DECK[:-1], 0), (DECK, 2)):
        with refuses(f"{len(cards)} cards, dealer {dealer}"):
            dealt_state(RECORD, cards, dealer)
    with refuses("no card's"):
        dealt_state(RECORD, DECK[:-1] + bytes([NO_CARD]), 0)


@pytest.mark.parametrize("search", [HandGame, Playouts])
def test_states_and_piles_of_wrong_sizes(search: Any) -> None:
    with refuses("state: .* bytes"):
        search(RECORD, STATE[:-1], PILE)
    with refuses("pile: 22 cards"):
        search(RECORD, STATE, PILE[1:])
    with refuses("pile: 130 cards"):
        search(RECORD, STATE, bytes(130))


def test_moves_that_cannot_be_made_or_taken_back() -> None:
    hand = HandGame(RECORD, STATE, PILE)
    for use, error in (
        (lambda: hand.apply(NO_CARD), "move 255 is not legal"),
        (hand.draw, "no draw is due"),
        (hand.undo, "no move to take back"),
        (lambda: hand.unseen(2), "no seat 2"),
        (lambda: hand.shown(hand.legal()[0]), "shows nothing"),
        (lambda: hand.obstacle(-1, False), "no meld -1"),
        (lambda: hand.broken_obligation(32), "no card 32"),
    ):
        with refuses(error):
            use()
    hand.apply(hand.legal()[0])
    hand.undo()
    assert hand.state() == STATE


def test_a_value_tells_no_luck_of_more_tricks_than_it_has() -> None:
    deck = replace(SCARNE.deck, ranks=tuple(reversed(Rank)), hand=1, stock=61)
    long = replace(SCARNE, name="long", deck=deck)
    record = hand_rules_record(long, long.count, Suit.SPADES)
    cards = bytes(card.index for card in deck.cards())
    hand = HandGame(record, dealt_state(record, cards, 1), cards[3:])
    with refuses("more tricks than networks take"):
        luck_of_hand(hand, networks()[0])


def test_a_value_of_another_size_tells_no_luck() -> None:
    with refuses("net: 1 bytes, expected"):
        luck_of_hand(HandGame(RECORD, STATE, PILE), b"1")


def test_a_processor_that_lacks_what_was_compiled_for_is_told() -> None:
    """And before any search, in which it would end the program."""
    assert suits()
    lacking = (
        "import sys, types;"
        "lacking = types.SimpleNamespace(suits=bool, has_avx2=bool);"
        "sys.modules['pinochle_solver._core.processor'] = lacking;"
        "import pinochle_solver._core.playoff.search"
    )
    ran = run([sys.executable, "-c", lacking], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("ImportError: the processor has no SSE4.2")


@pytest.mark.skipif(not has_avx2(), reason="compiled or run without AVX2")
def test_networks_say_the_same_with_avx2_and_without() -> None:
    asking = (
        "from pinochle_solver import StockPosition, analyze;"
        "from pinochle_solver._core.networks import value_net;"
        f"found = analyze(StockPosition.parse({POSITION.text()!r}), worlds=48, seed=3);"
        "print('avx2' in value_net.__file__, [repr(move) for move in found.moves])"
    )
    said = []
    for without in ("0", "1"):
        environment = {**os.environ, "PINOCHLE_WITHOUT_AVX2": without}
        ran = run(
            [sys.executable, "-c", asking],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(ran.stdout.split(" ", 1))
    assert [used for used, _ in said] == ["True", "False"]
    assert said[0][1] == said[1][1]


def test_melds_that_are_not_there() -> None:
    records = meld_records(SCARNE, Suit.SPADES)
    with refuses("not whole records"):
        SeatMelds(records[:-1])
    with refuses("meld 0: no sound record"):
        SeatMelds(b"\xff" * len(records))
    seat = SeatMelds(records)
    for use, error in (
        (lambda: seat.lay_copies(1_000, 0), "no meld 1000"),
        (lambda: seat.lay_card(32), "no card 32"),
        (lambda: seat.kinds(0, 0), "no copy 0 of card 0"),
    ):
        with refuses(error):
            use()


# ------------------------------------------------------------------------------------ playoffs


def test_playoffs_that_cannot_be() -> None:
    (position,) = random_playoffs(3, 1, 1, SCARNE)
    record, table = position_record(position, 0), rules_table([(SCARNE, SCARNE.count)])
    solver, stop = PlayoffSolver(), StopFlag()
    with refuses("not whole records"):
        solver.solve(record[:-1], table, False, 0, 0.0, stop)
    with refuses("position 1: no sound record"):
        solver.solve(record + b"\xff" * len(record), table, False, 0, 0.0, stop)
    # A suit has room for 32 cards.
    room, more = (
        2 * (bytes([copies] * 8) + bytes(24)) + bytes([0, 0, NO_CARD, 0]) for copies in (2, 3)
    )
    assert len(solver.solve(room, table, False, 1, 0.0, stop)) == 1
    with refuses("position 0: no sound record"):
        solver.solve(more, table, False, 1, 0.0, stop)
    assert solver.solve(b"", table, False, 0, 0.0, stop) == []
    with refuses("no sound position record"):
        RetrogradeDeal(b"\xff" * len(record), table)
    (longest,) = random_playoffs(14, 1, 1, RULEBOOKS["goulash"])
    with refuses("hands of at most"):
        RetrogradeDeal(position_record(longest, 0), table)
    with refuses("no sound position record"):
        PlayoffRace(record[:-1], table, (0, 0), (1, 1), False, 0)
    for points, needs in (((-1, 0), (1, 1)), ((0, 0), (1, 1 << 30))):
        with refuses("points"):
            PlayoffRace(record, table, points, needs, False, 0)


# ------------------------------------------------------------------------------------ searches


def a_search() -> tuple[Playouts, Any]:
    """A search that knows the history, and two of its worlds."""
    search = Belief(POSITION, INFERRED).playouts()
    worlds = np.zeros((2, len(search.unseen)), np.uint8)
    search.sample(1, 0, worlds)
    return search, worlds


def kinds() -> int:
    """How many numbers say what was shown: a rulebook's melds of a trump, and the dix."""
    return len(Belief(POSITION).problem.kinds)


def test_worlds_that_do_not_fit() -> None:
    search, worlds = a_search()
    move, stop = search.legal()[0], StopFlag()
    shown, deals = np.zeros((2, kinds())), np.zeros((2, 48), np.uint8)
    for use, error in (
        (lambda: search.sample(1, 0, worlds[:, :-1].copy()), "rows of"),
        (lambda: search.past_deal(worlds[0, :-1].copy(), 1, 0), "expected .* cards"),
        (lambda: search.ends(worlds[0], move, shown[:1], stop), "wrong shapes"),
        (lambda: search.ends(worlds[0], 254, shown, stop), "move 254 is not legal"),
        (lambda: search.ends(0 * worlds[0], move, shown, stop), "not the unseen cards"),
        (lambda: search.log_likelihoods(worlds, np.zeros(2)), "wrong shapes"),
        (lambda: search.log_likelihoods(deals, np.zeros(3)), "wrong shapes"),
        (lambda: search.log_likelihoods(deals, np.zeros(2), np.zeros((2, 1, 1))), "wrong shapes"),
        (lambda: search.sample_chain(1, 0, 0, 1, worlds, deals[:1]), "wrong shapes|nothing"),
    ):
        with refuses(error):
            use()


def test_restrictions_that_do_not_fit() -> None:
    view = StockPosition.parse(
        "upcard=9S stock=21 turn=south south=-.AATTKK.TT.TTQQ north=+11 led=9D tricks=AC-9C "
        "dealer=south"
    )
    belief = Belief(view, INFERRED, where=("north holds AS",))
    search = belief.playouts()
    assert belief.assumed is not None
    restriction = belief.assumed.restriction(belief.assumed.cases[0])
    assert restriction is not None
    starts, held, conditions, terms = restriction
    worlds = np.zeros((2, len(search.unseen)), np.uint8)
    assert search.sample_chain(1, 0, 0, 1, worlds, None, restriction) >= 0
    for bad, error in (
        ((starts[:, :-1].copy(), held, conditions, terms), "arrays of wrong shapes"),
        ((starts[:0], held, conditions, terms), "arrays of wrong shapes"),
        ((starts, held[:-1], conditions, terms), "arrays of wrong shapes"),
        ((starts, held, conditions[:, :-1].copy(), terms), "arrays of wrong shapes"),
        ((starts, held, conditions, terms[:, :-1].copy()), "arrays of wrong shapes"),
        ((0 * starts, held, conditions, terms), "start 0 is no world"),
        ((starts, held, conditions + 9, terms), "condition 0 has no such terms"),
        ((starts, held, conditions, np.negative(terms)), "term 0 has a negative weight"),
    ):
        with refuses(error):
            search.sample_chain(1, 0, 0, 1, worlds, None, bad)


def test_histories_that_cannot_be() -> None:
    search, _ = a_search()
    act = bytes(64)
    with refuses("acts: 1 bytes"):
        search.remember(0, NO_CARD, -1, act[:1], 1.0, 0.1, 0.1)
    with refuses("temperature"):
        search.remember(0, 0, -1, b"", 0.0, 0.1, 0.1)
    with refuses("upcard: missing"):
        search.remember(0, NO_CARD, -1, b"", 1.0, 0.1, 0.1)
    with refuses("nothing was seen"):
        search.sample_chain(1, 0, 0, 1, np.zeros((1, len(search.unseen)), np.uint8))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"solved": np.zeros(3, np.uint8)}, "arrays of wrong shapes"),
        ({"solved": np.ones(2, np.uint8)}, "arrays of wrong shapes"),
        ({"estimated": np.zeros((2, 2, 4), np.int32)}, "arrays of wrong shapes"),
        ({"moves": bytes([254])}, "move 254 is not legal"),
        ({"worlds": 0}, "world 0: these are not the unseen cards"),
        ({"valued": np.zeros((2, 2), np.int32), "leads": 1}, "valued: wrong shape"),
        ({"valued": np.zeros((2, 1), np.int32), "leads": 99}, "leads is 99"),
        ({"claimed": np.zeros((2, 1, 3), np.int32)}, "claimed: wrong shape"),
        ({"luck": np.zeros((2, 1, 1))}, "luck: wrong shape"),
    ],
)
def test_playouts_that_do_not_fit(change: dict[str, Any], error: str) -> None:
    search, worlds = a_search()
    if "worlds" in change:
        change = {"worlds": 0 * worlds}
    given = {
        "worlds": worlds,
        "moves": search.legal()[:1],
        "solved": np.zeros(2, np.uint8),
        "estimated": np.zeros((2, 1, 4), np.int32),
        "exact": np.zeros((0, 1, 2), np.int32),
        "shown": np.zeros((1, 2, kinds()), np.int64),
        "stop": StopFlag(),
    }
    with refuses(error):
        search.evaluate(**given | change)
    assert search.evaluate(**given) == 2


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"south_ahead": np.zeros(2, np.int16)}, "arrays of wrong shapes"),
        ({"seen_in": 0}, "seen_in: 0"),
        ({"worlds": 0}, "world 0: these are not the unseen cards"),
    ],
)
def test_windows_that_do_not_fit(change: dict[str, Any], error: str) -> None:
    _, worlds = a_search()
    windows = WindowPlayouts(
        *Belief(POSITION).problem.record, nets=networks(), scales=np.full(TRICKS, 80.0)
    )
    if "worlds" in change:
        change = {"worlds": 0 * worlds[:1]}
    given = {
        "worlds": worlds[:1],
        "seed": 1,
        "first": 0,
        "seen_in": 1,
        "solved": np.zeros(1, np.uint8),
        "leaders": np.zeros((1, TRICKS + 1), np.uint8),
        "chances": np.zeros((1, TRICKS, 3), np.float32),
        "south_ahead": np.zeros(1, np.int16),
        "stop": StopFlag(),
    }
    with refuses(error):
        windows.play(**given | change)
    assert windows.play(**given) == 1


def test_trees_and_open_hands_that_do_not_fit() -> None:
    belief = Belief(POSITION)
    _, worlds = a_search()
    tree, chosen = new_tree(belief, 100, is_open=False), np.zeros(2, np.uint8)
    points, solved = np.zeros((2, 2), np.int32), np.zeros(2, np.uint8)
    with refuses("solve_every is 0"):
        tree.iterate(worlds, 0, 0, chosen, points, points, solved, StopFlag())
    with refuses("wrong shapes"):
        tree.iterate(worlds, 0, 1, chosen, points[:1], points, solved, StopFlag())
    with refuses("does not reach the playoff"):
        OpenStock(*belief.problem.record, False, 1.0).points_after(b"")


# ------------------------------------------------------------------------------------ learning


def test_hands_to_learn_from_that_do_not_fit() -> None:
    hands = Hands(RECORDS, 1, 0)
    hands.use_value(networks()[0])

    def of(*shape: int, kind: type[np.generic] = np.int16) -> Any:
        return np.zeros(shape, kind)

    leaders, ahead, values = of(1, TRICKS + 1, kind=np.uint8), of(1, TRICKS + 1), of(1, TRICKS)
    chances, floats = of(1, TRICKS, 3, kind=np.float32), np.float32
    leads = (
        of(1, TRICKS, SIZES["features"], kind=floats),
        of(1, TRICKS, kind=np.int32),
        of(1, TRICKS, kind=np.int32),
        of(1, kind=np.int32),
        of(1, kind=np.int32),
    )
    decisions = (
        of(1, SIZES["context"], kind=floats),
        of(1, 3, kind=np.int32),
        of(1, SIZES["move"], kind=floats),
        of(1, kind=floats),
        of(1, kind=floats),
    )
    for use, error in (
        (lambda: hands.playoffs(0, of(1, 3, kind=np.uint8), of(1), of(1), of(1)), "wrong shapes"),
        (lambda: hands.results(0, leaders, ahead, values, of(1, 3), False), "wrong shapes"),
        (
            lambda: hands.results(0, leaders, ahead, values, of(1, 4), False, chances),
            "no scales",
        ),
        (
            lambda: hands.leads(
                0,
                of(1, TRICKS, 3, kind=floats),
                of(1, TRICKS, kind=np.int32),
                of(1, TRICKS, kind=np.int32),
                of(1, kind=np.int32),
                of(1, kind=np.int32),
            ),
            "wrong shapes",
        ),
        (
            lambda: hands.decisions(
                0,
                40,
                of(1, 3, kind=floats),
                of(1, 3, kind=np.int32),
                of(1, 3, kind=floats),
                of(1, kind=floats),
                of(1, kind=floats),
            ),
            "wrong shapes",
        ),
        (lambda: hands.leads(0, *leads, luck=of(1, 3, kind=floats)), "luck: wrong shape"),
        (lambda: hands.decisions(0, 40, *decisions, part=SIZES["parts"]), "leads 1"),
        (lambda: hands.decisions(0, 40, *decisions, leads=-1), "part -1, leads -1"),
    ):
        with refuses(error):
            use()

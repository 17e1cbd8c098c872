"""Hands of three and four played out by the compiled policy, beside the oracle and the referee."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.table_worlds import late_position
from oracle.table import cards as oracle
from oracle.table.play import legal_cards
from pinochle_solver import StopFlag
from pinochle_solver._core.hidden_hands.playouts import CardPlayouts
from pinochle_solver._core.hidden_hands.policy import SIDES, TABLES, WEIGHTS
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.playing_out import (
    KnownToAll,
    known_at_first_lead,
    known_to_all,
    playouts_from,
)
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.rules.cards import CARDS, Card, Hand, Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import less
from pinochle_solver.table.moves import PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, with_options
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

GAMES = ("auction", "check", "partnership-auction", "macdougall-3", "hayes-3", "hayes-4")
LARGE = ("hayes-3x", "hayes-4x")
Copies = NDArray[np.uint8]


def any_weights(seed: int) -> NDArray[np.int16]:
    """A policy that plays anyhow: so any card comes up in any situation."""
    return np.random.default_rng(seed).integers(-999, 999, SIDES * WEIGHTS, dtype=np.int16)


def rules_of(name: str, seed: int) -> TableRules:
    rules = TABLE_RULEBOOKS[name]
    options = ["topall"] if seed % 2 and "topall" in rules.known_options else []
    return with_options(rules, options, count=COUNTS["old" if seed % 3 else "compromise"])


def any_table(name: str, seed: int) -> tuple[KnownToAll, Copies]:
    """A first lead, and a world of it: (seats, CARDS) copies."""
    random, rules = Random(f"{name} {seed}"), rules_of(name, seed)
    players = tuple(Seat)[: rules.seats]
    pack = list(rules.deck)
    random.shuffle(pack)
    world = np.zeros((rules.seats, CARDS), np.uint8)
    for seat, row in enumerate(world):
        for card in pack[seat * rules.hand : (seat + 1) * rules.hand]:
            row[card.index] += 1
    known = KnownToAll(
        rules=rules,
        trump=random.choice(tuple(Suit)),
        players=players,
        leader=random.choice(players),
        bidder=random.choice(players) if rules.auction else None,
        gone=Hand.of(pack[rules.seats * rules.hand :]) if rules.stock else Hand.of(()),
    )
    return known, world


def hands_of(world: Copies) -> list[list[str]]:
    return [[card.text() for card in Hand(row.tobytes())] for row in world]


def won_by_the_oracle(known: KnownToAll, world: Copies, line: bytes) -> NDArray[np.int16]:
    """Points and tricks by seat of a line from a first lead, each card of which is asked for."""
    hands, count = hands_of(world), known.rules.count.name
    won = np.zeros((len(hands), 2), np.int16)
    turn, trump = known.players.index(known.leader), known.trump.letter
    trick: list[str] = []
    for card in (Card.from_index(index).text() for index in line):
        assert card in legal_cards(hands[turn], trick, trump, known.rules.obligation.value)
        hands[turn].remove(card)
        trick.append(card)
        turn = (turn + 1) % len(hands)
        if len(trick) == len(hands):
            turn = (turn + oracle.best_place(trick, trump)) % len(hands)
            won[turn] += (oracle.points(trick, count), 1)
            trick = []
    assert not any(hands)
    won[turn, 0] += oracle.LAST_TRICK
    return won


def world_of(hand: TableHand) -> Copies:
    return np.array([list(hand.hands[seat].counts) for seat in hand.players], np.uint8)


def whole(playouts: CardPlayouts, worlds: Copies) -> NDArray[np.int16]:
    results = np.zeros((len(worlds), playouts.seats, 2), np.int16)
    assert playouts.play_out(worlds, results, StopFlag()) == len(worlds)
    return results


@pytest.mark.parametrize("name", [*GAMES, *LARGE])
def test_every_card_is_legal_and_every_point_is_won_as_the_oracle_says(name: str) -> None:
    for seed in range(100):
        known, world = any_table(name, seed)
        playouts = CardPlayouts(known.pack(), any_weights(seed))
        line = playouts.line(world)
        assert (whole(playouts, world[None])[0] == won_by_the_oracle(known, world, line)).all()


@pytest.mark.parametrize("name", ["auction", "check", "hayes-3"])
def test_a_candidate_is_played_first_and_the_rest_is_of_the_policy(name: str) -> None:
    for seed in range(50):
        known, world = any_table(name, seed)
        playouts = CardPlayouts(known.pack(), any_weights(seed))
        own = Hand(world[known.players.index(known.leader)].tobytes())
        cards = bytes(card.index for card in own.distinct())
        results = np.zeros((1, len(cards), playouts.seats, 2), np.int16)
        assert playouts.evaluate(world[None], cards, results, StopFlag()) == 1
        best = cards.index(playouts.line(world)[0])
        assert (results[0, best] == whole(playouts, world[None])[0]).all()
        assert (results[:, :, :, 1].sum(axis=2) == known.rules.hand).all()
        points = known.rules.count.of(Hand(world.sum(axis=0, dtype=np.uint8).tobytes()))
        assert (results[:, :, :, 0].sum(axis=2) == points + known.rules.count.last_trick).all()


@pytest.mark.parametrize(
    "name", ["auction", "auction-score", "partnership", "partnership-auction", "corners", "check"]
)
def test_what_is_known_to_all_in_a_position_is_what_playouts_come_to_know(name: str) -> None:
    """So a line goes on in the same way from every card of it on."""
    for seed in range(3):
        hand = late_position(name, seed, 9, topall=seed % 2 == 1)
        weights, first = any_weights(seed), known_to_all(position_of(hand))
        line = CardPlayouts(first.pack(), weights).line(world_of(hand))
        for place, index in enumerate(line):
            known = known_to_all(position_of(hand, hand.turn))
            assert known == (every := known_to_all(position_of(hand)))
            assert (known.shown, known.absent) == (every.shown, every.absent)
            assert CardPlayouts(known.pack(), weights).line(world_of(hand)) == line[place:]
            hand = hand.after(PlayCard(Card.from_index(index)))


@pytest.mark.parametrize("name", ["auction", "corners", "partnership-auction"])
def test_a_seat_plays_the_same_card_whatever_it_does_not_see(name: str) -> None:
    for seed in range(6):
        hand = late_position(name, seed, 8)
        for _ in range(hand.rules.seats):
            position = position_of(hand, hand.turn)
            playouts = CardPlayouts(known_to_all(position).pack(), any_weights(seed))
            worlds = Beliefs(position, kept_back=0.5).worlds(40, seed)
            cards = {playouts.line(world)[0] for world in worlds.hands()}
            assert len(cards) == 1
            hand = hand.after(next(iter(hand.legal_moves())))


def test_the_bidder_alone_knows_the_burial() -> None:
    """A bidder who sees that the last ace is buried leads his ten; a defender does not."""
    rules = TABLE_RULEBOOKS["auction"]
    position = "TS JH|JS JD|JS JC"
    world = np.zeros((3, CARDS), np.uint8)
    for row, cards in zip(world, position.split("|"), strict=True):
        for text in cards.split():
            row[Card.parse(text).index] += 1
    held = [Card.parse(text) for text in position.replace("|", " ").split()]
    buried = Card.parse("AS")
    gone = less(rules.deck, Hand.of([*held, buried]))
    weights = np.zeros((SIDES, WEIGHTS), np.int16)
    at, shape = TABLES["lead.length"]
    weights[:, at : at + int(np.prod(shape))].reshape(SIDES, *shape)[:, :, 0] = 9
    for bidder, lead in ((Seat.SOUTH, "TS"), (Seat.WEST, "JH")):
        known = KnownToAll(
            rules=rules,
            trump=Suit.CLUBS,
            players=tuple(Seat)[:3],
            leader=Seat.SOUTH,
            bidder=bidder,
            gone=gone,
        )
        line = CardPlayouts(known.pack(), weights.ravel()).line(world)
        assert Card.from_index(line[0]).text() == lead


def test_what_is_shown_is_given_for_all_worlds_or_for_each() -> None:
    known, world = any_table("check", 3)
    shown = np.minimum(world, 1)
    told = replace(
        known,
        shown={s: Hand(row.tobytes()) for s, row in zip(known.players, shown, strict=True)},
    )
    weights, stop = any_weights(3), StopFlag()
    expected = whole(CardPlayouts(told.pack(), weights), world[None])
    assert (expected != whole(CardPlayouts(known.pack(), weights), world[None])).any()
    results = np.zeros_like(expected)
    CardPlayouts(known.pack(), weights).play_out(world[None], results, stop, shown[None])
    assert (results == expected).all()
    own = world[known.players.index(known.leader)]
    card = bytes([int(np.flatnonzero(own)[0])])
    first = np.zeros((1, 1, 4, 2), np.int16)
    CardPlayouts(told.pack(), weights).evaluate(world[None], card, first, stop)
    results = np.zeros_like(first)
    CardPlayouts(known.pack(), weights).evaluate(world[None], card, results, stop, shown[None])
    assert (results == first).all()
    with pytest.raises(ValueError, match="world 0: no world of this table"):
        CardPlayouts(known.pack(), weights).play_out(
            world[None], expected, stop, world[None] + np.uint8(1)
        )
    with pytest.raises(ValueError, match="shown: expected rows of 4 times 32"):
        CardPlayouts(known.pack(), weights).play_out(world[None], expected, stop, shown[None, :2])


def test_each_side_plays_by_its_own_weights() -> None:
    """By the first where nobody bid; who plays by which can be said."""
    known, world = any_table("check", 5)
    one, two = any_weights(1).reshape(SIDES, -1)

    def line(plays_by: tuple[int, ...] | None, *weights: NDArray[np.int16]) -> bytes:
        record = replace(known, plays_by=plays_by).pack()
        return CardPlayouts(record, np.concatenate(weights)).line(world)

    usual = line(None, one, two)
    assert known.units() == tuple(int((s in (0, 2)) != (known.bidder in (0, 2))) for s in range(4))
    assert usual == line(known.units(), one, two)
    assert usual == line(tuple(1 - unit for unit in known.units()), two, one)
    assert usual != line((0, 0, 0, 0), one, two) == line(None, one, one)
    known = replace(known, bidder=None)
    assert known.units() == (0, 1, 0, 1)
    assert line(None, one, two) == line((0, 0, 0, 0), one, two)
    alone, _ = any_table("hayes-4", 5)
    assert alone.units() == (0, 1, 2, 3)


def test_a_hand_is_played_out_before_it_is_played_by_the_learned_policy() -> None:
    """A run and aces win more than what the others hold."""
    position = TablePosition.parse(
        "rules=auction dealer=north act=bury bids=250,260,p,450,p bidder=south contract=450"
        " turn=south south=AAKQJ9.KQJ.AATKQJ.TK9 west=+15 north=+15 widow=-.J.-.T9"
    )
    known = known_at_first_lead(position, Suit.DIAMONDS)
    assert (known.leader, known.bidder, known.units()) == (Seat.SOUTH, Seat.SOUTH, (0, 1, 1))
    assert known_at_first_lead(position, Suit.CLUBS, Seat.WEST).leader is Seat.WEST
    worlds = Beliefs(position).worlds(400, 1).hands().copy()
    for text in ("TC", "JH", "9C"):  # buried
        worlds[:, 0, Card.parse(text).index] -= 1
    shown = np.zeros_like(worlds)
    melded = ("AD", "TD", "KD", "QD", "JD", "KH", "QH", "KS", "QS", "KC")
    shown[:, 0, [Card.parse(text).index for text in melded]] = 1
    results = np.zeros((400, 3, 2), np.int16)
    playouts_from(known).play_out(worlds, results, StopFlag(), shown)
    bidder, *others = results[:, :, 0].mean(axis=0)
    assert bidder > 1.2 * sum(others) > 0


def test_threads_and_parts_make_no_difference_and_a_flag_stops() -> None:
    known, _ = any_table("auction", 0)
    worlds = np.stack([any_table("auction", seed)[1] for seed in range(200)])
    playouts = CardPlayouts(known.pack(), any_weights(1))
    together = whole(playouts, worlds)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda i: whole(playouts, worlds[i : i + 7]), range(0, 200, 7)))
    assert (np.concatenate(parts) == together).all()
    assert (whole(playouts, np.repeat(worlds, 2, axis=0)[::2]) == together).all()
    stop = StopFlag()
    stop.set()
    assert playouts.play_out(worlds, np.zeros_like(together), stop) == 0


def test_what_is_no_table_and_no_world_is_refused() -> None:
    known, world = any_table("auction", 0)
    weights, stop = any_weights(0), StopFlag()
    with pytest.raises(ValueError, match="table: 3 bytes, expected 208"):
        CardPlayouts(b"abc", weights)
    with pytest.raises(ValueError, match=f"weights: 5, expected {SIDES * WEIGHTS}"):
        CardPlayouts(known.pack(), weights[:5])
    with pytest.raises(ValueError, match="no sound record"):
        CardPlayouts(bytes(208), weights)
    playouts = CardPlayouts(known.pack(), weights)
    results = np.zeros((1, 3, 2), np.int16)
    with pytest.raises(ValueError, match="worlds: expected rows of 3 times 32"):
        playouts.play_out(world[None, :, ::2], results, stop)
    with pytest.raises(ValueError, match="results: an array of another shape"):
        playouts.play_out(world[None], results[:, :2], stop)
    fewer = world.copy()
    fewer[0, np.flatnonzero(world[0])[0]] -= 1
    with pytest.raises(ValueError, match="world 0: no world of this table"):
        playouts.play_out(fewer[None], results, stop)
    lacking = Hand(world[known.players.index(known.leader)].tobytes())
    card = next(c for c in known.rules.deck.distinct() if c not in lacking)
    with pytest.raises(ValueError, match="world 0: no world of this table in which they may be"):
        playouts.evaluate(world[None], bytes([card.index]), results[:, None], stop)
    with pytest.raises(ValueError, match="world: no world of this table"):
        playouts.line(fewer)


def test_more_cards_than_there_is_room_for_are_refused() -> None:
    rules = TABLE_RULEBOOKS["hayes-3x"]
    known = KnownToAll(rules=rules, trump=Suit.SPADES, players=tuple(Seat)[:3], leader=Seat.SOUTH)
    with pytest.raises(IllegalPositionError, match="72 cards may be in play, 64 at most can be"):
        known.pack()

"""Players of the stock phase and matches between them, for their tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from helpers.small_decks import MARRIAGES, MINI
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    PlayoffPosition,
    Rulebook,
    __version__,
    solve,
)
from pinochle_solver.hand.deals import Deal, random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.matches.results import MatchSettings
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move

SMALL_RULES = Rulebook(
    "small",
    "two suits of four ranks, marriages only",
    COUNTS["old"],
    MARRIAGES,
    draws_before_melding=True,
    deck=replace(MINI, name="small"),
)

SETTINGS = MatchSettings(
    a="greedy",
    b="random",
    rules=("scarne",),
    count=None,
    seed=1,
    seconds=None,
    worlds=64,
    timeout=60.0,
    version=__version__,
    names=("greedy", "random"),
)
"""A match of players that need no time."""

Player = Callable[[StockPosition], Move]

ENGINE = """
import sys, time
mode, moves = sys.argv[1], 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "pn":
        name = "Te\\x1b[31mst\\u202eer" if mode == "colour" else "Tester"
        sys.stdout.buffer.write(f"id name {name}\\noption none\\npnok\\n".encode())
        sys.stdout.flush()
    elif word == "new":
        moves = 0
    elif word == "ready":
        print("readyok", flush=True)
    elif word == "quit":
        break
    elif word == "position":
        tokens = dict(token.split("=", 1) for token in rest.split())
        position = rest
    elif word == "go":
        moves += 1
        if moves == 3 and mode == "illegal":
            print("bestmove ZZ", flush=True)
            continue
        if moves == 3 and mode == "crash":
            sys.exit(3)
        if moves == 3 and mode == "silent":
            time.sleep(60)
        if moves == 3 and mode == "error":
            print("error no idea", flush=True)
            continue
        while mode == "flood":
            sys.stdout.write("info worlds 1\\n" * 5000)
        if mode in ("good", "careless"):
            from pinochle_solver import Referee, StockPosition, parse_position
            found = parse_position(position)
            unseen = found.unseen if isinstance(found, StockPosition) else ()
            move = Referee.of_position(found, tuple(unseen)).moves()[0].text()
        elif tokens.get("act", "play") != "play":
            move = "pass"
        else:
            hand = tokens[tokens["turn"]].partition("+")[0].split(".")
            suit = next(i for i in range(4) if hand[i].strip("-"))
            move = hand[suit][0] + "SHDC"[suit]
        if mode == "careless":
            print("errors none\\nerror inside", flush=True)
        print("info worlds 1 move", move, flush=True)
        print("bestmove", move, "mean 1.5 se 0.5", flush=True)
        if mode == "careless":
            print("bestmove ZZ\\nerror inside", flush=True)
"""
"""A program that speaks the engine protocol, and fails in the way that its argument names."""


def random_player(seed: int) -> Player:
    """One that plays any legal move."""
    random = Random(seed)

    def move(position: StockPosition) -> Move:
        return random.choice(legal_moves(position))

    return move


def legal_moves(position: StockPosition) -> tuple[Move, ...]:
    return Referee.of_position(position, tuple(position.unseen)).moves()


def decisions(referee: Referee, south: Player, north: Player) -> Iterator[StockPosition]:
    """Play the stock phase of a hand: what each seat sees before each of its moves."""
    while not referee.in_playoff:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        yield view
        referee.push((south, north)[referee.turn](view))


def margin(deal: Deal, south: Player, north: Player) -> int:
    """South's points less north's, the playoff played exactly."""
    referee = Referee.of_deal(deal)
    for _ in decisions(referee, south, north):
        pass
    playoff = referee.position()
    assert isinstance(playoff, PlayoffPosition)
    value = solve(playoff).value
    south_points, north_points = referee.points
    return sum(south_points) + value.south - sum(north_points) - value.north


def duplicate_margins(
    one: Player, other: Player, deals: int, seed: int, rules: Rulebook = RULEBOOKS["scarne"]
) -> list[float]:
    """For each deal, played from either seat, by how much the one is better a hand."""
    return [
        (margin(deal, one, other) - margin(deal, other, one)) / 2
        for deal in random_deals(deals, seed, rules)
    ]

"""Hands played on the board: what the page is told, and that the server keeps nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.commandline import piped
from pinochle_solver import Seat, TableSeat, parse_record, parse_table_record
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server import playing
from pinochle_solver.board_server.playing import play
from pinochle_solver.board_server.requests import PlayRequest
from pinochle_solver.engines.registry import make_engine, make_table_engine
from pinochle_solver.errors import PositionError
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.limits import Limits
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.positions import TablePosition

KNOWN = KnownRulebooks()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "_LIMITS", Limits(worlds=2))


def lines(
    rules: str, moves: list[str], level: str = "beginner", seed: int = 7
) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    asked = PlayRequest(rules=rules, seed=seed, level=level, moves=moves)
    play(asked, KNOWN, 1, StopFlag(), lambda line: told.append(json.loads(line)))
    return told


def texts(line: dict[str, Any]) -> list[str]:
    return [made["move"] for made in line["moves"]]


def first_moves(rules: str) -> list[dict[str, Any]]:
    """What is told at each turn of a player who makes the first move each time."""
    told, moves = [], list[str]()
    while True:
        line = lines(rules, moves)[-1]
        told.append(line)
        if line["record"] is not None:
            return told
        possible = [move["move"] for move in line["position"]["moves"]]
        moves = [*texts(line), "p" if "p" in possible else possible[0]]


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents who do not think long."""
    monkeypatch.setattr(playing, "make_engine", lambda *_, **__: make_engine("greedy"))
    monkeypatch.setattr(playing, "make_table_engine", lambda *_, **__: make_table_engine("greedy"))


@pytest.mark.usefixtures("greedy")
def test_a_hand_for_two_is_played_to_its_end_and_scored() -> None:
    *turns, last = first_moves("scarne")
    record = parse_record(last["record"])
    points = replay_record(record).points
    assert points is not None
    assert last["scored"] == {seat.text(): sum(points[seat]) for seat in Seat}
    assert len([made for made in last["moves"] if made["winner"]]) == 24
    assert sum(made["is_choice"] for made in last["moves"]) == len(turns)
    for line in turns:
        seats = {seat["seat"]: seat for seat in line["position"]["seats"]}
        assert line["position"]["turn"] == "south"
        if line["position"]["kind"] == "stock":
            assert seats["north"]["hidden"] + len(seats["north"]["table"]) >= 10


def test_the_same_seed_goes_on_from_any_of_its_moves() -> None:
    first = lines("scarne", [])[-1]
    move = first["position"]["moves"][0]["move"]
    second = lines("scarne", [*texts(first), move])
    assert [line["thinks"] for line in second][-2:] == ["north", None]
    again = lines("scarne", texts(second[-1]))
    assert again == [second[-1]]
    assert lines("scarne", texts(first)) == [first]


@pytest.mark.usefixtures("greedy")
def test_a_hand_of_four_is_played_to_its_end() -> None:
    *turns, last = first_moves("partnership")
    replay = replay_table_record(parse_table_record(last["record"]))
    assert replay.result is not None
    assert [*last["scored"].values()] == [*replay.result.scores]
    assert len(turns) > 9
    assert {line["position"]["viewer"] for line in turns} <= {"south", None}
    assert replay.record.dealer is not TableSeat.SOUTH


def test_opponents_at_a_table_go_by_rules_of_thumb_if_they_are_asked_to() -> None:
    line = lines("auction", ["p", "250"], "advice", seed=10)[-1]
    assert texts(line) == ["p", "250", "p"]
    position = line["position"]
    assert (position["act"], position["tokens"]["widow"]) == ("bury", "-.-.A9.T")
    # The burials are clicked together; the contract may be given up instead.
    assert position["moves"] == [{"move": "concede"}]
    given_up = lines("auction", ["p", "250", "p", "concede"], "advice", seed=10)[-1]
    assert given_up["scored"] == {"south": -50, "west": 25, "north": 25}
    assert given_up["record"] is not None


@pytest.mark.usefixtures("greedy")
@pytest.mark.parametrize(
    ("rules", "seed", "turn", "told", "moves", "scored"),
    [
        ("hayes", 2, 15, "concede", 57, {"south": 35, "north": 435}),
        ("partnership", 2, 5, "claim", 51, {"south+north": 235, "west+east": 135}),
    ],
)
def test_the_rest_is_claimed_and_conceded_where_that_is_proven(
    rules: str, seed: int, turn: int, told: str, moves: int, scored: dict[str, int]
) -> None:
    made: list[str] = []
    refused = set[str | None]()
    for _ in range(turn):
        line = lines(rules, made, seed=seed)[-1]
        again = lines(rules, [*texts(line), told], seed=seed)[-1]
        assert texts(again) == texts(line)
        refused.add(again["notice"])
        possible = [move["move"] for move in line["position"]["moves"]]
        made = [*texts(line), "p" if "p" in possible else possible[0]]
    assert None not in refused
    assert any(each is not None and each.startswith("Not so") for each in refused)
    line = lines(rules, made, seed=seed)[-1]
    ended = lines(rules, [*texts(line), told], seed=seed)[-1]
    assert (len(ended["moves"]), ended["scored"]) == (moves, scored)
    assert ended["record"] is not None


@pytest.mark.parametrize(
    ("seed", "bid", "burial", "result", "tricks", "scored"),
    [
        (8, "300", "S:TD.KD.JC", "made", 12, (120, -60)),
        (1, "300", "S:TH.TH.TD", "set", 4, (-240, 120)),
        # It cannot be made from the start: before the first lead it is conceded, for half as much.
        (1, "400", "S:TH.TH.TD", "conceded", 0, (-200, 100)),
    ],
)
def test_a_settled_contract_ends_a_hand_here_as_at_the_terminal(
    seed: int,
    bid: str,
    burial: str,
    result: str,
    tricks: int,
    scored: tuple[int, int],
    tmp_path: Path,
) -> None:
    """The seeds are among those that deal the same cards to `pinochle play`."""
    made, said = list[str](), list[str]()
    while True:
        line = lines("auction", made, "advice", seed)[-1]
        view = line["position"]
        made = texts(line)
        if view["act"] == "play":
            ended = lines("auction", [*made, "claim"], "advice", seed)[-1]
            if ended["record"] is not None:
                break
        first = next(TablePosition.parse(view["text"]).legal_moves()).text()
        said.append({"bid": bid, "bury": burial}.get(view["act"], first))
        made.append(said[-1])
    assert ended["moves"][-1]["move"] == "concede"
    record = parse_table_record(ended["record"])
    assert f'[Result "{result}"]' in ended["record"]
    assert len(record.tricks) == tricks
    replay = replay_table_record(record)
    assert (replay.findings, replay.result is None) == ((), False)
    assert ended["scored"] == {"south": scored[0], "west": scored[1], "north": scored[1]}
    file = tmp_path / "hand.pnr"
    words = [said[0], said[1], "", *said[2:], "claim"]
    options = ["--rules", "auction", "--seed", str(seed), "--engine", "advice"]
    run = piped(["play", *options, "--record", str(file)], "\n".join(words) + "\n")
    assert (run.status, run.err) == (0, f"the record is in {file}\n")
    assert file.read_text().strip() == ended["record"].strip()


@pytest.mark.parametrize(
    ("rules", "moves", "level", "token"),
    [
        ("scarne", ["5S"], "casual", "'5S'"),
        ("scarne", ["pass"], "casual", "'pass'"),
        ("hoyle", [], "casual", "rules"),
        ("scarne", [], "grandmaster", "level"),
        ("corners", ["KD"], "full", "bids"),
    ],
)
def test_what_cannot_be_is_refused(rules: str, moves: list[str], level: str, token: str) -> None:
    with pytest.raises(PositionError) as raised:
        lines(rules, moves, level)
    assert raised.value.token == token


# The moves of a hand of check, seed 3, up to the last of south: north is set in 220.
CHECK_HAND = (
    "200~p~210~p~220~p~H~all~all~9H~TH~AS~QH~AD~AD~KD~QD~AC~TC~QC~KC~9S~TS~AS~QS~KH~TH~QH~KS~AH~9D~9S"
    "~9H~AH~9C~KD~JH~AC~9C~TC~JC~TD~QD~9D~JD~KH~QS~KC~JS~JH~TS~QC"
)


def test_the_end_of_a_hand_of_check_says_what_the_checks_are_for() -> None:
    last = lines("check", CHECK_HAND.split("~"), "advice", seed=3)[-1]
    assert last["ended"] == [
        "the hand is over: north played for 220: set",
        "you+north: 190 in melds and cards, -220, 0 checks",
        "west+east: 200 in melds and cards, +200, 5 checks: 4 for setting the contract, "
        "1 for west's jacks",
    ]
    assert last["scored"] == {"south+north": -220, "west+east": 200}
    assert last["facts"] == []


def test_the_player_sees_bidding_melds_tricks_and_points_as_in_the_terminal() -> None:
    moves = CHECK_HAND.split("~")
    melding = lines("check", moves[:7], "advice", seed=3)[-1]
    assert melding["position"]["act"] == "meld"
    assert melding["facts"] == [
        "west dealt",
        "the bidding: north 200, east pass, you 210, west pass, north 220, you pass",
        "north plays for 220",
        "points so far: you+north 30 in melds",
        "you can meld marriage K♣ Q♣: 20",
    ]
    assert lines("check", moves[:2], "advice", seed=3)[-1]["facts"] == []
    playing = lines("check", moves[:17], "advice", seed=3)[-1]
    assert playing["position"]["trick"] == 3
    assert "tricks won: you 0, west 0, north 0, east 2" in playing["facts"]
    taken = [each for each in playing["moves"] if each["winner"]]
    assert [(each["seat"], each["winner"], each["points"]) for each in taken] == [
        ("west", "east", 25),
        ("north", "east", 30),
    ]


def test_a_pass_that_is_made_for_the_player_says_why_and_nobody_elses() -> None:
    made = lines("check", [], "advice", seed=1)[-1]["moves"]
    assert [(each["seat"], each["move"], each["why"]) for each in made[:3]] == [
        ("east", "p", None),
        ("south", "p", "no marriage to bid with"),
        ("west", "p", None),
    ]
    # The same once the page sends the moves back.
    again = lines("check", [each["move"] for each in made], "advice", seed=1)[-1]["moves"]
    assert again == made


def test_a_bidder_sees_the_widow_and_the_stake() -> None:
    facts = lines("auction", ["p", "250", "p"], "advice", seed=10)[-1]["facts"]
    assert facts == [
        "west dealt",
        "the bidding: north pass, you 250, west pass",
        "the widow was A♦ T♣ 9♦",
        "you play for 250",
        "the stake: 25 cents from each, spades count double",
    ]

"""Players who change seats between hands: what is counted, is counted for the person."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.commandline import Pinochle, piped
from helpers.json_lines import as_json
from helpers.paths import DATA
from helpers.soak import tried
from helpers.strategies import play_on
from helpers.table_records import played_game
from pinochle_solver import (
    RULEBOOKS,
    HandOutcome,
    Pays,
    Points,
    Referee,
    Seat,
    random_deals,
    read_records,
)
from pinochle_solver.board.review_page import review_page
from pinochle_solver.bulk.record_columns import record_table
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import Players, Seating
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.reviews.mistakes import mistake_lines
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.reviews.together import totals_by_player
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.rules import Doubles
from pinochle_solver.table.seats import Seat as TableSeat

SOUTH, NORTH = Seat
SWAPPED = DATA / "seats-swapped.pnr"
"""Two hands of Ann and Bob: 172 to 78 for Ann in the south, then 181 to 79 for her in the north.

Ann deals both.
"""
ANN_AND_BOB = Players("Ann", "Bob")


def hand_of(
    rules: str,
    seed: int,
    dealer: Seat,
    *,
    exchanged: bool,
    players: Players = ANN_AND_BOB,
    moves: int = 999,
    doubles: Doubles | None = None,
) -> HandRecord:
    """A hand played at random; if exchanged the same with the players in each other's seats."""
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    deal = replace(deal, dealer=dealer)
    if exchanged:
        deal = replace(deal, south=deal.north, north=deal.south, dealer=dealer.other)
        players = Players(players.north, players.south)
    referee = play_on(Referee.of_deal(deal, doubles=doubles), moves, Random(seed))
    record = record_of(deal, tuple(referee.history), doubles=doubles)
    return replace(record, players=players)


# Who sits where


def test_a_player_without_a_name_sits_where_a_seat_is_left() -> None:
    seating = Seating(tuple(Seat))
    assert seating.take({SOUTH: "Ann", NORTH: "Bob"}).places == {SOUTH: SOUTH, NORTH: NORTH}
    changed = seating.take({NORTH: "ANN"})
    assert changed.places == {SOUTH: NORTH, NORTH: SOUTH}
    assert changed.is_changed
    assert changed.notes == ("SouthPlayer missing, assumed to be Bob",)
    # Nobody is named: all sit as in the hand before.
    nobody = seating.take({})
    assert nobody.places == {SOUTH: NORTH, NORTH: SOUTH}
    assert nobody.notes == ("SouthPlayer and NorthPlayer missing, assumed to be Bob and Ann",)
    # A name that stands twice tells nothing.
    assert seating.take({SOUTH: "Ann", NORTH: "Ann"}).places == {SOUTH: NORTH, NORTH: SOUTH}
    assert seating.names == {SOUTH: "Ann", NORTH: "Bob"}


def test_names_may_come_later_and_a_stranger_is_told() -> None:
    seating = Seating(tuple(Seat))
    assert seating.take({}).notes == ()
    later = seating.take({SOUTH: "Ann"})
    assert later.notes == ("SouthPlayer: Ann, assumed to be south of the hands before",)
    assert seating.take({SOUTH: "Bob", NORTH: "Ann"}).places == {SOUTH: NORTH, NORTH: SOUTH}
    stranger = seating.take({SOUTH: "Carl", NORTH: "Ann"})
    assert stranger.faults == ("SouthPlayer: Carl, the game is played by Ann and Bob",)
    assert seating.take({}).places == {SOUTH: NORTH, NORTH: SOUTH}  # as before the stranger


def test_of_four_players_all_but_one_may_be_told_by_name() -> None:
    south, west, north, east = TableSeat
    seating = Seating(tuple(TableSeat))
    seating.take({south: "Ann", west: "Bob", north: "Carl", east: "Dora"})
    moved = seating.take({west: "Ann", north: "Bob", east: "Carl"})
    assert moved.places == {west: south, north: west, east: north, south: east}
    assert moved.notes == ("SouthPlayer missing, assumed to be Dora",)
    one = seating.take({south: "Ann"})
    assert one.places == {south: south, north: west, east: north, west: east}
    assert one.notes == (
        "WestPlayer, NorthPlayer and EastPlayer missing, assumed to be Dora, Bob and Carl",
    )


# A game of two


def test_points_and_the_deal_go_by_name() -> None:
    game = score_game(map(replay_record, read_records(SWAPPED)))
    assert game.players == ANN_AND_BOB
    assert [hand.score for hand in game.hands] == [Points(172, 78), Points(353, 157)]
    assert game.hands[1].points is not None
    assert tuple(game.hands[1].points) == ((10, 171), (0, 79))
    assert [hand.dealer for hand in game.hands] == [SOUTH, SOUTH]
    assert [hand.seats_changed for hand in game.hands] == [False, True]
    assert game.hands[1].faults == ("Dealer: north (Ann), it is Bob's turn to deal",)
    assert game.verdict == "not over: Ann 353, Bob 157; the target is 1000"
    assert game.score_as_seated == Points(157, 353)


def test_the_command_tells_the_same(pinochle: Pinochle) -> None:
    result = pinochle("score", "--json", "--target", "300", str(SWAPPED))
    assert result.status == 1
    told = "hand 2: Dealer: north (Ann), it is Bob's turn to deal\n"
    assert result.err == f"{SWAPPED}:15: {told}"
    found = json.loads(result.out)
    assert found["players"] == {"south": "Ann", "north": "Bob"}
    assert (found["winner"], found["score"]) == ("south", {"south": 353, "north": 157})
    assert found["verdict"] == "Ann wins: Ann 353, Bob 157; the target of 300 is reached"
    first, second = found["hands"]
    assert "seats_changed" not in first
    assert (second["seats_changed"], second["dealer"]) == (True, "south")
    assert second["points"]["south"] == {"melds": 10, "tricks": 171, "total": 181}


def test_one_player_is_told_apart(pinochle: Pinochle) -> None:
    told = pinochle("score", "--player", "bob", str(SWAPPED)).out.splitlines()[-1]
    assert told == "Bob: 157 points in 2 hands: 78.5 a hand, -98.0 against Ann"
    found = json.loads(pinochle("score", "--json", "--player", "Ann", str(SWAPPED)).out)
    ann = {"name": "Ann", "seat": "south", "hands": 2, "points": 353, "margin": 196}
    assert found["player"] == ann
    wrong = pinochle("score", "--player", "Carl", str(SWAPPED))
    fact = "--player: 'Carl' does not play, the names are Ann and Bob"
    assert (wrong.status, wrong.out, wrong.err) == (2, "", f"pinochle score: {fact}\n")


@settings(max_examples=tried(10, 1_000))
@given(
    rules=st.sampled_from(["scarne", "hayes", "macdougall", "glup"]),
    seed=st.integers(0, 999),
    exchanged=st.lists(st.booleans(), min_size=1, max_size=5),
    target=st.sampled_from([250, 500, 1000]),
    pays=st.sampled_from([None, Pays.DIFFERENCE]),
    call=st.none() | st.integers(0, 12),
)
def test_a_game_is_the_same_wherever_its_players_sit(
    rules: str,
    seed: int,
    exchanged: list[bool],
    target: int,
    pays: Pays | None,
    call: int | None,
) -> None:
    """Against the same hands with nobody changing seats: score, winner, payment, remarks."""
    claims = call is not None and rules in ("scarne", "macdougall")

    def game_of(exchanges: list[bool]) -> object:
        hands = []
        for number, is_exchanged in enumerate(exchanges):
            hand = hand_of(rules, seed + number, Seat(number % 2), exchanged=is_exchanged)
            if claims and call is not None:
                caller = NORTH if is_exchanged else SOUTH
                hand = replace(hand, call_outs=(RecordedCall(call, caller),))
            hands.append(hand)
        game = score_game(map(replay_record, hands), target=target, pays=pays)
        return (
            game.score,
            game.players,
            game.winner,
            game.ending,
            game.payment,
            game.verdict,
            [
                (each.points, each.score, each.dealer, each.outcome, each.notes)
                for each in game.hands
            ],
            [
                [fault for fault in each.faults if not fault.startswith("call-out")]
                for each in game.hands
            ],
        )

    # The first hand says who is called south.
    if exchanged[0]:
        exchanged = [not each for each in exchanged]
    assert game_of(exchanged) == game_of([False] * len(exchanged))


@pytest.mark.parametrize("seed", range(5))
def test_stakes_are_paid_by_the_person(seed: int) -> None:
    plain, other = (
        score_game(
            replay_record(
                hand_of(
                    "macdougall",
                    seed + number,
                    Seat(number % 2),
                    exchanged=exchanged and number % 2 == 1,
                    doubles=Doubles.EVERY,
                )
            )
            for number in range(4)
        )
        for exchanged in (False, True)
    )
    assert plain.score == other.score
    assert any(hand.payment not in (None, (0, 0)) for hand in other.hands[1::2])
    assert [hand.payment for hand in plain.hands] == [hand.payment for hand in other.hands]
    assert [hand.notes for hand in plain.hands] == [hand.notes for hand in other.hands]


def test_single_hands_are_won_by_the_person() -> None:
    hands = [hand_of("scarne", seed, Seat(seed % 2), exchanged=bool(seed % 2)) for seed in range(4)]
    plain = [hand_of("scarne", seed, Seat(seed % 2), exchanged=False) for seed in range(4)]
    one, two = (
        score_game(map(replay_record, each), single_hand=True, pays=Pays.DIFFERENCE)
        for each in (hands, plain)
    )
    assert one.score == two.score
    assert one.payment == two.payment
    assert one.verdict == two.verdict


def test_the_score_that_a_record_states_is_by_its_own_seats() -> None:
    first, second = read_records(SWAPPED)
    right, wrong = (replace(second, score=Points(*each)) for each in ((78, 172), (172, 78)))
    assert "Score" not in "".join(_faults(first, right))
    assert "Score: 172/78, it is 78/172" in _faults(first, wrong)


def _faults(*records: HandRecord) -> tuple[str, ...]:
    return score_game(map(replay_record, records)).hands[-1].faults


def test_missing_and_other_names_are_told() -> None:
    first, second = read_records(SWAPPED)
    game = score_game(map(replay_record, (first, replace(second, players=Players(None, "Ann")))))
    assert game.score == Points(353, 157)
    assert game.hands[1].notes == ("SouthPlayer missing, assumed to be Bob",)
    game = score_game(map(replay_record, (first, replace(second, players=Players()))))
    assert game.score == Points(251, 259)
    note = "SouthPlayer and NorthPlayer missing, assumed to be Ann and Bob"
    assert game.hands[1].notes == (note,)
    game = score_game(map(replay_record, (first, replace(second, players=Players("Bob", "Carl")))))
    assert game.score == Points(172, 78)
    hand = game.hands[1]
    assert (hand.outcome, hand.points, hand.dealer) == (HandOutcome.OTHER_PLAYERS, None, None)
    assert hand.faults == ("NorthPlayer: Carl, the game is played by Ann and Bob",)
    assert game.has_faults


def test_without_names_seats_are_counted_as_ever() -> None:
    hands = [replace(each, players=Players()) for each in read_records(SWAPPED)]
    game = score_game(map(replay_record, hands))
    assert game.score == Points(251, 259)
    assert (game.players, game.has_faults) == (Players(), False)
    assert [hand.notes for hand in game.hands] == [(), ()]


def test_a_record_reads_back() -> None:
    for record in read_records(SWAPPED):
        assert parse_record(record.text()) == record


def test_the_records_of_a_match_are_added_up_by_player(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "match.pnr"
    match = pinochle("match", "greedy", "random", "--pairs", "3", "--json", "--record", str(file))
    found = json.loads(match.out)
    scored = json.loads(pinochle("score", "--single-hand", "--json", str(file)).out)
    assert scored["players"] == {"south": "A", "north": "B"}
    assert scored["score"] == {"south": found["won"], "north": found["lost"]}
    assert found["won"] > found["lost"]
    assert [hand.get("seats_changed", False) for hand in scored["hands"]] == [False, True] * 3
    margins = [
        hand["points"]["south"]["total"] - hand["points"]["north"]["total"]
        for hand in scored["hands"]
    ]
    assert sum(margins) / 6 == pytest.approx(found["points"]["mean"])


# Games of three and four

TABLE_NAMES = dict(zip(TableSeat, ("Ann", "Bob", "Carl", "Dora"), strict=True))


def turned(record: TableRecord, by: int) -> TableRecord:
    """The same hand with everybody so many seats further round the table."""
    table = record.rules.table

    def of(seat: TableSeat) -> TableSeat:
        return table[(table.index(seat) + by) % len(table)]

    return replace(
        record,
        dealer=of(record.dealer),
        hands={of(seat): hand for seat, hand in record.hands.items()},
        melds={of(seat): melds for seat, melds in record.melds.items()},
        exchange=None if record.exchange is None else of(record.exchange),
        names={of(seat): name for seat, name in record.names.items()},
    )


def named_game(name: str, hands: int) -> list[TableRecord]:
    """Random hands of one game, with the names of all who play."""
    records = (replay.record for replay in played_game(name, hands))
    return [
        replace(each, names={seat: TABLE_NAMES[seat] for seat in each.rules.table})
        for each in records
    ]


@pytest.mark.parametrize(
    "name", ["auction", "auction-score", "corners", "check", "partnership", "firehouse"]
)
def test_at_a_table_points_and_the_deal_go_by_name(name: str) -> None:
    records = named_game(name, 4)
    plain = score_table_game(map(replay_table_record, records))
    assert not plain.has_faults
    moved = [turned(record, by) for by, record in enumerate(records)]
    game = score_table_game(map(replay_table_record, moved))
    assert not game.has_faults
    assert game.game == plain.game
    assert game.game.scores != (0,) * len(game.game.scores)
    assert (game.names, game.verdict) == (plain.names, plain.verdict)
    for here, there in zip(game.hands, plain.hands, strict=True):
        assert (here.dealer, here.bidder, here.contract) == (
            there.dealer,
            there.bidder,
            there.contract,
        )
        assert here.result == there.result
        assert here.game == there.game
    seats = len(records[0].rules.table)
    assert [bool(hand.seats) for hand in game.hands] == [bool(by % seats) for by in range(4)]
    told = as_json(game)
    assert told["players"] == {seat.text(): TABLE_NAMES[seat] for seat in records[0].rules.table}
    assert told["hands"][1]["seats"]["south"] == ("north" if seats == 3 else "east")
    assert "seats" not in told["hands"][0]


def test_the_scores_that_a_record_of_a_table_states_are_by_its_own_seats() -> None:
    first, second = named_game("auction-score", 2)
    second = turned(second, 1)
    game = score_table_game(map(replay_table_record, (first, second)))
    south, west, north = game.hands[0].game.scores
    for score, fits in (((north, south, west), True), ((south, west, north), False)):
        stated = replay_table_record(replace(second, score=score))
        faults = score_table_game([replay_table_record(first), stated]).hands[1].faults
        assert (faults == ()) is fits
    assert faults[0].endswith(f"the game stands at {north}/{south}/{west}")


def test_other_partners_and_other_players_add_nothing() -> None:
    first, second = named_game("corners", 2)
    south, west, north, east = TableSeat
    others = {south: "Ann", west: "Carl", north: "Bob", east: "Dora"}
    game = score_table_game(map(replay_table_record, (first, replace(second, names=others))))
    assert game.hands[1].result is None
    assert game.game == game.hands[0].game
    assert game.hands[1].faults == (
        "partners changed, adds nothing: Ann and Bob against Carl and Dora",
    )
    others = {**TABLE_NAMES, east: "Eve"}
    game = score_table_game(map(replay_table_record, (first, replace(second, names=others))))
    assert game.hands[1].result is None
    assert game.hands[1].faults == (
        "EastPlayer: Eve, the game is played by Ann, Bob, Carl and Dora",
        "other players, adds nothing",
    )
    missing = turned(replace(second, names={south: "Ann", west: "Bob", north: "Carl"}), 1)
    game = score_table_game(map(replay_table_record, (first, missing)))
    assert game.game == score_table_game(map(replay_table_record, (first, second))).game
    assert game.hands[1].notes == ("SouthPlayer missing, assumed to be Dora",)
    assert as_json(game)["hands"][1]["notes"] == [*game.hands[1].notes]


# Reviews and quizzes


@pytest.fixture(scope="module")
def reviewed() -> list[Review]:
    """The first tricks and the playoffs of both hands, in few worlds."""
    return [
        review(replace(record, tricks=record.tricks[:3]), worlds=16)
        for record in read_records(SWAPPED)
    ]


def test_a_review_of_several_hands_adds_up_what_each_player_lost(reviewed: list[Review]) -> None:
    first, second = reviewed
    ann, bob = totals_by_player(reviewed)
    for own, seats in ((ann, (SOUTH, NORTH)), (bob, (NORTH, SOUTH))):
        parts = [each.total(seat) for each, seat in zip((first, second), seats, strict=True)]
        assert own.hands == 2
        assert own.total.decisions == sum(each.decisions for each in parts) > 4
        assert own.total.lost.mean == pytest.approx(sum(each.lost.mean for each in parts))
        assert own.total.lost.se == pytest.approx(sum(each.lost.se**2 for each in parts) ** 0.5)
        assert own.total.marks == {
            mark: sum(each.marks[mark] for each in parts) for mark in parts[0].marks
        }
        luck = sum(
            draw.luck.mean
            for each, seat in zip((first, second), seats, strict=True)
            for draw in each.draws
            if draw.seat is seat
        )
        assert own.luck == pytest.approx(luck)
        assert luck
    assert (ann.name, bob.name) == ("Ann", "Bob")
    assert ann.total.lost != bob.total.lost
    assert [as_json(each)["players"]["south"] for each in reviewed] == ["Ann", "Bob"]


def test_the_table_of_several_hands_has_a_column_for_each_player(reviewed: list[Review]) -> None:
    stream = StringIO()
    Renderer(stream).reviewed_hands(reviewed)
    first, *_ = stream.getvalue().strip("\n").split("\n\n")
    _, head, _, *rows = first.splitlines()
    assert head.split()[:3] == ["hand", "Ann,", "Bob"]
    lost = [[cell for cell in row.split() if "." in cell] for row in rows]
    one, other = reviewed
    assert lost == [
        [f"{one.total(SOUTH).lost.mean:.1f}", f"{one.total(NORTH).lost.mean:.1f}"],
        [f"{other.total(NORTH).lost.mean:.1f}", f"{other.total(SOUTH).lost.mean:.1f}"],
    ]
    plain = re.sub(r">\s+<", "><", review_page(reviewed))
    for each in totals_by_player(reviewed):
        assert f'<td>{each.name}</td><td class="n"><span class="number">2</span></td>' in plain


def test_other_opponents_have_totals_of_their_own(reviewed: list[Review]) -> None:
    first, second = reviewed
    record = replace(second.replay.record, players=Players("Carl", "Ann"))
    third = replace(second, replay=replace(second.replay, record=record))
    names = [(each.name, each.hands) for each in totals_by_player([first, second, third])]
    assert names == [("Ann", 3), ("Bob", 2), ("Carl", 1)]
    stream = StringIO()
    Renderer(stream).reviewed_hands([first, third])
    assert "Ann, Bob" in stream.getvalue()
    assert "Carl, Ann" in stream.getvalue()


@pytest.fixture
def short(tmp_path: Path) -> Path:
    file = tmp_path / "short.pnr"
    records = [replace(each, tricks=each.tricks[:2]) for each in read_records(SWAPPED)]
    file.write_text("\n".join(each.text() for each in records))
    return file


def test_a_player_is_reviewed_wherever_he_sat(
    pinochle: Pinochle, short: Path, tmp_path: Path
) -> None:
    few = ("--worlds", "16", "--threads", "1")
    mistakes = tmp_path / "mistakes.pn"
    result = pinochle(
        "review", *few, "--json", "--player", "bob", "--quiz", str(mistakes), str(short)
    )
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert [{each["seat"] for each in line["decisions"]} for line in lines] == [
        {"north"},
        {"south"},
    ]
    wrong = pinochle("review", *few, "--player", "Carl", str(short))
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.endswith("--player: 'Carl' does not play, the names are Ann and Bob\n")
    both = pinochle("review", *few, "--player", "Ann", "--seat", "south", str(short))
    assert (both.status, both.err.splitlines()[-1]) == (
        2,
        "pinochle review: --player: not with --seat; a player may have changed seats",
    )


def test_a_hand_of_others_is_left_out_and_a_missing_name_is_assumed(
    pinochle: Pinochle, short: Path
) -> None:
    first, second = short.read_text().split("\n\n[")
    short.write_text(first + "\n\n[" + second.replace('[SouthPlayer "Bob"]\n', ""))
    few = ("--worlds", "16", "--threads", "1", "--json")
    result = pinochle("review", *few, "--player", "Bob", str(short))
    assert "SouthPlayer missing, assumed to be Bob\n" in result.err
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert {each["seat"] for each in lines[1]["decisions"]} == {"south"}
    short.write_text(short.read_text().replace('[NorthPlayer "Ann"]', '[NorthPlayer "Eve"]'))
    result = pinochle("review", *few, "--player", "Bob", str(short))
    assert len(result.out.splitlines()) == 1


def test_a_quiz_asks_for_the_decisions_of_one_player(
    pinochle: Pinochle, reviewed: list[Review], tmp_path: Path
) -> None:
    file, state = tmp_path / "mistakes.pn", tmp_path / "quiz.json"
    lines = mistake_lines(reviewed)
    file.write_text("\n".join(f"{why}\n{line}\n" for line, why in lines.items()))
    whose = [re.search(r": (Ann|Bob) ", why) for why in lines.values()]
    names = [found[1] for found in whose if found is not None]
    assert {"Ann", "Bob"} == {*names}
    for name in ("Ann", "Bob"):
        asking = ["quiz", "--player", name, "--number", "99", "--state", str(state), str(file)]
        result = piped(asking, "skip\n" * 99)
        asked = [line for line in result.out.splitlines() if re.match(r"\d+ of \d+:", line)]
        assert len(asked) == names.count(name), result.out
    wrong = pinochle("quiz", str(file), "--player", "Carl", "--state", str(state))
    assert wrong.status == 2
    told = f"the names are {' and '.join(dict.fromkeys(names))}"
    assert wrong.err == f"pinochle quiz: --player: 'Carl' does not play, {told}\n"


def test_the_tables_of_bulk_name_the_players() -> None:
    rows = record_table([*read_records(SWAPPED), None]).to_pylist()
    assert [(row["south_player"], row["north_player"]) for row in rows] == [
        ("Ann", "Bob"),
        ("Bob", "Ann"),
        (None, None),
    ]

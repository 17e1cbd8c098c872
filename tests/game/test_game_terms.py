"""What a game is played for, in `score`, `play` and `new`, in records, positions and analyses."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.commandline import Pinochle, Run
from helpers.commandline import piped as piped_into
from helpers.strategies import play_on
from pinochle_solver import HandRecord, PlayoffPosition, Points, Seat, StockPosition
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.equities.equity import GameSettings
from pinochle_solver.errors import GameError, IllegalPositionError, NotationError, PositionError
from pinochle_solver.game.game import Ending, Game, totals
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.limits import Limits
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.matches.sitting import Sitting
from pinochle_solver.notation.calls import Calls
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.notation.record_reading import numbered_records, parse_record
from pinochle_solver.playoff.race import race
from pinochle_solver.rules.agreed import Agreed, GameTerms, in_chips, least_in_chips
from pinochle_solver.rules.claims import Claim, RecordedCall
from pinochle_solver.rules.moves import CALL_OUT
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import CallOutRule
from pinochle_solver.stock.chances import WinChance

NOTHING, CALLS, AT_ONCE = Agreed.NOTHING, Agreed.CALL_OUT, Agreed.AT_ONCE
CHIPS, SINGLE, DROPPED = Agreed.CHIPS, Agreed.SINGLE_HAND, Agreed.DROPPED
QUICK = ("--engine", "greedy", "--seconds", "0.05", "--ascii")


def play(*arguments: str, words: list[str], status: int = 0) -> Run:
    run = piped_into(["play", *QUICK, *arguments], "".join(f"{word}\n" for word in words))
    assert run.status == status, run.err
    return run


def new(*arguments: str, words: list[str], status: int = 0) -> Run:
    run = piped_into(["new", "--ascii", *arguments], "".join(f"{word}\n" for word in words))
    assert run.status == status, run.err
    return run


def records(file: Path) -> list[HandRecord]:
    found = [record for _, record in numbered_records(file.read_text().splitlines())]
    assert all(isinstance(record, HandRecord) for record in found)
    return [record for record in found if isinstance(record, HandRecord)]


def scored(file: Path) -> Game:
    return score_game(map(replay_record, records(file)))


def whole(rules: str, seed: int = 1, view: Seat | None = None) -> HandRecord:
    deal = random_deal(seed, 1, RULEBOOKS[rules])
    moves = play_on(Referee.of_deal(deal), 10**4, Random(seed)).history
    return record_of(deal, moves, view)


# ------------------------------------------------------------------------ the terms, and the words


@given(st.integers(-300, 1500), st.integers(0, 9), st.integers(0, 1000))
def test_so_many_points_come_to_so_many_chips(wanted: int, up_from: int, points: int) -> None:
    reached = in_chips(points, up_from) >= wanted
    assert reached == (points >= least_in_chips(wanted, up_from)) or wanted <= 0
    assert abs(in_chips(points, up_from) - points) < 10


def test_chips_are_those_of_the_book() -> None:
    assert [in_chips(each, 7) for each in (147, 103, 146, 104, 0, 250)] == [
        *(150, 100, 140, 100, 0, 250)
    ]
    many = in_chips(np.array([147.0, 103.0, 146.4, 97.0]), 7)
    assert many.tolist() == [150, 100, 140, 100]


@pytest.mark.parametrize(
    ("agreed", "words"),
    [
        (NOTHING, ()),
        (CALLS, ("call-out",)),
        (AT_ONCE, ("call-out-at-once",)),
        (CHIPS | AT_ONCE, ("call-out-at-once", "chips")),
        (CHIPS | SINGLE, ("chips", "single-hand")),
        (DROPPED | CALLS, ("call-out", "drop-last-digit")),
    ],
)
def test_words_say_what_is_agreed(agreed: Agreed, words: tuple[str, ...]) -> None:
    assert agreed.words == words
    assert Agreed.parse(" ".join(words)) == Agreed.parse(",".join(words).upper()) == agreed
    options = {word.replace("-", "_"): True for word in words}
    assert Agreed.of(**options) == agreed


def test_other_words_are_named() -> None:
    with pytest.raises(
        NotationError, match="'chip' is not call-out, call-out-at-once, chips, sing"
    ):
        Agreed.parse("chip")


REFUSED = [
    ("hayes", ["--call-out"], "--call-out: hayes has none"),
    ("hayes", ["--chips"], "--chips: hayes has none"),
    ("hayes", ["--single-hand"], "--single-hand: hayes has no single-hand game"),
    ("scarne", ["--chips"], "--chips: scarne has none"),
    ("glup", ["--drop-last-digit"], "--drop-last-digit: glup counts single points"),
    (
        *("macdougall", ["--chips", "--drop-last-digit"]),
        "--drop-last-digit: chips are rounded up as well",
    ),
    ("scarne", ["--ahead", "50"], "--ahead: scarne is played for a target"),
    (
        *("scarne", ["--call-out-at-once"]),
        "--call-out-at-once: in scarne a call-out needs no trick",
    ),
    (
        *("macdougall", ["--single-hand", "--target", "500"]),
        "--target: a single-hand game has no target to reach",
    ),
    (
        *("macdougall", ["--single-hand", "--call-out"]),
        "--call-out: a single-hand game has no target to reach",
    ),
    (
        *("glup", ["--ahead", "50", "--target", "500"]),
        "--ahead: a game is won by points ahead or by a target, not both",
    ),
    (
        *("glup", ["--ahead", "50", "--call-out"]),
        "--call-out: a game won by points ahead has no target to reach",
    ),
]


@pytest.mark.parametrize(("rules", "options", "fact"), REFUSED)
def test_all_commands_refuse_alike(
    rules: str, options: list[str], fact: str, pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(whole(rules).text())
    told = [
        play("--game", "--rules", rules, *options, words=[], status=2),
        new("--rules", rules, *options, words=[], status=2),
    ]
    # There a call-out is a claim: after which trick, and whose.
    given = [*options]
    if "--call-out" in given:
        given.insert(given.index("--call-out") + 1, "1.1:south")
    told.append(pinochle("score", str(file), *given))
    if not {"--chips", "--drop-last-digit", "--single-hand", "--call-out-at-once"} & {*options}:
        told.append(pinochle("match", "random", "greedy", "--game", "--rules", rules, *options))
    for run in told:
        command = run.err.split(":")[0]
        assert (run.status, run.err) == (2, f"{command}: {fact}\n")


@pytest.mark.parametrize(
    "option", ["--target=5", "--ahead=5", "--chips", "--single-hand", "--call-out-at-once"]
)
def test_they_go_with_a_game(option: str) -> None:
    run = play("--rules", "macdougall", option, words=[], status=2)
    name = option.partition("=")[0]
    assert run.err == f"pinochle play: {name}: goes with --game\n"


# --------------------------------------------------------------------------- records and positions


@pytest.mark.parametrize("agreed", [CALLS, AT_ONCE, CHIPS, SINGLE | CHIPS, AT_ONCE | CHIPS])
def test_a_record_says_it(agreed: Agreed) -> None:
    record = replace(whole("macdougall"), agreed=agreed)
    text = record.text()
    assert f'[Agreed "{", ".join(agreed.words)}"]' in text
    assert parse_record(text) == record
    position = replay_record(record).at(20, "l")
    assert position.agreed is agreed
    assert f"agreed={','.join(agreed.words)}" in position.text()
    assert type(position).parse(position.text()) == position
    early = replay_record(record).at(5, "l", Seat.SOUTH)
    assert isinstance(early, StockPosition)
    assert StockPosition.parse(early.text()).agreed is agreed


@pytest.mark.parametrize(
    ("rules", "tags", "fact"),
    [
        ("scarne", '[Agreed "chips"]', "Agreed: chips, but scarne has none"),
        ("hayes", '[Agreed "call-out"]', "Agreed: call-out, but hayes has none"),
        ("macdougall", '[Agreed "chip"]', "Agreed: 'chip' is not"),
        (
            *("macdougall", '[Agreed "single-hand"] [Target "500"]'),
            "Target: 500, but a single-hand game has no target to reach; "
            "take out Target, or single-hand in Agreed",
        ),
        (
            *("macdougall", '[Agreed "single-hand, call-out"]'),
            "Agreed: call-out, but a single-hand game has no target to reach",
        ),
        (
            *("macdougall", '[Agreed "single-hand"] [Score "10/20"]'),
            "Score: 10/20, but each hand is a game of its own; "
            "take out Score, or single-hand in Agreed",
        ),
        (
            *("macdougall", '[Agreed "chips"] [Doubles "every"]'),
            "Agreed: chips, but with doubles each hand is a game of its own",
        ),
    ],
)
def test_a_record_that_says_what_cannot_be(rules: str, tags: str, fact: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_record(f"{tags}\n{whole(rules).text()}")
    assert str(raised.value).startswith(fact)


LINE = "rules=macdougall trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"


@pytest.mark.parametrize(
    ("rules", "tokens", "error", "fact"),
    [
        (
            *("macdougall", "agreed=chop", NotationError),
            "agreed: 'chop' is not call-out, call-out-at-once, chips, single-hand or "
            "drop-last-digit",
        ),
        (
            *("macdougall", "agreed=single-hand score=10/20", IllegalPositionError),
            "score: 10/20, but each hand is a game of its own",
        ),
        (
            *("macdougall", "agreed=call-out-at-once called=south", IllegalPositionError),
            "called: south, but a call-out ends the game",
        ),
        (
            *("macdougall", "agreed=chips doubles=every", NotationError),
            "agreed: given, but with doubles each hand is a game of its own",
        ),
        ("hayes", "agreed=chips", IllegalPositionError, "agreed: chips, but hayes has none"),
    ],
)
def test_a_position_that_says_what_cannot_be(
    rules: str, tokens: str, error: type[PositionError], fact: str
) -> None:
    with pytest.raises(error) as raised:
        PlayoffPosition.parse(f"{LINE.replace('macdougall', rules)} {tokens}")
    assert str(raised.value) == fact


def test_a_game_is_scored_as_its_records_say(pinochle: Pinochle, tmp_path: Path) -> None:
    hands = [whole("macdougall", seed) for seed in (1, 2)]
    hands[1] = replace(hands[1], dealer=hands[0].dealer.other)
    deal = replace(random_deal(2, 1, RULEBOOKS["macdougall"]), dealer=hands[0].dealer.other)
    hands[1] = record_of(deal, play_on(Referee.of_deal(deal), 10**4, Random(2)).history)
    file = tmp_path / "game.pnr"
    for agreed, options in (
        (CHIPS, ["--chips"]),
        (SINGLE, ["--single-hand"]),
        (SINGLE | CHIPS, ["--single-hand", "--chips"]),
        (DROPPED, ["--drop-last-digit"]),
    ):
        file.write_text("\n".join(hand.text() for hand in hands))
        by_options = pinochle("score", "--json", *options, str(file))
        file.write_text("\n".join(replace(hand, agreed=agreed).text() for hand in hands))
        by_tags = pinochle("score", "--json", str(file))
        assert by_tags.out == by_options.out
        game = json.loads(by_tags.out)
        assert (game["chips"], game["single_hand"]) == (CHIPS in agreed, SINGLE in agreed)
        for hand in game["hands"]:
            rounded = [hand["points"][seat]["tricks"] % 10 for seat in ("south", "north")]
            assert (rounded == [0, 0]) or not agreed & (CHIPS | DROPPED)
        if agreed is DROPPED:
            whole_points = [replay_record(hand).points for hand in hands]
            dropped = [each.south.tricks // 10 * 10 for each in whole_points if each is not None]
            assert [hand["points"]["south"]["tricks"] for hand in game["hands"]] == dropped
    mixed = [replace(hands[0], agreed=CHIPS), replace(hands[1], agreed=CALLS)]
    faults = score_game(map(replay_record, mixed)).hands[1].faults
    assert faults == ("Agreed: call-out, the game has chips",)


def test_a_call_at_once_is_judged_by_the_tag() -> None:
    record = replace(
        whole("macdougall"), score=Points(995, 0), call_outs=(RecordedCall(20, Seat(0)),)
    )
    once = score_game([replay_record(replace(record, agreed=AT_ONCE))])
    assert (once.winner, once.ending) == (Seat.SOUTH, Ending.RIGHT_CALL)
    assert once.hands[0].notes[-1].endswith(": right")
    waits = score_game([replay_record(replace(record, agreed=CALLS))])
    assert "he must still win a trick that he leads" in waits.hands[0].notes[0]


# ------------------------------------------------------------------------- what engines make of it


@pytest.mark.parametrize(("tricks", "is_right"), [(97, True), (96, False)])
def test_an_engine_counts_chips_before_it_calls(tricks: int, is_right: bool) -> None:
    """At 900 points, 97 are 100 in chips, and 96 are 90."""
    position = replace(PlayoffPosition.parse(LINE), agreed=CHIPS | CALLS, score=Points(900, 0))
    taken = position.count.of_hand(position.rules.deck) - position.outstanding
    counted = HandPoints(SeatPoints(0, tricks), SeatPoints(0, taken - tricks))
    position = replace(position, points=counted)
    calls = Calls.of(position)
    assert (calls.chips_up_from, calls.rule) == (7, CallOutRule.NEEDS_A_TRICK)
    assert calls.has(Seat.SOUTH, counted) == (1000 if is_right else 990)
    assert calls.needs(Seat.SOUTH, counted) == 97
    decision = make_engine("greedy").choose(position, Limits())
    assert (decision.move == CALL_OUT) is is_right
    raw = replace(position, agreed=CALLS)
    assert make_engine("greedy").choose(raw, Limits()).move != CALL_OUT
    # Who has called so is in a position that follows.
    if is_right:
        assert replace(position, called=(Seat.SOUTH,)).called == (Seat.SOUTH,)
    else:
        with pytest.raises(IllegalPositionError, match="south has 990, the target is 1000"):
            replace(position, called=(Seat.SOUTH,))


def test_without_being_told_nobody_calls() -> None:
    position = replace(PlayoffPosition.parse(LINE), agreed=CHIPS)
    assert make_engine("greedy").choose(position, Limits()).move != CALL_OUT


def test_the_chance_to_win_a_hand_is_by_its_chips() -> None:
    rules = RULEBOOKS["macdougall"]
    settings = GameSettings(rules, rules.count, rules.target, None, chips=True)
    points = np.array([[147, 103], [126, 124], [127, 123], [146, 144], [99, 151]])
    chance = WinChance(Seat.SOUTH, None, settings, up_from=7)
    assert chance.of_points(points).tolist() == [1, 0.5, 1, 0.5, 0]
    dropped = replace(chance, up_from=10)
    assert dropped.of_points(points).tolist() == [1, 0.5, 0.5, 0.5, 0]
    raw = replace(chance, settings=replace(settings, chips=False), up_from=0)
    assert raw.of_points(points).tolist() == [1, 1, 1, 1, 0]
    position = replace(PlayoffPosition.parse(LINE), agreed=CHIPS | SINGLE)
    assert WinChance.of(position) == chance


def test_an_analysis_of_a_game_with_call_outs_needs_no_option(pinochle: Pinochle) -> None:
    record = replace(whole("scarne"), agreed=CALLS, score=Points(900, 200))
    position = replay_record(record).at(8, "l", replay_record(record).tricks[7].leader)
    assert isinstance(position, StockPosition)
    plain = replace(position, agreed=NOTHING)
    options = ["--worlds", "8", "--json"]
    told = json.loads(pinochle("analyze", *options, position.text()).out)
    asked = json.loads(pinochle("analyze", *options, "--call-out", plain.text()).out)
    assert "call_out" in told
    assert told["call_out"] == asked["call_out"]
    assert [move["win"] for move in told["moves"]] == [move["win"] for move in asked["moves"]]
    assert "call_out" not in json.loads(pinochle("analyze", *options, plain.text()).out)


# ----------------------------------------------------------------------------------------- playing


@pytest.mark.parametrize(
    ("rules", "options", "tags"),
    [
        ("scarne", ["--target", "200"], ['[Target "200"]']),
        ("glup", ["--ahead", "20"], ['[Ahead "20"]']),
        ("macdougall", ["--chips", "--target", "200"], ['[Agreed "chips"]', '[Target "200"]']),
        ("hayes", ["--drop-last-digit", "--target=300"], ['[Agreed "drop-last-digit"]']),
        ("macdougall", ["--single-hand", "--chips"], ['[Agreed "chips, single-hand"]']),
        ("scarne", ["--call-out", "--target", "250"], ['[Agreed "call-out"]']),
        ("macdougall", ["--call-out", "--target", "200"], ['[Agreed "call-out"]']),
        ("goulash", ["--call-out-at-once", "--target=200"], ['[Agreed "call-out-at-once"]']),
    ],
)
def test_a_game_is_played_as_its_file_is_scored(
    rules: str, options: list[str], tags: list[str], tmp_path: Path, pinochle: Pinochle
) -> None:
    file = tmp_path / "game.pnr"
    asked = ["--rules", rules, "--seed", "4", "--game", "--record", str(file), *options]
    out = play(*asked, words=["1"] * 3000).out
    kept = records(file)
    assert all(tag in kept[0].text() for tag in tags)
    assert [each.agreed for each in kept] == [kept[0].agreed] * len(kept)
    game = scored(file)
    assert not any(hand.faults for hand in game.hands)
    run = pinochle("score", "--ascii", str(file))
    assert game.verdict in out
    assert game.verdict in run.out
    if SINGLE in kept[0].agreed:
        assert (len(kept), game.winner) == (1, None)
        assert sum(game.score) == 1
    else:
        assert game.winner is not None
    if CALLS in kept[0].agreed:
        assert game.ending is Ending.RIGHT_CALL
        assert "north calls out with" in out
    if CHIPS in kept[0].agreed:
        rounded = [hand.points for hand in game.hands]
        assert all(each is not None and totals(each)[0] % 10 == 0 for each in rounded)


@pytest.mark.parametrize(
    ("rules", "agreed"), [("scarne", CALLS), ("macdougall", CALLS), ("macdougall", AT_ONCE)]
)
def test_the_person_calls_out_and_the_file_scores_the_same(
    rules: str, agreed: Agreed, tmp_path: Path, pinochle: Pinochle
) -> None:
    """At once the game is over; else he plays on until he wins a trick that he led."""
    at_once = rules == "scarne" or agreed is AT_ONCE
    file = tmp_path / "game.pnr"
    deal = random_deal(4, 1, RULEBOOKS[rules])
    file.write_text(replace(record_of(deal, score=Points(998, 0)), agreed=agreed).text())
    words = ["help", "hint", *["1"] * 9, "score", *["call out"], *["1"] * 60]
    out = play("--game", "--record", str(file), words=words).out
    when = "at once" if at_once else "when you win a trick that you led"
    assert f"you win the game {when}; if not, you lose it" in " ".join(out.split())
    assert "wrong to call out: you have 998 of 1000" in out
    said = re.search(r"you call out with (\d+): (right|wrong)", out)
    assert said is not None
    assert int(said[1]) >= 1000
    assert said[2] == "right"
    (record,) = records(file)
    (call,) = record.call_outs
    assert call.seat is Seat.SOUTH
    game = scored(file)
    assert game.verdict in out
    assert game.verdict in pinochle("score", "--ascii", str(file)).out
    assert game.winner is Seat.SOUTH
    if at_once:
        assert len(record.tricks) in (call.trick, call.trick + 1)


def in_play(agreed: Agreed, target: int) -> HandInPlay:
    deal = random_deal(4, 1, RULEBOOKS["macdougall"])
    return HandInPlay(deal, Seat.SOUTH, Points(0, 0), target, agreed=agreed)


def test_at_once_and_in_chips_at_the_table() -> None:
    """The same moves, the same claim: it wins, waits or loses as is agreed."""
    came = {}
    for agreed in (CALLS, AT_ONCE, CALLS | CHIPS, AT_ONCE | CHIPS):
        hand = in_play(agreed, 1000)
        while not (
            hand.is_persons_turn
            and (has := hand.referee.points[Seat.SOUTH]).tricks % 10 in (7, 8, 9)
        ):
            hand.push(hand.referee.moves()[0])
        target = has.melds + has.tricks // 10 * 10 + 10
        hand.calls.target = target
        came[agreed] = hand.call_out(Seat.SOUTH)
        kept = replace(hand.record(), target=target)
        assert parse_record(kept.text()) == kept
        game = score_game([replay_record(kept)])
        assert (game.winner is None) is (came[agreed] is Claim.WAITS)
        assert game.winner in (None, Seat.SOUTH if came[agreed] is Claim.WINS else Seat.NORTH)
    assert came == {
        CALLS: Claim.WRONG,
        AT_ONCE: Claim.WRONG,
        CALLS | CHIPS: Claim.WAITS,
        AT_ONCE | CHIPS: Claim.WINS,
    }


def test_single_hands_follow_one_another_in_one_file(tmp_path: Path, pinochle: Pinochle) -> None:
    file = tmp_path / "evening.pnr"
    asked = ["--game", "--record", str(file), "--seed", "4"]
    first = play("--rules", "macdougall", "--single-hand", *asked, words=["1"] * 60)
    assert "going on" not in first.out
    second = play(*asked, words=["1"] * 60)
    assert "going on with the game in" in second.out
    assert "hand 2, games won: " in second.out
    kept = records(file)
    assert [each.agreed for each in kept] == [SINGLE, SINGLE]
    assert [each.score for each in kept] == [(0, 0), (0, 0)]
    assert kept[1].dealer is kept[0].dealer.other
    game = scored(file)
    assert sum(game.score) == 2
    before = file.read_text()
    for target in ("777", "1000"):
        run = play(*asked, "--target", target, words=[], status=2)
        fact = "--target: a single-hand game has no target to reach"
        assert run.err == f"pinochle play: {fact}; leave it out, or give another file\n"
    assert file.read_text() == before
    assert game.verdict in second.out
    assert game.verdict in pinochle("score", "--ascii", str(file)).out
    assert "game before it" not in second.out


@pytest.mark.parametrize(("rules", "is_over"), [("scarne", False), ("macdougall", True)])
def test_a_tied_single_hand_is_dealt_again_where_the_book_says_so(
    rules: str, is_over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = RULEBOOKS[rules]
    sitting = Sitting(book, book.count, 3, Seat.SOUTH, True, terms=GameTerms(agreed=SINGLE))
    while not sitting.hand.is_over:
        sitting.hand.push(sitting.hand.referee.moves()[0])
    assert sitting.finish_hand().is_single_hand_over
    assert sitting.is_over
    assert sitting.game is not None
    (hand,) = sitting.game.hands
    assert hand.points is not None
    tie = replace(hand, points=HandPoints(SeatPoints(0, 125), SeatPoints(0, 125)))
    sitting.game = replace(sitting.game, hands=(tie,), score=Points(0, 0))
    assert sitting.is_over is is_over


INTERRUPTED = ["--rules", "macdougall", "--seed", "4", "--game", "--target", "700", "--chips"]


def test_a_game_keeps_its_settings_when_it_is_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    kept = ("--game", "--record", str(file))
    words = ["1"] * 5
    play(*INTERRUPTED, "--call-out-at-once", *kept, words=[*words, "quit"])
    begun = file.read_text()
    assert '[Agreed "call-out-at-once, chips"]' in begun
    assert '[Target "700"]' in begun
    for options in ([], ["--target", "700"], ["--chips", "--call-out"], ["--call-out-at-once"]):
        out = play(*kept, *options, words=["help", "quit"]).out
        assert "macdougall, old count, to 700, call-out-at-once, chips, seed" in out
        assert "you win the game at once; if not, you lose it" in " ".join(out.split())
        assert file.read_text() == begun
    for options, fact in (
        (["--target", "800"], "--target: 800, but the game is played to 700"),
        (["--single-hand"], "--single-hand: the game was begun without"),
    ):
        run = play(*kept, *options, words=[], status=2)
        assert run.err == f"pinochle play: {fact}; leave it out, or give another file\n"
        assert file.read_text() == begun


def test_another_lead_or_a_target_is_refused_in_a_game_won_by_a_lead(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    kept = ("--game", "--record", str(file))
    play("--rules", "glup", "--ahead", "200", *kept, words=["1", "quit"])
    for options, fact in (
        (["--target", "800"], "--target: 800, but the game is won by 200 ahead"),
        (["--ahead", "100"], "--ahead: 100, but the game is won by 200 ahead"),
    ):
        run = play(*kept, *options, words=[], status=2)
        assert run.err == f"pinochle play: {fact}; leave it out, or give another file\n"
    assert play(*kept, "--ahead", "200", words=["quit"]).status == 0


# ------------------------------------------------------------------------------------------ noting


SETUP = ["me", "QC", "A9.AA9.AQ9.KKJ9"]


@pytest.mark.parametrize(
    ("rules", "options", "tags"),
    [
        ("scarne", ["--target", "1200"], {"target": 1200}),
        ("glup", ["--ahead", "300"], {"ahead": 300}),
        ("macdougall", ["--chips", "--call-out"], {"agreed": CHIPS | CALLS}),
        ("macdougall", ["--call-out-at-once"], {"agreed": AT_ONCE}),
        ("scarne", ["--single-hand"], {"agreed": SINGLE}),
    ],
)
def test_new_keeps_what_is_agreed(
    rules: str, options: list[str], tags: dict[str, object], tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    setup = (
        ["me", "QC", "A9.AA9.AQ9.KKJ9"]
        if rules != "glup"
        else ["me", "QC", "A9.AA9.AQ9.KKJ9AATTKK"]
    )
    new("--rules", rules, "--no-advice", *options, str(file), words=[*setup, "AD", "quit"])
    (record,) = records(file)
    assert {name: getattr(record, name) for name in tags} == tags
    before = file.read_text()
    assert new("--no-advice", *options, str(file), words=["quit"]).err.startswith("the record is")
    new("--no-advice", str(file), words=["quit"])
    assert file.read_text() == before
    refused = new("--no-advice", "--target", "77", str(file), words=[], status=2)
    fact = (
        "77, but the game " if SINGLE not in record.agreed else "a single-hand game has no target"
    )
    assert refused.err.startswith(f"pinochle new: --target: {fact}")
    assert refused.err.endswith("; leave it out, or give another file\n")
    assert refused.err.count("\n") == 1
    assert file.read_text() == before


def test_where_the_rulebook_is_asked_for_the_options_are_checked_then(tmp_path: Path) -> None:
    out = new("--no-advice", "--chips", words=["scarne", "macdougall", *SETUP, "record", "q"]).out
    assert "--chips: scarne has none\n" in out
    assert '[Agreed "chips"]' in out


def test_the_next_hand_goes_on_in_chips_and_others_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    record = replace(whole("macdougall", view=Seat.SOUTH), agreed=CHIPS)
    file.write_text(record.text())
    begun = new("--no-advice", str(file), words=["", "9H", "AAT.AAT.AAT.AAT", "quit"])
    assert begun.status == 0
    _, second = records(file)
    game = score_game([replay_record(record)])
    assert second.agreed is CHIPS
    assert second.score == game.score
    assert [points % 10 for points in second.score] == [0, 0]
    file.write_text(record.text())
    refused = new("--no-advice", "--call-out", str(file), words=[], status=2)
    fact = "--call-out: the game was begun without; leave it out, or give another file"
    assert refused.err == f"pinochle new: {fact}\n"
    assert file.read_text() == record.text()


def test_after_a_single_hand_the_next_begins_at_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(replace(whole("macdougall", view=Seat.SOUTH), agreed=SINGLE).text())
    new("--no-advice", str(file), words=["", "9H", "AAT.AAT.AAT.AAT", "quit"])
    _, second = records(file)
    assert (second.agreed, second.score, second.target) == (SINGLE, (0, 0), 1000)


def near_the_end(rules: str, agreed: Agreed, trick: int, target: int) -> HandRecord:
    """South's record up to this trick, of a game to so many points more than south has then."""
    record = replace(whole(rules, view=Seat.SOUTH), agreed=agreed, tricks=())
    full = whole(rules, view=Seat.SOUTH)
    cut = replace(full, tricks=full.tricks[:trick], agreed=agreed)
    points = replay_record(cut).points
    assert points is not None
    return replace(record, tricks=cut.tricks, target=sum(points.south) + target)


@pytest.mark.parametrize("lacks", [0, 1])
def test_a_call_out_is_noted_and_judged(lacks: int, tmp_path: Path, pinochle: Pinochle) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(near_the_end("scarne", CALLS, 16, lacks).text())
    run = new("--seconds", "0.1", str(file), words=["call out"])
    has = records(file)[0].target - lacks
    outcome = "wrong" if lacks else "right"
    assert f"you call out after trick 16 with {has}: {outcome}\n" in run.out
    winner = Seat.NORTH if lacks else Seat.SOUTH
    (record,) = records(file)
    assert record.call_outs == (RecordedCall(16, Seat.SOUTH),)
    game = score_game([replay_record(record)])
    assert game.winner is winner
    assert game.verdict in run.out
    assert game.verdict in pinochle("score", "--ascii", str(file)).out


def test_a_call_out_that_waits_is_gone_on_with_and_taken_back(tmp_path: Path) -> None:
    record = near_the_end("macdougall", CALLS, 14, 0)
    notebook = Notebook(record)
    (told,) = notebook.note_call_out(Seat.SOUTH)
    assert told.endswith("right, he must still win a trick that he leads")
    assert notebook.view().called == (Seat.SOUTH,)
    kept = notebook.record
    assert kept.call_outs == (RecordedCall(14, Seat.SOUTH),)
    again = Notebook(parse_record(kept.text()))
    assert again.record == kept
    assert again.view() == notebook.view()
    with pytest.raises(GameError, match="south has called out already"):
        again.note_call_out(Seat.SOUTH)
    undone = again.undo()
    assert undone is not None
    assert undone.text == "call-out"
    assert again.record.call_outs == ()
    assert again.view().called == ()
    far = Notebook(replace(record, target=5000))
    far.note_call_out(Seat.NORTH)
    assert far.is_over
    assert far.game is not None
    assert (far.game.winner, far.game.ending) == (Seat.SOUTH, Ending.WRONG_CALL)
    without = Notebook(near_the_end("macdougall", NOTHING, 14, 0))
    with pytest.raises(GameError, match="it was not agreed on in this game"):
        without.note_call_out(Seat.SOUTH)


def test_a_waiting_caller_wins_the_game_with_a_trick_that_he_led() -> None:
    full = whole("macdougall", view=Seat.SOUTH)
    replay = replay_record(full)
    trick = next(
        each.number for each in replay.tricks[14:] if each.leader is each.winner is Seat.SOUTH
    )
    record = near_the_end("macdougall", CALLS, trick - 1, 0)
    notebook = Notebook(record)
    notebook.note_call_out(Seat.SOUTH)
    for play in full.tricks[trick - 1].plays:
        assert not notebook.is_over
        notebook.note(play)
    assert notebook.is_over
    assert notebook.is_called_out
    assert notebook.game is not None
    assert (notebook.game.winner, notebook.game.ending) == (Seat.SOUTH, Ending.RIGHT_CALL)


def test_the_advice_is_for_the_game(tmp_path: Path) -> None:
    """With call-outs it tells whether a claim is right, and who can win the race in the playoff."""
    file = tmp_path / "hand.pnr"
    file.write_text(near_the_end("scarne", CALLS, 16, 3).text())
    run = new("--objective", "win", str(file), words=["quit"])
    has = records(file)[0].target - 3
    assert f"wrong to call out: you have {has} of {has + 3}" in run.out
    view = Notebook(records(file)[0]).view()
    assert isinstance(view, PlayoffPosition)
    found = race(view)
    outcomes = {outcome for _, outcome in found.cards or ()}
    assert ("the game in this hand: " in run.out) == (len(outcomes) > 1)

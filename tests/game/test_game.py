"""Games of several hands, sentence by sentence of docs/RULES.md section 6, and what cannot fit."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.games import hands, record, scoring
from helpers.json_lines import as_json
from helpers.strategies import play_on
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    CallOut,
    Card,
    Ending,
    Game,
    GameError,
    HandOutcome,
    NotationError,
    Payment,
    Pays,
    Play,
    Points,
    Referee,
    Seat,
    random_deals,
    score_game,
)
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent, RecordedTrick
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS, SCARNE

SOUTH, NORTH = Seat
NAMES = list(PINOCHLE_BOOKS)


def scores(game: Game) -> list[Points]:
    return [hand.score for hand in game.hands]


# The target


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_won_at_a_thousand(name: str) -> None:
    game = score_game(hands((500, 300), (499, 300), rules=name))
    assert (game.winner, game.ending, game.target) == (None, None, 1000)
    assert scores(game) == [(500, 300), (999, 600)]
    game = score_game(hands((500, 300), (500, 300), rules=name))
    assert (game.winner, game.ending) == (SOUTH, Ending.TARGET_REACHED)
    assert game.verdict == "south wins: south 1000, north 600; the target of 1000 is reached"


@pytest.mark.parametrize("target", [1, 1200, 1250, 1500, 2000, 999_999])
def test_the_target_is_by_agreement(target: int) -> None:
    for game in (
        score_game(hands((target - 1, 0), (1, 0)), target=target),
        score_game(hands((target - 1, 0), (1, 0), target=target)),
    ):
        assert game.target == target
        assert [hand.outcome for hand in game.hands] == [HandOutcome.SCORED] * 2
        assert game.winner is SOUTH
        assert not game.has_faults


def test_an_agreed_target_goes_before_that_of_the_records() -> None:
    assert score_game(hands((1100, 0), target=1200), target=1000).winner is SOUTH
    assert score_game(hands((1100, 0), target=1000), target=1200).winner is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("points", "winner"), [((1001, 1000), SOUTH), ((1000, 1300), NORTH)])
def test_both_reach_it_in_one_hand_and_the_higher_score_wins(
    name: str, points: tuple[int, int], winner: Seat
) -> None:
    game = score_game(hands(points, rules=name))
    assert (game.winner, game.ending) == (winner, Ending.TARGET_REACHED)
    assert game.hands[0].notes == ("both have reached the target: the higher score wins",)


def test_the_target_is_tested_at_the_end_of_a_hand_only() -> None:
    games = []
    for seed in range(9):
        # South has a thousand in the middle of the hand, before north has; nothing comes of it.
        there, not_yet = map(sum, replay_record(record("scarne", seed)).tricks[11].points)
        hand = replay_record(record("scarne", seed, score=Points(1000 - there, 999 - not_yet)))
        games.append(score_game([hand]))
        assert games[-1].hands[0].points == hand.points
        assert games[-1].ending is Ending.TARGET_REACHED
    assert {game.winner for game in games if min(game.score) > 1000} == set(Seat)


# Ties


@pytest.mark.parametrize("name", ["scarne", "macdougall", "macdougall-bonus"])
def test_a_tie_is_played_on_until_it_is_broken(name: str) -> None:
    tied = [(1010, 1010), (90, 90)]
    game = score_game(hands(*tied, rules=name))
    assert (game.winner, game.ending, game.target) == (None, None, 1000)
    assert game.verdict == "tied: south 1100, north 1100; the target is 1000"
    assert [hand.notes for hand in game.hands] == [
        ("a tie: more hands are played until it is broken",)
    ] * 2
    assert score_game(hands(*tied, (10, 11), rules=name)).winner is NORTH


@pytest.mark.parametrize(
    ("points", "target", "winner"),
    [
        ([(1010, 1010)], 1250, None),
        ([(1000, 1000)], 1250, None),
        ([(1249, 1249)], 1250, None),
        ([(1250, 1250)], 1500, None),
        ([(1260, 1260)], 1500, None),
        ([(1510, 1510)], 1750, None),
        ([(1010, 1010), (230, 190)], 1250, None),
        ([(1010, 1010), (290, 250)], 1250, SOUTH),
        ([(1010, 1010), (100, 240)], 1250, NORTH),
        ([(1010, 1010), (230, 190), (10, 10)], 1250, SOUTH),
        ([(1010, 1010), (240, 240)], 1500, None),
        ([(1010, 1010), (190, 190)], 1250, None),
        ([(990, 990), (20, 20), (290, 250)], 1250, SOUTH),
    ],
)
def test_in_hayes_a_tie_raises_the_target(
    points: list[tuple[int, int]], target: int, winner: Seat | None
) -> None:
    game = score_game(hands(*points, rules="hayes"))
    assert (game.target, game.winner, game.target_raised) == (target, winner, True)
    assert not game.has_faults


def test_the_raise_is_counted_from_the_target_agreed_on() -> None:
    assert score_game(hands((1210, 1210), rules="hayes"), target=1200).target == 1450


def model(points: list[tuple[int, int]]) -> tuple[int, Seat | None, int]:
    """Hayes's game, done by hand: the target, the winner, and how many hands count."""
    south = north = played = 0
    target = 1000
    for of_south, of_north in points:
        south += of_south
        north += of_north
        played += 1
        if south == north:
            while target <= south:
                target += 250
        elif south >= target and south > north:
            return target, SOUTH, played
        elif north >= target and north > south:
            return target, NORTH, played
    return target, None, played


@given(
    st.lists(
        st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda p: (p[0] * 125, p[1] * 125)),
        min_size=1,
        max_size=14,
    )
)
def test_hayes_goes_as_the_model_says(points: list[tuple[int, int]]) -> None:
    game = score_game(
        [scoring(record("hayes", 1, Seat(i % 2)), *each) for i, each in enumerate(points)]
    )
    target, winner, played = model(points)
    assert (game.target, game.winner) == (target, winner)
    counted = [hand.outcome for hand in game.hands].count(HandOutcome.SCORED)
    assert counted == played
    assert game.score == tuple(map(sum, zip(*points[:played], strict=True)))


# Rounding


@pytest.mark.parametrize(
    ("tricks", "chips"),
    [
        ((147, 103), (150, 100)),
        ((146, 104), (140, 100)),
        ((149, 101), (150, 100)),
        ((143, 107), (140, 110)),
        ((145, 105), (140, 100)),
        ((250, 0), (250, 0)),
        ((7, 243), (10, 240)),
    ],
)
@pytest.mark.parametrize("name", ["macdougall", "macdougall-bonus"])
def test_chips_round_card_points_once(
    name: str, tricks: tuple[int, int], chips: tuple[int, int]
) -> None:
    south, north = tricks
    hand = scoring(record(name, 1), 60 + south, 40 + north, tricks)
    points = score_game([hand], chips=True).hands[0].points
    assert points == ((60, chips[0]), (40, chips[1]))
    exact = score_game([hand])
    assert exact.hands[0].points == ((60, south), (40, north))
    assert (score_game([hand], chips=True).chips, exact.chips) == (True, False)


def test_chips_are_rounded_hand_by_hand() -> None:
    game = score_game(
        [
            scoring(record("macdougall", seed, Seat(seed % 2)), 147, 103, (147, 103))
            for seed in range(2)
        ],
        chips=True,
    )
    assert scores(game) == [(150, 100), (300, 200)]


@pytest.mark.parametrize(
    ("tricks", "dropped"),
    [
        ((147, 103), (140, 100)),
        ((149, 101), (140, 100)),
        ((250, 0), (250, 0)),
        ((9, 241), (0, 240)),
    ],
)
@pytest.mark.parametrize("name", ["scarne", "hayes", "macdougall"])
def test_the_last_digit_of_card_points_is_dropped(
    name: str, tricks: tuple[int, int], dropped: tuple[int, int]
) -> None:
    south, north = tricks
    hand = scoring(record(name, 1), 60 + south, 40 + north, tricks)
    game = score_game([hand], drop_last_digit=True)
    assert game.hands[0].points == ((60, dropped[0]), (40, dropped[1]))
    assert (game.drops_last_digit, game.chips) == (True, False)


# Each hand by itself


@pytest.mark.parametrize(("name", "tie"), [("scarne", "deal again"), ("macdougall", "nobody wins")])
def test_single_hand_games(name: str, tie: str) -> None:
    game = score_game(hands((200, 90), (150, 150), (90, 91), rules=name), single_hand=True)
    assert [hand.notes for hand in game.hands] == [
        ("south wins",),
        (f"a tie: {tie}",),
        ("north wins",),
    ]
    assert scores(game) == [(1, 0), (1, 0), (1, 1)]
    assert (game.winner, game.ending) == (None, None)
    assert game.verdict == "games won: south 1, north 1, tied 1"


def test_a_single_hand_game_is_not_won_at_a_thousand() -> None:
    game = score_game(hands((1300, 90), (1300, 90)), single_hand=True)
    assert scores(game) == [(1, 0), (2, 0)]


def test_a_single_hand_game_may_be_in_chips_and_begins_at_nothing() -> None:
    hand = scoring(record("macdougall", 1, score=Points(640, 710)), 127, 123, (127, 123))
    game = score_game([hand], single_hand=True, chips=True)
    assert game.score == (1, 0)
    assert game.hands[0].faults == ("Score: 640/710, it is 0/0",)


# Call-outs


OTHERS_START = 990
"""Where the other seat begins the hand in which one calls out: it soon has more than a thousand."""


def begun(hand: Replay, trick: int, seat: Seat, points: int, others: int = OTHERS_START) -> Replay:
    """The same hand, begun at a score at which `seat` has so much after that trick."""
    start = Points.of(seat, points - sum(hand.tricks[trick - 1].points[seat]), others)
    return replay_record(replace(hand.record, score=start))


def called(
    rules: str,
    seed: int,
    points: int,
    *calls: tuple[int, Seat],
    at_once: bool = False,
    others: int = OTHERS_START,
) -> Game:
    """A hand in which the first to call has these points then."""
    trick, seat = calls[0]
    hand = begun(replay_record(record(rules, seed)), trick, seat, points, others)
    call_outs = [CallOut(1, trick, seat) for trick, seat in calls]
    return score_game([hand], call_outs=call_outs, call_out_at_once=at_once)


@pytest.mark.parametrize("trick", [1, 2, 7, 11, 12, 13, 18, 23, 24])
@pytest.mark.parametrize("seat", Seat)
def test_in_scarne_right_wins_at_once_and_wrong_loses_the_game(trick: int, seat: Seat) -> None:
    right = called("scarne", 3, 1000, (trick, seat))
    assert (right.winner, right.ending) == (seat, Ending.RIGHT_CALL)
    wrong = called("scarne", 3, 999, (trick, seat))
    assert (wrong.winner, wrong.ending) == (seat.other, Ending.WRONG_CALL)
    tricks = replay_record(record("scarne", 3)).tricks
    for game in (right, wrong):
        (hand,) = game.hands
        assert hand.outcome is HandOutcome.CALLED_OUT
        # Melds and card points already taken count, and nothing later does.
        assert hand.points == tricks[trick - 1].points
    assert (right.score[seat], wrong.score[seat]) == (1000, 999)
    assert right.verdict.endswith("he called out rightly")
    assert wrong.verdict.endswith(f"{seat.text()} was wrong to call out")


def test_melds_shown_after_the_trick_count() -> None:
    hand = next(
        replay
        for replay in (replay_record(record("scarne", seed)) for seed in range(99))
        if replay.tricks[0].shown
    )
    shown = hand.tricks[0].shown[0]
    before = hand.tricks[0].points[shown.seat].melds - shown.points
    assert before in (0, 10)
    start = Points.of(shown.seat, 1000 - sum(hand.tricks[0].points[shown.seat]), 0)
    replay = replay_record(replace(hand.record, score=start))
    assert score_game([replay], call_outs=[CallOut(1, 1, shown.seat)]).winner is shown.seat


def test_the_dealer_may_call_before_the_first_lead() -> None:
    seed = next(n for n in range(99) if record("scarne", n).upcard.rank.letter == "9")
    replay = replay_record(record("scarne", seed, score=Points(990, 0)))
    game = score_game([replay], call_outs=[CallOut(1, 0, SOUTH)])
    assert (game.winner, game.score) == (SOUTH, (1000, 0))


def next_led_and_won(hand: Replay, seat: Seat, after: int) -> int:
    """The next trick that this seat leads and wins, 99 for none."""
    return next(
        (t.number for t in hand.tricks[after:] if t.leader is seat and t.winner is seat), 99
    )


@pytest.mark.parametrize(
    ("name", "seed"),
    [("macdougall", 0), ("macdougall", 1), ("macdougall", 2), ("macdougall-bonus", 0)],
)
def test_in_macdougall_a_right_caller_must_still_win_a_trick_that_he_leads(
    name: str, seed: int
) -> None:
    hand = replay_record(record(name, seed))
    for trick in (*range(1 + seed, 22, 6), 22, 23, 24):
        for seat in Seat:
            if sum(hand.tricks[trick - 1].points[seat]) == 0:
                continue  # he would have begun with a thousand
            game = called(name, seed, 1000, (trick, seat))
            won = next_led_and_won(hand, seat, trick)
            (of_game,) = game.hands
            if won <= 24:
                assert (game.winner, game.ending) == (seat, Ending.RIGHT_CALL)
                assert of_game.points == hand.tricks[won - 1].points
                assert of_game.notes[1] == f"{seat.text()} wins trick {won}, which he led"
            else:
                assert (game.ending, of_game.points) == (Ending.TARGET_REACHED, hand.points)
                south, north = game.score
                assert game.winner is (SOUTH if south > north else NORTH)
                assert "no caller has won a trick that he led" in of_game.notes


def test_a_trick_that_the_other_led_is_not_enough() -> None:
    hand = replay_record(record("macdougall", 2))
    taken = next(t for t in hand.tricks[12:] if t.winner is SOUTH and t.leader is NORTH)
    game = called("macdougall", 2, 1000, (taken.number - 1, SOUTH))
    assert game.hands[0].points != taken.points


@pytest.mark.parametrize("name", ["macdougall", "macdougall-bonus"])
def test_in_macdougall_a_wrong_caller_loses_the_game(name: str) -> None:
    for others in (0, 990):
        game = called(name, 1, 999, (17, SOUTH), others=others)
        assert (game.winner, game.ending) == (NORTH, Ending.WRONG_CALL)
        assert game.score.south == 999
        assert (game.score.north >= 1000) is (others == 990)


@pytest.mark.parametrize("first", [13, 22])
@pytest.mark.parametrize("seed", range(10))
def test_until_then_the_other_may_call_and_the_first_to_win_his_trick_wins(
    seed: int, first: int
) -> None:
    hand = replay_record(record("macdougall", seed))
    second = first + 1
    game = called("macdougall", seed, 1000, (first, SOUTH), (second, NORTH))
    of_south = next_led_and_won(hand, SOUTH, first)
    of_north = next_led_and_won(hand, NORTH, second)
    if of_south < second + 1:
        assert game.winner is SOUTH
        fault = f"call-out 1.{second}:north: the game was over before it"
        assert game.hands[0].faults == (fault,)
    elif min(of_south, of_north) <= 24:
        assert game.winner is (SOUTH if of_south < of_north else NORTH)
        assert game.ending is Ending.RIGHT_CALL
    else:
        assert (game.ending, game.hands[0].points) == (Ending.TARGET_REACHED, hand.points)
        assert game.winner is (SOUTH if game.score.south > game.score.north else NORTH)


def test_all_kinds_of_that_race_occur() -> None:
    hands = [replay_record(record("macdougall", seed)) for seed in range(30)]
    for first in (13, 22):
        races = [
            (next_led_and_won(hand, SOUTH, first), next_led_and_won(hand, NORTH, first + 1))
            for hand in hands
        ]
        assert any(south <= first + 1 for south, _ in races)
        assert any(first + 1 < south < north for south, north in races)
        assert any(first + 1 < north < south for south, north in races)
    assert any(south == north == 99 for south, north in races)


def test_the_other_loses_when_his_call_is_wrong() -> None:
    seed, trick = next(
        (seed, trick.number)
        for seed in range(30)
        for trick in replay_record(record("macdougall", seed)).tricks[12:23]
        if trick.leader is trick.winner is NORTH
    )
    game = called("macdougall", seed, 1000, (trick - 1, SOUTH), (trick, NORTH), others=0)
    assert (game.winner, game.ending) == (SOUTH, Ending.WRONG_CALL)


def test_after_the_same_trick_calls_are_heard_in_the_order_given() -> None:
    game = called("macdougall", 1, 999, (14, NORTH), (14, SOUTH))
    assert (game.winner, game.ending) == (SOUTH, Ending.WRONG_CALL)
    assert game.hands[0].faults == ("call-out 1.14:south: the game was over before it",)


def test_who_waits_for_his_trick_calls_no_second_time() -> None:
    """The first claim stands; the second is told, and changes nothing."""
    told = 0
    for seed in range(8):
        once = called("macdougall", seed, 1000, (13, SOUTH))
        with pytest.raises(GameError, match="south has called out already, after trick 13"):
            called("macdougall", seed, 1000, (13, SOUTH), (15, SOUTH))
        calls = (RecordedCall(13, SOUTH), RecordedCall(15, SOUTH))
        hand = replace(record("macdougall", seed), call_outs=calls, score=once.begins_at)
        game = score_game([replay_record(hand)])
        assert (game.winner, game.ending, game.score) == (once.winner, once.ending, once.score)
        (fault,) = game.hands[0].faults
        told += fault.startswith("call-out 1.15:south: south has called out already")
    assert 0 < told < 8


@pytest.mark.parametrize("trick", [1, 12, 23, 24])
def test_a_variant_drops_the_needed_trick(trick: int) -> None:
    game = called("macdougall", 1, 1000, (trick, SOUTH), at_once=True)
    assert (game.winner, game.ending, game.score.south) == (SOUTH, Ending.RIGHT_CALL, 1000)
    wrong = called("macdougall", 1, 999, (trick, SOUTH), at_once=True)
    assert wrong.winner is NORTH


def test_a_call_in_an_unfinished_hand_may_decide() -> None:
    whole = replay_record(record("macdougall", 1))
    won = next_led_and_won(whole, SOUTH, 3)
    start = Points(1000 - sum(whole.tricks[2].points.south), 0)
    for length, winner in ((won - 1, None), (won, SOUTH)):
        cut = replace(whole.record, tricks=whole.record.tricks[:length], score=start)
        game = score_game([replay_record(cut)], call_outs=[CallOut(1, 3, SOUTH)])
        assert game.winner is winner
        assert game.score == start if winner is None else game.score.south >= 1000
    assert not game.has_faults


def test_with_call_outs_the_end_of_a_hand_is_tested_all_the_same() -> None:
    first, second = hands((1100, 300), (100, 100), rules="macdougall")
    game = score_game([first, second], call_outs=[CallOut(2, 20, SOUTH)])
    assert (game.winner, game.ending) == (SOUTH, Ending.TARGET_REACHED)
    assert game.hands[1].outcome is HandOutcome.AFTER_THE_GAME


def test_a_call_in_chips_counts_chips() -> None:
    seed, trick = next(
        (seed, trick)
        for seed in range(30)
        for trick in replay_record(record("macdougall", seed)).tricks
        if trick.points.south.tricks % 10 == 7
    )
    melds, tricks = trick.points.south
    replay = replay_record(record("macdougall", seed, score=Points(997 - melds - tricks, 0)))
    calls = [CallOut(1, trick.number, SOUTH)]
    for chips, winner in ((True, SOUTH), (False, NORTH)):
        game = score_game([replay], call_outs=calls, chips=chips, call_out_at_once=True)
        assert game.winner is winner


def test_points_of_a_wrong_meld_count_for_whom_they_go_to() -> None:
    hand = record("macdougall", 4)
    replay = replay_record(hand)
    winner = replay.tricks[0].winner
    assert winner is not None
    wrong = "aces:AS.AH.AD.AC"
    first = hand.tricks[0]
    first = replace(first, events=(RecordedEvent(None, wrong), *first.events))
    start = Points.of(winner.other, 900 - sum(replay.tricks[0].points[winner.other]), 0)
    broken = replay_record(replace(hand, tricks=(first, *hand.tricks[1:]), score=start))
    assert [finding.kind for finding in broken.findings] == [Irregularity.WRONG_MELD]
    call = CallOut(1, 1, winner.other)
    game = score_game([broken], call_outs=[call], call_out_at_once=True)
    assert (game.winner, game.score[winner.other]) == (winner.other, 1000)
    assert game.has_faults


LAST_DIX = """\
[Rules "macdougall"]
[Dealer "south"]
[Upcard "QD"]
[South "KJ9.KQ9.AQJ9.J9"]
[North "ATKJ.J9.ATKJ.Q9"]
[Stock "QH TC JH TH QS AC AC JC KH KD TS QS KC AS KC 9S TD TC QC AH AH TH 9D"]
[CallOut "12:south"]

1. AD KH 2. JH 9H 3. 9C TC 4. QS TS 5. 9H JC 6. QH KD 7. KS TD 8. QS TS 9. TH JD 10. KS KC 11. AS JS
12. KH AH 13. AD KD
"""
"""South, who keeps a nine of trumps, draws the other one last and has 10 + 45 then."""


@pytest.mark.parametrize("passes", ["", "{pass}"])
@pytest.mark.parametrize(("score", "ending"), [(945, Ending.RIGHT_CALL), (944, Ending.WRONG_CALL)])
def test_what_scores_at_the_last_draw_counts_for_a_call_after_it(
    passes: str, score: int, ending: Ending
) -> None:
    text = LAST_DIX.replace("KH AH", f"KH AH {passes}")
    hand = replace(parse_record(text), score=Points(score, 0))
    game = score_game([replay_record(hand)], call_out_at_once=True)
    assert (game.ending, game.score.south) == (ending, score + 55)


def test_a_claim_that_stands_after_the_stock_counts_for_a_call_after_it() -> None:
    """In scarne a wrong credit stands from the last draw on, though the pass is not written."""
    for seed in range(99):
        hand = record("scarne", seed)
        last = hand.tricks[11]
        winner = replay_record(hand).tricks[11].winner
        shown = [event for trick in hand.tricks[:11] for event in trick.events if event.is_shown]
        melds = [event for event in shown if ":" in event.text]
        if [event.text for event in last.events] == ["pass"] and melds and winner is not None:
            break
    claimed = tuple(
        replace(
            trick,
            events=tuple(
                replace(event, credit=500) if event is melds[0] else event
                for event in trick.events
                if trick is not last
            ),
        )
        for trick in hand.tricks
    )
    replay = replay_record(replace(hand, tricks=claimed))
    (finding,) = replay.findings
    assert finding.seat is not None
    start = Points.of(finding.seat, 500, 0)
    replay = replay_record(replace(replay.record, score=start))
    assert score_game([replay], call_outs=[CallOut(1, 12, finding.seat)]).winner is finding.seat


@pytest.mark.parametrize("name", ["scarne", "macdougall"])
def test_a_call_in_the_record_of_a_single_hand_is_a_fault_and_decides_nothing(name: str) -> None:
    first, second = hands((300, 200), (100, 90), rules=name)
    calls = (RecordedCall(17, SOUTH),)
    first = replace(first, record=replace(first.record, call_outs=calls))
    game = score_game([first, second], single_hand=True)
    assert (game.score, game.winner, game.ending) == ((2, 0), None, None)
    assert game.hands[0].faults == ("CallOut: the game has no target to reach",)


def test_in_a_game_won_by_a_lead_nobody_calls_out() -> None:
    leads = replace(SCARNE, name="leads", game=replace(SCARNE.game, ahead=1000))
    hand = replay_record(replace(record(), rules=leads))
    with pytest.raises(
        GameError, match="call-out: a game won by points ahead has no target to reach"
    ):
        score_game([hand], ahead=900, call_outs=[CallOut(1, 17, SOUTH)])
    hand = replay_record(replace(hand.record, call_outs=(RecordedCall(17, SOUTH),)))
    game = score_game([hand], ahead=900)
    assert (game.winner, game.hands[0].outcome) == (None, HandOutcome.SCORED)
    assert game.hands[0].faults == ("CallOut: the game has no target to reach",)


@pytest.mark.parametrize("name", ["scarne", "macdougall"])
def test_while_a_tie_is_broken_nobody_calls_out(name: str) -> None:
    game = score_game(hands((1010, 1010), (100, 90), rules=name), call_outs=[CallOut(2, 5, NORTH)])
    assert (game.winner, game.ending) == (SOUTH, Ending.TARGET_REACHED)
    assert game.hands[1].faults == ("call-out 2.5:north: both were at the target before this hand",)


def test_nobody_calls_in_a_hand_that_was_not_played() -> None:
    for unplayed in (None, dead(record())):
        with pytest.raises(GameError, match="hand 2 was not played"):
            score_game([*hands((1, 1)), unplayed], call_outs=[CallOut(2, 0, SOUTH)])


# Options that no game can have


@pytest.mark.parametrize(
    ("rules", "points", "options", "fact"),
    [
        ("scarne", [(1, 1)], {"target": 0}, "target: 0 is not within 1 to 999999"),
        ("scarne", [(1, 1)], {"target": -1000}, "target: -1000 is not within 1 to 999999"),
        ("scarne", [(1, 1)], {"target": 1_000_000}, "target: 1000000 is not within 1 to 999999"),
        ("scarne", [(1, 1)], {"chips": True}, "chips: scarne has none"),
        ("hayes", [(1, 1)], {"chips": True}, "chips: hayes has none"),
        ("hayes", [(1, 1)], {"single_hand": True}, "single-hand: hayes has no single-hand game"),
        (
            *("scarne", [(1, 2)], {"single_hand": True, "target": 1000}),
            "target: a single-hand game has no target to reach",
        ),
        (
            *("scarne", [(1, 2)], {"single_hand": True, "call_outs": [CallOut(1, 12, SOUTH)]}),
            "call-out: a single-hand game has no target to reach",
        ),
        (
            *("hayes", [(1, 1), (1, 1)], {"call_outs": [CallOut(1, 5, SOUTH)]}),
            "call-out: hayes has none",
        ),
        (
            *("scarne", [(1, 1), (1, 1)], {"call_outs": [CallOut(1, 25, SOUTH)]}),
            "call-out: 1.25:south: the hand ends after trick 24",
        ),
        (
            *("scarne", [(1, 1), (1, 1)], {"call_outs": [CallOut(3, 1, SOUTH)]}),
            "call-out: 3.1:south: there are 2 hands",
        ),
        (
            *("scarne", [(1, 1), (1, 1)], {"call_outs": [CallOut(0, 1, NORTH)]}),
            "call-out: 0.1:north: there are 2 hands",
        ),
        (
            *("scarne", [(1, 1)], {"call_outs": [CallOut(2, 1, SOUTH)]}),
            "call-out: 2.1:south: there is 1 hand",
        ),
        (
            *("scarne", [(100, 90)], {"call_outs": [CallOut(2, 1, SOUTH)]}),
            "call-out: 2.1:south: there is 1 hand",
        ),
        (
            "scarne",
            [(1, 1), (1, 1)],
            {"call_outs": [CallOut(1, 5, SOUTH)], "call_out_at_once": True},
            "call-out-at-once: in scarne a call-out needs no trick",
        ),
        (
            *("hayes", [(1, 1), (1, 1)], {"call_outs": [], "call_out_at_once": True}),
            "call-out-at-once: in hayes a call-out needs no trick",
        ),
    ],
)
def test_options_that_no_game_can_have_are_refused(
    rules: str, points: list[tuple[int, int]], options: dict[str, Any], fact: str
) -> None:
    with pytest.raises(GameError) as raised:
        score_game(hands(*points, rules=rules), **options)
    assert str(raised.value) == fact


# What the loser pays


def test_what_the_loser_pays() -> None:
    over = hands((700, 600), (500, 300))
    assert score_game(over).payment is None
    assert score_game(over, pays=Pays.DIFFERENCE).payment == Payment(NORTH, 300)
    assert score_game(over[:1], pays=Pays.DIFFERENCE).payment is None
    tagged = [replace(over[0], record=replace(over[0].record, pays=Pays.DIFFERENCE)), over[1]]
    game = score_game(tagged)
    assert (game.pays, game.payment) == (Pays.DIFFERENCE, Payment(NORTH, 300))
    assert not game.has_faults
    # Play is for points: what ends the game and who wins it stay as they are.
    assert replace(game, pays=None, hands=()) == replace(score_game(over), hands=())


def test_a_later_record_may_pay_as_agreed_and_not_otherwise() -> None:
    first, late = hands((0, 0), (0, 0))
    late = replace(late, record=replace(late.record, pays=Pays.DIFFERENCE))
    fault = "Pays: difference, the game has nothing agreed"
    assert fault in score_game([first, late]).hands[1].faults
    agreed = score_game([first, late], pays=Pays.DIFFERENCE)
    assert not any("Pays" in fault for fault in agreed.hands[1].faults)


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), max_size=6))
def test_the_difference_is_that_of_the_final_scores(points: list[tuple[int, int]]) -> None:
    game = score_game(hands((0, 0), *points), pays=Pays.DIFFERENCE)
    if game.winner is None:
        assert game.payment is None
    else:
        loser = game.winner.other
        assert game.payment == Payment(loser, game.score[game.winner] - game.score[loser])


def test_who_calls_out_wrongly_pays_the_difference_though_he_is_ahead() -> None:
    record_of_it = record("scarne", 3, score=Points(700, 300))
    game = score_game(
        [replay_record(record_of_it)], call_outs=[CallOut(1, 2, SOUTH)], pays=Pays.DIFFERENCE
    )
    assert (game.winner, game.ending) == (NORTH, Ending.WRONG_CALL)
    south, north = game.score
    assert south > north
    assert game.payment == Payment(SOUTH, south - north)


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), min_size=1, max_size=6))
def test_single_hands_add_their_differences_up(points: list[tuple[int, int]]) -> None:
    game = score_game(hands(*points), single_hand=True, pays=Pays.DIFFERENCE)
    owed = sum(south - north for south, north in points)
    payer = NORTH if owed > 0 else SOUTH
    assert game.payment == (Payment(payer, abs(owed)) if owed else None)


def test_a_call_out_is_read_and_written() -> None:
    call = CallOut.parse("3.17:South")
    assert call == CallOut(3, 17, SOUTH)
    assert CallOut.parse(call.text()) == call


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("", "call-out: '' is not HAND.TRICK:SEAT"),
        ("3:south", "call-out: '3:south' is not HAND.TRICK:SEAT"),
        ("3.17", "call-out: '3.17' is not HAND.TRICK:SEAT"),
        ("3.17:east", "seat: unknown seat 'east' (south or north)"),
        ("3,17:south", "call-out: '3,17:south' is not HAND.TRICK:SEAT"),
        ("a.b:south", "call-out: 'a.b:south' is not HAND.TRICK:SEAT"),
        ("-1.2:north", "call-out: '-1.2:north' is not HAND.TRICK:SEAT"),
    ],
)
def test_what_is_no_call_out_is_refused(text: str, fact: str) -> None:
    with pytest.raises(NotationError) as raised:
        CallOut.parse(text)
    assert str(raised.value) == fact


# Hands that are not scored


def dead(hand: HandRecord) -> Replay:
    """The same hand, dealt with a card too few."""
    assert hand.south is not None
    replay = replay_record(replace(hand, south=hand.south.without(next(iter(hand.south)))))
    assert replay.points is None
    return replay


def test_after_a_dead_hand_earlier_hands_stand_and_the_dealer_stays() -> None:
    first, second, third = hands((200, 90), (0, 0), (90, 100))
    again = scoring(record(dealer=NORTH), 90, 100)
    game = score_game([first, dead(second.record), again])
    assert [hand.outcome for hand in game.hands] == [
        HandOutcome.SCORED,
        HandOutcome.DEAD,
        HandOutcome.SCORED,
    ]
    assert scores(game) == [(200, 90), (200, 90), (290, 190)]
    assert [hand.faults for hand in game.hands] == [(), (), ()]
    assert game.has_faults  # the dead hand has a finding
    moved_on = score_game([first, dead(second.record), third])
    assert moved_on.hands[2].faults == ("Dealer: south, it is the other's turn to deal",)


def test_the_deal_alternates_also_after_a_tied_hand() -> None:
    south, north = record(dealer=SOUTH), record(dealer=NORTH)
    for dealers, faults in (
        ((south, north, south), [0, 0, 0]),
        ((north, south, north), [0, 0, 0]),
        ((south, south, north), [0, 1, 0]),
        ((south, north, north), [0, 0, 1]),
    ):
        game = score_game([scoring(hand, 150, 150) for hand in dealers])
        assert [len(hand.faults) for hand in game.hands] == faults


def test_a_hand_that_is_not_finished_scores_nothing() -> None:
    first, _, third = hands((200, 90), (0, 0), (90, 100))
    cut = replay_record(record(dealer=NORTH, moves=20))
    game = score_game([first, cut, third])
    assert scores(game) == [(200, 90), (200, 90), (290, 190)]
    assert game.hands[1].outcome is HandOutcome.UNFINISHED
    assert game.hands[1].faults == ("not finished: what it would have scored is missing",)
    last = score_game([first, cut])
    assert (last.score, last.has_faults) == ((200, 90), False)


def test_a_record_that_does_not_read_keeps_its_number() -> None:
    first, _, third = hands((200, 90), (0, 0), (90, 100))
    game = score_game([first, None, third])
    assert [hand.number for hand in game.hands] == [1, 2, 3]
    assert game.hands[1].outcome is HandOutcome.UNREAD
    assert game.has_faults
    assert game.hands[2].faults == ()
    for nothing in ([], [None, None]):
        with pytest.raises(GameError, match="game: no hand in it"):
            score_game(nothing)


def renege(rules: str) -> Replay:
    """A hand whose record ends with a card that the playoff's obligations forbid."""
    for seed in range(99):
        (deal,) = random_deals(1, seed, RULEBOOKS[rules])
        referee = play_on(Referee.of_deal(deal), 1, Random(seed))
        while not referee.is_over:
            play_on(referee, 1, Random(seed))
            seat = referee.turn
            if not referee.in_playoff or seat is None or seat is referee.leader:
                continue
            legal = {move.card for move in referee.moves() if isinstance(move, Play)}
            wrong = next((card for card in referee.hand(seat) if card not in legal), None)
            if wrong is not None:
                return replay_record(with_play(record_of(deal, tuple(referee.history)), wrong))
    raise AssertionError


def with_play(hand: HandRecord, card: Card) -> HandRecord:
    last = hand.tricks[-1]
    last = RecordedTrick(last.number, (*last.plays, card.text()))
    return replace(hand, tricks=(*hand.tricks[:-1], last))


@pytest.mark.parametrize("name", ["scarne", "macdougall"])
def test_a_renege_with_its_penalty_is_the_hands_score(name: str) -> None:
    hand = renege(name)
    (finding,) = hand.findings
    assert finding.kind is Irregularity.RENEGE
    assert finding.seat is not None
    game = score_game([hand])
    assert game.hands[0].outcome is HandOutcome.SCORED
    assert game.hands[0].points == hand.points
    assert hand.points is not None
    assert hand.points[finding.seat].tricks == 0
    assert (hand.points[finding.seat.other].tricks == 250) is (name == "scarne")


def test_without_a_penalty_the_hand_is_not_finished() -> None:
    game = score_game([renege("hayes")])
    assert (game.hands[0].outcome, game.score) == (HandOutcome.UNFINISHED, (0, 0))


# What does not fit


def test_a_game_begins_at_the_score_of_its_first_record() -> None:
    later = scoring(record(score=Points(640, 710)), 100, 100)
    game = score_game([later])
    assert (game.begins_at, game.score) == ((640, 710), (740, 810))
    assert not game.has_faults


def test_a_game_may_begin_at_a_tie_or_be_over_already() -> None:
    tied = score_game([scoring(record("hayes", score=Points(1010, 1010)), 230, 190)])
    assert (tied.target, tied.winner) == (1250, None)
    assert tied.hands[0].notes == ("a tie: the target becomes 1250",)
    over = score_game([scoring(record(score=Points(1010, 900)), 0, 300)])
    assert (over.winner, over.score) == (SOUTH, (1010, 900))
    assert over.hands[0].faults == ("the game was over before it",)


def test_the_score_of_a_record_is_the_running_score() -> None:
    first = scoring(record(), 200, 90)
    for score, faults in (
        (Points(200, 90), ()),
        (Points(0, 0), ()),  # as no tag at all
        (Points(90, 200), ("Score: 90/200, it is 200/90",)),
    ):
        second = scoring(record(dealer=NORTH, score=score), 10, 10)
        game = score_game([first, second])
        assert game.hands[1].faults == faults
        assert game.score == (210, 100)


def test_records_are_of_one_game() -> None:
    first = scoring(record(), 200, 90)
    for other, fault in (
        (record("hayes", dealer=NORTH), "Rules: hayes, the game is scarne"),
        (record(dealer=NORTH, target=1200), "Target: 1200, the game has 1000"),
        (
            replace(record(dealer=NORTH), count=COUNTS["simplified"]),
            "Count: simplified, the game has old",
        ),
    ):
        game = score_game([first, scoring(other, 10, 20)])
        assert fault in game.hands[1].faults
        assert game.score == (210, 110)  # scored all the same


@pytest.mark.parametrize("target", [None, 1250])
def test_after_a_raise_records_may_state_either_target(target: int | None) -> None:
    first = scoring(record("hayes"), 1010, 1010)
    second = scoring(record("hayes", dealer=NORTH, target=target), 10, 20)
    assert not score_game([first, second]).has_faults


def test_nothing_is_scored_after_the_game() -> None:
    game = score_game(hands((1000, 0), (100, 100), (100, 2000)))
    assert scores(game) == [(1000, 0)] * 3
    assert [hand.faults for hand in game.hands[1:]] == [("the game was over before it",)] * 2
    assert (game.winner, game.hands[2].points) == (SOUTH, None)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("view", [None, SOUTH])
def test_games_played_at_random_add_up(name: str, view: Seat | None) -> None:
    score, replays = Points(0, 0), []
    for number in range(8):
        replay = replay_record(record(name, number, Seat(number % 2), score, view=view))
        assert replay.points is not None
        replays.append(replay)
        score = Points(*(have + sum(won) for have, won in zip(score, replay.points, strict=True)))
        if max(score) >= 1000 and score.south != score.north:
            break
    game = score_game(replays)
    assert game.score == score
    assert game.winner is (SOUTH if score.south > score.north else NORTH)
    assert not game.has_faults


def test_a_hand_without_an_upcard_has_no_record() -> None:
    scarne = RULEBOOKS["scarne"]
    deck = replace(scarne.deck, stock=24, upcard=False)
    (deal,) = random_deals(1, 1, replace(scarne, name="house", deck=deck))
    with pytest.raises(ValueError, match="a hand without an upcard has no record"):
        record_of(deal, ())


def test_a_game_can_be_shared_and_compared() -> None:
    replays = hands((500, 300))
    assert score_game(replays) == score_game(replays)
    assert as_json(score_game(replays))["score"] == {"south": 500, "north": 300}

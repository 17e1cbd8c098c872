"""Games of macdougall-3 with call-outs, in chips, and of single hands (RULES-TABLE.md 7 and 8)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.commandline import Pinochle
from oracle.table import deals, records
from pinochle_solver import (
    GameError,
    NotationError,
    TableCallOut,
    TablePays,
    TableReplay,
    parse_table_record,
    parse_table_rulebook,
    replay_table_record,
    score_table_game,
)
from pinochle_solver.game.table.call_outs import score_after
from pinochle_solver.rules.agreed import Agreed, GameTerms
from pinochle_solver.table.game import game_begun, payments, winner_of_hand
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat

SOUTH, WEST, NORTH = SEATS = Seat.SOUTH, Seat.WEST, Seat.NORTH
RULES = TABLE_RULEBOOKS["macdougall-3"]
UNITS = RULES.score_units


def random_texts(hands: int) -> list[str]:
    """Records of random hands by the rules without options, each dealt in turn."""
    texts, dealer = list[str](), None
    for seed in range(400):
        text = records.stock_written(list(deals.random_stock_hand("macdougall-3", seed)))
        dealt = Seat.parse(re.findall(r'\[Dealer "(\w+)"\]', text)[0])
        if "[Options" in text or "[Count" in text or dealer not in (None, dealt):
            continue
        dealer = Seat((dealt + 1) % 3)
        texts.append(text)
        if len(texts) == hands:
            return texts
    raise AssertionError(f"only {len(texts)} hands")


TEXTS = random_texts(4)


def replayed(text: str, *tags: str) -> TableReplay:
    """A record with these tags besides, played through."""
    return replay_table_record(parse_table_record("\n".join((*tags, text))))


def with_tags(*tags: str) -> TableReplay:
    return replayed(TEXTS[0], *tags)


def counted_by_hand(replay: TableReplay, tricks: int) -> list[int]:
    """What each seat has once melding is over: its melds, and the cards of its first tricks."""
    hand, count = replay.stock_hand, replay.record.rules.count
    assert hand is not None
    assert tricks > 4
    points = [hand.melds_made(seat) for seat in SEATS]
    for trick in hand.tricks[:tricks]:
        points[trick.winner] += count.of(trick.cards)
    if tricks == len(hand.tricks):
        points[hand.tricks[-1].winner] += count.last_trick
    return points


# What a hand has come to


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_scored_after_each_trick_of_the_playoff(text: str) -> None:
    replay = replayed(text)
    assert replay.stock_hand is not None
    for trick in range(5, len(replay.stock_hand.tricks) + 1):
        assert list(score_after(replay, trick).scores) == counted_by_hand(replay, trick)
    assert replay.result is not None
    assert score_after(replay, 16).scores == replay.result.scores


def test_what_is_shown_and_drawn_after_the_trick_counts() -> None:
    """West and north show their nines before the first lead: 10 each, before any trick."""
    replay = replayed(TEXTS[0])
    assert "{W:dix N:dix}" in TEXTS[0]
    assert score_after(replay, 0).scores == (0, 10, 10)
    first = replay.hand.tricks[0] if replay.hand is not None else None
    assert first is not None
    expected = [0, 10, 10]
    expected[first.winner] += RULES.count.of(first.cards)
    assert list(score_after(replay, 1).scores) == expected


# Chips


def in_tens(points: int) -> int:
    """As the book says it: 7 or more up to the ten, less down."""
    return points - points % 10 + (10 if points % 10 in (7, 8, 9) else 0)


def test_card_points_are_rounded_for_each_of_three() -> None:
    game = score_table_game(map(replayed, TEXTS), target=9999, chips=True)
    assert game.agreed is Agreed.CHIPS
    off = set[int]()
    totals = [0, 0, 0]
    for hand, text in zip(game.hands, TEXTS, strict=True):
        replay = replayed(text)
        over = replay.stock_hand
        assert over is not None
        assert hand.result is not None
        cards = [in_tens(over.cards_won(seat)) for seat in SEATS]
        expected = [
            over.melds_made(seat) + points for seat, points in zip(SEATS, cards, strict=True)
        ]
        assert list(hand.result.scores) == expected
        assert list(hand.result.cards) == cards
        off.add(sum(cards))
        totals = [a + b for a, b in zip(totals, expected, strict=True)]
    assert list(game.game.scores) == totals
    assert off - {250}, "the sum need not be 250"


@pytest.mark.parametrize(
    ("cards", "rounded"),
    [((147, 103, 0), (150, 100, 0)), ((146, 97, 7), (140, 100, 10)), ((86, 86, 78), (80, 80, 80))],
)
def test_chips_of_a_hand(cards: tuple[int, ...], rounded: tuple[int, ...]) -> None:
    scores = tuple(points + 20 for points in cards)
    hand = HandResult(
        outcome=Outcome.PLAYED, units=UNITS, scores=scores, totals=scores, cards=cards
    )
    chips = hand.in_chips(7)
    assert chips.cards == rounded
    assert chips.scores == chips.totals == tuple(points + 20 for points in rounded)
    assert hand.in_chips(0) == hand


def test_a_house_rounds_from_another_digit_on() -> None:
    house = parse_table_rulebook(
        'name = "house"\nbased-on = "macdougall-3"\nstock.book.game.chips-up-from = 5'
    )
    text = TEXTS[0].replace("macdougall-3", "house")
    replay = replay_table_record(parse_table_record(text, [house]))
    game = score_table_game([replay], chips=True)
    assert replay.result is not None
    assert replay.result.cards == (25, 70, 155)
    assert game.hands[0].result is not None
    assert game.hands[0].result.cards == (30, 70, 160)
    assert game.hands[0].result.scores == (30, 80, 170)


# Single hands


def test_each_hand_is_a_game() -> None:
    game = score_table_game(map(replayed, TEXTS), single_hand=True, pays=TablePays.DIFFERENCE)
    won, paid = [0, 0, 0], [0, 0, 0]
    for text in TEXTS:
        points = counted_by_hand(replayed(text), 16)
        best = points.index(max(points))
        assert points.count(max(points)) == 1
        won[best] += 1
        for seat in SEATS:
            paid[seat] -= max(points) - points[seat]
            paid[best] += max(points) - points[seat]
    assert list(game.game.scores) == won
    assert game.game.winner is None
    assert game.game.target is None
    assert game.payments == dict(zip(UNITS, paid, strict=True))
    told = ", ".join(f"{seat.text()} {games}" for seat, games in zip(SEATS, won, strict=True))
    assert game.verdict == f"games won: {told}, tied 0"
    assert not game.has_faults


def test_a_tie_wins_nothing() -> None:
    tied = HandResult(outcome=Outcome.PLAYED, units=UNITS, scores=(90, 90, 70), totals=(90, 90, 70))
    won = replace(tied, scores=(90, 80, 80))
    assert winner_of_hand(tied) is None
    assert winner_of_hand(won) == (SOUTH,)
    game = game_begun(RULES, SOUTH, single_hand=True).after(tied)
    assert (game.scores, game.dealer, game.winner) == ((0, 0, 0), WEST, None)
    assert game.after(won).scores == (1, 0, 0)
    for pays in (TablePays.DIFFERENCE, TablePays.STAKES):
        assert set(payments(pays, game, [tied]).values()) == {0}
    assert payments(TablePays.STAKES, game, [tied, won]) == dict(
        zip(UNITS, (2, -1, -1), strict=True)
    )
    differences = payments(TablePays.ALL_DIFFERENCES, game, [won])
    assert differences == dict(zip(UNITS, (20, -10, -10), strict=True))


# Call-outs


def expected_end(
    replay: TableReplay, score: list[int], target: int, calls: list[tuple[int, Seat]], at_once: bool
) -> tuple[Seat, Seat, int] | None:
    """Who wins by whose call and after which trick, by the rule's own words."""
    hand = replay.stock_hand
    assert hand is not None
    waiting: list[Seat] = []
    for number in range(5, len(hand.tricks) + 1):
        trick = hand.tricks[number - 1]
        if trick.leader == trick.winner and trick.leader in waiting:
            return trick.leader, trick.leader, number
        has = [a + b for a, b in zip(score, counted_by_hand(replay, number), strict=True)]
        for after, seat in calls:
            if after != number:
                continue
            if has[seat] < target:
                left, right = Seat((seat + 1) % 3), Seat((seat + 2) % 3)
                return (left if has[left] >= has[right] else right), seat, number
            if at_once:
                return seat, seat, number
            waiting.append(seat)
    return None


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_calls_are_judged_by_the_rule(number: int, at_once: bool) -> None:
    """Of one or two seats, right and wrong, after every trick of the playoff."""
    text, found = TEXTS[number], set[str]()
    score, target = [300, 350, 330], 400
    replay = replayed(text, '[Score "300/350/330"]', f'[Target "{target}"]')
    for first in range(5, 16):
        for calls in (
            *([(first, seat)] for seat in SEATS),
            [(first, SOUTH), (first + 1, NORTH)],
            [(first, WEST), (first, SOUTH)],
        ):
            given = [TableCallOut(1, trick, seat) for trick, seat in calls]
            game = score_table_game([replay], call_outs=given, call_out_at_once=at_once)
            end = expected_end(replay, score, target, calls, at_once)
            (hand,) = game.hands
            if end is None:
                assert game.game.caller is None
                assert hand.result == replay.result
                found.add("none")
                continue
            winner, caller, trick = end
            assert (game.game.winner, game.game.caller) == ((winner,), caller)
            points = counted_by_hand(replay, trick)
            assert list(game.game.scores) == [a + b for a, b in zip(score, points, strict=True)]
            assert hand.result is not None
            assert hand.result.outcome is Outcome.CALLED_OUT
            right = winner is caller
            how = "he called out rightly" if right else f"{caller.text()} was wrong to call out"
            assert game.verdict.endswith(f"; {how}")
            assert game.verdict.startswith(f"{winner.text()} wins: ")
            found.add("right" if right else "wrong")
    assert "wrong" in found
    assert "right" in found or not at_once


def test_a_right_caller_must_win_a_trick_that_he_leads() -> None:
    """North has 165 at the end of its hand, and 102 after trick 9; it leads to later tricks."""
    replay = with_tags('[Target "100"]')
    hand = replay.stock_hand
    assert hand is not None
    first = next(n for n in range(5, 16) if counted_by_hand(replay, n)[NORTH] >= 100)
    game = score_table_game([replay], call_outs=[TableCallOut(1, first, NORTH)])
    wins = [
        n for n, t in enumerate(hand.tricks, start=1) if n > first and t.leader == t.winner == NORTH
    ]
    assert game.hands[0].notes[0] == (
        f"north calls out after trick {first} with {counted_by_hand(replay, first)[NORTH]}: "
        "right, he must still win a trick that he leads"
    )
    assert game.hands[0].notes[1] == f"north wins trick {wins[0]}, which he led"
    assert game.game.winner == (NORTH,)


def test_equal_heirs_the_left_one_wins() -> None:
    """Before the first lead south has nothing, and west and north 10 each for their nines."""
    game = score_table_game([with_tags()], call_outs=[TableCallOut(1, 0, SOUTH)])
    assert (game.game.winner, game.game.caller) == ((WEST,), SOUTH)
    assert game.game.scores == (0, 10, 10)
    assert game.verdict == "west wins: south 0, west 10, north 10; south was wrong to call out"


def test_a_record_tells_its_calls() -> None:
    replay = with_tags('[CallOut "0:south"]', '[Agreed "call-out, chips"]')
    assert replay.record.agreed == Agreed.CALL_OUT | Agreed.CHIPS
    assert '[CallOut "0:south"]' in replay.record.text()
    assert '[Agreed "call-out, chips"]' in replay.record.text()
    assert parse_table_record(replay.record.text()) == replay.record
    game = score_table_game([replay])
    assert (game.game.winner, game.game.caller) == ((WEST,), SOUTH)
    same = score_table_game([replay], call_outs=[TableCallOut(1, 0, SOUTH)])
    assert same.game == game.game


def test_points_follow_players_who_change_seats() -> None:
    names = '[SouthPlayer "Ann"]\n[WestPlayer "Bob"]\n[NorthPlayer "Cy"]'
    turned = '[SouthPlayer "Bob"]\n[WestPlayer "Cy"]\n[NorthPlayer "Ann"]'
    first, second = replayed(TEXTS[0], names), replayed(TEXTS[1], turned)
    call = TableCallOut(2, 16, WEST)  # Cy, by the seats of this record
    game = score_table_game([first, second], target=5000, call_outs=[call])
    points, more = counted_by_hand(first, 16), counted_by_hand(second, 16)
    totals = [points[0] + more[2], points[1] + more[0], points[2] + more[1]]
    assert list(game.game.scores) == totals
    assert game.game.caller is NORTH
    heir = SOUTH if totals[0] > totals[1] else WEST
    assert game.game.winner == (heir,)
    assert any(note.startswith("Cy calls out after trick 16 with ") for note in game.hands[1].notes)


def test_nobody_calls_out_while_a_tie_is_broken() -> None:
    replay = with_tags('[Score "500/500/20"]')
    game = score_table_game([replay], call_outs=[TableCallOut(1, 9, SOUTH)])
    fact = "call-out 1.9:south: several were at the target before this hand"
    assert game.hands[0].faults == (fact,)
    assert game.hands[0].result == replay.result


def test_the_same_seat_calls_out_once() -> None:
    replay = with_tags('[CallOut "6:north"]', '[Target "20"]')
    game = score_table_game([replay], call_outs=[TableCallOut(1, 5, NORTH)])
    told = "call-out 1.6:north: "
    assert any(fault.startswith(told) for fault in game.hands[0].faults)


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        ({"call_outs": [TableCallOut(2, 3, WEST)]}, "call-out: 2.3:west: there is 1 hand"),
        (
            {"call_outs": [TableCallOut(1, 17, WEST)]},
            "call-out: 1.17:west: the hand ends after trick 16",
        ),
        (
            {"call_outs": [TableCallOut(1, 3, Seat.EAST)]},
            "call-out: 1.3:east: east does not play",
        ),
        (
            {"call_outs": [TableCallOut(1, 6, WEST), TableCallOut(1, 9, WEST)]},
            "call-out: 1.9:west: west has called out already, after trick 6; leave one out",
        ),
        (
            {"call_outs": [TableCallOut(1, 3, WEST)], "single_hand": True},
            "call-out: a single-hand game has no target to reach",
        ),
        (
            {"target": 300, "single_hand": True},
            "target: a single-hand game has no target to reach",
        ),
    ],
)
def test_games_that_cannot_be_are_refused(options: dict[str, Any], fact: str) -> None:
    with pytest.raises(GameError) as raised:
        score_table_game([with_tags()], **options)
    assert str(raised.value) == fact


@pytest.mark.parametrize(
    ("tags", "fact"),
    [
        (['[CallOut "x"]'], "CallOut: 'x' is not TRICK:SEAT"),
        (['[CallOut "3:east"]'], "CallOut: east does not play this hand"),
        (
            ['[CallOut "6:west 9:west"]'],
            "CallOut: 9:west: west has called out already, after trick 6; leave one out",
        ),
        (
            ['[Agreed "chip"]'],
            "Agreed: 'chip' is not call-out, call-out-at-once, chips, single-hand or"
            " drop-last-digit",
        ),
        (
            ['[Agreed "drop-last-digit"]'],
            "Agreed: drop-last-digit, but macdougall-3 is not a game for two",
        ),
        (
            ['[Agreed "call-out, single-hand"]'],
            "Agreed: call-out, but a single-hand game has no target to reach",
        ),
        (
            ['[Score "1/2/3"]', '[Agreed "single-hand"]'],
            "Score: 1/2/3, but each hand is a game of its own; take out Score, or single-hand in"
            " Agreed",
        ),
        (
            ['[Target "300"]', '[Agreed "single-hand"]'],
            "Target: 300, but a single-hand game has no target to reach; take out Target, or"
            " single-hand in Agreed",
        ),
    ],
)
def test_tags_that_cannot_be_are_refused(tags: list[str], fact: str) -> None:
    with pytest.raises(NotationError) as raised:
        with_tags(*tags)
    assert str(raised.value) == fact


def test_a_call_out_or_an_agreement_that_the_game_lacks_is_a_fault() -> None:
    single = score_table_game([with_tags('[CallOut "3:west"]')], single_hand=True)
    assert single.hands[0].faults == ("CallOut: the game has no target to reach",)
    later = score_table_game([with_tags(), replayed(TEXTS[1], '[Agreed "chips"]')], target=9999)
    assert later.hands[1].faults == ("Agreed: chips, the game has nothing agreed",)


OTHERS = tuple(name for name in TABLE_RULEBOOKS if name != "macdougall-3")


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    ("agreed", "fact"),
    [
        (Agreed.CHIPS, "chips: {name} has none"),
        (Agreed.CALL_OUT, "call-out: {name} has none"),
        (Agreed.SINGLE_HAND, "single-hand: {name} has no single-hand game"),
    ],
)
def test_no_other_game_has_chips_call_outs_or_single_hands(
    name: str, agreed: Agreed, fact: str
) -> None:
    with pytest.raises(GameError) as raised:
        GameTerms(None, None, agreed).check(TABLE_RULEBOOKS[name])
    assert str(raised.value) == fact.format(name=name)


@pytest.mark.parametrize(
    ("name", "option", "fact"),
    [
        ("hayes-3", {"chips": True}, "chips: hayes-3 has none"),
        ("hayes-3", {"single_hand": True}, "single-hand: hayes-3 has no single-hand game"),
        ("hayes-3", {"call_outs": [TableCallOut(1, 3, WEST)]}, "call-out: hayes-3 has none"),
        ("hayes-3", {"call_out_at_once": True}, "call-out-at-once: in hayes-3 a call-out needs"),
    ],
)
def test_other_games_have_none(name: str, option: dict[str, Any], fact: str) -> None:
    text = records.stock_written(list(deals.random_stock_hand(name, 1)))
    with pytest.raises(GameError, match=f"^{fact}"):
        score_table_game([replayed(text)], **option)


# The command line


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    file = tmp_path / "game.pnr"
    file.write_text("\n".join(TEXTS))
    return str(file)


def test_score_knows_them_by_the_options_of_the_two_handed_game(
    pinochle: Pinochle, game_file: str
) -> None:
    plain = json.loads(pinochle("score", game_file, "--json", "--target", "9999").out)
    assert "agreed" not in plain
    chips = json.loads(pinochle("score", game_file, "--json", "--target", "9999", "--chips").out)
    assert chips["agreed"] == ["chips"]
    first = chips["hands"][0]["result"]["units"]
    replay = replayed(TEXTS[0])
    assert replay.result is not None
    expected = [
        score - cards + in_tens(cards)
        for score, cards in zip(replay.result.scores, replay.result.cards, strict=True)
    ]
    assert [unit["score"] for unit in first] == expected
    shown = pinochle("score", game_file, "--chips", "--single-hand", "--pays", "difference")
    assert "macdougall-3 · old count · chips · single-hand games" in shown.out
    assert "games won: " in shown.out
    assert "paid to each, in points: " in shown.out
    assert "so far" not in shown.out
    called = pinochle("score", game_file, "--call-out", "1.0:south")
    assert called.status == 1  # the other hands come after the end of the game
    assert "west wins: south 0, west 10, north 10; south was wrong to call out" in called.out
    assert "called out" in called.out
    line = json.loads(pinochle("score", game_file, "--call-out", "1.0:south", "--json").out)
    assert (line["caller"], line["winner"]) == ("south", "west")
    assert line["hands"][0]["result"]["outcome"] == "called out"


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        (("--call-out", "1.3:east"), "--call-out: 1.3:east: east does not play"),
        (("--call-out", "3:west"), "Invalid value for '--call-out': '3:west' is not HAND.TRICK:S"),
        (("--call-out", "1.3:up"), "Invalid value for '--call-out': unknown seat 'up'"),
        (("--call-out", "7.3:west"), "--call-out: 7.3:west: there are 4 hands"),
        (("--single-hand", "--target", "9"), "--target: a single-hand game has no target to reac"),
        (("--ahead", "9"), "--ahead: goes with the two-handed game only"),
    ],
)
def test_options_that_cannot_be_are_told(
    options: tuple[str, ...], fact: str, pinochle: Pinochle, game_file: str
) -> None:
    run = pinochle("score", game_file, *options)
    assert (run.status, run.out) == (2, "")
    assert fact in run.err

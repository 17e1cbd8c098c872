"""Void hands: `misdeal` in a record, wherever it stands, ends the hand without points."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, piped
from helpers.games import DOUBLED, record
from helpers.paths import DATA
from pinochle_solver import HandRecord, Seat
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.game import HandOutcome
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.notation.hand_records import RecordedEvent
from pinochle_solver.notation.marks import MISDEAL
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.reviews.review import review
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.irregularities import Irregularity as AtTable
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Points

CASE = DATA / "misdeal.pnr"
VOID = "void: nothing is scored, and the same dealer deals again"

every_rulebook = pytest.mark.parametrize("rules", RULEBOOKS)


def misdealt(whole: HandRecord, trick: int, seat: Seat | None = None) -> Replay:
    """The hand up to a trick, after which it is found to be void; 0 is before the first lead."""
    event = RecordedEvent(seat, MISDEAL.word)
    if trick == 0:
        cut = replace(whole, opening=(*whole.opening, event), tricks=())
    else:
        last = whole.tricks[trick - 1]
        last = replace(last, events=(*last.events, event))
        cut = replace(whole, tricks=(*whole.tricks[: trick - 1], last))
    read = parse_record(cut.text())
    assert read == cut
    return replay_record(read)


def test_the_word_is_that_of_the_table_games() -> None:
    assert AtTable.MISDEAL.value == MISDEAL.word == Irregularity.MISDEAL.value


@every_rulebook
@pytest.mark.parametrize("seat", [None, *Seat])
def test_it_may_be_found_after_any_trick(rules: str, seat: Seat | None) -> None:
    whole = record(rules, seed=3)
    replay = replay_record(whole)
    for trick in (0, 1, *range(6, len(whole.tricks), 8), len(whole.tricks)):
        void = misdealt(whole, trick, seat)
        place = f"trick {trick}" if trick else "deal"
        fact = "the players found or agreed that the hand is void"
        finding = Finding(Irregularity.MISDEAL, trick, seat, place, fact, VOID, is_void=True)
        # A dix forgotten at the end of the stock is still named.
        assert [f for f in void.findings if f.kind is not Irregularity.FORGOTTEN_DIX] == [finding]
        assert void.points is None
        assert (void.is_void, void.is_complete, void.is_finished) == (True, False, False)
        assert void.tricks == replay.tricks[:trick]
        assert void.opening == replay.opening
        assert [m for m in void.moments if m.trick < trick] == [
            m for m in replay.moments if m.trick < trick
        ]


@every_rulebook
@pytest.mark.parametrize("view", Seat)
def test_one_seat_may_write_it_down(rules: str, view: Seat) -> None:
    whole = record(rules, seed=3, view=view)
    for trick in (0, 1, 7, len(whole.tricks)):
        void = misdealt(whole, trick)
        assert void.findings[-1].kind is Irregularity.MISDEAL
        assert (void.points, void.unknown) == (None, ())
        assert len(void.tricks) == trick


def test_nothing_else_that_is_wrong_saves_the_hand() -> None:
    """Whatever ends the reading before, and whatever stands behind it."""
    text = CASE.read_text()
    for wrong, kinds in (
        (text.replace("1. TH AS", "1. TH QD"), ["illegal play", "misdeal"]),
        (text.replace("KJ99.TK9.TQ.KK9", "KJ99.TK9.TQ.KK"), ["dead hand", "misdeal"]),
        (text.replace("misdeal}", "misdeal} 2. TD"), ["misdeal", "unreadable"]),
        (text.replace("{misdeal", "{dix:9H} {misdeal"), ["unreadable"]),
        (text.replace("misdeal}", "misdeal dix}"), ["unreadable"]),
    ):
        replay = replay_record(parse_record(wrong))
        assert [finding.kind.value for finding in replay.findings] == kinds
        assert replay.is_void == ("misdeal" in kinds)
        assert (replay.points is None) == ("misdeal" in kinds)


@pytest.mark.parametrize(
    ("written", "fact"),
    [
        ("{misdeal} 2. TD", "'2.' behind misdeal, which ends the record"),
        ("{misdeal +TC}", "'+TC' behind misdeal, which ends the record"),
        ("{misdeal=10}", "'misdeal=10' scores nothing"),
        ("{misdela}", "'misdela' is no meld"),
    ],
)
def test_what_is_written_wrongly_is_named(written: str, fact: str) -> None:
    unread = parse_record(CASE.read_text().replace("{misdeal}", written)).unread
    assert unread is not None
    assert fact in str(unread)


# The game


def test_the_same_dealer_deals_again() -> None:
    """North deals, voids, and deals again; then south: nothing is wrong. South's turn is told."""
    first = replay_record(record(seed=1, dealer=Seat.SOUTH))
    second, third = record(seed=2, dealer=Seat.NORTH), record(seed=3, dealer=Seat.NORTH)
    void = misdealt(second, 5)
    game = score_game([first, void, replay_record(third)])
    assert [hand.outcome for hand in game.hands] == [
        HandOutcome.SCORED,
        HandOutcome.VOID,
        HandOutcome.SCORED,
    ]
    assert [hand.faults for hand in game.hands] == [(), (), ()]
    assert game.hands[1].points is None
    assert game.hands[1].score == game.hands[0].score
    without = score_game([first, replay_record(third)])
    assert game.score == without.score != Points(0, 0)
    wrong = replay_record(record(seed=3, dealer=Seat.SOUTH))
    (*_, last) = score_game([first, void, wrong]).hands
    assert last.faults == ("Dealer: south, it is the other's turn to deal",)


def test_nobody_pays_for_a_void_hand_with_doubles() -> None:
    text = DOUBLED.rstrip()
    whole = parse_record(text)
    *before, last = whole.tricks
    last = replace(last, events=(*last.events, RecordedEvent(None, MISDEAL.word)))
    replay = replay_record(parse_record(replace(whole, tricks=(*before, last)).text()))
    assert replay.is_void
    assert replay.payment is None
    (hand,) = score_game([replay]).hands
    assert (hand.outcome, hand.payment, hand.score) == (HandOutcome.VOID, None, (0, 0))


def test_a_call_out_in_it_is_nothing() -> None:
    void = misdealt(record(seed=2), 5)
    called = replace(void.record, call_outs=(RecordedCall(4, Seat.SOUTH),))
    (hand,) = score_game([replay_record(called)]).hands
    assert hand.outcome is HandOutcome.VOID
    assert hand.faults == ("CallOut: 1.4:south: hand 1 is void",)


# The commands


def test_replay_names_it(pinochle: Pinochle) -> None:
    run = pinochle("replay", str(CASE))
    assert run.status == 1
    *_, finding, last = run.out.splitlines()
    told = "misdeal: the players found or agreed that the hand is void"
    assert finding == f"trick 1: {told} ({VOID})"
    assert last == "void: the hand scores nothing, and north deals again"
    line = json.loads(pinochle("replay", "--json", str(CASE)).out)
    assert (line["void"], line["points"], line["complete"]) == (True, None, False)


def test_score_goes_on(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    whole = record(seed=1, dealer=Seat.NORTH)
    file.write_text(f"{CASE.read_text()}\n\n{whole.text()}")
    run = pinochle("score", "--json", str(file))
    game = json.loads(run.out)
    points = replay_record(whole).points
    assert points is not None
    assert [hand["outcome"] for hand in game["hands"]] == ["void", "scored"]
    assert [hand["faults"] for hand in game["hands"]] == [[], []]
    assert game["score"] == {"south": sum(points.south), "north": sum(points.north)}
    assert "hand 1: void" in pinochle("score", str(file)).out.splitlines()


def test_its_decisions_can_be_looked_at(pinochle: Pinochle) -> None:
    run = pinochle("replay", "--at", "1m", str(CASE))
    assert run.status == 0
    assert run.out.startswith("rules=scarne upcard=QH stock=23 act=meld turn=south ")
    run = pinochle("replay", "--at", "end", str(CASE))
    assert run.status == 2
    assert "the hand is void at its end; give a trick, such as 1m" in run.err


def test_review_shows_what_was_decided_before() -> None:
    found = review(parse_record(CASE.read_text()), worlds=16)
    assert [(each.trick, each.act) for each in found.decisions] == [(1, "l"), (1, "r")]
    assert found.replay.points is None
    assert found.account is not None
    assert not found.account.is_over


def test_a_game_is_gone_on_with_by_the_same_dealer(tmp_path: Path) -> None:
    played = record(seed=1, dealer=Seat.NORTH).text()
    for text, dealer in ((CASE.read_text(), "north"), (played, "you")):
        file = tmp_path / f"{dealer}.pnr"
        file.write_text(text)
        run = piped(["play", "--game", "--seed", "1", "--record", str(file)], "q\n")
        assert run.status == 0
        assert f"\n{dealer} dealt\n" in run.out

"""Hands that go on after a renege: everything is checked, priced and shown (RULES.md 7)."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from helpers.commandline import Pinochle, piped
from helpers.paths import DATA
from pinochle_solver import HandRecord, Seat
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.game import HandOutcome
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import RecordedEvent, RecordedTrick
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.reviews.review import review
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rulebooks import RULEBOOKS

RANKS = "ATKQJ987"
VALUES = {
    "old": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "compromise": {"A": 10, "T": 10, "K": 5, "Q": 5},
    "glup": {"A": 1, "T": 1, "K": 1},
}
WHOLE = {"old": 250, "compromise": 250, "glup": 50}
LAST = {"old": 10, "compromise": 10, "glup": 2}
# What a seat loses, and whether it may be the whole count that the other one has.
COUNT_LOST = ("macdougall", "macdougall-bonus", "goulash")
NO_PRICE = ("hayes", "glup")
every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)


# A playoff by hand


def heads(card: str, led: str) -> bool:
    return RANKS.index(card[0]) < RANKS.index(led[0])


def allowed(name: str, held: list[str], led: str, trump: str) -> list[str]:
    """What may be played to a lead (RULES.md, section 3)."""
    same = [card for card in held if card[1] == led[1]]
    higher = [card for card in same if heads(card, led)]
    must_head = led[1] == trump or name in NO_PRICE
    if same:
        return higher if must_head and higher else same
    return [card for card in held if card[1] == trump] or held


@dataclass
class Playoff:
    """A playoff played with any cards: its tricks, who reneged in which, and what was taken."""

    tricks: list[tuple[str, str]] = field(default_factory=list)
    leaders: list[str] = field(default_factory=list)
    reneges: list[tuple[int, str, str]] = field(default_factory=list)
    taken: list[dict[str, int]] = field(default_factory=list)
    hands: list[dict[str, Counter[str]]] = field(default_factory=list)


@dataclass
class Played:
    """A hand of which the stock phase is played by the rules, and the playoff with any cards."""

    record: HandRecord
    first: int
    melds: dict[str, int]
    taken: dict[str, int]
    playoff: Playoff


@cache
def played(name: str, seed: int, often: float = 0.3) -> Played:
    rules, random = RULEBOOKS[name], Random(f"{name}/{seed}")
    deal = random_deal(seed, 1, rules)
    referee = Referee.of_deal(deal)
    while not referee.in_playoff:
        referee.push(random.choice(referee.moves()))
    record = record_of(deal, referee.history)
    hands = {seat.text(): [card.text() for card in referee.hand(seat)] for seat in Seat}
    values, trump = VALUES[record.count.name], deal.trump.letter
    first, playoff = len(record.tricks) + 1, Playoff()
    taken = {seat.text(): referee.points[seat].tricks for seat in Seat}
    leader, running = referee.leader.text(), dict(taken)
    tricks = list(record.tricks)
    for number in range(first, first + rules.deck.hand):
        other = "north" if leader == "south" else "south"
        playoff.hands.append({seat: Counter(hands[seat]) for seat in hands})
        playoff.leaders.append(leader)
        led = random.choice(hands[leader])
        may = allowed(name, hands[other], led, trump)
        reply = random.choice(hands[other] if random.random() < often else may)
        if reply not in may:
            playoff.reneges.append((number, other, reply))
        hands[leader].remove(led)
        hands[other].remove(reply)
        beaten = heads(reply, led) if reply[1] == led[1] else reply[1] == trump
        leader = other if beaten else leader
        running[leader] += values.get(led[0], 0) + values.get(reply[0], 0)
        if number == first + rules.deck.hand - 1:
            running[leader] += LAST[record.count.name]
        playoff.taken.append(dict(running))
        playoff.tricks.append((led, reply))
        tricks.append(RecordedTrick(number, (led, reply)))
    melds = {seat.text(): referee.points[seat].melds for seat in Seat}
    whole = replace(record, tricks=tuple(tricks))
    assert parse_record(whole.text()) == whole
    return Played(whole, first, melds, taken, playoff)


def cut(record: HandRecord, tricks: int) -> HandRecord:
    return parse_record(replace(record, tricks=record.tricks[:tricks]).text())


def reneges_of(replay: Replay) -> list[tuple[int, str, str]]:
    return [
        (f.trick, "" if f.seat is None else f.seat.text(), f.what)
        for f in replay.findings
        if f.kind is Irregularity.RENEGE
    ]


def priced(name: str, count: str, taken: dict[str, int], offenders: list[str]) -> dict[str, int]:
    """What both have for their tricks by section 7."""
    if not offenders or name in NO_PRICE:
        return taken
    if name in COUNT_LOST:
        return {seat: 0 if seat in offenders else points for seat, points in taken.items()}
    return {seat: 0 if seat == offenders[0] else WHOLE[count] for seat in taken}


def points_of(replay: Replay) -> dict[str, tuple[int, int]]:
    assert replay.points is not None
    points = replay.points
    return {seat.text(): (points[seat].melds, points[seat].tricks) for seat in Seat}


def telling_ends(hand: Played) -> list[int]:
    """The tricks of a playoff beside its reneges, and its last: where what is found changes."""
    tricks = len(hand.playoff.tricks)
    reneges = [trick - hand.first + 1 for trick, _, _ in hand.playoff.reneges]
    beside = {trick + apart for trick in reneges for apart in (-1, 0, 1)}
    return sorted(beside & {*range(1, tricks)} | {tricks})


@every_rulebook
def test_everything_after_a_renege_is_checked_and_counted(name: str) -> None:
    """Wherever the record ends, against a playoff played with lists of cards.

    The first hand ends after every trick, three where the end tells most, the others at the last.
    """
    both = again = 0
    for seed in range(10):
        hand = played(name, seed)
        playoff, count = hand.playoff, hand.record.count.name
        offenders = [seat for _, seat, _ in playoff.reneges]
        both += len(set(offenders)) == 2
        again += len(offenders) > len(set(offenders))
        telling = telling_ends(hand)[-1:] if seed > 3 else telling_ends(hand)
        for number in telling if seed else range(1, len(playoff.tricks) + 1):
            last = hand.first + number - 1
            replay = replay_record(cut(hand.record, last))
            expected = [renege for renege in playoff.reneges if renege[0] <= last]
            assert reneges_of(replay) == expected
            assert all(f.kind is Irregularity.FORGOTTEN_DIX for f in others(replay))
            reneged = [seat for _, seat, _ in expected]
            tricks = priced(name, count, playoff.taken[number - 1], reneged)
            assert points_of(replay) == {
                seat: (hand.melds[seat], tricks[seat]) for seat in ("south", "north")
            }
            is_over = number == len(playoff.tricks)
            if not expected:
                assert replay.is_finished is is_over
            elif name in NO_PRICE:
                assert not replay.is_finished
            else:
                ends = name == "scarne" or is_over or expected[-1][0] == last
                assert replay.is_finished is ends
            assert replay.is_complete is is_over
    assert both >= 1
    assert again >= 1


def others(replay: Replay) -> list[Finding]:
    return [f for f in replay.findings if f.kind is not Irregularity.RENEGE]


@every_rulebook
def test_each_renege_has_its_ruling(name: str) -> None:
    seen = set()
    for seed in range(10):
        hand = played(name, seed)
        rulings = [
            f.ruling for f in replay_record(hand.record).findings if f.kind is Irregularity.RENEGE
        ]
        before: list[str] = []
        for ruling, (_, seat, _) in zip(rulings, hand.playoff.reneges, strict=True):
            if name in NO_PRICE:
                expected = "an illegal play, no penalty is named, and the hand is not scored"
            elif name == "scarne":
                expected = "the offender's card points become 0, the opponent gets them all"
                if before:
                    expected = "the first renege has settled the count"
            else:
                expected = "the offender's card points become 0, the opponent keeps his"
                if seat in before:
                    expected = "no further penalty: the offender's card points are 0 already"
            assert ruling == expected
            before.append(seat)
            seen.add(ruling)
    assert len(seen) == (1 if name in NO_PRICE else 2)


@every_rulebook
def test_every_moment_of_it_exists(name: str) -> None:
    """Before each lead and each reply, with the cards that were still held and the count taken."""
    for seed in range(6):
        hand = played(name, seed)
        replay = replay_record(hand.record)
        playoff = hand.playoff
        for place, (led, _) in enumerate(playoff.tricks):
            number, leader = hand.first + place, playoff.leaders[place]
            taken = playoff.taken[place - 1] if place else hand.taken
            for act in ("l", "r"):
                position = replay.at(number, act)
                assert isinstance(position, PlayoffPosition)
                left = {seat: Counter(cards) for seat, cards in playoff.hands[place].items()}
                if act == "r":
                    left[leader][led] -= 1
                for seat in Seat:
                    assert (
                        Counter(card.text() for card in position.hand(seat)) == +left[seat.text()]
                    )
                turn = leader if act == "l" else Seat.parse(leader).other.text()
                assert position.turn.text() == turn
                assert position.points is not None
                assert {s.text(): position.points[s].tricks for s in Seat} == taken


@every_rulebook
def test_a_card_that_is_not_held_is_named_and_leaves_the_hand_open(name: str) -> None:
    tested = 0
    for seed in range(10):
        hand = played(name, seed)
        for number, seat, _ in hand.playoff.reneges[:1]:
            place = number - hand.first + 1
            if place >= len(hand.playoff.tricks):
                continue
            leader = hand.playoff.leaders[place]
            held = hand.playoff.hands[place][leader]
            wrong = next(c.text() for c in hand.record.rules.deck.cards() if not held[c.text()])
            tricks = list(hand.record.tricks)
            tricks[number] = RecordedTrick(number + 1, (wrong, hand.playoff.tricks[place][1]))
            replay = replay_record(replace(hand.record, tricks=tuple(tricks)))
            finding = replay.findings[-1]
            assert (finding.kind, finding.trick) == (Irregularity.ILLEGAL_PLAY, number + 1)
            assert (finding.seat, finding.what) == (Seat.parse(leader), wrong)
            assert reneges_of(replay) == [(number, seat, hand.playoff.reneges[0][2])]
            assert replay.is_finished is (name == "scarne")
            (scored,) = score_game([replay]).hands
            outcome = HandOutcome.SCORED if name == "scarne" else HandOutcome.UNFINISHED
            assert scored.outcome is outcome
            tested += 1
    assert tested >= 3


@every_rulebook
def test_a_referee_that_has_seen_a_renege_is_copied_and_taken_back(name: str) -> None:
    hand = next(each for each in (played(name, seed) for seed in range(25)) if each.playoff.reneges)
    referee = replay_record(hand.record).referee
    assert referee is not None
    for other in (copy(referee), pickle.loads(pickle.dumps(referee))):
        assert other.history == referee.history
        assert other.points == referee.points
        for _ in hand.playoff.tricks:
            other.pop()
            other.pop()
        assert other.hand(Seat.SOUTH) == cards_before(hand, Seat.SOUTH)
    number, _, card = hand.playoff.reneges[0]
    with referee.after(len(referee.history) - 2 * (len(hand.record.tricks) - number) - 1):
        assert referee.is_renege(card)
        with pytest.raises(IllegalMoveError):
            referee.push(card)
        legal = referee.moves()[0].text()
        with pytest.raises(IllegalMoveError, match="it breaks no obligation"):
            referee.push_renege(legal)
    assert referee.is_over


def cards_before(hand: Played, seat: Seat) -> Hand:
    return Hand.of(Card.parse(c) for c in hand.playoff.hands[0][seat.text()].elements())


# The sources' cases


def case(name: str, rules: str = "macdougall") -> str:
    return (DATA / f"{name}.pnr").read_text().replace('"macdougall"', f'"{rules}"')


def told(replay: Replay) -> list[str]:
    return [str(finding) for finding in replay.findings]


FOLLOWS = "must follow suit"
LOSES = "(the offender's card points become 0, the opponent keeps his)"
NO_MORE = "(no further penalty: the offender's card points are 0 already)"


def test_after_a_renege_what_cannot_be_played_is_named() -> None:
    replay = replay_record(parse_record(case("after-renege")))
    assert told(replay) == [
        f"trick 14: south, renege: 9S: south {FOLLOWS} {LOSES}",
        f"trick 15: south, renege: QD: south {FOLLOWS} {NO_MORE}",
        "trick 16: north, illegal play: AS: north does not hold it "
        "(the hand is read as far as it is legal)",
    ]
    assert not replay.is_finished
    (hand,) = score_game([replay]).hands
    assert (hand.outcome, hand.points) == (HandOutcome.UNFINISHED, None)


def test_two_reneges_cost_both_their_count() -> None:
    replay = replay_record(parse_record(case("two-reneges")))
    assert told(replay) == [
        f"trick 14: south, renege: 9S: south {FOLLOWS} {LOSES}",
        f"trick 15: south, renege: QD: south {FOLLOWS} {NO_MORE}",
        f"trick 22: north, renege: 9H: north {FOLLOWS} {LOSES}",
    ]
    assert replay.points == HandPoints(SeatPoints(10, 0), SeatPoints(90, 0))
    assert replay.is_finished


@pytest.mark.parametrize(
    ("ends", "is_finished", "points"),
    [
        ("22. ", False, (10, 0, 90, 201)),
        ("23. ", True, (10, 0, 90, 0)),
        ("16. ", True, (10, 0, 90, 185)),
        ("17. ", False, (10, 0, 90, 190)),
        ("15. ", True, (10, 0, 90, 179)),
    ],
)
def test_a_record_that_ends_with_the_trick_of_a_renege_is_scored_as_it_lies(
    ends: str, is_finished: bool, points: tuple[int, int, int, int]
) -> None:
    replay = replay_record(parse_record(case("two-reneges").split(ends)[0]))
    assert replay.points == HandPoints(SeatPoints(*points[:2]), SeatPoints(*points[2:]))
    assert replay.is_finished is is_finished
    open_trick = replay_record(parse_record(case("two-reneges").split(ends)[0] + f"{ends}AS"))
    assert not open_trick.is_finished


def test_the_commands_go_on_after_a_renege(pinochle: Pinochle) -> None:
    file = str(DATA / "two-reneges.pnr")
    run = pinochle("replay", "--at", "17l", file)
    assert run.status == 1  # of the renege before it
    (line,) = run.out.splitlines()
    assert line == (
        "rules=macdougall trump=H south=9.9.J9.QQJ9 north=J.J9.QJ9.J9 turn=north "
        "points=10+29/90+190"
    )
    solved = json.loads(pinochle("solve", "--json", line).out)
    assert solved["value"]["south"] + solved["value"]["north"] == 250 - 29 - 190
    (hand,) = json.loads(pinochle("score", "--json", file).out)["hands"]
    assert hand["outcome"] == "scored"
    assert (hand["points"]["south"]["total"], hand["points"]["north"]["total"]) == (10, 90)


def test_a_review_leaves_out_the_renege_itself() -> None:
    record = parse_record(case("two-reneges"))
    found = review(record, worlds=16, seat=Seat.NORTH)
    reviewed = [(each.trick, each.act) for each in found.decisions if each.trick > 12]
    assert (22, "r") not in reviewed
    assert reviewed[-1][0] > 15
    assert found.account is None
    assert [finding.trick for finding in found.replay.findings] == [14, 15, 22]


def a_hand_of_both() -> Played:
    """A hand of macdougall in which both seats renege."""
    hands = (played("macdougall", seed) for seed in range(25))
    return next(each for each in hands if len({seat for _, seat, _ in each.playoff.reneges}) == 2)


def one_seats(hand: Played, view: Seat) -> HandRecord:
    """The record of it that one seat wrote."""
    record = replace(
        hand.record,
        view=view,
        stock=None,
        south=hand.record.south if view is Seat.SOUTH else None,
        north=hand.record.north if view is Seat.NORTH else None,
        tricks=with_draws(hand.record, view),
    )
    return parse_record(record.text())


@pytest.mark.parametrize("view", Seat)
def test_one_seat_may_write_it_down(view: Seat) -> None:
    hand = a_hand_of_both()
    whole, seen = replay_record(hand.record), replay_record(one_seats(hand, view))
    assert reneges_of(seen) == reneges_of(whole) == hand.playoff.reneges
    assert seen.points == whole.points


def with_draws(record: HandRecord, view: Seat) -> tuple[RecordedTrick, ...]:
    """The tricks with the cards that a seat drew."""
    tricks = []
    for trick, each in zip(record.tricks, replay_record(record).tricks, strict=True):
        own = [RecordedEvent(view, f"+{card}") for seat, card in each.drawn if seat is view]
        tricks.append(replace(trick, events=(*trick.events, *own)))
    return tuple(tricks)


# Kept beside the table


def cards_of(record: HandRecord) -> list[tuple[Card, ...]]:
    return [trick.cards for trick in record.tricks]


def test_a_notebook_takes_a_renege_where_it_is_said_to_be_one() -> None:
    record = one_seats(a_hand_of_both(), Seat.SOUTH)
    first = a_hand_of_both().playoff.reneges[0]
    number, seat, card = first
    before = replace(record, tricks=record.tricks[: number - 1])
    led = replace(
        before, tricks=(*before.tricks, RecordedTrick(number, record.tricks[number - 1].plays[:1]))
    )
    notebook = Notebook(led)
    assert notebook.question is not None
    assert notebook.question.seat.text() == seat
    with pytest.raises(
        IllegalMoveError, match=f"write renege {card} if it was played all the same"
    ):
        notebook.note(card)
    assert cards_of(notebook.record) == cards_of(led)
    legal = notebook.referee.moves()[0].text()
    with pytest.raises(IllegalMoveError, match="it breaks no obligation"):
        notebook.note_renege(legal)
    finding = notebook.note_renege(card.lower())
    assert (finding.trick, finding.what) == (number, card)
    assert notebook.record.tricks[-1].plays == record.tricks[number - 1].plays
    # Taken back, it is asked for again.
    notebook.undo()
    assert cards_of(notebook.record) == cards_of(led)


def test_a_notebook_goes_on_with_a_record_of_reneges() -> None:
    record = one_seats(a_hand_of_both(), Seat.NORTH)
    notebook = Notebook(record)
    assert notebook.is_over
    assert reneges_of(notebook.replay) == a_hand_of_both().playoff.reneges
    assert cards_of(notebook.record) == cards_of(record)


def test_new_takes_the_word(tmp_path: Path) -> None:
    record = one_seats(a_hand_of_both(), Seat.SOUTH)
    number, seat, card = a_hand_of_both().playoff.reneges[0]
    led = RecordedTrick(number, record.tricks[number - 1].plays[:1])
    file = tmp_path / "hand.pnr"
    file.write_text(replace(record, tricks=(*record.tricks[: number - 1], led)).text())
    lines = f"{card}\nrenege {card}\nq\n"
    run = piped(["new", "--ascii", "--no-advice", str(file)], lines)
    assert run.status == 0
    assert f"write renege {card} if it was played all the same" in run.out
    assert f"trick {number}: {seat}, renege: {card}: " in run.out
    assert parse_record(file.read_text()).tricks[-1].plays[1] == card


@pytest.mark.parametrize("name", NO_PRICE)
def test_score_says_why_a_whole_hand_with_a_renege_is_not_scored(
    name: str, pinochle: Pinochle, tmp_path: Path
) -> None:
    hand = next(each for each in (played(name, seed) for seed in range(25)) if each.playoff.reneges)
    number = hand.playoff.reneges[0][0]
    file = tmp_path / "hand.pnr"
    file.write_text(hand.record.text())
    run = pinochle("score", str(file))
    assert run.status == 1
    why = f"hand 1: not scored: {name} names no penalty for a renege"
    assert [line for line in run.out.splitlines() if line.startswith("hand 1")][:2] == [
        why,
        f"hand 1: renege (trick {number})",
    ]
    assert "not finished" not in run.out + run.err
    (scored,) = json.loads(pinochle("score", "--json", str(file)).out)["hands"]
    assert (scored["outcome"], scored["points"]) == ("not finished", None)
    assert scored["notes"] == [why.removeprefix("hand 1: ")]
    # The hand is settled: what follows does not miss its end.
    game = score_game([replay_record(hand.record), replay_record(hand.record)])
    assert [each.faults for each in game.hands] == [(), ()]
    cut = replay_record(replace(hand.record, tricks=hand.record.tricks[: number - 1]))
    assert score_game([cut]).hands[0].notes == ()
    assert score_game([cut]).hands[0].says_why_it_adds_nothing

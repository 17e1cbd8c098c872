"""Melds and dixes laid when, or by whom, none may be laid: they never score (RULES.md, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from helpers.paths import DATA
from pinochle_solver import HandRecord, Seat
from pinochle_solver.game.findings import Finding
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.hand.deals import random_deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.hand_records import RecordedEvent, RecordedTrick
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.moves import Move, Show
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook

TO_OPPONENT = ("macdougall", "macdougall-bonus", "goulash")
every_rulebook = pytest.mark.parametrize("rules", RULEBOOKS.values(), ids=lambda rules: rules.name)


def told(replay: Replay) -> list[str]:
    return [str(finding) for finding in replay.findings]


def text_of(name: str, rules: str = "scarne") -> str:
    return (DATA / f"{name}.pnr").read_text().replace('"scarne"', f'"{rules}"')


def melds(replay: Replay) -> tuple[int, int]:
    assert replay.points is not None
    return replay.points.south.melds, replay.points.north.melds


# The sources' cases


@pytest.mark.parametrize(
    ("rules", "ruling", "points"),
    [
        ("scarne", "goes back, no penalty", (0, 0)),
        ("macdougall", "40 to south", (40, 0)),
        ("macdougall-bonus", "40 to south", (40, 0)),
    ],
)
def test_a_meld_laid_after_its_seats_draw(rules: str, ruling: str, points: tuple[int, int]) -> None:
    text = text_of("meld-after-draw", rules)
    replay = replay_record(parse_record(text))
    assert told(replay) == [
        f"trick 2: north, forbidden meld: pinochle:QS.JD: melded after north drew ({ruling})"
    ]
    assert melds(replay) == points
    (finding,) = replay.findings
    assert (finding.kind, finding.trick, finding.seat, finding.what) == (
        Irregularity.FORBIDDEN_MELD,
        2,
        Seat.NORTH,
        "pinochle:QS.JD",
    )
    # What it claims goes to the opponent; what the other seat draws is no matter.
    credited = replay_record(parse_record(text.replace("QS.JD S", "QS.JD=30 S")))
    assert melds(credited) == (30 if points[0] else 0, 0)
    first = replay_record(parse_record(text.replace("+9D pinochle:QS.JD", "pinochle:QS.JD +9D")))
    late = text.replace("+9D pinochle:QS.JD S:+JD", "S:out-of-turn S:+9D pinochle:QS.JD +JD")
    assert told(first) == []
    assert melds(first) == (0, 40)
    other = replay_record(parse_record(late))
    assert [f.kind for f in other.findings] == [Irregularity.DRAW_OUT_OF_TURN]
    assert melds(other) == (0, 40)


def test_in_hayes_both_have_drawn_before_the_meld() -> None:
    replay = replay_record(parse_record(text_of("meld-after-draw", "hayes")))
    assert told(replay) == []
    assert melds(replay) == (0, 40)


@pytest.mark.parametrize(
    ("rules", "dix", "ruling", "points"),
    [
        ("scarne", "", "goes back, no penalty", 0),
        ("macdougall", "", "10 to north", 10),
        ("scarne", "N:", "goes back, no penalty", 0),
        ("macdougall", "N:", "10 to south", 10),
    ],
)
def test_a_dix_after_the_draws(rules: str, dix: str, ruling: str, points: int) -> None:
    """Both hold a nine of trumps from the deal."""
    text = text_of("meld-after-draw", rules).split("2. ")[0]
    replay = replay_record(parse_record(text.replace("+KD}", f"+KD {dix}dix}}")))
    seat = "north" if dix else "south"
    # In macdougall one that was just drawn might be shown then.
    why = ", who drew no 9H" if rules == "macdougall" else ""
    assert told(replay) == [
        f"trick 1: {seat}, forbidden meld: dix: melded after {seat} drew{why} ({ruling})"
    ]
    assert melds(replay) == ((points, 0) if dix else (0, points))


@pytest.mark.parametrize(
    ("rules", "ruling", "points"),
    [
        ("scarne", "goes back, no penalty", (10, 130)),
        ("hayes", "goes back, no penalty", (0, 90)),
        ("macdougall", "20 to south", (40, 140)),
    ],
)
def test_a_meld_in_the_playoff(rules: str, ruling: str, points: tuple[int, int]) -> None:
    text = text_of("playoff-meld", rules)
    if rules != "scarne":  # where there is no meld after trick 12
        text = text.replace("{jacks:JS.JH.JD.JC}", "")
    with_it = replay_record(parse_record(text))
    without = replay_record(parse_record(text.replace("13. TS JS {marriage:KD.QD}", "13. TS JS")))
    new = [line for line in told(with_it) if line not in told(without)]
    fact = "nothing is melded in the playoff"
    assert new == [f"trick 13: north, forbidden meld: marriage:KD.QD: {fact} ({ruling})"]
    assert len(told(with_it)) == len(told(without)) + 1
    assert with_it.is_complete
    before, after = melds(without), melds(with_it)
    gained = 20 if rules == "macdougall" else 0
    assert after == (before[0] + gained, before[1])
    assert with_it.points is not None
    assert (with_it.points.south.tricks, with_it.points.north.tricks) == (
        without.points.south.tricks if without.points else -1,
        without.points.north.tricks if without.points else -1,
    )


def test_the_playoff_meld_of_scarne_scores_nothing() -> None:
    replay = replay_record(parse_record(text_of("playoff-meld")))
    assert replay.points == HandPoints(SeatPoints(10, 37), SeatPoints(130, 213))


def test_in_scarne_a_wrong_meld_stands_once_the_stock_is_gone_and_a_forbidden_one_never() -> None:
    text = text_of("playoff-meld").replace(" {marriage:KD.QD} 14", " 14")
    # North lays four kings that it has not, and south, who lost the trick, a marriage.
    wrong = text.replace("3. AD TC {dix}", "3. AD TC {kings:KS.KH.KD.KC S:marriage:KC.QC=30}")
    stood = "stands: it was not corrected before the last card of the stock was drawn"
    for until, rulings, points in (
        ("8. ", ["corrected", "goes back, no penalty"], (0, 0)),
        (";", [stood, "goes back, no penalty"], (0, 80)),
    ):
        plain = replay_record(
            parse_record(text.replace("3. AD TC {dix}", "3. AD TC").split(until)[0])
        )
        replay = replay_record(parse_record(wrong.split(until)[0]))
        found = [f for f in replay.findings if f.trick == 3]
        assert [f.kind.value for f in found] == ["wrong meld", "forbidden meld"]
        assert [f.ruling for f in found] == rulings
        south, north = melds(plain)
        assert melds(replay) == (south + points[0], north + points[1])


def test_before_the_first_lead_nothing_is_laid() -> None:
    text = text_of("meld-after-draw").replace("1. TH", "{S:dix N:pinochle:QS.JD} 1. TH")
    assert told(replay_record(parse_record(text)))[:2] == [
        "deal: south, forbidden meld: dix: nothing may be melded before the first lead "
        "(goes back, no penalty)",
        "deal: north, forbidden meld: pinochle:QS.JD: nothing may be melded before the first lead "
        "(goes back, no penalty)",
    ]


def test_one_seat_may_write_it_down() -> None:
    """Whichever seat wrote the record, and whoever has laid the meld."""
    text = text_of("meld-after-draw", "macdougall")
    for view, north, draws in (
        ("south", "North", ("{S:+KD S:+TC", "+TC S:+JD")),
        ("north", "South", ("", "")),
    ):
        lines = [line for line in text.splitlines() if not line.startswith((f"[{north}", "[Stock"))]
        seen = "\n".join([f'[View "{view}"]', *lines])
        if view == "south":
            seen = seen.replace("{+TC N:+KD}", "{+TC}").replace("+9D pinochle", "N:+9D pinochle")
        else:
            seen = seen.replace("{+TC N:+KD}", "{N:+KD}").replace(" S:+JD}", "}")
        replay = replay_record(parse_record(seen))
        assert [f.kind for f in replay.findings] == [Irregularity.FORBIDDEN_MELD], (view, draws)
        assert melds(replay) == (40, 0)


# Every rulebook


def keen_record(rules: Rulebook, seed: int) -> HandRecord:
    """A hand in which everything is shown that can be, played at random."""
    referee, random = Referee.of_deal(random_deal(seed, 1, rules)), Random(seed)
    while not referee.is_over:
        moves = referee.moves()
        shows: list[Move] = [m for m in moves if isinstance(m, Show) and m.text() != "pass"]
        referee.push(random.choice(shows or list(moves)))
    return record_of(random_deal(seed, 1, rules), referee.history)


def with_events(record: HandRecord, trick: int, events: list[RecordedEvent]) -> HandRecord:
    tricks = list(record.tricks)
    tricks[trick - 1] = replace(tricks[trick - 1], events=(*events,))
    return replace(record, tricks=(*tricks,))


def shown_last(record: HandRecord, dix: bool) -> Iterator[tuple[RecordedTrick, int]]:
    """Where a meld, or a dix, was shown, the last first."""
    for trick in reversed(record.tricks):
        for place, event in enumerate(trick.events):
            if event.is_shown and event.text != "pass" and (event.text == "dix") is dix:
                yield trick, place


@every_rulebook
@pytest.mark.parametrize("dix", [False, True], ids=["meld", "dix"])
def test_what_is_laid_behind_the_draws_goes_back(rules: Rulebook, dix: bool) -> None:
    """As the same hand without it, but for points that go to the opponent."""
    found = 0
    is_forbidden = not rules.draws_before_melding and not (dix and rules.dix_turns)
    for seed in range(5):
        record = keen_record(rules, seed)
        for trick, place in shown_last(record, dix):
            event = trick.events[place]
            if trick.number == rules.deck.stock_tricks:
                continue
            rest = [e for n, e in enumerate(trick.events) if n != place]
            without = replay_record(with_events(record, trick.number, rest))
            replayed = without.tricks[trick.number - 1]
            assert replayed.winner is not None
            seat = record.seat_of(event, replayed.winner)
            draw = RecordedEvent(seat, f"+{dict(replayed.drawn)[seat]}")
            late = replay_record(with_events(record, trick.number, [*rest, draw, event]))
            if is_forbidden:
                check_forbidden(
                    rules, late, without, trick, event, f"melded after {seat.text()} drew"
                )
            else:
                plain = replay_record(record)
                assert (late.findings, late.points) == (plain.findings, plain.points)
            found += 1
            break
    assert found >= 3


@every_rulebook
@pytest.mark.parametrize("dix", [False, True], ids=["meld", "dix"])
def test_what_is_laid_in_the_playoff_goes_back(rules: Rulebook, dix: bool) -> None:
    text = "dix" if dix else "marriage:KS.QS"
    record = keen_record(rules, 5)
    plain, playoff = replay_record(record), record.tricks[rules.deck.stock_tricks :]
    for trick in (playoff[0], playoff[-1]):
        for seat in Seat:
            event = RecordedEvent(seat, text)
            late = replay_record(with_events(record, trick.number, [*trick.events, event]))
            check_forbidden(rules, late, plain, trick, event, "nothing is melded in")


@every_rulebook
def test_what_the_loser_lays_goes_back(rules: Rulebook) -> None:
    record = keen_record(rules, 2)
    plain = replay_record(record)
    for trick, replayed in zip(record.tricks, plain.tricks, strict=True):
        if trick.number > rules.deck.stock_tricks:
            break
        if trick.number % 3 and trick.number < rules.deck.stock_tricks:
            continue
        assert replayed.winner is not None
        loser = replayed.winner.other
        event = RecordedEvent(loser, "jacks:JS.JH.JD.JC")
        late = replay_record(with_events(record, trick.number, [event, *trick.events]))
        check_forbidden(rules, late, plain, trick, event, "only the winner of the trick may")


@every_rulebook
def test_a_second_meld_goes_back(rules: Rulebook) -> None:
    found = 0
    for seed in range(2):
        record = keen_record(rules, seed)
        plain = replay_record(record)
        for trick, place in shown_last(record, dix=False):
            # Whatever the cards are: there is no second meld.
            event = RecordedEvent(trick.events[place].seat, "marriage:KS.QS")
            events = [*trick.events[: place + 1], event, *trick.events[place + 1 :]]
            late = replay_record(with_events(record, trick.number, events))
            check_forbidden(rules, late, plain, trick, event, "nothing more may be melded")
            found += 1
    assert found > 2


def check_forbidden(
    rules: Rulebook,
    late: Replay,
    without: Replay,
    trick: RecordedTrick,
    event: RecordedEvent,
    fact: str,
) -> None:
    """A replay has one finding more, and no points but those that go to the opponent."""
    (finding,) = [f for f in late.findings if f.kind is Irregularity.FORBIDDEN_MELD]
    others: list[Finding] = [f for f in late.findings if f is not finding]
    assert others == list(without.findings)
    assert (finding.trick, finding.what) == (trick.number, event.text)
    assert fact in finding.fact
    seat = finding.seat
    assert seat is not None
    assert late.points is not None
    assert without.points is not None
    value = 0
    if rules.name in TO_OPPONENT:
        kinds = [rules.meld(part.partition(":")[0]) for part in event.text.split("+")]
        value = sum(kind.points for kind in kinds if kind is not None)
    assert late.points[seat] == without.points[seat]
    other = without.points[seat.other]
    assert late.points[seat.other] == SeatPoints(other.melds + value, other.tricks)
    ruling = (
        f"{value} to {seat.other.text()}" if rules.name in TO_OPPONENT else "goes back, no penalty"
    )
    assert finding.ruling == ruling
    assert [m.text() for m in late.moments] == [m.text() for m in without.moments]

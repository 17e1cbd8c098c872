"""A nine of trumps just drawn, which macdougall has shown at once (RULES.md, section 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.paths import DATA
from pinochle_solver import RULEBOOKS, HandRecord, Replay, Seat, parse_record, replay_record
from pinochle_solver.notation.known_rulebooks import KnownRulebooks

RECORD = (DATA / "nine-drawn.pnr").read_text()
"""North wins trick 2, draws the first nine of hearts and exchanges it for the queen turned up."""
FORBIDDEN = "trick 2: north, forbidden meld: dix: melded after north drew"


def replayed(text: str = RECORD) -> Replay:
    return replay_record(parse_record(text))


def told(replay: Replay) -> list[str]:
    return [str(finding) for finding in replay.findings]


def melds(replay: Replay) -> tuple[int, int]:
    assert replay.points is not None
    return replay.points.south.melds, replay.points.north.melds


@pytest.mark.parametrize("rules", ["macdougall", "macdougall-bonus"])
def test_it_is_exchanged_at_once(rules: str) -> None:
    replay = replayed(RECORD.replace("macdougall", rules))
    assert told(replay) == []
    assert melds(replay) == (0, 10)
    before, after = replay.at(2, "m").text(), replay.at(3, "l").text()
    assert "upcard=QH" in before
    assert "north=QJ.TK.ATKKJ.A9" in before
    assert "upcard=9H" in after
    assert "north=QJ.TKQ.ATKKJ.A9 melds.north=dix@2" in after
    assert "points=0+21/10+21" in after
    assert [shown.show.text() for shown in replay.tricks[1].shown] == ["dix"]


def test_the_positions_before_it_are_made_again_after_it() -> None:
    replay = replayed()
    texts = [replay.at(moment.trick, moment.act).text() for moment in replay.moments]
    assert texts == [replay.at(m.trick, m.act).text() for m in reversed(replay.moments)][::-1]
    assert replay.referee is not None
    assert (replay.referee.points.north.melds, replay.referee.points.north.tricks) == (10, 42)


@pytest.mark.parametrize(
    ("rules", "ruling", "scored"),
    [
        ("scarne", "(goes back, no penalty)", (0, 0)),
        ("macdougall", None, (0, 10)),
    ],
)
def test_other_rulebooks_have_it_wait(
    rules: str, ruling: str | None, scored: tuple[int, int]
) -> None:
    replay = replayed(RECORD.replace("macdougall", rules))
    assert told(replay) == ([] if ruling is None else [f"{FORBIDDEN} {ruling}"])
    assert melds(replay) == scored


def test_a_rulebook_of_ones_own_has_it_wait() -> None:
    macdougall = RULEBOOKS["macdougall"]
    waits = replace(
        macdougall,
        name="waits",
        penalties=replace(macdougall.penalties, dix_when_drawn=False),
    )
    known = KnownRulebooks((waits,))
    record = parse_record(RECORD.replace("macdougall", "waits"), known)
    replay = replay_record(record)
    assert told(replay) == [f"{FORBIDDEN} (10 to south)"]
    assert melds(replay) == (10, 0)


def test_one_that_was_held_before_waits() -> None:
    # North draws the jack of diamonds in trick 2, and the nine after trick 1.
    text = RECORD.replace("TC KD 9H JD", "TC 9H KD JD").replace("N:+KD", "N:+9H")
    replay = replayed(text.replace("+9H dix S:+JD", "+KD dix S:+JD"))
    assert told(replay) == [f"{FORBIDDEN}, who drew no 9H (10 to south)"]
    assert melds(replay) == (10, 0)


def test_the_loser_may_show_it_too_and_the_second_is_laid() -> None:
    text = RECORD.replace("TC KD 9H JD", "TC KD 9H 9H").replace("JH 9D 9H AH TS", "JH 9D JD AH TS")
    replay = replayed(text.replace("S:+JD}", "S:+9H S:dix}"))
    assert told(replay) == []
    assert melds(replay) == (10, 10)
    after = replay.at(3, "l").text()
    assert "upcard=9H" in after
    assert "melds.south=dix:9H@2 melds.north=dix@2" in after


def test_a_wrong_credit_is_corrected() -> None:
    replay = replayed(RECORD.replace("+9H dix", "+9H dix=20"))
    assert told(replay) == [
        "trick 2: north, wrong credit: dix: 20 claimed, it scores 10 (corrected)"
    ]
    assert melds(replay) == (0, 10)


def test_in_the_record_of_one_seat() -> None:
    text = RECORD.replace('[South "KJ99.TKJ.TQ.KK9"]\n', "")
    lines = [line for line in text.splitlines() if not line.startswith("[Stock")]
    text = "\n".join(lines).replace("[Dealer", '[View "north"]\n[Dealer')
    text = text.replace("{+TC N:+KD}", "{N:+KD}").replace("+9H dix S:+JD", "+9H dix")
    record = parse_record(text)
    assert isinstance(record, HandRecord)
    replay = replay_record(record)
    assert told(replay) == []
    assert melds(replay) == (0, 10)
    position = replay.at(3, "l", Seat.NORTH).text()
    assert "north=QJ.TKQ.ATKKJ.A9" in position
    assert "upcard=9H" in position


def test_one_held_before_stays_in_the_hand_of_the_seat_that_wrote_the_record() -> None:
    """South has the nine of clubs, draws the ten, and may not exchange the nine then."""
    replay = replayed(
        """
[Rules "macdougall"]
[Dealer "north"]
[View "south"]
[Upcard "QC"]
[South "Q.QQJ.KQJJ.TJJ9"]

1. TC 9C {marriage:KD.QD S:+TS} 2. KD@1 TH {pinochle:QS.JD +TC dix} 3. 9C TH {S:+TD}
"""
    )
    assert told(replay) == [
        "trick 2: south, forbidden meld: dix: melded after south drew, who drew no 9C (10 to north)"
    ]
    assert len(replay.tricks) == 3

"""Records of one seat: its draws, and the points that its cards do not tell."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.commandline import Pinochle
from helpers.json_lines import as_json
from helpers.one_seat import HAYES, run_of_the_other
from helpers.strategies import play_on
from oracle.records import write_record
from pinochle_solver import RULEBOOKS, Points, Referee, Seat, random_deals
from pinochle_solver.errors import NotationError
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.matches.hand_in_play import HandInPlay
from pinochle_solver.notation.hand_records import HandRecord, RecordedEvent
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import Rulebook

SOUTH, NORTH = Seat
LAST = 11  # the place of the stock's last trick


def replayed(text: str) -> Replay:
    return replay_record(parse_record(text))


def edited(text: str, pattern: str, new: str) -> str:
    """The text with what matches replaced, which it has to do once."""
    found, number = re.subn(pattern, new, text)
    assert number == 1, (pattern, text)
    return found


# Draws


def test_a_draw_without_a_letter_is_the_writers_own() -> None:
    for seed in range(4):
        for viewer in ("south", "north"):
            written = write_record("scarne", seed, viewer=viewer)
            assert written is not None
            bare = re.sub(r"\b[SN]:\+", "+", written.text)
            lettered = re.sub(r"(?<!:)\+(?=[AKQJT9][SHDC])", f"{viewer[0].upper()}:+", bare)
            first, second = replayed(bare), replayed(lettered)
            assert first.findings == second.findings == ()
            assert (first.tricks, first.moments) == (second.tricks, second.moments)
            drawn = {seat.text() for trick in first.tricks[:LAST] for seat, _ in trick.drawn}
            assert drawn == {viewer}


def test_in_a_whole_record_it_is_the_winners() -> None:
    written = write_record("scarne", 1, draws=True)
    assert written is not None
    assert replayed(written.text).findings == ()
    assert replayed(re.sub(r"\b[SN]:\+", "+", written.text)).findings


def test_a_draw_that_is_left_out_is_no_error() -> None:
    written = write_record("macdougall", 5, viewer="south", credits=True)
    assert written is not None
    whole = replayed(written.text)
    found = replayed(edited(written.text, r"(?s)(?<=7\. )(.*?)( ?)(S:)?\+..(.*?8\.)", r"\1\4"))
    assert found.findings == ()
    assert (found.is_complete, found.points) == (True, whole.points)
    assert [trick.plays for trick in found.tricks] == [trick.plays for trick in whole.tricks]
    assert found.tricks[6].drawn == ()
    assert found.unwritten_draw == 7
    last = found.moments[-1]
    assert (last.trick, last.act) == (7, "m")
    assert found.at(7, "m", SOUTH) == whole.at(7, "m", SOUTH)
    with pytest.raises(NotationError, match="south's draw after trick 7 is not written"):
        found.at(8, "l", SOUTH)


def test_all_own_draws_may_be_left_out() -> None:
    for rules in PINOCHLE_BOOKS:
        for seed in range(3):
            written = write_record(rules, seed, viewer="north")
            assert written is not None
            found = replayed(re.sub(r" ?(\b[SN]:|(?<![:x]))\+..", "", written.text))
            kinds = {finding.kind for finding in found.findings}
            assert kinds <= {Irregularity.FORGOTTEN_DIX}
            assert found.is_complete


def test_who_does_not_follow_suit_is_not_taken_to_hold_it() -> None:
    # North drew a card after trick 3 that it has not played yet: no spade, and no trump.
    text = """\
[Rules "macdougall-bonus"]
[Dealer "north"]
[View "north"]
[Upcard "AS"]
[North "TTKKQQJ.KQ.Q.J9"]

1. JS JS {marriage:KC.QC +QC} 2. KH TS {marriage:KH.QH N:+9C} 3. JC 9S {dix}
4. JH KS {royal-marriage:KS.QS} 5. TH KC@hand {queens:QS.QH.QD.QC} 6. TC QC@1 {N:+AC}
7. QS@hand JH 8. AC TC {+9H} 9. 9H KD 10. 9C AH 11. 9C AS {+9D} 12. AD QD@1 13. TH 9H
14. AS TS 15. QH KH 16. QS AH 17. 9S JD 18. 9D AD 19. KC QC 20. AC KS 21. TD 9D
"""
    assert replayed(text).findings == ()


# Which copies the other seat melded, told by a later draw

SCARNE = """\
[Rules "scarne"]
[Dealer "north"]
[View "south"]
[Upcard "9H"]
[South "9T.9.99TT.99JTT"]

1. 9S AS {marriage:KS.QS +KC} 2. AC 9C {jacks:JS.JH.JD.JC +QC} 3. AD 9D {pinochle:QS.JD LAST}
"""


@pytest.mark.parametrize(
    ("third", "fourth"),
    [
        # South draws the second queen, or the second jack: North's new card was the other one.
        ("+QS", "+TH"),
        ("+JD", "+TH"),
        ("+AH", "+QS"),
        # North itself draws it, after the pinochle.
        ("N:+QS S:+AH", "+TH"),
        ("+AH", "N:+QS S:+TH"),
        ("+AH", "N:+JD S:+TH"),
    ],
)
def test_a_later_draw_tells_which_card_of_a_meld_was_new(third: str, fourth: str) -> None:
    text = SCARNE.replace("LAST", third)
    replay = replayed(f"{text} 4. AD 9D {{{fourth}}} 5. AC 9C")
    assert replay.findings == ()
    assert replay.points is not None
    assert replay.points.north == (110, 55)
    written = re.findall(r"(N:|S:|)\+(..)", f"{third} {fourth}")
    drawn = {(seat.text()[0], card.text()) for t in replay.tricks[2:4] for seat, card in t.drawn}
    assert drawn == {("n" if who == "N:" else "s", card) for who, card in written}


def test_a_third_copy_is_a_dead_hand_whatever_is_guessed() -> None:
    text = SCARNE.replace("LAST", "+QS")
    (finding,) = replayed(f"{text} 4. AD 9D {{+QS}} 5. AC 9C").findings
    assert (finding.kind, finding.trick) == (Irregularity.DEAD_HAND, 4)
    assert finding.fact == "more copies of QS than the deck has"


def test_a_third_copy_before_a_dix_turn_is_a_dead_hand() -> None:
    text = """\
[Rules "goulash"]
[Dealer "north"]
[View "south"]
[Upcard "QC"]
[South "A98.AA9.AQ98.KKJ987"]

1. AD 9S {+AH dix} 2. AH 8S
"""
    (finding,) = replayed(text).findings
    assert (finding.kind, finding.trick) == (Irregularity.DEAD_HAND, 1)
    assert finding.fact == "more copies of AH than the deck has"
    assert replayed(text.replace("+AH", "+8H")).findings == ()


def test_a_third_copy_that_the_other_draws_is_a_slip_where_it_is_drawn() -> None:
    text = SCARNE.replace("LAST", "+QS")
    (finding,) = replayed(f"{text} 4. AD 9D {{N:+QS}} 5. AC 9C").findings
    assert (finding.kind, finding.trick, finding.what) == (Irregularity.DRAW_SLIP, 4, "+QS")


@pytest.mark.parametrize("draws", ["+KH +QH", "N:+KH N:+QH", "+KH N:+QH", "+QH N:+KH"])
@pytest.mark.parametrize("credit", [None, 110, 150])
def test_later_draws_tell_what_a_run_scored(draws: str, credit: int | None) -> None:
    text = HAYES.rstrip() if credit is None else HAYES.replace("JH}", f"JH={credit}}}").rstrip()
    third, fourth = draws.split()
    replay = replayed(f"{text} 3. AD 9D {{{third}}} 4. AD TD {{{fourth}}} 5. AC 9C")
    assert replay.unknown == ()
    facts = [(finding.kind, finding.fact) for finding in replay.findings]
    wrong = (Irregularity.WRONG_CREDIT, "150 claimed, it scores 110")
    assert facts == ([wrong] if credit == 150 else [])
    assert replay.points is not None
    assert replay.points.north == (150, 60)


@pytest.mark.parametrize("draw", ["+KH", "+QH", "N:+KH", "N:+QH"])
def test_one_later_draw_leaves_open_what_a_run_scored(draw: str) -> None:
    # The other of king and queen may have been new in it, for 150.
    replay = replayed(f"{HAYES.rstrip()} 3. AD 9D {{{draw}}} 4. AD TD 5. AC 9C")
    assert replay.findings == ()
    assert [credit.possible for credit in replay.unknown] == [(110, 150)]


@pytest.mark.parametrize(
    "braces", ["N:dix marriage:KS.QS", "dix N:marriage:KS.QS", "dix +KC marriage:KS.QS"]
)
def test_a_dix_goes_with_the_meld_of_its_turn_however_it_is_written(braces: str) -> None:
    tags = SCARNE.partition("1. ")[0].replace("9T.9.99TT", "9TT.-.99TT")
    replay = replayed(f"{tags}1. 9S AS {{{braces}}}")
    assert replay.findings == ()
    assert [shown.show.text() for shown in replay.tricks[0].shown] == ["dix+marriage:KS.QS"]
    assert replay.points is not None
    assert replay.points.north == (40, 11)


# Credits that the cards do not tell


def test_without_a_credit_the_points_are_not_known() -> None:
    told, untold = run_of_the_other(), run_of_the_other().replace("=150", "")
    assert replayed(told).unknown == ()
    replay = replayed(untold)
    (credit,) = replay.unknown
    assert replay.findings == ()
    assert as_json(replay)["unknown"] == [
        {
            "trick": 2,
            "seat": "north",
            "what": "run:AD.TD.KD.QD.JD",
            "possible": [110, 150],
            "counted": 110,
        }
    ]
    (hand,) = score_game([replay]).hands
    assert hand.notes == (str(credit),)
    assert "110 or 150, and the record does not say which (110 is counted)" in str(credit)
    # What is not reached is not scored.
    assert replayed(untold[: untold.index("2. ")]).unknown == ()


def test_a_credit_that_is_none_of_the_possible_ones_is_wrong() -> None:
    replay = replayed(run_of_the_other().replace("=150", "=130"))
    (finding,) = replay.findings
    assert (finding.kind, finding.trick) == (Irregularity.WRONG_CREDIT, 2)
    assert finding.fact == "130 claimed, it scores 110 or 150"
    assert [credit.possible for credit in replay.unknown] == [(110, 150)]


def test_the_credit_of_a_run_with_a_dix_is_that_of_both() -> None:
    rules = replace(RULEBOOKS["hayes"], name="both", dix_is_a_meld=False)
    text = HAYES.replace("hayes", "both").replace("99JJ.9.9JTT", "99JJ.-.99JTT").rstrip()
    for claimed, possible, fact in (
        ("", [(110, 150)], None),
        ("=120", [], None),
        ("=160", [], None),
        ("=150", [(110, 150)], "150 claimed, it scores 120 or 160"),
    ):
        new = re.sub(r"run:(\S+)}", rf"dix+run:\1{claimed}}}", text)
        replay = replay_record(parse_record(new, [rules]))
        assert [credit.possible for credit in replay.unknown] == possible
        assert [finding.fact for finding in replay.findings] == ([fact] if fact else [])


@pytest.mark.parametrize(
    ("seed", "credit", "possible"),
    [
        (596, 150, [(110, 150)]),
        # The second copy of its queen, or of its king, is played from the table.
        (421, 150, []),
        # No other copy was left for it.
        (311, 110, []),
    ],
)
def test_what_the_cards_tell_is_known(
    seed: int, credit: int, possible: list[tuple[int, int]]
) -> None:
    written = write_record("hayes", seed, viewer="north")
    assert written is not None
    assert f"JD={credit}" in written.text or f"JS={credit}" in written.text
    replay = replayed(re.sub(r"(?<=J[DS])=1[15]0", "", written.text))
    assert [unknown.possible for unknown in replay.unknown] == possible
    assert replay.points is not None
    right = {"south": replay.points.south, "north": replay.points.north}
    assert (right == written.points) is not bool(possible)


def test_the_commands_tell_what_is_not_known(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(run_of_the_other().replace("=150", ""))
    fact = "trick 2: north, points not known: run:AD.TD.KD.QD.JD: 110 or 150, "
    shown = pinochle("replay", str(file))
    assert shown.status == 0
    assert any(line.startswith(fact) for line in shown.out.splitlines())
    at = pinochle("replay", str(file), "--at", "5")
    assert (at.status, at.err.startswith(f"{file}:1: {fact}")) == (0, True)
    assert pinochle("replay", str(file), "--at", "2").err == ""
    scored = json.loads(pinochle("score", "--json", str(file)).out)
    assert scored["hands"][0]["notes"][0].startswith(fact)


# MacDougall's last dix


@cache
def last_draw(is_dix: bool) -> tuple[HandRecord, HandRecord, Seat]:
    """A hand, whole and from the seat that lost trick 12, and who won it.

    The winner drew a nine of trumps then; or another card, and held one that he had not shown.
    """
    for seed in range(500):
        (deal,) = random_deals(1, seed, RULEBOOKS["macdougall"])
        dix = dix_card(deal.rules, deal.trump)
        if dix is None or deal.upcard == dix or (deal.stock[-1] == dix) is not is_dix:
            continue
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            play_on(referee, 1, Random(seed))
        winner = referee.leader
        if [list(referee.hand(seat)).count(dix) for seat in (winner, winner.other)] != [1, 0]:
            continue
        referee = play_on(referee, 99, Random(seed))
        moves = tuple(referee.history)
        seen = record_of(deal, moves, winner.other)
        whole = record_of(deal, moves)
        shown = [shown for trick in replay_record(whole).tricks for shown in trick.shown]
        if not any(each.show.dix for each in shown):
            return whole, seen, winner
    raise AssertionError


@pytest.mark.parametrize("is_dix", [True, False])
def test_what_the_last_draw_of_the_other_scored_is_written(is_dix: bool) -> None:
    whole, seen, winner = last_draw(is_dix)
    events = [event.written() for event in seen.tricks[LAST].events]
    credit = f"dix={10 if is_dix else 0}"
    assert events[-1] == credit
    truth = replay_record(whole).points
    told = replay_record(seen)
    assert (told.points, told.unknown, told.findings) == (truth, (), ())
    untold = replayed(seen.text().replace(f" {credit}", ""))
    (unknown,) = untold.unknown
    assert (unknown.trick, unknown.seat, unknown.what) == (12, winner, "dix")
    assert (unknown.possible, unknown.counted) == ((0, 10), 0)
    assert "a dix drawn last" in str(unknown)
    assert untold.findings == ()
    assert untold.points is not None
    assert truth is not None
    assert truth[winner].melds - untold.points[winner].melds == (10 if is_dix else 0)
    # Nor is it known while the nine has not been played, but after the draws.
    short = replace(parse_record(untold.record.text()), tricks=untold.record.tricks[:13])
    assert len(replay_record(short).unknown) == 1
    assert replay_record(replace(short, tricks=short.tricks[:11])).unknown == ()


def test_the_draw_of_the_other_tells_it_as_well() -> None:
    whole, seen, winner = last_draw(True)
    nine = whole.upcard.suit.letter
    for text in (f"{winner.text()[0].upper()}:+9{nine}", f"{winner.text()[0]}:+9{nine} dix"):
        replay = replayed(seen.text().replace("dix=10", text))
        assert (replay.findings, replay.unknown) == ((), ())
        assert replay.points == replay_record(whole).points


@pytest.mark.parametrize("draw", [True, False])
def test_a_dix_may_be_written_before_the_draws_where_the_upcard_tells(draw: bool) -> None:
    whole, seen, winner = last_draw(True)
    loser = winner.other.text()[0].upper()
    new = f"dix {loser}:+{whole.upcard}" if draw else "dix"
    replay = replayed(edited(seen.text(), rf"{loser}:\+{whole.upcard} dix=10", new))
    assert (replay.findings, replay.unknown) == ((), ())
    assert replay.points == replay_record(whole).points
    assert replay.tricks[LAST].drawn == ((winner.other, whole.upcard),)


def test_who_draws_a_dix_last_may_say_so_before_the_draw() -> None:
    whole, _, winner = last_draw(True)
    plain = replay_record(whole)
    tricks = []
    for trick, made in zip(whole.tricks, plain.tricks, strict=True):
        dix = [RecordedEvent(None, "dix")] * (trick.number == 12)
        drawn = [RecordedEvent(who, f"+{card}") for who, card in made.drawn if who is winner]
        tricks.append(replace(trick, events=(*trick.events, *dix, *drawn)))
    hidden: dict[str, Any] = {"stock": None, winner.other.text(): None}
    replay = replay_record(replace(whole, view=winner, tricks=tuple(tricks), **hidden))
    assert (replay.findings, replay.unknown) == ((), ())
    assert [shown.of_itself for shown in replay.tricks[LAST].shown] == [True]
    assert replay.points == plain.points


def test_by_rules_without_a_dix_one_seat_saw_what_was_played() -> None:
    scarne = RULEBOOKS["scarne"]
    melds = tuple(kind for kind in scarne.melds if kind.name != "dix")
    (deal,) = random_deals(1, 3, replace(scarne, name="plain", melds=melds, dealer_dix=0))
    referee = play_on(Referee.of_deal(deal), 999, Random(3))
    for view in Seat:
        replay = replay_record(record_of(deal, referee.history, view))
        assert (replay.findings, replay.points) == ((), referee.points)
        assert any(trick.shown for trick in replay.tricks)


def with_dix(record: HandRecord, last: str) -> Replay:
    """A whole record with this said after trick 12, and nothing else."""
    text = record.text()
    return replayed(edited(text, r"(?s)(12\.\s\S+\s\S+)(\s\{[^}]*\})?", rf"\1 {{{last}}}"))


def test_a_dix_written_after_it_scored_of_itself_is_no_second_one() -> None:
    whole, _, winner = last_draw(True)
    plain = replay_record(whole)
    for last in ("dix", "dix=10", f"+9{whole.upcard.suit.letter} dix"):
        replay = with_dix(whole, last)
        shown = [shown for shown in replay.tricks[LAST].shown if shown.of_itself]
        assert [(shown.seat, shown.points) for shown in shown] == [(winner, 10)]
        assert not [f for f in replay.findings if f.kind is not Irregularity.FORGOTTEN_DIX]
        assert replay.points == plain.points
    (finding,) = [f for f in with_dix(whole, "dix=20").findings if f.seat is winner]
    assert finding.kind is Irregularity.WRONG_CREDIT
    twice = with_dix(whole, "dix dix")
    assert [f.what for f in twice.findings if f.seat is winner] == ["dix"]


def test_a_dix_that_was_not_drawn_last_is_a_wrong_one_there() -> None:
    whole, _, winner = last_draw(False)
    last = replay_record(whole).tricks[LAST].drawn[0][1]
    findings = {finding.kind: finding for finding in with_dix(whole, f"+{last} dix").findings}
    assert findings.keys() == {Irregularity.WRONG_MELD, Irregularity.FORGOTTEN_DIX}
    finding = findings[Irregularity.WRONG_MELD]
    assert (finding.trick, finding.seat) == (12, winner)
    assert f"did not draw 9{whole.upcard.suit.letter} last" in finding.fact


def test_a_hand_with_a_dix_drawn_last_is_played_on() -> None:
    whole, _, _ = last_draw(True)
    record = replace(whole, tricks=whole.tricks[:14])
    replay = with_dix(record, "dix")
    hand = HandInPlay.of_replay(replay, SOUTH, Points(0, 0), 1000)
    assert replay.referee is not None
    assert hand.referee.points == replay.referee.points


@pytest.mark.parametrize(
    "rules",
    [
        replace(RULEBOOKS["goulash"], name="draws-first", draws_before_melding=True),
        replace(RULEBOOKS["macdougall"], name="dix-to-loser", upcard_to_winner=True),
    ],
    ids=lambda rules: rules.name,
)
def test_one_seat_saw_what_was_played_by_rules_of_ones_own(rules: Rulebook) -> None:
    """Drawing before dix turns, and the last face-down card, perhaps a dix, drawn by the loser."""
    for deal in random_deals(3, 15, rules):
        referee = play_on(Referee.of_deal(deal), 999, Random(15))
        for view in Seat:
            replay = replay_record(record_of(deal, referee.history, view))
            forgotten = [Irregularity.FORGOTTEN_DIX] * len(replay.findings)
            assert [finding.kind for finding in replay.findings] == forgotten
            assert (replay.points, replay.unknown) == (referee.points, ())


DIX_OF_LOSER = """[Rules "own"] [Dealer "south"] [Upcard "TD"]
[South "J.TKJ9.AK.AATQ9"]
[North "ATKQQ9.AK.QJ.TJ"]
[Stock "9C TS TH QC 9H 9D QD JH JD JC TD KS KC JS 9S AS KD AD AH KC QH QH 9D"]

1. QS QC 2. AS TC 3. JD JS 4. QS KH 5. JC QC 6. TH 9S 7. TS KS 8. TD TS 9. JH JC 10. KD TC
11. AD AH 12. JH QD {S:dix} 13. QH
"""


def test_a_dix_that_the_loser_draws_last_is_told_from_one_held_before() -> None:
    """South exchanges one before the draws and draws the other, the winner taking the upcard."""
    rules = replace(RULEBOOKS["macdougall"], name="own", upcard_to_winner=True)
    replay = replay_record(parse_record(DIX_OF_LOSER, [rules]))
    assert replay.findings == ()
    assert [shown.of_itself for shown in replay.tricks[LAST].shown] == [False]
    assert replay.points is not None
    assert replay.points.south.melds == 20
    both = replay_record(parse_record(DIX_OF_LOSER.replace("S:dix", "S:dix S:dix"), [rules]))
    assert [shown.of_itself for shown in both.tricks[LAST].shown] == [False, True]
    assert (both.findings, both.points) == ((), replay.points)

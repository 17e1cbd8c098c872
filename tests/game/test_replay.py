"""Hand records replayed: what was played, what was wrong, and what it scores."""

from __future__ import annotations

from collections import Counter

import pytest

from helpers.json_lines import as_json
from helpers.record_checks import check_planted_error, check_right_records
from helpers.soak import tried
from oracle.records import KINDS, write_record
from pinochle_solver.errors import NotationError
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import Seat

RIGHT_HANDS = tried(2, 50)
HANDS_TO_PLANT_IN = tried(1, 20)


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_records_replay_to_what_the_oracle_played(rules: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(RIGHT_HANDS):
        done += check_right_records(rules, seed)
    assert done["records"] == 3 * RIGHT_HANDS
    assert done["moments"] > 30 * done["records"]
    assert not done["undecided"]


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_planted_errors_are_found_and_ruled_on(rules: str, kind: str) -> None:
    never = {
        ("meld-late", "scarne"),
        ("meld-rulebook", "macdougall-bonus"),
        ("dix-loser", "macdougall"),
        ("dix-loser", "macdougall-bonus"),
    }
    if (kind, rules) in never:
        assert not any(check_planted_error(rules, seed, kind) for seed in range(tried(1, 50)))
        return
    planted, seed = 0, 0
    while planted < HANDS_TO_PLANT_IN and seed < 40 * HANDS_TO_PLANT_IN:
        planted += check_planted_error(rules, seed, kind)
        seed += 1
    assert planted


# A hand typed in: South has 100 for melds and 130 for tricks, North 60 and 120.

TAGS = """\
[Rules "RULES"]
[Count "compromise"]
[Dealer "north"]
[Upcard "QD"]
[South "KQJ.TJ9.QJJ9.AQ"]
[North "AQ99.AAJ.ATT.TJ"]
[Stock "KC 9C TC KD 9D KS KH TS KH JS AS TH QH TS JC QH KC KD QC AD 9C 9H AC"]
"""
MOVES = """\
1. JS TC {dix+marriage:KS.QS} 2. TH AS {pinochle:QS.JD} 3. 9H 9C {marriage:KC.QC}
4. TC TD {marriage:KS.QS LOSER} 5. 9S TS {WINNER} 6. AC TD 7. AH TH 8. JH KS@1 {marriage:KH.QH}
9. 9S QH 10. KH@1 TS 11. AD 9D@1 {marriage:KC.QC} 12. JC QS@1
13. AS AD 14. 9H QH 15. JS 9D 16. KD KD 17. JD 9C 18. QC AC 19. AH QD 20. KH QC
21. JD JC 22. KC KC 23. JH KS 24. QD QS
"""
# Without the renege, of the queen of diamonds on the ace of hearts.
MENDED = (
    MOVES[: MOVES.index("19. ")] + "19. AH KH 20. KS QD 21. KC KC 22. QD QS 23. JH QC 24. JD JC\n"
)


def typed(rules: str, moves: str = MOVES, tags: str = TAGS) -> Replay:
    """The hand by a rulebook: the nine is shown where that allows it."""
    loser, winner = ("S:dix", "") if rules.startswith("macdougall") else ("", "dix")
    text = tags.replace("RULES", rules) + "\n" + moves
    return replay_record(parse_record(text.replace("LOSER", loser).replace("WINNER", winner)))


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def totals(replay: Replay) -> tuple[int, int]:
    assert replay.points is not None
    return sum(replay.points.south), sum(replay.points.north)


@pytest.mark.parametrize(
    ("rules", "expected", "ruling"),
    [
        ("scarne", (100, 310), "the opponent gets them all"),
        ("macdougall", (100, 180), "the opponent keeps his"),
        ("macdougall-bonus", (100, 180), "the opponent keeps his"),
    ],
)
def test_section_7s_example_of_a_renege(rules: str, expected: tuple[int, int], ruling: str) -> None:
    replay = typed(rules)
    (renege,) = replay.findings
    assert renege.kind is Irregularity.RENEGE
    assert renege.seat is Seat.SOUTH
    assert ruling in renege.ruling
    assert totals(replay) == expected
    assert replay.is_complete


def test_after_a_renege_tricks_count_as_far_as_their_cards_are_held() -> None:
    right = typed("macdougall").points
    for trick in ("22. AC KC", "22. KC AC"):
        assert typed("macdougall", changed(MOVES, "22. KC KC", trick)).points == right
    for trick in ("25. AC KC", "25. KC AC"):
        assert typed("macdougall", f"{MOVES}{trick}").points == right
    # A card that was led and not answered is no trick.
    cut = typed("macdougall", changed(MOVES, "24. QD QS", "24. QD"))
    assert (cut.record.tricks[-1].plays, cut.points) == (("QD",), right)


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
@pytest.mark.parametrize(
    ("old", "new"), [("19. AH QD", "19. AH@hand QD"), ("19. AH QD", "19. AH QD@hand")]
)
def test_a_renege_with_a_mark_is_one_all_the_same(rules: str, old: str, new: str) -> None:
    marked, plain = typed(rules, changed(MOVES, old, new)), typed(rules)
    assert marked.points == plain.points
    assert [f.kind for f in marked.findings] == [Irregularity.RENEGE]


@pytest.mark.parametrize(
    ("play", "fact"),
    [
        ("19. AH@1 QD", "north has no such copy of AH on the table"),
        ("19. AH@2 QD", "north has no such copy of AH on the table"),
        ("19. AH@table QD", "no AH of north is on the table"),
        ("19. AH@left QD", "'left' is not hand, table, 1 or 2"),
    ],
)
def test_a_lead_from_a_table_that_has_been_taken_up_is_no_renege(play: str, fact: str) -> None:
    replay = typed("scarne", changed(MOVES, "19. AH QD", play))
    (finding,) = replay.findings
    assert (finding.kind, finding.trick, finding.fact) == (Irregularity.ILLEGAL_PLAY, 19, fact)
    assert replay.points == typed("scarne", MOVES[: MOVES.index("19. ")]).points


@pytest.mark.parametrize(
    ("moves", "trick"),
    [
        ("1. JS TC 3. TH AS", 2),
        ("1. JS TC 2. TH AS 2. TH AS", 3),
        ("1. JS TC 2. TH", None),
        ("1. JS TC {+XX} 2. TH AS", 1),
        ("1. JS 2. TH AS", 1),
        ("2. TH AS", 1),
        ("JS TC", 0),
    ],
)
def test_what_does_not_read_is_found_in_the_trick_that_it_names(
    moves: str, trick: int | None
) -> None:
    found = as_json(typed("scarne", moves))["findings"]
    assert [(f["kind"], f["trick"]) for f in found] == [("unreadable", trick)] * (trick is not None)
    assert all(f["what"] in (f"trick {trick}", "tricks") for f in found)


def test_draws_may_be_written_in_part() -> None:
    before = typed("scarne", MENDED)
    for right in ("{dix+marriage:KS.QS +KC}", "{dix+marriage:KS.QS N:+9C}"):
        assert typed("scarne", changed(MENDED, "{dix+marriage:KS.QS}", right)).findings == ()
    for trick, old, new in (
        (2, "{pinochle:QS.JD}", "{pinochle:QS.JD +QC}"),
        (17, "17. JD 9C", "17. JD 9C {+AS}"),
    ):
        replay = typed("scarne", changed(MENDED, old, new))
        (finding,) = replay.findings
        assert (finding.kind, finding.trick) == (Irregularity.DRAW_SLIP, trick)
        assert replay.tricks == before.tricks[: trick - 1]


def test_two_draws_mend_one_that_is_missing() -> None:
    kinds = []
    for first in ("+KC", "S:no-draw"):
        moves = changed(MENDED, "{dix+marriage:KS.QS}", f"{{dix+marriage:KS.QS {first}}}")
        moves = changed(moves, "{pinochle:QS.JD}", "{pinochle:QS.JD S:+KD S:+KS}")
        finding = typed("scarne", moves).findings[0]
        kinds.append((finding.kind, finding.trick, finding.what, finding.ruling[:14]))
    assert kinds == [
        (Irregularity.TWO_DRAWN, 2, "+KS", "the extra card"),
        (Irregularity.MISSED_DRAW, 1, "no-draw", "two are drawn "),
    ]


def test_in_scarne_a_dix_may_be_written_after_the_meld_of_its_turn() -> None:
    for rules, is_right in (("scarne", True), ("macdougall", False), ("hayes", False)):
        plain = typed(rules, changed(MENDED, "{dix+marriage:KS.QS}", "{dix marriage:KS.QS}"))
        turned = typed(rules, changed(MENDED, "{dix+marriage:KS.QS}", "{marriage:KS.QS dix}"))
        assert (turned.tricks[0] == plain.tricks[0]) is is_right
        findings = [f.what for f in turned.findings if f.trick == 1]
        assert findings == ([] if is_right else ["dix"])
    for credits, claimed in (("=20 dix", []), (" dix=10", []), ("=20 dix=20", ["40 claimed"])):
        moves = changed(MENDED, "{dix+marriage:KS.QS}", f"{{marriage:KS.QS{credits}}}")
        facts = [finding.fact.partition(",")[0] for finding in typed("scarne", moves).findings]
        assert facts == claimed


@pytest.mark.parametrize(
    ("rules", "old", "new", "trick", "corrected", "after_the_stock"),
    [
        # North says it has four kings: points of South and North.
        ("scarne", "9. 9S QH", "9. 9S QH {kings:KS.KH.KD.KC}", 9, (0, 0), (0, 80)),
        ("macdougall", "9. 9S QH", "9. 9S QH {kings:KS.KH.KD.KC}", 9, (80, 0), (80, 0)),
        ("macdougall", "9. 9S QH", "9. 9S QH {kings:KS.KH.KD.KC=60}", 9, (60, 0), (60, 0)),
        # It says that a marriage is worth 60, or 10.
        ("scarne", "{marriage:KH.QH}", "{marriage:KH.QH=60}", 8, (0, 0), (0, 40)),
        ("scarne", "{marriage:KH.QH}", "{marriage:KH.QH=10}", 8, (0, 0), (0, -10)),
        ("macdougall", "{marriage:KH.QH}", "{marriage:KH.QH=60}", 8, (0, 0), (0, 0)),
    ],
)
def test_what_a_wrong_claim_comes_to(
    rules: str,
    old: str,
    new: str,
    trick: int,
    corrected: tuple[int, int],
    after_the_stock: tuple[int, int],
) -> None:
    for end, (south, north) in (("12. ", corrected), ("14. ", after_the_stock)):
        moves = MENDED[: MENDED.index(end)]
        before = totals(typed(rules, moves))
        replay = typed(rules, changed(moves, old, new))
        (finding,) = replay.findings
        assert finding.trick == trick
        assert finding.seat is Seat.NORTH
        assert totals(replay) == (before[0] + south, before[1] + north)


def test_a_dix_counts_though_the_meld_named_with_it_is_none() -> None:
    wrong = changed(MOVES, "{dix+marriage:KS.QS}", "{dix+marriage:KC.QC}")
    replay = typed("scarne", wrong[: wrong.index("2. ")])
    (finding,) = replay.findings
    assert (finding.kind, finding.what) == (Irregularity.WRONG_MELD, "marriage:KC.QC")
    (shown,) = replay.tricks[0].shown
    assert (shown.show.text(), shown.points) == ("dix", 10)


def test_what_the_loser_says_first_does_not_take_the_winners_turn() -> None:
    moves = MOVES[: MOVES.index("2. ")]
    for rules in ("scarne", "macdougall"):
        replay = typed(rules, moves.replace("{dix", "{N:marriage:KH.QH dix"))
        assert [shown.show.text() for shown in replay.tricks[0].shown] == ["dix+marriage:KS.QS"]
        (finding,) = replay.findings
        assert "only the winner of the trick may" in finding.fact


@pytest.mark.parametrize(
    ("change", "trick", "kind", "what"),
    [
        (
            ("13. AS AD", "13. AS AD {marriage:KH.QH}"),
            13,
            Irregularity.FORBIDDEN_MELD,
            "marriage:KH",
        ),
        (("12. JC QS@1", "12. JC QS@2"), 12, Irregularity.ILLEGAL_PLAY, "QS@2"),
        (("12. JC QS@1", "12. JC QS@left"), 12, Irregularity.ILLEGAL_PLAY, "QS@left"),
        (("12. JC QS@1", "12. JC {"), 12, Irregularity.UNREADABLE, "trick 12"),
        (("24. JD JC", "24. JD JC 25. QD"), 25, Irregularity.ILLEGAL_PLAY, "25. QD"),
    ],
)
def test_other_findings(change: tuple[str, str], trick: int, kind: Irregularity, what: str) -> None:
    replay = typed("scarne", changed(MENDED, *change))
    finding = replay.findings[0]
    assert (finding.trick, finding.kind) == (trick, kind)
    assert finding.what.startswith(what)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("KQJ.TJ9.QJJ9.AQ", "KQJ.TJ9.QJJ9.A", "south"),
        ("KQJ.TJ9.QJJ9.AQ", "KQJ.TJ9.QJJ9.QQ", "south"),
        ("KC 9C", "KC", "stock"),
        ("KC 9C", "KC KC", "stock"),
        ('"QD"', '"8D"', "upcard"),
    ],
)
def test_what_is_no_deck_is_a_dead_hand(old: str, new: str, what: str) -> None:
    replay = typed("scarne", tags=changed(TAGS, old, new))
    (finding,) = replay.findings
    assert finding.kind is Irregularity.DEAD_HAND
    assert replay.points is None
    assert replay.moments == ()
    assert not replay.is_complete
    with pytest.raises(NotationError, match="there is no 1l"):
        replay.at(1)


# From one seat, as it is typed in: what South drew, and no passes.

SEEN = """\
[Rules "macdougall"]
[Count "compromise"]
[Dealer "north"]
[View "south"]
[Upcard "QD"]
[South "KQJ.TJ9.QJJ9.AQ"]
"""


def test_a_hand_typed_in_from_one_seat_can_be_stopped_anywhere() -> None:
    whole = typed("macdougall", MENDED)
    assert whole.is_complete
    lines = seen_moves(whole)
    for number in (1, 2, 5, 8, 11, 12, 13, 14, 18, 23, 24):
        words = " ".join(lines[:number])
        for text in (words, words[: words.rindex(f"{number}. ") + len(f"{number}. ") + 5]):
            replay = replay_record(parse_record(f"{SEEN}\n{text}\n"))
            assert not [f for f in replay.findings if f.kind is not Irregularity.FORGOTTEN_DIX]
            assert replay.record.unread is None
            for moment in replay.moments:
                place = (moment.trick, moment.act)
                expected = whole.at(*place, Seat.SOUTH)
                assert replay.at(*place, Seat.SOUTH) == expected
    with pytest.raises(NotationError, match="the record knows what south saw, no more"):
        replay.at(1, "l", Seat.NORTH)
    with pytest.raises(NotationError, match="the record knows what south saw, no more"):
        replay.at(1)


def test_nothing_is_drawn_in_the_playoff() -> None:
    lines = seen_moves(typed("macdougall", MENDED))
    replay = replay_record(parse_record(f"{SEEN}\n{' '.join(lines[:13])} {{S:+TH}}\n"))
    (finding,) = replay.findings
    assert (finding.kind, finding.trick, finding.what) == (Irregularity.DRAW_SLIP, 13, "+TH")


def test_a_dealt_hand_of_another_size_is_a_dead_hand() -> None:
    for hand in ("KQJ.TJ9.QJJ9.A", "KQJ.TJ9.QJJ9.AQ9", "-.-.-.-"):
        text = changed(SEEN, "KQJ.TJ9.QJJ9.AQ", hand)
        (finding,) = replay_record(parse_record(f"{text}\n1. JS TC {{+9H}} 2. TH AS\n")).findings
        assert (finding.kind, finding.what) == (Irregularity.DEAD_HAND, "south")


def test_a_third_copy_drawn_is_a_dead_hand() -> None:
    text = f"{SEEN}\n1. JS TC {{+JD}} 2. TH AS\n"
    (finding,) = replay_record(parse_record(text)).findings
    assert (finding.kind, finding.trick) == (Irregularity.DEAD_HAND, 1)
    assert str(finding).startswith("trick 1: dead hand: more copies of JD")
    assert finding.fact == "more copies of JD than the deck has"


def seen_moves(whole: Replay) -> list[str]:
    """The tricks of a hand as South would write them."""
    lines = []
    for trick in whole.tricks:
        shown = [
            ("" if item.seat is trick.winner else f"{item.seat.text()[0].upper()}:")
            + item.show.text()
            for item in trick.shown
        ]
        shown += [
            ("" if seat is trick.winner else "S:") + f"+{card}"
            for seat, card in trick.drawn
            if seat is Seat.SOUTH
        ]
        plays = " ".join(play.text() for play in trick.plays)
        lines.append(f"{trick.number}. {plays}" + (f" {{{' '.join(shown)}}}" if shown else ""))
    return lines


def test_the_views_of_a_moment() -> None:
    replay = typed("scarne", MENDED)
    before = replay.at(1)
    assert isinstance(before, StockPosition)
    assert before.south.text() == "KQJ.TJ9.QJJ9.AQ"
    seen = replay.at(1, "l", Seat.NORTH)
    assert isinstance(seen, StockPosition)
    assert seen.south.text() == "-.-.-.-+12"
    reply = replay.at(1, "r", Seat.NORTH)
    assert isinstance(reply, StockPosition)
    assert reply.led is not None
    assert reply.led.text() == "JS"
    assert isinstance(replay.at(13), PlayoffPosition)
    with pytest.raises(NotationError, match="there is no 13m"):
        replay.at(13, "m")
    # Looking back leaves the hand where it was.
    assert replay.referee is not None
    assert replay.referee.is_over


def test_a_decision_at_the_end_of_a_record_stays_open() -> None:
    moves = MOVES[: MOVES.index("{dix+")]
    replay = typed("scarne", moves)
    assert [(moment.trick, moment.act) for moment in replay.moments][-1] == (1, "m")
    assert replay.tricks[-1].drawn == ()
    passed = typed("scarne", moves + "{pass}")
    assert [(moment.trick, moment.act) for moment in passed.moments][-1] == (2, "l")
    assert [card.text() for _, card in passed.tricks[-1].drawn] == ["KC", "9C"]
    # Draws tell that the winner has said what he had to say.
    drawn = typed("scarne", moves + "{+KC N:+9C}")
    assert drawn.moments == passed.moments


def test_both_may_say_that_they_pass() -> None:
    moves = MOVES[: MOVES.index("{marriage:KS.QS LOSER")]
    for said, last in (("", (4, "m")), ("{pass}", (4, "d")), ("{pass N:pass}", (5, "l"))):
        replay = typed("macdougall", moves + said.replace("N:", "S:"))
        assert (replay.moments[-1].trick, replay.moments[-1].act) == last, said
    # Where the loser has said that he passes, the winner has had his turn.
    assert typed("macdougall", moves + "{S:pass}").moments[-1].trick == 5


def test_which_card_of_a_meld_was_new_may_show_later() -> None:
    # North has a queen of diamonds and one of clubs on the table as it lays four queens.
    written = write_record("scarne", 522, viewer="south")
    assert written is not None
    assert "queens:QS.QH.QD.QC" in written.text
    assert "QC@2" in written.text
    replay = replay_record(parse_record(written.text))
    assert replay.findings == ()
    assert replay.is_complete
    # With the other queen it is told from the same cards.
    other = replay_record(parse_record(changed(written.text, "QC@2", "QD@2")))
    assert [finding.trick for finding in other.findings[:1]] != [12]


def test_what_a_run_scores_that_hidden_copies_decide_about_is_written() -> None:
    # North has married a king and a queen of trumps; a new queen makes its run worth 150.
    written = write_record("hayes", 300, viewer="south")
    assert written is not None
    assert "run:AD.TD.KD.QD.JD=150" in written.text
    for credit, points in (("=150", 150), ("=110", 110), ("", 110)):
        replay = replay_record(parse_record(written.text.replace("=150", credit)))
        assert replay.findings == ()
        assert [shown.points for shown in replay.tricks[1].shown] == [points]
        assert [c.possible for c in replay.unknown] == ([] if credit else [(110, 150)])

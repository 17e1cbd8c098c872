"""`pinochle replay` and `pinochle deal` of whole hands, as commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.record_reading import numbered_records

RECORD = """\
[Rules "scarne"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
[North "ATTK9.KQJ9.AJ.T"]
[Stock "9C KD JS TC QC QS AC TH JC TH JH TD AC QD KS JD 9D QS QH KD JS TD KH"]

1. AD 9S {dix} 2. QC AD {dix} 3. 9H JH {marriage:KH.QH} 4. KS AH 5. QC AS 6. QH@1 JC 7. 9C@1 AS
8. JH KH@1 {marriage:KD.QD} 9. 9H AC {pinochle:QS.JD} 10. AH AC {marriage:KS.QS} 11. JD TH
12. QH KC {marriage:KD.QD} 13. TH 9C 14. KS JS 15. JC KC 16. JD TD 17. JS QS 18. QD QD 19. TD KD
20. KH TC 21. QS 9S 22. TS 9D 23. TC KD 24. TS 9D
"""
TYPED = """\
; what north could see of the first tricks, passes left out
[Dealer "north"] [View "north"] [Upcard "QC"]
[North "ATTK9.KQJ9.AJ.T"]
1. ad 9s {dix N:+KD}
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "hand.pnr"
    file.write_text(RECORD)
    return file


def test_a_hand_trick_by_trick(pinochle: Pinochle, record: Path) -> None:
    result = pinochle("replay", "--ascii", str(record))
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "scarne, old count, upcard QC, north dealt"
    ninth = next(n for n, line in enumerate(lines) if line.startswith("     9"))
    leader, other = (line.split() for line in lines[ninth : ninth + 2])
    assert " ".join(leader) == "9 north 9H QS 40+37"
    assert " ".join(other) == "south AC takes 9D pinochle QS JD 40 60+52"
    total = "the hand ends: south 80 melds + 90 cards = 170, north 60 melds + 160 cards = 220"
    assert lines[-1] == total


def test_json_has_all_of_it(pinochle: Pinochle, record: Path) -> None:
    found = json.loads(pinochle("replay", "--json", str(record)).out)
    assert found["line"] == 1
    assert found["complete"]
    assert found["points"] == {
        "south": {"melds": 80, "tricks": 90},
        "north": {"melds": 60, "tricks": 160},
    }
    assert found["tricks"][0] == {
        "trick": 1,
        "leader": "south",
        "plays": ["AD", "9S"],
        "winner": "south",
        "shown": [{"seat": "south", "move": "dix", "points": 10}],
        "drawn": [{"seat": "south", "card": "9C"}, {"seat": "north", "card": "KD"}],
        "points": {"south": {"melds": 10, "tricks": 11}, "north": {"melds": 0, "tricks": 0}},
    }


def test_the_bridge_to_solve(pinochle: Pinochle, record: Path) -> None:
    playoff = pinochle("replay", str(record), "--at", "13").out.strip()
    solved = json.loads(pinochle("solve", "--json", playoff).out)
    assert sum(solved["value"].values()) == 120
    as_json = pinochle("replay", str(record), "--at", "13", "--json").out
    assert json.loads(as_json) == {"position": playoff}
    reply = pinochle("replay", str(record), "--at", "24r").out
    assert "south=-.-.9.- north=-.-.-.- turn=south led=TS" in reply


def test_the_views_of_a_moment(pinochle: Pinochle, record: Path) -> None:
    start = "rules=scarne upcard=9C stock=15 act=meld turn=north"
    norths = pinochle("replay", str(record), "--at", "5m").out
    assert norths.startswith(f"{start} south=-.-.-.9+10 north=ATT.KQ9.KJ.ATT melds.south=dix@1+")
    assert pinochle("replay", str(record), "--at", "5m", "--view", "north").out == norths
    souths = pinochle("replay", str(record), "--at", "5m", "--view", "south").out
    assert souths.startswith(f"{start} south=QJ9.AT.Q9.KKJ9 north=-.KQ.-.-+9 melds.south=dix@1+")
    everything = pinochle("replay", str(record), "--at", "5m", "--view", "all").out
    assert "+" not in everything.split("melds.")[0]
    assert pinochle("show", everything).status == 0


def test_a_record_typed_in_from_one_seat(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "typed.pnr"
    file.write_text(TYPED)
    assert pinochle("replay", str(file)).status == 0
    now = pinochle("replay", str(file), "--at", "2").out.strip()
    assert now == (
        "rules=scarne upcard=9C stock=21 turn=south south=-.-.-.Q+11 north=ATTK.KQJ9.AKJ.T "
        "melds.south=dix@1 tricks=AD-9S points=10+11/0+0 dealer=north"
    )
    refused = pinochle("replay", str(file), "--at", "2", "--view", "south")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"{file}:2: view: the record knows what north saw, no more\n"


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("14. KS JS", "14. KS KD", "trick 14: south, renege: KD: south must follow suit"),
        ("pinochle:QS.JD", "aces:AS.AH.AD.AC", "trick 9: south, wrong meld: aces:AS.AH.AD.AC: "),
        ("marriage:KH.QH", "marriage:KH.QH=40", "trick 3: north, wrong credit: marriage:KH.QH: 40"),
        ("4. KS AH", "4. KS AC", "trick 4: south, illegal play: AC: south does not hold it"),
        ('[Upcard "QC"]', '[Upcard "QD"]', "deal: dead hand: "),
    ],
)
def test_what_is_wrong_is_told_and_status_is_1(
    pinochle: Pinochle, tmp_path: Path, right: str, wrong: str, told: str
) -> None:
    assert right in RECORD
    file = tmp_path / "wrong.pnr"
    file.write_text(RECORD.replace(right, wrong, 1))
    result = pinochle("replay", str(file))
    assert result.status == 1
    assert any(line.startswith(told) for line in result.out.splitlines())
    findings = json.loads(pinochle("replay", "--json", str(file)).out)["findings"]
    assert findings[0]["kind"] in told


def test_what_does_not_read_is_told_and_the_rest_is_kept(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "three.pnr"
    bad_tag = RECORD.replace("[Dealer", "[Deeler")
    bad_trick = RECORD.replace("5. QC AS", "5. QC AX")
    file.write_text(f"{RECORD}\n{bad_tag}\n{bad_trick}")
    result = pinochle("replay", "--json", str(file))
    assert result.status == 2
    assert result.err.startswith(f"{file}:14: Deeler: unknown tag, did you mean Dealer?")
    whole, cut = (json.loads(line) for line in result.out.splitlines())
    assert whole["complete"]
    assert not cut["complete"]
    assert len(cut["tricks"]) == 5
    assert cut["findings"][0]["kind"] == "unreadable"


def test_a_moment_after_something_wrong_says_so(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "wrong.pnr"
    file.write_text(RECORD.replace("3. 9H JH {marriage:KH.QH}", "3. 9H JH {marriage:KS.QS}"))
    before = pinochle("replay", str(file), "--at", "3")
    assert (before.status, before.err) == (0, "")
    after = pinochle("replay", str(file), "--at", "4")
    assert after.status == 1
    assert after.out.startswith("rules=scarne ")
    assert after.err.startswith(f"{file}:1: trick 3: north, wrong meld: marriage:KS.QS: ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--at", "x"], "pinochle replay: --at: 'x' is neither end nor a trick and l, r, m, d,"),
        (["--at", "25"], "at: there is no 25l (the last moment: 24r)"),
        (["--view", "south"], "pinochle replay: --view: goes with --at"),
        (["--view", "west", "--at", "1"], "west does not sit at a table of two"),
        (["missing.pnr"], "missing.pnr: no such file or directory"),
        (["--json5"], "No such option"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    pinochle: Pinochle, record: Path, arguments: list[str], complaint: str
) -> None:
    files = [] if "missing.pnr" in arguments else [str(record)]
    result = pinochle("replay", *files, *arguments)
    assert (result.status, result.out) == (2, "")
    assert complaint in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("content", ["", "\n\n", "; nothing\n"])
def test_a_file_without_a_record(pinochle: Pinochle, tmp_path: Path, content: str) -> None:
    file = tmp_path / "empty.pnr"
    file.write_text(content)
    result = pinochle("replay", str(file))
    assert (result.status, result.out) == (2, "")
    told = "no record in it; pinochle help records shows how one is written"
    assert result.err == f"{file}: {told}\n"


def test_deals_are_records(pinochle: Pinochle, tmp_path: Path) -> None:
    result = pinochle("deal", "--rules", "hayes", "--seed", "5", "--count", "3")
    assert result.status == 0
    more = pinochle("deal", "--rules", "hayes", "--seed", "5", "--count", "4").out
    assert more.startswith(result.out)
    records = [record for _, record in numbered_records(result.out.splitlines())]
    assert len(records) == 3
    for record in records:
        assert isinstance(record, HandRecord)
        assert record.rules.name == "hayes"
        assert record.stock is not None
        assert len(record.stock) == 23
    file = tmp_path / "deals.pnr"
    file.write_text(result.out)
    assert pinochle("replay", str(file)).out.count("so far: ") == 3


def test_a_renege_that_has_a_price_ends_the_hand(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "renege.pnr"
    file.write_text(RECORD.replace("14. KS JS", "14. KS KD"))
    # South, who has played the king of diamonds, has it no more later on.
    *_, first, second, illegal, points = pinochle("replay", str(file)).out.splitlines()
    assert first.startswith("trick 14: south, renege: KD: ")
    assert second.startswith("trick 22: south, renege: 9D: ")
    assert second.endswith("(the first renege has settled the count)")
    assert illegal.startswith("trick 23: south, illegal play: KD: ")
    assert points.startswith("the hand ends: south ")


def test_why_a_moment_is_not_there_is_told(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "dead.pnr"
    file.write_text(TYPED.replace("N:+KD", "+AS").replace("ATTK9", "AATK9") + "2. AS AS {+AS}\n")
    result = pinochle("replay", str(file), "--at", "1")
    assert (result.status, result.out) == (2, "")
    missing, why = result.err.splitlines()
    assert missing == f"{file}:2: at: there is no 1l (the last moment: none)"
    assert why.startswith(f"{file}:2: trick 1: dead hand: more copies of AS than the deck has")


def test_a_draw_out_of_turn_is_named_and_the_hand_goes_on(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "slips.pnr"
    # The king of diamonds was next, and south, who won the trick, has the nine of clubs.
    text = RECORD.replace('"9C KD', '"KD 9C').replace("1. AD 9S {dix}", "1. AD 9S {dix +9C}")
    file.write_text(text)
    result = pinochle("replay", "--ascii", str(file))
    assert (result.status, result.err) == (1, "")
    *table, named, total = result.out.splitlines()
    assert named == (
        "trick 1: north, draw out of turn: +KD: drawn before south drew "
        "(stands as recorded, no penalty)"
    )
    assert total.startswith("the hand ends: south 80 melds + 90 cards = 170, north 60 melds")
    file.write_text(RECORD)
    assert pinochle("replay", "--ascii", str(file)).out.splitlines() == [*table, total]
    file.write_text(text)
    (found,) = json.loads(pinochle("replay", "--json", str(file)).out)["findings"]
    assert (found["kind"], found["seat"], found["what"]) == ("draw out of turn", "north", "+KD")
    assert "hand 1: draw out of turn (trick 1)" in pinochle("score", str(file)).out
    before = pinochle("replay", "--at", "1", "--view", "all", str(file))
    assert " stock=KD,9C,JS," in before.out


def test_a_renege_after_a_lead_with_a_mark(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "renege.pnr"
    for lead, told in (("KS@hand", "south, renege: KD: "), ("KS@1", "north, illegal play: KS@1: ")):
        file.write_text(RECORD.replace("14. KS JS", f"14. {lead} KD"))
        for command in ("replay", "score"):
            result = pinochle(command, str(file))
            assert result.status == 1
            assert f"trick 14: {told}" in result.out + result.err

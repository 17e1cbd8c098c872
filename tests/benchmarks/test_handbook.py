"""The maxims of the handbook: what they say of known positions, sums on known data, a tiny run."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.common.decisions import LEAD
from benchmarks.handbook import handbook
from benchmarks.handbook.handbook import PAGE, RuleSummary, summaries, table, written
from benchmarks.handbook.handbook_hands import (
    OF_A_RULE,
    HandbookSettings,
    HandQuestions,
    Question,
    measure_hand,
)
from benchmarks.handbook.handbook_rules import PARTS, PLAYOFF, PLAYOFF_RULES, STOCK_RULES, StockRule
from benchmarks.handbook.stock_puzzles import CONFIRMED, FILE, REFUTED, read_claims, read_found
from pinochle_solver import PlayoffPosition, StockPosition, solve
from pinochle_solver.engines.seat_sight import SeatSight

LINES = FILE.read_text(encoding="utf-8").splitlines()
RULES = {rule.name: rule for rule in STOCK_RULES}
# The puzzles that a rule of the handbook speaks of, and what the claim in them says of it.
CLAIMS = {
    ("first-trick", 1): "marriage before the run",
    ("aces-before-marriage", 5): "aces around at once",
    ("fresh-queen", 3): "play the card on the table",
    ("widowed-king", 4): "play the married king",
    ("long-hearts", 6): "lead its ten",
    ("two-aces-left", 9): "take a ten",
    ("three-jacks", 10): "throw the other jacks",
    ("only-trumps-beat-it", 13): "lead what embarrasses",
    ("last-trick-meld", 12): "trump an ace",
    ("queen-to-spare", 12): "win the last tricks",
}


def verdicts(rule: StockRule, position: StockPosition) -> dict[str, bool | None]:
    sight = SeatSight(position)
    return {move.text(): rule.verdict(sight, move) for move in sight.moves}


@pytest.mark.parametrize(("place", "name"), CLAIMS.items(), ids=lambda each: str(each))
def test_a_claim_of_the_puzzles_is_what_the_rule_says(place: tuple[str, int], name: str) -> None:
    claim = next(each for each in read_claims(LINES) if (each.position.id, each.maxim) == place)
    found = verdicts(RULES[name], claim.position)
    assert found[claim.better] is True
    assert found[claim.other] is False
    recorded = read_found(LINES[claim.line + 1])
    assert recorded is not None
    assert recorded[1] in (CONFIRMED, REFUTED)


def test_a_rule_says_nothing_where_it_does_not_apply() -> None:
    position = StockPosition.parse("south=AAT9.KQ.-.QQJJ99 upcard=9S")
    for name in ("take a ten", "win the last tricks", "throw the nines", "meld at once"):
        assert set(verdicts(RULES[name], position).values()) == {None}
    # Clubs are the longest plain suit, and have no ten.
    assert verdicts(RULES["lead the longest suit"], position)["QC"] is True
    assert True not in verdicts(RULES["lead its ten"], position).values()


def test_rules_of_the_playoff_on_a_position_of_the_page() -> None:
    position = PlayoffPosition.parse(
        "rules=hayes trump=D south=TTQ.-.T.ATK north=AKQ.-.Q.ATK turn=north"
    )
    cards = [move.card for move in solve(position).moves]
    said = {
        rule.name: {card.text(): rule.verdict(position, card) for card in cards}
        for rule in PLAYOFF_RULES
    }
    assert said["do not open the shared suit"] == {
        card.text(): card.suit.letter != "C" for card in cards
    }
    assert set(said["draw trumps, keep two"].values()) == {None}
    assert said["hold the sure winners back"]["AC"] is False
    assert said["hold the sure winners back"]["KC"] is True
    assert said["lead the suit without high cards"] == {
        card.text(): None if card.suit.letter == "D" else False for card in cards
    }


@pytest.mark.parametrize(
    ("south", "north", "said"),
    [
        ("A.KQ9.-.-", "T.A.K9.-", True),
        ("AAT.KQ.-.-", "T.A.KK9.-", None),
        ("A.KQ9.-.-", "TA.-.K9.-", None),
    ],
    ids=["three", "two", "none to draw"],
)
def test_trumps_are_counted_by_their_suit(south: str, north: str, said: bool | None) -> None:
    text = f"rules=hayes trump=H south={south} north={north} turn=south"
    position = PlayoffPosition.parse(text)
    rule = next(each for each in PLAYOFF_RULES if each.name == "draw trumps, keep two")
    verdicts = {card.suit.letter: rule.verdict(position, card) for card in position.south}
    assert verdicts == {"H": said, "S": None if said is None else False}


def test_sums_on_known_data() -> None:
    def hand(number: int, *gains: float) -> HandQuestions:
        questions = [Question("lead its ten", 1, LEAD, gain > 0, gain) for gain in gains]
        return HandQuestions(number, "scarne", questions, [], [])

    (found,) = summaries([hand(0, 10.0, -2.0), hand(1, 6.0), hand(2)])
    assert (found.decisions, found.hands) == (3, 2)
    assert found.followed == pytest.approx(2 / 3)
    assert found.gain.mean == pytest.approx(14 / 3)
    assert found.always.mean == pytest.approx(2 / 3)
    assert found.never.mean == pytest.approx(16 / 3)
    assert found.gain.mean == pytest.approx(found.never.mean - found.always.mean)
    assert "| lead its ten |" in table([found], found.part)
    assert "lead its ten" not in table([found], PLAYOFF)


def test_tables_are_written_between_their_marks() -> None:
    page = PAGE.read_text(encoding="utf-8")
    new = written(page, dict.fromkeys(PARTS, "| none |"))
    assert new.count("| none |") == len(PARTS)
    assert written(new, dict.fromkeys(PARTS, "| other |")).count("| other |") == len(PARTS)
    for part in PARTS:
        assert page.count(f"<!-- handbook: {part} -->") == 1


def test_the_page_tells_of_every_rule_that_was_asked() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for rule in (*STOCK_RULES, *PLAYOFF_RULES):
        assert page.count(f"| {rule.name} | ") == 1, rule.name


def test_a_hand_is_measured_alike_again() -> None:
    settings = HandbookSettings(rules=("scarne",), worlds=8, seed=3)
    found = measure_hand(0, settings)
    assert found == measure_hand(0, settings)
    asked = [question.rule for question in found.questions]
    assert {RULES[name].part for name in asked if name in RULES} >= {"leads", "replies"}
    assert all(asked.count(name) <= OF_A_RULE for name in RULES)
    assert sum(found.plain) + sum(found.trumps) == 24
    exact = [each for each in found.questions if each.kind == PLAYOFF]
    assert exact
    # Of two values one of which is best the better is the one that was followed.
    assert all(each.gain >= 0 if each.followed else each.gain <= 0 for each in exact)


def test_a_gain_that_is_not_sure_is_called_open() -> None:
    def verdict(*gains: float) -> str:
        hands = [
            HandQuestions(
                number, "scarne", [Question("take a ten", 1, LEAD, gain > 0, gain)], [], []
            )
            for number, gain in enumerate(gains)
        ]
        found: RuleSummary = next(summaries(hands))
        return found.verdict

    assert verdict(*[5.0, 5.5] * 5) == "mostly right"
    assert verdict(*[-5.0, -5.5] * 5) == "mostly wrong"
    assert verdict(*[5.0, -4.0] * 5) == "open"
    assert verdict(*[5.0, 5.5] * 4) == "too few"


def test_a_page_of_fewer_hands_than_were_asked_for_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "HANDBOOK.md"
    page.write_bytes(PAGE.read_bytes())
    question = Question("take a ten", 1, LEAD, followed=True, gain=9.0)
    done = [HandQuestions(0, "scarne", [question], [2] * 8, [1] * 8)]
    monkeypatch.setattr(handbook, "PAGE", page)
    monkeypatch.setattr(handbook, "gathered", lambda *_: done)
    result = CliRunner().invoke(handbook.main, ["--hands", "2", "--write"])
    assert result.exit_code == 130
    assert "| take a ten | too few | +9.0 |" in result.output
    assert page.read_bytes() == PAGE.read_bytes()


def test_the_run_goes_first_from_six_cards_of_stock_on() -> None:
    claim = next(each for each in read_claims(LINES) if each.position.id == "four-turns")
    first, at_once = RULES["marriage before the run"], RULES["run at once when the stock is low"]
    seven = verdicts(first, claim.position), verdicts(at_once, claim.position)
    assert (seven[0][claim.other], seven[0][claim.better]) == (True, False)
    assert set(seven[1].values()) == {None}
    text = claim.position.text()
    for old, new in (("stock=7", "stock=5"), ("KH-9C", "KH-9C,AH-9D"), ("50+35", "50+46")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    five = StockPosition.parse(text)
    assert set(verdicts(first, five).values()) == {None}
    found = verdicts(at_once, five)
    assert (found[claim.other], found[claim.better]) == (False, True)

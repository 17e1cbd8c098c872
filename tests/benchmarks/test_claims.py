"""The claims of the book: exact counts, the pages beside what is kept, tiny runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.handbook import claims
from benchmarks.handbook.macdougall.bidding_games import GameSettings, play_styles
from benchmarks.handbook.macdougall.card_counts import (
    all_in_one_hand,
    hands_with,
    split,
    widows_of_suit,
    widows_with,
)
from benchmarks.handbook.macdougall.claim import Claim, Verdict, above, near
from benchmarks.handbook.macdougall.four_bids import four_bids
from benchmarks.handbook.macdougall.measured_hands import (
    HandSettings,
    dealt_hand,
    opened_hand,
)
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.melds import most_in
from benchmarks.handbook.macdougall.sections import SECTIONS
from pinochle_solver.rules.cards import Hand, Suit

KEPT = claims.kept()
SETTINGS = HandSettings(least=250, deals=4, worlds=4, seed=1)
COUNTED = [
    claim
    for claim in claims.CLAIMS.values()
    if claim.test == "EXACT" and claim.find is not None and claim.id != "M2"
]


def test_widows_are_counted_to_the_last() -> None:
    assert [5456 - widows_with(kinds, 1) for kinds in range(1, 5)] == [4495, 3654, 2925, 2300]
    assert [widows_with(kinds, 2) for kinds in (2, 3, 4)] == [120, 344, 656]
    assert [widows_with(3, 3), widows_with(4, 3)] == [8, 32]
    assert [widows_of_suit(5, 1), widows_of_suit(5, 2), widows_of_suit(9, 1)] == [2856, 581, 1396]


def test_splits_of_a_suit_are_exact() -> None:
    rows = {
        8: [31.8, 46.7, 18.0, 3.3, 0.2],
        7: [61.0, 31.0, 7.4, 0.6],
        6: [34.9, 48.3, 15.2, 1.7],
        5: [67.0, 28.7, 4.2],
        4: [40.2, 49.8, 10.0],
    }
    for out, row in rows.items():
        chances = [split(out, one) for one in range(out // 2, -1, -1)]
        assert sum(chances) == 1
        assert [round(float(100 * chance), 1) for chance in chances] == row
    assert round(float(100 * all_in_one_hand(5)), 1) == 4.2


def test_hands_with_melds_are_counted() -> None:
    def has_marriage(suit: dict[str, int]) -> bool:
        return bool(suit["K"] and suit["Q"])

    def has_run(suit: dict[str, int]) -> bool:
        return all(suit[rank] for rank in "ATKQJ")

    found = [
        float(100 * hands_with(cards, is_so, in_all=False))
        for cards in (12, 15)
        for is_so in (has_marriage, has_run)
    ]
    assert [round(each, 1) for each in found] == [58.9, 3.8, 75.5, 11.8]
    assert round(float(100 * hands_with(12, lambda suit: suit["A"] > 0, in_all=True)), 1) == 2.8
    assert round(float(100 * hands_with(12, has_marriage, in_all=True)), 2) == 0.02


def test_the_most_that_cards_can_meld() -> None:
    assert [most_in(15, Suit.DIAMONDS), most_in(15, Suit.HEARTS)] == [500, 490]


def test_the_four_bids_of_the_books_example() -> None:
    assert four_bids(Hand.parse("AATKQ9.ATQJ9.AQQ.A")) == (300, 350, 400, 450)


def test_verdicts_leave_two_errors_on_either_side() -> None:
    assert [above(mean, 1) for mean in (3, 1, -3)] == [
        Verdict.CONFIRMED,
        Verdict.CLOSE,
        Verdict.REFUTED,
    ]
    assert [near(mean, 1, 20, within=5) for mean in (22, 24, 28)] == [
        Verdict.CONFIRMED,
        Verdict.CLOSE,
        Verdict.REFUTED,
    ]


@pytest.mark.parametrize("claim", COUNTED, ids=lambda claim: claim.id)
def test_what_is_kept_of_a_count_is_what_it_gives(claim: Claim) -> None:
    assert claim.found(Measured(20, 1)) == KEPT[claim.id]


def test_the_pages_say_what_is_kept() -> None:
    assert list(KEPT) == list(claims.CLAIMS)
    for file, text in claims.pages(KEPT).items():
        assert file.read_text("utf-8") == text


def test_a_hand_is_studied_hidden_and_face_up() -> None:
    found = dealt_hand(3, SETTINGS)
    assert found.bids == list(four_bids(Hand.parse(found.hand)))
    assert sum(found.named) == SETTINGS.deals
    assert len(found.worth) == 36
    opened = opened_hand(3, SETTINGS)
    assert opened.open >= opened.half_open


def test_styles_share_what_is_paid() -> None:
    deal = play_styles(1, GameSettings(seed=1, rules="auction"))
    assert sum(deal.won) == pytest.approx(0, abs=0.01)


def test_a_claim_is_run_by_its_id() -> None:
    result = CliRunner().invoke(claims.main, ["w6", "D10"])
    assert result.exit_code == 0
    assert result.output.splitlines()[1:] == [
        "W6 refuted: 344 of the 5,456 widows: 6.3 in 100, one in 15.9; the book has 354.",
        "D10 confirmed: 92.0 in 100, 11.5 to 1 for.",
    ]


def test_an_id_that_is_none_is_refused_in_one_line() -> None:
    result = CliRunner().invoke(claims.main, ["W99"])
    assert result.exit_code == 2
    assert "no claim has the id 'W99'" in result.output


def test_a_written_page_is_that_of_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "MACDOUGALL.md"
    index.write_text(claims.INDEX.read_text("utf-8"), "utf-8")
    for name, value in (("KEPT", tmp_path / "kept.json"), ("PAGES", tmp_path), ("INDEX", index)):
        monkeypatch.setattr(claims, name, value)
    monkeypatch.setattr(claims, "SECTIONS", SECTIONS[:1])
    assert CliRunner().invoke(claims.main, ["W3", "--write"]).exit_code == 0
    assert json.loads((tmp_path / "kept.json").read_bytes())["W3"]["verdict"] == "refuted"
    assert "**W3** You need one of two cards" in (tmp_path / "WIDOW.md").read_text("utf-8")

"""The claims of the book: exact counts, the pages beside what is kept, tiny runs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.handbook import claims
from benchmarks.handbook.macdougall.bidding_games import GameSettings, play_styles
from benchmarks.handbook.macdougall.bought_hands import BIDDER
from benchmarks.handbook.macdougall.card_counts import (
    all_in_one_hand,
    hands_with,
    split,
    widows_of_suit,
    widows_with,
)
from benchmarks.handbook.macdougall.check_claims import OpeningSettings, open_hand
from benchmarks.handbook.macdougall.claim import Claim, Verdict, above, near
from benchmarks.handbook.macdougall.four_bids import four_bids
from benchmarks.handbook.macdougall.lead_trials import Lead, bidders_points
from benchmarks.handbook.macdougall.measured_hands import (
    HandSettings,
    dealt_hand,
)
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.melds import most_in
from benchmarks.handbook.macdougall.regressions import fitted
from benchmarks.handbook.macdougall.sections import SECTIONS
from benchmarks.handbook.macdougall.specimens import (
    HANDS,
    TWELVE,
    SpecimenSettings,
    play_specimen,
)
from pinochle_solver.rules.cards import Card, Hand, Suit

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


def test_a_hand_is_studied_with_cards_hidden() -> None:
    found = dealt_hand(3, SETTINGS)
    assert found.bids == list(four_bids(Hand.parse(found.hand)))
    assert sum(found.named) == SETTINGS.deals
    assert len(found.worth) == 36


def test_a_specimen_is_played_with_each_trump() -> None:
    found = play_specimen(HANDS.index(TWELVE[1]), SpecimenSettings(hidden=4, open=1, seed=1))
    assert [len(found.by_trump), len(found.hidden()), len(found.open)] == [4, 4, 1]
    assert found.hidden() == found.by_trump[Suit.SPADES]
    assert found.open[0] >= found.half_open[0] >= 500


def test_a_lead_that_throws_a_trick_away_loses() -> None:
    trumps = Hand.parse("AAKQ9.A.-.-")
    lead = Lead(
        holds={BIDDER: trumps},
        closed={BIDDER: (Suit.SPADES, Suit.HEARTS)},
        cards=tuple(map(Card.parse, ("AH", "9S"))),
    )
    points = bidders_points(lead, 8, seed=1)
    assert points.shape == (8, 2)
    assert points.min() >= 0
    assert points.max() <= 250


def test_a_line_finds_what_cards_are_worth() -> None:
    terms = np.array([[each % 3, each % 5] for each in range(60)], np.float64)
    line = fitted(("one", "other"), terms, 7 + terms @ [10.0, -2.0])
    assert line.values == pytest.approx([7, 10, -2])
    assert line.term("other") == pytest.approx((-2, 0), abs=1e-9)


def test_a_dealer_forced_at_check_is_studied() -> None:
    opening = "forced, without a marriage"
    found = open_hand(0, OpeningSettings(opening=opening, worlds=4, seed=1))
    assert (found.number, found.passing) == (0, 0.0)
    assert 0 <= found.made <= 1


def test_styles_share_what_is_paid() -> None:
    deal = play_styles(1, GameSettings(seed=1, rules="auction"))
    assert sum(deal.won) == pytest.approx(0, abs=0.01)
    assert len(deal.bought) == 4


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

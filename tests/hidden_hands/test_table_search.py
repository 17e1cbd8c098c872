"""Searches of three and four with hidden cards: the same by seed, legal, right where it is sure."""

from __future__ import annotations

import pytest

from helpers.table_positions import BID, BURY, ENDING
from helpers.table_worlds import late_position, policy_hand
from pinochle_solver import TablePosition, analyze_table, solve_open
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.hidden_hands.beliefs import Beliefs
from pinochle_solver.hidden_hands.decisions import LayingDecision
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import CONCEDE, Lay

CHECK_BID = (
    "rules=check dealer=north act=bid bids=200,p,p turn=north north=AATKQ.AKQ.A9.KQ "
    "south=+12 west=+12 east=+12"
)


def told(analysis: ChanceAnalysis) -> list[dict[str, object]]:
    return [{**row, "seconds": None} for row in analysis.to_rows()]


def positions() -> list[TablePosition]:
    late = [policy_hand(name, 4, 14) for name in ("auction", "check", "auction-score")]
    found = [position_of(hand, hand.turn) for hand in late if hand.turn is not None]
    return [*found, TablePosition.parse(BURY)]


@pytest.mark.parametrize("number", range(4))
def test_the_answer_in_worlds_is_the_same_on_any_number_of_threads(number: int) -> None:
    position = positions()[number]
    alone = analyze_table(position, worlds=700, seed=5)
    assert told(analyze_table(position, worlds=700, seed=5, threads=3)) == told(alone)
    assert told(analyze_table(position, worlds=700, seed=6)) != told(alone)
    assert alone.has_hidden_play
    assert alone.worlds == 700
    legal = set(position.legal_moves())
    assert all(move.move in legal for move in alone.moves)


@pytest.mark.parametrize("text", [BID, BURY])
def test_progress_is_told_and_changes_no_answer(text: str) -> None:
    position = TablePosition.parse(text)
    so_far: list[ChanceAnalysis] = []
    found = analyze_table(position, worlds=256, seed=5, progress=so_far.append)
    first = 64 if text == BID else 32
    assert [analysis.worlds for analysis in so_far] == [
        worlds for worlds in (32, 64, 128) if worlds >= first
    ]
    assert told(found) == told(analyze_table(position, worlds=256, seed=5))
    again = analyze_table(position, worlds=64, seed=5)
    assert told(next(each for each in so_far if each.worlds == 64)) == told(again)


def test_with_all_cards_known_the_answer_is_that_of_solve() -> None:
    position = TablePosition.parse(ENDING)
    analysis = analyze_table(position, worlds=10)
    assert analysis.exact
    assert not analysis.has_hidden_play
    assert analysis.moves[0].move.text() == solve_open(position).moves[0].card.text()


@pytest.mark.parametrize("name", ["auction", "check", "partnership-auction"])
def test_the_last_card_of_a_hand_is_known_to_the_point(name: str) -> None:
    # One card each: what is hidden decides the trick, and every world is played as it must be.
    for seed in range(2):
        hand = late_position(name, seed, 1)
        assert hand.turn is not None
        analysis = analyze_table(position_of(hand, hand.turn), worlds=100)
        assert len(analysis.moves) == 1
        assert analysis.moves[0].win is not None
        assert 0 <= analysis.moves[0].win.mean <= 1


def test_chances_of_bids_fall_as_bids_rise_and_lie_below_those_of_open_cards() -> None:
    hidden = analyze_table(TablePosition.parse(BID), worlds=192, open_average=False)
    chances = [move.chance.mean for move in hidden.moves if move.chance is not None]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]
    assert hidden.moves[-1].move.text() == "p"
    assert analyze_table(TablePosition.parse(CHECK_BID), worlds=64).objective == "checks"


def test_a_burial_says_what_it_lays_and_what_conceding_costs() -> None:
    analysis = analyze_table(TablePosition.parse(BURY), worlds=300)
    best = analysis.moves[0]
    assert best.melds is not None
    assert best.melds >= 300
    conceded = next(move for move in analysis.moves if move.move == CONCEDE)
    # 450 is 200 cents to each of two opponents.
    assert conceded.mean == (-400.0, 0.0)
    assert conceded.win is not None
    assert conceded.win.mean == 0
    assert analysis.burials is not None
    assert analysis.tried == len(analysis.moves) - 1, "to concede is no burial"


def test_a_burial_that_is_always_made_above_all_cards_in_the_pack_has_an_error() -> None:
    """Without its melds a contract of 300 could not be made: it was taken for settled."""
    analysis = analyze_table(
        TablePosition.parse(
            "rules=auction act=bury turn=south bidder=south contract=300 widow=AJ.-.-.Q"
            " south=AATTKQJ.KQ.AAK9.ATQJ9 west=+15 north=+15"
        ),
        worlds=64,
    )
    best = analysis.moves[0]
    assert best.win is not None
    assert best.mean is not None
    assert best.win.mean == 1
    # 30 cents, twice in spades, from each of two opponents.
    assert best.mean.mean == 120
    assert 5 < best.mean.se < 15


def test_all_melds_are_laid_unless_less_is_surely_better() -> None:
    for seed in range(200):
        hand = late_position("check", seed, 12)
        if hand.act is Act.MELD:
            break
    position = TablePosition.parse(
        "rules=check dealer=east act=meld bids=200,p,p,p bidder=south contract=200 trump=S "
        "turn=west south=+12 west=AAKQ.AKQ.AKQ.A9 north=+12 east=+12 melds.south=none"
    )
    decision = LayingDecision(position)
    first = decision.moves[0]
    assert isinstance(first, Lay)
    assert first.melds is None
    assert analyze_table(position, worlds=200).moves[0].move == first


def test_the_open_average_lies_above_for_the_bidder_who_plays_alone() -> None:
    hand = policy_hand("auction", 9, 0)
    assert hand.turn is not None
    analysis = analyze_table(position_of(hand, hand.turn), worlds=8, open_average=True)
    assert analysis.open_average is not None
    assert set(analysis.open_average) == {move.move for move in analysis.moves}
    assert Beliefs(position_of(hand, hand.turn)).number > 1


def test_of_burials_that_always_make_the_contract_the_one_that_makes_the_most_is_named() -> None:
    line = (
        "rules=auction act=bury bidder=south contract=320 south=AATKQJ.ATKQ.KQJ9.TKJ9 west=+15 "
        "north=+15 widow=-.A.J9.-"
    )
    best = analyze_table(TablePosition.parse(line), worlds=64).moves[0]
    assert best.win is not None
    # Any burial makes it; one that breaks up a marriage is not named.
    assert (best.win.mean, best.melds) == (1, 310)

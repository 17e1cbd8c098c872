"""What `analyze` leaves out, and its answers on open hands, as `table_burials.py` measures them."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.calibration.table_burials import GAMES, HEADS, Deal, best_tried, main, measured, row
from benchmarks.common.resumable import ResumeFile
from helpers.burials import all_tried, random_burying
from pinochle_solver.double_dummy import bidding, burying
from pinochle_solver.double_dummy.burials import BurialSearch
from pinochle_solver.double_dummy.choices import choice_of

SETTINGS = {"seed": 1, "bids": 0, "tried": [burying.MOST_CHOICES, bidding.MOST_CHOICES]}
SOME = Deal(
    number=0,
    game=GAMES[0],
    total=355,
    burial_loss=5,
    bid_loss=20,
    contract=350,
    is_made=True,
    is_conceded=False,
    highest_bid=350,
)


@pytest.mark.parametrize("seed", range(12))
def test_the_best_of_a_list_is_that_of_each_tried(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_burying(rng)
    tried = all_tried(deal)
    search = BurialSearch(deal, table_mb=8)
    for _ in search.run():
        pass
    for number in (1, 2, 5):
        some = rng.sample(list(tried), min(number, len(tried)))
        choices = [choice_of(deal.hands[deal.bidder], move, deal.rules) for move in some]
        assert best_tried(search, choices) == max(sum(tried[move]) for move in some)


# Two deals that are quick to solve.
@pytest.mark.parametrize(("number", "game", "total"), [(18, 0, 460), (3, 1, 415)])
def test_open_hands_are_answered_as_they_are_solved(number: int, game: int, total: int) -> None:
    bid = total // 10 * 10
    assert measured(number, seed=1, bids=number + 1 - game) == Deal(
        number=number,
        game=GAMES[game],
        total=total,
        burial_loss=0,
        bid_loss=0,
        contract=bid,
        is_made=True,
        is_conceded=False,
        highest_bid=None if game else bid,
    )


def test_a_row_counts_the_losses_and_the_errors() -> None:
    deals = [
        SOME,
        replace(SOME, burial_loss=10, bid_loss=0, is_made=False, is_conceded=True),
        replace(SOME, burial_loss=0, bid_loss=1, is_made=False, highest_bid=340),
        replace(SOME, burial_loss=0, bid_loss=0, highest_bid=360),
        replace(SOME, burial_loss=0, bid_loss=0, contract=None, is_made=False, highest_bid=0),
        replace(SOME, burial_loss=0, bid_loss=0, highest_bid=None),
    ]
    losses = ["2.50", "1.71", "10", "3.50", "3.30", "20"]
    assert row(deals) == ["6", *losses, "5", "2", "1", "5", "1", "1"]


def test_the_command_goes_on_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "burials.jsonl"
    with ResumeFile(file, SETTINGS, Deal) as held:
        held.add(SOME)
        held.add(Deal(**{**asdict(SOME), "number": 1, "game": GAMES[1], "burial_loss": 0}))
    arguments = ["--deals", "2", "--bids", "0", "--file", str(file)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    head, _, first, second = result.output.splitlines()[-4:]
    assert head == f"| game | {' | '.join(HEADS)} |"
    assert first == "| auction | 1 | 5.00 | 0.00 | 5 | 20.00 | 0.00 | 20 | 1 | 0 | 0 | 1 | 0 | 0 |"
    losses = "0.00 | 0.00 | 0 | 20.00 | 0.00 | 20"
    assert second == f"| partnership-auction | 1 | {losses} | 1 | 0 | 0 | 1 | 0 | 0 |"
    other = CliRunner().invoke(main, [*arguments, "--seed", "2"])
    assert other.exit_code == 2
    assert "is of other settings" in other.output

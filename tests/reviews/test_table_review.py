"""Hands of three and four gone through decision by decision."""

from __future__ import annotations

import json
import re
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from helpers.commandline import Pinochle
from helpers.paths import DATA, TESTS
from helpers.table_records import AUCTION, CONCEDED, SEEN, TWO_HANDED, WITHOUT_KINGS
from pinochle_solver import (
    Mark,
    TableKind,
    TableReview,
    TableSeat,
    parse_table_record,
    read_table_records,
    replay_table_record,
    review_table,
)
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board.review_page import review_page
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import Contract
from pinochle_solver.double_dummy.stakes import stake_of_seat
from pinochle_solver.hidden_hands.comparing import compare
from pinochle_solver.intervals import SURE
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.reviews.annotations import without_review
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.reviews.table import reviewing
from pinochle_solver.reviews.table.annotations import TableNotes, table_comments_of
from pinochle_solver.reviews.table.choices import Choice, choices
from pinochle_solver.reviews.table.losses import TableLoss
from pinochle_solver.reviews.table.unlaid import unlaid_by
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.melds import melds_text, parse_melds
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call, Lay, PlayCard
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS


@cache
def reviewed(seat: TableSeat | None = None) -> TableReview:
    return review_table(parse_table_record(AUCTION), worlds=16, seat=seat)


def test_every_choice_of_every_seat_is_reviewed_in_the_currency_of_the_game() -> None:
    review = reviewed()
    assert review.finished
    assert review.objective == "cents"
    assert [each.kind for each in review.decisions[:4]] == [TableKind.CALL] * 3 + [TableKind.BURIAL]
    assert len(review.decisions) == len(list(choices(review.replay)))
    for each in review.decisions:
        # A seat sees its own cards only.
        hidden = [seat for seat, hand in each.position.hands.items() if hand.hidden]
        assert each.seat not in hidden
        assert each.trick == 15 or len(hidden) == 2
    assert review.total().unjudged == 0
    assert review.total().decisions == len(review.decisions)


def test_the_losses_of_seats_and_kinds_add_up() -> None:
    review = reviewed()
    whole = review.total().lost.mean
    assert whole == pytest.approx(sum(review.total(seat).lost.mean for seat in review.seats))
    assert whole == pytest.approx(sum(review.total(None, kind).lost.mean for kind in TableKind))
    assert [row["number"] for row in review.to_rows()] == list(range(1, len(review.decisions) + 1))


def test_the_account_adds_up_to_what_was_paid() -> None:
    account = reviewed().account
    assert account is not None
    assert account.side == (TableSeat.SOUTH,)
    assert account.result == 100  # 50 cents from each
    assert account.bidding is not None
    assert account.widow is not None
    parts = [account.deal, account.bidding, account.widow, *(each for _, each in account.given)]
    assert sum(each.mean for each in parts) + account.rest == pytest.approx(100)
    given = dict(account.given)

    def lost_after_the_auction(seat: TableSeat) -> float:
        calls = reviewed().total(seat, TableKind.CALL).lost.mean
        return reviewed().total(seat).lost.mean - calls

    assert given[TableSeat.SOUTH,].mean == -lost_after_the_auction(TableSeat.SOUTH)
    # Two defenders pay the bidder.
    lost_by_west = lost_after_the_auction(TableSeat.WEST)
    assert given[TableSeat.WEST,].mean == pytest.approx(2 * lost_by_west)


def test_a_review_of_one_seat_has_its_decisions_as_the_whole_review_has_them() -> None:
    west = reviewed(TableSeat.WEST)
    assert west.account is None
    whole = [each for each in reviewed().decisions if each.seat is TableSeat.WEST]
    assert list(west.decisions) == whole


def test_marks_go_by_the_share_of_the_stake() -> None:
    def mark(lost: float, error: float = 0.0) -> Mark | None:
        return TableLoss(Estimate(lost, error), False, 500.0).mark

    found = [mark(lost) for lost in (4.9, 5.0, 15.0, 40.0)]
    assert found == [None, Mark.DUBIOUS, Mark.MISTAKE, Mark.BLUNDER]
    assert mark(40.0, 30.0) is None


@pytest.mark.parametrize(
    ("name", "bid", "seat", "stake"),
    [
        ("auction", 250, TableSeat.SOUTH, 2 * (50 + 100)),  # spades pay double
        ("auction", 250, TableSeat.WEST, 50 + 100),
        ("check", 200, TableSeat.SOUTH, 2 + 4),
        ("partnership-auction", 300, TableSeat.WEST, 600),
        ("partnership-auction", 50, TableSeat.WEST, 500),
    ],
)
def test_what_is_stake_of_seat(name: str, bid: int, seat: TableSeat, stake: float) -> None:
    rules = TABLE_RULEBOOKS[name]
    contract = Contract(TableSeat.SOUTH, bid)
    units = tuple(rules.units(TableSeat.SOUTH))
    assert stake_of_seat(rules, units, seat, contract, Suit.SPADES) == stake
    assert stake_of_seat(rules, units, seat, None, Suit.SPADES) == 500


def test_melds_that_were_not_laid_are_named_with_what_they_cost() -> None:
    """Without the kings a contract of 250 is hardly ever made: 150 cents from each are at stake."""
    review = review_table(parse_table_record(WITHOUT_KINGS), worlds=16, seat=TableSeat.SOUTH)
    (burial,) = (each for each in review.decisions if each.unlaid is not None)
    assert burial.kind is TableKind.BURIAL
    unlaid = burial.unlaid
    assert unlaid is not None
    assert [str(meld) for meld in unlaid.melds] == ["kings:KS.KH.KD.KC"]
    assert unlaid.points == 80
    assert unlaid.loss is not None
    assert 100 < unlaid.loss.mean <= 300
    out = StringIO()
    TableRenderer(out, ascii=True).table_review(review)
    text = out.getvalue()
    assert "S TH TH TC without kings" in text
    told = "before the first trick: Ann did not lay kings KS KH KD KC (80 points): "
    assert f"{told}{unlaid.loss.mean:.1f} +- " in text
    page = review_page([review])
    assert "<td>♠: 10♥ 10♥ 10♣ without kings</td>" in page
    told = "<p>before the first trick: Ann did not lay kings K♠ K♥ K♦ K♣ (80 points): "
    lost = rf"{unlaid.loss.mean:.1f} ± {SURE * unlaid.loss.se:.1f} cents lost</p>"
    assert f"{told}{lost}" in page
    comments = table_comments_of(review.replay.record, review.settings, review.decisions)
    record = parse_table_record(WITHOUT_KINGS + "\n" + "\n".join(comments) + "\n")
    again = review_table(record, worlds=16, seat=TableSeat.SOUTH)
    found = next(each.unlaid for each in again.decisions if each.unlaid is not None)
    assert found.melds == unlaid.melds
    assert found.loss is not None
    assert found.loss.mean == pytest.approx(unlaid.loss.mean, rel=1e-4)


def test_melds_of_other_seats_are_named_too() -> None:
    position = TablePosition.parse(
        "rules=check dealer=south act=meld bids=p,p,p,200 bidder=south contract=200 trump=H "
        "turn=west south=+12 west=KQ9.KQ.AKQJ.AKQ north=+12 east=+12 melds.south=none"
    )
    lay = Lay(parse_melds("kings:KS.KH.KD.KC+royal-marriage:KH.QH", Suit.HEARTS))
    unlaid = unlaid_by(position, lay)
    assert unlaid is not None
    assert melds_text(unlaid.melds) == (
        "marriage:KS.QS+marriage:KD.QD+marriage:KC.QC+queens:QS.QH.QD.QC+pinochle:QS.JD"
    )
    assert unlaid.points == 3 * 20 + 60 + 40
    assert unlaid_by(position, Lay()) is None


def test_the_contract_the_marks_and_the_account_are_explained() -> None:
    out = StringIO()
    TableRenderer(out, ascii=True).table_review(reviewed())
    told = " ".join(out.getvalue().split())
    for text in (
        "Ann plays for 250, trump S; 2 x 25 cents from each, as spades are trumps",
        "given up against the best move in other deals than those that chose it; +- and",
        "?! ? ??: a loss of 1%, 3%, 8% or more of what was at stake",
        "the losses after the calls, which are in bidding, as they changed Ann's result",
    ):
        assert text in told
    assert " +- 0.0" not in told


def test_a_hand_given_up_is_judged_as_given_up() -> None:
    replay = replay_table_record(parse_table_record(CONCEDED))
    burial = list(choices(replay))[-1]
    assert burial.played == CONCEDE
    review = review_table(parse_table_record(CONCEDED), worlds=32, seat=TableSeat.SOUTH)
    last = review.decisions[-1]
    assert isinstance(last.best, Bury)
    assert last.loss is not None
    # To concede costs 50 cents, and the contract is made mostly.
    assert last.loss.amount.mean > 50
    assert last.mark is Mark.BLUNDER


def test_with_a_stock_cards_and_melds_are_judged() -> None:
    record = next(iter(read_table_records(DATA / "macdougall-3.pnr")))
    review = review_table(record, worlds=16, seat=TableSeat.SOUTH)
    assert review.objective == "points"
    assert {each.kind for each in review.decisions} >= {TableKind.LEAD, TableKind.FOLLOW}
    assert any(each.position.has_stock for each in review.decisions)
    for each in review.decisions:
        assert each.played in {move.move for move in each.values}
        assert each.loss is not None
        assert each.loss.stake == 500


def test_a_hand_with_a_stock_has_an_account() -> None:
    record = next(iter(read_table_records(DATA / "macdougall-3.pnr")))
    review = review_table(record, worlds=16)
    account = review.account
    assert account is not None
    assert account.side == (TableSeat.WEST,)  # who is at the dealer's left
    assert (account.bidding, account.widow) == (None, None)
    result = review.replay.result
    assert result is not None
    south, west, north = result.scores
    assert account.result == west - (south + north) / 2
    for unit, given in account.given:
        losses = [each.loss for each in review.decisions if each.seat in unit]
        lost = sum(loss.amount.mean for loss in losses if loss is not None)
        assert given.mean == pytest.approx(-lost if unit == account.side else lost / 2)
    parts = [account.deal.mean, *(given.mean for _, given in account.given), account.rest]
    assert sum(parts) == pytest.approx(account.result)


def test_a_comparison_turned_round_has_the_other_sign() -> None:
    replay = replay_table_record(parse_table_record(AUCTION))
    lead = next(each for each in choices(replay) if each.trick == 1)
    moves = [move for move in lead.position.legal_moves() if isinstance(move, PlayCard)]
    first, second = moves[:2]
    there = compare(lead.position, first, second, Limits(worlds=96), 5)
    back = compare(lead.position, second, first, Limits(worlds=96), 5)
    assert there is not None
    assert back is not None
    assert there.ahead.mean == -back.ahead.mean
    assert there.worlds == 96


def test_the_command_tells_losses_parts_and_json(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(AUCTION)
    shown = pinochle("review", "--worlds", "16", "--seat", "west", str(file))
    assert shown.status == 0
    assert "Ann is south, Bob is west, Cleo is north" in shown.out
    assert "loss, cents" in shown.out
    done = pinochle("review", "--worlds", "16", "--player", "bob", "--json", str(file))
    line: dict[str, Any] = json.loads(done.out)
    assert {each["seat"] for each in line["decisions"]} == {"west"}
    assert line["names"] == {"south": "Ann", "west": "Bob", "north": "Cleo"}
    assert line["account"] is None


@pytest.mark.parametrize(
    ("text", "seat"),
    [(AUCTION, "west"), ((DATA / "macdougall-3.pnr").read_text(), "south")],
    ids=["auction", "stock"],
)
def test_an_annotated_record_is_not_searched_again(
    text: str, seat: str, pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, noted = tmp_path / "hand.pnr", tmp_path / "noted.pnr"
    file.write_text(text)
    asked = ["review", "--worlds", "16", "--seat", seat]
    first = pinochle(*asked, "--annotate", str(noted), str(file))
    lines = noted.read_text().splitlines()
    (head,) = [line for line in lines if line.startswith("; review: worlds 16 seed 1 ")]
    assert lines[-1] == "; end of review"
    assert sum(f" {seat} " in line for line in lines if " best " in line) == sum(
        each.position.turn.text() == seat
        for each in choices(replay_table_record(parse_table_record(text)))
    )

    def searched(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(reviewing, "analyze_hidden", searched)
    again = pinochle(*asked, str(noted))
    assert (again.status, again.out) == (first.status, first.out)
    kept = pinochle(*asked, "--annotate", str(noted), "--resume", str(file))
    assert (kept.status, noted.read_text().splitlines()) == (first.status, lines)
    refused = pinochle(*asked, "--annotate", str(noted), str(file))
    assert "--resume goes on with it" in refused.err
    assert head in noted.read_text()


def test_a_spoiled_note_is_searched_again() -> None:
    record = parse_table_record(AUCTION)
    settings = ReviewSettings(Limits(worlds=16))
    found = review_table(record, worlds=16, seat=TableSeat.WEST)
    notes = "\n".join(table_comments_of(record, settings, found.decisions))
    noted = parse_table_record(f"{AUCTION}\n{notes}\n")
    every = list(choices(replay_table_record(noted), TableSeat.WEST))
    read = TableNotes.read(noted, settings)
    assert [read.decision(choice) is not None for choice in every] == [True] * len(every)
    for wrong in (notes.replace(" best ", " worst "), notes.replace("west", "north")):
        spoiled = TableNotes.read(parse_table_record(f"{AUCTION}\n{wrong}\n"), settings)
        assert [spoiled.decision(choice) for choice in every] == [None] * len(every)
    assert (
        list(without_review([*AUCTION.splitlines(), *notes.splitlines()])) == AUCTION.splitlines()
    )
    other = ReviewSettings(Limits(worlds=32))
    assert TableNotes.read(noted, other).lines == {}


HALF_SEEN = """\
[Rules "auction"]
[Dealer "north"]
[View "south"]
[South "AKQJ.AQ.AQJ9.AKKQ9"]
[Widow "A.TJ.-.-"]
[Bids "p 300 p"]
[Trump "H"]
[MeldsWest "run:AH.TH.KH.QH.JH+pinochle:QS.JD"]

1. AC 9C KC 2. 9H
"""


def test_of_a_hand_that_one_seat_saw_its_own_decisions_are_reviewed() -> None:
    review = review_table(parse_table_record(HALF_SEEN), worlds=16)
    assert review.finished
    assert [(each.seat, each.played.text()) for each in review.decisions] == [
        (TableSeat.SOUTH, "p"),
        (TableSeat.SOUTH, "KC"),
    ]
    assert review.how.endswith("; only south's decisions, for no other hand is known")
    assert review.account is None
    out = StringIO()
    TableRenderer(out, ascii=True).table_review(review)
    assert re.search(r"^ in cents +south *$", out.getvalue(), re.MULTILINE)  # no other column
    assert not review_table(parse_table_record(SEEN), worlds=16).decisions


def test_errors_of_partners_stand_in_a_line_of_their_own() -> None:
    whole = (TESTS / "corpus" / "records" / "table-check.pnr").read_text(encoding="utf-8")
    review = review_table(parse_table_record(whole.partition(" 2. ")[0] + "\n"), worlds=16)
    out = StringIO()
    TableRenderer(out, ascii=True).table_review(review)
    table = out.getvalue().partition("lost by,")[2].splitlines()
    ((_, *lost),) = (line.split() for line in table if line.startswith(" all "))
    ((_, *errors),) = (line.split() for line in table if line.startswith(" +- "))
    totals = [review.total(seats) for seats in (*((seat,) for seat in TableSeat), *review.units)]
    assert sorted(lost) == sorted(f"{each.lost.mean:.2f}" for each in totals)
    assert sorted(errors) == sorted(f"{SURE * each.lost.se:.2f}" for each in totals)


def test_what_is_wrong_is_told_in_one_line(pinochle: Pinochle, tmp_path: Path) -> None:
    table, two = tmp_path / "table.pnr", tmp_path / "two.pnr"
    table.write_text(AUCTION)
    two.write_text(TWO_HANDED)
    seen = tmp_path / "seen.pnr"
    seen.write_text(SEEN)
    cards = pinochle("review", "--cards", str(table))
    assert cards.status == 2
    assert "--cards: goes with the two-handed game only" in cards.err
    west = pinochle("review", "--seat", "west", str(two))
    assert west.status == 2
    assert "a hand of two has no west; type south or north" in west.err
    other = pinochle("review", "--worlds", "16", "--seat", "north", str(seen))
    assert other.status == 2
    assert "View: west, so only west's decisions can be reviewed" in other.err
    nobody = pinochle("review", "--player", "Dan", str(table))
    assert nobody.status == 2
    assert "Dan" in nobody.err


def test_a_low_bid_waits_for_the_last_call_of_its_seat() -> None:
    record = AUCTION.replace('"p p 250"', '"p 250 260 270 280 p"')
    replay = replay_table_record(parse_table_record(record))
    calls = [each for each in choices(replay) if isinstance(each.played, Call)]
    assert [each.calls_again for each in calls] == [False, True, True, True, False, False]
    settings, stop = ReviewSettings(Limits(worlds=16), 1), StopFlag()

    def loss(number: int, best: int | None) -> TableLoss | None:
        found = reviewing.judged(calls[number], settings, stop, known=Call(best))
        assert found is not None
        assert found[1].best == Call(best)
        return found[1].loss

    # South bids 260, and 280 when it is overcalled: one hesitation, which its last bid tells.
    assert loss(2, 300) is None
    assert loss(4, 300) is not None
    # To bid where a pass is best risks the contract at once.
    assert loss(2, None) is not None
    review = review_table(parse_table_record(record), worlds=16, seat=TableSeat.SOUTH)
    low = [each for each in review.decisions if each.when == "call" and each.loss is None]
    told = StringIO()
    TableRenderer(told, ascii=True).table_review(review)
    assert ("not judged: a bid below the best one" in told.getvalue()) == bool(low)


def test_a_call_is_told_as_players_say_it() -> None:
    record = parse_table_record(
        """[Rules "auction"] [Dealer "south"]
        [South "TJ.AKQQJ.ATKQ9.KJ9"] [West "AKQQ9.T99.KQJ9.TTQ"] [North "ATKJ9.ATKJ.AT.AAQJ"]
        [Widow "-.-.J.K9"] [Bids "p p p"]"""
    )
    told = StringIO()
    TableRenderer(told, ascii=True).table_review(review_table(record, worlds=256))
    pattern = r"\nauction: north passes, best is 250: \d\d\.\d \+- \d+\.\d cents lost\n"
    assert re.search(pattern, told.getvalue())


def test_a_high_bid_that_is_surely_overcalled_loses_next_to_nothing() -> None:
    """The review charges what the seat had to expect, and not the loss of the contract."""
    held = "south=9.KQJJ99.KQ99.TTJ9 west=AATTKKQQJJ.A.A.A+2 north=+15 widow=+3"
    begins = "rules=auction-score act=bid turn=south"
    settings, stop = ReviewSettings(Limits(worlds=512), 1), StopFlag()

    def lost(line: str) -> TableLoss:
        choice = Choice(0, 0, TablePosition.parse(line), Call(300))
        found = reviewing.judged(choice, settings, stop)
        assert found is not None
        assert found[1].best == PASS
        assert found[1].loss is not None
        return found[1].loss

    overcalled = lost(f"{begins} dealer=north {held}")
    assert overcalled.amount == (0.0, 0.0)
    assert overcalled.mark is None
    # As the last to call the seat plays for 300, which it hardly ever makes.
    alone = lost(f"{begins} dealer=south bids=p,p {held.replace('AATTKKQQJJ.A.A.A+2', '+15')}")
    assert alone.mark is Mark.BLUNDER


def test_a_call_that_does_better_than_the_best_bid_if_it_wins_has_lost_nothing() -> None:
    """If 150 wins, south gets far more than by a pass; but west and east, who hold all, bid on."""
    line = (
        "rules=corners dealer=east act=bid turn=south south=9.KQJ99.KQ9.TJ9 "
        "west=AATTKKQQJJ.-.-.-+2 north=+12 east=+12"
    )
    position, settings = TablePosition.parse(line), ReviewSettings(Limits(worlds=512), 1)
    found = reviewing.judged(Choice(0, 0, position, PASS), settings, StopFlag())
    assert found is not None
    analysis, decision = found
    assert reviewing.best_of(analysis).move == Call(150)
    assert (decision.best, decision.is_best) == (PASS, True)
    assert decision.loss is not None
    assert decision.loss.amount == (0.0, 0.0)

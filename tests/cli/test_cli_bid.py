"""``pinochle bid``: the answer in a player's words, what stands below it, and what is refused."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest

from helpers.commandline import Pinochle
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.table.renderer import TableRenderer

STRONG = ["AS", "AS", "TS", "KS", "QS", "JS", "TH", "KH", "QH", "KD", "QD", "TC", "KC", "JC", "9C"]
WEAK = ["9S", "9S", "TS", "JS", "9H", "JH", "TH", "JD", "9D", "TC", "JC", "9C", "QC", "JD", "TD"]
TWELVE = ["AS", "AS", "TS", "KS", "QS", "AH", "KH", "QH", "AD", "TC", "KC", "9C"]
FEW = ("--worlds", "64", "--threads", "1")


def test_a_strong_hand_is_told_how_far_to_bid(pinochle: Pinochle) -> None:
    found = pinochle("bid", *STRONG, "--rules", "auction", *FEW, "--ascii")
    assert found.status == 0
    answer = next(line for line in found.out.splitlines() if line.startswith("Bid up to"))
    assert "Trump spades" in answer
    assert answer.endswith("Pass above.")
    # The run, the marriages and the jack of clubs: bids that come to the same share a line.
    assert "\n 250-" in found.out
    assert "points made if the bid is" in found.out
    assert "#####" in found.out
    assert "nobody bids in" in found.out


def test_a_weak_hand_passes(pinochle: Pinochle) -> None:
    found = pinochle("bid", *WEAK, "--rules", "auction", *FEW)
    answer = next(line for line in found.out.splitlines() if line.startswith("Pass"))
    assert "250 is made in" in answer
    assert "and is worth -" in answer


def means(pinochle: Pinochle, *words: str) -> dict[str, float]:
    """What each call is worth."""
    line = json.loads(pinochle("bid", *words, *FEW, "--json").out)
    return {each["move"]: each["mean"] for each in line["analysis"]["moves"]}


def test_the_best_call_is_compared_with_the_lowest_the_limit_and_a_pass(pinochle: Pinochle) -> None:
    words = (*STRONG, "bids", "250", "p", "--rules", "auction")
    out = pinochle("bid", *words, *FEW, "--ascii").out
    found = re.search(r"^Bid up to (\d+)\. (\d+) pays best\.", out, re.M)
    assert found is not None
    limit, best = found.groups()
    worth = means(pinochle, *words)
    told = re.search(rf"^{best} is worth (.*)\.$", out, re.M)
    assert told is not None
    # The first figure has the unit, which is that of all.
    number = r"(-?\d+\.\d) \+- \d+\.\d(?: cents)? more than"
    assert told[1].count("cents more than") == 1
    rivals = dict(re.findall(rf"{number} (a pass|\d+)", told[1]))
    rivals = {call: float(lead) for lead, call in rivals.items()}
    assert [*rivals] == ["260", limit, "a pass"]
    for call, lead in rivals.items():
        other = "p" if call == "a pass" else call
        assert lead == pytest.approx(worth[best] - worth[other], abs=0.11)


def test_a_pass_that_is_best_is_compared_with_the_lowest_bid_alone(pinochle: Pinochle) -> None:
    words = (*WEAK, "--rules", "auction")
    out = pinochle("bid", *words, *FEW, "--ascii").out
    told = re.search(r"^A pass is worth (\d+\.\d) \+- \d+\.\d cents more than 250\.$", out, re.M)
    assert told is not None
    worth = means(pinochle, *words)
    assert float(told[1]) == pytest.approx(worth["p"] - worth["250"], abs=0.11)


def test_a_hint_has_the_sentences_of_bid() -> None:
    """The same values in the same words, with *you* for the seat."""
    line = "rules=check dealer=west act=bid bids=p,p turn=south south=ATK9.-.AK9.TTKQJ"
    position = TablePosition.parse(f"{line} west=+12 north=+12 east=+12")
    analysis = analyze_hidden(position, Limits(worlds=64))
    asked, hinted = StringIO(), StringIO()
    TableRenderer(asked, ascii=True).table_chance_values(analysis)
    to_person = TableRenderer(hinted, ascii=True)
    to_person.play_as(position.turn, {})
    to_person.play_advice(analysis, analysis.moves[0].move)
    said = r"^(?:Bid up to|Pass\.|\d+ is worth|A pass is worth).*$"
    sentences = re.findall(said, asked.getvalue(), re.M)
    assert len(sentences) == 2
    for sentence in sentences:
        assert f"\n{sentence.replace('south', 'you')}\n" in hinted.getvalue()


def test_a_dealer_who_must_bid_is_told_so(pinochle: Pinochle) -> None:
    words = (*TWELVE, "bids", "p", "p", "p", "--rules", "check")
    found = pinochle("bid", *words, *FEW)
    assert "You must bid: " in found.out
    assert " pass" not in found.out.split("You must bid")[1].splitlines()[2:][0]
    line = json.loads(pinochle("bid", *words, *FEW, "--json").out)
    assert line["call"] == str(line["limit"]) == str(line["best"])
    assert line["widow"] == []


def test_json_has_the_answer_the_points_and_the_widow(pinochle: Pinochle) -> None:
    line = json.loads(pinochle("bid", *STRONG, "--rules", "auction", *FEW, "--json").out)
    assert line["call"] == "250"
    assert 350 <= line["limit"] <= 450
    assert line["bid"] == line["limit"]
    assert sum(each["share"] for each in line["totals"]) == pytest.approx(1, abs=0.01)
    made = sum(each["share"] for each in line["totals"] if each["points"] >= line["bid"])
    moves = {move["move"]: move for move in line["analysis"]["moves"]}
    assert moves[str(line["bid"])]["chance"] == pytest.approx(made, abs=0.01)
    # The queen of clubs makes four queens of three.
    assert line["widow"][0]["card"] == "QC"


@pytest.mark.parametrize(
    "name", ["auction-score", "firehouse", "partnership-auction", "corners", "check-original"]
)
def test_every_game_with_bidding_has_an_answer(pinochle: Pinochle, name: str) -> None:
    size = {"auction-score": 15, "partnership-auction": 11}.get(name, 12)
    found = pinochle("bid", *STRONG[:size], "--rules", name, "--worlds", "24", "--threads", "1")
    assert found.status == 0
    assert any(line.startswith(("Bid up to", "Pass")) for line in found.out.split("\n"))


def test_bids_with_the_cards_face_up_stand_beside_those_with_hidden_cards(
    pinochle: Pinochle,
) -> None:
    words = (*TWELVE, "--rules", "check", "--open-average", "--threads", "1")
    found = pinochle("bid", *words, "--worlds", "3", "--ascii")
    table = found.out.split("with cards face up:")[1]
    assert table.split("\n")[2].split() == ["bid", "hidden", "cards", "open", "play", "all", "open"]
    assert "all open: trump and burial by all cards, too; an upper bound if all defend" in table
    assert "face up: 3 deals; brackets are 95% intervals" in table
    line = json.loads(pinochle("bid", *words, "--worlds", "1", "--json").out)
    first = line["open_chances"][0]
    assert (first["bid"], first["worlds"]) == (200, 1)
    # One deal tells next to nothing.
    assert first["open_play_low"] < 0.1
    assert first["open_play_high"] == 1


def test_the_points_are_drawn(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "points.svg"
    assert pinochle("bid", *STRONG, "--rules", "auction", *FEW, "--svg", str(file)).status == 0
    svg = file.read_text("utf-8")
    assert svg.startswith("<svg")
    assert 'class="made"' in svg
    assert "auction: points made" in svg


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rules", "auction", *STRONG[:13]), "south: 13 cards, expected 15"),
        (("--rules", "auctoin", *STRONG), "unknown rulebook 'auctoin', did you mean auction?"),
        (("--rules", "hayes", *TWELVE), "hayes is a game for two, which has no bidding: auction,"),
        (("--rules", "hayes-3", *STRONG), "hayes-3 has no bidding; these have: auction,"),
        (STRONG, "rules: missing. Add --rules auction,"),
        (
            ("--rules", "auction", *STRONG, "widow", "9H", "9D", "JD", "contract", "300"),
            "act: the bidding is over, south has to bury; pinochle analyze values that",
        ),
        (("--rules", "check", *WEAK[:12]), "bids: south can only pass"),
        (("--rules", "auction", *STRONG, "--foo"), "--foo"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(
    pinochle: Pinochle, words: tuple[str, ...], told: str
) -> None:
    found = pinochle("bid", *words)
    assert found.status == 2
    assert told in found.err.splitlines()[-1]
    assert found.out == ""


def test_an_empty_file_holds_no_hand(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "none.pn"
    file.write_text("")
    found = pinochle("bid", "-f", str(file))
    assert (found.status, found.err) == (2, f"{file}: no position in it\n")

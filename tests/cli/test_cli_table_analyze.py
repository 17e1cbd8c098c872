"""`pinochle analyze` for the games for three and four: what it says, its limits and errors."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from helpers.commandline import (
    COMMAND,
    Pinochle,
    assert_a_closed_pipe_ends_it_quietly,
    bare_environment,
)
from helpers.last_tricks import last_trick
from helpers.table_positions import HIDDEN, shown
from helpers.table_records import SPECIMEN
from pinochle_solver import analyze_table, table_card_chances
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.open_hands import OpenHands, SolverStoppedError
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.hidden_hands.bidding import CHUNK
from pinochle_solver.intervals import chance_interval
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card

STOCK = (
    "rules=hayes-3 dealer=north upcard=AS turn=south south=KQ.KQJ.AA.T west=+8 north=+8 stock=23"
)
OPEN = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
BID = (
    "rules=auction dealer=north act=bid bids=250 turn=west south=+15 "
    "west=TK.AATK9.TQ9.AKQJ9 north=+15 widow=+3"
)
BURY = (
    "rules=auction dealer=north act=bury bids=250,260,p,270,p bidder=south contract=270 "
    "turn=south south=AAKQJ9.KQJ.AATKQJ.TK9 west=+15 north=+15 widow=-.J.-.T9"
)
DEFENDER = (
    "rules=auction dealer=south bids=p,p,250 bidder=south contract=250 trump=S turn=north led=AD "
    "south=KQ.K.KJ.K+6 west=+11 north=TJ9.AAQJ9.Q99.9 widow=9.T.J.- buried=+3 melds.south="
    "royal-marriage:KS.QS+marriage:KC.QC+kings:KS.KH.KD.KC+pinochle:QS.JD+dix:9S "
    "tricks=9S-AS-TS,AC-AC-9C,TC-QC-QC won=0/3/0 points=190+0/0+60/0+0"
)
FEW = ("--worlds", "20")


def analyzed(pinochle: Pinochle, *arguments: str) -> dict[str, Any]:
    result = pinochle("analyze", "--json", *arguments)
    assert (result.status, result.err) == (0, "")
    found: dict[str, Any] = json.loads(result.out)
    return found


# JSON


def test_who_plays_with_the_bidder_for_once_is_still_told_when_the_contract_is_set() -> None:
    line = (
        "rules=auction bidder=south contract=300 trump=S turn=west led=AS south=-.A.-.- "
        "west=K.K.-.- north=Q.Q.-.- buried=-.-.AKQ.- points=200+140/0+20/0+20 "
        "sides=south+west/north"
    )
    found = analyze_chances(TablePosition.parse(line), CompiledSolver(), Limits(worlds=2))
    assert found.moves[0].win == (0, 0)
    assert re.search(r"mean +set ", shown(found))


def test_the_example_of_the_page_has_its_values(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, OPEN + " id=page")
    assert (found["id"], found["position"], found["mover"]) == ("page", OPEN + " id=page", "south")
    assert (found["exact"], found["finished"], found["worlds"]) == (True, True, 1)
    cards = {move["move"]: (move["cards"], move["behind"]) for move in found["moves"]}
    assert cards == {"JS": (40, 0), "QS": (35, 7.5), "AS": (35, 7.5)}


def test_hidden_cards_give_the_averages_that_python_gives(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, HIDDEN, *FEW, "--seed", "3")
    assert (found["worlds"], found["seed"], found["exact"]) == (20, 3, False)
    own = analyze_table(TablePosition.parse(HIDDEN), worlds=20, seed=3)
    assert found["moves"] == [
        {
            "move": chance.move.text(),
            "mean": round(chance.mean.mean, 3),
            "mean_se": round(chance.mean.se, 3),
            "behind": round(chance.behind.mean, 3),
            "behind_se": round(chance.behind.se, 3),
            "win": round(chance.win.mean, 4),
            "win_se": round(chance.win.se, 4),
            "win_low": round(interval.low, 4),
            "win_high": round(interval.high, 4),
            "win_behind": round(chance.win_behind.mean, 4),
            "win_behind_se": round(chance.win_behind.se, 4),
            "cards": round(chance.cards.mean, 3),
            "cards_se": round(chance.cards.se, 3),
            "worlds": chance.worlds,
        }
        for chance in own.moves
        if chance.mean and chance.behind and chance.win and chance.win_behind and chance.cards
        for interval in [chance_interval(*chance.win)]
    ]
    assert len(found["moves"]) == 3
    assert found["moves"] != analyzed(pinochle, HIDDEN, *FEW, "--seed", "4")["moves"]


def test_a_burial_for_stakes_is_in_money(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, BURY, "--worlds", "64")
    assert found["objective"] == "cents"
    # Spades pay twice as much. In diamonds the melds alone make it, so nothing is searched.
    best = found["moves"][0]
    assert (best["move"][:2], best["win"]) == ("S:", 1)
    sure = next(move for move in found["moves"] if move["move"].startswith("D:"))
    assert (sure["win"], sure["mean"], best["mean"]) == (1, 50, 100)
    assert sure["melds"] >= 270
    assert not any({"cards", "chance"} & move.keys() for move in found["moves"])


def test_what_it_writes_it_reads_again(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    file.write_text(pinochle("analyze", "--json", *FEW, HIDDEN).out)
    again = analyzed(pinochle, "-f", str(file), *FEW)
    first = json.loads(file.read_text())
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


# Where the cards are


def test_where_the_cards_are_goes_into_the_object(pinochle: Pinochle) -> None:
    assert "cards" not in analyzed(pinochle, BID, "--worlds", "1")
    found = analyzed(pinochle, BID, "--worlds", "1", "--seed", "2", "--cards")["cards"]
    told = table_card_chances(TablePosition.parse(BID), seed=2)
    assert [each["holder"] for each in found] == ["north", "south", "widow"]
    for each, own in zip(found, told, strict=True):
        assert (each["belief"], each["worlds"], each["seed"]) == (own.belief, own.worlds, 2)
        (ace,) = (card for card in each["cards"] if card["card"] == "AS")
        chances = own.of(Card.parse("AS"))
        assert chances is not None
        assert ace["at_least"] == pytest.approx(chances.at_least, abs=1e-4)
        assert ace["by_counting"] == pytest.approx(chances.by_counting, abs=1e-4)
        assert [suit["suit"] for suit in each["suits"]] == ["S", "H", "D", "C"]
        assert sum(each["suits"][0]["lengths"]) == pytest.approx(1, abs=1e-3)
        assert each["suits"][0]["average"] == pytest.approx(own.suits[0].average, abs=1e-4)


def test_where_the_cards_are_stands_below(pinochle: Pinochle) -> None:
    out = pinochle("analyze", "--ascii", "--cards", DEFENDER, "--worlds", "1").out
    lengths, meaning, cards, notes = out.split(" length ")[1].split("\n\n")[:4]
    rows = [re.findall(r"[\w.]+%?", line) for line in lengths.splitlines()[3:]]
    assert [row[0] for row in rows] == ["south", "west", "buried"]
    averages = [sum(float(number) for number in row[1::2]) for row in rows]
    assert averages == pytest.approx([12, 11, 3], abs=0.25)
    assert "S trump" in lengths
    assert cards.split()[:4] == ["south", "west", "buried", "card"]
    # South has shown a king of spades; where the other one is nobody knows.
    assert re.search(r"^ KS +100% +\d+%[+-]? +\d+%[+-]? +\d+%", cards, re.M)
    assert re.search(r"^ QH +<?1%- +\d+%\+ +\d+%", cards, re.M)
    assert meaning == "the chance that at least one copy of a card lies there, and several"
    assert "+ and -: 10 points or more above or below the chance by counting" in notes
    assert "chances from 4,000 worlds, seed 1, within 2 percentage points (95%)" in notes
    assert max(map(len, (lengths + "\n" + cards).splitlines())) <= 80


def test_where_all_cards_are_known_or_counted_it_says_so(pinochle: Pinochle) -> None:
    assert "every card is known" in pinochle("analyze", "--cards", OPEN).out
    out = " ".join(pinochle("analyze", "--cards", HIDDEN, "--worlds", "1").out.split())
    assert "chances by counting alone: every way to deal the unseen cards is equally" in out
    assert "likely; exact" in out


# For people


def test_the_view_fits_and_says_what_it_is(pinochle: Pinochle) -> None:
    result = pinochle("analyze", "--ascii", HIDDEN, *FEW)
    assert result.status == 0
    assert re.search(r"^ move +mean +loss +most points +cards +deals$", result.out, re.M)
    assert re.search(r"^ (AS|JS|KD) +-?\d+\.\d \+- +\d+\.\d +- ", result.out, re.M)
    assert "the hands are played on by a learned policy that sees one seat's cards" in result.out
    assert "the last three tricks are played as with all cards face up" in result.out
    assert "mean: south's points minus the others' average" in result.out
    assert "20 deals, seed 1" in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_open_hands_are_called_exact(pinochle: Pinochle) -> None:
    out = pinochle("analyze", "--ascii", OPEN).out
    assert "JS is best: 7.5 better than QS" in out
    assert "exact: no card is hidden" in out
    assert "averages" not in out
    assert "+-" not in out


class SumSolver:
    """Lets the side win what its own cards count."""

    def value(self, position: OpenHands) -> int:
        return sum(position.rules.count.of(position.hands[seat]) for seat in position.side)

    def values(self, position: OpenHands) -> dict[Card, int]:
        raise AssertionError("only whole hands are asked for")

    def reaches(self, position: OpenHands, points: int) -> bool:
        return self.value(position) >= points


def test_of_hopeless_bids_one_is_shown() -> None:
    analysis = analyze_chances(TablePosition.parse(BID), SumSolver(), Limits(worlds=20))
    text = shown(analysis)
    rows = re.findall(r"^ (\d+|pass) .* (\S+%|-) .*$", text, re.M)
    chances = {m.move.text(): m.chance.mean for m in analysis.moves if m.chance}
    hopeless = [bid for bid, chance in chances.items() if not chance]
    assert len(hopeless) > 1
    assert [bid for bid, _ in rows if bid in hopeless] == hopeless[:1]
    assert [bid for bid, _ in rows][-1] == "pass"
    assert len(rows) == len(analysis.moves) - len(hopeless) + 1
    assert "no higher bid is made in any deal either" in text
    assert max(chances.values()) < 0.5
    assert "no bid is made in half of the deals" in text
    assert "what west is paid in cents, if this bid wins" in text


@pytest.mark.parametrize(("turn", "heading"), [("south", "made"), ("west", "set")])
def test_the_chance_is_that_of_the_side(pinochle: Pinochle, turn: str, heading: str) -> None:
    line = OPEN.replace("turn=south", f"turn={turn}") + (
        " contract=300 buried=-.-.AKQ.- points=100+115/0+20/0+40"
    )
    result = pinochle("analyze", line)
    assert result.status == 0, result.err
    assert re.search(rf"^ move +mean +loss +{heading} ", result.out, re.M)


def test_a_hand_of_melds_can_bid_what_they_come_to() -> None:
    strong = BID.replace("west=TK.AATK9.TQ9.AKQJ9", "west=ATKQJ.AKQ.AKJ.ATKQ")
    analysis = analyze_chances(TablePosition.parse(strong), SumSolver(), Limits(worlds=4))
    likely = [m.move.text() for m in analysis.moves if m.chance and m.chance.mean >= 0.5]
    assert f"\nmade in half of the deals or more: up to {likely[-1]}\n" in shown(analysis)
    assert int(likely[-1]) >= 400


def test_with_partners_the_mean_is_against_the_other_side(pinochle: Pinochle) -> None:
    hands = "south=A.-.-.K west=K.9.-.- north=Q.T.-.- east=J.A.-.-"
    out = pinochle(
        "analyze", "--ascii", f"rules=corners bidder=south trump=S turn=south {hands}"
    ).out
    assert "\nmean: south+north's points minus the opponents'\n" in out


@pytest.mark.parametrize(
    ("more", "footer", "told"),
    [
        (
            "",
            "mean: south+north's checks minus the opponents'\n"
            "checks of this hand alone: give score= to count those for the game\n",
            ("checks", False),
        ),
        (
            "score=700/900",
            "mean: south+north's checks minus the opponents'\n"
            "checks for the game are counted if this hand ends it\n",
            ("checks", True),
        ),
        (
            "contract=",
            "mean: south+north's points minus the opponents'\n"
            "points, not checks: these need contract= and the melds of every seat\n",
            ("points", None),
        ),
    ],
)
def test_the_view_of_check_says_what_its_checks_are_for(
    pinochle: Pinochle, more: str, footer: str, told: tuple[str, bool | None]
) -> None:
    line = last_trick("check", 400, more.removesuffix("contract=")).text()
    if more == "contract=":
        line = line.replace(" contract=400", "")
    assert f"\n{footer}exact: no card is hidden" in pinochle("analyze", "--ascii", line).out
    found = analyzed(pinochle, line)
    assert (found["objective"], found.get("counts_game")) == told


@pytest.mark.parametrize(("options", "unit"), [("", "cents"), ("options=points", "points")])
def test_the_view_of_auction_says_what_is_paid(pinochle: Pinochle, options: str, unit: str) -> None:
    told = f"{OPEN} contract=260 buried=-.-.AK.9 points=100+105/0+40/0+35 {options}"
    assert f"\nmean: what south is paid in {unit}\n" in pinochle("analyze", told).out
    found = analyzed(pinochle, told)
    assert (found["objective"], "counts_game" in found) == (unit, False)
    # Spades: twice the base, from each of two.
    assert found["moves"][0]["mean"] == (100 if unit == "cents" else 2 * 2 * 260)
    bare = pinochle("analyze", *OPEN.split(), *options.split()).out
    assert "\nmean: south's points minus the others' average\n" in bare


def test_the_only_card_is_said_to_be_the_only_one(pinochle: Pinochle) -> None:
    line = "rules=auction bidder=south trump=S turn=south south=A.-.-.- west=J.-.-.- north=Q.-.-.-"
    assert "\nAS is the only move that was tried\n" in pinochle("analyze", "--ascii", line).out


# Time, and being stopped


class StoppedSolver(SumSolver):
    """Answers so often, and is stopped then."""

    def __init__(self, answers: int) -> None:
        self._left = answers

    def reaches(self, position: OpenHands, points: int) -> bool:
        if not self._left:
            raise SolverStoppedError
        self._left -= 1
        return super().reaches(position, points)


HARD = BURY.replace("270", "450")


def test_a_deal_that_is_not_finished_does_not_count() -> None:
    position, limits = TablePosition.parse(HARD), Limits(worlds=2)
    whole = analyze_chances(position, SumSolver(), limits)
    choices = sum(1 for move in whole.moves if move.buried is not None)
    cut = analyze_chances(position, StoppedSolver(choices + 1), limits)
    assert (whole.worlds, whole.finished) == (2, True)
    assert (cut.worlds, cut.finished) == (1, False)
    assert {move.worlds for move in cut.moves} == {1}
    assert len(cut.moves) == len(whole.moves)
    # Of the first deal at least something is told.
    begun = analyze_chances(position, StoppedSolver(3), limits)
    assert sum(1 for move in begun.moves if move.buried is not None) == 3
    none = analyze_chances(position, StoppedSolver(0), limits)
    assert (none.worlds, none.moves, none.finished) == (0, (), False)


def test_a_burial_that_was_given_up_early_is_not_called_as_good() -> None:
    analysis = analyze_chances(TablePosition.parse(HARD), SumSolver(), Limits(worlds=16))
    fewer = [move.move.text() for move in analysis.moves if move.worlds < 16]
    assert fewer
    words = ("is best", "too close to call", "equally good")
    (verdict,) = (
        line for line in shown(analysis).splitlines() if any(word in line for word in words)
    )
    assert not any(move in verdict for move in fewer)


def test_one_deal_tells_no_errors() -> None:
    position = TablePosition.parse(HIDDEN)
    found = analyze_chances(position, CompiledSolver(), Limits(worlds=2))
    one = replace(found, moves=tuple(replace(move, worlds=1) for move in found.moves), worlds=1)
    assert "+- ?" in shown(one)
    assert "one deal alone does not show which is best" in shown(one)
    assert "?" not in shown(found)


def test_however_short_the_time_the_first_worlds_are_tried(pinochle: Pinochle) -> None:
    found = json.loads(pinochle("analyze", "--json", "--seconds", "0.0001", BID).out)
    # Every thread begins with a chunk.
    assert 0 < found["worlds"] <= 64 * CHUNK
    assert found["worlds"] % CHUNK == 0


def test_the_search_of_a_deal_ends_in_time() -> None:
    started = monotonic()
    solver = CompiledSolver(until=started + 0.05)
    found = analyze_chances(TablePosition.parse(BID), solver, Limits(worlds=1000))
    assert monotonic() - started < 1
    assert found.worlds < 1000


def test_a_flag_ends_it_with_what_was_found() -> None:
    stop = StopFlag()

    class Stopping(SumSolver):
        asked = 0

        def reaches(self, position: OpenHands, points: int) -> bool:
            self.asked += 1
            if self.asked == 100:
                stop.set()
            return super().reaches(position, points)

    found = analyze_chances(TablePosition.parse(HARD), Stopping(), Limits(worlds=10**6), stop=stop)
    assert 1 <= found.worlds < 100
    assert not found.finished


def test_ctrl_c_shows_what_was_found_and_exits_with_130() -> None:
    # A slow machine may not have begun the search when Ctrl-C comes.
    for seconds in (1.5, 6, 20):
        with subprocess.Popen(
            [*COMMAND, "analyze", "--worlds", "1000000", BID],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=bare_environment(),
        ) as process:
            sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        if out:
            break
    assert (process.returncode, err) == (130, b"")
    assert b", stopped" in out


def test_a_stock_phase_has_values_but_not_with_all_cards_face_up(pinochle: Pinochle) -> None:
    done = pinochle("analyze", "--worlds", "64", STOCK)
    assert done.status == 0
    assert "stock: 23 face down" in done.out
    assert "the hands are played on by a learned policy" in done.out
    refused = pinochle("analyze", "--worlds", "64", "--open-average", STOCK)
    assert (refused.status, refused.out) == (2, "")
    assert "upcard: with all cards face up, moves have values only when the stock" in refused.err


# What is refused


@pytest.mark.parametrize(
    "option",
    [
        ("--engine", "random"),
        ("--belief", "uniform"),
        ("--moves", "AS,JS"),
        ("--target-error", "1"),
        ("--call-out",),
        ("--verbose",),
    ],
    ids=" ".join,
)
def test_options_of_the_two_handed_game_are_refused(
    pinochle: Pinochle, option: tuple[str, ...]
) -> None:
    result = pinochle("analyze", *option, OPEN)
    assert (result.status, result.out) == (2, "")
    assert f"{option[0]}: goes with the two-handed game only" in result.err


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        (OPEN.replace("AQJ", "AQZ"), "south: "),
        (OPEN.replace("trump=S", "trump=X"), "trump: "),
        (
            OPEN.replace("south=AQJ.-.-.-", "south=+3"),
            "south: 3 hidden cards, but the player to move must see his hand",
        ),
        (
            STOCK.replace("KQ.KQJ.AA.T", "KQ.KQJ.AAA.T"),
            "south: ",
        ),
    ],
)
def test_bad_positions_get_one_line(pinochle: Pinochle, line: str, fact: str) -> None:
    result = pinochle("analyze", line)
    assert (result.status, result.out) == (2, "")
    told = [line for line in result.err.splitlines() if "assumed" not in line]
    assert len(told) == 1
    assert told[0].startswith(f"position: {fact}")


def test_the_other_positions_of_a_file_are_analysed(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "three.pn"
    file.write_text(f"{OPEN}\n{OPEN.replace('AQJ', 'AQZ')}\n{OPEN}\n")
    result = pinochle("analyze", "--json", str(file))
    assert result.status == 2
    assert len(result.out.splitlines()) == 2
    assert f"{file}:2: south: " in result.err
    file.write_text("")
    result = pinochle("analyze", str(file))
    assert (result.status, result.out) == (2, "")
    assert "no position in it" in result.err


def test_a_decision_of_a_record_is_analysed(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(SPECIMEN)
    result = pinochle("analyze", "--json", "--worlds", "2", "--at", "2", str(file))
    assert result.status == 0
    shown_there = pinochle("show", "--at", "2", str(file)).out
    assert shown_there.startswith(json.loads(result.out)["position"])


def test_a_closed_pipe_ends_it_quietly() -> None:
    assert_a_closed_pipe_ends_it_quietly(["analyze", "--json", "-"], OPEN, 200, bare_environment())


def test_a_table_is_written(pinochle: Pinochle, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "out.parquet"
    result = pinochle("analyze", "--worlds", "2", "--output", str(file), OPEN)
    assert (result.status, result.err) == (0, "")
    (row,) = parquet.read_table(file).to_pylist()
    assert row["rules"] in row["position"]
    assert row["choice"] == row["moves"][0]["move"]


def test_a_burial_begins_with_what_to_do_and_from_what_chance_on(pinochle: Pinochle) -> None:
    hopeless = "south=AATKJ9.TKQ9.KQJ9.TJ99 widow=-.9.J9.-"
    rules = "rules=auction act=bury turn=south bidder=south west=+15 north=+15"
    given_up = pinochle("analyze", "--worlds", "40", rules, hopeless, "contract=350").out
    assert "Give it up. The best chance is" in given_up
    line = "rules=check act=bury turn=south bidder=south contract=210 south=AATKQJ.AKQ.A.TK"
    named = pinochle("analyze", "--worlds", "40", line).out
    assert "Trump spades: made in 100%." in named
    played = " ".join(pinochle("analyze", "--worlds", "40", BURY).out.split())
    assert "Play it: in spades that pays from 50% on." in played


def test_a_card_begins_with_which_one_to_play(pinochle: Pinochle) -> None:
    line = (
        "rules=auction bidder=south trump=S turn=south south=AJ.-.K.- west=+3 north=+3"
        " buried=-.-.AKQ.- gone=ATKKQJ99.ATTKKQQJJ99.ATQJJ99.AATKQQJJ99"
    )
    played = pinochle("analyze", "--ascii", "--worlds", "200", line).out
    assert "\nLead KD: most points in 87%. 1 other may be as good.\n" in played
    # In two deals no card is known to be better than another.
    few = pinochle("analyze", "--ascii", "--worlds", "2", line).out
    assert "\nLead any card: most points in" in few


def test_burials_are_told_by_suit_and_cards_at_80_columns(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notation is for ``--json``: a person reads a column of trumps and one of cards."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = pinochle("analyze", "--ascii", *FEW, BURY).out.splitlines()
    assert [each for each in lines if re.match(r" *trump +bury +mean +loss ", each)]
    rows = [each for each in lines if re.match(r" ?[SHDC] +[ATKQJ9][SHDC] [ATKQJ9][SHDC] ", each)]
    assert len(rows) == 24
    suit, cards = analyzed(pinochle, *FEW, BURY)["moves"][0]["move"].split(":")
    assert re.match(rf" ?{suit} +{cards.replace('.', ' ')} +-?\d", rows[0])
    assert any(re.match(r" ?concede +-?\d+\.0 ", each) for each in lines)
    assert not [each for each in lines if re.search(r"[SHDC]:[ATKQJ9]", each)]
    assert max(map(len, lines)) <= 80


def test_without_a_widow_a_trump_is_all_that_is_told(pinochle: Pinochle) -> None:
    line = "rules=check act=bury turn=south bidder=south contract=210 south=AATKQJ.AKQ.A.TK"
    out = pinochle("analyze", "--ascii", *FEW, f"{line} west=+12 north=+12 east=+12").out
    assert re.search(r"^ trump +mean +loss ", out, re.M)
    assert re.search(r"^ S +-?\d+\.\d ", out, re.M)
    assert "bury " not in out


def test_burials_that_make_the_contract_by_melds_alone_are_certain(pinochle: Pinochle) -> None:
    hand = "AS AS TS KS QS JS TH KH QH KD QD TC KC JC 9C widow QC 9D JD contract 300"
    out = pinochle("analyze", "--worlds", "64", f"auction {hand}").out
    assert "Trump spades, bury T♣ J♣ 9♣: the melds make it. Play it:" in out
    rows = [line.split() for line in out.splitlines() if line.startswith((" ♠ ", " concede"))]
    assert [row[4] for row in rows[:-1]] == ["120.0"] * 4
    assert rows[-1][:3] == ["concede", "-60.0", "180.0"]
    assert not any("±" in row for row in rows)
    assert "\n235 more were tried\n" in out
    assert "\n239 of 2,784 choices of trump and burial were tried\n" in out


def test_melds_of_a_burial_are_the_bidders_own(pinochle: Pinochle) -> None:
    bought = (
        "rules=check dealer=west act=bury bids=200,p,p,210,p bidder=west contract=210 turn=west"
        " south=+12 west=KQ99.Q.J.TKKQJ9 north=+12 east=+12"
    )
    out = pinochle("analyze", "--worlds", "64", bought).out
    (head,) = [line for line in out.splitlines() if line.startswith(" trump ")]
    (clubs,) = [line for line in out.splitlines() if line.startswith(" ♣ ")]
    assert "own melds" in head
    # The marriage of trumps, that of spades, the pinochle and the dix; east's are not known.
    assert " 110.0 " in clubs

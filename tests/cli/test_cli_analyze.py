"""`pinochle analyze`: what it says, its limits, errors and interrupts."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import product
from math import inf, nan
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from helpers.commandline import COMMAND, Pinochle, assert_a_closed_pipe_ends_it_quietly, read_all
from helpers.json_lines import as_json
from helpers.paths import DATA
from pinochle_solver import Seat, StockPosition, StopFlag, analyze, analyze_with
from pinochle_solver.cli.output.thinking import thinking
from pinochle_solver.engines.registry import ENGINES
from pinochle_solver.engines.searching import DefaultEngine
from pinochle_solver.intervals import difference_interval
from pinochle_solver.limits import Limits
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.stock.analysis import OBJECTIVES, WIN, Analysis, MoveEstimate, SeatOutlook
from pinochle_solver.stock.beliefs import BELIEFS
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.reasoning import best_otherwise, rival, shows_later
from pinochle_solver.stock.sampling import LEAST_WORLDS
from pinochle_solver.stock.settings import SearchSettings

POSITION = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 "
    "north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD "
    "gone=-.T9.J9.AAT9 points=40+31/20+13 dealer=north"
)
PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
LAST_REPLIES = [json.loads(line) for line in (DATA / "last_replies.jsonl").read_text().splitlines()]
FEW = ("--worlds", "256")

DOCUMENTED = ["position", "mover", "objective", "moves", "worlds", "seed", "seconds"]
ADDED = ["engine", "belief", "model", "close", "choice", "finished", "reason"]
OF_A_MOVE = [
    *("move", "mean", "mean_se", "behind", "behind_se", "win", "win_se", "win_low", "win_high"),
    *("points_behind", "points_behind_se", "win_behind", "win_behind_se"),
    *("win_behind_low", "win_behind_high", "visits", "exact"),
]


def analyzed(pinochle: Pinochle, *arguments: str) -> dict[str, Any]:
    result = pinochle("analyze", "--json", *arguments)
    assert (result.status, result.err) == (0, "")
    found: dict[str, Any] = json.loads(result.out)
    return found


def rows_of(text: str) -> dict[str, list[str]]:
    """The first table: of each move, by its text, the cells beside it."""
    table = text.split("\n move ", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    cells = [re.split(r"\s{2,}", re.sub("(±|\\+-) +", r"\1 ", line.strip())) for line in table]
    return {move: rest for move, *rest in cells}


# ------------------------------------------------------------------------------------------- JSON


def test_json_is_the_documented_object(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, POSITION, *FEW, "--seed", "3")
    assert list(found) == DOCUMENTED + ADDED
    assert (found["position"], found["mover"], found["objective"]) == (POSITION, "south", "points")
    assert (found["worlds"], found["seed"], found["finished"]) == (256, 3, True)
    assert {move["move"] for move in found["moves"]} == {
        "dix+marriage:KH.QH",
        "dix+marriage:KC.QC",
        "marriage:KH.QH",
        "marriage:KC.QC",
        "dix",
        "pass",
    }
    for move in found["moves"]:
        assert list(move)[len(OF_A_MOVE) :] == ["mover", "other"] + ["price"] * (
            move["move"] != "pass"
        )
        assert move["mean_se"] > 0
        assert 0 <= move["win"] <= 1
        assert set(move["mover"]) == {"melds", "tricks", "shows"}
    best = found["moves"][0]
    assert (best["behind"], best["behind_se"]) == (0, 0)
    behinds = [move["behind"] for move in found["moves"]]
    assert behinds == sorted(behinds)


def test_an_id_comes_along_and_a_price_is_taken_apart(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, POSITION + " id=fifth", *FEW)
    assert found["id"] == "fifth"
    moves = {move["move"]: move for move in found["moves"]}
    for text, points, laid in (("dix+marriage:KH.QH", 30, 3), ("marriage:KC.QC", 20, 2)):
        price, move = moves[text]["price"], moves[text]
        assert (price["points"], price["laid"]) == (points, laid)
        later = move["mean"] - moves["pass"]["mean"] - points
        assert price["later"] == pytest.approx(later, abs=0.01)


def test_threads_make_no_difference_and_the_seed_does(pinochle: Pinochle) -> None:
    def moves(*arguments: str) -> object:
        return analyzed(pinochle, POSITION, *FEW, *arguments)["moves"]

    assert moves("--threads", "1") == moves("--threads", "2")
    assert moves("--threads", "1") != moves("--threads", "1", "--seed", "2")


def test_python_gives_the_same(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, POSITION, *FEW)
    analysis = as_json(analyze(StockPosition.parse(POSITION), worlds=256, seed=1))
    del found["seconds"], analysis["seconds"]
    assert found == analysis


def test_the_other_limits_end_it(pinochle: Pinochle) -> None:
    assert analyzed(pinochle, POSITION, "--seconds", "0.01")["worlds"] < 2000
    found = analyzed(pinochle, POSITION, "--target-error", "5")
    assert found["moves"][1]["behind_se"] <= 5
    wins = analyzed(pinochle, POSITION, "--target-error", "5", "--objective", "win")
    assert wins["moves"][1]["behind_se"] <= 0.05


def test_what_analyze_writes_it_reads_again(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    file.write_text(pinochle("analyze", "--json", POSITION, *FEW).out)
    assert analyzed(pinochle, "-f", str(file), *FEW)["position"] == POSITION


# ------------------------------------------------------------------------------- exact, for people


@pytest.mark.parametrize("row", LAST_REPLIES[::8], ids=lambda row: row["position"].split()[0])
def test_the_end_of_the_stock_is_exact(pinochle: Pinochle, row: dict[str, Any]) -> None:
    position = StockPosition.parse(row["position"])
    assert position.points is not None
    own, other = (sum(position.points[seat]) for seat in (position.turn, position.turn.other))
    found = analyzed(pinochle, row["position"], "--belief", "uniform")
    assert all(move["exact"] and move["mean_se"] == 0 for move in found["moves"])
    shown = pinochle("analyze", "--ascii", row["position"], "--belief", "uniform").out
    printed = {move: cells[0] for move, cells in rows_of(shown).items()}
    means = {move["move"]: move["mean"] for move in found["moves"]}
    assert set(means) == set(row["values"])
    for move, value in row["values"].items():
        assert means[move] == pytest.approx(value + own - other, abs=0.001)
        number, label = printed[re.sub("[:.]", " ", move.replace("+", " + "))].split()
        assert label == "exact"
        assert float(number) == pytest.approx(value + own - other, abs=0.051)
    assert "+-" not in shown
    assert re.search(r": all \d+ worlds, seed 1, ", shown)


def test_the_view_for_people(pinochle: Pinochle) -> None:
    shown = pinochle("analyze", POSITION, *FEW).out
    assert "scarne · old count · trump ♠ · south has won the trick and may meld" in shown
    rows = rows_of(shown)
    assert set(rows) == {
        "dix + marriage K♥ Q♥",
        "dix + marriage K♣ Q♣",
        "marriage K♥ Q♥",
        "marriage K♣ Q♣",
        "dix",
        "pass",
    }
    (mean, behind, win, worlds), *others = rows.values()
    assert re.fullmatch(r"-?\d+\.\d ± \d+\.\d", mean)
    assert (behind, worlds) == ("–", "256")
    assert re.fullmatch(r"\d+\.\d% \(\d+\.\d to \d+\.\d\)", win)
    assert all("±" in other[1] for other in others)
    prices = shown.split("\n meld ", 1)[1].split("\n\n", 1)[0]
    assert re.search(r"dix \+ marriage K♥ Q♥ +30 +3 +[+-]\d", prices)
    assert "pass" not in prices.splitlines()[2:]
    assert "later, after " in shown
    # Two worlds would say that south's melds come to some -100 points.
    assert "later, after " not in pinochle("analyze", POSITION, "--worlds", "2").out
    assert (
        "mean: south's points minus north's at the end of the hand, on average; "
        "± and brackets are 95% intervals\n"
        "after the move both play on as good players do, each by what he sees\n" in shown
    )
    last = shown.splitlines()[-1]
    assert last.startswith("engine default, belief uniform: 256 worlds, seed 1, ")
    assert "model: " not in shown
    in_full = pinochle("analyze", POSITION, *FEW, "--verbose").out
    assert f"\nmodel: {analyzed(pinochle, POSITION, *FEW)['model']}\n" in in_full
    ascii_only = pinochle("analyze", POSITION, *FEW, "--ascii").out
    assert ascii_only.isascii()
    assert "+-" in ascii_only


def test_without_points_the_mean_is_from_here_on(pinochle: Pinochle) -> None:
    position = POSITION.replace("points=40+31/20+13 ", "")
    shown = pinochle("analyze", position, *FEW).out
    assert "minus north's from here on, on average (points= was not given); " in shown
    whole = analyzed(pinochle, POSITION, *FEW)["moves"]
    rest = analyzed(pinochle, position, *FEW)["moves"]
    assert whole[0]["mean"] - rest[0]["mean"] == pytest.approx(71 - 33)


def test_to_win_is_shown_in_percentage_points(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, POSITION, *FEW, "--objective", "win")
    assert found["objective"] == "win"
    assert all(move["behind"] <= 1 for move in found["moves"])
    in_points = [move["price"]["later_se"] for move in found["moves"] if "price" in move]
    assert min(in_points) > 1
    wins = [move["win"] for move in found["moves"]]
    assert wins[0] == max(wins)
    behind = found["moves"][-1]["behind"]
    rows = rows_of(pinochle("analyze", POSITION, *FEW, "--objective", "win").out)
    assert list(rows.values())[-1][1].split()[0] == f"{100 * behind:.1f}"
    game = pinochle("analyze", POSITION + " score=900/940", *FEW, "--objective", "win").out
    assert "win game" in game


@pytest.mark.parametrize(("engine", "worlds"), [("ismcts", "200"), ("pimc", "16")])
def test_what_a_show_is_worth_later_is_in_points_for_every_engine(
    pinochle: Pinochle, engine: str, worlds: str
) -> None:
    for objective in OBJECTIVES:
        options = ["--engine", engine, "--objective", objective, "--worlds", worlds]
        found = analyzed(pinochle, POSITION, *options)
        errors = [move["price"]["later_se"] for move in found["moves"] if "price" in move]
        # So much the means alone leave unsure; as chances all would be below one.
        assert min(errors) > 2, objective
        assert found["choice"] in [found["moves"][0]["move"], *found["close"]]
        assert all(move["behind"] >= 0 for move in found["moves"])


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_says_what_it_would_play(pinochle: Pinochle, engine: str) -> None:
    for position in (POSITION, LAST_REPLIES[0]["position"]):
        found = analyzed(pinochle, position, "--engine", engine, "--worlds", "16")
        assert found["choice"] in [found["moves"][0]["move"], *found["close"]]


def test_the_model_names_the_belief_by_which_all_worlds_are_weighed(pinochle: Pinochle) -> None:
    models: dict[str, str] = {}
    for row, belief in product(LAST_REPLIES, BELIEFS):
        if models.keys() == {*BELIEFS}:
            break
        found = analyzed(pinochle, row["position"], "--belief", belief)
        models[found["belief"]] = found["model"]
    assert models["uniform"].startswith("all worlds equally likely;")
    assert models["inferred"].startswith("worlds weighted by what was played;")


@pytest.mark.parametrize("worlds", [1, 2, 19, 20])
@pytest.mark.parametrize("objective", ["points", "win"])
def test_few_worlds_promise_no_more_than_is_possible(
    pinochle: Pinochle, worlds: int, objective: str
) -> None:
    asked = ("--worlds", str(worlds), "--objective", objective)
    found = analyzed(pinochle, POSITION, *asked)
    for move in found["moves"]:
        assert 0 <= move["win_low"] <= move["win"] <= move["win_high"] <= 1
        assert -1 <= move["win_behind_low"] <= move["win_behind"] <= move["win_behind_high"] <= 1
        width = move["win_high"] - move["win_low"]
        assert width > 0.3 if worlds > 1 else width == 1
    assert found.get("guess", False) is (worlds < 20)
    shown = pinochle("analyze", POSITION, *asked).out
    guess = f"only {worlds} world{'s' * (worlds > 1)}: this is hardly more than a guess\n"
    assert (guess in shown) is (worlds < 20)
    win = {move: cells[2] for move, cells in rows_of(shown).items()}
    if worlds == 1:
        assert {*win.values()} == {"–"}
        return
    within = [re.fullmatch(r"\S+% \((\S+) to (\S+)\)", each) for each in win.values()]
    ends = [float(end) for each in within if each is not None for end in each.groups()]
    assert len(ends) == 2 * len(win)
    assert 0 <= min(ends) <= max(ends) <= 100


def test_engines_that_only_choose_show_no_numbers(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, POSITION, "--engine", "random")
    assert found["engine"] == "random"
    assert found["moves"][0]["mean"] is None
    shown = pinochle("analyze", POSITION, "--engine", "RANDOM")
    assert shown.status == 0
    ((move, cells),) = rows_of(shown.out).items()
    assert cells == ["–"] * 4
    assert f"random chooses {move}" in shown.out


def test_the_open_average_stands_beside(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}

    def open_average(
        position: StockPosition, settings: SearchSettings, **more: Any
    ) -> dict[str, float]:
        asked.update(more, settings=settings)
        return {"dix": 12.25, "pass": -3.0}

    searches = ModuleType("tree_search")
    searches.open_average = open_average  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pinochle_solver.stock.tree_search", searches)
    options = (POSITION, *FEW, "--open-average", "--threads", "1")
    assert analyzed(pinochle, *options)["open_average"] == {"dix": 12.25, "pass": -3.0}
    assert isinstance(asked.pop("stop"), StopFlag)
    assert asked == {"settings": SearchSettings(limits=Limits(worlds=256), seed=1, threads=1)}
    shown = pinochle("analyze", *options).out
    assert "if all cards lay face up, when a move reveals nothing" in shown
    assert rows_of(shown)["dix"][-1] == "12.2"
    assert rows_of(shown)["marriage K♥ Q♥"][-1] == "–"
    pinochle("analyze", POSITION, "--target-error", "50", "--open-average")
    assert asked["settings"].limits == Limits()


FIVE_TRICKS = (
    "rules=scarne upcard=9S stock=13 turn=south south=Q.KKJ9.AQJJ.Q99 north=9.-.-.-+11 "
    "melds.south=dix@1+pinochle:QS.JD@5 melds.north=dix:9S@2 tricks=JC-QC,TD-TS,TC-9D,JS-JC,TH-JS "
    "points=50+17/10+34 dealer=south"
)


def test_where_the_cards_are_stands_below(pinochle: Pinochle) -> None:
    shown = pinochle("analyze", FIVE_TRICKS, "--worlds", "16", "--cards", "--threads", "1").out
    table = shown.split("holds")[1].split("\n\n")[0].splitlines()[2:]
    cells = {line.split()[0]: line for line in table}
    assert len(cells) == 18
    assert "by counting: the chance if every way to deal the unseen cards is" in shown
    assert "chances from 1,536 worlds, seed 1; ± is a 95% interval\n" in shown
    assert re.fullmatch(r" 9♠ +100% +100% +on the table", cells["9♠"])
    # In the queens that go with his pinochle and marriages, the other seat has passed.
    queen = re.fullmatch(r" Q♠ +(\d+)% ± +\d+ +46% +did not meld royal-marriage", cells["Q♠"])
    assert queen is not None
    assert 15 < int(queen[1]) < 35
    assert "took T♦ with T♠ (trick 2)" in cells["T♠"]
    assert "moved most by" not in pinochle("analyze", FIVE_TRICKS, "--worlds", "16").out


def test_where_the_cards_are_goes_into_no_table(pinochle: Pinochle, tmp_path: Path) -> None:
    table = pinochle("analyze", FIVE_TRICKS, "--cards", "--output", str(tmp_path / "a.parquet"))
    assert (table.status, table.out) == (2, "")
    assert "--cards: not in a table; use --json" in table.err


def test_where_the_cards_are_goes_into_the_object(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, FIVE_TRICKS, "--worlds", "16", "--cards", "--seed", "3")["cards"]
    assert (found["holder"], found["belief"], found["worlds"]) == ("north", "inferred", 1536)
    assert found["seed"] == 3
    (queen,) = (each for each in found["cards"] if each["card"] == "QS")
    assert queen["shift"]["text"]
    assert queen["shift"]["without"] > queen["at_least"][0] + 0.02
    assert sum(each["number"] for each in found["cards"]) == pytest.approx(12, abs=0.01)
    alike = analyzed(pinochle, FIVE_TRICKS, "--worlds", "16", "--cards", "--belief", "uniform")[
        "cards"
    ]
    assert (alike["belief"], alike["worlds"]) == ("uniform", 0)
    assert all(each["at_least"] == each["by_counting"] for each in alike["cards"])


@pytest.mark.parametrize("engine", ["pimc", "ismcts"])
def test_tree_searches_give_plain_numbers(pinochle: Pinochle, engine: str) -> None:
    found = analyzed(pinochle, POSITION, "--engine", engine, "--worlds", "8")
    assert found["engine"] == engine
    assert all(isinstance(move["mean"], float) for move in found["moves"])


def test_an_open_average_goes_into_the_object(pinochle: Pinochle) -> None:
    found = analyzed(pinochle, POSITION, "--worlds", "8", "--open-average")
    assert set(found["open_average"]) == {move["move"] for move in found["moves"]}


# ---------------------------------------------------------------------------- some of the moves


def test_moves_that_are_asked_for_are_compared_in_all_worlds(pinochle: Pinochle) -> None:
    limit = ("--worlds", "1024")
    some = analyzed(pinochle, POSITION, *limit, "--moves", "pass, dix,pass")["moves"]
    assert {move["move"] for move in some} == {"pass", "dix"}
    assert [move["visits"] for move in some] == [1024, 1024]
    # In the same worlds as without the others, as long as none of those falls behind. What is told
    # leans on the best move, which is another one; other worlds would make ten points.
    limit = ("--worlds", "16")
    every = {move["move"]: move for move in analyzed(pinochle, POSITION, *limit)["moves"]}
    some = analyzed(pinochle, POSITION, *limit, "--moves", "pass,dix")["moves"]
    for move in some:
        assert move["mean"] == pytest.approx(every[move["move"]]["mean"], abs=0.5)
    best, other = some
    assert other["behind"] == pytest.approx(best["mean"] - other["mean"], abs=0.01)


def test_some_moves_are_said_to_be_some(pinochle: Pinochle) -> None:
    shown = pinochle("analyze", POSITION, *FEW, "--moves", "pass,dix+marriage:KH.QH").out
    assert "dix + marriage K♥ Q♥ is the best of these: " in shown
    alone = pinochle("analyze", POSITION, *FEW, "--moves", "pass").out
    assert "pass was valued alone" in alone


def test_some_moves_at_the_end_of_the_stock_are_exact(pinochle: Pinochle) -> None:
    row = LAST_REPLIES[0]
    moves = sorted(row["values"])[:2]
    found = analyzed(pinochle, row["position"], "--belief", "uniform", "--moves", ",".join(moves))
    assert sorted(move["move"] for move in found["moves"]) == moves
    assert all(move["exact"] for move in found["moves"])
    first, second = (row["values"][move["move"]] for move in found["moves"])
    assert found["moves"][1]["behind"] == pytest.approx(first - second, abs=0.001)


def test_moves_from_python() -> None:
    position = StockPosition.parse(POSITION)
    analysis = analyze(position, worlds=64, moves=[Show(), "dix"])
    assert analysis.selected
    assert {move.move.text() for move in analysis.moves} == {"pass", "dix"}
    assert not analyze(position, worlds=64).selected
    with pytest.raises(ValueError, match="moves is empty"):
        analyze(position, worlds=64, moves=[])
    with pytest.raises(ValueError, match="by the engine default only, not by greedy"):
        analyze_with("greedy", position, moves=["dix"])


# --------------------------------------------------------------------------------- the words alone


def made_up(
    *moves: tuple[str, float, float], exact: bool = False, choice: str | None = None
) -> Analysis:
    """An analysis with a mean, how far it is behind and the error of that for each card."""
    return Analysis(
        position=StockPosition.parse(POSITION),
        engine="default",
        objective="points",
        belief="uniform",
        model="made up",
        moves=tuple(
            MoveEstimate(
                move=Play(Card.parse(card)),
                objective="points",
                mean=10 - behind,
                mean_se=1,
                win=0.5,
                win_se=0.02,
                points_behind=Estimate(behind, error),
                win_behind=Estimate(0, 0.02),
                visits=64,
                exact=exact,
                mover=SeatOutlook(40, 100, {"marriage": 0.5}),
                other=SeatOutlook(30, 110, {}),
            )
            for card, behind, error in moves
        ),
        choice=Play(Card.parse(choice or moves[0][0])),
        worlds=64,
        seed=1,
        seconds=0.5,
    )


def at_a_score(win_behind: Estimate, objective: str = "points", exact: bool = False) -> Analysis:
    """An analysis with a game score, by which the second move may be better."""
    analysis = made_up(("QS", 0, 0), ("KD", 3.1, 0 if exact else 0.4), exact=exact)
    first, second = (replace(move, objective=objective) for move in analysis.moves)
    points = second.points_behind if objective == "points" else Estimate(-3.1, 0.4)
    return replace(
        analysis,
        position=StockPosition.parse(f"{POSITION} score=900/840"),
        objective=objective,
        moves=(first, replace(second, points_behind=points, win_behind=win_behind)),
    )


@pytest.mark.parametrize(
    ("analysis", "verdict"),
    [
        (made_up(("QS", 0, 0)), "QS is the only move"),
        (made_up(("QS", 0, 0), ("KD", 3.1, 0.4)), "QS is best: 3.1 +- 0.8 better than KD"),
        (made_up(("QS", 0, 0), ("KD", 1, 2), ("AH", 9, 1)), "too close to call: QS, KD"),
        (made_up(("QS", 0, 0), ("KD", 1, nan)), "too close to call: QS, KD"),
        (made_up(("QS", 0, 0), ("KD", 2, 0), exact=True), "QS is best: 2.0 better than KD"),
        (made_up(("QS", 0, 0), ("KD", 1e-14, 0), exact=True), "equally good: QS, KD"),
        (made_up(("QS", 0, 0), ("KD", 0, 0)), "equally good: QS, KD"),
        (
            made_up(("QS", 0, 0), ("KD", 1, 2), choice="KD"),
            "KD is played: weighed with the learned policy it promises most",
        ),
        (
            at_a_score(Estimate(-0.1, 0.02)),
            "for the game KD is better, by 10.0 percentage points (6.0 to 14.0)",
        ),
        (
            at_a_score(Estimate(-0.1, 0.0), exact=True),
            "for the game KD is better, by 10.0 percentage points",
        ),
        (
            at_a_score(Estimate(0.1, 0.02), WIN),
            "for points alone KD is better, by 3.1 +- 0.8",
        ),
        (
            at_a_score(Estimate(0.1, 0.02), WIN),
            "QS is best: 10.0 percentage points (6.0 to 14.0) better than KD",
        ),
        # Two standard errors, but the interval of the chance is from -3.3 to 57.7.
        (at_a_score(Estimate(0.3, 0.15), WIN), "too close to call: QS, KD"),
        (at_a_score(Estimate(0.3, nan), WIN), "too close to call: QS, KD"),
        (
            at_a_score(Estimate(0.3, 0.13), WIN),
            "QS is best: 30.0 percentage points (1.4 to 54.3) better than KD",
        ),
        (at_a_score(Estimate(0.0, 0.0), WIN), "equally good: QS, KD"),
    ],
)
def test_the_verdict_in_words(
    capsys: pytest.CaptureFixture[str], analysis: Analysis, verdict: str
) -> None:
    Renderer(sys.stdout, ascii=True).analysis(analysis)
    assert verdict in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("behind", [0.0, 0.02, 0.1, 0.3, 0.6])
@pytest.mark.parametrize("error", [0.0, 0.01, 0.05, 0.1, 0.12, 0.15, 0.3, 0.6, nan, inf])
def test_a_chance_is_sure_if_the_interval_shown_beside_it_says_so(
    capsys: pytest.CaptureFixture[str], behind: float, error: float
) -> None:
    estimate = Estimate(behind, error)
    found = at_a_score(estimate, WIN)
    is_sure = difference_interval(behind, error).low > 0
    assert found.moves[1].is_close is not is_sure
    assert [move.move.text() for move in found.close] == [] if is_sure else ["KD"]
    assert rival(found) is (found.moves[1] if is_sure else None)
    # And the other way round: the better chance of a move that has fewer points.
    ahead = best_otherwise(at_a_score(estimate._replace(mean=-behind)))
    assert (ahead is not None) is is_sure
    Renderer(sys.stdout, ascii=True).analysis(found)
    text = capsys.readouterr().out
    assert ("QS is best" in text) is is_sure
    for low in re.findall(r"percentage points \((.*?) to", text):
        assert float(low) >= 0


@pytest.mark.parametrize("columns", [40, 56, 80])
def test_the_chance_that_was_asked_for_stays_when_columns_are_few(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    Renderer(sys.stdout, ascii=True).analysis(at_a_score(Estimate(0.3, 0.13), WIN))
    text = capsys.readouterr().out
    assert re.search("^ *move .*loss.* win game", text, re.MULTILINE)
    (row,) = re.findall("^ *KD.*", text, re.MULTILINE)
    assert re.search(r"30\.0 +\(1\.4 to 54\.3\) +50\.0% \(46\.0 to 54\.0\)", row)
    told = {
        40: " left out at this width: worlds, mean QS is best",
        56: " left out at this width: worlds, the mean's error QS is best",
        80: None,
    }[columns]
    assert (told or "64 QS is best") in " ".join(text.split())
    assert ("left out at this width" in text) is (told is not None)


def test_the_best_is_compared_with_the_first_that_is_surely_worse() -> None:
    clear = made_up(("QS", 0, 0), ("KD", 1, 2), ("AH", 9, 1))
    assert rival(clear) is clear.moves[2]
    assert rival(made_up(("QS", 0, 0), ("KD", 9, nan))) is None


def test_what_is_laid_now_is_not_laid_later() -> None:
    analysis = analyze(StockPosition.parse(POSITION), worlds=256)
    shows = {move.move.text(): move for move in analysis.moves}
    married = shows["marriage:KH.QH"]
    assert married.mover is not None
    assert shows_later(married)["marriage"] == married.mover.shows["marriage"] - 1
    passing = shows["pass"]
    assert passing.mover is not None
    assert shows_later(passing) == passing.mover.shows
    assert analysis.mover is Seat.SOUTH


# ------------------------------------------------------------------------------ errors, interrupts


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--wrlds", "5", POSITION], "pinochle analyze: No such option '--wrlds'"),
        (["--engine", "x", POSITION], "pinochle analyze: Invalid value for '--engine': 'x' is not"),
        (["--belief", "x", POSITION], "pinochle analyze: Invalid value for '--belief'"),
        (["--objective", "x", POSITION], "pinochle analyze: Invalid value for '--objective'"),
        (["--worlds", "0", POSITION], "pinochle analyze: Invalid value for '--worlds'"),
        (["--seconds", "nan", POSITION], "pinochle analyze: Invalid value for '--seconds'"),
        (["--target-error", "0", POSITION], "pinochle analyze: Invalid value for '--target-error'"),
        (["--seed", "-1", POSITION], "pinochle analyze: Invalid value for '--seed'"),
        (["--seed", str(2**64), POSITION], "pinochle analyze: Invalid value for '--seed'"),
        (
            ["--engine", "random", "--moves", "dix", POSITION],
            "pinochle analyze: --moves: goes with",
        ),
        (["--moves", "dix,QQ", POSITION], "position: --moves: 'QQ': 'QQ' is no meld of scarne"),
        (["--moves", "dix,,pass", POSITION], "position: --moves: '': '' is no meld of scarne"),
        (["--moves", "kings:KS.KH.KD.KC", POSITION], "position: --moves: kings:KS.KH.KD.KC: "),
        (["-f", "x.pn", POSITION], "pinochle analyze: -f: a file and a position"),
        (["-f", "missing.pn"], "missing.pn: no such file or directory"),
        ([PLAYOFF], "position: upcard: missing, no stock phase; solve takes playoff positions"),
        ([""], "position: upcard: missing"),
        (["hello"], "position: hello: no card, and no token of a position"),
        (["ace king of spads"], "position: hand: 'spads' is no suit, did you mean spades?"),
        (["ace kng of spades"], "position: hand: 'kng' is no rank, did you mean king?"),
        (
            [POSITION.replace("turn=south", "turn=north")],
            "position: turn: north, but 9 cards of that hand are unknown",
        ),
        ([POSITION.replace("stock=17", "stock=16")], "position: stock: "),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    pinochle: Pinochle, arguments: list[str], complaint: str
) -> None:
    for form in ([], ["--json"]):
        result = pinochle("analyze", *form, *arguments)
        assert (result.status, result.out) == (2, "")
        assert len(result.err.splitlines()) == 1
        assert result.err.startswith(complaint)


def test_files_are_answered_in_order_and_bad_lines_told(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "positions.pn"
    hidden = POSITION.replace("turn=south", "turn=north")
    file.write_text(f"# two\n{POSITION} id=a\n{PLAYOFF}\n{hidden}\n{POSITION} id=b\n")
    result = pinochle("analyze", "--json", "--worlds", "64", "-f", str(file))
    assert result.status == 2
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == ["a", "b"]
    assert [line.split(": ")[0] for line in result.err.splitlines()] == [f"{file}:3", f"{file}:4"]
    strict = pinochle("analyze", "--json", "--worlds", "64", "--strict", "-f", str(file))
    assert (strict.status, len(strict.out.splitlines())) == (2, 1)
    assert len(strict.err.splitlines()) == 1
    (tmp_path / "empty.pn").touch()
    empty = pinochle("analyze", "-f", str(tmp_path / "empty.pn"))
    assert (empty.status, empty.err) == (2, f"{tmp_path / 'empty.pn'}: no position in it\n")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_closed_pipe_ends_quietly_with_141(form: list[str]) -> None:
    arguments = ["analyze", *form, "--worlds", "8", "-"]
    assert_a_closed_pipe_ends_it_quietly(arguments, POSITION, 40)


@pytest.mark.parametrize("positions", [1, 3])
def test_ctrl_c_shows_what_was_found_and_progress_needs_a_terminal(
    tmp_path: Path, positions: int
) -> None:
    file = tmp_path / "positions.pn"
    file.write_text(f"{POSITION}\n" * positions)
    terminal, child_end = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "analyze", "--json", "--seconds", "60", "-f", str(file)],
        stdout=subprocess.PIPE,
        stderr=child_end,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    ) as process:
        os.close(child_end)
        shown = b""
        while b"worlds: " not in shown:
            shown += os.read(terminal, 65536)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    os.close(terminal)
    assert process.returncode == 130
    (line,) = out.splitlines()
    found = json.loads(line)
    assert not found["finished"]
    assert found["worlds"] >= LEAST_WORLDS
    assert found["seconds"] < 60
    assert b" is best, " in shown
    assert (b"1/3: " in shown) is (positions == 3)


def stop_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Ctrl-C came when the search begins."""
    search = DefaultEngine.analyze

    def stopped(*arguments: Any, stop: StopFlag, **more: Any) -> Analysis:
        stop.set()
        return search(*arguments, stop=stop, **more)

    monkeypatch.setattr(DefaultEngine, "analyze", stopped)


def test_a_stop_before_all_worlds_shows_a_short_look(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_at_once(monkeypatch)
    result = pinochle("analyze", "--json", LAST_REPLIES[0]["position"])
    assert result.status == 130
    found = json.loads(result.out)
    assert not found["finished"]
    assert found["worlds"] == LEAST_WORLDS


def test_what_was_stopped_says_so(pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_at_once(monkeypatch)
    result = pinochle("analyze", POSITION, "--open-average")
    assert result.status == 130
    assert f"engine default, belief uniform, stopped: {LEAST_WORLDS} worlds" in result.out


def test_strict_stops_at_the_first_position_without_the_move(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "positions.pn"
    file.write_text(f"{POSITION}\n" * 2)
    asked = ["analyze", "--worlds", "16", "--moves", "9D", "-f", str(file)]
    lines = pinochle(*asked).err.splitlines()
    fact = "--moves: '9D': south has to meld now, or pass"
    assert lines == [f"{file}:{number}: {fact}" for number in (1, 2)]
    assert pinochle(*asked, "--strict").err.splitlines() == lines[:1]


def test_at_a_terminal_a_single_move_is_told_to_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, child_end = pty.openpty()
    with os.fdopen(child_end, "w") as shown, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", shown)
        patched.setenv("TERM", "xterm")
        with thinking(2, 3) as told:
            assert told is not None
            told(made_up(("QS", 0, 0)))
    assert "2/3: 64 worlds: QS is best" in read_all(terminal).decode()


def test_what_is_assumed_is_told(pinochle: Pinochle) -> None:
    where = ("--where", "north holds at least one AS", "--where", "0.25: the stock holds QS")
    result = pinochle("analyze", *FEW, *where, POSITION)
    assert (result.status, result.err) == (0, "")
    told = "assuming north holds at least one AS, and the stock holds QS (weight 25%)"
    assert result.out.splitlines()[-2] == told
    assert analyzed(pinochle, *FEW, *where, POSITION)["where"] == [where[1], where[3]]
    assert "where" not in analyzed(pinochle, *FEW, POSITION)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--where", "north hods AS", POSITION],
            "position: --where: 'north hods AS': 'hods', did you mean holds?",
        ),
        (
            ["--where", "north holds AC", POSITION],
            "position: --where: 'north holds AC': north cannot, both AC are seen",
        ),
        (
            ["--where", "north holds AS", "--engine", "greedy", POSITION],
            "pinochle analyze: --engine greedy: greedy looks at no hidden cards, so it takes no "
            "conditions",
        ),
        (
            ["--where", "north holds AS", "check", "AS AS TS KS QS AH KH QH AD TC KC 9C"],
            "--where: goes with the two-handed game only",
        ),
    ],
)
def test_what_cannot_be_assumed_is_told_in_a_line(
    arguments: list[str], told: str, pinochle: Pinochle
) -> None:
    result = pinochle("analyze", *FEW, *arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines()[-1].endswith(told)

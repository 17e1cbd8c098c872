"""The tools of the MCP server, without the SDK: answers, limits, and errors of one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.paths import ROOT
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.errors import PositionError
from pinochle_solver.mcp_server import limits
from pinochle_solver.mcp_server.answers import output_schema
from pinochle_solver.mcp_server.requests import input_schema
from pinochle_solver.mcp_server.tools import TOOLS, Means
from pinochle_solver.notation.known_rulebooks import KnownRulebooks

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
STOCK = 'south="AS AS TS 9S KH QH QC QC JC JC 9C 9C" upcard=9S'
HIDDEN = (
    "rules=corners bidder=south trump=S turn=west led=AC won=3/2/2/2 south=+2 west=T...K9 "
    "north=+3 east=+3 gone=ATKQQJJ9.AATTKKQJJ9.AATTKKQQJJ.ATTKQQJJ"
)
ENDING = (
    "rules=auction bidder=north trump=S turn=north south=AJ.Q.AJ.Q west=TK.KQ9.-.A north=T.J.K9.T9"
)
RECORD = (ROOT / "tests/data/two-reneges.pnr").read_text()
TABLE_RECORD = (ROOT / "tests/data/macdougall-3.pnr").read_text()


def answered(tool: str, *, stopped: bool = False, **arguments: Any) -> dict[str, Any]:
    stop = StopFlag()
    if stopped:
        stop.set()
    by_name = {each.name: each for each in TOOLS}
    return by_name[tool].answer(arguments, Means(KnownRulebooks(), 1, stop)).plain()


def test_solve_gives_the_line_of_the_command_and_exact_intervals() -> None:
    answer = answered("solve", position=PLAYOFF)
    [line] = answer["lines"]
    assert (line["exact"], line["value"]) == (True, {"south": 55, "north": 15})
    assert [
        (each["of"], each["low"], each["value"], each["high"]) for each in answer["intervals"]
    ] == [
        ("KD", 55, 55, 55),
        ("TH", 40, 40, 40),
        ("QD", 0, 0, 0),
        ("TS", 0, 0, 0),
    ]


def test_a_search_that_is_stopped_gives_bounds() -> None:
    answer = answered("solve", position=PLAYOFF, nodes=1)
    assert not answer["lines"][0]["exact"]
    assert answer["intervals"]
    assert any(each["value"] is None and each["low"] < each["high"] for each in answer["intervals"])


def test_solve_takes_open_hands_of_three() -> None:
    answer = answered("solve", position=ENDING)
    assert answer["lines"][0]["value"] == {"north": 0, "south+west": 100}
    assert {each["of"] for each in answer["intervals"]} == {"9D", "9C", "JH", "KD", "TS", "TC"}


def test_analyze_gives_each_mean_and_how_far_each_move_is_behind() -> None:
    answer = answered("analyze", position=STOCK, worlds=256)
    [line] = answer["lines"]
    moves = {move["move"]: move for move in line["moves"]}
    assert line["finished"]
    assert [each["what"] for each in answer["intervals"]] == ["mean"] * 8 + ["behind"] * 7
    for each in answer["intervals"]:
        move = moves[each["of"]]
        assert each["unit"] == "points"
        assert each["value"] == pytest.approx(move[each["what"]], abs=0.001)
        half = 1.96 * move[f"{each['what']}_se"]
        assert each["high"] - each["value"] == pytest.approx(half, abs=0.002)
        assert each["value"] - each["low"] == pytest.approx(half, abs=0.002)


def test_a_hand_in_words_is_enough() -> None:
    words = "AS AS TS 9S KH QH QC QC JC JC 9C 9C up 9S"
    [line] = answered("analyze", position=words, worlds=32)["lines"]
    [tokens] = answered("analyze", position=STOCK, worlds=32)["lines"]
    assert line["position"] == tokens["position"]
    assert line["moves"] == tokens["moves"]


def test_an_analysis_that_is_stopped_says_so() -> None:
    answer = answered("analyze", stopped=True, position=STOCK, worlds=20_000)
    assert not answer["lines"][0]["finished"]


def test_analyze_takes_positions_of_three() -> None:
    answer = answered("analyze", position=HIDDEN, worlds=4)
    [line] = answer["lines"]
    assert (line["objective"], line["worlds"]) == ("points", 4)
    assert {each["unit"] for each in answer["intervals"]} == {"points"}
    assert [each["of"] for each in answer["intervals"] if each["what"] == "mean"] == [
        move["move"] for move in line["moves"]
    ]


def test_review_lists_moves_only_if_asked() -> None:
    answer = answered("review", record=RECORD, seat="south", worlds=16)
    [line] = answer["lines"]
    assert line["finished"]
    assert {decision["seat"] for decision in line["decisions"]} == {"south"}
    assert all(decision["moves"] == [] for decision in line["decisions"])
    first, *others = answer["intervals"]
    assert (first["of"], first["what"]) == ("south", "lost")
    assert [each["of"] for each in others] == [
        f"{decision['trick']}{decision['act']} south" for decision in line["decisions"]
    ]
    in_full = answered("review", record=RECORD, seat="south", worlds=16, moves=True)
    assert all(decision["moves"] for decision in in_full["lines"][0]["decisions"])


def test_a_review_that_is_stopped_says_so() -> None:
    answer = answered("review", stopped=True, record=RECORD)
    assert not answer["lines"][0]["finished"]


def test_melds_of_a_hand_and_of_a_position() -> None:
    answer = answered("melds", hand="AQ.KQ.J.KQJ9", trump="S", rules="hayes", turns=3)
    [line] = answer["lines"]
    assert (line["rules"], line["plan"]["points"]) == ("hayes", 80)
    assert answer["intervals"] == []
    [line] = answered("melds", position=f"{STOCK} led=AD")["lines"]
    assert line["seat"] == "south"


def test_rules_of_all_games() -> None:
    names = [line["name"] for line in answered("rules", names=["auction", "Hayes"])["lines"]]
    assert names == ["auction", "hayes"]
    assert "scarne" in [line["name"] for line in answered("rules")["lines"]]


def test_score_of_two_and_of_three() -> None:
    [line] = answered("score", records=RECORD, target=500)["lines"]
    assert (line["target"], line["score"]) == (500, {"south": 10, "north": 90})
    [line] = answered("score", records=TABLE_RECORD)["lines"]
    assert line["scores"] == {"south": 25, "west": 80, "north": 165}


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("solve", {}, "position: missing"),
    ("solve", {"positon": "x"}, "'positon': unknown; known: position, seconds, nodes"),
    ("solve", {"position": 3}, "position: expected text, not a whole number"),
    ("solve", {"position": PLAYOFF, "seconds": "1"}, "seconds: expected a number, not text"),
    ("solve", {"position": PLAYOFF, "seconds": 0}, "seconds: expected a number above 0"),
    ("solve", {"position": PLAYOFF, "seconds": 41}, "seconds: expected at most 40"),
    ("solve", {"position": PLAYOFF, "nodes": 10**10}, "nodes: expected at most 1,000,000,000"),
    ("solve", {"position": PLAYOFF, "nodes": 0}, "nodes: expected at least 1"),
    ("solve", {"position": "x" * 10_001}, "position: longer than 10,000 characters"),
    ("solve", {"position": "trump=S\x1b"}, "trump: unknown suit 'S\\x1b'"),
    ("analyze", {"position": STOCK, "worlds": 20_001}, "worlds: expected at most 20,000"),
    ("analyze", {"position": STOCK, "objective": "x"}, "objective: 'x', expected points or win"),
    (
        "analyze",
        {"position": PLAYOFF},
        "upcard: missing, no stock phase; solve takes playoff positions",
    ),
    (
        "analyze",
        {"position": ENDING, "objective": "win"},
        "objective: goes with the two-handed game only",
    ),
    ("review", {"record": RECORD, "worlds": 15}, "worlds: expected at least 16"),
    ("review", {"record": RECORD, "worlds": 16, "seconds": 1}, "seconds: or worlds, not both"),
    ("review", {"record": RECORD, "seat": "west"}, "seat: 'west', expected south or north"),
    ("review", {"record": ""}, "record: no record in it"),
    ("review", {"record": f"{RECORD}\n{RECORD}"}, "record: 2 of them, give one hand in a call"),
    ("review", {"record": ";" * 100_001}, "record: longer than 100,000 characters"),
    (
        "review",
        {"record": TABLE_RECORD},
        "Rules: macdougall-3 is a game for three, and only the two-handed game is taken here",
    ),
    ("melds", {}, "position: missing, or give a hand with its trump"),
    ("melds", {"hand": "AS", "position": STOCK}, "position: not with a hand"),
    ("melds", {"hand": "AS"}, "trump: missing. Add it: S, H, D or C"),
    ("melds", {"hand": "AS", "trump": "X"}, "trump: unknown suit 'X'"),
    ("melds", {"hand": "AS", "trump": "S", "gone": "KS"}, "gone: goes with turns"),
    ("melds", {"hand": "AS", "trump": "S", "turns": 13}, "turns: expected at most 12"),
    (
        "melds",
        {"position": STOCK, "trump": "S"},
        "trump: goes with a hand, a position says it itself",
    ),
    ("rules", {"names": ["scarn"]}, "names: unknown rulebook 'scarn', did you mean scarne?"),
    ("rules", {"names": ["scarne"] * 21}, "names: more than 20 of them"),
    ("rules", {"names": "scarne"}, "names: expected a list, not text"),
    ("score", {"records": RECORD, "target": 0}, "target: expected at least 1"),
    ("score", {"records": RECORD, "pays": "stakes"}, "pays: 'stakes', expected difference"),
    ("score", {"records": TABLE_RECORD, "ahead": 9}, "ahead: goes with the two-handed game only"),
    (
        "score",
        {"records": f"{RECORD}\n{TABLE_RECORD}"},
        "line 13: Rules: macdougall-3, in a game for two",
    ),
]


@pytest.mark.parametrize(("tool", "arguments", "line"), WRONG, ids=[line for _, _, line in WRONG])
def test_what_is_wrong_is_told_in_one_line(tool: str, arguments: dict[str, Any], line: str) -> None:
    with pytest.raises(PositionError) as caught:
        answered(tool, **arguments)
    assert str(caught.value) == line


@pytest.mark.parametrize(
    "name", ["hand.pnr", "-", "{folder}/hand.pnr", "@hand.pnr", "file:hand.pnr"]
)
@pytest.mark.parametrize(
    ("tool", "argument"),
    [
        ("solve", "position"),
        ("analyze", "position"),
        ("review", "record"),
        ("melds", "position"),
        ("melds", "hand"),
        ("rules", "names"),
        ("score", "records"),
    ],
)
def test_no_file_is_opened(
    tool: str, argument: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hand.pnr").write_text(RECORD)
    (tmp_path / "-").write_text(RECORD)
    text = name.format(folder=tmp_path)
    arguments: dict[str, Any] = {argument: [text] if argument == "names" else text}
    if argument == "hand":
        arguments["trump"] = "S"
    with pytest.raises(PositionError):
        answered(tool, **arguments)


def test_input_schemas_state_the_limits() -> None:
    schemas = {tool.name: input_schema(tool.request) for tool in TOOLS}
    assert [*schemas] == ["solve", "analyze", "review", "melds", "rules", "score"]
    for schema in schemas.values():
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)
        assert "$ref" not in json.dumps(schema)
    assert schemas["solve"]["properties"]["position"]["maxLength"] == limits.MOST_TEXT
    assert schemas["solve"]["properties"]["seconds"]["maximum"] == limits.MOST_SECONDS
    assert schemas["review"]["properties"]["record"]["maxLength"] == limits.MOST_RECORD


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_output_schemas_are_those_of_the_lines(tool: str) -> None:
    published = json.loads((ROOT / "docs/schema.json").read_text())
    schema = output_schema(tool)
    assert schema["properties"]["lines"]["items"] == published["properties"][tool]
    own = schema["$defs"].pop("IntervalObject")
    assert own["required"] == ["of", "what", "unit", "value", "low", "high"]
    assert schema["$defs"].items() <= published["$defs"].items()


def test_the_page_has_the_limits() -> None:
    page = (ROOT / "docs/MCP.md").read_text()
    for name, value in vars(limits).items():
        if name.isupper():
            assert f"{value:,.0f}" in page, name

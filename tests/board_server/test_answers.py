"""What the board answers: the values of the command line, and positions as the page draws them."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from helpers.commandline import Pinochle
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.answers import (
    deal_answer,
    melds_answer,
    move_answer,
    position_answer,
    rulebook_views,
    search,
)
from pinochle_solver.board_server.quizzes import questions
from pinochle_solver.board_server.requests import (
    DealRequest,
    MoveRequest,
    PositionRequest,
    SearchRequest,
    read_request,
)
from pinochle_solver.board_server.views import AskedView, PositionView, StepView
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.puzzles.themes import THEMES

KNOWN = KnownRulebooks()
WORDS = "AS TS, AH TH 9H, AD KD QD 9D, KC JC 9C, up KD, led TD"
STOCK = "rules=scarne upcard=KD stock=23 turn=south south=AT.AT9.AKQ9.KJ9 north=-.-.-.-+11 led=TD"
LATER = (
    "rules=scarne upcard=9S stock=13 turn=south south=Q.KKJ9.AQJJ.Q99 north=9.-.-.-+11 "
    "melds.south=dix@1+pinochle:QS.JD@5 melds.north=dix:9S@2 "
    "tricks=JC-QC,TD-TS,TC-9D,JS-JC,TH-JS points=50+17/10+34 dealer=south"
)
DRAWS_FIRST = STOCK.replace("scarne", "hayes")
PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
CHECK = "check AS AS TS KS QS AH KH QH AD TC KC 9C"


def view(text: str) -> PositionView:
    return position_answer(PositionRequest(text=text), KNOWN)


def found(text: str, **asked: Any) -> list[dict[str, Any]]:
    """The lines that a search reports."""
    lines: list[dict[str, Any]] = []
    request = SearchRequest(text=text, **asked)
    search(request, KNOWN, 1, StopFlag(), lambda line: lines.append(json.loads(line)))
    return lines


def test_words_become_a_position_and_what_was_assumed_is_said() -> None:
    seen = view(WORDS)
    assert seen.text == STOCK
    assert seen.assumed == "turn=south stock=23 north=-.-.-.-+11"
    assert (seen.kind, seen.trump, seen.viewer, seen.knows) == ("stock", "D", "south", True)
    assert (seen.led, seen.upcard, seen.face_down, seen.trick) == (["TD"], "KD", 23, 1)
    south, north = seen.seats
    assert south.hand == ["AS", "TS", "AH", "TH", "9H", "AD", "KD", "QD", "9D", "KC", "JC", "9C"]
    assert (north.hand, north.hidden) == ([], 11)
    assert {move.card for move in seen.moves} == set(south.hand)
    assert view(seen.text).assumed == ""


def test_cards_on_the_table_lie_apart_and_a_choice_of_copies_is_named() -> None:
    south, north = view(LATER).seats
    assert south.table == ["QS", "JD"]
    assert sorted(south.hand) == sorted(
        ["KH", "KH", "JH", "9H", "AD", "QD", "JD", "QC", "9C", "9C"]
    )
    assert (north.table, north.hidden, north.points) == (["9S"], 11, (10, 34))
    sources = {move.move: move.source for move in view(LATER).moves if move.card == "JD"}
    assert sources == {"JD@hand": "hand", "JD@1": "table"}


def test_a_playoff_and_a_position_of_four_are_drawn() -> None:
    playoff = view(PLAYOFF)
    assert (playoff.kind, playoff.viewer, playoff.trick) == ("playoff", None, 21)
    table = view(CHECK)
    assert (table.kind, table.act, table.viewer) == ("table", "bid", "south")
    assert [seat.hidden for seat in table.seats] == [0, 12, 12, 12]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", "position"),
        (WORDS.replace("up KD", "up AD AD"), "upcard"),
        (STOCK.replace("upcard=KD", "upcard=TD").replace("AKQ9", "TKQ9"), "upcard"),
        ("south=AT.K.-.-", "upcard"),
        ("rules=hoyle", "rules"),
    ],
)
def test_what_is_impossible_is_said_in_the_programs_own_sentence(text: str, token: str) -> None:
    with pytest.raises(PositionError) as raised:
        view(text)
    assert raised.value.token == token
    assert "\n" not in str(raised.value)


def test_the_values_of_a_playoff_are_those_of_the_command(pinochle: Pinochle) -> None:
    (answer,) = found(PLAYOFF)
    command = json.loads(pinochle("solve", "--json", PLAYOFF).out)
    assert {**answer["line"], "seconds": 0} == {**command, "seconds": 0}
    assert answer["line"]["value"] == {"south": 55, "north": 15}
    assert answer["tricks"][0] == {"led": "KD", "reply": "KD", "winner": "south", "points": 10}
    assert sum(trick["points"] for trick in answer["tricks"]) == 70


def test_the_means_of_the_stock_phase_narrow_to_those_of_the_command(pinochle: Pinochle) -> None:
    lines = [answer["line"] for answer in found(STOCK, worlds=128)]
    worlds = [line["worlds"] for line in lines]
    assert worlds == sorted(worlds)
    assert (worlds[0], worlds[-1]) == (32, 128)
    command = json.loads(pinochle("analyze", "--json", "--worlds", "128", "--cards", STOCK).out)
    assert {**lines[-1], "seconds": 0} == {**command, "seconds": 0}


def test_the_plan_of_the_melds_is_that_of_the_command(pinochle: Pinochle) -> None:
    line = json.loads(msgspec.json.encode(melds_answer(PositionRequest(text=STOCK), KNOWN)))
    assert line == json.loads(pinochle("melds", "--json", "--turns", "6", STOCK).out)
    (step,) = line["plan"]["steps"]
    assert (step["move"], step["points"]) == ("dix+royal-marriage:KD.QD", 50)
    assert (line["outs"][0]["missing"], line["outs"][0]["points"]) == (["AC"], 100)
    with pytest.raises(PositionError, match="position: melds are planned in the stock phase"):
        melds_answer(PositionRequest(text=PLAYOFF), KNOWN)


def test_a_stopped_search_reports_no_cards_and_conditions_are_heeded() -> None:
    last = found(STOCK, seconds=0.2, where=["north holds AS"])[-1]["line"]
    assert last["where"] == ["north holds AS"]
    with pytest.raises(PositionError, match="north"):
        found(STOCK, where=["north holds two AS"])


def test_the_means_of_three_and_four_narrow_to_those_of_the_command(pinochle: Pinochle) -> None:
    lines = [answer["line"] for answer in found(CHECK, worlds=256)]
    assert list(dict.fromkeys(line["worlds"] for line in lines)) == [64, 128, 256]
    errors = [line["moves"][0]["mean_se"] for line in lines]
    assert errors == sorted(errors, reverse=True)
    # The first figures come before the chances of the cards.
    assert ["cards" in line for line in lines] == [False, True, True, True]
    command = json.loads(pinochle("analyze", "--json", "--worlds", "256", "--cards", CHECK).out)
    assert {**lines[-1], "seconds": 0} == {**command, "seconds": 0}


@pytest.mark.parametrize("words", [CHECK, "rules=auction south=ATKQJ.AAKQ.AKQJ.K9"])
def test_what_to_call_is_said_in_the_sentences_of_the_command(
    words: str, pinochle: Pinochle
) -> None:
    last = found(words, worlds=40)[-1]
    text = view(words).text
    run = pinochle("analyze", "--worlds", "40", "--threads", "1", text)
    advice, lines = last["advice"], run.out.splitlines()
    # The page speaks to the player; the command names the seats.
    told = [line.replace("south", "you") for line in lines]
    assert len(advice["said"]) == 2
    assert all(sentence in told for sentence in advice["said"])
    assert advice["said"][0].startswith(f"Bid up to {advice['limit']}")
    means = {each["move"]: each["mean"] for each in last["line"]["moves"]}
    assert means[advice["call"]] == max(means.values())
    # The rows of the table, as the terminal has them.
    groups = [
        str(each["lowest"]) + (f"-{each['highest']}" if each["highest"] > each["lowest"] else "")
        for each in last["line"]["groups"]
    ]
    begin = next(place for place, line in enumerate(lines) if line.startswith(" bid "))
    rows = lines[begin + 2 : begin + 2 + len(groups) + 1]
    assert [row.split()[0] for row in rows] == [*groups, "pass"]
    assert (
        json.loads(pinochle("analyze", "--worlds", "40", "--json", text).out)["groups"]
        == (last["line"]["groups"])
    )


def test_what_is_no_call_has_no_advice() -> None:
    assert all(line["advice"] is None for line in found(STOCK, worlds=20))


def test_what_reports_no_progress_is_looked_at_shortly_first() -> None:
    seen = deal_answer(DealRequest(rules="partnership", seed=3), KNOWN)
    assert seen.act == "dix"
    first, *others = found(seen.text, seconds=0.3)
    assert first["line"]["objective"] == "points"
    assert others


def step(text: str, move: str, **seen: object) -> StepView | AskedView:
    return move_answer(MoveRequest(text=text, move=move, seen=seen), KNOWN)


def test_a_move_leads_to_the_next_position_once_what_was_seen_is_told() -> None:
    asked = step(DRAWS_FIRST, "AD")
    assert isinstance(asked, AskedView)
    assert (asked.asked, asked.seat) == ("drawn", "south")
    assert len(asked.choices) == 23
    made = step(DRAWS_FIRST, "AD", drawn="AS")
    assert isinstance(made, StepView)
    assert (made.winner, made.drawn) == ("south", {"south": "AS", "north": None})
    assert made.position is not None
    assert made.position.seats[0].hand.count("AS") == 2
    assert isinstance(step(DRAWS_FIRST, "AD", drawn="KD"), AskedView)


def test_the_last_card_ends_the_hand() -> None:
    made = step("rules=hayes trump=S south=T.-.-.- north=-.-.-.- turn=south led=AS", "TS")
    assert isinstance(made, StepView)
    assert (made.position, made.winner) == (None, "north")
    with pytest.raises(PositionError):
        step(PLAYOFF, "9C")


def test_moves_of_three_lead_on_and_ask_for_the_widow() -> None:
    called = step("auction bids=250,440,p ATKQJJ.AK.ATQJ.KQ9", "450")
    assert isinstance(called, StepView)
    assert called.position is not None
    after = called.position
    assert (after.turn, after.viewer, after.knows) == ("west", "south", False)
    assert [move.move for move in after.moves][-2:] == ["650", "p"]
    asked = step(after.text, "p")
    assert isinstance(asked, AskedView)
    assert asked.asked == "widow"
    turned = step(after.text, "p", widow="AC 9H 9D")
    assert isinstance(turned, StepView)
    assert turned.position is not None
    assert (turned.position.act, turned.position.turn) == ("bury", "south")
    buried = step(turned.position.text, "S:TD.KH.QD")
    assert isinstance(buried, StepView)
    assert buried.position is not None
    assert "AC" in {move.card for move in buried.position.moves}
    trick = step(buried.position.text, "AC")
    for card in ("9C", "TC"):
        assert isinstance(trick, StepView)
        assert trick.position is not None
        trick = step(trick.position.text, card)
    assert isinstance(trick, StepView)
    assert trick.winner == "south"


def test_another_player_names_and_lays_what_was_seen() -> None:
    asked = step("auction bids=250,260,p ATKQJJ.AK.ATQJ.KQ9", "p")
    assert isinstance(asked, AskedView)
    assert (asked.asked, asked.seat) == ("widow", "west")
    assert len(asked.choices) == 48 - 15
    turned = step("auction bids=250,260,p ATKQJJ.AK.ATQJ.KQ9", "p", widow="AC 9H 9D")
    assert isinstance(turned, StepView)
    assert turned.position is not None
    assert isinstance(turned.position.may_show, list)
    assert {"AC", "9H", "KH"} <= set(turned.position.may_show)
    assert [move.move for move in turned.position.moves] == ["concede"]
    named = step(turned.position.text, "H/KH, QH 9H")
    assert isinstance(named, StepView)
    assert named.move == "H/royal-marriage:KH.QH+dix:9H"
    after = named.position
    assert after is not None
    assert (after.trump, after.turn, after.tokens["buried"]) == ("H", "west", "+3")
    assert after.tokens["west"] == "-.KQ9.-.-+12"
    assert after.may_show is UNSET
    with pytest.raises(PositionError, match="melds: KS is in no meld of these cards"):
        step(turned.position.text, "H/KH QH KS")
    with pytest.raises(PositionError, match="west"):
        step(turned.position.text, "S/AS TS KS QS JS")  # both jacks are south's


def test_a_partner_lays_cards_or_nothing() -> None:
    bought = (
        "rules=check dealer=south act=meld bids=200,p,p,p bidder=west contract=200 trump=S "
        "turn=north south=AATKQ.AKQ.A9.KQ west=+12 north=+12 east=+12 melds.west=none"
    )
    assert [move.move for move in view(bought).moves] == ["none"]
    assert len(view(bought).may_show or ()) == 36
    for laid, melds in (("KH QH", "marriage:KH.QH"), ("none", "none")):
        made = step(bought, laid)
        assert isinstance(made, StepView)
        assert made.position is not None
        assert made.position.tokens["melds.north"] == melds


def test_each_rulebook_says_what_it_is() -> None:
    titles = {each.rules: each.title for each in rulebook_views(KNOWN)}
    assert titles["auction"].startswith("Auction Pinochle for stakes")
    assert titles == {
        name: rules.title
        for name in titles
        if (rules := KNOWN.table_rules(name) or KNOWN.by_name[name])
    }
    assert "" not in titles.values()


def test_puzzles_tell_their_game_their_kind_and_their_themes() -> None:
    asked = questions()
    kinds = Counter((each.rules, each.kind) for each in asked)
    assert kinds["auction", "calls"] == 2
    assert kinds["check", "trumps"] == 1
    assert kinds["partnership-auction", "burials"] == 1
    assert {kind for rules, kind in kinds if rules == "scarne"} == {
        "playoff",
        "stock phase",
        "melds",
    }
    themes = {theme for each in asked for theme in each.themes}
    assert themes == set(THEMES)
    assert sum("throw-in" in each.themes for each in asked) == 18


def test_all_rulebooks_have_a_pack() -> None:
    decks = {deck.rules: deck for deck in rulebook_views(KNOWN)}
    scarne, auction = decks["scarne"], decks["auction"]
    assert next(iter(decks)) == "scarne"
    assert (scarne.players, len(scarne.cards), scarne.copies, scarne.hand) == (2, 24, 2, 12)
    assert scarne.cards[:3] == ["AS", "TS", "KS"]
    assert scarne.counts[0].name == "old"
    assert scarne.counts[0].values == {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
    assert (auction.players, auction.hand, auction.widow, auction.bidding) == (3, 15, 3, True)
    assert {deck.players for deck in decks.values()} == {2, 3, 4}
    assert msgspec.json.encode(list(decks.values()))


@pytest.mark.parametrize("rules", KNOWN.table_names)
def test_every_game_of_three_and_four_is_dealt_to_the_one_who_decides(rules: str) -> None:
    seen = deal_answer(DealRequest(rules=rules, seed=3), KNOWN)
    assert (seen.kind, seen.turn, seen.viewer, seen.knows) == ("table", "south", "south", True)


@pytest.mark.parametrize("rules", ["scarne", "goulash", "glup", "hayes"])
def test_a_deal_is_the_same_by_its_seed(rules: str) -> None:
    stock, playoff = (
        deal_answer(DealRequest(rules=rules, seed=5, phase=phase), KNOWN)
        for phase in ("stock", "playoff")
    )
    assert stock == deal_answer(DealRequest(rules=rules, seed=5), KNOWN)
    assert (stock.kind, playoff.kind) == ("stock", "playoff")
    assert stock.knows


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"text": 5}',
        b'{"text": "AS", "file": "/etc/passwd"}',
        b'{"text": "%s"}' % (b"A" * 10_001),
        b"\xff",
    ],
)
def test_anything_but_a_request_is_refused(body: bytes) -> None:
    with pytest.raises(PositionError, match="request: "):
        read_request(PositionRequest, body)
    with pytest.raises(PositionError):
        read_request(SearchRequest, b'{"text": "AS", "seconds": 1e9}')

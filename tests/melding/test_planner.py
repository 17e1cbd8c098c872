"""The planner: named cases, every order of melds, chances by counting, the command."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import networkx as nx
import pytest

from helpers.commandline import COMMAND, Pinochle
from helpers.plan_comparison import compare_case, random_case
from pinochle_solver import (
    RULEBOOKS,
    Act,
    Card,
    Hand,
    MeldKind,
    PartialHand,
    Play,
    PositionError,
    Rank,
    Referee,
    Rulebook,
    StockPosition,
    Suit,
    hand_options,
    plan,
    plan_position,
    random_deals,
)
from pinochle_solver.melding.outs import draw_chance
from pinochle_solver.melding.planner import Plan
from pinochle_solver.rules.melds import parse_laid_melds
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

HAND = "Q9.AKQ.AJ.KQJ9"
POSITION = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 "
    "north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD "
    "gone=-.T9.J9.AAT9 points=40+31/20+13 dealer=north"
)
RUN = "run:AS.TS.KS.QS.JS"
ROYAL = "royal-marriage:KS.QS"


def planned(
    rules: str | Rulebook,
    hand: str,
    turns: int,
    laid: str = "",
    upcard: str = "",
    gone: str = "",
    draws: int | None = None,
) -> Plan:
    """A plan with spades as trump."""
    return plan(
        RULEBOOKS[rules] if isinstance(rules, str) else rules,
        Suit.SPADES,
        Hand.parse(hand),
        parse_laid_melds(laid) if laid else (),
        turns=turns,
        upcard=Card.parse(upcard) if upcard else None,
        gone=Hand.parse(gone) if gone else None,
        draws=draws,
    )


def steps(found: Plan) -> list[tuple[str, int]]:
    return [(step.text(), step.points) for step in found.steps]


def needs(found: Plan) -> dict[str, dict[str, str]]:
    return {
        need.play.text(): {
            use.show.text(): ".".join(card.text() for card in use.missing) for use in need.uses
        }
        for need in found.needs
    }


def outs(found: Plan) -> dict[str, str]:
    return {out.show.text(): ".".join(card.text() for card in out.missing) for out in found.outs}


# The best order


@pytest.mark.parametrize("rules", ["scarne", "macdougall", "macdougall-bonus"])
def test_the_royal_marriage_goes_before_its_run_if_there_are_two_turns(rules: str) -> None:
    two = planned(rules, "ATKQJ...", 2)
    assert steps(two) == [(ROYAL, 40), (RUN, 150)]
    assert two.points == 190
    assert [step.total for step in two.steps] == [40, 190]
    assert [step.turn for step in two.steps] == [1, 2]
    assert steps(planned(rules, "ATKQJ...", 1)) == [(RUN, 150)]


def test_in_hayes_the_marriage_first_gains_nothing_and_comes_later() -> None:
    for turns in (1, 2, 4):
        assert steps(planned("hayes", "ATKQJ...", turns)) == [(RUN, 150)]
    assert steps(planned("hayes", "ATKQJ...", 2, laid=ROYAL)) == [(RUN, 110)]


def test_of_equal_totals_the_points_come_early_and_then_the_text_decides() -> None:
    assert steps(planned("scarne", "-.KQ.KQ.KQ", 2)) == [
        ("marriage:KC.QC", 20),
        ("marriage:KD.QD", 20),
    ]
    assert steps(planned("scarne", "QJ.KQJ.J.J", 3)) == [
        ("jacks:JS.JH.JD.JC", 40),
        ("pinochle:QS.JD", 40),
        ("marriage:KH.QH", 20),
    ]


def test_the_queen_that_came_down_for_queens_can_still_serve_once() -> None:
    # Kings and jacks lie there: the queen of spades makes a pinochle or a marriage, not both.
    laid = "kings:KS.KH.KD.KC+jacks:JS.JH.JD.JC"
    found = planned("scarne", "KQJ.KJ.KJ.KJ", 3, laid=laid)
    assert steps(found) == [("pinochle:QS.JD", 40)]
    assert {move for _, _, move in found.graph.out_edges(0, data="move")} == {
        ROYAL,
        "pinochle:QS.JD",
    }


def test_a_roundhouse_by_its_parts_is_220() -> None:
    found = planned("macdougall", "KQ.KQ.KQ.KQ", 6)
    assert found.points == 220
    assert steps(found)[0] == ("kings:KS.KH.KD.KC", 80)
    assert steps(planned("scarne", "KQ.KQ.KQ.KQ", 6)) == [
        ("roundhouse:KS.KH.KD.KC.QS.QH.QD.QC", 240)
    ]


def test_a_double_pinochle_grows_in_hayes_and_is_laid_at_once_in_the_bonus_game() -> None:
    double = "double-pinochle:QS.QS.JD.JD"
    assert steps(planned("hayes", "QQ.-.JJ.-", 2)) == [(double, 300)]
    assert steps(planned("hayes", "QQ.-.JJ.-", 2, laid="pinochle:QS.JD")) == [(double, 260)]
    assert steps(planned("macdougall-bonus", "QQ.-.JJ.-", 3)) == [(double, 300)]
    assert steps(planned("scarne", "QQ.-.JJ.-", 3)) == [("pinochle:QS.JD", 40)] * 2


# The dix


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
def test_a_dix_goes_along_with_a_turn_and_at_most_one_with_each(rules: str) -> None:
    assert steps(planned(rules, "9.KQ.-.-", 1)) == [("dix+marriage:KH.QH", 30)]
    assert steps(planned(rules, "99.KQ.-.-", 1)) == [("dix+marriage:KH.QH", 30)]
    assert steps(planned(rules, "99.KQ.-.-", 4)) == [("dix+marriage:KH.QH", 30), ("dix", 10)]


def test_in_hayes_a_dix_takes_a_turn() -> None:
    assert steps(planned("hayes", "9.KQ.-.-", 1)) == [("marriage:KH.QH", 20)]
    assert steps(planned("hayes", "99.KQ.-.-", 4)) == [
        ("marriage:KH.QH", 20),
        ("dix", 10),
        ("dix", 10),
    ]


def test_an_exchange_brings_the_upcard_from_that_turn_on() -> None:
    hand = "TKQJ9.-.-.-"
    assert steps(planned("scarne", hand, 1, upcard="AS")) == [(f"dix+{RUN}", 160)]
    two = planned("scarne", hand, 2, upcard="AS")
    assert steps(two) == [(f"dix+{ROYAL}", 50), (RUN, 150)]
    assert [card.text() for card in two.steps[0].option.from_hand] == ["9S", "KS", "QS"]
    assert steps(planned("hayes", hand, 1, upcard="AS")) == [(ROYAL, 40)]
    # In hayes the marriage first adds 40 and takes 40 from the run, but a turn may never come.
    three = planned("hayes", hand, 3, upcard="AS")
    assert steps(three) == [(ROYAL, 40), ("dix", 10), (RUN, 110)]
    assert steps(planned("hayes", hand, 2, upcard="AS")) == [("dix", 10), (RUN, 150)]
    # The upcard is no card to wait for; without a dix it is not held.
    assert "AS" not in outs(two).values()
    assert needs(two)["KS"][RUN] == ""
    assert outs(planned("scarne", "TKQJ.-.-.-", 2, upcard="AS"))[RUN] == "AS"


def test_an_unknown_upcard_brings_nothing_and_a_nine_as_upcard_is_shown_a_second_time() -> None:
    assert steps(planned("scarne", "TKQJ9.-.-.-", 1)) == [(f"dix+{ROYAL}", 50)]
    shown = planned("scarne", "9.KQ.-.-", 2, upcard="9S")
    tables = nx.get_node_attributes(shown.graph, "table")
    assert set(tables.values()) == {
        "",
        "9S",
        "KH(marriage) QH(marriage)",
        "KH(marriage) QH(marriage) 9S",
    }
    # After an exchange the upcard is one of the nines, and only the other can still come.
    (dix,) = (out for out in planned("scarne", "K.-.-.-", 1, laid="dix").outs if out.show.dix)
    assert dix.unseen == (1,)
    assert "dix" not in outs(planned("scarne", "K.Q.-.-", 1, laid="dix", gone="9.-.-.-"))


# Every order, and the oracle's choice of copies


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
def test_random_hands_against_every_order_of_melds(rules: str) -> None:
    counted: Counter[str] = Counter()
    for seed in range(1, 16):
        counted += compare_case(random_case(rules, seed))
    assert counted["hands"] == 15
    assert counted["orders"] > 60


def test_the_first_edges_are_what_the_referee_allows() -> None:
    compared = 0
    for rules in PINOCHLE_BOOKS.values():
        random = Random(f"{rules.name}/planner")
        for deal in random_deals(4, 5, rules):
            referee = Referee.of_deal(deal)
            while not referee.in_playoff:
                compared += _compare_with_referee(referee)
                moves = referee.moves()
                if moves[0].text() == "pass" and len(moves) > 1 and random.random() < 0.5:
                    moves = moves[1:]
                referee.push(random.choice(moves))
    assert compared > 50


def _compare_with_referee(referee: Referee) -> bool:
    assert referee.turn is not None
    view = referee.view(referee.turn)
    if referee.due is Act.PLAY or not isinstance(view, StockPosition):
        return False
    found = plan_position(view, 1)
    after_last = view.rules.melds_after_last_stock_trick
    shown = {edge["move"]: edge["points"] for _, _, edge in found.graph.out_edges(0, data=True)}
    allowed = {option.show.text(): option.points for option in referee.options()}
    if view.act is Act.DIX or (view.completed_tricks == 12 and not after_last):
        shown = {"dix": shown["dix"]}
    assert shown == allowed, view.text()
    if found.turns == 1:
        assert found.points == max(allowed.values()), view.text()
        assert found.steps[0].option in referee.options(), view.text()
    return True


# What cards are needed for, and outs


def test_needs_tell_copies_apart() -> None:
    found = planned("scarne", "KQ.-.J.-", 2, laid="pinochle:QS.JD")
    assert needs(found) == {
        "KS": {ROYAL: ""},
        "QS@1": {ROYAL: ""},
        "JD@1": {},
    }
    two = planned("scarne", "KKQQ.-.J.-", 2, laid="royal-marriage:KS.QS")
    assert needs(two)["QS@1"] == {"pinochle:QS.JD": ""}
    assert needs(two)["QS@hand"] == {ROYAL: "", "pinochle:QS.JD": ""}
    alike = planned("scarne", "KKQQ.-.-.-", 1, laid=f"{ROYAL}+royal-marriage:KS2.QS2")
    assert list(needs(alike)) == ["KS@1", "QS@1"]


def test_of_four_copies_each_is_told_apart_by_the_kinds_it_has_served_in() -> None:
    laid = "royal-marriage:KS.QS+trump-queens:QS.QS2.QS3.QS4"
    found = needs(planned("glup", "KKQQQQ.-.J.-", 1, laid=laid))
    assert list(found) == ["KS@1", "KS@hand", "QS@1", "QS@2", "JD"]
    double = "double-royal-marriage:KS.KS.QS.QS"
    assert double not in found["KS@1"]
    assert double not in found["QS@1"]
    assert found["KS@hand"][double] == "KS"
    assert found["QS@2"][double] == "KS"
    assert found["QS@2"][ROYAL] == ""
    assert found["QS@1"]["pinochle:QS.JD"] == ""


def test_a_card_that_is_gone_is_waited_for_no_longer() -> None:
    assert outs(planned("scarne", "K.-.J.-", 1, gone="Q.-.-.-"))["pinochle:QS.JD"] == "QS"
    gone = planned("scarne", "K.-.J.-", 1, gone="QQ.-.-.-")
    assert {ROYAL, "pinochle:QS.JD"}.isdisjoint(outs(gone))
    assert needs(gone)["JD"] == {}
    # What was played since it was laid is seen, named as gone or not.
    for seen in ("", "Q.-.-.-"):
        found = planned("scarne", "K.-.J.-", 1, laid="pinochle:QS*.JD", gone=seen, draws=3)
        (out,) = (out for out in found.outs if out.show.text() == ROYAL)
        assert out.unseen == (1,)
        assert out.chance == Fraction(3, 48 - 3)


def test_any_new_card_of_a_meld_whose_cards_lie_there_will_do() -> None:
    laid = "+".join(f"{'royal-' if suit == 'S' else ''}marriage:K{suit}.Q{suit}" for suit in "SHDC")
    found = planned("macdougall", "KQ.KQ.KQ.KQ", 1, laid=laid)
    queens = [out for out in found.outs if out.show.text().startswith("queens")]
    assert [out.missing[0].text() for out in queens] == ["QS", "QH", "QD", "QC"]


@pytest.mark.parametrize(
    ("missing", "unseen"),
    [("K...", "KKQ.AA.T.-"), ("K...", "K.Q.J.T"), ("KQ...", "KKQQ.AT.-.9"), ("KK...", "KK.A.A.A")],
)
def test_chances_are_what_counting_every_draw_gives(missing: str, unseen: str) -> None:
    pool, wanted = Hand.parse(unseen), Counter(Hand.parse(missing))
    for draws in range(len(pool) + 1):
        drawn = [Counter(cards) for cards in combinations(pool, draws)]
        good = sum(1 for cards in drawn if cards >= wanted)
        found = draw_chance(pool, list(Hand.parse(missing)), draws)
        assert found == Fraction(good, len(drawn))
    with pytest.raises(ValueError, match="draws of"):
        draw_chance(pool, [], len(pool) + 1)


def test_the_chances_of_a_position_are_what_counting_every_draw_gives() -> None:
    # Late in the hand few enough cards are unseen; south has two draws before his last meld.
    position = late_position("scarne", 9, Act.PLAY)
    found = plan_position(position, 2)
    assert found.outs
    pool = list(position.unseen)
    for out in found.outs:
        assert out.draws == 2
        wanted = Counter(out.missing)
        drawn = [Counter(cards) for cards in combinations(pool, 2)]
        good = sum(1 for cards in drawn if cards >= wanted)
        assert out.chance == Fraction(good, len(drawn))
        assert out.probability == good / len(drawn)


def late_position(rules: str, tricks: int, act: Act, seed: int = 3) -> StockPosition:
    """A position of a random deal in which nobody has melded, as the seat to decide sees it."""
    for deal in random_deals(200, seed, RULEBOOKS[rules]):
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            assert referee.turn is not None
            view = referee.view(referee.turn)
            assert isinstance(view, StockPosition)
            if (view.completed_tricks, view.act, view.led) == (tricks, act, None):
                return view
            referee.push(referee.moves()[0])
    raise AssertionError("no such position")


@pytest.mark.parametrize(
    ("rules", "tricks", "act", "for_melds", "for_a_dix"),
    [
        ("scarne", 0, Act.PLAY, 11, 11),
        ("scarne", 4, Act.MELD, 8, 8),
        ("scarne", 10, Act.PLAY, 1, 1),
        ("scarne", 11, Act.PLAY, 0, 0),
        ("scarne", 12, Act.MELD, 0, 0),
        ("macdougall", 0, Act.PLAY, 10, 11),
        ("macdougall", 4, Act.MELD, 7, 8),
        ("macdougall", 4, Act.DIX, 7, 8),
        ("macdougall", 10, Act.PLAY, 0, 1),
        ("hayes", 0, Act.PLAY, 11, 11),
        ("hayes", 4, Act.MELD, 7, 7),
        ("hayes", 10, Act.PLAY, 1, 1),
        ("hayes", 11, Act.MELD, 0, 0),
        ("goulash", 0, Act.SHOW, 14, 15),
        ("goulash", 4, Act.MELD, 11, 12),
        ("goulash", 4, Act.DIX, 10, 11),
        ("goulash", 4, Act.PLAY, 10, 11),
        ("goulash", 14, Act.SHOW, 0, 1),
        ("goulash", 15, Act.MELD, 0, 1),
    ],
)
def test_draws_left_before_the_last_chance(
    rules: str, tricks: int, act: Act, for_melds: int, for_a_dix: int
) -> None:
    found = plan_position(late_position(rules, tricks, act), 3)
    for out in found.outs:
        assert out.draws == (for_a_dix if out.show.dix else for_melds)
        assert len(out.missing) <= out.draws
    if for_melds:
        assert any(not out.show.dix for out in found.outs)


@pytest.mark.parametrize(
    ("rules", "tricks", "act", "turns"),
    [
        ("scarne", 11, Act.PLAY, 1),
        ("scarne", 12, Act.MELD, 1),
        ("scarne", 10, Act.MELD, 3),
        ("macdougall", 10, Act.PLAY, 2),  # after trick 12 a dix only
        ("macdougall", 12, Act.MELD, 1),
        ("macdougall", 10, Act.DIX, 3),  # the dix now, one meld, one dix
        ("hayes", 10, Act.PLAY, 1),
        ("hayes", 11, Act.MELD, 1),
        ("hayes", 11, Act.PLAY, 0),
        ("goulash", 14, Act.PLAY, 2),  # one meld, and the dix turn after the draws
        ("goulash", 14, Act.DIX, 3),
        ("goulash", 15, Act.MELD, 2),
        ("goulash", 15, Act.SHOW, 1),
    ],
)
def test_no_more_turns_are_planned_than_can_come(
    rules: str, tricks: int, act: Act, turns: int
) -> None:
    assert plan_position(late_position(rules, tricks, act), 12).turns == turns


def test_when_the_last_meld_is_over_nothing_is_waited_for() -> None:
    found = plan_position(late_position("hayes", 11, Act.PLAY), 1)
    assert (found.steps, found.outs) == ((), ())
    assert all(need.uses == () for need in found.needs)
    last = plan_position(late_position("macdougall", 12, Act.MELD), 1)
    assert steps(last) == [("dix", 10)]
    assert {out.show.text() for out in last.outs} == set()


def test_a_loser_shows_his_dix_now_and_has_his_turns_besides() -> None:
    found = plan_position(late_position("macdougall", 2, Act.DIX), 1)
    assert found.turns == 2
    assert (found.steps[0].turn, found.steps[0].text()) == (1, "dix")
    assert all(step.turn == 2 for step in found.steps[1:])


def test_a_dix_turn_is_planned_apart_from_the_meld_of_its_trick() -> None:
    found = plan_position(late_position("goulash", 2, Act.SHOW), 1)
    assert found.turns == 3
    assert (found.steps[0].turn, found.steps[0].text()) == (1, "dix")
    for step in found.steps:
        assert (step.text() == "dix") == (step.turn != 2)
    melding = plan_position(late_position("goulash", 15, Act.MELD), 1)
    assert {step.turn: step.text() == "dix" for step in melding.steps}.get(1) is not True


def test_a_seven_that_scores_when_the_stock_is_gone_is_needed_to_the_end() -> None:
    held = 0
    for seed in range(4):
        position = late_position("goulash", 15, Act.PLAY, seed)
        seven = Card(Rank.SEVEN, position.trump)
        for need in plan_position(position, 1).needs:
            shows = [use.show.text() for use in need.uses]
            assert shows == (["dix"] if need.play == Play(seven) else [])
            held += bool(shows)
    assert held


def test_with_the_stock_open_only_its_cards_can_come_and_not_by_chance() -> None:
    position = StockPosition.parse(POSITION)
    unseen = list(position.unseen)
    hidden, stock = unseen[:9], unseen[9:]
    known = replace(
        position,
        north=PartialHand(Hand.of((*position.north.known, *hidden))),
        stock=tuple(stock),
    )
    found = plan_position(known, 2)
    assert found.outs
    for out in found.outs:
        assert out.chance is None
        assert out.draws == 8
        assert all(card in stock for card in out.missing)


# A rulebook of one's own


def test_a_rulebook_of_ones_own() -> None:
    scarne = RULEBOOKS["scarne"]
    tens = MeldKind("tens", 70, "T*")
    nothing = MeldKind("pair", 0, "AS AH")
    house = replace(scarne, name="house", melds=(*scarne.melds, tens, nothing))
    assert steps(planned(house, "AT.AT.T.T", 3)) == [("tens:TS.TH.TD.TC", 70)]
    assert outs(planned(house, "T.T.T.-", 1))["tens:TS.TH.TD.TC"] == "TC"
    no_upcard = replace(house, name="closed", deck=replace(house.deck, stock=24, upcard=False))
    assert steps(planned(no_upcard, "9.KQ.-.-", 2)) == [("marriage:KH.QH", 20)]
    assert "dix" not in outs(planned(no_upcard, "K.-.-.-", 2))
    assert hand_options(no_upcard, Suit.SPADES, Hand.parse("9.-.-.-")) == []


# Graphs in files


def test_a_graph_tells_the_kinds_that_copies_of_glup_have_served_in() -> None:
    found = planned("glup", "KQ.-.J.-", 1, laid="royal-marriage:KS.QS")
    assert found.graph.nodes[0]["table"] == "KS(royal-marriage) QS(royal-marriage)"


def test_graphml_is_read_back_by_networkx(tmp_path: Path) -> None:
    found = planned("scarne", "ATKQJ9.KQ.J.-", 3, upcard="9S")
    file = tmp_path / "melds.graphml"
    found.write_graph(file)
    read = nx.read_graphml(file, node_type=int, force_multigraph=True)
    assert dict(read.nodes(data=True)) == dict(found.graph.nodes(data=True))

    def edges(graph: nx.MultiDiGraph) -> list[tuple[int, int, str, int, int]]:
        return sorted(
            (source, target, edge["move"], edge["points"], edge["step"])
            for source, target, edge in graph.edges(data=True)
        )

    assert edges(read) == edges(found.graph)
    assert nx.is_directed_acyclic_graph(read)
    marked = sorted((edge[4], edge[2], edge[3]) for edge in edges(read) if edge[4])
    assert [turn for turn, _, _ in marked] == [step.turn for step in found.steps]
    assert [(move, points) for _, move, points in marked] == steps(found)


def test_dot_names_every_node_and_edge(tmp_path: Path) -> None:
    found = planned("scarne", "ATKQJ.-.-.-", 2)
    file = tmp_path / "melds.dot"
    found.write_graph(file)
    lines = file.read_text().splitlines()
    assert (lines[0], lines[-1]) == ("digraph melds {", "}")
    assert sum(" -> " in line for line in lines) == found.graph.number_of_edges()
    assert f'  0 -> 1 [label="{ROYAL} 40", style=bold];' in lines
    with pytest.raises(ValueError, match="ends in none of"):
        found.write_graph(tmp_path / "melds.png")


def test_two_ways_to_one_state_are_two_edges() -> None:
    # In hayes the second jack makes a pinochle with the other queen, or the double.
    laid = "pinochle:QS.JD+queens:QS2.QH.QD.QC"
    found = planned("hayes", "QQ.Q.QJJ.Q", 1, laid=laid)
    moves = {move for _, _, move in found.graph.out_edges(0, data="move")}
    assert {"pinochle:QS.JD", "double-pinochle:QS.QS.JD.JD"} <= moves
    assert found.points == 260


# The command


def test_the_plan_as_json(pinochle: Pinochle) -> None:
    result = pinochle("melds", "--json", "ATKQJ...", "--trump", "S", "--turns", "2", "--draws", "4")
    assert (result.status, result.err) == (0, "")
    found = json.loads(result.out)
    assert found["plan"] == {
        "turns": 2,
        "points": 190,
        "steps": [
            {"turn": 1, "move": ROYAL, "points": 40, "total": 40},
            {"turn": 2, "move": RUN, "points": 150, "total": 190},
        ],
    }
    assert {"meld": "pinochle:QS.JD", "missing": ["JD"]} in found["needs"][3]["melds"]
    assert found["outs"][0] == {
        "meld": "pinochle:QS.JD",
        "points": 40,
        "missing": ["JD"],
        "unseen": [2],
        "draws": 4,
        # 43 cards are unseen, 41 of them no jack of diamonds.
        "chance": float(1 - Fraction(comb(41, 4), comb(43, 4))),
    }
    without = json.loads(pinochle("melds", "--json", "ATKQJ...", "--trump", "S").out)
    assert list(without) == ["rules", "trump", "hand", "melds"]
    no_draws = pinochle("melds", "--json", "ATKQJ...", "--trump", "S", "--turns", "2")
    assert json.loads(no_draws.out)["outs"][0]["chance"] is None


def test_the_plan_of_a_position(pinochle: Pinochle) -> None:
    found = json.loads(pinochle("melds", "--json", "--turns", "2", POSITION).out)
    assert list(found) == ["position", "seat", "act", "melds", "plan", "needs", "outs"]
    assert found["plan"]["points"] == 50
    assert {"card": "9C", "melds": []} in found["needs"]
    assert [out["meld"] for out in found["outs"][:2]] == ["queens:QS.QH.QD.QC", ROYAL]
    assert {out["draws"] for out in found["outs"]} == {8}


def test_the_plan_for_reading(pinochle: Pinochle) -> None:
    shown = pinochle("melds", "--ascii", "--turns", "2", POSITION).out
    for row in (
        "in 2 turns: 50 points",
        "    1   dix + marriage       30      30   9S KC QC        -",
        "QS on table   royal-marriage (KS), queens (QD)",
        "9C            -",
        "queens                60   QD        1            8    30.8%",
    ):
        assert row in shown
    none = pinochle("melds", "AT.T.T.T", "--trump", "S", "--turns", "1").out
    assert "in 1 turn: nothing to show" in none
    rare = pinochle("melds", "-.A.A.-", "--trump", "S", "--turns", "1", "--draws", "2").out
    assert "0.4%" in rare


def test_the_graph_of_a_command(pinochle: Pinochle, tmp_path: Path) -> None:
    for name in ("melds.graphml", "melds.dot", "melds.DOT"):
        file = tmp_path / name
        result = pinochle("melds", HAND, "--trump=S", "--turns=2", f"--graph={file}")
        assert (result.status, result.err) == (0, "")
        assert "marriage:KH.QH" in file.read_text()
    assert (tmp_path / "melds.DOT").read_text() == (tmp_path / "melds.dot").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([HAND, "--turns", "0"], "'--turns': '0', expected a whole number, at least 1"),
        ([HAND, "--turns", "two"], "'--turns': 'two', expected a whole number"),
        ([HAND, "--draws", "2"], "pinochle melds: --draws: goes with --turns"),
        ([HAND, "--gone", "A..."], "pinochle melds: --gone: goes with --turns"),
        ([HAND, "--graph", "melds.dot"], "pinochle melds: --graph: goes with --turns"),
        (
            [HAND, "--turns", "1", "--draws", "-1"],
            "'--draws': '-1', expected a whole number, at least 0",
        ),
        ([HAND, "--turns", "1", "--draws", "40"], "--draws: 40, but 37 cards are unseen"),
        ([HAND, "--turns", "1", "--gone", "A"], "--gone: 'A' names no suit"),
        ([HAND, "--turns", "1", "--gone", "QQ..."], "--gone: 3 copies of QS, the deck has 2"),
        (["AATTKKQQJJ99.A.-.-", "--turns", "1"], "hand: 13 cards, a hand has at most 12"),
        ([HAND, "--turns", "1", "--graph", "x.png"], "x.png ends in none of .graphml, .dot"),
        ([HAND, "--turns", "1", "--graph", "/nowhere/x.dot"], "/nowhere/x.dot: no such file"),
        ([HAND, "--turns", "1", "--graph", "/nowhere/x.graphml"], "x.graphml: no such file"),
        ([POSITION, "--turns", "1", "--draws", "3"], "--draws: goes with a hand"),
        ([POSITION, "--turns", "1", "--gone", "A..."], "--gone: goes with a hand"),
        (["-f", "x.pn", "--turns", "1", "--graph", "x.dot"], "--graph: goes with one hand"),
        ([POSITION.replace("turn=south", "turn=north"), "--turns", "1"], "position: turn: north"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    pinochle: Pinochle, arguments: list[str], complaint: str
) -> None:
    trump = [] if "=" in arguments[0] or arguments[0] == "-f" else ["--trump", "S"]
    result = pinochle("melds", *arguments, *trump)
    assert (result.status, result.out) == (2, "")
    assert complaint in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("call", "fact"),
    [
        (lambda _: planned("scarne", HAND, 0), "turns: 0, expected 1 or more"),
        (lambda _: planned("scarne", HAND, 1, draws=-1), "draws: -1, but 37 cards are unseen"),
        (lambda _: planned("scarne", "99.-.-.-", 1, upcard="9S"), "upcard: 3 copies of 9S"),
        (lambda position: plan_position(position, 0), "turns: 0, expected 1 or more"),
        (
            lambda position: plan_position(replace(position, turn=position.turn.other), 1),
            "turn: north, but 9 cards",
        ),
    ],
)
def test_bad_numbers_from_python(call: Callable[[StockPosition], object], fact: str) -> None:
    with pytest.raises(PositionError) as caught:
        call(StockPosition.parse(POSITION))
    assert str(caught.value).startswith(fact)


def test_networkx_is_loaded_only_for_a_plan() -> None:
    import subprocess

    def loads(*arguments: str) -> bool:
        run = [COMMAND[0], "-X", "importtime", *COMMAND[1:], "melds", HAND, "--trump", "S"]
        done = subprocess.run([*run, *arguments], capture_output=True, text=True, check=True)
        return "networkx" in done.stderr

    assert not loads()
    assert loads("--turns", "1")

"""The engines of the games for three and four: by name, what they do, what they may see."""

from __future__ import annotations

from itertools import islice

import pytest

from helpers.soak import some
from helpers.table_play import begun_hand, played
from pinochle_solver import TablePosition
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.engines.protocol import Conversation
from pinochle_solver.engines.registry import (
    engine_names,
    make_engine,
    make_table_engine,
    table_engine_class,
    table_engine_names,
)
from pinochle_solver.engines.table.engine import as_mover_sees
from pinochle_solver.engines.table.maxims import MAXIMS, terms_of
from pinochle_solver.engines.table.sight import TableSight
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.valuation import advised_limit, best_value, value_of

ONE_DEAL = Limits(worlds=1)
QUICK = ("advice", "greedy", "random")
BID = (
    "rules=auction dealer=north act=bid bids=250 turn=west south=+15 west=TK.AATK9.TQ9.AKQJ9 "
    "north=+15 widow=+3"
)
BURY = (
    "rules=auction dealer=north act=bury bids=250,260,p,450,p bidder=south contract=450 turn=south "
    "south=AAKQJ9.KQJ.AATKQJ.TK9 west=+15 north=+15 widow=-.J.-.T9"
)
ENDING = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"


def decided(engine: str, line: str, **limits: int) -> str:
    position = TablePosition.parse(line)
    decision = make_table_engine(engine).choose(position, Limits(**limits))
    return decision.move.text()


def talk(*lines: str) -> list[str]:
    said: list[str] = []
    conversation = Conversation(said.append)
    for line in lines:
        conversation.handle(line)
        conversation.wait()
    return said


def test_the_engines_by_name() -> None:
    assert table_engine_names() == (
        "default",
        "advice",
        "greedy",
        "random",
        "graded",
        "open-average",
    )
    assert "open-average" not in engine_names()
    for name in table_engine_names():
        engine = table_engine_class(name)
        assert engine.name == name
        assert 0 < len(engine.summary) < 60
    with pytest.raises(ValueError, match="'pimc' is no engine for three and four, expected one of"):
        make_table_engine("pimc")
    with pytest.raises(ValueError, match="'chess' is no engine, expected one of default, advice"):
        make_table_engine("chess")
    with pytest.raises(ValueError, match="engine is 'open-average', expected one of default, pimc"):
        make_engine("open-average")


@pytest.mark.parametrize("rules", some(TABLE_RULEBOOKS, 6, 1))
def test_whole_hands_are_played_from_what_a_seat_sees(rules: str) -> None:
    deal = random_deal(3, 1, TABLE_RULEBOOKS[rules])
    engines = [make_table_engine(QUICK[place % len(QUICK)]) for place in range(4)]
    for hand, seen, move in played(deal, engines, ONE_DEAL):
        if seen is not None:
            assert move is not None
            assert seen.text() == as_mover_sees(seen).text()
            assert hand.is_legal(move)  # type: ignore[arg-type]
    assert hand.turn is None


@pytest.mark.parametrize("rules", ["auction", "corners", "partnership", "macdougall-3"])
def test_the_open_average_plays_whole_hands(rules: str) -> None:
    deal = random_deal(5, 1, TABLE_RULEBOOKS[rules])
    engines = [make_table_engine(each) for each in ("greedy", "open-average", "greedy", "greedy")]
    *_, (hand, _, _) = played(deal, engines, ONE_DEAL)
    assert hand.turn is None


def test_the_random_engine_depends_on_seed_and_position_alone() -> None:
    position = TablePosition.parse(BURY)
    engine = make_table_engine("random")
    moves = {engine.choose(position, ONE_DEAL, seed=seed).move.text() for seed in range(30)}
    again = {engine.choose(position, ONE_DEAL, seed=seed).move.text() for seed in range(30)}
    assert moves == again
    assert len(moves) > 20
    named = TablePosition.parse(f"{BURY} id=anything")
    assert engine.choose(named, ONE_DEAL).move == engine.choose(position, ONE_DEAL).move


def test_macdougall_s_own_example_is_valued_as_he_does() -> None:
    hand = Hand.parse("AATKQ9.ATQJ9.AQQ.A")
    value = value_of(hand, Suit.SPADES, has_widow=True)
    assert (value.suits, value.cards, value.melds, value.openings) == (60, 90, 150, 60.0)
    assert best_value(hand, has_widow=True).trump is Suit.SPADES
    # In the stake game the normal bid, in the scoring game the safe one.
    assert advised_limit(hand, TABLE_RULEBOOKS["auction"]) == 350
    assert advised_limit(hand, TABLE_RULEBOOKS["auction-score"]) == 330


def test_his_hand_of_the_most_melds_is_valued_as_he_does() -> None:
    hand = Hand.parse("AKQ.ATKQJ9.AKQ.AKQ")
    value = value_of(hand, Suit.HEARTS, has_widow=False)
    assert (value.suits, value.cards, value.melds) == (40, 60, 460)


@pytest.mark.parametrize(
    ("engine", "line", "move"),
    [
        ("advice", BID, "p"),
        ("greedy", BID, "p"),
        ("advice", BURY, "D:TC.JH.9C"),
        ("advice", BURY.replace("450", "650"), "concede"),
        ("greedy", BURY.replace("450", "650"), "concede"),
        # The jack first: top trumps are met by smears.
        (
            "advice",
            "rules=auction dealer=north bids=250,p,p bidder=south contract=250 trump=S turn=south "
            "south=AATKQJ.AJ9.AQJ.KQ9 west=+15 north=+15 buried=-.T.T.J melds.south=none",
            "JS",
        ),
        # The other defender's ace wins: the ten goes on it.
        (
            "greedy",
            "rules=auction bidder=south trump=S turn=north led=9H,AH south=A.-.-.- west=9.-.-.- "
            "north=-.T9.-.-",
            "TH",
        ),
    ],
)
def test_what_the_rules_say(engine: str, line: str, move: str) -> None:
    assert decided(engine, line) == move


def test_every_maxim_has_its_say() -> None:
    met: set[str] = set()
    for name in ("auction", "check"):
        for index in range(3):
            deal = random_deal(index, 9, TABLE_RULEBOOKS[name])
            engines = [make_table_engine("advice")] * 4
            for _, seen, _ in played(deal, engines, ONE_DEAL):
                if seen is not None and seen.act.value == "play":
                    sight = TableSight(seen)
                    for card in sight.held.distinct():
                        met |= terms_of(sight, card).keys()
    assert met == {maxim.name for maxim in MAXIMS}


def test_what_is_hidden_is_taken_away() -> None:
    hand = begun_hand(random_deal(0, 1, TABLE_RULEBOOKS["auction"]))
    whole = position_of(hand)
    seen = as_mover_sees(whole)
    assert seen.text() == position_of(hand, hand.turn).text()
    assert talk(f"position {whole.text()}", "setoption Engine advice", "go") == talk(
        f"position {seen.text()}", "setoption Engine advice", "go"
    )
    named = TablePosition.parse(BID.replace("north=+15", "north=AS+14"))
    assert as_mover_sees(named) == named
    assert as_mover_sees(TablePosition.parse(ENDING)) == TablePosition.parse(ENDING)


@pytest.mark.parametrize(
    "rules", [name for name, rules in TABLE_RULEBOOKS.items() if rules.stock is None]
)
def test_every_view_is_what_the_referee_shows(rules: str) -> None:
    deal = random_deal(1, 2, TABLE_RULEBOOKS[rules])
    engines = [make_table_engine("greedy")] * 4
    for hand, seen, _ in islice(played(deal, engines, ONE_DEAL), 0, 40, 5):
        if seen is not None:
            assert as_mover_sees(position_of(hand)).text() == seen.text()


def test_the_protocol_answers_positions_of_three_and_four() -> None:
    assert talk(f"position {BURY}", "moves") == ["legal S H D C concede"]
    [line] = talk(f"position {BURY}", "moves D:TC.JH.9C")
    assert line.startswith("legal D:TC.JH.9C D:TC.JH.9C/run:AD.TD.KD.QD.JD+marriage:KS.QS+")
    assert talk(f"position {BURY}", "moves D:TC.JH") == [
        "error D:TC.JH: 2 cards are buried, expected 3"
    ]
    assert talk(f"position {BID}", "moves D") == ["error D: only a burial is listed in steps"]
    assert talk(f"position {ENDING}", "setoption Engine open-average", "go worlds 1") == [
        "info worlds 1 move JS mean 32.5 se 0.0 unit points",
        "bestmove JS mean 32.5 se 0.0 unit points",
    ]
    assert talk(f"position {BID}", "setoption Engine greedy", "go") == ["bestmove p"]
    first, last = talk(f"position {BURY}", "setoption Engine open-average", "go worlds 2")
    assert first.startswith("info worlds 2 move D:TC.JH.9C mean ")
    assert last.startswith("bestmove D:TC.JH.9C mean ")
    assert last.endswith(" unit cents")


def test_several_moves_are_told_with_chances() -> None:
    lines = talk(
        f"position {ENDING}",
        "setoption MultiPV 2",
        "setoption Objective win",
        "go worlds 1",
    )
    assert lines == [
        "info worlds 1 move JS mean 32.5 se 0.0 unit points multipv 1 win 1.0 win_low 1.0 "
        "win_high 1.0 behind 0.0 behind_se 0.0 visits 1",
        "info worlds 1 move QS mean 25.0 se 0.0 unit points multipv 2 win 1.0 win_low 1.0 "
        "win_high 1.0 behind 0.0 behind_se 0.0 visits 1",
        "bestmove JS mean 32.5 se 0.0 unit points",
    ]


def test_an_engine_that_does_not_play_these_games_says_so_and_moves() -> None:
    error, best = talk(f"position {BID}", "setoption Engine pimc", "go")
    assert error.startswith("error ValueError: 'pimc' is no engine for three and four, expected")
    assert best == "bestmove p"


@pytest.mark.parametrize(("rules", "act"), [("hayes-3", "bid"), ("macdougall-3", "bury")])
def test_what_a_game_does_not_decide_is_refused_in_a_line(rules: str, act: str) -> None:
    line = f"rules={rules} act={act} dealer=north upcard=9S south=AAKQ.K.K.KQ"
    assert talk(f"position {line}") == [f"error act: {act}, but not in {rules}"]


def test_the_upcard_that_was_taken_before_all_stays_known() -> None:
    line = (
        "rules=hayes-4 dealer=south trump=H turn=east led=JC upcard=9H stock=7 south=+6 west=+6 "
        "north=-.K.KQ.KQ east=AJ.AQ.K.9 melds.north=marriage:KD.QD@1+dix@3+marriage:KC.QC@4 "
        "tricks=AS-QH-9D-JD,9S-TH-KH-KS,JC-JS-AD-JH,JH-TS-KC-QD"
    )
    position = TablePosition.parse(line)
    assert as_mover_sees(position) == position
    two = TablePosition.parse(line.replace("-.K.KQ.KQ", "-.K.KQ.KQ").replace("dix@3+", ""))
    assert as_mover_sees(two).hands[Seat.NORTH].hidden == 1


def test_a_hidden_hand_has_no_moves() -> None:
    line = BID.replace("west=TK.AATK9.TQ9.AKQJ9", "west=+15")
    assert talk(f"position {line}") == [
        "error west: 15 hidden cards, but the player to move must see his hand"
    ]
    with pytest.raises(IllegalPositionError, match="west: 15 hidden cards"):
        as_mover_sees(TablePosition.parse(line))


def test_cards_that_win_are_known_for_the_last_and_guessed_before() -> None:
    position = TablePosition.parse(
        "rules=partnership trump=S turn=east led=AH,9H,TH south=K.-.-.- west=Q.-.-.- north=J.-.-.- "
        "east=9.T.-.-"
    )
    sight = TableSight(position)
    assert sight.side_wins(Card.parse("9S")) == 1.0
    assert sight.side_wins(Card.parse("TH")) == 0.0


def test_errors_are_those_of_engines() -> None:
    assert issubclass(EngineError, Exception)
    with pytest.raises(ValueError, match="objective is 'money', expected one of points, win"):
        make_table_engine("default", objective="money")

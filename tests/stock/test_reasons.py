"""Why the best move is the best: the sentence, and the parts that it tells of."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from helpers.commandline import Pinochle
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.move_words import card_words, meld_words
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat
from pinochle_solver.rules.suits import Suit
from pinochle_solver.stock.analysis import POINTS, WIN, Analysis
from pinochle_solver.stock.comparing import compare
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.reason_words import sentence
from pinochle_solver.stock.reasons import Cause, Part, Reason, Takes, Turn, is_sure
from pinochle_solver.stock.search import analyze
from pinochle_solver.stock.settings import SearchSettings
from pinochle_solver.stock.tallies import Apart, Tally

ACES = (
    "rules=hayes upcard=9S stock=19 turn=north south=-.-.-.K+10 north=AKQQ.TK.ATKJ.A9 led=QC"
    " melds.south=marriage:KC.QC*@2 melds.north=dix@1 tricks=9D-QD,JH-TH points=20+10/10+5"
    " dealer=north"
)
MARRIAGE = (
    "rules=hayes upcard=9S stock=13 act=meld turn=north south=-.-.-.K+11 north=AKQQJ.TK.AK9.AT"
    " melds.south=marriage:KC.QC*@2 melds.north=dix@1+pinochle:QS.JD*@4"
    " tricks=9D-QD,JH-TH,QC-9C,JD-TD,JD-JH points=20+15/50+15 dealer=north"
)
LEAD = (
    "rules=macdougall upcard=9S stock=5 turn=north south=-.-.K.-+11 north=ATQQJ.TQ.TKQ.AJ"
    " melds.south=dix@1+marriage:KD.QD*@5"
    " melds.north=marriage:KD.QD@1+dix:9S*@2+marriage:KH*.QH*@2"
    " tricks=9H-9D,JH-JD,KH-JS,TD-9S,9D-AD,QC-KC,TH-AH,QC-TC,QH-QD points=30+38/50+40 dealer=south"
)
TWO_MARRIAGES = (
    "rules=scarne upcard=9C stock=3 act=meld turn=south south=TKKQQ.TKQ.TK.Q north=-.-.-.A+10"
    " melds.south=pinochle:QS.JD*@4+marriage:KS.QS@7+kings:KS.KH.KD.KC*@8+royal-marriage:KC*.QC@9"
    " melds.north=marriage:KD*.QD*@3+dix@5"
    " tricks=TH-JS,AD-9H,9D-JH,QD-TD,TS-JC,KD-9S,QD-AD,JD-JH,QH-JS,AS-9C,9H-KC"
    " points=180+40/30+52 dealer=south"
)
KEPT_ACE = (
    "rules=scarne upcard=AC stock=15 turn=north south=Q.-.J.-+9 north=9.AJ9.KQJ.AQJJ9 led=TS"
    " melds.south=pinochle:QS.JD@4 melds.north=marriage:KD.QD@3 tricks=TH-JS,AD-9H,9D-JH,QD-TD"
    " points=40+13/20+25 dealer=south"
)
LAST_LEAD = (
    "rules=macdougall upcard=9S stock=1 turn=north south=-.-.K.-+11 north=AQQJ.TQ.TKQ.AKJ"
    " melds.south=dix@1+marriage:KD.QD*@5"
    " melds.north=marriage:KD.QD@1+dix:9S*@2+marriage:KH*.QH*@2"
    " tricks=9H-9D,JH-JD,KH-JS,TD-9S,9D-AD,QC-KC,TH-AH,QC-TC,QH-QD,TS-JC,AS-JD"
    " points=30+38/50+65 dealer=south"
)
POSITIONS = (ACES, MARRIAGE, LEAD, TWO_MARRIAGES, KEPT_ACE, LAST_LEAD)


@cache
def found(line: str, objective: str = POINTS) -> Analysis:
    return analyze(StockPosition.parse(line), worlds=512, seed=1, objective=objective)


@pytest.mark.parametrize(
    ("line", "over", "told"),
    [
        (ACES, "AC", "keeps the ace of clubs for four aces: +14 points by melds, +8 in all"),
        (
            MARRIAGE,
            "pass",
            "lays a royal marriage now: +40 points now, -32 by later melds",
        ),
        (
            LEAD,
            "QH",
            "takes the trick more often and makes four aces less likely for south:"
            " +30 points by that, -23 in cards (+13 in this trick, -36 later), +1 by melds",
        ),
        (
            TWO_MARRIAGES,
            "marriage:KS.QS",
            "keeps the marriage in spades for later: +5 points by later melds, -2 in cards",
        ),
        (
            KEPT_ACE,
            "AC",
            "keeps the ace of clubs: +6 points in cards (-9 in this trick, +15 later),"
            " +4 as south melds less",
        ),
        (LAST_LEAD, "KC", "keeps the king of clubs: +12 points in cards"),
    ],
)
def test_the_reason_in_a_players_words(line: str, over: str, told: str) -> None:
    reason = found(line).reason
    assert reason is not None
    assert (reason.move, reason.other.text()) == (found(line).best.move, over)
    assert sentence(reason, "south") == told


@pytest.mark.parametrize("line", POSITIONS)
def test_the_parts_add_up_to_the_difference(line: str) -> None:
    analysis = found(line)
    reason = analysis.reason
    assert reason is not None
    other = next(move for move in analysis.moves if move.move == reason.other)
    parts = (reason.own_melds, reason.other_melds, reason.trick, reason.later)
    whole = reason.now + sum(part.mean for part in parts)
    assert whole == pytest.approx(other.points_behind.mean)
    assert reason.cards.mean == pytest.approx(reason.trick.mean + reason.later.mean)
    assert reason.ahead == reason.points == other.points_behind
    # And what the sentence turns on is in favour of the move, and sure.
    assert reason.cause is not None
    own = {
        Part.NOW: Estimate(reason.now, 0.0),
        Part.OWN_MELDS: reason.own_melds,
        Part.OTHER_MELDS: reason.other_melds,
        Part.MELDS: reason.melds,
        Part.CARDS: reason.cards,
    }[reason.cause.part]
    assert own.mean > 0
    assert is_sure(own)
    assert pickle.loads(pickle.dumps(analysis)).reason == reason


def test_a_reason_by_chance_tells_the_chance_and_points_that_agree() -> None:
    reason = found(KEPT_ACE, WIN).reason
    assert reason is not None
    assert sentence(reason, "south") == (
        "keeps the ace of clubs: wins 6.8 more of 100 hands; +6 points in cards"
        " (-9 in this trick, +15 later), +4 as south melds less"
    )
    sure = replace(reason, ahead=Estimate(0.05, 0.01), points=Estimate(-3.2, 1.0))
    told = "wins 5.0 more of 100 games, for 3 points fewer on average"
    assert sentence(sure, "south", of_game=True) == told
    unsure = replace(sure, points=Estimate(-3.2, 2.0))
    assert sentence(unsure, "south") == "wins 5.0 more of 100 hands"
    assert found(MARRIAGE, WIN).reason is None  # too close to call


def made(cause: Cause, **parts: float) -> Reason:
    """A reason with these sure parts."""
    values = {
        name: Estimate(parts.get(name, 0.0), 0.1)
        for name in ("own_melds", "other_melds", "trick", "later")
    }
    cards = Estimate(values["trick"].mean + values["later"].mean, 0.1)
    both = values["own_melds"].mean + values["other_melds"].mean
    points = Estimate(sum(parts.values()), 0.1)
    move, other = (Play(Card.parse(card)) for card in ("9H", "TS"))
    now = parts.get("now", 0.0)
    return Reason(
        move,
        other,
        POINTS,
        points,
        points,
        now,
        **values,
        melds=Estimate(now + both, 0.1),
        cards=cards,
        knows_trick=True,
        cause=cause,
        meld_unit=10,
    )


def test_the_sentence_of_each_cause() -> None:
    ten = Card.parse("TS")
    own = Cause(Part.OWN_MELDS, Turn.KEEPS_FOR_MELD, ten, "a run")
    reason = made(own, own_melds=6, later=-3)
    assert (
        sentence(reason, "north")
        == "keeps the ten of spades for a run: +6 points by melds, -3 in cards"
    )
    takes = Cause(Part.CARDS, Turn.TAKES, takes=Takes.YES)
    assert sentence(made(takes, trick=1.2), "Bob") == "takes the trick: +1 point in cards"
    one = made(takes, trick=12, later=-12, other_melds=2)
    assert sentence(one, "Bob") == (
        "takes the trick: +12 points in this trick, -12 in later tricks, +2 as Bob melds less"
    )
    melds = Cause(Part.OTHER_MELDS, Turn.HOLDS_OFF, meld="four aces", takes=Takes.YES)
    assert sentence(made(melds, trick=12, later=-12, other_melds=2), "Bob") == (
        "takes the trick and makes four aces less likely for Bob: +2 points by that"
    )
    for turn, begins in (
        (Turn.MELDS_MORE, "melds more later"),
        (Turn.TAKES_MORE, "takes more points in the trick"),
        (Turn.GIVES_LESS, "gives up only the ten of spades"),
        (Turn.RISKS_LESS, "risks only the ten of spades"),
        (Turn.KEEPS_TRUMP, "keeps a trump, the ten of spades"),
        (Turn.FROM_TABLE, "plays the ten of spades from the table"),
        (Turn.FROM_HAND, "plays the ten of spades from the hand"),
        (Turn.DRAWS_UPCARD, "draws the upcard, the ten of spades"),
        (Turn.LEAVES_UPCARD, "leaves the upcard, the ten of spades, to Bob"),
        (Turn.EXCHANGES, "takes the upcard, the ten of spades, for the dix"),
        (Turn.SHOWS_LESS, "shows Bob fewer cards"),
        (Turn.WINS_CARDS, "wins more in tricks"),
    ):
        told = sentence(made(Cause(Part.CARDS, turn, ten), later=7), "Bob")
        assert told == f"{begins}: +7 points in cards"
    both = Cause(Part.MELDS, Turn.GAINS_BY_MELDS, takes=Takes.OFTENER)
    assert sentence(made(both, own_melds=3, other_melds=4, later=-2), "Bob") == (
        "takes the trick more often and gains by melds: +7 points by both players' melds,"
        " -2 in cards"
    )
    unit = replace(made(own, own_melds=0.6), meld_unit=1)
    assert sentence(unit, "Bob").endswith("for a run: +0.6 points by melds")


def test_cards_and_melds_in_words() -> None:
    assert card_words(Card.parse("9D")) == "nine of diamonds"
    words = {meld_words(meld) for meld in melds_of(RULEBOOKS["scarne"], Suit.SPADES)}
    assert words == {
        "a run",
        "a royal marriage",
        *(f"the marriage in {suit}" for suit in ("hearts", "diamonds", "clubs")),
        "a pinochle",
        "a roundhouse",
        *(f"four {rank}" for rank in ("aces", "kings", "queens", "jacks")),
    }
    assert "double aces" in {meld_words(meld) for meld in melds_of(RULEBOOKS["glup"], Suit.SPADES)}


def test_parts_by_hand() -> None:
    """Four groups of ten worlds; north decides, and the first move takes the trick."""
    ten = np.full(4, 10.0)
    shown = np.zeros((4, 2, 3))
    shown[:, 1, 0] = (2, 4, 2, 4)
    first = Tally(ten, points(500, 700, 200, 330), shown, taken(0, 20, 120))
    second = Tally(ten, points(550, 650, 240, 300), np.zeros((4, 2, 3)), taken(10, 140, 0))
    apart = Apart.of_tallies(Seat.NORTH, first, second)
    assert apart is not None
    assert apart.takes is not None
    assert apart.takes.tolist() == [10.0] * 4
    own, other, trick, later, melds, cards = (
        part.mean for part in apart.parts(Estimate(10.0, 0.0), unit=10)
    )
    assert (own, other, melds) == (3.0, 4.0, 7.0)
    assert (trick, later, cards) == (24.0, -21.0, 3.0)
    often = apart.often(apart.shows[0][:, 0])
    assert often.mean == 0.3
    # The deviation of the mean of four, and Student's 3.18 in place of 1.96.
    assert often.se == pytest.approx(0.1 * (4 / 3) ** 0.5 / 2 * 3.182 / 1.96, rel=0.01)
    # What is known better than by playouts is put down to the parts; here nothing varies.
    more = apart.parts(Estimate(12.0, 1.0), unit=10)
    assert sum(part.mean for part in more[:-2]) == pytest.approx(12.0)
    assert Apart.of_tallies(Seat.NORTH, first.first(3), second) is None


def points(*sums: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.tile(np.array(sums), (4, 1))


taken = points


def test_a_comparison_has_the_reason_of_its_own_worlds() -> None:
    position = StockPosition.parse(ACES)
    nine, ace = (Play(Card.parse(card)) for card in ("9C", "AC"))
    settings = SearchSettings(limits=replace(SearchSettings().limits, worlds=512), seed=7)
    ahead = compare(position, nine, ace, settings)
    assert ahead.reason is not None
    assert ahead.reason.points == ahead.points
    assert sentence(ahead.reason, "south").startswith("keeps the ace of clubs")
    assert compare(position, ace, nine, settings).reason is None


def test_the_reason_in_text_and_json(pinochle: Pinochle) -> None:
    arguments = ("analyze", "--worlds", "512", ACES)
    told = "it keeps the ace of clubs for four aces: +14 points by melds, +8 in all"
    assert told in pinochle(*arguments).out.splitlines()
    line = json.loads(pinochle(*arguments, "--json").out)
    assert line["reason"]["over"] == "AC"
    assert f"it {line['reason']['text']}" == told
    assert list(line["reason"]["parts"]) == ["now", "own_melds", "other_melds", "trick", "later"]
    behind = line["moves"][1]["points_behind"]
    assert sum(line["reason"]["parts"].values()) == pytest.approx(behind, abs=0.003)
    assert all(error >= 0 for error in line["reason"]["errors"].values())
    by_rules = json.loads(pinochle("analyze", "--engine", "greedy", ACES, "--json").out)
    assert "reason" not in by_rules

"""An analysis and a review whose figures are all different."""

from __future__ import annotations

from math import nan

from helpers.doubled import REDOUBLED
from helpers.games import DOUBLED
from pinochle_solver import (
    Card,
    PlayoffPosition,
    Seat,
    StockPosition,
    parse_record,
    replay_record,
)
from pinochle_solver.limits import Limits
from pinochle_solver.reviews.account import Account, Draw, Unseen
from pinochle_solver.reviews.decisions import Decision, MoveWorth
from pinochle_solver.reviews.doublings import DoublingDecision
from pinochle_solver.reviews.marks import Loss
from pinochle_solver.reviews.review import Review
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.rules.moves import Doubling, Play, Show
from pinochle_solver.stock.analysis import (
    Analysis,
    MoveEstimate,
    Price,
    SeatOutlook,
)
from pinochle_solver.stock.estimates import Estimate

STOCK = StockPosition.parse(
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9 "
    "melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13 "
    "dealer=north id=b"
)

PLAYOFF = PlayoffPosition.parse(
    "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south points=40+100/20+80 id=a"
)

SHOWS = {move.text(): move for move in STOCK.legal_moves()}

MARRIAGE = MoveEstimate(
    move=SHOWS["marriage:KH.QH"],
    objective="points",
    mean=41.2345,
    mean_se=2.3456,
    win=0.71234,
    win_se=0.02345,
    points_behind=Estimate(0.0, 0.0),
    win_behind=Estimate(0.0, 0.0),
    visits=640,
    exact=False,
    mover=SeatOutlook(83.456, 111.234, {"marriage": 1.25, "run": 0.03125}),
    other=SeatOutlook(62.345, 96.543, {"jacks": 0.125}),
    price=Price(20, 2, 21.2345, 3.4567, ("kings",), ("run", "queens")),
)

PASS = MoveEstimate(
    move=Show(),
    objective="points",
    mean=37.1234,
    mean_se=4.5678,
    win=0.64321,
    win_se=0.03456,
    points_behind=Estimate(4.11111, 1.98765),
    win_behind=Estimate(0.06913, 0.01357),
    visits=512,
    exact=True,
    mover=SeatOutlook(71.987, 108.765, {"aces": 0.5}),
    other=SeatOutlook(59.876, 99.012, {"kings": 0.25}),
)

ANALYSIS = Analysis(
    position=STOCK,
    engine="default",
    objective="points",
    belief="inferred",
    model="in words",
    moves=(MARRIAGE, PASS),
    choice=PASS.move,
    worlds=641,
    seed=17,
    seconds=1.23456,
    finished=False,
    open_average={"pass": 12.345, "marriage:KH.QH": 23.456},
)

WINDOW = StockPosition.parse(REDOUBLED)


def reviewed() -> Review:
    """A review made up of a meld, a card of the playoff and what was said to a double."""
    replay = replay_record(parse_record(DOUBLED))
    melds = Decision(
        trick=4,
        act="m",
        seat=Seat.SOUTH,
        position=STOCK,
        played=Show(),
        best=MARRIAGE.move,
        loss=Loss(Estimate(21.25, 3.5), Estimate(0.08, 0.03125), exact=False, unit=10),
        expected=Estimate(41.5, 2.25),
        win=Estimate(0.71, 0.0425),
        values=(
            MoveWorth(MARRIAGE.move, Estimate(40.5, 2.5), Estimate(0.0, 0.0)),
            MoveWorth(Show(), Estimate(16.5, 3.25), Estimate(24.0, 4.5)),
        ),
        worlds=77,
    )
    king = Play(Card.parse("KD"))
    card = Decision(
        trick=21,
        act="l",
        seat=Seat.NORTH,
        position=PLAYOFF,
        played=king,
        best=king,
        loss=Loss(Estimate(1.0, 0.0), None, exact=True, unit=10),
        expected=Estimate(-40.0, 0.0),
        win=Estimate(0.25, nan),
        values=(MoveWorth(king, Estimate(-40.0, 0.0), Estimate(0.0, 0.0)),),
        worlds=0,
    )
    double = DoublingDecision(
        trick=3,
        act="b",
        seat=Seat.SOUTH,
        position=WINDOW,
        played=Doubling.ACCEPT,
        best=Doubling.REFUSE,
        loss=Estimate(2.75, 0.375),
        exact=False,
        values=(
            MoveWorth(Doubling.REFUSE, Estimate(-8.0, 0.0), Estimate(0.0, 0.0)),
            MoveWorth(Doubling.ACCEPT, Estimate(-11.5, 0.5), Estimate(3.5, 0.625)),
        ),
        worlds=64,
    )
    ten, jack = Card.parse("TD"), Card.parse("JC")
    draws = (
        Draw(1, Seat.SOUTH, ten, Estimate(5.5, 0.75)),
        Draw(2, Seat.NORTH, jack, Estimate(-3.25, 1.5)),
    )
    unseen = (Unseen(melds, Estimate(7.0, 1.25)), Unseen(card, Estimate(-2.0, 0.875)))
    account = Account(Estimate(12.5, 6.0), draws, unseen, (melds, card), result=21.0, is_over=False)
    return Review(
        replay=replay,
        settings=ReviewSettings(Limits(worlds=77), seed=5, threads=1),
        decisions=(melds, card),
        finished=False,
        account=account,
        draws=draws,
        doublings=(double,),
    )

"""Which calls of a quiz count as right, and how that is told."""

from __future__ import annotations

from io import StringIO

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.reviews.table.bid_questions import good_calls
from pinochle_solver.table.moves import PASS, Call

POSITION = TablePosition.parse(
    "rules=check dealer=south act=bid bids=p turn=north "
    "south=+12 west=+12 north=AAK9.ATKQ9.TJJ.- east=+12"
)


def analysis(error: float, passing: float, **bids: float) -> ChanceAnalysis:
    """What a search found: the mean of a pass, and of each bid."""

    def chance(call: Call, mean: float) -> MoveChance:
        made = None if call == PASS else Estimate(0.8, 0.02)
        return MoveChance(move=call, mean=Estimate(mean, error), chance=made, worlds=400)

    moves = [chance(Call(int(bid[1:])), mean) for bid, mean in bids.items()]
    return ChanceAnalysis(
        position=POSITION,
        moves=(*moves, chance(PASS, passing)),
        objective="checks",
        worlds=400,
        seed=1,
        seconds=1.0,
        is_open=False,
        exact=False,
        finished=True,
        has_hidden_play=True,
    )


def told(found: ChanceAnalysis, call: Call) -> str:
    out = StringIO()
    TableRenderer(out, ascii=True).table_called(
        found, call, Call(200), good_calls(found), Estimate(0.0, 0.0)
    )
    return out.getvalue()


def test_what_is_worth_bidding_only_later_is_not_right_at_once() -> None:
    found = analysis(0.02, 0.2, b200=1.8, b210=1.78, b220=1.2, b230=0.5, b240=0.1)
    good = good_calls(found)
    assert (good.calls, good.close) == ([Call(200), Call(210)], [])
    last = told(found, Call(200)).splitlines()[-1]
    assert last == "counted as right: 200 to 210; more, up to 230, only if you are driven to it"


def test_no_bid_above_the_advised_one_is_right_however_close() -> None:
    found = analysis(1.0, 0.2, b200=1.0, b210=0.9, b220=0.5, b230=0.1, b240=0.0)
    good = good_calls(found)
    assert good.calls == [Call(200), Call(210), Call(220), PASS]
    assert good.close == [Call(210), Call(220), PASS]
    lines = told(found, Call(220)).splitlines()
    assert lines[0].startswith("right: too close to call; best is 200; 220 loses ")
    assert lines[-1] == "counted as right: 200 to 220, pass (too close to call: 210 to 220, pass)"
    assert told(found, Call(240)).startswith("wrong: best is 200; 240 loses ")


def test_of_bids_against_an_advised_pass_only_the_lowest_may_be_right() -> None:
    found = analysis(1.0, 1.2, b200=1.0, b210=0.9)
    assert good_calls(found).calls == [Call(200), PASS]

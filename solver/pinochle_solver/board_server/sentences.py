"""What the terminal says of a hand of three or four, for the page: its sentences, word for word."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper

from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.bid_advice import bid_advice
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.schema.objects import JsonObject
from pinochle_solver.table.acts import Act
from pinochle_solver.table.scoring import HandResult
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyHand


class AdviceView(JsonObject, kw_only=True):
    """What to call: ``call`` is worth most, ``limit`` is the highest bid that is worth a try.

    ``said`` has the sentences about both. ``limit`` is null if no bid is worth a try.
    """

    call: str
    limit: str | None
    said: list[str]


def bid_view(analysis: ChanceAnalysis) -> AdviceView | None:
    """What to call, as the terminal says it to the player; None if it is not known."""
    advice = bid_advice(analysis)
    if advice is None:
        return None
    said = renderer_for(analysis.position.turn).bid_sentences(analysis, advice)
    limit = None if advice.limit is None else advice.limit.move.text()
    return AdviceView(call=advice.call.move.text(), limit=limit, said=list(said))


def fact_lines(position: TablePosition) -> list[str]:
    """How the bidding went, the widow, melds, tricks and points, as the terminal says it.

    Empty in the auction, in which the page shows the calls beside the seats.
    """
    if position.act is Act.BID:
        return []
    return [str(line) for line in renderer_for(position.turn).table_facts(position)]


def end_lines(hand: AnyHand, result: HandResult, person: Seat) -> list[str]:
    """What a hand has come to, as the terminal says it to the player in a seat."""
    written = BytesIO()
    output = TextIOWrapper(written, "utf-8")
    renderer_for(person, output).play_end(hand, result)
    output.flush()
    return [line.strip() for line in written.getvalue().decode().splitlines() if line]


def renderer_for(person: Seat, output: TextIOWrapper | None = None) -> TableRenderer:
    """What writes for the player in a seat, whom it calls you."""
    renderer = TableRenderer(output or TextIOWrapper(BytesIO(), "utf-8"))
    renderer.play_as(person, {})
    return renderer

"""What the parts that all matches share ask of a match of three or four."""

from __future__ import annotations

from pinochle_solver.matches.contests import Contest, in_short
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.matches.table.deals import DealTable
from pinochle_solver.matches.table.report import TableMatchReport
from pinochle_solver.matches.table.results import TableDealResult, TableMatchSettings, records_text


def _mean_of(deal: TableDealResult) -> float:
    return deal.mean


def _so_far(_: TableMatchSettings, mean: Mean) -> str:
    return in_short(mean, 1)


TABLE_CONTEST = Contest(
    settings=TableMatchSettings,
    pair=TableDealResult,
    what="hands",
    sit_down=DealTable,
    records_text=records_text,
    report=TableMatchReport.of,
    figure=_mean_of,
    so_far=_so_far,
)

"""Every view of the games for three and four in one: `TableRenderer`.

It stands apart from `Renderer`, so that the two-handed game needs nothing of the table games.
"""

from pinochle_solver.render.table.bids import TableBidViews
from pinochle_solver.render.table.equities import TableEquityViews
from pinochle_solver.render.table.matches import TableMatchViews
from pinochle_solver.render.table.openings import TableOpeningViews
from pinochle_solver.render.table.play import TablePlayViews
from pinochle_solver.render.table.reviews import TableReviewViews
from pinochle_solver.render.table.rulebooks import TableRulebookViews
from pinochle_solver.render.table.solutions import TableSolutionViews


class TableRenderer(
    TableBidViews,
    TableOpeningViews,
    TablePlayViews,
    TableReviewViews,
    TableSolutionViews,
    TableRulebookViews,
    TableMatchViews,
    TableEquityViews,
):
    """Writes every view; its arguments are those of a `Page`."""

"""Every view in one: `Renderer`."""

from pinochle_solver.render.advice import AdviceViews
from pinochle_solver.render.benches import BenchViews
from pinochle_solver.render.equities import EquityViews
from pinochle_solver.render.explorations import ExplorationViews
from pinochle_solver.render.ledger import LedgerViews
from pinochle_solver.render.matches import MatchViews
from pinochle_solver.render.openings import OpeningViews
from pinochle_solver.render.plans import PlanViews
from pinochle_solver.render.play import PlayViews
from pinochle_solver.render.replays import RecordViews
from pinochle_solver.render.reviews import ReviewViews
from pinochle_solver.render.rulebooks import RulebookViews
from pinochle_solver.render.tournaments import TournamentViews


class Renderer(
    AdviceViews,
    ExplorationViews,
    PlanViews,
    PlayViews,
    RecordViews,
    ReviewViews,
    RulebookViews,
    BenchViews,
    EquityViews,
    LedgerViews,
    MatchViews,
    OpeningViews,
    TournamentViews,
):
    """Writes every view; its arguments are those of a `Page`."""

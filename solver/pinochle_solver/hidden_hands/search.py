"""The best move of a seat at a table of three or four, which sees only its own cards.

The moves are tried in worlds that explain what the seat has seen (``beliefs``). Every world is
played out by a policy that sees one seat's cards (``decisions``), and its end is valued in the
currency of the game (``payoffs``). The stages are those of ``halving/search.py``. While there is a
stock, worlds and playouts are those of ``stock_beliefs`` and ``stock_decisions``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from time import monotonic
from typing import Generic, Protocol, TypeVar

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.bidding import contract_for
from pinochle_solver.double_dummy.chances import analyze_chances
from pinochle_solver.double_dummy.outcomes import GAME, counts_game, currency_of
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.double_dummy.solver import CompiledSolver
from pinochle_solver.halving.deadline import Deadline
from pinochle_solver.halving.search import Chunks, HalvingSearch
from pinochle_solver.hidden_hands.beliefs import Beliefs, WorldBatch
from pinochle_solver.hidden_hands.bidding import BidSearch
from pinochle_solver.hidden_hands.decisions import (
    Batch,
    BurialDecision,
    CardDecision,
    Decision,
    LayingDecision,
)
from pinochle_solver.hidden_hands.game_worths import GameWorth
from pinochle_solver.hidden_hands.payoffs import Outcomes
from pinochle_solver.hidden_hands.standings import MOST_KEPT, TableStandings, TriedMove
from pinochle_solver.hidden_hands.stock_beliefs import StockBeliefs
from pinochle_solver.hidden_hands.stock_decisions import StockDecision
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.acts import Act
from pinochle_solver.table.burial import number_of_choices
from pinochle_solver.table.holdings import check_known
from pinochle_solver.table.moves import CONCEDE

_DECISIONS: Mapping[Act, Callable[..., Decision[WorldBatch]]] = {
    Act.BURY: BurialDecision,
    Act.MELD: LayingDecision,
    Act.PLAY: CardDecision,
}
CHUNKS = Chunks(size=256, first_size=32, first=256, least=32)
KEPT_WORLDS = 1 << 14
"""The first worlds are kept for moves that are tried in them later."""
SECONDS = 1.0
"""How long a search without a limit thinks."""


Drawn = TypeVar("Drawn", bound=Sized, covariant=True)


class Source(Protocol[Drawn]):
    """Where worlds come from: `Beliefs`, or `StockBeliefs`."""

    def worlds(self, number: int, seed: int, first: int, stop: StopFlag) -> Drawn:
        """So many worlds from number `first` on; fewer if stopped."""


class TableSearch(HalvingSearch[None, Outcomes, TriedMove], Generic[Batch]):
    """The search of one decision.

    Args:
        decision: the moves.
        beliefs: the worlds.
        limits: when it ends; without any, after `SECONDS`.
        seed: the seed of the worlds.
        threads: how many threads try worlds.
        stop: ends it early.
    """

    def __init__(
        self,
        decision: Decision[Batch],
        beliefs: Source[Batch],
        limits: Limits,
        seed: int,
        threads: int,
        stop: StopFlag,
    ) -> None:
        self._decision, self._beliefs, self._limits = decision, beliefs, limits
        self._seed = seed
        self.standings = TableStandings(
            decision.moves,
            decision.stake,
            is_settled=decision.is_settled,
            has_usual=decision.has_usual,
            sure=decision.sure,
        )
        seconds = limits.seconds
        if seconds is None and limits.worlds is None and limits.target_error is None:
            seconds = SECONDS
        self._kept: dict[tuple[int, int], Batch] = {}
        workers = [None] * threads
        super().__init__(self.standings, workers, CHUNKS, stop, Deadline(seconds))

    def run(self, progress: Callable[[], None] | None = None) -> None:
        """Search within the limits, at least in the first worlds."""
        most = min(self._limits.worlds or MOST_KEPT, MOST_KEPT)
        self._search(most, self._is_precise, progress)

    def run_all(self) -> None:
        """Try every move in the same worlds, as many as the limits allow, at least the first."""
        most = min(self._limits.worlds or MOST_KEPT, MOST_KEPT)
        self._reach(self.standings.tried, most)

    def _is_precise(self) -> bool:
        target = self._limits.target_error
        if target is None:
            return False
        moves = self.standings.chances()
        return len(moves) == 1 or (moves[1].behind is not None and moves[1].behind.se <= target)

    def _take_in(self, tried: TriedMove, chunk: Outcomes, place: int) -> None:
        tried.add(chunk, place)

    def _evaluate(self, worker: None, start: int, size: int, moves: bytes) -> Outcomes | None:
        stop = self._stop if start >= CHUNKS.least else StopFlag()
        batch = self._kept.get((start, size))
        if batch is None:
            batch = self._beliefs.worlds(size, self._seed, start, stop)
            if start < KEPT_WORLDS:
                self._kept[start, size] = batch
        if len(batch) < size:
            return None
        return self._decision.evaluate(batch, moves, stop)


def analyze_hidden(
    position: TablePosition,
    limits: Limits | None = None,
    seed: int = 1,
    threads: int = 1,
    stop: StopFlag | None = None,
    game: GameWorth | None = None,
    progress: Callable[[ChanceAnalysis], None] | None = None,
) -> ChanceAnalysis:
    """The moves of the seat to decide, each with what the hand is worth after it.

    Args:
        position: the position as its seat sees it. If no card is hidden from it, and there is no
            stock, the hand is solved.
        limits: when the search ends; without any, after `SECONDS`. With a limit of worlds alone the
            answer depends only on the position, the worlds and the seed.
        seed: the seed of the worlds.
        threads: how many threads try worlds; the answer within a limit of worlds is the same.
        stop: ends the search early.
        game: of the position, to play for the game: the means are chances to win it, in per cent;
            None: for what the hand is paid.
        progress: called now and then with the results so far.

    Raises:
        IllegalPositionError: (a seat) if its hand is not wholly known; (``tricks``, ``bids``) if no
            deal explains the cards played, or the bids.
    """
    started = monotonic()
    check_known(position.hands[position.turn].hidden, position.turn)
    stop, limits = stop or StopFlag(), limits or Limits()
    if limits == Limits():
        limits = Limits(seconds=SECONDS)
    if position.has_stock:
        stock = StockDecision(position, game)
        tried = TableSearch(stock, StockBeliefs(position), limits, seed, threads, stop)
        return _analysis_of_moves(position, stock, tried, seed, started, stop, game, progress)
    beliefs = Beliefs(position)
    if position.act is Act.DIX or (beliefs.number == 1 and game is None):
        until = None if limits.seconds is None else started + limits.seconds
        return analyze_chances(position, CompiledSolver(stop=stop, until=until), limits, seed, stop)
    if position.act is Act.BID:
        bids = BidSearch(position, beliefs, seed, threads, game)

        def found() -> ChanceAnalysis:
            return analysis_of_bids(position, bids, seed, started, stop, game)

        bids.run(limits, stop, None if progress is None else lambda: progress(found()))
        return found()
    decision = _DECISIONS[position.act](position, game=game)
    search = TableSearch(decision, beliefs, limits, seed, threads, stop)
    return _analysis_of_moves(position, decision, search, seed, started, stop, game, progress)


def analysis_of_bids(
    position: TablePosition,
    bids: BidSearch,
    seed: int,
    started: float,
    stop: StopFlag,
    game: GameWorth | None = None,
) -> ChanceAnalysis:
    """The analysis of a position in the auction, from a search of its calls that has ended."""
    contract = contract_for(position, 0)
    return ChanceAnalysis(
        position=position,
        moves=tuple(bids.chances()),
        objective=currency_of(position.rules, contract) if game is None else GAME,
        counts_game=game is None and counts_game(position.rules, contract),
        worlds=bids.worlds,
        seed=seed,
        seconds=monotonic() - started,
        is_open=False,
        exact=False,
        finished=not stop.is_set,
        has_hidden_play=True,
        bidders=bids.bidders,
    )


def _analysis_of_moves(
    position: TablePosition,
    decision: Decision[Batch],
    search: TableSearch[Batch],
    seed: int,
    started: float,
    stop: StopFlag,
    game: GameWorth | None,
    progress: Callable[[ChanceAnalysis], None] | None,
) -> ChanceAnalysis:
    """The analysis of a position after the auction, or with a stock; runs the search."""
    contract = None if position.has_stock else standing_of(position).contract
    is_burial = position.act is Act.BURY

    def found() -> ChanceAnalysis:
        moves = search.standings.chances()
        if isinstance(decision, BurialDecision):
            moves = decision.told(moves)
        return ChanceAnalysis(
            position=position,
            moves=tuple(moves),
            objective=currency_of(position.rules, contract) if game is None else GAME,
            counts_game=game is None and counts_game(position.rules, contract),
            worlds=max(move.worlds for move in moves),
            seed=seed,
            seconds=monotonic() - started,
            is_open=False,
            exact=False,
            finished=not stop.is_set,
            has_hidden_play=True,
            tried=sum(each.move != CONCEDE for each in moves) if is_burial else None,
            burials=_burials(position) if is_burial else None,
        )

    search.run(None if progress is None else lambda: progress(found()))
    return found()


def _burials(position: TablePosition) -> int:
    """How many choices of trump and burial there are."""
    return number_of_choices(position.hands[position.turn].known, position.rules.widow)

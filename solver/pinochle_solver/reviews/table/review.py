"""The review of a hand of three or four."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.errors import NotationError, expect_type
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.intervals import GUESS, is_guess
from pinochle_solver.limits import Limits, check_seed
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.review import together
from pinochle_solver.reviews.settings import LEAST_WORLDS, ReviewSettings
from pinochle_solver.reviews.table.account import TableAccount, account_of
from pinochle_solver.reviews.table.annotations import TableNotes
from pinochle_solver.reviews.table.choices import choices
from pinochle_solver.reviews.table.decisions import JudgedDecision, TableKind
from pinochle_solver.reviews.table.reviewing import reviewed
from pinochle_solver.rows import Row
from pinochle_solver.rules.checks import counted
from pinochle_solver.shown import ShownAsText
from pinochle_solver.table.seats import Seat
from pinochle_solver.threads import check_threads

WORLDS = 4096
"""For each decision if no limit is given; calls have fewer."""


@dataclass(frozen=True, slots=True)
class TableTotal:
    """The total of some decisions.

    Attributes:
        decisions: how many were judged.
        unjudged: how many were not.
        lost: what the judged ones lost together, in the currency of the game, and its error.
        marks: how many got each mark.
    """

    decisions: int
    unjudged: int
    lost: Estimate
    marks: dict[Mark, int]

    @property
    def lost_a_decision(self) -> float:
        """Lost per judged decision; 0 if there are none."""
        return self.lost.mean / self.decisions if self.decisions else 0.0

    @classmethod
    def of(cls, decisions: Iterable[JudgedDecision]) -> TableTotal:
        """The total of some decisions, whose errors are independent."""
        every = tuple(decisions)
        losses = [each.loss.amount for each in every if each.loss is not None]
        marks = {mark: sum(each.mark is mark for each in every) for mark in Mark}
        lost = Estimate(*together(losses))
        return cls(len(losses), len(every) - len(losses), lost, marks)


@dataclass(frozen=True, slots=True, repr=False)
class TableReview(ShownAsText):
    """A hand of three or four reviewed decision by decision.

    Attributes:
        replay: the hand.
        settings: how it was reviewed.
        decisions: the decisions with several legal moves, in order.
        finished: whether these are all decisions; False if the review was stopped early.
        account: what the result was made of; None if not all decisions of all seats were reviewed,
            if the hand is not over, or if it has no bidder and nobody leads.
    """

    replay: TableReplay
    settings: ReviewSettings
    decisions: tuple[JudgedDecision, ...]
    finished: bool
    account: TableAccount | None = None

    def __repr__(self) -> str:
        lost = ", ".join(
            f"{seat.text()} lost {self.total(seat).lost.mean:.1f}" for seat in self.seats
        )
        return f"<TableReview of {counted(len(self.decisions), 'decision')}: {lost}>"

    @property
    def objective(self) -> str:
        """The currency of the losses: `CENTS`, `CHECKS` or `POINTS` of `outcomes`."""
        return self.decisions[-1].objective if self.decisions else ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Whose decisions were reviewed, partners one behind the other."""
        made = {each.seat for each in self.decisions}
        return tuple(seat for unit in self.units for seat in unit if seat in made)

    @property
    def units(self) -> tuple[tuple[Seat, ...], ...]:
        """Who scores together."""
        record = self.replay.record
        return tuple(record.rules.units(record.dealer))

    @property
    def how(self) -> str:
        """In words, how the hand was reviewed, and whether to the end."""
        guess = f" ({GUESS})" if self.is_guess else ""
        view = self.replay.record.view
        only = (
            "" if view is None else f"; only {view.text()}'s decisions, for no other hand is known"
        )
        stopped = "" if self.finished else "; stopped before the end"
        return self.settings.described(guess) + only + stopped

    @property
    def is_guess(self) -> bool:
        """Whether some decision had so few worlds that it is hardly more than a guess."""
        return any(is_guess(each.worlds) for each in self.decisions)

    def total(
        self, seats: Seat | tuple[Seat, ...] | None = None, kind: TableKind | None = None
    ) -> TableTotal:
        """The total of the decisions of a seat or of several, of a kind, or of all."""
        whose = (seats,) if isinstance(seats, Seat) else seats
        return TableTotal.of(
            each
            for each in self.decisions
            if (whose is None or each.seat in whose) and kind in (None, each.kind)
        )

    def worst(self, most: int) -> list[JudgedDecision]:
        """The decisions with the largest significant losses by their stakes, at most `most`."""
        sure = [each for each in self.decisions if each.loss and each.loss.is_significant]
        return sorted(sure, key=lambda each: -each.share)[:most]

    def to_rows(self) -> list[Row]:
        """A plain dict for each decision, in a form that pandas and polars accept.

        The keys are ``number`` from 1, ``trick`` (0 before the first lead), ``seat``, ``kind``
        (``call``, ``burial``, ``meld``, ``lead`` or ``later card``), ``position`` as the seat saw
        it, ``played``, ``best``, ``loss`` and ``loss_se`` in the unit of ``objective`` (None: not
        judged), ``exact``, ``significant``, ``mark`` (None if there is none), ``stake``, what was
        at stake for the seat, ``expected`` and ``expected_se``, what the hand was worth to the seat
        with the best move, and ``worlds``; None if no card was hidden.
        """

        def row(number: int, decision: JudgedDecision) -> Row:
            loss = decision.loss
            mean, error = (None, None) if decision.expected is None else decision.expected
            return {
                "number": number,
                "trick": decision.trick,
                "seat": decision.seat.text(),
                "kind": decision.kind.value,
                "position": decision.position.text(),
                "played": decision.played.text(),
                "best": decision.best.text(),
                "loss": None if loss is None else loss.amount.mean,
                "loss_se": None if loss is None else loss.amount.se,
                "exact": None if loss is None else loss.exact,
                "significant": None if loss is None else loss.is_significant,
                "mark": None if decision.mark is None else decision.mark.value,
                "stake": None if loss is None else loss.stake,
                "objective": decision.objective,
                "expected": mean,
                "expected_se": error,
                "worlds": decision.worlds or None,
            }

        return [row(number, decision) for number, decision in enumerate(self.decisions, start=1)]


def review_table(
    record: TableRecord,
    *,
    seat: Seat | None = None,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    threads: int = 1,
    stop: StopFlag | None = None,
    progress: Callable[[int, int, JudgedDecision], None] | None = None,
) -> TableReview:
    """Review a hand of three or four: every decision with several moves, from what its seat saw.

    A loss is how much more the best move promised, in the currency of the game. If what was done is
    the best, the loss is 0. Otherwise the two are compared in other worlds than those in which the
    best was chosen, so that losses are right on average. If no card is hidden from the seat, the
    loss is exact. What the record's comments say of a review by the same settings is taken from
    there.

    Args:
        record: the hand. If something is wrong in it, it is reviewed up to that point. Of the
            record of one seat that seat's decisions are reviewed; if all cards were played, so that
            everybody's cards are known, all decisions.
        seat: whose decisions to review; all seats' if None is given.
        seconds: the time for each decision.
        worlds: instead of that, the number of worlds for each decision in which the best is chosen,
            with as many again for the comparison; `WORLDS` if no limit is given. Calls have one
            world in `BID_SHARE`. With this limit the review is the same on every machine.
        seed: the seed of the worlds.
        threads: how many threads to use.
        stop: ends the review with what was reviewed so far.
        progress: called after each decision with its number from 1, how many there are, and the
            decision.

    Raises:
        ValueError: for invalid limits, seeds and threads, and for fewer than 16 worlds.
        NotationError: (``View``) for another seat than the one whose record it is, if the other
            hands do not follow; (``Stock``) for a kibitzer's record that does not tell the stock.
        PositionError: for the record of one seat with something wrong in it.
        TypeError: for anything but a `TableRecord`.
    """
    expect_type(record, TableRecord, "parse_table_record reads text")
    if worlds is not None and worlds < LEAST_WORLDS:
        raise ValueError(f"worlds is {worlds}, expected {LEAST_WORLDS} or more")
    check_seed(seed)
    check_threads(threads)
    limits = Limits(seconds=seconds, worlds=worlds)
    settings = ReviewSettings(
        Limits(worlds=WORLDS) if limits == Limits() else limits, seed, threads
    )
    stop = stop or StopFlag()
    replay = _replayed(record)
    view = replay.record.view
    if view is not None:
        if seat not in (None, view):
            fact = f"{view.text()}, so only {view.text()}'s decisions can be reviewed"
            raise NotationError("View", fact)
        seat = view
    wanted = sum(1 for _ in choices(replay, seat))
    decisions: list[JudgedDecision] = []
    notes = TableNotes.read(record, settings)
    for decision in reviewed(replay, settings, seat, stop, notes):
        decisions.append(decision)
        if progress is not None:
            progress(len(decisions), wanted, decision)
    finished = len(decisions) == wanted
    account = account_of(replay, decisions) if finished and seat is None else None
    return TableReview(replay, settings, tuple(decisions), finished, account)


def _replayed(record: TableRecord) -> TableReplay:
    """The hand with all cards, or as the one seat saw it whose record it is."""
    try:
        return replay_table_record(record)
    except NotationError:
        if record.view is None:
            raise
    return TableNotebook(record).replay

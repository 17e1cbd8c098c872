"""The review of a hand: its decisions, and their totals by seat and kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.intervals import GUESS, Interval, chance_interval, is_guess
from pinochle_solver.limits import Limits, check_seed
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.reviews.account import Account, Draw, sign
from pinochle_solver.reviews.accounting import account_of, own_draws
from pinochle_solver.reviews.annotations import Notes
from pinochle_solver.reviews.choices import choices, doubling_choices
from pinochle_solver.reviews.decisions import Decision, DecisionKind
from pinochle_solver.reviews.doublings import AnyDecision, DoublingDecision, stakes_lost
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.reviewing import reviewed, reviewed_doublings
from pinochle_solver.reviews.settings import DEFAULT_SECONDS, LEAST_WORLDS, ReviewSettings
from pinochle_solver.rows import Row
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.rules import Seat
from pinochle_solver.shown import Plotted, ShownAsText
from pinochle_solver.stock.beliefs import INFERRED, check_belief
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.threads import check_threads


def together(losses: Sequence[tuple[float, float]]) -> Estimate:
    """The sum of estimates whose errors are independent."""
    error = sqrt(sum(error**2 for _, error in losses))
    return Estimate(sum(mean for mean, _ in losses), error)


@dataclass(frozen=True, slots=True)
class Total:
    """The total of some decisions.

    Attributes:
        decisions: how many decisions there are.
        lost: the points that they lost together, and the standard error of that.
        marks: how many decisions got each mark.
        of_game: the chance to win the game that they lost together, and its standard error; None if
            there is no game score.
    """

    decisions: int
    lost: Estimate
    marks: dict[Mark, int]
    of_game: Estimate | None = None

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> Total:
        """The total of some decisions, whose errors are independent."""
        all_of_them = tuple(decisions)
        of_game = [each.loss.win for each in all_of_them if each.loss.win and each.is_of_game]
        return cls(
            len(all_of_them),
            together([decision.loss.points for decision in all_of_them]),
            {mark: sum(each.mark is mark for each in all_of_them) for mark in Mark},
            together(of_game) if of_game else None,
        )

    @property
    def lost_a_decision(self) -> float:
        """Points lost per decision; 0 if there are no decisions."""
        return self.lost.mean / self.decisions if self.decisions else 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """How a hand stood at a trick.

    Attributes:
        trick: its number.
        expected: the points of `Review.side` minus the opponent's at the end of the hand, as
            expected at the first decision of the trick.
        win: the chance of that seat to win the hand.
        marks: the marks that moves of the trick got, and whose moves they were.
        luck: the luck of the draws after the trick, for that seat; None if no card was drawn.
    """

    trick: int
    expected: Estimate
    win: Estimate
    marks: tuple[tuple[Seat, Mark], ...]
    luck: float | None

    @property
    def win_interval(self) -> Interval:
        """The 95% interval of `win`, between 0 and 1."""
        return chance_interval(*self.win)


@dataclass(frozen=True, slots=True, repr=False)
class Review(ShownAsText, Plotted):
    """A hand reviewed decision by decision.

    Attributes:
        replay: the hand.
        settings: how it was reviewed.
        decisions: the decisions with several legal moves, in order.
        finished: whether these are all decisions; False if the review was stopped early.
        account: what made up the result; None if not all decisions of both seats were reviewed, or
            not all cards are known.
        draws: the luck of the draws, from the account, or else by a rule of thumb from what the
            drawing seat saw.
        doublings: what was said about doubles, in order. They are kept apart from the decisions,
            whose losses are in points.
    """

    replay: Replay
    settings: ReviewSettings
    decisions: tuple[Decision, ...]
    finished: bool
    account: Account | None = None
    draws: tuple[Draw, ...] = ()
    doublings: tuple[DoublingDecision, ...] = ()

    def __repr__(self) -> str:
        lost = ", ".join(
            f"{seat.text()} lost {self.total(seat).lost.mean:.1f}" for seat in self.seats
        )
        return f"<Review of {counted(len(self.decisions), 'decision')}: {lost}>"

    @property
    def how(self) -> str:
        """In words, how the hand was reviewed, and whether to the end."""
        guess = f" ({self._fewest_text}{GUESS})" if self.is_guess else ""
        stopped = "" if self.finished else "; stopped before the end"
        return self.settings.described(guess) + stopped

    @property
    def is_guess(self) -> bool:
        """Whether some decision had so few worlds that it is hardly more than a guess."""
        return is_guess(self.fewest_worlds)

    @property
    def fewest_worlds(self) -> int:
        """The number of worlds of the decision that had the fewest; 0 if none were sampled."""
        made: tuple[AnyDecision, ...] = (*self.decisions, *self.doublings)
        return min((each.worlds for each in made if each.worlds), default=0)

    @property
    def _fewest_text(self) -> str:
        """The fewest worlds of a decision, where the limit does not tell them."""
        if self.fewest_worlds == self.settings.limits.worlds:
            return ""
        return f"only {counted(self.fewest_worlds, 'world')} for some: "

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Whose decisions were reviewed."""
        return tuple(seat for seat in Seat if any(each.seat is seat for each in self.decisions))

    @property
    def side(self) -> Seat:
        """From whose side the hand is described: south's, or north's if only north is reviewed."""
        return self.seats[0] if len(self.seats) == 1 else Seat.SOUTH

    def course(self) -> list[Standing]:
        """How the hand stood, trick by trick, as far as the decisions show it."""
        by_trick: dict[int, list[Decision]] = {}
        for decision in self.decisions:
            by_trick.setdefault(decision.trick, []).append(decision)
        return [
            Standing(
                trick,
                made[0].expected_of(self.side),
                made[0].win_of(self.side),
                tuple((each.seat, each.mark) for each in made if each.mark is not None),
                self._luck_after(trick),
            )
            for trick, made in by_trick.items()
        ]

    def _luck_after(self, trick: int) -> float | None:
        drawn = [draw for draw in self.draws if draw.trick == trick]
        if not drawn:
            return None
        return sum(sign(draw.seat) * draw.luck.mean for draw in drawn) * sign(self.side)

    def total(self, seat: Seat | None = None, kind: DecisionKind | None = None) -> Total:
        """The total of the decisions of a seat, of a kind, or of all."""
        return Total.of(
            decision
            for decision in self.decisions
            if seat in (None, decision.seat) and kind in (None, decision.kind)
        )

    def stakes_lost(self, seat: Seat) -> Estimate:
        """The losses of a seat by its decisions about doubles, in initial stakes."""
        return stakes_lost(each for each in self.doublings if each.seat is seat)

    def worst(self, most: int) -> list[Decision]:
        """The decisions with the largest significant losses, the worst first, at most `most`."""
        sure = [decision for decision in self.decisions if decision.loss.is_significant]
        return sorted(sure, key=lambda decision: -decision.loss.points.mean)[:most]

    def to_rows(self) -> list[Row]:
        """A plain dict for each decision, in a form that pandas and polars accept.

        The keys are ``number`` from 1, ``trick``, ``moment`` (``7r``), ``seat``, ``kind``
        (``lead``, ``reply``, ``meld`` or ``playoff``), ``position`` as the seat saw it, ``played``,
        ``best``, ``loss`` and ``loss_se`` in points of the margin, ``win_loss`` and
        ``win_loss_se`` in chances, ``win_loss_low`` and ``win_loss_high``, the 95% interval of that
        from -1 to 1 (all four None in a playoff without a game score), ``exact``, ``significant``
        and ``mark`` (None if there is none), ``expected`` and ``expected_se``, the seat's lead at
        the end if the best move is made, and ``win`` and ``win_se``, its chance to win in that
        case, with ``win_low`` and ``win_high``, the 95% interval of that from 0 to 1, and
        ``worlds``, in how many worlds the best move was chosen or, if these are fewer, the loss was
        measured; None if no worlds were sampled.
        """

        def row(number: int, decision: Decision) -> Row:
            lost = decision.loss.win_interval
            low, high = decision.win_interval_of(decision.seat)
            return {
                "number": number,
                "trick": decision.trick,
                "moment": decision.moment,
                "seat": decision.seat.text(),
                "kind": decision.kind.value,
                "position": decision.position.text(),
                "played": decision.played.text(),
                "best": decision.best.text(),
                "loss": decision.loss.points.mean,
                "loss_se": decision.loss.points.se,
                "win_loss": None if decision.loss.win is None else decision.loss.win.mean,
                "win_loss_se": None if decision.loss.win is None else decision.loss.win.se,
                "win_loss_low": None if lost is None else lost.low,
                "win_loss_high": None if lost is None else lost.high,
                "exact": decision.loss.exact,
                "significant": decision.loss.is_significant,
                "mark": None if decision.mark is None else decision.mark.value,
                "expected": decision.expected.mean,
                "expected_se": decision.expected.se,
                "win": decision.win.mean,
                "win_se": decision.win.se,
                "win_low": low,
                "win_high": high,
                "worlds": decision.worlds or None,
            }

        return [row(number, decision) for number, decision in enumerate(self.decisions, start=1)]


def review(
    record: HandRecord,
    *,
    seat: Seat | None = None,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    cards: bool = False,
    stop: StopFlag | None = None,
    progress: Callable[[int, int, AnyDecision], None] | None = None,
) -> Review:
    """Review a hand: every decision with several legal moves, from what its seat saw.

    A move's loss is how much more the best move promised, in points of the margin; it is
    exact in the playoff. If the move played is the best, the loss is 0. Otherwise the two are
    compared in other worlds than those in which the best was chosen, so that losses are right on
    average: a player who plays better than the search has losses below 0. What was said about
    doubles is reviewed after all cards, by the expected payment. The cards of a hand with doubles
    are reviewed as if nobody doubled.

    If the comments of the record already hold a review with the same settings (`annotations`), it
    is taken from there.

    Args:
        record: the hand. If something is wrong in it, it is reviewed up to that point. From the
            record of one seat only that seat's decisions are known.
        seat: whose decisions to review; both seats' if None is given.
        seconds: the time for each decision of the stock phase; 1 if no limit is given.
        worlds: instead of that, the number of worlds for each decision in which the best is chosen,
            with as many again for the comparison. With this limit the review is the same on every
            machine.
        seed: the seed of the worlds.
        threads: how many threads to use.
        belief: ``inferred`` or ``uniform``.
        cards: whether to find where the unseen cards were at each decision of the stock phase.
        stop: ends the review with what was reviewed so far.
        progress: called after each decision with its number from 1, how many there are, and the
            decision.

    Raises:
        ValueError: for invalid limits, seeds, threads and beliefs, and for fewer than 16 worlds.
    """
    settings = replace(_settings(seconds, worlds, seed, threads, belief), cards=cards)
    return _review(record, seat, settings, stop or StopFlag(), progress)


def _settings(
    seconds: float | None, worlds: int | None, seed: int, threads: int, belief: str
) -> ReviewSettings:
    if worlds is not None and worlds < LEAST_WORLDS:
        raise ValueError(f"worlds is {worlds}, expected {LEAST_WORLDS} or more")
    limits = Limits(seconds=seconds, worlds=worlds).or_seconds(DEFAULT_SECONDS)
    check_seed(seed)
    check_threads(threads)
    check_belief(belief)
    return ReviewSettings(limits, seed, threads, belief)


def _review(
    record: HandRecord,
    seat: Seat | None,
    settings: ReviewSettings,
    stop: StopFlag,
    progress: Callable[[int, int, AnyDecision], None] | None = None,
) -> Review:
    replay, notes = replay_record(record), Notes.read(record, settings)
    wanted = len(choices(replay, seat)) + len(doubling_choices(replay, seat))
    decisions: list[Decision] = []
    doublings: list[DoublingDecision] = []
    for decision in reviewed(replay, settings, notes, seat, stop):
        decisions.append(decision)
        if progress is not None:
            progress(len(decisions), wanted, decision)
    for said in reviewed_doublings(replay, settings, notes, seat, stop):
        doublings.append(said)
        if progress is not None:
            progress(len(decisions) + len(doublings), wanted, said)
    finished = len(decisions) + len(doublings) == wanted
    account = None
    if finished and seat is None:
        account = notes.account(decisions) or account_of(replay, decisions, settings, stop)
    draws = () if account is None else account.draws
    if account is None:
        whose = [each for each in (seat, record.view) if each is not None]
        last = replay.tricks[-1].number if finished and replay.tricks else 0
        last = max([last, *(each.trick - 1 for each in decisions)])
        draws = tuple(
            draw
            for each in Seat
            if all(each is own for own in whose)
            for draw in own_draws(replay, each)
            if draw.trick <= last
        )
    return Review(replay, settings, tuple(decisions), finished, account, draws, tuple(doublings))


def review_many(
    records: Iterable[HandRecord],
    *,
    seat: Seat | None = None,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    threads: int = 1,
    belief: str = INFERRED,
    stop: StopFlag | None = None,
) -> Iterator[Review]:
    """Review hands lazily, in order, each as `review` does."""
    settings = _settings(seconds, worlds, seed, threads, belief)
    return _review_lazily(records, seat, settings, stop or StopFlag())


def _review_lazily(
    records: Iterable[HandRecord], seat: Seat | None, settings: ReviewSettings, stop: StopFlag
) -> Iterator[Review]:
    for record in records:
        if stop.is_set:
            return
        yield _review(record, seat, settings, stop)

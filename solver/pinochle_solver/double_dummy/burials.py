"""The bidder's decision with all hands open: the trump and burial that bring the most.

The total of a decision is what his side melds, what the burial counts, and what the side wins in
the play, double dummy. The most may also be sought of something else that grows with the points won
(an `Aim`): what the bidder is paid, for example. After many burials the play is the same except for
the names of cards: if no other hand has a card between two of the bidder's cards that count the
same, it does not matter which of them he keeps. Such burials form a group, and one burial of each
group is played. Groups are gone through in the order of a guess. For each the only question is
whether it beats the best so far; if it does, its value is worked out. The first question is whether
any group is better by much: that is answered soon, and bounds all of them.

A fixed number of questions is asked at once, and the threads share them; only then are the answers
looked at. So the result does not depend on the number of threads.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from time import monotonic

from pinochle_solver._core.double_dummy.solver import DoubleDummySolver
from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.choices import choice_of
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver, SolverStoppedError
from pinochle_solver.double_dummy.packing import packed
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.table.burial import laying_all
from pinochle_solver.table.holdings import less
from pinochle_solver.table.melds import most_meld_points
from pinochle_solver.table.moves import Bury
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

_AT_ONCE = 32
"""How many groups are asked about before the answers are looked at."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What the search looks for the most of.

    Attributes:
        worth: the worth of a decision by itself, the melds of the bidder's side, what the burial
            counts and the points that the side wins in the play. Worths are compared as tuples and
            never fall when more points are won.
        margins: by how many points groups are asked to beat the best so far: every group for each
            margin in turn.
        ranks: whether equals are told apart: the first in canonical order is the best.
        more_is_better: whether of decisions with the same trump, burial count and play those with
            more points of melds are always worth more.
    """

    worth: Callable[[Bury, int, int, int], tuple[float, ...]]
    margins: tuple[int, ...] = (80, 40, 20, 10, 0)
    ranks: bool = True
    more_is_better: bool = True


TOTAL = Aim(lambda _, melds, buried, won: (melds + buried + won, melds))
"""The most points of melds, burial and play together; of equals the one with more melds."""


@dataclass(frozen=True, slots=True)
class BuryingHands:
    """All cards when the bidder has to decide.

    Attributes:
        rules: the game.
        bidder: who decides, and then leads.
        hands: what each playing seat holds, clockwise from south; the bidder's hand includes the
            widow.
        side: the bidder's side.
        number: how many cards he buries; 0: he only names trump.
    """

    rules: TableRules
    bidder: Seat
    hands: Mapping[Seat, Hand]
    side: tuple[Seat, ...]
    number: int

    def after(self, move: Bury) -> OpenHands:
        """The hands that are played."""
        kept = less(self.hands[self.bidder], move.cards)
        return OpenHands(
            rules=self.rules,
            trump=move.trump,
            turn=self.bidder,
            hands={**self.hands, self.bidder: kept},
            side=self.side,
        )


@dataclass(frozen=True, slots=True, repr=False)
class BurialValue:
    """A trump and a burial, with all melds laid, and what they bring.

    Attributes:
        move: the decision.
        melds: what the bidder's side can meld.
        buried: what the burial counts.
        cards: what is proven of the points that the side wins in the play: at least, at most.
    """

    move: Bury
    melds: int
    buried: int
    cards: tuple[int, int]

    @property
    def total(self) -> tuple[int, int]:
        """The proven bounds of the sum: at least, at most."""
        before = self.melds + self.buried
        return before + self.cards[0], before + self.cards[1]

    @property
    def exact(self) -> bool:
        """Whether the bounds leave one value."""
        return self.cards[0] == self.cards[1]

    def __repr__(self) -> str:
        low, high = self.total
        return f"<BurialValue {self.move} {low if low == high else f'{low} to {high}'}>"


@dataclass(slots=True)
class _Group:
    """Burials with the same play afterwards.

    Attributes:
        hands: the hands of that play.
        buried: what each burial counts.
        members: the melds of each burial and its place among all decisions; most melds first, then
            by place.
        low, high: what is proven of the points that the side wins.
        guess: a guess of what the best burial of the group brings.
        firsts: of the members with each trump the first.
    """

    hands: OpenHands
    buried: int
    members: list[tuple[int, int]] = field(default_factory=list)
    low: int = 0
    high: int = 0
    guess: float = 0.0
    firsts: list[tuple[int, int]] = field(default_factory=list)

    @property
    def before(self) -> int:
        """What the burial of the group with most melds brings before the play."""
        return self.members[0][0] + self.buried


# The proven bounds of the points that a side wins, at least and at most, and the nodes that took.
_Answer = tuple[int, int, int]


class BurialSearch:
    """Looks for the decision that brings the most.

    Args:
        deal: all cards.
        aim: what to look for the most of; `aim_at` changes it and keeps what is proven.
        every: whether to work out all values, not only the best.
        nodes: stop after this many nodes.
        seconds: stop after this time.
        table_mb: memory for the transposition table of a thread, in MiB; 64 if not given.
        stop: stop when this flag is set.
        threads: how many threads to use. The answer does not depend on it, unless a time limit cuts
            the search short. With a limit of nodes only one thread is used.
        solver: who answers instead of compiled solvers, until it is stopped; the search then has
            one thread and no limit of nodes or seconds of its own.
    """

    def __init__(
        self,
        deal: BuryingHands,
        *,
        aim: Aim = TOTAL,
        every: bool = False,
        nodes: int | None = None,
        seconds: float | None = None,
        table_mb: float | None = None,
        stop: StopFlag | None = None,
        threads: int = 1,
        solver: OpenSolver | None = None,
    ) -> None:
        number = threads if nodes is None else 1
        self._solver, self._was_stopped = solver, False
        self._solvers = [
            DoubleDummySolver() if table_mb is None else DoubleDummySolver(table_mb)
            for _ in range(number if solver is None else 0)
        ]
        self._every, self._most_nodes, self._stop = every, nodes, stop or StopFlag()
        self._until = None if seconds is None else monotonic() + seconds
        self.nodes = 0
        self._moves = list(laying_all(deal.hands[deal.bidder], deal.number))
        self._groups = _groups(deal, self._moves)
        self._group_of = {
            self._moves[place]: group for group in self._groups for _, place in group.members
        }
        self._aim, self._best = aim, self._groups[0]

    def aim_at(self, aim: Aim) -> None:
        """Look for the most of something else; `run` goes on from what is proven of the play."""
        self._aim = aim
        self._best = max(self._groups, key=lambda group: self._worth(group, group.low))

    @property
    def groups(self) -> int:
        """How many different plays there are to look at."""
        return len(self._groups)

    @property
    def decisions(self) -> int:
        """How many decisions there are."""
        return len(self._moves)

    @property
    def steps(self) -> int:
        """How many steps `run` has if nothing stops it."""
        return len(self._groups) * (1 if self._every else len(self._aim.margins))

    def run(self) -> Iterator[None]:
        """Search, and pause after each of `steps`; the search ends sooner if it is stopped."""
        self._ask([(self._best, self._settling(self._best, self._firsts(self._best)))])
        for margin in (0,) if self._every else self._aim.margins:
            # One after the other, so that each knows how many nodes the others took.
            at_once = _AT_ONCE if self._most_nodes is None else 1
            for first in range(0, len(self._groups), at_once):
                some = self._groups[first : first + at_once]
                self._ask([(group, self._question(group, margin)) for group in some])
                for group in some:
                    # Groups that are better by now may be asked about again.
                    self._ask([(group, self._question(group, margin))])
                    needed = self._needed(group)
                    if needed is not None and needed + margin <= group.low:
                        self._ask([(group, self._settling(group, self._firsts(group)))])
                    if needed is not None and needed <= group.low:
                        self._best = group
                    if self.is_stopped:
                        return
                    yield

    def settle(self, move: Bury) -> BurialValue | None:
        """What a decision is worth, even if it is not the most; None if a limit forbids to tell.

        The points won in the play are told only as far as its worth depends on them.
        """
        group = self._group_of[move]
        first = [each for each in group.members if self._moves[each[1]] == move]
        self._ask([(group, self._settling(group, first))])
        if self._settling(group, first) is not None:
            return None
        return BurialValue(move, first[0][0], group.buried, (group.low, group.high))

    def values(self) -> list[BurialValue]:
        """Every decision with its bounds: first the best, then those that may come to the most.

        Among equals proven ones come first, then those with more melds, then in their order. If the
        search was stopped, the best is the one that secures what is proven.
        """
        best = self.best.move
        found = [
            (BurialValue(self._moves[place], melds, group.buried, (group.low, group.high)), place)
            for group in self._groups
            for melds, place in group.members
        ]
        found.sort(
            key=lambda each: (
                each[0].move != best,
                -each[0].total[1],
                not each[0].exact,
                -each[0].melds,
                each[1],
            )
        )
        return [value for value, _ in found]

    @property
    def best(self) -> BurialValue:
        """The decision for which most is proven."""
        return self._value(self._best, self._best.low)

    @property
    def total(self) -> tuple[int, int]:
        """What is proven of the most that can be reached: at least, at most; by the aim `TOTAL`."""
        low = self._best.before + self._best.low
        return low, max(group.before + group.high for group in self._groups)

    @property
    def settled(self) -> int:
        """How many decisions are proven to be worth no more than the best."""
        return len(self._moves) - sum(len(group.members) for group in self._unsettled())

    @property
    def likeliest(self) -> BurialValue | None:
        """Of the decisions that may be worth more than the best, the first by guess."""
        group = next(self._unsettled(), None)
        return None if group is None else self._value(group, group.high)

    def _unsettled(self) -> Iterator[_Group]:
        """The groups that may be worth more than is proven of the best."""
        bar = self._worth(self._best, self._best.low)
        return (group for group in self._groups if self._worth(group, group.high) > bar)

    def _value(self, group: _Group, won: int) -> BurialValue:
        """The best decision of a group, if so much is won, with what is proven."""
        place = -int(self._key(group, won)[-1])
        melds = next(melds for melds, each in group.members if each == place)
        return BurialValue(self._moves[place], melds, group.buried, (group.low, group.high))

    def _key(self, group: _Group, won: int) -> tuple[tuple[float, ...], int]:
        """The worth of the best decision of a group if it wins so much, and its place, negative."""
        worth, buried, moves = self._aim.worth, group.buried, self._moves
        return max(
            (worth(moves[place], melds, buried, won), -place)
            for melds, place in self._firsts(group)
        )

    def _firsts(self, group: _Group) -> list[tuple[int, int]]:
        """The decisions of a group of which one is the best."""
        return group.firsts if self._aim.more_is_better else group.members

    def _worth(self, group: _Group, won: int) -> tuple[float, ...]:
        return self._key(group, won)[0]

    def _needed(self, group: _Group) -> int | None:
        """What a group must win in the play to come before the best; None if it never does.

        Less than is proven does not count: it is the proven minimum then.
        """
        bar = self._key(self._best, self._best.low)
        if not self._aim.ranks:
            bar = bar[0], 1  # above the place of any equal
        if self._key(group, group.high) < bar:
            return None
        wins = range(group.low, group.high + 1)
        return group.low + bisect_left(wins, bar, key=lambda won: self._key(group, won))

    def _question(self, group: _Group, margin: int) -> int | None:
        """What to ask of a group: whether it wins so much (0: what it wins); None if known."""
        if self._every:
            return 0
        needed = self._needed(group)
        if needed is None:
            return None
        needed += margin
        return needed if group.low < needed <= group.high else None

    def _settling(self, group: _Group, firsts: Sequence[tuple[int, int]]) -> int | None:
        """What to ask of a group so that the worth of these decisions is known."""

        def worth(won: int) -> list[tuple[float, ...]]:
            return [
                self._aim.worth(self._moves[place], melds, group.buried, won)
                for melds, place in firsts
            ]

        least, most = worth(group.low), worth(group.high)
        if least == most:
            return None
        wins = range(group.low, group.high + 1)
        rises = group.low + bisect_left(wins, True, key=lambda won: worth(won) != least)
        return rises if worth(rises) == most else 0

    def _ask(self, questions: Iterable[tuple[_Group, int | None]]) -> None:
        """Narrow the bounds of groups: ask whether each wins so much (0: what it wins)."""
        asked = [
            (group, points)
            for group, points in questions
            if points is not None and group.low < group.high
        ]
        for (group, _), found in zip(asked, self._answers(asked), strict=True):
            if found is not None:
                low, high, nodes = found
                group.low, group.high = max(group.low, low), min(group.high, high)
                self.nodes += nodes

    def _answers(self, asked: Sequence[tuple[_Group, int]]) -> Iterable[_Answer | None]:
        """The answers to the questions, as far as time allows, by as many threads as help."""
        if self._solver is not None:
            return [self._answer_of(self._solver, *each) for each in asked]
        if len(self._solvers) == 1 or len(asked) < 2:
            return [self._answer(self._solvers[0], *each) for each in asked]
        idle: SimpleQueue[DoubleDummySolver] = SimpleQueue()
        for solver in self._solvers:
            idle.put(solver)

        def work(each: tuple[_Group, int]) -> _Answer | None:
            solver = idle.get()
            try:
                return self._answer(solver, *each)
            finally:
                idle.put(solver)

        with ThreadPoolExecutor(len(self._solvers)) as pool:
            try:
                return list(pool.map(work, asked))
            except BaseException:
                for solver in self._solvers:
                    solver.halt()
                raise

    def _answer(self, solver: DoubleDummySolver, group: _Group, points: int) -> _Answer | None:
        if self.is_stopped:
            return None
        nodes = 0 if self._most_nodes is None else self._most_nodes - self.nodes
        seconds = 0.0 if self._until is None else max(self._until - monotonic(), 1e-6)
        record = packed(group.hands)
        [found] = solver.solve(record, False, points, nodes, seconds, self._stop)
        return found[0], found[1], found[6]

    def _answer_of(self, solver: OpenSolver, group: _Group, points: int) -> _Answer | None:
        if self.is_stopped:
            return None
        hands = group.hands
        try:
            if points:
                is_reached = solver.reaches(hands, points)
                return (points, hands.to_come, 0) if is_reached else (0, points - 1, 0)
            value = solver.value(hands)
        except SolverStoppedError:
            self._was_stopped = True
            return None
        return value, value, 0

    @property
    def is_stopped(self) -> bool:
        """Whether a limit has ended the search, or somebody stopped it."""
        return (
            self._was_stopped
            or self._stop.is_set
            or (self._most_nodes is not None and self.nodes >= self._most_nodes)
            or (self._until is not None and monotonic() >= self._until)
        )


def _groups(deal: BuryingHands, moves: Sequence[Bury]) -> list[_Group]:
    """The decisions in groups, the best guess first."""
    rules, hand = deal.rules, deal.hands[deal.bidder]
    partners = [] if rules.only_bidder_melds else [s for s in deal.side if s is not deal.bidder]
    theirs = {
        trump: sum(most_meld_points(deal.hands[seat], trump, rules.melds) for seat in partners)
        for trump in Suit
    }
    key_of = _Keys(deal)
    groups: dict[object, _Group] = {}
    for place, move in enumerate(moves):
        choice = choice_of(hand, move, rules)
        key = key_of(choice.kept, move.trump)
        if key not in groups:
            hands = deal.after(move)
            groups[key] = _Group(hands, choice.buried, high=hands.to_come, guess=float("-inf"))
        group = groups[key]
        group.members.append((choice.melds + theirs[move.trump], place))
        group.guess = max(group.guess, choice.guess + theirs[move.trump])
    trumps = [move.trump for move in moves]
    for group in groups.values():
        group.members.sort(key=lambda member: (-member[0], member[1]))
        firsts: dict[Suit, tuple[int, int]] = {}
        for melds, place in group.members:
            firsts.setdefault(trumps[place], (melds, place))
        group.firsts = list(firsts.values())
    return sorted(groups.values(), key=lambda group: (-group.guess, group.members[0][1]))


class _Keys:
    """What the play depends on, whatever the cards are called.

    For each suit the key has its ranks in order, with what each counts and how many every hand has.
    Ranks that nobody has are left out. Neighbouring ranks that count the same and that only the
    bidder has are treated as one. Plain suits may change places.
    """

    def __init__(self, deal: BuryingHands) -> None:
        others = [hand.counts for seat, hand in deal.hands.items() if seat is not deal.bidder]
        self._theirs = list(zip(*others, strict=True))
        self._points = deal.rules.count.by_rank()

    def __call__(self, kept: Hand, trump: Suit) -> tuple[object, ...]:
        plain = sorted(self._of_suit(kept, suit) for suit in Suit if suit != trump)
        return (self._of_suit(kept, trump), *plain)

    def _of_suit(self, kept: Hand, suit: Suit) -> tuple[tuple[int, ...], ...]:
        ranks: list[tuple[int, ...]] = []
        may_join = False
        for rank, points in enumerate(self._points):
            index = Card(Rank(rank), suit).index
            own, theirs = kept.counts[index], self._theirs[index]
            is_his_alone = not any(theirs)
            if not own and is_his_alone:
                continue
            if may_join and is_his_alone and ranks[-1][0] == points:
                ranks[-1] = (points, ranks[-1][1] + own, *theirs)
            else:
                ranks.append((points, own, *theirs))
            may_join = is_his_alone
        return tuple(ranks)

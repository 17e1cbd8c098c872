"""Finds the reason why one move is better than another (`reasons`), and which moves to compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pinochle_solver._core.hand.game import beats
from pinochle_solver.intervals import SURE
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card, melds_of
from pinochle_solver.rules.move_words import dix_words, meld_words
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.rules.piles import draw_places
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import POINTS, WIN, Analysis, MoveEstimate, least_of
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.prices import points_shown
from pinochle_solver.stock.problem import Problem
from pinochle_solver.stock.reasons import Cause, Part, Reason, Takes, Turn, is_sure
from pinochle_solver.stock.tallies import Apart

# By which objective points and the game may disagree with the one that the analysis goes for, and
# how small a lead by it is not worth telling.
_OTHERWISE = {POINTS: (WIN, 0.001), WIN: (POINTS, 0.1)}
# A meld is named that makes at least this part of what is gained by melds.
_LARGE = 0.4
# A part is not told alone if less than this part of the difference is left of it in its group.
_KEPT = 0.25
# A lead takes the trick "more often" from so many times in a hundred on.
_OFTEN = 0.1


def rival(analysis: Analysis) -> MoveEstimate | None:
    """The best move among those surely worse than the best one; None if there is none."""
    return rival_among(analysis.moves)


def rival_among(moves: Iterable[MoveEstimate]) -> MoveEstimate | None:
    """As `rival`, of the moves of an analysis."""
    _, *others = moves
    return next((move for move in others if not move.is_close), None)


def best_otherwise(analysis: Analysis) -> tuple[MoveEstimate, Estimate] | None:
    """The move that is best by the other objective, if that is surely another move.

    With a game score the points of a hand and the chance to win the game may disagree.

    Returns:
        the move, and how far ahead of the best it is: in chances if the analysis goes for points,
            in points if it goes for chances; None if no move is ahead.
    """
    if analysis.objective not in _OTHERWISE:
        return None
    objective, little = _OTHERWISE[analysis.objective]

    def ahead(move: MoveEstimate) -> Estimate:
        behind = move.points_behind if objective == POINTS else move.win_behind
        return Estimate(-behind.mean, behind.se)

    surely = [
        (move, ahead(move))
        for move in analysis.moves[1:]
        if ahead(move).mean > little and least_of(ahead(move), objective) > 0
    ]
    return max(surely, key=lambda found: found[1].mean, default=None)


def shows_later(move: MoveEstimate) -> Mapping[str, float]:
    """How often the seat to decide lays each kind of meld after this move, not counting it."""
    shows = dict(move.mover.shows) if move.mover else {}
    if isinstance(move.move, Show):
        for name in [DIX] * move.move.dix + ([move.move.meld.kind.name] if move.move.meld else []):
            shows[name] = max(0.0, shows.get(name, 0.0) - 1)
    return shows


def reason_of(
    problem: Problem,
    move: Move,
    other: Move,
    objective: str,
    ahead: Estimate,
    points: Estimate,
    apart: Apart | None,
) -> Reason | None:
    """Why a move is better than another.

    Args:
        problem: the decision.
        move: the better move.
        other: the other one.
        objective: what the moves are ordered by, ``points`` or ``win``.
        ahead: by how much it is better, in points or chances.
        points: the same in points.
        apart: what it comes to more, group by group of worlds.

    Returns:
        None where `apart` is None, or nothing is sure.
    """
    if apart is None:
        return None
    position = problem.position
    unit = position.rules.meld_unit
    own, others, trick, later, melds, cards = apart.parts(points, unit)
    now = points_shown(problem, move) - points_shown(problem, other)
    knows_trick = apart.trick is not None
    taken = _taken_by_reply(position, move, other)
    if taken is not None:
        trick, knows_trick = Estimate(taken, 0.0), True
        later = Estimate(cards.mean - taken, cards.se)
    own = own._replace(mean=own.mean - now)
    parts = {
        "now": Estimate(float(now), 0.0),
        "own_melds": own,
        "other_melds": others,
        "trick": trick,
        "later": later,
    }
    found = Reason(
        move,
        other,
        objective,
        ahead,
        points,
        float(now),
        own,
        others,
        trick,
        later,
        melds,
        cards,
        knows_trick,
        _Causes(problem, move, other, apart).of(parts, melds, cards),
        unit,
    )
    return found if objective == WIN or found.cause is not None else None


def _winner(led: Card, reply: Card, position: StockPosition) -> bool:
    """Whether the reply takes the trick."""
    return bool(beats(led.index, reply.index, position.trump))


def _taken_by_reply(position: StockPosition, move: Move, other: Move) -> float | None:
    """How much better the trick under way is after a reply than after another.

    In card points, the seat's minus the opponent's; None for leads and shows.
    """
    led = position.led
    if led is None or not isinstance(move, Play) or not isinstance(other, Play):
        return None

    def taken(reply: Card) -> int:
        points = position.count.of((led, reply))
        return points if _winner(led, reply, position) else -points

    return float(taken(move.card) - taken(other.card))


def _largest(parts: Mapping[str, Estimate]) -> str | None:
    """The largest of the parts that are surely above 0; None if there is none."""
    sure = {name: part.mean for name, part in parts.items() if is_sure(part) and part.mean > 0}
    return max(sure, key=lambda name: sure[name], default=None)


@dataclass(frozen=True)
class _Causes:
    """Finds what a difference comes from.

    Attributes:
        problem: the decision.
        move: the better move.
        other: the other one.
        apart: what it comes to more.
    """

    problem: Problem
    move: Move
    other: Move
    apart: Apart

    def of(
        self, parts: Mapping[str, Estimate], all_melds: Estimate, cards: Estimate
    ) -> Cause | None:
        """What the largest part in favour of the move comes from, of those that are sure.

        Melds now and later are one part, and so are this trick and later ones. If none of the three
        parts is sure, the melds of both seats may be. At last a part of the own melds or of the
        cards counts, unless the rest of these takes most of it away again.
        """
        now, own = parts["now"], parts["own_melds"]
        melds = Estimate(now.mean + own.mean, own.se)
        whole = {"melds": melds, "other_melds": parts["other_melds"], "cards": cards}
        largest = _largest(whole)
        if largest is None and is_sure(all_melds) and all_melds.mean > 0:
            return Cause(Part.MELDS, Turn.GAINS_BY_MELDS, takes=self._takes)
        if largest is None:
            least = _KEPT * sum(each.mean for each in whole.values())
            kept = {"now": melds, "own_melds": melds, "trick": cards, "later": cards}
            largest = _largest({k: parts[k] for k, of in kept.items() if of.mean > least})
        if largest is None:
            return None
        if largest == "melds":
            largest = "now" if now.mean >= own.mean else "own_melds"
        if largest == "cards":
            largest = "trick" if parts["trick"].mean >= parts["later"].mean else "later"
        find = {
            "now": self._now,
            "own_melds": self._own_melds,
            "other_melds": self._other_melds,
            "trick": self._trick,
            "later": self._later,
        }
        return find[largest](parts[largest].mean)

    # Melds

    def _now(self, _gained: float) -> Cause:
        assert isinstance(self.move, Show)
        if self.move.meld is None or self.move.meld == getattr(self.other, "meld", None):
            return self._exchange(Part.NOW) or Cause(Part.NOW, Turn.LAYS_NOW, meld=dix_words())
        return Cause(Part.NOW, Turn.LAYS_NOW, meld=meld_words(self.move.meld))

    def _exchange(self, part: Part) -> Cause | None:
        """That the better move alone exchanges the dix for the upcard; None if it does not."""
        position = self.problem.position
        dix = dix_card(position.rules, position.trump)
        if (
            isinstance(self.move, Show)
            and isinstance(self.other, Show)
            and self.move.dix
            and not self.other.dix
            and position.upcard not in (None, dix)
        ):
            return Cause(part, Turn.EXCHANGES, position.upcard)
        return None

    def _own_melds(self, gained: float) -> Cause:
        found = self._meld_of(0, gained, +1)
        if found is None:
            return self._exchange(Part.OWN_MELDS) or Cause(
                Part.OWN_MELDS, Turn.MELDS_MORE, takes=self._takes
            )
        words, cards = found
        kept = self._kept
        if kept is not None and kept in cards:
            return Cause(Part.OWN_MELDS, Turn.KEEPS_FOR_MELD, kept, words)
        if self._shown(self.other, words):
            return Cause(Part.OWN_MELDS, Turn.KEEPS_MELD, meld=words)
        return Cause(Part.OWN_MELDS, Turn.MELDS, meld=words, takes=self._takes)

    def _other_melds(self, gained: float) -> Cause:
        found = self._meld_of(1, gained, -1)
        words = "" if found is None else found[0]
        return Cause(Part.OTHER_MELDS, Turn.HOLDS_OFF, meld=words, takes=self._takes)

    def _meld_of(self, whose: int, gained: float, sign: int) -> tuple[str, tuple[Card, ...]] | None:
        """The meld that most of a gain comes from, in words, and its cards; None if none is sure.

        Args:
            whose: 0 for the seat's melds, 1 for the opponent's.
            gained: the points gained.
            sign: 1 if it gains by laying more often, -1 by laying less often.
        """
        position = self.problem.position
        rules, trump = position.rules, position.trump
        dix = rules.meld(DIX)
        kinds: list[tuple[str, tuple[Card, ...], int]] = [
            (meld_words(meld), meld.cards, meld.kind.points) for meld in melds_of(rules, trump)
        ]
        lowest = dix_card(rules, trump)
        if dix is not None and lowest is not None:
            kinds.append((dix_words(), (lowest,), dix.points))
        found, most = None, _LARGE * gained
        for number, (words, cards, points) in enumerate(kinds):
            sums = sign * self.apart.shows[whose][:, number]
            if whose == 0:
                now = self._shown(self.move, words) - self._shown(self.other, words)
                sums = sums - sign * now * self.apart.worlds
            often = self.apart.often(sums)
            if often.mean > SURE * often.se and points * often.mean > most:
                found, most = (words, cards), points * often.mean
        return found

    @staticmethod
    def _shown(move: Move, words: str) -> int:
        """How often a move itself shows the meld of these words."""
        if not isinstance(move, Show):
            return 0
        laid = move.meld is not None and meld_words(move.meld) == words
        return laid + (move.dix and words == dix_words())

    # Cards

    @property
    def _kept(self) -> Card | None:
        """The card that the other move plays and the better one keeps."""
        if not isinstance(self.move, Play) or not isinstance(self.other, Play):
            return None
        return None if self.move.card == self.other.card else self.other.card

    @property
    def _takes(self) -> Takes:
        position, led = self.problem.position, self.problem.position.led
        if not isinstance(self.move, Play) or not isinstance(self.other, Play):
            return Takes.NO
        if led is not None:
            own, others = (_winner(led, each.card, position) for each in (self.move, self.other))
            return Takes.YES if own and not others else Takes.NO
        return Takes.OFTENER if self._takes_oftener(+1) else Takes.NO

    def _takes_oftener(self, sign: int) -> bool:
        if self.apart.takes is None:
            return False
        often = self.apart.often(sign * self.apart.takes)
        return often.mean > max(_OFTEN, SURE * often.se)

    def _trick(self, _gained: float) -> Cause:
        position = self.problem.position
        if self._takes is not Takes.NO:
            return Cause(Part.CARDS, Turn.TAKES, takes=self._takes)
        assert isinstance(self.move, Play)
        if position.led is not None and _winner(position.led, self.move.card, position):
            return Cause(Part.CARDS, Turn.TAKES_MORE)
        kept = self._kept
        if kept is not None and position.count.of((kept,)) > position.count.of((self.move.card,)):
            is_lead = position.led is None
            return Cause(
                Part.CARDS, Turn.RISKS_LESS if is_lead else Turn.GIVES_LESS, self.move.card
            )
        return Cause(Part.CARDS, Turn.WINS_CARDS)

    def _later(self, _gained: float) -> Cause:
        position = self.problem.position
        if isinstance(self.move, Show):
            return self._exchange(Part.CARDS) or self._later_by_show()
        upcard = self._upcard()
        if upcard is not None:
            return upcard
        kept = self._kept
        if kept is None:
            assert isinstance(self.move, Play)
            is_from_hand = self.move.source == "hand"
            return Cause(
                Part.CARDS, Turn.FROM_HAND if is_from_hand else Turn.FROM_TABLE, self.move.card
            )
        assert isinstance(self.move, Play)
        is_trump = kept.suit == position.trump != self.move.card.suit
        return Cause(Part.CARDS, Turn.KEEPS_TRUMP if is_trump else Turn.KEEPS, kept)

    def _later_by_show(self) -> Cause:
        options = self.problem.options

        def laid(move: Move) -> int:
            option = options.get(move)
            return 0 if option is None else len(option.from_hand)

        less = laid(self.move) < laid(self.other)
        return Cause(Part.CARDS, Turn.SHOWS_LESS if less else Turn.WINS_CARDS)

    def _upcard(self) -> Cause | None:
        """Who draws the upcard, if the trick under way decides that and the moves differ by it."""
        position, deck = self.problem.position, self.problem.position.rules.deck
        if position.upcard is None or position.completed_tricks != deck.stock_tricks - 1:
            return None
        if position.act is not Act.PLAY:
            return None
        seat, led = position.turn, position.led
        if led is not None:
            assert isinstance(self.move, Play)
            assert isinstance(self.other, Play)
            own, others = (_winner(led, each.card, position) for each in (self.move, self.other))
            if own == others:
                return None
            winner = seat if own else seat.other
        elif self._takes_oftener(+1):
            winner = seat
        elif self._takes_oftener(-1):
            winner = seat.other
        else:
            return None
        places = draw_places(position.rules, deck.draws - len(Seat), winner)
        draws = places[seat] is None
        return Cause(
            Part.CARDS, Turn.DRAWS_UPCARD if draws else Turn.LEAVES_UPCARD, position.upcard
        )

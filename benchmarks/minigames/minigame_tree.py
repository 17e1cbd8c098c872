"""Small games of the stock phase, every way they can go: the mini-games of ``minigames.py``.

Eight cards, Q K T A of spades and hearts, or twelve, with J and 9; one copy each. Spades are trump
and there is no upcard. The rules are those of scarne and its count, the melds its two marriages.
South leads. In the playoff both play exactly, so the tree ends where the stock does, with the exact
value.

`GameTree` holds every history: a deal, the order of its stock included, and the moves since. The
rules are the project's own: the moves come from its compiled hand, the ends from its solver.

A seat knows the cards it was dealt, those it drew and when, every card played and everything
shown. It does not see whether the other seat was asked what it shows: a pass is no news. That is
its *information set* here, with perfect recall. Its *view* is a position, as the referee gives it:
a little less, for a position does not tell in which order the cards in the hand came there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from benchmarks.minigames.equilibrium import Floats, Ints, SequenceGame, Treeplex
from pinochle_solver import PlayoffPosition, solve_many
from pinochle_solver._core.hand.game import HandGame, dealt_state
from pinochle_solver._core.hand.hand import PASS
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import RANKS, Card, Hand, Rank, Suit
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.hand_packing import Due, StateRecord, hand_of, hand_rules_record
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Rulebook, Seat

TRUMP = Suit.SPADES
DEALER = Seat.NORTH
TEN_TO_QUEEN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN)


def mini_rules(
    name: str,
    hand: int,
    draws_first: bool = False,
    ranks: tuple[Rank, ...] = TEN_TO_QUEEN,
) -> Rulebook:
    """Scarne's rules for one copy of these ranks in two suits, so many cards to a hand."""
    cards = 2 * len(ranks)
    scarne = RULEBOOKS["scarne"]
    return replace(
        scarne,
        name=name,
        title=f"{cards} cards, hands of {hand}",
        melds=tuple(kind for kind in scarne.melds if kind.name.endswith("marriage")),
        dealer_dix=0,
        draws_before_melding=draws_first,
        melds_after_last_stock_trick=not draws_first,
        deck=Deck(f"{cards}-card", ranks, 1, hand, cards - 2 * hand, suits=(TRUMP, Suit.HEARTS)),
    )


MINI_GAMES = {
    rules.name: rules
    for rules in (
        mini_rules("hand2", 2),
        mini_rules("hand2-draw-first", 2, draws_first=True),
        mini_rules("hand3", 3),
        mini_rules("hand5", 5, ranks=(*TEN_TO_QUEEN, Rank.JACK, Rank.NINE)),
    )
}
"""With hands of two no marriage can be laid before the draw: one card is left then."""


def all_deals(rules: Rulebook) -> Iterator[tuple[int, ...]]:
    """Every deal, by card index: south's cards, north's, and the stock in order."""
    deck = {card.index for card in rules.deck.cards()}
    for south in combinations(sorted(deck), rules.deck.hand):
        for north in combinations(sorted(deck - {*south}), rules.deck.hand):
            for stock in permutations(sorted(deck - {*south, *north})):
                yield (*south, *north, *stock)


_Playoff = tuple[int, int, int]
"""Both hands as planes, and who leads."""


class _Past(NamedTuple):
    """What has happened in a history.

    Attributes:
        public: what both have seen, cards played and melds shown, as moves of the compiled hand.
        cards: what each seat was dealt and has drawn since, in order; what is its own alone.
        last: the last sequence of each seat.
        way: the moves by their number among the legal ones.
        drawn: how many cards of the stock are drawn.
    """

    public: tuple[int, ...]
    cards: tuple[tuple[int, ...], tuple[int, ...]]
    last: tuple[int, int] = (0, 0)
    way: tuple[int, ...] = ()
    drawn: int = 0

    def drawing(self, winner: int, stock: tuple[int, ...]) -> _Past:
        """After the draws; the winner of the trick draws first."""
        drawn = stock[self.drawn : self.drawn + 2]
        south, north = drawn if winner == Seat.SOUTH else drawn[::-1]
        cards = ((*self.cards[0], south), (*self.cards[1], north))
        return self._replace(cards=cards, drawn=self.drawn + 2)

    def moving(self, seat: int, choice: int, move: int, sequence: int) -> _Past:
        """After a move; a pass is nothing to see."""
        return self._replace(
            public=self.public if move == PASS else (*self.public, move),
            last=(sequence, self.last[1]) if seat == Seat.SOUTH else (self.last[0], sequence),
            way=(*self.way, choice),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Histories put together, those of a group having the same moves; and slots for their moves.

    Attributes:
        of: for each node its group; -1 where a history ends.
        counts: for each group the number of its moves.
        firsts: for each group the slot of its first move.
    """

    of: Ints
    counts: Ints
    firsts: Ints

    @classmethod
    def make(cls, of: Ints, counts: Ints) -> Groups:
        """Groups of so many moves each."""
        return cls(of, counts, np.cumsum(counts) - counts)

    @property
    def slots(self) -> int:
        """The number of slots."""
        return int(self.counts.sum())


@dataclass(slots=True, eq=False)
class _Numbers:
    """Numbers for keys as they come up, with the number of moves there."""

    of: dict[object, int] = field(default_factory=dict)
    counts: list[int] = field(default_factory=list)

    def number(self, key: object, moves: int) -> int:
        found = self.of.setdefault(key, len(self.counts))
        if found == len(self.counts):
            self.counts.append(moves)
        return found


@dataclass(slots=True, eq=False)
class _Sets(_Numbers):
    """The information sets of one seat, with their parents, first sequences and views."""

    parents: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=lambda: [1])
    views: list[int] = field(default_factory=list)

    def add(self, key: object, moves: int, parent: int, view: int) -> int:
        """The first sequence of an information set."""
        number = self.number(key, moves)
        if number == len(self.parents):
            self.parents.append(parent)
            self.firsts.append(self.firsts[-1] + moves)
            self.views.append(view)
        return self.firsts[number]

    def treeplex(self) -> Treeplex:
        return Treeplex.of(self.parents, self.counts)


class _Grower:
    """Plays every history of a game and writes it down, node by node."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self._record = hand_rules_record(rules, rules.count, TRUMP)
        self.deals: list[tuple[int, ...]] = []
        self.parent: list[int] = []
        self.choice: list[int] = []
        self.level: list[int] = []
        self.seat: list[int] = []
        self.view: list[int] = []
        self.joint: list[int] = []
        self.set: list[int] = []
        self.lead: list[int] = []
        self.known: tuple[list[int], list[int]] = ([], [])
        self.sets = (_Sets(), _Sets())
        self.views = _Numbers()
        self.joints = _Numbers()
        self.knowns = _Numbers()
        self.ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.ends: list[tuple[int, int, int, int, _Playoff]] = []

    def grow(self, deal: tuple[int, ...]) -> None:
        """Add the histories of a deal."""
        hand = self.rules.deck.hand
        self.deals.append(deal)
        self._stock = deal[2 * hand :]
        state = dealt_state(self._record, bytes(deal), DEALER)
        game = HandGame(self._record, state, bytes(self._stock))
        self._visit(game, _Past((), (deal[:hand], deal[hand : 2 * hand])), -1)

    def _visit(self, game: HandGame, past: _Past, parent: int) -> None:
        if game.due == Due.DRAW:
            past = past.drawing(game.turn, self._stock)
            game.draw()
            self._visit(game, past, parent)
            game.undo()
            return
        node = len(self.parent)
        self.parent.append(parent)
        self.choice.append(past.way[-1] if past.way else 0)
        self.level.append(len(past.way))
        state = StateRecord.unpack(game.state())
        self._note_lead(state, past)
        if state.playoff:
            self._end(node, state, past)
            return
        moves = _canonical(game)
        first = self._decide(state, past, len(moves))
        for choice, move in enumerate(moves):
            game.apply(move)
            self._visit(game, past.moving(state.turn, choice, move, first + choice), node)
            game.undo()

    def _note_lead(self, state: StateRecord, past: _Past) -> None:
        """Note who won the last trick and leads now, and what each seat knows then."""
        leads = state.tricks > 0 and (
            state.playoff or (state.due == Due.PLAY and state.led == NO_CARD)
        )
        self.lead.append(state.leader if leads else -1)
        for seat, numbers in enumerate(self.known):
            key = (past.cards[seat], past.public)
            numbers.append(self.knowns.number(key, 0) if leads else -1)

    def _end(self, node: int, state: StateRecord, past: _Past) -> None:
        for numbers in (self.seat, self.view, self.joint, self.set):
            numbers.append(-1)
        south, north = state.south, state.north
        points = south.meld_points + south.trick_points - north.meld_points - north.trick_points
        playoff = (south.hand, north.hand, state.leader)
        self.ends.append((node, *past.last, points, playoff))

    def _decide(self, state: StateRecord, past: _Past, moves: int) -> int:
        """Put a decision into its groups; return the sequence that its first move makes."""
        seat, due = Seat(state.turn), state.due
        held = state.seat(seat).hand | state.seat(seat).table
        view = self.views.number((seat, due, held, past.public), moves)
        if view == len(self.ways):
            self.ways.append((self.deals[-1], past.way))
        self.seat.append(seat)
        self.view.append(view)
        self.joint.append(self.joints.number((due, past.cards, past.public), moves))
        known = (due, past.cards[seat], past.public)
        first = self.sets[seat].add(known, moves, past.last[seat], view)
        self.set.append(self.sets[seat].of[known])
        return first


def _canonical(game: HandGame) -> list[int]:
    """The legal moves in the order in which `Referee.moves` gives them."""
    moves = list(game.legal())
    if game.due == Due.PLAY:
        moves.sort(key=lambda move: (-(move % RANKS), move))
    return moves


class GameTree:
    """Every history of a game.

    Attributes:
        rules: the game.
        deals: how many deals there are, all equally likely.
        parent: for each node the one before the last move, -1 at the beginning.
        choice: for each node which move of its parent's led there.
        levels: the nodes by the number of moves before them.
        seat: for each node the seat to move; -1 where the history ends.
        ends: the nodes where it does.
        values: for each node of `ends` what south has won by then and will in the playoff, less
            what north has.
        views: the nodes by what the seat to move is shown.
        joints: the nodes by what the two seats know together: all but the order of the stock.
        set: for each node the information set of the seat to move; -1 where the history ends.
        view_of_set: for each seat, for each information set the view.
        lead: for each node where the next trick, or the playoff, begins after a trick of the stock
            who leads; -1 elsewhere.
        known: for each seat, for such nodes a number for what the seat knows there; -1 elsewhere.
        game: the game in sequence form.
    """

    def __init__(self, rules: Rulebook) -> None:
        grower = _Grower(rules)
        for deal in all_deals(rules):
            grower.grow(deal)
        level = np.array(grower.level)
        south, north = grower.sets
        self.rules = rules
        self.deals = len(grower.deals)
        self.parent = np.array(grower.parent, np.intp)
        self.choice = np.array(grower.choice, np.intp)
        self.levels = [np.flatnonzero(level == depth) for depth in range(1 + level.max())]
        self.seat = np.array(grower.seat, np.intp)
        self.views = _groups(grower.view, grower.views)
        self.joints = _groups(grower.joint, grower.joints)
        self.set = np.array(grower.set, np.intp)
        self.lead = np.array(grower.lead, np.intp)
        self.known = (np.array(grower.known[0], np.intp), np.array(grower.known[1], np.intp))
        self.view_of_set = (np.array(south.views, np.intp), np.array(north.views, np.intp))
        self._ways = grower.ways
        ends, souths, norths, points, playoffs = zip(*grower.ends, strict=True)
        playoff = _playoff_values(rules, set(playoffs))
        self.ends = np.array(ends, np.intp)
        self.values = np.array(points) + np.array([playoff[key] for key in playoffs], np.float64)
        self.game = SequenceGame.of(
            (south.treeplex(), north.treeplex()),
            np.array(souths, np.intp),
            np.array(norths, np.intp),
            self.values / self.deals,
        )

    def view(self, number: int) -> tuple[StockPosition, tuple[Move, ...]]:
        """A view and the legal moves there, in the order of its slots."""
        cards, way = self._ways[number]
        referee = Referee.of_deal(_deal(self.rules, cards))
        for choice in way:
            referee.push(referee.moves()[choice])
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        return view, referee.moves()

    def behaviour(self, seat: int, view_behaviour: Floats) -> Floats:
        """Of each of a seat's sequences the probability of its last move, from that by views."""
        treeplex = self.game.seats[seat]
        firsts = self.views.firsts[self.view_of_set[seat]]
        starts = np.repeat(firsts - (treeplex.firsts - 1), treeplex.counts)
        slots = starts + np.arange(treeplex.size - 1)
        return np.concatenate([[1.0], view_behaviour[slots]])


def _groups(of: list[int], numbers: _Numbers) -> Groups:
    return Groups.make(np.array(of, np.intp), np.array(numbers.counts, np.intp))


def _deal(rules: Rulebook, cards: tuple[int, ...]) -> Deal:
    hand = rules.deck.hand
    named = tuple(map(Card.from_index, cards))
    return Deal(
        rules=rules,
        count=rules.count,
        dealer=DEALER,
        south=Hand.of(named[:hand]),
        north=Hand.of(named[hand : 2 * hand]),
        upcard=None,
        stock=named[2 * hand :],
        trump=TRUMP,
    )


def _playoff_values(rules: Rulebook, playoffs: set[_Playoff]) -> dict[_Playoff, int]:
    """South's points less north's, of each playoff."""
    positions = [
        PlayoffPosition(
            rules=rules,
            trump=TRUMP,
            south=hand_of(south),
            north=hand_of(north),
            turn=Seat(leader),
        )
        for south, north, leader in playoffs
    ]
    values = [solution.value for solution in solve_many(positions, moves=False)]
    return {key: value.south - value.north for key, value in zip(playoffs, values, strict=True)}

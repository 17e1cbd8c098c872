"""In which order to lay melds, and which melds still wait for cards (RULES.md, section 4).

Everything here is about the cards that one seat holds now, as that seat sees them. A plan leaves
out that a card must be played to every trick in between, that a turn to meld must be won, and what
the opponent does. It is what the hand is worth if nothing of it is given away.

>>> from pinochle_solver.rules.rulebooks import RULEBOOKS
>>> order = plan(RULEBOOKS["scarne"], Suit.SPADES, Hand.parse("ATKQJ.-.-.-"), turns=2)
>>> [step.text() for step in order.steps], order.points
(['royal-marriage:KS.QS', 'run:AS.TS.KS.QS.JS'], 190)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.melding.graph import (
    Chance,
    Walk,
    best_walk,
    build_graph,
    write_graph,
)
from pinochle_solver.melding.outs import Need, Out, Outlook, Use, find_needs, find_outs
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.notation.tokens import expect_position
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import cards_text, check_copies
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_table import MeldOption, MeldState, MeldTable, table_and_hand
from pinochle_solver.rules.melds import LaidMeld, dix_card
from pinochle_solver.rules.rulebooks import as_rulebook
from pinochle_solver.rules.rules import Rulebook

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Need", "Out", "Plan", "Step", "Use", "plan", "plan_position"]


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """The meld of one turn of a plan.

    Attributes:
        turn: the number of the turn that it is for, from 1. If in the position the seat decides on
            a meld or a dix, turn 1 is now.
        option: what is shown, its points, and where its cards come from.
        total: the points of the plan up to and including this step.
    """

    turn: int
    option: MeldOption
    total: int

    @property
    def points(self) -> int:
        """Its points."""
        return self.option.points

    def text(self) -> str:
        """The move: ``dix+run:AS.TS.KS.QS.JS``."""
        return self.option.show.text()

    def __repr__(self) -> str:
        return f"<Step {self.turn}. {self.text()} {self.points}>"


@dataclass(frozen=True, slots=True, repr=False)
class Plan:
    """The best order of melds with the cards held now, and what may still come.

    Attributes:
        turns: the number of turns it is made for; fewer than asked for if so many are impossible.
        steps: what to show, in order. The plan has the most points in all. Among equals, earlier
            points come first, since a later turn may never come; then fewer moves; then the first
            by their text.
        needs: what each card held is still needed for.
        outs: the melds that wait for one or two cards.
        graph: all that can be shown in this many turns, as
            `pinochle_solver.melding.graph.build_graph` describes. An edge that is a step has its
            turn as ``step``, other edges have 0.
    """

    turns: int
    steps: tuple[Step, ...]
    needs: tuple[Need, ...]
    outs: tuple[Out, ...]
    graph: nx.MultiDiGraph = field(compare=False, repr=False)

    @property
    def points(self) -> int:
        """The points of all steps."""
        return self.steps[-1].total if self.steps else 0

    def __repr__(self) -> str:
        steps = " ".join(f"{step.turn}. {step.text()} {step.points}" for step in self.steps)
        return f"<Plan {steps or 'nothing to lay'}: {self.points} points>"

    def write_graph(self, file: Path) -> None:
        """Write the graph as GraphML or DOT, by the file's ending.

        Raises:
            ValueError: for endings other than ``.graphml`` and ``.dot``.
            OSError: when the file cannot be written.
        """
        write_graph(self.graph, file)


def plan(
    rules: Rulebook | str,
    trump: Suit,
    hand: Hand,
    laid: Iterable[LaidMeld] = (),
    *,
    turns: int,
    upcard: Card | None = None,
    gone: Hand | None = None,
    draws: int | None = None,
) -> Plan:
    """Plan the melds of a hand without a position.

    If the upcard is not known, a dix scores its points and brings nothing into the hand. Once a dix
    has been shown, the upcard is a dix.

    Args:
        rules: the rulebook, or the name of a published one.
        trump: the trump suit.
        hand: all cards held, those on the table included.
        laid: what has been laid so far, in order.
        turns: how many turns to meld there will be, at least 1.
        upcard: the face-up card, None if it is not known.
        gone: other cards that have been seen; cards of `laid` that were played since may be
            included or not. The rest of the deck is unseen.
        draws: how many cards the seat draws before its last chance to meld; if not given, there are
            no chances of draws.

    Raises:
        PositionError: for anything that `hand_options` refuses, cards that are seen twice, and
            impossible numbers.
    """
    rules = as_rulebook(rules)
    if turns < 1:
        raise IllegalPositionError("turns", f"{turns}, expected 1 or more")
    laid = tuple(laid)
    table, in_hand = table_and_hand(rules, trump, hand, laid)
    if upcard is None and any(meld.name == DIX for meld in laid) and rules.deck.upcard:
        upcard = dix_card(rules, trump)
    unseen = _unseen(table, hand, upcard, gone)
    if draws is not None and not 0 <= draws <= len(unseen):
        raise IllegalPositionError("draws", f"{draws}, but {cards_text(len(unseen))} are unseen")
    outlook = Outlook(unseen, dix=rules.deck.upcard, draws=draws, dix_draws=draws)
    # Each step takes a card out of the hand, and only one exchange brings a card into it.
    chances = [Chance()] * min(turns, len(hand) + 1)
    return _plan(MeldState(table, in_hand, upcard), chances, turns, outlook)


def plan_position(position: StockPosition, turns: int) -> Plan:
    """Plan the melds of the seat whose turn it is.

    With `Act.PLAY` the first turn is after a trick yet to be won, else it is now. A loser's turn to
    show a dix (macdougall) comes on top of the turns asked for if it is now; later ones are not
    counted on. With dix turns (goulash) the one after each of these tricks comes on top as well.
    After the last trick of the stock phase there may be a turn for a dix only.

    The draws that count are those before the last chance to meld (RULES.md 2 and 4, "Who and
    when"). After the draws of k tricks:

    - scarne: meld, then draw, also after trick 12: what is drawn then comes too late; 11 - k draws;
    - macdougall: meld, then draw, no meld after trick 12: what is drawn after trick 11 comes too
      late for all but a dix; 10 - k draws, and 11 - k for a dix;
    - hayes: draw, then meld, and neither meld nor dix after trick 12; 11 - k draws;
    - goulash: meld, then draw, then show a dix, none of it after trick 16; 14 - k draws, and 15 - k
      for a dix.

    All of these draw face-down cards, because the upcard is drawn after trick 12. macdougall's 10
    for a nine drawn last of all is not a meld and is not included.

    Args:
        position: the position; the hand of the player to move is wholly known.
        turns: how many turns to meld to plan for, at least 1. If fewer can come, the plan is for
            these.

    Raises:
        TypeError: for anything but a `StockPosition`.
        IllegalPositionError: when that hand is not wholly known, and for an invalid number of
            turns.
    """
    if turns < 1:
        raise IllegalPositionError("turns", f"{turns}, expected 1 or more")
    expect_position(position, StockPosition)
    seat = position.turn
    if position.hand(seat).hidden:
        raise IllegalPositionError("turn", f"{seat.text()}, but {position.hand(seat).hidden_fact}")
    hand, melds = position.hand(seat).known, position.melds(seat)
    table, in_hand = table_and_hand(position.rules, position.trump, hand, melds)
    chances = _chances(position, turns)
    state = MeldState(table, in_hand, position.upcard)
    return _plan(state, chances, len(chances), _outlook(position))


def _plan(state: MeldState, chances: Sequence[Chance], turns: int, outlook: Outlook) -> Plan:
    graph, states = build_graph(state, len(chances))
    walk = best_walk(graph, chances)
    _mark_steps(graph, walk)
    return Plan(
        turns=turns,
        steps=tuple(_steps(walk, states)),
        needs=find_needs(state, outlook),
        outs=find_outs(state, outlook),
        graph=graph,
    )


def _steps(walk: Walk, states: Sequence[MeldState]) -> Iterator[Step]:
    total = 0
    for (chance, node, _, _), move in zip(walk.edges, walk.moves, strict=True):
        option = next(option for option in states[node].options() if option.show.text() == move)
        total += option.points
        yield Step(chance + 1, option, total)


def _mark_steps(graph: nx.MultiDiGraph, walk: Walk) -> None:
    for *_, edge in graph.edges(data=True):
        edge["step"] = 0
    for chance, node, target, number in walk.edges:
        graph.edges[node, target, number]["step"] = chance + 1


def _unseen(table: MeldTable, held: Hand, upcard: Card | None, gone: Hand | None) -> Hand:
    """The rest of the deck; cards played since they were laid may be named again in `gone`."""
    played = Hand.of(copy.card for copy in table.copies if copy.played)
    seen = Hand(bytes(map(max, played.counts, gone.counts))) if gone else played
    turned_up = () if upcard is None else (upcard,)
    deck = table.rules.deck
    check_copies(deck, [("hand", held), ("upcard", turned_up), ("gone", seen)])
    unseen = deck.cards()
    for card in (*held, *turned_up, *seen):
        unseen = unseen.without(card)
    return unseen


# When a seat may still meld in a position, and what it draws before that


def _next_turn(position: StockPosition) -> int:
    """The trick that the seat's next turn to meld may follow."""
    return position.completed_tricks + (position.act is not Act.MELD)


def _chances(position: StockPosition, turns: int) -> list[Chance]:
    rules = position.rules
    last = max(rules.last_meld_trick, rules.last_dix_trick)
    chances = [Chance(meld=False)] if _is_for_a_dix(position.act) else []
    for trick in range(_next_turn(position), last + 1)[:turns]:
        meld, dix = trick <= rules.last_meld_trick, trick <= rules.last_dix_trick
        if rules.dix_turns:
            chances += filter(any, (Chance(meld, dix=False), Chance(meld=False, dix=dix)))
        else:
            chances.append(Chance(meld, dix))
    return chances


def _is_for_a_dix(act: Act) -> bool:
    """Whether a dix may be shown now, and no meld."""
    return act in (Act.DIX, Act.SHOW)


def _outlook(position: StockPosition) -> Outlook:
    rules, following = position.rules, _next_turn(position)
    stock = None if isinstance(position.stock, int) else Hand.of(position.stock)
    return Outlook(
        unseen=position.unseen if stock is None else stock,
        melds=following <= rules.last_meld_trick,
        dix=following <= rules.last_dix_trick or _is_for_a_dix(position.act),
        draws=_draws_before(position, rules.last_meld_trick, rules.draws_before_melding),
        dix_draws=_draws_before(
            position, rules.last_dix_trick, rules.draws_before_melding or rules.dix_turns
        ),
        by_chance=stock is None,
        keeps_dix=rules.held_dix > rules.played_dix,
    )


def _draws_before(position: StockPosition, trick: int, draws_first: bool) -> int:
    """How many cards each seat draws before a turn after a trick.

    Args:
        position: the position.
        trick: the number of the trick.
        draws_first: whether that turn comes after the draws of the trick.
    """
    rules, act = position.rules, position.act
    has_drawn = rules.draws_before_melding or (rules.dix_turns and act is not Act.MELD)
    drawn = position.completed_tricks - (act.shows and not has_drawn)
    return max(0, trick - (not draws_first) - drawn)

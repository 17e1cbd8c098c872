"""What a seat sees after a move: the next position, made from the one that it saw before.

The rules are the referee's. If a position hides cards, arbitrary cards stand in the hidden places
so that the move can be made; nothing that the seat sees afterwards depends on them. What does not
follow from the position and the move is an `Observation`: the card that the seat draws, and
sometimes what it sees of the other seat's cards. In this way a hand is followed as one player sees
it.

>>> from pinochle_solver.notation.stock_position import StockPosition
>>> position = StockPosition.parse(
...     "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12 dealer=north")
>>> position = after(position, "9C")
>>> after(position, "KC", observed=Observation(drawn=None)).text()
'rules=scarne upcard=9S stock=23 act=meld turn=north south=AAT9.KQ.-.QQJJ9 \
north=-.-.-.-+11 tricks=9C-KC dealer=north'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import NamedTuple

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hand.hidden_cards import HiddenCards, NextDraws, Way
from pinochle_solver.hand.observations import (
    DRAWN,
    LAID,
    LAST_DIX,
    NO_OBSERVATION,
    MissingObservationError,
    Observation,
)
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act, HandPoints, SeatPoints
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Doubling, Move, Play, Show
from pinochle_solver.rules.piles import draw_places
from pinochle_solver.rules.rules import Seat


@dataclass(frozen=True, slots=True)
class Sequel:
    """A move and what followed from it automatically.

    Attributes:
        seat: whose move it was.
        move: the move.
        position: the position after that; None when the hand is over.
        leads: whether the move was a card led.
        winner: who took the trick that the move completed; None if it completed no trick.
        scored: what both seats scored by the move.
        shown_points: the part of that which was scored for what the move showed; 0 for a play and a
            pass.
        drawn: what both seats drew after it, the winner of the trick first; None for an unseen
            card.
        last_dix: who drew a dix as the last card, which scored by itself (macdougall).
    """

    seat: Seat
    move: Move
    position: Position | None
    leads: bool
    winner: Seat | None
    scored: HandPoints
    shown_points: int = 0
    drawn: tuple[tuple[Seat, Card | None], ...] = ()
    last_dix: tuple[Seat, ...] = ()


def viewer_of(position: Position) -> Seat | None:
    """The seat that sees a position; None if every card and the stock's order are known.

    If both hands are known, but not the stock, it is the seat to decide.
    """
    if isinstance(position, PlayoffPosition) or not isinstance(position.stock, int):
        return None
    if position.is_last_window and not position.unseen:
        return None
    for seat in Seat:
        if position.hand(seat).hidden:
            return seat.other
    return position.turn


def after(
    position: Position,
    move: Move | str,
    viewer: Seat | None = None,
    observed: Observation = NO_OBSERVATION,
) -> Position | None:
    """The position after a move; None when the hand is over. Arguments and errors of `sequel`."""
    return sequel(position, move, viewer, observed).position


def sequel(
    position: Position,
    move: Move | str,
    viewer: Seat | None = None,
    observed: Observation = NO_OBSERVATION,
) -> Sequel:
    """Make a move of the seat to decide, and what follows automatically: draws and forced passes.

    A seat whose hand is known is not asked what it shows if it can only pass. A seat with hidden
    cards is always asked if the rules let it show anything after that trick.

    Args:
        position: the position; only the players' names among its annotations are passed on.
        move: the move, or its text; for a seat with hidden cards, any move that may be possible.
        viewer: the seat that sees the position; by default the one that `viewer_of` gives.
        observed: what else the viewer sees.

    Raises:
        IllegalMoveError: for text that is not a move, and naming the rule that the move breaks; for
            a seat with hidden cards also for a card that it cannot hold.
        IllegalPositionError: naming the field of an `Observation` that is impossible, and
            ``viewer`` if the viewer's own hand is not known.
        MissingObservationError: if something that the viewer sees is missing.
    """
    viewer = viewer_of(position) if viewer is None else viewer
    if (
        isinstance(position, StockPosition)
        and isinstance(position.stock, int)
        and viewer is not None
    ):
        return _with_players(_OneSeatPosition(position, viewer).sequel(move, observed), position)
    if observed != NO_OBSERVATION:
        raise IllegalPositionError(
            next(each for each in (DRAWN, LAID, LAST_DIX) if getattr(observed, each) is not None),
            "given, but every card is known",
        )
    unseen = position.unseen if isinstance(position, StockPosition) else ()
    referee = Referee.of_position(position, unseen)
    before = _Before.of(referee)
    referee.push(move)
    return _with_players(before.sequel(referee, referee.position(), dict(referee.draws)), position)


def _with_players(made: Sequel, before: Position) -> Sequel:
    """The same with the names of the players, which a referee does not know."""
    if made.position is None or made.position.players == before.players:
        return made
    return replace(made, position=replace(made.position, players=before.players))


def possible_moves(position: Position, viewer: Seat | None = None) -> tuple[Move, ...]:
    """The moves of the seat to decide or, if it has hidden cards, the moves it may have.

    Plays come in canonical order of the cards; among shows a pass comes first. Raises
    `IllegalPositionError` as `sequel` does.
    """
    viewer = viewer_of(position) if viewer is None else viewer
    if (
        isinstance(position, StockPosition)
        and isinstance(position.stock, int)
        and viewer is not None
    ):
        return _OneSeatPosition(position, viewer).possible_moves()
    unseen = position.unseen if isinstance(position, StockPosition) else ()
    return Referee.of_position(position, unseen).moves()


def read_move(position: Position, text: str) -> Move:
    """Read a move of the seat to decide as `Referee.parse_move` does; the same error."""
    unseen = position.unseen if isinstance(position, StockPosition) else ()
    return Referee.of_position(position, unseen).parse_move(text)


class _Before(NamedTuple):
    """What to remember of a hand while a move is made in it."""

    seat: Seat
    leads: bool
    tricks: int
    points: HandPoints

    @classmethod
    def of(cls, referee: Referee) -> _Before:
        seat = referee.turn
        assert seat is not None
        leads = referee.due is Act.PLAY and referee.leader is seat
        return cls(seat, leads, referee.completed_tricks, referee.points)

    def sequel(
        self, referee: Referee, position: Position | None, drawn: Mapping[Seat, Card | None]
    ) -> Sequel:
        """What followed from the first move that the referee has seen since then."""
        south, north = (
            SeatPoints(now.melds - then.melds, now.tricks - then.tricks)
            for now, then in zip(referee.points, self.points, strict=True)
        )
        completed = referee.completed_tricks > self.tricks
        return Sequel(
            seat=self.seat,
            move=referee.history[0],
            position=position,
            leads=self.leads,
            winner=referee.leader if completed else None,
            scored=HandPoints(south, north),
            shown_points=referee.shown_points,
            drawn=tuple(drawn.items()),
            last_dix=_last_dix(referee),
        )


def _last_dix(referee: Referee) -> tuple[Seat, ...]:
    """Who has just drawn a dix as the last card, and scored for it."""
    if not referee.draws or not referee.stock_is_gone or not referee.rules.last_draw_dix:
        return ()
    face_down = [*referee.draws]
    if referee.rules.deck.upcard:
        del face_down[0 if referee.rules.upcard_to_winner else -1]
    dix = dix_card(referee.rules, referee.trump)
    return tuple(seat for seat, card in face_down if card == dix)


class _OneSeatPosition:
    """A position of the stock phase as one seat sees it, the order of the stock unknown."""

    def __init__(self, position: StockPosition, viewer: Seat) -> None:
        if position.hand(viewer).hidden:
            raise IllegalPositionError(
                "viewer", f"{viewer.text()}, but {position.hand(viewer).hidden_fact}"
            )
        self.position, self.viewer, self.other = position, viewer, viewer.other
        self.cards = HiddenCards(position, viewer.other)
        self._is_others_turn = position.turn is self.other and self.cards.hidden > 0

    def sequel(self, move: Move | str, observed: Observation) -> Sequel:
        """What follows a move."""
        made = read_move(self.position, move) if isinstance(move, str) else move
        ways = self._ways_of(made, observed)
        first = self._made(made, self.cards.arranged(ways[0], NextDraws()))
        if not first.draws:
            if observed.drawn is not None:
                raise IllegalPositionError(DRAWN, f"{observed.drawn}, but nothing is drawn now")
            return self._result(first, observed)
        # Who draws does not depend on the hidden cards; the card drawn is put in its place.
        stock = self._stock(first, ways, observed)
        for way in ways:
            cards = self.cards.arrange(way, stock)
            if cards is not None:
                return self._result(self._made(made, cards), observed)
        raise IllegalPositionError(DRAWN, "it does not fit the melds and the cards left")

    def _made(self, move: Move, unseen: tuple[Card, ...]) -> Referee:
        """The referee after the move, with these cards in the hidden places."""
        referee = Referee.of_position(self.position, unseen, self.viewer, ask_always=True)
        referee.push(move)
        while referee.due is not None and referee.due.shows and self._can_only_pass(referee):
            referee.push("pass")
        return referee

    def _can_only_pass(self, referee: Referee) -> bool:
        if len(referee.numbers()) > 1:
            return False
        if referee.turn is self.viewer:
            return True
        seen = referee.view(self.viewer)
        return isinstance(seen, StockPosition) and not seen.hand(self.other).hidden

    def _result(self, referee: Referee, observed: Observation) -> Sequel:
        if observed.last_dix and not referee.stock_is_gone:
            raise IllegalPositionError(LAST_DIX, "given, but nothing is drawn last now")
        # Whose turn it was and what was scored does not depend on the hidden cards.
        before = _Before.of(self._referee(self.cards.arranged(Way(), NextDraws())))
        drawn: dict[Seat, Card | None] = dict(referee.draws)
        if self.other in self._places(referee):
            drawn[self.other] = None
        return before.sequel(referee, referee.view(self.viewer), drawn)

    def _referee(self, unseen: tuple[Card, ...]) -> Referee:
        return Referee.of_position(self.position, unseen, self.viewer, ask_always=True)

    # Which cards the hidden ones may be

    def _ways_of(self, move: Move, observed: Observation) -> list[Way]:
        """How the move can be made; in one way, unless a meld of hidden cards has several.

        If it cannot be made there is still one way, in which the referee will refuse the move.
        """
        if not self._is_others_turn:
            self._check_nothing_laid(observed)
            return [Way()]
        if isinstance(move, Play):
            self._check_nothing_laid(observed)
            return [Way(self.cards.held_for(move))]
        if isinstance(move, Doubling):
            self._check_nothing_laid(observed)
            return [Way()]
        ways = list(self.cards.ways(move))
        if not ways:
            return [self.cards.most_of(move)]
        laid = [*dict.fromkeys(way.from_hand for way in ways)]
        if observed.laid is None and len(laid) > 1:
            raise MissingObservationError(LAID, self.other, tuple(laid))
        wanted = laid[0] if observed.laid is None else observed.laid
        fitting = [way for way in ways if Counter(way.from_hand) == Counter(wanted)]
        if not fitting:
            texts = " ".join(card.text() for card in wanted)
            raise IllegalPositionError(LAID, f"{texts or 'nothing'}, not so for {move.text()}")
        return fitting

    def _check_nothing_laid(self, observed: Observation) -> None:
        if observed.laid is not None:
            raise IllegalPositionError(LAID, "given, but no meld comes from hidden cards")

    # What is drawn

    def _stock(self, referee: Referee, ways: list[Way], observed: Observation) -> NextDraws:
        """What is known of the cards drawn now, if the move is made in one of these ways."""
        places = self._places(referee)
        held = reduce(and_, (Counter(way.held) for way in ways))
        stock, left = NextDraws(), self.cards.unseen - held
        if self.viewer in places:
            drawn = self._own_draw(left, observed)
            stock.cards[places[self.viewer]] = drawn
            left = left - Counter([drawn])
        else:
            upcard = dict(referee.draws)[self.viewer]  # it may have been exchanged just now
            if observed.drawn not in (None, upcard):
                fact = f"{observed.drawn}, but {self.viewer.text()} takes {upcard}"
                raise IllegalPositionError(DRAWN, fact)
        dix = dix_card(self.position.rules, self.position.trump)
        scores = referee.stock_is_gone and self.position.rules.last_draw_dix
        if self.other in places and scores and dix is not None:
            place = places[self.other]
            if self._draws_dix(left, dix, observed):
                stock.cards[place] = dix
            else:
                stock.not_there = (place, dix)
        elif observed.last_dix:
            raise IllegalPositionError(LAST_DIX, f"given, but {self.other.text()} scores for none")
        return stock

    def _places(self, referee: Referee) -> dict[Seat, int]:
        """The places, from 0, of the cards that the seats drew face down after the move."""
        if not referee.draws:
            return {}
        rules, winner = self.position.rules, referee.draws[0][0]
        drawn = rules.deck.stock - self.position.face_down
        places = draw_places(rules, drawn, winner)
        return {seat: place - drawn for seat, place in places.items() if place is not None}

    def _own_draw(self, left: Counter[Card], observed: Observation) -> Card:
        choices = _in_order(left)
        if observed.drawn is None:
            if len(choices) > 1:
                raise MissingObservationError(DRAWN, self.viewer, choices)
            return choices[0]
        if observed.drawn not in choices:
            raise IllegalPositionError(DRAWN, f"{observed.drawn}, but no copy of it is unseen")
        return observed.drawn

    def _draws_dix(self, left: Counter[Card], dix: Card, observed: Observation) -> bool:
        choices = _in_order(left)
        if dix not in choices:
            if observed.last_dix:
                raise IllegalPositionError(LAST_DIX, f"given, but no {dix} is unseen")
            return False
        if len(choices) > 1 and observed.last_dix is None:
            raise MissingObservationError(LAST_DIX, self.other, (True, False))
        if len(choices) == 1 and observed.last_dix is False:
            raise IllegalPositionError(LAST_DIX, f"given, but nothing except {dix} is left")
        return observed.last_dix is not False

    # What may be done

    def possible_moves(self) -> tuple[Move, ...]:
        """What the seat to decide can do or may be able to do."""
        referee = self._referee(self.cards.arranged(Way(), NextDraws()))
        if not self._is_others_turn or self.position.act.doubles:
            return referee.moves()
        if self.position.act is Act.PLAY:
            return self.cards.possible_plays(referee.moves())
        return (Show(), *self.cards.possible_shows())


def _in_order(cards: Counter[Card]) -> tuple[Card, ...]:
    """The different cards in canonical order."""
    return tuple(Hand.of(cards.elements()).distinct())

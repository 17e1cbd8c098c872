"""Playthroughs: what they are, how they are written down, and how their cards are dealt.

A file says what there is to see, the rulebook, and the deal or position it starts from, all cards
known. Then come the decisions, numbered: who decides what, what each seat knows, the legal moves
(``=20`` is what showing it scores), the move made, the cards drawn after it, and the points, those
of melds and tricks, South first. The last decision stands there without a move where the rest of
the hand does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from textwrap import fill

from pinochle_solver.hand.deals import Deal
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act, HandPoints, SeatPoints, awaits_draw
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.events import Glups
from pinochle_solver.rules.meld_table import MeldTable
from pinochle_solver.rules.melds import parse_laid_melds
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Doubles, Rulebook, Seat


@dataclass(frozen=True)
class Playthrough:
    """A hand, or a part of one.

    Attributes:
        name: of its file, without ``.txt``.
        shows: what there is to see, for people.
        start: where it begins.
        moves: the moves separated by blanks, ``low`` for the lowest card that is no trump; the hand
            need not come to its end.
        seed: in place of moves, a seed of chance to play the whole hand by (`whole_hand`).
        doubles: after which tricks doubles may be offered; None for a hand without.
    """

    name: str
    shows: str
    start: Deal | StockPosition
    moves: str = ""
    seed: int | None = None
    doubles: Doubles | None = None

    def referee(self) -> Referee:
        """The referee of the hand, before the first move."""
        if isinstance(self.start, Deal):
            return Referee.of_deal(self.start, doubles=self.doubles)
        return Referee.of_position(self.start)

    def moves_of(self, referee: Referee) -> Iterator[str]:
        """The moves in their turn, while the referee makes them."""
        if self.seed is not None:
            return whole_hand(referee, self.seed)
        words = self.moves.split()
        return (_lowest(referee) if word == "low" else word for word in words)


# Writing


def render(playthrough: Playthrough) -> str:
    """The text of a playthrough's file."""
    referee = playthrough.referee()
    start = "deal" if isinstance(playthrough.start, Deal) else "position"
    blocks = [
        fill(playthrough.shows, 100),
        f"rulebook: {referee.rules.name}\n{start}: {referee.position()}",
    ]
    for move in playthrough.moves_of(referee):
        blocks.append(f"{_decision(referee)}\n{_made(referee, move)}")
    blocks.append(_decision(referee) if not referee.is_over else "The hand is over.")
    return "\n\n".join(blocks) + "\n"


def credits_of(referee: Referee) -> dict[str, int | None]:
    """The legal moves by their texts, sorted, with what they score: None for a play."""
    scores: dict[str, int | None] = {move.text(): None for move in referee.moves()}
    scores.update((option.show.text(), option.points) for option in referee.options())
    return dict(sorted(scores.items()))


def _decision(referee: Referee) -> str:
    """What is to be decided, what each seat knows, and what is legal."""
    assert referee.turn is not None
    assert referee.due is not None
    moves = (_scored(move, points) for move, points in credits_of(referee).items())
    return "\n".join(
        [
            f"{len(referee.history) + 1}. {referee.turn.text()} to {_DECIDES[referee.due.text()]}",
            f"   south sees: {referee.view(Seat.SOUTH)}",
            f"   north sees: {referee.view(Seat.NORTH)}",
            f"   legal: {' '.join(moves)}",
        ]
    )


_DECIDES = {
    "play": "play",
    "meld": "meld",
    "dix": "show a dix",
    "show": "show a dix",
    "double": "double or not",
    "answer": "answer a double",
    "answer-redouble": "answer a redouble",
}


def _made(referee: Referee, move: str) -> str:
    """Make a move; what it scores, who draws what, and the points then."""
    lines = [f"   move: {_scored(move, credits_of(referee).get(move))}"]
    before = len(referee.draws)
    referee.push(move)
    drawn = referee.draws[before:]
    if drawn:
        lines.append("   draws: " + ", ".join(f"{seat.text()} {card}" for seat, card in drawn))
    lines.append(f"   points: {referee.points.text()}")
    return "\n".join(lines)


def _scored(move: str, points: int | None) -> str:
    return move if points is None else f"{move}={points}"


# Playing by chance


def whole_hand(referee: Referee, seed: int) -> Iterator[str]:
    """Moves to the end of the hand: a player who melds most of the time, and keeps court cards."""
    random = Random(f"playthrough/{seed}")
    while not referee.is_over:
        moves = credits_of(referee)
        most = max(points or 0 for points in moves.values())
        liked = [
            move
            for move, points in moves.items()
            if (points == most if most else move[0] in "9TA" and "@" not in move)
        ]
        choice = liked if liked and random.random() < 0.85 else list(moves)
        # Python promises the sequence of random() for a seed, but not that of its other methods.
        yield choice[int(random.random() * len(choice))]


def _lowest(referee: Referee) -> str:
    """The lowest card that may be played, a trump only where there is no other."""
    plays = [move for move in referee.moves() if isinstance(move, Play)]
    lowest = min(plays, key=lambda play: (play.card.suit is referee.trump, play.card.rank))
    return lowest.text()


# Dealing on purpose


def dealt(
    rules: str,
    upcard: str,
    south: str,
    north: str,
    stock: str = "",
    dealer: str = "north",
    cut: int | None = None,
) -> Deal:
    """A deal with these hands; the stock begins with the cards named, the rest of the deck follows.

    The rest comes in canonical order, the low cards last; with them hands named in part are filled.
    """
    rulebook = RULEBOOKS[rules]
    up = Card.parse(upcard)
    named = [Card.parse(card) for card in stock.split()]
    hands = [Hand.parse(south), Hand.parse(north)]
    rest = _rest(rulebook, *hands, [up], named)
    size = rulebook.deck.hand
    return Deal(
        rules=rulebook,
        count=rulebook.count,
        dealer=Seat.parse(dealer),
        south=_filled(hands[0], size, rest),
        north=_filled(hands[1], size, rest),
        upcard=up,
        stock=(*named, *rest),
        trump=up.suit,
        cut=cut,
    )


def placed(
    rules: str,
    upcard: str,
    south: str,
    north: str,
    stock: str = "",
    *,
    tricks: int,
    act: str = "meld",
    melds: str = "",
    gone: str = "",
    glups: int = 0,
    dealt_points: int = 0,
) -> StockPosition:
    """A position after `tricks` tricks: South is to move, and `melds` are his.

    The stock begins with the cards named, and `gone` are cards that have been played. The rest of
    the deck fills the stock, the low cards are those that have been played besides, and those of
    hands named in part. Of the card points so far each seat has half. North has `glups`, and
    scored `dealt_points` as the dealer.
    """
    rulebook = RULEBOOKS[rules]
    up = Card.parse(upcard)
    hands = [Hand.parse(south), Hand.parse(north)]
    named = [Card.parse(card) for card in stock.split()]
    played = [Card.parse(card) for card in gone.split()]
    rest = _rest(rulebook, *hands, [up], named, played)
    undrawn = awaits_draw(Act.parse(act), rulebook)
    hands = [_filled(hand, rulebook.deck.hand - undrawn, rest) for hand in hands]
    wanted = rulebook.deck.stock - 2 * (tricks - undrawn) - len(named)
    played_too = Hand.of((*played, *rest[wanted:]))
    laid = parse_laid_melds(melds) if melds else ()
    card_points = rulebook.count.of(played_too)
    return StockPosition(
        rules=rulebook,
        south=PartialHand(hands[0]),
        north=PartialHand(hands[1]),
        turn=Seat.SOUTH,
        act=Act.parse(act),
        upcard=up,
        stock=(*named, *rest[:wanted]),
        melds_south=laid,
        gone=played_too,
        glups=Glups(0, glups),
        points=HandPoints(
            SeatPoints(sum(MeldTable(rulebook, up.suit, laid).credits), card_points // 2),
            SeatPoints(dealt_points, card_points - card_points // 2),
        ),
    )


def _filled(hand: Hand, size: int, rest: list[Card]) -> Hand:
    """A hand with so many cards, those that it lacks taken from the end of the rest."""
    missing = size - len(hand)
    taken = [rest.pop() for _ in range(missing)]
    return Hand.of((*hand, *taken))


def _rest(rulebook: Rulebook, *taken: Hand | list[Card]) -> list[Card]:
    """The deck without these cards, in canonical order."""
    rest = rulebook.deck.cards()
    for cards in taken:
        for card in cards:
            rest = rest.without(card)
    return list(rest)

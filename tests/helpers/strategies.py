"""What hypothesis draws for the tests: positions and hands of every published rulebook."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from pinochle_solver import COUNTS, Hand, PlayoffPosition, Rank, Rulebook, Seat
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.moves import Move, Play
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

published_rulebooks = st.sampled_from(list(PINOCHLE_BOOKS.values()))


@st.composite
def playoff_positions(
    draw: st.DrawFn,
    most_cards: int = 12,
    rulebooks: st.SearchStrategy[Rulebook] = published_rulebooks,
) -> PlayoffPosition:
    """A position of 1 to `most_cards` cards a hand, a card led in some."""
    rules = draw(rulebooks)
    count = draw(st.sampled_from([rules.count, *COUNTS.values()]))
    size = draw(st.integers(1, min(most_cards, rules.deck.hand)))
    with_lead = draw(st.booleans())
    deck = draw(st.permutations(list(rules.deck.cards())))
    turn = draw(st.sampled_from(Seat))
    mover, other = Hand.of(deck[:size]), Hand.of(deck[size : 2 * size - with_lead])
    return PlayoffPosition(
        rules=rules,
        count=count,
        trump=draw(st.sampled_from(rules.deck.suits)),
        south=mover if turn is Seat.SOUTH else other,
        north=other if turn is Seat.SOUTH else mover,
        turn=turn,
        led=deck[2 * size - 1] if with_lead else None,
    )


def some_move(referee: Referee, random: Random) -> Move:
    """A legal move: mostly something to show, or a nine or ten that makes no meld."""
    moves = referee.moves()
    if random.random() < 0.2:
        return random.choice(moves)
    keen = [
        move
        for move in moves
        if (
            move.card.rank in (Rank.NINE, Rank.TEN) and move.card.suit is not referee.trump
            if isinstance(move, Play)
            else move.text() != "pass"
        )
    ]
    return random.choice(keen or moves)


def play_on(referee: Referee, moves: int, random: Random) -> Referee:
    """Make so many moves, or as many as are left."""
    for _ in range(moves):
        if not referee.is_over:
            referee.push(some_move(referee, random))
    return referee


@st.composite
def stock_positions(
    draw: st.DrawFn, rulebooks: st.SearchStrategy[Rulebook] = published_rulebooks
) -> StockPosition:
    """A position of a hand that is being played: all of it, or what one seat sees."""
    seed = draw(st.integers(0, 999))
    random = Random(seed)
    (deal,) = random_deals(1, seed, draw(rulebooks))
    referee = play_on(Referee.of_deal(deal), draw(st.integers(0, 40)), random)
    while referee.in_playoff:
        referee.pop()
    viewer = draw(st.none() | st.sampled_from(Seat))
    position = referee.position() if viewer is None else referee.view(viewer)
    assert isinstance(position, StockPosition)
    return position

"""What hypothesis draws for the tests: playoff positions of every published rulebook and count."""

from __future__ import annotations

from hypothesis import strategies as st

from pinochle_solver import COUNTS, RULEBOOKS, Hand, PlayoffPosition, Rulebook, Seat

published_rulebooks = st.sampled_from(list(RULEBOOKS.values()))


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

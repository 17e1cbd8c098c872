"""Which positions are alike: those that differ only in the names of suits and seats.

In a playoff any suit may change its name for any other, trump included. In the stock phase only
those may that leave all melds what they are: with a pinochle of spades and diamonds these are
hearts and clubs.

Two playoffs are twins if also the ranks have other names, in the same order, and the same card is
best. Who has found it once finds it again, though other points are won.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import RANKS, SUITS, Card, Hand, Suit
from pinochle_solver.rules.hand_packing import hand_of
from pinochle_solver.rules.melds import melds_of
from pinochle_solver.rules.rules import Rulebook


def playoff_key(position: PlayoffPosition) -> str:
    """The same text for all playoffs that are alike."""
    hands = (position.hand(position.turn), position.hand(position.turn.other))
    suits = _by_suit(position.led, *hands)
    trump = suits.pop(position.trump)
    cards = " ".join(suit.hex() for suit in (trump, *sorted(suits)))
    return f"{position.rules.name} {position.count.name} {cards}"


def playoff_pattern(position: PlayoffPosition, best: Card) -> str:
    """The same text for all playoffs that are twins.

    Args:
        position: the playoff.
        best: its best card.
    """
    hands = (position.hand(position.turn), position.hand(position.turn.other))
    # Of each rank that is left: the copies led, of each hand, and whether it is best.
    suits = [
        bytes(
            count
            for rank in range(RANKS)
            for cell in [each[rank::RANKS]]
            if any(cell)
            for count in cell
        )
        for each in _by_suit(position.led, *hands, Hand.of((best,)))
    ]
    trump = suits.pop(position.trump)
    cards = " ".join(suit.hex() for suit in (trump, *sorted(suits)))
    return f"{position.rules.name} {position.count.name} {cards}"


def stock_key(position: StockPosition) -> str:
    """The same text for positions of the stock phase that are alike.

    They are if the player to move holds the same cards, has the same on the table and the same to
    decide after as many tricks, whatever was played before.
    """
    seat = position.turn
    on_table = hand_of(position.laid_record(seat).table)
    other = Hand.of(position.on_table(seat.other))
    suits = _by_suit(position.led, position.hand(seat).known, on_table, other)
    forms = []
    for names in _renamings(position.rules, position.trump):
        renamed = [suits[names.index(suit)].hex() for suit in range(SUITS)]
        forms.append(f"{names[position.trump]} {' '.join(renamed)}")
    tricks = position.completed_tricks
    return f"{position.rules.name} {position.count.name} {position.act.name} {tricks} {min(forms)}"


def _by_suit(led: Card | None, *hands: Hand) -> list[bytes]:
    """The copies of each card of each suit: of the card led, then of each hand."""
    counts = [Hand.of(() if led is None else (led,)).counts, *(hand.counts for hand in hands)]
    return [
        b"".join(each[suit * RANKS : (suit + 1) * RANKS] for each in counts)
        for suit in range(SUITS)
    ]


@lru_cache(maxsize=64)
def _renamings(rules: Rulebook, trump: Suit) -> list[tuple[int, ...]]:
    """The ways to rename suits that leave the melds what they are; each has a suit's new number."""
    of_trump = {suit: _melds(rules, suit, (*range(SUITS),)) for suit in rules.deck.suits}
    return [
        names
        for names in permutations(range(SUITS))
        if of_trump.get(Suit(names[trump])) == _melds(rules, trump, names)
    ]


def _melds(
    rules: Rulebook, trump: Suit, names: tuple[int, ...]
) -> set[tuple[str, tuple[tuple[int, int], ...]]]:
    """All melds with their suits renamed."""
    return {
        (meld.kind.name, tuple(sorted((names[card.suit], card.rank) for card in meld.cards)))
        for meld in melds_of(rules, trump)
    }

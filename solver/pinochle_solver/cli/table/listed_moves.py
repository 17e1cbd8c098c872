"""The moves of the seat on turn by number, and how they are typed (``said_moves`` reads them)."""

from __future__ import annotations

from collections.abc import Iterator

from pinochle_solver.notation.table.said_moves import by_suit, listed_moves
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import in_words
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import TableMelds, most_meld_points
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Call, Lay
from pinochle_solver.table.views import AnyHand, AnyMove


def list_moves(hand: AnyHand, renderer: TableRenderer) -> None:
    """Show what the seat on turn may do.

    Args:
        hand: a hand that is not over.
        renderer: shows it.
    """
    assert hand.turn is not None
    if isinstance(hand, TableHand) and hand.act is Act.BURY:
        held = hand.hands[hand.turn]
        if hand.rules.widow:
            renderer.play_cards(by_suit(held))
        else:
            melds = hand.rules.melds
            renderer.play_trumps({s: most_meld_points(held, s, melds) for s in Suit})
    elif isinstance(hand, TableHand) and hand.act is Act.MELD:
        possible = hand.most_melds(hand.turn, hand.hands[hand.turn])
        renderer.play_melds(possible, hand.rules.melds)
    elif hand.act is Act.BID:
        calls = [move for move in hand.legal_moves() if isinstance(move, Call)]
        renderer.play_calls(hand.turn, calls, why_only_pass(hand))
    else:
        renderer.play_moves(listed_moves(hand))


def why_only_pass(hand: AnyHand) -> str | None:
    """Why the seat on turn may only pass in the auction; None: it has another call, or move."""
    return hand.why_only_pass if isinstance(hand, TableHand) else None


def tell_how(hand: AnyHand, renderer: TableRenderer) -> None:
    """Write how the moves of the seat on turn are typed.

    Args:
        hand: a hand that is not over.
        renderer: writes it.
    """
    for line in _how(hand):
        renderer.line(f"  {line}")


def typed(move: AnyMove) -> str:
    """A move as a person types it."""
    if isinstance(move, Bury) and move.melds is None:
        return " ".join((move.trump.name.lower(), *map(Card.text, move.cards)))
    if isinstance(move, Lay):
        return "all" if move.melds is None else melds_in_words(move.melds)
    return "pass" if move == PASS else move.text()


def melds_in_words(melds: TableMelds) -> str:
    """Melds as a person says them: ``marriage KH QH, dix 9S``."""
    named = (" ".join((in_words(meld.kind.name), *map(Card.text, meld.cards))) for meld in melds)
    return ", ".join(named) or "none"


def _how(hand: AnyHand) -> Iterator[str]:
    assert hand.turn is not None
    if hand.act is Act.BID:
        yield "type pass" if why_only_pass(hand) else "type the number, or pass"
    elif hand.act is Act.BURY:
        assert isinstance(hand, TableHand)
        yield from _how_to_bury(hand, hand.hands[hand.turn])
    elif hand.act is Act.DIX:
        yield "type dix or pass"
    elif hand.act is Act.MELD:
        others = "all, none" if isinstance(hand, TableHand) else "pass"
        yield f"type {others}, names such as marriage hearts, or numbers"
    else:
        yield "type a card, such as QS or queen of spades, or its number"


def _how_to_bury(hand: TableHand, held: Hand) -> Iterator[str]:
    """How trump and burial are typed, with the lowest cards of the hand as an example."""
    widow = hand.rules.widow
    if not widow:
        yield "type the trump suit: spades, hearts, diamonds or clubs"
        return
    cards = enumerate(by_suit(held), start=1)
    lowest = sorted(sorted(cards, key=lambda numbered: numbered[1].rank)[:widow])
    named = " ".join(card.text() for _, card in lowest)
    yield f"type the trump suit and the {counted(widow, 'card')} to bury: spades {named}"
    yield f"or their numbers: spades {' '.join(str(number) for number, _ in lowest)}"
    if hand.is_asked_for(CONCEDE):
        yield "type concede to give up the contract"

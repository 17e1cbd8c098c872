"""Cards shown before their time, and whether their holders do as they are told (section 10)."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.game.table.hand_replayer import HandReplayer
from pinochle_solver.notation.table.irregularity_words import Asked, Declared
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.irregularities import remedy
from pinochle_solver.table.moves import PlayCard
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True)
class _Shown:
    """A shown card that still binds its holder, and what was said about it; None: nothing."""

    seat: Seat
    card: Card
    asked: Asked | Suit | None


class ShownCards:
    """The shown cards of a hand that still bind their holders.

    Args:
        other: those to begin with; None: none.
    """

    def __init__(self, other: ShownCards | None = None) -> None:
        self._shown: list[_Shown] = [] if other is None else [*other._shown]

    def takes(self, replayer: HandReplayer, item: Declared, trick: int) -> bool:
        """Take what a brace says about a shown card; whether it is about one.

        A card is named again to say what is asked, which is no second irregularity.

        Raises:
            StopReplayError: for a card that its holder does not have.
        """
        seat, card, hand = item.seat, item.card, replayer.hand
        if item.kind is not Irregularity.SHOWN or seat is None:
            return False
        if card is not None and not _may_hold(hand, seat, card):
            fact = f"{seat.text()} has no {card}"
            raise replayer.refused(item.text, fact, seat, trick)
        known = next((each for each in self._shown if (each.seat, each.card) == (seat, card)), None)
        if known is not None:
            self._shown.remove(known)
        else:
            facts = hand.facts()
            is_played = hand.rules.exposed_is_played
            fact = "a card exposed" if is_played else "a card shown before the auction ended"
            ruling = remedy(facts, item.kind, seat)
            if ruling:  # what is said about a card that binds nobody has no consequence
                ruling = _asked_text(card, item.asked) or ruling
            replayer.log.find(item.kind, trick, seat, item.text, fact, ruling)
        if card is not None:
            asked = item.asked
            if asked is None and hand.rules.exposed_is_played:
                asked = Asked.DEMAND
            self._shown.append(_Shown(seat, card, asked))
        return True

    def why_disobeyed(self, hand: TableHand, card: Card) -> str | None:
        """Why a legal card may not be played after what was said; None: it may be.

        Cards whose time has come bind their holder no longer.
        """
        seat = hand.turn
        assert seat is not None
        legal = [move.card for move in hand.legal_moves() if isinstance(move, PlayCard)]
        bound = [each for each in self._shown if each.seat is seat and _is_bound(hand, seat)]
        due = [each for each in bound if _is_due(each, hand, legal)]
        demanded = [each for each in due if each.asked is Asked.DEMAND]
        fact = None
        for each in due:
            if isinstance(each.asked, Suit):
                has_suit = any(other.suit is each.asked for other in legal)
                if has_suit and card.suit is not each.asked:
                    fact = (
                        f"a lead of {each.asked.name.lower()} was named for the shown {each.card}"
                    )
            elif each.asked is Asked.FORBID and card == each.card and len(legal) > 1:
                fact = f"the shown {each.card} was forbidden"
        if demanded and card not in [each.card for each in demanded]:
            fact = f"the shown {demanded[0].card} had to be played"
        played = [each for each in due if each not in demanded or each.card == card]
        self._shown = [each for each in self._shown if each not in played]
        return fact


def _may_hold(hand: TableHand, seat: Seat, card: Card) -> bool:
    """Whether a seat has a card, or may have it among its hidden ones."""
    held = hand.held[seat]
    return card in held.known or (held.hidden > 0 and card in hand.unseen)


def _is_bound(hand: TableHand, seat: Seat) -> bool:
    """Whether a seat's shown cards bind it: in games of the bidder's choice only an opponent's."""
    if hand.rules.exposed_is_played:
        return True
    unit = next(unit for unit in hand.rules.units(hand.dealer) if seat in unit)
    return hand.bidder is not None and hand.bidder not in unit


def _is_due(shown: _Shown, hand: TableHand, legal: list[Card]) -> bool:
    """Whether the time of a shown card has come: its holder may play it, or has the named lead."""
    if isinstance(shown.asked, Suit):
        return not hand.led
    return shown.card in legal


def _asked_text(card: Card | None, asked: Asked | Suit | None) -> str:
    """What was said about a shown card, in words; empty: nothing."""
    if isinstance(asked, Suit):
        return f"a lead of {asked.name.lower()} is named"
    if asked is None:
        return ""
    return f"{card} is {'demanded' if asked is Asked.DEMAND else 'forbidden'}"

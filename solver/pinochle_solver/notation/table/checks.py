"""The checks on a position of the table games: who sits, what is held, that it adds up.

Each check raises `IllegalPositionError` naming the token and the fact (NOTATION-TABLE.md, Checks).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import add, le

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.position_fields import check_annotations
from pinochle_solver.notation.table.field_readers import sides_text
from pinochle_solver.notation.table.hand_checks import check_auction, check_marriages, check_melds
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.notation.table.position_tokens import TABLE, check_has_act
from pinochle_solver.notation.table.stock_checks import check_laid, check_stock
from pinochle_solver.notation.table.trick_checks import check_points, check_tricks
from pinochle_solver.notation.table.turned_up import check_turned_up
from pinochle_solver.rules.cards import CARDS, NO_CARDS, Card, Hand, Rank
from pinochle_solver.rules.checks import cards_text, counted
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import stock_hand_size, stock_tricks
from pinochle_solver.table.seats import Seat


def check_position(position: TableFields) -> None:
    """Refuse an impossible position; raises `IllegalPositionError`."""
    _check_game(position)
    _check_seats(position)
    _check_act(position)
    check_auction(position)
    _check_sizes(position)
    _check_copies(position)
    if position.rules.stock is None:
        check_marriages(position)
        check_melds(position)
        check_turned_up(position)
    else:
        check_laid(position)
    check_tricks(position)
    check_points(position)
    _check_sides(position)
    if position.id is not None:
        check_annotations(position.id, None)


# What the game has


def _check_game(position: TableFields) -> None:
    """Refuse anything that the game does not have."""
    for token, fact in TABLE.lacking(position.rules):
        if getattr(position, token.field) is not None:
            raise IllegalPositionError(token.name, f"given, but in {_named(position)} {fact}")


def _named(position: TableFields) -> str:
    """The rulebook, with the options that could have been chosen differently."""
    return " ".join(filter(None, (position.rules.name, ",".join(position.rules.options))))


# Who sits where


def _check_seats(position: TableFields) -> None:
    rules, players = position.rules, position.players
    if position.dealer is not None and position.dealer not in rules.table:
        raise IllegalPositionError("dealer", _not_there(position, position.dealer))
    if rules.out_dealer and position.dealer is None:
        raise IllegalPositionError("out", "missing, though the dealer is out")
    for seat in position.hands:
        if seat not in players:
            raise IllegalPositionError(seat.text(), _not_there(position, seat))
    for seat in players:
        if seat not in position.hands:
            raise IllegalPositionError(seat.text(), "missing")
    for token, found in (("turn", position.turn), ("bidder", position.bidder)):
        if found is not None and found not in players:
            raise IllegalPositionError(token, _not_there(position, found))
    for named, token in (
        (position.melds, "melds"),
        (position.laid, "melds"),
        (position.names, "player"),
    ):
        for seat in named:
            if seat not in (players if token == "melds" else rules.table):
                raise IllegalPositionError(f"{token}.{seat.text()}", _not_there(position, seat))


def _not_there(position: TableFields, seat: Seat) -> str:
    if seat in position.rules.table:
        return f"{seat.text()} is out and has no hand"
    return f"{seat.text()} does not sit at a table of {position.rules.seats}"


# What is decided


def _check_act(position: TableFields) -> None:
    rules, act, upcard = position.rules, position.act, position.upcard
    check_has_act(rules, act)
    if act in (Act.BID, Act.BURY):
        for token, value in (("trump", position.trump), ("led", position.led or None)):
            if value is not None:
                raise IllegalPositionError(token, f"given, but act is {act.value}")
    elif position.trump is None:
        raise IllegalPositionError("trump", "missing")
    if upcard is not None and position.trump is not upcard.suit:
        raise IllegalPositionError("trump", f"the upcard is {upcard}")
    if act is Act.PLAY:
        return
    if act is Act.DIX and rules.stock is None and upcard is not None and upcard.rank is Rank.NINE:
        raise IllegalPositionError("act", f"dix, but {upcard} was turned up: it is the dealer's")
    for token, found in (
        ("led", position.led or None),
        ("gone", position.gone),
        ("tricks", position.tricks),
    ):
        if found is not None and (token == "led" or rules.stock is None):
            raise IllegalPositionError(token, f"given, but act is {act.value}")
    if act is Act.BURY and position.turn is not position.bidder:
        raise IllegalPositionError("turn", f"{position.turn.text()}, but the bidder buries")
    if act is Act.MELD and rules.stock is None and position.turn is position.bidder:
        raise IllegalPositionError("turn", f"{position.turn.text()}, who has melded already")


# How many cards


def _check_sizes(position: TableFields) -> None:
    """Check the numbers of cards against the table of states."""
    rules, act = position.rules, position.act
    size = rules.hand
    if len(position.led) >= len(position.players):
        fact = f"{cards_text(len(position.led))}, and {position.turn.text()}'s is still to come"
        raise IllegalPositionError("led", fact)
    _check_whole_tricks(position)
    if rules.stock is not None:
        check_stock(position)
    if position.has_stock:
        size = stock_hand_size(rules, act, position.completed_tricks or 0)
    elif act is Act.PLAY:
        size = _check_play(position)
    with_led = _seats_in_trick(position)
    for seat, hand in position.hands.items():
        expected = size - (seat in with_led)
        if act is Act.BURY and seat is position.bidder:
            expected += rules.widow
        if len(hand) != expected:
            why = _why(position, seat, with_led)
            raise IllegalPositionError(
                seat.text(), f"{cards_text(len(hand))}, expected {expected}{why}"
            )
    _check_apart(position)


def _check_whole_tricks(position: TableFields) -> None:
    players = len(position.players)
    if position.gone is not None and len(position.gone) % players:
        fact = f"{cards_text(len(position.gone))}, that is no number of tricks of {players}"
        raise IllegalPositionError("gone", fact)
    for number, trick in enumerate(position.tricks or (), start=1):
        if len(trick) != players:
            fact = f"trick {number} has {cards_text(len(trick))}, expected {players}"
            raise IllegalPositionError("tricks", fact)


def _check_play(position: TableFields) -> int:
    """How many cards a hand has that has not played to the open trick."""
    rules, size = position.rules, len(position.hands[position.turn])
    if size == 0:
        raise IllegalPositionError(position.turn.text(), "no cards, but this seat has to move")
    completed, with_stock = position.completed_tricks, stock_tricks(rules)
    if completed is not None:
        if completed < with_stock:
            token = "gone" if position.tricks is None else "tricks"
            fact = f"{counted(completed, 'trick')}, but the stock is gone after {with_stock}"
            raise IllegalPositionError(token, fact)
        return rules.hand - completed + with_stock
    if size > rules.hand:
        fact = f"{cards_text(size)}, at most {rules.hand}"
        raise IllegalPositionError(position.turn.text(), fact)
    return size


def _seats_in_trick(position: TableFields) -> tuple[Seat, ...]:
    """The seats that have played to the open trick, in order."""
    players, number = position.players, len(position.led)
    place = players.index(position.turn)
    return tuple(players[place - back] for back in range(number, 0, -1))


def _why(position: TableFields, seat: Seat, with_led: Iterable[Seat]) -> str:
    if seat in with_led:
        return ", for it has played to this trick"
    completed = position.completed_tricks
    if completed:
        return f" after {counted(completed, 'trick')}"
    return "" if completed == 0 else f" as {position.turn.text()} has"


def _check_apart(position: TableFields) -> None:
    """Check the widow and the burial."""
    rules, act = position.rules, position.act
    if not rules.widow:
        return
    is_turned = act is not Act.BID
    if position.widow is not None:
        if len(position.widow) != rules.widow:
            fact = f"{cards_text(len(position.widow))}, expected {rules.widow}"
            raise IllegalPositionError("widow", fact)
        if is_turned and position.widow.hidden:
            raise IllegalPositionError("widow", "hidden cards, but it has been turned up")
    elif act in (Act.BURY, Act.MELD):
        raise IllegalPositionError("widow", "missing, and it has been turned up")
    if position.buried is None:
        return
    if act in (Act.BID, Act.BURY):
        raise IllegalPositionError("buried", f"given, but act is {act.value}")
    if len(position.buried) != rules.widow:
        fact = f"{cards_text(len(position.buried))}, expected {rules.widow}"
        raise IllegalPositionError("buried", fact)


# Which cards


def _check_copies(position: TableFields) -> None:
    """Refuse cards that the deck lacks and copies beyond what it has; errors name their token."""
    deck = position.rules.deck.counts
    copies = [0] * CARDS
    for _, cards in position.piles():
        copies = list(map(add, copies, cards.counts))
    if not all(map(le, copies, deck)):
        _name_card(position, position.piles())
    widow = position.widow
    if widow is None or position.act is Act.BID:
        return
    # Cards that were turned up are the bidder's, buried or gone, so nobody else holds them.
    others = [(token, cards) for token, cards in position.piles() if _is_others(position, token)]
    _name_card(position, [*others, ("widow", widow.known)])


def _is_others(position: TableFields, token: str) -> bool:
    """Whether a pile is the hand of a seat that is not the bidder; if he is not known, none is."""
    if position.bidder is None:
        return False
    return any(token == seat.text() and seat is not position.bidder for seat in position.hands)


def _name_card(position: TableFields, piles: Iterable[tuple[str, Hand]]) -> None:
    """Refuse the first card with too many copies."""
    deck, seen = position.rules.deck, NO_CARDS
    for token, cards in piles:
        for card in cards:
            _check_card(deck, seen, card, token)
            seen = seen.with_card(card)


def _check_card(deck: Hand, seen: Hand, card: Card, token: str) -> None:
    copies = deck.count(card)
    if not copies:
        raise IllegalPositionError(token, f"{card} is not in the deck")
    if seen.count(card) >= copies:
        fact = f"{seen.count(card) + 1} copies of {card}, the deck has {copies}"
        raise IllegalPositionError(token, fact)


# Who plays against whom


def _check_sides(position: TableFields) -> None:
    sides, players = position.sides, position.players
    if sides is None:
        if position.rules.auction is not None and position.act is Act.PLAY:
            raise IllegalPositionError(
                "bidder", "missing; or give sides=, such as south/west+north"
            )
        return
    named = sorted(seat for side in sides for seat in side)
    if named != list(players) or not all(sides):
        fact = f"{sides_text(sides)}: every seat that plays belongs to one of them"
        raise IllegalPositionError("sides", fact)

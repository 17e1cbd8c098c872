"""The checks on the cards played and on what they count.

Each check raises `IllegalPositionError` naming the token and the fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.field_readers import Cards, numbers_text
from pinochle_solver.notation.table.position_fields import TableFields
from pinochle_solver.notation.table.stock_checks import check_credits
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.acts import Act
from pinochle_solver.table.deals import stock_tricks
from pinochle_solver.table.melds import meld_points
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.tricks import legal_cards, plays_to

_Units = tuple[tuple[Seat, ...], ...]


# Tricks


def check_tricks(position: TableFields) -> None:
    """Check who leads, who won what, and that everybody followed, as far as can be seen."""
    tricks, gone = position.tricks, position.gone
    if tricks is not None and gone is not None and Hand.of(chain(*tricks)) != gone:
        raise IllegalPositionError("gone", "these are not the cards of tricks=")
    if position.act is Act.PLAY or (position.act is Act.MELD and position.has_stock):
        _check_leader(position)
    if position.act is Act.PLAY and (position.led or tricks):
        _check_followed(position)
    if position.won is not None:
        _check_won(position, position.won)
    elif gone and tricks is None and _needs_won(position.rules):
        raise IllegalPositionError("won", "missing, with gone= it does not follow from the cards")


def _needs_won(rules: TableRules) -> bool:
    """Whether some seat's melds count only with a trick."""
    return rules.stock is None and not rules.only_bidder_melds


def _is_first_trick(position: TableFields) -> bool:
    if position.rules.stock is not None and position.upcard is None:
        return False
    size = len(position.hands[position.turn])
    return position.gone is None and position.tricks is None and size == position.rules.hand


def _check_leader(position: TableFields) -> None:
    """Check that the right seat leads to the open trick."""
    if position.tricks is None and not _is_first_trick(position):
        return
    leads = position.leads
    if leads is not None and leads is not position.leader:
        why = "won the last trick" if position.tricks else "leads to the first trick"
        fact = f"{position.turn.text()}, so {position.leader.text()} has the lead"
        raise IllegalPositionError("turn", f"{fact}, but {leads.text()} {why}")


def _check_won(position: TableFields, won: tuple[int, ...]) -> None:
    if len(won) != len(position.players):
        fact = f"{numbers_text(won)}, expected {counted(len(position.players), 'number')}"
        raise IllegalPositionError("won", fact)
    completed = position.completed_tricks
    if completed is not None and sum(won) != completed:
        fact = f"{numbers_text(won)} sums to {sum(won)}, with {counted(completed, 'trick')} played"
        raise IllegalPositionError("won", fact)
    winners = [trick.winner for trick in position.taken]
    if winners:
        by_tricks = tuple(winners.count(seat) for seat in position.players)
        if by_tricks != won:
            raise IllegalPositionError(
                "won", f"{numbers_text(won)}, by tricks= it is {numbers_text(by_tricks)}"
            )


def _check_followed(position: TableFields) -> None:
    """Refuse a renege of a seat whose whole hand is known, by going back card by card."""
    assert position.trump is not None
    rules, trump = position.rules, position.trump
    held = {seat: hand.known for seat, hand in position.hands.items() if not hand.hidden}
    for token, seat, before, card in _plays_backwards(position):
        if seat not in held:
            continue
        held[seat] = hand = held[seat].with_card(card)
        if before and card not in legal_cards(hand, before, trump, rules.obligation):
            led = " ".join(map(Card.text, before))
            raise IllegalPositionError(token, f"{card} by {seat.text()} to {led} is a renege")


def _plays_backwards(position: TableFields) -> Iterator[tuple[str, Seat, Cards, Card]]:
    """The cards played, the last one first: token, seat, the trick before it, card."""
    if position.has_stock:
        return  # any card may be played, and what is drawn is not known
    rows = [("led", position.leader, position.led)]
    playoff = position.taken[stock_tricks(position.rules) :]
    rows += [("tricks", trick.leader, trick.cards) for trick in reversed(playoff)]
    for token, leader, cards in rows:
        for seat, before, card in reversed([*plays_to(cards, position.players, leader)]):
            yield token, seat, before, card


# Points


def check_points(position: TableFields) -> None:
    """Check the points of this hand, and the numbers from before it."""
    units: _Units = position.units
    for token, numbers, expected in (
        ("points", position.points, len(units)),
        ("score", position.score, len(position.rules.units(None))),
        ("checks", position.checks, 2),
        ("value", position.value, 2),
    ):
        if numbers is not None and len(numbers) != expected:
            raise IllegalPositionError(token, f"{len(numbers)} fields, expected {expected}")
    if position.points is None:
        return
    for unit, points in zip(units, position.points, strict=True):
        _check_meld_points(position, unit, points.melds)
    _check_card_points(position, [points.cards for points in position.points])


def _check_meld_points(position: TableFields, unit: tuple[Seat, ...], stated: int) -> None:
    rules = position.rules
    if rules.stock is not None:
        check_credits(position, unit[0], stated)
        return
    melding = [seat for seat in unit if seat is position.bidder or not rules.only_bidder_melds]
    unit_points = rules.melds.unit or 1
    if stated % unit_points or (stated and not melding):
        fact = (
            f"a multiple of {unit_points}"
            if melding
            else f"0, for in {rules.name} only the bidder melds"
        )
        raise IllegalPositionError("points", f"meld points are {stated}, expected {fact}")
    is_play = position.act is Act.PLAY
    if not is_play or (position.melds and all(seat in position.melds for seat in melding)):
        worth = sum(meld_points(position.melds.get(seat, ()), rules.melds) for seat in melding)
        if worth != stated:
            fact = f"meld points are {stated}, the melds are worth {worth}"
            raise IllegalPositionError("points", fact)


def _check_card_points(position: TableFields, stated: Iterable[int]) -> None:
    """Check the points of the cards won: with those buried and to come, they make the whole."""
    count, stated = position.rules.count, list(stated)
    won = _won_points(position)
    if won is not None and sum(stated) != won:
        fact = f"card points sum to {sum(stated)}, the cards won count {won}"
        raise IllegalPositionError("points", fact)
    tricks = position.taken
    if not tricks:
        return
    for unit, points in zip(position.units, stated, strict=True):
        taken = sum(count.of(trick.cards) for trick in tricks if trick.winner in unit)
        if taken != points:
            fact = f"card points of {unit[0].text()} are {points}, by tricks= they are {taken}"
            raise IllegalPositionError("points", fact)


def _won_points(position: TableFields) -> int | None:
    """What the cards of the completed tricks count; None where that is not known."""
    count = position.rules.count
    if position.tricks is not None:
        return count.of(chain(*position.tricks))
    if position.gone is not None:
        return count.of(position.gone)
    if position.completed_tricks == 0:
        return 0
    buried = position.buried
    if not position.is_open or (position.rules.widow and (buried is None or buried.hidden)):
        return None
    apart = 0 if buried is None else count.of(buried.known)
    to_come = sum(count.of(hand.known) for hand in position.hands.values())
    return position.rules.whole_count - count.last_trick - apart - to_come - count.of(position.led)

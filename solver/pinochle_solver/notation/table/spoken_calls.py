"""Calls as people tell them: ``west 250, north pass`` for ``dealer=south bids=250,p``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pinochle_solver.errors import NotationError
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat

_PASS = frozenset(("p", "pass", "passes", "passed"))
_VERBS = frozenset(("bid", "bids", "calls", "called"))
_OF_SEATS = frozenset(("dealer", "turn", "bidder", "view"))


def with_calls(
    words: list[str], rules: TableRules, seat_of: Callable[[str], Seat | None]
) -> list[str]:
    """The words of a position in which calls that name their seats are tokens.

    The first seat says who dealt, unless that is said.

    Args:
        words: of the whole position.
        rules: the game.
        seat_of: the seat that a word means, if any.

    Raises:
        NotationError: with the token ``bids``, if a seat is named whose turn it is not.
    """
    first = next((i for i in range(len(words)) if _call_at(words, i, seat_of)), None)
    if first is None:
        return words
    calls: list[tuple[Seat, str]] = []
    after = first
    while found := _call_at(words, after, seat_of):
        seat, call, length = found
        calls.append((seat, call))
        after += length
    _check_turns([seat for seat, _ in calls], [call for _, call in calls], rules)
    before = words[:first]
    if before and before[-1].lower() in _VERBS:
        before.pop()
    order = rules.table
    dealer = order[order.index(calls[0][0]) - 1]
    is_told = any(word.lower().partition("=")[0] == "dealer" for word in words)
    tokens = [] if is_told else [f"dealer={dealer.text()}"]
    tokens.append(f"bids={','.join(call for _, call in calls)}")
    return [*before, *tokens, *words[after:]]


def _call_at(
    words: list[str], place: int, seat_of: Callable[[str], Seat | None]
) -> tuple[Seat, str, int] | None:
    """The seat and the call that words name from a place on, and how many they are."""
    if place and words[place - 1].lower() in _OF_SEATS:
        return None
    said = iter(words[place:])
    seat = seat_of(next(said, ""))
    if seat is None:
        return None
    length, word = 2, next(said, "").lower()
    if word in _VERBS:
        length, word = 3, next(said, "").lower()
    if word in _PASS:
        return seat, "p", length
    return (seat, word, length) if word.isdecimal() and len(word) > 2 else None


def _check_turns(seats: list[Seat], calls: list[str], rules: TableRules) -> None:
    """Refuse seats that do not call in turn; who has passed is left out."""
    order = rules.table
    for seat in seats:
        if seat not in order:
            raise NotationError("bids", f"{seat.text()} does not play in this game")
    passed: set[Seat] = set()
    turns = _turns(order, seats[0], passed)
    for seat, call in zip(seats, calls, strict=True):
        expected = next(turns, None)
        if expected is not seat:
            fact = "nobody" if expected is None else expected.text()
            raise NotationError("bids", f"{seat.text()} is named, and {fact} calls next")
        if call == "p":
            passed.add(seat)


def _turns(order: tuple[Seat, ...], first: Seat, passed: set[Seat]) -> Iterator[Seat]:
    place = order.index(first)
    while len(passed) < len(order):
        if order[place] not in passed:
            yield order[place]
        place = (place + 1) % len(order)

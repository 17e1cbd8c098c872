"""Irregularities: what each does to the hand (section 10, and R7 for the games with a stock).

The rows of section 10 are data; `after_renege` gives the scores where the page says them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from . import melds, scoring
from .cards import best_place, clockwise, whole_count
from .play import legal_cards
from .rulebooks import Table

# What happens when the bidding side does it, and when another seat does (section 10). "" : nothing.
ROWS = {
    "renege": ("set", "made"),
    "burial": ("set", ""),
    "lead": ("", "made"),
    "looked": ("set", "made"),
    "shown": ("", ""),
    "widow": ("void", "void"),
    "misdeal": ("void", "void"),
}


def ruling(kind: str, *, by_bidding_side: bool) -> str:
    """What an irregularity makes of the contract: made, set, void or "" (nothing)."""
    return ROWS[kind][0 if by_bidding_side else 1]


def wrong_number(*, widow_open: bool, bidder_right: bool, led: bool) -> str:
    """A wrong number of cards in a hand: "mended", "made", "conceded" or "set"."""
    if not widow_open:
        return "mended"
    if bidder_right:
        return "made"
    return "set" if led else "conceded"


def stopped(table: Table, played: scoring.Played, kind: str, offender: str) -> scoring.Result:
    """The result of a hand that an irregularity ends: play stops, the hand is made or set.

    `played` has the cards and tricks so far. Points: when made the bidding side scores the
    contract, the offending unit 0, a third its cards so far and its melds; when set the bidding
    side loses the contract and each other unit scores its cards so far and its melds. Checks are
    those for the contract alone.
    """
    book = table.rulebook
    mine = scoring.bidding_unit(book, played)
    how = ruling(kind, by_bidding_side=offender in mine)
    if how not in ("made", "set"):
        raise ValueError(f"{kind} of {offender}: the hand goes on")
    if book.money:
        return scoring.money(table, played, how)
    scores = {}
    for unit in scoring.units(book, played.seats):
        if unit == mine:
            scores[scoring.name(unit)] = played.contract if how == "made" else -played.contract
        elif offender in unit:
            scores[scoring.name(unit)] = 0
        else:
            laid = sum(melds.value(played.laid.get(seat, ())) for seat in unit)
            scores[scoring.name(unit)] = laid + sum(played.cards[seat] for seat in unit)
    if played.out:
        scores[played.out] = 0
    checks = {}
    if book.checks:
        worth = scoring.contract_checks(book.checks, played.contract)
        for unit in scoring.units(book, played.seats):
            gets = worth if unit == mine else 2 * worth
            checks[scoring.name(unit)] = gets if (unit == mine) == (how == "made") else 0
    return scoring.Result(how, scores, checks)


def exposed_widow(table: Table, offender: str, played: scoring.Played) -> scoring.Result:
    """A widow card exposed by a player: the hand is void, he pays all and the kitty (section 10).

    Each gets the base of the highest bid: `played.contract`, 0 if there is none. Only void in the
    scoring game.
    """
    everybody = [*played.seats, *([played.out] if played.out else [])]
    each = scoring.base(table, played.contract) if table.rulebook.money else 0
    paid = dict.fromkeys(everybody, each)
    to_kitty = each if scoring.has_kitty(table) else 0
    paid[offender] = -each * (len(everybody) - 1) - to_kitty
    return scoring.Result("void", paid, kitty=played.kitty + to_kitty)


def check_renege(
    table: Table, played: scoring.Played, other_side: tuple[str, ...]
) -> scoring.Played:
    """A renege in check: that trick and all later ones go to the opponents.

    `played` has the cards and tricks before the trick in which it was established; what is left of
    both goes to the other side's first seat.
    """
    cards, won = dict(played.cards), dict(played.won)
    cards[other_side[0]] += whole_count(2, table.count) - sum(cards.values())
    won[other_side[0]] += table.rulebook.hand - sum(won.values())
    return replace(played, cards=cards, won=won)


def stock_renege(name: str, counts: Mapping[str, int], offender: str) -> dict[str, int]:
    """The counts of a stock game's hand after a renege: macdougall-3 takes the reneger's."""
    if name != "macdougall-3":
        return dict(counts)
    return {seat: 0 if seat == offender else count for seat, count in counts.items()}


def first_renege(
    hands: Mapping[str, Sequence[str]],
    leader: str,
    tricks: Iterable[Sequence[str]],
    trump: str,
    obligation: str,
) -> tuple[int, str, str] | None:
    """The first card played against section 5: its trick, counted from 1, its seat, the card."""
    seats = tuple(hands)
    held = {seat: list(hand) for seat, hand in hands.items()}
    for number, trick in enumerate(tricks, 1):
        order = clockwise(seats, leader)
        for i in range(len(trick)):
            seat, card = order[i], trick[i]
            if card not in legal_cards(held[seat], trick[:i], trump, obligation):
                return number, seat, card
            held[seat].remove(card)
        leader = order[best_place(trick, trump)]
    return None


def wrong_meld(scored: Mapping[str, int], offender: str, worth: int) -> dict[str, int]:
    """A wrong meld of macdougall-3: taken from the offender, given to each opponent (section 8).

    `scored` are the meld points by seat with the wrong ones in them.
    """
    return {
        seat: points - worth if seat == offender else points + worth
        for seat, points in scored.items()
    }

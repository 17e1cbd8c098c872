"""The options of the games for three and four, and what each of them changes.

A rulebook names its options in `TableRules.known_options`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pinochle_solver.errors import RulesError
from pinochle_solver.table.rules import (
    AuctionRules,
    EndRules,
    MoneyRules,
    Obligation,
    Renege,
    TableRules,
)

FORCE = "forceN"
"""The option `force290`, or the same with another bid, as a rulebook and its help name it."""
HIGHEST_OF_THREE = 650
_FORCE = re.compile(r"force([1-9][0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of some games.

    Attributes:
        meaning: what it means, for people.
        change: the function that gives the rules with the option.
        excludes: the options that cannot be combined with it.
    """

    meaning: str
    change: Callable[[TableRules], TableRules]
    excludes: tuple[str, ...] = ()


def _auction(**fields: object) -> Callable[[TableRules], TableRules]:
    def change(rules: TableRules) -> TableRules:
        if rules.auction is None:
            raise RulesError("TableRules", rules.name, "auction", "missing")
        try:
            changed: AuctionRules = replace(rules.auction, **fields)  # type: ignore[arg-type]
        except RulesError as error:
            field = f"auction.{error.field}"
            raise RulesError("TableRules", rules.name, field, error.fact) from None
        return replace(rules, auction=changed)

    return change


def _money(**fields: object) -> Callable[[TableRules], TableRules]:
    def change(rules: TableRules) -> TableRules:
        if rules.money is None:
            raise RulesError("TableRules", rules.name, "money", "missing")
        changed: MoneyRules = replace(rules.money, **fields)  # type: ignore[arg-type]
        return replace(rules, money=changed)

    return change


def _end(changed: Callable[[EndRules], EndRules]) -> Callable[[TableRules], TableRules]:
    def change(rules: TableRules) -> TableRules:
        if rules.end is None:
            raise RulesError("TableRules", rules.name, "end", "missing")
        return replace(rules, end=changed(rules.end))

    return change


def _roundhouse(rules: TableRules) -> TableRules:
    values = rules.melds
    parts = values.kings + values.queens + 3 * values.marriage + values.royal_marriage
    if parts > _ROUNDHOUSE:
        fact = f"kings, queens, royal-marriage and 3 marriages are {parts}, more than {_ROUNDHOUSE}"
        raise RulesError("TableRules", rules.name, "melds", fact)
    return replace(rules, melds=replace(values, roundhouse=_ROUNDHOUSE - parts))


_ROUNDHOUSE = 250
"""What a roundhouse is worth in all, with a royal marriage in it and no run."""
_NICKEL = (
    *((20 * cents - 10, cents) for cents in range(1, 13)),
    (250, 15),
    (350, 25),
    (400, 50),
    (450, 100),
    (500, 200),
    (550, 400),
    (600, 800),
    (650, 1600),
)
"""The brackets for five cents a hundred: half of ten cents a hundred, rounded up, but 250 is 15."""
_LOWEST = {"min0": 10, "min150": 150, "min200": 200, "min300": 300}
OPTIONS = {
    name: Option(
        f"the lowest bid is {lowest}",
        _auction(lowest=lowest),
        tuple(other for other in _LOWEST if other != name),
    )
    for name, lowest in _LOWEST.items()
} | {
    "reenter": Option(
        "a pass is not final; two passes in succession after a bid end the auction",
        _auction(passes_final=False),
    ),
    "noforce": Option(
        "with an out dealer nobody must bid; after three passes the same dealer deals again",
        _auction(forced=None, redeal_by_same=True),
        (FORCE,),
    ),
    "topall": Option(
        "every card led must be topped by one who can, trumps over trumps too",
        lambda rules: replace(rules, obligation=Obligation.TOPALL),
    ),
    "nospades": Option(
        "spades pay no more than clubs and diamonds", _money(factors=(1, 1, 1, 1)), ("hearts",)
    ),
    "hearts": Option(
        "hearts pay three times the base", _money(factors=(2, 3, 1, 1)), ("nospades",)
    ),
    "points": Option("the contract itself is paid, in points", _money(in_points=True), ("nickel",)),
    "nickel": Option(
        "the stake is a nickel a hundred, not a dime", _money(bases=_NICKEL), ("points",)
    ),
    "kitty": Option(
        "there is a kitty, which a contract of 400 or more takes", _money(kitty=True), ("kitty350",)
    ),
    "kitty350": Option(
        "there is a kitty, of which a contract of 350 to 390 takes half",
        _money(kitty=True, half_kitty=True),
        ("kitty",),
    ),
    "aces": Option("four aces dealt to the bidder are paid for", _money(aces=True)),
    "roundhouse250": Option("king and queen of every suit are 250, not 240", _roundhouse),
    "dealermarriage": Option(
        "the dealer needs a marriage to bid, as the others do", _auction(dealer_needs_marriage=True)
    ),
    "bidderfirst": Option(
        "if both sides reach the target, the bidding side wins",
        _end(lambda end: replace(end, bidder_first=True)),
        ("mustbid",),
    ),
    "mustbid": Option(
        "only who makes a contract can go out; other points over the target stay",
        _end(lambda end: replace(end, must_bid=True)),
        ("bidderfirst",),
    ),
    "renegelost": Option(
        "a renege loses the hand", lambda rules: replace(rules, renege=Renege.HAND_ENDS)
    ),
}
"""The options by name, except `forceN`."""


def meaning_of(name: str) -> str:
    """What an option means, for people; it must be one that a rulebook names in `known_options`."""
    if name == FORCE:
        return "when all others have passed, the last must bid N or more"
    return OPTIONS[name].meaning


def option_named(name: str) -> tuple[str, Option] | None:
    """The option with this name, and what a rulebook calls it; None if there is none."""
    if name in OPTIONS:
        return name, OPTIONS[name]
    number = _FORCE.fullmatch(name)
    if number is None or int(number[1]) % 10 or int(number[1]) > HIGHEST_OF_THREE:
        return None
    bid = int(number[1])
    meaning = f"when all others have passed, the last must bid {bid} or more"
    return FORCE, Option(meaning, _auction(forced=bid), ("noforce",))

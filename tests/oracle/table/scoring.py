"""The result of a hand: points, money, kitty, checks (section 6, and section 9's threshold)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from . import melds
from .rulebooks import CheckScale, Rulebook, Table

BASE_IN_CENTS = (25, 30, 50, 100, 200, 400, 800, 1600, 3200)  # from 250 on, by brackets of 50


def units(rulebook: Rulebook, seats: Sequence[str]) -> list[tuple[str, ...]]:
    """What scores by itself: seats, with partners sides, in the order of NOTATION."""
    if rulebook.partners:
        return [("south", "north"), ("west", "east")]
    return [(seat,) for seat in seats]


@dataclass(frozen=True)
class Played:
    """What the scoring of a hand needs to know of it.

    `laid` and `cards` by seat, the last trick in the cards, the burial not; `buried` is what the
    buried cards count; `won` the tricks of each seat. `ending`: "played", "conceded", "melds"
    (the melds alone reached the contract) or "passed out". `aces`: the bidder was dealt four
    different ones.
    """

    seats: tuple[str, ...]
    out: str | None
    bidder: str | None
    contract: int
    trump: str | None
    laid: Mapping[str, melds.Laying]
    cards: Mapping[str, int]
    buried: int
    won: Mapping[str, int]
    ending: str
    aces: bool = False
    kitty: int = 0


@dataclass
class Result:
    """What a hand comes to.

    `how`: "made", "set", "conceded", "passed out", "played" (without a contract). `score` is what
    each unit adds to its score: money in `auction` (cents; with `points` points), where the
    kitty's share is in the bidder's. Units are seats joined by `+`.
    """

    how: str
    score: dict[str, int]
    checks: dict[str, int] = field(default_factory=dict)
    kitty: int = 0
    total: int = 0


def name(unit: Sequence[str]) -> str:
    """A unit as NOTATION names it."""
    return "+".join(unit)


def melds_count(rulebook: Rulebook, played: Played, unit: Sequence[str]) -> bool:
    """Whether a unit's melds count: one of its seats won a trick, or it has a widow's burial."""
    if played.bidder in unit and not rulebook.bidder_needs_trick:
        return True
    return any(played.won[seat] for seat in unit)


def unit_melds(rulebook: Rulebook, played: Played, unit: Sequence[str]) -> int:
    """The melds of a unit as they count."""
    if not melds_count(rulebook, played, unit):
        return 0
    return sum(melds.value(played.laid.get(seat, ())) for seat in unit)


def unit_total(rulebook: Rulebook, played: Played, unit: Sequence[str]) -> int:
    """Melds that count, cards won, and the burial for the bidding side."""
    cards = sum(played.cards[seat] for seat in unit)
    buried = played.buried if played.bidder in unit else 0
    return unit_melds(rulebook, played, unit) + cards + buried


def bidding_unit(rulebook: Rulebook, played: Played) -> tuple[str, ...]:
    """The unit of the bidder."""
    return next(unit for unit in units(rulebook, played.seats) if played.bidder in unit)


def outcome(table: Table, played: Played) -> str:
    """How the hand ended: made, set, conceded, passed out or played."""
    if played.ending in ("passed out", "conceded"):
        return played.ending
    if played.bidder is None:
        return "played"
    if played.ending == "melds":
        return "made"
    total = unit_total(table.rulebook, played, bidding_unit(table.rulebook, played))
    return "made" if total >= played.contract else "set"


def result(table: Table, played: Played) -> Result:
    """The result of a hand that is over."""
    how = outcome(table, played)
    if table.rulebook.money:
        return money(table, played, how)
    scores = {}
    total = 0
    for unit in units(table.rulebook, played.seats):
        mine = unit_total(table.rulebook, played, unit)
        if played.bidder in unit:
            total = mine
        if how == "passed out":
            mine = 0
        elif played.bidder in unit and how == "set":
            mine = -played.contract
        scores[name(unit)] = mine
    if played.out:
        scores[played.out] = 0
    checks = {}
    if table.rulebook.checks:
        checks = hand_checks(table.rulebook.checks, table.rulebook, played, how)
    return Result(how, scores, checks, total=total)


# Money


def base(table: Table, contract: int) -> int:
    """What a contract is worth: the table of section 6; with `points` the contract itself."""
    if "points" in table.options:
        return contract
    if contract < 250:
        return contract // 10
    return BASE_IN_CENTS[(contract - 250) // 50]


def factor(table: Table, trump: str) -> int:
    """What the suit multiplies: spades 2, hearts 3 with `hearts`; with `nospades` neither."""
    if trump == "S" and "nospades" not in table.options:
        return 2
    if trump == "H" and "hearts" in table.options:
        return 3
    return 1


def from_each(table: Table, contract: int, trump: str | None, how: str) -> int:
    """What the bidder gets from each opponent; negative: pays. Trump is None when conceded."""
    if how == "conceded":
        return -base(table, contract)
    assert trump
    made = base(table, contract) * factor(table, trump)
    return made if how == "made" else -2 * made


def has_kitty(table: Table) -> bool:
    """Whether there is a kitty (options `kitty` and `kitty350`)."""
    return not table.options.isdisjoint({"kitty", "kitty350"})


def kitty_share(table: Table, contract: int, how: str, kitty: int) -> int:
    """What the bidder takes from the kitty; negative: pays to it (options `kitty`, `kitty350`)."""
    if not has_kitty(table):
        return 0
    is_for_half = contract >= 350 and "kitty350" in table.options
    if how == "made":
        if contract >= 400:
            return kitty
        return kitty // 2 if is_for_half else 0
    if contract >= 400:
        return -(2 * kitty if how == "set" else kitty)
    if is_for_half:
        return -(kitty if how == "set" else (kitty + 1) // 2)
    return -(2 * base(table, contract) if how == "set" else base(table, contract))


def money(table: Table, played: Played, how: str) -> Result:
    """The payments of `auction`, to or from every seat; an out dealer is an opponent."""
    everybody = [*played.seats, *([played.out] if played.out else [])]
    if how == "passed out":
        return Result(how, dict.fromkeys(everybody, 0), kitty=played.kitty)
    assert played.bidder
    each = from_each(table, played.contract, played.trump, how)
    if played.aces and "aces" in table.options:
        each += base(table, table.lowest)
    share = kitty_share(table, played.contract, how, played.kitty)
    paid = dict.fromkeys(everybody, -each)
    paid[played.bidder] = each * (len(everybody) - 1) + share
    total = unit_total(table.rulebook, played, (played.bidder,))
    return Result(how, paid, kitty=played.kitty - share, total=total)


def worth_playing(
    table: Table, contract: int, trump: str, *, opponents: int = 2, kitty: int = 0
) -> Fraction:
    """The least chance with which to play and not to concede (section 9)."""
    won = opponents * from_each(table, contract, trump, "made")
    won += kitty_share(table, contract, "made", kitty)
    lost = opponents * from_each(table, contract, trump, "set")
    lost += kitty_share(table, contract, "set", kitty)
    conceded = opponents * from_each(table, contract, trump, "conceded")
    conceded += kitty_share(table, contract, "conceded", kitty)
    return Fraction(conceded - lost, won - lost)


# Checks


def contract_checks(scale: CheckScale, contract: int) -> int:
    """The checks for a contract made."""
    bracket = (contract - 200) // 50
    last = len(scale.contract) - 1
    if bracket <= last:
        return scale.contract[bracket]
    return scale.contract[last] + scale.further * (bracket - last)


def meld_checks(scale: CheckScale, laid: melds.Laying) -> int:
    """The checks for one seat's melds, each in one line, chosen for the most."""
    n = Counter(melds.kind_of(i) for i in laid)
    suits = {melds.cards_of(i)[0][1] for i in laid if melds.kind_of(i) in MARRYING}
    round_houses = 1 if len(suits) == 4 and n["kings"] and n["queens"] else 0
    best = 0
    for combined in range(min(n["run"], n["aces"]) + 1):
        total = combined * scale.run_and_aces
        total += for_pairs(scale.run, n["run"] - combined)
        total += for_pairs(scale.aces, n["aces"] - combined)
        best = max(best, total)
    fours = (n["kings"] + n["queens"] + n["jacks"]) * scale.four
    fours += round_houses * (scale.round_house - 2 * scale.four)
    return best + fours + for_pairs(scale.pinochle, n["pinochle"])


MARRYING = ("run", "royal-marriage", "marriage")


def for_pairs(one_and_two: tuple[int, int], number: int) -> int:
    """Checks for a meld laid `number` times: there is a line for one and a line for two."""
    one, two = one_and_two
    return number // 2 * two + number % 2 * one


def hand_checks(scale: CheckScale, rulebook: Rulebook, played: Played, how: str) -> dict[str, int]:
    """The checks of each side for a hand."""
    checks = {name(unit): 0 for unit in units(rulebook, played.seats)}
    if how == "passed out":
        return checks
    for unit in units(rulebook, played.seats):
        bidding = played.bidder in unit
        if bidding and how == "set":
            continue
        if bidding:
            checks[name(unit)] += contract_checks(scale, played.contract)
        elif how == "set":
            checks[name(unit)] += 2 * contract_checks(scale, played.contract)
        if melds_count(rulebook, played, unit):
            checks[name(unit)] += sum(
                meld_checks(scale, played.laid.get(seat, ())) for seat in unit
            )
        if sum(played.won[seat] for seat in unit) == rulebook.hand:
            checks[name(unit)] += scale.all_tricks
    return checks


def game_checks(scale: CheckScale, losers: int) -> int:
    """The checks for the game won, by what the losers stand at."""
    return scale.game + (scale.losers_at_zero if losers <= 0 else 0)

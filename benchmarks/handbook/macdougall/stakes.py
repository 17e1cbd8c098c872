"""Stakes: when to play, what spades pay, and what bids win by his own percentages."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.handbook.macdougall import money_games
from benchmarks.handbook.macdougall.bidding_games import STYLES, game_of_styles
from benchmarks.handbook.macdougall.bought_hands import AUCTION
from benchmarks.handbook.macdougall.claim import Claim, Found, Verdict, truth
from benchmarks.handbook.macdougall.four_bids import KINDS, LOWEST, SAID, valued
from benchmarks.handbook.macdougall.measurements import Measured
from benchmarks.handbook.macdougall.sums import mean_and_error, with_half
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.table.money import base_of, least_chance, stakes_of
from pinochle_solver.table.rules import MoneyRules

ABOUT = """\
Cents are what each of two opponents pays; a hand that is given up costs its base once, a hand
that is set twice. Spades pay double."""

_OPPONENTS = 2
_PLAIN, _SPADES = Suit.CLUBS, Suit.SPADES
_EXAMPLE = (300, 350, 400, 450)
"""The four bids of his example."""
_HEARTS_TRIPLE = (2, 3, 1, 1)


def money() -> MoneyRules:
    """What the game for stakes pays."""
    assert AUCTION.money is not None
    return AUCTION.money


def paid(contract: int, trump: Suit, chance: float) -> float:
    """What a contract is worth to the bidder, in cents of each opponent, if failures are given up.

    Args:
        contract: what he bid.
        trump: his suit.
        chance: how often he makes it.
    """
    stakes = stakes_of(money(), contract, trump)
    return chance * stakes.made - (1 - chance) * stakes.conceded


def _thresholds(_: Measured) -> Found:
    rules = money()
    hearts = replace(rules, factors=_HEARTS_TRIPLE)
    plain, spades, three = (
        least_chance(stakes_of(each, 300, suit), _OPPONENTS)
        for each, suit in ((rules, _PLAIN), (rules, _SPADES), (hearts, Suit.HEARTS))
    )
    text = (
        f"How good the judgement is has no number, but the line has one: to play is no worse than "
        f"to give up from a chance of {plain} in a plain suit, {spades} "
        f"in spades, {three} in hearts where they pay triple."
    )
    return Found(Verdict.UNTESTABLE, text, "the stakes table")


def _spades_300(_: Measured) -> Found:
    low, high = (
        _OPPONENTS * stakes_of(money(), *each).made for each in ((300, _SPADES), (400, _PLAIN))
    )
    text = (
        f"300 in spades wins {low} cents, 400 in another suit {high}. It is true only where the "
        f"points themselves are paid: 600 against 400."
    )
    return Found(truth(is_right=low > high), text, "the stakes table")


def _hearts_minimum(_: Measured) -> Found:
    hearts = replace(money(), factors=_HEARTS_TRIPLE)
    least = stakes_of(hearts, LOWEST, Suit.HEARTS).made
    others = {bid: stakes_of(money(), bid, _PLAIN).made for bid in (350, 400)}
    text = (
        f"The lowest bid in hearts pays {least} cents of each opponent, 350 in clubs "
        f"{others[350]}, 400 {others[400]}."
    )
    return Found(truth(is_right=least < others[400]), text, "the stakes table")


def _own_percentages(_: Measured) -> Found:
    def row(trump: Suit) -> list[float]:
        return [paid(bid, trump, part) for bid, part in zip(_EXAMPLE, SAID, strict=True)]

    plain, spades = row(_PLAIN), row(_SPADES)
    text = "; ".join(
        f"{name} {bid} wins {one:+g} cents of each opponent, in spades {other:+g}"
        for name, bid, one, other in zip(KINDS, _EXAMPLE, plain, spades, strict=True)
    )
    text = (
        f"By his own percentages, failures given up: {text}. So the safe bid pays best; the normal "
        f"bid is the highest that one should be pushed to, and the risk bid loses."
    )
    is_right = plain[1] == max(plain)
    return Found(truth(is_right=is_right), text, "the stakes table")


def _lowest(measured: Measured) -> Found:
    values = [valued(Hand.parse(hand.hand)).normal for hand in measured.dealt()]
    rows = [
        f"{least}: {100 * (sum(value < least for value in values) / len(values)) ** 3:.0f}"
        for least in (150, 200, 250, 300)
    ]
    text = (
        f"What is best has no measure. Of 100 hands so many are passed out if three players bid up "
        f"to their normal values, by the lowest bid: {', '.join(rows)}."
    )
    settings = f"{len(values):,} random hands, three taken to be dealt independently"
    return Found(Verdict.UNTESTABLE, text, settings)


def _forced(measured: Measured) -> Found:
    hands = [hand for hand in measured.dealt() if valued(Hand.parse(hand.hand)).normal < LOWEST]
    mean, se = mean_and_error([hand.worth[0] for hand in hands])
    text = (
        f"What is better has no measure. A dealer forced to {LOWEST} with a hand of a lower normal "
        f"value gets {with_half(mean, se, '+.1f')} cents a hand on average."
    )
    return Found(Verdict.UNTESTABLE, text, f"{len(hands):,} such hands, 32 deals each")


def _foot(_: Measured) -> Found:
    same = base_of(money(), 300) == base_of(money(), 340) < base_of(money(), 350)
    text = "340 pays what 300 pays, 350 more. A higher bid in a bracket is only harder to make."
    return Found(truth(is_right=same), text, "the stakes table")


def _overbid(_: Measured) -> Found:
    made = stakes_of(money(), 300, _SPADES).made
    given_up = {bid: _OPPONENTS * stakes_of(money(), bid, _PLAIN).conceded for bid in (340, 350)}
    text = (
        f"To be against 300 in spades costs {made} cents if it is made. To overbid it with 340 and "
        f"give up costs {given_up[340]}, so within the bracket every chance to make it is profit; "
        f"350 costs {given_up[350]}. With an out dealer to pay or a kitty it is a loss."
    )
    return Found(truth(is_right=given_up[340] <= made), text, "the stakes table")


def _net(_: Measured) -> Found:
    won, lost = 0.9, 0.1
    text = (
        f"Of ten hands bid at the limit nine score and one is set back by the bid: as if "
        f"{10 * (won - lost):.0f} had been scored."
    )
    return Found(Verdict.CONFIRMED, text, "arithmetic")


def _two_of_three(_: Measured) -> Found:
    bid = 350
    each = 2 * bid - bid
    text = (
        f"Of three bids of {bid} two are made and one is lost: {each:+} points in all. What is "
        f"lost is as much as each hand that is made wins, not twice as much."
    )
    return Found(Verdict.REFUTED, text, "arithmetic")


def _styles(measured: Measured) -> Found:
    table = game_of_styles(measured)
    rows = ", ".join(f"{name} {with_half(*table[name], '+.1f')}" for name in STYLES)
    (risk, risk_se), (wild, wild_se) = table["risk"], table["wild"]
    text = f"Cents a hand, three styles at a table, cards played alike: {rows}."
    if risk - 2 * risk_se > 0 > wild + 2 * wild_se:
        verdict = Verdict.CONFIRMED
    elif risk + 2 * risk_se < 0 or wild - 2 * wild_se > 0:
        verdict = Verdict.REFUTED
    else:
        verdict = Verdict.CLOSE
    return Found(verdict, text, "bids by his values, trump and burial by the engine's rule")


CLAIMS = (
    Claim(
        "S1",
        "Whether to play a doubtful hand or throw it in takes judgement.",
        "EXACT",
        _thresholds,
    ),
    Claim("S2", "A hand of 300 in spades gains more than one of 400.", "EXACT", _spades_300),
    Claim(
        "S3",
        "That you may name another suit after seeing the widow is worth a great deal.",
        "HAND-b",
        money_games.switching,
    ),
    Claim(
        "S4",
        "Where hearts pay triple, the lowest bid in hearts does not always pay more than a large "
        "one in clubs or diamonds.",
        "EXACT",
        _hearts_minimum,
    ),
    Claim(
        "S5", "A kitty makes wild bids much more dangerous.", "GAME", money_games.wild_with_kitty
    ),
    Claim("S6", "The payments to the kitty are fair to all.", "GAME", money_games.fair_kitty),
    Claim("S7", "250 is the best lowest bid for average players.", "SURVEY", _lowest),
    Claim("S8", "A dealer who must bid makes a better game.", "SURVEY", _forced),
    Claim(
        "S9",
        "A bidder who risks something with judgement almost always wins; the safe one does not "
        "collect what his hands are worth, and the wild one loses.",
        "GAME",
        _styles,
    ),
    Claim(
        "S10",
        "The normal bid is the best for stakes.",
        "EXACT",
        _own_percentages,
    ),
    Claim("V25", "Stop at the foot of a bracket of the stakes.", "EXACT", _foot),
    Claim(
        "B6",
        "A wild bid is right only against a sure spade hand; then there is little to lose.",
        "EXACT",
        _overbid,
    ),
)
SCORING = (
    Claim(
        "G2",
        "Of three normal bids two are made, and yet he loses twice as much on the third as he "
        "gains.",
        "EXACT",
        _two_of_three,
    ),
    Claim("G3", "A safe bidder makes nine of ten: the profit of eight hands.", "EXACT", _net),
)

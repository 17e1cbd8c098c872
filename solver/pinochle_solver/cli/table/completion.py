"""The tokens of positions for three and four, and their values, as a shell completes them."""

from __future__ import annotations

from pinochle_solver.notation.table.checks import has_act
from pinochle_solver.notation.table.position_reading import TABLE_TOKENS
from pinochle_solver.rules.cards import Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.table.acts import Act
from pinochle_solver.table.options import FORCE, OPTIONS, option_named
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat


def table_tokens(rules: TableRules) -> list[str]:
    """The tokens that a position of a game may have, in canonical order."""
    may_sit_out = FORCE in rules.known_options
    missing = {
        token
        for tokens, is_there in (
            (("options",), rules.known_options),
            (("out",), may_sit_out),
            (("bids", "bidder", "contract"), rules.auction),
            (("upcard",), rules.turned_trump or rules.stock),
            (("stock",), rules.stock),
            (("widow", "buried"), rules.widow),
            (("checks",), rules.checks),
            (("kitty",), rules.money),
            (("target",), rules.target),
        )
        if not is_there
        for token in tokens
    }
    if rules.seats == len(Seat) - 1 and not may_sit_out:
        east = Seat.EAST.text()
        missing |= {east, f"melds.{east}", f"player.{east}"}
    return [token for token in TABLE_TOKENS if token not in missing]


def table_values(token: str, text: str, rules: TableRules) -> list[str]:
    """What a token of a game may hold, where that can be listed.

    Args:
        token: the token.
        text: what stands behind its equals sign already: of options that are joined by commas the
            last one is completed.
        rules: the game.
    """
    if token in ("led", "upcard"):
        return [card.text() for card in rules.deck.distinct()]
    if token == "options":
        *chosen, _ = text.split(",")
        before = "".join(f"{name}," for name in chosen)
        kinds = {known[0] for name in chosen if (known := option_named(name.lower()))}
        return [f"{before}{name}" for name in rules.known_options if _is_open(name, kinds)]
    seats = [seat.text() for seat in Seat if seat.text() in table_tokens(rules)]
    return {
        "count": list(COUNTS),
        "trump": [suit.letter for suit in Suit],
        "turn": seats,
        "dealer": seats,
        "out": seats,
        "bidder": seats,
        "act": [act.value for act in Act if has_act(rules, act)],
    }.get(token, [])


def _is_open(name: str, chosen: set[str]) -> bool:
    """Whether an option goes with those that were chosen; `forceN` needs a number."""
    return name in OPTIONS and name not in chosen and not {*OPTIONS[name].excludes} & chosen

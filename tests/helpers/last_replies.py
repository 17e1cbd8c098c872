"""Positions at the last trick of the stock phase, with the value of every move by the oracle.

They are kept in `tests/data/last_replies.jsonl`, six of each rulebook; this writes the file again,
always the same, in about a minute:

    PYTHONPATH=tests python tests/helpers/last_replies.py

The positions come from semi-random hands of the product's referee and are the mover's view; the
values are those of `oracle.stock` with the product's solver as the source of the playoffs. A mover
who has exchanged a nine before is left out, except where nobody shows anything after the trick
(hayes): a position does not tell which of his cards the other seat knows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random

from helpers.paths import DATA
from helpers.strategies import play_on
from oracle.beliefs import (
    exchange_of,
    known_and_hidden,
    table_of,
    unseen_cards,
    view_of,
    without,
)
from oracle.hand import OracleHand, hand_cards, hand_text, other
from oracle.stock import EndOfStock
from pinochle_solver import RULEBOOKS, PlayoffPosition, solve
from pinochle_solver.hand.deals import random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

FILE = DATA / "last_replies.jsonl"
TRICKS_BEFORE = 11

Tokens = Mapping[str, str]


def solved(tokens: Tokens) -> tuple[int, int]:
    """The product's value of a playoff, for the oracle."""
    names = ("rules", "count", "trump", "south", "north", "turn")
    position = PlayoffPosition.from_tokens({name: tokens[name] for name in names})
    value = solve(position, moves=False).value
    assert value is not None
    return value.south, value.north


def expected(tokens: Tokens) -> dict[str, float]:
    """The oracle's value of every move, by the text of the move."""
    found = EndOfStock(solved).expectations(tokens)
    return {move: round(float(found[move]), 6) for move in sorted(found)}


# -------------------------------------------------------------------------- what is wanted of them


def is_reply(tokens: Tokens) -> bool:
    return "led" in tokens


def both_have_melds(tokens: Tokens) -> bool:
    """A reply with cards of both seats on the table."""
    return is_reply(tokens) and all(table_of(tokens, seat) for seat in ("south", "north"))


def other_took_the_upcard(tokens: Tokens) -> bool:
    """A reply while a card is known that the other seat got in an exchange."""
    away = other(tokens["turn"])
    known, _hidden = known_and_hidden(tokens[away])
    return is_reply(tokens) and bool(without(known, table_of(tokens, away)))


def mover_has_nine(tokens: Tokens) -> bool:
    """A reply with a nine of trumps in the hand."""
    seat = tokens["turn"]
    in_hand = without(hand_cards(tokens[seat]), table_of(tokens, seat))
    return is_reply(tokens) and "9" + tokens["upcard"][1] in in_hand


def nine_is_unseen(tokens: Tokens) -> bool:
    """A reply while the other seat may hold a nine of trumps, or the stock hide it."""
    return is_reply(tokens) and "9" + tokens["upcard"][1] in unseen_cards(view_of(tokens))


def upcard_is_there(tokens: Tokens) -> bool:
    """A reply while the upcard can still be had for a nine that is unseen."""
    return nine_is_unseen(tokens) and tokens["upcard"][0] != "9"


def may(act: str, *shows: str) -> Callable[[Tokens], bool]:
    """The winner's or the loser's question after the trick, with some of these to show."""

    def wanted(tokens: Tokens) -> bool:
        if tokens.get("act") != act:
            return False
        return all(any(move.startswith(show) for move in moves_of(tokens)) for show in shows)

    return wanted


def moves_of(tokens: Tokens) -> list[str]:
    """The legal moves of a view (they depend on the mover's cards alone)."""
    away = other(tokens["turn"])
    known, _hidden = known_and_hidden(tokens[away])
    stock = ",".join(["9S"] * int(tokens["stock"]))
    return OracleHand.from_tokens({**tokens, away: hand_text(known), "stock": stock}).moves()


WANTED: dict[str, list[Callable[[Tokens], bool]]] = {
    "scarne": [
        upcard_is_there,
        both_have_melds,
        other_took_the_upcard,
        mover_has_nine,
        may("meld", "marriage"),
        may("meld", "dix"),
    ],
    "hayes": [
        is_reply,
        upcard_is_there,
        both_have_melds,
        both_have_melds,
        other_took_the_upcard,
        mover_has_nine,
    ],
    "macdougall": [
        upcard_is_there,
        both_have_melds,
        other_took_the_upcard,
        mover_has_nine,
        may("meld", "dix"),
        may("dix", "dix"),
    ],
    "macdougall-bonus": [
        mover_has_nine,
        both_have_melds,
        other_took_the_upcard,
        nine_is_unseen,
        may("meld", "dix"),
        may("dix", "dix"),
    ],
}


# ------------------------------------------------------------------------------------ making them


def ends_of_stock(rules: str) -> Iterator[StockPosition]:
    """What the seat to move sees, from the reply to the last stock trick on, hand after hand."""
    for seed, deal in enumerate(random_deals(2000, 1, RULEBOOKS[rules])):
        random = Random(f"{rules}/{seed}")
        referee = Referee.of_deal(deal)
        while not referee.in_playoff:
            turn = referee.turn
            assert turn is not None
            view = referee.view(turn)
            assert isinstance(view, StockPosition)
            tokens = view.tokens()
            last = view.completed_tricks > TRICKS_BEFORE or (
                view.completed_tricks == TRICKS_BEFORE and is_reply(tokens)
            )
            if last and (rules == "hayes" or exchange_of(tokens, tokens["turn"]) is None):
                yield view
            play_on(referee, 1, random)


def positions(rules: str) -> list[StockPosition]:
    """The first position of each kind wanted, each of another hand where there are several."""
    wanted = list(WANTED[rules])
    found = []
    for view in ends_of_stock(rules):
        for kind in wanted:
            if kind(view.tokens()):
                found.append(view)
                wanted.remove(kind)
                break
        if not wanted:
            return found
    raise ValueError(f"{rules}: none found for {wanted}")


def main() -> None:
    lines = []
    for rules in PINOCHLE_BOOKS:
        for view in positions(rules):
            row = {"position": view.text(), "values": expected(view.tokens())}
            lines.append(json.dumps(row))
    FILE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

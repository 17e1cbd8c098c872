"""The last trick of a hand for three or four, by any rulebook."""

from __future__ import annotations

from oracle.table.cards import deck
from pinochle_solver.notation.table.positions import TablePosition


def hand_text(cards: list[str]) -> str:
    """A hand, suit by suit."""
    return ".".join("".join(card[0] for card in cards if card[1] == suit) or "-" for suit in "SHDC")


LAST = {"south": "AS", "west": "JS", "north": "9S", "east": "9S"}

GONE = hand_text([card for card in deck(2) if card not in LAST.values()] + ["AS", "JS"])

MELDS = (
    "melds.south=run:AS.TS.KS.QS.JS+kings:KS.KH.KD.KC melds.west=none melds.north=none "
    "melds.east=jacks:JS.JH.JD.JC"
)


def last_trick(rules: str, contract: int, more: str = "") -> TablePosition:
    """South takes the last trick, 20 points, to melds of 230 and 190 so far; the others have 80."""
    hands = " ".join(f"{seat}={hand_text([card])}" for seat, card in LAST.items())
    return TablePosition.parse(
        f"rules={rules} bidder=south contract={contract} trump=S turn=south {hands} gone={GONE} "
        f"won=6/3/1/1 points=230+190/40+40 {MELDS} {more}"
    )

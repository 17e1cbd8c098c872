"""What can be wrong with a hand of any game, or with its record."""

from __future__ import annotations

from enum import Enum


class Irregularity(str, Enum):
    """A kind of irregularity (RULES.md, section 7; RULES-TABLE.md, section 10), by its word.

    Each is the text of its word, too. The first are of all games or of those with a stock, then
    those of the draws, those of games for three and four, and what only a record can have.
    """

    RENEGE = "renege"
    FORBIDDEN_MELD = "forbidden meld"
    WRONG_MELD = "wrong meld"
    WRONG_CREDIT = "wrong credit"
    FORGOTTEN_DIX = "forgotten dix"
    LOOKED = "looked"
    MISDEAL = "misdeal"
    DRAW_SLIP = "draw slip"
    DRAW_OUT_OF_TURN = "draw out of turn"
    MISSED_DRAW = "missed draw"
    TWO_DRAWN = "two drawn"
    CARD_TOO_MANY = "card too many"
    CARD_FACE_UP = "card face up"
    BURIAL = "burial"
    LEAD = "lead"
    SHOWN = "shown"
    WIDOW = "widow"
    NUMBER = "number"
    BID = "bid"
    MARRIAGE = "marriage"
    SEEN = "seen"
    DEAD_HAND = "dead hand"
    ILLEGAL = "illegal"
    ILLEGAL_PLAY = "illegal play"
    ILLEGAL_DOUBLE = "illegal double"
    UNREADABLE = "unreadable"

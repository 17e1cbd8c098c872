"""Claims that have not been run, or that say nothing that could be: by the parts of the book."""

from __future__ import annotations

from benchmarks.handbook.macdougall.claim import Claim, untestable

_STYLES = "needs bidders who are not in the program: the games of styles have four kinds"
_SCORES = "needs games to a score with bidders who weigh it"
_PARTNERS = "needs partners who bid by his conventions, over whole auctions"
_TWO_HANDED = "needs hands for two by self-play; the handbook for two hands has other figures"

V1 = untestable(
    "V1",
    "The example of the valuation.",
    "HAND",
    "It is printed with sixteen and with seventeen cards. V4 to V7 play three readings of fifteen, "
    "V2 and V3 value the one that gives his sums.",
)

CHECK = (
    Claim(
        "C2",
        "If the partner becomes the bidder, an opening of 200 brings him 20 in melds.",
        "HAND",
        why=_PARTNERS,
    ),
    Claim(
        "C3",
        "A weaker opening of 200 in second seat protects a dealer who would be forced.",
        "GAME",
        why=_PARTNERS,
    ),
    Claim("C6", "The level that an answer shows is made.", "HAND", why=_PARTNERS),
    Claim("C7", "Conventions make a side bid much more accurately.", "GAME", why=_PARTNERS),
    Claim("C8", "When both sides have 800 or more, bid very freely.", "GAME", why=_SCORES),
    Claim("C9", "Below 300 against 900 pass even good hands.", "GAME", why=_SCORES),
    Claim("C11", "But bid when all tricks are likely: their melds are void.", "HAND", why=_SCORES),
    Claim("C14", "Far ahead in checks, let them win the game.", "GAME", why=_SCORES),
    Claim("C17", "At Corners the dealer is forced at 190.", "GAME", why=_PARTNERS),
    Claim(
        "C18",
        "At Corners an opening names what was melded: 160 queens, 180 kings, 200 aces.",
        "GAME",
        why=_PARTNERS,
    ),
    Claim("C19", "At Partnership Auction the dealer speaks first.", "GAME", why=_SCORES),
    Claim("C20", "There is no lowest bid.", "SURVEY", why=_PARTNERS),
    Claim("C21", "All tricks make the other side's melds void.", "HAND", why=_SCORES),
    Claim("C22", "There are three ways to end a game.", "GAME", why=_SCORES),
)
OTHERS = (
    Claim("E1", "Three with a stock meld little: play to 500.", "GAME", why=_TWO_HANDED),
    Claim(
        "E2",
        "Near the end the two with the lower scores unite.",
        "GAME",
        why="needs play of three sides",
    ),
    Claim("E3", "Three with a stock is a very good game.", "GAME", why=_TWO_HANDED),
    Claim(
        "N1", "At most eleven turns to meld; an average player gets six.", "SURVEY", why=_TWO_HANDED
    ),
    Claim(
        "N2",
        "A round house laid in parts scores 220, not 240.",
        "EXACT",
        why="the rules for two hands say so; there is nothing to measure",
    ),
    Claim("N3", "Most points are made before the stock is gone.", "SURVEY", why=_TWO_HANDED),
    Claim(
        "N4",
        "Hold your melds or play freely, by the cards that you are dealt.",
        "GAME",
        why=_TWO_HANDED,
    ),
    Claim(
        "N9",
        "The ten of a plain suit is the best lead.",
        "LEAD",
        why="the [handbook](../HANDBOOK.md) has tested it: as a habit it is wrong",
    ),
    Claim(
        "N11",
        "In the playoff almost all plain tens, nines and jacks are gone.",
        "SURVEY",
        why=_TWO_HANDED,
    ),
    Claim("N12", "With 64 cards melds come oftener and are bigger.", "SURVEY", why=_TWO_HANDED),
    Claim(
        "N13",
        "Luck is small, and the last twelve cards are play with open cards.",
        "SURVEY",
        why=_TWO_HANDED,
    ),
    Claim("N14", "Calling out favours whoever keeps count.", "GAME", why=_TWO_HANDED),
)

"""How both players are taken to go on after a move: in full, and in a player's words."""

from __future__ import annotations

PLAYED_ON = "both play on by the learned policy, each by what it sees"
PLAYED_ON_WITH_DOUBLES = (
    "both play on by the learned policy and double by thresholds on their chances, each by what it "
    "sees"
)
ALL_WORLDS_ALIKE = "all worlds equally likely; what follows chosen by expectation"
WORLDS_BY_PLAY = (
    "worlds weighted by what was played; what follows chosen by expectation, "
    "as if all were equally likely"
)
OBSERVED_TREE = "both choose in a tree of what they observe, then by the learned policy"
OPEN_TREES = "both choose in trees with both hands face up, the stock's order unknown"
ALL_KNOWN = "every card is known; exact"
OPEN_SOLVED = "every card known to both, the stock's order as well; exact"
OPEN_ESTIMATED = (
    "every card known to both, the stock's order as well; too much to be solved within the limits,"
    " estimated by a tree search, errors by how far such estimates were from exact values"
)
FROM_HERE_ON = "; points= not given, those from here on decide who is paid"
"""Follows a model, if it is not known what has been scored so far."""

_KNOW_ALL = "both players know every card and the order of the stock"
_IN_PLAIN_WORDS = {
    PLAYED_ON: "after the move both play on as good players do, each by what he sees",
    PLAYED_ON_WITH_DOUBLES: "both play on and double as good players do, each by what he sees",
    ALL_WORLDS_ALIKE: "the program tried all worlds with equal weights; both play on with the best "
    "mean",
    WORLDS_BY_PLAY: "worlds that fit the play so far count more; both play on with the best mean",
    OBSERVED_TREE: "after the move both think ahead, each by what he sees",
    OPEN_TREES: "after the move both think ahead, as if both hands lay face up",
    ALL_KNOWN: "every card is known, so the values are exact",
    OPEN_SOLVED: f"{_KNOW_ALL}; the values are exact",
    OPEN_ESTIMATED: f"{_KNOW_ALL}; the time was too short for exact values, so they are estimated",
}


def in_plain_words(model: str) -> str:
    """A model as a player would say it; one of another engine as it is.

    >>> in_plain_words("both play on by the learned policy, each by what it sees; playoffs exact")
    'after the move both play on as good players do, each by what he sees'
    """
    for begin, words in _IN_PLAIN_WORDS.items():
        if model.startswith(begin):
            return words + (FROM_HERE_ON if model.endswith(FROM_HERE_ON) else "")
    return model

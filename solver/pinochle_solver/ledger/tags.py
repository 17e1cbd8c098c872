"""What may be asked of a decision: each tag is a row, set by the facts of the decision alone.

A tag is said by one of its phrases. In a phrase, words in capitals are places for other words
(`SLOTS`). Its condition is SQL in which ``{0}``, ``{1}`` stand for what was said in these places.
"""

from __future__ import annotations

from typing import NamedTuple

from pinochle_solver.ledger.facts import TRIVIAL


class Tag(NamedTuple):
    """A tag.

    Attributes:
        phrases: how it is said.
        sql: the condition.
        meaning: what it says, in words.
    """

    phrases: tuple[str, ...]
    sql: str
    meaning: str


TAGS = (
    Tag(("??", "blunder", "blunders"), "d.mark = '??'", "its loss is marked ??"),
    Tag(("?", "mistake", "mistakes"), "d.mark = '?'", "its loss is marked ?"),
    Tag(("?!", "dubious"), "d.mark = '?!'", "its loss is marked ?!"),
    Tag(("marked",), "d.mark IS NOT NULL", "its loss is marked"),
    Tag(
        ("losing AMOUNT points", "losing AMOUNT"),
        "d.points {0}",
        "it lost this many points or more",
    ),
    *(
        Tag(
            (f"losing AMOUNT {unit}",),
            f"(d.unit = '{unit}' AND d.loss {{0}})",
            f"it lost this many {unit} or more",
        )
        for unit in ("cents", "checks")
    ),
    Tag(("wrong",), "d.played <> d.best", "the move was not the best"),
    Tag(("certain",), "d.significant", "the loss is surely above 0"),
    Tag(("exact",), "d.exact", "the loss is proven"),
    Tag(("trivial",), f"d.spread < {TRIVIAL:g}", f"no legal move loses {TRIVIAL:g} points"),
    Tag(("lead", "leads"), "d.kind = 'lead'", "it was the first card of a trick"),
    Tag(("reply", "replies"), "d.kind = 'reply'", "it was a later card of a trick"),
    Tag(("meld", "melds"), "d.kind = 'meld'", "it was about a meld"),
    Tag(("bid", "bids"), "d.kind = 'bid'", "it was a bid or a pass"),
    Tag(("burial", "burials"), "d.kind = 'burial'", "it was about trump and burial"),
    Tag(("playoff",), "d.kind = 'playoff'", "it was a card after the last draw"),
    Tag(("stock phase", "before playoff"), "d.kind <> 'playoff'", "it was before the last draw"),
    Tag(("double", "doubles"), "d.kind = 'double'", "it was about a double"),
    Tag(("last N tricks",), "d.tricks_left BETWEEN 1 AND {0}", "no more than N tricks were left"),
    Tag(("last trick",), "d.tricks_left = 1", "the last trick was left"),
    Tag(("first N tricks",), "d.trick BETWEEN 1 AND {0}", "it was in one of these tricks"),
    Tag(("tricks N to N",), "d.trick BETWEEN {0} AND {1}", "it was in one of these tricks"),
    Tag(("trick N",), "d.trick = {0}", "it was in this trick"),
    Tag(("before play",), "d.trick = 0", "it came before the first lead"),
    Tag(("holding AMOUNT HELD",), "{1} {0}", "the player held this many of these cards"),
    Tag(("holding HELD",), "{0} >= 1", "the player held such a card"),
    Tag(("void HELD",), "{0} = 0", "the player held no such card"),
    Tag(("playing CARD",), "d.played_card", "the player played such a card"),
    Tag(("best CARD",), "d.best_card", "such a card was best"),
    Tag(("facing CARD",), "d.led", "such a card was led"),
    Tag(("passing",), "d.played IN ('pass', 'p', 'none')", "the player passed"),
    Tag(("ahead",), "d.expected > 0", "a margin above 0 was expected"),
    Tag(("behind",), "d.expected < 0", "a margin below 0 was expected"),
    Tag(("won hands", "won hand"), "s.result > 0", "the player won the hand"),
    Tag(("lost hands", "lost hand"), "s.result < 0", "the player lost the hand"),
    Tag(("dealer", "dealing"), "s.dealt", "the player had dealt"),
    Tag(("bidder",), "d.role = 'bidder'", "the player had the contract"),
    Tag(("partner",), "d.role = 'partner'", "the partner had the contract"),
    Tag(("defender", "defending"), "d.role = 'defender'", "an opponent had the contract"),
    Tag(("two-handed",), "h.players = 2", "two played"),
    Tag(("three-handed",), "h.players = 3", "three played"),
    Tag(("four-handed",), "h.players = 4", "four played"),
    Tag(
        ("rulebook NAME",),
        "split_part(h.rulebook, ' ', 1) = {0}",
        "the hand was played by this rulebook",
    ),
    Tag(("since DAY",), "h.day >= CAST({0} AS DATE)", "the hand is of this day or later"),
    Tag(("before DAY",), "h.day < CAST({0} AS DATE)", "the hand is of an earlier day"),
    Tag(("day DAY",), "h.day = CAST({0} AS DATE)", "the hand is of this day"),
)
"""Every tag."""

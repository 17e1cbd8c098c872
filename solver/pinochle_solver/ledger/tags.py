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
    Tag(("??", "blunder", "blunders"), "d.mark = '??'", "a loss marked ??"),
    Tag(("?", "mistake", "mistakes"), "d.mark = '?'", "a loss marked ?"),
    Tag(("?!", "dubious"), "d.mark = '?!'", "a loss marked ?!"),
    Tag(("marked",), "d.mark IS NOT NULL", "any mark"),
    Tag(("losing AMOUNT points", "losing AMOUNT"), "d.points {0}", "so many points lost"),
    Tag(("wrong",), "d.played <> d.best", "not the best move"),
    Tag(("certain",), "d.significant", "the loss is surely above 0"),
    Tag(("exact",), "d.exact", "the loss is proven"),
    Tag(("trivial",), f"d.spread < {TRIVIAL:g}", f"no move loses {TRIVIAL:g} points"),
    Tag(("lead", "leads"), "d.kind = 'lead'", "the first card of a trick"),
    Tag(("reply", "replies"), "d.kind = 'reply'", "a later card of a trick"),
    Tag(("meld", "melds"), "d.kind = 'meld'", "what to meld"),
    Tag(("bid", "bids"), "d.kind = 'bid'", "a bid or a pass"),
    Tag(("burial", "burials"), "d.kind = 'burial'", "trump and burial"),
    Tag(("playoff",), "d.kind = 'playoff'", "a card after the stock is gone"),
    Tag(("double", "doubles"), "d.kind = 'double'", "a double, or the answer to one"),
    Tag(("last N tricks",), "d.tricks_left BETWEEN 1 AND {0}", "so many tricks left"),
    Tag(("last trick",), "d.tricks_left = 1", "the last trick"),
    Tag(("first N tricks",), "d.trick BETWEEN 1 AND {0}", "the tricks with these numbers"),
    Tag(("tricks N to N",), "d.trick BETWEEN {0} AND {1}", "the tricks from one to another"),
    Tag(("trick N",), "d.trick = {0}", "this trick"),
    Tag(("before play",), "d.trick = 0", "before the first lead"),
    Tag(("holding AMOUNT HELD",), "{1} {0}", "so many of these cards held, or more"),
    Tag(("holding HELD",), "{0} >= 1", "such a card held"),
    Tag(("void HELD",), "{0} = 0", "no such card held"),
    Tag(("playing CARD",), "d.played_card", "this was played"),
    Tag(("best CARD",), "d.best_card", "this was best"),
    Tag(("facing CARD",), "d.led", "this was led"),
    Tag(("passing",), "d.played IN ('pass', 'p', 'none')", "no meld, no bid"),
    Tag(("ahead",), "d.expected > 0", "a margin above 0 expected"),
    Tag(("behind",), "d.expected < 0", "a margin below 0 expected"),
    Tag(("won hands", "won hand"), "s.result > 0", "the hand was won"),
    Tag(("lost hands", "lost hand"), "s.result < 0", "the hand was lost"),
    Tag(("dealer", "dealing"), "s.dealt", "the player had dealt"),
    Tag(("bidder",), "d.role = 'bidder'", "the player plays the contract"),
    Tag(("partner",), "d.role = 'partner'", "the partner plays it"),
    Tag(("defender", "defending"), "d.role = 'defender'", "an opponent plays it"),
    Tag(("two-handed",), "h.players = 2", "hands of two"),
    Tag(("three-handed",), "h.players = 3", "hands of three"),
    Tag(("four-handed",), "h.players = 4", "hands of four"),
    Tag(("rulebook NAME",), "split_part(h.rulebook, ' ', 1) = {0}", "hands by this rulebook"),
    Tag(("since DAY",), "h.day >= CAST({0} AS DATE)", "hands from this day on"),
    Tag(("before DAY",), "h.day < CAST({0} AS DATE)", "hands before this day"),
    Tag(("day DAY",), "h.day = CAST({0} AS DATE)", "hands of this day"),
)
"""Every tag."""

"""How many cards are where in games with a stock, by what has been played."""

from __future__ import annotations

from pinochle_solver.table.acts import Act
from pinochle_solver.table.rules import TableRules


def stock_tricks(rules: TableRules) -> int:
    """The tricks after which all draw; 0 in the games without a stock."""
    return 0 if rules.stock is None else rules.stock.cards // rules.seats


def asks_for_dix(rules: TableRules) -> bool:
    """Whether seats other than the winner of a trick are asked for a dix."""
    return rules.stock is not None and rules.stock.book.dix_by_loser


def awaits_draw(rules: TableRules, act: Act, tricks: int) -> bool:
    """Whether, at this decision after so many tricks, the draws are still to come."""
    assert rules.stock is not None
    is_after_trick = act is not Act.PLAY and tricks > 0
    return is_after_trick and not rules.stock.book.draws_before_melding


def face_down_after(rules: TableRules, act: Act, tricks: int) -> int:
    """How many cards lie face down at this decision after so many tricks."""
    assert rules.stock is not None
    drawn = tricks - awaits_draw(rules, act, tricks)
    return rules.stock.cards - 1 - rules.seats * drawn


def stock_hand_size(rules: TableRules, act: Act, tricks: int) -> int:
    """How many cards a seat holds then if it has not played to the open trick."""
    return rules.hand - awaits_draw(rules, act, tricks)


def decided_after(rules: TableRules, act: Act) -> range:
    """After which numbers of tricks this may be decided while there is a stock."""
    assert rules.stock is not None
    last = stock_tricks(rules)
    if act is Act.PLAY:
        return range(last)
    if act is Act.MELD:
        return range(1, last)
    return range(0 if rules.stock.dixes_before_lead else 1, last + 1)

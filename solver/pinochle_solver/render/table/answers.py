"""What to call, bury or play with hidden hands, in a sentence, and what such a sentence says."""

from __future__ import annotations

from pinochle_solver.double_dummy.analysis import ChanceAnalysis, MoveChance
from pinochle_solver.double_dummy.bid_advice import BidAdvice
from pinochle_solver.double_dummy.sides import standing_of
from pinochle_solver.intervals import SURE
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.checks import counted
from pinochle_solver.table.acts import Act
from pinochle_solver.table.money import least_chance
from pinochle_solver.table.moves import CONCEDE, Bury, PlayCard

NEARLY_ALWAYS = 0.95
"""In so many of the deals a trump is named without a share."""


def in_hand(move: MoveChance, melds: str) -> str:
    """What trump is named, and what is melded, as a sentence.

    Args:
        move: a bid.
        melds: who melds, with the verb.
    """
    if move.trump is None or move.trump_share is None or move.melds is None:
        return ""
    often = "" if move.trump_share >= NEARLY_ALWAYS else f" in {move.trump_share:.0%} of the deals"
    points = round(move.melds / 10) * 10
    return f"Trump {move.trump.name.lower()}{often}; {melds} about {points}."


def why_to_pass(advice: BidAdvice) -> str:
    """Why not even the lowest bid is made."""
    lowest, passing = advice.lowest, advice.passing
    assert lowest.mean is not None
    assert passing is not None
    assert passing.mean is not None
    made = "" if lowest.chance is None else f"is made in {lowest.chance.mean:.0%} and "
    return f"{made}is worth {lowest.mean.mean:.1f}, a pass {passing.mean.mean:.1f}."


def burial_said(move: Bury) -> str:
    """The trump and the burial as a person says them: ``spades, bury TC JC 9C``."""
    cards = " ".join(map(Card.text, move.cards))
    return f"{move.trump.name.lower()}{f', bury {cards}' if cards else ''}"


def burial_answer(analysis: ChanceAnalysis) -> str:
    """What to name and bury, and whether to play at all."""
    best, position = analysis.moves[0], analysis.position
    burials = [move for move in analysis.moves if isinstance(move.move, Bury) and move.win]
    if not burials:
        return ""
    gives_up = best.move == CONCEDE
    played = max(burials, key=_wins) if gives_up else burials[0]
    move, win = played.move, _wins(played)
    assert isinstance(move, Bury)
    suit, named = move.trump.name.lower(), burial_said(move)
    contract, money = standing_of(position).contract, position.rules.money
    if contract is None:
        return f"Trump {named}."
    lost = melds_given_up(analysis)[analysis.moves.index(played)]
    melds = f"; {lost:.0f} of melds given up" if lost else ""
    made = "the melds make it" if is_certain(played) and win == 1.0 else f"made in {win:.0%}"
    text = f"Trump {named}: {made}{melds}."
    if money is None:
        return text
    stakes = contract.stakes(position.rules, move.trump)
    needed = float(least_chance(stakes, len(position.rules.score_units) - 1))
    pays = f"in {suit} that pays from {needed:.0%} on."
    if gives_up:
        return f"Give it up. The best chance is {win:.0%}, with {named}; to play {pays}"
    return f"{text} Play it: {pays}"


def card_answer(analysis: ChanceAnalysis) -> str:
    """Which card to play; nothing if that cannot be told, or if no card changes anything."""
    best, *others = analysis.moves
    if not isinstance(best.move, PlayCard) or best.mean is None or not others:
        return ""
    if not all(map(analysis.tells_errors, (best, others[0]))) or all(
        map(is_certain, analysis.moves)
    ):
        return ""
    verb = "Play" if analysis.position.led else "Lead"
    won = "" if best.win is None else f": {win_heading(analysis)} in {best.win.mean:.0%}"
    close = sum(is_close(move, best) for move in others)
    if close == len(others):
        return f"{verb} any card{won}. None is known to be better than another."
    more = f" {counted(close, 'other')} may be as good." if close else ""
    return f"{verb} {best.move.card.text()}{won}.{more}"


def _wins(move: MoveChance) -> float:
    return 0.0 if move.win is None else move.win.mean


def melds_given_up(analysis: ChanceAnalysis) -> list[float]:
    """How much less each burial melds than another with the same trump, of those tried."""
    most = dict[Suit, float]()
    for move in analysis.moves:
        if isinstance(move.move, Bury) and move.melds is not None:
            most[move.move.trump] = max(most.get(move.move.trump, 0.0), move.melds)
    return [
        most[move.move.trump] - move.melds
        if isinstance(move.move, Bury) and move.melds is not None
        else 0.0
        for move in analysis.moves
    ]


def win_heading(analysis: ChanceAnalysis) -> str:
    """What the chances are chances of."""
    position = analysis.position
    if position.act is Act.BID:
        return "makes it"
    contract = standing_of(position).contract
    if contract is None:
        return "most points"
    units = position.units
    with_bidder = any(contract.bidder in unit and position.turn in unit for unit in units)
    return "made" if with_bidder else "set"


def is_certain(move: MoveChance) -> bool:
    """Whether it is as good as the best, and no hidden card changes what it brings."""
    if move.win is None or move.mean is None:
        return False
    return move.is_level and not (move.win.se or move.mean.se)


def is_close(move: MoveChance, best: MoveChance) -> bool:
    """Whether a move, tried to the end like the best, may be as good."""
    if move.behind is None or move.worlds < best.worlds:
        return False
    return move.behind.mean <= SURE * move.behind.se

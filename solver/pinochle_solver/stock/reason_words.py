"""A reason in a sentence: what the better move does, then the figures of its sure parts."""

from __future__ import annotations

from collections.abc import Iterator

from pinochle_solver.rules.move_words import card_words
from pinochle_solver.rules.moves import Show
from pinochle_solver.stock.analysis import WIN
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.reasons import Cause, Part, Reason, Takes, Turn, is_sure

_DOES = {
    Turn.KEEPS_FOR_MELD: "keeps the {card} for {meld}",
    Turn.KEEPS_MELD: "keeps {meld} for later",
    Turn.MELDS: "melds {meld} more often",
    Turn.MELDS_MORE: "melds more later",
    Turn.GAINS_BY_MELDS: "gains by melds",
    Turn.HOLDS_OFF: "makes {meld} less likely for {other}",
    Turn.TAKES_MORE: "takes more points in the trick",
    Turn.GIVES_LESS: "gives up only the {card}",
    Turn.RISKS_LESS: "risks only the {card}",
    Turn.KEEPS: "keeps the {card}",
    Turn.KEEPS_TRUMP: "keeps a trump, the {card}",
    Turn.FROM_TABLE: "plays the {card} from the table",
    Turn.FROM_HAND: "plays the {card} from the hand",
    Turn.DRAWS_UPCARD: "draws the upcard, the {card}",
    Turn.LEAVES_UPCARD: "leaves the upcard, the {card}, to {other}",
    Turn.EXCHANGES: "takes the upcard, the {card}, for the dix",
    Turn.LAYS_NOW: "lays {meld} now",
    Turn.SHOWS_LESS: "shows {other} fewer cards",
    Turn.WINS_CARDS: "wins more in tricks",
}
_HOLDS_OFF_MORE_THAN_ONE = "lets {other} meld less"
_TAKES = {
    Takes.NO: "",
    Takes.OFTENER: "takes the trick more often",
    Takes.YES: "takes the trick",
}
_PER_CENT = 100
# The whole is told if it is so many points, and such a part of itself, from what its parts come to.
_REST, _REST_OF_WHOLE = 1.5, 0.15


def sentence(reason: Reason, other: str, *, of_game: bool = False) -> str:
    """The sentence, without its subject, which is the better move.

    Args:
        reason: the reason.
        other: the opponent's name.
        of_game: whether chances are those to win the game, not the hand.

    Returns:
        for example ``keeps the ten of spades for a run: +6 points by melds, -3 in cards``.
    """
    if reason.objective == WIN:
        return _by_chance(reason, other, "game" if of_game else "hand")
    assert reason.cause is not None
    figures = [*_figures(reason, other), *_in_all(reason, other)]
    return f"{_what_it_does(reason.cause, other)}: {', '.join(_with_unit(figures))}"


def _by_chance(reason: Reason, other: str, what: str) -> str:
    """The chance first; what it comes from only if the points agree."""
    more = f"wins {_PER_CENT * reason.ahead.mean:.1f} more of {_PER_CENT} {what}s"
    points = reason.points
    if is_sure(points) and points.mean < 0:
        return f"{more}, for {_number(-points.mean, reason.meld_unit)} points fewer on average"
    if not is_sure(points) or reason.cause is None:
        return more
    figures = ", ".join(_with_unit(list(_figures(reason, other))))
    return f"{_what_it_does(reason.cause, other)}: {more}; {figures}"


def _what_it_does(cause: Cause, other: str) -> str:
    card, meld = "" if cause.card is None else card_words(cause.card), cause.meld
    does = "" if cause.turn is Turn.TAKES else _DOES[cause.turn]
    if cause.turn is Turn.HOLDS_OFF and not meld:
        does = _HOLDS_OFF_MORE_THAN_ONE
    both = filter(None, (_TAKES[cause.takes], does.format(card=card, meld=meld, other=other)))
    return " and ".join(both)


def _figures(reason: Reason, other: str) -> Iterator[str]:
    """The parts that are told, in words."""
    for part, label in _told(reason, other):
        yield f"{_number(part.mean, reason.meld_unit, signed=True)} {label}"


def _in_all(reason: Reason, other: str) -> Iterator[str]:
    """The whole difference, if the parts that are told do not come to it."""
    told = sum(part.mean for part, _ in _told(reason, other))
    whole = reason.points.mean
    if abs(told - whole) >= max(_REST, _REST_OF_WHOLE * abs(whole)):
        yield f"{_number(whole, reason.meld_unit, signed=True)} in all"


def _told(reason: Reason, other: str) -> Iterator[tuple[Estimate, str]]:
    """The sure parts without those of no weight: what it turns on, then the largest first."""
    later = "by later melds" if isinstance(reason.move, Show) else "by melds"
    less = f"as {other} melds {'less' if reason.other_melds.mean > 0 else 'more'}"
    if reason.cause is not None and reason.cause.turn is Turn.HOLDS_OFF:
        less = "by that"
    now = Estimate(reason.now, 0.0)
    parts = {
        Part.NOW: [(now, "now")],
        Part.OWN_MELDS: [(reason.own_melds, later)],
        Part.OTHER_MELDS: [(reason.other_melds, less)],
        Part.CARDS: list(_of_cards(reason)),
    }
    turns_on = None if reason.cause is None else reason.cause.part
    if turns_on is Part.MELDS:
        parts = {
            Part.MELDS: [(reason.melds, "by both players' melds")],
            Part.CARDS: parts[Part.CARDS],
        }
    others = [each for part, its in parts.items() if part is not turns_on for each in its]
    others.sort(key=lambda each: -abs(each[0].mean))
    for part, label in [*(parts[turns_on] if turns_on else ()), *others]:
        if _is_shown(part, reason):
            yield part, label


def _is_shown(part: Estimate, reason: Reason) -> bool:
    return is_sure(part) and float(_number(part.mean, reason.meld_unit)) != 0


def _of_cards(reason: Reason) -> Iterator[tuple[Estimate, str]]:
    """The parts in cards: together, and how the trick and later tricks disagree."""
    trick, later = reason.trick, reason.later
    are_shown = _is_shown(trick, reason) and _is_shown(later, reason)
    if not _is_shown(reason.cards, reason):
        # They even out, and are told only if nothing else is.
        if reason.cause is None or reason.cause.part is Part.CARDS:
            yield trick, "in this trick"
            yield later, "in later tricks"
    elif are_shown and (trick.mean * later.mean < 0 or _is_of_the_trick(reason)):
        now, then = (_number(each.mean, reason.meld_unit, signed=True) for each in (trick, later))
        yield reason.cards, f"in cards ({now} in this trick, {then} later)"
    else:
        yield reason.cards, "in cards"


def _is_of_the_trick(reason: Reason) -> bool:
    """Whether it is said to come from the trick under way."""
    return reason.cause is not None and reason.cause.turn is Turn.TAKES_MORE


def _with_unit(figures: list[str]) -> list[str]:
    """The same, the first with its unit."""
    if not figures:
        return []
    number, _, label = figures[0].partition(" ")
    unit = "point" if number in ("+1", "-1") else "points"
    return [f"{number} {unit} {label}", *figures[1:]]


def _number(points: float, unit: int, *, signed: bool = False) -> str:
    """Points: whole ones, but tenths where melds score single points."""
    return f"{points:{'+' if signed else ''}.{1 if unit == 1 else 0}f}"

"""What a player lost, and where: by kind, by trick, by rulebook, and as time goes on."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

import numpy as np

from pinochle_solver.intervals import is_guess
from pinochle_solver.ledger.facts import TRIVIAL
from pinochle_solver.ledger.file import Ledger
from pinochle_solver.ledger.numbers import (
    FEWEST_FOR_A_TREND,
    change_of,
    level_of,
    rating_of,
    times_of,
)
from pinochle_solver.ledger.words import Condition
from pinochle_solver.matches.statistics import Mean
from pinochle_solver.stock.estimates import Estimate

ALL = Condition("true")
"""The condition of all decisions."""
_COUNTED = f"d.points IS NOT NULL AND coalesce(d.spread, {TRIVIAL}) >= {TRIVIAL}"
_JOINS = {
    "h.": "JOIN hands h ON h.hand = d.hand",
    "s.": "LEFT JOIN seats s ON s.hand = d.hand AND s.seat = d.seat",
}
Naming = Callable[[Any], tuple[str, str]]
"""The name of a part by its key, and the question that asks for it."""
_KINDS = ("lead", "reply", "meld", "bid", "burial", "playoff")
_PERIODS = 8
_HANDS_A_PERIOD = 5
_TRICKS = 4


def select(columns: str, where: Condition, rest: str = "") -> str:
    """The query of columns of decisions; only the tables that it names are joined.

    Args:
        columns: with ``d``, ``h`` and ``s`` as in conditions.
        where: which decisions.
        rest: what follows the condition.
    """
    said = f"{columns} {where.sql} {rest}"
    joins = " ".join(
        join for name, join in _JOINS.items() if re.search(rf"\b{re.escape(name)}", said)
    )
    return f"SELECT {columns} FROM decisions d {joins} WHERE {where.sql} {rest}"


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a player's decisions.

    Attributes:
        name: which.
        question: the question that asks for them; empty if none does.
        decisions: how many of them count.
        marked: how many of these have a mark.
        lost: the points that they lost together.
        rating: points lost a decision, over hands.
    """

    name: str
    question: str
    decisions: int
    marked: int
    lost: float
    rating: Mean


@dataclass(frozen=True, slots=True)
class Period:
    """Some hands in a row.

    Attributes:
        first: the number of the first one among the player's hands of known days, from 1.
        last: that of the last.
        since: the day of the first.
        rating: points lost a decision.
    """

    first: int
    last: int
    since: date
    rating: Mean


@dataclass(frozen=True, slots=True)
class Result:
    """What a player got, in hands of one currency and number of players.

    Attributes:
        players: how many play.
        unit: the currency.
        won: how many hands ended above 0.
        mean: a hand; for two the margin, as in `TableAccount` for more.
        without_luck: the same without the value of the deal, the draws and what lay hidden, over
            hands whose luck is known; None if there are none.
    """

    players: int
    unit: str
    won: int
    mean: Mean
    without_luck: Mean | None


@dataclass(frozen=True, slots=True)
class Settings:
    """How some hands were reviewed.

    Attributes:
        hands: how many.
        engine, program, worlds, seed: by what.
    """

    hands: int
    engine: str
    program: str
    worlds: int
    seed: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report was asked for besides the player, as it was typed.

    Attributes:
        question: which decisions; empty for all.
        since: the first day; None for all.
        file: the name of the ledger; empty for the usual one.
    """

    question: str = ""
    since: date | None = None
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReport:
    """What the ledger knows of a player.

    Attributes:
        player: the name.
        hands: how many hands there are.
        since, until: the first and the last day that is known.
        decisions: between several moves, that were judged.
        forced: moves without a choice, which are no decisions; None unless whole hands are chosen.
        trivial: decisions in which no move loses much; they do not count.
        unjudged: decisions without a known loss, which are not among the others.
        rating: points lost a decision that counts.
        of_all: points lost a decision, trivial ones among them, as `pinochle review` shows it.
        lost: the points lost in all.
        marks: how many decisions got each mark.
        is_by_outcome: whether the decisions are chosen by what came of them, so that what they lose
            is no rating.
        undated: how many hands are of no known day.
        change: by how much the rating changes in a hundred hands, of those whose day is known; None
            for few hands, for hands of one day, and if it is no rating.
        periods: the rating as time goes on, of the same hands; none if there is no change to know.
        kinds, tricks, rulebooks: the rating by kind, by trick and by rulebook.
        results: what the player got.
        course: hand by hand the margins of two-handed hands added up, as scored and without luck;
            hands of no known day come first, in the order in which they were added.
        settings: how the hands were reviewed.
        asked: what was asked for besides the player.
    """

    player: str
    hands: int
    since: date | None
    until: date | None
    decisions: int
    forced: int | None
    trivial: int
    unjudged: int
    rating: Mean
    of_all: Mean
    lost: float
    marks: dict[str, int]
    is_by_outcome: bool
    undated: int
    change: Estimate | None
    periods: tuple[Period, ...]
    kinds: tuple[Part, ...]
    tricks: tuple[Part, ...]
    rulebooks: tuple[Part, ...]
    results: tuple[Result, ...]
    course: tuple[tuple[float, float], ...]
    settings: tuple[Settings, ...]
    asked: Asked = Asked()

    @property
    def counted(self) -> int:
        """How many decisions count."""
        return self.decisions - self.trivial

    @property
    def is_guess(self) -> bool:
        """Whether there are so few hands that the rating is hardly more than a guess."""
        return is_guess(self.hands)

    @property
    def level(self) -> str | None:
        """The level of an engine that loses about as much; None unless whole hands are chosen."""
        is_known = self.forced is not None and self.counted and not self.is_by_outcome
        return level_of(self.of_all.mean) if is_known else None

    @property
    def worst_level(self) -> str | None:
        """The level at the far end of the interval, if that is another one."""
        if self.level is None or self.of_all.number < 2:
            return None
        worst = level_of(self.of_all.interval[1])
        return None if worst == self.level else worst

    @property
    def lacks_days(self) -> bool:
        """Whether a change would be known if more hands had a day."""
        is_asked = self.change is None and not self.is_by_outcome
        return is_asked and self.undated > 0 and self.hands >= FEWEST_FOR_A_TREND

    @property
    def worst(self) -> Part | None:
        """The part by kind or by trick in which most is lost beyond the rating; None if none is.

        It has marks, so that there is something to practise.
        """
        expected = 0.0 if self.is_by_outcome else self.rating.mean

        def excess(part: Part) -> float:
            return part.lost - part.decisions * expected

        parts = (part for part in (*self.kinds, *self.tricks) if part.marked)
        most = max(parts, key=excess, default=None)
        return None if most is None or excess(most) <= 0 else most


@dataclass(frozen=True, slots=True)
class Standing:
    """A player beside others.

    Attributes:
        player: the name.
        hands: how many hands there are.
        decisions: how many decisions count.
        rating: points lost in one of them.
        marks: how many decisions got each mark.
        is_by_outcome: as of `PlayerReport`.
    """

    player: str
    hands: int
    decisions: int
    rating: Mean
    marks: dict[str, int]
    is_by_outcome: bool


def standings_of(ledger: Ledger, where: Condition = ALL) -> list[Standing]:
    """All players, the best first; by their names if what they lose is no rating."""
    rows = ledger.columns(
        select(
            f"d.player, d.hand, coalesce(sum(d.points) FILTER ({_COUNTED}), 0) lost, "
            f"count(*) FILTER ({_COUNTED}) n",
            where,
            "GROUP BY ALL ORDER BY ALL",
        ),
        where.values,
    )
    marks = _marks(ledger, where)
    names = np.asarray(rows["player"])
    found = [
        Standing(
            str(name),
            int(np.sum(of_player)),
            int(np.sum(rows["n"][of_player])),
            rating_of(rows["lost"][of_player], rows["n"][of_player]),
            marks.get(str(name), {}),
            where.is_of_outcomes,
        )
        for name in dict.fromkeys(names.tolist())
        for of_player in [names == name]
    ]
    if where.is_of_outcomes:
        return found
    return sorted(found, key=lambda each: (not each.decisions, each.rating.mean))


def _marks(ledger: Ledger, where: Condition) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    query = select("d.player, d.mark, count(*)", where, "GROUP BY ALL")
    for player, mark, number in ledger.rows(query, where.values):
        if mark is not None:
            found.setdefault(player, {})[mark] = number
    return found


def hands_of(ledger: Ledger, player: str) -> tuple[Any, Any]:
    """For each hand of a player the points lost, and how many decisions count."""
    own = Condition(f"d.player = ? AND {_COUNTED}", (player,))
    query = select("d.hand, sum(d.points) lost, count(*) n", own, "GROUP BY ALL ORDER BY ALL")
    rows = ledger.columns(query, own.values)
    return np.asarray(rows["lost"]), np.asarray(rows["n"])


def report_of(ledger: Ledger, player: str, where: Condition = ALL) -> PlayerReport:
    """What the ledger knows of a player.

    Args:
        ledger: the ledger.
        player: the name, as the ledger has it.
        where: which decisions.
    """
    own = Condition(f"d.player = ? AND {where.sql}", (player, *where.values))
    hands = ledger.columns(
        select(
            "d.hand, h.day, count(*) every, count(d.points) n, coalesce(sum(d.points), 0) lost, "
            f"count(*) FILTER ({_COUNTED}) counted, "
            f"coalesce(sum(d.points) FILTER ({_COUNTED}), 0) lost_of_counted, "
            f"count(d.mark) FILTER ({_COUNTED}) marked, h.rulebook, "
            "h.engine, h.program, h.worlds, h.seed",
            own,
            "GROUP BY ALL ORDER BY h.day NULLS FIRST, d.hand",
        ),
        own.values,
    )
    numbers = hands["hand"].tolist()
    known = [day for day in map(_day, hands["day"]) if day is not None]
    undated = len(numbers) - len(known)
    decisions, counted = int(hands["n"].sum()), int(hands["counted"].sum())
    lost, by_hand = hands["lost_of_counted"].astype(float), hands["counted"]
    seats = ledger.rows(
        "SELECT s.forced, s.unit, h.players, s.result, "
        "s.result - s.deal - s.draws - s.unseen "
        "FROM seats s JOIN hands h ON h.hand = s.hand WHERE s.player = ? AND s.hand IN "
        f"({select('DISTINCT d.hand', own)}) ORDER BY h.day NULLS FIRST, s.hand",
        (player, *own.values),
    )
    # What is later is known of hands with a day alone; they stand behind the others.
    times = times_of(() if where.is_of_outcomes else known)
    dated = slice(len(numbers) - len(times), None)
    change = change_of(lost[dated], by_hand[dated], times)
    return PlayerReport(
        player=player,
        hands=len(numbers),
        since=min(known, default=None),
        until=max(known, default=None),
        decisions=decisions,
        forced=sum(forced for forced, *_ in seats) if where.is_of_hands else None,
        trivial=decisions - counted,
        unjudged=int(hands["every"].sum()) - decisions,
        rating=rating_of(lost, by_hand),
        of_all=rating_of(hands["lost"], hands["n"]),
        lost=float(hands["lost"].sum()),
        marks=_marks(ledger, own).get(player, {}),
        is_by_outcome=where.is_of_outcomes,
        undated=undated,
        change=change,
        periods=() if change is None else tuple(_periods(known, lost[dated], by_hand[dated])),
        kinds=tuple(_parts(ledger, own, "d.kind", _kind_part)),
        tricks=tuple(_parts(ledger, own, f"(d.trick + {_TRICKS - 1}) // {_TRICKS}", _trick_part)),
        rulebooks=tuple(
            _grouped(hands["rulebook"], lost, by_hand, hands["marked"], _rulebook_part)
        ),
        results=tuple(_results([row[1:] for row in seats])),
        course=tuple(_course([row[1:] for row in seats])),
        settings=tuple(_settings(hands)),
    )


def _day(value: Any) -> date | None:
    """A day of a column of DuckDB, which has no day for what is null."""
    if value is None or value is np.ma.masked or np.isnat(value):
        return None
    day: date = value.astype("datetime64[D]").item()
    return day


def _periods(days: Sequence[date], lost: Any, counted: Any) -> Iterable[Period]:
    """The hands in order of their days, in periods of about equally many, of whole days."""
    number = max(1, min(_PERIODS, len(days) // _HANDS_A_PERIOD))
    ends = {bisect_right(days, days[len(days) * end // number - 1]) for end in range(1, number + 1)}
    for first, last in pairwise((0, *sorted(ends))):
        rating = rating_of(lost[first:last], counted[first:last])
        yield Period(first + 1, last, days[first], rating)


def _parts(ledger: Ledger, own: Condition, by: str, named: Naming) -> Iterable[Part]:
    """The decisions that count, in parts."""
    rows = ledger.columns(
        select(
            f"{by} key, d.hand, sum(d.points) lost, count(*) n, count(d.mark) marked",
            own.and_(Condition(_COUNTED)),
            "GROUP BY ALL ORDER BY ALL",
        ),
        own.values,
    )
    return _grouped(rows["key"], rows["lost"], rows["n"], rows["marked"], named)


def _grouped(keys: Any, lost: Any, counted: Any, marked: Any, named: Naming) -> Iterable[Part]:
    """Sums of hands in parts, by their keys."""
    order = {kind: place for place, kind in enumerate(_KINDS)}
    found = keys[counted > 0].tolist()
    for key in sorted(set(found), key=lambda each: (order.get(each, 0), each)):
        own = keys == key
        name, question = named(key)
        yield Part(
            name,
            question,
            int(counted[own].sum()),
            int(marked[own].sum()),
            float(lost[own].sum()),
            rating_of(lost[own], counted[own]),
        )


def _kind_part(kind: str) -> tuple[str, str]:
    plural = {"reply": "replies", "playoff": "playoff"}.get(kind, f"{kind}s")
    return plural, plural


def _trick_part(group: int) -> tuple[str, str]:
    last = _TRICKS * group
    first = last - _TRICKS + 1
    return (
        ("before play", "before play")
        if last <= 0
        else (
            f"tricks {first} to {last}",
            f"tricks {first} to {last}",
        )
    )


def _rulebook_part(rulebook: str) -> tuple[str, str]:
    return rulebook, f"rulebook {rulebook.partition(' ')[0]}"


def _settings(hands: Mapping[str, Any]) -> Iterable[Settings]:
    """How the hands were reviewed, most of them first."""
    names = ("engine", "program", "worlds", "seed")
    found = Counter(zip(*(hands[name].tolist() for name in names), strict=True))
    for how, number in sorted(found.items(), key=lambda each: (-each[1], each[0])):
        yield Settings(number, *how)


def _results(seats: Sequence[tuple[Any, ...]]) -> Iterable[Result]:
    groups: dict[tuple[int, str], list[tuple[float, float | None]]] = {}
    for unit, players, result, without in seats:
        if result is not None and unit is not None:
            groups.setdefault((players, unit), []).append((result, without))
    for (players, unit), rows in sorted(groups.items()):
        known = [without for _, without in rows if without is not None]
        yield Result(
            players,
            unit,
            sum(result > 0 for result, _ in rows),
            Mean.of(result for result, _ in rows),
            Mean.of(known) if known else None,
        )


def _course(seats: Sequence[tuple[Any, ...]]) -> Iterable[tuple[float, float]]:
    total = skill = 0.0
    for _, players, result, without in seats:
        if players == 2 and result is not None and without is not None:
            total, skill = total + result, skill + without
            yield total, skill

"""Measures policies for doubles on mini-games that are solved to equilibrium.

    python benchmarks/minigames/doubling.py --games hand3,hand2 --cards points,stakes,default

The games are those of ``doubling_tree.py``, the mini-games played for stakes with a window after
every trick of the stock. Each is solved by CFR+ (``equilibrium.py``).

A policy for doubles is one of thresholds on the mover's chance to win (`Thresholds`). The chance is
exact: from what the mover knows, the other seat having played the cards as given so far, and both
playing them so to the end without another double; a tie counts half. What an offer or an answer
tells of the other hand is not read from it but with `reads_offers`.

It is put together with a way to play the cards: the equilibrium for points of the game without
doubles (``points``), that of the game itself (``stakes``), or an engine, asked once for each view
as ``minigames.py`` does it. What is printed is, in stakes a deal on the average of the seats: how
much a perfect opponent gains on both above the game's value; how much one that may choose only the
doubles, and has to play the cards alike; and what they gain themselves against the equilibrium
found. With ``stakes`` among the cards it is printed, too, what the equilibrium does in the windows
but the last, by the chance to win with its cards; ``--doubles ""`` prints no more than that.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from math import inf

import click
import numpy as np

from benchmarks.common.measurements import echo_table
from benchmarks.minigames.doubling_tree import (
    ACCEPT,
    DOUBLE,
    DOUBLING_GAMES,
    NO_DOUBLE,
    REDOUBLE,
    REFUSE,
    DecisionSets,
    DoublingTree,
    Kind,
)
from benchmarks.minigames.equilibrium import (
    NORTH,
    SOUTH,
    Equilibrium,
    Floats,
    Ints,
    Plans,
    SequenceGame,
    Treeplex,
    solve_game,
)
from benchmarks.minigames.minigame_tree import GameTree
from benchmarks.minigames.minigames import answers, engine_policy
from pinochle_solver.bench import machine_line
from pinochle_solver.errors import visible

Behaviours = tuple[Floats, Floats]
"""For each seat, for each of its sequences the probability of the last choice in it."""

SEATS = (SOUTH, NORTH)
POINTS, STAKES = "points", "stakes"
BEST = "best"
WITHIN_POINTS = 0.0005
_ROUNDING = 1e-9
_PLAYED = 1e-3


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When to double, by the chance to win the hand; `inf` is never.

    Attributes:
        offer, too_good: double from `offer` on, up to `too_good`.
        accept: accept a double or a redouble from this on.
        redouble: redouble from this on.
    """

    offer: float
    accept: float
    redouble: float
    too_good: float = 1.0

    def text(self) -> str:
        """``0.70 to 1, 0.25, 0.85``: offer, accept, redouble."""
        if self.offer == inf:
            offer = "never"
        else:
            offer = f"{self.offer:.3g}" + (f" to {self.too_good:.3g}" if self.too_good < 1 else "")
        redouble = "never" if self.redouble == inf else f"{self.redouble:.3g}"
        return f"{offer}, {self.accept:.3g}, {redouble}"


Policy = Mapping[tuple[int, bool], Thresholds]
"""The thresholds by the trick before the window, and by whether both may offer in it."""

NAMED = {
    "start": Thresholds(0.7, 0.25, 0.85),
    "never": Thresholds(inf, 0.25, inf),
    "early": Thresholds(0.6, 0.25, 0.85),
}


def windows(tree: DoublingTree) -> list[tuple[int, bool]]:
    """The windows of a game: after which trick, and whether both may offer."""
    found = {
        (int(window), bool(shared))
        for sets in tree.sets
        for window, shared in zip(sets.window, sets.shared, strict=True)
        if window
    }
    return sorted(found, key=lambda key: (key[0], not key[1]))


def everywhere(tree: DoublingTree, thresholds: Thresholds) -> Policy:
    """The same thresholds in every window."""
    return dict.fromkeys(windows(tree), thresholds)


def behaviour_of(treeplex: Treeplex, plan: Floats, otherwise: Floats) -> Floats:
    """The behaviour of a plan; where it hardly ever comes to, another."""
    before = np.concatenate([[1.0], np.repeat(plan[treeplex.parents], treeplex.counts)])
    behaviour: Floats = np.where(before > _PLAYED, plan / np.maximum(before, _PLAYED), otherwise)
    return behaviour


def card_play(tree: DoublingTree, plain: Behaviours) -> Behaviours:
    """The cards as played in the game without doubles, whatever was said; and no doubles.

    Args:
        tree: the game.
        plain: for each seat the behaviour in `tree.cards`.
    """
    south, north = (_spread(tree, seat, plain[seat]) for seat in SEATS)
    return without_doubles(tree, (south, north))


def _spread(tree: DoublingTree, seat: int, plain: Floats) -> Floats:
    own, sets = tree.game.seats[seat], tree.sets[seat]
    behaviour = own.uniform()
    cards = np.flatnonzero(sets.kind == Kind.CARD)
    counts = own.counts[cards]
    steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    source = tree.cards.game.seats[seat].firsts[sets.source[cards]]
    behaviour[np.repeat(own.firsts[cards], counts) + steps] = plain[
        np.repeat(source, counts) + steps
    ]
    return behaviour


def without_doubles(tree: DoublingTree, behaviours: Behaviours) -> Behaviours:
    """The same cards; nobody doubles, and what is doubled is accepted."""
    south, north = (
        _choosing(
            tree,
            seat,
            behaviours[seat],
            np.where(tree.sets[seat].kind == Kind.OFFER, NO_DOUBLE, ACCEPT),
        )
        for seat in SEATS
    )
    return south, north


def _choosing(tree: DoublingTree, seat: int, behaviour: Floats, choices: Ints) -> Floats:
    """The same cards, and in each window this choice; those for cards are not looked at."""
    own, asked = tree.game.seats[seat], tree.sets[seat].kind != Kind.CARD
    chosen: Floats = behaviour.copy()
    chosen[1:][np.repeat(asked, own.counts)] = 0
    chosen[own.firsts[asked] + choices[asked]] = 1
    return chosen


class PlayedOn:
    """The chances to win where the cards are played as given, and nobody doubles any more."""

    def __init__(self, tree: DoublingTree, cards: Behaviours) -> None:
        self.tree = tree
        self.behaviours = without_doubles(tree, cards)
        self._leads = tree.values(self.behaviours, tree.outcome.astype(float))
        south, north = (_whatever_said(tree, seat, cards[seat]) for seat in SEATS)
        self._by_cards = (tree.reach(NORTH, north), tree.reach(SOUTH, south))
        self.chances = (self.chances_if(SOUTH), self.chances_if(NORTH))

    def chances_if(self, seat: int, played: Behaviours | None = None) -> Floats:
        """For each information set of a seat its chance to win.

        Args:
            seat: whose chances.
            played: how the other seat is known to double; without it, or where it would never have
                come here so, only its cards tell something.
        """
        tree = self.tree
        nodes = np.flatnonzero(tree.seat == seat)
        sets, number = tree.set[nodes], len(tree.sets[seat].kind)
        leads = self._leads[nodes] * (1 if seat == SOUTH else -1)
        likely = [self._by_cards[seat][nodes], np.ones(len(nodes))]
        if played is not None:
            likely.insert(0, tree.reach(1 - seat, played[1 - seat])[nodes])
        expected = np.full(number, np.nan)
        for weights in likely:
            total = np.bincount(sets, weights, number)
            mean = np.bincount(sets, weights * leads, number) / np.where(total > 0, total, np.nan)
            expected = np.where(np.isnan(expected), mean, expected)
        return (1 + expected) / 2


def _whatever_said(tree: DoublingTree, seat: int, cards: Floats) -> Floats:
    """The same cards, and in each window every choice for certain: that tells nothing."""
    asked = np.repeat(tree.sets[seat].kind != Kind.CARD, tree.game.seats[seat].counts)
    said: Floats = cards.copy()
    said[1:][asked] = 1
    return said


def doubled(
    played_on: PlayedOn, cards: Behaviours, policy: Policy, chances: Plans | None = None
) -> Behaviours:
    """The cards as given, and doubles by thresholds on the chance to win.

    Args:
        played_on: the chances to win with these cards.
        cards: how the cards are played.
        policy: the thresholds, of both seats.
        chances: other chances, by seat and information set.
    """
    south, north = (
        _choosing(
            played_on.tree,
            seat,
            cards[seat],
            _choices(played_on.tree.sets[seat], (chances or played_on.chances)[seat], policy),
        )
        for seat in SEATS
    )
    return south, north


def _choices(sets: DecisionSets, chance: Floats, policy: Policy) -> Ints:
    """What the thresholds choose in each set; of cards anything."""
    limits = {field.name: np.zeros(len(sets.kind)) for field in fields(Thresholds)}
    for (trick, shared), thresholds in policy.items():
        here = (sets.window == trick) & (sets.shared == shared)
        for name, limit in limits.items():
            limit[here] = getattr(thresholds, name)
    offered = (chance > limits["offer"] - _ROUNDING) & (chance < limits["too_good"] + _ROUNDING)
    accepted = np.where(chance > limits["accept"] - _ROUNDING, ACCEPT, REFUSE)
    raised = np.where(chance > limits["redouble"] - _ROUNDING, REDOUBLE, accepted)
    answered = np.where(sets.kind == Kind.ANSWER, raised, accepted)
    return np.where(sets.kind == Kind.OFFER, np.where(offered, DOUBLE, NO_DOUBLE), answered)


def doubled_reading(played_on: PlayedOn, cards: Behaviours, policy: Policy) -> Behaviours:
    """`doubled`, but each seat knows the other's thresholds and infers from what it said."""
    tree = played_on.tree
    played = doubled(played_on, cards, policy)
    tricks = sorted({trick for trick, _ in windows(tree)})
    for trick, kind in product(tricks, (Kind.OFFER, Kind.ANSWER, Kind.LAST)):
        chances = (played_on.chances_if(SOUTH, played), played_on.chances_if(NORTH, played))
        now = doubled(played_on, cards, policy, chances)
        for seat in SEATS:
            sets = tree.sets[seat]
            here = (sets.window == trick) & (sets.kind == kind)
            choices = np.repeat(here, tree.game.seats[seat].counts)
            played[seat][1:][choices] = now[seat][1:][choices]
    return played


@dataclass(frozen=True, slots=True)
class Measured:
    """What a way to play came to, in stakes a deal on the average of the seats.

    Attributes:
        exploitability: what a perfect opponent gains above the value.
        by_doubles: what one gains who plays the cards alike.
        result: what it gains itself, above the value, against the equilibrium.
    """

    exploitability: float
    by_doubles: float
    result: float

    def text(self) -> str:
        """``0.056 / 0.017 / -0.025``, as the tables have it."""
        # What is nothing may be a little less by rounding.
        lost = (max(0.0, each) for each in (self.exploitability, self.by_doubles))
        return f"{' / '.join(f'{each:.3f}' for each in lost)} / {self.result:+.3f}"


def measure(tree: DoublingTree, behaviours: Behaviours, equilibrium: Equilibrium) -> Measured:
    """Measure a way to play."""
    plans = plans_of(tree, behaviours)
    return Measured(
        tree.game.exploitability(plans),
        exploitability_by_doubles(tree, behaviours),
        tree.game.result(plans, equilibrium.plans),
    )


def plans_of(tree: DoublingTree, behaviours: Behaviours) -> Plans:
    """The plans of both seats."""
    south, north = (tree.game.seats[seat].plan(behaviours[seat]) for seat in SEATS)
    return south, north


def exploitability_by_doubles(tree: DoublingTree, behaviours: Behaviours) -> float:
    """What an opponent gains who plays the cards alike and chooses the best doubles."""
    plans = plans_of(tree, behaviours)
    gains = [
        _best_doubles(tree, seat, behaviours[seat], tree.game.gradient(seat, plans[1 - seat]))
        for seat in SEATS
    ]
    return sum(gains) / 2


def _best_doubles(tree: DoublingTree, seat: int, cards: Floats, gradient: Floats) -> float:
    """The most that a seat can reach that plays the cards so."""
    own, worth = tree.game.seats[seat], gradient.copy()
    for level in reversed(own.levels):
        values = worth[level.sequences]
        best = np.maximum.reduceat(values, level.starts)
        mean = np.add.reduceat(values * cards[level.sequences], level.starts)
        worth_here = np.where(tree.sets[seat].kind[level.sets] == Kind.CARD, mean, best)
        worth += np.bincount(level.parents, worth_here, own.size)
    return float(worth[0])


def best_thresholds(played_on: PlayedOn, cards: Behaviours) -> Policy:
    """The thresholds that a perfect opponent gains least on, by a search of a grid.

    First the same ones everywhere, on a coarse grid; then, window by window, one after the other on
    a fine one until none of them is better otherwise. In the last window, when all cards are known,
    they are those of the start.
    """
    tree, tried = played_on.tree, dict[tuple[Thresholds, ...], float]()
    keys = windows(tree)
    searched = [key for key in keys if key[0] < keys[-1][0]]

    def loss(policy: Policy) -> float:
        key = tuple(policy[window] for window in keys)
        if key not in tried:
            behaviours = doubled(played_on, cards, policy)
            tried[key] = tree.game.exploitability(plans_of(tree, behaviours))
        return tried[key]

    start = everywhere(tree, NAMED["start"])
    best: Policy = start
    for offer, accept, redouble in product(*_COARSE):
        policy = {**start, **dict.fromkeys(searched, Thresholds(offer, accept, redouble))}
        best = min(best, policy, key=loss)
    before = inf
    while loss(best) < before:
        before = loss(best)
        for key, (name, values) in product(searched, _FINE.items()):
            others = [{**best, key: replace(best[key], **{name: value})} for value in values]
            best = min(best, *others, key=loss)
    return best


def _grid(low: float, high: float, step: float, *more: float) -> list[float]:
    return [*(round(value, 3) for value in np.arange(low, high + step / 2, step).tolist()), *more]


@dataclass(frozen=True, slots=True)
class Habits:
    """What is done in the windows but the last, by the chance to win in tenths.

    Attributes:
        often: for each tenth and kind of decision how often it comes up in a deal.
        choices: for each tenth and kind the parts of the choices.
    """

    often: Floats
    choices: Floats


def habits(played_on: PlayedOn, behaviours: Behaviours) -> Habits:
    """How a way to play doubles, by the chances to win with its cards."""
    tree = played_on.tree
    last = windows(tree)[-1][0]
    come = tree.reach(SOUTH, behaviours[SOUTH]) * tree.reach(NORTH, behaviours[NORTH])
    often, choices = np.zeros((_TENTHS, len(Kind))), np.zeros((_TENTHS, len(Kind), 3))
    for seat in SEATS:
        nodes = np.flatnonzero(tree.seat == seat)
        sets, own = tree.sets[seat], tree.game.seats[seat]
        window = sets.window[tree.set[nodes]]
        nodes = nodes[(window > 0) & (window < last)]
        number = tree.set[nodes]
        tenth = np.minimum((played_on.chances[seat][number] * _TENTHS + _ROUNDING), _TENTHS - 1)
        at = (tenth.astype(np.intp), sets.kind[number])
        np.add.at(often, at, come[nodes] / tree.cards.deals)
        for choice in range(3):
            there = choice < own.counts[number]
            first = own.firsts[number[there]] + choice
            parts = come[nodes[there]] * behaviours[seat][first] / tree.cards.deals
            np.add.at(choices, (at[0][there], at[1][there], choice), parts)
    return Habits(often, choices / np.maximum(often, _ROUNDING)[..., None])


_TENTHS = 10
_COARSE = (_grid(0.5, 1, 0.1), _grid(0, 0.5, 0.1), _grid(0.5, 1, 0.1, inf))
_FINE = {
    "offer": _grid(0.5, 1, 0.025, inf),
    "accept": _grid(0, 0.5, 0.025),
    "redouble": _grid(0.5, 1, 0.025, inf),
    "too_good": _grid(0.5, 1, 0.025),
}


def card_plays(
    tree: DoublingTree, equilibrium: Equilibrium, names: Sequence[str], worlds: int, seed: int
) -> Iterator[tuple[str, Behaviours]]:
    """Ways to play the cards, by their names.

    Args:
        tree: the game.
        equilibrium: that of the game.
        names: `POINTS`, `STAKES` or engines.
        worlds: for each decision of an engine.
        seed: of the engines.
    """
    plain = tree.cards.game
    points = solve_game(plain, WITHIN_POINTS)
    by_points = card_play(tree, _behaviours(plain, points.plans))
    for name in names:
        if name == POINTS:
            yield name, by_points
        elif name == STAKES:
            # Where it hardly ever comes to, CFR+ has not learned to play.
            yield name, _behaviours(tree.game, equilibrium.plans, by_points)
        else:
            answered, _ = answers(tree.cards, engine_policy(name, worlds, seed))
            south, north = (tree.cards.behaviour(seat, answered) for seat in SEATS)
            yield name, card_play(tree, (south, north))


def _behaviours(
    game: SequenceGame, plans: Plans, otherwise: Behaviours | None = None
) -> Behaviours:
    """The behaviours of plans; where they hardly ever come to, others, or every choice alike."""
    south, north = (
        behaviour_of(
            game.seats[seat],
            plans[seat],
            otherwise[seat] if otherwise else game.seats[seat].uniform(),
        )
        for seat in SEATS
    )
    return south, north


def _names(_: click.Context, parameter: click.Parameter, text: str) -> list[str]:
    names = [name for name in text.split(",") if name]
    if parameter.name == "games" and not set(names) <= set(DOUBLING_GAMES):
        known = ", ".join(DOUBLING_GAMES)
        raise click.BadParameter(f"{visible(text)}, expected some of {known}")
    return names


def _policies(_: click.Context, __: click.Parameter, text: str) -> dict[str, Thresholds | None]:
    """The thresholds by name; None for the best ones."""
    policies: dict[str, Thresholds | None] = {}
    for word in filter(None, text.split(",")):
        if word == BEST:
            policies[word] = None
        elif word in NAMED:
            policies[word] = NAMED[word]
        else:
            policies[word] = _thresholds(word)
    return policies


def _thresholds(word: str) -> Thresholds:
    try:
        numbers = [inf if part == "never" else float(part) for part in word.split("/")]
        if all(0 <= number <= 1 or number == inf for number in numbers):
            return Thresholds(*numbers)
    except (TypeError, ValueError):
        pass
    raise click.BadParameter(
        f"{visible(word)}, expected {', '.join(NAMED)}, {BEST}, or chances as "
        "OFFER/ACCEPT/REDOUBLE[/TOO-GOOD]"
    )


@click.command()
@click.option("--games", default=",".join(DOUBLING_GAMES), show_default=True, callback=_names)
@click.option("--cards", default=f"{POINTS},{STAKES}", show_default=True, callback=_names)
@click.option("--doubles", default=",".join((*NAMED, BEST)), show_default=True, callback=_policies)
@click.option("--worlds", default=40, show_default=True, help="For each decision of an engine.")
@click.option("--seed", default=1, show_default=True, help="Of the engines.")
@click.option("--within", default=0.0005, show_default=True, help="Of the equilibrium, in stakes.")
def main(
    games: list[str],
    cards: list[str],
    doubles: dict[str, Thresholds | None],
    worlds: int,
    seed: int,
    within: float,
) -> None:
    """Print what policies for doubles come to in each game, in Markdown."""
    click.echo(machine_line())
    for game in games:
        started = time.perf_counter()
        tree = DoublingTree(GameTree(DOUBLING_GAMES[game]))
        equilibrium = solve_game(tree.game, within)
        click.echo(f"\n{_game_line(tree, equilibrium, time.perf_counter() - started)}")
        rows: list[tuple[str, ...]] = []
        for name, behaviours in card_plays(tree, equilibrium, cards, worlds, seed):
            played_on = PlayedOn(tree, behaviours)
            for word, given in doubles.items():
                policy = (
                    everywhere(tree, given) if given else best_thresholds(played_on, behaviours)
                )
                measured = measure(tree, doubled(played_on, behaviours, policy), equilibrium)
                reading = measure(tree, doubled_reading(played_on, behaviours, policy), equilibrium)
                rows.append((name, word, _text(policy), measured.text(), reading.text()))
                click.echo(f"{game} {' '.join(rows[-1])}", err=True)
            if name == STAKES and len({trick for trick, _ in windows(tree)}) > 1:
                _echo_habits(game, habits(played_on, behaviours))
        if rows:
            heads = ["doubles", "offer, accept, redouble", "by the cards", "and by what was said"]
            echo_table(f"{game}: cards", heads, rows)


def _echo_habits(game: str, found: Habits) -> None:
    """Write what the equilibrium does; nothing where it never comes."""
    asked = {
        "double": (Kind.OFFER, DOUBLE),
        "accept": (Kind.ANSWER, ACCEPT),
        "redouble": (Kind.ANSWER, REDOUBLE),
        "accept a redouble": (Kind.LAST, ACCEPT),
    }
    rows = [
        (
            f"{tenth / _TENTHS:.1f}",
            *(
                f"{found.choices[tenth, kind, choice]:.0%}"
                if found.often[tenth, kind] > _PLAYED
                else ""
                for kind, choice in asked.values()
            ),
            *(f"{found.often[tenth, kind]:.3f}" for kind in (Kind.OFFER, Kind.ANSWER, Kind.LAST)),
        )
        for tenth in range(_TENTHS)
    ]
    heads = [*asked, "may offer", "doubled", "redoubled"]
    echo_table(f"{game}, equilibrium: chance from", heads, rows)


def _text(policy: Policy) -> str:
    """The thresholds of the windows but the last, those of a right of one's own in brackets."""
    last = max(trick for trick, _ in policy)
    told = {key: thresholds for key, thresholds in policy.items() if key[0] < last}
    if len(set(policy.values())) == 1 or not told:
        return next(iter(policy.values())).text()
    return "; ".join(
        f"{trick}{'' if shared else ' (own)'}: {thresholds.text()}"
        for (trick, shared), thresholds in told.items()
    )


def _game_line(tree: DoublingTree, equilibrium: Equilibrium, seconds: float) -> str:
    south, north = (len(sets.kind) for sets in tree.sets)
    return (
        f"{tree.cards.rules.name}: value for south {equilibrium.value:.4f} "
        f"({equilibrium.low:.4f} to {equilibrium.high:.4f}), {tree.cards.deals:,} deals, "
        f"information sets {south:,} and {north:,}, {seconds:.1f} s"
    )


if __name__ == "__main__":
    main()

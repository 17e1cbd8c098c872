"""Do chances to win a game come true? Games of the policy, against the table of its own hands.

    python benchmarks/calibration/check_equity.py scarne [--games 5000] [--hands 500000] ...

The table is made as `learn_equity.py` makes it, of hands of the policy as they are. Games are put
together from other hands of the policy, the deal going round, and scored in whole points by the
rules of the game. Before every hand the chance of who deals it is looked up; in bins of these
chances the mean is compared with how many of the games were won. Hands of one game end alike: so
the errors are those of the means of games.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.common.hand_means import mean_by_hand
from benchmarks.common.measurements import echo_head, echo_table, json_option, json_text
from benchmarks.learning.equity_hands import hands_of_policy, playoffs_told
from benchmarks.learning.equity_statistics import chances_of
from benchmarks.learning.learn_equity import step_of
from pinochle_solver import RULEBOOKS, __version__
from pinochle_solver.equities.hands import HandScores
from pinochle_solver.equities.tables import table_of_ahead, table_of_target
from pinochle_solver.rules.rules import Rulebook

_BINS = 20
_HANDS_A_GAME = 12
# Who has to be so far ahead plays on for long: 70 hands of glup, on average.
_HANDS_UNTIL_AHEAD = 160


class PlayedGame(NamedTuple):
    """A game: before each hand what its dealer and the other seat had, and whether he won."""

    scores: list[tuple[int, int]]
    targets: list[int]
    dealer_won: list[bool]


class Bin(NamedTuple):
    """The hands whose dealer had about the same chance.

    Attributes:
        hands: how many.
        told: their mean chance.
        won: the share of the games won.
        se: the standard error of the difference.
    """

    hands: int
    told: float
    won: float
    se: float

    @property
    def deviation(self) -> float:
        """How many standard errors apart what was told and what came true are."""
        return (self.told - self.won) / self.se if self.se else 0.0


def played_games(rules: Rulebook, points: NDArray[Any], games: int) -> list[PlayedGame]:
    """Games of hands one after the other, each the dealer's points and the other seat's.

    Raises:
        ValueError: where the hands do not suffice.
    """
    hands = iter(points.tolist())
    return [_played_game(rules, hands) for _ in range(games)]


def _played_game(rules: Rulebook, hands: Any) -> PlayedGame:
    scores, targets = [], []
    target, ahead, raised_by = rules.target, rules.game.ahead, rules.game.tie_raises_target_by
    dealer, other, swaps = 0, 0, False
    first_won = None
    while first_won is None:
        scores.append((dealer, other))
        targets.append(target)
        try:
            gained, lost = next(hands)
        except StopIteration:
            raise ValueError("too few hands for so many games") from None
        dealer, other = dealer + gained, other + lost
        is_over = abs(dealer - other) >= ahead if ahead else max(dealer, other) >= target
        if is_over and dealer != other:
            first_won = (dealer > other) is not swaps
        elif is_over and raised_by:
            target += raised_by * ((dealer - target) // raised_by + 1)
        # The other seat deals next.
        dealer, other, swaps = other, dealer, not swaps
    won = [first_won is (number % 2 == 0) for number in range(len(scores))]
    return PlayedGame(scores, targets, won)


def told_chances(rules: Rulebook, scores: HandScores, games: list[PlayedGame]) -> list[float]:
    """The chance of the dealer before every hand of all games."""
    pairs = np.array([pair for game in games for pair in game.scores])
    if rules.game.ahead:
        table = table_of_ahead(scores, rules.game.ahead)
        return [float(each) for each in table.chance(pairs[:, 0] - pairs[:, 1])]
    targets = np.array([target for game in games for target in game.targets])
    of = table_of_target(scores, rules.target, rules.game.tie_raises_target_by)
    needs = targets[:, None] - pairs
    told = np.where(needs.max(axis=1) <= 0, of.broken, of.chance(needs[:, 0], needs[:, 1]))
    return [float(each) for each in told]


def bins_of(games: list[PlayedGame], told: list[float]) -> list[Bin]:
    """What was told and what came true, by the chance told."""
    chances = np.array(told)
    won = np.array([float(each) for game in games for each in game.dealer_won])
    game_of = np.repeat(np.arange(len(games)), [len(game.scores) for game in games])
    number = np.minimum((chances * _BINS).astype(int), _BINS - 1)
    found = []
    for which in range(_BINS):
        rows = number == which
        if not rows.any():
            continue
        se = mean_by_hand((chances - won)[rows], game_of[rows]).se
        found.append(Bin(int(rows.sum()), float(chances[rows].mean()), float(won[rows].mean()), se))
    return found


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("name", metavar="RULEBOOK", type=click.Choice(tuple(RULEBOOKS)))
@click.option("--games", default=5_000, show_default=True, type=click.IntRange(10))
@click.option("--hands", default=500_000, show_default=True, type=click.IntRange(100))
@click.option("--seed", default=3, show_default=True)
@click.option("--estimate", is_flag=True, help="Estimate the policy's playoffs, not solve them.")
@json_option
def main(name: str, games: int, hands: int, seed: int, estimate: bool, as_json: bool) -> None:
    """Play, tell and compare, as the head of this file says."""
    rules = RULEBOOKS[name]
    solve = not estimate
    points = hands_of_policy(rules, seed, hands, solve_playoffs=solve).points
    chances, ties = chances_of(points, np.full(hands, 1 / hands), step_of(rules))
    number = games * (_HANDS_UNTIL_AHEAD if rules.game.ahead else _HANDS_A_GAME)
    fresh = hands_of_policy(rules, seed + 1, number, solve_playoffs=solve).points
    try:
        played = played_games(rules, fresh, games)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    told = told_chances(rules, HandScores(step_of(rules), chances, ties), played)
    bins = bins_of(played, told)
    beyond = [sum(abs(each.deviation) > limit for each in bins) for limit in (2, 3)]
    header = {
        "measured": "equity of games",
        "version": __version__,
        "rules": name,
        "games": games,
        "hands": hands,
        "seed": seed,
        "playoffs": playoffs_told(estimate),
    }
    if as_json:
        rows = [each._asdict() for each in bins]
        click.echo(
            json_text({**header, "bins": rows, "beyond_2": beyond[0], "beyond_3": beyond[1]})
        )
        return
    echo_head(header, f"{len(told)} hands of {games} games", finished=True)
    echo_table(
        "told",
        ("hands", "won", "off", "standard errors"),
        (
            (
                f"{each.told:.1%}",
                str(each.hands),
                f"{each.won:.1%}",
                f"{each.told - each.won:+.1%}",
                f"{each.deviation:+.1f}",
            )
            for each in bins
        ),
    )
    click.echo(f"\nbeyond 2 standard errors: {beyond[0]} of {len(bins)}, beyond 3: {beyond[1]}")


if __name__ == "__main__":
    main()

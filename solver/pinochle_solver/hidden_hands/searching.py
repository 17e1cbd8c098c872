"""The analysis of one position of a game for three or four."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.double_dummy.outcomes import POINTS
from pinochle_solver.double_dummy.searching import DEFAULT_SECONDS, analyze_with_open_cards
from pinochle_solver.hidden_hands.card_chances import table_card_chances
from pinochle_solver.hidden_hands.game_worths import game_of
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.positions import TablePosition, expect_table_position
from pinochle_solver.threads import check_threads


def analyze_table(
    position: TablePosition,
    *,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 1,
    threads: int = 1,
    open_average: bool = False,
    cards: bool = False,
    objective: str = POINTS,
    stop: StopFlag | None = None,
    progress: Callable[[ChanceAnalysis], None] | None = None,
) -> ChanceAnalysis:
    """What each move is worth, on average over worlds played on with hidden cards.

    Without any limit it takes two seconds. With `worlds` and without `seconds` the answer is the
    same on every machine. If no card is hidden the hand is solved, and of trumps and burials the
    best of all is sought.

    Args:
        position: the position as its seat to decide sees it.
        seconds: the time limit.
        worlds: in how many worlds the best moves are tried.
        seed: the seed of the worlds.
        threads: how many threads try worlds.
        open_average: whether the means are found, too, that the moves would have with all cards
            open, within the same limits; not while there is a stock.
        cards: whether it is found, too, where the unseen cards are, as by `table_card_chances`.
        objective: ``points``: the means are what the hand is worth; ``win``: the chances to win
            the game, in per cent, in a game for a target whose score the position gives.
        stop: ends the search with the worlds that are finished.
        progress: called now and then with the results so far, without `open_average` and `cards`.

    Raises:
        TypeError: for anything but a `TablePosition`.
        IllegalPositionError: (a seat) if the hand to decide is not wholly known; (``upcard``) for
            `open_average` while there is a stock; (``tricks``, ``bids``) if no deal explains the
            cards played, or the bids; (``score``, ``dealer``, ``rules``) if to win the game is
            played for, and the position does not give it.
        GameError: (``rules``) if no hands of such a game were played.
        ValueError: for limits that are not positive, a number of threads that is none, and an
            unknown objective.
    """
    expect_table_position(position)
    check_threads(threads)
    game = game_of(position, objective)
    limits = Limits(seconds=seconds, worlds=worlds).or_seconds(DEFAULT_SECONDS)
    stop = stop or StopFlag()
    found = analyze_hidden(position, limits, seed, threads, stop, game, progress)
    if open_average and not found.is_open and not stop.is_set:
        opened = analyze_with_open_cards(
            position, seconds=seconds, worlds=worlds, seed=seed, stop=stop
        )
        averages = {move.move: move.mean for move in opened.moves if move.mean is not None}
        found = replace(found, open_average=averages)
    if cards and not stop.is_set:
        found = replace(found, cards=table_card_chances(position, seed=seed, stop=stop))
    return found

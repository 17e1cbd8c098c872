"""Numbered hands of a rulebook compared with something else, in several processes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.pool import Pool
from typing import NamedTuple

import click


class Comparison(NamedTuple):
    """One thing to compare.

    Attributes:
        name: of what, for who reads that it differs.
        compare: compares it, and says what there was in it by kind; an `AssertionError` says what
            differs.
    """

    name: str
    compare: Callable[[], Counter[str]]


Comparisons = Callable[[str, int], Iterator[Comparison]]
"""What is to be compared of the hand of a rulebook and a number."""

_BATCH = 10


def compare_hands(
    pool: Pool, comparisons: Comparisons, rules: str, numbers: range, told: str
) -> tuple[Counter[str], bool]:
    """Compare hands, write what differs as it comes, and tell a terminal how far it is.

    Args:
        pool: the processes to do it in.
        comparisons: what to compare of each; it can be pickled.
        rules: the rulebook.
        numbers: the hands.
        told: the kind of which the terminal is told how many there were.

    Returns:
        what there was by kind, and whether anything differed.
    """
    counted: Counter[str] = Counter()
    differs = False
    batches = [numbers[first : first + _BATCH] for first in range(0, len(numbers), _BATCH)]
    for batch, differences in pool.imap(partial(_compare, comparisons, rules), batches):
        counted += batch
        for difference in differences:
            differs = True
            click.echo(difference)
        if sys.stderr.isatty():
            click.echo(f"\r{rules} {counted[told]:,} {told} ", nl=False, err=True)
    return counted, differs


def _compare(
    comparisons: Comparisons, rules: str, numbers: range
) -> tuple[Counter[str], list[str]]:
    """Compare some hands: what there was, and what differs."""
    counted: Counter[str] = Counter()
    differences = []
    for number in numbers:
        for comparison in comparisons(rules, number):
            try:
                counted += comparison.compare()
            except AssertionError as error:
                differences.append(f"{comparison.name}: {error}")
    return counted, differences

"""Whole deals valued by retrograde analysis, each once: it takes seconds."""

from __future__ import annotations

from functools import cache

from pinochle_solver._core.playoff.retrograde import RetrogradeDeal


@cache
def retrograde_deal(record: bytes, rules: bytes) -> RetrogradeDeal:
    """The deal of a packed position by packed rules, all its states valued."""
    return RetrogradeDeal(record, rules)

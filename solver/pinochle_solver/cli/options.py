"""Options that several commands share."""

from __future__ import annotations

import os

import click

json_lines = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
ascii_only = click.option("--ascii", "ascii_only", is_flag=True, help="Letters for suit symbols.")


def usable_processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

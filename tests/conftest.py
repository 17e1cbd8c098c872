"""Fixtures: the command line, run in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from pinochle_solver import cli


@dataclass
class Run:
    """What a command did."""

    status: int
    out: str
    err: str


@pytest.fixture
def pinochle(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run ``pinochle`` with these arguments."""

    def run(*arguments: str) -> Run:
        status = cli.run(list(arguments))
        captured = capfd.readouterr()
        return Run(status, captured.out, captured.err)

    return run

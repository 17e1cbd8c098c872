"""Fixtures and settings of all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from commandline import Pinochle, Run
from pinochle_solver import cli

# A busy machine is no failure; a fixed choice of examples keeps the suite's verdict repeatable.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")


@pytest.fixture
def pinochle(capfd: pytest.CaptureFixture[str]) -> Pinochle:
    """Run ``pinochle`` with these arguments, in this process."""

    def run(*arguments: str) -> Run:
        status = cli.run(list(arguments))
        captured = capfd.readouterr()
        return Run(status, captured.out, captured.err)

    return run

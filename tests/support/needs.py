"""What tests need and not every machine has: without it they are skipped, with its name and how to get it."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from drivers import Solver, find, installed
from workbench.paradigms.table import PARADIGMS


def solver(name: str) -> Solver:
    """Return a solver as it is installed here; where it is not, the test is skipped."""
    wanted = find(name)
    found = installed(wanted)
    if found is None:
        pytest.skip(f"{wanted.title} is not installed ({wanted.install})")
    return found


def paradigm(name: str) -> None:
    """Skip the test where the solver of a paradigm is not installed."""
    wanted = PARADIGMS[name].solver
    if installed(wanted) is None:
        pytest.skip(f"{wanted.title} is not installed ({wanted.install})")


def module(name: str, extra: str = "test-all") -> None:
    """Skip the test, or the file of tests, where a module of one of our extras can't be imported."""
    if find_spec(name.partition(".")[0]) is None:
        pytest.skip(
            f"{name} is not installed (pip install 'fillomino-smt[{extra}]')", allow_module_level=True
        )

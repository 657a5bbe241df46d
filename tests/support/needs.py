"""Programs that tests need and not every machine has: without one its tests are skipped, in one line."""

from __future__ import annotations

import pytest

from drivers import Solver, find, installed


def solver(name: str) -> Solver:
    """Return a solver as it is installed here; where it is not, the test is skipped."""
    wanted = find(name)
    found = installed(wanted)
    if found is None:
        pytest.skip(f"{wanted.title} is not installed ({wanted.install})")
    return found

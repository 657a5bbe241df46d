"""What every backend has to do: ``pytest --solver=NAME``, by default all that are installed.

The checks are those of ``fillomino solvers --check``.
"""

from __future__ import annotations

import pytest

from drivers import Solver, find, installed
from drivers.conformance import CHECKS, Check, Grade, Subject, subject
from drivers.limits import Limits
from drivers.solver import is_ours
from tests.conftest import chosen_solvers

LIMITS = Limits(seconds=600)
QUICK = {check.name for check in CHECKS[:4]}
"""Checks of what differs most between solvers. Of our children, which start slowly, the others are slow."""

LACKING = {("yices", "push-and-pop")}
"""Without a session Yices refuses them, which must not pass for an answer."""

_subjects: dict[str, Subject] = {}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each check with each chosen solver."""
    if "check" not in metafunc.fixturenames:
        return
    names = chosen_solvers(metafunc.config)
    asked = metafunc.config.getoption("--solver")
    pairs = [
        pytest.param(
            name,
            check,
            id=f"{name}-{check.name}",
            marks=[] if asked else _marks(name, check),
        )
        for name in names
        for check in CHECKS
    ]
    metafunc.parametrize(("solver", "check"), pairs, indirect=["solver"])


def _marks(name: str, check: Check) -> list[pytest.MarkDecorator]:
    """Of our children, and of a solver with other options, the first check always runs."""
    if _slow(name) and check.name not in QUICK:
        return [pytest.mark.slow]
    another = _slow(name) or ":" in name
    return [pytest.mark.thorough] if another and check is not CHECKS[0] else []


def _slow(name: str) -> bool:
    found = installed(find(name))
    return found is not None and is_ours(found)


def test_conformance(solver: Solver, check: Check) -> None:
    if solver.name not in _subjects:
        _subjects[solver.name] = subject(solver, LIMITS)
    result = check.result(_subjects[solver.name])
    if result.grade is Grade.LEFT_OUT:
        assert result.why
        return
    wanted = Grade.LACKS if (solver.name, check.name) in LACKING else Grade.HOLDS
    assert result.grade is wanted, result.why

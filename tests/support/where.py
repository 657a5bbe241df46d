"""Combinations of parameters that make sense: the others are no tests."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache

import pytest

from drivers import Solver, find, installed


def where(condition: Callable[..., bool]) -> pytest.MarkDecorator:
    """Return the mark of a test that is made of the combinations that a condition admits.

    Args:
        condition: a function of some parameters of the test, by their names; a solver is given as it is
            installed here.
    """
    return pytest.mark.where.with_args(condition)


def quick(condition: Callable[..., bool]) -> pytest.MarkDecorator:
    """Return the mark of a test whose other combinations than a condition admits are slow tests.

    They are those that say little beside the quick ones: other solvers, other encodings of one frame.
    """
    return pytest.mark.quick.with_args(condition)


def brief(condition: Callable[..., bool]) -> pytest.MarkDecorator:
    """Return the mark of a test whose other combinations than a condition admits are thorough tests.

    They take long, and say little beside the others; the suite runs them with ``--thorough``.
    """
    return pytest.mark.brief.with_args(condition)


def examples(number: int) -> int:
    """Return the number of examples that hypothesis tries: a third of what a thorough run does."""
    return number if thorough else number // 3


thorough = False
"""Whether thorough tests are asked for (`tests/conftest.py`)."""


def admitted(test: pytest.Item, combination: Mapping[str, object], mark: str = "where") -> bool:
    """Return whether a combination of parameters meets all conditions of a test's mark."""
    conditions = [one.args[0] for one in test.iter_markers(mark)]
    if not conditions:
        return True
    given = dict(combination)
    if "solver" in given:
        given["solver"] = _as_installed(str(given["solver"]))
    return all(
        condition(**{name: given[name] for name in _parameters(condition)}) for condition in conditions
    )


@cache
def _parameters(condition: Callable[..., bool]) -> tuple[str, ...]:
    return tuple(inspect.signature(condition).parameters)


@cache
def _as_installed(name: str) -> Solver:
    solver = find(name)
    return installed(solver) or solver

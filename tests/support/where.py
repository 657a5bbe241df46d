"""Combinations of parameters that make sense: the others are no tests."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from drivers import find, installed


def where(condition: Callable[..., bool]) -> pytest.MarkDecorator:
    """Return the mark of a test that is made of the combinations that a condition admits.

    Args:
        condition: a function of some parameters of the test, by their names; a solver is given as it is
            installed here.
    """
    return pytest.mark.where.with_args(condition)


def admitted(item: pytest.Item) -> bool:
    """Return whether a test's parameters meet all its conditions."""
    given = (
        dict(item.callspec.params) if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    )
    if "solver" in given:
        solver = find(str(given["solver"]))
        given["solver"] = installed(solver) or solver
    conditions = [mark.args[0] for mark in item.iter_markers("where")]
    return all(
        condition(**{name: given[name] for name in inspect.signature(condition).parameters})
        for condition in conditions
    )

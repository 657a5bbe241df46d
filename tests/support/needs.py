"""What tests need and not every machine has: without it they are skipped, with its name and how to get it."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import pytest
from packaging.requirements import Requirement

from drivers import Solver, find, installed, system
from drivers.errors import SolverNotFoundError
from fillomino import laboratories
from tests.support.outcomes import NOT_HERE
from tests.support.processes import ROOT
from workbench.methods.registry import named

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

_SAID: list[str] = []


_is_here = laboratories.is_here
"""The one that no test replaces."""


def solver(name: str) -> Solver:
    """Return a solver as it is installed here; where it is not, the test is skipped."""
    wanted = find(name)
    found = installed(wanted)
    if found is None:
        pytest.skip(f"{wanted.title} is not installed ({wanted.install})")
    return found


def method(name: str) -> None:
    """Skip the test where the solver of a method of a laboratory is not installed."""
    try:
        named(name).facts()
    except SolverNotFoundError as missing:
        pytest.skip(str(missing))


def is_linux() -> bool:
    """Whether this is Linux, and no other system is simulated."""
    return system.Process.__module__ == "drivers.system.linux"


def linux(what: str) -> None:
    """Skip the test, or the file of tests, of what Linux alone has."""
    if not is_linux():
        pytest.skip(f"{NOT_HERE}has no {what}", allow_module_level=True)


def unix(what: str) -> None:
    """Skip the test, or the file of tests, of what Linux and macOS have, and Windows has not."""
    if system.Process.__module__ == "drivers.system.windows":
        pytest.skip(f"{NOT_HERE}has no {what}", allow_module_level=True)


def accounts() -> None:
    """Skip the test where the system keeps no account of a process that has ended, so nothing is compared."""
    if not system.MEASURES:
        pytest.skip(f"{NOT_HERE}keeps no account of processes")


def limits_of_memory() -> None:
    """Skip the test where the system keeps no limit of memory."""
    if not system.LIMITS_MEMORY:
        pytest.skip(f"{NOT_HERE}keeps no limit of memory")


def limits_of_files() -> None:
    """Skip the test where no process can be forbidden to write files."""
    if not system.LIMITS_FILES:
        pytest.skip(f"{NOT_HERE}lets every process write files")


def laboratory(name: str) -> None:
    """Skip the test, or the file of tests, where a laboratory is deleted."""
    if not laboratories.is_here(name):
        pytest.skip(f"the laboratory {name} is not here (labs/{name}/)", allow_module_level=True)


def said(text: str) -> None:
    """Note what a command said: should the test fail, `told` looks there for what is missing."""
    _SAID.append(text)


def told(error: BaseException) -> None:
    """Skip a test that ends with an error where something named what pip installs, or a laboratory, in vain.

    One that expects just this to be said does not end with an error.
    """
    text = "\n".join([*_SAID, str(error)])
    for name in re.findall(r"needs the laboratory (\w+)", text):
        if not _is_here(name):
            pytest.skip(f"the laboratory {name} is not here (labs/{name}/)")
    for wanted, extra in re.findall(r"pip install '?([\w-]+)(?:\[([\w-]+)\])?", text):
        lines = EXTRAS.get(extra, [wanted])
        if missing := [line for line in lines if not _is_there(Requirement(line).name)]:
            how = f"pip install '{wanted}{extra and f'[{extra}]'}'"
            pytest.skip(f"{missing[0]} is not installed ({how})")


def forget() -> None:
    """Forget what commands said in another test."""
    _SAID.clear()


def _is_there(distribution: str) -> bool:
    try:
        return bool(version(distribution))
    except PackageNotFoundError:
        return False


def module(name: str, extra: str = "test-all") -> None:
    """Skip the test, or the file of tests, where a module of one of our extras can't be imported."""
    if find_spec(name.partition(".")[0]) is None:
        pytest.skip(
            f"{name} is not installed (pip install 'fillomino-smt[{extra}]')", allow_module_level=True
        )

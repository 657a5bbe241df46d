"""Options and fixtures of all tests."""

from __future__ import annotations

import signal

import pytest

from drivers import SOLVERS, Solver, find, installed
from drivers.solvers import VARIABLE


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--solver",
        action="append",
        metavar="NAME",
        help=f"run the conformance tests on this solver (can be repeated): all, {', '.join(solver_names())}",
    )


def pytest_configure() -> None:
    """Heed Ctrl-C: what a shell starts in the background ignores it, and children inherit that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_file_of_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person has in a file of solvers makes no difference, also to the processes of a test."""
    monkeypatch.setenv(VARIABLE, "/dev/null")


def solver_names() -> list[str]:
    return [solver.name for solver in SOLVERS]


def chosen_solvers(config: pytest.Config) -> list[str]:
    """The names given by ``--solver``, or all; unknown ones are an error."""
    names: list[str] = config.getoption("--solver") or ["all"]
    if "all" in names:
        return solver_names()
    for name in names:
        if name not in solver_names():
            raise pytest.UsageError(f"--solver={name}: the solvers are all, {', '.join(solver_names())}")
    return names


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with an argument ``solver`` alone runs once for each chosen solver."""
    if "solver" in metafunc.fixturenames and "check" not in metafunc.fixturenames:
        metafunc.parametrize("solver", chosen_solvers(metafunc.config), indirect=True)


@pytest.fixture
def solver(request: pytest.FixtureRequest) -> Solver:
    """A chosen solver as it is installed here; where it is not, the test is skipped and says so."""
    wanted = find(request.param)
    found = installed(wanted)
    if found is None:
        pytest.skip(f"{wanted.title} is not installed ({wanted.install})")
    return found

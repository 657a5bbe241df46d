"""Options and fixtures of all tests."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Generator

import pytest

from drivers import SOLVERS, Solver
from drivers.solvers import VARIABLE
from tests.support import needs
from tests.support.where import admitted


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


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, name: str) -> Generator[None, object, object]:
    """Make no tests of the combinations of parameters that make no sense (`tests.support.where`)."""
    made = yield
    if not isinstance(made, list):
        return made
    fit = [item for item in made if admitted(item)]
    for item in fit:
        if not (collector.config.getoption("--solver") or admitted(item, "quick")):
            item.add_marker("slow")
    if made and not fit and not collector.config.getoption("--solver"):
        raise collector.CollectError(f"no combination of parameters is left of {name}")
    return fit


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print why tests were skipped: a line for each reason, however many tests and files it is about."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", [])]
    reasons = Counter(str(why[2] if isinstance(why, tuple) else why) for why in skipped)
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"skipped {count}: {reason.removeprefix('Skipped: ')}")


@pytest.fixture
def solver(request: pytest.FixtureRequest) -> Solver:
    """A chosen solver as it is installed here; where it is not, the test is skipped."""
    return needs.solver(request.param)

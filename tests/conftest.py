"""Options and fixtures of all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator

import pytest

from drivers import SOLVERS, Solver
from drivers.solvers import VARIABLE
from fillomino.clock import OutOfTimeError
from tests.support import needs
from tests.support.browsers import browser, look
from tests.support.clock import PATIENCE, JumpingClock
from tests.support.outcomes import Outcomes, skipped_before
from tests.support.where import admitted

__all__ = ["browser", "look"]


if (simulated := sys.modules.get("simulated_system")) is not None:
    simulated.also_in_tests()  # `make test-macos`, `make test-windows`


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--solver",
        action="append",
        metavar="NAME",
        help=f"run the conformance tests on this solver (can be repeated): all, {', '.join(solver_names())}",
    )

    parser.addoption("--skipped", action="store_true", help="run the tests that the last run skipped")


@pytest.hookimpl(trylast=True)  # after pytest has put its own hook for what is lost
def pytest_configure(config: pytest.Config) -> None:
    """Heed Ctrl-C: what a shell starts in the background ignores it, and children inherit that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Outcomes(config))
    config.add_cleanup(lost_time_is_raised_again())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let no garbage collection go through tests and modules, which stay to the end, and let there be few.

    A test makes many objects, and hardly any garbage that needs a search for cycles.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.unfreeze()  # all are of the oldest generation now
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


def lost_time_is_raised_again() -> Callable[[], None]:
    """Let an alarm of `fillomino.clock` that goes off in a callback of the interpreter be no warning.

    There every exception gets lost, and this one is raised again. Returns how to undo it.
    """
    before = sys.unraisablehook

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not OutOfTimeError:
            before(lost)

    sys.unraisablehook = hook
    return lambda: setattr(sys, "unraisablehook", before)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--skipped``, choose what the last run skipped."""
    if config.getoption("--skipped"):
        items[:], others = skipped_before(config, items)
        config.hook.pytest_deselected(items=others)


@pytest.fixture(autouse=True)
def no_file_of_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person has in a file of solvers makes no difference, also to the processes of a test."""
    monkeypatch.setenv(VARIABLE, os.devnull)


GIVE_UP = (
    "drivers.backend.VERSION_SECONDS",
    "drivers.conformance.LATE_SECONDS",
    "drivers.process.KILL_SECONDS",
    "drivers.session.FIRST_SECONDS",
    "drivers.session.IDLE_SECONDS",
    "drivers.session.STATISTICS_SECONDS",
)
"""Seconds after which the drivers give up on a solver; a slow machine may take longer."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gives up because the machine is slow; a test that needs it sets a time of its own."""
    for name in GIVE_UP:
        monkeypatch.setattr(name, PATIENCE)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> JumpingClock:
    """A clock of the drivers that jumps when the test says so."""
    return JumpingClock(monkeypatch)


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    """Skip a test that can't be set up as something is not installed (`tests.support.needs`)."""
    needs.forget()
    try:
        yield
    except (Exception, SystemExit, pytest.fail.Exception) as error:
        needs.told(error)
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """The same of a test that fails for want of it; one that expects the refusal does not fail."""
    try:
        yield
    except (Exception, SystemExit, pytest.fail.Exception) as error:
        needs.told(error)
        raise


@pytest.fixture
def solver(request: pytest.FixtureRequest) -> Solver:
    """A chosen solver as it is installed here; where it is not, the test is skipped."""
    return needs.solver(request.param)

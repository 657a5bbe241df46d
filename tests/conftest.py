"""Options and fixtures of all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable

import pytest

from drivers import SOLVERS, Solver
from drivers.solvers import VARIABLE
from fillomino.clock import OutOfTimeError
from tests.support import needs, where
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
    parser.addoption(
        "--thorough", action="store_true", help="run the tests, too, that take long and say little more"
    )


@pytest.hookimpl(trylast=True)  # after pytest has put its own hook for what is lost
def pytest_configure(config: pytest.Config) -> None:
    """Heed Ctrl-C: what a shell starts in the background ignores it, and children inherit that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    where.thorough = bool(config.getoption("--thorough"))
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


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Look once for what nobody closed: pytest looks twice, which takes as long each time."""
    gc.collect()
    gc.freeze()


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
    """Drop what is not asked for; with ``--skipped``, choose what the last run skipped."""
    others = [item for item in items if is_dropped(item.iter_markers(), config)]
    if others:
        dropped = set(others)
        items[:] = [item for item in items if item not in dropped]
        config.hook.pytest_deselected(items=others)
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
    "drivers.session.RESET_SECONDS",
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


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, None, None]:
    """A test with an argument ``solver`` alone runs once for each chosen solver.

    No test is made of a combination of parameters that makes no sense (`tests.support.where`), nor a slow or
    thorough one where such are not asked for, or half of all tests would be made to be dropped.
    """
    if "solver" in metafunc.fixturenames and "check" not in metafunc.fixturenames:
        metafunc.parametrize("solver", chosen_solvers(metafunc.config), indirect=True)
    yield
    if not (combinations := metafunc._calls):
        return
    chosen = metafunc.config.getoption("--solver")
    fit = [one for one in combinations if admitted(metafunc.definition, one.params)]
    if not (fit or chosen):
        raise pytest.Collector.CollectError("no combination of parameters is left")
    for one in fit:
        if not (chosen or admitted(metafunc.definition, one.params, "quick")):
            one.marks.append(pytest.mark.slow.mark)
        elif not (chosen or admitted(metafunc.definition, one.params, "brief")):
            one.marks.append(pytest.mark.thorough.mark)
    if not fit:  # one stays, as of none a test without parameters would be made
        fit = combinations[:1]
        fit[0].marks.append(pytest.mark.skip(reason="no combination with this --solver makes sense").mark)
    metafunc._calls = [one for one in fit if not is_dropped(one.marks, metafunc.config)] or fit[:1]


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no tests of a function of which none would stay, whatever its parameters."""
    return [] if is_dropped(getattr(obj, "pytestmark", ()), collector.config) else None


def is_dropped(marks: Iterable[pytest.Mark], config: pytest.Config) -> bool:
    """Return whether a test with such marks is not asked for.

    Slow ones are where ``-m`` is given, thorough ones with ``--thorough``.
    """
    dropped = {"slow"} if config.getoption("markexpr") == "not slow" else set()
    if not config.getoption("--thorough"):
        dropped.add("thorough")
    return any(mark.name in dropped for mark in marks)


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

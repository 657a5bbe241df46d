"""One script, one process, one answer."""

from __future__ import annotations

from collections.abc import Callable

from drivers.answer import Failure, Run, Usage
from drivers.errors import DriverError
from drivers.identity import identity
from drivers.interpret import run_of
from drivers.limits import Limits
from drivers.process import run_process
from drivers.solver import Solver, command_line, invocation, require
from drivers.statistics import Statistics, with_question
from smtlib.safety import check_safe

_NO_LIMITS = Limits()


def run(script: str, solver: Solver, limits: Limits = _NO_LIMITS, *, several: bool = False) -> Run:
    """Run a solver on a script.

    Args:
        script: SMT-LIB text that asks for one verdict, and for what it wants to know after it.
        solver: a record of ``drivers.solvers.SOLVERS``, or one of your own.
        limits: how much it may use; by default as much as it likes.
        several: whether the script may ask for several verdicts. The answer is the last one.

    Returns:
        The answer, which is a :class:`Failure` for whatever goes wrong with the solver, and the measurements.

    Raises:
        SolverNotFoundError: if the solver is not installed; the message names the way to get it.
        SexprError: if the script asks for files or other output (`smtlib.safety`).
    """
    check_safe(script)
    runnable = require(solver)
    command = command_line(runnable, limits)
    try:
        with invocation(runnable, script, limits) as (words, given):
            outcome = run_process(words, given, limits)
    except OSError as error:
        failure = Failure(f"{runnable.title} could not be started: {error.strerror or error}")
        return Run(failure, Usage(0.0, 0.0, None), command)
    return run_of(outcome, script, runnable, limits, command, several=several)


def run_counting(
    start: Callable[[str, Solver, Limits], Run], text: str, solver: Solver, limits: Limits
) -> Run:
    """Run a solver by a function such as `run`, and ask it for statistics, too, where it has any.

    One that fails there is run again without: then that run alone counts.
    """
    if not solver.statistics:
        return start(text, solver, limits)
    done = start(with_question(text), solver, limits)
    failed = isinstance(done.answer, Failure) and done.statistics == Statistics()
    return start(text, solver, limits) if failed else done


def version(solver: Solver, limits: Limits = _NO_LIMITS) -> str:
    """The first line a solver prints about its version, or ``unknown``.

    It is given 10 seconds (a Python module takes some to import), or less if the limits allow less, but at
    least half a second. For a program of which only the command is known (no ``version_arguments``) see
    `drivers.identity`.

    Raises:
        SolverNotFoundError: if it is not installed.
        DriverError: if it can't be started.
    """
    runnable = require(solver)
    seconds = 10.0 if limits.seconds is None else min(10.0, max(limits.seconds, 0.5))
    try:
        if not runnable.version_arguments:
            return identity(runnable, Limits(seconds=seconds))
        outcome = run_process(
            (runnable.executable, *runnable.version_arguments), b"", Limits(seconds=seconds)
        )
    except OSError as error:
        raise DriverError(f"{runnable.title} could not be started: {error.strerror or error}") from error
    return outcome.first_line or "unknown"

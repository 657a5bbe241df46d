"""Answers of a solver, as a closed union, and the measurements of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from drivers.limits import Usage
from fillomino.record import Record
from smtlib.literals import Value

if TYPE_CHECKING:
    from drivers.counters import Statistics


class Sat(Record):
    """There is a model.

    Attributes:
        values: the values asked for with ``get-value``: symbol without its bars -> value (a term that is
            not a symbol is keyed by its text). Empty if the script asked for none.
    """

    values: Mapping[str, Value] = {}


class Unsat(Record):
    """There is no model.

    Attributes:
        core: the names of assertions that suffice for it, without their bars; empty if none was asked for.
    """

    core: tuple[str, ...] = ()


class Unknown(Record):
    """The solver gave up, or reached the memory limit; ``reason`` is a few words."""

    reason: str


class Timeout(Record):
    """The solver was stopped after ``seconds``: by the clock, or of CPU time if ``cpu``."""

    seconds: float
    cpu: bool = False


class Failure(Record):
    """Nothing the solver printed can be used.

    Attributes:
        text: the reason in one sentence.
        fault: the error that was the reason, with its code and place; ``None`` where that is the solver's.
    """

    text: str
    fault: Exception | None = None


Answer: TypeAlias = Sat | Unsat | Unknown | Timeout | Failure


class Outcome(Record):
    """The output and end of a process, uninterpreted.

    Attributes:
        stdout: what it wrote on its standard output.
        stderr: what it wrote on its standard error.
        exit_code: its exit code, minus the number of the signal that killed it, or ``None`` if not known.
        timed_out: whether it was stopped at a limit of time, or used more CPU time than it was given.
        flooded: whether it was stopped because it wrote more than may be kept.
        usage: the measurements.
    """

    stdout: bytes
    stderr: bytes
    exit_code: int | None
    timed_out: bool
    flooded: bool
    usage: Usage


class Run(Record):
    """One run of a solver: the answer, and all that is needed to check or repeat it.

    Attributes:
        answer: the solver's answer.
        usage: the measurements.
        command: the program and its arguments; the script goes to its standard input.
        stdout: the raw output.
        stderr: the raw error output.
        exit_code: as in :class:`Outcome`; ``None`` also when the process could not be started.
        statistics: what the solver counted, if the script asks for it (`drivers.counters.with_question`).
        verdicts: each verdict in its order, up to the first fault or the limit.
    """

    answer: Answer
    usage: Usage
    command: tuple[str, ...]
    stdout: str = ""
    stderr: str = ""
    exit_code: int | None = None
    statistics: Statistics | None = None
    verdicts: tuple[str, ...] = ()

"""Answers of a solver: a closed union, and the measurements that stand beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from smtlib.literals import Value


@dataclass(frozen=True, slots=True)
class Sat:
    """There is a model.

    Attributes:
        values: the values asked for with ``get-value``: symbol without its bars -> value (a term that is
            not a symbol is keyed by its text). Empty if the script asked for none.
    """

    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unsat:
    """There is no model.

    Attributes:
        core: the names of assertions that suffice for it, without their bars; empty if none was asked for.
    """

    core: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """The solver gave up, or reached the memory limit; ``reason`` is a few words."""

    reason: str


@dataclass(frozen=True, slots=True)
class Timeout:
    """The solver was stopped after ``seconds``."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Failure:
    """Nothing the solver printed can be used; ``text`` is the reason in one sentence."""

    text: str


Answer: TypeAlias = Sat | Unsat | Unknown | Timeout | Failure


@dataclass(frozen=True, slots=True)
class Usage:
    """The cost of a run, measured by us.

    Attributes:
        wall_seconds: from just before the start of the process to its end.
        cpu_seconds: user and system time of the process and of the children it waited for.
        memory_mib: the peak of resident memory; ``None`` for a process too short-lived to be measured
            (see ``drivers.process``).
    """

    wall_seconds: float
    cpu_seconds: float
    memory_mib: float | None


def together(usages: Iterable[Usage]) -> Usage:
    """The usage of processes that ran one after the other: their times summed, the greatest peak."""
    wall, cpu, peak = 0.0, 0.0, None
    for usage in usages:
        wall, cpu = wall + usage.wall_seconds, cpu + usage.cpu_seconds
        if usage.memory_mib is not None:
            peak = max(peak or 0.0, usage.memory_mib)
    return Usage(wall, cpu, peak)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The output and end of a process, not yet interpreted.

    Attributes:
        stdout: what it wrote on its standard output.
        stderr: what it wrote on its standard error.
        exit_code: its exit code, minus the number of the signal that killed it, or ``None`` if not known.
        timed_out: whether our clock stopped it.
        flooded: whether it was stopped because it wrote more than may be kept.
        usage: the measurements.
    """

    stdout: bytes
    stderr: bytes
    exit_code: int | None
    timed_out: bool
    flooded: bool
    usage: Usage


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a solver: the answer, and all that is needed to judge or repeat it.

    Attributes:
        answer: the solver's answer.
        usage: the measurements.
        command: the program and its arguments; the script goes to its standard input.
        stdout: the raw output.
        stderr: the raw error output.
        exit_code: as in :class:`Outcome`; ``None`` also when the process could not be started.
    """

    answer: Answer
    usage: Usage
    command: tuple[str, ...]
    stdout: str = field(default="", repr=False)
    stderr: str = field(default="", repr=False)
    exit_code: int | None = None

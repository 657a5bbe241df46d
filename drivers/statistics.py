"""Statistics of a solver's search, by SMT-LIB's ``(get-info :all-statistics)``, under common names.

The question stands directly after the verdict's, between two marks. What is printed between them is taken out
before anything else is read, so that it can't change an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import pairwise

from smtlib.commands import end_of_verdict
from smtlib.errors import SexprError
from smtlib.sexpr import Sexpr, read_all

QUESTION = "(get-info :all-statistics)"
_MARK = "fillomino-statistics"
_ASKED = f'\n(echo "{_MARK}")\n{QUESTION}\n(echo "{_MARK}")\n'
_ANSWERED = re.compile(rf'^"?{_MARK}"?$(.*?)(?:^"?{_MARK}"?$\n?|\Z)', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counters of a solver's search; ``None`` for what it does not print (Z3 leaves out what is 0).

    Attributes:
        conflicts: conflicts, those of theories included.
        decisions: decisions, or branches.
        propagations: propagated literals.
        restarts: restarts.
        memory_mib: the most memory in MiB that the solver itself counts.
    """

    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    restarts: int | None = None
    memory_mib: float | None = None


COUNTERS = tuple(field.name for field in fields(Statistics))

_NAMES: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("conflicts", "sat-conflicts", "sat::conflicts"), ("conflicts", 0)),
    **dict.fromkeys(("decisions", "sat-decisions", "sat::decisions"), ("decisions", 0)),
    **dict.fromkeys(("propagations", "sat-propagations-2ary", "sat-propagations-nary"), ("propagations", 0)),
    **dict.fromkeys(("boolean-propagations", "theory-propagations"), ("propagations", 0)),
    **dict.fromkeys(("sat::propagations",), ("propagations", 0)),
    **dict.fromkeys(("restarts", "sat-restarts"), ("restarts", 0)),
    "sat::starts": ("restarts", -1),  # the first start is none
    **dict.fromkeys(("max-memory", "mem-usage"), ("memory_mib", 0)),
}
"""A solver's name -> ours, and what to add; several names of one counter are summed."""


def with_question(script: str) -> str:
    """A script that also asks for statistics after its last verdict; the same if it asks for no verdict."""
    end = end_of_verdict(script)
    return script if end is None else f"{script[:end]}{_ASKED}{script[end:]}"


def without_question(script: str) -> str:
    """The script that `with_question` was given."""
    return script.replace(_ASKED, "")


def split_output(stdout: str, script: str) -> tuple[str, str | None]:
    """What a solver printed without statistics, and what it printed for them.

    The latter is ``None`` if the script does not ask for any, or the solver did not get there.
    """
    match = _ANSWERED.search(stdout) if _ASKED in script else None
    if match is None:
        return stdout, None
    return stdout[: match.start()] + stdout[match.end() :], match[1]


def read_statistics(printed: str | Sexpr | None) -> Statistics | None:
    """The statistics in a reply to `QUESTION`, empty where none can be read; ``None`` without a reply.

    Replies are lists of names and values (Z3, Yices) or of pairs of them (cvc5).
    """
    if printed is None:
        return None
    try:
        words = list(_words(read_all(printed) if isinstance(printed, str) else [printed]))
    except SexprError:
        return Statistics()
    counters: dict[str, float] = {}
    for name, value in pairwise(words):
        ours, more = _NAMES.get(name.strip('":'), ("", 0))
        if ours and re.fullmatch(r"\d{1,18}(\.\d{1,9})?", value):
            counters[ours] = counters.get(ours, 0) + float(value) + more
    memory = counters.pop("memory_mib", None)
    counts = {name: max(0, int(value)) for name, value in counters.items()}
    return Statistics(**counts, memory_mib=None if memory is None else round(memory, 2))


def sum_statistics(statistics: Iterable[Statistics | None]) -> Statistics | None:
    """The statistics of processes one after the other: counters summed, the greatest memory."""
    known = [counted for counted in statistics if counted not in (None, Statistics())]
    if not known:
        return None

    def values(name: str) -> list[float]:
        return [value for counted in known if (value := getattr(counted, name)) is not None]

    sums = {name: int(sum(values(name))) for name in COUNTERS[:-1] if values(name)}
    return Statistics(**sums, memory_mib=max(values("memory_mib"), default=None))


def _words(expressions: Iterable[Sexpr]) -> Iterator[str]:
    for expression in expressions:
        if isinstance(expression, str):
            yield expression
        else:
            yield from _words(expression)

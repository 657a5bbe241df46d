"""Statistics of a solver's search, by SMT-LIB's ``(get-info :all-statistics)``, under common names.

The question stands directly after the last verdict's, and after the last before each ``(reset)``, where
solvers begin to count anew; between two marks. What is printed between them is taken out
before anything else is read, so that it can't change an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from fillomino.record import Record
from smtlib.commands import ends_of_verdicts
from smtlib.errors import SexprError
from smtlib.sexpr import TOKEN, Sexpr, read_all, write

QUESTION = "(get-info :all-statistics)"
_MARK = "fillomino-statistics"
_ASKED = f'\n(echo "{_MARK}")\n{QUESTION}\n(echo "{_MARK}")\n'
_ANSWERED = re.compile(rf'^"?{_MARK}"?$(.*?)(?:^"?{_MARK}"?$\n?|\Z)', re.MULTILINE | re.DOTALL)


class Statistics(Record):
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


_NAMES = {
    "conflicts": ("conflicts", "sat-conflicts", "nlsat-conflicts", "mcsat::conflicts", "sat::conflicts"),
    "decisions": ("decisions", "sat-decisions", "nlsat-decisions", "mcsat::decisions", "sat::decisions"),
    "propagations": (
        "propagations", "sat-propagations-2ary", "sat-propagations-nary", "nlsat-propagations",
        "boolean-propagations", "theory-propagations", "mcsat::bool::propagations",
        "mcsat::bv::propagations", "mcsat::nra::propagations", "mcsat::uf::propagations",
        "sat::propagations",
    ),
    "restarts": ("restarts", "sat-restarts", "nlsat-restarts", "mcsat::restarts", "sat::starts"),
    "memory_mib": ("max-memory", "mem-usage"),
}  # fmt: skip
"""The solvers' names of each attribute; where a solver has several, they are summed."""

PEAK = "memory_mib"
"""What of several processes is the greatest; all others are summed."""

COUNTERS = tuple(name for name in Statistics.__match_args__ if name != PEAK)
"""The names of what is summed."""


def with_question(script: str) -> str:
    """A script that also asks for statistics after its last verdicts; the same if it asks for none."""
    begun, parts = 0, list[str]()
    for end in ends_of_verdicts(script):
        parts += (script[begun:end], _ASKED)
        begun = end
    return "".join([*parts, script[begun:]])


def without_question(stdout: str, script: str) -> tuple[str, str, Statistics | None]:
    """What a solver printed without statistics, the script that `with_question` was given, and statistics.

    The latter are ``None`` if the script does not ask for any, or the solver did not get there.
    """
    if _ASKED not in script:
        return stdout, script, None
    script = script.replace(_ASKED, "")
    counted = [read_statistics(match[1]) for match in _ANSWERED.finditer(stdout)]
    if not counted:
        return stdout, script, None
    return _ANSWERED.sub("", stdout), script, sum_statistics(counted) or Statistics()


def read_statistics(printed: str | Sexpr) -> Statistics:
    """The statistics in a reply to `QUESTION`, empty where none can be read.

    Replies are lists of names and values (Z3, Yices) or of pairs of them (cvc5).
    """
    text = printed if isinstance(printed, str) else write(printed)
    try:
        read_all(text)
    except SexprError:
        return Statistics()
    words = [word for word in TOKEN.findall(text) if word not in ("(", ")")]
    counted = {
        name.strip('":'): float(value)
        for name, value in pairwise(words)
        if re.fullmatch(r"\d{1,18}(\.\d{1,9})?", value)
    }
    if "sat::starts" in counted:
        counted["sat::starts"] -= 1  # the first start is none
    sums = {
        ours: max(0.0, sum(counted.get(name, 0.0) for name in _NAMES[ours]))
        for ours in (*COUNTERS, PEAK)
        if not counted.keys().isdisjoint(_NAMES[ours])
    }
    memory = sums.pop(PEAK, None)
    counts = {name: int(value) for name, value in sums.items()}
    return Statistics(**counts, memory_mib=None if memory is None else round(memory, 2))


def sum_statistics(statistics: Iterable[Statistics | None]) -> Statistics | None:
    """The statistics of processes one after the other: counters summed, the greatest memory."""
    known = [counted for counted in statistics if counted not in (None, Statistics())]
    if not known:
        return None

    def values(name: str) -> list[float]:
        return [value for counted in known if (value := getattr(counted, name)) is not None]

    sums = {name: int(sum(values(name))) for name in COUNTERS if values(name)}
    return Statistics(**sums, memory_mib=max(values(PEAK), default=None))

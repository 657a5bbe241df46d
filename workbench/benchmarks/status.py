"""The status of each check of a benchmark: by a checked model, two solvers, or one and a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from drivers.answer import Sat
from drivers.limits import Limits
from drivers.runner import run
from drivers.solver import Solver
from encoder.errors import DecodeError
from encoder.script import block, decode
from fillomino.rules import violations
from smtlib.render import driver
from smtlib.terms import negation
from workbench.benchmarks.recipe import Subject
from workbench.benchmarks.text import Benchmark

WITNESSES = 2
"""How many solvers of different makes must agree where no model was checked; a certificate counts as one."""


class Established(NamedTuple):
    """The statuses of a benchmark.

    Attributes:
        statuses: that of each check; empty if they are not established.
        by: who established them, or why they are not established.
        wrong: the solvers that answered otherwise.
    """

    statuses: tuple[str, ...]
    by: str
    wrong: tuple[str, ...] = ()


def establish(
    benchmark: Benchmark,
    solvers: Sequence[Solver],
    verdicts: Mapping[str, Sequence[str]],
    witness: str | None,
    *,
    certified: bool = False,
) -> Established:
    """Establish the statuses of a benchmark from the rules, a model and the verdicts of solvers.

    Args:
        benchmark: the benchmark.
        solvers: the solvers that were run; two interfaces of one solver count once.
        verdicts: for each solver its verdicts, ``sat`` or ``unsat``; fewer where it was stopped.
        witness: the name of the solver whose model of the script decodes to a solution.
        certified: whether a certificate, which the checker accepted, proves that the known solutions are all.
            It is about the puzzle: a solver must still answer that the script has no model.
    """
    makes = {solver.name: solver.same_as or solver.name for solver in solvers}
    if witness is not None:
        wrong = [name for name, given in verdicts.items() if any(verdict != "sat" for verdict in given)]
        by = f"a model of {witness}, checked by the rules"
        return Established(("sat",) * len(benchmark.expected), by, tuple(wrong))
    statuses: list[str] = []
    names: set[str] = set()
    for place, expected in enumerate(benchmark.expected):
        answers = {name: given[place] for name, given in verdicts.items() if place < len(given)}
        distinct = set(answers.values())
        listed = ", ".join(f"{name} answers {answer}" for name, answer in sorted(answers.items()))
        if len(distinct) > 1:
            return Established((), f"check {place + 1}: {listed}")
        if expected is not None and distinct - {expected}:
            return Established((), f"check {place + 1}: {listed}, but {expected} by the rules")
        agreeing = {makes[name] for name in answers}
        if certified and expected == "unsat" and answers:
            agreeing.add("a certificate")
            names.add("a certificate")
        if len(agreeing) < WITNESSES:
            return Established((), f"check {place + 1}: fewer than {WITNESSES} solvers answered")
        statuses += distinct
        names |= set(answers)
    return Established(tuple(statuses), f"{' and '.join(sorted(names))} agree")


def witness(subject: Subject, written: Benchmark, solvers: Iterable[Solver]) -> str | None:
    """Return the name of a solver that completes the known solution to a model of the script.

    The filling of the model is decoded, and must be that solution.

    Returns:
        ``None`` if there is no such model, or the question is not for any solution.
    """
    if written.script is None or written.expected != ("sat",):
        return None
    [filling] = subject.fillings
    text = driver(written.script, also=[negation(block(written.script, filling))])
    for solver in solvers:
        answer = run(text, solver, Limits(seconds=60)).answer
        if not isinstance(answer, Sat):
            continue
        try:
            decoded = decode(written.script, answer.values)
        except DecodeError:
            continue
        if decoded.filling == filling and not violations(subject.puzzle, filling):
            return solver.name
    return None

"""The status of each check of a benchmark: by a checked model, two solvers, or one and a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
"""So many solvers of different makes must agree, where no model was checked; a certificate counts as one."""


@dataclass(frozen=True, slots=True)
class Established:
    """The statuses of a benchmark.

    Attributes:
        statuses: that of each check; empty if they are not established.
        by: who established them, in a phrase; or why they are not.
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
    """Establish the statuses of a benchmark from what the rules, a model and solvers have.

    Args:
        benchmark: the benchmark.
        solvers: those that were run; two ways into one solver count once.
        verdicts: for each solver those it has printed, ``sat`` or ``unsat``; fewer where it was stopped.
        witness: the name of the solver whose model of the script decodes to a solution.
        certified: whether the solutions that the rules know are all there are by a certificate that the
            checker accepted. It is about the puzzle: that the script has no model, a solver must answer, too.
    """
    makes = {solver.name: solver.same_as or solver.name for solver in solvers}
    statuses, makers = [], set()
    for place, expected in enumerate(benchmark.expected):
        if witness is not None:
            statuses.append("sat")
            continue
        answers = {name: its[place] for name, its in verdicts.items() if place < len(its)}
        found = set(answers.values())
        if len(found) > 1:
            return Established((), f"check {place + 1}: {_listed(answers)}")
        if expected is not None and found - {expected}:
            return Established((), f"check {place + 1}: {_listed(answers)}, but {expected} by the rules")
        agreeing = {makes[name] for name in answers}
        if certified and expected == "unsat" and answers:
            agreeing.add("a certificate")
            makers.add("a certificate")
        if len(agreeing) < WITNESSES:
            return Established((), f"check {place + 1}: fewer than {WITNESSES} solvers answered")
        statuses += found
        makers |= set(answers)
    if witness is None:
        return Established(tuple(statuses), f"{' and '.join(sorted(makers))} agree")
    wrong = tuple(name for name, its in verdicts.items() if any(answer != "sat" for answer in its))
    return Established(tuple(statuses), f"a model of {witness}, checked by the rules", wrong)


def witness(subject: Subject, made: Benchmark, solvers: Iterable[Solver]) -> str | None:
    """Find a model of a script that asks for any solution: the known one, which a solver completes.

    The filling of the model is decoded, and must be that solution.

    Returns:
        The name of the solver; ``None`` if there is no such model, or the question is another.
    """
    if made.script is None or made.expected != ("sat",):
        return None
    [filling] = subject.fillings
    text = driver(made.script, also=[negation(block(made.script, filling))])
    for solver in solvers:
        answer = run(text, solver, Limits(seconds=60)).answer
        if not isinstance(answer, Sat):
            continue
        try:
            decoded = decode(made.script, answer.values)
        except DecodeError:
            continue
        if decoded.filling == filling and not violations(subject.puzzle, filling):
            return solver.name
    return None


def _listed(answers: Mapping[str, str]) -> str:
    return ", ".join(f"{name} answers {answer}" for name, answer in sorted(answers.items()))

"""The text of a benchmark, check by check, and the status of each check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from drivers.answer import Sat, Unsat
from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import Solver
from drivers.solvers import default_solver
from encoder.annotations import head
from encoder.encodings.cuts import CAP
from encoder.errors import DecodeError
from encoder.lazy.refutation import Verdict, other_than
from encoder.parts.values import values_of
from encoder.puzzle_script import PuzzleScript, block, decode
from fillomino.deduction.engine import Level, deduce
from fillomino.rules import violations
from labs.benchmarks.recipe import INCREMENTAL, REDUCTIONS, Recipe, Subject
from smtlib.intake import Track
from smtlib.render import body, driver, labelled
from smtlib.script import Origin, header, negation, status_info
from smtlib.sexpr import read_one, write
from workbench.fillomino.cut_loop import CutLoop
from workbench.methods.method import Round

CELLS = 12
"""The number of cells that the question `backbone` asks about, one after the other."""
BLOCKED = "blocked_0"
"""The name of the assertion that blocks the known solution, where assertions have names."""
PATIENCE = 60.0
"""The limit in seconds of a session of the lazy method."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The commands of a benchmark.

    Attributes:
        logic: the logic.
        comments: the comments of the file.
        steps: the commands before each ``check-sat``.
        expected: the verdict of each check by the rules, where they decide it; the statuses must agree.
        script: the script of a question of one check, to find a model of it; else ``None``.
    """

    logic: str
    comments: str
    steps: tuple[str, ...]
    expected: tuple[str | None, ...]
    script: PuzzleScript | None = None

    @property
    def incremental(self) -> bool:
        """Whether there are several checks."""
        return len(self.steps) > 1

    def commands(self) -> str:
        """Return the commands without a header."""
        checks = "".join(f"{step}(check-sat)\n" for step in self.steps)
        return f"(set-logic {self.logic})\n{checks}(exit)\n"

    def file(self, origin: Origin, statuses: Sequence[str], version: str) -> str:
        """Return the file for the library, with the status of each check, in a version of SMT-LIB."""
        only = None if self.incremental else statuses[0]
        parts = [header(self.logic, origin, only, version), self.comments]
        for step, status in zip(self.steps, statuses, strict=True):
            parts += [step, status_info(status) if self.incremental else "", "(check-sat)\n"]
        return "".join((*parts, "(exit)\n"))

    def for_track(self, track: Track, origin: Origin, version: str) -> str:
        """Return the file for a track of the competition, whose status the benchmark has."""
        step = self.steps[0]
        if track.named and self.script is not None:
            term = step.removeprefix(body(self.script)).removeprefix("(assert ").removesuffix(")\n")
            step = body(self.script.replace(assertions=labelled(self.script)))
            step += f"(assert (! {term} :named {BLOCKED}))\n" if term else ""
        head = header(self.logic, origin, track.status, version)
        return f"{track.opening}{head}{self.comments}{step}(check-sat)\n({track.question})\n(exit)\n"


def benchmark(recipe: Recipe, subject: Subject) -> Benchmark | None:
    """Write the benchmark of a recipe; ``None`` where the lazy method can't finish it."""
    comments = head(subject.puzzle, recipe.encoding)
    if recipe.question == "lazy":
        return _lazy(recipe, subject, comments)
    encoding = recipe.encoded()
    script = encoding.script(subject.puzzle, logic=recipe.logic)
    others = [block(script, filling) for filling in subject.fillings]
    text = body(script)
    if recipe.question not in INCREMENTAL:
        if recipe.question == "unique":
            comments += "; asks unique\n"
            text += f"(assert {others[0]})\n"
        expected = "sat" if subject.fillings and recipe.question in ("solvable", *REDUCTIONS) else "unsat"
        return Benchmark(recipe.logic, comments, (text,), (expected,), script)
    if recipe.question == "enumerate":
        blocked = (f"(assert {other})\n" for other in others)
        return Benchmark(recipe.logic, comments, (text, *blocked), (*("sat" for _ in others), "unsat"))
    cells = _alternatives(others[0])[:CELLS]
    steps = [f"(push 1)\n(assert {other})\n" for other in cells]
    opened = (text + steps[0], *(f"(pop 1)\n{step}" for step in steps[1:]))
    return Benchmark(recipe.logic, comments, opened, ("unsat",) * len(steps))


def _alternatives(differs: str) -> list[str]:
    """Return at most `CELLS` terms of a disjunction, evenly spread: each says that a cell differs."""
    term = read_one(differs)
    parts = list(term[1:]) if isinstance(term, tuple) and term[0] == "or" else [term]
    return [write(part) for part in parts[:: max(1, len(parts) // CELLS)]]


def _lazy(recipe: Recipe, subject: Subject, comments: str) -> Benchmark | None:
    """Record a session of the lazy method, up to the proof that there is no second solution.

    Without the bit-vectors by which our session reads answers, only Booleans remain.
    """
    values = values_of(subject.puzzle, deduce(subject.puzzle, Level.NONE), CAP)
    rounds: list[Round] = []

    def watch(seen: object) -> None:
        if isinstance(seen, Round):
            rounds.append(seen)

    loop = CutLoop(values, default_solver(), "QF_BV", Limits(seconds=PATIENCE), watch=watch)
    try:
        until = monotonic() + PATIENCE
        verdict = loop.decide(until=until)
        if not isinstance(verdict, Verdict) or verdict.filling is None or verdict.cap != values.cap:
            return None
        other = other_than(values, verdict.filling)
        if not isinstance(loop.decide([other], until=until), Unsat):
            return None
    finally:
        loop.close()
    opening = [f"(declare-fun {name} () Bool)\n" for name in loop.base.names]
    opening += [f"(assert {assertion.term})\n" for assertion in loop.base.assertions]
    steps = ["".join(f"(assert {term})\n" for term in turn.cuts or (other,)) for turn in rounds]
    expected = (*(None if turn.cuts else "sat" for turn in rounds), "unsat")
    return Benchmark(recipe.logic, comments, ("".join(opening), *steps), expected)


WITNESSES = 2
"""How many solvers of different makes must agree where no model was checked; a certificate counts as one."""


class Established(NamedTuple):
    """The status of each check of a benchmark, who established them, and the solvers that answered otherwise.

    If they are not established, there is none, and `by` tells why.
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
    makes = {solver.name: solver.make for solver in solvers}
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

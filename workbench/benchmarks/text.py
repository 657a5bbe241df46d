"""The text of a benchmark: its commands, check by check, and the same under the header of the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

from drivers.answer import Unsat
from drivers.limits import Limits
from drivers.solvers import DEFAULT
from encoder.annotations import head
from encoder.encodings.cuts import CAP
from encoder.lazy.cuts import Verdict, other_than
from encoder.parts.values import values_of
from encoder.script import PuzzleScript, block
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Filling
from smtlib.benchmark import Origin, header, status_info
from smtlib.render import body, labelled
from smtlib.sexpr import read_one, write
from smtlib.tracks import Track
from workbench.benchmarks.recipe import INCREMENTAL, REDUCTIONS, Recipe, Subject
from workbench.methods.cuts import CutLoop
from workbench.methods.question import Round

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
        """Return the file for the library.

        Args:
            origin: its origin.
            statuses: the status of each check.
            version: the version of SMT-LIB.
        """
        only = None if self.incremental else statuses[0]
        parts = [header(self.logic, origin, only, version), self.comments]
        for step, status in zip(self.steps, statuses, strict=True):
            parts += [step, status_info(status) if self.incremental else "", "(check-sat)\n"]
        return "".join((*parts, "(exit)\n"))

    def for_track(self, track: Track, origin: Origin, version: str) -> str:
        """Return the file for a track of the competition.

        Args:
            track: a track whose status the benchmark has.
            origin: its origin.
            version: the version of SMT-LIB.
        """
        step = self.steps[0]
        if track.named and self.script is not None:
            term = step.removeprefix(body(self.script)).removeprefix("(assert ").removesuffix(")\n")
            step = body(replace(self.script, assertions=labelled(self.script)))
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

    def differs(filling: Filling) -> str:
        return block(script, filling)

    text = body(script)
    if recipe.question not in INCREMENTAL:
        if recipe.question == "unique":
            comments += "; asks unique\n"
            text += f"(assert {differs(subject.fillings[0])})\n"
        expected = "sat" if subject.fillings and recipe.question in ("solvable", *REDUCTIONS) else "unsat"
        return Benchmark(recipe.logic, comments, (text,), (expected,), script)
    if recipe.question == "enumerate":
        blocked = (f"(assert {differs(filling)})\n" for filling in subject.fillings)
        verdicts = (*("sat" for _ in subject.fillings), "unsat")
        return Benchmark(recipe.logic, comments, (text, *blocked), verdicts)
    cells = _alternatives(differs(subject.fillings[0]))[:CELLS]
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

    loop = CutLoop(values, DEFAULT, "QF_BV", Limits(seconds=PATIENCE), watch=watch)
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

"""A subject of an audit that lists solutions and writes no script: a paradigm, or a program that answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from drivers.answer import Failure, Sat, Unknown, Unsat
from drivers.backend import Backend
from drivers.cores import unanswered
from drivers.errors import DriverError, SessionError
from drivers.limits import Limits
from drivers.solver import require
from encoder.errors import EncodingError
from encoder.script import integers
from fillomino.deduction.engine import deduce
from fillomino.errors import FillominoError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from smtlib.script import Family
from workbench.audit.puzzles import fillings
from workbench.audit.scripts import PORTION
from workbench.audit.sweep import Counterexample, Judged, Scope
from workbench.foreign.answers import Answering
from workbench.methods.method import Question
from workbench.methods.paradigm import ParadigmBackend, ParadigmMethod, answering
from workbench.methods.smt import smt
from workbench.methods.table import named
from workbench.paradigms.instance import Instance, RefusedError
from workbench.texts.rows import Kind

Listing: TypeAlias = Callable[[Puzzle], Iterator[Filling]]
"""Yields the solutions of a puzzle one by one; raises `RefusedError` or `EncodingError` if it can't."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Something that lists the solutions of a puzzle.

    Attributes:
        name: its name in messages.
        open: a context in which it answers several puzzles.
        portion: the most puzzles for one such context.
    """

    name: str
    open: Callable[[], AbstractContextManager[Listing]]
    portion: int | None = None
    families: tuple[Family, ...] = ()

    def judge(self, puzzles: Sequence[Puzzle]) -> Judged:
        """See `Subject`."""
        left_out: list[tuple[Puzzle, FillominoError]] = []
        right = 0
        with self.open() as listing:
            for puzzle in puzzles:
                try:
                    wrong = first_wrong(puzzle, listing(puzzle), _reference)
                except (RefusedError, EncodingError) as reason:
                    left_out.append((puzzle, reason))
                    continue
                if wrong is not None:
                    return Judged(right, left_out, wrong)
                right += 1
        return Judged(right, left_out)

    def without_clues(self, wrong: Counterexample) -> Counterexample:
        """See `Subject`; there are too many fillings to list them all."""
        return wrong

    def explain(self, wrong: Counterexample) -> Counterexample:
        """See `Subject`; the rules alone judge what has no script."""
        return replace(wrong, checked_by=("the rules",))


def first_wrong(
    puzzle: Puzzle, listing: Iterator[Filling], solutions: Callable[[Puzzle, int], Iterable[Filling]]
) -> Counterexample | None:
    """Return the first fault of a list of solutions, if it has one.

    From the puzzle and the length of the list `solutions` returns all of them, or one more than are listed.
    """
    listed: set[Filling] = set()
    for filling in listing:
        broken = violations(puzzle, filling)
        if filling in listed or broken:
            kind: Kind = "not-blocked" if filling in listed else "accepted"
            return Counterexample(puzzle, kind, filling, violations=broken)
        listed.add(filling)
    missing = next((filling for filling in solutions(puzzle, len(listed)) if filling not in listed), None)
    return None if missing is None else Counterexample(puzzle, "refused", missing)


def first_fault(name: str, puzzle: Puzzle, seconds: float | None) -> Counterexample | None:
    """Return the first fault of the solutions that ``ans:PROGRAM`` prints; ``None`` if they are right.

    The seconds are those of the program, and of the search for a solution that it misses.

    Raises:
        EncodingError: if the program refuses the puzzle.
        DriverError: if it fails, or is late; or if no solver decides whether a solution is missing.
    """
    subject = listed(name, Scope(limits=Limits(seconds=seconds)))

    def solutions(_: Puzzle, count: int) -> tuple[Filling, ...]:
        result = smt(None, None).run("", puzzle, Question(limit=count + 1, seconds=seconds))
        if len(result.fillings) <= count and not result.complete:
            raise DriverError(f"it is not known whether {subject.name} misses a solution: {result.error}")
        return result.fillings

    with subject.open() as listing:
        wrong = first_wrong(puzzle, listing(puzzle), solutions)
    return None if wrong is None else subject.explain(wrong)


def _reference(puzzle: Puzzle, _: int) -> tuple[Filling, ...]:
    return fillings(puzzle)


def listed(name: str, scope: Scope) -> Listed:
    """Return the subject of a name: a paradigm, or ``ans:PROGRAM``.

    Raises:
        InputError: for an unknown name.
        ProgramError: for a program that does not exist.
        SolverNotFoundError: if what a paradigm needs is not installed.
    """
    method = named(name)
    return of_paradigm(method, scope) if isinstance(method, ParadigmMethod) else _program(name, scope)


def of_paradigm(method: ParadigmMethod, scope: Scope) -> Listed:
    """A paradigm as a subject: a process for each batch, as solvers may keep what they don't need."""
    solver = require(method.paradigm.process(method.workers))

    @contextmanager
    def opened() -> Iterator[Listing]:
        backend: ParadigmBackend | None = None

        def listing(puzzle: Puzzle) -> Iterator[Filling]:
            nonlocal backend
            instance = Instance(puzzle, deduce(puzzle, scope.level))
            if backend is None:
                backend = ParadigmBackend(instance, solver, scope.limits)
            backend.take(instance)
            return _solutions(backend, puzzle, method.name)

        try:
            yield listing
        finally:
            if backend is not None:
                backend.close()

    return Listed(method.name, opened)


def _program(name: str, scope: Scope) -> Listed:
    """A program that answers as a subject; it is started for each puzzle."""
    command = answering(name).command

    @contextmanager
    def opened() -> Iterator[Listing]:
        yield lambda puzzle: _solutions(Answering(command, puzzle, scope.limits), puzzle, command.name)

    return Listed(command.name, opened, portion=PORTION)


def _solutions(backend: Backend[Filling], puzzle: Puzzle, name: str) -> Iterator[Filling]:
    """The solutions that a back end finds, each blocked after it was found."""
    cells = integers(puzzle.board)
    first = True
    while not isinstance(answer := backend.ask(), Unsat):
        if isinstance(answer, Unknown) and first:
            raise EncodingError(answer.reason)
        if isinstance(answer, Failure):
            raise SessionError(answer.text)
        if not isinstance(answer, Sat):
            raise unanswered(name, answer)
        first = False
        filling = cells.decode(puzzle.board.names, answer.values)
        yield filling
        backend.block(filling)

"""Subjects of an audit that list solutions: paradigms, programs that answer, and lazy methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from drivers.answer import Failure, Sat, Unknown, Unsat
from drivers.backend import Backend
from drivers.cores import unanswered
from drivers.errors import DriverError, SessionError
from drivers.limits import Limits
from drivers.solver import require
from encoder.errors import EncodingError
from encoder.script import block, decode, integers
from fillomino.clock import Stopwatch
from fillomino.deduction.levels import Level
from fillomino.errors import FillominoError
from fillomino.instance import Filling, Instance
from fillomino.puzzle import as_fillomino
from smtlib.script import Family
from workbench.audit.sweep import PORTION, Counterexample, Judged, Subject, by_rules
from workbench.fillomino.contradicted import solutions_by_rules
from workbench.fillomino.deduced import begin, decided
from workbench.foreign.answers import Answering
from workbench.foreign.command import Command
from workbench.foreign.puzzles import FILLOMINO
from workbench.methods.method import Question
from workbench.methods.paradigm import ParadigmBackend, ParadigmMethod, answering
from workbench.methods.smt import SmtMethod, smt
from workbench.methods.table import named
from workbench.paradigms.problem import RefusedError, problem_of
from workbench.texts.rows import Kind

SEARCH_SECONDS = 10.0
"""CPU seconds in which rules list all solutions of a puzzle."""


@dataclass(frozen=True, slots=True)
class Listed(Subject):
    """A paradigm, or a program that answers: something that lists the solutions of a puzzle."""

    answerer: ParadigmMethod | Command
    level: Level
    limits: Limits
    known: Callable[[Instance], Sequence[Filling]] = by_rules

    @property
    def name(self) -> str:
        """See `Subject`."""
        return self.answerer.name

    @property
    def portion(self) -> int | None:
        """See `Subject`."""
        return PORTION if isinstance(self.answerer, Command) else None

    @property
    def unserved(self) -> bool:
        """See `Subject`."""
        return isinstance(self.answerer, Command)

    def judge(self, puzzles: Sequence[Instance]) -> Judged:
        """See `Subject`."""
        left_out: list[tuple[Instance, FillominoError]] = []
        right = 0
        with self.open() as listing:
            for puzzle in puzzles:
                try:
                    wrong = first_wrong(puzzle, listing(puzzle), lambda puzzle, _: self.known(puzzle))
                except (RefusedError, EncodingError) as reason:
                    left_out.append((puzzle, reason))
                    continue
                if wrong is not None:
                    return Judged(right, left_out, wrong)
                right += 1
        return Judged(right, left_out)

    @contextmanager
    def open(self) -> Iterator[Callable[[Instance], Iterator[Filling]]]:
        """Yield a function that lists solutions; raises `RefusedError` or `EncodingError` if it can't.

        A program is started for each puzzle. A paradigm answers all puzzles of one context in one process,
        and no more, as solvers may keep what they don't need.
        """
        answerer, limits = self.answerer, self.limits
        if isinstance(answerer, Command):
            yield lambda puzzle: _solutions(Answering(answerer, puzzle, limits), puzzle, answerer.name)
            return
        solver = require(answerer.paradigm.process(answerer.workers))
        backend: ParadigmBackend | None = None

        def listing(puzzle: Instance) -> Iterator[Filling]:
            nonlocal backend
            instance = problem_of(as_fillomino(puzzle, self.name), self.level)
            if backend is None:
                backend = ParadigmBackend(instance, solver, limits)
            backend.take(instance)
            return _solutions(backend, puzzle, answerer.name)

        try:
            yield listing
        finally:
            if backend is not None:
                backend.close()


@dataclass(frozen=True, slots=True)
class Completed(Subject):
    """A lazy method, which lists the solutions of a puzzle in a session: what it adds is judged with it."""

    method: SmtMethod
    limits: Limits
    known: Callable[[Instance], Sequence[Filling]] = by_rules

    @property
    def name(self) -> str:
        """See `Subject`."""
        return self.method.encoding.name

    @property
    def families(self) -> tuple[Family, ...]:
        """See `Subject`."""
        return self.method.encoding.families

    def judge(self, puzzles: Sequence[Instance]) -> Judged:
        """See `Subject`."""
        left_out: list[tuple[Instance, FillominoError]] = []
        right = 0
        for puzzle in puzzles:
            try:
                wrong = first_wrong(puzzle, self.listing(puzzle), lambda puzzle, _: self.known(puzzle))
            except EncodingError as reason:
                left_out.append((puzzle, reason))
                continue
            if wrong is not None:
                return Judged(right, left_out, wrong)
            right += 1
        return Judged(right, left_out)

    def listing(self, puzzle: Instance) -> Iterator[Filling]:
        """Yield the solutions that the method finds, unchecked, each blocked after it was found."""
        question = Question(seconds=self.limits.seconds)
        attempt = self.method.attempt("", puzzle, question)
        begun = begin(puzzle, attempt.level, question, Stopwatch())
        if attempt.lazy and decided(begun.candidates):
            deduced = begun.candidates.filling()
            if begun.candidates.consistent and not puzzle.violations(deduced):
                yield deduced
            return
        asking = self.method.asking(attempt, begun)
        with asking.backend as backend:
            while isinstance(answer := backend.ask(), Sat):
                if asking.script is None:
                    filling = integers(puzzle.places).decode(puzzle.places.names, answer.values)
                    yield filling
                    backend.block(filling)
                else:
                    filling = decode(asking.script, answer.values).filling
                    yield filling
                    backend.block(block(asking.script, filling))
            if isinstance(answer, Failure):
                raise SessionError(answer.text)
            if not isinstance(answer, Unsat):
                raise unanswered(self.name, answer)


def first_wrong(
    puzzle: Instance, listing: Iterator[Filling], solutions: Callable[[Instance, int], Iterable[Filling]]
) -> Counterexample | None:
    """Return the first fault of a list of solutions, if it has one.

    From the puzzle and the length of the list `solutions` returns all of them, or one more than are listed.
    """
    listed: set[Filling] = set()
    for filling in listing:
        broken = puzzle.violations_of_model(filling)
        if filling in listed or broken:
            kind: Kind = "not-blocked" if filling in listed else "accepted"
            return Counterexample(puzzle, kind, filling, violations=broken)
        listed.add(filling)
    missing = next((filling for filling in solutions(puzzle, len(listed)) if filling not in listed), None)
    return None if missing is None else Counterexample(puzzle, "refused", missing)


def first_fault(name: str, puzzle: Instance, seconds: float | None) -> Counterexample | None:
    """Return the first fault of the solutions that ``ans:PROGRAM`` prints; ``None`` if they are right.

    The seconds are those of the program, and of the search for a solution that it misses.

    Raises:
        EncodingError: if the program refuses the puzzle.
        DriverError: if it fails, or is late; or if no solver decides whether a solution is missing.
    """
    subject = listed(name, Level.NONE, Limits(seconds=seconds))

    def solutions(_: Instance, count: int) -> tuple[Filling, ...]:
        if puzzle.game.name != FILLOMINO:
            found, complete = solutions_by_rules(puzzle, count + 1, SEARCH_SECONDS)
            if complete:
                return found
        method = smt(None, None, game=puzzle.game.name)
        result = method.run("", puzzle, Question(limit=count + 1, seconds=seconds))
        if len(result.fillings) <= count and not result.complete:
            raise DriverError(f"it is not known whether {subject.name} misses a solution: {result.error}")
        return result.fillings

    with subject.open() as listing:
        wrong = first_wrong(puzzle, listing(puzzle), solutions)
    return None if wrong is None else subject.explain(wrong)


def listed(
    name: str,
    level: Level,
    limits: Limits,
    known: Callable[[Instance], Sequence[Filling]] = by_rules,
) -> Listed:
    """Return the subject of a name: a paradigm, or ``ans:PROGRAM``.

    Raises:
        InputError: for an unknown name.
        ProgramError: for a program that does not exist.
        SolverNotFoundError: if what a paradigm needs is not installed.
    """
    method = named(name)
    if not isinstance(method, ParadigmMethod):
        return Listed(answering(name).command, level, limits, known)
    require(method.paradigm.process(method.workers))
    return Listed(method, level, limits, known)


def _solutions(backend: Backend[Filling], puzzle: Instance, name: str) -> Iterator[Filling]:
    """The solutions that a back end finds, each blocked after it was found."""
    cells = integers(puzzle.places)
    first = True
    while not isinstance(answer := backend.ask(), Unsat):
        if isinstance(answer, Unknown) and first:
            raise EncodingError(answer.reason)
        if isinstance(answer, Failure):
            raise SessionError(answer.text)
        if not isinstance(answer, Sat):
            raise unanswered(name, answer)
        first = False
        filling = cells.decode(puzzle.places.names, answer.values)
        yield filling
        backend.block(filling)

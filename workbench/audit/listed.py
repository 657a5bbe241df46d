"""Subjects of an audit that list solutions: paradigms, programs that answer, and lazy methods."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from drivers.answer import Failure, Sat, Unknown, Unsat
from drivers.backend import Backend
from drivers.cores import unanswered
from drivers.errors import DriverError, SessionError
from drivers.limits import Limits
from drivers.pool import SessionPool
from encoder.errors import EncodingError
from encoder.puzzle_script import Decoded
from fillomino.clock import Stopwatch
from fillomino.deduction.levels import Level
from fillomino.errors import FillominoError
from fillomino.instance import Filling, Instance
from smtlib.script import Family
from workbench.audit.sweep import PORTION, Counterexample, Judged, Subject, by_rules
from workbench.fillomino.contradicted import solutions_by_rules
from workbench.fillomino.cut_loop import Cuts
from workbench.fillomino.deduced import begin, decided
from workbench.foreign.puzzles import FILLOMINO
from workbench.methods.answering import AnsweringMethod
from workbench.methods.lazy import Lazy
from workbench.methods.method import Question
from workbench.methods.registry import named
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.rows import Kind

SEARCH_SECONDS = 10.0
"""CPU seconds in which rules list all solutions of a puzzle."""


class Lister(Protocol):
    """A method whose solutions can be listed: a paradigm, or a program that answers."""

    @property
    def name(self) -> str:
        """Its name in tables."""

    def opened(
        self, level: Level, limits: Limits
    ) -> AbstractContextManager[Callable[[Instance], Backend[Decoded]]]:
        """Return what gives the back end for each puzzle, which is used before the next is asked for.

        Args:
            level: how much to deduce first.
            limits: those of each puzzle.

        Raises:
            SolverNotFoundError: if its solver is not installed.
        """


@dataclass(frozen=True, slots=True)
class Listed(Subject):
    """A method that lists the solutions of a puzzle, and writes no script."""

    answerer: Lister
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
        return PORTION if isinstance(self.answerer, AnsweringMethod) else None

    @property
    def unserved(self) -> bool:
        """See `Subject`."""
        return isinstance(self.answerer, AnsweringMethod)

    def judge(self, puzzles: Sequence[Instance]) -> Judged:
        """See `Subject`."""
        left_out: list[tuple[Instance, FillominoError]] = []
        right = 0
        with self.open() as listing:
            for puzzle in puzzles:
                try:
                    wrong = first_wrong(puzzle, listing(puzzle), lambda puzzle, _: self.known(puzzle))
                except EncodingError as reason:
                    left_out.append((puzzle, reason))
                    continue
                if wrong is not None:
                    return Judged(right, left_out, wrong)
                right += 1
        return Judged(right, left_out)

    @contextmanager
    def open(self) -> Iterator[Callable[[Instance], Iterator[Filling]]]:
        """Yield a function that lists solutions; raises `EncodingError` if it can't.

        What one process answers in one context it answers there alone, as solvers may keep what they don't
        need.
        """
        with self.answerer.opened(self.level, self.limits) as asked:
            yield lambda puzzle: _solutions(asked(puzzle), self.name)


@dataclass(frozen=True, slots=True)
class Completed(Subject):
    """A lazy method, which lists the solutions of a puzzle in a session: what it adds is judged with it.

    One solver process answers for all puzzles. Which model it finds may depend on what it was asked before:
    what is decided wrongly is judged again by a process of its own.
    """

    method: SmtMethod
    limits: Limits
    known: Callable[[Instance], Sequence[Filling]] = by_rules
    _pool: SessionPool = field(default_factory=SessionPool, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """See `Subject`."""
        return self.method.encoding.name

    def close(self) -> None:
        """See `Subject`."""
        self._pool.close()

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
                wrong = self._first_wrong(puzzle, self._pool)
            except EncodingError as reason:
                left_out.append((puzzle, reason))
                continue
            if wrong is not None:
                return Judged(right, left_out, self._first_wrong(puzzle) or wrong)
            right += 1
        return Judged(right, left_out)

    def _first_wrong(self, puzzle: Instance, pool: SessionPool | None = None) -> Counterexample | None:
        with closing(self.listing(puzzle, pool)) as listing:
            return first_wrong(puzzle, listing, lambda puzzle, _: self.known(puzzle))

    def listing(self, puzzle: Instance, pool: SessionPool | None = None) -> Generator[Filling, None, None]:
        """Yield the solutions that the method finds, unchecked, each blocked after it was found.

        Args:
            puzzle: the puzzle.
            pool: where the process comes from; by default it is one for this puzzle alone.
        """
        question = Question(seconds=self.limits.seconds)
        attempt = self.method.attempt("", puzzle, question)
        begun = begin(puzzle, attempt.level, question, Stopwatch())
        if attempt.lazy and decided(begun.candidates):
            deduced = begun.candidates.filling()
            if begun.candidates.consistent and not puzzle.violations(deduced):
                yield deduced
            return
        asking = self.method.asking(attempt, begun)
        if pool is not None and isinstance(asking.backend, Cuts | Lazy):
            asking.backend.use(pool)
        with asking.backend as backend:
            while isinstance(answer := backend.ask(), Sat):
                decoded = backend.read(answer)
                yield decoded.filling
                backend.block(decoded)
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
        if len(result.answers.fillings) <= count and not result.answers.complete:
            raise DriverError(f"it is not known whether {subject.name} misses a solution: {result.why.error}")
        return result.answers.fillings

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
    method: Any = named(name)
    method.facts()  # says what is not installed
    return Listed(method, level, limits, known)


def _solutions(backend: Backend[Decoded], name: str) -> Iterator[Filling]:
    """The solutions that a back end finds, each blocked after it was found."""
    first = True
    while not isinstance(answer := backend.ask(), Unsat):
        if isinstance(answer, Unknown) and first:
            raise EncodingError(answer.reason)
        if isinstance(answer, Failure):
            raise SessionError(answer.text)
        if not isinstance(answer, Sat):
            raise unanswered(name, answer)
        first = False
        decoded = backend.read(answer)
        yield decoded.filling
        backend.block(decoded)

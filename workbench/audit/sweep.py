"""The audit: what claims to accept exactly the solutions is given puzzle after puzzle, until one is wrong."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import NamedTuple

from drivers.limits import Limits
from encoder.script import PuzzleScript
from fillomino.deduction.levels import Level
from fillomino.errors import FillominoError
from fillomino.instance import Filling, Instance, Violation
from smtlib.errors import SmtLibError
from smtlib.literals import SortedValue
from smtlib.script import Assertion, Family
from workbench.audit.course import Course, StageKind
from workbench.texts.rows import Kind


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A puzzle that is decided wrongly, as first found or confirmed (`Subject.explain`).

    Attributes:
        puzzle: the puzzle.
        kind: ``refused`` (a solution), ``accepted`` (anything else), ``not-blocked`` (given twice).
        filling: that filling; ``None`` if the wrong model is not one, or is not read yet.
        unreadable: why it is not one.
        violations: the rules that an accepted filling breaks.
        script: the script of the puzzle, if there is one.
        values: the wrong model of the script as the solver gave it, by terms and symbols.
        model: the same for all constants, with their sorts.
        failing: the assertions of the whole encoding that were left out and are false in that model.
        refusing: a minimal core of the assertions that refuse a solution.
        checked_by: the judges that agree, beside the solver that found it.
        by: the name of who decides it wrongly, if that is not the subject, but what it is audited against.
    """

    puzzle: Instance
    kind: Kind
    filling: Filling | None
    unreadable: str = ""
    violations: tuple[Violation, ...] = ()
    script: PuzzleScript | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    model: Mapping[str, SortedValue] = field(default_factory=dict)
    failing: tuple[Assertion, ...] = ()
    refusing: tuple[Assertion, ...] = ()
    checked_by: tuple[str, ...] = ()
    by: str = ""

    @property
    def does(self) -> str:
        """What the subject does wrong, as the rest of a sentence that begins with its name."""
        return {
            "refused": "refuses a right filling",
            "accepted": "accepts a wrong filling",
            "not-blocked": "gives a filling twice",
        }[self.kind]

    @property
    def assertions(self) -> tuple[Assertion, ...]:
        """The assertions that fail on an accepted filling, or refuse a solution."""
        return self.failing or self.refusing

    @property
    def why(self) -> str:
        """The heading of these assertions, or the reason why there are none; empty without a script."""
        if self.failing:
            return "Dropped assertions that fail on it:"
        if self.refusing:
            return "Together these refuse it:"
        if self.script is None or self.kind == "not-blocked":
            return ""
        if self.kind == "accepted":
            return "The filling satisfies every assertion of the encoding, which is too weak."
        return "The encoding cannot represent one of its numbers."


def by_rules(puzzle: Instance) -> Sequence[Filling]:
    """Return every solution of a puzzle by its rules."""
    return puzzle.solutions()


class Judged(NamedTuple):
    """The judgement on puzzles: how many are right before the first wrong one, and which were left out."""

    right: int
    left_out: Sequence[tuple[Instance, FillominoError]] = ()
    wrong: Counterexample | None = None


class Subject(ABC):
    """Something to audit: `Scripts`, or `Listed`, which writes no scripts."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in messages."""

    @property
    def portion(self) -> int | None:
        """The most puzzles to judge at once; ``None`` for as many as there are."""
        return None

    @property
    def families(self) -> tuple[Family, ...]:
        """The families of its assertions."""
        return ()

    @abstractmethod
    def judge(self, puzzles: Sequence[Instance]) -> Judged:
        """Judge puzzles of one board.

        Raises:
            SessionError: if a solver fails, or does not answer in time.
            ProgramError: if a program fails.
        """

    def rules_broken(self, wrong: Counterexample) -> frozenset[str]:
        """Return the rules that what is accepted wrongly breaks; none for what is refused."""
        return frozenset(violation.name for violation in wrong.violations)

    def without_clues(self, wrong: Counterexample) -> Counterexample:
        """Return the same fault on the board without clues, if that can be told and it is there."""
        return wrong

    def explain(self, wrong: Counterexample) -> Counterexample:
        """Judge a wrong decision anew by all that can judge it, and say what makes it wrong.

        Raises:
            DisagreementError: if another solver, our own evaluation or the rules judge otherwise.
        """
        return replace(wrong, checked_by=("the rules",))


PORTION = 50
"""So many puzzles are given to a program before the solver is asked about them, and progress is reported."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Puzzles and limits of an audit.

    Attributes:
        course: the stages of puzzles.
        known: from a puzzle to all of its solutions, by the rules or by a rival.
        rival: the name of the encoding that gives these; empty if the rules do.
        level: how much to deduce before encoding.
        limits: of each question put to a solver.
    """

    course: Course
    level: Level = Level.NONE
    limits: Limits = field(default_factory=Limits)
    known: Callable[[Instance], Sequence[Filling]] = by_rules
    rival: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """Progress of an audit in one stage: its board by name and size, and how many puzzles are right."""

    kind: StageKind
    board: str
    cells: int
    puzzles: int


@dataclass(frozen=True, slots=True)
class Report:
    """Result of an audit.

    Attributes:
        wrong: the first puzzle that is decided wrongly, and how; ``None`` if there was none.
        done: the stages it went through.
        skipped: how many puzzles the subject does not take, by what they have (`Course.kind_of`).
        tested: for each rule how many puzzles have an answer that breaks it and no other, as far as known.
    """

    wrong: Counterexample | None
    done: tuple[Done, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    tested: Mapping[str, int] = field(default_factory=dict)

    @property
    def puzzles(self) -> int:
        """Number of puzzles that were decided rightly."""
        return sum(done.puzzles for done in self.done)


def audit(subject: Subject, scope: Scope, progress: Callable[[Done], None] = lambda _: None) -> Report:
    """Decide if a subject accepts exactly the solutions of every puzzle.

    A puzzle that it does not take, such as one of a variant, is counted and left out. After each batch of
    puzzles `progress` is told how far the audit is. For rules that no puzzle has tested more are made.

    Returns:
        A smallest counterexample among those of its stage, or none, what was looked at, and which rules that
        tested.

    Raises:
        SessionError: if a solver fails, or does not answer in time.
        ProgramError: if a program fails.
        FillominoError: the reason that it gave, if the subject takes no puzzle at all.
    """
    sweep = _Sweep(subject, scope.course, progress)
    for kind, name, cells, _, batches in scope.course.stages():
        wrong = sweep.go_through(Done(kind, name, cells, 0), batches())
        if wrong is not None:
            return sweep.report(subject.without_clues(wrong) if kind == "full" else wrong)
    for rule in [rule for rule in scope.course.rules if not sweep.tested[rule]]:
        made = list(scope.course.made_for(rule))
        if made:
            cells = max(puzzle.places.size for puzzle in made)
            wrong = sweep.go_through(Done("made", rule, cells, 0), iter([[puzzle] for puzzle in made]))
            if wrong is not None:
                return sweep.report(wrong)
    return sweep.report(None)


MOST_SMALLER = 300
"""So many puzzles are tried, at most, to find a smaller counterexample."""


SMALLER_SECONDS = 20.0
"""For so long, at most; what is found by then is shown."""


class _Sweep:
    """An audit under way."""

    def __init__(self, subject: Subject, course: Course, progress: Callable[[Done], None]) -> None:
        self.subject, self.course, self.progress = subject, course, progress
        self.done: list[Done] = []
        self.skipped: Counter[str] = Counter()
        self.tested: Counter[str] = Counter()
        self.reason: FillominoError | None = None

    def go_through(self, at: Done, batches: Iterator[Sequence[Instance]]) -> Counterexample | None:
        """Judge the puzzles of a stage; returns the first that is decided wrongly."""
        self.done.append(at)
        for puzzles in _portions(batches, self.subject.portion):
            judged = self.subject.judge(puzzles)
            left_out = {id(puzzle) for puzzle, _ in judged.left_out}
            for puzzle, why in judged.left_out:
                self.skipped[self.course.kind_of(puzzle)] += 1
                self.reason = self.reason or why
            self.done[-1] = at = replace(at, puzzles=at.puzzles + judged.right)
            if judged.wrong is not None:
                return self.smaller(judged.wrong)
            for puzzle in puzzles:
                if id(puzzle) not in left_out:
                    self.tested.update(self.course.broken_alone(puzzle))
            self.progress(at)
        return None

    def smaller(self, wrong: Counterexample) -> Counterexample:
        """Take away rows, columns and signs while the same rules are broken, or a solution is refused."""
        rules, tried, found = self.subject.rules_broken(wrong), 0, True
        until = monotonic() + SMALLER_SECONDS
        while found:
            found = False
            for puzzle in self.course.simpler(wrong.puzzle):
                tried += 1
                if tried > MOST_SMALLER or monotonic() > until:
                    return wrong
                with suppress(FillominoError, SmtLibError):
                    other = self.subject.judge([puzzle]).wrong
                    if other is None or other.kind != wrong.kind:
                        continue
                    if self.subject.rules_broken(other) == rules:
                        wrong, found = other, True
                        break
        return wrong

    def report(self, wrong: Counterexample | None) -> Report:
        """The result.

        Raises:
            FillominoError: the reason that it gave, if the subject takes no puzzle at all.
        """
        if wrong is None and self.reason is not None and not any(stage.puzzles for stage in self.done):
            raise self.reason
        tested = {rule: self.tested[rule] for rule in (*self.course.rules, *self.tested)}
        return Report(wrong, tuple(self.done), self.skipped, tested)


def _portions(batches: Iterator[Sequence[Instance]], portion: int | None) -> Iterator[Sequence[Instance]]:
    for batch in batches:
        most = portion or len(batch)
        yield from (batch[start : start + most] for start in range(0, len(batch), most))

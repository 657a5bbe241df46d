"""The audit: what claims to accept exactly the solutions is given puzzle after puzzle, until one is wrong."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import NamedTuple

from drivers.limits import Limits
from encoder.puzzle_script import PuzzleScript
from fillomino.deduction.levels import Level
from fillomino.errors import Error, FillominoError, TooLargeError
from fillomino.instance import Filling, Instance, Violation
from smtlib.errors import SmtLibError
from smtlib.literals import SortedValue
from smtlib.script import Assertion, Family
from workbench.audit.course import Course, Stage, StageKind
from workbench.fillomino.contradicted import solutions_by_rules
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


FEW = 24
"""Most solutions of a puzzle on a board whose fillings are too many to list."""

_SECONDS = 60.0


def by_rules(puzzle: Instance) -> Sequence[Filling]:
    """Return every solution of a puzzle by its rules.

    Where all fillings of the board are too many to list, backtracking finds the solutions, up to `FEW`.

    Raises:
        TooLargeError: if there are more.
    """
    try:
        return puzzle.solutions()
    except TooLargeError:
        found, complete = solutions_by_rules(puzzle, FEW + 1, _SECONDS)
        if not complete:
            raise
        return tuple(sorted(found))


class Judged(NamedTuple):
    """The judgement on puzzles.

    Attributes:
        right: how many are right before the first wrong one.
        left_out: those that the subject does not take, and why.
        wrong: the first that is decided wrongly.
        slow: how many scripts took a program more than `SLOW_SECONDS` of CPU time, which could serve.
        undecided: those that the solver did not decide in time.
    """

    right: int
    left_out: Sequence[tuple[Instance, FillominoError]] = ()
    wrong: Counterexample | None = None
    slow: int = 0
    undecided: Sequence[Instance] = ()


SLOW_SECONDS = 0.05
"""CPU time for a script from which on starting the program is most of it."""


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
    def unserved(self) -> bool:
        """Whether a program is started for each puzzle."""
        return False

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

    def close(self) -> None:
        """End what was begun to judge; what is judged later begins it again."""
        return

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


class Judging(ABC):
    """What judges the portions of an audit, perhaps several at once; results come in their order."""

    @property
    @abstractmethod
    def full(self) -> bool:
        """Whether as many portions are begun as there may be."""

    @abstractmethod
    def begin(self, puzzles: Sequence[Instance]) -> None:
        """Have puzzles judged."""

    @abstractmethod
    def next(self) -> Judged:
        """Return the judgement on the puzzles that were begun first, and not returned yet.

        Raises:
            Error: what ended it, as from `Subject.judge`.
        """


class Alone(Judging):
    """Judges a portion when it is asked for."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._begun: deque[Sequence[Instance]] = deque()

    @property
    def full(self) -> bool:
        """See `Judging`."""
        return bool(self._begun)

    def begin(self, puzzles: Sequence[Instance]) -> None:
        """See `Judging`."""
        self._begun.append(puzzles)

    def next(self) -> Judged:
        """See `Judging`."""
        return self._subject.judge(self._begun.popleft())


PORTION = 20
"""So many puzzles are given to a program before the solver is asked about them, and progress is reported."""

PROBES = 3
"""If a program refuses the first so many puzzles of a kind, the others are presumed refused."""


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
        presumed: how many of these it was not given, as it had refused the first `PROBES` of their kind.
        tested: for each rule how many puzzles have an answer that breaks it and no other, as far as known.
        undecided: how many puzzles of large boards the solver did not decide in time.
    """

    wrong: Counterexample | None
    done: tuple[Done, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    presumed: Mapping[str, int] = field(default_factory=dict)
    tested: Mapping[str, int] = field(default_factory=dict)
    undecided: int = 0

    @property
    def puzzles(self) -> int:
        """Number of puzzles that were decided rightly."""
        return sum(done.puzzles for done in self.done)


def audit(
    subject: Subject,
    scope: Scope,
    progress: Callable[[Done], None] = lambda _: None,
    *,
    judging: Judging | None = None,
    slow: Callable[[int], None] = lambda _: None,
) -> Report:
    """Decide if a subject accepts exactly the solutions of every puzzle.

    A puzzle that it does not take, such as one of a variant, is counted and left out. For rules that no
    puzzle has tested more are made.

    Args:
        subject: what is audited.
        scope: the puzzles.
        progress: told after each portion how far the audit is.
        judging: judges the portions; by default the subject, one after the other.
        slow: told after each portion how many of its scripts took long (`Judged.slow`).

    Returns:
        A smallest counterexample among those found, or none, what was looked at, and which rules that
        tested.

    Raises:
        SessionError: if a solver fails, or does not answer in time.
        ProgramError: if a program fails.
        FillominoError: the reason that it gave, if the subject takes no puzzle at all.
    """
    sweep = _Sweep(subject, scope.course, judging or Alone(subject), progress, slow)
    stages = scope.course.stages()
    try:
        wrong = sweep.go_through(stages)
        if wrong is not None:
            return sweep.report(sweep.smallest(wrong, stages))
        untested = [rule for rule in scope.course.rules if not sweep.tested[rule]]
        made = [(rule, list(scope.course.made_for(rule))) for rule in untested]
        wrong = sweep.go_through([_made(rule, puzzles) for rule, puzzles in made if puzzles])
        return sweep.report(wrong)
    finally:
        subject.close()


def _made(rule: str, puzzles: Sequence[Instance]) -> Stage:
    """The stage of puzzles that were made for a rule, each alone in its batch."""
    cells = max(puzzle.places.size for puzzle in puzzles)
    return Stage("made", rule, cells, len(puzzles), lambda: ([puzzle] for puzzle in puzzles))


MOST_SMALLER = 300
"""So many puzzles are tried, at most, to find a smaller counterexample."""


SMALLER_SECONDS = 20.0
"""For so long, at most; what is found by then is shown."""


class _Kinds:
    """Which puzzles a program is given: of a kind that it does not take only the first `PROBES`."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.begun: Counter[str] = Counter()
        self.judged: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def split(self, puzzles: Sequence[Instance]) -> tuple[Sequence[Instance], Sequence[Instance]]:
        """Return the puzzles up to one of which it has to be known first how others of its kind went.

        That depends on the puzzles before alone, and not on when they are judged.
        """
        begun = self.begun.copy()
        for place, puzzle in enumerate(puzzles):
            kind = self.course.kind_of(puzzle)
            if begun[kind] >= PROBES > self.begun[kind] and self.course.optional(kind):
                return puzzles[:place], puzzles[place:]
            begun[kind] += 1
        return puzzles, ()

    def open(self, puzzles: Sequence[Instance]) -> bool:
        """Whether it is not known yet which of the puzzles to give."""
        kinds = filter(self.course.optional, set(map(self.course.kind_of, puzzles)))
        return any(self.begun[kind] >= PROBES > self.judged[kind] for kind in kinds)

    def given(self, puzzles: Sequence[Instance]) -> list[Instance]:
        """Return the puzzles to give; the others are presumed refused."""
        return [puzzle for puzzle in puzzles if self.refused[self.course.kind_of(puzzle)] < PROBES]

    def note(self, puzzles: Sequence[Instance], left_out: set[int]) -> None:
        """Take note of which of the puzzles that were given it refused."""
        for puzzle in puzzles:
            kind = self.course.kind_of(puzzle)
            if self.course.optional(kind) and self.judged[kind] < PROBES:
                self.judged[kind] += 1
                self.refused[kind] += id(puzzle) in left_out


class _Sweep:
    """An audit under way."""

    def __init__(
        self,
        subject: Subject,
        course: Course,
        judging: Judging,
        progress: Callable[[Done], None],
        slow: Callable[[int], None],
    ) -> None:
        self.subject, self.course, self.judging = subject, course, judging
        self.progress, self.slow = progress, slow
        self.done: dict[tuple[str, str], Done] = {}
        self.skipped: Counter[str] = Counter()
        self.presumed: Counter[str] = Counter()
        self.tested: Counter[str] = Counter()
        self.undecided = 0
        self.reason: FillominoError | None = None
        self.kinds = _Kinds(course)
        self.finished: set[int] = set()
        self.begun: deque[tuple[Stage, Sequence[Instance]]] = deque()

    def go_through(self, stages: Sequence[Stage], until: float | None = None) -> Counterexample | None:
        """Judge the puzzles of stages; returns the first that is decided wrongly, made smaller."""
        for stage in stages:
            for batch in stage.batches():
                for puzzles in _portions(batch, self.subject.portion):
                    if until is not None and monotonic() > until:
                        return None
                    wrong = self._begin(stage, puzzles)
                    if wrong is not None:
                        return wrong
            self.finished.add(id(stage))
        while self.begun:
            if (wrong := self._next()) is not None:
                return wrong
        return None

    def _begin(self, stage: Stage, puzzles: Sequence[Instance]) -> Counterexample | None:
        """Have puzzles judged; returns what was found in earlier ones meanwhile."""
        while puzzles:
            some, puzzles = (puzzles, ()) if self.subject.portion is None else self.kinds.split(puzzles)
            while self.kinds.open(some) or self.judging.full:
                if (wrong := self._next()) is not None:
                    return wrong
            given = some if self.subject.portion is None else self.kinds.given(some)
            self.kinds.begun.update(map(self.course.kind_of, given))
            chosen = set(map(id, given))
            self.presumed.update(self.course.kind_of(puzzle) for puzzle in some if id(puzzle) not in chosen)
            self.judging.begin(given)
            self.begun.append((stage, given))
        return None

    def _next(self) -> Counterexample | None:
        """Take note of the next judgement; returns what is decided wrongly, made smaller."""
        stage, puzzles = self.begun.popleft()
        judged = self.judging.next()
        left_out = {id(puzzle) for puzzle, _ in judged.left_out}
        for puzzle, why in judged.left_out:
            self.skipped[self.course.kind_of(puzzle)] += 1
            self.reason = self.reason or why
        self.kinds.note(puzzles, left_out)
        self.undecided += len(judged.undecided)
        left_out |= set(map(id, judged.undecided))
        key = stage.kind, stage.name
        before = self.done.get(key) or Done(*key, stage.cells, 0)
        self.done[key] = at = replace(before, puzzles=before.puzzles + judged.right)
        if judged.slow:
            self.slow(judged.slow)
        if judged.wrong is not None:
            wrong = self.smaller(judged.wrong)
            return self.subject.without_clues(wrong) if stage.kind == "full" else wrong
        for puzzle in puzzles:
            if id(puzzle) not in left_out:
                self.tested.update(self.course.broken_alone(puzzle))
        self.progress(at)
        return None

    def smallest(self, wrong: Counterexample, stages: Sequence[Stage]) -> Counterexample:
        """Look for a counterexample on smaller boards, which were not gone through yet, for a while."""
        until = monotonic() + SMALLER_SECONDS
        while True:
            size = wrong.puzzle.places.size
            while self.begun:  # what was begun elsewhere is passed over
                self.begun.popleft()
                with suppress(Error):
                    self.judging.next()
            left = [each for each in stages if each.cells < size and id(each) not in self.finished]
            if not left or monotonic() > until:
                return wrong
            stage = min(left, key=lambda each: each.cells)
            self.finished.add(id(stage))
            with suppress(Error):
                other = self.go_through([stage], until)
                if other is not None and other.puzzle.places.size < size:
                    wrong = other

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
        done = tuple(self.done.values())
        if wrong is None and self.reason is not None and not any(stage.puzzles for stage in done):
            raise self.reason
        tested = {rule: self.tested[rule] for rule in (*self.course.rules, *self.tested)}
        skipped = self.skipped + self.presumed
        return Report(wrong, done, skipped, self.presumed, tested, self.undecided)


def _portions(batch: Sequence[Instance], portion: int | None) -> Iterator[Sequence[Instance]]:
    most = portion or len(batch)
    return (batch[start : start + most] for start in range(0, len(batch), most))

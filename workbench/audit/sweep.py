"""The audit: what claims to accept exactly the solutions is given puzzle after puzzle, until one is wrong."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from drivers.limits import Limits
from encoder.script import PuzzleScript
from fillomino.board import Board, rectangle
from fillomino.deduction.engine import Level
from fillomino.errors import FillominoError
from fillomino.instance import Violation
from fillomino.puzzle import Filling, Puzzle
from smtlib.literals import SortedValue
from smtlib.script import Assertion, Family
from workbench.fillomino.stages import LARGER, ODD, Stage, StageKind, boards, is_column, stage
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
    """

    puzzle: Puzzle
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


class Judged(NamedTuple):
    """The judgement on puzzles: how many are right before the first wrong one, and which were left out."""

    right: int
    left_out: Sequence[tuple[Puzzle, FillominoError]] = ()
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
    def judge(self, puzzles: Sequence[Puzzle]) -> Judged:
        """Judge puzzles of one board.

        Raises:
            SessionError: if a solver fails, or does not answer in time.
            ProgramError: if a program fails.
        """

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

EVERY_UP_TO = 5
"""By default every clue set of boards with up to so many cells."""

ODD_UP_TO = 4
"""Odd boards of more cells get samples: each of five has 7,776 clue sets, and they add little."""

FIRST_UP_TO = 3
"""Every clue set of boards of so few cells comes before larger empty boards, so that findings are small."""

SAMPLED_UP_TO = 9
"""By default empty boards, and samples of boards, with up to so many cells."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Puzzles and limits of an audit.

    Attributes:
        every: all clue sets of boards with up to so many cells.
        sampled: empty boards, and samples of the other boards, with up to so many cells; from `SAMPLED_UP_TO`
            on also larger boards with a number in every cell.
        boards: these boards instead of the usual ones, by name.
        level: how much to deduce before encoding.
        limits: of each question put to a solver.
    """

    every: int = EVERY_UP_TO
    sampled: int = SAMPLED_UP_TO
    boards: tuple[tuple[str, Board], ...] | None = None
    level: Level = Level.NONE
    limits: Limits = field(default_factory=Limits)

    def stages(self) -> list[Stage]:
        """Return what is judged, in order.

        Small boards first; then larger ones without clues, then those with a number in every cell; then
        the clue sets of middling boards, which are many; then samples.
        """
        first: list[Stage] = []
        bare: list[Stage] = []
        rest: list[Stage] = []
        for name, board in self.chosen():
            kind, small = self._kind(name, board), board.size <= FIRST_UP_TO
            if kind == "sampled" or not small:
                bare.append(stage("empty", name, board))
            if small or self.boards is not None or not is_column(board):
                (first if small else rest).append(stage(kind, name, board))
        if self.boards is None and self.sampled >= SAMPLED_UP_TO:
            bare += [stage("full", f"{h}x{w}", rectangle(h, w)) for h, w in LARGER]
        return [*first, *bare, *sorted(rest, key=lambda stage: stage.kind == "sampled")]

    def _kind(self, name: str, board: Board) -> StageKind:
        """The kind of puzzles with clues on a board."""
        most = self.every
        if self.boards is None and any(name == odd for odd, _ in ODD):
            most = min(most, ODD_UP_TO)
        return "every" if board.size <= most else "sampled"

    def chosen(self) -> list[tuple[str, Board]]:
        """Return the boards, smallest first."""
        if self.boards is not None:
            return sorted(self.boards, key=lambda named: named[1].size)
        return boards(max(self.every, self.sampled))


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
        skipped: how many puzzles the subject does not take, by what they have (`kind_of`).
    """

    wrong: Counterexample | None
    done: tuple[Done, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)

    @property
    def puzzles(self) -> int:
        """Number of puzzles that were decided rightly."""
        return sum(done.puzzles for done in self.done)


def audit(subject: Subject, scope: Scope, progress: Callable[[Done], None] = lambda _: None) -> Report:
    """Decide if a subject accepts exactly the solutions of every puzzle.

    A puzzle that it does not take, such as one of a variant, is counted and left out. After each batch of
    puzzles `progress` is told how far the audit is.

    Returns:
        A smallest counterexample among those of its stage, or none, and what was looked at.

    Raises:
        SessionError: if a solver fails, or does not answer in time.
        ProgramError: if a program fails.
        FillominoError: the reason that it gave, if the subject takes no puzzle at all.
    """
    done: list[Done] = []
    skipped: Counter[str] = Counter()
    reason: FillominoError | None = None
    for kind, name, board, _, batches in scope.stages():
        at = Done(kind, name, board.size, 0)
        for puzzles in _portions(batches(), subject.portion):
            judged = subject.judge(puzzles)
            for puzzle, why in judged.left_out:
                skipped[kind_of(puzzle)] += 1
                reason = reason or why
            at = replace(at, puzzles=at.puzzles + judged.right)
            if judged.wrong is not None:
                wrong = subject.without_clues(judged.wrong) if kind == "full" else judged.wrong
                return Report(wrong, (*done, at), skipped)
            progress(at)
        done.append(at)
    if reason is not None and not any(stage_done.puzzles for stage_done in done):
        raise reason
    return Report(None, tuple(done), skipped)


def kind_of(puzzle: Puzzle) -> str:
    """Return the feature of a puzzle that an encoding may not support, which is one at most."""
    if puzzle.checkered or puzzle.basic:
        return "checkered" if puzzle.checkered else "basic"
    if puzzle.walls:
        return "walled"
    if puzzle.largest_region is not None:
        return "size-limited"
    grid = puzzle.board.grid
    return "plain" if grid is not None and None not in grid.cells else "odd-board"


def _portions(batches: Iterator[list[Puzzle]], portion: int | None) -> Iterator[Sequence[Puzzle]]:
    for batch in batches:
        most = portion or len(batch)
        yield from (batch[start : start + most] for start in range(0, len(batch), most))

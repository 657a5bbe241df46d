"""Results of the front door: they print as grids, show themselves in a notebook, and have typed fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from fillomino.errors import counted
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.svg import svg
from fillomino.render.text import text

if TYPE_CHECKING:
    from encoder.forests import Forest
    from fillomino.deduction.engine import Candidates
    from fillomino.deduction.rating import Rating
    from fillomino.instance import Violation
    from workbench.audit.sweep import Counterexample
    from workbench.compare.row import Row
    from workbench.deduce.steps import ExplainedStep
    from workbench.explain.assertions import Broken
    from workbench.explain.clues import Contradiction
    from workbench.generate.puzzle import GeneratedPuzzle
    from workbench.methods.method import Result, Status
    from workbench.shrink.checks import Disagreement
    from workbench.texts.script_file import ScriptFile


class Drawn:
    """Base of results with a grid to show: a puzzle, and a filling of it or none."""

    __slots__ = ()

    def _drawing(self) -> tuple[Puzzle, Filling | None, str]:
        """The puzzle, what is filled in, and a line below it."""
        raise NotImplementedError

    def _headline(self) -> str:
        """The result in a few words."""
        raise NotImplementedError

    def __repr__(self) -> str:
        board = self._drawing()[0].board
        sized = f"{board.grid.height}x{board.grid.width}" if board.grid else counted(board.size, "cell")
        return f"<{type(self).__name__}, {board.spec or sized}: {self._headline()}>"

    def __str__(self) -> str:
        puzzle, filling, below = self._drawing()
        return (text(puzzle, filling) + below).rstrip("\n")

    def _repr_html_(self) -> str:
        puzzle, filling, below = self._drawing()
        return svg(puzzle, filling) + (f"<p>{escape(below)}</p>" if below else "")


@dataclass(frozen=True, slots=True)
class ScriptAnswer:
    """What became of a script that was run as it stands."""

    _file: ScriptFile
    _result: Result

    @property
    def verdicts(self) -> tuple[str, ...]:
        """``sat``, ``unsat`` or ``unknown`` for each ``check-sat``, up to the first fault or the limit."""
        return self._result.verdicts

    @property
    def expected(self) -> tuple[str | None, ...]:
        """The ``:status`` that the script states for each of them."""
        return self._file.expected

    @property
    def status(self) -> Status:
        """``SOLVED`` after ``sat``, ``UNSOLVABLE`` after ``unsat``; ``WRONG`` if something contradicts it."""
        return self._result.status

    @property
    def error(self) -> str | None:
        """What went wrong or was left open, in a sentence."""
        return self._result.error

    @property
    def output(self) -> str:
        """All that the solver printed."""
        return self._result.printed

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of the solver."""
        return self._result.usage.cpu_seconds

    def __str__(self) -> str:
        from workbench.methods.method import script_lines

        return "\n".join(script_lines(self._file, self._result))


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Drawn):
    """The result of solving a puzzle.

    Attributes:
        puzzle: the puzzle.
        result: all that is known, as the command line reports it.
    """

    puzzle: Puzzle
    result: Result

    @property
    def status(self) -> Status:
        """Verdict: solved, unsolvable, unknown, timeout, failed, wrong (the rules contradict it)."""
        return self.result.status

    @property
    def solution(self) -> Filling | None:
        """The first solution: one number for each cell, in the order of the cells."""
        return self.result.fillings[0] if self.result.fillings else None

    @property
    def solutions(self) -> tuple[Filling, ...]:
        """All solutions that were found, each checked by the rules."""
        return self.result.fillings

    @property
    def unique(self) -> bool | None:
        """True iff the solution is the only one; ``None`` where that was not decided."""
        return self.result.unique

    @property
    def complete(self) -> bool:
        """True iff the solutions are proved to be all there are."""
        return self.result.complete

    @property
    def seconds(self) -> Mapping[str, float]:
        """CPU seconds by phase: read, deduce, encode, solve (the solver's included), check, total."""
        return self.result.seconds

    @property
    def wall_seconds(self) -> Mapping[str, float]:
        """The same by the clock."""
        return self.result.wall_seconds

    def _headline(self) -> str:
        only = {True: ", unique", False: ", not unique", None: ""}[self.unique]
        return f"{self.status.value}{only}"

    def _drawing(self) -> tuple[Puzzle, Filling | None, str]:
        error = f": {self.result.error}" if self.result.error else ""
        below = "" if self.solution else f"{self.status.value}{error}"
        return self.puzzle, self.solution, below


@dataclass(frozen=True, slots=True, repr=False)
class Decoding(Drawn):
    """A solver's answer, decoded to the grid.

    Attributes:
        puzzle: the puzzle.
        filling: the numbers as the solver gave them.
        forest: edges, roots and sizes, where the answer has them all.
        violations: the rules that the filling breaks; none for a solution.
    """

    puzzle: Puzzle
    filling: Filling
    forest: Forest | None
    violations: tuple[Violation, ...]

    def _headline(self) -> str:
        return counted(len(self.violations), "violation")

    def _drawing(self) -> tuple[Puzzle, Filling | None, str]:
        return self.puzzle, self.filling, "\n".join(violation.text for violation in self.violations)


@dataclass(frozen=True, slots=True, repr=False)
class Deduction(Drawn):
    """The result of deduction: how far the rules go, and each step.

    Attributes:
        puzzle: the puzzle.
        candidates: the numbers left for each cell.
        steps: every step with its sentence.
        solved: whether every cell is decided.
        finished: whether no rule applies any more; false where time ran out.
    """

    puzzle: Puzzle
    candidates: Candidates
    steps: tuple[ExplainedStep, ...]
    solved: bool
    finished: bool

    @property
    def filling(self) -> Filling:
        """One number for each cell where it is known, 0 elsewhere."""
        return self.candidates.filling()

    def _headline(self) -> str:
        open_cells = self.filling.count(0)
        left = "solved" if self.solved else f"{counted(open_cells, 'cell')} open"
        return (
            f"{left if self.candidates.consistent else 'contradiction'}, {counted(len(self.steps), 'step')}"
        )

    def _drawing(self) -> tuple[Puzzle, Filling | None, str]:
        below = "" if self.candidates.consistent else "the rules find that there is no solution"
        return self.puzzle, self.filling, below


@dataclass(frozen=True, slots=True, repr=False)
class Generated(Drawn):
    """A generated puzzle.

    Attributes:
        made: the puzzle, its solution, its rating, and what makes it again.
    """

    made: GeneratedPuzzle

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.made.puzzle

    @property
    def solution(self) -> Filling:
        """Its only solution."""
        return self.made.filling

    @property
    def rating(self) -> Rating:
        """Rating of its difficulty."""
        return self.made.rating

    def _headline(self) -> str:
        return f"level {self.rating.level}, {counted(len(self.puzzle.clues), 'clue')}"

    def _drawing(self) -> tuple[Puzzle, Filling | None, str]:
        return self.puzzle, None, ""


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Drawn):
    """The reason for a puzzle's having no solution or several, or for a filling's being wrong.

    Attributes:
        puzzle: the puzzle.
        fillings: up to two solutions, or the filling that was asked about.
        conflict: a minimal conflict of clues, and the rules that show it; ``None`` without a conflict.
        broken: the rules and assertions that the filling breaks; ``None`` if none was asked about.
    """

    puzzle: Puzzle
    fillings: tuple[Filling, ...]
    conflict: Contradiction | None = None
    broken: Broken | None = None

    def _headline(self) -> str:
        if self.conflict is not None:
            return f"no solution: {counted(len(self.conflict.clues), 'clue')} in a minimal conflict"
        if self.broken is not None:
            return counted(len(self.broken.violations), "violation")
        return ("no solution found", "one solution", "several solutions")[len(self.fillings)]

    def _drawing(self) -> tuple[Puzzle, Filling | None, str]:
        lines = [self._headline()]
        if self.conflict is not None:
            names = self.puzzle.board.names
            lines += [f"  {names[cell]} = {number}" for cell, number in self.conflict.clues.items()]
            lines += [f"  {rule.text}" for rule in self.conflict.rules]
        if self.broken is not None:
            lines += [f"  {violation.text}" for violation in self.broken.violations]
        return self.puzzle, self.fillings[0] if self.fillings else None, "\n".join(lines)


@dataclass(frozen=True, slots=True, repr=False)
class Shrunk(Drawn):
    """The smallest puzzle found on which there is a disagreement.

    Attributes:
        puzzle: the puzzle.
        disagreement: who disagrees and how.
        tried: how many puzzles were tried.
    """

    puzzle: Puzzle
    disagreement: Disagreement
    tried: int

    def _headline(self) -> str:
        return self.disagreement.text

    def _drawing(self) -> tuple[Puzzle, Filling | None, str]:
        return self.puzzle, self.disagreement.filling, self._headline()


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit.

    Attributes:
        name: the name of the encoding or program.
        puzzles: how many puzzles were decided rightly.
        left_out: how many puzzles it does not take, by what they have.
        counterexample: the first puzzle that is decided wrongly, confirmed; ``None`` if there was none.
    """

    name: str
    puzzles: int
    left_out: Mapping[str, int]
    counterexample: Counterexample | None

    @property
    def right(self) -> bool:
        """True iff there was no counterexample."""
        return self.counterexample is None

    def __str__(self) -> str:
        found = self.counterexample
        if found is None:
            return f"{self.name}: no counterexample in {counted(self.puzzles, 'puzzle')}"
        return f"{self.name} {found.does}:\n{text(found.puzzle, found.filling)}".rstrip("\n")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The runs of a comparison; prints as the table of ``fillomino report``.

    Attributes:
        rows: one for each run, in the order in which they ended.
        notes: what was left out, and why.
    """

    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        from workbench.compare.table import text

        return "".join(f"{note}\n" for note in self.notes) + text(self.rows)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

"""Results of the front door: they print as grids, show themselves in a notebook, and have typed fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from fillomino.errors import InputError, counted
from fillomino.instance import Filling, Instance
from fillomino.puzzle import Puzzle, as_fillomino
from workbench.methods.method import Status, shape

if TYPE_CHECKING:
    from pandas import DataFrame

    from encoder.forests import Forest
    from fillomino.deduction.engine import Candidates
    from fillomino.instance import Violation
    from smtlib.script import Assertion
    from workbench.audit.sweep import Counterexample
    from workbench.compare.row import Row
    from workbench.explain.assertions import Broken
    from workbench.explain.signs import Conflict
    from workbench.fillomino.clues import Contradiction
    from workbench.fillomino.deduction_steps import ExplainedStep
    from workbench.methods.method import Result
    from workbench.shrink.checks import Disagreement
    from workbench.texts.decoding import Answered, CoreAssertion, Reply
    from workbench.texts.rows import Meaning
    from workbench.texts.script_file import ScriptFile


Finding: TypeAlias = Literal[
    "unique", "several", "unsolvable", "undecided", "right", "wrong", "accepts", "misses", "repeats"
]
"""What an explanation finds, see `Explanation`."""

SHOWN = 20
"""Solutions that are shown as grids; more are counted."""


def finding_of(result: Result) -> Finding:
    """Return what solving a puzzle for two solutions found."""
    if len(result.answers.fillings) > 1:
        return "several"
    if result.verdict.unique:
        return "unique"
    return "unsolvable" if result.verdict.status is Status.UNSOLVABLE else "undecided"


def _picture(puzzle: Instance, filling: Filling | None) -> str:
    """A grid for notebooks: SVG, or text for other games than Fillomino."""
    if not isinstance(puzzle, Puzzle):
        return f"<pre>{escape(puzzle.draw(filling))}</pre>"
    from fillomino.render.svg import svg

    return svg(puzzle, filling)


class Drawn:
    """Base of results with a grid to show: a puzzle, and a filling of it or none."""

    __slots__ = ()

    def _drawing(self) -> tuple[Instance, Filling | None, str]:
        """The puzzle, what is filled in, and a line below it."""
        raise NotImplementedError

    def _headline(self) -> str:
        """The result in a few words."""
        raise NotImplementedError

    def __repr__(self) -> str:
        board = self._drawing()[0].places
        sized = f"{board.grid.height}x{board.grid.width}" if board.grid else counted(board.size, "cell")
        return f"<{type(self).__name__}, {board.spec or sized}: {self._headline()}>"

    def _fillings(self) -> tuple[Filling | None, ...]:
        """The fillings to draw, one grid for each; ``None`` draws the puzzle."""
        return (self._drawing()[1],)

    def _grids(self) -> tuple[Instance, tuple[Filling | None, ...], str]:
        """The puzzle, the fillings that are shown of it, and what is said below."""
        puzzle, _, below = self._drawing()
        fillings = self._fillings()
        if len(fillings) > SHOWN:
            below = f"and {counted(len(fillings) - SHOWN, 'more solution')}\n{below}"
        return puzzle, fillings[:SHOWN], below

    def __str__(self) -> str:
        puzzle, fillings, below = self._grids()
        return ("\n".join(puzzle.draw(filling) for filling in fillings) + below).rstrip("\n")

    def _repr_html_(self) -> str:
        puzzle, fillings, below = self._grids()
        pictures = (_picture(puzzle, filling) for filling in fillings)
        return "\n".join(pictures) + (f"<p>{escape(below)}</p>" if below else "")

    def _repr_svg_(self) -> str | None:
        return self.svg() if isinstance(self._drawing()[0], Puzzle) else None

    def svg(self) -> str:
        """The grid as a picture: the text of an SVG file."""
        from fillomino.render.svg import svg

        puzzle, filling, _ = self._drawing()
        return svg(as_fillomino(puzzle, "svg"), filling)

    @property
    def rows(self) -> tuple[tuple[int | None, ...], ...] | None:
        """The numbers of the grid by rows, ``None`` in a hole; ``None`` where nothing is filled in.

        Raises:
            InputError: if the board has no rows.
        """
        puzzle, filling, _ = self._drawing()
        if filling is None:
            return None
        grid = puzzle.places.grid
        if grid is None:
            raise InputError("this board has no rows", code="needs-grid")
        return tuple(tuple(None if cell is None else filling[cell] for cell in row) for row in grid.rows())


@dataclass(frozen=True, slots=True)
class ScriptAnswer:
    """What became of a script that was run as it stands."""

    _file: ScriptFile
    _result: Result

    @property
    def verdicts(self) -> tuple[str, ...]:
        """``sat``, ``unsat`` or ``unknown`` for each ``check-sat``, up to the first fault or the limit."""
        return self._result.replies.verdicts

    @property
    def expected(self) -> tuple[str | None, ...]:
        """The ``:status`` that the script states for each of them."""
        return self._file.expected

    @property
    def status(self) -> Status:
        """``SOLVED`` after ``sat``, ``UNSOLVABLE`` after ``unsat``; ``WRONG`` if something contradicts it."""
        return self._result.verdict.status

    @property
    def error(self) -> str | None:
        """What went wrong or was left open, in a sentence."""
        return self._result.why.error

    @property
    def output(self) -> str:
        """All that the solver printed."""
        return self._result.replies.printed

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of the solver."""
        return self._result.cost.usage.cpu_seconds

    @property
    def puzzle(self) -> Instance | None:
        """The puzzle in the comments of the script, if it holds one."""
        return self._file.puzzle

    @property
    def decoding(self) -> Decoding | None:
        """The values that the solver printed, decoded to the grid of the puzzle; ``None`` without either.

        Raises:
            DecodeError: for values that are none of this script's.
        """
        if self._file.script is None or self._result.replies.verdicts != ("sat",):
            return None
        from workbench.texts.decoding import Answered

        asked = Answered(self._file.script)
        return decoding(asked, asked.read(self._result.replies.printed))

    def __str__(self) -> str:
        from workbench.methods.words import script_lines

        lines = script_lines(self._file, self._result)
        return "\n".join([*lines, *([str(self.decoding)] if self.decoding else [])])


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Drawn):
    """The result of solving a puzzle.

    Attributes:
        puzzle: the puzzle.
        result: all that is known, as the command line reports it.
    """

    puzzle: Instance
    result: Result

    @property
    def status(self) -> Status:
        """Verdict: solved, unsolvable, unknown, timeout, failed, wrong (the rules contradict it)."""
        return self.result.verdict.status

    @property
    def solution(self) -> Filling | None:
        """The first solution: one number for each cell, in the order of the cells."""
        return self.result.answers.fillings[0] if self.result.answers.fillings else None

    @property
    def solutions(self) -> tuple[Filling, ...]:
        """All solutions that were found, each checked by the rules."""
        return self.result.answers.fillings

    @property
    def unique(self) -> bool | None:
        """True iff the solution is the only one; ``None`` where that was not decided."""
        return self.result.verdict.unique

    @property
    def complete(self) -> bool:
        """True iff the solutions are proved to be all there are."""
        return self.result.answers.complete

    @property
    def seconds(self) -> Mapping[str, float]:
        """CPU seconds by phase: read, deduce, encode, solve (the solver's included), check, total."""
        return self.result.times.cpu

    @property
    def wall_seconds(self) -> Mapping[str, float]:
        """The same by the clock."""
        return self.result.times.wall

    def __bool__(self) -> bool:
        """Whether a solution was found."""
        return self.status is Status.SOLVED

    def to_json(self) -> str:
        """The line that ``fillomino solve --json`` prints."""
        return self.result.to_json(self.puzzle.places, listed=len(self.solutions) > 1).to_line()

    def _fillings(self) -> tuple[Filling | None, ...]:
        return self.solutions or (None,)

    def _headline(self) -> str:
        only = {True: ", unique", False: ", not unique", None: ""}[self.unique]
        return f"{self.status.value}{only}"

    def _drawing(self) -> tuple[Instance, Filling | None, str]:
        error = f": {self.result.why.error}" if self.result.why.error else ""
        below = "" if self.solution else f"{self.status.value}{error}"
        return self.puzzle, self.solution, below


@dataclass(frozen=True, slots=True, repr=False)
class Decoding(Drawn):
    """A solver's answer, decoded to the grid.

    Attributes:
        puzzle: the puzzle.
        verdict: ``sat``, ``unsat`` or ``unknown``.
        filling: the numbers as the solver gave them; ``None`` without a model.
        forest: edges, roots and sizes, where the answer has them all.
        violations: the rules that the filling breaks; none for a solution.
        core: the assertions of an unsat core, where the answer has one.
        another: whether the script asks for another solution than one that it blocks.
    """

    puzzle: Instance
    verdict: Literal["sat", "unsat", "unknown"]
    filling: Filling | None = None
    forest: Forest | None = None
    violations: tuple[Violation, ...] = ()
    core: tuple[CoreAssertion, ...] = ()
    another: bool = False

    def __bool__(self) -> bool:
        """Whether it is a solution."""
        return self.filling is not None and not self.violations

    @property
    def means(self) -> Meaning | None:
        """What ``unsat`` means for the puzzle, if the script is right; ``None`` for another verdict.

        ``contradicted`` where the rules give a solution, so that it is not.
        """
        if self.verdict != "unsat":
            return None
        from workbench.fillomino.contradicted import meaning

        return meaning(self.puzzle, another=self.another)

    def _headline(self) -> str:
        return counted(len(self.violations), "violation") if self.filling is not None else self.verdict

    def _drawing(self) -> tuple[Instance, Filling | None, str]:
        if self.filling is None:
            lines = [self.verdict, *(f"  {claim.assertion.term}" for claim in self.core)]
        else:
            lines = [violation.text for violation in self.violations]
        return self.puzzle, self.filling, "\n".join(lines)


def decoding(asked: Answered, answer: Reply | Mapping[str, object]) -> Decoding:
    """Decode what a solver replied to a script, or values by symbol, and check it by the rules.

    Raises:
        DecodeError: for ``sat`` without a model, or a model of something else.
    """
    from drivers.answer import Sat, Unsat

    if isinstance(answer, Mapping):
        decoded = asked.decode_values(answer)
    else:
        verdict = answer.answer
        if isinstance(verdict, Unsat):
            core = asked.core(verdict.core) if verdict.core else ()
            return Decoding(asked.puzzle, "unsat", core=core, another=asked.unique)
        if not isinstance(verdict, Sat):
            return Decoding(asked.puzzle, "unknown")
        decoded = asked.decode(answer)
    broken = asked.puzzle.violations(decoded.filling)
    return Decoding(asked.puzzle, "sat", decoded.filling, asked.forest(decoded), broken)


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

    def _drawing(self) -> tuple[Instance, Filling | None, str]:
        below = "" if self.candidates.consistent else "the rules find that there is no solution"
        return self.puzzle, self.filling, below


class Rating(Protocol):
    """How hard a puzzle is, by the laboratory deduce."""

    @property
    def level(self) -> int | None:
        """The hardest rule without which it can't be solved, by its place; ``None`` if time ran out."""

    @property
    def score(self) -> int:
        """The work, for puzzles of one size."""

    @property
    def steps(self) -> Mapping[str, int]:
        """The number of steps of each rule, by name."""

    @property
    def depth(self) -> int | None:
        """The guesses that backtracking made at once, at most."""


class GeneratedPuzzle(Protocol):
    """A puzzle of the laboratory generate."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""

    @property
    def filling(self) -> Filling:
        """Its only solution."""

    @property
    def rating(self) -> Rating:
        """How hard it is."""


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

    def _drawing(self) -> tuple[Instance, Filling | None, str]:
        return self.puzzle, None, ""


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Drawn):
    """The reason for a puzzle's having no solution or several, or for a filling's being wrong.

    Attributes:
        puzzle: the puzzle.
        fillings: up to two solutions, or the filling that was asked about.
        finding: what was found, as the rows of ``fillomino explain --json`` have it: ``unique``,
            ``several``, ``unsolvable``, ``undecided``; of a filling ``right``, ``wrong``; of an encoding,
            program or script that it ``accepts`` a wrong filling, ``misses`` a solution or ``repeats`` it.
        name: of the puzzle.
        by: the name of the encoding, program or script that was asked; empty if none was.
        conflict: a minimal conflict of clues, and the rules that show it; ``None`` without a conflict.
        signs: of a puzzle of another game than Fillomino a minimal set of conflicting signs.
        broken: the rules and assertions that the filling breaks; ``None`` if none was asked about, and none
            is accepted wrongly by the encoding that was named.
        violations: the rules that the filling breaks.
        assertions: of the encoding that was named a minimal set that shows that there is no solution; or,
            where it misses the one that is there, that refuses it.
    """

    puzzle: Instance
    fillings: tuple[Filling, ...]
    finding: Finding
    name: str = "this"
    by: str = ""
    conflict: Contradiction | None = None
    signs: Conflict | None = None
    broken: Broken | None = None
    violations: tuple[Violation, ...] = ()
    assertions: tuple[Assertion, ...] = ()

    @property
    def differ(self) -> tuple[int, ...]:
        """The cells where two solutions differ."""
        if self.finding != "several":
            return ()
        one, other = self.fillings
        return tuple(cell for cell, number in enumerate(one) if number != other[cell])

    def to_json(self) -> str:
        """The line that ``fillomino explain --json`` prints."""
        from workbench.explain.machine import assertion_rows, conflict_by_name, step_rows
        from workbench.texts.rows import ExplainRow, violation_rows

        board, broken = self.puzzle.places, self.broken
        assertions = assertion_rows(self.puzzle, self.assertions)
        if broken is not None:
            assertions += assertion_rows(self.puzzle, broken.assertions, broken.script)
        return ExplainRow(
            puzzle=self.name,
            finding=self.finding,
            fillings=[shape(board, filling) for filling in self.fillings],
            differ=[board.names[cell] for cell in self.differ],
            conflict=conflict_by_name(self.puzzle, self.conflict, self.signs),
            rules=[rule.text for rule in self.conflict.rules] if self.conflict is not None else [],
            steps=step_rows(self.puzzle, self.conflict),
            violations=violation_rows(board.names, self.violations),
            by=self.by or None,
            assertions=assertions,
            representable=broken is None or not broken.unsayable,
        ).to_line()

    def _headline(self) -> str:
        if self.assertions and self.fillings:
            return f"{counted(len(self.assertions), 'assertion')} of the encoding miss this solution"
        if self.signs is not None:
            return f"no solution: {counted(len(self.signs.cells), 'sign')} in a minimal conflict"
        if self.conflict is not None:
            return f"no solution: {counted(len(self.conflict.clues), 'clue')} in a minimal conflict"
        if self.broken is not None:
            return counted(len(self.broken.violations), "violation")
        return ("no solution found", "one solution", "several solutions")[len(self.fillings)]

    def _drawing(self) -> tuple[Instance, Filling | None, str]:
        lines = [self._headline()]
        if self.signs is not None:
            its = self.signs.without_others
            lines += [f"  {its.name_of(cell)} = {its.signs[cell]}" for cell in self.signs.cells]
        if self.conflict is not None:
            names = self.puzzle.places.names
            lines += [f"  {names[cell]} = {number}" for cell, number in self.conflict.clues.items()]
            lines += [f"  {rule.text}" for rule in self.conflict.rules]
        if self.broken is not None:
            lines += [f"  {violation.text}" for violation in self.broken.violations]
        lines += [f"  {assertion.term}" for assertion in self.assertions]
        return self.puzzle, self.fillings[0] if self.fillings else None, "\n".join(lines)


@dataclass(frozen=True, slots=True, repr=False)
class Shrunk(Drawn):
    """The smallest puzzle found on which there is a disagreement.

    Attributes:
        puzzle: the puzzle.
        disagreement: who disagrees and how.
        tried: how many puzzles were tried.
        assertions: of a solution that an encoding refuses, a minimal set of assertions that do.
        whole: whether there is a disagreement on the whole puzzle, too, not on a part of it alone.
        stopped: whether it was interrupted, so that a smaller one may be left.
    """

    puzzle: Instance
    disagreement: Disagreement
    tried: int
    assertions: tuple[Assertion, ...] = ()
    whole: bool = True
    stopped: bool = False

    def to_json(self) -> str:
        """The line that ``fillomino shrink --json`` prints."""
        from workbench.explain.machine import assertion_rows
        from workbench.texts.rows import ShrunkRow, violation_rows

        board, about = self.puzzle.places, self.disagreement
        return ShrunkRow(
            puzzle=self.puzzle.text(),
            disagreement=about.text,
            filling=None if about.filling is None else shape(board, about.filling),
            refused=about.refused,
            violations=violation_rows(board.names, about.violations),
            assertions=assertion_rows(self.puzzle, self.assertions),
            tried=self.tried,
            whole=self.whole,
            stopped=self.stopped,
        ).to_line()

    def _headline(self) -> str:
        return self.disagreement.text

    def _drawing(self) -> tuple[Instance, Filling | None, str]:
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
        drawn = found.puzzle.draw() if found.filling is None else found.puzzle.draw_model(found.filling)
        return f"{self.name} {found.does}:\n{drawn}".rstrip("\n")


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

    def to_pandas(self) -> DataFrame:
        """The rows as a data frame, a column for each key of ``runs.jsonl``.

        Raises:
            InputError: if pandas is not installed.
        """
        import json

        try:
            from pandas import DataFrame
        except ImportError as error:
            message = "to_pandas needs pandas: pip install pandas"
            raise InputError(message, code="missing-extra") from error
        return DataFrame.from_records([json.loads(row.to_line()) for row in self.rows])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

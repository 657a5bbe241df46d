"""A method answers a question about a puzzle with a result: these three.

A method is plain data, so that it can be sent to another machine. To add a kind, write such a record beside
`smt.py` and `paradigm.py`, and let `table.py` make it from what a person types. Nothing else knows one kind
from another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from drivers.limits import Limits, Usage, wall_behind
from fillomino.board import Board
from fillomino.clock import PHASES, Stopwatch
from fillomino.deduction.levels import Level
from fillomino.errors import Error, counted
from fillomino.instance import Filling, Violation
from fillomino.record import Record
from workbench import Exit, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from drivers.counters import Statistics
    from encoder.puzzle_script import Decoded, PuzzleScript
    from fillomino.graph import CellSet
    from workbench.fillomino.proof_log import ProofLog
    from workbench.methods.keep import Keep
    from workbench.texts.rows import Shape, SolveRow


SMT = "smt"
"""The name of the methods by an encoding and a solver."""

EVERY = sys.maxsize
"""A limit that no puzzle reaches: all solutions."""

OUT_OF_MEMORY = "the memory of our own process did not suffice"
"""The error of a result for which it did not."""

NO_SECONDS: Mapping[str, float] = dict.fromkeys(PHASES, 0.0)
NOTHING_USED = Usage(0.0, 0.0, None)


class Written(Record):
    """A script as it was built, and the same as the solver is given it: perhaps scrambled."""

    script: PuzzleScript
    given: PuzzleScript


class Round(Record):
    """One question of the lazy method, and what its answer came to.

    Attributes:
        number: which question, from 1.
        held: for each value the cells that hold it in the answer.
        cuts: the clauses that this answer breaks and every solution satisfies; none if it is a solution.
        seconds: how long the solver took for it.
    """

    number: int
    held: Mapping[int, CellSet]
    cuts: tuple[str, ...]
    seconds: float


Watch: TypeAlias = "Callable[[Written | Round | Decoded], None]"
"""Called for the script, each round, and each model before the rules judge it; it must not take long."""


def unwatched(_: Written | Round | Decoded) -> None:
    """Ignore it."""


def kept_memory(mib: int) -> int | None:
    """A limit of memory in MiB, ``None`` where the system keeps none."""
    from drivers.system import LIMITS_MEMORY  # few runs have one

    return mib if LIMITS_MEMORY else None


class Question(Record):
    """A question about a puzzle; a method without a use for some part of it ignores that.

    Attributes:
        limit: how many solutions to look for; `EVERY` for all.
        unique: whether to prove or refute that the solution is the only one.
        by_counting: whether that is done by counting all solutions, not by asking for another.
        seconds: for a puzzle, all questions to a solver together; ``None`` is no limit.
        cpu_seconds: the same of the solver's CPU time; then `seconds` are for one that sleeps.
        memory_mib: memory of each process; ``None`` is no limit.
        seed: the random seed; 0 leaves the method's own.
        scramble: the seed of the order and names of scripts; 0 leaves them as they are.
        mutation: what alone that changes, ``orders`` or ``names``; else both. ``seeds``: none of it.
        counting: whether to ask solvers for their statistics.
        runexec: whether solvers are run and measured by BenchExec's runexec.
        keep: where to leave the evidence, if anywhere.
        any_encoding: whether another encoding may be asked where the method's own comes to no answer, for
            nobody has named it.
        waiting: whether a solver's process may wait in this process of ours for the next question, and have
            answered one before.
        watch: called with script, rounds and models as they come.
        log: where the fast way writes down what it deduces and learns, if anywhere.
    """

    limit: int = 1
    unique: bool = False
    by_counting: bool = False
    seconds: float | None = None
    cpu_seconds: float | None = None
    memory_mib: int | None = None
    seed: int = 0
    scramble: int = 0
    mutation: str | None = None
    counting: bool = False
    runexec: bool = False
    keep: Keep | None = None
    any_encoding: bool = False
    waiting: bool = False
    watch: Watch = unwatched
    log: ProofLog | None = None

    @property
    def wanted(self) -> int:
        """The number of solutions to look for: two are enough to refute uniqueness."""
        return max(self.limit, 2 if self.unique and not self.by_counting else 1)

    @property
    def limits(self) -> Limits:
        """Time and memory as drivers take them; no memory where the system limits none."""
        return Limits(self.seconds, self.cpu_seconds, self.memory_mib and kept_memory(self.memory_mib))

    def within(self, cpu_seconds: float | None) -> Question:
        """The same with a limit of CPU time, and one by the clock behind it."""
        seconds = None if cpu_seconds is None else wall_behind(cpu_seconds)
        return self.replace(cpu_seconds=cpu_seconds, seconds=seconds)

    @property
    def own_seconds(self) -> float | None:
        """CPU seconds for a method that is no solver."""
        return self.seconds if self.cpu_seconds is None else self.cpu_seconds


TITLES: Mapping[Level, str] = {
    Level.LIGHT: "rules up to reach",
    Level.FULL: "rules up to bottleneck",
    Level.AHEAD: "rules up to bottleneck, looking ahead",
    Level.THESIS: "single exit, completions, reach",
}
"""The rules of each level, by the names of `fillomino deduce`."""


class Deduced(Record):
    """The work of deduction before a puzzle was encoded.

    Attributes:
        level: how much was deduced.
        cells: the number of cells of the board.
        open_cells: how many of them it left open; 0 where it found that there is no filling.
        consistent: false if it found that.
    """

    level: Level
    cells: int
    open_cells: int
    consistent: bool = True

    @property
    def decided(self) -> bool:
        """Return whether it left nothing open to decide."""
        return self.level is not Level.NONE and not self.open_cells

    @property
    def rules(self) -> str:
        """The rules of its level."""
        return TITLES.get(self.level, "")

    @property
    def left(self) -> str:
        """``41 of 100 cells left``."""
        return f"{self.open_cells} of {counted(self.cells, 'cell')} left"

    @property
    def note(self) -> tuple[str, ...]:
        """Lines for the head of a file; none without deduction."""
        if self.level is Level.NONE:
            return ()
        settled = f"settled {self.cells - self.open_cells} of {counted(self.cells, 'cell')}"
        what = settled if self.consistent else "found that there is no filling"
        return (f"Deduction before encoding ({self.level.name.lower()}: {self.rules}) {what}.",)


class Status(StrEnum):
    """The end of solving."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"
    TIMEOUT = "timeout"
    FAILED = "failed"
    WRONG = "wrong"  # an encoding let a wrong filling through, or the rules contradict its "no solution"


DECIDED = (Status.SOLVED, Status.UNSOLVABLE)


class Verdict(Record):
    """What was decided.

    Attributes:
        status: how solving ended.
        unique: whether the first filling is the only one; ``None`` where that was not decided.
        decided_by: ``deduction`` where that left nothing open, else ``solver``, or the method that needs
            none; ``None`` where nothing was decided.
    """

    status: Status
    unique: bool | None = None
    decided_by: str | None = None


class Answers(Record):
    """The solutions that were found.

    Attributes:
        fillings: the fillings, each checked by the rules.
        complete: whether they are proved to be all there are.
    """

    fillings: tuple[Filling, ...] = ()
    complete: bool = False


class Why(Record):
    """What went wrong or was left open.

    Attributes:
        error: a sentence on it; else ``None``.
        code: a name of what that says, for programs; ``None`` without one. It is the code of an error, or
            `WRONG_STATUS`, `CONTRADICTED`, `TOO_STRONG` or `TOO_WEAK`.
        ended: what the last question came to; where it is not the status, fillings were found before.
        violations: the rules that a solver's filling breaks; such a result has failed.
        broken: the filling that breaks the rules, if that is what went wrong.
        line: the line of an error in what a program printed, from 1.
        column: the column there in characters, from 1.
    """

    error: str | None = None
    code: str | None = None
    ended: Status = Status.UNKNOWN
    violations: tuple[Violation, ...] = ()
    broken: Filling | None = None
    line: int | None = None
    column: int | None = None

    def of(self, error: Exception | str | None) -> Why:
        """The same with the code of an error that is ours, and its place where it has one."""
        if not isinstance(error, Error):
            return self
        line, column = getattr(error, "line", None), getattr(error, "column", None)
        return self.replace(code=error.code, line=line, column=column)


class Cost(Record):
    """The work that solving took.

    Attributes:
        usage: what the solver's processes used together.
        asked: how often the solver was asked; 0 where deduction alone decided.
        open_cells: the cells that deduction left open, of which there may have been none.
        nodes: how many numbers were assumed, where that was done.
        depth: how many assumptions stood at once, at most.
        statistics: what the solver counted, where it was asked.
    """

    usage: Usage = NOTHING_USED
    asked: int = 0
    open_cells: int | None = None
    nodes: int | None = None
    depth: int | None = None
    statistics: Statistics | None = None


class Times(Record):
    """Seconds by phase: read, deduce, encode, solve, check, total.

    Attributes:
        cpu: CPU seconds, the solver's included.
        wall: the same by the clock.
        own: CPU seconds of this process alone, where that was counted; not read. Those of a program that
            encodes stand beside them.
    """

    cpu: Mapping[str, float] = NO_SECONDS
    wall: Mapping[str, float] = NO_SECONDS
    own: Mapping[str, float] = NO_SECONDS

    def with_reading(self, seconds: float) -> Times:
        """The same with the CPU seconds that reading took before, which are taken for its wall time, too."""
        cpu, wall = (
            {**before, "read": seconds, "total": before["total"] + seconds}
            for before in (self.cpu, self.wall)
        )
        return Times(cpu, wall, self.own)


class By(Record):
    """Who solved, and how.

    Attributes:
        encoding: name of the encoding.
        solver: name of the solver.
        version: what the solver calls itself.
        how: how it was solved, where that was not by an encoding and a solver.
        deduced: the work of deduction before encoding; ``None`` where there is no encoding.
        opening: the commands that our driver sent a session before all others.
    """

    encoding: str = ""
    solver: str = ""
    version: str | None = None
    how: str | None = None
    deduced: Deduced | None = None
    opening: tuple[str, ...] = ()


NOBODY = By()


class Replies(Record):
    """What a solver replied to a script that it was given as it stands.

    Attributes:
        verdicts: those of its questions, as far as they came.
        printed: what the solver printed for it, in the names of the script.
        models: for each of these verdicts whether its model makes true all that is asserted there; ``None``
            where that is not known.
    """

    verdicts: tuple[str, ...] = ()
    printed: str = ""
    models: tuple[bool | None, ...] = ()


class Result(Record):
    """The result of solving a puzzle or a script.

    Attributes:
        puzzle: the path or text given.
        verdict: what was decided.
        by: who solved, and how.
        answers: the solutions.
        why: what went wrong or was left open.
        cost: the work.
        times: seconds by phase.
        replies: of a script that was run as it stands, what the solver replied.
    """

    puzzle: str
    verdict: Verdict
    by: By
    answers: Answers = Answers()
    why: Why = Why()
    cost: Cost = Cost()
    times: Times = Times()
    replies: Replies = Replies()

    @property
    def without_solver(self) -> bool:
        """Return whether it was decided without asking a solver."""
        return not self.cost.asked and self.verdict.status in DECIDED

    def read_in(self, seconds: float) -> Result:
        """The same with the CPU seconds that reading took before."""
        return self.replace(times=self.times.with_reading(seconds))

    def with_error(self, error: str | None, code: str | None = None) -> Result:
        """The same with another sentence on what went wrong or was left open, and its code."""
        return self.replace(why=self.why.replace(error=error, code=code))

    def exit_code(self, *, unique_wanted: bool = False) -> int:
        """The exit code of a command that asked for it, and perhaps whether the solution is the only one."""
        status, unique = self.verdict.status, self.verdict.unique
        if status is Status.FAILED or (status is Status.WRONG and self.why.code == CONTRADICTED):
            return Exit.SOLVER_FAILED
        if (
            status in (Status.UNSOLVABLE, Status.WRONG)
            or self.why.code == WRONG_STATUS
            or (unique_wanted and unique is False)
        ):
            return Exit.NO
        if status is not Status.SOLVED or self.why.error or (unique_wanted and unique is None):
            return Exit.NO_ANSWER
        return Exit.DONE

    def to_json(self, board: Board | None, *, listed: bool = False) -> SolveRow:
        """One row for machines; `filling` is the first one, `fillings` all where a list was asked for."""
        shaped = [shape(board, filling) for filling in self.answers.fillings] if board else []
        from workbench.texts.rows import SolveRow

        row = SolveRow(
            puzzle=self.puzzle,
            status=self.verdict.status.value,
            filling=shaped[0] if shaped else None,
            unique=self.verdict.unique,
            encoding=self.by.encoding,
            solver=self.by.solver,
            version=self.by.version,
            decided_by=self.verdict.decided_by,
            open_cells=self.cost.open_cells,
            asked=self.cost.asked,
            seconds={phase: round(seconds, 6) for phase, seconds in self.times.cpu.items()},
            wall_seconds={phase: round(seconds, 6) for phase, seconds in self.times.wall.items()},
            memory_mib=self.cost.usage.memory_mib and round(self.cost.usage.memory_mib, 2),
            error=self.why.error,
        )
        if self.why.code is not None:
            row.code = self.why.code
        if self.why.line is not None:
            row.line, row.column = self.why.line, self.why.column
        if self.by.deduced is not None:
            row.deduce = self.by.deduced.level.name.lower()
        if self.why.violations:
            row.violations = [violation.name for violation in self.why.violations]
        if listed:
            row.fillings = shaped
            row.complete = self.answers.complete
        return row


def without_solution(name: str, status: Status, error: str, by: By = NOBODY) -> Result:
    """The result for a puzzle that came to nothing."""
    return Result(name, Verdict(status), by, why=Why(error, ended=status))


def times_of(watch: Stopwatch, usage: Usage = NOTHING_USED) -> Times:
    """The seconds that a stopwatch has counted, which this stops, with those of the solver's processes."""
    return Times(watch.stop(usage.cpu_seconds), watch.wall, watch.own)


class Stopped(KeyboardInterrupt):
    """Ctrl-C while solving.

    Attributes:
        result: what was found by then.
    """

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result


def is_contradicted(error: str | None) -> bool:
    """Return whether an error says that the rules contradict a verdict (`workbench.fillomino`)."""
    return error is not None and error.startswith("contradicted: ")


WRONG_STATUS = "wrong-status"
"""The code of a result that refutes the ``:status`` of its script."""

CONTRADICTED = "contradicted"
"""The code of a result whose "no solution", or "no other", the rules contradict."""

TOO_STRONG, TOO_WEAK = "too-strong", "too-weak"
"""The codes of a script of a puzzle that has no model, but a solution; that accepts a wrong filling."""


def contradicting(expected: Sequence[str | None], verdicts: Sequence[str | None]) -> list[int]:
    """Return the checks, from 0, whose verdict is not the ``:status`` that the script states."""
    pairs = enumerate(zip(verdicts, expected, strict=False))
    return [
        number
        for number, (verdict, stated) in pairs
        if stated is not None and verdict in ("sat", "unsat") and verdict != stated
    ]


def status_refuted(number: int, of: int) -> str:
    """Return the sentence that a check's ``:status`` is wrong."""
    which = f" of check {number + 1} of {of}" if of > 1 else ""
    return f"the script's :status{which} is wrong: unsat, but a model makes every assertion true"


class Facts(Record):
    """The properties of a method on this machine. All but `orders` are part of the key of a run.

    Attributes:
        encoding: the encoding of the puzzle, if there is one.
        logic: the SMT-LIB logic.
        deduce: how much is deduced: before encoding, or between guesses, or in all.
        solver: the solver, as the person called it.
        program: the name of its record.
        arguments: what the person added to its command line.
        version: what the program that does the work calls itself, with digests of files that its command
            names.
        orders: whether it writes a script, whose order can be another one.
    """

    encoding: str | None = None
    logic: str | None = None
    deduce: str | None = None
    solver: str | None = None
    program: str | None = None
    arguments: tuple[str, ...] = ()
    version: str = f"fillomino-smt {__version__}"
    orders: bool = False


def shape(board: Board, filling: Filling) -> Shape:
    """A filling for JSON: rows with ``null`` in holes, or name to number without a grid."""
    if board.grid is not None:
        return [[None if cell is None else filling[cell] for cell in row] for row in board.grid.rows()]
    return dict(zip(board.names, filling, strict=True))


def after(fillings: int, reason: str) -> str:
    """Return a reason for more fillings than were found, with their number."""
    return f"after {counted(fillings, 'filling')}: {reason}" if fillings else reason

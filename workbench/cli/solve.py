"""``fillomino solve``."""

from __future__ import annotations

from abc import ABC, abstractmethod

from drivers.default_solvers import default_name
from fillomino.record import Record
from workbench.cli import options
from workbench.cli.command import Added, Command
from workbench.cli.options import flag, number, path, seconds, text
from workbench.cli.output import coloured, reporter, tell, tell_error, waiting, warn, warn_of_memory, worst

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from drivers.limits import Limits
    from fillomino.errors import InputError
    from fillomino.instance import Instance
    from workbench.methods.method import Question, Result
    from workbench.methods.request import Request, Solving, Subject
    from workbench.texts.rows import SolveRow
    from workbench.texts.script_file import ScriptFile


class AddedToSolve(Added):
    """An option that a laboratory adds to `solve`."""

    def follower(self, value: Any, limits: Limits) -> Follower:
        """What a value of the option does with each result; the limits are those of a question."""
        raise NotImplementedError


class Follower(ABC):
    """Does something with each result, once it is known."""

    def asking(self, question: Question) -> Question:
        """The question about each puzzle, perhaps with more to be written down."""
        return question

    @abstractmethod
    def accept(self, subject: Subject) -> None:
        """Refuse a puzzle that it can do nothing with, before it is solved.

        Raises:
            InputError: for such a puzzle.
        """

    @abstractmethod
    def follow(self, subject: Subject, result: Result) -> Outcome:
        """Do it."""


class Outcome(Record):
    """What a laboratory made of a result.

    Attributes:
        line: that in words.
        failed: whether it could not be done.
        note: writes it to the row of the result.
    """

    line: str
    failed: bool
    note: Callable[[SolveRow], None]


class Solve(Command):
    """Solve puzzles through a solver, and print the grids.

    Each filling is checked by the rules before it is believed. With neither --encoding nor --solver the
    fastest way is taken: deduction, and `cuts` for what it leaves open. Naming either asks for the work
    of that alone: nothing is deduced, unless --deduce asks for it. A script is solved as it stands, edited or
    not: if it holds its puzzle, as those of `encode` do, the grid is printed, else verdict and output.

    \b
    Examples:
      fillomino solve @first --unique
      fillomino solve @ -e forest-tight -s z3 --timeout 60 --json
      fillomino solve first.smt2 --solver z3

    Exit code 4 (wrong) where the rules give a solution that encoding or solver denies (1 for a script,
    which may assert too much), and where a certificate that was asked for could not be written.
    """

    puzzles = options.puzzles
    encoding = text("E", "The encoding, or cmd:PROGRAM; see `fillomino encodings --help`.  [cuts]", "-e")
    solver = text("S", "The solver; see `fillomino solvers`.", "-s", shown=default_name)
    by = text(
        "METHOD",
        "Through SMT-LIB, by guessing (backtracking:HEURISTIC), by the rules of `deduce` alone (deduction), "
        "by a program (ans:PROGRAM), or by a method of a laboratory or package; an unknown name lists all.",
        default="smt",
    )
    logic = options.logic
    deduce = text(
        options.LEVEL_NAMES, f"{options.DEDUCE_HELP}.  [ahead; none if encoding or solver is named]"
    )
    portfolio = text(
        "auto|E:S,E:S…",
        "Race encodings and solvers, each on a core of its own; the first checked answer counts. "
        "Either may be a program, without commas: cmd:PROGRAM:smt:PROGRAM.",
    )
    timeout = seconds("Seconds per puzzle: our CPU time, then the solver by the clock; else no limit.")
    memory = options.mib("Memory of a solver process; else no limit.")
    unique = flag("Prove or refute that the filling is the only one.")
    prove_by = text("solver|counting", "With --unique: what proves that there is no other.", default="solver")
    limit = number("N", "Find up to N fillings.", least=1, default=1)
    as_json = options.as_json
    plain = options.plain
    keep = path("DIR", "Leave scripts that repeat each run, or check what was deduced.")
    drop = options.drop
    game = options.game
    reading = options.reading
    bound = options.bound
    cells = options.cells

    def run(self) -> int:
        """Solve each puzzle, and print its result; one that can't be read does not stop the others."""
        from contextlib import ExitStack

        from fillomino.errors import InputError
        from workbench import Exit
        from workbench.methods.request import Solving, Subject
        from workbench.texts.inputs import sources

        warn_of_memory(self.memory)
        reading = self.reading.bind(self.bound, self.cells)
        named = sources(self.puzzles, scripts=True)
        codes: list[int] = []
        with ExitStack() as stack:
            solving = stack.enter_context(Solving(self._request()))
            for note in solving.notes:
                warn(note, code="no-effect")
            limits = solving.question.limits
            followers = [
                option.follower(value, limits)
                for option, value in self.added
                if isinstance(option, AddedToSolve)
            ]
            for follower in followers:
                solving.question = follower.asking(solving.question)
            self._many, self._report = len(named) > 1, stack.enter_context(reporter(named))
            for source in named:
                try:
                    subject = solving.read(source, reading)
                    if isinstance(subject, Subject):
                        for follower in followers:
                            follower.accept(subject)
                except InputError as error:
                    codes.append(Exit.BAD_INPUT)
                    self._print_unread(source.name, error, solving)
                else:
                    if isinstance(subject, Subject):
                        codes += self._solve(subject, solving, followers)
                    elif not followers:
                        for note in subject.notes:
                            warn(note, code="script-as-read")
                        result = self._run(subject, solving)
                        codes.append(result.exit_code())
                        self._print_script(subject, result)
                    else:
                        given = ", ".join(self.given(*(option.attribute for option, _ in self.added)))
                        message = f"this script holds no puzzle: leave out {given}"
                        raise InputError(message, source=source.name, code="option-conflict")
                self._report.advance()
        return worst(codes)

    def _request(self) -> Request:
        """What the options ask for."""
        from workbench.methods.request import Request

        drop, only = self.drop
        return Request(
            encoding=self.encoding,
            solver=self.solver,
            by=self.by,
            logic=self.logic,
            deduce=self.deduce,
            drop=drop,
            only=only,
            portfolio=self.portfolio,
            limit=self.limit,
            unique=self.unique,
            prove_by=self.prove_by,
            timeout=self.timeout,
            memory=self.memory,
            keep=self.keep,
        )

    def _run(self, file: ScriptFile, solving: Solving) -> Result:
        """Run a script without a puzzle."""
        with waiting(lambda: f"{solving.worker} on {file.name}", silent=self._many):
            return solving.run(file)

    def _solve(self, subject: Subject, solving: Solving, followers: Sequence[Follower]) -> Iterator[int]:
        """Solve a puzzle and print the result, or at Ctrl-C what was found by then; yield exit codes."""
        from workbench import Exit
        from workbench.methods.method import Stopped

        outcomes: list[Outcome] = []
        try:
            with waiting(lambda: f"{solving.worker} on {subject.name}", silent=self._many):
                result = solving.solve(subject)
        except Stopped as stopped:
            if stopped.result.answers.fillings:
                self._print(subject.puzzle, stopped.result, solving.question)
            raise
        try:
            outcomes += (follower.follow(subject, result) for follower in followers)
        finally:
            self._print(subject.puzzle, result, solving.question, outcomes)
        yield result.exit_code(unique_wanted=self.unique)
        if any(outcome.failed for outcome in outcomes):
            yield Exit.SOLVER_FAILED

    def _print(
        self, puzzle: Instance, result: Result, question: Question, outcomes: Sequence[Outcome] = ()
    ) -> None:
        """Print a result: grids and a verdict in words, bare rows, or a line of JSON."""
        if self.as_json:
            row = result.to_json(puzzle.places, listed=self.limit > 1)
            for outcome in outcomes:
                outcome.note(row)
            self._report.line(row.to_line())
            return
        from fillomino import formats
        from workbench.methods.method import Status
        from workbench.methods.words import result_lines

        fillings, words = result.answers.fillings, result_lines(result, question)
        if result.why.broken is not None and result.verdict.status is Status.WRONG and not self.plain:
            fillings = (result.why.broken,)
        lines = [f"{result.puzzle}:"] if self._many else []
        for filling in fillings:
            grid = (
                formats.write_filling(puzzle.places, filling)
                if self.plain
                else puzzle.draw(filling, colour=coloured())
            )
            lines.append(grid.rstrip("\n"))
        if self._many or not self.plain:
            lines += words
        elif not fillings:
            for line in words:
                tell(f"{result.puzzle}: {line}")
        if lines:
            bare = self.plain and not self._many  # which has an empty line between grids
            self._report.line(("\n\n" if bare else "\n").join(lines))
        for outcome in outcomes:
            if self.plain:
                tell(f"{result.puzzle}: {outcome.line}")
            else:
                self._report.line(outcome.line)

    def _print_script(self, file: ScriptFile, result: Result) -> None:
        """Print what became of a script without a puzzle."""
        if self.as_json:
            row = result.to_json(None)
            row.verdict, row.expected = list(result.replies.verdicts), list(file.expected)
            row.output = result.replies.printed
            self._report.line(row.to_line())
            return
        from workbench.methods.words import script_lines

        lines = [f"{file.name}:"] if self._many else []
        lines += [result.replies.printed.rstrip("\n")] if self.plain else script_lines(file, result)
        self._report.line("\n".join(lines))

    def _print_unread(self, name: str, error: InputError, solving: Solving) -> None:
        """Report a puzzle or script that could not be read; a script has no encoding, and nothing ran it."""
        tell_error(error)
        if self.as_json:
            from workbench.methods.method import Status
            from workbench.texts.inputs import SCRIPT

            row = solving.method.without_solution(name, Status.FAILED, str(error)).to_json(None)
            row.code = error.code
            if name.endswith(SCRIPT):
                row.encoding = row.solver = ""
            self._report.line(row.to_line())

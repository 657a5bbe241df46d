"""A request to solve puzzles, from what a person types to results: where a solve is composed."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property

from fillomino.errors import InputError
from fillomino.instance import Instance
from fillomino.puzzle import FILLOMINO, Puzzle, as_fillomino
from fillomino.record import Record
from workbench.fillomino.deduced import decide
from workbench.methods.method import EVERY, OUT_OF_MEMORY, SMT, Question, Result, Status, Stopped
from workbench.texts.inputs import AS_WRITTEN, Reading, Source, open_one, script_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

    from workbench.methods.portfolio import Portfolio
    from workbench.methods.protocol import Method
    from workbench.methods.smt import SmtMethod
    from workbench.texts.script_file import ScriptFile

PROOFS = ("solver", "counting")
"""What may prove that there is no other solution."""

_OF_A_SCRIPT = ("encoding", "logic", "deduce", "drop", "only", "by", "portfolio")
"""The parts of a request that a script leaves no choice of."""

_OF_A_PUZZLE = ("limit", "unique", "prove_by")
"""Those that make sense only where the script holds its puzzle."""


class Request(Record):
    """A request: how to solve, and what to find out.

    Attributes:
        encoding: the name of an encoding; by default the fastest.
        solver: the name of a solver; by default the fastest.
        by: the name of a method.
        logic: the SMT-LIB logic.
        deduce: the name of a level of deduction.
        drop: families of the encoding to leave out.
        only: families to keep; all if empty.
        portfolio: the contenders of a race, if there is to be one.
        limit: how many solutions to look for; ``None`` for all.
        unique: whether to prove or refute that the solution is the only one.
        prove_by: one of `PROOFS`.
        timeout: seconds for all questions to the solver together.
        memory: MiB for each process of a solver.
        keep: a directory to leave evidence in.
        waiting: whether a solver's process may wait for the next puzzle, in this process of ours.
    """

    encoding: str | None = None
    solver: str | None = None
    by: str = SMT
    logic: str | None = None
    deduce: str | None = None
    drop: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    portfolio: str | None = None
    limit: int | None = 1
    unique: bool = False
    prove_by: str = PROOFS[0]
    timeout: float | None = None
    memory: int | None = None
    keep: Path | None = None
    waiting: bool = False

    def check(self) -> None:
        """Do nothing for parts that go together.

        Raises:
            InputError: for parts that do not, or have no use.
        """
        if self.limit is not None and self.limit < 1:
            raise InputError(
                f"limit is the number of solutions to look for, at least 1, not {self.limit}",
                code="bad-option",
            )
        if self.timeout is not None and not self.timeout >= 0:
            raise InputError(f"timeout is a number of seconds, not {self.timeout}", code="bad-option")
        if self.prove_by not in PROOFS:
            raise InputError(f"--prove-by is {' or '.join(PROOFS)}, not {self.prove_by!r}", code="bad-option")
        if self.prove_by != PROOFS[0] and not self.unique:
            raise InputError(
                "--prove-by counting proves uniqueness: give --unique too", code="missing-option"
            )
        if self.by != SMT:
            from workbench.methods.registry import idle_options

            options, why = idle_options(self.by)
            if idle := self.given(*options):
                raise InputError(
                    f"--by {self.by} {why}: leave out {', '.join(idle)}, or --by",
                    code="option-conflict",
                )
        if self.portfolio and self.given("encoding", "solver", "by", "prove_by", "drop", "only", "logic"):
            raise InputError(
                "--portfolio races whole encodings that it names: leave out --encoding, --solver, --by, "
                "--prove-by, --drop, --only, --logic",
                code="option-conflict",
            )

    @property
    def fast(self) -> bool:
        """Return whether nothing is asked for that the fast way does not do."""
        choices = ("encoding", "solver", "by", "logic", "deduce", "drop", "only", "portfolio", "keep")
        return not self.given(*choices, "prove_by")

    def given(self, *names: str) -> list[str]:
        """Return those of some parts that are not as they are by default, named as options."""
        defaults = self._defaults
        return [f"--{name.replace('_', '-')}" for name in names if getattr(self, name) != defaults[name]]


class Subject(Record):
    """A puzzle to solve.

    Attributes:
        name: as the person knows it.
        puzzle: the puzzle.
        seconds: CPU seconds that reading took.
        script: the method that solves it, where it is a script; else it is that of the request.
    """

    name: str
    puzzle: Instance
    seconds: float = 0.0
    script: SmtMethod | None = None


class Solving:
    """Puzzles solved as a request asks, one after another; a context manager, for a race has workers.

    Attributes:
        question: the question about each puzzle.
        notes: what of the request makes no difference, in sentences.
    """

    def __init__(self, request: Request) -> None:
        """Choose the method, and begin the race if there is one. The fast way loads drivers when it must.

        Raises:
            InputError: for parts of the request that do not go together, an unknown method or level.
            EncodingError: for an unknown encoding, or one that does not go with logic or solver.
            UnknownSolverError: for an unknown solver.
            SolverNotFoundError: if a solver is not installed.
        """
        request.check()
        self._request, self._race = request, ExitStack()
        self._racing: Portfolio | None = None
        self._by_game: dict[str, SmtMethod] = {}
        self.notes: list[str] = []
        self.question = _question(request)
        if request.fast:
            return
        if request.by != SMT:
            self.method.facts()  # an extra that is missing is reported before all puzzles
            return
        from drivers.solver import require

        chosen = self._smt
        if chosen.level and not chosen.encoding.deduces:
            self.notes.append(f"{chosen.encoding.name} makes no use of deduction, so there is none")
        if request.portfolio is None:
            require(chosen.solver)
            return
        from fillomino.deduction.levels import level_of
        from workbench.methods.portfolio import Portfolio, contenders

        level = level_of(request.deduce or "ahead")
        race = Portfolio(contenders(request.portfolio, level), self.question)
        self._racing = self._race.enter_context(race)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._race.close()

    @cached_property
    def method(self) -> Method:
        """The method that the request names."""
        if self._request.by == SMT:
            return self._smt
        from workbench.methods.registry import named

        return named(self._request.by, SMT, deduce=self._request.deduce)

    @property
    def _smt(self) -> SmtMethod:
        return self._smt_of(FILLOMINO.name)

    def _smt_of(self, game: str) -> SmtMethod:
        """The encoding and the solver for puzzles of a game."""
        if game not in self._by_game:
            from workbench.methods.smt import smt

            asked = self._request
            self._by_game[game] = smt(
                asked.encoding,
                asked.solver,
                logic=asked.logic,
                deduce=asked.deduce,
                drop=asked.drop,
                only=asked.only,
                game=game,
            )
        return self._by_game[game]

    def read(self, source: Source, reading: Reading = AS_WRITTEN) -> Subject | ScriptFile:
        """Read a source: a script is solved as it stands, one without a puzzle, too.

        Raises:
            InputError: if it can't be read, or a script leaves no choice of something that was asked for.
        """
        data = source.read()
        written = script_in(source, data)
        if written is None:
            opened = open_one(source, reading, data)
            self.check_game(opened.puzzle, opened.name)
            return Subject(opened.name, opened.puzzle, opened.seconds)
        from drivers.solvers import default_solver, find
        from workbench.methods.by_script import by_script, read_to_solve
        from workbench.texts.script_file import holds_puzzle, read_script_file

        written = reading.noted(written)
        plain = reading.bound is None and not holds_puzzle(written)
        given = self._request.given(*_OF_A_SCRIPT, *(_OF_A_PUZZLE if plain else ()))
        given += ["--as"] if reading.is_of_puzzle else []
        if given:
            message = f"a script is solved as it is, by a --solver; leave out {', '.join(given)}"
            raise InputError(message, source=source.name, code="option-conflict")
        if plain:
            return read_script_file(written)
        script = read_to_solve(written, reading.bound)
        method = by_script(script, find(named) if (named := self._request.solver) else default_solver())
        return Subject(source.name, script.puzzle, script=method)

    def check_game(self, puzzle: Instance, name: str) -> None:
        """Do nothing for a puzzle that can be solved as the request asks.

        Raises:
            InputError: for one of another game than Fillomino, if something asked for knows that alone.
        """
        if isinstance(puzzle, Puzzle):
            return
        from workbench.foreign.spec import is_answering

        by = () if is_answering(self._request.by) else ("by",)
        for option in self._request.given(*by, "deduce", "portfolio", "prove_by"):
            as_fillomino(puzzle, option, name)

    def solve(self, subject: Subject) -> Result:
        """Solve a puzzle; the result has the time of reading, and the version of the solver if it was asked.

        Raises:
            Stopped: at Ctrl-C, with what was found by then.
        """
        try:
            return self._completed(subject, self._solve(subject))
        except Stopped as stopped:  # at once: no solver is asked for its version any more
            stopped.result = stopped.result.read_in(subject.seconds)
            raise
        except MemoryError as error:
            why = str(error) or OUT_OF_MEMORY
            failed = self.method.without_solution(subject.name, Status.UNKNOWN, why)
            return self._completed(subject, failed.replace(why=failed.why.of(error)))

    def run(self, file: ScriptFile) -> Result:
        """Run a script without a puzzle; the result has its verdicts, and what the solver printed.

        Raises:
            UnknownSolverError: for an unknown solver.
            SolverNotFoundError: if the solver is not installed.
        """
        from workbench.methods.script_method import script_method
        from workbench.methods.witness import with_status_examined

        method = script_method(self._request.solver)
        result = method.run(file.name, file, self.question)
        result = with_status_examined(method, file, result, self.question)
        return result.replace(by=result.by.replace(version=method.facts().version))

    def _solve(self, subject: Subject) -> Result:
        if subject.script is not None:
            from workbench.methods.by_script import with_meaning

            return with_meaning(subject.script.run(subject.name, subject.puzzle, self.question))
        if self._racing is not None:
            return self._racing.solve(subject.name, subject.puzzle)
        if self._request.by == SMT and not isinstance(subject.puzzle, Puzzle):
            method = self._smt_of(subject.puzzle.game.name)
            return method.run(subject.name, subject.puzzle, self.question)
        if self._request.fast and isinstance(subject.puzzle, Puzzle):
            begun = decide(subject.name, subject.puzzle, self.question)
            if isinstance(begun, Result):
                return begun
            return self._smt.run(subject.name, subject.puzzle, self.question, begun)
        return self.method.run(subject.name, subject.puzzle, self.question)

    def _completed(self, subject: Subject, result: Result) -> Result:
        result = result.read_in(subject.seconds)
        if self._request.by != SMT or result.by.version is not None or result.without_solver:
            return result
        return result.replace(by=result.by.replace(version=self.version))

    @property
    def worker(self) -> str:
        """Who works, in a few words: encoding and solver, the method, or the contenders of a race."""
        asked = self._request
        if asked.portfolio is not None:
            return f"a race of {asked.portfolio}"
        if asked.by != SMT:
            return asked.by
        return f"{asked.encoding} {self._smt.solver.name}" if asked.encoding else self._smt.solver.name

    @cached_property
    def version(self) -> str:
        """The version of the solver, where it is of interest."""
        from drivers.backend import known_version

        method = next(iter(self._by_game.values()), None) or self._smt
        return known_version(method.solver, self.question.limits)


def _question(request: Request) -> Question:
    keep = None
    if request.keep is not None:
        from workbench.methods.keep import Keep

        keep = Keep(request.keep)
    return Question(
        limit=EVERY if request.limit is None else request.limit,
        unique=request.unique,
        by_counting=request.prove_by == PROOFS[1],
        seconds=request.timeout,
        memory_mib=request.memory,
        keep=keep,
        any_encoding=request.encoding is None,
        waiting=request.waiting and keep is None,
    )

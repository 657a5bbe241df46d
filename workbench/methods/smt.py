"""A method: an encoding, and a solver that decides it. Each model is decoded and judged by the rules."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from time import process_time
from typing import TYPE_CHECKING, Any

import drivers.solvers
from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.errors import UnknownSolverError, WrongModelError
from drivers.models import Oracle, enumerate_models
from drivers.solver import COMMAND_LINE, Solver, arguments_for, holds_sessions, is_ours, require, tuned
from encoder.encoding import Encoding
from encoder.errors import DecodeError
from encoder.guard import identity
from encoder.script import Decoded
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from workbench.deduced import deduced
from workbench.encodings import find_encoding, with_families
from workbench.foreign.command import ProgramError, RefusedError, command_of
from workbench.logics import best_logic, opening
from workbench.methods.asking import AskingMethod
from workbench.methods.oracle import oracle_of
from workbench.methods.question import Question, Watch
from workbench.methods.result import (
    Result,
    Status,
    Stopped,
    Stopwatch,
    after,
    left_open,
    status_of,
    without_solution,
)

if TYPE_CHECKING:
    from workbench.methods.method import Facts

DEDUCTION_SECONDS = 5.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""


class WrongAnswerError(WrongModelError):
    """A solver's answer that can't be right.

    Attributes:
        violations: the rules that its filling breaks.
        filling: that filling.
    """

    def __init__(
        self, message: str, broken: tuple[Violation, ...] = (), filling: Filling | None = None
    ) -> None:
        super().__init__(message)
        self.violations = broken
        self.filling = filling


@cache
def _version(solver: Solver) -> str:
    """The version, asked for once: a run is known by it."""
    from drivers.runner import version

    return version(solver)


@dataclass(frozen=True, slots=True)
class SmtMethod:
    """An encoding and a solver. Another machine takes its own encoding and solver of these names.

    A solver of the command line is taken along as it is.

    Attributes:
        encoding: the encoding of the puzzle.
        solver: the solver's record.
        logic: the logic, if not the one that suits encoding and solver.
        level: how much to deduce before encoding, where the encoding makes use of it.
        label: what the solver is called in tables, if not by its name.
        arguments: added to its command line.
        version: what the solver calls itself, for the results; not needed to run.
        altered: whether families were left out of the encoding, or it is a program's, so that a wrong
            filling is no surprise.
    """

    encoding: Encoding
    solver: Solver
    logic: str | None = None
    level: Level = Level.NONE
    label: str = ""
    arguments: tuple[str, ...] = ()
    version: str | None = None
    altered: bool = False

    def __reduce__(self) -> tuple[Callable[..., SmtMethod], tuple[object, ...]]:
        """Travel by the encoding's name: its functions need not be such as can be sent."""
        rest = (self.logic, self.level, self.label, self.arguments, self.version, self.altered)
        return _of_this_machine, (self.encoding.spec or self.encoding.name, self.solver, *rest)

    @property
    def name(self) -> str:
        """``forest z3``; with the logic where one was asked for."""
        logic = f":{self.logic}" if self.logic else ""
        return f"{self.encoding.name}{logic} {self.label or self.solver.name}"

    def facts(self) -> Facts:
        """See `Method`."""
        from workbench.methods.digests import code_digest  # not needed to solve
        from workbench.methods.method import Facts

        solver, spec = self._ready(0), self.encoding.spec
        self.encoding.check_logic(self.logic)
        logic = self._logic(solver)
        return Facts(
            encoding=self.encoding.name,
            logic=logic,
            deduce=self.deduced.name.lower(),
            solver=self.label or self.solver.name,
            program=self.solver.name,
            arguments=(*self.command, *arguments_for(solver, logic), *self.arguments),
            version=_version(solver),
            orders=not self.encoding.lazy,
            code=code_digest(*(command_of(spec).identity if spec else identity(self.encoding.build))),
        )

    @property
    def command(self) -> tuple[str, ...]:
        """The command of a solver of which only that is known: what its runs are known by."""
        solver = self.solver
        return () if solver.version_arguments else (solver.executable, *solver.arguments)

    @property
    def start(self) -> tuple[Solver, str]:
        """The solver as it is started, with all its arguments, and the logic it is given."""
        solver = self._ready(0)
        logic = self._logic(solver)
        return tuned(solver, logic), logic

    def _logic(self, solver: Solver) -> str:
        """The logic of scripts, or of those for small puzzles where each sets its own."""
        encoding = self.encoding
        with suppress(ProgramError):  # one that fails on those may be fine on others
            encoding = with_families(encoding)
        return self.logic or best_logic(encoding, solver) or "ALL"

    def run(self, name: str, puzzle: Puzzle, question: Question) -> Result:
        """See `Method`."""
        self.encoding.check_logic(self.logic)
        return solved(self, self._ready(question.seed), name, puzzle, question)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        return without_solution(
            name,
            status,
            error,
            encoding=self.encoding.name,
            solver=self.solver.name,
            version=self.version,
        )

    @property
    def deduced(self) -> Level:
        """The level of deduction: none for an encoding that makes no use of it."""
        return self.level if self.encoding.deduces else Level.NONE

    @property
    def encoding_name(self) -> str:
        """See `AskingMethod`."""
        return self.encoding.name

    @property
    def whose_model(self) -> str:
        """See `AskingMethod`."""
        return f"the model that {self.encoding.name} accepts" if self.encoding.spec else "the solver's model"

    def oracle(
        self, solver: Solver, *given: Any
    ) -> tuple[Oracle[Any], Callable[[Filling], None], Callable[[Sat], Decoded]]:
        """See `AskingMethod`."""
        return oracle_of(self, solver, *given)

    def opening(self, solver: Solver, question: Question) -> tuple[str, ...]:
        """See `AskingMethod`."""
        return tuple(opening(self.encoding, solver)) if self.in_session(solver, question) else ()

    def in_session(self, solver: Solver, question: Question) -> bool:
        """Return whether a question is asked in an incremental session about a script."""
        several = not self.encoding.lazy and question.wanted >= self.encoding.incremental_from
        return several and not question.runexec and holds_sessions(require(solver))

    def _ready(self, seed: int) -> Solver:
        """The solver with its arguments and a seed; 0 leaves its own."""
        solver = replace(self.solver, seed=seed) if seed else self.solver
        if not self.arguments:
            return solver
        found = require(solver)
        if is_ours(found):
            raise InputError(f"{found.title} takes no arguments, so not {shlex.join(self.arguments)} either")
        session = found.session_arguments
        return replace(
            found,
            arguments=(*found.arguments, *self.arguments),
            session_arguments=None if session is None else (*session, *self.arguments),
        )


def _of_this_machine(encoding: str, solver: Solver, *rest: object) -> SmtMethod:
    if solver.origin != COMMAND_LINE:
        with suppress(UnknownSolverError):
            solver = drivers.solvers.find(solver.name)
    return SmtMethod(find_encoding(encoding), solver, *rest)  # type: ignore[arg-type]


def solved(method: AskingMethod, solver: Solver, name: str, puzzle: Puzzle, question: Question) -> Result:
    """Deduce, encode, ask, decode, check, block, and ask again."""
    watch = Stopwatch()
    until = None if question.seconds is None else process_time() + question.seconds
    phase = "deduce"
    try:
        with watch.phase(phase), interrupted_at(until):
            candidates = deduce(puzzle, method.deduced, seconds=DEDUCTION_SECONDS)
            work = deduced(method.deduced, candidates)
        phase = "encode"
        with watch.phase(phase):
            oracle, block, decode = method.oracle(
                solver, name, puzzle, candidates, work, question, watch, until
            )
    except OutOfTimeError as late:
        return _late(method, name, question, watch, phase, *map(str, late.args))
    except RefusedError as refused:
        return method.without_solution(name, Status.UNKNOWN, str(refused))
    except ProgramError as failed:
        status = Status.TIMEOUT if failed.timed_out else Status.FAILED
        return method.without_solution(name, status, str(failed))
    seconds = question.seconds
    if until is not None and question.cpu_seconds is None:  # else they are for a solver that sleeps
        seconds = max(0.0, until - process_time())

    def ask(seconds: float | None) -> Answer:
        with watch.phase("solve"):
            return oracle.ask(seconds)

    def read(model: Sat) -> Filling:
        with watch.phase("check"):
            return _checked(method, puzzle, decode, model, question.watch)

    fillings: list[Filling] = []
    wrong = WrongAnswerError("")
    error: str | None = None
    last: Answer
    stopped = False
    try:
        last = enumerate_models(ask, read, block, fillings, limit=question.wanted, seconds=seconds)
        if isinstance(last, Timeout) and not last.cpu and question.seconds is not None:
            last = Timeout(question.seconds)  # not what we had left of it
    except WrongModelError as found:
        error, last = str(found), Failure(str(found))
        wrong = found if isinstance(found, WrongAnswerError) else wrong
        fillings.clear()
    except KeyboardInterrupt:
        stopped, last = True, Unknown("interrupted")
    finally:
        usage = oracle.close()
    complete, total = isinstance(last, Unsat), None
    counting = question.unique and question.by_counting and not stopped
    if counting and error is None and (fillings or complete):
        from workbench.methods.counting import counted_to_prove

        with watch.phase("check"):
            total, error = counted_to_prove(puzzle, len(fillings))
        complete = total == len(fillings)
        if error is not None and not fillings:
            last = Unknown(error)
    if stopped:
        error = after(len(fillings), "interrupted")
    elif error is None:
        error = left_open(last, len(fillings))
    altered = bool(wrong.violations) and method.altered
    status = Status.SOLVED if fillings else Status.WRONG if altered else status_of(last)
    by = "deduction" if work.decided or not oracle.asked else "solver"
    result = Result(
        puzzle=name,
        status=status,
        fillings=tuple(fillings[: question.limit]),
        unique=False if max(len(fillings), total or 0) > 1 else True if fillings and complete else None,
        complete=complete and len(fillings) <= question.limit,
        encoding=method.encoding_name,
        solver=solver.name,
        version=method.version,
        seconds=watch.stop(usage.cpu_seconds),
        wall_seconds=watch.wall,
        own=watch.own,
        usage=usage,
        asked=oracle.asked,
        ended=status_of(last),
        violations=wrong.violations,
        error=error,
        broken=wrong.filling,
        decided_by=by if status in (Status.SOLVED, Status.UNSOLVABLE) else None,
        deduced=work,
        open_cells=work.open_cells,
        opening=method.opening(solver, question),
    )
    if stopped:
        raise Stopped(result)
    try:
        return _held_against_rules(puzzle, result, candidates)
    except KeyboardInterrupt:
        raise Stopped(result) from None


def _held_against_rules(puzzle: Puzzle, result: Result, candidates: Candidates) -> Result:
    """The result, unless a solver claims that there is no solution, or no other, and the rules give one.

    This is no part of the measured time.
    """
    if result.decided_by != "solver" or not (result.status is Status.UNSOLVABLE or result.complete):
        return result
    from workbench.contradicted import ANOTHER, CONTRADICTED, another_solution, known_solution

    if result.fillings:
        known, error = another_solution(puzzle, result.fillings, candidates.filling()), ANOTHER
    else:
        known, error = known_solution(puzzle), CONTRADICTED
    if known is None:
        return result
    return replace(
        result, status=Status.WRONG, fillings=(), unique=None, complete=False, error=error, decided_by=None
    )


def _late(
    method: AskingMethod, name: str, question: Question, watch: Stopwatch, phase: str, place: str = ""
) -> Result:
    """The result where time was up before the solver was asked; the place is one in somebody's encoding."""
    doing = {"deduce": "deducing", "encode": "encoding"}[phase]
    error = f"no answer within {question.seconds:g} s, which {doing} used up{place and f', {place}'}"
    late = method.without_solution(name, Status.TIMEOUT, error)
    return replace(late, seconds=watch.stop(), wall_seconds=watch.wall, own=watch.own)


def _checked(
    method: AskingMethod, puzzle: Puzzle, decode: Callable[[Sat], Decoded], model: Sat, watch: Watch
) -> Filling:
    """The filling of a model, judged by the rules."""
    try:
        decoded = decode(model)
    except DecodeError as error:
        raise WrongAnswerError(str(error)) from error
    watch(decoded)
    broken = violations(puzzle, decoded.filling)
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        message = f"{method.whose_model} breaks the rules: {broken[0].text}{more}"
        raise WrongAnswerError(message, broken, decoded.filling)
    return decoded.filling

"""Solving, straight down: deduce, encode, ask, decode, check, block, and ask again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any, Protocol

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.backend import Backend
from drivers.solver import Solver
from encoder.errors import DecodeError
from encoder.script import Decoded, PuzzleScript, block, decode, integers
from fillomino.clock import OutOfTimeError, Stopwatch
from fillomino.deduction.levels import Level
from fillomino.errors import counted
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from workbench.foreign.command import ProgramError, RefusedError
from workbench.methods.deduced import Begun, begin
from workbench.methods.question import Question
from workbench.methods.result import Result, Status, Stopped, after


def status_of(answer: Answer) -> Status:
    """Return the status where nothing was found, from the solver's last answer."""
    match answer:
        case Unsat():
            return Status.UNSOLVABLE
        case Unknown():
            return Status.UNKNOWN
        case Timeout():
            return Status.TIMEOUT
        case Sat() | Failure():
            return Status.FAILED


def reason_of(answer: Answer) -> str | None:
    """Return why the last answer leaves something open, in a sentence; ``None`` if it does not."""
    match answer:
        case Unknown(reason=reason):
            return f"the solver does not know: {reason}"
        case Timeout(seconds=seconds, cpu=cpu):
            return f"no answer within {seconds:g} s{' of CPU time' if cpu else ''}"
        case Failure(text=text):
            return text
        case Sat() | Unsat():
            return None


def in_words(answer: Answer) -> str:
    """Return an answer in words, whatever it is: a verdict, or why there is none."""
    if isinstance(answer, Sat | Unsat):
        return f"the solver answers {'sat' if isinstance(answer, Sat) else 'unsat'}"
    return reason_of(answer) or ""


def read_model(
    script: PuzzleScript, values: Mapping[str, object]
) -> tuple[Filling | None, str, tuple[Violation, ...]]:
    """Return the filling of a model, or ``None`` and why it is not one; and the rules that it breaks."""
    try:
        filling = decode(script, values).filling
    except DecodeError as error:
        return None, str(error), ()
    return filling, "", violations(script.puzzle, filling)


def first_of(broken: Sequence[Violation]) -> str:
    """Return the first of the rules that are broken, and how many more are."""
    return broken[0].text + (f" (and {len(broken) - 1} more)" if len(broken) > 1 else "")


def left_open(answer: Answer, fillings: int) -> str | None:
    """Return why there may be more fillings than were found, in a sentence; ``None`` if there are not."""
    reason = reason_of(answer)
    if reason is None or not fillings:
        return reason
    if isinstance(answer, Timeout):
        cpu = " of CPU time" if answer.cpu else ""
        return f"after {counted(fillings, 'filling')} the {answer.seconds:g} s{cpu} were used up"
    return after(fillings, reason)


@dataclass(slots=True)
class Attempt:
    """One puzzle on its way to a solver.

    Attributes:
        name: the name of the puzzle, for files and results.
        puzzle: the puzzle.
        question: limits, order, evidence.
        solver: the solver's record, with its seed.
        begun: what was deduced, and the watch that counts the phases.
        opening: the commands that our driver sends a session before all others.
        script: the script as the solver is given it; ``None`` where it is asked without one.
        original: the same before it was scrambled, if it was.
        names: the name of each symbol of `original` in `script`.
    """

    name: str
    puzzle: Puzzle
    question: Question
    solver: Solver
    begun: Begun
    opening: tuple[str, ...] = ()
    script: PuzzleScript | None = None
    original: PuzzleScript | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def spent(self) -> float:
        """Seconds of the limit by the clock that our own CPU time has used up.

        It counts for nothing where the solver's CPU time is limited: then the clock is for one that sleeps.
        """
        return 0.0 if self.question.cpu_seconds is not None else process_time() - self.begun.started

    @property
    def until(self) -> float | None:
        """When our own CPU time is up; ``None`` without a limit."""
        return None if self.question.seconds is None else self.begun.started + self.question.seconds


class SolverMethod(Protocol):
    """A method that asks a solver: `solve` does all but beginning a back end."""

    @property
    def altered(self) -> bool:
        """True where a wrong filling is no surprise."""

    @property
    def deduced(self) -> Level:
        """The level of deduction before encoding."""

    def backend(self, attempt: Attempt) -> Backend[Any]:
        """Encode a puzzle, and return the back end to ask; it also sets the attempt's `script` and `opening`.

        A back end without a script gives each cell's number as ``n_x``, and is told fillings to block.

        Raises:
            OutOfTimeError: if our CPU time is up before it is encoded.
        """

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""


@dataclass(slots=True)
class _Answers:
    """The answers so far.

    Attributes:
        fillings: the checked fillings.
        last: its last answer.
        wrong: why its last model is none, if it is none.
        broken: the rules that this breaks.
        filling: its filling, if it has one.
    """

    fillings: list[Filling] = field(default_factory=list)
    last: Answer = field(default_factory=Sat)
    wrong: str | None = None
    broken: tuple[Violation, ...] = ()
    filling: Filling | None = None


def solve(
    method: SolverMethod,
    solver: Solver,
    name: str,
    puzzle: Puzzle,
    question: Question,
    begun: Begun | None = None,
) -> Result:
    """Answer a question about a puzzle by a solver; each filling is checked by the rules.

    What was deduced already (`begun`) is not deduced again.

    Raises:
        Stopped: at Ctrl-C, with what was found by then.
    """
    watch = Stopwatch() if begun is None else begun.watch
    try:
        begun = begun or begin(method.deduced, puzzle, question, watch)
        with watch.phase("encode"):
            attempt = Attempt(name, puzzle, question, solver, begun)
            backend = method.backend(attempt)
            backend.counting = question.counting
    except OutOfTimeError as late:
        return late_result(method, name, question, watch, *map(str, late.args))
    except RefusedError as refused:
        return method.without_solution(name, Status.UNKNOWN, str(refused))
    except ProgramError as failed:
        status = Status.TIMEOUT if failed.timed_out else Status.FAILED
        return method.without_solution(name, status, str(failed))
    answers, stopped = _Answers(), False
    with backend:
        try:
            _ask(method, attempt, backend, answers)
        except KeyboardInterrupt:
            stopped, answers.last = True, Unknown("interrupted")
    result = _result(method, attempt, backend, answers, stopped=stopped)
    if stopped:
        raise Stopped(result)
    try:
        return _held_against_rules(puzzle, result, begun)
    except KeyboardInterrupt:
        raise Stopped(result) from None


def _ask(method: SolverMethod, attempt: Attempt, backend: Backend[Any], answers: _Answers) -> None:
    """Ask for fillings until there are enough, or no more; one that breaks the rules ends it."""
    puzzle, script, watch, question = attempt.puzzle, attempt.script, attempt.begun.watch, attempt.question
    while len(answers.fillings) < question.wanted:
        with watch.phase("solve"):
            answer = backend.ask()
        if not isinstance(answer, Sat):
            if isinstance(answer, Failure):
                from workbench.foreign.faults import with_fault

                answer = with_fault(answer, script)
            answers.last = answer
            return
        with watch.phase("check"):
            try:
                if script is not None:
                    decoded = decode(script, answer.values)
                else:
                    decoded = Decoded(integers(puzzle.board).decode(puzzle.board.names, answer.values))
            except DecodeError as error:
                answers.wrong = str(error)
                return
            question.watch(decoded)
            filling = decoded.filling
            answers.broken = violations(puzzle, filling)
        if answers.broken:
            accepts = script.encoding if script is not None and method.altered else ""
            whose = f"the model that {accepts} accepts" if accepts else "the solver's model"
            answers.wrong = f"{whose} breaks the rules: {first_of(answers.broken)}"
            answers.filling = filling
            return
        if filling in answers.fillings:
            answers.wrong = "the solver gave a solution again that was blocked"
            return
        answers.fillings.append(filling)
        if len(answers.fillings) < question.wanted:
            backend.block(filling if script is None else block(script, filling))


def _result(
    method: SolverMethod, attempt: Attempt, backend: Backend[Any], answers: _Answers, *, stopped: bool
) -> Result:
    """The result of what was found."""
    question, work, watch = attempt.question, attempt.begun.work, attempt.begun.watch
    last, error = answers.last, answers.wrong
    fillings = () if error else tuple(answers.fillings)
    if error:
        last = Failure(error)
    complete, total = isinstance(last, Unsat), None
    counting = question.unique and question.by_counting and not stopped
    if counting and error is None and (fillings or complete):
        from workbench.methods.counting import counted_to_prove

        with watch.phase("check"):
            total, error = counted_to_prove(attempt.puzzle, len(fillings))
        complete = total == len(fillings)
        if error is not None and not fillings:
            last = Unknown(error)
    if stopped:
        error = after(len(fillings), "interrupted")
    elif error is None:
        error = left_open(last, len(fillings))
    altered = bool(answers.broken) and method.altered
    status = Status.SOLVED if fillings else Status.WRONG if altered else status_of(last)
    by = "deduction" if work.decided or not backend.asked else "solver"
    return method.without_solution(attempt.name, status, error or "")._replace(
        fillings=fillings[: question.limit],
        unique=False if max(len(fillings), total or 0) > 1 else True if fillings and complete else None,
        complete=complete and len(fillings) <= question.limit,
        solver=attempt.solver.name,
        seconds=watch.stop(backend.usage.cpu_seconds),
        wall_seconds=watch.wall,
        own=watch.own,
        usage=backend.usage,
        asked=backend.asked,
        ended=status_of(last),
        violations=answers.broken,
        error=error,
        broken=answers.filling,
        decided_by=by if status in (Status.SOLVED, Status.UNSOLVABLE) else None,
        deduced=work,
        open_cells=work.open_cells,
        opening=attempt.opening,
        statistics=backend.statistics,
    )


def _held_against_rules(puzzle: Puzzle, result: Result, begun: Begun) -> Result:
    """The result, unless a solver claims that there is no solution, or no other, and the rules give one.

    This is no part of the measured time.
    """
    if result.decided_by != "solver" or not (result.status is Status.UNSOLVABLE or result.complete):
        return result
    from workbench.methods.contradicted import ANOTHER, CONTRADICTED, another_solution, known_solution

    if result.fillings:
        known, error = another_solution(puzzle, result.fillings, begun.candidates.filling()), ANOTHER
    else:
        known, error = known_solution(puzzle), CONTRADICTED
    if known is None:
        return result
    return result._replace(
        status=Status.WRONG, fillings=(), unique=None, complete=False, error=error, decided_by=None
    )


def late_result(
    method: SolverMethod, name: str, question: Question, watch: Stopwatch, place: str = ""
) -> Result:
    """The result where time was up before the solver was asked; the place is one in somebody's encoding."""
    doing = "encoding" if watch.wall["encode"] else "deducing"
    error = f"no answer within {question.seconds:g} s, which {doing} used up{place and f', {place}'}"
    late = method.without_solution(name, Status.TIMEOUT, error)
    return late._replace(seconds=watch.stop(), wall_seconds=watch.wall, own=watch.own)

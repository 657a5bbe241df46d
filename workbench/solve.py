"""Solve a puzzle through SMT-LIB: encode, ask, decode, check, and ask for another filling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.limits import Limits
from drivers.run import require
from drivers.solver import Solver
from encoder.errors import DecodeError
from encoder.lazy import CUTS
from encoder.script import Encoding
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.ask import Asker, Processes, Talk
from workbench.keep import Keep, file_stem
from workbench.lazy import Cuts
from workbench.logics import best_logic
from workbench.result import Result, Status, Stopwatch

DEDUCTION_SECONDS = 2.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""

TALK_FROM = 3
"""From this many fillings wanted, one incremental session beats a fresh process for each."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How to solve.

    Attributes:
        encoding: how the puzzle is said.
        solver: who answers.
        logic: the logic, if not the one that suits encoding and solver.
        level: how much to deduce before encoding, where the encoding makes use of it.
        limits: for all questions about one puzzle together (time), for each process (memory).
        unique: whether to prove or refute that the filling is the only one.
        limit: how many fillings to look for.
        keep: where to leave the evidence, if anywhere.
        version: what the solver calls itself.
        altered: whether families were left out of the encoding, so that a wrong filling is no surprise.
    """

    encoding: Encoding
    solver: Solver
    logic: str | None = None
    level: Level = Level.FULL
    limits: Limits = field(default_factory=Limits)
    unique: bool = False
    limit: int = 1
    keep: Keep | None = None
    version: str | None = None
    altered: bool = False

    @property
    def wanted(self) -> int:
        """How many fillings to look for: two are enough to refute uniqueness."""
        return max(self.limit, 2 if self.unique else 1)


class WrongAnswerError(Exception):
    """A solver's answer that can't be right.

    Attributes:
        filling: what it stands for, if it breaks the rules.
    """

    def __init__(self, message: str, filling: Filling | None = None) -> None:
        super().__init__(message)
        self.filling = filling


def solve(name: str, puzzle: Puzzle, setup: Setup, *, read_seconds: float = 0.0) -> Result:
    """Solve a puzzle; whatever happens in the solver is told in the result, never raised.

    Raises:
        EncodingError: if the encoding can't be written in the logic.
        SolverNotFoundError: if the solver is not installed.
    """
    watch = Stopwatch(read_seconds)
    fillings: list[Filling] = []
    last: Answer = Unsat()
    with watch.phase("deduce"):
        level = setup.level if setup.encoding.deduces else Level.NONE
        candidates = deduce(puzzle, level, seconds=DEDUCTION_SECONDS)
    with watch.phase("encode"):
        asker = _asker(name, puzzle, candidates, setup)
    error, broken = None, None
    try:
        while len(fillings) < setup.wanted:
            with watch.phase("solve"):
                last = asker.ask(_left(setup.limits, watch))
            if not isinstance(last, Sat):
                break
            with watch.phase("check"):
                fillings.append(_checked(setup.encoding, puzzle, last, fillings))
                if len(fillings) < setup.wanted:
                    asker.forbid(fillings[-1])
    except WrongAnswerError as wrong:
        error, fillings, last = str(wrong), [], Failure(str(wrong))
        broken = wrong.filling
    finally:
        memory = asker.close()
    complete = isinstance(last, Unsat)
    reason = _reason(last)
    if error is None and reason is not None:
        error = f"after {len(fillings)} filling(s): {reason}" if fillings else reason
    return Result(
        puzzle=name,
        status=Status.SOLVED if fillings else Status.WRONG if broken and setup.altered else _status(last),
        fillings=tuple(fillings[: setup.limit]),
        unique=False if len(fillings) > 1 else True if fillings and complete else None,
        complete=complete and len(fillings) <= setup.limit,
        encoding=setup.encoding.name,
        solver=setup.solver.name,
        version=setup.version,
        seconds=watch.stop(),
        memory_mib=memory,
        asked=asker.asked,
        error=error,
        broken=broken,
    )


def _asker(name: str, puzzle: Puzzle, candidates: Candidates, setup: Setup) -> Asker:
    encoding, solver, keep = setup.encoding, setup.solver, setup.keep
    label = f"{file_stem(name)}.{encoding.name}.{solver.name}"
    logic = setup.logic or best_logic(encoding, solver)
    if encoding is CUTS:
        return Cuts(puzzle, candidates, solver, logic, setup.limits, keep, label)
    script = encoding.script(puzzle, logic, candidates)
    if setup.wanted >= TALK_FROM and require(solver).session_arguments is not None:
        return Talk(encoding, script, solver, setup.limits, keep, label)
    return Processes(encoding, script, solver, keep, label)


def _left(limits: Limits, watch: Stopwatch) -> Limits:
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.001, limits.seconds - watch.seconds["solve"]))


def _checked(encoding: Encoding, puzzle: Puzzle, answer: Sat, known: Sequence[Filling]) -> Filling:
    try:
        filling = encoding.decode(puzzle, answer.values).filling
    except DecodeError as error:
        raise WrongAnswerError(str(error)) from error
    broken = violations(puzzle, filling)
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        raise WrongAnswerError(f"the solver's model breaks the rules: {broken[0].text}{more}", filling)
    if filling in known:
        raise WrongAnswerError("the solver gave a filling again that it was forbidden")
    return filling


def _status(answer: Answer) -> Status:
    match answer:
        case Unsat():
            return Status.UNSOLVABLE
        case Unknown():
            return Status.UNKNOWN
        case Timeout():
            return Status.TIMEOUT
        case Sat() | Failure():
            return Status.FAILED


def _reason(answer: Answer) -> str | None:
    match answer:
        case Unknown(reason=reason):
            return f"the solver does not know: {reason}"
        case Timeout(seconds=seconds):
            return f"no answer within {seconds:g} s"
        case Failure(text=text):
            return text
        case Sat() | Unsat():
            return None

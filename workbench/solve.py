"""Solve a puzzle through SMT-LIB: encode, ask, decode, check, and ask for another filling."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.limits import Limits
from drivers.run import require
from drivers.solver import Solver
from encoder.encoding import Decoded, Encoding
from encoder.errors import DecodeError, EncodingError
from fillomino.deduction.engine import Candidates, Level, deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from fillomino.words import counted
from workbench.ask import Asker, Processes, Talk
from workbench.deduced import Deduced, decided
from workbench.keep import Keep, file_stem
from workbench.lazy import Cuts
from workbench.logics import best_logic, tuned
from workbench.result import Result, Status, Stopped, Stopwatch, after
from workbench.watch import Watch, unwatched

DEDUCTION_SECONDS = 5.0
"""Deduction stops after so many seconds of CPU; what it has found by then holds."""

COUNT_MEMORY = 4 << 30
"""Bytes that a proof by counting may take."""

EVERY = sys.maxsize
"""A limit that no puzzle reaches: all fillings."""

TALK_FROM = 3
"""From this many fillings wanted, one incremental session beats a fresh process for each; for some
encodings (`Encoding.talks`) already from two."""


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
        by_counting: whether that is done by counting all fillings, not by asking for another.
        limit: how many fillings to look for; `EVERY` for all.
        keep: where to leave the evidence, if anywhere.
        version: what the solver calls itself.
        altered: whether families were left out of the encoding, so that a wrong filling is no surprise.
        watch: who is shown rounds and models as they come.
    """

    encoding: Encoding
    solver: Solver
    logic: str | None = None
    level: Level = Level.AHEAD
    limits: Limits = field(default_factory=Limits)
    unique: bool = False
    by_counting: bool = False
    limit: int = 1
    keep: Keep | None = None
    version: str | None = None
    altered: bool = False
    watch: Watch = unwatched

    @property
    def wanted(self) -> int:
        """How many fillings to look for: two are enough to refute uniqueness."""
        return max(self.limit, 2 if self.unique and not self.by_counting else 1)


class WrongAnswerError(Exception):
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


def solve(name: str, puzzle: Puzzle, setup: Setup, *, read_seconds: float = 0.0) -> Result:
    """Solve a puzzle; whatever happens in the solver is told in the result, never raised.

    Raises:
        EncodingError: if the encoding can't be written in the logic.
        SolverNotFoundError: if the solver is not installed.
        Stopped: at Ctrl-C, with what was found by then.
    """
    setup.encoding.check_logic(setup.logic)
    watch = Stopwatch(read_seconds)
    fillings: list[Filling] = []
    known: set[Filling] = set()
    last: Answer = Unsat()
    with watch.phase("deduce"):
        level = setup.level if setup.encoding.deduces else Level.NONE
        candidates = deduce(puzzle, level, seconds=DEDUCTION_SECONDS)
    with watch.phase("encode"):
        asker = _asker(name, puzzle, candidates, setup)
    error: str | None = None
    stopped = False
    wrong_filling: Filling | None = None
    broken: tuple[Violation, ...] = ()
    try:
        while len(fillings) < setup.wanted:
            with watch.phase("solve"):
                last = asker.ask(_left(setup.limits, watch))
            if not isinstance(last, Sat):
                break
            with watch.phase("check"):
                fillings.append(_checked(setup, puzzle, last, known))
                known.add(fillings[-1])
                if len(fillings) < setup.wanted:
                    asker.forbid(fillings[-1])
    except WrongAnswerError as wrong:
        error, fillings, last = str(wrong), [], Failure(str(wrong))
        broken, wrong_filling = wrong.violations, wrong.filling
    except KeyboardInterrupt:
        stopped, last = True, Unknown("interrupted")
    finally:
        usage = asker.close()
    complete = isinstance(last, Unsat)
    total = None
    if error is None and (fillings or complete) and setup.unique and setup.by_counting and not stopped:
        with watch.phase("check"):
            total, error = _counted(puzzle, fillings)
        complete = total == len(fillings)
        if error is not None and not fillings:
            last = Unknown(error)
    if stopped:
        error = after(len(fillings), "interrupted")
    elif error is None:
        error = _left_open(last, len(fillings), setup.limits)
    result = Result(
        puzzle=name,
        status=Status.SOLVED if fillings else Status.WRONG if broken and setup.altered else status_of(last),
        fillings=tuple(fillings[: setup.limit]),
        unique=False if max(len(fillings), total or 0) > 1 else True if fillings and complete else None,
        complete=complete and len(fillings) <= setup.limit,
        encoding=setup.encoding.name,
        solver=setup.solver.name,
        version=setup.version,
        seconds=watch.stop(),
        own=watch.own,
        usage=usage,
        asked=asker.asked,
        ended=status_of(last),
        violations=broken,
        error=error,
        broken=wrong_filling,
    )
    if stopped:
        raise Stopped(result)
    return result


def _counted(puzzle: Puzzle, fillings: Sequence[Filling]) -> tuple[int | None, str | None]:
    """How many fillings there are by counting, which shares nothing with SMT; or why that is not known."""
    from fillomino.counting.means import Means
    from fillomino.counting.methods import count
    from fillomino.counting.task import of_puzzle
    from fillomino.errors import CountError, PuzzleError

    try:
        found = count(of_puzzle(puzzle, deduce(puzzle)), means=Means(memory=COUNT_MEMORY))
    except (CountError, PuzzleError) as error:
        other = "; use --prove-by solver" if isinstance(error, PuzzleError) else ""
        claim = (
            "the filling is not proved to be the only one"
            if fillings
            else "there is no proof that there is none"
        )
        return None, f"{claim}: {error}{other}"
    if found < len(fillings) or (found and not fillings):
        return None, f"counting finds {counted(found, 'filling')} where {len(fillings)} had been found"
    return found, None


def _asker(name: str, puzzle: Puzzle, candidates: Candidates, setup: Setup) -> Asker:
    encoding, solver, keep = setup.encoding, setup.solver, setup.keep
    label = f"{file_stem(name)}.{encoding.name}.{solver.name}"
    logic = setup.logic or best_logic(encoding, solver)
    if encoding.lazy and decided(candidates):
        return Deduced(puzzle, candidates, keep, label)
    if encoding.lazy:
        return Cuts(puzzle, candidates, solver, logic, setup.limits, keep, label, watch=setup.watch)
    script, solver = encoding.script(puzzle, logic, candidates), tuned(solver, logic)
    if setup.wanted >= TALK_FROM - encoding.talks and require(solver).session_arguments is not None:
        return Talk(encoding, script, solver, setup.limits, keep, label)
    return Processes(encoding, script, solver, keep, label)


def _left(limits: Limits, watch: Stopwatch) -> Limits:
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.001, limits.seconds - watch.seconds["solve"]))


def _left_open(last: Answer, found: int, limits: Limits) -> str | None:
    """Why there may be more fillings than were found, in a sentence; ``None`` if there are not."""
    if isinstance(last, Timeout) and limits.seconds is not None:
        last = Timeout(limits.seconds)  # not what was left of it for the last question
    reason = reason_of(last)
    if reason is None or not found:
        return reason
    if isinstance(last, Timeout):
        return f"after {counted(found, 'filling')} the {last.seconds:g} s were used up"
    return after(found, reason)


def _checked(setup: Setup, puzzle: Puzzle, answer: Sat, known: Collection[Filling]) -> Filling:
    try:
        decoded: object = setup.encoding.decode(puzzle, answer.values)
    except DecodeError as error:
        raise WrongAnswerError(str(error)) from error
    if not isinstance(decoded, Decoded):
        said = type(decoded).__name__
        raise EncodingError(f"decode of the encoding {setup.encoding.name} gives a {said}, not a Decoded")
    setup.watch(decoded)
    filling = decoded.filling
    broken = violations(puzzle, filling)
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        raise WrongAnswerError(
            f"the solver's model breaks the rules: {broken[0].text}{more}", broken, filling
        )
    if filling in known:
        raise WrongAnswerError("the solver gave a filling again that it was forbidden")
    return filling


def status_of(answer: Answer) -> Status:
    """How solving ended that found nothing, from the solver's last answer."""
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
    """Why the last answer leaves something open, in a sentence; ``None`` if it does not."""
    match answer:
        case Unknown(reason=reason):
            return f"the solver does not know: {reason}"
        case Timeout(seconds=seconds):
            return f"no answer within {seconds:g} s"
        case Failure(text=text):
            return text
        case Sat() | Unsat():
            return None

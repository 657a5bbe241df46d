"""Scripts run as they stand: their own questions, whatever they are about, and what is known of each answer.

A script about a puzzle can be asked more than its own questions, such as for other solutions: that is done by
`workbench.methods.by_script`. Here what is answered is held against all that is known, in this order: the
rules of the puzzle, where the script names its cells; its ``:status``; its assertions, evaluated in the model
by code of our own, where the script asks for the model and we know the theory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import drivers.solvers
from drivers.answer import Answer, Failure, Run, Sat, Unsat
from drivers.backend import run as run_once
from drivers.backend import run_counting
from drivers.solver import Solver, tuned
from drivers.transcript import Transcript, transcripts_of
from encoder.puzzle_script import cells_of, key_of
from fillomino.clock import Stopwatch
from fillomino.instance import Filling, Violation
from fillomino.record import Record
from smtlib.errors import EvaluationError, SexprError
from smtlib.renaming import restored
from smtlib.scopes import Asserted, Check, checks, questions_of
from smtlib.scramble import Scrambled, scramble
from smtlib.sendable import sendable
from smtlib.text import Text
from smtlib.truth import Judged, judged_by
from workbench.fillomino.contradicted import DENIED, known_solution
from workbench.methods.by_script import accepting
from workbench.methods.method import (
    DECIDED,
    WRONG_STATUS,
    Answers,
    By,
    Cost,
    Facts,
    Question,
    Replies,
    Result,
    Status,
    Verdict,
    Why,
    contradicting,
    status_refuted,
    times_of,
    without_solution,
)
from workbench.methods.smt import read_model, ready, reason_of, solver_facts, status_of
from workbench.texts.script_file import ScriptFile


class ScriptMethod(Record):
    """A solver, given each script as it stands.

    Attributes:
        solver: the solver's record.
        label: what the solver is called in tables, if not by its name.
        arguments: added to its command line.
    """

    solver: Solver
    label: str = ""
    arguments: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the solver."""
        return self.label or self.solver.name

    @property
    def start(self) -> tuple[Solver, str]:
        """The solver as it is started, and a logic that it takes."""
        solver = ready(self.solver, self.arguments)
        logic = "QF_LIA" if solver.logics is None or "QF_LIA" in solver.logics else solver.logics[0]
        return tuned(solver, logic), logic

    def facts(self, logic: str = "") -> Facts:
        """Return its properties on this machine, for scripts of a logic.

        Raises:
            SolverNotFoundError: if the solver is not installed.
        """
        return solver_facts(self.solver, logic, self.name, self.arguments).replace(orders=True)

    def run(self, name: str, file: ScriptFile, question: Question) -> Result:
        """Ask the questions of a script; failures of the solver are part of the result, never raised.

        Its `verdicts` are those up to the first fault or the limit; its status is that of the last question.

        Raises:
            SolverNotFoundError: if the solver is not installed.
            SexprError: if the script can't be put in another order.
        """
        watch = Stopwatch()
        with watch.phase("encode"):
            given = scramble(
                file.text,
                question.scramble,
                names=question.mutation != "orders",
                order=question.mutation != "names",
            )
        solver = tuned(ready(self.solver, self.arguments, question.seed), file.logic)
        if (
            questions_of(file.text).incremental
            and solver.session_arguments is not None
            and not solver.session_assumed
        ):
            solver = solver.replace(arguments=solver.session_arguments)
        keep, kept = question.keep, None
        if keep is not None:
            text = sendable(Text(given.file, file.name), whole=True, comments=True)
            kept = keep.script(keep.label(name, self.name), text, solver, question.limits)
        with watch.phase("solve"):
            start, text = partial(run_once, several=True, statuses=False), given.text
            if question.counting:
                run = run_counting(start, text, solver, question.limits)
            else:
                run = start(text, solver, question.limits)
        if keep is not None and kept is not None:
            keep.output(kept, run)
        with watch.phase("check"):
            models = _judged(file, given, run)
            status, error, filling, broken = _judge(file, given, run, models)
            refuted = contradicting(file.expected, run.verdicts)
        code = WRONG_STATUS if refuted and status in DECIDED else None
        return Result(
            name,
            Verdict(status, decided_by="solver" if status in DECIDED else None),
            By(solver=self.solver.name),
            Answers(() if filling is None or broken else (filling,)),
            Why(error, code, status, broken, filling if broken else None),
            Cost(run.usage, max(1, len(run.verdicts)), statistics=run.statistics),
            times_of(watch, run.usage),
            Replies(run.verdicts, restored(run.stdout, given.names), models.verdicts),
        )

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """The result for a script that came to nothing."""
        return without_solution(name, status, error, By(solver=self.solver.name))


def script_method(solver: str | None) -> ScriptMethod:
    """Return the method by a solver of a name; by default Z3, which knows most theories.

    Raises:
        UnknownSolverError: for a solver that there is not.
    """
    return ScriptMethod(drivers.solvers.SECOND if solver is None else drivers.solvers.find(solver))


class _Models(Record):
    """What is known of the models that a solver printed.

    Attributes:
        verdicts: for each verdict whether its model makes true all that is asserted there; ``None`` where
            that is not known; empty where nothing is.
        false: the first assertion that one of them makes false.
    """

    verdicts: tuple[bool | None, ...] = ()
    false: Asserted | None = None


def _judge(
    file: ScriptFile, given: Scrambled, run: Run, models: _Models
) -> tuple[Status, str | None, Filling | None, tuple[Violation, ...]]:
    """The status of a run, what is wrong or left open, and its filling with the rules that this breaks."""
    answer, verdicts, filling = run.answer, run.verdicts, None
    if isinstance(answer, Failure):
        return Status.FAILED, _so_far(file, verdicts, answer.text), None, ()
    if len(file.expected) == 1 and isinstance(answer, Sat | Unsat):
        error, filling, broken = _against_rules(file, given, answer)
        if error is not None:
            return Status.WRONG, error, filling, broken
    if (error := against_status(file.expected, verdicts, models.verdicts)) is not None:
        return Status.WRONG, error, None, ()
    if models.false is not None:
        error = f"its model makes the assertion in line {models.false.line} false"
        return Status.WRONG, error, None, ()
    status = status_of(answer)
    if isinstance(answer, Sat):
        status = Status.SOLVED
    error = reason_of(answer)
    if "unknown" in verdicts and status in (Status.SOLVED, Status.UNSOLVABLE):
        status = Status.UNKNOWN
    if status not in (Status.SOLVED, Status.UNSOLVABLE):
        error = _so_far(file, verdicts, error or "")
    elif refuted := contradicting(file.expected, verdicts):
        error = status_refuted(refuted[0], len(file.expected))
    return status, error, filling, ()


def _so_far(file: ScriptFile, verdicts: tuple[str, ...], error: str) -> str:
    """An error, after the number of questions that were decided before, where there are several."""
    if len(file.expected) < 2:
        return error
    decided = sum(verdict != "unknown" for verdict in verdicts)
    return f"{decided} of {len(file.expected)} checks decided" + (f"; {error}" if error else "")


def _against_rules(
    file: ScriptFile, given: Scrambled, answer: Answer
) -> tuple[str | None, Filling | None, tuple[Violation, ...]]:
    """What the rules of the puzzle have against an answer; the filling of a model, as far as there is one."""
    script = file.script
    if script is None:
        return None, None, ()
    if isinstance(answer, Unsat):
        contradicted = script.asks != "unique" and known_solution(script.puzzle) is not None
        return (DENIED if contradicted else None), None, ()
    assert isinstance(answer, Sat)  # noqa: S101 -- for type checkers
    values = {_original(name, given): value for name, value in answer.values.items()}
    if not all(key_of(term) in values for term in cells_of(script).values):
        return None, None, ()  # the script does not ask for all numbers
    filling, unreadable, broken = read_model(script, values)
    error = unreadable or (accepting(broken) if broken else None)
    return error, filling, broken


def _original(name: str, given: Scrambled) -> str:
    return given.names.get(name) or restored(name, given.names)


def against_status(
    expected: Sequence[str | None], verdicts: Sequence[str | None], models: Sequence[bool | None]
) -> str | None:
    """Return the first verdict that a ``:status`` contradicts, in a sentence; not one with a true model."""
    for number in contradicting(expected, verdicts):
        if not any(models[number : number + 1]):
            which = f" to check {number + 1} of {len(expected)}" if len(expected) > 1 else ""
            return f"answers {verdicts[number]}{which}, but the script's :status is {expected[number]}"
    return None


def as_answered(result: Result, file: ScriptFile) -> Result:
    """Return a result whose verdicts stand against a ``:status``, as models have shown that to be wrong."""
    status = Status.SOLVED if result.replies.verdicts[-1:] == ("sat",) else Status.UNSOLVABLE
    if "unknown" in result.replies.verdicts:
        status = Status.UNKNOWN
    number = contradicting(file.expected, result.replies.verdicts)[0]
    error = status_refuted(number, len(file.expected))
    why = result.why.replace(error=error, code=WRONG_STATUS)
    return result.replace(verdict=Verdict(status, decided_by="solver"), why=why)


_MOST_MODELS = 50
"""The models of a run that are evaluated, at most: those of its first checks."""


def _judged(file: ScriptFile, given: Scrambled, run: Run) -> _Models:
    """What our evaluation tells of the models that were printed."""
    if "sat" not in run.verdicts or (file.script is not None and file.script.asks == "unique"):
        return _Models()
    known: list[bool | None] = []
    false: Asserted | None = None
    try:
        parts = [part for part in transcripts_of(restored(run.stdout, given.names)) if part.verdict]
        if not any(part.values for part in parts) or len(parts) != len(run.verdicts):
            return _Models()
        for part, check in zip(parts[:_MOST_MODELS], checks(file.text), strict=False):
            judged = _judged_at(check, part)
            verdicts = [each.verdict for each in judged]
            known.append(False if False in verdicts else None if None in verdicts or not judged else True)
            false = false or next((each.asserted for each in judged if each.verdict is False), None)
    except SexprError:
        pass
    if not any(model is not None for model in known):
        return _Models()
    return _Models((*known, *[None] * (len(run.verdicts) - len(known))), false)


def _judged_at(check: Check, part: Transcript) -> list[Judged]:
    """Each assertion at a check in the model of its verdict; none without a model."""
    if part.verdict != "sat" or not part.values or part.errors:
        return []
    try:
        return judged_by(check, part.values)
    except EvaluationError:
        return []

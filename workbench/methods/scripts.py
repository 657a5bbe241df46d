"""The methods that solve scripts as they stand; what is answered is held against all that is known.

In this order: the rules of the puzzle, where the script names its cells; its ``:status``; its assertions,
evaluated in the model by code of our own, where the script asks for the model and we know the theory.
"""

from __future__ import annotations

from functools import partial

import drivers.solvers
from drivers.answer import Answer, Failure, Run, Sat, Unsat
from drivers.backend import run as run_once
from drivers.backend import run_counting
from drivers.solver import Solver, tuned
from drivers.transcript import read_transcript
from encoder.encoding import Encoding
from encoder.reader import read_puzzle_script
from encoder.script import PuzzleScript, cells_of, key_of
from fillomino.clock import Stopwatch
from fillomino.errors import InputError
from fillomino.instance import Filling, Instance, Violation
from smtlib.commands import without_status
from smtlib.errors import EvaluationError, SexprError
from smtlib.file import Judged, file_of, judged_by
from smtlib.record import Record
from smtlib.scramble import Scrambled, restored, scramble
from smtlib.sendable import sendable
from workbench.fillomino.contradicted import TOO_STRONG, WITHOUT_MODEL, known_solution
from workbench.methods.method import Facts, Question, Result, Status, is_contradicted, without_solution
from workbench.methods.smt import SmtMethod, first_of, read_model, ready, reason_of, solver_facts, status_of
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
        return solver_facts(self.solver, logic, self.name, self.arguments)._replace(orders=True)

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
                source=file.name,
            )
        solver = tuned(ready(self.solver, self.arguments, question.seed), file.logic)
        if file.incremental and solver.session_arguments is not None and not solver.session_assumed:
            solver = solver.replace(arguments=solver.session_arguments)
        keep, kept = question.keep, None
        if keep is not None:
            text = sendable(given.file, file.name, whole=True, comments=True)
            kept = keep.script(keep.label(name, self.name), text, solver, question.limits)
        with watch.phase("solve"):
            start, text = partial(run_once, several=True), without_status(given.text)
            if question.counting:
                run = run_counting(start, text, solver, question.limits)
            else:
                run = start(text, solver, question.limits)
        if keep is not None and kept is not None:
            keep.output(kept, run)
        with watch.phase("check"):
            status, error, filling, broken = _judge(file, given, run)
            holds = _holds(file, given, run)
        result = self.without_solution(name, status, error or "")
        return result._replace(
            error=error,
            fillings=() if filling is None or broken else (filling,),
            broken=filling if broken else None,
            violations=broken,
            verdicts=run.verdicts,
            models=() if holds is None else (holds,),
            statistics=run.statistics,
            printed=restored(run.stdout, given.names),
            seconds=watch.stop(run.usage.cpu_seconds),
            wall_seconds=watch.wall,
            own=watch.own,
            usage=run.usage,
            asked=max(1, len(run.verdicts)),
            decided_by="solver" if status in (Status.SOLVED, Status.UNSOLVABLE) else None,
        )

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """The result for a script that came to nothing."""
        return without_solution(name, status, error, solver=self.solver.name)


def script_method(solver: str | None) -> ScriptMethod:
    """Return the method by a solver of a name; by default Z3, which knows most theories.

    Raises:
        UnknownSolverError: for a solver that there is not.
    """
    return ScriptMethod(drivers.solvers.SECOND if solver is None else drivers.solvers.find(solver))


def _judge(
    file: ScriptFile, given: Scrambled, run: Run
) -> tuple[Status, str | None, Filling | None, tuple[Violation, ...]]:
    """The status of a run, what is wrong or left open, and its filling with the rules that this breaks."""
    answer, verdicts, filling = run.answer, run.verdicts, None
    if isinstance(answer, Failure):
        return Status.FAILED, _so_far(file, verdicts, answer.text), None, ()
    if len(file.expected) == 1 and isinstance(answer, Sat | Unsat):
        error, filling, broken = _against_rules(file, given, answer)
        if error is not None:
            return Status.WRONG, error, filling, broken
    if (error := _against_status(file, verdicts)) is not None:
        return Status.WRONG, error, None, ()
    alone = len(file.expected) == 1 and isinstance(answer, Sat)
    if alone and (error := _against_assertions(file, given, run)) is not None:
        return Status.WRONG, error, None, ()
    status = status_of(answer)
    if isinstance(answer, Sat):
        status = Status.SOLVED
    error = reason_of(answer)
    if "unknown" in verdicts and status in (Status.SOLVED, Status.UNSOLVABLE):
        status = Status.UNKNOWN
    if status not in (Status.SOLVED, Status.UNSOLVABLE):
        error = _so_far(file, verdicts, error or "")
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
        return (TOO_STRONG if contradicted else None), None, ()
    assert isinstance(answer, Sat)  # noqa: S101 -- for type checkers
    values = {_original(name, given): value for name, value in answer.values.items()}
    if not all(key_of(term) in values for term in cells_of(script).values):
        return None, None, ()  # the script does not ask for all numbers
    filling, unreadable, broken = read_model(script, values)
    error = unreadable or (f"the script accepts this: {first_of(broken)}" if broken else None)
    return error, filling, broken


def _original(name: str, given: Scrambled) -> str:
    return given.names.get(name) or restored(name, given.names)


def _against_status(file: ScriptFile, verdicts: tuple[str, ...]) -> str | None:
    """The first verdict that a ``:status`` of the script contradicts, in a sentence."""
    for number, (verdict, expected) in enumerate(zip(verdicts, file.expected, strict=False), 1):
        if expected is not None and verdict in ("sat", "unsat") and verdict != expected:
            which = f" to check {number} of {len(file.expected)}" if len(file.expected) > 1 else ""
            return f"answers {verdict}{which}, but the script's :status is {expected}"
    return None


def _against_assertions(file: ScriptFile, given: Scrambled, run: Run) -> str | None:
    """An assertion that the model makes false, in a sentence, as far as we can tell."""
    false = next((each.asserted for each in _judged(file, given, run) if each.verdict is False), None)
    return None if false is None else f"its model makes the assertion in line {false.line} false"


def _holds(file: ScriptFile, given: Scrambled, run: Run) -> bool | None:
    """Whether the model of a script's only check makes all that is asserted there true, if we can tell."""
    if len(file.expected) != 1 or not isinstance(run.answer, Sat):
        return None
    verdicts = [each.verdict for each in _judged(file, given, run)]
    if False in verdicts:
        return False
    return True if verdicts and None not in verdicts else None


def _judged(file: ScriptFile, given: Scrambled, run: Run) -> list[Judged]:
    """Each assertion in the model that is printed; none without a model."""
    if file.script is not None and file.script.asks == "unique":
        return []
    model = read_transcript(restored(run.stdout, given.names))
    if not isinstance(model, Sat) or not model.values:
        return []
    try:
        return judged_by(file_of(file.text, file.name), model.values)
    except (SexprError, EvaluationError):
        return []


def read_to_solve(content: str, name: str, puzzle: Instance | None = None) -> PuzzleScript:
    """Read a script that is to be solved, or audited; the puzzle is for one that holds none.

    Raises:
        InputError: if it asks for another solution than a known one, or is nothing that `read_puzzle_script`
            reads.
    """
    script = read_puzzle_script(content, name, puzzle)
    if script.asks == "unique":
        advice = "`fillomino decode` reads what a solver prints for it"
        raise InputError(
            f"this script asks for another solution than one that it blocks; {advice}", source=name
        )
    return script


def of_script(script: PuzzleScript, solver: Solver) -> SmtMethod:
    """Return the method that asks a solver about a puzzle by its script: the encoding that always gives this.

    That of a file goes by the file's name. A wrong filling is no surprise: the script may assert too little.
    """
    name = script.source.name if script.source is not None else script.encoding
    encoding = Encoding(
        name=name,
        title="a script",
        idea="What the script asserts.",
        logics=(),
        families=script.families,
        source=name,
        build=lambda *_: script,
        game=script.puzzle.game.name,
    )
    return SmtMethod(encoding, solver, altered=True)


def in_words(result: Result) -> Result:
    """Return the result of a script with what it means for the puzzle."""
    if result.status is Status.UNSOLVABLE:
        return result._replace(error=WITHOUT_MODEL)
    if is_contradicted(result.error):
        return result._replace(error=TOO_STRONG)
    if result.status is Status.WRONG and result.violations:
        return result._replace(error=f"the script accepts this: {first_of(result.violations)}")
    return result

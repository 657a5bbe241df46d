"""A method: an encoding, and a solver that decides it. Each model is decoded and judged by the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import drivers.solvers
from drivers.answer import Answer, Run, Sat, Unsat
from drivers.backend import Backend, InSession, OneShot
from drivers.backend import run as run_once
from drivers.errors import UnknownSolverError
from drivers.limits import Limits, Usage
from drivers.solver import COMMAND_LINE, Solver, arguments_for, holds_sessions, require, tuned
from encoder.encoding import Encoding
from encoder.encodings.table import find
from encoder.script import PuzzleScript, as_values, block
from fillomino.clock import PROGRAM, SCRAMBLE, interrupted_at
from fillomino.deduction.levels import Level, level_of
from fillomino.deduction.state import Candidates
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from smtlib.render import driver
from smtlib.script import comment
from workbench.choose.encodings import (
    best_logic,
    check_taken,
    chosen_families,
    find_encoding,
    opening,
    with_families,
)
from workbench.foreign.command import ProgramError, with_timeout
from workbench.methods.attempt import Attempt, solve
from workbench.methods.deduced import Begun, decided, noted
from workbench.methods.events import Written
from workbench.methods.method import Facts, command_of, ready, version_of
from workbench.methods.question import ENCODING, LEVEL, Question
from workbench.methods.result import Result, Status, without_solution
from workbench.texts.outputs import write_file

if TYPE_CHECKING:
    from workbench.methods.keep import Keep


EVIDENCE = "forest-tight"
"""The encoding of the file that is kept: complete, short, and read by any solver of linear arithmetic."""


class Decided(Backend[Filling]):
    """A back end with the answer at hand: at most one filling is left. Blocks by fillings."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates, keep: Keep | None, name: str) -> None:
        super().__init__(Limits())
        self._puzzle, self._keep, self._name = puzzle, keep, name
        known = candidates.filling()
        self._left = [known] if candidates.consistent and not violations(puzzle, known) else []
        self._blocked: list[Filling] = []

    def _ask(self, seconds: float | None) -> Answer:  # noqa: ARG002
        """The filling, unless it is blocked by now."""
        if not self._left:
            return Unsat()
        return Sat(as_values(self._puzzle.board, self._left[0]))

    def block(self, blocked: Filling) -> None:
        """Look for others than this: there is none."""
        self._left = [left for left in self._left if left != blocked]
        self._blocked.append(blocked)

    def _close(self) -> Usage:
        """Leave a file that any solver can check the answer by; nothing was used."""
        if self._keep is not None:
            write_file(self._keep.path(self._name, ".smt2"), self.evidence())
        return self.usage

    def evidence(self) -> str:
        """The last question as a script that makes no use of deduction."""
        from encoder.annotations import trailer

        encoding = find(EVIDENCE)
        script = encoding.script(self._puzzle)
        verdict = "sat" if self._left else "unsat"
        what = "there is no other solution" if self._blocked else "there is no solution"
        lines = [
            "Deduction left nothing open, so no solver was asked. This is the whole puzzle without",
            f"deduction, in {EVIDENCE}, for any solver to check.",
            f"Deduction expects {verdict}{'' if self._left else f': {what}'}.",
        ]
        text = driver(script, [block(script, known) for known in self._blocked])
        return comment(lines) + text + trailer(script, {}, another=bool(self._blocked))


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
        solver = self._ready(0)
        self.encoding.check_logic(self.logic)
        logic = self._logic(solver)
        return Facts(
            encoding=self.encoding.name,
            logic=logic,
            deduce=self.deduced.name.lower(),
            solver=self.label or self.solver.name,
            program=self.solver.name,
            arguments=(*command_of(self.solver), *arguments_for(solver, logic), *self.arguments),
            version=version_of(self.solver, self.arguments),
            orders=not self.encoding.lazy,
        )

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

    def run(self, name: str, puzzle: Puzzle, question: Question, begun: Begun | None = None) -> Result:
        """See `Method`; what was deduced already can be given."""
        self.encoding.check_logic(self.logic)
        return solve(self, self._ready(question.seed), name, puzzle, question, begun)

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

    def backend(self, attempt: Attempt) -> Backend[Any]:
        """Encode a puzzle, and return the back end: processes, a session, or the lazy method.

        Raises:
            OutOfTimeError: if our CPU time is up before it is encoded.
        """
        encoding, question, keep = self.encoding, attempt.question, attempt.question.keep
        label = keep.label(attempt.name, encoding.name, attempt.solver.name) if keep is not None else ""
        logic = self.logic or best_logic(encoding, attempt.solver)
        if encoding.lazy:
            if decided(attempt.begun.candidates):
                return Decided(attempt.puzzle, attempt.begun.candidates, keep, label)
            from workbench.methods.cuts import Cuts

            begun = attempt.begun
            given = attempt.puzzle, begun.candidates, attempt.solver, logic, question.limits, keep, label
            return Cuts(*given, watch=question.watch, notes=begun.work.note, spent=attempt.spent)
        with interrupted_at(attempt.until):
            candidates = attempt.begun.candidates if encoding.deduces else None
            encoding = with_timeout(encoding, question.seconds) if encoding.spec else encoding
            script = noted(encoding.script(attempt.puzzle, logic, candidates), attempt.begun.work)
            check_taken(script, attempt.solver)
        attempt.begun.watch.own[PROGRAM] += script.cpu_seconds
        if self.in_session(tuned(attempt.solver, script.logic), question):
            attempt.opening = self.opening(attempt.solver, question)
            return session_backend(attempt, script, label)
        return one_shot_backend(attempt, script, label)

    def opening(self, solver: Solver, question: Question) -> tuple[str, ...]:
        """Return the commands that open a session about a script; none where there is no session."""
        return tuple(opening(self.encoding, solver)) if self.in_session(solver, question) else ()

    def in_session(self, solver: Solver, question: Question) -> bool:
        """Return whether a question is asked in an incremental session about a script."""
        several = not self.encoding.lazy and question.wanted >= self.encoding.incremental_from
        return several and not question.runexec and holds_sessions(require(solver))

    def _ready(self, seed: int) -> Solver:
        """The solver with its arguments and a seed; 0 leaves its own."""
        return ready(self.solver, self.arguments, seed)


class Kept(OneShot):
    """A back end whose scripts and the solver's outputs are kept; each file holds its puzzle in comments."""

    def __init__(
        self,
        attempt: Attempt,
        solver: Solver,
        run: Callable[[str, Solver, Limits], Run],
        keep: Keep,
        label: str,
    ) -> None:
        """Keep nothing yet; the files are to be named by a label."""
        assert attempt.script is not None  # noqa: S101
        super().__init__(attempt.script, solver, attempt.question.limits, attempt.spent, run)
        self._attempt, self._named, self._keep, self._label = attempt, solver, keep, label

    def run(self, text: str, limits: Limits) -> Run:
        """Run the solver; the script is written before, as the run may never end.

        The comments that only the file has stand at its end: a solver's errors have its lines.
        """
        from encoder.annotations import trailer

        names = {name: old for old, name in self._attempt.names.items()}
        original = self._attempt.original
        assert original is not None  # noqa: S101
        notes = trailer(original, names, another=self.asked > 1)
        smt2 = self._keep.script(self._label, text + notes, self._named, limits)
        done = super().run(text, limits)
        self._keep.output(smt2, done)
        return done


def smt(
    encoding: str | Encoding | None = None,
    solver: str | Solver | None = None,
    *,
    logic: str | None = None,
    deduce: str | None = None,
    drop: Sequence[str] = (),
    only: Sequence[str] = (),
    label: str = "",
    arguments: tuple[str, ...] = (),
) -> SmtMethod:
    """The method by an encoding and a solver.

    Args:
        encoding: its name, or itself; by default `cuts`.
        solver: its name, or its record; by default Yices.
        logic: the logic, if not the one that suits both.
        deduce: the name of the level of deduction. By default all of it where neither encoding nor solver
            is named, for that is the fast way; else none, for the work of what is named is asked for.
        drop: names of families to leave out of the encoding.
        only: names of families to keep; all if empty.
        label: what to call the solver in tables, if not by its name.
        arguments: to add to the solver's command line.

    Raises:
        InputError: for a level that there is not.
        EncodingError: for an encoding or family that there is not, or families left out of a lazy method.
        UnknownSolverError: for a solver that there is not.
    """
    fast = encoding is None and solver is None and not (drop or only)
    solver = drivers.solvers.DEFAULT if solver is None else solver
    encoding = ENCODING if encoding is None else encoding
    record = drivers.solvers.find(solver) if isinstance(solver, str) else solver
    whole = find_encoding(encoding) if isinstance(encoding, str) else encoding
    rest = chosen_families(whole, drop, only)
    level = level_of(deduce) if deduce else LEVEL if fast else Level.NONE
    altered = rest is not whole or bool(whole.spec)
    return SmtMethod(rest, record, logic, level, label, arguments, altered=altered)


def session_backend(attempt: Attempt, script: PuzzleScript, label: str) -> Backend[Any]:
    """The back end that asks about a script in a session; the commands are kept, if they are to be."""
    question, solver = attempt.question, tuned(attempt.solver, script.logic)
    replay = question.keep.session(label, solver) if question.keep is not None else None
    given = _given(attempt, script)
    return InSession(given, solver, question.limits, attempt.spent, attempt.opening, replay)


def one_shot_backend(attempt: Attempt, script: PuzzleScript, label: str) -> Backend[Any]:
    """The back end that asks about a script by a fresh process each time; all is kept, if it is to be."""
    question, solver = attempt.question, tuned(attempt.solver, script.logic)
    given = _given(attempt, script)
    run: Callable[[str, Solver, Limits], Run] = run_once
    if question.runexec:
        from drivers.runexec import run_by_runexec as run
    if question.keep is None:
        return OneShot(given, solver, question.limits, attempt.spent, run)
    return Kept(attempt, solver, run, question.keep, label)


def _given(attempt: Attempt, script: PuzzleScript) -> PuzzleScript:
    """The script as the solver is given it, perhaps scrambled; the attempt and who watches are told."""
    question = attempt.question
    given = attempt.original = script
    if question.scramble:
        from workbench.methods.scrambled import scrambled

        with attempt.begun.watch.phase(SCRAMBLE):
            given, attempt.names = scrambled(script, question.scramble, question.mutation)
    attempt.script = given
    question.watch(Written(script, given))
    return given


def _of_this_machine(encoding: str, solver: Solver, *rest: object) -> SmtMethod:
    if solver.origin != COMMAND_LINE:
        with suppress(UnknownSolverError):
            solver = drivers.solvers.find(solver.name)
    return SmtMethod(find_encoding(encoding), solver, *rest)  # type: ignore[arg-type]

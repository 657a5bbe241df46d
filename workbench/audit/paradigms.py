"""The audit of a paradigm: on each small puzzle it must find the solutions, one by one, and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from drivers.answer import Failure, Sat, Unknown, Unsat
from drivers.cores import unanswered
from drivers.errors import SessionError
from drivers.solver import Solver, require
from encoder.cells import integers
from fillomino.deduction.engine import deduce
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from workbench.audit.fillings import fillings
from workbench.audit.puzzles import every_puzzle, sampled
from workbench.audit.sweep import Done, Report, Scope, kind_of
from workbench.methods.paradigm import ParadigmBackend, ParadigmMethod
from workbench.paradigms.instance import Instance, RefusedError

if TYPE_CHECKING:
    from workbench.rows import Kind


class WrongModel(NamedTuple):
    """A puzzle that a paradigm decides wrongly.

    Attributes:
        puzzle: the puzzle.
        filling: a filling that it accepts and that breaks the rules; or one that it gives again after it was
            blocked; or a solution that it refuses.
        violations: the rules that the filling breaks.
        kind: ``accepted``, ``not-blocked`` or ``refused``.
    """

    puzzle: Puzzle
    filling: Filling
    violations: tuple[Violation, ...]
    kind: Kind


def audit_paradigm(
    method: ParadigmMethod, scope: Scope, progress: Callable[[Done], None] = lambda _: None
) -> tuple[WrongModel | None, Report]:
    """Decide if a paradigm finds exactly the solutions; a puzzle that it refuses is counted and left out.

    Args:
        method: the paradigm, and with how many threads.
        scope: on which puzzles, after how much deduction, within which limits.
        progress: called after each batch of puzzles with how far the audit is on its board.

    Returns:
        The first puzzle that is decided wrongly (fewest cells, then fewest clues), if any, and what was
        looked at; the report has no `wrong` of its own.

    Raises:
        SessionError: if its process fails, or does not answer in time.
    """
    solver = require(method.paradigm.process(method.workers))
    done: list[Done] = []
    skipped: Counter[str] = Counter()
    for name, board in scope.chosen():
        every, count = scope.exhausts(name, board), 0
        for puzzles in every_puzzle(board) if every else sampled(board):
            with Judge(solver, scope) as its:
                for puzzle in puzzles:
                    try:
                        wrong = its.judge(puzzle)
                    except RefusedError:
                        skipped[kind_of(puzzle)] += 1
                        continue
                    if wrong is not None:
                        return wrong, Report(
                            None, (*done, Done(name, board.size, count, every=False)), skipped
                        )
                    count += 1
            progress(Done(name, board.size, count, every))
        done.append(Done(name, board.size, count, every))
    return None, Report(None, tuple(done), skipped)


class Judge:
    """One process for a batch of puzzles, as solvers may keep what they no longer need; a context manager."""

    def __init__(self, solver: Solver, scope: Scope) -> None:
        self._solver, self._scope = solver, scope
        self._oracle: ParadigmBackend | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        if self._oracle is not None:
            self._oracle.close()

    def judge(self, puzzle: Puzzle) -> WrongModel | None:
        """Find all its fillings, and the first thing that is wrong with them.

        Raises:
            RefusedError: if the model can't be made of this puzzle.
            SessionError: if the process fails, or does not answer in time.
        """
        instance = Instance(puzzle, deduce(puzzle, self._scope.level))
        if self._oracle is None:
            self._oracle = ParadigmBackend(instance, self._solver, self._scope.limits)
        self._oracle.take(instance)
        missing = dict.fromkeys(fillings(puzzle))
        found: set[Filling] = set()
        while True:
            answer = self._oracle.ask()
            if isinstance(answer, Unsat):
                refused = next(iter(missing), None)
                return None if refused is None else WrongModel(puzzle, refused, (), "refused")
            if isinstance(answer, Unknown) and not found:
                raise RefusedError(answer.reason)
            if isinstance(answer, Failure):
                raise SessionError(answer.text)
            if not isinstance(answer, Sat):
                raise unanswered("the audit", answer)
            filling = integers(puzzle.board).decode(puzzle.board.names, answer.values)
            if filling in found:
                return WrongModel(puzzle, filling, (), "not-blocked")
            if broken := violations(puzzle, filling):
                return WrongModel(puzzle, filling, broken, "accepted")
            found.add(filling)
            missing.pop(filling, None)
            self._oracle.block(filling)

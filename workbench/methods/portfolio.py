"""Race several encodings and solvers on one puzzle: the first checked answer wins, the others are stopped.

Each contender has a worker, started once for all puzzles, that solves by `workbench.methods`, so every answer
has passed the rules before it counts. A contender is interrupted as by Ctrl-C, which ends its solver,
too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from drivers.backend import known_version
from drivers.default_solvers import default_name
from encoder.errors import EncodingError
from fillomino.deduction.levels import Level
from fillomino.instance import Instance
from workbench import Exit
from workbench.methods.encodings import best_logic
from workbench.methods.keep import Keep
from workbench.methods.method import By, Question, Result, Status, without_solution
from workbench.methods.smt import SmtMethod, smt
from workbench.workers.worker import Worker, WorkerDiedError, WorkError, ready

AUTO = ("cuts", "forest-tight")
"""Encodings for two cores, by the default solver: the fastest nearly always, and one that fails elsewhere."""

_PROGRAM = r"(?:[^:=]+=)?cmd:"
_CONTENDER = re.compile(
    rf"({_PROGRAM}.+?|(?!{_PROGRAM})[^:]+):((?:[^:=]+=)?(?:smt|dimacs):.+|[^:]+)", re.DOTALL
)
_WORTH = (Status.SOLVED, Status.UNSOLVABLE, Status.TIMEOUT, Status.UNKNOWN, Status.WRONG, Status.FAILED)
"""The statuses of results, the most informative first."""


def contenders(text: str, level: Level) -> dict[str, SmtMethod]:
    """Read ``auto``, or ``cuts:yices,forest-tight:z3``; programs too, ``cmd:PROGRAM ARG…:smt:PROGRAM``.

    Returns:
        The methods by these names; each deduces as much as the level says.

    Raises:
        EncodingError: for fewer than two, for what is not ``ENCODING:SOLVER``, and for a pair that does not
            go together.
        UnknownSolverError: for an unknown solver.
        SolverNotFoundError: for a solver that is not installed.
    """
    if text == "auto":
        text = ",".join(f"{encoding}:{default_name()}" for encoding in AUTO)
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if len(names) < 2:
        raise EncodingError(
            "a portfolio needs two contenders or more: --portfolio cuts:yices,forest-tight:z3",
            code="bad-option",
        )
    racing = {}
    for name in names:
        match = _CONTENDER.fullmatch(name)
        if match is None:
            raise EncodingError(
                f"{name!r} is no contender; write ENCODING:SOLVER, as in cuts:yices", code="bad-option"
            )
        racing[name] = method = smt(match[1], match[2], deduce=level.name.lower())
        best_logic(method.encoding, method.solver)
    return racing


class Portfolio:
    """The contenders' workers; a context manager, so that none is left behind."""

    def __init__(self, racing: Mapping[str, SmtMethod], question: Question) -> None:
        """Start them; each is asked the same."""
        self._question = question
        self._racing = {Worker(forked=True): (name, method) for name, method in racing.items()}

    def __enter__(self) -> Portfolio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(self, name: str, puzzle: Instance) -> Result:
        """Race for one puzzle.

        Returns:
            The result of whoever decided first all that was asked for; where nobody did, the most informative
            one, with what became of each contender.
        """
        for worker, (_, method) in self._racing.items():
            worker.send(_solve, method, self._question, name, puzzle)
        waiting = set(self._racing)
        results: dict[str, Result] = {}
        winner: Result | None = None
        while waiting:
            for worker in ready(waiting):
                waiting.remove(worker)
                try:
                    result: Result | None = worker.receive()
                except WorkError as error:
                    result = without_solution(name, Status.FAILED, str(error))
                except WorkerDiedError:
                    worker.end()
                    del self._racing[worker]
                    continue
                if result is None:  # it was interrupted
                    continue
                results[self._racing[worker][0]] = result
                code = result.exit_code(unique_wanted=self._question.unique)
                if winner is None and code in (Exit.DONE, Exit.NO):
                    winner = result
                    for slower in waiting:
                        slower.interrupt()
        return winner or _undecided(name, results)

    def close(self) -> None:
        """End all processes, and with them their solvers."""
        for worker in self._racing:
            worker.stop()
        for worker in self._racing:
            worker.end()
        self._racing = {}


def _solve(method: SmtMethod, question: Question, name: str, puzzle: Instance) -> Result:
    """Solve a puzzle as a contender does. This runs in its worker."""
    if question.keep is not None:
        question = question.replace(keep=_keep(question.keep.directory))
    return method.replace(version=known_version(method.solver)).run(name, puzzle, question)


@cache
def _keep(directory: Path) -> Keep:
    """The same for all puzzles, so that no name is given twice."""
    return Keep(directory)


def _undecided(name: str, results: dict[str, Result]) -> Result:
    """Return the most informative result, when none decided everything."""
    if not results:
        error = "every contender's process ended without a result"
        return without_solution(name, Status.FAILED, error, By("portfolio", "portfolio"))
    best = min(results.values(), key=lambda result: _WORTH.index(result.verdict.status))
    reasons = "; ".join(f"{contender}: {result.why.error}" for contender, result in results.items())
    return best.with_error(reasons)

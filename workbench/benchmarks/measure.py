"""A candidate for a set, measured: its text run by each solver, its status, and its line of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Annotated

from msgspec.json import decode

from drivers.answer import Sat, Unsat
from drivers.errors import SessionError
from drivers.limits import Limits, wall_behind
from drivers.runner import run
from drivers.session import Session
from drivers.solver import Solver, require
from encoder.annotations import head
from fillomino.boards.shapes import RECTANGLE
from fillomino.puzzle import Filling, Puzzle
from workbench.benchmarks.recipe import REDUCTIONS, Recipe, Subject, reduction, subject
from workbench.benchmarks.status import establish, witness
from workbench.benchmarks.text import Benchmark, benchmark
from workbench.certificates.checking import is_certified
from workbench.texts.rows import key

MOST_BYTES = 50_000_000
"""The library takes no larger file."""
CERTIFIED = 5.0
"""CPU seconds of a solver that is asked for a certificate."""
EASY = 1.0
"""A benchmark that every solver decides within so many CPU seconds is an easy one: the library drops many."""


@dataclass(frozen=True, slots=True)
class Timing:
    """A run of a solver.

    Attributes:
        verdicts: its verdict of each check.
        seconds: CPU seconds.
        ended: whether it came to an end within the limit.
    """

    verdicts: tuple[str, ...]
    seconds: float
    ended: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """A candidate for a set, or a benchmark of it."""

    recipe: Annotated[Recipe, key("what it is generated from")]
    clues: Annotated[dict[int, int], key("clues of its puzzle, from the numbers of cells")]
    fillings: Annotated[tuple[Filling, ...], key("solutions that are known")]
    size: Annotated[int, key("length of its commands in bytes")]
    timings: Annotated[dict[str, Timing], key("runs of the solvers that take its logic")]
    statuses: Annotated[tuple[str, ...], key("status of each check; none if they are not established")]
    by: Annotated[str, key("how they were established, or why they are not")]
    wrong: Annotated[tuple[str, ...], key("solvers that answered otherwise")] = ()
    session: Annotated[
        tuple[str, ...],
        key("of a recorded session, of which another run may differ: commands before each check"),
    ] = ()

    @property
    def benchmark(self) -> Benchmark:
        """Write the benchmark again, as it was measured."""
        its = self.recipe
        graph = its.faces and reduction(its.question, its.faces, its.number, its.seed)
        board = graph.board if graph else RECTANGLE.build(its.board)
        puzzle = Puzzle(board, self.clues)
        if self.session:
            comments = head(puzzle, self.recipe.encoding)
            return Benchmark(self.recipe.logic, comments, self.session, (None,) * len(self.session))
        made = benchmark(self.recipe, Subject(puzzle, self.fillings))
        if made is None:
            raise ValueError(f"{self.recipe} can't be written again")
        return made

    @property
    def is_hard(self) -> bool:
        """True where some solver takes more than `EASY` seconds."""
        return any(not one.ended or one.seconds > EASY for one in self.timings.values())

    @property
    def decided(self) -> bool:
        """True where the status is established, and some solver came to an end."""
        return bool(self.statuses) and any(one.ended for one in self.timings.values())

    @property
    def seconds(self) -> float:
        """The CPU seconds of all solvers together."""
        return sum(one.seconds for one in self.timings.values())

    def to_line(self) -> str:
        """The candidate as a line of JSON."""
        return json.dumps(asdict(self) | {"recipe": self.recipe.to_json()})


def from_line(line: str) -> Measured:
    """Read `Measured.to_line`.

    Raises:
        MsgspecError: if it is none.
    """
    return decode(line, type=Measured)


def measured(recipe: Recipe, solvers: Sequence[Solver], seconds: float) -> Measured:
    """Make a candidate and measure it.

    Args:
        recipe: what it is.
        solvers: all that may run it; those that do not take its logic are left out.
        seconds: CPU time of each run.
    """
    its = subject(recipe)
    made = None if its is None else benchmark(recipe, its)
    if its is None or made is None:
        return Measured(recipe, {}, (), 0, {}, (), "no such puzzle was found")
    text = made.commands()
    here = map(require, solvers)
    fit = [one for one in here if one.logics is None or recipe.logic in one.logics]
    if made.incremental:
        fit = [one for one in fit if one.session_arguments is not None]

    def row(timings: dict[str, Timing], statuses: tuple[str, ...], by: str, *wrong: str) -> Measured:
        session = made.steps if recipe.question == "lazy" else ()
        fillings, clues = its.fillings, dict(its.puzzle.clues)
        return Measured(recipe, clues, fillings, len(text), timings, statuses, by, wrong, session)

    if len(text) > MOST_BYTES:
        return row({}, (), f"{len(text)} bytes are more than the library takes")
    model = witness(its, made, fit)
    timings = {one.name: timed(made, text, one, seconds) for one in fit}
    verdicts = {name: one.verdicts for name, one in timings.items()}
    found = establish(made, fit, verdicts, model, certified=certified(recipe.unencoded))
    return row(timings, found.statuses, found.by, *found.wrong)


@lru_cache(maxsize=256)
def certified(recipe: Recipe) -> bool:
    """Return whether a certificate proves that a puzzle has no solutions but those that are known.

    It is made once for all encodings that a process measures.
    """
    its = subject(recipe)
    if its is None or recipe.question == "solvable" or (recipe.question in REDUCTIONS and its.fillings):
        return False
    return is_certified(
        its.puzzle, its.fillings, Limits(cpu_seconds=CERTIFIED, seconds=wall_behind(CERTIFIED))
    )


def timed(made: Benchmark, text: str, solver: Solver, seconds: float) -> Timing:
    """Run a benchmark by a solver, as it is: without options of ours."""
    limits = Limits(cpu_seconds=seconds, seconds=wall_behind(seconds))
    if made.incremental:
        return _in_steps(made, solver, limits)
    done = run(text, solver, limits)
    verdicts = ("sat",) * isinstance(done.answer, Sat) + ("unsat",) * isinstance(done.answer, Unsat)
    return Timing(verdicts, round(done.usage.cpu_seconds, 3), bool(verdicts))


def _in_steps(made: Benchmark, solver: Solver, limits: Limits) -> Timing:
    verdicts: list[str] = []
    with Session(solver, limits) as session:
        try:
            session.command(f"(set-logic {made.logic})")
            for step in made.steps:
                session.send_script(step)
                answer = session.check()
                if not isinstance(answer, Sat | Unsat):
                    break
                verdicts.append("sat" if isinstance(answer, Sat) else "unsat")
        except SessionError:  # its verdicts so far count
            pass
    used = session.usage
    return Timing(
        tuple(verdicts), round(used.cpu_seconds if used else 0.0, 3), len(verdicts) == len(made.steps)
    )

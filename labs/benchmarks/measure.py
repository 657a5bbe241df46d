"""A candidate for a set: its runs by each solver, its status, and its line of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Annotated

from msgspec import Struct

from drivers.answer import Failure
from drivers.backend import run
from drivers.limits import Limits, wall_behind
from drivers.solver import Solver, require
from encoder.annotations import head
from fillomino import laboratories
from fillomino.boards import from_spec
from fillomino.puzzle import Filling, Puzzle
from labs.benchmarks.benchmark import Benchmark, Established, benchmark, establish, witness
from labs.benchmarks.recipe import REDUCTIONS, Recipe, Subject, reduction, subject
from workbench.texts.rows import Row, key

MOST_BYTES = 50_000_000
"""The size of the largest file that the library takes."""
CERTIFIED = 5.0
"""CPU seconds of a solver for a certificate."""
EASY = 1.0
"""A benchmark is easy if every solver decides it within this many CPU seconds: the library drops many."""


class Timing(Struct, frozen=True):
    """A run of a solver."""

    verdicts: Annotated[tuple[str, ...], key("its verdict of each check")]
    seconds: Annotated[float, key("CPU seconds")]
    ended: Annotated[bool, key("whether it decided every check within the limit")]


class Measured(Row):
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
        """The benchmark, written again as it was measured."""
        recipe = self.recipe
        if recipe.faces:
            board = reduction(recipe.question, recipe.faces, recipe.number, recipe.seed).board
        else:
            board = from_spec(recipe.board)
        puzzle = Puzzle(board, self.clues)
        if self.session:
            comments = head(puzzle, recipe.encoding)
            return Benchmark(recipe.logic, comments, self.session, (None,) * len(self.session))
        written = benchmark(recipe, Subject(puzzle, self.fillings))
        if written is None:
            raise ValueError(f"{recipe} can't be written again")
        return written

    @property
    def is_hard(self) -> bool:
        """Whether some solver takes more than `EASY` seconds."""
        return any(not timing.ended or timing.seconds > EASY for timing in self.timings.values())

    @property
    def decided(self) -> bool:
        """Whether the status is established, and some solver came to an end."""
        return bool(self.statuses) and any(timing.ended for timing in self.timings.values())

    @property
    def seconds(self) -> float:
        """The CPU seconds of all solvers together."""
        return sum(timing.seconds for timing in self.timings.values())


def measure(recipe: Recipe, solvers: Sequence[Solver], seconds: float) -> Measured:
    """Make a candidate and measure it by the solvers that take its logic, each within so much CPU time."""
    made = subject(recipe)
    written = None if made is None else benchmark(recipe, made)
    if made is None or written is None:
        return Measured(recipe, {}, (), 0, {}, (), "no such puzzle was found")
    text = written.commands()
    fit = [
        solver
        for solver in map(require, solvers)
        if (solver.logics is None or recipe.logic in solver.logics)
        and not (written.incremental and solver.session_arguments is None)
    ]
    timings: dict[str, Timing] = {}
    status = Established((), f"{len(text)} bytes are more than the library takes")
    if len(text) <= MOST_BYTES:
        model_by = witness(made, written, fit)
        timings = {solver.name: _timed(written, text, solver, seconds) for solver in fit}
        verdicts = {name: timing.verdicts for name, timing in timings.items()}
        status = establish(written, fit, verdicts, model_by, certified=certified(recipe.unencoded))
    session = written.steps if recipe.question == "lazy" else ()
    clues = dict(made.puzzle.clues)
    return Measured(recipe, clues, made.fillings, len(text), timings, *status, session)


@lru_cache(maxsize=256)
def certified(recipe: Recipe) -> bool:
    """Return whether a certificate proves that a puzzle has only the known solutions.

    A process makes it once for all encodings.
    """
    made = subject(recipe)
    if made is None or recipe.question == "solvable" or (recipe.question in REDUCTIONS and made.fillings):
        return False
    if not laboratories.is_here("certificates"):
        return False
    is_certified = laboratories.part("certificates", "produce:is_certified", "certifying a benchmark")
    limits = Limits(cpu_seconds=CERTIFIED, seconds=wall_behind(CERTIFIED))
    return bool(is_certified(made.puzzle, made.fillings, limits))


def _timed(written: Benchmark, text: str, solver: Solver, seconds: float) -> Timing:
    """Run a solver on a benchmark as it stands, without options of ours."""
    if written.incremental and solver.session_arguments is not None:
        solver = solver.replace(arguments=solver.session_arguments)
    limits = Limits(cpu_seconds=seconds, seconds=wall_behind(seconds))
    done = run(text, solver, limits, several=True)
    verdicts = tuple(takewhile(lambda verdict: verdict in ("sat", "unsat"), done.verdicts))
    if isinstance(done.answer, Failure) and not written.incremental:
        verdicts = ()
    return Timing(verdicts, round(done.usage.cpu_seconds, 3), len(verdicts) == len(written.steps))

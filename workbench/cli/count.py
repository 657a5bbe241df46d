"""``fillomino count``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from drivers.solvers import DEFAULT
from fillomino.counting import methods as counting_methods
from fillomino.counting.order import ORDERS
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import PUZZLES_HELP, typed_options
from workbench.cli.report import complain, counting, words

if TYPE_CHECKING:
    from fillomino.counting.means import Means
    from fillomino.counting.methods import Method
    from fillomino.counting.task import Task
    from fillomino.puzzle import Puzzle
    from workbench.methods.question import Question
    from workbench.methods.smt import SmtMethod
    from workbench.rows import CountedByRow, CountRow, SpaceRow, UnreadRow

SOLVER = "solver"
"""The one method that is not of `fillomino.counting`."""

SLOW = "NumPy counts large boards tens of times as fast: pip install 'fillomino-smt[count]'"
"""The line printed before a board is counted without it."""


@click.command(cls=Command)
@click.pass_context
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE...]", help=PUZZLES_HELP)
@options.size
@options.board
@options.max_region
@click.option(
    "--method",
    "-m",
    metavar="M",
    help="How to count; see above.  [default: frontier; regions for a small board without NumPy]",
)
@click.option("--order", default="best", metavar="ORDER", help=f"Cell order (frontier): {', '.join(ORDERS)}.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, metavar="J", help="Threads (frontier).")
@options.mib("--memory", default=4096, help="Stop before states (frontier) or the solver take more.")
@click.option(
    "--checkpoint",
    type=options.PATH,
    metavar="FILE",
    help="Keep each finished layer here; go on from it if there is one (frontier).",
)
@options.encoding("cuts")
@options.solver(DEFAULT.name)
@options.seconds("--timeout", help="Solver seconds per count; else no limit.")
@click.option("--space", is_flag=True, help="Only print how much each method has to try.")
@options.deduce("full")
@options.as_json
@options.from_
def command(
    context: click.Context,
    *,
    puzzles: tuple[str, ...],
    size: str | None,
    board: str | None,
    max_region: int | None,
    method: str | None,
    order: str,
    jobs: int,
    memory: int,
    checkpoint: Path | None,
    encoding: str,
    solver: str,
    timeout: float | None,
    space: bool,
    deduce: str,
    as_json: bool,
    from_: str | None,
) -> None:
    """Count the solutions of puzzles, or of a board without clues.

    A puzzle with exactly one solution is proved unique by this, without SMT (but for the method
    solver, to which --encoding, --solver and --timeout belong). The exit code is 1 where a
    puzzle has no solution or several.

    \b
    Methods:
      {methods}
      solver      a solver enumerates the solutions, each excluded by a blocking clause

    \b
    Examples:
      fillomino count --size 3x3
      fillomino count --size 4x4 --max-region 5 --method placements
      fillomino count --board torus:4x4 --max-region 4
      fillomino count examples/first.txt
      fillomino count --size 3x3 --space
      fillomino count --size 5x5 --checkpoint 5x5.npz --jobs 2
      fillomino count --size 3x3 --method solver --solver z3 --encoding placements

    With --json each board or puzzle gives one line with the keys puzzle, fillings, method and seconds,
    or puzzle and error.
    """
    from fillomino.counting.means import Means, numpy_installed
    from fillomino.counting.methods import find, suitable
    from fillomino.counting.task import bare
    from fillomino.errors import CountError, InputError
    from workbench.levels import level_of
    from workbench.methods.counting import task_of
    from workbench.methods.question import Question
    from workbench.methods.result import Exit, worst
    from workbench.methods.table import smt
    from workbench.tasks import board_of, subjects

    if method is None and typed_options(context, ("order", "jobs", "checkpoint")):
        method = "frontier"
    if checkpoint is not None and method != "frontier":
        raise InputError(f"--checkpoint is for the method frontier; {method} has no layers to keep")
    given = board_of(size, board)
    if method is None:
        method = suitable(bare(given[1])) if given is not None else "frontier"
    chosen = None if method == SOLVER else find(method, SOLVER)
    idle = typed_options(context, ("encoding", "solver", "timeout")) if chosen is not None else []
    if idle:
        raise InputError(f"{', '.join(idle)} goes with --method solver: add that, or leave it out")
    deducing = level_of(deduce)
    level = deducing if given is None else None
    otherwise = "--method solver" + (" without --space" if space else "")
    if chosen is None:
        through = smt(encoding, solver, deduce=deduce)
        question = Question(seconds=timeout, memory_mib=memory)
        labels: CountedByRow = {
            "method": SOLVER,
            "encoding": through.encoding.name,
            "solver": through.solver.name,
        }
    else:
        if chosen.name == "frontier" and given is not None and not (numpy_installed() or space):
            complain(SLOW)
        means = Means(memory << 20, jobs, checkpoint)
        labels = {"method": chosen.name}

    def prepared(name: str, puzzle: Puzzle) -> Callable[[], int]:
        if chosen is None:
            return partial(_by_solver, name, puzzle, through, question)
        task = task_of(name, puzzle, level, otherwise)
        return partial(_by_method, name, task, chosen, order, means)

    codes: list[int] = []

    def refuse(name: str, message: str, code: int) -> None:
        codes.append(code)
        complain(message)
        if as_json:
            row: UnreadRow = {"puzzle": name, "error": message}
            click.echo(json.dumps(row))

    for name, read in subjects(puzzles, given, max_region, from_):
        try:
            puzzle = read()
            if space:
                click.echo(_spaces(name, task_of(name, puzzle, level, otherwise), as_json))
                continue
            count = prepared(name, puzzle)
        except InputError as error:
            refuse(name, str(error), Exit.BAD_INPUT)
            continue
        started = perf_counter()
        try:
            fillings = count()
        except CountError as error:
            refuse(name, f"{name}: {error}", Exit.SOLVER_FAILED if error.broken else Exit.NO_ANSWER)
            continue
        codes.append(Exit.DONE if fillings == 1 or not puzzles else Exit.NO)
        click.echo(_line(name, fillings, labels, perf_counter() - started, as_json))
    raise click.exceptions.Exit(worst(codes))


command.help = (command.help or "").format(
    methods="\n      ".join(f"{one.name:<10}  {one.title}" for one in counting_methods.METHODS)
)


def _by_method(name: str, task: Task, method: Method, order: str, means: Means) -> int:
    from dataclasses import replace

    from fillomino.counting.methods import count

    with counting(name) as watch:
        return count(task, method.name, order=order, means=replace(means, watch=watch))


def _by_solver(name: str, puzzle: Puzzle, method: SmtMethod, question: Question) -> int:
    from workbench.methods.counting import count_by_solver

    seen = 0
    started = perf_counter()

    def watch(fillings: int) -> None:
        nonlocal seen
        seen = fillings
        show(f"{name}: {seen:,} solutions so far, {perf_counter() - started:.0f} s")

    try:
        with words() as show:
            return count_by_solver(name, puzzle, method, question, watch)
    except KeyboardInterrupt:
        complain(f"{name}: {seen} solutions were found so far; there may be more")
        raise


def _line(name: str, fillings: int, how: CountedByRow, seconds: float, as_json: bool) -> str:
    with _every_digit():
        if as_json:
            row: CountRow = {"puzzle": name, "fillings": fillings, **how, "seconds": round(seconds, 6)}
            return json.dumps(row)
        noun = "solution" if fillings == 1 else "solutions"
        return f"{name}: {fillings} {noun} ({', '.join(map(str, how.values()))}, {seconds:.3f} s)"


def _spaces(name: str, task: Task, as_json: bool) -> str:
    spaces = {
        method.name: method.space(task) for method in counting_methods.METHODS if method.space is not None
    }
    if as_json:
        with _every_digit():
            row: SpaceRow = {"puzzle": name, "space": spaces}
            return json.dumps(row)
    lines = [f"{name}: grids to try"]
    labels = {method: _number(number) for method, number in spaces.items()}
    for method, number in labels.items():
        lines.append(f"  {method:<10}  {number:>{max(map(len, labels.values()))}}")
    lines.append("  The frontier method tries no grid: it goes through the states of the frontier;")
    lines.append("  placements goes through the solutions and the beginnings that have room.")
    return "\n".join(lines)


@contextmanager
def _every_digit() -> Iterator[None]:
    """Write numbers of more digits than Python does unasked, which guards against those of strangers."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def _number(number: int) -> str:
    """A number as it is, or, beyond 40 digits, rounded to two: ``about 1.2e2600``."""
    if number < 10**40:
        return str(number)
    from decimal import Decimal

    return "about " + f"{Decimal(number):.1e}".replace("e+", "e")

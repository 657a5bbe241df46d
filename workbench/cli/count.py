"""``fillomino count``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import click

from fillomino.counting import methods as counting_methods
from fillomino.counting.methods import Method
from fillomino.counting.settings import Settings, numpy_installed
from fillomino.counting.task import Task, bare
from fillomino.deduction.engine import Level
from fillomino.errors import CountError, InputError
from fillomino.puzzle import Puzzle
from workbench.choose.levels import level_of
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.count_solutions import draw_solutions, list_solutions, subjects
from workbench.cli.count_table import every_digit, number_text, print_table
from workbench.cli.options import one_way_to_print, typed_options
from workbench.cli.report import complain, counting, words
from workbench.methods.counting import count_by_solver, task_of
from workbench.methods.exits import Exit, worst
from workbench.methods.question import Question
from workbench.methods.smt import SmtMethod
from workbench.methods.table import smt
from workbench.texts.inputs import Reading, board_of

SPACE = "space"
"""The value of ``--table`` that counts nothing."""

SOLVER = "solver"
"""The one method that is not of `fillomino.counting`."""

SLOW = "NumPy counts large boards tens of times as fast: pip install 'fillomino-smt[count]'"
"""The line printed before a board is counted without it."""


@click.command(cls=Command)
@click.pass_context
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE...]", help=options.PUZZLES_HELP)
@options.board
@click.option("--list", "most", metavar="N|all", help="List the first N solutions, or all, in order.")
@click.option("--prefix", metavar="N,N,…", help="With --list: solutions that begin so; 0 for any number.")
@click.option("--after", metavar="N,N,…", help="With --list: solutions behind this one (a whole grid).")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Draw N solutions at random.")
@click.option("--seed", type=int, metavar="S", help="With --sample: draw the same again.")
@click.option("--draw", is_flag=True, help="Draw listed or sampled solutions; else a line of numbers each.")
@click.option(
    "--method",
    "-m",
    metavar="M",
    help="How to count, such as frontier, frontier:rows (the order of cells), placements, solver; with "
    "--sample: auto, exact, windows or windows:ROUNDS.  [the fastest]",
)
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, metavar="J", help="Threads (frontier).")
@options.mib("--memory", help="For states (frontier, exact) or the solver.  [4096; exact: 1024]")
@click.option(
    "--checkpoint",
    type=options.PATH,
    metavar="FILE",
    help="Keep each finished layer here; go on from it if there is one (frontier).",
)
@click.option("--encoding", "-e", metavar="E", help="With the method solver.  [cuts]")
@click.option("--solver", "-s", metavar="S", help=f"With the method solver.  [{options.FIRST}]")
@options.seconds("--timeout", help="With the method solver: seconds per count.")
@click.option(
    "--table",
    metavar="HxW|space",
    help="All boards up to this size: solutions, their share of all grids, and grids that each method would "
    "try; or only the latter (space) of what is given.",
)
@options.deduce("full")
@options.as_json
@options.reading
def command(
    context: click.Context,
    *,
    puzzles: tuple[str, ...],
    board: str | None,
    most: str | None,
    prefix: str | None,
    after: str | None,
    sample: int | None,
    seed: int | None,
    draw: bool,
    method: str | None,
    jobs: int,
    memory: int | None,
    checkpoint: Path | None,
    encoding: str | None,
    solver: str | None,
    timeout: float | None,
    table: str | None,
    deduce: str,
    as_json: bool,
    reading: Reading,
) -> None:
    """Count, list or draw at random the solutions of puzzles, or of a board without clues.

    A puzzle with exactly one solution is proved unique by this, without SMT (but for the method solver,
    which excludes each solution by a blocking clause). The exit code is 1 where a puzzle has no solution
    or several. --list prints lines of numbers in lexicographic order; the last one is what --after
    takes to go on. --sample draws each solution as likely as any other. The methods: docs/counting.md.

    \b
    Examples:
      fillomino count --board 4x4 --as max-region=5
      fillomino count @several --list all --draw
      fillomino count --board 6x6 --as max-region=3 --sample 3 --seed 1
      fillomino count --table 3x4
    """
    one_way_to_print(as_json=as_json, draw=draw)
    modes = [name for name, given in (("--list", most), ("--sample", sample), ("--table", table)) if given]
    if len(modes) > 1:
        raise InputError(f"{' and '.join(modes)} exclude each other", code="option-conflict")
    idle = [
        *(typed_options(context, ("prefix", "after")) if most is None else ()),
        *(typed_options(context, ("seed",)) if sample is None else ()),
        *(typed_options(context, ("draw",)) if most is None and sample is None else ()),
    ]
    if idle:
        raise InputError(f"{', '.join(idle)} goes with --list or --sample", code="option-needs")
    counts = ("method", "jobs", "memory", "checkpoint", "encoding", "solver", "timeout")
    others = [name for name in counts if sample is None or name not in ("method", "memory")]
    if (most or sample) and (idle := typed_options(context, others)):
        raise InputError(f"{', '.join(idle)} is for counting: leave it out", code="option-conflict")
    if most is not None:
        code = list_solutions(
            puzzles, board, reading, deduce, most, prefix, after, draw=draw, as_json=as_json
        )
        raise click.exceptions.Exit(code)
    if sample is not None:
        how = ("auto" if method is None else method, 1024 if memory is None else memory)
        draw_solutions(puzzles, board, reading, deduce, sample, seed, *how, draw=draw, as_json=as_json)
        return
    if table not in (None, SPACE):
        if idle := typed_options(context, ("puzzles", "board", "deduce", *counts)):
            raise InputError(
                f"--table is of bare boards: leave out {', '.join(idle)}", code="option-conflict"
            )
        print_table(str(table), reading, as_json=as_json)
        return
    counter = _counter(
        context,
        board,
        method,
        jobs,
        memory,
        checkpoint,
        encoding,
        solver,
        timeout,
        deduce,
        space=table == SPACE,
    )
    raise click.exceptions.Exit(counter.run(puzzles, board, reading, as_json=as_json))


@dataclass(frozen=True, slots=True)
class _Counter:
    """How to count.

    Attributes:
        method: the method, or the encoding and solver.
        level: how much to deduce first; ``None`` for a bare board.
        order: the order of cells.
        settings: memory, threads, and the file for finished layers.
        question: the limits of a solver.
        space: whether only to print how much each method has to try.
    """

    method: Method | SmtMethod
    level: Level | None
    order: str
    settings: Settings
    question: Question
    space: bool

    @property
    def labels(self) -> dict[str, str]:
        """How, for tables and rows."""
        if isinstance(self.method, Method):
            return {"method": self.method.name}
        return {
            "method": SOLVER,
            "encoding": self.method.encoding.name,
            "solver": self.method.solver.name,
        }

    def task(self, name: str, puzzle: Puzzle) -> Task:
        """Return the task of counting a puzzle, after deduction."""
        otherwise = "--method solver" + (" without --table space" if self.space else "")
        return task_of(name, puzzle, self.level, otherwise)

    def count(self, name: str, puzzle: Puzzle) -> tuple[int, float]:
        """Return the number of solutions, and the seconds that counting took."""
        if isinstance(self.method, SmtMethod):
            started = perf_counter()
            fillings = _by_solver(name, puzzle, self.method, self.question)
        else:
            task = self.task(name, puzzle)
            started = perf_counter()
            with counting(name) as watch:
                settings = replace(self.settings, watch=watch)
                fillings = counting_methods.count(task, self.method.name, order=self.order, settings=settings)
        return fillings, perf_counter() - started

    def run(self, puzzles: Sequence[str], board: str | None, reading: Reading, *, as_json: bool) -> int:
        """Count the solutions of each puzzle, and print them; returns the exit code."""
        codes: list[int] = []
        for name, read in subjects(puzzles, board, reading):
            try:
                puzzle = read()
                if self.space:
                    click.echo(_spaces(name, self.task(name, puzzle), as_json))
                    continue
                fillings, seconds = self.count(name, puzzle)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                _refuse(name, str(error), error.code, as_json=as_json)
                continue
            except CountError as error:
                codes.append(Exit.SOLVER_FAILED if error.broken else Exit.NO_ANSWER)
                _refuse(name, f"{name}: {error}", error.code, as_json=as_json)
                continue
            codes.append(Exit.DONE if fillings == 1 or not puzzles else Exit.NO)
            click.echo(_line(name, fillings, self.labels, seconds, as_json))
        return worst(codes)


def _counter(
    context: click.Context,
    board: str | None,
    method: str | None,
    jobs: int,
    memory: int | None,
    checkpoint: Path | None,
    encoding: str | None,
    solver: str | None,
    timeout: float | None,
    deduce: str,
    *,
    space: bool,
) -> _Counter:
    """How to count, from options that go together.

    Raises:
        InputError: for options that don't.
    """
    if method is None and typed_options(context, ("jobs", "checkpoint")):
        method = "frontier"
    if method is None:
        method = counting_methods.suitable(bare(board_of(board))) if board is not None else "frontier"
    method, _, order = method.partition(":")
    if checkpoint is not None and method != "frontier":
        raise InputError(
            f"--checkpoint is for the method frontier; {method} has no layers to keep", code="bad-checkpoint"
        )
    if order and method != "frontier":
        raise InputError(f"an order of cells is for the method frontier, not for {method}")
    deducing = level_of(deduce)
    level = deducing if board is None else None
    memory = 4096 if memory is None else memory
    settings, question = (
        Settings(memory << 20, jobs, checkpoint),
        Question(seconds=timeout, memory_mib=memory),
    )
    if method == SOLVER:
        through = smt(encoding or "cuts", solver or options.FIRST, deduce=deduce)
        return _Counter(through, level, "best", settings, question, space)
    chosen = counting_methods.find(method, SOLVER)
    idle = typed_options(context, ("encoding", "solver", "timeout"))
    if idle:
        raise InputError(
            f"{', '.join(idle)} goes with --method solver: add that, or leave it out", code="option-needs"
        )
    if chosen.name == "frontier" and board is not None and not (numpy_installed() or space):
        complain(SLOW)
    return _Counter(chosen, level, order or "best", settings, question, space)


def _refuse(name: str, message: str, code: str, *, as_json: bool) -> None:
    complain(message)
    if as_json:
        from workbench.texts.rows import UnreadRow

        row = UnreadRow(puzzle=name, error=message, code=code)
        click.echo(row.to_line())


def _by_solver(name: str, puzzle: Puzzle, method: SmtMethod, question: Question) -> int:
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


def _line(name: str, fillings: int, how: Mapping[str, str], seconds: float, as_json: bool) -> str:
    with every_digit():
        if as_json:
            from workbench.texts.rows import CountRow

            row = CountRow(puzzle=name, fillings=fillings, **how, seconds=round(seconds, 6))
            return row.to_line()
        noun = "solution" if fillings == 1 else "solutions"
        return f"{name}: {fillings} {noun} ({', '.join(map(str, how.values()))}, {seconds:.3f} s)"


def _spaces(name: str, task: Task, as_json: bool) -> str:
    spaces = {
        method.name: method.space(task) for method in counting_methods.METHODS if method.space is not None
    }
    if as_json:
        with every_digit():
            from workbench.texts.rows import SpaceRow

            row = SpaceRow(puzzle=name, space=spaces)
            return row.to_line()
    lines = [f"{name}: grids to try"]
    labels = {method: number_text(number) for method, number in spaces.items()}
    for method, number in labels.items():
        lines.append(f"  {method:<10}  {number:>{max(map(len, labels.values()))}}")
    lines.append("  The frontier method tries no grid: it goes through the states of the frontier;")
    lines.append("  placements goes through the solutions and the beginnings that have room.")
    return "\n".join(lines)

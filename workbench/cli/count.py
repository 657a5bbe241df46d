"""``fillomino count``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import click

from fillomino.counting import methods as counting_methods
from fillomino.counting.methods import Method
from fillomino.counting.settings import Settings, numpy_installed
from fillomino.counting.task import Task, bare
from fillomino.deduction.levels import level_of
from fillomino.errors import CountError, InputError
from fillomino.puzzle import Puzzle
from workbench import Exit, worst
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.count_solutions import (
    Subjects,
    draw_solutions,
    every_digit,
    list_solutions,
    number_text,
    print_table,
)
from workbench.cli.options import one_way_to_print, typed_options
from workbench.cli.report import complain, counting, words
from workbench.methods.counting import count_by_solver
from workbench.methods.question import Question
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.inputs import Reading, board_of

SPACE = "space"
"""The value of ``--table`` that counts nothing."""

FRONTIER = "frontier"

SOLVER = "solver"
"""The one method that is not of `fillomino.counting`."""

OTHERS_TRY = """\
  The frontier method tries no grid: it goes through the states of the frontier;
  placements goes through the solutions and the beginnings that have room."""

SLOW = "NumPy counts large boards tens of times as fast: pip install 'fillomino-smt[count]'"
"""The line printed before a board is counted without it."""


@click.command(cls=Command)
@click.pass_context
@click.argument("puzzles", nargs=-1, metavar="[PUZZLE...]", help=options.PUZZLES_HELP)
@options.board
@click.option("--list", "most", metavar="N|all", help="List the first N solutions, or all, in order.")
@click.option("--prefix", metavar="N,N,…", help="With --list: only solutions that begin with these numbers.")
@click.option(
    "--after", metavar="N,N,…", help="With --list: only solutions after this grid (all its numbers)."
)
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
    help="Save each finished layer here, and resume from it (frontier).",
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

    A count of one proves that a puzzle's solution is unique, without SMT (except with the method solver,
    which excludes each solution by a blocking clause). The exit code is 1 where a puzzle has no solution
    or several. --list prints lines of numbers in lexicographic order; to resume, give the last one to
    --after. --sample draws each solution with the same probability. The methods: docs/counting.md.

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
    if table is not None and table != SPACE:
        if idle := typed_options(context, ("puzzles", "board", "deduce", *counts)):
            raise InputError(
                f"--table is of bare boards: leave out {', '.join(idle)}", code="option-conflict"
            )
        print_table(table, reading, as_json=as_json)
        return
    subjects = Subjects(puzzles, board, reading, level_of(deduce))
    if most is not None:
        code = list_solutions(subjects, most, prefix, after, draw=draw, as_json=as_json)
        raise click.exceptions.Exit(code)
    if sample is not None:
        draw_solutions(subjects, sample, seed, method, memory, draw=draw, as_json=as_json)
        return
    if method is None and not typed_options(context, ("jobs", "checkpoint")) and board is not None:
        method = counting_methods.suitable(bare(board_of(board)))
    method, _, order = (method or FRONTIER).partition(":")
    if checkpoint is not None and method != FRONTIER:
        raise InputError(
            f"--checkpoint is for the method frontier; {method} has no layers to keep", code="bad-checkpoint"
        )
    if order and method != FRONTIER:
        raise InputError(f"an order of cells is for the method frontier, not for {method}")
    chosen: Method | SmtMethod
    if method == SOLVER:
        chosen = smt(encoding or "cuts", solver or options.FIRST, deduce=deduce)
    else:
        chosen = counting_methods.find(method, SOLVER)
        if idle := typed_options(context, ("encoding", "solver", "timeout")):
            raise InputError(
                f"{', '.join(idle)} goes with --method solver: add that, or leave it out", code="option-needs"
            )
        if method == FRONTIER and board is not None and not (numpy_installed() or table == SPACE):
            complain(SLOW)
    memory = memory or 4096
    counter = _Counter(
        subjects,
        chosen,
        order or "best",
        Settings(memory << 20, jobs, checkpoint),
        Question(seconds=timeout, memory_mib=memory),
        space=table == SPACE,
        as_json=as_json,
    )
    raise click.exceptions.Exit(counter.run())


@dataclass(frozen=True, slots=True)
class _Counter:
    """How to count, and what.

    Attributes:
        subjects: the puzzles or the board.
        method: the method, or the encoding and solver.
        order: the order of cells.
        settings: memory, threads, and the file for finished layers.
        question: the limits of a solver.
        space: whether only to print how much each method has to try.
        as_json: whether to print rows of JSON.
    """

    subjects: Subjects
    method: Method | SmtMethod
    order: str
    settings: Settings
    question: Question
    space: bool
    as_json: bool

    def run(self) -> int:
        """Count the solutions of each puzzle, and print them; returns the exit code."""
        codes: list[int] = []
        for name, read in self.subjects.readers():
            try:
                puzzle = read()
                if self.space:
                    self._print_spaces(name, self._task(name, puzzle))
                    continue
                fillings = self._count(name, puzzle)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                self._refuse(name, str(error), error.code)
                continue
            except CountError as error:
                codes.append(Exit.SOLVER_FAILED if error.broken else Exit.NO_ANSWER)
                self._refuse(name, f"{name}: {error}", error.code)
                continue
            codes.append(Exit.DONE if fillings == 1 or self.subjects.board is not None else Exit.NO)
        return worst(codes)

    def _task(self, name: str, puzzle: Puzzle) -> Task:
        advice = "--method solver" + (" without --table space" if self.space else "")
        return self.subjects.task(name, puzzle, advice)

    def _count(self, name: str, puzzle: Puzzle) -> int:
        """Count the solutions of a puzzle, and print their number, which is returned."""
        if isinstance(self.method, SmtMethod):
            started = perf_counter()
            fillings = self._count_by_solver(name, puzzle, self.method)
            encoding, solver = self.method.encoding.name, self.method.solver.name
            how = {"method": SOLVER, "encoding": encoding, "solver": solver}
        else:
            task = self._task(name, puzzle)
            started = perf_counter()
            with counting(name) as watch:
                settings = replace(self.settings, watch=watch)
                fillings = counting_methods.count(task, self.method.name, order=self.order, settings=settings)
            how = {"method": self.method.name}
        seconds = perf_counter() - started
        with every_digit():
            if self.as_json:
                from workbench.texts.rows import CountRow

                row = CountRow(puzzle=name, fillings=fillings, **how, seconds=round(seconds, 6))
                click.echo(row.to_line())
            else:
                labels = f"{', '.join(how.values())}, {seconds:.3f} s"
                noun = "solution" if fillings == 1 else "solutions"
                click.echo(f"{name}: {fillings} {noun} ({labels})")
        return fillings

    def _count_by_solver(self, name: str, puzzle: Puzzle, method: SmtMethod) -> int:
        so_far = 0
        started = perf_counter()

        def watch(fillings: int) -> None:
            nonlocal so_far
            so_far = fillings
            show(f"{name}: {so_far:,} solutions so far, {perf_counter() - started:.0f} s")

        try:
            with words() as show:
                return count_by_solver(name, puzzle, method, self.question, watch)
        except KeyboardInterrupt:
            complain(f"{name}: {so_far} solutions were found so far; there may be more")
            raise

    def _print_spaces(self, name: str, task: Task) -> None:
        """Print how much each method has to try."""
        spaces = counting_methods.spaces(task)
        if self.as_json:
            from workbench.texts.rows import SpaceRow

            with every_digit():
                click.echo(SpaceRow(puzzle=name, space=spaces).to_line())
            return
        labels = {method: number_text(number) for method, number in spaces.items()}
        click.echo(f"{name}: grids to try")
        for method, number in labels.items():
            click.echo(f"  {method:<10}  {number:>{max(map(len, labels.values()))}}")
        click.echo(OTHERS_TRY)

    def _refuse(self, name: str, message: str, code: str) -> None:
        complain(message)
        if self.as_json:
            from workbench.texts.rows import UnreadRow

            click.echo(UnreadRow(puzzle=name, error=message, code=code).to_line())

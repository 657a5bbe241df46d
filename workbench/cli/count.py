"""``fillomino count``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random, SystemRandom
from time import perf_counter

from drivers.defaults import default_name
from fillomino.counting import methods as counting_methods
from fillomino.counting import placements
from fillomino.counting.sampling import sample as draw_at_random
from fillomino.counting.settings import Settings, numpy_installed
from fillomino.counting.task import Task, with_prefix
from fillomino.deduction.levels import level_of
from fillomino.errors import CountError, InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.text import text as drawn
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row, unread_line
from workbench.cli.count_progress import counting
from workbench.cli.count_table import every_digit, number_text, print_table
from workbench.cli.options import arguments, flag, mib, number, path, seconds, text
from workbench.cli.output import coloured, portion, warn, words, worst
from workbench.fillomino.counting import count_by_solver, task_of
from workbench.methods.method import Question, shape
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.inputs import Source, open_one, source_of, sources

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

COUNTS = ("method", "jobs", "memory", "checkpoint", "encoding", "solver", "timeout")
"""Options for counting."""


class Count(Command):
    """Count, list or draw at random the solutions of puzzles, or of a board without clues.

    A count of one proves that a puzzle's solution is unique, without SMT (except with the method solver,
    which excludes each solution by a blocking clause). The exit code is 1 where a puzzle with clues has no
    solution or several. --list prints lines of numbers in lexicographic order; to resume, give the last one
    to --after. --sample draws each solution with the same probability. The methods: docs/counting.md.

    \b
    Examples:
      fillomino count 4x4 --as max-region=5
      fillomino count @several --list all --draw
      fillomino count 6x6 --as max-region=3 --sample 3 --seed 1
      fillomino count --table 3x4
    """

    puzzles = arguments("[PUZZLE...]", f"{options.PUZZLES_HELP} Not with --table HxW.")
    list = text("N|all", "List the first N solutions, or all, in order.")
    prefix = text("N,N,…", "With --list: only solutions that begin with these numbers.")
    after = text("N,N,…", "With --list: only solutions after this grid (all its numbers).")
    sample = number("N", "Draw N solutions at random.", least=1)
    seed = number("S", "With --sample: draw the same again.")
    draw = flag("Draw listed or sampled solutions; else a line of numbers each.")
    method = text(
        "M",
        "How to count, such as frontier, frontier:rows (the order of cells), placements, solver; with "
        "--sample: auto, exact, windows or windows:ROUNDS.  [the fastest]",
        "-m",
    )
    jobs = number("J", "Threads (frontier).", "-j", least=1, default=1)
    memory = mib("For states (frontier, exact) or the solver.  [4096; exact: 1024]")
    checkpoint = path("FILE", "Save each finished layer here, and resume from it (frontier).")
    encoding = text("E", "With the method solver.  [cuts]", "-e")
    solver = text("S", "With the method solver.", "-s", shown=default_name)
    timeout = seconds("With the method solver: seconds per count.")
    table = text(
        "HxW|space",
        "All boards up to this size: solutions, their share of all grids, and grids that each method would "
        "try; or only the latter (space) of what is given.",
    )
    deduce = options.deduce("full")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Count, list, draw, or print the table; an exit code of 1 says: none or several."""
        self.print_one_way("draw")
        if len(modes := self.given("list", "sample", "table")) > 1:
            raise InputError(f"{' and '.join(modes)} exclude each other", code="option-conflict")
        idle = [
            *(self.given("prefix", "after") if self.list is None else ()),
            *(self.given("seed") if self.sample is None else ()),
            *(self.given("draw") if self.list is None and self.sample is None else ()),
        ]
        if idle:
            raise InputError(f"{', '.join(idle)} goes with --list or --sample", code="option-needs")
        if self.list is not None or self.sample is not None:
            others = [name for name in COUNTS if self.sample is None or name not in ("method", "memory")]
            self.refuse(others, "{} is for counting: leave it out")
        if self.table is not None and self.table != SPACE:
            self.refuse(("deduce", *COUNTS), "--table is of bare boards: leave out {}")
            if self.puzzles:
                raise InputError("--table is of bare boards: leave out PUZZLE", code="option-conflict")
            print_table(self.table, self.reading, as_json=self.as_json)
            return Exit.DONE
        self._level = level_of(self.deduce)
        if not self.puzzles:
            raise InputError("name what to count: a puzzle, or a board such as 4x4", code="missing-option")
        if self.list is not None:
            return self._print_list(self.list)
        if self.sample is not None:
            self._print_sample(self.sample)
            return Exit.DONE
        return self._run_method()

    def _read(self, source: Source) -> Puzzle:
        return open_one(source, self.reading).fillomino("count").puzzle

    def _single(self) -> tuple[Puzzle, Task]:
        """Return the only puzzle, and the task of counting it.

        Raises:
            InputError: if there are several, if it can't be read, or for a rule that is not supported.
        """
        if len(self.puzzles) > 1:
            raise InputError(f"--list and --sample take one puzzle, not {len(self.puzzles)}")
        source = source_of(self.puzzles[0])
        puzzle = self._read(source)
        return puzzle, task_of(source.name, puzzle, self._level, "`fillomino solve --limit`")

    def _print_list(self, most: str) -> int:
        """Print the first solutions in lexicographic order as they are found; return the exit code."""
        if most != "all" and not (most.isdecimal() and int(most)):
            raise InputError(f"--list takes a number above 0, or all, not {most!r}", code="bad-option")
        puzzle, task = self._single()
        if self.prefix is not None:
            task = with_prefix(task, _numbers(self.prefix, "--prefix"))
        start = None if self.after is None else _numbers(self.after, "--after")
        if start is not None and len(start) != task.board.size:
            message = f"--after needs all {task.board.size} numbers of a grid, not {len(start)}"
            raise InputError(message, code="bad-filling")
        limit = None if most == "all" else min(int(most), sys.maxsize)
        code = Exit.NO
        for filling in islice(placements.fillings(task, after=start), limit):
            code = Exit.DONE
            if self.as_json:
                from workbench.texts.rows import ListRow

                print_row(ListRow(filling=shape(task.board, filling)))
            else:
                self._print(puzzle, filling)
        return code

    def _print_sample(self, count: int) -> None:
        """Print solutions drawn at random, and how they were drawn."""
        method, _, rounds = (self.method or "auto").partition(":")
        if rounds and not (method == "windows" and rounds.isdecimal() and int(rounds)):
            message = f"rounds go with the method windows, as in windows:8, not {method}:{rounds}"
            raise InputError(message, code="option-needs")
        # A fair die that can be thrown again is wanted here, not a secret.
        seed = SystemRandom().randrange(1 << 32) if self.seed is None else self.seed
        puzzle, task = self._single()
        with portion("windows") as watch:
            sampled = draw_at_random(
                task,
                Random(seed),  # noqa: S311
                count,
                method=method,
                memory=(self.memory or 1024) << 20,
                rounds=int(rounds or 8),
                watch=watch,
            )
        for filling in sampled.fillings:
            if self.as_json:
                from workbench.texts.rows import SampleRow

                print_row(SampleRow(filling=shape(task.board, filling), exact=sampled.exact, seed=seed))
            else:
                self._print(puzzle, filling)
        if not self.as_json:
            how = f"exactly uniform among {sampled.among}" if sampled.exact else "by windows, nearly uniform"
            warn(f"{len(sampled.fillings)} drawn, {how}, seed {seed}")

    def _print(self, puzzle: Puzzle, filling: Filling) -> None:
        """Print a filling as a grid, or as a line of numbers in the order of the cells."""
        grid = drawn(puzzle, filling, colour=coloured()) if self.draw else ",".join(map(str, filling))
        print(grid)

    def _run_method(self) -> int:
        """Count the solutions of each puzzle, and print them; return the exit code."""
        count = self._method()
        codes: list[int] = []
        for source in sources(self.puzzles):
            name = source.name
            try:
                puzzle = self._read(source)
                if self.table == SPACE:
                    otherwise = "--method solver without --table space"
                    self._print_spaces(name, task_of(name, puzzle, self._level, otherwise))
                    continue
                fillings = count(name, puzzle)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                self._print_refused(name, str(error), error.code)
                continue
            except CountError as error:
                codes.append(Exit.SOLVER_FAILED if error.broken else Exit.NO_ANSWER)
                self._print_refused(name, f"{name}: {error}", error.code)
                continue
            codes.append(Exit.DONE if fillings == 1 or not puzzle.clues else Exit.NO)
        return worst(codes)

    def _method(self) -> Callable[[str, Puzzle], int]:
        """The function that counts the solutions of a puzzle and prints their number."""
        chosen, _, order = (self.method or FRONTIER).partition(":")
        if self.checkpoint is not None and chosen != FRONTIER:
            message = f"--checkpoint is for the method frontier; {chosen} has no layers to keep"
            raise InputError(message, code="bad-checkpoint")
        if order and chosen != FRONTIER:
            raise InputError(f"an order of cells is for the method frontier, not for {chosen}")
        if chosen == SOLVER:
            method = smt(self.encoding or "cuts", self.solver, deduce=self.deduce)
            return partial(self._count_by_solver, method)
        counter = counting_methods.find(chosen, SOLVER).name
        why = "{} goes with --method solver: add that, or leave it out"
        self.refuse(("encoding", "solver", "timeout"), why, "option-needs")
        fixed = self.given("method", "jobs", "checkpoint")
        settings = Settings((self.memory or 4096) << 20, self.jobs, self.checkpoint)

        def count(name: str, puzzle: Puzzle) -> int:
            task = task_of(name, puzzle, self._level, "--method solver")
            by = counter if fixed else counting_methods.suitable(task)
            if by == FRONTIER and task.bare and not numpy_installed():
                warn(SLOW)
            started = perf_counter()
            with counting(name) as watch:
                watched = replace(settings, watch=watch)
                fillings = counting_methods.count(task, by, order=order or "best", settings=watched)
            self._print_count(name, fillings, perf_counter() - started, method=by)
            return fillings

        return count

    def _count_by_solver(self, method: SmtMethod, name: str, puzzle: Puzzle) -> int:
        so_far = 0
        started = perf_counter()

        def watch(fillings: int) -> None:
            nonlocal so_far
            so_far = fillings
            show(f"{name}: {so_far:,} solutions so far, {perf_counter() - started:.0f} s")

        question = Question(seconds=self.timeout, memory_mib=self.memory or 4096)
        try:
            with words() as show:
                fillings = count_by_solver(name, puzzle, method, question, watch)
        except KeyboardInterrupt:
            warn(f"{name}: {so_far} solutions were found so far; there may be more")
            raise
        how = {"method": SOLVER, "encoding": method.encoding.name, "solver": method.solver.name}
        self._print_count(name, fillings, perf_counter() - started, **how)
        return fillings

    def _print_count(self, name: str, fillings: int, seconds: float, **how: str) -> None:
        with every_digit():
            if self.as_json:
                from workbench.texts.rows import CountRow

                print_row(CountRow(puzzle=name, fillings=fillings, **how, seconds=round(seconds, 6)))
            else:
                noun = "solution" if fillings == 1 else "solutions"
                print(f"{name}: {fillings} {noun} ({', '.join(how.values())}, {seconds:.3f} s)")

    def _print_spaces(self, name: str, task: Task) -> None:
        """Print how much each method has to try."""
        spaces = counting_methods.spaces(task)
        if self.as_json:
            from workbench.texts.rows import SpaceRow

            with every_digit():
                print_row(SpaceRow(puzzle=name, space=spaces))
            return
        labels = {method: number_text(number) for method, number in spaces.items()}
        width = max(map(len, labels.values()))
        print(f"{name}: grids to try")
        for method, label in labels.items():
            print(f"  {method:<10}  {label:>{width}}")
        print(OTHERS_TRY)

    def _print_refused(self, name: str, message: str, code: str) -> None:
        warn(message)
        if self.as_json:
            print(unread_line(name, message, code))


def _numbers(text: str, option: str) -> Filling:
    """Return the numbers of an option, separated by commas or blanks."""
    parts = re.split(r"[,\s]+", text.strip(", \t"))
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        raise InputError(f"{option} takes numbers with commas between them, such as 1,2,2, not {text!r}")
    return tuple(map(int, parts))

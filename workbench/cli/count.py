"""``fillomino count``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

from drivers.defaults import default_name
from fillomino.counting import methods as counting_methods
from fillomino.counting import placements
from fillomino.counting import settings as counting_settings
from fillomino.counting.settings import Settings, can_pack
from fillomino.counting.task import Task, with_prefix
from fillomino.deduction.levels import level_of
from fillomino.errors import CountError, InputError
from fillomino.puzzle import Filling, Puzzle
from fillomino.render.text import text as drawn
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Added, Command, print_row, unread_line
from workbench.cli.count_progress import counting
from workbench.cli.count_table import every_digit, number_text, print_table
from workbench.cli.options import arguments, flag, mib, seconds, text
from workbench.cli.output import coloured, warn, words, worst
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

COUNTS = ("method", "memory", "encoding", "solver", "timeout")
"""Options for counting."""


class AddedToCount(Added):
    """An option that a laboratory adds to `count`.

    Attributes:
        mode: whether something is done in place of counting, as by --list.
        takes: for a mode, the options for counting that it takes.
        counts: whether it is about counting, and refused where that is not done.
        goes_with: the mode that it is for, by attribute; none if empty.
    """

    mode = False
    takes: Collection[str] = ()
    counts = False
    goes_with = ""

    def instead(self, value: Any, command: Count) -> int | None:
        """Do something in place of counting; return the exit code, or ``None`` for an option of no mode."""
        del value, command
        done: int | None = None
        return done

    def settled(self, value: Any, method: str, settings: Settings) -> Settings:
        """The settings of a count by a method, as a value of the option changes them."""
        del value, method
        return settings


class Count(Command):
    """Count or list the solutions of puzzles, or of a board without clues.

    A count of one proves that a puzzle's solution is unique, without SMT (except with the method solver,
    which excludes each solution by a blocking clause). The exit code is 1 where a puzzle with clues has no
    solution or several. --list prints lines of numbers in lexicographic order; to resume, give the last one
    to --after. The methods: docs/counting.md.

    \b
    Examples:
      fillomino count 4x4 --as max-region=5
      fillomino count @several --list all --draw
      fillomino count --table 3x4
    """

    puzzles = arguments("[PUZZLE...]", f"{options.PUZZLES_HELP} Not with --table HxW.")
    list = text("N|all", "List the first N solutions, or all, in order.")
    prefix = text("N,N,…", "With --list: only solutions that begin with these numbers.")
    after = text("N,N,…", "With --list: only solutions after this grid (all its numbers).")
    draw = flag("Draw the solutions as grids; else a line of numbers each.")
    method = text(
        "M",
        "How to count, such as frontier, frontier:rows (the order of cells), placements, solver.  "
        "[the fastest]",
        "-m",
    )
    memory = mib("For states (frontier) or the solver.  [4096; for a table to draw from: 1024]")
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
        self._own = [(option, value) for option, value in self.added if isinstance(option, AddedToCount)]
        modes = {option.attribute: option for option, _ in self._own if option.mode}
        if len(given := self.given("list", "table", *modes)) > 1:
            raise InputError(f"{' and '.join(given)} exclude each other", code="option-conflict")
        about = [option.attribute for option, _ in self._own if option.goes_with not in ("", *modes)]
        idle = [
            *(self.given("prefix", "after") if self.list is None else ()),
            *self.given(*about),
            *(self.given("draw") if self.list is None and not modes else ()),
        ]
        if idle:
            raise InputError(
                f"{', '.join(idle)} goes with --list, or with solutions drawn at random", code="option-needs"
            )
        counts = [*COUNTS, *(option.attribute for option, _ in self._own if option.counts)]
        if self.list is not None or modes:
            taken = {name for mode in modes.values() for name in mode.takes}
            self.refuse([name for name in counts if name not in taken], "{} is for counting: leave it out")
        if self.table is not None and self.table != SPACE:
            self.refuse(("deduce", *counts), "--table is of bare boards: leave out {}")
            if self.puzzles:
                raise InputError("--table is of bare boards: leave out PUZZLE", code="option-conflict")
            print_table(self.table, self.reading, as_json=self.as_json)
            return Exit.DONE
        self._level = level_of(self.deduce)
        if not self.puzzles:
            raise InputError("name what to count: a puzzle, or a board such as 4x4", code="missing-option")
        if self.list is not None:
            return self._print_list(self.list)
        for option, value in self._own:
            if (code := option.instead(value, self)) is not None:
                return code
        return self._run_method()

    def _read(self, source: Source) -> Puzzle:
        return open_one(source, self.reading).fillomino("count").puzzle

    def single(self) -> tuple[Puzzle, Task]:
        """Return the only puzzle, and the task of counting it.

        Raises:
            InputError: if there are several, if it can't be read, or for a rule that is not supported.
        """
        if len(self.puzzles) > 1:
            raise InputError(f"to list or draw solutions, name one puzzle, not {len(self.puzzles)}")
        source = source_of(self.puzzles[0])
        puzzle = self._read(source)
        return puzzle, task_of(source.name, puzzle, self._level, "`fillomino solve --limit`")

    def _print_list(self, most: str) -> int:
        """Print the first solutions in lexicographic order as they are found; return the exit code."""
        if most != "all" and not (most.isdecimal() and int(most)):
            raise InputError(f"--list takes a number above 0, or all, not {most!r}", code="bad-option")
        puzzle, task = self.single()
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
                self.print_filling(puzzle, filling)
        return code

    def print_filling(self, puzzle: Puzzle, filling: Filling) -> None:
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
        settings = Settings((self.memory or 4096) << 20)
        for option, value in self._own:
            settings = option.settled(value, chosen, settings)
        if order and chosen != FRONTIER:
            raise InputError(f"an order of cells is for the method frontier, not for {chosen}")
        if chosen == SOLVER:
            method = smt(self.encoding or "cuts", self.solver, deduce=self.deduce)
            return partial(self._count_by_solver, method)
        counter = counting_methods.find(chosen, SOLVER).name
        why = "{} goes with --method solver: add that, or leave it out"
        self.refuse(("encoding", "solver", "timeout"), why, "option-needs")
        fixed = self.given("method", *(option.attribute for option, _ in self._own if option.counts))

        def count(name: str, puzzle: Puzzle) -> int:
            task = task_of(name, puzzle, self._level, "--method solver")
            by = counter if fixed else counting_methods.suitable(task)
            if by == FRONTIER and task.bare and can_pack() and not counting_settings.numpy_installed():
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

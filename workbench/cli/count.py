"""``fillomino count``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter, process_time
from typing import Any

from drivers.default_solvers import default_name
from fillomino.clock import OutOfTimeError, interrupted_at
from fillomino.counting import methods as counting_methods
from fillomino.counting import settings as counting_settings
from fillomino.counting.settings import Settings, can_pack
from fillomino.deduction.levels import level_of
from fillomino.errors import CountError, FillominoError, InputError
from fillomino.puzzle import Puzzle
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Added, Command, print_row, unread_line
from workbench.cli.count_progress import counting
from workbench.cli.count_table import every_digit
from workbench.cli.options import mib, seconds, text
from workbench.cli.output import tell_error, warn, words, worst
from workbench.fillomino.counting import count_by_solver, task_of
from workbench.methods.method import Question
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.inputs import open_one, sources

FRONTIER = "frontier"

SOLVER = "solver"
"""The one method that is not of `fillomino.counting`."""

SLOW = "NumPy counts large boards tens of times as fast: pip install 'fillomino-smt[count]'"
"""The line printed before a board is counted without it."""


class AddedToCount(Added):
    """An option that a laboratory adds to `count`."""

    def settled(self, value: Any, method: str, settings: Settings) -> Settings:
        """The settings of a count by a method, as a value of the option changes them."""
        del value, method
        return settings


class Count(Command):
    """Count the solutions of puzzles, or of a board without clues.

    A count of one proves that a puzzle's solution is unique, without SMT (except with the method solver,
    which excludes each solution by a blocking clause). The exit code is 1 where a puzzle with clues has no
    solution or several. The methods: docs/counting.md. `fillomino list` prints the solutions, `fillomino
    space` how many grids each method would try, `fillomino table` the counts of all small boards.

    \b
    Examples:
      fillomino count 4x4 --as max-region=5
      fillomino count @several --json
      fillomino count @first --solver yices --timeout 60
    """

    puzzles = options.puzzles
    method = text(
        "M",
        "How to count, such as frontier, frontier:rows (the order of cells), placements, solver.  "
        "[the fastest]",
        "-m",
    )
    memory = mib("For states (frontier) or the solver.  [4096]")
    encoding = text("E", "Count by a solver, in this encoding.  [cuts]", "-e")
    solver = text("S", "Count by this solver.", "-s", shown=default_name)
    timeout = seconds("Seconds per count, of CPU time.")
    deduce = options.deduce("full")
    as_json = options.as_json
    reading = options.reading

    def run(self) -> int:
        """Count; an exit code of 1 says: none or several."""
        self._own = [(option, value) for option, value in self.added if isinstance(option, AddedToCount)]
        self._level = level_of(self.deduce)
        count = self._method()
        codes: list[int] = []
        for source in sources(self.puzzles):
            name = source.name
            try:
                puzzle = open_one(source, self.reading).fillomino("count").puzzle
                fillings = count(name, puzzle)
            except InputError as error:
                codes.append(Exit.BAD_INPUT)
                self._print_refused(name, error, "")
                continue
            except CountError as error:
                codes.append(Exit.SOLVER_FAILED if error.broken else Exit.NO_ANSWER)
                self._print_refused(name, error, f"{name}: ")
                continue
            codes.append(Exit.DONE if fillings == 1 or not puzzle.clues else Exit.NO)
        return worst(codes)

    def _method(self) -> Callable[[str, Puzzle], int]:
        """The function that counts the solutions of a puzzle and prints their number."""
        by_solver = self.given("encoding", "solver")
        chosen, _, order = (self.method or (SOLVER if by_solver else FRONTIER)).partition(":")
        settings = Settings((self.memory or 4096) << 20)
        for option, value in self._own:
            settings = option.settled(value, chosen, settings)
        if order and chosen != FRONTIER:
            raise InputError(f"an order of cells is for the method frontier, not for {chosen}")
        if chosen == SOLVER:
            method = smt(self.encoding or "cuts", self.solver, deduce=self.deduce)
            return partial(self._count_by_solver, method)
        counter = counting_methods.find(chosen, SOLVER).name
        self.refuse(("encoding", "solver"), f"{{}}: only a solver counts by it, not {chosen}")
        fixed = self.given("method", *(option.attribute for option, _ in self._own))

        def counted(name: str, puzzle: Puzzle) -> int:
            task = task_of(name, puzzle, self._level, "--method solver")
            by = counter if fixed else counting_methods.suitable(task)
            if by == FRONTIER and task.bare and can_pack() and not counting_settings.numpy_installed():
                warn(SLOW, code="slow")
            started = perf_counter()
            with counting(name) as watch:
                watched = replace(settings, watch=watch)
                fillings = counting_methods.count(task, by, order=order or "best", settings=watched)
            self._print_count(name, fillings, perf_counter() - started, method=by)
            return fillings

        def count(name: str, puzzle: Puzzle) -> int:
            if self.timeout is None:
                return counted(name, puzzle)
            try:
                with interrupted_at(process_time() + self.timeout):
                    return counted(name, puzzle)
            except OutOfTimeError:
                message = f"not counted within {self.timeout:g} s of CPU time"
                raise CountError(message) from None

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
            warn(f"{name}: {so_far} solutions were found so far; there may be more", code="unfinished")
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

    def _print_refused(self, name: str, error: FillominoError, place: str) -> None:
        tell_error(error, place)
        if self.as_json:
            print(unread_line(name, f"{place}{error}", error.code))

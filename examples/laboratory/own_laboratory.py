"""A laboratory of one's own: a package with a command, a method, a game; docs/extending.md goes through it.

pip install examples/laboratory

fillomino sizes @first
fillomino solve 3x3:4b2e --by guessing
fillomino audit --game contrast 'mine=cmd:PROGRAM'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

import fillomino
from fillomino.errors import InputError, counted
from fillomino.instance import Filling, Instance
from fillomino.puzzle import as_fillomino
from fillomino.rules import regions
from games import Broken, Game, Rectangle
from workbench import Exit
from workbench.cli.command import Command
from workbench.cli.options import argument, flag
from workbench.methods.method import Answers, By, Facts, Question, Result, Status, Verdict, without_solution
from workbench.methods.registry import Named

# --- a command: its docstring and attributes are its help


class Sizes(Command):
    """Count the regions of each size in the solution of a puzzle.

    \b
    Examples:
      fillomino sizes @first
    """

    puzzle = argument("PUZZLE", "A puzzle, as `fillomino solve` takes it.")
    largest = flag("Print the size of the largest region alone.")

    def run(self) -> int:
        """Solve the puzzle, and print the table."""
        answer = fillomino.solve(self.puzzle, limit=1)
        if answer.solution is None:
            raise InputError(
                f"this puzzle has no solution to count: {answer.status.value}", code="no-solution"
            )
        sizes = Counter(map(len, regions(fillomino.read(self.puzzle).board, answer.solution)))
        if self.largest:
            print(max(sizes))
        else:
            for size, count in sorted(sizes.items()):
                print(f"{size}: {counted(count, 'region')}")
        return Exit.DONE


# --- a method, for --by and --method


@dataclass(frozen=True, slots=True)
class Guessing:
    """Try all fillings, in reading order; for small puzzles."""

    name: str = "guessing"

    def facts(self) -> Facts:
        """It needs nothing that may be missing here."""
        return Facts(solver=self.name)

    def run(self, name: str, puzzle: Instance, question: Question) -> Result:
        """Judge each filling by the rules."""
        board = as_fillomino(puzzle, "--by guessing", name).board
        if board.size > 9:
            raise InputError("guessing takes up to 9 cells", source=name, code="board-too-large")
        every = product(range(1, board.size + 1), repeat=board.size)
        right = (filling for filling in every if not puzzle.violations(filling))
        found = tuple(islice(right, question.wanted))
        complete = len(found) < question.wanted
        status = Status.SOLVED if found else Status.UNSOLVABLE
        unique = (len(found) == 1 and complete) if question.unique else None
        verdict = Verdict(status, unique, decided_by=self.name)
        return Result(name, verdict, By(self.name, "none", how="guessing"), Answers(found, complete))

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """The result for a puzzle that came to nothing."""
        return without_solution(name, status, error, By(self.name, "none"))


GUESSING = Named(lambda _argument, _level: Guessing(), why="asks no solver")

# --- a game


class Contrast(Game):
    """Colour each cell; a number counts the neighbours of the other colour."""

    name, title = "contrast", "Contrast"
    values = {0: "white", 1: "black"}
    rules = {"number": "a number counts the neighbours of the other colour"}

    def signs(self, height: int, width: int) -> list[str]:
        """A cell without a clue, and clues."""
        return [".", "0", "1", "2"]

    def shape(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """No rule is about answers alone."""
        yield from ()

    def clues(self, puzzle: Rectangle, answer: Filling) -> Iterator[Broken]:
        """Count the neighbours of each clue."""
        for cell, number in puzzle.numbers.items():
            others = sum(answer[near] != answer[cell] for near in puzzle.neighbours[cell])
            if others != number:
                yield Broken("number", f"{number} are wanted, not {others}", (cell, *puzzle.neighbours[cell]))

"""``fillomino reduction``."""

from __future__ import annotations

from random import Random
from secrets import randbelow
from typing import TYPE_CHECKING

from fillomino import formats
from fillomino.errors import InputError
from labs.generate import hamiltonian, one_in_three
from labs.generate.command import write_made
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import argument, number, path, text
from workbench.cli.output import tell

if TYPE_CHECKING:
    from workbench.texts.rows import Row


class Reduction(Command):
    """Make boards whose solutions are those of an NP-complete problem, one for one.

    They may have any number of solutions. More: docs/labs/generate/generating.md.

    \b
    Examples:
      fillomino reduction one-in-three:20 --seed 1 --to url
      fillomino reduction hamiltonian:8 -n 3
    """

    problem = argument("R:N", "one-in-three:CLAUSES (of a formula), or hamiltonian:FACES (of a cubic graph).")
    seed = number("N", "The same seed makes the same boards.")
    count = number("N", "Number of boards.", "-n", least=1, default=1)
    to = text("FORMAT", "The format to write.  [plain, or adjacency for other shapes]")
    output = path("DIR", "Write one file for each board, and overwrite none.", "-o")
    as_json = options.as_json

    def run(self) -> int:
        """Print boards of random formulas with so many clauses, or of graphs with so many faces."""
        seed = randbelow(1_000_000) if self.seed is None else self.seed
        least = {"one-in-three": 1, "hamiltonian": 4}
        which, _, digits = self.problem.partition(":")
        if which not in least or not digits.isdecimal() or int(digits) < least[which]:
            known = "one-in-three:CLAUSES, or hamiltonian:FACES from 4 on"
            raise InputError(f"a reduction is {known}, not {self.problem!r}", code="bad-option")
        size = int(digits)
        for place in range(1, self.count + 1):
            source = f"{seed}/{place}"
            random = Random(source)  # noqa: S311
            if which == "one-in-three":
                formula = one_in_three.random_formula(size, random)
                puzzle = one_in_three.board_of(formula)
            else:
                graph = hamiltonian.random_faces(size, random)
                puzzle = hamiltonian.board_of(graph)
            target = formats.find(self.to or ("plain" if puzzle.board.grid else "adjacency"))
            written = formats.write(puzzle, target.name)
            row: Row | None = None
            if self.as_json:
                from labs.generate.rows import HamiltonianRow, OneInThreeRow

                clues = len(puzzle.clues)
                if which == "one-in-three":
                    row = OneInThreeRow(puzzle=written, formula=formula.clauses, clues=clues, seed=source)
                else:
                    edges = hamiltonian.edges_of(graph)
                    row = HamiltonianRow(puzzle=written, graph=edges, clues=clues, seed=source)
            write_made(self.output, written, row, f"{which}{size}-{seed}-{place}", target, first=place == 1)
        if self.seed is None:
            tell(f"--seed {seed}")
        return Exit.DONE

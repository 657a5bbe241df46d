"""Recipes of benchmarks (encoding, question, size of the board), and the puzzles that they give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from encoder.encoding import Encoding
from encoder.encodings.registry import find
from fillomino.board import Board
from fillomino.boards import from_spec
from fillomino.counting.windows import random_filling
from fillomino.deduction.rules import registry
from fillomino.errors import InputError
from fillomino.laboratories import part
from fillomino.puzzle import Filling, Puzzle
from workbench.methods.method import Question, Status
from workbench.methods.smt import smt
from workbench.texts.rows import key

GENERATED = "`fillomino benchmarks`"
"""The command that asks for parts of the laboratory that generates boards."""

LARGEST = 9
"""The size of the largest region of a generated board."""
SHARE = 0.3
"""The share of cells with a clue where the question is any solution."""
FEWEST, MOST = 3, 30
"""The number of solutions where all are asked for."""
CHANGES = 60
"""The number of attempts to find a clue whose change leaves no solution."""

SINGLE = {
    "solvable": "a solution; it has one",
    "unique": "a second solution, the only one being blocked; there is none",
    "unsolvable": "a solution, after one clue of a puzzle was changed; there is none",
}
"""The questions of one check, with descriptions."""
REDUCTION = "one-in-three"
CYCLES = "hamiltonian"
REDUCTIONS = {
    REDUCTION: "a solution of a board from the proof that this is NP-complete; there may be none",
    CYCLES: "a solution of a board, which is a Hamiltonian cycle of a planar cubic graph; there may be none",
}
"""The questions about boards of reductions, also of one check; they are asked on request."""
INCREMENTAL = {
    "enumerate": "all solutions, each blocked once it is known",
    "backbone": "for a few cells in turn: another number than in the only solution, between push and pop",
    "lazy": "a solution and a second one, by constraints generated from the answers before",
}
"""The questions of several checks."""
QUESTIONS = SINGLE | REDUCTIONS | INCREMENTAL


class Recipe(Struct, frozen=True, order=True, omit_defaults=True):
    """The recipe of a benchmark: the same recipe gives the same text."""

    encoding: Annotated[str, key("name of the encoding")]
    logic: Annotated[str, key("the logic of the script")]
    question: Annotated[
        str,
        key(
            "name of the question (`QUESTIONS`): `solvable`, `unique`, `unsolvable`, `one-in-three`, "
            "`hamiltonian`, `enumerate`, `backbone` or `lazy`"
        ),
    ]
    rows: Annotated[int, key("size of the board; a single row for a board without rows")]
    columns: Annotated[int, key("size of the board; a single row for a board without rows")]
    number: Annotated[int, key("number among recipes that differ in nothing else, from 1")]
    seed: Annotated[int, key("seed of the set")]
    clauses: Annotated[
        int, key("number of clauses of the formula that the board is made of; 0 for other boards")
    ] = 0
    faces: Annotated[
        int, key("number of faces of the graph that the board is made of; 0 for other boards")
    ] = 0

    def encoded(self) -> Encoding:
        """Return the encoding, one of ours: a name from a file must not start a program.

        Raises:
            EncodingError: if there is no encoding of this name.
        """
        return find(self.encoding)

    @property
    def series(self) -> str:
        """The name of its series: the recipes that differ only in size and number."""
        return f"{self.logic}/{self.encoding}/{self.question}"

    @property
    def file(self) -> str:
        """The name of the file, without its directory."""
        of = self.clauses or self.faces or ""
        return f"{self.question}{of}-{self.rows:02}x{self.columns:02}-{self.number}.smt2"

    @property
    def size(self) -> int:
        """The size that grows in its series: rows, clauses or faces."""
        return self.clauses or self.faces or self.rows

    @property
    def unencoded(self) -> Recipe:
        """The recipe of its puzzle, the same for all encodings."""
        return replace(self, encoding="", logic="")

    @property
    def board(self) -> str:
        """The size of the board, as `4x4`; `1x32` for 32 cells without rows."""
        return f"{self.rows}x{self.columns}"


@dataclass(frozen=True, slots=True)
class Subject:
    """The puzzle of a benchmark, and its known solutions, each checked by the rules."""

    puzzle: Puzzle
    fillings: tuple[Filling, ...]


def subject(recipe: Recipe) -> Subject | None:
    """Make the puzzle of a recipe, the same for all encodings; ``None`` if no attempt succeeded."""
    return _subject(recipe.unencoded)


@lru_cache(maxsize=256)
def _subject(recipe: Recipe) -> Subject | None:
    """Make a puzzle; a process makes it once for all encodings."""
    if recipe.question in REDUCTIONS:
        puzzle = reduction(recipe.question, recipe.size, recipe.number, recipe.seed)
        return Subject(puzzle, _solutions(puzzle, 1))
    size = str(recipe.rows) if recipe.rows == recipe.columns else recipe.board
    place = f"{recipe.seed}/{recipe.question}/{size}/{recipe.number}"
    chance = Random(place)  # noqa: S311
    board = from_spec(recipe.board)
    filling = random_filling(board, LARGEST, chance)
    if recipe.question == "solvable":
        cells = chance.sample(range(board.size), round(SHARE * board.size))
        clues = {cell: filling[cell] for cell in sorted(cells)}
        return Subject(Puzzle(board, clues), (filling,))
    unique = _with_one_solution(board, filling, chance)
    if recipe.question == "unsolvable":
        return _without_solution(unique, chance)
    if recipe.question == "enumerate":
        return _with_several(unique, chance)
    return Subject(unique, (filling,))


def reduction(question: str, size: int, number: int, seed: int) -> Puzzle:
    """Make a board of a reduction, by the laboratory generate; ``size`` is the number of clauses or faces."""
    random = Random(f"{seed}/{question}/{size}/{number}")  # noqa: S311
    board: Puzzle
    if question == CYCLES:
        hamiltonian = part("generate", "hamiltonian", GENERATED)
        board = hamiltonian.board_of(hamiltonian.random_faces(size, random))
    else:
        one_in_three = part("generate", "one_in_three", GENERATED)
        board = one_in_three.board_of(one_in_three.random_formula(size, random))
    return board


def _solutions(puzzle: Puzzle, limit: int) -> tuple[Filling, ...]:
    """Return at most ``limit`` solutions of a puzzle; fewer are all.

    Raises:
        InputError: if a solver failed.
    """
    result = smt("cuts", deduce="ahead").run("generated", puzzle, Question(limit=limit))
    if result.verdict.status not in (Status.SOLVED, Status.UNSOLVABLE):
        raise InputError(f"no benchmark can be made: {result.why.error or result.verdict.status.value}")
    return result.answers.fillings


def _with_one_solution(board: Board, filling: Filling, chance: Random) -> Puzzle:
    """Remove clues as long as deduction proves that the solution is unique."""
    removal = part("generate", "removal", GENERATED)
    spec = removal.Spec(board, level=registry.fast_level(), largest=LARGEST)
    return Puzzle(board, removal.strip(spec, filling, chance, lambda _: False))


def _without_solution(unique: Puzzle, chance: Random) -> Subject | None:
    """Change a clue so that no solution is left."""
    clues = dict(unique.clues)
    for _ in range(CHANGES):
        cell = chance.choice(sorted(clues))
        number = chance.choice([n for n in range(1, LARGEST + 1) if n != clues[cell]])
        puzzle = Puzzle(unique.board, clues | {cell: number})
        if not _solutions(puzzle, 1):
            return Subject(puzzle, ())
    return None


def _with_several(unique: Puzzle, chance: Random) -> Subject | None:
    """Remove clues as long as there are not too many solutions."""
    clues = dict(unique.clues)
    best: Subject | None = None
    for cell in chance.sample(sorted(clues), len(clues)):
        fewer = {other: number for other, number in clues.items() if other != cell}
        puzzle = Puzzle(unique.board, fewer)
        solutions = _solutions(puzzle, MOST + 1)
        if len(solutions) <= MOST:
            clues = fewer
            if len(solutions) >= FEWEST:
                best = Subject(puzzle, solutions)
            if len(solutions) >= MOST // 2:
                break
    return best

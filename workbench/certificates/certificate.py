"""A certificate: a claim about a puzzle, the clauses of it, and the proof; as the texts of its files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from fillomino.board import Board, rectangle
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from smtlib.terms import disjunction
from workbench.certificates.counters import Counter
from workbench.certificates.proof import Proof
from workbench.certificates.tokens import Tokens


def puzzle_text(puzzle: Puzzle) -> str:
    """Return a puzzle as rows where its board is a rectangle, perhaps with holes, else as a graph.

    Cells are 0, 1, … in both, in the order of the board; `?` cells are empty ones.
    """
    lines = _rows(puzzle) or _graph(puzzle)
    lines += [f"wall {x} {y}" for x, y in sorted(puzzle.walls)]
    if puzzle.largest_region is not None:
        lines.append(f"largest {puzzle.largest_region}")
    lines += ["basic"] * puzzle.basic + ["checkered"] * puzzle.checkered
    return "\n".join([*lines, ""])


def _rows(puzzle: Puzzle) -> list[str]:
    board = puzzle.board
    if board.grid is None or board.neighbours != _plain(board).neighbours:
        return []
    clues = {None: "#"} | {x: str(puzzle.clues.get(x, 0)) for x in range(board.size)}
    rows = [" ".join(clues[cell] for cell in row) for row in board.grid.rows()]
    return [f"{board.grid.height} {board.grid.width}", *rows]


def _plain(board: Board) -> Board:
    """The rectangle that a board would be if only cells side by side were neighbours."""
    grid = board.grid
    assert grid is not None  # noqa: S101
    holes = [divmod(place, grid.width) for place, cell in enumerate(grid.cells) if cell is None]
    return rectangle(grid.height, grid.width, holes)


def _graph(puzzle: Puzzle) -> list[str]:
    return [
        f"graph {puzzle.board.size}",
        *(f"link {x} {y}" for x, y in puzzle.board.links()),
        *(f"clue {x} {number}" for x, number in sorted(puzzle.clues.items())),
    ]


class Claim(Enum):
    """The claim that a certificate proves."""

    UNIQUE = "unique"
    UNSOLVABLE = "unsolvable"
    FILLING = "filling"
    EXACTLY = "exactly"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim with its proof (docs/evidence.md has the files).

    Attributes:
        puzzle: the puzzle.
        claim: the claim.
        fillings: the solutions that it is about.
        tokens: the meaning of the variables.
        proof: the clauses and the steps; none of either for the claim that a filling is a solution.
        counters: the counters of the clauses.
    """

    puzzle: Puzzle
    claim: Claim
    fillings: tuple[Filling, ...]
    tokens: Tokens
    proof: Proof
    counters: tuple[Counter, ...] = ()

    def cnf(self) -> str:
        """The claim and the clauses, in DIMACS."""
        variables = self.counters[-1].variables[-1] if self.counters else self.tokens.variables
        lines = [
            f"c claim {self.claim.value}",
            " ".join(["c named", *map(str, self.tokens.named)]),
            *(" ".join(["c filling", *map(str, filling)]) for filling in self.fillings),
            *(counter.line(self.tokens) for counter in self.counters),
            f"p cnf {variables} {len(self.proof.clauses)}",
        ]
        return _text([*lines, *self.proof.cnf_lines()])

    def lrat(self) -> str:
        """The proof, in LRAT without RAT."""
        return _text(self.proof.lrat_lines())

    def smt2(self) -> str:
        """The same clauses as a script that any SMT solver answers ``unsat``."""
        names = {literal: f"v{literal}" for clause in self.proof.clauses for literal in map(abs, clause)}
        names |= {-literal: f"(not {name})" for literal, name in names.items()}
        terms = [[names[literal] for literal in clause] for clause in self.proof.clauses]
        return _text(
            [
                f"; claim {self.claim.value}: the clauses of the .cnf, which has their meaning",
                "(set-info :smt-lib-version 2.6)",
                "(set-logic QF_UF)",
                "(set-info :status unsat)",
                *(f"(declare-fun {name} () Bool)" for literal, name in sorted(names.items()) if literal > 0),
                *(f"(assert {disjunction(term)})" for term in terms),
                "(check-sat)",
                "(exit)",
            ]
        )

    def write(self, directory: Path, name: str) -> list[Path]:
        """Write the files of a name into a directory, which is made if need be; return them.

        Raises:
            InputError: if that is impossible.
        """
        texts = {".puzzle": puzzle_text(self.puzzle), ".cnf": self.cnf()}
        if self.claim is not Claim.FILLING:
            texts |= {".lrat": self.lrat(), ".smt2": self.smt2()}
        try:
            directory.mkdir(parents=True, exist_ok=True)
            for suffix, text in texts.items():
                (directory / f"{name}{suffix}").write_text(text, encoding="ascii")
        except OSError as error:
            raise InputError(
                f"the certificate can't be written: {error.strerror}",
                source=str(directory),
                code="unwritable",
            ) from error
        return [directory / f"{name}{suffix}" for suffix in texts]


def _text(lines: Iterable[str]) -> str:
    return "\n".join([*lines, ""])

"""A certificate: a claim about a puzzle, the clauses of it, and the proof; as the texts of its files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from fillomino import formats
from fillomino.errors import InputError
from fillomino.puzzle import Filling, Puzzle
from smtlib.script import disjunction
from workbench.certificates.proof import Proof
from workbench.certificates.rules import Counter
from workbench.certificates.tokens import Tokens
from workbench.texts.outputs import write_file


def puzzle_text(puzzle: Puzzle) -> str:
    """Return a puzzle as rows where its board is a rectangle, perhaps with holes, else as a graph.

    Cells are 0, 1, … in both, in the order of the board; `?` cells are empty ones.
    """
    board = puzzle.board
    try:
        lines = [formats.write(Puzzle(board, puzzle.clues), "plain").rstrip("\n")]
    except InputError:
        lines = [
            f"graph {board.size}",
            *(f"link {x} {y}" for x, y in board.links()),
            *(f"clue {x} {number}" for x, number in sorted(puzzle.clues.items())),
        ]
    lines += [f"wall {x} {y}" for x, y in sorted(puzzle.walls)]
    if puzzle.largest_region is not None:
        lines.append(f"largest {puzzle.largest_region}")
    lines += ["basic"] * puzzle.basic + ["checkered"] * puzzle.checkered
    return _text(lines)


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
        """Write the files of a name into a directory, which is made if need be; return their paths.

        Raises:
            InputError: if that is impossible.
        """
        texts = {".puzzle": puzzle_text(self.puzzle), ".cnf": self.cnf()}
        if self.claim is not Claim.FILLING:
            texts |= {".lrat": self.lrat(), ".smt2": self.smt2()}
        paths = {directory / f"{name}{suffix}": text for suffix, text in texts.items()}
        for path, text in paths.items():
            write_file(path, text)
        return list(paths)


def _text(lines: Iterable[str]) -> str:
    return "\n".join([*lines, ""])

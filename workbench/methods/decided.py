"""The back end for what deduction has decided: there is nothing left to ask a solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.answer import Answer, Sat, Unsat, Usage
from drivers.backend import Backend
from drivers.limits import Limits
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.texts.outputs import write_file

if TYPE_CHECKING:
    from workbench.methods.keep import Keep

EVIDENCE = "forest-tight"
"""The encoding of the file that is kept: complete, short, and read by any solver of linear arithmetic."""


class Decided(Backend[Filling]):
    """A back end with the answer at hand: at most one filling is left. Blocks by fillings."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates, keep: Keep | None, name: str) -> None:
        super().__init__(Limits())
        self._puzzle, self._keep, self._name = puzzle, keep, name
        known = candidates.filling()
        self._left = [known] if candidates.consistent and not violations(puzzle, known) else []
        self._blocked: list[Filling] = []

    def _ask(self, seconds: float | None) -> Answer:  # noqa: ARG002
        """The filling, unless it is blocked by now."""
        if not self._left:
            return Unsat()
        return Sat(
            {f"n_{label}": n for label, n in zip(self._puzzle.board.labels, self._left[0], strict=True)}
        )

    def block(self, blocked: Filling) -> None:
        """Look for others than this: there is none."""
        self._left = [left for left in self._left if left != blocked]
        self._blocked.append(blocked)

    def _close(self) -> Usage:
        """Leave a file that any solver can check the answer by; nothing was used."""
        if self._keep is not None:
            write_file(self._keep.path(self._name, ".smt2"), self.evidence())
        return self.usage

    def evidence(self) -> str:
        """The last question as a script that makes no use of deduction."""
        from encoder.annotations import trailer
        from encoder.encodings.table import find
        from encoder.script import block
        from smtlib.render import driver
        from smtlib.terms import comment

        encoding = find(EVIDENCE)
        script = encoding.script(self._puzzle)
        verdict = "sat" if self._left else "unsat"
        what = "there is no other solution" if self._blocked else "there is no solution"
        lines = [
            "Deduction left nothing open, so no solver was asked. This is the whole puzzle without",
            f"deduction, in {EVIDENCE}, for any solver to check.",
            f"Deduction expects {verdict}{'' if self._left else f': {what}'}.",
        ]
        text = driver(script, [block(script, known) for known in self._blocked])
        return comment(lines) + text + trailer(script, {}, another=bool(self._blocked))

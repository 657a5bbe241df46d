"""Where deduction leaves nothing open there is nothing to ask a solver."""

from __future__ import annotations

from drivers.answer import Answer, Sat, Unsat, Usage, together
from drivers.limits import Limits
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import violations
from workbench.keep import Keep


def decided(candidates: Candidates) -> bool:
    """Whether deduction has found that there is no filling, or left one number for each cell."""
    return not candidates.consistent or not any(mask & (mask - 1) for mask in candidates.masks)


class Deduced:
    """An asker that knows the answer: at most one filling is left."""

    asked = 0

    def __init__(
        self, puzzle: Puzzle, candidates: Candidates, logic: str, keep: Keep | None, name: str
    ) -> None:
        self._puzzle, self._logic, self._keep, self._name = puzzle, logic, keep, name
        known = candidates.filling()
        self._left = [known] if candidates.consistent and not violations(puzzle, known) else []

    def ask(self, limits: Limits) -> Answer:  # noqa: ARG002
        """The filling, unless it is forbidden by now."""
        if not self._left:
            return Unsat()
        return Sat(
            {f"n_{label}": n for label, n in zip(self._puzzle.board.labels, self._left[0], strict=True)}
        )

    def forbid(self, filling: Filling) -> None:
        """Look for others than this: there is none."""
        self._left = [left for left in self._left if left != filling]

    def close(self) -> Usage:
        """Leave a file with what is left; nothing was used."""
        if self._keep is not None:
            lines = [
                "; Deduction left nothing open, so no solver was asked; this file is no evidence.",
                "(set-info :smt-lib-version 2.6)",
                f"(set-logic {self._logic})",
                f"(assert {'true' if self._left else 'false'})",
                "(check-sat)",
                "(exit)",
            ]
            self._keep.path(self._name, ".smt2").write_text("\n".join([*lines, ""]), encoding="utf-8")
        return together([])

"""What the fast way deduces and learns about a puzzle, written down for a proof of its verdict."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from encoder.parts.cut_clauses import Cut
    from fillomino.deduction.state import Candidates
    from fillomino.puzzle import Puzzle


class ProofLog:
    """Deduces in the place of `deduce`, and is told what sessions learn afterwards."""

    def deduce(self, puzzle: Puzzle, seconds: float) -> Candidates:
        """Begin anew; return the candidates that looking ahead leaves, for so many CPU seconds at most."""
        raise NotImplementedError

    def learn(self, cap: int, cuts: Sequence[Cut]) -> None:
        """Take cuts about the puzzle; numbers above the cap that stand nowhere are one value in them."""
        raise NotImplementedError

"""Draw the pictures of docs/introduction.md: a puzzle, its solution, and the forest of the solution."""

from __future__ import annotations

from pathlib import Path

from fillomino.render.svg import svg
from scripts.draw_encodings import forest
from scripts.draw_readme import PUZZLE, SOLUTION
from scripts.figure import write_pictures

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "introduction"


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    return {
        "puzzle.svg": svg(PUZZLE),
        "solution.svg": svg(PUZZLE, SOLUTION),
        "forest.svg": forest().svg(),
    }


if __name__ == "__main__":
    write_pictures(__doc__, PICTURES, pictures())

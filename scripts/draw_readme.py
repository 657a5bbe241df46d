"""Draw the picture of README.md: a puzzle's solution, and what an encoding with a mistake accepts instead.

`MODEL` is what Z3 5.4.1 gave for `fillomino solve examples/first.txt --encoding forest --drop same-root`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fillomino import formats
from fillomino.render.svg import svg
from fillomino.rules import violations

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "page" / "mistake.svg"
PUZZLE = formats.read((ROOT / "examples" / "first.txt").read_text(encoding="utf-8")).puzzle
SOLUTION = (2, 3, 4, 4, 4, 2, 3, 4, 2, 2, 1, 3, 5, 5, 4, 3, 5, 5, 4, 4, 3, 3, 5, 1, 4)
MODEL = (1, 3, 4, 4, 4, 1, 3, 2, 2, 4, 1, 3, 5, 5, 4, 3, 5, 5, 4, 4, 3, 3, 5, 1, 4)
DROPPED = "same-root"


def picture() -> str:
    """The puzzle, its solution, and the model with the cells of broken rules marked, side by side."""
    marked = {cell for one in violations(PUZZLE, MODEL) for cell in one.cells}
    panels = (
        (svg(PUZZLE), "the puzzle"),
        (svg(PUZZLE, SOLUTION), "accepted by forest"),
        (svg(PUZZLE, MODEL, marked=marked), f"accepted without {DROPPED}"),
    )
    body = "".join(
        f'<g transform="translate({232 * place + 6} 6)">{panel}'
        f'<text x="106" y="234" font-size="15">{caption}</text></g>\n'
        for place, (panel, caption) in enumerate(panels)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 688 252" width="688" height="252">\n'
        f"<title>A puzzle, its solution, and a wrong filling that forest accepts without {DROPPED}</title>\n"
        f'<rect width="688" height="252" rx="8" fill="#fff"/>\n{body}</svg>\n'
    )


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    PICTURE.write_text(picture(), encoding="utf-8")

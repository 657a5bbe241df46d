"""The thesis's forest with a family more, `forest-shrinking`; docs/own-encoding.md goes through it."""

import sys

from encoder import Builder
from encoder.encodings import registry as encodings
from encoder.encodings.forest import FOREST
from encoder.puzzle_script import PuzzleScript
from encoder.variant import variant
from smtlib.script import Family
from workbench.cli import main

SHRINKING = Family(
    "shrinking", "a child has a smaller subtree", "for neighbours x, y: if e_x_y = 1, then s_y < s_x", "me"
)


def extend(builder: Builder, script: PuzzleScript) -> None:
    """What sums of sizes imply, said to the solver."""
    board = script.puzzle.places
    for x, near in enumerate(board.neighbours):
        for y in near:
            parent, child = board.labels[x], board.labels[y]
            builder.require(SHRINKING, (x, y), f"(=> (= e_{parent}_{child} 1) (< s_{child} s_{parent}))")


MINE = variant(FOREST, "forest-shrinking", [SHRINKING], extend)

if __name__ == "__main__":
    encodings.register("forest-shrinking", "own_variant", "MINE")  # name, module, constant
    sys.argv[1:] = sys.argv[1:] or ["audit", "forest-shrinking", "--every", "3", "--sampled", "4"]
    main()

"""A form for an encoding in Python: fill in the four parts marked below. It is a whole one as it stands.

    python examples/templates/encoding.py audit lamps-sums --game examples/templates/game.py

Run as a program it is `fillomino` with this encoding more, so all commands take it. An encoding of Fillomino
looks the same, but that `build` takes candidates, too (examples/own_encoding.py); one in another language is
a program that prints SMT-LIB (docs/own-encoding.md).
"""

from encoder import Builder
from encoder.encoding import Encoding
from encoder.encodings import registry as encodings
from encoder.puzzle_script import PuzzleScript, Truth
from games.game import Rectangle
from smtlib.script import Family, any_of, negation, plus
from workbench.cli import main

# 1. The families, the kinds of assertions: name, what it says, formula, and who thought of it.
APART = Family("apart", "no two lamps are neighbours", "not l_x or not l_y, for neighbours x, y", "me")
NUMBER = Family("number", "a number counts the lamps", "the lamps in and beside x are its number", "me")


def build(puzzle: Rectangle, logic: str) -> PuzzleScript:
    """Puzzle to script."""
    board, builder = puzzle.places, Builder(puzzle.places)

    # 2. Constants: a name ends in the label of its cell.
    lamp = [builder.declare(f"l_{label}", "Bool") for label in board.labels]

    # 3. Assertions: of a family, about some cells. Go by cells and neighbours, never by rows.
    for x, y in board.links():
        builder.require(APART, (x, y), any_of(negation(lamp[x]), negation(lamp[y])))
    for cell, number in puzzle.numbers.items():
        near = (cell, *puzzle.neighbours[cell])
        builder.require(NUMBER, near, f"(= {plus([f'(ite {lamp[x]} 1 0)' for x in near])} {number})")

    # The terms of the cells' answers, in the order of the cells: `Value` of a number, `Truth` of 1 or 0.
    return builder.script("lamps-sums", puzzle=puzzle, logic=logic, cells=map(Truth, lamp))


# 4. What the workbench says of it; the first of the logics is the one that it is written in.
SUMS = Encoding(
    name="lamps-sums",
    game="lamps",
    title="sums of lamps",
    idea="A Boolean says whether a cell has a lamp, and each number is a sum.",
    logics=("QF_LIA",),
    families=(APART, NUMBER),
    source="me",
    build=build,
)

if __name__ == "__main__":
    encodings.register("lamps-sums", "encoding", "SUMS", game="lamps")  # name, module, constant
    main()

"""Write a tiny puzzle as SMT-LIB, with comments, and look at what is in the script."""

from collections import Counter

from encoder.encodings.registry import find
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.render import render

puzzle = Puzzle(rectangle(2, 2), {0: 3}, info={"title": "Three and one"})
script = find("forest").script(puzzle)

print(render(script, "commented"))
for family, number in Counter(assertion.family for assertion in script.assertions).items():
    print(f"{family}: {number} assertions")

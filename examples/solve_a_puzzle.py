"""Solve a puzzle through the encoding `forest`, and ask whether its filling is the only one."""

from pathlib import Path

from drivers import Limits, find
from encoder.encodings.table import find as find_encoding
from fillomino import formats
from fillomino.render.text import text
from workbench.solve import Setup, solve

path = Path(__file__).with_name("hidden.txt")
puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle

setup = Setup(find_encoding("forest"), find("yices"), limits=Limits(seconds=60), unique=True)
result = solve(path.name, puzzle, setup)

for filling in result.fillings:
    print(text(puzzle, filling), end="")
print(f"{result.status.value}, unique: {result.unique}")

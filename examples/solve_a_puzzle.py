"""Solve a puzzle through the encoding `forest`, and ask whether its filling is the only one."""

from pathlib import Path

from fillomino import formats
from fillomino.render.box_drawing import text
from workbench.methods.method import Question
from workbench.methods.smt import smt

path = Path(__file__).with_name("hidden.txt")
puzzle = formats.read_bytes(path.read_bytes(), source=path.name).puzzle

result = smt("forest", "yices").run(path.name, puzzle, Question(unique=True, seconds=60))

for filling in result.answers.fillings:
    print(text(puzzle, filling), end="")
print(f"{result.verdict.status.value}, unique: {result.verdict.unique}")

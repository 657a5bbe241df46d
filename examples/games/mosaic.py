"""Mosaic, whose rules are a program: mosaic.awk reads puzzles with answers, and prints what is broken."""

import subprocess
from functools import lru_cache
from itertools import product
from pathlib import Path

from games import Broken, Game

COMMAND = ("awk", "-f", str(Path(__file__).with_name("mosaic.awk")))


class Mosaic(Game):
    name, title = "mosaic", "Mosaic"
    values = {0: "white", 1: "black"}
    rules = {"count": "a number counts the black cells in its block of three by three"}

    def signs(self, height, width):
        return [".", *map(str, range(min(9, height * width) + 1))]

    def shape(self, puzzle, answer):
        return ()

    def clues(self, puzzle, answer):
        few = len(puzzle.signs) <= 9  # all answers of a small puzzle are judged by one run
        return judged(puzzle, None if few else answer)[answer]


@lru_cache(maxsize=1000)
def judged(puzzle, answer):
    answers = [answer] if answer else list(product((0, 1), repeat=len(puzzle.signs)))
    lines = (" ".join(map(str, [puzzle.height, puzzle.width, *puzzle.signs, *its])) for its in answers)
    printed = subprocess.run(
        COMMAND, input="\n".join(lines), capture_output=True, text=True, check=True
    ).stdout
    broken = {its: [] for its in answers}
    for line in printed.splitlines():  # NUMBER OF THE ANSWER, RULE, CELL, TEXT
        number, rule, cell, text = line.split(" ", 3)
        broken[answers[int(number) - 1]].append(Broken(rule, text, [int(cell)]))
    return broken
